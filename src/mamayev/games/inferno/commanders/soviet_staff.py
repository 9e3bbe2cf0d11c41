"""`staff` on the Soviet seat, where a player holds it (INF-HUMAN): it takes lost Spawn hexes back, stands where the
Germans are about to strike one, attacks where its fire does more than it suffers, and keeps as many stacks of one
height as it holds Spawn hexes, for equal dice run the clock. It counts German blocks and knows nothing of what they
are."""

from __future__ import annotations

import math
import random
from collections.abc import Callable

from mamayev.engine.notation import ARG, MASK
from mamayev.terrain.grid import Hexes

from ..arrivals import shown
from ..board import GERMAN, INFANTRY_POOL, POOL, SOVIET, STACK, TANK_POOL, URBAN
from ..fire import ATTACKER, DELIBERATE, Combat, needed
from ..position import DECK, HAND, City
from ..soviet import Using, Way, attackers
from .style import SOVIET_STAFF, SovietStyle

DRAWN = [dice * (1 - (5 / 6) ** (dice - 1) + 1 / 6) if dice else 0.0 for dice in range(7)]
"""INF-SMOVE-07, INF-SMOVE-09: the cards that so many dice draw on average, for ones and for equal dice."""
FAR = 6
"""From so many hexes away nobody comes to fill a stack."""

# ------------------------------------------------------------------ how things stand


