"""Image XObjects: pictures as a PDF holds them."""

from __future__ import annotations

from typing import Any

from reportlab.pdfbase.pdfdoc import PDFObject

from hotpnp.assets.images import PdfImage
from hotpnp.render.form import FORM_PREFIX


class ImageObject(PDFObject):  # type: ignore[misc]
    """A picture in the unit square; ``mask`` names the object that says how opaque it is."""

    def __init__(self, image: PdfImage, mask: str = "") -> None:
        self._image = image
        self._mask = mask

    def format(self, document: Any) -> bytes:
        """The object's bytes; reportlab's document asks for them when it is saved."""
        image = self._image
        entries = {
            "Type": "/XObject",
            "Subtype": "/Image",
            "Width": image.width,
            "Height": image.height,
            "ColorSpace": image.colours,
            "BitsPerComponent": image.bits,
            "Filter": image.filter,
            "DecodeParms": image.decode_parms,
            "Decode": image.decode,
            "SMask": self._mask_reference(document),
            "Length": len(image.data),
        }
        head = " ".join(f"/{key} {value}" for key, value in entries.items() if value != "")
        return f"<< {head} >>\nstream\n".encode("ascii") + image.data + b"\nendstream\n"

    def _mask_reference(self, document: Any) -> str:
        if not self._mask:
            return ""
        return f"{document.idToObjectNumberAndVersion[FORM_PREFIX + self._mask][0]} 0 R"


def add_image(document: Any, name: str, image: PdfImage) -> None:
    """Add a picture to reportlab's document; content draws it by FORM_PREFIX and the name."""
    mask = ""
    if image.mask is not None:
        mask = f"{name}-mask"
        add_image(document, mask, image.mask)
    document.addForm(name, ImageObject(image, mask))
