"""What a card found in the box is: the runs that printed it, and whether it is current."""

from __future__ import annotations

from dataclasses import dataclass

from hotpnp.diag import did_you_mean
from hotpnp.model.game import load_game
from hotpnp.model.run_file import Values
from hotpnp.pipeline.kit import Options
from hotpnp.pipeline.prepare import Preparation
from hotpnp.pipeline.runs import Ledger, history_since
from hotpnp.prints.history import load_history
from hotpnp.prints.run import Key, Run
from hotpnp.source.workspace import Workspace


@dataclass(frozen=True, slots=True)
class Face:
    """One face that a card had."""

    key: Key
    revision: int
    runs: tuple[Run, ...]
    """The runs that printed it."""
    since: str
    """Version of the game in which it was first printed."""
    values: Values
    current: bool


def games_that_printed(workspace: Workspace, card: str) -> list[str]:
    """The games of which a run has printed a card of this id. Raises Stopped at a damaged run."""
    return [
        name
        for name in workspace.games()
        if any(key.card == card for run in load_history(workspace, name).runs for key in run.cards)
    ]


def faces_of(workspace: Workspace, name: str, card: str, revision: int | None) -> list[Face]:
    """The faces of a card that runs have printed, or the one of a revision.

    Raises Stopped, having said why.
    """
    game = load_game(workspace, name)
    history = history_since(workspace, name, "")
    preparation = Preparation(workspace, game, Options(everything=True, backs="with"))
    decks = preparation.drawing.decks(preparation.selection.chosen)
    workspace.diagnostics.stop_on_errors()
    ledger = Ledger(game, decks, history, preparation.fonts)
    found: dict[tuple[Key, int], Face] = {}
    for run in history.runs:
        for key, entry in run.cards.items():
            if key.card != card:
                continue
            known = found.get((key, entry.revision))
            runs = (*known.runs, run) if known is not None else (run,)
            change = ledger.changes_by_key.get(key)
            current = change is not None and change.after > 0 and change.revision == entry.revision
            found[key, entry.revision] = Face(key, entry.revision, runs, entry.since, entry.values, current)
    if not found:
        known_ids = {key.card for run in history.runs for key in run.cards}
        hint = did_you_mean(card, known_ids)
        raise workspace.diagnostics.fail("unknown-card", f'no run has printed a card "{card}"', hint=hint)
    faces = sorted(found.values(), key=lambda face: (face.key, face.revision))
    if revision is None:
        return faces
    chosen = [face for face in faces if face.revision == revision]
    if not chosen:
        known_revisions = ", ".join(f"r{face.revision}" for face in faces)
        message = f"{card} was never printed as r{revision}"
        hint = f"known: {known_revisions}"
        raise workspace.diagnostics.fail("unknown-card", message, hint=hint)
    return chosen
