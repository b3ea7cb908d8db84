"""Documents: texts filled from the game and the kit, set on pages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hotpnp.diag import Collector, Span, did_you_mean
from hotpnp.expand.document import Block, Figure, FigureRow, fill_text, read_blocks
from hotpnp.expand.language import PLAIN, Shape
from hotpnp.geometry import Size
from hotpnp.impose.cutplan import STACK_LIMITS, CutPlan
from hotpnp.impose.figures import Figures, UnknownFigure, page_groups
from hotpnp.impose.place import Sheet
from hotpnp.model.game import Component, ComponentSpec, Game
from hotpnp.model.origin import chosen_words
from hotpnp.model.page import PageLayout
from hotpnp.model.sizes import PAPERS
from hotpnp.pipeline.drawing import Drawing
from hotpnp.scene.items import Scene
from hotpnp.scene.pages import PageSetter
from hotpnp.units import MM, inch

_PLAN_TEXT = """\
# Cut plan

{{game.title}} {{game.version}}: {{kit.cards}} {{"piece" if kit.cards == 1 else "pieces"}} on {{kit.sheets}} \
{{"sheet" if kit.sheets == 1 else "sheets"}} of {{kit.paper}}. Print at \
actual size, 100 %, and measure a ruler before you cut.

![page-list](kit)

## Cutting

Make the cuts in the order of their numbers. Each distance is measured from the edge that is named with it: \
the paper's, or that of the piece in hand. Cut at most {limits} in one stack{folded}: {{kit.strokes}} \
{{"stroke" if kit.strokes == 1 else "strokes"}} sheet by sheet, {stacks}.

![cut-plan](kit)

![ruler](100mm+4in)
"""


PLAN = "cut-plan"
"""Name of the plan page among the components."""


def plan_page(plans: Sequence[CutPlan]) -> Component:
    """A document that hotpnp brings: what is on which sheet, and how the sheets are cut."""
    limits = [f"{limit} sheets of {stock}" for stock, limit in STACK_LIMITS.items()]
    stacks = [
        f"{sum(plan.stacked_strokes(limit) for plan in plans)} in stacks of {limit}"
        for limit in STACK_LIMITS.values()
    ]
    text = _PLAN_TEXT.format(
        limits=" or ".join(limits),
        folded=", and half as many folded ones" if any(plan.double for plan in plans) else "",
        stacks=" and ".join(stacks),
    )
    spec = ComponentSpec(title="Cut plan", kind="document", layout=PLAN)
    page = PageLayout(footer="{game.title} {game.version}  ·  cut plan, page {page} of {pages}")
    return Component(PLAN, spec, page=page, text=text, text_path=PLAN)


_LEAST = Size(inch("7.5"), inch(10))
"""Least paper of a plan page: its drawings need a column of 6 in."""


def plan_paper(paper: Size) -> Size:
    """The paper of the pages that hotpnp brings: that of the sheets, or letter or A4 where it is small."""
    upright = Size(min(paper), max(paper))
    if upright.width >= _LEAST.width and upright.height >= _LEAST.height:
        return upright
    metric = all(side % MM == 0 for side in paper) and any(side % (inch(1) // 8) for side in paper)
    return PAPERS["a4" if metric else "letter"]


class Documents:
    """Sets the documents of one game; ``paper`` is the paper's name as they tell it."""

    def __init__(self, drawing: Drawing, game: Game, paper: str, diagnostics: Collector) -> None:
        self._drawing = drawing
        self._game = game
        self._paper = paper
        self._diagnostics = diagnostics

    def pages(
        self,
        documents: Sequence[Component],
        sheets: Sequence[Sheet],
        plans: Sequence[CutPlan],
        papers: dict[str, Size],
    ) -> dict[str, list[Scene]]:
        """The pages of documents by name, set until the number of pages that they tell is the true one.

        ``papers`` gives the paper of each document by its name.
        """
        if not documents:
            return {}
        cards = {
            card.id: (c, card) for c in self._game.components if c.table for card in c.table.cards.values()
        }
        titles = {c.name: c.spec.title for c in (*self._game.components, *documents)}
        counts = {component.name: 1 for component in documents}
        for _ in range(4):
            kit: dict[str, Any] = {
                "cards": sum(not placed.extra for sheet in sheets for placed in sheet.front.placements),
                "sheets": len(sheets),
                "pages": len(sheets) + sum(counts.values()),
                "paper": self._paper,
                "strokes": sum(plan.strokes for plan in plans),
                "chosen": chosen_words(self._game),
            }
            figures = Figures(
                lambda card_id: self._drawing.sides(*cards[card_id])[0],
                list(cards),
                page_groups(sheets, titles, plans, counts),
                plans,
                self._drawing.tools.fonts,
            )
            pages = {c.name: self._set(c, kit, figures, papers[c.name]) for c in documents}
            found = {name: len(scenes) for name, scenes in pages.items()}
            if found == counts:
                return pages
            counts = found
        place = Span(documents[0].text_path)
        hint = "let no text come or go with {kit.pages}"
        message = "the number of pages does not settle: the text grows and shrinks with it"
        raise self._diagnostics.fail("bad-markdown", message, place, hint=hint)

    def _set(self, component: Component, kit: dict[str, Any], figures: Figures, paper: Size) -> list[Scene]:
        assert component.page is not None
        values: dict[str, Any] = {**self._drawing.context.values, "kit": kit}
        shapes = {**self._drawing.context.shapes, "kit": Shape(dict.fromkeys(kit, PLAIN))}
        path, diagnostics = component.text_path, self._diagnostics
        text = fill_text(component.text, path, values, shapes, diagnostics)
        read = read_blocks(text, path, self._drawing.tools.icons.names, diagnostics)
        blocks = [part for block in read for part in _parted(block, figures)]
        spans = {
            figure: block.span for block in blocks if isinstance(block, FigureRow) for figure in block.figures
        }

        def draw(figure: Figure, width: int) -> Scene | None:
            try:
                return figures.draw(figure, width)
            except UnknownFigure as fault:
                code = "unknown-card" if figure.kind.startswith("card") else "bad-markdown"
                diagnostics.add(code, str(fault), spans[figure], hint=did_you_mean(fault.word, fault.known))
                return None

        setter = PageSetter(
            component.page,
            paper,
            self._drawing.tools.fonts,
            self._drawing.tools.icons,
            self._game.palette,
            draw,
            diagnostics,
        )
        footer = component.page.footer
        place = component.footer_place or Span(path)

        def foot(page: int, pages: int) -> str:
            own = {**values, "page": page, "pages": pages}
            names = {**shapes, "page": PLAIN, "pages": PLAIN}
            return fill_text(footer, place.file, own, names, diagnostics, place)

        return setter.pages(blocks, foot)


def _parted(block: Block, figures: Figures) -> list[Block]:
    """A figure by itself as its parts, between which pages can break."""
    if not isinstance(block, FigureRow) or len(block.figures) > 1:
        return [block]
    return [FigureRow((part,), block.span) for part in figures.parts(block.figures[0])]
