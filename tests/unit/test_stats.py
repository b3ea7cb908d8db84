"""Statistics: a deck counted by hand, and what holds for every deck."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from helpers import GAME, make_project
from hypothesis import given
from hypothesis import strategies as st

from hotpnp.cli.stats_json import report_json
from hotpnp.cli.stats_text import print_report
from hotpnp.diag import Collector
from hotpnp.expand.axes import NONE, Axes, band_width
from hotpnp.expand.language import UnknownName
from hotpnp.expand.movement import movement
from hotpnp.expand.report import Report, Wanted, tell_missing, tell_moved, tell_outlier
from hotpnp.expand.rows import Plain, Row, rows_of
from hotpnp.expand.stats import Cross, Grid, Stats, plan_of, quantile, tally, usual_tables
from hotpnp.model.game import Game, load_game
from hotpnp.model.table import FieldSpec, Table
from hotpnp.pipeline.kit import Options
from hotpnp.pipeline.stats import csv_file, csv_files, page_file, picture_files, stats_game
from hotpnp.source.workspace import Workspace

DECK = """\
fields:
  name:  {optional: yes}
  suit:  {one_of: [sun, moon, star]}
  cost:  {type: int}
  start: {ref: places}
  goal:  {ref: places}
  fast:  {type: bool, default: no}
  words: {many: yes}
cards:
  - {id: a, suit: sun,  cost: 1,   start: x, goal: y, count: 5, words: [swift, old]}
  - {id: b, suit: sun,  cost: 2,   start: y, goal: z, fast: On, words: [old]}
  - {id: c, suit: moon, cost: +2,  start: x, goal: y, count: 5, words: [old]}
  - {id: d, suit: moon, cost: 9,   start: z, goal: x, fast: yes}
  - {id: e, suit: star, cost: 100, start: x, goal: x, count: 0}
