"""What a build leaves behind so that it can be recorded as printed, and the recording."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from pathlib import Path

from hotpnp.diag import Span
from hotpnp.pipeline.lock import locked
from hotpnp.pipeline.output import write_files
from hotpnp.prints.history import SUFFIX, load_history, runs_folder
from hotpnp.prints.run import Run, read_run, write_run
from hotpnp.source.files import MemoryFiles
from hotpnp.source.workspace import Workspace

RECORD = ".last-build.json"
"""Beside the files of a build: what they hold. The folder output/ is not kept in git."""


def record_of(run: Run, files: Mapping[str, bytes]) -> bytes:
    """The record of a build: the digests of its files, and the run that printing them is."""
    told = {name: hashlib.sha256(data).hexdigest() for name, data in files.items()}
    return json.dumps({"files": told, "run": write_run(run)}, indent=1).encode("utf-8")


def record_printed(workspace: Workspace, game: str, folder: Path, day: str) -> tuple[Run, Path]:
    """Record what a build last wrote to a folder as printed on a day, today's if none is given.

    Gives the run and its file. Raises Stopped, having said why, when there is nothing to record, the
    files are not those of the build, or another run was recorded since.
    """
    diagnostics = workspace.diagnostics
    with locked(workspace.root / runs_folder(game), diagnostics):
        run = replace(_last_build(workspace, folder), date=day or date.today().isoformat())
        history = load_history(workspace, game)
        if history.run(run.name) is not None:
            message = f"run {run.name} is recorded already"
            raise diagnostics.fail("already-printed", message, hint="build again before you print again")
        if set(run.after) != set(history.heads):
            message = "another run was recorded since this build"
            raise diagnostics.fail("already-printed", message, hint="build again, and print that")
        data = write_run(run).encode("utf-8")
        (path,) = write_files({f"{run.name}{SUFFIX}": data}, workspace.root / runs_folder(game), diagnostics)
    return run, path


def _last_build(workspace: Workspace, folder: Path) -> Run:
    """The run of the record in a folder, whose files are still those of the build."""
    diagnostics = workspace.diagnostics
    place, hint = Span(str(folder)), "run hotpnp build first"
    try:
        told = json.loads((folder / RECORD).read_text("utf-8"))
        files, text = dict(told["files"]), str(told["run"])
    except FileNotFoundError as fault:
        message = "there is no build to record"
        raise diagnostics.fail("no-build", message, place, hint=hint) from fault
    except (OSError, ValueError, KeyError, TypeError) as fault:
        message = "the record of the last build cannot be read"
        raise diagnostics.fail("no-build", message, Span(str(folder / RECORD)), hint=hint) from fault
    for name, digest in files.items():
        try:
            data = (folder / name).read_bytes()
        except OSError:
            data = b""
        if hashlib.sha256(data).hexdigest() != digest:
            message = f"{name} is not as the last build wrote it"
            raise diagnostics.fail("no-build", message, place, hint="build again, and print that")
    memory = MemoryFiles({"run.yaml": text.encode("utf-8")})
    return read_run(Workspace(workspace.root, diagnostics, memory), "run.yaml")
