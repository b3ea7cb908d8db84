"""Painters: what each kind of element that is no container draws in its box."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from hotpnp.assets.colour import BLACK
from hotpnp.assets.icons import Icon, read_path
from hotpnp.assets.images import Picture
from hotpnp.assets.orientation import unit_matrix
from hotpnp.assets.pictures import Pictures
from hotpnp.diag import did_you_mean
from hotpnp.geometry import Affine, Command, Rect, corner_rect, ellipse, polygon, rounded_rect, star_points
from hotpnp.model.shape_elements import (
    ArrowElement,
    IconElement,
    LineElement,
    PathElement,
    PictureElement,
    PipsElement,
    QrElement,
    ShapeElement,
    StampElement,
    Stroked,
    TableElement,
    TrackElement,
)
from hotpnp.model.values import (
    parse_dash,
    parse_factor,
    parse_focus,
    parse_measure,
    parse_radius,
    parse_share,
    parse_whole,
)
from hotpnp.scene.boxes import cells
from hotpnp.scene.icon import draw_icon, outlined_icon, stretch_icon
from hotpnp.scene.items import Group, Image, Item, Path, placed_path
from hotpnp.scene.text import text_run
from hotpnp.scene.textbox import Say, TextSetter, Tools, text_style
from hotpnp.units import INCH, Length, show_mm, trim

GOOD_DPI = 200
POOR_DPI = 150


class Pen(NamedTuple):
    """What a painter works with."""

    tools: Tools
    pictures: Pictures
    say: Say
    deck: str
    name: str


def _stroked(path: Path, spec: Stroked | LineElement, pen: Pen, box: Rect) -> Path:
    """The path with the outline that a spec asks for."""
    stroke = pen.tools.palette.optional(spec.stroke)
    if stroke is None:
        return path
    width = parse_measure(spec.stroke_width).within(min(box.size))
    dash = parse_dash(spec.dash) if spec.dash is not None else ()
    return path._replace(stroke=stroke, stroke_width=width, dash=dash)


def _seen(path: Path) -> list[Item]:
    return [path] if path.fill is not None or path.stroke is not None else []


def _shape(spec: ShapeElement, box: Rect, pen: Pen) -> list[Item]:
    cx, cy, rx, ry = box.x + box.width / 2, box.y + box.height / 2, box.width / 2, box.height / 2
    commands: list[Command]
    if spec.shape == "rect":
        commands = corner_rect(box, [radius.within(min(box.size)) for radius in parse_radius(spec.radius)])
    elif spec.shape == "ellipse":
        commands = ellipse(cx, cy, rx, ry)
    elif spec.shape == "diamond":
        commands = polygon([(cx, box.y), (box.right, cy), (cx, box.bottom), (box.x, cy)])
    else:
        inner = parse_share(spec.inner) if spec.shape == "star" else 1
        commands = polygon(star_points(spec.corners, inner, cx, cy, rx, ry))
    return _seen(_stroked(placed_path(commands, pen.tools.palette.paint(spec.fill)), spec, pen, box))


def _line(spec: LineElement, box: Rect, pen: Pen) -> list[Item]:
    middle = box.centre
    ends = {
        "across": ((box.x, middle.y), (box.right, middle.y)),
        "down": ((middle.x, box.y), (middle.x, box.bottom)),
        "falling": ((box.x, box.y), (box.right, box.bottom)),
        "rising": ((box.x, box.bottom), (box.right, box.y)),
    }
    start, end = ends[spec.line]
    return _seen(_stroked(placed_path([("M", *start), ("L", *end)], None), spec, pen, box))


def _arrow(spec: ArrowElement, box: Rect, pen: Pen) -> list[Item]:
    """A block arrow, worked out pointing right in the unit square and then turned."""
    neck, half = 1 - parse_share(spec.head), parse_share(spec.shaft) / 2
    shape = [
        (0, 0.5 - half),
        (neck, 0.5 - half),
        (neck, 0),
        (1, 0.5),
        (neck, 1),
        (neck, 0.5 + half),
        (0, 0.5 + half),
    ]
    turn: dict[str, Callable[[float, float], tuple[float, float]]] = {
        "right": lambda x, y: (x, y),
        "left": lambda x, y: (1 - x, y),
        "down": lambda x, y: (y, x),
        "up": lambda x, y: (y, 1 - x),
    }
    points = [turn[spec.arrow](x, y) for x, y in shape]
    placed = [(box.x + x * box.width, box.y + y * box.height) for x, y in points]
    return _seen(_stroked(placed_path(polygon(placed), pen.tools.palette.paint(spec.fill)), spec, pen, box))


def _path(spec: PathElement, box: Rect, pen: Pen) -> list[Item]:
    drawing = read_path(spec.path, spec.view)
    paths = [p._replace(fill=pen.tools.palette.optional(spec.fill)) for p in draw_icon(drawing, box, BLACK)]
    return [item for path in paths for item in _seen(_stroked(path, spec, pen, box))]


def _icon(spec: IconElement, box: Rect, pen: Pen) -> list[Item]:
    icon = _find_icon(spec.icon, "icon", pen)
    colour = pen.tools.palette.optional(spec.colour)
    if icon is None or colour is None:
        return []
    stroke = pen.tools.palette.optional(spec.stroke)
    if stroke is None:
        return list(draw_icon(icon, box, colour))
    return outlined_icon(icon, box, colour, stroke, parse_measure(spec.stroke_width).within(min(box.size)))


def _find_icon(name: str, key: str, pen: Pen) -> Icon | None:
    icons = pen.tools.icons
    if name not in icons.names:
        pen.say("unknown-icon", f'there is no icon "{name}"', key, did_you_mean(name, icons.names), card=True)
        return None
    return icons.get(name)


def _pips(spec: PipsElement, box: Rect, pen: Pen) -> list[Item]:
    icon = _find_icon(spec.pips, "pips", pen)
    colour = pen.tools.palette.solid(spec.colour)
    count = parse_whole(spec.repeat)
    if icon is None or count == 0:
        return []
    gap = parse_measure(spec.gap).within(box.width)
    side = round(box.height * icon.width / icon.height)
    whole = count * side + (count - 1) * gap
    if whole > box.width:
        side = (box.width - (count - 1) * gap) // count
        whole = count * side + (count - 1) * gap
        if side <= 0:
            raise ValueError(f"{count} icons have no room")
    left = box.x + {"left": 0, "centre": (box.width - whole) // 2, "right": box.width - whole}[spec.align]
    items: list[Item] = []
    for i in range(count):
        items += draw_icon(icon, Rect(left + i * (side + gap), box.y, side, box.height), colour)
    return items


def _track(spec: TrackElement, box: Rect, pen: Pen) -> list[Item]:
    count = parse_whole(spec.track)
    gap = parse_measure(spec.gap).within(box.width)
    places = cells(box, count, spec.columns or max(1, count), None, gap)
    fill, border = pen.tools.palette.paint(spec.fill), pen.tools.palette.optional(spec.border)
    width = parse_measure(spec.border_width).within(min(box.size))
    setter = TextSetter(_centred(spec), pen.tools, pen.say, pen.deck)
    items: list[Item] = []
    for i, place in enumerate(places):
        radii = [radius.within(min(place.size)) for radius in parse_radius(spec.radius)]
        path = placed_path(corner_rect(place, radii), fill, border, width if border is not None else 0)
        items += _seen(path)
        if (spec.first + i) % spec.every == 0:
            items += setter.items(str(spec.first + i), place, pen.name)
    return items


def _centred(spec: Any) -> Any:
    """The style of a track's numbers: in the middle, unless it says otherwise."""
    return spec.model_copy(update={"align": spec.align or "centre", "valign": spec.valign or "middle"})


