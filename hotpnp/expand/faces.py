"""Faces: a layout's elements with one card's values in place, no coordinates yet.

A layout is compiled once. Each top element is filled in once for each set of the values that it
uses, so that a deck costs what varies in it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from hotpnp.diag import Collector, Span
from hotpnp.expand.language import (
    PLAIN,
    BadExpression,
    EvaluationFailed,
    Program,
    Shape,
    UnknownName,
    compile_expression,
    compile_text,
    record_shape,
)
from hotpnp.geometry import Size
from hotpnp.model.elements import Box
from hotpnp.model.game import Component, Game
from hotpnp.model.layout import Element, Layout
from hotpnp.model.table import COPIES_LIMIT, Card, Table
from hotpnp.model.values import has_fields


@dataclass(frozen=True, eq=False, slots=True)
class Filled:
    """One top element of a layout with values in place, for all cards that share those values."""

    elements: tuple[Element, ...]
    card: Card | None
    fields: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Face:
    """One side of a card."""

    size: Size
    layout: str
    filled: tuple[Filled, ...]


@dataclass(frozen=True, slots=True)
class _Compiled:
    element: Element
    texts: tuple[tuple[str, Program], ...]
    when: Program | None
    each: Program | None
    children: tuple[_Compiled, ...]
    names: frozenset[str] = field(default=frozenset())


class Context:
    """The names that expressions of a game may use beside a card's fields."""

    def __init__(self, game: Game) -> None:
        fields = {name: table.fields for name, table in game.tables.items()}
        records = {name: record_shape(table.fields, fields) for name, table in game.tables.items()}
        self.records = records
        self.values: dict[str, Any] = {
            "game": {"title": game.title, "version": game.version, "name": game.name},
            "settings": game.settings,
            "tables": {name: tuple(table.cards.values()) for name, table in game.tables.items()},
        }
        self.shapes: dict[str, Shape] = {
            "game": Shape(dict.fromkeys(("title", "version", "name"), PLAIN)),
            "settings": Shape(dict.fromkeys(game.settings, PLAIN)),
            "tables": Shape({name: Shape(entry=shape) for name, shape in records.items()}),
        }


class FaceMaker:
    """Makes the faces of one layout for the cards of one table."""

    def __init__(self, layout: Layout, table: Table, context: Context, diagnostics: Collector) -> None:
        self._layout = layout
        self._context = context
        self._diagnostics = diagnostics
        record = context.records[table.name]
        self._fields = frozenset(record.fields or ())
        shapes = {**context.shapes, **(record.fields or {})}
        compiled = [_compile(element, shapes, diagnostics) for element in layout.elements]
        self._parts = [self._part(item) for item in compiled if item is not None]

    def face(self, card: Card) -> Face:
        """The face of a card. What cannot be filled in is said and left out."""
        filled = []
        for part in self._parts:
            found = part(card)
            if found is not None:
                filled.append(found)
        return Face(self._layout.size, self._layout.path, tuple(filled))

    def _part(self, item: _Compiled) -> Callable[[Card], Filled | None]:
        names = tuple(sorted(item.names & self._fields))
        known: dict[tuple[Any, ...], Filled | None] = {}

        def part(card: Card) -> Filled | None:
            values = card.values
            key = tuple([values[name] if name != "id" else card.id for name in names])
            try:
                return known[key]
            except KeyError:
                known[key] = self._fill_part(item, card, names)
                return known[key]

        return part

    def _fill_part(self, item: _Compiled, card: Card, names: tuple[str, ...]) -> Filled | None:
        values = {**self._context.values, **card.values, "id": card.id}
        elements = tuple(_fill(item, values, card, self._diagnostics))
        return Filled(elements, card, names) if elements else None


def _compile(element: Element, shapes: Mapping[str, Shape], diagnostics: Collector) -> _Compiled | None:
    """The element with its texts and expressions read; none, having said why, when one cannot be."""
    spec = element.spec
    each = _program(compile_expression, spec.each, shapes, element.span("each"), diagnostics)
    own = {**shapes, spec.as_: each.entry} if each is not None else shapes
    when = _program(compile_expression, spec.when, own, element.span("when"), diagnostics)
    texts = []
    for key, value in spec:
        if isinstance(value, str) and key not in Box.plain_keys and has_fields(value):
            program = _program(compile_text, value, own, element.span(key), diagnostics)
            if program is not None:
                texts.append((key, program))
    children = tuple(c for child in element.children if (c := _compile(child, own, diagnostics)) is not None)
    used = [program.names for _, program in texts] + [child.names for child in children]
    inner = frozenset().union(*used, when.names if when else ())
    if each is not None:
        inner = (inner - {spec.as_}) | each.names
    return _Compiled(element, tuple(texts), when, each, children, inner)


def _program(
    compiler: Callable[[str, Mapping[str, Shape]], Program],
    source: str | None,
    shapes: Mapping[str, Shape],
    span: Span | None,
    diagnostics: Collector,
) -> Program | None:
    if source is None:
        return None
    try:
        return compiler(source, shapes)
    except UnknownName as fault:
        diagnostics.add("unknown-name", str(fault), span, hint=fault.hint)
    except BadExpression as fault:
        diagnostics.add("bad-expression", str(fault), span)
    return None


def _fill(item: _Compiled, values: dict[str, Any], card: Card, diagnostics: Collector) -> list[Element]:
    """The element once for each entry of its list, where its condition holds."""
    element, spec = item.element, item.element.spec
    scopes = [values]
    try:
        if item.each is not None:
            entries = item.each.value(values)
            scopes = [{**values, spec.as_: entry} for entry in entries]
        return [one for scope in scopes if (one := _fill_one(item, scope, card, diagnostics)) is not None]
    except (EvaluationFailed, TypeError) as fault:
        diagnostics.add("evaluation-failed", str(fault), element.span(), card=card.id)
        return []


def _fill_one(item: _Compiled, values: dict[str, Any], card: Card, diagnostics: Collector) -> Element | None:
    if item.when is not None and not item.when.value(values):
        return None
    element, spec = item.element, item.element.spec
    if item.texts:
        spec = spec.model_copy(update={key: program.value(values) for key, program in item.texts})
    children: list[Element] = []
    for child in item.children:
        children += _fill(child, values, card, diagnostics)
    return Element(element.name, spec, tuple(children), element.node)


def copies_of(component: Component, context: Context, diagnostics: Collector) -> int:
    """How often each card of a component is printed, beside the card's own count."""
    source, span = component.spec.copies, component.span("copies")
    program = _program(compile_expression, source, context.shapes, span, diagnostics)
    if program is None:
        return 0
    try:
        copies = program.value(context.values)
    except EvaluationFailed as fault:
        diagnostics.add("evaluation-failed", str(fault), span)
        return 0
    if not isinstance(copies, int) or copies < 0:
        diagnostics.add("bad-value", f'copies: "{copies}" is not a whole number of copies', span)
        return 0
    if copies > COPIES_LIMIT:
        diagnostics.add("too-many-copies", f"{copies} copies are more than {COPIES_LIMIT}", span)
        return 0
    return copies
