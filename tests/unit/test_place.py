"""Pieces to places: every piece once, mats, decks that share a sheet, backs behind fronts."""

from __future__ import annotations

import math
import re
from dataclasses import replace
from pathlib import Path

import pytest
from helpers import GAME, THING, diagnose, make_project, plot
from hypothesis import given, settings
from hypothesis import strategies as st

from hotpnp.geometry import Rect, Size, turn_into
from hotpnp.impose.kit import Deck, impose_decks
from hotpnp.impose.place import CardTooBig, Piece, Placement, Sheet, place_pieces
from hotpnp.impose.slots import Block, Plot, SheetTooBig, plot_sheet
from hotpnp.model.sheet import SheetSpec
from hotpnp.model.sizes import CARDS, PAPERS
from hotpnp.scene.items import Scene
from hotpnp.units import MM, inch, mm

POKER = CARDS["poker"]
LETTER = PAPERS["letter"]
MAT = Size(inch(5), inch("3.5"))


def deck(count: int, size: Size = POKER, name: str = "card", backs: bool = False) -> list[Piece]:
    """So many different pieces of a size."""
    return [
        Piece(f"{name}-{i}", name, Scene(size, ()), Scene(size, ()) if backs else None)
        for i in range(1, count + 1)
    ]


def inches(rect: Rect) -> tuple[float, float, float, float]:
    return tuple(value / inch(1) for value in rect)  # type: ignore[return-value]


def placed(sheet: Sheet) -> dict[str, tuple[float, float, float, float]]:
    """Where each card lies, in inches."""
    return {p.card: inches(p.trim) for p in sheet.front.placements}


def in_blocks(sheet: Sheet) -> dict[int, list[str]]:
    """The cards of each block, in the order in which they were placed."""
    found: dict[int, list[str]] = {}
    for placement in sheet.front.placements:
        found.setdefault(placement.block, []).append(placement.card)
    return found


def test_nine_up_fills_row_by_row() -> None:
    (sheet,) = place_pieces(plot("nine-up"), [deck(9)])
    assert placed(sheet) == {
        f"card-{3 * row + column + 1}": (0.5 + 2.5 * column, 0.25 + 3.5 * row, 2.5, 3.5)
        for row in range(3)
        for column in range(3)
    }
    assert {p.turn for p in sheet.front.placements} == {0}


def test_eight_up_fills_row_by_row() -> None:
    (sheet,) = place_pieces(plot("eight-up"), [deck(8)])
    assert placed(sheet) == {
        f"card-{4 * row + column + 1}": (0.5 + 2.5 * column, 0.75 + 3.5 * row, 2.5, 3.5)
        for row in range(2)
        for column in range(4)
    }


