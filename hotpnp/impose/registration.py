"""Registration marks: what a Silhouette machine looks for on a printed sheet, and what keeps clear of it.

A square stands at the top left, an L at the top right and at the bottom left, on paper that lies on its
long side. The figures are those of Silhouette Studio and of the Silhouette Card Maker's sheets.
"""

from __future__ import annotations

from dataclasses import replace

from hotpnp.assets.colour import Colour
from hotpnp.geometry import Rect, Size, bounds, rounded_rect
from hotpnp.impose.slots import BadSheet, Plot, SheetTooBig
from hotpnp.scene.items import Item, placed_path
from hotpnp.units import MM, Length, inch, mm, show_mm

INSET = 10 * MM
"""Paper's edge to the marks; the least that the program takes."""
SQUARE = 6 * MM
ARM = inch("0.35")
"""Length of an L's arms, its corner included; the program's own choice."""
LINE = inch("0.039")
"""Thickness of an L's arms; the most that the program takes."""
KEEP_CLEAR = mm("6.5")
"""Room around a mark into which no other line or text may come."""
CARD_GAP = mm("1.25")
"""Least distance of a card's bleed from a mark's ink."""
BLACK = Colour(0, 0, 0)


def mark_rects(paper: Size) -> tuple[Rect, ...]:
    """The ink of the marks on a paper: the square, then the level and the upright arm of each L."""
    return tuple(rect for mark in _marks(paper) for rect in mark)


def _marks(paper: Size) -> tuple[tuple[Rect, ...], ...]:
    right, bottom = paper.width - INSET, paper.height - INSET
    return (
        (Rect(INSET, INSET, SQUARE, SQUARE),),
        (Rect(right - ARM, INSET, ARM, LINE), Rect(right - LINE, INSET, LINE, ARM)),
        (Rect(INSET, bottom - LINE, ARM, LINE), Rect(INSET, bottom - ARM, LINE, ARM)),
    )


def keep_clear(paper: Size) -> tuple[Rect, ...]:
    """The rectangle around each mark into which no label may come."""
    return tuple(bounds(list(mark)).grown(KEEP_CLEAR) for mark in _marks(paper))


def draw_marks(paper: Size) -> tuple[Item, ...]:
    """The marks, filled in black."""
    return tuple(placed_path(rounded_rect(*rect, 0), BLACK) for rect in mark_rects(paper))


def leave_marks(plot: Plot, bleed: Length) -> Plot:
    """The plot with those places left empty whose cards, with this bleed, would come too near a mark's ink.

    Raises BadSheet when the marks lie where the printer cannot print, SheetTooBig when no place is left.
    """
    ink = mark_rects(plot.paper)
    if not plot.printable.contains(bounds(list(ink))):
        raise BadSheet(
            f"its registration marks stand {show_mm(INSET)} from the paper's edges, where it says that "
            "printers cannot print"
        )
    clear = [rect.grown(CARD_GAP) for rect in ink]
    every = replace(plot, skipped=frozenset()).places()
    near = {
        number
        for number, place in enumerate(every, 1)
        if any(
            plot.blocks[place.block].place(place.column, place.row).grown(bleed).overlaps(rect)
            for rect in clear
        )
    }
    left = replace(plot, skipped=plot.skipped | near, near_marks=frozenset(near - plot.skipped))
    if not left.places():
        raise SheetTooBig(
            f"the registration marks leave no place free: cards with their bleed keep {show_mm(CARD_GAP)} "
            "from them"
        )
    return left
