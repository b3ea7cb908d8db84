"""The PDF read back: boxes, fonts, forms, metadata, and colours at the places where they belong."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import Any

import pypdf
import pytest
from helpers import GAME, make_project
from pdfread import Box, Drawn, drawn, open_pdf, pictures, within

from hotpnp.assets.colour import Colour
from hotpnp.assets.fonts import DEFAULT_FAMILY, Fonts
from hotpnp.diag import Collector
from hotpnp.geometry import Rect, Segment, Size, rounded_rect
from hotpnp.impose.place import Placement, Side, back_adjustment
from hotpnp.model.printer import BackOffset
from hotpnp.pipeline import BuildReport, Options, build
from hotpnp.render.pdf import Hints, Metadata, Page, write_pdf
from hotpnp.scene.items import Item, Part, Scene, placed_path
from hotpnp.source.workspace import Workspace
from hotpnp.units import PT, inch, mm

POINT = 0.01
PLACE = 0.05
LETTER = (612, 792)
A4 = (595.276, 841.890)
SOLID = 'size: {size}\nelements:\n  all: {{shape: rect, fill: "#c81e28"}}\n'
RED = (200, 30, 40)


def made(project: Path, output: Path, **options: Any) -> BuildReport:
    diagnostics = Collector()
    return build(Workspace(project, diagnostics), "demo", output, Options(**options))


def kit(tmp_path: Path, files: dict[str, str] | None = None, **options: Any) -> bytes:
    """The kit of the small project with these files over it."""
    report = made(make_project(tmp_path, files), tmp_path / "output", **options)
    return report.files[0].read_bytes()


def things(count: int, extra: str = "") -> str:
    """A table of so many cards that differ."""
    cards = "".join(f"  - {{id: c{i}, name: Card {i}, number: {i % 5 + 1}{extra}}}\n" for i in range(count))
    return f"fields:\n  name: {{}}\n  number: {{type: int}}\ncards:\n{cards}"


def game(**keys: str) -> str:
    """The small project's game file with more keys at its end."""
    return GAME + "".join(f"{key}: {value}\n" for key, value in keys.items())


def box_of(page: Any, name: str = "/MediaBox") -> tuple[float, ...]:
    return tuple(float(n) for n in page[name])


def fonts_of(reader: pypdf.PdfReader) -> dict[str, Any]:
    """All fonts that the file holds, by base name, used on a page or not."""
    found = {}
    for number in range(1, len(reader.xref_objStm) + sum(len(g) for g in reader.xref.values())):
        try:
            entry = reader.get_object(number)
        except pypdf.errors.PdfReadError:
            continue
        if isinstance(entry, dict) and entry.get("/Type") == "/Font":
            found[str(entry["/BaseFont"])] = entry
    return found


@pytest.mark.parametrize(("paper", "size"), [("letter", LETTER), ("a4", A4)])
def test_every_page_is_exactly_the_paper(tmp_path: Path, paper: str, size: tuple[float, float]) -> None:
    """Trouble case B01."""
    files = {"cards/demo/things.yaml": things(20), "cards/demo/game.yaml": game(sheet="nine-up")}
    reader = open_pdf(kit(tmp_path, files, paper=paper))
    assert len(reader.pages) == 3
    for page in reader.pages:
        assert box_of(page) == pytest.approx((0, 0, *size), abs=POINT)
        assert page.get("/Rotate", 0) == 0
        assert "/UserUnit" not in page
        for name in ("/CropBox", "/TrimBox", "/BleedBox", "/ArtBox"):
            assert name not in page or box_of(page, name) == box_of(page)


def test_landscape_paper_is_wide_and_not_rotated(tmp_path: Path) -> None:
    reader = open_pdf(kit(tmp_path, {"cards/demo/game.yaml": game(sheet="eight-up")}))
    assert box_of(reader.pages[0]) == pytest.approx((0, 0, 792, 612), abs=POINT)
    assert reader.pages[0].get("/Rotate", 0) == 0


def test_all_pages_of_a_paper_by_measures_have_its_size(tmp_path: Path) -> None:
    """Trouble case B02: fronts and backs, the last page as the first."""
    back = 'size: poker\nelements:\n  all: {shape: rect, fill: "#336699"}\n'
    files = {
        "cards/demo/things.yaml": things(80),
        "cards/demo/game.yaml": game().replace("layout: thing", "layout: thing, back: back"),
        "layouts/demo/back.yaml": back,
    }
    reader = open_pdf(kit(tmp_path, files, paper="330mm x 480mm", backs="with"))
    assert len(reader.pages) == 8
    for page in reader.pages:
        assert box_of(page) == pytest.approx((0, 0, 935.433, 1360.630), abs=POINT)


