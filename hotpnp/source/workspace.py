"""The one door through which input files are read."""

from __future__ import annotations

import os
from pathlib import Path, PurePosixPath

from hotpnp.diag import Collector, Span, Stopped, nearest
from hotpnp.source.yamlio import Mapping, Node, parse

_FOLDERS = ("cards", "layouts")


class Workspace:
    """A project folder. Paths are given relative to it, with ``/``, and shown to the user that way.

    A path must have the letter case that the file has, so that a project works on every system.
    """

    def __init__(self, root: Path, diagnostics: Collector) -> None:
        self.root = root
        self.diagnostics = diagnostics
        self._listings: dict[str, frozenset[str]] = {}
        self._texts: dict[str, str] = {}

    def names(self, folder: str) -> frozenset[str]:
        """The names in a folder; none when there is no such folder."""
        if folder not in self._listings:
            try:
                found = frozenset(os.listdir(self.root / folder))
            except OSError:
                found = frozenset()
            self._listings[folder] = found
        return self._listings[folder]

    def has(self, path: str) -> bool:
        """Whether a file or folder of exactly this name exists."""
        pure = PurePosixPath(path)
        parts = pure.parts
        return all(
            part == ".." or part in self.names(str(PurePosixPath(*parts[:i]) if i else "."))
            for i, part in enumerate(parts)
        )

    def games(self) -> list[str]:
        """The names of the game folders, sorted."""
        return sorted(name for name in self.names("cards") if self.has(f"cards/{name}/game.yaml"))

    def read_bytes(self, path: str, asked: Span | None = None) -> bytes:
        """The content of a file. Raises Stopped, having said why, when it cannot be read.

        ``asked`` is the place that names the file; it is shown when the file is missing.
        """
        if not self.has(path):
            raise self.diagnostics.fail(
                "file-missing", f'there is no file "{path}"', asked, hint=self.similar(path)
            )
        try:
            return (self.root / path).read_bytes()
        except OSError as fault:
            reason = fault.strerror or str(fault)
            raise self.diagnostics.fail("file-unreadable", f"cannot be read: {reason}", Span(path)) from fault

    def read_text(self, path: str, asked: Span | None = None) -> str:
        """The content of a UTF-8 file, without a byte order mark. Raises Stopped, having said why."""
        if path in self._texts:
            return self._texts[path]
        data = self.read_bytes(path, asked)
        try:
            text = data.decode("utf-8-sig")
        except UnicodeDecodeError as fault:
            line = data.count(b"\n", 0, fault.start) + 1
            before = data[data.rfind(b"\n", 0, fault.start) + 1 : fault.start]
            column = len(before.decode("utf-8-sig", "replace")) + 1
            message = f"the byte 0x{data[fault.start]:02X} is not UTF-8 text"
            hint = "save the file as UTF-8 in your editor"
            raise self.diagnostics.fail("not-utf8", message, Span(path, line, column), hint=hint) from fault
        self._texts[path] = text
        return text

    def read_yaml(self, path: str, asked: Span | None = None) -> Mapping:
        """The top mapping of a YAML file. Raises Stopped, having said why."""
        node = self._parsed(path, asked)
        if not isinstance(node, Mapping):
            raise self.diagnostics.fail(
                "syntax", "the file must be a mapping of keys to values", Span(path, 1, 1)
            )
        return node

    def _parsed(self, path: str, asked: Span | None) -> Node | None:
        node, faults = parse(self.read_text(path, asked), path)
        self.diagnostics.extend(faults)
        if any(fault.severity == "error" for fault in faults):
            raise Stopped
        return node

    def line(self, span: Span) -> str:
        """The text of the line that a span points at, when the file was read."""
        lines = self._texts.get(span.file, "").splitlines()
        return lines[span.line - 1] if 0 < span.line <= len(lines) else ""

    def similar(self, path: str) -> str:
        """A hint for a file that is not there: one that differs in letter case, else the folder looked in."""
        pure = PurePosixPath(path)
        folder = str(pure.parent)
        for name in sorted(self.names(folder)):
            if name.lower() == pure.name.lower() and name != pure.name:
                return f'there is "{name}", which differs only in letter case'
        if "\\" in path:
            return 'write paths with "/"'
        if not self.has(folder):
            return f'there is no folder "{folder}"'
        stems = {
            name.removesuffix(pure.suffix): name for name in self.names(folder) if name.endswith(pure.suffix)
        }
        close = stems.get(nearest(pure.stem, stems), "")
        return f'did you mean "{close}"?' if close else f'looked in "{folder}"'


def find_root(start: Path) -> Path | None:
    """The nearest folder at or above this one that holds cards/ and layouts/."""
    for folder in (start, *start.parents):
        if all((folder / name).is_dir() for name in _FOLDERS):
            return folder
    return None
