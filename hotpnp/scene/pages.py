"""Documents on pages: blocks set in columns, kept together where they belong together."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from hotpnp.assets.colour import Colour, Palette, Solid
from hotpnp.assets.fonts import Fonts, UnknownFont
from hotpnp.assets.icons import Icons
from hotpnp.diag import Collector, Span
from hotpnp.expand.document import Block, Figure, FigureRow, Heading, ListItem, Paragraph, TableBlock
from hotpnp.expand.markup import Words
from hotpnp.geometry import Affine, Point, Rect, Size, rounded_rect
from hotpnp.model.page import PageLayout
from hotpnp.model.text_element import NamedStyle
from hotpnp.model.values import parse_factor, parse_measure
from hotpnp.scene.items import Inset, Item, Part, Scene, mapped, placed_path
from hotpnp.scene.table import column_widths
from hotpnp.scene.text import Line, Run, Style, break_lines, draw_line
from hotpnp.scene.textbox import LINE_HEIGHT, text_style
from hotpnp.units import PT, Length, show_mm

DrawFigure = Callable[[Figure, Length], Scene | None]
"""Gives the drawing of a figure for a width, or none when it cannot be made (which is said by then)."""

INDENT = 12 * PT
CELL_PAD = 3 * PT

_DEFAULTS = {
    "title": NamedStyle(size="26pt", weight="bold", line_height="1.1"),
    "heading": NamedStyle(size="14pt", weight="bold"),
    "subheading": NamedStyle(size="10.5pt", weight="bold"),
    "body": NamedStyle(size="9.5pt", line_height="1.3"),
    "small": NamedStyle(size="7.5pt"),
}


@dataclass(slots=True)
class Chunk:
    """Something of a height that is not broken; items are relative to its top left."""

    height: Length
    items: list[Item]
    before: Length = 0
    """Space above, dropped at the top of a column."""
    glue: bool = False
    """Whether the next chunk must follow in the same column."""
    span: Span | None = None
    """Where it stands, for what may be higher than a column."""


@dataclass(slots=True)
class _Flow:
    """Where the next chunk goes."""

    pages: list[list[Item]] = field(default_factory=lambda: [[]])
    column: int = 0
    y: Length = 0
    top: Length = 0
    fresh: bool = True


class PageSetter:
    """Sets a document's blocks on pages of a size."""

    def __init__(
        self,
        layout: PageLayout,
        paper: Size,
        fonts: Fonts,
        icons: Icons,
        palette: Palette,
        figure: DrawFigure,
        diagnostics: Collector,
    ) -> None:
        self._layout = layout
        self._paper = paper
        self._fonts = fonts
        self._icons = icons
        self._palette = palette
        self._figure = figure
        self._diagnostics = diagnostics
        self._left = parse_measure(layout.left).within(paper.width)
        self._gap = parse_measure(layout.gap).within(paper.width)
        self._top = parse_measure(layout.top).within(paper.height)
        self._bottom = paper.height - parse_measure(layout.bottom).within(paper.height)
        self._wide = paper.width - self._left - parse_measure(layout.right).within(paper.width)
        self._width = (self._wide - self._gap * (layout.columns - 1)) // layout.columns
        self._accent = palette.solid(layout.accent)
        self._tint = palette.solid(layout.tint)

    def pages(self, blocks: Sequence[Block], footer: Callable[[int, int], str]) -> list[Scene]:
        """The pages of a document; the footer's text is asked for each page of how many."""
        flow = _Flow(y=self._top, top=self._top)
        rest = list(blocks)
        if rest and isinstance(rest[0], Heading) and rest[0].level == 1:
            self._title(rest.pop(0), flow)
        chunks = self._all_chunks(rest)
        unit: list[Chunk] = []
        for chunk in chunks:
            unit.append(chunk)
            if not chunk.glue:
                self._put(unit, flow)
                unit = []
        if unit:
            self._put(unit, flow)
        count = len(flow.pages)
        return [self._page(items, footer(i + 1, count)) for i, items in enumerate(flow.pages)]

    def _all_chunks(self, blocks: Sequence[Block]) -> list[Chunk]:
        """The chunks of all blocks; a figure follows the text before it."""
        chunks: list[Chunk] = []
        after_text = False
        for block in blocks:
            made = self._chunks(block)
            if made and after_text and isinstance(block, FigureRow):
                chunks[-1].glue = True
            chunks += made
            if made:
                after_text = not isinstance(block, FigureRow)
        return chunks

    def _title(self, block: Any, flow: _Flow) -> None:
        """The title over the full width, with a rule below."""
        for chunk in self._lines(block.words, "title", block.span, self._wide):
            flow.pages[0] += _moved(chunk.items, self._left, flow.y)
            flow.y += chunk.height
        flow.y += 3 * PT
        flow.pages[0].append(_filled(Rect(self._left, flow.y, self._wide, 3 * PT // 2), self._accent))
        flow.y += 12 * PT
        flow.top = flow.y

    def _put(self, unit: list[Chunk], flow: _Flow) -> None:
        """Set chunks that stay together, in the next column when this one has no room for them."""
        need = sum(chunk.before + chunk.height for chunk in unit) - (unit[0].before if flow.fresh else 0)
        if not flow.fresh and flow.y + need > self._bottom:
            self._next_column(flow)
        for chunk in unit:
            if not flow.fresh:
                flow.y += chunk.before
                if flow.y + chunk.height > self._bottom:
                    self._next_column(flow)
            if flow.y + chunk.height > self._bottom and chunk.span is not None:
                over = show_mm(flow.y + chunk.height - self._bottom)
                message = f"this is {over} higher than a column of the page"
                self._diagnostics.add(
                    "text-overflow", message, chunk.span, hint="part it, or make it smaller"
                )
            x = self._left + flow.column * (self._width + self._gap)
            flow.pages[-1] += _moved(chunk.items, x, flow.y)
            flow.y += chunk.height
            flow.fresh = False

    def _next_column(self, flow: _Flow) -> None:
        flow.column += 1
        if flow.column == self._layout.columns:
            flow.column = 0
            flow.pages.append([])
            flow.top = self._top
        flow.y = flow.top
        flow.fresh = True

    def _page(self, items: list[Item], footer: str) -> Scene:
        if footer:
            style = self._style("small", Span(""))
            if style is not None:
                width = style.face.width(footer, style.size)
                baseline = self._paper.height - 36 * PT
                items = [
                    *items,
                    *draw_line(_one_line(footer, style), (self._paper.width - width) // 2, baseline),
                ]
        return Scene(self._paper, (Part(tuple(items)),))

    def _chunks(self, block: Block) -> list[Chunk]:
        if isinstance(block, Heading):
            return self._heading(block)
        if isinstance(block, Paragraph):
            chunks = self._lines(block.words, "body", block.span, self._width)
            return _keep_together(chunks, 5 * PT)
        if isinstance(block, ListItem):
            return self._list_item(block)
        if isinstance(block, TableBlock):
            return self._table(block)
        return self._figures(block)

    def _heading(self, block: Heading) -> list[Chunk]:
        role = {1: "title", 2: "heading"}.get(block.level, "subheading")
        chunks = self._lines(block.words, role, block.span, self._width)
        for chunk in chunks:
            chunk.glue = True
        if chunks:
            chunks[0].before = (13 if role == "heading" else 9) * PT
        if role == "heading" and chunks:
            rule = Rect(0, chunks[-1].height + PT // 2, self._width, PT * 3 // 4)
            chunks[-1].items.append(_filled(rule, self._accent))
            chunks[-1].height += 2 * PT
        return chunks

    def _list_item(self, block: ListItem) -> list[Chunk]:
        indent = INDENT * (block.depth + 1)
        chunks = self._lines(block.words, "body", block.span, self._width - indent)
        for chunk in chunks:
            chunk.items = _moved(chunk.items, indent, 0)
        style = self._style("body", block.span)
        if style is not None and chunks and block.marker:
            bold = self._style("body", block.span, bold=True) or style
            marker = _one_line(block.marker, bold._replace(colour=self._accent))
            chunks[0].items += draw_line(marker, indent - INDENT, self._baseline(style))
        return _keep_together(chunks, 2 * PT + PT // 2)

    def _leading(self, role: str) -> Length:
        style = self._layout.styles.get(role)
        factor = (style.line_height if style else None) or _DEFAULTS[role].line_height
        size = (style.size if style else None) or _DEFAULTS[role].size
        assert size is not None
        return round(parse_measure(size).length * (parse_factor(factor) if factor else LINE_HEIGHT))

    def _baseline(self, style: Style) -> Length:
        return style.size

    def _style(self, role: str, span: Span, bold: bool = False, italic: bool = False) -> Style | None:
        own = self._layout.styles.get(role)
        given = {key: value for key, value in (own or NamedStyle()) if value is not None}
        if bold:
            given["weight"] = "bold"
        if italic:
            given["italic"] = True
        try:
            return text_style(_DEFAULTS[role].model_copy(update=given), self._fonts, self._palette)
        except UnknownFont as fault:
            self._diagnostics.add("unknown-font", str(fault), span)
            return None

    def _runs(self, words: tuple[Words, ...], role: str, span: Span) -> list[Run]:
        runs = []
        for word in words:
            style = self._style(role, span, word.bold, word.italic)
            if style is None:
                continue
            missing = style.face.missing(word.text.replace("\n", ""))
            if missing:
                signs = ", ".join(f"{sign} (U+{ord(sign):04X})" for sign in missing)
                self._diagnostics.add("glyph-missing", f"{style.face.name} cannot draw {signs}", span)
                continue
            icon = self._icons.get(word.icon) if word.icon else None
            if not word.icon or icon is not None:
                runs.append(Run(word.text, style, icon))
        return runs

    def _lines(self, words: tuple[Words, ...], role: str, span: Span, width: Length) -> list[Chunk]:
        """One chunk a line."""
        runs = self._runs(words, role, span)
        if not runs:
            return []
        leading = self._leading(role)
        chunks = []
        for paragraph in _paragraphs(runs):
            broken = break_lines(paragraph, width)
            if broken.forced:
                message = "a word is wider than the column and is parted between letters"
                self._diagnostics.add("text-overflow", message, span, severity="warning")
            for line in broken.lines:
                chunks.append(Chunk(leading, draw_line(line, 0, self._baseline(runs[0].style))))
        return chunks

    def _figures(self, block: FigureRow) -> list[Chunk]:
        """Figures side by side in the middle of the column, smaller where they would be too wide."""
        gap = 6 * PT
        drawn = [
            (figure, scene)
            for figure in block.figures
            if (scene := self._figure(figure, self._width)) is not None
        ]
        if not drawn:
            return []
        sizes = [self._figure_size(figure, scene) for figure, scene in drawn]
        natural = sum(size.width for size in sizes)
        room = self._width - gap * (len(drawn) - 1)
        shrink = min(1.0, room / natural)
        high = max(round(size.height * shrink) for size in sizes)
        x = (self._width - round(natural * shrink) - gap * (len(drawn) - 1)) // 2
        items: list[Item] = []
        for (figure, scene), size in zip(drawn, sizes, strict=True):
            scale = size.width * shrink / (scene.size.height if _turned(figure) else scene.size.width)
            y = (high - round(size.height * shrink)) // 2
            items.append(Inset(scene, _figure_matrix(scene.size, Point(x, y), scale, _turned(figure))))
            if figure.kind.startswith("card"):
                frame = rounded_rect(x, y, round(size.width * shrink), round(size.height * shrink), 4 * PT)
                items.append(placed_path(frame, None, Colour(170, 170, 170), PT // 2))
            x += round(size.width * shrink) + gap
        return [Chunk(high + 4 * PT, items, before=6 * PT, span=block.span)]

    def _figure_size(self, figure: Figure, scene: Scene) -> Size:
        scale = self._layout.card_scale if figure.kind.startswith("card") else 1.0
        size = scene.size.turned() if _turned(figure) else scene.size
        return Size(round(size.width * scale), round(size.height * scale))

    def _table(self, block: TableBlock) -> list[Chunk]:
        cells = [[self._runs(words, "body", block.span) for words in row] for row in block.rows]
        cells[0] = [
            self._runs(tuple(w._replace(bold=True) for w in words), "body", block.span)
            for words in block.rows[0]
        ]
        widths = column_widths(cells, self._width, CELL_PAD)
        chunks = []
        for number, row in enumerate(cells):
            lines = [
                break_lines(runs, width - 2 * CELL_PAD).lines for runs, width in zip(row, widths, strict=True)
            ]
            chunks.append(self._table_row(lines, widths, head=number == 0))
        for chunk in chunks:
            chunk.span = block.span
        if sum(widths) > self._width:
            self._diagnostics.add(
                "text-overflow", "the words of a table are wider than the column", block.span
            )
        chunks[0].before = 6 * PT
        small = sum(chunk.height for chunk in chunks) < (self._bottom - self._top) * 2 // 5
        for number, chunk in enumerate(chunks[:-1]):
            chunk.glue = small or number in (0, len(chunks) - 2)
        chunks[-1].height += 4 * PT
        return chunks

    def _table_row(self, cells: list[list[Line]], widths: list[Length], head: bool) -> Chunk:
        leading = self._leading("body")
        style = self._style("body", Span(""))
        assert style is not None
        high = max(len(lines) for lines in cells) * leading + 2 * CELL_PAD
        items: list[Item] = []
        if head:
            items.append(_filled(Rect(0, 0, sum(widths), high), self._tint))
        items.append(_filled(Rect(0, high - PT // 2, sum(widths), PT // 2 if not head else PT), self._accent))
        x = 0
        for lines, width in zip(cells, widths, strict=True):
            for i, line in enumerate(lines):
                items += draw_line(line, x + CELL_PAD, CELL_PAD + i * leading + self._baseline(style))
            x += width
        return Chunk(high, items)


def _one_line(text: str, style: Style) -> Line:
    return break_lines([Run(text, style)], 10**9).lines[0]


def _paragraphs(runs: list[Run]) -> list[list[Run]]:
    """The runs between forced line breaks."""
    found: list[list[Run]] = [[]]
    for run in runs:
        if run.text == "\n":
            found.append([])
        else:
            found[-1].append(run)
    return found


def _keep_together(chunks: list[Chunk], before: Length) -> list[Chunk]:
    """Lines of a paragraph: no single line at the foot or the head of a column."""
    if chunks:
        chunks[0].before = before
    for i, chunk in enumerate(chunks[:-1]):
        chunk.glue = i == 0 or i == len(chunks) - 2
    return chunks


def _moved(items: list[Item], dx: Length, dy: Length) -> list[Item]:
    matrix = Affine(e=dx, f=dy)
    return [mapped(item, matrix, 0) for item in items]


def _filled(rect: Rect, colour: Solid) -> Item:
    return placed_path(rounded_rect(*rect, 0), colour)


def _turned(figure: Figure) -> bool:
    return figure.kind.endswith("turned")


def _figure_matrix(size: Size, at: Point, scale: float, turned: bool) -> Affine:
    if turned:
        return Affine(0, scale, -scale, 0, at.x + size.height * scale, at.y)
    return Affine(scale, 0, 0, scale, at.x, at.y)
