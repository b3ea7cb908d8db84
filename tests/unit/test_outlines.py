"""Pieces that are no plain rectangles: their outlines and folds, from the layout to the sheet."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import pytest
from helpers import THINGS, diagnose, errors, lay_out, make_project, said, scenes
from hypothesis import given
from hypothesis import strategies as st

from hotpnp.geometry import Command, Insets, Rect, Segment, Size, path_steps, rounded_rect, whole_path
from hotpnp.impose.diagram import draw_part, draw_plans
from hotpnp.impose.instructions import describe_rest
from hotpnp.impose.kit import Deck, cut_plans, impose_decks
from hotpnp.impose.outlines import GREY, LEAST_GAP, least_gap, outline_items, placed_outline, shares_cuts
from hotpnp.impose.place import Piece, Placement, Sheet
from hotpnp.impose.proof import SAFE, proof
from hotpnp.impose.slots import BadSheet, SheetTooBig, plot_sheet
from hotpnp.model.outline import BadOutline, mirrored, read_outline
from hotpnp.model.sheet import SheetSpec
from hotpnp.model.sizes import CARDS, PAPERS
from hotpnp.scene.inside import depth, least_depth, winding
from hotpnp.scene.items import Group, Item, Scene, TextRun, fingerprint, ink_box
from hotpnp.scene.items import Path as DrawnPath
from hotpnp.units import INCH, MM, mm

LAYOUT = "layouts/demo/thing.yaml"
TEXTS = """\
elements:
  a: {text: "{name}{number}", size: 8pt, align: centre, valign: middle}
