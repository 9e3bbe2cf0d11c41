"""What a staff goes by: the numbers of a side's commander, as data. None of them is set for an even game."""

from __future__ import annotations

from typing import NamedTuple


class Style(NamedTuple):
    """The constants of a side's staff, in steps of units where nothing else is said.

    Attack. `least`: an attack that promises less is not made; above 0. `ground`: what the hex of a stack in the way is
    worth; `zone_ground`: that of one in a meeting zone; `last_ground`: the same in the turn that decides;
    `line_ground`: that of one that cuts the line of supply; `far_ground`: that of one that decides nothing.
    `kept_back`: what each hex costs that an attack keeps a unit back; `stray`: what it costs that one goes where its HQ
    cannot command it.

    March. `risk`: how many hexes nearer are worth a step that may be lost; `risk_others`: the same for those who do not
    drive. `corridor`: how many hexes of the way are cleared, or barred, first. `out_of_command`: how many hexes nearer
    are worth each hex beyond the range of the own headquarters. `onward`: what each hex of the way is worth when
    activations are compared. `post`: what a unit is worth then that goes to where the line is weak;
    `arrival`: what each of three units in the zone is worth, in the turn that decides; `last_word`: what it is worth
    then to keep a card for those who stand there already. `cutting`: what it is worth that
    the line of supply of the foremost unit is cut; `cut_risk`: how many steps may be risked for it.

    Headquarters, in strength that they command. `lead`: what each hex nearer to the zone is worth; `straggler`: the
    share that a unit counts for that is out of range already. `exposed`, `escorted`: what it costs to stand alone where
    an enemy comes, and where a unit can come along.

    The call. `near`: the cost of the way with which it is made before the last moment.
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
    near: int = 26


class Judgment(NamedTuple):
    """What every staff reckons with, whatever its style; in steps where nothing else is said.

    Attack. `retreat`: what a retreat is worth; `lesser`: a step that can come back out of a cup, or is Romanian;
    `care`: a step by its side, because the Axis has few. `thrift`: what an attack may promise less for a unit fewer.

    Danger. `together`: the share of the units in reach that is activated together. `odds_cost`, `odds_free`, `most`:
    the steps that may be lost by the odds, less what is free, and the most of them; `bare_odds`: the odds against no
    strength. `town`, `village`: what ground is worth to a defender, in strength; `ground_hexes`: and in hexes.

    The Axis. `partner`: the strength of the second unit that is expected to join the first. `zone_entry`: what it costs
    to enter a zone of control, in hexes. `posted`: how far a unit goes to a weak point. `abreast`, `beside`: how far a
    unit may be behind the spearhead, or from the zone, that can still come there in the turn that decides. `enough`:
    the units of a division that go into the zone before any unit strikes. `in_zone`: how many times a unit counts for
    its HQ that is in the zone or can come there in that turn; `bare`: the share that one is worth whose HQ can be
    overrun. `calls`: the turns in which Donnerschlag is called at the earliest and at the latest. `way_zone`,
    `way_stack`: what an enemy zone of control and an enemy stack add to the cost of a hex on the way. `way_behind`: how
    much farther than to the foremost unit the way is measured. `escort`: the strength of the unit that stays with an
    HQ.

    The Soviets. `close`: how many hexes around the foremost unit of the Axis decide; `chase`: how far a unit goes for a
    headquarters that commands no panzers. `passed`: the hexes by which a unit is behind that bars no way any more;
    `later`: what each hex farther along the way costs. `meets`, `fades`: how far from that unit an activation is worth
    most, and by how many hexes it loses all its worth. `behind`: what it costs to arrive where the enemy has passed.

    Choices. `plans`: how many Soviet choices are looked at. `free_choice`: what a card that leaves the choice is worth
    in a later activation. `flight`: how many hexes from the enemy an overrun HQ wants to be.

    Cards. `least`: what a card must promise in a combat, allowing for its die. `no_air`: what it is worth that no
    aircraft fly, for each activation that the Axis still has in this turn; `cancel_air`: that one does not.
    `no_zone_loss`, `tank_hit`: what effects are worth that change no odds. `event`: what any other event is worth, and
    `removed` how much more where it leaves the game. `convoy`: what supply is worth to a unit in the zone. `low_die`: a
    combat die that shows no more is rolled again where a card allows it.
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
    plans: int = 4
    free_choice: float = 0.3
    flight: int = 6
    least: float = 0.12
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
    low_die: int = 2


JUDGMENT = Judgment()
STAFF = (
    Style(),
    Style(
        least=0.35, ground=0.4, zone_ground=2.0, last_ground=6.0, far_ground=-0.4, kept_back=0.1, risk=3.0, corridor=9,
        onward=0.3,
    ),
)  # fmt: skip
"""The staff of each side: the Axis, the Soviets."""

AXIS, SOVIETS = STAFF
STYLES = {
    "bold": (AXIS._replace(lead=0.7, risk=0.4, kept_back=0.3), SOVIETS._replace(least=0.15, risk=1.0)),
    "careful": (AXIS._replace(lead=0.25, risk=1.6, exposed=9.0), SOVIETS._replace(least=0.6, risk=4.0)),
    "killing": (AXIS._replace(kept_back=0.05, onward=0.06), SOVIETS._replace(far_ground=0.4, kept_back=0.0)),
    "near": (
        AXIS._replace(risk=0.0, risk_others=0.0, exposed=0.0, escorted=0.0, lead=0.0, corridor=2, out_of_command=0.0),
        SOVIETS._replace(risk=0.0, risk_others=0.0, exposed=0.0, escorted=0.0, corridor=2, post=0.0),
    ),
}
"""Each side by the same orders and other numbers: other plans for some turns, for searches, and `near`, which has short
sight: it sees the next two hexes of the way, and neither the enemy's answer nor the range of its headquarters."""
