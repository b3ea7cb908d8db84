"""Faults in the input, by the installed command: what is said, the exit code, and that nothing is written."""

from __future__ import annotations

import json
import os
import re
from dataclasses import dataclass
from pathlib import Path

import pytest
from helpers import FILES, GAME, THING, THINGS, errors, make_project, run

OLDER = b"%PDF-1.4 an older kit\n"
PLACE = re.compile(r"^(\S+?):(\d+):(\d+): (error|warning)\[([a-z0-9-]+)\]", re.MULTILINE)
TABLE, LAYOUT, FILE = "cards/demo/things.yaml", "layouts/demo/thing.yaml", "cards/demo/game.yaml"


@dataclass(frozen=True)
class Case:
    """A project with one fault, where it is said, and words of the message and the hint."""

    files: dict[str, str | bytes | None]
    place: str
    code: str
    words: str = ""
    hint: str = ""


REWARDS = "cards:\n  - {id: privilege}\n  - {id: action}\n"
REFERRING = "fields:\n  reward: {ref: rewards}\ncards:\n  - {id: A-B, reward: privelege}\n"
BLANK = "size: poker\nelements: {}\n"
BIG = "size: 200mm x 280mm\nelements: {}\n"

CASES = {
    "an unknown key of a card": Case(
        {TABLE: THINGS.replace("name: First", "name: First, txet: Hello")},
        f"{TABLE}:5:28",
        "unknown-key",
        'one: unknown key "txet"',
        "known here: count, id, name, notes, number, silence, tags",
    ),
    "an unknown key of a layout": Case(
        {LAYOUT: THING.replace("height: 10mm", "hieght: {}", 1)},
        f"{LAYOUT}:3:59",
        "unknown-key",
        'unknown key "hieght"',
        'did you mean "height"?',
    ),
    "a misspelt reference": Case(
        {"cards/demo/rewards.yaml": REWARDS, TABLE: REFERRING, LAYOUT: BLANK},
        f"{TABLE}:4:23",
        "unknown-value",
        'A-B: field "reward" has no entry "privelege" in rewards',
        'did you mean "privilege"?',
    ),
    "a number above the largest": Case(
        {TABLE: THINGS.replace("number: 2", "number: 6")},
        f"{TABLE}:6:37",
        "bad-value",
        'two: field "number": 6 is above 5, the largest allowed',
    ),
    "an id that stands twice": Case(
        {TABLE: THINGS.replace("id: three", "id: one")},
        f"{TABLE}:7:10",
        "duplicate-id",
        'the id "one" stands twice (first in line 5)',
    ),
    "a key that stands twice": Case(
        {TABLE: THINGS.replace("number: 2", "number: 2, name: Again")},
        f"{TABLE}:6:40",
        "duplicate-key",
        'the key "name" stands twice (first in line 6)',
        "remove or rename one of the two",
    ),
    "a tab": Case(
        {TABLE: THINGS.replace("  number", "\tnumber")}, f"{TABLE}:3:1", "tab", "tab", "indent with spaces"
    ),
    "a missing table": Case(
        {FILE: GAME.replace("table: things", "table: thinsg")},
        f"{FILE}:4:34",
        "file-missing",
        "cards/demo/thinsg.yaml",
        'did you mean "things.yaml"?',
    ),
    "a missing layout": Case(
        {LAYOUT: None, "layouts/demo/qqqq.yaml": BLANK},
        f"{FILE}:4:50",
        "file-missing",
        LAYOUT,
        "layouts/demo",
    ),
    "a field that no card has": Case(
        {LAYOUT: THING.replace("{name}", "{nmae}")},
        f"{LAYOUT}:3:16",
        "unknown-name",
        'there is no field "nmae"',
        'did you mean "name"?',
    ),
    "a card bigger than its slot": Case(
        {FILE: GAME + "sheet: nine-up\n", LAYOUT: BIG},
        f"{FILE}:4:50",
        "card-too-big",
        "a piece of things is 200 mm x 280 mm",
        "--sheet",
    ),
    "a sheet that does not fit its paper": Case(
        {
            FILE: GAME + "sheet: nine-up\nsheets: {nine-up: {cell: 89mm x 127mm}}\n",
            LAYOUT: "size: 89mm x 127mm\nelements: {}\n",
        },
        f"{FILE}:5:8",
        "sheet-too-big",
        "3 x 89 mm = 267 mm wide, the paper is 215.9 mm wide",
        "tabloid, a3",
    ),
    "a table that is not UTF-8": Case(
        {TABLE: THINGS.replace("First", "Fürst").encode("latin-1")},
        f"{TABLE}:5:22",
        "not-utf8",
        "the byte 0xFC is not UTF-8 text",
        "save the file as UTF-8",
    ),
    "an empty table": Case(
        {TABLE: "fields: {}\ncards:\n", LAYOUT: BLANK},
        f"{TABLE}:2:1",
        "empty-table",
        "the table holds no cards",
    ),
    "an unquoted colour": Case(
        {LAYOUT: "size: poker\nelements:\n  a:\n    shape: rect\n    fill: #ff0000\n"},
        f"{LAYOUT}:5:11",
        "comment-value",
        "#ff0000 is read as a comment",
        'put it in quotes: "#ff0000"',
    ),
    "a text that YAML cannot read": Case(
        {TABLE: "fields: {text: {}}\ncards:\n- id: a\n  text: Flip: draw 2\n"},
        f"{TABLE}:4:13",
        "syntax",
        "a colon followed by a space",
        "put the text in quotes",
    ),
    "a text that does not fit": Case(
        {TABLE: THINGS.replace("First", "word " * 80 + "end")},
        f"{TABLE}:5:21",
        "text-overflow",
        "higher than its box of 10 mm",
        "shorten the text, or enlarge the box",
    ),
    "a misspelt icon": Case(
        {LAYOUT: THING + "  icon: {icon: staar}\n", "layouts/shared/icons/star.svg": "<svg/>"},
        f"{LAYOUT}:5:16",
        "unknown-icon",
        'there is no icon "staar"',
        'did you mean "star"?',
    ),
    "too many copies": Case(
        {TABLE: THINGS.replace("number: 2", "number: 2, count: 100233")},
        f"{TABLE}:6:47",
        "too-many-copies",
        "100233 copies of one card are more than 1000",
        "write the card several times",
    ),
}


