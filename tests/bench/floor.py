"""The floor: a bare reportlab script that draws a project's sheets item by item, without forms.

It is given the finished items (shapes, texts, places) as JSON, so that it draws the same pages and
spends nothing on reading or layout: ``python floor.py items.json out.pdf``.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import font_source_sans_pro
from reportlab.lib.colors import Color
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

FONTS = Path(font_source_sans_pro.__file__).parent / "files"


def main(source: str, target: str) -> None:
    with open(source, encoding="utf-8") as stream:
        data = json.load(stream)
    for face in data["faces"]:
        pdfmetrics.registerFont(TTFont(face, str(FONTS / f"{face}.ttf")))
    canvas = Canvas(
        target, pagesize=tuple(data["paper"]), initialFontName=data["faces"][0], pageCompression=1
    )
    colours = [Color(*(channel / 255 for channel in colour)) for colour in data["colours"]]
    for page in data["pages"]:
        for x, y, turn, card in page["cards"]:
            canvas.saveState()
            canvas.translate(x, y)
            canvas.rotate(-turn)
            for item in data["cards"][card]:
                draw(canvas, item, colours)
            canvas.restoreState()
        canvas.setLineWidth(0.35)
        canvas.lines(page["marks"])
        for item in page["texts"]:
            draw(canvas, item, colours)
        canvas.showPage()
    canvas.save()


def draw(canvas: Canvas, item: list, colours: list) -> None:
    if item[0] == "text":
        _, face, size, colour, x, y, turn, text = item
        canvas.setFillColor(colours[colour])
        canvas.setFont(face, size)
        if turn == 0:
            canvas.drawString(x, y, text)
            return
        canvas.saveState()
        canvas.translate(x, y)
        canvas.rotate(-turn)
        canvas.drawString(0, 0, text)
        canvas.restoreState()
        return
    _, fill, stroke, width, steps, even_odd = item
    path = canvas.beginPath()
    for step in steps:
        kind, *numbers = step
        if kind == "M":
            path.moveTo(*numbers)
        elif kind == "L":
            path.lineTo(*numbers)
        elif kind == "C":
            path.curveTo(*numbers)
        else:
            path.close()
    if fill is not None:
        canvas.setFillColor(colours[fill])
    if stroke is not None:
        canvas.setStrokeColor(colours[stroke])
        canvas.setLineWidth(width)
    canvas.drawPath(
        path, fill=int(fill is not None), stroke=int(stroke is not None), fillMode=0 if even_odd else 1
    )


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
