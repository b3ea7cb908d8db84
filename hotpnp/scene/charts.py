"""Charts of figures: bars for counts, heat maps for cross tables; lightness tells the number."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence

from hotpnp.assets.colour import WHITE, Colour, contrast
from hotpnp.assets.fonts import Fonts
from hotpnp.expand.stats import Cells, Grid, Number
from hotpnp.geometry import Rect, Size, rounded_rect
from hotpnp.scene.items import Item, Part, Scene, placed_path
from hotpnp.scene.text import Style, text_run
from hotpnp.units import PT, Length, trim

INK = Colour(27, 36, 48)
GREY = Colour(104, 112, 122)
FAINT = Colour(240, 242, 245)
BAR = Colour(44, 94, 138)
LIGHT = Colour(222, 234, 244)
DARK = Colour(16, 52, 96)
"""The ends of a heat map's shades; between them lightness falls evenly with the number."""
MOVED = Colour(168, 66, 0)
"""Frames and signs of what has moved, which show as such in grey too."""
FEW = 3
"""The longest bar and the darkest shade stand for at least so many pieces: ones look few."""
READABLE = 4.5
"""Least contrast of small type (WCAG 2, 1.4.3)."""
MARGIN = 6 * PT
LABEL = 150 * PT
"""Most width of a label; what is longer ends with three dots."""
LENGTH = 160 * PT
"""Length of the longest bar."""
ROW = 15 * PT
CELL = Size(21 * PT, 16 * PT)
ROOMY = Size(30 * PT, 20 * PT)
"""A cell that also tells by how much it has moved."""


def shown(number: Number | None) -> str:
    """A figure as people read it: at most two decimals, nothing for none."""
    return "" if number is None else trim(number)


def signed(number: Number | None) -> str:
    """A difference with its sign, nothing for none or 0."""
    text = shown(number)
    return "" if text in ("", "0") else f"+{text}" if number and number > 0 else text.replace("-", "\u2212")


def draw_grid(grid: Grid, moved: Cells | None, title: str, fonts: Fonts) -> Scene:
    """The chart of a table of counts (bars) or of a cross table (heat map), with how far it has moved."""
    chart = _Bars(grid, moved, fonts) if grid.kind == "counts" else _HeatMap(grid, moved, fonts)
    return chart.scene(title)


class _Chart(ABC):
    """What both kinds share: a pen, and letters."""

    def __init__(self, grid: Grid, moved: Cells | None, fonts: Fonts) -> None:
        self.grid = grid
        self.moved = moved
        self._fonts = fonts
        self._items: list[Item] = []

    def scene(self, title: str) -> Scene:
        """The chart under its title; without one it begins at the top."""
        top = MARGIN
        wide: Length = 0
        if title:
            style = self.style(title, "bold", 10 * PT)
            self.words(title, style, MARGIN, top + 9 * PT)
            wide = MARGIN * 2 + style.width(title)
            top += 18 * PT
        size = self.draw(top)
        return Scene(Size(max(size.width, wide), size.height), (Part(tuple(self._items)),))

    @abstractmethod
    def draw(self, top: Length) -> Size:
        """Draw below a height; gives the size of the whole."""

    def style(self, text: str, weight: str = "regular", size: Length = 8 * PT, colour: Colour = INK) -> Style:
        """Letters for a text, of the first family that has all its signs."""
        for family in self._fonts.fallback:
            face = self._fonts.face(family, weight, False)
            if not face.missing(text):
                break
        return Style(face, family, weight, False, size, colour)

    def words(
        self, text: str, style: Style, x: Length, baseline: Length, share: float = 0, turn: int = 0
    ) -> None:
        """A text from a point; a share of 0.5 centres it there, 1 ends it there; turned about the point."""
        if not text:
            return
        width = style.width(text)
        back = round(width * share)
        dx, dy = {0: (back, 0), 270: (0, -back)}[turn]
        run = text_run(text, style, x - dx, baseline - dy, width)
        self._items.append(run._replace(turn=turn))

    def box(
        self,
        rect: Rect,
        fill: Colour | None,
        stroke: Colour | None = None,
        width: Length = 0,
    ) -> None:
        """A rectangle."""
        self._items.append(placed_path(rounded_rect(*rect, 0), fill, stroke, width))

    def label(self, text: str, style: Style) -> str:
        """A label on one line, cut short where it is too long."""
        text = " ".join(text.split())
        if style.width(text) <= LABEL:
            return text
        while text and style.width(f"{text}…") > LABEL:
            text = text[:-1]
        return f"{text.rstrip()}…"

    def labels(self, texts: Sequence[str], weight: str = "regular") -> tuple[list[tuple[str, Style]], Length]:
        """Labels with their letters, and the width of the widest."""
        found = []
        for text in texts:
            style = self.style(text, weight)
            found.append((self.label(text, style), style))
        return found, max((style.width(text) for text, style in found), default=0)


