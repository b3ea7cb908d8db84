"""Fonts: finding a face, and measuring text with exactly the widths that are embedded."""

from __future__ import annotations

import hashlib
import io
import unicodedata
from collections.abc import Callable, Mapping
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from hotpnp.assets import scripts
from hotpnp.assets.shaping import ShapedText, Shaper, Word
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

_RESTRICTED = 0x0002
"""Bit of a font's fsType that forbids embedding (OpenType specification, table OS/2)."""


class UnknownFont(Exception):
    """A font family or weight that is not there; the text says which are."""


class BadFont(Exception):
    """A font file that cannot be used; the text says why and what to do."""


class FontFace:
    """One opened TrueType face. Measures are fractions of the type size (1 em)."""

    def __init__(self, name: str, source: str | bytes) -> None:
        scripts.load_reportlab_fonts()
        from reportlab.pdfbase.ttfonts import TTFError

        from hotpnp.assets.embed import EmbeddedFont

        self.name = name
        self._source = source
        self.digest = hashlib.sha256(source).hexdigest() if isinstance(source, bytes) else ""
        """Of a project's own font; hotpnp's are told by their names."""
        try:
            self.font: Any = EmbeddedFont(name, io.BytesIO(source) if isinstance(source, bytes) else source)
        except TTFError as fault:
            raise BadFont(_why(str(fault))) from fault
        face = self.font.face
        self.ascent: float = face.ascent / 1000
        self.descent: float = -face.descent / 1000
        self.cap_height: float = face.capHeight / 1000
        self._widths: dict[int, float] = face.charWidths
        self._missing_width: float = face.defaultWidth
        self._glyphs: dict[int, int] = face.charToGlyph
        self._measured: dict[str, float] = {}
        self._called = False
        """Whether glyphs have been called by number, so that the font has codes that are no signs."""

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

    def has(self, sign: str) -> bool:
        """Whether the face can draw a sign."""
        return ord(sign) in self._glyphs

    def missing(self, text: str) -> str:
        """The signs of the text that the face cannot draw, each once."""
        if scripts.special(text):
            letters = dict.fromkeys(scripts.clusters(text))
            return "".join(dict.fromkeys("".join(self._lost(letter) for letter in letters)))
        return "".join(dict.fromkeys(sign for sign in text if ord(sign) not in self._glyphs))

    def _lost(self, letter: str) -> str:
        """The signs of a letter with its marks that cannot be drawn, or not at their places."""
        shown = scripts.seen(self.composed(letter))
        script = scripts.shaping_needed(shown)
        if (script or len(shown) > 1) and not scripts.can_shape():
            return shown if script else shown[1:]
        return "".join(sign for sign in shown if ord(sign) not in self._glyphs)

    def composed(self, letter: str) -> str:
        """A letter of a simple script with its marks, in one sign where the face has that sign."""
        if len(letter) == 1 or scripts.shaping_needed(letter):
            return letter
        whole = unicodedata.normalize("NFC", letter)
        return whole if all(ord(sign) in self._glyphs for sign in scripts.seen(whole)) else letter

    def shape(self, word: Word) -> ShapedText:
        """The glyphs of a word."""
        return self._shaper.shape(word)

    def glyph(self, sign: str) -> int:
        """The number of a sign's glyph; 0 when there is none."""
        return self._glyphs.get(ord(sign), 0)

    def glyph_code(self, glyph: int, text: str) -> tuple[int, float]:
        """The code by which a glyph that shows a text is embedded, and its width at a type size of 1."""
        if not self._called:
            self._glyphs, self._called = dict(self._glyphs), True
        code = self.font.glyph_code(glyph, text)
        return code, self._widths[code] / 1000

    @cached_property
    def _shaper(self) -> Shaper:
        source = self._source
        return Shaper(source if isinstance(source, bytes) else Path(source).read_bytes())


