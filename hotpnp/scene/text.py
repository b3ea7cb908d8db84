"""Text: runs broken into lines by the widths of the fonts that are embedded."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from hotpnp.assets.colour import Solid
from hotpnp.assets.fonts import FontFace
from hotpnp.assets.icons import Icon
from hotpnp.geometry import Rect
from hotpnp.scene.icon import draw_icon
from hotpnp.scene.items import Item, TextRun
from hotpnp.units import Length

ICON_HEIGHT = 0.92
"""Height of an icon in text, as a share of the type size."""
SOFT_HYPHEN = "\u00ad"
ICON_SIGN = "\ufffc"
"""Stands for an icon where a word's signs are counted."""


class Style(NamedTuple):
    """How letters look: an opened face and its name, size, colour, spacing and outline."""

    face: FontFace
    family: str
    weight: str
    italic: bool
    size: Length
    colour: Solid
    letter_spacing: Length = 0
    stroke: Solid | None = None
    stroke_width: Length = 0

    def width(self, text: str) -> Length:
        """The advance width of a text, the spacing after each letter included."""
        return self.face.width(text, self.size) + self.letter_spacing * len(text)


class Run(NamedTuple):
    """Text in one style, or one icon set like a letter."""

    text: str
    style: Style
    icon: Icon | None = None


class Piece(NamedTuple):
    """A part of a line: text or icon."""

    run: Run
    text: str
    width: Length

    @property
    def signs(self) -> str:
        """The text, or the sign that stands for an icon."""
        return self.text if self.run.icon is None else ICON_SIGN


class Line(NamedTuple):
    """Pieces on one baseline; ``last`` of its paragraph."""

    pieces: tuple[Piece, ...]
    width: Length
    indent: Length = 0
    last: bool = False
    lead: Piece | None = None
    """A bullet that ends where the line's indent ends."""

    @property
    def words(self) -> int:
        """How many words it holds."""
        return len("".join(piece.signs for piece in self.pieces).split())


class Broken(NamedTuple):
    """Lines of a paragraph, and whether a word had to be parted between any two letters."""

    lines: list[Line]
    forced: bool


Hyphenator = Callable[[str], Sequence[int]]
"""Gives the places in a word at which a hyphen may part it."""

_TOKENS = re.compile(r" +|[^ ]+")
_AFTER_HYPHEN = re.compile(r"(?<=[^\W\d_]{2}-)(?=[^\W\d_]{2})")
_LETTERS = re.compile(r"[^\W\d_]{4,}")


def break_lines(
    runs: Iterable[Run], width: Length, hang: Length = 0, hyphenator: Hyphenator | None = None
) -> Broken:
    """Break the runs of one paragraph into lines no wider than the width.

    A word is what stands between spaces, across runs, so an icon stays with the figure that it is
    joined to. Words break after a hyphen between letters, at soft hyphens, and where the hyphenator
    says. A word that is still wider than a line is parted between letters, with a hyphen shown.
    Spaces at a break are dropped. All lines are indented by ``hang``.
    """
    breaker = _Breaker(width - hang, hang, hyphenator)
    for word, spaces in _words(runs):
        breaker.add(word, spaces)
    return breaker.finish()


class _Breaker:
    def __init__(self, room: Length, hang: Length, hyphenator: Hyphenator | None) -> None:
        self._room = room
        self._hang = hang
        self._hyphenator = hyphenator
        self._lines: list[Line] = []
        self._current: list[Piece] = []
        self._at = 0
        self._forced = False

    def add(self, word: list[Piece], spaces: list[Piece]) -> None:
        while True:
            gap = sum(piece.width for piece in spaces) if self._current else 0
            if self._at + gap + sum(piece.width for piece in word) <= self._room:
                self._put(word, spaces)
                return
            room = self._room - self._at - gap
            cut = self._cut(word, room, self._places(word))
            if cut is None:
                if self._current:
                    self._end()
                    spaces = []
                    continue
                cut = self._cut(word, room, range(1, len(_signs(word))))
                if cut is None:
                    self._put(word, [])
                    return
                self._forced = True
            left, word = cut
            self._put(left, spaces)
            self._end()
            spaces = []

    def finish(self) -> Broken:
        self._end(last=True)
        return Broken(self._lines, self._forced)

    def _put(self, word: list[Piece], spaces: list[Piece]) -> None:
        pieces = [*spaces, *word] if self._current else word
        for piece in pieces:
            if SOFT_HYPHEN in piece.text:
                text = piece.text.replace(SOFT_HYPHEN, "")
                piece = Piece(piece.run, text, piece.run.style.width(text))
            self._current.append(piece)
            self._at += piece.width

    def _end(self, last: bool = False) -> None:
        joined: list[Piece] = []
        for piece in self._current:
            before = joined[-1] if joined else None
            if before is not None and before.run is piece.run and before.run.icon is None:
                joined[-1] = Piece(piece.run, before.text + piece.text, before.width + piece.width)
            else:
                joined.append(piece)
        self._lines.append(Line(tuple(joined), sum(piece.width for piece in joined), self._hang, last))
        self._current, self._at = [], 0

    def _places(self, word: list[Piece]) -> list[int]:
        """Where a word may break by the rules of spelling."""
        signs = _signs(word)
        if len(signs) < 4:
            return []
        places = {match.start() for match in _AFTER_HYPHEN.finditer(signs)}
        places |= {i + 1 for i, sign in enumerate(signs) if sign == SOFT_HYPHEN}
        if self._hyphenator is not None:
            for match in _LETTERS.finditer(signs):
                places |= {match.start() + place for place in self._hyphenator(match.group())}
        return sorted(places)

    def _cut(
        self, word: list[Piece], room: Length, places: Sequence[int]
    ) -> tuple[list[Piece], list[Piece]] | None:
        """The word parted at the last of the places at which its beginning, with a hyphen, has room."""
        low, high, best = 0, len(places), None
        while low < high:
            middle = (low + high) // 2
            left = _hyphenated(_slice(word, 0, places[middle]))
            if sum(piece.width for piece in left) <= room:
                best, low = (left, places[middle]), middle + 1
            else:
                high = middle
        if best is None:
            return None
        return best[0], _slice(word, best[1], len(_signs(word)))


