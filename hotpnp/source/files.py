"""Where a project's files come from: the disk, memory, or an earlier revision in git."""

from __future__ import annotations

import io
import os
import subprocess
import tarfile
from collections.abc import Mapping
from pathlib import Path, PurePosixPath
from typing import Protocol


class Files(Protocol):
    """Files by path, relative to a project's folder, with ``/``."""

    def names(self, folder: str) -> frozenset[str]:
        """The names in a folder. Raises OSError when there is no such folder."""

    def read(self, path: str) -> bytes:
        """The content of a file. Raises OSError."""


class DiskFiles:
    """The files of a folder."""

    def __init__(self, root: Path) -> None:
        self._root = root

    def names(self, folder: str) -> frozenset[str]:
        """The names in a folder. Raises OSError when there is no such folder."""
        return frozenset(os.listdir(self._root / folder))

    def read(self, path: str) -> bytes:
        """The content of a file. Raises OSError."""
        return (self._root / path).read_bytes()


class MemoryFiles:
    """Files that are held in memory, over others where there are any."""

    def __init__(self, held: Mapping[str, bytes], below: Files | None = None) -> None:
        self._held = {str(PurePosixPath(path)): data for path, data in held.items()}
        self._below = below
        self._names: dict[str, set[str]] = {".": set()}
        for path in self._held:
            pure = PurePosixPath(path)
            for inner, folder in (
                (pure, pure.parent),
                *zip(pure.parents, list(pure.parents)[1:], strict=False),
            ):
                self._names.setdefault(str(folder), set()).add(inner.name)

    def names(self, folder: str) -> frozenset[str]:
        """The names in a folder. Raises OSError when there is no such folder."""
        own = self._names.get(str(PurePosixPath(folder)), set())
        try:
            found = self._below.names(folder) if self._below is not None else frozenset()
        except OSError:
            found = frozenset()
        if not own and not found:
            raise FileNotFoundError(folder)
        return found | own

    def read(self, path: str) -> bytes:
        """The content of a file. Raises OSError."""
        data = self._held.get(str(PurePosixPath(path)))
        if data is not None:
            return data
        if self._below is None:
            raise FileNotFoundError(path)
        return self._below.read(path)


class NoRevision(ValueError):
    """A revision that cannot be read; the text says why."""


def revision_files(root: Path, revision: str) -> MemoryFiles:
    """The project's files as they were at a revision of git; the working tree is not touched.

    Raises NoRevision.
    """
    if revision.startswith("-"):
        raise NoRevision(f'"{revision}" is no revision')
    command = ["git", "-C", str(root), "archive", "--format=tar", revision, "cards", "layouts"]
    try:
        done = subprocess.run(command, capture_output=True, check=False)
    except OSError as fault:
        raise NoRevision("git is not installed") from fault
    if done.returncode != 0:
        reason = done.stderr.decode("utf-8", "replace").strip().splitlines()
        raise NoRevision(reason[-1].removeprefix("fatal: ") if reason else "git cannot read it")
    with tarfile.open(fileobj=io.BytesIO(done.stdout)) as tar:
        members = [member for member in tar if member.isfile()]
        return MemoryFiles({member.name: _content(tar, member) for member in members})


def _content(tar: tarfile.TarFile, member: tarfile.TarInfo) -> bytes:
    stream = tar.extractfile(member)
    return stream.read() if stream is not None else b""
