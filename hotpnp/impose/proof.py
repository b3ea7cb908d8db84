"""Proofs: trim and safe zone drawn over the cards."""

from __future__ import annotations

from dataclasses import replace

from hotpnp.assets.colour import Colour
from hotpnp.geometry import Insets, Rect, rounded_rect
from hotpnp.impose.outlines import placed_outline
from hotpnp.impose.place import Side
from hotpnp.scene.items import Group, Item, Path, placed_path
from hotpnp.units import PT, Length

TRIM = Colour(0, 160, 220)
SAFE = Colour(220, 0, 140)


def proof(side: Side) -> Side:
    """The side with each card's trim in blue and its safe zone in dashed pink over everything else.

    Where a shape is cut out of the trim, what lies too near its edge is hatched in pink.
    """
    lines: list[Item] = []
    for placement in side.placements:
        safe = placement.scene.safe
        outline = placed_outline(placement)
        if outline:
            if safe:
                band = Path(outline, None, SAFE, 2 * safe, dash=(PT // 2, 3 * PT))
                lines.append(Group((band,), outline))
            lines.append(Path(outline, None, TRIM, PT // 2))
            continue
        lines.append(_outline(placement.trim, TRIM, ()))
        if safe:
            inner = placement.trim.inset(Insets(safe, safe, safe, safe))
            lines.append(_outline(inner, SAFE, (2 * PT, 2 * PT)))
    return replace(side, extras=(*side.extras, *lines))


def _outline(rect: Rect, colour: Colour, dash: tuple[Length, ...]) -> Item:
    path = placed_path(rounded_rect(*rect, 0), None, colour, PT // 2)
    return path._replace(dash=dash)
