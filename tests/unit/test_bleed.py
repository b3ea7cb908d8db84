"""Bleed: it reaches past the outer edges of a sheet's cards and never covers a neighbour."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pypdfium2
import pytest
from helpers import diagnose, lay_out, make_project, run, said
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from hotpnp.impose.slots import paper_of, plot_sheet
from hotpnp.model.sheet import SheetSpec
from hotpnp.model.sizes import CARDS
from hotpnp.pipeline import Options
from hotpnp.pipeline.output import render_files
from hotpnp.units import MM

LAYOUT = """\
size: 60mm x 80mm
bleed: 3mm
elements:
  ground: {shape: rect, bleed: yes, fill: "{colour}"}
"""
TABLE = """\
fields:
  colour: {type: colour}
cards:
"""
GAME = """\
title: Demo
version: "1.0"
components:
  things: {title: Things, table: things, layout: thing}
sheet: own
sheets:
  own: {blocks: [BLOCKS]}
"""


def picture(tmp_path: Path, colours: list[str], blocks: str, dpi: int = 254) -> Image.Image:
    """The first page of a deck of so many coloured cards, ten pixels to the millimetre."""
    cards = "".join(f"  - {{id: c{i}, colour: '{colour}'}}\n" for i, colour in enumerate(colours))
    files = {
        "cards/demo/game.yaml": GAME.replace("BLOCKS", blocks),
        "cards/demo/things.yaml": TABLE + cards,
        "layouts/demo/thing.yaml": LAYOUT,
    }
    kit = lay_out(make_project(tmp_path, files))
    pdf = render_files(kit, Options())["kit.pdf"]
    page = pypdfium2.PdfDocument(BytesIO(pdf).getvalue())[0]
    return page.render(scale=dpi / 72).to_pil().convert("RGB")


def blocks(gap: int) -> str:
    """Two by two cards with a gap in millimetres, 30 mm from the paper's left and top."""
    places = [(30 + i * (60 + gap), 30 + j * (80 + gap)) for j in (0, 1) for i in (0, 1)]
    return ", ".join(
        f"{{name: b{n}, columns: 1, rows: 1, left: {x}mm, top: {y}mm}}" for n, (x, y) in enumerate(places)
    )


RED, BLUE, WHITE = (255, 0, 0), (0, 0, 255), (255, 255, 255)


def test_bleed_reaches_past_the_outer_edges(tmp_path: Path) -> None:
    """Trouble case B12."""
    page = picture(tmp_path, ["#ff0000"] * 4, blocks(0))
    for x, y in ((272, 500), (500, 272), (1528, 500), (500, 1928)):
        assert page.getpixel((x, y)) == RED
    for x, y in ((268, 500), (500, 268), (1532, 500), (500, 1932)):
        assert page.getpixel((x, y)) == WHITE


@pytest.mark.parametrize(("gap", "middle"), [(0, 0), (2, 1)])
def test_bleed_stops_at_the_middle_of_a_gap(tmp_path: Path, gap: int, middle: int) -> None:
    """Trouble case B13."""
    page = picture(tmp_path, ["#ff0000", "#0000ff", "#0000ff", "#ff0000"], blocks(gap))
    across = 300 + 600 + 10 * middle
    assert page.getpixel((across - 2, 600)) == RED
    assert page.getpixel((across + 2, 600)) == BLUE
    down = 300 + 800 + 10 * middle
    assert page.getpixel((500, down - 2)) == RED
    assert page.getpixel((500, down + 2)) == BLUE


def test_painting_order_does_not_matter(tmp_path: Path) -> None:
    one = picture(tmp_path / "a", ["#ff0000", "#0000ff", "#0000ff", "#ff0000"], blocks(2), 60)
    other = picture(tmp_path / "b", ["#0000ff", "#ff0000", "#ff0000", "#0000ff"], blocks(2), 60)
    red, green, blue = other.split()
    assert one.tobytes() == Image.merge("RGB", (blue, green, red)).tobytes()


