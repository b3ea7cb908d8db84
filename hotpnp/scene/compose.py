"""Layout and values to items at fixed places on the card."""

from __future__ import annotations

from typing import cast

from hotpnp.assets.fonts import DEFAULT_FAMILY, Fonts, UnknownFont
from hotpnp.assets.icons import Icons
from hotpnp.diag import Collector, did_you_mean
from hotpnp.expand.faces import Face, Filled
from hotpnp.geometry import Affine, Command, Rect, ellipse, polygon, rounded_rect, star_points, turn_into
from hotpnp.model.elements import (
    ColumnElement,
    EndsElement,
    GridElement,
    IconElement,
    RowElement,
    ShapeElement,
    TextElement,
    TextStyle,
)
from hotpnp.model.layout import Element
from hotpnp.model.values import parse_factor, parse_measure, parse_paint, parse_share, parse_turn
from hotpnp.scene.boxes import box_in, cells, share_out
from hotpnp.scene.items import Item, Part, PartShelf, Scene, mapped, placed_path
from hotpnp.scene.text import Line, Run, Style, break_lines, draw_icon, draw_line, outlined_icon
from hotpnp.units import PT, Length, show_mm, trim

LINE_HEIGHT = 1.2
TYPE_SIZE = 9 * PT


class Composer:
    """Makes scenes from faces; a filled element that many faces share is composed once."""

    def __init__(self, fonts: Fonts, icons: Icons, diagnostics: Collector) -> None:
        self._fonts = fonts
        self._icons = icons
        self._diagnostics = diagnostics
        self._shelf = PartShelf()
        self._parts: dict[Filled, Part] = {}

    def scene(self, face: Face) -> Scene:
        """The scene of a face. What cannot be drawn is said and left out."""
        parts = self._parts
        found = []
        for filled in face.filled:
            part = parts.get(filled)
            if part is None:
                part = parts[filled] = self._compose(filled, face)
            found.append(part)
        return Scene(face.size, tuple(found))

    def _compose(self, filled: Filled, face: Face) -> Part:
        painter = _Painter(self._fonts, self._icons, self._diagnostics, filled, face.layout)
        items: list[Item] = []
        for element in filled.elements:
            items += painter.paint(element, Rect(0, 0, *face.size))
        return self._shelf.part(items)


def text_style(style: TextStyle, fonts: Fonts, height: Length = 0) -> Style:
    """The style with its face opened. Raises UnknownFont, or ValueError for a value that cannot be read."""
    family = style.font or DEFAULT_FAMILY
    weight = style.weight or "regular"
    italic = bool(style.italic)
    face = fonts.face(family, weight, italic)
    size = parse_measure(style.size).within(height) if style.size is not None else TYPE_SIZE
    colour = parse_paint(style.colour or "black")
    if colour is None or size <= 0:
        raise ValueError("a text needs a colour and a size above 0")
    return Style(face, family, weight, italic, size, colour)


