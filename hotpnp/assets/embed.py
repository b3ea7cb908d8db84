"""A font as reportlab embeds it, with codes for glyphs that no sign has."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from reportlab.pdfbase.ttfonts import TTFont

_PRIVATE = (0x100000, 0xF0000)
"""The planes of Unicode for private use, the less used first."""


class EmbeddedFont(TTFont):  # type: ignore[misc]
    """A TrueType font that says rightly what its codes beyond the first plane mean."""

    def addObjects(self, document: Any) -> None:  # noqa: N802
        """Add the font to a document that is saved."""
        subsets = [list(subset) for subset in self.state[document].subsets]
        names = [self.getSubsetInternalName(n, document)[1:] for n in range(len(subsets))]
        super().addObjects(document)
        for name, subset in zip(names, subsets, strict=True):
            if max(subset) > 0xFFFF:
                font = document.idToObject["BasicFonts"].dict[name]
                document.idToObject[font.ToUnicode.name].content = _to_unicode(font.BaseFont, subset)


def _to_unicode(name: str, subset: Iterable[int]) -> str:
    """Which signs the codes of a subset mean; glyphs without a sign are left out."""
    signs = [
        f"<{place:02X}> <{chr(code).encode('utf-16-be').hex().upper()}>"
        for place, code in enumerate(subset)
        if code < min(_PRIVATE)
    ]
    blocks = [signs[i : i + 100] for i in range(0, len(signs), 100)]
    return "\n".join(
        [
            "/CIDInit /ProcSet findresource begin",
            "12 dict begin",
            "begincmap",
            f"/CIDSystemInfo << /Registry ({name}) /Ordering ({name}) /Supplement 0 >> def",
            f"/CMapName /{name} def",
            "/CMapType 2 def",
            "1 begincodespacerange",
            "<00> <FF>",
            "endcodespacerange",
            *(line for block in blocks for line in (f"{len(block)} beginbfchar", *block, "endbfchar")),
            "endcmap",
            "CMapName currentdict /CMap defineresource pop",
            "end",
            "end",
        ]
    )


class GlyphSigns:
    """Signs by which glyphs can be called: their own, else one for private use that stands for the number."""

    def __init__(self, font: EmbeddedFont) -> None:
        self._face: Any = font.face
        taken = max(self._face.charToGlyph, default=0)
        self._private = next((first for first in _PRIVATE if taken < first), _PRIVATE[0])
        self._last = int.from_bytes(self._face.get_table("hhea")[34:36], "big") - 1
        """The last glyph with a width of its own; those after it are as wide."""

    def sign(self, glyph: int) -> str:
        """The sign to write for a glyph."""
        face = self._face
        own = face.glyphToChar.get(glyph)
        if own:
            return chr(own[0])
        code = self._private + glyph
        if code not in face.charToGlyph:
            face.charToGlyph[code] = glyph
            face.charWidths[code] = face.hmetrics[min(glyph, self._last)][0] * 1000 / face.unitsPerEm
        return chr(code)
