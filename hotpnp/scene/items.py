"""What a scene is made of. Origin top left of the trim, y down, whole lengths."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from hotpnp.assets.colour import Gradient, Paint, Solid
from hotpnp.assets.images import Picture
from hotpnp.geometry import Affine, Command, Rect, Segment, Size, around, map_command, map_rect, whole_path
from hotpnp.units import Length


class Glyph(NamedTuple):
    """A glyph of a font, by number, and its place from the start of the baseline; y down."""

    id: int
    x: Length
    y: Length
    text: str
    """The part of the text that it shows; none when it helps another glyph to show it."""
    hidden: bool = False
    """Whether it is read and not drawn."""


class TextRun(NamedTuple):
    """Letters on one line, from the start of the baseline; turned clockwise about that point."""

    text: str
    face: str
    weight: str
    italic: bool
    size: Length
    colour: Solid
    x: Length
    y: Length
    turn: int
    width: Length
    """Advance width, for checks; drawing does not need it."""
    letter_spacing: Length = 0
    word_spacing: Length = 0
    stroke: Solid | None = None
    stroke_width: Length = 0
    opacity: float = 1
    stamp: tuple[str, float] | None = None
    """The kind of a stamp that is not set yet, and its alignment in the width: 0 left to 1 right."""
    glyphs: tuple[Glyph, ...] = ()
    """What is drawn, from left to right, where the text's own signs one after another would be wrong."""


class Path(NamedTuple):
    """A filled and outlined path."""

    commands: tuple[Command, ...]
    fill: Paint | None
    stroke: Solid | None = None
    stroke_width: Length = 0
    even_odd: bool = False
    dash: tuple[Length, ...] = ()
    opacity: float = 1


class Image(NamedTuple):
    """A picture; the matrix maps the unit square (y down) to its place."""

    picture: Picture
    matrix: Affine
    opacity: float = 1


class Group(NamedTuple):
    """Items seen through a clip path, or turned by any angle; both in the group's outer coordinates."""

    items: tuple[Item, ...]
    clip: tuple[Command, ...] = ()
    matrix: Affine = Affine()


class Inset(NamedTuple):
    """Another scene, drawn smaller or turned: a card in a rulebook."""

    scene: Scene
    matrix: Affine


Item: TypeAlias = TextRun | Path | Image | Group | Inset


class Part:
    """Items that belong together and may be shared by many scenes. Equal items make one part (PartShelf)."""

    __slots__ = ("_box", "items")

    def __init__(self, items: tuple[Item, ...]) -> None:
        self.items = items
        self._box: Rect | None = None

    @property
    def box(self) -> Rect:
        """A rectangle that holds all that the part paints."""
        if self._box is None:
            boxes = [ink_box(item) for item in self.items]
            self._box = around(
                [x for b in boxes for x in (b.x, b.right)], [y for b in boxes for y in (b.y, b.bottom)]
            )
        return self._box


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
    """A face or a page: trim size, parts painted in order, and how far they may reach beyond the trim."""

    size: Size
    parts: tuple[Part, ...]
    bleed: Length = 0
    safe: Length = 0
    """Distance from the trim that texts and pictures keep; shown on proofs, never printed otherwise."""
    outline: tuple[Command, ...] = ()
    """The shape that is cut out of the trim; none where that is its whole rectangle."""
    folds: tuple[Segment, ...] = ()
    """Lines along which the piece is folded."""

    @property
    def items(self) -> tuple[Item, ...]:
        """All items in painting order."""
        return tuple(item for part in self.parts for item in part.items)


def flat(items: Iterable[Item]) -> Iterator[Item]:
    """All items, those inside groups included, moved to the outer coordinates."""
    for item in items:
        if isinstance(item, Group):
            for inner in flat(item.items):
                yield inner if item.matrix == Affine() else mapped(inner, item.matrix, 0)
        else:
            yield item


