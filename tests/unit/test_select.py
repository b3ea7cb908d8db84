"""Choosing cards: ids, tags, ranges, expressions, and what is said of each that is wrong."""

from __future__ import annotations

import pytest
from helpers import make_project

from hotpnp.diag import Collector, Diagnostic
from hotpnp.expand.faces import Context
from hotpnp.expand.select import cards_where, select_cards
from hotpnp.model.game import Game, load_game
from hotpnp.source.workspace import Workspace

GAME = """\
title: Demo
version: "1.0"
settings: {most: {value: 2}}
components:
  things: {title: Things, table: things, layout: thing}
  others: {title: Others, table: others, layout: other}
"""
THINGS = """\
fields:
  name:   {}
  number: {type: int}
  kind:   {ref: kinds, optional: yes}
  old:    {type: bool, default: no}
cards:
  - {id: A-B, name: First, number: 1, kind: N, tags: [rare]}
  - {id: A-C, name: "Second, of two", number: +2, old: yes}
  - {id: A-D, name: Third, number: 3, kind: M, count: 2, tags: [rare, x]}
  - {id: "a, b", name: Fourth, number: 4}
"""
KINDS = "fields: {star: {type: bool}}\ncards:\n  - {id: N, star: yes}\n  - {id: M, star: no}\n"
OTHERS = "fields: {name: {}}\ncards:\n  - {id: o1, name: First}\n  - {id: o2, name: It's}\n"
LAYOUT = 'size: poker\nelements:\n  name: {text: "{name}"}\n'


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    files = {
        "cards/demo/game.yaml": GAME,
        "cards/demo/things.yaml": THINGS,
        "cards/demo/kinds.yaml": KINDS,
        "cards/demo/others.yaml": OTHERS,
        "layouts/demo/thing.yaml": LAYOUT,
        "layouts/demo/other.yaml": LAYOUT,
    }
    root = make_project(tmp_path_factory.mktemp("select"), files)
    return load_game(Workspace(root, Collector()), "demo")


def chosen(game: Game, text: str, *tables: str) -> tuple[set[str], list[Diagnostic]]:
    diagnostics = Collector()
    held = [game.tables[name] for name in tables or ("things", "others")]
    return set(select_cards(text, held, Context(game), diagnostics)), list(diagnostics)


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("A-B", "A-B"),
        ("A-B, o2,", "A-B; o2"),
        ("#rare", "A-B; A-D"),
        ("#x,#rare", "A-B; A-D"),
        ("A-B..A-D", "A-B; A-C; A-D"),
        ("o1 .. o2, A-C", "o1; o2; A-C"),
        ("A-C..A-C", "A-C"),
        ("number == 2", "A-C"),
        ("number > settings.most, #rare", "A-B; A-D; a, b"),
        ("kind == 'N'", "A-B"),
        ("kind in ['N', 'M']", "A-B; A-D"),
        ("kind and kind.star", "A-B"),
        ("kind and not kind.star", "A-D"),
        ("old", "A-C"),
        ("not old", "A-B; A-D; a, b"),
        ("count > 1 or 'x' in tags", "A-D"),
        ("name == 'First'", "A-B; o1"),
        ("name == 'Second, of two', o2", "A-C; o2"),
        ('name == "It\'s"', "o2"),
        ("id == 'A-B'", "A-B"),
        ("number > 99", ""),
    ],
)
def test_forms(game: Game, text: str, ids: str) -> None:
    found, complaints = chosen(game, text)
    assert complaints == []
    assert found == set(ids.split("; ")) - {""}


def test_an_id_with_a_comma_is_one_id(game: Game) -> None:
    assert chosen(game, "a, b") == ({"a, b"}, [])


@pytest.mark.parametrize(
    ("text", "code", "message", "hint"),
    [
        ("a-b", "unknown-card", 'there is no card "a-b"', 'did you mean "A-B"?'),
        ("A-B, O1", "unknown-card", 'there is no card "O1"', 'did you mean "o1"?'),
        ("A-B..a-d", "unknown-card", 'there is no card "a-d"', 'did you mean "A-D"?'),
        ("..A-B", "unknown-card", '"..A-B" lacks the id of a card', "known here: "),
        ("#rar", "unknown-tag", 'no card has the tag "rar"', 'did you mean "rare"?'),
        ("A-D..A-B", "bad-value", '"A-D" stands after "A-B" in things', 'write "A-B..A-D"'),
        ("A-D..o1", "bad-value", '"A-D" and "o1" stand in two tables', ""),
        ("numbr == 2", "unknown-name", 'there is no field "numbr"', 'did you mean "number"?'),
        ("kind.sta == 2", "unknown-name", '"kind" has no field "sta"', 'did you mean "star"?'),
        ("number = = 2", "bad-expression", "{number = = 2} cannot be read", ""),
        ("{number}", "unknown-card", 'there is no card "{number}"', ""),
    ],
)
def test_what_is_wrong_is_said(game: Game, text: str, code: str, message: str, hint: str) -> None:
    _, complaints = chosen(game, text)
    assert [one.code for one in complaints] == [code]
    assert complaints[0].message.startswith(message)
    assert complaints[0].hint.startswith(hint)


def test_an_expression_that_fails_names_the_card(game: Game) -> None:
    diagnostics = Collector()
    assert cards_where("1 / (number - 2)", [game.tables["things"]], Context(game), diagnostics)
    (found,) = diagnostics
    assert (found.code, found.card) == ("evaluation-failed", "A-C")
    assert found.span is not None
    assert (found.span.file, found.span.line) == ("cards/demo/things.yaml", 8)
