"""hotpnp build."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal

import click

from hotpnp.cli.shared import (
    as_json,
    counted,
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


@click.command("build")
@click.argument("game", required=False)
@sheet_options
@click.option(
    "--output",
    type=click.Path(path_type=Path),
    help="Folder for the files; the project's output/ if not given.",
)
@click.option(
    "--backs",
    type=click.Choice(["none", "with", "file"]),
    default="none",
    show_default=True,
    help="Back sides: none; with: behind each front (flip on the long edge); file: in backs.pdf.",
)
@click.option("--proof", is_flag=True, help="Draw trim and safe zone over the cards, in kit-proof.pdf.")
@click.option("--gray", is_flag=True, help="Every colour as the grey that is as light, in kit-gray.pdf.")
@click.option(
    "--low-ink",
    is_flag=True,
    help="White grounds, outlines instead of fills, faint pictures, in kit-low-ink.pdf.",
)
@click.option(
    "--copies",
    type=click.IntRange(1, 5),
    default=1,
    show_default=True,
    help="How many copies the printing program is to propose.",
)
@click.option(
    "--pdfx",
    type=click.Choice(["x1a", "x4"]),
    help="For a print shop: PDF/X-1a (all in CMYK, nothing see-through) or PDF/X-4; needs --icc.",
)
@click.option(
    "--icc",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="The CMYK profile of the printing condition, as the print shop names it.",
)
@format_option
@project_option
def command(
    game: str | None,
    components: tuple[str, ...],
    sheet: str,
    paper: str,
    output: Path | None,
    backs: Literal["none", "with", "file"],
    proof: bool,
    gray: bool,
    low_ink: bool,
    copies: int,
    pdfx: Literal["x1a", "x4"] | None,
    icc: Path | None,
    form: str,
    project: Path | None,
) -> None:
    """Write GAME's sheets: output/GAME/kit.pdf, or output/GAME/COMPONENT.pdf with --component.

    GAME may be left out when the project holds only one. After an error nothing is written and older
    files stay as they are.
    """
    from hotpnp.cli.progress import progress_bar
    from hotpnp.pipeline import BuildReport, Options, build

    if icc is not None and not pdfx:
        raise click.UsageError("--icc is of use only with --pdfx")
    diagnostics = Collector()
    opened: list[Any] = [None]
    with reporting(diagnostics, form, opened, {"files": [], "sheets": 0, "cards": 0, "components": []}):
        workspace = opened[0] = open_workspace(project, diagnostics)
        name = pick_game(workspace, game)
        with progress_bar(quiet=form == "json") as progress:
            options = Options(
                components=components,
                sheet=sheet,
                paper=paper,
                backs=backs,
                proof=proof,
                gray=gray,
                low_ink=low_ink,
                copies=copies,
                pdfx=pdfx or "",
                icc=icc,
                progress=progress,
            )
            report: BuildReport = build(workspace, name, output or workspace.root / "output", options)
    if form == "json":
        print_json(_json(report))
        return
    show(diagnostics, opened[0])
    _print(report)


def _json(report: Any) -> dict[str, Any]:
    return {
        "game": report.kit.game.name,
        "files": [str(path) for path in report.files],
        "sheets": len(report.kit.sheets),
        "cards": report.kit.cards,
        "components": [
            {"name": c.name, "cards": c.cards, "copies": c.copies, "sheets": c.sheets}
            for c in report.kit.components
        ],
        "seconds": round(report.seconds, 3),
        "diagnostics": [as_json(found) for found in report.diagnostics],
    }


def _print(report: Any) -> None:
    kit = report.kit
    click.echo(f"{kit.game.title} {kit.game.version}, sheet {kit.sheet}")
    wide = max(len(c.title) for c in kit.components)
    for c in kit.components:
        held = "" if c.kind == "document" else counted(c.copies, "mat" if c.kind == "mat" else "card")
        click.echo(f"  {c.title:{wide}}  {held:>10}  {counted(c.sheets, 'sheet'):>10}")
    for path in report.files:
        click.echo(f"wrote {_near(path)}")
    totals = [
        counted(count, word)
        for word, kind in (("card", "cards"), ("mat", "mat"))
        if (count := sum(c.copies for c in kit.components if c.kind == kind))
    ]
    sheets = counted(len(kit.sheets), "sheet")
    click.echo(f"{' and '.join(totals) or 'documents'} on {sheets} in {report.seconds:.1f} s; print at 100 %")


def _near(path: Path) -> Path:
    """The path from here, where that is shorter."""
    try:
        return path.relative_to(Path.cwd())
    except ValueError:
        return path
