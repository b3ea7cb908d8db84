"""Layouts: a face's size, styles and elements, with what they inherit filled in."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from pydantic import Field

from hotpnp.assets.colour import Palette
from hotpnp.diag import Collector, Span, did_you_mean
from hotpnp.geometry import Command, Segment, Size
from hotpnp.model.box import Box
from hotpnp.model.elements import AnyElement, children_key
from hotpnp.model.outline import RADIUS, BadOutline, FoldSpec, read_fold, read_outline
from hotpnp.model.paths import from_file, is_font_path
from hotpnp.model.shape_elements import PictureElement
from hotpnp.model.sizes import parse_card_size
from hotpnp.model.strict import Strict, validate
from hotpnp.model.text_element import NamedStyle, TextStyle
from hotpnp.model.values import PlainLength, parse_measure
from hotpnp.source.workspace import Workspace
from hotpnp.source.yamlio import Mapping, Node, Scalar, Sequence
from hotpnp.units import Length


class PartSpec(Strict):
    """A part that layouts draw by name, with parameters."""

    params: dict[str, str | None] = Field(
        default_factory=dict, description="Parameters by name with their default values; ~ for none."
    )
    elements: dict[str, AnyElement] = Field(description="Elements by name, painted in order.")


class LayoutFile(Strict):
    """One file of layouts/: how a face is drawn."""

    about: str = Field("", description="What the layout is for.")
    extends: str | list[str] | None = Field(
        None, description="Layout or layouts to build on; later ones win."
    )
    size: str = Field(description="Trim size: poker, tcg, bridge or a measure such as 63.5mm x 88.9mm.")
    bleed: PlainLength = Field("0", description="How far backgrounds reach beyond the trim.")
    safe: PlainLength = Field("0.125in", description="Distance from the trim that texts and pictures keep.")
    outline: str | list[str] = Field(
        "rect",
        description="The shape that is cut: rect, rounded, circle, hex (flat top, 0.866 times as high as "
        "wide), hex-pointy (0.866 times as wide as high), a list of points such as 50% 12mm (from the left, "
        "from the top), or an SVG path in millimetres.",
    )
    radius: PlainLength | None = Field(
        None, description=f"Corner radius of outline: rounded; {RADIUS} if not given."
    )
    folds: list[FoldSpec] = Field(
        default_factory=list, description="Lines along which the piece is folded, printed dashed."
    )
    styles: dict[str, NamedStyle] = Field(default_factory=dict, description="Text styles by name.")
    parts: dict[str, PartSpec] = Field(default_factory=dict, description="Parts that part: elements draw.")
    elements: dict[str, AnyElement] = Field(
        default_factory=dict, description="Elements by name, painted in order."
    )


@dataclass(frozen=True, slots=True)
class Element:
    """One element with what its style gives, and where it stands in the file."""

    name: str
    spec: Box
    children: tuple[Element, ...] = ()
    node: Mapping | None = field(default=None, compare=False, repr=False)

    @property
    def is_shared(self) -> bool:
        """Whether a layout of the shared folder defines it."""
        return self.node is not None and self.node.span.file.startswith(f"{SHARED}/")

    def span(self, key: str = "") -> Span | None:
        """The place of one of the element's values, else of the element."""
        if self.node is None:
            return None
        value = self.node.items.get(key)
        if isinstance(value, Scalar):
            return value.span
        return self.node.key_span(key) if key in self.node.keys else self.node.span


@dataclass(frozen=True, slots=True)
class PartDefinition:
    """A part's parameters with their defaults, and its elements."""

    params: dict[str, str | None]
    elements: tuple[Element, ...]


@dataclass(frozen=True, slots=True)
class Layout:
    """How one face is drawn."""

    path: str
    size: Size
    bleed: Length
    safe: Length
    elements: tuple[Element, ...]
    parts: dict[str, PartDefinition]
    outline: tuple[Command, ...] = ()
    """The shape that is cut out of the size; none where that is its whole rectangle."""
    folds: tuple[Segment, ...] = ()


SHARED = "layouts/shared"
"""The folder of the layouts that several games use."""


def layout_path(workspace: Workspace, game: str, name: str) -> str:
    """Where a layout of this name lies for a game: its own folder first, then the shared one."""
    for folder in (f"layouts/{game}", SHARED):
        if workspace.has(f"{folder}/{name}.yaml"):
            return f"{folder}/{name}.yaml"
    return f"layouts/{game}/{name}.yaml"


