"""The cut plan: cutting a paper by it, in order, leaves exactly the cards."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import pytest
from guillotine import assert_freed, assert_plans_free, cut_apart, read_drawing
from helpers import plot
from hypothesis import given, settings
from hypothesis import strategies as st

from hotpnp.geometry import Rect, Size
from hotpnp.impose.cutplan import CutPlan, plan_cuts
from hotpnp.impose.guillotine import Cut, NotGuillotine, find_cuts
from hotpnp.impose.place import Piece, Placement, place_pieces
from hotpnp.impose.slots import Block, Plot
from hotpnp.model.sizes import CARDS
from hotpnp.scene.items import Scene
from hotpnp.units import inch

POKER = CARDS["poker"]
MAT = Size(inch(5), inch("3.5"))


def pages_of(own: Plot, *runs: tuple[int, Size]) -> dict[int, Sequence[Placement]]:
    """The pages that so many pieces of these sizes fill, decks sharing sheets."""
    pieces = [[Piece(f"{i}", f"{i}", Scene(size, ()))] * count for i, (count, size) in enumerate(runs)]
    return {n: sheet.front.placements for n, sheet in enumerate(place_pieces(own, pieces), 1)}


def told(plan: CutPlan) -> list[tuple[str, float]]:
    """The plan as people read it: which way, and inches from the edge."""
    return [(cut.axis, cut.at / inch(1)) for cut in plan.cuts]


def cuts_of(drawing: str) -> list[str]:
    """The cuts of a drawn sheet, as ``x2 0-3``: upright at 2, from 0 to 3."""
    paper, cards = read_drawing(drawing)
    cuts = find_cuts([(card, 0) for card in cards.values()], paper).cuts
    assert_freed(paper, cuts, list(cards.values()))
    return [f"{cut.axis}{cut.at} {cut.start}-{cut.end}" for cut in cuts]


def test_a_small_sheet_with_margins() -> None:
    drawing = """
        ......
        .aabb.
        .aabb.
        .ccdd.
        .ccdd.
        ......
        ......
    """
    assert cuts_of(drawing) == [
        "x5 0-7",
        "x3 0-7",
        "x1 0-7",
        "y5 1-5",
        "y3 1-5",
        "y1 1-5",
    ]


def test_landscape_paper_is_cut_across_first() -> None:
    drawing = """
        ........
        .aabbcc.
        .aabbcc.
        ........
    """
    assert cuts_of(drawing) == ["y3 0-8", "y1 0-8", "x7 1-3", "x5 1-3", "x3 1-3", "x1 1-3"]


def test_edges_of_the_paper_are_no_cuts() -> None:
    drawing = """
        aab
        aab
        aab
        ccd
    """
    assert cuts_of(drawing) == ["x2 0-4", "y3 0-3"]


def test_unequal_strips_are_cut_one_after_the_other() -> None:
    drawing = """
        aac
        aac
        bbc
        bbd
    """
    assert cuts_of(drawing) == ["x2 0-4", "y2 0-2", "y3 2-3"]


def test_a_card_across_two_columns() -> None:
    drawing = """
        aabb
        aabb
        cccc
        cccc
    """
    assert cuts_of(drawing) == ["y2 0-4", "x2 0-2"]


def test_a_strip_between_two_stacked_ones_is_spared() -> None:
    """The middle card lies between two strips that are cut alike; no stroke may go through it."""
    drawing = """
        aabb.
        aabb.
        cccc.
        cccc.
        ddee.
        ddee.
    """
    paper, cards = read_drawing(drawing)
    assert_freed(paper, find_cuts([(card, 0) for card in cards.values()], paper).cuts, list(cards.values()))


def test_a_single_card_and_an_empty_page() -> None:
    assert cuts_of("a") == []
    assert cuts_of("...\n.a.\n...") == ["x2 0-3", "x1 0-3", "y2 1-2", "y1 1-2"]
    assert find_cuts([], Size(3, 3)).cuts == ()


@pytest.mark.parametrize("drawing", ["aab\nceb\ncdd", "aab\nc.b\ncdd", "....\n.aab\n.ceb\n.cdd"])
def test_a_pinwheel_cannot_be_cut(drawing: str) -> None:
    paper, cards = read_drawing(drawing)
    with pytest.raises(NotGuillotine, match="straight cuts from edge to edge cannot free these cards"):
        find_cuts([(card, 0) for card in cards.values()], paper)


def test_cards_in_two_blocks_are_parted_before_anything_else() -> None:
    paper, cards = read_drawing(
        """
        aabb
        aabb
        ccbb
        ccdd
        ccdd
        """
    )
    blocks = {"a": 0, "c": 0, "b": 1, "d": 1}
    cuts = find_cuts([(card, blocks[sign]) for sign, card in cards.items()], paper).cuts
    assert cuts == (Cut("x", 2, 0, 5), Cut("y", 2, 0, 2), Cut("y", 3, 2, 4))


def test_nine_up_needs_four_cuts_each_way() -> None:
    own = plot("nine-up")
    (plan,) = assert_plans_free(own, pages_of(own, (9, POKER)))
    assert told(plan) == [
        ("x", 8),
        ("x", 5.5),
        ("x", 3),
        ("x", 0.5),
        ("y", 10.75),
        ("y", 7.25),
        ("y", 3.75),
        ("y", 0.25),
    ]
    assert {(cut.start, cut.end) for cut in plan.cuts[:4]} == {(0, own.paper.height)}
    assert {(cut.start, cut.end) for cut in plan.cuts[4:]} == {(inch("0.5"), inch(8))}


def test_eight_up_is_cut_across_its_long_side_first() -> None:
    own = plot("eight-up")
    (plan,) = assert_plans_free(own, pages_of(own, (8, POKER)))
    assert told(plan) == [
        ("y", 7.75),
        ("y", 4.25),
        ("y", 0.75),
        ("x", 10.5),
        ("x", 8),
        ("x", 5.5),
        ("x", 3),
        ("x", 0.5),
    ]


def test_ten_up_has_the_nine_numbered_cuts_of_the_source() -> None:
    own = plot("ten-up")
    (plan,) = assert_plans_free(own, pages_of(own, (110, POKER)))
    assert told(plan) == [
        ("x", 3.5),
        ("x", 6),
        ("y", 10),
        ("y", 7.5),
        ("y", 5),
        ("y", 2.5),
        ("y", 10.5),
        ("y", 7),
        ("y", 3.5),
    ]
    assert [(cut.start, cut.end) for cut in plan.cuts] == [
        (0, inch(11)),
        (0, inch(11)),
        *[(0, inch("3.5"))] * 4,
        *[(inch("3.5"), inch("8.5"))] * 3,
    ]
    (part,) = plan.pages
    assert (part.pages, part.left_out) == (tuple(range(1, 12)), ())


def test_pages_with_mats_leave_out_the_cuts_that_the_source_names() -> None:
    """Sixteen cards and seven mats after eleven full pages: 13 goes without 4 and 6, 14 without 2 too."""
    own = plot("ten-up")
    pages = pages_of(own, (110, POKER))
    pages |= {page + 11: placed for page, placed in pages_of(own, (16, POKER), (7, MAT)).items()}
    (plan,) = assert_plans_free(own, pages)
    assert [(part.pages, part.left_out) for part in plan.pages] == [
        (tuple(range(1, 13)), ()),
        ((13,), (4, 6)),
        ((14,), (2, 4, 6)),
    ]


def test_one_plan_serves_half_full_pages_with_cuts_left_out() -> None:
    own = plot("nine-up")
    plans = assert_plans_free(own, pages_of(own, (9 + 4, POKER)))
    assert [(part.pages, part.left_out) for part in plans[0].pages] == [((1,), ()), ((2,), ())]
    assert len(plans) == 1


@pytest.mark.parametrize("name", ["nine-up", "eight-up", "ten-up", "grid"])
@pytest.mark.parametrize("count", range(1, 11))
def test_half_full_pages_of_every_sheet(name: str, count: int) -> None:
    own = plot(name)
    assert_plans_free(own, pages_of(own, (count, POKER)))


@pytest.mark.parametrize("name", ["nine-up", "eight-up", "ten-up"])
def test_each_page_tells_each_cut_once(name: str) -> None:
    own = plot(name)
    for count in range(1, 11):
        (plan,) = plan_cuts(own, pages_of(own, (count, POKER)))
        for part in plan.pages:
            assert len(set(part.cuts)) == len(part.cuts), count


@pytest.mark.parametrize("name", ["nine-up", "eight-up", "ten-up", "grid"])
@pytest.mark.parametrize("mats", range(1, 6))
def test_pages_of_mats(name: str, mats: int) -> None:
    own = plot(name)
    assert_plans_free(own, pages_of(own, (mats, MAT)))


@pytest.mark.parametrize("name", ["nine-up", "eight-up", "ten-up"])
def test_cards_and_mats_on_one_page(name: str) -> None:
    """A cut of the full sheet that goes through a mat is not used for the cards beside it."""
    own = plot(name)
    for cards in range(1, 11):
        assert_plans_free(own, pages_of(own, (cards, POKER), (3, MAT)))
        assert_plans_free(own, pages_of(own, (cards % 4, POKER), (1, MAT), (cards // 4, POKER)))


def test_smaller_cards_in_larger_places_get_cuts_of_their_own() -> None:
    own = plot("nine-up")
    plans = assert_plans_free(own, pages_of(own, (9, CARDS["bridge"])))
    assert len(plans) == 1
    assert len(plans[0].cuts) == 6 + 4


def test_full_and_smaller_cards_get_a_plan_each() -> None:
    own = plot("nine-up")
    first, second = pages_of(own, (9, POKER)), pages_of(own, (9, CARDS["bridge"]))
    plans = assert_plans_free(own, {1: first[1], 2: second[1]})
    assert [part.pages for plan in plans for part in plan.pages] == [(1,), (2,)]


def test_the_simulated_guillotine_cuts_what_its_stroke_meets() -> None:
    """The tests' own guillotine: a stroke cuts whole pieces, and only those that it meets."""
    paper = Size(4, 2)
    assert cut_apart(paper, [Cut("x", 2, 0, 2)]) == [Rect(0, 0, 2, 2), Rect(2, 0, 2, 2)]
    apart = cut_apart(paper, [Cut("x", 2, 0, 2), Cut("y", 1, 0, 2)])
    assert apart == [Rect(0, 0, 2, 1), Rect(0, 1, 2, 1), Rect(2, 0, 2, 2)]
    with pytest.raises(AssertionError):
        assert_freed(paper, [Cut("x", 2, 0, 2)], [Rect(1, 0, 2, 2)])


