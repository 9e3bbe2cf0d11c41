"""`mamayev site`: the whole table as a folder of files for any web host."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from mamayev.engine.words import counted


def run(
    out: Annotated[
        Path, typer.Option("--out", metavar="DIR", help="The folder to write; an existing site is replaced.")
    ],
    pyodide: Annotated[
        Path, typer.Option("--pyodide", metavar="DIR", help="The folder of the npm package pyodide.")
    ] = Path("web/node_modules/pyodide"),
    msgspec: Annotated[
        Path | None,
        typer.Option(
            "--msgspec", metavar="FILE", help="The msgspec wheel for Pyodide; default: the one that make site fetches."
        ),
    ] = None,
    node: Annotated[
        str, typer.Option("--node", metavar="PROGRAM", help="The Node program that compiles the Python files.")
    ] = "node",
) -> None:
    """Write the table as files for any web host. The games then run in each player's browser."""
    from mamayev.server import site

    from .output import file_errors

    wheels = sorted(Path(".cache/pyodide").glob("msgspec-*wasm32.whl"))
    wheel = msgspec or (wheels[-1] if wheels else Path("msgspec-*wasm32.whl"))
    with file_errors(out, "write"):
        sizes = site.build(out, pyodide, wheel, node)
    loaded = sum(sizes[name] for ends in site.PARTS.values() for name in sizes if name.endswith(ends)) / 1e6
    typer.echo(f"{out} has {counted(len(sizes), '# file', '# files')}. A first visit downloads {loaded:.1f} MB.")
