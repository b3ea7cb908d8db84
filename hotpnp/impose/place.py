"""Pieces to places: every copy of every card once, in kit order; backs behind their fronts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import cycle

from hotpnp.assets.colour import Colour, Solid
from hotpnp.geometry import IDENTITY, Affine, Rect, Segment, Size
from hotpnp.impose.slots import Block, Mirror, Place, Plot
from hotpnp.model.printer import BackOffset
from hotpnp.model.sheet import Fill, Flip
from hotpnp.scene.blank import blank
from hotpnp.scene.items import Item, Scene
from hotpnp.units import MM, Length, show_mm


class CardTooBig(ValueError):
    """A card that fits no place of the sheet; the text gives the sums."""

    def __init__(self, text: str, component: str) -> None:
        super().__init__(text)
        self.component = component


@dataclass(frozen=True, slots=True)
class Piece:
    """One copy of a card that is to be printed."""

    card: str
    component: str
    front: Scene
    back: Scene | None = None
    extra: bool = False
    """Whether it only fills a sheet: a spare copy or a blank."""


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
    extra: bool = False
    """Whether it only fills the sheet."""


@dataclass(frozen=True, slots=True)
class MarkStyle:
    """How marks are drawn: colour, dash and gap (none: whole lines), whether white shows between dashes."""

    colour: Solid
    dash: tuple[Length, ...] = ()
    two_tone: bool = False


TWO_TONE = (MM, MM)
"""Dash and gap of marks in two tones, which show on pale and on dark art."""
BLACK = MarkStyle(Colour(0, 0, 0))


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a sheet: what is placed on it, and what is drawn beside that."""

    placements: tuple[Placement, ...]
    marks: tuple[Segment, ...] = ()
    extras: tuple[Item, ...] = ()
    style: MarkStyle = BLACK
    """How the marks are drawn."""
    folded: tuple[Placement, ...] = ()
    """On a fold sheet, the backs beyond the fold."""
    adjust: Affine = IDENTITY
    """The map, in paper coordinates with y down, that all of it is drawn through."""


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
    taken: set[Place] = field(default_factory=set)


def back_adjustment(offset: BackOffset, paper: Size) -> Affine:
    """The map that puts the backs of a printer right on a paper: a turn about its middle, then the shift."""
    turn = Affine.rotation(offset.angle, paper.width / 2, paper.height / 2)
    return turn.then(Affine(e=offset.x, f=offset.y))


def place_pieces(plot: Plot, runs: Sequence[Sequence[Piece]]) -> list[Sheet]:
    """Fill sheets with runs of pieces; each run begins where the one before ended.

    A run is all pieces of one component, all of one size. Where the last of a run leaves room for
    the next run, it takes the block that holds it with the least left over, so that the next run
    finds whole blocks. The plot's sheet says the order of cards, what fills the last sheet, and the
    flip. Raises CardTooBig.
    """
    free, spec = plot.places(), plot.spec
    sheets: list[_Open] = []
    for number, run in enumerate(runs):
        shared = number + 1 < len(runs)
        at = 0
        while at < len(run):
            rest = len(run) - at
            fresh = not sheets
            if fresh:
                sheets.append(_Open(plot))
            order = free
            if shared and not sheets[-1].pieces:
                blocks = _block_order(plot, run[at], rest)
                order = sorted(free, key=lambda place: blocks.index(place.block))
            before = at
            while at < len(run) and _put(sheets[-1], run[at], order):
                at += 1
            if at == before and not sheets[-1].pieces:
                raise CardTooBig(_too_big(run[at], plot), run[at].component)
            if at < len(run):
                sheets.append(_Open(plot))
    if sheets and runs[-1]:
        _fill(sheets[-1], runs[-1], spec.fill, free)
    if spec.order == "stack":
        _reorder(sheets)
    mirror = plot.fold or mirror_of(plot.paper, spec.flip)
    return [_closed(sheet, mirror) for sheet in sheets]


def place_all(plot: Plot, pieces: Sequence[Piece]) -> Sheet:
    """A sheet with a piece on each of its places, in their order."""
    sheet = _Open(plot)
    for place, piece in zip(plot.places(), pieces, strict=True):
        _lay(sheet, piece, place.block, plot.blocks[place.block].place(place.column, place.row))
    return _closed(sheet, plot.fold or mirror_of(plot.paper, plot.spec.flip))


