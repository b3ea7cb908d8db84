"""The shape that is cut out of a face's size, and the lines along which it is folded."""

from __future__ import annotations

import math
import re
from typing import Annotated

from pydantic import AfterValidator, Field

from hotpnp.assets.icons import BadSvg, read_path
from hotpnp.diag import did_you_mean
from hotpnp.geometry import (
    Affine,
    Command,
    Point,
    Rect,
    Segment,
    Size,
    ellipse,
    map_command,
    path_steps,
    polygon,
    rounded_rect,
    whole_path,
)
from hotpnp.model.strict import Strict
from hotpnp.model.values import parse_measure, parse_measures
from hotpnp.units import MM, Length, show_mm

OUTLINES = ("rect", "rounded", "circle", "hex", "hex-pointy")
RADIUS = "3mm"
"""Corner radius unless the layout says otherwise: that of most cards and of the commonest corner punch."""
HEX = math.sqrt(3) / 2
"""A regular hexagon from side to side, as a share of its corner to corner."""
SLACK = 0.005
"""Most difference of a hexagon's proportions, as a share: sizes are written with one or two decimals."""


class BadOutline(ValueError):
    """An outline that cannot be cut from its size; the text says why, ``entry`` at which of its points."""

    def __init__(self, message: str, entry: int | None = None, hint: str = "") -> None:
        super().__init__(message)
        self.entry = entry
        self.hint = hint


def parse_point(text: str, size: Size) -> Point:
    """A place on a face: from the left and from the top, such as ``50% 12mm``."""
    x, y = parse_measures(text, (2,))
    return Point(x.within(size.width), y.within(size.height))


def _point(text: str) -> str:
    parse_measures(text, (2,))
    return text


PointText = Annotated[str, AfterValidator(_point)]


class FoldSpec(Strict):
    """A line along which a piece is folded."""

    start: PointText = Field(alias="from", description="Where it begins: from the left, from the top.")
    end: PointText = Field(alias="to", description="Where it ends, likewise.")


def read_outline(given: str | list[str], radius: str | None, size: Size) -> tuple[Command, ...]:
    """The outline of a face of a size; none where that is its whole rectangle. Raises BadOutline."""
    if isinstance(given, list):
        if len(given) < 3:
            raise BadOutline("outline: a shape has at least three points")
        return whole_path(polygon([_corner(text, number, size) for number, text in enumerate(given)]))
    word = given.strip()
    if word[:1] in ("M", "m") and not word.isalpha():
        return _drawn(word, size)
    if word not in OUTLINES:
        message = f'outline: "{given}" is not one of {", ".join(OUTLINES)}, nor a list of points or a path'
        raise BadOutline(message, hint=did_you_mean(word, OUTLINES))
    if word == "rounded":
        corner = parse_measure(radius or RADIUS).within(min(size))
        return whole_path(rounded_rect(0, 0, *size, corner)) if corner > 0 else ()
    if word == "circle":
        return _circle(size)
    return () if word == "rect" else _hexagon(size, pointy=word == "hex-pointy")


def _corner(text: str, number: int, size: Size) -> Point:
    try:
        point = parse_point(text, size)
    except ValueError as fault:
        raise BadOutline(f"outline: {fault}", number) from fault
    if not (0 <= point.x <= size.width and 0 <= point.y <= size.height):
        raise BadOutline(f'outline: the point "{text}" lies outside the size', number)
    return point


def _circle(size: Size) -> tuple[Command, ...]:
    if size.width != size.height:
        side = show_mm(min(size))
        raise BadOutline(
            f"outline: a circle needs a square size, this one is {show_mm(size.width)} x "
            f"{show_mm(size.height)}; write size: {_written(side)} x {_written(side)}"
        )
    half = size.width / 2
    return whole_path(ellipse(half, half, half, half))


def _hexagon(size: Size, pointy: bool) -> tuple[Command, ...]:
    """A regular hexagon; flat at the top, its width is that from corner to corner (pointy: its height)."""
    width, height = size
    across, side = (height, width) if pointy else (width, height)
    right = round(across * HEX)
    if abs(side - right) > SLACK * right:
        name, other = ("hex-pointy", "hex") if pointy else ("hex", "hex-pointy")
        fit = Size(right, height) if pointy else Size(width, right)
        message = (
            f"outline: a {name} that is {show_mm(across)} from corner to corner is {show_mm(right)} "
            f"{'wide' if pointy else 'high'}, this size {show_mm(side)}; write size: "
            f"{_written(show_mm(fit.width))} x {_written(show_mm(fit.height))}"
        )
        turned = abs(across - side * HEX) <= SLACK * across
        raise BadOutline(message, hint=f"or did you mean {other}?" if turned else "")
    points = [(0, 0.5), (0.25, 0), (0.75, 0), (1, 0.5), (0.75, 1), (0.25, 1)]
    placed = [(y * width, (1 - x) * height) if pointy else (x * width, y * height) for x, y in points]
    return whole_path(polygon(placed))


def _written(shown: str) -> str:
    """A length as it is written in a file."""
    return shown.replace(" ", "")


def _drawn(path: str, size: Size) -> tuple[Command, ...]:
    """An SVG path whose numbers are millimetres from the top left."""
    if len(re.findall("[Mm]", path)) != len(re.findall("[Zz]", path)):
        raise BadOutline("outline: the path is not closed; end it with Z")
    try:
        drawing = read_path(path, f"0 0 {size.width / MM:.6f} {size.height / MM:.6f}")
    except BadSvg as fault:
        raise BadOutline(f"outline: {fault}") from fault
    scale = Affine(size.width / drawing.width, 0, 0, size.height / drawing.height)
    drawn = (command for shape in drawing.shapes for command in shape.commands)
    commands = whole_path(map_command(command, scale) for command in drawn)
    if not commands:
        raise BadOutline("outline: the path draws nothing")
    places = [place for step in path_steps(commands) for place in step.points()]
    beyond = round(max(max(-x, -y, x - size.width, y - size.height) for x, y in places))
    if beyond > MM // 100:
        raise BadOutline(
            f"outline: the path reaches {show_mm(beyond)} beyond the size; its numbers are millimetres"
        )
    return commands


def read_fold(fold: FoldSpec, size: Size) -> Segment:
    """A fold line in whole lengths. Raises ValueError when it has no length or leaves the face."""
    start, end = parse_point(fold.start, size), parse_point(fold.end, size)
    if start == end:
        raise ValueError("a fold runs from one point to another, these are the same")
    face = Rect(0, 0, *size)
    for text, point in ((fold.start, start), (fold.end, end)):
        if not face.contains(Rect(*point, 0, 0)):
            raise ValueError(f'the point "{text}" lies outside the size')
    return Segment(*start, *end)


def mirrored(commands: tuple[Command, ...], width: Length) -> tuple[Command, ...]:
    """An outline as it is seen from behind."""
    return whole_path(map_command(command, Affine(a=-1, e=width)) for command in commands)
