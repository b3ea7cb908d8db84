"""Cut files: read back from SVG and DXF, their lines are the trims of the pages."""

from __future__ import annotations

import math
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from helpers import GAME, THINGS, errors, lay_out, make_project, plot
from hypothesis import given, settings
from hypothesis import strategies as st

from hotpnp.diag import Collector
from hotpnp.geometry import Command, Rect, Size, ellipse, polygon, rounded_rect, star_points
from hotpnp.impose.cutsheets import RadiusTooLarge, cut_sheets
from hotpnp.impose.outlines import GREY, outline_items
from hotpnp.impose.place import Piece, place_pieces
from hotpnp.impose.slots import Block
from hotpnp.model.sizes import CARDS
from hotpnp.pipeline import Options, build
from hotpnp.render.cutfile import cut_lines, write_dxf, write_svg
from hotpnp.scene.items import Path as DrawnPath
from hotpnp.scene.items import Scene
from hotpnp.source.workspace import Workspace
from hotpnp.units import MM, inch, mm

PAPER = Size(mm(300), mm(200))
Points = list[tuple[float, float]]
Edge = tuple[str, float, float, float]


def read_svg(data: bytes) -> tuple[tuple[float, float], list[list[tuple[str, ...]]]]:
    """The size in millimetres, and the commands of each path."""
    root = ET.fromstring(data)
    wide, high = (float(root.attrib[key].removesuffix("mm")) for key in ("width", "height"))
    assert root.attrib["viewBox"].split() == [
        "0",
        "0",
        *(root.attrib[key].removesuffix("mm") for key in ("width", "height")),
    ]
    (group,) = root
    assert (group.attrib["fill"], group.attrib["stroke"]) == ("none", "#000000")
    paths = [re.findall(r"([MLCZ])([^MLCZ]*)", path.attrib["d"]) for path in group]
    return (wide, high), [[(kind, *numbers.split()) for kind, numbers in path] for path in paths]


def svg_points(data: bytes) -> list[tuple[Points, bool]]:
    """Each path of straight lines as points, and whether it is closed."""
    found = []
    for path in read_svg(data)[1]:
        assert all(kind in "MLZ" for kind, *_ in path)
        points = [(float(numbers[0]), float(numbers[1])) for _, *numbers in path if numbers]
        found.append((points, path[-1][0] == "Z"))
    return found


def dxf_groups(data: bytes) -> list[tuple[int, str]]:
    lines = data.decode("ascii").splitlines()
    assert len(lines) % 2 == 0
    return [(int(code), value) for code, value in zip(lines[::2], lines[1::2], strict=True)]


def read_dxf(data: bytes, high: float) -> list[tuple[Points, bool]]:
    """Each line or polyline as points from the top left corner, and whether it is closed."""
    groups = dxf_groups(data)
    start = groups.index((2, "ENTITIES"))
    assert groups[-2:] == [(0, "ENDSEC"), (0, "EOF")]
    entities: list[dict[int, str]] = []
    for code, value in groups[start + 1 : -2]:
        if code == 0:
            entities.append({})
        entities[-1][code] = value
    found: list[tuple[Points, bool]] = []
    for one in entities:
        if one[0] == "LINE":
            ends = [(float(one[x]), high - float(one[x + 10])) for x in (10, 11)]
            found.append((ends, False))
        elif one[0] == "POLYLINE":
            assert one[66] == "1"
            found.append(([], one[70] == "1"))
        elif one[0] == "VERTEX":
            found[-1][0].append((float(one[10]), high - float(one[20])))
        else:
            assert one[0] == "SEQEND"
    return found


def edges_of(paths: Sequence[tuple[Points, bool]]) -> list[Edge]:
    """The upright and level edges of paths: axis, place, from and to, in ten-thousandths of a millimetre."""
    found: list[Edge] = []
    for points, closed in paths:
        whole = [(round(x * 10_000), round(y * 10_000)) for x, y in points]
        for (x1, y1), (x2, y2) in zip(whole, whole[1:] + whole[:1] * closed, strict=False):
            assert x1 == x2 or y1 == y2
            if (x1, y1) != (x2, y2):
                low, high = sorted((y1, y2) if x1 == x2 else (x1, x2))
                found.append(("x", x1, low, high) if x1 == x2 else ("y", y1, low, high))
    return found


