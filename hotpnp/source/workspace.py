"""The one door through which input files are read."""

from __future__ import annotations

import os
from pathlib import Path, PurePosixPath

from hotpnp.diag import Collector, Span, Stopped, nearest
from hotpnp.source.files import DiskFiles, Files, MemoryFiles
from hotpnp.source.yamlio import Mapping, parse

_FOLDERS = ("cards", "layouts")


def config_folder() -> Path:
    """The user's folder of settings, whether it is there or not: HOTPNP_CONFIG, else the system's place."""
    chosen = os.environ.get("HOTPNP_CONFIG")
    if chosen:
        return Path(chosen).absolute()
    from platformdirs import user_config_path

    return user_config_path("hotpnp", appauthor=False)


class Workspace:
    """A project folder. Paths are given relative to it, with ``/``, and shown to the user that way.

    A path must have the letter case that the file has, so that a project works on every system.
    """

    def __init__(self, root: Path, diagnostics: Collector, files: Files | None = None) -> None:
        self.root = root
        self.diagnostics = diagnostics
        self.files: Files = files if files is not None else DiskFiles(root)
        self._listings: dict[str, frozenset[str]] = {}
        self._texts: dict[str, str] = {}

    def over(self, held: dict[str, bytes], diagnostics: Collector) -> Workspace:
        """The project as it would be with other files; complaints go to ``diagnostics``."""
        return Workspace(self.root, diagnostics, MemoryFiles(held, self.files))

    def names(self, folder: str) -> frozenset[str]:
        """The names in a folder; none when there is no such folder."""
        if folder not in self._listings:
            try:
                found = self.files.names(folder)
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

    @property
    def is_project(self) -> bool:
        """Whether the folder holds a project."""
        return _holds_project(self.root)

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
            return self.files.read(path)
        except OSError as fault:
            raise self._unreadable(path, fault) from fault

    def _unreadable(self, path: str, fault: OSError) -> Stopped:
        reason = fault.strerror or str(fault)
        return self.diagnostics.fail("file-unreadable", f"cannot be read: {reason}", Span(path))

    def read_text(self, path: str, asked: Span | None = None) -> str:
        """The content of a UTF-8 file, without a byte order mark. Raises Stopped, having said why."""
        if path in self._texts:
            return self._texts[path]
        return self._decoded(self.read_bytes(path, asked), path)

    def _decoded(self, data: bytes, path: str) -> str:
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
        return self._mapping(self.read_text(path, asked), path)

    def config_text(self, name: str) -> str | None:
        """The text of a file in the user's folder of settings; none where there is no such file.

        Complaints show its whole path. Raises Stopped, having said why, when it cannot be read.
        """
        file = config_folder() / name
        try:
            return self._decoded(file.read_bytes(), file.as_posix())
        except FileNotFoundError:
            return None
        except OSError as fault:
            raise self._unreadable(file.as_posix(), fault) from fault

    def read_config(self, name: str) -> Mapping | None:
        """The top mapping of a YAML file there, if there is one. Raises Stopped, having said why."""
        text = self.config_text(name)
        return self._mapping(text, (config_folder() / name).as_posix()) if text is not None else None

    def _mapping(self, text: str, path: str) -> Mapping:
        node, faults = parse(text, path)
        self.diagnostics.extend(faults)
        if any(fault.severity == "error" for fault in faults):
            raise Stopped
        if not isinstance(node, Mapping):
            raise self.diagnostics.fail(
                "syntax", "the file must be a mapping of keys to values", Span(path, 1, 1)
            )
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
    return next((folder for folder in (start, *start.parents) if _holds_project(folder)), None)


def _holds_project(folder: Path) -> bool:
    return all((folder / name).is_dir() for name in _FOLDERS)
