"""Decks of several sizes on shared sheets: shelves that straight cuts free."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest
from guillotine import assert_freed
from hypothesis import given
from hypothesis import strategies as st

from hotpnp.geometry import Insets, Rect, Size
from hotpnp.impose.kit import Deck, Printing, cut_plans, impose_decks
from hotpnp.impose.place import Piece, Sheet
from hotpnp.impose.shelves import shelve
from hotpnp.impose.slots import SheetTooBig
from hotpnp.model.sheet import SheetSpec
from hotpnp.model.sizes import CARDS, PAPERS
from hotpnp.scene.items import Scene
from hotpnp.units import MM, inch, mm

LETTER = PAPERS["letter"]
SEVERAL = {"tarot": CARDS["tarot-us"], "mini": CARDS["mini-us"], "board": Size(inch(6), inch(6))}


def deck(name: str, count: int, size: Size, bleed: int = 0, backs: bool = False) -> Deck:
    front = Scene(size, (), bleed)
    pieces = tuple(Piece(f"{name}-{i}", name, front, front if backs else None) for i in range(count))
    return Deck(name, name, size, pieces)


def drawn(width: int, height: int, wanted: dict[tuple[int, int], int], gap: int = 0) -> list[str]:
    """The first sheet of shelves, a letter for each shelf."""
    first = shelve(Size(width, height), gap, {Size(*size): count for size, count in wanted.items()})[0]
    rows = [["."] * width for _ in range(height)]
    for letter, shelf in zip("abcdefgh", first, strict=False):
        for column in range(shelf.columns):
            for row in range(shelf.rows):
                x, y = (
                    shelf.x + column * (shelf.lying.width + gap),
                    shelf.y + row * (shelf.lying.height + gap),
                )
                for i in range(shelf.lying.width):
                    for j in range(shelf.lying.height):
                        assert rows[y + j][x + i] == "."
                        rows[y + j][x + i] = letter
    return ["".join(row) for row in rows]


def test_small_pieces_fill_what_large_ones_leave_beside_and_below() -> None:
    assert drawn(9, 7, {(4, 3): 2, (2, 2): 5, (9, 2): 1}) == [
        "aaaaaaaa.",
        "aaaaaaaa.",
        "aaaaaaaa.",
        "bbbbbbbbb",
        "bbbbbbbbb",
        "cccccccc.",
        "cccccccc.",
    ]
    assert drawn(10, 8, {(4, 5): 2, (2, 2): 3}, gap=1) == [
        "aaaa.aaaa.",
        "aaaa.aaaa.",
        "aaaa.aaaa.",
        "aaaa.aaaa.",
        "aaaa.aaaa.",
        "..........",
        "bb.bb.bb..",
        "bb.bb.bb..",
    ]


def test_a_size_that_does_not_fit_gives_no_sheets() -> None:
    assert shelve(Size(5, 5), 0, {Size(6, 6): 1, Size(1, 1): 4}) == []
    assert shelve(Size(5, 5), 0, {}) == []


def test_tarots_minis_and_a_board_share_few_sheets() -> None:
    """They took 20 sheets, each piece in places of the board's size."""
    decks = [
        deck("tarot", 5, SEVERAL["tarot"]),
        deck("mini", 14, SEVERAL["mini"]),
        deck("board", 1, SEVERAL["board"]),
    ]
    spec = SheetSpec(pack="auto", together="yes", margin="0.25in")  # type: ignore[arg-type]
    assert len(impose_decks(decks, spec, LETTER)) <= 3
    few = [deck("tarot", 3, SEVERAL["tarot"]), deck("mini", 6, SEVERAL["mini"])]
    (one,) = impose_decks(few, spec, LETTER)
    assert Counter(p.component for p in one.front.placements) == {"tarot": 3, "mini": 6}


