"""hotpnp release."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from hotpnp.cli.shared import (
    format_option,
    open_workspace,
    pick_game,
    print_json,
    project_option,
    read_day,
    reporting,
)
from hotpnp.diag import Collector


@click.command("release")
@click.argument("version")
@click.option("-m", "--message", default="", metavar="TEXT", help="What you say of the release.")
@click.option("--game", help="The game; may be left out where the project holds only one.")
@click.option(
    "--date", "day", default="", metavar="YYYY-MM-DD", callback=read_day, help="Today if not given."
)
@format_option
@project_option
def command(version: str, message: str, game: str | None, day: str, form: str, project: Path | None) -> None:
    """Set the game's VERSION, write its CHANGELOG.md from what differs, and tag the last print run."""
    from hotpnp.pipeline import release

    if not version.strip():
        raise click.UsageError("give a version, such as 1.1")
    diagnostics = Collector()
    opened: list[Any] = [None]
    with reporting(diagnostics, form, opened, {"version": None}):
        workspace = opened[0] = open_workspace(project, diagnostics)
        name = pick_game(workspace, game)
        found = release(workspace, name, version.strip(), message, day)
    if form == "json":
        told = {"game": name, "version": found.version, "runs": list(found.runs), "files": list(found.files)}
        print_json({**told, "changes": list(found.lines), "diagnostics": []})
        return
    runs = f"run {', '.join(found.runs)}" if found.runs else "not printed yet"
    click.echo(f"{name} {found.version}: {runs}")
    for line in found.lines:
        click.echo(f"  {line}".rstrip())
    for file in found.files:
        click.echo(f"wrote {file}")
