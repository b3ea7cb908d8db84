"""What Honor of Trade prints only when it is asked for: chips, marker, player aids and score sheet."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from helpers import lay_out
from realkit import GAME, ROOT, build_kit, read_seeds

from hotpnp.model.game import Game
from hotpnp.scene.items import Scene, TextRun, flat
from hotpnp.units import INCH

SEEDS = read_seeds()
SEED, DERIVED, CHOSEN = SEEDS["seed"], SEEDS["derived"], SEEDS["chosen"]
EXTRAS = ("chips", "start", "aids", "score")


def words(scene: Scene) -> str:
    runs = [item for item in flat(scene.items) if isinstance(item, TextRun)]
    return " ".join(" ".join(run.text for run in runs).split())


def faces(**options: Any) -> dict[str, list[tuple[Scene, Scene | None]]]:
    """Front and back of every copy, by card."""
    found: dict[str, list[tuple[Scene, Scene | None]]] = {}
    for sheet in lay_out(ROOT, GAME, components=EXTRAS, backs="with", **options).sheets:
        backs = {one.card: one.scene for one in sheet.back.placements} if sheet.back is not None else {}
        for one in sheet.front.placements:
            found.setdefault(one.card, []).append((one.scene, backs.get(one.card)))
    return found


def test_chips_and_marker_are_round_and_fill_one_sheet() -> None:
    (sheet,) = lay_out(ROOT, GAME, components=("chips", "start")).sheets
    chips = CHOSEN["vp-chips"]
    assert Counter(one.card for one in sheet.front.placements) == {
        **{f"CHIP-{value}": count for value, count in chips["count"].items()},
        "START": CHOSEN["starting-player-marker"]["count"],
    }
    for one in sheet.front.placements:
        assert one.scene.size == (chips["size_in"] * INCH, chips["size_in"] * INCH)
        assert any(command[0] == "C" for command in one.scene.outline)
    assert {words(one.scene) for one in sheet.front.placements} == {"1 VP", "5 VP", "FIRST"}


def test_the_aid_tells_actions_and_claim_in_front_and_skills_and_points_behind() -> None:
    copies = faces()["AID"]
    assert len(copies) == CHOSEN["player-aid"]["count"]
    front, back = copies[0]
    assert back is not None
    turn, points = words(front), words(back)
    for told in (
        "Play a card",
        f"at most {['no', 'one', 'two', 'three'][SEED['chain']['max_cards']]} cards",
        "Displace",
        "Pay two cards from your hand, three for a diamond",
        "Claim a route",
        "Move cards",
        "Draw cards",
        f"never above {SEED['hand']['limit']} cards in hand",
        f"takes {SEED['trade_priority_chip']['vp']} VP",
        f"{SEED['end']['vp_chips']['end_of_the_game']} VP in chips",
        f"{SEED['end']['tableau_cards']} cards in the tableau",
    ):
        assert told in turn, told
    for label, skill in SEED["skills"].items():
        assert f"{skill['start']} {label}" in points
    assert all(f" {planet} " in points for planet in SEED["planets"])
    for told in (
        f"{SEED['star_pairs']['vp']} VP to the first",
        "longest network × Network VP",
        ", ".join(str(vp) for vp in DERIVED["planet_n"].values()),
        f"{SEED['trade_priority']['vp']} for each Trade Priority card",
    ):
        assert told in points, told


def test_the_aid_follows_the_setting_that_ends_the_game() -> None:
    (front, _), *_ = faces(settings={"end_vp": "20"})["AID"]
    assert "20 VP in chips" in words(front)


def test_the_score_sheet_has_the_final_scoring_and_a_box_for_each_star_pair(game: Game) -> None:
    pairs = game.tables["star-pairs"].cards
    assert list(pairs) == DERIVED["star_pairs"]
    assert all(pair.values["a"].id + pair.values["b"].id == name for name, pair in pairs.items())
    ((scene, _),) = faces()["SCORE"]
    text = words(scene)
    assert " ".join(map(str, range(1, SEED["players"]["max"] + 1))) in text
    for row in ("VP chips", "Longest network", "Planet N", "Trade Priority", "Total"):
        assert row in text
    assert " ".join(" ".join(pair) for pair in DERIVED["star_pairs"]) in text


@pytest.mark.parametrize(("players", "mats"), [("6", 7), ("5", 6), ("2", 3)])
def test_rules_and_mats_follow_the_players(tmp_path: Path, players: str, mats: int) -> None:
    built = build_kit(ROOT, tmp_path, settings={"players": players})
    assert {one.name: one.copies for one in built.kit.components}["mats"] == mats
    first = min(n for n, sheet in enumerate(built.kit.sheets, 1) if "rulebook" in sheet.components)
    assert f"Player mats {mats}, one for each player and a spare" in built.text(first)
