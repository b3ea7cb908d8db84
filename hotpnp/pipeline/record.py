"""What a build leaves behind so that it can be recorded as printed, and the recording."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from pathlib import Path

from hotpnp.diag import Collector, Span, Stopped
from hotpnp.pipeline.lock import locked
from hotpnp.pipeline.output import write_files
from hotpnp.prints.history import SUFFIX, load_history, runs_folder
from hotpnp.prints.run import Run, read_run, write_run
from hotpnp.source.files import MemoryFiles
from hotpnp.source.workspace import Workspace

_FOLDER = ".hotpnp"
"""In the project: what hotpnp keeps for itself. It tells git to leave it out."""


def keep_record(workspace: Workspace, game: str, run: Run, folder: Path, files: Mapping[str, bytes]) -> None:
    """Keep what a build wrote: the digests of its files, and the run that printing them is.

    Where the project cannot be written that is said; the build itself stands.
    """
    told = {
        "folder": str(folder.resolve()),
        "files": {name: hashlib.sha256(data).hexdigest() for name, data in files.items()},
        "run": write_run(run),
    }
    held = {f"{game}.json": json.dumps(told, indent=1).encode("utf-8"), ".gitignore": b"*\n"}
    own = Collector()
    try:
        write_files(held, workspace.root / _FOLDER, own)
    except Stopped:
        reason = next(iter(own)).message
        message = f"this build cannot be recorded as printed: {_FOLDER} {reason}"
        workspace.diagnostics.add("no-build", message, severity="warning")


def record_printed(workspace: Workspace, game: str, day: str) -> tuple[Run, Path]:
    """Record what a build last wrote as printed on a day, today's if none is given.

    Gives the run and its file. Raises Stopped, having said why, when there is nothing to record, the
    files are not those of the build, or another run was recorded since.
    """
    diagnostics = workspace.diagnostics
    with locked(workspace.root / runs_folder(game), diagnostics):
        run = replace(_last_build(workspace, game), date=day or date.today().isoformat())
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


def _last_build(workspace: Workspace, game: str) -> Run:
    """The run of the last build, whose files are still as it wrote them."""
    diagnostics = workspace.diagnostics
    path, hint = workspace.root / _FOLDER / f"{game}.json", "run hotpnp build first"
    try:
        told = json.loads(path.read_text("utf-8"))
        folder, files, text = Path(told["folder"]), dict(told["files"]), str(told["run"])
    except FileNotFoundError as fault:
        raise diagnostics.fail("no-build", f"there is no build of {game} to record", hint=hint) from fault
    except (OSError, ValueError, KeyError, TypeError) as fault:
        message = "the record of the last build cannot be read"
        raise diagnostics.fail("no-build", message, Span(path.as_posix()), hint=hint) from fault
    for name, digest in files.items():
        try:
            data = (folder / name).read_bytes()
        except OSError:
            data = b""
        if hashlib.sha256(data).hexdigest() != digest:
            message = f"{name} is not as the last build wrote it"
            place, hint = Span(str(folder)), "build again, and print that"
            raise diagnostics.fail("no-build", message, place, hint=hint)
    memory = MemoryFiles({"run.yaml": text.encode("utf-8")})
    return read_run(Workspace(workspace.root, diagnostics, memory), "run.yaml")
