"""Axes: the values by which pieces are counted, in the order in which they are shown."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from hotpnp.diag import did_you_mean
from hotpnp.expand.language import UnknownName
from hotpnp.expand.rows import Plain, Row, plain_values
from hotpnp.model.table import FieldSpec, Table
from hotpnp.model.values import parse_bool
from hotpnp.units import trim

NONE = "(none)"
"""The label of pieces that have no value."""
MANY = 40
"""Most values of an axis that are shown although no piece has them, or that the usual tables take."""
NUMBERS = 20
"""Most different numbers that are counted one by one; more are counted in bands."""
BANDS = 12
"""Most bands."""


def number_of(value: Plain) -> float | None:
    """A value as a number, also where a record holds it as text; none if it is no number."""
    if isinstance(value, int | float):
        return value
    try:
        number = float(value) if isinstance(value, str) else math.nan
    except ValueError:
        return None
    return (int(number) if number.is_integer() else number) if math.isfinite(number) else None


@dataclass(frozen=True, slots=True)
class Axis:
    """Values of one field, or of all fields that refer to one table, as labels."""

    name: str
    fields: tuple[str, ...]
    kind: str
    """choice (a reference, one of a list, yes or no), number or text."""
    table: str = ""
    """The table that the fields refer to, if they do."""
    labels: tuple[str, ...] = ()
    declared: tuple[str, ...] = ()
    """The values that the field may have, where they are known."""
    through: Mapping[str, Plain] | None = field(default=None, repr=False)
    """For a path such as reward.skill: the value of each card that is referred to."""
    band: float = 0
    """Width of the bands in which numbers are counted; 0 for one by one."""

    def values_of(self, row: Row) -> list[Plain]:
        """The values of a row; none of them when it has none."""
        found = _flat(row.values.get(name) for name in self.fields)
        return found if self.through is None else _flat(self.through.get(str(value)) for value in found)

    def labels_of(self, row: Row) -> tuple[str, ...]:
        """The labels under which a row is counted, each once."""
        found = [self._label(value) for value in self.values_of(row)]
        return tuple(dict.fromkeys(found)) or (NONE,)

    def _label(self, value: Plain) -> str:
        if self.kind != "number":
            return _truth(str(value)) if self.declared == _YES_NO else str(value)
        number = number_of(value)
        if number is None:
            return str(value)
        return trim(number, 4) if not self.band else band_label(number, self.band)


_YES_NO = ("yes", "no")


def _flat(values: Iterable[Plain]) -> list[Plain]:
    """Values one by one, without those that are none."""
    held = [one for value in values for one in (value if isinstance(value, tuple) else (value,))]
    return [one for one in held if one is not None]


def _truth(text: str) -> str:
    try:
        return "yes" if parse_bool(text) else "no"
    except ValueError:
        return text


def band_label(number: float, width: float) -> str:
    """The band of a number: ``10..19`` for a whole width; ``1..1.5`` reaches from 1 to below 1.5."""
    low = math.floor(number / width) * width
    return f"{trim(low, 4)}..{trim(low + width - (1 if isinstance(width, int) else 0), 4)}"


def band_width(numbers: Sequence[float]) -> float:
    """The smallest of 1, 2, 5, 10, 20 and so on, and of their tenths, that makes few enough bands.

    A whole number when all numbers are whole.
    """
    low, high = min(numbers), max(numbers)
    power = 10.0 ** math.floor(math.log10((high - low) / BANDS))
    widths = (step * power for step in (1, 2, 5, 10, 20))
    width = next(w for w in widths if math.floor(high / w) - math.floor(low / w) < BANDS)
    whole = all(isinstance(number, int) for number in numbers)
    return max(1, int(width)) if whole else width


class Axes:
    """The axes of a table, for the rows that are to be counted (those of now and of then together)."""

    def __init__(self, table: Table, tables: Mapping[str, Table], rows: Sequence[Row]) -> None:
        self._table = table
        self._tables = tables
        self._rows = rows

    @property
    def numbers(self) -> list[str]:
        """The fields that hold numbers."""
        return [name for name, spec in self._table.fields.items() if _kind(spec) == "number"]

    @property
    def all(self) -> list[Axis]:
        """An axis for each field that has values to count by, and for tables that several fields refer to."""
        found = []
        for name, spec in self._table.fields.items():
            axis = self.axis(name)
            used = [label for label in axis.labels if label != NONE]
            if axis.kind == "text" and not (self._repeats(axis) and len(used) <= NUMBERS):
                continue
            if spec.type not in ("colour", "picture") and used:
                found.append(axis)
        shared = [name for name in self._tables if len(self._referring(name)) > 1]
        return found + [self.axis(name) for name in shared if name not in self._table.fields]

    def _repeats(self, axis: Axis) -> bool:
        """Whether there are several values, each on two cards on average."""
        seen = Counter(x for x, _ in {(x, row.id) for row in self._rows for x in axis.labels_of(row)})
        del seen[NONE]
        return 1 < len(seen) <= seen.total() / 2

    def _referring(self, table: str) -> list[str]:
        return [name for name, spec in self._table.fields.items() if spec.ref == table]

    def axis(self, name: str) -> Axis:
        """The axis of a field, a table or a path. Raises UnknownName."""
        fields = self._table.fields
        first, _, rest = name.partition(".")
        if name in fields:
            return self._filled(self._bare(name, (name,), fields[name]))
        if first in fields and rest:
            return self._filled(self._path(name, first, rest))
        if name in self._tables and self._referring(name):
            options = tuple(self._tables[name].cards)
            return self._filled(Axis(name, tuple(self._referring(name)), "choice", name, (), options))
        known = [*fields, *(table for table in self._tables if self._referring(table))]
        raise UnknownName(f'{self._table.name} has no field "{name}"', did_you_mean(name, known))

    def _bare(self, name: str, fields: tuple[str, ...], spec: FieldSpec) -> Axis:
        return Axis(name, fields, _kind(spec), spec.ref or "", (), self._declared(spec))

    def _path(self, name: str, first: str, rest: str) -> Axis:
        table = self._tables.get(self._table.fields[first].ref or "")
        if table is None:
            raise UnknownName(f'"{first}" refers to no table, so "{name}" is nothing', "")
        rows = [Row(card.id, "", 1, plain_values(card)) for card in table.cards.values()]
        axis = Axes(table, self._tables, rows).axis(rest)
        values = {row.id: tuple(axis.values_of(row)) for row in rows}
        return Axis(name, (first,), axis.kind, axis.table, (), axis.declared, values)

    def _declared(self, spec: FieldSpec) -> tuple[str, ...]:
        """The values that a field may have, in their order; nothing where there is no telling."""
        if spec.ref is not None:
            return tuple(self._tables[spec.ref].cards) if spec.ref in self._tables else ()
        if spec.one_of is not None:
            return tuple(spec.one_of)
        if spec.type == "bool":
            return _YES_NO
        if spec.type == "int" and spec.min is not None and spec.max is not None:
            whole = range(math.ceil(spec.min), math.floor(spec.max) + 1)
            return tuple(map(str, whole)) if len(whole) <= NUMBERS else ()
        return ()

    def _filled(self, axis: Axis) -> Axis:
        """The axis with its labels, in order."""
        band = self._band(axis)
        bare = replace(axis, declared=() if band else axis.declared, band=band)
        used = dict.fromkeys(label for row in self._rows for label in bare.labels_of(row))
        known = [label for label in bare.declared if label in used or len(bare.declared) <= MANY]
        others = [label for label in used if label not in bare.declared and label != NONE]
        if axis.kind == "number":
            known, others = sorted([*known, *others], key=_numeric), []
        return replace(bare, labels=(*known, *others, *([NONE] if NONE in used else [])))

    def _band(self, axis: Axis) -> float:
        if axis.kind != "number":
            return 0
        values = {number_of(value) for row in self._rows for value in axis.values_of(row)}
        numbers = [value for value in values if value is not None]
        return band_width(numbers) if len(numbers) > NUMBERS else 0


def _numeric(label: str) -> tuple[float, str]:
    """Numbers and bands in order, other words after them."""
    number = number_of(label.partition("..")[0])
    return (number if number is not None else math.inf, label)


def _kind(spec: FieldSpec) -> str:
    if spec.ref is not None or spec.type == "bool":
        return "choice"
    if spec.type in ("int", "number"):
        return "number"
    return "choice" if spec.one_of is not None else "text"
