"""The Hoard kit against the facts of its source (seeds/hoard.yaml)."""

from __future__ import annotations

import json
from collections import Counter
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import yaml
from helpers import lay_out, run
from pdfread import pictures
from PIL import Image, ImageChops, ImageStat
from realkit import ROOT, Built

from hotpnp.assets.colour import Colour
from hotpnp.diag import Collector
from hotpnp.geometry import Rect
from hotpnp.impose.place import Placement, Side
from hotpnp.model.game import Game, load_game
from hotpnp.model.table import Card
from hotpnp.pipeline import Kit, Options, build
from hotpnp.render.pdf import Metadata, Page, write_pdf
from hotpnp.scene.items import Path as Drawing
from hotpnp.scene.items import Scene, TextRun, fingerprint, flat, ink_box
from hotpnp.source.workspace import Workspace
from hotpnp.units import INCH, inch, mm

NAME = "hoard"
SEEDS: dict[str, Any] = yaml.safe_load((ROOT / "seeds" / f"{NAME}.yaml").read_text("utf-8"))
SEED, DERIVED, PUBLIC, CHOSEN = (SEEDS[part] for part in ("seed", "derived", "public", "chosen"))
POINTS = SEED["points"]
DECKS = {"cards": "regular", "purple": "purple", "feather": "feather"}
POKER = [63.5, 88.9]


@pytest.fixture(scope="module")
def game() -> Game:
    return load_game(Workspace(ROOT, Collector()), NAME)


@pytest.fixture(scope="module")
def kit() -> Kit:
    return lay_out(ROOT, NAME, backs="with")


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    report = build(Workspace(ROOT, Collector()), NAME, tmp_path_factory.mktemp("kit"), Options())
    return Built(report.kit, report.files[0].read_bytes(), list(report.diagnostics))


def placed(kit: Kit, *components: str, back: bool = False) -> list[Placement]:
    """The pieces of components on all sheets, or their backs."""
    sides = [sheet.back if back else sheet.front for sheet in kit.sheets]
    return [
        one for side in sides if side is not None for one in side.placements if one.component in components
    ]


def scene_of(kit: Kit, card: str, *, back: bool = False) -> Scene:
    return next(
        one.scene for one in placed(kit, *DECKS, "boards", "aids", "pawns", back=back) if one.card == card
    )


def words(scene: Scene) -> str:
    """All texts of a face, in painting order."""
    runs = [item for item in flat(scene.items) if isinstance(item, TextRun)]
    return " ".join(" ".join(run.text for run in runs).split())


def picture(kit: Kit, scene: Scene, dpi: int) -> Image.Image:
    """One face as pixels."""
    alone = Placement("", "", scene, Rect(0, 0, *scene.size), 0)
    stream = BytesIO()
    write_pdf([Page(scene.size, Side((alone,)))], Metadata("face"), kit.fonts, stream)
    (page,) = pictures(stream.getvalue(), dpi)
    return page


def listed() -> dict[str, dict[str, Any]]:
    done = run("list", NAME, "--format", "json", cwd=ROOT)
    assert done.returncode == 0, done.stderr
    (found,) = json.loads(done.stdout)["games"]
    return {component["name"]: component for component in found["components"]}


def table(game: Game, name: str) -> dict[str, Card]:
    return game.tables[name].cards


# Counts, sizes, sides.


@pytest.mark.parametrize("deck", DECKS)
def test_the_cards_and_their_numbers_are_those_of_the_facts(game: Game, kit: Kit, deck: str) -> None:
    expected = CHOSEN["cards"][DECKS[deck]]
    assert {name: card.count for name, card in table(game, deck).items()} == expected
    assert Counter(one.card for one in placed(kit, deck)) == expected
    assert sum(expected.values()) == SEED["components"][DECKS[deck]]["count"]


def test_the_56_are_treasure_dragon_sword_and_shield(game: Game) -> None:
    cards = table(game, "cards")
    kinds = Counter[str]()
    for name, card in cards.items():
        face = str(card.values["face"])
        kinds[
            {"treasure": "Treasure", "chest": "Treasure", "dragon": "Dragon Action"}.get(face, name.title())
        ] += card.count
    assert kinds == SEED["regular"]
    dragons = {card.values["name"]: card.count for card in cards.values() if card.values["face"] == "dragon"}
    assert dragons == SEED["dragon_action"]


