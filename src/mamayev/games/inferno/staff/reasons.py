"""Why the German staff does what it does: a sentence for each action, with the figure that speaks for it. Of the
Soviets it says where their stacks stand and how many blocks they are, for it knows no more."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import NamedTuple

from mamayev.engine.notation import ARG, MASK, parts, verb_of
from mamayev.engine.words import counted

from ..printed.map import EMPTY, GERMAN, SOVIET
from ..rules.actions import Hastily, Shorts
from ..rules.position import DECK, City
from ..rules.verbs import (
    ADVANCE,
    AGREE,
    ATTACK,
    BEGIN,
    BLITZ,
    DEPLOY,
    DONE,
    FIRST,
    FOLLOW,
    HALT,
    HAND_OVER,
    HASTY,
    HIT,
    JOIN,
    LONG,
    NO_CARD,
    PASS,
    PLAY,
    REINFORCE,
    SHORT,
    STAY,
    STRIKE,
)
from . import german_staff as staff
from .style import GERMAN_STAFF

TOLD = 0.1
"""The fewest rounds saved that are told."""

# ------------------------------------------------------------------ attacks


class Fight(NamedTuple):
    """What an attack should bring: of 100 like it those that empty the hex and those that take one block at least, the
    steps that it hits, and the hits on the attackers."""

    units: list[int]
    target: int
    won: float
    thinned: float
    hits: float
    back: float


def fight(p: City, action: int) -> Fight | None:
    """What the attack should bring that an action makes or begins; None where nobody is left to be struck."""
    verb, x, y = parts(action)
    dice = 0.0
    if verb == ATTACK:
        units, target, dice = p.units_in(p.board.grid.near[x] & p.german), x, staff.support(p)
    elif verb == STRIKE:
        units, target = list(p.stacks[p.top[Hastily.end]]), x
    else:
        seen = staff.Outlook(p, GERMAN_STAFF)
        units = staff.gathered(p, [u for u in p.stacks[p.at[x]] if p.owner(u) == p.owner(x)], y)
        struck = staff.struck_from(p, y)
        if not struck:
            return None
        target = max(struck, key=lambda h: staff.worth(p, units, h, dice, seen))
    chances = staff.odds(p, units, target, dice, GERMAN_STAFF)
    return Fight(units, target, 100 * chances.won, 100 * chances.thinned, chances.hits, chances.back)


def fought(p: City, action: int) -> str:
    """The same in a sentence."""
    grid = p.board.grid
    verb, _, y = parts(action)
    if verb == HASTY and p.spawns_held() & grid.bit[y]:
        return f"{grid.ids[y]} stands empty: it is taken at once."
    found = fight(p, action)
    if found is None:
        return f"Nobody is left to be struck from {grid.ids[y]}."
    blocks = counted(len(p.stacks[found.target]), "# block", "# blocks")
    card = ", with the best card at hand" if verb == ATTACK and staff.support(p) else ""
    thinned = f" and loses a block at least in {found.thinned:.0f}" if len(p.stacks[found.target]) > 1 else ""
    return (
        f"{grid.ids[found.target]} ({blocks}) is emptied in about {found.won:.0f} of 100{thinned}{card}; "
        f"{found.hits:.1f} Soviet steps are hit, and {found.back:.1f} of ours, on average."
    )


# ------------------------------------------------------------------ marches


class March(NamedTuple):
    """Units that go from one hex to another; `seen`: how things stood before."""

    start: int
    end: int
    units: tuple[int, ...]
    seen: staff.Outlook

    def goal(self) -> staff.Goal:
        """That for which they do most."""
        return self.seen.helped(self.power(), self.start, self.end)

    def power(self) -> float:
        """Their fire."""
        return staff.firepower(self.seen.p, self.units)[0]

    def brings(self) -> str:
        """What it saves where it helps most: rounds until the hex falls, or, of a reserve, until it is there."""
        p, goal = self.seen.p, self.goal()
        place = p.table.places[goal.hex]
        now = goal.falls(goal.stacks)[0]
        then = goal.falls(goal.moved(self.power(), self.start, self.end))[0]
        if now - then >= TOLD:
            what = "falls" if goal.hex in self.seen.wanted else "loses a block"
            return f"{place} {what} in about {then:.1f} rounds instead of {now:.1f}"
        was, away = goal.rounds[self.start], goal.rounds[self.end]
        if was - away >= TOLD:
            return f"A reserve is {away:.1f} rounds from {place} instead of {was:.1f}"
        return "No Spawn hex falls sooner for it"


def marches(p: City, action: int) -> tuple[list[March], City]:
    """Who marches by an action of the round, with all that the staff does before anybody else decides; and how the
    units stand then."""
    after, found = p.copy(), list[March]()
    while True:
        verb, x, y = parts(action)
        if verb not in (LONG, SHORT, HASTY):
            return found, after
        start, units = (x, after.stacks[x]) if verb == LONG else (after.at[x], (x,))
        if found and (found[-1].start, found[-1].end) == (start, y):
            found[-1] = found[-1]._replace(units=found[-1].units + units)
        else:
            found.append(March(start, y, units, staff.Outlook(after.copy(), GERMAN_STAFF)))
        after.apply(action)
        if after.verdict or after.box.name not in ("short-moves", "hasty"):
            return found, after
        action = staff.play(after, random.Random(0))


def marched(p: City, action: int) -> str:
    """What a move brings; a unit that follows its stack only keeps it together."""
    _, x, y = parts(action)
    if p.box.name == "short-moves":
        f = p.top
        if (p.at[x], y) in ((f[Shorts.start], f[Shorts.end]), (f[Shorts.second_start], f[Shorts.second_end])):
            return "It follows, so that its stack stays together."
    return f"{marches(p, action)[0][0].brings()}."


# ------------------------------------------------------------------ all the rest


def called(p: City, _action: int) -> str:
    """How many a call brings in, and how far off they are where they help most."""
    seen = staff.Outlook(p, GERMAN_STAFF)
    come, room, h = staff.coming(p, seen)
    card = ", and a card" if p.count(GERMAN, DECK) else ""
    if h < 0:
        return f"Nobody can come in{', but it brings a card' if card else ''}."
    goal = seen.helped(min(come, p.room(h)) * GERMAN_STAFF.fresh, -1, h)
    left = counted(len(p.chart) - p.chart.count(EMPTY), "# regiment", "# regiments")
    grid = p.board.grid
    away = f"from {grid.ids[h]} it is about {goal.rounds[h]:.1f} rounds to {grid.ids[goal.hex]}"
    return f"About {min(come, room):.0f} of {left} come{card}; {away}."


def laid(p: City, action: int) -> str:
    """What a card adds to an attack."""
    units, target = staff.fighting(p)
    alone = 100 * staff.odds(p, units, target, 0, GERMAN_STAFF).won
    place, dice = p.board.grid.ids[target], p.board.cards[action >> ARG & MASK].dice
    if not dice:
        return f"It hits one step at most; the units alone empty {place} in about {alone:.0f} of 100."
    won = 100 * staff.odds(p, units, target, dice, GERMAN_STAFF).won
    return f"With it {place} is emptied in about {won:.0f} of 100 instead of {alone:.0f}."


def without(p: City, _action: int) -> str:
    """What the units do alone."""
    units, target = staff.fighting(p)
    alone = 100 * staff.odds(p, units, target, 0, GERMAN_STAFF).won
    return f"The units alone empty {p.board.grid.ids[target]} in about {alone:.0f} of 100."


def pips(p: City, u: int) -> str:
    """On what a unit hits."""
    fire = p.board.fire[u]
    return f"{fire}{' and more' * (fire < 6)}"


def taken(p: City, action: int) -> str:
    """Why this unit takes a hit."""
    u = action >> ARG & MASK
    board = p.board
    if board.side[u] == SOVIET:
        return f"It hits on {pips(p, u)}: none of those to choose from shoots better."
    return f"It hits on {pips(p, u)}, and lost it counts {'twice' if board.units[u].r else 'once'}: it is missed least."


def joined(p: City, action: int) -> str:
    """What a stack adds to an attack."""
    steps = sum(p.strength[u] for u in p.stacks[action >> ARG & MASK])
    return f"It adds {counted(steps, '# step', '# steps')} to the attack."


def begun(p: City, _action: int) -> str:
    """Who stays out of an attack."""
    if any(verb_of(a) == JOIN for a in p.actions()):
        return "Whoever stays out has a single step a unit, and would only lose it."
    return "All who stand around the hex attack it."


def advanced(p: City, action: int) -> str:
    """Why a unit enters."""
    return f"It has {counted(p.strength[action >> ARG & MASK], '# step', '# steps')}: the strongest go first."


def halted(p: City, _action: int) -> str:
    """Why nobody else enters."""
    if any(verb_of(a) == ADVANCE for a in p.actions()):
        return "Whoever is left guards a Spawn hex that Soviets are near to."
    return "Nobody else can go, or there is no more room."


def deployed(p: City, action: int) -> str:
    """Why a unit comes in, and there."""
    _, u, h = parts(action)
    seen = staff.Outlook(p, GERMAN_STAFF)
    goal = seen.helped(staff.firepower(p, [u])[0], -1, h)
    grid = p.board.grid
    steps = counted(p.strength[u], "# step", "# steps")
    away = f"{grid.ids[h]} is about {goal.rounds[h]:.1f} rounds from {grid.ids[goal.hex]}"
    return f"The strongest come first, this one with {steps}; {away}."


def driven(p: City, action: int) -> str:
    """Where a Blitz leads."""
    return f"{p.board.grid.ids[action & MASK]} stands empty: a Spawn hex without a fight."


Reason = Callable[[City, int], str]
REASONS: dict[int, Reason] = {
    REINFORCE: called, ATTACK: fought, HASTY: fought, STRIKE: fought, LONG: marched, SHORT: marched, PLAY: laid,
    NO_CARD: without, HIT: taken, JOIN: joined, BEGIN: begun, ADVANCE: advanced, HALT: halted, DEPLOY: deployed,
    BLITZ: driven,
}  # fmt: skip
"""By verb how its reason is found."""
SAID = {
    PASS: "No attack, no march and no call is worth anything.",
    DONE: "No further move brings a Spawn hex nearer.",
    STAY: "Beside it no Spawn hex of theirs stands empty that it could drive on to.",
    FIRST: "Its hits fall before the Soviets answer.",
    FOLLOW: "One is as good as the other.",
    HAND_OVER: "The best that can be done is the partner's.",
    AGREE: "The army has one plan.",
}
"""By verb a reason that is the same everywhere."""


def why(p: City, action: int) -> str:
    """What speaks for an action, with its figure."""
    verb = verb_of(action)
    if verb in REASONS:
        return REASONS[verb](p, action)
    return SAID.get(verb, "It is what the rules leave.")
