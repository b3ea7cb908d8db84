"""YAML as typed: nodes with places, and what cannot be read in plain words."""

from __future__ import annotations

import pytest
from helpers import said
from hypothesis import given, settings
from hypothesis import strategies as st

from hotpnp.diag import Diagnostic, Span
from hotpnp.source.yamlio import Mapping, Node, Scalar, Sequence, parse, plain

WORDS = """
    no on yes off y true Null null NULL ~ 012 0x1F 0b1 1:30 1.10 +1 -1 +0 -0 2.0 1e3 .5 1_000 .inf .nan =
    2001-01-01 001122 123456
"""
AS_TYPED = WORDS.split()
"""To a reader of YAML 1.1 each of these is something else than the text."""


def read(text: str) -> Mapping:
    node, faults = parse(text, "f.yaml")
    assert faults == []
    assert isinstance(node, Mapping)
    return node


def faults(text: str) -> list[Diagnostic]:
    return parse(text, "f.yaml")[1]


@pytest.mark.parametrize("typed", AS_TYPED)
def test_a_value_stays_as_typed(typed: str) -> None:
    value = read(f"a: {typed}\n").items["a"]
    assert isinstance(value, Scalar)
    assert (value.text, value.quoted) == (typed, False)


@pytest.mark.parametrize("typed", AS_TYPED)
def test_a_key_stays_as_typed(typed: str) -> None:
    assert list(read(f"{typed}: a\n").items) == [typed]


@pytest.mark.parametrize(
    ("typed", "is_null"),
    [("", True), ("~", True), ("null", True), ("Null", True), ("'~'", False), ('""', False), ("no", False)],
)
def test_only_an_unquoted_nothing_is_null(typed: str, is_null: bool) -> None:
    node = read(f"a: {typed}\n")
    value = node.items["a"]
    assert isinstance(value, Scalar)
    assert value.is_null == is_null
    assert (plain(node)["a"] is None) == is_null


def test_plain_gives_dicts_lists_and_texts() -> None:
    node = read("a: {b: [1, ~, {c: no}]}\nd: '1'\n")
    assert plain(node) == {"a": {"b": ["1", None, {"c": "no"}]}, "d": "1"}


def test_keys_and_values_know_their_places() -> None:
    node = read('a:   "two words"  # note\n"key": v\nb:\n  - x\n  - {c: dd}\n')
    assert node.span == Span("f.yaml", 1, 1)
    assert node.items["a"].span == Span("f.yaml", 1, 6, 11)
    assert node.key_span("key") == Span("f.yaml", 2, 1, 3)
    assert node.items["key"].span == Span("f.yaml", 2, 8, 1)
    below = node.items["b"]
    assert isinstance(below, Sequence)
    assert below.span == Span("f.yaml", 4, 3)
    record = below.items[1]
    assert isinstance(record, Mapping)
    assert record.key_span("c") == Span("f.yaml", 5, 6, 1)
    assert record.items["c"].span == Span("f.yaml", 5, 9, 2)


def test_block_scalars_keep_or_fold_their_lines() -> None:
    node = read("a: |\n  one\n  two\nb: >-\n  one\n  two\nc: x\n")
    assert plain(node) == {"a": "one\ntwo\n", "b": "one two", "c": "x"}
    assert node.items["a"].span == Span("f.yaml", 1, 4, 5)
    assert node.key_span("c") == Span("f.yaml", 7, 1, 1)


def test_a_byte_order_mark_and_windows_line_ends_are_not_content() -> None:
    node = read("\ufeffname: Sword\r\ncost: 1\r\n")
    assert plain(node) == {"name": "Sword", "cost": "1"}
    assert node.items["cost"].span == Span("f.yaml", 2, 7, 1)


@pytest.mark.parametrize("text", ["", "\n", "# only a comment\n", "\ufeff"])
def test_an_empty_file_has_no_node(text: str) -> None:
    assert parse(text, "f.yaml") == (None, [])


@pytest.mark.parametrize("text", ["---\na: 1\n", "---\na: 1\n...\n", "%YAML 1.2\n---\na: 1\n"])
def test_one_marked_document_is_read(text: str) -> None:
    assert plain(read(text)) == {"a": "1"}


def test_a_second_document_is_an_error_at_its_mark() -> None:
    found = faults("a: 1\n---\nb: 2\n")
    assert said(found) == ["f.yaml:2:1 syntax"]
    assert "one YAML document" in found[0].message


