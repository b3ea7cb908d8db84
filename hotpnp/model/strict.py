"""The base of all file models, and pydantic's complaints as diagnostics with a place."""

from __future__ import annotations

import re
import types
from typing import Any, TypeVar, Union, get_args, get_origin

from pydantic import BaseModel, ConfigDict, Tag, ValidationError

from hotpnp.assets.colour import Palette
from hotpnp.diag import Collector, Span, did_you_mean
from hotpnp.source.yamlio import Mapping, Node, Scalar, Sequence, plain


class Strict(BaseModel):
    """A mapping in a file: frozen, unknown keys refused."""

    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True)


M = TypeVar("M", bound=Strict)


def validate(model: type[M], node: Node, diagnostics: Collector, palette: Palette | None = None) -> M | None:
    """Read a node as a model. Gives none, having said why for each fault, when it is not one."""
    try:
        return model.model_validate(plain(node), context=palette)
    except ValidationError as faults:
        said: set[tuple[int | str, ...]] = set()
        for fault in faults.errors(include_url=False):
            # The branches of a union each complain of one value, which is told once.
            path = tuple(part for part in fault["loc"] if not _is_branch(part))
            if path not in said:
                said.add(path)
                _report(model, node, {**fault, "loc": path}, diagnostics)
        return None


def read_typed(model: type[M], values: dict[str, str]) -> M:
    """Read values typed on a command line as a model. Raises ValueError that says what is wrong of each."""
    try:
        return model.model_validate(values)
    except ValidationError as faults:
        told = (_sentence(str(fault["loc"][0]), None, fault) for fault in faults.errors(include_url=False))
        raise ValueError("; ".join(told)) from faults


def _is_branch(part: int | str) -> bool:
    """Whether a part of a location names a branch of a union instead of a key."""
    return isinstance(part, str) and (part == "str" or re.fullmatch(r"(list|dict)\[.*\]", part) is not None)


def _report(model: type[Strict], top: Node, fault: Any, diagnostics: Collector) -> None:
    loc, kind = fault["loc"], fault["type"]
    node, span = _find(top, loc)
    key = next((str(part) for part in reversed(loc) if not str(part).startswith("<")), "")
    if kind == "extra_forbidden":
        parent, _ = _find(top, loc[:-1])
        place = parent.key_span(key) if isinstance(parent, Mapping) and key in parent.keys else span
        hint = did_you_mean(key, _keys_at(model, loc[:-1]))
        diagnostics.add("unknown-key", f'unknown key "{key}"', place, hint=hint)
    elif kind == "missing":
        diagnostics.add("missing-key", f'the key "{key}" is missing here', span)
    elif kind == "literal_error":
        known = str(fault["ctx"]["expected"]).replace(" or ", ", ").split(", ")
        words = [word.strip("'") for word in known]
        said = node.text if isinstance(node, Scalar) else key
        message = f'{key}: "{said}" is not one of {", ".join(words)}'
        diagnostics.add("bad-value", message, span, hint=did_you_mean(said, words))
    elif kind in ("union_tag_invalid", "union_tag_not_found"):
        diagnostics.add("bad-value", _which_kind(node), span)
    else:
        diagnostics.add("bad-value", _sentence(key, node, fault), span)


def _which_kind(node: Node | None) -> str:
    """The sentence for a mapping whose kind cannot be told by its keys."""
    from hotpnp.model.elements import KINDS

    kinds = list(KINDS)
    if not isinstance(node, Mapping):
        return "an element must be a mapping of keys to values"
    given = [kind for kind in kinds if kind in node.items]
    known = ", ".join(kinds)
    if given:
        return f"an element has one of the keys {known}, not both {' and '.join(given)}"
    return f"an element needs one of the keys {known}"


