"""hotpnp calibrate."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

import click

from hotpnp.cli.shared import open_folder, project_option, reporting, show
from hotpnp.diag import Collector


@click.command("calibrate")
@click.option("--printer", metavar="NAME", help="Apply this printer's profile to the back, to check it.")
@click.option(
    "--paper",
    default="letter",
    show_default=True,
    metavar="PAPER",
    help="letter, legal, tabloid, a4, a3, arch-b, ledger or a measure.",
)
@click.option("--landscape", is_flag=True, help="The paper lies on its long side, for sheets that do.")
@click.option(
    "--flip",
    type=click.Choice(["long-edge", "short-edge"]),
    help="Edge over which the sheet is turned; the printer's own if not given, else long-edge.",
)
@click.option(
    "--output",
    type=click.Path(path_type=Path, dir_okay=False),
    help="The file; output/calibrate.pdf of the project if not given, without a project calibrate.pdf here.",
)
@project_option
def command(
    printer: str | None,
    paper: str,
    landscape: bool,
    flip: str | None,
    output: Path | None,
    project: Path | None,
) -> None:
    """Write test sheets for a printer: how far backs miss their fronts, scale, margins, lines and letters.

    Pages 1 and 2 are one sheet, to be read against the light; they tell what to do and the command that
    stores what was read. Page 3 is the scale test. No project is needed.
    """
    from hotpnp.impose.calibrate import Flip, PaperTooSmall
    from hotpnp.model.printer import find_printer
    from hotpnp.model.sizes import parse_paper
    from hotpnp.pipeline.calibrate import calibrate

    if output is not None and output.suffix.lower() != ".pdf":
        raise click.UsageError(f"{output.name} must end in .pdf")
    try:
        size = parse_paper(paper)
    except ValueError as fault:
        raise click.UsageError(str(fault)) from fault
    if landscape and size.width < size.height:
        size = size.turned()
    diagnostics = Collector()
    opened: list[Any] = [None]
    with reporting(diagnostics, "text", opened, {}):
        workspace = opened[0] = open_folder(project, diagnostics)
        profile = find_printer(workspace, printer) if printer is not None else None
        if flip is None:
            own = profile.duplex if profile is not None else "none"
            flip = "long-edge" if own == "none" else own
        folder = workspace.root / "output" if workspace.is_project else workspace.root
        file = output or folder / "calibrate.pdf"
        try:
            calibrate(workspace, file, size, cast(Flip, flip), profile)
        except PaperTooSmall as fault:
            raise click.UsageError(str(fault)) from fault
    show(diagnostics, opened[0])
    click.echo(f"wrote {file}")
    edge = flip.replace("-", " ")
    click.echo(f"pages 1 and 2 are one sheet, turned over the {edge}; page 3 tests scale; print at 100 %")
