"""Shelves: pieces of several sizes on one sheet, so that straight cuts from edge to edge free them.

A shelf is a row of pieces of one size that lie one way. The tallest pieces come first; what is left beside a
row is filled with lower shelves, then what is left below it. Every region is thus parted by one cut below its
first row and one beside it. Several ways to lay pieces down are tried.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from hotpnp.geometry import Rect, Size
from hotpnp.units import Length


class Shelf(NamedTuple):
    """Pieces of one size from a place in the area, in rows and columns; turned by 90 degrees or not."""

    x: Length
    y: Length
    piece: Size
    """Size of a piece when it stands upright."""
    columns: int
    rows: int
    turned: bool

    @property
    def lying(self) -> Size:
        """Size of a piece as it lies."""
        return self.piece.turned() if self.turned else self.piece


_Lie = tuple[Size, bool]
"""A piece's size, and whether it lies turned."""


def shelve(area: Size, gap: Length, wanted: Mapping[Size, int]) -> list[list[Shelf]]:
    """The shelves of each sheet for so many pieces of each size; no sheets when a size does not fit the area.

    Places count from the area's top left. ``gap`` is the distance of neighbours.
    """
    found = [
        sheets
        for across in (True, False)
        for prefer in (_lowest, _highest, _fullest)
        if (sheets := _sheets(area, gap, wanted, prefer, across))
    ]
    return min(found, key=lambda sheets: (len(sheets), sum(map(len, sheets))), default=[])


_Prefer = Callable[[Size, Length], tuple[Length, ...]]
"""Ranks a way to lie, by size with its gap, in a region so wide; the least is taken."""


def _lowest(step: Size, _wide: Length) -> tuple[Length, ...]:
    return (step.height,)


def _highest(step: Size, _wide: Length) -> tuple[Length, ...]:
    return (-step.height,)


def _fullest(step: Size, wide: Length) -> tuple[Length, ...]:
    return wide % step.width, step.height


def _sheets(
    area: Size, gap: Length, wanted: Mapping[Size, int], prefer: _Prefer, across: bool
) -> list[list[Shelf]]:
    """The sheets with shelves across the area, or up and down it."""
    left = Counter(wanted)
    whole = area if across else area.turned()
    sheets = []
    while left.total():
        region = Rect(0, 0, whole.width + gap, whole.height + gap)
        shelves = _joined(_fill(region, gap, left, prefer), gap)
        if not shelves:
            return []
        sheets.append(shelves if across else [_mirrored(shelf) for shelf in shelves])
    return sheets


def _fill(region: Rect, gap: Length, left: Counter[Size], prefer: _Prefer) -> Iterator[Shelf]:
    """The shelves of a region, each of which holds its pieces with a gap after them; takes from ``left``."""

    def step(lie: _Lie) -> Size:
        size = lie[0].turned() if lie[1] else lie[0]
        return Size(size.width + gap, size.height + gap)

    lies: list[_Lie] = []
    for size in left:
        ways = [(size, False)] if size.width == size.height else [(size, False), (size, True)]
        fitting = [
            lie for lie in ways if step(lie).width <= region.width and step(lie).height <= region.height
        ]
        if left[size] and fitting:
            lies.append(min(fitting, key=lambda lie: prefer(step(lie), region.width)))
    if not lies:
        return
    chosen = max(lies, key=lambda lie: (step(lie).height, step(lie).width))
    one = step(chosen)
    columns = min(left[chosen[0]], region.width // one.width)
    left[chosen[0]] -= columns
    yield Shelf(region.x, region.y, chosen[0], columns, 1, chosen[1])
    used = columns * one.width
    beside = Rect(region.x + used, region.y, region.width - used, one.height)
    below = Rect(region.x, region.y + one.height, region.width, region.height - one.height)
    yield from _fill(beside, gap, left, prefer)
    yield from _fill(below, gap, left, prefer)


def _joined(shelves: Iterator[Shelf], gap: Length) -> list[Shelf]:
    """Shelves with those that continue another downwards as further rows of it."""
    found: list[Shelf] = []
    for shelf in shelves:
        for at, other in enumerate(found):
            end = other.y + other.rows * (other.lying.height + gap)
            if end == shelf.y and other._replace(y=shelf.y, rows=shelf.rows) == shelf:
                found[at] = other._replace(rows=other.rows + shelf.rows)
                break
        else:
            found.append(shelf)
    return found


def _mirrored(shelf: Shelf) -> Shelf:
    """A shelf after x and y have changed places."""
    turned = shelf.piece.width != shelf.piece.height and not shelf.turned
    return Shelf(shelf.y, shelf.x, shelf.piece, shelf.rows, shelf.columns, turned)
