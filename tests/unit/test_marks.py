"""Cut marks: at both ends of every row and column, never on a card, never past the printable area."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from pathlib import Path

import pypdf
import pytest
from helpers import GAME, diagnose, lay_out, make_project, plot
from hypothesis import given, settings
from hypothesis import strategies as st

from hotpnp.assets.colour import Colour
from hotpnp.geometry import Insets, Rect, Segment, Size
from hotpnp.impose.marks import corner_guides, cut_marks
from hotpnp.impose.place import MarkStyle, Piece, place_pieces
from hotpnp.impose.slots import Block, Plot, paper_of, plot_sheet
from hotpnp.model.sheet import MarkKind, MarksSpec, SheetSpec
from hotpnp.model.sizes import CARDS, PAPERS
from hotpnp.render.pdf import Metadata, Page, write_pdf
from hotpnp.scene.items import Scene, ink_box
from hotpnp.units import MM, PT, inch, mm, parse_length, pt

POKER = CARDS["poker"]
MAT = Size(inch(5), inch("3.5"))
TENTH = MM // 10
FIFTIETH = inch("0.02")
WEIGHT = pt("0.35")


def trims_of(own: Plot, count: int, size: Size = POKER) -> list[Rect]:
    """The trims of the first page of so many cards."""
    pieces = [Piece("c", "c", Scene(size, ()))] * count
    return [placement.trim for placement in place_pieces(own, [pieces])[0].front.placements]


def marks_of(own: Plot, trims: Sequence[Rect], spec: MarksSpec | None = None) -> tuple[Segment, ...]:
    return cut_marks(list(trims), own.paper, own.printable, spec or MarksSpec())


def upright(x: float, low: int, high: int) -> Segment:
    return Segment(inch(x), low, inch(x), high, WEIGHT)


def level(y: float, low: int, high: int) -> Segment:
    return Segment(low, inch(y), high, inch(y), WEIGHT)


def test_nine_up_has_ticks_at_both_ends_of_every_row_and_column() -> None:
    own = plot("nine-up")
    edge = inch("0.17")
    width, height = own.paper
    long = mm(4)
    columns = [upright(x, edge, inch("0.25")) for x in (0.5, 3, 5.5, 8)]
    columns += [upright(x, inch("10.75"), height - edge) for x in (0.5, 3, 5.5, 8)]
    rows = [level(y, inch("0.5") - long, inch("0.5")) for y in (0.25, 3.75, 7.25, 10.75)]
    rows += [level(y, inch(8), inch(8) + long) for y in (0.25, 3.75, 7.25, 10.75)]
    assert width - edge > inch(8) + long
    assert set(marks_of(own, trims_of(own, 9))) == {*columns, *rows}


def test_eight_up_ticks_are_as_long_as_the_sheet_says() -> None:
    own = plot("eight-up")
    lengths = {abs(m.x2 - m.x1) + abs(m.y2 - m.y1) for m in marks_of(own, trims_of(own, 8))}
    assert lengths == {mm(4)}
    short = marks_of(own, trims_of(own, 8), MarksSpec(length="3mm"))
    assert {abs(m.x2 - m.x1) + abs(m.y2 - m.y1) for m in short} == {mm(3)}
    assert len(short) == 2 * (5 + 3)


def test_a_half_full_page_is_marked_round_its_cards_only() -> None:
    """Trouble case B11: row one full, row two one card."""
    own = plot("nine-up")
    marks = set(marks_of(own, trims_of(own, 4)))
    edge, four = inch("0.17"), mm(4)
    assert marks == {
        *(upright(x, edge, inch("0.25")) for x in (0.5, 3, 5.5, 8)),
        *(upright(x, inch("7.25"), inch("7.25") + four) for x in (0.5, 3)),
        *(upright(x, inch("3.75"), inch("3.75") + four) for x in (5.5, 8)),
        *(level(y, inch("0.5") - four, inch("0.5")) for y in (0.25, 3.75, 7.25)),
        *(level(y, inch(8), inch(8) + four) for y in (0.25, 3.75)),
        level(7.25, inch(3), inch(3) + four),
    }


def test_one_card_has_eight_ticks() -> None:
    own = plot("nine-up")
    marks = marks_of(own, trims_of(own, 1))
    assert len(marks) == 8
    assert {m.x1 for m in marks if m.x1 == m.x2} == {inch("0.5"), inch(3)}
    assert {m.y1 for m in marks if m.y1 == m.y2} == {inch("0.25"), inch("3.75")}


def test_no_card_no_marks() -> None:
    own = plot("nine-up")
    assert marks_of(own, []) == ()


def test_gaps_between_cards_are_marked_at_both_sides() -> None:
    paper = Size(mm(200), mm(200))
    trims = [Rect(mm(20), mm(20), mm(60), mm(80)), Rect(mm(83), mm(20), mm(60), mm(80))]
    marks = cut_marks(trims, paper, Rect(0, 0, *paper).inset(Insets(*[mm(5)] * 4)), MarksSpec())
    assert {m.x1 for m in marks if m.x1 == m.x2} == {mm(20), mm(80), mm(83), mm(143)}
    between = [m for m in marks if m.y1 == m.y2 and mm(80) <= m.x1 < mm(83)]
    assert {(m.y1, m.x1, m.x2) for m in between} == {(y, mm(80), mm(83)) for y in (mm(20), mm(100))}


@pytest.mark.parametrize("count", range(1, 11))
def test_marks_of_the_ten_up_sheet_lie_on_trim_lines_at_the_corners(count: int) -> None:
    """Where cards touch and no margin is, a mark lies within 0.02 in of the trim line."""
    own = plot("ten-up")
    trims = trims_of(own, count)
    marks = marks_of(own, trims)
    assert marks
    _assert_clear(own, trims, marks)
    for mark in marks:
        if any(mark.box.overlaps(trim) for trim in trims):
            assert any(_beside(mark, trim, FIFTIETH) for trim in trims)
            assert any(_near_corner(mark, trim, own.printable) for trim in trims)


def test_ten_up_marks_every_cut_at_both_ends() -> None:
    own = plot("ten-up")
    marks = marks_of(own, trims_of(own, 10))
    area = own.printable
    for x in (3.5, 6):
        ends = sorted((m.y1, m.y2) for m in marks if m.x1 == m.x2 == inch(x))
        assert ends[0][0] == area.y
        assert ends[-1][1] >= inch("10.5")
    for y in (2.5, 5, 7.5, 10):
        ends = sorted((m.x1, m.x2) for m in marks if m.y1 == m.y2 == inch(y) and m.x1 < inch("3.5"))
        assert ends[0][0] == area.x, y
        assert ends[-1][1] >= inch("3.5"), y
    for y in (3.5, 7, 10.5):
        ends = sorted((m.x1, m.x2) for m in marks if m.y1 == m.y2 == inch(y) and m.x2 >= inch("3.5"))
        assert ends[0][0] <= inch("3.5"), y
        assert ends[-1][1] == area.right, y


def test_edges_of_the_paper_have_no_marks() -> None:
    own = plot("ten-up")
    marks = marks_of(own, trims_of(own, 10))
    assert {m.x1 for m in marks if m.x1 == m.x2} == {inch("3.5"), inch(6)}
    assert {m.y1 for m in marks if m.y1 == m.y2} == {inch(y) for y in (2.5, 3.5, 5, 7, 7.5, 10, 10.5)}


@pytest.mark.parametrize("name", ["nine-up", "eight-up", "ten-up"])
def test_the_weight_can_be_seen_and_is_no_bar(name: str) -> None:
    """Trouble case B10: from 0.25 to 1 pt."""
    own = plot(name)
    assert {m.weight for m in marks_of(own, trims_of(own, 8))} == {WEIGHT}
    assert PT // 4 <= WEIGHT <= PT
    heavy = marks_of(own, trims_of(own, 8), MarksSpec(weight="0.5pt"))
    assert {m.weight for m in heavy} == {PT // 2}
    _assert_clear(own, trims_of(own, 8), heavy)


def test_the_heaviest_weight_stays_off_the_cards_too() -> None:
    own = plot("ten-up")
    heavy = marks_of(own, trims_of(own, 10), MarksSpec(weight="0.5pt"))
    _assert_clear(own, trims_of(own, 10), heavy)


@pytest.mark.parametrize("weight", ["0", "0.1pt", "-1pt", "2mm"])
def test_a_weight_that_cannot_be_printed_or_hides_the_card_is_refused(tmp_path: Path, weight: str) -> None:
    game = f"{GAME}sheet: nine-up\nsheets:\n  nine-up:\n    marks: {{weight: {weight}}}\n"
    (found,) = diagnose(make_project(tmp_path, {"cards/demo/game.yaml": game}))
    assert (found.code, found.severity) == ("bad-value", "error")
    assert found.span is not None
    assert (found.span.file, found.span.line) == ("cards/demo/game.yaml", 8)


def test_a_hairline_along_shared_edges_is_an_option() -> None:
    own = plot("nine-up")
    trims = trims_of(own, 4)
    plain = set(marks_of(own, trims))
    shared = set(marks_of(own, trims, MarksSpec(shared="yes"))) - plain
    hair = PT // 4
    assert shared == {
        Segment(inch(3), inch("0.25"), inch(3), inch("3.75"), hair),
        Segment(inch("5.5"), inch("0.25"), inch("5.5"), inch("3.75"), hair),
        Segment(inch("0.5"), inch("3.75"), inch(3), inch("3.75"), hair),
    }
    assert plain < set(marks_of(own, trims, MarksSpec(shared="yes")))


def test_shared_hairlines_stay_in_the_printable_area() -> None:
    own = plot("ten-up")
    marks = marks_of(own, trims_of(own, 10), MarksSpec(shared="yes"))
    hairs = [m for m in marks if m.weight == PT // 4]
    assert Segment(inch(6), own.printable.y, inch(6), inch("3.5"), PT // 4) in hairs
    _assert_clear(own, trims_of(own, 10), marks)


def test_marks_are_sorted_and_each_is_there_once() -> None:
    own = plot("ten-up")
    marks = marks_of(own, trims_of(own, 10))
    assert list(marks) == sorted(set(marks))
    assert marks == marks_of(own, list(reversed(trims_of(own, 10))))


def test_crosses_lie_on_the_trim_lines_at_every_corner() -> None:
    own = plot("nine-up")
    trims = trims_of(own, 4)
    marks = marks_of(own, trims, MarksSpec(kind="crosses", length="2mm"))
    assert {(m.x1, m.y1) for m in marks if m.x1 == m.x2 == inch(3)} >= {(inch(3), inch("3.75") - mm(2))}
    assert upright(3, inch("3.75") - mm(2), inch("3.75") + mm(2)) in marks
    assert level(3.75, inch("5.5") - mm(2), inch("5.5") + mm(2)) in marks
    _assert_clear(own, trims, marks)


def test_lines_run_along_every_edge_and_keep_their_ticks() -> None:
    own = plot("nine-up")
    trims = trims_of(own, 4)
    ticks = set(marks_of(own, trims))
    for kind in ("lines", "dashed"):
        marks = set(marks_of(own, trims, MarksSpec(kind=kind)))
        assert ticks < marks
        assert upright(3, inch("0.25"), inch("7.25")) in marks
        assert level(7.25, inch("0.5"), inch(3)) in marks
        _assert_clear(own, trims, sorted(marks))


def test_no_marks_and_an_offset() -> None:
    own = plot("eight-up")
    trims = trims_of(own, 8)
    assert marks_of(own, trims, MarksSpec(kind="none")) == ()
    moved = marks_of(own, trims, MarksSpec(offset="2mm"))
    assert upright(0.5, inch("0.75") - mm(6), inch("0.75") - mm(2)) in moved


def test_corner_guides_are_quarter_circles_inside_the_card() -> None:
    own = plot("nine-up")
    trims = trims_of(own, 1)
    assert corner_guides(trims, MarksSpec(), own.paper) == []
    guides = corner_guides(trims, MarksSpec(corner_radius="3mm"), own.paper)
    assert len(guides) == 4
    (trim,) = trims
    boxes = {ink_box(guide).centre for guide in guides}
    assert len(boxes) == 4
    assert all(trim.grown(WEIGHT).contains(ink_box(guide)) for guide in guides)


@pytest.mark.parametrize(
    ("marks", "colour", "dash"),
    [
        ("{kind: lines, colour: '#d02020'}", (208, 32, 32), ()),
        ("{kind: dashed}", (0, 0, 0), (3 * PT, 2 * PT)),
    ],
)
def test_a_sheet_sets_colour_and_dash_of_its_marks(
    tmp_path: Path, marks: str, colour: tuple[int, int, int], dash: tuple[int, ...]
) -> None:
    game = f"{GAME}sheets:\n  grid:\n    marks: {marks}\n"
    (made,) = lay_out(make_project(tmp_path, {"cards/demo/game.yaml": game})).sheets
    assert made.front.style == MarkStyle(Colour(*colour), dash)


def test_backs_have_marks_of_their_own_only_when_asked(tmp_path: Path) -> None:
    thing = "size: poker\nelements: {dot: {shape: ellipse, fill: black}}\n"
    game = GAME.replace("layout: thing}", "layout: thing, back: back}")
    files = {"cards/demo/game.yaml": game, "layouts/demo/back.yaml": thing}
    (plain,) = lay_out(make_project(tmp_path / "a", files), backs="with", sheet="nine-up").sheets
    assert plain.back is not None
    assert plain.back.marks == ()
    asked = f"{game}sheets:\n  nine-up:\n    back_marks: {{kind: crosses}}\n"
    files["cards/demo/game.yaml"] = asked
    (marked,) = lay_out(make_project(tmp_path / "b", files), backs="with", sheet="nine-up").sheets
    assert marked.back is not None
    mirrored = {marked.plot.paper.width - mark.x1 for mark in marked.back.marks if mark.x1 == mark.x2}
    assert mirrored == {inch("0.5"), inch(3), inch("5.5"), inch(8)}


def test_two_tones_are_white_and_dark_in_turn(tmp_path: Path) -> None:
    game = f"{GAME}sheets:\n  grid:\n    marks: {{kind: lines, two_tone: yes, corner_radius: 3mm}}\n"
    kit = lay_out(make_project(tmp_path, {"cards/demo/game.yaml": game}))
    stream = BytesIO()
    write_pdf([Page(kit.sheets[0].plot.paper, kit.sheets[0].front)], Metadata("t"), kit.fonts, stream)
    operators = pypdf.PdfReader(stream).pages[0].get_contents().get_data().decode("ascii")  # type: ignore[union-attr]
    white = operators.index("1 1 1 RG")
    assert operators.index("[2.8346 2.8346] 0 d", white) < operators.index("0 0 0 RG", white)


@st.composite
def sheets(draw: st.DrawFn) -> tuple[Plot, list[Rect]]:
    """A paper with one or two blocks anywhere on it, and the trims of some of the places."""
    paper = draw(st.sampled_from([PAPERS["letter"], PAPERS["a4"].turned(), Size(mm(200), mm(200))]))
    margin = draw(st.sampled_from([0, mm(3), inch("0.17"), mm(10)]))
    cell = Size(draw(st.integers(mm(25), mm(90))), draw(st.integers(mm(25), mm(90))))
    columns = draw(st.integers(1, paper.width // cell.width))
    rows = draw(st.integers(1, paper.height // cell.height))
    x = draw(st.integers(0, paper.width - columns * cell.width))
    y = draw(st.integers(0, paper.height - rows * cell.height))
    block = Block("b", x, y, cell, columns, rows, False)
    inner = draw(st.sampled_from([0, 0, MM // 4, mm(2)]))
    places = [block.place(column, row) for row in range(rows) for column in range(columns)]
    trims = [place.inset(Insets(*[inner] * 4)) for place in places]
    kept = draw(st.integers(1, len(trims)))
    area = Rect(0, 0, *paper).inset(Insets(*[margin] * 4))
    return Plot(paper, area, (block,)), trims[:kept]


@given(
    sheets(),
    st.sampled_from(["0.25pt", "0.35pt", "0.5pt"]),
    st.booleans(),
    st.sampled_from(["ticks", "crosses", "lines", "dashed"]),
)
@settings(max_examples=200)
def test_marks_never_lie_on_a_card_and_every_cut_line_has_some(
    made: tuple[Plot, list[Rect]], weight: str, shared: bool, kind: MarkKind
) -> None:
    """Trouble case B09: from 0.1 mm inwards no card carries ink of a mark."""
    own, trims = made
    marks = marks_of(own, trims, MarksSpec(kind=kind, weight=weight, shared=str(shared)))
    _assert_clear(own, trims, marks)
    area = own.printable
    edges_x = {edge for trim in trims for edge in (trim.x, trim.right)}
    edges_y = {edge for trim in trims for edge in (trim.y, trim.bottom)}
    for mark in marks:
        assert mark.weight in (pt(weight[:-2]), PT // 4)
        assert mark.x1 in edges_x if mark.x1 == mark.x2 else mark.y1 in edges_y
    for x in edges_x:
        assert any(m.x1 == m.x2 == x for m in marks) or not _needed(x, area.x, area.right, own.paper.width)
    for y in edges_y:
        assert any(m.y1 == m.y2 == y for m in marks) or not _needed(y, area.y, area.bottom, own.paper.height)


def _needed(at: int, low: int, high: int, whole: int) -> bool:
    return low <= at <= high and 0 < at < whole


def _assert_clear(own: Plot, trims: Sequence[Rect], marks: Sequence[Segment]) -> None:
    """Marks stay off the cards (0.1 mm inwards) and inside the printable area (half a stroke aside)."""
    inner = [trim.inset(Insets(*[TENTH] * 4)) for trim in trims]
    for mark in marks:
        assert not any(mark.box.overlaps(trim) for trim in inner), mark
        assert own.printable.grown(mark.weight // 2).contains(mark.box), mark
        assert (mark.x1 == mark.x2) != (mark.y1 == mark.y2), mark


def _beside(mark: Segment, trim: Rect, reach: int) -> bool:
    """Whether the whole mark lies within a reach of one of the trim's edges."""
    if mark.x1 == mark.x2:
        return min(abs(mark.x1 - trim.x), abs(mark.x1 - trim.right)) + mark.weight // 2 <= reach
    return min(abs(mark.y1 - trim.y), abs(mark.y1 - trim.bottom)) + mark.weight // 2 <= reach