class Stand:
    """What the Soviet blocks are worth where they stand, and what it would be worth if one stood elsewhere."""

    def __init__(self, p: City, style: SovietStyle) -> None:
        grid = p.board.grid
        self.p, self.style, self.board = p, style, p.board
        self.heights = {h: len(p.stacks[h]) for h in grid.hexes(p.soviet)}
        self.card = style.card * (23 + style.spread) / (p.count(SOVIET, DECK) + style.spread)
        self.germans = [(h, len(p.stacks[h])) for h in grid.hexes(p.german)]
        self.threats: dict[int, float] = {}
        self.held = p.board.spawn_hexes[SOVIET] & ~p.control
        self.now = self.worth(self.heights, self.held)

    def moved(self, start: int, to: int) -> float:
        """What it is worth that a block goes from one hex to another."""
        heights = dict(self.heights)
        heights[start] -= 1
        if not heights[start]:
            del heights[start]
        heights[to] = heights.get(to, 0) + 1
        board = self.board
        return self.worth(heights, self.held | (board.spawn_hexes[SOVIET] & board.grid.bit[to])) - self.now

    def lost(self, h: int, steps: float) -> float:
        """What it costs that a stack loses so many steps."""
        blocks = min(self.heights[h], steps / self.style.own_steps)
        heights = dict(self.heights)
        heights[h] -= math.ceil(blocks)
        if not heights[h]:
            del heights[h]
        less = self.now - self.worth(heights, self.held)
        return max(0.0, less) * blocks / max(1, math.ceil(blocks))

    def worth(self, heights: dict[int, int], held: int) -> float:
        style, grid = self.style, self.board.grid
        spawns = grid.hexes(held)
        lasting = max(self.formation(heights, len(spawns)), self.full(heights, spawns))
        total = self.card * (self.cards(heights, spawns) + style.lasting * lasting)
        for s in spawns:
            total += 1 - self.falls(s, heights.get(s, 0)) - style.open_spawn * (s not in heights)
        for h, height in heights.items():
            total += style.unit * height * (1 - style.lost * self.falls(h, height))
        for s in grid.hexes(self.board.spawn_hexes[SOVIET] & ~held):
            away = min((grid.distance(h, s) for h in heights), default=20)
            total += style.closer * (6 - away) * (1 - self.falls(s, 1) / 2)
        return total

    def threat(self, h: int) -> float:
        """The hits with which the Germans can strike a hex soon."""
        if h not in self.threats:
            near, total, grid = self.style.near, 0.0, self.board.grid
            for g, blocks in self.germans:
                away = grid.distance(g, h)
                if 0 < away <= len(near):
                    total += blocks * near[away - 1]
            self.threats[h] = total * self.style.strength
        return self.threats[h]

    def falls(self, h: int, height: int) -> float:
        """How likely the Germans take a hex soon that so many blocks hold."""
        threat = self.threat(h)
        steps = height * self.style.own_steps + 0.3
        return threat * threat / (threat * threat + steps * steps)

    def cards(self, heights: dict[int, int], spawns: list[int]) -> float:
        """The cards that the next Soviet action draws, on average, if nothing changes before it."""
        if not spawns:
            return 1.0  # INF-AI-02
        most = max(heights.values(), default=0)
        dice = sum(height == most for height in heights.values())
        if dice <= len(spawns):
            return DRAWN[dice]
        p, cards, come = self.p, 0, 0  # INF-SPAWN-04 to INF-SPAWN-07
        left = [sum(p.at[u] == POOL for u in pool) for pool in self.board.pools]
        for s in self.board.spawn_order:
            if s not in spawns:
                continue
            room = STACK - heights.get(s, 0)
            if not room:
                cards += 1
                continue
            kinds = p.table.spawned[s] if room >= len(p.table.spawned[s]) else (INFANTRY_POOL,)
            for pool in kinds:
                cards += not left[pool]
                come += left[pool] > 0
                left[pool] -= left[pool] > 0
        return cards + come * self.style.arrival

    def formation(self, heights: dict[int, int], most: int) -> float:
        """The cards that the dice of so many stacks of one height draw, the fewer the more moves away they are. Stacks
        that the Germans are about to take are no good for it."""
        best = 0.0
        for height in range(1, STACK + 1):
            above = sum(h - height for h in heights.values() if h > height)
            missing = sorted(height - h + self.falls(at, h) for at, h in heights.items() if h <= height)
            equal = sum(h == height for h in heights.values())
            need = 0.0
            for count, more in enumerate(missing[:most], 1):
                need += more
                moves = max(above, need) + max(0, equal - count)
                best = max(best, DRAWN[count] * self.style.patience**moves)
        return best

    def full(self, heights: dict[int, int], spawns: list[int]) -> float:
        """The cards that full Spawn hexes draw in a Spawn Action, one each (INF-SPAWN-04), as long as more stacks are
        full than Spawn hexes held; the fewer, the longer the way of the blocks that are still to come."""
        free = 0
        for h, height in heights.items():
            if height < STACK and h not in spawns:
                free |= self.board.grid.bit[h]
        held = sorted(self.way(h, heights, free) for h in spawns)
        others = sorted(self.way(h, heights, free) for h in heights if h not in spawns)
        best, way = 0.0, 0.0
        for count, more in enumerate(held, 1):
            way += more
            rest = len(spawns) + 1 - count
            if rest <= len(others):
                best = max(best, count * self.style.march ** (way + sum(others[:rest])))
        return best

    def way(self, h: int, heights: dict[int, int], free: Hexes) -> float:
        """The hexes that blocks have to go until a stack is full, and the chance that it is taken then."""
        grid, way = self.board.grid, self.falls(h, STACK)
        missing = STACK - heights.get(h, 0)
        for away in range(1, FAR):
            if not missing:
                break
            for other in grid.hexes(grid.ring(h, away) & free):
                come = min(missing, heights[other])
                way += come * away
                missing -= come
        return way + missing * FAR


# ------------------------------------------------------------------ what a die does


