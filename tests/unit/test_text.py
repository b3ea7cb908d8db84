"""Texts in boxes: lines, alignment, markup, icons, and what does not fit or cannot be drawn."""

from __future__ import annotations

import sys
from itertools import pairwise
from pathlib import Path

import pytest
from helpers import SQUARE, diagnose, errors, make_project, said, scenes
from hypothesis import given, settings
from hypothesis import strategies as st
from pdfread import drawn as drawn_on
from pdfread import open_pdf

from hotpnp.assets.fonts import default_font_folder
from hotpnp.diag import Collector, Diagnostic
from hotpnp.geometry import Rect
from hotpnp.pipeline import Options, build
from hotpnp.scene.items import Item, Scene, TextRun, ink_box
from hotpnp.source.workspace import Workspace
from hotpnp.units import MM, PT

WIDE, HIGH = 40 * MM, 50 * MM
BOX = Rect(10 * MM, 20 * MM, WIDE, HIGH)
ICONS = {"layouts/demo/icons/coin.svg": SQUARE}
TABLE = "cards/demo/things.yaml"


def project(tmp_path: Path, texts: list[str], keys: str = "", **files: str | bytes) -> Path:
    """Cards c0, c1, ... with these texts in a box of 40 x 50 mm at 10, 20 mm, line 5 and on of the table."""
    cards = "".join(f"  - {{id: c{i}, name: {quoted(text)}}}\n" for i, text in enumerate(texts))
    keys = f", {keys}" if keys else ""
    layout = (
        f'size: 60mm x 90mm\nelements:\n  a: {{text: "{{name}}", left: 10mm, top: 20mm{sized(keys)}{keys}}}\n'
    )
    return make_project(
        tmp_path,
        {
            TABLE: f"fields:\n  name: {{}}\n\ncards:\n{cards}",
            "layouts/demo/thing.yaml": layout,
            **ICONS,
            **files,
        },
    )


