"""Registration marks: their places, what keeps clear of them, and the sheets that carry them."""

from __future__ import annotations

import math
from pathlib import Path

import pytest
from helpers import GAME, diagnose, errors, lay_out, make_project, plot
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from pdfread import drawn, open_pdf
from realkit import in_points

from hotpnp.assets.fonts import Fonts
from hotpnp.diag import Collector
from hotpnp.geometry import Rect, Size
from hotpnp.impose.cutsheets import cut_sheets
from hotpnp.impose.kit import Deck, LabelWords, Printing, impose_decks, register_sheets
from hotpnp.impose.place import Piece
from hotpnp.impose.registration import keep_clear, leave_marks, mark_rects
from hotpnp.impose.slots import BadSheet, SheetTooBig, plot_sheet
from hotpnp.model.sheet import SheetSpec
from hotpnp.model.sizes import CARDS, PAPERS
from hotpnp.pipeline import Options, build
from hotpnp.scene.items import Scene, TextRun, ink_box
from hotpnp.source.workspace import Workspace
from hotpnp.units import MM, PT, inch, mm, to_mm

FONTS = Fonts()
LINE, ARM, GAP = 0.991, 8.89, 1.25
LYING = {
    "cards/demo/game.yaml": GAME.replace("layout: thing", "layout: thing, back: thing")
    + "  rules: {title: Rules, kind: document, layout: page, text: rules.md}\nsheet: eight-up\n",
    "cards/demo/rules.md": "# Rules\n\nPlay.\n",
    "layouts/demo/page.yaml": "about: A page.\n",
}
"""Cards with backs on a sheet that lies on its long side, and a document."""


def in_mm(rect: Rect) -> tuple[float, ...]:
    return tuple(to_mm(length) for length in rect)


def apart(one: Rect, other: Rect) -> tuple[float, float]:
    """The gaps between two rectangles, across and down, in millimetres; 0 where they overlap."""
    across = max(other.x - one.right, one.x - other.right, 0)
    down = max(other.y - one.bottom, one.y - other.bottom, 0)
    return across / MM, down / MM


@pytest.mark.parametrize(
    ("name", "width", "height"), [("letter", 279.4, 215.9), ("a4", 297, 210), ("a3", 420, 297)]
)
def test_a_square_and_two_corners_stand_10_mm_from_the_edges(name: str, width: float, height: float) -> None:
    square, *corners = (in_mm(rect) for rect in mark_rects(PAPERS[name].turned()))
    right, bottom = width - 10, height - 10
    assert square == (10, 10, 6, 6)
    expected = [
        (right - ARM, 10, ARM, LINE),
        (right - LINE, 10, LINE, ARM),
        (10, bottom - LINE, ARM, LINE),
        (10, bottom - ARM, LINE, ARM),
    ]
    assert corners == [pytest.approx(rect, abs=0.001) for rect in expected]


def test_the_room_to_keep_clear_reaches_6_5_mm_beyond_each_mark() -> None:
    assert [in_mm(rect) for rect in keep_clear(PAPERS["a4"].turned())] == [
        (3.5, 3.5, 19, 19),
        (297 - 10 - ARM - 6.5, 3.5, ARM + 13, ARM + 13),
        (3.5, 210 - 10 - ARM - 6.5, ARM + 13, ARM + 13),
    ]


def test_eight_up_keeps_all_its_places_without_bleed() -> None:
    assert leave_marks(plot("eight-up"), 0).skipped == frozenset()


def test_bleed_that_reaches_a_mark_leaves_its_place_empty() -> None:
    """With 1/8 in of bleed: the corners at the square and at both Ls, and not the fourth."""
    assert leave_marks(plot("eight-up"), inch("0.125")).skipped == {1, 4, 5}


@given(
    st.sampled_from([Size(40 * MM, 60 * MM), CARDS["poker"], CARDS["tcg"], Size(9 * MM, 9 * MM)]),
    st.builds(Size, st.integers(120 * MM, 450 * MM), st.integers(90 * MM, 300 * MM)),
    st.integers(0, 120),
    st.sampled_from([0, 1 * MM, inch("0.125")]),
    st.sampled_from(["grid", "auto"]),
    st.integers(1, 60),
)
@settings(max_examples=60)
def test_no_card_with_its_bleed_comes_near_a_mark(
    card: Size, paper: Size, margin: int, bleed: int, pack: str, count: int
) -> None:
    assume(paper.width > paper.height and card.width * card.height * 200 > paper.width * paper.height)
    spec = SheetSpec(margin=f"{margin / 10}mm", pack=pack)  # type: ignore[arg-type]
    scene = Scene(card, (), bleed)
    pieces = tuple(Piece(str(number), "c", scene) for number in range(count))
    try:
        sheets = impose_decks([Deck("c", "C", card, pieces)], spec, paper, Printing(registered=True))
    except SheetTooBig:
        return
    assert [placed.card for sheet in sheets for placed in sheet.front.placements] == [p.card for p in pieces]
    ink = mark_rects(paper)
    for sheet in sheets:
        for placed in sheet.front.placements:
            edge = placed.trim.grown(bleed)
            assert all(math.hypot(*apart(edge, rect)) >= GAP - 1e-9 for rect in ink)
    own = sheets[0].plot
    every = plot_sheet(spec, card, paper, bleed).places()
    for number in own.skipped:
        block, column, row = every[number - 1]
        edge = own.blocks[block].place(column, row).grown(bleed)
        assert any(max(apart(edge, rect)) < GAP for rect in ink), "a place is left empty for no reason"


