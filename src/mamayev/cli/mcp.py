"""`mamayev mcp`: serve the games as tools for agents."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from .setup import Guests, whole


def run(
    http: Annotated[
        int | None,
        typer.Option(
            "--http",
            metavar="PORT",
            parser=str,
            callback=whole,
            help="Serve over HTTP on this machine only, with a token; default: standard input and output.",
        ),
    ] = None,
    hints: Annotated[bool, typer.Option("--hints/--no-hints", help="Let the agent ask bots for advice.")] = True,
    task: Annotated[
        Path | None, typer.Option("--task", metavar="FILE.toml", help="Serve only this task's game.")
    ] = None,
    guests: Guests = False,
) -> None:
    """Serve the games to agents through the Model Context Protocol."""
    from mamayev.engine import registry
    from mamayev.engine.refusal import Refusal
    from mamayev.players import welcome

    if http is not None and not 0 <= http <= 65535:
        raise Refusal(f"--http: {http} is not a port. Use 0 to 65535.", field="--http", malformed=True)
    try:
        from mamayev.agents.server import Door
        from mamayev.agents.serving import over_http, over_stdio
        from mamayev.agents.task import Tasked, read_task
    except ModuleNotFoundError as missing:
        raise Refusal(
            f"Agents need the Python package {missing.name}: pip install 'mamayev[agents]'.",
            field="mcp",
            malformed=True,
        ) from None
    if guests:
        welcome(registry.installed())
    door = Door(shared=http is not None and task is None, hints=hints, begins=task is None)
    if task is not None:
        door.seat(Tasked(read_task(task)))
    if http is None:
        over_stdio(door)
    else:
        over_http(door, http, typer.echo)
