"""The sampler shows every element and option; its cards look as they did."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pytest
import yaml
from golden_pictures import assert_like

from hotpnp.diag import Collector
from hotpnp.geometry import Rect
from hotpnp.impose.place import Placement, Side
from hotpnp.model.elements import KINDS
from hotpnp.pipeline import Kit, Options, prepare
from hotpnp.render.pdf import Metadata, Page, write_pdf
from hotpnp.render.png import page_png
from hotpnp.source.workspace import Workspace

ROOT = Path(__file__).resolve().parents[2]
CARDS = ("harbour", "long", "shapes", "pictures", "reference", "dusk")


@pytest.fixture(scope="module")
def kit() -> Kit:
    diagnostics = Collector()
    found = prepare(Workspace(ROOT, diagnostics), "sampler", Options())
    assert list(diagnostics) == []
    return found


def placements(kit: Kit) -> dict[str, Placement]:
    return {placed.card: placed for sheet in kit.sheets for placed in sheet.front.placements}


@pytest.mark.parametrize("card", CARDS)
def test_the_card_looks_as_it_did(kit: Kit, card: str, tmp_path: Path) -> None:
    scene = placements(kit)[card].scene
    placed = Placement("", card, scene, Rect(0, 0, *scene.size), 0)
    stream = BytesIO()
    write_pdf([Page(scene.size, Side((placed,)))], Metadata(card), kit.fonts, stream)
    assert_like(f"sampler/{card}", page_png(stream.getvalue(), 0, 60), tmp_path)


def test_every_kind_of_element_is_shown() -> None:
    shown: set[str] = set()

    def walk(node: object) -> None:
        if isinstance(node, dict):
            shown.update(key for key in node if key in KINDS)
            for value in node.values():
                walk(value)
        elif isinstance(node, list):
            for value in node:
                walk(value)

    for path in (ROOT / "layouts" / "sampler").glob("*.yaml"):
        walk(yaml.safe_load(path.read_text(encoding="utf-8")))
    assert set(KINDS) - shown == set()


def test_the_sheet_keeps_room_for_the_bleed(kit: Kit) -> None:
    dusk = placements(kit)["dusk"]
    assert dusk.scene.bleed > 0
    assert dusk.clip is not None
    assert dusk.trim.grown(dusk.scene.bleed).contains(dusk.clip)
    assert dusk.clip.contains(dusk.trim)
    assert dusk.clip != dusk.trim
    others = [placed.trim for card, placed in placements(kit).items() if card != "dusk"]
    assert not any(dusk.clip.overlaps(trim) for trim in others)
