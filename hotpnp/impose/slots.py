"""The places that a sheet offers on its paper."""

from __future__ import annotations

from dataclasses import dataclass

from hotpnp.geometry import Insets, Rect, Size
from hotpnp.model.sheet import SheetSpec
from hotpnp.model.sizes import PAPERS, parse_card_size, parse_paper
from hotpnp.model.values import parse_measure
from hotpnp.units import Length, show_mm


class SheetTooBig(ValueError):
    """The places of a sheet do not fit its paper; the text gives the sums."""


class BadSheet(ValueError):
    """A sheet that names a size that nobody knows."""


@dataclass(frozen=True, slots=True)
class Block:
    """Places of one size that touch, in rows and columns."""

    name: str
    x: Length
    y: Length
    cell: Size
    """Size of a place as it lies on the paper."""
    columns: int
    rows: int
    turned: bool

    @property
    def rect(self) -> Rect:
        """The rectangle of the whole block."""
        return Rect(self.x, self.y, self.cell.width * self.columns, self.cell.height * self.rows)

    def place(self, column: int, row: int, across: int = 1, down: int = 1) -> Rect:
        """The rectangle of one place, or of several joined."""
        return Rect(
            self.x + column * self.cell.width,
            self.y + row * self.cell.height,
            self.cell.width * across,
            self.cell.height * down,
        )


@dataclass(frozen=True, slots=True)
class Plot:
    """A paper with its blocks and the area in which printers can print."""

    paper: Size
    printable: Rect
    blocks: tuple[Block, ...]


def paper_of(spec: SheetSpec, paper: str | None) -> Size:
    """The paper as it lies: the sheet's own, or another by name. Raises BadSheet."""
    try:
        size = parse_paper(paper or spec.paper)
    except ValueError as fault:
        raise BadSheet(str(fault)) from fault
    return size.turned() if spec.landscape else size


def plot_sheet(spec: SheetSpec, card: Size, paper: Size) -> Plot:
    """The places of a sheet for cards of a size. Raises SheetTooBig with the sums, or BadSheet."""
    unprintable = parse_measure(spec.printable).within(paper.width)
    printable = Rect(0, 0, *paper).inset(Insets(*[unprintable] * 4))
    try:
        cell = parse_card_size(spec.cell) if spec.cell is not None else card
    except ValueError as fault:
        raise BadSheet(f"cell: {fault}") from fault
    if spec.blocks:
        blocks = _blocks(spec, cell, paper)
        _refuse_outside(blocks, paper)
    else:
        blocks = (_grid(spec, cell, paper, printable),)
    return Plot(paper, printable, blocks)


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


def _grid(spec: SheetSpec, cell: Size, paper: Size, printable: Rect) -> Block:
    """One block in the middle of the paper; as many places as fit where the sheet does not say."""
    turned = False
    if spec.columns is None and spec.rows is None and spec.cell is None:
        upright, lying = _fitting(cell, printable), _fitting(cell.turned(), printable)
        turned = lying[0] * lying[1] > upright[0] * upright[1]
    size = cell.turned() if turned else cell
    columns, rows = _fitting(size, printable)
    columns, rows = spec.columns or columns, spec.rows or rows
    width, height = columns * size.width, rows * size.height
    if not columns or not rows:
        raise SheetTooBig(
            f"one card is {show_mm(size.width)} x {show_mm(size.height)}, the printable area of the paper "
            f"{show_mm(printable.width)} x {show_mm(printable.height)}"
        )
    for side, count, one, whole, room in (
        ("wide", columns, size.width, width, paper.width),
        ("high", rows, size.height, height, paper.height),
    ):
        if whole > room:
            raise SheetTooBig(
                f"{count} x {show_mm(one)} = {show_mm(whole)} {side}, the paper is {show_mm(room)} {side}"
            )
    return Block(
        "grid", (paper.width - width) // 2, (paper.height - height) // 2, size, columns, rows, turned
    )


def _fitting(size: Size, area: Rect) -> tuple[int, int]:
    return area.width // size.width, area.height // size.height


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
