"""Colours: reading them, and how light they are."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple, TypeAlias

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

    @property
    def rgb(self) -> Colour:
        """The colour itself."""
        return self


class Cmyk(NamedTuple):
    """Shares of the four printing inks, from 0 to 1."""

    cyan: float
    magenta: float
    yellow: float
    black: float

    @property
    def hex(self) -> str:
        """``cmyk(c, m, y, k)`` in percent."""
        return f"cmyk({', '.join(f'{100 * ink:g}' for ink in self)})"

    @property
    def rgb(self) -> Colour:
        """About the colour that a screen shows."""
        paper = 1 - self.black
        return Colour(*(round(255 * (1 - ink) * paper) for ink in self[:3]))


class Grey(NamedTuple):
    """A grey of sRGB's curve, from 0 (black) to 255 (white); what a build in grey makes of all colours."""

    level: int

    @property
    def hex(self) -> str:
        """As the same grey in sRGB is written."""
        return self.rgb.hex

    @property
    def rgb(self) -> Colour:
        """The same grey in sRGB."""
        return Colour(self.level, self.level, self.level)


Solid: TypeAlias = Colour | Cmyk | Grey


class Gradient(NamedTuple):
    """A run of colours across a box, clockwise from upwards by an angle in degrees (90: left to right)."""

    angle: float
    colours: tuple[Solid, ...]

    @property
    def hex(self) -> str:
        """As it is written in a layout."""
        return f"linear({self.angle:g}, {', '.join(colour.hex for colour in self.colours)})"


Paint: TypeAlias = Solid | Gradient

BLACK = Colour(0, 0, 0)
WHITE = Colour(255, 255, 255)

OKABE_ITO: dict[str, Colour] = {
    "okabe-black": Colour(0, 0, 0),
    "okabe-orange": Colour(230, 159, 0),
    "okabe-sky-blue": Colour(86, 180, 233),
    "okabe-green": Colour(0, 158, 115),
    "okabe-yellow": Colour(240, 228, 66),
    "okabe-blue": Colour(0, 114, 178),
    "okabe-vermillion": Colour(213, 94, 0),
    "okabe-purple": Colour(204, 121, 167),
}
"""Eight colours that colour-blind people tell apart (Wong, Nature Methods 2011)."""

_CMYK = re.compile(r"cmyk\(([^()]*)\)")
_LINEAR = re.compile(r"linear\((.*)\)", re.DOTALL)


class Palette:
    """Reads colours: hex, CSS names, ``cmyk()``, the Okabe-Ito colours, and a game's own names."""

    def __init__(self, names: Mapping[str, Solid] | None = None) -> None:
        self.names: dict[str, Solid] = {**OKABE_ITO, **(names or {})}
        self._known: dict[str, Solid] = {}

    def solid(self, text: str) -> Solid:
        """Read a colour. Raises ValueError with a sentence for the user when the text is none."""
        found = self._known.get(text)
        if found is None:
            found = self._known[text] = self._read(text.strip())
        return found

    def paint(self, text: str | None) -> Paint | None:
        """Read a colour or ``linear(angle, colour, colour, ...)``; nothing and ``none`` are no paint."""
        if text is None or text.strip() == "none":
            return None
        match = _LINEAR.fullmatch(text.strip())
        if match is None:
            return self.solid(text)
        words = re.split(r",\s*(?![^()]*\))", match.group(1))
        if len(words) < 3:
            raise ValueError(f'"{text}" needs an angle and two colours: linear(90, white, navy)')
        try:
            angle = float(words[0])
        except ValueError:
            raise ValueError(f'"{words[0]}" is not an angle in degrees') from None
        return Gradient(angle, tuple(self.solid(word) for word in words[1:]))

    def optional(self, text: str | None) -> Solid | None:
        """Read a colour; nothing and ``none`` are no colour."""
        return None if text is None or text.strip() == "none" else self.solid(text)

    def _read(self, text: str) -> Solid:
        if text in self.names:
            return self.names[text]
        word = text.lower()
        match = _CMYK.fullmatch(word)
        if match is not None:
            return _read_cmyk(text, match.group(1))
        if re.fullmatch(r"[0-9a-f]{6}", word):
            word = f"#{word}"
        elif re.fullmatch(r"#[0-9a-f]{3}", word):
            word = "#" + "".join(2 * digit for digit in word[1:])
        if re.fullmatch(r"#[0-9a-f]{6}", word):
            return Colour(int(word[1:3], 16), int(word[3:5], 16), int(word[5:7], 16))
        if word in ImageColor.colormap:
            red, green, blue = ImageColor.getrgb(word)[:3]
            return Colour(red, green, blue)
        raise ValueError(
            f'"{text}" is not a colour; write "#rrggbb" in quotes, cmyk(0, 50, 100, 0), a CSS colour name '
            "or a name of the game's palette"
        )


def _read_cmyk(text: str, inks: str) -> Cmyk:
    try:
        shares = [float(word.strip().removesuffix("%")) / 100 for word in inks.split(",")]
    except ValueError:
        shares = []
    if len(shares) != 4 or not all(0 <= share <= 1 for share in shares):
        raise ValueError(f'"{text}" needs four inks from 0 to 100: cmyk(0, 50, 100, 0)')
    return Cmyk(*shares)


def luminance(colour: Solid) -> float:
    """Relative luminance from 0 (black) to 1 (white), by WCAG 2."""

    red, green, blue = (_linear(channel / 255) for channel in colour.rgb)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(share: float) -> float:
    """The light of a channel of sRGB, both from 0 to 1."""
    return share / 12.92 if share <= 0.03928 else float(((share + 0.055) / 1.055) ** 2.4)


def grey(colour: Solid) -> Grey:
    """The grey that is as light as a colour."""
    light = luminance(colour)
    share = light * 12.92 if light <= 0.03928 / 12.92 else 1.055 * light ** (1 / 2.4) - 0.055
    return Grey(round(255 * share))


def darkened(colour: Solid, need: float) -> Solid:
    """The colour in its own hue, made so dark that its contrast with white is at least so much."""
    if contrast(colour, WHITE) >= need:
        return colour
    low, high = 0.0, 1.0
    for _ in range(10):
        share = (low + high) / 2
        dark = Colour(*(int(channel * share) for channel in colour.rgb))
        low, high = (share, high) if contrast(dark, WHITE) >= need else (low, share)
    return Colour(*(int(channel * low) for channel in colour.rgb))


def contrast(one: Solid, other: Solid) -> float:
    """Contrast ratio from 1 to 21, by WCAG 2."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)
