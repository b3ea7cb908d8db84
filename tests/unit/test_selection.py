"""Which components are printed: optional, conditional, left out; settings from the command."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from helpers import errors, lay_out, make_project, run

GAME = """\
title: Demo
version: "1.0"
settings:
  players: {value: "4", one_of: ["2", "4", "6"], source: chosen, note: A common table.}
  deep: {value: "1", source: derived}
components:
  things: {title: Things, table: things, layout: thing, source: seed}
  more: {title: More, table: more, layout: thing, when: settings.players >= 6, copies: settings.players}
  extra: {title: Extra, table: extra, layout: thing, optional: yes, source: chosen, note: Nobody says it.}
  rules: {title: Rules, kind: document, layout: rules-page, text: rules.md}
"""


def table(card: str) -> str:
    fields = "fields:\n  name: {}\n  number: {type: int, source: chosen}\n"
    return f"{fields}cards:\n  - {{id: {card}, name: N, number: 1}}\n"


FILES = {
    "cards/demo/game.yaml": GAME,
    "cards/demo/things.yaml": table("a"),
    "cards/demo/more.yaml": table("b"),
    "cards/demo/extra.yaml": table("c"),
    "cards/demo/rules.md": "# Rules\n\n{kit.cards} pieces. Chosen: {kit.chosen}\n",
    "layouts/demo/rules-page.yaml": "columns: 1\n",
}


def printed(project: Path, **options: object) -> list[str]:
    return [component.name for component in lay_out(project, **options).components]


def test_the_kit_holds_what_is_neither_optional_nor_absent(tmp_path: Path) -> None:
    project = make_project(tmp_path, FILES)
    assert printed(project) == ["things", "rules"]
    assert printed(project, settings=(("players", "6"),)) == ["things", "more", "rules"]
    assert printed(project, without=("rules",)) == ["things"]
    assert printed(project, components=("extra",)) == ["extra"]
    assert printed(project, everything=True, settings=(("players", "6"),)) == [
        "things",
        "more",
        "extra",
        "rules",
    ]


def test_a_setting_changes_counts(tmp_path: Path) -> None:
    kit = lay_out(make_project(tmp_path, FILES), settings=(("players", "6"),))
    assert {c.name: c.copies for c in kit.components} == {"things": 1, "more": 6, "rules": 0}


@pytest.mark.parametrize(
    ("options", "code", "message"),
    [
        ({"settings": (("playrs", "6"),)}, "unknown-name", 'Demo has no setting "playrs"'),
        ({"settings": (("players", "5"),)}, "unknown-value", 'setting "players" cannot be "5"'),
        ({"settings": (("deep", "x"),)}, "bad-value", 'setting "deep": "x" is not a whole number'),
        ({"without": ("thing",)}, "unknown-component", 'Demo has no component "thing"'),
    ],
)
def test_what_is_not_there_is_said(
    tmp_path: Path, options: dict[str, object], code: str, message: str
) -> None:
    (found,) = errors(make_project(tmp_path, FILES), **options)
    assert (found.code, found.message) == (code, message)


def test_a_condition_that_cannot_be_read_is_said_at_its_place(tmp_path: Path) -> None:
    game = GAME.replace("settings.players >= 6", "settings.playrs")
    found = errors(make_project(tmp_path, {**FILES, "cards/demo/game.yaml": game}))
    assert [one.code for one in found] == ["unknown-name"]
    assert found[0].span is not None
    assert found[0].span.line == 8


def test_documents_tell_what_was_chosen(tmp_path: Path) -> None:
    project = make_project(tmp_path, FILES)
    done = run("build", "demo", "--project", project)
    assert done.returncode == 0, done.stderr
    from pypdf import PdfReader

    text = " ".join(PdfReader(project / "output/demo/kit.pdf").pages[1].extract_text().split())
    assert "1 pieces. Chosen: players: 4 (A common table); Extra (Nobody says it);" in text
    assert "things, number" in text


def test_the_command_lists_sources_and_optional_components(tmp_path: Path) -> None:
    project = make_project(tmp_path, FILES)
    told = json.loads(run("list", "demo", "--sources", "--format", "json", "--project", project).stdout)
    assert told["sources"][0] == {"name": "players: 4", "source": "chosen", "note": "A common table."}
    assert [one["source"] for one in told["sources"]][-2:] == ["derived", "seed"]
    (game,) = json.loads(run("list", "--format", "json", "--project", project).stdout)["games"]
    assert {c["name"]: c["optional"] for c in game["components"]} == {
        "things": False,
        "extra": True,
        "rules": False,
    }
    assert game["sheets"] == 2


def test_all_games_are_built_in_one_go(tmp_path: Path) -> None:
    other = {path.replace("/demo/", "/other/"): text for path, text in FILES.items()}
    project = make_project(tmp_path, {**FILES, **other, "layouts/other/thing.yaml": "size: poker\n"})
    done = run("build", "--all", "--format", "json", "--project", project)
    assert done.returncode == 0, done.stderr
    games = json.loads(done.stdout)["games"]
    assert [game["game"] for game in games] == ["demo", "other"]
    assert all((project / "output" / name / "kit.pdf").exists() for name in ("demo", "other"))


def test_a_game_that_fails_does_not_stop_the_others(tmp_path: Path) -> None:
    files = {**FILES, "cards/bad/game.yaml": "title: Bad\n"}
    project = make_project(tmp_path, files)
    done = run("build", "--all", "--project", project)
    assert done.returncode == 1
    assert "cards/bad/game.yaml" in done.stderr
    assert (project / "output/demo/kit.pdf").exists()
    assert not (project / "output/bad").exists()


def test_all_goes_with_no_game_and_settings_are_pairs(tmp_path: Path) -> None:
    project = make_project(tmp_path, FILES)
    for args in ("build demo --all", "build --all --component things", "build demo --set players"):
        assert run(*args.split(), "--project", project).returncode == 2, args
