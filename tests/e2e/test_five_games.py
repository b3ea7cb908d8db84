"""The five games together: every component of the facts, what commands say and write, what layouts hold."""

from __future__ import annotations

import json
import re
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
import yaml
from helpers import lay_out, run
from pdfread import pictures
from PIL import ImageChops
from realkit import ROOT, copy_project

from hotpnp.diag import Collector
from hotpnp.impose.place import Placement
from hotpnp.model.game import Game, load_game
from hotpnp.pipeline import Kit, Options, build
from hotpnp.scene.items import fingerprint
from hotpnp.source.workspace import Workspace

SEEDS: dict[str, dict[str, Any]] = yaml.safe_load((ROOT / "seeds" / "components.yaml").read_text("utf-8"))
GAMES = list(SEEDS)
SHARED = ROOT / "layouts" / "shared"
README = (ROOT / "README.md").read_text("utf-8")
INCH = 25.4


def components_of(game: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = SEEDS[game]["components"]
    return found


def names(game: str, *, optional: bool) -> list[str]:
    return [one["name"] for one in components_of(game) if one.get("optional", False) == optional]


@cache
def database(game: str) -> Game:
    return load_game(Workspace(ROOT, Collector()), game)


@cache
def whole(game: str, flip: str = "long-edge") -> Kit:
    """Everything of a game laid out with backs, optional components too."""
    return lay_out(ROOT, game, backs="with", flip=flip, everything=True)


@cache
def listed() -> dict[str, dict[str, Any]]:
    done = run("list", "--format", "json", cwd=ROOT)
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert told["diagnostics"] == []
    return {game["name"]: game for game in told["games"]}


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The games in a folder of their own, since builds are remembered beside them."""
    return copy_project(tmp_path_factory.mktemp("project"))


@pytest.fixture(scope="module")
def built(project: Path) -> dict[str, dict[str, Any]]:
    """What ``build --all`` says of each game."""
    return build_all(project)


def build_all(project: Path, *options: str | Path) -> dict[str, dict[str, Any]]:
    done = run("build", "--all", *options, "--format", "json", cwd=project)
    assert done.returncode == 0, done.stderr
    results = {result["game"]: result for result in json.loads(done.stdout)["games"]}
    assert all(result["diagnostics"] == [] for result in results.values())
    return results


def texts(path: Path) -> list[str]:
    """The text of each page."""
    document = pypdfium2.PdfDocument(path)
    found = [page.get_textpage().get_text_bounded() for page in document]
    document.close()
    return found


# Components.


def test_the_games_are_those_of_the_facts() -> None:
    assert set(GAMES) | {"sampler"} == set(listed())
    for game in GAMES:
        own = yaml.safe_load((ROOT / "seeds" / f"{game}.yaml").read_text("utf-8"))
        assert own["document"] == SEEDS[game]["document"]
        assert own["game"] == listed()[game]["title"]


@pytest.mark.parametrize("game", GAMES)
def test_every_component_has_the_kind_number_size_and_sides_of_the_facts(game: str) -> None:
    told = {one["name"]: one for one in listed()[game]["components"]}
    assert set(told) == {one["name"] for one in components_of(game)}
    for one in components_of(game):
        name, document = one["name"], one["kind"] == "document"
        found = told[name]
        keys = ("kind", "cards", "copies", "sides", "optional")
        assert {key: found[key] for key in keys} == {
            "kind": one["kind"],
            "cards": 0 if document else one.get("cards", 1),
            "copies": 0 if document else one["copies"],
            "sides": one.get("sides", 1),
            "optional": one.get("optional", False),
        }, name
        assert found["size"] == pytest.approx([side * INCH for side in one["size_in"]], abs=0.01), name
        if document:
            assert found["sheets"] == one["pages"], name


@pytest.mark.parametrize("game", GAMES)
def test_every_copy_is_placed_once(game: str) -> None:
    placed = Counter(
        one.component for sheet in whole(game).sheets for one in sheet.front.placements if not one.extra
    )
    wanted = {one["name"]: one["copies"] for one in components_of(game) if one["kind"] != "document"}
    assert {name: placed[name] for name in wanted} == wanted


def sides(game: str, name: str, flip: str = "long-edge") -> list[tuple[Placement, Placement]]:
    """Fronts of a component, each with what lies behind it when the paper is turned."""
    pairs = []
    for sheet in whole(game, flip).sheets:
        paper = sheet.plot.paper
        for front in sheet.front.placements:
            if front.component != name or sheet.back is None:
                continue
            trim = front.trim
            x, y = (
                (trim.x, paper.height - trim.bottom)
                if flip == "short-edge"
                else (paper.width - trim.right, trim.y)
            )
            behind = [one for one in sheet.back.placements if (one.trim.x, one.trim.y) == (x, y)]
            assert len(behind) == 1, (name, front.card)
            pairs.append((front, behind[0]))
    return pairs


@pytest.mark.parametrize("flip", ["long-edge", "short-edge"])
@pytest.mark.parametrize("game", GAMES)
def test_every_back_lies_behind_its_own_front(game: str, flip: str) -> None:
    for one in components_of(game):
        if one.get("sides", 1) == 2:
            pairs = sides(game, one["name"], flip)
            assert len([front for front, _ in pairs if not front.extra]) == one["copies"], one["name"]
            assert all(front.card == back.card and front.trim.size == back.trim.size for front, back in pairs)


@pytest.mark.parametrize("game", GAMES)
def test_backs_are_common_alike_or_their_own(game: str) -> None:
    two_sided = [one for one in components_of(game) if "back" in one]
    drawn: dict[str, set[str]] = {}
    for one in two_sided:
        name = one["name"]
        pairs = sides(game, name)
        same = {front.scene.parts == back.scene.parts for front, back in pairs}
        assert same == {one["back"] == "alike"}, name
        assert len({front.card for front, _ in pairs}) == one.get("cards", 1), name
        drawn[name] = {fingerprint(back.scene) for _, back in pairs}
    for one in two_sided:
        name = one["name"]
        expected = 1 if one["back"] == "common" else one.get("cards", 1)
        assert len(drawn[name]) == expected, name
        if "same_back_as" in one:
            assert drawn[name] == drawn[one["same_back_as"]], name
        if "other_back_than" in one:
            assert drawn[name].isdisjoint(drawn[one["other_back_than"]]), name


@pytest.mark.parametrize("game", [game for game in GAMES if "players" in database(game).settings])
def test_numbers_follow_the_players(game: str) -> None:
    seats = database(game).file.settings["players"].one_of
    assert seats
    for players in map(int, seats):
        kit = lay_out(ROOT, game, settings={"players": str(players)}, everything=True)
        found = {one.name: one.copies for one in kit.components if one.kind != "document"}
        assert found == {
            one["name"]: one["per_player"] * players + one.get("spare", 0)
            if "per_player" in one
            else one["copies"]
            for one in components_of(game)
            if one["kind"] != "document" and players >= one.get("from_players", 2)
        }, players


@pytest.mark.parametrize(("players", "feathers"), [(5, 0), (6, 6)])
def test_six_players_of_hoard_need_the_feather_cards(
    project: Path, tmp_path: Path, players: int, feathers: int
) -> None:
    options = ("--set", f"players={players}", "--output", tmp_path, "--format", "json")
    done = run("build", "hoard", *options, cwd=project)
    assert done.returncode == 0, done.stderr
    told = {one["name"]: one["copies"] for one in json.loads(done.stdout)["components"]}
    assert (told.get("feather", 0), told["aids"]) == (feathers, players)


# The commands.


@pytest.mark.parametrize("game", GAMES)
def test_build_all_gives_the_sheets_of_each_game(built: dict[str, dict[str, Any]], game: str) -> None:
    result = built[game]
    assert [one["name"] for one in result["components"]] == names(game, optional=False)
    sheets = {one["name"]: one["sheets"] for one in listed()[game]["components"]}
    assert {one["name"]: one["sheets"] for one in result["components"]} == {
        name: sheets[name] for name in names(game, optional=False)
    }
    assert result["sheets"] == listed()[game]["sheets"]
    (path,) = result["files"]
    assert len(texts(Path(path))) == result["sheets"]


def test_build_all_with_backs(built: dict[str, dict[str, Any]], project: Path, tmp_path: Path) -> None:
    results = build_all(project, "--backs", "with", "--output", tmp_path)
    assert set(results) == set(built)
    for game in GAMES:
        (path,) = results[game]["files"]
        assert results[game]["sheets"] == built[game]["sheets"]
        pages = len(texts(Path(path)))
        assert built[game]["sheets"] < pages <= 2 * built[game]["sheets"], game


@pytest.mark.parametrize("game", GAMES)
def test_check_has_nothing_to_say(game: str) -> None:
    done = run("check", game, "--format", "json", cwd=ROOT)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["diagnostics"] == []


# Texts.


def faulty(text: str) -> list[str]:
    """Signs of a field that was not filled or a letter that a font lacks."""
    return re.findall(r"[{}\ufffd]|\bNone\b|\bUndefined\b", text)


@pytest.mark.parametrize("game", GAMES)
def test_every_page_has_text_and_no_field_is_left_unfilled(
    built: dict[str, dict[str, Any]], game: str, tmp_path: Path
) -> None:
    options = Options(backs="file", everything=True)
    with_optional, backs = build(Workspace(ROOT, Collector()), game, tmp_path, options).files
    for path in (*map(Path, built[game]["files"]), with_optional):
        for number, text in enumerate(texts(path), 1):
            assert len(text.split()) > 10, (path.name, number)
            assert faulty(text) == [], (path.name, number)
    assert faulty(" ".join(texts(backs))) == []


@pytest.mark.parametrize("game", GAMES)
def test_the_rules_end_with_what_was_chosen(built: dict[str, dict[str, Any]], game: str) -> None:
    rules = names(game, optional=False)[-1] if game != "honor-of-trade" else "rulebook"
    (component,) = [one for one in database(game).components if one.name == rules]
    assert component.spec.text is not None
    source = (ROOT / "cards" / game / component.spec.text).read_text("utf-8")
    heading = re.findall(r"^## (.+)$", source, re.MULTILINE)[-1]
    assert "chose" in heading.lower()
    count = {one["name"]: one["sheets"] for one in built[game]["components"]}[rules]
    (path,) = built[game]["files"]
    text = " ".join(" ".join(texts(Path(path))[-count:]).split())
    told = text[text.rindex(heading) + len(heading) :]
    chosen = {name: one for name, one in database(game).file.settings.items() if one.source == "chosen"}
    assert chosen
    for name, setting in chosen.items():
        assert setting.value in told, name
        if "{kit.chosen}" in source:
            assert name.replace("_", " ") in told, name


# In grey.


@pytest.mark.parametrize("game", GAMES)
def test_every_sheet_can_be_read_in_grey(game: str, tmp_path: Path) -> None:
    """No lint of contrast or colour is silenced, and the letters of each line stand out from their ground."""
    options = Options(gray=True, backs="with", everything=True)
    report = build(Workspace(ROOT, Collector()), game, tmp_path, options)
    assert report.diagnostics == ()
    for folder in ("cards", "layouts"):
        for file in (ROOT / folder / game).rglob("*.yaml"):
            assert not re.search(r"silence:.*(low-contrast|colour-only)", file.read_text("utf-8")), file
    (path,) = report.files
    document = pypdfium2.PdfDocument(path)
    for number, (page, picture) in enumerate(zip(document, pictures(path.read_bytes(), 150), strict=True), 1):
        red, green, blue = picture.convert("RGB").split()
        for other in (green, blue):
            assert ImageChops.difference(red, other).getextrema() == (0, 0), number
        reader, high = page.get_textpage(), page.get_height()
        for index in range(reader.count_rects()):
            left, bottom, right, top = reader.get_rect(index)
            around = (left - 1, high - top - 1, right + 1, high - bottom + 1)
            darkest, lightest = red.crop(tuple(round(side * 150 / 72) for side in around)).getextrema()
            assert contrast(darkest, lightest) >= 3, (
                number,
                reader.get_text_bounded(left, bottom, right, top),
            )
    document.close()


def contrast(dark: int, light: int) -> float:
    """The contrast of two greys (0 to 255) by WCAG 2."""
    low, high = (
        ((grey / 255 + 0.055) / 1.055) ** 2.4 if grey > 10 else grey / 255 / 12.92 for grey in (dark, light)
    )
    return (high + 0.05) / (low + 0.05)


# Layouts.


def face_files() -> dict[str, int]:
    """The layouts that draw fronts, backs and pages of the five games, with their lines."""
    files: dict[str, int] = {}
    for game in GAMES:
        for component in database(game).components:
            for design in (component.front, component.back):
                for layout in design.layouts.values() if design is not None else ():
                    files[layout.path] = len((ROOT / layout.path).read_text("utf-8").splitlines())
    return files


def test_no_layout_is_longer_than_eighty_lines() -> None:
    faces = face_files()
    assert len(faces) > 50
    print("\n".join(f"{lines:3} {path}" for path, lines in sorted(faces.items())))
    files = {path: len(path.read_text("utf-8").splitlines()) for path in (ROOT / "layouts").rglob("*.yaml")}
    assert {path: lines for path, lines in files.items() if lines > 80} == {}
    assert {ROOT / path for path in faces} <= set(files)


def test_every_shared_layout_is_used_by_two_games_or_more() -> None:
    shared = {path.stem for path in SHARED.glob("*.yaml")}
    users: dict[str, set[str]] = {name: set() for name in shared}
    for game in [*GAMES, "sampler"]:
        own = {path.stem for path in (ROOT / "layouts" / game).glob("*.yaml")}
        file = yaml.safe_load((ROOT / "cards" / game / "game.yaml").read_text("utf-8"))
        named = [one.get(key) for one in file["components"].values() for key in ("layout", "back")]
        for path in (ROOT / "layouts" / game).glob("*.yaml"):
            extends = yaml.safe_load(path.read_text("utf-8")).get("extends", [])
            named += [extends] if isinstance(extends, str) else extends
        for name in named:
            if isinstance(name, str) and name in shared - own:
                users[name].add(game)
    assert {name: games for name, games in users.items() if len(games) < 2} == {}


# The README.


@pytest.mark.parametrize("game", GAMES)
def test_the_readme_tells_of_the_game(game: str) -> None:
    (row,) = re.findall(rf"^\| \[.+?\]\(cards/{game}\) \|(.+)\|$", README, re.MULTILINE)
    *_, kit, optional = (cell.strip() for cell in row.split("|"))
    assert kit == str(listed()[game]["sheets"])
    told = [f"`{name}`" for name in names(game, optional=True)]
    assert re.findall(r"`[\w-]+`", optional) == told
