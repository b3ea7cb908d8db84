"""Items as PDF drawing operators. Points, origin bottom left, y up."""

from __future__ import annotations

import math
from collections.abc import Iterable
from itertools import groupby, pairwise
from typing import Any, NamedTuple, Protocol

from hotpnp.assets.colour import WHITE, Cmyk, Gradient, Grey, Solid
from hotpnp.assets.fonts import Fonts
from hotpnp.assets.images import Picture
from hotpnp.assets.ink import Ink
from hotpnp.geometry import Affine, Command, Rect, Segment
from hotpnp.impose.place import TWO_TONE, MarkStyle
from hotpnp.render.form import FORM_PREFIX
from hotpnp.scene.items import Group, Image, Inset, Item, Path, Scene, TextRun, ink_box
from hotpnp.units import PT, Length

_TURNS = {0: "1 0 0 1", 90: "0 -1 1 0", 180: "-1 0 0 -1", 270: "0 1 -1 0"}


def number(value: float, decimals: int = 4) -> str:
    """A number with at most so many decimals (four are a 28,000th of a millimetre, in points)."""
    text = f"{value:.{decimals}f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def points(length: Length | float) -> str:
    """A length as a number of points."""
    return number(length / PT)


def components(colour: Solid) -> str:
    """A colour's channels from 0 to 1."""
    if isinstance(colour, Cmyk):
        return " ".join(number(ink) for ink in colour)
    return " ".join(number(channel / 255) for channel in colour)


_OPERATORS: dict[type[Solid], tuple[str, str]] = {Cmyk: ("k", "K"), Grey: ("g", "G")}
_SPACES: dict[type[Solid], str] = {Cmyk: "/DeviceCMYK", Grey: "/DeviceGray"}


def paint(colour: Solid, stroke: bool) -> str:
    """The operator that sets a colour, for lines or for areas."""
    return f"{components(colour)} {_OPERATORS.get(type(colour), ('rg', 'RG'))[stroke]}"


class Drawn(NamedTuple):
    """A glyph as a document draws it: font, code, and place and width in thousandths of the type size."""

    font: str
    rise: Length
    hidden: bool
    code: bytes
    x: float
    width: float


class FontBook:
    """The names by which a document's content calls its fonts; notes which letters are used."""

    def __init__(self, fonts: Fonts, document: Any) -> None:
        self._fonts = fonts
        self._document = document
        self._shown: dict[tuple[str, str, str, bool], list[tuple[str, str]]] = {}

    def strings(self, run: TextRun) -> list[tuple[str, str]]:
        """Font name and PDF string for each stretch of a text (a subset of a font holds 256 signs)."""
        key = (run.text, run.face, run.weight, run.italic)
        found = self._shown.get(key)
        if found is None:
            font = self._fonts.face(run.face, run.weight, run.italic).font
            split = font.splitString(run.text, self._document)
            found = [
                (font.getSubsetInternalName(subset, self._document), _string(data)) for subset, data in split
            ]
            self._shown[key] = found
        return found

    def glyphs(self, run: TextRun) -> list[Drawn]:
        """The glyphs of a shaped text."""
        face = self._fonts.face(run.face, run.weight, run.italic)
        found = []
        for glyph in run.glyphs:
            code, width = face.glyph_code(glyph.id, glyph.text)
            ((subset, data),) = face.font.splitString(chr(code), self._document)
            name = face.font.getSubsetInternalName(subset, self._document)
            x = glyph.x * 1000 / run.size
            found.append(Drawn(name, -glyph.y, glyph.hidden, data, x, width * 1000))
        return found


def _string(data: bytes) -> str:
    if all(32 <= byte < 127 for byte in data):
        text = data.decode("ascii")
        return "(" + text.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)") + ")"
    return f"<{data.hex()}>"


class Forms(Protocol):
    """Gives the names of the objects that draw scenes and pictures."""

    def scene_form(self, scene: Scene) -> str:
        """The name of a scene's form."""

    def picture(self, picture: Picture) -> str:
        """The name of a picture's object."""


_START: dict[str, str] = {
    "rg": "",
    "Tc": "0 Tc",
    "Tw": "0 Tw",
    "Tr": "0 Tr",
    "Ts": "0 Ts",
    "gs": "/A100 gs",
    "d": "[] 0 d",
}
"""The graphics state that a stream starts with, by operator; no colour is taken as known."""


