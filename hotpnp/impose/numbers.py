"""The numbers of the cuts, at the ends of their lines."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from hotpnp.assets.colour import Colour
from hotpnp.assets.fonts import DEFAULT_FAMILY, Fonts
from hotpnp.geometry import Insets, Rect, Segment, bounds
from hotpnp.impose.guillotine import Cut, runs_along
from hotpnp.impose.slots import Plot
from hotpnp.scene.items import TextRun, ink_box
from hotpnp.scene.text import Style, text_run
from hotpnp.units import MM, PT, Length

GREY = Colour(90, 90, 90)
SIZES = (6 * PT, 5 * PT)
"""The smaller one where the larger has no room; smaller type is hard to read in grey."""
GAP = 2 * PT
LEAST_GAP = PT // 3
STEP = 3 * PT
CLEAR = 30 * PT
"""Beside a line, so far from its end a number is well clear of the marks at the corner."""
FARTHEST = 25 * MM
"""No number stands farther from the end of its line, or one would look for it in vain."""


def cut_numbers(
    cuts: Sequence[Cut],
    numbers: Sequence[int],
    trims: Sequence[Rect],
    marks: Sequence[Segment],
    plot: Plot,
    fonts: Fonts,
    bleed: Length = 0,
) -> list[TextRun]:
    """The numbers of the cuts, each beside its cut line outside the bleed, clear of the marks.

    Cuts along one line may share a place: ``cut 4, 7``. Those without room are left out: where cards
    touch each other and the paper's edge, there is nothing but cards.
    """
    face = fonts.face(DEFAULT_FAMILY, "semibold", False)
    styles = [Style(face, DEFAULT_FAMILY, "semibold", False, size, GREY) for size in SIZES]
    area = plot.front_area.inset(Insets(GAP, GAP, GAP, GAP)) if plot.fold else plot.front_area
    taken = [*(trim.grown(bleed) for trim in trims), *(mark.box for mark in marks)]
    setter = _Setter(cuts, trims, taken, area, styles, bleed)
    for spots in (_beyond, _beside):
        for number in numbers:
            setter.put(number, spots)
    for number in numbers:
        setter.share(number)
    return [run for _, run in sorted(setter.found.items())]


_Spots = Callable[["_Line", Length, Length], Iterator[tuple[Rect, bool]]]


class _Setter:
    """Puts numbers where nothing stands yet."""

    def __init__(
        self,
        cuts: Sequence[Cut],
        trims: Sequence[Rect],
        taken: Sequence[Rect],
        area: Rect,
        styles: Sequence[Style],
        bleed: Length,
    ) -> None:
        self.found: dict[tuple[int, ...], TextRun] = {}
        """The texts by the numbers that they tell."""
        self._cuts = cuts
        self._trims = trims
        self._taken = taken
        self._area = area
        self._styles = styles
        self._bleed = bleed

    def put(self, number: int, spots: _Spots) -> None:
        """Put a number on one of these spots, unless it stands somewhere."""
        if not self._is_told(number):
            run = self._fitted((number,), spots, self.found)
            if run is not None:
                self.found[number,] = run

    def share(self, number: int) -> None:
        """Put a number that stands nowhere beside that of another cut along the same line."""
        for known in [] if self._is_told(number) else list(self.found):
            if self._cuts[known[0] - 1][:2] != self._cuts[number - 1][:2]:
                continue
            others = {one: run for one, run in self.found.items() if one != known}
            for spots in (_beyond, _beside):
                run = self._fitted((*known, number), spots, others)
                if run is not None:
                    self.found = {**others, (*known, number): run}
                    return

    def _is_told(self, number: int) -> bool:
        return any(number in known for known in self.found)

    def _fitted(
        self, numbers: tuple[int, ...], spots: _Spots, others: Mapping[tuple[int, ...], TextRun]
    ) -> TextRun | None:
        """The text at the first spot that is free."""
        text = f"cut {', '.join(str(number) for number in numbers)}"
        cuts = [self._cuts[number - 1] for number in numbers]
        along = [trim for trim in self._trims if any(runs_along(cut, trim) for cut in cuts)]
        if not along:
            return None
        taken = [*self._taken, *(ink_box(run) for run in others.values())]
        line = _line(cuts[0], along, self._trims, self._area, self._bleed)
        for style in self._styles:
            width = style.face.width(text, style.size)
            for spot, turned in spots(line, width, style.size):
                rect = _framed(spot, line.upright)
                if line.area.contains(spot) and not any(rect.overlaps(other) for other in taken):
                    return _set(text, style, rect, width, turned)
        return None


class _Line(NamedTuple):
    """A cut line in a frame in which it is upright."""

    upright: bool
    """Whether it is so on the paper too."""
    x: Length
    block: Rect
    """Round the cards along it, with their bleed."""
    area: Rect
    """Where its number may stand."""
    bleed: Length


def _line(cut: Cut, along: Sequence[Rect], trims: Sequence[Rect], area: Rect, bleed: Length) -> _Line:
    """The line of a cut; its area does not go on beyond the stroke where other cards are.

    There another piece lies by then.
    """
    upright = cut.axis == "x"
    block, framed = _framed(bounds(list(along)), upright), _framed(area, upright)
    others = [_framed(trim, upright) for trim in trims]
    top = max(framed.y, cut.start) if any(o.bottom <= block.y for o in others) else framed.y
    bottom = min(framed.bottom, cut.end) if any(o.y >= block.bottom for o in others) else framed.bottom
    inner = Rect(framed.x, top, framed.width, bottom - top)
    return _Line(upright, cut.at, block.grown(bleed), inner, bleed)


def _framed(rect: Rect, upright: bool) -> Rect:
    """A rectangle in the frame in which the cut line is upright, or back."""
    return rect if upright else Rect(rect.y, rect.x, rect.height, rect.width)


def _set(text: str, style: Style, rect: Rect, width: Length, turned: bool) -> TextRun:
    if turned:
        run = text_run(text, style, rect.x + style.size * 3 // 4, rect.bottom, width)
        return run._replace(turn=270)
    return text_run(text, style, rect.x, rect.bottom - style.size // 4, width)


def _beyond(line: _Line, width: Length, height: Length) -> Iterator[tuple[Rect, bool]]:
    """Spots in the frame, and whether text is turned in them: beyond the lower and the upper end of a line.

    Flat text comes first, and spots near the end.
    """
    block, area, x = line.block, line.area, line.x
    for sign, room in ((1, area.bottom - block.bottom), (-1, block.y - area.y)):
        for turned in (False, True):
            wide, high = (width, height) if turned != line.upright else (height, width)
            gap = min(GAP, (room - high) // 2)
            if gap < LEAST_GAP:
                continue
            for away in range(gap, min(room - high, FARTHEST) + 1, STEP):
                y = block.bottom + away if sign > 0 else block.y - away - high
                for left in (x + GAP, x - GAP - wide, x - wide // 2):
                    yield Rect(left, y, wide, high), turned


def _beside(line: _Line, width: Length, height: Length) -> Iterator[tuple[Rect, bool]]:
    """Spots beside a line, with the text along it, near its ends; at outer cards, beyond their bleed."""
    block, x = line.block, line.x
    for gap in (GAP, LEAST_GAP):
        sides = [x + gap, x - gap - height]
        sides += [block.right + gap] if x + line.bleed == block.right else []
        sides += [block.x - gap - height] if x - line.bleed == block.x else []
        every = range(GAP, min(block.height - width, FARTHEST) + 1, STEP)
        for away in sorted(every, key=lambda away: abs(away - CLEAR)):
            for y in (block.y + away, block.bottom - away - width):
                for left in sides:
                    yield Rect(left, y, height, width), line.upright
