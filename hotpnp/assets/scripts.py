"""Scripts that need more than one glyph after the other, and the extra that can set them.

The extra ``hotpnp[scripts]`` is HarfBuzz, which chooses and places glyphs (assets.shaping), and the
Unicode bidirectional algorithm (assets.bidi). Neither is loaded for a text that needs neither.
"""

from __future__ import annotations

import re
import sys
import unicodedata
from collections.abc import Iterator
from functools import lru_cache

HINT = "install hotpnp[scripts]"
"""What to do about a text that needs the extra where it is not there."""

_SCRIPTS = (
    (0x0590, 0x05FF, "Hebrew"),
    (0x0600, 0x06FF, "Arabic"),
    (0x0700, 0x074F, "Syriac"),
    (0x0750, 0x077F, "Arabic"),
    (0x0780, 0x07BF, "Thaana"),
    (0x07C0, 0x07FF, "N'Ko"),
    (0x0800, 0x083F, "Samaritan"),
    (0x0840, 0x085F, "Mandaic"),
    (0x0860, 0x086F, "Syriac"),
    (0x0870, 0x08FF, "Arabic"),
    (0x0900, 0x097F, "Devanagari"),
    (0x0980, 0x09FF, "Bengali"),
    (0x0A00, 0x0A7F, "Gurmukhi"),
    (0x0A80, 0x0AFF, "Gujarati"),
    (0x0B00, 0x0B7F, "Oriya"),
    (0x0B80, 0x0BFF, "Tamil"),
    (0x0C00, 0x0C7F, "Telugu"),
    (0x0C80, 0x0CFF, "Kannada"),
    (0x0D00, 0x0D7F, "Malayalam"),
    (0x0D80, 0x0DFF, "Sinhala"),
    (0x0E00, 0x0E7F, "Thai"),
    (0x0E80, 0x0EFF, "Lao"),
    (0x0F00, 0x0FFF, "Tibetan"),
    (0x1000, 0x109F, "Burmese"),
    (0x1100, 0x11FF, "Hangul in parts"),
    (0x1700, 0x177F, "a Philippine script"),
    (0x1780, 0x17FF, "Khmer"),
    (0x1800, 0x18AF, "Mongolian"),
    (0x1900, 0x1AAF, "a script of South East Asia"),
    (0x1B00, 0x1C7F, "a script of South East Asia"),
    (0x1CD0, 0x1CFF, "Vedic"),
    (0x200F, 0x200F, "a right-to-left mark"),
    (0x202B, 0x202B, "a right-to-left mark"),
    (0x202E, 0x202E, "a right-to-left mark"),
    (0x2067, 0x2067, "a right-to-left mark"),
    (0xA800, 0xA82F, "Syloti Nagri"),
    (0xA840, 0xA87F, "Phags-pa"),
    (0xA880, 0xA8DF, "Saurashtra"),
    (0xA8E0, 0xA8FF, "Devanagari"),
    (0xA900, 0xA95F, "a script of South East Asia"),
    (0xA960, 0xA97F, "Hangul in parts"),
    (0xA980, 0xA9DF, "Javanese"),
    (0xA9E0, 0xA9FF, "Burmese"),
    (0xAA00, 0xAADF, "a script of South East Asia"),
    (0xAAE0, 0xAAFF, "Meetei Mayek"),
    (0xABC0, 0xABFF, "Meetei Mayek"),
    (0xD7B0, 0xD7FF, "Hangul in parts"),
    (0xFB1D, 0xFB4F, "Hebrew"),
    (0xFB50, 0xFDFF, "Arabic"),
    (0xFE70, 0xFEFE, "Arabic"),
    (0x10800, 0x10FFF, "a right-to-left script"),
    (0x11000, 0x11FFF, "an Indian script"),
    (0x1E800, 0x1EFFF, "a right-to-left script"),
)
JOINED = frozenset({"Arabic", "Syriac", "N'Ko", "Mandaic", "Mongolian", "Phags-pa"})
"""Scripts whose letters join, so that no space may be put between them."""
ACCENTS = "combining accents"
"""The name under which letters with accents from simple scripts are shaped."""

