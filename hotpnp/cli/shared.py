"""What commands share: options, opening the project, showing diagnostics."""

from __future__ import annotations

import gc
import json
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import click

from hotpnp.diag import Collector, Diagnostic, Stopped
from hotpnp.source.workspace import Workspace, find_root

F = TypeVar("F", bound=Callable[..., Any])

Format = click.Choice(["text", "json"])


def project_option(function: F) -> F:
    """--project DIR."""
    return click.option(
        "--project",
        type=click.Path(path_type=Path, exists=True, file_okay=False),
        help="Project folder (with cards/ and layouts/); else the current folder or the nearest above.",
    )(function)


def format_option(function: F) -> F:
    """--format text|json."""
    return click.option(
        "--format", "form", type=Format, default="text", show_default=True, help="Form of what is printed."
    )(function)


def _read_settings(
    _context: click.Context, _option: click.Parameter, given: tuple[str, ...]
) -> tuple[tuple[str, str], ...]:
    pairs = [text.partition("=") for text in given]
    for name, sign, _ in pairs:
        if not name or not sign:
            raise click.BadParameter("write it as NAME=VALUE, such as players=6")
    return tuple((name.strip(), value.strip()) for name, _, value in pairs)


def read_day(_context: click.Context, _parameter: click.Parameter, text: str) -> str:
    """A day as YYYY-MM-DD, or nothing."""
    if text and not re.fullmatch(r"\d{4}-\d{2}-\d{2}", text):
        raise click.BadParameter("write it as YYYY-MM-DD")
    return text


def selection_options(function: F) -> F:
    """--component, --without, --select, --set."""
    function = click.option(
        "--select",
        default="",
        metavar="CARDS",
        help="Only these cards: ids, #tag, id..id or an expression such as number >= 4, separated by commas.",
    )(function)
    function = click.option(
        "--set",
        "settings",
        multiple=True,
        metavar="NAME=VALUE",
        callback=_read_settings,
        help="Another value for a setting of the game, such as players=6; may be given several times.",
    )(function)
    function = click.option(
        "--without",
        multiple=True,
        metavar="NAME",
        help="Leave this component out; may be given several times.",
    )(function)
    return click.option(
        "--component",
        "components",
        multiple=True,
        metavar="NAME",
        help="Only this component; may be given several times.",
    )(function)


def sheet_options(function: F) -> F:
    """--component, --without, --set, --sheet, --paper, --printer."""
    function = selection_options(function)
    function = click.option(
        "--printer",
        default="",
        metavar="NAME",
        help="A printer's profile (hotpnp printer): its margins, its flip and the offset of its backs.",
    )(function)
    function = click.option(
        "--paper",
        default="",
        metavar="PAPER",
        help="letter, legal, tabloid, a4, a3, arch-b, ledger or 330mm x 480mm; the sheet's own if not given.",
    )(function)
    return click.option(
        "--sheet",
        default="",
        metavar="NAME",
        help="grid, nine-up, eight-up, ten-up, single or a sheet of the game; the game's own if not given.",
    )(function)


def open_workspace(project: Path | None, diagnostics: Collector) -> Workspace:
    """The project asked for. Raises Stopped, having said why, when there is none."""
    gc.disable()
    start = (project or Path.cwd()).resolve()
    root = find_root(start)
    if root is None or (project is not None and root != start):
        hint = "give its folder with --project"
        raise diagnostics.fail("no-project", f"{start} holds no cards/ and layouts/", hint=hint)
    return Workspace(root, diagnostics)


def open_folder(project: Path | None, diagnostics: Collector) -> Workspace:
    """The project asked for, else the current one, else the current folder, for what needs no project.

    Raises Stopped, having said why, when the project asked for is none.
    """
    if project is None and find_root(Path.cwd()) is None:
        return Workspace(Path.cwd(), diagnostics)
    return open_workspace(project, diagnostics)


def pick_game(workspace: Workspace, name: str | None, likely: Sequence[str] = ()) -> str:
    """The game asked for, or the only one; of ``likely`` games, if any.

    Raises Stopped, having said why, when there are several.
    """
    games = likely or workspace.games()
    if name is not None:
        return name
    if len(games) == 1:
        return games[0]
    message = "which game? " + (", ".join(games) if games else "cards/ holds no folder with a game.yaml")
    raise workspace.diagnostics.fail("unknown-game", message)


@contextmanager
def reporting(
    diagnostics: Collector, form: str, opened: list[Workspace | None], empty: dict[str, Any]
) -> Iterator[None]:
    """Show what was found when a stage stops, and end with exit code 1.

    ``opened`` holds the workspace once there is one; ``empty`` is the JSON object of a run without result.
    """
    try:
        yield
    except Stopped:
        if form == "json":
            print_json({**empty, "diagnostics": [as_json(found) for found in diagnostics]})
        else:
            show(diagnostics, opened[0])
        sys.exit(1)


def show(diagnostics: Collector, workspace: Workspace | None) -> None:
    """Print diagnostics to standard error, with the line that each points at."""
    found = list(diagnostics)
    for one in found:
        click.echo(one.headline(), err=True)
        line = _source_line(one, workspace)
        if line and one.span is not None:
            number = f"{one.span.line:5} | "
            click.echo(f"{number}{line}", err=True)
            width = max(1, min(one.span.length, len(line) - one.span.column + 1))
            hint = f" {one.hint}" if one.hint else ""
            click.echo(f"{' ' * 5} | {' ' * (one.span.column - 1)}{'^' * width}{hint}", err=True)
        elif one.hint:
            click.echo(f"      {one.hint}", err=True)
    errors = sum(1 for one in found if one.severity == "error")
    if errors:
        click.echo(f"{counted(errors, 'error')}; nothing was written", err=True)


def _source_line(found: Diagnostic, workspace: Workspace | None) -> str:
    return workspace.line(found.span) if workspace is not None and found.span is not None else ""


def as_json(found: Diagnostic) -> dict[str, Any]:
    """A diagnostic for programs."""
    span = found.span
    return {
        "code": found.code,
        "severity": found.severity,
        "file": span.file if span else None,
        "line": span.line or None if span else None,
        "column": span.column or None if span else None,
        "message": found.message,
        "hint": found.hint or None,
        "card": found.card or None,
    }


def print_json(data: Any) -> None:
    """Print one JSON object on standard output."""
    click.echo(json.dumps(data, indent=2, ensure_ascii=False))


def counted(count: int, word: str) -> str:
    """``1 sheet``, ``2 sheets``."""
    return f"{count} {word}{'' if count == 1 else 's'}"


def pieces(count: int, kind: str) -> str:
    """How many pieces of a kind: ``1 mat``, ``16 tokens``; nothing for a document."""
    from hotpnp.model.game import KINDS

    one, several = KINDS[kind]
    return f"{count} {one if count == 1 else several}" if one else ""
