"""The stages from cards to scenes: faces, sizes that texts share, lints."""

from __future__ import annotations

from collections.abc import Sequence

from hotpnp.diag import Span
from hotpnp.expand.faces import Context, Face, FaceMaker, copies_of
from hotpnp.expand.lint import Spelling, lint_fields, lint_layouts
from hotpnp.impose.kit import Deck
from hotpnp.impose.place import Piece
from hotpnp.model.game import Component, Design, Game
from hotpnp.model.layout import Layout
from hotpnp.model.table import Card, Table
from hotpnp.model.text_element import TextElement
from hotpnp.pipeline.assets import open_pictures, open_tools
from hotpnp.pipeline.kit import Options
from hotpnp.scene.compose import Composer
from hotpnp.scene.items import Scene
from hotpnp.scene.lint import Linter
from hotpnp.scene.silence import Silences, elements_below
from hotpnp.source.workspace import Workspace


class Drawing:
    """Draws the cards of one game."""

    def __init__(self, workspace: Workspace, game: Game, options: Options) -> None:
        self._diagnostics = workspace.diagnostics
        self._game = game
        self._options = options
        self.context = Context(game)
        self.tools = open_tools(workspace, game)
        pictures = open_pictures(workspace, game.file.picture_limit)
        self._silences = Silences()
        self._composer = Composer(self.tools, pictures, self._silences, self._diagnostics)
        self._linter = Linter(self._composer, self._diagnostics)
        self._makers: dict[tuple[str, str, str], tuple[FaceMaker, Table]] = {}

    def decks(self, components: Sequence[Component]) -> list[Deck]:
        decks = []
        for component in components:
            if component.table is not None and component.front is not None:
                pieces = self._pieces(component)
                decks.append(Deck(component.name, component.spec.title, component.front.size, tuple(pieces)))
        return decks

    def _pieces(self, component: Component) -> list[Piece]:
        assert component.table is not None
        copies = copies_of(component, component.table, self.context, self._diagnostics)
        cards = list(component.table.cards.values())
        faces = [self._faces(component, card) for card in cards]
        for front, back in faces:
            self._scenes(front, back)
        self._composer.settle(component.name)
        pieces = []
        for done, (card, (front, back)) in enumerate(zip(cards, faces, strict=True)):
            scenes = self._scenes(front, back)
            for face in (front, back):
                if face is not None:
                    self._linter.look(face)
            pieces += [Piece(card.id, component.name, *scenes)] * (copies[card.id] * card.count)
            if done % 100 == 0:
                self._options.progress(component.spec.title, done, len(cards))
        return pieces

    def sides(self, component: Component, card: Card) -> tuple[Scene, Scene | None]:
        """Front and back of a card; the back only when it is to be printed."""
        return self._scenes(*self._faces(component, card))

    def _faces(self, component: Component, card: Card) -> tuple[Face, Face | None]:
        front = self._maker(component, "front", component.front, card).face(card)
        if component.back is None or self._options.backs == "none":
            return front, None
        return front, self._maker(component, "back", component.back, card).face(card)

    def _scenes(self, front: Face, back: Face | None) -> tuple[Scene, Scene | None]:
        return self._composer.scene(front), self._composer.scene(back) if back is not None else None

    def _maker(self, component: Component, side: str, design: Design | None, card: Card) -> FaceMaker:
        assert design is not None
        return self._layout_maker(component, side, design.layout(card))

    def _layout_maker(self, component: Component, side: str, layout: Layout) -> FaceMaker:
        assert component.table is not None
        for design in (component.front, component.back):
            if design is not None and design.by:
                self.context.used.add((component.table.name, design.by))
        key = (component.name, side, layout.path)
        if key not in self._makers:
            maker = FaceMaker(layout, component.table, self.context, self._diagnostics, component.name)
            self._makers[key] = (maker, component.table)
        return self._makers[key][0]

    def lint(self) -> None:
        """Say what layouts and tables leave unused and which silences are stale, after all faces are made."""
        for component in self._game.components:
            for side, design in (("front", component.front), ("back", component.back)):
                for layout in design.layouts.values() if design is not None else ():
                    self._layout_maker(component, side, layout)
        drawn = [pair for pair in self._makers.values() if pair[0].drawn]
        lint_layouts(drawn, lambda code, item: self._silences.cover(code, item, None), self._diagnostics)
        lint_fields(self._game.tables, self._makers.values(), self.context, self._diagnostics)
        self._lint_spelling()
        layouts = {maker.layout.path: maker.layout for maker, _ in drawn}
        cards = [card for table in self._game.tables.values() for card in table.cards.values()]
        if len(drawn) == len(self._makers):
            self._silences.report_unused(layouts.values(), cards, self._diagnostics)

    def _lint_spelling(self) -> None:
        """Say where a card's value or a layout's text looks like a misspelling of a declared label."""
        spelling = Spelling(dict.fromkeys([*self._game.file.labels, *self._game.file.keywords]))
        for maker, _ in self._makers.values():
            for element in elements_below(maker.layout.elements):
                if isinstance(element.spec, TextElement):
                    for wrong, label in spelling.faults(element.spec.text):
                        if not self._silences.cover("misspelt-label", element, None):
                            self._misspelt(f'"{element.name}"', wrong, label, element.span("text"), "")
        known: dict[str, list[tuple[str, str]]] = {}
        for table in self._game.tables.values():
            for card in table.cards.values():
                for field, value in card.values.items():
                    if not isinstance(value, str) or field not in card.node.items:
                        continue
                    if value not in known:
                        known[value] = spelling.faults(value)
                    for wrong, label in known[value]:
                        if not self._silences.cover_card("misspelt-label", card):
                            self._misspelt(f'field "{field}"', wrong, label, card.span(field), card.id)

    def _misspelt(self, where: str, wrong: str, label: str, span: Span | None, card: str) -> None:
        message = f'{where}: "{wrong}" looks like a misspelling of "{label}"'
        hint = f'write "{label}", or silence misspelt-label with a reason'
        self._diagnostics.add("misspelt-label", message, span, hint=hint, card=card, severity="warning")
