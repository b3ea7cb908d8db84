"""Numbers that a game declares: what is expected of its cards, and the tables that its statistics show."""

from __future__ import annotations

import re
from typing import Annotated, NamedTuple

from pydantic import AfterValidator, Field, model_validator

from hotpnp.model.strict import Strict

_EXPECTED = re.compile(r"([0-9]{1,9})|([0-9]{1,9})?\.\.([0-9]{1,9})?")


class Expected(NamedTuple):
    """How many cards there must be: from the least to the most, none where there is no limit."""

    least: int
    most: int | None

    def holds(self, found: int) -> bool:
        """Whether so many cards are as expected."""
        return self.least <= found and (self.most is None or found <= self.most)


def parse_expected(text: str) -> Expected:
    """Read a number of cards, ``8``, or a range, ``3..5``, ``3..`` or ``..5``."""
    match = _EXPECTED.fullmatch(text.strip())
    exact, least, most = match.groups() if match else (None, None, None)
    if exact is None and least is None and most is None:
        raise ValueError(f'"{text}" is not a number of cards; write 8, or a range such as 3..5')
    if exact is not None:
        return Expected(int(exact), int(exact))
    found = Expected(int(least or 0), int(most) if most is not None else None)
    if found.most is not None and found.most < found.least:
        raise ValueError(f'"{text}" ends before it begins; write {found.most}..{found.least}')
    return found


def _checked(text: str) -> str:
    parse_expected(text)
    return text


ExpectedText = Annotated[str, AfterValidator(_checked)]


class StatSpec(Strict):
    """A table of the statistics."""

    count: str | None = Field(
        None,
        description="Pieces for each value of a field, of a table that fields refer to, or of a path such as "
        "reward.skill.",
    )
    cross: list[str] | None = Field(
        None, min_length=2, max_length=2, description="Pieces for each pair of values: rows, columns."
    )
    value: str | None = Field(None, description="With cross: the mean of this number in place of the pieces.")

    @model_validator(mode="after")
    def _one_kind(self) -> StatSpec:
        if (self.count is None) == (self.cross is None):
            raise ValueError("a table of the statistics has one of the keys count and cross")
        if self.value is not None and self.cross is None:
            raise ValueError("value goes with cross")
        return self
