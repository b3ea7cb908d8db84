"""Sides of sheets as a PDF.

Each distinct scene becomes one form XObject, and so does each part that several scenes share, so a
deck's file holds what differs between its cards and little more. Two things of reportlab that are
not documented are used, both covered by tests: ``Canvas._code`` and ``Canvas._formsinuse``, the
operators and the forms of the page at hand.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, BinaryIO, Literal

from hotpnp.assets.fonts import DEFAULT_FAMILY, Fonts
from hotpnp.assets.images import Picture
from hotpnp.assets.ink import Ink
from hotpnp.geometry import IDENTITY, Rect, Size, turn_into
from hotpnp.impose.place import Side
from hotpnp.render.content import Content, FontBook, insets_of, points
from hotpnp.render.form import Form
from hotpnp.render.image import add_image
from hotpnp.scene.items import Part, Scene
from hotpnp.units import Length, to_pt


@dataclass(frozen=True, slots=True)
class Page:
    """One page of a PDF."""

    paper: Size
    side: Side
    label: str = ""
    """Page label shown by viewers."""
    bookmark: str = ""
    """Entry of the outline that leads here."""
    trim: Rect | None = None
    """The card of which the page is made; none on a sheet of cards and in a document."""


@dataclass(frozen=True, slots=True)
class Metadata:
    """What a PDF says of itself."""

    title: str
    subject: str = ""


@dataclass(frozen=True, slots=True)
class Hints:
    """What a PDF asks of the program that prints it."""

    duplex: Literal["none", "long-edge", "short-edge"] = "none"
    """Over which edge the paper turns between a front and its back; none where pages are all fronts."""
    copies: int = 1


AS_IT_IS = Ink()
NO_HINTS = Hints()
_DUPLEX = {"none": "Simplex", "long-edge": "DuplexFlipLongEdge", "short-edge": "DuplexFlipShortEdge"}


def write_pdf(
    pages: Sequence[Page],
    metadata: Metadata,
    fonts: Fonts,
    stream: BinaryIO,
    on_page: Callable[[int], None] = lambda number: None,
    *,
    hints: Hints = NO_HINTS,
    ink: Ink = AS_IT_IS,
) -> None:
    """Write pages as a PDF. The same pages give the same bytes. ``on_page`` hears each page's number."""
    writer = _Writer(pages, fonts, stream, ink)
    writer.describe(metadata, hints)
    for number, page in enumerate(pages, 1):
        writer.add(page)
        on_page(number)
    writer.save()


