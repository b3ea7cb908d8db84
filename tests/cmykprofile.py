"""A small profile of an invented press, since none may be shipped: inks that darken in a simple way."""

from __future__ import annotations

import struct
from collections.abc import Callable, Sequence
from functools import cache
from itertools import product

from hotpnp.assets.profile import pack_profile

_D50 = (0.9642, 1.0, 0.8249)
_TO_XYZ = (
    (0.4360747, 0.3850649, 0.1430804),
    (0.2225045, 0.7168786, 0.0606169),
    (0.0139322, 0.0971045, 0.7141733),
)
"""sRGB to XYZ, adapted to D50."""
_FROM_XYZ = (
    (3.1338561, -1.6168667, -0.4906146),
    (-0.9787684, 1.9161415, 0.0334540),
    (0.0719453, -0.2289914, 1.4052427),
)


@cache
def cmyk_profile() -> bytes:
    """An output profile of version 2 for CMYK, by way of Lab, with tables in both directions."""
    tags = {
        b"desc": b"desc" + bytes(4) + struct.pack(">I", 11) + b"Test press\0" + bytes(78),
        b"cprt": b"text" + bytes(4) + b"No copyright\0",
        b"wtpt": b"XYZ " + bytes(4) + struct.pack(">3i", *(round(65536 * value) for value in _D50)),
        b"A2B0": _table(4, 9, _lab_of),
        b"B2A0": _table(3, 17, _inks_of),
    }
    return pack_profile(b"prtr", b"CMYK", b"Lab ", tags)


def without(profile: bytes, tag: bytes) -> bytes:
    """The profile with a tag made unknown."""
    return profile.replace(tag, b"none", 1)


def version_4(profile: bytes) -> bytes:
    """The profile with its header saying that it is of version 4."""
    return profile[:8] + b"\x04\x20\0\0" + profile[12:]


def _table(inputs: int, steps: int, function: Callable[[Sequence[float]], Sequence[float]]) -> bytes:
    """A lut8Type of a function on shares from 0 to 1."""
    grid = [
        function([step / (steps - 1) for step in point]) for point in product(range(steps), repeat=inputs)
    ]
    outputs = len(grid[0])
    identity = struct.pack(">9i", *(65536 * (i % 4 == 0) for i in range(9)))
    straight = bytes(range(256))
    colours = bytes(min(255, max(0, round(255 * value))) for point in grid for value in point)
    head = b"mft1" + bytes(4) + bytes((inputs, outputs, steps, 0)) + identity
    return head + straight * inputs + colours + straight * outputs


def _lab_of(inks: Sequence[float]) -> list[float]:
    *colours, black = inks
    light = [_decoded((1 - ink) * (1 - black)) for ink in colours]
    x, y, z = (sum(a * b for a, b in zip(row, light, strict=True)) for row in _TO_XYZ)
    fx, fy, fz = (_root(value / white) for value, white in zip((x, y, z), _D50, strict=True))
    return [(116 * fy - 16) / 100, (500 * (fx - fy) + 128) / 255, (200 * (fy - fz) + 128) / 255]


def _inks_of(lab: Sequence[float]) -> list[float]:
    lightness, a, b = lab[0] * 100, lab[1] * 255 - 128, lab[2] * 255 - 128
    fy = (lightness + 16) / 116
    xyz = [_cube(f) * white for f, white in zip((fy + a / 500, fy, fy - b / 200), _D50, strict=True)]
    light = [sum(p * q for p, q in zip(row, xyz, strict=True)) for row in _FROM_XYZ]
    inks = [1 - _encoded(min(1.0, max(0.0, value))) for value in light]
    black = min(inks) / 2
    return [*((ink - black) / (1 - black) for ink in inks), black]


def _decoded(share: float) -> float:
    return share / 12.92 if share <= 0.04045 else float(((share + 0.055) / 1.055) ** 2.4)


def _encoded(light: float) -> float:
    return light * 12.92 if light <= 0.0031308 else float(1.055 * light ** (1 / 2.4) - 0.055)


def _root(value: float) -> float:
    return float(value ** (1 / 3)) if value > 0.008856 else 7.787 * value + 16 / 116


def _cube(value: float) -> float:
    return value**3 if value > 6 / 29 else (value - 16 / 116) / 7.787
