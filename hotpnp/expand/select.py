"""Choosing cards by id, tag, range in table order, or an expression in the layouts' language."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from hotpnp.diag import Collector, did_you_mean
from hotpnp.expand.compiled import over
from hotpnp.expand.faces import Context
from hotpnp.expand.language import (
    PLAIN,
    BadExpression,
    EvaluationFailed,
    Program,
    Shape,
    UnknownName,
    compile_expression,
)
from hotpnp.model.table import Card, Table


def select_cards(
    text: str, tables: Sequence[Table], context: Context, diagnostics: Collector
) -> frozenset[str]:
    """The ids of the cards that a selection names; what is wrong with it is said.

    A selection is a list with commas of ids, tags (``#tag``), ranges in table order (``id..id``) and
    expressions; a card is chosen when one of them names it. ``tables`` are those of the components asked for.
    """
    found: set[str] = set()
    for part in [text] if _holder(text, tables) else _parts(text):
        found |= _Part(part, tables, diagnostics).ids(context)
    return frozenset(found)


def cards_where(
    source: str, tables: Sequence[Table], context: Context, diagnostics: Collector
) -> frozenset[str]:
    """The ids of the cards for which an expression is true; what is wrong with it is said.

    It may use a card's fields, ``id``, ``count`` and ``tags``, and the game's settings and tables. Cards of a
    table that lacks a field are not chosen, unless all tables lack it.
    """
    programs: list[tuple[Table, Program]] = []
    unknown: list[UnknownName] = []
    for table in tables:
        try:
            programs.append((table, compile_expression(source, names_for(table, context))))
        except UnknownName as fault:
            unknown.append(fault)
        except BadExpression as fault:
            diagnostics.add("bad-expression", str(fault))
            return frozenset()
    if unknown and not programs:
        diagnostics.add("unknown-name", str(unknown[0]), hint=unknown[0].hint)
    return frozenset(
        card.id
        for table, program in programs
        for card in table.cards.values()
        if _holds(program, card, context, diagnostics)
    )


def names_for(table: Table, context: Context) -> Mapping[str, Shape]:
    """The names that an expression on a card of a table may use, with their shapes."""
    own = dict.fromkeys(("count", "tags"), PLAIN)
    return over(context.shapes, over(own, context.records[table.name].fields or {}))


def values_for(card: Card, context: Context) -> dict[str, object]:
    """The values of those names."""
    return {**context.values, **card.values, "id": card.id, "count": card.count, "tags": card.tags}


def _holds(program: Program, card: Card, context: Context, diagnostics: Collector) -> bool:
    try:
        return bool(program.value(values_for(card, context)))
    except EvaluationFailed as fault:
        diagnostics.add("evaluation-failed", str(fault), card.span("id"), card=card.id)
        return False


def _holder(card_id: str, tables: Sequence[Table]) -> Table | None:
    """The table that has a card of this id."""
    return next((table for table in tables if card_id in table.cards), None)


def _parts(text: str) -> list[str]:
    """A list parted at the commas that stand neither in brackets nor in quotes."""
    parts, depth, quote, start = [], 0, "", 0
    for at, sign in enumerate(text):
        if quote:
            quote = "" if sign == quote else quote
        elif sign in "'\"":
            # In the middle of a word it is an apostrophe.
            quote = sign if at == 0 or not text[at - 1].isalnum() else ""
        elif sign in "([":
            depth += 1
        elif sign in ")]":
            depth -= 1
        elif sign == "," and depth <= 0:
            parts.append(text[start:at])
            start = at + 1
    parts.append(text[start:])
    return [part.strip() for part in parts if part.strip()]


_OPERATORS = re.compile(r"[=<>!()\[\]'\"|~+*/%]|\b(?:and|or|not|in|is)\b")


class _Part:
    """One entry of a selection."""

    def __init__(self, text: str, tables: Sequence[Table], diagnostics: Collector) -> None:
        self._text = text
        self._tables = tables
        self._diagnostics = diagnostics

    def ids(self, context: Context) -> frozenset[str]:
        if _holder(self._text, self._tables):
            return frozenset([self._text])
        if self._text.startswith("#"):
            return self._tagged(self._text[1:].strip())
        first, dots, last = self._text.partition("..")
        if dots and not _OPERATORS.search(self._text):
            return self._between(first.strip(), last.strip())
        if _OPERATORS.search(self._text) or self._begins_with_name(context):
            return cards_where(self._text, self._tables, context, self._diagnostics)
        self._unknown(self._text)
        return frozenset()

    def _begins_with_name(self, context: Context) -> bool:
        """Whether it is a name that an expression may use, or something below it (``a.star``)."""
        name = re.match(r"\w*", self._text)
        word = name.group() if name else ""
        return "-" not in self._text and any(word in names_for(table, context) for table in self._tables)

    def _tagged(self, tag: str) -> frozenset[str]:
        cards = [card for table in self._tables for card in table.cards.values()]
        found = frozenset(card.id for card in cards if tag in card.tags)
        if not found:
            known = {one for card in cards for one in card.tags}
            self._diagnostics.add(
                "unknown-tag", f'no card has the tag "{tag}"', hint=did_you_mean(tag, known)
            )
        return found

    def _between(self, first: str, last: str) -> frozenset[str]:
        unknown = [one for one in (first, last) if not _holder(one, self._tables)]
        for one in unknown:
            self._unknown(one)
        table = _holder(first, self._tables)
        if unknown or table is None:
            return frozenset()
        ids = list(table.cards)
        if last not in table.cards:
            self._refuse(f'"{first}" and "{last}" stand in two tables, so that nothing lies between them')
            return frozenset()
        start, end = ids.index(first), ids.index(last)
        if end < start:
            self._refuse(f'"{first}" stands after "{last}" in {table.name}', f'write "{last}..{first}"')
        return frozenset(ids[start : end + 1])

    def _unknown(self, card_id: str) -> None:
        known = [one for table in self._tables for one in table.cards]
        message = f'there is no card "{card_id}"' if card_id else f'"{self._text}" lacks the id of a card'
        self._diagnostics.add("unknown-card", message, hint=did_you_mean(card_id, known))

    def _refuse(self, message: str, hint: str = "") -> None:
        self._diagnostics.add("bad-value", message, hint=hint)
