"""What a cutting machine is to cut out of each sheet: one set of shapes for all pages that are cut alike."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from hotpnp.geometry import Command, Size, rounded_rect
from hotpnp.impose.outlines import placed_outline
from hotpnp.impose.place import Placement, Sheet
from hotpnp.units import Length, show_mm

Shape: TypeAlias = tuple[Command, ...]
"""A closed path on the paper; lengths from its top left corner, y down."""


class RadiusTooLarge(ValueError):
    """Corners that are rounder than a card's shorter side allows; the text gives the figures."""


@dataclass(frozen=True, slots=True)
class CutSheet:
    """The shapes of pages that are cut alike."""

    paper: Size
    pages: tuple[int, ...]
    """Numbers of the pages, from 1, in order."""
    shapes: tuple[Shape, ...]


def cut_sheets(sheets: Sequence[Sheet], radius: Length = 0) -> list[CutSheet]:
    """The shapes for all sheets of cards: their outlines, or rectangles with corners of this radius.

    Raises RadiusTooLarge.
    """
    found: dict[tuple[Size, frozenset[Shape]], CutSheet] = {}
    for number, sheet in enumerate(sheets, 1):
        if not sheet.is_cut:
            continue
        shapes = tuple(_shape(placement, radius) for placement in sheet.front.placements)
        key = (sheet.plot.paper, frozenset(shapes))
        known = found.get(key)
        pages = (*known.pages, number) if known is not None else (number,)
        found[key] = CutSheet(sheet.plot.paper, pages, known.shapes if known is not None else shapes)
    return list(found.values())


def _shape(placement: Placement, radius: Length) -> Shape:
    outline = placed_outline(placement)
    if outline:
        return outline
    short = min(placement.trim.size)
    if 2 * radius > short:
        raise RadiusTooLarge(
            f"a corner radius of {show_mm(radius)} is more than a card of {show_mm(placement.trim.width)} x "
            f"{show_mm(placement.trim.height)} allows: {show_mm(short // 2)}"
        )
    return tuple(rounded_rect(*placement.trim, radius))
