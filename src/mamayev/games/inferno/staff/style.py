"""What the staffs go by: the numbers of each side's commander, as data. The league measures what they are worth; none
of them is set for an even game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

DRAWN = [dice * (1 - (5 / 6) ** (dice - 1) + 1 / 6) if dice else 0.0 for dice in range(7)]
"""INF-SMOVE-07, INF-SMOVE-09: the cards that so many Soviet dice draw on average, for ones and for equal dice."""
FOUND = (0.0, 0.67, 0.93, 0.99, 1.0, 1.0)
"""The units that six dice find in a row of the chart with so many, on average."""
CARD_HITS = {"sniper": 0.85, "t34": 0.5, "pak": 0.4, "infiltration": 0.3}
"""About the hits that a Soviet card brings an attack."""


class GermanStyle(NamedTuple):
    """The constants of the German staff.

    What it reckons with. `steps`: of a Soviet block that nobody has seen, and `spread`, their variance. `back`: the
    hits of each of these steps, and `first`, the part of them that falls before the attackers fire at an Urban hex.
    `luck`: hits more than the mean that still count as the mean. `cards_a_round`: how many Soviet cards are drawn, as
    it thinks at first; after `trust` rounds it goes by half by what it has seen. `arrival`: how many cards the units of
    a Spawn Action count as; `lasting`: for how many rounds what the stacks draw goes on. `more`: steps that an attack
    on a goal finds beyond those that stand there. `fight`: rounds that each Soviet block on the way costs; `far`: those
    that a hex of a Long Move costs.

    What it is after. `spawn`: to take a Spawn hex. `hope`: the same, as far as it can be done in time; `pace`: how much
    of that is left when a Spawn hex takes its share of the rounds, e to the power of -1 / `pace`. `reserve`: what a hit
    counts that comes in time, one stack after the other, and is not needed at first. `brake`: the same as `pace` for
    the stack that runs the clock, in rounds. `spawn_step`: a hit in a Spawn hex. `step`: a hit elsewhere. `loss`: what
    a hit on the attackers costs; `thin`: what it costs to send a unit with one step. `spared`: the share of the hits on
    the attackers that a sure win saves. `card`: a card. `fresh`: the hits of a unit that a call brings. `short`: how
    much more a Short Move is worth than a Long one of the same units.

    Garrisons. `guarded`: a Spawn hex, of either side, that fewer units hold is left by all of them.

    Cards. `sure`, `sure_spawn`: with this chance to win none is played; against a Spawn hex.
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


class SovietStyle(NamedTuple):
    """The constants of the Soviet staff; worths are in Spawn hexes held, where nothing else is said.

    What it reckons with. `german_steps`: of a block that nobody has seen. `own_steps`: of a block of its own that comes
    to a hex or is hit there. `back`: the hits of each German step that defends. `strength`: the hits of a German block
    that attacks, `luck` the hits that it is short of and has all the same. `near`: how much of that counts from one hex
    away, from two, and so on.

    What it is after. `card`: what a card is worth with a full deck; the fewer are left, the more. `spread`: how many
    cards further off make one half as dear. `lasting`: for how many rounds stacks of one height go on drawing them;
    `march`: what is left of that for each hex that blocks have to go until they do; `leaves`: a block that leaves a
    stack too high counts as so many hexes, for it breaks up what was made; `high`: with more of these none are made;
    `far`: from so many hexes away no block comes to fill a stack. `arrival`: how many cards each unit of a Spawn Action
    is worth. `unit`: a block on the map. `lost`: what a block that the Germans are about to take is worth less.
    `closer`: what a block one hex nearer to a lost Spawn hex is worth. `sight`: from so many hexes away a block counts
    as no nearer; `nowhere`: the distance if there is no block; `held_again`: the share of its danger that counts for a
    lost Spawn hex. `open_spawn`: what a Spawn hex without a unit is worth less. `last`: what the game is worth, which
    is lost with the last of them.

    Attack. `step`: a German step. `own`: a step of one's own. `hopeless`: what an attack at odds below `fair`, in
    steps, is worth less.

    Cards, in hits. `card_hits`: what a card brings an attack, its new unit's included; what throws dice counts them.
    `leader`: the worth of a leader, laid before all else; `airstrike`: that of six dice on 4 and more. `comes`: a unit
    that a card brings where the hex holds. `instead`: a card drawn instead, with a full deck; with `dear` cards left
    twice as much.
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


GERMAN_STAFF, SOVIET_STAFF = GermanStyle(), SovietStyle()
"""The staff of either side."""

GERMAN_NEAR = GERMAN_STAFF._replace(pace=0.3, loss=0.2, guarded=9, sure_spawn=0.5)
SOVIET_NEAR = SOVIET_STAFF._replace(near=(1.0,), march=0.6, closer=0.0)
"""Short sight: what is two rounds away hardly counts, and what the enemy may do by then does not."""
STYLES: dict[str, tuple[GermanStyle, SovietStyle]] = {
    "staff": (GERMAN_STAFF, SOVIET_STAFF),
    "near": (GERMAN_NEAR, SOVIET_NEAR),
}
"""The style of each side, by the name of the bot."""
