"""hotpnp printer."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from hotpnp.cli.shared import (
    as_json,
    format_option,
    open_folder,
    print_json,
    project_option,
    reporting,
    show,
)
from hotpnp.diag import Collector
from hotpnp.units import show_mm, to_mm, trim

if TYPE_CHECKING:
    from hotpnp.model.printer import Printer


def _checked(parser: str) -> Callable[[click.Context, click.Parameter, str | None], str | None]:
    """A check of what is typed, by a function of model.printer that is loaded when there is something."""

    def check(_context: click.Context, _option: click.Parameter, value: str | None) -> str | None:
        if value is not None:
            from hotpnp.model import printer

            try:
                getattr(printer, parser)(value)
            except ValueError as fault:
                raise click.BadParameter(str(fault)) from fault
        return value

    return check


@click.command("printer")
@click.argument("name", required=False, callback=_checked("parse_name"))
@click.option(
    "--margin",
    metavar="LENGTHS",
    callback=_checked("parse_margin"),
    help="Margins that it cannot print: one, two or four lengths (top right bottom left).",
)
@click.option(
    "--back-x", metavar="LENGTH", callback=_checked("parse_shift"), help="Moves backs to the right."
)
@click.option("--back-y", metavar="LENGTH", callback=_checked("parse_shift"), help="Moves backs up.")
@click.option("--angle", metavar="DEGREES", callback=_checked("parse_tilt"), help="Turns backs clockwise.")
@click.option("--add", is_flag=True, help="Add --back-x, --back-y and --angle to what is stored.")
@click.option(
    "--duplex",
    type=click.Choice(["none", "long-edge", "short-edge"]),
    help="Edge over which it turns the paper; none: you turn it.",
)
@click.option("--tray", metavar="WORDS", help="Tray that the profile is for.")
@click.option("--about", metavar="WORDS", help="What the printer is.")
@click.option("--in-project", is_flag=True, help="Store it in the project instead of your own settings.")
@format_option
@project_option
def command(
    name: str | None,
    margin: str | None,
    back_x: str | None,
    back_y: str | None,
    angle: str | None,
    add: bool,
    duplex: str | None,
    tray: str | None,
    about: str | None,
    in_project: bool,
    form: str,
    project: Path | None,
) -> None:
    """List the printer profiles; with NAME show one; with options too, make it or change what is given.

    Offsets are those of back pages as you look at them: x to the right, y up, angle clockwise. "hotpnp
    calibrate" prints the sheet to read them from. A profile is changed where it is stored; a new one goes
    into your own folder of settings, or into cards/printers.yaml with --in-project.
    """
    from hotpnp.model.printer import find_printer, load_printers
    from hotpnp.pipeline.printers import PrinterChanges, store_printer

    changes = PrinterChanges(margin, back_x, back_y, angle, duplex, tray, about)
    storing = changes != PrinterChanges()
    if storing and name is None:
        raise click.UsageError("name the printer that is to be stored")
    if add and not changes.back:
        raise click.UsageError("--add needs --back-x, --back-y or --angle")
    if in_project and not storing:
        raise click.UsageError("--in-project needs something to store")
    diagnostics = Collector()
    opened: list[Any] = [None]
    with reporting(diagnostics, form, opened, {"printers": []}):
        workspace = opened[0] = open_folder(project, diagnostics)
        if name is None:
            found = list(load_printers(workspace).values())
        elif storing:
            found = [store_printer(workspace, name, changes, add, in_project)]
        else:
            found = [find_printer(workspace, name)]
    if form == "json":
        told = [as_json(one) for one in diagnostics]
        print_json({"printers": [_json(printer) for printer in found], "diagnostics": told})
        return
    show(diagnostics, opened[0])
    _print(found, storing)


def _print(found: list[Printer], stored: bool) -> None:
    if not found:
        click.echo("no printer profiles yet; hotpnp calibrate prints the sheet to make one from")
    for printer in found:
        about = f": {printer.about}" if printer.about else ""
        click.echo(f"{printer.name}{about} ({'stored in ' if stored else ''}{printer.place.file})")
        click.echo(f"  margins  {_margins(printer)}")
        click.echo(f"  backs    {_offset(printer)}")
        click.echo(f"  duplex   {printer.duplex}")
        if printer.tray:
            click.echo(f"  tray     {printer.tray}")


def _margins(printer: Printer) -> str:
    if printer.margin is None:
        return "not known"
    left, right, top, bottom = printer.margin
    if left == right == top == bottom:
        return show_mm(left)
    return f"top {show_mm(top)}, right {show_mm(right)}, bottom {show_mm(bottom)}, left {show_mm(left)}"


def _offset(printer: Printer) -> str:
    x, y, angle = printer.back
    parts = []
    if x:
        parts.append(f"{show_mm(abs(x))} to the {'right' if x > 0 else 'left'}")
    if y:
        parts.append(f"{show_mm(abs(y))} {'down' if y > 0 else 'up'}")
    if angle:
        parts.append(f"turned {trim(abs(angle), 3)}° {'clockwise' if angle > 0 else 'anticlockwise'}")
    return ", ".join(parts) or "where they are"


def _json(printer: Printer) -> dict[str, Any]:
    margin = printer.margin
    sides = ("top", "right", "bottom", "left")
    return {
        "name": printer.name,
        "about": printer.about,
        "file": printer.place.file,
        "margin": None if margin is None else {side: to_mm(getattr(margin, side)) for side in sides},
        "back": {"x": to_mm(printer.back.x), "y": to_mm(-printer.back.y), "angle": printer.back.angle},
        "duplex": printer.duplex,
        "tray": printer.tray,
    }
