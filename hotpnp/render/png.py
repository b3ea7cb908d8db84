"""Pages of a PDF as pictures, so that what is checked on paper holds for them too."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from typing import Any


def page_png(pdf: bytes, page: int, dpi: int) -> bytes:
    """One page (from 0) as a PNG of so many pixels to the inch."""
    import pypdfium2

    document = pypdfium2.PdfDocument(pdf)
    try:
        picture = document[page].render(scale=dpi / 72).to_pil().convert("RGB")
    finally:
        document.close()
    stream = BytesIO()
    picture.save(stream, "PNG", optimize=True)
    return stream.getvalue()


def page_inks(pdf: bytes, dpi: int = 30) -> list[float]:
    """How dark each page is on average: 0 for white paper, 1 for black, a pure colour by its luminance."""
    import pypdfium2

    document = pypdfium2.PdfDocument(pdf)
    try:
        pages = [page.render(scale=dpi / 72, grayscale=True) for page in document]
        return [1 - sum(_rows(page)) / (255 * page.width * page.height) for page in pages]
    finally:
        document.close()


def _rows(bitmap: Any) -> Iterator[int]:
    """The sums of a grey bitmap's rows, without what pads them."""
    data = bytes(bitmap.buffer)
    for row in range(bitmap.height):
        yield sum(data[row * bitmap.stride : row * bitmap.stride + bitmap.width])
