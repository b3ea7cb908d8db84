"""The order of the stages, from a project folder to files that are written whole or not at all."""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from typing import Any, Literal

from hotpnp.assets.fonts import Fonts
from hotpnp.assets.icons import BadSvg, Icon, Icons, UnsafeSvg, read_icon
from hotpnp.diag import Collector, Diagnostic, Span, did_you_mean
from hotpnp.expand.document import Figure, FigureRow, fill_text, read_blocks
from hotpnp.expand.faces import Context, FaceMaker, copies_of
from hotpnp.expand.language import PLAIN, Shape
from hotpnp.geometry import Insets, Rect, Size
from hotpnp.impose.cutplan import CutPlan, NotGuillotine
from hotpnp.impose.figures import Figures, UnknownFigure, page_groups
from hotpnp.impose.kit import Deck, LabelWords, cut_plans, document_sheets, finish_sheets, impose_decks
from hotpnp.impose.place import CardTooBig, Piece, Placement, Sheet, Side
from hotpnp.impose.slots import BadSheet, Plot, SheetTooBig, paper_of, papers_that_fit
from hotpnp.model.game import Component, Game, load_game
from hotpnp.model.sheet import SheetSpec, builtin_sheets, load_sheet
from hotpnp.model.sizes import PAPERS
from hotpnp.model.table import Card
from hotpnp.model.values import parse_measure
from hotpnp.scene.compose import Composer
from hotpnp.scene.items import Part, Scene, fingerprint, ink_box
from hotpnp.scene.pages import PageSetter
from hotpnp.source.workspace import Workspace
from hotpnp.units import show_mm

Backs = Literal["none", "with", "file"]
Progress = Callable[[str, int, int], None]
"""Hears what is being done, how much of it is done, and how much there is."""


@dataclass(frozen=True, slots=True)
class Options:
    """What a build is asked for; an empty text or tuple means the game's own choice."""

    components: tuple[str, ...] = ()
    sheet: str = ""
    paper: str = ""
    backs: Backs = "none"
    progress: Progress = field(default=lambda what, done, whole: None)


@dataclass(frozen=True, slots=True)
class ComponentReport:
    """One component of a kit in figures."""

    name: str
    title: str
    kind: str
    cards: int
    copies: int
    sheets: int
    size: Size
    sides: int


@dataclass(frozen=True, slots=True)
class Kit:
    """A game laid out on sheets, ready to be written."""

    game: Game
    sheet: str
    sheets: tuple[Sheet, ...]
    plans: tuple[CutPlan, ...]
    components: tuple[ComponentReport, ...]
    chosen: tuple[str, ...]
    fonts: Fonts

    @property
    def cards(self) -> int:
        """Cards and mats to be printed, copies counted."""
        return sum(component.copies for component in self.components)


@dataclass(frozen=True, slots=True)
class BuildReport:
    """What a build wrote."""

    kit: Kit
    files: tuple[Path, ...]
    seconds: float
    diagnostics: tuple[Diagnostic, ...]


def prepare(workspace: Workspace, name: str, options: Options) -> Kit:
    """Lay a game out. Raises Stopped, having said why, when anything is wrong."""
    return _Preparation(workspace, load_game(workspace, name), options).kit()


def build(workspace: Workspace, name: str, output: Path, options: Options) -> BuildReport:
    """Write a game's files. Raises Stopped, having written nothing and said why, when anything is wrong."""
    start = time.perf_counter()
    kit = prepare(workspace, name, options)
    files = write_files(render_files(kit, options), output / name, workspace.diagnostics)
    return BuildReport(kit, files, time.perf_counter() - start, tuple(workspace.diagnostics))


def explain(workspace: Workspace, name: str, card_id: str) -> dict[str, Any]:
    """One card: component, fields with their places and sources, scene as text. Raises Stopped."""
    from hotpnp.render.trace import trace_scene

    game = load_game(workspace, name)
    component, card = _find_card(game, card_id, workspace.diagnostics)
    front, _ = _Preparation(workspace, game, Options()).sides(component, card)
    workspace.diagnostics.stop_on_errors()
    assert component.table is not None
    fields = []
    for field_name, spec in component.table.fields.items():
        given = field_name in card.node.items
        span = card.span(field_name)
        fields.append(
            {
                "name": field_name,
                "value": str(card.values[field_name]),
                "place": f"{span.file}:{span.line}:{span.column}" if given else None,
                "source": spec.source,
                "note": card.notes.get(field_name) or spec.note,
            }
        )
    place = card.span("id")
    return {
        "id": card.id,
        "component": component.name,
        "place": f"{place.file}:{place.line}:{place.column}",
        "fingerprint": fingerprint(front),
        "fields": fields,
        "scene": trace_scene(front),
    }


