"""Sheets filled: order of cut stacks, spare copies and blanks, empty places, flips, fold sheets."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from guillotine import assert_freed
from helpers import GAME, THINGS, diagnose, lay_out, make_project, plot, run, sheet
from hypothesis import given, settings
from hypothesis import strategies as st

from hotpnp.geometry import Rect, Size, turn_into
from hotpnp.impose.cutplan import plan_cuts
from hotpnp.impose.kit import Deck, impose_decks
from hotpnp.impose.place import Piece, Placement, Sheet, place_pieces
from hotpnp.impose.slots import BadSheet, Plot, SheetTooBig, plot_fold_sheet, plot_sheet
from hotpnp.model.sheet import Flip, SheetSpec
from hotpnp.model.sizes import CARDS, PAPERS
from hotpnp.scene.items import Scene
from hotpnp.units import inch, mm

POKER = CARDS["poker"]
LETTER = PAPERS["letter"]


def deck(letters: str, size: Size = POKER, component: str = "c", bleed: int = 0) -> list[Piece]:
    """A piece for each letter, with a back of its own."""
    return [Piece(letter, component, Scene(size, (), bleed), Scene(size, (), bleed)) for letter in letters]


def on(name: str, **keys: object) -> Plot:
    """One of hotpnp's sheets with changed keys."""
    return replace(plot(name), spec=sheet(name).model_copy(update=keys))


def drawing(placements: tuple[Placement, ...]) -> str:
    """The cards of a side, row by row."""
    rows: dict[int, list[tuple[int, str]]] = {}
    for placed in placements:
        rows.setdefault(placed.trim.y, []).append((placed.trim.x, placed.card or "_"))
    return " / ".join(" ".join(card for _, card in sorted(row)) for _, row in sorted(rows.items()))


def backs(sheets: list[Sheet]) -> list[str]:
    return [drawing(one.back.placements) if one.back else "" for one in sheets]


def fronts(sheets: list[Sheet]) -> list[str]:
    return [drawing(one.front.placements) for one in sheets]


def test_short_edge_backs_change_top_and_bottom_and_stand_upside_down() -> None:
    """Trouble case B06."""
    (one,) = place_pieces(on("nine-up", flip="short-edge"), [deck("abcdefghi")])
    assert one.back is not None
    assert drawing(one.back.placements) == "g h i / d e f / a b c"
    assert {placed.turn for placed in one.back.placements} == {180}


def test_short_edge_backs_of_a_landscape_sheet_change_left_and_right() -> None:
    (one,) = place_pieces(on("eight-up", flip="short-edge"), [deck("abcdefgh")])
    assert one.back is not None
    assert drawing(one.back.placements) == "d c b a / h g f e"
    assert {placed.turn for placed in one.back.placements} == {0}


def test_cut_stacks_pile_up_in_deck_order() -> None:
    sheets = place_pieces(on("eight-up", order="stack"), [deck("abcdefghijklmnopqrstuv")])
    assert fronts(sheets) == [
        "a d g j / m p s u",
        "b e h k / n q t v",
        "c f i l / o r",
    ]


@given(st.integers(1, 60), st.sampled_from(["nine-up", "eight-up", "ten-up"]))
@settings(max_examples=40)
def test_stacks_give_the_deck_whatever_its_length(count: int, name: str) -> None:
    letters = [chr(0x4E00 + i) for i in range(count)]
    sheets = place_pieces(on(name, order="stack"), [deck("".join(letters))])
    piles: dict[Rect, list[str]] = {}
    for one in sheets:
        for placed in one.front.placements:
            piles.setdefault(placed.trim, []).append(placed.card)
    assert [card for pile in piles.values() for card in pile] == letters
    for one in sheets:
        assert one.back is not None
        assert [p.card for p in one.back.placements] == [p.card for p in one.front.placements]


