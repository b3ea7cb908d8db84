"""Cut plans in words and drawings: what is left out, needed, harmless, folded."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers import GAME, lay_out, make_project, plot

from hotpnp.assets.fonts import Fonts
from hotpnp.geometry import Rect, Size
from hotpnp.impose.cutplan import CutPlan, plan_cuts
from hotpnp.impose.diagram import draw_part, draw_plans, plan_parts
from hotpnp.impose.instructions import (
    cut_names,
    describe_cuts,
    describe_handling,
    describe_page,
    page_names,
)
from hotpnp.impose.place import Piece, place_pieces
from hotpnp.impose.slots import paper_of, plot_sheet
from hotpnp.model.sheet import SheetSpec
from hotpnp.model.sizes import CARDS
from hotpnp.scene.items import Inset, Scene, TextRun, ink_box
from hotpnp.units import INCH, inch

POKER, MAT = CARDS["poker"], Size(inch(5), inch("3.5"))
FONTS = Fonts()


def planned(name: str, *runs: tuple[int, Size]) -> CutPlan:
    own = plot(name)
    pieces = [[Piece("c", "c", Scene(size, ()))] * count for count, size in runs]
    sheets = place_pieces(own, pieces)
    (plan,) = plan_cuts(own, {n: sheet.front.placements for n, sheet in enumerate(sheets, 1)})
    return plan


def texts(scene: Scene) -> list[str]:
    return [item.text for part in scene.parts for item in part.items if isinstance(item, TextRun)]


@pytest.mark.parametrize(
    ("numbers", "words"),
    [
        ((4,), "cut 4"),
        ((4, 6), "cuts 4 and 6"),
        ((1, 2, 3), "cuts 1–3"),
        ((1, 2, 3, 7, 9), "cuts 1–3, 7 and 9"),
    ],
)
def test_cuts_are_named(numbers: tuple[int, ...], words: str) -> None:
    assert cut_names(numbers) == words


def test_pages_are_named() -> None:
    assert (page_names([3]), page_names([1, 2, 3, 5])) == ("Page 3", "Pages 1–3, 5")


def test_a_page_of_one_card_says_which_cuts_it_needs() -> None:
    """Nine-up with 110 routes: 13 sheets of 8 strokes; the two cards of the last need but five."""
    plan = planned("nine-up", (110, POKER))
    assert plan.strokes == 13 * 8
    assert [describe_page(page) for page in plan.pages] == [
        ("all cuts",),
        ("needs cuts 2–4 and 7–8;", "the others do no harm"),
    ]


def test_cuts_that_are_left_out_are_told_before_those_that_do_no_harm() -> None:
    plan = planned("nine-up", (9, POKER), (1, MAT))
    told = [describe_page(page) for page in plan.pages]
    assert told == [("all cuts",), ("without cut 3;", "cuts 1 and 5–6 do no harm")]


def test_the_drawing_shows_what_the_words_say() -> None:
    """Black: needed; grey: does no harm; not there: left out."""
    plan = planned("nine-up", (9, POKER), (1, MAT))
    drawn = texts(draw_part(plan, 0, 7 * INCH, FONTS))
    first = drawn.index("all cuts")
    second = drawn.index("without cut 3;")
    numbers = [int(text) for text in drawn[second:] if text.isdigit()]
    assert sorted(numbers) == [1, 2, 4, 5, 6, 7, 8]
    assert {int(text) for text in drawn[first:second] if text.isdigit()} == set(range(1, 9))


def test_every_part_of_a_plan_is_as_high_as_what_it_shows() -> None:
    """A part is clipped to its size where a document sets it."""
    spec = SheetSpec.model_validate({"pack": "auto", "gutter": "3mm"})
    own = plot_sheet(spec, Size(inch(1), inch(1)), paper_of(spec, None))
    sheets = place_pieces(own, [[Piece("c", "c", Scene(Size(inch(1), inch(1)), ()))] * 100])
    (plan,) = plan_cuts(own, {n: sheet.front.placements for n, sheet in enumerate(sheets, 1)})
    assert plan_parts(plan) == 2
    for part in range(plan_parts(plan)):
        scene = draw_part(plan, part, 7 * INCH, FONTS)
        whole = Rect(0, 0, *scene.size)
        assert all(whole.contains(ink_box(item)) for part in scene.parts for item in part.items)
    every = draw_plans([plan], 7 * INCH, FONTS)
    assert texts(every) == [t for n in range(2) for t in texts(draw_part(plan, n, 7 * INCH, FONTS))]


def test_every_cut_has_its_words() -> None:
    plan = planned("ten-up", (110, POKER))
    rows = describe_cuts(plan)
    assert [number for number, _ in rows] == [str(n) for n in range(1, 10)]
    assert rows[1] == ("2", "2.5 in (63.5 mm) from the right edge")
    assert describe_handling(plan) == ["Before cut 7 stack the 2 strips."]


def test_distances_that_differ_on_a_page_are_told() -> None:
    """A mat stands across the gap that the strips of the other block are measured from."""
    spec = SheetSpec.model_validate({"paper": "a4", "pack": "mixed"})
    card = CARDS["mini-us"]
    own = plot_sheet(spec, card, paper_of(spec, None), inch("0.125"))
    mat = own.blocks[0].place(0, 0, 1, 2).size
    sheets = place_pieces(own, [[Piece("m", "m", Scene(mat, ()))] * 2])
    (plan,) = plan_cuts(own, {1: sheets[0].front.placements})
    (page,) = plan.pages
    assert page.measures
    told = describe_handling(plan)[-1]
    assert told.startswith("Page 1: cut ")
    assert "edge of the piece" in told


def test_fold_sheets_are_folded_before_they_are_cut(tmp_path: Path) -> None:
    game = GAME.replace("layout: thing}", "layout: thing, back: thing}")
    project = make_project(tmp_path, {"cards/demo/game.yaml": game})
    kit = lay_out(project, backs="fold", cut_plan=True)
    (plan,) = kit.plans
    assert describe_handling(plan)[0].startswith(
        "Fold each sheet along its dashed line and glue it, then cut."
    )
    page = kit.sheets[-1].front.placements[0].scene
    words = " ".join(str(item) for part in page.parts for item in part.items)
    assert "folded" in words


def test_the_page_list_and_the_first_drawings_share_a_page(tmp_path: Path) -> None:
    """Five plans fill more than a page, which breaks between their parts: the first page is well filled."""
    sizes = ("40mm x 50mm", "50mm x 60mm", "60mm x 70mm", "70mm x 80mm", "80mm x 90mm")
    layout = (
        "elements:\n"
        "  name: {text: '{name}', top: 5mm, left: 4mm, right: 4mm, height: 9mm}\n"
        "  number: {text: '{number}', top: 20mm, left: 4mm, right: 4mm, height: 9mm}\n"
    )
    files = {f"layouts/demo/l{n}.yaml": f"size: {size}\n{layout}" for n, size in enumerate(sizes)}
    components = "".join(f"  c{n}: {{title: C, table: things, layout: l{n}}}\n" for n in range(len(sizes)))
    files["cards/demo/game.yaml"] = f'title: Demo\nversion: "1.0"\ncomponents:\n{components}'
    kit = lay_out(make_project(tmp_path, files), cut_plan=True)
    assert len(kit.plans) == len(sizes)
    pages = [sheet.front.placements[0].scene for sheet in kit.sheets if sheet.is_document]
    shown = [[item for item in page.items if isinstance(item, Inset)] for page in pages]
    assert len(shown[0]) >= 1 + 2
    assert sum(len(insets) for insets in shown) == 1 + 2 * len(sizes) + 1
    assert ink_box(shown[0][-1]).bottom > pages[0].size.height // 2
