"""The stages from a game to finished sheets."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Any

from hotpnp.diag import Collector, Span, did_you_mean
from hotpnp.expand.document import Figure, FigureRow, fill_text, read_blocks
from hotpnp.expand.language import PLAIN, Shape
from hotpnp.geometry import Insets, Rect, Size
from hotpnp.impose.cutplan import CutPlan, NotGuillotine
from hotpnp.impose.figures import Figures, UnknownFigure, page_groups
from hotpnp.impose.kit import Deck, LabelWords, cut_plans, document_sheets, finish_sheets, impose_decks
from hotpnp.impose.place import CardTooBig, Sheet
from hotpnp.impose.slots import BadSheet, Plot, SheetTooBig, paper_of, papers_that_fit
from hotpnp.model.game import Component, Game
from hotpnp.model.sheet import SheetSpec
from hotpnp.model.sizes import PAPERS
from hotpnp.model.values import parse_measure
from hotpnp.pipeline.drawing import Drawing
from hotpnp.pipeline.kit import ComponentReport, Kit, Options
from hotpnp.scene.items import Part, Scene
from hotpnp.scene.pages import PageSetter
from hotpnp.source.workspace import Workspace
from hotpnp.units import show_mm


class Preparation:
    """The stages up to sheets, for one game."""

    def __init__(self, workspace: Workspace, game: Game, options: Options) -> None:
        self._workspace = workspace
        self._diagnostics: Collector = workspace.diagnostics
        self._game = game
        self._options = options
        self.drawing = Drawing(workspace, game, options)
        self.fonts = self.drawing.tools.fonts
        self._titles = {c.name: c.spec.title for c in game.components}

    def kit(self) -> Kit:
        chosen = self._chosen()
        name, spec, paper = self._sheet()
        self._diagnostics.stop_on_errors()
        needs_all = any(component.spec.kind == "document" for component in chosen)
        every = self.drawing.decks(self._game.components if needs_all else chosen)
        if not self._options.components:
            self.drawing.lint()
        self._diagnostics.stop_on_errors()
        decks = [deck for deck in every if deck.component in {c.name for c in chosen}]
        sheets = self._impose(decks, name)
        every_sheet = sheets if len(decks) == len(every) else self._impose(every, name)
        self._check_frames(decks, name)
        self._check_bleed(sheets)
        plans = self._plans(every_sheet, name)
        bare = _bare_plot(spec, paper)
        pages = self._documents(every_sheet, plans, bare.paper, spec.paper) if needs_all else {}
        for component in chosen:
            if component.name in pages:
                sheets = [*sheets, *document_sheets(component.name, pages[component.name], bare)]
        if not sheets:
            hint = "check count: of the cards and copies: of the components"
            self._diagnostics.add(
                "nothing-to-print", "there are no cards to print", self._game.span("title"), hint=hint
            )
        self._diagnostics.stop_on_errors()
        words = LabelWords(f"{self._game.title} {self._game.version}", self._titles)
        finished = finish_sheets(sheets, self._plans(sheets, name), words, self.fonts)
        reports = tuple(self._report(component, decks, sheets) for component in chosen)
        chosen_names = tuple(self._options.components)
        return Kit(
            self._game,
            name,
            tuple(finished),
            tuple(plans),
            reports,
            chosen_names,
            self.fonts,
            self._diagnostics,
        )

    def _chosen(self) -> list[Component]:
        known = {component.name: component for component in self._game.components}
        for name in self._options.components:
            if name not in known:
                message = f'{self._game.title} has no component "{name}"'
                self._diagnostics.add("unknown-component", message, hint=did_you_mean(name, known))
        wanted = self._options.components or tuple(known)
        return [component for name, component in known.items() if name in wanted]

    def _sheet(self) -> tuple[str, SheetSpec, Size]:
        name = self._options.sheet or self._game.sheet
        if name not in self._game.sheets:
            hint = did_you_mean(name, self._game.sheets)
            raise self._diagnostics.fail("unknown-sheet", f'there is no sheet "{name}"', hint=hint)
        spec = self._game.sheets[name]
        try:
            return name, spec, paper_of(spec, self._options.paper or None)
        except BadSheet as fault:
            hint = did_you_mean(self._options.paper, PAPERS)
            raise self._diagnostics.fail("unknown-paper", str(fault), hint=hint) from fault

    def _sheet_place(self, decks: Sequence[Deck] = ()) -> Span | None:
        """Where the sheet of decks is named: by their component or the game, unless another was asked for."""
        for component in self._game.components:
            if component.spec.sheet is not None and component.name in {deck.component for deck in decks}:
                return component.span("sheet")
        return None if self._options.sheet else self._game.span("sheet")

    def _spec(self, deck: Deck, name: str) -> str:
        """Name of the sheet of a component: its own, or the kit's."""
        own = next(c.spec.sheet for c in self._game.components if c.name == deck.component)
        return own or name

    def _impose(self, decks: list[Deck], name: str) -> list[Sheet]:
        """The sheets of decks in kit order; neighbours on the same sheet are laid out together."""
        sheets: list[Sheet] = []
        filled = [deck for deck in decks if deck.pieces]
        for sheet, run in groupby(filled, lambda deck: self._spec(deck, name)):
            sheets += self._impose_run(list(run), sheet)
        return sheets

    def _impose_run(self, decks: list[Deck], name: str) -> list[Sheet]:
        spec = self._game.sheets[name]
        paper = paper_of(spec, self._options.paper or None)
        place = self._sheet_place(decks)
        try:
            return impose_decks(decks, spec, paper)
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
        """The names of hotpnp's sheets that these decks and this kind of paper allow."""
        fitting = []
        for name, spec in self._game.sheets.items():
            lying = paper.turned() if spec.landscape != (paper.width > paper.height) else paper
            try:
                impose_decks(decks, spec, lying)
            except (SheetTooBig, BadSheet, CardTooBig):
                continue
            fitting.append(name)
        return fitting

    def _check_frames(self, decks: list[Deck], name: str) -> None:
        """Warn of ink in the white frame that a sheet needs, once for each component."""
        for deck in decks:
            clean: set[Part] = set()
            spec = self._game.sheets[self._spec(deck, name)]
            frame = parse_measure(spec.frame).within(paper_of(spec, self._options.paper or None).width)
            if not frame:
                continue
            inner = Rect(0, 0, *deck.size).inset(Insets(frame, frame, frame, frame))
            for piece in deck.pieces:
                dirty = [part for part in piece.front.parts if part not in clean and not _inside(part, inner)]
                if dirty:
                    message = (
                        f"ink lies within {show_mm(frame)} of the trim, where many printers cannot print"
                    )
                    hint = "keep the frame white, or choose a sheet with margins"
                    place = self._layout_place([deck])
                    self._diagnostics.add(
                        "ink-in-frame", message, place, hint=hint, card=piece.card, severity="warning"
                    )
                    break
                clean.update(piece.front.parts)

    def _check_bleed(self, sheets: list[Sheet]) -> None:
        """Warn, once, when the paper's edge cuts the bleed of a card."""
        for sheet in sheets:
            paper = Rect(0, 0, *sheet.plot.paper)
            for placed in sheet.front.placements:
                if placed.clip is None or paper.contains(placed.trim.grown(placed.scene.bleed)):
                    continue
                message = f"the paper's edge cuts the bleed of {show_mm(placed.scene.bleed)}"
                hint = "choose a sheet with more margin or a larger paper"
                place = self._sheet_place()
                self._diagnostics.add(
                    "bleed-cut", message, place, hint=hint, card=placed.card, severity="warning"
                )
                return

    def _plans(self, sheets: list[Sheet], name: str) -> list[CutPlan]:
        try:
            return cut_plans(sheets)
        except NotGuillotine as fault:
            message = f'the sheet "{name}": {fault}'
            raise self._diagnostics.fail("sheet-too-big", message, self._sheet_place()) from fault

    def _documents(
        self, sheets: list[Sheet], plans: list[CutPlan], paper: Size, spec_paper: str
    ) -> dict[str, list[Scene]]:
        """The pages of all documents, set until the number of pages that they tell is the true one."""
        cards = {
            card.id: (c, card) for c in self._game.components if c.table for card in c.table.cards.values()
        }
        documents = [c for c in self._game.components if c.spec.kind == "document"]
        counts = {component.name: 1 for component in documents}
        for _ in range(4):
            kit: dict[str, Any] = {
                "cards": sum(len(sheet.front.placements) for sheet in sheets),
                "sheets": len(sheets),
                "pages": len(sheets) + sum(counts.values()),
                "paper": self._options.paper or spec_paper,
            }
            figures = Figures(
                lambda card_id: self.drawing.sides(*cards[card_id])[0],
                list(cards),
                page_groups(sheets, self._titles, plans, counts),
                plans,
                self.fonts,
            )
            pages = {c.name: self._set_document(c, kit, figures, paper) for c in documents}
            found = {name: len(scenes) for name, scenes in pages.items()}
            if found == counts:
                return pages
            counts = found
        place = Span(documents[0].text_path)
        hint = "let no text come or go with {kit.pages}"
        message = "the number of pages does not settle: the text grows and shrinks with it"
        raise self._diagnostics.fail("bad-markdown", message, place, hint=hint)

    def _set_document(
        self, component: Component, kit: dict[str, Any], figures: Figures, paper: Size
    ) -> list[Scene]:
        assert component.page is not None
        values: dict[str, Any] = {**self.drawing.context.values, "kit": kit}
        shapes = {**self.drawing.context.shapes, "kit": Shape(dict.fromkeys(kit, PLAIN))}
        path, diagnostics = component.text_path, self._diagnostics
        text = fill_text(component.text, path, values, shapes, diagnostics)
        blocks = read_blocks(text, path, self.drawing.tools.icons.names, diagnostics)
        spans = {
            figure: block.span for block in blocks if isinstance(block, FigureRow) for figure in block.figures
        }

        def draw(figure: Figure, width: int) -> Scene | None:
            try:
                return figures.draw(figure, width)
            except UnknownFigure as fault:
                code = "unknown-card" if figure.kind.startswith("card") else "bad-markdown"
                diagnostics.add(code, str(fault), spans[figure], hint=did_you_mean(fault.word, fault.known))
                return None

        setter = PageSetter(
            component.page, paper, self.fonts, self.drawing.tools.icons, self._game.palette, draw, diagnostics
        )
        footer = component.page.footer
        place = component.footer_place or Span(path)

        def foot(page: int, pages: int) -> str:
            own = {**values, "page": page, "pages": pages}
            names = {**shapes, "page": PLAIN, "pages": PLAIN}
            return fill_text(footer, place.file, own, names, diagnostics, place)

        return setter.pages(blocks, foot)

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
        )


def _inside(part: Part, inner: Rect) -> bool:
    return not part.items or inner.contains(part.box)


def _bare_plot(spec: SheetSpec, paper: Size) -> Plot:
    """Upright paper without places, for documents."""
    upright = Size(min(paper), max(paper))
    margin = parse_measure(spec.printable).within(upright.width)
    return Plot(upright, Rect(0, 0, *upright).inset(Insets(margin, margin, margin, margin)), ())
