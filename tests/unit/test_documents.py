"""Documents: Markdown read into blocks, fields filled in, blocks set on pages."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from helpers import GAME, SQUARE, errors, lay_out, make_project, said
from hypothesis import given, settings
from hypothesis import strategies as st

from hotpnp.diag import Collector, Diagnostic
from hotpnp.expand.document import (
    Block,
    Figure,
    FigureRow,
    Heading,
    ListItem,
    Paragraph,
    TableBlock,
    fill_text,
    read_blocks,
)
from hotpnp.expand.language import PLAIN
from hotpnp.scene.items import Inset, Scene, TextRun
from hotpnp.units import PT, inch

ICONS = frozenset({"coin", "card-draw"})
RULES = "cards/demo/rules.md"


def blocks(text: str) -> list[Block]:
    diagnostics = Collector()
    found = read_blocks(text, "rules.md", ICONS, diagnostics)
    assert list(diagnostics) == []
    return found


def faults(text: str) -> list[Diagnostic]:
    diagnostics = Collector()
    read_blocks(text, "rules.md", ICONS, diagnostics)
    return list(diagnostics)


def words(block: Any) -> list[str]:
    """The words of a block, each with its manner: b bold, i slanted, : an icon."""
    shown = []
    for word in block.words:
        manner = ("b" if word.bold else "") + ("i" if word.italic else "")
        shown.append(
            f"{manner}:{word.icon}" if word.icon else f"{manner}|{word.text}" if manner else word.text
        )
    return shown


def filled(text: str) -> tuple[str, list[Diagnostic]]:
    diagnostics = Collector()
    values = {"number": 3, "nothing": None, "title": "Sword & Board"}
    return fill_text(text, "rules.md", values, dict.fromkeys(values, PLAIN), diagnostics), list(diagnostics)


@pytest.mark.parametrize(
    ("text", "level"),
    [("# Title", 1), ("## Part", 2), ("### Sub", 3), ("Title\n=====", 1), ("Part\n----", 2)],
)
def test_headings_have_levels(text: str, level: int) -> None:
    (block,) = blocks(text)
    assert isinstance(block, Heading)
    assert block.level == level


def test_a_paragraph_joins_its_lines_with_blanks() -> None:
    one, other = blocks("one\ntwo\n\nthree  \nfour\n")
    assert isinstance(one, Paragraph)
    assert words(one) == ["one", " ", "two"]
    assert words(other) == ["three", "\n", "four"]


def test_a_block_stands_where_its_first_line_stands() -> None:
    found = blocks("one\ntwo\n\nthree  \nfour\n\n- a\n  b\n")
    assert [block.span.line for block in found] == [1, 4, 7]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a **b** c", ["a ", "b|b", " c"]),
        ("*a* _b_", ["i|a", " ", "i|b"]),
        ("**a *b* c**", ["b|a ", "bi|b", "b| c"]),
        ("***a***", ["bi|a"]),
        (r"a \*b\*", ["a *b*"]),
        ("2 * 3 * 4", ["2 * 3 * 4"]),
        ("snake_case_word", ["snake_case_word"]),
        ("`code *a*`", ["code *a*"]),
        ("S&P 500, a < b, <b>x</b>", ["S&P 500, a < b, <b>x</b>"]),
        ("pay 3:coin: now", ["pay 3", ":coin", " now"]),
        (":coin::card-draw:", [":coin", ":card-draw"]),
        ("**:coin: x**", ["b:coin", "b| x"]),
        ("at 10:30:45", ["at 10:30:45"]),
    ],
)
def test_words_have_a_manner_or_are_icons(text: str, expected: list[str]) -> None:
    (block,) = blocks(text)
    assert words(block) == expected


def test_lists_have_bullets_numbers_and_depth() -> None:
    found = blocks("- a\n- b\n  - c\n\n    more\n\n3. x\n4. y\n")
    assert all(isinstance(block, ListItem) for block in found)
    assert [(b.marker, b.depth, words(b)) for b in found if isinstance(b, ListItem)] == [
        ("•", 0, ["a"]),
        ("•", 0, ["b"]),
        ("•", 1, ["c"]),
        ("", 1, ["more"]),
        ("3.", 0, ["x"]),
        ("4.", 0, ["y"]),
    ]
    assert [block.span.line for block in found] == [1, 2, 3, 5, 7, 8]


def test_a_table_has_rows_the_first_is_its_head() -> None:
    (block,) = blocks("| Part | Number |\n|---|---:|\n| **Chips** | 3:coin: |\n| Cards | |\n")
    assert isinstance(block, TableBlock)
    assert [[[w.icon or w.text for w in cell] for cell in row] for row in block.rows] == [
        [["Part"], ["Number"]],
        [["Chips"], ["3", "coin"]],
        [["Cards"], []],
    ]
    assert block.rows[1][0][0].bold


def test_figures_stand_in_a_row() -> None:
    (block,) = blocks("![card](A-B) ![card turned](C)\n![ruler](50mm)\n")
    assert isinstance(block, FigureRow)
    assert block.figures == (Figure("card", "A-B"), Figure("card turned", "C"), Figure("ruler", "50mm"))


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ("a\n\n    code\n", "rules.md:3:1", "code"),
        ("a\n\n```\ncode\n```\n", "rules.md:3:1", "code"),
        ("a\n\ntext ![card](X)\n", "rules.md:3:1", "paragraph of its own"),
        ("- ![card](X)\n", "rules.md:1:1", "paragraph of its own"),
    ],
)
def test_what_cannot_be_set_is_said(text: str, place: str, message: str) -> None:
    (found,) = faults(text)
    assert said([found]) == [f"{place} bad-markdown"]
    assert message in found.message


@pytest.mark.parametrize(
    ("text", "word"), [("> quote\n", "blockquote"), ("[l](x)\n", "link"), ("<http://a.b>\n", "link")]
)
def test_a_quote_or_a_link_is_said_once(text: str, word: str) -> None:
    (found,) = faults(text)
    assert said([found]) == ["rules.md:1:1 bad-markdown"]
    assert f"{word} cannot be set in a document" in found.message


@pytest.mark.parametrize("text", ["a\n\n---\n\nb\n", "| a |\n|---|\n| b | lost |\n", "[a]: http://x.y\n"])
def test_nothing_is_left_out_in_silence(text: str) -> None:
    assert [found.code for found in faults(text)] == ["bad-markdown"]


def test_an_unknown_icon_gets_the_nearest() -> None:
    (found,) = faults("a\n\npay :cion: now\n")
    assert said([found]) == ["rules.md:3:1 unknown-icon"]
    assert (found.message, found.hint) == ('there is no icon "cion"', 'did you mean "coin"?')


def test_an_icon_is_said_in_its_own_line() -> None:
    assert [found.span.line for found in faults("one\ntwo\nthree :cion: x\n") if found.span] == [3]


def test_an_unknown_icon_in_a_table_is_said_in_its_row() -> None:
    (found,) = faults("| a |\n|---|\n| b |\n| :cion: |\n")
    assert said([found]) == ["rules.md:4:1 unknown-icon"]


def test_fields_are_filled_in_line_by_line() -> None:
    assert filled("# {title}\n\n{number} of {number + 1}{nothing}\n") == ("# Sword & Board\n\n3 of 4\n", [])
    assert filled("one\r\n{number}\r\n") == ("one\r\n3\r\n", [])
    assert filled("{'{'}x{'}'}") == ("{x}", [])


@pytest.mark.parametrize(
    ("line", "column", "code", "hint"),
    [
        ("pay {numbr} now", 5, "unknown-name", 'did you mean "number"?'),
        ("pay {number", 5, "bad-expression", "write {'{'} for a brace"),
        ("{number / 0}", 1, "evaluation-failed", ""),
    ],
)
def test_a_fault_in_a_field_has_its_line(line: str, column: int, code: str, hint: str) -> None:
    text, found = filled(f"one\n\n{line}\nlast")
    assert said(found) == [f"rules.md:3:{column} {code}"]
    assert found[0].hint == hint
    assert text.splitlines()[3] == "last"


def test_faults_in_several_lines_are_all_said() -> None:
    assert said(filled("{a}\n{number}\n{b}\n")[1]) == [
        "rules.md:1:1 unknown-name",
        "rules.md:3:1 unknown-name",
    ]


def test_a_fault_in_the_second_field_of_a_line_has_its_column() -> None:
    assert said(filled("{number} and {numbr}")[1]) == ["rules.md:1:14 unknown-name"]


def test_a_value_is_not_read_as_markdown() -> None:
    diagnostics = Collector()
    text = fill_text("Play {title} now", "rules.md", {"title": "A*B* C"}, {"title": PLAIN}, diagnostics)
    (block,) = blocks(text)
    assert "".join(word.text for word in block.words if isinstance(block, Paragraph)) == "Play A*B* C now"


@settings(max_examples=200)
@given(
    st.lists(
        st.sampled_from([*list("# *_`-|>[]()!:1.a\n"), "coin", "\n\n", "---", "|-|\n"]), max_size=25
    ).map("".join)
)
def test_any_text_gives_blocks_or_diagnostics_within_the_file(text: str) -> None:
    diagnostics = Collector()
    found = read_blocks(text, "rules.md", ICONS, diagnostics)
    lines = text.count("\n") + 1
    assert all(1 <= block.span.line <= lines for block in found)
    assert all(one.span is not None and 1 <= one.span.line <= lines for one in diagnostics)


# --- on pages ---------------------------------------------------------------------------------------

DOCUMENT = "  rules: {title: Rules, kind: document, layout: page, text: rules.md}\n"
MARGIN = inch("0.7")
BOTTOM = inch("11") - inch("0.75")


def project(tmp_path: Path, text: str, layout: str = "columns: 2\n") -> Path:
    files = {
        "cards/demo/game.yaml": GAME + DOCUMENT,
        RULES: text,
        "layouts/demo/page.yaml": layout,
        "layouts/demo/icons/coin.svg": SQUARE,
    }
    return make_project(tmp_path, files)


def pages(tmp_path: Path, text: str, layout: str = "columns: 2\n") -> list[Scene]:
    """The pages of the document, without the sheet of cards."""
    kit = lay_out(project(tmp_path, text, layout))
    return [sheet.front.placements[0].scene for sheet in kit.sheets if sheet.components == ("rules",)]


def runs(scene: Scene) -> list[TextRun]:
    return [item for item in scene.items if isinstance(item, TextRun)]


def said_by(scene: Scene) -> str:
    return " ".join(run.text.strip() for run in runs(scene))


def where(found: list[Scene], text: str) -> tuple[int, TextRun]:
    """The page that holds a text, and its run."""
    return next((n, run) for n, scene in enumerate(found) for run in runs(scene) if text in run.text)


def test_a_title_runs_over_the_full_width_and_the_columns_begin_below(tmp_path: Path) -> None:
    (page,) = pages(tmp_path, "# A very long title that is wider than one column\n\nText.\n")
    title, text = runs(page)[0], runs(page)[-1]
    assert title.x == text.x == MARGIN
    assert title.width > (inch("8.5") - 2 * MARGIN - inch("0.3")) / 2
    assert (title.size, title.weight) == (26 * PT, "bold")
    assert text.y > title.y


def test_styles_of_the_layout_are_used(tmp_path: Path) -> None:
    layout = "columns: 1\nstyles:\n  body: {size: 12pt, colour: red}\n  heading: {size: 20pt}\n"
    (page,) = pages(tmp_path, "## Head\n\nText *slanted* **bold**.\n", layout)
    looks = {run.text.strip(): (run.size // PT, run.weight, run.italic, run.colour.hex) for run in runs(page)}
    assert looks["Head"][:2] == (20, "bold")
    assert looks["Text"] == (12, "regular", False, "#ff0000")
    assert looks["slanted"] == (12, "regular", True, "#ff0000")
    assert looks["bold"] == (12, "bold", False, "#ff0000")


def test_a_list_is_indented_and_its_marker_stands_before_it(tmp_path: Path) -> None:
    (page,) = pages(tmp_path, "1. First\n2. Second\n   - Deep\n")
    at = {run.text.strip(): run for run in runs(page)}
    assert at["1."].x == MARGIN
    assert at["First"].x == at["Second"].x == MARGIN + 12 * PT
    assert at["Deep"].x == MARGIN + 24 * PT
    assert at["1."].y == at["First"].y < at["2."].y == at["Second"].y < at["Deep"].y


def test_the_footer_tells_page_and_pages(tmp_path: Path) -> None:
    text = "".join(f"Paragraph {i}.\n\n" for i in range(300))
    found = pages(tmp_path, text, 'columns: 1\nfooter: "{game.title}, {page} of {pages}"\n')
    assert len(found) > 2
    assert [runs(scene)[-1].text for scene in found] == [
        f"Demo, {i} of {len(found)}" for i in range(1, len(found) + 1)
    ]


def test_a_fault_in_the_footer_is_said_in_the_page_layout(tmp_path: Path) -> None:
    found = errors(project(tmp_path, "Text.\n", 'columns: 1\nfooter: "page {pgae}"\n'))
    assert said(found) == ["page.yaml:2:15 unknown-name"]


def test_figures_of_the_kit_are_known_in_the_text(tmp_path: Path) -> None:
    (page,) = pages(tmp_path, "{game.title}: {kit.cards} cards, {kit.sheets} sheet, {kit.pages} pages.\n")
    assert said_by(page) == "Demo: 3 cards, 1 sheet, 2 pages."


def test_a_text_that_never_agrees_with_its_number_of_pages_stops(tmp_path: Path) -> None:
    (found,) = errors(project(tmp_path, "{'word ' * 3000 if kit.pages == 2 else 'short'}\n"))
    assert (found.code, found.span and found.span.file) == ("bad-markdown", RULES)
    assert "does not settle" in found.message


def test_a_card_is_drawn_as_a_figure_at_its_scale(tmp_path: Path) -> None:
    (page,) = pages(tmp_path, "![card](two) ![card turned](one)\n", "columns: 1\ncard_scale: 0.4\n")
    upright, turned = (item for item in page.items if isinstance(item, Inset))
    assert upright.matrix.a == upright.matrix.d == pytest.approx(0.4)
    assert (turned.matrix.b, turned.matrix.c) == (pytest.approx(0.4), pytest.approx(-0.4))
    assert upright.scene.size == (inch("2.5"), inch("3.5"))


@pytest.mark.parametrize(
    ("figure", "code", "hint"),
    [
        ("![card](tow)", "unknown-card", 'did you mean "two"?'),
        ("![crad](two)", "bad-markdown", 'did you mean "card"?'),
    ],
)
def test_an_unknown_figure_gets_the_nearest(tmp_path: Path, figure: str, code: str, hint: str) -> None:
    (found,) = errors(project(tmp_path, f"Text.\n\n{figure}\n"))
    assert said([found]) == [f"rules.md:3:1 {code}"]
    assert found.hint == hint


@pytest.mark.parametrize(
    ("text", "line", "code", "word"),
    [
        ("Text.\n\n日本\n", 3, "glyph-missing", "U+65E5"),
        ("Text.\n\nPay {cost}.\n", 3, "unknown-name", '"cost"'),
    ],
)
def test_faults_of_a_document_have_their_line(
    tmp_path: Path, text: str, line: int, code: str, word: str
) -> None:
    (found,) = errors(project(tmp_path, text))
    assert found.code == code
    assert found.span is not None
    assert found.span[:2] == (RULES, line)
    assert word in found.message


def test_a_word_wider_than_its_column_is_parted_and_no_letter_is_lost(tmp_path: Path) -> None:
    word = "Donaudampfschifffahrt" * 6
    (page,) = pages(tmp_path, f"Text.\n\n{word}\n\nEnd.\n")
    lines = [run for run in runs(page) if run.text not in ("Text.", "End.")]
    assert len(lines) > 1
    assert all(run.text.endswith("-") for run in lines[:-1])
    assert "".join(run.text.removesuffix("-") for run in lines) == word


def test_a_word_wider_than_its_column_of_a_table_is_said(tmp_path: Path) -> None:
    found = errors(project(tmp_path, "| " + "wide" * 40 + " | b |\n|---|---|\n| c | d |\n"))
    assert [one.code for one in found] == ["text-overflow"]


def test_a_row_of_a_table_higher_than_the_page_is_said(tmp_path: Path) -> None:
    text = "| a | b |\n|---|---|\n| " + "many words " * 900 + " | d |\n"
    found = errors(project(tmp_path, text))
    assert [one.code for one in found] == ["text-overflow"]


BLOCKS = st.one_of(
    st.integers(1, 90).map(lambda n: ("p", n)),
    st.integers(1, 12).map(lambda n: ("li", n)),
    st.just(("h2", 3)),
    st.just(("h3", 3)),
    st.integers(1, 25).map(lambda n: ("table", n)),
    st.just(("card", 1)),
)


def write(kinds: list[tuple[str, int]]) -> tuple[str, list[str]]:
    """A document of such blocks, and its words in order, each of which stands in it once."""
    text, said_words = "", []
    for number, (kind, size) in enumerate(kinds):
        own = [f"w{number}x{i}" for i in range(size)]
        if kind == "table":
            text += "| A | B |\n|---|---|\n" + "".join(f"| {word} | b |\n" for word in own) + "\n"
        elif kind == "card":
            text += "![card](one)\n\n"
            own = []
        else:
            text += {"p": "", "li": "- ", "h2": "## ", "h3": "### "}[kind] + " ".join(own) + "\n\n"
        said_words += own
    return text, said_words


def word_place(found: list[Scene], width: int, columns: int) -> dict[str, tuple[int, int, int]]:
    """Page, column and baseline of each word."""
    return {
        word: (number, (run.x - MARGIN) * columns // width, run.y)
        for number, scene in enumerate(found)
        for run in runs(scene)
        for word in run.text.split()
    }


@settings(max_examples=25)
@given(st.lists(BLOCKS, min_size=1, max_size=30), st.integers(1, 3))
def test_on_pages_nothing_is_lost_or_out_of_order_or_below_the_margin(
    tmp_path_factory: pytest.TempPathFactory, kinds: list[tuple[str, int]], columns: int
) -> None:
    text, expected = write(kinds)
    found = pages(tmp_path_factory.mktemp("pages"), text, f"columns: {columns}\n")
    shown = [word for scene in found for run in runs(scene) for word in run.text.split() if word[0] == "w"]
    assert shown == expected
    assert sum(isinstance(item, Inset) for scene in found for item in scene.items) == [
        k for k, _ in kinds
    ].count("card")
    for scene in found:
        for run in runs(scene):
            assert run.x >= MARGIN
            assert run.x + run.width <= inch("8.5") - MARGIN
            assert MARGIN < run.y <= BOTTOM
    places = word_place(found, inch("8.5") - 2 * MARGIN + inch("0.3"), columns)
    assert [places[word] for word in expected] == sorted(places[word] for word in expected)
    for (number, (kind, size)), (after, _) in zip(enumerate(kinds), [*kinds[1:], ("", 0)], strict=True):
        if kind in ("h2", "h3") and after in ("p", "li", "table"):
            heading, body = places[f"w{number}x{size - 1}"], places[f"w{number + 1}x0"]
            assert heading[:2] == body[:2], "a heading stands in the column of what follows"
            assert heading[2] < body[2]


@pytest.mark.parametrize("lines", range(1, 90, 7))
def test_no_line_of_a_paragraph_stands_alone(tmp_path: Path, lines: int) -> None:
    filler = "\n\n".join(f"f{i}" for i in range(lines))
    text = f"{filler}\n\n" + " ".join(f"word{i:03}" for i in range(60)) + "\n"
    found = pages(tmp_path, text, "columns: 1\n")
    per_page = [len({run.y for run in runs(scene) if run.text.startswith("word")}) for scene in found]
    assert 1 not in per_page
    assert sum(per_page) > 3
