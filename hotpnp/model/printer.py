"""Printer profiles: what a printer can print, and how far its second side misses the first."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, NamedTuple

from pydantic import Field

from hotpnp.diag import Collector, Span, Stopped, did_you_mean
from hotpnp.geometry import Insets
from hotpnp.model.strict import Strict, validate
from hotpnp.model.values import MarginText, ShiftText, TiltText, parse_margin, parse_shift, parse_tilt
from hotpnp.source.workspace import Workspace
from hotpnp.source.yamlio import Mapping
from hotpnp.units import Length

PROJECT_FILE = "cards/printers.yaml"
"""Where a project keeps its profiles."""
CONFIG_FILE = "printers.yaml"
"""Where the user's folder of settings keeps them."""

Duplex = Literal["none", "long-edge", "short-edge"]
_NAME = re.compile(r"\w[\w.-]*")


def parse_name(text: str) -> str:
    """Read a printer's name: one word, so that it can be given on the command line."""
    if not _NAME.fullmatch(text):
        raise ValueError(f'"{text}" is not a name of a printer; write letters, digits, - and _')
    return text


class BackSpec(Strict):
    """How printed backs are put right, as seen on the back; the turn about the page's middle comes first."""

    x: ShiftText = Field("0", description="Moves backs to the right; below 0 to the left.")
    y: ShiftText = Field("0", description="Moves backs up; below 0 down.")
    angle: TiltText = Field("0", description="Turns backs clockwise, in degrees from -5 to 5.")


class PrinterSpec(Strict):
    """A printer."""

    about: str = Field("", description="What the printer is, for the list of profiles.")
    margin: MarginText | None = Field(
        None,
        description="Margins that it cannot print: one, two or four lengths; the sheet's own if not given.",
    )
    back: BackSpec = Field(default_factory=BackSpec, description="How printed backs are put right.")
    duplex: Duplex = Field(
        "none", description="Edge over which it turns the paper; none: you turn it by hand."
    )
    tray: str = Field("", description="Tray or paper path that the profile is for, as its user calls it.")


class BackOffset(NamedTuple):
    """What puts backs right: x to the right and y down in lengths, angle clockwise in degrees."""

    x: Length = 0
    y: Length = 0
    angle: float = 0


@dataclass(frozen=True, slots=True)
class Printer:
    """A profile. ``margin`` is none where the profile does not say it."""

    name: str
    about: str
    margin: Insets | None
    back: BackOffset
    duplex: Duplex
    tray: str
    place: Span
    """Where it is stored."""


def load_printers(workspace: Workspace) -> dict[str, Printer]:
    """All profiles by name, the user's and over them the project's. Raises Stopped, having said why."""
    diagnostics = workspace.diagnostics
    found: dict[str, Printer] = {}
    config = workspace.read_config(CONFIG_FILE)
    if config is not None:
        found |= read_printers(config, diagnostics)
    if workspace.is_project and workspace.has(PROJECT_FILE):
        found |= read_printers(workspace.read_yaml(PROJECT_FILE), diagnostics)
    diagnostics.stop_on_errors()
    return found


def read_printers(node: Mapping, diagnostics: Collector) -> dict[str, Printer]:
    """The profiles of one file by name; complains of those that are wrong and leaves them out."""
    found = {}
    for name, value in node.items.items():
        place = node.key_span(name)
        try:
            parse_name(name)
        except ValueError as fault:
            diagnostics.add("bad-value", str(fault), place)
            continue
        spec = validate(PrinterSpec, value, diagnostics)
        if spec is not None:
            found[name] = _printer(name, spec, place)
    return found


def _printer(name: str, spec: PrinterSpec, place: Span) -> Printer:
    margin = parse_margin(spec.margin) if spec.margin is not None else None
    back = BackOffset(parse_shift(spec.back.x), -parse_shift(spec.back.y), parse_tilt(spec.back.angle))
    return Printer(name, spec.about, margin, back, spec.duplex, spec.tray, place)


def find_printer(workspace: Workspace, name: str) -> Printer:
    """The profile of this name. Raises Stopped, having said why, when there is none."""
    printers = load_printers(workspace)
    if name not in printers:
        raise unknown_printer(name, printers, workspace.diagnostics)
    return printers[name]


def unknown_printer(name: str, known: Iterable[str], diagnostics: Collector) -> Stopped:
    """Say that a printer has no profile; gives the exception to raise."""
    hint = did_you_mean(name, known) or "hotpnp calibrate tells how to make one"
    return diagnostics.fail("unknown-printer", f'there is no printer "{name}"', hint=hint)
