"""Fonts: finding a face, and measuring text with exactly the widths that are embedded."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from hotpnp.units import Length

DEFAULT_FAMILY = "Source Sans Pro"
WEIGHTS = {
    "light": "Light",
    "regular": "Regular",
    "semibold": "Semibold",
    "bold": "Bold",
    "black": "Black",
}
"""Weights of the default family, lightest first, with the names in its files."""


class UnknownFont(Exception):
    """A font family or weight that is not there; the text says which are."""


class FontFace:
    """One opened TrueType face. Measures are fractions of the type size (1 em)."""

    def __init__(self, name: str, path: Path) -> None:
        from reportlab.pdfbase.ttfonts import TTFont

        self.name = name
        self.font: Any = TTFont(name, str(path))
        face = self.font.face
        self.ascent: float = face.ascent / 1000
        self.descent: float = -face.descent / 1000
        self.cap_height: float = face.capHeight / 1000
        self._widths: dict[int, float] = face.charWidths
        self._missing_width: float = face.defaultWidth
        self._glyphs: dict[int, int] = face.charToGlyph
        self._measured: dict[str, float] = {}

    def em_width(self, text: str) -> float:
        """The advance width of a text at a type size of 1."""
        width = self._measured.get(text)
        if width is None:
            get, missing = self._widths.get, self._missing_width
            width = sum(get(ord(sign), missing) for sign in text) / 1000
            self._measured[text] = width
        return width

    def width(self, text: str, size: Length) -> Length:
        """The advance width of a text at a type size."""
        return round(self.em_width(text) * size)

    def missing(self, text: str) -> str:
        """The signs of the text that the face cannot draw, each once."""
        return "".join(dict.fromkeys(sign for sign in text if ord(sign) not in self._glyphs))


class Fonts:
    """The faces of a run, opened when first used (a face takes some 10 ms to read)."""

    def __init__(self) -> None:
        self._faces: dict[tuple[str, str, bool], FontFace] = {}

    def face(self, family: str, weight: str, italic: bool) -> FontFace:
        """The face of a family in a weight. Raises UnknownFont with what there is."""
        key = (family, weight, italic)
        found = self._faces.get(key)
        if found is None:
            found = _open(family, weight, italic)
            self._faces[key] = found
        return found


@cache
def _open(family: str, weight: str, italic: bool) -> FontFace:
    if family != DEFAULT_FAMILY:
        raise UnknownFont(f'there is no font "{family}"; known: {DEFAULT_FAMILY}')
    if weight not in WEIGHTS:
        raise UnknownFont(f'{family} has no weight "{weight}"; known: {", ".join(WEIGHTS)}')
    style = WEIGHTS[weight] + ("It" if italic else "")
    if style == "RegularIt":
        style = "It"
    return FontFace(f"SourceSansPro-{style}", default_font_folder() / f"SourceSansPro-{style}.ttf")


def default_font_folder() -> Path:
    """Where the default family's TrueType files lie."""
    import font_source_sans_pro

    return Path(font_source_sans_pro.__file__).parent / "files"
