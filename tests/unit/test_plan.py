"""What a game costs in paper, cuts and ink on each of its sheets; the page with the cut plan."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from helpers import GAME, errors, lay_out, make_project, run
from realkit import ROOT

from hotpnp.diag import Collector
from hotpnp.model.sizes import PAPERS
from hotpnp.pipeline import GamePlan, Options, plan_game
from hotpnp.scene.items import Inset, Scene, TextRun, flat
from hotpnp.source.workspace import Workspace

HALF = "size: poker\nelements: {half: {shape: rect, height: 50%, fill: black}}\n"


def planned(project: Path, game: str = "demo", **options: object) -> GamePlan:
    return plan_game(Workspace(project, Collector()), game, Options(**options))  # type: ignore[arg-type]


def test_the_routes_are_compared_across_the_sheets() -> None:
    found = planned(ROOT, "honor-of-trade", components=("routes",))
    told = {plan.name: (plan.sheets, plan.pieces_per_sheet, plan.strokes) for plan in found.plans}
    assert found.chosen == "ten-up"
    assert told["nine-up"] == (13, 9, 104)
    assert told["ten-up"] == (11, 10, 99)
    assert told["eight-up"] == (14, 8, 112)
    stacked = {plan.name: plan.stacked for plan in found.plans}
    assert stacked["ten-up"] == {"paper": 18, "card stock": 36}


def test_waste_and_ink_are_shares_of_the_paper(tmp_path: Path) -> None:
    project = make_project(tmp_path, {"layouts/demo/thing.yaml": HALF})
    (plan,) = planned(project, sheet="nine-up").plans
    cards = 3 * 2.5 * 3.5 / (8.5 * 11)
    assert plan.waste == pytest.approx(1 - cards)
    assert plan.ink == pytest.approx(cards / 2, rel=0.02)


def test_backs_cost_ink_too(tmp_path: Path) -> None:
    files = {
        "cards/demo/game.yaml": GAME.replace("layout: thing}", "layout: thing, back: thing}"),
        "layouts/demo/thing.yaml": HALF,
    }
    project = make_project(tmp_path, files)
    (fronts,) = planned(project, sheet="nine-up").plans
    (both,) = planned(project, sheet="nine-up", backs="with").plans
    (folded,) = planned(project, sheet="grid", backs="fold").plans
    assert both.ink == pytest.approx(fronts.ink)
    assert (folded.sheets, folded.ink) == (1, pytest.approx(2 * fronts.ink))
    assert folded.waste == pytest.approx(1 - 3 * 2.5 * 3.5 / (8.5 * 11 / 2))


def test_a_printer_refuses_the_same_sheets_in_a_plan_as_in_a_build(tmp_path: Path) -> None:
    project = make_project(tmp_path, {"cards/printers.yaml": "home: {margin: 3mm 3mm 3mm 25mm}\n"})
    found = planned(project, printer="home")
    assert [plan.name for plan in found.plans] == ["grid"]
    for name, reason in found.refused.items():
        (fault,) = errors(project, printer="home", sheet=name)
        assert (fault.code, fault.message) == ("beyond-printer", reason)


def test_a_refusal_names_the_component_or_the_sheet_that_it_is_about(tmp_path: Path) -> None:
    files = {
        "cards/demo/game.yaml": GAME
        + "  maps: {title: Maps, kind: board, table: maps, layout: map}\n"
        + "  pads: {title: Pads, table: pads, layout: thing, sheet: small}\n"
        + "sheets: {small: {paper: 60mm x 60mm}}\n",
        "cards/demo/maps.yaml": "fields: {}\ncards: [{id: map}]\n",
        "cards/demo/pads.yaml": "fields:\n  name: {}\n  number: {type: int}\n"
        "cards: [{id: pad, name: P, number: 1}]\n",
        "layouts/demo/map.yaml": "size: 6in x 6in\nelements: {all: {shape: rect}}\n",
    }
    found = planned(make_project(tmp_path, files))
    assert found.refused["nine-up"].startswith("a piece of maps is 152.4 mm x 152.4 mm, the sheet has 3 x 3")
    assert found.refused["grid"].startswith('the sheet "small": one piece is 63.5 mm x 88.9 mm')


def test_sheets_that_do_not_take_the_cards_are_told_with_the_sums(tmp_path: Path) -> None:
    found = planned(make_project(tmp_path), paper="a4")
    assert [plan.name for plan in found.plans] == ["grid", "nine-up", "eight-up"]
    assert found.refused["ten-up"].startswith("its places reach 215.9 mm wide, the paper is 210 mm wide")


def test_the_command_prints_the_comparison_and_writes_nothing(tmp_path: Path) -> None:
    project = make_project(tmp_path)
    done = run("plan", "demo", "--project", project)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1].startswith("grid 1 sheet ")
    assert "* grid" in done.stdout
    assert not (project / "output").exists()
    told = json.loads(run("plan", "demo", "--format", "json", "--project", project).stdout)
    assert {sheet["name"] for sheet in told["sheets"]} == {"grid", "nine-up", "eight-up", "ten-up"}
    assert told["pieces"] == 3


def test_keys_of_a_size_are_refused_for_a_game_and_the_reverse(tmp_path: Path) -> None:
    project = make_project(tmp_path)
    for args in (
        ("demo", "--margin", "3mm"),
        ("demo", "--card", "poker"),
        ("--card", "poker", "--sheet", "grid"),
    ):
        done = run("plan", *args, "--project", project)
        assert done.returncode == 2, args


def test_a_game_that_fits_no_sheet_ends_with_1(tmp_path: Path) -> None:
    big = {"layouts/demo/thing.yaml": HALF.replace("poker", "500mm x 500mm")}
    done = run("plan", "demo", "--project", make_project(tmp_path, big))
    assert done.returncode == 1
    assert "grid cannot be used: one piece is 500 mm x 500 mm" in done.stdout


def page_texts(project: Path, **options: object) -> str:
    kit = lay_out(project, cut_plan=True, **options)
    (page,) = [sheet for sheet in kit.sheets if sheet.components == ("cut-plan",)]
    scene = page.front.placements[0].scene
    return " ".join(words_of(scene))


def words_of(scene: Scene) -> Iterator[str]:
    for item in flat(scene.items):
        if isinstance(item, Inset):
            yield from words_of(item.scene)
        elif isinstance(item, TextRun):
            yield item.text


def test_the_cut_plan_page_tells_sheets_cuts_stacks_and_strokes(tmp_path: Path) -> None:
    things = "fields:\n  name: {}\n  number: {type: int}\ncards:\n" + "".join(
        f"  - {{id: c{i}, name: N, number: 1}}\n" for i in range(63)
    )
    project = make_project(tmp_path, {"cards/demo/things.yaml": things})
    told = page_texts(project, sheet="nine-up")
    for words in (
        "63 pieces on 7 sheets of letter",
        "56 strokes sheet by sheet, 16 in stacks of 6 and 24 in stacks of 3",
        "Cut at most 6 sheets of paper or 3 sheets of card stock",
        "8 in (203.2 mm) from the left edge",
        "Before cut 5 stack the 3 strips.",
    ):
        assert words in told


@pytest.mark.parametrize(
    ("paper", "page"),
    [
        ("80mm x 100mm", "a4"),
        ("5in x 7in", "letter"),
        ("a5", "a4"),
        ("8in x 8in", "letter"),
        ("tabloid", "tabloid"),
        ("legal", "legal"),
    ],
)
def test_the_cut_plan_of_small_paper_stands_on_letter_or_a4(tmp_path: Path, paper: str, page: str) -> None:
    paper = "148mm x 210mm" if paper == "a5" else paper
    kit = lay_out(make_project(tmp_path), cut_plan=True, paper=paper)
    assert kit.sheets[0].is_cut
    assert {sheet.plot.paper for sheet in kit.sheets if sheet.components == ("cut-plan",)} == {PAPERS[page]}


def test_the_swap_list_of_small_paper_stands_on_a4_too(tmp_path: Path) -> None:
    kit = lay_out(make_project(tmp_path), tracked=True, changed=True, paper="80mm x 100mm")
    assert kit.sheets[0].components == ("swap-list",)
    assert kit.sheets[0].plot.paper == PAPERS["a4"]
    assert kit.sheets[1].is_cut


def test_one_piece_on_one_sheet_is_told_in_the_singular(tmp_path: Path) -> None:
    one = "fields:\n  name: {}\n  number: {type: int}\ncards: [{id: a, name: A, number: 1}]\n"
    told = page_texts(make_project(tmp_path, {"cards/demo/things.yaml": one}))
    assert "1 piece on 1 sheet of letter" in told


def test_a_game_without_documents_has_no_plan_page_unless_asked(tmp_path: Path) -> None:
    project = make_project(tmp_path)
    assert len(lay_out(project).sheets) == 1
    done = run("build", "demo", "--cut-plan", "--project", project)
    assert "Cut plan" in done.stdout


def test_a_plan_figure_names_the_kit_or_a_number(tmp_path: Path) -> None:
    game = GAME + "  rules: {title: Rules, kind: document, layout: rules-page, text: rules.md}\n"
    files = {
        "cards/demo/game.yaml": game,
        "cards/demo/rules.md": "![cut-plan](2)\n",
        "layouts/demo/rules-page.yaml": "columns: 1\n",
    }
    (found,) = errors(make_project(tmp_path, files))
    assert (found.code, found.message) == ("bad-markdown", 'there is no cut plan "2"')
