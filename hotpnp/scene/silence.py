"""Warnings that a layout or a card asks not to see, and those of them that nothing needs any more."""

from __future__ import annotations

from collections.abc import Iterable

from hotpnp.diag import LINTS, Collector, did_you_mean
from hotpnp.expand.faces import Filled
from hotpnp.model.layout import Element, Layout
from hotpnp.model.table import Card
from hotpnp.source.yamlio import Mapping


class Silences:
    """Remembers which silences were of use."""

    def __init__(self) -> None:
        self._used: set[tuple[str, int, int, str]] = set()

    def cover(self, code: str, element: Element | None, filled: Filled | None) -> bool:
        """Whether a complaint is silenced by its element, by the top element around it, or by its card."""
        if code not in LINTS:
            return False
        elements = [element] if element is not None else []
        elements += filled.elements if filled is not None else ()
        nodes = [one.node for one in elements if code in one.spec.silence]
        card = filled.card if filled is not None else None
        if card is not None and code in card.silence:
            nodes.append(card.node)
        for node in nodes:
            self._mark(node, code)
        return bool(nodes)

    def cover_card(self, code: str, card: Card) -> bool:
        """Whether a complaint is silenced by its card."""
        if code in card.silence:
            self._mark(card.node, code)
        return code in card.silence

    def _mark(self, node: Mapping | None, code: str) -> None:
        if node is not None:
            self._used.add((node.file, node.line, node.column, code))

    def report_unused(self, layouts: Iterable[Layout], cards: Iterable[Card], diagnostics: Collector) -> None:
        """Say which silences name no lint, give no reason, or silence nothing."""
        for layout in layouts:
            parts = [element for part in layout.parts.values() for element in part.elements]
            for element in elements_below((*layout.elements, *parts)):
                if element.node is not None:
                    self._report(element.spec.silence, element.node, diagnostics)
        for card in cards:
            self._report(card.silence, card.node, diagnostics)

    def _report(self, silence: dict[str, str], node: Mapping, diagnostics: Collector) -> None:
        for code, reason in silence.items():
            place = node.key_span("silence")
            if code not in LINTS:
                hint = did_you_mean(code, LINTS)
                diagnostics.add(
                    "unknown-value", f'"{code}" is not a warning that can be silenced', place, hint=hint
                )
            elif not reason.strip():
                diagnostics.add("bad-value", f'the silence of "{code}" needs a reason', place)
            elif (node.file, node.line, node.column, code) not in self._used:
                message = f'"{code}" is silenced here and nothing is wrong'
                diagnostics.add("silence-unused", message, place, hint="remove it", severity="warning")


def elements_below(elements: Iterable[Element]) -> Iterable[Element]:
    """The elements and all that stand inside them."""
    for element in elements:
        yield element
        yield from elements_below(element.children)
