"""hotpnp build."""

from __future__ import annotations

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
@format_option
@project_option
def command(
    game: str | None,
    components: tuple[str, ...],
    sheet: str,
    paper: str,
    output: Path | None,
    backs: str,
    proof: bool,
    form: str,
    project: Path | None,
) -> None:
    """Write GAME's sheets: output/GAME/kit.pdf, or output/GAME/COMPONENT.pdf with --component.

    GAME may be left out when the project holds only one. After an error nothing is written and older
    files stay as they are.
    """
    from hotpnp.cli.progress import progress_bar
    from hotpnp.pipeline import BuildReport, Options, build

    diagnostics = Collector()
    opened: list[Any] = [None]
    with reporting(diagnostics, form, opened, {"files": [], "sheets": 0, "cards": 0, "components": []}):
        workspace = opened[0] = open_workspace(project, diagnostics)
        name = pick_game(workspace, game)
        with progress_bar(quiet=form == "json") as progress:
            options = Options(components, sheet, paper, backs, proof, progress)  # type: ignore[arg-type]
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
    held = [pieces(c.copies, c.kind) for c in kit.components]
    broad = max(10, *map(len, held))
    for c, words in zip(kit.components, held, strict=True):
        click.echo(f"  {c.title:{wide}}  {words:>{broad}}  {counted(c.sheets, 'sheet'):>10}")
    for path in report.files:
        click.echo(f"wrote {_near(path)}")
    sheets = counted(len(kit.sheets), "sheet")
    click.echo(f"{_totals(kit)} on {sheets} in {report.seconds:.1f} s; print at 100 %")


def _totals(kit: Any) -> str:
    """``110 cards, 7 mats and 16 tokens``, in the order in which kinds first come."""
    counts: dict[str, int] = {}
    for c in kit.components:
        counts[c.kind] = counts.get(c.kind, 0) + c.copies
    found = [words for kind, count in counts.items() if count and (words := pieces(count, kind))]
    return " and ".join([", ".join(found[:-1]), found[-1]] if len(found) > 1 else found) or "documents"


def _near(path: Path) -> Path:
    """The path from here, where that is shorter."""
    try:
        return path.relative_to(Path.cwd())
    except ValueError:
        return path
