"""The Hansa Teutonica kit against the facts of its source (seeds/hansa-teutonica.yaml)."""

from __future__ import annotations

import json
import re
from collections import Counter
from math import hypot
from pathlib import Path
from typing import Any

import pytest
import yaml
from helpers import run
from pdfread import within
from realkit import ROOT, Built, in_points

from hotpnp.diag import Collector
from hotpnp.geometry import Rect
from hotpnp.impose.place import Placement
from hotpnp.model.game import Game, load_game
from hotpnp.model.table import Card
from hotpnp.pipeline import Kit, Options, build, prepare
from hotpnp.scene.items import fingerprint
from hotpnp.source.workspace import Workspace

GAME = "hansa-teutonica"
SEEDS: dict[str, Any] = yaml.safe_load((ROOT / "seeds" / f"{GAME}.yaml").read_text("utf-8"))
SEED, DERIVED, PUBLIC, CHOSEN = (SEEDS[part] for part in ("seed", "derived", "public", "chosen"))
MAP = PUBLIC["map"]
NAMES = {
    "desks": "desk",
    "prestige-track": "prestige-track",
    "coellen": "coellen",
    "chart": "scoring-chart",
    "cities-track": "completed-cities",
    "bonus-markers": "bonus-markers",
    "awards": "link-awards",
    "merchants": "merchants",
    "traders": "traders",
    "aids": "player-aid",
    "score": "score-sheet",
    "map": "map",
}
"""The components of the game with their names in the seeds."""


def build_game(output: Path, **options: Any) -> Built:
    report = build(Workspace(ROOT, Collector()), GAME, output, Options(**options))
    return Built(report.kit, report.files[0].read_bytes(), list(report.diagnostics))


def laid_out(**options: Any) -> Kit:
    return prepare(Workspace(ROOT, Collector()), GAME, Options(**options))


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    return build_game(tmp_path_factory.mktemp("output"), backs="with")


@pytest.fixture(scope="module")
def map_built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    return build_game(tmp_path_factory.mktemp("map"), components=("map",))


@pytest.fixture(scope="module")
def game() -> Game:
    return load_game(Workspace(ROOT, Collector()), GAME)


def cards(game: Game, table: str) -> dict[str, Card]:
    return game.tables[table].cards


def fronts(built: Built, component: str) -> list[tuple[int, Placement]]:
    """The pieces of a component with the page (from 1) that each lies on; all sheets but texts have backs."""
    return [
        (2 * number + 1, one)
        for number, sheet in enumerate(built.kit.sheets)
        for one in sheet.front.placements
        if one.component == component
    ]


def words_on(built: Built, page: int, trim: Rect) -> list[str]:
    box = in_points(trim, float(built.reader.pages[page - 1].mediabox.height))
    return [words.text for words in built.page(page).words if within((words.x, words.y) * 2, box)]


def only(built: Built, component: str) -> list[str]:
    """What the one piece of a component says."""
    ((page, placed),) = fronts(built, component)
    return words_on(built, page, placed.trim)


# Components: counts, kinds, sizes, sides.


def test_the_list_names_every_component_with_size_and_sides() -> None:
    (found,) = json.loads(run("list", GAME, "--format", "json", cwd=ROOT).stdout)["games"]
    parts = {part["name"]: part for part in found["components"]}
    assert set(parts) == {*NAMES, "counter", "rules"}
    for name, key in NAMES.items():
        size = CHOSEN["components"][key]["size_in"]
        wanted = size if isinstance(size, list) else [size, size]
        assert [mm / 25.4 for mm in parts[name]["size"]] == pytest.approx(wanted), name
        two_sided = name in ("bonus-markers", "aids")
        assert parts[name]["sides"] == 1 + two_sided, name
    assert SEED["components"]["player-aid"]["sides"] == 2
    assert parts["counter"]["size"][0] / 25.4 == pytest.approx(
        CHOSEN["components"]["completed-cities"]["counter_in"]
    )
    assert parts["map"]["sheets"] <= CHOSEN["components"]["map"]["letter_sheets"]["max"]


def test_counts_are_those_of_the_seeds(built: Built) -> None:
    told = {component.name: component.copies for component in built.kit.components}
    public, chosen = PUBLIC["components"], CHOSEN["components"]
    assert told == {
        "desks": public["desk"]["count"],
        "bonus-markers": public["bonus-markers"]["count"][CHOSEN["settings"]["edition"]["default"]],
        "awards": chosen["link-awards"]["count"],
        "merchants": public["merchants"]["count"],
        "traders": public["traders"]["count"],
        "counter": SEED["components"]["completed-cities"]["counter"],
        "aids": chosen["player-aid"]["count"],
        **{name: chosen[NAMES[name]]["count"] for name in ("prestige-track", "coellen", "chart")},
        **{name: chosen[NAMES[name]]["count"] for name in ("cities-track", "score")},
        "rules": 0,
    }
    assert built.diagnostics == []


