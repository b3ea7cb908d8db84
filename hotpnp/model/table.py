"""Tables: declared fields and the cards that fill them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal, TypeAlias

from pydantic import Field

from hotpnp.assets.colour import Palette
from hotpnp.diag import Collector, Span, Stopped, did_you_mean
from hotpnp.model.paths import from_file
from hotpnp.model.strict import Strict, validate
from hotpnp.model.values import parse_bool
from hotpnp.source.workspace import Workspace
from hotpnp.source.yamlio import Mapping, Node, Scalar, Sequence

Source = Literal["seed", "public", "derived", "chosen"]
COPIES_LIMIT = 1000
"""Most copies of one card; more is taken for a slip."""


class FieldSpec(Strict):
    """What a field of a table holds."""

    type: Literal["text", "int", "number", "bool", "colour", "picture"] = Field(
        "text", description="Kind of value; a picture is a path from the table's folder."
    )
    ref: str | None = Field(None, description="Table whose card ids the field holds.")
    one_of: list[str] | None = Field(None, description="The values that it may have.")
    many: bool = Field(False, description="Whether the field holds a list of such values.")
    min: float | None = Field(None, description="Smallest number.")
    max: float | None = Field(None, description="Largest number.")
    default: str | None = Field(None, description="Value of the cards that give none.")
    optional: bool = Field(False, description="Whether cards may leave the field out.")
    source: Source | None = Field(
        None, description="Where the values come from: seed, public, derived or chosen."
    )
    note: str = Field("", description="How they were derived or chosen.")
    silence: dict[str, str] = Field(
        default_factory=dict, description="Warnings that are not shown for this field: code and reason."
    )


class TableFile(Strict):
    """One table file of a game, its cards left as they are."""

    about: str = Field("", description="What the table holds.")
    fields: dict[str, FieldSpec] = Field(default_factory=dict, description="The fields by name.")
    cards: Any = Field(
        description="The cards: a list of mappings with id, the fields, and count, tags, notes."
    )


CARD_KEYS = ("id", "count", "tags", "notes", "silence")
"""Keys that every card may have beside the table's fields."""

Value: TypeAlias = Any
"""A field's value: text, int, float, bool, Card (of another table), a tuple of these, or None."""


class TypedInt(int):
    """A whole number that prints as it was typed (``+1``, ``007``)."""

    typed: str

    def __str__(self) -> str:
        return self.typed


class TypedFloat(float):
    """A number that prints as it was typed (``1.10``, ``+0.5``)."""

    typed: str

    def __str__(self) -> str:
        return self.typed


class TypedBool(int):
    """A truth value that prints as it was typed (``yes``, ``Off``)."""

    typed: str

    def __str__(self) -> str:
        return self.typed


class Listing(tuple[Any, ...]):
    """The values of a field that holds many; prints them separated by commas."""

    def __str__(self) -> str:
        return ", ".join(str(value) for value in self)


class Card:
    """One record. Two cards are equal only when they are the same record; a text equals a card of that id."""

    __slots__ = ("count", "id", "node", "notes", "silence", "table", "tags", "values")

    def __init__(self, table: str, card_id: str, node: Mapping) -> None:
        self.table = table
        self.id = card_id
        self.node = node
        self.values: dict[str, Value] = {}
        self.count = 1
        self.tags: tuple[str, ...] = ()
        self.notes: dict[str, str] = {}
        self.silence: dict[str, str] = {}

    def __str__(self) -> str:
        return self.id

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, str) and self.id == other)

    def __hash__(self) -> int:
        return hash(self.id)

    def span(self, field: str = "") -> Span:
        """Where a field's value stands, else where the card begins."""
        value = self.node.items.get(field)
        if isinstance(value, Scalar):
            return value.span
        if field in self.node.keys:
            return self.node.key_span(field)
        return self.node.span


@dataclass(frozen=True, slots=True)
class Table:
    """Cards by id, in the order of the file."""

    name: str
    path: str
    fields: dict[str, FieldSpec]
    cards: dict[str, Card]
    places: dict[str, Span]
    """Where each field is declared."""


