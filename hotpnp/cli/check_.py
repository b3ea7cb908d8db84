"""hotpnp check."""

from __future__ import annotations

import sys
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
    sheet_options,
    show,
)
from hotpnp.diag import Collector


@click.command("check")
@click.argument("game", required=False)
@sheet_options
@format_option
@project_option
def command(game: str | None, form: str, project: Path | None, **asked: Any) -> None:
    """Read and lay out GAME, fronts and backs, and say every fault in order of place; write nothing."""
    from hotpnp.pipeline import Options, prepare

    diagnostics = Collector()
    opened: list[Any] = [None]
    with reporting(diagnostics, form, opened, {}):
        workspace = opened[0] = open_workspace(project, diagnostics)
        name = pick_game(workspace, game)
        prepare(workspace, name, Options(**asked, backs="with", everything=True, held=True))
    if form == "json":
        print_json({"diagnostics": [as_json(found) for found in diagnostics]})
        return
    show(diagnostics, opened[0])
    click.echo(f"{name}: no errors")
    sys.exit(0)
