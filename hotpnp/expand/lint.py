"""Lints of layouts and tables as a whole: what is never drawn, never used, or told by colour alone."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping

from hotpnp.diag import LINTS, Collector, Span, did_you_mean
from hotpnp.expand.compiled import Compiled
from hotpnp.expand.faces import Context, FaceMaker
from hotpnp.model.layout import Element
from hotpnp.model.table import Table


def lint_layouts(
    makers: Iterable[tuple[FaceMaker, Table]],
    silenced: Callable[[str, Element], bool],
    diagnostics: Collector,
) -> None:
    """Say which elements were drawn on no card, and which texts said nothing.

    What a part holds, and what layouts inherit, is looked at for all its uses together. Shared layouts are
    made for several games, so that one of them may leave something out.
    """
    uses: dict[Span | int, list[tuple[Compiled, FaceMaker, Table]]] = {}
    for maker, table in makers:
        for item in _all(maker.compiled):
            uses.setdefault(item.element.span() or id(item), []).append((item, maker, table))
    for same in uses.values():
        element = same[0][0].element
        if element.is_shared:
            continue
        names = ", ".join(dict.fromkeys(table.name for _, _, table in same))
        if not any(id(item) in maker.drawn for item, maker, _ in same):
            code, message = "element-never-drawn", f'"{element.name}" is drawn on no card of {names}'
            hint = "its when: is never true, or its each: list is always empty"
        elif not any(maker.filled_texts.get(id(item), id(item) in maker.drawn) for item, maker, _ in same):
            code, message = "empty-text", f'"{element.name}" says nothing on any card of {names}'
            hint = "remove it, or give the field a value"
        else:
            continue
        if not silenced(code, element):
            diagnostics.add(code, message, element.span("when"), hint=hint, severity="warning")


def _all(items: Iterable[Compiled]) -> Iterable[Compiled]:
    """Elements whose parent may be drawn; those inside one that never is are not told apart."""
    for item in items:
        yield item
        yield from _all(item.children)


def lint_fields(
    tables: Mapping[str, Table],
    makers: Iterable[tuple[FaceMaker, Table]],
    context: Context,
    diagnostics: Collector,
) -> None:
    """Say which fields nothing uses, and which are told by colour alone."""
    coloured: dict[tuple[str, str], bool] = {}
    for maker, table in makers:
        alone = frozenset[str]().union(*(item.colour_names for item in maker.compiled))
        elsewhere = frozenset[str]().union(*(item.names - item.colour_names for item in maker.compiled))
        for name in alone:
            coloured[table.name, name] = coloured.get((table.name, name), True) and name not in elsewhere
        for name in elsewhere:
            coloured[table.name, name] = False
    for table in tables.values():
        for name, spec in table.fields.items():
            key = (table.name, name)
            found = message = hint = ""
            if key not in context.used:
                found, message = "field-unused", f'the field "{name}" is used by no layout'
                hint = "use it, remove it, or silence field-unused at the field with a reason"
            elif coloured.get(key) and spec.type != "colour" and spec.ref is None:
                found, message = "colour-only", f'the field "{name}" is told by colour alone'
                hint = "add a letter, an icon or a shape, for grey prints and colour-blind players"
            _report(found, spec.silence, table.places.get(name), message, hint, diagnostics)


def _report(
    found: str,
    silence: Mapping[str, str],
    place: Span | None,
    message: str,
    hint: str,
    diagnostics: Collector,
) -> None:
    for code, reason in silence.items():
        if code not in LINTS:
            text = f'"{code}" is not a warning that can be silenced'
            diagnostics.add("unknown-value", text, place, hint=did_you_mean(code, LINTS))
        elif not reason.strip():
            diagnostics.add("bad-value", f'the silence of "{code}" needs a reason', place)
        elif code != found:
            text = f'"{code}" is silenced here and nothing is wrong'
            diagnostics.add("silence-unused", text, place, hint="remove it", severity="warning")
    if found and found not in silence:
        diagnostics.add(found, message, place, hint=hint, severity="warning")


_WORD = re.compile(r"[^\W\d_]+")


class Spelling:
    """Finds words that are one slip away from a declared label: a letter wrong, missing or swapped."""

    def __init__(self, labels: Iterable[str]) -> None:
        self._labels = [(label, _WORD.findall(label.casefold())) for label in labels]

    def faults(self, text: str) -> list[tuple[str, str]]:
        """The misspelt stretches of a text with the labels that were meant."""
        found = []
        matches = list(_WORD.finditer(text))
        words = [match.group().casefold() for match in matches]
        for label, wanted in self._labels:
            count = len(wanted)
            for i in range(len(words) - count + 1):
                wrong = [(a, b) for a, b in zip(words[i : i + count], wanted, strict=True) if a != b]
                if len(wrong) == 1 and _one_slip(*wrong[0]):
                    found.append((text[matches[i].start() : matches[i + count - 1].end()], label))
        return found


def _one_slip(word: str, wanted: str) -> bool:
    """Whether one letter is wrong, missing, too many (but for a plural s) or swapped with its neighbour."""
    if len(wanted) < 5 or wanted + "s" == word or word + "s" == wanted:
        return False
    if len(word) == len(wanted):
        wrong = [i for i, (a, b) in enumerate(zip(word, wanted, strict=True)) if a != b]
        if len(wrong) == 1:
            return True
        i = wrong[0]
        return len(wrong) == 2 and wrong[1] == i + 1 and word[i] == wanted[i + 1] and word[i + 1] == wanted[i]
    short, long = sorted((word, wanted), key=len)
    return len(long) - len(short) == 1 and any(long[:i] + long[i + 1 :] == short for i in range(len(long)))
