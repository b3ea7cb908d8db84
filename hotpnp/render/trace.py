"""A scene as text, for people and for tests: one line an item, in millimetres from the top left."""

from __future__ import annotations

from hotpnp.scene.items import Inset, Item, Scene, TextRun, ink_box
from hotpnp.units import MM, PT, Length, trim


def trace_scene(scene: Scene) -> list[str]:
    """The lines of a scene: its size, then its items in painting order."""
    lines = [f"scene {_mm(scene.size.width)} x {_mm(scene.size.height)} mm"]
    lines += [trace_item(item) for item in scene.items]
    return lines


def trace_item(item: Item) -> str:
    """One item on one line."""
    if isinstance(item, TextRun):
        turn = f" turned {item.turn}" if item.turn else ""
        italic = " italic" if item.italic else ""
        return (
            f'text "{item.text}" at {_mm(item.x)}, {_mm(item.y)}{turn}: {item.face} {item.weight}{italic} '
            f"{trim(item.size / PT)} pt {item.colour.hex}"
        )
    box = ink_box(item)
    place = f"{_mm(box.x)}, {_mm(box.y)} to {_mm(box.right)}, {_mm(box.bottom)}"
    if isinstance(item, Inset):
        return f"scene in {place}"
    paint = [f"fill {item.fill.hex}"] if item.fill is not None else []
    if item.stroke is not None:
        paint.append(f"stroke {item.stroke.hex} {trim(item.stroke_width / PT)} pt")
    return f"path of {len(item.commands)} in {place}: {', '.join(paint)}"


def _mm(length: Length) -> str:
    return trim(length / MM)