class Content:
    """Builds one content stream."""

    def __init__(self, height: Length, fonts: FontBook, forms: Forms, ink: Ink) -> None:
        self._height = height
        self._fonts = fonts
        self._forms = forms
        self._ink = ink
        self._state = dict(_START)
        self._in_text = False
        self.operators: list[str] = []
        self.forms_used: list[str] = []
        self.resources: dict[str, dict[str, str]] = {}

    def draw(self, items: Iterable[Item]) -> None:
        """Add items in painting order."""
        for item in items:
            if isinstance(item, TextRun):
                self._text(item)
                continue
            self._end_text()
            if isinstance(item, Path):
                self._path(item)
            elif isinstance(item, Image):
                self._image(item)
            elif isinstance(item, Group):
                self._group(item)
            else:
                self.place(item.scene, item.matrix)
        self._end_text()

    def draw_form(self, name: str) -> None:
        """Add a form that has the same coordinates."""
        self.operators.append(f"/{FORM_PREFIX}{name} Do")
        self.forms_used.append(name)

    def draw_marks(self, segments: Iterable[Segment], style: MarkStyle) -> None:
        """Add marks."""
        by_weight: dict[Length, list[str]] = {}
        for mark in segments:
            line = (
                f"{points(mark.x1)} {points(self._height - mark.y1)} m "
                f"{points(mark.x2)} {points(self._height - mark.y2)} l"
            )
            by_weight.setdefault(mark.weight, []).append(line)
        dash = TWO_TONE if style.two_tone else style.dash
        for weight, lines in by_weight.items():
            drawn = f"{points(weight)} w {' '.join(lines)} S"
            if style.two_tone:
                self.operators.append(f"{self._paint(WHITE, stroke=True)} {drawn}")
            self._set("d", f"[{' '.join(points(length) for length in dash)}] 0 d")
            self.operators.append(f"{self._paint(style.colour, stroke=True)} {drawn}")
            self._set("d", "[] 0 d")

    def place(self, scene: Scene, matrix: Affine, clip: Rect | None = None) -> None:
        """Add a scene through a map from its own coordinates to this stream's, both with y down."""
        name = self._forms.scene_form(scene)
        seen = f"{self._rect(clip)} W n " if clip is not None else ""
        self.operators.append(
            f"q {seen}{self._matrix(matrix, scene.size.height)} cm /{FORM_PREFIX}{name} Do Q"
        )
        self.forms_used.append(name)

    def adjust(self, matrix: Affine) -> None:
        """Draw all that was added through a map of this stream's coordinates, with y down."""
        # A tenth of a degree over a sheet shows in the fifth decimal.
        self.operators.insert(0, f"q {self._matrix(matrix, self._height, 8)} cm")
        self.operators.append("Q")

    def _rect(self, rect: Rect) -> str:
        bottom = self._height - rect.bottom
        return f"{points(rect.x)} {points(bottom)} {points(rect.width)} {points(rect.height)} re"

    def _matrix(self, matrix: Affine, high: float, decimals: int = 4) -> str:
        """A map of y-down coordinates of a height to this stream's, as PDF writes it with y up."""
        a, b, c, d, e, f = matrix
        numbers = " ".join(number(value, decimals) for value in (a, -b, -c, d))
        return f"{numbers} {points(c * high + e)} {points(self._height - d * high - f)}"

    def _paint(self, colour: Solid, stroke: bool) -> str:
        return paint(self._ink.solid(colour), stroke)

    def _set(self, operator: str, text: str) -> None:
        """Add an operator that sets something, unless it is set so."""
        if self._state[operator] != text:
            self._state[operator] = text
            self.operators.append(text)

    def _fade(self, opacity: float) -> None:
        name = f"A{round(opacity * 100)}"
        if f"/{name} gs" != self._state["gs"]:
            share = number(round(opacity * 100) / 100)
            self.resources.setdefault("ExtGState", {})[name] = f"<< /ca {share} /CA {share} >>"
            self._set("gs", f"/{name} gs")

    def _text(self, run: TextRun) -> None:
        if not self._in_text:
            self.operators.append("BT")
            self._in_text = True
        self._fade(run.opacity)
        self._set("rg", self._paint(run.colour, stroke=False))
        self._set("Tc", f"{points(run.letter_spacing)} Tc")
        self._set("Tw", f"{points(run.word_spacing)} Tw")
        if run.stroke is not None:
            self.operators.append(f"{self._paint(run.stroke, stroke=True)} {points(run.stroke_width)} w 1 j")
        self._set("Tr", "2 Tr" if run.stroke is not None else "0 Tr")
        place = f"{_TURNS[run.turn]} {points(run.x)} {points(self._height - run.y)} Tm"
        if run.glyphs:
            self._glyphs(run, place)
            return
        self._set("Ts", "0 Ts")
        for font, string in self._fonts.strings(run):
            self.operators.append(f"{font} {points(run.size)} Tf {place} {string} Tj")
            place = ""

    def _glyphs(self, run: TextRun, place: str) -> None:
        """Glyphs at their places."""
        self.operators.append(place)
        mode = self._state["Tr"]
        pen = 0.0
        for (font, rise, hidden), same in groupby(self._fonts.glyphs(run), lambda glyph: glyph[:3]):
            self._set("Ts", f"{points(rise)} Ts")
            self._set("Tr", "3 Tr" if hidden else mode)
            row = []
            for glyph in same:
                back = round(pen - glyph.x, 2)
                row.append(f"{number(back)} {_string(glyph.code)}" if back else _string(glyph.code))
                pen += glyph.width - back
            self.operators.append(f"{font} {points(run.size)} Tf [{' '.join(row)}] TJ")

    def _end_text(self) -> None:
        if self._in_text:
            self.operators.append("ET")
            self._in_text = False

    def _commands(self, commands: Iterable[Command]) -> str:
        words = []
        for command in commands:
            if command[0] == "Z":
                words.append("h")
                continue
            numbers = command[1:]
            for i in range(0, len(numbers), 2):
                words.append(f"{points(numbers[i])} {points(self._height - numbers[i + 1])}")
            words.append(command[0].lower())
        return " ".join(words)

    def _path(self, path: Path) -> None:
        self._fade(path.opacity)
        commands = self._commands(path.commands)
        star = "*" if path.even_odd else ""
        if isinstance(path.fill, Gradient):
            name = self._shading(path.fill, ink_box(path._replace(stroke=None)))
            self.operators.append(f"q {commands} W{star} n /{name} sh Q")
        elif path.fill is not None:
            self._set("rg", self._paint(path.fill, stroke=False))
        fill = path.fill is not None and not isinstance(path.fill, Gradient)
        if path.stroke is not None:
            self._set("d", f"[{' '.join(points(length) for length in path.dash)}] 0 d")
            pen = f"{self._paint(path.stroke, stroke=True)} {points(path.stroke_width)} w 1 j "
            self.operators.append(f"{pen}{commands} {'B' + star if fill else 'S'}")
        elif fill:
            self.operators.append(f"{commands} f{star}")

    def _shading(self, gradient: Gradient, box: Rect) -> str:
        """The name of a shading that runs across a box."""
        angle = math.radians(gradient.angle)
        half = (abs(box.width * math.sin(angle)) + abs(box.height * math.cos(angle))) / 2
        x, y = box.x + box.width / 2, self._height - box.y - box.height / 2
        dx, dy = half * math.sin(angle), half * math.cos(angle)
        ends = " ".join(points(value) for value in (x - dx, y - dy, x + dx, y + dy))
        colours = tuple(self._ink.solid(colour) for colour in gradient.colours)
        if len({type(colour) for colour in colours}) > 1:
            colours = tuple(colour.rgb for colour in colours)
        space = _SPACES.get(type(colours[0]), "/DeviceRGB")
        text = (
            f"<< /ShadingType 2 /ColorSpace {space} /Coords [{ends}] "
            f"/Extend [true true] /Function {_function(colours)} >>"
        )
        named = self.resources.setdefault("Shading", {})
        for name, known in named.items():
            if known == text:
                return name
        name = f"S{len(named) + 1}"
        named[name] = text
        return name

    def _image(self, image: Image) -> None:
        self._fade(image.opacity)
        name = self._forms.picture(image.picture)
        a, b, c, d, e, f = image.matrix
        numbers = " ".join(points(value) for value in (a, -b, -c, d, c + e, self._height - d - f))
        self.operators.append(f"q {numbers} cm /{FORM_PREFIX}{name} Do Q")
        self.forms_used.append(name)

    def _group(self, group: Group) -> None:
        state = dict(self._state)
        self.operators.append("q")
        if group.clip:
            self.operators.append(f"{self._commands(group.clip)} W n")
        if group.matrix != Affine():
            self.operators.append(f"{self._matrix(group.matrix, self._height)} cm")
        self.draw(group.items)
        self.operators.append("Q")
        self._state = state


def _function(colours: tuple[Solid, ...]) -> str:
    """The function from 0 to 1 that runs through colours at equal distances."""
    steps = [
        f"<< /FunctionType 2 /Domain [0 1] /C0 [{components(a)}] /C1 [{components(b)}] /N 1 >>"
        for a, b in pairwise(colours)
    ]
    if len(steps) == 1:
        return steps[0]
    bounds = " ".join(number(i / len(steps)) for i in range(1, len(steps)))
    encode = " ".join("0 1" for _ in steps)
    functions = f"/Functions [{' '.join(steps)}] /Bounds [{bounds}] /Encode [{encode}]"
    return f"<< /FunctionType 3 /Domain [0 1] {functions} >>"


def insets_of(items: Iterable[Item]) -> Iterable[Scene]:
    """The scenes drawn within items."""
    for item in items:
        if isinstance(item, Inset):
            yield item.scene
        elif isinstance(item, Group):
            yield from insets_of(item.items)
