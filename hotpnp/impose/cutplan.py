"""The cut plan: the guillotine cuts that free every card of a sheet, in order.

The cuts are found from the trims alone. Of all ways that part blocks, or make all cuts of one
direction, and so on, the one with the fewest strokes is taken; among equals blocks are parted first
and cuts along the paper's long side come before cuts across. Every cut is measured from the left or
the top edge of the paper: the far cut comes first, so that this edge lies against the stop until the
last one. Equal strips that were parted are stacked and cut with one stroke.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Literal, NamedTuple

from hotpnp.geometry import Command, Rect, Size, bounds
from hotpnp.impose.outlines import placed_outline, shares_cuts
from hotpnp.impose.place import Placement
from hotpnp.impose.slots import Plot
from hotpnp.units import Length

Axis = Literal["x", "y"]


STACK_LIMITS = {"paper": 6, "card stock": 3}
"""Most sheets that are cut true at once; the figures of Honor of Trade's source."""


class NotGuillotine(ValueError):
    """Trims that straight cuts from edge to edge cannot free."""


class Cut(NamedTuple):
    """One stroke: x cuts are upright, measured from the paper's left edge; y cuts level, from the top."""

    axis: Axis
    at: Length
    start: Length
    end: Length
    """From and to, along the stroke."""


