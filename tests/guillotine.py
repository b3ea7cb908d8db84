"""A guillotine that cuts by a plan, and small sheets drawn as letters."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from hotpnp.geometry import Rect, Size, bounds
from hotpnp.impose.cutplan import CutPlan, plan_cuts
from hotpnp.impose.guillotine import Cut
from hotpnp.impose.measures import Measure
from hotpnp.impose.place import Placement
from hotpnp.impose.slots import Plot


def cut_apart(paper: Size, cuts: Iterable[Cut]) -> list[Rect]:
    """The pieces of a paper after all cuts, in order; a cut goes through each piece that its stroke meets."""
    pieces = [Rect(0, 0, *paper)]
    for cut in cuts:
        pieces = [part for piece in pieces for part in _struck(piece, cut)]
    return pieces


def _struck(piece: Rect, cut: Cut) -> list[Rect]:
    if cut.axis == "x":
        if not (piece.x < cut.at < piece.right and cut.start < piece.bottom and piece.y < cut.end):
            return [piece]
        near = Rect(piece.x, piece.y, cut.at - piece.x, piece.height)
        return [near, Rect(cut.at, piece.y, piece.right - cut.at, piece.height)]
    if not (piece.y < cut.at < piece.bottom and cut.start < piece.right and piece.x < cut.end):
        return [piece]
    near = Rect(piece.x, piece.y, piece.width, cut.at - piece.y)
    return [near, Rect(piece.x, cut.at, piece.width, piece.bottom - cut.at)]


def assert_freed(paper: Size, cuts: Iterable[Cut], trims: Sequence[Rect]) -> None:
    """All pieces that hold a part of a card are exactly the cards."""
    pieces = cut_apart(paper, cuts)
    holding = [piece for piece in pieces if any(piece.overlaps(trim) for trim in trims)]
    assert Counter(holding) == Counter(trims)


def assert_measured(
    paper: Size,
    cuts: Iterable[int],
    plan: Sequence[Cut],
    measures: Mapping[int, Measure],
    trims: Sequence[Rect],
) -> None:
    """Cuts made in order lie as far as is told from an edge that the pieces in hand really have.

    In hand are the pieces with a card whose edge the cut frees.
    """
    pieces = [Rect(0, 0, *paper)]
    for number in cuts:
        cut, after = plan[number - 1], []
        for piece in pieces:
            parts = _struck(piece, cut)
            after += parts
            if len(parts) == 2 and _frees(cut, piece, trims):
                _assert_told(measures[number], cut, piece, paper)
        pieces = after


def _frees(cut: Cut, piece: Rect, trims: Sequence[Rect]) -> bool:
    """Whether an edge of a card of this piece lies on the stroke itself."""
    sides = [
        (t.x, t.right, t.y, t.bottom) if cut.axis == "x" else (t.y, t.bottom, t.x, t.right)
        for t in trims
        if piece.contains(t)
    ]
    return any(cut.at in side[:2] and cut.start < side[3] and side[2] < cut.end for side in sides)


def _assert_told(measure: Measure, cut: Cut, piece: Rect, paper: Size) -> None:
    near, far, whole = (
        (piece.x, piece.right, paper.width) if cut.axis == "x" else (piece.y, piece.bottom, paper.height)
    )
    assert measure.side in (("left", "right") if cut.axis == "x" else ("top", "bottom"))
    edge = near if measure.side in ("left", "top") else far
    assert abs(edge - cut.at) == measure.distance > 0, (measure, cut, piece)
    if not measure.of_piece:
        assert edge == (0 if measure.side in ("left", "top") else whole), (measure, cut, piece)
    else:
        assert near > 0, (measure, cut, piece)


def assert_plans_free(plot: Plot, pages: dict[int, Sequence[Placement]]) -> list[CutPlan]:
    """The plans of these pages free every card of every page; each page stands in one plan."""
    plans = plan_cuts(plot, pages)
    told = [page for plan in plans for part in plan.pages for page in part.pages]
    assert sorted(told) == sorted(pages)
    for plan in plans:
        for part in plan.pages:
            every = [*part.cuts, *part.left_out, *part.harmless]
            assert sorted(every) == list(range(1, len(plan.cuts) + 1))
            measures = {**plan.measures, **part.measures}
            made = [number for number in range(1, len(plan.cuts) + 1) if number not in part.left_out]
            for page in part.pages:
                trims = [placement.trim for placement in pages[page]]
                assert list(part.trims) == trims
                for numbers in (list(part.cuts), made):
                    assert_freed(plan.paper, [plan.cuts[number - 1] for number in numbers], trims)
                    assert_measured(plan.paper, numbers, plan.cuts, measures, trims)
    return plans


def read_drawing(drawing: str) -> tuple[Size, dict[str, Rect]]:
    """The paper and the cards of a drawing: each letter a card, each sign one unit, dots are waste."""
    rows = [row.strip() for row in drawing.strip().splitlines()]
    places: dict[str, list[Rect]] = {}
    for y, row in enumerate(rows):
        for x, sign in enumerate(row):
            if sign != ".":
                places.setdefault(sign, []).append(Rect(x, y, 1, 1))
    return Size(len(rows[0]), len(rows)), {sign: bounds(cells) for sign, cells in sorted(places.items())}
