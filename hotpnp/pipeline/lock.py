"""A lock on a folder that hotpnp writes to, so that two commands at once do not mix their files."""

from __future__ import annotations

import getpass
import hashlib
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from hotpnp.diag import Collector, Span

PATIENCE = 10.0
"""Seconds that a command waits for another to end."""


def lock_file(folder: Path) -> Path:
    """The file that stands for a folder; it lies with the system's temporary files, not in the project."""
    digest = hashlib.sha256(f"{getpass.getuser()} {folder.resolve()}".encode()).hexdigest()[:16]
    return Path(tempfile.gettempdir()) / f"hotpnp-{digest}.lock"


@contextmanager
def locked(folder: Path, diagnostics: Collector, patience: float = PATIENCE) -> Iterator[None]:
    """Hold a folder. Raises Stopped, having said why, when another command holds it for long."""
    from filelock import FileLock, Timeout

    lock = FileLock(lock_file(folder))
    try:
        lock.acquire(timeout=patience)
    except Timeout as fault:
        hint = "wait until it ends, and try again"
        message = "another hotpnp is writing here"
        raise diagnostics.fail("locked", message, Span(str(folder)), hint=hint) from fault
    try:
        yield
    finally:
        lock.release()