def files_of(project: Path) -> dict[str, bytes]:
    return {
        path.relative_to(project).as_posix(): path.read_bytes()
        for path in project.rglob("*")
        if path.is_file()
    }


def with_older_kit(project: Path) -> Path:
    older = project / "output" / "demo" / "kit.pdf"
    older.parent.mkdir(parents=True)
    older.write_bytes(OLDER)
    return project


@pytest.mark.parametrize("name", CASES)
def test_a_fault_is_said_with_its_line_and_nothing_is_written(tmp_path: Path, name: str) -> None:
    case = CASES[name]
    project = with_older_kit(make_project(tmp_path, case.files))
    before = files_of(project)
    done = run("build", "demo", "--project", project)
    assert done.returncode == 1
    assert done.stdout == ""
    lines = done.stderr.splitlines()
    (at,) = (i for i, line in enumerate(lines) if ": error[" in line)
    headline, *rest = lines[at : at + 3]
    assert headline.startswith(f"{case.place}: error[{case.code}]")
    assert case.words in headline
    file, row, column = case.place.split(":")
    content = before[file]
    if case.code != "not-utf8":
        line = content.decode("utf-8").splitlines()[int(row) - 1]
        assert rest[0] == f"{row:>5} | {line}"
        assert rest[1].startswith("      | " + " " * (int(column) - 1) + "^")
    assert case.hint in (rest[1] if rest[0].startswith(f"{row:>5} | ") else rest[0])
    assert lines[-1] == "1 error; nothing was written"
    assert files_of(project) == before


@pytest.mark.parametrize("name", CASES)
def test_a_fault_comes_with_a_hint(tmp_path: Path, name: str) -> None:
    (found,) = errors(make_project(tmp_path, CASES[name].files))
    assert CASES[name].hint in found.hint
    assert found.hint


