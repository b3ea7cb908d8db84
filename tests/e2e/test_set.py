"""hotpnp set on a copy of Honor of Trade."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from helpers import run
from realkit import copy_project

ROUTES = "cards/honor-of-trade/routes.yaml"
GAME = ("--game", "honor-of-trade")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return copy_project(tmp_path)


def test_numbers_of_the_routes_of_a_planet(root: Path) -> None:
    before = (root / ROUTES).read_bytes()
    asked = ("set", "routes", "--where", "a == 'N'", "number-=1")
    done = run(*asked, "--dry-run", cwd=root)
    assert done.returncode == 0, done.stderr
    assert (root / ROUTES).read_bytes() == before
    assert "-  - {id: N-U, a: N, b: U, number: 5, reward: vp-13}\n" in done.stdout
    assert "+  - {id: N-U, a: N, b: U, number: 4, reward: vp-13}\n" in done.stdout
    assert done.stdout.endswith("2 cards of 2 chosen would change; nothing was written\n")
    assert "\x1b" not in done.stdout
    done = run(*asked, cwd=root)
    assert done.returncode == 0, done.stderr
    assert done.stdout.endswith(f"2 cards of 2 chosen changed; wrote {ROUTES}\n")
    assert (root / ROUTES).read_bytes() == before.replace(b"b: U, number: 5", b"b: U, number: 4").replace(
        b"N-O, a: N, b: O, number: 4", b"N-O, a: N, b: O, number: 3"
    )
    assert run("check", "honor-of-trade", cwd=root).returncode == 0
    back = run("set", "routes", "--select", "N-U,N-O", "number+=1", cwd=root)
    assert back.returncode == 0, back.stderr
    assert (root / ROUTES).read_bytes() == before


def test_what_would_break_the_game_is_not_written(root: Path) -> None:
    before = (root / ROUTES).read_bytes()
    done = run("set", "routes", "number+=1", "--yes", cwd=root)
    assert done.returncode == 1
    assert f"{ROUTES}:15:35: error[bad-value]" in done.stderr
    assert 'A-B: field "number": 6 is above 5, the largest allowed' in done.stderr
    assert "   15 |   - {id: A-B, a: A, b: B, number: 6, reward: o," in done.stderr
    assert done.stderr.endswith("nothing was written\n")
    assert (root / ROUTES).read_bytes() == before
    assert sorted(path.name for path in (root / ROUTES).parent.iterdir()) == sorted(
        path.name for path in (Path(__file__).parents[2] / ROUTES).parent.iterdir()
    )


def test_nothing_to_change_is_no_error(root: Path) -> None:
    done = run("set", "routes", "--where", "number > 5", "number=1", cwd=root)
    assert (done.returncode, done.stdout) == (0, "no card of routes is chosen; nothing to change\n")
    done = run("set", "routes", "--select", "A-B", "number=5", cwd=root)
    assert done.returncode == 0
    assert done.stdout == "1 card chosen, all as they should be; nothing to change\n"


def test_json_tells_old_and_new_values(root: Path) -> None:
    asked = ("set", "planets", "--where", "star", "tags+=star", "reward=o", "--select", "A..B")
    done = run(*asked, "--format", "json", cwd=root)
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert told == {
        "game": "honor-of-trade",
        "file": "cards/honor-of-trade/planets.yaml",
        "chosen": 1,
        "changed": [
            {
                "id": "A",
                "fields": {"tags": {"old": None, "new": ["star"]}, "reward": {"old": None, "new": "o"}},
            }
        ],
        "written": True,
        "diagnostics": [],
    }
    assert 'ink: "#ffffff", tags: [star], reward: o}\n' in (root / told["file"]).read_text("utf-8")
    done = run("set", "routes", "number*=9", "--format", "json", cwd=root)
    assert done.returncode == 1
    told = json.loads(done.stdout)
    assert told["written"] is False
    assert told["changed"][0] == {"id": "B-U", "fields": {"number": {"old": "1", "new": "9"}}}
    assert {one["code"] for one in told["diagnostics"]} == {"bad-value"}


def test_line_ends_and_byte_order_mark_stay(root: Path) -> None:
    file = root / ROUTES
    text = file.read_text("utf-8").rstrip("\n")
    file.write_bytes(b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode("utf-8"))
    before = file.read_bytes()
    done = run("set", "routes", "--select", "K-M", "number=2", "token=diamond", cwd=root)
    assert done.returncode == 0, done.stderr
    assert file.read_bytes() == before.replace(
        b"{id: K-M, a: K, b: M, number: 3, reward: network-vp}",
        b"{id: K-M, a: K, b: M, number: 2, reward: network-vp, token: diamond}",
    )


@pytest.mark.parametrize(
    ("asked", "code", "said"),
    [
        (("set", "routs", "number=1"), 1, 'did you mean "routes"?'),
        (("set", "routes", "nummer=1"), 1, 'did you mean "number"?'),
        (("set", "routes", "--where", "nummer == 1", "number=1"), 1, 'did you mean "number"?'),
        (("set", "routes", "--select", "a-b", "number=1"), 1, 'did you mean "A-B"?'),
        (("set", "routes", "number"), 2, "is no assignment"),
        (("set", "routes", "number==1"), 2, "compares"),
        (("set", "routes"), 2, "say what is to be set"),
        (("set", "routes", "number=1", "--game", "sampler"), 1, 'Sampler has no table "routes"'),
    ],
)
def test_what_is_wrong_with_a_command(root: Path, asked: tuple[str, ...], code: int, said: str) -> None:
    done = run(*asked, cwd=root)
    assert done.returncode == code
    assert said in done.stderr


def test_a_table_that_several_games_have(root: Path) -> None:
    other = root / "cards/sampler/routes.yaml"
    other.write_text("fields: {}\ncards:\n  - {id: x}\n", encoding="utf-8")
    done = run("set", "routes", "number=1", "--select", "A-B", cwd=root)
    assert done.returncode == 1
    assert 'which game? honor-of-trade, sampler have a table "routes"' in done.stderr
    done = run("set", "routes", "number=1", "--select", "A-B", "--unset", "token", *GAME, cwd=root)
    assert done.returncode == 0, done.stderr
    assert "  - {id: A-B, a: A, b: B, number: 1, reward: o}\n" in (root / ROUTES).read_text("utf-8")


@pytest.mark.skipif(os.name == "nt", reason="needs a pseudo-terminal")
@pytest.mark.parametrize(("answer", "code"), [("n", 1), ("y", 0)])
def test_on_a_terminal_it_asks_and_shows_colours(root: Path, answer: str, code: int) -> None:
    import pty

    before = (root / ROUTES).read_bytes()
    ours, theirs = pty.openpty()
    program = Path(sys.executable).with_name("hotpnp")
    command = [str(program), "set", "routes", "--select", "A-B", "number=4"]
    with subprocess.Popen(command, cwd=root, stdin=theirs, stdout=theirs, stderr=theirs) as process:
        os.close(theirs)
        os.write(ours, f"{answer}\n".encode())
        shown = b""
        try:
            while part := os.read(ours, 4096):
                shown += part
        except OSError:  # the terminal is closed when the command ends
            pass
        finally:
            os.close(ours)
    assert process.returncode == code
    assert f"Change 1 card in {ROUTES}?".encode() in shown
    assert b"\x1b[32m+  - {id: A-B, a: A, b: B, number: 4" in shown
    assert ((root / ROUTES).read_bytes() != before) == (answer == "y")


def test_the_readme_shows_what_is_printed(root: Path) -> None:
    readme = (Path(__file__).parents[2] / "README.md").read_text("utf-8")
    (shown,) = re.findall(r"\$ hotpnp set routes --where[^\n]*\n(.*?)Change 2 cards", readme, re.DOTALL)
    done = run("set", "routes", "--where", "a == 'N'", "number-=1", "--dry-run", cwd=root)
    assert done.stdout.startswith(shown)
