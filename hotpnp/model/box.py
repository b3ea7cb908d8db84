"""What every element of a layout has: a box, and when and how often it is drawn."""

from __future__ import annotations

from typing import ClassVar

from pydantic import Field

from hotpnp.model.strict import Strict
from hotpnp.model.values import AngleText, MeasureText, ShareText, TurnText


class Box(Strict):
    """Keys that every element has."""

    plain_keys: ClassVar[frozenset[str]] = frozenset(
        {
            "when",
            "each",
            "as_",
            "style",
            "below",
            "above",
            "right_of",
            "left_of",
            "fit_group",
            "silence",
            "part",
        }
    )
    """Keys whose texts hold no {fields}."""

    left: MeasureText | None = Field(None, description="Distance from the parent's left edge.")
    right: MeasureText | None = Field(None, description="Distance from the parent's right edge.")
    top: MeasureText | None = Field(None, description="Distance from the parent's top edge.")
    bottom: MeasureText | None = Field(None, description="Distance from the parent's bottom edge.")
    width: MeasureText | None = Field(None, description="Width of the box.")
    height: MeasureText | None = Field(None, description="Height of the box.")
    centre_x: MeasureText | None = Field(None, description="x of the box's middle.")
    centre_y: MeasureText | None = Field(None, description="y of the box's middle.")
    below: str | None = Field(
        None, description="Name of an earlier neighbour; top counts from its bottom edge."
    )
    above: str | None = Field(
        None, description="Name of an earlier neighbour; bottom counts from its top edge."
    )
    right_of: str | None = Field(
        None, description="Name of an earlier neighbour; left counts from its right edge."
    )
    left_of: str | None = Field(
        None, description="Name of an earlier neighbour; right counts from its left edge."
    )
    bleed: bool = Field(
        False, description="At the top level: the parent is the bleed box instead of the trim."
    )
    turn: TurnText = Field("0", description="Clockwise quarter turn of the content: 0, 90, 180 or 270.")
    rotate: AngleText = Field("0", description="Clockwise turn about the box's middle, in degrees.")
    opacity: ShareText = Field("1", description="From 0 (not seen) to 1, for each thing that is painted.")
    when: str | None = Field(None, description="Expression; drawn only where it is true.")
    each: str | None = Field(None, description="Expression giving a list; drawn once for each entry.")
    as_: str = Field("item", alias="as", description="The name that each: gives to the entry.")
    layered: bool = Field(False, description="Whether it may lie over other texts and pictures.")
    silence: dict[str, str] = Field(
        default_factory=dict, description="Warnings that are not shown for this element: code and reason."
    )
