"""Whole-process time and peak memory of ``hotpnp build`` for cards that are pictures to their bleed edge.

Run it with ``python tests/bench/pictures.py [--cards 110] [--runs 15]``. Ten pictures of 750 x 1050
pixels, made here, lie on the cards in turn, once as JPEG and once as PNG. Three programs take turns:
hotpnp; a script with reportlab's drawImage (pictures_reportlab.py); and one that puts the files' bytes
into a PDF untouched (pictures_untouched.py). The two scripts draw the pictures at hotpnp's places on
its pages, cut where hotpnp cuts them, and nothing else: no marks, labels or checks. They are told the
places, so that they spend nothing on layout. Ratios are medians of the pairs' ratios.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import random
import statistics
import sys
import tempfile
from pathlib import Path

from PIL import Image

sys.path.insert(0, str(Path(__file__).parent))
from timing import HERE, build_command, ratio, timed

PT = 12_700
SIZE = (750, 1050)
PICTURES = 10
SETTINGS = {"jpg": {"quality": 90}, "png": {"compress_level": 6}}
GAME = """\
title: Pictures
version: "1.0"
components:
  cards: {title: Cards, table: cards, layout: card}
sheet: eight-up
"""
LAYOUT = """\
size: poker
bleed: 0.125in
elements:
  art: {picture: "{art}", fit: cover, bleed: yes}
"""


def make_picture(number: int) -> Image.Image:
    """Soft blotches of colour with some grain: like a painting, and as hard to compress."""
    rng = random.Random(number)
    picture = Image.new("RGB", SIZE, "#808080")
    for cells, share in ((4, 0.9), (16, 0.5), (64, 0.3), (256, 0.15), (750, 0.06)):
        size = (cells, cells * SIZE[1] // SIZE[0])
        noise = Image.frombytes("RGB", size, rng.randbytes(3 * size[0] * size[1]))
        picture = Image.blend(picture, noise.resize(SIZE, Image.Resampling.BICUBIC), share)
    return picture


def make_deck(folder: Path, cards: int, form: str) -> Path:
    """A project with so many cards."""
    art = folder / "cards" / "pictures" / "art"
    art.mkdir(parents=True)
    for i in range(PICTURES):
        make_picture(i).save(art / f"{i}.{form}", **SETTINGS[form])
    lines = [f"  - {{id: p{i}, art: art/{i % PICTURES}.{form}}}" for i in range(cards)]
    table = "fields:\n  art: {type: picture}\ncards:\n" + "\n".join(lines) + "\n"
    layout = folder / "layouts" / "pictures" / "card.yaml"
    layout.parent.mkdir(parents=True)
    layout.write_text(LAYOUT, encoding="utf-8")
    (art.parent / "game.yaml").write_text(GAME, encoding="utf-8")
    (art.parent / "cards.yaml").write_text(table, encoding="utf-8")
    return folder


def describe(project: Path, target: Path) -> None:
    """Write the places of a project's pictures for the scripts, points from the bottom left."""
    from hotpnp.diag import Collector
    from hotpnp.geometry import turn_into
    from hotpnp.pipeline import Options, prepare
    from hotpnp.scene.items import pictures_of
    from hotpnp.source.workspace import Workspace

    files = {
        hashlib.sha256(path.read_bytes()).hexdigest(): str(path)
        for path in (project / "cards" / "pictures" / "art").iterdir()
    }
    kit = prepare(Workspace(project, Collector()), "pictures", Options())
    paper = kit.sheets[0].plot.paper
    pages = []
    for sheet in kit.sheets:
        page = []
        for place in sheet.front.placements:
            (image,) = pictures_of(place.scene.items)
            a, b, c, d, e, f = image.matrix.then(turn_into(place.scene.size, place.trim, place.turn))
            assert b == c == 0, "the scripts know upright cards only"
            assert place.clip is not None
            x, y, width, height = place.clip
            box = [n / PT for n in (e, paper.height - f - d, a, d)]
            clip = [n / PT for n in (x, paper.height - y - height, width, height)]
            page.append([files[image.picture.digest], box, clip])
        pages.append(page)
    data = {"paper": [paper.width / PT, paper.height / PT], "pages": pages}
    target.write_text(json.dumps(data), encoding="utf-8")


def compare(form: str, cards: int, runs: int, folder: Path) -> None:
    """Print the lines of the table for one form of pictures."""
    project = make_deck(folder / form, cards, form)
    places = folder / f"{form}.json"
    describe(project, places)
    files = {
        "hotpnp build": folder / form / "output" / "pictures" / "kit.pdf",
        "drawImage": folder / f"{form}-reportlab.pdf",
        "bytes untouched": folder / f"{form}-untouched.pdf",
    }
    ours, drawn, untouched = files
    commands = {
        ours: build_command(project, folder / form / "output"),
        drawn: [sys.executable, str(HERE / "pictures_reportlab.py"), str(places), str(files[drawn])],
        untouched: [sys.executable, str(HERE / "pictures_untouched.py"), str(places), str(files[untouched])],
    }
    rounds = [[timed(command) for command in commands.values()] for _ in range(runs + 1)][1:]
    for (name, file), times in zip(files.items(), zip(*rounds, strict=True), strict=True):
        mine = [first for first, *_ in rounds]
        wall, cpu = (statistics.median(getattr(run, key) for run in times) for key in ("seconds", "cpu"))
        shares = [
            f"{ratio([getattr(run, key) for run in mine], [getattr(run, key) for run in times]):5.2f}"
            for key in ("seconds", "cpu")
        ]
        print(
            f"{form.upper():4} | {name:15} | {wall:5.2f} s | {shares[0] if name != ours else '':5} "
            f"| {cpu:5.2f} s | {shares[1] if name != ours else '':5} "
            f"| {max(run.megabytes for run in times):4.0f} MB | {file.stat().st_size / 1e6:5.1f} MB",
            flush=True,
        )


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--cards", type=int, default=110)
    parser.add_argument("--runs", type=int, default=15)
    options = parser.parse_args()
    print("form | program         |  wall   | ratio |  CPU    | ratio | memory  | file")
    with tempfile.TemporaryDirectory() as folder:
        for form in SETTINGS:
            compare(form, options.cards, options.runs, Path(folder))


if __name__ == "__main__":
    main()
