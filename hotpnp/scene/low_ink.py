"""Faces for playtests, which cost little ink: all stands where it stood, and nothing disappears.

Grounds become white, larger fills an outline, pictures faint. What was pale because it stood on a
dark ground becomes dark. Small shapes that are dark stay as they are.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from hotpnp.assets.colour import BLACK, WHITE, Colour, Gradient, Paint, Solid, contrast, darkened, luminance
from hotpnp.geometry import Affine, Command, Insets, Rect, map_command, winding
from hotpnp.scene.items import (
    Group,
    Image,
    Inset,
    Item,
    PartShelf,
    Path,
    Scene,
    TextRun,
    ink_box,
    mapped,
)
from hotpnp.units import MM, PT

LINE = PT // 2
"""Weight of the outlines that take the place of fills."""
FAINT = 0.15
"""How opaque pictures are."""
_SMALL = 20 * MM * MM
"""The area of the box of a shape that stays filled: a pip of 4.5 mm."""
_THIN = MM
"""What is no wider than this is a line, however long it is, and stays filled."""
_SMALL_PICTURE = 100 * MM * MM
"""The area of a picture that stays as it is, since it is an icon: 10 mm square."""
_BROAD = 3 * MM // 2
"""A stroke of this width and more is drawn as its two edges."""
_READ = 4.5
_SEEN = 3.0
"""Contrast with the ground that letters and shapes keep, where they had it (WCAG 2, 1.4.3 and 1.4.11)."""


class LowInk:
    """Draws scenes with little ink; equal parts stay shared."""

    def __init__(self) -> None:
        self._shelf = PartShelf()
        self._known: dict[Scene, Scene] = {}

    def scene(self, scene: Scene) -> Scene:
        """The scene with the same texts at the same places, in little ink."""
        found = self._known.get(scene)
        if found is None:
            painter = _Painter(scene, self)
            parts = [self._shelf.part(painter.paint(part.items)) for part in scene.parts]
            found = self._known[scene] = Scene(scene.size, tuple(parts), scene.bleed, scene.safe)
        return found


class _Ground(NamedTuple):
    """Something that covers what lies beneath it."""

    box: Rect
    outlines: tuple[tuple[Sequence[Command], bool], ...]
    """Paths, each with whether its rule is even-odd, all of which hold the points that are covered."""
    opacity: float
    before: Solid | None
    """Its colour; none where it has many."""
    after: Solid | None
    """Its colour in little ink; none where it has many."""

    def covers(self, x: float, y: float) -> bool:
        """Whether a point lies in it."""
        box = self.box
        if not (box.x <= x <= box.right and box.y <= y <= box.bottom):
            return False
        return all(_inside(commands, even_odd, x, y) for commands, even_odd in self.outlines)


def _inside(commands: Sequence[Command], even_odd: bool, x: float, y: float) -> bool:
    turns = winding(commands, x, y)
    return turns % 2 == 1 if even_odd else turns != 0


class _Beneath(NamedTuple):
    """What a thing stands on, as it was and as it is now; none where that is many colours."""

    before: Solid | None
    after: Solid | None


class _Place(NamedTuple):
    """How a group brings its items to the scene, and the paths through which they are seen."""

    matrix: Affine = Affine()
    clips: tuple[tuple[Sequence[Command], bool], ...] = ()


class _Painter:
    """Paints the items of one scene in order, remembering what covers what."""

    def __init__(self, scene: Scene, faint: LowInk) -> None:
        inner = Rect(0, 0, *scene.size).inset(Insets(PT, PT, PT, PT))
        corners = [(x, y) for x in (inner.x, inner.right) for y in (inner.y, inner.bottom)]
        self._everywhere = (*corners, inner.centre)
        self._faint = faint
        self._grounds: list[_Ground] = []

    def paint(self, items: Iterable[Item], place: _Place = _Place()) -> list[Item]:  # noqa: B008
        """The items in little ink."""
        painted: list[Item] = []
        for item in items:
            there = item if place.matrix == Affine() else mapped(item, place.matrix, 0)
            if isinstance(item, TextRun):
                painted.append(self._text(item, there))
            elif isinstance(item, Path):
                painted += self._path(item, there, place)
            elif isinstance(item, Group):
                painted += self._group(item, place)
            elif isinstance(item, Image):
                painted.append(self._image(item, there, place))
            else:
                self._cover(ink_box(there), place, (), 1, None, WHITE)
                painted.append(Inset(self._faint.scene(item.scene), item.matrix))
        return painted

    def _text(self, run: TextRun, there: Item) -> TextRun:
        beneath = self._beneath(ink_box(there))
        colour = _readable(run.colour, beneath, _READ)
        if run.stroke is None:
            return run._replace(colour=colour)
        stroke = _readable(run.stroke, beneath, _SEEN)
        if beneath.after is not None and contrast(run.stroke, beneath.after) >= _SEEN:
            return run  # the outline shows the letters, whatever fills them
        return run._replace(colour=colour, stroke=stroke if colour == run.colour else colour)

    def _path(self, path: Path, there: Item, place: _Place) -> list[Item]:
        assert isinstance(there, Path)
        box = ink_box(there)
        beneath = self._beneath(box)
        stroke = None if path.stroke is None else _readable(path.stroke, beneath, _SEEN)
        fill: Paint | None = path.fill
        width = path.stroke_width
        if fill is not None:
            keep = _is_small(there) and not isinstance(fill, Gradient) and _stays(fill, beneath, _SEEN)
            line = None if keep or self._is_whole(there) else _outline(fill, beneath)
            if not keep:
                fill = WHITE
                if line is not None and (stroke is None or _is_pale(stroke)):
                    stroke, width = line, LINE
            before = path.fill if not isinstance(path.fill, Gradient) else None
            after = fill if not isinstance(fill, Gradient) else None
            self._cover(box, place, ((there.commands, there.even_odd),), path.opacity, before, after)
        drawn = path._replace(fill=fill, stroke=stroke, stroke_width=width)
        if stroke is None or width < _BROAD or _is_pale(stroke):
            return [drawn]
        inner = path._replace(fill=None, stroke=WHITE, stroke_width=width - 2 * LINE)
        return [drawn, inner]

    def _image(self, image: Image, there: Item, place: _Place) -> Image:
        box = ink_box(there)
        if box.width * box.height <= _SMALL_PICTURE:
            self._cover(box, place, (), image.opacity, None, None)
            return image
        self._cover(box, place, (), image.opacity, None, WHITE)
        return image._replace(opacity=image.opacity * FAINT)

    def _group(self, group: Group, place: _Place) -> list[Item]:
        clip = [map_command(command, place.matrix) for command in group.clip]
        clips = (*place.clips, (clip, False)) if clip else place.clips
        inner = _Place(group.matrix.then(place.matrix), clips)
        drawn = Group(tuple(self.paint(group.items, inner)), group.clip, group.matrix)
        edge = _cut_fill(group)
        if edge is None:
            return [drawn]
        return [drawn, Path(group.clip, None, _outline(edge, _Beneath(None, WHITE)), LINE)]

    def _cover(
        self,
        box: Rect,
        place: _Place,
        outlines: tuple[tuple[Sequence[Command], bool], ...],
        opacity: float,
        before: Solid | None,
        after: Solid | None,
    ) -> None:
        self._grounds.append(_Ground(box, (*outlines, *place.clips), opacity, before, after))

    def _beneath(self, box: Rect) -> _Beneath:
        """What has been painted at the middle of a box so far."""
        x, y = box.centre
        before: Solid | None = WHITE
        after: Solid | None = WHITE
        for ground in self._grounds:
            if ground.covers(x, y):
                before = _mixed(before, ground.before, ground.opacity)
                after = _mixed(after, ground.after, ground.opacity)
        return _Beneath(before, after)

    def _is_whole(self, path: Path) -> bool:
        """Whether a path covers the whole card, so that its edge is the card's."""
        return all(_inside(path.commands, path.even_odd, x, y) for x, y in self._everywhere)


