"""What a build is asked for, and what it makes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from hotpnp.assets.fonts import Fonts
from hotpnp.diag import Collector, Diagnostic
from hotpnp.geometry import Size
from hotpnp.impose.cutplan import CutPlan
from hotpnp.impose.cutsheets import CutSheet
from hotpnp.impose.place import Sheet
from hotpnp.model.game import Game
from hotpnp.model.sheet import Flip
from hotpnp.prints.changes import Changes
from hotpnp.prints.run import Run
from hotpnp.units import Length

Cutter = Literal["", "silhouette"]
Backs = Literal["none", "with", "file", "fold"]
Progress = Callable[[str, int, int], None]
"""Hears what is being done, how much of it is done, and how much there is."""


@dataclass(frozen=True, slots=True)
class Options:
    """What a build is asked for; an empty text or tuple means the game's own choice."""

    components: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    """Components that are left out."""
    everything: bool = False
    """Whether optional components are taken too."""
    held: bool = False
    """Whether expectations that do not hold are errors; else they are warnings."""
    select: str = ""
    """Only these cards: ids, #tags, ranges, expressions (expand.select); none: all."""
    settings: tuple[tuple[str, str], ...] = ()
    """Settings of the game with other values than its own."""
    sheet: str = ""
    paper: str = ""
    backs: Backs = "none"
    proof: bool = False
    flip: Literal["", "long-edge", "short-edge"] = ""
    fill: Literal["", "none", "blanks", "spares", "next"] = ""
    order: Literal["", "deck", "stack"] = ""
    skip: tuple[int, ...] = ()
    """Numbers of places that stay empty, beside those that the sheet skips."""
    printer: str = ""
    """Name of a printer's profile."""
    date: str = ""
    """Printed on the label when given."""
    changed: bool = False
    """Whether only what differs from the last print run is wanted, with a swap list."""
    run: str = ""
    """Name of an earlier print run that is printed again."""
    tracked: bool = False
    """Whether the kit is compared with the print runs, so that it can be recorded as one."""
    stamps: bool | None = None
    """Whether cards carry their stamps; none: yes, but not on pages for a print shop."""
    cut_plan: bool = False
    """Whether a page with the cut plan is added."""
    cutter: Cutter = ""
    corner_radius: Length = 0
    """Of cards as the cutter cuts them."""
    gray: bool = False
    low_ink: bool = False
    copies: int = 1
    pdfx: Literal["", "x1a", "x4"] = ""
    icc: Path | None = None
    """The profile of the printing condition, for PDF/X."""
    progress: Progress = field(default=lambda what, done, whole: None)


@dataclass(frozen=True, slots=True)
class ComponentReport:
    """One component of a kit in figures."""

    name: str
    title: str
    kind: str
    cards: int
    copies: int
    sheets: int
    size: Size
    sides: int
    optional: bool


@dataclass(frozen=True, slots=True)
class Kit:
    """A game laid out on sheets, ready to be written."""

    game: Game
    sheet: str
    flip: Flip
    """The edge over which the paper turns for backs."""
    sheets: tuple[Sheet, ...]
    plans: tuple[CutPlan, ...]
    components: tuple[ComponentReport, ...]
    chosen: tuple[str, ...]
    fonts: Fonts
    diagnostics: Collector
    cut_sheets: tuple[CutSheet, ...] = ()
    run: Run | None = None
    """The print run that printing it is."""
    changes: Changes | None = None
    """How its cards differ from the box."""
    """What a cutting machine cuts out, if there is one; cut file n is at place n - 1."""

    @property
    def cards(self) -> int:
        """Cards, mats and all other pieces to be printed, copies counted."""
        return sum(component.copies for component in self.components)

    @property
    def extras(self) -> tuple[int, int]:
        """How many spare copies and how many blanks fill its sheets."""
        placed = [p for sheet in self.sheets for p in sheet.front.placements if p.extra]
        blanks = sum(1 for p in placed if not p.card)
        return len(placed) - blanks, blanks


@dataclass(frozen=True, slots=True)
class CutFiles:
    """The files that guide a cutting machine through some pages of a kit."""

    pages: tuple[int, ...]
    svg: Path
    dxf: Path


@dataclass(frozen=True, slots=True)
class BuildReport:
    """What a build wrote."""

    kit: Kit
    files: tuple[Path, ...]
    seconds: float
    diagnostics: tuple[Diagnostic, ...]
    cut_files: tuple[CutFiles, ...] = ()
    changed: bool = False
    """Whether only what differs from the last print run was asked for."""
