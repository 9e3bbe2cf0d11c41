"""The installed games: entry points of the group `mamayev.games`."""

from __future__ import annotations

import warnings
from importlib import import_module

from .entries import GROUP, broken, entries, load
from .refusal import Refusal
from .table import Game


def names() -> list[str]:
    """Return the names of all installed games, in a fixed order."""
    return list(entries())


def find(name: str) -> Game:
    """Return the game with this name. If there is none, raises a Refusal that lists the games."""
    game = load(name)
    if not isinstance(game, Game):
        raise Refusal(f"The entry point “{name}” of {GROUP} is not a game.", field="game")
    try:
        game.ledger().presets  # noqa: B018 (reads the options and editions, too)
    except Exception as error:  # a guest's ledger can raise anything
        raise broken(name, error) from error
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
    return str(import_module(entries()[name].module).__file__)
