"""The test sheets, read back from the PDF as their user reads them from paper against the light."""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from pdfread import Box, Drawn, drawn, open_pdf

from hotpnp.assets.fonts import Fonts
from hotpnp.diag import Collector, Span
from hotpnp.geometry import Rect, Size
from hotpnp.impose.calibrate import SMALLEST, PaperTooSmall, draw_calibration, scales_on
from hotpnp.impose.scaletest import draw_scale_test
from hotpnp.model.printer import BackOffset, Printer
from hotpnp.model.sizes import PAPERS
from hotpnp.pipeline.calibrate import calibrate
from hotpnp.scene.items import TextRun, ink_box
from hotpnp.source.workspace import Workspace
from hotpnp.units import PT, mm

MILLIMETRE = 72 / 25.4
LETTER = PAPERS["letter"]
NAMED = ("letter", "legal", "tabloid", "a4", "a3")
Map = Callable[[float, float], tuple[float, float]]


class Reading(NamedTuple):
    """What is read from the three scales, in millimetres."""

    across: float
    left: float
    right: float


def printer(x: float, y: float, angle: float) -> Printer:
    """A profile with an offset: millimetres to the right and up, degrees clockwise."""
    return Printer("home", "", None, BackOffset(mm(x), -mm(y), angle), "none", "", Span(""))


def sheets(tmp_path: Path, paper: Size = LETTER, flip: Any = "long-edge", **options: Any) -> list[Drawn]:
    """The three pages as they are drawn."""
    file = tmp_path / "calibrate.pdf"
    calibrate(Workspace(tmp_path, Collector()), file, paper, flip, options.get("printer"))
    return [drawn(page) for page in open_pdf(file.read_bytes()).pages]


def drift(paper: Size, right: float, up: float, clockwise: float) -> Map:
    """How a printer misses on the back: a turn about the middle, then a shift; points, y up."""
    cx, cy, turn = paper.width / PT / 2, paper.height / PT / 2, math.radians(clockwise)

    def moved(x: float, y: float) -> tuple[float, float]:
        dx, dy = x - cx, y - cy
        return (
            cx + dx * math.cos(turn) + dy * math.sin(turn) + right * MILLIMETRE,
            cy - dx * math.sin(turn) + dy * math.cos(turn) + up * MILLIMETRE,
        )

    return moved


def through(paper: Size, flip: str) -> Map:
    """Where a place on the front is seen through the back."""
    wide, high = paper.width / PT, paper.height / PT
    upright_axis = (high >= wide) == (flip == "long-edge")
    return lambda x, y: (wide - x, y) if upright_axis else (x, high - y)


def ticks(page: Drawn, axis: str, at: float, seen: Map, moved: Map | None = None) -> list[float]:
    """The places along a scale of its lines, which reach over its drawn axis, as they are seen."""
    along, across = (0, 1) if axis == "x" else (1, 0)
    found = []
    for _, (x1, y1, x2, y2) in page.strokes:
        ends = seen(x1, y1), seen(x2, y2)
        low, high = sorted(end[across] for end in ends)
        if (
            low < at - 1
            and high > at + 1
            and 10 < high - low < 40
            and abs(ends[0][along] - ends[1][along]) < 1
        ):
            finally_seen = [moved(*end) if moved else end for end in ends]
            found.append(sum(end[along] for end in finally_seen) / 2)
    return sorted(found)


def labels(page: Drawn, axis: str, low: float, high: float, middle: float) -> list[float]:
    """The figures of a scale, from left to right or from below; their words start between two places."""
    found = []
    for word in page.words:
        along, across = (word.x, word.y) if axis == "x" else (word.y, word.x)
        if word.size < 7.5 and low < across < high and abs(along - middle) < 84.5 * MILLIMETRE:
            found.append((along, float(word.text)))
    return [value for _, value in sorted(found)]


