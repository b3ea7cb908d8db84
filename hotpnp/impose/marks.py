"""Cut marks: a set of line segments, computed once from the trims."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from hotpnp.assets.colour import WHITE, Palette
from hotpnp.geometry import KAPPA, Command, Rect, Segment, Size
from hotpnp.impose.place import TWO_TONE, MarkStyle
from hotpnp.model.sheet import MarksSpec
from hotpnp.model.values import parse_measure
from hotpnp.scene.items import Item, placed_path
from hotpnp.units import MM, PT, Length

SHORTEST_TICK = MM
"""With less room than this outside the bleed, the mark is set into the bleed, beyond the trim."""
LEAST_WASTE = MM // 2
"""With less waste than this beyond the trim no mark would be seen: it is set on the trim line instead."""
CORNER_LENGTH = 2 * MM
HAIRLINE = PT // 4
DASH = (3 * PT, 2 * PT)


def cut_marks(
    trims: list[Rect], paper: Size, printable: Rect, spec: MarksSpec, bleed: Length = 0
) -> tuple[Segment, ...]:
    """The marks of a side, none past the printable area and none on a card's face.

    Each cut line gets a tick at both ends, outside the bleed; where bleeds touch there is no outside,
    and the tick lies in the waste between the trims. Where cards touch without any waste, short marks
    lie on the trim line itself at the corners of the cards. Crosses lie on the trim lines at every
    corner; lines run along all edges.
    """
    if spec.kind == "none":
        return ()
    weight = parse_measure(spec.weight).within(paper.width)
    length = parse_measure(spec.length).within(paper.width)
    away = bleed + parse_measure(spec.offset).within(paper.width)
    found: dict[Segment, None] = {}
    for upright in (True, False):
        flip = _keep if upright else _swap
        flipped = [flip(trim) for trim in trims]
        area = flip(printable)
        width = paper.width if upright else paper.height
        for x, start, end, corners in _cut_lines(flipped, width):
            if spec.kind == "crosses":
                marks = _crosses(x, start, end, corners, flipped, area, length)
            else:
                marks = _line_marks(x, start, end, corners, flipped, area, length, away)
            if spec.kind in ("lines", "dashed") and area.x <= x <= area.right:
                marks.append((max(start, area.y), min(end, area.bottom)))
            for low, high in marks:
                found[_segment(x, low, high, weight, upright)] = None
            if spec.shared:
                for low, high in _shared_edges(x, flipped):
                    low, high = max(low, area.y), min(high, area.bottom)
                    found[_segment(x, low, high, HAIRLINE, upright)] = None
    return tuple(sorted(found))


def mark_style(spec: MarksSpec) -> MarkStyle:
    """How marks are drawn."""
    return MarkStyle(Palette().solid(spec.colour), DASH if spec.kind == "dashed" else (), spec.two_tone)


def corner_guides(trims: Sequence[Rect], spec: MarksSpec, paper: Size) -> list[Item]:
    """Quarter circles at the cards' corners, for a punch or scissors, where the sheet asks for them."""
    radius = parse_measure(spec.corner_radius).within(paper.width)
    weight = parse_measure(spec.weight).within(paper.width)
    style = mark_style(spec)
    items: list[Item] = []
    for trim in trims if radius else ():
        for x, y, right, down in (
            (trim.x, trim.y, 1, 1),
            (trim.right, trim.y, -1, 1),
            (trim.right, trim.bottom, -1, -1),
            (trim.x, trim.bottom, 1, -1),
        ):
            control = radius * (1 - KAPPA)
            arc: list[Command] = [
                ("M", x, y + down * radius),
                ("C", x, y + down * control, x + right * control, y, x + right * radius, y),
            ]
            if style.two_tone:
                items.append(placed_path(arc, None, WHITE, weight))
            path = placed_path(arc, None, style.colour, weight)
            items.append(path._replace(dash=TWO_TONE) if style.two_tone else path)
    return items


def _keep(rect: Rect) -> Rect:
    return rect


def _swap(rect: Rect) -> Rect:
    return Rect(rect.y, rect.x, rect.height, rect.width)


def _segment(x: Length, low: Length, high: Length, weight: Length, upright: bool) -> Segment:
    return Segment(x, low, x, high, weight) if upright else Segment(low, x, high, x, weight)


