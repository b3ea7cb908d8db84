"""hotpnp whatis."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import click

from hotpnp.cli.shared import format_option, open_workspace, pick_game, print_json, project_option, reporting
from hotpnp.diag import Collector


@click.command("whatis")
@click.argument("card")
@click.argument("revision", required=False)
@click.option("--game", help="The game; may be left out where only one has printed such a card.")
@format_option
@project_option
def command(card: str, revision: str | None, game: str | None, form: str, project: Path | None) -> None:
    """Tell what a card found in the box is: CARD and the REVISION that is stamped on it, such as r3."""
    from hotpnp.pipeline import games_that_printed, whatis

    if revision is not None and not re.fullmatch(r"r?[1-9][0-9]*", revision):
        raise click.UsageError(f'"{revision}" is no revision; write it as stamped, such as r3')
    number = int(revision.removeprefix("r")) if revision is not None else None
    diagnostics = Collector()
    opened: list[Any] = [None]
    with reporting(diagnostics, form, opened, {"faces": []}):
        workspace = opened[0] = open_workspace(project, diagnostics)
        likely = games_that_printed(workspace, card) if game is None else ()
        found = whatis(workspace, pick_game(workspace, game, likely), card, number)
    if form == "json":
        print_json({"card": card, "faces": [_json(face) for face in found], "diagnostics": []})
        return
    for face in found:
        runs = ", ".join(f"{run.name} on {run.date}" for run in face.runs)
        state = "current" if face.current else "not current: take it out"
        click.echo(f"{face.key.card} r{face.revision} ({face.key.component}): {state}")
        click.echo(f"  printed in run {runs}; version {face.since}")
        values = ", ".join(f"{name} {value}" for name, value in face.values.items())
        click.echo(f"  {values}")


def _json(face: Any) -> dict[str, Any]:
    return {
        "component": face.key.component,
        "revision": face.revision,
        "runs": [{"run": run.name, "date": run.date} for run in face.runs],
        "version": face.since,
        "values": dict(face.values),
        "current": face.current,
    }
