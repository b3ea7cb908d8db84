"""Which way up a stored picture is."""

from __future__ import annotations

import struct

UnitMatrix = tuple[float, float, float, float, float, float]


def exif_orientation(exif: bytes) -> int:
    """The orientation that a block of EXIF data gives, from 1 to 8; 1 (upright) where it gives none."""
    exif = exif.removeprefix(b"Exif\0\0")
    order = {b"II": "<", b"MM": ">"}.get(exif[:2])
    if order is None:
        return 1
    try:
        (start,) = struct.unpack_from(f"{order}I", exif, 4)
        (count,) = struct.unpack_from(f"{order}H", exif, start)
        for i in range(count):
            tag, _, _, value = struct.unpack_from(f"{order}HHIH", exif, start + 2 + 12 * i)
            if tag == 0x0112 and 1 <= value <= 8:
                return int(value)
    except struct.error:
        pass
    return 1


def unit_matrix(orientation: int) -> UnitMatrix:
    """The map, with y up, that brings a stored raster upright within the unit square."""
    return {
        1: (1.0, 0.0, 0.0, 1.0, 0.0, 0.0),
        2: (-1.0, 0.0, 0.0, 1.0, 1.0, 0.0),
        3: (-1.0, 0.0, 0.0, -1.0, 1.0, 1.0),
        4: (1.0, 0.0, 0.0, -1.0, 0.0, 1.0),
        5: (0.0, -1.0, -1.0, 0.0, 1.0, 1.0),
        6: (0.0, -1.0, 1.0, 0.0, 0.0, 1.0),
        7: (0.0, 1.0, 1.0, 0.0, 0.0, 0.0),
        8: (0.0, 1.0, -1.0, 0.0, 1.0, 0.0),
    }[orientation]