def _signs(word: list[Piece]) -> str:
    return "".join(piece.signs for piece in word)


def _slice(word: list[Piece], start: int, end: int) -> list[Piece]:
    """The pieces of a word between two places."""
    found = []
    at = 0
    for piece in word:
        length = len(piece.signs)
        low, high = max(start - at, 0), min(end - at, length)
        if low < high:
            found.append(piece if high - low == length else _text_piece(piece.run, piece.text[low:high]))
        at += length
    return found


def _hyphenated(pieces: list[Piece]) -> list[Piece]:
    """The beginning of a word with a hyphen shown, unless it ends with one."""
    last = pieces[-1]
    text = last.text.removesuffix(SOFT_HYPHEN)
    if last.run.icon is not None or text.endswith("-"):
        return pieces
    return [*pieces[:-1], _text_piece(last.run, text.replace(SOFT_HYPHEN, "") + "-")]


def _words(runs: Iterable[Run]) -> Iterator[tuple[list[Piece], list[Piece]]]:
    """Words with the spaces before them."""
    word: list[Piece] = []
    spaces: list[Piece] = []
    for run in runs:
        if run.icon is not None:
            word.append(_icon_piece(run))
            continue
        for token in _TOKENS.findall(run.text):
            if token[0] != " ":
                word.append(_text_piece(run, token))
                continue
            if word:
                yield word, spaces
                word, spaces = [], []
            spaces.append(_text_piece(run, token))
    if word:
        yield word, spaces


def _text_piece(run: Run, text: str) -> Piece:
    return Piece(run, text, run.style.width(text))


def _icon_piece(run: Run) -> Piece:
    icon = run.icon
    assert icon is not None
    height = round(run.style.size * ICON_HEIGHT)
    return Piece(run, "", round(height * icon.width / icon.height) + run.style.letter_spacing)


def draw_line(line: Line, x: Length, baseline: Length, stretch: Length = 0) -> list[Item]:
    """The items of a line whose baseline starts at a point; stretch is added to each space between words."""
    items: list[Item] = []
    x += line.indent
    if line.lead is not None:
        lead = line.lead
        items.append(text_run(lead.text, lead.run.style, x - lead.width, baseline, lead.width))
    for piece in line.pieces:
        style = piece.run.style
        if piece.run.icon is None:
            spaces = piece.text.count(" ") + piece.text.count("\u00a0")
            width = piece.width + stretch * spaces
            if piece.text.strip():
                items.append(text_run(piece.text, style, x, baseline, width, stretch))
            x += width
            continue
        height = round(style.size * ICON_HEIGHT)
        middle = baseline - round(style.face.cap_height * style.size) // 2
        box = Rect(x, middle - height // 2, piece.width - style.letter_spacing, height)
        items += draw_icon(piece.run.icon, box, style.colour)
        x += piece.width
    return items


def spaces_in(line: Line) -> int:
    """How many spaces of a line can be stretched."""
    return sum(piece.text.count(" ") + piece.text.count("\u00a0") for piece in line.pieces)


def text_run(
    text: str, style: Style, x: Length, baseline: Length, width: Length, word_spacing: Length = 0
) -> TextRun:
    """A text in a style, from a point on the baseline."""
    return TextRun(
        text,
        style.family,
        style.weight,
        style.italic,
        style.size,
        style.colour,
        x,
        baseline,
        0,
        width,
        style.letter_spacing,
        word_spacing,
        style.stroke,
        style.stroke_width,
    )
