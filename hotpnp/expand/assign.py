"""New values for a card's fields, as text to be written into its table."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal, DecimalException, localcontext
from typing import Any, TypeAlias

from hotpnp.diag import Collector, did_you_mean
from hotpnp.expand.faces import Context
from hotpnp.expand.language import BadExpression, EvaluationFailed, Program, UnknownName, compile_value
from hotpnp.expand.select import names_for, values_for
from hotpnp.model.table import Card, FieldSpec, Table, TypedBool, TypedFloat, TypedInt
from hotpnp.model.values import has_fields, parse_bool
from hotpnp.source.yamlio import Mapping, Node, Scalar
from hotpnp.source.yamlio import Sequence as ListNode

Written: TypeAlias = "str | tuple[str, ...] | None"
"""A value as it stands in a table: a text, the texts of a list, or none where a card gives no value."""

_FORM = re.compile(r"([^=]+?)\s*([-+*]?=)(.*)", re.DOTALL)
_NUMBER = re.compile(r"[-+]?[0-9]+(\.[0-9]+)?")
_OWN = {"count": FieldSpec(type="int", default="1"), "tags": FieldSpec(many=True)}
"""The keys of every card that may be set, beside its table's fields."""


@dataclass(frozen=True, slots=True)
class Assignment:
    """A field, what is done with it (``=``, ``+=``, ``-=``, ``*=``), and with what; ``= ~`` takes it away."""

    field: str
    sign: str
    text: str


def parse_assignment(text: str) -> Assignment:
    """Read ``field=value``, ``field+=2`` and the like. Raises ValueError with a sentence for the user."""
    found = _FORM.fullmatch(text.strip())
    if found is None:
        raise ValueError(f'"{text}" is no assignment; write FIELD=VALUE, or FIELD+=2, FIELD-=2, FIELD*=2')
    if found.group(3).startswith("="):
        raise ValueError(f'"{text}" compares; write one = to set a value, and --where to choose cards')
    if not text.isascii() and any("\ud800" <= sign <= "\udfff" for sign in text):
        raise ValueError("the assignment holds signs that are not UTF-8 text")
    return Assignment(found.group(1).strip(), found.group(2), found.group(3).strip())


class _Refused(ValueError):
    """A change that a field's value does not allow; the text says why."""


class Assigner:
    """Works out what assignments make of a table's cards. Those that can never work are said at once."""

    def __init__(
        self, table: Table, assignments: Sequence[Assignment], context: Context, diagnostics: Collector
    ) -> None:
        self._context = context
        self._diagnostics = diagnostics
        self._specs = {**table.fields, **_OWN}
        self._steps: list[tuple[Assignment, FieldSpec, Program | None]] = []
        for one in assignments:
            spec = self._spec(table, one)
            if spec is not None:
                self._steps.append((one, spec, self._program(one, table)))

    def _spec(self, table: Table, one: Assignment) -> FieldSpec | None:
        """What the field holds; none, having said why, when it cannot be set so."""
        spec = self._specs.get(one.field)
        fault, hint = "", ""
        if one.field == "id":
            fault, hint = "an id cannot be set, since other tables may name it", "change it by hand"
        elif one.field in ("notes", "silence"):
            fault, hint = f'"{one.field}" holds several values and cannot be set', "change it by hand"
        elif spec is None:
            message = f'{table.name} has no field "{one.field}"'
            hint = did_you_mean(one.field, self._specs)
            self._diagnostics.add("unknown-name", message, hint=hint)
        elif spec.many:
            if one.sign == "*=":
                fault, hint = f'"{one.field}" is a list', "write += or -= to add or to take out an entry"
        elif one.sign != "=" and spec.type not in ("int", "number"):
            fault = f'"{one.field}" is no number, so that {one.sign} has no meaning for it'
            hint = f"write an expression, such as {one.field}=\"{{{one.field} ~ ' more'}}\""
        elif one.sign != "=" and not _NUMBER.fullmatch(one.text) and not has_fields(one.text):
            fault = f'"{one.field}{one.sign}{one.text}": "{one.text}" is not a number'
        if fault:
            self._diagnostics.add("bad-value", fault, hint=hint)
        return None if fault else spec

    def _program(self, one: Assignment, table: Table) -> Program | None:
        if not has_fields(one.text):
            return None
        try:
            return compile_value(one.text, names_for(table, self._context))
        except UnknownName as fault:
            self._diagnostics.add("unknown-name", str(fault), hint=fault.hint)
        except BadExpression as fault:
            self._diagnostics.add("bad-expression", str(fault))
        return None

    def changes(self, card: Card) -> dict[str, tuple[Written, Written]]:
        """The fields of a card that get another value: how it was written and how it is to be.

        Assignments to one field follow each other; expressions see the card as it stands in its table.
        A field that is left out is not written when its default is what is asked for.
        """
        before: dict[str, Written] = {}
        after: dict[str, Written] = {}
        for one, spec, program in self._steps:
            if one.field not in before:
                before[one.field] = after[one.field] = written(card.node, one.field, spec)
            try:
                given = program.value(values_for(card, self._context)) if program else one.text
                after[one.field] = _new(one, spec, after[one.field], given)
            except EvaluationFailed as fault:
                self._say("evaluation-failed", str(fault), card, one.field)
            except _Refused as fault:
                self._say("bad-value", f'field "{one.field}": {fault}', card, one.field)
        return {
            field: (before[field], new)
            for field, new in after.items()
            if new != before[field] and not (before[field] is None and new == self._specs[field].default)
        }

    def _say(self, code: str, message: str, card: Card, field: str) -> None:
        self._diagnostics.add(code, message, card.span(field), card=card.id)


