"""Files: rendered in memory, then written whole or not at all."""

from __future__ import annotations

import os
import tempfile
from io import BytesIO
from pathlib import Path

from hotpnp.assets.images import BadPicture
from hotpnp.diag import Collector, Span
from hotpnp.impose.place import Side
from hotpnp.impose.proof import proof
from hotpnp.pipeline.kit import Kit, Options
from hotpnp.render.cutfile import write_dxf, write_svg
from hotpnp.render.pdf import Metadata, Page, write_pdf


def render_files(kit: Kit, options: Options) -> dict[str, bytes]:
    """The files of a kit by name. Raises Stopped when a picture turns out to be damaged."""
    titles = {component.name: component.title for component in kit.components}
    fronts: list[Page] = []
    backs: list[Page] = []
    seen: set[str] = set()
    for number, sheet in enumerate(kit.sheets, 1):
        new = [titles[name] for name in sheet.components if name not in seen]
        seen.update(sheet.components)
        shown = proof if options.proof and not sheet.is_document else _as_it_is
        fronts.append(Page(sheet.plot.paper, shown(sheet.front), str(number), " + ".join(new)))
        if sheet.back is not None:
            page = Page(sheet.plot.paper, shown(sheet.back), f"{number} back")
            (fronts if options.backs == "with" else backs).append(page)
        elif options.backs == "with" and _needs_blank(kit, number):
            fronts.append(Page(sheet.plot.paper, Side(()), f"{number} back"))
    stem = _stem(kit, options)
    files = {f"{stem}.pdf": fronts}
    if options.backs == "file" and backs:
        files["backs.pdf" if stem == "kit" else f"{stem}-backs.pdf"] = backs
    metadata = Metadata(f"{kit.game.title} {kit.game.version}", f"Sheet {kit.sheet}")
    rendered = {}
    for name, pages in files.items():
        stream = BytesIO()

        def on_page(number: int, name: str = name, whole: int = len(pages)) -> None:
            options.progress(name, number, whole)

        if pages:
            try:
                write_pdf(pages, metadata, kit.fonts, stream, on_page)
            except BadPicture as fault:
                raise kit.diagnostics.fail("bad-picture", f"a picture cannot be drawn: {fault}") from fault
            rendered[name] = stream.getvalue()
    for cut, (svg, dxf) in zip(kit.cut_sheets, cut_file_names(kit, options), strict=True):
        rendered[svg] = write_svg(cut.paper, cut.shapes)
        rendered[dxf] = write_dxf(cut.paper, cut.shapes)
    return rendered


def _stem(kit: Kit, options: Options) -> str:
    stem = "+".join(kit.chosen) or "kit"
    stem += "-fold" if options.backs == "fold" else ""
    return stem + ("-proof" if options.proof else "")


def cut_file_names(kit: Kit, options: Options) -> list[tuple[str, str]]:
    """The names of the SVG and the DXF file of each cut sheet of a kit."""
    stems = [f"{_stem(kit, options)}-cut-{number}" for number, _ in enumerate(kit.cut_sheets, 1)]
    return [(f"{stem}.svg", f"{stem}.dxf") for stem in stems]


def _needs_blank(kit: Kit, number: int) -> bool:
    """Whether a blank back must follow a sheet, so that the next one begins on paper of its own.

    Cards without backs have one; a document is printed on both sides, and begins on a new leaf.
    """
    if all(sheet.back is None for sheet in kit.sheets) or number == len(kit.sheets):
        return False
    sheet, following = kit.sheets[number - 1], kit.sheets[number]
    if not sheet.is_document:
        return True
    pages = [other.components for other in kit.sheets].count(sheet.components)
    return following.components != sheet.components and pages % 2 == 1


def _as_it_is(side: Side) -> Side:
    return side


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
