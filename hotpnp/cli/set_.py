"""hotpnp set."""

from __future__ import annotations

import difflib
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

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
    show,
)
from hotpnp.diag import Collector, nearest
from hotpnp.source.workspace import Workspace

if TYPE_CHECKING:
    from hotpnp.expand.assign import Assignment
    from hotpnp.pipeline.revise import Revision


def _read(
    _context: click.Context, _option: click.Parameter, given: tuple[str, ...]
) -> tuple[Assignment, ...]:
    from hotpnp.expand.assign import parse_assignment

    try:
        return tuple(parse_assignment(text) for text in given)
    except ValueError as fault:
        raise click.BadParameter(str(fault)) from fault


def _read_unset(
    _context: click.Context, _option: click.Parameter, given: tuple[str, ...]
) -> tuple[Assignment, ...]:
    from hotpnp.expand.assign import Assignment

    return tuple(Assignment(field, "=", "~") for field in given)


@click.command("set")
@click.argument("table")
@click.argument("assignments", nargs=-1, metavar="FIELD=VALUE...", callback=_read)
@click.option("--where", default="", metavar="EXPRESSION", help="Only cards for which this is true.")
@click.option(
    "--select",
    default="",
    metavar="CARDS",
    help="Only these cards: ids, #tags, ranges such as A-B..A-F and expressions, with commas.",
)
@click.option(
    "--unset",
    multiple=True,
    metavar="FIELD",
    callback=_read_unset,
    help="Take a field's value away; as FIELD=~. May be given several times.",
)
@click.option("--game", metavar="GAME", help="The table's game; of use where several have such a table.")
@click.option("--dry-run", is_flag=True, help="Show what would change, write nothing.")
@click.option("--yes", "-y", is_flag=True, help="Write without asking.")
@format_option
@project_option
def command(
    table: str,
    assignments: tuple[Assignment, ...],
    where: str,
    select: str,
    unset: tuple[Assignment, ...],
    game: str | None,
    dry_run: bool,
    yes: bool,
    form: str,
    project: Path | None,
) -> None:
    """Change fields of the cards of TABLE in its file; comments, order and layout stay as they are.

    FIELD=VALUE sets a value as typed, FIELD={expression} one that is computed for each card, FIELD=~ takes it
    away. FIELD+=2, FIELD-=2 and FIELD*=2 reckon with numbers; tags+=rare and tags-=rare change lists. The
    difference is shown, the game is laid out with it, and on a terminal you are asked before the file is
    replaced. When no card has to be changed nothing is written, and the exit code is 0.
    """
    from hotpnp.pipeline.revise import Request, revise, try_revision, write_revision

    if not assignments and not unset:
        raise click.UsageError("say what is to be set, such as number+=1")
    diagnostics = Collector()
    opened: list[Any] = [None]
    empty: dict[str, Any] = {"changed": [], "written": False}
    with reporting(diagnostics, form, opened, empty):
        workspace = opened[0] = open_workspace(project, diagnostics)
        name = _game_of(workspace, table, game)
        revision = revise(workspace, name, Request(table, (*assignments, *unset), where, select))
    if form == "text":
        _print_diff(revision)
    if revision.changes:
        found = revision.workspace.diagnostics
        with reporting(found, form, [revision.workspace], {**_json(revision), "written": False}):
            try_revision(workspace, revision)
        if form == "text":
            show(found, revision.workspace)
            _ask(revision, dry_run or yes)
        with reporting(diagnostics, form, opened, empty):
            if not dry_run:
                write_revision(workspace, revision)
    written = bool(revision.changes) and not dry_run
    if form == "json":
        told = [as_json(one) for one in revision.workspace.diagnostics]
        print_json({**_json(revision), "written": written, "diagnostics": told})
    else:
        click.echo(_outcome(revision, table, written))


def _game_of(workspace: Workspace, table: str, game: str | None) -> str:
    """The game asked for, else the only one that has such a table. Raises Stopped, having said why."""
    games = workspace.games()
    if game is not None or len(games) <= 1:
        return pick_game(workspace, game)
    holders = [name for name in games if workspace.has(f"cards/{name}/{table}.yaml")]
    if len(holders) == 1:
        return holders[0]
    if holders:
        message = f'which game? {", ".join(holders)} have a table "{table}"'
        raise workspace.diagnostics.fail("unknown-game", message, hint="name it with --game")
    known = {file.removesuffix(".yaml") for name in games for file in workspace.names(f"cards/{name}")}
    close = nearest(table, known)
    hint = f'did you mean "{close}"?' if close else ""
    raise workspace.diagnostics.fail("unknown-table", f'no game has a table "{table}"', hint=hint)


def _print_diff(revision: Revision) -> None:
    colours = {"+": "green", "-": "red", "@": "cyan"}
    for row in _diff(revision):
        head = row.startswith(("+++ ", "--- "))
        click.echo(click.style(row, bold=True) if head else click.style(row, fg=colours.get(row[:1])))


def _diff(revision: Revision) -> Iterator[str]:
    """The rows of a unified difference, without their line ends."""
    before, after = (
        data.decode("utf-8-sig").splitlines(keepends=True) for data in (revision.before, revision.after)
    )
    for row in difflib.unified_diff(before, after, revision.path, revision.path, n=1, lineterm="\n"):
        yield row.rstrip("\r\n")


def _ask(revision: Revision, certain: bool) -> None:
    """Ask on a terminal whether to write; ends the command when the answer is no."""
    if certain or not sys.stdin.isatty():
        return
    cards = counted(len({change.card for change in revision.changes}), "card")
    if not click.confirm(f"Change {cards} in {revision.path}?", err=True):
        click.echo("nothing was written", err=True)
        sys.exit(1)


def _outcome(revision: Revision, table: str, written: bool) -> str:
    if not revision.matched:
        return f"no card of {table} is chosen; nothing to change"
    if not revision.changes:
        return f"{counted(revision.matched, 'card')} chosen, all as they should be; nothing to change"
    cards = counted(len({change.card for change in revision.changes}), "card")
    if written:
        return f"{cards} of {revision.matched} chosen changed; wrote {revision.path}"
    return f"{cards} of {revision.matched} chosen would change; nothing was written"


def _json(revision: Revision) -> dict[str, Any]:
    changed: dict[str, dict[str, Any]] = {}
    for change in revision.changes:
        old, new = (list(one) if isinstance(one, tuple) else one for one in (change.old, change.new))
        changed.setdefault(change.card, {})[change.field] = {"old": old, "new": new}
    return {
        "game": revision.game,
        "file": revision.path,
        "chosen": revision.matched,
        "changed": [{"id": card, "fields": fields} for card, fields in changed.items()],
    }
