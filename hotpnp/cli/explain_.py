"""hotpnp explain."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from hotpnp.cli.shared import format_option, open_workspace, print_json, project_option, reporting, show
from hotpnp.diag import Collector


@click.command("explain")
@click.argument("game")
@click.argument("card_id", metavar="ID")
@format_option
@project_option
def command(game: str, card_id: str, form: str, project: Path | None) -> None:
    """Show the card ID of GAME: its fields, where each comes from, and its front as text."""
    from hotpnp.pipeline import explain

    diagnostics = Collector()
    opened: list[Any] = [None]
    with reporting(diagnostics, form, opened, {}):
        workspace = opened[0] = open_workspace(project, diagnostics)
        told = explain(workspace, game, card_id)
    if form == "json":
        print_json(told)
        return
    show(diagnostics, opened[0])
    click.echo(f"{told['id']}, {told['component']} ({told['place']}), fingerprint {told['fingerprint'][:12]}")
    for field in told["fields"]:
        origin = ", ".join(word for word in (field["source"], field["note"]) if word)
        place = field["place"] or "default"
        click.echo(f"  {field['name']:10} {field['value']:24} {place}{f'  ({origin})' if origin else ''}")
    for line in told["scene"]:
        click.echo(f"  {line}")
