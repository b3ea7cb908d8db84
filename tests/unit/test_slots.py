"""The places that a sheet offers on its paper, to the exact unit."""

from __future__ import annotations

import re

import pytest
from helpers import sheet
from hypothesis import given
from hypothesis import strategies as st

from hotpnp.geometry import Rect, Size
from hotpnp.impose.slots import BadSheet, Block, SheetTooBig, paper_of, papers_that_fit, plot_sheet
from hotpnp.model.sheet import BlockSpec, SheetSpec, builtin_sheets
from hotpnp.model.sizes import CARDS, PAPERS
from hotpnp.units import MM, inch, mm

POKER = CARDS["poker"]
LETTER = PAPERS["letter"]
MAT = Size(inch(5), inch("3.5"))


def test_poker_and_letter_are_whole_numbers_of_the_unit() -> None:
    assert Size(2_286_000, 3_200_400) == POKER
    assert Size(7_772_400, 10_058_400) == LETTER
    assert PAPERS["a4"] == Size(7_560_000, 10_692_000)


def test_nine_up_has_margins_of_half_and_a_quarter_inch() -> None:
    plot = plot_sheet(sheet("nine-up"), POKER, LETTER)
    assert plot.paper == LETTER
    assert plot.blocks == (Block("grid", 457_200, 228_600, POKER, 3, 3, False),)
    assert plot.blocks[0].rect == Rect(457_200, 228_600, 6_858_000, 9_601_200)
    assert [plot.blocks[0].place(column, 0).x for column in range(3)] == [457_200, 2_743_200, 5_029_200]
    assert [plot.blocks[0].place(0, row).y for row in range(3)] == [228_600, 3_429_000, 6_629_400]


def test_eight_up_lies_on_turned_paper() -> None:
    spec = sheet("eight-up")
    paper = paper_of(spec, None)
    assert paper == Size(10_058_400, 7_772_400)
    plot = plot_sheet(spec, POKER, paper)
    assert plot.blocks == (Block("grid", 457_200, 685_800, POKER, 4, 2, False),)


def test_ten_up_is_a_turned_column_beside_a_block_exactly_as_wide_as_letter() -> None:
    plot = plot_sheet(sheet("ten-up"), POKER, LETTER)
    column, block = plot.blocks
    assert column == Block("column", 0, 0, Size(3_200_400, 2_286_000), 1, 4, True)
    assert block == Block("block", 3_200_400, 0, POKER, 2, 3, False)
    assert block.rect.right == LETTER.width
    assert (column.rect.bottom, block.rect.bottom) == (inch(10), inch("10.5"))
    assert [column.place(0, row) for row in range(4)] == [
        Rect(0, row * 2_286_000, 3_200_400, 2_286_000) for row in range(4)
    ]


def test_printable_area_is_the_paper_without_its_margins() -> None:
    plot = plot_sheet(sheet("nine-up"), POKER, LETTER)
    margin = inch("0.17")
    assert margin == 155_448
    assert plot.printable == Rect(margin, margin, LETTER.width - 2 * margin, LETTER.height - 2 * margin)
    own = plot_sheet(SheetSpec(printable="10mm"), POKER, LETTER)
    assert own.printable == Rect(mm(10), mm(10), LETTER.width - mm(20), LETTER.height - mm(20))


def test_grid_takes_as_many_cards_as_fit_inside_the_printable_area() -> None:
    plot = plot_sheet(sheet("grid"), POKER, LETTER)
    assert plot.blocks == (Block("grid", 457_200, 228_600, POKER, 3, 3, False),)
    wide_margin = plot_sheet(SheetSpec(printable="0.3in"), POKER, LETTER)
    assert (wide_margin.blocks[0].columns, wide_margin.blocks[0].rows) == (2, 4)
    assert wide_margin.blocks[0].turned


def test_grid_turns_cards_only_where_more_fit() -> None:
    turned = plot_sheet(sheet("grid"), MAT, LETTER).blocks[0]
    assert turned == Block("grid", 685_800, 457_200, MAT.turned(), 2, 2, True)
    square = Size(inch(3), inch(3))
    assert plot_sheet(sheet("grid"), square, LETTER).blocks[0].turned is False