def united(edges: Sequence[Edge]) -> list[Edge]:
    """The same stretches, each as long as it goes."""
    found: list[Edge] = []
    for axis, at, low, high in sorted(edges):
        if found and found[-1][:2] == (axis, at) and low <= found[-1][3]:
            found[-1] = (axis, at, found[-1][2], max(found[-1][3], high))
        else:
            found.append((axis, at, low, high))
    return found


def assert_once(edges: Sequence[Edge]) -> None:
    """No stretch is cut twice."""
    for (axis, at, _, end), (other, place, start, _) in zip(sorted(edges), sorted(edges)[1:], strict=False):
        assert (axis, at) != (other, place) or start >= end


def trim_edges(trims: Sequence[Rect]) -> list[Edge]:
    corners = [[(t.x, t.y), (t.right, t.y), (t.right, t.bottom), (t.x, t.bottom)] for t in trims]
    return united(edges_of([([(x / MM, y / MM) for x, y in four], True) for four in corners]))


def squares(trims: Sequence[Rect]) -> list[list[Command]]:
    return [rounded_rect(*trim, 0) for trim in trims]


def test_touching_cards_are_cut_by_lines_from_end_to_end() -> None:
    (sheet,) = place_pieces(plot("eight-up"), [[Piece("c", "c", Scene(CARDS["poker"], ()))] * 8])
    (cut,) = cut_sheets([sheet])
    lines = svg_points(write_svg(cut.paper, cut.shapes))
    assert [points for points, _ in lines] == [
        *([(12.7, y), (266.7, y)] for y in (19.05, 107.95, 196.85)),
        *([(x, 19.05), (x, 196.85)] for x in (12.7, 76.2, 139.7, 203.2, 266.7)),
    ]
    assert {closed for _, closed in lines} == {False}


def test_a_card_by_itself_stays_one_closed_path() -> None:
    trims = [Rect(0, 0, mm(20), mm(30)), Rect(mm(20), 0, mm(20), mm(30)), Rect(mm(60), 0, mm(20), mm(30))]
    paths = svg_points(write_svg(PAPER, squares(trims)))
    assert [closed for _, closed in paths] == [True, False, False, False, False, False]
    assert paths[0][0] == [(60, 0), (80, 0), (80, 30), (60, 30)]
    assert [points for points, closed in read_dxf(write_dxf(PAPER, squares(trims)), 200) if closed] == [
        [(60, 0), (80, 0), (80, 30), (60, 30)]
    ]


def test_cards_that_meet_at_a_corner_alone_stay_closed_paths() -> None:
    trims = [Rect(0, 0, mm(20), mm(30)), Rect(mm(20), mm(30), mm(20), mm(30))]
    assert [closed for _, closed in svg_points(write_svg(PAPER, squares(trims)))] == [True, True]


@given(
    st.lists(
        st.tuples(
            st.integers(1, 4),
            st.integers(1, 4),
            st.sampled_from([Size(0, 0), Size(0, mm(2)), Size(mm("1.27"), 0), Size(mm(3), mm(3))]),
            st.integers(0, 20 * MM),
        ),
        min_size=1,
        max_size=3,
    ),
    st.builds(Size, st.integers(20 * MM, 60 * MM), st.integers(20 * MM, 60 * MM)),
    st.data(),
)
@settings(max_examples=60)
def test_lines_of_svg_and_dxf_are_the_trims_and_no_stretch_is_cut_twice(
    blocks: list[tuple[int, int, Size, int]], cell: Size, data: st.DataObject
) -> None:
    trims: list[Rect] = []
    x = 0
    for columns, rows, gap, top in blocks:
        block = Block("b", x, top, cell, columns, rows, False, gap)
        trims += [block.place(column, row) for row in range(rows) for column in range(columns)]
        x = block.rect.right
    kept = data.draw(st.lists(st.sampled_from(trims), min_size=1, unique=True))
    paper = Size(x, max(trim.bottom for trim in trims))
    shapes = squares(kept)
    for paths in (
        svg_points(write_svg(paper, shapes)),
        read_dxf(write_dxf(paper, shapes), round(paper.height / MM, 4)),
    ):
        edges = edges_of(paths)
        found, expected = united(edges), trim_edges(kept)
        assert len(found) == len(expected)
        for one, other in zip(found, expected, strict=True):
            assert one[0] == other[0]
            assert one[1:] == pytest.approx(other[1:], abs=2), "ten-thousandths of a millimetre"
        assert_once(edges)