"""
PLACES = "fields: {sea: {type: int}}\ncards:\n  - {id: x, sea: 1}\n  - {id: y, sea: 2}\n  - {id: z, sea: 1}\n"
DRAWN = 'size: poker\nelements:\n  cost: {text: "{cost}", left: 6mm, right: 6mm, top: 6mm, height: 10mm}\n'


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """The deck that is counted by hand: 12 pieces of 4 cards, and a card of which there is no copy."""
    files = {
        "cards/demo/things.yaml": DECK,
        "cards/demo/places.yaml": PLACES,
        "layouts/demo/thing.yaml": DRAWN,
    }
    return make_project(tmp_path, files)


def told(project: Path, wanted: Wanted = Wanted(), then: Sequence[Row] | None = None) -> Report:  # noqa: B008
    """The report of the demo game; a complaint fails the test."""
    diagnostics = Collector()
    found = stats_game(
        Workspace(project, diagnostics), "demo", Options(), wanted, then, "then" if then else ""
    )
    assert list(diagnostics) == []
    return found


def stats(project: Path, *crosses: tuple[str, str], value: str = "") -> Stats:
    (section,) = told(project, Wanted(crosses, value)).sections
    return section.now


def grid(found: Stats, title: str) -> Grid:
    (one,) = [grid for grid in found.grids if grid.title == title]
    return one


def counts(found: Stats, title: str) -> dict[str, Any]:
    one = grid(found, title)
    assert one.columns == ("pieces",)
    return {label: cells[0] for label, cells in zip(one.rows, one.cells, strict=True)}


# Counted by hand.


def test_counts_are_weighted_by_copies(project: Path) -> None:
    found = stats(project)
    assert (found.cards, found.pieces) == (4, 12)
    assert counts(found, "suit") == {"sun": 6, "moon": 6, "star": 0}
    assert counts(found, "cost") == {"1": 5, "2": 6, "9": 1}
    assert counts(found, "fast") == {"yes": 2, "no": 10}
    assert counts(found, "start") == {"x": 10, "y": 1, "z": 1}
    assert counts(found, "places") == {"x": 11, "y": 11, "z": 2}
    assert [one.title for one in found.grids if one.kind == "counts"] == [
        *("suit", "cost", "start", "goal", "fast", "words", "places"),
    ]


def test_ranges_of_numbers(project: Path) -> None:
    found = grid(stats(project), "ranges")
    assert found.rows == ("cost",)
    assert found.columns == ("pieces", "min", "mean", "median", "max", "total")
    assert found.cells == ((12, 1, pytest.approx(26 / 12), 2, 9, 26),)


def test_two_fields_of_one_table_make_a_symmetric_matrix(project: Path) -> None:
    found = grid(stats(project), "start x goal")
    assert (found.rows, found.columns, found.symmetric) == (("x", "y", "z"), ("x", "y", "z"), True)
    assert found.cells == ((0, 10, 1, 11), (10, 0, 1, 11), (1, 1, 0, 2), (11, 11, 2, 12))


def test_a_cross_table_of_counts_and_one_of_means(project: Path) -> None:
    found = stats(project, ("suit", "cost"))
    one = grid(found, "suit x cost")
    assert [grid.kind for grid in found.grids] == ["ranges", "cross"]
    assert one.cells == ((5, 1, 0, 6), (0, 5, 1, 6), (0, 0, 0, 0), (5, 6, 1, 12))
    means = grid(stats(project, ("start", "goal"), value="cost"), "cost by start x goal")
    assert means.cells[0] == (None, 1.5, 9, pytest.approx(24 / 11))
    assert means.cells[-1][-1] == pytest.approx(26 / 12)


def test_a_path_follows_a_reference_and_a_list_counts_under_each_of_its_words(project: Path) -> None:
    found = grid(stats(project, ("start.sea", "words")), "start.sea x words")
    assert (found.rows, found.columns) == (("1", "2"), ("swift", "old", NONE))
    assert found.cells == ((5, 10, 1, 11), (0, 1, 0, 1), (5, 11, 1, 12))


def test_combinations_that_never_occur(project: Path) -> None:
    found = {(one.down, one.across): one for one in stats(project).missing}
    assert found["start", "goal"] == ("start", "goal", (("x", "y"), ("x", "z"), ("y", "z")), (), True)
    assert tell_missing(found["start", "goal"]) == (
        "start x goal: all 3 combinations occur; none pairs a value with itself"
    )
    assert found["suit", "fast"].pairs == ()
    assert found["fast", "places"].pairs == (("no", "z"),)
    assert [one.axis for one in stats(project).unused] == ["suit"]
    rows = [
        Row(str(n), "deck", 1, {"a": a, "b": b}) for n, (a, b) in enumerate(["xp", "xq", "yp", "zp", "zq"])
    ]
    table = in_memory({"a": FieldSpec(one_of=["x", "y", "z"]), "b": FieldSpec(one_of=["p", "q"])})
    axes = Axes(table, {}, rows)
    (missing,) = tally("deck", rows, plan_of(axes, ())).missing
    assert tell_missing(missing) == "a x b: 1 of 6 combinations never occur: y + q"


def test_a_value_outside_the_fences_is_an_outlier(project: Path) -> None:
    (found,) = stats(project).outliers
    # In order the costs are 1 (5 times), 2 (6 times), 9: the middle half lies from 1 to 2.
    assert found == ("value", "cost", "9", 9, -0.5, 3.5, ("d",))
    assert tell_outlier(found) == "cost 9 (d), above 3.5"


def test_a_count_far_from_the_other_counts_is_an_outlier() -> None:
    table = in_memory({"suit": FieldSpec(one_of=list("pqrst"))})
    rows = [
        Row(suit, "deck", copies, {"suit": suit})
        for suit, copies in zip("pqrst", (4, 5, 5, 6, 20), strict=True)
    ]
    (found,) = tally("deck", rows, plan_of(Axes(table, {}, rows), ())).outliers
    assert (found.kind, found.label, found.number, found.low, found.high) == ("count", "t", 20, 3.5, 7.5)
    assert tell_outlier(found) == "suit t: 20 pieces, above 7.5"
    nearly = [replace(row, copies=6 if row.id == "t" else 5) for row in rows]
    assert tally("deck", nearly, plan_of(Axes(table, {}, nearly), ())).outliers == ()


def test_values_that_are_common_are_no_outliers() -> None:
    table = in_memory({"cost": FieldSpec(type="int")})
    rows = [Row("a", "deck", 8, {"cost": 1}), Row("b", "deck", 2, {"cost": 50})]
    assert tally("deck", rows, plan_of(Axes(table, {}, rows), ())).outliers == ()


def test_quantiles_lie_between_two_numbers() -> None:
    values = [(1, 1), (2, 1), (4, 2)]
    assert [quantile(values, share) for share in (0, 0.25, 0.5, 1)] == [1, 1.75, 3, 4]
    assert quantile([(7, 3)], 0.5) == 7


# Axes.


def in_memory(fields: dict[str, FieldSpec]) -> Table:
    return Table("deck", "deck.yaml", fields, {}, {})


def test_many_numbers_are_counted_in_bands() -> None:
    table = in_memory({"cost": FieldSpec(type="int"), "weight": FieldSpec(type="number")})
    rows = [Row(str(n), "deck", 1, {"cost": n, "weight": n / 20}) for n in range(-5, 45)]
    cost = Axes(table, {}, rows).axis("cost")
    assert cost.labels[:3] == ("-5..-1", "0..4", "5..9")
    assert cost.labels_of(rows[0]) == ("-5..-1",)
    assert cost.labels_of(rows[-1]) == ("40..44",)
    weight = Axes(table, {}, rows).axis("weight")
    assert weight.labels_of(Row("x", "deck", 1, {"weight": 0.5})) == ("0.5..1",)


@given(st.sets(st.one_of(st.integers(-(10**6), 10**6), st.floats(-1e6, 1e6)), min_size=2, max_size=60))
def test_bands_are_few_and_hold_every_number(numbers: set[float]) -> None:
    if max(numbers) - min(numbers) < 1e-9:
        return
    width = band_width(sorted(numbers))
    assert (max(numbers) // width) - (min(numbers) // width) < 12


def test_numbers_of_a_record_may_be_texts() -> None:
    table = in_memory({"cost": FieldSpec(type="int"), "fast": FieldSpec(type="bool")})
    rows = [
        Row("a", "deck", 1, {"cost": "+2", "fast": "On"}),
        Row("b", "deck", 1, {"cost": 2, "fast": "yes"}),
    ]
    axes = Axes(table, {}, rows)
    assert axes.axis("cost").labels == ("2",)
    assert axes.axis("fast").labels == ("yes", "no")


def test_a_name_that_is_nothing_is_told_with_the_nearest() -> None:
    axes = Axes(in_memory({"cost": FieldSpec(type="int")}), {}, [])
    with pytest.raises(UnknownName) as fault:
        axes.axis("coat")
    assert (str(fault.value), fault.value.hint) == ('deck has no field "coat"', 'did you mean "cost"?')
    with pytest.raises(UnknownName, match="refers to no table"):
        axes.axis("cost.sea")


# What holds for every deck.

FIELDS = {
    "suit": FieldSpec(one_of=["sun", "moon", "star"], optional=True),
    "cost": FieldSpec(type="int", min=1, max=5),
    "kind": FieldSpec(),
}
VALUES = st.fixed_dictionaries(
    {
        "suit": st.sampled_from(["sun", "moon", "star", None]),
        "cost": st.integers(1, 5),
        "kind": st.sampled_from(["spell", "item"]),
    }
)
ROWS = st.lists(st.tuples(st.integers(1, 9), VALUES), min_size=1, max_size=12).map(
    lambda cards: [Row(f"card {n}", "deck", copies, values) for n, (copies, values) in enumerate(cards)]
)


def both(now: Sequence[Row], then: Sequence[Row]) -> tuple[Stats, Stats]:
    """Two lists of rows, counted by one plan."""
    axes = Axes(in_memory(FIELDS), {}, [*now, *then])
    crosses = (
        Cross(axes.axis("suit"), axes.axis("cost")),
        Cross(axes.axis("kind"), axes.axis("suit"), "cost"),
    )
    plan = plan_of(axes, (axes.axis("suit"), axes.axis("cost"), axes.axis("kind"), *crosses))
    return tally("deck", now, plan), tally("deck", then, plan)


@given(ROWS)
def test_counts_sum_to_the_number_of_pieces(rows: list[Row]) -> None:
    found, _ = both(rows, ())
    pieces = sum(row.copies for row in rows)
    assert found.pieces == pieces
    for one in found.grids:
        if one.kind == "counts":
            assert sum(cells[0] or 0 for cells in one.cells) == pieces
    cross = grid(found, "suit x cost")
    assert (
        sum(number or 0 for row in cross.cells[:-1] for number in row[:-1]) == cross.cells[-1][-1] == pieces
    )


@given(ROWS, st.data())
def test_a_copy_more_moves_one_cell_of_each_table(rows: list[Row], data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(rows) - 1))
    more = [replace(row, copies=row.copies + (n == at)) for n, row in enumerate(rows)]
    moved = movement(*both(more, rows))
    assert (moved.cards, moved.pieces) == (0, 1)
    for one, cells in zip(both(more, rows)[0].grids, moved.grids, strict=True):
        if one.kind == "counts" or one.title == "suit x cost":
            inner = [number for row in cells[: len(one.rows)] for number in row[: len(one.columns)]]
            assert sorted(inner, key=lambda number: number or 0)[-2:] in ([0, 1], [1])
            assert sum(map(bool, inner)) == 1
    assert all(not pairs for pairs in (*moved.appeared, *moved.vanished))


@given(ROWS, ROWS)
def test_what_moved_forth_moves_back(now: list[Row], then: list[Row]) -> None:
    new, old = both(now, then)
    forth, back = movement(new, old), movement(old, new)
    for one, other in zip(forth.grids, back.grids, strict=True):
        assert [[n if n is None else -n for n in row] for row in one] == [list(row) for row in other]
    assert (forth.appeared, forth.new_outliers) == (back.vanished, back.old_outliers)
    assert movement(new, new).pieces == 0
    assert not any(number for cells in movement(new, new).grids for row in cells for number in row)


# Compared.


def once(game: Game) -> dict[str, int]:
    """One copy of each card of the first component, beside the card's own count."""
    table = game.components[0].table
    assert table is not None
    return dict.fromkeys(table.cards, 1)


