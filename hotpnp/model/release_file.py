"""The releases of a game: versions, and the print runs that they are."""

from __future__ import annotations

from pydantic import Field

from hotpnp.model.strict import Strict


class ReleaseSpec(Strict):
    """A version that was given out."""

    version: str = Field(description="Version of the game.")
    date: str = Field(description="Day, YYYY-MM-DD.")
    runs: list[str] = Field(default_factory=list, description="The last print runs before it.")
    message: str = Field("", description="What the designer says of it.")


class ReleasesFile(Strict):
    """prints/releases.yaml."""

    releases: list[ReleaseSpec] = Field(default_factory=list, description="Releases, the oldest first.")