class _Bars(_Chart):
    """A bar for each value; a thin line shows where it ended before."""

    def draw(self, top: Length) -> Size:
        labels, wide = self.labels(self.grid.rows)
        numbers = [row[0] or 0 for row in self.grid.cells]
        moves = [row[0] or 0 for row in self.moved] if self.moved is not None else [0] * len(numbers)
        before = [number - move for number, move in zip(numbers, moves, strict=True)]
        most = max([*numbers, *before, FEW])
        left = MARGIN + wide + 6 * PT
        for at, (text, style) in enumerate(labels):
            y = top + at * ROW
            self.words(text, style, left - 6 * PT, y + 10 * PT, 1)
            end = left + round(LENGTH * numbers[at] / most)
            if numbers[at]:
                self.box(Rect(left, y + 2 * PT, end - left, ROW - 4 * PT), BAR)
            if moves[at]:
                was = left + round(LENGTH * before[at] / most)
                self.box(Rect(was - PT // 2, y, PT, ROW), MOVED)
                end = max(end, was)
            said = shown(numbers[at])
            bold = self.style(said, "semibold")
            self.words(said, bold, end + 4 * PT, y + 10 * PT)
            change = signed(moves[at])
            small = self.style(change, "bold", 7 * PT, MOVED)
            self.words(change, small, end + 8 * PT + bold.width(said), y + 10 * PT)
        bottom = top + len(labels) * ROW
        self.box(Rect(left - PT // 4, top, PT // 2, bottom - top), INK)
        return Size(left + LENGTH + (54 if self.moved is not None else 32) * PT, bottom + MARGIN)


class _HeatMap(_Chart):
    """A cell for each pair of values, the darker the more; what has moved is framed."""

    def draw(self, top: Length) -> Size:
        grid = self.grid
        self._cell = ROOMY if self.moved is not None else CELL
        heads, broad = self.labels(grid.columns)
        sides, wide = self.labels(grid.rows)
        turned = broad > self._cell.width - 2 * PT
        grey = self.style(grid.across + grid.down, "regular", 7 * PT, GREY)
        left = MARGIN + max(wide, grey.width(grid.down)) + 5 * PT
        high = (broad if turned else 9 * PT) + 3 * PT
        self.words(grid.across, grey, left, top + 7 * PT)
        first = top + 11 * PT + high
        self.words(grid.down, grey, left - 5 * PT, first - 3 * PT, 1)
        for at, (text, style) in enumerate(heads):
            x = left + at * self._cell.width + self._cell.width // 2
            if turned:
                self.words(text, style, x + 3 * PT, first - 3 * PT, 0, 270)
            else:
                self.words(text, style, x, first - 3 * PT, 0.5)
        for at, (text, style) in enumerate(sides):
            self.words(text, style, left - 5 * PT, self._baseline(first, at), 1)
        self._draw_cells(left, first)
        all_of = self.style("all", "regular", 7 * PT, GREY)
        self.words("all", all_of, self._x(left, len(heads)) + self._cell.width // 2, first - 3 * PT, 0.5)
        self.words("all", all_of, left - 5 * PT, self._baseline(first, len(sides)), 1)
        right = self._x(left, len(heads)) + self._cell.width
        return Size(right + MARGIN, self._y(first, len(sides)) + self._cell.height + MARGIN)

    def _x(self, left: Length, column: int) -> Length:
        """Where a column begins; the one of all pieces stands a little apart."""
        return left + column * self._cell.width + (3 * PT if column == len(self.grid.columns) else 0)

    def _y(self, first: Length, row: int) -> Length:
        return first + row * self._cell.height + (3 * PT if row == len(self.grid.rows) else 0)

    def _baseline(self, first: Length, row: int) -> Length:
        return self._y(first, row) + self._cell.height // 2 + 3 * PT

    def _draw_cells(self, left: Length, first: Length) -> None:
        grid = self.grid
        inner = [n for row in grid.cells[: len(grid.rows)] for n in row[: len(grid.columns)] if n]
        low, high = min([*inner, 0]), max([*inner, 0])
        if all(isinstance(number, int) for number in inner):
            high = max(high, FEW)
        framed = []
        for row, numbers in enumerate(grid.cells):
            for column, number in enumerate(numbers):
                total = row == len(grid.rows) or column == len(grid.columns)
                rect = Rect(self._x(left, column), self._y(first, row), *self._cell)
                share = (number - low) / (high - low) if number and high > low else None
                fill = WHITE if total else FAINT if share is None else _shade(share)
                move = self.moved[row][column] if self.moved is not None else None
                self.box(rect, fill, WHITE, PT // 2)
                self._number(rect, number, fill, total, signed(move))
                if signed(move) and not total:
                    framed.append(rect)
        for rect in framed:
            self.box(rect.grown(-PT // 2), None, MOVED, PT)

    def _number(self, rect: Rect, number: Number | None, fill: Colour, total: bool, change: str) -> None:
        said = shown(number) if number or total else ""
        ink = WHITE if contrast(WHITE, fill) > contrast(INK, fill) else INK
        style = self.style(said, "bold" if total else "regular", 8 * PT, ink)
        baseline = rect.centre.y + 3 * PT
        self.words(said, style, rect.centre.x, baseline + (2 * PT if change else 0), 0.5)
        if change:
            small = self.style(change, "bold", 6 * PT, MOVED if contrast(MOVED, fill) > READABLE else ink)
            self.words(change, small, rect.right - 2 * PT, rect.y + 7 * PT, 1)


def _shade(share: float) -> Colour:
    """The colour of a share of the largest number."""
    mixed = (round(light + (dark - light) * share) for light, dark in zip(LIGHT, DARK, strict=True))
    return Colour(*mixed)
