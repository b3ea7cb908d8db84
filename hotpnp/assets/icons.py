"""Icons: SVG drawings as paths, so that they stay vectors and take a colour."""

from __future__ import annotations

import io
import logging
import re
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from hotpnp.assets.colour import Colour
from hotpnp.assets.scripts import load_reportlab_fonts
from hotpnp.geometry import Affine, Command, ellipse, map_command, rounded_rect

CURRENT = "current"
"""Stands for the colour that the layout gives the icon (SVG's currentColor)."""

_CURRENT_HEX = "#010203"
_FORBIDDEN = re.compile(
    rb"<\s*(?:script|foreignObject|image)\b|(?:href|src)\s*=\s*[\"'](?!#)|url\(\s*[\"']?(?!#)|<!ENTITY|@import",
    re.IGNORECASE,
)


_LOST = re.compile(
    rb"<\s*(text|pattern|linearGradient|radialGradient|mask|filter|clipPath)\b|"
    rb"[\s;\"']((?:fill-|stroke-)?opacity|stroke-dasharray|filter|mask|clip-path)\s*[=:]\s*[\"']?(?!1\b|none\b)"
)
"""What would be lost in silence."""


class UnsafeSvg(ValueError):
    """An SVG file with a script or with parts outside itself."""


class BadSvg(ValueError):
    """An SVG file that cannot be drawn; the text says why."""


class IconShape(NamedTuple):
    """One painted path in the icon's own units, y down."""

    commands: tuple[Command, ...]
    fill: Colour | str | None
    stroke: Colour | str | None
    stroke_width: float
    even_odd: bool


class Icon(NamedTuple):
    """A drawing in a box of width x height units."""

    width: float
    height: float
    shapes: tuple[IconShape, ...]


def read_icon(data: bytes) -> Icon:
    """Read an SVG file. Raises UnsafeSvg or BadSvg with a sentence for the user."""
    found = _FORBIDDEN.search(data)
    if found is not None:
        raise UnsafeSvg(f'the SVG holds "{found.group().decode("ascii", "replace")}"')
    load_reportlab_fonts()
    lost = _LOST.search(data)
    if lost is not None:
        raise BadSvg(
            f"the SVG uses {lost.group(1).decode('ascii')}, which cannot be drawn; convert it to plain paths"
        )
    from svglib import svglib

    logging.getLogger("svglib.svglib").setLevel(logging.CRITICAL)
    source = io.BytesIO(data.replace(b"currentColor", _CURRENT_HEX.encode()))
    try:
        drawing = svglib.svg2rlg(source)
    except Exception as fault:  # svglib raises whatever its parsers do
        raise BadSvg(f"the SVG cannot be read: {fault}") from fault
    if drawing is None or not drawing.width or not drawing.height:
        raise BadSvg("the SVG cannot be read, or has no width, height or viewBox")
    shapes: list[IconShape] = []
    flip = Affine(d=-1, f=float(drawing.height))
    _walk(drawing, flip, shapes)
    return Icon(float(drawing.width), float(drawing.height), tuple(shapes))


def read_path(data: str, view: str) -> Icon:
    """An SVG path as an icon; ``view`` is the viewBox. Raises BadSvg."""
    if not re.fullmatch(r"[\sMmLlHhVvCcSsQqTtAaZz0-9eE.,+-]*", data):
        raise BadSvg("path: this is not SVG path data")
    if not re.fullmatch(r"\s*-?[\d.]+(?:[\s,]+-?[\d.]+){3}\s*", view):
        raise BadSvg(f'view: "{view}" must be four numbers: x y width height')
    path = f'<path fill="currentColor" d="{data}"/>'
    return read_icon(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}">{path}</svg>'.encode())


def _walk(node: Any, matrix: Affine, shapes: list[IconShape]) -> None:
    from reportlab.graphics import shapes as rl

    if isinstance(node, rl.Group | rl.Drawing):
        inner = Affine(*node.transform).then(matrix)
        for child in node.contents:
            _walk(child, inner, shapes)
        return
    if getattr(node, "isClipPath", 0):
        raise BadSvg("the SVG uses a clip path, which icons may not have")
    commands = _commands(node, rl)
    placed = tuple(map_command(command, matrix) for command in commands)
    even_odd = getattr(node, "fillMode", None) == rl.FILL_EVEN_ODD
    fill, stroke = _colour(getattr(node, "fillColor", None)), _colour(node.strokeColor)
    scale = abs(matrix.a * matrix.d - matrix.b * matrix.c) ** 0.5
    if fill is not None or stroke is not None:
        shapes.append(IconShape(placed, fill, stroke, float(node.strokeWidth or 0) * scale, even_odd))


def _colour(value: Any) -> Colour | str | None:
    if value is None or getattr(value, "alpha", 1) == 0:
        return None
    colour = Colour(*(round(channel * 255) for channel in (value.red, value.green, value.blue)))
    return CURRENT if colour.hex == _CURRENT_HEX else colour


def _commands(node: Any, rl: Any) -> list[Command]:
    if isinstance(node, rl.Path):
        return _path_commands(node)
    if isinstance(node, rl.Rect):
        return rounded_rect(node.x, node.y, node.width, node.height, float(node.rx or node.ry or 0))
    if isinstance(node, rl.Circle):
        return ellipse(node.cx, node.cy, node.r, node.r)
    if isinstance(node, rl.Ellipse):
        return ellipse(node.cx, node.cy, node.rx, node.ry)
    if isinstance(node, rl.Line):
        return [("M", node.x1, node.y1), ("L", node.x2, node.y2)]
    if isinstance(node, rl.Polygon | rl.PolyLine):
        ends: list[Command] = [("Z",)] if isinstance(node, rl.Polygon) else []
        pairs = zip(node.points[::2], node.points[1::2], strict=True)
        return [("L" if i else "M", x, y) for i, (x, y) in enumerate(pairs)] + ends
    raise BadSvg(f"the SVG holds a {type(node).__name__.lower()}, which icons may not have")


def _path_commands(node: Any) -> list[Command]:
    names = {0: ("M", 2), 1: ("L", 2), 2: ("C", 6), 3: ("Z", 0)}
    commands: list[Command] = []
    at = 0
    for operator in node.operators:
        name, count = names[operator]
        commands.append((name, *node.points[at : at + count]))
        at += count
    return commands


class Icons:
    """The icons of a project by name, read when first used."""

    def __init__(self, names: Iterable[str], load: Callable[[str], Icon | None]) -> None:
        self.names = frozenset(names)
        self._load = load
        self._icons: dict[str, Icon | None] = {}

    def get(self, name: str) -> Icon | None:
        """The icon of a name; none when there is no such icon or its file is faulty (then that is said)."""
        if name not in self._icons:
            self._icons[name] = self._load(name) if name in self.names else None
        return self._icons[name]