def read(pages: list[Drawn], paper: Size, flip: str, moved: Map) -> Reading:
    """The readings where the back is printed with a drift."""
    front, back = pages[:2]
    scales = scales_on(paper)
    cx, cy = paper.width / PT / 2, paper.height / PT / 2
    half = (scales.right.middle.x - scales.left.middle.x) / PT / 2
    readings = []
    for axis, at, low, high in (
        ("x", cy, cy - 30, cy - 12),
        ("y", cx - half, cx - half + 10, cx - half + 30),
        ("y", cx + half, cx + half - 34, cx + half - 10),
    ):
        shining = ticks(front, axis, at, through(paper, flip))
        own = ticks(back, axis, at, lambda x, y: (x, y), moved)
        figures = labels(back, axis, low, high, cx if axis == "x" else cy)
        assert len(shining) == len(own) == len(figures) >= 25
        gaps = [min(abs(place - other) for other in shining) / MILLIMETRE for place in own]
        best, second = sorted(gaps)[:2]
        assert best < 0.02
        assert second > 0.07, "one line only meets another"
        readings.append(figures[gaps.index(best)])
    return Reading(*readings)


@pytest.mark.parametrize("flip", ["long-edge", "short-edge"])
@pytest.mark.parametrize(
    "paper",
    [LETTER, PAPERS["a4"], PAPERS["tabloid"], LETTER.turned()],
    ids=["letter", "a4", "tabloid", "lying"],
)
def test_the_figure_where_lines_meet_is_what_puts_the_back_right(
    tmp_path: Path, paper: Size, flip: str
) -> None:
    pages = sheets(tmp_path, paper, flip)
    assert read(pages, paper, flip, drift(paper, 0, 0, 0)) == (0, 0, 0)
    assert read(pages, paper, flip, drift(paper, -0.3, 0, 0)) == (0.3, 0, 0)
    assert read(pages, paper, flip, drift(paper, 1.2, 0.7, 0)) == (-1.2, -0.7, -0.7)


@pytest.mark.parametrize("tenths", range(-19, 20))
def test_every_tenth_of_a_millimetre_is_told_from_its_neighbours(tmp_path: Path, tenths: int) -> None:
    moved = drift(LETTER, -tenths / 10, -tenths / 10, 0)
    assert read(sheets(tmp_path), LETTER, "long-edge", moved) == (tenths / 10,) * 3


@pytest.mark.parametrize(("paper", "slope"), [(LETTER, 0.3), (PAPERS["a4"], 0.3), (PAPERS["a3"], 0.25)])
def test_the_sum_gives_the_angle(tmp_path: Path, paper: Size, slope: float) -> None:
    assert scales_on(paper).slope == slope
    pages = sheets(tmp_path, paper)
    assert any(word.text == f"= {slope} × (left − right)" for word in pages[1].words)
    for steps in (-3, 1, 2):
        clockwise = 2 * steps * slope / 10
        found = read(pages, paper, "long-edge", drift(paper, 0.4, 0.5, clockwise))
        assert found.across == -0.4
        assert (found.left + found.right) / 2 == pytest.approx(-0.5)
        assert slope * (found.left - found.right) == pytest.approx(-clockwise)


@pytest.mark.parametrize("flip", ["long-edge", "short-edge"])
@pytest.mark.parametrize("paper", [LETTER, LETTER.turned()], ids=["upright", "lying"])
def test_with_the_profile_that_was_read_all_scales_read_0(tmp_path: Path, paper: Size, flip: str) -> None:
    pages = sheets(tmp_path, paper, flip, printer=printer(0.8, -0.3, 0.12))
    # The drift turns and shifts what the profile has turned and shifted the other way.
    assert read(pages, paper, flip, drift(paper, -0.8, 0.3, -0.12)) == (0, 0, 0)
    assert read(pages, paper, flip, drift(paper, -0.7, 0.3, -0.12)) == (-0.1, 0, 0)


def test_a_profile_changes_the_back_only(tmp_path: Path) -> None:
    plain, moved = sheets(tmp_path), sheets(tmp_path, printer=printer(1.5, -0.5, 0))
    assert plain[0].strokes == moved[0].strokes
    assert (plain[2].strokes, plain[2].words) == (moved[2].strokes, moved[2].words)
    for (_, old), (_, new) in zip(plain[1].strokes, moved[1].strokes, strict=True):
        shift = [b - a for a, b in zip(old, new, strict=True)]
        assert shift == pytest.approx([4.252, -1.417] * 2, abs=0.01)


