"""Statistics on the terminal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import click
from rich.columns import Columns
from rich.console import Console
from rich.table import Table
from rich.text import Text

from hotpnp.expand.expect import Expectation
from hotpnp.expand.report import (
    Report,
    Section,
    broken,
    counted_as,
    tell_expectation,
    tell_missing,
    tell_moved,
    tell_outlier,
)
from hotpnp.expand.stats import OUTLIER_RULE, Cells, Grid, Number
from hotpnp.units import trim

WIDE = 1000
"""Signs a line that no table reaches: tables are never cut short."""
PIPE = 100
"""Signs a line where there is no terminal."""


def print_report(found: Report) -> None:
    """Print tables and sentences."""
    console = Console(highlight=False)
    if not console.is_terminal:
        console = Console(highlight=False, width=PIPE)
    click.echo(f"{found.game.title} {found.game.version}")
    if found.compared:
        click.echo(f"compared with {found.since or 'then'}: (+1) is one more")
    _list("no longer in the game", [f"{name}, {count} pieces" for name, count in found.gone.items()])
    _expected(found.expectations)
    for section in found.sections:
        _section(section, console)
    if any(section.now.outliers for section in found.sections):
        click.echo(f"\n{OUTLIER_RULE}")


def _section(section: Section, console: Console) -> None:
    pieces = counted_as(section.now.pieces, section.kind)
    change = _signed(section.moved.pieces) if section.moved is not None else ""
    different = f", {section.now.cards} different" if section.now.cards != section.now.pieces else ""
    click.echo()
    click.secho(f"{section.title}: {pieces}{change}{different}", bold=True)
    _expected(section.expectations)
    wide = Console(highlight=False, width=WIDE)
    counts: list[Table] = []
    for grid, _, moved in section.grids:
        if grid.kind == "counts":
            counts.append(_table(grid, moved))
            continue
        _flush(counts, console)
        click.echo()
        wide.print(_table(grid, moved))
    _flush(counts, console)
    click.echo()
    _list("combinations", map(tell_missing, section.now.missing))
    _list("never used", (f"{one.axis}: {', '.join(one.labels)}" for one in section.now.unused))
    _list("outliers", map(tell_outlier, section.now.outliers))
    _list("came and went", tell_moved(section))


def _flush(counts: list[Table], console: Console) -> None:
    """Print the tables that are waiting, side by side."""
    if counts:
        click.echo()
        console.print(Columns(list(counts), padding=(0, 4)))
        counts.clear()


def _table(grid: Grid, moved: Cells | None) -> Table:
    title = grid.title if grid.kind != "counts" else None
    table = Table(title=title, title_justify="left", title_style="bold", box=None, pad_edge=False)
    table.add_column(Text(grid.down, style="bold"), no_wrap=True)
    more = ["all"] if grid.totals else []
    for name in (*grid.columns, *more):
        table.add_column(Text(name), justify="right", no_wrap=True)
    for at, (name, row) in enumerate(zip([*grid.rows, *more], grid.cells, strict=True)):
        style = "bold" if at == len(grid.rows) else ""
        changes = moved[at] if moved is not None else (None,) * len(row)
        cells = [_cell(grid, number, change) for number, change in zip(row, changes, strict=True)]
        table.add_row(Text(" ".join(name.split())), *cells, style=style)
    return table


def _cell(grid: Grid, number: Number | None, change: Number | None) -> Text:
    quiet = not number and grid.kind != "ranges"
    text = Text("." if quiet else "" if number is None else trim(number), style="dim" if quiet else "")
    return text.append(_signed(change), style="bold yellow")


def _signed(change: Number | None) -> str:
    text = trim(change or 0)
    return "" if text == "0" else f" ({'+' if (change or 0) > 0 else ''}{text})"


def _expected(expected: Sequence[Expectation]) -> None:
    """Say how many expectations hold, and which don't."""
    wrong = broken(expected)
    if expected:
        click.echo(f"  {len(expected) - len(wrong)} of {len(expected)} expectations hold")
    for one in wrong:
        click.secho(f"  {tell_expectation(one)}", bold=True)


def _list(heading: str, lines: Iterable[str]) -> None:
    told = list(lines)
    if told:
        click.echo(f"{heading}:")
    for line in told:
        click.echo(f"  {line}")
