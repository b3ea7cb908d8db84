"""The rules of the house: homes of libraries, sizes of files and functions, what the README names."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml
from markdown_it import MarkdownIt

from hotpnp.cli import hotpnp
from hotpnp.diag import CODES
from hotpnp.source.yamlio import parse

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "hotpnp"
MODULES = sorted(PACKAGE.rglob("*.py"))

HOMES = {
    "click": ("cli/",),
    "rich": ("cli/",),
    "bidi": ("assets/",),
    "uharfbuzz": ("assets/",),
    "reportlab": ("render/", "assets/"),
    "PIL": ("assets/", "render/png.py"),
    "yaml": ("source/",),
    "pydantic": ("model/",),
    "pydantic_core": ("model/",),
    "jinja2": ("expand/",),
    "markdown_it": ("expand/",),
    "platformdirs": ("source/",),
    "filelock": ("pipeline/lock.py",),
    "pikepdf": ("render/pdfx.py",),
    "pypdfium2": ("render/png.py",),
    "pyphen": ("scene/",),
    "segno": ("scene/",),
    "svglib": ("assets/icons.py",),
    "font_source_sans_pro": ("assets/fonts.py",),
}
"""Where each library may be imported."""


def place(path: Path) -> str:
    return path.relative_to(PACKAGE).as_posix()


def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


def imported(tree: ast.Module) -> Iterator[str]:
    """The top names of all modules that a module imports, anywhere in it."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            yield node.module.partition(".")[0]


def users() -> dict[str, set[str]]:
    """The files that import each module."""
    found: dict[str, set[str]] = defaultdict(set)
    for path in MODULES:
        for name in imported(tree_of(path)):
            found[name].add(place(path))
    return found


def test_the_scan_sees_the_package() -> None:
    assert len(MODULES) > 30
    assert "cli/build_.py" in users()["click"]


@pytest.mark.parametrize("library", sorted(HOMES))
def test_a_library_has_one_home(library: str) -> None:
    strangers = {file for file in users()[library] if not file.startswith(HOMES[library])}
    assert strangers == set()


def test_every_library_that_is_used_is_declared() -> None:
    import sys

    others = {name for name in users() if name not in sys.stdlib_module_names} - {"hotpnp"}
    assert others <= HOMES.keys(), "give the library a home here and in the plan of the house"


def test_nothing_is_imported_relatively() -> None:
    for path in MODULES:
        for node in ast.walk(tree_of(path)):
            assert not (isinstance(node, ast.ImportFrom) and node.level), place(path)


def test_no_file_is_longer_than_500_lines() -> None:
    long = {place(path): n for path in MODULES if (n := len(path.read_text("utf-8").splitlines())) > 500}
    assert long == {}


def test_no_function_is_longer_than_60_lines() -> None:
    long = {}
    for path in MODULES:
        for node in ast.walk(tree_of(path)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                assert node.end_lineno is not None
                lines = node.end_lineno - node.lineno + 1
                if lines > 60:
                    long[f"{place(path)}:{node.name}"] = lines
    assert long == {}


def test_every_module_and_every_public_function_says_what_it_does() -> None:
    bare = []
    for path in MODULES:
        tree = tree_of(path)
        if not ast.get_docstring(tree):
            bare.append(place(path))
        for node in tree.body:
            public = isinstance(node, ast.FunctionDef | ast.ClassDef) and not node.name.startswith("_")
            if public and not ast.get_docstring(node):
                bare.append(f"{place(path)}:{node.name}")
    assert bare == []


@pytest.mark.parametrize("room", ["impose", "scene", "expand", "model"])
def test_pure_rooms_touch_neither_files_nor_clock_nor_environment(room: str) -> None:
    """From model to impose functions are pure; hotpnp's own sheets come with the package."""
    forbidden = {
        "os",
        "sys",
        "time",
        "datetime",
        "random",
        "pathlib",
        "tempfile",
        "subprocess",
        "shutil",
        "io",
    }
    for path in sorted((PACKAGE / room).glob("*.py")):
        assert not forbidden & set(imported(tree_of(path))), place(path)


def sources() -> str:
    """The text of the package, but for the list of codes."""
    return "\n".join(path.read_text("utf-8") for path in MODULES if place(path) != "diag.py")


def test_every_diagnostic_code_is_used() -> None:
    whole = sources()
    assert [code for code in CODES if f'"{code}"' not in whole] == []


def test_every_code_that_is_said_is_listed() -> None:
    whole = sources()
    used = set(re.findall(r'(?:diagnostics\.(?:add|fail)|_say)\(\s*"([a-z0-9]+(?:-[a-z0-9]+)+)"', whole))
    assert used
    assert used <= CODES.keys()


def test_the_readme_names_every_command() -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    for name in hotpnp.list_commands(None):  # type: ignore[arg-type]
        assert f"hotpnp {name}" in readme, name


def files(folder: str, *endings: str) -> list[str]:
    found = [path for ending in endings for path in (ROOT / folder).rglob(f"*{ending}")]
    return sorted(path.relative_to(ROOT).as_posix() for path in found)


@pytest.mark.parametrize(
    "path", files("cards", ".yaml") + files("layouts", ".yaml") + files("seeds", ".yaml")
)
def test_every_yaml_file_can_be_read(path: str) -> None:
    text = (ROOT / path).read_text("utf-8")
    assert yaml.safe_load(text)
    if not path.startswith("seeds"):
        _, faults = parse(text, path)
        assert faults == []


@pytest.mark.parametrize("path", files("cards", ".md"))
def test_every_document_begins_with_its_title(path: str) -> None:
    tokens = MarkdownIt("commonmark").enable("table").parse((ROOT / path).read_text("utf-8"))
    assert (tokens[0].type, tokens[0].tag) == ("heading_open", "h1")
    assert sum(token.type == "heading_open" and token.tag == "h1" for token in tokens) == 1
    assert not any(token.type in ("html_block", "fence", "code_block") for token in tokens)


def test_there_are_files_to_read() -> None:
    assert len(files("cards", ".yaml")) >= 7
    assert len(files("cards", ".md")) >= 2
    assert len(files("layouts", ".yaml")) >= 8
