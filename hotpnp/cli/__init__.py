"""The command line: parse, call, print."""

from __future__ import annotations

import importlib
import sys

import click

from hotpnp import __version__

_COMMANDS = {
    "build": "Write a game's sheets as PDF.",
    "calibrate": "Write a test sheet for a printer: how far backs miss, scale, margins.",
    "check": "Read and lay out everything, write nothing.",
    "diff": "Tell how a game differs from what was printed.",
    "explain": "Show one card: its fields, where they come from, how it is drawn.",
    "list": "Show games, components, counts and the sheets needed.",
    "plan": "Tell sheets, waste, strokes and ink before anything is written.",
    "picture": "Write a card or a sheet as PNG.",
    "printer": "List, show and store printer profiles.",
    "printed": "Record that what build last wrote was printed.",
    "release": "Set a game's version, write its changelog, tag its last print run.",
    "whatis": "Tell what a card found in the box is, and whether it is current.",
    "set": "Change fields of many cards in their table, keeping comments and layout.",
    "schema": "Print the JSON Schema of a kind of file, or the reference of all keys.",
    "stats": "Count a game's cards: by field, crossed, compared; tables, pictures, a page.",
}


class _Lazy(click.Group):
    """Imports a command's module only when that command is run."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _COMMANDS:
            return None
        module = importlib.import_module(f"hotpnp.cli.{cmd_name}_")
        command = module.command
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(sorted(_COMMANDS.items()))


@click.command(cls=_Lazy, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="hotpnp")
def hotpnp() -> None:
    """Print-and-play cards from a YAML card database.

    A project is a folder with cards/ and layouts/. hotpnp works on the one given with --project,
    else on the current folder or the nearest above it.

    Exit codes: 0 complete, 1 the input is wrong, 2 the command line is wrong, 3 a fault in hotpnp.
    """


def main() -> None:
    """Run the command line; a fault of the program itself ends with exit code 3."""
    try:
        hotpnp.main(standalone_mode=True)
    except Exception:
        import traceback

        traceback.print_exc()
        print("hotpnp: this is a fault in hotpnp, not in your files", file=sys.stderr)
        sys.exit(3)
