"""The kinds of file as JSON Schema, for completion and checks in an editor."""

from __future__ import annotations

from typing import Any, cast

from pydantic import ConfigDict, Field, TypeAdapter
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue
from pydantic_core import core_schema

from hotpnp.diag import CODES, LINTS
from hotpnp.model.elements import KINDS
from hotpnp.model.game import GameFile
from hotpnp.model.layout import LayoutFile
from hotpnp.model.page import PageLayout
from hotpnp.model.printer import PrinterSpec
from hotpnp.model.sheet import SheetSpec, builtin_sheets
from hotpnp.model.strict import Strict
from hotpnp.model.table import COPIES_LIMIT, TableFile
from hotpnp.source.yamlio import Mapping, Scalar

DRAFT = "https://json-schema.org/draft/2020-12/schema"
_SCALARS = ["string", "number", "boolean"]
_YES_NO = (
    r"^([Yy]([Ee][Ss])?|[Nn][Oo]?|[Oo][Nn]|[Oo][Ff][Ff]|[Tt]([Rr][Uu][Ee])?|[Ff]([Aa][Ll][Ss][Ee])?|[01])$"
)


class CardRecord(Strict):
    """A card of a table: its id, the table's fields, and what every card may have."""

    model_config = ConfigDict(extra="allow")

    id: str = Field(description="Name of the card; no other card of the game has it.")
    count: int = Field(1, ge=0, le=COPIES_LIMIT, description="Copies of the card.")
    tags: str | list[str] = Field(default_factory=list, description="Words that mark the card.")
    notes: dict[str, str] = Field(
        default_factory=dict, description="Where this card's values come from, by field."
    )
    silence: dict[str, str] = Field(
        default_factory=dict, description="Warnings that are not shown for this card: code and reason."
    )


class FullTable(TableFile):
    """cards/<game>/<table>.yaml."""

    cards: list[CardRecord] = Field(min_length=1, description="The cards, in the order of printing.")


class FullGame(GameFile):
    """cards/<game>/game.yaml."""

    sheets: dict[str, SheetSpec] = Field(
        default_factory=dict, description="The game's own sheets, or changes to hotpnp's, by name."
    )


_TITLES = {
    "game": "hotpnp game",
    "table": "hotpnp table",
    "layout": "hotpnp layout",
    "page": "hotpnp page layout",
    "printers": "hotpnp printers",
    "sheets": "hotpnp sheets",
}
_TYPES: dict[str, Any] = {
    "game": FullGame,
    "table": FullTable,
    "layout": LayoutFile,
    "page": PageLayout,
    "printers": dict[str, PrinterSpec],
    "sheets": dict[str, SheetSpec],
}
FILES = tuple(_TYPES)
"""The kinds of file (``sheets`` is the mapping of that name in a game file)."""


class _Generator(GenerateJsonSchema):
    """Says of each type what YAML may give for it: a text may look like a number, a switch is a word."""

    def str_schema(self, schema: core_schema.StringSchema) -> JsonSchemaValue:
        return {**super().str_schema(schema), "type": [*_SCALARS]}

    def function_after_schema(self, schema: core_schema.AfterValidatorFunctionSchema) -> JsonSchemaValue:
        """Measures, colours and the like, none of which is a yes or no."""
        found = super().function_after_schema(schema)
        return {**found, "type": ["string", "number"]} if found.get("type") == _SCALARS else found

    def int_schema(self, schema: core_schema.IntSchema) -> JsonSchemaValue:
        return {**super().int_schema(schema), "type": ["integer", "string"], "pattern": r"^[+-]?\d+$"}

    def float_schema(self, schema: core_schema.FloatSchema) -> JsonSchemaValue:
        number = r"^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$"
        return {**super().float_schema(schema), "type": ["number", "string"], "pattern": number}

    def bool_schema(self, schema: core_schema.BoolSchema) -> JsonSchemaValue:
        digit = {"type": "integer", "minimum": 0, "maximum": 1}
        words = {"type": "string", "pattern": _YES_NO}
        return {"anyOf": [{"enum": ["yes", "no"]}, {"type": "boolean"}, digit, words]}

    def nullable_schema(self, schema: core_schema.NullableSchema) -> JsonSchemaValue:
        inner = self.generate_inner(schema["schema"])
        kinds = inner.get("type")
        if kinds is None or "enum" in inner:
            return super().nullable_schema(schema)
        return {**inner, "type": [*([kinds] if isinstance(kinds, str) else kinds), "null"]}

    def default_schema(self, schema: core_schema.WithDefaultSchema) -> JsonSchemaValue:
        found = super().default_schema(schema)
        if found.get("default", "") in (None, ""):
            found.pop("default", None)
        return found

    def field_title_should_be_set(self, schema: Any) -> bool:
        """A title made of the key says nothing new."""
        return False


def json_schema(kind: str) -> dict[str, Any]:
    """The JSON Schema of a kind of file. Raises ValueError when there is no such kind."""
    if kind not in _TYPES:
        raise ValueError(f'"{kind}" is not one of {", ".join(FILES)}')
    schema = TypeAdapter(_TYPES[kind]).json_schema(schema_generator=_Generator)
    definitions = schema.setdefault("$defs", {})
    if kind == "game":
        _name_sheets(schema["properties"]["sheets"])
    elif kind == "sheets":
        _name_sheets(schema)
    elif kind == "table":
        value = {"type": [*_SCALARS, "null"]}
        listed = {**value, "type": [*value["type"], "array"], "items": value}
        definitions["CardRecord"]["additionalProperties"] = listed
    elif kind == "layout":
        _allow_removal(schema)
        for word, model in KINDS.items():
            definitions[model.__name__]["title"] = f"{word} element"
    _name_lints(schema)
    return {"$schema": DRAFT, **schema, "title": _TITLES[kind]}


def _name_sheets(schema: dict[str, Any]) -> None:
    """Offer hotpnp's sheets by name, each with what it is for."""
    own = schema["additionalProperties"]
    schema["properties"] = {name: {**own, "description": about} for name, about in sheet_abouts().items()}


def sheet_abouts() -> dict[str, str]:
    """The sheets that hotpnp brings, each with what it is for."""
    found = {}
    for name, node in builtin_sheets().items.items():
        about = node.items.get("about") if isinstance(node, Mapping) else None
        found[name] = about.text if isinstance(about, Scalar) else ""
    return found


def _allow_removal(schema: dict[str, Any]) -> None:
    """What ``extends`` brings need not stand here and may be removed with ``~``."""
    schema.pop("required", None)
    for key in ("styles", "parts", "elements"):
        held = schema["properties"][key]
        one = held["additionalProperties"]
        removed = {"type": "null", "description": "Removes what extends brings under this name."}
        held["additionalProperties"] = {"oneOf": [*one.get("oneOf", [one]), removed]}


def _name_lints(schema: dict[str, Any]) -> None:
    """Offer the codes that ``silence`` takes."""
    definitions = cast(dict[str, Any], schema["$defs"])
    silent = False
    for model in [schema, *definitions.values()]:
        own = model.get("properties", {}).get("silence")
        if own is not None:
            model["properties"]["silence"] = {
                "$ref": "#/$defs/Silence",
                "description": own["description"],
            }
            silent = True
    if silent:
        reasons = {code: {"type": [*_SCALARS], "description": CODES[code]} for code in sorted(LINTS)}
        definitions["Silence"] = {"type": "object", "properties": reasons, "additionalProperties": False}
