"""Pages of a PDF as pictures, so that what is checked on paper holds for them too."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from io import BytesIO
from typing import Any


def page_png(pdf: bytes, page: int, dpi: int) -> bytes:
    """One page (from 0) as a PNG of so many pixels to the inch."""
    (data,) = pages_png(pdf, dpi, (page,))
    return data


def pages_png(pdf: bytes, dpi: int, pages: Sequence[int] | None = None) -> list[bytes]:
    """Pages (from 0; all if none are given) as PNG of so many pixels to the inch."""
    import pypdfium2

    document = pypdfium2.PdfDocument(pdf)
    found = []
    try:
        for number in pages if pages is not None else range(len(document)):
            stream = BytesIO()
            picture = document[number].render(scale=dpi / 72).to_pil().convert("RGB")
            picture.save(stream, "PNG", optimize=True)
            found.append(stream.getvalue())
    finally:
        document.close()
    return found


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
