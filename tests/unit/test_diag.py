"""Diagnostics: codes, order, hints."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import hotpnp
from hotpnp.diag import CODES, Collector, Diagnostic, Span, Stopped, did_you_mean, nearest

PACKAGE = Path(hotpnp.__file__).parent
TESTS = Path(__file__).resolve().parents[1]
CODE = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
SAYERS = {"add", "fail", "Diagnostic", "say", "_say", "_fault", "_report"}


def trees() -> Iterator[tuple[Path, ast.Module]]:
    for path in sorted(PACKAGE.rglob("*.py")):
        yield path, ast.parse(path.read_text("utf-8"))


def constants(node: ast.AST) -> Iterator[str]:
    """The texts that an expression may be, through ``a if x else b``."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from constants(node.body)
        yield from constants(node.orelse)


def codes_said(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """The codes that a module gives to complaints, with their lines."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and any(getattr(t, "id", "") == "code" for t in node.targets):
            for text in constants(node.value):
                yield node.lineno, text
        if not isinstance(node, ast.Call) or len(node.args) < 2:
            continue
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        if name in SAYERS:
            for text in constants(node.args[0]):
                if name in ("add", "fail", "Diagnostic") or CODE.fullmatch(text):
                    yield node.lineno, text


def test_every_code_that_is_said_is_listed() -> None:
    unlisted = [
        f"{path.name}:{line}: {code}"
        for path, tree in trees()
        for line, code in codes_said(tree)
        if code not in CODES
    ]
    assert unlisted == []


def test_every_listed_code_is_said_somewhere() -> None:
    written = {
        node.value
        for path, tree in trees()
        if path.name != "diag.py"
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant)
    }
    assert set(CODES) - written == set()


def test_every_code_has_a_test() -> None:
    own = Path(__file__).name
    text = "".join(p.read_text("utf-8") for p in sorted(TESTS.rglob("test_*.py")) if p.name != own)
    untested = [code for code in CODES if not re.search(rf"[\s\"\[]{code}[\s\"\]]", text)]
    assert untested == []


@pytest.mark.parametrize("code", sorted(CODES))
def test_codes_are_kebab_case_with_a_sentence(code: str) -> None:
    assert CODE.fullmatch(code)
    assert CODES[code].endswith(".")
    assert CODES[code][0].isupper()


def test_an_unlisted_code_is_a_fault_of_the_program() -> None:
    with pytest.raises(KeyError):
        Collector().add("no-such-code", "x")


def test_a_headline_has_place_severity_code_card_and_message() -> None:
    span = Span("cards/demo/things.yaml", 12, 33, 9)
    assert Diagnostic("unknown-value", "no entry", span, card="A-B").headline() == (
        "cards/demo/things.yaml:12:33: error[unknown-value] A-B: no entry"
    )
    assert Diagnostic("tab", "a tab", Span("f.yaml"), severity="warning").headline() == (
        "f.yaml: warning[tab] a tab"
    )
    assert Diagnostic("unknown-game", "none").headline() == "error[unknown-game] none"


def test_complaints_come_in_order_of_file_line_and_column() -> None:
    spans = [Span("b", 1, 1), Span("a", 10, 1), Span("a", 9, 20), Span("a", 9, 3), None]
    diagnostics = Collector()
    for span in spans:
        diagnostics.add("tab", "x", span)
    assert [found.span for found in diagnostics] == [
        None,
        Span("a", 9, 3),
        Span("a", 9, 20),
        Span("a", 10, 1),
        Span("b", 1, 1),
    ]


def test_equal_complaints_are_kept_once() -> None:
    diagnostics = Collector()
    for _ in range(2):
        diagnostics.add("tab", "x", Span("a", 1, 1))
        diagnostics.add("unknown-game", "y")
    assert [found.code for found in diagnostics] == ["unknown-game", "tab"]


def test_one_complaint_of_several_cards_at_a_place_is_told_once_with_their_names() -> None:
    diagnostics = Collector()
    for card in "ABCDEFGHI":
        diagnostics.add("tab", "x", Span("a", 1, 1), card=card)
    (found,) = diagnostics
    assert (found.card, found.message) == ("A", "x; also B, C, D, E, F and 3 more")


def test_complaints_of_several_cards_without_a_place_are_told_once_too() -> None:
    diagnostics = Collector()
    for card in "AB":
        diagnostics.add("tab", "x", card=card)
    assert [(found.card, found.message) for found in diagnostics] == [("A", "x; also B")]


def test_cards_with_different_complaints_at_a_place_are_told_apart() -> None:
    diagnostics = Collector()
    for card in ("staar", "moonn"):
        diagnostics.add("unknown-icon", f'there is no icon "{card}"', Span("a", 1, 1), card=card)
    told = " ".join(found.headline() for found in diagnostics)
    assert '"staar"' in told
    assert '"moonn"' in told


def test_only_errors_stop() -> None:
    diagnostics = Collector()
    diagnostics.add("ink-in-frame", "x", severity="warning")
    diagnostics.stop_on_errors()
    assert not diagnostics.failed
    diagnostics.add("tab", "x")
    assert diagnostics.failed
    with pytest.raises(Stopped):
        diagnostics.stop_on_errors()


def test_fail_records_and_gives_what_to_raise() -> None:
    diagnostics = Collector()
    stopped = diagnostics.fail("tab", "x", Span("a", 1, 1), hint="h")
    assert isinstance(stopped, Stopped)
    assert [found.hint for found in diagnostics] == ["h"]


def test_complaints_made_elsewhere_are_taken_over() -> None:
    diagnostics = Collector()
    diagnostics.extend([Diagnostic("tab", "x", Span("b", 2, 1)), Diagnostic("tab", "x", Span("a", 2, 1))])
    assert [found.span for found in diagnostics] == [Span("a", 2, 1), Span("b", 2, 1)]


@pytest.mark.parametrize(
    ("word", "known", "found"),
    [
        ("privelege", ["action", "privilege", "move"], "privilege"),
        ("COLOUR", ["colour"], "colour"),
        ("zzz", ["action", "move"], ""),
        ("x", [], ""),
    ],
)
def test_the_nearest_known_word(word: str, known: list[str], found: str) -> None:
    assert nearest(word, known) == found


def test_a_hint_names_the_nearest_word_or_lists_what_is_known() -> None:
    assert did_you_mean("privelege", ["move", "privilege"]) == 'did you mean "privilege"?'
    assert did_you_mean("zzz", ["move", "action"]) == "known here: action, move"
    assert did_you_mean("zzz", []) == ""


def test_a_long_list_of_known_words_is_cut() -> None:
    hint = did_you_mean("zzz", [f"word{i:02}" for i in range(20)])
    assert hint == "known here: " + ", ".join(f"word{i:02}" for i in range(12)) + ", ..."


def test_the_hint_does_not_depend_on_the_order_of_what_is_known() -> None:
    assert nearest("bat", ["cat", "hat"]) == nearest("bat", ["hat", "cat"])
