"""The constants of the commanders."""

from __future__ import annotations

from typing import NamedTuple


class Judgment(NamedTuple):
    """The constants of every commander. Constants of a single commander begin with its name.

    Supply. `for_sortie`, `for_tactical`: the supply points that upkeep leaves for a sortie, and for two Tactical
    Attacks. `short`: how many supply points full upkeep may lack when a battlegroup is created.

    Areas. `key`, `airfield`, `near_key`: the value of a Key Area, an airfield, and an area next to a Key Area; any
    other area counts 1. `precious`: the minimum value of an area that is worth a step or a battlegroup. `defense`: the
    losses that an activated defense absorbs. `stakes`: the weight of an area's strength against its worth. `border`:
    the factor of an area at the front in the deployment. `rally_key`, `rally_airfield`: the value of each in the pocket
    after a collapse. `rest`: how far from the road of the relief force the west begins, beyond the distance of the nose
    from the city; and how far from the city areas are wanted.

    The road. `ready_box`, `go_box`, `close_box`: the box of the relief force from which the army prepares, a sortie
    begins, and a sortie comes before upkeep under the Final Offensive; `go_turn`: the turn from which it begins anyway
    (CAU-NOTE-05). `armor`: the armored divisions at the gate; `crowd`: the most units in an area there.

    Attack. `least`: the least chance of an attack; `sure`: the chance above which no more supply is spent; `support`:
    the supply points that an attack is planned with.

    Actions. `appeal_ip`: the Initiative Points below which no Appeal is made. `conferences`: the last turn of
    conferences. `wounded`: the number of Wounded at which evacuation begins. `gap_points`: the most points of the move
    tally that a reserve spends to close a gap.

    The end. `push`: what an Offensive card adds to the Final Offensive on average (CAU-NOTE-05). `wear`: the morale
    lost in each turn of the Final Offensive. `surrender_gain`: the points that a surrender must gain.
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
    """The last turn of Appeals for it."""
    consolidate_support: int = 2
    consolidate_enough: float = 0.6
    """The chance of success at which no further division is brought up."""
    consolidate_points: int = 5
    """The most points of the move tally that a unit spends to fall back or come up."""
    paulus_box: int = 5
    """The box of the relief force at which the army marches, if it has permission."""
    wait_box: int = 4
    """The box of the relief force at which the army attacks to meet it."""
    wait_conferences: int = 5
    probe_sure: float = 0.9
    probe_least: float = 0.2
    """The minimum chance at which the raider attacks toward the relief force."""


JUDGMENT = Judgment()
