"""A bot with three habits: attack the weaker, hold the village, march there."""

from __future__ import annotations

from mamayev.author import Bot, Ground, Rated, because, parts

from .rules import ATTACK, GRID, MOVE, NAME, STRENGTH, VILLAGE, Field


# --8<-- [start:bot]
def rated(p: Field) -> list[Rated]:
    """Return every action with its worth, in strength points, and the reason."""
    return [Rated(action, *judged(p, action)) for action in p.actions()]


def judged(p: Field, action: int) -> tuple[float, tuple[Ground, ...]]:
    """Return the worth of an action, and what speaks for it."""
    verb, i, space = parts(action)
    if verb == ATTACK:
        defender = p.at.index(space)
        if not p.seen[defender]:
            return 0.3, because("The hidden counter is most likely weaker")
        margin = STRENGTH[i] - STRENGTH[defender]
        return margin, because(f"{NAME[i]} is {margin:+} against {NAME[defender]}")
    if verb == MOVE and p.at[i] != VILLAGE:
        gain = GRID.distance(p.at[i], VILLAGE) - GRID.distance(space, VILLAGE)
        return gain, because(f"{NAME[i]} comes nearer to the village by {gain}")
    if verb == MOVE:
        return 0.0, because(f"{NAME[i]} would leave the village")
    return 0.2, because("Nothing better is left to do")


CAPTAIN = Bot(rated=rated, doc="Attacks weaker units, holds the village, and otherwise marches there.")
# --8<-- [end:bot]
