"""What a scene is made of. Origin top left of the trim, y down, whole lengths."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from hotpnp.assets.colour import Colour
from hotpnp.geometry import Affine, Command, Rect, Size, map_command
from hotpnp.units import Length


class TextRun(NamedTuple):
    """Letters on one line, from the start of the baseline; turned clockwise about that point."""

    text: str
    face: str
    weight: str
    italic: bool
    size: Length
    colour: Colour
    x: Length
    y: Length
    turn: int
    width: Length
    """Advance width, for checks; drawing does not need it."""


class Path(NamedTuple):
    """A filled and outlined path."""

    commands: tuple[Command, ...]
    fill: Colour | None
    stroke: Colour | None
    stroke_width: Length
    even_odd: bool


class Inset(NamedTuple):
    """Another scene, drawn smaller or turned: a card in a rulebook."""

    scene: Scene
    matrix: Affine


Item: TypeAlias = TextRun | Path | Inset


class Part:
    """Items that belong together and may be shared by many scenes. Equal items make one part (PartShelf)."""

    __slots__ = ("items",)

    def __init__(self, items: tuple[Item, ...]) -> None:
        self.items = items


class PartShelf:
    """Gives one part for equal items, so that parts can be told apart by identity."""

    def __init__(self) -> None:
        self._parts: dict[tuple[Item, ...], Part] = {}

    def part(self, items: Iterable[Item]) -> Part:
        """The part that holds just these items."""
        key = tuple(items)
        part = self._parts.get(key)
        if part is None:
            part = self._parts[key] = Part(key)
        return part


@dataclass(frozen=True, slots=True)
class Scene:
    """A face or a page: trim size and parts, painted in order."""

    size: Size
    parts: tuple[Part, ...]

    @property
    def items(self) -> tuple[Item, ...]:
        """All items in painting order."""
        return tuple(item for part in self.parts for item in part.items)


def mapped(item: Item, matrix: Affine, turn: int) -> Item:
    """An item after a map that turns by so many degrees (a quarter turn) and does not scale."""
    if isinstance(item, TextRun):
        x, y = matrix.apply(item.x, item.y)
        return item._replace(x=round(x), y=round(y), turn=(item.turn + turn) % 360)
    if isinstance(item, Path):
        commands = tuple(_whole(map_command(command, matrix)) for command in item.commands)
        return item._replace(commands=commands)
    return Inset(item.scene, item.matrix.then(matrix))


def _whole(command: Command) -> Command:
    return (command[0], *(round(number) for number in command[1:]))


def placed_path(
    commands: Iterable[Command],
    fill: Colour | None,
    stroke: Colour | None = None,
    stroke_width: Length = 0,
    even_odd: bool = False,
) -> Path:
    """A path with its coordinates made whole."""
    return Path(tuple(_whole(command) for command in commands), fill, stroke, stroke_width, even_odd)


_TEXT_BOX = {
    0: lambda r, up, down: Rect(r.x, r.y - up, r.width, up + down),
    90: lambda r, up, down: Rect(r.x - down, r.y, up + down, r.width),
    180: lambda r, up, down: Rect(r.x - r.width, r.y - down, r.width, up + down),
    270: lambda r, up, down: Rect(r.x - up, r.y - r.width, up + down, r.width),
}


def ink_box(item: Item) -> Rect:
    """A rectangle that holds all that an item paints (control points and 1 em of type are counted in)."""
    if isinstance(item, TextRun):
        return _TEXT_BOX[item.turn](item, item.size * 3 // 4, item.size // 4)
    if isinstance(item, Inset):
        corners = [
            item.matrix.apply(x, y) for x in (0, item.scene.size.width) for y in (0, item.scene.size.height)
        ]
        return _around([c[0] for c in corners], [c[1] for c in corners])
    numbers = [number for command in item.commands for number in command[1:]]
    box = _around(numbers[::2], numbers[1::2])
    return box.grown(item.stroke_width // 2) if item.stroke is not None else box


def _around(xs: list[float], ys: list[float]) -> Rect:
    left, top = round(min(xs)), round(min(ys))
    return Rect(left, top, round(max(xs)) - left, round(max(ys)) - top)


def fingerprint(scene: Scene) -> str:
    """A hash of all that a scene draws: equal for equal pictures, whatever file they came from."""
    digest = hashlib.sha256(repr(tuple(scene.size)).encode())
    for item in scene.items:
        if isinstance(item, Inset):
            digest.update(f"{fingerprint(item.scene)}{tuple(item.matrix)}".encode())
        else:
            digest.update(repr(tuple(item)).encode())
    return digest.hexdigest()
