"""A position of The Cauldron as plain data.

Sets of areas are bit masks: bit n is area n.
"""

from __future__ import annotations

from typing import Any

from mamayev.engine.box import Box
from mamayev.engine.position import Position

from ..printed.map import SPACES
from .setting import Setting

TARGETS = SPACES + 20
"""The number of possible targets for Regular Attacks: the spaces, then each Relief box once for each letter.

A breakout with another letter is a separate attack (CAU-BREAK-03).
"""

FAIR, POOR = 0, 1
UNDECIDED, WEAK, AVERAGE, STRONG = range(4)
GOING_ON, LINK_UP, SSI_ZERO, LAST_TURN = range(4)

TIGER_TANKS, ZHUKOV_DIES, MANSTEINS_MAGIC, TREATED_WELL, LUFTWAFFE_SHIFTS, SCHMIDT_WANES = range(1, 7)
"""The rumors in the order of their table."""

FULL, DEPLETED = 2, 1
"""The number of steps of a unit. One-sided units (HQ, battlegroups) have one step."""


ON, STOPPING, PASSED, GOING_PAST = range(4)
"""Whether play continues to the next decision, stops before each die roll and card, or has just passed such a stop, in
an earlier action or in the current one."""

UNASKED = ("evaluation.ssi", "survival")
"""Rolls before which play does not stop, because the Soviet Phase or the game ends right before them."""


class Pocket(Position):
    """One position. Flags and markers are named after the rulebook's markers. Fields other than numbers, masks and rows
    are 1 or 0.
    """

    table: Setting

    # Tracks and boxes of the map (CAU-TRACK-01)
    turn: int
    ssi: int
    offensive: int  # index on the track of the Final Offensive
    wounded: int
    evacuated: int
    supply: int
    ip: int
    weather: int
    luftwaffe: int  # commitments: 0 before the first, then WEAK to STRONG
    relief: int
    morale_marker: int  # counted in the last step 5; 0 before the first

    # The relief force
    relief_letter: int  # 0-3 for A-D
    letters_used: int  # mask of those given up
    relief_box: int  # 1-5, 0 on the map
    relief_area: int

    # Masks of areas
    german: int  # controlled
    soviet: int  # occupied
    breakthrough: int
    hits: int
    targets: int  # mask of TARGETS under Regular Attack
    isolated_targets: int  # those with an isolated attacker
    soviet_targets: int
    shelter: int  # the pocket during a collapse

    # Masks of units
    unsupplied: int
    rolled: int

    # Masks of cards
    deck: int
    discard: int
    removed: int

    # Markers that are held
    luftwaffe_marker: int
    hoth_marker: int
    manstein: int
    commitment: int  # what the Commitment marker adds
    foa: int
    foa_bonus: int  # 1: FoA +1, 2: FoA/Airlift +1
    politics: int  # 1: HQ Politics, 2: No FoA Appeal
    attacks_without_foa: int
    appeal_penalty: int
    airlift_each_turn: int  # supply from lasting events

    # This turn
    event_ip: int
    event_airlift: int
    event_upkeep: int
    event_movement: int
    appeal_barred: int
    appealed: int
    tactical_done: int
    tally: int  # the Move marker
    isolated_tally: int  # second marker, under the option of two tallies
    payments: int  # movement payments made
    isolated_moved: int
    fighting: int  # an attack is being resolved and the ring is suspended
    retreat_result: int  # by an attack that helps the relief force (CAU-RELIEF-08)

    # The end
    launched: int  # turn of the Final Offensive, 0 for never
    collapsed: int
    surrender_due: int
    surrendered: int  # 1: No FoA Surrender, 2: FoA Surrender; 2 more after a council's milder terms
    surrender_turn: int
    starved: int  # whether the last unit lost fell to upkeep
    outcome: int
    in_order: int  # the rest of a row is taken in order without asking
    stops: int  # ON, STOPPING, PASSED or GOING_PAST
    linked: int  # units saved by a link-up

    # Optional rules
    what_if: int  # line of the What If table in force, 0 for none
    council: int  # see council.py
    rumor: int  # see rumors.py
    rumors: int
    began: int  # steps of the army at the start
    survival: int  # percentage of prisoners who survive, 0 before the roll

    # Rows by unit
    at: bytearray  # space
    steps: bytearray
    letter: bytearray  # 1-4 for A-D once broken out
    target: bytearray  # space attacked

    # Rows by space
    count: bytearray = bytearray(SPACES)  # German units
    pdm_active: bytearray = bytearray(SPACES)
    pdm_inactive: bytearray = bytearray(SPACES)
    armies: bytearray = bytearray(range(SPACES))  # the area of the army whose name a Soviet unit has

    # Row by target
    attack_supply: bytearray = bytearray(TARGETS)

    seen: bytearray  # pairs of card and line drawn this turn

    def __init__(self, table: Setting) -> None:
        super().__init__(table)
        units = len(table.components.units)
        self.at, self.steps = bytearray(units), bytearray(units)
        self.letter, self.target = bytearray(units), bytearray(units)

    def settle(self, until: Box[Any] | None = None) -> None:
        Position.settle(self, until)
        if self.stops == GOING_PAST:
            self.stops = PASSED
        elif self.stops:
            self.stops = STOPPING
            if self.frames and self.box.chance and self.box.name not in UNASKED:
                self.call("moment")
