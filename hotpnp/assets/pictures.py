"""The pictures of a project by path, read when first used."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from hotpnp.assets.icons import Icon
from hotpnp.assets.images import Picture

Art: TypeAlias = Picture | Icon
"""A picture of pixels, or a drawing of an SVG file."""

Say = Callable[..., Any]


class Pictures:
    """Gives each picture once; what is wrong with it is said for every place that asks."""

    def __init__(self, load: Callable[[str, Say], Art | None]) -> None:
        self._load = load
        self._found: dict[str, Art] = {}

    def get(self, path: str, say: Say) -> Art | None:
        """The picture at a path of the project; none, having said why, when there is none."""
        if path not in self._found:
            art = self._load(path, say)
            if art is None:
                return None
            self._found[path] = art
        return self._found[path]