"""
ROUND = f"size: 1in x 1in\nsafe: 2mm\noutline: circle\n{TEXTS}"
LETTER = PAPERS["letter"]


def shape(outline: Any, width: float, height: float, radius: str | None = None) -> list[tuple[Any, ...]]:
    """An outline in millimetres, to a hundredth."""
    commands = read_outline(outline, radius, Size(mm(width), mm(height)))
    return [(name, *(round(number / MM, 2) for number in numbers)) for name, *numbers in commands]


def corners(outline: Any, width: float, height: float) -> list[tuple[Any, ...]]:
    return [command[1:] for command in shape(outline, width, height) if command[0] != "Z"]


def test_a_rectangle_has_no_outline_of_its_own() -> None:
    assert shape("rect", 60, 80) == []
    assert shape("rounded", 60, 80, "0") == []


def test_a_circle_touches_the_middle_of_each_side() -> None:
    ends = {step.end for step in path_steps(read_outline("circle", None, Size(mm(20), mm(20))))}
    assert ends == {(mm(20), mm(10)), (mm(10), mm(20)), (0, mm(10)), (mm(10), 0)}


def test_a_hexagon_has_six_equal_sides_and_touches_all_edges() -> None:
    flat = corners("hex", 30, 25.98)
    assert flat == [(0, 12.99), (7.5, 0), (22.5, 0), (30, 12.99), (22.5, 25.98), (7.5, 25.98)]
    pointy = corners("hex-pointy", 25.98, 30)
    assert sorted(pointy) == sorted((y, x) for x, y in flat)
    sides = [math.dist(a, b) for a, b in zip(flat, [*flat[1:], flat[0]], strict=True)]
    assert max(sides) - min(sides) < 0.01


def test_points_and_a_path_say_the_same() -> None:
    points = ["0 50%", "50% 0", "20mm 50%", "10mm 2cm"]
    assert shape(points, 20, 20) == shape("M0 10 L10 0 20 10 L10 20 Z", 20, 20)
    assert shape(points, 20, 20)[-1] == ("Z",)
    relative = shape("m0 10 l10-10 10 10-10 10z", 20, 20)
    assert relative == shape(points, 20, 20)


def test_a_round_corner_is_three_millimetres_unless_the_layout_says_otherwise() -> None:
    assert shape("rounded", 60, 80)[0] == ("M", 3, 0)
    assert shape("rounded", 60, 80, "10%")[0] == ("M", 6, 0)


@pytest.mark.parametrize(
    ("size", "outline", "column", "words", "hint"),
    [
        ("25mm x 26mm", "circle", 10, "a circle needs a square size", ""),
        ("25mm x 26mm", "circle", 10, "write size: 25mm x 25mm", ""),
        ("30mm x 30mm", "hex", 10, "is 25.98 mm high, this size 30 mm; write size: 30mm x 25.98mm", ""),
        ("26mm x 30mm", "hex", 10, "is 22.52 mm high", "or did you mean hex-pointy?"),
        ("30mm x 30mm", "hex-pointy", 10, "is 25.98 mm wide, this size 30 mm", ""),
        ("30mm x 26mm", "hexx", 10, '"hexx" is not one of rect, rounded, circle', 'did you mean "hex"?'),
        ("30mm x 26mm", "[0 0, 10mm 0]", 10, "at least three points", ""),
        ("30mm x 26mm", "[0 0, 40mm 0, 0 100%]", 16, 'the point "40mm 0" lies outside the size', ""),
        ("30mm x 26mm", "[0 0, 4mm, 0 100%]", 16, '"4mm" must be 2 measures', ""),
        ("30mm x 26mm", "M0 0 L30 0 L0 26", 10, "is not closed; end it with Z", ""),
        ("30mm x 26mm", "M0 0 L33 0 L0 26 Z", 10, "reaches 3 mm beyond the size", ""),
        ("30mm x 26mm", "M0 0 L30 0 fish Z", 10, "not SVG path data", ""),
    ],
)
def test_a_wrong_outline_is_said_at_its_place(
    tmp_path: Path, size: str, outline: str, column: int, words: str, hint: str
) -> None:
    layout = f"size: {size}\noutline: {outline}\n{TEXTS}"
    (found,) = errors(make_project(tmp_path, {LAYOUT: layout}))
    assert said([found]) == [f"thing.yaml:2:{column} bad-value"]
    assert words in found.message
    assert found.hint == hint


@pytest.mark.parametrize(
    ("line", "place", "words"),
    [
        ("radius: 3mm", "3:9", "radius is for outline: rounded"),
        ("folds: [{from: 0 10mm, to: 0 10mm}]", "3:9", "these are the same"),
        ("folds: [{from: 0 10mm, to: 100% 10mm}, {from: 0 0, to: 31mm 0}]", "3:40", '"31mm 0" lies outside'),
        ("folds: [{from: 0 10mm}]", "3:9", 'the key "to" is missing'),
        ("folds: [{from: 0, to: 0 1mm}]", "3:16", "must be 2 measures"),
    ],
)
def test_wrong_folds_are_said_at_their_place(tmp_path: Path, line: str, place: str, words: str) -> None:
    layout = f"size: 30mm x 26mm\noutline: hex\n{line}\n{TEXTS}"
    (found,) = errors(make_project(tmp_path, {LAYOUT: layout}))
    assert said([found])[0].startswith(f"thing.yaml:{place} ")
    assert words in found.message


def test_a_hexagon_of_a_makers_size_is_near_enough() -> None:
    assert read_outline("hex", None, Size(3_429_000, 2_971_800)), "3.75 x 3.25 in"
    with pytest.raises(BadOutline):
        read_outline("hex", None, Size(mm(30), mm(26.3)))


def test_outline_and_folds_are_inherited_and_replaced(tmp_path: Path) -> None:
    base = "size: 20mm x 20mm\nsafe: 0\noutline: circle\nfolds: [{from: 0 50%, to: 100% 50%}]\n"
    files = {
        "layouts/demo/base.yaml": base,
        LAYOUT: f"extends: base\nsize: 30mm x 30mm\n{TEXTS}",
    }
    one = scenes(make_project(tmp_path / "a", files))["one"]
    assert one.outline == read_outline("circle", None, one.size)
    assert [tuple(fold[:4]) for fold in one.folds] == [(0, mm(15), mm(30), mm(15))]
    files[LAYOUT] = f"extends: base\noutline: rect\nfolds: []\n{TEXTS}"
    other = scenes(make_project(tmp_path / "b", files))["one"]
    assert (other.outline, other.folds) == ((), ())


# Text near the edge of a shape


@pytest.mark.parametrize(
    ("box", "code"),
    [
        ("left: 8mm, right: 8mm, top: 10mm, height: 5mm", None),
        ("left: 4mm, width: 8mm, top: 4mm, height: 5mm", "outside-safe-zone"),
        ("left: 0, width: 3mm, top: 0.2mm, height: 3mm", "off-card"),
    ],
)
def test_a_text_must_stand_in_the_circle(tmp_path: Path, box: str, code: str | None) -> None:
    text = f'  a: {{text: "{{number}}{{name[0]}}", size: 6pt, {box}}}\n'
    layout = f"size: 1in x 1in\nsafe: 1.5mm\noutline: circle\nelements:\n{text}"
    project = make_project(tmp_path, {LAYOUT: layout})
    found = [one.code for one in diagnose(project) if one.code != "field-unused"]
    assert [one for one in found if one != "type-too-small"] == ([code] if code else [])


def test_what_is_meant_to_be_cut_away_is_silenced(tmp_path: Path) -> None:
    corner = "left: 0, width: 5mm, top: 0.2mm, height: 4mm"
    text = f'  note: {{text: "{{number}}{{name[0]}}", size: 7pt, {corner}, silence: {{off-card: glue}}}}\n'
    layout = f"size: 2in x 2in\noutline: circle\nelements:\n{text}"
    assert "off-card" not in [one.code for one in diagnose(make_project(tmp_path, {LAYOUT: layout}))]


CIRCLE = read_outline("circle", None, Size(2000, 2000))


def test_depth_is_the_distance_from_the_edge() -> None:
    assert winding(CIRCLE, 1000, 1000) != 0
    assert winding(CIRCLE, 100, 100) == 0
    assert depth(CIRCLE, 1000, 1000) == pytest.approx(1000, abs=10)
    assert depth(CIRCLE, 0, 0) == pytest.approx(1000 - math.hypot(1000, 1000), abs=10)
    assert least_depth(CIRCLE, Rect(900, 900, 200, 200)) == pytest.approx(1000 - math.hypot(100, 100), abs=10)


# What is printed


def scene(outline: str | list[str], size: Size, bleed: int = 0, **more: Any) -> Scene:
    return Scene(size, (), bleed, outline=read_outline(outline, None, size), **more)


def test_outline_and_folds_count_for_the_fingerprint() -> None:
    size = Size(mm(20), mm(20))
    folds = (Segment(0, mm(10), mm(20), mm(10)),)
    pieces = [
        Scene(size, ()),
        scene("circle", size),
        scene("rounded", size),
        Scene(size, (), folds=folds),
        scene("circle", size, folds=folds),
    ]
    assert len({fingerprint(piece) for piece in pieces}) == len(pieces)
    assert fingerprint(pieces[0]) == fingerprint(scene("rect", size))


def test_only_rectangles_share_cuts() -> None:
    size = Size(mm(30), mm(30))
    assert shares_cuts((), size)
    assert shares_cuts(read_outline("rounded", None, size), size)
    assert not shares_cuts(read_outline("circle", None, size), size)
    assert not shares_cuts(whole_path(rounded_rect(0, 0, *size, mm(15))), size), "round all the way"
    assert not shares_cuts(read_outline(["2mm 0", "28mm 0", "100% 100%", "0 100%"], None, size), size)


@pytest.mark.parametrize(("bleed", "gap"), [(0, LEAST_GAP), (MM // 2, LEAST_GAP), (2 * MM, 4 * MM)])
def test_round_pieces_stand_apart(bleed: int, gap: int) -> None:
    size = Size(INCH, INCH)
    assert least_gap(scene("circle", size, bleed)) == gap
    assert least_gap(scene("rounded", size, bleed)) == 0
    pieces = tuple(Piece("a", "tokens", scene("circle", size, bleed)) for _ in range(4))
    (sheet,) = impose_decks([Deck("tokens", "Tokens", size, pieces)], SheetSpec(), LETTER)
    first, second, *_ = sheet.front.placements
    assert second.trim.x - first.trim.right == gap
    assert all(block.gap == Size(gap, gap) for block in sheet.plot.blocks)


def test_a_sheet_of_fixed_columns_keeps_round_pieces_apart_or_refuses() -> None:
    size = Size(mm(20), mm(20))
    plot = plot_sheet(SheetSpec(columns=9, rows=2, printable="0"), size, LETTER, 0, LEAST_GAP)
    assert plot.blocks[0].gap == Size(LEAST_GAP, LEAST_GAP)
    with pytest.raises(SheetTooBig):
        plot_sheet(SheetSpec(columns=10, rows=2, printable="0"), size, LETTER, 0, LEAST_GAP)


def test_blocks_that_touch_are_refused_unless_their_places_are_large_enough() -> None:
    size = Size(mm(20), mm(20))
    block = {"name": "a", "columns": 2, "rows": 2, "left": "1in", "top": "1in"}
    with pytest.raises(BadSheet, match="need 2 mm between them"):
        plot_sheet(SheetSpec(blocks=[block]), size, LETTER, 0, LEAST_GAP)
    roomy = SheetSpec(blocks=[block], cell="22mm x 22mm")
    assert plot_sheet(roomy, size, LETTER, 0, LEAST_GAP).blocks[0].columns == 2


@given(
    side=st.integers(mm(12), mm(90)),
    bleed=st.integers(0, mm(4)),
    pack=st.sampled_from(["grid", "auto"]),
    count=st.integers(1, 30),
)
def test_round_pieces_and_their_bleed_never_meet(side: int, bleed: int, pack: Any, count: int) -> None:
    size = Size(side, side)
    pieces = tuple(Piece(str(n), "tokens", scene("circle", size, bleed)) for n in range(count))
    spec = SheetSpec(pack=pack)
    sheets = impose_decks([Deck("tokens", "Tokens", size, pieces)], spec, LETTER)
    assert sorted(p.card for sheet in sheets for p in sheet.front.placements) == sorted(
        p.card for p in pieces
    )
    for sheet in sheets:
        trims = [placed.trim for placed in sheet.front.placements]
        for i, trim in enumerate(trims):
            assert Rect(0, 0, *LETTER).contains(trim)
            around = trim.grown(max(LEAST_GAP, 2 * bleed) - 1)
            assert not any(around.overlaps(other) for other in trims[:i] + trims[i + 1 :])


def ends(item: Item) -> set[tuple[float, float]]:
    assert isinstance(item, DrawnPath)
    return {step.end for step in path_steps(item.commands)}


ARROW = ["0 20%", "60% 20%", "60% 0", "100% 50%", "60% 100%", "60% 80%", "0 80%"]


def test_lines_are_drawn_where_the_piece_lies() -> None:
    size = Size(mm(40), mm(20))
    layout = scene(ARROW, size)
    placed = Placement("", "a", layout, Rect(mm(10), mm(30), mm(20), mm(40)), 90)
    (line,) = outline_items((placed,))
    assert (mm(20), mm(70)) in ends(line), "the point of the arrow shows down when it is turned"
    assert isinstance(line, DrawnPath)
    assert line.commands == placed_outline(placed)


def test_round_corners_are_drawn_without_the_edges_between_them() -> None:
    size = Size(mm(60), mm(80))
    placed = Placement("", "a", scene("rounded", size), Rect(0, 0, *size), 0)
    (line,) = outline_items((placed,))
    assert isinstance(line, DrawnPath)
    assert [command[0] for command in line.commands] == ["M", "C"] * 4
    assert outline_items((Placement("", "a", Scene(size, ()), Rect(0, 0, *size), 0),)) == []


FOLDED = "size: 30mm x 60mm\nfolds: [{from: 0 50%, to: 100% 50%}]\n" + TEXTS


def outlines(sheet: Sheet) -> list[DrawnPath]:
    """Cut and fold lines of a sheet's front, without its ruler."""
    return [item for item in sheet.front.extras if isinstance(item, DrawnPath) and item.stroke == GREY]