def pictures_of(items: Iterable[Item]) -> Iterator[Image]:
    """The pictures among items, those inside groups and other scenes included."""
    for item in items:
        if isinstance(item, Image):
            yield item
        elif isinstance(item, Group):
            yield from pictures_of(item.items)
        elif isinstance(item, Inset):
            yield from pictures_of(item.scene.items)


def mapped(item: Item, matrix: Affine, turn: int) -> Item:
    """An item after a map that turns by so many degrees (a quarter turn) and does not scale."""
    if isinstance(item, TextRun):
        x, y = matrix.apply(item.x, item.y)
        return item._replace(x=round(x), y=round(y), turn=(item.turn + turn) % 360)
    if isinstance(item, Path):
        commands = whole_path(map_command(command, matrix) for command in item.commands)
        return item._replace(commands=commands, fill=_turned_paint(item.fill, turn))
    if isinstance(item, Group):
        return _mapped_group(item, matrix, turn)
    return item._replace(matrix=item.matrix.then(matrix))


def _turned_paint(paint: Paint | None, turn: int) -> Paint | None:
    return paint._replace(angle=paint.angle + turn) if isinstance(paint, Gradient) else paint


def _mapped_group(group: Group, matrix: Affine, turn: int) -> Group:
    clip = whole_path(map_command(command, matrix) for command in group.clip)
    if group.matrix == Affine():
        return Group(tuple(mapped(item, matrix, turn) for item in group.items), clip)
    return Group(group.items, clip, group.matrix.then(matrix))


def placed_path(
    commands: Iterable[Command],
    fill: Paint | None,
    stroke: Solid | None = None,
    stroke_width: Length = 0,
    even_odd: bool = False,
) -> Path:
    """A path with its coordinates made whole."""
    return Path(whole_path(commands), fill, stroke, stroke_width, even_odd)


def faded(item: Item, opacity: float) -> Item:
    """An item, and all inside it, seen through by so much."""
    if isinstance(item, Group):
        return item._replace(items=tuple(faded(inner, opacity) for inner in item.items))
    if isinstance(item, Inset):
        return item
    return item._replace(opacity=item.opacity * opacity)


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
        return map_rect(Rect(0, 0, *item.scene.size), item.matrix)
    if isinstance(item, Image):
        return map_rect(Rect(0, 0, 1, 1), item.matrix)
    if isinstance(item, Group):
        if item.clip:
            return _path_box(item.clip)
        boxes = [map_rect(ink_box(inner), item.matrix) for inner in item.items]
        return around([x for b in boxes for x in (b.x, b.right)], [y for b in boxes for y in (b.y, b.bottom)])
    box = _path_box(item.commands)
    return box.grown(item.stroke_width // 2) if item.stroke is not None else box


def _path_box(commands: Iterable[Command]) -> Rect:
    numbers = [number for command in commands for number in command[1:]]
    return around(numbers[::2], numbers[1::2])


def fingerprint(scene: Scene) -> str:
    """A hash of all that is printed of a scene, its cut and fold lines included: equal for equal pictures."""
    digest = hashlib.sha256(repr((tuple(scene.size), scene.bleed)).encode())
    if scene.outline or scene.folds:
        digest.update(repr((scene.outline, tuple(map(tuple, scene.folds)))).encode())
    for item in scene.items:
        _digest(item, digest)
    return digest.hexdigest()


def _digest(item: Item, digest: hashlib._Hash) -> None:
    if isinstance(item, Inset):
        digest.update(f"{fingerprint(item.scene)}{tuple(item.matrix)}".encode())
    elif isinstance(item, Image):
        digest.update(f"{item.picture.digest}{tuple(item.matrix)}{item.opacity}".encode())
    elif isinstance(item, Group):
        digest.update(repr((item.clip, tuple(item.matrix))).encode())
        for inner in item.items:
            _digest(inner, digest)
    elif isinstance(item, TextRun) and not item.glyphs:
        digest.update(repr(tuple(item)[:-1]).encode())
    else:
        digest.update(repr(tuple(item)).encode())
