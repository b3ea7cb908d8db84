"""A small project to put faults into, and the two ways to run hotpnp on it."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from hotpnp.diag import Collector, Diagnostic, Stopped
from hotpnp.impose.slots import Plot, paper_of, plot_sheet
from hotpnp.model.sheet import SheetSpec, load_sheets
from hotpnp.model.sizes import CARDS
from hotpnp.pipeline import Kit, Options, prepare
from hotpnp.scene.items import Scene
from hotpnp.source.workspace import Workspace

GAME = """\
title: Demo
version: "1.0"
components:
  things: {title: Things, table: things, layout: thing}
"""
THINGS = """\
fields:
  name:   {}
  number: {type: int, min: 1, max: 5}
cards:
  - {id: one, name: First, number: 1}
  - {id: two, name: Second, number: 2}
  - {id: three, name: Third, number: 3}
"""
THING = """\
size: poker
elements:
  name: {text: "{name}", left: 6mm, right: 6mm, top: 6mm, height: 10mm}
  number: {text: "{number}", left: 6mm, right: 6mm, top: 20mm, height: 10mm}
"""
FILES = {
    "cards/demo/game.yaml": GAME,
    "cards/demo/things.yaml": THINGS,
    "layouts/demo/thing.yaml": THING,
}
"""The files of the project by path."""


def svg(body: str, view: str = "0 0 24 24") -> str:
    """An SVG file."""
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}">{body}</svg>'


SQUARE = svg('<path fill="currentColor" d="M0 0h24v24h-24z"/>')
"""An icon that fills its box."""


def make_project(tmp_path: Path, files: Mapping[str, str | bytes | None] | None = None) -> Path:
    """A valid project of three cards, with these files over it; None takes a file away."""
    root = tmp_path / "project"
    for path, content in {**FILES, **(files or {})}.items():
        if content is None:
            continue
        target = root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content.encode("utf-8") if isinstance(content, str) else content)
    return root


def run(
    *args: str | Path, cwd: Path | None = None, env: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """The installed command's exit code and output; ``env`` is laid over the environment."""
    spoken = {"PYTHONIOENCODING": "utf-8"} if os.name == "nt" else {}
    program = Path(sys.executable).with_name("hotpnp.exe" if os.name == "nt" else "hotpnp")
    return subprocess.run(
        [str(program), *map(str, args)],
        cwd=cwd,
        env={**os.environ, **spoken, **(env or {})},
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )


def diagnose(project: Path, game: str = "demo", **options: Any) -> list[Diagnostic]:
    """What hotpnp has to say of a game laid out with these options, in order of place."""
    diagnostics = Collector()
    with contextlib.suppress(Stopped):
        prepare(Workspace(project, diagnostics), game, Options(**options))
    return list(diagnostics)


def errors(project: Path, game: str = "demo", **options: Any) -> list[Diagnostic]:
    """As ``diagnose``, without warnings."""
    return [found for found in diagnose(project, game, **options) if found.severity == "error"]


def lay_out(project: Path, game: str = "demo", **options: Any) -> Kit:
    """A game laid out; a complaint that is an error fails the test."""
    diagnostics = Collector()
    try:
        return prepare(Workspace(project, diagnostics), game, Options(**options))
    except Stopped:
        raise AssertionError("\n".join(found.headline() for found in diagnostics)) from None


def scenes(project: Path, game: str = "demo", **options: Any) -> dict[str, Scene]:
    """The fronts of a game's cards by id."""
    kit = lay_out(project, game, **options)
    return {
        placed.card: placed.scene for sheet in kit.sheets for placed in sheet.front.placements if placed.card
    }


def said(found: Iterable[Diagnostic]) -> list[str]:
    """Diagnostics in short: ``things.yaml:4:13 unknown-key``, the place left out where there is none."""
    short = []
    for one in found:
        span = one.span
        name = span.file.rsplit("/", 1)[-1] if span is not None else ""
        place = f"{name}:{span.line}:{span.column}" if span is not None and span.line else name
        short.append(f"{place} {one.code}".strip())
    return short


def sheet(name: str) -> SheetSpec:
    """One of hotpnp's own sheets."""
    spec = load_sheets(None, Collector())[name]
    assert spec is not None
    return spec


def plot(name: str) -> Plot:
    """One of hotpnp's own sheets, with poker cards on its own paper."""
    spec = sheet(name)
    return plot_sheet(spec, CARDS["poker"], paper_of(spec, None))
