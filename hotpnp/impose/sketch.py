"""A drawing that is made line by line: test sheets and the like."""

from __future__ import annotations

from typing import Literal

from hotpnp.assets.colour import BLACK, Colour
from hotpnp.assets.fonts import DEFAULT_FAMILY, Fonts
from hotpnp.geometry import Affine, Rect, ellipse, rounded_rect
from hotpnp.scene.items import Item, mapped, placed_path
from hotpnp.scene.text import Run, Style, break_lines, draw_line, text_run
from hotpnp.units import PT, Length

Align = Literal["left", "centre", "right"]


class Sketch:
    """Gathers items in the order of painting."""

    def __init__(self, fonts: Fonts) -> None:
        self._fonts = fonts
        self.items: list[Item] = []

    def style(self, size: Length, weight: str = "regular", colour: Colour = BLACK) -> Style:
        """Letters of the default family."""
        face = self._fonts.face(DEFAULT_FAMILY, weight, False)
        return Style(face, DEFAULT_FAMILY, weight, False, size, colour)

    def line(
        self, x1: Length, y1: Length, x2: Length, y2: Length, weight: Length = PT // 2, colour: Colour = BLACK
    ) -> None:
        """A straight line between two points."""
        self.items.append(placed_path([("M", x1, y1), ("L", x2, y2)], None, colour, weight))

    def ring(self, x: Length, y: Length, radius: Length, weight: Length = PT // 2) -> None:
        """A circle round a point."""
        self.items.append(placed_path(ellipse(x, y, radius, radius), None, BLACK, weight))

    def box(
        self, rect: Rect, fill: Colour | None, stroke: Colour | None = None, weight: Length = PT // 2
    ) -> None:
        """A rectangle."""
        self.items.append(placed_path(rounded_rect(*rect, 0), fill, stroke, weight if stroke else 0))

    def words(self, text: str, x: Length, baseline: Length, style: Style, align: Align = "left") -> None:
        """One line of text whose left end, middle or right end is at x."""
        width = style.width(text)
        left = {"left": x, "centre": x - width // 2, "right": x - width}[align]
        self.items.append(text_run(text, style, left, baseline, width))

    def paragraph(self, runs: list[tuple[str, Style]], x: Length, top: Length, width: Length) -> Length:
        """Text broken into lines of a width; gives the y at which it ends."""
        leading = round(max(style.size for _, style in runs) * 1.25)
        baseline = top
        for line in break_lines([Run(text, style) for text, style in runs], width).lines:
            baseline += leading
            self.items += draw_line(line, x, baseline - leading // 5)
        return baseline

    def place(self, items: tuple[Item, ...], matrix: Affine, turn: int = 0) -> None:
        """Items made elsewhere, through a map that turns by so many degrees (a quarter turn)."""
        self.items += [mapped(item, matrix, turn) for item in items]
