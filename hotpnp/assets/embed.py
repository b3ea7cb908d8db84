"""A font as reportlab embeds it, with codes for glyphs that no sign has."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any
from weakref import WeakKeyDictionary

from reportlab.pdfbase.ttfonts import TTFont

_NOTHING = "\u200b"
"""What a code means that shows nothing: readers would else make up a sign."""
_PRIVATE = (0x100000, 0xF0000)
"""The planes of Unicode for private use, the less used first."""


class EmbeddedFont(TTFont):  # type: ignore[misc]
    """A TrueType font whose glyphs can be called by number, and which says what they mean."""

    def __init__(self, name: str, source: Any) -> None:
        super().__init__(name, source)
        face = self.face
        taken = max(face.charToGlyph, default=0)
        self._private = next((first for first in _PRIVATE if taken < first), _PRIVATE[0])
        self._last_width = int.from_bytes(face.get_table("hhea")[34:36], "big") - 1
        self._meanings: WeakKeyDictionary[Any, dict[int, str]] = WeakKeyDictionary()

    def glyph_code(self, glyph: int, text: str) -> int:
        """The code of a glyph that shows a text: the text's own where there is one, else a private one."""
        face = self.face
        if len(text) == 1 and face.charToGlyph.get(ord(text)) == glyph:
            return ord(text)
        code: int = self._private + glyph
        if code not in face.charToGlyph:
            width, _ = face.hmetrics[min(glyph, self._last_width)]
            face.charToGlyph[code] = glyph
            face.charWidths[code] = width * 1000 / face.unitsPerEm
        return code

    def means(self, code: int, text: str, document: Any) -> bool:
        """Whether a code means a text in a document: what it shows first there."""
        if code < self._private:
            return chr(code) == text
        return self._meanings.setdefault(document, {}).setdefault(code, text) == text

    def addObjects(self, document: Any) -> None:  # noqa: N802
        """Add the font to a document that is saved."""
        subsets = [list(subset) for subset in self.state[document].subsets]
        names = [self.getSubsetInternalName(n, document)[1:] for n in range(len(subsets))]
        super().addObjects(document)
        meanings = self._meanings.get(document, {})
        for name, subset in zip(names, subsets, strict=True):
            if max(subset) > 0xFFFF:
                font = document.idToObject["BasicFonts"].dict[name]
                stream = document.idToObject[font.ToUnicode.name]
                stream.content = _to_unicode(font.BaseFont, subset, meanings)


def _to_unicode(name: str, subset: Iterable[int], meanings: Mapping[int, str]) -> str:
    """Which signs the codes of a subset mean."""
    texts = [meanings.get(code, chr(code)) or _NOTHING for code in subset]
    signs = [f"<{n:02X}> <{text.encode('utf-16-be').hex().upper()}>" for n, text in enumerate(texts)]
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
