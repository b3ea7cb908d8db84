"""Which components of a game a command is about, and which of its options."""

from __future__ import annotations

from dataclasses import replace

from hotpnp.diag import Collector, did_you_mean
from hotpnp.expand.faces import Context, is_present
from hotpnp.expand.select import select_cards
from hotpnp.impose.kit import Deck
from hotpnp.model.game import Game
from hotpnp.pipeline.kit import Options


class Selection:
    """The components that are asked for, in kit order; what is not there is said."""

    def __init__(self, game: Game, options: Options, context: Context, diagnostics: Collector) -> None:
        known = {component.name: component for component in game.components}
        for name in (*options.components, *options.without):
            if name not in known:
                message = f'{game.title} has no component "{name}"'
                diagnostics.add("unknown-component", message, hint=did_you_mean(name, known))
        present = [c for c in game.components if is_present(c, context, diagnostics)]
        kit = [c for c in present if not c.spec.optional and c.name not in options.without]
        if options.components:
            self.chosen = [c for c in game.components if c.name in options.components]
        elif options.everything:
            self.chosen = [c for c in present if c.name not in options.without]
        else:
            self.chosen = kit
        self._options, self._context, self._diagnostics = options, context, diagnostics
        names = {component.name for component in (*kit, *self.chosen)}
        self.needed = [component for component in game.components if component.name in names]
        """The components that are asked for, and the kit, of which documents tell."""
        self.told = frozenset(c.name for c in (kit if options.everything else self.needed))
        """Names of what documents tell of: the kit, and what is printed beside it."""

    def cards(self) -> frozenset[str] | None:
        """Ids of the cards that are asked for; none when all are. A fault is said."""
        if not self._options.select:
            return None
        tables = {c.table.name: c.table for c in self.chosen if c.table is not None}
        return select_cards(self._options.select, list(tables.values()), self._context, self._diagnostics)

    def only(self, decks: list[Deck]) -> list[Deck]:
        """Decks with only the cards that are asked for."""
        wanted = self.cards()
        if wanted is None:
            return decks
        return [
            replace(deck, pieces=tuple(piece for piece in deck.pieces if piece.card in wanted))
            for deck in decks
        ]


def useless_options(options: Options, documents: bool) -> list[str]:
    """The options that mean nothing for pages as large as a card; ``documents`` still take a paper."""
    asked = {
        "--skip": options.skip,
        "--fill": options.fill,
        "--order": options.order,
        "--paper": options.paper and not documents,
        "--cutter": options.cutter,
        "--cut-plan": options.cut_plan,
    }
    return [option for option, given in asked.items() if given]
