"""Changes to YAML text: what is asked for, and not a byte beside it."""

# ruff: noqa: E501

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from hotpnp.source.edit import NotEditable, Value, edited

BEFORE = """\
# my printers

office:   # third floor
  margin: 4.23mm
  tray: "2"

# measured in the spring
home:
  # after the new drum
  margin:  4mm   # all sides
  back: {x: 1mm, y: 0}

  duplex: long-edge
# the end
"""


def changed(text: str, changes: Mapping[Any, Value]) -> str:
    return edited(text, "table.yaml", changes)


def read(text: str) -> Any:
    """The text as a reader of YAML sees it that is not hotpnp's, all scalars as texts."""
    return yaml.load(text, Loader=yaml.BaseLoader)


def test_only_the_values_that_are_given_change() -> None:
    values: Mapping[Any, Value] = {"back": {"x": "0.8mm", "angle": "1"}, "tray": "rear slot"}
    assert changed(BEFORE, {"home": values}) == BEFORE.replace(
        "{x: 1mm, y: 0}", "{x: 0.8mm, y: 0, angle: 1}"
    ).replace("  duplex: long-edge\n", "  duplex: long-edge\n  tray: rear slot\n")


def test_a_new_key_of_a_mapping_in_the_middle_of_a_file() -> None:
    after = changed(BEFORE, {"office": {"tray": "3", "about": "Brother: loud"}})
    assert after == BEFORE.replace('  tray: "2"\n', '  tray: "3"\n  about: "Brother: loud"\n')


def test_a_new_mapping_stands_at_the_end() -> None:
    shop: Mapping[Any, Value] = {"shop": {"margin": "3mm"}}
    assert changed(BEFORE, shop) == BEFORE + "shop:\n  margin: 3mm\n"
    assert changed("", shop) == "shop:\n  margin: 3mm\n"
    assert changed("# none yet\r\n", shop) == "# none yet\r\nshop:\r\n  margin: 3mm\r\n"
    assert changed("a: {b: 1}", shop) == "a: {b: 1}\nshop:\n  margin: 3mm"


@pytest.mark.parametrize(
    ("before", "changes", "after"),
    [
        ("a: {b: 1, c: ~}\n", {"d": "x", "b": None}, "a: {c: ~, d: x}\n"),
        ("a: {b: 1}\n", {"b": None, "d": "x"}, "a: {d: x}\n"),
        ("a: {b: 1, c: 2, d: 3}\n", {"b": None, "c": None}, "a: {d: 3}\n"),
        ("a: {b: 1, c: 2, d: 3}\n", {"c": None, "d": None}, "a: {b: 1}\n"),
        ("a: {b: 1, c: 2}\n", {"b": None, "c": None}, "a: {}\n"),
        ("a: {b: 1, }\n", {"c": "2"}, "a: {b: 1, c: 2, }\n"),
        ("a: {}\n", {"c": "2", "d": "3"}, "a: {c: 2, d: 3}\n"),
        ("a: {b: 1, c: }\n", {"d": "x"}, "a: {b: 1, c: , d: x }\n"),
        ("a: {b: 1, c: }\n", {"c": "x"}, "a: {b: 1, c: x }\n"),
        ("a: {\n  b: 1, # one\n  c: 2  # two\n}\n", {"d": "3"}, "a: {\n  b: 1, # one\n  c: 2, d: 3  # two\n}\n"),
        ("a:\nb: 1\n", {"c": "x"}, "a: {c: x}\nb: 1\n"),
        ("a:   # none\n", {"c": "x"}, "a: {c: x}   # none\n"),
        ("a:\n  b:   # later\n  c: 1\n", {"b": "x"}, "a:\n  b: x   # later\n  c: 1\n"),
        ("a:\n    b:\n      x: 1\n      y: 2\n", {"c": "x"}, "a:\n    b:\n      x: 1\n      y: 2\n    c: x\n"),
        ("a:\n  b: 1 # one\n  # of c\n  c: 2\nd: 1\n", {"c": None}, "a:\n  b: 1 # one\n  # of c\nd: 1\n"),
        ("a:\n  b: 1\n  c: 2\n  d: 3", {"c": None, "d": None}, "a:\n  b: 1"),
        ("a:\n  b: 1\n  c: 2\n", {"b": None}, "a:\n  c: 2\n"),
        ("a:\r\n  b: 1\r\n  c: 2", {"c": None, "d": "3"}, "a:\r\n  b: 1\r\n  d: 3"),
        ("a:\r\n  b: y\r\n", {"b": "x", "c": "z"}, "a:\r\n  b: x\r\n  c: z\r\n"),
        ("a:\n  b: |-\n    x\n    y\n\n  # of d\nd: 1\n", {"c": "z"}, "a:\n  b: |-\n    x\n    y\n  c: z\n\n  # of d\nd: 1\n"),
        ("a:\n  b: |+\n    x\n\nd: 1\n", {"c": "z"}, "a:\n  b: |+\n    x\n\n  c: z\nd: 1\n"),
        ("a:\n  b: 1\n  c: >\n    x\n    y\n", {"c": None}, "a:\n  b: 1\n"),
        ("a: {b: 'it''s', c: \"d\"}\n", {"b": "isn't", "c": 'a "b"'}, "a: {b: 'isn''t', c: \"a \\\"b\\\"\"}\n"),
        ("a: {b: [x, y], c: z}\n", {"b": ("y",), "c": ("z", "w")}, "a: {b: [y], c: [z, w]}\n"),
        ("a: {b: [x, y]}\n", {"b": ("x", "y", "z, w")}, 'a: {b: [x, y, "z, w"]}\n'),
        ("a: {b: [x, y]}\n", {"b": ("y", "x", "z")}, "a: {b: [y, x, z]}\n"),
        ("a: {b: [x]}\n", {"b": ()}, "a: {b: []}\n"),
        ("a:\n  b:\n  - x # one\n  - y # two\n  c: 1\n", {"b": ("y", "z")}, "a:\n  b:\n  - y # two\n  - z\n  c: 1\n"),
        ("a:\n  b:\n    -   x\n    -   y", {"b": ("x", "z")}, "a:\n  b:\n    -   x\n    -   z"),
        ("a:\n  b:\n    - x\n  c: 1\n", {"b": None}, "a:\n  c: 1\n"),
    ],
)  # fmt: skip
def test_all_ways_of_writing(before: str, changes: Mapping[Any, Value], after: str) -> None:
    assert changed(before, {"a": changes}) == after


