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
