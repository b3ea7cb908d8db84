"""The sampler shows every element and option; its cards look as they did."""

from __future__ import annotations

from io import BytesIO
from itertools import pairwise
from pathlib import Path

import pytest
import yaml
from golden_pictures import assert_like

from hotpnp.diag import Collector
from hotpnp.geometry import Rect, path_steps
from hotpnp.impose.instructions import describe_rest
from hotpnp.impose.outlines import LEAST_GAP, outline_items
from hotpnp.impose.place import Placement, Side
from hotpnp.model.elements import KINDS
from hotpnp.model.layout import LayoutFile
from hotpnp.model.outline import OUTLINES
from hotpnp.pipeline import Kit, Options, prepare
from hotpnp.render.pdf import Metadata, Page, write_pdf
from hotpnp.render.png import page_png
from hotpnp.scene.items import TextRun
from hotpnp.source.workspace import Workspace
from hotpnp.units import mm

ROOT = Path(__file__).resolve().parents[2]
CARDS = ("harbour", "long", "shapes", "pictures", "reference", "dusk")
PIECES = ("tokens-coin", "tiles-field", "camps-sea", "figures-ann", "die-die", "score-score")


@pytest.fixture(scope="module")
def kit() -> Kit:
    diagnostics = Collector()
    found = prepare(Workspace(ROOT, diagnostics), "sampler", Options())
    assert list(diagnostics) == []
    return found


def placements(kit: Kit) -> dict[str, Placement]:
    """Cards by id, other pieces by component and id."""
    placed = [placement for sheet in kit.sheets for placement in sheet.front.placements]
    return {one.card if one.component == "cards" else f"{one.component}-{one.card}": one for one in placed}


@pytest.mark.parametrize("card", [*CARDS, *PIECES])
def test_the_card_looks_as_it_did(kit: Kit, card: str, tmp_path: Path) -> None:
    scene = placements(kit)[card].scene
    placed = Placement("", card, scene, Rect(0, 0, *scene.size), 0)
    stream = BytesIO()
    side = Side((placed,), extras=tuple(outline_items((placed,))))
    write_pdf([Page(scene.size, side)], Metadata(card), kit.fonts, stream)
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


def test_every_key_of_a_layout_and_every_outline_is_shown() -> None:
    shared = [ROOT / "layouts" / "shared" / f"{name}.yaml" for name in ("die-net", "standee")]
    own = (ROOT / "layouts" / "sampler").glob("*.yaml")
    files = [yaml.safe_load(path.read_text(encoding="utf-8")) for path in (*own, *shared)]
    assert set(LayoutFile.model_fields) - {key for file in files for key in file} == set()
    outlines = [file.get("outline", "rect") for file in files]
    assert set(OUTLINES) - {outline for outline in outlines if isinstance(outline, str)} == set()
    assert any(isinstance(outline, list) for outline in outlines), "points"
    assert any(str(outline).startswith("M") for outline in outlines), "a path"


def test_the_pieces_share_a_sheet_apart_from_each_other(kit: Kit) -> None:
    sheet = next(sheet for sheet in kit.sheets if "die" in sheet.components)
    assert sheet.components == ("tokens", "tiles", "camps", "figures", "die")
    trims = [placed.trim for placed in sheet.front.placements]
    assert len(trims) == 10
    for i, trim in enumerate(trims):
        assert not any(trim.grown(LEAST_GAP).overlaps(other) for other in trims[:i])
    told = [line for plan in kit.plans for line in describe_rest(plan)]
    assert [line.split(":")[0] for line in told] == ["Then, page 2", "Then, page 2"]


def test_the_die_folds_into_a_cube(kit: Kit) -> None:
    """Six equal sides, five edges between them, seven tabs; opposite sides add up to seven."""
    net = placements(kit)["die-die"].scene
    across = {fold.x1 for fold in net.folds if fold.x1 == fold.x2}
    down = sorted(fold.y1 for fold in net.folds if fold.y1 == fold.y2)
    assert across == {mm(16), mm(32)}
    assert [b - a for a, b in pairwise(down)] == [mm(16)] * 3
    slanted = [step for step in path_steps(net.outline) if step.end[0] != step.x and step.end[1] != step.y]
    assert len(slanted) == 2 * 7


def test_the_two_sides_of_a_figure_stand_head_to_head(kit: Kit) -> None:
    figure = placements(kit)["figures-ann"].scene
    front, back = [item for item in figure.items if isinstance(item, TextRun)]
    assert (front.text, front.turn, back.text, back.turn) == ("Ann", 0, "Ann", 180)
    middle = figure.size.height // 2
    assert front.y - middle == middle - back.y
    assert [fold.y1 for fold in figure.folds] == [mm(10), middle, mm(80)]


def test_the_sheet_keeps_room_for_the_bleed(kit: Kit) -> None:
    dusk = placements(kit)["dusk"]
    assert dusk.scene.bleed > 0
    assert dusk.clip is not None
    assert dusk.trim.grown(dusk.scene.bleed).contains(dusk.clip)
    assert dusk.clip.contains(dusk.trim)
    assert dusk.clip != dusk.trim
    others = [placements(kit)[card].trim for card in CARDS if card != "dusk"]
    assert not any(dusk.clip.overlaps(trim) for trim in others)
