"""Scripts whose letters join, stand on each other or run from right to left, and accents on any letter."""

from __future__ import annotations

import hashlib
import subprocess
import sys
from pathlib import Path

import pytest
from helpers import errors, said, scenes
from scriptfonts import (
    ALEF,
    ASCII,
    BEH,
    BOX,
    EM,
    HEBREW,
    LAM,
    LETTER,
    MEEM,
    QAMATS,
    SEEN,
    arabic_font,
    drawn,
    faults,
    font,
    glyph_names,
    hebrew_font,
    latin_font,
    lines,
    looks,
    project,
    read,
    runs,
    shaped,
    without,
)

from hotpnp.assets import bidi
from hotpnp.scene.items import Item, TextRun, fingerprint, ink_box
from hotpnp.units import MM, PT

# Without the extra


@pytest.mark.parametrize("module", ["uharfbuzz", "bidi"])
@pytest.mark.parametrize(
    ("text", "script"),
    [
        ("אבג", "Hebrew"),
        ("abc سلام", "Arabic"),
        ("ไทย", "Thai"),
        ("नमस्ते", "Devanagari"),
        ("தமிழ்", "Tamil"),
        ("Go \u202enow\u202c", "a right-to-left mark"),
    ],
)
def test_without_the_extra_a_text_that_needs_it_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, module: str, text: str, script: str
) -> None:
    without(monkeypatch, module)
    (found,) = faults(tmp_path, text, hebrew_font())
    assert said([found]) == ["things.yaml:5:20 script-unsupported"]
    assert found.card == "c0"
    assert f"the text holds {script}, whose letters" in found.message
    assert found.hint == "install hotpnp[scripts]"


def test_without_the_extra_a_table_says_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    without(monkeypatch, "uharfbuzz")
    root = project(tmp_path, ["אבג"], hebrew_font())
    layout = root / "layouts/demo/thing.yaml"
    layout.write_text(
        'size: 60mm x 90mm\nelements:\n  a: {table: [["{name}"]], font: Test, left: 10mm, top: 20mm, '
        "width: 40mm, height: 50mm}\n",
        "utf-8",
    )
    assert {found.code for found in errors(root)} == {"script-unsupported"}


def test_without_the_extra_a_letter_with_an_accent_is_composed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    without(monkeypatch, "uharfbuzz", "bidi")
    (run,) = runs(drawn(tmp_path, "cafe\u0301s", latin_font(True)))
    assert (run.text, run.face, run.glyphs) == ("cafés", "Test", ())


