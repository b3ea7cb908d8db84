"""hotpnp printed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from hotpnp.cli.shared import (
    counted,
    format_option,
    open_workspace,
    pick_game,
    print_json,
    project_option,
    read_day,
    reporting,
)
from hotpnp.diag import Collector


@click.command("printed")
@click.argument("game", required=False)
@click.option(
    "--date", "day", default="", metavar="YYYY-MM-DD", callback=read_day, help="Today if not given."
)
@format_option
@project_option
def command(game: str | None, day: str, form: str, project: Path | None) -> None:
    """Record that what build last wrote for GAME was printed, as a run in cards/GAME/prints/."""
    from hotpnp.pipeline import printed

    diagnostics = Collector()
    opened: list[Any] = [None]
    with reporting(diagnostics, form, opened, {"run": None}):
        workspace = opened[0] = open_workspace(project, diagnostics)
        name = pick_game(workspace, game)
        run, path = printed(workspace, name, day)
    shown = path.relative_to(workspace.root).as_posix()
    copies = sum(entry.printed for entry in run.cards.values())
    if form == "json":
        gone = [key.card for key in run.gone]
        told = {"run": run.name, "file": shown, "version": run.version, "date": run.date}
        print_json({**told, "cards": copies, "gone": gone, "diagnostics": []})
        return
    click.echo(f"run {run.name}: {counted(copies, 'card')} printed on {run.date}, version {run.version}")
    click.echo(f"wrote {shown}")
