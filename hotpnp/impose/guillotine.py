"""A guillotine on paper: strokes from edge to edge of a piece, and the fewest that free given cards.

Of all ways that part blocks, or make all cuts of one direction, and so on, the one with the fewest
strokes is taken; among equals blocks are parted first and cuts along the paper's long side come before
cuts across. In a stack the far cut comes first, so that the near edge lies against the stop until the
last one. Strips are stacked and cut together where no stroke goes through a card: what one strip does
not need cuts waste there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal, NamedTuple

from hotpnp.geometry import Rect, Size, bounds
from hotpnp.units import MM, Length

Axis = Literal["x", "y"]


LEAST_STRIP = MM
"""The narrowest strip of waste that can be asked for: guillotines and trimmers drift by about 1 mm, so of
two cuts that lie nearer to each other the second finds nothing to take off, or tears it."""


class NotGuillotine(ValueError):
    """Trims that straight cuts from edge to edge cannot free."""


class Cut(NamedTuple):
    """One stroke: x cuts are upright, their place counts from the left; y cuts level, from the top."""

    axis: Axis
    at: Length
    start: Length
    end: Length
    """From and to, along the stroke."""


class FoundCuts(NamedTuple):
    """Cuts in order, and before which of them (numbers from 1) how many strips are stacked."""

    cuts: tuple[Cut, ...]
    piles: dict[int, int]


def low_side(rect: Rect, axis: Axis) -> Length:
    """Where a rectangle begins: its left side, or its top."""
    return rect.x if axis == "x" else rect.y


def high_side(rect: Rect, axis: Axis) -> Length:
    """Where a rectangle ends: its right side, or its bottom."""
    return rect.right if axis == "x" else rect.bottom


def goes_through(cut: Cut, rect: Rect) -> bool:
    """Whether a stroke parts a rectangle."""
    return _crosses(rect, cut.axis, cut.at) and _beside(cut, rect)


def runs_along(cut: Cut, rect: Rect) -> bool:
    """Whether a stroke runs along an edge of a rectangle."""
    return cut.at in (low_side(rect, cut.axis), high_side(rect, cut.axis)) and _beside(cut, rect)


def struck(pieces: Iterable[Rect], cut: Cut) -> list[Rect]:
    """The pieces after a stroke, which parts each piece that it meets."""
    found: list[Rect] = []
    for piece in pieces:
        found += _strips(piece, cut.axis, (cut.at,)) if goes_through(cut, piece) else [piece]
    return found


def find_cuts(placements: Sequence[tuple[Rect, int]], paper: Size) -> FoundCuts:
    """The cuts that free trims, each given with the number of its block: the fewest strokes that are found.

    Raises NotGuillotine.
    """
    finder = _Finder(paper, placements)
    finder.free((Rect(0, 0, *paper),), None)
    trims = [trim for trim, _ in placements]
    pieces = [Rect(0, 0, *paper)]
    cuts: list[Cut] = []
    piles = {}
    for stage in finder.ordered():
        first = len(cuts) + 1
        for cut in stage.cuts:
            # A stroke may have been made by the way, when strips on both sides of this one were cut.
            if any(goes_through(cut, piece) and holds_any(piece, trims) for piece in pieces):
                cuts.append(cut)
                pieces = struck(pieces, cut)
        if stage.piled > 1 and len(cuts) >= first:
            piles[first] = stage.piled
    return FoundCuts(tuple(cuts), piles)


def holds_any(piece: Rect, trims: Iterable[Rect]) -> bool:
    """Whether a part of a card lies on a piece."""
    return any(piece.overlaps(trim) for trim in trims)


@dataclass(slots=True)
class _Stage:
    """Strokes of one direction that part a region, or several stacked."""

    cuts: tuple[Cut, ...]
    after: int | None
    """The stage that must be done before."""
    piled: int
    """How many strips are stacked for it."""


_Bundle = tuple[Rect, ...]
"""Regions of the paper that are cut with the same strokes."""


class _Way(NamedTuple):
    """How a bundle is cut: the strokes in all, those to begin with, and the bundles that these leave."""

    strokes: int
    axis: Axis
    lines: tuple[Length, ...]
    rest: tuple[_Bundle, ...]


_FREE = _Way(0, "x", (), ())


class _Finder:
    def __init__(self, paper: Size, placements: Sequence[tuple[Rect, int]]) -> None:
        self._placed = tuple(placements)
        self._axes: tuple[Axis, Axis] = ("x", "y") if paper.height >= paper.width else ("y", "x")
        self._stages: list[_Stage] = []
        self._known: dict[_Bundle, _Way] = {}
        self._held: dict[Rect, tuple[tuple[Rect, int], ...]] = {}

    def free(self, bundle: _Bundle, parent: int | None) -> None:
        """Cut a bundle until each trim is a piece of its own."""
        way = self._way(bundle)
        stage = parent
        if way.lines:
            cuts = tuple(_stroke(bundle, way.axis, at) for at in reversed(way.lines))
            stage = len(self._stages)
            self._stages.append(_Stage(cuts, parent, len(bundle)))
        for rest in way.rest:
            self.free(rest, stage)

    def ordered(self) -> list[_Stage]:
        """The stages in an order that can be done: cuts along the paper's long side as early as can be."""
        waiting = list(range(len(self._stages)))
        done: list[int] = []
        while waiting:
            ready = [n for n in waiting if self._stages[n].after in (None, *done)]
            chosen = min(ready, key=lambda n: (self._stages[n].cuts[0].axis != self._axes[0], n))
            waiting.remove(chosen)
            done.append(chosen)
        return [self._stages[n] for n in done]

    def _way(self, bundle: _Bundle) -> _Way:
        """Of several ways that need as few strokes, the first."""
        if bundle not in self._known:
            self._known[bundle] = self._found(bundle)
        return self._known[bundle]

    def _found(self, bundle: _Bundle) -> _Way:
        if len(bundle) == 1:
            if self._is_free(bundle[0]):
                return _FREE
            ways = [self._begun(bundle, axis, lines) for axis, lines in self._options(bundle[0])]
            if not ways:
                raise NotGuillotine("straight cuts from edge to edge cannot free these cards")
        else:
            ways = [self._begun(bundle, axis, lines) for axis, lines in self._joint(bundle)]
            singles = tuple((region,) for region in bundle)
            ways.append(_Way(sum(self._way(one).strokes for one in singles), "x", (), singles))
        return min(ways, key=lambda way: way.strokes)

    def _begun(self, bundle: _Bundle, axis: Axis, lines: tuple[Length, ...]) -> _Way:
        """The way that begins with these lines."""
        strips = [strip for region in bundle for strip in _strips(region, axis, lines)]
        rest: list[_Bundle] = []
        for strip in strips:
            if not self._is_free(strip):
                self._stack(strip, rest)
        return _Way(len(lines) + sum(self._way(one).strokes for one in rest), axis, lines, tuple(rest))

    def _stack(self, strip: Rect, bundles: list[_Bundle]) -> None:
        """Put a strip on the first stack with which it is cut in fewer strokes than by itself."""
        alone = self._way((strip,)).strokes
        for n, bundle in enumerate(bundles):
            if _shared_axis((*bundle, strip)) is None:
                continue
            joined = (*bundle, strip)
            if self._way(joined).strokes < self._way(bundle).strokes + alone:
                bundles[n] = joined
                return
        bundles.append((strip,))

    def _options(self, region: Rect) -> Iterator[tuple[Axis, tuple[Length, ...]]]:
        """Where to begin: between blocks, or with all cuts of one direction, that along the paper first."""
        placed = self._inside(region)
        parting = self._parting(placed)
        if parting is not None:
            yield parting
        for axis in self._axes:
            lines = self._lines(region, axis)
            if lines:
                yield axis, lines

    def _joint(self, bundle: _Bundle) -> Iterator[tuple[Axis, tuple[Length, ...]]]:
        """The cuts that any region of a bundle needs and that go through no card in their way.

        None where they would take off strips that are too narrow and that no region asks for.
        """
        axis = _shared_axis(bundle)
        if axis is None:
            return
        each = [set(self._lines(region, axis)) for region in bundle]
        wanted = sorted(set().union(*each))
        if any(b - a < LEAST_STRIP and not any({a, b} <= one for one in each) for a, b in pairwise(wanted)):
            return
        strokes = [_stroke(bundle, axis, at) for at in wanted]
        lines = tuple(cut.at for cut in strokes if not any(goes_through(cut, t) for t, _ in self._placed))
        if lines:
            yield axis, lines

    def _parting(self, placed: Sequence[tuple[Rect, int]]) -> tuple[Axis, tuple[Length, ...]] | None:
        """A cut that parts blocks and goes through none."""
        blocks = sorted({block for _, block in placed})
        rects = {b: bounds([trim for trim, block in placed if block == b]) for b in blocks}
        for axis in self._axes if len(blocks) > 1 else ():
            for at in sorted({low_side(rect, axis) for rect in rects.values()}):
                before = [b for b in blocks if high_side(rects[b], axis) <= at]
                if before and len(before) < len(blocks):
                    if any(_crosses(rect, axis, at) for rect in rects.values()):
                        continue
                    return axis, (at,)
        return None

    def _inside(self, region: Rect) -> tuple[tuple[Rect, int], ...]:
        if region not in self._held:
            self._held[region] = tuple(one for one in self._placed if region.contains(one[0]))
        return self._held[region]

    def _is_free(self, region: Rect) -> bool:
        placed = self._inside(region)
        return not placed or (len(placed) == 1 and placed[0][0] == region)

    def _lines(self, region: Rect, axis: Axis) -> tuple[Length, ...]:
        """Edges of trims along which a region can be cut through."""
        trims = [trim for trim, _ in self._inside(region)]
        edges = {edge for trim in trims for edge in (low_side(trim, axis), high_side(trim, axis))}
        return tuple(
            at
            for at in sorted(edges)
            if _crosses(region, axis, at) and not any(_crosses(trim, axis, at) for trim in trims)
        )