def on_bezier(points: Sequence[tuple[float, float]]) -> Iterator[tuple[float, float]]:
    """Many points of a curve."""
    for step in range(101):
        t = step / 100
        shares = [(1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3]
        x, y = (sum(share * p[i] for share, p in zip(shares, points, strict=True)) for i in (0, 1))
        yield x, y


def distance(point: tuple[float, float], a: tuple[float, float], b: tuple[float, float]) -> float:
    """From a point to a stretch."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    square = dx * dx + dy * dy
    t = max(0.0, min(1.0, ((point[0] - a[0]) * dx + (point[1] - a[1]) * dy) / square)) if square else 0.0
    return math.dist(point, (a[0] + t * dx, a[1] + t * dy))


@given(st.integers(1 * MM, 150 * MM), st.integers(1 * MM, 100 * MM))
def test_curves_of_dxf_lie_within_a_twentieth_of_a_millimetre(rx: int, ry: int) -> None:
    shape = ellipse(PAPER.width / 2, PAPER.height / 2, rx, ry)
    ((points, closed),) = read_dxf(write_dxf(PAPER, [shape]), 200)
    assert closed
    start = shape[0][1:]
    for command in shape:
        if command[0] != "C":
            continue
        numbers = [*start, *command[1:]]
        curve = [(numbers[i] / MM, numbers[i + 1] / MM) for i in range(0, 8, 2)]
        for point in on_bezier(curve):
            pairs = zip(points, points[1:] + points[:1], strict=True)
            assert min(distance(point, a, b) for a, b in pairs) <= 0.0502
        start = command[-2:]


def test_round_corners_are_curves_in_svg_and_closed_polylines_in_dxf() -> None:
    trims = [Rect(mm(10), mm(20), mm(63), mm(88)), Rect(mm(73), mm(20), mm(63), mm(88))]
    shapes = [rounded_rect(*trim, mm(3)) for trim in trims]
    size, paths = read_svg(write_svg(PAPER, shapes))
    assert size == (300, 200)
    assert ["".join(kind for kind, *_ in path) for path in paths] == ["MLCLCLCLCZ"] * 2
    assert paths[0][:2] == [("M", "13", "20"), ("L", "70", "20")]
    lines = read_dxf(write_dxf(PAPER, shapes), 200)
    assert [closed for _, closed in lines] == [True, True]
    for (points, _), trim in zip(lines, trims, strict=True):
        xs, ys = zip(*points, strict=True)
        box = (min(xs), min(ys), max(xs), max(ys))
        assert box == pytest.approx((trim.x / MM, 20, trim.right / MM, 108))
        corner = (trim.x / MM + 3, 23)
        arc = [math.dist(p, corner) for p in points if p[0] <= corner[0] and p[1] <= corner[1]]
        assert len(arc) > 4
        assert arc == pytest.approx([3] * len(arc), abs=0.01)


def test_hexagons_stay_closed_paths_with_their_corners() -> None:
    corners = star_points(6, 1, mm(50), mm(50), mm(20), mm(20))
    shapes = [polygon(corners), polygon([(x, y + mm(40)) for x, y in corners])]
    assert [len(path) for path in cut_lines(shapes)] == [7, 7]
    for points, closed in read_dxf(write_dxf(PAPER, shapes), 200):
        assert (len(points), closed) == (6, True)


def test_dxf_says_its_version_its_unit_and_the_paper() -> None:
    groups = dxf_groups(write_dxf(PAPER, squares([Rect(0, 0, mm(20), mm(30))])))
    assert groups[:6] == [
        (0, "SECTION"),
        (2, "HEADER"),
        (9, "$ACADVER"),
        (1, "AC1009"),
        (9, "$INSUNITS"),
        (70, "4"),
    ]
    at = groups.index((9, "$EXTMAX"))
    assert groups[at + 1 : at + 4] == [(10, "300"), (20, "200"), (30, "0")]


def test_pages_with_the_same_shapes_share_a_cut_file_and_documents_have_none(tmp_path: Path) -> None:
    table = THINGS.replace("number: 1}", "number: 1, count: 18}")
    files = {
        "cards/demo/game.yaml": GAME
        + "  rules: {title: Rules, kind: document, layout: page, text: rules.md}\nsheet: eight-up\n",
        "cards/demo/things.yaml": table,
        "cards/demo/rules.md": "# Rules\n\nPlay.\n",
        "layouts/demo/page.yaml": "about: A page.\n",
    }
    kit = lay_out(make_project(tmp_path, files), cutter="silhouette")
    assert [(cut.pages, len(cut.shapes)) for cut in kit.cut_sheets] == [((1, 2), 8), ((3,), 4)]
    assert [sheet.is_document for sheet in kit.sheets] == [False, False, False, True]
    assert lay_out(tmp_path / "project").cut_sheets == ()


@pytest.mark.parametrize("radius", [0, mm(3)])
def test_the_files_of_a_kit_hold_the_trims_of_their_pages(tmp_path: Path, radius: int) -> None:
    options = Options(cutter="silhouette", sheet="eight-up", corner_radius=radius)
    report = build(Workspace(make_project(tmp_path), Collector()), "demo", tmp_path / "out", options)
    (cut,) = report.cut_files
    assert [path.name for path in report.files] == ["kit.pdf", "kit-cut-1.svg", "kit-cut-1.dxf"]
    assert (cut.pages, cut.svg, cut.dxf) == ((1,), report.files[1], report.files[2])
    trims = [placed.trim for placed in report.kit.sheets[0].front.placements]
    paths = read_dxf(cut.dxf.read_bytes(), 215.9)
    if radius == 0:
        assert united(edges_of(paths)) == trim_edges(trims)
        assert united(edges_of(svg_points(cut.svg.read_bytes()))) == trim_edges(trims)
        return
    boxes = [
        (min(x for x, _ in p), min(y for _, y in p), max(x for x, _ in p), max(y for _, y in p))
        for p, _ in paths
    ]
    expected = [(t.x / MM, t.y / MM, t.right / MM, t.bottom / MM) for t in trims]
    assert boxes == [pytest.approx(box, abs=0.0002) for box in expected]


def test_a_radius_beyond_half_a_card_is_refused(tmp_path: Path) -> None:
    (sheet,) = place_pieces(plot("eight-up"), [[Piece("c", "c", Scene(CARDS["poker"], ()))]])
    assert cut_sheets([sheet], inch("1.25"))
    with pytest.raises(RadiusTooLarge):
        cut_sheets([sheet], inch("1.25") + 1)
    (found,) = errors(make_project(tmp_path), cutter="silhouette", sheet="eight-up", corner_radius=mm(40))
    assert (found.code, found.message) == (
        "bad-value",
        "a corner radius of 40 mm is more than a card of 63.5 mm x 88.9 mm allows: 31.75 mm",
    )


def test_a_round_token_is_cut_along_its_outline_and_its_line_is_not_printed(tmp_path: Path) -> None:
    token = "size: 1in x 1in\noutline: circle\nelements: {a: {shape: ellipse, fill: red}}\n"
    files = {
        "layouts/demo/thing.yaml": token,
        "cards/demo/game.yaml": f"{GAME}sheet: eight-up\nsheets: {{eight-up: {{cell: 1in x 1in}}}}\n",
    }
    kit = lay_out(make_project(tmp_path, files), cutter="silhouette")
    (cut,) = kit.cut_sheets
    assert len(cut.shapes) == 3
    for shape, placed in zip(cut.shapes, kit.sheets[0].front.placements, strict=True):
        assert [command[0] for command in shape].count("C") == 4
        xs = [number for command in shape for number in command[1::2]]
        assert (min(xs), max(xs)) == (placed.trim.x, placed.trim.right)
    assert outline_items(kit.sheets[0].front.placements)
    drawn = [item for item in kit.sheets[0].front.extras if isinstance(item, DrawnPath)]
    assert GREY not in {item.stroke for item in drawn}
