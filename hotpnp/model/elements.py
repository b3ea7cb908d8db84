"""The elements of a layout: what each may say, as pydantic models."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal, TypeAlias

from pydantic import Discriminator, Field, Tag
from pydantic_core import PydanticCustomError

from hotpnp.model.strict import Strict
from hotpnp.model.values import ColourText, FactorText, MeasureText, ShareText, TurnText

Align = Literal["left", "centre", "right"]
VAlign = Literal["top", "middle", "bottom"]
Shape = Literal["rect", "ellipse", "diamond", "polygon", "star"]


class Box(Strict):
    """Keys that every element has: its box in the parent's, and when and how often it is drawn."""

    plain_keys: ClassVar[frozenset[str]] = frozenset({"when", "each", "as_", "style"})

    left: MeasureText | None = Field(None, description="Distance from the parent's left edge.")
    right: MeasureText | None = Field(None, description="Distance from the parent's right edge.")
    top: MeasureText | None = Field(None, description="Distance from the parent's top edge.")
    bottom: MeasureText | None = Field(None, description="Distance from the parent's bottom edge.")
    width: MeasureText | None = Field(None, description="Width of the box.")
    height: MeasureText | None = Field(None, description="Height of the box.")
    centre_x: MeasureText | None = Field(None, description="x of the box's middle.")
    centre_y: MeasureText | None = Field(None, description="y of the box's middle.")
    turn: TurnText = Field(
        "0", description="Clockwise quarter turn of what stands in the box: 0, 90, 180, 270."
    )
    when: str | None = Field(None, description="Expression; the element is drawn only where it is true.")
    each: str | None = Field(
        None, description="Expression giving a list; the element is drawn once for each entry."
    )
    as_: str = Field("item", alias="as", description="The name that each: gives to the entry.")


class TextStyle(Strict):
    """How a text is set."""

    font: str | None = Field(None, description="Font family.")
    weight: str | None = Field(None, description="light, regular, semibold, bold or black.")
    italic: bool | None = Field(None, description="Slanted letters.")
    size: MeasureText | None = Field(None, description="Type size.")
    colour: ColourText | None = Field(None, description="Colour of the letters.")
    align: Align | None = Field(None, description="left, centre or right.")
    valign: VAlign | None = Field(None, description="top, middle or bottom.")
    line_height: FactorText | None = Field(
        None, description="Distance of baselines as a multiple of the size."
    )


class NamedStyle(TextStyle):
    """A style that other styles and texts take over."""

    style: str | None = Field(None, description="The style that this one builds on.")


class TextElement(Box, NamedStyle):
    """A text, wrapped to its box."""

    text: str = Field(description="The text, with {fields}.")


class ShapeElement(Box):
    """A painted shape that fills its box."""

    shape: Shape = Field(description="rect, ellipse, diamond, polygon or star.")
    fill: ColourText | None = Field(None, description="Colour inside.")
    stroke: ColourText | None = Field(None, description="Colour of the outline.")
    stroke_width: MeasureText = Field("0.5pt", description="Width of the outline, centred on the edge.")
    radius: MeasureText = Field("0", description="Corner radius of a rect.")
    corners: int = Field(5, ge=3, le=60, description="Corners of a polygon, points of a star.")
    inner: ShareText = Field("0.5", description="Inner radius of a star as a share of the outer one.")


class IconElement(Box):
    """An icon of the icons folders, as large as its box allows."""

    icon: str = Field(description="Name of the icon, with {fields}.")
    colour: ColourText = Field("black", description="The colour that the icon takes.")
    stroke: ColourText | None = Field(
        None, description="Colour of an outline round the icon, inside its box."
    )
    stroke_width: MeasureText = Field("1pt", description="Width of the outline.")


class GroupElement(Box):
    """Elements in a common box."""

    group: dict[str, AnyElement] = Field(description="Elements by name, painted in order.")


class EndsElement(Box):
    """Elements drawn twice: as they stand, and turned by 180 degrees about the middle of the box."""

    ends: dict[str, AnyElement] = Field(description="Elements by name.")


class RowElement(Box):
    """Elements side by side; those without a width share what is left."""

    row: dict[str, AnyElement] = Field(description="Elements by name, from left to right.")
    align: Align = Field("left", description="Where the elements stand when they do not fill the row.")
    gap: MeasureText = Field("0", description="Distance between neighbours.")


class ColumnElement(Box):
    """Elements under each other; those without a height share what is left."""

    column: dict[str, AnyElement] = Field(description="Elements by name, from top to bottom.")
    valign: VAlign = Field("top", description="Where the elements stand when they do not fill the column.")
    gap: MeasureText = Field("0", description="Distance between neighbours.")


class GridElement(Box):
    """Elements in equal cells, row by row."""

    grid: dict[str, AnyElement] = Field(description="Elements by name, in reading order.")
    columns: int = Field(ge=1, le=200, description="Cells in a row.")
    rows: int | None = Field(
        None, ge=1, le=200, description="Rows that share the height; as many as needed if not given."
    )
    gap: MeasureText = Field("0", description="Distance between cells.")


KINDS: dict[str, type[Box]] = {
    "text": TextElement,
    "shape": ShapeElement,
    "icon": IconElement,
    "group": GroupElement,
    "ends": EndsElement,
    "row": RowElement,
    "column": ColumnElement,
    "grid": GridElement,
}
"""Element kinds by the key that makes an element of that kind."""


def _kind(data: Any) -> str:
    if not isinstance(data, dict):
        raise PydanticCustomError("union_key", "an element must be a mapping of keys to values")
    kinds = [key for key in KINDS if key in data]
    if len(kinds) == 1:
        return f"<{kinds[0]}>"
    known = ", ".join(KINDS)
    if kinds:
        said = " and ".join(kinds)
        raise PydanticCustomError("union_key", f"an element has one of the keys {known}, not both {said}")
    raise PydanticCustomError("union_key", f"an element needs one of the keys {known}")


AnyElement: TypeAlias = Annotated[
    Annotated[TextElement, Tag("<text>")]
    | Annotated[ShapeElement, Tag("<shape>")]
    | Annotated[IconElement, Tag("<icon>")]
    | Annotated[GroupElement, Tag("<group>")]
    | Annotated[EndsElement, Tag("<ends>")]
    | Annotated[RowElement, Tag("<row>")]
    | Annotated[ColumnElement, Tag("<column>")]
    | Annotated[GridElement, Tag("<grid>")],
    Discriminator(_kind),
]


def children_key(spec: Box) -> str | None:
    """The key under which a container holds its elements; none for other elements."""
    for key in ("group", "ends", "row", "column", "grid"):
        if key in type(spec).model_fields:
            return key
    return None