def _shared_axis(bundle: _Bundle) -> Axis | None:
    """The direction in which all regions of a bundle begin and end at the same places."""
    if len({(region.x, region.width) for region in bundle}) == 1:
        return "x"
    return "y" if len({(region.y, region.height) for region in bundle}) == 1 else None


def _stroke(bundle: _Bundle, axis: Axis, at: Length) -> Cut:
    """The stroke at a place through all regions of a bundle."""
    whole = bounds(list(bundle))
    if axis == "x":
        return Cut(axis, at, whole.y, whole.bottom)
    return Cut(axis, at, whole.x, whole.right)


def _crosses(rect: Rect, axis: Axis, at: Length) -> bool:
    return low_side(rect, axis) < at < high_side(rect, axis)


def _beside(cut: Cut, rect: Rect) -> bool:
    low, high = (rect.y, rect.bottom) if cut.axis == "x" else (rect.x, rect.right)
    return cut.start < high and low < cut.end


def _strips(region: Rect, axis: Axis, lines: Sequence[Length]) -> list[Rect]:
    pairs = pairwise([low_side(region, axis), *lines, high_side(region, axis)])
    if axis == "x":
        return [Rect(a, region.y, b - a, region.height) for a, b in pairs]
    return [Rect(region.x, a, region.width, b - a) for a, b in pairs]
