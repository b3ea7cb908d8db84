"""A game: its components in kit order, with their tables and layouts."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import Any, Literal, TypeAlias, TypeVar

from pydantic import Field

from hotpnp.assets.colour import Palette, Solid
from hotpnp.diag import Collector, Span, Stopped, did_you_mean
from hotpnp.geometry import Command, Size
from hotpnp.model.layout import Layout, load_layout
from hotpnp.model.numbers import ExpectedText, StatSpec
from hotpnp.model.outline import mirrored
from hotpnp.model.page import PageLayout, load_page_layout
from hotpnp.model.paths import from_file
from hotpnp.model.sheet import EVERYBODY, SheetSpec, load_sheets
from hotpnp.model.strict import Strict, validate
from hotpnp.model.table import Card, FieldSpec, Source, Table, Tables, UnknownValue, Value, scalar_reader
from hotpnp.source.workspace import Workspace
from hotpnp.source.yamlio import Mapping, Node, Scalar

Kind = Literal["cards", "mat", "board", "token", "tile", "chit", "standee", "net", "aid", "sheet", "document"]
KINDS: dict[str, tuple[str, str]] = {
    "cards": ("card", "cards"),
    "mat": ("mat", "mats"),
    "board": ("board", "boards"),
    "token": ("token", "tokens"),
    "tile": ("tile", "tiles"),
    "chit": ("chit", "chits"),
    "standee": ("standee", "standees"),
    "net": ("net", "nets"),
    "aid": ("player aid", "player aids"),
    "sheet": ("loose sheet", "loose sheets"),
    "document": ("", ""),
}
"""What one piece of each kind is called, and several; the pages of a document are no pieces."""
PICTURE_LIMIT = 100_000_000
"""Most pixels of a picture, unless the game says otherwise."""


class SettingSpec(Strict):
    """A figure that components and documents share."""

    type: Literal["text", "int", "number", "bool"] = Field("int", description="Kind of value.")
    value: str = Field(description="The value in force.")
    one_of: list[str] | None = Field(None, description="The values to choose from.")
    source: Source | None = Field(None, description="seed, public, derived or chosen.")
    note: str = Field("", description="Why this value.")


class FontSpec(Strict):
    """The faces of a font family, as paths of TrueType files from the game's folder."""

    regular: str = Field(description="Upright letters.")
    bold: str | None = Field(None, description="Bold letters.")
    italic: str | None = Field(None, description="Slanted letters.")
    bold_italic: str | None = Field(None, description="Bold slanted letters.")


class KeywordSpec(Strict):
    """A word or phrase that stands out wherever a text mentions it."""

    bold: bool = Field(True, description="Whether it is set bold.")
    icon: str | None = Field(None, description="Icon set before it.")


class ComponentSpec(Strict):
    """A part of the kit."""

    title: str = Field(description="Name of the component, as shown on sheets.")
    kind: Kind = Field(
        "cards", description="What its pieces are called when they are counted; a document has pages of text."
    )
    table: str | None = Field(None, description="Table of the cards.")
    layout: str | dict[str, str] = Field(
        description="Layout of the fronts (of a document's pages), or by: FIELD and a layout for each value."
    )
    back: str | dict[str, str] | None = Field(None, description="Layout of the backs, likewise.")
    copies: str = Field(
        "1", description="Copies of each card, beside its own count; an expression, in the card's fields too."
    )
    sheet: str | None = Field(None, description="Sheet of this component; the kit's sheet if not given.")
    optional: bool = Field(False, description="Whether it is printed only when --component names it.")
    when: str | None = Field(
        None, description="An expression; the component is in the game only if it is true."
    )
    source: Source | None = Field(
        None, description="Where its count and size come from: seed, public, derived or chosen."
    )
    note: str = Field("", description="How they were derived or chosen.")
    text: str | None = Field(None, description="Markdown file of a document.")
    expect: dict[str, ExpectedText] = Field(
        default_factory=dict,
        description="What must hold: count (all pieces) or an expression on a card's fields, and how many "
        "pieces it is true of.",
    )
    stats: list[StatSpec] = Field(
        default_factory=list, description="Tables that its statistics show in place of the usual ones."
    )


