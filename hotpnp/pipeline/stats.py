"""Statistics of a game: from its files to a report, and from a report to tables, pictures and a page."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from io import BytesIO
from itertools import count

from hotpnp.assets.fonts import Fonts
from hotpnp.diag import Collector
from hotpnp.expand.expect import Deck, Expectation, expectations, report_broken
from hotpnp.expand.faces import Context, copies_of
from hotpnp.expand.report import USUAL, Report, Wanted, check_tables, report
from hotpnp.expand.rows import Row, rows_of
from hotpnp.geometry import Rect
from hotpnp.impose.place import Placement, Side
from hotpnp.model.game import Game, load_game
from hotpnp.model.run_file import Values
from hotpnp.pipeline.assets import open_tools
from hotpnp.pipeline.kit import Options
from hotpnp.pipeline.replay import replayed
from hotpnp.pipeline.runs import history_since
from hotpnp.pipeline.selection import Selection
from hotpnp.scene.items import Scene
from hotpnp.source.workspace import Workspace


def stats_game(
    workspace: Workspace,
    name: str,
    options: Options,
    wanted: Wanted = USUAL,
    then: Sequence[Row] | None = None,
    since: str = "",
) -> Report:
    """The statistics of a game's components (optional ones too), or of those that options name.

    ``then`` are the rows that figures are compared with, ``since`` what they are called. Raises Stopped.
    """
    diagnostics = workspace.diagnostics
    game = load_game(workspace, name, options.settings)
    context = Context(game)
    selection = Selection(game, options, context, diagnostics)
    chosen, ids = selection.chosen, selection.cards()
    decks = _decks(game, context, diagnostics)
    diagnostics.stop_on_errors()
    rows = [row for component, copies in decks if component in chosen for row in rows_of(component, copies)]
    if ids is not None:
        rows = [row for row in rows if row.id in ids]
        then = [row for row in then if row.id in ids] if then is not None else None
    expected = _expectations(game, decks, diagnostics)
    found = report(game, chosen, rows, then, expected, diagnostics, wanted, since)
    diagnostics.stop_on_errors()
    return found


def rows_since(workspace: Workspace, name: str, since: str) -> tuple[list[Row], str]:
    """The rows of the cards that lay in the box after a print run (the last for none), and what to call it.

    Raises Stopped, having said why.
    """
    game = load_game(workspace, name)
    history = history_since(workspace, game.name, since)
    box = history.box()
    records: dict[str, dict[str, Values]] = {}
    for run in history.runs:
        for table, rows in run.records.items():
            records.setdefault(table, {}).update(rows)
    whole = replace(history.runs[-1], cards=box.entries, records=records)
    then = load_game(replayed(workspace, game, whole), game.name)
    found = []
    for component in then.components:
        there = {key: entry for key, entry in box.entries.items() if key.component == component.name}
        copies = {key.card: entry.copies for key, entry in there.items()}
        found += [replace(row, copies=copies[row.id]) for row in rows_of(component, copies)]
    return found, f"run {since or ', '.join(history.heads)}"


def _decks(game: Game, context: Context, diagnostics: Collector) -> list[Deck]:
    """The components of a game that are in it, optional ones too, with the copies of their cards."""
    present = Selection(game, Options(everything=True), context, diagnostics).chosen
    return [
        (one, copies_of(one, one.table, context, diagnostics)) for one in present if one.table is not None
    ]


def _expectations(game: Game, decks: Sequence[Deck], diagnostics: Collector) -> list[Expectation]:
    kit = [component.name for component, _ in decks if not component.spec.optional]
    return expectations(game, decks, kit, diagnostics)


def check_numbers(game: Game, context: Context, diagnostics: Collector, held: bool) -> None:
    """Say which expectations of a game do not hold, and which of its statistics name what is not there.

    Broken expectations are errors when the game is held to them, else warnings.
    """
    decks = _decks(game, context, diagnostics)
    report_broken(_expectations(game, decks, diagnostics), diagnostics, held)
    check_tables(game, diagnostics)


def picture_files(workspace: Workspace, found: Report, ending: str) -> dict[str, bytes]:
    """The charts of a report as files by name; the ending is svg or png."""
    from hotpnp.render.svg import scene_svg
    from hotpnp.scene.charts import draw_grid

    fonts = open_tools(workspace, found.game).fonts
    files: dict[str, bytes] = {}
    for section in found.sections:
        for grid, _, moved in section.grids:
            if grid.kind != "ranges":
                title = f"{section.title}: {grid.title}"
                scene = draw_grid(grid, moved, title, fonts)
                data = scene_svg(scene, title).encode() if ending == "svg" else _png(scene, fonts)
                files[free_name(files, f"{section.name}-{grid.title}", ending)] = data
    return files


def _png(scene: Scene, fonts: Fonts) -> bytes:
    from hotpnp.render.pdf import Metadata, Page, write_pdf
    from hotpnp.render.png import page_png

    stream = BytesIO()
    side = Side((Placement("", "", scene, Rect(0, 0, *scene.size), 0),))
    write_pdf([Page(scene.size, side)], Metadata("chart"), fonts, stream)
    return page_png(stream.getvalue(), 0, 150)


def page_file(workspace: Workspace, found: Report) -> bytes:
    """The report as one page of HTML that needs no other file."""
    from hotpnp.render.statspage import stats_page

    return stats_page(found, open_tools(workspace, found.game).fonts).encode()


def csv_files(found: Report) -> dict[str, bytes]:
    """Each table of a report as a file of its own, and the combinations that never occur."""
    from hotpnp.render.statsheet import grid_csv, missing_csv

    files: dict[str, bytes] = {}
    for section in found.sections:
        for grid, _, moved in section.grids:
            stem = f"{section.name}-{grid.title}"
            files[free_name(files, stem, "csv")] = grid_csv(grid, grid.cells)
            if moved is not None:
                files[free_name(files, f"{stem}-moved", "csv")] = grid_csv(grid, moved)
        if section.now.missing:
            files[free_name(files, f"{section.name}-missing", "csv")] = missing_csv(section.now)
    return files


def csv_file(found: Report) -> bytes:
    """All figures of a report in one file, one to a line."""
    from hotpnp.render.statsheet import report_csv

    return report_csv(found)


def free_name(taken: dict[str, bytes], stem: str, ending: str) -> str:
    """A file name made of words, unlike those that are taken."""
    plain = re.sub(r"[^\w.-]+", "-", stem).strip("-.")
    numbered = (f"{plain}{'' if number == 1 else f'-{number}'}.{ending}" for number in count(1))
    return next(name for name in numbered if name not in taken)
