"""Layout and values to items at fixed places on the card."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from hotpnp.assets.pictures import Pictures
from hotpnp.diag import Collector, Severity
from hotpnp.expand.faces import Face, Filled
from hotpnp.geometry import Affine, Command, Rect, ellipse, polygon, rounded_rect, star_points, turn_into
from hotpnp.model.box import Box
from hotpnp.model.elements import (
    ColumnElement,
    EndsElement,
    GridElement,
    GroupElement,
    PartElement,
    RowElement,
)
from hotpnp.model.layout import Element
from hotpnp.model.text_element import TextElement
from hotpnp.model.values import parse_angle, parse_measure, parse_share, parse_turn
from hotpnp.scene.boxes import box_in, cells, share_out
from hotpnp.scene.items import Group, Item, Part, PartShelf, Scene, faded, mapped
from hotpnp.scene.painters import PAINTERS, Pen
from hotpnp.scene.silence import Silences
from hotpnp.scene.textbox import TextSetter, Tools


class Owned(NamedTuple):
    """An item and the element that drew it."""

    item: Item
    element: Element


@dataclass(frozen=True, eq=False, slots=True)
class Composed:
    """A part of a face with the elements that drew its items, one for each."""

    part: Part
    owners: tuple[Element, ...]
    placed: dict[str, Rect]
    """Boxes of its elements by name, for later elements that stand beside them."""


class Composer:
    """Makes scenes from faces; a filled element that many faces share is composed once."""

    def __init__(self, tools: Tools, pictures: Pictures, silences: Silences, diagnostics: Collector) -> None:
        self.tools = tools
        self._pictures = pictures
        self.silences = silences
        self._diagnostics = diagnostics
        self._shelf = PartShelf()
        self._composed: dict[tuple[Filled, tuple[Rect | None, ...]], Composed] = {}

    def scene(self, face: Face) -> Scene:
        """The scene of a face. What cannot be drawn is said and left out."""
        parts = tuple([one.part for one in self.layers(face)])
        return Scene(face.size, parts, face.bleed, face.safe, face.outline, face.folds)

    def layers(self, face: Face) -> list[Composed]:
        """What each filled element of a face becomes."""
        composed = self._composed
        found = []
        placed: dict[str, Rect] = {}
        for filled in face.filled:
            boxes = tuple([placed.get(name) for name in filled.neighbours])
            one = composed.get((filled, boxes))
            if one is None:
                one = composed[filled, boxes] = self._compose(filled, face, placed)
            found.append(one)
            placed.update(one.placed)
        return found

    def settle(self, deck: str) -> None:
        """Fix the sizes that a component's texts share, so that its faces made from now on have them."""
        self.tools.groups.settled.add(deck)
        if any(name == deck for name, _ in self.tools.groups.found):
            self._composed.clear()

    def _compose(self, filled: Filled, face: Face, before: dict[str, Rect]) -> Composed:
        placed = {name: before[name] for name in filled.neighbours if name in before}
        painter = _Painter(self.tools, self._pictures, self.silences, self._diagnostics, filled, face)
        owned = painter.children(filled.elements, Rect(0, 0, *face.size), placed, face.bleed)
        part = self._shelf.part(one.item for one in owned)
        return Composed(part, tuple(one.element for one in owned), placed)


