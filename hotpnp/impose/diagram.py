"""Drawings of cut plans for the crafting page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from hotpnp.assets.colour import WHITE, Colour
from hotpnp.assets.fonts import DEFAULT_FAMILY, Fonts
from hotpnp.geometry import Affine, Point, Rect, Segment, Size, ellipse, map_command, rounded_rect
from hotpnp.impose.cutplan import CutPlan, PagePlan
from hotpnp.impose.guillotine import Cut
from hotpnp.impose.instructions import (
    describe_cuts,
    describe_handling,
    describe_page,
    describe_rest,
    page_names,
)
from hotpnp.scene.items import Item, Part, Scene, ink_box, mapped, placed_path
from hotpnp.scene.text import Style, text_run
from hotpnp.units import INCH, MM, PT, Length, parse_length, show_inch, show_mm

INK = Colour(27, 27, 27)
CARD = Colour(226, 230, 236)
SHAPE = Colour(199, 206, 217)
GREY = Colour(90, 90, 90)
RULE = Colour(190, 190, 190)
FAINT = Colour(140, 140, 140)
BADGE = 5 * PT
MARGIN = 45 * PT
"""Room beside the drawn paper for numbers and distances."""
GAP = 10 * PT
LEADING = 11 * PT
TALLEST = 120 * PT
"""Most height of a drawn paper."""


def _same_cuts(pages: Sequence[PagePlan]) -> list[PagePlan]:
    """One entry for all pages that are cut alike, with the trims of the fullest of them."""
    groups: dict[tuple[tuple[int, ...], tuple[int, ...], bool, bool], PagePlan] = {}
    for page in pages:
        key = page.left_out, page.harmless, bool(page.outlines), page.folded
        known = groups.get(key)
        if known is None:
            groups[key] = page
            continue
        fullest = max(known, page, key=lambda one: len(one.trims))
        groups[key] = replace(fullest, pages=tuple(sorted((*known.pages, *page.pages))))
    return list(groups.values())


def plan_parts(plan: CutPlan) -> int:
    """How many parts a drawn plan has between which pages can break; none when there is nothing to do."""
    if not plan.cuts and not describe_rest(plan):
        return 0
    pages = _same_cuts(plan.pages)
    return -(-len(pages) // _across(pages)) + 1


def draw_part(plan: CutPlan, part: int, width: Length, fonts: Fonts) -> Scene:
    """A part of a plan: a row of drawings, one for each way to cut; the last part lists the cuts in words."""
    if part == plan_parts(plan) - 1:
        return _words_of(plan, width, fonts)
    pages = _same_cuts(plan.pages)
    across = _across(pages)
    each = (width - GAP * (across - 1)) // across
    scale = min((each - 2 * MARGIN) / plan.paper.width, TALLEST / plan.paper.height)
    items: list[Item] = []
    for column, page in enumerate(pages[part * across : (part + 1) * across]):
        at = Point(column * (each + GAP), 0)
        items += _Drawing(plan, page, fonts, at, scale, first=part == column == 0).items()
    bottom = max(ink_box(item).bottom for item in items)
    return Scene(Size(width, bottom + 8 * PT), (Part(tuple(items)),))


def _across(pages: Sequence[PagePlan]) -> int:
    return min(3, max(2, len(pages)))


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
        self._y = at.y + 38 * PT
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
        page = self._page
        made = sorted((*page.cuts, *page.harmless))
        badges = {number: self._cut(number, self._plan.cuts[number - 1]) for number in made}
        for number, badge in badges.items():
            self._badge(number, badge)
        for number, badge in badges.items() if self._first else ():
            self._distance(number, self._plan.cuts[number - 1], badge)
        return self._found

    def _ink(self, number: int) -> Colour:
        """Cuts that only part waste are grey."""
        return FAINT if number in self._page.harmless else INK

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
        notes = describe_page(self._page)
        top = self._y - 12 * PT - (len(notes) - 1) * 9 * PT
        heading = self._style("bold", 9 * PT, INK)
        self._words(page_names(self._page.pages), paper.centre.x, top - 9 * PT, heading)
        for row, note in enumerate(notes):
            self._words(note, paper.centre.x, top + row * 9 * PT, self._style("regular", 8 * PT, INK))

    def _cut(self, number: int, cut: Cut) -> Point:
        """Draw the line of a cut to where its number stands, beyond the end that reaches the paper's edge."""
        at = round(cut.at * self._scale)
        start, end = round(cut.start * self._scale), round(cut.end * self._scale)
        if cut.axis == "x":
            x, y1, y2 = self._x + at, self._y + start, self._y + end
            badge = self._spot(x, y2 + 4 * PT + BADGE, 0, 1)
            self._line(number, x, y1, x, badge.y)
            return badge
        y, x1, x2 = self._y + at, self._x + start, self._x + end
        if cut.start == 0:
            badge = self._spot(x1 - 4 * PT - BADGE, y, -1, 0)
            self._line(number, badge.x, y, x2, y)
        else:
            badge = self._spot(x2 + 4 * PT + BADGE, y, 1, 0)
            self._line(number, x1, y, badge.x, y)
        return badge

    def _spot(self, x: Length, y: Length, dx: int, dy: int) -> Point:
        """The place of a number that stands here or, where others stand, farther out."""
        while any(_around(Point(x, y)).overlaps(other) for other in self._taken):
            x, y = x + dx * 2 * BADGE, y + dy * 2 * BADGE
        self._taken.append(_around(Point(x, y)))
        return Point(x, y)

    def _distance(self, number: int, cut: Cut, badge: Point) -> None:
        """The distance of a cut beside its number, where that covers nothing; the list below tells all."""
        measure = self._page.measures.get(number, self._plan.measures[number])
        text = show_inch(measure.distance)
        width = self._small.face.width(text, self._small.size)
        middle, baseline = badge.x, badge.y + BADGE + 7 * PT
        if cut.axis == "y":
            out = -1 if cut.start == 0 else 1
            middle, baseline = badge.x + out * (width // 2 + BADGE + 3 * PT), badge.y + 2 * PT
        box = Rect(middle - width // 2, baseline - 5 * PT, width, 5 * PT)
        if not any(box.overlaps(other) for other in (*self._taken, *self._lines)):
            self._taken.append(box)
            self._words(text, middle, baseline, self._small)

    def _line(self, number: int, x1: Length, y1: Length, x2: Length, y2: Length) -> None:
        self._lines.append(Segment(x1, y1, x2, y2, PT).box)
        line = placed_path([("M", x1, y1), ("L", x2, y2)], None, self._ink(number), PT * 3 // 4)
        self._found.append(line)

    def _badge(self, number: int, at: Point) -> None:
        x, y = at
        self._found.append(placed_path(ellipse(x, y, BADGE, BADGE), self._ink(number)))
        self._words(str(number), x, y + 2 * PT + PT // 4, self._style("bold", 7 * PT, WHITE))


def _around(badge: Point) -> Rect:
    return Rect(badge.x, badge.y, 0, 0).grown(BADGE)


def draw_plans(plans: Sequence[CutPlan], width: Length, fonts: Fonts) -> Scene:
    """All plans of a kit under each other, each with the list of its cuts and what is done after them.

    Pages that need no cut have no plan to show.
    """
    items: list[Item] = []
    y = 0
    for plan in plans:
        for part in range(plan_parts(plan)):
            drawing = draw_part(plan, part, width, fonts)
            items += [mapped(item, Affine(f=y), 0) for piece in drawing.parts for item in piece.items]
            y += drawing.size.height
    return Scene(Size(width, max(y, PT)), (Part(tuple(items)),))


def _words_of(plan: CutPlan, width: Length, fonts: Fonts) -> Scene:
    """The cuts with their distances in columns, then what is to be known before and done after them."""
    regular = _letters(fonts, "regular", 8 * PT)
    bold = _letters(fonts, "bold", 8 * PT)
    rows = describe_cuts(plan)
    widest = max((regular.face.width(words, regular.size) for _, words in rows), default=0) + 24 * PT
    columns = max(1, min(3, width // widest)) if rows else 1
    down = -(-len(rows) // columns)
    pages = page_names(sorted(page for part in plan.pages for page in part.pages))
    heading = f"{pages}: cuts in order"
    items: list[Item] = [text_run(heading, bold, 4 * PT, LEADING, bold.face.width(heading, bold.size))]
    for i, (number, words) in enumerate(rows):
        x = i // down * width // columns
        baseline = (i % down + 2) * LEADING
        items.append(text_run(number, bold, x + 4 * PT, baseline, bold.face.width(number, bold.size)))
        items.append(text_run(words, regular, x + 16 * PT, baseline, regular.face.width(words, regular.size)))
    y = (down + 1) * LEADING
    for told in (describe_handling(plan), describe_rest(plan)):
        y += 2 * PT if told else 0
        for sentence in told:
            for line in _broken(sentence, regular, width - 4 * PT):
                y += LEADING
                items.append(text_run(line, regular, 4 * PT, y, regular.face.width(line, regular.size)))
    return Scene(Size(width, y + 8 * PT), (Part(tuple(items)),))


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


class PageGroup(NamedTuple):
    """Pages that hold the same: their numbers, what they hold, which cuts they leave out or need."""

    pages: tuple[int, ...]
    holds: str
    note: str


def draw_page_list(groups: Sequence[PageGroup], width: Length, fonts: Fonts) -> Scene:
    """What is on which page of the kit, and which cuts each leaves out or needs."""
    bold, regular = _letters(fonts, "bold", 9 * PT), _letters(fonts, "regular", 9 * PT)
    items: list[Item] = []
    for row, group in enumerate(groups):
        baseline = (row + 1) * 13 * PT - 3 * PT
        name = page_names(group.pages)
        holds = f"{group.holds} each" if len(group.pages) > 1 and group.holds[0].isdigit() else group.holds
        for text, x, style in (
            (name, 4 * PT, bold),
            (holds, 76 * PT, regular),
            (group.note, width * 2 // 3, regular),
        ):
            items.append(text_run(text, style, x, baseline, style.face.width(text, style.size)))
        rule = Rect(0, (row + 1) * 13 * PT, width, PT // 3)
        items.append(placed_path(rounded_rect(*rule, 0), RULE))
    return Scene(Size(width, max(1, len(groups)) * 13 * PT + 4 * PT), (Part(tuple(items)),))


def _letters(fonts: Fonts, weight: str, size: Length, colour: Colour = INK) -> Style:
    face = fonts.face(DEFAULT_FAMILY, weight, False)
    return Style(face, DEFAULT_FAMILY, weight, False, size, colour)


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
