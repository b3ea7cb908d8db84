"""What the benchmarks share: hotpnp's command, and the time and memory of a whole process."""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
_COMPILED = tempfile.TemporaryDirectory(prefix="hotpnp-bench-")
_RUN = """
import json, resource, subprocess, sys, time
start = time.perf_counter()
subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL)
seconds = time.perf_counter() - start
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(json.dumps([seconds, used.ru_maxrss / 1024, used.ru_utime + used.ru_stime]))
"""


class Run(NamedTuple):
    """What a process took: wall seconds, peak memory in MB, CPU seconds."""

    seconds: float
    megabytes: float
    cpu: float


def build_command(project: Path, output: Path) -> list[str]:
    """``hotpnp build`` for a project, as an installed command."""
    tool = Path(sys.executable).with_name("hotpnp" + (".exe" if os.name == "nt" else ""))
    return [str(tool), "build", "--project", str(project), "--output", str(output)]


def timed(command: list[str]) -> Run:
    """What a command takes as a process of its own.

    Modules are compiled once, as those of an installed program are, whatever the environment says; so
    the first run of a command takes longer and is not to be counted.
    """
    environment = {**os.environ, "PYTHONPYCACHEPREFIX": _COMPILED.name}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    runner = [sys.executable, "-c", _RUN, *command]
    done = subprocess.run(runner, capture_output=True, text=True, env=environment)
    if done.returncode:
        raise SystemExit(done.stderr)
    return Run(*json.loads(done.stdout))


def ratio(ours: Sequence[float], theirs: Sequence[float]) -> float:
    """The median of the pairs' ratios, so that a noisy machine tells little lies."""
    return statistics.median(a / b for a, b in zip(ours, theirs, strict=True))
