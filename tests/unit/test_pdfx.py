"""PDF/X read back, and what stops it."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
import zlib
from io import BytesIO
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from cmykprofile import cmyk_profile, version_4
from helpers import GAME, THING, make_project
from pdfread import pictures
from PIL import Image

from hotpnp.assets.profile import srgb_profile
from hotpnp.diag import Collector, Diagnostic, Stopped
from hotpnp.pipeline import Options, build
from hotpnp.render import pdfx
from hotpnp.source.workspace import Workspace

NOT_FLAT = "opacity: 0.4"
LAYOUT = """\
size: poker
bleed: 0.125in
elements:
  ground: {shape: rect, fill: "#f0e0c0", bleed: yes}
  own: {shape: rect, top: 10mm, height: 5mm, fill: "cmyk(80, 20, 0, 10)"}
  run: {shape: rect, top: 16mm, height: 10mm, fill: "linear(90, gold, cmyk(0, 90, 80, 0), black)"}
  art: {picture: art.jpg, top: 30mm, height: 20mm}
  scan: {picture: scan.png, top: 52mm, height: 10mm}
  name: {text: "{name}", top: 70mm, left: 6mm, right: 6mm, height: 10mm, colour: "#222222"}
  number: {text: "{number}", top: 80mm, left: 6mm, right: 6mm, height: 6mm, colour: "#800000"}
