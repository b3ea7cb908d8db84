"""hotpnp build."""

from __future__ import annotations

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
    sheet_options,
    show,
)
from hotpnp.diag import Collector, Stopped
from hotpnp.source.workspace import Workspace


def _corner_radius(_context: click.Context, _parameter: click.Parameter, text: str) -> int:
    from hotpnp.units import parse_length

    try:
        radius = parse_length(text)
    except ValueError as fault:
        raise click.BadParameter(str(fault)) from fault
    if radius < 0:
        raise click.BadParameter(f'"{text}" is less than 0')
    return radius


@click.command("build")
@click.argument("game", required=False)
@click.option("--all", "every", is_flag=True, help="Build every game of the project.")
@sheet_options
@click.option(
    "--output",
    type=click.Path(path_type=Path),
    help="Folder for the files; the project's output/ if not given.",
)
@click.option(
    "--backs",
    type=click.Choice(["none", "with", "file", "fold"]),
    default="none",
    show_default=True,
    help="Back sides: none; with: behind each front; file: in backs.pdf; fold: beside each front, to be "
    "folded and glued.",
)
@click.option(
    "--flip",
    type=click.Choice(["long-edge", "short-edge"]),
    default=None,
    help="The edge over which the printer turns the paper; the sheet's own (long-edge) if not given.",
)
@click.option(
    "--fill",
    type=click.Choice(["none", "blanks", "spares", "next"]),
    default=None,
    help="What fills a deck's last sheet: nothing, blanks to write on, second copies, or the next component.",
)
@click.option(
    "--order",
    type=click.Choice(["deck", "stack"]),
    default=None,
    help="stack: the cut stacks, piled up, give the deck's order.",
)
@click.option(
    "--skip",
    type=click.IntRange(min=1),
    multiple=True,
    metavar="PLACE",
    help="A place that stays empty (a punched or ruined corner), counted row by row; may be given again.",
)
@click.option("--date", default="", metavar="TEXT", help="A date for the sheets' labels.")
@click.option(
    "--changed",
    is_flag=True,
    help="Only what differs from the last print run (hotpnp printed), after a swap list, in changed.pdf.",
)
@click.option(
    "--run",
    default="",
    metavar="NAME",
    help="Print an earlier run again, from the values that it recorded, in run-NAME.pdf.",
)
@click.option(
    "--stamps/--no-stamps",
    default=None,
    help="Whether cards carry their stamps; yes if not given, but not on pages for a print shop.",
)
@click.option("--cut-plan", is_flag=True, help="Add a page with the numbered cuts of every kind of sheet.")
@click.option("--proof", is_flag=True, help="Draw trim and safe zone over the cards, in kit-proof.pdf.")
@click.option(
    "--cutter",
    type=click.Choice(["silhouette"]),
    help="Registration marks instead of cut marks, and what the machine cuts as SVG and DXF.",
)
@click.option(
    "--corner-radius",
    default="0",
    show_default=True,
    metavar="LENGTH",
    callback=_corner_radius,
    help="With --cutter: radius of the cards' corners.",
)
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
    game: str | None, every: bool, output: Path | None, form: str, project: Path | None, **asked: Any
) -> None:
    """Write GAME's sheets: output/GAME/kit.pdf, or output/GAME/COMPONENT.pdf with --component.

    GAME may be left out when the project holds only one. After an error nothing is written and older
    files stay as they are.
    """
    if asked["corner_radius"] and asked["cutter"] is None:
        raise click.UsageError("--corner-radius needs --cutter")
    if asked["cutter"] and asked["backs"] == "fold":
        raise click.UsageError("--backs fold is cut by hand, after gluing; it cannot go with --cutter")
    if asked["icc"] is not None and not asked["pdfx"]:
        raise click.UsageError("--icc is of use only with --pdfx")
    if asked["pdfx"] and asked["copies"] > 1:
        raise click.UsageError(
            "--copies is for printing programs; a PDF/X cannot hold what they are to propose"
        )
    if asked["run"] and (asked["changed"] or asked["components"] or every):
        raise click.UsageError("--run prints a run as it was; leave out --changed, --component and --all")
    if every and (game or asked["components"]):
        raise click.UsageError("--all builds every game; leave out GAME and --component")

    diagnostics = Collector()
    opened: list[Any] = [None]
    with reporting(diagnostics, form, opened, _NOTHING):
        workspace = opened[0] = open_workspace(project, diagnostics)
        names = workspace.games() if every else [pick_game(workspace, game)]
    given = {name: value for name, value in asked.items() if value is not None}
    folder = output or workspace.root / "output"
    results = [_build(workspace.root, name, folder, form, given) for name in names]
    if form == "json":
        print_json({"games": results} if every else results[0])
    if any(result.get("failed") for result in results):
        sys.exit(1)


