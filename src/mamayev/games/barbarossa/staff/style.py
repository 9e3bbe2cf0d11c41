"""The constants for the staff bots.

The league measures how well they play. We do not tune any of them toward a 50% win rate.
"""

from __future__ import annotations

from typing import NamedTuple

from .task import Task


class Style(NamedTuple):
    """The constants for one side, in combat factors unless stated otherwise.

    Attack. `least`: the minimum gain from an attack. `reserved`: the minimum gain for each attack factor in a battle,
    because it could fight elsewhere. `exposed`: the share of their value that the attackers must gain if the enemy
    could eliminate them next. `care`: the weight of a side's own losses relative to the enemy's. `aim_worth`: the value
    of an objective's hex.

    Line. `ground`: the cost of a step back. `city_lost`: the cost of leaving a city outside the line. `risk`: the extra
    cost of a screen if the enemy is twice as strong as a post. Of a front: `withstand`: the ratio of attack to defense
    that a post can withstand; `bare`: the extra cost of a post for each step of that ratio above `safe`, with a single
    army there; `later`: the attack factors that each enemy unit will eventually bring there; `sally`: the maximum
    distance of a spoiling attack from the front, in hexes.

    `answers`: the number of changes in a row that fail to make the enemy's reply worse, after which the front is final.

    Supply. `hunger`: the extra distance added to a hex without supply.

    `task`: the changes due to orders (`task`).
    """

    least: float = 0.5
    reserved: float = 0.0
    exposed: float = 0.0
    care: float = 0.5
    aim_worth: float = 30.0
    ground: float = 0.4
    city_lost: float = 15.0
    risk: float = 1.5
    withstand: float = 3.0
    bare: float = 0.0
    safe: float = 0.0
    later: float = 5.0
    sally: int = 3
    answers: int = 0
    hunger: float = 6.0
    task: Task = Task()


class Judgment(NamedTuple):
    """The constants for every style, in combat factors unless stated otherwise.

    Attack. `effort`: the effort of the search for an attack (`threat`). `last_hour`: the weight of an objective for a
    side that has lost all its deciding cities. `driven_back`: the share of their value that retreating defenders lose;
    `thrown_back`: the share that retreating attackers lose. `cut_off`: the share of its value that a unit loses when it
    is cut off but not yet eliminated. `comers`: the number of enemy units expected to attack one hex. `town`: the value
    of any city's hex.

    Spoiling attacks. `sally_promise`: the minimum gain before the enemy's reply; `sally_gain`: the minimum gain
    including the reply; `sally_units`: the maximum number of units in a spoiling attack, including soak-offs, because
    the expected reply attacks each hex once; `sallies_weighed`: the number of candidates for each spoiling attack.

    The enemy's reply. `answer_care`: the weight of the enemy's losses. `city`: the cost of losing a deciding city;
    `retreat`: the share of its value that a unit loses in a retreat. `answer_gain`: the minimum gain from a change.
    `answer_effort`: the effort of the search for the enemy's attacks. `near`: the distance from a change within which
    attacks are searched again, in hexes: an attack affects units two hexes away. `struck`: the minimum loss in a hex
    for which the hex is reinforced.

    Advance. `famine`: the factor for supply if a unit is cut off. `depth`: the number of hexes from home for which an
    objective counts as one hex farther away, so that the army first takes the objectives on its way. `city_gain`: the
    value, in hexes, of a city on the way; `crowding`: the cost of each unit in a hex.

    Air. `air_price`: the minimum gain from an air factor. `air_kept`: the air factors kept for the next battles.
    `pinned`: the gain from interdicting a unit, as a share of its value.

    Line. `two_armies`, `army`: the defense of a post of two armies, and of a single army. `widest`: the largest
    distance between posts. `water`, `contact`: the cost of a line over water, and next to an enemy. `at_a_post`: the
    number of units in an adjacent hex that attack a post; the third soaks off another post. `lack`: the share of an
    army that a post may lack. `garrison`: the maximum number of units in a garrison; `stormed`: the odds at which its
    city falls. `last_stand`: with at most this number of units, a side holds only the deciding cities. `harmless`: the
    number of attack factors that can be ignored; `idle`: the number of armies in a post that faces no more than these.
    `on_foot`: the maximum movement factor of a unit that screens the attack.

    Results. `shelter`: the value, in hexes, of a retreat to terrain that doubles the defense. `city_taken`: the value,
    in hexes, of an advance into a city.
    """

    effort: tuple[int, int] = (60, 12)
    last_hour: int = 10
    driven_back: float = 0.25
    thrown_back: float = 0.1
    cut_off: float = 0.4
    comers: int = 6
    sally_promise: float = 0.5
    sally_gain: float = 1.0
    sally_units: int = 6
    sallies_weighed: int = 6
    answer_care: float = 0.6
    city: float = 25.0
    retreat: float = 0.15
    answer_gain: float = 0.3
    answer_effort: tuple[int, int] = (15, 6)
    near: int = 2
    struck: float = 1.5
    famine: int = 5
    depth: int = 3
    city_gain: float = 3.0
    crowding: float = 0.4
    air_price: float = 0.6
    air_kept: int = 8
    pinned: float = 0.15
    two_armies: int = 13
    army: float = 6.5
    widest: int = 3
    water: float = 0.02
    contact: float = 40.0
    at_a_post: int = 2
    lack: float = 0.25
    garrison: int = 2
    stormed: float = 1.5
    last_stand: int = 8
    harmless: int = 8
    idle: float = 0.4
    on_foot: int = 4
    town: float = 1.0
    shelter: int = 2
    city_taken: int = 8


