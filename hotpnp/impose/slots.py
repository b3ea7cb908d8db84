"""The places that a sheet offers on its paper."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, NamedTuple

from hotpnp.geometry import Insets, Rect, Size, bounds
from hotpnp.impose.guillotine import LEAST_STRIP
from hotpnp.impose.pack import ANY, pack
from hotpnp.model.sheet import SheetSpec
from hotpnp.model.sizes import CARD_PAPER, parse_card_size, parse_paper
from hotpnp.model.values import parse_measure, parse_padding
from hotpnp.units import MM, Length, show_mm

Mirror = Literal["x", "y"]
"""What changes places when a paper is turned over or folded: left and right (x), or top and bottom (y)."""


class SheetTooBig(ValueError):
    """The places of a sheet do not fit its paper; the text gives the sums."""


class BadSheet(ValueError):
    """A sheet that names a size that nobody knows."""


FOLD_WIDTH = 3 * MM
"""Distance that cards keep from a fold, whose paper bulges and seldom lies to the millimetre."""
TOUCHING = Size(0, 0)
"""No gap between places."""


@dataclass(frozen=True, slots=True)
class Block:
    """Places of one size in rows and columns, with a gap between neighbours."""

    name: str
    x: Length
    y: Length
    cell: Size
    """Size of a place as it lies on the paper."""
    columns: int
    rows: int
    turned: bool
    gap: Size = TOUCHING
    """Distance between neighbours: side by side, and one under the other."""

    @property
    def rect(self) -> Rect:
        """The rectangle of the whole block."""
        return self.place(0, 0, self.columns, self.rows)

    def place(self, column: int, row: int, across: int = 1, down: int = 1) -> Rect:
        """The rectangle of one place, or of several joined."""
        wide, high = self.cell.width + self.gap.width, self.cell.height + self.gap.height
        width, height = wide * across - self.gap.width, high * down - self.gap.height
        return Rect(self.x + column * wide, self.y + row * high, width, height)


class Place(NamedTuple):
    """One place of a sheet."""

    block: int
    column: int
    row: int


@dataclass(frozen=True, slots=True)
class Plot:
    """A paper with its blocks and the area in which printers can print."""

    paper: Size
    printable: Rect
    blocks: tuple[Block, ...]
    skipped: frozenset[int] = frozenset()
    """Numbers of places, from 1, that stay empty."""
    fold: Mirror | None = None
    """On a fold sheet, which sides the fold in the middle swaps; fronts lie left of it or above it."""
    near_marks: frozenset[int] = frozenset()
    """Those of them that a card could take if no registration mark were near."""
    single: bool = False
    """Whether the paper is one card with its bleed: nothing is cut from it, and nothing stands beside it."""
    spec: SheetSpec = field(default_factory=SheetSpec, compare=False, repr=False)
    """The sheet that it was made of."""

    @property
    def cut_size(self) -> Size:
        """The paper as it is cut: half of it when it is folded."""
        return _half(self.paper, self.fold) if self.fold else self.paper

    @property
    def room(self) -> Size:
        """The paper as far as fronts may reach: on a fold sheet not quite to the fold."""
        wide, high = self.cut_size
        return Size(
            wide - (FOLD_WIDTH if self.fold == "x" else 0), high - (FOLD_WIDTH if self.fold == "y" else 0)
        )

    @property
    def front_area(self) -> Rect:
        """Where fronts can be printed and marked: on a fold sheet not beyond the fold."""
        return self.printable.common(Rect(0, 0, *self.cut_size))

    def every_place(self) -> list[Place]:
        """All places, row by row, those that stay empty too."""
        return [
            Place(number, column, row)
            for number, block in enumerate(self.blocks)
            for row in range(block.rows)
            for column in range(block.columns)
        ]

    def places(self) -> list[Place]:
        """The places in the order of filling, without those that stay empty."""
        return [place for number, place in enumerate(self.every_place(), 1) if number not in self.skipped]


def _half(paper: Size, fold: Mirror) -> Size:
    if fold == "x":
        return Size(paper.width // 2, paper.height)
    return Size(paper.width, paper.height // 2)


def paper_of(spec: SheetSpec, paper: str | None) -> Size:
    """The paper as it lies: the sheet's own, or another by name. Raises BadSheet.

    Where each page is as large as its card, this is the paper of documents.
    """
    own = "letter" if spec.paper == CARD_PAPER else spec.paper
    try:
        size = parse_paper(paper or own)
    except ValueError as fault:
        raise BadSheet(str(fault)) from fault
    return Size(max(size), min(size)) if spec.landscape else size


def plot_sheet(
    spec: SheetSpec,
    card: Size,
    paper: Size,
    bleed: Length = 0,
    apart: Length = 0,
    margins: Insets | None = None,
    mirror: Mirror | None = None,
) -> Plot:
    """The places of a sheet for cards of a size and bleed that stand so far apart.

    ``margins`` is where the printer cannot print, else the sheet's own figure counts; ``mirror`` is what
    changes places for backs, if there are any. Raises SheetTooBig with the sums, or BadSheet.
    """
    if spec.paper == CARD_PAPER:
        return replace(_single(card, bleed), spec=spec)
    bare = _bare(spec, paper, margins)
    free = spec.cell is not None or not (spec.columns or spec.rows)
    if free and (_spans(card, paper) or _spans(card.turned(), paper)):
        return replace(bare, blocks=(_pages(card, paper, apart),))
    return _plotted(card, bare, _area(bare, mirror), bleed, apart)


def plot_fold_sheet(
    spec: SheetSpec,
    card: Size,
    paper: Size,
    bleed: Length = 0,
    apart: Length = 0,
    margins: Insets | None = None,
) -> Plot:
    """The places for fronts on a paper that is folded in the middle, with the fold that takes more cards.

    The backs lie beyond the fold. Raises SheetTooBig with the sums, or BadSheet.
    """
    if spec.paper == CARD_PAPER:
        raise BadSheet("a page for one card cannot be folded")
    found: list[Plot] = []
    faults = []
    for folded, area in bare_fold_plots(spec, paper, margins):
        try:
            found.append(_plotted(card, folded, area, bleed, apart))
        except SheetTooBig as fault:
            faults.append(fault)
    if not found:
        raise SheetTooBig(f"folded, it has half of the paper for fronts: {faults[0]}")
    return max(found, key=lambda plot: len(plot.places()))


def bare_plot(
    spec: SheetSpec, paper: Size, margins: Insets | None, mirror: Mirror | None
) -> tuple[Plot, Rect]:
    """A paper without places, and where on it cards with their bleed may lie."""
    bare = _bare(spec, paper, margins)
    return bare, _area(bare, mirror)


def bare_fold_plots(spec: SheetSpec, paper: Size, margins: Insets | None) -> list[tuple[Plot, Rect]]:
    """A paper folded either way, and where on it fronts with their bleed may lie; the shorter fold first."""
    folds: tuple[Mirror, Mirror] = ("y", "x") if paper.height >= paper.width else ("x", "y")
    plots = [replace(_bare(spec, paper, margins), fold=fold) for fold in folds]
    return [(plot, Rect(0, 0, *plot.room).common(_area(plot, plot.fold))) for plot in plots]


def _bare(spec: SheetSpec, paper: Size, margins: Insets | None) -> Plot:
    """A paper without places."""
    if margins is None:
        margins = Insets(*[parse_measure(spec.printable).within(paper.width)] * 4)
    return Plot(paper, Rect(0, 0, *paper).inset(margins), (), spec=spec)


def _area(bare: Plot, mirror: Mirror | None) -> Rect:
    """Where cards with their bleed may lie: inside the sheet's margins, else inside the printable area.

    Backs land where two margins have changed places, so that the wider of these counts on both sides.
    """
    (wide, high), printable, spec = bare.paper, bare.printable, bare.spec
    behind = printable
    if mirror == "x":
        behind = printable._replace(x=wide - printable.right)
    elif mirror == "y":
        behind = printable._replace(y=high - printable.bottom)
    if spec.margin is None:
        return printable.common(behind)
    top, right, bottom, left = (m.within(min(bare.paper)) for m in parse_padding(spec.margin))
    area = Rect(0, 0, wide, high).inset(Insets(left, right, top, bottom))
    return area if behind == printable else area.common(behind)


def _plotted(card: Size, bare: Plot, area: Rect, bleed: Length, apart: Length) -> Plot:
    """A paper with its places. Margins count to the bleed edge; bleeds touch, or stand a gutter apart."""
    spec = bare.spec
    cell = parse_card_size(spec.cell) if spec.cell is not None else card
    # Pieces stand in the middle of larger places, which may then lie nearer to each other.
    apart = max(0, apart - max(0, min(cell.width - card.width, cell.height - card.height)))
    area = area.inset(Insets(bleed, bleed, bleed, bleed))
    gap = gap_between(bare, bleed, apart)
    if spec.blocks:
        blocks = _blocks(spec, cell, bare.paper)
        _refuse_outside(blocks, bare.room)
        if apart:
            raise BadSheet(f"its places touch, and these pieces need {show_mm(apart)} between them")
    elif spec.pack == "grid":
        blocks = (_grid(cell, bare, area, gap, apart),)
    else:
        blocks = _packed(cell, area, gap, spec.most, ANY if spec.pack == "auto" else 1)
    return replace(bare, blocks=blocks, skipped=_skipped(spec, sum(b.columns * b.rows for b in blocks)))


def gap_between(bare: Plot, bleed: Length, apart: Length) -> Length:
    """The distance of neighbours with a bleed, which stand so far apart at least."""
    return max(apart, parse_measure(bare.spec.gutter).within(bare.paper.width) + 2 * bleed)


def _spans(piece: Size, paper: Size) -> bool:
    """Whether a piece is as wide or as high as the paper, and fits it."""
    fits = piece.width <= paper.width and piece.height <= paper.height
    return fits and (piece.width == paper.width or piece.height == paper.height)


def _pages(piece: Size, paper: Size, apart: Length) -> Block:
    """Places for pieces that reach from edge to edge of the paper, as many as it holds.

    A page or half of one has no margin to keep: where the printer cannot print, it is white itself.
    """
    turned = not _spans(piece, paper)
    lying = piece.turned() if turned else piece
    columns, rows = _fitting(lying, Rect(0, 0, *paper), apart)
    block = Block("page", 0, 0, lying, columns, rows, turned, Size(apart, apart))
    width, height = block.rect.size
    return replace(block, x=(paper.width - width) // 2, y=(paper.height - height) // 2)


def _skipped(spec: SheetSpec, count: int) -> frozenset[int]:
    """The numbers of the places that stay empty. Raises BadSheet for one that there is not, or for all."""
    beyond = [number for number in spec.skip if not 1 <= number <= count]
    if beyond:
        raise BadSheet(f"there is no place {beyond[0]} to skip; it has {count}, numbered row by row")
    used = [number for number in range(1, count + 1) if number not in spec.skip][: spec.most]
    if not used:
        raise BadSheet(f"all its {count} places are skipped")
    return frozenset(range(1, count + 1)).difference(used)


def _single(card: Size, bleed: Length) -> Plot:
    """A page for one card with its bleed."""
    paper = Size(card.width + 2 * bleed, card.height + 2 * bleed)
    place = Block("single", bleed, bleed, card, 1, 1, False)
    return Plot(paper, Rect(0, 0, *paper), (place,), single=True)


def _packed(cell: Size, area: Rect, gap: Length, most: int | None, parts: int) -> tuple[Block, ...]:
    """The blocks of the best packing of an area, in its middle. Raises SheetTooBig when no card fits."""
    step = Size(cell.width + gap, cell.height + gap)
    grids = pack(Size(area.width + gap, area.height + gap), step, most, parts) if min(area.size) > 0 else []
    if not grids:
        raise SheetTooBig(_too_small(cell, area))
    blocks = tuple(
        Block(
            f"block {number}",
            area.x + grid.at.x,
            area.y + grid.at.y,
            cell.turned() if grid.turned else cell,
            grid.columns,
            grid.rows,
            grid.turned,
            Size(gap, gap),
        )
        for number, grid in enumerate(grids, 1)
    )
    return in_the_middle(blocks, area)


def in_the_middle(blocks: Sequence[Block], area: Rect) -> tuple[Block, ...]:
    """Blocks moved together into the middle of an area."""
    whole = bounds([block.rect for block in blocks])
    dx, dy = (
        (area.right - whole.right - whole.x + area.x) // 2,
        (area.bottom - whole.bottom - whole.y + area.y) // 2,
    )
    return tuple(replace(block, x=block.x + dx, y=block.y + dy) for block in blocks)


def _too_small(cell: Size, area: Rect) -> str:
    if min(area.size) <= 0:
        return "its margins, with the bleed of the pieces, leave no room on the paper"
    return (
        f"one piece is {show_mm(cell.width)} x {show_mm(cell.height)}, the area for pieces on the paper "
        f"{show_mm(area.width)} x {show_mm(area.height)}"
    )


def _blocks(spec: SheetSpec, cell: Size, paper: Size) -> tuple[Block, ...]:
    return tuple(
        Block(
            block.name,
            parse_measure(block.left).within(paper.width),
            parse_measure(block.top).within(paper.height),
            cell.turned() if block.turned else cell,
            block.columns,
            block.rows,
            block.turned,
        )
        for block in spec.blocks
    )


def _refuse_outside(blocks: tuple[Block, ...], paper: Size) -> None:
    """Raise SheetTooBig for blocks that reach over the paper, BadSheet for blocks over each other."""
    for i, block in enumerate(blocks):
        for other in blocks[:i]:
            if block.rect.overlaps(other.rect):
                raise BadSheet(f"the blocks {other.name} and {block.name} lie over each other")
    for upright, side, room in ((False, "wide", paper.width), (True, "high", paper.height)):
        low = min(blocks, key=lambda block: _span(block, upright)[0])
        high = max(blocks, key=lambda block: _span(block, upright)[1])
        start, end = _span(low, upright)[0], _span(high, upright)[1]
        if start < 0:
            raise SheetTooBig(f"{low.name} begins {show_mm(-start)} before the paper's edge")
        if end > room:
            sums = " + ".join(_terms(high, blocks, upright))
            raise SheetTooBig(
                f"its places reach {show_mm(end)} {side}, the paper is {show_mm(room)} {side}: {sums}"
            )


def _span(block: Block, upright: bool) -> tuple[Length, Length]:
    rect = block.rect
    return (rect.y, rect.bottom) if upright else (rect.x, rect.right)


def _terms(block: Block, blocks: tuple[Block, ...], upright: bool) -> list[str]:
    """The sum that gives where a block ends, with the blocks that it touches before it."""
    start, _ = _span(block, upright)
    count, one = (block.rows, block.cell.height) if upright else (block.columns, block.cell.width)
    before = next((other for other in blocks if _span(other, upright)[1] == start > 0), None)
    first = _terms(before, blocks, upright) if before is not None else [show_mm(start)] if start else []
    return [*first, f"{count} x {show_mm(one)} ({block.name})"]


def _grid(cell: Size, bare: Plot, area: Rect, gap: Length, apart: Length) -> Block:
    """One block in the middle of the paper; as many places as fit where the sheet does not say."""
    turned, spec = False, bare.spec
    if spec.columns is None and spec.rows is None and spec.cell is None:
        upright, lying = _fitting(cell, area, gap), _fitting(cell.turned(), area, gap)
        turned = lying[0] * lying[1] > upright[0] * upright[1]
    size = cell.turned() if turned else cell
    columns, rows = _fitting(size, area, gap)
    columns, rows = spec.columns or columns, spec.rows or rows
    if not columns or not rows:
        raise SheetTooBig(_too_small(size, area))
    # A sheet that fixes its columns and rows keeps them: where the paper is short, bleeds share the room.
    gaps = Size(
        max(apart, _kept(gap, columns, size.width, area.width, spec.columns)),
        max(apart, _kept(gap, rows, size.height, area.height, spec.rows)),
    )
    block = Block("grid", 0, 0, size, columns, rows, turned, gaps)
    paper, room, limits = bare.cut_size, bare.room, spec.margin is not None
    if limits and min(area.size) <= 0:
        raise SheetTooBig(_too_small(size, area))
    width, height = block.rect.size
    for side, count, one, whole, most in (
        ("wide", columns, size.width, width, area.width if limits else room.width),
        ("high", rows, size.height, height, area.height if limits else room.height),
    ):
        if whole > most:
            what = "the area inside its margins" if limits else "the paper"
            raise SheetTooBig(
                f"{count} x {show_mm(one)} = {show_mm(whole)} {side}, {what} is {show_mm(most)} {side}"
            )
    x = _middle(width, paper.width, area.x, area.right)
    return replace(block, x=x, y=_middle(height, paper.height, area.y, area.bottom))


def _middle(length: Length, paper: Length, low: Length, high: Length) -> Length:
    """Where a block begins: in the paper's middle, or as near to it as the margins leave."""
    middle = (paper - length) // 2
    return min(max(middle, low), high - length) if high - low >= length else middle


def _kept(gap: Length, count: int, one: Length, room: Length, fixed: int | None) -> Length:
    """The gap between places, made smaller where a fixed number of places leaves no room for all of it."""
    if fixed is None or count < 2:
        return gap
    rest = (room - count * one) // (count - 1)
    return gap if rest >= gap else rest if rest >= LEAST_STRIP else 0


def _fitting(size: Size, area: Rect, gap: Length) -> tuple[int, int]:
    return max(0, (area.width + gap) // (size.width + gap)), max(
        0, (area.height + gap) // (size.height + gap)
    )
