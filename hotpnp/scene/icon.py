"""Icons placed in boxes."""

from __future__ import annotations

from hotpnp.assets.colour import Solid
from hotpnp.assets.icons import Icon
from hotpnp.geometry import Affine, Rect, map_command
from hotpnp.scene.items import Item, Path, placed_path
from hotpnp.units import Length


def draw_icon(icon: Icon, box: Rect, colour: Solid) -> list[Path]:
    """An icon, as large as the box allows, in its middle; the icon's own colour slot takes the colour."""
    scale = min(box.width / icon.width, box.height / icon.height)
    left = box.x + (box.width - icon.width * scale) / 2
    top = box.y + (box.height - icon.height * scale) / 2
    return _paint(icon, Affine(scale, 0, 0, scale, left, top), colour, scale)


def stretch_icon(icon: Icon, box: Rect, colour: Solid) -> list[Path]:
    """An icon pulled to the box's shape."""
    across, down = box.width / icon.width, box.height / icon.height
    return _paint(icon, Affine(across, 0, 0, down, box.x, box.y), colour, (across * down) ** 0.5)


def _paint(icon: Icon, matrix: Affine, colour: Solid, scale: float) -> list[Path]:
    paths = []
    for shape in icon.shapes:
        fill = colour if isinstance(shape.fill, str) else shape.fill
        stroke = colour if isinstance(shape.stroke, str) else shape.stroke
        commands = [map_command(command, matrix) for command in shape.commands]
        paths.append(placed_path(commands, fill, stroke, round(shape.stroke_width * scale), shape.even_odd))
    return paths


def outlined_icon(icon: Icon, box: Rect, colour: Solid, stroke: Solid, width: Length) -> list[Item]:
    """An icon with an outline; the box holds both."""
    inner = draw_icon(icon, box.grown(-width), colour)
    outline = [path._replace(fill=None, stroke=stroke, stroke_width=2 * width) for path in inner]
    return [*outline, *inner]
