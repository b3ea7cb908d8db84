"""Named sizes of cards and papers, width by height."""

from __future__ import annotations

from typing import Annotated

from pydantic import AfterValidator

from hotpnp.diag import nearest
from hotpnp.geometry import Size
from hotpnp.units import inch, mm, parse_length, show_mm

CARDS: dict[str, Size] = {
    "poker": Size(inch("2.5"), inch("3.5")),
    "tcg": Size(mm(63), mm(88)),
    "bridge": Size(inch("2.25"), inch("3.5")),
    "mini-us": Size(inch("1.75"), inch("2.5")),
    "mini-american": Size(mm(41), mm(63)),
    "mini-european": Size(mm(44), mm(68)),
    "standard-american": Size(mm(56), mm(87)),
    "standard-european": Size(mm(59), mm(92)),
    "tarot-us": Size(inch("2.75"), inch("4.75")),
    "tarot-metric": Size(mm(70), mm(120)),
    "square-70": Size(mm(70), mm(70)),
    "square-poker": Size(inch("2.5"), inch("2.5")),
    "square-large": Size(inch("3.5"), inch("3.5")),
    "jumbo-us": Size(inch("3.5"), inch("5.5")),
    "jumbo-metric": Size(mm(88), mm(126)),
    "micro": Size(inch("1.25"), inch("1.75")),
    "business-us": Size(inch("3.5"), inch(2)),
    "business-euro": Size(mm(85), mm(55)),
    "hex": Size(inch("3.75"), inch("3.25")),
    "circle": Size(inch("3.5"), inch("3.5")),
    "chit-half": Size(inch("0.5"), inch("0.5")),
    "chit-five-eighths": Size(inch("0.625"), inch("0.625")),
    "chit-three-quarters": Size(inch("0.75"), inch("0.75")),
    "chit-inch": Size(inch(1), inch(1)),
    "slip": Size(mm(62), mm(87)),
    "half-letter": Size(inch("5.5"), inch("8.5")),
    "letter": Size(inch("8.5"), inch(11)),
    "a5": Size(mm(148), mm(210)),
    "a4": Size(mm(210), mm(297)),
}
"""Card sizes, and those of boards and loose sheets, upright (business cards lie). Figures: makers' and
sleeve tables. A slip goes into a sleeve in front of a real card."""

MEANINGS: dict[str, tuple[str, ...]] = {
    "mini": ("mini-us", "mini-american", "mini-european"),
    "standard": ("poker", "standard-american", "standard-european"),
    "tarot": ("tarot-us", "tarot-metric"),
    "chit": ("chit-half", "chit-five-eighths", "chit-three-quarters", "chit-inch"),
    "square": ("square-70", "square-poker", "square-large"),
    "jumbo": ("jumbo-us", "jumbo-metric"),
    "business": ("business-us", "business-euro"),
    "euro": ("tcg", "standard-european", "mini-european"),
}
"""Names that makers use for several sizes."""

PAPERS: dict[str, Size] = {
    "letter": Size(inch("8.5"), inch(11)),
    "legal": Size(inch("8.5"), inch(14)),
    "tabloid": Size(inch(11), inch(17)),
    "a4": Size(mm(210), mm(297)),
    "a3": Size(mm(297), mm(420)),
    "arch-b": Size(inch(12), inch(18)),
}
"""Paper sizes, upright. A4 is 595.276 x 841.890 pt: never rounded to whole points."""


def parse_size(text: str, names: dict[str, Size]) -> Size:
    """Read a name or ``63.5mm x 88.9mm``. Raises ValueError with a sentence for the user."""
    word = text.strip().lower()
    if word in names:
        return names[word]
    if word in MEANINGS and names is CARDS:
        sizes = ((name, CARDS[name]) for name in MEANINGS[word])
        meant = ", ".join(f"{name} ({show_mm(size.width)} x {show_mm(size.height)})" for name, size in sizes)
        raise ValueError(f'"{text}" has several meanings: {meant}')
    sides = word.split("x")
    if len(sides) == 2:
        width, height = sides
        if not width.strip().endswith(("in", "mm", "cm", "pt")):
            width += height.strip().lstrip("0123456789. ")
        size = Size(parse_length(width), parse_length(height))
        if min(size) > 0:
            return size
    close = nearest(word, names)
    if close:
        raise ValueError(f'"{text}" is not a size; did you mean "{close}"?')
    raise ValueError(f'"{text}" is not a size; write {", ".join(names)} or 63.5mm x 88.9mm')


def parse_card_size(text: str) -> Size:
    """A card size by name or measures."""
    return parse_size(text, CARDS)


def parse_paper(text: str) -> Size:
    """A paper size by name or measures."""
    return parse_size(text, PAPERS)


def _card(text: str) -> str:
    parse_card_size(text)
    return text


CARD_PAPER = "card"
"""As a sheet's paper: a page as large as one card with its bleed."""


def _paper(text: str) -> str:
    if text != CARD_PAPER:
        parse_paper(text)
    return text


CardSizeText = Annotated[str, AfterValidator(_card)]
PaperText = Annotated[str, AfterValidator(_paper)]