def test_without_the_extra_a_composed_letter_may_come_from_the_next_font(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    without(monkeypatch, "uharfbuzz")
    found = runs(drawn(tmp_path, "cafe\u0301s", latin_font(False)))
    assert [(run.text, run.face) for run in found] == [
        ("caf", "Test"),
        ("é", "Source Sans Pro"),
        ("s", "Test"),
    ]


def test_without_the_extra_an_accent_that_no_letter_takes_in_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    without(monkeypatch, "uharfbuzz")
    (found,) = faults(tmp_path, "ax\u0301b", latin_font(True))
    assert said([found]) == ["things.yaml:5:20 script-unsupported"]
    assert "combining accents for which no font has a whole letter: x\u0301" in found.message
    assert found.hint == "install hotpnp[scripts]"


def test_unseen_signs_need_no_extra_and_are_not_drawn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    without(monkeypatch, "uharfbuzz", "bidi")
    (run,) = runs(drawn(tmp_path, "a\u200eb\u200dc\u2060d\ufeffe\u200bf\u00adg", latin_font(True)))
    assert (run.text, run.width, run.glyphs) == ("abcdefg", 7 * LETTER, ())


def test_plain_text_does_not_import_the_extra(tmp_path: Path) -> None:
    text = "Plain :coin: Ελλάς Київ Việt Nam “Łódź”"
    root = project(tmp_path, [text], hebrew_font())
    program = (
        "import sys\n"
        "from hotpnp.diag import Collector\n"
        "from hotpnp.pipeline import Options, build\n"
        "from hotpnp.source.workspace import Workspace\n"
        "from pathlib import Path\n"
        "root = Path(sys.argv[1])\n"
        "build(Workspace(root, Collector()), 'demo', root / 'out', Options())\n"
        "print(sorted({'uharfbuzz', 'bidi'} & set(sys.modules)))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, str(root)], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout == "[]\n"
    assert (root / "out/demo/kit.pdf").exists()


def test_the_fingerprint_of_plain_text_knows_nothing_of_glyphs(tmp_path: Path) -> None:
    scene = scenes(project(tmp_path, ["Việt Nam"], hebrew_font()))["c0"]
    assert all(run.glyphs == () for run in runs(scene.items))
    texts = [repr((tuple(scene.size), scene.bleed)), *(repr(tuple(item)[:-1]) for item in scene.items)]
    assert fingerprint(scene) == hashlib.sha256("".join(texts).encode()).hexdigest()


# Right to left


@shaped
def test_hebrew_letters_run_from_right_to_left(tmp_path: Path) -> None:
    (run,) = runs(drawn(tmp_path, "אבג", hebrew_font()))
    assert run.text == "אבג"
    assert glyph_names(run, hebrew_font()) == ["u05D2", "u05D1", "u05D0"]
    assert [(glyph.x, glyph.y, glyph.text) for glyph in run.glyphs] == [
        (0, 0, "ג"),
        (LETTER, 0, "ב"),
        (2 * LETTER, 0, "א"),
    ]
    assert (run.x + run.width, run.width) == (BOX.right, 3 * LETTER)


@shaped
@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("אב גד", "דג בא"),
        ("אב 12 גד", "דג 12 בא"),
        ("אב AB גד", "דג AB בא"),
        ("AB אב גד CD", "AB דג בא CD"),
        ("אב AB CD גד", "דג AB CD בא"),
        ("אב 12-34, 5.6", "5.6 ,12-34 בא"),
        ("אב, AB!", "!AB ,בא"),
        ("(אב) [ג]", "[ג] (בא)"),
        ("a (אב) ב", "a (בא) ב"),
        ("a (b) אב", "a (b) בא"),
        ("אב (ab) ג", "ג (ab) בא"),
        ("AB, אב!", "AB, בא!"),
        ("\u200fAB!", "!AB"),
        ("אב \u2066AB! 1\u2069 ג", "ג AB! 1 בא"),
        ("CD \u2067AB!\u2069 EF", "CD !AB EF"),
        ("AB \u202bאב CD!\u202c EF", "AB !CD בא EF"),
        ("12 אב", "בא 12"),
    ],
)
def test_each_line_is_ordered_by_the_unicode_algorithm(tmp_path: Path, text: str, seen: str) -> None:
    (line,) = lines(drawn(tmp_path, text, hebrew_font()))
    assert looks(line, hebrew_font()) == seen


@pytest.mark.parametrize(
    ("levels", "order"),
    [
        ([], []),
        ([0, 0], [0, 1]),
        ([1, 1, 1], [2, 1, 0]),
        ([1, 2, 2, 1], [3, 1, 2, 0]),
        ([0, 1, 2, 1, 0], [0, 3, 2, 1, 4]),
        ([2, 2, 3, 3, 1], [4, 0, 1, 3, 2]),
    ],
)
def test_the_highest_levels_are_turned_first(levels: list[int], order: list[int]) -> None:
    assert bidi.visual_order(levels) == order


@shaped
def test_levels_in_another_form_are_no_silent_disorder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bidi.get_display", lambda text, **_: text)
    with pytest.raises(RuntimeError, match="python-bidi gives its levels in another form"):
        bidi.levels_of("אבג levels in another form")


@shaped
def test_lines_are_ordered_after_they_are_broken(tmp_path: Path) -> None:
    items = drawn(tmp_path, "אבגד AB הו CD זחט", hebrew_font(), "width: 15mm")
    assert [looks(line, hebrew_font()) for line in lines(items)] == ["AB דגבא", "CD וה", "טחז"]


@shaped
def test_a_number_at_the_start_of_a_line_goes_with_the_letters_before_it(tmp_path: Path) -> None:
    items = drawn(tmp_path / "a", "AB אבגד 12 הו", hebrew_font(), "width: 15mm")
    assert [looks(line, hebrew_font()) for line in lines(items)] == ["AB דגבא", "וה 12"]
    items = drawn(tmp_path / "b", "AB CDEF 12 הו", hebrew_font(), "width: 15mm")
    assert [looks(line, hebrew_font()) for line in lines(items)] == ["AB CDEF", "12 וה"]


