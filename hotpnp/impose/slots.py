"""The places that a sheet offers on its paper."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from hotpnp.geometry import Insets, Rect, Size, bounds
from hotpnp.impose.pack import pack
from hotpnp.model.sheet import SheetSpec
from hotpnp.model.sizes import PAPERS, parse_card_size, parse_paper
from hotpnp.model.values import parse_measure, parse_padding
from hotpnp.units import Length, show_mm


class SheetTooBig(ValueError):
    """The places of a sheet do not fit its paper; the text gives the sums."""


class BadSheet(ValueError):
    """A sheet that names a size that nobody knows."""


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


@dataclass(frozen=True, slots=True)
class Plot:
    """A paper with its blocks and the area in which printers can print."""

    paper: Size
    printable: Rect
    blocks: tuple[Block, ...]
    spec: SheetSpec = field(default_factory=SheetSpec, compare=False, repr=False)
    """The sheet that it was made of."""


def paper_of(spec: SheetSpec, paper: str | None) -> Size:
    """The paper as it lies: the sheet's own, or another by name. Raises BadSheet."""
    try:
        size = parse_paper(paper or spec.paper)
    except ValueError as fault:
        raise BadSheet(str(fault)) from fault
    return size.turned() if spec.landscape else size


def plot_sheet(spec: SheetSpec, card: Size, paper: Size, bleed: Length = 0, apart: Length = 0) -> Plot:
    """The places of a sheet for cards of a size and bleed that stand so far apart.

    Raises SheetTooBig with the sums, or BadSheet.
    """
    unprintable = parse_measure(spec.printable).within(paper.width)
    printable = Rect(0, 0, *paper).inset(Insets(*[unprintable] * 4))
    free = spec.cell is not None or not (spec.columns or spec.rows)
    if free and (_spans(card, paper) or _spans(card.turned(), paper)):
        return Plot(paper, printable, (_pages(card, paper, apart),), spec)
    cell = parse_card_size(spec.cell) if spec.cell is not None else card
    # Pieces stand in the middle of larger places, which may then lie nearer to each other.
    apart = max(0, apart - max(0, min(cell.width - card.width, cell.height - card.height)))
    if spec.blocks:
        blocks = _blocks(spec, cell, paper)
        _refuse_outside(blocks, paper)
        if apart:
            raise BadSheet(f"its places touch, and these pieces need {show_mm(apart)} between them")
        return Plot(paper, printable, blocks, spec)
    area = printable
    if spec.margin is not None:
        top, right, bottom, left = (m.within(min(paper)) for m in parse_padding(spec.margin))
        area = Rect(0, 0, *paper).inset(Insets(left, right, top, bottom))
    # Margins are measured to the bleed edge; bleeds of neighbours touch, or stand a gutter apart.
    area = area.inset(Insets(bleed, bleed, bleed, bleed))
    gap = max(apart, parse_measure(spec.gutter).within(paper.width) + 2 * bleed)
    if spec.pack == "auto":
        return Plot(paper, printable, _packed(cell, area, gap), spec)
    return Plot(paper, printable, (_grid(spec, cell, paper, area, gap, apart),), spec)


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


def _packed(cell: Size, area: Rect, gap: Length) -> tuple[Block, ...]:
    """The blocks of the best packing of an area, in its middle. Raises SheetTooBig when no card fits."""
    step = Size(cell.width + gap, cell.height + gap)
    grids = pack(Size(area.width + gap, area.height + gap), step)
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
    whole = bounds([block.rect for block in blocks])
    dx, dy = (
        (area.right - whole.right - whole.x + area.x) // 2,
        (area.bottom - whole.bottom - whole.y + area.y) // 2,
    )
    return tuple(replace(block, x=block.x + dx, y=block.y + dy) for block in blocks)


def _too_small(cell: Size, area: Rect) -> str:
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


def _grid(spec: SheetSpec, cell: Size, paper: Size, area: Rect, gap: Length, apart: Length) -> Block:
    """One block in the middle of the paper; as many places as fit where the sheet does not say."""
    turned = False
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
    width, height = block.rect.size
    for side, count, one, whole, room in (
        ("wide", columns, size.width, width, paper.width),
        ("high", rows, size.height, height, paper.height),
    ):
        if whole > room:
            raise SheetTooBig(
                f"{count} x {show_mm(one)} = {show_mm(whole)} {side}, the paper is {show_mm(room)} {side}"
            )
    return replace(block, x=(paper.width - width) // 2, y=(paper.height - height) // 2)


def _kept(gap: Length, count: int, one: Length, room: Length, fixed: int | None) -> Length:
    """The gap between places, made smaller where a fixed number of places leaves no room for all of it."""
    if fixed is None or count < 2:
        return gap
    return max(0, min(gap, (room - count * one) // (count - 1)))


def _fitting(size: Size, area: Rect, gap: Length) -> tuple[int, int]:
    return max(0, (area.width + gap) // (size.width + gap)), max(
        0, (area.height + gap) // (size.height + gap)
    )


def papers_that_fit(spec: SheetSpec, card: Size) -> list[str]:
    """The names of the papers on which a sheet fits."""
    fitting = []
    for name in PAPERS:
        try:
            plot_sheet(spec, card, paper_of(spec, name))
        except (SheetTooBig, BadSheet):
            continue
        fitting.append(name)
    return fitting
