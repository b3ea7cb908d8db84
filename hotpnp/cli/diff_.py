"""hotpnp diff."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from hotpnp.cli.shared import (
    as_json,
    open_workspace,
    pick_game,
    print_json,
    project_option,
    reporting,
    selection_options,
    show,
)
from hotpnp.diag import Collector


@click.command("diff")
@click.argument("game", required=False)
@selection_options
@click.option(
    "--since",
    default="",
    metavar="RUN|git:REV",
    help="A print run, or a revision of git such as git:HEAD~3; what is in the box if not given.",
)
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json", "markdown"]),
    default="text",
    show_default=True,
    help="Form of what is printed.",
)
@click.option(
    "--html",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Write a page with pictures before and after to this file too.",
)
@project_option
def command(
    game: str | None, since: str, form: str, html: Path | None, project: Path | None, **asked: Any
) -> None:
    """Tell how GAME differs from what was printed: new, changed, more or fewer copies, gone, the same."""
    from hotpnp.pipeline import Comparison, Options, diff

    diagnostics = Collector()
    opened: list[Any] = [None]
    with reporting(diagnostics, "json" if form == "json" else "text", opened, {"since": None}):
        workspace = opened[0] = open_workspace(project, diagnostics)
        name = pick_game(workspace, game)
        found: Comparison = diff(workspace, name, since, Options(**asked, backs="with"), html)
    if form == "json":
        print_json({**_json(found), "diagnostics": [as_json(one) for one in diagnostics]})
        return
    show(diagnostics, opened[0])
    for line in _markdown(found) if form == "markdown" else _text(found):
        click.echo(line)
    if html is not None:
        click.echo(f"wrote {html}", err=True)


def _json(found: Any) -> dict[str, Any]:
    return {
        "game": found.game.name,
        "since": found.since,
        "layouts_changed": found.layouts_changed,
        "counts": {kind: len(found.changes.of(kind)) for kind in _kinds()},
        "cards": [_card_json(change) for change in found.changes.cards if change.kind != "same"],
    }


def _card_json(change: Any) -> dict[str, Any]:
    return {
        "id": change.key.card,
        "component": change.key.component,
        "kind": change.kind,
        "copies": [change.before, change.after],
        "revision": change.revision,
        "was": change.was.card if change.was is not None else None,
        "layout_only": change.layout_only,
        "fields": [{"field": one.field, "old": one.old, "new": one.new} for one in change.fields],
    }


def _kinds() -> tuple[str, ...]:
    from hotpnp.prints.changes import KINDS

    return KINDS


def _text(found: Any) -> list[str]:
    from hotpnp.pipeline.swap import what_changed

    lines = [_headline(found)]
    for component in found.changes.components:
        rows = [c for c in found.changes.cards if c.key.component == component and c.kind != "same"]
        if rows:
            lines.append(f"{found.titles[component]}:")
        lines += [f"  {change.kind:8} {change.key.card}  {what_changed(change)}".rstrip() for change in rows]
    return lines


def _headline(found: Any) -> str:
    counts = [f"{len(rows)} {kind}" for kind in _kinds() if (rows := found.changes.of(kind))]
    layouts = "; layouts have changed" if found.layouts_changed else ""
    return f"{found.game.title} {found.game.version} since {found.since}: {', '.join(counts)}{layouts}"


def _markdown(found: Any) -> list[str]:
    from hotpnp.pipeline.swap import what_changed

    lines = [f"**{_headline(found)}**"]
    for component in found.changes.components:
        rows = [c for c in found.changes.cards if c.key.component == component and c.kind != "same"]
        if rows:
            lines += [
                "",
                f"### {found.titles[component]}",
                "",
                "| card | | what is different |",
                "|---|---|---|",
            ]
        for change in rows:
            cells = (change.key.card, change.kind, what_changed(change))
            lines.append("| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |")
    return lines
