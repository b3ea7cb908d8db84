"""Projects for the benchmarks: Honor of Trade's route cards, and any number of distinct ones like them."""

from __future__ import annotations

import itertools
import shutil
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PLANETS = "ABCDEFGHIJKLMNOU"
REWARDS = ("action", "privilege", "network-vp", "o", "card-draw", "move", "vp-5")
GAME = """\
title: Honor of Trade
version: "1.0"
components:
  routes: {title: Route cards, table: routes, layout: route}
sheet: ten-up
"""


def make_project(folder: Path, count: int) -> Path:
    """A project with only the route cards: the real 110 when count is 110, else so many distinct ones."""
    shutil.copytree(ROOT / "layouts", folder / "layouts")
    cards = folder / "cards" / "honor-of-trade"
    shutil.copytree(ROOT / "cards" / "honor-of-trade", cards)
    (cards / "game.yaml").write_text(GAME, encoding="utf-8")
    if count != 110:
        (cards / "routes.yaml").write_text(_routes(cards / "routes.yaml", count), encoding="utf-8")
    return folder


def _routes(path: Path, count: int) -> str:
    head = path.read_text(encoding="utf-8").split("cards:")[0]
    pairs = [(a, b) for a in PLANETS for b in PLANETS if a != b]
    kinds = itertools.product(range(1, 6), REWARDS, ("circle", "diamond"), pairs)
    lines = [
        f"  - {{id: {a}-{b}-{i}, a: {a}, b: {b}, number: {number}, reward: {reward}, token: {token}}}"
        for i, (number, reward, token, (a, b)) in enumerate(itertools.islice(kinds, count))
    ]
    return head + "cards:\n" + "\n".join(lines) + "\n"
