"""Whether a place lies inside a path, and how far from its edge."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from hotpnp.geometry import Command, Rect, path_steps
from hotpnp.units import Length


def winding(commands: Iterable[Command], x: float, y: float) -> int:
    """How often a path goes round a point, curves taken as the lines between a few points on them."""
    found = 0
    for step in path_steps(commands):
        px, py = step.x, step.y
        ends = [step.end]
        if step.name == "C" and min(py, *step.numbers[1::2]) <= y <= max(py, *step.numbers[1::2]):
            ends = step.points()
        for qx, qy in ends:
            if (py > y) != (qy > y) and x < (qx - px) * (y - py) / (qy - py) + px:
                found += 1 if qy > py else -1
            px, py = qx, qy
    return found


def depth(commands: Sequence[Command], x: float, y: float) -> float:
    """How deep a point lies inside a path; below 0 outside it."""
    near = math.inf
    for step in path_steps(commands):
        px, py = step.x, step.y
        for qx, qy in step.points():
            near = min(near, _distance(px, py, qx, qy, x, y))
            px, py = qx, qy
    return near if winding(commands, x, y) else -near


def _distance(px: float, py: float, qx: float, qy: float, x: float, y: float) -> float:
    """From a point to the straight line between two others."""
    dx, dy = qx - px, qy - py
    length = dx * dx + dy * dy
    share = max(0.0, min(1.0, ((x - px) * dx + (y - py) * dy) / length)) if length else 0.0
    return math.hypot(x - px - share * dx, y - py - share * dy)


def least_depth(commands: Sequence[Command], box: Rect) -> Length:
    """How deep the shallowest corner of a box lies inside a path; below 0 outside it."""
    corners = [(x, y) for x in (box.x, box.right) for y in (box.y, box.bottom)]
    return math.floor(min(depth(commands, x, y) for x, y in corners))
