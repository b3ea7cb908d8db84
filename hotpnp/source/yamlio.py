"""YAML text to nodes. Every scalar stays as typed; every key and value knows its line and column."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, TypeAlias

import yaml

from hotpnp.diag import Diagnostic, Span

try:
    from yaml._yaml import CParser as _Parser
except ImportError:  # PyYAML built without its C library
    from yaml import SafeLoader as _Parser  # type: ignore[assignment]

_NULLS = frozenset(["", "~", "null", "Null", "NULL"])


class Scalar:
    """A value as typed."""

    __slots__ = ("column", "file", "line", "quoted", "text")

    def __init__(self, text: str, quoted: bool, file: str, line: int, column: int) -> None:
        self.text = text
        self.quoted = quoted
        self.file = file
        self.line = line
        self.column = column

    @property
    def span(self) -> Span:
        """Where it stands."""
        width = len(self.text.split("\n", 1)[0]) + (2 if self.quoted else 0)
        return Span(self.file, self.line, self.column, max(1, width))

    @property
    def is_null(self) -> bool:
        """Whether it is an unquoted nothing: empty, ``~`` or ``null``."""
        return not self.quoted and self.text in _NULLS


class Mapping:
    """Keys with their values, in the order of the file."""

    __slots__ = ("column", "file", "items", "keys", "line")

    def __init__(self, file: str, line: int, column: int) -> None:
        self.file = file
        self.line = line
        self.column = column
        self.items: dict[str, Node] = {}
        self.keys: dict[str, tuple[int, int]] = {}

    @property
    def span(self) -> Span:
        """Where it begins."""
        return Span(self.file, self.line, self.column)

    def key_span(self, key: str) -> Span:
        """Where a key stands."""
        line, column = self.keys[key]
        return Span(self.file, line, column, len(key))


class Sequence:
    """A list of values."""

    __slots__ = ("column", "file", "items", "line")

    def __init__(self, file: str, line: int, column: int) -> None:
        self.file = file
        self.line = line
        self.column = column
        self.items: list[Node] = []

    @property
    def span(self) -> Span:
        """Where it begins."""
        return Span(self.file, self.line, self.column)


Node: TypeAlias = Scalar | Mapping | Sequence


def parse(text: str, file: str) -> tuple[Node | None, list[Diagnostic]]:
    """Read one YAML document. Gives the top node (none for an empty file) and what is wrong."""
    tab = _tab_indent(text, file)
    if tab is not None:
        return None, [tab]
    reader = _Reader(text, file)
    try:
        return reader.read(), reader.faults
    except yaml.YAMLError as fault:
        return None, [*reader.faults, _syntax_error(fault, text, file)]


def plain(node: Node | None) -> Any:
    """The node as dicts, lists, texts and None, for a validator."""
    if isinstance(node, Mapping):
        return {key: plain(value) for key, value in node.items.items()}
    if isinstance(node, Sequence):
        return [plain(value) for value in node.items]
    if node is None or node.is_null:
        return None
    return node.text


_SWALLOWED = re.compile(r"\S[ \t]+(#)[^\s#!]")
DEEPEST = 100
"""Most mappings and lists inside each other."""


class _TooDeepError(yaml.YAMLError):
    """A file whose mappings and lists lie too deep inside each other."""

    def __init__(self, mark: Any) -> None:
        super().__init__("nested too deep")
        self.problem_mark = mark


class _Reader:
    """Turns the parser's events into nodes."""

    def __init__(self, text: str, file: str) -> None:
        self.file = file
        self.faults: list[Diagnostic] = []
        self._text = text
        self._lines: list[str] | None = None
        self._anchors: dict[str, Node] = {}
        self._depth = 0
        self._unused: dict[str, Any] = {}
        # Lines on which a # without a blank after it may take the end of a text for a comment.
        self._suspect = {text.count("\n", 0, found.start(1)) for found in _SWALLOWED.finditer(text)}

    def read(self) -> Node | None:
        parser: Any = _Parser(self._text)
        next_event = parser.get_event
        events: Iterator[Any] = iter(next_event, None)
        try:
            for event in events:
                if type(event) is yaml.DocumentStartEvent:
                    top = self._node(next_event(), next_event)
                    self._reject_more(next_event)
                    for name, mark in self._unused.items():
                        message = f'"&{name}" is read as a name, and nothing refers to it'
                        self._fault("syntax", message, mark, "to begin a text with &, put it in quotes")
                    return top
            return None
        finally:
            parser.dispose()

    def _reject_more(self, next_event: Any) -> None:
        event = next_event()
        while event is not None:
            if type(event) is yaml.DocumentStartEvent:
                mark = event.start_mark
                self._fault("syntax", "a file holds one YAML document; remove the second ---", mark)
                return
            event = next_event()

    def _node(self, event: Any, next_event: Any) -> Node:
        kind = type(event)
        if kind is yaml.ScalarEvent:
            return self._anchored(event, self._scalar(event))
        if kind is yaml.AliasEvent:
            return self._alias(event)
        self._depth += 1
        if self._depth > DEEPEST:
            raise _TooDeepError(event.start_mark)
        if kind is yaml.MappingStartEvent:
            node: Node = self._mapping(event, next_event)
        else:
            node = self._sequence(event, next_event)
        self._depth -= 1
        return self._anchored(event, node)

    def _anchored(self, event: Any, node: Node) -> Node:
        """The node, known by its name if it has one; tags are refused."""
        if event.tag is not None:
            self._fault("syntax", "a text that begins with ! is read as a tag", event.start_mark, _QUOTE)
        if event.anchor is not None:
            self._anchors[event.anchor] = node
            self._unused[event.anchor] = event.start_mark
        return node

    def _scalar(self, event: Any) -> Scalar:
        mark = event.start_mark
        scalar = Scalar(event.value, bool(event.style), self.file, mark.line + 1, mark.column + 1)
        if not scalar.quoted:
            if not scalar.text:
                self._check_comment_value(scalar)
            elif mark.line in self._suspect:
                self._check_swallowed(event.end_mark)
        return scalar

    def _check_swallowed(self, end: Any) -> None:
        """Say when the end of a text without quotes is read as a comment."""
        rest = self._source_lines()[end.line][end.column :]
        if re.match(r"[ \t]+#[^\s#!]", rest):
            column = end.column + rest.index("#")
            message = f'"{rest.strip()}" is read as a comment and is lost'
            span = Span(self.file, end.line + 1, column + 1, len(rest.strip()))
            self.faults.append(Diagnostic("comment-value", message, span, _QUOTE))

    def _source_lines(self) -> list[str]:
        if self._lines is None:
            self._lines = self._text.splitlines()
        return self._lines

    def _alias(self, event: Any) -> Node:
        node = self._anchors.get(event.anchor)
        self._unused.pop(event.anchor, None)
        if node is None:
            hint = "to begin a text with *, put it in quotes"
            self._fault(
                "syntax", f'nothing is named with "&{event.anchor}" before this', event.start_mark, hint
            )
            return Scalar("", True, self.file, event.start_mark.line + 1, event.start_mark.column + 1)
        return node

    def _sequence(self, event: Any, next_event: Any) -> Sequence:
        mark = event.start_mark
        node = Sequence(self.file, mark.line + 1, mark.column + 1)
        while type(event := next_event()) is not yaml.SequenceEndEvent:
            node.items.append(self._node(event, next_event))
        return node

    def _mapping(self, event: Any, next_event: Any) -> Mapping:
        mark = event.start_mark
        node = Mapping(self.file, mark.line + 1, mark.column + 1)
        items, keys = node.items, node.keys
        scalar_event, end_event = yaml.ScalarEvent, yaml.MappingEndEvent
        while type(event := next_event()) is not end_event:
            mark = event.start_mark
            if type(event) is not scalar_event:
                self._node(event, next_event)
                self._node(next_event(), next_event)
                hint = "put a text that begins with { or [ in quotes"
                self._fault("syntax", "a key must be a plain word", mark, hint)
                continue
            key = event.value
            value = self._node(next_event(), next_event)
            if key in items:
                message = f'the key "{key}" stands twice (first in line {keys[key][0]})'
                self._fault("duplicate-key", message, mark, "remove or rename one of the two", len(key))
                continue
            items[key] = value
            keys[key] = (mark.line + 1, mark.column + 1)
        return node

    def _check_comment_value(self, scalar: Scalar) -> None:
        lines = self._source_lines()
        if scalar.line > len(lines):
            return
        rest = lines[scalar.line - 1][scalar.column - 1 :].lstrip(" ")
        if re.match(r"#[0-9A-Fa-f]{3,8}\b", rest):
            column = len(lines[scalar.line - 1]) - len(rest) + 1
            value = rest.split()[0]
            span = Span(self.file, scalar.line, column, len(value))
            self.faults.append(_eaten(value, span))

    def _fault(self, code: str, message: str, mark: Any, hint: str = "", length: int = 1) -> None:
        span = Span(self.file, mark.line + 1, mark.column + 1, length)
        self.faults.append(Diagnostic(code, message, span, hint))