def test_spare_copies_fill_the_last_sheet() -> None:
    sheets = place_pieces(on("nine-up", fill="spares"), [deck("abcdefghijklmn")])
    assert fronts(sheets) == ["a b c / d e f / g h i", "j k l / m n a / b c d"]
    assert [p.card for p in sheets[1].front.placements if p.extra] == ["a", "b", "c", "d"]
    assert backs(sheets)[1] == "l k j / a n m / d c b"


def test_blanks_fill_the_last_sheet_and_have_no_backs() -> None:
    sheets = place_pieces(on("nine-up", fill="blanks"), [deck("abcdefghijk")])
    assert fronts(sheets)[1] == "j k _ / _ _ _ / _ _ _"
    assert backs(sheets)[1] == "k j"
    blank = sheets[1].front.placements[-1].scene
    assert all(Rect(0, 0, *POKER).contains(part.box) for part in blank.parts)
    assert blank.items


def test_a_full_last_sheet_gets_no_filling() -> None:
    for fill in ("spares", "blanks"):
        sheets = place_pieces(on("nine-up", fill=fill), [deck("abcdefghi")])
        assert fronts(sheets) == ["a b c / d e f / g h i"]


def test_the_next_deck_of_the_same_size_goes_on_where_one_ends() -> None:
    decks = [
        Deck("one", "One", POKER, tuple(deck("abcd", component="one"))),
        Deck("two", "Two", POKER, tuple(deck("efg", component="two"))),
        Deck("mat", "Mat", Size(inch(5), inch("3.5")), tuple(deck("M", Size(inch(5), inch("3.5")), "mat"))),
    ]
    sheets = impose_decks(decks, SheetSpec(fill="next"), LETTER)
    assert fronts(sheets) == ["a b c / d e f / g", "M"]


def test_skipped_places_stay_empty_on_every_sheet() -> None:
    own = plot_sheet(sheet("nine-up").model_copy(update={"skip": [1, 9]}), POKER, LETTER)
    sheets = place_pieces(own, [deck("abcdefghij")])
    assert fronts(sheets) == ["a b / c d e / f g", "h i / j"]
    for plan in plan_cuts(own, {n: one.front.placements for n, one in enumerate(sheets, 1)}):
        for part in plan.pages:
            assert_freed(LETTER, [plan.cuts[n - 1] for n in part.cuts], part.trims)


def test_a_mat_does_not_lie_over_a_skipped_place() -> None:
    mat = Size(inch(5), inch("3.5"))
    own = plot_sheet(sheet("nine-up").model_copy(update={"skip": [2]}), POKER, LETTER)
    (one,) = place_pieces(own, [deck("MN", mat)])
    assert {placed.trim.y for placed in one.front.placements} == {inch("3.75"), inch("7.25")}


@pytest.mark.parametrize(
    ("skip", "words"), [([10], "no place 10 to skip; it has 9"), (list(range(1, 10)), "all its 9 places")]
)
def test_places_that_are_not_there_or_all_of_them_cannot_be_skipped(skip: list[int], words: str) -> None:
    with pytest.raises(BadSheet, match=words):
        plot_sheet(sheet("nine-up").model_copy(update={"skip": skip}), POKER, LETTER)


def test_at_most_so_many_cards_lie_on_a_sheet() -> None:
    for pack in ("grid", "auto", "mixed"):
        own = plot_sheet(SheetSpec(pack=pack, most=5), POKER, LETTER)
        sheets = place_pieces(own, [deck("abcdefghijkl")])
        assert [len(one.front.placements) for one in sheets] == [5, 5, 2]


