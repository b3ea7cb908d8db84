"""Expectations: how many pieces a game says there are, and how many there are."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from hotpnp.diag import Collector, Severity, Span
from hotpnp.expand.compiled import over
from hotpnp.expand.faces import Context
from hotpnp.expand.language import BadExpression, EvaluationFailed, Program, UnknownName, compile_expression
from hotpnp.model.game import KINDS, Component, Game
from hotpnp.model.numbers import Expected, parse_expected
from hotpnp.model.table import Card
from hotpnp.source.yamlio import Mapping as Node
from hotpnp.source.yamlio import Scalar

COUNT = "count"
SHOWN = 5
"""Most cards that a complaint names."""

Deck = tuple[Component, Mapping[str, int]]
"""A component, and how many copies of its cards are made, by id and beside the card's own count."""


@dataclass(frozen=True, slots=True)
class Expectation:
    """What is expected of a component, or of the kit where that is empty, and what was found."""

    component: str
    kind: str
    """What its pieces are called, a kind of component; empty for the kit."""
    source: str
    text: str
    expected: Expected
    cards: tuple[tuple[str, int], ...]
    """The cards that it is true of, with their copies."""
    place: Span | None

    @property
    def found(self) -> int:
        """How many pieces it is true of."""
        return sum(copies for _, copies in self.cards)

    @property
    def holds(self) -> bool:
        """Whether it is as expected."""
        return self.expected.holds(self.found)


def expectations(
    game: Game, decks: Sequence[Deck], kit: Sequence[str], diagnostics: Collector
) -> list[Expectation]:
    """All that a game expects, with what was found.

    ``decks`` are the components that are in the game; ``kit`` names those whose pieces the game's own
    expectations count. What cannot be read or worked out is said, and left out.
    """
    counter = _Counter(Context(game), diagnostics)
    in_kit = [deck for deck in decks if deck[0].name in kit]
    found = counter.all(("", ""), game.file.expect, _node(game.node), in_kit)
    for deck in decks:
        name, spec = deck[0].name, deck[0].spec
        found += counter.all((name, spec.kind), spec.expect, _node(deck[0].node), [deck])
    return found


def report_broken(found: Iterable[Expectation], diagnostics: Collector, held: bool = True) -> None:
    """Say which expectations do not hold, as errors or as warnings."""
    severity: Severity = "error" if held else "warning"
    for one in found:
        if not one.holds:
            word, words = KINDS.get(one.kind, ("piece", "pieces"))
            what = word if one.text == "1" else words
            where = "in all" if one.source == COUNT else f'with "{one.source}"'
            message = f"expected {one.text} {what} {where}, found {one.found}"
            diagnostics.add("expectation-failed", message, one.place, hint=_named(one), severity=severity)


def _named(one: Expectation) -> str:
    """Some of the cards that were found: of all pieces, those that are there more than once."""
    told = [(card, copies) for card, copies in one.cards if copies != 1 or one.source != COUNT]
    words = [card if copies == 1 else f"{copies} x {card}" for card, copies in told]
    more = f" and {len(words) - SHOWN} more" if len(words) > SHOWN else ""
    return f"found: {', '.join(words[:SHOWN])}{more}" if words else ""


def _node(above: Node | None) -> Node | None:
    own = above.items.get("expect") if above is not None else None
    return own if isinstance(own, Node) else None


class _Counter:
    def __init__(self, context: Context, diagnostics: Collector) -> None:
        # A context of its own: what expectations name is not thereby shown on a card.
        self._context = context
        self._diagnostics = diagnostics

    def all(
        self, owner: tuple[str, str], expect: Mapping[str, str], node: Node | None, decks: Sequence[Deck]
    ) -> list[Expectation]:
        """What was found for each of the expectations of a component or of the game."""
        found = []
        for source, text in expect.items():
            value = node.items.get(source) if node is not None else None
            key = node.key_span(source) if node is not None else None
            cards = self._cards(source, decks, key)
            if cards is not None:
                place = value.span if isinstance(value, Scalar) else key
                found.append(Expectation(*owner, source, text, parse_expected(text), cards, place))
        return found

    def _cards(
        self, source: str, decks: Sequence[Deck], place: Span | None
    ) -> tuple[tuple[str, int], ...] | None:
        """The cards that an expression is true of, with their copies; none, having said why, if it fails."""
        programs = self._programs(source, decks, place) if source != COUNT else []
        if programs is None:
            return None
        found, failed = [], False
        for (component, copies), program in zip(decks, programs or [None] * len(decks), strict=True):
            if component.table is None or (program is None and source != COUNT):
                continue
            for card in component.table.cards.values():
                holds = True if program is None else self._holds(program, card, place)
                failed = failed or holds is None
                number = copies[card.id] * card.count
                if holds and number:
                    found.append((card.id, number))
        return None if failed else tuple(found)

    def _programs(
        self, source: str, decks: Sequence[Deck], place: Span | None
    ) -> list[Program | None] | None:
        """The expression for each deck, none for a deck without the fields that it names.

        None at all, having said why, when it cannot be read or no deck has the fields.
        """
        programs: list[Program | None] = []
        unknown: UnknownName | None = None
        for component, _ in decks:
            record = self._context.records[component.table.name] if component.table is not None else None
            names = over(self._context.shapes, (record.fields if record is not None else None) or {})
            try:
                programs.append(compile_expression(source, names))
            except UnknownName as fault:
                unknown = unknown or fault
                programs.append(None)
            except BadExpression as fault:
                self._diagnostics.add("bad-expression", str(fault), place)
                return None
        if unknown is not None and not any(programs):
            self._diagnostics.add("unknown-name", str(unknown), place, hint=unknown.hint)
            return None
        return programs

    def _holds(self, program: Program, card: Card, place: Span | None) -> bool | None:
        try:
            return bool(program.value({**self._context.values, **card.values, "id": card.id}))
        except EvaluationFailed as fault:
            self._diagnostics.add("evaluation-failed", str(fault), place, card=card.id)
            return None
