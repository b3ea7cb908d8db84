"""Shaping: which glyphs of a font show a text, and where they stand (HarfBuzz)."""

from __future__ import annotations

from typing import Any, NamedTuple


class ShapedGlyph(NamedTuple):
    """A glyph of a shaped text. Measures are fractions of the type size, y up."""

    id: int
    cluster: int
    """Place in the text of the first sign that the glyph shows."""
    x: float
    """Shift of the glyph from the pen."""
    y: float
    advance: float
    """How far the pen moves on."""


_LOOSE = {"kern": False, "liga": False, "clig": False}
"""Features left off where letters must stand as they do in plain text."""


class Shaper:
    """Shapes texts in one font."""

    def __init__(self, data: bytes) -> None:
        import uharfbuzz

        self._harfbuzz: Any = uharfbuzz
        face = uharfbuzz.Face(uharfbuzz.Blob(data))
        self._font: Any = uharfbuzz.Font(face)
        self._units: int = face.upem
        self._known: dict[tuple[str, bool, bool, str, str], tuple[ShapedGlyph, ...]] = {}

    def shape(
        self, text: str, backward: bool, loose: bool = False, before: str = "", after: str = ""
    ) -> tuple[ShapedGlyph, ...]:
        """The glyphs of a text in one script and one direction, from left to right.

        ``before`` and ``after`` are what the text is written together with: its letters join to them.
        """
        key = (text, backward, loose, before, after)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._shape(*key)
        return found

    def _shape(
        self, text: str, backward: bool, loose: bool, before: str, after: str
    ) -> tuple[ShapedGlyph, ...]:
        harfbuzz = self._harfbuzz
        buffer = harfbuzz.Buffer()
        buffer.cluster_level = harfbuzz.BufferClusterLevel.MONOTONE_CHARACTERS
        buffer.add_str(before + text + after, len(before), len(text))
        buffer.language = "und"
        buffer.direction = "rtl" if backward else "ltr"
        buffer.guess_segment_properties()
        buffer.flags = harfbuzz.BufferFlags.REMOVE_DEFAULT_IGNORABLES
        harfbuzz.shape(self._font, buffer, _LOOSE if loose else {})
        units = self._units
        return tuple(
            ShapedGlyph(
                info.codepoint,
                info.cluster - len(before),
                place.x_offset / units,
                place.y_offset / units,
                place.x_advance / units,
            )
            for info, place in zip(buffer.glyph_infos, buffer.glyph_positions, strict=True)
        )
