"""The table of The Cauldron as plain data.

Spaces are ints: 1-64 the areas, 65-69 the Relief boxes 1-5, 0 out of play. Sets of areas are bit masks: bit n stands
for area n.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

from mamayev.engine.position import Position

if TYPE_CHECKING:
    from .table import CauldronTable

BOX_0 = 64
"""Relief box b is space BOX_0 + b."""
SPACES = 70

FAIR, POOR = 0, 1
UNDECIDED, WEAK, AVERAGE, STRONG = range(4)
GOING_ON, LINK_UP, SSI_ZERO, LAST_TURN = range(4)

(
    NO_EFFECT,
    TEN_SUPPLY,
    POOR_START,
    OFFICERS,
    KARPOVKA,
    RIGHT_HAND,
    SHIFT_LEFT,
    SHIFT_RIGHT,
    RYNOK,
    CENTRAL_REGULAR,
    FLOWN_OUT,
    DECLINED,
) = range(1, 13)
"""The lines of the What If table in its order (CAU-WHATIF-02 to 13), then the two answers to OFFICERS."""

TIGER_TANKS, ZHUKOV_DIES, MANSTEINS_MAGIC, TREATED_WELL, LUFTWAFFE_SHIFTS, SCHMIDT_WANES = range(1, 7)
"""The rumors in the order of their table."""

FULL, DEPLETED = 2, 1
"""Steps of a unit; one-sided units (HQ, battlegroups) have one."""

NUMBERS = (
    "turn", "ssi", "offensive", "wounded", "evacuated", "supply", "ip", "tally", "isolated_tally", "payments",
    "isolated_moved", "weather", "luftwaffe", "relief", "relief_letter", "relief_box", "relief_area",
    "german", "soviet", "breakthrough", "hits", "fighting",
    "deck", "discard", "removed",
    "luftwaffe_marker", "hoth_marker", "airlift_each_turn", "manstein", "commitment", "foa", "foa_bonus", "politics",
    "morale_marker", "attacks_without_foa", "appeal_penalty", "appeal_barred", "appealed", "tactical_done",
    "event_ip", "event_airlift", "event_upkeep", "event_movement",
    "unsupplied", "targets", "isolated_targets", "rolled", "retreat_result", "soviet_targets",
    "launched", "collapsed", "shelter", "surrender_due", "surrendered", "surrender_turn", "starved", "outcome",
    "linked", "what_if", "council", "rumor", "rumors", "began", "survival",
)  # fmt: skip
ROWS = ("at", "steps", "letter", "target", "count", "pdm_active", "pdm_inactive", "attack_supply", "seen")


class Pocket(Position):
    """One position.

    Tracks (CAU-TRACK-01): `turn`, `ssi`, `offensive` (Final Offensive index), `wounded`, `evacuated`, `supply`, `ip`,
    `tally` (Move marker; `isolated_tally` only under the option of a second tally), `payments` (movement payments made
    this phase), `weather`, `luftwaffe` and `relief` (commitments),
    `morale_marker` (as counted at the last step 5; 0 before the first). Relief force: `relief_letter` 0-3 for A-D,
    `relief_box` 1-5 or 0 on the map, `relief_area`. Masks of areas: `german` (controlled), `soviet` (occupied),
    `breakthrough`, `hits`, `targets` and `isolated_targets` (spaces under Regular Attack, and those with an isolated
    attacker), `soviet_targets`, `shelter` (the pocket during a collapse). Masks of units: `unsupplied`, `rolled`.
    Masks of cards: `deck`, `discard`, `removed`. Rows by unit: `at` (space), `steps`, `letter` (1-4 for A-D once
    broken out), `target` (space attacked). Rows by space: `count` (German units), `pdm_active`, `pdm_inactive`,
    `attack_supply`. `seen`: pairs of card and line drawn this turn. Flags and markers carry the names of the
    rulebook's markers; `launched` and `surrender_turn` are turns, 0 for never; `foa_bonus` 1 is FoA +1, 2 FoA/Airlift
    +1; `politics` 1 is HQ Politics, 2 No FoA Appeal; `surrendered` 1 is No FoA Surrender, 2 FoA Surrender; `starved`
    says that the last unit lost fell to upkeep; `linked` counts the units saved by a link-up.
    `what_if` is the line of the What If table in force, 0 for none. Of other optional rules: `council` (council.py),
    `rumor` and `rumors` (rumors.py), `began`, the steps that the army began with, and `survival`, the percentage of
    prisoners who survive, 0 before the dice. `surrendered` is 2 more after a council's milder terms.
    """

    __slots__ = (*NUMBERS, *ROWS)
    table: CauldronTable

    turn: int
    ssi: int
    offensive: int
    wounded: int
    evacuated: int
    supply: int
    ip: int
    tally: int
    isolated_tally: int
    payments: int
    isolated_moved: int
    weather: int
    luftwaffe: int
    relief: int
    relief_letter: int
    relief_box: int
    relief_area: int
    german: int
    soviet: int
    breakthrough: int
    hits: int
    fighting: int
    deck: int
    discard: int
    removed: int
    luftwaffe_marker: int
    hoth_marker: int
    airlift_each_turn: int
    manstein: int
    commitment: int
    foa: int
    foa_bonus: int
    politics: int
    morale_marker: int
    attacks_without_foa: int
    appeal_penalty: int
    appeal_barred: int
    appealed: int
    tactical_done: int
    event_ip: int
    event_airlift: int
    event_upkeep: int
    event_movement: int
    unsupplied: int
    targets: int
    isolated_targets: int
    rolled: int
    retreat_result: int
    soviet_targets: int
    launched: int
    collapsed: int
    shelter: int
    surrender_due: int
    surrendered: int
    surrender_turn: int
    starved: int
    outcome: int
    linked: int
    what_if: int
    council: int
    rumor: int
    rumors: int
    began: int
    survival: int
    at: bytearray
    steps: bytearray
    letter: bytearray
    target: bytearray
    count: bytearray
    pdm_active: bytearray
    pdm_inactive: bytearray
    attack_supply: bytearray
    seen: bytearray

    def __init__(self, table: CauldronTable) -> None:
        self.table = table
        self.frames = []
        self.journal = None
        for name in NUMBERS:
            setattr(self, name, 0)
        units = len(table.components.units)
        for name in ROWS[:4]:
            setattr(self, name, bytearray(units))
        for name in ROWS[4:-1]:
            setattr(self, name, bytearray(SPACES))
        self.seen = bytearray()

    def copy(self) -> Self:
        new = object.__new__(type(self))
        new.table = self.table
        new.journal = None
        new.frames = [frame[:] for frame in self.frames]
        new.turn = self.turn
        new.ssi = self.ssi
        new.offensive = self.offensive
        new.wounded = self.wounded
        new.evacuated = self.evacuated
        new.supply = self.supply
        new.ip = self.ip
        new.tally = self.tally
        new.isolated_tally = self.isolated_tally
        new.payments = self.payments
        new.isolated_moved = self.isolated_moved
        new.weather = self.weather
        new.luftwaffe = self.luftwaffe
        new.relief = self.relief
        new.relief_letter = self.relief_letter
        new.relief_box = self.relief_box
        new.relief_area = self.relief_area
        new.german = self.german
        new.soviet = self.soviet
        new.breakthrough = self.breakthrough
        new.hits = self.hits
        new.fighting = self.fighting
        new.deck = self.deck
        new.discard = self.discard
        new.removed = self.removed
        new.luftwaffe_marker = self.luftwaffe_marker
        new.hoth_marker = self.hoth_marker
        new.airlift_each_turn = self.airlift_each_turn
        new.manstein = self.manstein
        new.commitment = self.commitment
        new.foa = self.foa
        new.foa_bonus = self.foa_bonus
        new.politics = self.politics
        new.morale_marker = self.morale_marker
        new.attacks_without_foa = self.attacks_without_foa
        new.appeal_penalty = self.appeal_penalty
        new.appeal_barred = self.appeal_barred
        new.appealed = self.appealed
        new.tactical_done = self.tactical_done
        new.event_ip = self.event_ip
        new.event_airlift = self.event_airlift
        new.event_upkeep = self.event_upkeep
        new.event_movement = self.event_movement
        new.unsupplied = self.unsupplied
        new.targets = self.targets
        new.isolated_targets = self.isolated_targets
        new.rolled = self.rolled
        new.retreat_result = self.retreat_result
        new.soviet_targets = self.soviet_targets
        new.launched = self.launched
        new.collapsed = self.collapsed
        new.shelter = self.shelter
        new.surrender_due = self.surrender_due
        new.surrendered = self.surrendered
        new.surrender_turn = self.surrender_turn
        new.starved = self.starved
        new.outcome = self.outcome
        new.linked = self.linked
        new.what_if = self.what_if
        new.council = self.council
        new.rumor = self.rumor
        new.rumors = self.rumors
        new.began = self.began
        new.survival = self.survival
        new.at = self.at[:]
        new.steps = self.steps[:]
        new.letter = self.letter[:]
        new.target = self.target[:]
        new.count = self.count[:]
        new.pdm_active = self.pdm_active[:]
        new.pdm_inactive = self.pdm_inactive[:]
        new.attack_supply = self.attack_supply[:]
        new.seen = self.seen[:]
        return new

    def to_data(self) -> dict[str, Any]:
        data: dict[str, Any] = {name: getattr(self, name) for name in NUMBERS}
        data.update((name, list(getattr(self, name))) for name in ROWS)
        return data

    def load_data(self, data: dict[str, Any]) -> None:
        for name in NUMBERS:
            setattr(self, name, data[name])
        for name in ROWS:
            setattr(self, name, bytearray(data[name]))
