"""Troubles of paper that must never happen, told with the installed command and read back from the PDF."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from helpers import make_project, run
from pdfread import drawn, open_pdf

FACE = 'size: poker\nelements: {word: {text: "{name}", left: 5mm, right: 5mm, top: 5mm, height: 12mm}}\n'
BACK = FACE.replace("{name}", "{name} back")


def project(folder: Path, cards: Mapping[str, int], face: str = FACE, back: str = "", more: str = "") -> Path:
    """Cards by name with how many of each; with backs that tell whose they are."""
    component = "  things: {title: Things, table: things, layout: thing" + (", back: back}" if back else "}")
    records = "".join(f"  - {{id: {name}, name: {name}, count: {count}}}\n" for name, count in cards.items())
    files = {
        "cards/demo/game.yaml": f'title: Demo\nversion: "1"\ncomponents:\n{component}\n{more}',
        "cards/demo/things.yaml": f"fields:\n  name: {{}}\ncards:\n{records}",
        "layouts/demo/thing.yaml": face,
    }
    if back:
        files["layouts/demo/back.yaml"] = back
    return make_project(folder, files)


def pages(root: Path, *args: str) -> list[dict[str, list[tuple[float, float, tuple[int, int]]]]]:
    """For each page, the words of cards (type of 8 pt and more) with their places and directions."""
    done = run("build", "demo", *args, "--project", root)
    assert done.returncode == 0, done.stderr
    reader = open_pdf(next((root / "output/demo").glob("*.pdf")).read_bytes())
    found = []
    for page in reader.pages:
        places: dict[str, list[tuple[float, float, tuple[int, int]]]] = {}
        for words in drawn(page).words:
            if words.size >= 8:
                places.setdefault(words.text, []).append((words.x, words.y, words.along))
        found.append(places)
    return found


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        ({"a": 9}, 1),
        ({"a": 3, "b": 7}, 2),
        ({"a": 9, "b": 3, "c": 6}, 2),
        ({"a": 1, "b": 18}, 3),
    ],
)
def test_every_copy_is_printed_and_no_page_is_without_a_card(
    tmp_path: Path, cards: dict[str, int], expected: int
) -> None:
    """Trouble case B35: 9, 10, 18 and 19 cards on sheets of nine."""
    found = pages(project(tmp_path, cards), "--sheet", "nine-up")
    assert len(found) == expected
    counts = {name: sum(len(page.get(name, ())) for page in found) for name in cards}
    assert counts == cards
    assert all(found)
    order = [name for page in found for name, places in page.items() for _ in places]
    assert order == [name for name, count in cards.items() for _ in range(count)]


def test_an_id_is_never_a_count_and_a_count_has_a_limit(tmp_path: Path) -> None:
    """Trouble case B36."""
    root = project(tmp_path / "a", {"100233": 1})
    done = run("build", "demo", "--format", "json", "--project", root)
    assert json.loads(done.stdout)["cards"] == 1
    many = run("build", "demo", "--project", project(tmp_path / "b", {"a": 100233}))
    assert many.returncode == 1
    assert "cards/demo/things.yaml:4:29: error[too-many-copies] a:" in many.stderr


def test_a_grid_that_does_not_fit_is_refused_with_the_sums(tmp_path: Path) -> None:
    """Trouble case B04: three by three cards of 89 x 127 mm are refused; without a grid there are four."""
    large = FACE.replace("poker", "89mm x 127mm")
    cards = {"a": 1, "b": 1, "c": 1, "d": 1, "e": 1}
    asked = "sheets:\n  grid: {columns: 3, rows: 3}\n"
    refused = run("build", "demo", "--project", project(tmp_path / "a", cards, large, more=asked))
    assert refused.returncode == 1
    assert "3 x 89 mm = 267 mm wide, the paper is 215.9 mm wide" in refused.stderr
    assert not (tmp_path / "a/project/output").exists()
    found = pages(project(tmp_path / "b", cards, large))
    assert [len(page) for page in found] == [4, 1]


@pytest.mark.parametrize(("flip", "upright"), [("long-edge", True), ("short-edge", False)])
def test_backs_lie_behind_their_fronts_on_the_page(tmp_path: Path, flip: str, upright: bool) -> None:
    """Trouble cases B05 and B06: over the short edge backs stand upside down on their page."""
    cards = dict.fromkeys("abcdefghi", 1)
    front, back = pages(
        project(tmp_path, cards, back=BACK), "--sheet", "nine-up", "--backs", "with", "--flip", flip
    )
    for name in cards:
        ((x, y, along),) = front[name]
        ((back_x, back_y, back_along),) = back[f"{name} back"]
        assert along == (1, 0)
        # The text begins 5 mm from the left of a card of 63.5 x 88.9 mm.
        inset, wide = 5 / 25.4 * 72, 180
        if upright:
            assert back_along == (1, 0)
            assert back_x == pytest.approx(612 - (x - inset) - wide + inset, abs=0.05)
            assert back_y == pytest.approx(y, abs=0.05)
        else:
            assert back_along == (-1, 0)
            assert back_x == pytest.approx(x - inset + wide - inset, abs=0.05)
            assert back_y == pytest.approx(792 - y, abs=0.05)


def test_the_last_half_full_page_has_one_back_at_the_top_right(tmp_path: Path) -> None:
    """Trouble case B07."""
    cards = dict.fromkeys("abcdefghij", 1)
    found = pages(project(tmp_path, cards, back=BACK), "--sheet", "nine-up", "--backs", "with")
    assert len(found) == 4
    assert list(found[2]) == ["j"]
    assert list(found[3]) == ["j back"]
    ((x, _, _),) = found[3]["j back"]
    assert x > 612 - 36 - 180


def test_without_backs_there_are_no_back_pages(tmp_path: Path) -> None:
    """Trouble case B06, no duplex."""
    assert len(pages(project(tmp_path, {"a": 1}, back=BACK), "--sheet", "nine-up")) == 1


def test_backs_are_nudged_by_the_printers_profile_and_fronts_are_not(tmp_path: Path) -> None:
    """Trouble case B08: +1.5 mm is 4.252 pt to the right, -0.5 mm is 1.417 pt down."""
    root = project(tmp_path, {"a": 1, "b": 1}, back=BACK)
    (root / "cards/printers.yaml").write_text("home: {back: {x: 1.5mm, y: -0.5mm}}\n", encoding="utf-8")
    plain = pages(root, "--backs", "with")
    moved = pages(root, "--backs", "with", "--printer", "home")
    assert moved[0] == plain[0]
    for words, ((x, y, along),) in plain[1].items():
        ((new_x, new_y, new_along),) = moved[1][words]
        assert (new_x, new_y) == pytest.approx((x + 4.252, y - 1.417), abs=0.01)
        assert new_along == along


def test_larger_bleed_on_backs_hides_drift(tmp_path: Path) -> None:
    """A back may bleed further than its front: as far as the gap to its neighbour allows."""
    front = FACE.replace("elements:", "bleed: 1mm\nelements:")
    edges = "left: -4mm, right: -4mm, top: -4mm, bottom: -4mm"
    back = f"size: poker\nbleed: 4mm\nelements: {{all: {{shape: rect, {edges}, fill: red}}}}\n"
    gutter = "sheets:\n  grid: {columns: 2, rows: 2, gutter: 4mm}\n"
    root = project(tmp_path, dict.fromkeys("abcd", 1), front, back, gutter)
    done = run("build", "demo", "--backs", "with", "--format", "json", "--project", root)
    report: dict[str, Any] = json.loads(done.stdout)
    assert done.returncode == 0, done.stdout
    page = open_pdf(Path(report["files"][0]).read_bytes()).pages[1]
    data = page.get_contents().get_data().decode("latin-1")
    clips = [[float(n) for n in line.split()[1:5]] for line in data.splitlines() if line.startswith("q ")]
    # Outside the full 4 mm, between neighbours half of the gap of 1 + 4 + 1 mm.
    wide = sorted({round(clip[2] / 72 * 25.4, 1) for clip in clips})
    assert wide == [63.5 + 4 + 3]
