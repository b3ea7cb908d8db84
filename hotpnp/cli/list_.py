"""hotpnp list."""

from __future__ import annotations

import contextlib
import sys
from pathlib import Path
from typing import Any

import click

from hotpnp.cli.shared import (
    as_json,
    counted,
    format_option,
    open_workspace,
    pieces,
    print_json,
    project_option,
    reporting,
    show,
)
from hotpnp.diag import Collector, Stopped
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
        for name in workspace.games():
            with contextlib.suppress(Stopped):  # the other games are listed all the same
                kits.append(prepare(workspace, name, Options()))
    if form == "json":
        print_json({"games": [_json(kit) for kit in kits], "diagnostics": [as_json(d) for d in diagnostics]})
        sys.exit(1 if diagnostics.failed else 0)
    show(diagnostics, opened[0])
    for kit in kits:
        sheets = counted(len(kit.sheets), "sheet")
        click.echo(f"{kit.game.name}: {kit.game.title} {kit.game.version}, {sheets} ({kit.sheet})")
        held = [pieces(c.copies, c.kind) for c in kit.components]
        broad = max(10, *map(len, held))
        for c, words in zip(kit.components, held, strict=True):
            size = f"{show_mm(c.size.width)} x {show_mm(c.size.height)}"
            click.echo(f"  {c.name:16} {words:>{broad}} {counted(c.sheets, 'sheet'):>10}  {size}")
    sys.exit(1 if diagnostics.failed else 0)


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