class _Writer:
    def __init__(self, pages: Sequence[Page], fonts: Fonts, stream: BinaryIO, ink: Ink) -> None:
        from reportlab import rl_config
        from reportlab.pdfbase import pdfmetrics
        from reportlab.pdfgen.canvas import Canvas

        rl_config.useA85 = 0
        first = fonts.face(DEFAULT_FAMILY, "regular", False)
        pdfmetrics.registerFont(first.font)
        self._canvas: Any = Canvas(
            stream,
            pagesize=_points(pages[0].paper),
            invariant=1,
            pageCompression=1,
            initialFontName=first.name,
            pdfVersion=(1, 7),
        )
        self._document = self._canvas._doc
        self._fonts = FontBook(fonts, self._document)
        self._ink = ink
        self._scenes: dict[Scene, str] = {}
        self._parts: dict[tuple[Part, Size, Length], str] = {}
        self._pictures: dict[Picture, str] = {}
        self._shared = _shared_parts(pages)

    def describe(self, metadata: Metadata, hints: Hints) -> None:
        """Say what the file is and how it is to be printed."""
        from reportlab.pdfbase.pdfdoc import PDFName

        canvas = self._canvas
        canvas.setTitle(metadata.title)
        canvas.setSubject(metadata.subject)
        canvas.setAuthor("")
        canvas.setCreator("hotpnp")
        canvas.setProducer("hotpnp")
        wishes = {
            "PrintScaling": PDFName("None"),
            "Duplex": PDFName(_DUPLEX[hints.duplex]),
            "PickTrayByPDFSize": "true",
        }
        if hints.copies > 1:
            wishes["NumCopies"] = hints.copies
        # reportlab's own object for these refuses the last two.
        canvas.setCatalogEntry("ViewerPreferences", wishes)

    def add(self, page: Page) -> None:
        """Add one page."""
        canvas = self._canvas
        canvas.setPageSize(_points(page.paper))
        canvas.setTrimBox(_box(page.trim, page.paper) if page.trim is not None else None)
        canvas.setBleedBox((0, 0, *_points(page.paper)) if page.trim is not None else None)
        content = self._content(page.paper.height)
        for placement in (*page.side.placements, *page.side.folded):
            matrix = turn_into(placement.scene.size, placement.trim, placement.turn)
            content.place(placement.scene, matrix, placement.clip)
        content.draw_marks(page.side.marks, page.side.style)
        content.draw(page.side.extras)
        if page.side.adjust != IDENTITY:
            content.adjust(page.side.adjust)
        canvas._code.extend(content.operators)
        canvas._formsinuse.extend(content.forms_used)
        number = canvas.getPageNumber()
        if page.label:
            canvas.addPageLabel(number - 1, prefix=page.label)
        if page.bookmark:
            canvas.bookmarkPage(f"page-{number}")
            canvas.addOutlineEntry(page.bookmark, f"page-{number}", level=0)
        canvas.showPage()

    def save(self) -> None:
        """Write the file."""
        self._canvas.save()

    def scene_form(self, scene: Scene) -> str:
        """The form of a scene, made when first asked for."""
        name = self._scenes.get(scene)
        if name is None:
            content = self._content(scene.size.height)
            for part in scene.parts:
                if part in self._shared:
                    content.draw_form(self._part_form(part, scene))
                else:
                    content.draw(part.items)
            name = self._scenes[scene] = self._add_form(f"card{len(self._scenes) + 1}", content, scene)
        return name

    def picture(self, picture: Picture) -> str:
        """The object of a picture, made when first asked for."""
        name = self._pictures.get(picture)
        if name is None:
            name = self._pictures[picture] = f"picture{len(self._pictures) + 1}"
            add_image(self._document, name, self._ink.picture(picture))
        return name

    def _part_form(self, part: Part, scene: Scene) -> str:
        key = (part, scene.size, scene.bleed)
        name = self._parts.get(key)
        if name is None:
            content = self._content(scene.size.height)
            content.draw(part.items)
            name = self._parts[key] = self._add_form(f"part{len(self._parts) + 1}", content, scene)
        return name

    def _content(self, height: Length) -> Content:
        return Content(height, self._fonts, self, self._ink)

    def _add_form(self, name: str, content: Content, scene: Scene) -> str:
        bleed = scene.bleed
        box = (-bleed, -bleed, scene.size.width + bleed, scene.size.height + bleed)
        words = [points(length) for length in box]
        form = Form(words, content.operators, content.forms_used, content.resources)
        self._document.addForm(name, form)
        return name


def _shared_parts(pages: Iterable[Page]) -> frozenset[Part]:
    """The parts that more than one scene draws."""
    counts: Counter[Part] = Counter()
    seen: set[Scene] = set()
    sides = [page.side for page in pages]
    waiting = [placement.scene for side in sides for placement in (*side.placements, *side.folded)]
    while waiting:
        scene = waiting.pop()
        if scene in seen:
            continue
        seen.add(scene)
        counts.update(set(scene.parts))
        waiting += [inner for part in scene.parts for inner in insets_of(part.items)]
    return frozenset(part for part, count in counts.items() if count > 1)


def _box(rect: Rect, paper: Size) -> tuple[float, ...]:
    """A rectangle as PDF writes boxes: left, bottom, right and top in points, y up."""
    corners = (rect.x, paper.height - rect.bottom, rect.right, paper.height - rect.y)
    return tuple(to_pt(length) for length in corners)


def _points(size: Size) -> tuple[float, float]:
    return to_pt(size.width), to_pt(size.height)
