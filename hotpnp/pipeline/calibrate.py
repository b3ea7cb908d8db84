"""Test sheets for a printer, written as a PDF."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

from hotpnp.assets.fonts import Fonts
from hotpnp.geometry import Size
from hotpnp.impose.calibrate import Flip, draw_calibration
from hotpnp.impose.scaletest import draw_scale_test
from hotpnp.model.printer import Printer
from hotpnp.pipeline.output import write_files
from hotpnp.render.pdf import Metadata, Page, write_pdf
from hotpnp.source.workspace import Workspace


def calibrate(workspace: Workspace, file: Path, paper: Size, flip: Flip, printer: Printer | None) -> None:
    """Write front and back of the two-sided test, and the scale test, which always stands upright.

    A printer's offset is applied to the back. Raises PaperTooSmall, or Stopped, having said why, when the
    file cannot be written.
    """
    fonts = Fonts()
    front, back = draw_calibration(paper, flip, fonts, printer)
    upright = Size(min(paper), max(paper))
    pages = [
        Page(paper, front, "1", "Two-sided test: front"),
        Page(paper, back, "2", "Two-sided test: back"),
        Page(upright, draw_scale_test(upright, fonts), "3", "Scale test"),
    ]
    stream = BytesIO()
    write_pdf(pages, Metadata("hotpnp calibration", "Print at 100 %"), fonts, stream)
    write_files({file.name: stream.getvalue()}, file.parent, workspace.diagnostics)
