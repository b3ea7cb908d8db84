"""What stands in a sheet's margins beside the marks: the label, rulers, the fold line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from hotpnp.assets.colour import Colour
from hotpnp.assets.fonts import DEFAULT_FAMILY, Fonts
from hotpnp.geometry import Command, Point, Rect, Size, bounds, turn_into
from hotpnp.impose.slots import Plot
from hotpnp.scene.items import Item, ink_box, mapped, placed_path
from hotpnp.scene.text import Style, text_run
from hotpnp.units import INCH, MM, PT, Length

GREY = Colour(90, 90, 90)
LABEL_SIZE = 7 * PT
LEADING = 9 * PT
GAP = 2 * PT
RULE = PT // 3
JOINT = "  ·  "


class _Band(NamedTuple):
    """Free margin: its rectangle and the turn of text in it."""

    rect: Rect
    turn: int


def label_style(fonts: Fonts, weight: str = "regular", size: Length = LABEL_SIZE) -> Style:
    """How labels are set."""
    return Style(fonts.face(DEFAULT_FAMILY, weight, False), DEFAULT_FAMILY, weight, False, size, GREY)


def sheet_label(
    words: Sequence[str], plot: Plot, taken: Sequence[Rect], others: Sequence[Item], fonts: Fonts
) -> list[Item]:
    """The label in the first margin that holds it, on as few lines as it needs; nothing where none does."""
    style = label_style(fonts)
    obstacles = [*taken, *(ink_box(item) for item in others)]
    for band in _bands(plot, obstacles):
        size = band.rect.size if band.turn == 0 else band.rect.size.turned()
        lines = _broken(words, style, size)
        if lines is not None:
            return _set(lines, band, size, style)
    return []


class _Ruler(NamedTuple):
    """A length in millimetres and one in inches, with their words."""

    metric: Length
    metric_word: str
    inches: Length
    inch_word: str

    @property
    def longest(self) -> Length:
        """The longer of the two."""
        return max(self.metric, self.inches)


RULER_TEXT = 5 * PT
_RULERS = (_Ruler(100 * MM, "100 mm", 4 * INCH, "4 in"), _Ruler(50 * MM, "50 mm", 2 * INCH, "2 in"))


def margin_rulers(plot: Plot, taken: Sequence[Rect], others: Sequence[Item], fonts: Fonts) -> list[Item]:
    """A ruler in millimetres and inches in the first margin with room, the longer kind if it can be."""
    style = label_style(fonts, "regular", RULER_TEXT)
    obstacles = [*taken, *(ink_box(item) for item in others)]
    bands = _bands(plot, obstacles)
    for ruler in _RULERS:
        note = max(style.face.width(word, style.size) for word in (ruler.metric_word, ruler.inch_word))
        size = Size(ruler.longest + note + 4 * GAP, 7 * GAP)
        for band in bands:
            room = band.rect.size if band.turn == 0 else band.rect.size.turned()
            if room.width >= size.width and room.height >= size.height:
                at = Point((room.width - size.width) // 2 + GAP, room.height // 2)
                matrix = turn_into(room, band.rect, band.turn)
                return [mapped(item, matrix, band.turn) for item in _ruler(ruler, at, style)]
    return []


def _ruler(ruler: _Ruler, at: Point, style: Style) -> list[Item]:
    """A line with millimetres above and inches below it, and what both measure at its end."""
    end = at.x + ruler.longest
    lines: list[Command] = [("M", at.x, at.y), ("L", end, at.y)]
    lines += _ticks(at, ruler.metric, MM, 10, -1) + _ticks(at, ruler.inches, INCH // 8, 8, 1)
    items: list[Item] = [placed_path(lines, None, GREY, RULE)]
    for word, baseline in ((ruler.metric_word, at.y - GAP // 2), (ruler.inch_word, at.y + RULER_TEXT)):
        items.append(text_run(word, style, end + GAP, baseline, style.face.width(word, style.size)))
    return items


def _ticks(at: Point, whole: Length, step: Length, marks: int, side: int) -> list[Command]:
    """The ticks of one side of a ruler; -1 is above its line."""
    found: list[Command] = []
    for i in range(whole // step + 1):
        tick = 3 * GAP if i % marks == 0 else 2 * GAP if i % (marks // 2) == 0 else GAP
        found += [("M", at.x + i * step, at.y), ("L", at.x + i * step, at.y + side * tick)]
    return found


FOLD_DASH = (4 * PT, 3 * PT)


def fold_line(plot: Plot, fonts: Fonts) -> list[Item]:
    """The dashed line along which a fold sheet is folded, with its word at one end."""
    area, style = plot.printable, label_style(fonts, "semibold", 6 * PT)
    word = "fold"
    width = style.face.width(word, style.size)
    if plot.fold == "x":
        x = plot.paper.width // 2
        ends = [("M", x, area.y + width + 2 * GAP), ("L", x, area.bottom)]
        text = text_run(word, style, x + style.size // 3, area.y + width, width)._replace(turn=270)
    else:
        y = plot.paper.height // 2
        ends = [("M", area.x + width + 2 * GAP, y), ("L", area.right, y)]
        text = text_run(word, style, area.x, y + style.size // 3, width)
    line = placed_path(ends, None, GREY, PT // 2)
    return [line._replace(dash=FOLD_DASH), text]


def _bands(plot: Plot, obstacles: list[Rect]) -> list[_Band]:
    """Free stretches of the margins: below, above, left and right of each block."""
    area = plot.printable
    blocks = [block.rect for block in plot.blocks]
    found: list[_Band] = []
    for block in blocks:
        inner_left, inner_right = max(block.x, area.x), min(block.right, area.right)
        for top, bottom in ((block.bottom, area.bottom), (area.y, block.y)):
            band = Rect(inner_left, top, inner_right - inner_left, bottom - top)
            found += [_Band(rect, 0) for rect in _clear(band, blocks, obstacles, upright=False)]
    for block in blocks:
        inner_top, inner_bottom = max(block.y, area.y), min(block.bottom, area.bottom)
        for left, right in ((area.x, block.x), (block.right, area.right)):
            band = Rect(left, inner_top, right - left, inner_bottom - inner_top)
            found += [_Band(rect, 270) for rect in _clear(band, blocks, obstacles, upright=True)]
    return found


def _clear(band: Rect, blocks: list[Rect], obstacles: list[Rect], upright: bool) -> list[Rect]:
    """The parts of a band that nothing touches: beyond all obstacles, then between them, widest first."""
    if band.width <= 0 or band.height <= 0 or any(band.overlaps(block) for block in blocks):
        return []
    inside = [rect for rect in obstacles if rect.overlaps(band)]
    if not inside:
        return [band]
    around = bounds(inside)
    if upright:
        beyond = [
            Rect(band.x, band.y, around.x - band.x, band.height),
            Rect(around.right, band.y, band.right - around.right, band.height),
        ]
        edges = [(rect.y, rect.bottom) for rect in inside]
        gaps = [Rect(band.x, a, band.width, b - a) for a, b in _gaps(band.y, band.bottom, edges)]
    else:
        beyond = [
            Rect(band.x, around.bottom, band.width, band.bottom - around.bottom),
            Rect(band.x, band.y, band.width, around.y - band.y),
        ]
        edges = [(rect.x, rect.right) for rect in inside]
        gaps = [Rect(a, band.y, b - a, band.height) for a, b in _gaps(band.x, band.right, edges)]
    gaps.sort(key=lambda rect: -rect.width * rect.height)
    return [rect for rect in beyond + gaps if rect.width > 0 and rect.height > 0]


def _gaps(low: Length, high: Length, taken: list[tuple[Length, Length]]) -> list[tuple[Length, Length]]:
    found = []
    at = low
    for start, end in sorted(taken):
        if start > at:
            found.append((at, start))
        at = max(at, end)
    if at < high:
        found.append((at, high))
    return found


def _broken(words: Sequence[str], style: Style, size: Size) -> list[str] | None:
    """The words joined on lines that fit the size; none when they do not fit."""
    room = size.width - 2 * GAP
    lines: list[str] = []
    for word in words:
        joined = lines[-1] + JOINT + word if lines else word
        if lines and style.face.width(joined, style.size) <= room:
            lines[-1] = joined
        else:
            lines.append(word)
    widest = max(style.face.width(line, style.size) for line in lines)
    high = (len(lines) - 1) * LEADING + style.size
    return lines if widest <= room and high + MM // 2 <= size.height else None


def _set(lines: list[str], band: _Band, size: Size, style: Style) -> list[Item]:
    """The lines in the middle of the band."""
    high = (len(lines) - 1) * LEADING + style.size
    baseline = (size.height - high) // 2 + style.size * 3 // 4
    items: list[Item] = []
    for line in lines:
        width = style.face.width(line, style.size)
        items.append(text_run(line, style, (size.width - width) // 2, baseline, width))
        baseline += LEADING
    matrix = turn_into(size, band.rect, band.turn)
    return [mapped(item, matrix, band.turn) for item in items]