@pytest.mark.parametrize(
    "size", ["63.5mm x 88.9mm", "2.5in x 3.5in", "180pt x 252pt", "6.35cm x 8.89cm", "poker"]
)
def test_a_card_is_as_large_as_it_says_in_every_unit(tmp_path: Path, size: str) -> None:
    """Trouble case B03: the solid trim measures 180 x 252 pt, each at its place on the nine-up sheet."""
    files = {
        "layouts/demo/thing.yaml": SOLID.format(size=size),
        "cards/demo/game.yaml": game(sheet="nine-up"),
    }
    page = open_pdf(kit(tmp_path, files)).pages[0]
    boxes = [fill.box for fill in drawn(page).fills if fill.colour == RED]
    assert boxes == [pytest.approx((36 + 180 * i, 522, 216 + 180 * i, 774), abs=PLACE) for i in range(3)]


def test_a_solid_card_is_painted_where_it_is_written(tmp_path: Path) -> None:
    files = {
        "layouts/demo/thing.yaml": SOLID.format(size="poker"),
        "cards/demo/things.yaml": things(1),
        "cards/demo/game.yaml": game(sheet="nine-up"),
    }
    (picture,) = pictures(kit(tmp_path, files), 144)
    assert picture.size == (1224, 1584)
    left, top, right, bottom = 72, 36, 432, 540
    for x, y in ((left, top), (right - 1, top), (left, bottom - 1), (right - 1, bottom - 1)):
        assert picture.getpixel((x, y)) == RED, (x, y)
    for x, y in ((left - 2, 200), (right + 1, 200), (200, top - 2), (200, bottom + 1)):
        assert picture.getpixel((x, y)) == (255, 255, 255), (x, y)


TWO_COLOURS = """\
size: poker
elements:
  top: {shape: rect, height: 50%, fill: "#ff0000"}
  bottom: {shape: rect, top: 50%, fill: "#0000ff"}
"""


def colour_at(picture: Any, x: float, y: float) -> str:
    """The colour at inches from the top left of a page of 72 dots to the inch."""
    named = {(255, 0, 0): "red", (0, 0, 255): "blue", (255, 255, 255): "white"}
    return named[picture.getpixel((round(x * 72), round(y * 72)))]


def test_a_turned_card_shows_its_top_at_the_right(tmp_path: Path) -> None:
    files = {
        "layouts/demo/thing.yaml": TWO_COLOURS,
        "cards/demo/things.yaml": things(5),
        "cards/demo/game.yaml": game(sheet="ten-up"),
    }
    (picture,) = pictures(kit(tmp_path, files), 72)
    assert [colour_at(picture, x, 1.25) for x in (0.3, 1.5, 2, 3.2)] == ["blue", "blue", "red", "red"]
    assert [colour_at(picture, 4.75, y) for y in (0.3, 1.5, 2, 3.2)] == ["red", "red", "blue", "blue"]


@pytest.mark.parametrize(
    ("sheet", "front", "expected"),
    [
        ("nine-up", [(1.75, 1), (1.75, 3)], [(6.75, 1, "red"), (6.75, 3, "blue"), (1.75, 1, "white")]),
        ("ten-up", [(3, 1.25), (0.5, 1.25)], [(5.5, 1.25, "red"), (8, 1.25, "blue"), (3, 1.25, "white")]),
        ("eight-up", [(1.75, 1), (1.75, 4)], [(1.75, 7.5, "red"), (1.75, 4.5, "blue"), (1.75, 1, "white")]),
    ],
)
def test_the_top_of_a_back_is_printed_behind_the_top_of_its_front(
    tmp_path: Path, sheet: str, front: list[tuple[float, float]], expected: list[tuple[float, float, str]]
) -> None:
    """One card, alike on both sides, turned over the paper's long edge."""
    files = {
        "layouts/demo/thing.yaml": TWO_COLOURS,
        "cards/demo/things.yaml": things(1),
        "cards/demo/game.yaml": game(sheet=sheet).replace("layout: thing", "layout: thing, back: thing"),
    }
    first, second = pictures(kit(tmp_path, files, backs="with"), 72)
    assert [colour_at(first, x, y) for x, y in front] == ["red", "blue"]
    assert [(x, y, colour_at(second, x, y)) for x, y, _ in expected] == expected


