"""Faces: one card's values in a layout; what varies decides what is shared."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from helpers import THING, diagnose, errors, lay_out, make_project, said

from hotpnp.diag import Collector, Diagnostic
from hotpnp.expand.faces import Context, Face, FaceMaker
from hotpnp.model.game import load_game
from hotpnp.model.layout import Element
from hotpnp.source.workspace import Workspace

TABLE = """\
fields:
  name: {}
  number: {type: int}
  kind: {default: plain}
  flag: {optional: yes}
  tags_: {many: yes}
  reward: {ref: rewards, optional: yes}
cards:
  - {id: one, name: First, number: 1, tags_: [x, y], reward: gold}
  - {id: two, name: Second, number: +2, kind: rare, flag: yes}
  - {id: three, name: First, number: 1, reward: gold}
"""
GAME = """\
title: Demo
version: "1.0"
settings:
  end: {value: 25}
components:
  things: {title: Things, table: things, layout: thing}
"""
REWARDS = "fields: {label: {}}\ncards:\n  - {id: gold, label: Gold}\n  - {id: tin, label: Tin, count: 4}\n"
FILES = {
    "cards/demo/game.yaml": GAME,
    "cards/demo/things.yaml": TABLE,
    "cards/demo/rewards.yaml": REWARDS,
}


def elements(*lines: str) -> str:
    return "size: poker\nelements:\n" + "".join(f"  {line}\n" for line in lines)


def faces(tmp_path: Path, *lines: str) -> dict[str, Face]:
    """The faces of the three cards by a layout with these elements."""
    project = make_project(tmp_path, {**FILES, "layouts/demo/thing.yaml": elements(*lines)})
    diagnostics = Collector()
    game = load_game(Workspace(project, diagnostics), "demo")
    (component,) = game.components
    assert component.front is not None
    assert component.table is not None
    maker = FaceMaker(component.front.layouts[""], component.table, Context(game), diagnostics)
    made = {card.id: maker.face(card) for card in component.table.cards.values()}
    assert list(diagnostics) == []
    return made


def faults(tmp_path: Path, *lines: str, **files: str) -> list[Diagnostic]:
    project = make_project(tmp_path, {**FILES, "layouts/demo/thing.yaml": elements(*lines), **files})
    return errors(project)


def shown(face: Face, key: str = "text") -> list[Any]:
    """The value of a key of all elements of a face, in painting order."""

    def walk(element: Element) -> list[Any]:
        own = [getattr(element.spec, key)] if hasattr(element.spec, key) else []
        return own + [value for child in element.children for value in walk(child)]

    return [value for filled in face.filled for element in filled.elements for value in walk(element)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("{name} {number}", ["First 1", "Second +2", "First 1"]),
        ("{id}", ["one", "two", "three"]),
        ("{kind}", ["plain", "rare", "plain"]),
        ("[{flag}]", ["[]", "[yes]", "[]"]),
        ("{tags_ | length}", ["2", "0", "0"]),
        ("{game.title} {game.version} {game.name}", ["Demo 1.0 demo"] * 3),
        ("{settings.end}", ["25"] * 3),
        ("{tables.rewards | map(attribute='label') | join('/')}", ["Gold/Tin"] * 3),
        ("{reward.label if reward else 'none'}", ["Gold", "none", "Gold"]),
        ("{count} {tables.rewards | sum(attribute='count')}", ["1 5"] * 3),
        ("no fields", ["no fields"] * 3),
    ],
)
def test_values_stand_in_the_text(tmp_path: Path, text: str, expected: list[str]) -> None:
    made = faces(tmp_path, f'a: {{text: "{text}"}}')
    assert [shown(face) for face in made.values()] == [[text] for text in expected]


def test_fields_stand_in_any_key_that_is_drawn(tmp_path: Path) -> None:
    made = faces(
        tmp_path, "a: {shape: rect, fill: \"{'red' if number == 1 else 'blue'}\", width: \"{number}mm\"}"
    )
    assert [shown(face, "fill") for face in made.values()] == [["red"], ["blue"], ["red"]]
    assert [shown(face, "width") for face in made.values()] == [["1mm"], ["+2mm"], ["1mm"]]


def test_an_element_is_drawn_where_its_condition_holds(tmp_path: Path) -> None:
    made = faces(
        tmp_path,
        "a: {text: rare, when: kind == 'rare'}",
        "b: {text: flagged, when: flag}",
        "c: {group: {d: {text: small, when: number < 2}, e: {text: always}}}",
    )
    assert [shown(face) for face in made.values()] == [
        ["small", "always"],
        ["rare", "flagged", "always"],
        ["small", "always"],
    ]


def test_an_element_is_drawn_for_each_entry_of_a_list(tmp_path: Path) -> None:
    made = faces(
        tmp_path,
        'a: {text: "{item}", each: tags_}',
        'b: {text: "{r.label} for {name}", each: tables.rewards, as: r, when: "r.label != \'Tin\'"}',
        'c: {row: {d: {text: "{item}", each: range(number)}}}',
    )
    assert [shown(face) for face in made.values()] == [
        ["x", "y", "Gold for First", "0"],
        ["Gold for Second", "0", "1"],
        ["Gold for First", "0"],
    ]


def test_the_entry_of_an_outer_list_is_known_inside(tmp_path: Path) -> None:
    made = faces(
        tmp_path, 'a: {each: tables.rewards, as: r, group: {b: {text: "{r.label} {item}", each: range(2)}}}'
    )
    assert shown(made["two"]) == ["Gold 0", "Gold 1", "Tin 0", "Tin 1"]


def test_cards_with_the_same_values_share_what_is_drawn_from_them(tmp_path: Path) -> None:
    made = faces(
        tmp_path,
        "a: {shape: rect}",
        'b: {text: "{name}"}',
        'c: {text: "{id}"}',
        'd: {text: "{kind}", when: number}',
    )
    one, two, three = (made[card].filled for card in ("one", "two", "three"))
    assert one[0] is two[0] is three[0]
    assert one[1] is three[1]
    assert one[1] is not two[1]
    assert len({id(filled) for filled in (one[2], two[2], three[2])}) == 3
    assert one[3] is three[3]


def test_a_filled_part_names_the_first_card_that_has_it(tmp_path: Path) -> None:
    made = faces(tmp_path, 'a: {text: "{name} {number}"}')
    filled = made["three"].filled[0]
    assert filled.card is not None
    assert (filled.card.id, filled.fields) == ("one", ("name", "number"))


def test_an_element_that_no_condition_lets_through_leaves_nothing(tmp_path: Path) -> None:
    made = faces(tmp_path, "a: {text: x, when: kind == 'rare'}", "b: {text: y}")
    assert [len(face.filled) for face in made.values()] == [1, 2, 1]


@pytest.mark.parametrize(
    ("line", "column", "message", "hint"),
    [
        ('a: {text: "{nmae}"}', 13, 'no field "nmae"', 'did you mean "name"?'),
        ("a: {text: x, when: numbr > 2}", 22, 'no field "numbr"', 'did you mean "number"?'),
        (
            "a: {text: x, each: tables.rewrds}",
            22,
            '"tables" has no field "rewrds"',
            'did you mean "rewards"?',
        ),
        (
            'a: {text: "{item.lable}", each: tables.rewards}',
            13,
            '"item" has no field "lable"',
            'did you mean "label"?',
        ),
        (
            'a: {text: "{item}"}',
            13,
            'no field "item"',
            "known here: count, flag, game, id, kind, name, number",
        ),
        ('a: {text: "{reward.lable}"}', 13, '"reward" has no field "lable"', 'did you mean "label"?'),
        ('a: {group: {b: {text: "{nmae}"}}}', 25, 'no field "nmae"', 'did you mean "name"?'),
    ],
)
def test_an_unknown_name_is_said_once_at_the_layout(
    tmp_path: Path, line: str, column: int, message: str, hint: str
) -> None:
    (found,) = faults(tmp_path, line)
    assert said([found]) == [f"thing.yaml:3:{column} unknown-name"]
    assert message in found.message
    assert hint in found.hint
    assert found.card == ""


@pytest.mark.parametrize(
    "line", ['a: {icon: "{nmae}"}', 'a: {shape: rect, fill: "{nmae}"}', 'a: {text: "{nmae}", width: 1mm}']
)
def test_an_unknown_name_brings_no_other_fault_with_it(tmp_path: Path, line: str) -> None:
    assert [found.code for found in faults(tmp_path, line)] == ["unknown-name"]


@pytest.mark.parametrize(
    ("line", "column"),
    [
        ('a: {text: "{name"}', 13),
        ("a: {text: x, when: '>'}", 22),
        ("a: {text: x, each: '{tags_}'}", 22),
    ],
)
def test_what_cannot_be_read_is_said_once_at_the_layout(tmp_path: Path, line: str, column: int) -> None:
    assert said(faults(tmp_path, line)) == [f"thing.yaml:3:{column} bad-expression"]


@pytest.mark.parametrize(
    "line",
    [
        'a: {text: "{number / 0}"}',
        "a: {text: x, when: number / 0}",
        "a: {text: x, each: number}",
        'a: {text: "{1 / (number - 1)}"}',
    ],
)
def test_what_fails_for_a_card_is_said_with_the_card(tmp_path: Path, line: str) -> None:
    found = faults(tmp_path, line)
    assert {one.code for one in found} == {"evaluation-failed"}
    assert found[0].card == "one"
    assert found[0].span is not None
    assert found[0].span[:2] == ("layouts/demo/thing.yaml", 3)


@pytest.mark.parametrize(
    ("line", "column"), [('a: {text: "{number / 0}"}', 13), ("a: {text: x, when: number / 0}", 22)]
)
def test_what_fails_is_said_where_it_stands(tmp_path: Path, line: str, column: int) -> None:
    assert set(said(faults(tmp_path, line))) == {f"thing.yaml:3:{column} evaluation-failed"}


@pytest.mark.parametrize("expression", ["number", "name"])
def test_each_takes_only_a_list(tmp_path: Path, expression: str) -> None:
    found = faults(tmp_path, f"a: {{text: x, each: {expression}}}")
    assert {one.code for one in found} == {"evaluation-failed"}
    assert "list" in found[0].message


@pytest.mark.parametrize(
    ("spec", "count", "copies"),
    [
        ("", 1, 3),
        ("copies: 2", 1, 6),
        ("copies: settings.end", 1, 75),
        ("copies: 2", 3, 10),
        ("", 0, 2),
    ],
)
def test_copies_of_the_component_and_counts_of_the_cards_multiply(
    tmp_path: Path, spec: str, count: int, copies: int
) -> None:
    files = {
        "cards/demo/game.yaml": GAME.replace(
            "layout: thing}", f"layout: thing, {spec}}}" if spec else "layout: thing}"
        ),
        "cards/demo/things.yaml": TABLE.replace("{id: one,", f"{{id: one, count: {count},"),
        "cards/demo/rewards.yaml": REWARDS,
        "layouts/demo/thing.yaml": THING,
    }
    kit = lay_out(make_project(tmp_path, files))
    (component,) = kit.components
    assert (component.cards, component.copies, kit.cards) == (3, copies, copies)


def test_a_field_may_decide_the_copies_of_its_card(tmp_path: Path) -> None:
    copies = "copies: number * 2 if id != 'two' else settings.end - 25}"
    files = {**FILES, "cards/demo/game.yaml": GAME.replace("layout: thing}", f"layout: thing, {copies}")}
    kit = lay_out(make_project(tmp_path, files))
    placed = Counter(placement.card for sheet in kit.sheets for placement in sheet.front.placements)
    assert placed == {"one": 2, "three": 2}


def test_wrong_copies_of_a_card_are_said_with_its_name(tmp_path: Path) -> None:
    copies = "copies: number - 2}"
    files = {**FILES, "cards/demo/game.yaml": GAME.replace("layout: thing}", f"layout: thing, {copies}")}
    found, *_ = errors(make_project(tmp_path, files))
    assert (found.code, found.card) == ("bad-value", "one")
    assert '"-1" is not a whole number of copies' in found.message


def test_copies_of_a_card_lie_side_by_side_in_the_order_of_the_table(tmp_path: Path) -> None:
    files = {**FILES, "cards/demo/things.yaml": TABLE.replace("{id: two,", "{id: two, count: 3,")}
    kit = lay_out(make_project(tmp_path, files))
    placed = [placement.card for sheet in kit.sheets for placement in sheet.front.placements]
    assert placed == ["one", "two", "two", "two", "three"]


def test_a_game_without_copies_has_nothing_to_print(tmp_path: Path) -> None:
    game = {"cards/demo/game.yaml": GAME_WITHOUT_COPIES}
    assert [one.code for one in diagnose(make_project(tmp_path, game))] == ["nothing-to-print"]


GAME_WITHOUT_COPIES = """\
title: Demo
version: "1.0"
components:
  things: {title: Things, table: things, layout: thing, copies: 0}
"""
