"""The game file: components, settings and what they name."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers import THINGS, errors, make_project, said

from hotpnp.diag import Collector, Diagnostic
from hotpnp.model.game import Game, load_game
from hotpnp.source.workspace import Workspace

FILE = "cards/demo/game.yaml"
HEAD = 'title: Demo\nversion: "1.0"\n'
COMPONENTS = "components:\n  things: {title: Things, table: things, layout: thing}\n"
PAGE = {"layouts/demo/page.yaml": "columns: 2\n", "cards/demo/rules.md": "# Rules\n"}


def faults(tmp_path: Path, game: str, **more: str | None) -> list[Diagnostic]:
    return errors(make_project(tmp_path, {FILE: game, **more}))


def game_of(tmp_path: Path, game: str, **more: str) -> Game:
    diagnostics = Collector()
    found = load_game(Workspace(make_project(tmp_path, {FILE: game, **more}), diagnostics), "demo")
    assert list(diagnostics) == []
    return found


def components(*lines: str) -> str:
    """A game file whose components stand one a line from line 4."""
    return f"{HEAD}components:\n" + "".join(f"  {line}\n" for line in lines)


def test_a_game_has_title_version_and_components_in_order(tmp_path: Path) -> None:
    text = components(
        "b: {title: B, table: things, layout: thing, back: thing}",
        "a: {title: A, kind: document, layout: page, text: rules.md}",
    )
    game = game_of(tmp_path, text, **PAGE)
    assert (game.name, game.title, game.version, game.sheet) == ("demo", "Demo", "1.0", "grid")
    b, a = game.components
    assert (b.name, b.spec.kind, b.size) == ("b", "cards", b.front.size if b.front else None)
    assert b.back is not None
    assert (a.name, a.text, a.text_path, a.size) == ("a", "# Rules\n", "cards/demo/rules.md", None)


def test_title_and_version_stay_as_typed(tmp_path: Path) -> None:
    game = game_of(tmp_path, "title: no\nversion: 1.10\n" + COMPONENTS)
    assert (game.title, game.version) == ("no", "1.10")


def test_settings_are_typed(tmp_path: Path) -> None:
    settings = (
        "settings:\n  end: {value: 25, one_of: [20, 25]}\n  name: {type: text, value: no}\n"
        "  fast: {type: bool, value: on}\n  share: {type: number, value: 0.50}\n"
    )
    game = game_of(tmp_path, HEAD + settings + COMPONENTS)
    assert game.settings == {"end": 25, "name": "no", "fast": True, "share": 0.5}
    assert str(game.settings["share"]) == "0.50"


@pytest.mark.parametrize(
    ("setting", "place", "words", "hint"),
    [
        ("{value: x}", "game.yaml:4:16 bad-value", 'setting "end": "x" is not a whole number', ""),
        (
            "{value: 21, one_of: [20, 25]}",
            "game.yaml:4:16 unknown-value",
            'cannot be "21"',
            "known here: 20, 25",
        ),
        ("{type: text}", "game.yaml:4:3 missing-key", '"value" is missing', ""),
        ("3", "game.yaml:4:8 bad-value", '"3" is not a mapping', ""),
    ],
)
def test_a_wrong_setting_is_said(tmp_path: Path, setting: str, place: str, words: str, hint: str) -> None:
    (found,) = faults(tmp_path, f"{HEAD}settings:\n  end: {setting}\n{COMPONENTS}")
    assert said([found]) == [place]
    assert words in found.message
    assert found.hint == hint


def test_missing_keys_are_said_all_at_once(tmp_path: Path) -> None:
    found = faults(tmp_path, "about: x\n")
    assert said(found) == ["game.yaml:1:1 missing-key"] * 3
    assert [one.message.split('"')[1] for one in found] == ["title", "version", "components"]


@pytest.mark.parametrize(
    ("line", "place", "words"),
    [
        ("a: {title: T}", "game.yaml:4:3 missing-key", '"layout" is missing'),
        ("a: {title: T, layout: thing}", "game.yaml:4:6 missing-key", 'component "a" needs the key "table"'),
        (
            "a: {title: T, layout: page, kind: document}",
            "game.yaml:4:6 missing-key",
            'component "a" needs the key "text"',
        ),
        (
            "a: {title: T, layout: thing, kind: dock}",
            "game.yaml:4:38 bad-value",
            "not one of cards, mat, board",
        ),
        ("a:", "game.yaml:4:3 bad-value", "must be a mapping"),
    ],
)
def test_a_component_of_the_wrong_shape_is_said(tmp_path: Path, line: str, place: str, words: str) -> None:
    (found,) = faults(tmp_path, components(line))
    assert said([found]) == [place]
    assert words in found.message


@pytest.mark.parametrize(
    ("game", "line", "near"),
    [
        ("titel: x\n" + HEAD + COMPONENTS, 1, "title"),
        (HEAD + COMPONENTS + "sheat: grid\n", 5, "sheet"),
    ],
)
def test_an_unknown_key_gets_the_nearest(tmp_path: Path, game: str, line: int, near: str) -> None:
    (found,) = faults(tmp_path, game)
    assert (found.code, found.hint) == ("unknown-key", f'did you mean "{near}"?')
    assert found.span is not None
    assert found.span[:2] == (FILE, line)


def test_an_unknown_key_of_a_component_gets_the_nearest_at_the_key(tmp_path: Path) -> None:
    (found,) = faults(tmp_path, components("a: {title: T, tabel: things, layout: thing, table: things}"))
    assert said([found]) == ["game.yaml:4:17 unknown-key"]
    assert found.hint == 'did you mean "table"?'


@pytest.mark.parametrize(
    ("line", "place", "path"),
    [
        ("a: {title: T, table: thinsg, layout: thing}", "game.yaml:4:24", "cards/demo/thinsg.yaml"),
        ("a: {title: T, table: things, layout: thign}", "game.yaml:4:40", "layouts/demo/thign.yaml"),
        (
            "a: {title: T, table: things, layout: thing, back: bakc}",
            "game.yaml:4:53",
            "layouts/demo/bakc.yaml",
        ),
        (
            "a: {title: T, kind: document, layout: page, text: rulse.md}",
            "game.yaml:4:53",
            "cards/demo/rulse.md",
        ),
    ],
)
def test_a_file_that_is_not_there_is_said_where_it_is_named(
    tmp_path: Path, line: str, place: str, path: str
) -> None:
    (found,) = faults(tmp_path, components(line), **PAGE)
    assert said([found]) == [f"{place} file-missing"]
    assert found.message == f'there is no file "{path}"'
    assert found.hint


@pytest.mark.parametrize(
    ("line", "columns"),
    [
        ("a: {title: T, table: thinsg, layout: thign, back: bakc}", [24, 40, 53]),
        ("a: {title: T, kind: document, layout: paeg, text: rulse.md}", [41, 53]),
    ],
)
def test_all_files_that_are_not_there_are_said_in_one_run(
    tmp_path: Path, line: str, columns: list[int]
) -> None:
    found = faults(tmp_path, components(line), **PAGE)
    assert said(found) == [f"game.yaml:4:{column} file-missing" for column in columns]


def test_one_components_fault_does_not_hide_anothers(tmp_path: Path) -> None:
    text = components("a: {title: A, table: nix, layout: thing}", "b: {title: B, table: things, layout: nix}")
    assert said(faults(tmp_path, text)) == ["game.yaml:4:24 file-missing", "game.yaml:5:40 file-missing"]


def test_a_back_of_another_size_than_the_front_is_said(tmp_path: Path) -> None:
    text = components("a: {title: T, table: things, layout: thing, back: back}")
    (found,) = faults(tmp_path, text, **{"layouts/demo/back.yaml": "size: tcg\nelements: {}\n"})
    assert said([found]) == ["game.yaml:4:53 bad-value"]
    assert found.message == "the back has another size than the front"


def test_an_id_in_two_tables_is_said_in_the_later(tmp_path: Path) -> None:
    text = components(
        "a: {title: A, table: things, layout: thing}", "b: {title: B, table: more, layout: thing}"
    )
    more = THINGS.replace("id: one", "id: four").replace("id: two", "id: five")
    (found,) = faults(tmp_path, text, **{"cards/demo/more.yaml": more})
    assert said([found]) == ["more.yaml:7:10 duplicate-id"]
    assert found.message == 'the id "three" also stands in cards/demo/things.yaml'


def test_two_components_may_share_a_table(tmp_path: Path) -> None:
    text = components(
        "a: {title: A, table: things, layout: thing}", "b: {title: B, table: things, layout: thing}"
    )
    assert faults(tmp_path, text) == []


def test_an_unknown_game_gets_the_nearest(tmp_path: Path) -> None:
    (found,) = errors(make_project(tmp_path), game="dmeo")
    assert (found.code, found.hint) == ("unknown-game", 'did you mean "demo"?')
    assert '"dmeo"' in found.message


def test_an_unknown_component_gets_the_nearest(tmp_path: Path) -> None:
    (found,) = errors(make_project(tmp_path), components=("thigns",))
    assert (found.code, found.hint) == ("unknown-component", 'did you mean "things"?')


@pytest.mark.parametrize(
    ("copies", "code", "words"),
    [
        ("-1", "bad-value", '"-1" is not a whole number of copies'),
        ("1.5", "bad-value", '"1.5" is not a whole number of copies'),
        ("2000", "too-many-copies", "2000 copies are more than 1000"),
        ("10**10", "too-many-copies", "more than 1000"),
        ("settings.x", "unknown-name", '"settings" has no field "x"'),
        ("many", "unknown-name", 'no field "many"'),
        ("a b", "bad-expression", "cannot be read"),
        ("'{x}'", "bad-expression", "takes no braces"),
        ("1/0", "evaluation-failed", "division by zero"),
        ("game.title", "bad-value", '"Demo" is not a whole number of copies'),
    ],
)
def test_wrong_copies_are_said(tmp_path: Path, copies: str, code: str, words: str) -> None:
    text = components(f"a: {{title: T, table: things, layout: thing, copies: {copies}}}")
    (found,) = faults(tmp_path, text)
    assert said([found]) == [f"game.yaml:4:55 {code}"]
    assert words in found.message


def test_a_game_needs_a_component(tmp_path: Path) -> None:
    (found,) = faults(tmp_path, HEAD + "components: {}\n")
    assert found.span is not None
    assert found.span[:2] == (FILE, 3)
