"""hotpnp stats."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from hotpnp.cli.shared import (
    as_json,
    format_option,
    open_workspace,
    pick_game,
    print_json,
    project_option,
    reporting,
    selection_options,
    show,
)
from hotpnp.diag import Collector


def _read_crosses(
    _context: click.Context, _option: click.Parameter, given: tuple[str, ...]
) -> tuple[tuple[str, str], ...]:
    found = []
    for text in given:
        names = [name.strip() for name in text.split(",")]
        if len(names) != 2 or not all(names):
            raise click.BadParameter("write two fields as A,B, such as reward,number")
        found.append((names[0], names[1]))
    return tuple(found)


_FILE = click.Path(path_type=Path, dir_okay=False)
_FOLDER = click.Path(path_type=Path, file_okay=False)


@click.command("stats")
@click.argument("game", required=False)
@selection_options
@click.option(
    "--since",
    metavar="RUN",
    help="Tell how each figure has moved since this print run; box: since what was printed last.",
)
@click.option(
    "--cross",
    "crosses",
    multiple=True,
    metavar="A,B",
    callback=_read_crosses,
    help="Only this cross table: rows and columns are fields, tables that fields refer to, or paths such as "
    "reward.skill; may be given several times.",
)
@click.option(
    "--value", default="", metavar="FIELD", help="With --cross: the mean of this number in each cell."
)
@click.option(
    "--csv",
    type=click.Path(path_type=Path),
    metavar="PATH",
    help="Write the figures: all into one file if it ends with .csv, else each table into this folder.",
)
@click.option("--svg", type=_FOLDER, metavar="DIR", help="Write the charts as SVG into this folder.")
@click.option("--png", type=_FOLDER, metavar="DIR", help="Write the charts as PNG into this folder.")
@click.option("--html", type=_FILE, metavar="FILE", help="Write tables and charts as one page.")
@format_option
@project_option
def command(
    game: str | None,
    crosses: tuple[tuple[str, str], ...],
    value: str,
    since: str | None,
    form: str,
    project: Path | None,
    csv: Path | None,
    svg: Path | None,
    png: Path | None,
    html: Path | None,
    **asked: Any,
) -> None:
    """Count the cards of GAME: by field, ranges, cross tables, missing combinations, outliers.

    Every count is weighted by copies. Tables can be chosen under stats: of a component in game.yaml.
    """
    if value and not crosses:
        raise click.UsageError("--value needs --cross")
    from hotpnp.expand.report import Wanted
    from hotpnp.pipeline.kit import Options
    from hotpnp.pipeline.stats import rows_since, stats_game

    diagnostics = Collector()
    opened: list[Any] = [None]
    with reporting(diagnostics, form, opened, {"components": []}):
        workspace = opened[0] = open_workspace(project, diagnostics)
        name = pick_game(workspace, game)
        then, words = None, ""
        if since is not None:
            then, words = rows_since(workspace, name, "" if since == "box" else since)
        options = Options(**asked, everything=True)
        found = stats_game(workspace, name, options, Wanted(crosses, value), then, words)
        written = _write(workspace, found, {"csv": csv, "svg": svg, "png": png, "html": html})
    if form == "json":
        from hotpnp.cli.stats_json import report_json

        told = report_json(found)
        files = [str(path) for path in written]
        print_json({**told, "files": files, "diagnostics": [as_json(one) for one in diagnostics]})
        return
    from hotpnp.cli.stats_text import print_report

    show(diagnostics, workspace)
    print_report(found)
    for path in written:
        click.echo(f"wrote {path}")


def _write(workspace: Any, found: Any, outputs: dict[str, Path | None]) -> list[Path]:
    """Write the files asked for; all are made before the first is written. Raises Stopped."""
    from hotpnp.pipeline.output import write_files
    from hotpnp.pipeline.stats import csv_file, csv_files, page_file, picture_files

    batches: list[tuple[Path, dict[str, bytes]]] = []
    table, page = outputs["csv"], outputs["html"]
    if table is not None and table.suffix.lower() == ".csv":
        batches.append((table.parent, {table.name: csv_file(found)}))
    elif table is not None:
        batches.append((table, csv_files(found)))
    for ending in ("svg", "png"):
        folder = outputs[ending]
        if folder is not None:
            batches.append((folder, picture_files(workspace, found, ending)))
    if page is not None:
        batches.append((page.parent, {page.name: page_file(workspace, found)}))
    return [path for folder, files in batches for path in write_files(files, folder, workspace.diagnostics)]
