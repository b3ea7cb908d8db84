"""The real games in little ink: how much is saved, and that every letter stays at its place."""

from __future__ import annotations

from pathlib import Path

import pytest
from pdfread import drawn, open_pdf, pictures
from PIL import ImageStat
from realkit import ROOT

from hotpnp.diag import Collector
from hotpnp.pipeline import Options, build
from hotpnp.source.workspace import Workspace


def built(game: str, output: Path, *, low_ink: bool = False, gray: bool = False) -> tuple[str, bytes]:
    """The name and the bytes of a game's kit with backs."""
    options = Options(backs="with", low_ink=low_ink, gray=gray)
    (path,) = build(Workspace(ROOT, Collector()), game, output, options).files
    return path.name, path.read_bytes()


def darkness(data: bytes, numbers: list[int] | None = None) -> float:
    """How much of the paper is covered on pages (from 0), from 0 to 1, counted as full black.

    Fewer pixels would tell too much: pypdfium2 draws no line thinner than a pixel.
    """
    pages = [sum(ImageStat.Stat(page).mean) / 3 for page in pictures(data, 200, numbers)]
    return 1 - sum(pages) / len(pages) / 255


@pytest.mark.parametrize(
    ("game", "pages", "share"), [("honor-of-trade", [0, 1, 22, 26], 0.25), ("sampler", [0], 0.35)]
)
def test_little_ink_is_used(tmp_path: Path, game: str, pages: list[int], share: float) -> None:
    _, full = built(game, tmp_path)
    name, low = built(game, tmp_path, low_ink=True)
    assert name == "kit-low-ink.pdf"
    assert 0 < darkness(low, pages) < share * darkness(full, pages)


@pytest.mark.parametrize("game", ["honor-of-trade", "sampler"])
def test_every_letter_of_every_card_stays_at_its_place(tmp_path: Path, game: str) -> None:
    full, low = (open_pdf(built(game, tmp_path, low_ink=low)[1]) for low in (False, True))
    assert len(full.pages) == len(low.pages)
    places = 0
    for one, other in zip(full.pages, low.pages, strict=True):
        # The label is longer by two words; it stands in the margin, in 7 pt, the ruler beside it in 5 pt.
        cards = [[words for words in drawn(page).words if words.size not in (5, 7)] for page in (one, other)]
        assert cards[0] == cards[1]
        places += len(cards[0])
    assert places > 70


def test_little_ink_in_grey(tmp_path: Path) -> None:
    name, data = built("sampler", tmp_path, low_ink=True, gray=True)
    assert name == "kit-gray-low-ink.pdf"
    page = open_pdf(data).pages[0]
    label = " ".join(words.text for words in drawn(page).words if words.size == 7)
    assert "gray  ·  low ink" in label
    assert b"/DeviceRGB" not in data
    assert 0 < darkness(data) < 0.35 * darkness(built("sampler", tmp_path)[1])
