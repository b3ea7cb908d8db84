"""hotpnp stats: the figures of Honor of Trade against its seeds, and what the command writes."""

from __future__ import annotations

import csv
import io
import json
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from helpers import make_project, run
from PIL import Image
from realkit import GAME, ROOT, copy_project, read_seeds

SEEDS = read_seeds()
DERIVED = SEEDS["derived"]
ROUTES = "cards/honor-of-trade/routes.yaml"
A_B = "{id: A-B, a: A, b: B, number: 5, reward: o,          token: diamond}"


def told(*args: str | Path, cwd: Path = ROOT) -> dict[str, Any]:
    done = run("stats", *args, "--format", "json", cwd=cwd)
    assert (done.returncode, done.stderr) == (0, "")
    found = json.loads(done.stdout)
    assert isinstance(found, dict)
    return found


@pytest.fixture(scope="module")
def routes() -> dict[str, Any]:
    """The routes' statistics as the game names them."""
    (found,) = told(GAME, "--component", "routes")["components"]
    assert isinstance(found, dict)
    return found


def table(found: dict[str, Any], title: str) -> dict[str, Any]:
    (one,) = [one for one in found["tables"] if one["title"] == title]
    assert isinstance(one, dict)
    return one


def counts(found: dict[str, Any], title: str) -> dict[str, int]:
    one = table(found, title)
    return {label: cells[0] for label, cells in zip(one["rows"], one["cells"], strict=True)}


# Honor of Trade.


def test_the_counts_are_those_of_the_seeds(routes: dict[str, Any]) -> None:
    assert (routes["cards"], routes["pieces"]) == (110, 110)
    assert counts(routes, "number") == {str(key): n for key, n in DERIVED["numbers"].items()}
    stars = SEEDS["seed"]["star_planets"]
    derived = DERIVED["counts"]
    assert counts(routes, "planets") == {
        planet: derived["routes_of_a_star" if planet in stars else "routes_of_another_planet"]
        for planet in SEEDS["seed"]["planets"]
    }
    totals = sorted(DERIVED["reward_totals"].values())
    assert sorted(counts(routes, "reward.skill").values()) == totals
    diamonds = SEEDS["chosen"]["diamonds"]["count"]
    assert counts(routes, "token") == {"circle": 110 - diamonds, "diamond": diamonds}


def test_the_cross_tables_are_those_of_the_seeds(routes: dict[str, Any]) -> None:
    planets = table(routes, "planets x number")
    assert planets["column_totals"] == list(DERIVED["numbers"].values())
    assert planets["total"] == 110
    rewards = table(routes, "reward x number")
    vp = {f"vp-{points}" for points in DERIVED["planet_n"].values()}
    sums = dict(zip(rewards["rows"], rewards["row_totals"], strict=True))
    assert {label: count for label, count in sums.items() if label in vp} == dict.fromkeys(vp, 1)
    assert sums["action"] == DERIVED["reward_totals"]["Action"]


def test_the_route_matrix_holds_the_number_of_every_route(routes: dict[str, Any]) -> None:
    matrix = table(routes, "number by a x b")
    planets = SEEDS["seed"]["planets"]
    assert matrix["rows"] == matrix["columns"] == planets
    cells = matrix["cells"]
    assert [list(column) for column in zip(*cells, strict=True)] == cells
    plan, groups = DERIVED["number_plan"], DERIVED["number_plan"]["groups"]
    group_of = {planet: group for group, held in groups.items() for planet in held}
    filled = 0
    for i, a in enumerate(planets):
        for j, b in enumerate(planets[i + 1 :], i + 1):
            if f"{a}{b}" in DERIVED["star_pairs"]:
                assert cells[i][j] is None
                continue
            filled += 1
            name, pair = f"{a}-{b}", sorted((group_of[a], group_of[b]))
            (rule,) = [rule for rule in plan["by_groups"] if pair in rule["groups"]]
            number = rule["special_number"] if name in rule["special"] else rule["number"]
            assert cells[i][j] == (
                plan["exception"]["number"] if name == plan["exception"]["route"] else number
            )
        assert cells[i][i] is None
    assert filled == 110


def test_only_the_pairs_of_stars_never_occur(routes: dict[str, Any]) -> None:
    (missing,) = [one for one in routes["missing"] if one["fields"] == ["a", "b"]]
    assert ["".join(pair) for pair in missing["pairs"]] == DERIVED["star_pairs"]
    assert missing["occur"] + len(missing["pairs"]) == DERIVED["counts"]["pairs_of_planets"]
    assert missing["apart"] is True


def test_the_real_game_declares_what_never_changes(routes: dict[str, Any]) -> None:
    expected = {one["of"]: one["expected"] for one in routes["expectations"]}
    assert expected["count"] == "110"
    assert expected["a.star and b.star"] == "0"
    assert all(one["holds"] for one in routes["expectations"])


def test_check_stops_at_a_broken_expectation_and_build_warns(tmp_path: Path) -> None:
    root = copy_project(tmp_path, (ROUTES, A_B, A_B.replace("diamond", "circle")))
    told = "expected 31 cards with \"token == 'diamond'\", found 30"
    checked = run("check", GAME, cwd=root)
    assert checked.returncode == 1
    assert re.findall(r"expectation-failed\] (.*)", checked.stderr) == [told]
    assert re.search(r"game\.yaml:\d+:\d+: error\[expectation-failed\]", checked.stderr)
    assert not (root / "output").exists()
    built = run("build", GAME, "--component", "trade-priority", cwd=root)
    assert built.returncode == 0
    assert f"warning[expectation-failed] {told}" in built.stderr
    shown = run("stats", GAME, "--component", "routes", cwd=root)
    assert shown.returncode == 0
    assert "  3 of 4 expectations hold\n" in shown.stdout
    assert "token == 'diamond': 31 expected, broken, found 30\n" in shown.stdout