class _Painter:
    """Paints the elements of one part; complaints name the first card that has it."""

    def __init__(
        self,
        tools: Tools,
        pictures: Pictures,
        silences: Silences,
        diagnostics: Collector,
        filled: Filled,
        face: Face,
    ) -> None:
        self._tools = tools
        self._pictures = pictures
        self._silences = silences
        self._diagnostics = diagnostics
        self._filled = filled
        self._face = face

    def children(
        self, elements: tuple[Element, ...], box: Rect, placed: dict[str, Rect], bleed: int = 0
    ) -> list[Owned]:
        """The items of neighbours in a common box; later ones may count from earlier ones' boxes (placed)."""
        found: list[Owned] = []
        for element in elements:
            parent = box.grown(bleed) if element.spec.bleed else box
            found += self._paint(element, parent, placed)
        return found

    def _paint(self, element: Element, parent: Rect, placed: dict[str, Rect]) -> list[Owned]:
        try:
            box = box_in(element.spec, parent, placed)
            placed[element.name] = box
            return self._turned(element, box)
        except ValueError as fault:
            self._sayer(element)("bad-value", f'element "{element.name}": {fault}')
            return []

    def _turned(self, element: Element, box: Rect) -> list[Owned]:
        spec = element.spec
        turn = parse_turn(spec.turn)
        if turn == 0:
            owned = self._draw(element, box)
        else:
            size = box.size if turn == 180 else box.size.turned()
            matrix = turn_into(size, box, turn)
            drawn = self._draw(element, Rect(0, 0, *size))
            owned = [Owned(mapped(one.item, matrix, turn), one.element) for one in drawn]
        angle = parse_angle(spec.rotate)
        if angle:
            matrix = Affine.rotation(angle, *box.centre)
            owned = [Owned(Group((one.item,), (), matrix), one.element) for one in owned]
        opacity = parse_share(spec.opacity)
        if opacity < 1:
            owned = [Owned(faded(one.item, opacity), one.element) for one in owned]
        return owned

    def _draw(self, element: Element, box: Rect) -> list[Owned]:
        spec = element.spec
        if isinstance(spec, TextElement):
            setter = TextSetter(spec, self._tools, self._sayer(element), self._face.deck)
            items = setter.items(spec.text, box, element.name) if spec.text else []
            return [Owned(item, element) for item in items]
        paint = PAINTERS.get(type(spec))
        if paint is not None:
            pen = Pen(self._tools, self._pictures, self._sayer(element), self._face.deck, element.name)
            return [Owned(item, element) for item in paint(spec, box, pen)]
        return self._contain(element, spec, box)

    def _contain(self, element: Element, spec: Box, box: Rect) -> list[Owned]:
        if isinstance(spec, RowElement | ColumnElement):
            return self._line_up(element, spec, box)
        if isinstance(spec, GridElement):
            gap = parse_measure(spec.gap).within(box.width)
            places = cells(box, len(element.children), spec.columns, spec.rows, gap)
            pairs = zip(element.children, places, strict=True)
            return [one for child, cell in pairs for one in self._paint(child, cell, {})]
        owned = self.children(element.children, box, {})
        if isinstance(spec, EndsElement):
            matrix = Affine(-1, 0, 0, -1, 2 * box.x + box.width, 2 * box.y + box.height)
            return owned + [Owned(mapped(one.item, matrix, 180), one.element) for one in owned]
        if isinstance(spec, GroupElement) and spec.clip is not None:
            clip = tuple(clip_path(spec.clip, box))
            return [Owned(Group(tuple(one.item for one in owned), clip), element)] if owned else []
        assert isinstance(spec, GroupElement | PartElement)
        return owned

    def _line_up(self, element: Element, spec: RowElement | ColumnElement, box: Rect) -> list[Owned]:
        """Children side by side (row) or under each other (column)."""
        across = isinstance(spec, RowElement)
        whole = box.width if across else box.height
        gap = parse_measure(spec.gap).within(whole)
        fixed = [child.spec.width if across else child.spec.height for child in element.children]
        align = spec.align if isinstance(spec, RowElement) else spec.valign
        places = share_out(box, fixed, gap, across, align)
        taken = sum(place.width if across else place.height for place in places) + gap * (len(places) - 1)
        if taken > whole:
            self._sayer(element)("text-overflow", f'the elements of "{element.name}" are longer than its box')
        free = dict.fromkeys(("left", "right", "width", "centre_x") if across else _UPRIGHT)
        owned: list[Owned] = []
        for child, place in zip(element.children, places, strict=True):
            loose = Element(child.name, child.spec.model_copy(update=free), child.children, child.node)
            owned += self._paint(loose, place, {})
        return owned

    def _sayer(self, element: Element) -> Callable[..., None]:
        """A function that complains of an element, at the card's value where one is drawn."""
        filled = self._filled

        def say(
            code: str, message: str, key: str = "", hint: str = "", *, strong: bool = True, card: bool = False
        ) -> None:
            if self._silences.cover(code, element, filled):
                return
            span = element.span(key)
            if card and filled.card is not None:
                fields = [name for name in filled.fields if isinstance(filled.card.values.get(name), str)]
                given = [name for name in fields if name in filled.card.node.items]
                given = [name for name in given if str(filled.card.values[name]) in message] or given
                if given and span is not None:
                    message += f", drawn by {span.file}:{span.line}"
                    span = filled.card.span(given[0])
            severity: Severity = "error" if strong else "warning"
            name = filled.card.id if filled.card is not None else ""
            self._diagnostics.add(code, message, span, hint=hint, card=name, severity=severity)

        return say


_UPRIGHT = ("top", "bottom", "height", "centre_y")


def clip_path(shape: str, box: Rect) -> list[Command]:
    """The outline of a clip."""
    cx, cy, rx, ry = box.x + box.width / 2, box.y + box.height / 2, box.width / 2, box.height / 2
    paths: Mapping[str, list[Command]] = {
        "rect": rounded_rect(*box, 0),
        "ellipse": ellipse(cx, cy, rx, ry),
        "diamond": polygon([(cx, box.y), (box.right, cy), (cx, box.bottom), (box.x, cy)]),
        "star": polygon(star_points(5, 0.5, cx, cy, rx, ry)),
    }
    return paths[shape]
