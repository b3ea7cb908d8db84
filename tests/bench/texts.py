"""Setting of texts: hotpnp's faces and scenes against reportlab's Paragraph, and a whole build.

Run it with ``python tests/bench/texts.py [--cards 1000] [--rounds 9] [--builds 3]``. Each card has five
boxes with 60 words and six icons in all, no two cards the same; the type is the largest of 6 to 10 pt,
in quarter points, at which a text fits its box. In one process, in turns, the same texts are set in the
same boxes

* by hotpnp: faces and scenes of all cards, so words to finished items at their places, icons included;
* by Paragraph(text, style).wrap() at each size tried, so that the markup is read at each;
* by Paragraph with the markup read once and its fragments scaled to each size tried.

The sizes are searched in the same way, by halving; reportlab's search keeps the best paragraph that it
has found, and ends with broken lines, nothing drawn. Its lines may not squeeze spaces, so that both
break alike. An icon is for reportlab a letter of a second font, as wide as the icon, which spares it
the opening of pictures. Before the clock starts, fonts are open and icons read, and nothing is measured
yet; Python's collection of garbage is off for all, as hotpnp's command has it. Times in process are CPU
times, since other work on the machine lengthens them less. The ratio is hotpnp to the way in its row, the
median of the rounds' ratios.
"""

from __future__ import annotations

import argparse
import gc
import json
import random
import re
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from itertools import accumulate
from pathlib import Path
from typing import NamedTuple

from reportlab.lib.fonts import addMapping
from reportlab.lib.styles import ParagraphStyle
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.platypus import Paragraph

from hotpnp.assets import fonts as hotpnp_fonts
from hotpnp.diag import Collector
from hotpnp.expand.faces import Context, FaceMaker
from hotpnp.model.game import Game, load_game
from hotpnp.model.table import Card
from hotpnp.pipeline.assets import open_pictures, open_tools
from hotpnp.scene.compose import Composer
from hotpnp.scene.items import Scene, TextRun
from hotpnp.scene.silence import Silences
from hotpnp.scene.text import ICON_HEIGHT
from hotpnp.scene.textbox import LINE_HEIGHT
from hotpnp.source.workspace import Workspace

sys.path.insert(0, str(Path(__file__).parent))
from timing import ROOT, build_command, ratio, timed

PT = 12_700
WORDS = (6, 12, 14, 14, 14)
ICONS = (0, 1, 1, 2, 2)
WIDTH = 156
HEIGHTS = (13, 25, 26, 27, 29)
"""Points; for each of a card's boxes, top to bottom."""
SIGNS = ("coin", "gem", "heart", "shield", "ship", "star", "sword", "wheat")
SMALLEST, LARGEST = 24, 40
"""Type sizes, in quarter points."""
FACES = {(0, 0): "Regular", (1, 0): "Bold", (0, 1): "It", (1, 1): "BoldIt"}
GAME = """\
title: Texts
version: "1.0"
components:
  cards: {title: Cards, table: cards, layout: card}
sheet: eight-up
"""


class Setting(NamedTuple):
    """How a text was set: type size in points and number of lines."""

    size: float
    lines: int


def vocabulary(rng: random.Random, count: int = 4000) -> list[str]:
    """Made-up words, the first ones short."""
    words: dict[str, None] = {}
    while len(words) < count:
        rank = len(words)
        syllables = 1 if rank < 100 else rng.choice((1, 2, 2)) if rank < 800 else rng.choice((2, 3, 3, 4))
        parts = (
            rng.choice("bcdfghlmnprstvw") + rng.choice("aeiou") + rng.choice(("", "", "n", "r", "s", "t"))
            for _ in range(syllables)
        )
        words["".join(parts)] = None
    return list(words)


def make_texts(count: int) -> list[list[str]]:
    """Five texts a card in hotpnp's markup; words are as frequent as in a language (Zipf's law)."""
    rng = random.Random(2024)
    words = vocabulary(rng)
    weights = list(accumulate(1 / (rank + 3) for rank in range(len(words))))
    boxes = list(zip(WORDS, ICONS, strict=True))
    return [
        [text(rng, rng.choices(words, cum_weights=weights, k=n), icons) for n, icons in boxes]
        for _ in range(count)
    ]


def text(rng: random.Random, words: list[str], icons: int) -> str:
    """The words as a sentence: icons alone or behind a figure, two words bold and two slanted."""
    places = rng.sample(range(2, len(words), 3), icons)
    for i, place in enumerate(places):
        icon = f":{rng.choice(SIGNS)}:"
        words[place] = f"{rng.randint(1, 9)}{icon}" if i % 2 else f"{words[place]} {icon}"
    words[0] = words[0].capitalize()
    words[-1] += "."
    for mark, start in (("**", 0), ("*", 3)):
        if len(words) > 6 and rng.random() < 0.6:
            words[start] = mark + words[start]
            words[start + 1] += mark
    return " ".join(words)