def test_figures_compared_with_rows_of_another_day(project: Path) -> None:
    game = load_game(Workspace(project, Collector()), "demo")
    now = rows_of(game.components[0], once(game))
    then = [replace(row, copies=2) if row.id == "a" else row for row in now if row.id != "b"]
    then.append(Row("w", "things", 1, {**now[0].values, "start": "old-place", "cost": "8"}))
    then.append(Row("t", "tokens", 3, {}))
    found = told(project, then=then)
    (section,) = found.sections
    assert (found.gone, found.compared, section.moved.pieces if section.moved else None) == (
        {"tokens": 3},
        True,
        12 - 9,
    )
    moved = {
        one.title: dict(zip(one.rows, (row[0] for row in cells), strict=True))
        for one, _, cells in section.grids
        if one.kind == "counts" and cells is not None
    }
    assert moved["suit"] == {"sun": 3, "moon": 0, "star": 0}
    assert moved["cost"] == {"1": 3, "2": 1, "8": -1, "9": 0}
    assert moved["start"] == {"x": 3, "y": 1, "z": 0, "old-place": -1}
    assert tell_moved(section)[:2] == [
        "start x goal: now occur y + z",
        "start x goal: no longer occur y + old-place",
    ]


def test_every_output_tells_how_figures_have_moved(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    workspace = Workspace(project, Collector())
    game = load_game(workspace, "demo")
    now = rows_of(game.components[0], once(game))
    then = [replace(row, copies=row.copies + (row.id == "a")) for row in now]
    found = stats_game(workspace, "demo", Options(), then=then, since="run 1.0")
    print_report(found)
    said = capsys.readouterr().out
    assert "compared with run 1.0: (+1) is one more\n" in said
    assert "Things: 12 cards (-1), 4 different\n" in said
    assert re.search(r"^sun +6 \(-1\)", said, re.MULTILINE)
    (told_of,) = report_json(found)["components"]
    (suits,) = [one for one in told_of["tables"] if one["title"] == "suit"]
    assert (suits["cells"], suits["then"], suits["moved"]) == (
        [(6,), (6,), (0,)],
        [(7,), (6,), (0,)],
        [(-1,), (0,), (0,)],
    )
    assert told_of["moved"]["pieces"] == -1
    lines = csv_file(found).decode().splitlines()
    assert lines[0] == "component,table,row,column,value,then,change"
    assert "things,suit,sun,pieces,6,7,-1" in lines
    assert csv_files(found)["things-suit-moved.csv"] == b"suit,pieces\nsun,-1\nmoon,0\nstar,0\n"
    page = page_file(workspace, found).decode()
    assert '<span class="count">12 cards, 4 different <span class="moved">\u22121</span></span>' in page
    assert '<th scope="row">sun</th><td>6 <span class="moved">\u22121</span></td>' in page
    assert "Compared with the figures of run 1.0" in page
    assert b">\xe2\x88\x921</text>" in picture_files(workspace, found, "svg")["things-suit.svg"]


def test_the_usual_tables_leave_out_what_is_the_same_on_all_cards() -> None:
    values: dict[str, Plain] = {"suit": "sun", "cost": 3, "kind": "spell"}
    rows = [Row(str(n), "deck", 1, values) for n in range(4)]
    specs = {"cost": FieldSpec(type="int"), "kind": FieldSpec(), "suit": FieldSpec()}
    assert usual_tables(Axes(in_memory(specs), {}, rows)) == ()


def test_tables_are_named_in_the_game(project: Path) -> None:
    tables = "stats: [{count: places}, {cross: [suit, start.sea], value: cost}]"
    write_game(project, tables)
    (section,) = told(project).sections
    assert [one.title for one in section.now.grids] == ["ranges", "places", "cost by suit x start.sea"]


def write_game(project: Path, keys: str) -> None:
    game = GAME.replace("layout: thing}", f"layout: thing, {keys}}}")
    (project / "cards/demo/game.yaml").write_text(game, encoding="utf-8")
