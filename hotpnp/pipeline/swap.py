"""The swap list: a page that tells what to take out of the box and what to put in."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from hotpnp.model.game import Component, ComponentSpec
from hotpnp.model.page import PageLayout
from hotpnp.prints.changes import Change, Changes

NAME = "swap-list"
_WORDS = {
    "new": "new",
    "changed": "changed",
    "more": "more copies",
    "fewer": "fewer copies",
    "renamed": "other name",
    "gone": "gone",
}


def swap_page(changes: Changes, titles: Mapping[str, str], run: str) -> Component:
    """A document with a table for each component that changes, in the order of the kit."""
    out = sum(change.to_take_out for change in changes.cards)
    lines = [
        "# Swap list",
        "",
        f"{{game.title}} {{game.version}}, run {plain_text(run)}: take out {out}, put in {changes.to_print}.",
    ]
    for name in changes.components:
        rows = [change for change in changes.cards if change.key.component == name and change.kind != "same"]
        if rows:
            lines += ["", f"## {plain_text(titles[name])}", "", *_table(rows)]
    spec = ComponentSpec(title="Swap list", kind="document", layout=NAME)
    page = PageLayout(footer="{game.title} {game.version}  ·  swap list, page {page} of {pages}")
    return Component(NAME, spec, page=page, text="\n".join(lines) + "\n", text_path=NAME)


def _table(rows: list[Change]) -> Iterator[str]:
    yield "| Card | Take out | Put in | What is different |"
    yield "|---|---|---|---|"
    for change in rows:
        old = f" r{change.old.revision}" if change.old is not None else ""
        out = f"{change.to_take_out} ×{old}" if change.to_take_out else ""
        put = f"{change.to_print} × r{change.revision}" if change.to_print else ""
        cells = (plain_text(change.key.card), out, put, plain_text(what_changed(change)))
        yield f"| {' | '.join(cells)} |"


def what_changed(change: Change) -> str:
    """What became of a card, in a few words: ``number 5 to 4``, ``layout``, ``3 copies to 6``."""
    words = _WORDS.get(change.kind, "")
    if change.kind == "changed":
        told = [f"{field} {old or 'nothing'} to {new or 'nothing'}" for field, old, new in change.fields]
        words = "; ".join(told) or "the layout"
    elif change.kind in ("more", "fewer"):
        words = f"{change.before} copies to {change.after}"
    if change.was is not None:
        words = f"was {change.was.card}; {words}" if change.kind == "changed" else f"was {change.was.card}"
    return words


def plain_text(text: str) -> str:
    """A text for a document in which no sign has a meaning of its own."""
    escaped = re.sub(r"([\\`*_\[\]<>#|:!~&])", r"\\\1", text.replace("\n", " "))
    return re.sub(r"[{}]", lambda found: "{'" + found.group() + "'}", escaped)
