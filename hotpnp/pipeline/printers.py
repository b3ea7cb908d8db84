"""Printer profiles, changed in the file that holds them."""

from __future__ import annotations

from dataclasses import dataclass

from hotpnp.diag import Collector
from hotpnp.model.printer import (
    CONFIG_FILE,
    PROJECT_FILE,
    BackOffset,
    Printer,
    load_printers,
    read_printers,
    unknown_printer,
)
from hotpnp.model.values import parse_shift, parse_tilt
from hotpnp.pipeline.output import write_files
from hotpnp.source.edit import NotEditable, Value, edited
from hotpnp.source.workspace import Workspace, config_folder
from hotpnp.source.yamlio import Mapping, parse
from hotpnp.units import to_mm, trim


@dataclass(frozen=True, slots=True)
class PrinterChanges:
    """What is to be stored of a printer, as typed; none is left as it is."""

    margin: str | None = None
    x: str | None = None
    y: str | None = None
    angle: str | None = None
    duplex: str | None = None
    tray: str | None = None
    about: str | None = None

    @property
    def back(self) -> dict[str, str]:
        """What is given of the back's offset."""
        named = {"x": self.x, "y": self.y, "angle": self.angle}
        return {key: value for key, value in named.items() if value is not None}


def store_printer(
    workspace: Workspace, name: str, changes: PrinterChanges, add: bool, in_project: bool
) -> Printer:
    """Change a profile where it is stored, or make one, in the user's folder if not ``in_project``.

    ``add`` adds the back's offset to the stored one. Gives the profile as it is then. Raises Stopped,
    having written nothing and said why, when anything is wrong.
    """
    diagnostics = workspace.diagnostics
    known = load_printers(workspace).get(name)
    in_project = in_project or (known is not None and known.place.file == PROJECT_FILE)
    if in_project and not workspace.is_project:
        hint = "leave --in-project out to store the profile in your own folder of settings"
        raise diagnostics.fail("no-project", f"{workspace.root} holds no cards/ and layouts/", hint=hint)
    file = workspace.root / PROJECT_FILE if in_project else config_folder() / CONFIG_FILE
    path = PROJECT_FILE if in_project else file.as_posix()
    text = _text(workspace, in_project)
    stored = _printers(text, path)
    if add and name not in stored:
        raise unknown_printer(name, stored, diagnostics)
    offset = stored[name].back if name in stored else BackOffset()
    try:
        changed = edited(text, path, {name: _values(changes, offset, add, diagnostics)})
    except NotEditable as fault:
        raise diagnostics.fail("not-editable", str(fault), fault.span) from fault
    # A file that is linked to from the folder of settings stays where it is.
    target = file.resolve()
    write_files({target.name: changed.encode("utf-8")}, target.parent, diagnostics)
    return _printers(changed, path)[name]


def _text(workspace: Workspace, in_project: bool) -> str:
    if in_project:
        return workspace.read_text(PROJECT_FILE) if workspace.has(PROJECT_FILE) else ""
    return workspace.config_text(CONFIG_FILE) or ""


def _printers(text: str, path: str) -> dict[str, Printer]:
    """The profiles of a text that is known to be right."""
    node, _ = parse(text, path)
    return read_printers(node, Collector()) if isinstance(node, Mapping) else {}


def _values(
    changes: PrinterChanges, stored: BackOffset, add: bool, diagnostics: Collector
) -> dict[str, Value]:
    """The keys to be written. Raises Stopped when an offset becomes too large by adding."""
    plain = {
        "about": changes.about,
        "margin": changes.margin,
        "duplex": changes.duplex,
        "tray": changes.tray,
    }
    values: dict[str, Value] = {key: value for key, value in plain.items() if value is not None}
    if changes.back:
        before = {"x": _mm(stored.x), "y": _mm(-stored.y), "angle": trim(stored.angle, 3)}
        try:
            given = _sum(changes, stored) if add else changes.back
        except ValueError as fault:
            raise diagnostics.fail("bad-value", f"with what is stored, {fault}") from fault
        values["back"] = {**before, **given}
    return values


def _sum(changes: PrinterChanges, stored: BackOffset) -> dict[str, str]:
    """The stored offset and the given one together. Raises ValueError when that is too much."""
    x = stored.x + parse_shift(changes.x or "0")
    y = -stored.y + parse_shift(changes.y or "0")
    angle = stored.angle + parse_tilt(changes.angle or "0")
    found = {"x": _mm(x), "y": _mm(y), "angle": trim(angle, 3)}
    parse_shift(found["x"])
    parse_shift(found["y"])
    parse_tilt(found["angle"])
    return found


def _mm(length: int) -> str:
    return f"{to_mm(length):g}mm"
