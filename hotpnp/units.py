"""Lengths as whole numbers of 1/914400 inch, in which inch, millimetre and point are all exact."""

from __future__ import annotations

import re
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from typing import TypeAlias

Length: TypeAlias = int
"""A distance in 1/914400 inch (12,700 to the point, 36,000 to the millimetre)."""

INCH: Length = 914_400
MM: Length = 36_000
CM: Length = 360_000
PT: Length = 12_700

UNITS: dict[str, Length] = {"in": INCH, "mm": MM, "cm": CM, "pt": PT}

_LENGTH = re.compile(r"([+-]?(?:\d+(?:\.\d*)?|\.\d+))\s*([a-z]+)?", re.IGNORECASE)


def inch(value: float | str) -> Length:
    """The length of so many inches, exact for decimal text."""
    return _scaled(str(value), INCH)


def mm(value: float | str) -> Length:
    """The length of so many millimetres, exact for decimal text."""
    return _scaled(str(value), MM)


def pt(value: float | str) -> Length:
    """The length of so many points (1/72 inch), exact for decimal text."""
    return _scaled(str(value), PT)


def _scaled(number: str, unit: Length) -> Length:
    return round(Fraction(Decimal(number)) * unit)


def parse_length(text: str) -> Length:
    """Read ``2.5in``, ``63.5 mm``, ``9pt``; a bare ``0`` needs no unit.

    Raises ValueError with a sentence for the user when the text is not a length.
    """
    match = _LENGTH.fullmatch(text.strip())
    if match is None:
        raise ValueError(f'"{text}" is not a length; write a number and a unit, such as 2.5in, 63.5mm or 9pt')
    number, unit = match.group(1), (match.group(2) or "").lower()
    if not unit:
        if Decimal(number) == 0:
            return 0
        raise ValueError(f'"{text}" has no unit; write {number}in, {number}mm or {number}pt')
    if unit not in UNITS:
        raise ValueError(f'"{unit}" is not a unit of length; the units are in, mm, cm and pt')
    try:
        return _scaled(number, UNITS[unit])
    except InvalidOperation as fault:
        raise ValueError(f'"{text}" is not a length') from fault


def to_mm(length: Length) -> float:
    """The length in millimetres, to a thousandth."""
    return round(length / MM, 3)


def to_pt(length: Length) -> float:
    """The length in points."""
    return length / PT


def show_mm(length: Length) -> str:
    """The length as people write it: ``63.5 mm``, at most two decimals, no trailing zeros."""
    return f"{trim(length / MM)} mm"


def show_inch(length: Length) -> str:
    """The length in inches as people write it: ``2.5 in``, at most three decimals."""
    return f"{trim(length / INCH, 3)} in"


def trim(value: float, decimals: int = 2) -> str:
    """A number with at most so many decimals and no trailing zeros."""
    text = f"{value:.{decimals}f}"
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    return "0" if text == "-0" else text
