"""Changes to YAML text that leave what they do not touch as it was, comments too."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping as Values
from typing import TypeAlias

from hotpnp.source.yamlio import Mapping, Scalar, parse, plain

Value: TypeAlias = "str | dict[str, str]"

_BARE = re.compile(r"-?[0-9A-Za-z.]+([ -][-0-9A-Za-z.]+)*")


def with_values(text: str, file: str, name: str, values: Values[str, Value]) -> str | None:
    """The text of a file of mappings in which the mapping ``name`` has these values too.

    Only the lines of keys that change are written anew. Gives none for a text that is not written
    with one name under another, so that it cannot be changed line by line.
    """
    node, faults = parse(text, file)
    if faults:
        return None
    before = plain(node) or {}
    wanted = {**before, name: {**(before.get(name) or {}), **values}}
    for key, value in values.items():
        text = _put(text, file, name, key, value)
    after, faults = parse(text, file)
    return text if not faults and plain(after) == wanted else None


def _put(text: str, file: str, name: str, key: str, value: Value) -> str:
    top = parse(text, file)[0]
    newline = "\r\n" if "\r\n" in text else "\n"
    lines = text.splitlines(keepends=True)
    if lines and not lines[-1].endswith(("\n", "\r")):
        lines[-1] += newline
    known = top.items.get(name) if isinstance(top, Mapping) else None
    if not isinstance(top, Mapping) or known is None:
        lines += [f"{name}:{newline}", f"  {key}: {_shown(value)}{newline}"]
        return "".join(lines)
    start = top.keys[name][0] - 1
    end = _end(top, start, lines, len(lines))
    if not isinstance(known, Mapping) or known.line - 1 == start:
        kept = {k: _shown(plain(v)) for k, v in known.items.items()} if isinstance(known, Mapping) else {}
        rows = {**kept, key: _shown(value)}
        lines[start:end] = [f"{name}:{newline}", *(f"  {k}: {v}{newline}" for k, v in rows.items())]
        return "".join(lines)
    row = f"{' ' * (known.column - 1)}{key}: {_shown(value)}{newline}"
    if key in known.keys:
        at = known.keys[key][0] - 1
        lines[at : _end(known, at, lines, end)] = [row]
    else:
        lines.insert(end, row)
    return "".join(lines)


def _end(mapping: Mapping, start: int, lines: list[str], limit: int) -> int:
    """The line after the last of a key's value; comments and blank lines after it belong to what follows."""
    end = min((line - 1 for line, _ in mapping.keys.values() if line - 1 > start), default=limit)
    while end > start + 1 and (not lines[end - 1].strip() or lines[end - 1].lstrip().startswith("#")):
        end -= 1
    return end


def _shown(value: object) -> str:
    """A value on one line of YAML."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {_shown(one)}" for key, one in value.items()) + "}"
    if value is None:
        return "~"
    text = str(value)
    bare = _BARE.fullmatch(text) and not Scalar(text, False, "", 0, 0).is_null
    return text if bare else json.dumps(text, ensure_ascii=not text.isprintable())
