"""The order of the stages, from a project folder to files that are written whole or not at all."""

from __future__ import annotations

import time
from io import BytesIO
from pathlib import Path
from typing import Any

from hotpnp.diag import Collector, did_you_mean
from hotpnp.geometry import Rect
from hotpnp.impose.outlines import outline_items
from hotpnp.impose.place import Placement, Side
from hotpnp.model.game import Component, Game, load_game
from hotpnp.model.table import Card
from hotpnp.pipeline.diff import Comparison, compare_game
from hotpnp.pipeline.kit import BuildReport, ComponentReport, CutFiles, Kit, Options, Progress
from hotpnp.pipeline.plan import GamePlan, SheetPlan, plan_game
from hotpnp.pipeline.prepare import Preparation
from hotpnp.pipeline.release import Release
from hotpnp.pipeline.whatis import Face
from hotpnp.prints.run import Run
from hotpnp.scene.items import fingerprint
from hotpnp.source.workspace import Workspace

__all__ = [
    "BuildReport",
    "Comparison",
    "ComponentReport",
    "CutFiles",
    "GamePlan",
    "Kit",
    "Options",
    "Progress",
    "SheetPlan",
    "build",
    "diff",
    "explain",
    "games_that_printed",
    "picture",
    "plan_game",
    "prepare",
    "printed",
    "release",
    "whatis",
]


def prepare(workspace: Workspace, name: str, options: Options) -> Kit:
    """Lay a game out. Raises Stopped, having said why, when anything is wrong."""
    return Preparation(workspace, load_game(workspace, name, options.settings), options).kit()


def build(workspace: Workspace, name: str, output: Path, options: Options) -> BuildReport:
    """Write a game's files. Raises Stopped, having written nothing and said why, when anything is wrong."""
    from hotpnp.pipeline.lock import locked
    from hotpnp.pipeline.output import cut_file_names, render_files, write_files
    from hotpnp.pipeline.press import open_press
    from hotpnp.pipeline.record import keep_record
    from hotpnp.pipeline.replay import again

    start = time.perf_counter()
    press = open_press(options, workspace.diagnostics)
    workspace, options, _ = again(workspace, name, options)
    kit = prepare(workspace, name, options)
    folder = output / name
    rendered = render_files(kit, options, press) if kit.sheets else {}
    if rendered:
        with locked(folder, workspace.diagnostics):
            write_files(rendered, folder, workspace.diagnostics)
            if kit.run is not None and not options.proof:
                keep_record(workspace, name, kit.run, folder, rendered)
    cut_files = tuple(
        CutFiles(cut.pages, folder / svg, folder / dxf)
        for cut, (svg, dxf) in zip(kit.cut_sheets, cut_file_names(kit, options), strict=True)
    )
    files = tuple(folder / written for written in rendered)
    seconds = time.perf_counter() - start
    return BuildReport(kit, files, seconds, tuple(workspace.diagnostics), cut_files, options.changed)


def diff(workspace: Workspace, name: str, since: str, options: Options, html: Path | None) -> Comparison:
    """Compare a game with a print run or a revision of git; write a page with pictures if a file is given.

    Raises Stopped, having said why.
    """
    found = compare_game(workspace, name, since, options, pictures=html is not None)
    if html is not None:
        from hotpnp.pipeline.diff_page import diff_page
        from hotpnp.pipeline.output import write_files

        write_files({html.name: diff_page(found)}, html.parent, workspace.diagnostics)
    return found


def release(workspace: Workspace, name: str, version: str, message: str, day: str) -> Release:
    """Give a game a version, with its changelog, and tag its last run. Raises Stopped, having said why."""
    from hotpnp.pipeline.release import make_release

    return make_release(workspace, name, version, message, day)


def games_that_printed(workspace: Workspace, card: str) -> list[str]:
    """The games of which a run has printed a card of this id. Raises Stopped."""
    from hotpnp.pipeline.whatis import games_that_printed

    return games_that_printed(workspace, card)


