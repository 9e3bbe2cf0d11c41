"""`staff` on the Soviet seat, where a player holds it (INF-HUMAN): it takes lost Spawn hexes back, attacks where its
fire does more than it suffers, closes up on what the Germans are after, and keeps as many stacks of one height as it
holds Spawn hexes, for equal dice run the clock. It counts German blocks and knows nothing of what they are."""

from __future__ import annotations

import random
from collections.abc import Callable

from mamayev.engine.notation import ARG, MASK

from .arrivals import shown
from .board import CARDS, FIRE, GERMAN, GRID, INFANTRY_POOL, POOL, POOLS, SOVIET, SPAWN_HEXES, TANK_POOL, TERRAIN, URBAN
from .fire import Combat, attacking, needed
from .position import HAND, City
from .soviet import Using, Way, attackers

STEPS = 3.0
"""Steps of a German block that nobody has seen, on average."""
BACK = 0.34
"""The hits of each of these."""
SPAWN_WORTH, THREATENED_WORTH, STEP_WORTH, LOSS_WORTH = 8.0, 1.5, 1.0, 0.5
"""What it is worth to take a Spawn hex back, to stand by a threatened one, a German step, a step of one's own."""
CARD_WORTH = 3.0
"""What another card in the next round is worth."""
ALONE = 3.0
"""What it costs to leave a Spawn hex without a unit."""


def attack_worth(p: City, start: int, target: int) -> float:
    """What the attack that a die orders promises."""
    bit = GRID.bit[target]
    units = p.units_in(attackers(p, start, target))
    own = sum(shown(p, u) or 1 for u in units)
    steps = len(p.stacks[target]) * STEPS
    back = min(steps * BACK, own)
    mean = sum((shown(p, u) or 1) * (7 - needed(p, u)) / 6 for u in units)
    if TERRAIN[target] == URBAN:  # the Germans fire first
        mean *= max(0.0, 1 - back / own)
    if p.rubble & bit:
        mean /= 2
    prize = SPAWN_WORTH * min(mean / steps, 1.0) if SPAWN_HEXES[SOVIET] & bit else 0.0
    return min(mean, steps) * STEP_WORTH - back * LOSS_WORTH + prize


def move_worth(p: City, start: int, to: int) -> float:
    """What moving a unit is worth."""
    bit, own = GRID.bit[to], GRID.bit[start]
    spawns, near = SPAWN_HEXES[SOVIET], GRID.around(p.german)
    if spawns & p.control & bit:
        return SPAWN_WORTH
    worth = 0.0
    if spawns & near & bit and len(p.stacks[to]) < 3:
        worth += THREATENED_WORTH
    if spawns & own and len(p.stacks[start]) == 1:
        worth -= ALONE
    lost = GRID.hexes(spawns & p.control)
    if lost:
        worth += 0.4 * (min(GRID.distance(start, h) for h in lost) - min(GRID.distance(to, h) for h in lost))
    if len(p.stacks[start]) == 1 and near & own:
        worth += 0.3  # a lone unit beside the Germans had better leave
    return worth + CARD_WORTH * cards_gained(p, start, to)


def cards_gained(p: City, start: int, to: int) -> float:
    """How many more cards the dice of the next Movement Action draw, on average, if a unit moves now."""
    heights = {h: len(p.stacks[h]) for h in GRID.hexes(p.soviet)}
    held = p.spawns_held().bit_count()
    before = cards_drawn(list(heights.values()), held)
    heights[start] -= 1
    heights[to] = heights.get(to, 0) + 1
    return cards_drawn(list(heights.values()), held) - before


def cards_drawn(heights: list[int], held: int) -> float:
    """INF-SMOVE-07, INF-SMOVE-09: the cards that equal dice and ones draw; none where there are more top stacks than
    Spawn hexes, since a Spawn Action follows."""
    dice = heights.count(max(heights))
    return dice * (1 - (5 / 6) ** (dice - 1) + 1 / 6) if dice <= held else 0.0


def use_die(p: City, options: list[int]) -> int:
    way = p.table.compass[p.frames[-1][Using.shows] - 1]

    def worth(action: int) -> float:
        start = action >> ARG & MASK
        to = GRID.toward[start][way]
        return attack_worth(p, start, to) if p.german & GRID.bit[to] else move_worth(p, start, to)

    return max(options, key=worth)


def pick_mover(p: City, options: list[int]) -> int:
    """Where it matters the strongest goes, elsewhere the weakest."""
    end = GRID.bit[p.frames[-1][Way.end]]
    wanted = end & (SPAWN_HEXES[SOVIET] | GRID.around(p.german))
    choose = max if wanted else min
    return choose(options, key=lambda a: (shown(p, a >> ARG & MASK), -FIRE[a >> ARG & MASK]))


def lay_card(p: City, options: list[int]) -> int:
    """Leaders first, then a unit where there is room, then fire; what would do nothing comes last."""
    f = p.frame("combat")
    h = f[Combat.lead] if attacking(f) == SOVIET else f[Combat.target]
    pool_of = {"infiltration": INFANTRY_POOL, "t34": TANK_POOL}

    def worth(action: int) -> float:
        card = CARDS[action >> ARG & MASK]
        if card.kind == "leader":
            return 9.0
        if card.kind in pool_of:
            comes = p.room(h) and any(p.at[u] == POOL for u in POOLS[pool_of[card.kind]])
            return 5.0 if comes else 3.0  # a card instead
        if card.kind == "aa":
            return 4.5 if attacking(f) == GERMAN and p.count(GERMAN, HAND) else 0.0
        return {"fire": 4.0, "sniper": 2.0, "pak": 1.0}[card.kind]

    return max(options, key=worth)


def spared_least(p: City, options: list[int]) -> int:
    """The one that shoots worst."""
    return max(options, key=lambda a: FIRE[a >> ARG & MASK])


def shoots_best(p: City, options: list[int]) -> int:
    return min(options, key=lambda a: FIRE[a >> ARG & MASK])


ANSWERS: dict[str, tuple[Callable[[City, list[int]], int], str]] = {
    "use-die": (use_die, "It does most there: a Spawn hex, a German stack, or the way to one."),
    "pick-mover": (pick_mover, "The strongest go where there is fighting, the weakest elsewhere."),
    "lay-card": (lay_card, "It does most in this combat."),
    "hit": (spared_least, "It shoots worst."),
    "follow": (shoots_best, "Whoever shoots best holds the hex."),
}
"""By box what is chosen, and why."""


def play(p: City, rng: random.Random) -> int:
    """The action that the staff takes."""
    return ANSWERS[p.box.name][0](p, p.actions())


def why(p: City, action: int) -> str:
    """Which of its habits an action follows."""
    return ANSWERS[p.box.name][1]
