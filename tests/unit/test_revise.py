"""Bulk edits: what assignments make of values, and what is refused before anything is written."""

# ruff: noqa: E501

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml
from helpers import make_project, said
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hotpnp.diag import Collector, Diagnostic, Stopped
from hotpnp.expand.assign import Assignment, parse_assignment
from hotpnp.pipeline.revise import Request, Revision, revise, try_revision, write_revision
from hotpnp.source.workspace import Workspace

PATH = "cards/demo/things.yaml"
HEAD = """\
fields:
  name:   {}
  number: {type: int, min: -20, max: 2000, default: 3}
  price:  {type: number, optional: yes}
  kind:   {ref: kinds, optional: yes}
  old:    {type: bool, default: no}
  words:  {many: yes}
cards:
"""
FILES = {
    "cards/demo/kinds.yaml": "fields: {star: {type: bool}}\ncards:\n  - {id: N, star: yes}\n  - {id: M, star: no}\n",
    "layouts/demo/thing.yaml": 'size: poker\nelements:\n  name: {text: "{name} {number} {price} {kind} {old} {words}"}\n',
}


def project(tmp_path: Path, table: str | bytes) -> Path:
    return make_project(tmp_path, {**FILES, PATH: table})


def revised(root: Path, *assignments: str, **choice: str) -> Revision:
    request = Request("things", tuple(map(parse_assignment, assignments)), **choice)
    return revise(Workspace(root, Collector()), "demo", request)


def complaints(root: Path, *assignments: str, **choice: str) -> list[Diagnostic]:
    diagnostics = Collector()
    request = Request("things", tuple(map(parse_assignment, assignments)), **choice)
    with pytest.raises(Stopped):
        revise(Workspace(root, diagnostics), "demo", request)
    return list(diagnostics)


@pytest.mark.parametrize(
    ("before", "assignments", "after"),
    [
        ("number: 5", ["number+=1"], "number: 6"),
        ("number: +5", ["number+=1"], "number: +6"),
        ("number: +5", ["number-=6"], "number: -1"),
        ("number: -5", ["number*=-2"], "number: 10"),
        ("number: 009", ["number+=1"], "number: 010"),
        ('number: "9"', ["number+=1"], 'number: "10"'),
        ("number: 4", ["number*=0.5"], "number: 2"),
        ("number: 5", ["number+=1", "number*=2"], "number: 12"),
        ("number: 5", ["number=05"], "number: 05"),
        ("number: +5", ["number={number * 2}"], "number: +10"),
        ("number: 5", ["number+={name | length}"], "number: 8"),
        ("price: 1.10", ["price+=0.05"], "price: 1.15"),
        ("price: 1.10", ["price+=1"], "price: 2.10"),
        ("price: 0.1", ["price*=3"], "price: 0.3"),
        ("price: 0.1", ["price+=0.2"], "price: 0.3"),
        ("price: 1e3", ["price+=1"], "price: 1001"),
        ("price: 1", ["price={price / 4}"], "price: 0.25"),
        ("old: no", ["old=yes"], "old: yes"),
        ("old: true", ["old={number == 3}"], "old: true"),
        ("old: true", ["old={not old}"], "old: no"),
        ("kind: N", ["kind=M"], "kind: M"),
        ("kind: N", ["kind={tables.kinds | last}"], "kind: M"),
        ("kind: N", ["name={kind}: {'star' if kind.star}"], 'kind: N, name: "N: star"'),
        ("kind: N", ["kind=~"], ""),
        ("kind: N, old: yes", ["kind={none}"], "old: yes"),
        ("words: [x, y]", ["words+=z, x"], "words: [x, y, z]"),
        ("words: [x, y]", ["words-=x"], "words: [y]"),
        ("words: [x, y]", ["words-=x,y"], ""),
        ("words: x", ["words+=y"], "words: [x, y]"),
        ("words: x", ["words={['a', number]}"], "words: [a, 3]"),
        ("words: x", ["words=p, q"], "words: [p, q]"),
        ("number: 4", ["count=2"], "number: 4, count: 2"),
        ("count: 2", ["count-=1"], "count: 1"),
        ("number: 4", ["tags+=rare", "tags+=x"], "number: 4, tags: [rare, x]"),
        ("tags: [rare]", ["tags-=rare", "tags-=none"], ""),
        ("old: no", ["number+=1"], "old: no, number: 4"),
        ("old: no", ["number={count + number}"], "old: no, number: 4"),
        ("old: no", ["number=3"], "old: no"),
        ("old: no", ["name= two words "], "old: no, name: two words"),
        ("old: no", ["name={' x'}"], 'old: no, name: " x"'),
        ("old: no", ["name=a=b"], "old: no, name: a=b"),
        ("old: no", ["name={'{'}"], 'old: no, name: "{"'),
    ],
)
def test_assignments(tmp_path: Path, before: str, assignments: list[str], after: str) -> None:
    first = "id: one, name: one"
    root = project(tmp_path, f"{HEAD}  - {{{first}, {before}}} # kept\n")
    revision = revised(root, *assignments)
    expected = f"{first}, {after}" if after else first
    kept, named, name = expected.rpartition(", name: ")
    if named and "name: one" in kept:
        expected = kept.replace("name: one", f"name: {name}")
    assert revision.after.decode("utf-8") == f"{HEAD}  - {{{expected}}} # kept\n"
    assert bool(revision.changes) == (revision.after != revision.before)