class GameFile(Strict):
    """cards/<game>/game.yaml."""

    title: str = Field(description="The game's name.")
    version: str = Field(description="Version of the deck, printed on each sheet.")
    about: str = Field("", description="One line on the game.")
    settings: dict[str, SettingSpec] = Field(default_factory=dict, description="Shared figures by name.")
    palette: dict[str, str] = Field(default_factory=dict, description="Colours by name.")
    fonts: dict[str, FontSpec] = Field(default_factory=dict, description="Font families by name.")
    fallback: list[str] = Field(
        default_factory=list, description="Families to ask, in turn, for signs that a text's font lacks."
    )
    keywords: dict[str, KeywordSpec] = Field(
        default_factory=dict, description="Words that stand out in texts."
    )
    labels: list[str] = Field(
        default_factory=list, description="Words and phrases whose misspellings are reported."
    )
    picture_limit: int = Field(PICTURE_LIMIT, ge=1, description="Most pixels of a picture.")
    components: dict[str, ComponentSpec] = Field(
        min_length=1, description="Components by name, in kit order."
    )
    sheet: str = Field(
        "grid", description="The kit's sheet when none is asked for; components may have another."
    )
    sheets: Any = Field(None, description="The game's own sheets, or changes to hotpnp's, by name.")
    expect: dict[str, ExpectedText] = Field(
        default_factory=dict, description="As in components, over all pieces of the kit."
    )


Given: TypeAlias = Iterable[tuple[str, str]]
"""Settings by name with the values that a command gives them."""


@dataclass(frozen=True, slots=True)
class Design:
    """The layouts of one side of a component: one for all cards, or one for each value of a field."""

    by: str
    layouts: dict[str, Layout]

    @property
    def size(self) -> Size:
        """Trim size, which all have in common."""
        return next(iter(self.layouts.values())).size

    @property
    def outline(self) -> tuple[Command, ...]:
        """The shape that is cut, which all have in common."""
        return next(iter(self.layouts.values())).outline

    def behind(self, front: Design) -> Design:
        """The design as a back: cut as its front is, seen from behind."""
        outline = mirrored(front.outline, front.size.width)
        layouts = {value: replace(layout, outline=outline) for value, layout in self.layouts.items()}
        return Design(self.by, layouts)

    def layout(self, card: Card) -> Layout:
        """The layout of a card."""
        return self.layouts[str(card.values[self.by]) if self.by else ""]


@dataclass(frozen=True, slots=True)
class Component:
    """A component with what it is made from; a document has a text, all others a table."""

    name: str
    spec: ComponentSpec
    table: Table | None = None
    front: Design | None = None
    back: Design | None = None
    page: PageLayout | None = None
    footer_place: Span | None = None
    text: str = ""
    text_path: str = ""
    node: Mapping | None = field(default=None, compare=False, repr=False)

    @property
    def size(self) -> Size | None:
        """Trim size of its pieces; none for a document, which is as large as the paper."""
        return self.front.size if self.front is not None else None

    def span(self, key: str) -> Span | None:
        """Where one of the component's values stands."""
        value = self.node.items.get(key) if self.node else None
        return value.span if value is not None else None


@dataclass(frozen=True, slots=True)
class Game:
    """A game, valid, with every reference resolved."""

    name: str
    file: GameFile
    settings: dict[str, Value]
    palette: Palette
    fonts: dict[str, dict[str, str]]
    components: tuple[Component, ...]
    tables: dict[str, Table]
    sheets: dict[str, SheetSpec]
    node: Mapping = field(compare=False, repr=False)

    @property
    def title(self) -> str:
        """The game's name as people say it."""
        return self.file.title

    @property
    def version(self) -> str:
        """Version of the deck."""
        return self.file.version

    @property
    def sheet(self) -> str:
        """Name of the sheet that is used when none is asked for."""
        return self.file.sheet

    def span(self, key: str) -> Span | None:
        """Where one of the game file's values stands."""
        value = self.node.items.get(key)
        return value.span if isinstance(value, Scalar) else None

    def place(self, section: str, key: str) -> Span | None:
        """Where an entry of one of the game file's sections begins."""
        own = self.node.items.get(section)
        return own.key_span(key) if isinstance(own, Mapping) and key in own.keys else None


