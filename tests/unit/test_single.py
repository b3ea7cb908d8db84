"""Pages as large as one card: their boxes, their backs, and what is left out."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from helpers import GAME, diagnose, errors, lay_out, make_project, said
from pdfread import open_pdf, pictures

from hotpnp.diag import Collector
from hotpnp.model.sizes import PAPERS
from hotpnp.pipeline import Options, build
from hotpnp.source.workspace import Workspace

BLEED = """\
size: {size}
bleed: 0.125in
elements:
  ground: {{shape: rect, fill: "{fill}", bleed: yes}}
  top: {{shape: rect, height: 40%, fill: "#ff0000"}}
  name: {{text: "{{name}}", top: 50%, left: 6mm, right: 6mm, height: 10mm, colour: white}}
"""
OTHERS = "fields:\n  name: {}\ncards:\n  - {id: wide, name: Wide}\n"
BOXES = ("/MediaBox", "/BleedBox", "/TrimBox", "/CropBox", "/ArtBox")


def files(**more: str) -> dict[str, str]:
    """A deck of poker cards with backs and one of a wide card, both with bleed."""
    return {
        "cards/demo/game.yaml": GAME.replace("layout: thing", "layout: thing, back: back")
        + "  others: {title: Others, table: others, layout: wide, back: wide-back}\nsheet: single\n",
        "cards/demo/others.yaml": OTHERS,
        "layouts/demo/thing.yaml": BLEED.format(size="poker", fill="#0000ff"),
        "layouts/demo/back.yaml": BLEED.format(size="poker", fill="#008000"),
        "layouts/demo/wide.yaml": BLEED.format(size="5in x 3in", fill="#0000ff"),
        "layouts/demo/wide-back.yaml": BLEED.format(size="5in x 3in", fill="#008000"),
        **more,
    }


def built(tmp_path: Path, own: dict[str, str], **options: Any) -> bytes:
    project = make_project(tmp_path, own)
    report = build(Workspace(project, Collector()), "demo", tmp_path / "out", Options(**options))
    return report.files[0].read_bytes()


def boxes(page: Any) -> list[list[float] | None]:
    return [[float(n) for n in page[name]] if name in page else None for name in BOXES]


def test_pages_are_as_large_as_their_cards_with_bleed(tmp_path: Path) -> None:
    pages = open_pdf(built(tmp_path, files())).pages
    poker, wide = [0, 0, 198, 270], [0, 0, 378, 234]
    assert [boxes(page) for page in pages] == [
        *[[poker, poker, [9, 9, 189, 261], None, None]] * 3,
        [wide, wide, [9, 9, 369, 225], None, None],
    ]


def test_fronts_and_backs_take_turns_and_backs_stand_upright(tmp_path: Path) -> None:
    """A page is turned by the shop, so a wide card's back is not turned over for a printer's long edge."""
    shown = pictures(built(tmp_path, files(), backs="with"), 72)
    assert len(shown) == 8
    for i, page in enumerate(shown):
        edge = (0, 128, 0) if i % 2 else (0, 0, 255)
        assert page.getpixel((1, 1)) == edge, i
        assert page.getpixel((page.width - 2, page.height - 2)) == edge, i
        assert page.getpixel((page.width // 2, 15)) == (255, 0, 0), i
        assert page.getpixel((page.width // 2, page.height - 15)) == edge, i


def test_nothing_stands_beside_the_card(tmp_path: Path) -> None:
    kit = lay_out(make_project(tmp_path, files()))
    assert kit.plans == ()
    for sheet in kit.sheets:
        assert (sheet.front.marks, sheet.front.extras) == ((), ())


def test_without_bleed_the_page_is_the_trim(tmp_path: Path) -> None:
    pages = open_pdf(built(tmp_path, {"cards/demo/game.yaml": GAME + "sheet: single\n"})).pages
    whole = [0, 0, 180, 252]
    assert [boxes(page) for page in pages] == [[whole, whole, whole, None, None]] * 3


def test_sheets_of_cards_have_no_trim(tmp_path: Path) -> None:
    pages = open_pdf(built(tmp_path, files(), sheet="grid")).pages
    assert all(boxes(page)[1:] == [None] * 4 for page in pages)


def test_copies_are_pages_and_proofs_show_the_trim(tmp_path: Path) -> None:
    table = OTHERS.replace("name: Wide}", "name: Wide, count: 4}")
    own = files(**{"cards/demo/others.yaml": table})
    pages = open_pdf(built(tmp_path, own, components=("others",))).pages
    assert len(pages) == 4
    (first, *_) = pictures(built(tmp_path, own, components=("others",), proof=True), 288)
    assert first.getpixel((4 * 9, first.height // 2)) == (0, 160, 220)


def test_documents_keep_paper_and_have_no_trim(tmp_path: Path) -> None:
    own = files(
        **{
            "cards/demo/game.yaml": GAME
            + "  rules: {title: Rules, kind: document, text: rules.md, layout: page}\nsheet: single\n",
            "cards/demo/rules.md": "# Rules\n\n![page-list](kit)\n",
            "layouts/demo/page.yaml": "columns: 1\n",
        }
    )
    *cards, rules = open_pdf(built(tmp_path, own)).pages
    assert len(cards) == 3
    assert boxes(rules) == [[0, 0, 612, 792], None, None, None, None]
    *_, rules = open_pdf(built(tmp_path / "a4", own, paper="a4")).pages
    assert boxes(rules)[0] == pytest.approx([0, 0, 595.276, 841.89], abs=0.01)


def test_cards_that_share_sheets_otherwise_have_their_own_pages(tmp_path: Path) -> None:
    game = files()["cards/demo/game.yaml"] + "sheets: {single: {together: [[things, others]]}}\n"
    pages = open_pdf(built(tmp_path, files(**{"cards/demo/game.yaml": game}))).pages
    assert [boxes(page)[0] for page in pages] == [[0, 0, 198, 270]] * 3 + [[0, 0, 378, 234]]


def test_it_is_not_named_as_a_sheet_for_a_paper_that_is_too_small(tmp_path: Path) -> None:
    found = diagnose(make_project(tmp_path, {}), sheet="nine-up", paper="4in x 5in")
    assert said(found) == ["sheet-too-big"]
    assert "grid" in found[0].hint
    assert "single" not in found[0].hint


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"skip": (1,)}, "--skip"),
        ({"fill": "blanks", "order": "stack"}, "--fill, --order"),
        ({"paper": "a4"}, "--paper"),
        ({"cutter": "silhouette", "cut_plan": True}, "--cutter, --cut-plan"),
    ],
)
def test_options_that_mean_nothing_for_single_pages_are_said(
    tmp_path: Path, options: dict[str, Any], words: str
) -> None:
    project = make_project(tmp_path, files())
    (found,) = errors(project, **options)
    message = f'the sheet "single" makes a page of each card; {words} cannot go with it'
    assert (found.code, found.message) == ("option-useless", message)


def test_documents_beside_single_pages_still_take_a_paper(tmp_path: Path) -> None:
    own = files()
    own["cards/demo/game.yaml"] = own["cards/demo/game.yaml"].replace(
        "sheet: single",
        "  rules: {title: Rules, kind: document, layout: rules-page, text: rules.md}\nsheet: single",
    )
    more = {"cards/demo/rules.md": "Play.\n", "layouts/demo/rules-page.yaml": "columns: 1\n"}
    kit = lay_out(make_project(tmp_path, {**own, **more}), paper="a4")
    assert kit.sheets[-1].plot.paper == PAPERS["a4"]
