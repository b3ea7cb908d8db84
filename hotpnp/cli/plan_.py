"""hotpnp plan."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from hotpnp.cli.shared import (
    as_json,
    counted,
    format_option,
    open_workspace,
    pick_game,
    print_json,
    project_option,
    reporting,
    sheet_options,
    show,
)
from hotpnp.diag import Collector
from hotpnp.units import show_inch, show_mm, to_mm

_OF_SIZE = ("landscape", "margin", "bleed", "gutter", "pack", "count")


@click.command("plan")
@click.argument("game", required=False)
@sheet_options
@click.option(
    "--backs",
    type=click.Choice(["none", "with", "fold"]),
    default="none",
    show_default=True,
    help="Whether backs are printed too, or fronts and backs beside a fold.",
)
@click.option(
    "--card",
    metavar="SIZE",
    help="Without a game: poker, tcg, bridge or a measure such as 2.5x3.5in.",
)
@click.option("--landscape", is_flag=True, help="With --card: the paper lies on its long side.")
@click.option(
    "--margin",
    default="0.25in",
    show_default=True,
    metavar="MEASURES",
    help="With --card: paper's edge to the cards' bleed: one, two or four.",
)
@click.option(
    "--bleed", default="0in", show_default=True, metavar="MEASURE", help="With --card: bleed of the cards."
)
@click.option(
    "--gutter",
    default="0in",
    show_default=True,
    metavar="MEASURE",
    help="With --card: distance between the bleeds of neighbours.",
)
@click.option(
    "--pack",
    type=click.Choice(["grid", "mixed", "auto"]),
    default="auto",
    show_default=True,
    help="With --card: one block, two, or the most cards that straight cuts can free.",
)
@click.option(
    "--count",
    type=click.IntRange(min=1),
    default=1,
    show_default=True,
    help="With --card: cards to be printed.",
)
@format_option
@project_option
@click.pass_context
def command(
    ctx: click.Context,
    /,
    game: str | None,
    card: str | None,
    form: str,
    project: Path | None,
    **asked: Any,
) -> None:
    """Tell sheets, waste, strokes and ink before anything is written.

    For GAME: on each of its sheets that takes its pieces, so that they can be compared. With --card:
    how many cards of a size fit a paper, and the cuts that free them; no project is needed.
    """
    typed = click.core.ParameterSource.COMMANDLINE
    given = [name for name in asked if ctx.get_parameter_source(name) is typed]
    size = {name: asked.pop(name) for name in _OF_SIZE}
    if card is not None:
        if game or any(name in asked and name != "paper" for name in given):
            raise click.UsageError("--card plans a size; leave out GAME and what belongs to a game")
        _plan_size(card, asked["paper"] or "letter", size, form)
        return
    wrong = next((name for name in given if name in size), None)
    if wrong is not None:
        raise click.UsageError(f"--{wrong} needs --card; a game's sheets stand in its game.yaml")
    _plan_game(game, asked, form, project)


def _plan_game(game: str | None, asked: dict[str, Any], form: str, project: Path | None) -> None:
    from hotpnp.pipeline import Options, plan_game

    diagnostics = Collector()
    opened: list[Any] = [None]
    with reporting(diagnostics, form, opened, {"sheets": []}):
        workspace = opened[0] = open_workspace(project, diagnostics)
        name = pick_game(workspace, game)
        found = plan_game(workspace, name, Options(**asked))
    if form == "json":
        print_json({**_game_json(found), "diagnostics": [as_json(one) for one in diagnostics]})
    else:
        show(diagnostics, opened[0])
        _print_game(found)
    if not found.plans:
        sys.exit(1)


def _game_json(found: Any) -> dict[str, Any]:
    return {
        "game": found.game.name,
        "pieces": found.pieces,
        "chosen": found.chosen,
        "sheets": [
            {
                "name": plan.name,
                "paper": [to_mm(plan.paper.width), to_mm(plan.paper.height)],
                "sheets": plan.sheets,
                "pieces_per_sheet": plan.pieces_per_sheet,
                "strokes": plan.strokes,
                "stacked_strokes": plan.stacked,
                "waste": round(plan.waste, 4),
                "ink": round(plan.ink, 4),
            }
            for plan in found.plans
        ],
        "refused": found.refused,
    }


def _print_game(found: Any) -> None:
    click.echo(f"{found.game.title} {found.game.version}: {counted(found.pieces, 'piece')}")
    wide = max((len(plan.name) for plan in found.plans), default=0)
    for plan in found.plans:
        stacks = ", ".join(f"{count} with stacks of {stock}" for stock, count in plan.stacked.items())
        mark = "*" if plan.name == found.chosen else " "
        click.echo(
            f"{mark} {plan.name:{wide}}  {counted(plan.sheets, 'sheet'):>11}  "
            f"{counted(plan.strokes, 'stroke'):>12} ({stacks})  {plan.waste:4.0%} waste  {plan.ink:4.0%} ink"
        )
    for name, reason in found.refused.items():
        click.echo(f"  {name} cannot be used: {reason}")
    if len(found.plans) > 1:
        click.echo(
            " | ".join(
                f"{p.name} {counted(p.sheets, 'sheet')} {counted(p.strokes, 'stroke')}" for p in found.plans
            )
        )


def _plan_size(card: str, paper: str, size: dict[str, Any], form: str) -> None:
    from hotpnp.impose.estimate import estimate
    from hotpnp.impose.slots import BadSheet, SheetTooBig

    try:
        found = estimate(card, paper, **size)
    except SheetTooBig as fault:
        raise click.ClickException(str(fault)) from fault
    except (BadSheet, ValueError) as fault:
        raise click.UsageError(str(fault)) from fault
    if form == "json":
        print_json(_size_json(found))
        return
    sheets, strokes = counted(found.sheets, "sheet"), counted(found.strokes, "stroke")
    cards = counted(len(found.slots), "card")
    click.echo(f"{cards} a sheet; {counted(size['count'], 'card')} on {sheets}, {strokes}")
    for slot in found.slots:
        turned = ", turned" if slot.turned else ""
        click.echo(f"  {show_mm(slot.trim.x)} from the left, {show_mm(slot.trim.y)} from the top{turned}")
    for number, measure in enumerate(found.measures, 1):
        distance = f"{show_mm(measure.distance)} ({show_inch(measure.distance)})"
        click.echo(f"  cut {number}: {distance} from the {measure.edge}")


def _size_json(found: Any) -> dict[str, Any]:
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
