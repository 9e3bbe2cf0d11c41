"""The constants for the staff bots. We do not tune any of them toward a 50% win rate."""

from __future__ import annotations

from typing import NamedTuple

from mamayev.terrain.grid import Hexes

from ..printed.units import NONE
from ..rules.odds import BELOW


class Style(NamedTuple):
    """The constants for one side, in unit steps unless stated otherwise.

    Attack. `least`: the minimum expected gain from an attack, above 0. `ground`: the value of a hex with a stack on the
    path; `zone_ground`: the value of a hex in a meeting zone; `last_ground`: its value in the deciding turn;
    `line_ground`: the value of a hex that cuts the supply line; `far_ground`: the value of an unimportant hex.
    `kept_back`: the cost per hex that a unit falls behind because of an attack; `stray`: the cost of a unit outside
    its HQ's range.

    March. `risk`: the value of a step at risk, in hexes of progress; `risk_others`: the same for units that do not
    lead. `corridor`: the hexes of the path that are cleared, or blocked, first. `out_of_command`: the cost of each hex
    beyond the range of the HQ, in hexes of progress. `onward`: the value of each hex of the path when activations are
    compared. `post`: the value of a unit that goes to a weak point of the line; `arrival`: the value of each of three
    units in the zone, in the deciding turn; `last_word`: the value of keeping a card for units that are already there.
    `cutting`: the value of cutting the line of the foremost unit; `cut_risk`: the steps that may be risked for it.

    Headquarters, in the strength that they command. `lead`: the value of each hex closer to the zone; `straggler`: the
    factor for a unit out of range. `exposed`, `escorted`: the cost of being alone within an enemy's reach, without and
    with a possible escort.

    The bridges. `gates`: whether the bridges that the Axis has to pass are held.

    The call. `near`: the path cost at which the call is made before the last moment.

    Cards. `card`: the minimum expected gain from a card in a combat.

    Orders (`orders`), which have no effect by default. `zone`: the meeting zone to reach, NONE for the nearest;
    `by_way`: the hexes to pass on the way to it; `call_in`: the turn of the call, 0 if the staff decides; `escorts`:
    whether units are sent to HQs that are alone in the enemy's reach. `held`: the hexes to hold, which the last unit
    does not leave and to which a unit goes if they are empty; `odds`: the lowest column for an attack; `costs`: the
    highest acceptable chance that an attack costs a step. `attacking`, `defending`: whether cards are played in attacks
    by this side, and in others. `target`: the hexes to attack; `target_ground`: their value. The formations that
    `stay` where they are, that go `back`, that attack more (`driven`, by `drive`), that are activated `early` or `late`
    (by `urgent`), and that are `spent` or `spared`, each as a set with one bit per formation. `reserve`: the units that
    stay at the zones.
    """

    least: float = 0.25
    ground: float = 1.5
    zone_ground: float = 3.0
    last_ground: float = 3.0
    line_ground: float = 2.5
    far_ground: float = 0.3
    kept_back: float = 0.18
    stray: float = 0.5
    risk: float = 0.8
    risk_others: float = 2.4
    corridor: int = 8
    out_of_command: float = 3.0
    onward: float = 0.12
    post: float = 0.3
    arrival: float = 2.0
    last_word: float = 1.5
    cutting: float = 1.0
    cut_risk: float = 1.2
    lead: float = 0.4
    straggler: float = 0.75
    exposed: float = 6.0
    escorted: float = 0.5
    gates: bool = False
    near: int = 26
    card: float = 0.12
    zone: int = NONE
    by_way: tuple[int, ...] = ()
    escorts: bool = True
    call_in: int = 0
    held: Hexes = 0
    odds: int = BELOW
    costs: float = 1.0
    attacking: bool = True
    defending: bool = True
    target: Hexes = 0
    target_ground: float = 6.0
    stay: int = 0
    back: int = 0
    driven: int = 0
    drive: float = 0.8
    early: int = 0
    late: int = 0
    urgent: float = 30.0
    spent: int = 0
    spared: int = 0
    reserve: int = 0


