"""The `mamayev` command.

Each command's module holds only what its help needs; what it works with is imported when it runs.
"""

from __future__ import annotations

import os
import sys
from typing import Annotated

import typer

from mamayev.engine.refusal import Refusal

from . import bench, components, games, lesson, play, replay, rules, script, serve, simulate, study

app = typer.Typer(
    name="mamayev",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
for command in (games, serve, lesson, play, simulate, study, script, replay, rules, bench, components):
    app.command(command.__name__.rpartition(".")[2])(command.run)


def _show_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        typer.echo(f"mamayev {version('mamayev')}")
        raise typer.Exit


@app.callback()
def root(
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Print the version and end.")
    ] = False,
) -> None:
    """Historical board wargames, every rule enforced and cited."""


def main() -> None:
    """Run the command line: ends with 0 (done), 1 (the game says no) or 2 (the command line or a file is wrong)."""
    try:
        app(prog_name="mamayev")
    except Refusal as refusal:
        if "--json" in sys.argv:
            from .output import print_json

            print_json({"error": refusal.text, "clauses": list(refusal.clauses), "field": refusal.field})
        cited = f" [{', '.join(refusal.clauses)}]" if refusal.clauses else ""
        typer.echo(f"{refusal.text}{cited}", err=True)
        sys.exit(2 if refusal.malformed else 1)
    except KeyboardInterrupt:
        typer.echo("\nStopped.", err=True)
        sys.exit(1)
    except BrokenPipeError:
        # Whoever read our output has gone (`| head`); Python must not complain about it while it closes stdout.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
