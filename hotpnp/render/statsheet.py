"""Statistics as CSV: UTF-8, commas, a head line."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence

from hotpnp.expand.report import Report
from hotpnp.expand.stats import Cells, Grid, Number, Stats
from hotpnp.units import trim

ALL = "all"
"""Name of the row and the column that tell of all pieces."""


def grid_csv(grid: Grid, cells: Cells) -> bytes:
    """A table, or how it has moved, as it is seen."""
    head = [grid.down, *grid.columns, *([ALL] if grid.totals else [])]
    names = [*grid.rows, *([ALL] if grid.totals else [])]
    rows = ([name, *map(_figure, row)] for name, row in zip(names, cells, strict=True))
    return _written([head, *rows])


def missing_csv(stats: Stats) -> bytes:
    """The combinations that never occur, one to a line."""
    rows = ([m.down, m.across, a, b] for m in stats.missing for a, b in m.pairs)
    return _written([["down", "across", "one", "other"], *rows])


def report_csv(found: Report) -> bytes:
    """All figures, one to a line: component, table, row, column, value; when compared then and change too."""
    more = ["then", "change"] if found.compared else []
    rows = [["component", "table", "row", "column", "value", *more]]
    for section in found.sections:
        for grid, then, moved in section.grids:
            tables = [grid.cells]
            if then is not None and moved is not None:
                tables += [then.cells, moved]
            figures = zip(*(_in_line(cells) for cells in tables), strict=True)
            for place, numbers in zip(_places(grid), figures, strict=True):
                rows.append([section.name, grid.title, *place, *map(_figure, numbers)])
        for missing in section.now.missing:
            title = f"missing {missing.down} x {missing.across}"
            rows += ([section.name, title, *pair, "0", *("" for _ in more)] for pair in missing.pairs)
    return _written(rows)


def _in_line(cells: Cells) -> list[Number | None]:
    return [number for row in cells for number in row]


def _places(grid: Grid) -> Iterable[tuple[str, str]]:
    more = [ALL] if grid.totals else []
    return [(row, column) for row in (*grid.rows, *more) for column in (*grid.columns, *more)]


def _figure(number: Number | None) -> str:
    return "" if number is None else trim(number, 6)


def _written(rows: Iterable[Sequence[str]]) -> bytes:
    stream = io.StringIO()
    csv.writer(stream, lineterminator="\n").writerows(rows)
    return stream.getvalue().encode()
