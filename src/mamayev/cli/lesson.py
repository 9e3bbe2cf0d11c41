"""`mamayev lesson`: play a first game without a rulebook."""

from __future__ import annotations

from typing import Annotated

import typer

from .setup import Database, GameName, Seed


def run(
    game: GameName,
    name: Annotated[str, typer.Argument(metavar="[LESSON]", help="Name of the lesson; default: the first.")] = "",
    seed: Seed = None,
    db: Database = None,
    plain: Annotated[bool, typer.Option("--plain", help="Print plain text for screen readers.")] = False,
) -> None:
    """Learn a game by playing it. Each step explains its purpose, and Enter continues. You can keep playing the game
    after the lesson."""
    import mamayev
    from mamayev.engine.refusal import Refusal

    from . import saves
    from .screen import Screen
    from .terminal import Terminal

    lessons = [lesson["name"] for lesson in mamayev.info(game)["lessons"]]
    if not lessons:
        raise Refusal(f"{mamayev.info(game)['title']} has no lesson.", field="LESSON", malformed=True)
    match = mamayev.new(game, seed=seed, lesson=name or lessons[0])
    if not Terminal(match, Screen(plain=plain), {}, saves.Kept(db)).run():
        raise typer.Exit(1)
