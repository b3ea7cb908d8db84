"""The commands printer and calibrate: what they print, store, write and answer to what is wrong."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from helpers import make_project, run
from pdfread import drawn, open_pdf

Run = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture
def config(tmp_path: Path) -> Path:
    return tmp_path / "settings"


@pytest.fixture
def hotpnp(tmp_path: Path, config: Path) -> Run:
    """The command in an empty folder, with settings of its own."""
    here = tmp_path / "here"
    here.mkdir()

    def command(*args: str | Path, cwd: Path = here) -> subprocess.CompletedProcess[str]:
        return run(*args, cwd=cwd, env={"HOTPNP_CONFIG": str(config)})

    return command


def test_a_profile_is_stored_shown_and_listed(hotpnp: Run, config: Path) -> None:
    assert "no printer profiles yet" in hotpnp("printer").stdout
    done = hotpnp(
        *("printer", "home", "--margin", "4mm", "--back-x", "0.8mm", "--back-y", "-0.3mm"),
        *("--angle", "0.1", "--duplex", "long-edge", "--tray", "rear"),
    )
    assert (done.returncode, done.stderr) == (0, "")
    file = (config / "printers.yaml").as_posix()
    lines = [
        "  margins  4 mm",
        "  backs    0.8 mm to the right, 0.3 mm down, turned 0.1° clockwise",
        "  duplex   long-edge",
        "  tray     rear",
    ]
    assert done.stdout.splitlines() == [f"home (stored in {file})", *lines]
    assert hotpnp("printer", "home").stdout.splitlines() == [f"home ({file})", *lines]
    assert hotpnp("printer").stdout.splitlines() == [f"home ({file})", *lines]


def test_profiles_as_json(hotpnp: Run, config: Path) -> None:
    hotpnp("printer", "home", "--margin", "3mm 4mm 5mm 6mm", "--back-y", "-0.3mm")
    hotpnp("printer", "shop", "--about", "across the street")
    told = json.loads(hotpnp("printer", "--format", "json").stdout)
    file = (config / "printers.yaml").as_posix()
    assert told == {
        "printers": [
            {
                "name": "home",
                "about": "",
                "file": file,
                "margin": {"top": 3, "right": 4, "bottom": 5, "left": 6},
                "back": {"x": 0, "y": -0.3, "angle": 0},
                "duplex": "none",
                "tray": "",
            },
            {
                "name": "shop",
                "about": "across the street",
                "file": file,
                "margin": None,
                "back": {"x": 0, "y": 0, "angle": 0},
                "duplex": "none",
                "tray": "",
            },
        ],
        "diagnostics": [],
    }


def test_a_profile_of_the_project(hotpnp: Run, config: Path, tmp_path: Path) -> None:
    project = make_project(tmp_path)
    done = hotpnp("printer", "club", "--tray", "2", "--in-project", cwd=project)
    assert done.returncode == 0, done.stderr
    assert (project / "cards/printers.yaml").read_text("utf-8") == "club:\n  tray: 2\n"
    assert not config.exists()
    assert hotpnp("printer", "club", "--project", project).stdout.startswith("club (cards/printers.yaml)\n")
    assert hotpnp("printer", "club").returncode == 1
    assert hotpnp("build", cwd=project).returncode == 0


def test_faults_of_a_stored_file_are_shown_with_their_line(hotpnp: Run, config: Path) -> None:
    config.mkdir()
    (config / "printers.yaml").write_text("home:\n  margn: 4mm\n", encoding="utf-8")
    done = hotpnp("printer", "home", "--tray", "rear")
    assert done.returncode == 1
    assert done.stderr.splitlines() == [
        f'{(config / "printers.yaml").as_posix()}:2:3: error[unknown-key] unknown key "margn"',
        "    2 |   margn: 4mm",
        '      |   ^^^^^ did you mean "margin"?',
        "1 error; nothing was written",
    ]
    assert (config / "printers.yaml").read_text("utf-8") == "home:\n  margn: 4mm\n"


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["home", "--margin", "1mm 2mm 3mm"], "must be 1 or 2 or 4 measures"),
        (["home", "--back-x", "0.8"], "has no unit"),
        (["home", "--back-y", "25mm"], "must lie between -20 and 20 mm"),
        (["home", "--angle", "6"], "must lie between -5 and 5 degrees"),
        (["home", "--duplex", "both"], "is not one of"),
        (["my home", "--tray", "rear"], "is not a name of a printer"),
        (["home", "--add"], "--add needs"),
        (["home", "--in-project"], "needs something to store"),
        (["--tray", "rear"], "name the printer"),
    ],
)
def test_a_wrong_command_line_stores_nothing(hotpnp: Run, config: Path, args: list[str], words: str) -> None:
    done = hotpnp("printer", *args)
    assert done.returncode == 2
    assert words in done.stderr
    assert not config.exists()


def test_calibrate_needs_no_project(hotpnp: Run, tmp_path: Path) -> None:
    done = hotpnp("calibrate")
    assert (done.returncode, done.stderr) == (0, "")
    file = tmp_path / "here/calibrate.pdf"
    assert done.stdout.splitlines() == [
        f"wrote {file}",
        "pages 1 and 2 are one sheet, turned over the long edge; page 3 tests scale; print at 100 %",
    ]
    reader = open_pdf(file.read_bytes())
    assert [[float(n) for n in page.mediabox] for page in reader.pages] == [[0, 0, 612, 792]] * 3
    assert reader.page_labels == ["1", "2", "3"]
    first = file.read_bytes()
    assert hotpnp("calibrate").returncode == 0
    assert file.read_bytes() == first


def test_calibrate_in_a_project_on_another_paper(hotpnp: Run, tmp_path: Path) -> None:
    project = make_project(tmp_path)
    done = hotpnp("calibrate", "--paper", "a4", "--landscape", cwd=project)
    assert done.returncode == 0, done.stderr
    reader = open_pdf((project / "output/calibrate.pdf").read_bytes())
    sizes = [(float(page.mediabox.width), float(page.mediabox.height)) for page in reader.pages]
    assert sizes == [pytest.approx(size, abs=0.01) for size in [(841.89, 595.276)] * 2 + [(595.276, 841.89)]]


def test_calibrate_applies_a_profile_and_its_flip(hotpnp: Run, tmp_path: Path) -> None:
    assert hotpnp("calibrate", "--flip", "short-edge", "--output", "plain.pdf").returncode == 0
    hotpnp("printer", "home", "--back-x", "1.5mm", "--back-y", "-0.5mm", "--duplex", "short-edge")
    done = hotpnp("calibrate", "--printer", "home", "--output", "moved.pdf")
    assert "turned over the short edge" in done.stdout
    here = tmp_path / "here"
    plain, moved = (open_pdf((here / name).read_bytes()).pages for name in ("plain.pdf", "moved.pdf"))
    assert drawn(plain[0]).strokes == drawn(moved[0]).strokes
    for (_, old), (_, new) in zip(drawn(plain[1]).strokes, drawn(moved[1]).strokes, strict=True):
        assert (new[0] - old[0], new[1] - old[1]) == pytest.approx((4.252, -1.417), abs=0.01)


@pytest.mark.parametrize(
    ("args", "code", "words"),
    [
        (["--printer", "home"], 1, 'error[unknown-printer] there is no printer "home"'),
        (["--paper", "lettr"], 2, '"lettr" is not a size; did you mean "letter"?'),
        (["--paper", "5in x 7in"], 2, "need a paper of 209 mm x 265 mm"),
        (["--output", "sheet.png"], 2, "sheet.png must end in .pdf"),
        (["--flip", "none"], 2, "is not one of"),
    ],
)
def test_calibrate_says_what_is_wrong(
    hotpnp: Run, tmp_path: Path, args: list[str], code: int, words: str
) -> None:
    done = hotpnp("calibrate", *args)
    assert done.returncode == code
    assert words in done.stderr
    assert list((tmp_path / "here").iterdir()) == []
