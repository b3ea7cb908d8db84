"""An earlier print run's game: today's files with the values that the run recorded."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from hotpnp.model.game import Game, load_game
from hotpnp.model.run_file import Values
from hotpnp.model.table import CARD_KEYS
from hotpnp.pipeline.kit import Options
from hotpnp.pipeline.runs import history_since
from hotpnp.prints.run import Run
from hotpnp.source.workspace import Workspace
from hotpnp.source.yamlio import plain


def again(workspace: Workspace, name: str, options: Options) -> tuple[Workspace, Options, Run | None]:
    """The workspace and options that print the run that options name; both as they are when they name none.

    What options give besides goes before what the run recorded. Raises Stopped, having said why.
    """
    if not options.run:
        return workspace, options, None
    run = history_since(workspace, name, options.run).run(options.run)
    assert run is not None
    game = load_game(workspace, name)
    wanted = {key.component for key in run.cards}
    components = tuple(c.name for c in game.components if c.name in wanted)
    missing = ", ".join(sorted(wanted - set(components)))
    if missing:
        message = f"run {run.name} printed {missing}, which the game has no more"
        raise workspace.diagnostics.fail("unknown-component", message)
    given = {
        "sheet": options.sheet or run.sheet.get("name", ""),
        "paper": options.paper or run.sheet.get("paper", ""),
        "backs": options.backs if options.backs != "none" else run.sheet.get("backs", "none"),
        "flip": options.flip or run.sheet.get("flip", ""),
    }
    settings = tuple((key, value) for key, value in run.settings.items() if key in game.settings)
    asked = replace(options, components=components, settings=settings, **given)  # type: ignore[arg-type]
    return replayed(workspace, game, run), asked, run


def replayed(workspace: Workspace, game: Game, run: Run) -> Workspace:
    """A workspace in which the cards of a run, and all that they refer to, have their values of then.

    Other records, layouts, the fields that tables declare and all other files are those of today.
    """
    tables = {c.name: c.spec.table for c in game.components if c.spec.table is not None}
    then: dict[str, dict[str, Values]] = {table: dict(rows) for table, rows in run.records.items()}
    for key, entry in run.cards.items():
        table = tables.get(key.component)
        if table is not None:
            then.setdefault(table, {})[key.card] = entry.values
    held = {}
    for table, rows in then.items():
        path = f"cards/{game.name}/{table}.yaml"
        held[path] = _table(plain(workspace.read_yaml(path)), rows)
    return workspace.over(held, workspace.diagnostics)


def _table(today: dict[str, Any], then: Mapping[str, Values]) -> bytes:
    """A table's file with the records of then over those of today; records that are gone come back."""
    left = dict(then)
    cards = []
    for record in today.get("cards") or []:
        name = str(record.get("id"))
        kept = {key: record[key] for key in CARD_KEYS if key in record}
        cards.append({**kept, **left.pop(name)} if name in left else record)
    cards += [{"id": name, **values} for name, values in left.items()]
    # JSON is YAML in which every text is quoted, so that it is read back as it was typed.
    whole = {"fields": today.get("fields") or {}, "cards": cards}
    return json.dumps(whole, ensure_ascii=False).encode("utf-8")
