"""Texts in boxes: markup, size that fits, lines at their places."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, NamedTuple, Protocol

from hotpnp.assets.colour import Palette
from hotpnp.assets.fonts import DEFAULT_FAMILY, WEIGHTS, BadFont, Fonts, UnknownFont
from hotpnp.assets.icons import Icons
from hotpnp.assets.scripts import ACCENTS, HINT, can_shape, clusters, seen, shaping_needed, special
from hotpnp.diag import did_you_mean
from hotpnp.expand.markup import Keywords, TextParagraph, UnclosedMark, Words, plain_paragraphs, read_markup
from hotpnp.geometry import Affine, Insets, Rect
from hotpnp.model.text_element import TextStyle
from hotpnp.model.values import parse_factor, parse_measure, parse_padding
from hotpnp.scene.items import Item, Path, TextRun, mapped
from hotpnp.scene.text import Hyphenator, Line, Piece, Run, Style, break_lines, draw_line, spaces_in
from hotpnp.units import PT, Length, show_mm, trim

LINE_HEIGHT = 1.2
TYPE_SIZE = 9 * PT
FIT_STEP = PT // 4
"""Type sizes are tried in quarters of a point."""
TOO_SMALL = 6 * PT
SMALL = 7 * PT
"""Type below 6 pt is an error, below 7 pt a warning: a 1 mm x-height fails at arm's length."""


class Say(Protocol):
    """Hears complaints: code, message, the key at fault, a hint; ``strong`` ones are errors."""

    def __call__(
        self,
        code: str,
        message: str,
        key: str = "",
        hint: str = "",
        *,
        strong: bool = True,
        card: bool = False,
    ) -> None: ...


@dataclass(slots=True)
class FitGroups:
    """Type sizes that texts share, by component and group: found in a first round, used in a second."""

    found: dict[tuple[str, str], Length] = field(default_factory=dict)
    settled: set[str] = field(default_factory=set)
    """The components whose first round is over."""

    def size(self, key: tuple[str, str], own: Length) -> Length:
        """The size for a text of the group whose own size would be this."""
        if key[0] in self.settled:
            return self.found[key]
        self.found[key] = min(own, self.found.get(key, own))
        return own


class Tools(NamedTuple):
    """What drawing needs beside a layout: opened fonts and icons, and the game's words and colours."""

    fonts: Fonts
    icons: Icons
    palette: Palette
    keywords: Keywords
    groups: FitGroups


def text_style(style: TextStyle, fonts: Fonts, palette: Palette, height: Length = 0) -> Style:
    """The style with its face opened. Raises UnknownFont, BadFont, or ValueError for a value."""
    family = style.font or DEFAULT_FAMILY
    weight = style.weight or "regular"
    italic = bool(style.italic)
    face = fonts.face(family, weight, italic)
    size = parse_measure(style.size).within(height) if style.size is not None else TYPE_SIZE
    colour = palette.optional(style.colour or "black")
    if colour is None or size <= 0:
        raise ValueError("a text needs a colour and a size above 0")
    spacing = parse_measure(style.letter_spacing).within(size) if style.letter_spacing is not None else 0
    stroke = palette.optional(style.stroke)
    stroke_width = parse_measure(style.stroke_width or "0.5pt").within(size) if stroke is not None else 0
    return Style(face, family, weight, italic, size, colour, spacing, stroke, stroke_width)


class _Set(NamedTuple):
    """A text broken at one size."""

    paragraphs: list[list[Line]]
    forced: bool
    leading: Length
    height: Length
    width: Length
    style: Style


