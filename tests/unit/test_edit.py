"""Changes to YAML text: only the lines of what changes are written anew."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hotpnp.source.edit import Value, with_values
from hotpnp.source.yamlio import parse, plain

BEFORE = """\
# my printers

office:   # third floor
  margin: 4.23mm
  tray: "2"

# measured in the spring
home:
  # after the new drum
  margin:  4mm   # all sides
  back: {x: 1mm, y: 0, angle: 0}

  duplex: long-edge
# the end
"""


def changed(text: str, name: str, values: Mapping[str, Value]) -> str:
    found = with_values(text, "printers.yaml", name, values)
    assert found is not None
    return found


def test_only_the_lines_of_the_keys_that_are_given_change() -> None:
    after = changed(BEFORE, "home", {"back": {"x": "0.8mm", "y": "-0.3mm"}, "tray": "rear slot"})
    assert after == BEFORE.replace(
        "  back: {x: 1mm, y: 0, angle: 0}\n", "  back: {x: 0.8mm, y: -0.3mm}\n"
    ).replace("  duplex: long-edge\n", "  duplex: long-edge\n  tray: rear slot\n")


def test_the_last_key_of_a_mapping_in_the_middle_of_a_file() -> None:
    after = changed(BEFORE, "office", {"tray": "3", "about": "Brother: loud"})
    assert after == BEFORE.replace('  tray: "2"\n', '  tray: 3\n  about: "Brother: loud"\n')


def test_a_new_mapping_stands_at_the_end() -> None:
    assert changed(BEFORE, "shop", {"margin": "3mm"}) == BEFORE + "shop:\n  margin: 3mm\n"
    assert changed("", "shop", {"margin": "3mm"}) == "shop:\n  margin: 3mm\n"
    assert changed("a: {b: 1}", "shop", {"b": "2"}) == "a: {b: 1}\nshop:\n  b: 2\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "home: {margin: 4mm, about: ~}\nother: {}\n",
            "home:\n  margin: 4mm\n  about: ~\n  tray: x\nother: {}\n",
        ),
        ("home:\nother: {}\n", "home:\n  tray: x\nother: {}\n"),
        (
            "home:\n    back:\n      x: 1mm\n      y: 2mm\n",
            "home:\n    back:\n      x: 1mm\n      y: 2mm\n    tray: x\n",
        ),
        ("home:\r\n  tray: y\r\n", "home:\r\n  tray: x\r\n"),
    ],
)
def test_other_ways_of_writing(before: str, after: str) -> None:
    assert changed(before, "home", {"tray": "x"}) == after


@pytest.mark.parametrize(
    "text",
    ["{home: {margin: 4mm}, other: {}}\n", "a: &a\n  tray: y\nhome: *a\n", "home: {}\n---\nb: 1\n"],
)
def test_what_cannot_be_changed_line_by_line_is_left_alone(text: str) -> None:
    assert with_values(text, "printers.yaml", "home", {"tray": "x"}) is None


@given(st.text(st.characters(max_codepoint=0xFFFF, exclude_categories=["Cs"]), max_size=30))
def test_any_text_can_be_stored(value: str) -> None:
    read = plain(parse(changed(BEFORE, "home", {"tray": value}), "printers.yaml")[0])
    before = plain(parse(BEFORE, "")[0])
    assert read == {**before, "home": {**before["home"], "tray": value}}