def _find_card(game: Game, card_id: str, diagnostics: Collector) -> tuple[Component, Card]:
    cards = {
        card.id: (component, card)
        for component in game.components
        if component.table is not None
        for card in component.table.cards.values()
    }
    if card_id not in cards:
        message = f'{game.title} has no card "{card_id}"'
        raise diagnostics.fail("unknown-card", message, hint=did_you_mean(card_id, cards))
    return cards[card_id]


def picture(
    workspace: Workspace,
    name: str,
    file: Path,
    card_id: str | None,
    page: int | None,
    dpi: int,
    options: Options,
) -> None:
    """Write a card or a page as PNG. Raises Stopped, having said why, when anything is wrong."""
    from hotpnp.render.pdf import Metadata, Page, write_pdf
    from hotpnp.render.png import page_png

    diagnostics = workspace.diagnostics
    stream = BytesIO()
    if card_id is not None:
        game = load_game(workspace, name)
        component, card = _find_card(game, card_id, diagnostics)
        preparation = _Preparation(workspace, game, options)
        front, back = preparation.sides(component, card)
        diagnostics.stop_on_errors()
        scene = back or front
        placement = Placement(component.name, card.id, scene, Rect(0, 0, *scene.size), 0)
        write_pdf([Page(scene.size, Side((placement,)))], Metadata(card.id), preparation.fonts, stream)
    else:
        kit = prepare(workspace, name, options)
        if page is None or page > len(kit.sheets):
            raise diagnostics.fail("unknown-card", f"the kit has {len(kit.sheets)} pages, not {page}")
        sheet = kit.sheets[page - 1]
        write_pdf([Page(sheet.plot.paper, sheet.front)], Metadata(kit.game.title), kit.fonts, stream)
    folder = file.parent
    write_files({file.name: page_png(stream.getvalue(), 0, dpi)}, folder, diagnostics)


