"""`mamayev site`: write the whole table as a folder of files for any web host."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from mamayev.engine.words import counted


def run(
    out: Annotated[
        Path, typer.Option("--out", metavar="DIR", help="The folder to write; an existing site is replaced.")
    ],
    runtime: Annotated[
        Path | None,
        typer.Option(
            "--runtime",
            metavar="DIR",
            help="The folder with Python for browsers. Without it, the command says how to fill one.",
        ),
    ] = None,
    pyodide: Annotated[
        Path | None,
        typer.Option("--pyodide", metavar="DIR", help="The npm package pyodide, if it is not in the --runtime folder."),
    ] = None,
    msgspec: Annotated[
        Path | None,
        typer.Option(
            "--msgspec", metavar="FILE", help="The msgspec wheel for Pyodide, if it is not in the --runtime folder."
        ),
    ] = None,
    node: Annotated[
        str, typer.Option("--node", metavar="PROGRAM", help="The Node program that compiles the Python files.")
    ] = "node",
    address: Annotated[
        str,
        typer.Option("--address", metavar="URL", help="The public address of the site, for previews of shared links."),
    ] = "",
) -> None:
    """Write the table as files for any web host. The games then run in each player's browser."""
    from mamayev.server import site
    from mamayev.server.site.needs import found

    from .output import file_errors

    needs = found(runtime, pyodide, msgspec, node, out)
    with file_errors(out, "write"):
        sizes = site.build(out, needs, address)
    loaded = sum(sizes[name] for ends in site.PARTS.values() for name in sizes if name.endswith(ends)) / 1e6
    typer.echo(f"{out} has {counted(len(sizes), '# file', '# files')}. A first visit downloads {loaded:.1f} MB.")