JUDGMENT = Judgment()

STAFF = (
    Style(),
    Style(
        least=1.0,
        reserved=0.05,
        exposed=0.3,
        care=1.0,
        aim_worth=12.0,
        ground=0.45,
        withstand=4.3,
        bare=1.0,
        safe=1.0,
        later=8.0,
        answers=6,
    ),
)
"""The staff of each side: the Axis, the Russians."""

STYLES: dict[str, tuple[Style, Style]] = {
    "bold": (STAFF[0]._replace(least=0.0, care=0.3, risk=1.0), STAFF[1]._replace(least=0.0, care=0.7, ground=0.8)),
    "careful": (STAFF[0]._replace(least=1.0, care=0.65, risk=2.0), STAFF[1]._replace(least=3.0, care=1.3, later=10.0)),
    "ground": (STAFF[0]._replace(ground=0.8, city_lost=25.0), STAFF[1]._replace(ground=1.5)),
    "depth": (STAFF[0]._replace(ground=0.15), STAFF[1]._replace(ground=0.2)),
    "far back": (STAFF[0]._replace(least=5.0, care=1.0), STAFF[1]._replace(ground=0.08)),
    "reserves": (STAFF[0]._replace(reserved=0.1), STAFF[1]._replace(later=11.0)),
    "dense": (STAFF[0]._replace(care=0.75), STAFF[1]._replace(withstand=3.0)),
    "thin": (STAFF[0]._replace(risk=0.0, ground=0.0, city_lost=0.0), STAFF[1]._replace(withstand=6.0)),
    "brief": (STAFF[0], STAFF[1]._replace(answers=0)),
    "near": (
        STAFF[0]._replace(risk=0.0, ground=1.0, aim_worth=4.0, city_lost=1.0, care=0.4),
        STAFF[1]._replace(later=0.0, ground=1.0, aim_worth=4.0, city_lost=1.0, care=0.4, answers=0),
    ),
}
"""Other styles by name.

Most are plans that a search can compare. `brief` takes less time. `near` is short-sighted: it ignores the enemy's
reply, gives up no ground because of later threats, and sees little value in a distant objective.
"""

HASTE = (0.35, 0.14)
"""The share of months that the officer plans in haste, for each seat: the Germans, the Russians. With these values, the
officer wins about 25 of 100 games against the staff.
"""
