"""`mamayev components`: export a game's map, cards and counters as files, and check your own."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .setup import GameName, Json

if TYPE_CHECKING:
    from mamayev.engine.statement import Stated
    from mamayev.engine.table import Game


def run(
    game: GameName,
    export: Annotated[
        Path | None, typer.Option("--export", metavar="DIR", help="An empty or new folder to write into.")
    ] = None,
    check: Annotated[
        Path | None, typer.Option("--check", metavar="DIR", help="A folder with your files to check.")
    ] = None,
    json: Json = False,
) -> None:
    """Export a game's own map, cards and counters as a starting point for yours, or check your files. To play with
    them, use --components DIR."""
    from mamayev.engine.refusal import Refusal
    from mamayev.engine.registry import find

    found = find(game)
    if found.export_components is None:
        raise Refusal(f"{found.title} has no component files.", field="game", malformed=True)
    if (export is None) == (check is None):
        raise Refusal("Use either --export DIR or --check DIR.", field="--export", malformed=True)
    if check is not None:
        _check(found, check, json)
    elif export is not None:
        _export(found, export)


def _export(game: Game, export: Path) -> None:
    from mamayev.engine.refusal import Refusal

    from .output import file_errors

    assert game.export_components is not None
    with file_errors(export, "write"):
        if export.is_dir() and any(export.iterdir()):
            raise Refusal(f"{export} is not empty. Choose a new folder.", field="--export", malformed=True)
        export.mkdir(parents=True, exist_ok=True)
        files = game.export_components(export)
    for file in files:
        typer.echo(file)


def _check(game: Game, folder: Path, json: bool) -> None:
    """Check the files one by one. Show each file's problem, its number of valid entries, or that our file is used.

    Then compare the files with the rulebook.

    Exits with 1 if a file is invalid.
    """
    from mamayev.engine.words import counted
    from mamayev.match.components import check, taken

    from .output import print_json

    files, statements = check(game, taken(game, folder))
    if json:
        print_json({"files": [one._asdict() for one in files], "statements": [_to_data(one) for one in statements]})
    else:
        for one in files:
            fits = counted(one.entries, "fits: # entry", "fits: # entries") if one.given else "ours (not in the folder)"
            typer.echo(f"{one.name}: {fits}" if not one.problem else one.problem)
        for stated in statements:
            typer.echo(_line(stated))
    if any(one.problem for one in files):
        raise typer.Exit(1)


def _to_data(stated: Stated) -> dict[str, Any]:
    """Return a statement as JSON-ready data. `agrees` is null if the rulebook does not say, or if the place is not
    transcribed yet."""
    agrees = {"agrees": True, "differs": False}.get(stated.state)
    return {**stated._asdict(), "place": stated.place._asdict(), "agrees": agrees}


def _line(stated: Stated) -> str:
    if stated.state == "differs":
        return f"{stated.clause} differs. The rulebook says: {stated.says} Here: {stated.found}."
    return f"{stated.clause}: {stated.state}: {stated.says}"
