"""Proofs: trim and safe zone drawn over the cards."""

from __future__ import annotations

from dataclasses import replace

from hotpnp.assets.colour import Colour
from hotpnp.geometry import Insets, Rect, rounded_rect
from hotpnp.impose.place import Side
from hotpnp.scene.items import Item, placed_path
from hotpnp.units import PT, Length

TRIM = Colour(0, 160, 220)
SAFE = Colour(220, 0, 140)


def proof(side: Side) -> Side:
    """The side with each card's trim in blue and its safe zone in dashed pink over everything else."""
    lines: list[Item] = []
    for placement in side.placements:
        lines.append(_outline(placement.trim, TRIM, ()))
        safe = placement.scene.safe
        if safe:
            inner = placement.trim.inset(Insets(safe, safe, safe, safe))
            lines.append(_outline(inner, SAFE, (2 * PT, 2 * PT)))
    return replace(side, extras=(*side.extras, *lines))


def _outline(rect: Rect, colour: Colour, dash: tuple[Length, ...]) -> Item:
    path = placed_path(rounded_rect(*rect, 0), None, colour, PT // 2)
    return path._replace(dash=dash)