class _Preparation:
    """The stages up to sheets, for one game."""

    def __init__(self, workspace: Workspace, game: Game, options: Options) -> None:
        self._workspace = workspace
        self._diagnostics: Collector = workspace.diagnostics
        self._game = game
        self._options = options
        self._context = Context(game)
        self.fonts = Fonts()
        self._icons = open_icons(workspace, game.name)
        self._composer = Composer(self.fonts, self._icons, self._diagnostics)
        self._makers: dict[tuple[str, str], FaceMaker] = {}
        self._titles = {c.name: c.spec.title for c in game.components}

    def kit(self) -> Kit:
        chosen = self._chosen()
        name, spec, paper = self._sheet()
        self._diagnostics.stop_on_errors()
        needs_all = any(component.spec.kind == "document" for component in chosen)
        every = self._decks(self._game.components if needs_all else chosen)
        self._diagnostics.stop_on_errors()
        decks = [deck for deck in every if deck.component in {c.name for c in chosen}]
        sheets = self._impose(decks, name, spec, paper)
        every_sheet = sheets if len(decks) == len(every) else self._impose(every, name, spec, paper)
        self._check_frames(decks, spec, paper)
        plans = self._plans(every_sheet, name)
        bare = _bare_plot(spec, paper)
        pages = self._documents(every_sheet, plans, bare.paper) if needs_all else {}
        for component in chosen:
            if component.name in pages:
                sheets = [*sheets, *document_sheets(component.name, pages[component.name], bare)]
        self._diagnostics.stop_on_errors()
        words = LabelWords(f"{self._game.title} {self._game.version}", self._titles)
        finished = finish_sheets(sheets, self._plans(sheets, name), spec, words, self.fonts)
        reports = tuple(self._report(component, decks, sheets) for component in chosen)
        chosen_names = tuple(self._options.components)
        return Kit(self._game, name, tuple(finished), tuple(plans), reports, chosen_names, self.fonts)

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
        asked = None if self._options.sheet else self._game.span("sheet")
        spec = load_sheet(name, self._game.node.items.get("sheets"), asked, self._diagnostics)
        self._diagnostics.stop_on_errors()
        assert spec is not None
        for group in spec.together:
            for word in group:
                if word not in self._titles:
                    hint = did_you_mean(word, self._titles)
                    message = f'the sheet "{name}" puts together "{word}", which is no component'
                    self._diagnostics.add("unknown-component", message, self._game.span("sheet"), hint=hint)
        try:
            return name, spec, paper_of(spec, self._options.paper or None)
        except BadSheet as fault:
            hint = did_you_mean(self._options.paper or spec.paper, PAPERS)
            raise self._diagnostics.fail("unknown-paper", str(fault), asked, hint=hint) from fault

    def _decks(self, components: Sequence[Component]) -> list[Deck]:
        decks = []
        for component in components:
            if component.table is not None and component.front is not None:
                pieces = self._pieces(component)
                decks.append(Deck(component.name, component.spec.title, component.front.size, tuple(pieces)))
        return decks

    def _pieces(self, component: Component) -> list[Piece]:
        assert component.table is not None
        copies = copies_of(component, self._context, self._diagnostics)
        pieces = []
        cards = list(component.table.cards.values())
        for done, card in enumerate(cards):
            front, back = self.sides(component, card)
            pieces += [Piece(card.id, component.name, front, back)] * (copies * card.count)
            if done % 100 == 0:
                self._options.progress(component.spec.title, done, len(cards))
        return pieces

    def sides(self, component: Component, card: Card) -> tuple[Scene, Scene | None]:
        """Front and back of a card; the back only when it is to be printed."""
        front = self._composer.scene(self._maker(component, "front").face(card))
        if component.back is None or self._options.backs == "none":
            return front, None
        return front, self._composer.scene(self._maker(component, "back").face(card))

    def _maker(self, component: Component, side: str) -> FaceMaker:
        key = (component.name, side)
        if key not in self._makers:
            layout = component.front if side == "front" else component.back
            assert layout is not None
            assert component.table is not None
            self._makers[key] = FaceMaker(layout, component.table, self._context, self._diagnostics)
        return self._makers[key]

    def _impose(self, decks: list[Deck], name: str, spec: SheetSpec, paper: Size) -> list[Sheet]:
        try:
            return impose_decks([deck for deck in decks if deck.pieces], spec, paper)
        except SheetTooBig as fault:
            fitting = papers_that_fit(spec, decks[0].size)
            hint = f"it fits {', '.join(fitting)}" if fitting else ""
            others = self._sheets_that_fit(decks, paper)
            if others:
                hint = f"{hint + '; ' if hint else ''}sheets that fit this paper: {', '.join(others)}"
            message = f'the sheet "{name}" does not fit: {fault}'
            raise self._diagnostics.fail(
                "sheet-too-big", message, self._game.span("sheet"), hint=hint
            ) from fault
        except BadSheet as fault:
            message = f'the sheet "{name}": {fault}'
            raise self._diagnostics.fail("bad-value", message, self._game.span("sheet")) from fault
        except CardTooBig as fault:
            hint = "choose another sheet with --sheet, or make the card smaller"
            message = f'a card of this deck does not fit the sheet "{name}": it {fault}'
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
        quiet = Collector()
        for name in builtin_sheets().items:
            spec = load_sheet(name, self._game.node.items.get("sheets"), None, quiet)
            if spec is None:
                continue
            lying = paper.turned() if spec.landscape != (paper.width > paper.height) else paper
            try:
                impose_decks(decks, spec, lying)
            except (SheetTooBig, BadSheet, CardTooBig):
                continue
            fitting.append(name)
        return fitting

    def _check_frames(self, decks: list[Deck], spec: SheetSpec, paper: Size) -> None:
        """Warn of ink in the white frame that a sheet needs, once for each component."""
        frame = parse_measure(spec.frame).within(paper.width)
        clean: set[Part] = set()
        for deck in decks if frame else []:
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

    def _plans(self, sheets: list[Sheet], name: str) -> list[CutPlan]:
        try:
            return cut_plans(sheets)
        except NotGuillotine as fault:
            message = f'the sheet "{name}": {fault}'
            raise self._diagnostics.fail("sheet-too-big", message, self._game.span("sheet")) from fault

    def _documents(self, sheets: list[Sheet], plans: list[CutPlan], paper: Size) -> dict[str, list[Scene]]:
        """The pages of all documents, set until the number of pages that they tell is the true one."""
        cards = {
            card.id: (c, card) for c in self._game.components if c.table for card in c.table.cards.values()
        }
        documents = [c for c in self._game.components if c.spec.kind == "document"]
        counts = {component.name: 1 for component in documents}
        pages: dict[str, list[Scene]] = {}
        for _ in range(4):
            kit = {
                "cards": sum(len(sheet.front.placements) for sheet in sheets),
                "sheets": len(sheets),
                "pages": len(sheets) + sum(counts.values()),
            }
            figures = Figures(
                lambda card_id: self.sides(*cards[card_id])[0],
                list(cards),
                page_groups(sheets, self._titles, plans, counts),
                plans,
                self.fonts,
            )
            pages = {c.name: self._set_document(c, kit, figures, paper) for c in documents}
            found = {name: len(scenes) for name, scenes in pages.items()}
            if found == counts:
                break
            counts = found
        return pages

    def _set_document(
        self, component: Component, kit: dict[str, int], figures: Figures, paper: Size
    ) -> list[Scene]:
        assert component.page is not None
        values: dict[str, Any] = {**self._context.values, "kit": kit}
        shapes = {**self._context.shapes, "kit": Shape(dict.fromkeys(kit, PLAIN))}
        path, diagnostics = component.text_path, self._diagnostics
        text = fill_text(component.text, path, values, shapes, diagnostics)
        blocks = read_blocks(text, path, self._icons.names, diagnostics)
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

        setter = PageSetter(component.page, paper, self.fonts, self._icons, draw, diagnostics)
        footer = component.page.footer
        place = component.span("layout") or Span(path)

        def foot(page: int, pages: int) -> str:
            own = {**values, "page": page, "pages": pages}
            names = {**shapes, "page": PLAIN, "pages": PLAIN}
            return fill_text(footer, place.file, own, names, diagnostics)

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
    return all(inner.contains(ink_box(item)) for item in part.items)