def load_game(workspace: Workspace, name: str, settings: Given = ()) -> Game:
    """Read a game with all that it names, some settings given other values.

    Raises Stopped, having said why, when anything is wrong.
    """
    diagnostics = workspace.diagnostics
    if name not in workspace.games():
        hint = did_you_mean(name, workspace.games())
        raise diagnostics.fail("unknown-game", f'there is no game "{name}" in cards/', hint=hint)
    folder = f"cards/{name}"
    node = workspace.read_yaml(f"{folder}/game.yaml")
    file = validate(GameFile, node, diagnostics)
    diagnostics.stop_on_errors()
    assert file is not None
    palette = _palette(file, node.items.get("palette"), diagnostics)
    values = _settings(file, node.items.get("settings"), settings, diagnostics)
    loader = _Loader(workspace, name, Tables(workspace, folder, palette), palette)
    components = loader.components(file, node.items.get("components"))
    _distinct_ids(components, diagnostics)
    sheets = load_sheets(node.items.get("sheets"), diagnostics)
    _check_sheets(file, sheets, node, diagnostics)
    diagnostics.stop_on_errors()
    fonts = {
        family: {face: from_file(path, f"{folder}/game.yaml") for face, path in spec if path is not None}
        for family, spec in file.fonts.items()
    }
    return Game(name, file, values, palette, fonts, tuple(components), loader.tables.all(), sheets, node)


def _check_sheets(
    file: GameFile, sheets: dict[str, SheetSpec], node: Mapping, diagnostics: Collector
) -> None:
    """Say when a sheet, or a component that a sheet puts together with another, is not there."""
    known = {*sheets, *(file.sheets if isinstance(file.sheets, dict) else ())}
    asked = [(file.sheet, _value_span(node, "sheet"))]
    for name, component in file.components.items():
        if component.sheet is not None:
            asked.append((component.sheet, _value_span(node.items.get("components"), name, "sheet")))
    for sheet, place in asked:
        if sheet not in known:
            message = f'there is no sheet "{sheet}"'
            diagnostics.add("unknown-sheet", message, place, hint=did_you_mean(sheet, known))
    for name, spec in sheets.items():
        for word in (word for group in spec.together for word in group):
            if word not in file.components and word != EVERYBODY:
                place = _value_span(node.items.get("sheets"), name, "together")
                message = f'the sheet "{name}" puts together "{word}", which is no component'
                diagnostics.add("unknown-component", message, place, hint=did_you_mean(word, file.components))


def _value_span(node: Node | None, key: str, inner: str = "") -> Span | None:
    own = node.items.get(key) if isinstance(node, Mapping) else None
    if inner and isinstance(own, Mapping):
        own = own.items.get(inner)
    return own.span if own is not None else None


def _palette(file: GameFile, node: Node | None, diagnostics: Collector) -> Palette:
    names: dict[str, Solid] = {}
    for key, text in file.palette.items():
        try:
            names[key] = Palette(names).solid(text)
        except ValueError as fault:
            diagnostics.add("bad-value", f'palette colour "{key}": {fault}', _value_span(node, key))
    return Palette(names)


def _settings(file: GameFile, node: Node | None, given: Given, diagnostics: Collector) -> dict[str, Value]:
    values: dict[str, Value] = {}
    other = dict(given)
    for key in other.keys() - file.settings.keys():
        hint = did_you_mean(key, file.settings)
        diagnostics.add("unknown-name", f'{file.title} has no setting "{key}"', hint=hint)
    for key, spec in file.settings.items():
        place = _value_span(node, key, "value") if key not in other else None
        read = scalar_reader(FieldSpec(type=spec.type, one_of=spec.one_of), Palette())
        try:
            values[key] = read(other.get(key, spec.value))
        except UnknownValue as fault:
            diagnostics.add("unknown-value", f'setting "{key}" {fault}', place, hint=fault.hint)
        except ValueError as fault:
            diagnostics.add("bad-value", f'setting "{key}": {fault}', place)
    return values


T = TypeVar("T")


def _going_on(read: Callable[[], T | None]) -> T | None:
    """What is read, or none where a file stops it (which is said by then), so that the rest is read too."""
    try:
        return read()
    except Stopped:
        return None


