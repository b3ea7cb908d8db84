"""Text: runs broken into lines by the widths of the fonts that are embedded."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from hotpnp.assets.colour import Colour
from hotpnp.assets.fonts import FontFace
from hotpnp.assets.icons import Icon
from hotpnp.geometry import Affine, Rect, map_command
from hotpnp.scene.items import Item, Path, TextRun, placed_path
from hotpnp.units import Length

ICON_HEIGHT = 0.92
"""Height of an icon in text, as a share of the type size."""


class Style(NamedTuple):
    """How letters look: an opened face and its name, size and colour."""

    face: FontFace
    family: str
    weight: str
    italic: bool
    size: Length
    colour: Colour


class Run(NamedTuple):
    """Text in one style, or one icon set like a letter."""

    text: str
    style: Style
    icon: Icon | None = None


class Piece(NamedTuple):
    """A part of a line: text or icon at a distance from the line's start."""

    run: Run
    text: str
    x: Length
    width: Length


class Line(NamedTuple):
    """Pieces on one baseline."""

    pieces: tuple[Piece, ...]
    width: Length


_TOKENS = re.compile(r"\n| +|[^ \n]+")


def break_lines(runs: Iterable[Run], width: Length, hang: Length = 0) -> list[Line]:
    """Break runs into lines no wider than the width, where a word allows it.

    A word is what stands between spaces, across runs, so an icon stays with the figure that it is
    joined to. A word wider than the line stands alone on a line (its width tells). Lines end at
    line breaks; spaces at a break are dropped. All lines but the first are narrower by ``hang``.
    """
    lines: list[Line] = []
    current: list[Piece] = []
    at = 0
    room = width
    for word, spaces in _words(runs):
        if word is None:
            lines.append(_line(current))
            current, at, room = [], 0, width - hang
            continue
        length = sum(piece.width for piece in word)
        gap = sum(piece.width for piece in spaces) if current else 0
        if current and at + gap + length > room:
            lines.append(_line(current))
            current, at, gap, room = [], 0, 0, width - hang
        for piece in (*spaces, *word) if current else word:
            current.append(piece._replace(x=at))
            at += piece.width
    lines.append(_line(current))
    return lines


def _words(runs: Iterable[Run]) -> Iterator[tuple[list[Piece] | None, list[Piece]]]:
    """Words with the spaces before them; none as the word stands for a line break."""
    word: list[Piece] = []
    spaces: list[Piece] = []
    for run in runs:
        if run.icon is not None:
            word.append(_icon_piece(run))
            continue
        for token in _TOKENS.findall(run.text):
            if token[0] in " \n":
                if word:
                    yield word, spaces
                    word, spaces = [], []
                if token == "\n":
                    yield None, []
                    spaces = []
                else:
                    spaces.append(_text_piece(run, token))
            else:
                word.append(_text_piece(run, token))
    if word:
        yield word, spaces


def _text_piece(run: Run, text: str) -> Piece:
    return Piece(run, text, 0, run.style.face.width(text, run.style.size))


def _icon_piece(run: Run) -> Piece:
    icon = run.icon
    assert icon is not None
    height = round(run.style.size * ICON_HEIGHT)
    return Piece(run, "", 0, round(height * icon.width / icon.height))


def _line(pieces: list[Piece]) -> Line:
    """Join neighbours of one run, so that they are drawn as one text."""
    joined: list[Piece] = []
    for piece in pieces:
        last = joined[-1] if joined else None
        if last is not None and last.run is piece.run and last.run.icon is None:
            text = last.text + piece.text
            joined[-1] = last._replace(text=text, width=last.width + piece.width)
        else:
            joined.append(piece)
    return Line(tuple(joined), sum(piece.width for piece in joined))


def draw_line(line: Line, x: Length, baseline: Length) -> list[Item]:
    """The items of a line whose baseline starts at a point."""
    items: list[Item] = []
    for piece in line.pieces:
        style = piece.run.style
        if piece.run.icon is None:
            if piece.text.strip():
                items.append(text_run(piece.text, style, x + piece.x, baseline, piece.width))
            continue
        height = round(style.size * ICON_HEIGHT)
        middle = baseline - round(style.face.cap_height * style.size) // 2
        box = Rect(x + piece.x, middle - height // 2, piece.width, height)
        items += draw_icon(piece.run.icon, box, style.colour)
    return items


def text_run(text: str, style: Style, x: Length, baseline: Length, width: Length) -> TextRun:
    """A text in a style, from a point on the baseline."""
    return TextRun(
        text, style.family, style.weight, style.italic, style.size, style.colour, x, baseline, 0, width
    )


def draw_icon(icon: Icon, box: Rect, colour: Colour) -> list[Path]:
    """An icon, as large as the box allows, in its middle; the icon's own colour slot takes the colour."""
    scale = min(box.width / icon.width, box.height / icon.height)
    left = box.x + (box.width - icon.width * scale) / 2
    top = box.y + (box.height - icon.height * scale) / 2
    matrix = Affine(scale, 0, 0, scale, left, top)
    paths = []
    for shape in icon.shapes:
        fill = colour if isinstance(shape.fill, str) else shape.fill
        stroke = colour if isinstance(shape.stroke, str) else shape.stroke
        commands = [map_command(command, matrix) for command in shape.commands]
        width = round(shape.stroke_width * scale)
        paths.append(placed_path(commands, fill, stroke, width, shape.even_odd))
    return paths


def outlined_icon(icon: Icon, box: Rect, colour: Colour, stroke: Colour, width: Length) -> list[Item]:
    """An icon with an outline; the box holds both."""
    inner = draw_icon(icon, box.grown(-width), colour)
    outline = [path._replace(fill=None, stroke=stroke, stroke_width=2 * width) for path in inner]
    return [*outline, *inner]
