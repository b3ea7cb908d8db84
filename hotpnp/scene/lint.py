"""Lints of finished faces: what stands off the card, too near its edge, over another, or too faint."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from hotpnp.assets.colour import WHITE, Gradient, Paint, Solid, contrast
from hotpnp.diag import Collector, Severity
from hotpnp.expand.faces import Face, Filled
from hotpnp.geometry import Insets, Rect
from hotpnp.model.layout import Element
from hotpnp.model.shape_elements import IconElement, PictureElement, PipsElement
from hotpnp.scene.compose import Composed, Composer
from hotpnp.scene.inside import depth, least_depth, winding
from hotpnp.scene.items import Image, Item, Path, TextRun, flat, ink_box
from hotpnp.units import PT, Length, show_mm, trim

ENOUGH = 4.5
ENOUGH_LARGE = 3.0
"""Least contrast of text, and of text from 18 pt or from 14 pt bold (WCAG 2, success criterion 1.4.3)."""
TOLERANCE = PT // 10


class _Content(NamedTuple):
    """Something that is read: a text, icon or picture."""

    item: Item
    box: Rect
    element: Element


class Linter:
    """Looks at the faces of a run; equal parts are looked at once."""

    def __init__(self, composer: Composer, diagnostics: Collector) -> None:
        self._composer = composer
        self._diagnostics = diagnostics
        self._contents: dict[Composed, tuple[_Content, ...]] = {}
        self._edges: set[Filled] = set()
        self._contrasts: set[tuple[Composed, tuple[Composed, ...]]] = set()
        self._overlaps: set[tuple[Composed, Composed]] = set()

    def look(self, face: Face) -> None:
        """Say what is wrong with a face."""
        composed = zip(face.filled, self._composer.layers(face), strict=True)
        layers = [(filled, one) for filled, one in composed if one.part.items]
        for i, (filled, one) in enumerate(layers):
            if filled not in self._edges:
                self._edges.add(filled)
                self._look_at_edges(face, filled, one)
            beneath = tuple(other for _, other in layers[:i] if other.part.box.overlaps(one.part.box))
            if (one, beneath) not in self._contrasts:
                self._contrasts.add((one, beneath))
                self._look_at_contrast(filled, one, beneath)
            for other in (*beneath, one):
                if (one, other) not in self._overlaps:
                    self._overlaps.add((one, other))
                    self._look_at_overlap(filled, one, other)

    def _contents_of(self, one: Composed) -> tuple[_Content, ...]:
        found = self._contents.get(one)
        if found is None:
            pairs = zip(one.part.items, one.owners, strict=True)
            found = tuple(
                _Content(inner, _read_box(inner), owner)
                for item, owner in pairs
                for inner in flat((item,))
                if isinstance(inner, TextRun | Image) or isinstance(owner.spec, _DRAWN)
            )
            self._contents[one] = found
        return found

    def _look_at_edges(self, face: Face, filled: Filled, one: Composed) -> None:
        card = Rect(0, 0, *face.size)
        allowed = card.grown(face.bleed + TOLERANCE)
        safe = card.inset(Insets(face.safe, face.safe, face.safe, face.safe)).grown(TOLERANCE)
        for item, owner in zip(one.part.items, one.owners, strict=True):
            box = ink_box(item)
            if not allowed.contains(box):
                over = show_mm(_beyond(box, allowed))
                edge = "bleed edge" if face.bleed else "trim"
                hint = "move it in, or give the layout a bleed and the element bleed: yes"
                self._say(
                    "off-card", f'"{owner.name}" is drawn {over} beyond the {edge}', owner, filled, hint, True
                )
                return
        for content in self._contents_of(one):
            if content.element.spec.bleed:
                continue
            if face.outline:
                found = self._look_at_outline(face, content, filled)
            else:
                found = not safe.contains(content.box) and card.overlaps(content.box)
                if found:
                    self._say_unsafe(_beyond(content.box, safe), content, filled)
            if found:
                return

    def _look_at_outline(self, face: Face, content: _Content, filled: Filled) -> bool:
        """Say when something stands outside the shape that is cut, or too near its edge."""
        inside = least_depth(face.outline, content.box)
        if inside < 0 and depth(face.outline, *content.box.centre) < 0:
            message = f'"{content.element.name}" stands outside the outline, on what is cut away'
            hint = "move it in, or silence this with a reason where it is meant"
            self._say("off-card", message, content.element, filled, hint, True)
        elif inside < face.safe - TOLERANCE:
            self._say_unsafe(face.safe - inside, content, filled)
        else:
            return False
        return True

    def _say_unsafe(self, over: Length, content: _Content, filled: Filled) -> None:
        message = (
            f'"{content.element.name}" stands {show_mm(over)} outside the safe zone, where a cut may hit it'
        )
        self._say("outside-safe-zone", message, content.element, filled)

    def _look_at_contrast(self, filled: Filled, one: Composed, beneath: tuple[Composed, ...]) -> None:
        ground = [_Ground(item, ink_box(item)) for other in beneath for item in flat(other.part.items)]
        for item in flat(one.part.items):
            if not isinstance(item, TextRun):
                ground.append(_Ground(item, ink_box(item)))
                continue
            if not item.text.strip():
                continue
            found = _worst_contrast(item, ground)
            large = item.size >= 18 * PT or (item.size >= 14 * PT and item.weight in ("bold", "black"))
            need = ENOUGH_LARGE if large else ENOUGH
            if found is not None and found < need:
                owner = _owner(one, item)
                message = (
                    f'"{_short(item.text)}" has a contrast of {trim(found, 1)} : 1, below {trim(need, 1)} : 1'
                )
                hint = "use a darker or lighter colour for the text or for what is beneath it"
                self._say("low-contrast", message, owner, filled, hint)

    def _look_at_overlap(self, filled: Filled, one: Composed, other: Composed) -> None:
        for upper in self._contents_of(one):
            for lower in self._contents_of(other):
                if upper.element is lower.element or upper.element.spec.layered or lower.element.spec.layered:
                    continue
                if not isinstance(upper.item, TextRun) and not isinstance(lower.item, TextRun):
                    continue
                if upper.box.overlaps(lower.box):
                    message = f'"{upper.element.name}" lies over "{lower.element.name}"'
                    hint = "move one of them, or say layered: yes where it is meant"
                    self._say("overlap", message, upper.element, filled, hint)
                    return

    def _say(
        self, code: str, message: str, element: Element, filled: Filled, hint: str = "", strong: bool = False
    ) -> None:
        if self._composer.silences.cover(code, element, filled):
            return
        severity: Severity = "error" if strong else "warning"
        card = filled.card.id if filled.card is not None else ""
        self._diagnostics.add(code, message, element.span(), hint=hint, card=card, severity=severity)


class _Ground(NamedTuple):
    """Something painted, with the rectangle that holds it."""

    item: Item
    box: Rect


_DRAWN = (IconElement, PipsElement, PictureElement)


def _owner(one: Composed, run: Item) -> Element:
    for item, owner in zip(one.part.items, one.owners, strict=True):
        if run in flat((item,)):
            return owner
    return one.owners[0]


def _read_box(item: Item) -> Rect:
    """What is read of an item: of a text, from the baseline to the top of the capitals."""
    if not isinstance(item, TextRun):
        return ink_box(item)
    whole = ink_box(item)
    up, down = item.size * 9 // 100, item.size // 4
    cut = {
        0: Insets(0, 0, up, down),
        90: Insets(down, up),
        180: Insets(0, 0, down, up),
        270: Insets(up, down),
    }
    return whole.inset(cut[item.turn])


def _beyond(box: Rect, limit: Rect) -> Length:
    return max(limit.x - box.x, limit.y - box.y, box.right - limit.right, box.bottom - limit.bottom)


def _worst_contrast(run: TextRun, beneath: Sequence[_Ground]) -> float | None:
    """The least contrast at three points of a text; none where a picture lies beneath it."""
    box = _read_box(run)
    worst = 21.0
    for share in (0.1, 0.5, 0.9):
        along = run.turn in (0, 180)
        x = box.x + round(box.width * (share if along else 0.5))
        y = box.y + round(box.height * (0.5 if along else share))
        ground = _ground_at(x, y, beneath)
        if ground is None:
            return None
        colours: Iterable[Solid] = ground.colours if isinstance(ground, Gradient) else (ground,)
        worst = min([worst, *(contrast(run.colour, colour) for colour in colours)])
    return worst


def _ground_at(x: float, y: float, beneath: Sequence[_Ground]) -> Paint | None:
    """What is painted last at a point: a paint, white paper, or none for a picture."""
    for item, box in reversed(beneath):
        if not _holds(box, x, y):
            continue
        if isinstance(item, Path):
            if _covers(item, x, y):
                return item.fill
        elif not isinstance(item, TextRun):
            return None
    return WHITE


def _covers(path: Path, x: float, y: float) -> bool:
    if path.fill is None or path.opacity < 0.5:
        return False
    turns = winding(path.commands, x, y)
    return turns % 2 == 1 if path.even_odd else turns != 0


def _holds(box: Rect, x: float, y: float) -> bool:
    return box.x <= x <= box.right and box.y <= y <= box.bottom


def _short(text: str) -> str:
    return text if len(text) <= 30 else text[:27] + "..."
