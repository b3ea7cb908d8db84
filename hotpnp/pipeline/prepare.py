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
from hotpnp.impose.slots import BadSheet, Plot, SheetTooBig, paper_of
from hotpnp.model.game import Component, Game
from hotpnp.model.printer import find_printer
from hotpnp.model.sheet import SheetSpec
from hotpnp.model.sizes import CARD_PAPER, PAPERS
from hotpnp.model.values import parse_measure
from hotpnp.pipeline import swap
from hotpnp.pipeline.checks import SheetChecks
from hotpnp.pipeline.documents import PLAN, Documents, plan_page, plan_paper
from hotpnp.pipeline.drawing import Drawing
from hotpnp.pipeline.kit import ComponentReport, Kit, Options
from hotpnp.pipeline.printing import BeyondPrinter, adjusted, keep_printable, margins_on, unprinted
from hotpnp.pipeline.runs import Ledger, layouts_digest, reprinted
from hotpnp.pipeline.selection import Selection, useless_options
from hotpnp.prints.changes import Changes
from hotpnp.prints.history import load_history
from hotpnp.prints.run import Run
from hotpnp.scene.items import Scene
from hotpnp.source.workspace import Workspace

_OWN_PAGES = frozenset({PLAN, swap.NAME})
"""Names of the documents that hotpnp brings, which need paper of some size."""


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
        self._check_numbers()
        self._diagnostics.stop_on_errors()
        if self._options.select:
            chosen = [component for component in chosen if component.spec.kind != "document"]
        needs_all = any(component.spec.kind == "document" for component in chosen)
        every = self.drawing.decks(self.selection.needed if needs_all else chosen)
        if not self._options.components:
            self.drawing.lint()
        self._diagnostics.stop_on_errors()
        decks = [deck for deck in every if deck.component in {c.name for c in chosen}]
        decks, run, changes = self._tracked(decks, name, spec, paper)
        if self._options.changed and changes is not None:
            chosen = self._only_cards(chosen, changes, run)
            needs_all = False
        sheets = self._impose(decks, name)
        self._diagnostics.stop_on_errors()
        if self._options.select and not self._options.changed:
            filled = {deck.component for deck in decks if deck.pieces}
            chosen = [component for component in chosen if component.name in filled]
        told = [deck for deck in every if deck.component in self.selection.told]
        every_sheet = self._impose(told, name) if needs_all and len(decks) != len(told) else sheets
        self._check(decks, name, sheets)
        plans = self._plans(every_sheet, name)
        texts = [c for c in (self.selection.needed if needs_all else chosen) if c.spec.kind == "document"]
        if self._options.cut_plan:
            texts.append(plan_page(plans))
            chosen.append(texts[-1])
        documents = Documents(self.drawing, self._game, self._options.paper or spec.paper, self._diagnostics)
        bare = {c.name: _bare_plot(spec, plan_paper(paper) if c.name in _OWN_PAGES else paper) for c in texts}
        papers = {component: plot.paper for component, plot in bare.items()}
        pages = documents.pages(texts, every_sheet, plans, papers)
        sheets = self._with_pages(sheets, chosen, pages, bare)
        if not sheets and not self._options.changed:
            hint = "check count: of the cards and copies: of the components"
            self._diagnostics.add(
                "nothing-to-print", "there are no cards to print", self._game.span("title"), hint=hint
            )
        self._diagnostics.stop_on_errors()
        finished, cuts = self._finish(sheets, name, run)
        reports = tuple(self._report(component, decks, sheets) for component in chosen)
        chosen_names = (f"run-{self._options.run}",) if self._options.run else tuple(self._options.components)
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
            run,
            changes,
        )

    def _check_numbers(self) -> None:
        """Hold the game against what it expects; the counting is loaded only for a game that does."""
        specs = [component.spec for component in self._game.components]
        if self._game.file.expect or any(spec.expect or spec.stats for spec in specs):
            from hotpnp.pipeline.stats import check_numbers

            check_numbers(self._game, self.drawing.context, self._diagnostics, self._options.held)

    def _tracked(
        self, decks: list[Deck], name: str, spec: SheetSpec, paper: Size
    ) -> tuple[list[Deck], Run | None, Changes | None]:
        """Decks with their stamps, or of them what changed, and the run that printing them is."""
        if self._options.run:
            return self._again(decks), None, None
        if not self._options.tracked:
            return self.selection.only(decks), None, None
        history = load_history(self._workspace, self._game.name)
        ledger = Ledger(self._game, decks, history, self.fonts)
        whole = [deck.component for deck in decks] if not self._options.select else []
        if self._options.changed:
            decks, whole = ledger.only_changed(), []
        decks = self.selection.only(decks)
        options = {
            "name": name,
            "paper": self._options.paper or spec.paper,
            "backs": self._options.backs,
            "flip": spec.flip,
        }
        layouts = layouts_digest(self._workspace, self._game.name)
        run = ledger.run(
            decks, whole, options, layouts, in_step=self._options.changed and not self._options.select
        )
        shop = spec.paper == CARD_PAPER or bool(self._options.pdfx)
        if self._options.stamps or (self._options.stamps is None and not shop):
            decks = ledger.stamp(decks, run.name)
        return decks, run, ledger.changes.only(self.selection.cards())

    def _again(self, decks: list[Deck]) -> list[Deck]:
        """The copies that a run printed, with its stamps; says which cards today's layouts draw otherwise."""
        name = self._options.run
        run = load_history(self._workspace, self._game.name).run(name)
        assert run is not None
        found, different = reprinted(decks, run, self.fonts)
        if different:
            layouts = layouts_digest(self._workspace, self._game.name)
            why = "the layouts have" if layouts != run.layouts else "what they are drawn from has"
            count = f"{len(different)} of {len(run.cards)} cards of run {name}"
            names = [key.card for key in different]
            message = f"{count} look different now; {why} changed since"
            hint = f"these are {', '.join(names[:8])}{' ...' if len(names) > 8 else ''}"
            self._diagnostics.add("run-differs", message, hint=hint, severity="warning")
        return found

    def _only_cards(self, chosen: list[Component], changes: Changes, run: Run | None) -> list[Component]:
        """The components whose cards change, after the swap list."""
        changing = {change.key.component for change in changes.cards if change.kind != "same"}
        cards = [c for c in chosen if c.name in changing]
        self._titles[swap.NAME] = "Swap list"
        page = swap.swap_page(changes, self._titles, run.name if run is not None else "")
        return [page, *cards] if cards else []

    def _with_pages(
        self,
        sheets: list[Sheet],
        chosen: list[Component],
        pages: dict[str, list[Scene]],
        bare: dict[str, Plot],
    ) -> list[Sheet]:
        """The sheets of cards with the pages of documents behind them; a swap list goes before."""
        for component in chosen:
            if component.name in pages:
                found = document_sheets(component.name, pages[component.name], bare[component.name])
                first = component.name == swap.NAME
                sheets = [*found, *sheets] if first else [*sheets, *found]
        return sheets

    def _finish(self, sheets: list[Sheet], name: str, run: Run | None) -> tuple[list[Sheet], list[CutSheet]]:
        """The sheets with all that stands beside their cards, and what a cutter cuts, if there is one."""
        options = self._options
        number = run.name if run is not None else options.run
        run_words = f"run {number}" if number else ""
        words = (
            (run_words, True),
            (options.date, True),
            ("gray", options.gray),
            ("low ink", options.low_ink),
        )
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
            message, _, hint = str(fault).partition("; ")
            raise self._diagnostics.fail("unknown-paper", message, hint=hint) from fault
        self._refuse_useless(name)
        return name, spec, paper

    def _refuse_useless(self, name: str) -> None:
        """Say which options do not apply where every piece is a page of its own. Raises Stopped."""
        chosen = self.selection.chosen
        kinds = {c.spec.sheet or name for c in chosen if c.spec.kind != "document"}
        if not kinds or any(self._game.sheets[kind].paper != CARD_PAPER for kind in kinds):
            return
        useless = useless_options(self._options, any(c.spec.kind == "document" for c in chosen))
        if useless:
            message = f'the sheet "{name}" makes a page of each card; {", ".join(useless)} cannot go with it'
            raise self._diagnostics.fail(
                "option-useless", message, hint="leave it out, or choose another sheet"
            )

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

    def printed(self, decks: Sequence[Deck], spec: SheetSpec) -> list[Sheet]:
        """Decks on sheets of their own paper that the printer can print.

        Raises SheetTooBig, BadSheet, CardTooBig or BeyondPrinter.
        """
        sheets = self.lay(decks, spec, self.paper(spec))
        keep_printable(sheets, spec, self._printer)
        return sheets

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
                checks.edges(own, checks.frames(run, spec, paper))
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
            fitting = self._papers_that_fit(decks, spec)
            others = self._sheets_that_fit(decks, paper)
            hints = (
                f"it fits {', '.join(fitting)}" if fitting else "",
                f"sheets that fit this paper: {', '.join(others)}" if others else "",
            )
            message = f'the sheet "{name}" does not fit: {fault}'
            hint = "; ".join(filter(None, hints))
            raise self._diagnostics.fail("sheet-too-big", message, place, hint=hint) from fault
        except BadSheet as fault:
            message = f'the sheet "{name}": {fault}'
            raise self._diagnostics.fail("bad-value", message, place) from fault
        except CardTooBig as fault:
            hint = "give the component a sheet: of its own, choose another with --sheet, or make it smaller"
            message = f'the sheet "{name}" does not take every piece: {fault}'
            component = next(c for c in self._game.components if c.name == fault.component)
            raise self._diagnostics.fail(
                "card-too-big", message, component.span("layout"), hint=hint
            ) from fault

    def _papers_that_fit(self, decks: list[Deck], spec: SheetSpec) -> list[str]:
        """Names of papers on which a sheet takes these decks, with what the command and the printer ask."""
        if spec.paper == CARD_PAPER:
            return []
        return [name for name in PAPERS if self._takes(decks, spec, paper_of(spec, name)) is not None]

    def _sheets_that_fit(self, decks: list[Deck], paper: Size) -> list[str]:
        """Names of sheets of this kind of paper that print these decks whole, the fewest first."""
        fitting: dict[str, int] = {}
        for name, known in self._game.sheets.items():
            spec = self.asked(known)
            lying = self.paper(spec)
            if spec.paper == CARD_PAPER or sorted(lying) != sorted(paper):
                continue
            if self._options.cutter and lying.width <= lying.height:
                continue
            sheets = self._takes(decks, spec, lying)
            if sheets is not None and not any(unprinted(sheets)):
                fitting[name] = len(sheets)
        return sorted(fitting, key=lambda name: fitting[name])

    def _takes(self, decks: list[Deck], spec: SheetSpec, paper: Size) -> list[Sheet] | None:
        """Decks on sheets that can be printed and cut, or none."""
        try:
            sheets = self.lay(decks, spec, paper)
            keep_printable(sheets, spec, self._printer)
            cut_plans(sheets)
        except (SheetTooBig, BadSheet, CardTooBig, BeyondPrinter, NotGuillotine):
            return None
        return sheets

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
