"""Cut files: the shapes of a sheet as SVG and as DXF, in millimetres and at their places on the paper."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from hotpnp.geometry import Command, Size
from hotpnp.units import MM, Length, trim

TOLERANCE = 0.05 * MM
"""How far the straight pieces of a curve in DXF may lie from it."""

_Point = tuple[float, float]
_Shape = Sequence[Command]


class _Edge(NamedTuple):
    """A level or upright stretch of a shape's outline."""

    upright: bool
    at: float
    low: float
    high: float


def cut_lines(shapes: Sequence[_Shape]) -> list[tuple[Command, ...]]:
    """The paths that a machine is to follow, none of them twice.

    Shapes of level and upright edges that share a stretch of an edge are given as straight lines, each as
    long as it goes: a second cut along the first would tear the paper. Every other shape stays one closed
    path.
    """
    on_line: dict[tuple[bool, float], list[tuple[float, float, int]]] = defaultdict(list)
    for number, shape in enumerate(shapes):
        for edge in _edges(shape):
            on_line[edge.upright, edge.at].append((edge.low, edge.high, number))
    joined = {
        number
        for spans in on_line.values()
        for (_, end, one), (start, _, other) in _neighbours(spans)
        if start < end
        for number in (one, other)
    }
    paths = [tuple(shape) for number, shape in enumerate(shapes) if number not in joined]
    for (upright, at), spans in sorted(on_line.items()):
        for low, high in _united((low, high) for low, high, number in spans if number in joined):
            ends = ((at, low), (at, high)) if upright else ((low, at), (high, at))
            paths.append((("M", *ends[0]), ("L", *ends[1])))
    return paths


def _edges(shape: _Shape) -> list[_Edge]:
    """The edges of a shape; none when one of them is slanted or curved."""
    if any(command[0] == "C" for command in shape):
        return []
    edges = []
    for points, closed in _outlines(shape):
        for (x1, y1), (x2, y2) in pairwise([*points, points[0]] if closed else points):
            if x1 != x2 and y1 != y2:
                return []
            if x1 == x2 and y1 != y2:
                edges.append(_Edge(True, x1, min(y1, y2), max(y1, y2)))
            elif x1 != x2:
                edges.append(_Edge(False, y1, min(x1, x2), max(x1, x2)))
    return edges


def _neighbours(
    spans: list[tuple[float, float, int]],
) -> Iterator[tuple[tuple[float, float, int], tuple[float, float, int]]]:
    """Each span with the one before it that reaches farthest."""
    farthest: tuple[float, float, int] | None = None
    for span in sorted(spans):
        if farthest is not None:
            yield farthest, span
        if farthest is None or span[1] > farthest[1]:
            farthest = span


def _united(spans: Iterable[tuple[float, float]]) -> list[tuple[float, float]]:
    """Spans that touch or overlap, made one."""
    found: list[tuple[float, float]] = []
    for low, high in sorted(spans):
        if found and low <= found[-1][1]:
            found[-1] = (found[-1][0], max(found[-1][1], high))
        else:
            found.append((low, high))
    return found


def write_svg(paper: Size, shapes: Sequence[_Shape]) -> bytes:
    """Shapes (lengths from the paper's top left corner) as SVG: one unit is one millimetre."""
    wide, high = _mm(paper.width), _mm(paper.height)
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}mm" height="{high}mm" '
        f'viewBox="0 0 {wide} {high}">',
        '<g fill="none" stroke="#000000" stroke-width="0.1">',
        *(f'<path d="{_data(path)}"/>' for path in cut_lines(shapes)),
        "</g>",
        "</svg>",
    ]
    return "\n".join([*lines, ""]).encode("ascii")


def _data(path: _Shape) -> str:
    return " ".join(" ".join([command[0], *map(_mm, command[1:])]) for command in path)


def write_dxf(paper: Size, shapes: Sequence[_Shape]) -> bytes:
    """Shapes (lengths from the paper's top left corner) as DXF R12: millimetres from its bottom left corner.

    Curves become straight pieces that lie within 0.05 mm of them.
    """
    groups = [(0, "SECTION"), (2, "HEADER"), (9, "$ACADVER"), (1, "AC1009"), (9, "$INSUNITS"), (70, "4")]
    groups += [(9, "$EXTMIN"), (10, "0"), (20, "0"), (30, "0"), (9, "$EXTMAX")]
    groups += [(10, _mm(paper.width)), (20, _mm(paper.height)), (30, "0"), (0, "ENDSEC")]
    groups += [(0, "SECTION"), (2, "ENTITIES")]
    for path in cut_lines(shapes):
        for points, closed in _outlines(path):
            places = [(_mm(x), _mm(paper.height - y)) for x, y in points]
            groups += _polyline(places) if closed else _lines(places)
    groups += [(0, "ENDSEC"), (0, "EOF")]
    return "".join(f"{code}\n{value}\n" for code, value in groups).encode("ascii")


def _lines(places: list[tuple[str, str]]) -> Iterator[tuple[int, str]]:
    for (x1, y1), (x2, y2) in pairwise(places):
        yield from ((0, "LINE"), (8, "0"), (10, x1), (20, y1), (30, "0"), (11, x2), (21, y2), (31, "0"))


def _polyline(places: list[tuple[str, str]]) -> Iterator[tuple[int, str]]:
    """A closed polyline."""
    yield from ((0, "POLYLINE"), (8, "0"), (66, "1"), (10, "0"), (20, "0"), (30, "0"), (70, "1"))
    for x, y in places:
        yield from ((0, "VERTEX"), (8, "0"), (10, x), (20, y), (30, "0"))
    yield from ((0, "SEQEND"), (8, "0"))


def _outlines(path: _Shape) -> list[tuple[list[_Point], bool]]:
    """The parts of a path as points, curves in straight pieces, and whether each is closed."""
    parts: list[tuple[list[_Point], bool]] = []
    for kind, *numbers in path:
        ends = list(zip(numbers[::2], numbers[1::2], strict=True))
        if kind == "M":
            parts.append((ends, False))
        elif kind == "L":
            parts[-1][0].append(ends[0])
        elif kind == "C":
            parts[-1][0].extend(_flattened(parts[-1][0][-1], *ends))
        else:
            points = parts[-1][0]
            parts[-1] = (points[:-1] if points[-1] == points[0] else points, True)
    return parts


def _flattened(start: _Point, first: _Point, second: _Point, end: _Point) -> list[_Point]:
    """The ends of straight pieces that follow a Bezier curve.

    In n equal steps they lie within max|B''| / (8 n^2) of it, and |B''| is at most 6 times the larger second
    difference of the control points.
    """
    bends = [
        math.hypot(a[0] - 2 * b[0] + c[0], a[1] - 2 * b[1] + c[1])
        for a, b, c in ((start, first, second), (first, second, end))
    ]
    steps = max(1, math.ceil(math.sqrt(0.75 * max(bends) / TOLERANCE)))
    return [*(_on_curve(i / steps, start, first, second, end) for i in range(1, steps)), end]


def _on_curve(t: float, a: _Point, b: _Point, c: _Point, d: _Point) -> _Point:
    s = 1 - t
    shares = (s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t)
    x, y = (sum(share * point[i] for share, point in zip(shares, (a, b, c, d), strict=True)) for i in (0, 1))
    return x, y


def _mm(length: Length | float) -> str:
    """A length in millimetres, to a ten-thousandth."""
    return trim(length / MM, 4)