class Judgment(NamedTuple):
    """The constants that every style shares, in steps unless stated otherwise.

    Attack. `retreat`: the value of a retreat; `lesser`: the value of a step that can return from a cup or is Romanian;
    `care`: the value of a step for each side, because the Axis has few. `thrift`: the expected gain that an attack may
    give up to use one unit fewer.

    Danger. `together`: the share of the units within reach that one activation includes. `odds_cost`: the steps at risk
    for each point of the attack ratio; `odds_free`: the steps deducted from that product; `most`: the maximum number of
    steps at risk; `bare_odds`: the odds against a hex without strength. `town`, `village`: the value of terrain for a
    defender, in strength points; `ground_hexes`: the same in hexes.

    The Axis. `partner`: the assumed strength of a second unit that will join the first. `zone_entry`: the cost of
    entering a zone of control, in hexes. `posted`: how far a unit goes to a weak point. `abreast`, `beside`: how far
    behind the spearhead, or from the zone, a unit may be and still enter the zone in the deciding turn. `enough`: the
    units of a division that enter the zone before any attack. `in_zone`: for the HQ, the factor for a unit that is in
    the zone or can enter it; `bare`: the factor if the HQ can be overrun. `calls`: the earliest and the latest turn of
    the call. `way_zone`, `way_stack`: the cost that an enemy zone of control and an enemy stack add to a hex of the
    path. `way_behind`: how far beyond the foremost unit paths are measured. `escort`: the strength of the unit that
    stays with an HQ. `off_entries`: the value of each hex between a zone and the Soviet entries, in hexes of the path.

    The Soviets. `close`: the radius in hexes around the foremost Axis unit within which ground matters; `chase`: how
    far a unit goes for an HQ that commands no panzers. `passed`: how many hexes behind the enemy a unit no longer
    blocks a path; `later`: the cost of each hex farther along the path. `meets`, `fades`: the distance from that unit
    at which an activation has the highest value, and the distance after which it has none. `behind`: the cost of
    arriving where the enemy has passed.

    Orders. `sent`: how far a unit goes to a hex to hold or to attack; `spending`, `sparing`: the weight of the risk to
    units that may be spent, or are to be spared; `dear`: the extra value of a step to be spared, and the discount for
    one that may be spent.

    Choices. `plans`: the number of Soviet choices that are compared. `free_choice`: the value, in a later activation,
    of a card that leaves the choice open. `flight`: the hexes from the enemy that are enough for an overrun HQ.

    Cards. `no_air`: the value of a turn without aircraft, for each activation that the Axis has left; `cancel_air`: the
    value of canceling one mission. `no_zone_loss`, `tank_hit`: the value of effects that do not change the odds.
    `event`: the value of any other event; `removed`: the value to add if the event removes its card from the game.
    `convoy`: the value of supply for a unit in the zone. `low_die`: the highest combat roll that is rerolled if a card
    allows it.
    """

    retreat: float = 0.6
    lesser: float = 0.5
    care: tuple[float, float] = (1.2, 0.9)
    thrift: float = 0.05
    together: float = 0.6
    odds_cost: float = 0.45
    odds_free: float = 0.2
    most: float = 2.0
    bare_odds: float = 9.0
    town: float = 2.0
    village: float = 1.0
    ground_hexes: int = 3
    partner: int = 2
    zone_entry: float = 0.4
    posted: int = 8
    abreast: int = 5
    beside: int = 9
    enough: int = 3
    in_zone: int = 3
    bare: float = 0.5
    calls: tuple[int, int] = (3, 4)
    close: int = 7
    chase: int = 2
    passed: int = 3
    later: float = 0.25
    meets: int = 4
    fades: int = 8
    behind: float = 4.0
    sent: int = 12
    spending: float = 0.2
    sparing: float = 2.5
    dear: float = 1.5
    plans: int = 4
    free_choice: float = 0.3
    flight: int = 6
    no_air: float = 0.05
    cancel_air: float = 0.5
    no_zone_loss: float = 0.15
    tank_hit: float = 0.4
    event: float = 1.0
    removed: float = 0.1
    convoy: float = 9.0
    way_zone: int = 2
    way_stack: int = 6
    way_behind: int = 4
    escort: int = 2
    off_entries: float = 0.5
    low_die: int = 2


JUDGMENT = Judgment()
STAFF = (
    Style(),
    Style(
        least=0.1, ground=0.4, zone_ground=2.0, last_ground=6.0, far_ground=-0.4, kept_back=0.1, risk=0.6, corridor=9,
        onward=0.3, gates=True,
    ),
)  # fmt: skip
"""The staff of each side: the Axis, the Soviets."""

AXIS, SOVIETS = STAFF
STYLES = {
    "bold": (AXIS._replace(lead=0.7, risk=0.4, kept_back=0.3), SOVIETS._replace(least=0.0, risk=0.3)),
    "careful": (AXIS._replace(lead=0.25, risk=1.6, exposed=9.0), SOVIETS._replace(least=0.35, risk=2.0)),
    "killing": (AXIS._replace(kept_back=0.05, onward=0.06), SOVIETS._replace(far_ground=0.4, kept_back=0.0)),
    "near": (
        AXIS._replace(risk=0.0, risk_others=0.0, exposed=0.0, escorted=0.0, lead=0.0, corridor=2, out_of_command=0.0),
        SOVIETS._replace(risk=0.0, risk_others=0.0, exposed=0.0, escorted=0.0, corridor=2, post=0.0, gates=False),
    ),
}
"""Other styles by name: plans that a search can compare, and `near`, which is short-sighted.

`near` considers only the next two hexes of the path. It ignores the enemy's reply and the range of its HQs.
"""

HASTE = (0.06, 0.38)
"""The share of decisions that the officer makes in haste, for each seat: the Axis, the Soviets. With these values, the
officer wins about 25 of 100 games against the staff.
"""