def test_treasure_has_the_chosen_split(game: Game) -> None:
    treasure = [card for card in table(game, "cards").values() if card.values["kind"]]
    *kinds, chest = CHOSEN["treasure"]
    for row in kinds:
        held = [
            card for card in treasure if card.values["kind"].values["plural"].lower() == row["kind"].lower()
        ]
        assert {card.values["items"]: card.count for card in held} == {1: row["single"], 2: row["double"]}
        assert {card.values["kind"].values["border"] for card in held} == {row["border"]}
        assert sum(card.count for card in held) == row["cards"]
        assert sum(card.count * int(card.values["items"]) for card in held) == row["items"]
    assert table(game, "cards")["CHEST"].count == chest["single"] == chest["cards"]
    totals = CHOSEN["treasure_totals"]
    assert sum(card.count for card in treasure) + chest["cards"] == totals["cards"]


def test_borders_have_the_colours_of_their_names(game: Game) -> None:
    """Hue of the border, as a share of the circle, or its lightness."""
    hues = {"green": (0.3, 0.45), "red": (0.95, 1.05), "blue": (0.55, 0.65), "yellow": (0.1, 0.17)}
    for card in table(game, "kinds").values():
        red, green, blue = (int(str(card.values["colour"])[i : i + 2], 16) for i in (1, 3, 5))
        if card.values["border"] == "black":
            assert max(red, green, blue) < 64
            continue
        hue = Image.new("RGB", (1, 1), (red, green, blue)).convert("HSV").getpixel((0, 0))[0] / 255
        low, high = hues[str(card.values["border"])]
        assert low <= (hue + 1 if hue < low - 0.5 else hue) <= high, card.id


def test_every_component_has_its_number_size_and_sides() -> None:
    found = listed()
    chosen = CHOSEN["components"]
    aid, pawns, tokens = chosen["player-aid"], chosen["pawns"], chosen["vp-tokens"]
    assert [(name, c["kind"], c["copies"], c["sides"]) for name, c in found.items()] == [
        ("cards", "cards", DERIVED["counts"]["regular"], 2),
        ("purple", "cards", SEED["components"]["purple"]["count"], 2),
        ("feather", "cards", SEED["components"]["feather"]["count"], 2),
        ("boards", "board", SEED["components"]["dragon"]["count"], SEED["components"]["dragon"]["sides"]),
        ("aids", "aid", aid["count"], aid["sides"]),
        ("pawns", "standee", SEED["components"]["pawns"]["count"], 1),
        ("die", "net", SEED["components"]["die"]["count"], 1),
        ("tokens", "token", sum(tokens["count"].values()) + SEED["components"]["jester-cap"]["count"], 2),
        ("score", "sheet", chosen["score-sheet"]["count"], chosen["score-sheet"]["sides"]),
        ("rules", "document", found["rules"]["copies"], 1),
        ("setup", "aid", 1, 1),
    ]
    for name in ("cards", "purple", "feather", "boards", "aids"):
        assert found[name]["size"] == POKER, name
    assert found["boards"]["size"] == pytest.approx(
        [side * 25.4 for side in DERIVED["components"]["dragon"]["size_in"]]
    )
    assert found["tokens"]["size"] == pytest.approx([tokens["size_in"] * 25.4] * 2)
    assert found["score"]["size"] == pytest.approx([side * 25.4 for side in chosen["score-sheet"]["size_in"]])
    wide, high = (side * 25.4 for side in pawns["face_in"])
    assert found["pawns"]["size"] == pytest.approx([wide, 2 * high + 20])
    assert found["rules"]["sheets"] == chosen["rules-summary"]["sides"]
    assert found["setup"]["optional"]


