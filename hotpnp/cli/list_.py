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
    pick_game,
    pieces,
    print_json,
    project_option,
    reporting,
    show,
)
from hotpnp.diag import Collector, Stopped
from hotpnp.source.workspace import Workspace
from hotpnp.units import show_mm, to_mm


@click.command("list")
@click.argument("game", required=False)
@click.option("--sources", is_flag=True, help="Show where a game's figures come from, chosen ones first.")
@format_option
@project_option
def command(game: str | None, sources: bool, form: str, project: Path | None) -> None:
    """Show the games of the project, or GAME, with their components, counts and the sheets needed.

    Optional components are printed only when --component names them.
    """
    from hotpnp.pipeline import Kit, Options, prepare

    diagnostics = Collector()
    opened: list[Any] = [None]
    kits: list[Kit] = []
    with reporting(diagnostics, form, opened, {"games": []}):
        workspace = opened[0] = open_workspace(project, diagnostics)
        if sources:
            _list_sources(workspace, pick_game(workspace, game), form)
            return
        for name in [game] if game else workspace.games():
            with contextlib.suppress(Stopped):  # the other games are listed all the same
                kits.append(prepare(workspace, name, Options(everything=True)))
    if form == "json":
        print_json({"games": [_json(kit) for kit in kits], "diagnostics": [as_json(d) for d in diagnostics]})
        sys.exit(1 if diagnostics.failed else 0)
    show(diagnostics, opened[0])
    for kit in kits:
        sheets = counted(_kit_sheets(kit), "sheet")
        click.echo(f"{kit.game.name}: {kit.game.title} {kit.game.version}, {sheets} ({kit.sheet})")
        held = [pieces(c.copies, c.kind) for c in kit.components]
        broad = max(10, *map(len, held))
        for c, words in zip(kit.components, held, strict=True):
            size = f"{show_mm(c.size.width)} x {show_mm(c.size.height)}"
            optional = ", optional" if c.optional else ""
            click.echo(f"  {c.name:16} {words:>{broad}} {counted(c.sheets, 'sheet'):>10}  {size}{optional}")
    sys.exit(1 if diagnostics.failed else 0)


def _kit_sheets(kit: Any) -> int:
    """The sheets of a build that names no optional component."""
    optional = {c.name for c in kit.components if c.optional}
    return sum(1 for sheet in kit.sheets if not optional.issuperset(sheet.components))


def _list_sources(workspace: Workspace, name: str, form: str) -> None:
    """Print where each figure of a game comes from."""
    from hotpnp.model.game import load_game
    from hotpnp.model.origin import origins

    order = ("chosen", "derived", "public", "seed")
    found = sorted(origins(load_game(workspace, name)), key=lambda origin: order.index(origin.source))
    if form == "json":
        told = [{"name": o.name, "source": o.source, "note": o.note or None} for o in found]
        print_json({"game": name, "sources": told})
        return
    for origin in found:
        place = f"{origin.place.file}:{origin.place.line}" if origin.place else ""
        click.echo(f"{origin.source:8} {origin.name}  {place}")
        if origin.note:
            click.echo(f"         {origin.note}")


def _json(kit: Any) -> dict[str, Any]:
    return {
        "name": kit.game.name,
        "title": kit.game.title,
        "version": kit.game.version,
        "sheet": kit.sheet,
        "sheets": _kit_sheets(kit),
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
                "optional": c.optional,
            }
            for c in kit.components
        ],
    }