def test_lines_are_printed_on_the_front_alone(tmp_path: Path) -> None:
    files = {
        "cards/demo/game.yaml": (
            'title: Demo\nversion: "1.0"\ncomponents:\n'
            "  things: {title: Things, kind: token, table: things, layout: thing, back: back}\n"
        ),
        LAYOUT: ROUND,
        "layouts/demo/back.yaml": "size: 1in x 1in\nelements:\n  a: {shape: ellipse, fill: red}\n",
    }
    (sheet,) = lay_out(make_project(tmp_path, files), backs="with").sheets
    trims = [placed.trim for placed in sheet.front.placements]
    drawn = outlines(sheet)
    assert len(drawn) == len(trims) == 3
    for item, trim in zip(drawn, trims, strict=True):
        assert (trim.right, trim.centre.y) in ends(item)
    assert sheet.back is not None
    assert sheet.back.extras == ()
    assert all(placed.scene.outline for placed in sheet.back.placements)


def test_folds_are_dashed_and_folded_pieces_may_touch(tmp_path: Path) -> None:
    (sheet,) = lay_out(make_project(tmp_path, {LAYOUT: FOLDED})).sheets
    first, second, _ = sheet.front.placements
    assert first.trim.right == second.trim.x or first.trim.bottom == second.trim.y
    lines = outlines(sheet)
    assert len(lines) == 3
    assert all(line.dash for line in lines)
    assert ends(lines[0]) <= {
        (first.trim.right, first.trim.centre.y),
        (first.trim.centre.x, first.trim.bottom),
    }