def test_the_sheet_tells_the_command_that_stores_what_was_read(tmp_path: Path) -> None:
    def text(page: Drawn) -> str:
        return " ".join(word.text for word in page.words)

    first = text(sheets(tmp_path)[1])
    assert "hotpnp printer home --back-x -0.8mm --back-y 0.3mm --angle 0.06" in first
    front, again, _ = sheets(tmp_path, flip="short-edge", printer=printer(0.8, -0.3, 0.1))
    assert "hotpnp printer home --add --back-x -0.8mm" in text(again)
    assert "x 0.8 mm, y -0.3 mm, angle 0.1" in text(again)
    assert "over the short edge" in text(front)
    assert "printer home" in text(front)


def close(box: Box, width: float, height: float) -> bool:
    return abs(box[2] - box[0] - width) < 0.01 and abs(box[3] - box[1] - height) < 0.01


@pytest.mark.parametrize("paper", ["letter", "a4"])
def test_the_scale_page_has_true_lengths(tmp_path: Path, paper: str) -> None:
    page = sheets(tmp_path, PAPERS[paper])[2]
    boxes = [box for _, box in page.strokes]
    for length in (100 * MILLIMETRE, 288):
        assert sum(close(box, length, 0) for box in boxes) == 1
        assert sum(close(box, 0, length) for box in boxes) == 1
    assert sum(close(box, 180, 252) for box in boxes) == 1
    words = [word.text for word in page.words]
    assert words.count("must measure 100 mm") == words.count("must measure 4 in") == 2
    assert "Scale test: print at 100 %" in words
    assert {weight for weight, _ in page.strokes} >= {0.25, 0.35, 0.5, 1}
    assert {word.size for word in page.words if word.text.startswith("Each player")} == {5, 6, 7, 8, 9, 10}


def test_the_margin_finders_lines_lie_as_far_from_the_edge_as_they_say(tmp_path: Path) -> None:
    page = sheets(tmp_path)[2]
    wide, high, line = 612.0, 792.0, 6 * MILLIMETRE
    for depth in range(21):
        away = depth * MILLIMETRE
        lying = [y1 for weight, (x1, y1, x2, y2) in page.strokes if abs(x2 - x1 - line) < 0.01 and y1 == y2]
        upright = [x1 for weight, (x1, y1, x2, y2) in page.strokes if abs(y2 - y1 - line) < 0.01 and x1 == x2]
        # The outer side of the stroke lies on the measure: its middle half a weight further in.
        for places, whole in ((lying, high), (upright, wide)):
            assert any(away < place < away + 0.5 for place in places)
            assert any(away < whole - place < away + 0.5 for place in places)
    assert [word.text for word in page.words].count("17") == 4


@pytest.mark.parametrize(
    "paper",
    [*(PAPERS[name] for name in NAMED), LETTER.turned(), SMALLEST, SMALLEST.turned()],
    ids=[*NAMED, "lying", "smallest", "smallest lying"],
)
@pytest.mark.parametrize("flip", ["long-edge", "short-edge"])
def test_no_words_lie_over_others_or_beyond_the_paper(paper: Size, flip: Any) -> None:
    fonts = Fonts()
    front, back = draw_calibration(paper, flip, fonts, printer(-1.25, 0.35, 0.15))
    upright = Size(min(paper), max(paper))
    for side, size in ((front, paper), (back, paper), (draw_scale_test(upright, fonts), upright)):
        boxes = [(item.text, ink_box(item)) for item in side.extras if isinstance(item, TextRun)]
        assert len(boxes) >= 5
        for text, box in boxes:
            assert Rect(0, 0, *size).contains(box), text
        for (one, first), (other, second) in combinations(boxes, 2):
            assert not first.overlaps(second), (one, other)


def test_a_paper_that_is_too_small_is_refused_with_the_sums() -> None:
    with pytest.raises(PaperTooSmall, match="need a paper of 209 mm x 265 mm, this is 148 mm x 210 mm"):
        scales_on(Size(mm(148), mm(210)))
