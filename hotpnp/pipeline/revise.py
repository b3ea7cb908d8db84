"""Bulk edits of a table: worked out, tried on the game, then written whole or not at all."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass

from hotpnp.diag import Collector, Diagnostic, Stopped, did_you_mean
from hotpnp.expand.assign import Assigner, Assignment, Written
from hotpnp.expand.faces import Context
from hotpnp.expand.select import cards_where, select_cards
from hotpnp.model.game import load_game
from hotpnp.model.table import Table
from hotpnp.pipeline.kit import Options
from hotpnp.pipeline.output import write_files
from hotpnp.pipeline.prepare import Preparation
from hotpnp.source.edit import NotEditable, edited
from hotpnp.source.workspace import Workspace
from hotpnp.source.yamlio import Mapping, Scalar, Sequence, parse

_BOM = b"\xef\xbb\xbf"


@dataclass(frozen=True, slots=True)
class Request:
    """What is to be done to the cards of a table; no ``where`` and no ``select`` means all cards."""

    table: str
    assignments: tuple[Assignment, ...]
    where: str = ""
    select: str = ""


@dataclass(frozen=True, slots=True)
class CardChange:
    """One field of one card that gets another value."""

    card: str
    field: str
    old: Written
    new: Written


@dataclass(frozen=True, slots=True)
class Revision:
    """A table file as it is and as it is to be."""

    game: str
    path: str
    before: bytes
    after: bytes
    matched: int
    """How many cards were chosen, changed or not."""
    changes: tuple[CardChange, ...]
    workspace: Workspace
    """The project with the changed file, with complaints of its own."""


def revise(workspace: Workspace, game_name: str, request: Request) -> Revision:
    """Work out what a request makes of a table; nothing is written. Raises Stopped, having said why."""
    diagnostics = workspace.diagnostics
    game = load_game(workspace, game_name)
    table = game.tables.get(request.table)
    if table is None:
        hint = did_you_mean(request.table, game.tables)
        message = f'{game.title} has no table "{request.table}"'
        raise diagnostics.fail("unknown-table", message, hint=hint)
    context = Context(game)
    chosen = _chosen(table, request, context, diagnostics)
    assigner = Assigner(table, request.assignments, context, diagnostics)
    diagnostics.stop_on_errors()
    changes = [
        CardChange(card.id, field, old, new)
        for card in table.cards.values()
        if card.id in chosen
        for field, (old, new) in assigner.changes(card).items()
    ]
    diagnostics.stop_on_errors()
    before = workspace.read_bytes(table.path)
    text = workspace.read_text(table.path)
    try:
        after = edited(text, table.path, _edits(text, table.path, changes)) if changes else text
    except NotEditable as fault:
        raise diagnostics.fail("not-editable", str(fault), fault.span) from fault
    mark = _BOM if before.startswith(_BOM) else b""
    overlay = workspace.over({table.path: after.encode("utf-8")}, Collector())
    overlay.read_text(table.path)  # so that complaints can show its lines
    data = mark + after.encode("utf-8")
    return Revision(game.name, table.path, before, data, len(chosen), tuple(changes), overlay)


def _chosen(table: Table, request: Request, context: Context, diagnostics: Collector) -> frozenset[str]:
    chosen = frozenset(table.cards)
    if request.where:
        chosen &= cards_where(request.where, [table], context, diagnostics)
    if request.select:
        chosen &= select_cards(request.select, [table], context, diagnostics)
    return chosen


def _edits(text: str, path: str, changes: list[CardChange]) -> dict[str, dict[int, dict[str, Written]]]:
    """The changes by the number of each card in the file."""
    node, _ = parse(text, path)
    assert isinstance(node, Mapping)
    records = node.items["cards"]
    assert isinstance(records, Sequence)
    numbers = {
        identity.text: number
        for number, record in enumerate(records.items)
        if isinstance(record, Mapping) and isinstance(identity := record.items.get("id"), Scalar)
    }
    found: dict[int, dict[str, Written]] = {}
    for change in changes:
        found.setdefault(numbers[change.card], {})[change.field] = change.new
    return {"cards": found}


def try_revision(workspace: Workspace, revision: Revision) -> None:
    """Lay the game out with the changed file; what is new is said in ``revision.workspace``'s diagnostics.

    Raises Stopped when there is an error that the game did not have before.
    """
    after = _complaints(workspace.over({revision.path: revision.after}, Collector()), revision.game)
    if not after:
        return
    known = {
        _without_place(one) for one in _complaints(Workspace(workspace.root, Collector()), revision.game)
    }
    revision.workspace.diagnostics.extend(one for one in after if _without_place(one) not in known)
    revision.workspace.diagnostics.stop_on_errors()


def _complaints(workspace: Workspace, game_name: str) -> list[Diagnostic]:
    """All that ``hotpnp check`` says of a game."""
    with contextlib.suppress(Stopped):
        game = load_game(workspace, game_name)
        Preparation(workspace, game, Options(backs="with", everything=True)).kit()
    return list(workspace.diagnostics)


def _without_place(found: Diagnostic) -> Diagnostic:
    """A complaint that stays the same when lines are added before it."""
    span = found.span._replace(line=0, column=0, length=0) if found.span is not None else None
    return found._replace(span=span)


def write_revision(workspace: Workspace, revision: Revision) -> None:
    """Replace the file. Raises Stopped, having written nothing, when it cannot be or has changed since."""
    # A file that is linked to stays where it is.
    target = (workspace.root / revision.path).resolve()
    if workspace.read_bytes(revision.path) != revision.before:
        hint = "run the command again"
        message = f"{revision.path} was changed in the meantime"
        raise workspace.diagnostics.fail("not-writable", message, hint=hint)
    write_files({target.name: revision.after}, target.parent, workspace.diagnostics)
