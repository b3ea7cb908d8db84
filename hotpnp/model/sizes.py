"""Named sizes of cards and papers, width by height."""

from __future__ import annotations

from typing import Annotated

from pydantic import AfterValidator

from hotpnp.geometry import Size
from hotpnp.units import inch, mm, parse_length

CARDS: dict[str, Size] = {
    "poker": Size(inch("2.5"), inch("3.5")),
    "tcg": Size(mm(63), mm(88)),
    "bridge": Size(inch("2.25"), inch("3.5")),
}
"""Card sizes, upright. Figures: maker and sleeve tables; poker is 63.5 x 88.9 mm."""

PAPERS: dict[str, Size] = {
    "letter": Size(inch("8.5"), inch(11)),
    "legal": Size(inch("8.5"), inch(14)),
    "tabloid": Size(inch(11), inch(17)),
    "a4": Size(mm(210), mm(297)),
    "a3": Size(mm(297), mm(420)),
}
"""Paper sizes, upright. A4 is 595.276 x 841.890 pt: never rounded to whole points."""


def parse_size(text: str, names: dict[str, Size]) -> Size:
    """Read a name or ``63.5mm x 88.9mm``. Raises ValueError with a sentence for the user."""
    word = text.strip().lower()
    if word in names:
        return names[word]
    sides = word.split("x")
    if len(sides) == 2:
        width, height = sides
        if not width.strip().endswith(("in", "mm", "cm", "pt")):
            width += height.strip().lstrip("0123456789. ")
        size = Size(parse_length(width), parse_length(height))
        if min(size) > 0:
            return size
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


def _paper(text: str) -> str:
    parse_paper(text)
    return text


CardSizeText = Annotated[str, AfterValidator(_card)]
PaperText = Annotated[str, AfterValidator(_paper)]