class _Loader:
    """Reads the components of a game with their tables and layouts."""

    def __init__(self, workspace: Workspace, game: str, tables: Tables, palette: Palette) -> None:
        self._workspace = workspace
        self._diagnostics = workspace.diagnostics
        self._game = game
        self.tables = tables
        self._palette = palette

    def components(self, file: GameFile, node: Node | None) -> list[Component]:
        """The components that are valid; what is wrong with the others is said."""
        found = []
        for key, spec in file.components.items():
            own = node.items.get(key) if isinstance(node, Mapping) else None
            component = self._component(key, spec, own if isinstance(own, Mapping) else None)
            if component is not None:
                found.append(component)
        return found

    def _component(self, name: str, spec: ComponentSpec, node: Mapping | None) -> Component | None:
        bare = Component(name, spec, node=node)
        needed = "text" if spec.kind == "document" else "table"
        if getattr(spec, needed) is None:
            message = f'the component "{name}" needs the key "{needed}"'
            self._diagnostics.add("missing-key", message, node.span if node else None)
            return None
        return self._document(bare) if spec.kind == "document" else self._deck(bare)

    def _document(self, bare: Component) -> Component | None:
        spec = bare.spec
        if not isinstance(spec.layout, str):
            self._diagnostics.add("bad-value", "a document has one page layout", bare.span("layout"))
            return None
        for key in ("expect", "stats"):
            if getattr(spec, key):
                self._diagnostics.add("bad-value", "a document has no pieces to count", bare.span(key))
        layout, path = spec.layout, f"cards/{self._game}/{spec.text}"
        place, palette = bare.span("layout"), self._palette
        page = _going_on(lambda: load_page_layout(self._workspace, self._game, layout, place, palette))
        text = _going_on(lambda: self._workspace.read_text(path, bare.span("text")))
        if page is None or text is None:
            return None
        return Component(
            bare.name, spec, page=page[0], footer_place=page[1], text=text, text_path=path, node=bare.node
        )

    def _deck(self, bare: Component) -> Component | None:
        spec = bare.spec
        table = _going_on(lambda: self.tables.load(spec.table or "", bare.span("table")))
        front = self._design(bare, "layout", spec.layout, table)
        back = self._design(bare, "back", spec.back, table) if spec.back is not None else None
        if table is None or front is None or (spec.back is not None and back is None):
            return None
        if back is not None and back.size != front.size:
            message = "the back has another size than the front"
            self._diagnostics.add("bad-value", message, bare.span("back"))
            return None
        if back is not None and back.outline and back.outline != front.outline:
            message = "the back has another outline than the front"
            hint = "leave it out: a back is cut as its front is"
            self._diagnostics.add("bad-value", message, bare.span("back"), hint=hint)
            return None
        back = back.behind(front) if back is not None else None
        return Component(bare.name, spec, table, front, back, node=bare.node)

    def _design(
        self, bare: Component, key: str, choice: str | dict[str, str], table: Table | None
    ) -> Design | None:
        """The layouts that a component's key names; none, having said why, when one is not valid."""
        node = bare.node.items.get(key) if bare.node else None
        by = "" if isinstance(choice, str) else choice.get("by", "")
        names = {"": choice} if isinstance(choice, str) else {k: v for k, v in choice.items() if k != "by"}
        if not isinstance(choice, str) and (not by or not names):
            message = f"{key} needs by: with the name of a field, and a layout for each of its values"
            self._diagnostics.add("missing-key", message, bare.span(key))
            return None
        layouts: dict[str, Layout] = {}
        for value, name in names.items():
            place = _value_span(node, value) if by else bare.span(key)
            layout = self._layout(name, place)
            if layout is not None:
                layouts[value] = layout
        if len(layouts) < len(names) or table is None:
            return None
        design = Design(by, layouts)
        return design if not by or self._complete(design, bare, key, table) else None

    def _layout(self, name: str, place: Span | None) -> Layout | None:
        return _going_on(lambda: load_layout(self._workspace, self._game, name, place, self._palette))

    def _complete(self, design: Design, bare: Component, key: str, table: Table) -> bool:
        """Whether every card finds its layout, and all layouts have one size; what is wrong is said."""
        if design.by not in table.fields:
            hint = did_you_mean(design.by, table.fields)
            message = f'{table.name} has no field "{design.by}"'
            self._diagnostics.add("unknown-name", message, bare.span(key), hint=hint)
            return False
        for word in ("size", "outline"):
            if len({getattr(layout, word) for layout in design.layouts.values()}) > 1:
                message = f"the layouts under {key} differ in {word}"
                self._diagnostics.add("bad-value", message, bare.span(key))
                return False
        complete = True
        for card in table.cards.values():
            value = str(card.values[design.by])
            if value not in design.layouts:
                hint = did_you_mean(value, design.layouts)
                message = f'the component "{bare.name}" has no {key} for {design.by} "{value}"'
                self._diagnostics.add("unknown-value", message, card.span(design.by), hint=hint, card=card.id)
                complete = False
        return complete


def _distinct_ids(components: list[Component], diagnostics: Collector) -> None:
    """Say which ids stand in two components' tables: a card is found by its id alone."""
    seen: dict[str, str] = {}
    tables = {c.table.name: c.table for c in components if c.table is not None}
    for table in tables.values():
        for card in table.cards.values():
            if card.id in seen:
                message = f'the id "{card.id}" also stands in {seen[card.id]}'
                diagnostics.add("duplicate-id", message, card.span("id"), card=card.id)
            seen[card.id] = table.path
