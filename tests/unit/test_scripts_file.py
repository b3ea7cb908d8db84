"""Shaped texts in the file: drawn glyphs, and what readers find."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont
from helpers import errors, lay_out, scenes
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import ImageChops
from scriptfonts import (
    ALEF,
    ASCII,
    BEH,
    BOX,
    HAMZA_ALEF,
    HEBREW,
    HEBREW_FEATURES,
    LAM,
    LATIN_FEATURES,
    MEEM,
    QAMATS,
    SEEN,
    arabic_font,
    font,
    hebrew_font,
    lines,
    pdf,
    project,
    read,
    runs,
    shaped,
)

from hotpnp.diag import Collector
from hotpnp.pipeline import Options, build
from hotpnp.source.workspace import Workspace
from hotpnp.units import MM, PT


@shaped
def test_the_drawing_shows_each_glyph_at_its_place(tmp_path: Path) -> None:
    """Two letters and a mark, as boxes: gimel left, alef right, the mark below the alef."""
    root = project(tmp_path, [f"א{QAMATS}  ג"], hebrew_font(), "size: 40pt, align: left")
    kit = lay_out(root)
    (placement,) = [one for sheet in kit.sheets for one in sheet.front.placements if one.card == "c0"]
    (run,) = runs(placement.scene.items)
    picture = pdf(root)[0].render(scale=2).to_pil().convert("L")

    def dark(x: float, y: float) -> bool:
        """Whether a point on the card, in em from the start of the baseline, is painted."""
        left = (placement.trim.x + run.x) / PT + 40 * x
        top = (placement.trim.y + run.y) / PT + 40 * y
        return bool(picture.getpixel((round(left * 2), round(top * 2))) < 128)

    assert [dark(x, -0.35) for x in (0.25, 0.75, 1.25, 1.75, 2.25)] == [True, False, False, True, False]
    mark = run.glyphs[-2] if run.glyphs[-2].text == QAMATS else run.glyphs[-1]
    assert mark.text == QAMATS
    assert [dark(x, 0) for x in (1.5 + 0.2, 1.5 + 0.3, 1.5 + 0.4)] == [False, True, False]


@shaped
@pytest.mark.parametrize("turn", [90, 180, 270])
def test_turned_glyphs_keep_their_places(tmp_path: Path, turn: int) -> None:
    keys = f"size: 40pt, height: 40mm, turn: {turn}"
    pictures = []
    for folder, how in (("a", keys.replace(f"turn: {turn}", "turn: 0")), ("b", keys)):
        root = project(tmp_path / folder, [f"א{QAMATS}בג"], hebrew_font(), how)
        (trim,) = [one.trim for sheet in lay_out(root).sheets for one in sheet.front.placements if one.card]
        corners = (trim.x + 10 * MM, trim.y + 20 * MM, trim.x + 50 * MM, trim.y + 60 * MM)
        page = pdf(root)[0].render(scale=2).to_pil().convert("L")
        pictures.append(page.crop([round(2 * corner / PT) for corner in corners]))
    upright, turned = pictures
    differences = ImageChops.difference(upright.rotate(-turn), turned).histogram()
    assert sum(differences[128:]) < 0.1 * sum(upright.histogram()[:128])


FACES = {
    "hebrew": hebrew_font,
    "arabic": arabic_font,
    "level": lambda: font(
        "TestLevel",
        {**ASCII, **HEBREW, QAMATS: "u05B8"},
        features=HEBREW_FEATURES.replace("<anchor 100 0>", "<anchor 350 -50>"),
        mark=(300, -100),
    ),
    "latin": lambda: font(
        "TestLow",
        {**ASCII, "\u0301": "acutecomb"},
        features=LATIN_FEATURES.replace("<anchor 50 500>", "<anchor -250 600>"),
        mark=(-300, 600),
    ),
}
"""Fonts by name; the marks of the last two stand in place without being moved, as in most real fonts."""


@shaped
@pytest.mark.parametrize(
    ("text", "face"),
    [
        ("אבג", "hebrew"),
        ("אב גד", "hebrew"),
        (f"א{QAMATS}ב", "level"),
        (f"ב{QAMATS}א{QAMATS} ג", "level"),
        ("ae\u0301x\u0301b", "latin"),
        (BEH + SEEN + MEEM, "arabic"),
        (SEEN + LAM + ALEF + MEEM, "arabic"),
        (LAM + ALEF, "arabic"),
        (BEH + ALEF, "arabic"),
        (BEH + HAMZA_ALEF, "arabic"),
    ],
)
def test_readers_find_the_real_text(tmp_path: Path, text: str, face: str) -> None:
    assert read(project(tmp_path, [text], FACES[face]())) == text


@shaped
def test_readers_find_what_a_glyph_shows_here_though_it_shows_something_else_there(tmp_path: Path) -> None:
    text = read(project(tmp_path, [BEH + ALEF, BEH + HAMZA_ALEF], arabic_font()))
    assert sorted(text.split()) == [BEH + HAMZA_ALEF, BEH + ALEF]


@shaped
def test_the_same_text_gives_the_same_bytes(tmp_path: Path) -> None:
    roots = [project(tmp_path / name, [f"{SEEN}{LAM}{ALEF}{MEEM} 12"], arabic_font()) for name in "ab"]
    files = [build(Workspace(root, Collector()), "demo", root / "out", Options()).files[0] for root in roots]
    assert files[0].read_bytes() == files[1].read_bytes()


@shaped
def test_a_sign_for_private_use_is_no_glyph_by_number(tmp_path: Path) -> None:
    """Shaped glyphs are embedded under codes for private use, which a text may not call."""
    face = arabic_font()
    count = len(TTFont(io.BytesIO(face)).getGlyphOrder())
    root = project(tmp_path, [SEEN + MEEM], face)
    assert errors(root) == []
    pdf(root)
    texts = [chr(0x100000 + number) for number in range(count)]
    assert {found.code for found in errors(project(tmp_path / "b", texts, face))} == {"glyph-missing"}


SIGNS = st.text("אבגדש" + QAMATS + "abc12 (),-!\u200f\u200e", min_size=1, max_size=40)


@shaped
@settings(max_examples=30)
@given(st.lists(SIGNS, min_size=1, max_size=5), st.integers(9, 40), st.sampled_from(["left", "justify"]))
def test_no_sign_is_lost_and_no_line_is_wider_than_its_box(
    tmp_path_factory: pytest.TempPathFactory, texts: list[str], width: int, align: str
) -> None:
    face = hebrew_font()
    texts = [text for text in texts if text.strip(f" {QAMATS}\u200f\u200e").strip()] or ["א"]
    keys = f"align: {align}, width: {width}mm, markup: no"
    made = scenes(project(tmp_path_factory.mktemp("p"), texts, face, keys))
    for i, text in enumerate(texts):
        shown = ""
        for line in lines(made[f"c{i}"].items):
            assert line[0].x >= BOX.x - 2
            assert line[-1].x + line[-1].width <= BOX.x + width * MM + 2
            for run in line:
                shown += "".join(glyph.text for glyph in run.glyphs) if run.glyphs else run.text
        kept = sorted(sign for sign in shown if sign not in " -")
        assert kept == sorted(sign for sign in text if sign not in " -\u200f\u200e")
