"""A game: its components in kit order, with their tables and layouts."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

from pydantic import Field

from hotpnp.diag import Collector, Span, Stopped, did_you_mean
from hotpnp.geometry import Size
from hotpnp.model.layout import Layout, load_layout
from hotpnp.model.page import PageLayout, load_page_layout
from hotpnp.model.strict import Strict, validate
from hotpnp.model.table import FieldSpec, Source, Table, Tables, UnknownValue, Value, scalar_reader
from hotpnp.source.workspace import Workspace
from hotpnp.source.yamlio import Mapping, Node, Scalar

Kind = Literal["cards", "mat", "document"]


class SettingSpec(Strict):
    """A figure that cards, mats and documents share."""

    type: Literal["text", "int", "number", "bool"] = Field("int", description="Kind of value.")
    value: str = Field(description="The value in force.")
    one_of: list[str] | None = Field(None, description="The values to choose from.")
    source: Source | None = Field(None, description="seed, public, derived or chosen.")
    note: str = Field("", description="Why this value.")


class ComponentSpec(Strict):
    """A part of the kit."""

    title: str = Field(description="Name of the component, as shown on sheets.")
    kind: Kind = Field("cards", description="cards, mat or document.")
    table: str | None = Field(None, description="Table of the cards.")
    layout: str = Field(description="Layout of the fronts; for a document its page layout.")
    back: str | None = Field(None, description="Layout of the backs.")
    copies: str = Field("1", description="Copies of each card, beside its own count; an expression.")
    text: str | None = Field(None, description="Markdown file of a document.")


class GameFile(Strict):
    """cards/<game>/game.yaml."""

    title: str = Field(description="The game's name.")
    version: str = Field(description="Version of the deck, printed on each sheet.")
    about: str = Field("", description="One line on the game.")
    settings: dict[str, SettingSpec] = Field(default_factory=dict, description="Shared figures by name.")
    components: dict[str, ComponentSpec] = Field(description="Components by name, in kit order.")
    sheet: str = Field("grid", description="The sheet used when none is asked for.")
    sheets: Any = Field(None, description="The game's own sheets, or changes to hotpnp's, by name.")


@dataclass(frozen=True, slots=True)
class Component:
    """A component with what it is made from; cards and mats have a table, documents a text."""

    name: str
    spec: ComponentSpec
    table: Table | None = None
    front: Layout | None = None
    back: Layout | None = None
    page: PageLayout | None = None
    text: str = ""
    text_path: str = ""
    node: Mapping | None = field(default=None, compare=False, repr=False)

    @property
    def size(self) -> Size | None:
        """Trim size of the cards; none for a document, which is as large as the paper."""
        return self.front.size if self.front is not None else None

    def span(self, key: str) -> Span | None:
        """Where one of the component's values stands."""
        value = self.node.items.get(key) if self.node else None
        return value.span if isinstance(value, Scalar) else None


@dataclass(frozen=True, slots=True)
class Game:
    """A game, valid, with every reference resolved."""

    name: str
    title: str
    version: str
    settings: dict[str, Value]
    components: tuple[Component, ...]
    tables: dict[str, Table]
    sheet: str
    node: Mapping = field(compare=False, repr=False)

    def span(self, key: str) -> Span | None:
        """Where one of the game file's values stands."""
        value = self.node.items.get(key)
        return value.span if isinstance(value, Scalar) else None


def load_game(workspace: Workspace, name: str) -> Game:
    """Read a game with all that it names. Raises Stopped, having said why, when anything is wrong."""
    diagnostics = workspace.diagnostics
    if name not in workspace.games():
        hint = did_you_mean(name, workspace.games())
        raise diagnostics.fail("unknown-game", f'there is no game "{name}" in cards/', hint=hint)
    folder = f"cards/{name}"
    node = workspace.read_yaml(f"{folder}/game.yaml")
    file = validate(GameFile, node, diagnostics)
    diagnostics.stop_on_errors()
    assert file is not None
    tables = Tables(workspace, folder)
    settings = _settings(file, node.items.get("settings"), diagnostics)
    below = node.items.get("components")
    components = []
    for key, spec in file.components.items():
        own = below.items.get(key) if isinstance(below, Mapping) else None
        component = _component(workspace, name, tables, key, spec, own if isinstance(own, Mapping) else None)
        if component is not None:
            components.append(component)
    _distinct_ids(components, diagnostics)
    diagnostics.stop_on_errors()
    return Game(name, file.title, file.version, settings, tuple(components), tables.all(), file.sheet, node)


def _settings(file: GameFile, node: Node | None, diagnostics: Collector) -> dict[str, Value]:
    values: dict[str, Value] = {}
    for key, spec in file.settings.items():
        own = node.items.get(key) if isinstance(node, Mapping) else None
        place = own.items["value"].span if isinstance(own, Mapping) and "value" in own.items else None
        try:
            values[key] = scalar_reader(FieldSpec(type=spec.type, one_of=spec.one_of))(spec.value)
        except UnknownValue as fault:
            diagnostics.add("unknown-value", f'setting "{key}" {fault}', place, hint=fault.hint)
        except ValueError as fault:
            diagnostics.add("bad-value", f'setting "{key}": {fault}', place)
    return values


def _component(
    workspace: Workspace, game: str, tables: Tables, name: str, spec: ComponentSpec, node: Mapping | None
) -> Component | None:
    """The component, or none when something that it names is not valid (which is said)."""
    bare = Component(name, spec, node=node)
    needed = "text" if spec.kind == "document" else "table"
    if getattr(spec, needed) is None:
        message = f'the component "{name}" needs the key "{needed}"'
        workspace.diagnostics.add("missing-key", message, node.span if node else None)
        return None
    try:
        if spec.kind == "document":
            return _document(workspace, game, bare)
        return _deck(workspace, game, tables, bare)
    except Stopped:
        return None


def _document(workspace: Workspace, game: str, bare: Component) -> Component | None:
    spec = bare.spec
    page = load_page_layout(workspace, game, spec.layout, bare.span("layout"))
    path = f"cards/{game}/{spec.text}"
    text = workspace.read_text(path, bare.span("text"))
    if page is None:
        return None
    return Component(bare.name, spec, page=page, text=text, text_path=path, node=bare.node)


def _deck(workspace: Workspace, game: str, tables: Tables, bare: Component) -> Component | None:
    spec = bare.spec
    table = tables.load(spec.table or "", bare.span("table"))
    front = load_layout(workspace, game, spec.layout, bare.span("layout"))
    back = load_layout(workspace, game, spec.back, bare.span("back")) if spec.back is not None else None
    if table is None or front is None or (spec.back is not None and back is None):
        return None
    if back is not None and back.size != front.size:
        message = "the back has another size than the front"
        workspace.diagnostics.add("bad-value", message, bare.span("back"))
        return None
    return Component(bare.name, spec, table, front, back, node=bare.node)


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
