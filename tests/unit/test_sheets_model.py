"""Sheets as data: hotpnp's own, a game's changes, and slips in them."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers import GAME, THING, THINGS, errors, make_project, said

from hotpnp.diag import Collector, Diagnostic
from hotpnp.model.sheet import SheetSpec, builtin_sheets, load_sheets
from hotpnp.source.yamlio import Node, parse

FILE = "cards/demo/game.yaml"


def sheet(name: str, own: str = "") -> SheetSpec:
    diagnostics = Collector()
    node: Node | None = parse(own, "game.yaml")[0] if own else None
    found = load_sheets(node, diagnostics)
    assert list(diagnostics) == []
    return found[name]


def faults(tmp_path: Path, sheets: str, **options: str) -> list[Diagnostic]:
    """What is said of a game with these sheets, the first line of which is line 6 of its file."""
    game = f"{GAME}sheets:\n" + "".join(f"  {line}\n" for line in sheets.splitlines())
    return errors(make_project(tmp_path, {FILE: game}), **options)


@pytest.mark.parametrize("name", sorted(builtin_sheets().items))
def test_hotpnps_own_sheets_are_valid_and_say_what_they_are_for(name: str) -> None:
    assert sheet(name).about


def test_the_figures_of_the_own_sheets() -> None:
    nine, eight, ten = sheet("nine-up"), sheet("eight-up"), sheet("ten-up")
    assert (nine.columns, nine.rows, nine.cell, nine.landscape) == (3, 3, "poker", False)
    assert (eight.columns, eight.rows, eight.cell, eight.landscape) == (4, 2, "poker", True)
    assert [(b.name, b.columns, b.rows, b.turned, b.left, b.top) for b in ten.blocks] == [
        ("column", 1, 4, True, "0", "0"),
        ("block", 2, 3, False, "3.5in", "0"),
    ]
    assert {spec.paper for spec in (nine, eight, ten, sheet("grid"))} == {"letter"}


def test_a_game_changes_a_sheet_key_by_key() -> None:
    changed = sheet("nine-up", "nine-up: {paper: a4, rows: 2}\n")
    assert (changed.paper, changed.rows, changed.columns, changed.cell) == ("a4", 2, 3, "poker")
    assert sheet("nine-up", "other: {paper: a4}\n") == sheet("nine-up")


def test_a_game_adds_sheets_of_its_own() -> None:
    mine = sheet("mine", "mine: {paper: 330mm x 480mm, columns: 4, marks: {shared: yes}}\n")
    assert (mine.paper, mine.columns, mine.rows, mine.marks.shared) == ("330mm x 480mm", 4, None, True)


@pytest.mark.parametrize(
    ("game", "options", "place", "near"),
    [
        (GAME + "sheet: nineup\n", {}, "game.yaml:5:8", "nine-up"),
        (GAME + "sheet: minne\nsheets:\n  mine: {columns: 2}\n", {}, "game.yaml:5:8", "mine"),
        (GAME, {"sheet": "tenup"}, "", "ten-up"),
    ],
)
def test_an_unknown_sheet_gets_the_nearest(
    tmp_path: Path, game: str, options: dict[str, str], place: str, near: str
) -> None:
    (found,) = errors(make_project(tmp_path, {FILE: game}), **options)
    assert said([found]) == [f"{place} unknown-sheet".strip()]
    assert found.hint == f'did you mean "{near}"?'


def test_an_unknown_paper_gets_the_nearest(tmp_path: Path) -> None:
    (found,) = errors(make_project(tmp_path), paper="leter")
    assert (found.code, found.hint) == ("unknown-paper", 'did you mean "letter"?')
    assert '"leter" is not a size' in found.message


@pytest.mark.parametrize(
    ("sheets", "place"),
    [
        ("grid: {paper: A5}", "game.yaml:6:17 bad-value"),
        ("grid: {cell: pokr}", "game.yaml:6:16 bad-value"),
    ],
)
def test_an_unknown_size_of_a_sheet_is_said_where_it_stands(tmp_path: Path, sheets: str, place: str) -> None:
    assert said(faults(tmp_path, sheets)) == [place]


@pytest.mark.parametrize(
    ("sheets", "places"),
    [
        ("grid: {blocks: [{name: x, columns: 1, rows: 1, left: 0}]}", ["game.yaml:6:19 missing-key"]),
        ("grid: {landscape: maybe}", ["game.yaml:6:21 bad-value"]),
        ("grid: {columns: x, rows: y}", ["game.yaml:6:19 bad-value", "game.yaml:6:28 bad-value"]),
        ("grid: {columns: 0}", ["game.yaml:6:19 bad-value"]),
        ("grid: {printable: 5}", ["game.yaml:6:21 bad-value"]),
        ("grid: {together: [things]}", ["game.yaml:6:21 bad-value"]),
    ],
)
def test_a_wrong_value_of_a_sheet_is_said(tmp_path: Path, sheets: str, places: list[str]) -> None:
    assert said(faults(tmp_path, sheets)) == places


@pytest.mark.parametrize(
    ("sheets", "key"), [("grid: {gapp: 3mm}", "gapp"), ("grid: {cut_mark: on}", "cut_mark")]
)
def test_an_unknown_key_of_a_sheet_is_said(tmp_path: Path, sheets: str, key: str) -> None:
    (found,) = faults(tmp_path, sheets)
    assert (found.code, found.message) == ("unknown-key", f'unknown key "{key}"')
    assert found.hint
    assert found.span is not None
    assert found.span[:2] == (FILE, 6)


@pytest.mark.parametrize(
    ("sheets", "column", "near"),
    [
        ("grid: {marks: {wieght: 1pt}}", 18, "weight"),
        ("grid: {blocks: [{name: x, columns: 1, rows: 1, left: 0, top: 0, turnd: yes}]}", 67, "turned"),
    ],
)
def test_an_unknown_key_inside_a_sheet_gets_the_nearest(
    tmp_path: Path, sheets: str, column: int, near: str
) -> None:
    (found,) = faults(tmp_path, sheets)
    assert said([found]) == [f"game.yaml:6:{column} unknown-key"]
    assert found.hint == f'did you mean "{near}"?'


@pytest.mark.parametrize(
    "text", ["sheets:\n  mine: {gapp: 3mm}\n", "sheets: x\n", "sheets:\n  grid: x\n", "sheets: [grid]\n"]
)
def test_sheets_that_are_not_in_use_are_checked_too(tmp_path: Path, text: str) -> None:
    assert errors(make_project(tmp_path, {FILE: GAME + text})) != []


def test_unknown_keys_of_card_layout_and_sheet_are_said_in_one_run(tmp_path: Path) -> None:
    files = {
        FILE: GAME + "sheets:\n  grid: {cut_mark: on}\n",
        "cards/demo/things.yaml": THINGS.replace("name: First", "name: First, txet: Hello"),
        "layouts/demo/thing.yaml": THING + "gapp: 3mm\n",
    }
    found = errors(make_project(tmp_path, files))
    assert [one.message.split('"')[1] for one in found] == ["cut_mark", "txet", "gapp"]


@pytest.mark.parametrize("marks", ["weight: 0pt", "weight: 0.2pt", "weight: 0.6pt", "length: -3mm"])
def test_marks_that_cannot_be_seen_or_are_too_heavy_are_refused(tmp_path: Path, marks: str) -> None:
    found = faults(tmp_path, f"grid: {{marks: {{{marks}}}}}")
    assert [one.code for one in found] == ["bad-value"]


@pytest.mark.parametrize("weight", ["0.25pt", "0.5pt"])
def test_marks_of_the_documented_weights_are_taken(tmp_path: Path, weight: str) -> None:
    assert faults(tmp_path, f"grid: {{marks: {{weight: {weight}}}}}") == []


@pytest.mark.parametrize("key", ["printable", "frame"])
def test_a_sheet_takes_no_fields(tmp_path: Path, key: str) -> None:
    assert said(faults(tmp_path, f"grid: {{{key}: '{{x}}'}}")) == [f"game.yaml:6:{12 + len(key)} bad-value"]


def test_a_sheet_puts_together_components_that_there_are(tmp_path: Path) -> None:
    (found,) = faults(tmp_path, "grid: {together: [[things, thigns]]}")
    assert (found.code, found.hint) == ("unknown-component", 'did you mean "things"?')
    assert '"thigns"' in found.message


@pytest.mark.parametrize(
    ("key", "text"),
    [
        ("gutter", "-1mm"),
        ("printable", "-5mm"),
        ("frame", "-5%"),
        ("margin", "-3mm"),
        ("margin", "3mm 3mm -1mm 3mm"),
    ],
)
def test_a_measure_of_a_sheet_below_0_is_said_where_it_stands(tmp_path: Path, key: str, text: str) -> None:
    (found,) = faults(tmp_path, f"grid: {{{key}: {text}}}")
    assert said([found]) == [f"game.yaml:6:{12 + len(key)} bad-value"]
    wrong = next(word for word in text.split() if word.startswith("-"))
    assert found.message == f'{key}: "{wrong}" must not be below 0'


def test_a_sum_that_may_come_out_below_0_is_no_distance(tmp_path: Path) -> None:
    (found,) = faults(tmp_path, "grid: {gutter: 5% - 30mm}")
    assert found.message == 'gutter: "5% - 30mm" may be below 0; write a sum without -'


@pytest.mark.parametrize(
    ("sheets", "place", "message"),
    [
        ("grid: {columns: 3, pack: auto}", "6:10", "columns cannot go with pack: auto, which"),
        ("own: {pack: mixed, rows: 2}", "6:22", "rows cannot go with pack: mixed, which"),
        ("ten-up: {pack: auto}", "6:12", "pack cannot go with blocks, which give all places"),
        ("ten-up: {gutter: 2mm}", "6:12", "gutter cannot go with blocks"),
        ("own: {blocks: [{name: b, columns: 1, rows: 1, left: 0, top: 0}], rows: 1}", "6:68", "rows cannot"),
    ],
)
def test_keys_of_a_sheet_that_contradict_each_other_are_said(
    tmp_path: Path, sheets: str, place: str, message: str
) -> None:
    (found,) = faults(tmp_path, sheets)
    assert said([found]) == [f"game.yaml:{place} bad-value"]
    assert found.message.startswith(message)


def test_columns_and_rows_of_a_sheet_of_hotpnp_can_be_taken_away_for_packing(tmp_path: Path) -> None:
    found = faults(tmp_path, "nine-up: {pack: auto}")
    assert said(found) == ["game.yaml:6:13 bad-value"] * 2
    assert [one.hint for one in found] == ["take it away with columns: ~", "take it away with rows: ~"]
    assert not faults(tmp_path / "other", "nine-up: {pack: auto, columns: ~, rows: ~}")
