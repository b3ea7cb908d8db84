"""The elements of a layout: containers, and the choice of an element's kind by its key."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

from pydantic import Discriminator, Field, Tag

from hotpnp.model.box import Box
from hotpnp.model.shape_elements import (
    ArrowElement,
    IconElement,
    LineElement,
    PathElement,
    PictureElement,
    PipsElement,
    QrElement,
    ShapeElement,
    StampElement,
    TableElement,
    TrackElement,
)
from hotpnp.model.text_element import Align, TextElement, VAlign
from hotpnp.model.values import MeasureText


class GroupElement(Box):
    """Elements in a common box."""

    group: dict[str, AnyElement] = Field(description="Elements by name, painted in order.")
    clip: Literal["rect", "ellipse", "diamond", "star"] | None = Field(
        None, description="What lies outside this shape is not painted."
    )


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


class PartElement(Box):
    """A part that the layout (or one that it extends) defines under parts."""

    part: str = Field(description="Name of the part.")
    given: dict[str, str] = Field(
        default_factory=dict, alias="with", description="Values of the part's parameters, with {fields}."
    )


KINDS: dict[str, type[Box]] = {
    "text": TextElement,
    "shape": ShapeElement,
    "line": LineElement,
    "arrow": ArrowElement,
    "path": PathElement,
    "icon": IconElement,
    "picture": PictureElement,
    "pips": PipsElement,
    "track": TrackElement,
    "table": TableElement,
    "qr": QrElement,
    "stamp": StampElement,
    "group": GroupElement,
    "ends": EndsElement,
    "row": RowElement,
    "column": ColumnElement,
    "grid": GridElement,
    "part": PartElement,
}
"""Element kinds by the key that makes an element of that kind."""


def _kind(data: Any) -> str | None:
    """The tag of an element's kind; none (and then said by strict) when its keys do not tell one."""
    kinds = [key for key in KINDS if key in data] if isinstance(data, dict) else []
    return f"<{kinds[0]}>" if len(kinds) == 1 else None


AnyElement: TypeAlias = Annotated[
    Annotated[TextElement, Tag("<text>")]
    | Annotated[ShapeElement, Tag("<shape>")]
    | Annotated[LineElement, Tag("<line>")]
    | Annotated[ArrowElement, Tag("<arrow>")]
    | Annotated[PathElement, Tag("<path>")]
    | Annotated[IconElement, Tag("<icon>")]
    | Annotated[PictureElement, Tag("<picture>")]
    | Annotated[PipsElement, Tag("<pips>")]
    | Annotated[TrackElement, Tag("<track>")]
    | Annotated[TableElement, Tag("<table>")]
    | Annotated[QrElement, Tag("<qr>")]
    | Annotated[StampElement, Tag("<stamp>")]
    | Annotated[GroupElement, Tag("<group>")]
    | Annotated[EndsElement, Tag("<ends>")]
    | Annotated[RowElement, Tag("<row>")]
    | Annotated[ColumnElement, Tag("<column>")]
    | Annotated[GridElement, Tag("<grid>")]
    | Annotated[PartElement, Tag("<part>")],
    Discriminator(_kind),
]


def children_key(spec: Box) -> str | None:
    """The key under which a container holds its elements; none for other elements."""
    for key in ("group", "ends", "row", "column", "grid"):
        if key in type(spec).model_fields:
            return key
    return None