def test_a_duplicate_key_is_an_error_at_the_second() -> None:
    node, found = parse("a:\n  name: x\n  cost: 1\n  name: y\n", "f.yaml")
    assert plain(node) == {"a": {"name": "x", "cost": "1"}}
    assert said(found) == ["f.yaml:4:3 duplicate-key"]
    assert found[0].message == 'the key "name" stands twice (first in line 2)'
    assert found[0].span is not None
    assert found[0].span.length == 4
    assert found[0].hint


def test_all_duplicate_keys_are_said() -> None:
    assert said(faults("a: 1\na: 2\nb: 1\na: 3\nb: 2\n")) == [
        "f.yaml:2:1 duplicate-key",
        "f.yaml:4:1 duplicate-key",
        "f.yaml:5:1 duplicate-key",
    ]


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("a:\n\tb: 1\n", "f.yaml:2:1 tab"),
        ("a:\n  b: 1\n  \tc: 1\n", "f.yaml:3:3 tab"),
        ("a:\r\n\tb: 1\r\n", "f.yaml:2:1 tab"),
    ],
)
def test_a_tab_indent_is_an_error_at_the_tab(text: str, place: str) -> None:
    found = faults(text)
    assert said(found) == [place]
    assert found[0].hint == "indent with spaces"


def test_a_tab_before_a_comment_is_called_a_tab() -> None:
    assert said(faults("a:\n\t# note\n  b: 1\n")) in ([], ["f.yaml:2:1 tab"])


def test_a_tab_in_a_quoted_text_of_several_lines_is_content() -> None:
    assert plain(read("a: 'one\n\n\ttwo'\n")) == {"a": "one\ntwo"}
    assert plain(read("a: one\ttwo\n")) == {"a": "one\ttwo"}


@pytest.mark.parametrize("typed", ["!x 1", "!!int 1", "!", "!x [1]"])
def test_a_tag_is_an_error_with_advice_to_quote(typed: str) -> None:
    found = faults(f"a: {typed}\n")
    assert said(found) == ["f.yaml:1:4 syntax"]
    assert "begins with !" in found[0].message
    assert "quotes" in found[0].hint


def test_an_alias_gives_the_node_of_its_anchor() -> None:
    node = read("a: &x {b: 1}\nc: *x\nd: &y text\ne: *y\n")
    assert node.items["c"] is node.items["a"]
    assert plain(node) == {"a": {"b": "1"}, "c": {"b": "1"}, "d": "text", "e": "text"}


@pytest.mark.parametrize("text", ["a: *x\n", "a: {b: *x}\nc: &x 1\nd: *x\n"])
def test_an_alias_without_an_anchor_before_it_is_an_error(text: str) -> None:
    found = faults(text)
    assert [one.code for one in found] == ["syntax"]
    assert found[0].span is not None
    assert found[0].span.column == text.index("*") + 1
    assert 'nothing is named with "&x"' in found[0].message
    assert "quotes" in found[0].hint


def test_a_merge_key_is_a_plain_key() -> None:
    assert plain(read("<<: {a: 1}\n")) == {"<<": {"a": "1"}}


@pytest.mark.parametrize(
    ("line", "column", "words", "advice"),
    [
        ("text: Flip: draw 2", 11, "colon", "quotes"),
        ("text: *Fast* move", 12, "begins with *", "quotes"),
        ("text: @dawn", 7, "cannot begin with this sign", "quotes"),
        ("text: {tap} draw", 13, "does not go on", "quotes"),
        ("text: [1] gain", 11, "does not go on", "quotes"),
        ("text: %10 off", 7, "cannot begin with", "quotes"),
        ('text: "Quoted" start', 16, "does not go on", "quotes"),
        ("text: 'tis", 7, "quotation mark is opened and not closed", "quotes"),
        ("\ttext: tap", 1, "tab", "spaces"),
    ],
)
def test_rules_text_that_yaml_cannot_read(line: str, column: int, words: str, advice: str) -> None:
    for rest in ("", "\nlast: x\n", "\n\n# end\n"):
        found = faults(f"id: a\nname: b\ncost: 1\n{line}{rest}")
        assert said(found) in ([f"f.yaml:4:{column} syntax"], [f"f.yaml:4:{column} tab"])
        assert words in found[0].message
        assert advice in found[0].hint


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("text: &dawn", "nothing refers to it"),
        ("text: & dawn", "begins with &"),
        ("text: `dawn`", "cannot begin with this sign"),
        ("text: >x", "begins with | or >"),
        ("text: |x", "begins with | or >"),
        ("text: [a, b", "[ is not closed"),
        ("text: {a: b", "{ is not closed"),
        ("text: a\x07", "control sign"),
        ("text: \x00", "control sign"),
    ],
)
def test_more_text_that_yaml_cannot_read(line: str, words: str | None) -> None:
    found = faults(f"id: a\n{line}\nlast: x\n")
    if words is None:
        assert found == []
    else:
        assert [one.code for one in found] == ["syntax"]
        assert found[0].span is not None
        assert found[0].span.line == 2
        assert words in found[0].message


