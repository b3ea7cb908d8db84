"""Pictures: how large they are, and their way into a PDF.

A JPEG file is a PDF stream as it stands, and so are the rows of a PNG that has neither transparency
nor interlace: both are passed on untouched and are never decoded here. All else goes through Pillow.
"""

from __future__ import annotations

import hashlib
import re
import struct
import warnings
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import reduce
from io import BytesIO
from typing import NamedTuple

from PIL import Image, ImageChops
from PIL.ImageFile import ImageFile

from hotpnp.assets.orientation import exif_orientation

FORMATS = "PNG, JPEG, WebP, GIF, TIFF"
"""The formats that work."""
PICTURE_LIMIT = 100_000_000
"""The most pixels of a picture where a game says nothing."""

Change = Callable[[Image.Image], Image.Image]
"""Changes the colours of a raster of 8 bits that is grey, RGB or CMYK."""

_CUT_OFF = "the picture is cut off: the end of its file is missing"
_DAMAGED = "the picture is damaged"
_SIGNATURES = {
    "PNG": rb"\x89PNG\r\n\x1a\n",
    "JPEG": rb"\xff\xd8\xff",
    "WebP": rb"RIFF(?s:....)WEBP",
    "GIF": rb"GIF8[79]a",
    "TIFF": rb"II[*+]\0|MM\0[*+]",
}
_FOREIGN = {
    "a HEIC picture": rb"(?s:....)ftyp(?:hei|hev|mif1|msf1)",
    "an AVIF picture": rb"(?s:....)ftypavi",
    "a BMP picture": rb"BM",
    "a PDF": rb"%PDF",
    "a Photoshop file": rb"8BPS",
    "an SVG drawing": rb"\s*<(?:\?xml|svg)",
}
_DEPTHS = {0: (1, 2, 4, 8, 16), 2: (8, 16), 3: (1, 2, 4, 8), 4: (8, 16), 6: (8, 16)}
"""Bits of a sample that a PNG may have, by its kind of colour."""
_MARKER = re.compile(rb"\xff([\x01-\xcf\xd8-\xfe])")
"""A JPEG marker other than those that stand within the pixels' data."""
_FRAMES = set(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
"""JPEG markers of a frame's header."""
_MODES = {"1", "L", "LA", "P", "PA", "RGB", "RGBX", "RGBA", "CMYK", "YCbCr", "I;16", "I;16B", "I;16L"}
"""Pillow's names of the kinds of pixels that can be drawn."""


class BadPicture(ValueError):
    """A picture that cannot be drawn; the text is a sentence for the user."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture file, known but not decoded. The same bytes are the same picture."""

    digest: str
    """SHA-256 of the file's bytes."""
    width: int = field(compare=False)
    """Pixels from left to right as the picture is seen, once turned as its EXIF data say."""
    height: int = field(compare=False)
    orientation: int = field(compare=False)
    """EXIF orientation of the raster that ``encode`` gives, from 1 (upright) to 8."""
    format: str = field(compare=False)
    warnings: tuple[str, ...] = field(compare=False)
    data: bytes = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class PdfImage:
    """What an image XObject holds, with the raster as it is stored."""

    width: int
    height: int
    colours: str
    """Colour space, as PDF writes it."""
    bits: int
    filter: str
    decode_parms: str
    """Dictionary as PDF writes it; empty for none. So is ``decode``, an array."""
    decode: str
    data: bytes = field(repr=False)
    mask: PdfImage | None = None


class _Png(NamedTuple):
    width: int
    height: int
    bits: int
    colour: int
    interlaced: bool
    palette: bytes
    clear: bytes
    """Body of tRNS: the clear colour, or how opaque each entry of the palette is; empty for none."""
    rows: list[memoryview]
    """Bodies of IDAT: the compressed rows."""
    frames: int
    orientation: int


class _Jpeg(NamedTuple):
    kind: int
    """Second byte of the frame's marker."""
    bits: int
    width: int
    height: int
    components: bytes
    adobe: bool
    jfif: bool
    orientation: int


def read_picture(data: bytes, limit: int = PICTURE_LIMIT) -> Picture:
    """Read a picture, by its content. Raises BadPicture; JPEG and PNG are not decoded for it."""
    form = _format_of(data)
    orientation, frames = 1, 1
    if form == "PNG":
        png = _parse_png(data)
        size, orientation, frames = (png.width, png.height), png.orientation, png.frames
        _check_size(size, limit)
    elif form == "JPEG":
        jpeg = _parse_jpeg(data)
        size, orientation = (jpeg.width, jpeg.height), jpeg.orientation
        _check_size(size, limit)
        if not _is_plain(jpeg):
            _load(data, form)
    else:
        size, orientation, frames = _try(data, form, limit)
    width, height = reversed(size) if orientation >= 5 else size
    thing = "page" if form == "TIFF" else "frame"
    said = (f"only the first of {frames} {thing}s is drawn",) if frames > 1 else ()
    return Picture(hashlib.sha256(data).hexdigest(), width, height, orientation, form, said, data)


def encode(picture: Picture, change: Change | None = None) -> PdfImage:
    """A picture as PDF stores it, its colours changed where that is asked for.

    Raises BadPicture where only decoding shows that the file is damaged.
    """
    if picture.format == "PNG":
        png = _parse_png(picture.data)
        if change is None and png.colour < 4 and not png.interlaced and not png.clear:
            return _png_image(png)
        return _raster_image(_decode_png(picture.data, png), change)
    if picture.format == "JPEG":
        jpeg = _parse_jpeg(picture.data)
        if _is_plain(jpeg):
            return _changed_jpeg(jpeg, picture.data, change) if change else _jpeg_image(jpeg, picture.data)
    return _raster_image(_load(picture.data, picture.format), change)


def _format_of(data: bytes) -> str:
    for form, pattern in _SIGNATURES.items():
        if re.match(pattern, data):
            return form
    if not data:
        raise BadPicture("the file is empty")
    kind = next(
        (name for name, pattern in _FOREIGN.items() if re.match(pattern, data)), "no picture known here"
    )
    raise BadPicture(f"the file is {kind}; formats that work: {FORMATS}")


def _check_size(size: tuple[int, int], limit: int) -> None:
    pixels = size[0] * size[1]
    if pixels == 0:
        raise BadPicture(f"{_DAMAGED}: it has no pixels")
    if pixels > limit:
        raise BadPicture(
            f"the picture has {pixels:,} pixels ({size[0]} x {size[1]}), more than the limit of {limit:,}; "
            "make it smaller or raise picture_limit in game.yaml"
        )


def _chunks(data: bytes) -> Iterator[tuple[bytes, int, int]]:
    """Name, start and end of the body of each chunk up to IEND."""
    at, kind = 8, b""
    while kind != b"IEND":
        kind, start = data[at + 4 : at + 8], at + 8
        end = start + int.from_bytes(data[at : at + 4], "big")
        at = end + 4
        if at > len(data):
            raise BadPicture(_CUT_OFF)
        needed = kind[0] < ord("a")
        if needed and zlib.crc32(memoryview(data)[start - 4 : end]) != int.from_bytes(data[end:at], "big"):
            raise BadPicture(f"{_DAMAGED}: a checksum in it is wrong")
        yield kind, start, end


def _parse_png(data: bytes) -> _Png:
    bodies: dict[bytes, bytes] = {}
    rows: list[memoryview] = []
    for kind, start, end in _chunks(data):
        if kind == b"IDAT":
            rows.append(memoryview(data)[start:end])
        else:
            bodies.setdefault(kind, data[start:end])
    if len(bodies.get(b"IHDR", b"")) != 13 or not rows:
        raise BadPicture(f"{_DAMAGED}: parts of it are missing")
    width, height, bits, colour, *methods, interlace = struct.unpack(">IIBBBBB", bodies[b"IHDR"])
    palette = bodies.get(b"PLTE", b"")[: 3 * 2**bits] if colour == 3 else b""
    if bits not in _DEPTHS.get(colour, ()) or any(methods) or interlace > 1 or (colour == 3 and not palette):
        raise BadPicture(f"{_DAMAGED}: its header makes no sense")
    clear = bodies.get(b"tRNS", b"")
    return _Png(
        width=width,
        height=height,
        bits=bits,
        colour=colour,
        interlaced=interlace == 1,
        palette=palette,
        clear=clear if colour == 3 or len(clear) == {0: 2, 2: 6}.get(colour) else b"",
        rows=rows,
        frames=int.from_bytes(bodies.get(b"acTL", b"")[:4], "big"),
        orientation=exif_orientation(bodies.get(b"eXIf", b"")),
    )


def _png_image(png: _Png) -> PdfImage:
    """A PNG whose rows PDF takes as they are."""
    colours, channels = ("/DeviceRGB", 3) if png.colour == 2 else ("/DeviceGray", 1)
    if png.colour == 3:
        colours = f"[/Indexed /DeviceRGB {len(png.palette) // 3 - 1} <{png.palette.hex()}>]"
    parms = f"<< /Predictor 15 /Colors {channels} /BitsPerComponent {png.bits} /Columns {png.width} >>"
    return PdfImage(png.width, png.height, colours, png.bits, "/FlateDecode", parms, "", b"".join(png.rows))


def _decode_png(data: bytes, png: _Png) -> Image.Image:
    """A PNG in 8 bits, with its transparency. Other chunks, and a clear colour, are kept from Pillow."""
    wanted = {b"IHDR", b"PLTE", b"IDAT", b"IEND"} | ({b"tRNS"} if png.colour == 3 else set())
    core = data[:8] + b"".join(
        data[start - 8 : end + 4] for kind, start, end in _chunks(data) if kind in wanted
    )
    high = low = _load(core, "PNG")
    if png.colour == 4:
        return high.convert("LA")
    if png.bits == 16 and png.colour == 0:
        high, low = _halves(high)
    elif png.bits == 16 and png.clear:
        low = _load(core, "PNG", "RGB;16L")
    if png.clear and png.colour in (0, 2):
        high = high.convert("RGB" if png.colour == 2 else "L")
        high.putalpha(_opaque(png, high, low))
    return high


def _opaque(png: _Png, high: Image.Image, low: Image.Image) -> Image.Image:
    """Black where a picture has its clear colour, white elsewhere."""
    key = struct.unpack(f">{len(png.clear) // 2}H", png.clear)
    if png.bits == 16:
        planes = (*high.split(), *low.split())
        values = [*(value >> 8 for value in key), *(value & 255 for value in key)]
    else:
        planes = high.split()
        values = [value * 255 // (2**png.bits - 1) for value in key]
    differ = (
        plane.point([0 if level == value else 255 for level in range(256)])
        for plane, value in zip(planes, values, strict=True)
    )
    return reduce(ImageChops.lighter, differ)


def _parse_jpeg(data: bytes) -> _Jpeg:
    at = 2
    frame: tuple[int, bytes] | None = None
    adobe = jfif = False
    exif = b""
    while True:
        found = _MARKER.search(data, at)
        if found is None:
            raise BadPicture(_CUT_OFF)
        kind, at = found[1][0], found.end()
        if kind == 0xD9:
            break
        if kind in (0x01, 0xD8):
            continue
        end = at + int.from_bytes(data[at : at + 2], "big")
        body, at = data[at + 2 : end], end
        if kind in _FRAMES and frame is None:
            frame = kind, body
        elif kind == 0xE1 and body.startswith(b"Exif\0\0"):
            exif = exif or body
        jfif = jfif or (kind == 0xE0 and body.startswith(b"JFIF\0"))
        adobe = adobe or (kind == 0xEE and body.startswith(b"Adobe"))
    if frame is None or len(frame[1]) < 6:
        raise BadPicture(f"{_DAMAGED}: parts of it are missing")
    bits, height, width, count = struct.unpack_from(">BHHB", frame[1])
    components = frame[1][6 : 6 + 3 * count : 3]
    return _Jpeg(frame[0], bits, width, height, components, adobe, jfif, exif_orientation(exif))


def _is_plain(jpeg: _Jpeg) -> bool:
    """Whether it is of the kinds that PDF's DCTDecode has: baseline or progressive, of 8 bits."""
    return jpeg.kind <= 0xC2 and jpeg.bits == 8 and len(jpeg.components) in (1, 3, 4)


def _jpeg_image(jpeg: _Jpeg, data: bytes) -> PdfImage:
    colours = {1: "/DeviceGray", 3: "/DeviceRGB", 4: "/DeviceCMYK"}[len(jpeg.components)]
    as_it_is = jpeg.components == b"RGB" and not jpeg.adobe and not jpeg.jfif
    parms = "<< /ColorTransform 0 >>" if as_it_is else ""
    decode = "[1 0 1 0 1 0 1 0]" if colours == "/DeviceCMYK" and jpeg.adobe else ""
    return PdfImage(jpeg.width, jpeg.height, colours, jpeg.bits, "/DCTDecode", parms, decode, data)


def _changed_jpeg(jpeg: _Jpeg, data: bytes, change: Change) -> PdfImage:
    image = _load(data, "JPEG")
    if image.mode == "CMYK" and not jpeg.adobe:
        image = ImageChops.invert(image)  # Pillow takes every CMYK file for one of Adobe's, which count down
    stream = BytesIO()
    change(image).save(stream, "JPEG", quality=95, subsampling=0)
    return _jpeg_image(_parse_jpeg(stream.getvalue()), stream.getvalue())


def _gif_frames(data: bytes) -> int:
    """How many frames a GIF has; its blocks must go on to its end mark."""
    frames = 0
    try:
        at = 13 + _table_length(data[10])
        while data[at] != 0x3B:
            kind = data[at]
            frames += kind == 0x2C
            at += 1
            if kind == 0x21:
                at += 1
            elif kind == 0x2C:
                at += 10 + _table_length(data[at + 8])
            else:
                continue
            while data[at]:
                at += 1 + data[at]
            at += 1
    except IndexError:
        raise BadPicture(_CUT_OFF) from None
    return frames


def _table_length(flags: int) -> int:
    return 3 * 2 ** (1 + (flags & 7)) if flags & 0x80 else 0


def _try(data: bytes, form: str, limit: int) -> tuple[tuple[int, int], int, int]:
    """Size, orientation and frames of a picture that is decoded to learn whether it is whole."""
    if form == "WebP" and 8 + int.from_bytes(data[4:8], "little") > len(data):
        raise BadPicture(_CUT_OFF)
    frames = _gif_frames(data) if form == "GIF" else 0
    with _careful():
        image = _open(data, form)
        _check_size(image.size, limit)
        tags = getattr(image, "tag_v2", {})
        # Pillow leaves 12 bits in the low end of 16, and 16 bits that count down to white as a negative.
        plain = not image.mode.startswith("I;16") or (tags.get(258), tags.get(262)) == ((16,), 1)
        if image.mode not in _MODES or not plain:
            raise BadPicture(
                f"the picture's pixels are of a kind that cannot be drawn ({image.mode}); "
                "save it with 8 bits a channel, as grey, RGB or CMYK"
            )
        frames = frames or getattr(image, "n_frames", 1)
        image.load()
    return image.size, exif_orientation(image.info.get("exif", b"")) if form == "WebP" else 1, frames


def _load(data: bytes, form: str, raw: str = "") -> Image.Image:
    """The first frame, decoded; ``raw`` is Pillow's name of the order of the bytes."""
    with _careful():
        image = _open(data, form)
        if raw:
            image.tile = [tile._replace(args=raw) for tile in image.tile]
        image.load()
    return image


def _open(data: bytes, form: str) -> ImageFile:
    """A picture with only its header read. ``Image.open`` would import the readers of all formats."""
    stream = BytesIO(data)
    if form == "PNG":
        from PIL.PngImagePlugin import PngImageFile

        return PngImageFile(stream)
    if form == "JPEG":
        from PIL.JpegImagePlugin import JpegImageFile

        return JpegImageFile(stream)
    if form == "WebP":
        from PIL.WebPImagePlugin import WebPImageFile

        return WebPImageFile(stream)
    if form == "GIF":
        from PIL.GifImagePlugin import GifImageFile

        return GifImageFile(stream)
    from PIL.TiffImagePlugin import TiffImageFile

    return TiffImageFile(stream)


@contextmanager
def _careful() -> Iterator[None]:
    """Pillow without its own limit of pixels and its warnings, and with its errors as BadPicture."""
    limit = Image.MAX_IMAGE_PIXELS
    Image.MAX_IMAGE_PIXELS = None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    except BadPicture:
        raise
    except Exception as fault:  # Pillow's readers raise whatever they stumble on
        raise BadPicture(
            f"the picture cannot be read: it is cut off, damaged or of a rare kind ({fault})"
        ) from fault
    finally:
        Image.MAX_IMAGE_PIXELS = limit


def _raster_image(image: Image.Image, change: Change | None) -> PdfImage:
    """A decoded picture: CMYK as it is, all else as grey or RGB with a mask where it is transparent."""
    change = change or _as_it_is
    if image.mode == "CMYK":
        return _compressed(change(image))
    if image.mode.startswith("I;16"):
        image = _halves(image)[0]
    mode = "L" if image.mode in ("1", "L", "LA") else "RGB"
    mask = None
    if image.has_transparency_data:
        image = image.convert("LA" if mode == "L" else "RGBA")
        alpha = image.getchannel("A")
        least, _ = alpha.getextrema()
        if least != 255:
            mask = _compressed(alpha)
        if least == 0:
            image = _colour_clear(image)
    return replace(_compressed(change(image.convert(mode))), mask=mask)


def _as_it_is(image: Image.Image) -> Image.Image:
    return image


def _compressed(image: Image.Image) -> PdfImage:
    """A raster, compressed; the rows of grey and RGB are filtered by Pillow's PNG writer."""
    if image.mode == "CMYK":
        data = zlib.compress(image.tobytes())
        return PdfImage(image.width, image.height, "/DeviceCMYK", 8, "/FlateDecode", "", "", data)
    stream = BytesIO()
    image.save(stream, "PNG")
    return _png_image(_parse_png(stream.getvalue()))


def _halves(image: Image.Image) -> tuple[Image.Image, Image.Image]:
    """The high and the low bytes of a grey picture of 16 bits."""
    raw = image.tobytes("raw", "I;16B")
    return Image.frombytes("L", image.size, raw[::2]), Image.frombytes("L", image.size, raw[1::2])


def _colour_clear(image: Image.Image) -> Image.Image:
    """Give clear pixels the colour of those around them.

    Viewers that scale a picture average its colours without asking its mask, so that what hides in
    clear pixels would show as a rim. The colour comes from the same picture at half the size, whose
    own clear pixels are coloured first.
    """
    if max(image.size) == 1:
        return image
    around = _colour_clear(image.reduce(2))
    half = (0, 0, image.width / 2, image.height / 2)
    around = around.resize(image.size, Image.Resampling.NEAREST, half)
    return Image.composite(image, around, image.getchannel("A").point([0] + [255] * 255))
