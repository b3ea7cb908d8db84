"""A cut plan in words."""

from __future__ import annotations

from collections.abc import Sequence

from hotpnp.impose.cutplan import CutPlan, PagePlan
from hotpnp.impose.measures import Measure
from hotpnp.units import show_inch, show_mm


def page_ranges(pages: Sequence[int]) -> str:
    """``1-11, 13`` for page numbers."""
    return ", ".join(_ranges(pages))


def page_names(pages: Sequence[int]) -> str:
    """``Page 3``, ``Pages 1-11, 13``."""
    return f"{'Page' if len(pages) == 1 else 'Pages'} {page_ranges(pages)}"


def cut_names(numbers: Sequence[int]) -> str:
    """``cut 4``, ``cuts 2, 4 and 6-8``."""
    words = _ranges(numbers)
    if len(numbers) == 1:
        return f"cut {words[0]}"
    return f"cuts {', '.join(words[:-1])} and {words[-1]}" if len(words) > 1 else f"cuts {words[0]}"


def _ranges(numbers: Sequence[int]) -> list[str]:
    found: list[list[int]] = []
    for number in sorted(numbers):
        if found and number == found[-1][1] + 1:
            found[-1][1] = number
        else:
            found.append([number, number])
    words: list[str] = []
    for first, last in found:
        words += [str(first)] if first == last else [f"{first}–{last}"]
    return words


def describe_page(page: PagePlan) -> tuple[str, ...]:
    """Which cuts pages leave out and which they need, in one or two short lines; ``all cuts``."""
    if not page.cuts:
        return ("no cuts",)
    if not page.left_out and not page.harmless:
        return ("all cuts",)
    if not page.left_out:
        return (f"needs {cut_names(page.cuts)};", "the others do no harm")
    without = f"without {cut_names(page.left_out)}"
    if not page.harmless:
        return (without,)
    word = "does" if len(page.harmless) == 1 else "do"
    return (f"{without};", f"{cut_names(page.harmless)} {word} no harm")


def describe_cuts(plan: CutPlan) -> list[tuple[str, str]]:
    """Each cut's number, and its distance in inches and millimetres from an edge that is still there."""
    return [(str(number), _distance(measure)) for number, measure in plan.measures.items()]


def _distance(measure: Measure) -> str:
    return f"{show_inch(measure.distance)} ({show_mm(measure.distance)}) from the {measure.edge}"


def describe_handling(plan: CutPlan) -> list[str]:
    """What is to be known before cutting: folding, stacks of strips, distances that differ on a page."""
    found = []
    if plan.double:
        found.append(
            "Fold each sheet along its dashed line and glue it, then cut. It is twice as thick: "
            "cut half as many in one stack."
        )
    piles = [f"cut {cut} stack the {strips} strips" for cut, strips in plan.piles]
    if piles:
        found.append(f"Before {', before '.join(piles)}.")
    for page in plan.pages:
        told = [f"cut {number} is {_distance(measure)}" for number, measure in page.measures.items()]
        if told:
            found.append(f"{page_names(page.pages)}: {', '.join(told)}.")
    return found


_CUT_OUT = "cut out each piece along its grey line, with scissors or a punch"
_FOLD = "fold each piece along its dashed lines"


def describe_rest(plan: CutPlan) -> list[str]:
    """What is to be done with the pieces when the cuts are made: cut out, folded."""
    found = []
    for words, pages in (
        (_CUT_OUT, [page for page in plan.pages if page.outlines]),
        (_FOLD, [page for page in plan.pages if page.folded]),
    ):
        numbers = tuple(number for page in pages for number in page.pages)
        if numbers:
            found.append(f"Then, {page_names(numbers).lower()}: {words}.")
    return found
