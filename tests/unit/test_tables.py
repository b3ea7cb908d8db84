"""Tables: fields, references, values as typed, and every slip said with its place."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from helpers import errors, make_project, said

from hotpnp.diag import Collector, Diagnostic
from hotpnp.model.game import load_game
from hotpnp.model.table import Card
from hotpnp.source.workspace import Workspace

TABLE = "cards/demo/things.yaml"
BLANK = {"layouts/demo/thing.yaml": "size: poker\nelements: {}\n"}
REWARDS = {"cards/demo/rewards.yaml": "cards:\n  - {id: action}\n  - {id: privilege}\n"}


def project(tmp_path: Path, fields: str, cards: str, **more: str) -> Path:
    """A project whose table has one field a line from line 2, and then its cards, one a line."""
    below = "".join(f"  {line}\n" for line in fields.splitlines())
    table = f"fields:\n{below}" if fields else "fields: {}\n"
    table += "cards:\n" + "".join(f"  - {line}\n" for line in cards.splitlines())
    return make_project(tmp_path, {**BLANK, TABLE: table, **more})


def faults(tmp_path: Path, fields: str, cards: str, **more: str) -> list[Diagnostic]:
    return errors(project(tmp_path, fields, cards, **more))


def cards_of(tmp_path: Path, fields: str, cards: str, **more: str) -> dict[str, Card]:
    diagnostics = Collector()
    game = load_game(Workspace(project(tmp_path, fields, cards, **more), diagnostics), "demo")
    assert list(diagnostics) == []
    return game.tables["things"].cards


def value(tmp_path: Path, field: str, typed: str) -> Any:
    """The value of the field v, so declared, when so typed."""
    return cards_of(tmp_path, f"v: {field}", f"{{id: a, v: {typed}}}")["a"].values["v"]


def test_cards_keep_the_order_of_the_file_and_know_their_places(tmp_path: Path) -> None:
    cards = cards_of(tmp_path, "name: {}", "{id: z, name: Zed}\n{id: a, name: Ay}")
    assert list(cards) == ["z", "a"]
    assert tuple(cards["a"].span())[:3] == (TABLE, 5, 5)
    assert tuple(cards["a"].span("name"))[:3] == (TABLE, 5, 19)


@pytest.mark.parametrize(
    "typed", ["no", "on", "Null", "~", "012", "1:30", "1.10", "+1", "2.0", "0x10", "'a: b'"]
)
def test_a_text_field_holds_what_was_typed(tmp_path: Path, typed: str) -> None:
    assert value(tmp_path, "{}", typed) == typed.strip("'")


@pytest.mark.parametrize(
    ("field", "typed", "number"),
    [
        ("{type: int}", "5", 5),
        ("{type: int}", "+1", 1),
        ("{type: int}", "-1", -1),
        ("{type: int}", "+0", 0),
        ("{type: int}", "007", 7),
        ("{type: number}", "1.10", 1.1),
        ("{type: number}", "2.0", 2.0),
        ("{type: number}", "+0.5", 0.5),
        ("{type: number}", "3", 3.0),
    ],
)
def test_a_number_has_its_value_and_prints_as_typed(
    tmp_path: Path, field: str, typed: str, number: float
) -> None:
    found = value(tmp_path, field, typed)
    assert found == number
    assert str(found) == typed


@pytest.mark.parametrize(
    ("typed", "truth"),
    [("yes", True), ("on", True), ("True", True), ("no", False), ("off", False), ("FALSE", False)],
)
def test_a_bool_field_reads_yes_and_no(tmp_path: Path, typed: str, truth: bool) -> None:
    found = value(tmp_path, "{type: bool}", typed)
    assert bool(found) is truth
    assert str(found) == typed


@pytest.mark.parametrize("typed", ["'#14326e'", "'#fff'", "001122", "123456", "navy"])
def test_a_colour_field_keeps_the_colour_as_typed(tmp_path: Path, typed: str) -> None:
    assert value(tmp_path, "{type: colour}", typed) == typed.strip("'")


@pytest.mark.parametrize(
    ("field", "typed", "code", "words"),
    [
        ("{type: int}", "x", "bad-value", '"x" is not a whole number'),
        ("{type: int}", "1.5", "bad-value", '"1.5" is not a whole number'),
        ("{type: int}", "''", "bad-value", '"" is not a whole number'),
        ("{type: int, max: 5}", "6", "bad-value", "6 is above 5, the largest allowed"),
        ("{type: int, min: 1}", "0", "bad-value", "0 is below 1, the smallest allowed"),
        ("{type: number, max: 1.5}", "1.6", "bad-value", "1.6 is above 1.5, the largest allowed"),
        ("{type: number}", "x", "bad-value", '"x" is not a number'),
        ("{type: number}", "nan", "bad-value", '"nan" is not a number'),
        ("{type: number}", "inf", "bad-value", '"inf" is not a number'),
        ("{type: bool}", "si", "bad-value", '"si" is neither yes nor no'),
        ("{type: colour}", "redd", "bad-value", '"redd" is not a colour'),
        ("{one_of: [circle, diamond]}", "circel", "unknown-value", 'cannot be "circel"'),
        ("{}", "[a, b]", "bad-value", "takes one value"),
        ("{}", "{a: b}", "bad-value", "takes one value"),
        ("{type: int}", "9" * 5000, "bad-value", "is not a whole number"),
    ],
)
def test_a_wrong_value_is_said_where_it_stands(
    tmp_path: Path, field: str, typed: str, code: str, words: str
) -> None:
    (found,) = faults(tmp_path, f"v: {field}", f"{{id: a, v: {typed}}}")
    assert said([found]) == [f"things.yaml:4:16 {code}"]
    assert found.card == "a"
    assert 'field "v"' in found.message
    assert words in found.message


def test_a_value_outside_the_list_gets_the_nearest_one(tmp_path: Path) -> None:
    (found,) = faults(tmp_path, "v: {one_of: [circle, diamond]}", "{id: a, v: circel}")
    assert found.hint == 'did you mean "circle"?'


@pytest.mark.parametrize("field", ["{min: 3}", "{max: 3}", "{type: colour, min: 1}", "{min: 1, default: x}"])
def test_min_and_max_of_a_field_without_numbers_are_refused(tmp_path: Path, field: str) -> None:
    found = faults(tmp_path, f"v: {field}", "{id: a, v: red}")
    assert [one.code for one in found] == ["bad-value"]


@pytest.mark.parametrize(
    ("fields", "card", "place"),
    [
        ("v: {}", "{id: a}", "things.yaml:4:5"),
        ("v: {}", "{id: a, v: }", "things.yaml:4:16"),
        ("v: {type: int}", "{id: a, v: }", "things.yaml:4:16"),
        ("v: {ref: things}", "{id: a, v: ~}", "things.yaml:4:16"),
    ],
)
def test_a_field_without_a_value_is_said(tmp_path: Path, fields: str, card: str, place: str) -> None:
    (found,) = faults(tmp_path, fields, card)
    assert said([found]) == [f"{place} missing-value"]
    assert (found.message, found.card) == ('the field "v" has no value', "a")


def test_an_empty_text_in_quotes_is_a_value(tmp_path: Path) -> None:
    assert value(tmp_path, "{}", "''") == ""


@pytest.mark.parametrize("card", ["{id: a}", "{id: a, v: }"])
def test_an_optional_field_left_out_has_no_value(tmp_path: Path, card: str) -> None:
    assert cards_of(tmp_path, "v: {optional: yes}", card)["a"].values["v"] is None


@pytest.mark.parametrize(
    ("field", "default"),
    [
        ("{default: circle}", "circle"),
        ("{default: circle, one_of: [circle]}", "circle"),
        ("{type: int, default: 7}", 7),
        ("{type: bool, default: no}", False),
        ("{ref: rewards, default: action}", "action"),
    ],
)
def test_a_default_fills_what_is_left_out(tmp_path: Path, field: str, default: object) -> None:
    found = cards_of(tmp_path, f"v: {field}", "{id: a}", **REWARDS)["a"].values["v"]
    assert (found.id if isinstance(found, Card) else found) == default


@pytest.mark.parametrize(
    ("field", "column", "words"),
    [
        ("{type: int, max: 5, default: 9}", 35, "9 is above 5"),
        ("{type: colour, default: redd}", 30, '"redd" is not a colour'),
        ("{one_of: [a, b], default: c}", 32, 'cannot be "c"'),
        ("{ref: rewards, default: actoin}", 30, 'has no entry "actoin" in rewards'),
    ],
)
def test_a_wrong_default_is_said_once_at_the_field(
    tmp_path: Path, field: str, column: int, words: str
) -> None:
    (found,) = faults(tmp_path, f"v: {field}", "{id: a}\n{id: b}", **REWARDS)
    assert said([found]) == [f"things.yaml:2:{column} bad-value"]
    assert 'default of field "v"' in found.message
    assert words in found.message


def test_a_reference_gives_the_other_tables_card(tmp_path: Path) -> None:
    cards = cards_of(tmp_path, "r: {ref: rewards}", "{id: a, r: action}\n{id: b, r: action}", **REWARDS)
    assert cards["a"].values["r"] is cards["b"].values["r"]
    assert cards["a"].values["r"].table == "rewards"


def test_a_misspelt_reference_gets_the_nearest_entry(tmp_path: Path) -> None:
    (found,) = faults(tmp_path, "reward: {ref: rewards}", "{id: A-B, reward: privelege}", **REWARDS)
    assert said([found]) == ["things.yaml:4:23 unknown-value"]
    assert found.headline().endswith('A-B: field "reward" has no entry "privelege" in rewards')
    assert found.hint == 'did you mean "privilege"?'
    assert found.span is not None
    assert found.span.length == len("privelege")


def test_a_reference_like_no_entry_gets_the_list(tmp_path: Path) -> None:
    (found,) = faults(tmp_path, "r: {ref: rewards}", "{id: a, r: zzz}", **REWARDS)
    assert found.hint == "known here: action, privilege"


def test_the_table_of_a_reference_must_be_there(tmp_path: Path) -> None:
    (found,) = faults(tmp_path, "r: {ref: rewards}", "{id: a, r: x}\n{id: b, r: y}")
    assert said([found]) == ["things.yaml:2:12 file-missing"]
    assert "cards/demo/rewards.yaml" in found.message


@pytest.mark.parametrize("rewards", [{}, {"cards/demo/rewards.yaml": "cards: }\n"}])
def test_a_faulty_table_of_a_reference_hides_no_other_fault(tmp_path: Path, rewards: dict[str, str]) -> None:
    found = faults(tmp_path, "r: {ref: rewards}\nn: {type: int}", "{id: a, r: x, n: many}", **rewards)
    assert "things.yaml:5:22 bad-value" in said(found)


def test_cards_may_refer_to_cards_of_their_own_table(tmp_path: Path) -> None:
    cards = cards_of(tmp_path, "next: {ref: things}", "{id: a, next: b}\n{id: b, next: a}")
    assert cards["a"].values["next"] is cards["b"]
    assert cards["b"].values["next"] is cards["a"]


def test_two_tables_may_refer_to_each_other(tmp_path: Path) -> None:
    planets = {"cards/demo/planets.yaml": "fields:\n  best: {ref: things}\ncards:\n  - {id: P, best: a}\n"}
    cards = cards_of(tmp_path, "home: {ref: planets}", "{id: a, home: P}", **planets)
    assert cards["a"].values["home"].values["best"] is cards["a"]


@pytest.mark.parametrize(
    ("card", "values"),
    [("{id: a, v: [x, y]}", ("x", "y")), ("{id: a, v: x}", ("x",)), ("{id: a}", ()), ("{id: a, v: []}", ())],
)
def test_a_field_of_many_values_is_a_tuple(tmp_path: Path, card: str, values: tuple[str, ...]) -> None:
    assert cards_of(tmp_path, "v: {many: yes, one_of: [x, y]}", card)["a"].values["v"] == values


def test_each_wrong_value_of_many_is_said(tmp_path: Path) -> None:
    found = faults(
        tmp_path, "v: {many: yes, ref: rewards}", "{id: a, v: [actoin, action, privelege]}", **REWARDS
    )
    assert said(found) == ["things.yaml:4:17 unknown-value", "things.yaml:4:33 unknown-value"]
    assert [one.hint for one in found] == ['did you mean "action"?', 'did you mean "privilege"?']


@pytest.mark.parametrize(("card", "column"), [("{id: a, v: [[x]]}", 17), ("{id: a, v: [x, {y: z}]}", 20)])
def test_what_is_no_list_of_words_is_said(tmp_path: Path, card: str, column: int) -> None:
    assert said(faults(tmp_path, "v: {many: yes}", card)) == [f"things.yaml:4:{column} bad-value"]


def test_an_unknown_key_of_a_card_gets_the_nearest_field(tmp_path: Path) -> None:
    found = faults(tmp_path, "name: {optional: yes}", "{id: a, nmae: x}\n{id: b, Name: x, zz: y}")
    assert said(found) == [
        "things.yaml:4:13 unknown-key",
        "things.yaml:5:13 unknown-key",
        "things.yaml:5:22 unknown-key",
    ]
    assert [one.card for one in found] == ["a", "b", "b"]
    assert [one.hint for one in found] == [
        'did you mean "name"?',
        'did you mean "name"?',
        "known here: count, id, name, notes, silence, tags",
    ]


def test_an_id_that_stands_twice_is_said_at_the_second(tmp_path: Path) -> None:
    (found,) = faults(tmp_path, "", "{id: a}\n{id: b}\n{id: a}")
    assert said([found]) == ["things.yaml:5:10 duplicate-id"]
    assert found.message == 'the id "a" stands twice (first in line 3)'


@pytest.mark.parametrize("card", ["{count: 2}", "{id: }", "{id: ~}", "{id: [a]}"])
def test_a_card_without_an_id_is_said(tmp_path: Path, card: str) -> None:
    (found,) = faults(tmp_path, "", card)
    assert said([found]) == ["things.yaml:3:5 missing-key"]
    assert found.message == "the card has no id"


def test_an_empty_id_is_none(tmp_path: Path) -> None:
    assert [one.code for one in faults(tmp_path, "", "{id: ''}")] == ["missing-key"]


def test_an_id_is_never_taken_for_a_count(tmp_path: Path) -> None:
    assert cards_of(tmp_path, "", "{id: 100233}")["100233"].count == 1


@pytest.mark.parametrize(("typed", "count"), [("0", 0), ("3", 3), ("1000", 1000), ("'2'", 2)])
def test_a_count_gives_the_copies(tmp_path: Path, typed: str, count: int) -> None:
    assert cards_of(tmp_path, "", f"{{id: a, count: {typed}}}\n{{id: b}}")["a"].count == count


@pytest.mark.parametrize("typed", ["x", "-1", "1.5", "", "[1]", "٣", "+1"])
def test_a_count_must_be_a_whole_number(tmp_path: Path, typed: str) -> None:
    (found,) = faults(tmp_path, "", f"{{id: a, count: {typed}}}")
    assert said([found]) == ["things.yaml:3:20 bad-value"]
    assert "is not a number of copies from 0 to 1000" in found.message


@pytest.mark.parametrize("typed", ["1001", "100233", "9" * 30])
def test_a_count_above_the_limit_is_taken_for_a_slip(tmp_path: Path, typed: str) -> None:
    (found,) = faults(tmp_path, "", f"{{id: a, count: {typed}}}")
    assert said([found]) == ["things.yaml:3:20 too-many-copies"]
    assert "1000" in found.message
    assert found.hint


def test_a_count_of_thousands_of_digits_is_a_slip_too(tmp_path: Path) -> None:
    assert [one.code for one in faults(tmp_path, "", f"{{id: a, count: {'9' * 5000}}}")] == [
        "too-many-copies"
    ]


def test_tags_and_notes_are_kept(tmp_path: Path) -> None:
    cards = cards_of(
        tmp_path,
        "v: {}",
        "{id: a, v: x, tags: [new, red], notes: {v: from page 3}}\n{id: b, v: y, tags: new}",
    )
    assert cards["a"].tags == ("new", "red")
    assert cards["b"].tags == ("new",)
    assert cards["a"].notes == {"v": "from page 3"}


def test_a_note_belongs_to_a_field(tmp_path: Path) -> None:
    (found,) = faults(tmp_path, "name: {}", "{id: a, name: x, notes: {nmae: why}}")
    assert said([found]) == ["things.yaml:4:30 unknown-key"]
    assert found.hint == 'did you mean "name"?'


@pytest.mark.parametrize("cards", ["cards:\n", "cards: []\n", "cards: ~\n"])
def test_a_table_without_cards_is_said(tmp_path: Path, cards: str) -> None:
    (found,) = errors(make_project(tmp_path, {**BLANK, TABLE: f"fields: {{}}\n{cards}"}))
    assert said([found]) == ["things.yaml:2:1 empty-table"]


@pytest.mark.parametrize(
    ("text", "place", "words"),
    [
        ("fields: {}\n", "things.yaml:1:1 missing-key", '"cards" is missing'),
        ("cards: {a: {id: a}}\n", "things.yaml:1:1 bad-value", "one line that begins with -"),
        ("cards: none\n", "things.yaml:1:1 bad-value", "one line that begins with -"),
        ("cards:\n  - a\n", "things.yaml:2:5 bad-value", "a card must be a mapping"),
        ("cards:\n  - [a]\n", "things.yaml:2:5 bad-value", "a card must be a mapping"),
        ("fields: 3\ncards: [{id: a}]\n", "things.yaml:1:9 bad-value", '"3" is not a mapping'),
        ("fields:\n  v: int\ncards: [{id: a}]\n", "things.yaml:2:6 bad-value", '"int" is not a mapping'),
        (
            "fields:\n  v: {type: integer}\ncards: []\n",
            "things.yaml:2:13 bad-value",
            '"integer" is not one of',
        ),
        ("fields:\n  v: {max: x}\ncards: []\n", "things.yaml:2:12 bad-value", '"x" is not a number'),
        (
            "fields:\n  v: {many: maybe}\ncards: []\n",
            "things.yaml:2:13 bad-value",
            '"maybe" is not yes or no',
        ),
        ("fields:\n  v: {one_of: a}\ncards: []\n", "things.yaml:2:15 bad-value", '"a" is not a list'),
    ],
)
def test_a_table_of_the_wrong_shape_is_said(tmp_path: Path, text: str, place: str, words: str) -> None:
    (found,) = errors(make_project(tmp_path, {**BLANK, TABLE: text}))
    assert said([found]) == [place]
    assert words in found.message


def test_an_unknown_key_of_a_table_is_said_at_the_key(tmp_path: Path) -> None:
    found = errors(make_project(tmp_path, {**BLANK, TABLE: "feilds: {}\ncards: [{id: a}]\n"}))
    assert said(found) == ["things.yaml:1:1 unknown-key"]
    assert found[0].hint == 'did you mean "fields"?'


def test_an_unknown_key_of_a_field_gets_the_nearest_key(tmp_path: Path) -> None:
    (found,) = faults(tmp_path, "v: {type: int, mim: 3}", "{id: a, v: 1}")
    assert found.code == "unknown-key"
    assert found.hint == 'did you mean "min"?'


def test_all_faults_of_a_table_are_said_in_order_of_place(tmp_path: Path) -> None:
    found = faults(
        tmp_path,
        "n: {type: int, max: 5}\nr: {ref: rewards}",
        "{id: a, n: 6, r: actoin}\n{id: a, n: 1, r: action}\n{id: b, n: 1, r: action, x: y}",
        **REWARDS,
    )
    assert said(found) == [
        "things.yaml:5:16 bad-value",
        "things.yaml:5:22 unknown-value",
        "things.yaml:6:10 duplicate-id",
        "things.yaml:7:30 unknown-key",
    ]
