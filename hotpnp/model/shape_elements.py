"""Elements that are drawn: shapes, lines, paths, icons, pictures, and what is made of them."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from hotpnp.model.box import Box
from hotpnp.model.strict import Strict
from hotpnp.model.text_element import Align, NamedStyle
from hotpnp.model.values import (
    ColourText,
    DashText,
    FactorText,
    FocusText,
    MeasureText,
    PaintText,
    RadiusText,
    ShareText,
    WholeText,
)

Shape = Literal["rect", "ellipse", "diamond", "polygon", "star"]


class Stroked(Strict):
    """An outline."""

    stroke: ColourText | None = Field(None, description="Colour of the line.")
    stroke_width: MeasureText = Field("0.5pt", description="Width of the line, centred on the edge.")
    dash: DashText | None = Field(None, description="Lengths of dash and gap, such as 2pt 1pt.")


class ShapeElement(Box, Stroked):
    """A painted shape that fills its box."""

    shape: Shape = Field(description="rect, ellipse, diamond, polygon or star.")
    fill: PaintText | None = Field(None, description="Colour inside, or linear(angle, colour, colour, ...).")
    radius: RadiusText = Field(
        "0", description="Corner radius of a rect; four measures go clockwise from top left."
    )
    corners: int = Field(5, ge=3, le=60, description="Corners of a polygon, points of a star.")
    inner: ShareText = Field("0.5", description="Inner radius of a star as a share of the outer one.")


class LineElement(Box):
    """A straight line through its box."""

    line: Literal["across", "down", "falling", "rising"] = Field(
        description="across (left to right, in the middle), down, falling or rising (the diagonals)."
    )
    stroke: ColourText = Field("black", description="Colour of the line.")
    stroke_width: MeasureText = Field("0.5pt", description="Width of the line.")
    dash: DashText | None = Field(None, description="Lengths of dash and gap, such as 2pt 1pt.")


class ArrowElement(Box, Stroked):
    """A block arrow that fills its box."""

    arrow: Literal["right", "left", "up", "down"] = Field(description="Where it points.")
    fill: PaintText | None = Field("black", description="Colour inside.")
    shaft: ShareText = Field("0.5", description="Width of the shaft as a share of the head's.")
    head: ShareText = Field("0.5", description="Length of the head as a share of the arrow's.")


class PathElement(Box, Stroked):
    """A path in SVG's notation, fitted into its box."""

    path: str = Field(description="SVG path data.")
    view: str = Field(
        "0 0 24 24", description="The part of the drawing that the box shows: x y width height."
    )
    fill: ColourText | None = Field("black", description="Colour inside.")


class IconElement(Box):
    """An icon of the icons folders, as large as its box allows."""

    icon: str = Field(description="Name of the icon, with {fields}.")
    colour: ColourText = Field("black", description="The colour that the icon takes.")
    stroke: ColourText | None = Field(
        None, description="Colour of an outline round the icon, inside its box."
    )
    stroke_width: MeasureText = Field("1pt", description="Width of the outline.")


class PictureElement(Box):
    """A picture file in its box."""

    picture: str = Field(description="Path from the folder of the file that names it, with {fields}.")
    fit: Literal["contain", "cover", "stretch"] = Field("contain", description="How it fills the box.")
    focus: FocusText = Field(
        "50% 50%", description="The point that stays in the box: from the left, from the top."
    )
    colour: ColourText = Field("black", description="The colour of an SVG's currentColor.")


class PipsElement(Box):
    """An icon repeated in a row, as high as the box."""

    pips: str = Field(description="Name of the icon, with {fields}.")
    repeat: WholeText = Field(description="How often; a number or {fields}.")
    colour: ColourText = Field("black", description="The colour that the icons take.")
    gap: MeasureText = Field("0", description="Distance between icons.")
    align: Align = Field("left", description="Where the row stands in the box.")


class TrackElement(Box, NamedStyle):
    """Numbered spaces in rows."""

    track: WholeText = Field(description="How many spaces; a number or {fields}.")
    first: int = Field(1, description="Number of the first space.")
    columns: int | None = Field(None, ge=1, le=500, description="Spaces in a row; all in one if not given.")
    gap: MeasureText = Field("0", description="Distance between spaces.")
    fill: PaintText | None = Field(None, description="Ground of the spaces.")
    border: ColourText | None = Field("black", description="Colour of the spaces' outline.")
    border_width: MeasureText = Field("0.5pt", description="Width of the outline.")
    radius: RadiusText = Field("0", description="Corner radius of the spaces.")
    every: int = Field(1, ge=1, description="Only every so many spaces show their number.")


class TableElement(Box, NamedStyle):
    """Rows and columns of texts, as high as their texts need."""

    table: list[list[str]] = Field(description="Rows, each a list of texts with {fields} and markup.")
    widths: str | None = Field(
        None, description="Widths of the columns, separated by blanks; even if not given."
    )
    head: bool = Field(True, description="Whether the first row is a head, set bold.")
    head_fill: PaintText | None = Field(None, description="Ground of the head.")
    rule: ColourText | None = Field("black", description="Colour of the lines under the rows.")
    rule_width: MeasureText = Field("0.5pt", description="Width of these lines.")


StampKind = Literal["revision", "version", "run", "fingerprint"]


class StampElement(Box, NamedStyle):
    """A small mark that tells which print of the card this is; it changes only when the card's face does."""

    stamp: StampKind = Field(
        description="What it tells of the face: its revision (r3), the version or the run in which it was "
        "first printed, or the first digits of its fingerprint."
    )


class QrElement(Box):
    """A QR code, as large as its box allows."""

    qr: str = Field(description="What the code says, with {fields}.")
    colour: ColourText = Field("black", description="Colour of the modules.")
    level: Literal["L", "M", "Q", "H"] = Field("M", description="Error correction, from little to much.")
    quiet: FactorText | None = Field(None, description="White edge in modules; 4 is the standard's.")
