"""Figures that documents may show: cards, the page list, the cut plan, rulers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from hotpnp.assets.fonts import Fonts
from hotpnp.expand.document import Figure
from hotpnp.impose.cutplan import CutPlan, PagePlan
from hotpnp.impose.diagram import PageGroup, draw_page_list, draw_part, draw_plans, draw_rulers, plan_parts
from hotpnp.impose.instructions import cut_names
from hotpnp.impose.place import Sheet
from hotpnp.scene.items import Scene
from hotpnp.units import Length, inch, show_inch


def page_groups(
    sheets: Sequence[Sheet], titles: dict[str, str], plans: Sequence[CutPlan], documents: dict[str, int]
) -> list[PageGroup]:
    """What is on which pages of a kit; documents (names with numbers of pages) follow the sheets of cards."""
    part_of = {page: part for plan in plans for part in plan.pages for page in part.pages}
    groups: list[PageGroup] = []
    for number, sheet in enumerate(sheets, 1):
        counts = Counter(placement.component for placement in sheet.front.placements)
        holds = " + ".join(f"{counts[name]} × {titles[name]}" for name in sheet.components)
        part = part_of.get(number)
        group = PageGroup((number,), holds, _note(part) if part is not None else "")
        if groups and groups[-1][1:] == group[1:]:
            groups[-1] = group._replace(pages=(*groups[-1].pages, number))
        else:
            groups.append(group)
    at = len(sheets)
    for name, count in documents.items():
        groups.append(PageGroup(tuple(range(at + 1, at + count + 1)), titles[name], ""))
        at += count
    return groups


def _note(part: PagePlan) -> str:
    """The cuts that pages do without, or the only ones that they need; nothing when all are made."""
    if part.left_out:
        return f"without {cut_names(part.left_out)}"
    return f"needs {cut_names(part.cuts)}" if part.cuts and part.harmless else ""


_LEAST = {"cut-plan": inch(6), "ruler": inch("5.5"), "page-list": inch(4)}
"""Least width of a column that holds a figure."""

KINDS = ("card", "card turned", "page-list", "cut-plan", "ruler")


_OF = " part "
"""Between the number of a plan and that of its part."""
_WHOLE = Figure("cut-plan", "kit")


class UnknownFigure(ValueError):
    """A figure of a kind that does not exist, or of a card that does not."""

    def __init__(self, message: str, word: str, known: Sequence[str]) -> None:
        super().__init__(message)
        self.word = word
        self.known = known


class Figures:
    """Draws the figures of a kit's documents."""

    def __init__(
        self,
        card: Callable[[str], Scene | None],
        card_ids: Sequence[str],
        groups: Sequence[PageGroup],
        plans: Sequence[CutPlan],
        fonts: Fonts,
    ) -> None:
        self._card = card
        self._card_ids = card_ids
        self._groups = groups
        self._plans = plans
        self._fonts = fonts

    def parts(self, figure: Figure) -> list[Figure]:
        """A figure that may be broken between pages as its parts: the cut plans of a kit."""
        if figure != _WHOLE:
            return [figure]
        return [
            Figure("cut-plan", f"{number}{_OF}{part}")
            for number, plan in enumerate(self._plans, 1)
            for part in range(plan_parts(plan))
        ]

    def draw(self, figure: Figure, width: Length) -> Scene | None:
        """The drawing for a width. Raises UnknownFigure."""
        if figure.kind not in KINDS:
            raise UnknownFigure(f'there is no figure "{figure.kind}"', figure.kind, KINDS)
        if figure.kind in _LEAST and width < _LEAST[figure.kind]:
            message = f'the figure "{figure.kind}" needs a column of {show_inch(_LEAST[figure.kind])}'
            raise UnknownFigure(message, figure.kind, ())
        if figure.kind == "page-list":
            return draw_page_list(self._groups, width, self._fonts)
        if figure.kind == "cut-plan":
            if figure in self.parts(_WHOLE):
                number, part = figure.value.split(_OF)
                return draw_part(self._plans[int(number) - 1], int(part), width, self._fonts)
            return draw_plans(self._chosen_plans(figure.value), width, self._fonts)
        if figure.kind == "ruler":
            return draw_rulers(figure.value, width, self._fonts)
        if figure.value not in self._card_ids:
            raise UnknownFigure(f'there is no card "{figure.value}"', figure.value, self._card_ids)
        return self._card(figure.value)

    def _chosen_plans(self, which: str) -> Sequence[CutPlan]:
        """All plans of the kit, or the one of a number."""
        numbers = [str(number) for number, _ in enumerate(self._plans, 1)]
        if which == "kit":
            return self._plans
        if which not in numbers:
            raise UnknownFigure(f'there is no cut plan "{which}"', which, ["kit", *numbers])
        return self._plans[int(which) - 1 : int(which)]
