"""From which edge each cut of a plan is measured: one that the piece in hand really has."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from hotpnp.geometry import Rect, Size
from hotpnp.impose.guillotine import (
    Axis,
    Cut,
    goes_through,
    high_side,
    holds_any,
    low_side,
    runs_along,
    struck,
)
from hotpnp.units import Length


class Measure(NamedTuple):
    """How far a cut lies from an edge of the piece that is cut."""

    distance: Length
    side: str
    """``left``, ``right``, ``top`` or ``bottom``."""
    of_piece: bool
    """Whether the edge is one that an earlier cut made; else it is the paper's."""

    @property
    def edge(self) -> str:
        """The edge in words: ``left edge``, ``top edge of the piece``."""
        return f"{self.side} edge of the piece" if self.of_piece else f"{self.side} edge"

    def place(self, at: Length) -> Length:
        """Where the edge is, when the cut is at a place."""
        return at + self.distance if self.side in ("right", "bottom") else at - self.distance

    def suits(self, piece: Rect, cut: Cut, paper: Size) -> bool:
        """Whether a piece has the edge, and the cut lies so far from it."""
        far = self.side in ("right", "bottom")
        edge = high_side(piece, cut.axis) if far else low_side(piece, cut.axis)
        there = self.of_piece or edge == (_whole(paper, cut.axis) if far else 0)
        return there and edge == self.place(cut.at)


def measure_cuts(
    paper: Size,
    cuts: Mapping[int, Cut],
    trims: Sequence[Rect],
    known: Mapping[int, Measure],
) -> dict[int, Measure]:
    """The measures of cuts by number, which are made in this order on a paper with these trims.

    The paper's near edge (left, top) is taken where the piece has it, then its far edge, then the near
    edge of the piece. What is known already is kept where it is true. Cuts that part nothing, or pieces
    that have no edge in common, have no measure.
    """
    found = {}
    for number, held in in_hand(paper, cuts, trims):
        cut = cuts[number]
        measures = [known[number]] if number in known else []
        for measure in (*measures, *_possible(held[0], cut, paper)):
            if all(measure.suits(piece, cut, paper) for piece in held):
                found[number] = measure
                break
    return found


def in_hand(paper: Size, cuts: Mapping[int, Cut], trims: Sequence[Rect]) -> Iterator[tuple[int, list[Rect]]]:
    """For each cut that parts a piece: its number, and the pieces in hand.

    These are the ones that need it, for a card's edge lies on the cut; where none does, all with a card;
    else the waste.
    """
    pieces = [Rect(0, 0, *paper)]
    for number, cut in cuts.items():
        met = [piece for piece in pieces if goes_through(cut, piece)]
        if met:
            along = [trim for trim in trims if runs_along(cut, trim)]
            held = [piece for piece in met if holds_any(piece, along)]
            yield number, held or [piece for piece in met if holds_any(piece, trims)] or met
        pieces = struck(pieces, cut)


def _possible(piece: Rect, cut: Cut, paper: Size) -> list[Measure]:
    """Measures of a cut in the order of choice."""
    near, far = ("left", "right") if cut.axis == "x" else ("top", "bottom")
    return [
        Measure(cut.at, near, False),
        Measure(_whole(paper, cut.axis) - cut.at, far, False),
        Measure(cut.at - low_side(piece, cut.axis), near, True),
    ]


def _whole(paper: Size, axis: Axis) -> Length:
    return paper.width if axis == "x" else paper.height
