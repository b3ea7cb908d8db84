"""The installed command: what it prints, writes and answers to what is wrong."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from cmykprofile import cmyk_profile
from helpers import FILES, GAME, make_project, run
from pdfread import drawn, open_pdf
from PIL import Image

from hotpnp.model.sizes import PAPERS

TWO_SIDED = GAME.replace("layout: thing", "layout: thing, back: back")
BACK = 'size: poker\nelements:\n  all: {shape: rect, fill: "#336699"}\n'
OTHERS = "fields:\n  name: {}\n  number: {type: int}\ncards:\n  - {id: four, name: Fourth, number: 4}\n"
TWO_COMPONENTS = GAME + "  others: {title: Others, table: others, layout: thing}\n"
DIAGNOSTIC_KEYS = ["code", "severity", "file", "line", "column", "message", "hint", "card"]
WRONG = {"cards/demo/things.yaml": FILES["cards/demo/things.yaml"].replace("number: 2", "number: 6")}


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """The small project with two components, one of them with backs."""
    game = TWO_COMPONENTS.replace("table: things, layout: thing", "table: things, layout: thing, back: back")
    files = {"cards/demo/game.yaml": game, "cards/demo/others.yaml": OTHERS, "layouts/demo/back.yaml": BACK}
    return make_project(tmp_path, files)


def told(done: subprocess.CompletedProcess[str]) -> dict[str, Any]:
    """The one JSON object on standard output, and nothing on standard error."""
    assert done.stderr == ""
    found = json.loads(done.stdout)
    assert isinstance(found, dict)
    return found


def files_below(folder: Path) -> dict[str, bytes]:
    return {str(p.relative_to(folder)): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()}


# build


def test_build_in_grey_with_little_ink_for_three_copies(project: Path) -> None:
    done = run("build", "demo", "--gray", "--low-ink", "--copies", "3", "--sheet", "single", cwd=project)
    assert (done.returncode, done.stderr) == (0, "")
    reader = open_pdf((project / "output/demo/kit-gray-low-ink.pdf").read_bytes())
    root: Any = reader.trailer["/Root"]
    assert root["/ViewerPreferences"]["/NumCopies"] == 3
    assert [[float(n) for n in page.trimbox] for page in reader.pages] == [[0, 0, 180, 252]] * 4


def test_build_for_a_press(project: Path) -> None:
    (project / "press.icc").write_bytes(cmyk_profile())
    done = run("build", "demo", "--pdfx", "x1a", "--icc", "press.icc", cwd=project)
    assert (done.returncode, done.stderr) == (0, "")
    assert (project / "output/demo/kit-x1a.pdf").read_bytes().startswith(b"%PDF-1.4")


@pytest.mark.parametrize(
    ("options", "word"),
    [
        (("--copies", "6"), "1<=x<=5"),
        (("--pdfx", "x3"), "x1a"),
        (("--icc", "cards/demo/game.yaml"), "--pdfx"),
        (("--pdfx", "x4", "--icc", "none.icc"), "none.icc"),
    ],
)
def test_build_answers_to_wrong_options_for_printing(
    project: Path, options: tuple[str, ...], word: str
) -> None:
    done = run("build", "demo", *options, cwd=project)
    assert done.returncode == 2
    assert word in done.stderr
    assert not (project / "output").exists()


def test_build_says_what_it_wrote(project: Path) -> None:
    done = run("build", "demo", cwd=project)
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[0] == "Demo 1.0, sheet grid"
    assert [line.split() for line in lines[1:3]] == [
        ["Things", "3", "cards", "1", "sheet"],
        ["Others", "1", "card", "1", "sheet"],
    ]
    assert lines[3] == f"wrote {Path('output') / 'demo' / 'kit.pdf'}"
    assert re.fullmatch(r"4 cards.* on 2 sheets in \d+\.\d s; print at 100 %", lines[4])
    assert files_below(project / "output").keys() == {str(Path("demo") / "kit.pdf")}
    assert len(open_pdf((project / "output/demo/kit.pdf").read_bytes()).pages) == 2


def test_build_as_json(project: Path) -> None:
    found = told(run("build", "demo", "--format", "json", cwd=project))
    assert {"files", "sheets", "cards", "components", "seconds", "diagnostics"} <= found.keys()
    assert found["files"] == [str(project / "output" / "demo" / "kit.pdf")]
    assert (found["sheets"], found["cards"], found["diagnostics"]) == (2, 4, [])
    assert found["components"] == [
        {"name": "things", "cards": 3, "copies": 3, "sheets": 1},
        {"name": "others", "cards": 1, "copies": 1, "sheets": 1},
    ]
    assert 0 < found["seconds"] < 60


def test_build_for_a_cutter_says_which_pages_each_cut_file_belongs_to(project: Path) -> None:
    done = run("build", "demo", "--sheet", "eight-up", "--cutter", "silhouette", cwd=project)
    assert (done.returncode, done.stderr) == (0, "")
    folder = Path("output") / "demo"
    names = ["kit.pdf", "kit-cut-1.svg", "kit-cut-1.dxf", "kit-cut-2.svg", "kit-cut-2.dxf"]
    assert done.stdout.splitlines()[3:-1] == [
        *(f"wrote {folder / name}" for name in names),
        "page 1: kit-cut-1.svg",
        "page 2: kit-cut-2.svg",
    ]
    assert sorted(path.name for path in (project / folder).iterdir()) == sorted(names)


def test_build_for_a_cutter_as_json(project: Path) -> None:
    options = ["--sheet", "eight-up", "--cutter", "silhouette", "--corner-radius", "3mm"]
    found = told(run("build", "demo", "--component", "things", *options, "--format", "json", cwd=project))
    folder = project / "output" / "demo"
    svg, dxf = str(folder / "things-cut-1.svg"), str(folder / "things-cut-1.dxf")
    assert found["files"] == [str(folder / "things.pdf"), svg, dxf]
    assert found["cut_files"] == [{"pages": [1], "svg": svg, "dxf": dxf}]
    assert " C " in Path(svg).read_text("utf-8")
    assert told(run("build", "demo", "--format", "json", cwd=project))["cut_files"] == []


def test_build_says_how_many_places_the_registration_marks_cost(project: Path) -> None:
    layout = project / "layouts/demo/thing.yaml"
    for file in (layout, project / "layouts/demo/back.yaml"):
        text = file.read_text("utf-8")
        file.write_text(text.replace("size: poker", "size: poker\nbleed: 0.125in"), encoding="utf-8")
    done = run("build", "demo", "--sheet", "eight-up", "--cutter", "silhouette", cwd=project)
    assert done.returncode == 0, done.stderr
    assert "3 of 8 places on a sheet stay empty near marks" in done.stdout.splitlines()
    # A place that is skipped is none of those that the marks cost.
    skipped = ["--skip", "1", "--skip", "2", "--skip", "3"]
    done = run("build", "demo", "--sheet", "eight-up", "--cutter", "silhouette", *skipped, cwd=project)
    assert "2 of 8 places on a sheet stay empty near marks" in done.stdout.splitlines()


def test_help_names_every_paper() -> None:
    for command in ("build", "calibrate"):
        words = " ".join(run(command, "--help").stdout.split())
        assert all(f"{name}" in words for name in PAPERS)


def test_a_paper_that_is_not_known_is_said_once(project: Path) -> None:
    done = run("build", "demo", "--paper", "leger", cwd=project)
    assert done.returncode == 1
    assert done.stderr.count("did you mean") == 1
    assert 'did you mean "ledger"?' in done.stderr
    assert run("build", "demo", "--paper", "ledger", cwd=project).returncode == 0


def test_copies_cannot_go_with_pdfx(project: Path) -> None:
    done = run("build", "demo", "--copies", "2", "--pdfx", "x4", cwd=project)
    assert (done.returncode, done.stdout) == (2, "")
    assert "--copies is for printing programs" in done.stderr


def test_a_picture_of_a_card_still_needs_a_sheet_that_there_is(project: Path) -> None:
    done = run("picture", "demo", "one.png", "--card", "one", "--sheet", "nope", cwd=project)
    assert done.returncode == 1
    assert 'error[unknown-sheet] there is no sheet "nope"' in done.stderr
    assert not (project / "one.png").exists()


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--corner-radius", "3mm"], "--corner-radius needs --cutter"),
        (["--cutter", "silhouette", "--corner-radius", "3"], '"3" has no unit; write 3in, 3mm or 3pt'),
        (["--cutter", "silhouette", "--corner-radius", "-1mm"], '"-1mm" is less than 0'),
        (["--cutter", "cricut"], "'cricut' is not 'silhouette'"),
    ],
)
def test_a_wrong_cutter_or_radius_is_exit_code_2(project: Path, options: list[str], said: str) -> None:
    done = run("build", "demo", "--sheet", "eight-up", *options, cwd=project)
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr
    assert not (project / "output").exists()


def test_build_of_the_only_game_needs_no_name(project: Path) -> None:
    done = run("build", cwd=project)
    assert done.returncode == 0
    assert (project / "output/demo/kit.pdf").exists()


def test_build_of_one_component(project: Path) -> None:
    done = run("build", "demo", "--component", "others", cwd=project)
    assert done.returncode == 0, done.stderr
    assert list((project / "output/demo").iterdir()) == [project / "output/demo/others.pdf"]
    page = drawn(open_pdf((project / "output/demo/others.pdf").read_bytes()).pages[0])
    texts = [words.text for words in page.words]
    assert "Fourth" in texts
    assert "First" not in texts
    assert any("page 1 of 1" in text for text in texts)


def test_build_into_another_folder(project: Path, tmp_path: Path) -> None:
    done = run("build", "demo", "--output", tmp_path / "elsewhere", "--format", "json", cwd=project)
    assert told(done)["files"] == [str(tmp_path / "elsewhere" / "demo" / "kit.pdf")]
    assert (tmp_path / "elsewhere/demo/kit.pdf").exists()
    assert not (project / "output").exists()


def test_build_with_backs_behind_their_fronts(project: Path) -> None:
    assert run("build", "demo", "--backs", "with", "--sheet", "nine-up", cwd=project).returncode == 0
    reader = open_pdf((project / "output/demo/kit.pdf").read_bytes())
    assert reader.page_labels == ["1", "1 back", "2"]
    fronts, backs = ([form.box for form in drawn(reader.pages[n]).forms if form.depth == 0] for n in (0, 1))
    assert len(fronts) == len(backs) == 3
    for front, back in zip(fronts, backs, strict=True):
        assert back == pytest.approx((612 - front[2], front[1], 612 - front[0], front[3]), abs=0.05)


def test_build_with_backs_in_a_file_of_their_own(project: Path) -> None:
    found = told(run("build", "demo", "--backs", "file", "--format", "json", cwd=project))
    folder = project / "output" / "demo"
    assert found["files"] == [str(folder / "kit.pdf"), str(folder / "backs.pdf")]
    assert len(open_pdf((folder / "kit.pdf").read_bytes()).pages) == 2
    backs = open_pdf((folder / "backs.pdf").read_bytes())
    assert len(backs.pages) == 1
    assert len(drawn(backs.pages[0]).fills) == 3


def test_build_without_backs_is_the_default(project: Path) -> None:
    assert run("build", "demo", cwd=project).returncode == 0
    default = (project / "output/demo/kit.pdf").read_bytes()
    assert run("build", "demo", "--backs", "none", cwd=project).returncode == 0
    assert (project / "output/demo/kit.pdf").read_bytes() == default
    assert len(open_pdf(default).pages) == 2


def test_build_on_another_sheet_and_paper(project: Path) -> None:
    done = run("build", "demo", "--sheet", "eight-up", "--paper", "a4", cwd=project)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("Demo 1.0, sheet eight-up\n")
    box = open_pdf((project / "output/demo/kit.pdf").read_bytes()).pages[0].mediabox
    assert [float(n) for n in box] == pytest.approx([0, 0, 841.890, 595.276], abs=0.01)


def test_an_older_file_stays_after_an_error(project: Path) -> None:
    assert run("build", "demo", cwd=project).returncode == 0
    before = files_below(project / "output")
    (project / "cards/demo/things.yaml").write_text(WRONG["cards/demo/things.yaml"], encoding="utf-8")
    done = run("build", "demo", cwd=project)
    assert done.returncode == 1
    assert files_below(project / "output") == before


def test_an_error_of_build_as_json(tmp_path: Path) -> None:
    done = run("build", "demo", "--format", "json", cwd=make_project(tmp_path, WRONG))
    assert done.returncode == 1
    found = told(done)
    assert found["files"] == []
    (diagnostic,) = found["diagnostics"]
    assert list(diagnostic) == DIAGNOSTIC_KEYS
    assert (diagnostic["code"], diagnostic["severity"], diagnostic["card"]) == ("bad-value", "error", "two")
    assert (diagnostic["file"], diagnostic["line"]) == ("cards/demo/things.yaml", 6)


# check


def test_check_writes_nothing(project: Path) -> None:
    before = files_below(project)
    done = run("check", "demo", cwd=project)
    assert (done.returncode, done.stdout, done.stderr) == (0, "demo: no errors\n", "")
    assert files_below(project) == before


def test_check_as_json(project: Path) -> None:
    assert told(run("check", "demo", "--format", "json", cwd=project)) == {"diagnostics": []}


def test_check_tells_faults_with_their_places(tmp_path: Path) -> None:
    project = make_project(tmp_path, WRONG)
    done = run("check", cwd=project)
    assert (done.returncode, done.stdout) == (1, "")
    lines = done.stderr.splitlines()
    assert lines[0].startswith("cards/demo/things.yaml:6:")
    assert "error[bad-value] two:" in lines[0]
    assert lines[1] == "    6 |   - {id: two, name: Second, number: 6}"
    assert lines[2].index("^") == lines[1].index("6}")
    assert lines[-1] == "1 error; nothing was written"
    found = told(run("check", "--format", "json", cwd=project))
    assert [list(diagnostic) for diagnostic in found["diagnostics"]] == [DIAGNOSTIC_KEYS]


def test_check_looks_at_backs_too(tmp_path: Path) -> None:
    files = {
        "cards/demo/game.yaml": TWO_SIDED,
        "layouts/demo/back.yaml": 'size: poker\nelements:\n  word: {text: "{nmae}"}\n',
    }
    project = make_project(tmp_path, files)
    found = told(run("check", "--format", "json", cwd=project))
    (error,) = (d for d in found["diagnostics"] if d["severity"] == "error")
    assert (error["code"], error["hint"]) == ("unknown-name", 'did you mean "name"?')
    assert error["file"] == "layouts/demo/back.yaml"


# list


def test_list(project: Path) -> None:
    done = run("list", cwd=project)
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[0] == "demo: Demo 1.0, 2 sheets (grid)"
    rows = [re.split(r"\s{2,}", line.strip()) for line in lines[1:]]
    assert [(row[0], row[-1]) for row in rows] == [
        ("things", "63.5 mm x 88.9 mm"),
        ("others", "63.5 mm x 88.9 mm"),
    ]
    assert [[int(n) for n in re.findall(r"(\d+) (?:card|sheet)", line)] for line in lines[1:]] == [
        [3, 1],
        [1, 1],
    ]


def test_list_as_json(project: Path) -> None:
    found = told(run("list", "--format", "json", cwd=project))
    (game,) = found["games"]
    assert (game["name"], game["version"]) == ("demo", "1.0")
    assert [
        {k: c[k] for k in ("name", "kind", "cards", "copies", "size", "sides")} for c in game["components"]
    ] == [
        {"name": "things", "kind": "cards", "cards": 3, "copies": 3, "size": [63.5, 88.9], "sides": 2},
        {"name": "others", "kind": "cards", "cards": 1, "copies": 1, "size": [63.5, 88.9], "sides": 1},
    ]


def test_list_names_games_in_order(tmp_path: Path) -> None:
    second = {path.replace("demo", "another"): text for path, text in FILES.items()}
    found = told(run("list", "--format", "json", cwd=make_project(tmp_path, second)))
    assert [game["name"] for game in found["games"]] == ["another", "demo"]


# explain


def test_explain(project: Path) -> None:
    done = run("explain", "demo", "two", cwd=project)
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert re.match(r"two, things \(cards/demo/things\.yaml:6:\d+\), fingerprint [0-9a-f]{12}$", lines[0])
    assert lines[1].split() == ["name", "Second", "cards/demo/things.yaml:6:21"]
    assert lines[2].split() == ["number", "2", "cards/demo/things.yaml:6:37"]
    assert lines[3] == "  scene 63.5 x 88.9 mm"
    assert lines[4].startswith('  text "Second" at 6, ')
    assert lines[5].startswith('  text "2" at 6, ')


def test_explain_tells_sources_and_defaults(tmp_path: Path) -> None:
    table = (
        "fields:\n"
        '  name:   {source: derived, note: "Read off the box."}\n'
        "  number: {type: int, default: 4, source: chosen}\n"
        "cards:\n"
        '  - {id: one, name: First, notes: {name: "Misprinted there."}}\n'
        "  - {id: two, name: Second}\n"
    )
    project = make_project(tmp_path, {"cards/demo/things.yaml": table})
    first, second = (run("explain", "demo", card, cwd=project).stdout for card in ("one", "two"))
    assert "(derived, Misprinted there.)" in first
    assert "(derived, Read off the box.)" in second
    assert re.search(r"number +4 +default +\(chosen\)", second)


def test_explain_as_json(project: Path) -> None:
    found = told(run("explain", "demo", "two", "--format", "json", cwd=project))
    assert (found["id"], found["component"]) == ("two", "things")
    assert [(field["name"], field["value"]) for field in found["fields"]] == [
        ("name", "Second"),
        ("number", "2"),
    ]
    assert found["scene"][0] == "scene 63.5 x 88.9 mm"


# picture


def test_picture_of_a_card(project: Path, tmp_path: Path) -> None:
    file = tmp_path / "card.png"
    done = run("picture", "demo", file, "--card", "two", "--dpi", "100", cwd=project)
    assert (done.returncode, done.stdout) == (0, f"wrote {file}\n"), done.stderr
    with Image.open(file) as picture:
        assert (picture.format, picture.size) == ("PNG", (250, 350))
        darkest, lightest = picture.convert("L").getextrema()
    assert darkest < 100
    assert lightest == 255


def test_picture_of_a_back(project: Path, tmp_path: Path) -> None:
    file = tmp_path / "back.png"
    done = run("picture", "demo", file, "--card", "two", "--back", "--dpi", "72", cwd=project)
    assert done.returncode == 0, done.stderr
    with Image.open(file) as picture:
        assert picture.convert("RGB").getpixel((90, 126)) == (0x33, 0x66, 0x99)


def test_picture_of_a_page(project: Path, tmp_path: Path) -> None:
    file = tmp_path / "page.png"
    done = run("picture", "demo", file, "--page", "2", "--dpi", "50", cwd=project)
    assert done.returncode == 0, done.stderr
    with Image.open(file) as picture:
        assert picture.size == (425, 550)


def test_a_back_that_a_card_does_not_have_is_not_replaced_by_its_front(project: Path, tmp_path: Path) -> None:
    done = run("picture", "demo", tmp_path / "back.png", "--card", "four", "--back", cwd=project)
    assert done.returncode == 1
    assert not (tmp_path / "back.png").exists()


def test_a_page_that_is_not_there(project: Path, tmp_path: Path) -> None:
    done = run("picture", "demo", tmp_path / "page.png", "--page", "3", cwd=project)
    assert done.returncode == 1
    assert "the kit has 2 pages" in done.stderr
    assert not (tmp_path / "page.png").exists()


@pytest.mark.parametrize("options", [[], ["--card", "two", "--page", "1"]])
def test_picture_wants_a_card_or_a_page(project: Path, tmp_path: Path, options: list[str]) -> None:
    done = run("picture", "demo", tmp_path / "x.png", *options, cwd=project)
    assert done.returncode == 2
    assert "either --card or --page" in done.stderr


# the project


def test_the_project_is_the_nearest_folder_above(project: Path) -> None:
    below = project / "cards" / "demo"
    done = run("build", "demo", cwd=below)
    assert done.returncode == 0, done.stderr
    assert (project / "output/demo/kit.pdf").exists()
    assert not (below / "output").exists()


def test_the_project_can_be_named(project: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    done = run("check", "--project", project, cwd=elsewhere)
    assert (done.returncode, done.stdout) == (0, "demo: no errors\n")
    relative = run("check", "--project", Path("..") / "project", cwd=elsewhere)
    assert (relative.returncode, relative.stdout) == (0, "demo: no errors\n")


def test_a_folder_that_is_no_project(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    for options in ([], ["--project", tmp_path / "empty"]):
        done = run("build", *options, cwd=tmp_path / "empty")
        assert done.returncode == 1
        assert "error[no-project]" in done.stderr
        assert "--project" in done.stderr


def test_which_game_of_several(tmp_path: Path) -> None:
    second = {path.replace("demo", "another"): text for path, text in FILES.items()}
    done = run("build", cwd=make_project(tmp_path, second))
    assert done.returncode == 1
    assert "which game? another, demo" in done.stderr


# what is wrong with the command line


@pytest.mark.parametrize(
    ("args", "code", "hint"),
    [
        (["build", "dmeo"], "unknown-game", 'did you mean "demo"?'),
        (["check", "dmeo"], "unknown-game", 'did you mean "demo"?'),
        (["build", "demo", "--component", "thing"], "unknown-component", 'did you mean "things"?'),
        (["build", "demo", "--sheet", "nineup"], "unknown-sheet", 'did you mean "nine-up"?'),
        (["build", "demo", "--paper", "leter"], "unknown-paper", 'did you mean "letter"?'),
        (["explain", "demo", "thre"], "unknown-card", 'did you mean "three"?'),
        (["picture", "demo", "x.png", "--card", "tow"], "unknown-card", 'did you mean "two"?'),
    ],
)
def test_unknown_words_get_a_hint_and_exit_code_1(
    project: Path, args: list[str], code: str, hint: str
) -> None:
    before = files_below(project)
    done = run(*args, cwd=project)
    assert (done.returncode, done.stdout) == (1, "")
    assert f"error[{code}]" in done.stderr
    assert hint in done.stderr
    assert "Traceback" not in done.stderr
    assert files_below(project) == before


@pytest.mark.parametrize(
    "args",
    [["bild"], ["build", "--colour"], ["build", "--backs", "both"], ["explain", "demo"], ["build", "a", "b"]],
)
def test_a_wrong_command_line_is_exit_code_2(project: Path, args: list[str]) -> None:
    done = run(*args, cwd=project)
    assert (done.returncode, done.stdout) == (2, "")
    assert "Usage: hotpnp" in done.stderr


# help

HEAVY = ("reportlab", "pydantic", "jinja2", "PIL", "pypdfium2", "svglib", "markdown_it", "rich")


@pytest.mark.parametrize(
    "args", [["--help"], ["-h"], ["build", "--help"], ["picture", "--help"], ["--version"]]
)
def test_help_loads_no_library(args: list[str]) -> None:
    script = (
        "import sys\n"
        f"sys.argv = {['hotpnp', *args]!r}\n"
        "from hotpnp.cli import main\n"
        "try:\n"
        "    main()\n"
        "except SystemExit as stop:\n"
        f"    loaded = [name for name in {HEAVY!r} if name in sys.modules]\n"
        "    print(stop.code or 0, loaded, file=sys.stderr)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        encoding="utf-8",
    )
    assert done.stderr.splitlines() == ["0 []"]
    assert done.stdout


def test_help_names_every_command() -> None:
    done = run("--help")
    assert (done.returncode, done.stderr) == (0, "")
    for name in ("build", "check", "explain", "list", "picture"):
        assert re.search(rf"^  {name}\s+\w", done.stdout, re.MULTILINE), name
        own = run(name, "--help")
        assert own.returncode == 0
        assert own.stdout.startswith(f"Usage: hotpnp {name} ")


def test_the_version_is_told() -> None:
    done = run("--version")
    assert (done.returncode, done.stderr) == (0, "")
    assert re.fullmatch(r"hotpnp, version \d+\.\d+\.\d+\n", done.stdout)
