"""The Victory & Honor kit against the facts of its source (seeds/victory-and-honor.yaml)."""

from __future__ import annotations

import json
import re
from collections import Counter
from functools import cache
from typing import Any

import pytest
import yaml
from helpers import run
from pdfread import Box, Drawn, drawn, open_pdf, within
from realkit import ROOT, in_points

from hotpnp.diag import Collector
from hotpnp.impose.place import Placement
from hotpnp.model.game import Game, load_game
from hotpnp.pipeline import Kit, Options, build, prepare
from hotpnp.source.workspace import Workspace
from hotpnp.units import INCH

GAME = "victory-and-honor"
SEEDS = yaml.safe_load((ROOT / "seeds" / f"{GAME}.yaml").read_text("utf-8"))
SEED, DERIVED, PUBLIC, CHOSEN = (SEEDS[key] for key in ("seed", "derived", "public", "chosen"))
FACTS = {fact["id"]: fact for fact in DERIVED["cards"]}
PAPER_HEIGHT = 792
REGIMENTS, BOARDS, CUBES, AIDS, NOTEPAD, RULES = (
    range(1, 6),
    range(6, 8),
    range(8, 9),
    range(9, 11),
    range(11, 12),
    range(12, 14),
)
"""The pages of each component."""


@pytest.fixture(scope="module")
def game() -> Game:
    return load_game(Workspace(ROOT, Collector()), GAME)


class Printed:
    """A finished kit and its pages."""

    def __init__(self, kit: Kit, data: bytes, complaints: list[Any]) -> None:
        self.kit = kit
        self.complaints = complaints
        self.pages = open_pdf(data).pages
        self.page = cache(self._page)

    def _page(self, number: int) -> Drawn:
        return drawn(self.pages[number - 1])

    def text(self, *pages: int) -> str:
        """All that stands on pages (from 1), with single spaces."""
        return " ".join(" ".join(words.text for page in pages for words in self.page(page).words).split())

    def placed(self, component: str) -> list[tuple[int, Placement]]:
        """A component's pieces with their pages."""
        return [
            (number, placement)
            for number, sheet in enumerate(self.kit.sheets, 1)
            for placement in sheet.front.placements
            if placement.component == component
        ]

    def words(self, page: int, box: Box) -> list[str]:
        """The texts that begin in a box."""
        return [w.text for w in self.page(page).words if within((w.x, w.y, w.x, w.y), box, 0)]


def print_kit(folder: Any, **options: Any) -> Printed:
    report = build(Workspace(ROOT, Collector()), GAME, folder, Options(**options))
    return Printed(report.kit, report.files[0].read_bytes(), list(report.diagnostics))


@pytest.fixture(scope="module")
def kit(tmp_path_factory: pytest.TempPathFactory) -> Printed:
    return print_kit(tmp_path_factory.mktemp("kit"))


@pytest.fixture(scope="module")
def other_kit(tmp_path_factory: pytest.TempPathFactory) -> Printed:
    """The kit with the other value of every setting."""
    other = {
        name: next(str(value) for value in setting["one_of"] if value != setting["default"])
        for name, setting in CHOSEN["settings"].items()
    }
    return print_kit(tmp_path_factory.mktemp("other"), settings=tuple(other.items()))


# The card database.


def test_the_deck_is_that_of_the_source(game: Game) -> None:
    cards = game.tables["cards"].cards
    told = {}
    for name, card in cards.items():
        kind = card.values["kind"].values
        number, is_general = card.values["number"], kind["name"] == "General"
        told[name] = {
            "id": name,
            "regiment": card.values["regiment"].values["blue"].values["name"],
            "value": f"{number}★" if is_general else str(number),
            "kind": kind["name"],
            "order": card.values["order"],
            "manoeuvre": kind["manoeuvre"].id if kind["manoeuvre"] else "none",
            "vp": number if is_general else "1 a general",
        }
    assert told == FACTS
    assert len(told) == SEED["components"]["regiments"]["count"]
    assert Counter(fact["kind"] for fact in told.values()) == DERIVED["by_kind"]


def test_colours_differ_in_name_emblem_and_shade(game: Game) -> None:
    colours = [card.values for card in game.tables["colours"].cards.values()]
    assert {colour["name"]: colour["emblem"] for colour in colours} == CHOSEN["emblems"]
    drawings = {
        (ROOT / "layouts" / GAME / "icons" / f"{colour['emblem']}.svg").read_text("utf-8")
        for colour in colours
    }
    assert len(drawings) == len({colour["colour"] for colour in colours}) == len(colours) == 5
    regiments = [card.values for card in game.tables["regiments"].cards.values()]
    assert [r["blue"].values["name"] for r in regiments] == SEED["colours"]
    assert {r["green"].values["name"] for r in regiments} == set(PUBLIC["colours_2004"])


