"""Where a game's figures come from: its settings, components and fields that say so."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from hotpnp.diag import Span
from hotpnp.model.game import Game
from hotpnp.model.table import Source


class Origin(NamedTuple):
    """A figure and its source."""

    name: str
    """What it is, in words: ``end vp: 25``, ``Route cards``, ``routes, reward``."""
    source: Source
    note: str
    place: Span | None


def origins(game: Game) -> Iterator[Origin]:
    """All that says its source: settings, then components, then the fields of tables."""
    for name, setting in game.file.settings.items():
        if setting.source is not None:
            value = game.settings.get(name, setting.value)
            words = f"{name.replace('_', ' ')}: {value}"
            yield Origin(words, setting.source, setting.note, game.place("settings", name))
    for component in game.components:
        if component.spec.source is not None:
            place = game.place("components", component.name)
            yield Origin(component.spec.title, component.spec.source, component.spec.note, place)
    for table in game.tables.values():
        for name, field in table.fields.items():
            if field.source is not None:
                words = f"{table.name}, {name.replace('_', ' ')}"
                yield Origin(words, field.source, field.note, table.places.get(name))


def chosen_words(game: Game) -> str:
    """A sentence on all that was chosen, since no source gives it; empty when nothing was."""
    told = [
        f"{origin.name} ({origin.note.rstrip('.')})" if origin.note else origin.name
        for origin in origins(game)
        if origin.source == "chosen"
    ]
    return "; ".join(told) + "." if told else ""
