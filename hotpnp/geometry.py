"""Shapes without meaning. Origin top left, y down, whole lengths (units.Length)."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, TypeAlias

from hotpnp.units import Length


class Point(NamedTuple):
    """A place."""

    x: Length
    y: Length


class Size(NamedTuple):
    """Width and height."""

    width: Length
    height: Length

    def turned(self) -> Size:
        """The size after a quarter turn."""
        return Size(self.height, self.width)


class Insets(NamedTuple):
    """Distances inward from the four edges."""

    left: Length = 0
    right: Length = 0
    top: Length = 0
    bottom: Length = 0


class Rect(NamedTuple):
    """A rectangle by its top left corner and its size."""

    x: Length
    y: Length
    width: Length
    height: Length

    @property
    def right(self) -> Length:
        """x of the right edge."""
        return self.x + self.width

    @property
    def bottom(self) -> Length:
        """y of the bottom edge."""
        return self.y + self.height

    @property
    def size(self) -> Size:
        """Width and height."""
        return Size(self.width, self.height)

    @property
    def centre(self) -> Point:
        """The middle, rounded down to a whole length."""
        return Point(self.x + self.width // 2, self.y + self.height // 2)

    def moved(self, dx: Length, dy: Length) -> Rect:
        """The rectangle shifted."""
        return Rect(self.x + dx, self.y + dy, self.width, self.height)

    def inset(self, by: Insets) -> Rect:
        """The rectangle inside, each edge moved inward."""
        return Rect(
            self.x + by.left,
            self.y + by.top,
            self.width - by.left - by.right,
            self.height - by.top - by.bottom,
        )

    def grown(self, by: Length) -> Rect:
        """The rectangle with every edge moved outward."""
        return self.inset(Insets(-by, -by, -by, -by))

    def overlaps(self, other: Rect) -> bool:
        """Whether the two share more than an edge."""
        return (
            self.x < other.right and other.x < self.right and self.y < other.bottom and other.y < self.bottom
        )

    def common(self, other: Rect) -> Rect:
        """What the two share; its width or height is below 0 where they lie apart."""
        x, y = max(self.x, other.x), max(self.y, other.y)
        return Rect(x, y, min(self.right, other.right) - x, min(self.bottom, other.bottom) - y)

    def contains(self, other: Rect) -> bool:
        """Whether the other lies within, edges included."""
        return (
            self.x <= other.x
            and self.y <= other.y
            and other.right <= self.right
            and other.bottom <= self.bottom
        )


def bounds(rects: list[Rect]) -> Rect:
    """The smallest rectangle round one or more rectangles."""
    left, top = min(r.x for r in rects), min(r.y for r in rects)
    return Rect(left, top, max(r.right for r in rects) - left, max(r.bottom for r in rects) - top)


class Segment(NamedTuple):
    """A straight line between two points, drawn with a weight (stroke width)."""

    x1: Length
    y1: Length
    x2: Length
    y2: Length
    weight: Length = 0

    @property
    def box(self) -> Rect:
        """The rectangle that the stroke covers (butt ends)."""
        half = self.weight // 2
        across = half if self.x1 == self.x2 else 0
        down = half if self.y1 == self.y2 else 0
        left, top = min(self.x1, self.x2) - across, min(self.y1, self.y2) - down
        return Rect(left, top, abs(self.x2 - self.x1) + 2 * across, abs(self.y2 - self.y1) + 2 * down)


class Affine(NamedTuple):
    """x' = a*x + c*y + e, y' = b*x + d*y + f, in top-left coordinates."""

    a: float = 1
    b: float = 0
    c: float = 0
    d: float = 1
    e: float = 0
    f: float = 0

    def apply(self, x: float, y: float) -> tuple[float, float]:
        """The image of a point."""
        return self.a * x + self.c * y + self.e, self.b * x + self.d * y + self.f

    @staticmethod
    def rotation(degrees: float, x: float, y: float) -> Affine:
        """The clockwise turn about a point."""
        cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
        return Affine(cos, sin, -sin, cos, x - cos * x + sin * y, y - sin * x - cos * y)

    def then(self, after: Affine) -> Affine:
        """The map that does this one first and the other afterwards."""
        e, f = after.apply(self.e, self.f)
        return Affine(
            after.a * self.a + after.c * self.b,
            after.b * self.a + after.d * self.b,
            after.a * self.c + after.c * self.d,
            after.b * self.c + after.d * self.d,
            e,
            f,
        )


IDENTITY = Affine()
"""The map that leaves everything where it is."""

_TURNS = {0: (1, 0, 0, 1), 90: (0, 1, -1, 0), 180: (-1, 0, 0, -1), 270: (0, -1, 1, 0)}


def turn_into(size: Size, target: Rect, degrees: int) -> Affine:
    """The map that turns a rectangle of this size clockwise by quarter turns, centred on the target."""
    a, b, c, d = _TURNS[degrees % 360]
    x, y = size.width / 2, size.height / 2
    return Affine(
        a,
        b,
        c,
        d,
        target.x + target.width / 2 - a * x - c * y,
        target.y + target.height / 2 - b * x - d * y,
    )


Command: TypeAlias = tuple[str, *tuple[float, ...]]
"""A step of a path: ``("M", x, y)``, ``("L", x, y)``, ``("C", x1, y1, x2, y2, x, y)`` or ``("Z",)``."""

# A quarter circle as one Bezier curve: control points at this share of the radius.
KAPPA = 0.5522847498


def map_command(command: Command, matrix: Affine) -> Command:
    """A step of a path after a map."""
    numbers = command[1:]
    mapped: list[float] = []
    for i in range(0, len(numbers), 2):
        mapped += matrix.apply(numbers[i], numbers[i + 1])
    return (command[0], *mapped)


def around(xs: Sequence[float], ys: Sequence[float]) -> Rect:
    """The smallest rectangle round points, made whole; an empty one at the origin when there are none."""
    if not xs:
        return Rect(0, 0, 0, 0)
    left, top = round(min(xs)), round(min(ys))
    return Rect(left, top, round(max(xs)) - left, round(max(ys)) - top)


def map_rect(rect: Rect, matrix: Affine) -> Rect:
    """The smallest rectangle round a rectangle's image."""
    corners = [matrix.apply(x, y) for x in (rect.x, rect.right) for y in (rect.y, rect.bottom)]
    return around([x for x, _ in corners], [y for _, y in corners])


