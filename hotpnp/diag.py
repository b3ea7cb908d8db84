"""Complaints about the input: where they are, what is wrong, what to do."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple

Severity = Literal["error", "warning"]

CODES: dict[str, str] = {
    "already-printed": "A build that is recorded, or that another run has overtaken.",
    "bad-run": "A print run's file is damaged.",
    "bad-font": "A font file cannot be used.",
    "bad-expression": "An expression or a text with {fields} cannot be read.",
    "bad-markdown": "A document holds something that cannot be set.",
    "bad-picture": "A picture file cannot be drawn.",
    "bad-profile": "A colour profile is missing or not of the kind that is needed.",
    "bad-svg": "An SVG picture cannot be drawn.",
    "bad-value": "A value is not of the kind that its key takes.",
    "bleed-cut": "The paper or the sheet leaves too little room for the bleed of its cards.",
    "beyond-printer": "A sheet needs more of the paper than the printer can print.",
    "box-overspecified": "A box gives more edges, sizes and centres than it needs.",
    "card-too-big": "A card does not fit the place on the sheet that is meant for it.",
    "comment-value": "An unquoted # starts a comment, so the value is empty.",
    "cutter-portrait": "A sheet for a cutting machine does not lie on its long side.",
    "duplicate-id": "Two cards of one game have the same id.",
    "duplicate-key": "A key stands twice in the same mapping.",
    "empty-table": "A table holds no cards.",
    "evaluation-failed": "An expression fails for one card.",
    "expectation-failed": "The cards are not as many as game.yaml expects.",
    "extends-loop": "A layout inherits from itself.",
    "extra-missing": "An optional part of hotpnp is not installed.",
    "file-missing": "A file that another file names is not there.",
    "file-unreadable": "A file cannot be opened.",
    "glyph-missing": "No font has a sign that a text needs.",
    "ink-in-frame": "A card prints where the sheet needs a white frame.",
    "ink-unprintable": "A card has ink where the printer asked for, or most printers, cannot print.",
    "locked": "Another hotpnp writes to the same folder.",
    "missing-key": "A key that must be there is not.",
    "missing-value": "A card lacks a value for a field.",
    "no-build": "There is no build that could be recorded as printed.",
    "no-project": "The folder holds no hotpnp project.",
    "colour-only": "A field is told by colour alone.",
    "element-never-drawn": "An element is drawn on no card.",
    "empty-text": "A text says nothing on any card.",
    "field-unused": "A field is used by no layout and no document.",
    "low-contrast": "A text stands out too little from what is beneath it.",
    "low-dpi": "A picture has too few pixels for its size.",
    "misspelt-label": "A text holds a word that looks like a misspelling of a declared one.",
    "off-card": "Something is drawn beyond the card.",
    "outside-safe-zone": "A text or picture stands so near the trim that a cut may hit it.",
    "option-useless": "An option of the command that the sheet asked for cannot follow.",
    "overlap": "Two elements that are not declared as layered lie over each other.",
    "picture-note": "Something about a picture that is worth knowing.",
    "type-too-small": "A type size is too small to read.",
    "nothing-to-print": "All numbers of copies are 0.",
    "not-utf8": "A file is not UTF-8 text.",
    "not-editable": "A value cannot be changed so that the rest of its file stays as it is.",
    "not-writable": "An output file cannot be written.",
    "script-unsupported": "A text in a script that needs joined or reordered letters.",
    "released": "A version that was given out before.",
    "run-differs": "A run that is printed again looks different now.",
    "run-missing": "A print run that another follows has no file.",
    "sheet-too-big": "A sheet does not fit its paper.",
    "syntax": "A YAML file cannot be read.",
    "tab": "A YAML line is indented with a tab.",
    "silence-unused": "A silenced warning that no longer fires.",
    "text-overflow": "A text does not fit its box.",
    "too-many-copies": "A number of copies is above the limit.",
    "transparency": "Something is see-through in a file that may hold nothing of the kind.",
    "unknown-card": "A card id that nothing defines.",
    "unknown-component": "A component that the game does not have.",
    "unknown-font": "A font or a weight that does not exist.",
    "unknown-game": "A game that the project does not have.",
    "unknown-icon": "An icon that no icons folder holds.",
    "unknown-key": "A key that the file may not have.",
    "unknown-name": "A name in an expression that no field, setting or table has.",
    "unknown-page": "A page that the kit does not have.",
    "unknown-part": "A part that the layout does not define.",
    "unknown-paper": "A paper size that is not known.",
    "unknown-printer": "A printer that no profile describes.",
    "unknown-revision": "A revision that git does not have, or whose game cannot be laid out.",
    "unknown-run": "A print run that the game does not have.",
    "unknown-sheet": "A sheet that neither the game nor hotpnp has.",
    "unknown-table": "A table that the game does not have.",
    "unknown-tag": "A tag that no card has.",
    "unclosed-markup": "A mark of bold or italic text is opened and not closed.",
    "unknown-style": "A style that the layout does not name.",
    "unknown-value": "A value that is not in the list or table that it must come from.",
    "unsafe-svg": "An SVG picture holds a script or refers to another file.",
}
"""Every diagnostic code, with the sentence that explains it."""


LINTS = frozenset(
    {
        "colour-only",
        "element-never-drawn",
        "empty-text",
        "field-unused",
        "low-contrast",
        "low-dpi",
        "misspelt-label",
        "off-card",
        "outside-safe-zone",
        "overlap",
        "picture-note",
        "text-overflow",
        "type-too-small",
    }
)
"""The codes that a layout, a field or a card may silence, with a reason."""


class Span(NamedTuple):
    """A place in an input file: path as shown to the user, line and column from 1, length in signs."""

    file: str
    line: int = 0
    column: int = 0
    length: int = 1


class Diagnostic(NamedTuple):
    """One complaint."""

    code: str
    message: str
    span: Span | None = None
    hint: str = ""
    card: str = ""
    severity: Severity = "error"

    def headline(self) -> str:
        """``file:line:column: error[code] card: message`` on one line."""
        place = ""
        if self.span is not None:
            numbers = f":{self.span.line}:{self.span.column}" if self.span.line else ""
            place = f"{self.span.file}{numbers}: "
        card = f" {self.card}:" if self.card else ""
        return f"{place}{self.severity}[{self.code}]{card} {self.message}"


class Stopped(Exception):
    """Raised between stages when errors have been collected: nothing may be written."""


class Collector:
    """Gathers the complaints of a run; equal ones are kept once."""

    def __init__(self) -> None:
        self._found: dict[Diagnostic, None] = {}

    def add(
        self,
        code: str,
        message: str,
        span: Span | None = None,
        *,
        hint: str = "",
        card: str = "",
        severity: Severity = "error",
    ) -> None:
        """Record a complaint. Raises KeyError for a code that CODES does not name."""
        CODES[code]
        self._found[Diagnostic(code, message, span, hint, card, severity)] = None

    def extend(self, diagnostics: Iterable[Diagnostic]) -> None:
        """Record complaints made elsewhere."""
        self._found.update(dict.fromkeys(diagnostics))

    def __iter__(self) -> Iterator[Diagnostic]:
        """The complaints in order of place; those of several cards at one place are told once."""
        return iter(_folded(sorted(self._found, key=_order)))

    @property
    def failed(self) -> bool:
        """Whether there is an error."""
        return any(found.severity == "error" for found in self._found)

    def stop_on_errors(self) -> None:
        """Raise Stopped when there is an error."""
        if self.failed:
            raise Stopped

    def fail(self, code: str, message: str, span: Span | None = None, *, hint: str = "") -> Stopped:
        """Record an error and give the exception to raise."""
        self.add(code, message, span, hint=hint)
        return Stopped()


def _folded(found: list[Diagnostic]) -> Iterator[Diagnostic]:
    groups: dict[Diagnostic, list[Diagnostic]] = {}
    for one in found:
        groups.setdefault(one._replace(card=""), []).append(one)
    for first, *others in groups.values():
        cards = list(dict.fromkeys(one.card for one in others if one.card))
        if not cards:
            yield first
            continue
        names = ", ".join(cards[:5]) + (f" and {len(cards) - 5} more" if len(cards) > 5 else "")
        yield first._replace(message=f"{first.message}; also {names}")


def _order(found: Diagnostic) -> tuple[str, int, int, str]:
    span = found.span or Span("")
    return span.file, span.line, span.column, found.code


def nearest(word: str, known: Iterable[str]) -> str:
    """The known word most like this one, or an empty text."""
    options = sorted(known)
    by_case = {option.lower(): option for option in options}
    if word.lower() in by_case:
        return by_case[word.lower()]
    close = difflib.get_close_matches(word, options, n=1, cutoff=0.6)
    return close[0] if close else ""


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """A hint with the nearest known word, else the list of known words."""
    options = sorted(known)
    close = nearest(word, options)
    if close:
        return f'did you mean "{close}"?'
    if not options:
        return ""
    shown = ", ".join(options[:12]) + (", ..." if len(options) > 12 else "")
    return f"known here: {shown}"