def test_an_unknown_escape_is_not_called_an_open_quotation_mark() -> None:
    found = faults('a: "C:\\path"\n')
    assert [one.code for one in found] == ["syntax"]
    assert "not closed" not in found[0].message
    assert "backslash" in found[0].message
    assert "single quotes" in found[0].hint


@pytest.mark.parametrize(
    ("text", "place", "value"),
    [
        ("color: #ff0000\nb: 1\n", "f.yaml:1:8 comment-value", "#ff0000"),
        ("a:\n  - color:   #fff # red\n    b: 1\n", "f.yaml:2:14 comment-value", "#fff"),
        ("a: 1\ncolor: #ff0000", "f.yaml:2:8 comment-value", "#ff0000"),
    ],
)
def test_an_unquoted_colour_is_an_error_not_a_comment(text: str, place: str, value: str) -> None:
    found = faults(text)
    assert said(found) == [place]
    assert found[0].message == f"{value} is read as a comment, so the value is empty"
    assert found[0].hint == f'put it in quotes: "{value}"'


def test_an_unquoted_colour_in_a_flow_mapping_is_an_error_not_a_comment() -> None:
    found = faults("cards:\n  - {id: a, color: #ff0000, cost: 1}\n  - {id: b}\n")
    assert said(found) == ["f.yaml:2:20 comment-value"]


@pytest.mark.parametrize(
    "text",
    ["a: # note\n  b: 1\n", "a: #1 rule\n", "a:\n  # ff0000\n  b: 1\n", 'a: "#ff0000"\n', "a: x#fff\n"],
)
def test_comments_and_quoted_colours_are_fine(text: str) -> None:
    assert faults(text) == []


@pytest.mark.parametrize("text", ["{[a]: b}", "? {a: b}\n: c\n", "{{name}}\n"])
def test_a_key_that_is_no_word_is_an_error(text: str) -> None:
    found = faults(text)
    assert [one.code for one in found] == ["syntax"]
    assert "key must be a plain word" in found[0].message
    assert "quotes" in found[0].hint


def depth(node: Node | None) -> int:
    below = node.items.values() if isinstance(node, Mapping) else getattr(node, "items", [])
    return 1 + max((depth(child) for child in below), default=0) if not isinstance(node, Scalar) else 1


def test_ninety_levels_are_read() -> None:
    assert depth(read("a: " + "[" * 90 + "]" * 90)) == 91


@pytest.mark.parametrize("text", ["a: " + "[" * 900 + "]" * 900, "- " * 2000 + "a", "{a: " * 900 + "}" * 900])
def test_nesting_without_end_is_an_error_not_a_crash(text: str) -> None:
    assert [one.code for one in faults(text)] == ["syntax"]


SIGNS = r"""a key:_ -_ ?_ :_ # #_c { } [ ] , ' " | > |2- &a_ *a !t_ !! % @ ` --- ... \ ~ <<"""
PIECES = st.one_of(
    st.sampled_from(
        [*(sign.replace("_", " ") for sign in SIGNS.split()), "\n", "\n  ", "\r\n", "\t", " ", "\ufeff"]
    ),
    st.characters(exclude_categories=["Cs"]),
)


@settings(max_examples=150)
@given(st.lists(PIECES, max_size=30).map("".join))
def test_any_text_gives_a_node_or_an_error_with_a_place(text: str) -> None:
    node, found = parse(text, "f.yaml")
    plain(node)
    lines = (
        text.count("\n") + text.count("\r") + text.count("\x85") + text.count("\u2028") + text.count("\u2029")
    )
    for one in found:
        assert one.span is not None
        assert 1 <= one.span.line <= lines + 1
        assert one.span.column >= 1
        assert "\n" not in one.headline()


@settings(max_examples=200)
@given(
    st.text(
        st.characters(exclude_categories=["Cs", "Cc"], exclude_characters="\ufeff\u2028\u2029\ufffe\uffff")
    )
)
def test_any_quoted_text_stays_as_typed(text: str) -> None:
    node = read("a: '{}'\n".format(text.replace("'", "''")))
    assert plain(node) == {"a": text}