@shaped
@pytest.mark.parametrize(
    ("align", "left", "right"),
    [
        ("", None, BOX.right),
        ("align: left", BOX.x, None),
        ("align: right", None, BOX.right),
        ("align: centre", BOX.x + 15 * MM, None),
        ("align: justify", None, BOX.right),
    ],
)
def test_a_paragraph_that_begins_with_hebrew_stands_at_the_right_if_nothing_is_said(
    tmp_path: Path, align: str, left: int | None, right: int | None
) -> None:
    (line,) = lines(drawn(tmp_path, "12 אב AB", hebrew_font(), align))
    if left is not None and "centre" not in align:
        assert line[0].x == left
    if right is not None:
        assert line[-1].x + line[-1].width == right
    if "centre" in align:
        middle = (line[0].x + line[-1].x + line[-1].width) // 2
        assert abs(middle - BOX.centre.x) <= 1


@shaped
def test_each_paragraph_has_its_own_direction(tmp_path: Path) -> None:
    first, second = lines(drawn(tmp_path, "אב AB\nAB אב", hebrew_font()))
    assert first[-1].x + first[-1].width == BOX.right
    assert second[0].x == BOX.x
    assert [looks(line, hebrew_font()) for line in (first, second)] == ["AB בא", "AB בא"]


@shaped
def test_the_bullets_of_a_list_stand_at_the_right(tmp_path: Path) -> None:
    face = font("TestBullets", {**ASCII, **HEBREW, "•": "bullet"}, features="")
    (line,) = lines(drawn(tmp_path, "- אב", face))
    text, bullet = line
    assert bullet.text == "•"
    assert (bullet.x, bullet.x + bullet.width) == (BOX.right - LETTER, BOX.right)
    assert text.x + text.width == BOX.right - 2 * LETTER


@shaped
def test_justified_lines_fill_their_box(tmp_path: Path) -> None:
    items = drawn(tmp_path, "אבגד הוז חט אבג דהו AB זחט", hebrew_font(), "align: justify, width: 22mm")
    found = lines(items)
    assert len(found) == 3
    for line in found[:-1]:
        first = line[0].x + (line[0].glyphs[0].x if line[0].glyphs else 0)
        assert abs(first - BOX.x) <= 4
        assert abs(line[-1].x + line[-1].width - (BOX.x + 22 * MM)) <= 4
    assert found[-1][-1].x + found[-1][-1].width == BOX.x + 22 * MM


@shaped
def test_icons_keywords_and_bold_words_take_their_places(tmp_path: Path) -> None:
    game = "keywords:\n  גד: {bold: yes, icon: coin}\n"
    items = drawn(tmp_path, "**אב** גד 1:coin:ה", hebrew_font(), "", game)
    found = sorted(
        ((run.x, run.text + "*" * (run.weight == "bold")) for run in runs(items) if run.text.strip()),
        reverse=True,
    )
    assert [text.strip() for _, text in found if text.strip(" \u00a0")] == ["אב*", "גד*", "1", "ה"]
    icons = [ink_box(item) for item in items if not isinstance(item, TextRun)]
    assert len(icons) == 2
    (bold, keyword, one, last) = [x for x, text in found if text.strip(" \u00a0")]
    first, second = sorted(icons, key=lambda box: -box.x)
    assert keyword < first.x < bold
    assert last < second.x < one


@shaped
def test_a_text_shrinks_until_it_fits_and_a_group_takes_the_smallest(tmp_path: Path) -> None:
    keys = "fit: {min: 6pt, max: 20pt}, fit_group: g, height: 6mm"
    made = scenes(project(tmp_path, ["אבגד הוזח טאבג", "אב"], hebrew_font(), keys))
    sizes = {run.size for name in ("c0", "c1") for run in runs(made[name].items)}
    assert len(sizes) == 1
    (size,) = sizes
    assert 6 * PT < size < 20 * PT
    assert len(lines(made["c0"].items)) == 1
    assert all(run.x >= BOX.x for run in runs(made["c0"].items))


@shaped
def test_letters_are_spread_where_they_do_not_join(tmp_path: Path) -> None:
    (run,) = runs(drawn(tmp_path / "h", "אב", hebrew_font(), "letter_spacing: 2pt"))
    assert [glyph.x for glyph in run.glyphs] == [2 * PT, LETTER + 4 * PT]
    assert run.width == 2 * LETTER + 4 * PT
    (run,) = runs(drawn(tmp_path / "a", BEH + SEEN, arabic_font(), "letter_spacing: 2pt"))
    assert run.width == 6 * PT