def _tab_indent(text: str, file: str) -> Diagnostic | None:
    match = re.search(r"^ *\t[ \t]*(?=\S)", text, re.MULTILINE)
    if match is None or _inside_quotes(text, match.start()):
        return None
    line = text.count("\n", 0, match.start()) + 1
    column = match.group().index("\t") + 1
    return Diagnostic(
        "tab", "the line is indented with a tab", Span(file, line, column), "indent with spaces"
    )


def _inside_quotes(text: str, position: int) -> bool:
    """Whether the place lies in a quoted text that runs over several lines (told by the parser)."""
    try:
        for event in yaml.parse(text[:position], Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader)):
            del event
    except yaml.YAMLError as fault:
        return "quoted scalar" in str(fault)
    return False


_QUOTE = "put the text in quotes"
_PLAIN_WORDS = (
    ("mapping values are not allowed", "a colon followed by a space begins a value here", _QUOTE),
    ("while scanning an alias", "a text that begins with * is read as a reference", _QUOTE),
    ("while scanning an anchor", "a text that begins with & is read as a name", _QUOTE),
    ("cannot start any token", "a text cannot begin with this sign", _QUOTE),
    ("found unexpected '%'", "a text cannot begin with %", _QUOTE),
    ("while scanning a directive", "a line cannot begin with %", _QUOTE),
    ("nested too deep", "too many lists and mappings lie inside each other", "write it flatter"),
    (
        "unknown escape",
        "a backslash in double quotes begins an escape",
        "write it twice, or use single quotes",
    ),
    (
        "quoted scalar",
        "a quotation mark is opened and not closed",
        "close it, or put the whole text in quotes",
    ),
    (
        "expected <block end>",
        "more text follows a quoted text, a {...} or a [...]",
        "put the whole text in quotes",
    ),
    (
        "did not find expected key",
        "this does not go on with what stands before it",
        "put the whole text in quotes, or check the indentation",
    ),
    (
        "did not find expected ',' or '}'",
        "a { is not closed, or what stands in it is not as it should be",
        "check brackets and commas; put texts with a colon, # or quotation mark in quotes",
    ),
    (
        "did not find expected ',' or ']'",
        "a [ is not closed, or what stands in it is not as it should be",
        "check brackets and commas; put texts with a colon, # or quotation mark in quotes",
    ),
    (
        "expected ',' or '}'",
        "a { is not closed, or what stands in it is not as it should be",
        "check brackets and commas; put texts with a colon, # or quotation mark in quotes",
    ),
    (
        "expected ',' or ']'",
        "a [ is not closed, or what stands in it is not as it should be",
        "check brackets and commas; put texts with a colon, # or quotation mark in quotes",
    ),
    ("unacceptable character", "a control sign that YAML does not allow", "remove it"),
    ("control characters are not allowed", "a control sign that YAML does not allow", "remove it"),
    ("undefined tag", "a text that begins with ! is read as a tag", _QUOTE),
    ("while scanning a tag", "a text that begins with ! is read as a tag", _QUOTE),
    ("block scalar", "a text that begins with | or > is read as a block of lines", _QUOTE),
)


