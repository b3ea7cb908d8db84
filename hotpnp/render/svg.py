"""Charts as SVG: plain paths and lines of text, lengths in points."""

from __future__ import annotations

from xml.sax.saxutils import escape, quoteattr

from hotpnp.assets.colour import Gradient
from hotpnp.geometry import Command
from hotpnp.scene.items import Item, Path, Scene, TextRun
from hotpnp.units import PT, Length, trim

_FAMILIES = "'Source Sans Pro', 'Source Sans 3', 'Segoe UI', Arial, sans-serif"
_WEIGHTS = {"light": 300, "regular": 400, "semibold": 600, "bold": 700, "black": 900}


def scene_svg(scene: Scene, title: str) -> str:
    """A drawing as SVG with a title for those who cannot see it.

    Raises ValueError for what is no path of one colour and no text: pictures, groups, gradients. Text is as
    wide as it was measured, whatever font the reader has.
    """
    wide, high = _pt(scene.size.width), _pt(scene.size.height)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}pt" height="{high}pt" viewBox="0 0 '
        f'{wide} {high}" role="img" aria-label={quoteattr(title)} font-family="{_FAMILIES}">',
        *(_item(item) for item in scene.items),
        "</svg>",
    ]
    return "\n".join(lines)


def _item(item: Item) -> str:
    if isinstance(item, TextRun):
        return _text(item)
    if isinstance(item, Path) and not isinstance(item.fill, Gradient):
        stroke = ""
        if item.stroke is not None:
            stroke = f' stroke="{item.stroke.rgb.hex}" stroke-width="{_pt(item.stroke_width)}"'
        fill = item.fill.rgb.hex if item.fill is not None else "none"
        return f'<path d="{" ".join(map(_command, item.commands))}" fill="{fill}"{stroke}/>'
    raise ValueError(f"a chart holds no {type(item).__name__.lower()} and no gradients")


def _text(run: TextRun) -> str:
    x, y = _pt(run.x), _pt(run.y)
    turn = f' transform="rotate({run.turn} {x} {y})"' if run.turn else ""
    return (
        f'<text x="{x}" y="{y}" font-size="{_pt(run.size)}" font-weight="{_WEIGHTS[run.weight]}" '
        f'fill="{run.colour.rgb.hex}" textLength="{_pt(run.width)}" lengthAdjust="spacingAndGlyphs"{turn}>'
        f"{escape(run.text)}</text>"
    )


def _command(command: Command) -> str:
    return " ".join([command[0], *map(_pt, command[1:])])


def _pt(length: Length | float) -> str:
    return trim(length / PT, 3)
