"""The constants for the commanders."""

from __future__ import annotations

from typing import NamedTuple


class Judgment(NamedTuple):
    """The constants for all commanders. A constant for one commander begins with that commander's name.

    Supply. `for_sortie`, `for_tactical`: the supply points that upkeep leaves for a breakout, and for two Tactical
    Attacks. `short`: the maximum number of supply points by which full upkeep may fall short when a battlegroup is
    created.

    Areas. `key`, `airfield`, `near_key`: the value of a Key Area, an airfield, and an area next to a Key Area; any
    other area counts 1. `precious`: the minimum value of an area that is worth a step or a battlegroup. `defense`: the
    losses that an activated defense absorbs. `stakes`: the weight of an area's strength relative to its value.
    `border`: the factor for an area at the front during deployment. `rally_key`, `rally_airfield`: the value of a Key
    Area and of an airfield in the pocket after a collapse. `rest`: the distance of the west from the road of the relief
    force, beyond the distance of the nose from the city; and the maximum distance of wanted areas from the city.

    The road. `ready_box`, `go_box`, `close_box`: the box of the relief force at which the army prepares, a breakout
    begins, and a breakout comes before upkeep during the Final Offensive; `go_turn`: the turn in which it begins anyway
    (CAU-NOTE-05). `armor`: the armored divisions at the gate; `crowd`: the most units in an area there.

    Attack. `least`: the minimum chance for an attack; `sure`: the chance above which an attack gets no more supply;
    `support`: the supply points planned for an attack.

    Actions. `appeal_ip`: the Initiative Points below which no Appeal is made. `conferences`: the last turn of
    conferences. `wounded`: the number of Wounded at which evacuation begins. `gap_points`: the maximum number of move
    tally points that a reserve spends to close a gap.

    The end. `push`: the average advance of the Final Offensive marker with one Offensive card (CAU-NOTE-05). `wear`:
    the morale lost in each turn of the Final Offensive. `surrender_gain`: the minimum number of points that a surrender
    must gain.
    """

    for_sortie: int = 8
    for_tactical: int = 4
    short: int = 1
    key: int = 3
    airfield: int = 4
    near_key: int = 1
    precious: int = 3
    defense: int = 2
    stakes: int = 2
    border: int = 2
    rally_key: int = 2
    rally_airfield: int = 3
    rest: int = 3
    ready_box: int = 2
    go_box: int = 3
    close_box: int = 4
    go_turn: int = 4
    armor: int = 3
    crowd: int = 4
    least: float = 0.5
    sure: float = 0.75
    support: int = 3
    appeal_ip: int = 3
    conferences: int = 4
    wounded: int = 4
    gap_points: int = 4
    push: float = 0.8
    wear: int = 2
    surrender_gain: float = 0.3
    breakout_waits: int = 3
    """The last turn on which the drive waits for Freedom of Action."""
    consolidate_asks: int = 6
    """The last turn of Appeals for Freedom of Action."""
    consolidate_support: int = 2
    consolidate_enough: float = 0.6
    """The chance of success above which no further division moves up."""
    consolidate_points: int = 5
    """The maximum number of move tally points that a unit spends to fall back or come up."""
    paulus_box: int = 5
    """The box of the relief force at which the army marches, if it has permission."""
    wait_box: int = 4
    """The box of the relief force at which the army attacks to meet it."""
    wait_conferences: int = 5
    probe_sure: float = 0.9
    probe_least: float = 0.2
    """The minimum chance at which the raider attacks toward the relief force."""


JUDGMENT = Judgment()

HASTE = (0.5,)
"""The share of decisions that the officer makes in haste, for each seat. With this value, the officer scores more than
the staff in about 30 of 100 games.
"""
