"""Pictures on cards: how they fill their boxes, and what is said of those that cannot be drawn well."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pytest
from helpers import GAME, THING, diagnose, errors, make_project, said, scenes
from PIL import Image

from hotpnp.diag import Diagnostic
from hotpnp.geometry import Affine, Rect
from hotpnp.scene.items import Group, Item, ink_box
from hotpnp.scene.items import Image as Drawn
from hotpnp.units import MM

TABLE = "fields:\n  art: {type: picture}\ncards:\n  - {id: card, art: art/a.png}\n"
PLACE = "left: 10mm, top: 10mm, width: 20mm, height: 10mm"


def png(width: int, height: int, colour: str = "red") -> bytes:
    stream = BytesIO()
    Image.new("RGB", (width, height), colour).save(stream, "PNG")
    return stream.getvalue()


def gif() -> bytes:
    stream = BytesIO()
    frames = [Image.new("RGB", (400, 400), colour) for colour in ("red", "blue")]
    frames[0].save(stream, "GIF", save_all=True, append_images=frames[1:], duration=50)
    return stream.getvalue()


def project(tmp_path: Path, keys: str = "", table: str = TABLE, **files: bytes) -> Path:
    layout = f'size: 60mm x 40mm\nelements:\n  a: {{picture: "{{art}}", {PLACE}{keys}}}\n'
    drawn = files or {"cards/demo/art/a.png": png(400, 400)}
    return make_project(
        tmp_path, {"cards/demo/things.yaml": table, "layouts/demo/thing.yaml": layout, **drawn}
    )


def drawn(tmp_path: Path, keys: str = "") -> Item:
    (item,) = scenes(project(tmp_path, keys))["card"].items
    return item


def test_a_picture_keeps_its_shape_in_the_middle_of_its_box(tmp_path: Path) -> None:
    item = drawn(tmp_path)
    assert isinstance(item, Drawn)
    assert ink_box(item) == Rect(15 * MM, 10 * MM, 10 * MM, 10 * MM)


@pytest.mark.parametrize(
    ("focus", "top"), [("", 5), (", focus: 50% 0", 10), (", focus: 0 100%", 0), (", focus: 50% 25%", 7.5)]
)
def test_a_picture_that_covers_its_box_is_cut_at_the_box(tmp_path: Path, focus: str, top: float) -> None:
    item = drawn(tmp_path, f", fit: cover{focus}")
    assert isinstance(item, Group)
    assert ink_box(item) == Rect(10 * MM, 10 * MM, 20 * MM, 10 * MM)
    assert ink_box(item.items[0]) == Rect(10 * MM, round(top * MM), 20 * MM, 20 * MM)


def test_a_picture_is_pulled_only_when_that_is_asked_for(tmp_path: Path) -> None:
    assert ink_box(drawn(tmp_path, ", fit: stretch")) == Rect(10 * MM, 10 * MM, 20 * MM, 10 * MM)


def test_an_upright_picture_is_upright(tmp_path: Path) -> None:
    item = drawn(tmp_path)
    assert isinstance(item, Drawn)
    assert item.matrix == Affine(10 * MM, 0, 0, 10 * MM, 15 * MM, 10 * MM)


def faults(tmp_path: Path, name: str, data: bytes, table: str = "") -> list[Diagnostic]:
    table = table or TABLE.replace("a.png", name)
    return diagnose(project(tmp_path, "", table, **{f"cards/demo/art/{name}": data}))


@pytest.mark.parametrize(
    ("name", "data", "words"),
    [
        ("a.png", b"", "a.png"),
        ("a.png", b"\x89PNG\r\n\x1a\n", "a.png"),
        ("a.png", png(400, 400)[:-30], "cut off"),
        ("a.heic", b"no picture at all", "PNG, JPEG, WebP, GIF"),
        ("a.heic", b"\0\0\0\x18ftypheic" + bytes(20), "HEIC"),
    ],
)
def test_a_picture_that_cannot_be_drawn_is_said_at_the_cards_value(
    tmp_path: Path, name: str, data: bytes, words: str
) -> None:
    (found,) = faults(tmp_path, name, data)
    assert said([found]) == ["things.yaml:4:21 bad-picture"]
    assert (found.card, found.severity) == ("card", "error")
    assert f"cards/demo/art/{name}" in found.message
    assert words in found.message


def test_a_moving_picture_is_drawn_by_its_first_frame_with_a_warning(tmp_path: Path) -> None:
    (found,) = faults(tmp_path, "a.gif", gif())
    assert said([found]) == ["things.yaml:4:21 picture-note"]
    assert found.severity == "warning"
    assert "first" in found.message


@pytest.mark.parametrize(
    ("side", "words"), [(70, "178 dpi at this size and will look soft"), (40, "will look blurred")]
)
def test_a_picture_with_too_few_pixels_is_said_with_what_is_needed(
    tmp_path: Path, side: int, words: str
) -> None:
    (found,) = faults(tmp_path, "a.png", png(side, side))
    assert said([found]) == ["things.yaml:4:21 low-dpi"]
    assert found.severity == "warning"
    assert words in found.message
    assert "300 dpi need 119 x 119 pixels" in found.message


def test_a_picture_with_enough_pixels_is_fine(tmp_path: Path) -> None:
    assert faults(tmp_path, "a.png", png(80, 80)) == []


@pytest.mark.parametrize(
    ("typed", "hint"),
    [("art/A.png", '"a.png", which differs only in letter case'), ("art\\a.png", 'write paths with "/"')],
)
def test_a_picture_that_is_not_there_is_said(tmp_path: Path, typed: str, hint: str) -> None:
    table = TABLE.replace("art/a.png", typed)
    (found,) = faults(tmp_path, "a.png", png(400, 400), table)
    assert said([found]) == ["things.yaml:4:21 file-missing"]
    assert hint in found.hint


def test_a_picture_outside_the_project_is_refused(tmp_path: Path) -> None:
    (tmp_path / "secret.png").write_bytes(png(400, 400))
    table = TABLE.replace("art/a.png", "../../../secret.png")
    found = faults(tmp_path, "a.png", png(400, 400), table)
    assert [one.severity for one in found] == ["error"]
    assert "outside the project" in found[0].message


def test_ink_in_the_frame_that_a_sheet_needs_is_a_warning(tmp_path: Path) -> None:
    files = {
        "cards/demo/game.yaml": GAME + "sheet: ten-up\n",
        "layouts/demo/thing.yaml": THING
        + "  edge: {shape: rect, fill: red, width: 4mm, height: 4mm, top: 60mm}\n",
    }
    (found,) = diagnose(make_project(tmp_path, files))
    assert said([found]) == ["game.yaml:4:50 ink-in-frame"]
    assert (found.severity, found.card) == ("warning", "one")
    assert "within 4.32 mm of the trim" in found.message
    assert errors(make_project(tmp_path / "again", files)) == []
