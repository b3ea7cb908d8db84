"""Boxes: edges, sizes and middles; how rows, columns and grids share out their space."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers import errors, make_project, said, scenes
from hypothesis import given
from hypothesis import strategies as st

from hotpnp.geometry import Rect
from hotpnp.scene.boxes import cells, share_out
from hotpnp.scene.items import ink_box
from hotpnp.units import MM, PT

TABLE = "cards:\n  - {id: card}\n"


def project(tmp_path: Path, *lines: str) -> Path:
    """A card of 100 x 60 mm with these elements, from line 3 of its layout."""
    layout = "size: 100mm x 60mm\nelements:\n" + "".join(f"  {line}\n" for line in lines)
    return make_project(tmp_path, {"cards/demo/things.yaml": TABLE, "layouts/demo/thing.yaml": layout})


def boxes(tmp_path: Path, *lines: str) -> list[tuple[float, float, float, float]]:
    """Left, top, width and height in millimetres of all that is painted."""
    scene = scenes(project(tmp_path, *lines))["card"]
    found = [ink_box(item) for item in scene.items]
    return [(box.x / MM, box.y / MM, box.width / MM, box.height / MM) for box in found]


@pytest.mark.parametrize(
    ("keys", "box"),
    [
        ("", (0, 0, 100, 60)),
        ("left: 10mm", (10, 0, 90, 60)),
        ("right: 10mm", (0, 0, 90, 60)),
        ("left: 10mm, right: 20mm, top: 5mm, bottom: 15mm", (10, 5, 70, 40)),
        ("width: 30mm, height: 20mm", (0, 0, 30, 20)),
        ("left: 10mm, width: 30mm", (10, 0, 30, 60)),
        ("right: 10mm, width: 30mm", (60, 0, 30, 60)),
        ("bottom: 10mm, height: 20mm", (0, 30, 100, 20)),
        ("centre_x: 50%, width: 30mm", (35, 0, 30, 60)),
        ("centre_y: 10mm, height: 8mm", (0, 6, 100, 8)),
        ("centre_x: 30mm", (0, 0, 60, 60)),
        ("centre_x: 80mm", (60, 0, 40, 60)),
        ("left: 25%, width: 50%, top: 50%", (25, 30, 50, 30)),
        ("left: 50% - 2mm, width: 4mm", (48, 0, 4, 60)),
        ("left: 50%-2mm, width: 1in", (48, 0, 25.4, 60)),
        ("left: 10mm + 10%, right: 0", (20, 0, 80, 60)),
    ],
)
def test_a_box_by_its_edges_sizes_and_middles(
    tmp_path: Path, keys: str, box: tuple[float, float, float, float]
) -> None:
    assert boxes(tmp_path, f"a: {{shape: rect, fill: red, {keys}}}") == [pytest.approx(box)]


def test_a_box_counts_from_its_parents_box(tmp_path: Path) -> None:
    inner = "{group: {c: {shape: rect, fill: red, left: 10%, top: 1mm}}, left: 10mm, bottom: 10mm}"
    line = f"a: {{left: 20mm, width: 40mm, top: 10mm, group: {{b: {inner}}}}}"
    assert boxes(tmp_path, line) == [pytest.approx((33, 11, 27, 39))]


@pytest.mark.parametrize(
    "keys", ["left: 50mm, right: 50mm", "left: 60mm, right: 50mm", "width: 0", "height: -3mm", "top: 60mm"]
)
def test_a_box_without_room_is_said(tmp_path: Path, keys: str) -> None:
    (found,) = errors(project(tmp_path, f"a: {{shape: rect, fill: red, {keys}}}"))
    assert said([found]) == ["thing.yaml:3:6 bad-value"]
    assert found.message == 'element "a": its box has no room: the edges meet or cross'
    assert found.card == "card"


RED = "shape: rect, fill: red"


def test_a_row_shares_what_is_left_among_those_without_a_width(tmp_path: Path) -> None:
    line = f"a: {{row: {{b: {{{RED}}}, c: {{{RED}, width: 20mm}}, d: {{{RED}}}}}, left: 10mm, gap: 5mm}}"
    assert boxes(tmp_path, line) == [
        pytest.approx(box) for box in [(10, 0, 30, 60), (45, 0, 20, 60), (70, 0, 30, 60)]
    ]


def test_a_column_shares_what_is_left_among_those_without_a_height(tmp_path: Path) -> None:
    line = f"a: {{column: {{b: {{{RED}, height: 50%}}, c: {{{RED}}}, d: {{{RED}, left: 10mm}}}}, gap: 2mm}}"
    assert boxes(tmp_path, line) == [
        pytest.approx(box) for box in [(0, 0, 100, 30), (0, 32, 100, 13), (10, 47, 90, 13)]
    ]


@pytest.mark.parametrize(("align", "left"), [("left", 0), ("centre", 35), ("right", 70)])
def test_a_row_that_is_not_full_is_aligned(tmp_path: Path, align: str, left: float) -> None:
    line = f"a: {{row: {{b: {{{RED}, width: 10mm}}, c: {{{RED}, width: 15mm}}}}, gap: 5mm, align: {align}}}"
    assert boxes(tmp_path, line) == [
        pytest.approx((left, 0, 10, 60)),
        pytest.approx((left + 15, 0, 15, 60)),
    ]


@pytest.mark.parametrize(("valign", "top"), [("top", 0), ("middle", 20), ("bottom", 40)])
def test_a_column_that_is_not_full_is_aligned(tmp_path: Path, valign: str, top: float) -> None:
    line = f"a: {{column: {{b: {{{RED}, height: 20mm}}}}, valign: {valign}}}"
    assert boxes(tmp_path, line) == [pytest.approx((0, top, 100, 20))]


def test_entries_of_a_list_share_a_row(tmp_path: Path) -> None:
    line = f'a: {{row: {{b: {{{RED}, each: "range(4)"}}}}, gap: 4mm, height: 5mm}}'
    assert [box[0] for box in boxes(tmp_path, line)] == pytest.approx([0, 26, 52, 78])


@pytest.mark.parametrize(
    "line",
    [
        f"a: {{row: {{b: {{{RED}, width: 60mm}}, c: {{{RED}, width: 50mm}}}}}}",
        f"a: {{column: {{b: {{{RED}, height: 30mm}}, c: {{{RED}, height: 30mm}}}}, gap: 1mm}}",
    ],
)
def test_a_row_or_column_longer_than_its_box_is_said(tmp_path: Path, line: str) -> None:
    found = errors(project(tmp_path, line))
    assert "thing.yaml:3:6 text-overflow" in said(found)
    assert any('the elements of "a" are longer than its box' in one.message for one in found)


def test_a_grid_has_equal_cells_in_reading_order(tmp_path: Path) -> None:
    line = f'a: {{grid: {{b: {{{RED}, each: "range(5)"}}}}, columns: 3, gap: 5mm, height: 25mm}}'
    assert boxes(tmp_path, line) == [
        pytest.approx((x, y, 30, 10), abs=0.001) for x, y in [(0, 0), (35, 0), (70, 0), (0, 15), (35, 15)]
    ]


def test_a_grid_of_given_rows_leaves_cells_empty(tmp_path: Path) -> None:
    line = f'a: {{grid: {{b: {{{RED}, each: "range(2)"}}}}, columns: 2, rows: 3}}'
    assert boxes(tmp_path, line) == [pytest.approx((0, 0, 50, 20)), pytest.approx((50, 0, 50, 20))]


def test_a_grid_with_more_entries_than_cells_is_said(tmp_path: Path) -> None:
    line = f'a: {{grid: {{b: {{{RED}, each: "range(7)"}}}}, columns: 2, rows: 3}}'
    (found,) = errors(project(tmp_path, line))
    assert said([found]) == ["thing.yaml:3:6 bad-value"]
    assert "7 entries do not fit 2 x 3 cells" in found.message


def test_a_box_beside_an_earlier_neighbour(tmp_path: Path) -> None:
    lines = [
        f"a: {{{RED}, left: 10mm, width: 20mm, top: 5mm, height: 10mm}}",
        f"b: {{{RED}, below: a, top: 2mm, height: 5mm}}",
        f"c: {{{RED}, right_of: a, left: 1mm, width: 5mm}}",
        f"d: {{{RED}, left_of: a, above: b}}",
    ]
    assert boxes(tmp_path, *lines)[1:] == [
        pytest.approx(box) for box in [(0, 17, 100, 5), (31, 0, 5, 60), (0, 0, 10, 17)]
    ]


@pytest.mark.parametrize("neighbour", ["bb", "later", "a"])
def test_a_neighbour_that_does_not_come_before_is_said(tmp_path: Path, neighbour: str) -> None:
    found = errors(
        project(
            tmp_path, f"b: {{{RED}}}", f"a: {{{RED}, below: {neighbour}, height: 1mm}}", f"later: {{{RED}}}"
        )
    )
    assert said(found) == ["thing.yaml:4:6 bad-value"]
    assert f'no earlier neighbour "{neighbour}"' in found[0].message


SIZES = st.lists(st.one_of(st.none(), st.integers(1, 20).map(lambda n: f"{n}mm")), min_size=1, max_size=8)


@given(SIZES, st.integers(0, 3 * MM), st.booleans())
def test_places_side_by_side_follow_each_other_and_fill_the_box(
    sizes: list[str | None], gap: int, across: bool
) -> None:
    box = Rect(7, 11, 400 * MM + 3, 300 * MM + 1)
    places = share_out(box, sizes, gap, across, "left")
    assert len(places) == len(sizes)
    starts = [place.x if across else place.y for place in places]
    ends = [place.right if across else place.bottom for place in places]
    assert starts[0] == (box.x if across else box.y)
    assert [start - end for start, end in zip(starts[1:], ends[:-1], strict=True)] == [gap] * (len(sizes) - 1)
    for size, start, end in zip(sizes, starts, ends, strict=True):
        if size is not None:
            assert end - start == int(size[:-2]) * MM
    if None in sizes:
        assert ends[-1] == (box.right if across else box.bottom)
        free = [end - start for size, start, end in zip(sizes, starts, ends, strict=True) if size is None]
        assert max(free) - min(free) <= 1


@given(st.integers(1, 40), st.integers(1, 8), st.integers(0, 4 * PT))
def test_cells_are_equal_and_stay_in_the_box(count: int, columns: int, gap: int) -> None:
    box = Rect(5, 5, 300 * PT, 700 * PT)
    found = cells(box, count, columns, None, gap)
    assert len(found) == count
    assert len({cell.size for cell in found}) == 1
    assert all(box.grown(1).contains(cell) for cell in found)
    for i, cell in enumerate(found):
        for other in found[i + 1 :]:
            assert not cell.grown(-1).overlaps(other.grown(-1))
