"""A scene or a sheet as text, for people and for tests: a line an item, in millimetres from the top left."""

from __future__ import annotations

from hotpnp.geometry import IDENTITY, Command
from hotpnp.impose.place import Placement, Sheet, Side
from hotpnp.scene.items import Group, Image, Inset, Item, Scene, TextRun, ink_box
from hotpnp.units import MM, PT, Length, trim


def trace_scene(scene: Scene) -> list[str]:
    """The lines of a scene: its size, outline and folds, then its items in painting order."""
    lines = [f"scene {_mm(scene.size.width)} x {_mm(scene.size.height)} mm"]
    if scene.outline:
        lines.append(f"outline {' '.join(_command(command) for command in scene.outline)}")
    for fold in scene.folds:
        lines.append(f"fold {_mm(fold.x1)}, {_mm(fold.y1)} to {_mm(fold.x2)}, {_mm(fold.y2)}")
    for item in scene.items:
        lines += trace_item(item)
    return lines


def trace_sheet(sheet: Sheet) -> list[str]:
    """The lines of a sheet: its paper, then for each side cards, marks and what stands beside them."""
    plot = sheet.plot
    fold = f", folded {'left and right' if plot.fold == 'x' else 'top and bottom'}" if plot.fold else ""
    lines = [f"sheet {_mm(plot.paper.width)} x {_mm(plot.paper.height)} mm{fold}", "front"]
    lines += _trace_side(sheet.front)
    if sheet.back is not None:
        lines += ["back", *_trace_side(sheet.back)]
    return lines


def _trace_side(side: Side) -> list[str]:
    lines = [_trace_placement(placed) for placed in side.placements]
    lines += [f"{_trace_placement(placed)}, beyond the fold" for placed in side.folded]
    lines += [
        f"  mark {_mm(mark.x1)}, {_mm(mark.y1)} to {_mm(mark.x2)}, {_mm(mark.y2)} {trim(mark.weight / PT)} pt"
        for mark in side.marks
    ]
    lines += [f"  {line}" for item in side.extras for line in trace_item(item)]
    if side.adjust != IDENTITY:
        lines.append(f"  moved {_mm(round(side.adjust.e))}, {_mm(round(side.adjust.f))}")
    return lines


def _trace_placement(placed: Placement) -> str:
    box, name = placed.trim, placed.card or "blank"
    turn = f" turned {placed.turn}" if placed.turn else ""
    return f"  {name} in {_mm(box.x)}, {_mm(box.y)} to {_mm(box.right)}, {_mm(box.bottom)}{turn}"


def trace_item(item: Item) -> list[str]:
    """One item on one line; what a group holds is indented below it."""
    if isinstance(item, TextRun):
        turn = f" turned {item.turn}" if item.turn else ""
        italic = " italic" if item.italic else ""
        return [
            f'text "{item.text}" at {_mm(item.x)}, {_mm(item.y)}{turn}: {item.face} {item.weight}{italic} '
            f"{trim(item.size / PT)} pt {item.colour.hex}{_fade(item.opacity)}"
        ]
    box = ink_box(item)
    place = f"{_mm(box.x)}, {_mm(box.y)} to {_mm(box.right)}, {_mm(box.bottom)}"
    if isinstance(item, Inset):
        return [f"scene in {place}"]
    if isinstance(item, Image):
        return [f"picture {item.picture.digest[:12]} in {place}{_fade(item.opacity)}"]
    if isinstance(item, Group):
        how = "clip" if item.clip else "turned group"
        return [f"{how} in {place}:", *(f"  {line}" for inner in item.items for line in trace_item(inner))]
    paint = [f"fill {item.fill.hex}"] if item.fill is not None else []
    if item.stroke is not None:
        paint.append(f"stroke {item.stroke.hex} {trim(item.stroke_width / PT)} pt")
    return [f"path of {len(item.commands)} in {place}: {', '.join(paint)}{_fade(item.opacity)}"]


def _command(command: Command) -> str:
    return " ".join([command[0], *(trim(number / MM) for number in command[1:])])


def _fade(opacity: float) -> str:
    return f" at {round(opacity * 100)} %" if opacity < 1 else ""


def _mm(length: Length) -> str:
    return trim(length / MM)
