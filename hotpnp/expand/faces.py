"""Faces: a layout's elements with one card's values in place, no coordinates yet.

A layout is compiled once. Each top element is filled in once for each set of the values that it
uses, so that a deck costs what varies in it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from hotpnp.diag import Collector, Span
from hotpnp.expand.compiled import Compiled, Compiler, Scope, over
from hotpnp.expand.language import (
    PLAIN,
    BadExpression,
    EvaluationFailed,
    Program,
    Shape,
    UnknownName,
    compile_expression,
    record_shape,
)
from hotpnp.geometry import Command, Segment, Size
from hotpnp.model.box import Box
from hotpnp.model.game import Component, Game
from hotpnp.model.layout import Element, Layout
from hotpnp.model.table import COPIES_LIMIT, Card, Table
from hotpnp.units import Length


@dataclass(frozen=True, eq=False, slots=True)
class Filled:
    """One top element of a layout with values in place, for all cards that share those values."""

    elements: tuple[Element, ...]
    card: Card | None
    fields: tuple[str, ...]
    neighbours: tuple[str, ...]
    """Names of earlier top elements from whose boxes these elements' boxes count."""


@dataclass(frozen=True, slots=True)
class Face:
    """One side of a card."""

    size: Size
    bleed: Length
    safe: Length
    deck: str
    """Name of the component; texts of one fit group share a size within it."""
    filled: tuple[Filled, ...]
    outline: tuple[Command, ...]
    folds: tuple[Segment, ...]


class Context:
    """The names that expressions of a game may use beside a card's fields, and the fields that were used."""

    def __init__(self, game: Game) -> None:
        self.used: set[tuple[str, str]] = set()
        fields = {name: table.fields for name, table in game.tables.items()}
        self.records = {
            name: record_shape(name, table.fields, fields, self.used) for name, table in game.tables.items()
        }
        self.values: dict[str, Any] = {
            "game": {"title": game.title, "version": game.version, "name": game.name},
            "settings": game.settings,
            "tables": {name: tuple(table.cards.values()) for name, table in game.tables.items()},
        }
        self.shapes: dict[str, Shape] = {
            "game": Shape(dict.fromkeys(("title", "version", "name"), PLAIN)),
            "settings": Shape(dict.fromkeys(game.settings, PLAIN)),
            "tables": Shape({name: Shape(entry=shape) for name, shape in self.records.items()}),
        }


class FaceMaker:
    """Makes the faces of one layout for the cards of one table."""

    def __init__(
        self, layout: Layout, table: Table, context: Context, diagnostics: Collector, deck: str = ""
    ) -> None:
        self.layout = layout
        self._deck = deck
        self._context = context
        self._diagnostics = diagnostics
        record = context.records[table.name]
        self._fields = frozenset(record.fields or ())
        compiler = Compiler(layout, diagnostics)
        self.compiled = compiler.elements(layout.elements, Scope(over(context.shapes, record.fields or {})))
        context.used.update((table.name, name) for item in self.compiled for name in item.names)
        self._parts = [self._part(item) for item in self.compiled]
        self.drawn: set[int] = set()
        """Identities of the compiled elements that were drawn on some card."""
        self.filled_texts: dict[int, bool] = {}
        """For each compiled text that was drawn: whether it ever said something."""

    def face(self, card: Card) -> Face:
        """The face of a card. What cannot be filled in is said and left out."""
        filled = []
        for part in self._parts:
            found = part(card)
            if found is not None:
                filled.append(found)
        layout = self.layout
        shape = layout.outline, layout.folds
        return Face(layout.size, layout.bleed, layout.safe, self._deck, tuple(filled), *shape)

    def _part(self, item: Compiled) -> Callable[[Card], Filled | None]:
        names = tuple(sorted(item.names & self._fields))
        known: dict[tuple[Any, ...], Filled | None] = {}

        def part(card: Card) -> Filled | None:
            values = card.values
            key = tuple([values[name] if name in values else getattr(card, name) for name in names])
            try:
                return known[key]
            except KeyError:
                known[key] = self._fill_part(item, card, names)
                return known[key]

        return part

    def _fill_part(self, item: Compiled, card: Card, names: tuple[str, ...]) -> Filled | None:
        values = {**self._context.values, **card.values, "id": card.id, "count": card.count}
        elements = tuple(self._fill(item, values, card))
        neighbours = tuple(sorted({name for one in elements for name in neighbours_of(one.spec)}))
        return Filled(elements, card, names, neighbours) if elements else None

    def _fill(self, item: Compiled, values: Mapping[str, Any], card: Card) -> list[Element]:
        """The element once for each entry of its list, where its condition holds."""
        scopes: list[Mapping[str, Any]] = [values]
        try:
            if item.each is not None:
                entries = item.each.value(values)
                if not isinstance(entries, list | tuple | range):
                    raise EvaluationFailed(f'each: "{item.each.source}" is no list')
                scopes = [{**values, item.element.spec.as_: entry} for entry in entries]
        except EvaluationFailed as fault:
            self._diagnostics.add("evaluation-failed", str(fault), item.element.span("each"), card=card.id)
            return []
        return [one for scope in scopes if (one := self._fill_one(item, scope, card)) is not None]

    def _fill_one(self, item: Compiled, values: Mapping[str, Any], card: Card) -> Element | None:
        element, spec = item.element, item.element.spec
        key = "when"
        try:
            if item.when is not None and not item.when.value(values):
                return None
            update = {}
            for key, fill in item.texts:
                update[key] = fill(values)
        except EvaluationFailed as fault:
            self._diagnostics.add("evaluation-failed", str(fault), element.span(key), card=card.id)
            return None
        self.drawn.add(id(item))
        if update:
            spec = spec.model_copy(update=update)
        text = getattr(spec, "text", None)
        if text is not None:
            self.filled_texts[id(item)] = bool(text) or self.filled_texts.get(id(item), False)
        if item.given is not None:
            try:
                given = {name: program.value(values) for name, program in item.given}
            except EvaluationFailed as fault:
                self._diagnostics.add("evaluation-failed", str(fault), element.span("with"), card=card.id)
                return None
            values = {**self._context.values, **given}
        children: list[Element] = []
        for child in item.children:
            children += self._fill(child, values, card)
        return Element(element.name, spec, tuple(children), element.node)