def test_positions_meet_as_the_source_says(game: Game) -> None:
    positions = [card.values for card in game.tables["positions"].cards.values()]
    assert [position["name"].lower() for position in positions] == SEED["components"]["boards"]["positions"]
    told = {position["name"].lower(): position["to"].removeprefix("the ") for position in positions}
    assert told == SEED["board_arrows"]
    fire = {position["name"].lower(): position["fire"].removeprefix("the ") for position in positions}
    meet = dict(DERIVED["lines_that_meet"])
    assert fire == meet
    assert {name: fire[name] for name in SEED["bombardment"]} == SEED["bombardment"]
    order = sorted(positions, key=lambda position: int(position["resolved"]))
    assert [position["name"].lower() for position in order] == SEED["resolving"]["positions"]


def test_settings_have_the_proposed_values(game: Game) -> None:
    assert {
        name: {"one_of": [str(value) for value in setting["one_of"]], "default": setting["default"]}
        for name, setting in CHOSEN["settings"].items()
    } == {
        name: {"one_of": list(setting.one_of), "default": game.settings[name]}
        for name, setting in game.file.settings.items()
    }


def test_what_is_chosen_says_so_and_why(game: Game) -> None:
    for component in game.components:
        assert component.spec.source, component.name
        assert component.spec.note, component.name
    chosen = {component.name for component in game.components if component.spec.source == "chosen"}
    assert chosen == set(CHOSEN["components"]) - {"honor-cards"}
    for name, setting in game.file.settings.items():
        assert setting.source, name
        assert setting.note, name


# Components: kinds, counts, sizes, sides.


def test_components_are_listed_as_the_facts_have_them() -> None:
    listed = run("list", GAME, "--format", "json", "--project", ROOT)
    assert listed.returncode == 0, listed.stderr
    (game,) = json.loads(listed.stdout)["games"]
    seed, chosen, optional = SEED["components"], CHOSEN["components"], PUBLIC["components"]["honor-cards"]
    expected = {
        "regiments": ("cards", seed["regiments"]["count"], chosen["regiments"]["size_in"], 2),
        "honor-cards": ("cards", optional["count"], chosen["honor-cards"]["size_in"], 2),
        "boards": ("board", DERIVED["components"]["boards"]["count"], chosen["boards"]["size_in"], 1),
        "cubes": ("chit", seed["cubes"]["count"], [chosen["cubes"]["size_in"]] * 2, 2),
        "player-aid": ("aid", chosen["player-aid"]["count"], chosen["player-aid"]["size_in"], 2),
        "notepad": ("sheet", chosen["notepad"]["count"], chosen["notepad"]["size_in"], 1),
        "rules-summary": ("document", 0, chosen["rules-summary"]["size_in"], 1),
    }
    told = {c["name"]: (c["kind"], c["copies"], c["size"], c["sides"]) for c in game["components"]}
    assert told == {
        name: (kind, count, [round(inches * 25.4, 2) for inches in size], sides)
        for name, (kind, count, size, sides) in expected.items()
    }
    assert {c["name"] for c in game["components"] if c["optional"]} == {"honor-cards"}


def test_sheets_and_pieces(kit: Printed) -> None:
    assert kit.complaints == []
    sheets = {c.name: c.sheets for c in kit.kit.components if not c.optional}
    assert sheets["regiments"] == DERIVED["sheets_of_nine"]
    assert sheets["rules-summary"] == CHOSEN["components"]["rules-summary"]["pages"]
    assert len(kit.pages) == sum(sheets.values()) == 13
    assert Counter(p.card for _, p in kit.placed("regiments")) == dict.fromkeys(FACTS, 1)
    assert Counter(p.card[5:] for _, p in kit.placed("cubes")) == {"RED": 4, "BLU": 4, "BLK": 4, "YEL": 4}
    assert {page for page, _ in kit.placed("cubes")} == set(CUBES)
    assert {page for page, _ in kit.placed("boards")} == set(BOARDS)


# Backs.