def attack_worth(p: City, start: int, target: int, stand: Stand) -> float:
    """What the attack that a die orders promises: German steps and a Spawn hex, against what is left where the
    attackers stood."""
    board, style = p.board, stand.style
    bit = board.grid.bit[target]
    units = p.units_in(attackers(p, start, target))
    own = sum(shown(p, u) or 1 for u in units)
    steps = len(p.stacks[target]) * style.german_steps
    mean = sum((shown(p, u) or 1) * (7 - needed(p, u)) / 6 for u in units)
    mean += max((board.cards[c].dice for c in p.pile(SOVIET, HAND)), default=0) / 3
    back = min(steps * style.back, own)
    if board.terrain[target] == URBAN:  # the Germans fire first
        mean *= max(0.0, 1 - back / own)
    if p.rubble & bit:
        mean /= 2
    won = 0.5 * (1 + math.erf((mean - steps) / math.sqrt(2 * (mean + len(p.stacks[target])))))
    prize = won * (board.spawn_hexes[SOVIET] & bit > 0)
    return min(mean, steps) * style.step - back * style.own - stand.lost(start, back * (1 - won)) + prize


def die_worth(p: City, action: int, stand: Stand) -> float:
    """What it is worth to give a die to a stack."""
    grid = p.board.grid
    start = action >> ARG & MASK
    to = grid.toward[start][p.table.compass[p.top[Using.shows] - 1]]
    if p.german & grid.bit[to]:
        return attack_worth(p, start, to, stand)
    return stand.moved(start, to)


def use_die(p: City, options: list[int], style: SovietStyle) -> int:
    stand = Stand(p, style)
    return max(options, key=lambda a: die_worth(p, a, stand))


def pick_mover(p: City, options: list[int], style: SovietStyle) -> int:
    """Where it matters the strongest goes, elsewhere the weakest."""
    board, grid = p.board, p.board.grid
    end = grid.bit[p.top[Way.end]]
    wanted = end & (board.spawn_hexes[SOVIET] | grid.around(p.german))
    choose = max if wanted else min
    return choose(options, key=lambda a: (shown(p, a >> ARG & MASK), -board.fire[a >> ARG & MASK]))


def lay_card(p: City, options: list[int], style: SovietStyle) -> int:
    """Leaders first, then a unit where there is room, then fire; what would do nothing comes last."""
    board = p.board
    f = p.frame("combat")
    h = f[Combat.lead] if ATTACKER[f[Combat.kind]] == SOVIET else f[Combat.target]
    pool_of = {"infiltration": INFANTRY_POOL, "t34": TANK_POOL}

    def worth(action: int) -> float:
        card = board.cards[action >> ARG & MASK]
        if card.kind == "leader":
            return 9.0
        if card.kind in pool_of:
            comes = p.room(h) and any(p.at[u] == POOL for u in board.pools[pool_of[card.kind]])
            return 5.0 if comes else 3.0 + 12 / p.count(SOVIET, DECK)  # a card instead
        if card.kind == "aa":
            return 4.5 if f[Combat.kind] == DELIBERATE and p.count(GERMAN, HAND) else 0.0
        return {"fire": 4.0, "sniper": 2.0, "pak": 1.0}[card.kind]

    return max(options, key=worth)


def spared_least(p: City, options: list[int], style: SovietStyle) -> int:
    """The one that shoots worst."""
    return max(options, key=lambda a: p.board.fire[a >> ARG & MASK])


def shoots_best(p: City, options: list[int], style: SovietStyle) -> int:
    return min(options, key=lambda a: p.board.fire[a >> ARG & MASK])


Answer = Callable[[City, list[int], SovietStyle], int]
ANSWERS: dict[str, Answer] = {
    "use-die": use_die,
    "pick-mover": pick_mover,
    "lay-card": lay_card,
    "hit": spared_least,
    "follow": shoots_best,
}
"""By box how it is answered."""


def play(p: City, rng: random.Random, style: SovietStyle = SOVIET_STAFF) -> int:
    """The action that the staff takes."""
    return ANSWERS[p.box.name](p, p.actions(), style)


WHY = {
    "use-die": "It does most there: a Spawn hex, a German stack, or the way to one.",
    "pick-mover": "The strongest go where there is fighting, the weakest elsewhere.",
    "lay-card": "It does most in this combat.",
    "hit": "It shoots worst.",
    "follow": "Whoever shoots best holds the hex.",
}


def why(p: City, action: int) -> str:
    """Which of its habits an action follows."""
    return WHY[p.box.name]