def load_layout(
    workspace: Workspace, game: str, name: str, asked: Span | None, palette: Palette
) -> Layout | None:
    """Read a layout and those that it extends. Gives none, having said why, when it is not valid."""
    path = layout_path(workspace, game, name)
    node = _merged(workspace, game, path, asked, ())
    if node is None:
        return None
    diagnostics = workspace.diagnostics
    file = validate(LayoutFile, node, diagnostics, palette)
    if file is None:
        return None
    try:
        size = parse_card_size(file.size)
    except ValueError as fault:
        diagnostics.add("bad-value", f"size: {fault}", _span(node, "size"))
        return None
    styles = _resolve_styles(file.styles, node.items.get("styles"), diagnostics)
    reader = _Reader(styles, diagnostics)
    parts_node = node.items.get("parts")
    parts = {}
    for key, part in file.parts.items():
        own = parts_node.items.get(key) if isinstance(parts_node, Mapping) else None
        below = own.items.get("elements") if isinstance(own, Mapping) else None
        parts[key] = PartDefinition(part.params, reader.elements(part.elements, below))
    elements = reader.elements(file.elements, node.items.get("elements"))
    bleed, safe = (parse_measure(text).within(min(size)) for text in (file.bleed, file.safe))
    shape = _outline(file, size, node, diagnostics), _folds(file, size, node, diagnostics)
    return Layout(path, size, bleed, safe, elements, parts, *shape)


def _outline(file: LayoutFile, size: Size, node: Mapping, diagnostics: Collector) -> tuple[Command, ...]:
    """The shape that is cut; what is wrong with it is said."""
    if file.radius is not None and file.outline != "rounded":
        diagnostics.add("bad-value", "radius is for outline: rounded", _span(node, "radius"))
    try:
        return read_outline(file.outline, file.radius, size)
    except BadOutline as fault:
        given = node.items.get("outline")
        place = _span(node, "outline")
        if isinstance(given, Sequence):
            place = given.span if fault.entry is None else given.items[fault.entry].span
        diagnostics.add("bad-value", str(fault), place, hint=fault.hint)
        return ()


def _folds(file: LayoutFile, size: Size, node: Mapping, diagnostics: Collector) -> tuple[Segment, ...]:
    """The fold lines; what is wrong with them is said."""
    given = node.items.get("folds")
    found = []
    for number, fold in enumerate(file.folds):
        try:
            found.append(read_fold(fold, size))
        except ValueError as fault:
            place = given.items[number].span if isinstance(given, Sequence) else None
            diagnostics.add("bad-value", f"folds: {fault}", place)
    return tuple(found)


def _merged(
    workspace: Workspace, game: str, path: str, asked: Span | None, seen: tuple[str, ...]
) -> Mapping | None:
    """The file's mapping with its parents' keys, named styles and named elements beneath its own."""
    diagnostics = workspace.diagnostics
    if path in seen:
        chain = " -> ".join([*seen, path])
        diagnostics.add("extends-loop", f"the layouts inherit in a circle: {chain}", asked)
        return None
    own = workspace.read_yaml(path, asked)
    merged = Mapping(own.file, own.line, own.column)
    for parent in _parents(own.items.get("extends")):
        parent_path = layout_path(workspace, game, parent.text)
        below = _merged(workspace, game, parent_path, parent.span, (*seen, path))
        if below is None:
            return None
        _lay_over(merged, below, diagnostics)
    _lay_over(merged, own, diagnostics)
    return merged


def _parents(node: Node | None) -> list[Scalar]:
    items = node.items if isinstance(node, Sequence) else [node]
    return [item for item in items if isinstance(item, Scalar) and not item.is_null]


def _lay_over(below: Mapping, above: Mapping, diagnostics: Collector) -> None:
    """Put the upper file's keys over the lower's; styles, parts and elements go by name, ``~`` removes."""
    for key, value in above.items.items():
        held = below.items.get(key)
        if (
            key in ("styles", "elements", "parts")
            and isinstance(held, Mapping)
            and isinstance(value, Mapping)
        ):
            both = Mapping(value.file, value.line, value.column)
            both.items, both.keys = dict(held.items), dict(held.keys)
            for name, item in value.items.items():
                if isinstance(item, Scalar) and item.is_null:
                    if both.items.pop(name, None) is None:
                        hint = did_you_mean(name, held.items)
                        message = f'there is no "{name}" to remove from {key}'
                        diagnostics.add("unknown-name", message, value.key_span(name), hint=hint)
                else:
                    both.items[name] = item
                both.keys[name] = value.keys[name]
            value = both
        below.items[key] = value
        below.keys[key] = above.keys[key]
    below.file, below.line, below.column = above.file, above.line, above.column


