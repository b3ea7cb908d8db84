r"""The light markup of card texts: ``**bold**``, ``*italic*``, ``:icon:``, lists and line breaks.

A mark opens at the beginning of a word and closes at the end of one, so ``2 * 3``, ``2*3*4`` and
``a: b`` are plain. A backslash before ``*``, ``:``, ``-`` or a backslash makes that sign plain.
A line that begins with ``- `` is an entry of a list.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple


class Words(NamedTuple):
    """Text in one manner, or one icon."""

    text: str
    bold: bool = False
    italic: bool = False
    icon: str = ""


class TextParagraph(NamedTuple):
    """A line of source text: its words, and whether it is an entry of a list."""

    words: tuple[Words, ...]
    bullet: bool = False


class UnclosedMark(ValueError):
    """A mark that is opened and not closed."""


_ICON = re.compile(r":([A-Za-z][A-Za-z0-9]*(?:-[A-Za-z0-9]+)*):")
_ESCAPED = "\\*:-"


def read_markup(text: str) -> list[TextParagraph]:
    """Read a text with markup. Raises UnclosedMark."""
    paragraphs = []
    for line in text.split("\n"):
        bullet = line.startswith("- ")
        words = _Reader(line[2:].lstrip(" ") if bullet else line).words()
        paragraphs.append(TextParagraph(tuple(words), bullet))
    return paragraphs


def plain_paragraphs(text: str) -> list[TextParagraph]:
    """A text without markup, sign for sign."""
    return [TextParagraph((Words(line),)) for line in text.split("\n")]


class _Reader:
    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0
        self._open: list[str] = []
        self._plain = ""
        self._found: list[Words] = []

    def words(self) -> list[Words]:
        while self._at < len(self._text):
            sign = self._text[self._at]
            if sign == "\\" and self._text[self._at + 1 : self._at + 2] in tuple(_ESCAPED):
                self._plain += self._text[self._at + 1]
                self._at += 2
            elif sign == "*":
                self._mark()
            elif sign == ":" and (icon := _ICON.match(self._text, self._at)):
                self._push()
                self._found.append(Words("", "**" in self._open, "*" in self._open, icon.group(1)))
                self._at = icon.end()
            else:
                self._plain += sign
                self._at += 1
        if self._open:
            raise UnclosedMark(f'"{self._open[-1]}" is opened and not closed')
        self._push()
        return self._found

    def _mark(self) -> None:
        """A run of stars: closes what is open, else opens, else is plain."""
        run = len(self._text) - self._at - len(self._text[self._at :].lstrip("*"))
        before = self._text[self._at - 1 : self._at]
        after = self._text[self._at + run : self._at + run + 1]
        self._at += run
        while run:
            top = self._open[-1] if self._open else ""
            if top and len(top) <= run and before.strip() and not after.isalnum():
                self._push()
                self._open.pop()
                run -= len(top)
            elif after.strip() and after not in ").,;!?" and not before.isalnum() and run <= 3:
                mark = "**" if run >= 2 and "**" not in self._open else "*"
                if mark in self._open:
                    self._plain += "*" * run
                    return
                self._push()
                self._open.append(mark)
                run -= len(mark)
            else:
                self._plain += "*" * run
                return

    def _push(self) -> None:
        if self._plain:
            self._found.append(Words(self._plain, "**" in self._open, "*" in self._open))
            self._plain = ""


class Keyword(NamedTuple):
    """How a keyword stands out."""

    bold: bool
    icon: str


class Keywords:
    """Finds a game's keywords in texts, whole words only, the longest first."""

    def __init__(self, keywords: Mapping[str, Keyword]) -> None:
        self._keywords = keywords
        longest = sorted(keywords, key=len, reverse=True)
        self._pattern = (
            re.compile(r"(?<!\w)(" + "|".join(map(re.escape, longest)) + r")(?!\w)") if keywords else None
        )

    def mark(self, words: tuple[Words, ...]) -> tuple[Words, ...]:
        """The words with each mention of a keyword made to stand out."""
        if self._pattern is None:
            return words
        found: list[Words] = []
        for word in words:
            if word.icon:
                found.append(word)
                continue
            for i, text in enumerate(self._pattern.split(word.text)):
                if not text:
                    continue
                keyword = self._keywords[text] if i % 2 else None
                if keyword is not None and keyword.icon:
                    found += [word._replace(text="", icon=keyword.icon), word._replace(text="\u00a0")]
                found.append(word._replace(text=text, bold=word.bold or bool(keyword and keyword.bold)))
        return tuple(found)
