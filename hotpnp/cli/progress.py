"""A progress bar, on a terminal, for work of more than a second."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from hotpnp.pipeline import Progress

PATIENCE = 1.0
"""Seconds after which the bar appears."""


@contextmanager
def progress_bar(quiet: bool) -> Iterator[Progress]:
    """Gives a function that hears how far the work is; draws nothing in pipes."""
    if quiet or not sys.stderr.isatty():
        yield lambda what, done, whole: None
        return
    bar = _Bar()
    try:
        yield bar.hear
    finally:
        bar.close()


class _Bar:
    def __init__(self) -> None:
        self._start = time.monotonic()
        self._progress: Any = None
        self._tasks: dict[str, Any] = {}

    def hear(self, what: str, done: int, whole: int) -> None:
        if self._progress is None:
            if time.monotonic() - self._start < PATIENCE:
                return
            from rich.console import Console
            from rich.progress import Progress as RichProgress

            self._progress = RichProgress(console=Console(stderr=True), transient=True)
            self._progress.start()
        if what not in self._tasks:
            self._tasks[what] = self._progress.add_task(what, total=whole)
        self._progress.update(self._tasks[what], completed=done)

    def close(self) -> None:
        if self._progress is not None:
            self._progress.stop()
