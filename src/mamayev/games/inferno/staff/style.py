"""The constants for the staff bots.

The league measures how well they play. We do not tune any of them toward a 50% win rate.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

DRAWN = [dice * (1 - (5 / 6) ** (dice - 1) + 1 / 6) if dice else 0.0 for dice in range(7)]
"""The mean number of cards drawn for 1s and for equal dice, by the number of Soviet dice (INF-SMOVE-07,
INF-SMOVE-09)."""
FOUND = (0.0, 0.67, 0.93, 0.99, 1.0, 1.0)
"""The mean number of units that six dice bring from a row of the chart, by the number of units in the row."""
CARD_HITS = {"sniper": 0.85, "t34": 0.5, "pak": 0.4, "infiltration": 0.3}
"""The approximate number of hits that a Soviet card adds to an attack."""


class GermanStyle(NamedTuple):
    """The constants for the German staff.

    Expectations. `steps`: the mean number of steps of an unseen Soviet block; `spread`: their variance. `back`: the
    hits that each of these steps scores; `first`: the share of those hits scored before the attackers fire at an Urban
    hex. `luck`: the number of hits beyond the mean that still counts as the mean. `cards_a_round`: the initial estimate
    of Soviet cards drawn per round; after `trust` rounds, half of the estimate comes from observation. `arrival`: the
    value of the units of a Spawn Action, in cards; `lasting`: the number of rounds in which stacks keep drawing.
    `more`: the number of extra steps that an attack on a target meets. `fight`: the number of rounds that each Soviet
    block on the path costs; `far`: the number of rounds that each hex of a Long Move costs.

    Aims. `spawn`: the value of taking a Spawn hex. `hope`: this value if there is enough time; `pace`: how fast that
    fades when a Spawn hex takes its share of the rounds, e to the power of -1 / `pace`. `reserve`: the value of a hit
    that arrives in time but is not needed at first. `other`: against a Soviet player, the weight of moves toward Spawn
    hexes other than the one that can be taken soonest. `brake`: `pace` for the stack that runs the clock, in rounds.
    `spawn_step`: the value of a hit in a Spawn hex. `step`: the value of a hit elsewhere. `loss`: the cost of a hit on
    the attackers; `thin`: the cost of using a unit with one step in an attack. `spared`: the share of the hits on the
    attackers that a sure win saves. `card`: the value of a card. `fresh`: the hits that a unit from a call scores.
    `short`: the weight of a Short Move relative to a Long Move of the same units.

    Garrisons. `guarded`: the smallest stack that leaves a guard behind in a Spawn hex of either side.

    Cards. `sure`: the chance of winning above which no card is played; `sure_spawn`: the same against a Spawn hex.

    Orders (`orders`), which have no effect by default. `aims`: Spawn hexes in order; `ahead`, `aside`: the weight of
    the first that is left, and of those that are not named. `held`: hexes that the last unit does not leave; `post`:
    the value of a unit in such a hex if it is empty; `on_the_way`: the share of it for the whole way there.
    `prefer`: "attack" or "move"; `favor`: its extra value. `least`: the minimum chance for an attack, from 0 to 1.
    `call_below`: the number of units on the map below which the staff calls for reinforcements, or 0 if the staff
    decides; `called`: the value of that call. `kept`: the cards kept for Spawn hexes. `dearest`: the maximum
    number of steps that an attack may be expected to cost for each step that it kills, or 0 for no limit.
    """

    steps: float = 1.75
    spread: float = 0.8
    back: float = 0.24
    first: float = 0.35
    luck: float = 0.3
    cards_a_round: float = 0.9
    trust: float = 6.0
    arrival: float = 1.5
    lasting: float = 2.0
    more: float = 0.5
    fight: float = 0.8
    far: float = 0.5
    pace: float = 1.5
    reserve: float = 0.01
    brake: float = 4.0
    other: float = 0.05
    spawn: float = 9.0
    hope: float = 22.0
    spawn_step: float = 0.8
    step: float = 0.3
    loss: float = 0.8
    thin: float = 0.3
    card: float = 0.3
    fresh: float = 1.25
    short: float = 1.25
    guarded: int = 3
    sure: float = 0.85
    sure_spawn: float = 0.95
    spared: float = 0.5
    aims: tuple[int, ...] = ()
    ahead: float = 2.5
    aside: float = 0.2
    held: int = 0
    post: float = 20.0
    on_the_way: float = 0.5
    prefer: str = "staff"
    favor: float = 1.5
    least: float = 0.0
    call_below: int = 0
    called: float = 1000.0
    kept: int = 0
    dearest: float = 0.0


class SovietStyle(NamedTuple):
    """The constants for the Soviet staff, in Spawn hexes held unless stated otherwise.

    Expectations. `german_steps`: the mean number of steps of an unseen German block. `own_steps`: the mean number of
    steps of a Soviet block that enters a hex or is hit there. `back`: the hits that each defending German step scores.
    `strength`: the hits that an attacking German block scores; `luck`: the number of hits by which it may fall short.
    `near`: the share of these that counts from one hex away, from two, and so on.

    Aims. `card`: the value of a card with a full deck; it grows as the deck shrinks. `spread`: the number of cards
    after which a card counts half. `lasting`: how many rounds stacks of equal height keep drawing; `march`: the factor
    for each hex that blocks still have to go; `leaves`: the extra hexes counted for a block that leaves a stack that is
    too high, because it breaks up the others; `high`: the maximum number of these; `far`: the distance beyond which no
    block comes to fill a stack. `arrival`: the value, in cards, of each unit in a Spawn Action. `unit`: the value of a
    block on the map. `lost`: the share of its value that a block loses if the Germans are about to take it. `closer`:
    the value of a block one hex closer to a lost Spawn hex. `sight`: the distance beyond which a block does not count
    as nearer; `nowhere`: the distance if there is no block; `held_again`: the share of the danger that counts for a
    lost Spawn hex. `open_spawn`: the cost of a Spawn hex without a unit. `last`: the value of the game, which is lost
    with the last Spawn hex.

    Attack. `step`: the value of a German step. `own`: the value of a Soviet step. `hopeless`: the cost of an attack at
    odds below `fair`.

    Cards, in hits. `card_hits`: the hits that a card adds to an attack, including its new unit; cards with dice count
    their dice. `leader`: the value of a leader, played before anything else; `airstrike`: the value of six dice that
    hit on 4 or more. `comes`: the value of a unit from a card if the hex holds. `instead`: the value of a card drawn
    instead, with a full deck; it doubles when only `dear` cards are left.

    Orders (`orders`), which have no effect by default. `aims`: Spawn hexes in order; `ahead`, `aside`: the weight of
    the first, and of those that are not named. `post`: the value of a full stack in the first. `care`: the weight of
    the Soviet steps that an attack costs.
    """

    german_steps: float = 3.0
    own_steps: float = 1.75
    back: float = 0.34
    strength: float = 1.1
    luck: float = 0.3
    near: tuple[float, ...] = (1.0, 0.8, 0.5, 0.2)
    card: float = 0.4
    spread: float = 8.0
    lasting: float = 3.0
    march: float = 0.93
    leaves: float = 2.0
    high: int = 4
    far: int = 6
    arrival: float = 0.7
    unit: float = 0.05
    lost: float = 0.5
    closer: float = 0.05
    sight: int = 6
    nowhere: int = 20
    held_again: float = 0.5
    open_spawn: float = 0.3
    last: float = 3.0
    step: float = 0.25
    own: float = 0.03
    fair: float = 0.34
    hopeless: float = 2.0
    card_hits: Mapping[str, float] = CARD_HITS
    leader: float = 9.0
    airstrike: float = 3.0
    comes: float = 1.7
    instead: float = 0.5
    dear: float = 6.0
    aims: tuple[int, ...] = ()
    ahead: float = 4.0
    aside: float = 0.3
    post: float = 0.5
    care: float = 1.0


GERMAN_STAFF, SOVIET_STAFF = GermanStyle(), SovietStyle()
"""The standard staff for each side."""

GERMAN_NEAR = GERMAN_STAFF._replace(pace=0.3, loss=0.2, guarded=9, sure_spawn=0.5)
SOVIET_NEAR = SOVIET_STAFF._replace(near=(1.0,), march=0.6, closer=0.0)
"""Short-sighted styles, which hardly value anything two rounds away, and ignore the enemy's possible moves until then.
"""
STYLES: dict[str, tuple[GermanStyle, SovietStyle]] = {
    "staff": (GERMAN_STAFF, SOVIET_STAFF),
    "near": (GERMAN_NEAR, SOVIET_NEAR),
}
"""The style of each side, by the name of the bot."""

HASTE = (0.56, 0.15)
"""The share of decisions that the officer makes in haste, by seat: the Germans, the Soviets. With these values, the
officer wins about 25 of 100 games against the staff.
"""
