"""Checks of sheets before they are drawn: white frames, bleed at the paper's edge, the printer's margins."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from hotpnp.diag import Collector, Span
from hotpnp.geometry import Insets, Rect, Size
from hotpnp.impose.kit import Deck
from hotpnp.impose.place import Placement, Sheet
from hotpnp.model.game import Game
from hotpnp.model.printer import Printer
from hotpnp.model.sheet import SheetSpec
from hotpnp.model.values import parse_measure
from hotpnp.pipeline.printing import BeyondPrinter, ink_within, keep_printable, unprinted
from hotpnp.scene.items import Part
from hotpnp.units import Length, show_mm


class SheetChecks:
    """Says what is wrong with the sheets of one game; ``place`` is where the sheet is named."""

    def __init__(self, game: Game, diagnostics: Collector, place: Span | None) -> None:
        self._game = game
        self._diagnostics = diagnostics
        self._place = place

    def frames(self, decks: Sequence[Deck], spec: SheetSpec, paper: Size) -> set[str]:
        """Warn of ink in the white frame that a sheet needs, once for each component; gives these."""
        frame = parse_measure(spec.frame).within(paper.width)
        clean: set[Part] = set()
        warned = set()
        for deck in decks if frame else []:
            trim = Rect(0, 0, *deck.size)
            inner = trim.inset(Insets(frame, frame, frame, frame))
            for piece in deck.pieces:
                parts = [part for part in piece.front.parts if part not in clean]
                if any(not inner.contains(box) for part in parts for box in ink_within(part.items, trim)):
                    message = (
                        f"ink lies within {show_mm(frame)} of the trim, where many printers cannot print"
                    )
                    hint = "keep the frame white, or choose a sheet with margins"
                    place = self._layout_place(deck.component)
                    self._warn("ink-in-frame", message, place, hint, piece.card)
                    warned.add(deck.component)
                    break
                clean.update(parts)
        return warned

    def edges(self, sheets: Sequence[Sheet], told: set[str]) -> None:
        """Warn of ink that most printers leave out, once for each component that is not told of yet."""
        told = set(told)
        for placed, reach in unprinted(sheets):
            if placed.component in told:
                continue
            told.add(placed.component)
            message = (
                f"{show_mm(reach)} of its print lie at the paper's edge, where many printers cannot print"
            )
            hint = "keep the edge white, choose a sheet with more margin, or name your --printer"
            self._warn("ink-unprintable", message, self._layout_place(placed.component), hint, placed.card)

    def bleed(self, sheets: Sequence[Sheet]) -> None:
        """Warn, once each, when the paper's edge or a neighbour cuts the bleed of a card."""
        self._shared_bleed(sheets)
        for sheet in sheets:
            paper = Rect(0, 0, *sheet.plot.paper)
            for placed in sheet.front.placements:
                if placed.clip is None or paper.contains(placed.trim.grown(placed.scene.bleed)):
                    continue
                message = f"the paper's edge cuts the bleed of {show_mm(placed.scene.bleed)}"
                hint = "choose a sheet with more margin or a larger paper"
                self._warn("bleed-cut", message, self._place, hint, placed.card)
                return

    def _shared_bleed(self, sheets: Sequence[Sheet]) -> None:
        """Warn when fixed columns or rows leave the bleed between neighbours too little room."""
        for sheet in sheets:
            spec, paper = sheet.plot.spec, Rect(0, 0, *sheet.plot.paper)
            counted = spec.cell is None and (spec.columns or spec.rows)
            for placed in sheet.front.placements if counted else ():
                left = _least_reach(placed, paper)
                if left is None:
                    continue
                room = f"only {show_mm(left)}" if left else "no room"
                message = (
                    f"the bleed of {show_mm(placed.scene.bleed)} has {room} between neighbours, since the "
                    "sheet fixes its columns and rows"
                )
                hint = "choose fewer columns: or rows:, or a larger paper; else cut with great care"
                self._warn("bleed-cut", message, self._place, hint, placed.card)
                return

    def printer(
        self,
        sheets: Sequence[Sheet],
        name: str,
        spec: SheetSpec,
        printer: Printer,
        others: Callable[[], Sequence[str]],
    ) -> None:
        """Stop when a printer cannot print a sheet; warn of ink that it leaves out, card by card.

        ``others`` gives the names of sheets that it can print. Raises Stopped.
        """
        try:
            keep_printable(sheets, spec, printer)
        except BeyondPrinter as fault:
            fitting = others()
            hint = f"sheets that it can print, the fewest first: {', '.join(fitting)}" if fitting else ""
            message = f'the sheet "{name}" {fault}'
            raise self._diagnostics.fail("beyond-printer", message, self._place, hint=hint) from fault
        for placed, reach in unprinted(sheets):
            message = f"{show_mm(reach)} of its print lie where printer {printer.name} cannot print"
            hint = "keep the edge white, or choose a sheet with more margin"
            self._warn("ink-unprintable", message, self._card_place(placed), hint, placed.card)

    def _layout_place(self, component: str) -> Span | None:
        return next(c for c in self._game.components if c.name == component).span("layout")

    def _card_place(self, placed: Placement) -> Span | None:
        table = next(c for c in self._game.components if c.name == placed.component).table
        return table.cards[placed.card].span("id") if table is not None and placed.card else None

    def _warn(self, code: str, message: str, place: Span | None, hint: str, card: str) -> None:
        self._diagnostics.add(code, message, place, hint=hint, card=card, severity="warning")


def _least_reach(placed: Placement, paper: Rect) -> Length | None:
    """How far a card's bleed reaches where a neighbour cuts it most; none where none does."""
    trim, clip = placed.trim, placed.clip
    if clip is None:
        return None
    around = trim.grown(placed.scene.bleed).common(paper)
    sides = (
        (clip.x > around.x, trim.x - clip.x),
        (clip.y > around.y, trim.y - clip.y),
        (clip.right < around.right, clip.right - trim.right),
        (clip.bottom < around.bottom, clip.bottom - trim.bottom),
    )
    return min((reach for cut, reach in sides if cut), default=None)