SOFT_HYPHEN = "\u00ad"
BREAK_SIGN = "\u200b"
"""The zero-width space, at which a line may break."""
_JOINER = "\u200d"
_VIRAMA = 9
"""The class of the marks that join an Indian consonant to the next one."""
_UNSEEN = "\u00ad\u034f\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff"
_ACCENTS = (
    "\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\u2cef-\u2cf1\u2de0-\u2dff"
    "\u302a-\u302f\u3099\u309a\ua66f-\ua67d\ufe20-\ufe2f"
)
_WIDE = "".join(f"{chr(first)}-{chr(last)}" for first, last, _ in _SCRIPTS)
_SHAPED = re.compile(f"[{_WIDE}]")
_SPECIAL = re.compile(f"[{_WIDE}{_ACCENTS}{_UNSEEN.removeprefix(SOFT_HYPHEN)}]")
_HIDDEN = re.compile(f"[{_UNSEEN}]")
_STEERING = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]")
_DROPPED = re.compile(f"[{_UNSEEN.replace(SOFT_HYPHEN, '').replace(BREAK_SIGN + '-', chr(0x200C) + '-')}]")
_BACKWARD = re.compile(
    "[\u0590-\u08ff\u200f\u202b\u202e\u2067\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]"
)


def shaping_needed(text: str) -> str:
    """The name of the first script in a text whose letters join, reorder or run from right to left."""
    if text.isascii():
        return ""
    found = _SHAPED.search(text)
    return script_of(found.group()) if found is not None else ""


@lru_cache(maxsize=4096)
def script_of(sign: str) -> str:
    """The name of a sign's script, if that needs shaping."""
    code = ord(sign)
    return next((name for first, last, name in _SCRIPTS if first <= code <= last), "")


def special(text: str) -> bool:
    """Whether a text has anything in it but signs that stand one after another, seen, left to right."""
    return not text.isascii() and _SPECIAL.search(text) is not None


def runs_backward(text: str) -> bool:
    """Whether anything in a text runs, or makes others run, from right to left."""
    return not text.isascii() and _BACKWARD.search(text) is not None


def seen(text: str) -> str:
    """The text without the signs that are never drawn."""
    return text if text.isascii() else _HIDDEN.sub("", text)


def breakable(text: str) -> str:
    """The text without the signs that are never drawn, but with those that say where a line may break."""
    return text if text.isascii() else _DROPPED.sub("", text)


def shapeable(text: str) -> str:
    """The text without the signs that steer its direction."""
    return text if text.isascii() else _STEERING.sub("", text)


def clusters(text: str) -> Iterator[str]:
    """The letters of a text, each with what clings to it."""
    start = 0
    for at in range(1, len(text)):
        if not clings(text, at):
            yield text[start:at]
            start = at
    if text:
        yield text[start:]


def clings(text: str, at: int) -> bool:
    """Whether the sign at a place belongs to the one before it: marks, unseen signs, joined consonants."""
    sign = text[at]
    if sign.isascii() or at == 0:
        return False
    return (
        unicodedata.category(sign)[0] == "M"
        or (_HIDDEN.match(sign) is not None and sign not in (SOFT_HYPHEN, BREAK_SIGN))
        or text[at - 1] == _JOINER
        or unicodedata.combining(text[at - 1]) == _VIRAMA
    )


def can_shape() -> bool:
    """Whether the extra is there."""
    try:
        import bidi  # noqa: F401
        import uharfbuzz  # noqa: F401
    except ImportError:
        return False
    return True


def load_reportlab_fonts() -> None:
    """Load reportlab's fonts without the HarfBuzz that they would load with them, at 50 ms a start.

    Theirs is a shaping that hotpnp does not use.
    """
    if "uharfbuzz" in sys.modules or "reportlab.pdfbase.ttfonts" in sys.modules:
        return
    sys.modules["uharfbuzz"] = None  # type: ignore[assignment]
    try:
        import reportlab.pdfbase.ttfonts  # noqa: F401
    finally:
        del sys.modules["uharfbuzz"]