@pytest.mark.parametrize(
    ("assignment", "code", "message"),
    [
        ("nmae=x", "unknown-name", 'things has no field "nmae"'),
        ("id=x", "bad-value", "an id cannot be set"),
        ("notes=x", "bad-value", '"notes" holds several values'),
        ("name+=1", "bad-value", '"name" is no number'),
        ("number+=x", "bad-value", '"number+=x": "x" is not a number'),
        ("words*=2", "bad-value", '"words" is a list'),
        ("number={nmae}", "unknown-name", 'there is no field "nmae"'),
        ("number={1 +}", "bad-expression", "{1 +} cannot be read"),
        ("number={1 / 0}", "evaluation-failed", '"1 / 0": division by zero'),
        ("price+=1", "bad-value", 'field "price": has no value to which += could be applied'),
        ("number+={name}", "bad-value", 'field "number": "one" is not a number'),
        ("number+={kind}", "bad-value", 'field "number": nothing is not a number'),
        ("name={[1, 2]}", "bad-value", 'field "name": an expression must give one text or number here'),
    ],
)
def test_what_cannot_be_worked_out_is_said(tmp_path: Path, assignment: str, code: str, message: str) -> None:
    (found,) = complaints(project(tmp_path, f"{HEAD}  - {{id: one, name: one}}\n"), assignment)
    assert found.code == code
    assert found.message.startswith(message)


@pytest.mark.parametrize("text", ["number", "=3", "number==3", "", "name=\udcff"])
def test_what_is_no_assignment(text: str) -> None:
    with pytest.raises(ValueError, match=r"assignment|compares"):
        parse_assignment(text)


def test_parts_of_an_assignment() -> None:
    assert parse_assignment("a-b -= {c=d}") == Assignment("a-b", "-=", "{c=d}")
    assert parse_assignment("x*=2") == Assignment("x", "*=", "2")


def test_cards_are_chosen_by_expression_and_by_selection(tmp_path: Path) -> None:
    rows = "".join(f"  - {{id: c{i}, name: n, number: {i}}}\n" for i in range(1, 6))
    root = project(tmp_path, HEAD + rows)
    revision = revised(root, "number+=10", where="number > 2", select="c1..c4")
    assert [(c.card, c.field, c.old, c.new) for c in revision.changes] == [
        ("c3", "number", "3", "13"),
        ("c4", "number", "4", "14"),
    ]
    assert revision.matched == 2
    assert [one.code for one in complaints(root, "number+=1", select="c9, #x")] == [
        "unknown-card",
        "unknown-tag",
    ]
    assert [one.code for one in complaints(root, "number+=1", where="nummer > 2")] == ["unknown-name"]
    nothing = revised(root, "number+=1", where="number > 99")
    assert (nothing.matched, nothing.changes, nothing.after) == (0, (), nothing.before)


def test_a_table_that_is_not_there(tmp_path: Path) -> None:
    diagnostics = Collector()
    with pytest.raises(Stopped):
        revise(
            Workspace(project(tmp_path, HEAD + "  - {id: a, name: b}\n"), diagnostics),
            "demo",
            Request("thing", ()),
        )
    (found,) = diagnostics
    assert (found.code, found.hint) == ("unknown-table", 'did you mean "things"?')


def test_what_cannot_be_edited_is_said_with_its_place(tmp_path: Path) -> None:
    root = project(tmp_path, f"{HEAD}  - id: one\n    name: |-\n      a\n      b\n")
    assert said(complaints(root, "name=x")) == ["things.yaml:10:11 not-editable"]


def test_a_revision_is_tried_before_it_is_written(tmp_path: Path) -> None:
    root = project(tmp_path, f"{HEAD}  - {{id: one, name: one, number: 5}}\n")
    before = (root / PATH).read_bytes()
    workspace = Workspace(root, Collector())
    for assignment, place in (
        ("number=2001", "things.yaml:9:34 bad-value"),
        ("name=" + "much too long " * 300, "things.yaml:9:21 text-overflow"),
        ("kind=X", "things.yaml:9:43 unknown-value"),
        ("name=~", "things.yaml:9:5 missing-value"),
        ("count=1001", "things.yaml:9:44 too-many-copies"),
    ):
        revision = revised(root, assignment)
        with pytest.raises(Stopped):
            try_revision(workspace, revision)
        found = [one for one in revision.workspace.diagnostics if one.severity == "error"]
        assert said(found)[0] == place
        assert found[0].span is not None
        assert revision.workspace.line(found[0].span).endswith("}")
    assert (root / PATH).read_bytes() == before


