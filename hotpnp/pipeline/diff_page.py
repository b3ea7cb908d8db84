"""The comparison of a game as one HTML page that needs nothing else: words, and pictures side by side."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from html import escape
from io import BytesIO

from hotpnp.assets.compare import difference_png
from hotpnp.assets.fonts import Fonts
from hotpnp.geometry import Rect
from hotpnp.impose.place import Placement, Side
from hotpnp.pipeline.diff import Comparison
from hotpnp.pipeline.swap import what_changed
from hotpnp.prints.changes import KINDS, Change
from hotpnp.render.pdf import Metadata, Page, write_pdf
from hotpnp.render.png import pages_png
from hotpnp.scene.items import Scene

DPI = 110
_HEADINGS = {
    "new": "New",
    "changed": "Changed",
    "more": "More copies",
    "fewer": "Fewer copies",
    "renamed": "Renamed",
    "gone": "Gone",
}
_STYLE = """
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 72rem; padding: 0 1rem; }
body { color: #1b1b1b; }
h1 { font-size: 1.6rem; margin-bottom: 0; }
h2 { margin-top: 2.2rem; border-bottom: 2px solid #1b1b1b; }
h3 { margin: 0 0 .2rem; font-size: 1.05rem; }
.sum { color: #444; }
.cards { display: grid; gap: 1.2rem; grid-template-columns: repeat(auto-fill, minmax(15rem, 1fr)); }
.changed .cards { grid-template-columns: 1fr; }
article { border: 1px solid #bbb; border-radius: 6px; padding: .8rem 1rem; }
.why { margin: 0 0 .6rem; }
.note { color: #7a4d00; font-size: .9rem; }
.sides { display: flex; gap: 1rem; flex-wrap: wrap; }
figure { margin: 0; }
figcaption { font-size: .85rem; color: #555; }
img { width: 13rem; border: 1px solid #ccc; border-radius: 4px; background: #fff; }
ins { text-decoration: none; font-weight: 600; }
@media print { article { break-inside: avoid; } body { max-width: none; } }
"""


def diff_page(found: Comparison) -> bytes:
    """The page, as UTF-8."""
    pictures = _Pictures(found)
    title = f"{found.game.title} {found.game.version}: what differs from {found.since}"
    lines = [
        "<!doctype html>",
        '<html lang="en"><head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{escape(title)}</title><style>{_STYLE}</style></head><body>",
        f"<h1>{escape(found.game.title)} {escape(found.game.version)}</h1>",
        f'<p class="sum">{escape(_sum(found))}</p>',
    ]
    for kind in KINDS:
        rows = found.changes.of(kind) if kind != "same" else []
        if rows:
            lines.append(
                f'<section class="{kind}"><h2>{_HEADINGS[kind]} ({len(rows)})</h2><div class="cards">'
            )
            lines += [line for change in rows for line in _article(change, found, pictures)]
            lines.append("</div></section>")
    return "\n".join([*lines, "</body></html>", ""]).encode("utf-8")


def _sum(found: Comparison) -> str:
    counts = [f"{len(found.changes.of(kind))} {kind}" for kind in KINDS if found.changes.of(kind)]
    layouts = "; layouts have changed" if found.layouts_changed else ""
    return f"Compared with {found.since}: {', '.join(counts)}{layouts}."


def _article(change: Change, found: Comparison, pictures: _Pictures) -> Iterator[str]:
    title = found.titles.get(change.key.component, change.key.component)
    yield f"<article><h3>{escape(change.key.card)}</h3>"
    words = what_changed(change)
    yield f'<p class="why">{escape(title)}: <ins>{escape(words)}</ins></p>'
    if change.key in found.inexact:
        yield '<p class="note">The layout has changed since; the earlier picture is drawn with today\'s.</p>'
    yield '<div class="sides">'
    for caption, data in pictures.of(change):
        source = base64.b64encode(data).decode("ascii")
        alt = f"{change.key.card} {caption}"
        yield f'<figure><img alt="{escape(alt)}" src="data:image/png;base64,{source}">'
        yield f"<figcaption>{caption}</figcaption></figure>"
    yield "</div></article>"


class _Pictures:
    """The pictures of all cards that are shown, rendered in one go."""

    def __init__(self, found: Comparison) -> None:
        self._found = found
        scenes: dict[Scene, None] = {}
        for change in found.changes.of("changed", "gone", "new", "renamed"):
            for sides in (found.before, found.after):
                if change.key in sides:
                    scenes[sides[change.key]] = None
        self._png = dict(zip(scenes, _rendered(list(scenes), found.fonts), strict=True))

    def of(self, change: Change) -> Iterator[tuple[str, bytes]]:
        """Captions and pictures of a card."""
        before = self._found.before.get(change.key) if change.kind in ("changed", "gone") else None
        after = self._found.after.get(change.key) if change.kind in ("changed", "new", "renamed") else None
        if before is not None:
            yield "before", self._png[before]
        if after is not None:
            yield "now", self._png[after]
        if before is not None and after is not None:
            yield "what differs", difference_png(self._png[before], self._png[after])


def _rendered(scenes: list[Scene], fonts: Fonts) -> list[bytes]:
    if not scenes:
        return []
    pages = []
    for scene in scenes:
        placed = Placement("", "", scene, Rect(0, 0, *scene.size), 0, clip=Rect(0, 0, *scene.size))
        pages.append(Page(scene.size, Side((placed,))))
    stream = BytesIO()
    write_pdf(pages, Metadata("cards"), fonts, stream)
    return pages_png(stream.getvalue(), DPI)