def make_deck(folder: Path, texts: list[list[str]]) -> Path:
    """A project with one card for each five texts."""
    shutil.copytree(ROOT / "layouts" / "shared", folder / "layouts" / "shared")
    fields = "abcde"[: len(WORDS)]
    layout = ["size: poker", "styles:", "  rules: {fit: {min: 6pt, max: 10pt}}", "elements:"]
    top = 14
    for field, height in zip(fields, HEIGHTS, strict=True):
        place = f"left: 12pt, width: {WIDTH}pt, top: {top}pt, height: {height}pt"
        layout.append(f'  {field}: {{text: "{{{field}}}", style: rules, {place}}}')
        top += height + 8
    cards = ["fields:", *(f"  {field}: {{}}" for field in fields), "cards:"]
    for number, five in enumerate(texts):
        values = ", ".join(f"{field}: {json.dumps(one)}" for field, one in zip(fields, five, strict=True))
        cards.append(f"  - {{id: t{number}, {values}}}")
    files = {
        "cards/texts/game.yaml": GAME,
        "cards/texts/cards.yaml": "\n".join(cards) + "\n",
        "layouts/texts/card.yaml": "\n".join(layout) + "\n",
    }
    for path, content in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(content, encoding="utf-8")
    return folder


class Hotpnp:
    """hotpnp's way, on a game that is read."""

    def __init__(self, project: Path) -> None:
        self._diagnostics = Collector()
        self._workspace = Workspace(project, self._diagnostics)
        self._game: Game = load_game(self._workspace, "texts")

    def prepare(self) -> Callable[[], list[Scene]]:
        """The work to be timed, with fonts and icons opened and nothing measured or composed."""
        hotpnp_fonts._open_default.cache_clear()
        tools = open_tools(self._workspace, self._game)
        for weight, italic in (("regular", False), ("bold", False), ("regular", True)):
            tools.fonts.face(hotpnp_fonts.DEFAULT_FAMILY, weight, italic)
        for name in SIGNS:
            tools.icons.get(name)
        (component,) = self._game.components
        assert component.front is not None
        assert component.table is not None
        layout, table, context = component.front.layouts[""], component.table, Context(self._game)
        maker = FaceMaker(layout, table, context, self._diagnostics, component.name)
        pictures = open_pictures(self._workspace, self._game.file.picture_limit)
        composer = Composer(tools, pictures, Silences(), self._diagnostics)
        cards: list[Card] = list(table.cards.values())
        return lambda: [composer.scene(maker.face(card)) for card in cards]

    def settings(self, scenes: list[Scene]) -> list[Setting]:
        """How each text was set."""
        if list(self._diagnostics):
            raise SystemExit(next(iter(self._diagnostics)).headline())
        found = []
        for part in (part for scene in scenes for part in scene.parts):
            runs = [item for item in part.items if isinstance(item, TextRun)]
            found.append(Setting(runs[0].size / PT, len({run.y for run in runs})))
        return found


class Reportlab:
    """reportlab's way, with the markup read at each size or once."""

    def __init__(self, texts: list[list[str]]) -> None:
        for face in FACES.values():
            name = f"SourceSansPro-{face}"
            pdfmetrics.registerFont(TTFont(name, _file(name)))
        # Reportlab has one font for each face, so this is a face that the texts do not use.
        icons = TTFont("icons", _file("SourceSansPro-Light"))
        icons.face.charWidths[ord("x")] = 1000 * ICON_HEIGHT
        pdfmetrics.registerFont(icons)
        for (bold, italic), face in FACES.items():
            addMapping("SourceSansPro", bold, italic, f"SourceSansPro-{face}")
            addMapping("icons", bold, italic, "icons")
        pairs = (pair for five in texts for pair in zip(five, HEIGHTS, strict=True))
        self._texts = [(_converted(one), height) for one, height in pairs]
        self._styles = {n: _style(n / 4) for n in range(SMALLEST, LARGEST + 1)}

    def read_at_each(self) -> list[Paragraph]:
        """All texts, each read at every size that is tried."""
        return [self._fitted(lambda n, t=t: Paragraph(t, self._styles[n]), high) for t, high in self._texts]

    def read_once(self) -> list[Paragraph]:
        """All texts, each read once."""
        return [self._fitted(self._scaled(t), high) for t, high in self._texts]

    def _scaled(self, markup: str) -> Callable[[int], Paragraph]:
        styles = self._styles
        frags = Paragraph(markup, styles[LARGEST]).frags
        return lambda n: Paragraph("", styles[n], frags=[frag.clone(fontSize=n / 4) for frag in frags])

    def _fitted(self, make: Callable[[int], Paragraph], height: float) -> Paragraph:
        """The paragraph at the largest size at which it fits."""
        low, high = SMALLEST, LARGEST
        best = None
        while low <= high:
            middle = (low + high) // 2
            paragraph = make(middle)
            paragraph.wrap(WIDTH, height)
            style = paragraph.style
            if (len(paragraph.blPara.lines) - 1) * style.leading + style.fontSize <= height:
                best, low = paragraph, middle + 1
            else:
                high = middle - 1
        assert best is not None, "a text does not fit its box"
        return best