@given(
    st.sampled_from([*CARDS.values()]),
    st.sampled_from([*PAPERS.values()]),
    st.booleans(),
    st.sampled_from(["long-edge", "short-edge"]),
    st.sampled_from(["grid", "mixed", "auto"]),
    st.integers(1, 40),
)
@settings(max_examples=60)
def test_backs_lie_behind_their_fronts_under_either_flip(
    card: Size, paper: Size, landscape: bool, flip: Flip, pack: str, count: int
) -> None:
    spec = SheetSpec(flip=flip, pack=pack)  # type: ignore[arg-type]
    paper = paper.turned() if landscape else paper
    try:
        own = plot_sheet(spec, card, paper)
    except SheetTooBig:
        return
    sheets = place_pieces(own, [deck("".join(chr(0x4E00 + i) for i in range(count)), card)])
    upright_axis = (paper.height >= paper.width) == (flip == "long-edge")
    for one in sheets:
        assert one.back is not None
        for front, back in zip(one.front.placements, one.back.placements, strict=True):
            assert front.card == back.card
            _assert_behind(front, back, paper, upright_axis)


def _assert_behind(front: Placement, back: Placement, paper: Size, upright_axis: bool) -> None:
    """Every corner of the back lies behind the corner of the front that a reader finds there."""
    wide, high = card = front.scene.size
    for u, v in ((0, 0), (wide, 0), (wide, high), (0, high)):
        x, y = turn_into(card, front.trim, front.turn).apply(u, v)
        behind_x, behind_y = turn_into(card, back.trim, back.turn).apply(wide - u, v)
        through = (paper.width - behind_x, behind_y) if upright_axis else (behind_x, paper.height - behind_y)
        assert through == (x, y)


@given(
    st.sampled_from([*CARDS.values()]),
    st.sampled_from([*PAPERS.values()]),
    st.booleans(),
    st.sampled_from(["0", "0.0625in", "0.125in"]),
    st.integers(1, 20),
)
@settings(max_examples=60)
def test_on_a_fold_sheet_each_back_folds_behind_its_front(
    card: Size, paper: Size, landscape: bool, bleed: str, count: int
) -> None:
    spec, edge = SheetSpec(pack="auto"), inch(bleed.removesuffix("in"))
    paper = paper.turned() if landscape else paper
    try:
        own = plot_fold_sheet(spec, card, paper, edge)
    except SheetTooBig:
        return
    pieces = deck("".join(chr(0x4E00 + i) for i in range(count)), card, bleed=edge)
    sheets = place_pieces(own, [pieces])
    assert sum(len(one.front.placements) for one in sheets) == count
    half = Rect(0, 0, *own.cut_size)
    for one in sheets:
        assert one.back is None
        for front, back in zip(one.front.placements, one.front.folded, strict=True):
            assert half.contains(front.trim.grown(edge))
            assert not half.overlaps(back.trim.grown(edge))
            _assert_behind(front, back, paper, own.fold == "x")
    for plan in plan_cuts(own, {n: one.front.placements for n, one in enumerate(sheets, 1)}):
        for part in plan.pages:
            assert_freed(own.cut_size, [plan.cuts[n - 1] for n in part.cuts], part.trims)


def test_a_fold_sheet_takes_four_pairs_of_poker_cards() -> None:
    own = plot_fold_sheet(SheetSpec(), POKER, LETTER)
    assert (len(own.places()), own.fold) == (4, "y")


def test_a_sheet_whose_places_cross_the_fold_is_refused_with_the_sums() -> None:
    with pytest.raises(SheetTooBig, match=r"half of the paper for fronts: 3 x 88.9 mm = 266.7 mm high"):
        plot_fold_sheet(sheet("nine-up"), POKER, LETTER)


BACK = "size: poker\nelements: {word: {text: BACK, left: 6mm, right: 6mm, top: 6mm, height: 10mm}}\n"
TWO_SIDED = {
    "cards/demo/game.yaml": GAME.replace("layout: thing}", "layout: thing, back: back}"),
    "layouts/demo/back.yaml": BACK,
}


def test_fold_sheets_and_fillings_are_built_and_told(tmp_path: Path) -> None:
    project = make_project(tmp_path, TWO_SIDED)
    kit = lay_out(project, backs="fold", fill="spares")
    (one,) = kit.sheets
    assert Counter(p.card for p in one.front.placements) == {"one": 2, "two": 1, "three": 1}
    assert (kit.cards, kit.extras) == (3, (1, 0))
    done = run("build", "demo", "--backs", "fold", "--fill", "blanks", "--project", project)
    assert done.returncode == 0, done.stderr
    assert "3 cards and 1 blank on 1 sheet" in done.stdout
    assert (project / "output/demo/kit-fold.pdf").exists()


