"""What a printer can print, held against sheets of cards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from hotpnp.assets.colour import WHITE
from hotpnp.geometry import IDENTITY, Affine, Insets, Rect, Size, map_rect, turn_into
from hotpnp.impose.place import Placement, Sheet, back_adjustment
from hotpnp.model.printer import Printer
from hotpnp.model.sheet import SheetSpec
from hotpnp.model.values import parse_measure
from hotpnp.scene.items import Group, Item, Path, ink_box
from hotpnp.units import Length, show_mm


class BeyondPrinter(ValueError):
    """A sheet that needs more of the paper than the printer can print; the text gives the sums."""


class Short(NamedTuple):
    """A side of the paper on which cards reach beyond what can be printed, and by how much."""

    side: str
    needed: Length
    """Distance from the paper's edge to the outermost print."""
    margin: Length


def margins_on(printer: Printer, paper: Size) -> Insets | None:
    """The margins of a printer on a paper as it lies; none when the profile does not say.

    A profile speaks of upright paper. Drivers turn lying paper either way, so the wider of two counts.
    """
    margin = printer.margin
    if margin is None or paper.height >= paper.width:
        return margin
    ends, sides = max(margin.top, margin.bottom), max(margin.left, margin.right)
    return Insets(ends, ends, sides, sides)


def keep_printable(sheets: Sequence[Sheet], spec: SheetSpec, printer: Printer | None) -> None:
    """Raise BeyondPrinter when cards, less the frame they keep white, reach beyond the printable area."""
    if printer is None or printer.margin is None or not sheets:
        return
    frame = parse_measure(spec.frame).within(sheets[0].plot.paper.width)
    sums = "; ".join(_sums(one, f"printer {printer.name}", frame) for one in _beyond(sheets, frame))
    if sums:
        raise BeyondPrinter(f"needs more than the printer can print: {sums}")


def _beyond(sheets: Sequence[Sheet], frame: Length) -> list[Short]:
    found: dict[str, Short] = {}
    for sheet in sheets:
        if not sheet.is_cut:
            continue
        area, (wide, high) = sheet.plot.printable, sheet.plot.paper
        for placed in _cards(sheet):
            trim = placed.trim
            for one in (
                Short("left", trim.x + frame, area.x),
                Short("right", wide - trim.right + frame, wide - area.right),
                Short("top", trim.y + frame, area.y),
                Short("bottom", high - trim.bottom + frame, high - area.bottom),
            ):
                known = found.get(one.side)
                if one.needed < one.margin and (known is None or one.needed < known.needed):
                    found[one.side] = one
    return list(found.values())


def _sums(short: Short, printer: str, frame: Length) -> str:
    kept = f", with {show_mm(frame)} of it kept white by the cards" if frame else ""
    return (
        f"its cards stand {show_mm(short.needed - frame)} from the {short.side} edge{kept}; "
        f"{printer} leaves {show_mm(short.margin)} white there, {show_mm(short.margin - short.needed)} more"
    )


def unprinted(sheets: Sequence[Sheet]) -> Iterator[tuple[Placement, Length]]:
    """Cards that have ink inside their trim where it is not printed, each once, with how far it reaches."""
    seen: set[tuple[str, str]] = set()
    for sheet in sheets:
        if not sheet.is_cut:
            continue
        area = sheet.plot.printable
        for placed in _cards(sheet):
            key = (placed.component, placed.card)
            if key in seen or area.contains(placed.trim):
                continue
            matrix = turn_into(placed.scene.size, placed.trim, placed.turn)
            boxes = ink_within(placed.scene.items, placed.trim, matrix)
            reach = max((_reach(box, area) for box in boxes), default=0)
            if reach > 0:
                seen.add(key)
                yield placed, reach


def _cards(sheet: Sheet) -> Iterator[Placement]:
    yield from sheet.front.placements
    yield from sheet.front.folded
    yield from sheet.back.placements if sheet.back is not None else ()


def ink_within(items: Iterable[Item], trim: Rect, matrix: Affine = IDENTITY) -> Iterator[Rect]:
    """The places inside a trim that items ink, after a map; what is painted white is white paper."""
    for item in items:
        if isinstance(item, Path) and item.fill in (None, WHITE) and item.stroke in (None, WHITE):
            continue
        if isinstance(item, Group) and not item.clip:
            yield from ink_within(item.items, trim, item.matrix.then(matrix))
            continue
        box = map_rect(ink_box(item), matrix).common(trim)
        if box.width > 0 and box.height > 0:
            yield box


def _reach(box: Rect, area: Rect) -> Length:
    return max(area.x - box.x, box.right - area.right, area.y - box.y, box.bottom - area.bottom)


def adjusted(sheets: Sequence[Sheet], printer: Printer) -> list[Sheet]:
    """The sheets with their back sides moved and turned as the printer needs it; fronts stay."""
    return [
        replace(sheet, back=replace(sheet.back, adjust=back_adjustment(printer.back, sheet.plot.paper)))
        if sheet.back is not None
        else sheet
        for sheet in sheets
    ]