@pytest.mark.parametrize("players", [2, 3])
def test_fewer_players_need_fewer_pieces(players: int) -> None:
    kit = laid_out(settings=(("players", str(players)),))
    told = {component.name: component.copies for component in kit.components}
    assert told["desks"] == told["aids"] == players
    assert told["traders"] == players * PUBLIC["components"]["traders"]["a_colour"]
    assert told["merchants"] == players * PUBLIC["components"]["merchants"]["a_colour"]


def test_settings_are_those_of_the_seeds(game: Game) -> None:
    edition = CHOSEN["settings"]["edition"]
    assert game.settings["edition"] == edition["default"]
    assert game.file.settings["edition"].one_of == edition["one_of"]
    assert game.settings["marker_wording"] == CHOSEN["settings"]["third_marker_wording"]
    assert game.settings["players"] == PUBLIC["players"]["first_edition"]["max"]
    assert game.settings["end_prestige"] == SEED["components"]["prestige-track"]["end_at"]
    assert game.settings["end_cities"] == SEED["components"]["completed-cities"]["end_at"]
    assert game.settings["traders"] == DERIVED["pieces_of_a_player"]["traders"]
    assert game.settings["merchants"] == DERIVED["pieces_of_a_player"]["merchants"]


# Desks.


def test_abilities_are_those_of_the_seeds(game: Game) -> None:
    made = {card.values["name"]: card.values for card in cards(game, "abilities").values()}
    assert list(made) == list(PUBLIC["abilities"]) == list(SEED["abilities"])
    covered: Counter[str] = Counter()
    for name, ability in PUBLIC["abilities"].items():
        assert made[name]["desk_name"] == ability["desk_name"]
        assert list(made[name]["steps"]) == [str(step) for step in ability["steps"]]
        assert {f"{made[name]['cover']}s": len(made[name]["steps"]) - 1} == ability["covered_by"]
        assert (made[name]["full"] or 0) == SEED["abilities"][name]["full_points"]
        covered.update(ability["covered_by"])
    assert covered == DERIVED["covered_at_start"]
    assert sum(values["full"] or 0 for values in made.values()) == DERIVED["full_abilities_at_most"]


def test_each_desk_shows_its_colour_and_all_steps(game: Game, built: Built) -> None:
    roman = {name: card.values["roman"] for name, card in cards(game, "privileges").items()}
    assert list(roman) == PUBLIC["abilities"]["Privilege"]["steps"]
    steps = [
        (ability["desk_name"], name, [roman.get(step, str(step)) for step in ability["steps"]])
        for name, ability in PUBLIC["abilities"].items()
    ]
    colours = []
    for page, placed in fronts(built, "desks"):
        said = words_on(built, page, placed.trim)
        colours.append(said[said.index("Actiones") - 1])
        for latin, name, values in steps:
            at = said.index(latin)
            full = SEED["abilities"][name]["full_points"]
            after = [*values, str(full)] if full else [*values, "× posts"]
            assert said[at + 1 : at + 2 + len(after)] == [name, *after]
        for part in ("Stock", "Supply", "Plate"):
            assert part in said
    assert colours == [card.values["name"] for card in cards(game, "players").values()]
    assert len(set(colours)) == PUBLIC["components"]["traders"]["colours"]


def test_players_can_be_told_apart_in_grey(game: Game) -> None:
    icons = ROOT / "layouts" / GAME / "icons"
    marks = [card.values["mark"] for card in cards(game, "players").values()]
    assert len({(icons / f"{mark}.svg").read_text("utf-8") for mark in marks}) == len(marks)


# Bonus markers.


def named(kind: str) -> str:
    return kind.replace("Remove 3", "Move 3")