def test_errors_that_were_there_before_do_not_stand_in_the_way(tmp_path: Path) -> None:
    long = "much too long " * 300
    root = project(tmp_path, f"{HEAD}  - id: one\n    name: {long}\n  - {{id: two, name: two}}\n")
    workspace = Workspace(root, Collector())
    revision = revised(root, "old=yes", select="one")
    try_revision(workspace, revision)
    write_revision(workspace, revision)
    assert (root / PATH).read_text(
        "utf-8"
    ) == f"{HEAD}  - id: one\n    name: {long}\n    old: yes\n  - {{id: two, name: two}}\n"
    with pytest.raises(Stopped):
        try_revision(workspace, revised(root, f"name={long}", select="two"))


def test_a_file_that_was_changed_meanwhile_is_left_alone(tmp_path: Path) -> None:
    root = project(tmp_path, f"{HEAD}  - {{id: one, name: one}}\n")
    revision = revised(root, "name=two")
    (root / PATH).write_text("something else\n", encoding="utf-8")
    workspace = Workspace(root, Collector())
    with pytest.raises(Stopped):
        write_revision(workspace, revision)
    assert said(workspace.diagnostics) == ["not-writable"]
    assert (root / PATH).read_text("utf-8") == "something else\n"


NUMBERS = st.integers(-9, 99).map(str) | st.sampled_from(["+4", "007", "+0"])
CARDS = st.lists(
    st.fixed_dictionaries(
        {"name": st.sampled_from(["x", "'it''s'", '"a, b"'])}, optional={"number": NUMBERS}
    ),
    min_size=1,
    max_size=5,
)


def typed(cards: list[dict[str, str]], styles: list[bool]) -> str:
    """A table of these cards, each in brackets or on lines of its own, with comments."""
    rows = ["# the cards", *HEAD.splitlines()]
    for number, (card, flow) in enumerate(zip(cards, styles, strict=False)):
        pairs = [f"id: c{number}", *(f"{key}: {value}" for key, value in card.items())]
        if flow:
            rows.append("  - {" + ", ".join(pairs) + f"}} # of c{number}")
        else:
            rows += [f"  # of c{number}", f"  - {pairs[0]}", *(f"    {pair}   # kept" for pair in pairs[1:])]
    return "\n".join(rows)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60, deadline=None)
@given(
    CARDS,
    st.lists(st.booleans(), min_size=5, max_size=5),
    st.booleans(),
    st.booleans(),
    st.booleans(),
    st.data(),
)
def test_tables_of_any_style(
    tmp_path: Path,
    cards: list[dict[str, str]],
    styles: list[bool],
    bom: bool,
    crlf: bool,
    ended: bool,
    data: Any,
) -> None:
    """The values are those intended; nothing else changes, line ends and byte order mark included."""

    def as_bytes(text: str) -> bytes:
        text += "\n" if ended else ""
        return (b"\xef\xbb\xbf" if bom else b"") + text.replace("\n", "\r\n" if crlf else "\n").encode(
            "utf-8"
        )

    before = as_bytes(typed(cards, styles))
    root = project(tmp_path, before)
    assert revised(root, "number={number}", "name={name}", "kind=~", "tags-=x").after == before
    step, last = data.draw(st.integers(1, 9)), data.draw(st.integers(0, len(cards) - 1))
    revision = revised(root, f"number+={step}", "old=yes", select=f"c0..c{last}")
    for card in cards[: last + 1]:
        old = card.get("number", "3")
        new = str(int(old) + step)
        new = f"+{new}" if old.startswith("+") else new.zfill(len(old)) if old.startswith("00") else new
        card.update({"number": new, "old": "yes"})
    rows = typed(cards, styles)
    # What is added to lines has no comment.
    plain = revision.after.decode("utf-8-sig")
    assert plain.replace("   # kept", "") == as_bytes(rows).decode("utf-8-sig").replace("   # kept", "")
    assert plain.count("# kept") == before.decode("utf-8-sig").count("# kept")
    assert revision.after.startswith(b"\xef\xbb\xbf") == bom
    read = yaml.load(plain, Loader=yaml.BaseLoader)["cards"]
    assert [card["number"] for card in read[: last + 1]] == [card["number"] for card in cards[: last + 1]]
