"""A file of prints/: what was printed on one occasion."""

from __future__ import annotations

from typing import Any

from pydantic import Field

from hotpnp.model.strict import Strict

Values = dict[str, Any]
"""A record's fields as typed: texts, or lists of texts."""


class EntrySpec(Strict):
    """A card as it was printed."""

    face: str = Field(description="Fingerprint of its front.")
    back: str = Field("", description="Fingerprint of its back, if backs were printed.")
    copies: int = Field(ge=0, description="Copies in the box after the run.")
    printed: int = Field(ge=0, description="Copies that the run printed.")
    revision: int = Field(ge=1, description="Number of the face: 1, 2, 3 ...")
    since: str = Field(description="Version of the game in which the face was first printed.")
    run: str = Field(description="Run in which the face was first printed.")
    values: Values = Field(default_factory=dict, description="Its fields as typed.")


class RunSpec(Strict):
    """A print run. Runs are only ever added."""

    run: str = Field(description="Name of the run.")
    number: int = Field(ge=1, description="How many runs led to this one, itself counted.")
    after: list[str] = Field(default_factory=list, description="The runs that it follows.")
    version: str = Field(description="Version of the game.")
    date: str = Field(description="Day of printing, YYYY-MM-DD.")
    sheet: dict[str, str] = Field(default_factory=dict, description="Sheet, paper, backs and flip.")
    layouts: str = Field(description="Digest of the game's and the shared layouts.")
    settings: dict[str, str] = Field(default_factory=dict, description="Settings in force.")
    whole: list[str] = Field(default_factory=list, description="Components that were printed whole.")
    records: dict[str, dict[str, Values]] = Field(
        default_factory=dict, description="Records of other tables that the cards refer to, by table and id."
    )
    cards: dict[str, dict[str, EntrySpec]] = Field(
        default_factory=dict, description="Cards that were printed, by component and id."
    )
    gone: dict[str, list[str]] = Field(
        default_factory=dict, description="Cards that were taken out, by component."
    )
    digest: str = Field(description="Digest of all that stands above it.")