@pytest.mark.parametrize("edition", ["first", "later"])
@pytest.mark.parametrize("wording", ["Move 3", "Remove 3"])
def test_markers_by_kind_are_those_of_each_edition(game: Game, edition: str, wording: str) -> None:
    kit = laid_out(
        components=("bonus-markers",), settings=(("edition", edition), ("marker_wording", wording))
    )
    drawn: Counter[str] = Counter()
    start: Counter[str] = Counter()
    for sheet in kit.sheets:
        for placed in sheet.front.placements:
            values = cards(game, "markers")[placed.card].values
            kind = values["kind"].values["name"]
            assert not kind.endswith("ove 3") or kind == wording
            (start if values["start"] else drawn)[named(kind)] += 1
    assert drawn + start == {row["kind"]: row[edition] for row in PUBLIC["bonus_markers"]}
    assert start == {row["kind"]: row["starting"] for row in PUBLIC["bonus_markers"] if row["starting"]}
    assert (drawn + start).total() == PUBLIC["bonus_marker_totals"][edition]
    assert start.total() == DERIVED["face_up_at_start"]
    assert drawn.total() == DERIVED["face_down_supply"][edition]


def test_drawn_markers_have_one_back_and_starting_ones_another(game: Game, built: Built) -> None:
    backs: dict[bool, set[str]] = {True: set(), False: set()}
    faces: dict[str, set[str]] = {}
    for sheet in built.kit.sheets:
        for placed in sheet.back.placements if sheet.back is not None else ():
            if placed.component == "bonus-markers":
                start = cards(game, "markers")[placed.card].values["start"]
                backs[start].add(fingerprint(placed.scene))
        for placed in sheet.front.placements:
            if placed.component == "bonus-markers":
                kind = cards(game, "markers")[placed.card].values["kind"].id
                faces.setdefault(kind, set()).add(fingerprint(placed.scene))
    assert [len(found) for found in backs.values()] == [1, 1]
    assert not backs[True] & backs[False]
    assert all(len(found) == 1 for found in faces.values())
    assert len(set.union(*faces.values())) == len(PUBLIC["bonus_markers"])


@pytest.mark.parametrize("flip", ["long-edge", "short-edge"])
def test_every_marker_and_aid_has_its_own_back_behind_it(flip: str) -> None:
    kit = laid_out(components=("bonus-markers", "aids"), backs="with", flip=flip)
    assert len(kit.sheets) == 1 + CHOSEN["components"]["player-aid"]["count"]
    for sheet in kit.sheets:
        assert sheet.back is not None
        width, height = sheet.plot.paper
        behind = {(back.trim.x, back.trim.y): back.card for back in sheet.back.placements}
        expected = {}
        for front in sheet.front.placements:
            trim = front.trim
            at = (width - trim.right, trim.y) if flip == "long-edge" else (trim.x, height - trim.bottom)
            expected[at] = front.card
        assert behind == expected


# Tableau, tracks, awards, chart, score sheet.


def test_the_coellen_tableau(game: Game, built: Built) -> None:
    made = [
        {"space": n, "points": card.values["coellen"], "privilege": card.id}
        for n, card in enumerate(cards(game, "privileges").values(), 1)
    ]
    assert made == PUBLIC["coellen"]
    assert sum(space["points"] for space in made) == DERIVED["coellen_at_most"]
    said = only(built, "coellen")
    shown = [word for word in said if word.isdigit() or word in ("I", "II", "III", "IV")]
    assert shown == ["7", "I", "8", "II", "9", "III", "11", "IV"]


def test_the_tracks_hold_every_number(built: Built) -> None:
    track = PUBLIC["components"]["prestige-track"]
    prestige = [int(word) for word in only(built, "prestige-track") if word.isdigit()]
    assert prestige == list(range(track["from"], track["to"] + 1))
    assert f"reaches {SEED['components']['prestige-track']['end_at']}" in " ".join(
        only(built, "prestige-track")
    )
    cities = [int(word) for word in only(built, "cities-track") if word.isdigit()]
    assert cities == list(range(SEED["components"]["completed-cities"]["end_at"] + 1))


def test_the_marks_for_linking_two_cities(built: Built) -> None:
    said = [words_on(built, page, placed.trim) for page, placed in fronts(built, "awards")]
    assert [(int(points), place) for points, place in said] == list(
        zip(SEED["components"]["link-awards"]["values"], ["1st link", "2nd link", "3rd link"], strict=True)
    )


def chart_of(said: list[str]) -> list[dict[str, Any]]:
    """The last twelve figures of a face: markers and points in turn."""
    figures = [word.replace("–", "-") for word in said if re.fullmatch(r"\d+(–\d+|\+)?", word)][-12:]
    return [{"markers": a, "points": int(b)} for a, b in zip(figures[::2], figures[1::2], strict=True)]