def _is_small(path: Path) -> bool:
    """Whether a path is small or thin, or made of nothing but such pieces, as a QR code is."""
    piece: list[float] = []
    for name, *numbers in (*path.commands, ("M",)):
        if name == "M" and piece:
            wide, high = max(piece[::2]) - min(piece[::2]), max(piece[1::2]) - min(piece[1::2])
            if wide * high > _SMALL and min(wide, high) > _THIN:
                return False
            piece = []
        piece += numbers
    return True


def _is_pale(colour: Solid) -> bool:
    return contrast(colour, WHITE) < 1.5


def _stays(colour: Solid, beneath: _Beneath, need: float) -> bool:
    """Whether a colour stands out from what is beneath it now: as it did, or as much as is needed."""
    if beneath.after is None:
        return True
    was = contrast(colour, beneath.before) if beneath.before is not None else need
    return contrast(colour, beneath.after) >= min(was, need)


def _readable(colour: Solid, beneath: _Beneath, need: float) -> Solid:
    """The colour, made dark where it no longer stands out."""
    return colour if _stays(colour, beneath, need) else _dark(colour, need)


def _dark(colour: Solid, need: float) -> Solid:
    """A colour that stands out from white: black for greys, else darker in the same hue."""
    shown = colour.rgb
    if contrast(shown, WHITE) < need and max(shown) - min(shown) < 40:
        return BLACK
    return darkened(colour, need)


def _outline(fill: Paint, beneath: _Beneath) -> Solid | None:
    """The colour of the line that takes a fill's place; none where the fill could not be seen."""
    colours = fill.colours if isinstance(fill, Gradient) else (fill,)
    darkest = min(colours, key=luminance)
    if len(colours) == 1 and beneath.before is not None and contrast(darkest, beneath.before) < 1.05:
        return None
    return _dark(darkest, _SEEN)


def _mixed(below: Solid | None, over: Solid | None, opacity: float) -> Solid | None:
    """The colour of one over another; none where either is many colours."""
    if opacity >= 1 or over is None or below is None:
        return over
    pairs = zip(below.rgb, over.rgb, strict=True)
    return Colour(*(round(a + (b - a) * opacity) for a, b in pairs))


def _cut_fill(group: Group) -> Paint | None:
    """The fill whose edge a clip cuts all round, so that its outline would not be seen."""
    if not group.clip:
        return None
    seen = ink_box(group)
    for item in group.items:
        if isinstance(item, Path) and item.fill is not None and ink_box(item).contains(seen):
            return item.fill
    return None