# Backs


def game(line: str) -> dict[str, str]:
    return {"cards/demo/game.yaml": f'title: Demo\nversion: "1.0"\ncomponents:\n  things: {line}\n'}


BACKED = "{title: Things, table: things, layout: thing, back: back}"


def test_a_back_is_cut_as_its_front_seen_from_behind(tmp_path: Path) -> None:
    points = ", ".join(ARROW)
    files = {
        **game(BACKED),
        LAYOUT: f"size: 40mm x 20mm\noutline: [{points}]\n{TEXTS}",
        "layouts/demo/back.yaml": "size: 40mm x 20mm\nelements: {}\n",
    }
    (sheet,) = lay_out(make_project(tmp_path, files), backs="with").sheets
    assert sheet.back is not None
    for front, back in zip(sheet.front.placements, sheet.back.placements, strict=True):
        paper = sheet.plot.paper
        seen = mirrored(placed_outline(back), paper.width)
        assert seen == placed_outline(front)


@pytest.mark.parametrize("own", ["circle", "rect"])
def test_a_back_may_say_its_fronts_outline(tmp_path: Path, own: str) -> None:
    files = {
        **game(BACKED),
        LAYOUT: ROUND,
        "layouts/demo/back.yaml": f"size: 1in x 1in\noutline: {own}\nelements: {{}}\n",
    }
    assert errors(make_project(tmp_path, files)) == []


