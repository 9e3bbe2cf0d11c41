"""`mamayev bench`: measure the speed of the games on this machine."""

from __future__ import annotations

from typing import Annotated

import typer

from .setup import Json


def run(
    games: Annotated[list[str] | None, typer.Argument(metavar="[GAME ...]", help="Default: all games.")] = None,
    seconds: Annotated[float, typer.Option("--seconds", help="Seconds of play per game.", min=0.1, max=600)] = 2.0,
    json: Json = False,
) -> None:
    """Measure random playouts, copies and sizes on one core."""
    from mamayev.engine.registry import find
    from mamayev.engine.registry import names as installed
    from mamayev.lab.measure import measure

    from .output import print_json

    names = games or installed()
    for name in names:
        find(name)
    figures = [measure(name, seconds) for name in names]
    if json:
        print_json({"games": figures})
        return
    for figure in figures:
        typer.echo(
            f"{figure['game']}: {figure['decisions_per_second']:,} decisions per second, "
            f"{figure['games_per_second']:,} games per second ({figure['decisions_per_game']:g} decisions each); "
            f"a copy takes {figure['copy_microseconds']} µs; a position is {figure['state_bytes']:,} bytes of JSON, "
            f"a saved game {figure['saved_game_bytes']:,} bytes"
        )
