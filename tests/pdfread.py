"""Reads PDF pages back, forms within forms included: fills, letters and forms at their places on the page.

Points, origin bottom left, y up, as PDF has it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from io import BytesIO
from typing import Any, NamedTuple

import pypdf
import pypdfium2
from pypdf.generic import ContentStream

Matrix = tuple[float, float, float, float, float, float]
Box = tuple[float, float, float, float]
IDENTITY: Matrix = (1, 0, 0, 1, 0, 0)


class Fill(NamedTuple):
    """A filled path: its colour (0 to 255) and the box round its points."""

    colour: tuple[int, int, int]
    box: Box


class Words(NamedTuple):
    """A string that is shown: its text, type size, start and the direction of its line."""

    text: str
    size: float
    x: float
    y: float
    along: tuple[int, int]


class Form(NamedTuple):
    """A form that a page draws, how deep it is nested, and the box that it covers."""

    name: str
    depth: int
    box: Box
    matrix: Matrix


@dataclass
class Drawn:
    """All that a page draws, in painting order."""

    fills: list[Fill] = field(default_factory=list)
    words: list[Words] = field(default_factory=list)
    forms: list[Form] = field(default_factory=list)
    strokes: list[tuple[float, Box]] = field(default_factory=list)
    """Weight and box of stroked paths."""
    codes: dict[int, dict[int, str]] = field(default_factory=dict)
    """Letters by code, for each font that was met."""


def open_pdf(data: bytes) -> pypdf.PdfReader:
    """The PDF, opened strictly."""
    return pypdf.PdfReader(BytesIO(data), strict=True)


def drawn(page: Any) -> Drawn:
    """What a page draws."""
    found = Drawn()
    _walk(page.get_contents(), page["/Resources"], page.pdf, IDENTITY, 0, found)
    return found


def then(first: Matrix, after: Matrix) -> Matrix:
    """The map that does the first, then the other."""
    a, b, c, d, e, f = first
    g, h, i, j, k, m = after
    return (a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j, e * g + f * i + k, e * h + f * j + m)


def mapped(matrix: Matrix, x: float, y: float) -> tuple[float, float]:
    """The image of a point."""
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f


def around(points: list[tuple[float, float]]) -> Box:
    """The box round points: left, bottom, right, top."""
    xs, ys = [p[0] for p in points], [p[1] for p in points]
    return min(xs), min(ys), max(xs), max(ys)


_PASSED_OVER = frozenset(
    [
        "BT",
        "ET",
        "G",
        "RG",
        "K",
        "k",
        "j",
        "J",
        "M",
        "d",
        "h",
        "W",
        "W*",
        "gs",
        "cs",
        "scn",
        "sh",
        "Tc",
        "Tr",
        "Ts",
        "Tw",
    ]
)


def _walk(stream: Any, resources: Any, pdf: Any, matrix: Matrix, depth: int, found: Drawn) -> None:
    stack: list[tuple[Matrix, tuple[int, int, int], float]] = []
    colour, weight = (0, 0, 0), 1.0
    points: list[tuple[float, float]] = []
    font, size, line = None, 0.0, IDENTITY
    for operands, operator in ContentStream(stream, pdf).operations:
        word = operator.decode()
        numbers = [float(n) for n in operands if isinstance(n, int | float)]
        if word == "q":
            stack.append((matrix, colour, weight))
        elif word == "Q":
            matrix, colour, weight = stack.pop()
        elif word == "cm":
            matrix = then(tuple(numbers), matrix)  # type: ignore[arg-type]
        elif word == "rg":
            colour = tuple(round(n * 255) for n in numbers)  # type: ignore[assignment]
        elif word == "g":
            colour = (round(numbers[0] * 255),) * 3
        elif word == "w":
            weight = numbers[0]
        elif word in ("m", "l", "c"):
            points += [mapped(matrix, *numbers[i : i + 2]) for i in range(0, len(numbers), 2)]
        elif word == "re":
            x, y, width, height = numbers
            points += [mapped(matrix, x, y), mapped(matrix, x + width, y + height)]
        elif word in ("f", "f*", "B", "B*", "S", "n"):
            if word[0] in "fB":
                found.fills.append(Fill(colour, around(points)))
            if word[0] in "BS":
                found.strokes.append((weight, around(points)))
            points = []
        elif word == "Tf":
            font, size = resources["/Font"][operands[0]], numbers[0]
        elif word == "Tm":
            line = then(tuple(numbers), matrix)  # type: ignore[arg-type]
        elif word == "Tj":
            text = "".join(_letters(font, operands[0], found.codes))
            found.words.append(Words(text, size, line[4], line[5], (round(line[0]), round(line[1]))))
        elif word == "Do":
            form = resources["/XObject"][operands[0]]
            if form["/Subtype"] == "/Image":
                continue
            x1, y1, x2, y2 = (float(n) for n in form["/BBox"])
            corners = [mapped(matrix, x, y) for x in (x1, x2) for y in (y1, y2)]
            found.forms.append(Form(str(operands[0]), depth, around(corners), matrix))
            _walk(form, form.get("/Resources", {}), pdf, matrix, depth + 1, found)
        elif word not in _PASSED_OVER:
            raise AssertionError(f"the reader does not know the operator {word}")


def _letters(font: Any, string: Any, known: dict[int, dict[int, str]]) -> Iterator[str]:
    """The letters of a string, by the font's ToUnicode map."""
    codes = known.get(id(font))
    if codes is None:
        codes = known[id(font)] = _to_unicode(font["/ToUnicode"].get_data().decode("latin-1"))
    data = string if isinstance(string, bytes) else string.original_bytes
    return (codes[code] for code in data)


def _to_unicode(text: str) -> dict[int, str]:
    codes: dict[int, str] = {}
    for block in re.findall(r"beginbfchar(.*?)endbfchar", text, re.DOTALL):
        for code, sign in re.findall(r"<(\w+)>\s*<(\w+)>", block):
            codes[int(code, 16)] = chr(int(sign, 16))
    for block in re.findall(r"beginbfrange(.*?)endbfrange", text, re.DOTALL):
        for first, _, signs in re.findall(r"<(\w+)>\s*<(\w+)>\s*\[(.*?)\]", block, re.DOTALL):
            for i, sign in enumerate(re.findall(r"<(\w+)>", signs)):
                codes[int(first, 16) + i] = chr(int(sign, 16))
        for first, last, sign in re.findall(r"<(\w+)>\s*<(\w+)>\s*<(\w+)>", block):
            for i in range(int(last, 16) - int(first, 16) + 1):
                codes[int(first, 16) + i] = chr(int(sign, 16) + i)
    return codes


def within(inner: Box, outer: Box, tolerance: float = 0.05) -> bool:
    """Whether a box lies in another, in points."""
    return (
        inner[0] >= outer[0] - tolerance
        and inner[1] >= outer[1] - tolerance
        and inner[2] <= outer[2] + tolerance
        and inner[3] <= outer[3] + tolerance
    )


def pictures(data: bytes, dpi: int, pages: list[int] | None = None) -> list[Any]:
    """Pages (from 0) as pictures in grey shades and colours, by pypdfium2."""
    document = pypdfium2.PdfDocument(data)
    try:
        wanted = pages if pages is not None else range(len(document))
        return [document[page].render(scale=dpi / 72).to_pil().convert("RGB") for page in wanted]
    finally:
        document.close()
