"""Documents: Markdown with {fields}, :icons: and figures, read into blocks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple, TypeAlias

from hotpnp.diag import Collector, Span, did_you_mean
from hotpnp.expand.language import BadExpression, EvaluationFailed, Shape, UnknownName, compile_text
from hotpnp.expand.markup import Words


class Heading(NamedTuple):
    """A heading; level 1 is the document's title."""

    level: int
    words: tuple[Words, ...]
    span: Span


class Paragraph(NamedTuple):
    """Running text."""

    words: tuple[Words, ...]
    span: Span


class ListItem(NamedTuple):
    """One entry of a list, with its bullet or number."""

    marker: str
    depth: int
    words: tuple[Words, ...]
    span: Span


class TableBlock(NamedTuple):
    """A table; the first row is its head."""

    rows: tuple[tuple[tuple[Words, ...], ...], ...]
    span: Span


class Figure(NamedTuple):
    """A drawing: a card (kind ``card`` or ``card turned``, value its id), or one made from the kit."""

    kind: str
    value: str


class FigureRow(NamedTuple):
    """Figures side by side."""

    figures: tuple[Figure, ...]
    span: Span


Block: TypeAlias = Heading | Paragraph | ListItem | TableBlock | FigureRow

_ICON = re.compile(r":([a-z][a-z0-9]*(?:-[a-z0-9]+)*):")


_CELL = re.compile(r"(?<!\\)\|")
_FIELD = re.compile(r"\{(?:'[^']*'|\"[^\"]*\"|[^{}'\"])*\}")
_MARKS = re.compile(r"([\\`*_\[\]<>|#])")


def fill_text(
    text: str,
    path: str,
    values: dict[str, Any],
    shapes: dict[str, Shape],
    diagnostics: Collector,
    start: Span | None = None,
) -> str:
    """A text with its {fields} filled in; what values say is never markup.

    ``start`` is where the text begins, when that is not the file's beginning.
    """
    place = start or Span(path, 1, 1)
    lines = []
    for number, line in enumerate(text.split("\n")):

        def fill(match: re.Match[str], number: int = number) -> str:
            column = match.start() + (place.column if number == 0 else 1)
            span = Span(place.file, place.line + number, column, len(match.group()))
            try:
                return _MARKS.sub(r"\\\1", str(compile_text(match.group(), shapes).value(values)))
            except UnknownName as fault:
                diagnostics.add("unknown-name", str(fault), span, hint=fault.hint)
            except BadExpression as fault:
                diagnostics.add("bad-expression", str(fault), span)
            except EvaluationFailed as fault:
                diagnostics.add("evaluation-failed", str(fault), span)
            return ""

        filled = _FIELD.sub(fill, line)
        if "{" in _FIELD.sub("", line):
            span = Span(place.file, place.line + number, line.index("{") + 1)
            diagnostics.add(
                "bad-expression", "a { is opened and not closed", span, hint="write {'{'} for a brace"
            )
        lines.append(filled)
    return "\n".join(lines)


def read_blocks(text: str, path: str, icons: frozenset[str], diagnostics: Collector) -> list[Block]:
    """Read Markdown. What cannot be set is said and left out."""
    from markdown_it import MarkdownIt

    parser = MarkdownIt("commonmark", {"html": False}).enable("table")
    known: dict[str, Any] = {}
    reader = _Reader(parser.parse(text, known), text.split("\n"), path, icons, diagnostics)
    blocks = list(reader.blocks())
    for reference in known.get("references", {}).values():
        place = Span(path, reference["map"][0] + 1, 1)
        diagnostics.add("bad-markdown", "a link's address cannot be set in a document", place)
    return blocks


def _thing(kind: str) -> str:
    """A token's kind in words."""
    return {"hr": "a rule", "link_open": "a link", "fence": "a block of code"}.get(
        kind, kind.replace("_", " ").removesuffix(" open")
    )