def _bare_plot(spec: SheetSpec, paper: Size) -> Plot:
    """Upright paper without places, for documents."""
    upright = Size(min(paper), max(paper))
    margin = parse_measure(spec.printable).within(upright.width)
    return Plot(upright, Rect(0, 0, *upright).inset(Insets(margin, margin, margin, margin)), ())


def open_icons(workspace: Workspace, game: str) -> Icons:
    """The icons that a game may use: its own first, then the shared ones."""
    folders = (f"layouts/{game}/icons", "layouts/shared/icons")
    paths: dict[str, str] = {}
    for folder in reversed(folders):
        for file in workspace.names(folder):
            if file.endswith(".svg"):
                paths[file.removesuffix(".svg")] = f"{folder}/{file}"

    def load(name: str) -> Icon | None:
        path = paths[name]
        try:
            return read_icon(workspace.read_bytes(path))
        except UnsafeSvg as fault:
            workspace.diagnostics.add("unsafe-svg", str(fault), Span(path), hint="remove it from the file")
        except BadSvg as fault:
            workspace.diagnostics.add("bad-svg", str(fault), Span(path))
        return None

    return Icons(paths, load)


def render_files(kit: Kit, options: Options) -> dict[str, bytes]:
    """The files of a kit by name."""
    from hotpnp.render.pdf import Metadata, Page, write_pdf

    titles = {component.name: component.title for component in kit.components}
    fronts: list[Page] = []
    backs: list[Page] = []
    seen: set[str] = set()
    for number, sheet in enumerate(kit.sheets, 1):
        new = [titles[name] for name in sheet.components if name not in seen]
        seen.update(sheet.components)
        fronts.append(Page(sheet.plot.paper, sheet.front, str(number), " + ".join(new)))
        if sheet.back is not None:
            page = Page(sheet.plot.paper, sheet.back, f"{number} back")
            (fronts if options.backs == "with" else backs).append(page)
    stem = "+".join(kit.chosen) or "kit"
    files = {f"{stem}.pdf": fronts}
    if options.backs == "file" and backs:
        files["backs.pdf" if stem == "kit" else f"{stem}-backs.pdf"] = backs
    metadata = Metadata(f"{kit.game.title} {kit.game.version}", f"Sheet {kit.sheet}")
    rendered = {}
    for name, pages in files.items():
        stream = BytesIO()

        def on_page(number: int, name: str = name, whole: int = len(pages)) -> None:
            options.progress(name, number, whole)

        if pages:
            write_pdf(pages, metadata, kit.fonts, stream, on_page)
            rendered[name] = stream.getvalue()
    return rendered


def write_files(files: dict[str, bytes], folder: Path, diagnostics: Collector) -> tuple[Path, ...]:
    """Write files so that each is there whole or as it was before. Raises Stopped, having said why."""
    waiting: list[tuple[str, Path]] = []
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, data in files.items():
            handle, temporary = tempfile.mkstemp(prefix=f".{name}.", dir=folder)
            waiting.append((temporary, folder / name))
            with os.fdopen(handle, "wb") as stream:
                stream.write(data)
        for temporary, target in waiting:
            os.chmod(temporary, 0o666 & ~_umask())
            os.replace(temporary, target)
    except OSError as fault:
        for temporary, _ in waiting:
            if os.path.exists(temporary):
                os.unlink(temporary)
        place = Span(str(folder))
        reason = fault.strerror or str(fault)
        hint = "close the file in other programs, or choose another folder with --output"
        raise diagnostics.fail("not-writable", f"cannot be written: {reason}", place, hint=hint) from fault
    return tuple(folder / name for name in files)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