def test_what_a_command_asks_goes_before_the_sheet(tmp_path: Path) -> None:
    project = make_project(tmp_path, TWO_SIDED)
    kit = lay_out(project, backs="with", flip="short-edge", skip=(1,), sheet="nine-up")
    back = kit.sheets[0].back
    assert back is not None
    assert drawing(kit.sheets[0].front.placements) == "one two / three"
    assert drawing(back.placements) == "three / one two"


def test_a_place_that_cannot_be_skipped_is_said(tmp_path: Path) -> None:
    (found,) = diagnose(make_project(tmp_path), skip=(12,))
    assert (found.code, found.message) == (
        "bad-value",
        'the sheet "grid": there is no place 12 to skip; it has 9, numbered row by row',
    )


def test_margins_of_four_kinds_move_the_block() -> None:
    own = plot_sheet(SheetSpec(margin="0.25in 0.25in 0.75in 0.25in"), CARDS["tcg"], LETTER)
    assert own.blocks[0].rect.bottom <= LETTER.height - inch("0.75")
    tight = SheetSpec(margin="1in", columns=3, rows=3)
    with pytest.raises(SheetTooBig, match=r"the area inside its margins is 165\.1 mm wide"):
        plot_sheet(tight, POKER, LETTER)


def test_mixed_packs_two_blocks() -> None:
    """Letter with 1/8 in bleed: two stacks of three turned cards beside a column of two."""
    own = plot_sheet(SheetSpec(pack="mixed", margin="0.118in"), POKER, LETTER, inch("0.125"))
    assert (len(own.blocks), len(own.places())) == (2, 8)
    assert {block.turned for block in own.blocks} == {True, False}


def test_equal_packings_keep_the_widest_margin() -> None:
    """Four cards of 60 x 80 mm lie upright, 40 mm from the sides; turned they would be 20 mm from them."""
    paper = Size(mm(200), mm(260))
    own = plot_sheet(SheetSpec(pack="auto", most=4, margin="0"), Size(mm(60), mm(80)), paper)
    rects = [own.blocks[p.block].place(p.column, p.row) for p in own.places()]
    assert (min(rect.x for rect in rects), min(rect.y for rect in rects)) == (mm(40), mm(50))


MINI = CARDS["mini-us"]


def test_decks_of_several_sizes_share_sheets_when_all_are_together() -> None:
    """The places are those of the larger deck, wherever it stands in the kit."""
    decks = [
        Deck("mini", "Mini", MINI, tuple(deck("ab", MINI, "mini"))),
        Deck("big", "Big", POKER, tuple(deck("cdef", component="big"))),
    ]
    (one,) = impose_decks(decks, SheetSpec(together="yes"), LETTER)  # type: ignore[arg-type]
    assert [placed.card for placed in one.front.placements] == [*"abcdef"]
    assert {placed.trim.size for placed in one.front.placements} == {MINI, POKER}
    assert len(impose_decks(decks, SheetSpec(together="no"), LETTER)) == 2  # type: ignore[arg-type]


def test_a_sheet_of_a_game_takes_yes_for_together(tmp_path: Path) -> None:
    other = {
        "cards/demo/others.yaml": THINGS.replace("one", "four").replace("two", "five").replace("three", "six")
    }
    game = f"{GAME}  others: {{title: Others, table: others, layout: thing}}\n"
    apart = make_project(tmp_path / "a", {**other, "cards/demo/game.yaml": game})
    assert len(lay_out(apart).sheets) == 2
    game += "sheets:\n  grid: {together: yes}\n"
    joined = make_project(tmp_path / "b", {**other, "cards/demo/game.yaml": game})
    (sheet,) = lay_out(joined).sheets
    assert sheet.components == ("things", "others")
