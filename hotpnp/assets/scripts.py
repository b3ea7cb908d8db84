"""Scripts that need more than one glyph after the other."""

from __future__ import annotations

_SCRIPTS = (
    (0x0590, 0x05FF, "Hebrew"),
    (0x0600, 0x06FF, "Arabic"),
    (0x0700, 0x074F, "Syriac"),
    (0x0750, 0x077F, "Arabic"),
    (0x0780, 0x07BF, "Thaana"),
    (0x07C0, 0x08FF, "a right-to-left script"),
    (0x0900, 0x0DFF, "an Indian script"),
    (0x0E00, 0x0EFF, "Thai or Lao"),
    (0x0F00, 0x0FFF, "Tibetan"),
    (0x1000, 0x109F, "Burmese"),
    (0x1780, 0x17FF, "Khmer"),
    (0xFB1D, 0xFB4F, "Hebrew"),
    (0xFB50, 0xFDFF, "Arabic"),
    (0xFE70, 0xFEFE, "Arabic"),
)


def shaping_needed(text: str) -> str:
    """The name of the first script in a text whose letters join, reorder or run from right to left."""
    if text.isascii():
        return ""
    for sign in text:
        code = ord(sign)
        if code >= 0x0590:
            for first, last, name in _SCRIPTS:
                if first <= code <= last:
                    return name
    return ""
