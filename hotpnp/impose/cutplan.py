"""The cut plan: the guillotine cuts that free every card of a sheet, in order.

The cuts are found from the trims alone. Blocks are parted first; then each block is cut along the
paper's long side, then across, and so on. Every cut is measured from the left or the top edge of
the paper: the far cut comes first, so that this edge lies against the stop until the last one.
Strips of equal length that were parted are stacked and cut with one stroke.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Literal, NamedTuple

from hotpnp.geometry import Command, Rect, Size, bounds
from hotpnp.impose.outlines import placed_outline, shares_cuts
from hotpnp.impose.place import Placement
from hotpnp.impose.slots import Plot
from hotpnp.units import Length

Axis = Literal["x", "y"]


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


class _Stage(NamedTuple):
    depth: int
    order: int
    cuts: tuple[Cut, ...]


def find_cuts(placements: Sequence[tuple[Rect, int]], paper: Size) -> tuple[Cut, ...]:
    """The cuts that free trims, each given with the number of its block. Raises NotGuillotine."""
    finder = _Finder(paper, [trim for trim, _ in placements])
    finder.part_blocks(Rect(0, 0, *paper), list(placements))
    stages = sorted(finder.stages, key=lambda stage: (stage.depth, stage.order))
    return tuple(cut for stage in stages for cut in stage.cuts)


class _Finder:
    def __init__(self, paper: Size, trims: list[Rect]) -> None:
        self.stages: list[_Stage] = []
        self._all = trims
        self._long: Axis = "x" if paper.height >= paper.width else "y"
        self._stacks: dict[tuple[int, int, Axis, tuple[Length, ...]], int] = {}

    def part_blocks(self, region: Rect, placements: list[tuple[Rect, int]]) -> None:
        """Cut between blocks, then free each block's trims."""
        blocks = sorted({block for _, block in placements})
        if len(blocks) > 1:
            rects = {b: bounds([trim for trim, block in placements if block == b]) for b in blocks}
            for axis in self._axes():
                for at in sorted({_low(rect, axis) for rect in rects.values()}):
                    before = [b for b in blocks if _high(rects[b], axis) <= at]
                    if (
                        before
                        and len(before) < len(blocks)
                        and not any(_crosses(r, axis, at) for r in rects.values())
                    ):
                        self._add(-1, (_cut(axis, at, region),))
                        near, far = _parted(region, axis, at)
                        self.part_blocks(near, [p for p in placements if p[1] in before])
                        self.part_blocks(far, [p for p in placements if p[1] not in before])
                        return
        self._free(region, [trim for trim, _ in placements], 0, blocks[0] if blocks else 0)

    def _axes(self) -> tuple[Axis, Axis]:
        return ("x", "y") if self._long == "x" else ("y", "x")

    def _free(self, region: Rect, trims: list[Rect], depth: int, block: int) -> None:
        if trims == [region] or not trims:
            return
        lines: list[Length] = []
        for step in (0, 1):
            axis = self._axes()[(depth + step) % 2]
            lines = _lines(region, trims, axis)
            if lines:
                depth += step
                break
        else:
            raise NotGuillotine("straight cuts from edge to edge cannot free these cards")
        self._add_stack(region, axis, lines, depth, block)
        for strip in _strips(region, axis, lines):
            self._free(strip, [trim for trim in trims if strip.contains(trim)], depth + 1, block)

    def _add(self, depth: int, cuts: tuple[Cut, ...]) -> None:
        self.stages.append(_Stage(depth, len(self.stages), cuts))

    def _add_stack(self, region: Rect, axis: Axis, lines: list[Length], depth: int, block: int) -> None:
        """Add cuts, or make those of an equal strip longer, since the two are stacked.

        Strips with another card between them are not stacked: one stroke on the sheet would go through it.
        """
        key = (block, depth, axis, tuple(lines))
        cuts = tuple(_cut(axis, at, region) for at in reversed(lines))
        known = self._stacks.get(key)
        if known is not None:
            stage = self.stages[known]
            joined = tuple(
                old._replace(start=min(old.start, new.start), end=max(old.end, new.end))
                for old, new in zip(stage.cuts, cuts, strict=True)
            )
            if not any(goes_through(cut, trim) for cut in joined for trim in self._all):
                self.stages[known] = stage._replace(cuts=joined)
                return
        self._stacks[key] = len(self.stages)
        self._add(depth, cuts)


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


def _parted(region: Rect, axis: Axis, at: Length) -> tuple[Rect, Rect]:
    near, far = _strips(region, axis, [at])
    return near, far


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

    The plan of the full sheet serves every page whose cuts are all among its own; such a page
    leaves out the others. Pages that need other cuts get a plan of their own.
    """
    full = [
        (block.place(column, row), number)
        for number, block in enumerate(plot.blocks)
        for row in range(block.rows)
        for column in range(block.columns)
    ]
    grouped: dict[tuple[_Cell, ...], list[int]] = {}
    for number, placements in pages.items():
        grouped.setdefault(tuple(_cell(placement) for placement in placements), []).append(number)
    base = find_cuts(full, plot.paper)
    shared: list[PagePlan] = []
    others: list[CutPlan] = []
    for cells, numbers in grouped.items():
        rects = tuple(cell.trim for cell in cells)
        own = find_cuts([(cell.trim, cell.block) for cell in cells], plot.paper)
        made = _numbers(own, base, rects)
        outlines = tuple(cell.outline for cell in cells if cell.outline)
        page = PagePlan(tuple(numbers), rects, (), (), outlines, any(cell.folded for cell in cells))
        if made is not None:
            left_out = tuple(
                n for n, cut in enumerate(base, 1) if any(goes_through(cut, trim) for trim in rects)
            )
            shared.append(replace(page, cuts=made, left_out=left_out))
        else:
            every = tuple(range(1, len(own) + 1))
            others.append(CutPlan(plot.paper, own, (replace(page, cuts=every),)))
    plans = [CutPlan(plot.paper, base, tuple(shared))] if shared else []
    return plans + others


def _numbers(own: tuple[Cut, ...], base: tuple[Cut, ...], trims: tuple[Rect, ...]) -> tuple[int, ...] | None:
    """The numbers of the base plan's cuts that make these cuts.

    None when a cut is not among them, or when the base plan's stroke, which may be longer, parts a card.
    """
    numbers = set()
    for cut in own:
        for number, known in enumerate(base, 1):
            if (
                known.axis == cut.axis
                and known.at == cut.at
                and known.start <= cut.start
                and cut.end <= known.end
            ):
                numbers.add(number)
                break
        else:
            return None
    if any(goes_through(base[number - 1], trim) for number in numbers for trim in trims):
        return None
    return tuple(sorted(numbers))
