"""Texts in which letters join, stand on each other or run from right to left: their parts and glyphs."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from hotpnp.assets.bidi import levels_of
from hotpnp.assets.fonts import FontFace
from hotpnp.assets.scripts import (
    ACCENTS,
    JOINED,
    breakable,
    can_shape,
    clings,
    clusters,
    seen,
    shaping_needed,
)
from hotpnp.assets.shaping import ShapedGlyph

ICON_SIGN = "\ufffc"
"""Stands for an icon where signs are counted."""
_NEUTRAL = "neutral"
"""Stands for the script of signs that run from right to left only because of what is round them."""
_ASIDE = 0.05
"""How far hidden glyphs stand to the left of the one that shows them: PDFium reads glyphs in order of place."""
_TOKENS = re.compile("[ \u00a0]|[^ \u00a0]+")


class Stretch(NamedTuple):
    """Text in one direction and one script."""

    text: str
    level: int = 0
    """Odd for text that runs from right to left."""
    script: str = ""
    """The script, where its glyphs must be shaped."""


class Context(NamedTuple):
    """What a text is written together with, without a blank."""

    before: str = ""
    after: str = ""


ALONE = Context()


class LetterGlyph(NamedTuple):
    """A glyph and its place from the start of the baseline, as fractions of the type size; y down."""

    id: int
    x: float
    y: float
    text: str
    """The part of the text that it shows."""
    letters: int
    """How many letters' spacing is left of it."""
    spaces: int
    """How many blanks are left of it."""
    hidden: bool = False
    """Whether it is read and not drawn."""


class ShapedText(NamedTuple):
    """The glyphs of a text, from left to right, its advance width, and what can be spread in it."""

    glyphs: tuple[LetterGlyph, ...]
    advance: float
    letters: int
    spaces: int
    starts: frozenset[int]
    """The places in the text at which letters begin that can be parted."""


def stretches(parts: Iterable[tuple[str, FontFace | None]]) -> tuple[bool, list[list[Stretch]]]:
    """Whether a paragraph runs from right to left, and the stretches of each of its parts.

    A part is text in a face, or an icon, which has none. Without the extra all is plain.
    """
    parts = list(parts)
    able = can_shape()
    whole = "".join(ICON_SIGN if face is None else text for text, face in parts)
    backward, levels = levels_of(whole) if able else (False, (0,) * len(whole))
    found: list[list[Stretch]] = []
    at = 0
    for text, face in parts:
        if face is None:
            found.append([Stretch("", levels[at])])
            at += 1
            continue
        own: list[Stretch] = []
        for letter in clusters(text):
            stretch = _stretch(face.composed(letter), levels[at], able)
            if stretch.text:
                _join(own, stretch)
            at += len(letter)
        found.append(own)
    return backward, found


def _stretch(letter: str, level: int, able: bool) -> Stretch:
    """A letter with its marks."""
    shown = seen(letter)
    script = ""
    if able and shown:
        script = (
            shaping_needed(shown) or (ACCENTS if len(shown) > 1 else "") or (_NEUTRAL if level % 2 else "")
        )
    return Stretch(letter, level, script) if script else Stretch(breakable(letter), level)


def _join(found: list[Stretch], new: Stretch) -> None:
    """Add a letter to the last stretch, if it belongs there, or as a new one."""
    last = found[-1] if found else None
    if last is not None and last.level == new.level:
        scripts = {last.script, new.script}
        neutral = _NEUTRAL in scripts
        blank = last.script not in ("", ACCENTS) and new.text == " "
        if len(scripts) == 1 or (neutral and "" not in scripts) or blank:
            script = new.script if last.script == _NEUTRAL else last.script
            found[-1] = Stretch(last.text + new.text, last.level, script)
            return
    found.append(new)


def shaped_text(
    face: FontFace, stretch: Stretch, context: Context = ALONE, spread: bool = False
) -> ShapedText:
    """The glyphs of a stretch, word by word. ``spread`` is for letters with a space after each."""
    backward = stretch.level % 2 == 1
    loose = stretch.script == ACCENTS or (spread and not joins(stretch.script))
    words = [(match.start(), match.group()) for match in _TOKENS.finditer(stretch.text)]
    glyphs: list[LetterGlyph] = []
    starts: set[int] = set()
    pen = 0.0
    letters = spaces = 0
    for at, word in reversed(words) if backward else words:
        if word in (" ", "\u00a0"):
            if blank := face.glyph(" "):
                glyphs.append(LetterGlyph(blank, pen, 0, " ", letters, spaces))
            pen += face.em_width(" ")
            letters, spaces = letters + 1, spaces + 1
            starts.add(at)
            continue
        before = context.before if at == 0 else ""
        after = context.after if at + len(word) == len(stretch.text) else ""
        found = face.shape(word, backward, loose, before, after)
        heads = _heads(word)
        head = -1
        for glyph, text in zip(found, _shown(word, found, backward), strict=True):
            if heads[glyph.cluster] != head:
                head = heads[glyph.cluster]
                letters += 1
                starts.add(at + head)
            gaps = letters if backward else letters - 1
            if backward:
                *more, text = text or [""]
                for i, sign in enumerate(more):
                    x = pen - _ASIDE * (len(more) - i)
                    glyphs.append(LetterGlyph(face.glyph(sign), x, 0, sign, gaps, spaces, True))
            glyphs.append(LetterGlyph(glyph.id, pen + glyph.x, -glyph.y, text, gaps, spaces))
            pen += glyph.advance
    return ShapedText(tuple(glyphs), pen, letters, spaces, frozenset(starts))


def _heads(word: str) -> list[int]:
    """For each sign of a word the place of the letter that it belongs to."""
    heads: list[int] = []
    for at in range(len(word)):
        heads.append(heads[-1] if clings(word, at) else at)
    return heads


def _shown(word: str, glyphs: Iterable[ShapedGlyph], backward: bool) -> list[str]:
    """The part of a word that each glyph shows, as it is read from left to right.

    A group of glyphs that shows a group of signs is given one each, as far as there are any; what is
    left over goes to the first.
    """
    counts = Counter(glyph.cluster for glyph in glyphs)
    starts = sorted(counts)
    parts: dict[int, list[str]] = {}
    for start, end in zip(starts, [*starts[1:], len(word)], strict=True):
        text = seen(word[start:end])
        text = text[::-1] if backward else text
        many = max(1, len(text) - counts[start] + 1)
        parts[start] = [text[:many], *text[many:]]
    return [parts[glyph.cluster].pop(0) if parts[glyph.cluster] else "" for glyph in glyphs]


def joins(script: str) -> bool:
    """Whether a script's letters join, so that none is spread and none parted with a hyphen."""
    return script in JOINED
