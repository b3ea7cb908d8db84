"""How a deck of one card size would lie on paper, without a project."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from hotpnp.geometry import Rect
from hotpnp.impose.guillotine import Cut, find_cuts
from hotpnp.impose.measures import Measure, measure_cuts
from hotpnp.impose.outlines import LEAST_GAP
from hotpnp.impose.slots import paper_of, plot_sheet
from hotpnp.model.sheet import SheetSpec
from hotpnp.model.sizes import ROUND, parse_card_size, parse_paper
from hotpnp.model.strict import read_typed
from hotpnp.units import Length, parse_length


class Slot(NamedTuple):
    """A place: the card's trim as it lies, and whether it lies turned."""

    trim: Rect
    turned: bool


@dataclass(frozen=True, slots=True)
class Estimate:
    """The places and cuts of a full sheet, and what a deck needs."""

    slots: tuple[Slot, ...]
    cuts: tuple[Cut, ...]
    measures: tuple[Measure, ...]
    """For each cut, from which edge it is measured."""
    sheets: int
    strokes: int
    """Strokes to cut every sheet by itself; stacks need fewer."""


def estimate(
    card: str, paper: str, landscape: bool, margin: str, bleed: str, gutter: str, pack: str, count: int
) -> Estimate:
    """Lay out so many cards. Raises SheetTooBig, or ValueError for what cannot be read."""
    typed = {"margin": margin, "gutter": gutter, "pack": pack, "printable": "0", "paper": paper}
    spec = read_typed(SheetSpec, typed).model_copy(update={"landscape": landscape})
    parse_paper(paper)
    size, edge = parse_card_size(card), _edge(bleed)
    plot = plot_sheet(spec, size, paper_of(spec, None), edge, _apart(card, edge))
    slots = [
        (Slot(block.place(column, row), block.turned), number)
        for number, block in enumerate(plot.blocks)
        for row in range(block.rows)
        for column in range(block.columns)
    ]
    cuts, _ = find_cuts([(slot.trim, number) for slot, number in slots], plot.paper)
    measures = measure_cuts(plot.paper, dict(enumerate(cuts)), [slot.trim for slot, _ in slots], {})
    sheets = -(-count // len(slots))
    return Estimate(
        tuple(slot for slot, _ in slots), cuts, tuple(measures.values()), sheets, sheets * len(cuts)
    )


def _edge(bleed: str) -> Length:
    try:
        edge = parse_length(bleed)
    except ValueError as fault:
        raise ValueError(f"bleed: {fault}") from fault
    if edge < 0:
        raise ValueError(f'bleed: "{bleed}" must not be below 0')
    return edge


def _apart(card: str, bleed: Length) -> Length:
    """How far cards stand apart: those that are cut out one by one share no cuts."""
    return max(LEAST_GAP, 2 * bleed) if card.strip().lower() in ROUND else 0
