"""A font as reportlab embeds it, with codes for glyphs that no sign has."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from reportlab.pdfbase.ttfonts import TTFont

_NOTHING = "\u200b"
"""What a code means that shows nothing: readers would else make up a sign."""
_PRIVATE = 0x100000
"""The first code of the plane for private use that fonts use least."""


class EmbeddedFont(TTFont):  # type: ignore[misc]
    """A TrueType font whose glyphs can be called by number, and which tells readers what they show."""

    def __init__(self, name: str, source: Any) -> None:
        super().__init__(name, source)
        self._next = _PRIVATE
        self._last_width = int.from_bytes(self.face.get_table("hhea")[34:36], "big") - 1
        self._codes: dict[tuple[int, str], int] = {}
        self._texts: dict[int, str] = {}

    def glyph_code(self, glyph: int, text: str) -> int:
        """The code of a glyph that shows a text: the text's own where there is one, else a private one."""
        face = self.face
        if len(text) == 1 and face.charToGlyph.get(ord(text)) == glyph:
            return ord(text)
        code = self._codes.get((glyph, text))
        if code is None:
            while self._next in face.charToGlyph:
                self._next += 1
            code = self._codes[glyph, text] = self._next
            self._texts[code] = text
            width, _ = face.hmetrics[min(glyph, self._last_width)]
            face.charToGlyph[code] = glyph
            face.charWidths[code] = width * 1000 / face.unitsPerEm
        return code

    def addObjects(self, document: Any) -> None:  # noqa: N802
        """Add the font to a document that is saved."""
        subsets = [list(subset) for subset in self.state[document].subsets]
        names = [self.getSubsetInternalName(n, document)[1:] for n in range(len(subsets))]
        super().addObjects(document)
        for name, subset in zip(names, subsets, strict=True):
            if max(subset) > 0xFFFF:
                font = document.idToObject["BasicFonts"].dict[name]
                stream = document.idToObject[font.ToUnicode.name]
                stream.content = _to_unicode(font.BaseFont, subset, self._texts)


def _to_unicode(name: str, subset: Iterable[int], texts: Mapping[int, str]) -> str:
    """Which signs the codes of a subset mean."""
    shown = [texts.get(code, chr(code)) or _NOTHING for code in subset]
    signs = [f"<{n:02X}> <{text.encode('utf-16-be').hex().upper()}>" for n, text in enumerate(shown)]
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
