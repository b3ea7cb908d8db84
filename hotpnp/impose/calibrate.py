"""The test sheet from which a printer's back offset is read: scales on both sides, held against the light.

Everything is laid out as seen on the back; the front holds the mirror image of its lines. A scale is a
vernier: the front's lines stand 4 mm apart, the back's 4.1 mm. Where the back is printed 0.3 mm too far
left, the two lines at the figure 0.3 make one, and 0.3 mm is what has to be stored to put it right.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import product
from typing import Literal, NamedTuple

from hotpnp.assets.colour import Colour
from hotpnp.assets.fonts import Fonts
from hotpnp.geometry import Affine, Point, Size
from hotpnp.impose.place import Side, back_adjustment
from hotpnp.impose.sketch import Sketch
from hotpnp.model.printer import Printer
from hotpnp.units import MM, PT, Length, show_mm, trim

Flip = Literal["long-edge", "short-edge"]

SMALLEST = Size(209 * MM, 265 * MM)
"""The smallest paper on which the test sheets have room, upright."""
FRONT_STEP = 4 * MM
BACK_STEP = FRONT_STEP + MM // 10
MOST = 20
"""Lines on each side of a scale's middle: 2 mm, beyond which the readings would repeat."""
OVERLAP = MM * 3 // 2
"""How far the lines of both sides reach over a scale's axis, so that they can be seen to make one."""
CROSS = 8 * MM
"""Length of a corner cross's arms."""
INSET = 22 * MM
"""Distance of the corner crosses from the paper's edges."""
_SHINE = Colour(140, 140, 140)
"""How the other side's lines look in the picture of a reading."""
_SLOPES = (0.2, 0.25, 0.3)
"""Degrees to a millimetre of difference between the upright scales; they stand as far apart as that asks."""
_BESIDE = 9 * MM
"""Distance of an upright scale's axis from the paper's edge, at least."""


class PaperTooSmall(ValueError):
    """A paper on which the test sheets have no room; the text says what they need."""


class Scale(NamedTuple):
    """A scale across (x) or upright (y), with so many lines on each side of its middle."""

    axis: Literal["x", "y"]
    middle: Point
    lines: int
    inward: int
    """On which side of the axis the back's lines stand: 1 right or below, -1 left or above."""

    def readings(self) -> range:
        """What can be read, in tenths of a millimetre."""
        return range(-self.lines, self.lines + 1)

    def at(self, reading: int, step: Length) -> Length:
        """Where the line of a reading stands; readings grow to the right and upwards."""
        return self.middle.x + reading * step if self.axis == "x" else self.middle.y - reading * step


@dataclass(frozen=True, slots=True)
class Scales:
    """The three scales of a test sheet, and the degrees to a millimetre between the upright ones."""

    across: Scale
    left: Scale
    right: Scale
    slope: float


