"""Pictures: read, refused, and drawn in a PDF as Pillow sees them."""

from __future__ import annotations

import contextlib
import struct
import warnings
import zlib
from collections.abc import Iterator, Sequence
from io import BytesIO
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pdfread import open_pdf, pictures
from PIL import Image, ImageChops, ImageOps
from reportlab.pdfgen.canvas import Canvas

from hotpnp.assets.images import BadPicture, Picture, encode, read_picture
from hotpnp.assets.orientation import unit_matrix
from hotpnp.render.form import FORM_PREFIX
from hotpnp.render.image import add_image

YELLOW = (255, 255, 0)
WIDE, HIGH = 40, 24
GREY, RGB, PALETTE, GREY_ALPHA, RGB_ALPHA = 0, 2, 3, 4, 6
Pixel = tuple[int, ...]
Rows = Sequence[Sequence[Pixel]]


def art() -> Image.Image:
    """Two ramps, and a blue block that tells the corners apart."""
    picture = Image.new("RGB", (WIDE, HIGH))
    for x in range(WIDE):
        for y in range(HIGH):
            blue = 200 if x < WIDE // 3 and y < HIGH // 3 else 40
            picture.putpixel((x, y), (x * 255 // WIDE, y * 255 // HIGH, blue))
    return picture


def ramp() -> Image.Image:
    """How opaque: clear on the left, solid on the right."""
    return Image.linear_gradient("L").rotate(90).resize((WIDE, HIGH))


ART = art()
SEE_THROUGH = ART.copy()
SEE_THROUGH.putalpha(ramp())
GREY_ART = ART.convert("L")
GREY_SEE_THROUGH = GREY_ART.copy()
GREY_SEE_THROUGH.putalpha(ramp())
FEW = ART.quantize(50)


def saved(picture: Image.Image, form: str, **options: Any) -> bytes:
    stream = BytesIO()
    picture.save(stream, form, **options)
    return stream.getvalue()


def chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def png(
    rows: Rows, bits: int, colour: int, interlaced: bool = False, before: bytes = b"", after: bytes = b""
) -> bytes:
    """A PNG of these samples, with chunks of one's own before and after the rows."""
    size = len(rows[0]), len(rows)
    packed = b"".join(b"\0" + pack(row, bits) for row in (adam7(rows) if interlaced else rows) if row)
    header = struct.pack(">IIBBBBB", *size, bits, colour, 0, 0, interlaced)
    body = chunk(b"IHDR", header) + before + chunk(b"IDAT", zlib.compress(packed)) + after
    return b"\x89PNG\r\n\x1a\n" + body + chunk(b"IEND", b"")


def adam7(rows: Rows) -> Iterator[Sequence[Pixel]]:
    steps = [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]
    for x, y, dx, dy in steps:
        for row in rows[y::dy]:
            yield row[x::dx]


def pack(row: Sequence[Pixel], bits: int) -> bytes:
    digits = "".join(f"{sample:0{bits}b}" for pixel in row for sample in pixel)
    digits += "0" * (-len(digits) % 8)
    return int(digits, 2).to_bytes(len(digits) // 8, "big")


def samples(picture: Image.Image, scale: int = 1) -> list[list[Pixel]]:
    wide, high = picture.size
    found = [[picture.getpixel((x, y)) for x in range(wide)] for y in range(high)]
    return [[tuple(v * scale for v in (p if isinstance(p, tuple) else (p,))) for p in row] for row in found]


def pdf_of(picture: Picture, operators: Sequence[str] = ("1 1 0 rg 0 0 999 999 re f",)) -> bytes:
    """A page of a point a pixel, yellow, with the picture over all of it."""
    stream = BytesIO()
    canvas: Any = Canvas(stream, pagesize=(picture.width, picture.height), invariant=1, pdfVersion=(1, 7))
    add_image(canvas._doc, "art", encode(picture))
    turn = " ".join(map(str, unit_matrix(picture.orientation)))
    canvas._code.extend(operators)
    canvas._code.append(f"q {picture.width} 0 0 {picture.height} 0 0 cm {turn} cm /{FORM_PREFIX}art Do Q")
    canvas._formsinuse.append("art")
    canvas.showPage()
    canvas.save()
    return stream.getvalue()


def drawn(data: bytes, dpi: int = 72) -> Image.Image:
    page: Image.Image = pictures(pdf_of(read_picture(data)), dpi)[0]
    return page


def seen(data: bytes) -> Image.Image:
    """The picture on yellow, as Pillow has it."""
    upright = ImageOps.exif_transpose(Image.open(BytesIO(data))).convert("RGBA")
    ground = Image.new("RGBA", upright.size, YELLOW)
    ground.alpha_composite(upright)
    return ground.convert("RGB")


def off(one: Image.Image, other: Image.Image) -> int:
    """The greatest difference of any channel."""
    assert one.size == other.size
    difference = ImageChops.difference(one.convert("RGB"), other.convert("RGB"))
    return max(high for _, high in difference.getextrema())


def refusal(data: bytes, **options: int) -> str:
    with warnings.catch_warnings(record=True) as warned, pytest.raises(BadPicture) as caught:
        read_picture(data, **options)
    assert not warned
    return str(caught.value)


FILES = {
    "png-1": saved(ART.convert("1"), "PNG"),
    "png-grey-2": saved(GREY_ART, "PNG", bits=2),
    "png-grey-4": saved(GREY_ART, "PNG", bits=4),
    "png-grey": saved(GREY_ART, "PNG"),
    "png-rgb": saved(ART, "PNG"),
    **{f"png-palette-{n}": saved(ART.quantize(2**n), "PNG") for n in (1, 2, 4, 8)},
    "png-palette-one-clear": saved(FEW, "PNG", transparency=3),
    "png-palette-see-through": saved(FEW, "PNG", transparency=bytes(range(0, 250, 5))),
    "png-grey-alpha": saved(GREY_SEE_THROUGH, "PNG"),
    "png-rgb-alpha": saved(SEE_THROUGH, "PNG"),
    "png-grey-clear": saved(GREY_ART, "PNG", transparency=GREY_ART.getpixel((30, 20))),
    "png-rgb-clear": saved(ART, "PNG", transparency=ART.getpixel((30, 20))),
    "png-interlaced": png(samples(ART), 8, RGB, interlaced=True),
    "png-interlaced-grey": png(samples(GREY_ART), 8, GREY, interlaced=True),
    "png-interlaced-alpha": png(samples(SEE_THROUGH), 8, RGB_ALPHA, interlaced=True),
    "png-interlaced-rgb-16": png(samples(ART, 257), 16, RGB, interlaced=True),
    "png-animated": saved(SEE_THROUGH, "PNG", save_all=True, append_images=[SEE_THROUGH.rotate(180)]),
    "png-rgb-16": png(samples(ART, 257), 16, RGB),
    "png-rgb-alpha-16": png(samples(SEE_THROUGH, 257), 16, RGB_ALPHA),
    "png-grey-alpha-16": png(samples(GREY_SEE_THROUGH, 257), 16, GREY_ALPHA),
    "webp": saved(ART, "WEBP", lossless=True),
    "webp-alpha": saved(SEE_THROUGH, "WEBP", lossless=True, exact=True),
    "webp-lossy": saved(SEE_THROUGH, "WEBP"),
    "gif": saved(FEW, "GIF"),
    "gif-grey": saved(GREY_ART, "GIF"),
    "gif-clear": saved(FEW, "GIF", transparency=5),
    "gif-grey-clear": saved(GREY_ART, "GIF", transparency=40),
    "tiff": saved(ART, "TIFF"),
    "tiff-alpha": saved(SEE_THROUGH, "TIFF", compression="tiff_lzw"),
    "tiff-1": saved(ART.convert("1"), "TIFF", compression="group4"),
    "tiff-palette": saved(FEW, "TIFF", compression="tiff_deflate"),
    "tiff-grey-alpha": saved(GREY_SEE_THROUGH, "TIFF", compression="packbits"),
    "tiff-ycbcr": saved(ART.convert("YCbCr"), "TIFF"),
    "jpeg": saved(ART, "JPEG"),
    "jpeg-progressive": saved(ART, "JPEG", progressive=True),
    "jpeg-grey": saved(GREY_ART, "JPEG"),
    "jpeg-rgb": saved(ART, "JPEG", keep_rgb=True, subsampling=0),
}


@pytest.mark.parametrize("name", FILES)
def test_drawn_as_pillow_sees_it(name: str) -> None:
    assert off(drawn(FILES[name]), seen(FILES[name])) <= (8 if name.startswith("jpeg") else 4)
    grey = name in ("png-1", "tiff-1") or ("grey" in name and not name.startswith("gif"))
    assert (encode(read_picture(FILES[name])).colours == "/DeviceGray") == grey


@pytest.mark.parametrize("form", ["JPEG", "PNG", "WEBP", "TIFF"])
@pytest.mark.parametrize("orientation", range(1, 9))
def test_turned_as_exif_says(form: str, orientation: int) -> None:
    exif = Image.Exif()
    exif[0x0112] = orientation
    data = saved(ART, form, exif=exif, lossless=True)
    picture = read_picture(data)
    assert (picture.width, picture.height) == ((WIDE, HIGH) if orientation < 5 else (HIGH, WIDE))
    assert picture.orientation == (1 if form == "TIFF" else orientation)
    assert off(drawn(data), seen(data)) <= (8 if form == "JPEG" else 4)


@pytest.mark.parametrize(
    "exif",
    [
        b"",
        b"II*\0",
        b"MM\0*\0\0\0\x08\0\x09",
        b"II*\0\x08\0\0\0\1\0\x12\1\3\0\1\0\0\0\x0c\0\0\0",
        b"odd data",
    ],
)
def test_faulty_exif_turns_nothing(exif: bytes) -> None:
    assert read_picture(png(samples(ART), 8, RGB, after=chunk(b"eXIf", exif))).orientation == 1


def test_exif_after_the_rows_and_high_byte_first() -> None:
    exif = b"MM\0*\0\0\0\x08\0\1\1\x12\0\3\0\0\0\1\0\6\0\0"
    data = png(samples(ART), 8, RGB, after=chunk(b"eXIf", exif))
    assert read_picture(data).orientation == 6
    assert off(drawn(data), ART.transpose(Image.Transpose.ROTATE_270)) <= 4


@pytest.mark.parametrize("kind", ["plain", "interlaced", "tiff", "tiff-high-byte-first"])
def test_grey_of_16_bits_keeps_its_shades(kind: str) -> None:
    """Pillow itself makes all but the darkest white."""
    levels = [x * 1600 + y * 7 for y in range(HIGH) for x in range(WIDE)]
    order = ">" if kind.endswith("first") else "<"
    raw = struct.pack(f"{order}{len(levels)}H", *levels)
    if kind.startswith("tiff"):
        data = saved(Image.frombytes("I;16B" if order == ">" else "I;16", (WIDE, HIGH), raw), "TIFF")
    else:
        rows = [[(level,) for level in levels[i : i + WIDE]] for i in range(0, len(levels), WIDE)]
        data = png(rows, 16, GREY, interlaced=kind == "interlaced")
    shades = bytes(round(level / 257) for level in levels)
    assert off(drawn(data), Image.frombytes("L", (WIDE, HIGH), shades)) <= 1


@pytest.mark.parametrize("bits", [1, 2, 4, 16])
def test_clear_grey_of_other_depths(bits: int) -> None:
    """Pillow compares the clear level with levels that it has already scaled."""
    last = 2**bits - 1
    rows = [[(x * last // (WIDE - 1),) for x in range(WIDE)] for _ in range(HIGH)]
    data = png(rows, bits, GREY, before=chunk(b"tRNS", struct.pack(">H", last)))
    image = drawn(data)
    for x, (sample,) in enumerate(rows[0]):
        level = round(sample * 255 / last)
        wanted = YELLOW if sample == last else (level, level, level)
        assert all(abs(a - b) <= 1 for a, b in zip(image.getpixel((x, 5)), wanted, strict=True)), x


@pytest.mark.parametrize("interlaced", [False, True])
def test_clear_rgb_of_16_bits_is_told_by_all_of_them(interlaced: bool) -> None:
    clear, near = (0x1234, 0x5678, 0x9ABC), (0x1234, 0x5678, 0x9ABD)
    rows = [[clear] * 9 + [near] * 9] * 9
    before = chunk(b"tRNS", struct.pack(">HHH", *clear))
    image = drawn(png(rows, 16, RGB, interlaced=interlaced, before=before))
    assert image.getpixel((4, 4)) == YELLOW
    assert image.getpixel((13, 4)) == (0x12, 0x56, 0x9A)


def test_clear_colour_of_a_wrong_length_is_passed_over() -> None:
    data = png(samples(ART), 8, RGB, before=chunk(b"tRNS", b"\0"))
    assert off(drawn(data), ART) == 0


INKS = [(0, 0, 0, 0), (255, 0, 0, 0), (0, 255, 0, 0), (0, 0, 255, 0), (0, 0, 0, 255), (60, 120, 200, 30)]


def swatches(inverted: bool = False) -> Image.Image:
    picture = Image.new("CMYK", (16 * len(INKS), 16))
    for i, ink in enumerate(INKS):
        picture.paste(tuple(255 - v if inverted else v for v in ink), (16 * i, 0, 16 * i + 16, 16))
    return picture


def without_adobe(data: bytes) -> bytes:
    at = data.index(b"\xff\xee")
    return data[:at] + data[at + 2 + int.from_bytes(data[at + 2 : at + 4], "big") :]


@pytest.mark.parametrize(
    "data",
    [
        saved(swatches(), "JPEG", quality=95, subsampling=0),
        without_adobe(saved(swatches(inverted=True), "JPEG", quality=95, subsampling=0)),
        saved(swatches(), "TIFF"),
        saved(swatches(), "TIFF", compression="tiff_lzw"),
    ],
    ids=["jpeg-adobe", "jpeg", "tiff", "tiff-lzw"],
)
def test_cmyk_looks_like_fills_of_the_same_inks(data: bytes) -> None:
    picture = read_picture(data)
    assert encode(picture).colours == "/DeviceCMYK"
    fills = [f"{' '.join(str(v / 255) for v in ink)} k {16 * i} 0 16 16 re f" for i, ink in enumerate(INKS)]
    blank = read_picture(saved(Image.new("RGBA", swatches().size), "PNG"))
    assert off(drawn(data), pictures(pdf_of(blank, fills), 72)[0]) <= 8


def test_jpeg_of_plain_rgb_says_so_to_viewers_that_would_not_guess() -> None:
    assert encode(read_picture(FILES["jpeg-rgb"])).decode_parms == ""
    named = without_adobe(FILES["jpeg-rgb"])
    assert encode(read_picture(named)).decode_parms == "<< /ColorTransform 0 >>"
    assert off(drawn(named), ART) <= 8


def idat(data: bytes) -> bytes:
    found, at = b"", 8
    while at < len(data):
        length = int.from_bytes(data[at : at + 4], "big")
        found += data[at + 8 : at + 8 + length] if data[at + 4 : at + 8] == b"IDAT" else b""
        at += length + 12
    return found


def resized(data: bytes, wide: int, high: int) -> bytes:
    """The same PNG with another size in its header."""
    return data[:8] + chunk(b"IHDR", struct.pack(">II", wide, high) + data[24:29]) + data[33:]


def split_rows(data: bytes) -> bytes:
    """The same PNG, its rows in chunks of 9 bytes."""
    rows = idat(data)
    start = data.index(b"IDAT") - 4
    parts = [chunk(b"IDAT", rows[i : i + 9]) for i in range(0, len(rows), 9)]
    return data[:start] + b"".join(parts) + chunk(b"IEND", b"")


DECODED = {name for name in FILES for word in ("alpha", "clear", "see", "inter", "anim") if word in name}


@pytest.mark.parametrize("name", [name for name in FILES if name.startswith("jpeg")])
def test_jpeg_files_are_passed_on_untouched(name: str) -> None:
    assert FILES[name] in pdf_of(read_picture(FILES[name]))


@pytest.mark.parametrize("name", [name for name in FILES if name.startswith("png") and name not in DECODED])
def test_png_rows_are_passed_on_untouched(name: str) -> None:
    data = split_rows(FILES[name])
    assert data.count(b"IDAT") > 1
    pdf = pdf_of(read_picture(data))
    assert idat(FILES[name]) in pdf
    image = open_pdf(pdf).pages[0]["/Resources"]["/XObject"][f"/{FORM_PREFIX}art"]
    assert image["/DecodeParms"]["/Columns"] == WIDE
    assert image["/BitsPerComponent"] == image["/DecodeParms"]["/BitsPerComponent"] == data[24]
    assert "/SMask" not in image
    assert off(pictures(pdf, 72)[0], seen(data)) <= 4


def test_alpha_that_hides_nothing_makes_no_mask() -> None:
    solid = ART.copy()
    solid.putalpha(255)
    assert encode(read_picture(saved(solid, "PNG"))).mask is None
    assert encode(read_picture(FILES["png-rgb-alpha"])).mask is not None


@pytest.mark.parametrize("form", ["PNG", "WEBP", "TIFF"])
@pytest.mark.parametrize("dpi", [72, 20, 31, 150])
def test_b23_hidden_magenta_never_shows(form: str, dpi: int) -> None:
    picture = Image.new("RGBA", (120, 60), (255, 0, 255, 0))
    picture.paste((0, 128, 0, 255), (60, 0, 120, 60))
    picture.paste((0, 128, 0, 128), (50, 0, 60, 60))
    image = drawn(saved(picture, form, lossless=True, exact=True), dpi)
    wide, high = image.size
    for share, wanted in [(0.2, YELLOW), (55 / 120, (127, 191, 0)), (0.8, (0, 128, 0))]:
        found = image.getpixel((int(share * wide), high // 2))
        assert dpi < 72 or all(abs(a - b) <= 4 for a, b in zip(found, wanted, strict=True))
    red, green, blue = image.split()
    assert blue.getextrema()[1] <= 4
    assert green.getextrema()[0] >= 124
    assert ImageChops.subtract(red, green).getextrema()[1] <= 4


RED, GREEN, BLUE = (Image.new("RGB", (9, 9), name) for name in ("red", "green", "blue"))


@pytest.mark.parametrize(
    ("form", "others", "warning"),
    [
        ("GIF", [ART.resize((9, 9))], "only the first of 2 frames is drawn"),
        ("WEBP", [BLUE, GREEN], "only the first of 3 frames is drawn"),
        ("PNG", [BLUE], "only the first of 2 frames is drawn"),
        ("TIFF", [BLUE.resize((99, 9))], "only the first of 2 pages is drawn"),
    ],
)
def test_b26_first_frame_and_one_warning(form: str, others: list[Image.Image], warning: str) -> None:
    data = saved(RED, form, save_all=True, append_images=others, lossless=True)
    picture = read_picture(data)
    assert picture.warnings == (warning,)
    assert (picture.width, picture.height) == (9, 9)
    assert off(drawn(data), RED) <= 1


@pytest.mark.parametrize(
    ("name", "form"), [("png-1", "PNG"), ("webp", "WebP"), ("gif", "GIF"), ("tiff", "TIFF"), ("jpeg", "JPEG")]
)
def test_what_is_known_of_a_picture(name: str, form: str) -> None:
    one, same = read_picture(FILES[name]), read_picture(FILES[name])
    assert (one.width, one.height, one.orientation, one.format, one.warnings) == (WIDE, HIGH, 1, form, ())
    assert {one, same, read_picture(FILES["png-rgb"])} == {same, read_picture(FILES["png-rgb"])}
    assert encode(one) == encode(same)
    assert len(one.digest) == 64
    assert len(repr(one)) < 300


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (b"\0\0\0\x18ftypheic\0\0\0\0", "a HEIC picture"),
        (b"\0\0\0\x20ftypavif\0\0\0\0", "an AVIF picture"),
        (saved(ART, "BMP"), "a BMP picture"),
        (b"%PDF-1.7", "a PDF"),
        (b'<?xml version="1.0"?><svg/>', "an SVG drawing"),
        (b"just a text", "no picture known here"),
        (b"\x89PNG\r", "no picture known here"),
    ],
)
def test_other_formats_are_refused_with_those_that_work(data: bytes, kind: str) -> None:
    assert refusal(b"") == "the file is empty"
    assert refusal(data) == f"the file is {kind}; formats that work: PNG, JPEG, WebP, GIF, TIFF"


@pytest.mark.parametrize("name", FILES)
def test_files_that_are_cut_off_anywhere_are_refused(name: str) -> None:
    data = FILES[name]
    tiff = name.startswith("tiff")
    wanted = "it is cut off, damaged" if tiff else "is cut off: the end of its file is missing"
    last = len(data) - (5 if tiff else 1)  # a TIFF ends with the place of its next page, which it has not
    for end in [*range(12, last, 61), last]:
        assert wanted in refusal(data[:end])


def test_a_thumbnail_inside_does_not_hide_a_missing_end() -> None:
    data = saved(ART, "JPEG", exif=b"Exif\0\0" + FILES["jpeg"])
    assert read_picture(data).width == WIDE
    assert "cut off" in refusal(data[:-2])


def test_damaged_files_are_refused() -> None:
    data = bytearray(FILES["png-rgb"])
    data[data.index(b"IDAT") + 10] ^= 1
    assert refusal(bytes(data)) == "the picture is damaged: a checksum in it is wrong"
    assert "damaged" in refusal(b"\xff\xd8\xff\xc0\0\2\xff\xd9")
    for plain, odd in [(b"\xff\xc0", b"\xff\xc3"), (b"\xff\xc0\0\x11\x08", b"\xff\xc0\0\x11\x0c")]:
        assert "rare kind" in refusal(FILES["jpeg"].replace(plain, odd))
    assert "no pixels" in refusal(resized(FILES["png-rgb"], 0, 24))
    assert "header makes no sense" in refusal(png([[(0,)]], 4, RGB))
    assert "header makes no sense" in refusal(png([[(0,)]], 8, PALETTE))
    bad_rows = png([[(0, 0, 0, 0)] * 9] * 9, 8, RGB_ALPHA)
    bad_rows = bad_rows[: bad_rows.index(b"IDAT") - 4] + chunk(b"IDAT", b"no rows") + chunk(b"IEND", b"")
    with pytest.raises(BadPicture, match="damaged"):
        encode(read_picture(bad_rows))


@pytest.mark.parametrize("mode", ["LAB", "F", "I"])
def test_kinds_of_pixels_that_cannot_be_drawn_are_refused(mode: str) -> None:
    said = refusal(saved(Image.new(mode, (3, 3)), "TIFF"))
    assert f"of a kind that cannot be drawn ({mode})" in said
    assert "save it with 8 bits a channel" in said


@pytest.mark.parametrize(("tag", "before", "after"), [(262, 1, 0), (258, 16, 12)])
def test_tiff_of_16_bits_that_pillow_misreads_is_refused(tag: int, before: int, after: int) -> None:
    data = saved(Image.new("I;16", (4, 4)), "TIFF")
    entry = struct.pack("<HHI", tag, 3, 1)
    assert entry + struct.pack("<H", before) in data
    changed = data.replace(entry + struct.pack("<H", before), entry + struct.pack("<H", after))
    assert "cannot be drawn" in refusal(changed)


@pytest.mark.parametrize("name", ["png-rgb", "jpeg", "webp", "gif", "tiff"])
def test_pictures_of_too_many_pixels_are_refused(name: str) -> None:
    assert refusal(FILES[name], limit=959) == (
        "the picture has 960 pixels (40 x 24), more than the limit of 959; "
        "make it smaller or raise picture_limit in game.yaml"
    )
    assert read_picture(FILES[name], limit=960).width == WIDE


def test_the_usual_limit_is_a_hundred_million() -> None:
    large = resized(FILES["png-rgb"], 20_000, 10_000)
    assert "200,000,000 pixels (20000 x 10000)" in refusal(large)
    assert read_picture(large, limit=200_000_000).height == 10_000


@pytest.mark.parametrize("name", ["gif", "tiff", "tiff-alpha", "webp-alpha", "png-rgb-alpha"])
def test_only_our_own_limit_counts(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Image, "MAX_IMAGE_PIXELS", 3)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        encode(read_picture(FILES[name]))
    assert Image.MAX_IMAGE_PIXELS == 3


@settings(max_examples=300)
@given(
    st.sampled_from(sorted(FILES)),
    st.lists(st.tuples(st.integers(0, 3000), st.binary(max_size=4)), max_size=6),
)
def test_any_bytes_give_a_picture_or_a_refusal(name: str, changes: list[tuple[int, bytes]]) -> None:
    data = FILES[name]
    for at, new in changes:
        data = data[: at % len(data)] + new + data[at % len(data) + len(new) :]
    with contextlib.suppress(BadPicture):
        encode(read_picture(data, limit=100_000))
