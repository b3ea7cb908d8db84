"""Form XObjects, held compressed and written in one go, since a deck has thousands of them."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from typing import Any

from reportlab.pdfbase.pdfdoc import PDFObject

FORM_PREFIX = "FormXob."
"""What reportlab's document puts before a form's name."""


class Form(PDFObject):  # type: ignore[misc]
    """A content stream with its own coordinates, from (0, 0) to a width and height in points."""

    def __init__(self, width: str, height: str, operators: Sequence[str], forms: Sequence[str]) -> None:
        self._box = f"[0 0 {width} {height}]"
        self._data = zlib.compress("\n".join(operators).encode("ascii"))
        self._forms = tuple(dict.fromkeys(forms))

    def format(self, document: Any) -> bytes:
        """The object's bytes; reportlab's document asks for them when it is saved."""
        numbers = document.idToObjectNumberAndVersion
        fonts = f"/Font {numbers['BasicFonts'][0]} 0 R"
        used = " ".join(f"/{FORM_PREFIX}{name} {numbers[FORM_PREFIX + name][0]} 0 R" for name in self._forms)
        resources = f"{fonts} /ProcSet [/PDF /Text]" + (f" /XObject << {used} >>" if used else "")
        head = (
            f"<< /Type /XObject /Subtype /Form /FormType 1 /BBox {self._box} /Resources << {resources} >> "
            f"/Filter /FlateDecode /Length {len(self._data)} >>\nstream\n"
        )
        return head.encode("ascii") + self._data + b"\nendstream\n"
