"""Now compared with the box: which cards are new, changed, more, fewer, gone, renamed or the same."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

from hotpnp.model.run_file import Values
from hotpnp.prints.history import Box, History, same_face
from hotpnp.prints.run import Entry, Key

Kind = Literal["new", "changed", "more", "fewer", "renamed", "same", "gone"]
KINDS: tuple[Kind, ...] = ("new", "changed", "more", "fewer", "renamed", "gone", "same")

Flat = Mapping[str, str]
"""A card's fields as texts, those of records that it refers to by their path: ``a``, ``a.colour``."""
FlatThen = Callable[[Key, Entry, str], Flat]
"""Gives the fields of a card as a run printed it."""


@dataclass(frozen=True, slots=True)
class Present:
    """A card as it would be printed now: fingerprints of its sides, copies, fields."""

    key: Key
    face: str
    back: str
    copies: int
    values: Values
    """Its own fields as typed."""
    flat: Flat


class FieldChange(NamedTuple):
    """A field that differs."""

    field: str
    old: str
    new: str


@dataclass(frozen=True, slots=True)
class Change:
    """What became of one card."""

    kind: Kind
    key: Key
    before: int
    """Copies in the box."""
    after: int
    """Copies that belong there now."""
    old: Entry | None = None
    fields: tuple[FieldChange, ...] = ()
    revision: int = 1
    """Number of the face as it is now, or was."""
    since: Entry | None = None
    """The entry that printed this face first, if any did."""
    was: Key | None = None
    """The id that a renamed card had."""

    @property
    def layout_only(self) -> bool:
        """Whether the face changed although no field did."""
        return self.kind == "changed" and not self.fields

    @property
    def to_print(self) -> int:
        """Copies that must be printed to bring the box in step."""
        if self.kind in ("new", "changed"):
            return self.after
        return max(0, self.after - self.before) if self.kind in ("more", "renamed") else 0

    @property
    def to_take_out(self) -> int:
        """Copies that must leave the box."""
        if self.kind in ("changed", "gone"):
            return self.before
        return max(0, self.before - self.after) if self.kind in ("fewer", "renamed") else 0


@dataclass(frozen=True, slots=True)
class Changes:
    """All cards compared, in kit order; those that are gone after the others of their component."""

    cards: tuple[Change, ...]
    components: tuple[str, ...]
    """The components that were compared."""

    def of(self, *kinds: Kind) -> list[Change]:
        """The cards of some kinds."""
        return [change for change in self.cards if change.kind in kinds]

    def only(self, ids: Collection[str] | None) -> Changes:
        """Of these cards; all when none are named."""
        if ids is None:
            return self
        return replace(self, cards=tuple(change for change in self.cards if change.key.card in ids))

    @property
    def nothing(self) -> bool:
        """Whether the box is in step."""
        return all(change.kind == "same" for change in self.cards)

    @property
    def to_print(self) -> int:
        """Copies to print in all."""
        return sum(change.to_print for change in self.cards)


def compare(
    now: Sequence[Present],
    history: History,
    components: Sequence[str],
    flat_then: FlatThen,
) -> Changes:
    """Cards as they are now, in kit order, against the box. Only the named components are compared."""
    box = history.box()
    there = {key: entry for key, entry in box.entries.items() if key.component in components}
    present = {card.key: card for card in now}
    missing = {key: entry for key, entry in there.items() if key not in present}
    renames = _renames([card for card in now if card.key not in there], missing)
    found: dict[str, list[Change]] = {name: [] for name in components}
    for card in now:
        was = renames.get(card.key)
        entry = there.get(was or card.key)
        found[card.key.component].append(_change(card, entry, was, box, history, flat_then))
    taken = set(renames.values())
    for key, entry in missing.items():
        if key not in taken:
            gone = Change("gone", key, entry.copies, 0, entry, revision=entry.revision)
            found[key.component].append(gone)
    cards = tuple(change for name in components for change in found[name] if change.before or change.after)
    return Changes(cards, tuple(components))


def _renames(fresh: Sequence[Present], missing: Mapping[Key, Entry]) -> dict[Key, Key]:
    """New ids to ids that are gone and looked the same; each is taken once."""
    found: dict[Key, Key] = {}
    left = dict(missing)
    for card in fresh:
        for key, entry in left.items():
            if key.component == card.key.component and same_face(entry, card.face, card.back):
                found[card.key] = key
                del left[key]
                break
    return found


def _change(
    card: Present, entry: Entry | None, was: Key | None, box: Box, history: History, flat_then: FlatThen
) -> Change:
    revision, since = history.revision(was or card.key, card.face, card.back)
    if entry is None:
        return Change("new", card.key, 0, card.copies, revision=revision, since=since)
    known = was or card.key
    doubtful = known in box.doubts
    kind: Kind = "same"
    if doubtful or not same_face(entry, card.face, card.back):
        kind = "changed"
    elif was is not None:
        kind = "renamed"
    elif card.copies != entry.copies:
        kind = "more" if card.copies > entry.copies else "fewer"
    if card.copies == 0 and entry.copies:
        kind = "gone"
    fields = _fields(flat_then(known, entry, box.last[known]), card.flat) if kind == "changed" else ()
    return Change(kind, card.key, entry.copies, card.copies, entry, fields, revision, since, was)


def _fields(then: Flat, now: Flat) -> tuple[FieldChange, ...]:
    """The fields that differ; of a record that was exchanged only the reference is told."""
    names = dict.fromkeys([*now, *then])
    changed = [name for name in names if then.get(name, "") != now.get(name, "")]
    own = {name for name in changed if "." not in name}
    told = [name for name in changed if name.split(".")[0] not in own or name in own]
    return tuple(FieldChange(name, then.get(name, ""), now.get(name, "")) for name in told)
