"""The language of layouts: texts with {fields}, and expressions, in a Jinja sandbox."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from jinja2 import StrictUndefined, TemplateError, meta, nodes
from jinja2.exceptions import TemplateSyntaxError, UndefinedError
from jinja2.sandbox import ImmutableSandboxedEnvironment

from hotpnp.diag import did_you_mean
from hotpnp.model.table import Card, FieldSpec


class BadExpression(ValueError):
    """A text or an expression that cannot be read; the text says why."""


class UnknownName(ValueError):
    """A name that nothing defines."""

    def __init__(self, message: str, hint: str) -> None:
        super().__init__(message)
        self.hint = hint


class EvaluationFailed(ValueError):
    """An expression that fails for the values it was given."""


_NEVER = ("\x01%", "%\x01", "\x01#", "#\x01")


class _Nothing:
    """A field without a value: prints as nothing, whatever is done with it, and counts as no."""

    def __bool__(self) -> bool:
        return False

    def __str__(self) -> str:
        return ""

    def __eq__(self, other: object) -> bool:
        return other is None or other == "" or isinstance(other, _Nothing)

    def __hash__(self) -> int:
        return hash(None)


_NOTHING = _Nothing()


OF_EVERY_CARD = ("id", "count")
"""What expressions know of every card, beside its table's fields."""


class _Sandbox(ImmutableSandboxedEnvironment):
    """Fields of cards by attribute; nothing else of a card can be reached."""

    def getattr(self, obj: Any, attribute: str) -> Any:
        if isinstance(obj, Card):
            return self.getitem(obj, attribute)
        return super().getattr(obj, attribute)

    def getitem(self, obj: Any, argument: Any) -> Any:
        if isinstance(obj, Card):
            if argument in OF_EVERY_CARD:
                return getattr(obj, argument)
            if argument in obj.values:
                value = obj.values[argument]
                return _NOTHING if value is None else value
            return self.undefined(obj=obj, name=argument)
        return super().getitem(obj, argument)


def _shown(value: Any) -> Any:
    """A value as it is printed: nothing for None, yes or no for a truth value, lists with commas."""
    if value is None:
        return ""
    if isinstance(value, StrictUndefined):
        return value
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list | tuple):
        return ", ".join(str(_shown(one)) for one in value)
    if callable(value):
        raise TypeError("this is a function; write it with brackets, such as name.upper()")
    return value


_ENVIRONMENT = _Sandbox(
    variable_start_string="{",
    variable_end_string="}",
    block_start_string=_NEVER[0],
    block_end_string=_NEVER[1],
    comment_start_string=_NEVER[2],
    comment_end_string=_NEVER[3],
    undefined=StrictUndefined,
    finalize=_shown,
    keep_trailing_newline=True,
)
_ENVIRONMENT.globals = {"range": _ENVIRONMENT.globals["range"]}
_ENVIRONMENT.filters = {name: use for name, use in _ENVIRONMENT.filters.items() if name != "random"}
_ENVIRONMENT.filters["shown"] = _shown


@dataclass(frozen=True, slots=True)
class Shape:
    """What is known of a name before any card is filled in.

    ``fields`` are the names below it (a record's fields, a namespace's names); ``entry`` is the
    shape of a list's entries. A plain value has neither.
    """

    fields: Mapping[str, Shape] | None = None
    entry: Shape | None = None


PLAIN = Shape()


def record_shape(
    table: str,
    fields: Mapping[str, FieldSpec],
    tables: Mapping[str, Mapping[str, FieldSpec]],
    used: set[tuple[str, str]],
) -> Shape:
    """The shape of a table's card; the fields that expressions name are noted in ``used``."""
    return Shape(_Fields(table, fields, tables, used))


class _Fields(Mapping[str, Shape]):
    """A table's fields, made when asked for, since tables may refer to each other in circles."""

    def __init__(
        self,
        table: str,
        fields: Mapping[str, FieldSpec],
        tables: Mapping[str, Mapping[str, FieldSpec]],
        used: set[tuple[str, str]],
    ) -> None:
        self.table = table
        self._fields = fields
        self._tables = tables
        self._used = used

    def __getitem__(self, name: str) -> Shape:
        if name in OF_EVERY_CARD:
            return PLAIN
        spec = self._fields[name]
        self._used.add((self.table, name))
        one = PLAIN
        if spec.ref is not None and spec.ref in self._tables:
            one = record_shape(spec.ref, self._tables[spec.ref], self._tables, self._used)
        return Shape(entry=one) if spec.many else one

    def __contains__(self, name: object) -> bool:
        return name in OF_EVERY_CARD or name in self._fields

    def __iter__(self) -> Iterator[str]:
        return iter([*OF_EVERY_CARD, *self._fields])

    def __len__(self) -> int:
        return len(OF_EVERY_CARD) + len(self._fields)


@dataclass(frozen=True, slots=True)
class Program:
    """A compiled text or expression, the names that it uses, and the shape of its value."""

    source: str
    names: frozenset[str]
    run: Any = field(repr=False, compare=False)
    shape: Shape = PLAIN

    def value(self, values: Mapping[str, Any]) -> Any:
        """The result. Raises EvaluationFailed with a sentence for the user."""
        given = {name: _NOTHING if value is None else value for name, value in values.items()}
        try:
            result = self.run(given)
            return None if result is _NOTHING else result
        except UndefinedError as fault:
            raise EvaluationFailed(f"{_braced(self.source)}: {_plain(str(fault))}") from fault
        except (
            TemplateError,
            ArithmeticError,
            TypeError,
            ValueError,
            LookupError,
            AttributeError,
            MemoryError,
        ) as fault:
            raise EvaluationFailed(f"{_braced(self.source)}: {fault}") from fault


