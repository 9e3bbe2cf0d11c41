"""Opponents: a policy for a seat, and the reason of what it does for whoever asks."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from .position import Position

Policy = Callable[[Any, random.Random], int]
"""Answers the decision of a seat with one of its legal actions. It gets a position that the seat may see and leaves it
as it is; its luck comes from the generator alone."""


@dataclass(frozen=True)
class Bot:
    """An opponent. `policy` plays, and is fast: a search asks it a thousand times.

    `why` says in a sentence why the bot took an action at a position (as it was before the action); it is called only
    where a person reads it. `doc` tells a player in a sentence how the bot plays.
    """

    policy: Policy
    why: Callable[[Any, int], str]
    doc: str


RANDOM = "random"
"""The name of the bot that plays every game."""


def draw(p: Position, rng: random.Random) -> int:
    """One of the box's options, each as likely as the others; never a standing action such as a surrender."""
    frame = p.frames[-1]
    options = p.table.boxes[frame[0]].options(p, frame)
    return options[int(rng.random() * len(options))]


def _by_lot(_p: Position, _action: int) -> str:
    return "Drawn at random from what is allowed."


RANDOM_BOT = Bot(draw, _by_lot, "Takes any legal action, each as likely as the others.")
