"""Pages of a PDF as pictures, so that what is checked on paper holds for them too."""

from __future__ import annotations

from io import BytesIO


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