def scales_on(paper: Size) -> Scales:
    """The scales that a paper has room for. Raises PaperTooSmall."""
    if min(paper) < SMALLEST.width or max(paper) < SMALLEST.height:
        need, given = (f"{show_mm(size.width)} x {show_mm(size.height)}" for size in (SMALLEST, paper))
        raise PaperTooSmall(f"the test sheets need a paper of {need}, this is {given}")
    middle = Point(paper.width // 2, paper.height // 2)
    slope = next(s for s in _SLOPES if _apart(s) <= paper.width - 2 * _BESIDE)
    half = _apart(slope) // 2
    count = min(MOST, (middle.y - 48 * MM) // BACK_STEP)
    return Scales(
        Scale("x", middle, min(MOST, (half - 13 * MM) // BACK_STEP), 1),
        Scale("y", Point(middle.x - half, middle.y), count, 1),
        Scale("y", Point(middle.x + half, middle.y), count, -1),
        slope,
    )


def _apart(slope: float) -> Length:
    """The distance over which a rise of 1 mm is a turn by so many degrees (for small angles)."""
    return round(MM / math.radians(slope))


def draw_calibration(paper: Size, flip: Flip, fonts: Fonts, printer: Printer | None) -> tuple[Side, Side]:
    """Front and back of the test sheet; a printer's offset is applied to the back. Raises PaperTooSmall."""
    scales = scales_on(paper)
    front = Sketch(fonts)
    _front_lines(front, scales, paper)
    lines, front.items = tuple(front.items), []
    front.place(lines, through_paper(paper, flip))
    _front_words(front, paper, flip, printer)
    back = Sketch(fonts)
    _back_lines(back, scales, paper)
    _how_to_read(back, scales)
    _how_to_store(back, scales, printer)
    adjust = back_adjustment(printer.back, paper) if printer is not None else Affine()
    return Side((), extras=tuple(front.items)), Side((), extras=tuple(back.items), adjust=adjust)


def through_paper(paper: Size, flip: Flip) -> Affine:
    """The map from a place on the back to that behind it on the front.

    A sheet turned over an upright edge is mirrored from left to right, else from top to bottom.
    """
    upright = paper.height >= paper.width
    if upright == (flip == "long-edge"):
        return Affine(a=-1, e=paper.width)
    return Affine(d=-1, f=paper.height)


def _corners(paper: Size) -> list[Point]:
    """The corner crosses: top left, top right, bottom left, bottom right."""
    ys, xs = (INSET, paper.height - INSET), (INSET, paper.width - INSET)
    return [Point(x, y) for y, x in product(ys, xs)]


def _front_lines(sketch: Sketch, scales: Scales, paper: Size) -> None:
    for scale in (scales.across, scales.left, scales.right):
        for reading in scale.readings():
            length = 7 * MM if reading == 0 else 5 * MM if reading % 5 == 0 else 4 * MM
            _tick(sketch, scale, scale.at(reading, FRONT_STEP), -length, OVERLAP, PT // 2)
    for corner in _corners(paper):
        _cross(sketch, corner)
        sketch.ring(*corner, 2 * MM)


def _tick(sketch: Sketch, scale: Scale, at: Length, start: Length, end: Length, weight: Length) -> None:
    """A line of a scale, from so far outward of the axis to so far inward."""
    near, far = start * scale.inward, end * scale.inward
    if scale.axis == "x":
        sketch.line(at, scale.middle.y + near, at, scale.middle.y + far, weight)
    else:
        sketch.line(scale.middle.x + near, at, scale.middle.x + far, at, weight)


def _cross(sketch: Sketch, at: Point) -> None:
    sketch.line(at.x - CROSS, at.y, at.x + CROSS, at.y)
    sketch.line(at.x, at.y - CROSS, at.x, at.y + CROSS)


def _back_lines(sketch: Sketch, scales: Scales, paper: Size) -> None:
    for scale in (scales.across, scales.left, scales.right):
        _back_scale(sketch, scale)
    name = sketch.style(11 * PT, "bold")
    for letter, corner in zip("ABCD", _corners(paper), strict=True):
        _cross(sketch, corner)
        for step in range(-8, 9):
            half = 0 if step == 0 else MM * 3 // 4 if step % 5 == 0 else MM // 2
            sketch.line(corner.x + step * MM, corner.y - half, corner.x + step * MM, corner.y + half, PT // 3)
            sketch.line(corner.x - half, corner.y + step * MM, corner.x + half, corner.y + step * MM, PT // 3)
        sketch.words(letter, corner.x + 3 * MM, corner.y - 3 * MM, name)


def _back_scale(sketch: Sketch, scale: Scale) -> None:
    """The back's lines of a scale, each with what is to be stored when it meets the front's."""
    for reading in scale.readings():
        whole = reading % 5 == 0
        length = 6 * MM if whole else 4 * MM
        at = scale.at(reading, BACK_STEP)
        _tick(sketch, scale, at, -OVERLAP, length, PT * 2 // 5)
        style = sketch.style(7 * PT, "bold") if whole else sketch.style(6 * PT)
        text = trim(reading / 10, 1)
        far = (length + MM * 2 // 3) * scale.inward
        if scale.axis == "x":
            sketch.words(text, at, scale.middle.y + far + style.size * 2 // 3, style, "centre")
        else:
            align: Literal["left", "right"] = "left" if scale.inward > 0 else "right"
            sketch.words(text, scale.middle.x + far, at + style.size // 3, style, align)


_EDGES: dict[Flip, str] = {"long-edge": "long edge", "short-edge": "short edge"}


def _front_words(sketch: Sketch, paper: Size, flip: Flip, printer: Printer | None) -> None:
    edge = _EDGES[flip]
    plain, strong = sketch.style(9 * PT), sketch.style(9 * PT, "bold")
    x, y, width = INSET + 14 * MM, 13 * MM, paper.width - 2 * INSET - 28 * MM
    sketch.words("Two-sided test: front", x, y + 4 * MM, sketch.style(15 * PT, "bold"))
    how = (
        f" on the two sides of one sheet, turned over the {edge}. If your printer prints one side only, "
        f"print page 1, turn the sheet over its {edge}, put it in again and print page 2. "
    )
    runs = [
        ("Print pages 1 and 2 at ", plain),
        ("100 % (actual size)", strong),
        (how, plain),
        ("Then turn the sheet over: its back says how to go on.", strong),
    ]
    sketch.paragraph(runs, x, y + 6 * MM, width)
    foot = [f"paper {show_mm(paper.width)} x {show_mm(paper.height)}", f"turned over the {edge}"]
    if printer is not None:
        foot += [f"printer {printer.name}", *([f"tray {printer.tray}"] if printer.tray else [])]
    middle, baseline = paper.width // 2, paper.height - 16 * MM
    sketch.words("  ·  ".join(foot), middle, baseline, sketch.style(8 * PT), "centre")


def _how_to_read(sketch: Sketch, scales: Scales) -> None:
    """The upper half of the back."""
    x, width = _column(scales)
    top = scales.left.middle.y - scales.left.lines * BACK_STEP
    plain, strong = sketch.style(9 * PT), sketch.style(9 * PT, "bold")
    sketch.words("Two-sided test: back", x, top + 5 * MM, sketch.style(15 * PT, "bold"))
    y = top + 7 * MM
    limit = trim(min(scales.across.lines, scales.left.lines) / 10, 1)
    for number, text in enumerate(_READ, 1):
        sketch.words(f"{number}", x, y + plain.size, strong)
        y = sketch.paragraph([(text.format(limit=limit), plain)], x + 5 * MM, y, width - 5 * MM) + MM
    room = scales.across.middle.y - 9 * MM - y
    if room >= 22 * MM:
        _picture_of_reading(sketch, Point(scales.across.middle.x, y + room // 2))


_READ = (
    "Hold the sheet against a window or a lamp, with this side towards you and this text upright. The lines "
    "of the other side shine through.",
    "Look at the corners first. Do the ringed crosses lie {limit} mm or more beside those of this side? Then "
    "read whole millimetres there: how far to the right and how far up the ringed cross lies (the steps are "
    "1 mm). Store them as said below, print this sheet again with --printer, and add the rest.",
    "There are three scales: across the middle, upright on the left, upright on the right. On each find the "
    "line of this side that makes one straight line with a line of the other side. Its figure is what you "
    "read, in millimetres.",
)


def _picture_of_reading(sketch: Sketch, middle: Point) -> None:
    """Three pairs of lines, enlarged, of which the middle one meets."""
    style = sketch.style(8 * PT)
    for place, words in ((-1, "not yet"), (0, "this is it"), (1, "too far")):
        x, y = middle.x + place * 24 * MM, middle.y - 2 * MM
        sketch.line(x, y - 7 * MM, x, y + MM, PT * 5 // 4, _SHINE)
        sketch.line(x + place * MM, y - MM, x + place * MM, y + 7 * MM, PT * 5 // 4)
        sketch.words(words, x, y + 11 * MM, style, "centre")
    sketch.words("other side", middle.x - 30 * MM, middle.y - 6 * MM, style, "right")
    sketch.words("this side", middle.x - 30 * MM, middle.y + 4 * MM, style, "right")


def _column(scales: Scales) -> tuple[Length, Length]:
    """Left edge and width of the text between the upright scales."""
    half = scales.right.middle.x - scales.across.middle.x - 14 * MM
    return scales.across.middle.x - half, 2 * half


def _how_to_store(sketch: Sketch, scales: Scales, printer: Printer | None) -> None:
    """The lower half of the back: the sums, and the command that stores their results."""
    x, width = _column(scales)
    angle = trim(scales.slope * 0.2, 3)
    y = _sums(sketch, scales, angle, Point(x, scales.across.middle.y + 13 * MM), width)
    plain, code = sketch.style(9 * PT), sketch.style(10 * PT, "semibold")
    options = f"--back-x -0.8mm --back-y 0.3mm --angle {angle}"
    if printer is None:
        before = "Store the three results under a name for your printer:"
        command = f"hotpnp printer home {options}"
        after = "Then print this sheet again with --printer home: all three scales should read 0. "
    else:
        back = printer.back
        shown = f"x {show_mm(back.x)}, y {show_mm(-back.y)}, angle {trim(back.angle, 3)}"
        before = (
            f'The profile "{printer.name}" is applied to this page ({shown}). Where all three scales read 0 '
            "it is right; else add the results to it:"
        )
        command = f"hotpnp printer {printer.name} --add {options}"
        after = ""
    y = sketch.paragraph([(before, plain)], x, y, width)
    y = sketch.paragraph([(command, code)], x + 5 * MM, y + MM, width - 5 * MM)
    sketch.paragraph([(after + _SIGNS, plain)], x, y + MM, width)


_SIGNS = (
    "x moves backs to the right, y up, the angle turns them clockwise, as you look at them. "
    "Make one profile for each printer, paper and edge of turning."
)


def _sums(sketch: Sketch, scales: Scales, angle: str, at: Point, width: Length) -> Length:
    """What is reckoned from the readings, with room for the results; gives the y at which it ends."""
    plain, strong = sketch.style(9 * PT), sketch.style(9 * PT, "bold")
    slope = trim(scales.slope)
    x, half, y = at.x, at.x + width // 2, at.y
    for name, reckoned, example in (
        ("x", "what you read across the middle", "-0.8"),
        ("y", "(left + right) / 2", "(0.4 + 0.2) / 2 = 0.3"),
        ("angle", f"{slope} × (left − right)", f"{slope} × (0.4 − 0.2) = {angle}"),
    ):
        sketch.words(name, x, y + 4 * MM, strong)
        sketch.words(f"= {reckoned}", x + 12 * MM, y + 4 * MM, plain)
        sketch.words("=", half - 8 * MM, y + 4 * MM, plain)
        sketch.line(half - 4 * MM, y + 5 * MM, half + 16 * MM, y + 5 * MM, PT // 3)
        sketch.words(f"for example {example}", half + 20 * MM, y + 4 * MM, plain)
        y += 7 * MM
    return y + 2 * MM
