"""Expectations and tables of statistics as game.yaml declares them."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers import GAME, errors, make_project, run, said

from hotpnp.model.numbers import Expected, parse_expected

THINGS = """\
fields:
  name:   {}
  number: {type: int}
  bonus:  {type: int, optional: yes}
cards:
  - {id: one, name: First, number: 1, count: 2}
  - {id: two, name: Second, number: 2}
  - {id: three, name: Third, number: 3, bonus: 1}
  - {id: none, name: None, number: 1, count: 0}
"""


def project(tmp_path: Path, keys: str = "", game: str = "") -> Path:
    """The demo game with keys in its component, and with keys of its own."""
    text = GAME.replace("layout: thing}", f"layout: thing{keys}}}") + game
    return make_project(tmp_path, {"cards/demo/game.yaml": text, "cards/demo/things.yaml": THINGS})


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("8", Expected(8, 8)),
        (" 0 ", Expected(0, 0)),
        ("3..5", Expected(3, 5)),
        ("3..", Expected(3, None)),
        ("..5", Expected(0, 5)),
    ],
)
def test_a_number_or_a_range(text: str, expected: Expected) -> None:
    assert parse_expected(text) == expected


@pytest.mark.parametrize("text", ["", "..", "some", "5..3", "1.5", "1...3", "-1", "1234567890"])
def test_what_is_neither(text: str) -> None:
    with pytest.raises(ValueError, match="write"):
        parse_expected(text)


def test_limits_belong_to_the_range() -> None:
    assert [n for n in range(8) if parse_expected("3..5").holds(n)] == [3, 4, 5]
    assert parse_expected("3..").holds(10**6)


def test_expectations_that_hold_are_silent(tmp_path: Path) -> None:
    keys = ", expect: {count: 4, number == 1: 2, number > 1 and name != 'First': 2..3, number == 9: 0}"
    assert errors(project(tmp_path, keys, "expect: {count: 4, number == 2: 1}\n"), held=True) == []


def test_a_broken_expectation_is_told_with_what_was_found(tmp_path: Path) -> None:
    keys = ",\n    expect: {count: 3,\n      number == 1: 1, number == 2: 2..3}"
    found = errors(project(tmp_path, keys), held=True)
    assert said(found) == [
        "game.yaml:5:21 expectation-failed",
        "game.yaml:6:20 expectation-failed",
        "game.yaml:6:36 expectation-failed",
    ]
    assert [one.message for one in found] == [
        "expected 3 cards in all, found 4",
        'expected 1 card with "number == 1", found 2',
        'expected 2..3 cards with "number == 2", found 1',
    ]
    assert [one.hint for one in found] == ["found: 2 x one", "found: 2 x one", "found: two"]


def test_the_game_expects_pieces_of_all_its_components(tmp_path: Path) -> None:
    other = "  others: {title: Others, kind: token, table: others, layout: thing, copies: 3}\n"
    spare = "  spare: {title: Spare, table: spare, layout: thing, optional: yes}\n"
    expect = "expect:\n  count: 4\n  bonus: 2\n  number == 3: 4\n"
    root = project(tmp_path, "", other + spare + expect)
    for name, number in (("others", 3), ("spare", 3)):
        table = "fields: {name: {}, number: {type: int}}\ncards:\n"
        card = f"  - {{id: {name}-1, name: Other, number: {number}}}\n"
        (root / f"cards/demo/{name}.yaml").write_text(table + card, encoding="utf-8")
    assert [(one.message, one.hint) for one in errors(root, held=True)] == [
        ("expected 4 pieces in all, found 7", "found: 2 x one, 3 x others-1"),
        ('expected 2 pieces with "bonus", found 1', "found: three"),
    ]


@pytest.mark.parametrize(
    ("expect", "code", "word"),
    [
        ("numbr == 1: 1", "unknown-name", "number"),
        ("number ==: 1", "bad-expression", ""),
        ("number + name: 1", "evaluation-failed", ""),
        ("count: lots", "bad-value", ""),
        ("count: 5..3", "bad-value", ""),
    ],
)
def test_an_expectation_that_cannot_be_read(tmp_path: Path, expect: str, code: str, word: str) -> None:
    found = errors(project(tmp_path, f", expect: {{{expect}}}"), held=True)
    assert [one.code for one in found] == [code]
    assert word in found[0].hint
    assert found[0].span is not None
    assert found[0].span.line == 4


@pytest.mark.parametrize(
    ("table", "code", "said_of"),
    [
        ("{count: numbr}", "unknown-name", "numbr"),
        ("{cross: [name, colour]}", "unknown-name", "colour"),
        ("{cross: [name, number], value: name}", "unknown-name", "no number field"),
        ("{count: name, cross: [name, number]}", "bad-value", "one of the keys count and cross"),
        ("{}", "bad-value", "one of the keys count and cross"),
        ("{count: name, value: number}", "bad-value", "value goes with cross"),
        ("{cross: [name]}", "bad-value", "cross"),
        ("{counts: name}", "unknown-key", "counts"),
    ],
)
def test_a_table_that_cannot_be_made_stops_the_check(
    tmp_path: Path, table: str, code: str, said_of: str
) -> None:
    found = errors(project(tmp_path, f", stats: [{table}]"), held=True)
    assert [one.code for one in found] == [code]
    assert said_of in found[0].message


def test_a_document_has_nothing_to_count(tmp_path: Path) -> None:
    page = "size: letter\n"
    text = "  rules: {title: Rules, kind: document, layout: page, text: rules.md, expect: {count: 1}}\n"
    root = project(tmp_path, "", text)
    (root / "layouts/demo/page.yaml").write_text(page, encoding="utf-8")
    (root / "cards/demo/rules.md").write_text("# Rules\n", encoding="utf-8")
    found = [one for one in errors(root, held=True) if "to count" in one.message]
    assert said(found) == ["game.yaml:5:79 bad-value"]


def test_a_build_goes_on_and_warns_of_what_a_check_refuses(tmp_path: Path) -> None:
    root = project(tmp_path, ", expect: {count: 3}")
    built = run("build", "--project", root)
    assert (built.returncode, "warning[expectation-failed]" in built.stderr) == (0, True)
    checked = run("check", "--project", root)
    assert (checked.returncode, "error[expectation-failed]" in checked.stderr) == (1, True)