def _syntax_error(fault: yaml.YAMLError, text: str, file: str) -> Diagnostic:
    said = str(fault)
    mark = getattr(fault, "problem_mark", None)
    context = getattr(fault, "context_mark", None)
    if context is not None and ("quoted scalar" in said or "flow" in said):
        mark = context
    eaten = _eaten_brace(text, file, mark)
    if eaten is not None:
        return eaten
    message, hint = "the YAML cannot be read here", "check quotes, colons and indentation"
    for sign, plain_words, advice in _PLAIN_WORDS:
        if sign in said:
            message, hint = plain_words, advice
            break
    if mark is not None:
        return Diagnostic("syntax", message, _value_span(text, file, mark.line, mark.column), hint)
    position = getattr(fault, "position", 0)
    line = text.count("\n", 0, position)
    column = position - (text.rfind("\n", 0, position) + 1)
    return Diagnostic("syntax", message, Span(file, line + 1, column + 1), hint)


def _eaten_brace(text: str, file: str, mark: Any) -> Diagnostic | None:
    """The complaint of a colour in ``{...}`` that is a comment and takes the closing brace with it."""
    lines = text.splitlines()[: mark.line + 1 if mark is not None else 0]
    for number in range(len(lines), max(0, len(lines) - 3), -1):
        found = re.search(r"[{,][^#\"']*:\s+(#[0-9A-Fa-f]{3,8})\b", lines[number - 1])
        if found is not None:
            return _eaten(found.group(1), Span(file, number, found.start(1) + 1, len(found.group(1))))
    return None


def _eaten(value: str, span: Span) -> Diagnostic:
    message = f"{value} is read as a comment, so the value is empty"
    return Diagnostic("comment-value", message, span, f'put it in quotes: "{value}"')


def _value_span(text: str, file: str, line: int, column: int) -> Span:
    """The place of the fault; one at the very start of a line belongs to the line of text before it."""
    lines = text.splitlines()
    if column == 0:
        while line > 0 and (line >= len(lines) or not lines[line].strip()):
            line -= 1
            column = len(lines[line].rstrip()) if line < len(lines) else 0
    return Span(file, line + 1, column + 1)
