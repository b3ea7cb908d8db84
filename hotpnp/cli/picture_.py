"""hotpnp picture."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from hotpnp.cli.shared import open_workspace, project_option, reporting, show
from hotpnp.diag import Collector


@click.command("picture")
@click.argument("game")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--card", metavar="ID", help="The card to show.")
@click.option("--back", is_flag=True, help="The card's back instead of its front.")
@click.option("--page", type=click.IntRange(min=1), help="The page of the kit to show.")
@click.option("--sheet", default="", metavar="NAME", help="The sheet; the game's own if not given.")
@click.option(
    "--dpi", type=click.IntRange(10, 1200), default=150, show_default=True, help="Pixels to the inch."
)
@project_option
def command(
    game: str,
    file: Path,
    card: str | None,
    back: bool,
    page: int | None,
    sheet: str,
    dpi: int,
    project: Path | None,
) -> None:
    """Write one card (--card) or one page (--page) of GAME to FILE as PNG, as the PDF shows it."""
    from hotpnp.pipeline import Options, picture

    if (card is None) == (page is None):
        raise click.UsageError("give either --card or --page")
    if file.suffix.lower() != ".png":
        raise click.UsageError(f"{file.name} must end in .png")
    diagnostics = Collector()
    opened: list[Any] = [None]
    with reporting(diagnostics, "text", opened, {}):
        workspace = opened[0] = open_workspace(project, diagnostics)
        options = Options(sheet=sheet, backs="with" if back else "none")
        picture(workspace, game, file, card, page, dpi, options)
    show(diagnostics, opened[0])
    click.echo(f"wrote {file}")
