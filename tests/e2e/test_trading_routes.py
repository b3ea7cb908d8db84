"""The Trading Routes kit against the facts of its source (seeds/trading-routes.yaml)."""

from __future__ import annotations

import json
from collections import Counter
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest
import yaml
from helpers import run
from pdfread import pictures, within
from realkit import ROOT, Built, copy_project, in_points

from hotpnp.diag import Collector
from hotpnp.geometry import Rect
from hotpnp.impose.place import Placement
from hotpnp.model.game import Game, load_game
from hotpnp.model.table import Card
from hotpnp.pipeline import Options, build
from hotpnp.scene.items import fingerprint
from hotpnp.source.workspace import Workspace
from hotpnp.units import INCH, PT

GAME = "trading-routes"
SEEDS: dict[str, Any] = yaml.safe_load((ROOT / "seeds" / f"{GAME}.yaml").read_text("utf-8"))
SEED, DERIVED, CHOSEN = SEEDS["seed"], SEEDS["derived"], SEEDS["chosen"]
TRIBES = {tribe["id"]: tribe for tribe in CHOSEN["tribes"]}
OTHERS = {other["id"]: other for other in CHOSEN["others"]}
PAGE = 11 * 72.0


def build_game(root: Path, output: Path, **options: Any) -> Built:
    report = build(Workspace(root, Collector()), GAME, output, Options(**options))
    return Built(report.kit, report.files[0].read_bytes(), list(report.diagnostics))


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    return build_game(ROOT, tmp_path_factory.mktemp("output"), backs="with")


@pytest.fixture(scope="module")
def game() -> Game:
    return load_game(Workspace(ROOT, Collector()), GAME)


def cards(game: Game, table: str = "cards") -> dict[str, Card]:
    return game.tables[table].cards


def fronts(built: Built, component: str) -> list[tuple[int, Placement]]:
    """The pieces of a component with the page (from 1) that each lies on."""
    page, found = 0, []
    for sheet in built.kit.sheets:
        page += 1
        found += [(page, one) for one in sheet.front.placements if one.component == component]
        if sheet.back is not None:
            page += 1
    return found


def words_on(built: Built, page: int, trim: Rect) -> str:
    box = in_points(trim, PAGE)
    return " ".join(words.text for words in built.page(page).words if within((words.x, words.y) * 2, box))


# The card database.


def test_tribes_are_those_of_the_seeds(game: Game) -> None:
    made = {
        card.id: {
            "id": card.id,
            "name": card.values["name"],
            "needs": card.values["needs"].values["name"],
            "produces": card.values["produces"].values["name"],
            "count": card.count,
        }
        for card in cards(game).values()
        if card.values["kind"].id == "TRIBE"
    }
    assert made == TRIBES


def test_every_ordered_pair_of_goods_is_one_tribe(game: Game) -> None:
    names = [card.values["name"] for card in cards(game, "goods").values()]
    assert names == CHOSEN["goods"]
    pairs = Counter((tribe["needs"], tribe["produces"]) for tribe in TRIBES.values())
    assert pairs == dict.fromkeys(permutations(names, 2), 1)


def test_kinds_have_the_copies_and_points_of_the_seeds(game: Game) -> None:
    copies: Counter[str] = Counter()
    points = 0
    for card in cards(game).values():
        copies[card.values["kind"].id] += card.count
        points += card.count * card.values["kind"].values["points"]
    assert copies == CHOSEN["deck"]
    assert list(cards(game, "kinds")) == SEED["components"]["cards"]["kinds"]
    kinds = {card.id: card.values["points"] for card in cards(game, "kinds").values()}
    assert kinds == SEED["points"]
    assert points == DERIVED["most_points_in_the_chosen_deck"]


def test_the_smaller_deck_is_what_the_rules_leave(game: Game) -> None:
    smaller = CHOSEN["smaller_deck"]
    tribes = [card for card in cards(game).values() if card.values["kind"].id == "TRIBE"]
    left = [card for card in tribes if "grain" not in (card.values["needs"].id, card.values["produces"].id)]
    assert len(left) == smaller["tribes"]
    assert sum(card.count for card in left) == smaller["TRIBE"]
    others = {card.values["kind"].id: card.count - 4 for card in cards(game).values() if card not in tribes}
    assert others == {kind: smaller[kind] for kind in others}
    assert smaller["total"] == smaller["TRIBE"] + sum(others.values())


