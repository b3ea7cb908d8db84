"""hotpnp plan."""

from __future__ import annotations

from typing import Any

import click

from hotpnp.cli.shared import counted, format_option, print_json
from hotpnp.units import show_inch, show_mm, to_mm


@click.command("plan")
@click.option(
    "--card", required=True, metavar="SIZE", help="poker, tcg, bridge or a measure such as 2.5x3.5in."
)
@click.option(
    "--paper",
    default="letter",
    show_default=True,
    metavar="PAPER",
    help="letter, legal, tabloid, a4, a3 or a measure.",
)
@click.option("--landscape", is_flag=True, help="The paper lies on its long side.")
@click.option(
    "--margin",
    default="0.25in",
    show_default=True,
    metavar="MEASURES",
    help="Paper's edge to the cards' bleed: one, two or four.",
)
@click.option("--bleed", default="0in", show_default=True, metavar="MEASURE", help="Bleed of the cards.")
@click.option(
    "--gutter",
    default="0in",
    show_default=True,
    metavar="MEASURE",
    help="Distance between the bleeds of neighbours.",
)
@click.option(
    "--pack",
    type=click.Choice(["grid", "auto"]),
    default="auto",
    show_default=True,
    help="One block, or the most cards that straight cuts can free.",
)
@click.option(
    "--count", type=click.IntRange(min=1), default=1, show_default=True, help="Cards to be printed."
)
@format_option
def command(
    card: str,
    paper: str,
    landscape: bool,
    margin: str,
    bleed: str,
    gutter: str,
    pack: str,
    count: int,
    form: str,
) -> None:
    """Tell how many cards of a size fit a paper, the sheets that a deck needs, and the cuts that free it."""
    from hotpnp.impose.estimate import estimate
    from hotpnp.impose.slots import BadSheet, SheetTooBig

    try:
        found = estimate(card, paper, landscape, margin, bleed, gutter, pack, count)
    except SheetTooBig as fault:
        raise click.ClickException(str(fault)) from fault
    except (BadSheet, ValueError) as fault:
        raise click.UsageError(str(fault)) from fault
    if form == "json":
        print_json(_json(found))
        return
    sheets, strokes = counted(found.sheets, "sheet"), counted(found.strokes, "stroke")
    click.echo(
        f"{counted(len(found.slots), 'card')} a sheet; {counted(count, 'card')} on {sheets}, {strokes}"
    )
    for slot in found.slots:
        turned = ", turned" if slot.turned else ""
        click.echo(f"  {show_mm(slot.trim.x)} from the left, {show_mm(slot.trim.y)} from the top{turned}")
    for number, cut in enumerate(found.cuts, 1):
        edge = "left" if cut.axis == "x" else "top"
        click.echo(f"  cut {number}: {show_mm(cut.at)} ({show_inch(cut.at)}) from the {edge} edge")


def _json(found: Any) -> dict[str, Any]:
    return {
        "pieces_per_sheet": len(found.slots),
        "sheets": found.sheets,
        "strokes": found.strokes,
        "slots": [
            {
                "x": to_mm(slot.trim.x),
                "y": to_mm(slot.trim.y),
                "width": to_mm(slot.trim.width),
                "height": to_mm(slot.trim.height),
                "turned": slot.turned,
            }
            for slot in found.slots
        ],
        "cuts": [
            {"axis": cut.axis, "at": to_mm(cut.at), "start": to_mm(cut.start), "end": to_mm(cut.end)}
            for cut in found.cuts
        ],
    }
