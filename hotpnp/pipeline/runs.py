"""Print runs in the pipeline: cards as they are now against the box, and the run that a build is."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TypeAlias

from hotpnp.assets.fonts import DEFAULT_FAMILY, Fonts
from hotpnp.diag import did_you_mean
from hotpnp.impose.kit import Deck
from hotpnp.impose.place import Piece
from hotpnp.model.game import Game
from hotpnp.model.run_file import Values
from hotpnp.model.table import Card, FieldSpec, Table
from hotpnp.prints.changes import Change, Changes, Flat, Present, compare
from hotpnp.prints.history import History, load_history, same_face
from hotpnp.prints.run import DIGITS, Entry, Key, Run, run_name
from hotpnp.scene.items import Scene, TextRun, fingerprint, flat
from hotpnp.scene.stamp import has_stamps, stamped
from hotpnp.source.workspace import Workspace
from hotpnp.source.yamlio import plain

_DEPTH = 2
"""How far references are followed when fields are told: a.colour, a.reward.label."""


Lookup: TypeAlias = Callable[[str, str], Values | None]
"""Gives the fields of a record by table and id."""


class Ledger:
    """The cards of a game's decks against its print runs."""

    def __init__(self, game: Game, decks: Sequence[Deck], history: History, fonts: Fonts) -> None:
        self._game = game
        self._history = history
        self._fonts = fonts
        self._tables = {c.name: c.table for c in game.components if c.table is not None}
        self.decks = tuple(decks)
        self.cards = {card.key: card for deck in decks for card in self._presents(deck)}
        self.changes: Changes = compare(
            list(self.cards.values()), history, [deck.component for deck in decks], self._then
        )
        self.changes_by_key = {change.key: change for change in self.changes.cards}

    def _presents(self, deck: Deck) -> list[Present]:
        """The cards of a deck, each once."""
        table = self._tables[deck.component]
        copies: dict[str, int] = {}
        first: dict[str, Piece] = {}
        for piece in deck.pieces:
            copies[piece.card] = copies.get(piece.card, 0) + 1
            first.setdefault(piece.card, piece)
        return [
            Present(
                Key(deck.component, card_id),
                face_digest(piece.front, self._fonts),
                face_digest(piece.back, self._fonts) if piece.back is not None else "",
                copies[card_id],
                typed(table.cards[card_id]),
                self._flat(table, typed(table.cards[card_id]), self._now),
            )
            for card_id, piece in first.items()
        ]

    def _now(self, table: str, record: str) -> Values | None:
        known = self._game.tables.get(table)
        card = known.cards.get(record) if known is not None else None
        return typed(card) if card is not None else None

    def _then(self, key: Key, entry: Entry, run: str) -> Flat:
        """The fields of a card as a run printed it, with the records of that run."""
        then = self._history.run(run)
        records = then.records if then is not None else {}
        table = self._tables[key.component]
        return self._flat(table, entry.values, lambda name, record: records.get(name, {}).get(record))

    def _flat(self, table: Table, values: Values, lookup: Lookup) -> Flat:
        return dict(_flatten(table.fields, values, self._fields_of, lookup, "", _DEPTH))

    def _fields_of(self, table: str) -> Mapping[str, FieldSpec]:
        known = self._game.tables.get(table)
        return known.fields if known is not None else {}

    def change(self, key: Key) -> Change:
        """What became of a card."""
        return self.changes_by_key[key]

    def only_changed(self) -> list[Deck]:
        """The decks with only the copies that bring the box in step."""
        found = []
        for deck in self.decks:
            keys = [key for key in self.changes_by_key if key.component == deck.component]
            left = {key.card: self.changes_by_key[key].to_print for key in keys}
            pieces = []
            for piece in deck.pieces:
                if left.get(piece.card, 0) > 0:
                    left[piece.card] -= 1
                    pieces.append(piece)
            found.append(replace(deck, pieces=tuple(pieces)))
        return found

    def run(
        self,
        decks: Sequence[Deck],
        whole: Iterable[str],
        sheet: Mapping[str, str],
        layouts: str,
        in_step: bool,
    ) -> Run:
        """The run that printing these decks is; ``in_step`` when they bring the box in step with the game."""
        cards: dict[Key, Entry] = {}
        gone: tuple[Key, ...] = ()
        for deck in decks:
            printed: dict[str, int] = {}
            for piece in deck.pieces:
                printed[piece.card] = printed.get(piece.card, 0) + 1
            for card_id, count in printed.items():
                key = Key(deck.component, card_id)
                cards[key] = self._entry(key, count)
        if in_step:
            for change in self.changes.of("fewer", "renamed"):
                cards.setdefault(change.key, self._entry(change.key, 0))
            gone = tuple(change.key for change in self.changes.of("gone"))
            gone += tuple(change.was for change in self.changes.cards if change.was is not None)
        number = self._history.next_number
        name = run_name(number, cards)
        cards = {key: entry if entry.run else replace(entry, run=name) for key, entry in cards.items()}
        settings = {key: str(value) for key, value in self._game.settings.items()}
        return Run(
            name,
            number,
            self._history.heads,
            self._game.version,
            "",
            sheet,
            layouts,
            settings,
            tuple(whole),
            self._records(cards),
            cards,
            gone,
        )

    def _entry(self, key: Key, printed: int) -> Entry:
        card, change = self.cards[key], self.changes_by_key[key]
        first = change.since
        return Entry(
            card.face,
            card.back,
            card.copies,
            printed,
            change.revision,
            first.since if first is not None else self._game.version,
            first.run if first is not None else "",
            card.values,
        )

    def _records(self, cards: Iterable[Key]) -> dict[str, dict[str, Values]]:
        """The records of other tables that cards refer to, and those that these refer to, in table order."""
        found: dict[str, set[str]] = {}
        waiting = [(self._tables[key.component].name, key.card) for key in cards]
        own = set(waiting)
        while waiting:
            table_name, record = waiting.pop()
            table = self._game.tables[table_name]
            for field, spec in table.fields.items():
                if spec.ref is None:
                    continue
                value = table.cards[record].values.get(field)
                for one in value if isinstance(value, tuple) else (value,):
                    if isinstance(one, Card) and one.id not in found.setdefault(spec.ref, set()):
                        found[spec.ref].add(one.id)
                        waiting.append((spec.ref, one.id))
        return {
            name: {
                card.id: typed(card)
                for card in table.cards.values()
                if card.id in found[name] and (name, card.id) not in own
            }
            for name, table in self._game.tables.items()
            if found.get(name)
        }

    def stamp(self, decks: Sequence[Deck], name: str) -> list[Deck]:
        """Decks with the stamps of their fronts and backs set; ``name`` is the run that they will be."""
        known: dict[tuple[int, Key], Scene] = {}

        def set_on(scene: Scene, key: Key, face: str) -> Scene:
            if not has_stamps(scene):
                return scene
            place = (id(scene), key)
            if place not in known:
                known[place] = stamped(scene, self._words(key, face, name), self._fonts)
            return known[place]

        found = []
        for deck in decks:
            pieces = []
            for piece in deck.pieces:
                key = Key(deck.component, piece.card)
                card = self.cards[key]
                back = set_on(piece.back, key, card.back) if piece.back is not None else None
                pieces.append(replace(piece, front=set_on(piece.front, key, card.face), back=back))
            found.append(replace(deck, pieces=tuple(pieces)))
        return found

    def _words(self, key: Key, face: str, name: str) -> dict[str, str]:
        change = self.changes_by_key[key]
        first = change.since
        return {
            "revision": f"r{change.revision}",
            "version": first.since if first is not None else self._game.version,
            "run": first.run if first is not None else name,
            "fingerprint": face[:6],
        }