def test_marks_stand_outside_the_bleed(tmp_path: Path) -> None:
    files = {
        "cards/demo/game.yaml": GAME.replace("BLOCKS", blocks(0)),
        "cards/demo/things.yaml": TABLE + "  - {id: one, colour: red}\n  - {id: two, colour: blue}\n",
        "layouts/demo/thing.yaml": LAYOUT,
    }
    kit = lay_out(make_project(tmp_path, files))
    (sheet,) = kit.sheets
    seen = [placed.clip for placed in sheet.front.placements]
    assert sheet.front.marks
    for mark in sheet.front.marks:
        assert not any(clip is not None and mark.box.overlaps(clip.grown(-MM // 10)) for clip in seen)


def test_what_is_drawn_beyond_the_bleed_edge_is_an_error(tmp_path: Path) -> None:
    layout = (
        "size: poker\nelements:\n"
        '  a: {text: "{name}{number}", top: 5mm, left: 5mm}\n'
        "  b: {shape: rect, left: -1mm, fill: red}\n"
    )
    files = {"layouts/demo/thing.yaml": layout}
    found = [one for one in diagnose(make_project(tmp_path, files)) if one.severity == "error"]
    assert said(found) == ["thing.yaml:4:6 off-card"]
    assert "0.96 mm beyond the trim" in found[0].message


def test_a_proof_shows_trim_and_safe_zone_in_a_file_of_its_own(tmp_path: Path) -> None:
    project = make_project(tmp_path)
    assert run("build", cwd=project).returncode == 0
    plain = (project / "output/demo/kit.pdf").read_bytes()
    assert run("build", "--proof", cwd=project).returncode == 0
    assert (project / "output/demo/kit.pdf").read_bytes() == plain
    page = pypdfium2.PdfDocument(project / "output/demo/kit-proof.pdf")[0]
    picture = page.render(scale=4).to_pil().convert("RGB")
    colours = {colour for _, colour in picture.getcolors(1 << 20)}
    assert (0, 160, 220) in colours


def test_a_bleed_that_the_paper_cuts_is_one_warning(tmp_path: Path) -> None:
    files = {
        "cards/demo/game.yaml": GAME.replace("BLOCKS", "{name: b, columns: 3, rows: 2, left: 0, top: 0}"),
        "cards/demo/things.yaml": TABLE + "".join(f"  - {{id: c{i}, colour: red}}\n" for i in range(6)),
        "layouts/demo/thing.yaml": LAYOUT,
    }
    (found,) = [one for one in diagnose(make_project(tmp_path, files)) if one.code == "bleed-cut"]
    assert (found.severity, found.message) == ("warning", "the paper's edge cuts the bleed of 3 mm")


@pytest.mark.parametrize(
    ("sheet", "message"),
    [
        # 215.9 - 2 x 4.318 - 6 - 3 x 63.5 leaves 10.76 mm for two gaps of 6 mm, and 0.06 mm between rows.
        ("columns: 3, rows: 3", "the bleed of 3 mm has no room between neighbours"),
        ("columns: 3", "the bleed of 3 mm has only 2.69 mm between neighbours"),
        ("columns: 2, rows: 2", None),
        ("pack: auto", None),
    ],
)
def test_a_sheet_that_fixes_its_places_says_once_what_bleed_it_leaves(
    tmp_path: Path, sheet: str, message: str | None
) -> None:
    files = {
        "cards/demo/game.yaml": GAME.replace("{blocks: [BLOCKS]}", f"{{{sheet}}}"),
        "cards/demo/things.yaml": TABLE + "".join(f"  - {{id: c{i}, colour: red}}\n" for i in range(9)),
        "layouts/demo/thing.yaml": LAYOUT.replace("60mm x 80mm", "poker"),
    }
    found = [one for one in diagnose(make_project(tmp_path, files)) if one.code == "bleed-cut"]
    assert [one.severity for one in found] == (["warning"] if message else [])
    assert all(one.message == f"{message}, since the sheet fixes its columns and rows" for one in found)


@given(st.integers(1, 3), st.integers(1, 3), st.integers(0, 50))
@settings(deadline=None)
def test_no_gap_that_shrinks_is_too_narrow_to_be_cut(columns: int, rows: int, tenths: int) -> None:
    """Two cuts 0.03 mm apart cannot be made: such neighbours touch."""
    spec = SheetSpec.model_validate({"columns": columns, "rows": rows})
    bleed = tenths * MM // 10
    (block,) = plot_sheet(spec, CARDS["poker"], paper_of(spec, None), bleed).blocks
    for gap, count in ((block.gap.width, columns), (block.gap.height, rows)):
        assert gap == 0 or gap >= min(MM, 2 * bleed) or count == 1
