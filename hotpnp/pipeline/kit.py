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
from hotpnp.impose.place import Sheet
from hotpnp.model.game import Game

Backs = Literal["none", "with", "file"]
Progress = Callable[[str, int, int], None]
"""Hears what is being done, how much of it is done, and how much there is."""


@dataclass(frozen=True, slots=True)
class Options:
    """What a build is asked for; an empty text or tuple means the game's own choice."""

    components: tuple[str, ...] = ()
    sheet: str = ""
    paper: str = ""
    backs: Backs = "none"
    proof: bool = False
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


@dataclass(frozen=True, slots=True)
class Kit:
    """A game laid out on sheets, ready to be written."""

    game: Game
    sheet: str
    sheets: tuple[Sheet, ...]
    plans: tuple[CutPlan, ...]
    components: tuple[ComponentReport, ...]
    chosen: tuple[str, ...]
    fonts: Fonts
    diagnostics: Collector

    @property
    def cards(self) -> int:
        """Cards, mats and all other pieces to be printed, copies counted."""
        return sum(component.copies for component in self.components)


@dataclass(frozen=True, slots=True)
class BuildReport:
    """What a build wrote."""

    kit: Kit
    files: tuple[Path, ...]
    seconds: float
    diagnostics: tuple[Diagnostic, ...]
