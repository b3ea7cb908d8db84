"""hotpnp plan --card: how a size fits a paper, without a project."""

from __future__ import annotations

import json

import pytest
from helpers import run


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--paper", "lettre"), 'paper: "lettre" is not a size; did you mean "letter"?'),
        (("--paper", "card"), '"card" is not a size'),
        (("--margin", "3"), 'margin: "3" has no unit; write 3in, 3mm or 3pt'),
        (("--margin=-3mm",), 'margin: "-3mm" must not be below 0'),
        (("--gutter", "x"), 'gutter: "x" is not a measure'),
        (("--bleed=-5mm",), 'bleed: "-5mm" must not be below 0'),
        (("--bleed", "10%"), 'bleed: "10%" is not a length'),
    ],
)
def test_a_wrong_measure_of_a_planned_size_is_said_in_plain_words(options: list[str], words: str) -> None:
    done = run("plan", "--card", "poker", *options)
    assert (done.returncode, done.stdout) == (2, "")
    assert f"Error: {words}" in done.stderr
    assert "validation" not in done.stderr


def test_margins_that_leave_no_room_are_said_without_sums_below_0() -> None:
    done = run("plan", "--card", "poker", "--margin", "5in")
    assert done.returncode == 1
    assert "leave no room on the paper" in done.stderr
    assert "-" not in done.stderr


@pytest.mark.parametrize("size", ["hex", "circle"])
def test_pieces_that_are_no_rectangles_are_planned_one_by_one(size: str) -> None:
    slots = json.loads(run("plan", "--card", size, "--paper", "tabloid", "--format", "json").stdout)["slots"]
    ends = [
        (a["x"] + a["width"], b["x"]) for a in slots for b in slots if a["y"] == b["y"] and a["x"] < b["x"]
    ]
    assert ends
    assert all(start - end >= 2 for end, start in ends)


def test_squares_are_not_turned() -> None:
    found = json.loads(run("plan", "--card", "square-70", "--format", "json").stdout)
    assert [slot["turned"] for slot in found["slots"]] == [False] * 6