_NOTHING: dict[str, Any] = {"files": [], "cut_files": [], "sheets": 0, "cards": 0, "components": []}


def _build(root: Path, name: str, folder: Path, form: str, given: dict[str, Any]) -> dict[str, Any]:
    """Build one game and show what came of it; gives that as JSON."""
    from hotpnp.cli.progress import progress_bar
    from hotpnp.pipeline import BuildReport, Options, build

    diagnostics = Collector()
    workspace = Workspace(root, diagnostics)
    try:
        with progress_bar(quiet=form == "json") as progress:
            options = Options(**given, tracked=True, progress=progress)
            report: BuildReport = build(workspace, name, folder, options)
    except Stopped:
        if form == "text":
            show(diagnostics, workspace)
        found = [as_json(one) for one in diagnostics]
        return {"game": name, **_NOTHING, "failed": True, "diagnostics": found}
    if form == "text":
        show(diagnostics, workspace)
        _print(report)
    return _json(report)


def _json(report: Any) -> dict[str, Any]:
    return {
        "game": report.kit.game.name,
        "files": [str(path) for path in report.files],
        "cut_files": [
            {"pages": list(cut.pages), "svg": str(cut.svg), "dxf": str(cut.dxf)} for cut in report.cut_files
        ],
        "sheets": len(report.kit.sheets),
        "cards": report.kit.cards,
        "spares": report.kit.extras[0],
        "blanks": report.kit.extras[1],
        "components": [
            {"name": c.name, "cards": c.cards, "copies": c.copies, "sheets": c.sheets}
            for c in report.kit.components
        ],
        **_changes_json(report),
        "seconds": round(report.seconds, 3),
        "diagnostics": [as_json(found) for found in report.diagnostics],
    }


def _changes_json(report: Any) -> dict[str, Any]:
    """With --changed, the cards that differ from the box, by what became of them."""
    kit = report.kit
    if not report.changed:
        return {"run": kit.run.name if kit.run is not None else None}
    kinds = ("new", "changed", "more", "fewer", "renamed", "gone")
    told = {kind: [change.key.card for change in kit.changes.of(kind)] for kind in kinds}
    return {"run": kit.run.name if kit.sheets else None, **told}


def _print(report: Any) -> None:
    kit = report.kit
    if kit.changes is not None and not kit.sheets:
        click.echo(f"{kit.game.title} {kit.game.version}: nothing has changed since it was last printed")
        return
    click.echo(f"{kit.game.title} {kit.game.version}, sheet {kit.sheet}")
    wide = max(len(c.title) for c in kit.components)
    held = [pieces(c.copies, c.kind) for c in kit.components]
    broad = max(10, *map(len, held))
    for c, words in zip(kit.components, held, strict=True):
        click.echo(f"  {c.title:{wide}}  {words:>{broad}}  {counted(c.sheets, 'sheet'):>10}")
    for path in report.files:
        click.echo(f"wrote {_near(path)}")
    _print_cutting(report)
    sheets = counted(len(kit.sheets), "sheet")
    click.echo(f"{_totals(kit)} on {sheets} in {report.seconds:.1f} s; print at 100 %")


def _totals(kit: Any) -> str:
    """``110 cards, 7 mats and 16 tokens``, in the order in which kinds first come; then what fills sheets."""
    counts: dict[str, int] = {}
    for c in kit.components:
        counts[c.kind] = counts.get(c.kind, 0) + c.copies
    found = [words for kind, count in counts.items() if count and (words := pieces(count, kind))]
    found += [
        counted(count, word) for count, word in zip(kit.extras, ("spare", "blank"), strict=True) if count
    ]
    return " and ".join([", ".join(found[:-1]), found[-1]] if len(found) > 1 else found) or "documents"


def _print_cutting(report: Any) -> None:
    """Which cut file belongs to which pages, and how many places the registration marks cost."""
    from hotpnp.impose.instructions import page_ranges

    for cut in report.cut_files:
        word = "page" if len(cut.pages) == 1 else "pages"
        click.echo(f"{word} {page_ranges(cut.pages)}: {cut.svg.name}")
    if not report.cut_files:
        return
    plots = dict.fromkeys(sheet.plot for sheet in report.kit.sheets if sheet.is_cut)
    for plot in plots:
        if plot.near_marks:
            whole = sum(block.columns * block.rows for block in plot.blocks)
            verb = "stays" if len(plot.near_marks) == 1 else "stay"
            click.echo(f"{len(plot.near_marks)} of {whole} places on a sheet {verb} empty near marks")


def _near(path: Path) -> Path:
    """The path from here, where that is shorter."""
    try:
        return path.relative_to(Path.cwd())
    except ValueError:
        return path
