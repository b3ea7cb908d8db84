"""Print runs as pure values: files read back, the box after runs, what differs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest
from helpers import FILES, make_project
from hypothesis import given
from hypothesis import strategies as st

from hotpnp.diag import Collector, Stopped
from hotpnp.model.game import load_game
from hotpnp.pipeline import Options
from hotpnp.pipeline.prepare import Preparation
from hotpnp.pipeline.runs import face_digest
from hotpnp.prints.changes import Changes, Present, compare
from hotpnp.prints.history import History
from hotpnp.prints.run import Entry, Key, Run, read_run, run_name, write_run
from hotpnp.source.files import MemoryFiles
from hotpnp.source.workspace import Workspace

ROUND = st.text(st.characters(exclude_categories=("Cs", "Cc")), max_size=12)
NAMES = st.text(st.characters(exclude_categories=("Cs", "Cc", "Zs", "Zl", "Zp")), min_size=1, max_size=8)


def run_of(name: str, cards: Mapping[str, Entry], after: tuple[str, ...] = (), **keys: object) -> Run:
    entries = {Key("c", card): entry for card, entry in cards.items()}
    base = Run(name, 1, after, "1.0", "2026-01-01", {}, "l", {}, (), {}, entries, ())
    return replace(base, **keys)  # type: ignore[arg-type]


def entry(face: str, copies: int = 1, revision: int = 1, **values: str) -> Entry:
    return Entry(face, "", copies, copies, revision, "1.0", "1", values)


def card(name: str, face: str, copies: int = 1, **values: str) -> Present:
    return Present(Key("c", name), face, "", copies, values, values)


def compared(now: list[Present], *runs: Run) -> Changes:
    return compare(now, History(runs), ["c"], lambda key, entry, run: entry.values)


def kinds(changes: Changes) -> dict[str, str]:
    return {change.key.card: change.kind for change in changes.cards}


ENTRIES = st.builds(
    Entry,
    st.text("0123456789abcdef", min_size=16, max_size=16),
    st.sampled_from(["", "00ff"]),
    st.integers(0, 9),
    st.integers(0, 9),
    st.integers(1, 99),
    ROUND.filter(bool),
    NAMES,
    st.dictionaries(NAMES, st.one_of(ROUND, st.lists(ROUND, max_size=3)), max_size=3),
)


RECORD = st.dictionaries(NAMES, ROUND, max_size=2)


@given(
    NAMES,
    st.lists(NAMES, max_size=2),
    st.dictionaries(st.builds(Key, NAMES, NAMES), ENTRIES, max_size=4),
    st.dictionaries(
        NAMES, st.dictionaries(NAMES, st.dictionaries(NAMES, ROUND, max_size=2), max_size=2), max_size=2
    ),
    st.lists(st.builds(Key, NAMES, NAMES), max_size=2),
)
def test_a_run_is_read_back_as_it_was_written(
    name: str,
    after: list[str],
    cards: dict[Key, Entry],
    records: dict[str, dict[str, dict[str, str]]],
    gone: list[Key],
) -> None:
    run = Run(
        name,
        3,
        tuple(after),
        "0.1",
        "2026-11-30",
        {"paper": "a4"},
        "ff",
        {"n": "1"},
        ("c",),
        records,
        cards,
        tuple(gone),
    )
    text = write_run(run)
    files = MemoryFiles({"cards/g/prints/r.yaml": text.encode("utf-8")})
    read = read_run(Workspace(Path(), Collector(), files), "cards/g/prints/r.yaml")
    assert read.cards == run.cards
    assert {*read.gone} == {*run.gone}
    assert replace(read, cards={}, gone=(), records={}) == replace(run, cards={}, gone=(), records={})
    assert {t: r for t, r in read.records.items() if r} == {t: r for t, r in run.records.items() if r}


@given(st.data())
def test_a_run_that_was_touched_is_damaged(data: st.DataObject) -> None:
    text = write_run(run_of("1-ab", {"a": entry("f" * 16), "b": entry("0" * 16, 2)}))
    at = data.draw(st.integers(0, len(text) - 2))
    other = data.draw(st.sampled_from("xyz09 \n:{}\"'#"))
    if text[at] == other:
        return
    touched = text[:at] + other + text[at + 1 :]
    workspace = Workspace(Path(), Collector(), MemoryFiles({"r.yaml": touched.encode("utf-8")}))
    with pytest.raises(Stopped):
        read_run(workspace, "r.yaml")
    assert [found.code for found in workspace.diagnostics] == ["bad-run"]


FACES = st.sampled_from(["f1", "f2", "f3", "f4"])
DECKS = st.dictionaries(st.sampled_from("abcdefgh"), st.tuples(FACES, st.integers(1, 4)), max_size=8)


@given(DECKS, DECKS)
def test_every_card_and_every_copy_is_accounted_for(
    before: dict[str, tuple[str, int]], now: dict[str, tuple[str, int]]
) -> None:
    run = run_of("1", {name: entry(face, copies) for name, (face, copies) in before.items()})
    changes = compared([card(name, face, copies) for name, (face, copies) in now.items()], run)
    counts = {kind: len(changes.of(kind)) for kind in ("new", "changed", "more", "fewer", "renamed", "same")}
    assert sum(counts.values()) == len(now)
    assert len(changes.of("gone")) == len(before.keys() - now.keys()) - counts["renamed"]
    for change in changes.cards:
        assert change.before - change.to_take_out + change.to_print == change.after
    assert changes.to_print <= sum(copies for _, copies in now.values())
    for name in before.keys() & now.keys():
        same = before[name] == now[name]
        assert (kinds(changes)[name] == "same") is same


@given(DECKS, DECKS, DECKS)
def test_after_printing_what_changed_the_box_is_in_step(
    first: dict[str, tuple[str, int]], second: dict[str, tuple[str, int]], third: dict[str, tuple[str, int]]
) -> None:
    runs: list[Run] = []
    for number, deck in enumerate((first, second, third), 1):
        history = History(tuple(runs))
        now = [card(name, face, copies) for name, (face, copies) in deck.items()]
        changes = compare(now, history, ["c"], lambda key, entry, run: {})
        printed = {
            change.key.card: entry(dict(deck)[change.key.card][0], change.after, change.revision)
            for change in changes.cards
            if change.after and change.kind != "same"
        }
        gone = [change.key for change in changes.of("gone")]
        gone += [change.was for change in changes.cards if change.was is not None]
        after = (str(number - 1),) if runs else ()
        runs.append(run_of(str(number), printed, after, number=number, gone=tuple(gone)))
        again = compare(now, History(tuple(runs)), ["c"], lambda key, entry, run: {})
        assert again.nothing


def test_fields_are_told_and_of_an_exchanged_record_only_the_reference() -> None:
    old = Entry("f1", "", 1, 1, 1, "1.0", "1", {"a": "A", "a.colour": "red", "n": "1"})
    run = run_of("1", {"x": old})
    (other,) = compared([card("x", "f2", **{"a": "B", "a.colour": "blue", "n": "1"})], run).cards
    assert [tuple(field) for field in other.fields] == [("a", "A", "B")]
    (inner,) = compared([card("x", "f2", **{"a": "A", "a.colour": "blue", "n": "1"})], run).cards
    assert [tuple(field) for field in inner.fields] == [("a.colour", "red", "blue")]
    (bare,) = compared([card("x", "f2", **{"a": "A", "a.colour": "red", "n": "1"})], run).cards
    assert bare.layout_only


def test_backs_that_were_not_printed_cannot_differ() -> None:
    run = run_of("1", {"x": entry("f1")})
    with_back = replace(card("x", "f1"), back="b1")
    assert kinds(compared([with_back], run)) == {"x": "same"}
    printed = run_of("1", {"x": replace(entry("f1"), back="b0")})
    assert kinds(compared([with_back], printed)) == {"x": "changed"}


def test_a_whole_run_starts_the_box_anew() -> None:
    first = run_of("1", {"a": entry("f1"), "b": entry("f2")})
    second = run_of("2", {"a": entry("f1")}, ("1",), whole=("c",), number=2)
    assert [*History((first, second)).box().entries] == [Key("c", "a")]
    assert [*History((first, second)).until("1").box().entries] == [Key("c", "a"), Key("c", "b")]


def test_runs_of_other_cards_have_other_names() -> None:
    one, two = {Key("c", "a"): entry("f1")}, {Key("c", "a"): entry("f2")}
    assert run_name(4, one).startswith("4-")
    assert run_name(4, one) != run_name(4, two)
    assert run_name(4, one) == run_name(4, dict(one))


def faces(root: Path) -> dict[str, str]:
    """The fingerprint of every card of the small project."""
    workspace = Workspace(root, Collector())
    preparation = Preparation(workspace, load_game(workspace, "demo"), Options())
    decks = preparation.drawing.decks(preparation.selection.chosen)
    return {
        piece.card: face_digest(piece.front, preparation.fonts) for deck in decks for piece in deck.pieces
    }


COSMETIC = [
    ("cards/demo/things.yaml", "cards:\n", "# a note\n\ncards:   # the cards\n"),
    ("cards/demo/things.yaml", "{id: one, name: First, number: 1}", "{number: 1, id: one, name: 'First'}"),
    ("cards/demo/game.yaml", "things: {title: Things, table", "things: {title: Other things, table"),
    ("layouts/demo/thing.yaml", "size: poker\n", "about: The things.\nsize: 2.5in x 88.9mm\n"),
    ("cards/demo/things.yaml", "\n", "\r\n"),
]


@pytest.mark.parametrize(("path", "old", "new"), COSMETIC)
def test_cosmetic_edits_change_no_fingerprint(tmp_path: Path, path: str, old: str, new: str) -> None:
    plain = faces(make_project(tmp_path / "a"))
    assert old in FILES[path]
    assert faces(make_project(tmp_path / "b", {path: FILES[path].replace(old, new)})) == plain


@given(card=st.sampled_from(["one", "two", "three"]), number=st.integers(1, 5))
def test_one_edit_changes_one_fingerprint(
    tmp_path_factory: pytest.TempPathFactory, card: str, number: int
) -> None:
    lines = FILES["cards/demo/things.yaml"].splitlines()
    at = next(i for i, line in enumerate(lines) if f"id: {card}," in line)
    old = lines[at]
    lines[at] = old[: old.rindex(":") + 1] + f" {number}}}"
    folder = tmp_path_factory.mktemp("edit")
    plain = faces(make_project(folder / "a"))
    edited = faces(make_project(folder / "b", {"cards/demo/things.yaml": "\n".join(lines) + "\n"}))
    different = {name for name in plain if plain[name] != edited[name]}
    assert different == (set() if lines[at] == old else {card})


def test_a_projects_own_font_counts_for_the_face(tmp_path: Path) -> None:
    from hotpnp.assets.fonts import default_font_folder

    game = FILES["cards/demo/game.yaml"] + "fonts: {own: {regular: own.ttf}}\n"
    layout = FILES["layouts/demo/thing.yaml"].replace('text: "{name}"', 'text: "{name}", font: own')
    found = []
    for style in ("Regular", "Bold"):
        font = (default_font_folder() / f"SourceSansPro-{style}.ttf").read_bytes()
        files = {"cards/demo/game.yaml": game, "layouts/demo/thing.yaml": layout, "cards/demo/own.ttf": font}
        found.append(faces(make_project(tmp_path / style, files)))
    assert not set(found[0].values()) & set(found[1].values())
