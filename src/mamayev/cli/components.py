"""`mamayev components`: the map, cards and counters as files to edit."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from .setup import GameName


def run(
    game: GameName,
    export: Annotated[Path, typer.Option("--export", metavar="DIR", help="An empty or new folder to write into.")],
) -> None:
    """Write a game's own map, cards and counters as a start for yours; play with them by --components DIR."""
    from mamayev.engine.refusal import Refusal
    from mamayev.engine.registry import find

    from .output import file_errors

    found = find(game)
    if found.export_components is None:
        raise Refusal(f"{found.title} has no component files.", field="game", malformed=True)
    with file_errors(export, "write"):
        if export.is_dir() and any(export.iterdir()):
            raise Refusal(f"{export} is not empty; name a new folder.", field="--export", malformed=True)
        export.mkdir(parents=True, exist_ok=True)
        files = found.export_components(export)
    for file in files:
        typer.echo(file)
