"""A bot with three habits: attack the weaker, hold the village, march there."""

from __future__ import annotations

import random

from mamayev.author import Bot, parts

from .rules import ATTACK, GRID, MOVE, NAME, STRENGTH, VILLAGE, Field


# --8<-- [start:bot]
def play(p: Field, rng: random.Random) -> int:
    """The action that is worth most, a little luck included."""
    actions: list[int] = p.actions()
    return max(actions, key=lambda action: worth(p, action) + rng.random() / 10)


def worth(p: Field, action: int) -> float:
    """What an action is worth."""
    verb, i, space = parts(action)
    if verb == ATTACK:
        defender = p.at.index(space)
        return STRENGTH[i] - STRENGTH[defender] if p.seen[defender] else 0.3
    if verb == MOVE:
        return 0 if p.at[i] == VILLAGE else GRID.distance(p.at[i], VILLAGE) - GRID.distance(space, VILLAGE)
    return 0.2


def why(p: Field, action: int) -> str:
    """The reason for an action: which of the habits it follows."""
    verb, i, space = parts(action)
    if verb == ATTACK:
        defender = p.at.index(space)
        if not p.seen[defender]:
            return "The hidden counter is most likely weaker."
        return f"{NAME[i]} is {STRENGTH[i] - STRENGTH[defender]:+} against {NAME[defender]}."
    if verb == MOVE and p.at[i] != VILLAGE:
        return f"{NAME[i]} comes nearer to the village."
    return "Nothing better is left to do."


CAPTAIN = Bot(play, why, "Attacks whoever is weaker, holds the village, and otherwise marches there.")
# --8<-- [end:bot]