def test_what_may_lie_beside_what_is_what_the_source_says(game: Game) -> None:
    words = {"if they match": "fits", "if it matches the tribe beyond": "fits", True: "yes", "never": "never"}
    (aid,) = cards(game, "aids").values()
    told = {row.values["kind"].id: list(row.values["answers"]) for row in aid.values["beside"]}
    assert told == {
        new: [words[answer] for answer in answers.values()] for new, answers in SEED["neighbours"].items()
    }
    for answers in SEED["neighbours"].values():
        assert list(answers) == list(cards(game, "kinds"))


def test_settings_are_those_of_the_seeds(game: Game) -> None:
    chosen, made = CHOSEN["settings"], game.settings
    assert made["match"] == chosen["match"]["default"]
    assert game.file.settings["match"].one_of == chosen["match"]["one_of"]
    assert made["shortest_route"] == chosen["shortest_route"]["default"]
    assert made["peace_lies"] in chosen["peace"]["lies"]
    assert made["ruins_and_war_begin"] == chosen["may_start_a_route"]["RUINS"]
    assert chosen["may_start_a_route"]["RUINS"] is chosen["may_start_a_route"]["TRIBAL WAR"] is False
    assert made["war_beside_peace"] == (chosen["war_beside_peace"] == "allowed")
    assert made["tie"] == chosen["tie"]
    assert made["starting_player"].startswith(chosen["starting_player"])
    assert made["hand"] == SEED["hand"]
    assert made["players"] == CHOSEN["players"]["max"]
    held = {name for name, spec in game.file.settings.items() if spec.source == "chosen" and spec.note}
    assert held == set(game.settings) - {"hand"}


# Components.


def test_the_list_names_every_component(built: Built) -> None:
    found = json.loads(run("list", GAME, "--format", "json", cwd=ROOT).stdout)["games"][0]
    parts = {part["name"]: part for part in found["components"]}
    expected = CHOSEN["components"]
    for name, key in (("cards", "cards"), ("aids", "player-aid"), ("score", "score-sheet")):
        assert parts[name]["copies"] == expected[key]["count"], name
    for name, key in (("cards", "cards"), ("score", "score-sheet"), ("rules", "rules-summary")):
        assert [mm / 25.4 for mm in parts[name]["size"]] == pytest.approx(expected[key]["size_in"]), name
    assert {name: part["sides"] for name, part in parts.items() if name != "rules"} == {
        "cards": 2,
        "aids": expected["player-aid"]["sides"],
        "score": expected["score-sheet"]["sides"],
    }
    assert parts["cards"]["sheets"] == DERIVED["sheets_of_nine"]["deck"]
    assert parts["cards"]["sheets"] + parts["aids"]["sheets"] == DERIVED["sheets_of_nine"]["deck_and_aids"]
    assert parts["rules"]["sheets"] == CHOSEN["components"]["rules-summary"]["count"]
    assert built.diagnostics == []


def test_each_card_says_what_its_row_says(built: Built) -> None:
    counted: Counter[str] = Counter()
    for page, placed in fronts(built, "cards"):
        counted[placed.card] += 1
        said = words_on(built, page, placed.trim)
        if placed.card in TRIBES:
            tribe = TRIBES[placed.card]
            assert said.startswith("TRIBE 1"), said
            for word in (tribe["name"], f"needs {tribe['needs']}", f"produces {tribe['produces']}"):
                assert word in said, (placed.card, said)
        else:
            kind = OTHERS[placed.card]["kind"]
            assert kind in said
            assert str(SEED["points"][kind]) in said.split()
    assert counted == {card["id"]: card["count"] for card in (*TRIBES.values(), *OTHERS.values())}


@pytest.mark.parametrize("flip", ["long-edge", "short-edge"])
def test_every_piece_has_its_own_back_behind_it(tmp_path: Path, flip: str) -> None:
    kit = build_game(ROOT, tmp_path, backs="with", flip=flip).kit
    for sheet in kit.sheets[:11]:
        assert sheet.back is not None
        width, height = sheet.plot.paper
        behind = {(back.trim.x, back.trim.y): (back.component, back.card) for back in sheet.back.placements}
        expected = {}
        for front in sheet.front.placements:
            trim = front.trim
            x, y = (width - trim.right, trim.y) if flip == "long-edge" else (trim.x, height - trim.bottom)
            expected[x, y] = (front.component, front.card)
        assert behind == expected
    sides = [sheet.back for sheet in kit.sheets[:10] if sheet.back is not None]
    backs = {fingerprint(back.scene) for side in sides for back in side.placements}
    assert len(backs) == 1


