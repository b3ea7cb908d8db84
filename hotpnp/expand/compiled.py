"""Layouts compiled: texts and expressions read, parts put in, names checked, before any card is filled in."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Callable, Mapping, MutableMapping
from dataclasses import dataclass, field
from typing import Any, cast

from hotpnp.diag import Collector, Span, did_you_mean
from hotpnp.expand.language import (
    PLAIN,
    BadExpression,
    Program,
    Shape,
    UnknownName,
    compile_expression,
    compile_text,
    compile_value,
)
from hotpnp.model.box import Box
from hotpnp.model.elements import PartElement
from hotpnp.model.layout import Element, Layout
from hotpnp.model.strict import Strict
from hotpnp.model.values import has_fields

Fill = Callable[[Mapping[str, Any]], Any]
"""Gives the value of a key with the fields of a card filled in."""


def over(upper: Mapping[str, Shape], lower: Mapping[str, Shape]) -> Mapping[str, Shape]:
    """Both mappings as one, without asking the lower for its values before they are needed."""
    return ChainMap(cast(MutableMapping[str, Shape], upper), cast(MutableMapping[str, Shape], lower))


@dataclass(frozen=True, slots=True)
class Scope:
    """The names that may be used at a place, and the parts that are being put in around it."""

    names: Mapping[str, Shape]
    inside: tuple[str, ...] = ()

    def with_name(self, name: str, shape: Shape) -> Scope:
        """The scope inside an each:."""
        return Scope(over({name: shape}, self.names), self.inside)


@dataclass(frozen=True, eq=False, slots=True)
class Compiled:
    """An element with its texts and expressions read."""

    element: Element
    texts: tuple[tuple[str, Fill], ...]
    when: Program | None
    each: Program | None
    given: tuple[tuple[str, Program], ...] | None
    """For a part: its parameters' values; its children see only these and the game's names."""
    children: tuple[Compiled, ...]
    names: frozenset[str] = field(default=frozenset())
    """The names that the element and all inside it use."""
    colour_names: frozenset[str] = field(default=frozenset())
    """Those of them that only colours use."""


class Compiler:
    """Compiles the elements of one layout; what cannot be read is said and left out."""

    def __init__(self, layout: Layout, diagnostics: Collector) -> None:
        self._layout = layout
        self._diagnostics = diagnostics
        self._failed = False

    def elements(self, elements: tuple[Element, ...], scope: Scope) -> tuple[Compiled, ...]:
        """The elements of a face or a container."""
        return tuple(one for element in elements if (one := self._element(element, scope)) is not None)

    def _element(self, element: Element, scope: Scope) -> Compiled | None:
        spec = element.spec
        each = self._program(compile_expression, spec.each, scope, element.span("each"))
        own = scope if each is None else scope.with_name(spec.as_, each.shape.entry or PLAIN)
        when = self._program(compile_expression, spec.when, own, element.span("when"))
        texts = self._texts(element, own)
        given, children = None, self.elements(element.children, own)
        if texts is None or (spec.each and each is None) or (spec.when and when is None):
            return None
        used = [names for _, _, names in texts] + [when.names if when else frozenset()]
        if isinstance(spec, PartElement):
            given = self._given(element, spec, own)
            if given is None:
                return None
            children = self._part(element, spec, given, own)
            used += [program.names for _, program in given]
        else:
            used += [child.names for child in children]
        names = frozenset[str]().union(*used)
        coloured = self._coloured(texts, children if given is None else (), when)
        if each is not None:
            names = (names - {spec.as_}) | each.names
            coloured -= {spec.as_} | each.names
        plain_texts = tuple((key, fill) for key, fill, _ in texts)
        return Compiled(element, plain_texts, when, each, given, children, names, coloured)

    def _coloured(
        self,
        texts: list[tuple[str, Fill, frozenset[str]]],
        children: tuple[Compiled, ...],
        when: Program | None,
    ) -> frozenset[str]:
        """The names that only colours use, here and below."""
        colours = [names for key, _, names in texts if key in _COLOUR_KEYS] + [
            c.colour_names for c in children
        ]
        others = [names for key, _, names in texts if key not in _COLOUR_KEYS]
        others += [child.names - child.colour_names for child in children] + [
            when.names if when else frozenset()
        ]
        return frozenset[str]().union(*colours) - frozenset[str]().union(*others)

    def _texts(self, element: Element, scope: Scope) -> list[tuple[str, Fill, frozenset[str]]] | None:
        """The keys whose values hold {fields}: how to fill them, the names they use; none if one is wrong."""
        found = []
        self._failed = False
        for key, value in element.spec:
            if key in Box.plain_keys or key == "given":
                continue
            names: set[str] = set()
            fill = self._fill(value, scope, element.span(key), names)
            if fill is not None:
                found.append((key, fill, frozenset(names)))
        return None if self._failed else found

    def _fill(self, value: Any, scope: Scope, span: Span | None, names: set[str]) -> Fill | None:
        """A function that fills a value in; none when there is nothing to fill."""
        if isinstance(value, str):
            if not has_fields(value):
                return None
            program = self._program(compile_text, value, scope, span)
            if program is None:
                self._failed = True
                return None
            names |= program.names
            return program.value
        if isinstance(value, list):
            fills = [self._fill(one, scope, span, names) for one in value]
            if any(fills):
                return lambda values: [
                    one if fill is None else fill(values) for one, fill in zip(value, fills, strict=True)
                ]
        if isinstance(value, Strict):
            inner = {
                key: fill for key, one in value if (fill := self._fill(one, scope, span, names)) is not None
            }
            if inner:
                return lambda values: value.model_copy(
                    update={key: fill(values) for key, fill in inner.items()}
                )
        return None

    def _given(
        self, element: Element, spec: PartElement, scope: Scope
    ) -> tuple[tuple[str, Program], ...] | None:
        """The values of a part's parameters, its defaults included; none if one is missing, which is said."""
        part = self._layout.parts.get(spec.part)
        place = element.span("with") or element.span()
        if part is None:
            return ()
        for name in spec.given.keys() - part.params.keys():
            hint = did_you_mean(name, part.params)
            message = f'the part "{spec.part}" has no parameter "{name}"'
            self._diagnostics.add("unknown-key", message, place, hint=hint)
        found = []
        complete = True
        for name, default in part.params.items():
            source = spec.given.get(name, default)
            if source is None:
                message = f'the part "{spec.part}" needs a value for "{name}"'
                self._diagnostics.add("missing-key", message, place)
                complete = False
                continue
            program = self._program(compile_value, source, scope, place)
            if program is None:
                complete = False
            else:
                found.append((name, program))
        return tuple(found) if complete else None

    def _part(
        self, element: Element, spec: PartElement, given: tuple[tuple[str, Program], ...], scope: Scope
    ) -> tuple[Compiled, ...]:
        part = self._layout.parts.get(spec.part)
        if part is None:
            hint = did_you_mean(spec.part, self._layout.parts)
            self._diagnostics.add(
                "unknown-part", f'there is no part "{spec.part}"', element.span("part"), hint=hint
            )
            return ()
        if spec.part in scope.inside:
            chain = " -> ".join((*scope.inside, spec.part))
            self._diagnostics.add(
                "extends-loop", f"parts draw each other in a circle: {chain}", element.span("part")
            )
            return ()
        game = {name: scope.names[name] for name in ("game", "settings", "tables")}
        inner = Scope(
            {**game, **{name: program.shape for name, program in given}}, (*scope.inside, spec.part)
        )
        return self.elements(part.elements, inner)

    def _program(
        self,
        compiler: Callable[[str, Mapping[str, Shape]], Program],
        source: str | None,
        scope: Scope,
        span: Span | None,
    ) -> Program | None:
        if source is None:
            return None
        try:
            return compiler(source, scope.names)
        except UnknownName as fault:
            self._diagnostics.add("unknown-name", str(fault), span, hint=fault.hint)
        except BadExpression as fault:
            self._diagnostics.add("bad-expression", str(fault), span)
        return None


_COLOUR_KEYS = frozenset({"fill", "stroke", "colour", "border", "head_fill", "rule"})
