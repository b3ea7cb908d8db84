"""Tokens, boards, loose sheets, standees and nets with the installed command."""

from __future__ import annotations

import json
from io import BytesIO
from pathlib import Path

import pypdfium2
import pytest
from helpers import lay_out, make_project, run
from PIL import Image
from pypdf import PdfReader

HEAD = 'title: Demo\nversion: "1.0"\ncomponents:\n'
LINE = "  {0}: {{title: {1}, kind: {2}, table: {0}, layout: {0}}}\n"
KINDS = {
    "cards": ("cards", 1, "poker"),
    "boards": ("board", 1, "half-letter"),
    "tokens": ("token", 16, "1in x 1in"),
    "aids": ("aid", 4, "poker"),
    "scores": ("sheet", 1, "letter"),
}


def kinds() -> dict[str, str]:
    files = {
        "cards/demo/game.yaml": HEAD
        + "".join(LINE.format(name, name.title(), kind) for name, (kind, _, _) in KINDS.items())
    }
    for name, (kind, count, size) in KINDS.items():
        files[f"cards/demo/{name}.yaml"] = f"fields: {{}}\ncards:\n  - {{id: {name}, count: {count}}}\n"
        outline = "outline: circle\n" if kind == "token" else ""
        files[f"layouts/demo/{name}.yaml"] = (
            f"size: {size}\n{outline}elements:\n  a: {{shape: ellipse, fill: navy}}\n"
        )
    return files


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_project(tmp_path_factory.mktemp("kinds"), kinds())


def test_a_build_counts_each_kind_in_its_own_words(project: Path) -> None:
    done = run("build", cwd=project)
    assert done.returncode == 0, done.stderr
    assert "1 card, 1 board, 16 tokens, 4 player aids and 1 loose sheet on 5 sheets" in done.stdout
    lines = {line.split()[0]: " ".join(line.split()[1:]) for line in done.stdout.splitlines()[1:6]}
    assert lines == {
        "Cards": "1 card 1 sheet",
        "Boards": "1 board 1 sheet",
        "Tokens": "16 tokens 1 sheet",
        "Aids": "4 player aids 1 sheet",
        "Scores": "1 loose sheet 1 sheet",
    }


def test_the_list_counts_them_too(project: Path) -> None:
    shown = run("list", cwd=project).stdout
    assert "16 tokens" in shown
    assert "1 loose sheet" in shown
    found = json.loads(run("list", "--format", "json", cwd=project).stdout)
    (game,) = found["games"]
    assert [(c["kind"], c["copies"], c["sides"]) for c in game["components"]] == [
        (kind, count, 1) for kind, count, _ in KINDS.values()
    ]
    assert game["components"][4]["size"] == [215.9, 279.4]


BOARDS = {
    "cards/demo/game.yaml": HEAD
    + "  boards: {title: Boards, kind: board, table: boards, layout: front, back: back}\n",
    "cards/demo/boards.yaml": (
        "fields: {asleep: {type: colour}, awake: {type: colour}}\n"
        "cards:\n"
        '  - {id: a, asleep: "#000080", awake: "#800000"}\n'
        '  - {id: b, asleep: "#0000a0", awake: "#a00000"}\n'
        '  - {id: c, asleep: "#0000c0", awake: "#c00000"}\n'
    ),
    "layouts/demo/front.yaml": (
        "size: half-letter\nelements:\n"
        '  head: {shape: rect, left: 1in, right: 1in, top: 1in, height: 1in, fill: "{asleep}"}\n'
    ),
    "layouts/demo/back.yaml": (
        "size: half-letter\nelements:\n"
        '  head: {shape: rect, left: 1in, right: 1in, top: 1in, height: 1in, fill: "{awake}"}\n'
    ),
}


def pixels(page: Image.Image) -> list[tuple[int, int, int]]:
    data = page.tobytes()
    return list(zip(data[::3], data[1::3], data[2::3], strict=True))


def turned_over(page: Image.Image) -> Image.Image:
    """A page seen from the front through the paper, turned over its long edge."""
    side = Image.Transpose.FLIP_LEFT_RIGHT if page.height > page.width else Image.Transpose.FLIP_TOP_BOTTOM
    return page.transpose(side)


@pytest.mark.parametrize("landscape", ["no", "yes"])
def test_a_board_lies_before_its_own_back(tmp_path: Path, landscape: str) -> None:
    sheets = f"sheet: own\nsheets:\n  own: {{landscape: {landscape}}}\n"
    files = {**BOARDS, "cards/demo/game.yaml": BOARDS["cards/demo/game.yaml"] + sheets}
    root = make_project(tmp_path, files)
    assert run("build", "--backs", "with", cwd=root).returncode == 0
    pdf = pypdfium2.PdfDocument(root / "output/demo/kit.pdf")
    pages = [page.render(scale=0.5).to_pil().convert("RGB") for page in pdf]
    assert len(pages) == 4
    found = []
    for front, back in (pages[:2], pages[2:]):
        behind = turned_over(back)
        assert front.size == behind.size
        pairs = zip(pixels(front), pixels(behind), strict=True)
        found.append({(a, b) for a, b in pairs if max(a[2], b[0]) < 200 and min(a[0], b[2]) < 10})
    whole = {(0, 0, 128): (128, 0, 0), (0, 0, 160): (160, 0, 0), (0, 0, 192): (192, 0, 0)}
    assert {pair for pairs in found for pair in pairs if pair[0] in whole} == set(whole.items())


def test_a_round_token_is_cut_along_its_line(project: Path) -> None:
    kit = lay_out(project, components=("tokens",))
    (sheet,) = kit.sheets
    assert len(sheet.front.extras) >= 16
    done = run("picture", "demo", project / "token.png", "--card", "tokens", "--dpi", "254", cwd=project)
    assert done.returncode == 0, done.stderr
    picture = Image.open(BytesIO((project / "token.png").read_bytes())).convert("RGB")
    assert picture.size == (254, 254)
    assert picture.getpixel((127, 127)) == (0, 0, 128)
    edge = picture.getpixel((0, 127))
    assert isinstance(edge, tuple)
    assert edge[0] > 60, "the grey cut line"
    assert picture.getpixel((3, 3)) == (255, 255, 255)


def test_a_loose_sheet_fills_its_page(project: Path) -> None:
    assert run("build", "--component", "scores", cwd=project).returncode == 0
    (page,) = PdfReader(project / "output/demo/scores.pdf").pages
    assert tuple(float(side) for side in page.mediabox) == (0, 0, 612, 792)
    assert page.extract_text().strip() == ""


def test_the_trace_tells_outline_and_folds(tmp_path: Path) -> None:
    layout = (
        "size: 30mm x 60mm\noutline: [0 0, 100% 0, 50% 100%]\nfolds: [{from: 0 20mm, to: 100% 20mm}]\n"
        'elements:\n  a: {text: "{number}", left: 12mm, right: 12mm, top: 8mm, height: 6mm}\n'
    )
    done = run("explain", "demo", "one", cwd=make_project(tmp_path, {"layouts/demo/thing.yaml": layout}))
    assert "outline M 0 0 L 30 0 L 15 60 Z" in done.stdout
    assert "fold 0, 20 to 30, 20" in done.stdout