def whatis(workspace: Workspace, name: str, card: str, revision: int | None) -> list[Face]:
    """The faces of a card that were printed, or the one of a revision. Raises Stopped, having said why."""
    from hotpnp.pipeline.whatis import faces_of

    return faces_of(workspace, name, card, revision)


def printed(workspace: Workspace, name: str, day: str) -> tuple[Run, Path]:
    """Record what a build last wrote as printed. Raises Stopped, having said why."""
    from hotpnp.pipeline.record import record_printed

    if name not in workspace.games():
        hint = did_you_mean(name, workspace.games())
        raise workspace.diagnostics.fail("unknown-game", f'there is no game "{name}" in cards/', hint=hint)
    return record_printed(workspace, name, day)


def explain(workspace: Workspace, name: str, card_id: str) -> dict[str, Any]:
    """One card: component, fields with their places and sources, scene as text. Raises Stopped."""
    from hotpnp.render.trace import trace_scene

    game = load_game(workspace, name)
    component, card = _find_card(game, card_id, workspace.diagnostics)
    front, _ = Preparation(workspace, game, Options()).drawing.sides(component, card)
    workspace.diagnostics.stop_on_errors()
    assert component.table is not None
    fields = []
    for field_name, spec in component.table.fields.items():
        given = field_name in card.node.items
        span = card.span(field_name)
        fields.append(
            {
                "name": field_name,
                "value": str(card.values[field_name]),
                "place": f"{span.file}:{span.line}:{span.column}" if given else None,
                "source": spec.source,
                "note": card.notes.get(field_name) or spec.note,
            }
        )
    place = card.span("id")
    return {
        "id": card.id,
        "component": component.name,
        "place": f"{place.file}:{place.line}:{place.column}",
        "fingerprint": fingerprint(front),
        "fields": fields,
        "scene": trace_scene(front),
    }


def _find_card(game: Game, card_id: str, diagnostics: Collector) -> tuple[Component, Card]:
    cards = {
        card.id: (component, card)
        for component in game.components
        if component.table is not None
        for card in component.table.cards.values()
    }
    if card_id not in cards:
        message = f'{game.title} has no card "{card_id}"'
        raise diagnostics.fail("unknown-card", message, hint=did_you_mean(card_id, cards))
    return cards[card_id]


def picture(
    workspace: Workspace,
    name: str,
    file: Path,
    card_id: str | None,
    page: int | None,
    dpi: int,
    options: Options,
) -> None:
    """Write a card or a page as PNG. Raises Stopped, having said why, when anything is wrong."""
    from hotpnp.pipeline.output import write_files
    from hotpnp.render.pdf import Metadata, Page, write_pdf
    from hotpnp.render.png import page_png

    diagnostics = workspace.diagnostics
    stream = BytesIO()
    if card_id is not None:
        game = load_game(workspace, name, options.settings)
        component, card = _find_card(game, card_id, diagnostics)
        preparation = Preparation(workspace, game, options)
        preparation.sheet()
        front, back = preparation.drawing.sides(component, card)
        diagnostics.stop_on_errors()
        if options.backs == "with" and back is None:
            raise diagnostics.fail(
                "unknown-card", f"{component.spec.title} have no back", component.span("layout")
            )
        scene = back or front
        placement = Placement(component.name, card.id, scene, Rect(0, 0, *scene.size), 0)
        side = Side((placement,), extras=tuple(outline_items((placement,))))
        write_pdf([Page(scene.size, side)], Metadata(card.id), preparation.fonts, stream)
    else:
        kit = prepare(workspace, name, options)
        if page is None or page > len(kit.sheets):
            raise diagnostics.fail("unknown-page", f"the kit has {len(kit.sheets)} pages, not {page}")
        sheet = kit.sheets[page - 1]
        if options.backs == "with" and sheet.back is None:
            raise diagnostics.fail("unknown-page", f"page {page} has no back")
        side = sheet.back if options.backs == "with" and sheet.back is not None else sheet.front
        write_pdf([Page(sheet.plot.paper, side)], Metadata(kit.game.title), kit.fonts, stream)
    folder = file.parent
    write_files({file.name: page_png(stream.getvalue(), 0, dpi)}, folder, diagnostics)
