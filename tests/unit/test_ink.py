"""What colours and pictures become: grey, or the inks of a press."""

from __future__ import annotations

import zlib
from io import BytesIO
from pathlib import Path

import pytest
from cmykprofile import cmyk_profile, version_4, without
from helpers import THINGS, make_project
from hypothesis import given
from hypothesis import strategies as st
from pdfread import drawn, open_pdf, pictures
from PIL import Image, ImageChops, ImageCms

from hotpnp.assets.colour import BLACK, WHITE, Cmyk, Colour, Grey, contrast, darkened, grey
from hotpnp.assets.images import PdfImage, read_picture
from hotpnp.assets.ink import GreyInk, Ink, PressInk
from hotpnp.assets.profile import BadProfile, read_profile, srgb_profile
from hotpnp.diag import Collector
from hotpnp.pipeline import Options, build
from hotpnp.source.workspace import Workspace

CHANNEL = st.integers(0, 255)
COLOURS = st.builds(Colour, CHANNEL, CHANNEL, CHANNEL)
SOME = [Colour(r, g, b) for r in (0, 90, 200, 255) for g in (0, 60, 255) for b in (10, 128, 250)]
PRESS = PressInk(read_profile(cmyk_profile()))


def file_of(image: Image.Image, form: str = "PNG", **options: object) -> bytes:
    stream = BytesIO()
    image.save(stream, form, **options)
    return stream.getvalue()


def patches(colours: list[Colour], side: int = 8) -> Image.Image:
    """Squares of the colours, side by side."""
    image = Image.new("RGB", (side * len(colours), side))
    for i, colour in enumerate(colours):
        image.paste(tuple(colour), (i * side, 0, (i + 1) * side, side))
    return image


def written(ink: Ink, data: bytes) -> PdfImage:
    return ink.picture(read_picture(data))


def raster(image: PdfImage) -> Image.Image:
    """The pixels of a picture as a PDF holds it."""
    if image.filter == "/DCTDecode":
        return Image.open(BytesIO(image.data))
    mode, channels = {"/DeviceGray": ("L", 1), "/DeviceCMYK": ("CMYK", 4)}[image.colours]
    rows = zlib.decompress(image.data)
    if not image.decode_parms:
        return Image.frombytes(mode, (image.width, image.height), rows)
    header = image.width.to_bytes(4, "big") + image.height.to_bytes(4, "big") + b"\x08\0\0\0\0"
    chunks = b"".join(
        len(body).to_bytes(4, "big") + name + body + zlib.crc32(name + body).to_bytes(4, "big")
        for name, body in ((b"IHDR", header), (b"IDAT", image.data), (b"IEND", b""))
    )
    assert channels == 1
    return Image.open(BytesIO(b"\x89PNG\r\n\x1a\n" + chunks))


@given(COLOURS)
def test_a_grey_is_as_light_as_its_colour(colour: Colour) -> None:
    assert contrast(colour, grey(colour)) < 1.03


@given(CHANNEL)
def test_greys_stay_as_they_are(level: int) -> None:
    assert grey(Colour(level, level, level)) == Grey(level)


@given(COLOURS, st.floats(1, 21))
def test_a_darkened_colour_stands_out_from_white_in_its_own_hue(colour: Colour, need: float) -> None:
    dark = darkened(colour, need)
    assert contrast(dark, WHITE) >= need - 1e-9 or dark == BLACK
    assert all(new <= old for new, old in zip(dark.rgb, colour, strict=True))
    if contrast(colour, WHITE) >= need:
        assert dark == colour


@pytest.mark.parametrize("form", ["PNG", "JPEG", "WebP", "TIFF", "GIF"])
def test_pictures_become_the_same_grey_as_colours(form: str) -> None:
    options = {"JPEG": {"quality": 100, "subsampling": 0}, "WebP": {"lossless": True}}
    shown = patches(SOME)
    found = written(GreyInk(), file_of(shown, form, **options.get(form, {})))
    assert found.colours == "/DeviceGray"
    assert (found.filter == "/DCTDecode") == (form == "JPEG")
    pixels = raster(found)
    near = {"JPEG": 3, "GIF": 3}.get(form, 1)
    for i, colour in enumerate(SOME):
        level: object = pixels.getpixel((i * 8 + 4, 4))
        assert isinstance(level, int)
        assert abs(level - grey(colour).level) <= near, colour


def test_a_grey_picture_keeps_its_transparency() -> None:
    image = patches(SOME).convert("RGBA")
    image.putalpha(Image.linear_gradient("L").resize(image.size))
    found = written(GreyInk(), file_of(image))
    assert found.mask is not None
    assert not ImageChops.difference(raster(found.mask), image.getchannel("A")).getbbox()


def test_a_cmyk_jpeg_is_read_by_its_own_rule_for_what_counts_as_full() -> None:
    """Adobe's files count down from full; others count up. Taken for the other, black would be white."""
    dark = Image.new("CMYK", (16, 16), (255, 255, 255, 230))
    adobe = file_of(dark, "JPEG", quality=100)
    at = adobe.index(b"\xff\xee")
    plain = adobe[:at] + adobe[at + 2 + int.from_bytes(adobe[at + 2 : at + 4], "big") :]
    levels = [raster(written(GreyInk(), data)).getpixel((8, 8)) for data in (adobe, plain)]
    assert levels == [0, pytest.approx(230, abs=2)]


