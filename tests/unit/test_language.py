"""Texts with {fields} and expressions: what they give, what they refuse, what they cannot reach."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hotpnp.expand.language import (
    PLAIN,
    BadExpression,
    EvaluationFailed,
    Shape,
    UnknownName,
    compile_expression,
    compile_text,
    record_shape,
)
from hotpnp.model.table import Card, FieldSpec
from hotpnp.source.yamlio import Mapping

PLANET = {
    "colour": FieldSpec(),
    "best": FieldSpec(ref="planets", optional=True),
    "near": FieldSpec(ref="planets", many=True),
}
SHAPE = record_shape("planets", PLANET, {"planets": PLANET}, set())
NAMES = {
    "name": PLAIN,
    "number": PLAIN,
    "nothing": PLAIN,
    "tags": Shape(entry=PLAIN),
    "a": SHAPE,
    "settings": Shape({"end": PLAIN}),
    "planets": Shape(entry=SHAPE),
}


def planet(card_id: str, **values: Any) -> Card:
    card = Card("planets", card_id, Mapping("planets.yaml", 1, 1))
    card.values = {"colour": "", "best": None, "near": (), **values}
    return card


B = planet("B", colour="blue")
A = planet("A", colour="red", best=B, near=(B,))
VALUES: dict[str, Any] = {
    "name": "Bob <&> Ann",
    "number": 3,
    "nothing": None,
    "tags": ("new", "old"),
    "a": A,
    "settings": {"end": 25},
    "planets": (A, B),
}


def text(source: str) -> str:
    found = compile_text(source, NAMES).value(VALUES)
    assert isinstance(found, str)
    return found


def expression(source: str) -> Any:
    return compile_expression(source, NAMES).value(VALUES)


@pytest.mark.parametrize(
    ("source", "result"),
    [
        ("no fields", "no fields"),
        ("{name}", "Bob <&> Ann"),
        ("[{ name }]", "[Bob <&> Ann]"),
        ("{number} of {settings.end}", "3 of 25"),
        ("{number + 1}", "4"),
        ("{a}", "A"),
        ("{a.id}", "A"),
        ("{a.colour}", "red"),
        ("{a.best.colour}", "blue"),
        ("{a['colour']}", "red"),
        ("{planets[1].colour}", "blue"),
        ("{planets | length}", "2"),
        ("{tags | join(', ')}", "new, old"),
        ("{planets | map(attribute='colour') | join('+')}", "red+blue"),
        ("{'many' if number > 2 else 'few'}", "many"),
        ("{name | upper}", "BOB <&> ANN"),
        ("100 %} and #}", "100 %} and #}"),
        ("line\n", "line\n"),
        ("{name}\n\n", "Bob <&> Ann\n\n"),
    ],
)
def test_texts(source: str, result: str) -> None:
    assert text(source) == result


@pytest.mark.parametrize(
    ("source", "result"), [("{'{'}", "{"), ("{'{'}tap{'}'} draw", "{tap} draw"), ("a } b", "a } b")]
)
def test_a_brace_is_printed_from_quotes(source: str, result: str) -> None:
    assert text(source) == result


@pytest.mark.parametrize("source", ["{nothing}", "{a.best.best}"])
def test_a_value_that_is_not_there_shows_as_nothing(source: str) -> None:
    assert text(f"[{source}]") == "[]"


@pytest.mark.parametrize(
    "source",
    [
        "{nothing}",
        "{name ~ nothing}",
        "{[name, nothing]}",
        "{nothing | upper}",
        "{[name, nothing] | join}",
        "{'%s' | format(nothing)}",
    ],
)
def test_none_is_never_printed(source: str) -> None:
    try:
        shown = text(source)
    except EvaluationFailed:
        return
    assert "none" not in shown.lower()


def test_true_and_false_are_never_printed() -> None:
    flag = {"flag": PLAIN}
    for truth in (True, False):
        assert compile_text("{flag}", flag).value({"flag": truth}) not in ("True", "False")


@pytest.mark.parametrize(
    ("source", "result"),
    [("{-number}", "-3"), ("cost {-number} now", "cost -3 now"), ("a {number - 4} b", "a -1 b")],
)
def test_a_minus_is_a_minus_and_blanks_stay(source: str, result: str) -> None:
    assert text(source) == result


@pytest.mark.parametrize("source", ["{tags}", "{planets}", "{a.near}"])
def test_a_list_is_not_printed_in_pythons_form(source: str) -> None:
    try:
        shown = text(source)
    except EvaluationFailed:
        return
    assert "(" not in shown
    assert "'" not in shown


@pytest.mark.parametrize("source", ["{name.upper}", "{settings.end.bit_length}"])
def test_a_method_is_not_printed(source: str) -> None:
    with pytest.raises((EvaluationFailed, UnknownName)):
        text(source)


ASSERTED = "language._check calls Jinja's code generator, whose TemplateAssertionError nothing catches"


@pytest.mark.parametrize("source", ["{lipsum()}", "{cycler('a')}", "{joiner()}", "{namespace()}"])
def test_jinjas_own_names_are_unknown(source: str) -> None:
    with pytest.raises(UnknownName):
        compile_text(source, NAMES)


def test_nothing_is_left_to_chance() -> None:
    with pytest.raises(BadExpression):
        compile_text("{[1, 2, 3] | random}", NAMES)


@pytest.mark.parametrize(
    ("source", "message", "hint"),
    [
        ("{nmae}", 'there is no field "nmae"', 'did you mean "name"?'),
        ("{name} {numbr}", 'there is no field "numbr"', 'did you mean "number"?'),
        ("{a.color}", '"a" has no field "color"', 'did you mean "colour"?'),
        ("{settings.ende}", '"settings" has no field "ende"', 'did you mean "end"?'),
        ("{a.best.color}", 'has no field "color"', 'did you mean "colour"?'),
        ("{zzz}", 'there is no field "zzz"', "known here: a, name, nothing, number, planets, settings, tags"),
        ("{draw(3)}", 'there is no field "draw"', "known here:"),
    ],
)
def test_unknown_names_are_refused_with_a_hint(source: str, message: str, hint: str) -> None:
    with pytest.raises(UnknownName) as fault:
        compile_text(source, NAMES)
    assert message in str(fault.value)
    assert hint in fault.value.hint
    with pytest.raises(UnknownName):
        compile_expression(source[source.rindex("{") + 1 : -1], NAMES)


@pytest.mark.parametrize(
    "source", ["{", "{name", "{}", "{{name}}", "{name:>3}", "{name!r}", "{% if name %}", "{name}{", "{1 +}"]
)
def test_a_text_that_cannot_be_read_is_refused_with_advice(source: str) -> None:
    with pytest.raises(BadExpression) as fault:
        compile_text(source, NAMES)
    assert source in str(fault.value)
    assert "write {'{'} for a brace that is to be printed" in str(fault.value)


@pytest.mark.parametrize("source", ["", "number >", "number = 3", "name name", "# note", "(number"])
def test_an_expression_that_cannot_be_read_is_refused(source: str) -> None:
    with pytest.raises(BadExpression, match="cannot be read"):
        compile_expression(source, NAMES)


@pytest.mark.parametrize("source", ["{number}", "number > {settings.end}", "number }"])
def test_an_expression_takes_no_braces(source: str) -> None:
    with pytest.raises(BadExpression, match="is an expression and takes no braces"):
        compile_expression(source, NAMES)


@pytest.mark.parametrize("source", ["name | nofilter", "name is notest"])
def test_an_unknown_filter_or_test_is_refused(source: str) -> None:
    with pytest.raises(BadExpression):
        compile_text("{" + source + "}", NAMES)
    with pytest.raises(BadExpression):
        compile_expression(source, NAMES)


def test_an_expression_that_ends_with_a_sign_is_refused() -> None:
    with pytest.raises(BadExpression):
        compile_text("{number -}", NAMES)
    with pytest.raises(BadExpression):
        compile_expression("number -", NAMES)


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("{number / 0}", "division by zero"),
        ("{name + 1}", "{name + 1}"),
        ("{nothing + 1}", "{nothing + 1}"),
        ("{planets[7].colour}", "no element 7"),
        ("{range(1000000)}", "Range too big"),
    ],
)
def test_a_text_that_fails_for_its_values_says_so(source: str, words: str) -> None:
    program = compile_text(source, NAMES)
    with pytest.raises(EvaluationFailed) as fault:
        program.value(VALUES)
    assert str(fault.value).startswith(source)
    assert words in str(fault.value)


@pytest.mark.parametrize(
    ("source", "name"),
    [
        ("{nothing.x}", "x"),
        ("{a.best.best.colour}", "colour"),
        ("{a['color']}", "color"),
        ("{name.foo}", "foo"),
    ],
)
def test_a_name_that_a_value_does_not_have_is_said(source: str, name: str) -> None:
    with pytest.raises(EvaluationFailed) as fault:
        compile_text(source, NAMES).value(VALUES)
    assert f'has no attribute "{name}"' in str(fault.value)
    assert "function" not in str(fault.value)


@pytest.mark.parametrize(
    "source",
    [
        "a.__class__",
        "a.values",
        "a.node",
        "a.span",
        "a['values']",
        "a['__class__']",
        "a | attr('values')",
        "a | attr('__class__')",
        "'{0.__class__}'.format(a)",
        "'{0.values}'.format(a)",
        "planets | map(attribute='values') | join",
        "name.__class__",
        "name.__class__.__mro__",
        "number.__class__.__subclasses__()",
        "settings.items()",
        "().__class__",
        "range.__globals__",
    ],
)
def test_nothing_but_fields_can_be_reached(source: str) -> None:
    with pytest.raises((UnknownName, EvaluationFailed, BadExpression)):
        text("{" + source + "}")
    with pytest.raises((UnknownName, EvaluationFailed, BadExpression)):
        expression(source)


@pytest.mark.parametrize(
    "source", ["{settings['update']({'end': 1})}", "{settings['clear']()}", "{a.near.append(1)}"]
)
def test_a_text_changes_no_value(source: str) -> None:
    settings = {"end": 25}
    near = [B]
    with pytest.raises(EvaluationFailed):
        compile_text(source, NAMES).value({"settings": settings, "a": planet("A", near=near)})
    assert (settings, near) == ({"end": 25}, [B])


@pytest.mark.parametrize(
    ("source", "result"),
    [
        ("number > 2", True),
        ("name == 'Bob'", False),
        ("not nothing", True),
        ("a.colour", "red"),
        ("a == planets[0]", True),
        ("tags", ("new", "old")),
        ("'new' in tags", True),
        ("-number", -3),
        ("nothing", None),
    ],
)
def test_expressions_give_values_of_any_kind(source: str, result: object) -> None:
    assert expression(source) == result


def test_range_counts() -> None:
    assert list(expression("range(number)")) == [0, 1, 2]


def test_a_program_knows_the_names_that_it_uses() -> None:
    assert compile_text("{name} {a.colour} {'x'}", NAMES).names == {"name", "a"}
    assert compile_expression("number in settings", NAMES).names == {"number", "settings"}
    assert compile_text("plain", NAMES).names == frozenset()


def test_the_entries_of_a_list_are_known() -> None:
    for source in ("planets", "a.near"):
        entry = compile_expression(source, NAMES).shape.entry
        assert entry is not None
        assert entry.fields is not None
        assert set(entry.fields) == {"id", "count", "colour", "best", "near"}
    assert compile_expression("tags", NAMES).shape.entry == PLAIN


@pytest.mark.parametrize(
    "source", ["planets[0]", "a['best']", "a.near[number]", "[a, a.best][0]", "planets[1:][0]"]
)
def test_what_stands_in_brackets_is_known(source: str) -> None:
    fields = compile_expression(source, NAMES).shape.fields
    assert fields is not None
    assert {"colour", "best", "near"} < set(fields)
    with pytest.raises(UnknownName, match="colou"):
        compile_text(f"{{({source}).colou}}", NAMES)


@pytest.mark.parametrize("source", ["a[name]", "[a, name][0]", "tags[0]", "a['colou']", "name[0]", "[]"])
def test_what_may_be_of_several_kinds_is_not_known(source: str) -> None:
    shape = compile_expression(source, NAMES).shape
    assert (shape.fields, shape.entry or PLAIN) == (None, PLAIN)


def test_a_field_named_by_a_setting_counts_as_used() -> None:
    used: set[tuple[str, str]] = set()
    teams = {"first": FieldSpec(ref="planets"), "second": FieldSpec(ref="planets")}
    names = {"team": record_shape("teams", teams, {"teams": teams, "planets": PLANET}, used), "key": PLAIN}
    shape = compile_expression("[team[key]]", names).shape
    assert used == {("teams", "first"), ("teams", "second")}
    compile_text("{one.colour}", {"one": shape.entry or PLAIN})
    assert ("planets", "colour") in used


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=20))
def test_a_text_without_braces_stays_as_typed(typed: str) -> None:
    source = typed.replace("{", "(").replace("\r", "").replace("\x01", "")
    assert text(source) == source


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=20))
def test_a_value_is_printed_as_it_is(value: str) -> None:
    assert compile_text("<{name}>", NAMES).value({"name": value}) == f"<{value}>"


WORDS = r"""{ } name number a . colour | ( ) ' " + - 0 , [ ]
    if _else_ _in_ not_ upper % # {% {# \ ~ : * / = is_"""
FRAGMENTS = st.sampled_from([*(word.replace("_", " ") for word in WORDS.split()), " ", "\n"])


@given(st.lists(FRAGMENTS, max_size=10).map("".join))
def test_any_text_gives_a_text_or_one_of_the_three_faults(source: str) -> None:
    try:
        assert isinstance(compile_text(source, NAMES).value(VALUES), str)
    except (BadExpression, UnknownName, EvaluationFailed) as fault:
        assert str(fault)  # noqa: PT017


def test_a_card_is_compared_with_an_id() -> None:
    assert expression("a == 'A'") is True
    assert expression("a != 'B'") is True
    assert expression("a.best in ['A', 'B']") is True
    assert expression("'B' in a.near") is True
    assert expression("a == a.best") is False
    assert planet("A") != planet("A")
    assert hash(A) == hash("A")