def test_big_cards_without_a_grid_stay_on_the_paper() -> None:
    """Trouble case B04, second run: four cards of 89 x 127 mm, none over an edge."""
    block = plot_sheet(sheet("grid"), Size(mm(89), mm(127)), LETTER).blocks[0]
    assert (block.columns, block.rows) == (2, 2)
    assert Rect(0, 0, *LETTER).contains(block.rect)


def test_columns_and_rows_that_are_given_are_kept_upright() -> None:
    block = plot_sheet(SheetSpec(columns=1, rows=2), MAT, LETTER).blocks[0]
    assert block == Block("grid", (LETTER.width - MAT.width) // 2, inch(2), MAT, 1, 2, False)
    one_given = plot_sheet(SheetSpec(columns=2), POKER, LETTER).blocks[0]
    assert (one_given.columns, one_given.rows) == (2, 3)


def test_the_cell_decides_over_the_card() -> None:
    block = plot_sheet(SheetSpec(cell="63mm x 88mm"), POKER, LETTER).blocks[0]
    assert block.cell == Size(mm(63), mm(88))


@pytest.mark.parametrize(
    ("spec", "card", "paper", "message"),
    [
        (
            SheetSpec(columns=3, rows=3),
            Size(mm(89), mm(127)),
            LETTER,
            "3 x 89 mm = 267 mm wide, the paper is 215.9 mm wide",
        ),
        (
            SheetSpec(columns=2, rows=3),
            Size(mm(89), mm(127)),
            LETTER,
            "3 x 127 mm = 381 mm high, the paper is 279.4 mm high",
        ),
        (
            SheetSpec(),
            Size(mm(210), mm(300)),
            LETTER,
            "one piece is 210 mm x 300 mm, the area for pieces on the paper 207.26 mm x 270.76 mm",
        ),
        (
            SheetSpec(blocks=[BlockSpec(name="all", columns=3, rows=1, left="2in", top="1in")]),
            POKER,
            LETTER,
            "its places reach 241.3 mm wide, the paper is 215.9 mm wide: ",
        ),
    ],
)
def test_a_sheet_that_does_not_fit_is_refused_with_the_sums(
    spec: SheetSpec, card: Size, paper: Size, message: str
) -> None:
    with pytest.raises(SheetTooBig) as fault:
        plot_sheet(spec, card, paper)
    assert str(fault.value).startswith(message)


def test_ten_up_on_a4_says_what_is_too_wide() -> None:
    with pytest.raises(SheetTooBig) as fault:
        plot_sheet(sheet("ten-up"), POKER, PAPERS["a4"])
    assert str(fault.value) == (
        "its places reach 215.9 mm wide, the paper is 210 mm wide: 1 x 88.9 mm (column) + 2 x 63.5 mm (block)"
    )


@pytest.mark.parametrize(
    ("left", "top", "paper"),
    [("0", "0", Size(inch("8.5"), mm(260))), ("1in", "0", LETTER), ("0", "2in", LETTER)],
)
def test_the_sums_of_blocks_add_up(left: str, top: str, paper: Size) -> None:
    """What is told as a sum is as much as is told to be needed."""
    spec = SheetSpec(
        blocks=[
            BlockSpec(name="column", turned="yes", columns=1, rows=4, left=left, top=top),
            BlockSpec(name="block", columns=2, rows=3, left=f"{left} + 3.5in", top=top),
        ]
    )
    with pytest.raises(SheetTooBig) as fault:
        plot_sheet(spec, POKER, paper)
    reach = re.search(r"its places reach ([\d.]+) mm", str(fault.value))
    assert reach is not None
    sums = str(fault.value).rpartition(": ")[2].partition("=")[0]
    terms = re.findall(r"(?:(\d+) x )?([\d.]+) mm", sums)
    assert sum(int(count or 1) * float(size) for count, size in terms) == pytest.approx(float(reach[1]))


@pytest.mark.parametrize(("left", "top"), [("-1mm", "0"), ("0", "-1mm")])
def test_a_block_may_not_begin_outside_the_paper(left: str, top: str) -> None:
    spec = SheetSpec(blocks=[BlockSpec(name="b", columns=1, rows=1, left=left, top=top)])
    with pytest.raises(SheetTooBig):
        plot_sheet(spec, POKER, LETTER)


def test_blocks_that_lie_on_each_other_are_refused() -> None:
    spec = SheetSpec(
        blocks=[
            BlockSpec(name="one", columns=2, rows=1, left="0", top="0"),
            BlockSpec(name="two", columns=1, rows=1, left="4.9in", top="0"),
        ]
    )
    with pytest.raises((SheetTooBig, BadSheet)):
        plot_sheet(spec, POKER, LETTER)


def test_a_size_that_nobody_knows_is_told() -> None:
    with pytest.raises(ValueError, match='"lettre" is not a size'):
        SheetSpec(paper="lettre")
    with pytest.raises(BadSheet, match='"lettre" is not a size'):
        paper_of(SheetSpec(), "lettre")
    with pytest.raises(ValueError, match='"poker card" is not a size'):
        SheetSpec(cell="poker card")


def test_the_paper_asked_for_goes_before_the_sheets_own() -> None:
    assert paper_of(SheetSpec(paper="a4"), None) == Size(mm(210), mm(297))
    assert paper_of(SheetSpec(paper="a4"), "letter") == LETTER
    assert paper_of(SheetSpec(landscape="yes"), "a4") == Size(mm(297), mm(210))
    assert paper_of(SheetSpec(), "330mm x 480mm") == Size(mm(330), mm(480))


def test_papers_on_which_a_sheet_fits() -> None:
    assert papers_that_fit(sheet("ten-up"), POKER) == ["letter", "legal", "tabloid", "a3", "arch-b"]
    assert papers_that_fit(sheet("nine-up"), POKER) == ["letter", "legal", "tabloid", "a4", "a3", "arch-b"]
    assert papers_that_fit(SheetSpec(columns=9), POKER) == []


def test_the_sheets_that_hotpnp_brings() -> None:
    assert list(builtin_sheets().items) == ["grid", "nine-up", "eight-up", "ten-up", "single"]
    places = {}
    for name in builtin_sheets().items:
        spec = sheet(name)
        plot = plot_sheet(spec, POKER, paper_of(spec, None))
        places[name] = sum(block.columns * block.rows for block in plot.blocks)
    assert places == {"grid": 9, "nine-up": 9, "eight-up": 8, "ten-up": 10, "single": 1}


LENGTHS = st.integers(20 * MM, 500 * MM)


@given(st.builds(Size, LENGTHS, LENGTHS), st.builds(Size, LENGTHS, LENGTHS))
def test_an_automatic_grid_fits_and_could_not_hold_one_more_row_or_column(card: Size, paper: Size) -> None:
    spec = SheetSpec(printable="5mm")
    try:
        plot = plot_sheet(spec, card, paper)
    except SheetTooBig:
        room = Size(paper.width - 10 * MM, paper.height - 10 * MM)
        assert card.width > room.width or card.height > room.height
        assert card.height > room.width or card.width > room.height
        return
    (block,) = plot.blocks
    if block.name == "page":
        assert not {*card}.isdisjoint(paper)
        assert Rect(0, 0, *paper).contains(block.rect)
        return
    assert plot.printable.contains(block.rect)
    assert block.cell == (card.turned() if block.turned else card)
    assert block.rect.width + block.cell.width > plot.printable.width
    assert block.rect.height + block.cell.height > plot.printable.height
    assert 0 <= (paper.width - block.rect.right) - block.x <= 1
    assert 0 <= (paper.height - block.rect.bottom) - block.y <= 1
    other = block.cell.turned()
    others = (plot.printable.width // other.width) * (plot.printable.height // other.height)
    assert block.columns * block.rows >= others


def test_a_page_of_one_card_is_as_large_as_the_card_with_its_bleed() -> None:
    """Whatever the paper, which is that of documents."""
    spec = sheet("single")
    assert paper_of(spec, None) == LETTER
    assert paper_of(spec, "a4") == PAPERS["a4"]
    found = plot_sheet(spec, Size(mm(80), mm(50)), PAPERS["a4"], mm(3))
    assert found.paper == Size(mm(86), mm(56))
    assert found.single
    assert [block.rect for block in found.blocks] == [Rect(mm(3), mm(3), mm(80), mm(50))]