def _file(name: str) -> str:
    return str(hotpnp_fonts.default_font_folder() / f"{name}.ttf")


def _style(size: float) -> ParagraphStyle:
    leading = size * LINE_HEIGHT
    name = "SourceSansPro-Regular"
    return ParagraphStyle(f"s{size}", fontName=name, fontSize=size, leading=leading, spaceShrinkage=0)


def _converted(markup: str) -> str:
    """hotpnp's markup as reportlab's."""
    markup = re.sub(r"\*\*(.+?)\*\*", r"<b>\1</b>", markup)
    markup = re.sub(r"\*(.+?)\*", r"<i>\1</i>", markup)
    return re.sub(r":[a-z]+:", '<font face="icons">x</font>', markup)


def seconds_of(work: Callable[[], list]) -> tuple[float, list]:
    """How much CPU time the work took, and what it made."""
    gc.collect()
    gc.disable()
    start = time.process_time()
    made = work()
    taken = time.process_time() - start
    gc.enable()
    return taken, made


def in_process(project: Path, texts: list[list[str]], rounds: int) -> None:
    """Print the table of the ways to set the texts."""
    hotpnp, reportlab = Hotpnp(project), Reportlab(texts)
    ways: dict[str, Callable[[], Callable[[], list]]] = {
        "hotpnp: faces and scenes": hotpnp.prepare,
        "Paragraph, read at each size": lambda: reportlab.read_at_each,
        "Paragraph, read once": lambda: reportlab.read_once,
    }
    taken: dict[str, list[float]] = {name: [] for name in ways}
    for number in range(rounds + 1):
        for name, prepare in ways.items():
            seconds, made = seconds_of(prepare())
            if number:
                taken[name].append(seconds)
            elif name.startswith("hotpnp"):
                ours = hotpnp.settings(made)
            else:
                theirs = [Setting(one.style.fontSize, len(one.blPara.lines)) for one in made]
                same = sum(a == b for a, b in zip(ours, theirs, strict=True))
                print(f"{name}: {same} of {len(ours)} texts in the same size and lines as hotpnp's")
            del made
    sizes = sorted(setting.size for setting in ours)
    spread = ", ".join(f"{sizes[len(sizes) * i // 10]:.2f}" for i in (0, 1, 5, 9))
    print(f"type sizes, least and at 10, 50, 90 %: {spread} pt; rounds: {rounds}\n")
    print("way                          |  median | least   | a card   | ratio")
    (first, mine), *_ = taken.items()
    for name, times in taken.items():
        middle = statistics.median(times)
        share = "" if name == first else f"{ratio(mine, times):5.2f}"
        each = middle / len(texts) * 1000
        print(f"{name:28} | {middle:5.2f} s | {min(times):5.2f} s | {each:5.2f} ms | {share}")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--cards", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--builds", type=int, default=3)
    options = parser.parse_args()
    texts = make_texts(options.cards)
    icons = sum(len(re.findall(":[a-z]+:", one)) for five in texts for one in five)
    count = len(texts)
    print(f"{count} cards, {count * len(WORDS)} texts, {count * sum(WORDS)} words, {icons} icons")
    with tempfile.TemporaryDirectory() as folder:
        project = make_deck(Path(folder) / "deck", texts)
        in_process(project, texts, options.rounds)
        command = build_command(project, Path(folder) / "out")
        runs = [timed(command) for _ in range(options.builds + 1)][1:]
        wall, cpu = (
            statistics.median(times) for times in zip(*((r.seconds, r.cpu) for r in runs), strict=True)
        )
        memory = max(run.megabytes for run in runs)
        print(f"\nhotpnp build of the deck: {wall:.2f} s ({cpu:.2f} s of CPU time), {memory:.0f} MB")


if __name__ == "__main__":
    main()
