"""Packing: the most cards of one size that straight cuts from edge to edge can free from an area.

A packing is parted by cuts again and again until each part is a grid of cards that lie one way. The
search tries every cut at a sum of card sides ("normal" cuts: any other packing can be pushed into
one of these) and remembers the best way to fill each area, so the result is the optimum. Of all
packings with as many cards, the one that leaves the widest margins is taken, then the one with
the fewest grids and cuts.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
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


ANY = -1
"""Any number of cuts that part blocks."""


def pack(area: Size, cell: Size, most: int | None = None, parts: int = ANY) -> list[PackedGrid]:
    """The grids of the best packing, from the area's top left corner; none when no card fits.

    With ``most``, no more cards than these are looked for, which leaves wider margins; the grids may
    hold some more. ``parts`` limits the cuts one inside the other that part the grids.
    """
    packer = _Packer(area, cell)
    found: list[PackedGrid] = []
    width, height = packer.closest(most, parts)
    packer.collect(width, height, Point(0, 0), parts, found)
    return found


class _Packer:
    def __init__(self, area: Size, cell: Size) -> None:
        self._area = area
        self._cell = cell
        self._across = _sums(cell, area.width)
        self._down = _sums(cell, area.height)
        self._known: dict[tuple[Length, Length, int], _Best] = {}

    def closest(self, most: int | None, parts: int) -> Size:
        """The size that holds the most cards and leaves the widest margin on its narrowest side."""
        whole = self._area
        wanted = self._best(*whole, parts).cards
        wanted = wanted if most is None else min(wanted, most)
        found: dict[Size, tuple[Length, Length, int, int]] = {}
        for width in reversed(self._across):
            if self._best(width, whole.height, parts).cards < wanted:
                break
            at = bisect_left(self._down, wanted, key=lambda h: self._best(width, h, parts).cards)
            size = Size(width, self._down[at])
            spare = (whole.width - size.width, whole.height - size.height)
            best = self._best(*size, parts)
            found[size] = (min(spare), max(spare), best.grids, best.cuts)
        return max(found, key=lambda size: found[size])

    def collect(self, width: Length, height: Length, at: Point, parts: int, found: list[PackedGrid]) -> None:
        """Add the grids of an area that begins at a place."""
        best = self._best(width, height, parts)
        if best.cards == 0:
            return
        if best.axis == "x":
            self.collect(best.at, height, at, _fewer(parts), found)
            self.collect(width - best.at, height, Point(at.x + best.at, at.y), _fewer(parts), found)
        elif best.axis == "y":
            self.collect(width, best.at, at, _fewer(parts), found)
            self.collect(width, height - best.at, Point(at.x, at.y + best.at), _fewer(parts), found)
        else:
            turned = best.at == 1
            size = self._cell.turned() if turned else self._cell
            found.append(PackedGrid(at, width // size.width, height // size.height, turned))

    def _best(self, width: Length, height: Length, parts: int) -> _Best:
        """The best filling; areas that hold the same sums of sides are the same."""
        key = (_below(self._across, width), _below(self._down, height), parts)
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self._search(*key)
        return known

    def _search(self, width: Length, height: Length, parts: int) -> _Best:
        # Where both ways hold as many cards, these stand upright.
        best = max((self._grid(width, height, turned) for turned in (0, 1)), key=lambda grid: grid[:3])
        if parts == 0:
            return best
        inner = _fewer(parts)
        limit = width * height // (self._cell.width * self._cell.height)
        for axis, whole, sums in (("x", width, self._across), ("y", height, self._down)):
            for at in sums:
                if at == 0 or 2 * at > whole:
                    continue
                near, far = (
                    (self._best(at, height, inner), self._best(width - at, height, inner))
                    if axis == "x"
                    else (self._best(width, at, inner), self._best(width, height - at, inner))
                )
                cards = near.cards + far.cards
                # Fewer grids and cuts are better, so both count below zero.
                grids, cuts = near.grids + far.grids, near.cuts + far.cuts - 1
                if (cards, grids, cuts) > best[:3]:
                    best = _Best(cards, grids, cuts, axis, at)
            if best.cards == limit and best.grids == -1:
                break
        return best

    def _grid(self, width: Length, height: Length, turned: int) -> _Best:
        size = self._cell.turned() if turned else self._cell
        columns, rows = width // size.width, height // size.height
        return _Best(columns * rows, -1 if columns * rows else 0, -(columns + rows), "", turned)


def _fewer(parts: int) -> int:
    return parts if parts == ANY else parts - 1


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