def test_cards_in_a_list() -> None:
    text = "cards:\n  - {id: x, n: 1}   # one\n  - id: y\n    n: +2\n  -   id: z\n"
    after = changed(text, {"cards": {0: {"n": "3"}, 1: {"n": None}, 2: {"n": "4"}}})
    assert after == "cards:\n  - {id: x, n: 3}   # one\n  - id: y\n  -   id: z\n      n: 4\n"


@pytest.mark.parametrize(
    ("text", "place", "said"),
    [
        ("a: &a\n  b: y\nc: *a\n", "1:4", "has a name (&)"),
        ("c: &c {b: y}\na: *c\n", "2:4", "stands for a value elsewhere (*)"),
        ("c: &c y\na:\n  b: *c\n", "3:6", "stands for a value elsewhere (*)"),
        ("a:\n  b: |\n    one\n    two\n", "2:6", "on several lines"),
        ("a:\n  b: one\n    two\n", "2:6", "on several lines"),
        ('a: {b: "one\n  two"}\n', "1:8", "on several lines"),
        ("a:\n  b: {c: 1}\n", "2:6", "a list or a mapping stands here"),
        ("a: {b, c: 1}\n", "1:6", "without a colon"),
        ("a: text\n", "1:4", "this is no mapping"),
        ("a: {}\n---\nb: 1\n", "2:1", "one YAML document"),
    ],
)
def test_what_cannot_be_changed_is_said_with_its_place(text: str, place: str, said: str) -> None:
    with pytest.raises(NotEditable) as caught:
        changed(text, {"a": {"b": "x"}})
    assert f"{caught.value.span.line}:{caught.value.span.column}" == place
    assert said in str(caught.value)


@pytest.mark.parametrize(
    ("text", "changes"),
    [
        ("a:\n  b: 1\n  # of c\n  c: 2\n", {"b": None}),
        ("a: {b: 1, # one\n  c: 2}\n", {"c": None}),
        ("a:\n  b: 1\n", {"b": None}),
        ("a:\n  b:\n    - x\n", {"b": ()}),
    ],
)
def test_what_would_take_a_comment_or_the_last_value_away_is_refused(
    text: str, changes: Mapping[Any, Value]
) -> None:
    with pytest.raises(NotEditable, match="by hand"):
        changed(text, {"a": changes})


TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=30)


