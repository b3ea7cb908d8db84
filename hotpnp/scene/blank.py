"""Blank cards to write on, for the places that a deck leaves on its last sheet."""

from __future__ import annotations

from hotpnp.assets.colour import Colour
from hotpnp.geometry import Rect, Size, rounded_rect
from hotpnp.scene.items import Item, Part, Scene, placed_path
from hotpnp.units import MM, PT

LINE = Colour(170, 170, 170)
EDGE = 5 * MM
"""Distance of the frame from the trim, so that a cut that is off does not touch it."""
STEP = 8 * MM
"""Distance between lines, wide enough for handwriting."""


def blank(size: Size) -> Scene:
    """A card of a size with a frame, a bar for its name and lines to write on, in pale grey."""
    edge = min(EDGE, min(size) // 10)
    frame = Rect(edge, edge, size.width - 2 * edge, size.height - 2 * edge)
    items: list[Item] = [placed_path(rounded_rect(*frame, 2 * MM), None, LINE, PT * 3 // 4)]
    first = frame.y + STEP * 5 // 4
    weight = PT * 3 // 4
    for y in range(first, frame.bottom - STEP // 2, STEP):
        inset = 0 if y == first else 2 * MM
        path = [("M", frame.x + inset, y), ("L", frame.right - inset, y)]
        items.append(placed_path(path, None, LINE, weight))
        weight = PT // 3
    return Scene(size, (Part(tuple(items)),))
