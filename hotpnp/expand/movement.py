"""Movement: how the figures of a component differ from what they were."""

from __future__ import annotations

from dataclasses import dataclass

from hotpnp.expand.stats import Cells, Grid, Number, Outlier, Stats

DECIMALS = 6
"""A difference is rounded to so many, since means are no exact numbers."""


@dataclass(frozen=True, slots=True)
class Movement:
    """What was added to each figure since; all 0 where nothing has moved."""

    cards: int
    pieces: int
    grids: tuple[Cells, ...]
    """For each grid the difference of each cell; none where neither tells anything, nothing counting as 0."""
    appeared: tuple[tuple[tuple[str, str], ...], ...]
    """For each pair of fields the combinations that now occur and did not."""
    vanished: tuple[tuple[tuple[str, str], ...], ...]
    """Those that occurred and no longer do."""
    new_outliers: tuple[Outlier, ...]
    old_outliers: tuple[Outlier, ...]
    """Outliers that no longer are."""


def movement(now: Stats, then: Stats) -> Movement:
    """How figures have moved. Both must be counted by the same plan, made of the rows of both."""
    pairs = list(zip(now.missing, then.missing, strict=True))
    return Movement(
        now.cards - then.cards,
        now.pieces - then.pieces,
        tuple(_moved(one, other) for one, other in zip(now.grids, then.grids, strict=True)),
        tuple(tuple(pair for pair in a.occurring if pair not in b.occurring) for a, b in pairs),
        tuple(tuple(pair for pair in b.occurring if pair not in a.occurring) for a, b in pairs),
        _beside(now.outliers, then.outliers),
        _beside(then.outliers, now.outliers),
    )


def _beside(some: tuple[Outlier, ...], others: tuple[Outlier, ...]) -> tuple[Outlier, ...]:
    """The outliers whose value is none among the others, wherever the fences are."""
    known = {(one.kind, one.axis, one.label) for one in others}
    return tuple(one for one in some if (one.kind, one.axis, one.label) not in known)


def _moved(now: Grid, then: Grid) -> Cells:
    return tuple(
        tuple(_difference(a, b) for a, b in zip(row, before, strict=True))
        for row, before in zip(now.cells, then.cells, strict=True)
    )


def _difference(now: Number | None, then: Number | None) -> Number | None:
    if now is None and then is None:
        return None
    return round((now or 0) - (then or 0), DECIMALS)
