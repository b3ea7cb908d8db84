"""A game's statistics: every component counted, compared with what was, held against what is expected."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from hotpnp.diag import Collector
from hotpnp.expand.axes import Axes, Axis
from hotpnp.expand.expect import Expectation
from hotpnp.expand.language import UnknownName
from hotpnp.expand.movement import Movement, movement
from hotpnp.expand.rows import Row
from hotpnp.expand.stats import Cross, Grid, Missing, Outlier, Stats, plan_of, tally, usual_tables
from hotpnp.model.game import KINDS, Component, Game
from hotpnp.source.yamlio import Mapping
from hotpnp.source.yamlio import Sequence as Items
from hotpnp.units import trim

NAMED = 30
"""Most combinations that a sentence names."""


@dataclass(frozen=True, slots=True)
class Section:
    """The statistics of one component, now and, when they are compared, then."""

    name: str
    title: str
    kind: str
    now: Stats
    then: Stats | None
    moved: Movement | None
    expectations: tuple[Expectation, ...]

    @property
    def grids(self) -> list[tuple[Grid, Grid | None, tuple[tuple[float | None, ...], ...] | None]]:
        """Each table with what it was and how it has moved."""
        if self.then is None or self.moved is None:
            return [(grid, None, None) for grid in self.now.grids]
        return list(zip(self.now.grids, self.then.grids, self.moved.grids, strict=True))


@dataclass(frozen=True, slots=True)
class Report:
    """The statistics of a game."""

    game: Game
    sections: tuple[Section, ...]
    expectations: tuple[Expectation, ...]
    """Those of the kit."""
    gone: dict[str, int]
    """Components that were there and are no more, with their pieces."""
    since: str
    """What the figures are compared with, in words; empty when they are not."""

    @property
    def compared(self) -> bool:
        """Whether figures of then stand beside those of now."""
        return any(section.then is not None for section in self.sections)


@dataclass(frozen=True, slots=True)
class Wanted:
    """Cross tables that are asked for in place of those of the game: two names each, and a number field."""

    crosses: tuple[tuple[str, str], ...] = ()
    value: str = ""


USUAL = Wanted()
"""Nothing asked for: the game's own tables, or the usual ones."""


def report(
    game: Game,
    components: Sequence[Component],
    now: Sequence[Row],
    then: Sequence[Row] | None,
    expected: Sequence[Expectation],
    diagnostics: Collector,
    wanted: Wanted = USUAL,
    since: str = "",
) -> Report:
    """The statistics of components by the rows of now, compared with the rows of then if there are any.

    What cannot be counted as asked is said, and left out.
    """
    sections = []
    resolved: set[tuple[str, str]] = set()
    for component in components:
        if component.table is None:
            continue
        rows, before = (
            [row for row in every if row.component == component.name] for every in (now, then or ())
        )
        axes = Axes(component.table, game.tables, [*rows, *before])
        tables: Sequence[Axis | Cross]
        if wanted.crosses:
            tables = _wanted(axes, wanted, resolved)
        else:
            tables = declared_tables(component, axes, diagnostics) or usual_tables(axes)
        plan = plan_of(axes, tables)
        stats = tally(component.name, rows, plan)
        old = tally(component.name, before, plan) if then is not None else None
        moved = movement(stats, old) if old is not None else None
        held = tuple(one for one in expected if one.component == component.name)
        title, kind = component.spec.title, component.spec.kind
        sections.append(Section(component.name, title, kind, stats, old, moved, held))
    for pair in wanted.crosses:
        if pair not in resolved:
            message = f"no component has {' and '.join(dict.fromkeys(pair))} as fields"
            message = f"{message} with the number {wanted.value}" if wanted.value else message
            diagnostics.add("unknown-name", message)
    known = {component.name for component in game.components}
    gone: dict[str, int] = {}
    for row in then or ():
        if row.component not in known:
            gone[row.component] = gone.get(row.component, 0) + row.copies
    return Report(game, tuple(sections), tuple(e for e in expected if not e.component), gone, since)


def _wanted(axes: Axes, wanted: Wanted, resolved: set[tuple[str, str]]) -> list[Axis | Cross]:
    """The cross tables asked for that a component has the fields for; those are noted."""
    found: list[Axis | Cross] = []
    for pair in wanted.crosses:
        try:
            cross = Cross(axes.axis(pair[0]), axes.axis(pair[1]), wanted.value)
        except UnknownName:
            continue
        if not wanted.value or wanted.value in axes.numbers:
            resolved.add(pair)
            found.append(cross)
    return found


