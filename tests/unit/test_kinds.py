"""Kinds of component, sheets of their own, and pieces as large as the paper."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import pytest
from helpers import errors, lay_out, make_project, said, sheet
from hypothesis import given
from hypothesis import strategies as st

from hotpnp.cli.shared import pieces
from hotpnp.geometry import Rect, Size
from hotpnp.impose.diagram import draw_plans
from hotpnp.impose.guillotine import find_cuts
from hotpnp.impose.slots import Block, SheetTooBig, paper_of, plot_sheet
from hotpnp.model.game import KINDS, Kind
from hotpnp.model.sheet import SheetSpec
from hotpnp.model.sizes import CARDS, PAPERS
from hotpnp.units import inch, mm

LETTER, HALF = PAPERS["letter"], CARDS["half-letter"]
HEAD = 'title: Demo\nversion: "1.0"\ncomponents:\n'
TEXTS = 'elements:\n  a: {text: "{name}{number}", left: 1in, right: 1in, top: 1in, height: 1in}\n'
CARDS_LINE = "  things: {title: Things, table: things, layout: thing}\n"


def test_every_kind_has_its_words() -> None:
    assert tuple(KINDS) == get_args(Kind)


@pytest.mark.parametrize(
    ("count", "kind", "words"),
    [
        (1, "cards", "1 card"),
        (7, "mat", "7 mats"),
        (16, "token", "16 tokens"),
        (1, "board", "1 board"),
        (6, "standee", "6 standees"),
        (1, "net", "1 net"),
        (2, "aid", "2 player aids"),
        (1, "sheet", "1 loose sheet"),
        (0, "chit", "0 chits"),
        (3, "document", ""),
    ],
)
def test_pieces_are_counted_in_words(count: int, kind: str, words: str) -> None:
    assert pieces(count, kind) == words


# Pieces that reach from edge to edge of the paper


@pytest.mark.parametrize("name", ["grid", "nine-up", "eight-up", "ten-up"])
def test_a_piece_as_large_as_the_paper_is_a_page_of_its_own_on_any_sheet(name: str) -> None:
    spec = sheet(name)
    paper = paper_of(spec, None)
    plot = plot_sheet(spec, LETTER, paper)
    assert plot.blocks == (Block("page", 0, 0, paper, 1, 1, paper != LETTER),)
    assert find_cuts([(plot.blocks[0].rect, 0)], paper).cuts == ()


def test_half_letter_sheets_lie_two_on_a_letter_page_and_one_cut_parts_them() -> None:
    (block,) = plot_sheet(SheetSpec(), HALF, LETTER).blocks
    assert block == Block("page", 0, 0, HALF.turned(), 1, 2, True)
    trims = [(block.place(0, row), 0) for row in (0, 1)]
    (cut,) = find_cuts(trims, LETTER).cuts
    assert (cut.axis, cut.at) == ("y", inch("5.5"))


def test_a5_sheets_lie_two_on_a4_in_the_middle() -> None:
    (block,) = plot_sheet(SheetSpec(), CARDS["a5"], PAPERS["a4"]).blocks
    assert (block.rows, block.turned, block.y) == (2, True, mm("0.5"))


def test_a_strip_as_wide_as_the_paper_lies_under_its_like() -> None:
    (block,) = plot_sheet(SheetSpec(), Size(inch("8.5"), inch(2)), LETTER).blocks
    assert (block.columns, block.rows, block.x, block.y) == (1, 5, 0, inch("0.5"))


def test_rows_that_are_given_are_kept() -> None:
    (block,) = plot_sheet(SheetSpec(columns=1, rows=1), HALF.turned(), LETTER).blocks
    assert (block.columns, block.rows, block.y) == (1, 1, inch("2.75"))


@given(width=st.integers(mm(20), mm(400)), height=st.integers(mm(20), mm(500)))
def test_what_is_larger_than_the_paper_is_refused_and_all_else_stays_on_it(width: int, height: int) -> None:
    piece = Size(width, height)
    fits = any(
        side.width <= LETTER.width and side.height <= LETTER.height for side in (piece, piece.turned())
    )
    try:
        plot = plot_sheet(SheetSpec(printable="0"), piece, LETTER)
    except SheetTooBig:
        assert not fits
        return
    assert fits
    assert Rect(0, 0, *LETTER).contains(plot.blocks[0].rect)


def test_a_board_larger_than_the_paper_is_refused_with_the_sums(tmp_path: Path) -> None:
    files = {
        "cards/demo/game.yaml": HEAD + "  board: {title: Board, kind: board, table: things, layout: thing}\n",
        "layouts/demo/thing.yaml": f"size: 11in x 17in\n{TEXTS}",
    }
    (found,) = errors(make_project(tmp_path, files))
    assert found.code == "sheet-too-big"
    assert "one piece is 279.4 mm x 431.8 mm" in found.message
    assert "the area for pieces on the paper 207.26 mm x 270.76 mm" in found.message
    assert found.hint == "it fits tabloid, arch-b, ledger"
    kit = lay_out(make_project(tmp_path / "other", files), paper="tabloid")
    assert [placed.trim for placed in kit.sheets[0].front.placements] == [Rect(0, 0, *PAPERS["tabloid"])]


def test_a_full_page_has_neither_marks_nor_label_nor_plan(tmp_path: Path) -> None:
    files = {
        "cards/demo/game.yaml": HEAD + "  board: {title: Board, kind: board, table: things, layout: thing}\n",
        "layouts/demo/thing.yaml": f"size: letter\n{TEXTS}",
    }
    kit = lay_out(make_project(tmp_path, files))
    assert len(kit.sheets) == 3
    for one in kit.sheets:
        assert (one.front.marks, one.front.extras) == ((), ())
    assert draw_plans(kit.plans, inch(7), kit.fonts).items == ()


# A component's own sheet


OWN = "  board: {title: Board, kind: board, table: things, layout: board, sheet: grid}\n"
BOARD = {"layouts/demo/board.yaml": f"size: 5in x 5in\n{TEXTS}"}


def test_a_component_may_have_a_sheet_of_its_own(tmp_path: Path) -> None:
    game = HEAD + CARDS_LINE + OWN + "sheet: eight-up\n"
    project = make_project(tmp_path, {"cards/demo/game.yaml": game, **BOARD})
    kit = lay_out(project)
    assert [one.components for one in kit.sheets] == [("things",), *[("board",)] * 2]
    assert [one.plot.paper for one in kit.sheets] == [LETTER.turned(), LETTER, LETTER]
    assert kit.sheet == "eight-up"
    assert lay_out(project, sheet="nine-up").sheets[1].plot == kit.sheets[1].plot, "it keeps its own"
    assert [one.plot.paper for one in lay_out(project, paper="a4").sheets][1] == PAPERS["a4"]


def test_marks_are_those_of_each_sheet(tmp_path: Path) -> None:
    sheets = "sheets:\n  thick: {marks: {weight: 0.5pt}}\n"
    game = HEAD + CARDS_LINE + OWN.replace("grid", "thick") + sheets
    kit = lay_out(make_project(tmp_path, {"cards/demo/game.yaml": game, **BOARD}))
    weights = [{mark.weight for mark in one.front.marks} for one in kit.sheets]
    assert weights == [{4445}, {6350}, {6350}]


def test_a_sheet_of_a_component_that_is_not_there_is_said(tmp_path: Path) -> None:
    game = HEAD + OWN.replace("grid", "gird")
    (found,) = errors(make_project(tmp_path, {"cards/demo/game.yaml": game, **BOARD}))
    assert said([found]) == ["game.yaml:4:75 unknown-sheet"]
    assert found.hint == 'did you mean "grid"?'


def test_a_piece_that_does_not_fit_its_sheet_is_told_of_a_sheet_of_its_own(tmp_path: Path) -> None:
    game = HEAD + CARDS_LINE + OWN.replace(", sheet: grid", "") + "sheet: nine-up\n"
    (found,) = errors(make_project(tmp_path, {"cards/demo/game.yaml": game, **BOARD}))
    assert found.code == "card-too-big"
    assert "give the component a sheet: of its own" in found.hint


def test_the_piece_that_does_not_fit_is_named_not_the_largest(tmp_path: Path) -> None:
    """A mat of two places fits; a strip that is smaller, but longer than a place is wide, does not."""
    strip = "  strip: {title: Strip, table: strips, layout: strip}\n"
    mat = "  mat: {title: Mat, table: mats, layout: mat}\n"
    files = {
        "cards/demo/game.yaml": HEAD + CARDS_LINE + strip + mat + "sheet: nine-up\n",
        "cards/demo/strips.yaml": "cards: [{id: tail}]\n",
        "cards/demo/mats.yaml": "cards: [{id: rug}]\n",
        "layouts/demo/strip.yaml": "size: 3in x 1in\nelements: {}\n",
        "layouts/demo/mat.yaml": "size: 5in x 3.5in\nelements: {}\n",
    }
    (found,) = errors(make_project(tmp_path, files))
    assert said([found]) == ["game.yaml:5:48 card-too-big"]
    assert "76.2 mm x 25.4 mm" in found.message
