"""The sheets of a kit: components grouped, placed, marked and labelled."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from hotpnp.assets.fonts import Fonts
from hotpnp.geometry import Rect, Segment, Size
from hotpnp.impose.cutplan import CutPlan, PagePlan, plan_cuts
from hotpnp.impose.labels import cut_numbers, sheet_label
from hotpnp.impose.marks import cut_marks
from hotpnp.impose.outlines import least_gap, outline_items
from hotpnp.impose.place import Piece, Placement, Sheet, Side, place_pieces
from hotpnp.impose.slots import Plot, plot_sheet
from hotpnp.model.sheet import SheetSpec
from hotpnp.scene.items import Item, Scene
from hotpnp.units import Length


@dataclass(frozen=True, slots=True)
class Deck:
    """All copies of a component's cards, in printing order."""

    component: str
    title: str
    size: Size
    pieces: tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class LabelWords:
    """What sheet labels say of the game."""

    game: str
    titles: dict[str, str]
    """Component names to titles."""


def impose_decks(decks: Sequence[Deck], spec: SheetSpec, paper: Size) -> list[Sheet]:
    """Decks on sheets, in kit order; those that the sheet names together share sheets.

    Raises SheetTooBig, BadSheet or CardTooBig.
    """
    sheets: list[Sheet] = []
    for group in _groups(decks, spec):
        fronts = {piece.front for deck in group for piece in deck.pieces}
        bleed = max(front.bleed for front in fronts)
        apart = max(least_gap(front) for front in fronts)
        plot = plot_sheet(spec, group[0].size, paper, bleed, apart)
        sheets += place_pieces(plot, [deck.pieces for deck in group])
    return sheets


def _groups(decks: Sequence[Deck], spec: SheetSpec) -> list[list[Deck]]:
    groups: list[list[Deck]] = []
    for deck in decks:
        partners = next((names for names in spec.together if deck.component in names), [])
        if groups and groups[-1][-1].component in partners:
            groups[-1].append(deck)
        else:
            groups.append([deck])
    return groups


def document_sheets(component: str, pages: Sequence[Scene], plot: Plot) -> list[Sheet]:
    """The pages of a document as sheets without places."""
    whole = Rect(0, 0, *plot.paper)
    bare = replace(plot, blocks=())
    return [Sheet(bare, (component,), Side((Placement(component, "", page, whole, 0),))) for page in pages]


def cut_plans(sheets: Sequence[Sheet]) -> list[CutPlan]:
    """The plans for all sheets of cards; page numbers count all sheets from 1. Raises NotGuillotine."""
    by_plot: dict[Plot, dict[int, Sequence[Placement]]] = {}
    for number, sheet in enumerate(sheets, 1):
        if not sheet.is_document:
            by_plot.setdefault(sheet.plot, {})[number] = sheet.front.placements
    return [plan for plot, pages in by_plot.items() for plan in plan_cuts(plot, pages)]


def finish_sheets(
    sheets: Sequence[Sheet], plans: Sequence[CutPlan], words: LabelWords, fonts: Fonts
) -> list[Sheet]:
    """The sheets with cut marks, the numbers of the cuts and the label in their margins.

    Outlines and fold lines are drawn on the fronts, from which pieces are cut.
    """
    plan_of = {page: (plan, part) for plan in plans for part in plan.pages for page in part.pages}
    known: dict[tuple[int, int, Length], tuple[tuple[Segment, ...], list[Item]]] = {}
    finished = []
    for number, sheet in enumerate(sheets, 1):
        if sheet.is_document:
            finished.append(sheet)
            continue
        plan, part = plan_of[number]
        bleed = max((placement.scene.bleed for placement in sheet.front.placements), default=0)
        key = (id(part), id(sheet.plot.spec), bleed)
        if key not in known:
            known[key] = _margins(sheet.plot, plan, part, fonts, bleed)
        marks, numbers = known[key]
        titles = " + ".join(words.titles[name] for name in sheet.components)
        said = [words.game, titles, f"page {number} of {len(sheets)}", "print at 100 %"]
        obstacles = [mark.box for mark in marks]
        obstacles += [placement.clip for placement in sheet.front.placements if placement.clip is not None]
        label = sheet_label(said, sheet.plot, obstacles, numbers, fonts)
        extras = (*outline_items(sheet.front.placements), *numbers, *label)
        finished.append(replace(sheet, front=replace(sheet.front, marks=marks, extras=extras)))
    return finished


def _margins(
    plot: Plot, plan: CutPlan, part: PagePlan, fonts: Fonts, bleed: Length
) -> tuple[tuple[Segment, ...], list[Item]]:
    trims = list(part.trims)
    marks = cut_marks(trims, plot.paper, plot.printable, plot.spec.marks, bleed)
    return marks, cut_numbers(plan.cuts, part.cuts, trims, marks, plot, fonts, bleed)
