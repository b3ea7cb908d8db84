"""The one door to input files: exact names, encodings, finding the project."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from helpers import said

from hotpnp.diag import Collector, Span, Stopped
from hotpnp.source.workspace import Workspace, find_root

ASKED = Span("cards/demo/game.yaml", 4, 24, 5)


def workspace(root: Path, files: dict[str, bytes]) -> Workspace:
    for path, content in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_bytes(content)
    return Workspace(root, Collector())


def test_a_file_is_found_by_its_exact_name_only(tmp_path: Path) -> None:
    space = workspace(tmp_path, {"cards/Demo/OverClock.yaml": b"a: 1\n"})
    assert space.has("cards/Demo/OverClock.yaml")
    assert not space.has("cards/Demo/Overclock.yaml")
    assert not space.has("cards/demo/OverClock.yaml")
    assert not space.has("Cards/Demo/OverClock.yaml")
    assert space.has("cards/Demo/../Demo/OverClock.yaml")


def test_a_name_that_differs_in_letter_case_is_shown(tmp_path: Path) -> None:
    space = workspace(tmp_path, {"art/OverClock.png": b""})
    with pytest.raises(Stopped):
        space.read_bytes("art/Overclock.png", ASKED)
    (found,) = space.diagnostics
    assert (found.code, found.span) == ("file-missing", ASKED)
    assert found.message == 'there is no file "art/Overclock.png"'
    assert found.hint == 'there is "OverClock.png", which differs only in letter case'


@pytest.mark.parametrize(
    ("path", "hint"),
    [("art/nowhere.png", 'looked in "art"'), ("art\\a.png", 'write paths with "/"')],
)
def test_a_missing_file_is_said_where_it_is_named(tmp_path: Path, path: str, hint: str) -> None:
    space = workspace(tmp_path, {"art/a.png": b""})
    with pytest.raises(Stopped):
        space.read_text(path, ASKED)
    (found,) = space.diagnostics
    assert (found.code, found.span, found.hint) == ("file-missing", ASKED, hint)
    assert path in found.message


def test_a_misspelt_file_name_gets_the_nearest_name(tmp_path: Path) -> None:
    space = workspace(tmp_path, {"cards/demo/things.yaml": b"a: 1\n"})
    with pytest.raises(Stopped):
        space.read_text("cards/demo/thinsg.yaml", ASKED)
    (found,) = space.diagnostics
    assert "things" in found.hint


def test_a_name_like_no_other_gets_no_nearest_name(tmp_path: Path) -> None:
    space = workspace(tmp_path, {"layouts/demo/thing.yaml": b"a: 1\n"})
    with pytest.raises(Stopped):
        space.read_text("layouts/demo/nix.yaml", ASKED)
    (found,) = space.diagnostics
    assert "thing" not in found.hint


def test_a_folder_in_place_of_a_file_cannot_be_read(tmp_path: Path) -> None:
    space = workspace(tmp_path, {"cards/demo/things.yaml/x": b""})
    with pytest.raises(Stopped):
        space.read_text("cards/demo/things.yaml")
    (found,) = space.diagnostics
    assert (found.code, found.span) == ("file-unreadable", Span("cards/demo/things.yaml"))
    assert found.message.startswith("cannot be read: ")


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="needs file permissions")
def test_a_file_without_permission_cannot_be_read(tmp_path: Path) -> None:
    space = workspace(tmp_path, {"a.yaml": b"a: 1\n"})
    (tmp_path / "a.yaml").chmod(0)
    with pytest.raises(Stopped):
        space.read_text("a.yaml")
    assert said(space.diagnostics) == ["a.yaml file-unreadable"]


@pytest.mark.parametrize(
    ("data", "place", "byte"),
    [
        ("a: é\n".encode("latin-1"), (1, 4), "0xE9"),
        (b"a: 1\nbc: \xff\n", (2, 5), "0xFF"),
        ("a: é\nb: ".encode() + b"\x80", (2, 4), "0x80"),
        ("a: 1\n".encode("utf-16"), (1, 1), "0xFF"),
    ],
)
def test_what_is_not_utf8_is_said_with_place_and_byte(
    tmp_path: Path, data: bytes, place: tuple[int, int], byte: str
) -> None:
    space = workspace(tmp_path, {"a.yaml": data})
    with pytest.raises(Stopped):
        space.read_text("a.yaml")
    (found,) = space.diagnostics
    assert (found.code, found.span) == ("not-utf8", Span("a.yaml", *place))
    assert found.message == f"the byte {byte} is not UTF-8 text"
    assert "UTF-8" in found.hint


def test_the_column_of_a_bad_byte_counts_signs_not_bytes(tmp_path: Path) -> None:
    space = workspace(tmp_path, {"a.yaml": "a: éé".encode() + b"\xff\n"})
    with pytest.raises(Stopped):
        space.read_text("a.yaml")
    assert said(space.diagnostics) == ["a.yaml:1:6 not-utf8"]


def test_utf8_is_read_with_or_without_a_byte_order_mark(tmp_path: Path) -> None:
    text = "name: “é” → 日\n"
    space = workspace(tmp_path, {"a.yaml": text.encode(), "b.yaml": text.encode("utf-8-sig")})
    assert space.read_text("a.yaml") == space.read_text("b.yaml") == text


@pytest.mark.parametrize("text", ["", "# nothing\n", "- a\n", "word\n"])
def test_a_yaml_file_must_be_a_mapping(tmp_path: Path, text: str) -> None:
    space = workspace(tmp_path, {"a.yaml": text.encode()})
    with pytest.raises(Stopped):
        space.read_yaml("a.yaml")
    (found,) = space.diagnostics
    assert said([found]) == ["a.yaml:1:1 syntax"]
    assert "mapping" in found.message


def test_all_that_the_yaml_reader_says_is_kept(tmp_path: Path) -> None:
    space = workspace(tmp_path, {"a.yaml": b"a: 1\na: 2\nb: #fff\n"})
    with pytest.raises(Stopped):
        space.read_yaml("a.yaml")
    assert said(space.diagnostics) == ["a.yaml:2:1 duplicate-key", "a.yaml:3:4 comment-value"]


def test_games_are_the_folders_that_hold_a_game_file(tmp_path: Path) -> None:
    files = {
        "cards/b/game.yaml": b"",
        "cards/a/game.yaml": b"",
        "cards/c/things.yaml": b"",
        "cards/x.yaml": b"",
    }
    assert workspace(tmp_path, files).games() == ["a", "b"]


def test_a_folder_that_is_not_there_holds_no_names(tmp_path: Path) -> None:
    assert workspace(tmp_path, {}).names("layouts/shared/icons") == frozenset()


def test_the_line_of_a_place_is_given_once_its_file_was_read(tmp_path: Path) -> None:
    space = workspace(tmp_path, {"a.yaml": b"a: 1\r\nb: 2\r\n"})
    assert space.line(Span("a.yaml", 2, 1)) == ""
    space.read_yaml("a.yaml")
    assert space.line(Span("a.yaml", 2, 1)) == "b: 2"
    assert space.line(Span("a.yaml", 3, 1)) == ""
    assert space.line(Span("a.yaml")) == ""


def test_the_project_is_the_nearest_folder_with_cards_and_layouts(tmp_path: Path) -> None:
    root = tmp_path / "outer" / "inner"
    for name in ("cards/demo", "layouts"):
        (root / name).mkdir(parents=True)
        (tmp_path / "outer" / name).mkdir(parents=True)
    assert find_root(root / "cards" / "demo") == root
    assert find_root(root) == root
    assert find_root(tmp_path / "outer") == tmp_path / "outer"


def test_a_folder_with_cards_alone_is_no_project(tmp_path: Path) -> None:
    (tmp_path / "cards").mkdir()
    (tmp_path / "layouts").write_text("", encoding="utf-8")
    found = find_root(tmp_path)
    assert found is None or found not in (tmp_path, tmp_path / "cards")
