"""Items as PDF drawing operators. Points, origin bottom left, y up."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Protocol

from hotpnp.assets.colour import Colour
from hotpnp.assets.fonts import Fonts
from hotpnp.geometry import Affine, Segment
from hotpnp.render.form import FORM_PREFIX
from hotpnp.scene.items import Inset, Item, Path, Scene, TextRun
from hotpnp.units import PT, Length

_TURNS = {0: "1 0 0 1", 90: "0 -1 1 0", 180: "-1 0 0 -1", 270: "0 1 -1 0"}


def number(value: float) -> str:
    """A number with at most four decimals (a 7,000th of a millimetre, in points)."""
    text = f"{value:.4f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def points(length: Length | float) -> str:
    """A length as a number of points."""
    return number(length / PT)


def paint(colour: Colour, operator: str) -> str:
    """The operator that sets a colour."""
    return f"{number(colour.red / 255)} {number(colour.green / 255)} {number(colour.blue / 255)} {operator}"


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


def _string(data: bytes) -> str:
    if all(32 <= byte < 127 for byte in data):
        text = data.decode("ascii")
        return "(" + text.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)") + ")"
    return f"<{data.hex()}>"


class Forms(Protocol):
    """Gives the name of the form that draws a scene."""

    def scene_form(self, scene: Scene) -> str:
        """The form's name, for the operator Do."""


class Content:
    """Builds one content stream."""

    def __init__(self, height: Length, fonts: FontBook, forms: Forms) -> None:
        self._height = height
        self._fonts = fonts
        self._forms = forms
        self._fill: Colour | None = None
        self._in_text = False
        self.operators: list[str] = []
        self.forms_used: list[str] = []

    def draw(self, items: Iterable[Item]) -> None:
        """Add items in painting order."""
        for item in items:
            if isinstance(item, TextRun):
                self._text(item)
                continue
            self._end_text()
            if isinstance(item, Path):
                self._path(item)
            else:
                self._inset(item)
        self._end_text()

    def draw_form(self, name: str) -> None:
        """Add a form that has the same coordinates."""
        self.operators.append(f"/{FORM_PREFIX}{name} Do")
        self.forms_used.append(name)

    def draw_marks(self, segments: Iterable[Segment], colour: Colour) -> None:
        """Add marks."""
        by_weight: dict[Length, list[str]] = {}
        for mark in segments:
            line = (
                f"{points(mark.x1)} {points(self._height - mark.y1)} m "
                f"{points(mark.x2)} {points(self._height - mark.y2)} l"
            )
            by_weight.setdefault(mark.weight, []).append(line)
        for weight, lines in by_weight.items():
            self.operators.append(f"{paint(colour, 'RG')} {points(weight)} w {' '.join(lines)} S")

    def place(self, scene: Scene, matrix: Affine) -> None:
        """Add a scene through a map from its own coordinates to this stream's, both with y down."""
        a, b, c, d, e, f = matrix
        high = scene.size.height
        name = self._forms.scene_form(scene)
        numbers = " ".join(number(value) for value in (a, -b, -c, d))
        shift = f"{points(c * high + e)} {points(self._height - d * high - f)}"
        self.operators.append(f"q {numbers} {shift} cm /{FORM_PREFIX}{name} Do Q")
        self.forms_used.append(name)

    def _inset(self, item: Inset) -> None:
        self.place(item.scene, item.matrix)

    def _text(self, run: TextRun) -> None:
        if not self._in_text:
            self.operators.append("BT")
            self._in_text = True
        self._set_fill(run.colour)
        place = f"{_TURNS[run.turn]} {points(run.x)} {points(self._height - run.y)} Tm"
        first = True
        for font, string in self._fonts.strings(run):
            self.operators.append(f"{font} {points(run.size)} Tf {place if first else ''} {string} Tj")
            first = False

    def _end_text(self) -> None:
        if self._in_text:
            self.operators.append("ET")
            self._in_text = False

    def _set_fill(self, colour: Colour) -> None:
        if colour != self._fill:
            self.operators.append(paint(colour, "rg"))
            self._fill = colour

    def _path(self, path: Path) -> None:
        words = []
        high = self._height
        for command in path.commands:
            if command[0] == "Z":
                words.append("h")
                continue
            numbers = command[1:]
            for i in range(0, len(numbers), 2):
                words.append(f"{points(numbers[i])} {points(high - numbers[i + 1])}")
            words.append(command[0].lower())
        if path.fill is not None:
            self._set_fill(path.fill)
        if path.stroke is not None:
            words.insert(0, f"{paint(path.stroke, 'RG')} {points(path.stroke_width)} w 1 j")
        ending = ("B" if path.stroke is not None else "f") if path.fill is not None else "S"
        self.operators.append(
            f"{' '.join(words)} {ending}{'*' if path.even_odd and path.fill is not None else ''}"
        )