def _flatten(
    fields: Mapping[str, FieldSpec],
    values: Values,
    fields_of: Callable[[str], Mapping[str, FieldSpec]],
    lookup: Lookup,
    path: str,
    depth: int,
) -> Iterator[tuple[str, str]]:
    """Fields by their paths; those of records that a field refers to after it."""
    for name, spec in fields.items():
        value = values.get(name)
        if value is None:
            continue
        where = f"{path}{name}"
        yield where, ", ".join(map(str, value)) if isinstance(value, list) else str(value)
        if spec.ref is None or not depth or isinstance(value, list):
            continue
        record = lookup(spec.ref, str(value))
        if record is not None:
            yield from _flatten(fields_of(spec.ref), record, fields_of, lookup, f"{where}.", depth - 1)


def reprinted(decks: Sequence[Deck], run: Run, fonts: Fonts) -> tuple[list[Deck], list[Key]]:
    """The copies that a run printed, stamped as it did; and the cards that look different now."""
    found: list[Deck] = []
    different: list[Key] = []
    for deck in decks:
        first: dict[str, Piece] = {}
        for piece in deck.pieces:
            first.setdefault(piece.card, piece)
        pieces: list[Piece] = []
        for card_id, piece in first.items():
            key = Key(deck.component, card_id)
            entry = run.cards.get(key)
            if entry is None:
                continue
            face = face_digest(piece.front, fonts)
            back = face_digest(piece.back, fonts) if piece.back is not None else ""
            if not same_face(entry, face, back):
                different.append(key)
            words = {
                "revision": f"r{entry.revision}",
                "version": entry.since,
                "run": entry.run,
                "fingerprint": entry.face[:6],
            }
            sides = [piece.front, *([piece.back] if piece.back is not None else [])]
            set_sides = [stamped(side, words, fonts) if has_stamps(side) else side for side in sides]
            one = replace(piece, front=set_sides[0], back=set_sides[1] if len(set_sides) > 1 else None)
            pieces += [one] * entry.printed
        found.append(replace(deck, pieces=tuple(pieces)))
    return found, different


