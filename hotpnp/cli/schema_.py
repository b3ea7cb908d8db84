"""hotpnp schema."""

from __future__ import annotations

import json
from pathlib import Path

import click

from hotpnp.cli.shared import reporting
from hotpnp.diag import Collector

KINDS = ("game", "table", "layout", "page", "printers", "sheets")
WRITTEN = KINDS[:5]
"""The kinds that are files of their own."""


@click.command("schema")
@click.argument("kind", type=click.Choice([*KINDS, "reference"]), required=False)
@click.option(
    "--write",
    "folder",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="DIR",
    help="Write the schemas of all kinds that are files of their own into this folder.",
)
def command(kind: str | None, folder: Path | None) -> None:
    """Print the JSON Schema of a kind of file, for completion in an editor.

    "hotpnp schema reference" prints the reference page as Markdown: every key of every file.
    """
    if (kind is None) == (folder is None):
        raise click.UsageError("give either a kind of file or --write")
    if folder is not None:
        _write(folder)
    elif kind == "reference":
        from hotpnp.model.reference import reference

        click.echo(reference(), nl=False)
    else:
        click.echo(_text(kind or ""), nl=False)


def _text(kind: str) -> str:
    from hotpnp.model.schema import json_schema

    return json.dumps(json_schema(kind), indent=2, ensure_ascii=False) + "\n"


def _write(folder: Path) -> None:
    from hotpnp.pipeline.output import write_files

    diagnostics = Collector()
    with reporting(diagnostics, "text", [None], {}):
        files = {f"{kind}.schema.json": _text(kind).encode("utf-8") for kind in WRITTEN}
        for path in write_files(files, folder, diagnostics):
            click.echo(f"wrote {path}")
