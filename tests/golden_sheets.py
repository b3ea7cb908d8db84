"""The named sheets as text: golden traces. Run as a program it writes them anew; look at the difference."""

from __future__ import annotations

import tempfile
from pathlib import Path

from helpers import GAME, lay_out, make_project

from hotpnp.render.trace import trace_sheet

FOLDER = Path(__file__).parent / "golden" / "sheets"
SHEETS = {
    "grid": {"sheet": "grid"},
    "nine-up": {"sheet": "nine-up"},
    "eight-up": {"sheet": "eight-up"},
    "ten-up": {"sheet": "ten-up"},
    "single": {"sheet": "single"},
    "nine-up-short-edge": {"sheet": "nine-up", "flip": "short-edge"},
    "fold": {"sheet": "grid", "backs": "fold"},
    "silhouette": {"sheet": "eight-up", "cutter": "silhouette"},
}
"""Options by the name of the golden file; backs follow fronts where nothing else is said."""


def trace(folder: Path, name: str) -> str:
    """The first sheet of five cards with backs, as text."""
    cards = "".join(f"  - {{id: {letter}, name: N, number: 1}}\n" for letter in "abcde")
    files = {
        "cards/demo/game.yaml": GAME.replace("layout: thing}", "layout: thing, back: thing}"),
        "cards/demo/things.yaml": f"fields:\n  name: {{}}\n  number: {{type: int}}\ncards:\n{cards}",
    }
    kit = lay_out(make_project(folder, files), **{"backs": "with", **SHEETS[name]})
    return "\n".join(trace_sheet(kit.sheets[0])) + "\n"


if __name__ == "__main__":
    FOLDER.mkdir(parents=True, exist_ok=True)
    for sheet in SHEETS:
        with tempfile.TemporaryDirectory() as made:
            (FOLDER / f"{sheet}.txt").write_text(trace(Path(made), sheet), encoding="utf-8", newline="\n")