def whole_path(commands: Iterable[Command]) -> tuple[Command, ...]:
    """A path with its coordinates made whole."""
    return tuple((command[0], *(round(number) for number in command[1:])) for command in commands)


class Step(NamedTuple):
    """A line (L) or curve (C) of a path from a place; the numbers are those of its command."""

    name: str
    x: float
    y: float
    numbers: tuple[float, ...]

    @property
    def end(self) -> tuple[float, float]:
        """Where it ends."""
        x, y = self.numbers[-2:]
        return x, y

    def points(self) -> list[tuple[float, float]]:
        """A few places on it, its end included; the lines between them stand for the curve."""
        if self.name == "L":
            return [self.end]
        x1, y1, x2, y2, x3, y3 = self.numbers
        found = []
        for i in range(1, 7):
            t = i / 6
            a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
            found.append((a * self.x + b * x1 + c * x2 + d * x3, a * self.y + b * y1 + c * y2 + d * y3))
        return found


def path_steps(commands: Iterable[Command]) -> Iterator[Step]:
    """The lines and curves of a path; what closes it is a line too."""
    x = y = first_x = first_y = 0.0
    for name, *numbers in commands:
        if name == "M":
            first_x, first_y = x, y = numbers
            continue
        step = Step("L", x, y, (first_x, first_y)) if name == "Z" else Step(name, x, y, tuple(numbers))
        yield step
        x, y = step.end


def polygon(points: list[tuple[float, float]]) -> list[Command]:
    """A closed path through the points."""
    return [("L" if i else "M", x, y) for i, (x, y) in enumerate(points)] + [("Z",)]


