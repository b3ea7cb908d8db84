"""Paths that files name: each counts from the folder of the file that it stands in."""

from __future__ import annotations

import posixpath


def from_file(path: str, file: str) -> str:
    """A path named by a file, counted from the project's folder and marked so with a leading ``/``."""
    if path.startswith("/"):
        return path
    return "/" + posixpath.normpath(posixpath.join(posixpath.dirname(file), path))


def in_project(path: str) -> str:
    """A path made by from_file, as the workspace takes it. Raises ValueError when it leaves the project."""
    inner = path.removeprefix("/")
    if not path.startswith("/"):
        raise ValueError(f'"{path}" is not a path of this project; declare the field with type: picture')
    if inner.startswith(".."):
        raise ValueError(f'"{inner}" lies outside the project')
    return inner


def is_font_path(font: str | None) -> bool:
    """Whether a font is named by its file."""
    return font is not None and font.lower().endswith((".ttf", ".otf", ".ttc"))
