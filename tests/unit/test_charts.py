"""Charts and pages of statistics: what they show, and that it can be read."""

from __future__ import annotations

import csv
import io
import re
import xml.etree.ElementTree as ET

import pytest

from hotpnp.assets.colour import Colour, contrast, grey
from hotpnp.assets.fonts import Fonts
from hotpnp.expand.stats import Cells, Grid
from hotpnp.geometry import Rect, Size
from hotpnp.pipeline.stats import free_name
from hotpnp.render.statsheet import grid_csv
from hotpnp.render.svg import scene_svg
from hotpnp.scene.charts import FAINT, INK, LENGTH, MOVED, draw_grid, shown, signed
from hotpnp.scene.items import Group, Part, Path, Scene, TextRun, ink_box

FONTS = Fonts()
SUITS = Grid("counts", "suit", "suit", "pieces", ("sun", "moon", "star"), ("pieces",), ((8,), (4,), (0,)))
CROSS = Grid(
    "cross",
    "suit x cost",
    "suit",
    "cost",
    ("sun", "moon"),
    ("1", "2", "30"),
    ((8, 1, 0, 9), (0, 2, 4, 6), (8, 3, 4, 15)),
    totals=True,
)
MOVED_CELLS: Cells = ((2, 0, 0, 2), (0, 0, -1, -1), (2, 0, -1, 1))


def texts(scene: Scene) -> list[str]:
    return [item.text for item in scene.items if isinstance(item, TextRun)]


def paths(scene: Scene, colour: Colour) -> list[Rect]:
    return [ink_box(item) for item in scene.items if isinstance(item, Path) and item.fill == colour]


def test_bars_are_as_long_as_their_numbers() -> None:
    scene = draw_grid(SUITS, None, "Suits", FONTS)
    assert texts(scene) == ["Suits", "sun", "8", "moon", "4", "star", "0"]
    bars = [item for item in scene.items if isinstance(item, Path)][:-1]
    assert [ink_box(bar).width for bar in bars] == [LENGTH, LENGTH // 2]


def test_a_bar_that_moved_carries_a_line_where_it_ended() -> None:
    scene = draw_grid(SUITS, ((2,), (-4,), (0,)), "", FONTS)
    assert texts(scene) == ["sun", "8", "+2", "moon", "4", "\u22124", "star", "0"]
    sun, moon = paths(scene, MOVED)
    (left, *_), *_ = sorted((box.x, box) for box in paths(scene, INK))
    assert round((sun.centre.x - left) / LENGTH, 2) == 0.75
    assert round((moon.centre.x - left) / LENGTH, 2) == 1


def test_a_heat_map_is_darker_where_there_is_more() -> None:
    scene = draw_grid(CROSS, None, "", FONTS)
    assert texts(scene)[-12:] == ["8", "1", "9", "2", "4", "6", "8", "3", "4", "15", "all", "all"]
    fills = [item.fill for item in scene.items if isinstance(item, Path)]
    shades = dict(zip([8, 1, 0, 9, 0, 2, 4], fills, strict=False))
    assert shades[0] == FAINT
    levels = [grey(shades[n]).level for n in (1, 2, 4, 8)]  # type: ignore[arg-type]
    assert levels == sorted(levels, reverse=True)
    assert len(set(levels)) == 4


@pytest.mark.parametrize("moved", [None, MOVED_CELLS])
def test_every_number_can_be_read_on_its_cell(moved: Cells | None) -> None:
    scene = draw_grid(CROSS, moved, "", FONTS)
    cells = [(ink_box(i), i.fill) for i in scene.items if isinstance(i, Path) and isinstance(i.fill, Colour)]
    for item in scene.items:
        if isinstance(item, TextRun):
            under = [fill for box, fill in cells if box.contains(Rect(item.x, item.y, 0, 0))]
            assert isinstance(item.colour, Colour)
            assert contrast(item.colour, under[-1] if under else Colour(255, 255, 255)) >= 4


def test_cells_that_moved_are_framed_and_say_by_how_much() -> None:
    scene = draw_grid(CROSS, MOVED_CELLS, "", FONTS)
    framed = [item for item in scene.items if isinstance(item, Path) and item.stroke == MOVED]
    assert len(framed) == 2
    assert [text for text in texts(scene) if text[0] in "+\u2212"] == [
        "+2",
        "+2",
        *["\u22121"] * 2,
        "+2",
        "\u22121",
        "+1",
    ]


def test_everything_stands_on_the_chart_even_with_long_labels() -> None:
    long = "a label of a great many words that no chart could ever show in full"
    for one in (
        Grid("counts", "x", "x", "pieces", (long, "b"), ("pieces",), ((3,), (2,))),
        Grid("cross", "x", "x", "y", ("a",), (long, "word"), ((1, 2, 3), (1, 2, 3)), totals=True),
    ):
        scene = draw_grid(one, None, "A title", FONTS)
        assert any(text.endswith("…") for text in texts(scene))
        for item in scene.items:
            assert Rect(0, 0, *scene.size).contains(ink_box(item))


def test_figures_are_told_shortly() -> None:
    assert [shown(number) for number in (None, 0, 2.0, 2.345, 110)] == ["", "0", "2", "2.35", "110"]
    assert [signed(number) for number in (None, 0, 0.001, 2, -0.5)] == ["", "", "", "+2", "\u22120.5"]


def test_a_chart_as_svg_is_sound_and_as_wide_as_measured() -> None:
    scene = draw_grid(CROSS, None, 'Suit <&> "cost"', FONTS)
    tree = ET.fromstring(scene_svg(scene, 'Suit <&> "cost"'))
    assert tree.get("aria-label") == 'Suit <&> "cost"'
    found = [node for node in tree if node.tag.endswith("text")]
    assert [node.text for node in found] == texts(scene)
    runs = [item for item in scene.items if isinstance(item, TextRun)]
    assert [float(node.get("textLength", 0)) for node in found] == [
        pytest.approx(run.width / 12700, abs=0.001) for run in runs
    ]


def test_a_chart_holds_nothing_but_paths_and_text() -> None:
    scene = Scene(Size(10, 10), (Part((Group(()),)),))
    with pytest.raises(ValueError, match="no group"):
        scene_svg(scene, "")


def test_a_table_as_csv() -> None:
    rows = list(csv.reader(io.StringIO(grid_csv(CROSS, CROSS.cells).decode())))
    assert rows == [
        ["suit", "1", "2", "30", "all"],
        ["sun", "8", "1", "0", "9"],
        ["moon", "0", "2", "4", "6"],
        ["all", "8", "3", "4", "15"],
    ]


def test_file_names_are_plain_and_never_the_same() -> None:
    taken: dict[str, bytes] = {}
    for title in ("a/b x c", "a b x c", "суит"):
        taken[free_name(taken, title, "svg")] = b""
    assert list(taken) == ["a-b-x-c.svg", "a-b-x-c-2.svg", "суит.svg"]
    assert all(re.fullmatch(r"[\w.-]+", name) for name in taken)