"""


def picture(mode: str, form: str, colour: Any) -> bytes:
    stream = BytesIO()
    Image.new(mode, (300, 200), colour).save(stream, form)
    return stream.getvalue()


FILES: dict[str, str | bytes] = {
    "cards/demo/game.yaml": GAME + "sheet: single\n",
    "layouts/demo/thing.yaml": LAYOUT,
    "layouts/demo/art.jpg": picture("RGB", "JPEG", (20, 120, 60)),
    "layouts/demo/scan.png": picture("I;16", "PNG", 30000),
}


def written(tmp_path: Path, files: dict[str, str | bytes] | None = None, **options: Any) -> Path:
    """The file of a build for a press; a profile is at hand."""
    project = make_project(tmp_path, files or FILES)
    profile = tmp_path / "press.icc"
    if not profile.exists():
        profile.write_bytes(cmyk_profile())
    chosen = Options(**{"icc": profile, **options})
    return build(Workspace(project, Collector()), "demo", tmp_path / "out", chosen).files[0]


def refused(tmp_path: Path, files: dict[str, str | bytes] | None = None, **options: Any) -> list[Diagnostic]:
    """What is said of a build for a press that fails; nothing is written."""
    diagnostics = Collector()
    project = make_project(tmp_path, files or FILES)
    with pytest.raises(Stopped):
        build(Workspace(project, diagnostics), "demo", tmp_path / "out", Options(**options))
    assert not (tmp_path / "out").exists()
    return [found for found in diagnostics if found.severity == "error"]


def streams(document: pikepdf.Pdf, kind: str) -> list[Any]:
    return [
        found
        for found in document.objects
        if isinstance(found, pikepdf.Stream) and found.get("/Subtype") == kind
    ]


def operators(document: pikepdf.Pdf) -> set[str]:
    owners: list[Any] = [*document.pages, *streams(document, "/Form")]
    return {str(step.operator) for owner in owners for step in pikepdf.parse_content_stream(owner)}


def shading_spaces(document: pikepdf.Pdf) -> set[str]:
    forms = streams(document, "/Form")
    shadings = [s for form in forms for s in form.Resources.get("/Shading", pikepdf.Dictionary()).values()]
    return {str(shading.ColorSpace) for shading in shadings}


def check_common(document: pikepdf.Pdf) -> None:
    """What both kinds ask of a file."""
    (intent,) = document.Root.OutputIntents  # type: ignore[attr-defined]
    assert intent.S == "/GTS_PDFX"
    assert str(intent.OutputConditionIdentifier) == "Custom"
    assert str(intent.Info) == "Test press"
    assert intent.DestOutputProfile.N == 4
    assert intent.DestOutputProfile.read_bytes() == cmyk_profile()
    info = document.docinfo
    assert info.Trapped == "/False"
    assert str(info.CreationDate) == str(info.ModDate) == "D:20000101000000Z"
    assert str(info.Title) == "Demo 1.0"
    assert len(document.trailer.ID) == 2
    assert "/Encrypt" not in document.trailer
    for key in ("/ViewerPreferences", "/AcroForm", "/OpenAction", "/Names"):
        assert key not in document.Root
    for page in document.pages:
        assert "/TrimBox" in page
        assert "/ArtBox" not in page
        assert "/Annots" not in page
    fonts = [found for found in document.objects if isinstance(found, pikepdf.Dictionary)]
    fonts = [found for found in fonts if found.get("/Type") == "/Font"]
    assert fonts
    for font in fonts:
        assert "/FontFile2" in font.FontDescriptor
    assert document.check_pdf_syntax() == []


def test_x1a_holds_inks_and_greys_alone(tmp_path: Path) -> None:
    with pikepdf.open(written(tmp_path, pdfx="x1a")) as document:
        check_common(document)
        assert document.pdf_version == "1.4"
        assert str(document.docinfo["/GTS_PDFXVersion"]) == "PDF/X-1a:2003"
        used = operators(document)
        assert "k" in used
        assert not used & {"rg", "RG", "cs", "CS", "gs"}
        assert shading_spaces(document) == {"/DeviceCMYK"}
        images = streams(document, "/Image")
        assert sorted(str(image.ColorSpace) for image in images) == ["/DeviceCMYK", "/DeviceGray"]
        for image in images:
            assert image.BitsPerComponent == 8
            assert "/SMask" not in image
        for form in streams(document, "/Form"):
            assert "/Group" not in form
            assert "/ExtGState" not in form.Resources
        for page in document.pages:
            assert [float(n) for n in page.TrimBox] == [9, 9, 189, 261]


def test_x1a_in_grey_holds_no_coloured_ink(tmp_path: Path) -> None:
    path = written(tmp_path, pdfx="x1a", gray=True)
    assert path.name == "kit-gray-x1a.pdf"
    with pikepdf.open(path) as document:
        check_common(document)
        assert not operators(document) & {"rg", "RG", "k", "K"}
        assert {str(image.ColorSpace) for image in streams(document, "/Image")} == {"/DeviceGray"}


def test_x4_says_what_its_rgb_is(tmp_path: Path) -> None:
    seen = {**FILES, "layouts/demo/thing.yaml": LAYOUT.replace("height: 5mm", f"height: 5mm, {NOT_FLAT}")}
    with pikepdf.open(written(tmp_path, seen, pdfx="x4")) as document:
        check_common(document)
        assert document.pdf_version == "1.6"
        assert "/GTS_PDFXVersion" not in document.docinfo
        assert operators(document) >= {"rg", "k", "gs"}
        owners = [*(page.obj for page in document.pages), *streams(document, "/Form")]
        assert len(owners) > 3
        for owner in owners:
            kind, profile = owner.Resources.ColorSpace.DefaultRGB
            assert kind == "/ICCBased"
            assert profile.N == 3
            assert profile.read_bytes() == srgb_profile()


def test_x4_is_known_by_its_metadata(tmp_path: Path) -> None:
    game = (GAME + "sheet: single\n").replace("Demo", "Ćma & <Co>")
    with pikepdf.open(written(tmp_path, {**FILES, "cards/demo/game.yaml": game}, pdfx="x4")) as document:
        stream = document.Root.Metadata  # type: ignore[attr-defined]
        assert (stream.Type, stream.Subtype) == ("/Metadata", "/XML")
        assert "/Filter" not in stream
        root = ET.fromstring(stream.read_bytes().decode("utf-8"))
        told = {re.sub(r".*}", "", element.tag): (element.text or "").strip() for element in root.iter()}
        assert root.find(".//{http://www.npes.org/pdfx/ns/id/}GTS_PDFXVersion") is not None
        assert told["GTS_PDFXVersion"] == "PDF/X-4"
        assert told["li"] == str(document.docinfo.Title) == "Ćma & <Co> 1.0"
        assert told["Trapped"] == "False"
        for key in ("CreateDate", "ModifyDate", "MetadataDate"):
            assert told[key] == "2000-01-01T00:00:00Z"
        assert told["DocumentID"].startswith("uuid:")
        assert (told["RenditionClass"], told["VersionID"]) == ("default", "1")


@pytest.mark.parametrize("kind", ["x1a", "x4"])
def test_it_looks_as_before(tmp_path: Path, kind: str) -> None:
    """About, since pypdfium2 shows CMYK as a press of its own would print it."""
    before = pictures(written(tmp_path / "before").read_bytes(), 40, [0])[0]
    after = pictures(written(tmp_path / "after", pdfx=kind).read_bytes(), 40, [0])[0]
    assert before.size == after.size
    for x, y in ((2, 2), (50, 75), (50, 100)):
        assert after.getpixel((x, y)) == pytest.approx(before.getpixel((x, y)), abs=30), (x, y)


@pytest.mark.parametrize("kind", ["x1a", "x4"])
def test_sheets_are_trimmed_at_their_edge_and_bytes_are_the_same_again(tmp_path: Path, kind: str) -> None:
    first, again = (written(tmp_path / name, pdfx=kind, sheet="eight-up").read_bytes() for name in ("a", "b"))
    assert first == again
    with pikepdf.open(BytesIO(first)) as document:
        check_common(document)
        for page in document.pages:
            assert [float(n) for n in page.TrimBox] == [0, 0, 792, 612]


def test_the_date_is_that_of_the_variable_for_reproducible_builds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    with pikepdf.open(written(tmp_path, pdfx="x4")) as document:
        assert str(document.docinfo.CreationDate) == "D:20231114221320Z"
        assert b"2023-11-14T22:13:20Z" in document.Root.Metadata.read_bytes()  # type: ignore[attr-defined]
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "yesterday")
    (found,) = refused(tmp_path / "b", pdfx="x4", icc=tmp_path / "press.icc")
    assert found.code == "bad-value"
    assert "yesterday" in found.message


@pytest.mark.parametrize(
    ("layout", "fault"),
    [
        (THING.replace("height: 10mm}", f"height: 10mm, {NOT_FLAT}}}", 1), "an opacity of 40 %"),
        ("size: poker\nelements:\n  art: {picture: clear.png}\n", "transparent pixels"),
    ],
)
def test_x1a_refuses_what_is_see_through_and_names_the_cards(tmp_path: Path, layout: str, fault: str) -> None:
    clear = picture("RGBA", "PNG", (20, 30, 40, 99))
    files = {**FILES, "layouts/demo/thing.yaml": layout, "layouts/demo/clear.png": clear}
    profile = tmp_path / "press.icc"
    profile.write_bytes(cmyk_profile())
    (found,) = refused(tmp_path, files, pdfx="x1a", icc=profile)
    assert found.code == "transparency"
    assert found.card == "one"
    assert fault in found.message
    assert found.message.endswith("also two, three")
    assert "--pdfx x4" in found.hint


def test_a_damaged_picture_is_said_whatever_finds_it(tmp_path: Path) -> None:
    """Its header is whole; that its pixels end too soon shows when they are asked for transparency."""
    whole = picture("LA", "PNG", (20, 99))
    at = whole.index(b"IDAT")
    rows = whole[at + 4 : at + 4 + int.from_bytes(whole[at - 4 : at], "big")][:20]
    chunk = b"IDAT" + rows
    damaged = whole[: at - 4] + len(rows).to_bytes(4, "big") + chunk + zlib.crc32(chunk).to_bytes(4, "big")
    damaged += whole[whole.index(b"IEND") - 4 :]
    profile = tmp_path / "press.icc"
    profile.write_bytes(cmyk_profile())
    (found,) = refused(tmp_path, {**FILES, "layouts/demo/scan.png": damaged}, pdfx="x1a", icc=profile)
    assert found.code == "bad-picture"


def test_without_a_profile_it_stops(tmp_path: Path) -> None:
    (found,) = refused(tmp_path, pdfx="x4")
    assert found.code == "bad-profile"
    assert "--icc FILE" in found.hint


@pytest.mark.parametrize(
    ("kind", "data", "said"),
    [
        ("x4", b"no profile", "not an ICC profile"),
        ("x4", srgb_profile(), "monitor's profile for RGB"),
        ("x1a", version_4(cmyk_profile()), "version 4"),
    ],
)
def test_a_profile_that_will_not_do_is_refused(tmp_path: Path, kind: str, data: bytes, said: str) -> None:
    profile = tmp_path / "own.icc"
    profile.write_bytes(data)
    (found,) = refused(tmp_path, pdfx=kind, icc=profile)
    assert found.code == "bad-profile"
    assert said in found.message
    assert found.span is not None
    assert found.span.file.endswith("own.icc")


def test_a_profile_that_cannot_be_read_is_said(tmp_path: Path) -> None:
    (found,) = refused(tmp_path, pdfx="x4", icc=tmp_path / "none.icc")
    assert found.code == "file-unreadable"


def test_x4_takes_a_profile_of_version_4(tmp_path: Path) -> None:
    profile = tmp_path / "own.icc"
    profile.write_bytes(version_4(cmyk_profile()))
    assert written(tmp_path, pdfx="x4", icc=profile).exists()


def test_without_the_extra_it_stops(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdfx, "find_spec", lambda name: None)
    (found,) = refused(tmp_path, pdfx="x4")
    assert found.code == "extra-missing"
    assert "hotpnp[pdfx]" in found.hint