def typed(card: Card) -> Values:
    """A card's own fields as they stand in the table, those that it leaves out left out."""
    keys = [key for key in card.node.items if key in card.values]
    return {key: value for key in keys if (value := plain(card.node.items[key])) is not None}


def face_digest(scene: Scene, fonts: Fonts) -> str:
    """The fingerprint of a face: of all that it draws, and of the project's fonts that it draws with."""
    used = {
        (item.face, item.weight, item.italic)
        for item in flat(scene.items)
        if isinstance(item, TextRun) and item.face != DEFAULT_FAMILY
    }
    digests = "".join(sorted(fonts.face(*face).digest for face in used))
    whole = fingerprint(scene)
    return (hashlib.sha256(f"{whole}{digests}".encode()).hexdigest() if digests else whole)[:DIGITS]


def layouts_digest(workspace: Workspace, game: str) -> str:
    """A digest of the layouts and icons that a game may use."""
    found = hashlib.sha256()
    waiting = [f"layouts/{game}", "layouts/shared"]
    while waiting:
        folder = waiting.pop()
        for name in sorted(workspace.names(folder)):
            path = f"{folder}/{name}"
            if workspace.names(path):
                waiting.append(path)
            elif name.endswith((".yaml", ".svg")):
                data = workspace.read_bytes(path).replace(b"\r\n", b"\n")
                found.update(f"{path}:{hashlib.sha256(data).hexdigest()};".encode())
    return found.hexdigest()[:DIGITS]


def history_since(workspace: Workspace, game: str, since: str) -> History:
    """The print runs up to one, or all. Raises Stopped, having said why, when there is none."""
    history = load_history(workspace, game)
    diagnostics = workspace.diagnostics
    if not history.runs:
        hint = "record one with hotpnp printed, or compare with --since git:REVISION"
        raise diagnostics.fail("unknown-run", f"{game} has no print runs", hint=hint)
    if since and history.run(since) is None:
        hint = did_you_mean(since, [run.name for run in history.runs])
        raise diagnostics.fail("unknown-run", f'there is no print run "{since}"', hint=hint)
    return history.until(since) if since else history