def test_the_65_cards_take_eight_sheets_of_nine_and_boards_and_aids_one(kit: Kit) -> None:
    cards = placed(kit, *DECKS)
    assert len(cards) == DERIVED["counts"]["cards_with_one_back"]
    sheets = [{one.component for one in sheet.front.placements} for sheet in kit.sheets]
    assert len([held for held in sheets if held & set(DECKS)]) == DERIVED["counts"]["sheets_of_nine"]
    (whole,) = [sheet for sheet in kit.sheets if "boards" in sheet.components]
    assert [one.component for one in whole.front.placements] == ["boards"] * 3 + ["aids"] * 6
    assert [one.card for one in whole.front.placements[:3]] == [
        name.upper() for name in SEED["dragon"]["wakes"]
    ]


# What the cards say.


def test_cards_print_their_points(kit: Kit) -> None:
    def told(secured: int | None, hand: int | None, whose: str = "secured") -> str:
        held = "" if hand is None else f" {'0' if hand == 0 else f'−{-hand}'} in hand"
        return f"+{secured} {whose}{held}"

    expected = {f"{kind}-{n}": told(n, -n) for kind in ("EM", "RI", "CO", "DI", "GO") for n in (1, 2)}
    for n, row in ((1, "single"), (2, "double")):
        assert (POINTS[row]["secured"], POINTS[row]["in_hand"]) == (n, -n)
    three, pair = POINTS["three dragons"], POINTS["sword + shield"]
    expected |= dict.fromkeys(
        ("EEEK", "SHHH", "CHOICE"), told(three["secured"], three["in_hand"], "exactly 3")
    )
    expected |= dict.fromkeys(
        ("SWORD", "SHIELD"), told(CHOSEN["settings"]["sword_and_shield"], pair["in_hand"], "a pair")
    )
    expected |= {
        "CHEST": told(POINTS["chest"]["secured"], POINTS["chest"]["in_hand"]),
        "CROWN": told(POINTS["Crown"]["secured"], CHOSEN["settings"]["crown_in_hand"]),
        "SCEPTER": told(POINTS["Scepter"]["last_holder"], None, "last holder"),
        "CLOAK": told(POINTS["Cloak"]["secured"], POINTS["Cloak"]["in_hand"]),
    }
    assert set(expected) == set(CHOSEN["cards"]["regular"]) | set(CHOSEN["cards"]["purple"])
    for card, points in expected.items():
        assert points in words(scene_of(kit, card)), (card, words(scene_of(kit, card)))


def test_the_file_holds_every_card_as_often_as_it_should(built: Built) -> None:
    text = built.text(*range(1, 9))
    for row in CHOSEN["treasure"][:-1]:
        one = row["kind"].removesuffix("s").title()
        assert text.count(f"Two {one}s") == row["double"]
        assert text.count(f" {one} +1") + text.startswith(f"{one} +1") == row["single"] + 1, one
    titles = Counter(word.text for page in range(1, 9) for word in built.page(page).words if word.size > 12)
    for name, count in SEED["dragon_action"].items():
        assert titles[name] == count + (name == "Choice"), name
    for name in SEED["components"]["purple"]["cards"]:
        assert f"{name} " in text


def test_only_purple_cards_have_a_purple_border(kit: Kit) -> None:
    def borders(scene: Scene) -> set[Colour]:
        box = Rect(0, 0, *scene.size)
        return {
            item.fill
            for item in flat(scene.items)
            if isinstance(item, Drawing) and isinstance(item.fill, Colour) and item.stroke is not None
            if box.contains(ink_box(item))
            and ink_box(item).width > box.width * 8 // 10
            and ink_box(item).height > box.height * 8 // 10
        }

    purple = Colour(0x5B, 0x2A, 0x83)
    for one in placed(kit, *DECKS):
        assert (purple in borders(one.scene)) == (one.card in CHOSEN["cards"]["purple"]), one.card


