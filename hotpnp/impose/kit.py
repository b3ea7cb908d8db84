"""The sheets of a kit: components grouped, placed, marked and labelled."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from hotpnp.assets.fonts import Fonts
from hotpnp.geometry import Insets, Rect, Segment, Size
from hotpnp.impose.cutplan import CutPlan, plan_cuts
from hotpnp.impose.cutsheets import CutSheet
from hotpnp.impose.labels import fold_line, margin_rulers, sheet_label
from hotpnp.impose.marks import corner_guides, cut_marks, mark_style
from hotpnp.impose.numbers import cut_numbers
from hotpnp.impose.outlines import least_gap, outline_items
from hotpnp.impose.place import CardTooBig, Piece, Placement, Sheet, Side, place_pieces
from hotpnp.impose.registration import draw_marks, keep_clear, leave_marks
from hotpnp.impose.slots import Plot, plot_fold_sheet, plot_sheet
from hotpnp.model.sheet import SheetSpec
from hotpnp.model.sizes import CARD_PAPER
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
    """What sheet labels say."""

    game: str
    titles: dict[str, str]
    """Component names to titles."""
    notes: tuple[str, ...] = ()
    """What else is to be said: a date, the printer, how it is printed."""


@dataclass(frozen=True, slots=True)
class Printing:
    """What the printer and the way of cutting ask of sheets."""

    margins: Insets | None = None
    """Where the printer cannot print, if known."""
    folded: bool = False
    """Whether backs lie beyond a fold."""
    registered: bool = False
    """Whether registration marks need room."""


def impose_decks(
    decks: Sequence[Deck],
    spec: SheetSpec,
    paper: Size,
    how: Printing = Printing(),
) -> list[Sheet]:
    """Decks on sheets, in kit order; those that the sheet names together share sheets.

    Raises SheetTooBig, BadSheet or CardTooBig.
    """
    sheets: list[Sheet] = []
    for group in _groups(decks, spec):
        sheets += _impose_group(group, spec, paper, how)
    return sheets


def _impose_group(group: Sequence[Deck], spec: SheetSpec, paper: Size, how: Printing) -> list[Sheet]:
    """Decks that share sheets; the places are of the deck's size that needs the fewest sheets."""
    pieces = [piece for deck in group for piece in deck.pieces]
    bleed = max(piece.front.bleed for piece in pieces)
    if how.folded:
        bleed = max([bleed, *(piece.back.bleed for piece in pieces if piece.back is not None)])
    apart = max(least_gap(front) for front in {piece.front for piece in pieces})
    plot_for = plot_fold_sheet if how.folded else plot_sheet
    found: list[list[Sheet]] = []
    faults: list[CardTooBig] = []
    for size in dict.fromkeys(deck.size for deck in group):
        plot = plot_for(spec, size, paper, bleed, apart, how.margins)
        if how.registered:
            plot = leave_marks(plot, bleed)
        try:
            found.append(place_pieces(plot, [deck.pieces for deck in group]))
        except CardTooBig as fault:
            faults.append(fault)
    if not found:
        raise faults[0]
    return min(found, key=len)


def _groups(decks: Sequence[Deck], spec: SheetSpec) -> list[list[Deck]]:
    groups: list[list[Deck]] = []
    for deck in decks:
        last = groups[-1][-1] if groups and spec.paper != CARD_PAPER else None
        follows = spec.fill == "next" and last is not None and last.size == deck.size
        if last is not None and (follows or spec.shares(deck.component, last.component)):
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
        if sheet.is_cut:
            by_plot.setdefault(sheet.plot, {})[number] = sheet.front.placements
    return [plan for plot, pages in by_plot.items() for plan in plan_cuts(plot, pages)]


def finish_sheets(
    sheets: Sequence[Sheet], plans: Sequence[CutPlan], words: LabelWords, fonts: Fonts
) -> list[Sheet]:
    """The sheets with cut marks, the numbers of the cuts, the label and rulers in their margins.

    Outlines and fold lines are drawn on the fronts, from which pieces are cut.
    """
    finisher = _Finisher(sheets, plans, words, fonts)
    return [
        finisher.finished(number, sheet) if sheet.is_cut else sheet for number, sheet in enumerate(sheets, 1)
    ]