def test_a_press_prints_greys_in_black_alone_and_leaves_inks_as_they_are() -> None:
    assert PRESS.solid(BLACK) == Cmyk(0, 0, 0, 1)
    assert PRESS.solid(WHITE) == Cmyk(0, 0, 0, 0)
    assert PRESS.solid(Grey(51)) == Cmyk(0, 0, 0, 0.8)
    assert PRESS.solid(Cmyk(0.1, 0.2, 0.3, 0.4)) == Cmyk(0.1, 0.2, 0.3, 0.4)


@pytest.mark.parametrize("colour", [Colour(200, 30, 40), Colour(20, 90, 160), Colour(240, 220, 90)])
def test_colours_go_through_the_profile(colour: Colour) -> None:
    """The test's press mixes its inks as a screen would, so that the inks lead back to the colour."""
    found = PRESS.solid(colour)
    assert isinstance(found, Cmyk)
    assert found.black > 0
    assert tuple(found.rgb) == pytest.approx(tuple(colour), abs=8)


@pytest.mark.parametrize("form", ["PNG", "JPEG"])
def test_pictures_for_a_press_are_cmyk_and_like_their_colours(form: str) -> None:
    shown = [colour for colour in SOME if len(set(colour)) > 1]
    options = {"quality": 100, "subsampling": 0} if form == "JPEG" else {}
    found = written(PRESS, file_of(patches(shown), form, **options))
    assert found.colours == "/DeviceCMYK"
    assert found.bits == 8
    pixels = raster(found)
    for i, colour in enumerate(shown):
        inks = PRESS.solid(colour)
        assert isinstance(inks, Cmyk)
        wanted = tuple(round(255 * ink) for ink in inks)
        assert pixels.getpixel((i * 8 + 4, 4)) == pytest.approx(wanted, abs=6), colour


def test_a_picture_of_greys_is_printed_in_black_alone() -> None:
    greys = [Colour(level, level, level) for level in (0, 40, 255)]
    found = written(PRESS, file_of(patches(greys)))
    assert found.colours == "/DeviceGray"
    assert [raster(found).getpixel((8 * i, 0)) for i in range(3)] == [0, 40, 255]


def test_the_profile_of_a_press_is_read() -> None:
    found = read_profile(cmyk_profile())
    assert (found.name, round(found.version, 1)) == ("Test press", 2.1)
    assert read_profile(version_4(cmyk_profile())).version >= 4


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "not an ICC profile"),
        (b"%PDF-1.7", "not an ICC profile"),
        (srgb_profile(), "monitor's profile for RGB"),
        (without(cmyk_profile(), b"B2A0"), "B2A0"),
        (cmyk_profile()[:9000], "B2A0"),
    ],
)
def test_what_is_no_profile_of_a_press_is_refused(data: bytes, said: str) -> None:
    with pytest.raises(BadProfile, match=said):
        read_profile(data)


def test_the_own_profile_of_srgb_is_srgb() -> None:
    profile = ImageCms.ImageCmsProfile(BytesIO(srgb_profile()))
    same = ImageCms.createProfile("sRGB")
    transform = ImageCms.buildTransform(profile, same, "RGB", "RGB", ImageCms.Intent.RELATIVE_COLORIMETRIC)
    shown = patches(SOME)
    moved = ImageCms.applyTransform(shown, transform)
    assert moved is not None
    assert max(high for _, high in ImageChops.difference(shown, moved).getextrema()) <= 1


LAYOUT = """\
size: poker
elements:
  left: {shape: rect, width: 50%, fill: "#c81e28"}
  right: {shape: rect, left: 50%, fill: "cmyk(80, 20, 0, 10)"}
  run: {shape: rect, height: 20mm, fill: "linear(90, gold, cmyk(0, 90, 80, 0))"}
  art: {picture: art.jpg, top: 30mm, height: 20mm}
  name: {text: "{name}", top: 60mm, height: 10mm, colour: white, stroke: navy}
"""


def test_a_grey_build_holds_greys_alone_at_the_same_places(tmp_path: Path) -> None:
    files = {
        "layouts/demo/thing.yaml": LAYOUT,
        "cards/demo/things.yaml": THINGS,
        "layouts/demo/art.jpg": file_of(patches(SOME), "JPEG"),
    }
    project = make_project(tmp_path, files)
    data = {}
    for gray in (False, True):
        report = build(Workspace(project, Collector()), "demo", tmp_path / "out", Options(gray=gray))
        (path,) = report.files
        data[path.name] = path.read_bytes()
    assert list(data) == ["kit.pdf", "kit-gray.pdf"]
    (shown,) = pictures(data["kit-gray.pdf"], 50)
    red, green, blue = shown.split()
    assert not ImageChops.difference(red, green).getbbox()
    assert not ImageChops.difference(red, blue).getbbox()
    assert ImageChops.difference(pictures(data["kit.pdf"], 50)[0], shown).getbbox()
    full, plain = (drawn(open_pdf(one).pages[0]) for one in data.values())
    cards = [words for words in full.words if words.size > 8]
    assert cards
    assert [words for words in plain.words if words.size > 8] == cards
    assert "gray" in " ".join(words.text for words in plain.words)
    assert b"/DeviceRGB" in data["kit.pdf"]
    assert b"/DeviceRGB" not in data["kit-gray.pdf"]