def written(record: Mapping, field: str, spec: FieldSpec) -> Written:
    """The value that a record gives for a field, as it is written."""
    node = record.items.get(field)
    if node is None or (isinstance(node, Scalar) and _is_missing(node, spec)):
        return None
    if isinstance(node, Scalar):
        return (node.text,) if spec.many else node.text
    return tuple(_text_of(one) for one in node.items) if isinstance(node, ListNode) else None


def _is_missing(node: Scalar, spec: FieldSpec) -> bool:
    return not node.quoted and (not node.text or (spec.ref is not None and node.is_null))


def _text_of(node: Node) -> str:
    return node.text if isinstance(node, Scalar) else ""


def _new(one: Assignment, spec: FieldSpec, old: Written, given: Any) -> Written:
    """What an assignment makes of a value. Raises _Refused."""
    if one.sign == "=" and one.text == "~":
        return None
    if spec.many:
        assert not isinstance(old, str)
        return _new_list(one.sign, spec, old or (), given)
    assert not isinstance(old, tuple)
    if one.sign == "=":
        return _text(given, spec, old)
    base = old if old is not None else spec.default
    if base is None:
        raise _Refused(f"has no value to which {one.sign} could be applied")
    return _number(_calculated(one.sign, _decimal(base), _decimal(given)), base)


def _new_list(sign: str, spec: FieldSpec, old: tuple[str, ...], given: Any) -> Written:
    if isinstance(given, list | tuple):
        words = tuple(str(_text(entry, spec, None)) for entry in given)
    else:
        words = tuple(filter(None, (word.strip() for word in str(_text(given, spec, None) or "").split(","))))
    if sign == "+=":
        words = (*old, *(word for word in dict.fromkeys(words) if word not in old))
    elif sign == "-=":
        words = tuple(word for word in old if word not in words)
    return words or (() if spec.default is not None else None)


def _text(value: Any, spec: FieldSpec, old: str | None) -> str | None:
    """A computed value as it is written in a table."""
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, Card):
        return value.id
    if isinstance(value, bool):
        same = old is not None and spec.type == "bool" and parse_bool(old) == value
        return old if same else "yes" if value else "no"
    if isinstance(value, TypedInt | TypedFloat | TypedBool):
        return str(value)
    if isinstance(value, int | float):
        return _number(_decimal(repr(value)), old or "")
    raise _Refused("an expression must give one text or number here")


def _decimal(value: Any) -> Decimal:
    try:
        number = Decimal(str(value))
    except DecimalException:
        shown = "nothing" if value is None else f'"{value}"'
        raise _Refused(f"{shown} is not a number") from None
    if not number.is_finite() or abs(number.adjusted()) > _MOST_DIGITS:
        raise _Refused(f'"{value}" is not a number to reckon with')
    return number


_MOST_DIGITS = 300


def _calculated(sign: str, base: Decimal, other: Decimal) -> Decimal:
    with localcontext(prec=4 * _MOST_DIGITS):
        if sign == "*=":
            return base * other
        return base + other if sign == "+=" else base - other


def _number(number: Decimal, like: str) -> str:
    """A number in the form of another: as many decimals or more, its plus sign, its leading zeros."""
    whole, _, decimals = f"{number.copy_abs():f}".partition(".")
    form = re.match(r"([-+]?)(\d*)(?:\.(\d*))?", like)
    sign, digits, places = form.groups() if form is not None else ("", "", "")
    kept = len(places or "")
    decimals = decimals[:kept] + decimals[kept:].rstrip("0")
    if len(digits) > 1 and digits.startswith("0"):
        whole = whole.zfill(len(digits))
    lead = "-" if number < 0 else "+" if sign == "+" else ""
    return lead + whole + (f".{decimals}" if decimals else "")