def _cut_lines(trims: list[Rect], width: Length) -> Iterable[tuple[Length, Length, Length, list[Length]]]:
    """Upright cut lines: x, from, to, and the trims' corners on them. Paper edges are no cuts."""
    for x in sorted({edge for trim in trims for edge in (trim.x, trim.right)}):
        if not 0 < x < width:
            continue
        spans = sorted((trim.y, trim.bottom) for trim in trims if x in (trim.x, trim.right))
        while spans:
            start, end = spans.pop(0)
            corners = {start, end}
            while spans and spans[0][0] <= end:
                low, high = spans.pop(0)
                corners |= {low, high}
                end = max(end, high)
            yield x, start, end, sorted(corners)


def _line_marks(
    x: Length,
    start: Length,
    end: Length,
    corners: list[Length],
    trims: list[Rect],
    area: Rect,
    length: Length,
    bleed: Length,
) -> list[tuple[Length, Length]]:
    """From and to of the marks on one upright cut line."""
    if not area.x <= x <= area.right:
        return []
    above, below = _beyond(x, start, end, trims, area, bleed)
    top, bottom = _beyond(x, start, end, trims, area, 0)
    ends = {
        start: _tick(start - bleed, min(length, start - bleed - above), start - top, start, -1),
        end: _tick(end + bleed, min(length, below - end - bleed), bottom - end, end, 1),
    }
    marks = [mark for mark in ends.values() if mark is not None]
    if len(marks) == 2:
        return marks
    bare = [c for c in (ends if marks else corners) if ends.get(c) is None]
    return marks + [_corner(c, start, end, area) for c in bare]


def _tick(edge: Length, room: Length, waste: Length, trim: Length, way: int) -> tuple[Length, Length] | None:
    """From and to of a mark beyond an end of a cut line: outside the bleed, else in the waste at the trim."""
    if room >= SHORTEST_TICK:
        ends = edge, edge + way * room
    elif waste >= LEAST_WASTE:
        ends = trim, trim + way * min(waste, CORNER_LENGTH)
    else:
        return None
    return min(ends), max(ends)


def _beyond(
    x: Length, start: Length, end: Length, trims: list[Rect], area: Rect, bleed: Length
) -> tuple[Length, Length]:
    """How far an upright cut line can go on beyond its ends, to the bleed of others or the printable edge."""
    near = [trim for trim in trims if _covers(trim, x, bleed)]
    above = max([area.y, *(trim.bottom + bleed for trim in near if trim.bottom <= start)])
    return above, min([area.bottom, *(trim.y - bleed for trim in near if trim.y >= end)])


def _covers(trim: Rect, x: Length, bleed: Length) -> bool:
    return trim.x - bleed <= x <= trim.right + bleed


def _corner(corner: Length, start: Length, end: Length, area: Rect) -> tuple[Length, Length]:
    """A short stretch of the cut line round a corner, moved into the printable area."""
    low, high = max(start, area.y), min(end, area.bottom)
    at = min(max(corner, low), high)
    return max(low, at - CORNER_LENGTH), min(high, at + CORNER_LENGTH)


def _crosses(
    x: Length,
    start: Length,
    end: Length,
    corners: list[Length],
    trims: list[Rect],
    area: Rect,
    length: Length,
) -> list[tuple[Length, Length]]:
    """From and to of the arms of crosses on one upright cut line; none reaches into another card."""
    if not area.x <= x <= area.right:
        return []
    crossing = [trim for trim in trims if trim.x < x < trim.right]
    top = max([area.y, *(trim.bottom for trim in crossing if trim.bottom <= start)])
    bottom = min([area.bottom, *(trim.y for trim in crossing if trim.y >= end)])
    return [
        (low, high)
        for corner in corners
        if (low := max(top, corner - length)) < (high := min(bottom, corner + length))
    ]


def _shared_edges(x: Length, trims: list[Rect]) -> list[tuple[Length, Length]]:
    """The stretches of an upright line that have a card on both sides."""
    shared = []
    for left in trims:
        for right in trims:
            low, high = max(left.y, right.y), min(left.bottom, right.bottom)
            if left.right == x == right.x and low < high:
                shared.append((low, high))
    return shared
