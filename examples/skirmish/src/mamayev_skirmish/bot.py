"""A bot with three habits: attack the weaker, hold the village, march there."""

from __future__ import annotations

import random

from mamayev.engine.notation import decode
from mamayev.engine.table import Choice

from .rules import ATTACK, GRID, MOVE, NAME, STRENGTH, VILLAGE, Field


def captain(p: Field, rng: random.Random) -> Choice:
    """Attacks whoever is weaker, holds the village, and otherwise marches there."""
    return max((judge(p, action, rng) for action in p.actions()), key=lambda judged: judged[0])[1]


def judge(p: Field, action: int, rng: random.Random) -> tuple[float, Choice]:
    """What an action is worth, a little luck included."""
    verb, i, space = decode(action)
    luck = rng.random() / 10
    if verb == ATTACK:
        defender = p.at.index(space)
        if not p.seen[defender]:
            return 0.3 + luck, Choice(action, "The hidden counter is most likely weaker.")
        odds = STRENGTH[i] - STRENGTH[defender]
        return odds + luck, Choice(action, f"{NAME[i]} is {odds:+} against {NAME[defender]}.")
    if verb == MOVE:
        nearer = GRID.distance(p.at[i], VILLAGE) - GRID.distance(space, VILLAGE)
        if p.at[i] == VILLAGE:
            return luck, Choice(action, "Nothing better is left to do.")
        return nearer + luck, Choice(action, f"{NAME[i]} comes nearer to the village.")
    return 0.2 + luck, Choice(action, "Nothing better is left to do.")