def test_fonts_are_embedded_subsets_and_nothing_else(tmp_path: Path) -> None:
    """Trouble case B39."""
    reader = open_pdf(kit(tmp_path))
    fonts = fonts_of(reader)
    assert fonts
    for name, font in fonts.items():
        assert re.fullmatch(r"/[A-Z]{6}\+SourceSansPro-\w+", name), name
        descriptor = font["/FontDescriptor"]
        assert len(descriptor["/FontFile2"].get_data()) > 1000
        assert "/ToUnicode" in font
    whole = kit(tmp_path / "again")
    for name in (b"Helvetica", b"Symbol", b"ZapfDingbats", b"Times"):
        assert name not in whole


def test_a_deck_without_text_has_no_fonts(tmp_path: Path) -> None:
    """Not even the one that a canvas begins with; the label is left out since the sheet has no margins."""
    files = {
        "layouts/demo/thing.yaml": SOLID.format(size="poker"),
        "cards/demo/game.yaml": game(sheet="all", sheets="{all: {paper: 7.5in x 3.5in, printable: 0}}"),
    }
    data = kit(tmp_path, files)
    reader = open_pdf(data)
    assert len(drawn(reader.pages[0]).fills) == 3
    assert fonts_of(reader) == {}
    assert b"Helvetica" not in data


def test_the_file_asks_for_no_scaling_and_says_what_it_is(tmp_path: Path) -> None:
    reader = open_pdf(kit(tmp_path))
    root: Any = reader.trailer["/Root"]
    assert root["/ViewerPreferences"] == {
        "/PrintScaling": "/None",
        "/Duplex": "/Simplex",
        "/PickTrayByPDFSize": True,
    }
    assert reader.metadata is not None
    assert reader.metadata.title == "Demo 1.0"
    assert reader.metadata.creator == "hotpnp"
    assert reader.metadata.author in (None, "")


def preferences(data: bytes) -> Any:
    root: Any = open_pdf(data).trailer["/Root"]
    return root["/ViewerPreferences"]


def test_the_file_asks_for_the_flip_that_its_backs_are_made_for(tmp_path: Path) -> None:
    two_sided = game().replace("layout: thing", "layout: thing, back: thing")
    files = {"cards/demo/game.yaml": two_sided}
    for sheet in ("nine-up", "eight-up"):
        found = preferences(kit(tmp_path / sheet, files, backs="with", sheet=sheet))
        assert found["/Duplex"] == "/DuplexFlipLongEdge"
    report = made(make_project(tmp_path / "apart", files), tmp_path / "output", backs="file")
    assert [preferences(path.read_bytes())["/Duplex"] for path in report.files] == ["/Simplex"] * 2
    assert preferences(kit(tmp_path / "bare", backs="with"))["/Duplex"] == "/Simplex"


def test_the_file_proposes_the_copies_that_were_asked_for(tmp_path: Path) -> None:
    assert preferences(kit(tmp_path / "three", copies=3))["/NumCopies"] == 3
    assert "/NumCopies" not in preferences(kit(tmp_path / "one", copies=1))


def test_hints_for_a_flip_on_the_short_edge() -> None:
    stream = BytesIO()
    page = Page(Size(inch(4), inch(6)), Side(()))
    write_pdf([page], Metadata("a"), Fonts(), stream, hints=Hints("short-edge"))
    assert preferences(stream.getvalue())["/Duplex"] == "/DuplexFlipShortEdge"


def test_titles_of_any_script_are_kept(tmp_path: Path) -> None:
    reader = open_pdf(kit(tmp_path, {"cards/demo/game.yaml": game().replace("Demo", "Łódź 東京 (é)")}))
    assert reader.metadata is not None
    assert reader.metadata.title == "Łódź 東京 (é) 1.0"


def test_page_labels_and_outline(tmp_path: Path) -> None:
    files = {
        "cards/demo/things.yaml": things(20),
        "cards/demo/others.yaml": things(1).replace("c0", "other"),
        "cards/demo/game.yaml": GAME.replace("layout: thing", "layout: thing, back: back")
        + "  others: {title: Others, table: others, layout: thing}\nsheet: nine-up\n",
        "layouts/demo/back.yaml": SOLID.format(size="poker"),
    }
    plain = open_pdf(kit(tmp_path / "plain", files))
    assert plain.page_labels == ["1", "2", "3", "4"]
    assert [entry["/Title"] for entry in plain.outline] == ["Things", "Others"]
    assert [plain.get_destination_page_number(entry) for entry in plain.outline] == [0, 3]
    both = open_pdf(kit(tmp_path / "both", files, backs="with"))
    assert both.page_labels == ["1", "1 back", "2", "2 back", "3", "3 back", "4"]
    assert [both.get_destination_page_number(entry) for entry in both.outline] == [0, 6]