class Tables:
    """The tables of a game, read when first asked for, with the tables that they refer to."""

    def __init__(self, workspace: Workspace, folder: str, palette: Palette) -> None:
        self._workspace = workspace
        self._folder = folder
        self._palette = palette
        self._tables: dict[str, Table | None] = {}

    def load(self, name: str, asked: Span | None) -> Table | None:
        """Read a table. Gives none, having said why, when it is not valid. Raises Stopped for no file."""
        if name in self._tables:
            return self._tables[name]
        path = f"{self._folder}/{name}.yaml"
        diagnostics = self._workspace.diagnostics
        node = self._workspace.read_yaml(path, asked)
        self._tables[name] = None
        file = _validate_head(node, diagnostics)
        if file is None:
            return None
        fields_node = node.items.get("fields")
        places = (
            {key: fields_node.key_span(key) for key in file.fields}
            if isinstance(fields_node, Mapping)
            else {}
        )
        table = Table(name, path, file.fields, {}, places)
        self._tables[name] = table
        # All ids are known before any field is read, since tables may refer to themselves and in circles.
        cards = _cards(table, _records(node, diagnostics), diagnostics)
        plans = [
            _FieldPlan(
                key, spec, self._reader(key, spec, fields_node), _default_place(fields_node, key), diagnostics
            )
            for key, spec in file.fields.items()
            if _sound(key, spec, places.get(key), diagnostics)
        ]
        for card in cards:
            items, values = card.node.items, card.values
            for plan in plans:
                values[plan.name] = plan.value(card, items.get(plan.name))
        return table

    def all(self) -> dict[str, Table]:
        """The valid tables read so far, by name."""
        return {name: table for name, table in self._tables.items() if table is not None}

    def _reader(self, key: str, spec: FieldSpec, fields_node: Node | None) -> Callable[[str], Value]:
        if spec.ref is None:
            return scalar_reader(spec, self._palette, f"{self._folder}/")
        own = fields_node.items.get(key) if isinstance(fields_node, Mapping) else None
        place = own.items["ref"].span if isinstance(own, Mapping) and "ref" in own.items else None
        try:
            table = self.load(spec.ref, place)
        except Stopped:
            table = None
        cards = table.cards if table is not None else None
        name = spec.ref

        def read(text: str) -> Value:
            if cards is None:
                return None
            card = cards.get(text)
            if card is None:
                raise UnknownValue(f'has no entry "{text}" in {name}', did_you_mean(text, cards))
            return card

        return read


class UnknownValue(ValueError):
    """A value that is not in the list or table that it must come from."""

    def __init__(self, message: str, hint: str) -> None:
        super().__init__(message)
        self.hint = hint


def _validate_head(node: Mapping, diagnostics: Collector) -> TableFile | None:
    """The file without its cards, which are checked one by one for speed."""
    head = Mapping(node.file, node.line, node.column)
    head.keys = node.keys
    head.items = {**node.items}
    if "cards" in head.items:
        head.items["cards"] = Scalar("", True, node.file, *node.keys["cards"])
    return validate(TableFile, head, diagnostics)


_ADD_CARDS = "add a line for each card: - {id: ...}"


def _records(node: Mapping, diagnostics: Collector) -> list[Mapping]:
    cards = node.items["cards"]
    if isinstance(cards, Scalar) and cards.is_null:
        diagnostics.add("empty-table", "the table holds no cards", node.key_span("cards"), hint=_ADD_CARDS)
        return []
    if not isinstance(cards, Sequence):
        message = "cards must be a list: one line that begins with - for each card"
        diagnostics.add("bad-value", message, node.key_span("cards"))
        return []
    if not cards.items:
        diagnostics.add("empty-table", "the table holds no cards", node.key_span("cards"), hint=_ADD_CARDS)
    records = []
    for item in cards.items:
        if isinstance(item, Mapping):
            records.append(item)
        else:
            diagnostics.add("bad-value", "a card must be a mapping of fields to values", item.span)
    return records


