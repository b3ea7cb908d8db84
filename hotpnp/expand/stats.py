"""Statistics of a deck: pure counting over rows. Every count is weighted by copies."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate, combinations, product
from typing import Literal, NamedTuple, TypeAlias

from hotpnp.expand.axes import MANY, NONE, Axes, Axis, number_of
from hotpnp.expand.rows import Row

Number: TypeAlias = int | float
Cells: TypeAlias = tuple[tuple[Number | None, ...], ...]
CROSSES = 12
"""Most cross tables that are made without being asked for."""
FENCE = 1.5
"""So many widths of the middle half lie before an outlier (Tukey, Exploratory Data Analysis, 1977)."""
COMMON = 0.1
"""The share of the pieces above which values are too common to be called outliers."""
LEAST = 5
"""Fewest values of a field whose counts are compared with each other."""
OUTLIER_RULE = (
    "An outlier lies more than 1.5 times the width of the middle half outside that half: a number among "
    "those of all pieces, or the count of a value among the counts of its field's values, if there are 5 or "
    "more. A count must differ by more than 1; more than a tenth of all are no outliers."
)
RANGES = ("pieces", "min", "mean", "median", "max", "total")


@dataclass(frozen=True, slots=True)
class Grid:
    """A table of figures: counts by value, the ranges of number fields, or a cross table."""

    kind: Literal["counts", "ranges", "cross"]
    title: str
    down: str
    """What the rows are."""
    across: str
    """What the columns are."""
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    cells: Cells
    """A row of numbers for each of the rows; none where there is nothing to tell."""
    totals: bool = False
    """Whether a last row and a last column tell of all pieces (beyond those in ``rows`` and ``columns``)."""
    symmetric: bool = False
    """Whether rows and columns are the same, and a pair has no order."""


class Missing(NamedTuple):
    """Combinations of two fields of which no piece has them."""

    down: str
    across: str
    occurring: tuple[tuple[str, str], ...]
    """The combinations that occur."""
    pairs: tuple[tuple[str, str], ...]
    """Those that don't."""
    apart: bool
    """Whether pairs of a value with itself are left aside, since none occurs."""


class Unused(NamedTuple):
    """Values that a field may have and no piece has."""

    axis: str
    labels: tuple[str, ...]


class Outlier(NamedTuple):
    """A value, or a count of a value, far from the rest."""

    kind: Literal["value", "count"]
    axis: str
    label: str
    number: Number
    low: float
    high: float
    """The fences within which the others lie."""
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Stats:
    """The figures of one component."""

    component: str
    cards: int
    pieces: int
    grids: tuple[Grid, ...]
    missing: tuple[Missing, ...]
    unused: tuple[Unused, ...]
    outliers: tuple[Outlier, ...]


