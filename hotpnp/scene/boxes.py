"""Boxes: where an element stands in its parent, and how containers share out space."""

from __future__ import annotations

from collections.abc import Mapping

from hotpnp.diag import did_you_mean
from hotpnp.geometry import Rect
from hotpnp.model.box import Box
from hotpnp.model.text_element import Align, VAlign
from hotpnp.model.values import parse_measure
from hotpnp.units import Length


def box_in(spec: Box, parent: Rect, placed: Mapping[str, Rect]) -> Rect:
    """The element's box in its parent, counted from neighbours placed before where it says so.

    Raises ValueError when it has no width or no height, or names a neighbour that is not there.
    """
    parent = _beside(spec, parent, placed)
    x, width = _axis(spec.left, spec.right, spec.width, spec.centre_x, parent.width)
    y, height = _axis(spec.top, spec.bottom, spec.height, spec.centre_y, parent.height)
    if width <= 0 or height <= 0:
        raise ValueError("its box has no room: the edges meet or cross")
    return Rect(parent.x + x, parent.y + y, width, height)


def _beside(spec: Box, parent: Rect, placed: Mapping[str, Rect]) -> Rect:
    """The part of the parent's box that neighbours leave."""
    left, top, right, bottom = parent.x, parent.y, parent.right, parent.bottom
    if spec.below is not None:
        top = _neighbour(spec.below, placed).bottom
    if spec.above is not None:
        bottom = _neighbour(spec.above, placed).y
    if spec.right_of is not None:
        left = _neighbour(spec.right_of, placed).right
    if spec.left_of is not None:
        right = _neighbour(spec.left_of, placed).x
    return Rect(left, top, right - left, bottom - top)


def _neighbour(name: str, placed: Mapping[str, Rect]) -> Rect:
    if name not in placed:
        hint = did_you_mean(name, placed) or "it must come before, in the same group"
        raise ValueError(f'there is no earlier neighbour "{name}"; {hint}')
    return placed[name]


def _axis(
    near: str | None, far: str | None, size: str | None, centre: str | None, whole: Length
) -> tuple[Length, Length]:
    """Start and length along one axis; what is not given reaches to the parent's edge."""
    length = parse_measure(size).within(whole) if size is not None else None
    if centre is not None:
        middle = parse_measure(centre).within(whole)
        if length is None:
            length = 2 * min(middle, whole - middle)
        return middle - length // 2, length
    start = parse_measure(near).within(whole) if near is not None else None
    end = whole - parse_measure(far).within(whole) if far is not None else None
    if length is None:
        start = start or 0
        return start, (whole if end is None else end) - start
    if start is None:
        start = 0 if end is None else end - length
    return start, length


_SHARES = {"left": 0.0, "top": 0.0, "centre": 0.5, "middle": 0.5, "right": 1.0, "bottom": 1.0}


def share_out(
    box: Rect, fixed: list[str | None], gap: Length, across: bool, align: Align | VAlign
) -> list[Rect]:
    """Places side by side (or under each other): given sizes first, the rest shared equally.

    Where all sizes are given, ``align`` says where the places stand in the box.
    """
    whole = box.width if across else box.height
    given = [parse_measure(size).within(whole) if size is not None else None for size in fixed]
    free = whole - gap * max(0, len(given) - 1) - sum(size for size in given if size is not None)
    takers = sum(1 for size in given if size is None)
    places = []
    at = 0 if takers else round(free * _SHARES[align])
    taken = 0
    for size in given:
        if size is None:
            size = free * (taken + 1) // takers - free * taken // takers
            taken += 1
        if across:
            places.append(Rect(box.x + at, box.y, size, box.height))
        else:
            places.append(Rect(box.x, box.y + at, box.width, size))
        at += size + gap
    return places


def cells(box: Rect, count: int, columns: int, rows: int | None, gap: Length) -> list[Rect]:
    """Equal cells in reading order. Raises ValueError when there are more entries than cells."""
    down = rows if rows is not None else max(1, -(-count // columns))
    if count > columns * down:
        raise ValueError(f"{count} entries do not fit {columns} x {down} cells")
    width = (box.width - gap * (columns - 1)) / columns
    height = (box.height - gap * (down - 1)) / down
    return [
        Rect(
            round(box.x + (i % columns) * (width + gap)),
            round(box.y + (i // columns) * (height + gap)),
            round(width),
            round(height),
        )
        for i in range(count)
    ]
