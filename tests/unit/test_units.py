"""Lengths: exact in inch, millimetre and point; read and shown as people write them."""

from __future__ import annotations

import contextlib
import re
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hotpnp.units import CM, INCH, MM, PT, UNITS, inch, mm, parse_length, pt, show_inch, show_mm, to_mm, to_pt

HUNDREDTHS = st.integers(min_value=-10_000_00, max_value=10_000_00)


def test_the_units_are_exact_shares_of_the_inch() -> None:
    assert Fraction(INCH, MM) == Fraction(254, 10)
    assert Fraction(INCH, PT) == 72
    assert CM == 10 * MM
    assert UNITS == {"in": 914_400, "mm": 36_000, "cm": 360_000, "pt": 12_700}


@given(HUNDREDTHS)
def test_hundredths_of_inch_millimetre_and_point_are_whole_lengths(hundredths: int) -> None:
    text = f"{hundredths / 100:.2f}"
    for make, unit in ((inch, INCH), (mm, MM), (pt, PT)):
        assert make(text) == Fraction(hundredths, 100) * unit


@given(HUNDREDTHS, st.sampled_from(sorted(UNITS)), st.sampled_from(["", " "]))
def test_a_written_length_is_read_exactly(hundredths: int, unit: str, space: str) -> None:
    assert parse_length(f"{hundredths / 100:.2f}{space}{unit}") == Fraction(hundredths, 100) * UNITS[unit]


@given(st.integers(min_value=-10_000_00, max_value=10_000_00))
def test_a_shown_length_is_read_back(hundredths: int) -> None:
    length = hundredths * MM // 100
    assert parse_length(show_mm(length)) == length
    assert parse_length(f"{to_mm(length)}mm") == length


def test_one_card_measured_in_three_units_is_one_size() -> None:
    assert mm("63.5") == inch("2.5") == pt(180)
    assert mm("88.9") == inch("3.5") == pt(252)


@pytest.mark.parametrize(
    ("text", "length"),
    [
        ("2.5in", 2_286_000),
        ("63.5 mm", 2_286_000),
        ("6.35CM", 2_286_000),
        ("  180pt ", 2_286_000),
        (".5in", 457_200),
        ("1.in", 914_400),
        ("+1mm", 36_000),
        ("-1mm", -36_000),
        ("0", 0),
        ("0.0", 0),
    ],
)
def test_lengths_that_are_read(text: str, length: int) -> None:
    assert parse_length(text) == length


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "is not a length"),
        ("wide", '"wide" is not a length; write a number and a unit'),
        ("1.2.3mm", "is not a length"),
        ("1,5mm", "is not a length"),
        ("5 mm 3", "is not a length"),
        ("50%", "is not a length"),
        ("5", '"5" has no unit; write 5in, 5mm or 5pt'),
        ("5px", '"px" is not a unit of length; the units are in, mm, cm and pt'),
    ],
)
def test_what_is_no_length_is_refused_in_plain_words(text: str, words: str) -> None:
    with pytest.raises(ValueError, match=re.escape(words)):
        parse_length(text)


@given(st.text(max_size=12))
def test_any_text_is_a_length_or_a_value_error(text: str) -> None:
    with contextlib.suppress(ValueError):
        assert isinstance(parse_length(text), int)


@pytest.mark.parametrize(
    ("length", "shown"),
    [
        (mm("63.5"), "63.5 mm"),
        (mm(267), "267 mm"),
        (mm("0.004"), "0 mm"),
        (-mm("0.004"), "0 mm"),
        (inch(1), "25.4 mm"),
    ],
)
def test_millimetres_are_shown_without_trailing_zeros(length: int, shown: str) -> None:
    assert show_mm(length) == shown


def test_inches_are_shown_with_three_decimals_at_most() -> None:
    assert show_inch(inch("2.5")) == "2.5 in"
    assert show_inch(mm(1)) == "0.039 in"


def test_a4_in_points_is_not_rounded_to_whole_points() -> None:
    assert to_pt(mm(210)) == pytest.approx(595.2756, abs=1e-4)
    assert to_pt(mm(297)) == pytest.approx(841.8898, abs=1e-4)
