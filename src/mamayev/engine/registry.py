"""The installed games: entry points of the group `mamayev.games`."""

from __future__ import annotations

import sys
import warnings
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points

from .refusal import Refusal
from .table import Game

GROUP = "mamayev.games"


def _entries() -> dict[str, EntryPoint]:
    return _found_on(tuple(sys.path))


@cache
def _found_on(_path: tuple[str, ...]) -> dict[str, EntryPoint]:
    """Return the games on a search path. Reading it is slow, and a program keeps the games it started with."""
    found = {e.name: e for e in entry_points(group=GROUP)}
    # Our own games first, then the guests, each in alphabetical order.
    return dict(sorted(found.items(), key=lambda item: (not item[1].value.startswith("mamayev."), item[0])))


def names() -> list[str]:
    """Return the names of all installed games, in a fixed order."""
    return list(_entries())


def find(name: str) -> Game:
    """Return the game with this name. Raises Refusal that lists the games."""
    entry = _entries().get(name)
    if entry is None:
        raise Refusal(
            f"There is no game “{name}”. Installed are: {', '.join(names()) or 'none'}.",
            field="game",
            malformed=True,
        )
    try:
        game = entry.load()
        if isinstance(game, Game):
            game.ledger().presets  # noqa: B018 (reads the options and editions, too)
    except Exception as error:  # whatever a guest's module raises
        why = (error.text if isinstance(error, Refusal) else f"{type(error).__name__}: {error}").rstrip(".")
        raise Refusal(f"The game “{name}” is installed but cannot be loaded: {why}.", field="game") from error
    if not isinstance(game, Game):
        raise Refusal(f"The entry point “{name}” of {GROUP} is not a game.", field="game")
    return game


def installed() -> list[Game]:
    """Return all installed games that can be loaded, in the order of `names`."""
    found = []
    for name in names():
        try:
            found.append(find(name))
        except Refusal as refusal:
            warnings.warn(refusal.text, stacklevel=2)
    return found


def source(name: str) -> str:
    """Return the file of the module in a game's entry point. Raises Refusal for an unknown game."""
    find(name)
    return str(import_module(_entries()[name].module).__file__)
