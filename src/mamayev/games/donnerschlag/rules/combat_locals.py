"""The integers that the frames of a die, a card and a combat store."""

from __future__ import annotations

from mamayev.engine.fields import Locals


class Throw(Locals):
    """A die roll: its value, who rolled it, whether it is final, and whether a card forces a reroll."""

    die: int
    roller: int
    kept: int
    again: int


class Played(Locals):
    """A card being played: its die roll, its event, whether it comes from the supreme command's box, and whether it was
    canceled.
    """

    die: int
    card: int
    event: int
    boxed: int
    cancelled: int


class Combat(Locals):
    """A combat.

    - Its die, the target hex and the declared units.
    - `force`: card events in force, one bit per event.
    - The column of the ratio and the column after shifts; the modified die.
    - The side affected by the result, 0 for the attacker, and its losses and retreats.
    - The units that have advanced, and whether the advance is over.
    - `certain`: the events in force from a supreme command's box; `played`: all events played in the combat; `void`:
      the events that failed or no longer count.
    - The defenders and both totals when the column was determined.
    """

    die: int
    target: int
    attackers: int
    force: int
    base: int
    column: int
    total: int
    loser: int
    losses: int
    retreats: int
    advanced: int
    halted: int
    certain: int
    played: int
    void: int
    defenders: int
    attack: int
    defence: int


class Segment(Locals):
    """The combat segment: whether the attacker has ended it."""

    ceased: int
