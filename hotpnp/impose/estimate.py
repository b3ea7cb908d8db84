"""How a deck of one card size would lie on paper, without a project."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from hotpnp.geometry import Rect
from hotpnp.impose.guillotine import Cut, find_cuts
from hotpnp.impose.measures import Measure, measure_cuts
from hotpnp.impose.slots import paper_of, plot_sheet
from hotpnp.model.sheet import SheetSpec
from hotpnp.model.sizes import parse_card_size
from hotpnp.model.values import parse_measure


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
    spec = SheetSpec.model_validate(
        {
            "paper": paper,
            "landscape": landscape,
            "margin": margin,
            "gutter": gutter,
            "pack": pack,
            "printable": "0",
        }
    )
    size, edge = parse_card_size(card), parse_measure(bleed).length
    plot = plot_sheet(spec, size, paper_of(spec, None), edge)
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