@given(st.integers(120, 420), st.integers(100, 300), st.integers(5, 30), st.integers(5, 30))
def test_the_label_stays_out_of_the_room_around_the_marks(
    wide: int, high: int, across: int, down: int
) -> None:
    """On papers whose margins are too narrow for it between the marks, there is none."""
    assume(wide > high)
    paper = Size(wide * MM, high * MM)
    card = Size(paper.width - 2 * across * MM, paper.height - 2 * down * MM)
    spec = SheetSpec(margin=f"{down}mm {across}mm")
    deck = Deck("c", "C", card, (Piece("1", "c", Scene(card, ())),))
    try:
        sheets = impose_decks([deck], spec, paper, Printing(registered=True))
    except SheetTooBig:
        return
    words = LabelWords("A game with a long name 1.0", {"c": "Cards of all kinds"})
    (sheet,) = register_sheets(sheets, cut_sheets(sheets), words, FONTS)
    (placed,) = sheet.front.placements
    for item in sheet.front.extras[5:]:
        assert not any(ink_box(item).overlaps(rect) for rect in (placed.trim, *keep_clear(paper)))
    if down >= 20 and wide >= 300:
        assert sheet.front.extras[5:]


def test_marks_that_leave_no_place_are_told() -> None:
    own = plot_sheet(SheetSpec(margin="0", printable="0"), Size(mm(100), mm(80)), Size(mm(110), mm(85)))
    with pytest.raises(SheetTooBig) as fault:
        leave_marks(own, 0)
    assert str(fault.value) == (
        "the registration marks leave no place free: cards with their bleed keep 1.25 mm from them"
    )


def test_marks_that_the_printer_cannot_print_are_refused() -> None:
    spec = SheetSpec(landscape=True, printable="10.1mm")
    own = plot_sheet(spec, CARDS["poker"], PAPERS["letter"].turned())
    with pytest.raises(BadSheet) as fault:
        leave_marks(own, 0)
    assert "stand 10 mm from the paper's edges" in str(fault.value)


def test_a_sheet_that_does_not_lie_on_its_long_side_is_refused_with_those_that_do(tmp_path: Path) -> None:
    project = make_project(tmp_path)
    (found,) = diagnose(project, cutter="silhouette")
    assert found.code == "cutter-portrait"
    assert found.message == 'the sheet "grid" must lie on its long side for a Silhouette to find its marks'
    assert found.hint == "choose one that lies so: eight-up"
    assert errors(project, cutter="silhouette", sheet="eight-up") == []


def test_fronts_alone_carry_the_marks_and_a_label_that_names_the_cut_file(tmp_path: Path) -> None:
    project = make_project(tmp_path, LYING)
    kit = lay_out(project, cutter="silhouette", backs="with")
    plain = lay_out(project, backs="with")
    cards, document = kit.sheets
    assert cards.back is not None
    assert plain.sheets[0].front.marks
    assert (cards.front.marks, cards.back.marks, cards.back.extras) == ((), (), ())
    assert document.is_document
    for sheet in (document, plain.sheets[1]):
        assert (sheet.front.marks, sheet.front.extras, sheet.back) == ((), (), None)
    ink = [ink_box(item) for item in cards.front.extras]
    assert ink[:5] == list(mark_rects(cards.plot.paper))
    (label, *ruler) = [item.text for item in cards.front.extras[5:] if isinstance(item, TextRun)]
    assert label == (
        "Demo 1.0  ·  Things  ·  sheet 1 of 1  ·  page 1 of 2  ·  Silhouette, cut file 1  ·  print at 100 %"
    )
    assert ruler == ["100 mm", "4 in"]
    clear = keep_clear(cards.plot.paper)
    assert not any(box.overlaps(rect) for box in ink[5:] for rect in clear)


@pytest.mark.parametrize("paper", ["letter", "a4", "a3"])
def test_the_pdf_shows_the_marks_in_black_at_their_places(tmp_path: Path, paper: str) -> None:
    options = Options(cutter="silhouette", sheet="eight-up", paper=paper)
    workspace = Workspace(make_project(tmp_path, LYING), Collector())
    data = build(workspace, "demo", tmp_path / "out", options).files[0].read_bytes()
    page = drawn(open_pdf(data).pages[0])
    size = PAPERS[paper].turned()
    expected = [in_points(rect, size.height / PT) for rect in mark_rects(size)]
    assert [fill.box for fill in page.fills] == [pytest.approx(box, abs=0.001) for box in expected]
    assert {fill.colour for fill in page.fills} == {(0, 0, 0)}
    assert {weight for weight, _ in page.strokes} == {0.3333}, "only the ruler is drawn in lines"
    assert not any("cut " in words.text and "Silhouette" not in words.text for words in page.words)
