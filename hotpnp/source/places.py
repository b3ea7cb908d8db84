"""Where each value of a YAML text begins and ends, how it is written, for changes to that text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import yaml

from hotpnp.diag import Span

_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class Place:
    """A value as it stands in a text, from ``start`` up to ``end``, counted in signs.

    The end is that of what is written: no comment, no blank line after it.
    """

    __slots__ = ("end", "entries", "flow", "kind", "named", "span", "start", "style", "text")

    def __init__(self, kind: str, event: Any, file: str) -> None:
        mark = event.start_mark
        self.kind = kind
        """scalar, mapping, sequence or alias."""
        self.start: int = mark.index
        self.end: int = event.end_mark.index
        self.span = Span(file, mark.line + 1, mark.column + 1)
        self.text: str = getattr(event, "value", "")
        self.style: str = getattr(event, "style", None) or ""
        """The sign that begins a scalar with quotes (' or ") or a block of lines (| or >)."""
        self.flow = bool(getattr(event, "flow_style", False))
        """Whether it is a mapping or a list in brackets."""
        self.named = kind == "alias" or getattr(event, "anchor", None) is not None
        """Whether it has a name (``&name``), or stands for a value that has one (``*name``)."""
        self.entries: list[tuple[Place, Place]] = []
        """Keys with their values; of a list each entry twice."""

    @property
    def column(self) -> int:
        """Signs before its first entry on the line."""
        return self.entries[0][0].span.column - 1

    def find(self, key: str | int) -> int | None:
        """The number of the entry with a key; of a list the number itself, if there is such an entry."""
        if isinstance(key, int):
            return key if self.kind == "sequence" and key < len(self.entries) else None
        return next((i for i, (one, _) in enumerate(self.entries) if one.text == key), None)


def read_places(text: str, file: str) -> Place | None:
    """The top value of a YAML text that is known to be right; none when it holds nothing."""
    events = yaml.parse(text, Loader=_LOADER)
    for event in events:
        if isinstance(event, yaml.DocumentStartEvent):
            return _read(next(events), events, text, file)
    return None


def _read(event: Any, events: Iterator[Any], text: str, file: str) -> Place:
    if isinstance(event, yaml.AliasEvent):
        return Place("alias", event, file)
    if isinstance(event, yaml.ScalarEvent):
        place = Place("scalar", event, file)
        if place.style in ("|", ">"):
            place.end = _end_of_block(place, text)
        elif place.start == place.end:
            _put_behind_colon(place, text)
        return place
    if isinstance(event, yaml.MappingStartEvent):
        return _read_entries(Place("mapping", event, file), yaml.MappingEndEvent, events, text, file)
    return _read_entries(Place("sequence", event, file), yaml.SequenceEndEvent, events, text, file)


def _read_entries(place: Place, last: type[Any], events: Iterator[Any], text: str, file: str) -> Place:
    while not isinstance(event := next(events), last):
        key = _read(event, events, text, file)
        value = _read(next(events), events, text, file) if place.kind == "mapping" else key
        place.entries.append((key, value))
    # A block ends where its last value does; the parser's mark stands before what follows it.
    place.end = event.end_mark.index if place.flow else place.entries[-1][1].end
    return place


def _put_behind_colon(place: Place, text: str) -> None:
    """Let a value that is left out stand right after its key's colon; the parser may put it further on."""
    at = place.start
    while at > 0 and text[at - 1].isspace():
        at -= 1
    if text[at - 1 : at] == ":":
        place.start = place.end = at


def _end_of_block(place: Place, text: str) -> int:
    """The end of a block of lines, without the line ends after it unless they belong to it (``|+``)."""
    header, _, _ = text[place.start : place.end].partition("\n")
    written = text[place.start : place.end]
    if "+" not in header.partition("#")[0]:
        return place.start + len(written.rstrip("\r\n"))
    return place.end - (2 if written.endswith("\r\n") else 1 if written.endswith(("\r", "\n")) else 0)