def quoted(text: str) -> str:
    """A text in double quotes for YAML."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


def sized(keys: str) -> str:
    return "".join(f", {key}" for key in ("width: 40mm", "height: 50mm") if f" {key.split()[0]}" not in keys)


def drawn(tmp_path: Path, text: str, keys: str = "") -> tuple[Item, ...]:
    return scenes(project(tmp_path, [text], keys))["c0"].items


def faults(tmp_path: Path, text: str, keys: str = "", **files: str | bytes) -> list[Diagnostic]:
    return errors(project(tmp_path, [text], keys, **files))


def lines(items: tuple[Item, ...]) -> list[list[TextRun]]:
    """Runs by baseline, from the top."""
    found: dict[int, list[TextRun]] = {}
    for item in items:
        if isinstance(item, TextRun):
            found.setdefault(item.y, []).append(item)
    return [found[y] for y in sorted(found)]


def told(items: tuple[Item, ...]) -> list[str]:
    return ["".join(run.text for run in line) for line in lines(items)]


def icons(items: tuple[Item, ...]) -> list[Rect]:
    return [ink_box(item) for item in items if not isinstance(item, TextRun)]


def test_a_text_is_broken_between_words(tmp_path: Path) -> None:
    items = drawn(tmp_path, "Draw two cards, then discard one of them")
    assert told(items) == ["Draw two cards, then discard", "one of them"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("one\ntwo", ["one", "two"]),
        ("one\n\ntwo", ["one", "two"]),
        ("S&P 500; a < b, I <3 you", ["S&P 500; a < b, I <3 you"]),
        ("2 * 3 * 4", ["2 * 3 * 4"]),
        ("a: b: c", ["a: b: c"]),
        ("“Łódź” → Київ, Ελλάς", ["“Łódź” → Київ, Ελλάς"]),
    ],
)
def test_a_text_is_drawn_as_typed(tmp_path: Path, text: str, expected: list[str]) -> None:
    assert told(drawn(tmp_path, text)) == expected


def test_a_non_breaking_blank_does_not_break(tmp_path: Path) -> None:
    items = drawn(tmp_path, "Draw two cards, then discard\u00a0one of them")
    assert told(items) == ["Draw two cards, then", "discard\u00a0one of them"]


@pytest.mark.parametrize("valign", ["middle", "bottom"])
def test_a_block_text_is_set_like_the_same_text_in_quotes(tmp_path: Path, valign: str) -> None:
    block = drawn(tmp_path / "block", "One line\n", f"valign: {valign}")
    plain = drawn(tmp_path / "plain", "One line", f"valign: {valign}")
    assert block == plain


WORDS = st.lists(st.text("abcdefghijklmnopqrstuvwxyzÄé", min_size=1, max_size=9), max_size=25).map(" ".join)
TEXTS = st.lists(WORDS, min_size=1, max_size=4).map("\n".join)


def letters(text: str) -> str:
    return "".join(text.split())


@settings(max_examples=25)
@given(
    st.lists(TEXTS, min_size=1, max_size=6),
    st.integers(9, 40),
    st.sampled_from(["left", "centre", "justify"]),
)
def test_no_letter_is_lost_and_no_line_is_wider_than_its_box(
    tmp_path_factory: pytest.TempPathFactory, texts: list[str], width: int, align: str
) -> None:
    keys = f"align: {align}, width: {width}mm, height: 2000mm"
    root = tmp_path_factory.mktemp("text")
    made = scenes(
        make_project(
            root,
            {
                TABLE: "fields:\n  name: {}\ncards:\n"
                + "".join(f"  - {{id: c{i}, name: {quoted(text)}}}\n" for i, text in enumerate(texts)),
                "layouts/demo/thing.yaml": "size: 60mm x 2000mm\nelements:\n"
                f'  a: {{text: "{{name}}", {keys}}}\n',
                "cards/demo/game.yaml": 'title: T\nversion: "1"\ncomponents:\n'
                "  things: {title: T, table: things, layout: thing}\n"
                "sheets: {grid: {paper: 500mm x 2100mm}}\n",
            },
        )
    )
    for i, text in enumerate(texts):
        found = lines(made[f"c{i}"].items)
        shown = ["".join(run.text for run in line) for line in found]
        assert letters("".join(line.removesuffix("-") for line in shown)) == letters(text)
        assert all(line[0].x >= 0 and line[-1].x + line[-1].width <= width * MM + PT // 10 for line in found)
        for line in shown:
            assert line == line.strip()


@settings(max_examples=25)
@given(st.integers(6, 30), st.sampled_from(["3", "12", "**4**"]), st.sampled_from(["", "x", ", "]))
def test_an_icon_stays_with_the_figure_that_it_is_joined_to(
    tmp_path_factory: pytest.TempPathFactory, count: int, figure: str, after: str
) -> None:
    text = " ".join(["ab"] * count) + f" {figure}:coin:{after} and more"
    items = scenes(project(tmp_path_factory.mktemp("icon"), [text]))["c0"].items
    (icon,) = icons(items)
    runs = [run for line in lines(items) for run in line]
    number = next(run for run in runs if run.text.rstrip().endswith(figure.strip("*")))
    assert icon.x == pytest.approx(number.x + number.width, abs=2)
    assert number.y - number.size < icon.y < icon.bottom < number.y + number.size // 4


def test_an_icon_that_has_no_room_goes_to_the_next_line(tmp_path: Path) -> None:
    made = scenes(project(tmp_path, ["a" * n + " :coin:" for n in range(1, 31)], "size: 12pt"))
    places = []
    for scene in made.values():
        (icon,) = icons(scene.items)
        assert BOX.x <= icon.x < icon.right <= BOX.right
        assert all(
            run.x + run.width <= icon.x or run.y < icon.y for line in lines(scene.items) for run in line
        )
        places.append(icon.x)
    assert places[0] < max(places)
    assert BOX.x in places


def test_an_icon_in_the_first_line_stays_in_the_box(tmp_path: Path) -> None:
    (icon,) = icons(drawn(tmp_path, "x :coin:", "size: 12pt"))
    assert BOX.contains(icon)


@pytest.mark.parametrize("text", [":coin:2", "Cost: :coin:2", "2:coin:"])
def test_text_and_icon_are_aligned_as_one(tmp_path: Path, text: str) -> None:
    ends = {}
    heights = set()
    for align in ("left", "centre", "right"):
        items = drawn(tmp_path / align, text, f"align: {align}")
        (icon,) = icons(items)
        (line,) = lines(items)
        left = min(icon.x, *(run.x for run in line))
        right = max(icon.right, *(run.x + run.width for run in line))
        ends[align] = (left - BOX.x, BOX.right - right)
        heights.add((line[0].y - icon.y, icon.height))
    assert ends["left"][0] == pytest.approx(0, abs=2)
    assert ends["right"][1] == pytest.approx(0, abs=2)
    assert ends["centre"][0] == pytest.approx(ends["centre"][1], abs=3)
    assert len(heights) == 1


def test_an_icon_takes_the_colour_of_its_text(tmp_path: Path) -> None:
    items = drawn(tmp_path, "x :coin:", 'colour: "#804020"')
    assert [item.fill.hex for item in items if not isinstance(item, TextRun)] == ["#804020"]


@pytest.mark.parametrize(
    ("align", "shares"), [("left", (0.0, 1.0)), ("centre", (0.5, 0.5)), ("right", (1.0, 0.0))]
)
def test_lines_are_aligned_in_the_box(tmp_path: Path, align: str, shares: tuple[float, float]) -> None:
    found = lines(drawn(tmp_path, "one\nand two", f"align: {align}"))
    assert len(found) == 2
    for (run,) in found:
        slack = WIDE - run.width
        assert run.x - BOX.x == pytest.approx(slack * shares[0], abs=1)
        assert BOX.right - (run.x + run.width) == pytest.approx(slack * shares[1], abs=1)


def test_justified_lines_reach_both_edges_but_the_last(tmp_path: Path) -> None:
    *full, last = lines(drawn(tmp_path, "word " * 20 + "end", "align: justify"))
    assert len(full) > 1
    for line in full:
        assert line[0].x == BOX.x
        assert line[-1].x + line[-1].width == pytest.approx(BOX.right, abs=line[0].text.count(" ") + 1)
    assert last[-1].x + last[-1].width < BOX.right - MM


def test_the_em_square_of_the_first_line_touches_the_top(tmp_path: Path) -> None:
    one, two = lines(drawn(tmp_path, "one\ntwo", "size: 12pt, line_height: 1.5"))
    assert one[0].y == BOX.y + 9 * PT
    assert two[0].y - one[0].y == 18 * PT


def test_the_em_square_of_the_last_line_touches_the_bottom(tmp_path: Path) -> None:
    one, two = lines(drawn(tmp_path, "one\ntwo", "size: 12pt, valign: bottom"))
    assert two[0].y == BOX.bottom - 3 * PT
    assert two[0].y - one[0].y == round(12 * PT * 1.2)


def test_capitals_are_centred(tmp_path: Path) -> None:
    (line,) = lines(drawn(tmp_path, "H", "size: 20pt, valign: middle"))
    cap = round(0.66 * 20 * PT)
    assert line[0].y - cap / 2 == pytest.approx(BOX.centre.y, abs=PT / 4)


def test_a_given_baseline_is_kept(tmp_path: Path) -> None:
    (line,) = lines(drawn(tmp_path, "H", "size: 20pt, baseline: 30mm"))
    assert line[0].y == BOX.y + 30 * MM


@pytest.mark.parametrize(
    ("text", "runs"),
    [
        ("a **b** c", ["a ", "b|bold", " c"]),
        ("2*3*4", ["2*3*4"]),
        ("*a* b", ["a|italic", " b"]),
        ("***a***", ["a|bold|italic"]),
        (r"\*a\*", ["*a*"]),
    ],
)
def test_marks_change_the_manner(tmp_path: Path, text: str, runs: list[str]) -> None:
    (line,) = lines(drawn(tmp_path, text))
    shown = [
        run.text + ("|bold" if run.weight == "bold" else "") + ("|italic" if run.italic else "")
        for run in line
    ]
    assert shown == runs
    for left, right in pairwise(line):
        assert left.x + left.width == right.x


def test_without_markup_marks_are_signs(tmp_path: Path) -> None:
    assert told(drawn(tmp_path, "**a** :coin: *", "markup: no")) == ["**a** :coin: *"]


def test_a_list_hangs_beside_its_bullets(tmp_path: Path) -> None:
    first, second = lines(drawn(tmp_path, "- one two three four five six seven eight\n", "width: 38mm"))[:2]
    assert first[0].text.startswith("•")
    assert first[1].x == second[0].x > first[0].x == BOX.x


def test_a_long_word_breaks_after_a_hyphen_else_between_letters(tmp_path: Path) -> None:
    items = drawn(tmp_path, "well-being-of-the-realm", "width: 25mm, size: 12pt")
    assert told(items)[0].endswith("-")
    assert "".join(told(items)) == "well-being-of-the-realm"
    items = drawn(tmp_path / "long", "Donaudampfschifffahrtsgesellschaft", "width: 25mm, size: 12pt")
    shown = told(items)
    assert "".join(line.removesuffix("-") for line in shown) == "Donaudampfschifffahrtsgesellschaft"
    assert all(line[-1].x + line[-1].width <= BOX.x + 25 * MM for line in lines(items))


def test_a_text_that_is_too_high_is_said_at_the_cards_value_with_the_sums(tmp_path: Path) -> None:
    (found,) = faults(tmp_path, "word " * 20 + "end", "size: 12pt, height: 10mm")
    assert said([found]) == ["things.yaml:5:20 text-overflow"]
    assert found.card == "c0"
    count = 6
    over = ((count - 1) * 1.2 * 12 + 12) * 25.4 / 72 - 10
    assert f"at 12 pt is {over:.2f} mm higher than its box of 10 mm" in found.message
    assert '(box "a"), drawn by layouts/demo/thing.yaml:3' in found.message
    assert found.hint == "shorten the text, or enlarge the box"


def test_a_complaint_about_a_text_of_several_lines_is_one_line(tmp_path: Path) -> None:
    (found,) = faults(tmp_path, "one\ntwo\nthree", "height: 5mm")
    assert "\n" not in found.headline()
    assert '"one two three"' in found.message


def test_a_text_of_the_layout_that_does_not_fit_is_said_at_the_layout(tmp_path: Path) -> None:
    layout = "size: 60mm x 90mm\nelements:\n  a: {text: one two three, width: 8mm, height: 5mm}\n"
    found = errors(make_project(tmp_path, {"layouts/demo/thing.yaml": layout}))
    assert said(found) == ["thing.yaml:3:13 text-overflow"]


def test_each_text_is_set_at_the_largest_size_that_fits(tmp_path: Path) -> None:
    texts = ["One", "word " * 30, "word " * 60]
    made = scenes(project(tmp_path, texts, "fit: {min: 6pt, max: 20pt}, height: 20mm"))
    sizes = [next(run.size for line in lines(scene.items) for run in line) for scene in made.values()]
    assert sizes[0] == 20 * PT
    assert 6 * PT <= sizes[2] < sizes[1] < sizes[0]
    for scene in made.values():
        assert lines(scene.items)[-1][0].y <= BOX.y + 20 * MM


def test_a_text_that_does_not_fit_at_the_smallest_size_is_said_with_what_is_left_over(tmp_path: Path) -> None:
    found = faults(tmp_path, "word " * 400, "fit: {min: 7pt, max: 10pt}, height: 20mm")
    (over,) = (one for one in found if one.code == "text-overflow")
    assert "at 7 pt" in over.message
    assert "words left over" in over.message


@pytest.mark.parametrize(
    ("text", "code", "words", "hint"),
    [
        ("日 x 本", "glyph-missing", "日 (U+65E5), 本 (U+672C)", "game.yaml"),
        ("pay :cion:", "unknown-icon", 'there is no icon "cion"', 'did you mean "coin"?'),
        ("**Quick", "unclosed-markup", '"**" is opened and not closed', r"\*"),
        ("*Quick", "unclosed-markup", '"*" is opened and not closed', r"\*"),
    ],
)
def test_what_cannot_be_drawn_is_said_at_the_cards_value(
    tmp_path: Path, text: str, code: str, words: str, hint: str
) -> None:
    (found,) = faults(tmp_path, text)
    assert said([found]) == [f"things.yaml:5:20 {code}"]
    assert found.card == "c0"
    assert words in found.message
    assert hint in found.hint


def test_a_script_that_needs_the_extra_says_so_where_it_is_not_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "uharfbuzz", None)
    (found,) = faults(tmp_path, "سلام")
    assert said([found]) == ["things.yaml:5:20 script-unsupported"]
    assert "Arabic" in found.message
    assert found.hint == "install hotpnp[scripts]"


def test_an_unclosed_mark_stays_on_its_card(tmp_path: Path) -> None:
    found = errors(project(tmp_path, ["*Quick", "Slow"]))
    assert [one.card for one in found] == ["c0"]


@pytest.mark.parametrize(
    ("keys", "column", "code", "words", "hint"),
    [
        (
            "font: Source Sans Por",
            79,
            "unknown-font",
            'no font "Source Sans Por"',
            'did you mean "Source Sans Pro"?',
        ),
        ("font: Garamnd", 79, "unknown-font", 'no font "Garamnd"', "known here: Source Sans Pro"),
        ("weight: blod", 81, "unknown-font", 'no weight "blod"', ""),
    ],
)
def test_an_unknown_font_is_said_at_the_layout(
    tmp_path: Path, keys: str, column: int, code: str, words: str, hint: str
) -> None:
    (found,) = faults(tmp_path, "x", keys)
    assert said([found]) == [f"thing.yaml:3:{column} {code}"]
    assert words in found.message
    assert hint in found.hint


def test_a_misspelt_weight_gets_the_nearest(tmp_path: Path) -> None:
    (found,) = faults(tmp_path, "x", "weight: blod")
    assert found.hint == 'did you mean "bold"?'


FONT = 'title: T\nversion: "1"\nfonts: {Mine: {regular: fonts/x.ttf}}\n'
WITH_FONT = FONT + "components:\n  things: {title: T, table: things, layout: thing}\n"


def test_a_font_of_the_game_is_used(tmp_path: Path) -> None:
    data = (default_font_folder() / "SourceSansPro-Black.ttf").read_bytes()
    files = {"cards/demo/game.yaml": WITH_FONT, "cards/demo/fonts/x.ttf": data}
    (line,) = lines(scenes(project(tmp_path, ["Words"], "font: Mine", **files))["c0"].items)
    assert line[0].face == "Mine"
    (usual,) = lines(drawn(tmp_path / "usual", "Words"))
    assert line[0].width > usual[0].width


def test_one_file_may_be_two_faces_of_a_family(tmp_path: Path) -> None:
    data = (default_font_folder() / "SourceSansPro-Black.ttf").read_bytes()
    game = WITH_FONT.replace("{regular: fonts/x.ttf}", "{regular: fonts/x.ttf, bold: fonts/x.ttf}")
    files = {"cards/demo/game.yaml": game, "cards/demo/fonts/x.ttf": data}
    root = project(tmp_path, ["plain **bold**"], "font: Mine", **files)
    output = tmp_path / "output"
    report = build(Workspace(root, Collector()), "demo", output, Options())
    (page,) = open_pdf(report.files[0].read_bytes()).pages
    assert "plain bold" in "".join(words.text for words in drawn_on(page).words)


@pytest.mark.parametrize(
    ("data", "words"), [(b"not a font", "cannot be read"), (b"OTTO" + bytes(60), "PostScript outlines")]
)
def test_a_font_file_that_cannot_be_used_is_said(tmp_path: Path, data: bytes, words: str) -> None:
    files = {"cards/demo/game.yaml": WITH_FONT, "cards/demo/fonts/x.ttf": data}
    (found,) = faults(tmp_path, "x", "font: Mine", **files)
    assert said([found]) == ["thing.yaml:3:79 bad-font"]
    assert "cards/demo/fonts/x.ttf" in found.message
    assert words in found.message


def test_a_font_file_that_is_not_there_is_said(tmp_path: Path) -> None:
    found = faults(tmp_path, "x", "font: Mine", **{"cards/demo/game.yaml": WITH_FONT})
    assert [one.code for one in found] == ["file-missing"]
    assert "cards/demo/fonts/x.ttf" in found[0].message


def test_a_font_by_its_path_is_used(tmp_path: Path) -> None:
    data = (default_font_folder() / "SourceSansPro-Black.ttf").read_bytes()
    files = {"layouts/demo/fonts/x.ttf": data}
    (line,) = lines(scenes(project(tmp_path, ["Words"], "font: fonts/x.ttf", **files))["c0"].items)
    (usual,) = lines(drawn(tmp_path / "usual", "Words"))
    assert line[0].width > usual[0].width


def test_type_too_small_to_read_is_an_error_and_small_type_a_warning(tmp_path: Path) -> None:
    (found,) = faults(tmp_path / "5", "x", "size: 5.5pt")
    assert said([found]) == ["thing.yaml:3:79 type-too-small"]
    assert "5.5 pt" in found.message
    warned = diagnose(project(tmp_path / "6", ["x"], "size: 6.5pt"))
    assert [(one.code, one.severity) for one in warned] == [("type-too-small", "warning")]
    assert diagnose(project(tmp_path / "7", ["x"], "size: 7pt")) == []


@pytest.mark.parametrize(("turn", "x", "y"), [(0, 0, 0), (90, 1, 0), (180, 1, 1), (270, 0, 1)])
def test_a_turned_text_begins_at_another_corner_of_its_box(tmp_path: Path, turn: int, x: int, y: int) -> None:
    (line,) = lines(drawn(tmp_path, "Words", f"turn: {turn}, size: 12pt"))
    run = line[0]
    corner = (BOX.x + x * BOX.width, BOX.y + y * BOX.height)
    along = {0: (0, 9 * PT), 90: (-9 * PT, 0), 180: (0, -9 * PT), 270: (9 * PT, 0)}[turn]
    assert run.turn == turn
    assert (run.x, run.y) == (corner[0] + along[0], corner[1] + along[1])
    assert BOX.contains(ink_box(run))


def test_an_empty_text_draws_nothing(tmp_path: Path) -> None:
    scene: Scene = scenes(project(tmp_path, ["", "x"]))["c0"]
    assert scene.items == ()


def test_texts_share_a_size_within_each_component(tmp_path: Path) -> None:
    """A group of one name in two components: each has the size that its own longest text needs."""
    texts = {"short": ["One", "Two"], "long": ["word " * 30, "One"]}
    game = "".join(f"  {name}: {{title: T, table: {name}, layout: thing}}\n" for name in texts)
    files = {"cards/demo/game.yaml": f'title: Demo\nversion: "1.0"\ncomponents:\n{game}', TABLE: None}
    for name, held in texts.items():
        cards = "".join(f"  - {{id: {name}{i}, name: {text}}}\n" for i, text in enumerate(held))
        files[f"cards/demo/{name}.yaml"] = f"fields:\n  name: {{}}\ncards:\n{cards}"
    keys = "left: 10mm, top: 20mm, width: 40mm, height: 20mm, fit: {min: 6pt, max: 20pt}, fit_group: g"
    files["layouts/demo/thing.yaml"] = f'size: 60mm x 90mm\nelements:\n  a: {{text: "{{name}}", {keys}}}\n'
    made = scenes(make_project(tmp_path, files))
    sizes = {name: {run.size for line in lines(scene.items) for run in line} for name, scene in made.items()}
    assert sizes["short0"] == sizes["short1"] == {20 * PT}
    assert sizes["long0"] == sizes["long1"] != {20 * PT}