class _Painter:
    """Paints the elements of one part; complaints name the first card that has it."""

    def __init__(
        self, fonts: Fonts, icons: Icons, diagnostics: Collector, filled: Filled, layout: str
    ) -> None:
        self._fonts = fonts
        self._icons = icons
        self._diagnostics = diagnostics
        self._card = filled.card.id if filled.card is not None else ""
        self._filled = filled
        self._layout = layout

    def paint(self, element: Element, parent: Rect) -> list[Item]:
        """The items of an element in its parent's box."""
        try:
            return self._paint_in(element, box_in(element.spec, parent))
        except ValueError as fault:
            self._say("bad-value", f'element "{element.name}": {fault}', element)
            return []

    def _paint_in(self, element: Element, box: Rect) -> list[Item]:
        spec = element.spec
        turn = parse_turn(spec.turn)
        if turn == 0:
            return self._draw(element, box)
        size = box.size if turn == 180 else box.size.turned()
        items = self._draw(element, Rect(0, 0, *size))
        matrix = turn_into(size, box, turn)
        return [mapped(item, matrix, turn) for item in items]

    def _draw(self, element: Element, box: Rect) -> list[Item]:
        spec = element.spec
        if isinstance(spec, TextElement):
            return self._text(element, spec, box)
        if isinstance(spec, ShapeElement):
            return _shape(spec, box)
        if isinstance(spec, IconElement):
            return self._icon(element, spec, box)
        if isinstance(spec, EndsElement):
            upright = self._children(element, box)
            matrix = Affine(-1, 0, 0, -1, 2 * box.x + box.width, 2 * box.y + box.height)
            return upright + [mapped(item, matrix, 180) for item in upright]
        if isinstance(spec, RowElement | ColumnElement):
            return self._line_up(element, spec, box)
        if isinstance(spec, GridElement):
            gap = parse_measure(spec.gap).within(box.width)
            places = cells(box, len(element.children), spec.columns, spec.rows, gap)
            return [
                i
                for child, cell in zip(element.children, places, strict=True)
                for i in self.paint(child, cell)
            ]
        return self._children(element, box)

    def _children(self, element: Element, box: Rect) -> list[Item]:
        return [item for child in element.children for item in self.paint(child, box)]

    def _line_up(self, element: Element, spec: RowElement | ColumnElement, box: Rect) -> list[Item]:
        """Children side by side (row) or under each other (column)."""
        across = isinstance(spec, RowElement)
        gap = parse_measure(spec.gap).within(box.width if across else box.height)
        fixed = [child.spec.width if across else child.spec.height for child in element.children]
        align = spec.align if isinstance(spec, RowElement) else spec.valign
        places = share_out(box, fixed, gap, across, align)
        if sum(place.width if across else place.height for place in places) + gap * (len(places) - 1) > (
            box.width if across else box.height
        ):
            self._say("text-overflow", f'the elements of "{element.name}" are longer than its box', element)
        items: list[Item] = []
        free = {"left": None, "right": None, "width": None, "centre_x": None}
        if not across:
            free = {"top": None, "bottom": None, "height": None, "centre_y": None}
        for child, place in zip(element.children, places, strict=True):
            loose = Element(child.name, child.spec.model_copy(update=free), child.children, child.node)
            items += self.paint(loose, place)
        return items

    def _icon(self, element: Element, spec: IconElement, box: Rect) -> list[Item]:
        icon = self._icons.get(spec.icon)
        colour = parse_paint(spec.colour)
        if icon is None:
            if spec.icon not in self._icons.names:
                hint = did_you_mean(spec.icon, self._icons.names)
                self._say("unknown-icon", f'there is no icon "{spec.icon}"', element, "icon", hint)
            return []
        if colour is None:
            return []
        stroke = parse_paint(spec.stroke)
        if stroke is None:
            return list(draw_icon(icon, box, colour))
        width = parse_measure(spec.stroke_width).within(min(box.size))
        return outlined_icon(icon, box, colour, stroke, width)

    def _text(self, element: Element, spec: TextElement, box: Rect) -> list[Item]:
        if not spec.text:
            return []
        try:
            style = text_style(spec, self._fonts, box.height)
        except UnknownFont as fault:
            self._say("unknown-font", str(fault), element, "weight" if spec.weight else "font")
            return []
        missing = style.face.missing(spec.text.replace("\n", ""))
        if missing:
            signs = ", ".join(f"{sign} (U+{ord(sign):04X})" for sign in missing)
            self._say(
                "glyph-missing", f'{style.face.name} cannot draw {signs} of "{element.name}"', element, "text"
            )
            return []
        leading = round(style.size * (parse_factor(spec.line_height) if spec.line_height else LINE_HEIGHT))
        lines = break_lines([Run(spec.text, style)], box.width)
        self._check_fit(element, lines, style, leading, box)
        return _set_lines(lines, spec, style, leading, box)

    def _check_fit(
        self, element: Element, lines: list[Line], style: Style, leading: Length, box: Rect
    ) -> None:
        over_width = max(line.width for line in lines) - box.width
        over_height = (len(lines) - 1) * leading + style.size - box.height
        faults = []
        if over_width > 0:
            faults.append(f"is {show_mm(over_width)} wider than its box of {show_mm(box.width)}")
        if over_height > 0:
            faults.append(f"is {show_mm(over_height)} higher than its box of {show_mm(box.height)}")
        if faults:
            text = cast(TextElement, element.spec).text
            shown = text if len(text) <= 40 else text[:37] + "..."
            message = f'"{shown}" at {trim(style.size / PT)} pt {" and ".join(faults)} (box "{element.name}")'
            self._say(
                "text-overflow",
                message,
                element,
                "text",
                "shorten the text, or enlarge the box",
                card_place=True,
            )

    def _say(
        self,
        code: str,
        message: str,
        element: Element,
        key: str = "",
        hint: str = "",
        card_place: bool = False,
    ) -> None:
        """Complain at the card's value where one is drawn, else at the layout's element."""
        span = element.span(key)
        card = self._filled.card
        if card_place and card is not None:
            fields = [field for field in self._filled.fields if field in card.node.items]
            texts = [field for field in fields if isinstance(card.values.get(field), str)]
            if texts and span is not None:
                message += f", drawn by {span.file}:{span.line}"
                span = card.span(texts[0])
        self._diagnostics.add(code, message, span, hint=hint, card=self._card)


def _set_lines(lines: list[Line], spec: TextElement, style: Style, leading: Length, box: Rect) -> list[Item]:
    """Lines at their places: the em square of the first line touches the top, capitals are centred."""
    below = (len(lines) - 1) * leading
    if spec.valign == "middle":
        cap = round(style.face.cap_height * style.size)
        baseline = box.y + (box.height - below + cap) // 2
    elif spec.valign == "bottom":
        baseline = box.bottom - below - style.size // 4
    else:
        baseline = box.y + style.size - style.size // 4
    items: list[Item] = []
    for line in lines:
        slack = box.width - line.width
        shift = {"centre": slack // 2, "right": slack}.get(spec.align or "left", 0)
        items += draw_line(line, box.x + shift, baseline)
        baseline += leading
    return items


def _shape(spec: ShapeElement, box: Rect) -> list[Item]:
    fill, stroke = parse_paint(spec.fill), parse_paint(spec.stroke)
    if fill is None and stroke is None:
        return []
    cx, cy = box.x + box.width / 2, box.y + box.height / 2
    rx, ry = box.width / 2, box.height / 2
    commands: list[Command]
    if spec.shape == "rect":
        radius = parse_measure(spec.radius).within(min(box.size))
        commands = rounded_rect(*box, radius)
    elif spec.shape == "ellipse":
        commands = ellipse(cx, cy, rx, ry)
    elif spec.shape == "diamond":
        commands = polygon([(cx, box.y), (box.right, cy), (cx, box.bottom), (box.x, cy)])
    else:
        inner = parse_share(spec.inner) if spec.shape == "star" else 1
        commands = polygon(star_points(spec.corners, inner, cx, cy, rx, ry))
    width = parse_measure(spec.stroke_width).within(min(box.size))
    return [placed_path(commands, fill, stroke, width if stroke is not None else 0)]