def test_a_large_deck_keeps_its_own_places_and_only_its_rest_is_mixed() -> None:
    decks = [deck("poker", 95, CARDS["poker"]), deck("chit", 20, CARDS["chit-inch"])]
    sheets = impose_decks(decks, SheetSpec(pack="auto", together="yes"), LETTER)  # type: ignore[arg-type]
    assert len(sheets) == 11
    assert [sheet.components for sheet in sheets] == [("poker",)] * 10 + [("poker", "chit")]
    assert len({sheet.plot for sheet in sheets[:10]}) == 1


def test_sheets_with_places_of_their_own_are_not_shelved() -> None:
    decks = [deck("tarot", 2, SEVERAL["tarot"]), deck("mini", 20, SEVERAL["mini"])]
    for keys in ({"columns": 2, "rows": 2}, {"most": 4}, {"fill": "blanks"}, {"order": "stack"}):
        spec = SheetSpec.model_validate({"together": "yes", **keys})
        names = {block.name for one in impose_decks(decks, spec, LETTER) for block in one.plot.blocks}
        assert not any(name.startswith("shelf") for name in names)


SIZES = st.sampled_from(
    [CARDS[name] for name in ("poker", "mini-us", "tarot-us", "square-70", "chit-inch", "jumbo-us")]
)


@given(
    st.lists(st.tuples(SIZES, st.integers(1, 25), st.booleans()), min_size=2, max_size=4),
    st.sampled_from(["letter", "a4", "tabloid"]),
    st.sampled_from([0, MM, mm("3.175")]),
    st.sampled_from(["0", "2mm"]),
    st.sampled_from(["grid", "auto"]),
    st.booleans(),
    st.booleans(),
)
def test_every_piece_is_freed_once_and_sharing_never_costs_a_sheet(
    wanted: list[tuple[Size, int, bool]],
    paper: str,
    bleed: int,
    gutter: str,
    pack: str,
    folded: bool,
    landscape: bool,
) -> None:
    decks = [deck(f"d{n}", count, size, bleed, backs) for n, (size, count, backs) in enumerate(wanted)]
    how = Printing(Insets(mm(3), mm(8), mm(5), mm(14)), folded)
    size = PAPERS[paper].turned() if landscape else PAPERS[paper]
    keys = {"gutter": gutter, "pack": pack}
    try:
        sheets = impose_decks(decks, SheetSpec.model_validate({**keys, "together": "yes"}), size, how)
        alone = impose_decks(decks, SheetSpec.model_validate(keys), size, how)
    except SheetTooBig:
        return
    assert len(sheets) <= len(alone)
    assert Counter(p.card for one in sheets for p in one.front.placements) == Counter(
        piece.card for one in decks for piece in one.pieces
    )
    for one in sheets:
        _sound(one)
    for plan in cut_plans(sheets):
        for part in plan.pages:
            assert_freed(plan.paper, [plan.cuts[n - 1] for n in part.cuts], part.trims)


def _sound(one: Sheet) -> None:
    """Fronts and backs are printable and touch no other; backs lie behind their fronts."""
    back = one.back.placements if one.back is not None else one.front.folded
    for placements in (one.front.placements, back):
        trims = [placed.trim for placed in placements]
        assert all(one.plot.printable.contains(trim) for trim in trims)
        assert not any(a.overlaps(b) for a, b in combinations(trims, 2))
    wide, high = one.plot.paper
    backed = {placed.card: placed.trim for placed in back}
    for placed in one.front.placements:
        if placed.card in backed:
            trim = placed.trim
            assert backed[placed.card] in (
                Rect(wide - trim.right, trim.y, *trim.size),
                Rect(trim.x, high - trim.bottom, *trim.size),
            )


def test_a_piece_that_no_sheet_takes_is_told() -> None:
    decks = [deck("big", 1, Size(inch(9), inch(12))), deck("mini", 4, SEVERAL["mini"])]
    with pytest.raises(SheetTooBig):
        impose_decks(decks, SheetSpec(together="yes"), LETTER)  # type: ignore[arg-type]