def star_points(
    corners: int, inner: float, cx: float, cy: float, rx: float, ry: float
) -> list[tuple[float, float]]:
    """The points of a star, the first at the top; an inner radius of 1 gives a regular polygon's corners."""
    steps = corners if inner == 1 else 2 * corners
    points = []
    for i in range(steps):
        share = 1.0 if inner == 1 or i % 2 == 0 else inner
        angle = 2 * math.pi * i / steps - math.pi / 2
        points.append((cx + share * rx * math.cos(angle), cy + share * ry * math.sin(angle)))
    return points


def rounded_rect(x: float, y: float, width: float, height: float, radius: float) -> list[Command]:
    """A rectangle from its smaller x and y, with round corners when the radius is above 0."""
    limit = min(radius, width / 2, height / 2)
    return _cornered(x, y, x + width, y + height, [max(0.0, limit)] * 4)


def corner_rect(rect: Rect, radii: Sequence[float]) -> list[Command]:
    """A rectangle with a radius for each corner, clockwise from the top left; too large ones are reduced."""
    top_left, top_right, bottom_right, bottom_left = radii
    sides = (
        (rect.width, top_left + top_right),
        (rect.width, bottom_left + bottom_right),
        (rect.height, top_left + bottom_left),
        (rect.height, top_right + bottom_right),
    )
    share = min([1.0, *(side / both for side, both in sides if both > 0)])
    return _cornered(rect.x, rect.y, rect.right, rect.bottom, [radius * share for radius in radii])


def _cornered(left: float, top: float, right: float, bottom: float, radii: Sequence[float]) -> list[Command]:
    """The path of a rectangle, clockwise from its top left."""
    # Each corner: its place, and the unit steps that lead to it and away from it.
    corners = (
        (right, top, (1, 0), (0, 1), radii[1]),
        (right, bottom, (0, 1), (-1, 0), radii[2]),
        (left, bottom, (-1, 0), (0, -1), radii[3]),
        (left, top, (0, -1), (1, 0), radii[0]),
    )
    path: list[Command] = [("M", left + radii[0], top)]
    for x, y, (ax, ay), (bx, by), r in corners:
        path.append(("L", x - ax * r, y - ay * r))
        if r > 0:
            k = r * (1 - KAPPA)
            path.append(("C", x - ax * k, y - ay * k, x + bx * k, y + by * k, x + bx * r, y + by * r))
    if radii[0] <= 0:
        path.pop()
    return [*path, ("Z",)]


def ellipse(cx: float, cy: float, rx: float, ry: float) -> list[Command]:
    """An ellipse by its centre and radii, as four curves."""
    kx, ky = rx * KAPPA, ry * KAPPA
    return [
        ("M", cx + rx, cy),
        ("C", cx + rx, cy + ky, cx + kx, cy + ry, cx, cy + ry),
        ("C", cx - kx, cy + ry, cx - rx, cy + ky, cx - rx, cy),
        ("C", cx - rx, cy - ky, cx - kx, cy - ry, cx, cy - ry),
        ("C", cx + kx, cy - ry, cx + rx, cy - ky, cx + rx, cy),
        ("Z",),
    ]


def winding(commands: Sequence[Command], x: float, y: float) -> int:
    """How often a path goes round a point, curves taken as the polygon of a few points on them."""
    turns = 0
    px = py = sx = sy = 0.0
    for name, *numbers in commands:
        if name == "M":
            px, py = sx, sy = numbers
            continue
        ends = [(sx, sy)] if name == "Z" else [(numbers[-2], numbers[-1])]
        if name == "C" and min(py, *numbers[1::2]) <= y <= max(py, *numbers[1::2]):
            ends = _on_curve(px, py, numbers)
        for qx, qy in ends:
            if (py > y) != (qy > y) and x < (qx - px) * (y - py) / (qy - py) + px:
                turns += 1 if qy > py else -1
            px, py = qx, qy
    return turns


def _on_curve(px: float, py: float, numbers: Sequence[float]) -> list[tuple[float, float]]:
    """Points on a Bezier curve from a point, its end included."""
    x1, y1, x2, y2, x3, y3 = numbers
    points = []
    for i in range(1, 7):
        t = i / 6
        a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
        points.append((a * px + b * x1 + c * x2 + d * x3, a * py + b * y1 + c * y2 + d * y3))
    return points
