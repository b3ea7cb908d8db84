"""Widths of a table's columns."""

from __future__ import annotations

from hotpnp.scene.text import Run, break_lines
from hotpnp.units import Length


def column_widths(cells: list[list[list[Run]]], room: Length, pad: Length) -> list[Length]:
    """Widths that fill the room: each column as wide as its text needs, long texts share what is left."""
    columns = len(cells[0])
    natural, least = [], []
    for column in range(columns):
        texts = [row[column] for row in cells]
        natural.append(max(_widest(runs, 10**10) for runs in texts) + 2 * pad)
        least.append(max(_longest_word(runs) for runs in texts) + 2 * pad)
    if sum(natural) <= room:
        spare = room - sum(natural)
        return [width + spare * (i + 1) // columns - spare * i // columns for i, width in enumerate(natural)]
    free = max(0, room - sum(least))
    wish = [wide - small for wide, small in zip(natural, least, strict=True)]
    total = max(1, sum(wish))
    return [small + free * want // total for small, want in zip(least, wish, strict=True)]


def _widest(runs: list[Run], width: Length) -> Length:
    return max(line.width for line in break_lines(runs, width).lines)


def _longest_word(runs: list[Run]) -> Length:
    widths = [run.style.width(word) for run in runs for word in run.text.split()]
    return max([*widths, *(run.style.size for run in runs if run.icon is not None), 0])