def declared_tables(component: Component, axes: Axes, diagnostics: Collector) -> list[Axis | Cross]:
    """The tables that a component names under ``stats``; a name that nothing has is said."""
    own = component.node.items.get("stats") if component.node is not None else None
    found: list[Axis | Cross] = []
    for at, spec in enumerate(component.spec.stats):
        node = own.items[at] if isinstance(own, Items) and isinstance(own.items[at], Mapping) else None
        place = node.span if node is not None else None
        try:
            if spec.count is not None:
                found.append(axes.axis(spec.count))
                continue
            down, across = spec.cross or ("", "")
            if spec.value is not None and spec.value not in axes.numbers:
                message = f'"{spec.value}" is no number field of {component.spec.table}'
                raise UnknownName(message, f"known here: {', '.join(axes.numbers)}" if axes.numbers else "")
            found.append(Cross(axes.axis(down), axes.axis(across), spec.value or ""))
        except UnknownName as fault:
            diagnostics.add("unknown-name", str(fault), place, hint=fault.hint)
    return found


def check_tables(game: Game, diagnostics: Collector) -> None:
    """Say which tables under ``stats`` name what is not there."""
    for component in game.components:
        if component.table is not None and component.spec.stats:
            declared_tables(component, Axes(component.table, game.tables, ()), diagnostics)


def counted_as(count: int, kind: str) -> str:
    """``1 card``, ``110 cards``."""
    one, several = KINDS[kind]
    return f"{count} {one if count == 1 else several}"


def tell_missing(missing: Missing) -> str:
    """Which combinations of two fields never occur, in a sentence; most of them are only counted."""
    occur = len(missing.occurring)
    whole = occur + len(missing.pairs)
    aside = "; none pairs a value with itself" if missing.apart else ""
    fields = f"{missing.down} x {missing.across}"
    if not missing.pairs:
        return f"{fields}: all {whole} combinations occur{aside}"
    if 2 * len(missing.pairs) > occur:
        return f"{fields}: {occur} of {whole} combinations occur{aside}"
    never = f"{len(missing.pairs)} of {whole} combinations never occur"
    return f"{fields}: {never}: {tell_pairs(missing.pairs)}{aside}"


def tell_pairs(pairs: Sequence[tuple[str, str]]) -> str:
    """Combinations by name, as many as a sentence takes."""
    more = f" and {len(pairs) - NAMED} more" if len(pairs) > NAMED else ""
    return f"{', '.join(f'{a} + {b}' for a, b in pairs[:NAMED])}{more}"


def tell_moved(section: Section) -> list[str]:
    """Sentences on combinations and outliers that came and went; none without a comparison."""
    moved = section.moved
    if moved is None:
        return []
    found = []
    for missing, new, gone in zip(section.now.missing, moved.appeared, moved.vanished, strict=True):
        fields = f"{missing.down} x {missing.across}"
        found += [f"{fields}: now occur {tell_pairs(new)}"] if new else []
        found += [f"{fields}: no longer occur {tell_pairs(gone)}"] if gone else []
    found += [f"new outlier: {tell_outlier(one)}" for one in moved.new_outliers]
    found += [f"no longer an outlier: {tell_outlier(one)}" for one in moved.old_outliers]
    return found


def tell_outlier(one: Outlier) -> str:
    """What lies far from the rest, in a sentence."""
    side, fence = ("above", one.high) if one.number > one.high else ("below", one.low)
    if one.kind == "count":
        return f"{one.axis} {one.label}: {trim(one.number)} pieces, {side} {trim(fence)}"
    more = f" and {len(one.cards) - 5} more" if len(one.cards) > 5 else ""
    return f"{one.axis} {one.label} ({', '.join(one.cards[:5])}{more}), {side} {trim(fence)}"


def tell_expectation(one: Expectation) -> str:
    """What was expected and found, in a sentence."""
    what = "in all" if one.source == "count" else one.source
    verdict = "holds" if one.holds else f"broken, found {one.found}"
    return f"{what}: {one.text} expected, {verdict}"


def broken(expected: Iterable[Expectation]) -> list[Expectation]:
    """Those that do not hold."""
    return [one for one in expected if not one.holds]