def test_check_says_the_same_as_build(tmp_path: Path) -> None:
    project = make_project(tmp_path, CASES["a text that does not fit"].files)
    before = files_of(project)
    check, build = (run(command, "demo", "--project", project) for command in ("check", "build"))
    assert (check.returncode, check.stderr) == (1, build.stderr)
    assert check.stdout == ""
    assert files_of(project) == before


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="needs file permissions")
def test_a_file_without_permission_is_said(tmp_path: Path) -> None:
    project = make_project(tmp_path)
    (project / TABLE).chmod(0)
    done = run("build", "--project", project)
    assert done.returncode == 1
    assert f"{TABLE}: error[file-unreadable] cannot be read:" in done.stderr
    assert not (project / "output").exists()


def test_a_folder_in_place_of_a_file_is_said(tmp_path: Path) -> None:
    project = make_project(tmp_path, {TABLE: None})
    (project / TABLE).mkdir()
    done = run("build", "--project", project)
    assert done.returncode == 1
    assert f"{TABLE}: error[file-unreadable] cannot be read:" in done.stderr


@pytest.mark.parametrize("blocked", ["out", "out/demo", "out/demo/kit.pdf"])
def test_what_cannot_be_written_is_said(tmp_path: Path, blocked: str) -> None:
    """A file stands where a folder must be, or a folder where the file must be."""
    project = make_project(tmp_path)
    place = tmp_path / blocked
    place.parent.mkdir(parents=True, exist_ok=True)
    if blocked.endswith(".pdf"):
        place.mkdir()
    else:
        place.write_bytes(b"mine")
    done = run("build", "--project", project, "--output", tmp_path / "out")
    assert done.returncode == 1
    assert "error[not-writable] cannot be written:" in done.stderr
    assert "--output" in done.stderr
    left = [path for path in (tmp_path / "out").rglob("*") if path.is_file()] if blocked != "out" else [place]
    assert [path.read_bytes() for path in left] == ([] if blocked.endswith(".pdf") else [b"mine"])


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="needs file permissions")
def test_a_folder_without_permission_is_said(tmp_path: Path) -> None:
    project = make_project(tmp_path)
    (tmp_path / "out").mkdir(mode=0o555)
    done = run("build", "--project", project, "--output", tmp_path / "out")
    assert done.returncode == 1
    assert "error[not-writable] cannot be written:" in done.stderr


MANY: dict[str, str | bytes | None] = {
    TABLE: THINGS.replace("number: 1}", "number: 9}")
    .replace("id: three", "id: one")
    .replace("name: S", "nme: x, name: S"),
    LAYOUT: THING.replace('"{name}", left: 6mm', '"{name}", left: 6mn').replace(
        "height: 10mm}\n", "hight: {}}\n"
    ),
}


def test_several_faults_are_said_in_one_run_in_order_of_place(tmp_path: Path) -> None:
    done = run("build", "--project", make_project(tmp_path, MANY))
    assert done.returncode == 1
    found = [(m[1], int(m[2]), int(m[3]), m[5]) for m in PLACE.finditer(done.stderr)]
    assert found == [
        (TABLE, 5, 36, "bad-value"),
        (TABLE, 6, 15, "unknown-key"),
        (TABLE, 7, 10, "duplicate-id"),
        (LAYOUT, 3, 32, "bad-value"),
        (LAYOUT, 3, 59, "unknown-key"),
        (LAYOUT, 4, 64, "unknown-key"),
    ]
    assert done.stderr.splitlines()[-1] == "6 errors; nothing was written"


def test_faults_of_several_cards_are_said_card_by_card(tmp_path: Path) -> None:
    long = THINGS.replace("First", "word " * 60 + "end").replace("Third", "word " * 60 + "stop")
    done = run("check", "--project", make_project(tmp_path, {TABLE: long}))
    found = [(m[2], m[5]) for m in PLACE.finditer(done.stderr) if m[4] == "error"]
    assert found == [("5", "text-overflow"), ("7", "text-overflow")]
    assert "one:" in done.stderr
    assert "three:" in done.stderr