def test_a_back_of_another_outline_is_said(tmp_path: Path) -> None:
    files = {
        **game(BACKED),
        LAYOUT: f"size: 1in x 1in\n{TEXTS}",
        "layouts/demo/back.yaml": "size: 1in x 1in\noutline: circle\nelements: {}\n",
    }
    (found,) = errors(make_project(tmp_path, files))
    assert said([found]) == ["game.yaml:4:63 bad-value"]
    assert found.message == "the back has another outline than the front"


def test_layouts_of_one_component_are_cut_alike(tmp_path: Path) -> None:
    files = {
        **game("{title: T, table: things, layout: {by: name, First: thing, Second: thing, Third: other}}"),
        LAYOUT: ROUND,
        "layouts/demo/other.yaml": f"size: 1in x 1in\n{TEXTS}",
    }
    (found,) = errors(make_project(tmp_path, files))
    assert found.message == "the layouts under layout differ in outline"


# Cut plans and proofs


def test_the_cut_plan_tells_to_cut_out_and_to_fold(tmp_path: Path) -> None:
    two = "  more: {title: More, kind: standee, table: things, layout: folded}\n"
    files = {
        "cards/demo/game.yaml": game("{title: Things, kind: token, table: things, layout: thing}")[
            "cards/demo/game.yaml"
        ]
        + two,
        LAYOUT: ROUND,
        "layouts/demo/folded.yaml": FOLDED,
    }
    kit = lay_out(make_project(tmp_path, files))
    told = [line for plan in kit.plans for line in describe_rest(plan)]
    assert told == [
        "Then, page 1: cut out each piece along its grey line, with scissors or a punch.",
        "Then, page 2: fold each piece along its dashed lines.",
    ]
    drawing = draw_plans(kit.plans, 7 * INCH, kit.fonts)
    texts = " ".join(getattr(item, "text", "") for item in drawing.items)
    assert all(line in texts for line in told)