# The command.


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A small deck without tables of its own."""
    cards = "".join(
        f"  - {{id: c{n}, name: Card, number: {n % 3 + 1}, suit: {'red' if n % 2 else 'blue'}}}\n"
        for n in range(6)
    )
    fields = "fields: {name: {}, number: {type: int}, suit: {one_of: [red, blue, <green>]}}\n"
    return make_project(tmp_path, {"cards/demo/things.yaml": f"{fields}cards:\n{cards}"})


def test_the_tables_on_the_terminal(project: Path) -> None:
    done = run("stats", cwd=project)
    assert (done.returncode, done.stderr) == (0, "")
    lines = [line.rstrip() for line in done.stdout.splitlines()]
    assert lines[0] == "Demo 1.0"
    assert "Things: 6 cards" in lines
    assert "number  pieces    suit     pieces" in lines
    assert "1            2    red           3" in lines
    at = lines.index("suit x number")
    assert lines[at + 1 : at + 6] == [
        "suit     1  2  3  all",
        "red      1  1  1    3",
        "blue     1  1  1    3",
        "<green>  .  .  .    .",
        "all      2  2  2    6",
    ]
    assert "  suit: <green>" in lines


def test_a_table_asked_for(project: Path) -> None:
    (found,) = told("--cross", "number,suit", "--value", "number", cwd=project)["components"]
    assert [one["title"] for one in found["tables"]] == ["ranges", "number by number x suit"]
    done = run("stats", "--cross", "number,shoe", cwd=project)
    assert (done.returncode, done.stdout) == (1, "")
    assert "error[unknown-name] no component has number and shoe as fields" in done.stderr
    for wrong in (("--cross", "number"), ("--value", "number")):
        assert run("stats", *wrong, cwd=project).returncode == 2
    done = run("stats", "--component", "thing", cwd=project)
    assert (done.returncode, "unknown-component" in done.stderr) == (1, True)


def test_figures_in_one_file_and_in_many(project: Path) -> None:
    done = run("stats", "--csv", "out/figures.csv", cwd=project)
    assert done.returncode == 0
    assert f"wrote {Path('out') / 'figures.csv'}" in done.stdout
    rows = list(csv.DictReader(io.StringIO((project / "out/figures.csv").read_text("utf-8"))))
    assert {"component": "things", "table": "suit", "row": "red", "column": "pieces", "value": "3"} in rows
    run("stats", "--csv", "tables", cwd=project)
    assert sorted(path.name for path in (project / "tables").iterdir()) == [
        "things-number.csv",
        "things-ranges.csv",
        "things-suit-x-number.csv",
        "things-suit.csv",
    ]
    assert (project / "tables/things-suit.csv").read_text(
        "utf-8"
    ) == "suit,pieces\nred,3\nblue,3\n<green>,0\n"


def test_pictures(project: Path) -> None:
    done = run("stats", "--svg", "svg", "--png", "png", cwd=project)
    assert (done.returncode, done.stderr) == (0, "")
    names = ["things-number", "things-suit", "things-suit-x-number"]
    assert sorted(path.stem for path in (project / "svg").iterdir()) == names
    for name in names:
        assert (project / f"svg/{name}.svg").read_text("utf-8").startswith("<svg ")
        picture = Image.open(project / f"png/{name}.png")
        assert picture.width > 200
        assert len(picture.convert("L").getcolors()) > 20


class _Page(HTMLParser):
    """Which tags a page opens and leaves open, and what it would fetch."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[str] = []
        self.fetched: list[str] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)
        if tag != "meta":
            self.open.append(tag)
        self.fetched += [value or "" for key, value in attrs if key in ("src", "href")]

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


def test_one_page_that_needs_no_other_file(project: Path) -> None:
    done = run("stats", "--html", "stats.html", cwd=project)
    assert (done.returncode, done.stderr) == (0, "")
    page = _Page()
    page.feed((project / "stats.html").read_text("utf-8"))
    assert (page.open, page.fetched) == ([], [])
    assert (page.seen.count("svg"), page.seen.count("table")) == (3, 4)
    assert "script" not in page.seen
    for words in ("Demo 1.0: statistics", "Things 6 cards", "<green>", "suit x number"):
        assert words in page.text


def test_nothing_is_written_where_the_figures_are_wrong(project: Path) -> None:
    done = run("stats", "--cross", "number,shoe", "--html", "stats.html", "--csv", "all.csv", cwd=project)
    assert done.returncode == 1
    assert not list(project.glob("*.*"))


def test_a_build_loads_no_statistics(project: Path) -> None:
    script = (
        "import sys\n"
        "sys.argv = ['hotpnp', 'build', 'demo']\n"
        "from hotpnp.cli import main\n"
        "try:\n"
        "    main()\n"
        "except SystemExit:\n"
        "    pass\n"
        "new = ('rich', 'hotpnp.expand.stats', 'hotpnp.expand.expect', 'hotpnp.scene.charts')\n"
        "print([name for name in new if name in sys.modules], file=sys.stderr)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        cwd=project,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )
    assert done.stderr.splitlines()[-1] == "[]"
    assert (project / "output/demo/kit.pdf").exists()
