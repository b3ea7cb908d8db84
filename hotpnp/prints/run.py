"""Print runs as files: YAML made for git, one line a card, guarded by a digest."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from hotpnp.diag import Collector, Span, Stopped
from hotpnp.model.run_file import EntrySpec, RunSpec, Values
from hotpnp.model.strict import validate
from hotpnp.source.workspace import Workspace

HEAD = "# Written by hotpnp printed; it is not to be changed.\n"
DIGITS = 16
"""Digits of a face's fingerprint: 64 bits tell the faces of any deck apart."""


class Key(NamedTuple):
    """A card of a game."""

    component: str
    card: str


@dataclass(frozen=True, slots=True)
class Entry:
    """A card as it was printed: faces as fingerprints, copies in the box and of these the printed ones."""

    face: str
    back: str
    copies: int
    printed: int
    revision: int
    since: str
    """Version of the game in which the face was first printed."""
    run: str
    """Run in which the face was first printed."""
    values: Values = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Run:
    """What was printed on one occasion."""

    name: str
    number: int
    after: tuple[str, ...]
    version: str
    date: str
    sheet: Mapping[str, str]
    layouts: str
    settings: Mapping[str, str]
    whole: tuple[str, ...]
    records: Mapping[str, Mapping[str, Values]]
    cards: Mapping[Key, Entry]
    gone: tuple[Key, ...]


def run_name(number: int, cards: Mapping[Key, Entry]) -> str:
    """A run's name: its number and four digits of what it prints, so that runs of two people differ."""
    faces = [
        f"{key.component}/{key.card}:{entry.face}{entry.back}:{entry.printed}" for key, entry in cards.items()
    ]
    return f"{number}-{hashlib.sha256(';'.join(sorted(faces)).encode()).hexdigest()[:4]}"


def write_run(run: Run) -> str:
    """The text of a run's file."""
    lines = [
        f"run: {_text(run.name)}",
        f"number: {run.number}",
        f"after: {_flow(list(run.after))}",
        f"version: {_text(run.version)}",
        f"date: {_text(run.date)}",
        f"sheet: {_flow(run.sheet)}",
        f"layouts: {_text(run.layouts)}",
        f"settings: {_flow(run.settings)}",
        f"whole: {_flow(list(run.whole))}",
        *_section("records", run.records),
        *_section("cards", _by_component(run.cards)),
        *_section("gone", _gone(run.gone)),
    ]
    text = HEAD + "\n".join(lines) + "\n"
    return f"{text}digest: {_text(_digest(text))}\n"


def _section(name: str, groups: Mapping[str, Any]) -> Iterator[str]:
    groups = {group: rows for group, rows in groups.items() if rows}
    if not groups:
        yield f"{name}: {{}}"
        return
    yield f"{name}:"
    for group, rows in groups.items():
        if isinstance(rows, list):
            yield f"  {_text(group)}: {_flow(rows)}"
            continue
        yield f"  {_text(group)}:"
        for key, row in rows.items():
            yield f"    {_text(key)}: {_flow(row)}"


def _by_component(cards: Mapping[Key, Entry]) -> dict[str, dict[str, Any]]:
    groups: dict[str, dict[str, Any]] = {}
    for key, entry in cards.items():
        row = {
            "face": entry.face,
            "back": entry.back,
            "copies": entry.copies,
            "printed": entry.printed,
            "revision": entry.revision,
            "since": entry.since,
            "run": entry.run,
            "values": entry.values,
        }
        groups.setdefault(key.component, {})[key.card] = {k: v for k, v in row.items() if v not in ("", {})}
    return groups


def _gone(keys: tuple[Key, ...]) -> dict[str, list[str]]:
    groups: dict[str, list[str]] = {}
    for key in keys:
        groups.setdefault(key.component, []).append(key.card)
    return groups


_PLAIN = re.compile(r"[A-Za-z][A-Za-z0-9_.-]*")


def _text(value: str) -> str:
    """A text as YAML: quoted, unless it is a plain word that is not YAML's word for nothing."""
    plain = _PLAIN.fullmatch(value) and value.lower() != "null"
    return value if plain else json.dumps(value, ensure_ascii=False)


def _flow(value: Any) -> str:
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{_text(str(k))}: {_flow(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(_flow(v) for v in value) + "]"
    return str(value) if isinstance(value, int) else _text(value)


def _digest(text: str) -> str:
    """A digest of a text whatever its line ends are, since git may change them."""
    return hashlib.sha256(text.replace("\r\n", "\n").encode("utf-8")).hexdigest()[:DIGITS]


def read_run(workspace: Workspace, path: str) -> Run:
    """A run from its file. Raises Stopped, having said why, when it is damaged."""
    diagnostics = workspace.diagnostics
    text = workspace.read_text(path)
    hint = "take the file back from git or a backup; runs are never guessed at"
    at = text.rfind("\ndigest:")
    own = Collector()
    try:
        node = Workspace(workspace.root, own, workspace.files).read_yaml(path)
        spec = validate(RunSpec, node, own)
    except Stopped:
        spec = None
    if spec is None or at < 0 or _digest(text[: at + 1]) != spec.digest:
        first = next(iter(own), None)
        place = first.span if first is not None and first.span is not None else Span(path)
        reason = f": {first.message}" if first is not None else ": it is not as hotpnp wrote it"
        raise diagnostics.fail("bad-run", f"the print run is damaged{reason}", place, hint=hint)
    return _run(spec)


def _run(spec: RunSpec) -> Run:
    return Run(
        spec.run,
        spec.number,
        tuple(spec.after),
        spec.version,
        spec.date,
        spec.sheet,
        spec.layouts,
        spec.settings,
        tuple(spec.whole),
        spec.records,
        {Key(c, card): _entry(entry) for c, cards in spec.cards.items() for card, entry in cards.items()},
        tuple(Key(c, card) for c, cards in spec.gone.items() for card in cards),
    )


def _entry(spec: EntrySpec) -> Entry:
    return Entry(
        spec.face, spec.back, spec.copies, spec.printed, spec.revision, spec.since, spec.run, spec.values
    )