def _fill(sheet: _Open, run: Sequence[Piece], fill: Fill, free: list[Place]) -> None:
    """Put spare copies or blanks on the places that are left."""
    if fill == "blanks":
        size = run[0].front.size
        filling = [Piece("", run[0].component, blank(size), None, True)]
    elif fill == "spares":
        filling = [replace(piece, extra=True) for piece in dict.fromkeys(run)]
    else:
        return
    for piece in cycle(filling):
        if not _put(sheet, piece, free):
            return


def _reorder(sheets: Sequence[_Open]) -> None:
    """Let the pieces of a component follow each other through the sheets at one place, then at the next."""
    places: dict[str, list[tuple[int, int]]] = {}
    for number, sheet in enumerate(sheets):
        for at, piece in enumerate(sheet.pieces):
            places.setdefault(piece.component, []).append((number, at))
    for found in places.values():
        pieces = [sheets[number].pieces[at] for number, at in found]
        # Equal places have equal trims: the sheets of a deck are filled alike.
        stacked = sorted(found, key=lambda one: (_rank(sheets, one), one[0]))
        for (number, at), piece in zip(stacked, pieces, strict=True):
            old = sheets[number].placements[at]
            sheets[number].pieces[at] = piece
            sheets[number].placements[at] = replace(
                old, card=piece.card, scene=piece.front, extra=piece.extra
            )


def _rank(sheets: Sequence[_Open], one: tuple[int, int]) -> tuple[int, Length, Length]:
    placed = sheets[one[0]].placements[one[1]]
    return placed.block, placed.trim.y, placed.trim.x


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


def _put(sheet: _Open, piece: Piece, order: list[Place]) -> bool:
    """Put a piece on the next free place, if there is one."""
    free = set(order) - sheet.taken
    for number, column, row in order:
        block = sheet.plot.blocks[number]
        across, down = _cells(block, piece.front.size)
        if across > block.columns - column or down > block.rows - row:
            continue
        cells = {Place(number, column + i, row + j) for i in range(across) for j in range(down)}
        if not cells <= free:
            continue
        sheet.taken |= cells
        _lay(sheet, piece, number, block.place(column, row, across, down))
        return True
    return False


def _lay(sheet: _Open, piece: Piece, number: int, place: Rect) -> None:
    """Put a piece into the middle of a place of a block."""
    turned = sheet.plot.blocks[number].turned
    lying = piece.front.size.turned() if turned else piece.front.size
    x, y = place.x + (place.width - lying.width) // 2, place.y + (place.height - lying.height) // 2
    trim, turn = Rect(x, y, *lying), 90 if turned else 0
    sheet.pieces.append(piece)
    sheet.placements.append(
        Placement(piece.component, piece.card, piece.front, trim, turn, number, extra=piece.extra)
    )


def _closed(sheet: _Open, mirror: Mirror) -> Sheet:
    paper = sheet.plot.paper
    components = tuple(dict.fromkeys(piece.component for piece in sheet.pieces))
    backs = clipped(
        [
            replace(placement, scene=piece.back)
            if sheet.plot.single
            else _behind(placement, piece.back, paper, mirror)
            for placement, piece in zip(sheet.placements, sheet.pieces, strict=True)
            if piece.back is not None
        ],
        paper,
    )
    fronts = clipped(sheet.placements, paper)
    if sheet.plot.fold:
        return Sheet(sheet.plot, components, Side(fronts, folded=backs))
    return Sheet(sheet.plot, components, Side(fronts), Side(backs) if backs else None)


def mirror_of(paper: Size, flip: Flip) -> Mirror:
    """What changes places when a paper, as it lies, is turned over its long or its short edge."""
    upright = paper.height >= paper.width
    return "x" if upright == (flip == "long-edge") else "y"


def mirrored(trim: Rect, paper: Size, mirror: Mirror) -> Rect:
    """Where a rectangle lies behind, or beyond a fold in the middle."""
    if mirror == "x":
        return Rect(paper.width - trim.right, trim.y, trim.width, trim.height)
    return Rect(trim.x, paper.height - trim.bottom, trim.width, trim.height)


def _behind(front: Placement, scene: Scene, paper: Size, mirror: Mirror) -> Placement:
    """The back of a placement. The back's top lies behind the front's top.

    Where top and bottom change places, a back stands upside down on its page.
    """
    turn = (-front.turn if mirror == "x" else 180 - front.turn) % 360
    trim = mirrored(front.trim, paper, mirror)
    return Placement(front.component, front.card, scene, trim, turn, front.block, extra=front.extra)


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
    empty = f", of which {len(plot.skipped)} stay empty" if plot.skipped else ""
    it = f"a piece of {piece.component} is {show_mm(size.width)} x {show_mm(size.height)}"
    return f"{it}, the sheet has {places}{empty}"
