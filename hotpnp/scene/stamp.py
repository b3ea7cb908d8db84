"""Stamps: the small marks that tell which print of a card this is, set once its history is known."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace

from hotpnp.assets.fonts import Fonts
from hotpnp.scene.items import Group, Item, Part, Scene, TextRun


def has_stamps(scene: Scene) -> bool:
    """Whether a scene has places for stamps."""
    return any(_stamps_in(item) for item in scene.items)


def _stamps_in(item: Item) -> bool:
    if isinstance(item, Group):
        return any(_stamps_in(inner) for inner in item.items)
    return isinstance(item, TextRun) and item.stamp is not None


def stamped(scene: Scene, words: Mapping[str, str], fonts: Fonts) -> Scene:
    """The scene with its stamps set in these words, by kind; parts without stamps stay shared."""
    parts = tuple(
        Part(tuple(_set(item, words, fonts) for item in part.items))
        if any(_stamps_in(item) for item in part.items)
        else part
        for part in scene.parts
    )
    return replace(scene, parts=parts)


def _set(item: Item, words: Mapping[str, str], fonts: Fonts) -> Item:
    if isinstance(item, Group):
        return item._replace(items=tuple(_set(inner, words, fonts) for inner in item.items))
    if not isinstance(item, TextRun) or item.stamp is None:
        return item
    kind, place = item.stamp
    text = words.get(kind, "")
    width = fonts.face(item.face, item.weight, item.italic).width(text, item.size)
    along = (item.width - width) * place
    angle = math.radians(item.turn)
    x, y = item.x + round(along * math.cos(angle)), item.y + round(along * math.sin(angle))
    return item._replace(text=text, x=x, y=y, width=width, stamp=None)
