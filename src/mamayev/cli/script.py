"""`mamayev script`: play a script file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from mamayev.engine.words import counted

from .setup import Json


def run(
    file: Annotated[Path, typer.Argument(metavar="FILE.toml", help="A script file.")],
    json: Json = False,
) -> None:
    """Play a scripted game and print its final facts. If it deviates from the script, exit with 1 and a reason."""
    from mamayev.match.run import run_script

    report = run_script(file)
    if json:
        from .output import print_json

        print_json(report.to_data())
    else:
        for name, value in report.facts.items():
            typer.echo(f"{name} = {value}")
    if report.failure:
        typer.echo(f"{file}: {report.failure}", err=True)
        raise typer.Exit(1)
    if not json:
        steps = counted(report.steps, "# action", "# actions")
        checks = counted(report.checks, "# expectation", "# expectations")
        typer.echo(f"{file}: {steps}, {checks}, all met.", err=True)