def scalar_reader(spec: FieldSpec, palette: Palette, folder: str = "") -> Callable[[str], Value]:
    """A function that turns a typed text into the field's value, or raises ValueError saying why not."""
    convert: Callable[[str], Value] = _CONVERTERS.get(spec.type, str)
    if spec.type == "colour":
        convert = partial(_colour, palette)
    elif spec.type == "picture":
        convert = partial(from_file, file=folder)
    allowed = frozenset(spec.one_of) if spec.one_of is not None else None
    known: dict[str, Value] = {}

    def read(text: str) -> Value:
        if text in known:
            return known[text]
        if allowed is not None and text not in allowed:
            raise UnknownValue(f'cannot be "{text}"', did_you_mean(text, spec.one_of or []))
        value = convert(text)
        if spec.min is not None and value < spec.min:
            raise ValueError(f"{text} is below {spec.min:g}, the smallest allowed")
        if spec.max is not None and value > spec.max:
            raise ValueError(f"{text} is above {spec.max:g}, the largest allowed")
        if len(known) < 10_000:
            known[text] = value
        return value

    return read


def _whole(text: str) -> int:
    try:
        number = TypedInt(text)
    except ValueError:
        raise ValueError(f'"{text}" is not a whole number') from None
    if str(int(number)) == text:
        return int(number)
    number.typed = text
    return number


def _number(text: str) -> float:
    try:
        number = TypedFloat(text)
    except ValueError:
        raise ValueError(f'"{text}" is not a number') from None
    if number != number or number in (float("inf"), float("-inf")):
        raise ValueError(f'"{text}" is not a number')
    number.typed = text
    return number


def _truth(text: str) -> TypedBool:
    truth = TypedBool(parse_bool(text))
    truth.typed = text
    return truth


def _colour(palette: Palette, text: str) -> str:
    palette.paint(text)
    return text


_CONVERTERS: dict[str, Callable[[str], Value]] = {"int": _whole, "number": _number, "bool": _truth}


def _default_place(fields_node: Node | None, key: str) -> Span | None:
    own = fields_node.items.get(key) if isinstance(fields_node, Mapping) else None
    return own.items["default"].span if isinstance(own, Mapping) and "default" in own.items else None


def _sound(key: str, spec: FieldSpec, place: Span | None, diagnostics: Collector) -> bool:
    """Whether a field has a name of its own, and limits only for numbers; what is wrong is said."""
    if key in CARD_KEYS:
        message = f'"{key}" is a key of every card and cannot be a field'
        diagnostics.add("bad-value", message, place, hint="give the field another name")
        return False
    if (spec.min is None and spec.max is None) or spec.type in ("int", "number"):
        return True
    message = f'the field "{key}" has min or max, which only type: int and type: number may have'
    diagnostics.add("bad-value", message, place)
    return False


def _cards(table: Table, records: list[Mapping], diagnostics: Collector) -> list[Card]:
    """The cards of a table, their fields not yet read."""
    allowed = frozenset((*CARD_KEYS, *table.fields))
    return [card for node in records if (card := _card(table, node, allowed, diagnostics)) is not None]


def _card(table: Table, node: Mapping, allowed: frozenset[str], diagnostics: Collector) -> Card | None:
    items = node.items
    identity = items.get("id")
    if not isinstance(identity, Scalar) or identity.is_null or not identity.text:
        diagnostics.add("missing-key", "the card has no id", node.span)
        return None
    card = Card(table.name, identity.text, node)
    if card.id in table.cards:
        first = table.cards[card.id].node.line
        message = f'the id "{card.id}" stands twice (first in line {first})'
        hint = "give one of the two another id"
        diagnostics.add("duplicate-id", message, identity.span, hint=hint, card=card.id)
    else:
        table.cards[card.id] = card
    if not items.keys() <= allowed:
        for key in items.keys() - allowed:
            hint = did_you_mean(key, allowed)
            diagnostics.add(
                "unknown-key", f'unknown key "{key}"', node.key_span(key), hint=hint, card=card.id
            )
    if "count" in items:
        card.count = _count(card, items["count"], diagnostics)
    if "tags" in items:
        card.tags = tuple(scalar.text for scalar in _texts(items["tags"], card, diagnostics))
    silence = items.get("silence")
    if isinstance(silence, Mapping):
        card.silence = {key: value.text for key, value in silence.items.items() if isinstance(value, Scalar)}
    notes = items.get("notes")
    if notes is not None and not isinstance(notes, Mapping):
        message = "notes must be a mapping of fields to what is noted"
        diagnostics.add("bad-value", message, card.span("notes"), card=card.id)
    if isinstance(notes, Mapping):
        card.notes = {key: value.text for key, value in notes.items.items() if isinstance(value, Scalar)}
        for key in notes.items.keys() - table.fields.keys():
            hint = did_you_mean(key, table.fields)
            diagnostics.add(
                "unknown-key", f'no field "{key}" to note', notes.key_span(key), hint=hint, card=card.id
            )
    return card


