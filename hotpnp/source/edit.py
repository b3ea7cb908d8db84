"""Changes to YAML text that leave all else as it is, to the byte: comments, order, quotes, line ends."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any, TypeAlias

from hotpnp.diag import Span
from hotpnp.source.places import Place, read_places
from hotpnp.source.yamlio import Scalar, parse, plain

Value: TypeAlias = "str | tuple[str, ...] | Mapping[Any, Value] | None"
"""What a value is to be: a text, a list of texts, none (it is taken away), or changes to what is in it.

Changes name keys of a mapping, or entries of a list by their number from 0.
"""


class NotEditable(ValueError):
    """A text that cannot be changed so that all else stays as it is; ``span`` is the place."""

    def __init__(self, message: str, span: Span) -> None:
        super().__init__(message)
        self.span = span


def edited(text: str, file: str, changes: Mapping[Any, Value]) -> str:
    """The text of a YAML file with changes made. Raises NotEditable.

    A value that was not there stands at the end of its mapping, written as the others are. The result is
    read again: it holds what was asked for, and nothing else has changed.
    """
    before, faults = parse(text, file)
    if faults:
        raise NotEditable(faults[0].message, faults[0].span or Span(file))
    editor = _Editor(text, file)
    top = read_places(text, file)
    if top is None:
        editor.insert_lines("", len(text), changes)
    else:
        editor.change(top, changes, is_top=True)
    result = editor.result()
    after, faults = parse(result, file)
    if faults or plain(after) != _changed(plain(before), changes):
        raise NotEditable("the file cannot be changed without touching other values in it", Span(file))
    return result


def _changed(value: Any, change: Value) -> Any:
    """A value of plain dicts, lists and texts with a change made."""
    if not isinstance(change, Mapping):
        return list(change) if isinstance(change, tuple) else change
    if isinstance(value, list):
        return [_changed(one, change[i]) if i in change else one for i, one in enumerate(value)]
    found = dict(value or {})
    for key, one in change.items():
        if one is None:
            found.pop(key, None)
        else:
            found[key] = _changed(found.get(key), one)
    return found


class _Editor:
    """Gathers pieces of a text that are to be replaced."""

    def __init__(self, text: str, file: str) -> None:
        self._text = text
        self._file = file
        self._pieces: list[tuple[int, int, str]] = []
        ends = re.search(r"\r\n|\n|\r", text)
        self._newline = ends.group() if ends else "\n"

    def result(self) -> str:
        """The text with all pieces replaced."""
        parts, at = [], 0
        for start, end, new in sorted(self._pieces, key=lambda piece: piece[:2]):
            if start < at:
                raise NotEditable("two changes meet at one place; make them one by one", Span(self._file))
            parts += [self._text[at:start], new]
            at = end
        return "".join([*parts, self._text[at:]])

    def _replace(self, start: int, end: int, new: str) -> None:
        self._pieces.append((start, end, new))

    def change(self, place: Place, change: Value, *, is_top: bool = False) -> None:
        """Give a value that is there another."""
        if place.named:
            what = "stands for a value elsewhere (*)" if place.kind == "alias" else "has a name (&)"
            raise NotEditable(
                f"this {what}, so that a change would reach further; edit it by hand", place.span
            )
        if isinstance(change, Mapping) and place.kind in ("mapping", "sequence"):
            self._change_entries(place, change, is_top)
        elif isinstance(change, tuple) and place.kind == "sequence":
            self._change_list(place, change)
        elif place.kind == "scalar":
            self._change_scalar(place, change)
        else:
            raise NotEditable("a list or a mapping stands here; edit it by hand", place.span)

    def _change_scalar(self, place: Place, change: Value) -> None:
        if isinstance(change, Mapping) and not _is_nothing(place):
            raise NotEditable("this is no mapping; edit it by hand", place.span)
        if re.search(r"[\r\n]", self._text[place.start : place.end]):
            raise NotEditable("the value stands on several lines; edit it by hand", place.span)
        if place.start == place.end and self._text[place.start - 1] != ":":
            raise NotEditable("the key stands without a colon; edit it by hand", place.span)
        gap = " " if place.start == place.end else ""
        self._replace(place.start, place.end, gap + _shown(change, place.style))

    def _change_list(self, place: Place, new: tuple[str, ...]) -> None:
        """Take out and add entries where that is enough, else give them new values one after the other."""
        old = [value for _, value in place.entries]
        kept = [one for one in old if one.kind == "scalar" and one.text in new]
        gone = {i for i, one in enumerate(old) if one not in kept}
        if tuple(one.text for one in kept) != new[: len(kept)]:
            for one, text in zip(old, new, strict=False):
                if one.kind != "scalar" or one.text != text:
                    self.change(one, text)
            gone = set(range(len(new), len(old)))
            kept = old[: len(new)]
        self._remove(place, gone)
        self._add(place, [_shown(text) for text in new[len(kept) :]], bool(kept))

    def _change_entries(self, place: Place, changes: Mapping[Any, Value], is_top: bool) -> None:
        gone = set()
        fresh = {}
        for key, value in changes.items():
            number = place.find(key)
            if number is None and value is not None:
                fresh[key] = value
            elif number is not None and value is None:
                gone.add(number)
            elif number is not None:
                self.change(place.entries[number][1], value)
        self._remove(place, gone)
        if is_top and not place.flow:
            self.insert_lines("", len(self._text), fresh)
        else:
            rows = [f"{_shown(key)}: {_shown(value)}" for key, value in fresh.items()]
            self._add(place, rows, len(gone) < len(place.entries))

    def insert_lines(self, indent: str, at: int, changes: Mapping[Any, Value]) -> None:
        """Write new keys on lines of their own; a mapping among them takes a line for each of its keys."""
        rows = []
        for key, value in changes.items():
            nested = isinstance(value, Mapping) and bool(value)
            rows.append(f"{indent}{_shown(key)}:" + ("" if nested else f" {_shown(value)}"))
            if isinstance(value, Mapping):
                rows += [f"{indent}  {_shown(k)}: {_shown(v)}" for k, v in value.items()]
        if not rows:
            return
        ended = not self._text or self._text.endswith(("\n", "\r"))
        lines = self._newline.join(rows)
        self._replace(at, at, lines + self._newline if ended else self._newline + lines)

    def _add(self, place: Place, rows: list[str], follows: bool) -> None:
        """Write new entries after the last one, in brackets or on lines as the others are."""
        if not rows:
            return
        last = place.entries[-1][1] if place.entries else None
        if place.flow:
            at = last.end if last is not None else place.end - 1
            gap = " " if last is not None and last.start == last.end else ""
            self._replace(at, at, gap + (", " if follows else "") + ", ".join(rows))
            return
        assert last is not None
        if not follows:
            raise NotEditable("the last of its values cannot be taken away here; edit it by hand", place.span)
        at = self._line_end(last.end)
        if place.kind == "mapping":
            lead = " " * place.column
        else:
            lead = self._text[self._line_start(last.start) : last.start]
            if not re.fullmatch(r" *- +", lead):
                raise NotEditable("this list can only be edited by hand", place.span)
        self._replace(at, at, "".join(self._newline + lead + row for row in rows))

    def _remove(self, place: Place, gone: Iterable[int]) -> None:
        """Take entries out, with the comments on their lines; no other comment may stand in the way."""
        numbers = sorted(gone)
        if numbers and not place.flow and len(numbers) == len(place.entries):
            raise NotEditable("the last of its values cannot be taken away here; edit it by hand", place.span)
        for first, last in _runs(numbers):
            self._remove_run(place, first, last)

    def _remove_run(self, place: Place, first: int, last: int) -> None:
        entries = place.entries
        if not place.flow and (first > 0 or place.kind == "sequence"):
            for key, value in entries[first : last + 1]:
                # With the line end before it, so that a last line without one stays so.
                self._replace(self._line_end_before(key.start), self._line_end(value.end), "")
            return
        start, end = entries[first][0].start, entries[last][1].end
        if last + 1 < len(entries):
            end = entries[last + 1][0].start
        elif first > 0:
            start = entries[first - 1][1].end
        inside = [value for pair in entries[first : last + 1] for value in pair]
        if self._has_comment(start, end, inside):
            raise NotEditable(
                "a comment stands next to what is to be taken away; edit it by hand", place.span
            )
        self._replace(start, end, "")

    def _has_comment(self, start: int, end: int, values: list[Place]) -> bool:
        """Whether a # stands between values in this piece of the text."""
        at = start
        for value in values:
            if "#" in self._text[at : max(at, value.start)]:
                return True
            at = max(at, value.end)
        return "#" in self._text[at:end]

    def _line_start(self, at: int) -> int:
        return max(self._text.rfind("\n", 0, at), self._text.rfind("\r", 0, at)) + 1

    def _line_end(self, at: int) -> int:
        found = re.compile(r"[\r\n]").search(self._text, at)
        return found.start() if found else len(self._text)

    def _line_end_before(self, at: int) -> int:
        start = self._line_start(at)
        return max(0, start - (2 if self._text.endswith("\r\n", 0, start) else 1))