class TextSetter:
    """Sets one text; complaints go to ``say``."""

    def __init__(self, spec: TextStyle, tools: Tools, say: Say, group: str) -> None:
        self._spec = spec
        self._tools = tools
        self._say = say
        self._group = group
        self._gap = parse_measure(spec.paragraph_gap or "0").length
        self._hyphenator = hyphenator(spec.hyphenate) if spec.hyphenate else None

    def items(self, text: str, box: Rect, name: str) -> list[Item]:
        """The text's items in a box; nothing, having said why, when it cannot be set."""
        top, right, bottom, left = (m.within(min(box.size)) for m in parse_padding(self._spec.padding or "0"))
        inner = box.inset(Insets(left, right, top, bottom))
        if inner.width <= 0 or inner.height <= 0:
            raise ValueError("the padding leaves no room")
        try:
            paragraphs = self._paragraphs(text)
            style = text_style(self._spec, self._tools.fonts, self._tools.palette, box.height)
            found = self._sized(paragraphs, style, inner)
        except UnclosedMark as fault:
            self._say(
                "unclosed-markup", f'{fault} in "{_short(text)}"', "text", "write \\* for a star", card=True
            )
            return []
        except UnknownFont as fault:
            key = "weight" if self._spec.weight and "weight" in str(fault) else "font"
            known = WEIGHTS if key == "weight" else self._tools.fonts.names
            self._say("unknown-font", str(fault), key, did_you_mean(getattr(self._spec, key) or "", known))
            return []
        except BadFont as fault:
            self._say("bad-font", str(fault), "font")
            return []
        if found is None:
            return []
        self._check(found, text, inner, name)
        return self._placed(found, inner)

    def height(self, text: str, width: Length) -> Length:
        """How high a box of this width must be to hold the text, padding included."""
        top, right, bottom, left = (m.within(width) for m in parse_padding(self._spec.padding or "0"))
        style = text_style(self._spec, self._tools.fonts, self._tools.palette)
        inner = Rect(0, 0, width - left - right, 1)
        found = self._at(self._paragraphs(text), style, inner)
        return found.height + top + bottom

    def _paragraphs(self, text: str) -> list[TextParagraph]:
        text = text.rstrip("\n").replace("\t", " ")
        paragraphs = plain_paragraphs(text) if self._spec.markup is False else read_markup(text)
        if self._spec.keywords is False:
            return paragraphs
        return [p._replace(words=self._tools.keywords.mark(p.words)) for p in paragraphs]

    def _sized(self, paragraphs: list[TextParagraph], style: Style, box: Rect) -> _Set | None:
        """The text at its size: the given one, or the largest at which all fits."""
        if not self._drawable(paragraphs, style):
            return None
        fit = self._spec.fit
        if fit is None:
            return self._at(paragraphs, style, box)
        low = parse_measure(fit.min).within(box.height) // FIT_STEP
        high = max(low, parse_measure(fit.max).within(box.height) // FIT_STEP)
        best, kept = low, None
        while low <= high:
            middle = (low + high) // 2
            found = self._at(paragraphs, style._replace(size=middle * FIT_STEP), box)
            if not found.forced and found.width <= box.width and found.height <= box.height:
                best, kept, low = middle, found, middle + 1
            else:
                high = middle - 1
        size = best * FIT_STEP
        if self._spec.fit_group is not None:
            size = self._tools.groups.size((self._group, self._spec.fit_group), size)
        if kept is not None and kept.style.size == size:
            return kept
        return self._at(paragraphs, style._replace(size=size), box)

    def _at(self, paragraphs: list[TextParagraph], style: Style, box: Rect) -> _Set:
        """The text broken at one size."""
        factor = parse_factor(self._spec.line_height) if self._spec.line_height else LINE_HEIGHT
        leading = round(style.size * factor)
        set_paragraphs = []
        forced = False
        for paragraph in paragraphs:
            runs = self._runs(paragraph.words, style)
            hang = style.width("• ") if paragraph.bullet else 0
            broken = break_lines(runs, box.width, hang, self._hyphenator)
            forced |= broken.forced
            lines = broken.lines
            if paragraph.bullet:
                lines[0] = lines[0]._replace(lead=Piece(Run("• ", style), "• ", hang))
            set_paragraphs.append(lines)
        count = sum(len(lines) for lines in set_paragraphs)
        height = (count - 1) * leading + self._gap * (len(set_paragraphs) - 1) + style.size
        width = max(line.indent + line.width for lines in set_paragraphs for line in lines)
        return _Set(set_paragraphs, forced, leading, height, width, style)

    def _runs(self, words: tuple[Words, ...], style: Style) -> list[Run]:
        runs: list[Run] = []
        for word in words:
            own = self._manner(style, word)
            if word.icon:
                icon = self._tools.icons.get(word.icon)
                if icon is not None:
                    runs.append(Run("", own, icon))
                continue
            runs += self._covered(word.text, own)
        return runs

    def _manner(self, style: Style, word: Words) -> Style:
        """The style for bold or slanted words."""
        if not word.bold and not word.italic:
            return style
        weight = style.weight
        if word.bold:
            weight = "black" if weight in ("bold", "black") and style.family == DEFAULT_FAMILY else "bold"
        italic = style.italic or word.italic
        face = self._tools.fonts.face(style.family, weight, italic)
        return style._replace(face=face, weight=weight, italic=italic)

    def _covered(self, text: str, style: Style) -> list[Run]:
        """The text in stretches, each in the first font of the fallback chain that has its signs."""
        if not style.face.missing(text):
            return [Run(text, style)]
        runs: list[Run] = []
        for letter in clusters(text):
            own = self._face_for(letter, style)
            if runs and runs[-1].style == own:
                runs[-1] = Run(runs[-1].text + letter, own)
            else:
                runs.append(Run(letter, own))
        return runs

    def _face_for(self, letter: str, style: Style) -> Style:
        for family in (style.family, *self._tools.fonts.fallback):
            for weight, italic in ((style.weight, style.italic), ("regular", False)):
                try:
                    face = self._tools.fonts.face(family, weight, italic)
                except UnknownFont:
                    continue
                if not face.missing(letter):
                    return style._replace(face=face, family=family, weight=weight, italic=italic)
        return style

    def _drawable(self, paragraphs: list[TextParagraph], style: Style) -> bool:
        """Whether all icons and signs can be drawn; what cannot be is said."""
        words = [word for paragraph in paragraphs for word in paragraph.words]
        good = True
        for word in words:
            if word.icon and self._tools.icons.get(word.icon) is None:
                good = False
                if word.icon not in self._tools.icons.names:
                    hint = did_you_mean(word.icon, self._tools.icons.names) + "; write \\: for a colon"
                    self._say("unknown-icon", f'there is no icon "{word.icon}"', "text", hint, card=True)
        return self._settable("".join(word.text for word in words), style) and good

    def _settable(self, text: str, style: Style) -> bool:
        """Whether all signs have a glyph and can be put in their places; what cannot be is said."""
        script = shaping_needed(text)
        if script and not can_shape():
            message = f"the text holds {script}, whose letters join, move or run from right to left"
            self._say("script-unsupported", message, "text", HINT, card=True)
            return False
        if not style.face.missing(text):
            return True
        letters = clusters(text) if special(text) else text
        missing = [letter for letter in dict.fromkeys(letters) if not self._covers(letter, style)]
        marked = [letter for letter in missing if len(seen(letter)) > 1]
        if marked and not can_shape():
            message = f"the text holds {ACCENTS} for which no font has a whole letter: {' '.join(marked)}"
            self._say("script-unsupported", message, "text", HINT, card=True)
            missing = [letter for letter in missing if letter not in marked]
        if missing:
            lost = dict.fromkeys("".join(style.face.missing(letter) for letter in missing))
            signs = ", ".join(f"{sign} (U+{ord(sign):04X})" for sign in lost)
            hint = "name a font that has it under fonts and fallback in game.yaml"
            self._say("glyph-missing", f"{style.face.name} has no sign for {signs}", "text", hint, card=True)
        return not missing and not marked

    def _covers(self, letter: str, style: Style) -> bool:
        return not self._face_for(letter, style).face.missing(letter)

    def _check(self, found: _Set, text: str, box: Rect, name: str) -> None:
        """Say when the text is larger than its box, or too small to read."""
        size = trim(found.style.size / PT)
        if found.style.size < TOO_SMALL:
            self._say("type-too-small", f"the type of {size} pt is below 6 pt, too small to read", "size")
        elif found.style.size < SMALL:
            message = f"the type of {size} pt is below 7 pt, hard to read at arm's length"
            self._say("type-too-small", message, "size", strong=False)
        faults = []
        if found.width > box.width:
            faults.append(f"is {show_mm(found.width - box.width)} wider than its box of {show_mm(box.width)}")
        if found.height > box.height:
            over = f"is {show_mm(found.height - box.height)} higher than its box of {show_mm(box.height)}"
            faults.append(f"{over}, {_left_over(found, box.height)} left over")
        if faults:
            message = f'"{_short(text)}" at {size} pt {" and ".join(faults)} (box "{name}")'
            self._say("text-overflow", message, "text", "shorten the text, or enlarge the box", card=True)

    def _placed(self, found: _Set, box: Rect) -> list[Item]:
        """Lines at their places: the em square of the first touches the top, or capitals are centred."""
        spec, style = self._spec, found.style
        below = found.height - style.size
        if spec.baseline is not None:
            baseline = box.y + parse_measure(spec.baseline).within(box.height)
        elif spec.valign == "middle":
            baseline = box.y + (box.height - below + round(style.face.cap_height * style.size)) // 2
        elif spec.valign == "bottom":
            baseline = box.bottom - below - style.size // 4
        else:
            baseline = box.y + style.size - style.size // 4
        items: list[Item] = []
        for lines in found.paragraphs:
            for line in lines:
                items += self._line(line, box, baseline)
                baseline += found.leading
            baseline += self._gap
        return [*self._shadow(items), *items]

    def _line(self, line: Line, box: Rect, baseline: Length) -> list[Item]:
        slack = box.width - line.indent - line.width
        align = self._spec.align or ("right" if line.backward else "left")
        if align == "justify" and not line.last and spaces_in(line):
            return draw_line(line, box.x, baseline, slack // spaces_in(line))
        if align == "justify" and line.backward:
            align = "right"
        shift = {"centre": slack // 2, "right": slack}.get(align, 0)
        return draw_line(line, box.x + shift, baseline)

    def _shadow(self, items: list[Item]) -> list[Item]:
        shadow = self._spec.shadow
        if shadow is None:
            return []
        colour = self._tools.palette.solid(shadow.colour)
        matrix = Affine(e=parse_measure(shadow.x).length, f=parse_measure(shadow.y).length)
        found: list[Item] = []
        for item in items:
            moved = mapped(item, matrix, 0)
            if isinstance(moved, TextRun):
                found.append(moved._replace(colour=colour, stroke=None))
            elif isinstance(moved, Path):
                found.append(moved._replace(fill=colour if moved.fill is not None else None))
        return found


def _left_over(found: _Set, room: Length) -> str:
    """How many words stand below the box."""
    y = found.style.size
    left = 0
    for lines in found.paragraphs:
        for line in lines:
            left += line.words if y > room else 0
            y += found.leading
    return f"{left} word{'' if left == 1 else 's'}"


def _short(text: str) -> str:
    plain = text.replace("\n", " ")
    return plain if len(plain) <= 40 else plain[:37] + "..."


@lru_cache(maxsize=16)
def hyphenator(language: str) -> Hyphenator:
    """The hyphenation rules of a language. Raises ValueError when there are none."""
    import pyphen

    known = pyphen.language_fallback(language)
    if known is None:
        raise ValueError(
            f'there are no hyphenation rules for "{language}"; write a language such as en_GB or de_DE'
        )
    rules: Any = pyphen.Pyphen(lang=known)
    positions: Callable[[str], list[int]] = rules.positions
    return positions
