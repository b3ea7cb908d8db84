"""The Honor of Trade kit against the facts of its source (seeds/honor-of-trade.yaml)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pypdfium2
import pytest
from guillotine import assert_freed
from pdfread import Words, pictures, within
from PIL import ImageChops
from realkit import GAME, ROOT, Built, build_kit, copy_project, in_points, lay_out, read_seeds

from hotpnp.diag import Collector, Stopped
from hotpnp.geometry import Insets, Rect
from hotpnp.impose.place import Side
from hotpnp.model.game import Component, Game
from hotpnp.model.table import Card
from hotpnp.pipeline import Kit, Options, prepare
from hotpnp.pipeline.output import render_files
from hotpnp.scene.items import fingerprint, ink_box
from hotpnp.source.workspace import Workspace
from hotpnp.units import INCH, MM, PT, inch

SEEDS = read_seeds()
SEED, DERIVED, CHOSEN = SEEDS["seed"], SEEDS["derived"], SEEDS["chosen"]
STARS = SEED["star_planets"]
ROUTES = [route for page in DERIVED["routes_by_page"].values() for route in page]
FRAME = inch("0.17")


def planets_of(route: str) -> list[str]:
    return route.split("-")


def number_of(route: str) -> int:
    """The corner number by the plan of four groups, with its one exception."""
    plan = DERIVED["number_plan"]
    if route == plan["exception"]["route"]:
        return int(plan["exception"]["number"])
    groups = sorted(
        group for planet in planets_of(route) for group, held in plan["groups"].items() if planet in held
    )
    (rule,) = (rule for rule in plan["by_groups"] if groups in rule["groups"])
    return int(rule["special_number"] if route in rule["special"] else rule["number"])


def label_of(route: str) -> str:
    """The skill label by the first planet that is no star; planet N with a star gives points."""
    if route in DERIVED["planet_n"]:
        return f"+{DERIVED['planet_n'][route]} VP at game end"
    first = next(planet for planet in planets_of(route) if planet not in STARS)
    return str(DERIVED["rewards_by_planet"][first]["label"])


def table(game: Game, name: str) -> dict[str, Card]:
    return game.tables[name].cards


def component(game: Game, name: str) -> Component:
    return next(component for component in game.components if component.name == name)


# The card database.


def test_there_is_a_route_for_every_pair_but_two_stars(game: Game) -> None:
    pairs = combinations(SEED["planets"], 2)
    expected = {f"{a}-{b}" for a, b in pairs if not (a in STARS and b in STARS)}
    routes = table(game, "routes")
    assert set(routes) == expected
    assert len(routes) == SEED["components"]["routes"]["count"] == 110
    assert all(
        (card.values["a"].id, card.values["b"].id) == tuple(planets_of(card.id)) for card in routes.values()
    )
    assert {card.count for card in routes.values()} == {1}


def test_the_planets_are_those_of_the_source(game: Game) -> None:
    planets = table(game, "planets")
    assert list(planets) == SEED["planets"]
    assert [card.values["letter"] for card in planets.values()] == SEED["planets"]
    assert [name for name, card in planets.items() if card.values["star"]] == STARS
    groups = DERIVED["number_plan"]["groups"]
    assert {name: card.values["group"] for name, card in planets.items()} == {
        planet: group for group, held in groups.items() for planet in held
    }


def test_corner_numbers_follow_the_plan_of_four_groups(game: Game) -> None:
    routes = table(game, "routes")
    assert {name: card.values["number"] for name, card in routes.items()} == {
        route: number_of(route) for route in ROUTES
    }
    assert Counter(card.values["number"] for card in routes.values()) == DERIVED["numbers"]


def test_the_one_number_against_the_plan_says_so(game: Game) -> None:
    exception = DERIVED["number_plan"]["exception"]
    noted = {name: card.notes for name, card in table(game, "routes").items() if card.notes}
    assert list(noted) == [exception["route"]] == ["G-U"]
    assert str(exception["by_plan"]) in noted["G-U"]["number"]
    assert table(game, "routes")["G-U"].values["number"] == 1


def test_rewards_follow_the_first_planet_that_is_no_star(game: Game) -> None:
    routes = table(game, "routes")
    labels = {name: card.values["reward"].values["label"] for name, card in routes.items()}
    assert labels == {route: label_of(route) for route in ROUTES}
    totals = Counter(
        label.removeprefix("+1 ") if label.startswith("+1 ") else "VP at game end"
        for label in labels.values()
    )
    assert totals == DERIVED["reward_totals"]


def test_the_planet_table_tells_the_same_rewards(game: Game) -> None:
    by_planet = {
        name: card.values["reward"].values["label"]
        for name, card in table(game, "planets").items()
        if card.values["reward"] is not None
    }
    expected = {
        planet: rule["label"] for planet, rule in DERIVED["rewards_by_planet"].items() if planet != "N"
    }
    assert by_planet == expected


def test_planet_n_gives_points(game: Game) -> None:
    routes = table(game, "routes")
    points = {name: card.values["reward"].values["vp"] for name, card in routes.items()}
    assert {name: vp for name, vp in points.items() if vp is not None} == DERIVED["planet_n"]
    assert sum(vp for vp in points.values() if vp) == DERIVED["planet_n_total"]


def test_labels_of_each_page(game: Game) -> None:
    for page, routes in DERIVED["routes_by_page"].items():
        labels = Counter(table(game, "routes")[route].values["reward"].values["label"] for route in routes)
        assert {label: 2 * count for label, count in labels.items()} == DERIVED["labels_by_page"][page], page


def test_diamonds_follow_the_chosen_rule(game: Game) -> None:
    order = SEED["planets"]
    routes = table(game, "routes").values()
    diamonds = {card.id for card in routes if card.values["token"] == "diamond"}
    assert diamonds == {r for r in ROUTES if sum(order.index(p) for p in planets_of(r)) % 4 == 1}
    assert len(diamonds) == CHOSEN["diamonds"]["count"] == 31
    assert Counter(number_of(route) for route in diamonds) == CHOSEN["diamonds"]["by_number"]
    assert Counter(p for route in diamonds for p in planets_of(route)) == CHOSEN["diamonds"]["by_planet"]


def test_trade_priority_cards_are_in_the_order_of_the_source(game: Game) -> None:
    cards = table(game, "trade-priority")
    plan = DERIVED["page_plan"]
    assert [card.values["planet"].id for card in cards.values()] == plan[12]["planets"] + plan[13]["planets"]
    assert {card.values["vp"] for card in cards.values()} == {SEED["trade_priority"]["vp"]}
    assert sorted(card.values["planet"].id for card in cards.values()) == sorted(SEED["planets"])


def test_skills_have_the_names_and_start_values_of_the_source(game: Game) -> None:
    skills = table(game, "skills")
    assert {card.values["label"]: card.values["start"] for card in skills.values()} == {
        label: skill["start"] for label, skill in SEED["skills"].items()
    }
    on_mat = {f"{card.values['start']} {card.values['label']}" for card in skills.values()}
    assert on_mat == {skill["on_mat"] for skill in SEED["skills"].values()}
    on_cards = {
        card.values["skill"].values["label"]: card.values["label"]
        for card in table(game, "rewards").values()
        if card.values["skill"] is not None
    }
    assert on_cards == {label: skill["on_card"] for label, skill in SEED["skills"].items()}


def test_settings_where_the_source_contradicts_itself(game: Game) -> None:
    settings = CHOSEN["settings"]
    assert game.settings["end_vp"] == settings["end_vp"]["default"] == 25
    assert game.settings["mats"] == settings["mats"]["default"] + settings["mats"]["spare"] == 7
    assert game.version == SEED["version"]


def test_every_field_says_where_its_values_come_from(game: Game) -> None:
    for name, held in game.tables.items():
        for key, spec in held.fields.items():
            assert spec.source is not None, (name, key)
            assert spec.source == "seed" or spec.note, (name, key)


@pytest.mark.parametrize("name", ["routes", "trade-priority", "mats"])
def test_sizes_are_those_of_the_source(game: Game, name: str) -> None:
    size = component(game, name).size
    assert size is not None
    inches = SEED["components"][name].get("size_in") or DERIVED["counts"]["mat_size_in"]
    assert [size.width / INCH, size.height / INCH] == inches


# How planets and skills can be told apart.


@pytest.mark.parametrize("key", ["letter", "emblem", "colour"])
def test_every_planet_differs(game: Game, key: str) -> None:
    assert len({card.values[key] for card in table(game, "planets").values()}) == 16


def test_emblems_are_different_drawings(game: Game) -> None:
    icons = ROOT / "layouts" / GAME / "icons"
    emblems = [card.values["emblem"] for card in table(game, "planets").values()]
    assert len({(icons / f"{name}.svg").read_text("utf-8") for name in emblems}) == 16


def test_letters_can_be_read_on_their_colours(game: Game) -> None:
    for card in table(game, "planets").values():
        light, dark = sorted((luminance(card.values[key]) for key in ("ink", "colour")), reverse=True)
        assert (light + 0.05) / (dark + 0.05) >= 4.5, card.id


def luminance(colour: str) -> float:
    """Relative luminance of ``#rrggbb`` by WCAG 2."""
    shares = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4 for share in shares]
    return sum(weight * value for weight, value in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


# Which card is on which page and place.


def test_the_page_plan_is_that_of_the_source(built: Built) -> None:
    kit = built.kit
    for page, routes in DERIVED["routes_by_page"].items():
        assert [p.card for p in kit.sheets[page - 1].front.placements] == routes, page
    plan = DERIVED["page_plan"]
    for page in (12, 13, 14):
        counts = Counter(p.component for p in kit.sheets[page - 1].front.placements)
        assert counts["trade-priority"] == plan[page].get("trade_priority", 0), page
        assert counts["mats"] == plan[page].get("mats", 0), page
        planets = [
            p.card.removeprefix("TP-")
            for p in kit.sheets[page - 1].front.placements
            if p.component == "trade-priority"
        ]
        assert planets == plan[page].get("planets", []), page
    assert [sheet.components for sheet in kit.sheets[14:16]] == [("crafting",), ("rulebook",)]
    assert {sheet.components for sheet in kit.sheets[15:]} == {("rulebook",)}
    assert len(kit.sheets) >= 16
    assert len(built.reader.pages) == len(kit.sheets)


def test_the_places_on_pages_1_to_11(built: Built) -> None:
    """The column from top to bottom, then the block row by row."""
    column = [(0, 2.5 * row, 3.5, 2.5, 90) for row in range(4)]
    block = [(3.5 + 2.5 * (i % 2), 3.5 * (i // 2), 2.5, 3.5, 0) for i in range(6)]
    for sheet in built.kit.sheets[:12]:
        places = [(*(n / INCH for n in p.trim), p.turn) for p in sheet.front.placements]
        assert places == column + block


def test_the_places_of_the_mats(built: Built) -> None:
    thirteen, fourteen = (
        [p for p in built.kit.sheets[page - 1].front.placements if p.component == "mats"] for page in (13, 14)
    )
    upright = [(0, 0, 3.5, 5), (0, 5, 3.5, 5)]
    lying = [(3.5, 0, 5, 3.5), (3.5, 3.5, 5, 3.5), (3.5, 7, 5, 3.5)]
    assert [tuple(n / INCH for n in p.trim) for p in thirteen] == upright
    assert [tuple(n / INCH for n in p.trim) for p in fourteen] == upright + lying
    cards = [p for p in built.kit.sheets[12].front.placements if p.component == "trade-priority"]
    assert {p.turn for p in cards} == {0}


def test_counts_are_reported(built: Built) -> None:
    told = {c.name: (c.cards, c.copies, c.sheets, c.sides) for c in built.kit.components}
    rules = len(built.kit.sheets) - 15
    assert told == {
        "routes": (110, 110, 11, 2),
        "trade-priority": (16, 16, 2, 2),
        "mats": (1, 7, 2, 1),
        "crafting": (0, 0, 1, 1),
        "rulebook": (0, 0, rules, 1),
    }
    assert built.kit.cards == DERIVED["counts"]["sleeved_cards"] + DERIVED["counts"]["mats_on_pages"]
    assert built.diagnostics == []


# The text of the finished PDF.


def expected_texts(route: str) -> Counter[str]:
    """What a route card prints: its letters, digits and labels."""
    copies = DERIVED["copies_on_a_card"]
    found: Counter[str] = Counter()
    for planet in planets_of(route):
        found[planet] += copies["title"] + copies["letter"]
    found[str(number_of(route))] += copies["corner_number"]
    found[label_of(route)] += copies["label"]
    return found


def assert_page_texts(page: int, by_card: dict[str, Counter[str]]) -> None:
    for route in DERIVED["routes_by_page"][page]:
        assert by_card[route] == expected_texts(route), (page, route)
    whole = sum(by_card.values(), Counter())
    kinds = {
        "planet_letters": str.isalpha,
        "digits": str.isdigit,
        "labels": lambda text: text.startswith("+"),
    }
    assert {kind: sum(n for text, n in whole.items() if test(text)) for kind, test in kinds.items()} == {
        "planet_letters": 60,
        "digits": 40,
        "labels": 20,
    }
    assert DERIVED["page_text"] == {"planet_letters": 60, "digits": 40, "labels": 20}
    labels = {text: n for text, n in whole.items() if text.startswith("+")}
    assert labels == DERIVED["labels_by_page"][page]


@pytest.mark.parametrize("page", range(1, 12))
def test_pypdf_reads_the_right_letters_digits_and_labels(built: Built, page: int) -> None:
    by_card: dict[str, Counter[str]] = {}
    words = built.page(page).words
    for placement in built.kit.sheets[page - 1].front.placements:
        trim = in_points(placement.trim, 792)
        inside = [w for w in words if within((w.x, w.y, w.x, w.y), trim, 0)]
        by_card[placement.card] = Counter(word for w in inside for word in _tokens(w.text))
    assert_page_texts(page, by_card)


@pytest.mark.parametrize("page", range(1, 12))
def test_pdfium_reads_the_right_letters_digits_and_labels(built: Built, page: int) -> None:
    by_card: dict[str, Counter[str]] = {
        p.card: Counter() for p in built.kit.sheets[page - 1].front.placements
    }
    trims = {p.card: in_points(p.trim, 792) for p in built.kit.sheets[page - 1].front.placements}
    for text, x, y in _pdfium_lines(built.data, page - 1):
        for card, trim in trims.items():
            if within((x, y, x, y), trim, 0):
                by_card[card].update(_tokens(text))
    assert_page_texts(page, by_card)


def _tokens(text: str) -> list[str]:
    """A label as it is; letters that stand side by side one by one."""
    return [text] if text.startswith("+") else text.split()


def _pdfium_lines(data: bytes, page: int) -> Iterator[tuple[str, float, float]]:
    """The lines that pdfium tells, with the middle of each line's first letter."""
    document = pypdfium2.PdfDocument(data)
    reader = document[page].get_textpage()
    line, place = "", (0.0, 0.0)
    for index in range(reader.count_chars()):
        sign = reader.get_text_range(index, 1)
        if sign in "\r\n":
            if line:
                yield line, *place
            line = ""
            continue
        if not line:
            left, bottom, right, top = reader.get_charbox(index)
            place = (left + right) / 2, (bottom + top) / 2
        line += sign
    if line:
        yield line, *place
    document.close()


def test_each_half_of_a_card_can_be_read_from_its_own_end(built: Built) -> None:
    """Half of what stands in the corners and on the edges is turned by 180 degrees."""
    placement = built.kit.sheets[0].front.placements[4]
    trim = in_points(placement.trim, 792)
    inside = [w for w in built.page(1).words if within((w.x, w.y, w.x, w.y), trim, 0)]
    turned = Counter(w.text for w in inside if w.along == (-1, 0))
    upright = Counter(w.text for w in inside if w.along == (1, 0))
    assert turned == Counter({"A": 1, "B": 1, "5": 2, "+1 (O)": 1})
    assert upright - turned == Counter({"A": 1, "B": 1})
    middle = (trim[1] + trim[3]) / 2
    assert all(w.y < middle for w in inside if w.along == (-1, 0))


def test_planet_a_stands_at_the_left_and_planet_b_at_the_right(built: Built) -> None:
    placement = built.kit.sheets[0].front.placements[5]
    assert placement.card == "B-H"
    trim = in_points(placement.trim, 792)
    middle = (trim[0] + trim[2]) / 2
    inside = [w for w in built.page(1).words if within((w.x, w.y, w.x, w.y), trim, 0)]

    def side(words: Words) -> str:
        return "left" if words.x < middle else "right"

    assert Counter((w.text, side(w)) for w in inside if w.text in "BH") == {
        ("B", "left"): 3,
        ("H", "right"): 3,
    }


@pytest.mark.parametrize("page", [12, 13])
def test_trade_priority_cards_say_what_they_are_worth(built: Built, page: int) -> None:
    texts = Counter(words.text for words in built.page(page).words)
    planets = DERIVED["page_plan"][page]["planets"]
    assert texts["Trade Priority"] == len(planets)
    assert texts["+3 VP"] == len(planets)
    for planet in planets:
        assert texts[planet] == 1, planet


def test_mats_show_the_six_skills_with_their_start_values(built: Built) -> None:
    texts = Counter(words.text for words in built.page(14).words)
    for label in SEED["skills"]:
        assert texts[label] == 5, label
    starts = Counter(str(skill["start"]) for skill in SEED["skills"].values())
    assert {text: n for text, n in texts.items() if text.isdigit()} == {s: 5 * n for s, n in starts.items()}
    assert texts["Network"] == 5


def test_network_vp_is_spelt_right_everywhere(built: Built) -> None:
    wrong, right = SEED["misspelling"]["wrong"], SEED["misspelling"]["right"]
    text = built.text(*range(1, len(built.reader.pages) + 1))
    assert text.count(right) >= SEED["misspelling"]["wrong_copies"] + SEED["misspelling"]["right_copies"]
    assert wrong.split()[0] not in text
    for name in ("cards", "layouts"):
        for file in sorted((ROOT / name / GAME).rglob("*.*")):
            assert wrong.split()[0].encode() not in file.read_bytes(), file.name


def test_sheets_say_what_they_are(built: Built) -> None:
    pages = len(built.reader.pages)
    titles = ["Route cards"] * 11 + [
        "Trade Priority cards",
        "Trade Priority cards + Player mats",
        "Player mats",
    ]
    for number, title in enumerate(titles, 1):
        text = built.text(number)
        for words in ("Honor of Trade 1.0", title, f"page {number} of {pages}", "print at 100 %"):
            assert words in text, (number, words)


# White frames.


def test_no_scene_has_ink_near_its_trim(with_backs: Kit) -> None:
    seen = set()
    for sheet in with_backs.sheets[:14]:
        for side in (sheet.front, sheet.back):
            for placement in side.placements if side is not None else ():
                scene = placement.scene
                if scene in seen:
                    continue
                seen.add(scene)
                inner = Rect(0, 0, *scene.size).inset(Insets(FRAME, FRAME, FRAME, FRAME))
                assert scene.items
                for item in scene.items:
                    assert inner.contains(ink_box(item)), (placement.card, item)
    assert len(seen) == 110 + 16 + 1 + 2


def test_no_pixel_near_a_trim_has_ink(with_backs: Kit) -> None:
    """Pages without marks and labels at 150 dpi: the frame of each card is white, its inside is not."""
    dpi = 150
    bare = []
    for sheet in with_backs.sheets[:14]:
        back = replace(sheet.back, marks=(), extras=()) if sheet.back is not None else None
        bare.append(replace(sheet, front=replace(sheet.front, marks=(), extras=()), back=back))
    options = Options(backs="with")
    (data,) = render_files(replace(with_backs, sheets=tuple(bare)), options).values()
    sides = [side for sheet in bare for side in (sheet.front, sheet.back) if side is not None]
    assert len(sides) == 14 + 13
    for side, picture in zip(sides, pictures(data, dpi), strict=True):
        grey = picture.convert("L")
        for placement in side.placements:
            left, top, right, bottom = (round(n * dpi / INCH) for n in _edges(placement.trim))
            wide = int(FRAME * dpi / INCH)
            bands = [
                (left, top, right, top + wide),
                (left, bottom - wide, right, bottom),
                (left, top, left + wide, bottom),
                (right - wide, top, right, bottom),
            ]
            assert [grey.crop(band).getextrema()[0] for band in bands] == [255] * 4, placement.card
            inside = grey.crop((left + wide, top + wide, right - wide, bottom - wide))
            assert inside.getextrema()[0] < 100, placement.card


def _edges(rect: Rect) -> tuple[int, int, int, int]:
    return rect.x, rect.y, rect.right, rect.bottom


# Backs.


def test_there_is_nothing_to_complain_about_with_backs() -> None:
    diagnostics = Collector()
    prepare(Workspace(ROOT, diagnostics), GAME, Options(backs="with"))
    assert [found.headline() for found in diagnostics] == []


def test_there_are_two_different_backs(with_backs: Kit) -> None:
    backs: dict[str, set[str]] = {}
    for sheet in with_backs.sheets:
        for placement in sheet.back.placements if sheet.back is not None else ():
            backs.setdefault(placement.component, set()).add(fingerprint(placement.scene))
    assert set(backs) == {"routes", "trade-priority"}
    assert [len(prints) for prints in backs.values()] == [1, 1]
    assert backs["routes"] != backs["trade-priority"]


def test_the_back_of_a_route_is_the_same_both_ways_up(with_backs: Kit) -> None:
    """A back that differs when it is turned would tell cards apart in a shuffled deck."""
    assert with_backs.sheets[0].back is not None
    upright = next(p for p in with_backs.sheets[0].back.placements if p.turn == 0)
    alone = replace(with_backs.sheets[0], front=Side((upright,)), back=None)
    (data,) = render_files(replace(with_backs, sheets=(alone,)), Options()).values()
    (page,) = pictures(data, 100)
    left, top, right, bottom = (round(n * 100 / INCH) for n in _edges(upright.trim))
    picture = page.crop((left, top, right, bottom)).convert("L")
    shades = ImageChops.difference(picture, picture.rotate(180)).histogram()
    assert picture.getextrema()[0] < 100
    assert sum(shades[100:]) <= picture.width * picture.height // 200


def test_backs_lie_behind_their_fronts(with_backs: Kit) -> None:
    for sheet in with_backs.sheets[:13]:
        assert sheet.back is not None
        fronts = [p for p in sheet.front.placements if p.component != "mats"]
        assert [p.card for p in sheet.back.placements] == [p.card for p in fronts]
        for front, back in zip(fronts, sheet.back.placements, strict=True):
            assert back.trim.x == sheet.plot.paper.width - front.trim.right
            assert (back.trim.y, back.trim.size) == (front.trim.y, front.trim.size)
    assert all(sheet.back is None for sheet in with_backs.sheets[13:])


# Cutting.


def test_the_cut_plan_is_that_of_the_source(built: Built) -> None:
    (plan,) = built.kit.plans
    assert len(plan.cuts) == len(DERIVED["cuts"]) == 9
    told = [(cut.axis, cut.at / INCH) for cut in plan.cuts]
    assert told[:2] == [("x", 3.5), ("x", 6)]
    assert told[2:6] == [("y", 10), ("y", 7.5), ("y", 5), ("y", 2.5)]
    assert told[6:] == [("y", 10.5), ("y", 7), ("y", 3.5)]
    cut_plan = SEED["cut_plan"]
    assert [(part.pages, list(part.left_out)) for part in plan.pages] == [
        (tuple(range(cut_plan["same_plan"]["from"], cut_plan["same_plan"]["to"] + 1)), []),
        ((13,), cut_plan["page_13"]["omit"]),
        ((14,), cut_plan["page_14"]["omit"]),
    ]


def assert_kit_comes_out(kit: Kit, cards: int, mats: int) -> None:
    """Cutting every page by its plan leaves so many poker cards and mats, and nothing of them uncut."""
    part_of = {page: (plan, part) for plan in kit.plans for part in plan.pages for page in part.pages}
    sizes: Counter[tuple[float, float]] = Counter()
    for number, sheet in enumerate(kit.sheets, 1):
        if sheet.is_document:
            assert number not in part_of
            continue
        plan, part = part_of[number]
        trims = [p.trim for p in sheet.front.placements]
        assert_freed(sheet.plot.paper, [plan.cuts[cut - 1] for cut in part.cuts], trims)
        for trim in trims:
            short, long = sorted(trim.size)
            sizes[short / INCH, long / INCH] += 1
    assert sizes == {(2.5, 3.5): cards, (3.5, 5): mats}


def test_cutting_the_kit_gives_all_cards_and_mats(built: Built) -> None:
    assert_kit_comes_out(built.kit, 110 + 16, 7)


def test_the_crafting_page_draws_the_cut_plan(built: Built) -> None:
    text = built.text(15)
    # Cut 1 takes the left edge off the block, so cut 2 is measured from the right one.
    for number, distance in enumerate(("3.5", "2.5", "10", "7.5", "5", "2.5", "10.5", "7", "3.5"), 1):
        edge = {1: "left", 2: "right"}.get(number, "top")
        millimetres = f"{float(distance) * 25.4:.2f}".rstrip("0").rstrip(".")
        assert f"{number} {distance} in ({millimetres} mm) from the {edge} edge" in text
    for words in ("Pages 1–12", "without cuts 4 and 6", "without cuts 2, 4 and 6"):
        assert words in text
    limit = SEED["cut_plan"]["stack_limit"]
    assert f"at most {limit['paper']} sheets of paper, or {limit['card_stock']} of card stock" in text
    assert "14 letter sheets" in text


def test_the_crafting_page_lists_the_pages(built: Built) -> None:
    text, last = built.text(15), len(built.reader.pages)
    assert "Pages 1–11 10 × Route cards each" in text
    assert "Page 12 10 × Trade Priority cards" in text
    assert "Page 13 6 × Trade Priority cards + 2 × Player mats" in text
    assert "Page 14 5 × Player mats" in text
    assert "Page 15 How to make it" in text
    assert f"Pages 16–{last} Rulebook" in text


def test_the_rulers_measure_what_they_say(built: Built) -> None:
    widths = [right - left for _, (left, bottom, right, top) in built.page(15).strokes if bottom == top]
    for length in (100 * MM / PT, 4 * 72):
        assert any(width == pytest.approx(length, abs=0.05) for width in widths), length


# The rulebook.


def rules(built: Built) -> str:
    first = next(n for n, sheet in enumerate(built.kit.sheets, 1) if sheet.components == ("rulebook",))
    return built.text(*range(first, len(built.kit.sheets) + 1))


def test_the_rulebook_tells_the_figures_of_the_source(built: Built) -> None:
    text = rules(built)
    assert "VP chips worth 25 or more" in text
    assert f"{SEED['end']['tableau_cards']} or more" in text
    assert ", ".join(DERIVED["star_pairs"]) in text
    hands = " ".join(str(cards) for cards in DERIVED["hands"].values())
    assert f"Cards {hands}" in text
    for number, count in DERIVED["numbers"].items():
        assert any(f"{count}{words} with a {number}" in text for words in ("", " cards")), number
    for label, skill in SEED["skills"].items():
        assert f"{label} {skill['start']}" in text, label
    for rule in DERIVED["rewards_by_planet"].values():
        assert f"{rule['label']} {rule['cards']}" in text


def test_the_examples_are_drawn_with_real_cards(built: Built) -> None:
    text = (ROOT / "cards" / GAME / "rulebook.md").read_text("utf-8")
    named = set(re.findall(r"!\[card(?: turned)?\]\((\S+)\)", text))
    form_of = {
        placement.card: form.name
        for page, sheet in enumerate(built.kit.sheets[:14], 1)
        for placement, form in zip(
            sheet.front.placements, (f for f in built.page(page).forms if f.depth == 0), strict=True
        )
    }
    rulebook = range(16, len(built.kit.sheets) + 1)
    shown = {form.name for page in rulebook for form in built.page(page).forms}
    assert len(named) >= 10
    assert shown & set(form_of.values()) == {form_of[card] for card in named}


# Other sheets and papers.


@pytest.mark.parametrize(
    ("sheet", "pages"), [("nine-up", (13, 2, 3)), ("eight-up", (14, 2, 2)), ("grid", (13, 2, 2))]
)
def test_other_sheets_follow_by_themselves(tmp_path: Path, sheet: str, pages: tuple[int, int, int]) -> None:
    made = build_kit(ROOT, tmp_path, sheet=sheet)
    assert made.diagnostics == []
    assert tuple(c.sheets for c in made.kit.components[:3]) == pages
    assert_kit_comes_out(made.kit, 110 + 16, 7)
    whole = sum(pages)
    crafting = [n for n, held in enumerate(made.kit.sheets, 1) if held.components == ("crafting",)]
    assert crafting[0] == whole + 1
    text = made.text(*crafting)
    assert f"{whole} letter sheets" in text
    full = {"nine-up": "Pages 1–12 9 ×", "eight-up": "Pages 1–13 8 ×", "grid": "Pages 1–12 9 ×"}[sheet]
    assert f"{full} Route cards each" in text
    assert f"–{len(made.kit.sheets)} Rulebook" in text


def test_ten_up_is_refused_on_a4_with_the_sums_and_a_way_out() -> None:
    diagnostics = Collector()
    with pytest.raises(Stopped):
        prepare(Workspace(ROOT, diagnostics), GAME, Options(paper="a4"))
    (found,) = diagnostics
    assert found.code == "sheet-too-big"
    assert "215.9 mm" in found.message
    assert "210 mm" in found.message
    assert "1 x 88.9 mm (column) + 2 x 63.5 mm (block)" in found.message
    for name in ("nine-up", "eight-up", "grid", "letter"):
        assert name in found.hint, name
    assert "ten-up" not in found.hint
    assert found.span is not None
    assert found.span.file == f"cards/{GAME}/game.yaml"


def test_nine_up_on_a4(tmp_path: Path) -> None:
    made = build_kit(ROOT, tmp_path, sheet="nine-up", paper="a4")
    assert made.diagnostics == []
    boxes = [[float(n) for n in page.mediabox] for page in made.reader.pages]
    assert len(boxes) > 19
    for box in boxes:
        assert box == pytest.approx([0, 0, 595.276, 841.890], abs=0.01)


def test_pages_of_the_kit_are_letter(built: Built) -> None:
    for page in built.reader.pages:
        assert [float(n) for n in page.mediabox] == [0, 0, 612, 792]


def test_labels_and_outline_of_the_kit(built: Built) -> None:
    reader = built.reader
    assert reader.page_labels == [str(n) for n in range(1, len(reader.pages) + 1)]
    places = {entry["/Title"]: reader.get_destination_page_number(entry) + 1 for entry in reader.outline}
    assert places == {
        "Route cards": 1,
        "Trade Priority cards": 12,
        "Player mats": 13,
        "How to make it": 15,
        "Rulebook": 16,
    }
    assert reader.metadata is not None
    assert reader.metadata.title == "Honor of Trade 1.0"


# Changes by a designer.


def test_a_setting_changes_the_rulebook(built: Built, tmp_path: Path) -> None:
    project = copy_project(tmp_path, (f"cards/{GAME}/game.yaml", "value: 25", "value: 20"))
    made = build_kit(project, tmp_path / "output")
    text = rules(made)
    assert "VP chips worth 20 or more" in text
    assert "25 or more" not in text
    assert rules(built).count("25 or more") == text.count("20 or more")
    prints = [
        [fingerprint(p.scene) for sheet in kit.sheets[:15] for p in sheet.front.placements]
        for kit in (built.kit, made.kit)
    ]
    assert prints[0] == prints[1]


def test_six_mats_instead_of_seven(tmp_path: Path) -> None:
    project = copy_project(tmp_path, (f"cards/{GAME}/game.yaml", "value: 7", "value: 6"))
    kit = lay_out(project)
    mats = [sum(p.component == "mats" for p in sheet.front.placements) for sheet in kit.sheets[:14]]
    assert mats[11:] == [0, 2, 4]
    assert kit.cards == 110 + 16 + 6
    assert_kit_comes_out(kit, 110 + 16, 6)


def test_a_value_that_a_setting_does_not_offer_is_refused(tmp_path: Path) -> None:
    project = copy_project(tmp_path, (f"cards/{GAME}/game.yaml", "value: 25", "value: 30"))
    diagnostics = Collector()
    with pytest.raises(Stopped):
        prepare(Workspace(project, diagnostics), GAME, Options())
    (found,) = diagnostics
    assert (found.code, found.span and found.span.line) == ("unknown-value", 7)


def test_a_changed_number_changes_its_own_page_only(built: Built, tmp_path: Path) -> None:
    line = "{id: C-K, a: C, b: K, number: 2"
    project = copy_project(
        tmp_path,
        (f"cards/{GAME}/routes.yaml", line, line.replace("2", "3")),
    )
    made = build_kit(project, tmp_path / "output")
    before, after = pictures(built.data, 50), pictures(made.data, 50)
    assert len(before) == len(after)
    changed = [n for n, (one, other) in enumerate(zip(before, after, strict=True), 1) if one != other]
    # The card's own page, and the rulebook, which counts the numbers.
    assert changed == [4, 16]
    old, new = (Counter(w[:2] for w in kit.page(4).words) for kit in (built, made))
    assert {text: n for (text, _), n in (old - new).items()} == {"2": 4}
    assert {text: n for (text, _), n in (new - old).items()} == {"3": 4}
    (index,) = (n for n, p in enumerate(built.kit.sheets[3].front.placements) if p.card == "C-K")
    for sheet, other in zip(built.kit.sheets[:14], made.kit.sheets[:14], strict=True):
        for n, (p, q) in enumerate(zip(sheet.front.placements, other.front.placements, strict=True)):
            same = fingerprint(p.scene) == fingerprint(q.scene)
            assert same != (p.card == "C-K" and n == index), p.card


def test_building_twice_gives_the_same_bytes(built: Built, tmp_path: Path) -> None:
    assert build_kit(ROOT, tmp_path).data == built.data