def _near_corner(mark: Segment, trim: Rect, area: Rect) -> bool:
    """Whether a mark lies within 4 mm of a corner of the trim, as far as that can be printed."""
    reach = mm(4)
    corners = [
        (min(max(x, area.x), area.right), min(max(y, area.y), area.bottom))
        for x in (trim.x, trim.right)
        for y in (trim.y, trim.bottom)
    ]
    return any(Rect(x, y, 0, 0).grown(reach).contains(mark.box) for x, y in corners)


@pytest.mark.parametrize("bleed", ["0.25mm", "0.5mm", "1mm", "2mm", "0.125in"])
def test_where_bleeds_touch_marks_lie_in_the_waste(bleed: str) -> None:
    """Bleeds that touch leave no room outside them; the mark is in the bleed and never along a card."""
    own, trims = bled(bleed)
    reach = parse_length(bleed)
    marks = cut_marks(trims, own.paper, own.front_area, MarksSpec(), reach)
    assert not any(touches(mark, trim) for mark in marks for trim in trims)
    for trim in trims:
        for x, y in ((x, y) for x in (trim.x, trim.right) for y in (trim.y, trim.bottom)):
            upright_ones = [
                m for m in marks if m.x1 == m.x2 == x and min(abs(m.y1 - y), abs(m.y2 - y)) <= reach
            ]
            assert upright_ones, (x, y)


