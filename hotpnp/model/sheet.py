"""Sheets: which places a paper offers."""

from __future__ import annotations

from importlib import resources
from typing import Annotated, Literal

from pydantic import BeforeValidator, Field

from hotpnp.diag import Collector
from hotpnp.model.sizes import CardSizeText, PaperText
from hotpnp.model.strict import Strict, validate
from hotpnp.model.values import PlainColour, PlainLength, PlainMeasure, PlainPadding, WeightText, parse_bool
from hotpnp.source.yamlio import Mapping, Node, parse


class BlockSpec(Strict):
    """A rectangle of places that touch."""

    name: str = Field(description="Word for the block in cut plans.")
    columns: int = Field(ge=1, le=100, description="Places side by side.")
    rows: int = Field(ge=1, le=100, description="Places under each other.")
    left: PlainMeasure = Field(description="Distance from the paper's left edge.")
    top: PlainMeasure = Field(description="Distance from the paper's top edge.")
    turned: bool = Field(False, description="Whether cards lie turned by 90 degrees.")


MarkKind = Literal["ticks", "crosses", "lines", "dashed", "none"]
Fill = Literal["none", "blanks", "spares", "next"]
Flip = Literal["long-edge", "short-edge"]
Pack = Literal["grid", "mixed", "auto"]


class MarksSpec(Strict):
    """Cut marks."""

    kind: MarkKind = Field(
        "ticks",
        description="ticks in the margins; crosses at the cards' corners; lines or dashed lines round the "
        "cards, with ticks; none.",
    )
    weight: WeightText = Field("0.35pt", description="Stroke width, 0.25pt to 0.5pt.")
    length: PlainLength = Field("4mm", description="Length of a tick, or of the arms of a cross.")
    offset: PlainLength = Field("0", description="Distance from a card's bleed to a tick.")
    colour: PlainColour = Field("black", description="Colour of the marks.")
    two_tone: bool = Field(False, description="A white seam on both sides, so that marks show on dark art.")
    shared: bool = Field(False, description="A hairline along edges that two cards share.")
    corner_radius: PlainLength = Field("0", description="A guide for rounding the cards' corners.")


EVERYBODY = "*"
"""In ``together``: every component."""


def _everybody(value: object) -> object:
    """A plain yes or no as a list of all components, or of none."""
    if not isinstance(value, str):
        return value
    return [[EVERYBODY]] if parse_bool(value) else []


class SheetSpec(Strict):
    """How cards lie on a paper."""

    about: str = Field("", description="What the sheet is for.")
    paper: PaperText = Field(
        "letter",
        description="letter, legal, tabloid, a4, a3, a measure such as 330mm x 480mm, or card: each page is "
        "as large as one card with its bleed.",
    )
    landscape: bool = Field(False, description="Whether the paper lies on its long side.")
    cell: CardSizeText | None = Field(
        None, description="Size of a place; the size of the component's cards if not given."
    )
    columns: int | None = Field(
        None, ge=1, le=100, description="Places side by side; as many as fit if not given."
    )
    rows: int | None = Field(
        None, ge=1, le=100, description="Places under each other; as many as fit if not given."
    )
    blocks: list[BlockSpec] = Field(
        default_factory=list, description="Blocks of places, instead of columns and rows."
    )
    pack: Pack = Field(
        "grid",
        description="grid: one block; mixed: two blocks, one of them turned where that helps; auto: the most "
        "cards that straight cuts can free.",
    )
    most: int | None = Field(None, ge=1, description="Most cards on a sheet; they keep wider margins.")
    skip: list[int] = Field(
        default_factory=list,
        description="Numbers of places that stay empty, counted block by block and row by row.",
    )
    margin: PlainPadding | None = Field(
        None,
        description="Distance from the paper's edges to the cards' bleed: one, two or four measures.",
    )
    gutter: PlainMeasure = Field("0", description="Distance between the bleeds of neighbours.")
    printable: PlainMeasure = Field("0.17in", description="Margin in which printers cannot print.")
    frame: PlainMeasure = Field(
        "0", description="White frame that cards must keep, since places touch the paper's edge."
    )
    together: Annotated[list[list[str]], BeforeValidator(_everybody)] = Field(
        default_factory=list,
        description="Components that share a sheet, the next beginning where the one before ends: lists of "
        "them, or `yes` for all that follow each other.",
    )
    fill: Fill = Field(
        "none",
        description="What fills a deck's last sheet: nothing, blanks to write on, spares (second copies), or "
        "the next component of the same size.",
    )
    order: Literal["deck", "stack"] = Field(
        "deck", description="deck: sheet by sheet; stack: the cut stacks, piled up, give the deck's order."
    )
    flip: Flip = Field("long-edge", description="The edge over which the printer turns the paper for backs.")
    marks: MarksSpec = Field(default_factory=MarksSpec, description="Cut marks.")
    back_marks: MarksSpec | None = Field(None, description="Cut marks of the back sides; none if not given.")
    rulers: bool = Field(True, description="Rulers in a margin that has room, to check the printed size.")

    def shares(self, one: str, other: str) -> bool:
        """Whether two components share sheets."""
        groups = [{*group} for group in self.together]
        return any(EVERYBODY in group or {one, other} <= group for group in groups)


def builtin_sheets() -> Mapping:
    """The sheets that hotpnp brings, as read from its own file."""
    text = resources.files("hotpnp.model").joinpath("sheets.yaml").read_text("utf-8")
    node, _ = parse(text, "sheets.yaml")
    assert isinstance(node, Mapping)
    return node


def load_sheets(own: Node | None, diagnostics: Collector) -> dict[str, SheetSpec]:
    """All sheets by name: hotpnp's with the keys that a game's ``sheets:`` puts over them, and its own."""
    known = builtin_sheets()
    theirs = own if isinstance(own, Mapping) else Mapping("", 0, 0)
    if own is not None and not isinstance(own, Mapping):
        diagnostics.add("bad-value", "sheets must be a mapping of names to sheets", own.span)
    found = {}
    for name in dict.fromkeys([*known.items, *theirs.items]):
        node = known.items.get(name, theirs.items.get(name))
        changes = theirs.items.get(name)
        if isinstance(node, Mapping) and isinstance(changes, Mapping):
            merged = Mapping(changes.file, changes.line, changes.column)
            merged.items = {**node.items, **changes.items}
            merged.keys = {**node.keys, **changes.keys}
            node = merged
        elif name in theirs.items:
            node = changes
        assert node is not None
        spec = validate(SheetSpec, node, diagnostics)
        if spec is not None:
            found[name] = spec
    return found