@pytest.mark.parametrize("flip", ["long-edge", "short-edge"])
def test_backs_lie_behind_their_fronts(flip: str) -> None:
    made = prepare(Workspace(ROOT, Collector()), GAME, Options(backs="with", flip=flip))
    two_sided = Counter[str]()
    for sheet in made.sheets:
        if sheet.back is None:
            continue
        paper = sheet.plot.paper
        for front, back in zip(sheet.front.placements, sheet.back.placements, strict=True):
            assert (front.component, front.card) == (back.component, back.card)
            x, y = front.trim.x, front.trim.y
            behind = (
                (paper.width - front.trim.right, y)
                if flip == "long-edge"
                else (x, paper.height - front.trim.bottom)
            )
            assert (back.trim.x, back.trim.y) == behind, front.card
            two_sided[front.component] += 1
    assert two_sided == {"regiments": 40, "cubes": 16, "player-aid": 4}


def test_no_back_gives_a_card_away_and_cubes_are_alike_on_both_sides() -> None:
    made = prepare(Workspace(ROOT, Collector()), GAME, Options(backs="with", everything=True))
    backs: dict[str, list[Placement]] = {}
    for sheet in made.sheets:
        for placement in sheet.back.placements if sheet.back is not None else ():
            backs.setdefault(placement.component, []).append(placement)
    deck = backs["regiments"] + backs["honor-cards"]
    assert len(deck) == 52
    assert len({placement.scene for placement in deck}) == 1
    fronts = {p.card: p.scene for sheet in made.sheets for p in sheet.front.placements}
    assert len({fronts[placement.card] for placement in deck}) == 52
    assert {p.card: p.scene for p in backs["cubes"]} == {p.card: fronts[p.card] for p in backs["cubes"]}
    (aid,) = {placement.scene for placement in backs["player-aid"]}
    assert aid != fronts["aid"]


# The finished PDF's text.


def expected_texts(card: str) -> list[str]:
    """The texts of a regiment card, its rule left out."""
    fact = FACTS[card]
    is_general = fact["kind"] == "General"
    worth = f"{fact['vp']} VP, always" if is_general else f"1 VP for each {fact['regiment']} General"
    value = [] if is_general else [fact["value"]]
    return [*value, fact["kind"].upper(), f"{fact['regiment']} regiment", f"Rank {fact['order']}", worth]


def test_each_regiment_card_says_its_value_kind_rank_manoeuvre_and_worth(kit: Printed) -> None:
    for page, placement in kit.placed("regiments"):
        words = kit.words(page, in_points(placement.trim, PAPER_HEIGHT))
        assert Counter(expected_texts(placement.card)) <= Counter(words), placement.card
        whole, manoeuvre = " ".join(words), FACTS[placement.card]["manoeuvre"]
        said = {name for name in SEED["manoeuvres"].values() if f"{name.title()}." in whole}
        assert said == ({manoeuvre} - {"none"}), placement.card
        assert ("Face up" in whole) == bool(said), placement.card


def shapes(kit: Printed, page: int, box: Box, colour: str, height: float) -> int:
    """How many shapes of this colour and height (in points) are filled in a box."""
    wanted = tuple(int(colour[i : i + 2], 16) for i in (1, 3, 5))
    fills = (fill for fill in kit.page(page).fills if fill.colour == wanted and within(fill.box, box))
    return sum(abs(fill.box[3] - fill.box[1] - height) < 0.2 for fill in fills)


def test_stars_and_chevrons_are_as_many_as_the_card_is_worth(game: Game, kit: Printed) -> None:
    for page, placement in kit.placed("regiments"):
        fact = FACTS[placement.card]
        colour = game.tables["cards"].cards[placement.card].values["regiment"].values["blue"].values
        left, _, right, top = in_points(placement.trim, PAPER_HEIGHT)
        pennant, strip = (left, top - 90, left + 56, top), (left, top - 168, right, top - 154)
        stars = shapes(kit, page, pennant, colour["ink"], 18.5 * 19.8 / 24)
        assert stars == (fact["vp"] if fact["kind"] == "General" else 0), placement.card
        assert shapes(kit, page, strip, colour["sign"], 10 * 13.5 / 24) == fact["order"], placement.card


def test_boards_name_their_positions_and_lie_two_on_a_sheet(kit: Printed) -> None:
    for page, placement in kit.placed("boards"):
        box = in_points(placement.trim, PAPER_HEIGHT)
        words = Counter(kit.words(page, box))
        for name in SEED["components"]["boards"]["positions"]:
            assert words[name.upper()] == 1
        for target in SEED["board_arrows"].values():
            assert words[f"the {target}"] == 1
        assert words["cube"] == CHOSEN["components"]["boards"]["cube_places"]
        assert words["SPOILS OF WAR"] == words["trump"] == 1
        places = [f.box for f in kit.page(page).fills if within(f.box, box) and _is_card(f.box)]
        assert len(places) == CHOSEN["components"]["boards"]["card_places"]


