"""Packing: the optimum for one card size under straight cuts, and a plan without a project."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import pytest
from guillotine import assert_freed
from helpers import run
from hypothesis import given
from hypothesis import strategies as st

from hotpnp.geometry import Rect, Size
from hotpnp.impose.estimate import estimate
from hotpnp.impose.pack import PackedGrid, pack
from hotpnp.impose.slots import paper_of, plot_sheet
from hotpnp.model.sheet import SheetSpec
from hotpnp.model.sizes import CARDS
from hotpnp.units import inch, mm

# Poker cards on five papers: margin 0, 1/4 in; 3 mm with 1/8 in bleed; 1/4 in with 1/16 in bleed.
SETTINGS = (("0", "0"), ("0.25in", "0"), ("0.118in", "0.125in"), ("0.25in", "0.0625in"))
MOST = {
    "letter": (10, 9, 8, 8),
    "legal": (13, 11, 10, 11),
    "tabloid": (20, 19, 16, 17),
    "a4": (9, 9, 8, 8),
    "a3": (20, 19, 17, 18),
}


@pytest.mark.parametrize("paper", MOST)
@pytest.mark.parametrize("setting", range(4))
def test_poker_cards_reach_the_optimum(paper: str, setting: int) -> None:
    margin, bleed = SETTINGS[setting]
    found = estimate("poker", paper, False, margin, bleed, "0", "auto", 1)
    assert len(found.slots) == MOST[paper][setting]


@cache
def most(width: int, height: int, cell: Size) -> int:
    """The most cards by trying every cut, as a second opinion for small areas."""
    best = 0
    for size in (cell, cell.turned()):
        if size.width <= width and size.height <= height:
            best = max(best, 1)
    for x in range(1, width // 2 + 1):
        best = max(best, most(x, height, cell) + most(width - x, height, cell))
    for y in range(1, height // 2 + 1):
        best = max(best, most(width, y, cell) + most(width, height - y, cell))
    return best


def rects(grids: list[PackedGrid], cell: Size) -> list[Rect]:
    found = []
    for grid in grids:
        size = cell.turned() if grid.turned else cell
        for row in range(grid.rows):
            for column in range(grid.columns):
                found.append(Rect(grid.at.x + column * size.width, grid.at.y + row * size.height, *size))
    return found


@given(st.integers(1, 22), st.integers(1, 22), st.integers(2, 7), st.integers(2, 7))
def test_no_cut_frees_more(width: int, height: int, wide: int, high: int) -> None:
    cell = Size(wide, high)
    placed = rects(pack(Size(width, height), cell), cell)
    assert len(placed) == most(width, height, cell)
    area = Rect(0, 0, width, height)
    assert all(area.contains(rect) for rect in placed)
    assert not any(a.overlaps(b) for i, a in enumerate(placed) for b in placed[:i])


@given(
    st.sampled_from(["letter", "legal", "tabloid", "a4", "a3"]),
    st.sampled_from([name for name, size in CARDS.items() if max(size) <= mm(210)]),
    st.sampled_from(["0in", "0.05in", "0.125in"]),
    st.sampled_from(["0in", "0.1in"]),
)
def test_the_cuts_of_a_packing_free_exactly_the_cards(paper: str, card: str, bleed: str, gutter: str) -> None:
    found = estimate(card, paper, False, "0.2in", bleed, gutter, "auto", 20)
    size = paper_of(SheetSpec(paper=paper), None)
    assert_freed(size, found.cuts, [slot.trim for slot in found.slots])


def test_margins_and_gaps_are_kept() -> None:
    found = estimate("poker", "letter", False, "0.25in 0.3in", "0.0625in", "0.05in", "grid", 9)
    trims = [slot.trim for slot in found.slots]
    edge = inch("0.0625")
    assert min(trim.x for trim in trims) - edge >= inch("0.3")
    assert min(trim.y for trim in trims) - edge >= inch("0.25")
    first, second = sorted(trim.x for trim in trims if trim.y == trims[0].y)[:2]
    assert second - first == trims[0].width + inch("0.05") + 2 * edge


def test_the_packing_stands_in_the_middle() -> None:
    plot = plot_sheet(SheetSpec(pack="auto", printable="0"), CARDS["poker"], Size(inch("8.5"), inch(11)))
    low = min(block.rect.y for block in plot.blocks)
    high = max(block.rect.bottom for block in plot.blocks)
    assert low == inch(11) - high


def test_the_command_answers_without_a_project(tmp_path: Path) -> None:
    question = "plan --card 2.5x3.5in --paper legal --margin 0.25in --bleed 0in --gutter 0in --pack auto"
    done = run(*question.split(), "--count", "110", "--format", "json", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    answer = json.loads(done.stdout)
    assert (answer["pieces_per_sheet"], answer["sheets"]) == (11, 10)
    assert answer["strokes"] == 10 * len(answer["cuts"])
    assert set(answer["slots"][0]) == {"x", "y", "width", "height", "turned"}
    assert {slot["turned"] for slot in answer["slots"]} == {True, False}


@pytest.mark.parametrize(
    ("card", "code", "words"),
    [
        ("900mm x 900mm", 1, "one piece is 900 mm x 900 mm"),
        ("pokr", 2, '"pokr" is not a size'),
    ],
)
def test_what_cannot_be_planned_is_said(card: str, code: int, words: str) -> None:
    done = run("plan", "--card", card)
    assert done.returncode == code
    assert words in done.stderr
    assert "Traceback" not in done.stderr


def test_a_name_with_several_meanings_lists_them() -> None:
    done = run("plan", "--card", "mini")
    assert done.returncode == 2
    assert "mini-us (44.45 mm x 63.5 mm), mini-american (41 mm x 63 mm), mini-european" in done.stderr
