"""Pictures compared with ones stored before, with a tolerance and with what to look at on a failure."""

from __future__ import annotations

import os
from io import BytesIO
from pathlib import Path

from PIL import Image, ImageChops, ImageStat

FOLDER = Path(__file__).parent / "golden"
MEAN = 2.0
"""Most mean difference of a channel, of 255."""
FAR = 64
"""A pixel this far from the stored one counts as different ..."""
SHARE = 0.01
"""... and at most so large a share of them may be."""


def assert_like(name: str, png: bytes, tmp_path: Path) -> None:
    """Compare a picture with the stored one of that name; HOTPNP_GOLDEN=write stores it instead."""
    stored = FOLDER / f"{name}.png"
    if os.environ.get("HOTPNP_GOLDEN") == "write":
        stored.parent.mkdir(parents=True, exist_ok=True)
        stored.write_bytes(png)
    actual = Image.open(BytesIO(png)).convert("RGB")
    expected = Image.open(stored).convert("RGB")
    assert actual.size == expected.size, f"{name} is {actual.size}, was {expected.size}"
    difference = ImageChops.difference(actual, expected)
    mean = max(ImageStat.Stat(difference).mean)
    far = sum(difference.convert("L").histogram()[FAR:]) / (actual.width * actual.height)
    if mean > MEAN or far > SHARE:
        for word, picture in (("actual", actual), ("expected", expected), ("difference", difference)):
            picture.save(tmp_path / f"{word}.png")
        raise AssertionError(f"{name} differs by {mean:.2f}, {far:.2%} of it far; see {tmp_path}")
