"""Texts in YAML that stand for a value. Each is checked when read, unless it holds {fields}."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Annotated, NamedTuple

from pydantic import AfterValidator, ValidationInfo

from hotpnp.assets.colour import Palette
from hotpnp.geometry import Insets
from hotpnp.units import MM, PT, Length, parse_length


class Measure(NamedTuple):
    """A length plus a share of the parent box's width or height."""

    length: Length
    share: float = 0.0

    def within(self, whole: Length) -> Length:
        """The length when the parent's side is so long."""
        return self.length + round(self.share * whole)


_TERM = re.compile(r"\s*([+-]?)\s*([0-9.]+\s*(?:%|[a-zA-Z]*))")


@lru_cache(maxsize=4096)
def parse_measure(text: str) -> Measure:
    """Read a length, a percentage of the parent box, or a sum such as ``50% - 2mm``."""
    length, share, at = 0, 0.0, 0
    source = text.strip()
    while at < len(source):
        term = _TERM.match(source, at)
        if term is None or (at > 0 and not term.group(1)):
            raise ValueError(
                f'"{text}" is not a measure; write 2.5in, 63.5mm, 9pt, 50% or a sum such as 50% - 2mm'
            )
        sign = -1 if term.group(1) == "-" else 1
        value = term.group(2).strip()
        if value.endswith("%"):
            share += sign * _percent(value[:-1], text) / 100
        else:
            length += sign * parse_length(value)
        at = term.end()
    if not source:
        raise ValueError("a measure is empty")
    return Measure(length, share)


def _percent(number: str, text: str) -> float:
    try:
        return float(number)
    except ValueError:
        raise ValueError(f'"{text}" is not a measure: "{number.strip()}" is not a number') from None


_TRUTH = {"yes": True, "true": True, "on": True, "no": False, "false": False, "off": False}


def parse_bool(text: str) -> bool:
    """Read yes/no, true/false, on/off in any letter case."""
    truth = _TRUTH.get(text.strip().lower())
    if truth is None:
        raise ValueError(f'"{text}" is neither yes nor no')
    return truth


_TURNS = {"0": 0, "90": 90, "180": 180, "270": 270}


def parse_turn(text: str) -> int:
    """Read a clockwise quarter turn in degrees."""
    turn = _TURNS.get(text.strip())
    if turn is None:
        raise ValueError(f'"{text}" is not a quarter turn; write 0, 90, 180 or 270')
    return turn


def parse_factor(text: str) -> float:
    """Read a number above 0."""
    try:
        number = float(text)
    except ValueError:
        raise ValueError(f'"{text}" is not a number') from None
    if not 0 < number < 1000:
        raise ValueError(f'"{text}" must be above 0')
    return number


def parse_share(text: str) -> float:
    """Read a number from 0 to 1."""
    try:
        number = float(text)
    except ValueError:
        raise ValueError(f'"{text}" is not a number') from None
    if not 0 <= number <= 1:
        raise ValueError(f'"{text}" must lie between 0 and 1')
    return number


def has_fields(text: str) -> bool:
    """Whether a text holds {fields} to fill in."""
    return "{" in text


def _checked(parse: Callable[[str], object]) -> AfterValidator:
    def check(text: str) -> str:
        if not has_fields(text):
            parse(text)
        return text

    return AfterValidator(check)


def _checked_paint(method: str) -> AfterValidator:
    """A check of colours by the palette in the validation's context."""

    def check(text: str, info: ValidationInfo) -> str:
        if not has_fields(text):
            palette = info.context if isinstance(info.context, Palette) else _PLAIN
            getattr(palette, method)(text)
        return text

    return AfterValidator(check)


_PLAIN = Palette()


def parse_dash(text: str) -> tuple[Length, ...]:
    """Read the lengths of dashes and gaps, such as ``2pt 1pt``."""
    lengths = tuple(parse_length(word) for word in text.split())
    if not lengths or min(lengths) < 0 or not any(lengths):
        raise ValueError(f'"{text}" is not a dash; write lengths of dash and gap, such as 2pt 1pt')
    return lengths


def parse_measures(text: str, counts: tuple[int, ...]) -> list[Measure]:
    """Read several measures separated by blanks (a sum is written without blanks here)."""
    words = text.split()
    if len(words) not in counts:
        raise ValueError(f'"{text}" must be {" or ".join(map(str, counts))} measures')
    return [parse_measure(word) for word in words]


def parse_radius(text: str) -> list[Measure]:
    """Read one corner radius, or four: top left, top right, bottom right, bottom left."""
    found = parse_measures(text, (1, 4))
    return found * 4 if len(found) == 1 else found


