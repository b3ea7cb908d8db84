"""Pictures on pages by reportlab's drawImage with the file's name, nothing else.

It is given the places as JSON: ``python pictures_reportlab.py places.json out.pdf``. Reportlab's
ASCII85 is off, which makes it faster and its files smaller than it would by itself.
"""

from __future__ import annotations

import json
import sys

from reportlab import rl_config
from reportlab.pdfgen.canvas import Canvas


def main(source: str, target: str) -> None:
    with open(source, encoding="utf-8") as stream:
        data = json.load(stream)
    rl_config.useA85 = 0
    canvas = Canvas(target, pagesize=tuple(data["paper"]), pageCompression=1)
    for page in data["pages"]:
        for file, (x, y, width, height), clip in page:
            canvas.saveState()
            path = canvas.beginPath()
            path.rect(*clip)
            canvas.clipPath(path, stroke=0, fill=0)
            canvas.drawImage(file, x, y, width, height)
            canvas.restoreState()
        canvas.showPage()
    canvas.save()


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
