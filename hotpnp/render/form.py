"""Form XObjects, held compressed and written in one go, since a deck has thousands of them."""

from __future__ import annotations

import zlib
from collections.abc import Mapping, Sequence
from typing import Any

from reportlab.pdfbase.pdfdoc import PDFObject

FORM_PREFIX = "FormXob."
"""What reportlab's document puts before a form's name."""


class Form(PDFObject):  # type: ignore[misc]
    """A content stream with its own coordinates; the box is left, bottom, right and top in points.

    ``forms`` are the names of the forms and pictures that the stream draws; ``resources`` are
    dictionaries as PDF writes them, by kind and name.
    """

    def __init__(
        self,
        box: Sequence[str],
        operators: Sequence[str],
        forms: Sequence[str],
        resources: Mapping[str, Mapping[str, str]],
    ) -> None:
        self._box = f"[{' '.join(box)}]"
        self._data = zlib.compress("\n".join(operators).encode("ascii"))
        self._forms = tuple(dict.fromkeys(forms))
        self._resources = " ".join(
            f"/{kind} << {' '.join(f'/{name} {text}' for name, text in named.items())} >>"
            for kind, named in resources.items()
        )

    def format(self, document: Any) -> bytes:
        """The object's bytes; reportlab's document asks for them when it is saved."""
        numbers = document.idToObjectNumberAndVersion
        resources = f"/Font {numbers['BasicFonts'][0]} 0 R /ProcSet [/PDF /Text /ImageB /ImageC /ImageI]"
        if self._forms:
            used = (f"/{FORM_PREFIX}{name} {numbers[FORM_PREFIX + name][0]} 0 R" for name in self._forms)
            resources += f" /XObject << {' '.join(used)} >>"
        kind = f"/Type /XObject /Subtype /Form /FormType 1 /BBox {self._box}"
        stream = f"/Filter /FlateDecode /Length {len(self._data)}"
        head = f"<< {kind} /Resources << {resources} {self._resources}>> {stream} >>\nstream\n"
        return head.encode("ascii") + self._data + b"\nendstream\n"