def parse_padding(text: str) -> list[Measure]:
    """Read one padding, two (top and bottom, sides) or four (top, right, bottom, left), as in CSS."""
    found = parse_measures(text, (1, 2, 4))
    return found * 4 if len(found) == 1 else found * 2 if len(found) == 2 else found


def parse_focus(text: str) -> list[Measure]:
    """Read the point of a picture that is kept, from its top left: ``50% 20%``."""
    return parse_measures(text, (2,))


def parse_angle(text: str) -> float:
    """Read an angle in degrees, clockwise."""
    try:
        return float(text.strip().removesuffix("deg"))
    except ValueError:
        raise ValueError(f'"{text}" is not an angle in degrees') from None


def parse_whole(text: str) -> int:
    """Read a whole number from 0 to 500."""
    if not text.isascii() or not text.isdigit() or int(text) > 500:
        raise ValueError(f'"{text}" is not a whole number from 0 to 500')
    return int(text)


def _plain(parse: Callable[[str], object]) -> AfterValidator:
    def check(text: str) -> str:
        parse(text)
        return text

    return AfterValidator(check)


def parse_weight(text: str) -> Measure:
    """Read the weight of a cut mark, which must show on paper and may not reach into a card."""
    measure = parse_measure(text)
    if measure.share or not PT // 4 <= measure.length <= PT // 2:
        raise ValueError(f'"{text}" must lie between 0.25pt and 0.5pt')
    return measure


def parse_length_above(text: str) -> Measure:
    """Read a measure that is not below 0."""
    measure = parse_measure(text)
    if min(measure) < 0:
        wrong = "must not be below 0" if max(measure) <= 0 else "may be below 0; write a sum without -"
        raise ValueError(f'"{text}" {wrong}')
    return measure


PlainColour = Annotated[str, _plain(_PLAIN.solid)]
WIDEST_MARGIN = 50 * MM
FARTHEST = 20 * MM
"""Most shift of a back: duplex printers miss by 1 to 3 mm (their makers' manuals); more is a slip."""
STEEPEST = 5
"""Most turn of a back, in degrees."""


def parse_margin(text: str) -> Insets:
    """Read one, two or four lengths (top, right, bottom, left) that a printer leaves white."""
    measures = parse_padding(text)
    if any(measure.share or not 0 <= measure.length <= WIDEST_MARGIN for measure in measures):
        raise ValueError(f'"{text}" must be lengths from 0 to {WIDEST_MARGIN // MM} mm')
    top, right, bottom, left = (measure.length for measure in measures)
    return Insets(left, right, top, bottom)


def parse_shift(text: str) -> Length:
    """Read how far a printer's back is moved."""
    length = parse_length(text)
    if abs(length) > FARTHEST:
        raise ValueError(f'"{text}" must lie between -{FARTHEST // MM} and {FARTHEST // MM} mm')
    return length


def parse_tilt(text: str) -> float:
    """Read by how many degrees a printer's back is turned, clockwise."""
    angle = parse_angle(text)
    if not abs(angle) <= STEEPEST:
        raise ValueError(f'"{text}" must lie between -{STEEPEST} and {STEEPEST} degrees')
    return angle


def parse_distances(text: str) -> list[Measure]:
    """Read one, two or four measures as paddings, none of them below 0."""
    for word in text.split():
        parse_length_above(word)
    return parse_padding(text)


PlainLength = Annotated[str, _plain(parse_length_above)]
"""A measure that is not below 0."""
PlainMeasure = Annotated[str, _plain(parse_measure)]
PlainPadding = Annotated[str, _plain(parse_distances)]
WeightText = Annotated[str, _plain(parse_weight)]
MarginText = Annotated[str, _plain(parse_margin)]
ShiftText = Annotated[str, _plain(parse_shift)]
TiltText = Annotated[str, _plain(parse_tilt)]
MeasureText = Annotated[str, _checked(parse_measure)]
ColourText = Annotated[str, _checked_paint("optional")]
PaintText = Annotated[str, _checked_paint("paint")]
TurnText = Annotated[str, _checked(parse_turn)]
FactorText = Annotated[str, _checked(parse_factor)]
ShareText = Annotated[str, _checked(parse_share)]
DashText = Annotated[str, _checked(parse_dash)]
RadiusText = Annotated[str, _checked(parse_radius)]
PaddingText = Annotated[str, _checked(parse_padding)]
FocusText = Annotated[str, _checked(parse_focus)]
AngleText = Annotated[str, _checked(parse_angle)]
WholeText = Annotated[str, _checked(parse_whole)]