def _table(spec: TableElement, box: Rect, pen: Pen) -> list[Item]:
    """Rows as high as their tallest text; the whole must fit the box."""
    rows = spec.table
    columns = max((len(row) for row in rows), default=0)
    if not columns or any(len(row) != columns for row in rows):
        raise ValueError("a table needs rows with the same number of texts")
    widths = _widths(spec.widths, columns, box.width)
    items: list[Item] = []
    y = box.y
    for number, row in enumerate(rows):
        head = spec.head and number == 0
        style = spec.model_copy(update={"weight": "bold"}) if head else spec
        setter = TextSetter(style, pen.tools, pen.say, pen.deck)
        high = max(setter.height(text, width) for text, width in zip(row, widths, strict=True))
        if head and spec.head_fill is not None:
            ground = rounded_rect(box.x, y, sum(widths), high, 0)
            items += _seen(placed_path(ground, pen.tools.palette.paint(spec.head_fill)))
        x = box.x
        for text, width in zip(row, widths, strict=True):
            items += setter.items(text, Rect(x, y, width, high), pen.name) if text else []
            x += width
        y += high
        rule = pen.tools.palette.optional(spec.rule)
        if rule is not None:
            thick = parse_measure(spec.rule_width).within(box.height)
            items.append(placed_path([("M", box.x, y), ("L", x, y)], None, rule, thick))
    if y > box.bottom:
        pen.say(
            "text-overflow",
            f'the table "{pen.name}" is {show_mm(y - box.bottom)} higher than its box',
            "table",
        )
    return items