def test_the_feather_stands_top_right_and_bottom_left(kit: Kit) -> None:
    assert SEED["components"]["feather"]["mark_at"] == ["top right", "bottom left"]
    for card in CHOSEN["cards"]["feather"]:
        plain = set(flat(scene_of(kit, card.removesuffix("-F").removesuffix("F")).items))
        scene = scene_of(kit, card)
        marks = [
            ink_box(item) for item in flat(scene.items) if isinstance(item, Drawing) and item not in plain
        ]
        corners = Counter(
            (box.centre.x > scene.size.width // 2, box.centre.y > scene.size.height // 2) for box in marks
        )
        assert set(corners) == {(True, False), (False, True)}, card
        assert corners[True, False] == corners[False, True]
        assert all(min(box.x, scene.size.width - box.right) < inch("0.5") for box in marks)


# Backs.


def test_all_65_cards_have_one_back_and_it_is_the_same_both_ways_up(kit: Kit) -> None:
    backs = [one.scene for one in placed(kit, *DECKS, back=True)]
    assert len(backs) == DERIVED["counts"]["cards_with_one_back"]
    assert len({fingerprint(scene) for scene in backs}) == 1
    page = picture(kit, backs[0], 100).convert("L")
    shades = ImageChops.difference(page, page.rotate(180)).histogram()
    assert sum(shades[100:]) <= page.width * page.height // 200


def test_the_dragon_has_six_faces_blue_asleep_and_red_awake(kit: Kit) -> None:
    faces = [one.scene for back in (False, True) for one in placed(kit, "boards", back=back)]
    assert len({fingerprint(scene) for scene in faces}) == DERIVED["components"]["dragon"]["faces"]
    for back in (False, True):
        for one in placed(kit, "boards", back=back):
            red, _, blue = ImageStat.Stat(picture(kit, one.scene, 30)).mean
            assert (red > 1.5 * blue) if back else (blue > 1.5 * red), (one.card, back)
            assert one.card in words(one.scene)
            assert ("awake" in words(one.scene)) == back


@pytest.mark.parametrize("flip", ["long-edge", "short-edge"])
def test_each_board_has_its_own_back_behind_it(flip: str) -> None:
    kit = lay_out(ROOT, NAME, backs="with", flip=flip)
    (sheet,) = [sheet for sheet in kit.sheets if "boards" in sheet.components]
    assert sheet.back is not None
    paper = sheet.plot.paper
    behind = {(one.component, one.trim): one.card for one in sheet.back.placements}
    assert len(behind) == len(sheet.front.placements) == 9
    for one in sheet.front.placements:
        x, y, wide, high = one.trim
        there = (
            Rect(paper.width - x - wide, y, wide, high)
            if flip == "long-edge"
            else Rect(x, paper.height - y - high, wide, high)
        )
        assert behind[one.component, there] == one.card


def test_the_three_boards_make_one_drawing(kit: Kit) -> None:
    """The right edge of a board shows what the left edge of the next one shows, asleep and awake."""
    dpi = 100
    edges = {}
    for back in (False, True):
        for one in placed(kit, "boards", back=back):
            page = picture(kit, one.scene, dpi).convert("L")
            edges[one.card, back] = [page.crop((x, 0, x + 2, page.height)) for x in (0, page.width - 2)]
    for left, right in (("TAIL", "BODY"), ("BODY", "HEAD")):
        for back in (False, True):
            difference = ImageChops.difference(edges[left, back][1], edges[right, back][0])
            assert ImageStat.Stat(difference).mean[0] < 20, (left, back)


# Pawns, die, tokens.


def test_pawns_are_the_same_seen_from_behind(kit: Kit) -> None:
    """Folded over the head, front and back fall together: each figure is its own mirror image."""
    names = set()
    for one in placed(kit, "pawns"):
        page = picture(kit, one.scene, 100).convert("L")
        tab, face = round(10 / 25.4 * 100), 200
        front = page.crop((0, page.height - tab - face, page.width, page.height - tab))
        behind = page.crop((0, tab, page.width, tab + face))
        upper = (0, 0, page.width, face - 45)
        shades = ImageChops.difference(
            front.crop(upper), front.transpose(Image.Transpose.FLIP_LEFT_RIGHT).crop(upper)
        )
        assert sum(shades.histogram()[120:]) < 60, one.card
        assert ImageStat.Stat(ImageChops.difference(front, behind.rotate(180))).mean[0] < 8, one.card
        assert [fold.y1 for fold in one.scene.folds] == [
            mm(10),
            one.scene.size.height // 2,
            one.scene.size.height - mm(10),
        ]
        names.add(words(one.scene))
    assert len(names) == SEED["components"]["pawns"]["count"]


def test_the_die_has_one_to_five_and_a_running_figure(kit: Kit) -> None:
    assert SEED["components"]["die"]["faces"] == [1, 2, 3, 4, 5, "running figure"]
    (die,) = placed(kit, "die")
    side = inch(str(CHOSEN["components"]["die"]["face_in"]))
    across = {fold.x1 for fold in die.scene.folds if fold.x1 == fold.x2}
    down = sorted(fold.y1 for fold in die.scene.folds if fold.y1 == fold.y2)
    assert across == {side, 2 * side}
    assert {b - a for a, b in pairwise(down)} == {side}
    assert die.scene.size == (3 * side, down[0] + 4 * side)
    paths = [item for item in flat(die.scene.items) if isinstance(item, Drawing)]
    pips = [sum(command[0] == "M" for command in path.commands) - 1 for path in paths if path.even_odd]
    assert sorted(pips) == [1, 2, 3, 4, 5]
    sixth = [ink_box(path) for path in paths if not path.even_odd]
    assert len(sixth) > 3, "a ground and the figure's parts"
    assert all(side <= box.x and box.right <= 2 * side and box.y >= down[-1] for box in sixth)


def test_tokens_are_round_and_alike_on_both_sides(kit: Kit) -> None:
    counts = Counter(one.card for one in placed(kit, "tokens"))
    assert counts == {"VP-2": 14, "VP-1": 16, "CAP": 1}
    assert {f"VP-{value}": count for value, count in CHOSEN["components"]["vp-tokens"]["count"].items()} == {
        name: count for name, count in counts.items() if name != "CAP"
    }
    assert sum(counts.values()) == DERIVED["counts"]["tokens"]
    backs = {one.card: one.scene.parts for one in placed(kit, "tokens", back=True)}
    for one in placed(kit, "tokens"):
        assert one.scene.size == (INCH, INCH)
        assert any(command[0] == "C" for command in one.scene.outline)
        assert one.scene.parts == backs[one.card]
    assert len([sheet for sheet in kit.sheets if "tokens" in sheet.components]) == 1


# Aids, score sheet, rules.


def test_the_aid_tells_the_actions_in_front_and_the_points_behind(kit: Kit) -> None:
    front, back = words(scene_of(kit, "AID")), words(scene_of(kit, "AID", back=True))
    for action in ("Explore.", "Secure", "Dragon.", "Arms."):
        assert action in front
    rows = {
        "Treasure": POINTS["single"],
        "Treasure, two": POINTS["double"],
        "Treasure Chest": POINTS["chest"],
        "Just 3 dragon cards": POINTS["three dragons"],
        "Sword and Shield": POINTS["sword + shield"],
        "Crown": POINTS["Crown"],
        "Jester Cap": {"secured": POINTS["Jester Cap"]["holder"]},
        "Scepter, last": {"secured": POINTS["Scepter"]["last_holder"]},
        "Cloak": POINTS["Cloak"],
    }
    for name, row in rows.items():
        hand = row.get("in_hand")
        told = "" if hand is None else " 0" if hand == 0 else f" −{-hand}"
        assert f"{name} +{row['secured']}{told}" in back, name
    assert f"ends at {SEED['end_vp']} VP" in back
    assert f"{SEED['round_vp']['first']} VP" in back


def test_the_score_sheet_has_a_column_for_each_player(built: Built) -> None:
    (page,) = [n for n, sheet in enumerate(built.kit.sheets, 1) if "score" in sheet.components]
    text = built.text(page)
    assert text.count("1 2 3 4 5") == SEED["players"]["max"]
    for row in (
        "Treasure and chests",
        "Swords with Shields",
        "Just three dragon cards",
        "Left in hand",
        "VP in all",
    ):
        assert row in text


def rules(built: Built) -> str:
    return built.text(*[n for n, sheet in enumerate(built.kit.sheets, 1) if "rules" in sheet.components])


def test_the_rules_tell_the_figures_of_the_source(built: Built) -> None:
    text = rules(built)
    set_up, treasure, vp = SEED["set_up"], SEED["treasure"], SEED["round_vp"]
    for told in (
        f"{SEED['end_vp']} VP or more",
        f"Shuffle the {DERIVED['counts']['regular']} regular cards",
        f"Lay {set_up['cards_round_the_dragon']} cards face down",
        f"Deal {set_up['hand']} cards",
        f"of one kind, {treasure['first_set_at_least']} items or more",
        f"{treasure['extension_at_least']} items or more",
        f"Most points: {vp['first']} VP . Second: {vp['second']} VP",
        f"first gives {vp['tie_for_first']} VP to each",
        f"second gives {vp['tie_for_second']} VP to each",
        "the tail first, then the body",
        "the body before the tail",
        "It may also cover a Crown",
        f"Crown +{POINTS['Crown']['secured']} −{-CHOSEN['settings']['crown_in_hand']}",
        f"the pair +{CHOSEN['settings']['sword_and_shield']} 0",
        "With a plain die, 6 is the running figure",
    ):
        assert told in text, told


def test_the_rules_end_with_what_was_chosen(built: Built) -> None:
    told = rules(built).split("What was chosen")[1]
    for words_ in (
        "crown in hand: -3",
        "pair points: 1",
        "awake: red",
        "feather cards: 6",
        "kinds, border",
        "cards, items",
    ):
        assert words_ in told, words_


# Settings.


@pytest.mark.parametrize(("players", "cards"), [("2", 56), ("3", 59), ("5", 59), ("6", 65)])
def test_the_kit_follows_the_number_of_players(players: str, cards: int) -> None:
    kit = lay_out(ROOT, NAME, settings={"players": players})
    assert len(placed(kit, *DECKS)) == cards
    assert len(placed(kit, "aids")) == int(players)


def test_a_crown_of_minus_two_is_told_alike_everywhere(tmp_path: Path) -> None:
    options = Options(
        settings={"crown_in_hand": "-2", "pair_points": str(PUBLIC["sword_and_shield_points"])}, backs="with"
    )
    report = build(Workspace(ROOT, Collector()), NAME, tmp_path, options)
    made = Built(report.kit, report.files[0].read_bytes(), list(report.diagnostics))
    assert "+3 secured −2 in hand" in words(scene_of(report.kit, "CROWN"))
    assert "+5 a pair" in words(scene_of(report.kit, "SWORD"))
    back = words(scene_of(report.kit, "AID", back=True))
    assert "Crown +3 −2" in back
    assert "Sword and Shield +5" in back
    pages = [n for n, sheet in enumerate(report.kit.sheets, 1) if "rules" in sheet.components]
    text = " ".join(made.text(*range(2 * pages[0] - 1, len(made.reader.pages) + 1)).split())
    assert "Crown +3 −2" in text
    assert "the pair +5 0" in text


def test_seven_feather_cards_and_an_orange_dragon_on_request() -> None:
    settings = {
        "feather_cards": str(PUBLIC["feather_cards_in_the_campaign"]),
        "awake": PUBLIC["awake_colour"],
    }
    kit = lay_out(ROOT, NAME, backs="with", settings=settings)
    seventh = placed(kit, "feather-chest")
    assert [one.card for one in seventh] == ["CHEST-F"]
    assert "Treasure Chest" in words(seventh[0].scene)
    backs = placed(kit, *DECKS, "feather-chest", back=True)
    assert len(backs) == 66
    assert len({fingerprint(one.scene) for one in backs}) == 1
    red = lay_out(ROOT, NAME, backs="with")
    for one, other in zip(placed(kit, "boards", back=True), placed(red, "boards", back=True), strict=True):
        hues = [ImageStat.Stat(picture(k, p.scene, 30)).mean for k, p in ((kit, one), (red, other))]
        assert hues[0][1] > hues[1][1] * 1.1, one.card


def test_there_is_nothing_to_complain_about(built: Built) -> None:
    assert built.diagnostics == []
    done = run("check", NAME, cwd=ROOT)
    assert (done.returncode, done.stderr) == (0, "")


def test_the_set_up_card_shows_twelve_cards_round_the_dragon(game: Game) -> None:
    (card,) = table(game, "setup").values()
    rows = [list(card.values["places"])[at : at + 5] for at in (0, 5, 10)]
    assert [[str(place).lower() for place in row] for row in rows] == DERIVED["layout"]