# Marks and joined letters


@shaped
def test_a_vowel_mark_stands_where_the_font_puts_it(tmp_path: Path) -> None:
    (run,) = runs(drawn(tmp_path, f"א{QAMATS}ג", hebrew_font()))
    places = {glyph.text: (glyph.x, glyph.y) for glyph in run.glyphs}
    assert places == {
        "ג": (0, 0),
        "א": (LETTER, 0),
        QAMATS: (LETTER + EM * 250 // 1000, EM * 50 // 1000),
    }
    assert run.width == 2 * LETTER


@shaped
@pytest.mark.parametrize(
    ("text", "names"),
    [
        (BEH, ["beh"]),
        (BEH * 2, ["beh.fina", "beh.init"]),
        (BEH + SEEN + MEEM, ["meem.fina", "seen.medi", "beh.init"]),
        (ALEF + BEH, ["beh", "alef"]),
        (LAM + ALEF, ["lamalef"]),
        (SEEN + LAM + ALEF + MEEM, ["meem", "lamalef.fina", "seen.init"]),
        (f"{BEH}\u200c{BEH}", ["beh", "beh"]),
        (f"{BEH}\u200d", ["beh.init"]),
        (f"({BEH})", ["u0028", "beh", "u0029"]),
    ],
)
def test_arabic_letters_join(tmp_path: Path, text: str, names: list[str]) -> None:
    (run,) = runs(drawn(tmp_path, text, arabic_font()))
    assert glyph_names(run, arabic_font()) == names


@shaped
def test_an_indian_vowel_is_moved_before_its_consonant(tmp_path: Path) -> None:
    face = font("TestIndian", {**ASCII, "क": "ka", "त": "ta", "ि": "i", "्": "virama"})
    (run,) = runs(drawn(tmp_path / "a", "कि", face))
    assert glyph_names(run, face) == ["i", "ka"]
    assert read(project(tmp_path / "b", ["कि"], face)) == "कि"
    found = lines(drawn(tmp_path / "c", "क्तकक्तक", face, "width: 6mm"))
    assert [run.text for (run,) in found] == ["क्तक", "क्तक"]


@shaped
def test_letters_join_from_one_font_to_the_next(tmp_path: Path) -> None:
    bare = font(
        "TestFew",
        {**ASCII, BEH: "beh", ALEF: "alef"},
        {"beh.init": 300, "beh.medi": 300, "beh.fina": 300},
        "languagesystem DFLT dflt; languagesystem arab dflt;"
        "feature init { sub beh by beh.init; } init; feature medi { sub beh by beh.medi; } medi;"
        "feature fina { sub beh by beh.fina; } fina;",
    )
    text = f"{BEH}{SEEN}{BEH} {ALEF}{SEEN}"
    found = runs(two_fonts(tmp_path, text, bare, arabic_font()))
    names = [
        (run.face, glyph_names(run, bare if run.face == "Test" else arabic_font()))
        for run in sorted(found, key=lambda run: -run.x)
    ]
    assert names == [
        ("Test", ["beh.init"]),
        ("Other", ["seen.medi"]),
        ("Test", ["alef", "u0020", "beh.fina"]),
        ("Other", ["seen"]),
    ]


def two_fonts(root: Path, text: str, face: bytes, other: bytes) -> tuple[Item, ...]:
    """A card whose font is followed by another."""
    made = project(root, [text], face, game="fallback: [Other]\n")
    path = made / "cards/demo/game.yaml"
    path.write_text(
        path.read_text("utf-8").replace("fonts:\n", "fonts:\n  Other: {regular: other.ttf}\n"), "utf-8"
    )
    (made / "cards/demo/other.ttf").write_bytes(other)
    return scenes(made)["c0"].items


@shaped
def test_lines_are_broken_by_the_widths_of_joined_letters(tmp_path: Path) -> None:
    words = f"{BEH * 6} {SEEN * 6}"
    assert len(lines(drawn(tmp_path / "a", words, arabic_font(), "width: 15mm"))) == 1
    assert len(lines(drawn(tmp_path / "b", words, arabic_font(), "width: 14mm"))) == 2


@shaped
def test_a_word_that_is_too_long_is_parted_between_letters_that_still_join(tmp_path: Path) -> None:
    found = lines(drawn(tmp_path, (BEH + LAM + ALEF) * 4, arabic_font(), "width: 9mm"))
    names = [name for (run,) in found for name in glyph_names(run, arabic_font())]
    assert (names.count("lamalef.fina"), names.count("beh.init")) == (4, 4)
    assert "".join(run.text for (run,) in found) == (BEH + LAM + ALEF) * 4
    (first, second) = lines(drawn(tmp_path / "b", BEH * 9, arabic_font(), "width: 7mm"))
    assert glyph_names(first[0], arabic_font())[0] == "beh.medi"
    assert glyph_names(second[0], arabic_font())[-1] == "beh.medi"


@shaped
def test_a_hebrew_word_that_is_too_long_is_parted_with_a_hyphen_and_keeps_its_marks(tmp_path: Path) -> None:
    found = lines(drawn(tmp_path, f"א{QAMATS}" * 9, hebrew_font(), "width: 10mm"))
    assert [run.text for line in found for run in line] == [f"א{QAMATS}" * 4 + "-", f"א{QAMATS}" * 5]
    assert looks(found[0], hebrew_font()).startswith("-")


@shaped
def test_a_word_may_be_broken_at_a_zero_width_space_and_after_a_maqaf(tmp_path: Path) -> None:
    thai = font("TestThai", {**ASCII, **{chr(code): f"u{code:04X}" for code in range(0xE01, 0xE3B)}})
    found = lines(drawn(tmp_path / "thai", "กขค\u200bงจฉ\u200bชซ", thai, "width: 11mm"))
    assert ["".join(run.text for run in line) for line in found] == ["กขคงจฉ", "ชซ"]
    face = font("TestMaqaf", {**ASCII, **HEBREW, "\u05be": "maqaf"})
    found = lines(drawn(tmp_path / "maqaf", "אבג\u05beדהו", face, "width: 9mm"))
    assert [run.text for line in found for run in line] == ["אבג\u05be", "דהו"]


@shaped
def test_a_sign_that_no_font_has_is_still_missing(tmp_path: Path) -> None:
    (found,) = faults(tmp_path, "אبב", hebrew_font())
    assert said([found]) == ["things.yaml:5:20 glyph-missing"]
    assert "Test-regular has no sign for ب (U+0628)" in found.message


@shaped
def test_a_letter_and_its_marks_come_from_one_font(tmp_path: Path) -> None:
    bare = font("TestBare", {**ASCII, **HEBREW})
    items = two_fonts(tmp_path, f"אב{QAMATS}ג", bare, hebrew_font())
    found = sorted(runs(items), key=lambda run: -run.x)
    assert [(run.text, run.face) for run in found] == [("א", "Test"), (f"ב{QAMATS}", "Other"), ("ג", "Test")]


# Accents


@shaped
def test_an_accent_is_composed_where_the_font_has_the_whole_letter(tmp_path: Path) -> None:
    (run,) = runs(drawn(tmp_path, "cafe\u0301s", latin_font(True)))
    assert (run.text, run.glyphs) == ("cafés", ())


@shaped
def test_an_accent_is_placed_where_the_font_has_no_whole_letter(tmp_path: Path) -> None:
    found = runs(drawn(tmp_path, "fie\u0301s", latin_font(False)))
    assert [(run.text, run.x - BOX.x) for run in found] == [
        ("fi", 0),
        ("e\u0301", 2 * LETTER),
        ("s", 3 * LETTER),
    ]
    assert [glyph[1:4] for glyph in found[1].glyphs] == [
        (0, 0, "e"),
        (EM * 200 // 1000, -EM * 100 // 1000, "\u0301"),
    ]


@shaped
def test_an_accent_after_the_end_of_a_manner_stays_on_its_letter(tmp_path: Path) -> None:
    found = runs(drawn(tmp_path, "a **x**\u0301 b", latin_font(True)))
    assert [(run.text.strip(), run.weight) for run in found] == [
        ("a", "regular"),
        ("x\u0301", "bold"),
        ("b", "regular"),
    ]
    assert len(found[1].glyphs) == 2


# Fonts that cannot be used


def test_a_font_with_postscript_outlines_is_said_in_plain_words(tmp_path: Path) -> None:
    face = font("TestOutlines", ASCII, outlines="postscript")
    (found,) = faults(tmp_path, "abc", face)
    assert found.code == "bad-font"
    assert "PostScript outlines" in found.message
    assert ".ttf" in found.message
