"""What a staff goes by: the numbers of a side's commander, as data. The league measures what they are worth; none of
them is set for an even game."""

from __future__ import annotations

from typing import NamedTuple


class Style(NamedTuple):
    """The constants of a side's staff, in factors of units where nothing else is said.

    Attack. `least`: an attack that promises less is not made. `reserved`: what each attack factor in a battle must
    bring, since it could fight elsewhere. `exposed`: what part of their worth the attackers must bring where the enemy
    could eliminate them next. `care`: how own losses count beside those of the enemy. `aim_worth`: what the ground of
    an aim is worth.

    Line. `ground`: what a step back costs, beside the hex that the line holds anyway. `city_lost`: what it costs to
    leave a city outside the line. `risk`, of a screen: what it adds to the cost when the enemy is as strong again as a
    post. Of a front: `withstand`, as many times what a post defends with may come against it; `later`, the attack
    factors of each enemy unit that must be reckoned with there one day; `sally`, how many hexes from it the enemy is
    struck.

    `answers`: how many changes of a front are tried in vain in the light of the enemy's answer, one after the other,
    before it stays as it is.

    Supply. `hunger`: how many hexes further a place without a line counts for a unit.
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
    later: float = 5.0
    sally: int = 3
    answers: int = 0
    hunger: float = 6.0


class Judgment(NamedTuple):
    """What every staff reckons with, whatever its style; in factors of units where nothing else is said.

    Attack. `effort`: how hard the staff thinks about each attack (`threat`). `last_hour`: how many times an aim is
    worth more to a side whose cities that decide are all lost. `driven_back`: the share of its worth that driving back
    what could be eliminated brings; `thrown_back`: the share that the own retreat costs. `cut_off`: the share of their
    worth that units lose by being cut off without being due to be lost. `comers`: the enemy units that come upon one
    hex.

    Spoiling attacks. `sally_promise`: one that brings less before the answer is not weighed; `sally_gain`: one that
    brings less with it is not made; `sally_units`: the most units in one, soak-offs among them, because the answer as
    it is foreseen strikes each hex once; `sallies_weighed`: how many are weighed for each that is made.

    The enemy's answer. `answer_care`: how the enemy's losses count beside one's own. `city`: what the loss of a city
    that decides costs; `retreat`: the share of its worth that a unit loses by a retreat. `answer_gain`: a change that
    betters the answer by less is none. `answer_effort`: how hard the enemy is taken to think. `near`: the hexes from a
    change within which attacks are sought again: an attack touches units two hexes away. `struck`: a hex where less is
    lost stays as it is.

    Results. `shelter`: the hexes that a retreat to ground that doubles the defense is worth. `city_taken`: the hexes
    that an advance into a city is worth. `soak_lost`: the chance with which a soak-off is lost, in the figures of a
    plan. `town`: what the hex of any city is worth.

    Advance. `famine`: how many times as much supply counts for a unit that is cut off. `depth`: an aim counts one hex
    further for this many hexes from home, so that the nearest does not draw the army away from those on the way.
    `city_gain`: the hexes that a city on the way is worth; `crowding`: what each unit in a hex already costs.

    Air. `air_price`: what an air factor must bring. `air_kept`: the factors kept for the battles of the next month.
    `pinned`: the share of its worth that pinning a unit brings.

    Line. `two_armies`, `army`: what a post of two armies, and an army, defends with. `widest`: how many hexes apart
    posts may be. `water`, `contact`: what it costs to lead a line over water, and beside an enemy. `at_a_post`: how
    many of those who fit into a hex beside a post attack it; the third soaks off another. `lack`: a post that lacks no
    more than this part of an army gets none. `garrison`: the most units in a garrison; `stormed`: how many times what
    it defends with takes its city. `last_stand`: an army of no more units holds the cities that decide alone.
    `harmless`: attack factors that need not be feared; `idle`: the armies of a post that fears no more. `on_foot`:
    units that move no further screen the attack.
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
    soak_lost: float = 0.5
    shelter: int = 2
    city_taken: int = 8


JUDGMENT = Judgment()

STAFF = (
    Style(),
    Style(least=1.0, reserved=0.05, exposed=0.3, care=1.0, aim_worth=12.0, ground=0.45, answers=6),
)
"""The staff of each side: the Axis, the Russians."""

STYLES: dict[str, tuple[Style, Style]] = {
    "bold": (STAFF[0]._replace(least=0.0, care=0.3, risk=1.0), STAFF[1]._replace(least=0.0, care=0.7, ground=0.8)),
    "careful": (STAFF[0]._replace(least=2.0, care=1.0, risk=2.0), STAFF[1]._replace(least=3.0, care=1.3, later=7.0)),
    "ground": (STAFF[0]._replace(ground=0.8, city_lost=25.0), STAFF[1]._replace(ground=1.5)),
    "depth": (STAFF[0]._replace(ground=0.15), STAFF[1]._replace(ground=0.2)),
    "far back": (STAFF[0]._replace(least=5.0, care=1.0), STAFF[1]._replace(ground=0.08)),
    "reserves": (STAFF[0]._replace(reserved=0.1), STAFF[1]._replace(later=8.0)),
    "dense": (STAFF[0]._replace(care=0.75), STAFF[1]._replace(withstand=2.0)),
    "thin": (STAFF[0]._replace(risk=0.0, ground=0.0, city_lost=0.0), STAFF[1]._replace(withstand=4.5)),
    "brief": (STAFF[0], STAFF[1]._replace(answers=0)),
    "near": (
        STAFF[0]._replace(risk=0.0, ground=1.0, aim_worth=4.0, city_lost=1.0, care=0.4),
        STAFF[1]._replace(later=0.0, ground=1.0, aim_worth=4.0, city_lost=1.0, care=0.4, answers=0),
    ),
}
"""Other ways of the same staff, by name: plans that a search can compare; `brief`, which takes less time; and `near`,
which has short sight: it does not reckon with the enemy's answer, gives up no ground for what might come, and sees
little in a far aim."""
