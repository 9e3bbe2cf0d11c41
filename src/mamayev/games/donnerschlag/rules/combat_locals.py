"""The ints in the frames of a die, a card and a combat."""

from __future__ import annotations

from mamayev.engine.fields import Locals


class Throw(Locals):
    """A die: its value, its roller, whether it is kept, and whether a card has it rolled again."""

    die: int
    roller: int
    kept: int
    again: int


class Played(Locals):
    """A card being played: its die; the event; whether it comes from the supreme command's box; whether it was
    canceled."""

    die: int
    card: int
    event: int
    boxed: int
    cancelled: int


class Combat(Locals):
    """A combat: its die, the target hex and the declared units; `force`: card events in force, one bit each; the column
    of the ratio and the one after shifts; the modified die; whose side the result hits (0 the attacker's), what it
    still asks for; the units that have advanced; whether the advance is over; `certain`: those of the events in force
    that came out of a supreme command's box; `played`: all card events played in it, one bit each, and `void` those
    that failed or no longer count; the defenders and both totals as the column was found."""

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
