"""Pieces to places: every copy of every card once, in kit order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from hotpnp.geometry import Rect, Segment, Size
from hotpnp.impose.slots import Block, Plot
from hotpnp.scene.items import Item, Scene
from hotpnp.units import Length, show_mm


class CardTooBig(ValueError):
    """A card that fits no place of the sheet; the text gives the sums."""


@dataclass(frozen=True, slots=True)
class Piece:
    """One copy of a card that is to be printed."""

    card: str
    component: str
    front: Scene
    back: Scene | None = None


@dataclass(frozen=True, slots=True)
class Placement:
    """A scene on a side of a sheet: its trim on the paper and its clockwise turn."""

    component: str
    card: str
    scene: Scene
    trim: Rect
    turn: int
    block: int = 0
    clip: Rect | None = None
    """Where the scene is seen: its trim and so much of its bleed as neighbours and the paper leave."""


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a sheet: what is placed on it, and what is drawn beside that."""

    placements: tuple[Placement, ...]
    marks: tuple[Segment, ...] = ()
    extras: tuple[Item, ...] = ()


@dataclass(frozen=True, slots=True)
class Sheet:
    """A sheet of paper as it is printed: places filled with cards, or one page of a document."""

    plot: Plot
    components: tuple[str, ...]
    """Names of the components that it holds, in order."""
    front: Side
    back: Side | None = None

    @property
    def is_document(self) -> bool:
        """Whether it is a page of a document, which has no places and is not cut."""
        return not self.plot.blocks

    @property
    def is_cut(self) -> bool:
        """Whether cards are cut from it, by marks in its margins."""
        return not self.is_document and not self.plot.single


@dataclass(slots=True)
class _Open:
    """A sheet that is being filled."""

    plot: Plot
    pieces: list[Piece] = field(default_factory=list)
    placements: list[Placement] = field(default_factory=list)
    taken: set[tuple[int, int, int]] = field(default_factory=set)


def place_pieces(plot: Plot, runs: Sequence[Sequence[Piece]]) -> list[Sheet]:
    """Fill sheets with runs of pieces; each run begins where the one before ended.

    A run is all pieces of one component, all of one size. Where the last of a run leaves room for
    the next run, it takes the block that holds it with the least left over, so that the next run
    finds whole blocks. Raises CardTooBig.
    """
    sheets: list[_Open] = []
    for number, run in enumerate(runs):
        shared = number + 1 < len(runs)
        at = 0
        while at < len(run):
            rest = len(run) - at
            fresh = not sheets
            if fresh:
                sheets.append(_Open(plot))
            order = (
                _block_order(plot, run[at], rest)
                if shared and not sheets[-1].pieces
                else range(len(plot.blocks))
            )
            before = at
            while at < len(run) and _put(sheets[-1], run[at], order):
                at += 1
            if at == before and not sheets[-1].pieces:
                raise CardTooBig(_too_big(run[at], plot))
            if at < len(run):
                sheets.append(_Open(plot))
    return [_closed(sheet) for sheet in sheets]


def _block_order(plot: Plot, piece: Piece, rest: int) -> list[int]:
    """The blocks in the order of filling: one that holds all the rest, with the least left over, first."""
    order = list(range(len(plot.blocks)))
    room = {i: _capacity(plot.blocks[i], piece.front.size) for i in order}
    if rest >= sum(room.values()):
        return order
    holding = [i for i in order if room[i] >= rest]
    best = min(holding, key=lambda i: room[i], default=None)
    return order if best is None else [best, *(i for i in order if i != best)]


def _cells(block: Block, size: Size) -> tuple[int, int]:
    """How many places across and down a piece takes in a block."""
    lying = size.turned() if block.turned else size
    across = _joined(lying.width, block.cell.width, block.gap.width)
    return across, _joined(lying.height, block.cell.height, block.gap.height)


def _joined(length: Length, place: Length, gap: Length) -> int:
    """How many joined places are as long as this; more than there can be when it is no whole number."""
    if length <= place:
        return 1
    count, rest = divmod(length + gap, place + gap)
    return 10_000 if rest else count