class Cross(NamedTuple):
    """A cross table that is to be made: of pieces, or of the mean of a number field."""

    down: Axis
    across: Axis
    value: str = ""

    @property
    def symmetric(self) -> bool:
        """Whether two fields refer to the same table, so that a pair has no order."""
        one, other = self.down, self.across
        return bool(one.table) and one.table == other.table and one.name != other.name


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be counted; one plan serves the rows of now and of then, so that their figures compare."""

    axes: tuple[Axis, ...]
    """All that pieces can be counted by, for missing combinations and outliers."""
    numbers: tuple[str, ...]
    tables: tuple[Axis | Cross, ...]
    """The tables, in order."""


def usual_tables(axes: Axes) -> tuple[Axis | Cross, ...]:
    """Tables that make sense for any deck.

    Counts by every field; for two fields that refer to one table, their matrix; number fields by all else.
    """
    found = axes.all
    pairs = [Cross(a, b) for a, b in combinations(found, 2) if _matrix(a, b)]
    by = [axis for axis in partners(found) if 1 < len(axis.labels) <= MANY]
    numbers = [axis for axis in by if axis.kind == "number"]
    crosses = [Cross(axis, number) for number in numbers for axis in by if axis.kind != "number"]
    crosses += [Cross(a, b) for a, b in combinations(numbers, 2)]
    counts = [axis for axis in found if len(axis.labels) > 1]
    return (*counts, *(pairs + crosses)[:CROSSES])


def partners(axes: Sequence[Axis]) -> list[Axis]:
    """Axes to be crossed with others: a table that several fields refer to stands for those fields."""
    shared = {name for axis in axes if len(axis.fields) > 1 for name in axis.fields}
    return [axis for axis in axes if axis.name not in shared]


def _matrix(a: Axis, b: Axis) -> bool:
    one_each = len(a.fields) == len(b.fields) == 1
    return one_each and bool(a.table) and a.table == b.table and max(len(a.labels), len(b.labels)) <= MANY


def plan_of(axes: Axes, tables: Sequence[Axis | Cross]) -> Plan:
    """The plan of a component with such tables."""
    return Plan(tuple(axes.all), tuple(axes.numbers), tuple(tables))


def tally(component: str, rows: Sequence[Row], plan: Plan) -> Stats:
    """Count the rows of a component by a plan."""
    grids = [_grid(table, rows) for table in plan.tables]
    ranges = _ranges(plan.numbers, rows)
    choices = [axis for axis in plan.axes if axis.kind == "choice"]
    unused = [Unused(axis.name, _unused(axis, rows)) for axis in choices]
    return Stats(
        component,
        len(rows),
        sum(row.copies for row in rows),
        (*([ranges] if ranges.rows else []), *grids),
        tuple(_missing(cross, rows) for cross in _combined(choices)),
        tuple(one for one in unused if one.labels),
        (*_far_values(plan.numbers, rows), *_far_counts(partners(choices), rows)),
    )


def _grid(table: Axis | Cross, rows: Sequence[Row]) -> Grid:
    return _crossed(table, rows) if isinstance(table, Cross) else _counted(table, rows)


def _counts(axis: Axis, rows: Iterable[Row]) -> Counter[str]:
    found: Counter[str] = Counter()
    for row in rows:
        for label in axis.labels_of(row):
            found[label] += row.copies
    return found


def _counted(axis: Axis, rows: Sequence[Row]) -> Grid:
    counts = _counts(axis, rows)
    cells = tuple((counts[label],) for label in axis.labels)
    return Grid("counts", axis.name, axis.name, "pieces", axis.labels, ("pieces",), cells)


def _pairs(cross: Cross, row: Row) -> set[tuple[str, str]]:
    """The cells in which a row is counted; both of a pair without order."""
    found = set(product(cross.down.labels_of(row), cross.across.labels_of(row)))
    return found | {(b, a) for a, b in found} if cross.symmetric else found


def _labels(cross: Cross) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The rows and columns; a matrix has the values of both fields, in the order of their table."""
    down, across = cross.down.labels, cross.across.labels
    if not cross.symmetric:
        return down, across
    known = [label for label in cross.down.declared if label in down or label in across]
    both = tuple(dict.fromkeys((*known, *(x for x in (*down, *across) if x != NONE))))
    both = (*both, *([NONE] if NONE in (*down, *across) else []))
    return both, both


def _crossed(cross: Cross, rows: Sequence[Row]) -> Grid:
    down, across = _labels(cross)
    sums: defaultdict[tuple[str | None, str | None], Number] = defaultdict(int)
    weights: Counter[tuple[str | None, str | None]] = Counter()
    for row in rows:
        number = number_of(row.values.get(cross.value)) if cross.value else 1
        pairs = _pairs(cross, row)
        if number is None or not pairs:
            continue
        keys = {*pairs, *((x, None) for x, _ in pairs), *((None, y) for _, y in pairs), (None, None)}
        for key in keys:
            weights[key] += row.copies
            sums[key] += number * row.copies

    def cell(x: str | None, y: str | None) -> Number | None:
        if not cross.value:
            return weights[x, y]
        return sums[x, y] / weights[x, y] if weights[x, y] else None

    cells = tuple(tuple(cell(x, y) for y in (*across, None)) for x in (*down, None))
    what = f"{cross.value} by " if cross.value else ""
    title = f"{what}{cross.down.name} x {cross.across.name}"
    return Grid(
        "cross", title, cross.down.name, cross.across.name, down, across, cells, True, cross.symmetric
    )