def neighbours_of(spec: Box) -> list[str]:
    """The neighbours from whose boxes an element's box counts."""
    return [name for name in (spec.below, spec.above, spec.right_of, spec.left_of) if name is not None]


def is_present(component: Component, context: Context, diagnostics: Collector) -> bool:
    """Whether a component is in the game, by its ``when``; a fault is said, and counts as no."""
    if component.spec.when is None:
        return True
    span = component.span("when")
    program = _read(component.spec.when, span, context.shapes, diagnostics)
    return bool(_evaluated(program, span, context.values, diagnostics))


def copies_of(component: Component, table: Table, context: Context, diagnostics: Collector) -> dict[str, int]:
    """How often each card of a component is printed, by id and beside its own count; fields may decide it."""
    span = component.span("copies")
    fields = context.records[table.name].fields or {}
    program = _read(component.spec.copies, span, over(context.shapes, fields), diagnostics)
    own = program.names & fields.keys() if program is not None else frozenset()
    context.used.update((table.name, name) for name in own)
    if not own:
        copies = _number(_evaluated(program, span, context.values, diagnostics), span, diagnostics)
        return dict.fromkeys(table.cards, copies)
    found = {}
    for card in table.cards.values():
        values = {**context.values, **card.values, "id": card.id}
        found[card.id] = _number(_evaluated(program, span, values, diagnostics), span, diagnostics, card.id)
    return found


def _number(copies: Any, span: Span | None, diagnostics: Collector, card: str = "") -> int:
    if copies is None:
        return 0
    if not isinstance(copies, int) or copies < 0:
        message = f'copies: "{copies}" is not a whole number of copies'
        diagnostics.add("bad-value", message, span, card=card)
        return 0
    if copies > COPIES_LIMIT:
        message = f"{copies} copies are more than {COPIES_LIMIT}"
        diagnostics.add("too-many-copies", message, span, card=card)
        return 0
    return copies


def _read(
    source: str, span: Span | None, names: Mapping[str, Shape], diagnostics: Collector
) -> Program | None:
    """An expression of a component; none, having said why, when it cannot be read."""
    try:
        return compile_expression(source, names)
    except UnknownName as fault:
        diagnostics.add("unknown-name", str(fault), span, hint=fault.hint)
    except BadExpression as fault:
        diagnostics.add("bad-expression", str(fault), span)
    return None


def _evaluated(
    program: Program | None, span: Span | None, values: Mapping[str, Any], diagnostics: Collector
) -> Any:
    """The value of an expression; none when it has none, having said why."""
    try:
        return program.value(values) if program is not None else None
    except EvaluationFailed as fault:
        diagnostics.add("evaluation-failed", str(fault), span)
    return None