def register_sheets(
    sheets: Sequence[Sheet],
    cut_sheets: Sequence[CutSheet],
    words: LabelWords,
    fonts: Fonts,
) -> list[Sheet]:
    """The sheets with registration marks and a label that names the cut file, on fronts; no cut marks."""
    file_of = {page: number for number, cut in enumerate(cut_sheets, 1) for page in cut.pages}
    margins = _Margins(sheets, words, fonts)
    finished = []
    for number, sheet in enumerate(sheets, 1):
        if not sheet.is_cut:
            finished.append(sheet)
            continue
        file = f"Silhouette, cut file {file_of[number]}"
        marks = list(draw_marks(sheet.plot.paper))
        beside = margins.filled(number, sheet, keep_clear(sheet.plot.paper), marks, (file,))
        folds = outline_items(sheet.front.placements, by_machine=True)
        finished.append(replace(sheet, front=replace(sheet.front, extras=(*beside, *folds))))
    return finished


class _Margins:
    """Sets the label and rulers beside what stands in the margins already."""

    def __init__(self, sheets: Sequence[Sheet], words: LabelWords, fonts: Fonts) -> None:
        self._pages = len(sheets)
        self._cut_pages = [number for number, sheet in enumerate(sheets, 1) if sheet.is_cut]
        self._words = words
        self._fonts = fonts

    def filled(
        self, number: int, sheet: Sheet, taken: Sequence[Rect], beside: list[Item], notes: Sequence[str] = ()
    ) -> list[Item]:
        """What stands beside the cards of a sheet, with its label and rulers where there is room."""
        plot, front = sheet.plot, sheet.front
        obstacles = [*taken, *(placed.clip or placed.trim for placed in (*front.placements, *front.folded))]
        said = self._said(number, sheet, notes)
        found = [*beside, *sheet_label(said, plot, obstacles, beside, self._fonts)]
        if plot.spec.rulers:
            found += margin_rulers(plot, obstacles, found, self._fonts)
        return found

    def _said(self, number: int, sheet: Sheet, notes: Sequence[str]) -> list[str]:
        titles = " + ".join(self._words.titles[name] for name in sheet.components)
        at = self._cut_pages.index(number) + 1
        counts = (f"sheet {at} of {len(self._cut_pages)}", f"page {number} of {self._pages}")
        return [self._words.game, titles, *counts, *self._words.notes, *notes, "print at 100 %"]


class _Finisher:
    """Draws what guillotine cuts need."""

    def __init__(
        self,
        sheets: Sequence[Sheet],
        plans: Sequence[CutPlan],
        words: LabelWords,
        fonts: Fonts,
    ) -> None:
        self._margins = _Margins(sheets, words, fonts)
        self._plan_of = {page: (plan, part) for plan in plans for part in plan.pages for page in part.pages}
        self._fonts = fonts
        self._known: dict[tuple[int, int, Length], tuple[tuple[Segment, ...], list[Item]]] = {}

    def finished(self, number: int, sheet: Sheet) -> Sheet:
        """A sheet of cards with all that stands beside its cards."""
        marks, beside = self._marks(number, sheet)
        notes: tuple[str, ...] = ()
        if sheet.plot.fold:
            beside = [*beside, *fold_line(sheet.plot, self._fonts)]
            notes = ("fold and glue, then cut",)
        beside = self._margins.filled(number, sheet, [mark.box for mark in marks], beside, notes)
        style = mark_style(sheet.plot.spec.marks)
        extras = (*outline_items(sheet.front.placements), *beside)
        front = replace(sheet.front, marks=marks, style=style, extras=extras)
        return replace(sheet, front=front, back=self._marked_back(sheet))

    def _marks(self, number: int, sheet: Sheet) -> tuple[tuple[Segment, ...], list[Item]]:
        """Marks, and the numbers of the cuts, which pages that are cut alike have in common."""
        plan, part = self._plan_of[number]
        plot, spec = sheet.plot, sheet.plot.spec.marks
        bleed = _bleed(sheet.front)
        key = (id(part), id(plot.spec), bleed)
        if key not in self._known:
            trims = list(part.trims)
            marks = cut_marks(trims, plot.paper, plot.front_area, spec, bleed)
            numbers = cut_numbers(plan.cuts, part.cuts, trims, marks, plot, self._fonts, bleed)
            self._known[key] = marks, [*corner_guides(trims, spec, plot.paper), *numbers]
        return self._known[key]

    def _marked_back(self, sheet: Sheet) -> Side | None:
        """The back side with marks round its cards, if the sheet asks for them."""
        spec, side = sheet.plot.spec.back_marks, sheet.back
        if side is None or spec is None:
            return side
        plot, trims = sheet.plot, [placed.trim for placed in side.placements]
        marks = cut_marks(trims, plot.paper, plot.printable, spec, _bleed(side))
        guides = tuple(corner_guides(trims, spec, plot.paper))
        return replace(side, marks=marks, style=mark_style(spec), extras=(*side.extras, *guides))


def _bleed(side: Side) -> Length:
    return max((placed.scene.bleed for placed in side.placements), default=0)
