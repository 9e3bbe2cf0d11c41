"""The setup options shared by all commands that start new games."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from mamayev.engine.refusal import Refusal


def whole(option: typer.CallbackParam, value: str | int | None) -> int | None:
    """Return the number given to an option. Raises a malformed Refusal for anything else."""
    try:
        return None if value is None else int(value)
    except ValueError:
        name = option.opts[0]
        raise Refusal(f"{name}: “{value}” is not a whole number.", field=name, malformed=True) from None


GameName = Annotated[str, typer.Argument(metavar="GAME", help="A name from `mamayev games`.")]
Preset = Annotated[
    str | None,
    typer.Option("--preset", metavar="NAME", help="A preset of the game; --edition and --option override parts of it."),
]
Edition = Annotated[
    str | None, typer.Option("--edition", metavar="E", help="Edition of the rules; default: the first.")
]
Options = Annotated[
    list[str] | None, typer.Option("--option", metavar="K=V", help="An option of the game. Repeatable.")
]
Seed = Annotated[
    int | None,
    typer.Option(
        "--seed", metavar="N", parser=str, callback=whole, help="The same seed gives the same dice and cards."
    ),
]
FirstSeed = Annotated[
    int, typer.Option("--seed", metavar="N", parser=str, callback=whole, help="The same seed gives the same games.")
]
Workers = Annotated[
    int,
    typer.Option("--workers", metavar="N", parser=str, callback=whole, help="Number of processes; -1: one per core."),
]
Backend = Annotated[
    str,
    typer.Option("--backend", help="local, dask or ray. A cluster started here is only reachable from this machine."),
]
Components = Annotated[
    Path | None, typer.Option("--components", metavar="DIR", help="A folder with your own map, cards and counters.")
]
Database = Annotated[
    str | None, typer.Option("--db", metavar="URL", help="Game database; default: a file in your data folder.")
]
Guests = Annotated[
    bool,
    typer.Option(
        "--guests", help="Also offer bots from other installed packages. Their code runs with all your permissions."
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]


def rules(
    game: str, preset: str | None, edition: str | None, option: list[str] | None
) -> tuple[str | None, dict[str, Any]]:
    """Return the edition and options of the preset, changed by the given edition and options."""
    from .output import pairs

    options: dict[str, Any] = pairs(option or (), "--option")
    if preset is None:
        return edition, options
    from mamayev.engine.registry import find

    return find(game).with_preset(preset, edition, options)
