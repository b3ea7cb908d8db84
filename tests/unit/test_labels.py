"""What stands in a sheet's margins beside the marks: the label and the numbers of the cuts."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import pytest
from helpers import GAME, make_project, plot
from hypothesis import given, settings
from hypothesis import strategies as st

from hotpnp.assets.fonts import Fonts
from hotpnp.diag import Collector
from hotpnp.geometry import Insets, Rect, Segment, Size
from hotpnp.impose.cutplan import plan_cuts
from hotpnp.impose.guillotine import Cut
from hotpnp.impose.labels import margin_rulers, sheet_label
from hotpnp.impose.marks import cut_marks
from hotpnp.impose.numbers import cut_numbers
from hotpnp.impose.place import Piece, Placement, place_pieces
from hotpnp.impose.slots import Block, Plot, paper_of, plot_fold_sheet
from hotpnp.model.sheet import MarkKind, MarksSpec, SheetSpec
from hotpnp.model.sizes import CARDS, PAPERS
from hotpnp.pipeline import Kit, Options, prepare
from hotpnp.scene.items import Item, Scene, TextRun, ink_box
from hotpnp.scene.items import Path as ItemPath
from hotpnp.source.workspace import Workspace
from hotpnp.units import MM, PT, inch, mm, parse_length

POKER = CARDS["poker"]
MAT = Size(inch(5), inch("3.5"))
WORDS = ["Honor of Trade 1.0", "Route cards", "page 1 of 19", "print at 100 %"]
FONTS = Fonts()
GUTTERED = Block("b", inch("0.3"), inch("0.6"), POKER, 4, 2, False, Size(mm(3), mm(4)))


class Margins:
    """The first page of so many cards, with its marks, numbers and label."""

    def __init__(self, own: Plot, placements: Sequence[Placement], words: Sequence[str] = WORDS) -> None:
        self.plot = own
        self.placements = placements
        self.trims = [placement.trim for placement in placements]
        self.plan = plan_cuts(own, {1: placements})[0]
        self.cuts = self.plan.pages[0].cuts
        self.marks: tuple[Segment, ...] = cut_marks(self.trims, own.paper, own.printable, MarksSpec())
        self.numbers: Sequence[Item] = cut_numbers(
            self.plan.cuts, self.cuts, self.trims, self.marks, own, FONTS
        )
        taken = [mark.box for mark in self.marks]
        self.label: list[Item] = sheet_label(words, own, taken, self.numbers, FONTS)

    def assert_apart(self) -> None:
        """Nothing lies on anything else, on a card or past the printable area."""
        boxes = [ink_box(item) for item in (*self.numbers, *self.label)]
        for i, box in enumerate(boxes):
            assert self.plot.printable.contains(box), box
            assert not any(box.overlaps(trim) for trim in self.trims), box
            assert not any(box.overlaps(other) for other in boxes[:i]), box
            assert not any(box.overlaps(mark.box) for mark in self.marks), box


def page(own: Plot, count: int, size: Size = POKER, words: Sequence[str] = WORDS) -> Margins:
    pieces = [Piece("c", "c", Scene(size, ()))] * count
    return Margins(own, place_pieces(own, [pieces])[0].front.placements, words)


def texts(items: Sequence[Item]) -> list[str]:
    return [item.text for item in items if isinstance(item, TextRun)]


@pytest.mark.parametrize("name", ["nine-up", "eight-up", "ten-up", "grid"])
def test_the_label_says_it_all_on_every_sheet(name: str) -> None:
    for count in range(1, 11):
        made = page(plot(name), count)
        assert "  ·  ".join(texts(made.label)) == "  ·  ".join(WORDS), count
        made.assert_apart()


def test_the_label_of_the_ten_up_sheet_stands_below_the_block() -> None:
    made = page(plot("ten-up"), 10)
    (line,) = made.label
    box = ink_box(line)
    assert box.y > inch("10.5")
    assert box.bottom <= inch(11) - inch("0.17")
    assert isinstance(line, TextRun)
    assert (line.turn, line.size) == (0, 7 * PT)


def test_the_label_of_the_nine_up_sheet_stands_in_a_side_margin_turned() -> None:
    made = page(plot("nine-up"), 9)
    (line,) = made.label
    assert isinstance(line, TextRun)
    assert line.turn == 270
    assert ink_box(line).right <= inch("0.5")


def test_a_long_label_takes_more_lines() -> None:
    words = ["A Game with an Exceedingly Long and Winding Title 1.0", *WORDS[1:]]
    made = page(plot("ten-up"), 10, words=words)
    assert "  ·  ".join(texts(made.label)) == "  ·  ".join(words)
    made.assert_apart()


def test_a_sheet_without_margins_has_no_label() -> None:
    paper = Size(2 * POKER.width, 2 * POKER.height)
    own = Plot(paper, Rect(0, 0, *paper), (Block("all", 0, 0, POKER, 2, 2, False),))
    made = page(own, 4)
    assert made.label == []
    made.assert_apart()


def test_a_label_wider_than_any_margin_is_left_out() -> None:
    made = page(plot("nine-up"), 9, words=["x" * 400])
    assert made.label == []


def test_the_ten_up_sheet_numbers_the_cuts_that_end_in_a_margin() -> None:
    """Cuts 1, 2, 3 and 7 have room; between cards that touch there is none."""
    made = page(plot("ten-up"), 10)
    assert texts(made.numbers) == ["cut 1", "cut 2", "cut 3", "cut 7"]
    made.assert_apart()


def test_numbers_stand_beside_their_cuts() -> None:
    made = page(plot("ten-up"), 10)
    boxes = {item.text: ink_box(item) for item in made.numbers if isinstance(item, TextRun)}
    near = inch("0.1")
    assert 0 < boxes["cut 1"].x - inch("3.5") < near
    assert 0 < boxes["cut 2"].x - inch(6) < near
    assert 0 < boxes["cut 3"].y - inch(10) < near
    assert boxes["cut 3"].right < inch("3.5")
    assert 0 < boxes["cut 7"].y - inch("10.5") < near
    assert boxes["cut 7"].x > inch("3.5")


def test_numbers_keep_clear_of_the_marks_across_a_gutter() -> None:
    own = Plot(PAPERS["letter"].turned(), Rect(0, 0, *PAPERS["letter"].turned()), (GUTTERED,))
    made = page(own, 8)
    assert len(made.numbers) == len(made.cuts)
    made.assert_apart()


def test_eight_up_numbers_all_eight_cuts() -> None:
    made = page(plot("eight-up"), 8)
    assert texts(made.numbers) == [f"cut {number}" for number in range(1, 9)]
    made.assert_apart()


def test_nine_up_numbers_all_its_cuts() -> None:
    """Above and below the cards there are 5.76 pt to print on: room for the smaller type."""
    made = page(plot("nine-up"), 9)
    assert texts(made.numbers) == [f"cut {number}" for number in range(1, 9)]
    sizes = {item.text: item.size for item in made.numbers if isinstance(item, TextRun)}
    assert {sizes[f"cut {number}"] for number in range(1, 5)} == {5 * PT}
    assert {sizes[f"cut {number}"] for number in range(5, 9)} == {6 * PT}
    made.assert_apart()


def test_cuts_along_one_line_share_a_place_where_there_is_room_for_one() -> None:
    """Two strips are cut at the same height, one after the other; only the left one has a margin."""
    block = Block("b", mm(10), 0, Size(mm(30), mm(30)), 2, 2, False)
    trims = [block.place(column, row) for column in (0, 1) for row in (0, 1)]
    paper = Size(mm(70), mm(60))
    cuts = [Cut("y", mm(30), mm(10), mm(40)), Cut("y", mm(30), mm(40), mm(70))]
    (run,) = cut_numbers(cuts, (1, 2), trims, (), Plot(paper, Rect(0, 0, *paper), (block,)), FONTS)
    assert run.text == "cut 1, 2"


@pytest.mark.parametrize("kind", ["ticks", "crosses", "lines", "dashed"])
@pytest.mark.parametrize("bleed", [0, mm(2)])
def test_sheets_with_any_marks_are_numbered(kind: MarkKind, bleed: int) -> None:
    """Crosses and lines leave as many numbers their room as ticks do."""
    own = plot("eight-up")
    trims = [own.blocks[at.block].place(at.column, at.row) for at in own.places()]
    plan = plan_cuts(own, {1: page(own, 8).placements})[0]
    marks = cut_marks(trims, own.paper, own.front_area, MarksSpec(kind=kind), bleed)
    found = cut_numbers(plan.cuts, plan.pages[0].cuts, trims, marks, own, FONTS, bleed)
    assert texts(found) == [f"cut {number}" for number in range(1, 9)]
    for item in found:
        box = ink_box(item)
        assert not any(box.overlaps(trim.grown(bleed)) for trim in trims)
        assert not any(box.overlaps(mark.box) for mark in marks)


@pytest.mark.parametrize("bleed", ["0in", "1mm", "2mm", "0.125in"])
def test_numbers_of_fold_sheets_stay_off_the_backs(bleed: str) -> None:
    spec = SheetSpec.model_validate({})
    own = plot_fold_sheet(spec, POKER, paper_of(spec, None), parse_length(bleed))
    made = page(own, len(own.places()))
    made.assert_apart()
    for item in made.numbers:
        assert own.front_area.contains(ink_box(item))


def test_numbers_of_cuts_that_a_page_leaves_out_are_not_there() -> None:
    made = page(plot("ten-up"), 5, MAT)
    assert made.plan.pages[0].left_out == (2, 4, 6)
    assert texts(made.numbers) == ["cut 1", "cut 3", "cut 7"]


@pytest.mark.parametrize("name", ["nine-up", "eight-up"])
def test_no_cut_is_numbered_twice(name: str) -> None:
    for count in range(1, 11):
        numbers = texts(page(plot(name), count).numbers)
        assert len(numbers) == len(set(numbers)), count


@st.composite
def sheets(draw: st.DrawFn) -> tuple[Plot, int]:
    paper = draw(st.sampled_from([PAPERS["letter"], PAPERS["a4"].turned(), Size(mm(200), mm(200))]))
    area = Rect(0, 0, *paper).inset(Insets(*[draw(st.sampled_from([0, mm(3), inch("0.17")]))] * 4))
    cell = Size(draw(st.integers(mm(25), mm(90))), draw(st.integers(mm(25), mm(90))))
    columns = draw(st.integers(1, paper.width // cell.width))
    rows = draw(st.integers(1, paper.height // cell.height))
    x = draw(st.integers(0, paper.width - columns * cell.width))
    y = draw(st.integers(0, paper.height - rows * cell.height))
    blocks = (Block("b", x, y, cell, columns, rows, False),)
    return Plot(paper, area, blocks), draw(st.integers(1, columns * rows))


@given(sheets())
@settings(max_examples=60)
def test_margins_are_kept_apart_on_any_sheet(made: tuple[Plot, int]) -> None:
    own, count = made
    found = page(own, count, own.blocks[0].cell)
    found.assert_apart()
    told = {int(text.removeprefix("cut ")) for text in texts(found.numbers)}
    assert told <= set(found.cuts)


@given(sheets())
@settings(max_examples=60)
def test_every_cut_with_wide_room_has_its_number(made: tuple[Plot, int]) -> None:
    own, count = made
    found = page(own, count, own.blocks[0].cell)
    told = {int(text.removeprefix("cut ")) for text in texts(found.numbers)}
    for number in set(found.cuts) - told:
        assert not _has_wide_room(found, number)


def _has_wide_room(made: Margins, number: int) -> bool:
    """Whether a margin beside the cards at a cut is so large that a number surely fits."""
    cut = made.plan.cuts[number - 1]
    area, block = made.plot.printable, made.plot.blocks[0].rect
    wide = mm(20)
    if cut.axis == "x":
        inside = area.x <= cut.at <= area.right - wide
        return inside and max(area.bottom - block.bottom, block.y - area.y) >= wide
    inside = area.y <= cut.at <= area.bottom - wide
    return inside and max(area.right - block.right, block.x - area.x) >= wide


def kit(project: Path, **options: object) -> Kit:
    return prepare(Workspace(project, Collector()), "demo", Options(**options))  # type: ignore[arg-type]


def labels(made: Kit) -> list[str]:
    """The labels of all sheets, cut numbers and rulers left out."""
    return [
        "  ·  ".join(
            text for text in texts(sheet.front.extras) if not re.match(r"(cut )?\d+( mm| in)?$", text)
        )
        for sheet in made.sheets
    ]


def test_sheets_say_game_version_component_page_and_scale(tmp_path: Path) -> None:
    cards = "".join(f"  - {{id: c{i}, name: N, number: 1}}\n" for i in range(20))
    things = f"fields:\n  name: {{}}\n  number: {{type: int}}\ncards:\n{cards}"
    game = GAME.replace('version: "1.0"', 'version: "2.7"') + "sheet: nine-up\n"
    project = make_project(tmp_path, {"cards/demo/game.yaml": game, "cards/demo/things.yaml": things})
    assert labels(kit(project)) == [
        f"Demo 2.7  ·  Things  ·  sheet {number} of 3  ·  page {number} of 3  ·  print at 100 %"
        for number in (1, 2, 3)
    ]


def test_a_shared_sheet_names_both_components(tmp_path: Path) -> None:
    others = "fields:\n  name: {}\n  number: {type: int}\ncards:\n  - {id: four, name: Fourth, number: 4}\n"
    game = (
        f"{GAME}  others: {{title: Others, table: others, layout: thing}}\n"
        "sheets:\n  grid:\n    together: [[things, others]]\n"
    )
    project = make_project(tmp_path, {"cards/demo/game.yaml": game, "cards/demo/others.yaml": others})
    (label,) = labels(kit(project))
    assert label == "Demo 1.0  ·  Things + Others  ·  sheet 1 of 1  ·  page 1 of 1  ·  print at 100 %"


SMALL = Plot(
    Size(mm(90), mm(110)),
    Rect(mm(4), mm(4), mm(82), mm(102)),
    (Block("b", mm(13), mm(10), POKER, 1, 1, False),),
)


@pytest.mark.parametrize(
    ("own", "longest"), [(plot("eight-up"), inch(4)), (plot("ten-up"), inch(4)), (SMALL, inch(2))]
)
def test_rulers_measure_what_they_say(own: Plot, longest: int) -> None:
    blocks = [block.rect for block in own.blocks]
    items = margin_rulers(own, blocks, [], FONTS)
    (lines,) = [item for item in items if isinstance(item, ItemPath)]
    points = [command[1:] for command in lines.commands]
    along = 0 if len({x for x, _ in points}) > len({y for _, y in points}) else 1
    places = [point[along] for point in points]
    assert max(places) - min(places) == longest
    metric = 100 * MM if longest == inch(4) else 50 * MM
    assert metric in {abs(place - places[0]) for place in places}
    assert {item.text for item in items if isinstance(item, TextRun)} in (
        {"100 mm", "4 in"},
        {"50 mm", "2 in"},
    )
    box = ink_box(lines)
    assert own.printable.contains(box)
    assert not any(box.overlaps(block) for block in blocks)


def test_a_sheet_may_leave_the_rulers_out(tmp_path: Path) -> None:
    game = f"{GAME}sheets:\n  grid:\n    rulers: no\n"
    (made,) = kit(make_project(tmp_path, {"cards/demo/game.yaml": game})).sheets
    assert not any(text.endswith((" mm", " in")) for text in texts(made.front.extras))
