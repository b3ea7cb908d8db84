"""Printer profiles: reading them from two places, storing them, and what they do to a back."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers import make_project, said

from hotpnp.diag import Collector, Stopped
from hotpnp.geometry import Insets
from hotpnp.impose.place import back_adjustment
from hotpnp.model.printer import BackOffset, Printer, find_printer, load_printers
from hotpnp.model.sizes import PAPERS
from hotpnp.pipeline.printers import PrinterChanges, store_printer
from hotpnp.source.workspace import Workspace, config_folder
from hotpnp.units import PT, mm

HOME = """\
home:
  about: the one in the hall
  margin: 3mm 4mm 5mm 6mm
  back: {x: 0.8mm, y: -0.3mm, angle: 0.1}
  duplex: long-edge
  tray: rear
"""


@pytest.fixture(autouse=True)
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user's folder of settings, which is not there yet."""
    folder = tmp_path / "config"
    monkeypatch.setenv("HOTPNP_CONFIG", str(folder))
    return folder


@pytest.fixture
def space(tmp_path: Path) -> Workspace:
    return Workspace(make_project(tmp_path), Collector())


def put(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8", newline="")
    return path


def test_a_profile_is_read(space: Workspace, config: Path) -> None:
    file = put(config / "printers.yaml", HOME)
    found = load_printers(space)["home"]
    assert (found.name, found.about, found.duplex, found.tray) == (
        "home",
        "the one in the hall",
        "long-edge",
        "rear",
    )
    assert found.margin == Insets(left=mm(6), right=mm(4), top=mm(3), bottom=mm(5))
    # The user's y grows upwards, that of all geometry downwards.
    assert found.back == BackOffset(mm("0.8"), mm("0.3"), 0.1)
    assert (found.place.file, found.place.line) == (file.as_posix(), 1)


@pytest.mark.parametrize(
    ("text", "margin"), [("4mm", (4, 4, 4, 4)), ("1mm 2mm", (2, 2, 1, 1)), ("0", (0, 0, 0, 0))]
)
def test_margins_are_given_as_in_css(
    space: Workspace, config: Path, text: str, margin: tuple[int, ...]
) -> None:
    put(config / "printers.yaml", f"home: {{margin: {text}}}\n")
    assert load_printers(space)["home"].margin == Insets(*(mm(side) for side in margin))


def test_what_is_not_given(space: Workspace, config: Path) -> None:
    put(config / "printers.yaml", "home: {}\n")
    found = load_printers(space)["home"]
    assert found == Printer("home", "", None, BackOffset(), "none", "", found.place)


def test_the_project_goes_before_the_user(space: Workspace, config: Path) -> None:
    put(config / "printers.yaml", "home: {tray: mine}\nshop: {}\n")
    put(space.root / "cards/printers.yaml", "home: {tray: ours}\n")
    found = load_printers(space)
    assert {name: (one.tray, one.place.file) for name, one in found.items()} == {
        "home": ("ours", "cards/printers.yaml"),
        "shop": ("", (config / "printers.yaml").as_posix()),
    }


def test_a_folder_that_is_no_project_has_no_profiles(tmp_path: Path) -> None:
    put(tmp_path / "cards/printers.yaml", HOME)
    assert load_printers(Workspace(tmp_path, Collector())) == {}


@pytest.mark.parametrize(
    ("text", "complaints"),
    [
        ("home: {margn: 4mm}\n", ["printers.yaml:1:8 unknown-key"]),
        ("home: {margin: 4mm 5mm 6mm}\n", ["printers.yaml:1:16 bad-value"]),
        ("home: {margin: 10%}\n", ["printers.yaml:1:16 bad-value"]),
        ("home: {margin: 60mm}\n", ["printers.yaml:1:16 bad-value"]),
        ("home: {back: {x: 21mm}}\n", ["printers.yaml:1:18 bad-value"]),
        ("home: {back: {y: 1}}\n", ["printers.yaml:1:18 bad-value"]),
        ("home: {back: {angle: 5.1}}\n", ["printers.yaml:1:22 bad-value"]),
        ("home: {back: {angle: nan}}\n", ["printers.yaml:1:22 bad-value"]),
        ("home: {back: {z: 1mm}}\n", ["printers.yaml:1:15 unknown-key"]),
        ("home: {duplex: both}\n", ["printers.yaml:1:16 bad-value"]),
        ("home: 4mm\n", ["printers.yaml:1:7 bad-value"]),
        ("at home: {}\nhome: {x: 1}\n", ["printers.yaml:1:1 bad-value", "printers.yaml:2:8 unknown-key"]),
        ("home: {}\nhome: {}\n", ["printers.yaml:2:1 duplicate-key"]),
        ("- home\n", ["printers.yaml:1:1 syntax"]),
        ("home: \xff\n", ["printers.yaml:1:7 not-utf8"]),
    ],
)
@pytest.mark.parametrize("place", ["user", "project"])
def test_faults_have_a_place(
    space: Workspace, config: Path, text: str, complaints: list[str], place: str
) -> None:
    file = config / "printers.yaml" if place == "user" else space.root / "cards/printers.yaml"
    file.parent.mkdir(exist_ok=True)
    file.write_bytes(text.encode("latin-1"))
    with pytest.raises(Stopped):
        load_printers(space)
    assert said(space.diagnostics) == complaints
    shown = file.as_posix() if place == "user" else "cards/printers.yaml"
    (first, *_) = space.diagnostics
    assert first.span is not None
    assert first.span.file == shown
    if first.code != "not-utf8":
        assert space.line(first.span) == text.splitlines()[first.span.line - 1]


def test_a_printer_that_no_profile_describes(space: Workspace, config: Path) -> None:
    put(config / "printers.yaml", HOME)
    with pytest.raises(Stopped):
        find_printer(space, "hoem")
    (found,) = space.diagnostics
    assert (found.code, found.message) == ("unknown-printer", 'there is no printer "hoem"')
    assert found.hint == 'did you mean "home"?'


def test_a_settings_folder_that_cannot_be_read(space: Workspace, config: Path) -> None:
    (config / "printers.yaml").mkdir(parents=True)
    with pytest.raises(Stopped):
        load_printers(space)
    assert said(space.diagnostics) == ["printers.yaml file-unreadable"]


def test_without_the_variable_settings_are_where_the_system_has_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("HOTPNP_CONFIG")
    assert "hotpnp" in config_folder().parts
    assert config_folder().is_absolute()


def test_storing_makes_a_profile_and_changes_what_is_given(space: Workspace, config: Path) -> None:
    made = store_printer(space, "home", PrinterChanges(margin="4mm", x="0.8mm", tray="rear"), False, False)
    file = config / "printers.yaml"
    assert file.read_text("utf-8") == (
        "home:\n  margin: 4mm\n  tray: rear\n  back: {x: 0.8mm, y: 0mm, angle: 0}\n"
    )
    assert made == load_printers(Workspace(space.root, Collector()))["home"]
    again = Workspace(space.root, Collector())
    changed = store_printer(again, "home", PrinterChanges(y="-0.3mm", angle="0.1"), False, False)
    assert changed.back == BackOffset(mm("0.8"), mm("0.3"), 0.1)
    assert (changed.tray, changed.margin) == ("rear", Insets(*[mm(4)] * 4))


def test_adding_adds_to_the_stored_offset(space: Workspace, config: Path) -> None:
    put(config / "printers.yaml", HOME)
    changes = PrinterChanges(x="-0.2mm", y="0.1mm", angle="-0.04")
    assert store_printer(space, "home", changes, True, False).back == BackOffset(mm("0.6"), mm("0.2"), 0.06)
    assert "back: {x: 0.6mm, y: -0.2mm, angle: 0.06}\n" in (config / "printers.yaml").read_text("utf-8")


@pytest.mark.parametrize(
    ("name", "changes", "code"),
    [
        ("home", PrinterChanges(angle="4.95"), "bad-value"),
        ("home", PrinterChanges(x="19.5mm"), "bad-value"),
        ("hoem", PrinterChanges(x="1mm"), "unknown-printer"),
    ],
)
def test_what_cannot_be_added_leaves_the_file_as_it_was(
    space: Workspace, config: Path, name: str, changes: PrinterChanges, code: str
) -> None:
    file = put(config / "printers.yaml", HOME)
    with pytest.raises(Stopped):
        store_printer(space, name, changes, True, False)
    assert said(space.diagnostics) == [code]
    assert file.read_text("utf-8") == HOME
    assert [path.name for path in config.iterdir()] == ["printers.yaml"]


def test_a_profile_of_the_project_is_changed_there(space: Workspace, config: Path) -> None:
    store_printer(space, "home", PrinterChanges(tray="ours"), False, True)
    again = Workspace(space.root, Collector())
    store_printer(again, "home", PrinterChanges(duplex="short-edge"), False, False)
    text = (space.root / "cards/printers.yaml").read_text("utf-8")
    assert text == "home:\n  tray: ours\n  duplex: short-edge\n"
    assert not config.exists()


def test_what_cannot_be_stored_is_said(space: Workspace, config: Path, tmp_path: Path) -> None:
    text = "home: &same {tray: a}\nshop: *same\n"
    file = put(config / "printers.yaml", text)
    with pytest.raises(Stopped):
        store_printer(space, "home", PrinterChanges(tray="c"), False, False)
    assert said(space.diagnostics) == ["printers.yaml:1:7 not-editable"]
    assert file.read_text("utf-8") == text
    outside = Workspace(tmp_path, Collector())
    with pytest.raises(Stopped):
        store_printer(outside, "new", PrinterChanges(tray="c"), False, True)
    assert said(outside.diagnostics) == ["no-project"]


def test_a_back_is_turned_about_the_middle_and_then_moved() -> None:
    """Trouble case B08: x to the right, y up, as seen on the back."""
    paper = PAPERS["letter"]
    plain = back_adjustment(BackOffset(mm("1.5"), mm("0.5"), 0), paper)
    x, y = plain.apply(0, 0)
    assert (x / PT, -y / PT) == pytest.approx((4.252, -1.417), abs=0.001)
    turned = back_adjustment(BackOffset(mm("1.5"), mm("0.5"), 2), paper)
    middle = turned.apply(paper.width / 2, paper.height / 2)
    assert middle == pytest.approx((paper.width / 2 + mm("1.5"), paper.height / 2 + mm("0.5")))
    # Clockwise: what lies right of the middle goes down.
    right = turned.apply(paper.width, paper.height / 2)
    assert right[1] > middle[1] + mm(3)
