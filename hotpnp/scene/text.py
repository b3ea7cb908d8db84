"""Text: runs broken into lines by the widths of the fonts that are embedded."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from hotpnp.assets.bidi import visual_order
from hotpnp.assets.colour import Solid
from hotpnp.assets.fonts import FontFace
from hotpnp.assets.icons import Icon
from hotpnp.assets.scripts import BREAK_SIGN, SOFT_HYPHEN, clings, shaping_needed, special
from hotpnp.assets.shaping import ShapedText
from hotpnp.geometry import Rect
from hotpnp.scene.icon import draw_icon
from hotpnp.scene.items import Glyph, Item, TextRun
from hotpnp.scene.stretch import ALONE, ICON_SIGN, Context, Stretch, joins, shaped_text, stretches
from hotpnp.units import Length

ICON_HEIGHT = 0.84
"""Height of an icon in text, as a share of the type size."""


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
    level: int = 0
    """Odd where it runs from right to left."""
    script: str = ""
    """The script, where its glyphs must be shaped."""


class Piece(NamedTuple):
    """A part of a line: text or icon."""

    run: Run
    text: str
    width: Length
    context: Context = ALONE
    """What its letters join to."""

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
    backward: bool = False
    """Whether its paragraph runs from right to left; the indent is then on the right."""

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
_AFTER_HYPHEN = re.compile(r"(?<=[^\W\d_]{2}[-\u05be])(?=[^\W\d_]{2})")
_BREAKS = (SOFT_HYPHEN, BREAK_SIGN)
_LETTERS = re.compile(r"[^\W\d_]{4,}")


def break_lines(
    runs: Iterable[Run], width: Length, hang: Length = 0, hyphenator: Hyphenator | None = None
) -> Broken:
    """Break the runs of one paragraph into lines no wider than the width.

    A word is what stands between spaces, across runs, so an icon stays with the figure that it is
    joined to. Words break after a hyphen between letters, at soft hyphens, and where the hyphenator
    says. A word that is still wider than a line is parted between letters, with a hyphen shown where
    its script has one. Spaces at a break are dropped. All lines are indented by ``hang``.
    """
    runs = list(runs)
    backward = False
    if any(special(run.text) for run in runs):
        runs, backward = _arranged(runs)
    breaker = _Breaker(width - hang, hang, hyphenator, backward)
    for word, spaces in _words(runs):
        breaker.add(word if len(word) == 1 else _linked(word), spaces)
    return breaker.finish()


class _Breaker:
    def __init__(
        self, room: Length, hang: Length, hyphenator: Hyphenator | None, backward: bool = False
    ) -> None:
        self._room = room
        self._hang = hang
        self._hyphenator = hyphenator
        self._backward = backward
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
                cut = self._cut(word, room, _joints(word))
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
            if not piece.text.isascii() and _breakable(piece.text):
                piece = piece._replace(text=_unbroken(piece.text))
            self._current.append(piece)
            self._at += piece.width

    def _end(self, last: bool = False) -> None:
        joined: list[Piece] = []
        for piece in self._current:
            before = joined[-1] if joined else None
            if before is not None and before.run is piece.run and before.run.icon is None:
                context = _around(before, piece) if piece.run.script else ALONE
                width = before.width + piece.width
                joined[-1] = Piece(piece.run, before.text + piece.text, width, context)
            else:
                joined.append(piece)
        width = sum(piece.width for piece in joined)
        self._lines.append(Line(tuple(joined), width, self._hang, last, None, self._backward))
        self._current, self._at = [], 0

    def _places(self, word: list[Piece]) -> list[int]:
        """Where a word may break by the rules of spelling."""
        signs = _signs(word)
        if len(signs) < 4:
            return []
        places = {match.start() for match in _AFTER_HYPHEN.finditer(signs)}
        places |= {i + 1 for i, sign in enumerate(signs) if sign in _BREAKS}
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
            found.append(piece if high - low == length else _part(piece, low, high))
        at += length
    return found


def _part(piece: Piece, low: int, high: int) -> Piece:
    """A piece of a piece; its letters still join to what was next to them."""
    text, context = piece.text, piece.context
    if joins(piece.run.script):
        context = Context(context.before + text[:low], text[high:] + context.after)
    return _text_piece(piece.run, text[low:high], context)


def _joints(word: list[Piece]) -> Sequence[int]:
    """The places at which a word can be parted without parting a letter."""
    if not any(piece.run.script for piece in word):
        return range(1, len(_signs(word)))
    places: list[int] = []
    at = 0
    for piece in word:
        starts = sorted(_shaped(piece).starts) if piece.run.script else range(len(piece.signs))
        places += [at + start for start in starts]
        at += len(piece.signs)
    return [place for place in places if place]


def _hyphenated(pieces: list[Piece]) -> list[Piece]:
    """The beginning of a word with a hyphen shown, unless it ends with one."""
    last = pieces[-1]
    text = last.text.removesuffix(SOFT_HYPHEN)
    if last.run.icon is not None or text.endswith(("-", "\u05be", BREAK_SIGN)):
        return pieces
    if last.run.script and shaping_needed(text) not in ("", "Hebrew"):
        return pieces
    return [*pieces[:-1], _text_piece(last.run, _unbroken(text) + "-")]


def _words(runs: Iterable[Run]) -> Iterator[tuple[list[Piece], list[Piece]]]:
    """Words with the spaces before them."""
    word: list[Piece] = []
    spaces: list[Piece] = []
    for run in runs:
        if run.icon is not None:
            word.append(_icon_piece(run))
            continue
        width = None if run.script or _breakable(run.text) else run.style.width
        for token in _TOKENS.findall(run.text):
            piece = Piece(run, token, width(token)) if width is not None else _text_piece(run, token)
            if token[0] != " ":
                word.append(piece)
                continue
            if word:
                yield word, spaces
                word, spaces = [], []
            spaces.append(piece)
    if word:
        yield word, spaces


def _linked(word: list[Piece]) -> list[Piece]:
    """A word whose letters join from piece to piece."""
    if not any(joins(piece.run.script) for piece in word):
        return word
    texts = ["", *(piece.text for piece in word), ""]
    around = [Context(texts[i], texts[i + 2]) for i in range(len(word))]
    return [
        _text_piece(piece.run, piece.text, context) if joins(piece.run.script) else piece
        for piece, context in zip(word, around, strict=True)
    ]


def _around(first: Piece, last: Piece) -> Context:
    """What the letters join to of two pieces that become one."""
    return Context(first.context.before, last.context.after)


def _breakable(text: str) -> bool:
    """Whether a text holds signs that say where it may be broken."""
    return not text.isascii() and (SOFT_HYPHEN in text or BREAK_SIGN in text)


def _unbroken(text: str) -> str:
    """The text without the signs that say where it may be broken."""
    return text.replace(SOFT_HYPHEN, "").replace(BREAK_SIGN, "")


def _text_piece(run: Run, text: str, context: Context = ALONE) -> Piece:
    shown = _unbroken(text) if _breakable(text) else text
    if not run.script:
        return Piece(run, text, run.style.width(shown))
    shaped = _shaped(Piece(run, shown, 0, context))
    width = round(shaped.advance * run.style.size) + _spacing(run) * shaped.letters
    return Piece(run, text, width, context)


def _shaped(piece: Piece) -> ShapedText:
    run = piece.run
    stretch = Stretch(piece.text, run.level, run.script)
    return shaped_text(run.style.face, stretch, piece.context, run.style.letter_spacing != 0)


def _spacing(run: Run) -> Length:
    """The space after each letter; none where letters join."""
    return 0 if joins(run.script) else run.style.letter_spacing


def _arranged(runs: list[Run]) -> tuple[list[Run], bool]:
    """The runs of a paragraph, each in one direction and one script; whether it runs from right to left."""
    runs = _with_their_marks(runs)
    parts = [(run.text, run.style.face if run.icon is None else None) for run in runs]
    backward, found = stretches(parts)
    return [
        Run(stretch.text, run.style, run.icon, stretch.level, stretch.script)
        for run, own in zip(runs, found, strict=True)
        for stretch in own
    ], backward


def _with_their_marks(runs: list[Run]) -> list[Run]:
    """The runs, none of which begins with a mark that stands on a letter of the one before."""
    found: list[Run] = []
    for run in runs:
        before = found[-1] if found else None
        if before is not None and before.text.strip(" ") and before.icon is None:
            both, at = before.text + run.text, len(before.text)
            while at < len(both) and clings(both, at):
                at += 1
            found[-1] = before._replace(text=both[:at])
            run = run._replace(text=both[at:])
        if run.text or run.icon is not None:
            found.append(run)
    return found


def _icon_piece(run: Run) -> Piece:
    icon = run.icon
    assert icon is not None
    height = round(run.style.size * ICON_HEIGHT)
    return Piece(run, "", round(height * icon.width / icon.height) + run.style.letter_spacing)


def draw_line(line: Line, x: Length, baseline: Length, stretch: Length = 0) -> list[Item]:
    """The items of a line whose baseline starts at a point; stretch is added to each space between words."""
    items: list[Item] = []
    lead = line.lead
    if not line.backward:
        x += line.indent
        if lead is not None:
            items.append(text_run(lead.text, lead.run.style, x - lead.width, baseline, lead.width))
    pieces: Sequence[Piece] = line.pieces
    if any(piece.run.level for piece in pieces):
        pieces = [pieces[place] for place in visual_order([piece.run.level for piece in pieces])]
    for piece in pieces:
        width = piece.width + stretch * _spaces(piece) if stretch else piece.width
        if piece.run.icon is not None:
            items += _drawn_icon(piece, x, baseline)
        elif piece.text.strip():
            items.append(_drawn_text(piece, x, baseline, width, stretch))
        x += width
    if line.backward and lead is not None:
        sign = lead.text.strip()
        width = lead.run.style.width(sign)
        items.append(text_run(sign, lead.run.style, x + lead.width - width, baseline, width))
    return items


def _drawn_text(piece: Piece, x: Length, baseline: Length, width: Length, stretch: Length) -> TextRun:
    style = piece.run.style
    if not piece.run.script:
        return text_run(piece.text, style, x, baseline, width, stretch)
    spacing = _spacing(piece.run)
    glyphs = tuple(
        Glyph(
            glyph.id,
            round(glyph.x * style.size) + glyph.letters * spacing + glyph.spaces * stretch,
            round(glyph.y * style.size),
            glyph.text,
            glyph.hidden,
        )
        for glyph in _shaped(piece).glyphs
    )
    run = text_run(piece.text, style, x, baseline, width)
    return run._replace(letter_spacing=0, glyphs=glyphs)


def _drawn_icon(piece: Piece, x: Length, baseline: Length) -> list[Item]:
    style, icon = piece.run.style, piece.run.icon
    assert icon is not None
    height = round(style.size * ICON_HEIGHT)
    middle = baseline - round(style.face.cap_height * style.size) // 2
    box = Rect(x, middle - height // 2, piece.width - style.letter_spacing, height)
    return list(draw_icon(icon, box, style.colour))


def _spaces(piece: Piece) -> int:
    return piece.text.count(" ") + piece.text.count("\u00a0")


def spaces_in(line: Line) -> int:
    """How many spaces of a line can be stretched."""
    return sum(_spaces(piece) for piece in line.pieces)


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
