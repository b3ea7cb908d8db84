"""The stages from a game to finished sheets."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import groupby
from typing import Any

from hotpnp.diag import Collector, Span, did_you_mean
from hotpnp.geometry import Insets, Rect, Size
from hotpnp.impose.cutplan import CutPlan
from hotpnp.impose.cutsheets import CutSheet, RadiusTooLarge, cut_sheets
from hotpnp.impose.guillotine import NotGuillotine
from hotpnp.impose.kit import (
    Deck,
    LabelWords,
    Printing,
    cut_plans,
    document_sheets,
    finish_sheets,
    impose_decks,
    register_sheets,
)
from hotpnp.impose.place import CardTooBig, Sheet
from hotpnp.impose.slots import BadSheet, Plot, SheetTooBig, paper_of, papers_that_fit
from hotpnp.model.game import Component, Game
from hotpnp.model.printer import find_printer
from hotpnp.model.sheet import SheetSpec
from hotpnp.model.sizes import CARD_PAPER, PAPERS
from hotpnp.model.values import parse_measure
from hotpnp.pipeline.checks import SheetChecks
from hotpnp.pipeline.documents import Documents, plan_page
from hotpnp.pipeline.drawing import Drawing
from hotpnp.pipeline.kit import ComponentReport, Kit, Options
from hotpnp.pipeline.printing import adjusted, beyond, margins_on
from hotpnp.pipeline.selection import Selection
from hotpnp.source.workspace import Workspace


class Preparation:
    """The stages up to sheets, for one game."""

    def __init__(self, workspace: Workspace, game: Game, options: Options) -> None:
        self._workspace = workspace
        self._diagnostics: Collector = workspace.diagnostics
        self._game = game
        self._options = options
        self.drawing = Drawing(workspace, game, options)
        self.fonts = self.drawing.tools.fonts
        self.selection = Selection(game, options, self.drawing.context, self._diagnostics)
        self._printer = find_printer(workspace, options.printer) if options.printer else None
        self._titles = {c.name: c.spec.title for c in game.components}

    def kit(self) -> Kit:
        chosen = list(self.selection.chosen)
        name, spec, paper = self.sheet()
        self._diagnostics.stop_on_errors()
        needs_all = any(component.spec.kind == "document" for component in chosen)
        every = self.drawing.decks(self.selection.told if needs_all else chosen)
        if not self._options.components:
            self.drawing.lint()
        self._diagnostics.stop_on_errors()
        decks = [deck for deck in every if deck.component in {c.name for c in chosen}]
        sheets = self._impose(decks, name)
        every_sheet = sheets if len(decks) == len(every) else self._impose(every, name)
        self._check(decks, name, sheets)
        plans = self._plans(every_sheet, name)
        bare = _bare_plot(spec, paper)
        texts = [c for c in self.selection.told if c.spec.kind == "document"] if needs_all else []
        if self._options.cut_plan:
            chosen.append(plan_page(plans))
            texts.append(chosen[-1])
        documents = Documents(self.drawing, self._game, self._options.paper or spec.paper, self._diagnostics)
        pages = documents.pages(texts, every_sheet, plans, bare.paper)
        for component in chosen:
            if component.name in pages:
                sheets = [*sheets, *document_sheets(component.name, pages[component.name], bare)]
        if not sheets:
            hint = "check count: of the cards and copies: of the components"
            self._diagnostics.add(
                "nothing-to-print", "there are no cards to print", self._game.span("title"), hint=hint
            )
        self._diagnostics.stop_on_errors()
        finished, cuts = self._finish(sheets, name)
        reports = tuple(self._report(component, decks, sheets) for component in chosen)
        chosen_names = tuple(self._options.components)
        return Kit(
            self._game,
            name,
            spec.flip,
            tuple(finished),
            tuple(plans),
            reports,
            chosen_names,
            self.fonts,
            self._diagnostics,
            tuple(cuts),
        )

    def _finish(self, sheets: list[Sheet], name: str) -> tuple[list[Sheet], list[CutSheet]]:
        """The sheets with all that stands beside their cards, and what a cutter cuts, if there is one."""
        options = self._options
        words = ((options.date, True), ("gray", options.gray), ("low ink", options.low_ink))
        notes = tuple(word for word, said in words if word and said)
        if self._printer is not None:
            tray = f", {self._printer.tray}" if self._printer.tray else ""
            notes = (*notes, f"{self._printer.name}{tray}")
            sheets = adjusted(sheets, self._printer)
        label = LabelWords(f"{self._game.title} {self._game.version}", self._titles, notes)
        if not self._options.cutter:
            return finish_sheets(sheets, self._plans(sheets, name), label, self.fonts), []
        try:
            cuts = cut_sheets(sheets, self._options.corner_radius)
        except RadiusTooLarge as fault:
            raise self._diagnostics.fail("bad-value", str(fault)) from fault
        return register_sheets(sheets, cuts, label, self.fonts), cuts

    def sheet(self) -> tuple[str, SheetSpec, Size]:
        """Name, specification and paper of the sheet asked for. Raises Stopped, having said why."""
        name = self._options.sheet or self._game.sheet
        if name not in self._game.sheets:
            hint = did_you_mean(name, self._game.sheets)
            raise self._diagnostics.fail("unknown-sheet", f'there is no sheet "{name}"', hint=hint)
        spec = self.asked(self._game.sheets[name])
        try:
            paper = paper_of(spec, self._options.paper or None)
        except BadSheet as fault:
            hint = did_you_mean(self._options.paper, PAPERS)
            raise self._diagnostics.fail("unknown-paper", str(fault), hint=hint) from fault
        return name, spec, paper

    def asked(self, spec: SheetSpec) -> SheetSpec:
        """The sheet with what the command asks for over what its file says."""
        options = self._options
        flip = options.flip
        if not flip and self._printer is not None and self._printer.duplex != "none":
            flip = self._printer.duplex
        given = {"flip": flip, "fill": options.fill, "order": options.order}
        changes: dict[str, Any] = {key: word for key, word in given.items() if word}
        return spec.model_copy(update={**changes, "skip": [*spec.skip, *options.skip]})

    def _sheet_place(self, decks: Sequence[Deck] = ()) -> Span | None:
        """Where the sheet of decks is named: by their component or the game, unless another was asked for."""
        for component in self._game.components:
            if component.spec.sheet is not None and component.name in {deck.component for deck in decks}:
                return component.span("sheet")
        return None if self._options.sheet else self._game.span("sheet")

    def lay(self, decks: Sequence[Deck], spec: SheetSpec, paper: Size) -> list[Sheet]:
        """Decks on sheets as the command asks. Raises SheetTooBig, BadSheet or CardTooBig."""
        margins = margins_on(self._printer, paper) if self._printer is not None else None
        how = Printing(margins, self._options.backs == "fold", bool(self._options.cutter))
        return impose_decks(decks, spec, paper, how)

    def runs(self, decks: Sequence[Deck], name: str) -> Iterator[tuple[SheetSpec, str, list[Deck]]]:
        """Decks in kit order, those that follow each other on one kind of sheet together."""
        own = {c.name: c.spec.sheet for c in self._game.components}
        filled = [deck for deck in decks if deck.pieces]
        for kind, run in groupby(filled, lambda deck: own[deck.component] or name):
            yield self.asked(self._game.sheets[kind]), kind, list(run)

    def paper(self, spec: SheetSpec) -> Size:
        """The paper of a sheet, as it lies. Raises BadSheet."""
        return paper_of(spec, self._options.paper or None)

    def _impose(self, decks: Sequence[Deck], name: str) -> list[Sheet]:
        found: list[Sheet] = []
        for spec, kind, run in self.runs(decks, name):
            found += self._laid(run, kind, spec, self.paper(spec))
        return found

    def _check(self, decks: Sequence[Deck], name: str, sheets: Sequence[Sheet]) -> None:
        """Say what the paper or the printer would leave out."""
        for spec, kind, run in self.runs(decks, name):
            names = {deck.component for deck in run}
            own = [sheet for sheet in sheets if names & set(sheet.components)]
            checks = SheetChecks(self._game, self._diagnostics, self._sheet_place(run))
            checks.bleed(own)
            paper = self.paper(spec)
            if self._printer is None or self._printer.margin is None:
                checks.frames(run, spec, paper)
            else:
                others = partial(self._sheets_that_fit, run, paper)
                checks.printer(own, kind, spec, self._printer, others)

    def _laid(self, decks: list[Deck], name: str, spec: SheetSpec, paper: Size) -> list[Sheet]:
        place = self._sheet_place(decks)
        if self._options.cutter and paper.width <= paper.height:
            lying = [name for name, other in self._game.sheets.items() if other.landscape]
            hint = f"choose one that lies so: {', '.join(lying)}" if lying else ""
            message = f'the sheet "{name}" must lie on its long side for a Silhouette to find its marks'
            raise self._diagnostics.fail("cutter-portrait", message, place, hint=hint)
        try:
            return self.lay(decks, spec, paper)
        except SheetTooBig as fault:
            fitting = [name for name in papers_that_fit(spec, decks[0].size) if PAPERS[name] != paper]
            hint = f"it fits {', '.join(fitting)}" if fitting else ""
            others = self._sheets_that_fit(decks, paper)
            if others:
                hint = f"{hint + '; ' if hint else ''}sheets that fit this paper: {', '.join(others)}"
            message = f'the sheet "{name}" does not fit: {fault}'
            raise self._diagnostics.fail("sheet-too-big", message, place, hint=hint) from fault
        except BadSheet as fault:
            message = f'the sheet "{name}": {fault}'
            raise self._diagnostics.fail("bad-value", message, place) from fault
        except CardTooBig as fault:
            hint = "give the component a sheet: of its own, choose another with --sheet, or make it smaller"
            message = f'a piece of this component does not fit the sheet "{name}": it {fault}'
            raise self._diagnostics.fail(
                "card-too-big", message, self._layout_place(decks), hint=hint
            ) from fault

    def _layout_place(self, decks: list[Deck]) -> Span | None:
        largest = max(decks, key=lambda deck: deck.size.width * deck.size.height)
        component = next(c for c in self._game.components if c.name == largest.component)
        return component.span("layout")

    def _sheets_that_fit(self, decks: list[Deck], paper: Size) -> list[str]:
        """Names of sheets that these decks, this kind of paper and the printer allow, the fewest first."""
        fitting: dict[str, int] = {}
        for name, spec in self._game.sheets.items():
            if spec.paper == CARD_PAPER:
                continue
            lying = paper.turned() if spec.landscape != (paper.width > paper.height) else paper
            if self._options.cutter and lying.width <= lying.height:
                continue
            try:
                sheets = self.lay(decks, spec, lying)
            except (SheetTooBig, BadSheet, CardTooBig):
                continue
            frame = parse_measure(spec.frame).within(lying.width)
            if self._printer is None or self._printer.margin is None or not beyond(sheets, frame):
                fitting[name] = len(sheets)
        return sorted(fitting, key=lambda name: fitting[name])

    def _plans(self, sheets: list[Sheet], name: str) -> list[CutPlan]:
        try:
            return cut_plans(sheets)
        except NotGuillotine as fault:
            message = f'the sheet "{name}": {fault}'
            raise self._diagnostics.fail("sheet-too-big", message, self._sheet_place()) from fault

    def _report(self, component: Component, decks: list[Deck], sheets: list[Sheet]) -> ComponentReport:
        deck = next((deck for deck in decks if deck.component == component.name), None)
        holding = [sheet for sheet in sheets if component.name in sheet.components]
        size = component.size or (holding[0].plot.paper if holding else Size(0, 0))
        return ComponentReport(
            component.name,
            component.spec.title,
            component.spec.kind,
            len(component.table.cards) if component.table is not None else 0,
            len(deck.pieces) if deck is not None else 0,
            len(holding),
            size,
            2 if component.back is not None else 1,
            component.spec.optional,
        )


def _bare_plot(spec: SheetSpec, paper: Size) -> Plot:
    """Upright paper without places, for documents."""
    upright = Size(min(paper), max(paper))
    margin = parse_measure(spec.printable).within(upright.width)
    return Plot(upright, Rect(0, 0, *upright).inset(Insets(margin, margin, margin, margin)), ())