def _why(said: str) -> str:
    if "postscript outlines" in said.lower() or "OTTO" in said:
        return "the font has PostScript outlines (CFF); use the TrueType version of it, usually named .ttf"
    return f"the font file cannot be read: {said}"


def _check_embedding(data: bytes) -> None:
    """Refuse a font whose maker forbids embedding. Raises BadFont."""
    count = int.from_bytes(data[4:6], "big")
    for i in range(count):
        record = data[12 + 16 * i : 28 + 16 * i]
        if record[:4] == b"OS/2":
            offset = int.from_bytes(record[8:12], "big")
            if int.from_bytes(data[offset + 8 : offset + 10], "big") & 0x000F == _RESTRICTED:
                raise BadFont(
                    "its maker forbids embedding (fsType), so it may not stand in a PDF; use another font"
                )


class Fonts:
    """The faces of a run, opened when first used (a face takes some 10 ms to read).

    ``families`` are a game's own: name to faces (``regular``, ``bold``, ``italic``, ``bold_italic``) to
    paths. ``load`` gives a path's bytes. ``fallback`` are families to ask, in turn, for signs that a
    text's own font lacks; the default family is always the last.
    """

    def __init__(
        self,
        families: Mapping[str, Mapping[str, str]] | None = None,
        load: Callable[[str], bytes] | None = None,
        fallback: tuple[str, ...] = (),
    ) -> None:
        self.families = families or {}
        self.fallback = (*fallback, DEFAULT_FAMILY)
        self._load = load
        self._faces: dict[tuple[str, str, bool], FontFace] = {}
        self._files: dict[str, FontFace] = {}

    @property
    def names(self) -> list[str]:
        """The families that there are."""
        return [*self.families, DEFAULT_FAMILY]

    def face(self, family: str, weight: str, italic: bool) -> FontFace:
        """The face of a family in a weight. Raises UnknownFont with what there is, or BadFont."""
        key = (family, weight, italic)
        found = self._faces.get(key)
        if found is None:
            found = (
                _open_default(weight, italic)
                if family == DEFAULT_FAMILY
                else self._open(family, weight, italic)
            )
            self._faces[key] = found
        return found

    def _open(self, family: str, weight: str, italic: bool) -> FontFace:
        faces = {"regular": family} if family.startswith("/") else self.families.get(family)
        if faces is None:
            raise UnknownFont(f'there is no font "{family}"')
        if weight not in ("regular", "bold"):
            raise UnknownFont(
                f'{family} has no weight "{weight}"; a font of the project has regular and bold'
            )
        wanted = {(False, False): "regular", (True, False): "bold", (False, True): "italic"}.get(
            (weight == "bold", italic), "bold_italic"
        )
        path = faces.get(wanted)
        if path is None:
            raise UnknownFont(
                f"{family} has no {wanted.replace('_', ' ')} face; name one under fonts in game.yaml"
            )
        if path not in self._files:
            self._files[path] = self._read(path, f"{family}-{wanted}".replace(" ", ""))
        return self._files[path]

    def _read(self, path: str, name: str) -> FontFace:
        assert self._load is not None
        data = self._load(path)
        try:
            _check_embedding(data)
            return FontFace(name, data)
        except BadFont as fault:
            raise BadFont(f"{path}: {fault}") from fault


@cache
def _open_default(weight: str, italic: bool) -> FontFace:
    if weight not in WEIGHTS:
        raise UnknownFont(f'{DEFAULT_FAMILY} has no weight "{weight}"; known: {", ".join(WEIGHTS)}')
    style = WEIGHTS[weight] + ("It" if italic else "")
    if style == "RegularIt":
        style = "It"
    return FontFace(f"SourceSansPro-{style}", str(default_font_folder() / f"SourceSansPro-{style}.ttf"))


def default_font_folder() -> Path:
    """Where the default family's TrueType files lie."""
    import font_source_sans_pro

    return Path(font_source_sans_pro.__file__).parent / "files"
