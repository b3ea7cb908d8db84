"""All print runs of a game in their order, and what is in the box after them."""

from __future__ import annotations

from dataclasses import dataclass, field

from hotpnp.diag import Span
from hotpnp.prints.run import Entry, Key, Run, read_run
from hotpnp.source.workspace import Workspace

SUFFIX = ".yaml"
RELEASES = "releases.yaml"
"""The file beside the runs that tells which of them are versions."""


def runs_folder(game: str) -> str:
    """Where a game's runs lie."""
    return f"cards/{game}/prints"


@dataclass(slots=True)
class Box:
    """The cards that lie in the box after some runs."""

    entries: dict[Key, Entry] = field(default_factory=dict)
    last: dict[Key, str] = field(default_factory=dict)
    """The run that printed a card last."""
    doubts: dict[Key, tuple[str, str]] = field(default_factory=dict)
    """Cards that two runs, of which neither knew the other, printed differently."""


@dataclass(frozen=True, slots=True)
class History:
    """The runs of a game, each after those that it follows."""

    runs: tuple[Run, ...]

    @property
    def heads(self) -> tuple[str, ...]:
        """The runs that no other follows."""
        followed = {name for run in self.runs for name in run.after}
        return tuple(run.name for run in self.runs if run.name not in followed)

    @property
    def next_number(self) -> int:
        """The number of the next run."""
        return max((run.number for run in self.runs), default=0) + 1

    def run(self, name: str) -> Run | None:
        """The run of a name."""
        return next((run for run in self.runs if run.name == name), None)

    def until(self, name: str) -> History:
        """The run of a name with all that led to it."""
        known = self._before(name) | {name}
        return History(tuple(run for run in self.runs if run.name in known))

    def _before(self, name: str) -> set[str]:
        """The runs that led to one."""
        by_name = {run.name: run for run in self.runs}
        found: set[str] = set()
        waiting = [*by_name[name].after]
        while waiting:
            one = waiting.pop()
            if one not in found:
                found.add(one)
                waiting += by_name[one].after
        return found

    def box(self) -> Box:
        """What is in the box: the cards of the last run that printed each, without those taken out.

        A run that printed a component whole starts it anew, for all that it knew of.
        """
        box = Box()
        for run in self.runs:
            before = self._before(run.name)
            removed = [key for key in box.entries if key.component in run.whole and box.last[key] in before]
            for key in (
                *removed,
                *(key for key in run.gone if key in box.entries and box.last[key] in before),
            ):
                del box.entries[key]
            for key, entry in run.cards.items():
                known = box.entries.get(key)
                if known is not None and box.last[key] not in before and known.face != entry.face:
                    box.doubts[key] = (box.last[key], run.name)
                elif known is None or box.last[key] in before:
                    box.doubts.pop(key, None)
                box.entries[key] = entry
                box.last[key] = run.name
        return box

    def revision(self, key: Key, face: str, back: str) -> tuple[int, Entry | None]:
        """The number of a face, and the entry that printed it first; a new face has the next number.

        A back counts where both the face and a run have one.
        """
        highest = 0
        for run in self.runs:
            entry = run.cards.get(key)
            if entry is None:
                continue
            if same_face(entry, face, back):
                return entry.revision, entry
            highest = max(highest, entry.revision)
        return highest + 1, None


def same_face(entry: Entry, face: str, back: str) -> bool:
    """Whether a printed card looks so; a back that was not printed, or is not to be, cannot differ."""
    return entry.face == face and (not back or not entry.back or entry.back == back)


def load_history(workspace: Workspace, game: str) -> History:
    """All runs of a game in order. Raises Stopped, having said why, when one is damaged or missing."""
    folder = runs_folder(game)
    files = sorted(name for name in workspace.names(folder) if name.endswith(SUFFIX) and name != RELEASES)
    found: dict[str, Run] = {}
    places: dict[str, str] = {}
    for file in files:
        path = f"{folder}/{file}"
        run = read_run(workspace, path)
        if run.name != file.removesuffix(SUFFIX):
            message = f'the file holds the run "{run.name}"'
            hint = f'rename it to "{run.name}{SUFFIX}"'
            raise workspace.diagnostics.fail("bad-run", message, Span(path), hint=hint)
        found[run.name] = run
        places[run.name] = path
    for run in found.values():
        for name in run.after:
            if name not in found:
                message = f'the run "{run.name}" follows the run "{name}", whose file is missing'
                hint = f"take {folder}/{name}{SUFFIX} back from git or a backup"
                raise workspace.diagnostics.fail("run-missing", message, Span(places[run.name]), hint=hint)
    return History(_in_order(found))


def _in_order(runs: dict[str, Run]) -> tuple[Run, ...]:
    """Runs after those that they follow; others by date, number and name."""
    waiting = sorted(runs.values(), key=lambda run: (run.date, run.number, run.name))
    done: dict[str, Run] = {}
    while waiting:
        ready = next((run for run in waiting if all(name in done for name in run.after)), None)
        if ready is None:  # runs that follow each other in a circle: no one wrote them so
            ready = waiting[0]
        waiting.remove(ready)
        done[ready.name] = ready
    return tuple(done.values())
