"""The bots by name: the random player, and those that a game brings."""

from __future__ import annotations

import random

from mamayev.engine.position import Position
from mamayev.engine.refusal import Refusal
from mamayev.engine.table import Bot, Choice, Game

RANDOM = "random"


def random_bot(position: Position, rng: random.Random) -> Choice:
    """Takes one of the box's options, each as likely as the others; never a standing action such as a surrender."""
    frame = position.frames[-1]
    options = position.table.boxes[frame[0]].options(position, frame)
    return Choice(options[int(rng.random() * len(options))], "Drawn at random from what is allowed.")


def names(game: Game) -> list[str]:
    """The names of all bots that can play a game; the game's own first."""
    return [*game.bots, RANDOM]


def find(game: Game, name: str) -> Bot:
    """The bot of a name. Raises Refusal that lists the names there are."""
    if name in game.bots:
        return game.bots[name]
    if name == RANDOM:
        return random_bot
    raise Refusal(
        f"{game.title} has no bot “{name}”; it has {', '.join(names(game))}.", field="players", malformed=True
    )
