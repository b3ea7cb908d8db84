"""Packing: the most cards of one size that straight cuts from edge to edge can free from an area.

A packing is parted by cuts again and again until each part is a grid of cards that lie one way. The
search tries every cut at a sum of card sides ("normal" cuts: any other packing can be pushed into
one of these) and remembers the best way to fill each area, so the result is the optimum.
"""

from __future__ import annotations

from bisect import bisect_right
from typing import NamedTuple

from hotpnp.geometry import Point, Size
from hotpnp.units import Length


class PackedGrid(NamedTuple):
    """Cards in rows and columns, from a place in the area; turned by 90 degrees or not."""

    at: Point
    columns: int
    rows: int
    turned: bool


class _Best(NamedTuple):
    """The best filling of an area: cards, then as few grids and cuts as can be."""

    cards: int
    grids: int
    cuts: int
    axis: str
    at: Length
    """Where the area is parted; for a grid: 0, or 1 for turned cards."""


def pack(area: Size, cell: Size) -> list[PackedGrid]:
    """The grids of the best packing, from the area's top left corner; none when no card fits."""
    packer = _Packer(area, cell)
    found: list[PackedGrid] = []
    packer.collect(area.width, area.height, 0, 0, found)
    return found


class _Packer:
    def __init__(self, area: Size, cell: Size) -> None:
        self._cell = cell
        self._across = _sums(cell, area.width)
        self._down = _sums(cell, area.height)
        self._known: dict[tuple[Length, Length], _Best] = {}

    def collect(self, width: Length, height: Length, x: Length, y: Length, found: list[PackedGrid]) -> None:
        """Add the grids of an area that begins at a place."""
        best = self._best(width, height)
        if best.cards == 0:
            return
        if best.axis == "x":
            self.collect(best.at, height, x, y, found)
            self.collect(width - best.at, height, x + best.at, y, found)
        elif best.axis == "y":
            self.collect(width, best.at, x, y, found)
            self.collect(width, height - best.at, x, y + best.at, found)
        else:
            turned = best.at == 1
            size = self._cell.turned() if turned else self._cell
            found.append(PackedGrid(Point(x, y), width // size.width, height // size.height, turned))

    def _best(self, width: Length, height: Length) -> _Best:
        """The best filling; areas that hold the same sums of sides are the same."""
        key = (_below(self._across, width), _below(self._down, height))
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self._search(*key)
        return known

    def _search(self, width: Length, height: Length) -> _Best:
        best = max(self._grid(width, height, turned) for turned in (0, 1))
        limit = width * height // (self._cell.width * self._cell.height)
        for axis, whole, sums in (("x", width, self._across), ("y", height, self._down)):
            for at in sums:
                if at == 0 or 2 * at > whole:
                    continue
                parts = (
                    (self._best(at, height), self._best(width - at, height))
                    if axis == "x"
                    else (self._best(width, at), self._best(width, height - at))
                )
                cards = parts[0].cards + parts[1].cards
                # Fewer grids and cuts are better, so both count below zero.
                grids, cuts = parts[0].grids + parts[1].grids, parts[0].cuts + parts[1].cuts - 1
                if (cards, grids, cuts) > best[:3]:
                    best = _Best(cards, grids, cuts, axis, at)
            if best.cards == limit and best.grids == -1:
                break
        return best

    def _grid(self, width: Length, height: Length, turned: int) -> _Best:
        size = self._cell.turned() if turned else self._cell
        columns, rows = width // size.width, height // size.height
        return _Best(columns * rows, -1 if columns * rows else 0, -(columns + rows), "", turned)


def _sums(cell: Size, whole: Length) -> list[Length]:
    """All sums of the card's two sides up to a length, in order."""
    sums = {
        i * cell.width + j * cell.height
        for i in range(whole // cell.width + 1)
        for j in range((whole - i * cell.width) // cell.height + 1)
    }
    return sorted(sums)


def _below(sums: list[Length], length: Length) -> Length:
    """The largest of the sums that is no longer than a length."""
    return sums[bisect_right(sums, length) - 1]