@st.composite
def arranged(draw: st.DrawFn, region: Rect, depth: int) -> list[Rect]:
    """Regions of a paper that straight cuts part."""
    if depth == 0 or min(region.size) < 60 or not draw(st.booleans()):
        return [region]
    if draw(st.booleans()):
        at = draw(st.integers(region.width // 4, region.width * 3 // 4))
        near = Rect(region.x, region.y, at, region.height)
        far = Rect(region.x + at, region.y, region.width - at, region.height)
    else:
        at = draw(st.integers(region.height // 4, region.height * 3 // 4))
        near = Rect(region.x, region.y, region.width, at)
        far = Rect(region.x, region.y + at, region.width, region.height - at)
    return [*draw(arranged(near, depth - 1)), *draw(arranged(far, depth - 1))]


@st.composite
def plots(draw: st.DrawFn, depth: int) -> Plot:
    """A paper with blocks of any cell, one in each region, with room round them or none."""
    paper = Size(draw(st.integers(150, 400)), draw(st.integers(150, 400)))
    blocks = []
    for number, region in enumerate(draw(arranged(Rect(0, 0, *paper), depth))):
        columns, rows = draw(st.integers(1, 4)), draw(st.integers(1, 4))
        width = draw(st.integers(1, region.width // columns))
        height = draw(st.integers(1, region.height // rows))
        x = draw(st.integers(0, region.width - columns * width))
        y = draw(st.integers(0, region.height - rows * height))
        turned = draw(st.booleans())
        blocks.append(
            Block(f"b{number}", region.x + x, region.y + y, Size(width, height), columns, rows, turned)
        )
    return Plot(paper, Rect(0, 0, *paper), tuple(blocks))


def filled(own: Plot, count: int) -> list[Placement]:
    """The first so many places, filled to their edges."""
    places = [
        Placement("", "", Scene(block.cell, ()), block.place(column, row), 0, number)
        for number, block in enumerate(own.blocks)
        for row in range(block.rows)
        for column in range(block.columns)
    ]
    return places[:count]


@given(plots(depth=0), st.lists(st.integers(1, 16), max_size=3))
def test_any_grid_is_cut_free_full_or_not(own: Plot, counts: list[int]) -> None:
    pages: dict[int, Sequence[Placement]] = {1: filled(own, 1000)}
    pages |= {page: filled(own, count) for page, count in enumerate(counts, 2)}
    assert_plans_free(own, pages)


@given(plots(depth=3), st.lists(st.integers(1, 40), max_size=3))
@settings(max_examples=200)
def test_any_blocks_that_can_be_parted_are_cut_free(own: Plot, counts: list[int]) -> None:
    pages: dict[int, Sequence[Placement]] = {1: filled(own, 1000)}
    pages |= {page: filled(own, count) for page, count in enumerate(counts, 2)}
    assert_plans_free(own, pages)


@given(st.data())
def test_any_cards_that_straight_cuts_part_are_cut_free(data: st.DataObject) -> None:
    """Cards of all sizes on one sheet, touching or not, all in one block."""
    paper = Size(300, 400)
    cards = data.draw(arranged(Rect(0, 0, *paper), 4))
    kept = [card for card in cards if data.draw(st.booleans())] or cards
    assert_freed(paper, find_cuts([(card, 0) for card in kept], paper).cuts, kept)


@given(plots(depth=0))
def test_the_far_cut_of_a_stack_comes_first(own: Plot) -> None:
    """So that the left or the top edge lies against the stop until the last cut."""
    cuts = plan_cuts(own, {1: filled(own, 1000)})[0].cuts
    assert all(cut.at > after.at for cut, after in pairwise(cuts) if cut.axis == after.axis)


def strokes(drawing: str, blocks: str = "") -> int:
    """Strokes of a drawing; letters that stand together in ``blocks`` are one block."""
    paper, cards = read_drawing(drawing)
    number = {sign: n for n, block in enumerate(blocks.split()) for sign in block}
    found = find_cuts([(card, number.get(sign, 0)) for sign, card in cards.items()], paper)
    assert_freed(paper, found.cuts, list(cards.values()))
    return len(found.cuts)


def test_an_edge_that_two_blocks_share_is_cut_once() -> None:
    """Both blocks begin one below the paper's top: parting them first would take one stroke more."""
    drawing = """
        ......
        aabbb.
        aabbb.
        ccbbb.
        ccddd.
        eeddd.
        eeddd.
    """
    assert strokes(drawing, "ace bd") == 1 + 2 + 2 + 1


@given(st.integers(1, 6), st.integers(1, 6), st.integers(0, 3))
def test_a_grid_takes_a_stroke_for_each_line(columns: int, rows: int, gap: int) -> None:
    """Cards that touch share a cut; gutters take two (Fiery's and ClickBook's counting)."""
    trims = [
        Rect(5 + column * (7 + gap), 4 + row * (9 + gap), 7, 9)
        for row in range(rows)
        for column in range(columns)
    ]
    found = find_cuts([(trim, 0) for trim in trims], Size(100, 100))
    assert len(found.cuts) == (2 * columns + 2 * rows if gap else columns + rows + 2)
    if columns > 1:
        assert [piled for _, piled in found.piles.items()] == [columns]


def test_stacked_strokes_count_each_stack_once() -> None:
    own = plot("nine-up")
    (plan,) = plan_cuts(own, pages_of(own, (20 * 9, POKER)))
    assert (plan.strokes, plan.stacked_strokes(6), plan.stacked_strokes(3)) == (160, 32, 56)
    assert plan.piles == ((5, 3),)