_KINDS = {
    "string_type": "a text",
    "int_parsing": "a whole number",
    "int_type": "a whole number",
    "float_parsing": "a number",
    "float_type": "a number",
    "bool_parsing": "yes or no",
    "bool_type": "yes or no",
    "list_type": "a list",
    "tuple_type": "a list",
    "dict_type": "a mapping of names to values",
    "model_type": "a mapping of keys to values",
    "model_attributes_type": "a mapping of keys to values",
}


_LIMITS = {
    "greater_than_equal": ("ge", "at least"),
    "less_than_equal": ("le", "at most"),
    "greater_than": ("gt", "above"),
    "less_than": ("lt", "below"),
    "too_short": ("min_length", "longer: it needs entries, at least"),
}


def _sentence(key: str, node: Node | None, fault: Any) -> str:
    kind = fault["type"]
    if kind in _LIMITS:
        name, words = _LIMITS[kind]
        return f"{key} must be {words} {fault['ctx'][name]:g}"
    wanted = _KINDS.get(kind)
    if wanted is None:
        return f"{key}: {str(fault['msg']).removeprefix('Value error, ')}"
    if isinstance(node, Scalar) and not node.is_null:
        return f'{key}: "{node.text}" is not {wanted}'
    return f"{key} must be {wanted}"


def _find(top: Node, loc: tuple[int | str, ...]) -> tuple[Node | None, Span]:
    """The node that a location names, and its place (of the key, where the value is a block)."""
    node: Node | None = top
    span = top.span
    for part in loc:
        if isinstance(node, Mapping) and isinstance(part, str) and part in node.items:
            span = node.key_span(part)
            node = node.items[part]
            if isinstance(node, Scalar) and not node.is_null:
                span = node.span
        elif isinstance(node, Sequence) and isinstance(part, int) and part < len(node.items):
            node = node.items[part]
            span = node.span
        elif isinstance(part, str) and part.startswith("<"):
            continue
        else:
            return None, span
    return node, span


def _keys_at(model: type[Strict], loc: tuple[int | str, ...]) -> list[str]:
    """The keys that a model allows at a location."""
    here: Any = model
    for part in loc:
        here = _step(here, part)
    here = _model_in(here)
    if isinstance(here, type) and issubclass(here, BaseModel):
        return [field.alias or name for name, field in here.model_fields.items()]
    return []


def _step(here: Any, part: int | str) -> Any:
    here = _model_in(here)
    if isinstance(here, type) and issubclass(here, BaseModel):
        # Containers name the union of elements, which is defined after them.
        here.model_rebuild()
        for name, field in here.model_fields.items():
            if part in (name, field.alias):
                return _Annotation(field.annotation, field.metadata)
        return None
    annotation = here.annotation if isinstance(here, _Annotation) else here
    for option in _options(annotation):
        for extra in getattr(option, "__metadata__", ()):
            if isinstance(extra, Tag) and extra.tag == part:
                return get_args(option)[0]
    for option in _options(annotation):
        if get_origin(option) in (dict, list, tuple):
            return _Annotation(get_args(option)[1 if get_origin(option) is dict else 0], ())
    return None


class _Annotation:
    """A type on the way through a model's annotations."""

    def __init__(self, annotation: Any, metadata: Any) -> None:
        self.annotation = annotation
        self.metadata = metadata


def _options(annotation: Any) -> list[Any]:
    """The members of a union, else the type itself; None left out."""
    while hasattr(annotation, "__value__"):
        annotation = annotation.__value__
    if hasattr(annotation, "__metadata__") and get_origin(get_args(annotation)[0]) in (
        Union,
        types.UnionType,
    ):
        annotation = get_args(annotation)[0]
    if get_origin(annotation) in (Union, types.UnionType):
        return [option for option in get_args(annotation) if option is not type(None)]
    return [annotation]


def _model_in(here: Any) -> Any:
    """The single model class that an annotation stands for, if it does."""
    if not isinstance(here, _Annotation):
        return here
    options = _options(here.annotation)
    if len(options) == 1 and isinstance(options[0], type) and issubclass(options[0], BaseModel):
        return options[0]
    return here
