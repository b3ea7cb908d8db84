"""Colours: reading them, and how light they are."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from PIL import ImageColor


class Colour(NamedTuple):
    """sRGB, each channel from 0 to 255."""

    red: int
    green: int
    blue: int

    @property
    def hex(self) -> str:
        """``#rrggbb``."""
        return f"#{self.red:02x}{self.green:02x}{self.blue:02x}"


BLACK = Colour(0, 0, 0)
WHITE = Colour(255, 255, 255)


@lru_cache(maxsize=4096)
def parse_colour(text: str) -> Colour:
    """Read ``#rgb``, ``#rrggbb``, six hex digits, or a CSS colour name.

    Raises ValueError with a sentence for the user when the text is no colour.
    """
    word = text.strip().lower()
    if re.fullmatch(r"[0-9a-f]{6}", word):
        word = f"#{word}"
    elif re.fullmatch(r"#[0-9a-f]{3}", word):
        word = "#" + "".join(2 * digit for digit in word[1:])
    if re.fullmatch(r"#[0-9a-f]{6}", word):
        return Colour(int(word[1:3], 16), int(word[3:5], 16), int(word[5:7], 16))
    if word in ImageColor.colormap:
        red, green, blue = ImageColor.getrgb(word)[:3]
        return Colour(red, green, blue)
    raise ValueError(f'"{text}" is not a colour; write "#rrggbb" in quotes or a CSS colour name')


def luminance(colour: Colour) -> float:
    """Relative luminance from 0 (black) to 1 (white), by WCAG 2."""

    def linear(channel: int) -> float:
        share = channel / 255
        return share / 12.92 if share <= 0.03928 else ((share + 0.055) / 1.055) ** 2.4

    return 0.2126 * linear(colour.red) + 0.7152 * linear(colour.green) + 0.0722 * linear(colour.blue)


def contrast(one: Colour, other: Colour) -> float:
    """Contrast ratio from 1 to 21, by WCAG 2."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)