def _weighted(name: str, rows: Iterable[Row]) -> list[tuple[Number, int]]:
    """The numbers of a field in order, each with its copies."""
    found = []
    for row in rows:
        value = row.values.get(name)
        for one in value if isinstance(value, tuple) else (value,):
            number = number_of(one)
            if number is not None:
                found.append((number, row.copies))
    return sorted(found)


def quantile(values: Sequence[tuple[Number, int]], share: float) -> float:
    """The value below which a share of numbers (sorted, each with its copies) lies, between two linearly."""
    ends = list(accumulate(copies for _, copies in values))
    position = share * (ends[-1] - 1)
    whole = int(position)
    low, high = (values[bisect_right(ends, min(at, ends[-1] - 1))][0] for at in (whole, whole + 1))
    return low + (high - low) * (position - whole)


def _ranges(names: Iterable[str], rows: Sequence[Row]) -> Grid:
    found: dict[str, tuple[Number | None, ...]] = {}
    for name in names:
        values = _weighted(name, rows)
        pieces = sum(copies for _, copies in values)
        total = sum(number * copies for number, copies in values)
        if pieces:
            median = quantile(values, 0.5)
            found[name] = (pieces, values[0][0], total / pieces, median, values[-1][0], total)
        else:
            found[name] = (0, None, None, None, None, None)
    return Grid("ranges", "ranges", "field", "", tuple(found), RANGES, tuple(found.values()))


def _unused(axis: Axis, rows: Sequence[Row]) -> tuple[str, ...]:
    counts = _counts(axis, rows)
    return tuple(label for label in axis.labels if not counts[label])


def _combined(choices: Sequence[Axis]) -> list[Cross]:
    """The pairs of fields whose combinations are looked at; two with one table make pairs without order."""
    same = [Cross(a, b) for a, b in combinations(choices, 2) if _matrix(a, b)]
    short = [axis for axis in partners(choices) if len(axis.labels) <= MANY]
    return same + [Cross(a, b) for a, b in combinations(short, 2)]


def _missing(cross: Cross, rows: Sequence[Row]) -> Missing:
    """The combinations, among values that occur at all, of which no piece has them."""
    found = {pair for row in rows for pair in _pairs(cross, row) if NONE not in pair}
    used = {x for x, _ in found}, {y for _, y in found}
    down, across = (
        [x for x in labels if x in held] for labels, held in zip(_labels(cross), used, strict=True)
    )
    apart = cross.symmetric and not any(x == y for x, y in found)
    wanted = [
        (x, y)
        for i, x in enumerate(down)
        for j, y in enumerate(across)
        if not cross.symmetric or (i < j or (i == j and not apart))
    ]
    occurring, pairs = (tuple(p for p in wanted if (p in found) == there) for there in (True, False))
    return Missing(cross.down.name, cross.across.name, occurring, pairs, apart)


def _fences(values: Sequence[tuple[Number, int]], least: float = 0) -> tuple[float, float]:
    """Where outliers begin, at least so far from the middle half."""
    lower, upper = quantile(values, 0.25), quantile(values, 0.75)
    far = max(FENCE * (upper - lower), least)
    return lower - far, upper + far


def _far_values(names: Iterable[str], rows: Sequence[Row]) -> list[Outlier]:
    found = []
    for name in names:
        values = _weighted(name, rows)
        if not values:
            continue
        low, high = _fences(values)
        far = [(number, copies) for number, copies in values if not low <= number <= high]
        if sum(copies for _, copies in far) > COMMON * sum(copies for _, copies in values):
            continue
        for number in dict.fromkeys(number for number, _ in far):
            cards = tuple(row.id for row in rows if any(n == number for n, _ in _weighted(name, [row])))
            found.append(Outlier("value", name, f"{number:g}", number, low, high, cards))
    return found


def _far_counts(choices: Iterable[Axis], rows: Sequence[Row]) -> list[Outlier]:
    found = []
    for axis in choices:
        counts = {label: count for label, count in _counts(axis, rows).items() if label != NONE}
        if len(counts) < LEAST:
            continue
        low, high = _fences(sorted((count, 1) for count in counts.values()), 1)
        far = [label for label in axis.labels if label in counts and not low <= counts[label] <= high]
        if len(far) <= max(1, COMMON * len(counts)):
            found += [Outlier("count", axis.name, label, counts[label], low, high, ()) for label in far]
    return found