def _span(node: Node | None, key: str) -> Span | None:
    if not isinstance(node, Mapping):
        return None
    value = node.items.get(key)
    return value.span if isinstance(value, Scalar) else node.span


_STYLE_KEYS = tuple(TextStyle.model_fields)


def _given(style: TextStyle) -> dict[str, Any]:
    """The keys that a style sets."""
    return {key: value for key in _STYLE_KEYS if (value := getattr(style, key)) is not None}


def _resolve_styles(
    styles: dict[str, NamedStyle], node: Node | None, diagnostics: Collector
) -> dict[str, dict[str, Any]]:
    """Each style's keys, those that it builds on included."""
    resolved: dict[str, dict[str, Any]] = {}

    def resolve(name: str, seen: tuple[str, ...]) -> dict[str, Any]:
        if name in resolved:
            return resolved[name]
        style = styles[name]
        keys: dict[str, Any] = {}
        if style.style is not None:
            place = _span(node.items.get(name), "style") if isinstance(node, Mapping) else None
            if style.style in seen:
                diagnostics.add("extends-loop", f'the style "{name}" builds on itself', place)
            elif style.style not in styles:
                _unknown_style(style.style, styles, place, diagnostics)
            else:
                keys = resolve(style.style, (*seen, name))
        given = _given(style)
        own = node.items.get(name) if isinstance(node, Mapping) else None
        if is_font_path(style.font) and isinstance(own, Mapping):
            given["font"] = from_file(style.font or "", own.file)
        resolved[name] = {**keys, **given}
        return resolved[name]

    for name in styles:
        resolve(name, (name,))
    return resolved


def _unknown_style(name: str, styles: dict[str, Any], place: Span | None, diagnostics: Collector) -> None:
    diagnostics.add("unknown-style", f'there is no style "{name}"', place, hint=did_you_mean(name, styles))


class _Reader:
    """Makes elements of their specs: styles filled in, paths counted from the project's folder."""

    def __init__(self, styles: dict[str, dict[str, Any]], diagnostics: Collector) -> None:
        self._styles = styles
        self._diagnostics = diagnostics

    def elements(self, specs: dict[str, Any], node: Node | None) -> tuple[Element, ...]:
        """The elements of a face, a part or a container."""
        return tuple(self._element(name, spec, node) for name, spec in specs.items())

    def _element(self, name: str, spec: Any, node: Node | None) -> Element:
        own = node.items.get(name) if isinstance(node, Mapping) else None
        place = own if isinstance(own, Mapping) else None
        _check_box(spec, place, self._diagnostics)
        key = children_key(spec)
        children: tuple[Element, ...] = ()
        if key is not None:
            children = self.elements(getattr(spec, key), place.items.get(key) if place else None)
            spec = spec.model_copy(update={key: {}})
        if isinstance(spec, NamedStyle) and spec.style is not None:
            spec = self._styled(spec, _span(place, "style"))
        if isinstance(spec, NamedStyle) and is_font_path(spec.font) and place is not None:
            spec = spec.model_copy(update={"font": from_file(spec.font or "", place.file)})
        if isinstance(spec, PictureElement) and place is not None and not spec.picture.startswith("{"):
            spec = spec.model_copy(update={"picture": from_file(spec.picture, place.file)})
        return Element(name, spec, children, place)

    def _styled(self, spec: NamedStyle, place: Span | None) -> NamedStyle:
        if spec.style not in self._styles:
            _unknown_style(str(spec.style), self._styles, place, self._diagnostics)
            return spec
        return spec.model_copy(update={**self._styles[spec.style], **_given(spec), "style": None})


def _check_box(spec: Box, node: Mapping | None, diagnostics: Collector) -> None:
    for keys in (("left", "right", "width", "centre_x"), ("top", "bottom", "height", "centre_y")):
        given = [key for key in keys if getattr(spec, key) is not None]
        near, far, _, centre = keys
        if len(given) > 2 or (centre in given and (near in given or far in given)):
            place = node.key_span(given[-1]) if node else None
            choice = f"two of {', '.join(keys[:3])}, or {centre} and {keys[2]}"
            message = f"{', '.join(given)} say more than a box needs; give {choice}"
            diagnostics.add("box-overspecified", message, place)
