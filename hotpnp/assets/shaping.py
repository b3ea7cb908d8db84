"""Shaping: which glyphs of a font show a word, and where they stand (HarfBuzz)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from hotpnp.assets.scripts import clings, seen


class WordGlyph(NamedTuple):
    """A glyph and its place from the start of the baseline, as fractions of the type size; y down."""

    id: int
    x: float
    y: float
    text: str
    """The part of the text that it shows; none when it helps another glyph to show it."""
    letters: int
    """How many letters' spacing is left of it."""
    spaces: int = 0
    """How many blanks are left of it."""
    hidden: bool = False
    """Whether it is read and not drawn."""


class ShapedText(NamedTuple):
    """The glyphs of a text, from left to right, its advance width, and what can be spread in it."""

    glyphs: tuple[WordGlyph, ...]
    advance: float
    letters: int
    spaces: int
    starts: frozenset[int]
    """The places in the text at which letters begin that can be parted."""


class Word(NamedTuple):
    """What is shaped in one go: a text without blanks, in one script and one direction."""

    text: str
    backward: bool
    loose: bool = False
    """Whether its letters stand one by one, as in plain text: no ligatures, no kerning."""
    before: str = ""
    after: str = ""
    """What the text is written together with: its letters join to it."""


_LOOSE = {"kern": False, "liga": False, "clig": False}
_ASIDE = 0.05
"""How far hidden glyphs stand left of the one that shows them: PDFium reads glyphs in order of place."""


class Shaper:
    """Shapes words in one font."""

    def __init__(self, data: bytes) -> None:
        import uharfbuzz

        self._harfbuzz: Any = uharfbuzz
        face = uharfbuzz.Face(uharfbuzz.Blob(data))
        self._font: Any = uharfbuzz.Font(face)
        self._units: int = face.upem
        self._known: dict[Word, ShapedText] = {}

    def shape(self, word: Word) -> ShapedText:
        """The glyphs of a word."""
        found = self._known.get(word)
        if found is None:
            found = self._known[word] = self._shape(word)
        return found

    def _shape(self, word: Word) -> ShapedText:
        buffer = self._shaped(word)
        clusters = [info.cluster - len(word.before) for info in buffer.glyph_infos]
        letters = _letters(word.text, clusters)
        units = self._units
        glyphs: list[WordGlyph] = []
        order: list[int] = []
        pen = 0
        parts = zip(buffer.glyph_infos, buffer.glyph_positions, clusters, _shown(word, clusters), strict=True)
        for info, place, cluster, text in parts:
            if not order or order[-1] != letters[cluster]:
                order.append(letters[cluster])
            gaps = len(order) if word.backward else len(order) - 1
            if word.backward:
                glyphs += self._hidden(text[:-1], pen / units, gaps)
                text = text[-1:]
            x, y = (pen + place.x_offset) / units, -place.y_offset / units
            glyphs.append(WordGlyph(info.codepoint, x, y, text, gaps))
            pen += place.x_advance
        return ShapedText(tuple(glyphs), pen / units, len(order), 0, frozenset(order))

    def _shaped(self, word: Word) -> Any:
        """HarfBuzz's buffer with the word's glyphs."""
        harfbuzz = self._harfbuzz
        buffer = harfbuzz.Buffer()
        buffer.cluster_level = harfbuzz.BufferClusterLevel.MONOTONE_CHARACTERS
        buffer.add_str(word.before + word.text + word.after, len(word.before), len(word.text))
        buffer.language = "und"
        buffer.direction = "rtl" if word.backward else "ltr"
        buffer.guess_segment_properties()
        buffer.flags = harfbuzz.BufferFlags.REMOVE_DEFAULT_IGNORABLES
        harfbuzz.shape(self._font, buffer, _LOOSE if word.loose else {})
        return buffer

    def _hidden(self, text: str, pen: float, gaps: int) -> Iterator[WordGlyph]:
        """Glyphs for readers, that expect one sign at a time where text runs from right to left."""
        for i, sign in enumerate(text):
            glyph = self._font.get_nominal_glyph(ord(sign))
            if glyph:
                yield WordGlyph(glyph, pen - _ASIDE * (len(text) - i), 0, sign, gaps, 0, True)


def _letters(text: str, clusters: Sequence[int]) -> dict[int, int]:
    """For each place at which glyphs begin to show a text the place of the letter that they belong to."""
    letters: dict[int, int] = {}
    last = 0
    for start in sorted(set(clusters)):
        last = letters[start] = last if clings(text, start) else start
    return letters


def _shown(word: Word, clusters: Sequence[int]) -> list[str]:
    """The part of a word that each glyph shows, as it is read from left to right.

    A group of glyphs that shows a group of signs is given one each, as far as there are any; what is
    left over goes to the first.
    """
    counts = Counter(clusters)
    starts = sorted(counts)
    parts: dict[int, list[str]] = {}
    for start, end in zip(starts, [*starts, len(word.text)][1:], strict=True):
        text = seen(word.text[start:end])
        text = text[::-1] if word.backward else text
        many = max(1, len(text) - counts[start] + 1)
        parts[start] = [text[:many], *text[many:]]
    return [parts[cluster].pop(0) if parts[cluster] else "" for cluster in clusters]