def test_copies_of_a_card_share_one_form(tmp_path: Path) -> None:
    files = {"cards/demo/things.yaml": things(2, ", count: 7"), "cards/demo/game.yaml": game(sheet="nine-up")}
    reader = open_pdf(kit(tmp_path, files))
    forms = [form for page in reader.pages for form in drawn(page).forms if form.depth == 0]
    assert len(forms) == 14
    assert len({form.name for form in forms}) == 2
    assert [form.name for form in forms] == [forms[0].name] * 7 + [forms[7].name] * 7


def test_cards_that_look_alike_share_one_form(tmp_path: Path) -> None:
    cards = "".join(f"  - {{id: c{i}, name: Same, number: 1}}\n" for i in range(4))
    files = {"cards/demo/things.yaml": f"fields:\n  name: {{}}\n  number: {{type: int}}\ncards:\n{cards}"}
    forms = drawn(open_pdf(kit(tmp_path, files)).pages[0]).forms
    assert len({form.name for form in forms if form.depth == 0}) == 1


def test_forms_are_as_large_as_the_card_and_lie_on_its_trim(tmp_path: Path) -> None:
    page = open_pdf(kit(tmp_path, {"cards/demo/game.yaml": game(sheet="ten-up")})).pages[0]
    boxes: list[Box] = [form.box for form in drawn(page).forms if form.depth == 0]
    assert boxes == [pytest.approx((0, 612 - 180 * i, 252, 792 - 180 * i), abs=PLACE) for i in range(3)]


def test_what_cards_have_in_common_is_a_form_within_their_forms(tmp_path: Path) -> None:
    layout = (
        'size: poker\nelements:\n  ground: {shape: star, corners: 9, fill: "#c81e28"}\n'
        '  name: {text: "{name}", left: 6mm, right: 6mm, top: 6mm, height: 10mm}\n'
    )
    files = {"layouts/demo/thing.yaml": layout, "cards/demo/things.yaml": things(3)}
    found = drawn(open_pdf(kit(tmp_path, files)).pages[0])
    cards = {form.name for form in found.forms if form.depth == 0}
    parts = [form.name for form in found.forms if form.depth == 1]
    assert len(cards) == 3
    assert len(parts) == 3
    assert len(set(parts)) == 1
    assert not cards & set(parts)
    assert len([fill for fill in found.fills if fill.colour == RED]) == 3


def test_the_same_input_gives_the_same_bytes(tmp_path: Path) -> None:
    files = {"cards/demo/things.yaml": things(20)}
    project = make_project(tmp_path, files)
    first = made(project, tmp_path / "first").files[0].read_bytes()
    second = made(project, tmp_path / "second").files[0].read_bytes()
    elsewhere = kit(tmp_path / "moved", files)
    assert first == second == elsewhere


def test_key_order_and_comments_change_no_byte(tmp_path: Path) -> None:
    turned = THINGS_TURNED
    assert kit(tmp_path / "a", {"cards/demo/things.yaml": turned}) == kit(tmp_path / "b")


THINGS_TURNED = """\
# The same three cards, written in another way.
cards:
  - {number: 1, name: First, id: one}
  - {name: "Second", id: two, number: 2}

  - id: three
    number: 3
    name: Third
fields:
  number: {max: 5, min: 1, type: int}
  name:   {}
"""


def test_text_is_written_as_it_is_typed(tmp_path: Path) -> None:
    table = (
        "fields:\n  name: {}\n  number: {}\ncards:\n"
        '  - {id: one, name: "a (b) \\\\ c", number: "007"}\n'
        '  - {id: two, name: "Žluťoučký", number: "+1"}\n'
    )
    found = drawn(open_pdf(kit(tmp_path, {"cards/demo/things.yaml": table})).pages[0])
    texts = [words.text for words in found.words]
    assert texts[:2] == ["a (b) \\ c", "007"]
    joined = "".join(texts)
    assert "Žluťoučký" in joined
    assert "+1" in texts


