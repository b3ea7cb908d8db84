"""The game now against a print run or a revision in git, with pictures of what differs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from hotpnp.assets.fonts import Fonts
from hotpnp.diag import Collector, Stopped
from hotpnp.impose.kit import Deck
from hotpnp.model.game import Game, load_game
from hotpnp.pipeline.kit import Options
from hotpnp.pipeline.prepare import Preparation
from hotpnp.pipeline.replay import replayed
from hotpnp.pipeline.runs import Ledger, face_digest, history_since, layouts_digest
from hotpnp.prints.changes import Change, Changes
from hotpnp.prints.history import History
from hotpnp.prints.run import Key, Run
from hotpnp.scene.items import Scene
from hotpnp.source.files import NoRevision, revision_files
from hotpnp.source.workspace import Workspace

GIT = "git:"


@dataclass(frozen=True, slots=True)
class Comparison:
    """A game compared with an earlier state of it."""

    game: Game
    fonts: Fonts
    since: str
    """What it is compared with, in words."""
    changes: Changes
    titles: Mapping[str, str]
    layouts_changed: bool | None
    """Whether layouts differ; none where that cannot be told."""
    before: Mapping[Key, Scene] = field(default_factory=dict)
    """Fronts as they were, of cards that changed or are gone."""
    after: Mapping[Key, Scene] = field(default_factory=dict)
    inexact: frozenset[Key] = frozenset()
    """Cards whose earlier picture is drawn with today's layout."""


def compare_game(
    workspace: Workspace, name: str, since: str, options: Options, pictures: bool = False
) -> Comparison:
    """Compare a game with the box, a run by name or ``git:REVISION``. Raises Stopped, having said why."""
    game = load_game(workspace, name, options.settings)
    preparation = Preparation(workspace, game, options)
    decks = preparation.drawing.decks(preparation.selection.chosen)
    workspace.diagnostics.stop_on_errors()
    fonts, titles = preparation.fonts, {c.name: c.spec.title for c in game.components}
    if since.startswith(GIT):
        then, scenes = _at_revision(workspace, name, since.removeprefix(GIT), options)
        history = History((then,))
    else:
        history = history_since(workspace, name, since)
        then, scenes = history.runs[-1], {}
    ledger = Ledger(game, decks, history, fonts)
    wanted_ids = preparation.selection.cards()
    workspace.diagnostics.stop_on_errors()
    words = since or f"run {', '.join(history.heads)}"
    changed = then.layouts != layouts_digest(workspace, name)
    found = Comparison(game, fonts, words, ledger.changes.only(wanted_ids), titles, changed)
    if not pictures:
        return found
    after = {Key(deck.component, piece.card): piece.front for deck in decks for piece in deck.pieces}
    inexact: set[Key] = set()
    if not since.startswith(GIT):
        wanted = found.changes.of("changed", "gone")
        scenes, inexact = _earlier(workspace, game, history, wanted, options)
    return replace(found, before=scenes, after=after, inexact=frozenset(inexact))


def _at_revision(
    workspace: Workspace, name: str, revision: str, options: Options
) -> tuple[Run, dict[Key, Scene]]:
    """The game at a revision as if it had been printed whole, with its fronts."""
    diagnostics = workspace.diagnostics
    try:
        files = revision_files(workspace.root, revision)
    except NoRevision as fault:
        message = f'the revision "{revision}" cannot be read: {fault}'
        raise diagnostics.fail("unknown-revision", message) from fault
    own = Collector()
    then = Workspace(workspace.root, own, files)
    try:
        game = load_game(then, name, options.settings)
        preparation = Preparation(then, game, replace(options, components=(), without=()))
        decks = [deck for deck in preparation.drawing.decks(preparation.selection.needed) if deck.pieces]
        own.stop_on_errors()
    except Stopped:
        reason = next((one.headline() for one in own if one.severity == "error"), "")
        message = f'{name} cannot be laid out as it was at "{revision}": {reason}'
        raise diagnostics.fail("unknown-revision", message) from None
    ledger = Ledger(game, decks, History(()), preparation.fonts)
    run = ledger.run(decks, [deck.component for deck in decks], {}, layouts_digest(then, name), in_step=False)
    return run, _fronts(decks)


def _fronts(decks: Iterable[Deck]) -> dict[Key, Scene]:
    return {Key(deck.component, piece.card): piece.front for deck in decks for piece in deck.pieces}


def _earlier(
    workspace: Workspace, game: Game, history: History, wanted: Iterable[Change], options: Options
) -> tuple[dict[Key, Scene], set[Key]]:
    """The fronts of cards as their runs printed them; and those that today's layouts draw otherwise."""
    last = history.box().last
    by_run: dict[str, list[Change]] = {}
    for change in wanted:
        by_run.setdefault(last[change.was or change.key], []).append(change)
    scenes: dict[Key, Scene] = {}
    inexact: set[Key] = set()
    for name, changes in by_run.items():
        run = history.run(name)
        assert run is not None
        then = Workspace(workspace.root, Collector(), replayed(workspace, game, run).files)
        try:
            old = load_game(then, game.name, run.settings.items())
            preparation = Preparation(then, old, replace(options, components=(), without=()))
            components = {c.name for c in old.components} & {key.component for key in run.cards}
            chosen = [c for c in old.components if c.name in components]
            fronts = _fronts(preparation.drawing.decks(chosen))
        except Stopped:
            continue
        for change in changes:
            known = change.was or change.key
            if known not in fronts or change.old is None:
                continue
            scenes[change.key] = fronts[known]
            if face_digest(fronts[known], preparation.fonts) != change.old.face:
                inexact.add(change.key)
    return scenes, inexact