def test_ten_up_fills_the_turned_column_then_the_block() -> None:
    (sheet,) = place_pieces(plot("ten-up"), [deck(10)])
    column = {f"card-{i + 1}": (0, 2.5 * i, 3.5, 2.5) for i in range(4)}
    block = {f"card-{i + 5}": (3.5 + 2.5 * (i % 2), 3.5 * (i // 2), 2.5, 3.5) for i in range(6)}
    assert placed(sheet) == {**column, **block}
    assert [p.turn for p in sheet.front.placements] == [90] * 4 + [0] * 6
    assert [p.block for p in sheet.front.placements] == [0] * 4 + [1] * 6


def test_a_turned_card_shows_its_top_at_the_right() -> None:
    (sheet,) = place_pieces(plot("ten-up"), [deck(1)])
    (placement,) = sheet.front.placements
    top, bottom = _axis(placement)
    assert (top, bottom) == ((inch("3.5"), inch("1.25")), (0, inch("1.25")))


def test_pieces_run_on_over_sheets() -> None:
    sheets = place_pieces(plot("ten-up"), [deck(110)])
    assert [[p.card for p in sheet.front.placements] for sheet in sheets] == [
        [f"card-{10 * page + i}" for i in range(1, 11)] for page in range(11)
    ]
    assert sheets[0].components == ("card",)
    assert not sheets[0].is_document


def test_copies_are_pieces() -> None:
    piece = deck(1)[0]
    sheets = place_pieces(plot("nine-up"), [[piece] * 20])
    assert [len(sheet.front.placements) for sheet in sheets] == [9, 9, 2]


def test_no_pieces_need_no_sheet() -> None:
    assert place_pieces(plot("nine-up"), [[], []]) == []


def test_a_smaller_card_lies_in_the_middle_of_its_place() -> None:
    (sheet,) = place_pieces(plot("nine-up"), [deck(2, CARDS["bridge"])])
    assert placed(sheet) == {"card-1": (0.625, 0.25, 2.25, 3.5), "card-2": (3.125, 0.25, 2.25, 3.5)}
    (turned,) = place_pieces(plot("ten-up"), [deck(1, CARDS["bridge"])])
    assert placed(turned) == {"card-1": (0, 0.125, 3.5, 2.25)}


def test_mats_take_two_places_beside_each_other_in_an_upright_block() -> None:
    (sheet,) = place_pieces(plot("eight-up"), [deck(4, MAT)])
    assert placed(sheet) == {
        "card-1": (0.5, 0.75, 5, 3.5),
        "card-2": (5.5, 0.75, 5, 3.5),
        "card-3": (0.5, 4.25, 5, 3.5),
        "card-4": (5.5, 4.25, 5, 3.5),
    }


def test_mats_take_two_places_under_each_other_in_a_turned_block() -> None:
    (sheet,) = place_pieces(plot("ten-up"), [deck(5, MAT)])
    assert placed(sheet) == {
        "card-1": (0, 0, 3.5, 5),
        "card-2": (0, 5, 3.5, 5),
        "card-3": (3.5, 0, 5, 3.5),
        "card-4": (3.5, 3.5, 5, 3.5),
        "card-5": (3.5, 7, 5, 3.5),
    }
    assert [p.turn for p in sheet.front.placements] == [90, 90, 0, 0, 0]


def test_a_single_place_beside_a_mat_stays_free_for_a_card() -> None:
    (sheet,) = place_pieces(plot("nine-up"), [deck(3, MAT, "mat"), deck(3)])
    assert placed(sheet) == {
        "mat-1": (0.5, 0.25, 5, 3.5),
        "mat-2": (0.5, 3.75, 5, 3.5),
        "mat-3": (0.5, 7.25, 5, 3.5),
        "card-1": (5.5, 0.25, 2.5, 3.5),
        "card-2": (5.5, 3.75, 2.5, 3.5),
        "card-3": (5.5, 7.25, 2.5, 3.5),
    }
    assert sheet.components == ("mat", "card")


def test_the_rest_of_a_deck_takes_the_block_that_leaves_whole_blocks() -> None:
    """Sixteen cards and seven mats: ten cards; six in the block with two mats in the column; five mats."""
    sheets = place_pieces(plot("ten-up"), [deck(16), deck(7, MAT, "mat")])
    assert [in_blocks(sheet) for sheet in sheets] == [
        {0: [f"card-{i}" for i in range(1, 5)], 1: [f"card-{i}" for i in range(5, 11)]},
        {1: [f"card-{i}" for i in range(11, 17)], 0: ["mat-1", "mat-2"]},
        {0: ["mat-3", "mat-4"], 1: ["mat-5", "mat-6", "mat-7"]},
    ]
    assert [sheet.components for sheet in sheets] == [("card",), ("card", "mat"), ("mat",)]


@pytest.mark.parametrize(("rest", "block"), [(1, 0), (3, 0), (4, 0), (5, 1), (6, 1)])
def test_a_rest_takes_the_smallest_block_that_holds_it(rest: int, block: int) -> None:
    sheets = place_pieces(plot("ten-up"), [deck(10 + rest), deck(1, MAT, "mat")])
    assert len(sheets) == 2
    cards = [p for p in sheets[1].front.placements if p.component == "card"]
    assert [p.block for p in cards] == [block] * rest


def test_a_rest_with_nothing_after_it_takes_the_blocks_in_order() -> None:
    sheets = place_pieces(plot("ten-up"), [deck(16)])
    assert in_blocks(sheets[1]) == {0: [f"card-{i}" for i in range(11, 15)], 1: ["card-15", "card-16"]}


def test_a_rest_larger_than_any_block_takes_the_blocks_in_order() -> None:
    (sheet,) = place_pieces(plot("ten-up"), [deck(7), deck(1, MAT, "mat")])
    assert in_blocks(sheet) == {
        0: ["card-1", "card-2", "card-3", "card-4"],
        1: ["card-5", "card-6", "card-7", "mat-1"],
    }
    assert placed(sheet)["mat-1"] == (3.5, 7, 5, 3.5)


def test_decks_share_a_sheet_only_when_the_sheet_says_so() -> None:
    decks = [
        Deck("one", "One", POKER, tuple(deck(4, name="one"))),
        Deck("two", "Two", POKER, tuple(deck(4, name="two"))),
        Deck("three", "Three", POKER, tuple(deck(1, name="three"))),
    ]
    apart = impose_decks(decks, SheetSpec(), LETTER)
    assert [sheet.components for sheet in apart] == [("one",), ("two",), ("three",)]
    together = impose_decks(decks, SheetSpec(together=[["one", "two"]]), LETTER)
    assert [sheet.components for sheet in together] == [("one", "two"), ("three",)]
    all_three = impose_decks(decks, SheetSpec(together=[["one", "two", "three"]]), LETTER)
    assert [sheet.components for sheet in all_three] == [("one", "two", "three")]
    assert [p.card for p in all_three[0].front.placements] == [
        *(f"one-{i}" for i in range(1, 5)),
        *(f"two-{i}" for i in range(1, 5)),
        "three-1",
    ]


def test_decks_that_do_not_follow_each_other_stay_apart() -> None:
    decks = [Deck(name, name, POKER, tuple(deck(1, name=name))) for name in ("one", "two", "three")]
    sheets = impose_decks(decks, SheetSpec(together=[["one", "three"]]), LETTER)
    assert [sheet.components for sheet in sheets] == [("one",), ("two",), ("three",)]


def test_a_card_that_fits_no_place_is_refused_with_the_sums() -> None:
    with pytest.raises(CardTooBig) as fault:
        place_pieces(plot("nine-up"), [deck(1, Size(inch(8), inch(4)))])
    assert str(fault.value).endswith(
        " is 203.2 mm x 101.6 mm, the sheet has 3 x 3 places of 63.5 mm x 88.9 mm"
    )
    with pytest.raises(CardTooBig) as fault:
        place_pieces(plot("ten-up"), [deck(3), deck(1, Size(inch(11), inch("3.5")), "long")])
    assert str(fault.value) == (
        "a piece of long is 279.4 mm x 88.9 mm, the sheet has 1 x 4 places of 88.9 mm x 63.5 mm (turned); "
        "2 x 3 places of 63.5 mm x 88.9 mm"
    )


def test_places_that_are_skipped_stay_empty_and_are_no_part_of_a_joined_one() -> None:
    own = replace(plot("eight-up"), skipped=frozenset({1, 4, 5, 7}))
    (sheet,) = place_pieces(own, [deck(4)])
    assert [inches(p.trim)[:2] for p in sheet.front.placements] == [
        (3, 0.75),
        (5.5, 0.75),
        (3, 4.25),
        (8, 4.25),
    ]
    (mats,) = place_pieces(own, [deck(1, MAT)])
    assert placed(mats) == {"card-1": (3, 0.75, 5, 3.5)}
    with pytest.raises(CardTooBig) as fault:
        place_pieces(replace(own, skipped=frozenset({2, 4, 6, 8})), [deck(1, MAT)])
    assert str(fault.value).endswith("4 x 2 places of 63.5 mm x 88.9 mm, of which 4 stay empty")


def test_a_card_a_little_larger_than_its_place_is_refused(tmp_path: Path) -> None:
    """Mats join whole places; a card that only sticks out over its place is a slip."""
    files = {
        "cards/demo/game.yaml": f"{GAME}sheet: nine-up\n",
        "layouts/demo/thing.yaml": THING.replace("size: poker", "size: 2.6in x 3.5in"),
    }
    (found,) = diagnose(make_project(tmp_path, files))
    assert (found.code, found.severity) == ("card-too-big", "error")
    assert "66.04 mm x 88.9 mm" in found.message
    assert "63.5 mm x 88.9 mm" in found.message


def test_cards_have_no_backs_unless_given() -> None:
    (sheet,) = place_pieces(plot("nine-up"), [deck(2)])
    assert sheet.back is None


def test_backs_lie_behind_their_own_fronts() -> None:
    """Trouble case B05: the rows of a portrait sheet read c b a."""
    (sheet,) = place_pieces(plot("nine-up"), [deck(9, name="", backs=True)])
    assert sheet.back is not None
    rows: dict[int, list[tuple[int, str]]] = {}
    for p in sheet.back.placements:
        rows.setdefault(p.trim.y, []).append((p.trim.x, p.card))
    read = [[card for _, card in sorted(row)] for _, row in sorted(rows.items())]
    assert read == [["-3", "-2", "-1"], ["-6", "-5", "-4"], ["-9", "-8", "-7"]]
    assert {p.turn for p in sheet.back.placements} == {0}


def test_a_single_back_on_the_last_sheet_stands_at_the_right() -> None:
    """Trouble case B07: the tenth back lies at the top right, alone."""
    sheets = place_pieces(plot("nine-up"), [deck(10, backs=True)])
    assert sheets[1].back is not None
    (last,) = sheets[1].back.placements
    assert last.card == "card-10"
    assert inches(last.trim) == (5.5, 0.25, 2.5, 3.5)


def test_backs_of_a_landscape_sheet_are_mirrored_from_top_to_bottom_and_upside_down() -> None:
    (sheet,) = place_pieces(plot("eight-up"), [deck(5, backs=True)])
    assert sheet.back is not None
    first, fifth = sheet.back.placements[0], sheet.back.placements[4]
    assert (inches(first.trim), first.turn) == ((0.5, 4.25, 2.5, 3.5), 180)
    assert (inches(fifth.trim), fifth.turn) == ((0.5, 0.75, 2.5, 3.5), 180)


def test_backs_of_turned_cards_are_turned_the_other_way() -> None:
    (sheet,) = place_pieces(plot("ten-up"), [deck(5, backs=True)])
    assert sheet.back is not None
    turned, upright = sheet.back.placements[0], sheet.back.placements[4]
    assert (inches(turned.trim), turned.turn) == ((5, 0, 3.5, 2.5), 270)
    assert (inches(upright.trim), upright.turn) == ((2.5, 0, 2.5, 3.5), 0)


LENGTHS = st.integers(25 * MM, 130 * MM)
SIDES = st.integers(100 * MM, 500 * MM)


@given(st.builds(Size, LENGTHS, LENGTHS), st.builds(Size, SIDES, SIDES), st.integers(1, 90))
@settings(max_examples=60)
def test_every_piece_is_placed_once_and_its_back_lies_behind_it(card: Size, paper: Size, count: int) -> None:
    pieces = deck(count, card, backs=True)
    try:
        own = plot_sheet(SheetSpec(printable="4mm"), card, paper)
    except SheetTooBig:
        return
    sheets = place_pieces(own, [pieces])
    places = own.blocks[0].columns * own.blocks[0].rows
    assert len(sheets) == math.ceil(count / places)
    assert [p.card for sheet in sheets for p in sheet.front.placements] == [p.card for p in pieces]
    scenes = [p.scene for sheet in sheets for p in sheet.front.placements]
    assert all(one is other.front for one, other in zip(scenes, pieces, strict=True))
    for sheet in sheets:
        _assert_apart(sheet)
        _assert_backs(sheet)


@given(
    st.lists(st.tuples(st.booleans(), st.integers(1, 4), st.integers(1, 4)), min_size=1, max_size=4),
    st.lists(st.tuples(st.sampled_from([POKER, MAT, CARDS["bridge"]]), st.integers(0, 14)), max_size=4),
    st.booleans(),
)
@settings(max_examples=60)
def test_runs_of_all_sizes_share_blocks_without_touching(
    blocks: list[tuple[bool, int, int]], runs: list[tuple[Size, int]], landscape: bool
) -> None:
    made, x = [], mm(5)
    for number, (turned, columns, rows) in enumerate(blocks):
        cell = POKER.turned() if turned else POKER
        made.append(Block(f"b{number}", x, mm(5) * number, cell, columns, rows, turned))
        x += cell.width * columns
    high = max(block.rect.bottom for block in made)
    paper = Size(x, max(high, x)) if not landscape else Size(x + high, high)
    own = Plot(paper, Rect(0, 0, *paper), tuple(made))
    decks = [deck(count, size, f"run{i}", backs=True) for i, (size, count) in enumerate(runs)]
    try:
        sheets = place_pieces(own, decks)
    except CardTooBig:
        assert all(b.columns < 2 if not b.turned else b.rows < 2 for b in made)
        return
    told = [p.card for sheet in sheets for p in sheet.front.placements]
    assert sorted(told) == sorted(piece.card for run in decks for piece in run)
    for sheet in sheets:
        assert sheet.front.placements
        _assert_apart(sheet)
        _assert_backs(sheet)


def _assert_apart(sheet: Sheet) -> None:
    """The trims lie on the paper and have no area in common."""
    paper = Rect(0, 0, *sheet.plot.paper)
    trims = [p.trim for p in sheet.front.placements]
    assert all(paper.contains(trim) for trim in trims)
    assert not any(a.overlaps(b) for i, a in enumerate(trims) for b in trims[:i])
    for p in sheet.front.placements:
        assert p.trim.size == (p.scene.size.turned() if p.turn in (90, 270) else p.scene.size)


def _axis(placement: Placement) -> tuple[tuple[float, float], tuple[float, float]]:
    """Where the middles of the card's top and bottom edges lie on the paper."""
    matrix = turn_into(placement.scene.size, placement.trim, placement.turn)
    middle = placement.scene.size.width / 2
    return matrix.apply(middle, 0), matrix.apply(middle, placement.scene.size.height)


def _assert_backs(sheet: Sheet) -> None:
    """Turned over the long edge, each back covers its front, with its top behind the front's top."""
    assert sheet.back is not None
    width, height = sheet.plot.paper
    for front, back in zip(sheet.front.placements, sheet.back.placements, strict=True):
        assert (front.card, front.trim.size) == (back.card, back.trim.size)
        for (x, y), (back_x, back_y) in zip(_axis(front), _axis(back), strict=True):
            if height >= width:
                assert (back_x, back_y) == (width - x, y)
            else:
                assert (back_x, back_y) == (x, height - y)


def test_the_text_of_a_fault_has_no_names_of_the_program() -> None:
    with pytest.raises(CardTooBig) as fault:
        place_pieces(plot("grid"), [deck(1, Size(inch(20), inch(20)))])
    assert not re.search(r"Size|Rect|\d{5}", str(fault.value))
