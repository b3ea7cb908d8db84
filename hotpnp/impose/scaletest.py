"""The test page for scale, margins, lines and letters, which needs one side of a sheet."""

from __future__ import annotations

from hotpnp.assets.colour import BLACK, Colour
from hotpnp.assets.fonts import Fonts
from hotpnp.geometry import Affine, Point, Rect, Size
from hotpnp.impose.diagram import draw_rulers
from hotpnp.impose.place import Side
from hotpnp.impose.sketch import Sketch
from hotpnp.model.sizes import CARDS
from hotpnp.units import MM, PT, Length, show_inch, show_mm, trim

DEEPEST = 20
"""The margin finder's last line, in millimetres from the edge."""
WIDTH = 156 * MM
"""Of what stands between the margin finders."""
_STEP = 7 * MM
"""From one line of the margin finder to the next, along the edge."""
_LINE = 6 * MM
_GREY = Colour(128, 128, 128)
_WEIGHTS = (PT // 4, PT * 7 // 20, PT // 2, PT)
_SIZES = (5, 6, 7, 8, 9, 10)
_SAMPLE = "Each player draws 3 cards and keeps 1; 0O 1lI 5S 8B"


def draw_scale_test(paper: Size, fonts: Fonts) -> Side:
    """The page on an upright paper of at least calibrate.SMALLEST."""
    sketch = Sketch(fonts)
    _margin_finder(sketch, paper)
    left = (paper.width - WIDTH) // 2
    top = (paper.height - 190 * MM) // 2
    _heading(sketch, Point(left, top))
    _card(sketch, Point(left, top + 24 * MM))
    _lines(sketch, Point(left + 74 * MM, top + 24 * MM))
    _ramp(sketch, Point(left + 74 * MM, top + 66 * MM))
    rulers = draw_rulers("100mm+4in", WIDTH, fonts).items
    sketch.place(rulers, Affine(e=left, f=top + 118 * MM))
    sketch.place(rulers, Affine(0, 1, -1, 0, left + WIDTH, top + 24 * MM), 90)
    _letters(sketch, Point(left, top + 152 * MM))
    return Side((), extras=tuple(sketch.items))


def _heading(sketch: Sketch, at: Point) -> None:
    sketch.words("Scale test: print at 100 %", at.x, at.y + 6 * MM, sketch.style(18 * PT, "bold"))
    text = (
        "“Actual size”, not “fit to page”. Measure all four rulers: where one is wrong, the page is scaled. "
        "The edges tell the margin that the printer cannot print: on each side the smallest number whose "
        "line is printed whole."
    )
    sketch.paragraph([(text, sketch.style(9 * PT))], at.x, at.y + 8 * MM, WIDTH)


def _margin_finder(sketch: Sketch, paper: Size) -> None:
    """At each edge a stair of lines that lie 0 to 20 mm from it, each with its number."""
    style = sketch.style(7 * PT)
    tall = round(style.face.cap_height * style.size)
    whole = DEEPEST * _STEP + _LINE
    x0, y0 = (paper.width - whole) // 2, (paper.height - whole) // 2
    for depth in range(DEEPEST + 1):
        text, away = str(depth), depth * MM
        weight = PT * 3 // 4 if depth % 5 == 0 else PT // 2
        x, y = x0 + depth * _STEP, y0 + depth * _STEP
        # A stroke lies wholly inside its distance, so that the line of 0 mm is on the paper.
        inside = away + weight // 2
        for near, sign in ((0, 1), (paper.height, -1)):
            sketch.line(x, near + sign * inside, x + _LINE, near + sign * inside, weight)
            base = near + sign * (away + MM) + (tall if sign > 0 else 0)
            sketch.words(text, x + _LINE // 2, base, style, "centre")
        for near, sign in ((0, 1), (paper.width, -1)):
            sketch.line(near + sign * inside, y, near + sign * inside, y + _LINE, weight)
            beside = near + sign * (away + MM)
            sketch.words(text, beside, y + (_LINE + tall) // 2, style, "left" if sign > 0 else "right")


def _card(sketch: Sketch, at: Point) -> None:
    """The outline of a poker card."""
    card = CARDS["poker"]
    sketch.box(Rect(at.x, at.y, *card), None, BLACK, PT // 2)
    middle = at.x + card.width // 2
    for row, (text, size, weight) in enumerate(
        (
            ("poker card", 11 * PT, "bold"),
            (f"{show_mm(card.width)} x {show_mm(card.height)}", 9 * PT, "regular"),
            (f"{show_inch(card.width)} x {show_inch(card.height)}", 9 * PT, "regular"),
            ("a real card covers it", 9 * PT, "regular"),
        )
    ):
        sketch.words(text, middle, at.y + 38 * MM + row * 5 * MM, sketch.style(size, weight), "centre")


def _lines(sketch: Sketch, at: Point) -> None:
    """Line weights in black and in grey."""
    sketch.words("lines", at.x, at.y + 3 * MM, sketch.style(9 * PT, "bold"))
    for column, (name, colour) in enumerate((("black", BLACK), ("grey", _GREY))):
        x = at.x + 14 * MM + column * 19 * MM
        sketch.words(name, x + 8 * MM, at.y + 3 * MM, sketch.style(8 * PT), "centre")
        for row, weight in enumerate(_WEIGHTS):
            y = at.y + 8 * MM + row * 6 * MM
            sketch.line(x, y, x + 16 * MM, y, weight, colour)
            sketch.line(x + 2 * MM, y + 3 * MM, x + 14 * MM, y + MM, weight, colour)
    for row, weight in enumerate(_WEIGHTS):
        y = at.y + 8 * MM + row * 6 * MM
        sketch.words(f"{trim(weight / PT)} pt", at.x, y + MM, sketch.style(8 * PT))


def _ramp(sketch: Sketch, at: Point) -> None:
    """Greys from white to black in steps of 10 %, on both sides the share of black."""
    sketch.words("greys", at.x, at.y + 3 * MM, sketch.style(9 * PT, "bold"))
    wide, high = 10 * MM, 6 * MM
    for step in range(11):
        level = round(255 * (10 - step) / 10)
        x, y = at.x + step % 4 * (wide + 3 * MM), at.y + 6 * MM + step // 4 * (high + 6 * MM)
        sketch.box(Rect(x, y, wide, high), Colour(level, level, level), BLACK if step == 0 else None, PT // 4)
        sketch.words(f"{step * 10} %", x + wide // 2, y + high + 3 * MM, sketch.style(7 * PT), "centre")


def _letters(sketch: Sketch, at: Point) -> None:
    """Type sizes."""
    y: Length = at.y
    for size in _SIZES:
        y += round(size * PT * 1.2) + MM
        sketch.words(f"{size} pt", at.x, y, sketch.style(8 * PT))
        sketch.words(_SAMPLE, at.x + 14 * MM, y, sketch.style(size * PT))
        sketch.words(_SAMPLE[:30], at.x + 106 * MM, y, sketch.style(size * PT, "bold"))
