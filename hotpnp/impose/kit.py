"""The sheets of a kit: components grouped, placed, marked and labelled."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from hotpnp.assets.fonts import Fonts
from hotpnp.geometry import Insets, Rect, Segment, Size
from hotpnp.impose.cutplan import CutPlan, plan_cuts
from hotpnp.impose.cutsheets import CutSheet
from hotpnp.impose.labels import fold_line, margin_rulers, sheet_label
from hotpnp.impose.marks import corner_guides, cut_marks, mark_style
from hotpnp.impose.numbers import cut_numbers
from hotpnp.impose.outlines import least_gap, outline_items
from hotpnp.impose.place import CardTooBig, Piece, Placement, Sheet, Side, mirror_of, place_all, place_pieces
from hotpnp.impose.registration import draw_marks, keep_clear, leave_marks
from hotpnp.impose.shelves import shelve
from hotpnp.impose.slots import (
    Block,
    Plot,
    SheetTooBig,
    bare_fold_plots,
    bare_plot,
    gap_between,
    in_the_middle,
    plot_fold_sheet,
    plot_sheet,
)
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
    """Decks that share sheets, in the way that takes the fewest; the same places on every sheet go before.

    Decks of several sizes take joined places of the size that suits them best, or shelves, for all pieces or
    for those that fill no sheet of their own; where all that takes more sheets, they share none.
    """
    setter = _Setter(group, spec, paper, how)
    ways = [setter.in_places]
    if len({deck.size for deck in group}) > 1:
        ways += [setter.apart, setter.rest_on_shelves, setter.on_shelves]
    found: list[list[Sheet]] = []
    faults: list[ValueError] = []
    for way in ways:
        try:
            sheets = way()
        except (CardTooBig, SheetTooBig) as fault:
            faults.append(fault)
        else:
            found += [sheets] if sheets else []
    if not found:
        raise faults[0]
    return min(found, key=len)


class _Setter:
    """Puts decks that share sheets on them, in several ways."""

    def __init__(self, group: Sequence[Deck], spec: SheetSpec, paper: Size, how: Printing) -> None:
        self._group = group
        self._spec = spec
        self._paper = paper
        self._how = how
        pieces = [piece for deck in group for piece in deck.pieces]
        backs = [piece.back for piece in pieces if piece.back is not None]
        bleeds = [piece.front.bleed for piece in pieces]
        self._bleed = max(bleeds + [back.bleed for back in backs] if how.folded else bleeds)
        self._apart = max(least_gap(front) for front in {piece.front for piece in pieces})
        self._mirror = mirror_of(paper, spec.flip) if backs else None

    def in_places(self) -> list[Sheet]:
        """All in places of one size, that of the deck that so needs the fewest sheets."""
        found: list[list[Sheet]] = []
        faults: list[CardTooBig] = []
        for size in dict.fromkeys(deck.size for deck in self._group):
            try:
                found.append(place_pieces(self._plot(size), [deck.pieces for deck in self._group]))
            except CardTooBig as fault:
                faults.append(fault)
        if not found:
            raise faults[0]
        return min(found, key=len)

    def apart(self) -> list[Sheet]:
        """The decks of each size by themselves."""
        runs = [list(run) for _, run in groupby(self._group, lambda deck: deck.size)]
        return [sheet for run in runs for sheet in _impose_group(run, self._spec, self._paper, self._how)]

    def on_shelves(self) -> list[Sheet]:
        """All on shelves; nothing where the sheet does not allow them."""
        return self._shelved(self._by_size()) if self._takes_shelves else []

    def rest_on_shelves(self) -> list[Sheet]:
        """Each size on sheets of its own while it fills them, what is left of all on shelves."""
        if not self._takes_shelves:
            return []
        full: list[Sheet] = []
        rests: dict[Size, list[Piece]] = {}
        for size, pieces in self._by_size().items():
            plot = self._plot(size)
            filling = len(pieces) - len(pieces) % len(plot.places())
            full += place_pieces(plot, [pieces[:filling]])
            rests[size] = pieces[filling:]
        shelved = self._shelved(rests)
        return full + shelved if shelved or not any(rests.values()) else []

    @property
    def _takes_shelves(self) -> bool:
        """Whether places may differ from sheet to sheet, since nothing names or counts them."""
        spec = self._spec
        counted = spec.columns or spec.rows or spec.most or spec.skip or spec.order == "stack"
        fixed = spec.cell is not None or spec.blocks or spec.fill in ("blanks", "spares")
        return not (counted or fixed or self._how.registered)

    def _by_size(self) -> dict[Size, list[Piece]]:
        found: dict[Size, list[Piece]] = {}
        for deck in self._group:
            found.setdefault(deck.size, []).extend(deck.pieces)
        return found

    def _shelved(self, waiting: dict[Size, list[Piece]]) -> list[Sheet]:
        """Pieces on shelves, on paper that is folded the better way; nothing when one does not fit."""
        margins = self._how.margins
        plots = (
            bare_fold_plots(self._spec, self._paper, margins)
            if self._how.folded
            else [bare_plot(self._spec, self._paper, margins, self._mirror)]
        )
        found = [self._on(plot, area, waiting) for plot, area in plots]
        return min((sheets for sheets in found if sheets), key=len, default=[])

    def _on(self, bare: Plot, area: Rect, waiting: dict[Size, list[Piece]]) -> list[Sheet]:
        edge = self._bleed
        inner = area.inset(Insets(edge, edge, edge, edge))
        gap = gap_between(bare, edge, self._apart)
        queues = {size: iter(pieces) for size, pieces in waiting.items()}
        sheets = []
        for shelves in shelve(inner.size, gap, {size: len(pieces) for size, pieces in waiting.items()}):
            blocks = [
                Block(
                    f"shelf {number}",
                    inner.x + shelf.x,
                    inner.y + shelf.y,
                    shelf.lying,
                    shelf.columns,
                    shelf.rows,
                    shelf.turned,
                    Size(gap, gap),
                )
                for number, shelf in enumerate(shelves, 1)
            ]
            pieces = [
                next(queues[shelf.piece]) for shelf in shelves for _ in range(shelf.columns * shelf.rows)
            ]
            sheets.append(place_all(replace(bare, blocks=in_the_middle(blocks, inner)), pieces))
        return sheets

    def _plot(self, size: Size) -> Plot:
        """The places for pieces of a size."""
        asked = (self._spec, size, self._paper, self._bleed, self._apart, self._how.margins)
        plot = plot_fold_sheet(*asked) if self._how.folded else plot_sheet(*asked, self._mirror)
        return leave_marks(plot, self._bleed) if self._how.registered else plot


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
