"""PDF/X: the files that print shops ask for, made from a finished PDF.

PDF/X-1a:2003 is ISO 15930-4, PDF/X-4 is ISO 15930-7.
"""

from __future__ import annotations

import hashlib
import uuid
from datetime import datetime
from html import escape
from importlib.util import find_spec
from io import BytesIO
from typing import TYPE_CHECKING, Any, Literal

from hotpnp.assets.profile import Profile, srgb_profile

if TYPE_CHECKING:
    from pikepdf import Pdf

Kind = Literal["x1a", "x4"]
_NAMES: dict[Kind, tuple[str, str]] = {"x1a": ("PDF/X-1a:2003", "1.4"), "x4": ("PDF/X-4", "1.6")}
"""What each calls itself, and its version of PDF."""


def pdfx_available() -> bool:
    """Whether the library that makes PDF/X is there; it comes with the extra ``pdfx``."""
    return find_spec("pikepdf") is not None


def make_pdfx(pdf: bytes, kind: Kind, profile: Profile, date: datetime) -> bytes:
    """The PDF with all that PDF/X asks of a file beyond its colours and its lack of transparency.

    Those must have been seen to: for X-1a nothing may be RGB or see-through. ``date`` is in UTC.
    The same input gives the same bytes.
    """
    from pikepdf import ObjectStreamMode, Pdf

    name, version = _NAMES[kind]
    stream = BytesIO()
    with Pdf.open(BytesIO(pdf)) as document:
        # Hints for an office printer; most are newer than the versions of PDF at hand.
        del document.Root["/ViewerPreferences"]
        _add_intent(document, profile)
        _add_boxes(document)
        _describe(document, date)
        if kind == "x1a":
            document.docinfo["/GTS_PDFXVersion"] = name
        else:
            _give_meaning_to_rgb(document)
            _add_xmp(document, name, date, hashlib.sha256(pdf).hexdigest())
        document.save(
            stream,
            force_version=version,
            fix_metadata_version=False,
            object_stream_mode=ObjectStreamMode.disable,
            deterministic_id=True,
        )
    return stream.getvalue()


def _profile_stream(document: Pdf, data: bytes, channels: int) -> Any:
    stream = document.make_stream(data)
    stream["/N"] = channels
    return stream


def _add_intent(document: Pdf, profile: Profile) -> None:
    """The printing condition, by its profile."""
    from pikepdf import Array, Dictionary, Name, String

    intent = Dictionary(
        Type=Name.OutputIntent,
        S=Name.GTS_PDFX,
        OutputConditionIdentifier=String("Custom"),
        Info=String(profile.name),
        DestOutputProfile=_profile_stream(document, profile.data, 4),
    )
    document.Root["/OutputIntents"] = Array([document.make_indirect(intent)])


def _add_boxes(document: Pdf) -> None:
    """A trim for each page: a sheet of cards is trimmed by its own marks, so its trim is all of it."""
    for page in document.pages:
        if "/TrimBox" not in page.obj:
            page.obj["/TrimBox"] = page.obj["/MediaBox"]


def _describe(document: Pdf, date: datetime) -> None:
    from pikepdf import Name

    written = date.strftime("D:%Y%m%d%H%M%SZ")
    document.docinfo["/CreationDate"] = written
    document.docinfo["/ModDate"] = written
    document.docinfo["/Trapped"] = Name("/False")


def _give_meaning_to_rgb(document: Pdf) -> None:
    """Say that RGB is sRGB, in the resources of every page and form."""
    from pikepdf import Array, Dictionary, Name, Stream

    meaning = document.make_indirect(Array([Name.ICCBased, _profile_stream(document, srgb_profile(), 3)]))
    owners: list[Any] = [page.obj for page in document.pages]
    owners += [
        found
        for found in document.objects
        if isinstance(found, Stream) and found.get("/Subtype") == Name.Form
    ]
    for owner in owners:
        owner["/Resources"]["/ColorSpace"] = Dictionary(DefaultRGB=meaning)


def _add_xmp(document: Pdf, name: str, date: datetime, digest: str) -> None:
    """The metadata by which PDF/X-4 is known; they say the same as the document information."""
    from pikepdf import Name

    written = date.strftime("%Y-%m-%dT%H:%M:%SZ")
    values = {
        "xmp:CreateDate": written,
        "xmp:ModifyDate": written,
        "xmp:MetadataDate": written,
        "xmp:CreatorTool": str(document.docinfo["/Creator"]),
        "pdf:Producer": str(document.docinfo["/Producer"]),
        "pdf:Trapped": "False",
        "pdfxid:GTS_PDFXVersion": name,
        "xmpMM:DocumentID": f"uuid:{uuid.uuid5(uuid.NAMESPACE_URL, digest)}",
        "xmpMM:RenditionClass": "default",
        "xmpMM:VersionID": "1",
    }
    simple = "".join(f"<{key}>{escape(value, quote=False)}</{key}>\n" for key, value in values.items())
    title = escape(str(document.docinfo["/Title"]), quote=False)
    text = (
        '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>\n'
        '<x:xmpmeta xmlns:x="adobe:ns:meta/">\n'
        '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\n'
        '<rdf:Description rdf:about=""\n'
        ' xmlns:dc="http://purl.org/dc/elements/1.1/"\n'
        ' xmlns:xmp="http://ns.adobe.com/xap/1.0/"\n'
        ' xmlns:xmpMM="http://ns.adobe.com/xap/1.0/mm/"\n'
        ' xmlns:pdf="http://ns.adobe.com/pdf/1.3/"\n'
        ' xmlns:pdfxid="http://www.npes.org/pdfx/ns/id/">\n'
        f'<dc:title><rdf:Alt><rdf:li xml:lang="x-default">{title}</rdf:li></rdf:Alt></dc:title>\n'
        f"{simple}</rdf:Description>\n</rdf:RDF>\n</x:xmpmeta>\n"
        '<?xpacket end="r"?>'
    )
    stream = document.make_stream(text.encode("utf-8"))
    stream["/Type"] = Name.Metadata
    stream["/Subtype"] = Name.XML
    document.Root["/Metadata"] = stream
