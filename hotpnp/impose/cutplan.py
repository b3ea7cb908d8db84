"""The cut plan: the guillotine cuts that free every card of a kit's sheets, in order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from hotpnp.geometry import Command, Rect, Size
from hotpnp.impose.guillotine import (
    Cut,
    FoundCuts,
    find_cuts,
    goes_through,
    runs_along,
    struck,
)
from hotpnp.impose.measures import Measure, in_hand, measure_cuts
from hotpnp.impose.outlines import placed_outline, shares_cuts
from hotpnp.impose.place import Placement
from hotpnp.impose.slots import Plot

STACK_LIMITS = {"paper": 6, "card stock": 3}
"""Most sheets that are cut true at once; the figures of Honor of Trade's source."""


@dataclass(frozen=True, slots=True)
class CutPlan:
    """Numbered cuts of a sheet when all its places are filled, and what each page leaves out."""

    paper: Size
    """The paper as it is cut: folded, if it is."""
    cuts: tuple[Cut, ...]
    """Cut n is at place n - 1."""
    pages: tuple[PagePlan, ...]
    piles: tuple[tuple[int, int], ...] = ()
    """Before which cuts strips are stacked, and how many."""
    measures: Mapping[int, Measure] = field(default_factory=dict)
    """By number of the cut: from which edge it is measured."""
    double: bool = False
    """Whether the paper is folded and glued before it is cut, so that it is twice as thick."""

    @property
    def strokes(self) -> int:
        """Strokes to cut every page by itself, with all cuts that it does not leave out."""
        return self.stacked_strokes(1)

    def stacked_strokes(self, limit: int) -> int:
        """Strokes to cut pages that leave out the same cuts in stacks of so many sheets of paper at most."""
        high = max(1, limit // 2) if self.double else limit
        pages: Counter[tuple[int, ...]] = Counter()
        for part in self.pages:
            pages[part.left_out] += len(part.pages)
        return sum(-(-count // high) * (len(self.cuts) - len(out)) for out, count in pages.items())


@dataclass(frozen=True, slots=True)
class PagePlan:
    """Pages with the same trims. Each cut of the plan is needed, left out, or does no harm."""

    pages: tuple[int, ...]
    trims: tuple[Rect, ...]
    cuts: tuple[int, ...]
    """Numbers of the cuts that are needed: they free the cards, or make an edge to measure from."""
    left_out: tuple[int, ...]
    """Numbers of the cuts that would go through a card."""
    harmless: tuple[int, ...] = ()
    """Numbers of the cuts that part waste only."""
    measures: Mapping[int, Measure] = field(default_factory=dict)
    """Where it is not the plan's, since a cut before is left out: from which edge a cut is measured."""
    outlines: tuple[tuple[Command, ...], ...] = ()
    """Shapes that are cut out of the trims when the cuts are made, with scissors or a punch."""
    folded: bool = False
    """Whether pieces are folded in the end."""


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
    grouped: dict[tuple[_Cell, ...], list[int]] = {}
    for number, placements in pages.items():
        grouped.setdefault(tuple(_cell(placement) for placement in placements), []).append(number)
    base = _Base(
        plot, _full_cuts(plot), [plot.blocks[at.block].place(at.column, at.row) for at in plot.places()]
    )
    shared: list[PagePlan] = []
    others: list[CutPlan] = []
    for cells, numbers in grouped.items():
        page = base.page(cells, numbers)
        if page is not None:
            shared.append(page)
            continue
        trims = [cell.trim for cell in cells]
        own = _Base(plot, find_cuts([(cell.trim, cell.block) for cell in cells], plot.cut_size), trims)
        alone = own.page(cells, numbers)
        assert alone is not None
        others.append(own.plan((alone,)))
    return [base.plan(tuple(shared)), *others] if shared else others


def _full_cuts(plot: Plot) -> FoundCuts:
    """The cuts of a sheet with all its places filled, those left that stay empty or not: the fewest."""
    used = [(plot.blocks[at.block].place(at.column, at.row), at.block) for at in plot.places()]
    every = [(plot.blocks[at.block].place(at.column, at.row), at.block) for at in plot.every_place()]
    found = find_cuts(used, plot.cut_size)
    if len(every) == len(used):
        return found
    cuts, piles = find_cuts(every, plot.cut_size)
    trims = [trim for trim, _ in used]
    kept = _along(cuts, (), trims)
    if len(kept) >= len(found.cuts) or not _frees(plot.cut_size, [cuts[n - 1] for n in kept], trims):
        return found
    renumbered = {old: new for new, old in enumerate(kept, 1)}
    # A pile is made before the first cut that is left of its stage.
    moved = {renumbered[min(n for n in kept if n >= old)]: count for old, count in piles.items()}
    return FoundCuts(tuple(cuts[n - 1] for n in kept), moved)


class _Base:
    """Cuts that serve pages."""

    def __init__(self, plot: Plot, found: FoundCuts, trims: Sequence[Rect]) -> None:
        self._paper = plot.cut_size
        self._double = plot.fold is not None
        self._found = found
        self._measures = measure_cuts(self._paper, dict(enumerate(found.cuts, 1)), trims, {})

    def plan(self, pages: tuple[PagePlan, ...]) -> CutPlan:
        """The plan of pages."""
        cuts, piles = self._found
        return CutPlan(self._paper, cuts, pages, tuple(piles.items()), self._measures, self._double)

    def page(self, cells: Sequence[_Cell], numbers: Sequence[int]) -> PagePlan | None:
        """How pages with the same pieces are cut; none where these cuts do not free them."""
        cuts = dict(enumerate(self._found.cuts, 1))
        trims = tuple(cell.trim for cell in cells)
        out = tuple(n for n, cut in cuts.items() if any(goes_through(cut, trim) for trim in trims))
        needed = _along(self._found.cuts, out, trims)
        if not _frees(self._paper, [cuts[n] for n in needed], trims):
            return None
        made = {n: cut for n, cut in cuts.items() if n not in out}
        measures = measure_cuts(self._paper, made, trims, self._measures)
        if not measures.keys() >= set(needed):
            return None
        needed = self._with_edges(needed, made, trims, measures)
        return PagePlan(
            tuple(numbers),
            trims,
            needed,
            out,
            tuple(n for n in made if n not in needed),
            {n: m for n, m in measures.items() if m != self._measures.get(n)},
            tuple(cell.outline for cell in cells if cell.outline),
            any(cell.folded for cell in cells),
        )

    def _with_edges(
        self,
        needed: tuple[int, ...],
        made: Mapping[int, Cut],
        trims: Sequence[Rect],
        measures: Mapping[int, Measure],
    ) -> tuple[int, ...]:
        """The cuts that are needed, with those whose edges the others are measured from."""
        while True:
            chosen = {n: cut for n, cut in made.items() if n in needed}
            wrong = [
                n
                for n, held in in_hand(self._paper, chosen, trims)
                if not all(measures[n].suits(piece, chosen[n], self._paper) for piece in held)
            ]
            if not wrong:
                return needed
            edges = {(chosen[n].axis, measures[n].place(chosen[n].at)) for n in wrong}
            missing = {n for n, cut in made.items() if (cut.axis, cut.at) in edges and n not in needed}
            needed = tuple(sorted({*needed, *missing})) if missing else tuple(made)


def _frees(paper: Size, cuts: Sequence[Cut], trims: Sequence[Rect]) -> bool:
    """Whether each trim is a piece of its own after cuts."""
    pieces = [Rect(0, 0, *paper)]
    for cut in cuts:
        pieces = struck(pieces, cut)
    return set(trims) <= set(pieces)


def _along(cuts: Sequence[Cut], out: Sequence[int], trims: Sequence[Rect]) -> tuple[int, ...]:
    """The numbers of the cuts along a trim's edge, without those that are left out."""
    return tuple(
        n for n, cut in enumerate(cuts, 1) if n not in out and any(runs_along(cut, trim) for trim in trims)
    )
