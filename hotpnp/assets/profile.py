"""ICC profiles: reading that of a printing condition, and sRGB's."""

from __future__ import annotations

import struct
from dataclasses import dataclass, field
from io import BytesIO
from typing import Any


class BadProfile(ValueError):
    """A file that is no profile of a printing condition; the text is a sentence for the user."""


@dataclass(frozen=True, slots=True)
class Profile:
    """The profile of a printing condition: what a press makes of four inks."""

    name: str
    version: float
    """Of the ICC's format: 2 or 4, with decimals."""
    data: bytes = field(repr=False)


def read_profile(data: bytes) -> Profile:
    """Read an output profile for CMYK that leads from colours to inks. Raises BadProfile."""
    from PIL import ImageCms

    try:
        opened = ImageCms.ImageCmsProfile(BytesIO(data)).profile
    except OSError as fault:
        raise BadProfile("the file is not an ICC profile") from fault
    kinds = {"prtr": "an output profile", "mntr": "a monitor's profile", "scnr": "a scanner's profile"}
    kind = kinds.get(opened.device_class, "another kind of profile")
    space = opened.xcolor_space.strip()
    if opened.device_class != "prtr" or space != "CMYK":
        raise BadProfile(f"it is {kind} for {space}, not an output profile for CMYK")
    try:
        press_transform(data)
    except ImageCms.PyCMSError as fault:
        raise BadProfile("its table from colours to inks (B2A0) is missing or damaged") from fault
    return Profile((opened.profile_description or "CMYK").strip(), opened.version, data)


def press_transform(data: bytes) -> Any:
    """Pillow's transform from sRGB to a profile's inks: relative colorimetric, the black points matched."""
    from PIL import ImageCms

    return ImageCms.buildTransform(
        ImageCms.createProfile("sRGB"),
        ImageCms.getOpenProfile(BytesIO(data)),
        "RGB",
        "CMYK",
        ImageCms.Intent.RELATIVE_COLORIMETRIC,
        ImageCms.Flags.BLACKPOINTCOMPENSATION,
    )


_D50 = (0.9642, 1.0, 0.8249)
_PRIMARIES = {
    b"rXYZ": (0.4360747, 0.2225045, 0.0139322),
    b"gXYZ": (0.3850649, 0.7168786, 0.0971045),
    b"bXYZ": (0.1430804, 0.0606169, 0.7141733),
}
"""sRGB's primaries (IEC 61966-2-1), adapted to D50 by Bradford's matrix as ICC profiles need it."""


def srgb_profile() -> bytes:
    """sRGB as a profile of version 2, which every version of PDF/X takes. Always the same bytes."""
    name = b"sRGB\0"
    described = b"desc" + bytes(4) + struct.pack(">I", len(name)) + name + bytes(11 + 67)
    curve = [_light(step / 1023) for step in range(1024)]
    curved = b"curv" + bytes(4) + struct.pack(">I1024H", 1024, *curve)
    tags = {
        b"desc": described,
        b"cprt": b"text" + bytes(4) + b"No copyright\0",
        b"wtpt": _xyz(_D50),
        **{name: _xyz(value) for name, value in _PRIMARIES.items()},
        b"rTRC": curved,
        b"gTRC": curved,
        b"bTRC": curved,
    }
    return pack_profile(b"mntr", b"RGB ", b"XYZ ", tags)


def pack_profile(kind: bytes, space: bytes, connection: bytes, tags: dict[bytes, bytes]) -> bytes:
    """A profile of version 2.1 (ICC.1:1998-09) with these tags; equal ones are stored once."""
    at = 128 + 4 + 12 * len(tags)
    places: dict[bytes, int] = {}
    index, body = struct.pack(">I", len(tags)), b""
    for name, value in tags.items():
        if value not in places:
            places[value] = at + len(body)
            body += value + bytes(-len(value) % 4)
        index += name + struct.pack(">II", places[value], len(value))
    head = struct.pack(
        ">I4xI4s4s4s6H4s", at + len(body), 0x02100000, kind, space, connection, *_DATE, b"acsp"
    )
    head += bytes(28) + _numbers(_D50)
    return head + bytes(128 - len(head)) + index + body


_DATE = (2000, 1, 1, 0, 0, 0)


def _xyz(value: tuple[float, ...]) -> bytes:
    return b"XYZ " + bytes(4) + _numbers(value)


def _numbers(value: tuple[float, ...]) -> bytes:
    """Numbers with 16 bits before and after the point."""
    return struct.pack(f">{len(value)}i", *(round(number * 65536) for number in value))


def _light(share: float) -> int:
    """sRGB's curve, from 0 to 65535."""
    return round(65535 * (share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4))
