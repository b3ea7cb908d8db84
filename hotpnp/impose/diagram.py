"""Drawings of cut plans for the crafting page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from hotpnp.assets.colour import WHITE, Colour
from hotpnp.assets.fonts import DEFAULT_FAMILY, Fonts
from hotpnp.geometry import Affine, Point, Rect, Segment, Size, ellipse, map_command, rounded_rect
from hotpnp.impose.cutplan import Cut, CutPlan, PagePlan
from hotpnp.scene.items import Item, Part, Scene, mapped, placed_path
from hotpnp.scene.text import Style, text_run
from hotpnp.units import INCH, MM, PT, Length, parse_length, show_inch, show_mm

INK = Colour(27, 27, 27)
CARD = Colour(226, 230, 236)
SHAPE = Colour(199, 206, 217)
GREY = Colour(90, 90, 90)
RULE = Colour(190, 190, 190)
BADGE = 5 * PT
MARGIN = 38 * PT
"""Room beside the drawn paper for numbers and distances."""
GAP = 10 * PT
TALLEST = 120 * PT
"""Most height of a drawn paper."""


def page_ranges(pages: tuple[int, ...]) -> str:
    """``1-11, 13`` for sorted page numbers."""
    found: list[list[int]] = []
    for page in sorted(pages):
        if found and page == found[-1][1] + 1:
            found[-1][1] = page
        else:
            found.append([page, page])
    return ", ".join(str(a) if a == b else f"{a}–{b}" for a, b in found)


def _same_cuts(pages: Sequence[PagePlan]) -> list[PagePlan]:
    """One entry for all pages that are cut alike, with the trims of the fullest of them."""
    groups: dict[tuple[tuple[int, ...], bool, bool], PagePlan] = {}
    for page in pages:
        key = page.left_out, bool(page.outlines), page.folded
        known = groups.get(key)
        if known is None:
            groups[key] = page
            continue
        fullest = max(known, page, key=lambda one: len(one.trims))
        groups[key] = replace(fullest, pages=tuple(sorted((*known.pages, *page.pages))))
    return list(groups.values())


def draw_plan(plan: CutPlan, width: Length, fonts: Fonts) -> Scene:
    """A drawing for each way to cut, at most three in a row; the first tells the distances."""
    pages = _same_cuts(plan.pages)
    across = min(3, max(2, len(pages)))
    each = (width - GAP * (across - 1)) // across
    scale = min((each - 2 * MARGIN) / plan.paper.width, TALLEST / plan.paper.height)
    high = round(plan.paper.height * scale) + 58 * PT
    items: list[Item] = []
    for number, page in enumerate(pages):
        at = Point(number % across * (each + GAP), number // across * high)
        items += _Drawing(plan, page, fonts, at, scale, first=number == 0).items()
    return Scene(Size(width, high * -(-len(pages) // across)), (Part(tuple(items)),))


class _Drawing:
    """A small paper with its trims, cuts, numbers and distances."""

    def __init__(
        self, plan: CutPlan, page: PagePlan, fonts: Fonts, at: Point, scale: float, first: bool
    ) -> None:
        self._plan = plan
        self._page = page
        self._fonts = fonts
        self._scale = scale
        self._first = first
        self._x = at.x + MARGIN
        self._y = at.y + 28 * PT
        self._found: list[Item] = []
        self._small = self._style("regular", 7 * PT, INK)
        self._taken: list[Rect] = []
        self._lines: list[Rect] = []

    def items(self) -> list[Item]:
        """All of the drawing."""
        paper = self._rect(Rect(0, 0, *self._plan.paper))
        self._box(paper, WHITE, GREY, PT * 3 // 4)
        for card in self._page.trims:
            self._box(self._rect(card), CARD, None, 0)
        shrunk = Affine(self._scale, 0, 0, self._scale, self._x, self._y)
        for outline in self._page.outlines:
            placed = [map_command(command, shrunk) for command in outline]
            self._found.append(placed_path(placed, SHAPE, GREY, PT // 4))
        self._heading(paper)
        cuts = [(number, self._plan.cuts[number - 1]) for number in self._page.cuts]
        badges = [self._cut(number, cut) for number, cut in cuts]
        for (number, _), badge in zip(cuts, badges, strict=True):
            self._badge(number, badge)
        if self._first:
            for (number, cut), badge in zip(cuts, badges, strict=True):
                self._distance(number, cut, badge)
        return self._found

    def _rect(self, rect: Rect) -> Rect:
        s = self._scale
        return Rect(
            self._x + round(rect.x * s),
            self._y + round(rect.y * s),
            round(rect.width * s),
            round(rect.height * s),
        )

    def _box(self, rect: Rect, fill: Colour | None, stroke: Colour | None, width: Length) -> None:
        self._found.append(placed_path(rounded_rect(*rect, 0), fill, stroke, width))

    def _style(self, weight: str, size: Length, colour: Colour) -> Style:
        return _letters(self._fonts, weight, size, colour)

    def _words(self, text: str, middle: Length, baseline: Length, style: Style) -> None:
        width = style.face.width(text, style.size)
        self._found.append(text_run(text, style, middle - width // 2, baseline, width))

    def _heading(self, paper: Rect) -> None:
        pages = page_ranges(self._page.pages)
        heading = f"{'Page' if len(self._page.pages) == 1 else 'Pages'} {pages}"
        self._words(heading, paper.centre.x, self._y - 21 * PT, self._style("bold", 9 * PT, INK))
        left_out = self._page.left_out
        note = f"without {_cuts(left_out)}" if left_out else "all cuts"
        self._words(note, paper.centre.x, self._y - 12 * PT, self._style("regular", 8 * PT, INK))

    def _cut(self, number: int, cut: Cut) -> Point:
        """Draw the line of a cut to where its number stands, beyond the end that reaches the paper's edge."""
        at = round(cut.at * self._scale)
        start, end = round(cut.start * self._scale), round(cut.end * self._scale)
        if cut.axis == "x":
            x, y1, y2 = self._x + at, self._y + start, self._y + end
            badge = self._spot(x, y2 + 4 * PT + BADGE, 0, 1)
            self._line(x, y1, x, badge.y)
            return badge
        y, x1, x2 = self._y + at, self._x + start, self._x + end
        if cut.start == 0:
            badge = self._spot(x1 - 4 * PT - BADGE, y, -1, 0)
            self._line(badge.x, y, x2, y)
        else:
            badge = self._spot(x2 + 4 * PT + BADGE, y, 1, 0)
            self._line(x1, y, badge.x, y)
        return badge

    def _spot(self, x: Length, y: Length, dx: int, dy: int) -> Point:
        """The place of a number that stands here or, where others stand, farther out."""
        while any(_around(Point(x, y)).overlaps(other) for other in self._taken):
            x, y = x + dx * 2 * BADGE, y + dy * 2 * BADGE
        self._taken.append(_around(Point(x, y)))
        return Point(x, y)

    def _distance(self, number: int, cut: Cut, badge: Point) -> None:
        """The distance of a cut beside its number, where that covers nothing; the list below tells all."""
        text = show_inch(_edge(self._plan, number)[1])
        width = self._small.face.width(text, self._small.size)
        middle, baseline = badge.x, badge.y + BADGE + 7 * PT
        if cut.axis == "y":
            out = -1 if cut.start == 0 else 1
            middle, baseline = badge.x + out * (width // 2 + BADGE + 3 * PT), badge.y + 2 * PT
        box = Rect(middle - width // 2, baseline - 5 * PT, width, 5 * PT)
        if not any(box.overlaps(other) for other in (*self._taken, *self._lines)):
            self._taken.append(box)
            self._words(text, middle, baseline, self._small)

    def _line(self, x1: Length, y1: Length, x2: Length, y2: Length) -> None:
        self._lines.append(Segment(x1, y1, x2, y2, PT).box)
        self._found.append(placed_path([("M", x1, y1), ("L", x2, y2)], None, INK, PT * 3 // 4))

    def _badge(self, number: int, at: Point) -> None:
        x, y = at
        self._found.append(placed_path(ellipse(x, y, BADGE, BADGE), INK))
        self._words(str(number), x, y + 2 * PT + PT // 4, self._style("bold", 7 * PT, WHITE))


def _around(badge: Point) -> Rect:
    return Rect(badge.x, badge.y, 0, 0).grown(BADGE)


def _cuts(numbers: tuple[int, ...]) -> str:
    """``cut 4``, ``cuts 2, 4 and 6``."""
    words = [str(number) for number in numbers]
    return f"cut {words[0]}" if len(words) == 1 else f"cuts {', '.join(words[:-1])} and {words[-1]}"


def draw_plans(plans: Sequence[CutPlan], width: Length, fonts: Fonts) -> Scene:
    """All plans of a kit under each other, each with the list of its cuts and what is done after them.

    Pages that need no cut have no plan to show.
    """
    items: list[Item] = []
    y = 0
    for plan in plans:
        if not plan.cuts and not describe_rest(plan):
            continue
        drawing = draw_plan(plan, width, fonts)
        items += [_shifted(item, y) for item in drawing.items]
        y += drawing.size.height + 4 * PT
        y += _cut_list(plan, width, y, fonts, items)
        y += _rest(plan, y, fonts, items)
    return Scene(Size(width, max(y, PT)), (Part(tuple(items)),))


def _shifted(item: Item, dy: Length) -> Item:
    return mapped(item, Affine(f=dy), 0)


def _cut_list(plan: CutPlan, width: Length, top: Length, fonts: Fonts, items: list[Item]) -> Length:
    """The cuts with their distances in three columns; gives the height taken."""
    rows = describe_cuts(plan)
    down = -(-len(rows) // 3)
    regular = _letters(fonts, "regular", 8 * PT)
    bold = _letters(fonts, "bold", 8 * PT)
    for i, (number, words) in enumerate(rows):
        x = i // down * width // 3
        baseline = top + (i % down + 1) * 11 * PT
        items.append(text_run(number, bold, x + 4 * PT, baseline, bold.face.width(number, bold.size)))
        items.append(text_run(words, regular, x + 16 * PT, baseline, regular.face.width(words, regular.size)))
    high = down * 11 * PT
    for line in _broken(_piles(plan), regular, width - 4 * PT):
        high += 11 * PT
        items.append(text_run(line, regular, 4 * PT, top + high, regular.face.width(line, regular.size)))
    return high + 6 * PT


def _piles(plan: CutPlan) -> str:
    """What is stacked before which cuts, in a sentence."""
    told = [f"cut {cut} stack the {strips} strips" for cut, strips in plan.piles]
    return f"Before {', before '.join(told)}." if told else ""


def _broken(text: str, style: Style, width: Length) -> list[str]:
    """A text in lines of a width."""
    lines: list[str] = []
    for word in text.split():
        joined = f"{lines[-1]} {word}" if lines else word
        if lines and style.face.width(joined, style.size) <= width:
            lines[-1] = joined
        else:
            lines.append(word)
    return lines


def _rest(plan: CutPlan, top: Length, fonts: Fonts, items: list[Item]) -> Length:
    """What is done after the cuts, a line for each; gives the height taken."""
    style = _letters(fonts, "regular", 8 * PT)
    lines = describe_rest(plan)
    for row, words in enumerate(lines):
        width = style.face.width(words, style.size)
        items.append(text_run(words, style, 4 * PT, top + (row + 1) * 11 * PT - 6 * PT, width))
    return len(lines) * 11 * PT


class PageGroup(NamedTuple):
    """Pages that hold the same: their numbers, what they hold, the cuts that they leave out."""

    pages: tuple[int, ...]
    holds: str
    left_out: tuple[int, ...]


def draw_page_list(groups: Sequence[PageGroup], width: Length, fonts: Fonts) -> Scene:
    """What is on which page of the kit, and which cuts each leaves out."""
    bold, regular = _letters(fonts, "bold", 9 * PT), _letters(fonts, "regular", 9 * PT)
    items: list[Item] = []
    for row, group in enumerate(groups):
        baseline = (row + 1) * 13 * PT - 3 * PT
        name = f"{'Page' if len(group.pages) == 1 else 'Pages'} {page_ranges(group.pages)}"
        note = f"without {_cuts(group.left_out)}" if group.left_out else ""
        holds = f"{group.holds} each" if len(group.pages) > 1 and group.holds[0].isdigit() else group.holds
        for text, x, style in (
            (name, 4 * PT, bold),
            (holds, 76 * PT, regular),
            (note, width * 2 // 3, regular),
        ):
            items.append(text_run(text, style, x, baseline, style.face.width(text, style.size)))
        rule = Rect(0, (row + 1) * 13 * PT, width, PT // 3)
        items.append(placed_path(rounded_rect(*rule, 0), RULE))
    return Scene(Size(width, max(1, len(groups)) * 13 * PT + 4 * PT), (Part(tuple(items)),))


def _letters(fonts: Fonts, weight: str, size: Length, colour: Colour = INK) -> Style:
    face = fonts.face(DEFAULT_FAMILY, weight, False)
    return Style(face, DEFAULT_FAMILY, weight, False, size, colour)


def describe_cuts(plan: CutPlan) -> list[tuple[str, str]]:
    """Each cut's number, and its distance in inches and millimetres from an edge that is still there."""
    found = []
    for number in range(1, len(plan.cuts) + 1):
        edge, length = _edge(plan, number)
        found.append((str(number), f"{show_inch(length)} ({show_mm(length)}) from the {edge} edge"))
    return found


def describe_rest(plan: CutPlan) -> list[str]:
    """What is to be done with the pieces when the cuts are made: cut out, folded."""
    found = []
    for words, pages in (
        (_CUT_OUT, [page for page in plan.pages if page.outlines]),
        (_FOLD, [page for page in plan.pages if page.folded]),
    ):
        numbers = tuple(number for page in pages for number in page.pages)
        if numbers:
            found.append(f"Then, {'page' if len(numbers) == 1 else 'pages'} {page_ranges(numbers)}: {words}.")
    return found


_CUT_OUT = "cut out each piece along its grey line, with scissors or a punch"
_FOLD = "fold each piece along its dashed lines"


def _edge(plan: CutPlan, number: int) -> tuple[str, Length]:
    """The edge of the paper from which a cut is measured, and how far: the other one once it is cut off."""
    cut = plan.cuts[number - 1]
    near, far = ("left", "right") if cut.axis == "x" else ("top", "bottom")
    whole = plan.paper.width if cut.axis == "x" else plan.paper.height
    before = [
        c for c in plan.cuts[: number - 1] if c.axis == cut.axis and c.start < cut.end and cut.start < c.end
    ]
    gone = any(other.at < cut.at for other in before)
    return (far, whole - cut.at) if gone else (near, cut.at)


def draw_rulers(lengths: str, width: Length, fonts: Fonts) -> Scene:
    """Rulers under each other, for lengths such as ``100mm+4in``; raises ValueError for what is no length."""
    style = _letters(fonts, "regular", 6 * PT)
    items: list[Item] = []
    words = lengths.split("+")
    for row, word in enumerate(words):
        y = row * 26 * PT + 14 * PT
        whole = parse_length(word)
        step, marks, unit = (INCH // 8, 8, INCH) if word.strip().endswith("in") else (MM, 10, MM * 10)
        for i in range(whole // step + 1):
            tick = 8 * PT if i % marks == 0 else 6 * PT if i % (marks // 2) == 0 else 4 * PT
            items.append(placed_path([("M", i * step, y), ("L", i * step, y - tick)], None, INK, PT // 3))
            if i % marks == 0:
                value = str(i // marks if unit == INCH else i)
                size = style.face.width(value, style.size)
                left = min(max(i * step - size // 2, 0), whole - size)
                items.append(text_run(value, style, left, y + 6 * PT, size))
        items.append(placed_path([("M", 0, y), ("L", whole, y)], None, INK, PT // 2))
        note = f"must measure {show_inch(whole) if unit == INCH else show_mm(whole)}"
        items.append(text_run(note, style, whole + 8 * PT, y, style.face.width(note, style.size)))
    return Scene(Size(width, len(words) * 26 * PT), (Part(tuple(items)),))
