"""hotpnp list."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from hotpnp.cli.shared import (
    as_json,
    format_option,
    open_workspace,
    print_json,
    project_option,
    reporting,
    show,
)
from hotpnp.diag import Collector
from hotpnp.units import show_mm, to_mm


@click.command("list")
@format_option
@project_option
def command(form: str, project: Path | None) -> None:
    """Show the games of the project with their components, counts and the sheets needed."""
    from hotpnp.pipeline import Kit, Options, prepare

    diagnostics = Collector()
    opened: list[Any] = [None]
    kits: list[Kit] = []
    with reporting(diagnostics, form, opened, {"games": []}):
        workspace = opened[0] = open_workspace(project, diagnostics)
        kits = [prepare(workspace, name, Options()) for name in workspace.games()]
    if form == "json":
        print_json({"games": [_json(kit) for kit in kits], "diagnostics": [as_json(d) for d in diagnostics]})
        return
    show(diagnostics, opened[0])
    for kit in kits:
        click.echo(
            f"{kit.game.name}: {kit.game.title} {kit.game.version}, {len(kit.sheets)} sheets ({kit.sheet})"
        )
        for c in kit.components:
            size = f"{show_mm(c.size.width)} x {show_mm(c.size.height)}"
            counts = (
                f"{c.copies:4} {'mats' if c.kind == 'mat' else 'cards'}" if c.kind != "document" else "pages"
            )
            click.echo(f"  {c.name:16} {counts:10} {c.sheets:3} sheets  {size}")


def _json(kit: Any) -> dict[str, Any]:
    return {
        "name": kit.game.name,
        "title": kit.game.title,
        "version": kit.game.version,
        "sheet": kit.sheet,
        "sheets": len(kit.sheets),
        "components": [
            {
                "name": c.name,
                "title": c.title,
                "kind": c.kind,
                "cards": c.cards,
                "copies": c.copies,
                "sheets": c.sheets,
                "size": [to_mm(c.size.width), to_mm(c.size.height)],
                "sides": c.sides,
            }
            for c in kit.components
        ],
    }
