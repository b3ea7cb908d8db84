"""Small fonts of boxes for scripts that need shaping, and cards set in them."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

import pypdfium2
import pytest
from fontTools.feaLib.builder import addOpenTypeFeaturesFromString
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.t2CharStringPen import T2CharStringPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont
from helpers import SQUARE, errors, make_project, scenes

from hotpnp.assets import scripts
from hotpnp.diag import Collector, Diagnostic
from hotpnp.geometry import Rect
from hotpnp.pipeline import Options, build
from hotpnp.scene.items import Item, TextRun, flat
from hotpnp.source.workspace import Workspace
from hotpnp.units import MM, PT

shaped = pytest.mark.skipif(not scripts.can_shape(), reason="hotpnp[scripts] is not installed")

BOX = Rect(10 * MM, 20 * MM, 40 * MM, 50 * MM)
EM = 10 * PT
LETTER = EM // 2
"""Letters of the test fonts are half as wide as the type size."""

ASCII = {chr(code): f"u{code:04X}" for code in range(0x20, 0x7F)}
HEBREW = {chr(code): f"u{code:04X}" for code in range(0x05D0, 0x05EB)}
QAMATS = "\u05b8"
HEBREW_FEATURES = """
languagesystem DFLT dflt; languagesystem hebr dflt;
markClass u05B8 <anchor 100 0> @BELOW;
feature mark { pos base [u05D0 u05D1] <anchor 350 -50> mark @BELOW; } mark;
"""
BEH, SEEN, LAM, MEEM, ALEF, HAMZA_ALEF = "بسلماأ"
JOINING = {BEH: "beh", SEEN: "seen", LAM: "lam", MEEM: "meem"}
ARABIC_FEATURES = """
languagesystem DFLT dflt; languagesystem arab dflt;
feature init { sub [beh seen lam meem] by [beh.init seen.init lam.init meem.init]; } init;
feature medi { sub [beh seen lam meem] by [beh.medi seen.medi lam.medi meem.medi]; } medi;
feature fina {
  sub [beh seen lam meem alef alefhamza] by [beh.fina seen.fina lam.fina meem.fina alef.fina alef.fina];
} fina;
feature rlig { sub lam.init alef.fina by lamalef; sub lam.medi alef.fina by lamalef.fina; } rlig;
"""
LATIN_FEATURES = """
languagesystem DFLT dflt; languagesystem latn dflt;
markClass acutecomb <anchor 50 500> @ABOVE;
feature mark { pos base [u0065 u0078] <anchor 250 600> mark @ABOVE; } mark;
feature liga { sub u0066 u0069 by u0041; } liga;
"""


def font(
    name: str,
    signs: Mapping[str, str],
    more: Mapping[str, int] | None = None,
    features: str = "",
    outlines: str = "truetype",
    mark: tuple[int, int] = (0, 0),
) -> bytes:
    """A font of boxes.

    ``more`` are glyphs that no sign has, with their widths; ``mark`` is the bottom left corner of marks.
    """
    widths = {".notdef": 500, **dict.fromkeys(signs.values(), 500), **(more or {})}
    for sign, glyph in signs.items():
        widths[glyph] = 0 if scripts.clings(f"a{sign}", 1) else widths[glyph]
    builder = FontBuilder(1000, isTTF=outlines == "truetype")
    builder.setupGlyphOrder(list(widths))
    builder.setupCharacterMap({ord(sign): glyph for sign, glyph in signs.items()})
    if outlines == "truetype":
        builder.setupGlyf({glyph: _box(glyph, width, mark) for glyph, width in widths.items()})
    else:
        pens = {glyph: T2CharStringPen(width, None).getCharString() for glyph, width in widths.items()}
        builder.setupCFF(name, {"FullName": name}, pens, {})
    builder.setupHorizontalMetrics({glyph: (width, 0) for glyph, width in widths.items()})
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable({"familyName": name, "styleName": "Regular", "psName": name})
    builder.setupOS2(sTypoAscender=800, sTypoDescender=-200, sCapHeight=700)
    builder.setupPost()
    if features:
        addOpenTypeFeaturesFromString(builder.font, features)
    stream = io.BytesIO()
    builder.save(stream)
    return stream.getvalue()


def _box(glyph: str, width: int, mark: tuple[int, int]) -> object:
    """A box of the glyph's width; marks are boxes 100 units wide and high, blanks are empty."""
    pen = TTGlyphPen(None)
    if glyph != "u0020":
        left, bottom = (0, 0) if width else mark
        right, top = (width, 700) if width else (left + 100, bottom + 100)
        pen.moveTo((left, bottom))
        for corner in ((left, top), (right, top), (right, bottom)):
            pen.lineTo(corner)
        pen.closePath()
    return pen.glyph()