def test_round_corners_and_plain_cards_need_no_scissors() -> None:
    size = CARDS["poker"]
    for outline in ("rect", "rounded"):
        pieces = (Piece("a", "cards", scene(outline, size)),)
        sheets = impose_decks([Deck("cards", "Cards", size, pieces)], SheetSpec(), LETTER)
        (plan,) = cut_plans(sheets)
        assert describe_rest(plan) == []


def test_a_proof_hatches_what_lies_too_near_the_edge_of_a_shape(tmp_path: Path) -> None:
    (sheet,) = lay_out(make_project(tmp_path, {LAYOUT: ROUND})).sheets
    before = len(sheet.front.extras)
    bands = [item for item in proof(sheet.front).extras[before:] if isinstance(item, Group)]
    assert len(bands) == 3
    (band,) = bands[0].items
    assert isinstance(band, DrawnPath)
    assert (band.stroke, band.stroke_width) == (SAFE, 2 * mm(2))
    assert bands[0].clip == placed_outline(sheet.front.placements[0])


def box_of(commands: tuple[Command, ...]) -> tuple[float, float, float, float]:
    places = [step.end for step in path_steps(commands)]
    xs, ys = [x for x, _ in places], [y for _, y in places]
    return min(xs), min(ys), max(xs), max(ys)


@pytest.mark.parametrize("name", ["circle", "hex", "hex-pointy", "rounded"])
def test_a_named_outline_fills_its_size(name: str) -> None:
    sizes = {"hex": Size(mm(30), mm(26)), "hex-pointy": Size(mm(26), mm(30))}
    size = sizes.get(name, Size(mm(30), mm(30)))
    assert box_of(read_outline(name, None, size)) == (0, 0, *size)


def test_the_numbers_of_a_plan_cover_each_other_nowhere(tmp_path: Path) -> None:
    """Cuts on both sides of a narrow gap: their numbers and distances are set farther out."""
    cards = "".join(f"  - {{id: c{n}, name: N, number: 1}}\n" for n in range(40))
    files = {LAYOUT: ROUND, "cards/demo/things.yaml": THINGS.split("cards:")[0] + "cards:\n" + cards}
    kit = lay_out(make_project(tmp_path, files))
    (plan,) = kit.plans
    drawing = draw_part(plan, 0, 7 * INCH, kit.fonts)
    texts = [item for part in drawing.parts for item in part.items if isinstance(item, TextRun)]
    numbers = {item.text for item in texts}
    assert {str(n) for n in plan.pages[0].cuts} <= numbers
    boxes = [ink_box(item).inset(Insets(0, 0, item.size // 10, item.size // 4)) for item in texts]
    for i, box in enumerate(boxes):
        assert not any(box.overlaps(other) for other in boxes[:i]), texts[i].text
