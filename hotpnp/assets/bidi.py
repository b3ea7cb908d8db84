"""The order of signs on a line in which some run from right to left (Unicode Standard Annex 9)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate

from hotpnp.assets.scripts import runs_backward

_LEVEL = re.compile(r"Level\(\s*(\d+),?\s*\)")


@lru_cache(maxsize=1024)
def levels_of(text: str) -> tuple[bool, tuple[int, ...]]:
    """Whether a paragraph runs from right to left, and the level of each sign, odd for right to left.

    The direction is that of the first strong letter. python-bidi gives the levels as a text that it
    shows to people who look for faults, one for each byte of UTF-8.
    """
    if not runs_backward(text):
        return False, (0,) * len(text)
    from bidi import get_base_level, get_display

    told = str(get_display(text, debug=True))
    each = [
        int(level) for level in _LEVEL.findall(told.partition("\n    levels: [")[2].partition("\n    ]")[0])
    ]
    sizes = [len(sign.encode()) for sign in text]
    if len(each) != sum(sizes):
        raise RuntimeError("python-bidi gives its levels in another form; use the version that hotpnp names")
    starts = accumulate(sizes, initial=0)
    levels = tuple(each[start] for start, _ in zip(starts, text, strict=False))
    return get_base_level(text) == 1, levels


def visual_order(levels: Sequence[int]) -> list[int]:
    """The places of a line's parts from left to right, given their levels (rule L2)."""
    order = list(range(len(levels)))
    for level in range(max(levels, default=0), 0, -1):
        start = 0
        while start < len(order):
            end = start
            while end < len(order) and levels[order[end]] >= level:
                end += 1
            order[start:end] = reversed(order[start:end])
            start = end + 1
    return order
