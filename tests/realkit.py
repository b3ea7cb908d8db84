"""The real game, laid out and built for tests."""

from __future__ import annotations

import shutil
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import pypdf
import yaml
from pdfread import Box, Drawn, drawn, open_pdf

from hotpnp.diag import Collector, Diagnostic
from hotpnp.geometry import Rect
from hotpnp.pipeline import Kit, Options, build, prepare
from hotpnp.source.workspace import Workspace
from hotpnp.units import PT

ROOT = Path(__file__).resolve().parents[1]
GAME = "honor-of-trade"


@dataclass
class Built:
    """A finished kit: its sheets, its file, and what its pages draw."""

    kit: Kit
    data: bytes
    diagnostics: list[Diagnostic]
    _drawn: dict[int, Drawn] = field(default_factory=dict, repr=False)

    @cached_property
    def reader(self) -> pypdf.PdfReader:
        """The file, opened."""
        return open_pdf(self.data)

    def page(self, number: int) -> Drawn:
        """What a page (from 1) draws."""
        if number not in self._drawn:
            self._drawn[number] = drawn(self.reader.pages[number - 1])
        return self._drawn[number]

    def text(self, *pages: int) -> str:
        """All that stands on pages (from 1), with single spaces."""
        words = [words.text for page in pages for words in self.page(page).words]
        return " ".join(" ".join(words).split())


def lay_out(root: Path, **options: Any) -> Kit:
    """The kit of a project's Honor of Trade."""
    return prepare(Workspace(root, Collector()), GAME, Options(**options))


def build_kit(root: Path, output: Path, **options: Any) -> Built:
    """The built kit of a project's Honor of Trade."""
    report = build(Workspace(root, Collector()), GAME, output, Options(**options))
    return Built(report.kit, report.files[0].read_bytes(), list(report.diagnostics))


def copy_project(folder: Path, *changes: tuple[str, str, str]) -> Path:
    """The project in a folder of its own; a change is a file, a text that stands there once, and another."""
    for name in ("cards", "layouts"):
        shutil.copytree(ROOT / name, folder / name)
    for path, old, new in changes:
        file = folder / path
        text = file.read_text("utf-8")
        assert text.count(old) == 1, (path, old)
        file.write_text(text.replace(old, new), encoding="utf-8")
    return folder


def read_seeds() -> dict[str, Any]:
    """The facts that the kit is held against."""
    seeds: dict[str, Any] = yaml.safe_load((ROOT / "seeds" / f"{GAME}.yaml").read_text("utf-8"))
    return seeds


def in_points(rect: Rect, height: float) -> Box:
    """A rectangle on paper as left, bottom, right, top in points from the bottom left."""
    return rect.x / PT, height - rect.bottom / PT, rect.right / PT, height - rect.y / PT