def _widths(text: str | None, columns: int, whole: Length) -> list[Length]:
    if text is None:
        return [whole * (i + 1) // columns - whole * i // columns for i in range(columns)]
    found = [parse_measure(word).within(whole) for word in text.split()]
    if len(found) != columns or sum(found) > whole:
        raise ValueError(f'widths: "{text}" must be {columns} measures that fit the box')
    return found


def _picture(spec: PictureElement, box: Rect, pen: Pen) -> list[Item]:
    found = pen.pictures.get(spec.picture, pen.say)
    if found is None:
        return []
    if isinstance(found, Icon):
        return _vector(found, spec, box, pen)
    place = _fitted(found.width / found.height, spec, box)
    _check_dpi(found, place, pen)
    upright = Affine(1, 0, 0, -1, 0, 1)
    matrix = upright.then(Affine(*unit_matrix(found.orientation))).then(upright)
    matrix = matrix.then(Affine(place.width, 0, 0, place.height, place.x, place.y))
    image = Image(found, matrix)
    return [image] if box.contains(place) else [Group((image,), tuple(rounded_rect(*box, 0)))]


def _vector(art: Icon, spec: PictureElement, box: Rect, pen: Pen) -> list[Item]:
    colour = pen.tools.palette.solid(spec.colour)
    place = _fitted(art.width / art.height, spec, box)
    paths = tuple(stretch_icon(art, place, colour))
    return list(paths) if box.contains(place) else [Group(paths, tuple(rounded_rect(*box, 0)))]


def _fitted(ratio: float, spec: PictureElement, box: Rect) -> Rect:
    """Where a picture of this width to height goes."""
    if spec.fit == "stretch":
        return box
    wide = box.width / box.height > ratio
    if (spec.fit == "contain") == wide:
        width, height = round(box.height * ratio), box.height
    else:
        width, height = box.width, round(box.width / ratio)
    across, down = parse_focus(spec.focus)
    return Rect(
        box.x + round((box.width - width) * _share(across, width)),
        box.y + round((box.height - height) * _share(down, height)),
        width,
        height,
    )


def _share(focus: Any, whole: Length) -> float:
    return min(1.0, max(0.0, float(focus.within(whole)) / whole))


def _check_dpi(picture: Picture, place: Rect, pen: Pen) -> None:
    dpi = min(picture.width * INCH / place.width, picture.height * INCH / place.height)
    if dpi >= GOOD_DPI:
        return
    need = f"{-(-place.width * 300 // INCH)} x {-(-place.height * 300 // INCH)}"
    soft = "will look blurred" if dpi < POOR_DPI else "will look soft"
    message = f"the picture has {trim(dpi, 0)} dpi at this size and {soft}; 300 dpi need {need} pixels"
    pen.say("low-dpi", message, "picture", strong=False, card=True)


def _qr(spec: QrElement, box: Rect, pen: Pen) -> list[Item]:
    import segno

    try:
        rows = [list(row) for row in segno.make(spec.qr, error=spec.level.lower(), micro=False).matrix]
    except ValueError as fault:
        raise ValueError(f"qr: {fault}") from fault
    quiet = round(parse_factor(spec.quiet)) if spec.quiet is not None else 4
    modules = len(rows) + 2 * quiet
    side = min(box.size) / modules
    left = box.x + (box.width - modules * side) / 2 + quiet * side
    top = box.y + (box.height - modules * side) / 2 + quiet * side
    commands: list[Command] = []
    for y, row in enumerate(rows):
        for start, end in _dark_runs(row):
            commands += rounded_rect(left + start * side, top + y * side, (end - start) * side, side, 0)
    return [placed_path(commands, pen.tools.palette.solid(spec.colour))]


def _dark_runs(row: list[int]) -> list[tuple[int, int]]:
    runs = []
    start = None
    for x, module in enumerate([*row, 0]):
        if module and start is None:
            start = x
        elif not module and start is not None:
            runs.append((start, x))
            start = None
    return runs


def _stamp(spec: StampElement, box: Rect, pen: Pen) -> list[Item]:
    """The place of a stamp; its words are set when the card's history is known."""
    size = spec.model_copy(update={"size": spec.size or STAMP_SIZE})
    style = text_style(size, pen.tools.fonts, pen.tools.palette, box.height)
    place = {"centre": 0.5, "right": 1.0}.get(spec.align or "left", 0.0)
    high = style.size * 7 // 10
    spare = box.height - high
    top = {"middle": spare // 2, "bottom": spare}.get(spec.valign or "middle", 0)
    run = text_run("", style, box.x, box.y + top + high, box.width)
    return [run._replace(stamp=(spec.stamp, place))]


STAMP_SIZE = "6pt"

PAINTERS: dict[type, Callable[[Any, Rect, Pen], list[Item]]] = {
    ShapeElement: _shape,
    LineElement: _line,
    ArrowElement: _arrow,
    PathElement: _path,
    IconElement: _icon,
    PipsElement: _pips,
    TrackElement: _track,
    TableElement: _table,
    PictureElement: _picture,
    QrElement: _qr,
    StampElement: _stamp,
}
"""The painter of each kind of element that is neither a text nor a container."""
