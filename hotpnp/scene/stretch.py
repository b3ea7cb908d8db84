"""Texts in which letters join, stand on each other or run from right to left: their parts and glyphs."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from hotpnp.assets.bidi import levels_of
from hotpnp.assets.fonts import FontFace
from hotpnp.assets.scripts import (
    ACCENTS,
    JOINED,
    breakable,
    can_shape,
    clusters,
    seen,
    shapeable,
    shaping_needed,
)
from hotpnp.assets.shaping import ShapedText, Word, WordGlyph

ICON_SIGN = "\ufffc"
"""Stands for an icon where signs are counted."""
_NEUTRAL = "neutral"
"""Stands for the script of signs that run from right to left only because of what is round them."""
_TOKENS = re.compile("[ \u00a0]|[^ \u00a0]+")
_BLANKS = (" ", "\u00a0")


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


def stretches(parts: Iterable[tuple[str, FontFace | None]]) -> tuple[bool, Sequence[Sequence[Stretch]]]:
    """Whether a paragraph runs from right to left, and the stretches of each of its parts.

    A part is text in a face, or an icon, which has none. Without the extra all is plain.
    """
    return _stretches(tuple(parts), can_shape())


@lru_cache(maxsize=64)
def _stretches(
    parts: tuple[tuple[str, FontFace | None], ...], able: bool
) -> tuple[bool, Sequence[Sequence[Stretch]]]:
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


@lru_cache(maxsize=4096)
def _stretch(letter: str, level: int, able: bool) -> Stretch:
    """A letter with its marks."""
    shown = seen(letter)
    script = ""
    if able and shown:
        script = (
            shaping_needed(shown) or (ACCENTS if len(shown) > 1 else "") or (_NEUTRAL if level % 2 else "")
        )
    return Stretch(shapeable(letter) if script else breakable(letter), level, script)


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
    if len(words) == 1 and words[0][1] not in _BLANKS:
        return face.shape(Word(stretch.text, backward, loose, *context))
    glyphs: list[WordGlyph] = []
    starts: set[int] = set()
    pen = 0.0
    letters = spaces = 0
    for at, text in reversed(words) if backward else words:
        if text in _BLANKS:
            if blank := face.glyph(" "):
                glyphs.append(WordGlyph(blank, pen, 0, " ", letters, spaces))
            pen += face.em_width(" ")
            letters, spaces = letters + 1, spaces + 1
            starts.add(at)
            continue
        before = context.before if at == 0 else ""
        after = context.after if at + len(text) == len(stretch.text) else ""
        word = face.shape(Word(text, backward, loose, before, after))
        glyphs += [
            glyph._replace(x=pen + glyph.x, letters=letters + glyph.letters, spaces=spaces)
            for glyph in word.glyphs
        ]
        starts.update(at + start for start in word.starts)
        pen += word.advance
        letters += word.letters
    return ShapedText(tuple(glyphs), pen, letters, spaces, frozenset(starts))


def joins(script: str) -> bool:
    """Whether a script's letters join, so that none is spread and none parted with a hyphen."""
    return script in JOINED
