"""Cut and fold lines of pieces that are no plain rectangles: how far apart they lie, how they are drawn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from hotpnp.assets.colour import Colour
from hotpnp.geometry import Command, Segment, Size, Step, map_command, path_steps, turn_into, whole_path
from hotpnp.impose.place import Placement
from hotpnp.scene.items import Item, Path, Scene
from hotpnp.units import MM, PT, Length

LINE = PT * 35 // 100
"""Weight of cut and fold lines: no thinner, or inkjets break it; no thicker, or it shows on the piece."""
GREY = Colour(153, 153, 153)
"""40 % black: seen on light and on dark art."""
DASH = (3 * PT, 2 * PT)
LEAST_GAP = 2 * MM
"""Distance between pieces that are cut out one by one: room for the drift of a guillotine, which is about
1 mm, on both sides of the strip that falls out."""


def least_gap(scene: Scene) -> Length:
    """How far a piece must stand from its neighbours.

    Rectangles share cut lines, with or without round corners. Around other shapes each piece is freed by
    itself, so that neither its bleed nor a slip of the knife touches a neighbour.
    """
    return 0 if shares_cuts(scene.outline, scene.size) else max(LEAST_GAP, 2 * scene.bleed)


def shares_cuts(outline: Sequence[Command], size: Size) -> bool:
    """Whether a piece is a rectangle, with round corners or not, whose edges a neighbour may touch."""
    if not outline:
        return True
    lines = [step for step in path_steps(outline) if step.name == "L" and step.end != (step.x, step.y)]
    return {_edge(line, size) for line in lines} == {0, 1, 2, 3}


def _edge(line: Step, size: Size) -> int | None:
    """The edge of the trim on which a line lies: left, right, top or bottom."""
    x, y = line.end
    ends = (line.x, x, 0), (line.x, x, size.width), (line.y, y, 0), (line.y, y, size.height)
    return next((number for number, (start, end, edge) in enumerate(ends) if start == end == edge), None)


def placed_outline(placement: Placement) -> tuple[Command, ...]:
    """A piece's outline on the paper; none for a rectangle."""
    return _placed(placement, placement.scene.outline)


def _placed(placement: Placement, commands: Sequence[Command]) -> tuple[Command, ...]:
    if not commands:
        return ()
    matrix = turn_into(placement.scene.size, placement.trim, placement.turn)
    return whole_path(map_command(command, matrix) for command in commands)


def outline_items(placements: Iterable[Placement], by_machine: bool = False) -> list[Item]:
    """The cut lines of pieces, solid, and their fold lines, dashed; a machine cuts without lines.

    Of a rectangle only the round corners are drawn, since its edges are cut along the marks.
    """
    items: list[Item] = []
    for placement in placements:
        scene = placement.scene
        lines = () if by_machine else scene.outline
        if lines and shares_cuts(scene.outline, scene.size):
            lines = tuple(_curves(scene.outline))
        folds = tuple(command for fold in scene.folds for command in _straight(fold))
        for commands, dash in ((lines, ()), (folds, DASH)):
            if commands:
                items.append(Path(_placed(placement, commands), None, GREY, LINE, dash=dash))
    return items


def _straight(fold: Segment) -> tuple[Command, Command]:
    return ("M", fold.x1, fold.y1), ("L", fold.x2, fold.y2)


def _curves(commands: Sequence[Command]) -> Iterator[Command]:
    """The curves of a path, each by itself."""
    for step in path_steps(commands):
        if step.name == "C":
            yield ("M", step.x, step.y)
            yield ("C", *step.numbers)