@dataclass(frozen=True, slots=True)
class CutPlan:
    """Numbered cuts of a sheet when all its places are filled, and what each page leaves out."""

    paper: Size
    cuts: tuple[Cut, ...]
    """Cut n is at place n - 1."""
    pages: tuple[PagePlan, ...]
    piles: tuple[tuple[int, int], ...] = ()
    """Before which cuts strips are stacked, and how many."""

    @property
    def strokes(self) -> int:
        """Strokes to cut every page by itself, with all cuts that it does not leave out."""
        return self.stacked_strokes(1)

    def stacked_strokes(self, limit: int) -> int:
        """Strokes to cut pages that leave out the same cuts in stacks of at most so many sheets."""
        pages: Counter[tuple[int, ...]] = Counter()
        for part in self.pages:
            pages[part.left_out] += len(part.pages)
        return sum(-(-count // limit) * (len(self.cuts) - len(out)) for out, count in pages.items())


@dataclass(frozen=True, slots=True)
class PagePlan:
    """Pages with the same trims."""

    pages: tuple[int, ...]
    trims: tuple[Rect, ...]
    cuts: tuple[int, ...]
    """Numbers of the cuts that free the cards, in order."""
    left_out: tuple[int, ...]
    """Numbers of the cuts that would go through a card; all others do no harm."""
    outlines: tuple[tuple[Command, ...], ...] = ()
    """Shapes that are cut out of the trims when the cuts are made, with scissors or a punch."""
    folded: bool = False
    """Whether pieces are folded in the end."""


@dataclass(slots=True)
class _Stage:
    """Strokes of one direction that part a region, or several equal ones stacked."""

    cuts: tuple[Cut, ...]
    after: set[int]
    """The stages that must be done before."""
    piled: int = 1
    """How many strips are stacked for it."""


class FoundCuts(NamedTuple):
    """Cuts in order, and before which of them (numbers from 1) how many strips are stacked."""

    cuts: tuple[Cut, ...]
    piles: dict[int, int]


_Placed = tuple[tuple[Rect, int], ...]
"""Trims, each with the number of its block."""


def find_cuts(placements: Sequence[tuple[Rect, int]], paper: Size) -> FoundCuts:
    """The cuts that free trims, each given with the number of its block: the fewest strokes that are found.

    Raises NotGuillotine.
    """
    finder = _Finder(paper, [trim for trim, _ in placements])
    finder.free(Rect(0, 0, *paper), tuple(placements), None)
    cuts: list[Cut] = []
    piles = {}
    for stage in finder.ordered():
        if stage.piled > 1:
            piles[len(cuts) + 1] = stage.piled
        cuts += stage.cuts
    return FoundCuts(tuple(cuts), piles)


class _Finder:
    def __init__(self, paper: Size, trims: list[Rect]) -> None:
        self._stages: list[_Stage] = []
        self._all = trims
        self._axes: tuple[Axis, Axis] = ("x", "y") if paper.height >= paper.width else ("y", "x")
        self._stacks: dict[tuple[int | None, Axis, tuple[Length, ...]], int] = {}
        self._best: dict[tuple[Rect, _Placed], tuple[int, Axis, list[Length]]] = {}

    def free(self, region: Rect, placed: _Placed, parent: int | None) -> None:
        """Cut a region until each trim is a piece of its own."""
        if _is_free(region, placed):
            return
        _, axis, lines = self._choose(region, placed)
        stage = self._add(region, axis, lines, parent)
        for strip in _strips(region, axis, lines):
            self.free(strip, _inside(strip, placed), stage)

    def ordered(self) -> list[_Stage]:
        """The stages in an order that can be done: cuts along the paper's long side as early as can be."""
        waiting = list(range(len(self._stages)))
        done: list[int] = []
        while waiting:
            ready = [n for n in waiting if self._stages[n].after <= set(done)]
            chosen = min(ready, key=lambda n: (self._stages[n].cuts[0].axis != self._axes[0], n))
            waiting.remove(chosen)
            done.append(chosen)
        return [self._stages[n] for n in done]

    def _choose(self, region: Rect, placed: _Placed) -> tuple[int, Axis, list[Length]]:
        """The strokes in all, and the cuts to begin with: of several ways that need as many, the first."""
        key = (region, placed)
        if key not in self._best:
            found = [
                (self._strokes(region, placed, axis, lines), axis, lines)
                for axis, lines in self._options(region, placed)
            ]
            if not found:
                raise NotGuillotine("straight cuts from edge to edge cannot free these cards")
            self._best[key] = min(found, key=lambda option: option[0])
        return self._best[key]

    def _options(self, region: Rect, placed: _Placed) -> Iterator[tuple[Axis, list[Length]]]:
        """Where to begin: between blocks, or with all cuts of one direction, that along the paper first."""
        parting = self._parting(placed)
        if parting is not None:
            yield parting
        trims = [trim for trim, _ in placed]
        for axis in self._axes:
            lines = _lines(region, trims, axis)
            if lines:
                yield axis, lines

    def _parting(self, placed: _Placed) -> tuple[Axis, list[Length]] | None:
        """A cut that parts blocks and goes through none."""
        blocks = sorted({block for _, block in placed})
        rects = {b: bounds([trim for trim, block in placed if block == b]) for b in blocks}
        for axis in self._axes if len(blocks) > 1 else ():
            for at in sorted({_low(rect, axis) for rect in rects.values()}):
                before = [b for b in blocks if _high(rects[b], axis) <= at]
                if before and len(before) < len(blocks):
                    if any(_crosses(rect, axis, at) for rect in rects.values()):
                        continue
                    return axis, [at]
        return None

    def _strokes(self, region: Rect, placed: _Placed, axis: Axis, lines: list[Length]) -> int:
        """The strokes to free a region that begins with these; equal strips beside each other are stacked."""
        strokes, before = len(lines), None
        for strip in _strips(region, axis, lines):
            inside = _inside(strip, placed)
            if not inside:
                continue
            shape = (strip.size, tuple((t.moved(-strip.x, -strip.y), block) for t, block in inside))
            if shape != before and not _is_free(strip, inside):
                strokes += self._choose(strip, inside)[0]
            before = shape
        return strokes

    def _add(self, region: Rect, axis: Axis, lines: list[Length], parent: int | None) -> int:
        """Add cuts, or make those of an equal strip longer, since the two are stacked.

        Strips with another card between them are not stacked: one stroke on the sheet would go through it.
        """
        key = (parent, axis, tuple(lines))
        cuts = tuple(_cut(axis, at, region) for at in reversed(lines))
        known = self._stacks.get(key)
        if known is not None:
            stage = self._stages[known]
            joined = tuple(
                old._replace(start=min(old.start, new.start), end=max(old.end, new.end))
                for old, new in zip(stage.cuts, cuts, strict=True)
            )
            if not any(goes_through(cut, trim) for cut in joined for trim in self._all):
                stage.cuts = joined
                stage.piled += 1
                return known
        self._stacks[key] = len(self._stages)
        self._stages.append(_Stage(cuts, set() if parent is None else {parent}))
        return self._stacks[key]


def _is_free(region: Rect, placed: _Placed) -> bool:
    return not placed or (len(placed) == 1 and placed[0][0] == region)


def _inside(strip: Rect, placed: _Placed) -> _Placed:
    return tuple(one for one in placed if strip.contains(one[0]))


def goes_through(cut: Cut, trim: Rect) -> bool:
    """Whether a stroke parts a trim."""
    low, high = (trim.y, trim.bottom) if cut.axis == "x" else (trim.x, trim.right)
    return _crosses(trim, cut.axis, cut.at) and cut.start < high and low < cut.end


def _low(rect: Rect, axis: Axis) -> Length:
    return rect.x if axis == "x" else rect.y


def _high(rect: Rect, axis: Axis) -> Length:
    return rect.right if axis == "x" else rect.bottom


def _crosses(rect: Rect, axis: Axis, at: Length) -> bool:
    return _low(rect, axis) < at < _high(rect, axis)


def _cut(axis: Axis, at: Length, region: Rect) -> Cut:
    if axis == "x":
        return Cut(axis, at, region.y, region.bottom)
    return Cut(axis, at, region.x, region.right)


def _lines(region: Rect, trims: list[Rect], axis: Axis) -> list[Length]:
    """Edges of trims along which the region can be cut through."""
    edges = {edge for trim in trims for edge in (_low(trim, axis), _high(trim, axis))}
    return sorted(
        at
        for at in edges
        if _low(region, axis) < at < _high(region, axis)
        and not any(_crosses(trim, axis, at) for trim in trims)
    )


def _strips(region: Rect, axis: Axis, lines: list[Length]) -> list[Rect]:
    edges = [_low(region, axis), *lines, _high(region, axis)]
    pairs = pairwise(edges)
    if axis == "x":
        return [Rect(a, region.y, b - a, region.height) for a, b in pairs]
    return [Rect(region.x, a, region.width, b - a) for a, b in pairs]


class _Cell(NamedTuple):
    """A piece as the plan sees it."""

    trim: Rect
    block: int
    outline: tuple[Command, ...]
    folded: bool


def _cell(placement: Placement) -> _Cell:
    scene = placement.scene
    outline = () if shares_cuts(scene.outline, scene.size) else placed_outline(placement)
    return _Cell(placement.trim, placement.block, outline, bool(scene.folds))


def plan_cuts(plot: Plot, pages: dict[int, Sequence[Placement]]) -> list[CutPlan]:
    """The cut plans of pages of one sheet.

    The plan of the full sheet serves every page whose cards its strokes free, without those that
    would part a card. Other pages get a plan of their own.
    """
    full = [(plot.blocks[at.block].place(at.column, at.row), at.block) for at in plot.places()]
    grouped: dict[tuple[_Cell, ...], list[int]] = {}
    for number, placements in pages.items():
        grouped.setdefault(tuple(_cell(placement) for placement in placements), []).append(number)
    base, piles = find_cuts(full, plot.cut_size)
    shared: list[PagePlan] = []
    others: list[CutPlan] = []
    for cells, numbers in grouped.items():
        trims = tuple(cell.trim for cell in cells)
        outlines = tuple(cell.outline for cell in cells if cell.outline)
        page = PagePlan(tuple(numbers), trims, (), (), outlines, any(cell.folded for cell in cells))
        harmful = tuple(n for n, cut in enumerate(base, 1) if any(goes_through(cut, t) for t in trims))
        needed = _needed(base, harmful, trims, plot.cut_size)
        if needed is not None:
            shared.append(replace(page, cuts=needed, left_out=harmful))
        else:
            own, own_piles = find_cuts([(cell.trim, cell.block) for cell in cells], plot.cut_size)
            alone = replace(page, cuts=tuple(range(1, len(own) + 1)))
            others.append(CutPlan(plot.cut_size, own, (alone,), tuple(own_piles.items())))
    plans = [CutPlan(plot.cut_size, base, tuple(shared), tuple(piles.items()))] if shared else []
    return plans + others


def _needed(
    base: tuple[Cut, ...], harmful: tuple[int, ...], trims: tuple[Rect, ...], paper: Size
) -> tuple[int, ...] | None:
    """The numbers of the cuts that free trims, those along a trim's edge; none when they do not."""
    numbers = tuple(
        n for n, cut in enumerate(base, 1) if n not in harmful and any(_along(cut, t) for t in trims)
    )
    pieces = [Rect(0, 0, *paper)]
    for n in numbers:
        pieces = [part for piece in pieces for part in _struck(piece, base[n - 1])]
    return numbers if set(trims) <= set(pieces) else None


def _along(cut: Cut, trim: Rect) -> bool:
    """Whether a stroke runs along an edge of a trim."""
    low, high = (trim.y, trim.bottom) if cut.axis == "x" else (trim.x, trim.right)
    return cut.at in (_low(trim, cut.axis), _high(trim, cut.axis)) and cut.start < high and low < cut.end


def _struck(piece: Rect, cut: Cut) -> list[Rect]:
    """The parts of a piece of paper after a stroke."""
    return _strips(piece, cut.axis, [cut.at]) if goes_through(cut, piece) else [piece]