def bled(bleed: str) -> tuple[Plot, list[Rect]]:
    """A sheet full of poker cards with bleed."""
    spec = SheetSpec.model_validate({"pack": "auto", "margin": "0.25in"})
    own = plot_sheet(spec, POKER, paper_of(spec, None), parse_length(bleed))
    return own, [own.blocks[at.block].place(at.column, at.row) for at in own.places()]


def touches(mark: Segment, trim: Rect) -> bool:
    """Whether a mark runs along or over a card for more than a point."""
    box = Rect(mark.x1, mark.y1, mark.x2 - mark.x1, mark.y2 - mark.y1)
    common = box.common(trim)
    return min(common.size) >= 0 and max(common.size) > 0


@given(st.data())
@settings(max_examples=150, deadline=None)
def test_no_mark_lies_along_a_card_that_has_waste_at_its_end(data: st.DataObject) -> None:
    bleed = mm(data.draw(st.integers(0, 4)))
    gap = data.draw(st.sampled_from([0, 0, MM // 4, MM, mm(3)])) + 2 * bleed * data.draw(st.integers(0, 1))
    across, down = data.draw(st.integers(1, 3)), data.draw(st.integers(1, 3))
    block = Block("b", mm(8), mm(9), Size(mm(50), mm(70)), across, down, False, Size(gap, gap))
    trims = [block.place(column, row) for column in range(across) for row in range(down)]
    kept = data.draw(st.lists(st.sampled_from(trims), min_size=1, unique=True))
    paper = PAPERS["letter"]
    area = Rect(0, 0, *paper).inset(
        Insets(*[data.draw(st.sampled_from([0, mm(3), inch("0.17"), mm(9)]))] * 4)
    )
    for mark in cut_marks(kept, paper, area, MarksSpec(), bleed):
        for trim in kept:
            if touches(mark, trim):
                assert not _waste_at_an_end(mark, kept, area), (mark, trim)


def _waste_at_an_end(mark: Segment, trims: Sequence[Rect], area: Rect) -> bool:
    """Whether both ends of the cut line of a mark have half a millimetre of waste to be printed on."""
    upright = mark.x1 == mark.x2
    at, low = (mark.x1, mark.y1) if upright else (mark.y1, mark.x1)
    spans = [(t.y, t.bottom, t.x, t.right) if upright else (t.x, t.right, t.y, t.bottom) for t in trims]
    high = mark.y2 if upright else mark.x2
    own = [(a, b) for a, b, near, far in spans if at in (near, far)]
    start, end = low, high
    for _ in own:
        for a, b in own:
            if a <= end and start <= b:
                start, end = min(start, a), max(end, b)
    top, bottom = (area.y, area.bottom) if upright else (area.x, area.right)
    for a, b, near, far in spans:
        if near <= at <= far:
            top = max(top, b) if b <= start else top
            bottom = min(bottom, a) if a >= end else bottom
    return start - top >= MM // 2 and bottom - end >= MM // 2
