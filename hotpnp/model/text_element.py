"""Texts and their styles."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from hotpnp.model.box import Box
from hotpnp.model.strict import Strict
from hotpnp.model.values import ColourText, FactorText, MeasureText, PaddingText

Align = Literal["left", "centre", "right"]
VAlign = Literal["top", "middle", "bottom"]


class Fit(Strict):
    """The type size is the largest between two at which everything fits."""

    min: MeasureText = Field(description="Smallest type size; what does not fit then is an error.")
    max: MeasureText = Field(description="Largest type size.")


class Shadow(Strict):
    """A copy of the text beneath it."""

    colour: ColourText = Field("#999999", description="Colour of the shadow.")
    x: MeasureText = Field("0.5pt", description="Shift to the right.")
    y: MeasureText = Field("0.5pt", description="Shift down.")


class TextStyle(Strict):
    """How a text is set."""

    font: str | None = Field(
        None, description="Font family, or path of a TrueType file from this file's folder."
    )
    weight: str | None = Field(None, description="light, regular, semibold, bold or black.")
    italic: bool | None = Field(None, description="Slanted letters.")
    size: MeasureText | None = Field(None, description="Type size; 9pt if not given.")
    fit: Fit | None = Field(None, description="Smallest and largest type size, instead of size.")
    fit_group: str | None = Field(
        None,
        description="All texts of a component with this word take the smallest size that one of them needs.",
    )
    colour: ColourText | None = Field(None, description="Colour of the letters.")
    align: Literal["left", "centre", "right", "justify"] | None = Field(None, description="Lines in the box.")
    valign: VAlign | None = Field(None, description="The block of lines in the box.")
    baseline: MeasureText | None = Field(
        None, description="First baseline from the box's top, instead of valign."
    )
    line_height: FactorText | None = Field(
        None, description="Distance of baselines as a multiple of the size."
    )
    paragraph_gap: MeasureText | None = Field(None, description="Extra space between paragraphs.")
    letter_spacing: MeasureText | None = Field(None, description="Extra space after each letter.")
    padding: PaddingText | None = Field(
        None, description="Space inside the box: one, two or four measures, as in CSS."
    )
    hyphenate: str | None = Field(
        None, description="Language whose rules break words, such as en_GB or de_DE."
    )
    markup: bool | None = Field(
        None, description="Whether **bold**, *italic*, :icon: and lists are read; yes if not given."
    )
    keywords: bool | None = Field(
        None, description="Whether the game's keywords stand out; yes if not given."
    )
    stroke: ColourText | None = Field(None, description="Colour of an outline round the letters.")
    stroke_width: MeasureText | None = Field(
        None, description="Width of the outline, centred on the letters' edge."
    )
    shadow: Shadow | None = Field(None, description="A shifted copy beneath the text.")


class NamedStyle(TextStyle):
    """A style that other styles and texts take over."""

    style: str | None = Field(None, description="The style that this one builds on.")


class TextElement(Box, NamedStyle):
    """A text, wrapped to its box."""

    text: str = Field(description="The text, with {fields} and markup.")
