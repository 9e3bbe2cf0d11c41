"""The entry points of the group `mamayev.games`: what packages offer as games."""

from __future__ import annotations

import sys
from functools import cache
from importlib.metadata import EntryPoint, entry_points

from .refusal import Refusal

GROUP = "mamayev.games"


def entries() -> dict[str, EntryPoint]:
    """Return the entry points by the name of the game, in a fixed order."""
    return _found_on(tuple(sys.path))


@cache
def _found_on(_path: tuple[str, ...]) -> dict[str, EntryPoint]:
    """Return the games on a search path. Reading it is slow, and a program keeps the games it started with."""
    found = {e.name: e for e in entry_points(group=GROUP)}
    # Our own games first, then the guests, each in alphabetical order.
    return dict(sorted(found.items(), key=lambda item: (not item[1].value.startswith("mamayev."), item[0])))


def load(name: str) -> object:
    """Return what the entry point of this name offers. Raises Refusal for an unknown or broken one."""
    entry = entries().get(name)
    if entry is None:
        raise Refusal(
            f"There is no game “{name}”. Installed are: {', '.join(entries()) or 'none'}.",
            field="game",
            malformed=True,
        )
    try:
        return entry.load()
    except Exception as error:  # whatever a guest's module raises
        raise broken(name, error) from error


def broken(name: str, error: Exception) -> Refusal:
    """Return the refusal of a game that raises an error where it is loaded."""
    why = (error.text if isinstance(error, Refusal) else f"{type(error).__name__}: {error}").rstrip(".")
    return Refusal(f"The game “{name}” is installed but cannot be loaded: {why}.", field="game")
