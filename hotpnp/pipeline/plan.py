"""What a game would cost in paper, cuts and ink on each of its sheets, before anything is written."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO

from hotpnp.geometry import Rect, Size
from hotpnp.impose.cutplan import STACK_LIMITS
from hotpnp.impose.guillotine import NotGuillotine
from hotpnp.impose.kit import Deck, cut_plans
from hotpnp.impose.place import CardTooBig, Placement, Sheet, Side
from hotpnp.impose.slots import BadSheet, SheetTooBig
from hotpnp.model.game import Game, load_game
from hotpnp.model.sizes import CARD_PAPER
from hotpnp.pipeline.kit import Options
from hotpnp.pipeline.prepare import Preparation
from hotpnp.pipeline.printing import BeyondPrinter
from hotpnp.scene.items import Scene
from hotpnp.source.workspace import Workspace


@dataclass(frozen=True, slots=True)
class SheetPlan:
    """A kit on one kind of sheet; shares are 0 to 1 of all the paper."""

    name: str
    paper: Size
    sheets: int
    pieces_per_sheet: int
    """The most on one sheet."""
    strokes: int
    """Strokes to cut every sheet by itself."""
    stacked: dict[str, int]
    """Strokes to cut sheets that are alike in stacks, by kind of paper."""
    waste: float
    """The share of the paper that is no card; of a fold sheet, the share of its half with the fronts."""
    ink: float
    """How dark the printed sides are on average: 1 is full ink all over."""


@dataclass(frozen=True, slots=True)
class GamePlan:
    """A game's pieces, and what each sheet makes of them."""

    game: Game
    pieces: int
    chosen: str
    """Name of the sheet that a build would take."""
    plans: tuple[SheetPlan, ...]
    refused: dict[str, str]
    """Names of sheets that do not take the pieces, with the reasons."""


def plan_game(workspace: Workspace, name: str, options: Options) -> GamePlan:
    """Lay a game's pieces on its sheets, or on the one asked for. Raises Stopped, having said why."""
    game = load_game(workspace, name, options.settings)
    preparation = Preparation(workspace, game, options)
    chosen, _, _ = preparation.sheet()
    every = preparation.drawing.decks(preparation.selection.chosen)
    decks = [deck for deck in preparation.selection.only(every) if deck.pieces]
    workspace.diagnostics.stop_on_errors()
    if not decks:
        raise workspace.diagnostics.fail("nothing-to-print", "there are no cards to plan")
    ink = _ink(decks, preparation)
    plans: list[SheetPlan] = []
    refused: dict[str, str] = {}
    wanted = [name for name, spec in game.sheets.items() if spec.paper != CARD_PAPER]
    for sheet in [options.sheet] if options.sheet else wanted:
        try:
            paper = preparation.paper(game.sheets[sheet])
            sheets: list[Sheet] = []
            kind = sheet
            for spec, used, run in preparation.runs(decks, sheet):
                kind = used
                sheets += preparation.printed(run, spec)
            plans.append(_plan(sheet, paper, sheets, ink))
        except BeyondPrinter as fault:
            refused[sheet] = f'the sheet "{kind}" {fault}'
        except (SheetTooBig, BadSheet, CardTooBig, NotGuillotine) as fault:
            refused[sheet] = str(fault) if kind == sheet else f'the sheet "{kind}": {fault}'
    pieces = sum(len(deck.pieces) for deck in decks)
    return GamePlan(game, pieces, chosen, tuple(plans), refused)


def _plan(name: str, paper: Size, sheets: Sequence[Sheet], ink: dict[Scene, float]) -> SheetPlan:
    plans = cut_plans(sheets)
    cut = sum(sheet.plot.cut_size.width * sheet.plot.cut_size.height for sheet in sheets)
    sides = sum(
        sheet.plot.paper.width * sheet.plot.paper.height * (1 if sheet.back is None else 2)
        for sheet in sheets
    )
    placed = [placement for sheet in sheets for placement in sheet.front.placements]
    used = sum(placement.trim.width * placement.trim.height for placement in placed)
    printed = [
        placement
        for sheet in sheets
        for side in (sheet.front, sheet.back)
        if side is not None
        for placement in (*side.placements, *side.folded)
    ]
    return SheetPlan(
        name,
        paper,
        len(sheets),
        max(len(sheet.front.placements) for sheet in sheets),
        sum(plan.strokes for plan in plans),
        {stock: sum(plan.stacked_strokes(limit) for plan in plans) for stock, limit in STACK_LIMITS.items()},
        1 - used / cut,
        sum(_inked(placement, ink) for placement in printed) / sides,
    )


def _inked(placement: Placement, ink: dict[Scene, float]) -> float:
    """The area of full ink that a placement takes; blanks are next to none."""
    return ink.get(placement.scene, 0.0) * placement.trim.width * placement.trim.height


def _ink(decks: Sequence[Deck], preparation: Preparation) -> dict[Scene, float]:
    """How dark each face is, measured on its picture."""
    from hotpnp.render.pdf import Metadata, Page, write_pdf
    from hotpnp.render.png import page_inks

    scenes = dict.fromkeys(
        scene
        for deck in decks
        for piece in deck.pieces
        for scene in (piece.front, piece.back)
        if scene is not None
    )
    pages = []
    for scene in scenes:
        whole = Placement("", "", scene, Rect(0, 0, *scene.size), 0)
        pages.append(Page(scene.size, Side((whole,))))
    stream = BytesIO()
    write_pdf(pages, Metadata("ink"), preparation.fonts, stream)
    return dict(zip(scenes, page_inks(stream.getvalue()), strict=True))