@given(TEXTS, st.sampled_from(["{v}", "'{v}'", '"{v}"']), st.sampled_from(["\n", "\r\n"]))
def test_any_text_can_be_stored_and_only_its_place_changes(value: str, quotes: str, newline: str) -> None:
    start, end = "a: {b: ", ", c: 1} # kept\nd:\n  e: f # too\n".replace("\n", newline)
    after = changed(start + quotes.format(v="old") + end, {"a": {"b": value}})
    assert after.startswith(start)
    assert after.endswith(end)
    assert read(after) == {"a": {"b": value, "c": "1"}, "d": {"e": "f"}}
    after = changed(f"d:{newline}  e: f # too{newline}", {"d": {"g": value}, value + "x": {"h": value}})
    assert after.startswith(f"d:{newline}  e: f # too{newline}  g: ")
    assert read(after) == {"d": {"e": "f", "g": value}, value + "x": {"h": value}}


WORDS = st.from_regex(r"[a-z][a-z0-9]{0,5}|[-+]?[0-9]{1,3}(\.[0-9]{1,2})?", fullmatch=True)
COMMENTS = st.sampled_from(["", "", "  # a note", " # {x: 'y', [z"])
QUOTES = st.sampled_from(["{}", "{}", "'{}'", '"{}"'])


@dataclass
class Field:
    """A field of a record, as it is written."""

    text: str
    quotes: str
    pad: str
    comment: str


@dataclass
class Record:
    """A card, as it is written."""

    flow: bool
    fields: dict[str, Field]
    remark: str
    changes: dict[str, str | None] = field(default_factory=dict)

    def rows(self) -> list[str]:
        written = {key: f"{key}:{f.pad}{f.quotes.format(f.text)}" for key, f in self.fields.items()}
        if self.flow:
            return [
                *self.remark.splitlines(),
                "  - {" + ", ".join(written.values()) + "}" + self.fields["id"].comment,
            ]
        rows = [row + self.fields[key].comment for key, row in written.items()]
        return [*self.remark.splitlines(), f"  - {rows[0]}", *(f"    {row}" for row in rows[1:])]

    def change(self) -> None:
        """Make the changes on what is known to be written."""
        for key, text in self.changes.items():
            if text is None:
                self.fields.pop(key, None)
            elif key in self.fields:
                self.fields[key].text = text
            else:
                self.fields[key] = Field(text, "{}", " ", "")


@st.composite
def records(draw: st.DrawFn) -> Record:
    names = draw(st.permutations(["number", "name", "cost", "reward"]))
    held = names[: draw(st.integers(0, 4))]
    fields = {
        key: Field(draw(WORDS), draw(QUOTES), draw(st.sampled_from([" ", "   "])), draw(COMMENTS))
        for key in ["id", *held]
    }
    remark = draw(st.sampled_from(["", "", "  # page 1", "\n# a\n    # b: {"]))
    changes = draw(st.dictionaries(st.sampled_from(names), WORDS | st.none(), max_size=3))
    return Record(draw(st.booleans()), fields, remark, changes)


@given(st.lists(records(), min_size=1, max_size=6), st.sampled_from(["\n", "\r\n"]), st.booleans())
def test_a_table_is_what_it_would_be_if_it_had_been_typed_so(
    table: list[Record], newline: str, ended: bool
) -> None:
    def whole() -> str:
        rows = ["# a table", "cards:", *(row for record in table for row in record.rows())]
        return newline.join(rows) + (newline if ended else "")

    before = whole()
    same: dict[Any, Value] = {i: {key: f.text for key, f in r.fields.items()} for i, r in enumerate(table)}
    assert changed(before, {"cards": same}) == before
    changes: dict[Any, Value] = {i: dict(record.changes) for i, record in enumerate(table)}
    after = changed(before, {"cards": changes})
    for record in table:
        record.change()
    assert after == whole()
    assert read(after)["cards"] == [{k: f.text for k, f in record.fields.items()} for record in table]


@given(st.text(st.sampled_from(list("abc:{}[],#&*|>-?'\"~+ \n\n")), max_size=40))
def test_any_file_is_changed_as_asked_or_refused(text: str) -> None:
    """Never anything else: no fault of the program, no other change."""
    for value in ("x", ("x", "y"), None, {"c": "x"}):
        with contextlib.suppress(NotEditable):
            after = read(changed(text, {"a": {"b": value}}))
            found = after.get("a", {}).get("b") if after.get("a") else None
            if isinstance(value, dict):
                assert found["c"] == "x"
            else:
                assert found == (list(value) if isinstance(value, tuple) else value)