class _Reader:
    def __init__(
        self, tokens: list[Any], lines: list[str], path: str, icons: frozenset[str], diagnostics: Collector
    ) -> None:
        self._tokens = iter(tokens)
        self._lines = lines
        self._path = path
        self._icons = icons
        self._diagnostics = diagnostics
        self._line = 1

    def blocks(self) -> Iterator[Block]:
        lists: list[int | None] = []
        marker = ""
        for token in self._next():
            kind = token.type
            if kind == "heading_open":
                place = self._span()
                yield Heading(int(token.tag[1]), self._inline(next(self._tokens)), place)
            elif kind in ("bullet_list_open", "ordered_list_open"):
                lists.append(None if kind == "bullet_list_open" else int(token.attrGet("start") or 1))
            elif kind in ("bullet_list_close", "ordered_list_close"):
                lists.pop()
            elif kind == "list_item_open":
                count = lists[-1]
                marker = "•" if count is None else f"{count}."
                if count is not None:
                    lists[-1] = count + 1
            elif kind == "paragraph_open":
                inline = next(self._tokens)
                if lists:
                    place = self._span()
                    yield ListItem(marker, len(lists) - 1, self._inline(inline), place)
                    marker = ""
                else:
                    yield self._paragraph(inline)
            elif kind == "table_open":
                yield self._table()
            elif not kind.endswith("_close"):
                self._say(f"{_thing(kind)} cannot be set in a document")

    def _next(self) -> Iterator[Any]:
        for token in self._tokens:
            if token.map:
                self._line = token.map[0] + 1
            yield token

    def _span(self) -> Span:
        return Span(self._path, self._line, 1)

    def _say(self, message: str) -> None:
        self._diagnostics.add("bad-markdown", message, self._span())

    def _paragraph(self, inline: Any) -> Block:
        children = inline.children or []
        drawn = [child for child in children if child.type == "image"]
        blank = all(
            child.type in ("image", "softbreak", "hardbreak") or not child.content.strip()
            for child in children
        )
        if drawn and blank:
            figures = tuple(Figure(child.content, str(child.attrGet("src") or "")) for child in drawn)
            return FigureRow(figures, self._span())
        place = self._span()
        return Paragraph(self._inline(inline), place)

    def _inline(self, token: Any) -> tuple[Words, ...]:
        words: list[Words] = []
        bold = italic = False
        for child in token.children or []:
            kind = child.type
            if kind == "strong_open" or kind == "strong_close":
                bold = kind == "strong_open"
            elif kind == "em_open" or kind == "em_close":
                italic = kind == "em_open"
            elif kind in ("softbreak", "hardbreak"):
                self._line += 1
                words.append(Words(" " if kind == "softbreak" else "\n", bold, italic))
            elif kind in ("text", "code_inline"):
                words += self._with_icons(child.content, bold, italic)
            elif kind == "image":
                self._say("a figure stands in a paragraph of its own")
            elif not kind.endswith("_close"):
                self._say(f"{_thing(kind)} cannot be set in a document")
        return tuple(words)

    def _with_icons(self, text: str, bold: bool, italic: bool) -> Iterator[Words]:
        at = 0
        for match in _ICON.finditer(text):
            name = match.group(1)
            if name not in self._icons:
                hint = did_you_mean(name, self._icons)
                self._diagnostics.add("unknown-icon", f'there is no icon "{name}"', self._span(), hint=hint)
                continue
            if match.start() > at:
                yield Words(text[at : match.start()], bold, italic)
            yield Words("", bold, italic, name)
            at = match.end()
        if at < len(text):
            yield Words(text[at:], bold, italic)

    def _table(self) -> TableBlock:
        span = self._span()
        rows: list[tuple[tuple[Words, ...], ...]] = []
        row: list[tuple[Words, ...]] = []
        given = 0
        for token in self._next():
            if token.type == "table_close":
                break
            if token.type == "tr_open":
                row = []
                given = len(_CELL.findall(self._lines[self._line - 1].strip().strip("|"))) + 1
            elif token.type == "inline":
                row.append(self._inline(token))
            elif token.type == "tr_close":
                if given > len(row):
                    self._say(f"the row has {given} cells, the table's head {len(row)}")
                rows.append(tuple(row))
        return TableBlock(tuple(rows), span)