def _capacity(block: Block, size: Size) -> int:
    across, down = _cells(block, size)
    return (block.columns // across) * (block.rows // down)


def _put(sheet: _Open, piece: Piece, order: range | list[int]) -> bool:
    """Put a piece on the next free place, if there is one."""
    for number in order:
        block = sheet.plot.blocks[number]
        across, down = _cells(block, piece.front.size)
        for row in range(block.rows - down + 1):
            for column in range(block.columns - across + 1):
                cells = {(number, column + i, row + j) for i in range(across) for j in range(down)}
                if cells & sheet.taken:
                    continue
                sheet.taken |= cells
                place_rect = block.place(column, row, across, down)
                lying = piece.front.size.turned() if block.turned else piece.front.size
                trim = Rect(
                    place_rect.x + (place_rect.width - lying.width) // 2,
                    place_rect.y + (place_rect.height - lying.height) // 2,
                    *lying,
                )
                turn = 90 if block.turned else 0
                sheet.pieces.append(piece)
                sheet.placements.append(
                    Placement(piece.component, piece.card, piece.front, trim, turn, number)
                )
                return True
    return False


def _closed(sheet: _Open) -> Sheet:
    paper = sheet.plot.paper
    components = tuple(dict.fromkeys(piece.component for piece in sheet.pieces))
    backs = tuple(
        replace(placement, scene=piece.back) if sheet.plot.single else _behind(placement, piece.back, paper)
        for placement, piece in zip(sheet.placements, sheet.pieces, strict=True)
        if piece.back is not None
    )
    return Sheet(
        sheet.plot,
        components,
        Side(clipped(sheet.placements, paper)),
        Side(clipped(backs, paper)) if backs else None,
    )


def _behind(front: Placement, scene: Scene, paper: Size) -> Placement:
    """The back of a placement when the paper is turned over its long edge.

    Portrait paper is mirrored from left to right; landscape paper from top to bottom, so that a
    back stands upside down on it. The back's top lies behind the front's top.
    """
    trim = front.trim
    if paper.height >= paper.width:
        mirrored = Rect(paper.width - trim.right, trim.y, trim.width, trim.height)
        return Placement(front.component, front.card, scene, mirrored, -front.turn % 360, front.block)
    mirrored = Rect(trim.x, paper.height - trim.bottom, trim.width, trim.height)
    return Placement(front.component, front.card, scene, mirrored, (180 - front.turn) % 360, front.block)


def clipped(placements: Sequence[Placement], paper: Size) -> tuple[Placement, ...]:
    """The placements with their bleed cut at the middle of gaps between them and at the paper's edge."""
    if not any(placement.scene.bleed for placement in placements):
        return tuple(placements)
    trims = [placement.trim for placement in placements]
    return tuple(replace(p, clip=_seen(p.trim, p.scene.bleed, trims, paper)) for p in placements)


def _seen(trim: Rect, bleed: Length, trims: Sequence[Rect], paper: Size) -> Rect:
    """So much of a card with its bleed as leaves its neighbours alone."""
    around = trim.grown(bleed)
    edges = [
        max(0, around.x),
        max(0, around.y),
        min(paper.width, around.right),
        min(paper.height, around.bottom),
    ]
    near = [other for other in trims if other != trim and other.overlaps(around.grown(bleed))]
    beside = [other for other in near if other.y < trim.bottom and trim.y < other.bottom]
    rest = [other for other in near if other not in beside]
    for other in beside:
        if other.right <= trim.x:
            edges[0] = max(edges[0], trim.x - (trim.x - other.right) // 2)
        else:
            edges[2] = min(edges[2], trim.right + (other.x - trim.right) // 2)
    for other in rest:
        if other.right <= edges[0] or edges[2] <= other.x:
            continue
        if other.bottom <= trim.y:
            edges[1] = max(edges[1], trim.y - (trim.y - other.bottom) // 2)
        else:
            edges[3] = min(edges[3], trim.bottom + (other.y - trim.bottom) // 2)
    left, top, right, bottom = edges
    return Rect(left, top, right - left, bottom - top)


def _too_big(piece: Piece, plot: Plot) -> str:
    size = piece.front.size
    places = "; ".join(
        f"{block.columns} x {block.rows} places of {show_mm(block.cell.width)} x {show_mm(block.cell.height)}"
        f"{' (turned)' if block.turned else ''}"
        for block in plot.blocks
    )
    return f"is {show_mm(size.width)} x {show_mm(size.height)}, the sheet has {places}"
