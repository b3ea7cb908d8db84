"""Files: rendered in memory, then written whole or not at all."""

from __future__ import annotations

import os
import tempfile
from dataclasses import replace
from io import BytesIO
from pathlib import Path

from hotpnp.assets.images import BadPicture
from hotpnp.diag import Collector, Span
from hotpnp.impose.place import Sheet, Side
from hotpnp.impose.proof import proof
from hotpnp.pipeline.kit import Kit, Options
from hotpnp.pipeline.press import Press, ink_for, refuse_transparency
from hotpnp.render.cutfile import write_dxf, write_svg
from hotpnp.render.pdf import Hints, Metadata, Page, write_pdf
from hotpnp.render.pdfx import make_pdfx
from hotpnp.scene.low_ink import LowInk


def render_files(kit: Kit, options: Options, press: Press | None = None) -> dict[str, bytes]:
    """The files of a kit by name.

    Raises Stopped when a picture turns out to be damaged, or when something is see-through that may not be.
    """
    try:
        return _rendered(kit, options, press)
    except BadPicture as fault:
        raise kit.diagnostics.fail("bad-picture", f"a picture cannot be drawn: {fault}") from fault


def _rendered(kit: Kit, options: Options, press: Press | None) -> dict[str, bytes]:
    files = _pages_of(kit, options)
    if press is not None and press.kind == "x1a":
        refuse_transparency([page for pages in files.values() for page in pages], kit.diagnostics)
    metadata = Metadata(f"{kit.game.title} {kit.game.version}", f"Sheet {kit.sheet}")
    hints = Hints(kit.flip if options.backs == "with" and _has_backs(kit) else "none", options.copies)
    ink = ink_for(options, press)
    rendered = {}
    for name, pages in files.items():
        stream = BytesIO()

        def on_page(number: int, name: str = name, whole: int = len(pages)) -> None:
            options.progress(name, number, whole)

        if pages:
            write_pdf(pages, metadata, kit.fonts, stream, on_page, hints=hints, ink=ink)
            data = stream.getvalue()
            rendered[name] = make_pdfx(data, press.kind, press.profile, press.date) if press else data
    for cut, (svg, dxf) in zip(kit.cut_sheets, cut_file_names(kit, options), strict=True):
        rendered[svg] = write_svg(cut.paper, cut.shapes)
        rendered[dxf] = write_dxf(cut.paper, cut.shapes)
    return rendered


def _stem(kit: Kit, options: Options) -> str:
    kinds = (
        ("-fold", options.backs == "fold"),
        ("-proof", options.proof),
        ("-gray", options.gray),
        ("-low-ink", options.low_ink),
        (f"-{options.pdfx}", bool(options.pdfx)),
    )
    whole = "changed" if options.changed else "selected" if options.select else "kit"
    return ("+".join(kit.chosen) or whole) + "".join(suffix for suffix, asked in kinds if asked)


def cut_file_names(kit: Kit, options: Options) -> list[tuple[str, str]]:
    """The names of the SVG and the DXF file of each cut sheet of a kit."""
    stems = [f"{_stem(kit, options)}-cut-{number}" for number, _ in enumerate(kit.cut_sheets, 1)]
    return [(f"{stem}.svg", f"{stem}.dxf") for stem in stems]


def _pages_of(kit: Kit, options: Options) -> dict[str, list[Page]]:
    """The pages of each file, by the file's name."""
    titles = {component.name: component.title for component in kit.components}
    fronts: list[Page] = []
    backs: list[Page] = []
    seen: set[str] = set()
    faint = LowInk()
    for number, sheet in enumerate(kit.sheets, 1):
        new = [titles[name] for name in sheet.components if name not in seen]
        seen.update(sheet.components)

        def shown(side: Side, sheet: Sheet = sheet) -> Side:
            if options.low_ink:
                placements, folded = (
                    tuple(replace(p, scene=faint.scene(p.scene)) for p in placed)
                    for placed in (side.placements, side.folded)
                )
                side = replace(side, placements=placements, folded=folded)
            return proof(side) if options.proof and not sheet.is_document else side

        trim = sheet.front.placements[0].trim if sheet.plot.single else None
        fronts.append(Page(sheet.plot.paper, shown(sheet.front), str(number), " + ".join(new), trim))
        if sheet.back is not None:
            page = Page(sheet.plot.paper, shown(sheet.back), f"{number} back", trim=trim)
            (fronts if options.backs == "with" else backs).append(page)
        elif options.backs == "with" and _needs_blank(kit, number):
            fronts.append(Page(sheet.plot.paper, Side(()), f"{number} back", trim=trim))
    stem = _stem(kit, options)
    files = {f"{stem}.pdf": fronts}
    if options.backs == "file" and backs:
        files["backs.pdf" if stem == "kit" else f"{stem}-backs.pdf"] = backs
    return files


def _has_backs(kit: Kit) -> bool:
    return any(sheet.back is not None for sheet in kit.sheets)


def _needs_blank(kit: Kit, number: int) -> bool:
    """Whether a blank back must follow a sheet, so that the next one begins on paper of its own.

    Cards without backs have one; a document is printed on both sides, and begins on a new leaf.
    """
    if not _has_backs(kit) or number == len(kit.sheets):
        return False
    sheet, following = kit.sheets[number - 1], kit.sheets[number]
    if not sheet.is_document:
        return True
    pages = [other.components for other in kit.sheets].count(sheet.components)
    return following.components != sheet.components and pages % 2 == 1


def write_files(files: dict[str, bytes], folder: Path, diagnostics: Collector) -> tuple[Path, ...]:
    """Write files so that each is there whole or as it was before. Raises Stopped, having said why."""
    waiting: list[tuple[str, Path]] = []
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, data in files.items():
            handle, temporary = tempfile.mkstemp(prefix=f".{name}.", dir=folder)
            waiting.append((temporary, folder / name))
            with os.fdopen(handle, "wb") as stream:
                stream.write(data)
        for temporary, target in waiting:
            os.chmod(temporary, 0o666 & ~_umask())
            os.replace(temporary, target)
    except OSError as fault:
        for temporary, _ in waiting:
            if os.path.exists(temporary):
                os.unlink(temporary)
        place = Span(str(folder))
        reason = fault.strerror or str(fault)
        hint = "close the file in other programs, or choose another folder with --output"
        raise diagnostics.fail("not-writable", f"cannot be written: {reason}", place, hint=hint) from fault
    return tuple(folder / name for name in files)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