def _braced(source: str) -> str:
    return source if "{" in source else f'"{source}"'


def _plain(message: str) -> str:
    return message.replace("hotpnp.model.table.Card object", "the card").replace("'", '"')


def compile_text(source: str, names: Mapping[str, Shape]) -> Program:
    """Read a text with {fields}; its value is a text. Raises BadExpression or UnknownName."""
    tree = _parse(source)
    _compiled(lambda: _check(tree, names), source)
    template = _compiled(lambda: _ENVIRONMENT.from_string(tree), source)
    return Program(source, frozenset(meta.find_undeclared_variables(tree)), template.render)


def compile_expression(source: str, names: Mapping[str, Shape]) -> Program:
    """Read an expression; its value is of any kind. Raises BadExpression or UnknownName."""
    if "}" in source or "{" in source:
        raise BadExpression(f'"{source}" is an expression and takes no braces')
    tree = _parse("{" + source + "}")
    _compiled(lambda: _check(tree, names), source)
    body = tree.body[0]
    inner = body.nodes[0] if isinstance(body, nodes.Output) else None
    shape = _shape(inner, names, None) if inner is not None else PLAIN
    run = _compiled(lambda: _ENVIRONMENT.compile_expression(_spaced(source), undefined_to_none=False), source)

    def value(values: Mapping[str, Any]) -> Any:
        result = run(**values)
        if isinstance(result, StrictUndefined):
            bool(result)
        return result

    return Program(source, frozenset(meta.find_undeclared_variables(tree)), value, shape)


def compile_value(source: str, names: Mapping[str, Shape]) -> Program:
    """Read a value: ``{expression}`` alone keeps its kind (a card, a number), else it is a text.

    Raises BadExpression or UnknownName.
    """
    inner = source.strip()
    if inner.startswith("{") and inner.endswith("}") and inner.count("{") == 1:
        return compile_expression(inner[1:-1], names)
    if "{" in source:
        return compile_text(source, names)
    return Program(source, frozenset(), lambda values: source, PLAIN)


T = TypeVar("T")


def _compiled(make: Callable[[], T], source: str) -> T:
    try:
        return make()
    except TemplateSyntaxError as fault:
        raise BadExpression(f"{_braced(source)} cannot be read: {fault.message}") from fault


def _spaced(source: str) -> str:
    """The source with a blank between a brace and a sign, which Jinja would take for blank control."""
    return re.sub(r"([-+])\}", r"\1 }", re.sub(r"\{([-+])", r"{ \1", source))


def _parse(source: str) -> nodes.Template:
    try:
        tree = _ENVIRONMENT.parse(_spaced(source))
    except TemplateSyntaxError as fault:
        hint = "write {'{'} for a brace that is to be printed"
        raise BadExpression(f"{_braced(source)} cannot be read: {fault.message}; {hint}") from fault
    for joined in tree.find_all(nodes.Concat):
        joined.nodes = [nodes.Filter(one, "shown", [], [], None, None) for one in joined.nodes]
    return tree


def _check(tree: nodes.Template, names: Mapping[str, Shape]) -> None:
    """Refuse names that nothing defines, and fields that a referenced table does not have."""
    for name in sorted(meta.find_undeclared_variables(tree)):
        if name not in names and name not in _ENVIRONMENT.globals:
            raise UnknownName(f'there is no field "{name}"', did_you_mean(name, names))
    for found in tree.find_all(nodes.Getattr):
        _shape(found, names, found)


def _shape(node: nodes.Node, names: Mapping[str, Shape], checked: nodes.Node | None) -> Shape:
    if isinstance(node, nodes.Name):
        return names.get(node.name, PLAIN)
    if isinstance(node, nodes.Getattr):
        below = _shape(node.node, names, None).fields
        if below is None:
            return PLAIN
        if node.attr not in below:
            if checked is None:
                return PLAIN
            owner = node.node.name if isinstance(node.node, nodes.Name) else "this"
            raise UnknownName(f'"{owner}" has no field "{node.attr}"', did_you_mean(node.attr, below))
        return below[node.attr]
    if isinstance(node, nodes.Getitem):
        of = _shape(node.node, names, None)
        if of.fields is None:
            return of if isinstance(node.arg, nodes.Slice) else of.entry or PLAIN
        key = node.arg.value if isinstance(node.arg, nodes.Const) else None
        named = [name for name in of.fields if name == key or (key is None and name not in OF_EVERY_CARD)]
        return _common([of.fields[name] for name in named])
    if isinstance(node, nodes.List):
        return Shape(entry=_common([_shape(one, names, None) for one in node.items]))
    return PLAIN


def _common(shapes: Sequence[Shape]) -> Shape:
    """The shape of a value that has one of these; known only if all are cards of one table."""
    tables = {one.fields.table if isinstance(one.fields, _Fields) else None for one in shapes}
    return shapes[0] if len(tables) == 1 and None not in tables else PLAIN