def _is_nothing(place: Place) -> bool:
    return not place.style and Scalar(place.text, False, "", 0, 0).is_null


def _runs(numbers: list[int]) -> Iterable[tuple[int, int]]:
    """Numbers that follow each other, as first and last."""
    start = 0
    for i in range(1, len(numbers) + 1):
        if i == len(numbers) or numbers[i] != numbers[i - 1] + 1:
            yield numbers[start], numbers[i - 1]
            start = i


def _shown(value: Value, style: str = "") -> str:
    """A value on one line of YAML, in quotes where it needs them or ``style`` asks for them."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{_shown(key)}: {_shown(one)}" for key, one in value.items()) + "}"
    if isinstance(value, tuple):
        return "[" + ", ".join(map(_shown, value)) + "]"
    text = "" if value is None else value
    if not text.isprintable():
        return _escaped(text)
    if style == "'":
        return "'" + text.replace("'", "''") + "'"
    return text if style != '"' and _is_plain(text) else _escaped(text)


@lru_cache(maxsize=4096)
def _is_plain(text: str) -> bool:
    """Whether a text without quotes is read as it stands, in brackets, on a line and as a key."""
    for row, found in ((f"[{{k: {text}, m: n}}]", [{"k": text, "m": "n"}]), (f"{text}: v", {text: "v"})):
        node, faults = parse(row, "")
        if faults or plain(node) != found:
            return False
    return True


_ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r"}


def _escaped(text: str) -> str:
    """A text in double quotes."""
    return '"' + "".join(_ESCAPES.get(sign) or _sign(sign) for sign in text) + '"'


def _sign(sign: str) -> str:
    if sign.isprintable():
        return sign
    code = ord(sign)
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
