"""Statistics as one page of HTML that needs no other file: tables, and pictures drawn into it."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from hotpnp.assets.fonts import Fonts
from hotpnp.expand.expect import Expectation
from hotpnp.expand.report import (
    Report,
    Section,
    counted_as,
    tell_expectation,
    tell_missing,
    tell_moved,
    tell_outlier,
)
from hotpnp.expand.stats import OUTLIER_RULE, Cells, Grid
from hotpnp.render.svg import scene_svg
from hotpnp.scene.charts import draw_grid, shown, signed

_STYLE = """
:root { color-scheme: light; --ink: #1b2430; --grey: #5a626c; --line: #d5dae0; --moved: #a84200; }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 76rem; padding: 1.5rem; color: var(--ink); background: #fff;
  font: 15px/1.5 "Source Sans Pro", "Source Sans 3", "Segoe UI", Arial, sans-serif; }
h1 { margin: 0; font-size: 1.9rem; line-height: 1.2; }
h2 { margin: 2.5rem 0 .75rem; padding-top: .75rem; border-top: 3px solid var(--ink); font-size: 1.4rem; }
h3 { margin: 0 0 .5rem; font-size: 1rem; }
p { margin: .25rem 0; max-width: 60rem; }
.about, .count, .rule { color: var(--grey); }
.count { font-weight: 400; font-size: 1.1rem; }
.rule { margin-top: 2.5rem; border-top: 1px solid var(--line); padding-top: .75rem; font-size: .85rem; }
.blocks { display: flex; flex-wrap: wrap; gap: 1rem; align-items: flex-start; margin-top: 1rem; }
.block { margin: 0; max-width: 100%; padding: .9rem 1rem; border: 1px solid var(--line); border-radius: .5rem;
  break-inside: avoid; overflow-x: auto; }
.block svg { display: block; max-width: 100%; height: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .1rem .5rem; text-align: right; border-bottom: 1px solid var(--line); }
th { font-weight: 600; }
th:first-child { text-align: left; }
tr.all > *, td.all { font-weight: 700; }
.moved { color: var(--moved); font-weight: 700; font-size: .85em; }
.broken { font-weight: 700; }
summary { margin-top: .5rem; color: var(--grey); font-size: .85rem; cursor: pointer; }
ul { margin: .25rem 0; padding-left: 1.2rem; }
@media print { body { padding: 0; max-width: none; font-size: 10pt; } details { display: none; }
  h2, h3 { break-after: avoid; } li { break-before: avoid; } .block { overflow: visible; }
  * { print-color-adjust: exact; -webkit-print-color-adjust: exact; } }
@page { margin: 14mm; }
"""


_BROKEN = ' class="broken"'


def stats_page(found: Report, fonts: Fonts) -> str:
    """The page. Lengths of its pictures are those of their scenes."""
    game = found.game
    title = f"{game.title} {game.version}"
    compared = ""
    if found.compared:
        said = f" of {found.since}" if found.since else ""
        compared = (
            f'<p>Compared with the figures{escape(said)}: <span class="moved">+1</span> is one more. '
            "Bars carry a line where they ended, cells that moved are framed.</p>"
        )
    gone = (
        f"<p>No longer in the game: {escape(name)} ({count} pieces).</p>"
        for name, count in found.gone.items()
    )
    return "\n".join(
        [
            '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{escape(title)}: statistics</title><style>{_STYLE}</style></head><body>",
            f'<h1>{escape(title)}: statistics</h1>\n<p class="about">{escape(game.file.about)}</p>',
            compared,
            *gone,
            _expected(found.expectations),
            *(_section(section, fonts) for section in found.sections),
            f'<p class="rule">Every count is weighted by copies. {OUTLIER_RULE}</p>',
            "</body></html>\n",
        ]
    )


def _section(section: Section, fonts: Fonts) -> str:
    pieces = counted_as(section.now.pieces, section.kind)
    if section.now.cards != section.now.pieces:
        pieces += f", {section.now.cards} different"
    if section.moved is not None:
        pieces += _change(section.moved.pieces)
    blocks = [_block(grid, moved, fonts) for grid, _, moved in section.grids]
    return "\n".join(
        [
            f'<section><h2>{escape(section.title)} <span class="count">{pieces}</span></h2>',
            _expected(section.expectations),
            f'<div class="blocks">{"".join(blocks)}</div>' if blocks else "",
            _listed("Combinations", map(tell_missing, section.now.missing)),
            _listed("Never used", (f"{u.axis}: {', '.join(u.labels)}" for u in section.now.unused)),
            _listed("Outliers", map(tell_outlier, section.now.outliers)),
            _listed("Came and went", tell_moved(section)),
            "</section>",
        ]
    )


def _block(grid: Grid, moved: Cells | None, fonts: Fonts) -> str:
    """A table with its picture; ranges have none."""
    title = escape(grid.title)
    if grid.kind == "ranges":
        return f'<div class="block"><h3>Ranges</h3>{_table(grid, moved)}</div>'
    svg = scene_svg(draw_grid(grid, moved, "", fonts), grid.title)
    table = f"<details><summary>as a table</summary>{_table(grid, moved)}</details>"
    return f'<figure class="block"><h3>{title}</h3>{svg}{table}</figure>'


def _table(grid: Grid, moved: Cells | None) -> str:
    more = ["all"] if grid.totals else []
    head = "".join(f"<th>{escape(name)}</th>" for name in (grid.down, *grid.columns, *more))
    lines = [f"<tr>{head}</tr>"]
    for at, (name, row) in enumerate(zip([*grid.rows, *more], grid.cells, strict=True)):
        cells = []
        for column, number in enumerate(row):
            change = _change(moved[at][column]) if moved is not None else ""
            whole = ' class="all"' if column == len(grid.columns) else ""
            cells.append(f"<td{whole}>{shown(number)}{change}</td>")
        whole = ' class="all"' if at == len(grid.rows) else ""
        lines.append(f'<tr{whole}><th scope="row">{escape(name)}</th>{"".join(cells)}</tr>')
    return f"<table>{''.join(lines)}</table>"


def _change(number: float | None) -> str:
    said = signed(number)
    return f' <span class="moved">{said}</span>' if said else ""


def _listed(heading: str, lines: Iterable[str]) -> str:
    items = "".join(f"<li>{escape(line)}</li>" for line in lines)
    return (
        f'<div class="blocks"><div class="block"><h3>{heading}</h3><ul>{items}</ul></div></div>'
        if items
        else ""
    )


def _expected(expected: Iterable[Expectation]) -> str:
    items = "".join(
        f"<li{_BROKEN * (not one.holds)}>{escape(tell_expectation(one))}</li>" for one in expected
    )
    return f"<h3>Expected</h3><ul>{items}</ul>" if items else ""