def _count(card: Card, node: Node, diagnostics: Collector) -> int:
    text = node.text if isinstance(node, Scalar) else ""
    if not text.isascii() or not text.isdigit():
        diagnostics.add(
            "bad-value",
            f'count: "{text}" is not a number of copies from 0 to {COPIES_LIMIT}',
            node.span,
            card=card.id,
        )
        return 1
    if len(text) > 9 or int(text) > COPIES_LIMIT:
        message = f"{text} copies of one card are more than {COPIES_LIMIT}, the largest allowed"
        hint = "write the card several times if you really want so many"
        diagnostics.add("too-many-copies", message, node.span, hint=hint, card=card.id)
        return 1
    return int(text)


def _texts(node: Node, card: Card, diagnostics: Collector) -> list[Scalar]:
    """The texts of a list, or one text as a list; anything else in it is said."""
    if isinstance(node, Scalar):
        return [node]
    found = []
    for item in node.items if isinstance(node, Sequence) else [node]:
        if isinstance(item, Scalar):
            found.append(item)
        else:
            message = "a list or a mapping stands where a text is wanted"
            diagnostics.add("bad-value", message, item.span, hint="put a text in quotes", card=card.id)
    return found


class _FieldPlan:
    """How one field of a table is read from each record."""

    __slots__ = ("_default", "_diagnostics", "_read", "_spec", "name")

    def __init__(
        self,
        name: str,
        spec: FieldSpec,
        read: Callable[[str], Value],
        default_place: Span | None,
        diagnostics: Collector,
    ) -> None:
        self.name = name
        self._spec = spec
        self._read = read
        self._diagnostics = diagnostics
        self._default: Value = Listing() if spec.many else None
        if spec.default is not None:
            try:
                self._default = read(spec.default)
            except ValueError as fault:
                diagnostics.add("bad-value", f'default of field "{name}": {fault}', default_place)

    def value(self, card: Card, node: Node | None) -> Value:
        """The value of a card's field; a fault is said and gives none."""
        if node is None:
            return self._missing(card)
        if type(node) is Scalar and not self._spec.many:
            if not node.quoted and (not node.text or (self._spec.ref is not None and node.is_null)):
                return self._missing(card)
            try:
                return self._read(node.text)
            except ValueError as fault:
                return self._fault(card, node, fault)
        return self._list(card, node)

    def _missing(self, card: Card) -> Value:
        spec = self._spec
        if spec.default is None and not spec.optional and not spec.many:
            message = f'the field "{self.name}" has no value'
            self._diagnostics.add("missing-value", message, card.span(self.name), card=card.id)
        return self._default

    def _list(self, card: Card, node: Node) -> Value:
        if not self._spec.many:
            message = f'the field "{self.name}" takes one value'
            self._diagnostics.add("bad-value", message, node.span, hint="put a text in quotes", card=card.id)
            return self._default
        values = []
        for scalar in _texts(node, card, self._diagnostics):
            try:
                values.append(self._read(scalar.text))
            except ValueError as fault:
                self._fault(card, scalar, fault)
        return Listing(values)

    def _fault(self, card: Card, node: Scalar, fault: ValueError) -> Value:
        unknown = isinstance(fault, UnknownValue)
        code = "unknown-value" if unknown else "bad-value"
        separator = " " if unknown else ": "
        message = f'field "{self.name}"{separator}{fault}'
        hint = fault.hint if isinstance(fault, UnknownValue) else self._allowed()
        self._diagnostics.add(code, message, node.span, hint=hint, card=card.id)
        return self._default

    def _allowed(self) -> str:
        """What the field takes, for a hint."""
        spec = self._spec
        if spec.min is None and spec.max is None:
            return ""
        low = f" from {spec.min:g}" if spec.min is not None else ""
        high = f" up to {spec.max:g}" if spec.max is not None else ""
        return f"write a number{low}{high}"
