"""Whole-process time and peak memory of ``hotpnp build`` against a bare reportlab script.

Run it with ``python tests/bench/routes.py [--runs 5] [--counts 110,1000,10000]``. The two take turns;
the ratio is the median of the pairs' ratios, so that a noisy machine tells little lies.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from project import make_project
from timing import HERE, build_command, ratio, timed

PT = 12_700


def describe(project: Path, target: Path) -> None:
    """Write a project's finished items for the bare script, points from the bottom left."""
    from hotpnp.diag import Collector
    from hotpnp.pipeline import Options, prepare
    from hotpnp.scene.items import TextRun
    from hotpnp.source.workspace import Workspace

    kit = prepare(Workspace(project, Collector()), "honor-of-trade", Options())
    paper = kit.sheets[0].plot.paper
    colours: dict[tuple, int] = {}
    faces: dict[str, None] = {"SourceSansPro-Regular": None}
    cards: list[list] = []
    known: dict[int, int] = {}

    def colour(value: tuple | None) -> int | None:
        return None if value is None else colours.setdefault(tuple(value), len(colours))

    def item(one, high: int) -> list:
        if isinstance(one, TextRun):
            face = kit.fonts.face(one.face, one.weight, one.italic).name
            faces[face] = None
            size, x, y = one.size / PT, one.x / PT, (high - one.y) / PT
            return ["text", face, size, colour(one.colour), x, y, one.turn, one.text]
        steps = [
            [step[0], *((high - n if i % 2 else n) / PT for i, n in enumerate(step[1:]))]
            for step in one.commands
        ]
        return ["path", colour(one.fill), colour(one.stroke), one.stroke_width / PT, steps, one.even_odd]

    pages = []
    for sheet in kit.sheets:
        placed = []
        for placement in sheet.front.placements:
            scene, trim = placement.scene, placement.trim
            if id(scene) not in known:
                known[id(scene)] = len(cards)
                cards.append([item(one, scene.size.height) for one in scene.items])
            # The bottom left corner of the card as it lies: turned clockwise, it is the trim's top left.
            corner = (trim.x, trim.y) if placement.turn == 90 else (trim.x, trim.bottom)
            placed.append([corner[0] / PT, (paper.height - corner[1]) / PT, placement.turn, known[id(scene)]])
        marks = [
            [m.x1 / PT, (paper.height - m.y1) / PT, m.x2 / PT, (paper.height - m.y2) / PT]
            for m in sheet.front.marks
        ]
        texts = [item(one, paper.height) for one in sheet.front.extras]
        pages.append({"cards": placed, "marks": marks, "texts": texts})
    data = {
        "paper": [paper.width / PT, paper.height / PT],
        "faces": list(faces),
        "colours": [list(c) for c in colours],
        "cards": cards,
        "pages": pages,
    }
    target.write_text(json.dumps(data), encoding="utf-8")


def compare(count: int, runs: int, folder: Path) -> str:
    """One line of the table for so many cards."""
    project = make_project(folder / f"p{count}", count)
    items = folder / f"items{count}.json"
    describe(project, items)
    ours = build_command(project, folder / "out")
    floor = [sys.executable, str(HERE / "floor.py"), str(items), str(folder / "floor.pdf")]
    pairs = []
    for run in range(runs + 1):
        pair = timed(ours), timed(floor)
        if run:
            pairs.append(pair)
    share = ratio([a[0] for a, _ in pairs], [b[0] for _, b in pairs])
    mine, bare = (statistics.median(pair[i][0] for pair in pairs) for i in (0, 1))
    memory, bare_memory = (max(pair[i][1] for pair in pairs) for i in (0, 1))
    return (
        f"{count:6} | {mine:7.2f} s | {bare:7.2f} s | {share:5.2f} | {memory:6.0f} MB | {bare_memory:6.0f} MB"
    )


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--counts", default="110,1000,10000")
    options = parser.parse_args()
    print(" cards |  hotpnp   |   bare    | ratio |  memory   | bare memory")
    with tempfile.TemporaryDirectory() as folder:
        for count in options.counts.split(","):
            print(compare(int(count), options.runs, Path(folder)), flush=True)


if __name__ == "__main__":
    main()
