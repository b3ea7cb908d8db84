"""Distances of cuts: told from an edge that the piece in hand has when its turn comes."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import pytest
from guillotine import assert_freed, assert_measured, assert_plans_free
from helpers import plot
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from hotpnp.geometry import Rect, Size
from hotpnp.impose.cutplan import plan_cuts
from hotpnp.impose.estimate import estimate
from hotpnp.impose.guillotine import find_cuts
from hotpnp.impose.place import CardTooBig, Piece, Placement, place_pieces
from hotpnp.impose.slots import BadSheet, Plot, SheetTooBig, paper_of, plot_fold_sheet, plot_sheet
from hotpnp.model.sheet import SheetSpec
from hotpnp.model.sizes import CARDS, parse_paper
from hotpnp.scene.items import Scene
from hotpnp.units import inch, mm

POKER = CARDS["poker"]
MARGINS = [
    ("0in", "0in"),
    ("0.25in", "0in"),
    ("0.118in", "0.125in"),
    ("0.25in", "0.0625in"),
]


@pytest.mark.parametrize("paper", ["letter", "legal", "tabloid", "a4", "a3"])
@pytest.mark.parametrize(("margin", "bleed"), MARGINS)
@pytest.mark.parametrize("gutter", ["0in", "2mm"])
def test_each_edge_is_there_on_every_paper(paper: str, margin: str, bleed: str, gutter: str) -> None:
    found = estimate("2.5x3.5in", paper, False, margin, bleed, gutter, "auto", 10)
    numbers = range(1, len(found.cuts) + 1)
    measures = dict(zip(numbers, found.measures, strict=True))
    trims = [slot.trim for slot in found.slots]
    assert_measured(parse_paper(paper), numbers, found.cuts, measures, trims)


def test_an_edge_that_an_earlier_cut_made_is_the_piece_s() -> None:
    """Column 2 is parted from column 1 and from column 3 first: it has neither side of the paper."""
    found = estimate("2.5x3.5in", "letter", False, "0.118in", "0.125in", "0in", "auto", 8)
    told = [(m.edge, m.distance / inch(1)) for m in found.measures]
    assert any(edge.endswith("edge of the piece") for edge, _ in told)
    for cut, measure in zip(found.cuts, found.measures, strict=True):
        assert measure.distance <= (
            cut.at if measure.side in ("left", "top") else parse_paper("letter").height
        )


def test_a_page_that_leaves_out_the_cut_of_an_edge_is_told_another_distance() -> None:
    """A mat across a gap keeps the strip whole that cuts of the block beside it are measured in."""
    spec = SheetSpec.model_validate({"paper": "a4", "pack": "mixed"})
    own = plot_sheet(spec, CARDS["mini-us"], paper_of(spec, None), inch("0.125"))
    mat = own.blocks[0].place(0, 0, 1, 2).size
    (plan,) = assert_plans_free(own, {1: place_pieces(own, [[piece(mat)] * 2])[0].front.placements})
    (page,) = plan.pages
    assert page.measures
    for number, measure in page.measures.items():
        assert measure != plan.measures[number]


def piece(size: Size, bleed: int = 0) -> Piece:
    return Piece("c", "c", Scene(size, (), bleed=bleed))


@st.composite
def kits(draw: st.DrawFn) -> tuple[Plot, dict[int, Sequence[Placement]]]:
    """Any sheet, filled with any decks: cards, mats over joined places, smaller pieces."""
    card = draw(st.sampled_from([POKER, CARDS["mini-us"], Size(mm(40), mm(40)), Size(mm(70), mm(52))]))
    bleed = draw(st.sampled_from([0, 0, mm(1), mm(2), inch("0.125")]))
    pack = draw(st.sampled_from(["grid", "grid", "mixed", "auto"]))
    values: dict[str, object] = {
        "paper": draw(st.sampled_from(["letter", "a4", "legal", "a3"])),
        "landscape": draw(st.booleans()),
        "pack": pack,
        "gutter": draw(st.sampled_from(["0", "0", "1mm", "3mm"])),
    }
    if draw(st.booleans()):
        values["margin"] = draw(st.sampled_from(["0in", "3mm", "0.25in", "3mm 5mm 14mm 8mm"]))
    if pack == "grid" and draw(st.booleans()):
        values |= {"columns": draw(st.integers(1, 4)), "rows": draw(st.integers(1, 4))}
    spec = SheetSpec.model_validate(values)
    make = plot_fold_sheet if draw(st.booleans()) else plot_sheet
    apart = draw(st.sampled_from([0, 0, mm(2)]))
    try:
        own = make(spec, card, paper_of(spec, None), bleed, apart)
        count = len(own.places())
        if draw(st.booleans()):
            skip = draw(st.sets(st.integers(1, count), max_size=min(4, count - 1)))
            own = make(
                spec.model_copy(update={"skip": sorted(skip)}), card, paper_of(spec, None), bleed, apart
            )
    except (SheetTooBig, BadSheet):
        assume(False)
    block = own.blocks[0]
    across, down = draw(st.sampled_from([(2, 1), (1, 2), (2, 2)]))
    mat = block.place(0, 0, across, down).size
    mat = mat.turned() if block.turned else mat
    small = Size(card.width - mm(4), card.height - mm(6))
    try:
        runs = [
            [piece(size, bleed)] * draw(st.integers(0, 2 * count))
            for size in draw(st.lists(st.sampled_from([card, card, mat, small]), min_size=1, max_size=3))
        ]
        sheets = place_pieces(own, [run for run in runs if run])
    except CardTooBig:
        assume(False)
    return own, {number: sheet.front.placements for number, sheet in enumerate(sheets, 1)}


@given(kits())
@settings(max_examples=150, deadline=None)
def test_any_kit_is_cut_free_by_what_its_plan_tells(
    made: tuple[Plot, dict[int, Sequence[Placement]]],
) -> None:
    own, pages = made
    assert_plans_free(own, pages)


def strokes(columns: int, rows: int, skip: Sequence[int], gutter: str = "0") -> int:
    """Strokes of a full sheet of poker cards in a grid with some places left empty."""
    values = {"columns": columns, "rows": rows, "skip": skip, "gutter": gutter}
    spec = SheetSpec.model_validate(values)
    own = plot_sheet(spec, POKER, paper_of(spec, None))
    sheets = place_pieces(own, [[piece(POKER)] * len(own.places())])
    (plan,) = assert_plans_free(own, {1: sheets[0].front.placements})
    return plan.strokes


@pytest.mark.parametrize("skip", [[1, 9], [5], [2], [1, 5, 9], [1, 2, 4], [3, 4, 8]])
def test_empty_places_take_no_more_strokes_than_full_ones(skip: list[int]) -> None:
    """Cuts through an empty place do no harm: strips with holes are stacked with full ones."""
    assert strokes(3, 3, skip) <= strokes(3, 3, []) == 8


@given(st.integers(1, 3), st.integers(1, 3), st.data())
@settings(max_examples=60, deadline=None)
def test_skipping_never_costs_a_stroke(columns: int, rows: int, data: st.DataObject) -> None:
    count = columns * rows
    skip = data.draw(st.sets(st.integers(1, count), max_size=count - 1))
    assert strokes(columns, rows, sorted(skip)) <= strokes(columns, rows, [])


def test_mats_share_their_cuts_with_the_cards_beside_them() -> None:
    """Two mats over joined places above a row of three cards: rows are stacked for the cuts they share."""
    own = plot("nine-up")
    mat = Size(inch(5), inch("3.5"))
    sheets = place_pieces(own, [[piece(mat)] * 2, [piece(POKER)] * 5])
    plans = assert_plans_free(own, {1: sheets[0].front.placements})
    assert sum(plan.strokes for plan in plans) <= 4 + 4 + 1


def test_folded_paper_is_cut_in_half_as_high_stacks() -> None:
    spec = SheetSpec.model_validate({})
    own = plot_fold_sheet(spec, POKER, paper_of(spec, None))
    sheets = place_pieces(own, [[piece(POKER)] * (12 * len(own.places()))])
    (plan,) = plan_cuts(own, {n: sheet.front.placements for n, sheet in enumerate(sheets, 1)})
    assert plan.double
    assert plan.strokes == 12 * len(plan.cuts)
    assert plan.stacked_strokes(6) == 4 * len(plan.cuts)
    assert plan.stacked_strokes(3) == 12 * len(plan.cuts)


def test_stacking_asks_for_no_strip_that_is_too_narrow_to_be_cut() -> None:
    """Two strips share two of their cuts; stacked, they would be cut at 40 mm and again at 40.3 mm."""
    paper = Size(mm(110), mm(130))
    trims = [
        Rect(mm(10), mm(10), mm(30), mm(30)),
        Rect(mm(10), mm(80), mm(30), mm(30)),
        Rect(mm(40), mm("40.3"), mm(30), mm(30)),
        Rect(mm(40), mm(80), mm(30), mm(30)),
        Rect(mm(70), mm(20), mm(30), mm(40)),
    ]
    cuts = find_cuts([(trim, 0) for trim in trims], paper).cuts
    assert_freed(paper, cuts, trims)
    at = sorted(cut.at for cut in cuts if cut.axis == "y" and cut.start < mm(40) < cut.end)
    assert min(b - a for a, b in pairwise(at)) >= mm(1)