@cache
def hebrew_font() -> bytes:
    return font("TestHebrew", {**ASCII, **HEBREW, QAMATS: "u05B8"}, features=HEBREW_FEATURES)


@cache
def arabic_font() -> bytes:
    forms = {f"{glyph}.{form}": 300 for glyph in JOINING.values() for form in ("init", "medi", "fina")}
    more = {**forms, "alef.fina": 200, "lamalef": 500, "lamalef.fina": 500}
    signs = {**ASCII, **JOINING, ALEF: "alef", HAMZA_ALEF: "alefhamza"}
    return font("TestArabic", signs, more, ARABIC_FEATURES)


@cache
def latin_font(composed: bool, name: str = "") -> bytes:
    whole = {"é": "eacute"} if composed else {}
    name = name or f"TestLatin{'With' if composed else 'Without'}"
    return font(name, {**ASCII, **whole, "\u0301": "acutecomb"}, features=LATIN_FEATURES)


def project(
    root: Path, texts: Iterable[str], face: bytes, keys: str = "", game: str = "", **files: str | bytes
) -> Path:
    """Cards c0, c1, ... with these texts in a box of 40 x 50 mm, on line 5 and on of the table."""
    cards = "".join(f'  - {{id: c{i}, name: "{escaped(text)}"}}\n' for i, text in enumerate(texts))
    given = {"width": "40mm", "height": "50mm", **({} if "fit:" in keys else {"size": "10pt"})}
    sizes = "".join(f", {key}: {value}" for key, value in given.items() if f"{key}:" not in keys)
    keys = f"{sizes}, {keys}" if keys else sizes
    return make_project(
        root,
        {
            "cards/demo/game.yaml": 'title: Demo\nversion: "1"\nfonts:\n'
            "  Test: {regular: test.ttf, bold: test.ttf}\n" + game + "components:\n"
            "  things: {title: Things, table: things, layout: thing}\n",
            "cards/demo/test.ttf": face,
            "cards/demo/things.yaml": f"fields:\n  name: {{}}\n\ncards:\n{cards}",
            "layouts/demo/thing.yaml": "size: 60mm x 90mm\nelements:\n"
            f'  a: {{text: "{{name}}", font: Test, left: 10mm, top: 20mm{keys}}}\n',
            "layouts/demo/icons/coin.svg": SQUARE,
            **files,
        },
    )


def escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")


def drawn(root: Path, text: str, face: bytes, keys: str = "", game: str = "") -> list[Item]:
    return list(flat(scenes(project(root, [text], face, keys, game))["c0"].items))


def runs(items: Iterable[Item]) -> list[TextRun]:
    return [item for item in items if isinstance(item, TextRun)]


def lines(items: Iterable[Item]) -> list[list[TextRun]]:
    """Runs by line from the top, each line from left to right."""
    found: dict[int, list[TextRun]] = {}
    for run in runs(items):
        found.setdefault(run.y, []).append(run)
    return [sorted(found[y], key=lambda run: run.x) for y in sorted(found)]


def glyph_names(run: TextRun, face: bytes) -> list[str]:
    order = TTFont(io.BytesIO(face)).getGlyphOrder()
    return [order[glyph.id] for glyph in run.glyphs if not glyph.hidden]


def looks(line: list[TextRun], face: bytes) -> str:
    """What is seen on a line from left to right, by the signs whose glyphs are drawn."""
    signs = {name: chr(code) for code, name in TTFont(io.BytesIO(face)).getBestCmap().items()}
    shown = []
    end = None
    for run in line:
        if end is not None and run.x - end > LETTER // 4:
            shown.append(" ")
        shown.append("".join(signs[name] for name in glyph_names(run, face)) if run.glyphs else run.text)
        end = run.x + run.width
    return " ".join("".join(shown).split())


def pdf(root: Path) -> pypdfium2.PdfDocument:
    report = build(Workspace(root, Collector()), "demo", root / "out", Options())
    return pypdfium2.PdfDocument(report.files[0].read_bytes())


def read(root: Path) -> str:
    """What PDFium reads on the first page, but for what stands outside the cards."""
    text = str(pdf(root)[0].get_textpage().get_text_range())
    return text.partition("cut ")[0].partition("Demo")[0].strip()


def without(monkeypatch: pytest.MonkeyPatch, *modules: str) -> None:
    for module in modules:
        monkeypatch.setitem(sys.modules, module, None)


def faults(root: Path, text: str, face: bytes) -> list[Diagnostic]:
    return errors(project(root, [text], face))
