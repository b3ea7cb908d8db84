"""Sheets for a printer: its margins, the ink that it leaves out, its flip, and its backs put right."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from helpers import GAME, diagnose, errors, lay_out, make_project, run
from hypothesis import given
from hypothesis import strategies as st
from realkit import ROOT

from hotpnp.diag import Collector, Span
from hotpnp.geometry import IDENTITY, Insets, Size, turn_into
from hotpnp.impose.kit import Deck, Printing, impose_decks
from hotpnp.impose.place import Piece, place_pieces
from hotpnp.impose.slots import SheetTooBig, plot_sheet
from hotpnp.model.printer import BackOffset, Printer
from hotpnp.model.sheet import Flip, Pack, SheetSpec
from hotpnp.model.sizes import CARDS, PAPERS
from hotpnp.pipeline import Options, prepare
from hotpnp.pipeline.printing import adjusted, margins_on
from hotpnp.scene.items import Scene, TextRun
from hotpnp.source.workspace import Workspace
from hotpnp.units import MM, PT, inch, mm

FULL = "size: poker\nelements: {all: {shape: rect, fill: '#c81e28'}}\n"
BARE = (
    "size: poker\nelements: {all: {shape: rect, left: 6mm, right: 6mm, top: 6mm, bottom: 6mm, fill: black}}\n"
)


def project(tmp_path: Path, printers: str, thing: str = FULL, **keys: str) -> Path:
    game = GAME.replace("layout: thing}", "layout: thing, back: thing}")
    game += "".join(f"{key}: {value}\n" for key, value in keys.items())
    files = {
        "cards/demo/game.yaml": game,
        "cards/printers.yaml": printers,
        "layouts/demo/thing.yaml": thing,
    }
    return make_project(tmp_path, files)


def test_a_sheet_that_needs_more_than_the_printer_prints_is_refused_with_the_sums(tmp_path: Path) -> None:
    made = project(tmp_path, "home: {margin: 14mm 3mm 3mm 3mm}\n", sheet="nine-up")
    (found,) = errors(made, printer="home")
    assert found.code == "beyond-printer"
    assert found.message == (
        'the sheet "nine-up" needs more than the printer can print: its cards stand 6.35 mm from the top '
        "edge; printer home leaves 14 mm white there, 7.65 mm more"
    )
    assert found.hint == "sheets that it can print, the fewest first: grid"
    assert found.span is not None
    assert found.span.file == "cards/demo/game.yaml"


def test_a_grid_shrinks_to_what_the_printer_prints(tmp_path: Path) -> None:
    made = project(tmp_path, "home: {margin: 12.7mm 6.35mm}\n")
    kit = lay_out(made, printer="home")
    assert kit.sheets[0].plot.printable == kit.sheets[0].plot.printable.common(
        kit.sheets[0].plot.blocks[0].rect.grown(200 * MM)
    )
    trims = [placed.trim for placed in kit.sheets[0].front.placements]
    assert min(trim.y for trim in trims) >= mm("12.7")
    assert not errors(made, printer="home")


def test_a_frame_that_is_wide_enough_lets_cards_touch_the_edge(tmp_path: Path) -> None:
    thin = project(tmp_path / "a", "home: {margin: 4mm}\n", BARE, sheet="ten-up")
    assert {one.code for one in diagnose(thin, printer="home")} == {"field-unused"}
    wide = project(tmp_path / "b", "home: {margin: 6mm}\n", BARE, sheet="ten-up")
    (found,) = errors(wide, printer="home")
    assert (
        "its cards stand 0 mm from the left edge, with 4.32 mm of it kept white by the cards" in found.message
    )
    assert "printer home leaves 6 mm white there, 1.68 mm more" in found.message


def test_backs_are_planned_for_the_margins_that_change_places(tmp_path: Path) -> None:
    """A printer of uneven margins prints the backs of a grid too, whichever way they get there."""
    made = project(tmp_path, "skew: {margin: 3mm 25mm 14mm 3mm}\n")
    for options in (
        {"backs": "with"},
        {"backs": "file", "flip": "short-edge"},
        {"backs": "fold"},
    ):
        assert not errors(made, printer="skew", **options)
        for one in lay_out(made, printer="skew", **options).sheets:
            back = one.back.placements if one.back is not None else one.front.folded
            assert len(back) == len(one.front.placements)
            for placed in (*one.front.placements, *back):
                assert one.plot.printable.contains(placed.trim)
                assert placed.trim.x >= mm(3)
                assert placed.trim.right <= one.plot.paper.width - mm(25)


def test_backs_of_a_sheet_with_margins_of_its_own_keep_clear_of_the_printers(tmp_path: Path) -> None:
    """Margins that are those of the printer suit the fronts; the backs change places with them."""
    own = "\n  own: {pack: auto, margin: 3mm 3mm 14mm 3mm}"
    made = project(tmp_path, "home: {margin: 3mm 3mm 14mm 3mm}\n", sheet="own", sheets=own)
    assert not errors(made, printer="home")
    assert not errors(made, printer="home", backs="with", flip="short-edge")
    assert not errors(made, printer="home", backs="fold")


@given(
    st.sampled_from([*CARDS.values()]),
    st.sampled_from(["grid", "auto"]),
    st.sampled_from(["long-edge", "short-edge"]),
    st.lists(st.integers(0, 30), min_size=4, max_size=4),
    st.booleans(),
)
def test_fronts_and_backs_lie_where_any_printer_prints(
    card: Size, pack: Pack, flip: Flip, margins: list[int], folded: bool
) -> None:
    paper, spec = PAPERS["letter"], SheetSpec(pack=pack, flip=flip)
    pieces = tuple(Piece(str(i), "c", Scene(card, ()), Scene(card, ())) for i in range(5))
    printable = Insets(*(margin * MM for margin in margins))
    try:
        sheets = impose_decks([Deck("c", "C", card, pieces)], spec, paper, Printing(printable, folded))
    except SheetTooBig:
        return
    for one in sheets:
        if one.plot.blocks[0].name == "page":
            continue
        back = one.back.placements if one.back is not None else one.front.folded
        assert len(back) == len(one.front.placements)
        assert all(one.plot.printable.contains(p.trim) for p in (*one.front.placements, *back))


def test_a_sheet_is_named_only_when_it_prints_the_cards_whole(tmp_path: Path) -> None:
    """Ten-up fits a printer of small margins only where cards keep their frame white."""
    tight = "home: {margin: 14mm 3mm 3mm 3mm}\n"
    full = project(tmp_path / "full", tight, sheet="nine-up")
    (found,) = errors(full, printer="home")
    assert found.hint == "sheets that it can print, the fewest first: grid"
    white = "home: {margin: 4mm 30mm 4mm 3mm}\n"
    for thing, names in ((FULL, "grid"), (BARE, "grid, ten-up")):
        (found,) = errors(project(tmp_path / names, white, thing, sheet="nine-up"), printer="home")
        assert found.hint == f"sheets that it can print, the fewest first: {names}"


def test_the_papers_and_sheets_named_are_those_that_take_the_fold_and_the_backs(tmp_path: Path) -> None:
    game = GAME.replace("layout: thing}", "layout: thing, back: thing}")
    sheets = "sheets: {big: {columns: 3, rows: 2}, small: {paper: a4, columns: 2, rows: 1}}\nsheet: big\n"
    made = make_project(tmp_path, {"cards/demo/game.yaml": game + sheets})
    (found,) = errors(made, backs="fold")
    assert found.code == "sheet-too-big"
    assert found.hint == "it fits tabloid, a3, arch-b, ledger; sheets that fit this paper: grid"


def test_art_at_the_papers_edge_is_told_once_for_each_component_when_no_printer_is_named(
    tmp_path: Path,
) -> None:
    block = "{name: all, columns: 3, rows: 3, left: 0.5in, top: 0.1in}"
    game = GAME + "  more: {title: More, table: more, layout: thing}\n"
    files = {
        "cards/demo/game.yaml": f"{game}sheets: {{edge: {{blocks: [{block}]}}}}\n",
        "cards/demo/more.yaml": "fields: {}\ncards: [{id: m1, count: 5}, {id: m2, count: 5}]\n",
        "layouts/demo/thing.yaml": FULL,
    }
    full = make_project(tmp_path / "full", files)
    bare = make_project(tmp_path / "bare", {**files, "layouts/demo/thing.yaml": BARE})

    def told(where: Path, sheet: str) -> list[tuple[str, str, str]]:
        found = [one for one in diagnose(where, sheet=sheet) if one.code.startswith("ink")]
        return [(one.code, one.severity, f"{one.card}: {one.message}".partition(" lie")[0]) for one in found]

    assert told(full, "nine-up") == []
    assert told(full, "single") == []
    assert told(bare, "edge") == []
    assert told(bare, "ten-up") == []
    # 0.17 in that printers leave white, less the 0.1 in that the sheet does.
    assert told(full, "edge") == [
        ("ink-unprintable", "warning", f"{card}: 1.78 mm of its print") for card in ("one", "m1")
    ]
    assert told(full, "ten-up") == [("ink-in-frame", "warning", f"{card}: ink") for card in ("one", "m1")]


def test_ink_that_the_printer_leaves_out_is_told_card_by_card(tmp_path: Path) -> None:
    made = project(tmp_path, "home: {margin: 4mm}\n", FULL, sheet="ten-up")
    found = [one for one in diagnose(made, printer="home") if one.code != "field-unused"]
    assert [(one.code, one.card, one.severity) for one in found] == [
        ("ink-unprintable", card, "warning") for card in ("one", "two", "three")
    ]
    assert found[1].span == Span("cards/demo/things.yaml", 6, 10, 3)
    assert found[0].message == "4 mm of its print lie where printer home cannot print"


def test_honor_of_trade_prints_whole_on_a_printer_of_its_frame() -> None:
    diagnostics = Collector()
    workspace = Workspace(ROOT, diagnostics)
    kit = prepare(workspace, "honor-of-trade", Options())
    assert kit.sheets
    assert list(diagnostics) == []


def test_lying_paper_takes_the_wider_of_two_margins() -> None:
    printer = Printer("p", "", Insets(mm(3), mm(4), mm(5), mm(14)), BackOffset(), "none", "", Span(""))
    assert margins_on(printer, PAPERS["letter"]) == printer.margin
    assert margins_on(printer, PAPERS["letter"].turned()) == Insets(mm(14), mm(14), mm(4), mm(4))


def test_the_printers_flip_counts_unless_another_is_asked(tmp_path: Path) -> None:
    made = project(tmp_path, "home: {duplex: short-edge, tray: rear}\n", sheet="nine-up")

    def rows(**options: Any) -> list[int]:
        (sheet,) = lay_out(made, backs="with", printer="home", **options).sheets
        assert sheet.back is not None
        return sorted({placed.trim.y for placed in sheet.back.placements})

    assert rows() == [inch("7.25")]
    assert rows(flip="long-edge") == [inch("0.25")]


def test_the_label_names_printer_and_tray(tmp_path: Path) -> None:
    made = project(tmp_path, "home: {tray: rear}\n")
    (sheet,) = lay_out(made, printer="home", date="30 Nov").sheets
    label = " ".join(item.text for item in sheet.front.extras if isinstance(item, TextRun))
    assert "30 Nov  ·  home, rear" in label


def test_backs_alone_are_moved_and_turned(tmp_path: Path) -> None:
    made = project(tmp_path, "home: {back: {x: 1.5mm, y: -0.5mm}}\n")
    (plain,) = lay_out(made, backs="with").sheets
    (moved,) = lay_out(made, backs="with", printer="home").sheets
    assert [placed.trim for placed in moved.front.placements] == [p.trim for p in plain.front.placements]
    assert moved.front.adjust == IDENTITY
    assert plain.back is not None
    assert moved.back is not None
    assert plain.back.adjust == IDENTITY
    assert (moved.back.adjust.e, moved.back.adjust.f) == (mm("1.5"), mm("0.5"))


@given(
    st.sampled_from([*CARDS.values()]),
    st.sampled_from([*PAPERS.values()]),
    st.booleans(),
    st.sampled_from(["long-edge", "short-edge"]),
    st.integers(-20, 20),
    st.integers(-20, 20),
    st.floats(-5, 5),
)
def test_a_back_lies_behind_its_front_on_the_printer_that_the_profile_tells(
    card: Size, paper: Size, landscape: bool, flip: Flip, x: int, y: int, angle: float
) -> None:
    """A printer that shifts and turns backs the other way puts the adjusted back behind its front."""
    paper = paper.turned() if landscape else paper
    spec = SheetSpec(flip=flip)
    try:
        own = plot_sheet(spec, card, paper)
    except SheetTooBig:
        return
    back = BackOffset(x * MM // 10, y * MM // 10, angle)
    printer = Printer("p", "", None, back, "none", "", Span(""))
    pieces = [Piece(str(i), "c", Scene(card, ()), Scene(card, ())) for i in range(7)]
    sheets = place_pieces(own, [pieces])
    upright_axis = (paper.height >= paper.width) == (flip == "long-edge")
    for plain, sheet in zip(sheets, adjusted(sheets, printer), strict=True):
        assert sheet.front == plain.front
        assert sheet.back is not None
        for front, placed in zip(sheet.front.placements, sheet.back.placements, strict=True):
            corner = turn_into(card, placed.trim, placed.turn).apply(card.width, 0)
            printed = _drifted(sheet.back.adjust.apply(*corner), back, paper)
            through = (
                (paper.width - printed[0], printed[1])
                if upright_axis
                else (printed[0], paper.height - printed[1])
            )
            wanted = turn_into(card, front.trim, front.turn).apply(0, 0)
            assert through == pytest.approx(wanted, abs=PT / 100)


def _drifted(point: tuple[float, float], back: BackOffset, paper: Size) -> tuple[float, float]:
    """Where a printer puts a point of a back page: the reverse of the shift and the turn of its profile."""
    import math

    x, y = point[0] - back.x - paper.width / 2, point[1] - back.y - paper.height / 2
    cos, sin = math.cos(math.radians(-back.angle)), math.sin(math.radians(-back.angle))
    return paper.width / 2 + x * cos - y * sin, paper.height / 2 + x * sin + y * cos


def test_a_printer_without_a_profile_is_said(tmp_path: Path) -> None:
    made = project(tmp_path, "home: {margin: 4mm}\n")
    done = run("build", "demo", "--printer", "hom", "--project", made, env={"HOTPNP_CONFIG": str(tmp_path)})
    assert done.returncode == 1
    assert 'error[unknown-printer] there is no printer "hom"' in done.stderr
    assert 'did you mean "home"?' in done.stderr
    assert not (made / "output").exists()


def test_the_command_tells_warnings_and_the_printer(tmp_path: Path) -> None:
    made = project(tmp_path, "home: {margin: 4mm, tray: rear}\n", FULL, sheet="ten-up")
    for command in ("build", "check", "plan"):
        done = run(command, "demo", "--printer", "home", "--project", made)
        assert done.returncode == 0, done.stderr
