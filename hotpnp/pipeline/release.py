"""A release: the game's version, its changelog from what differs, and the print run that it is."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date

from hotpnp.model.game import Game, load_game
from hotpnp.model.release_file import ReleasesFile, ReleaseSpec
from hotpnp.model.strict import validate
from hotpnp.pipeline.kit import Options
from hotpnp.pipeline.lock import locked
from hotpnp.pipeline.output import write_files
from hotpnp.pipeline.prepare import Preparation
from hotpnp.pipeline.runs import Ledger
from hotpnp.pipeline.swap import what_changed
from hotpnp.prints.changes import Change, Changes
from hotpnp.prints.history import RELEASES, History, load_history, runs_folder
from hotpnp.source.edit import NotEditable, edited
from hotpnp.source.workspace import Workspace

_NAMED = 6
"""Most cards that a line of the changelog names."""


@dataclass(frozen=True, slots=True)
class Release:
    """A version with the lines that the changelog got, and the files that were written."""

    version: str
    runs: tuple[str, ...]
    lines: tuple[str, ...]
    files: tuple[str, ...]


def make_release(workspace: Workspace, name: str, version: str, message: str, day: str) -> Release:
    """Give a game a version, tell in its changelog what differs from the last release, and tag the last run.

    Raises Stopped, having said why and written nothing, when the version was given out before, a file
    cannot be changed, or the game has an error.
    """
    game = load_game(workspace, name)
    diagnostics, folder = workspace.diagnostics, f"cards/{name}"
    when = day or date.today().isoformat()
    with locked(workspace.root / runs_folder(name), diagnostics):
        history = load_history(workspace, name)
        before = _releases(workspace, name)
        if any(release.version == version for release in before):
            hint = "choose the next version"
            raise diagnostics.fail("released", f"version {version} was given out before", hint=hint)
        lines = [*_told(workspace, game, history, before)]
        diagnostics.stop_on_errors()
        changelog = _changelog(workspace, game, version, when, message, lines)
        text = workspace.read_text(f"{folder}/game.yaml")
        try:
            changed = edited(text, f"{folder}/game.yaml", {"version": version})
        except NotEditable as fault:
            raise diagnostics.fail("not-editable", str(fault), fault.span) from fault
        mark = b"\xef\xbb\xbf" if workspace.read_bytes(f"{folder}/game.yaml")[:3] == b"\xef\xbb\xbf" else b""
        tag = ReleaseSpec(version=version, date=when, runs=list(history.heads), message=message)
        releases = {RELEASES: _written([*before, tag]).encode("utf-8")}
        write_files(releases, workspace.root / runs_folder(name), diagnostics)
        files = {"CHANGELOG.md": changelog.encode("utf-8"), "game.yaml": mark + changed.encode("utf-8")}
        write_files(files, workspace.root / folder, diagnostics)
    written = (f"{folder}/game.yaml", f"{folder}/CHANGELOG.md", f"{runs_folder(name)}/{RELEASES}")
    return Release(version, history.heads, tuple(lines), written)


def _releases(workspace: Workspace, game: str) -> list[ReleaseSpec]:
    """The releases so far. Raises Stopped, having said why, when their file is damaged."""
    path = f"{runs_folder(game)}/{RELEASES}"
    if not workspace.has(path):
        return []
    found = validate(ReleasesFile, workspace.read_yaml(path), workspace.diagnostics)
    workspace.diagnostics.stop_on_errors()
    assert found is not None
    return list(found.releases)


def _written(releases: list[ReleaseSpec]) -> str:
    lines = ["# Written by hotpnp release.", "releases:"]
    for release in releases:
        values = release.model_dump()
        lines.append(
            "  - {" + ", ".join(f"{k}: {json.dumps(v, ensure_ascii=False)}" for k, v in values.items()) + "}"
        )
    return "\n".join(lines) + "\n"


def _told(workspace: Workspace, game: Game, history: History, before: list[ReleaseSpec]) -> Iterator[str]:
    """Lines of Markdown on what differs from the last release, else from the first run.

    Of a game that was printed at most once it is told what it holds.
    """
    preparation = Preparation(workspace, game, Options(everything=True, backs="with"))
    decks = preparation.drawing.decks(preparation.selection.chosen)
    workspace.diagnostics.stop_on_errors()
    titles = {c.name: c.spec.title for c in game.components}
    first = [history.runs[0].name] if len(history.runs) > 1 else []
    since = before[-1].runs if before else first
    known = [name for name in since if history.run(name) is not None]
    if not known:
        for deck in decks:
            yield f"- {titles[deck.component]}: {len(deck.pieces)}."
        return
    led = {run.name for one in known for run in history.until(one).runs}
    then = History(tuple(run for run in history.runs if run.name in led))
    changes = Ledger(game, decks, then, preparation.fonts).changes
    if changes.nothing:
        yield "No card has changed."
    yield from _by_component(changes, titles)


def _by_component(changes: Changes, titles: Mapping[str, str]) -> Iterator[str]:
    for component in changes.components:
        rows = [c for c in changes.cards if c.key.component == component and c.kind != "same"]
        if rows:
            yield f"### {titles[component]}"
            yield ""
            yield from _lines(rows)
            yield ""


def _lines(rows: list[Change]) -> Iterator[str]:
    """One line for all cards of which the same is to be told."""
    groups: dict[str, list[str]] = {}
    for change in rows:
        groups.setdefault(what_changed(change), []).append(change.key.card)
    for words, cards in groups.items():
        names = ", ".join(cards[:_NAMED])
        more = f" and {len(cards) - _NAMED} more" if len(cards) > _NAMED else ""
        yield f"- {names}{more}: {words}."


def _changelog(
    workspace: Workspace, game: Game, version: str, when: str, message: str, lines: list[str]
) -> str:
    """The game's changelog with the new release above the earlier ones; other words in it stay."""
    path = f"cards/{game.name}/CHANGELOG.md"
    text = workspace.read_text(path) if workspace.has(path) else f"# Changelog of {game.title}\n"
    section = "\n".join([f"## {version} - {when}", "", *([message, ""] if message else []), *lines]).rstrip()
    newline = "\r\n" if "\r\n" in text else "\n"
    at = text.find(f"{newline}## ")
    head, rest = (text[: at + len(newline)], text[at + len(newline) :]) if at >= 0 else (text, "")
    section = section.replace("\n", newline)
    blank = "" if head.endswith(newline * 2) else newline
    return f"{head}{blank}{section}{newline}{newline if rest else ''}{rest}"
