"""Two pictures of one card compared: the later one pale, what differs marked."""

from __future__ import annotations

from io import BytesIO

MARK = (214, 20, 80)
NOISE = 24
"""Differences of a channel up to this are edges that were smoothed otherwise."""


def difference_png(before: bytes, after: bytes) -> bytes:
    """The later picture in pale grey, with every pixel that differs in a strong colour; both are PNG."""
    from PIL import Image, ImageChops, ImageFilter

    old = Image.open(BytesIO(before)).convert("RGB")
    new = Image.open(BytesIO(after)).convert("RGB")
    if old.size != new.size:
        old = old.resize(new.size)
    channels = ImageChops.difference(old, new).split()
    most = channels[0]
    for channel in channels[1:]:
        most = ImageChops.lighter(most, channel)
    mask = most.point(lambda value: 255 if value > NOISE else 0).filter(ImageFilter.MaxFilter(3))
    pale = new.convert("L").point(lambda value: 170 + value // 3).convert("RGB")
    pale.paste(MARK, mask=mask)
    stream = BytesIO()
    pale.save(stream, "PNG", optimize=True)
    return stream.getvalue()