@pytest.mark.parametrize("command", ["build", "check"])
def test_json_is_one_object_on_standard_output(tmp_path: Path, command: str) -> None:
    project = with_older_kit(make_project(tmp_path, MANY))
    before = files_of(project)
    done = run(command, "--format", "json", "--project", project)
    assert (done.returncode, done.stderr) == (1, "")
    told = json.loads(done.stdout)
    assert [one["code"] for one in told["diagnostics"]] == [
        "bad-value",
        "unknown-key",
        "duplicate-id",
        "bad-value",
        "unknown-key",
        "unknown-key",
    ]
    assert told["diagnostics"][1] == {
        "code": "unknown-key",
        "severity": "error",
        "file": TABLE,
        "line": 6,
        "column": 15,
        "message": 'unknown key "nme"',
        "hint": 'did you mean "name"?',
        "card": "two",
    }
    if command == "build":
        assert told["files"] == []
        assert told["sheets"] == told["cards"] == 0
    assert files_of(project) == before


@pytest.mark.parametrize("command", ["build", "check"])
def test_json_of_a_fault_without_a_place_has_nulls(tmp_path: Path, command: str) -> None:
    done = run(command, "dmeo", "--format", "json", "--project", make_project(tmp_path))
    assert done.returncode == 1
    (found,) = json.loads(done.stdout)["diagnostics"]
    assert (found["code"], found["file"], found["line"], found["column"]) == (
        "unknown-game",
        None,
        None,
        None,
    )
    assert found["hint"] == 'did you mean "demo"?'


@pytest.mark.parametrize(
    "args",
    [
        ("--no-such-option",),
        ("build", "--no-such-option"),
        ("biuld",),
        ("build", "--backs", "sideways"),
        ("build", "--format", "xml"),
        ("build", "demo", "extra"),
        ("check", "--project", "no/such/folder"),
        ("explain", "demo"),
    ],
)
def test_a_wrong_command_line_is_exit_code_2(tmp_path: Path, args: tuple[str, ...]) -> None:
    project = make_project(tmp_path)
    before = files_of(project)
    done = run(*args, cwd=project)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("Usage: hotpnp")
    assert "Error: " in done.stderr
    assert files_of(project) == before


def test_a_page_that_the_kit_does_not_have_is_said(tmp_path: Path) -> None:
    done = run("picture", "demo", tmp_path / "page.png", "--page", "9", "--project", make_project(tmp_path))
    assert done.returncode == 1
    assert "error[unknown-page] the kit has 1 pages, not 9" in done.stderr
    assert not (tmp_path / "page.png").exists()


def test_a_folder_without_a_project_is_said(tmp_path: Path) -> None:
    for done in (run("build", cwd=tmp_path), run("build", "--project", tmp_path)):
        assert done.returncode == 1
        assert "error[no-project]" in done.stderr
        assert "--project" in done.stderr


def test_a_project_with_several_games_asks_which(tmp_path: Path) -> None:
    project = make_project(
        tmp_path, {path.replace("/demo/", "/other/"): text for path, text in FILES.items()}
    )
    done = run("build", cwd=project)
    assert done.returncode == 1
    assert "error[unknown-game] which game? demo, other" in done.stderr


PLAIN_LOCALE = {"LC_ALL": "C", "LANG": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}


def test_the_systems_encoding_changes_nothing(tmp_path: Path) -> None:
    files = {TABLE: THINGS.replace("First", "“Érstes”"), FILE: GAME.replace("Demo", "Démo")}
    project = make_project(tmp_path, files)
    for out, env in (("plain", PLAIN_LOCALE), ("usual", {})):
        assert run("build", "--project", project, "--output", tmp_path / out, env=env).returncode == 0
    assert (tmp_path / "plain/demo/kit.pdf").read_bytes() == (tmp_path / "usual/demo/kit.pdf").read_bytes()


@pytest.mark.parametrize("form", ["text", "json"])
def test_faults_are_said_whatever_the_systems_encoding(tmp_path: Path, form: str) -> None:
    files = {TABLE: THINGS.replace("id: one, name: First, number: 1", "id: Ä, name: Érstes, number: 9")}
    done = run("check", "--format", form, "--project", make_project(tmp_path, files), env=PLAIN_LOCALE)
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert "above 5" in done.stdout + done.stderr