def _is_card(box: Box) -> bool:
    return abs(box[2] - box[0] - 180) < 0.1 and abs(box[3] - box[1] - 252) < 0.1


def test_cubes_say_their_colour(kit: Printed) -> None:
    words = Counter(w.text for w in kit.page(CUBES[0]).words)
    assert {name: words[name] for name in SEED["colours"]} == dict.fromkeys(SEED["colours"], 4)
    assert {p.trim.width / INCH for _, p in kit.placed("cubes")} == {CHOSEN["components"]["cubes"]["size_in"]}


def test_the_notepad_has_a_block_for_each_round(kit: Printed, other_kit: Printed) -> None:
    for printed, rounds in (
        (kit, SEED["rounds"]["recommended"]),
        (other_kit, SEED["rounds"]["by_agreement"]),
    ):
        words = Counter(w.text for w in printed.page(NOTEPAD[0]).words)
        blocks = [text for text in words if re.fullmatch(r"ROUND \d", text)]
        assert sorted(blocks) == [f"ROUND {n}" for n in range(1, rounds + 1)]
        assert words["Red"] == words["Yellow"] == words["This round"] == words["Team so far"] == rounds
        assert words["stars"] == words["Gen."] == words["others"] == 4 * rounds


def test_the_rules_tell_the_order_the_scores_and_what_was_chosen(kit: Printed) -> None:
    text = kit.text(*RULES)
    said = {
        "bombarded cards": "Bombarded cards go",
        "successful Cavalry": "A Cavalry that flanks",
        "highest trump": "the highest trump",
        "highest face-up card of the opening regiment": "the highest face-up card",
    }
    steps = [said[words] for words in SEED["resolving"]["order"]]
    places = [text.index(step, text.index("Resolving a phase")) for step in steps]
    assert places == sorted(places)
    for score in DERIVED["scores"]:
        stars, others = score["stars"], score["others"]
        assert sum(stars) + others * len(stars) == score["vp"]
    assert [f" {score['vp']} " in text for score in DERIVED["scores"]] == [True] * 4
    assert f"After {SEED['rounds']['recommended']} rounds" in text
    assert f"{SEED['rounds']['or_target_vp']} VP" in text
    assert "cubes placed by: all" in text
    assert "center artillery: opposite" in text
    assert "Battle boards (" in text


def test_the_other_settings_change_the_kit(kit: Printed, other_kit: Printed) -> None:
    both = ((kit, "Blue", "Green"), (other_kit, "Green", "Blue"))
    for printed, name, absent in both:
        words = Counter(w.text for page in REGIMENTS for w in printed.page(page).words)
        assert words[f"{name} regiment"] == SEED["components"]["regiments"]["a_colour"]
        assert words[f"{absent} regiment"] == 0
        assert absent not in printed.text(*CUBES, *NOTEPAD)
    first, second = (printed.text(*AIDS, *RULES, *BOARDS) for printed in (kit, other_kit))
    assert "All four players" in first
    assert "The other three" not in first
    assert "The other three" in second
    assert "All four players lay" not in second
    assert "From the center Artillery bears on the center of the player opposite" in first
    assert "From the center Artillery bears on nothing" in second
    assert "Line of fire: none." in second
    assert "Line of fire: none." not in first


def test_honor_cards_are_printed_only_when_asked_for(kit: Printed, tmp_path: Any) -> None:
    assert kit.placed("honor-cards") == []
    made = print_kit(tmp_path, components=("honor-cards",))
    fact = PUBLIC["components"]["honor-cards"]
    kinds = Counter(re.split("-", placement.card)[1] for _, placement in made.placed("honor-cards"))
    assert kinds == dict.fromkeys(fact["kinds"], 4)
    words = Counter(w.text for page in (1, 2) for w in made.page(page).words)
    assert {kind: words[kind.upper()] for kind in fact["kinds"]} == dict.fromkeys(fact["kinds"], 4)
    assert sum(kinds.values()) == fact["count"]


def test_cards_keep_a_white_frame_for_ten_up_sheets() -> None:
    made = prepare(Workspace(ROOT, Collector()), GAME, Options(components=("regiments",), sheet="ten-up"))
    assert len(made.sheets) == 4
