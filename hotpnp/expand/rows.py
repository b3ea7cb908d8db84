"""Rows: the pieces of a deck as plain values, whether they come from today's tables or from a record."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from hotpnp.model.game import Component
from hotpnp.model.table import Card, TypedBool

Plain: TypeAlias = str | int | float | tuple[Any, ...] | None
"""A field's value without its table: a text (for a reference the id), a number, several of them, or none."""


@dataclass(frozen=True, slots=True)
class Row:
    """One card: how often it is in the box, and its values by field."""

    id: str
    component: str
    copies: int
    values: Mapping[str, Plain]


def rows_of(component: Component, copies: Mapping[str, int]) -> list[Row]:
    """The rows of a component of whose cards (by id) so many copies are made, in the order of the table.

    Cards without copies, by their own count or the component's, are not in the box and have no row.
    """
    cards: Iterable[Card] = component.table.cards.values() if component.table is not None else ()
    return [
        Row(card.id, component.name, number, plain_values(card))
        for card in cards
        if (number := copies.get(card.id, 0) * card.count)
    ]


def plain_values(card: Card) -> dict[str, Plain]:
    """A card's values by field, as a row holds them."""
    return {name: _plain(value) for name, value in card.values.items()}


def _plain(value: Any) -> Plain:
    if isinstance(value, Card):
        return value.id
    if isinstance(value, TypedBool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return tuple(_plain(one) for one in value)
    if isinstance(value, int):
        return int(value)
    return float(value) if isinstance(value, float) else value
