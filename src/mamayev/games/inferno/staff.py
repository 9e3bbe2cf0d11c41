"""`staff`, a sound opponent for the German seats: it attacks where it most likely wins something, goes for the Spawn
hexes, and calls for reinforcements when it has too little to attack with. It counts Soviet blocks and knows nothing of
what they are."""

from __future__ import annotations

import math
import random
from collections.abc import Iterable

from mamayev.engine.notation import ARG, MASK, VERB

from .actions import Hastily, hasty_ends, long_ends, short_ends
from .board import CARDS, EMPTY, FIRE, GERMAN, GRID, PARTNER, SIDE, SOVIET, SPAWN_HEXES, TERRAIN, UNITS, URBAN
from .fire import Combat
from .position import HAND, City
from .verbs import (
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

STEPS = 1.75
"""Steps of a Soviet block that nobody has seen, on average."""
SPREAD = 0.8
"""The variance of these."""
SPAWN_WORTH, HEX_WORTH, STEP_WORTH = 9.0, 1.6, 0.3
"""What it is worth to take a Spawn hex, any other hex with Soviets, and to inflict a hit."""
LOSS_WORTH = 0.55
"""What a hit on the attackers costs."""
ENOUGH = 2.0
"""An attack worth less than this is left alone."""
DRAFT = 9
"""With this many units in or near contact the staff needs no more."""


def firepower(p: City, units: Iterable[int]) -> tuple[float, float]:
    """Mean and variance of the hits of some German units."""
    mean = spread = 0.0
    for u in units:
        chance = (7 - FIRE[u]) / 6
        mean += p.strength[u] * chance
        spread += p.strength[u] * chance * (1 - chance)
    return mean, spread


def worth(p: City, units: list[int], target: int, card: bool) -> float:
    """What an attack on a Soviet stack by these units promises."""
    bit = GRID.bit[target]
    blocks = len(p.stacks[target])
    steps, spread = blocks * STEPS, blocks * SPREAD
    mean, own = firepower(p, units)
    back = steps * 0.24
    if TERRAIN[target] == URBAN:
        mean -= back * 0.35
    if card:
        mean, own = mean + 3, own + 1.5
    if p.rubble & bit:
        mean, own = mean / 2, own / 4
    won = 0.5 * (1 + math.erf((mean - steps + 0.3) / math.sqrt(2 * (own + spread) + 0.01)))
    prize = SPAWN_WORTH if SPAWN_HEXES[SOVIET] & bit else HEX_WORTH + near_spawn(p, target)
    thin = sum(p.strength[u] == 1 for u in units) * 0.3
    return won * prize + min(mean, steps) * STEP_WORTH - back * LOSS_WORTH * (1 - won / 2) - thin


def near_spawn(p: City, h: int) -> float:
    """A hex is worth more the nearer it lies to a Spawn hex that is still to be taken."""
    wanted = p.spawns_held()
    return max((1.6 / (1 + GRID.distance(h, s)) for s in GRID.hexes(wanted)), default=0.0)


def way_to_go(p: City, h: int) -> int:
    """How far away the nearest Spawn hex still to be taken is."""
    return min((GRID.distance(h, s) for s in GRID.hexes(p.spawns_held())), default=0)


def support(p: City) -> bool:
    """Whether a card that fires is at hand."""
    return any(CARDS[c].kind == "fire" for c in p.pile(GERMAN, HAND))


# ------------------------------------------------------------------ the action of a round


def attacks(p: City) -> list[tuple[float, int]]:
    """All attacks that can be begun now, with what they promise."""
    found = []
    for h in GRID.hexes(p.soviet & GRID.around(p.german)):
        units = p.units_in(GRID.around(GRID.bit[h]) & p.german)
        found.append((worth(p, units, h, support(p)), ATTACK | h << ARG))
    for stack in groups(p):
        for end in GRID.hexes(hasty_ends(p, stack[0])):
            joined = [*sorted(stack, key=lambda u: (-p.strength[u], FIRE[u]))[: p.room(end)], *p.stacks[end]]
            best = max(worth(p, joined, t, False) for t in struck_from(p, end))
            found.append((best, HASTY | joined[0] << ARG | end))
    return found


def groups(p: City) -> list[tuple[int, ...]]:
    """The German stacks; with two players, each one's part of them."""
    stacks = [p.stacks[h] for h in GRID.hexes(p.german)]
    if not p.table.partners:
        return stacks
    parts = [tuple(u for u in stack if p.owner(u) == seat) for stack in stacks for seat in (GERMAN, PARTNER)]
    return [part for part in parts if part]


def struck_from(p: City, h: int) -> list[int]:
    return [n for n in GRID.neighbours[h] if p.soviet & GRID.bit[n]]


def marches(p: City) -> list[tuple[float, int]]:
    """Moves, with the hexes that they save on the way to a Spawn hex; a larger stack counts more."""
    found = []
    for stack in groups(p):
        start = p.at[stack[0]]
        here, weight = way_to_go(p, start), 0.5 + 0.3 * len(p.stacks[start])
        for end in GRID.hexes(long_ends(p, start)):
            found.append(((here - way_to_go(p, end)) * weight, LONG | start << ARG | end))
        for end in GRID.hexes(short_ends(p, stack[0])):
            moved = min(len(stack), p.room(end))
            gain = (here - way_to_go(p, end)) * (0.5 + 0.3 * moved) * 1.25
            found.append((gain, SHORT | stack[0] << ARG | end))
    return found


def german_round(p: City) -> int:
    """The best action for all Germans; if it is the partner's to take, he gets the round. Whoever is given it takes the
    best of his own."""
    action = best_action(p, attacks(p), marches(p))
    if p.allows(action):
        return action
    if p.allows(HAND_OVER):
        return HAND_OVER
    return best_action(p, *([each for each in row if p.allows(each[1])] for row in (attacks(p), marches(p))))


def best_action(p: City, found: list[tuple[float, int]], moves: list[tuple[float, int]]) -> int:
    value, action = max(found, default=(0.0, PASS))
    if value >= ENOUGH:
        return action
    ready = sum(way_to_go(p, h) <= 4 for h in GRID.hexes(p.german) for _ in p.stacks[h])
    waiting = len(p.chart) - p.chart.count(EMPTY)
    free = sum(p.room(h) for h in GRID.hexes(SPAWN_HEXES[GERMAN] & p.control))
    gain, march = max(moves, default=(0.0, PASS))
    if waiting and free >= 5 and (ready < DRAFT or gain < 1.0):
        return REINFORCE
    if gain > 0:
        return march
    return action if value > 0 else REINFORCE


# ------------------------------------------------------------------ the other decisions


def short_moves(p: City) -> int:
    """The rest of the stack follows; then the second move that saves most."""
    moves = [a for u in p.box.pieces(p, p.frames[-1]) for a in p.choices(u)]
    scored = [(way_to_go(p, p.at[a >> ARG & MASK]) - way_to_go(p, a & MASK), a) for a in moves]
    gain, action = max(scored, default=(0, DONE))
    return action if gain > 0 else DONE


def hasty(p: City, options: list[int]) -> int:
    more = [a for a in options if a >> VERB == HASTY >> VERB]
    if more:
        return max(more, key=lambda a: (p.strength[a >> ARG & MASK], -FIRE[a >> ARG & MASK]))
    end = p.frames[-1][Hastily.end]
    return max(
        (a for a in options if a >> VERB == STRIKE >> VERB),
        key=lambda a: worth(p, list(p.stacks[end]), a >> ARG & MASK, False),
    )


def attackers(p: City, options: list[int]) -> int:
    """All that stand around join in, except single steps, which would only be lost."""
    for action in options:
        if action >> VERB == JOIN >> VERB:
            stack = p.stacks[action >> ARG & MASK]
            if BEGIN not in options or sum(p.strength[u] for u in stack) > len(stack):
                return action
    return BEGIN


def card(p: City, options: list[int]) -> int:
    """The most dice against a hex that matters or a stack that is too strong for the units alone; none else."""
    f = p.frame("combat")
    units, target = p.units_in(f[Combat.origins]), f[Combat.target]
    mean, _ = firepower(p, units)
    wanted = SPAWN_HEXES[SOVIET] & GRID.bit[target] or mean < len(p.stacks[target]) * STEPS + 1
    if not wanted:
        return NO_CARD
    rank = {"fire": 2, "sniper": 1, "pak": 0}
    rubble = bool(p.rubble & GRID.bit[target])
    plays = [a for a in options if a != NO_CARD]

    def preferred(action: int) -> tuple[int, int, int]:
        c = CARDS[action >> ARG & MASK]
        return (int(c.kind == "sniper") if rubble else rank[c.kind], c.dice, -c.rubble)

    return max(plays, key=preferred)


def hit(p: City, options: list[int]) -> int:
    """Of one's own the weakest in fire and without an R, of the Soviets the one that shoots best."""

    def price(action: int) -> tuple[int, int, int]:
        u = action >> ARG & MASK
        if SIDE[u] == SOVIET:
            return (0, FIRE[u], u)
        return (UNITS[u].r, -FIRE[u], u)

    return min(options, key=price)


def advance(p: City, options: list[int]) -> int:
    plays = [a for a in options if a >> VERB == ADVANCE >> VERB]
    if not plays:
        return HALT
    return max(plays, key=lambda a: (p.strength[a >> ARG & MASK], -FIRE[a >> ARG & MASK]))


def blitz(p: City, options: list[int]) -> int:
    """Only into an enemy Spawn hex that stands empty."""
    wanted = p.spawns_held()
    return next((a for a in options if a >> VERB == BLITZ >> VERB and wanted & GRID.bit[a & MASK]), STAY)


def deploy(p: City, options: list[int]) -> int:
    """The strongest first, where most is still to be taken nearby."""
    return max(
        options,
        key=lambda a: (
            UNITS[a >> ARG & MASK].strength,
            -FIRE[a >> ARG & MASK],
            -way_to_go(p, a & MASK),
            p.room(a & MASK),
        ),
    )


def play(p: City, rng: random.Random) -> int:
    """The action that the staff takes."""
    name = p.box.name
    if name == "german-round":
        return german_round(p)
    if name == "short-moves":
        return short_moves(p)
    options: list[int] = p.actions()
    by_name = {
        "hasty": hasty, "attackers": attackers, "german-card": card, "hit": hit, "advance": advance, "blitz": blitz,
        "deploy": deploy,
    }  # fmt: skip
    if name in by_name:
        return by_name[name](p, options)
    return FIRST if FIRST in options else options[0]  # a partner agrees


def why(p: City, action: int) -> str:
    """Which of its habits an action follows."""
    verb, x, y = action >> VERB << VERB, action >> ARG & MASK, action & MASK
    if verb == REINFORCE:
        return "Too little stands near a Spawn hex to attack with."
    if verb == ATTACK:
        count = len(p.stacks[x])
        return f"The units around {GRID.ids[x]} will most likely beat {count} block{'s' * (count > 1)}."
    if verb == HASTY:
        return f"From {GRID.ids[y]} a stack can be struck at once."
    if verb in (LONG, SHORT):
        return f"{GRID.ids[y]} is nearer to the next Spawn hex."
    if verb == PLAY:
        return "The hex is worth a card, or the units alone are too weak."
    if verb == NO_CARD:
        return "The units alone should do."
    if verb == HIT:
        u = x
        return "It shoots best." if SIDE[u] == SOVIET else "It is missed least."
    if verb in (JOIN, BEGIN):
        return "Whoever can hit takes part."
    if verb in (ADVANCE, HALT):
        return "The strongest take the hex."
    if verb == DEPLOY:
        return "The strongest come first, where the way is shortest."
    if verb == FIRST:
        return "Whoever rolls first loses less."
    if verb == FOLLOW:
        return "One is as good as the other."
    if verb == HAND_OVER:
        return "The best that can be done is the partner's."
    if verb == AGREE:
        return "The army has one plan."
    return "Nothing better is left to do."