# Cards laid side by side.


@pytest.fixture(scope="module")
def ends(built: Built) -> dict[str, tuple[list[Any], list[Any]]]:
    """The colours down the left and right edge of each card, where its plates are."""
    drawn = pictures(built.data, 144)
    found: dict[str, tuple[list[Any], list[Any]]] = {}
    for page, placed in fronts(built, "cards"):
        if placed.card in found:
            continue
        left, top = placed.trim.x // PT * 2, placed.trim.y // PT * 2
        right = placed.trim.right // PT * 2
        rows = range(top + 2 * 84, top + 2 * 152, 4)
        edges = [[drawn[page - 1].getpixel((x, y)) for y in rows] for x in (left + 3, right - 4)]
        found[placed.card] = (edges[0], edges[1])
    return found


def alike(one: list[Any], other: list[Any]) -> bool:
    return all(
        max(abs(a - b) for a, b in zip(p, q, strict=True)) < 24 for p, q in zip(one, other, strict=True)
    )


def test_the_ends_of_two_tribes_match_where_the_goods_do(
    ends: dict[str, tuple[list[Any], list[Any]]],
) -> None:
    for left in TRIBES.values():
        for right in TRIBES.values():
            same = left["produces"] == right["needs"]
            assert alike(ends[left["id"]][1], ends[right["id"]][0]) is same, (left, right)


def test_a_road_runs_through_the_other_cards(ends: dict[str, tuple[list[Any], list[Any]]]) -> None:
    for card in OTHERS:
        left, right = ends[card]
        middle = len(left) // 2
        assert alike(left[middle - 1 : middle], right[middle - 1 : middle])


# Aids, score sheet, rules.


def test_the_aid_tells_turn_and_points(built: Built) -> None:
    (front, placed), *_ = fronts(built, "aids")
    said = words_on(built, front, placed.trim)
    for kind in SEED["points"]:
        assert kind in said
    back = built.text(front + 1)
    for words in (
        "Play a card.",
        "Complete?",
        "Draw a card,",
        "TRIBE 1, RUINS 1, others 0",
        "At least 3 TRIBE",
    ):
        assert words in back, words


def test_the_score_sheet_has_a_column_for_each_player(built: Built) -> None:
    ((page, placed), *spares) = fronts(built, "score")
    assert [one.extra for _, one in spares] == [True]
    said = words_on(built, page, placed.trim)
    for number in range(1, CHOSEN["players"]["max"] + 1):
        assert str(number) in said.split()
    assert said.count("TRIBE cards") == said.count("RUINS cards") == said.count("Total") == 3
    assert (placed.trim.width / INCH, placed.trim.height / INCH) == (8.5, 5.5)


def rules(built: Built) -> str:
    return built.text(len(built.reader.pages))


def test_the_rules_tell_the_figures_and_what_was_chosen(built: Built) -> None:
    text = rules(built)
    for kind, count in CHOSEN["deck"].items():
        assert f"{kind} {count} {SEED['points'][kind]}" in text, kind
    assert f"deal {SEED['hand']} to each player" in text
    assert "at least 3 TRIBE cards" in text
    assert f"{CHOSEN['smaller_deck']['total']} cards remain" in text
    for words in ("shortest route: 3", "starting player: youngest player", "90 = 60 TRIBE"):
        assert words in text, words


def test_a_setting_changes_rules_and_aids(built: Built, tmp_path: Path) -> None:
    changes = {"match": "same tribe", "war_beside_peace": "no", "no_legal_card": "pass", "players": "4"}
    made = build_game(ROOT, tmp_path, settings=tuple(changes.items()), backs="with")
    assert made.diagnostics == []
    assert "the same tribe stands at both ends" in rules(made)
    assert "which Dune needs: the route is complete" not in rules(made)
    assert "TRIBAL WAR TRIBE or RUINS PEACE" in rules(made)
    assert len(fronts(made, "aids")) == 4
    page = fronts(made, "aids")[0][0]
    assert "Stuck? Pass." in made.text(page + 1)
    assert "Stuck? Pass." not in built.text(page + 1)


def test_a_tribe_without_a_good_is_said(tmp_path: Path) -> None:
    row = "needs: salt,  produces: fish,  art: art/dune.svg"
    project = copy_project(tmp_path, (f"cards/{GAME}/cards.yaml", row, row.replace("salt", "silk")))
    found = run("check", GAME, cwd=project)
    assert found.returncode == 1
    assert 'field "needs" has no entry "silk" in goods' in found.stderr + found.stdout