def test_the_chart_stands_on_strip_score_sheet_and_aid(built: Built) -> None:
    rows = SEED["scoring_chart"]
    assert chart_of(only(built, "chart")) == rows
    assert chart_of(only(built, "score")) == rows
    (page, placed), *_ = fronts(built, "aids")
    assert chart_of(words_on(built, page + 1, placed.trim)) == rows
    assert [row["points"] for row in rows] == [n * (n + 1) // 2 for n in range(1, 7)]


def test_the_score_sheet_has_the_six_steps_and_a_column_for_each_seat(game: Game, built: Built) -> None:
    rows = cards(game, "score-rows")
    steps = [card.values["label"] for card in rows.values() if card.values["kind"] == "line"]
    assert len(steps) == SEED["components"]["final-score"]["steps"] == len(SEED["final_score"])
    for label, told in zip(steps, SEED["final_score"], strict=True):
        word = {"Full abilities": "full ability", "Controlled cities": "controlled city"}.get(label, label)
        assert word.split()[0].lower().rstrip("s") in told.lower(), (label, told)
    said = only(built, "score")
    assert [word for word in said if word in (*steps, "Total")] == [*steps, "Total"]
    columns = CHOSEN["components"]["score-sheet"]["columns"]
    assert said[2 : 2 + columns] == [str(n + 1) for n in range(columns)]
    assert "share the win" in " ".join(said)
    assert SEED["tie"] == "shared"


# Aids and rules.


def test_the_aid_tells_actions_on_one_side_and_the_rest_on_the_other(built: Built) -> None:
    pages = [page for page, _ in fronts(built, "aids")]
    assert len(pages) == CHOSEN["components"]["player-aid"]["count"]
    front, back = built.text(pages[0]), built.text(pages[0] + 1)
    words = {
        "Place tradesman": "Place a tradesman",
        "Displace opponent tradesman": "Displace a rival",
        "Create trade route": "Make a trade route",
    }
    for action in SEED["side_1"]:
        assert words.get(action, action) in front
    pay = SEED["displace"]
    assert f"Pay {pay['pay_for_trader']} to your stock" in front
    assert f"Pay {pay['pay_for_merchant']} to your stock" in front
    for reward in ("Trading post", "Ability", "Coellen"):
        assert reward in front
    assert "Bursa: 3 · 5 · 7 · C" in front
    for heading in ("Bonus markers", "End of the game", "Final score", *PUBLIC["abilities"]):
        assert heading in back
    for row in PUBLIC["bonus_markers"]:
        assert row["kind"] in back
    assert len(SEED["end_of_game"]) == 3
    assert "a player reaches 20 prestige" in back
    assert "the 10th city is completed" in back
    assert "none is left" in back


def test_no_page_has_the_misspelling_of_the_source(built: Built) -> None:
    text = built.text(*range(1, len(built.reader.pages) + 1))
    assert SEED["misspelling"]["wrong"] not in text
    assert SEED["misspelling"]["right"] in text


def test_the_rules_tell_the_start_the_figures_and_what_was_chosen(built: Built) -> None:
    pages = len(built.reader.pages)
    text = built.text(pages - 1, pages)
    start = PUBLIC["start"]
    assert f"Traders in the supply {' '.join(map(str, start['supply_traders']))}" in text
    assert f"Traders in the stock {' '.join(map(str, start['stock_traders']))}" in text
    a_player = PUBLIC["components"]["traders"]["a_colour"]
    on_desk = DERIVED["covered_at_start"]["traders"]
    for supply, stock in zip(start["supply_traders"], start["stock_traders"], strict=True):
        assert supply + stock + on_desk + 1 == a_player
    for a, b in PUBLIC["starting_markers_on"]:
        assert f"{a}–{b}" in text
    for row in PUBLIC["bonus_markers"]:
        assert f"{row['kind']} {row['first']} " in text, row
    assert "16, of which 3 start on the map" in text
    for chosen in ("edition: first", "marker wording: Move 3", "Desks (half a letter page)"):
        assert chosen in text


def test_the_later_edition_is_told_on_rules_and_markers(tmp_path: Path) -> None:
    made = build_game(tmp_path, settings=(("edition", "later"), ("marker_wording", "Remove 3")))
    assert made.diagnostics == []
    text = made.text(*range(1, len(made.reader.pages) + 1))
    assert "15, of which 3 start on the map" in text
    assert "Remove 3" in text
    assert "Move 3" not in text


# The map.


def named_route(card: Card) -> tuple[str, str, int, bool]:
    a, b = (card.values[end].values["name"] for end in "ab")
    return a, b, card.values["points"], card.values["marker"]


def test_cities_and_routes_are_those_of_the_seeds(game: Game) -> None:
    abilities = {
        "book": "Book",
        "keys": "Keys",
        "bank": "Bank",
        "privilege": "Privilege",
        "actions": "Actions",
    }
    made = []
    for card in cards(game, "cities").values():
        city: dict[str, Any] = {"city": card.values["name"]}
        pairs = zip(card.values["shapes"], card.values["privileges"], strict=True)
        city["spaces"] = [f"{shape} {privilege.id}" for shape, privilege in pairs]
        if card.values["ability"] is not None:
            city["ability"] = abilities[card.values["ability"].id]
        if card.values["sign"] == "minster":
            city["ability"] = "tableau"
        if card.values["point"]:
            city["one_point_space"] = "first"
        made.append(city)
    assert made == MAP["cities"]
    routes = [named_route(card) for card in cards(game, "map-routes").values()]
    assert routes == [
        (route["a"], route["b"], route["points"], route.get("starting_marker", False))
        for route in MAP["routes"]
    ]
    assert [sorted((a, b)) for a, b, _, marker in routes if marker] == [
        sorted(pair) for pair in PUBLIC["starting_markers_on"]
    ]
    totals = MAP["totals"]
    spaces = Counter(word for city in made for space in city["spaces"] for word in space.split())
    assert (len(made), len(routes)) == (totals["cities"], totals["routes"])
    assert (spaces["trader"], spaces["merchant"]) == (totals["trader_spaces"], totals["merchant_spaces"])
    assert {name: spaces[name] for name in cards(game, "privileges")} == {
        name: totals[name] for name in cards(game, "privileges")
    }
    assert sum(route[2] for route in routes) == totals["points"]


WIDTH, HEIGHT = 738, 558
"""A quarter of the map, in points."""
TILE = 69
POINT = 45
"""Height of a city and diameter of a route's point with its distance, in points."""


def half_width(city: Card) -> float:
    return max(84, 42 * len(city.values["shapes"]) + 8) / 2


def test_each_sheet_of_the_map_lists_what_is_drawn_on_it(game: Game) -> None:
    cities = cards(game, "cities").values()
    for sheet in cards(game, "map").values():
        left, top = WIDTH * sheet.values["column"], HEIGHT * sheet.values["row"]
        within_sheet = [
            city.id
            for city in cities
            if left + half_width(city) < city.values["x"] < left + WIDTH - half_width(city)
            and top + TILE / 2 < city.values["y"] < top + HEIGHT - TILE / 2
        ]
        assert [city.id for city in sheet.values["cities"]] == within_sheet
        crossing = []
        for route in cards(game, "map-routes").values():
            (ax, ay), (bx, by) = ((route.values[end].values[k] for k in "xy") for end in "ab")
            steps = [(ax + (bx - ax) * n / 400, ay + (by - ay) * n / 400) for n in range(401)]
            if any(left < x < left + WIDTH and top < y < top + HEIGHT for x, y in steps):
                crossing.append(route.id)
        assert set(crossing) <= {route.id for route in sheet.values["routes"]}
    listed = Counter(city.id for sheet in cards(game, "map").values() for city in sheet.values["cities"])
    assert listed == dict.fromkeys(cards(game, "cities"), 1)


def test_the_points_of_each_route_have_room_between_its_cities(game: Game) -> None:
    for route in cards(game, "map-routes").values():
        a, b = route.values["a"], route.values["b"]
        dx, dy = (abs(a.values[k] - b.values[k]) for k in "xy")
        length = hypot(dx, dy)
        ends = [min(half_width(city) * length / dx, TILE / 2 * length / dy) for city in (a, b)]
        free = length - sum(ends)
        assert free >= route.values["points"] * POINT - 4, route.id
        assert abs(route.values["shift"] - (ends[0] - ends[1]) / 2) <= 3, route.id


def test_the_map_is_printed_only_when_it_is_asked_for(built: Built, map_built: Built) -> None:
    assert "map" not in {component.name for component in built.kit.components}
    assert map_built.diagnostics == []
    text = map_built.text(1, 2, 3, 4)
    for city in MAP["cities"]:
        assert text.count(city["city"]) == 1, city
    assert len(map_built.reader.pages) == 4


def test_no_face_has_more_than_eighty_lines() -> None:
    for path in (ROOT / "layouts" / GAME).glob("*.yaml"):
        assert len(path.read_text("utf-8").splitlines()) <= 80, path