def test_text_reads_in_the_direction_of_its_turn(tmp_path: Path) -> None:
    """Clockwise quarter turns: 90 reads downwards, 270 upwards; each begins inside its own box."""
    elements = "".join(
        f"  t{turn}: {{text: t{turn}, turn: {turn}, left: 10mm, width: 40mm, top: {top}mm, height: 20mm}}\n"
        for turn, top in ((0, 5), (90, 25), (180, 45), (270, 65))
    )
    files = {
        "layouts/demo/thing.yaml": f"size: poker\nelements:\n{elements}",
        "cards/demo/things.yaml": things(1),
        "cards/demo/game.yaml": game(sheet="nine-up"),
    }
    words = drawn(open_pdf(kit(tmp_path, files)).pages[0]).words
    found = {w.text: w for w in words if re.fullmatch(r"t\d+", w.text)}
    assert {text: w.along for text, w in found.items()} == {
        "t0": (1, 0),
        "t90": (0, -1),
        "t180": (-1, 0),
        "t270": (0, 1),
    }
    millimetre = 72 / 25.4
    for turn, top in ((0, 5), (90, 25), (180, 45), (270, 65)):
        x, y = found[f"t{turn}"][2:4]
        left, high = 36 + 10 * millimetre, 774 - top * millimetre
        box = (left, high - 20 * millimetre, left + 40 * millimetre, high)
        assert within((x, y, x, y), box, PLACE), turn


def test_more_signs_than_one_subset_holds_are_all_written(tmp_path: Path) -> None:
    """A subset of a font holds 256 signs; the second subset goes on where the first ends."""
    face = Fonts().face(DEFAULT_FAMILY, "regular", False)
    codes = (*range(0xC0, 0x180), *range(0x391, 0x3CA), *range(0x410, 0x450))
    signs = [chr(code) for code in codes if not face.missing(chr(code))]
    assert len(signs) > 256
    rows = ["".join(signs[i : i + 10]) for i in range(0, len(signs), 10)]
    cards = "".join(f'  - {{id: c{i}, name: "{row}", number: 1}}\n' for i, row in enumerate(rows))
    table = f"fields:\n  name: {{}}\n  number: {{type: int}}\ncards:\n{cards}"
    reader = open_pdf(kit(tmp_path, {"cards/demo/things.yaml": table}))
    joined = "".join(words.text for page in reader.pages for words in drawn(page).words)
    assert all(row in joined for row in rows)


def test_marks_are_black_and_over_the_cards(tmp_path: Path) -> None:
    files = {
        "cards/demo/game.yaml": game(sheet="nine-up"),
        "layouts/demo/thing.yaml": SOLID.format(size="poker"),
    }
    found = drawn(open_pdf(kit(tmp_path, files)).pages[0])
    (box,) = (box for weight, box in found.strokes if weight == 0.35)
    assert box == pytest.approx((24.66, 522 - 11.34, 587.34, 779.76), abs=PLACE)


@pytest.mark.parametrize("angle", [0, 0.1, -4])
def test_a_side_that_is_adjusted_moves_as_a_whole(angle: float) -> None:
    """Trouble case B08: art, marks and what stands beside them, within 0.01 pt."""
    paper = Size(612 * PT, 792 * PT)
    square = Scene(Size(100 * PT, 60 * PT), (Part((box_item(Rect(0, 0, 100 * PT, 60 * PT), RED),)),))
    side = Side(
        (Placement("a", "one", square, Rect(50 * PT, 70 * PT, 60 * PT, 100 * PT), 90),),
        (Segment(50 * PT, 10 * PT, 50 * PT, 60 * PT, PT // 2),),
        (box_item(Rect(500 * PT, 700 * PT, 20 * PT, 10 * PT), (0, 0, 255)),),
    )
    adjust = back_adjustment(BackOffset(mm("1.5"), mm("0.5"), angle), paper)
    plain, moved = (page_of(one, paper) for one in (side, replace(side, adjust=adjust)))
    assert len(plain.fills) == 2
    assert len(plain.strokes) == 1
    turn = math.radians(-angle)
    for old, new in zip([*places(plain)], [*places(moved)], strict=True):
        x, y = old[0] - 306, old[1] - 396
        wanted = (
            306 + x * math.cos(turn) - y * math.sin(turn) + 4.252,
            396 + x * math.sin(turn) + y * math.cos(turn) - 1.417,
        )
        assert new == pytest.approx(wanted, abs=0.01)


def box_item(rect: Rect, colour: tuple[int, int, int]) -> Item:
    return placed_path(rounded_rect(*rect, 0), Colour(*colour))


def page_of(side: Side, paper: Size) -> Drawn:
    stream = BytesIO()
    write_pdf([Page(paper, side)], Metadata("test"), Fonts(), stream)
    return drawn(open_pdf(stream.getvalue()).pages[0])


def places(page: Drawn) -> Iterator[tuple[float, float]]:
    """The middles of all that is painted."""
    for left, bottom, right, top in [fill.box for fill in page.fills] + [box for _, box in page.strokes]:
        yield (left + right) / 2, (bottom + top) / 2
