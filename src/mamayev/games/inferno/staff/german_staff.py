"""`staff`, a sound opponent for the German seats: it attacks where it most likely wins something, goes for the Spawn
hexes, and calls for reinforcements when it has too little to attack with. It counts Soviet blocks and knows nothing of
what they are."""

from __future__ import annotations

import math
import random
from bisect import insort
from collections.abc import Callable, Iterable, Sequence
from heapq import heappop, heappush
from typing import NamedTuple

from mamayev.engine.notation import ARG, MASK, verb_of

from ..printed.map import BOXES, EMPTY, GERMAN, INFANTRY_POOL, PARTNER, ROWS, SOVIET, STACK, URBAN
from ..rules.actions import Hastily, Shorts, hasty_ends, long_ends, short_ends
from ..rules.fire import Combat
from ..rules.position import DECK, HAND, OUT, City
from ..rules.reinforcements import entries_open
from ..rules.soviet import for_full
from ..rules.verbs import (
    ADVANCE,
    ATTACK,
    BEGIN,
    BLITZ,
    DEPLOY,
    DONE,
    FIRST,
    HALT,
    HAND_OVER,
    HASTY,
    JOIN,
    LONG,
    NO_CARD,
    PASS,
    REINFORCE,
    SHORT,
    STAY,
    STRIKE,
)
from .style import DRAWN, FOUND, GERMAN_STAFF, GermanStyle


def firepower(p: City, units: Iterable[int]) -> tuple[float, float]:
    """Mean and variance of the hits of some German units."""
    mean = spread = 0.0
    for u in units:
        chance = (7 - p.board.fire[u]) / 6
        mean += p.strength[u] * chance
        spread += p.strength[u] * chance * (1 - chance)
    return mean, spread


class Odds(NamedTuple):
    """Of an attack: the chance to empty the hex, that to take one block at least, the hits, and those that come
    back."""

    won: float
    thinned: float
    hits: float
    back: float


def odds(p: City, units: list[int], target: int, dice: float, style: GermanStyle) -> Odds:
    """What these units do with so many dice of a card."""
    board = p.board
    blocks = len(p.stacks[target])
    steps, spread = blocks * style.steps, blocks * style.spread
    mean, own = firepower(p, units)
    back = steps * style.back
    if board.terrain[target] == URBAN:
        mean -= back * style.first
    mean, own = mean + dice / 2, own + dice / 4
    if p.rubble & board.grid.bit[target]:
        mean, own = mean / 2, own / 4
    wide = math.sqrt(2 * (own + spread) + 0.01)
    won = 0.5 * (1 + math.erf((mean - steps + style.luck) / wide))
    thinned = 0.5 * (1 + math.erf((mean - first_block(blocks, style) + style.luck) / wide))
    return Odds(won, thinned, min(mean, steps), back * (1 - won / 2))


def first_block(blocks: int, style: GermanStyle) -> float:
    """The hits until a stack loses its first block: each falls on the strongest (INF-CLOSE-02), so all are worn down to
    a step before."""
    return blocks * (style.steps - 1) + 1


def spawned(p: City) -> int:
    """INF-SPAWN-04 to INF-SPAWN-07: the cards that a Spawn Action draws as the stacks and pools stand: one for each
    full Spawn hex, and one for each unit that its pool lacks."""
    board, cards = p.board, 0
    left = [len(pool) for pool in p.pools]
    for s in board.grid.hexes(p.spawns_held()):
        room, kinds = p.room(s), p.table.spawned[s]
        cards += 0 if room else for_full(p, kinds)
        for pool in kinds if room >= len(kinds) else (INFANTRY_POOL,) * bool(room):
            cards += not left[pool]
            left[pool] -= left[pool] > 0
    return cards


NEVER = 99.0
"""So many rounds are more than there are."""


class Goal:
    """A Spawn hex that is to be taken, or a stack that is to lose a block: how soon that can be, and what it is worth.

    One stack a round marches, so the rounds of those that strike together add up: the goal is struck by as many of the
    nearest as reach it soonest, and whoever comes after them is no help. `weight`: what it is worth at once; `pace`:
    the rounds that there are for it; `steps`: those that have to be hit; `rounds`: by hex about how many rounds a stack
    needs from there until it can strike; `stacks`: the German ones (rounds away, fire, hex), the nearest first; `hope`:
    what it promises as they stand."""

    def __init__(self, seen: Outlook, h: int, weight: float, pace: float, steps: float, reserve: float) -> None:
        p, style = seen.p, seen.style
        self.hex, self.weight, self.pace, self.steps, self.reserve = h, weight, pace, steps, reserve
        self.answer = len(p.stacks[h]) * style.steps * style.back * style.first if p.board.terrain[h] == URBAN else 0.0
        self.half = 0.5 if p.rubble & p.board.grid.bit[h] else 1.0
        self.rounds = seen.rounds_to(h)
        self.stacks = sorted((self.rounds[start], power, start) for start, power in seen.fires)
        self.hope = self.promise(self.stacks)

    def falls(self, stacks: Sequence[tuple[float, float, int]]) -> tuple[float, float]:
        """In how many rounds it is reached if these stacks are sent; and the fire that comes in time, one stack after
        the other."""
        soonest, away, fire, in_time = NEVER, 0.0, -self.answer, 0.0
        for rounds, power, _ in stacks:
            away += rounds
            in_time += power * math.exp(-away / self.pace)
            if away < soonest:
                fire += power
                if fire > 0:
                    soonest = min(soonest, away + max(1.0, self.steps / (fire * self.half)))
        return soonest, in_time

    def promise(self, stacks: Sequence[tuple[float, float, int]]) -> float:
        """What it promises so: 1 where it is reached at once, the less the more of its rounds it takes. Whoever comes
        after those who do it is a reserve for the case that they fail."""
        soonest, in_time = self.falls(stacks)
        return math.exp(-soonest / self.pace) + self.reserve * in_time

    def moved(self, power: float, start: int, end: int) -> list[tuple[float, float, int]]:
        """The stacks when so much of one has gone to another hex; -1: from outside."""
        after, joined = [], power
        for away, fire, h in self.stacks:
            if h == end:
                joined += fire
            elif h != start:
                after.append((away, fire, h))
            elif fire - power > 0.01:
                after.append((away, fire - power, h))
        insort(after, (self.rounds[end], joined, end))
        return after

    def gain(self, power: float, start: int, end: int) -> float:
        """What it is worth that so much firepower goes from one hex to another."""
        return self.weight * (self.promise(self.moved(power, start, end)) - self.hope)


class Outlook:
    """How soon the Spawn hexes that are still to be taken can be, and what an action would change in it.

    `wanted`: these hexes; `goals`: the same, and after them the stack that should be struck to slow the clock, if there
    is one; `pace`: the rounds that there are for each of them before the Soviet deck runs out."""

    def __init__(self, p: City, style: GermanStyle) -> None:
        board, grid = p.board, p.board.grid
        self.p, self.style = p, style
        self.near = grid.around(p.soviet)
        self.touching = [0] * len(grid)
        for h in grid.hexes(p.soviet):
            for n in grid.neighbours[h]:
                self.touching[n] += len(p.stacks[h])
        self.wanted = grid.hexes(p.spawns_held())
        self.heights = {h: len(p.stacks[h]) for h in grid.hexes(p.soviet)}
        self.now = self.clock(self.heights, self.wanted)
        left = p.count(SOVIET, DECK)
        drawn, rounds = len(board.soviet_cards) - p.count(SOVIET, OUT) - left, p.round - 1
        rate = (drawn + style.cards_a_round * style.trust) / (rounds + style.trust)
        self.pace = style.pace * max(1.0, left / rate) / max(1, len(self.wanted))
        self.fires = [(h, firepower(p, p.stacks[h])[0]) for h in grid.hexes(p.german)]
        self.goals = [
            Goal(self, s, style.hope, self.pace, len(p.stacks[s]) * style.steps + style.more, style.reserve)
            for s in self.wanted
        ]
        # What is hoped for falls with each card, since there is less time for it.
        falling = sum(-goal.hope * math.log(goal.hope) for goal in self.goals if 0 < goal.hope < 1)
        self.card = style.hope * falling / max(1, left)
        self.goals += self.brakes()

    def brakes(self) -> list[Goal]:
        """The stack outside a Spawn hex whose first block slows the clock most, of several the nearest."""
        style, grid = self.style, self.p.board.grid
        most = max(self.heights.values(), default=0)
        found = []
        for h, height in self.heights.items():
            slower = self.now - self.clock({**self.heights, h: height - 1}, self.wanted) if height == most else 0.0
            if slower > 0 and h not in self.wanted:
                found.append((slower, -min((grid.distance(h, start) for start, _ in self.fires), default=0), h))
        if not found:
            return []
        slower, _, h = max(found)
        return [Goal(self, h, style.brake * self.card * slower, style.brake, first_block(most, style) + style.more, 0)]

    def rounds_to(self, s: int) -> list[float]:
        """By hex about how many rounds a stack needs from there until it can strike a goal."""
        grid = self.p.board.grid
        found = [NEVER] * len(grid)
        heap = [(0.0, n) for n in grid.neighbours[s]]
        for _, n in heap:
            found[n] = 0.0
        while heap:
            rounds, h = heappop(heap)
            if rounds > found[h]:
                continue
            for n in grid.neighbours[h]:
                away = rounds + self.step(n, h, self.touching[n])
                if away < found[n]:
                    found[n] = away
                    heappush(heap, (away, n))
        return found

    def step(self, start: int, end: int, touching: int) -> float:
        """About how many rounds it takes from a hex to the next, where so many blocks touch the first: by a fight where
        Soviets stand; by a Hasty Attack up to them, but not past others that one is in contact with."""
        p, bits = self.p, self.p.board.grid.bit
        if p.soviet & bits[end]:
            return self.style.fight * len(p.stacks[end])
        if self.near & bits[end]:
            return 1.0 + self.style.fight * touching
        return self.style.far if not touching and p.board.clear_hexes & bits[end] else 1.0

    def freed(self, goal: Goal, h: int, target: int) -> float:
        """The rounds from a hex until a stack there can strike a goal, once the stack of another hex is gone."""
        grid, rounds = self.p.board.grid, goal.rounds
        left = self.touching[h] - (len(self.p.stacks[target]) if target in grid.neighbours[h] else 0)
        ways = (rounds[n] + self.step(h, n, left) for n in grid.neighbours[h] if n != target)
        return min(rounds[h], min(ways))

    def change(self, power: float, start: int, end: int) -> float:
        """What it is worth that so much firepower goes from one hex to another; -1: from outside."""
        return sum(goal.gain(power, start, end) for goal in self.goals)

    def helped(self, power: float, start: int, end: int) -> Goal:
        """The goal for which that does most."""
        return max(self.goals, key=lambda goal: goal.gain(power, start, end))

    def after(self, target: int, best: dict[int, float]) -> float:
        """What it is worth that the stack of a hex is gone: its attackers (their best fire by hex) go there, or stay
        and are free to go elsewhere."""
        return sum(self.opened(goal, target, best) for goal in self.goals)

    def opened(self, goal: Goal, target: int, best: dict[int, float]) -> float:
        """The same for one goal."""
        rest = [each for each in goal.stacks if each[2] not in best]
        left = [(away, fire - best[h], h) for away, fire, h in goal.stacks if h in best and fire - best[h] > 0.01]
        there = self.freed(goal, target, target)
        goes = goal.promise(sorted([*rest, *left, (there, sum(best.values()), target)]))
        stays = [(self.freed(goal, h, target), fire, h) for _, fire, h in goal.stacks if h in best]
        return goal.weight * (max(goes, goal.promise(sorted([*rest, *stays]))) - goal.hope)

    def clock(self, heights: dict[int, int], held: Sequence[int]) -> float:
        """The cards that the Soviets draw in their next action, if their stacks are so high and they hold these Spawn
        hexes: in a Spawn Action one for each full Spawn hex (INF-SPAWN-04); new units count as some."""
        if not held or not heights:
            return 1.0  # INF-AI-02
        tops = [*heights.values()].count(max(heights.values()))
        if tops <= len(held):
            return DRAWN[tops]
        full = sum(heights.get(s, 0) == STACK for s in held)
        return full + self.style.arrival * (full < len(held))

    def saved(self, target: int, left: int = 0) -> float:
        """What the clock loses in the next rounds if the stack of a hex has only so many blocks left, or an empty Spawn
        hex is taken."""
        heights = {h: height for h, height in self.heights.items() if h != target}
        if left:
            heights[target] = left
        held = self.wanted if left else [s for s in self.wanted if s != target]
        return self.style.lasting * self.card * (self.now - self.clock(heights, held))

    def walked_in(self, end: int) -> float:
        """What it is worth to enter a hex that nobody defends: a Spawn hex is taken at once."""
        if end not in self.wanted:
            return 0.0
        return self.style.spawn + self.left_to_hope(end) + self.saved(end)

    def left_to_hope(self, s: int) -> float:
        """What it adds to the hope for a Spawn hex to take it now."""
        return self.style.hope * (1 - self.goals[self.wanted.index(s)].hope)


def worth(p: City, units: list[int], target: int, dice: float, seen: Outlook) -> float:
    """What an attack on a Soviet stack by these units promises."""
    board = p.board
    style = seen.style
    chances = odds(p, units, target, dice, style)
    prize = style.spawn * bool(p.spawns_held() & board.grid.bit[target]) + seen.saved(target)
    prize += seen.after(target, advancing(p, units))
    if target in seen.wanted:
        prize += seen.left_to_hope(target)
    slower, height = 0.0, seen.heights[target]
    if height > 1:
        slower = max(0.0, seen.saved(target, height - 1)) * (chances.thinned - chances.won)
    thin = sum(p.strength[u] == 1 for u in units) * style.thin
    step = style.spawn_step if target in seen.wanted else style.step
    return chances.won * prize + slower + chances.hits * step - chances.back * style.loss - thin


def advancing(p: City, units: list[int]) -> dict[int, float]:
    """The fire of the best four of the attackers, who can advance, by hex."""
    fires: dict[int, float] = {}
    for u in sorted(units, key=lambda u: -p.strength[u] * (7 - p.board.fire[u]))[:STACK]:
        fires[p.at[u]] = fires.get(p.at[u], 0.0) + firepower(p, [u])[0]
    return fires


def way_to_go(p: City, h: int) -> int:
    """How far away the nearest Spawn hex still to be taken is."""
    grid = p.board.grid
    return min((grid.distance(h, s) for s in grid.hexes(p.spawns_held())), default=0)


def support(p: City) -> float:
    """The dice of the best card at hand."""
    return max((p.board.cards[c].dice for c in p.pile(GERMAN, HAND)), default=0)


# ------------------------------------------------------------------ the action of a round


def attacks(p: City, seen: Outlook) -> list[tuple[float, int]]:
    """All attacks that can be begun now, with what they promise."""
    grid = p.board.grid
    found = []
    dice = support(p)
    for h in grid.hexes(p.soviet & grid.around(p.german)):
        units = p.units_in(grid.near[h] & p.german)
        found.append((worth(p, units, h, dice, seen), ATTACK | h << ARG))
    for stack in groups(p):
        for end in grid.hexes(hasty_ends(p, stack[0])):
            units = gathered(p, stack, end)
            best = max(worth(p, units, t, 0, seen) for t in struck_from(p, end))
            best += seen.walked_in(end)
            found.append((best, HASTY | units[0] << ARG | end))
    return found


def gathered(p: City, stack: Iterable[int], end: int) -> list[int]:
    """Who of a stack finds room in a hex, the strongest first, and who stands there."""
    return [*strongest(p, stack)[: p.room(end)], *p.stacks[end]]


def strongest(p: City, units: Iterable[int]) -> list[int]:
    """Units, those first who have the most steps and of these who fire best."""
    return sorted(units, key=lambda u: (-p.strength[u], p.board.fire[u]))


def groups(p: City) -> list[tuple[int, ...]]:
    """The German stacks; with two players, each one's part of them."""
    stacks = [p.stacks[h] for h in p.board.grid.hexes(p.german)]
    if not p.table.partners:
        return stacks
    parts = [tuple(u for u in stack if p.owner(u) == seat) for stack in stacks for seat in (GERMAN, PARTNER)]
    return [part for part in parts if part]


def struck_from(p: City, h: int) -> list[int]:
    grid = p.board.grid
    return [n for n in grid.neighbours[h] if p.soviet & grid.bit[n]]


def marches(p: City, seen: Outlook) -> list[tuple[float, int]]:
    """Moves, with what they add to what the Spawn hexes promise."""
    grid = p.board.grid
    found = []
    for stack in groups(p):
        start = p.at[stack[0]]
        whole = firepower(p, p.stacks[start])[0]
        for end in grid.hexes(long_ends(p, start)):
            found.append((seen.change(whole, start, end) + seen.walked_in(end), LONG | start << ARG | end))
        goes = [u for u in stack if not garrison(p, u, seen.style)]
        for end in grid.hexes(short_ends(p, stack[0])) if goes else ():
            power = firepower(p, goes[: p.room(end)])[0]
            gain = seen.change(power, start, end) * seen.style.short + seen.walked_in(end)
            found.append((gain, SHORT | goes[0] << ARG | end))
    return found


def coming(p: City, seen: Outlook) -> tuple[float, int, int]:
    """Of a Call for Reinforcements: how many units the dice find on average, the room for them, and the hex where they
    help most; -1 where none can come."""
    grid = p.board.grid
    rows = [BOXES - p.chart.count(EMPTY, row * BOXES, (row + 1) * BOXES) for row in range(ROWS)]
    come = sum(FOUND[units] for units in rows)
    open_ = grid.hexes(p.board.spawn_hexes[GERMAN] & entries_open(p))
    best = max(open_, key=lambda h: seen.change(min(come, p.room(h)) * seen.style.fresh, -1, h), default=-1)
    return come, sum(map(p.room, open_)), best if come else -1


def call(p: City, seen: Outlook) -> float:
    """What a Call for Reinforcements promises: the units that come in, and a card."""
    come, _, h = coming(p, seen)
    if h < 0:
        return 0.0
    worth = seen.change(min(come, p.room(h)) * seen.style.fresh, -1, h)
    return worth + seen.style.card * bool(p.count(GERMAN, DECK))


def german_round(p: City, style: GermanStyle) -> int:
    """The best action for all Germans; if it is the partner's to take, the partner gets the round. A
    player who was given it takes the best of their own."""
    rows = rated(p, style)
    action = max(rows)[1]
    if p.allows(action):
        return action
    if p.allows(HAND_OVER):
        return HAND_OVER
    return max(each for each in rows if p.allows(each[1]))[1]


def rated(p: City, style: GermanStyle) -> list[tuple[float, int]]:
    """The actions of a round, each with its worth."""
    seen = Outlook(p, style)
    return [*attacks(p, seen), *marches(p, seen), (call(p, seen), REINFORCE), (0.0, PASS)]


# ------------------------------------------------------------------ the other decisions


def short_moves(p: City, style: GermanStyle) -> int:
    """The rest of the stack follows; then the second move that promises most, by all who can make it."""
    f = p.top
    begun = {(f[Shorts.start], f[Shorts.end]), (f[Shorts.second_start], f[Shorts.second_end])}
    parts: dict[tuple[int, int], list[int]] = {}
    for u in p.box.pieces(p, f):
        if not garrison(p, u, style):
            for action in p.choices(u):
                parts.setdefault((p.at[u], action & MASK), []).append(u)
    seen = Outlook(p, style)

    def gain(way: tuple[int, int]) -> float:
        start, end = way
        units = strongest(p, parts[way])[: p.room(end)]
        return seen.change(firepower(p, units)[0], start, end) + seen.walked_in(end)

    way = next(iter(begun & parts.keys()), None) or max(parts, key=gain, default=None)
    if way is None or (way not in begun and gain(way) <= 0):
        return DONE
    return SHORT | strongest(p, parts[way])[0] << ARG | way[1]


def hasty(p: City, options: list[int], style: GermanStyle) -> int:
    more = [a for a in options if verb_of(a) == HASTY and not garrison(p, a >> ARG & MASK, style)]
    if more:
        return max(more, key=lambda a: (p.strength[a >> ARG & MASK], -p.board.fire[a >> ARG & MASK]))
    end, seen = p.top[Hastily.end], Outlook(p, style)
    return max(
        (a for a in options if verb_of(a) == STRIKE),
        key=lambda a: worth(p, list(p.stacks[end]), a >> ARG & MASK, 0, seen),
    )


def attackers(p: City, options: list[int], style: GermanStyle) -> int:
    """All that stand around join in, except single steps, which would only be lost."""
    for action in options:
        if verb_of(action) == JOIN:
            stack = p.stacks[action >> ARG & MASK]
            if BEGIN not in options or sum(p.strength[u] for u in stack) > len(stack):
                return action
    return BEGIN


def fighting(p: City) -> tuple[list[int], int]:
    """Who attacks in the combat under way, and which hex."""
    f = p.frame("combat")
    return p.units_in(f[Combat.origins]), f[Combat.target]


def card(p: City, options: list[int], style: GermanStyle) -> int:
    """The most dice against a hex that matters or a stack that is too strong for the units alone; none else."""
    grid = p.board.grid
    units, target = fighting(p)
    won = odds(p, units, target, 0, style).won
    if won > (style.sure_spawn if p.spawns_held() & grid.bit[target] else style.sure):
        return NO_CARD
    rank = {"fire": 2, "sniper": 1, "pak": 0}
    rubble = bool(p.rubble & grid.bit[target])
    plays = [a for a in options if a != NO_CARD]

    def preferred(action: int) -> tuple[int, int, int]:
        c = p.board.cards[action >> ARG & MASK]
        return (int(c.kind == "sniper") if rubble else rank[c.kind], c.dice, -c.rubble)

    return max(plays, key=preferred)


def hit(p: City, options: list[int], style: GermanStyle) -> int:
    """Of one's own the weakest in fire and without an R, of the Soviets the one that shoots best."""

    board = p.board

    def price(action: int) -> tuple[int, int, int]:
        u = action >> ARG & MASK
        if board.side[u] == SOVIET:
            return (0, board.fire[u], u)
        return (board.units[u].r, -board.fire[u], u)

    return min(options, key=price)


def advance(p: City, options: list[int], style: GermanStyle) -> int:
    """The strongest, as many as there is room for; but one stays in a Spawn hex that the Soviets could walk into."""
    plays = [a for a in options if verb_of(a) == ADVANCE and not garrison(p, a >> ARG & MASK, style)]
    if not plays and HALT in options:
        return HALT
    plays = plays or options
    return max(plays, key=lambda a: (p.strength[a >> ARG & MASK], -p.board.fire[a >> ARG & MASK]))


def garrison(p: City, u: int, style: GermanStyle) -> bool:
    """Whether a unit is the weakest in a Spawn hex that Soviets could walk into: in one that was taken, where they are
    near; in one of its own side, where they stand beside it, even when the others have marched off."""
    board, grid = p.board, p.board.grid
    h = p.at[u]
    reach, held = grid.near[h], len(p.stacks[h])
    if board.spawn_hexes[SOVIET] & p.control & grid.bit[h]:
        reach |= grid.around(reach)
    elif board.spawn_hexes[GERMAN] & grid.bit[h]:
        held += gone(p, h)
    else:
        return False
    if not p.soviet & reach or held < style.guarded:
        return False
    return u == min(p.stacks[h], key=lambda v: (p.strength[v] * (7 - board.fire[v]), v))


def gone(p: City, h: int) -> int:
    """How many of the stack of a hex have left it in the Short Moves under way."""
    if p.box.name != "short-moves":
        return 0
    f = p.top
    ends = {f[Shorts.start]: f[Shorts.end], f[Shorts.second_start]: f[Shorts.second_end]}
    return sum(f[Shorts.moved] >> u & 1 for u in p.stacks[ends[h]]) if h in ends else 0


def blitz(p: City, options: list[int], style: GermanStyle) -> int:
    """Only into an enemy Spawn hex that stands empty."""
    wanted = p.spawns_held()
    return next((a for a in options if verb_of(a) == BLITZ and wanted & p.board.grid.bit[a & MASK]), STAY)


def deploy(p: City, options: list[int], style: GermanStyle) -> int:
    """The strongest first, where most is still to be taken nearby."""
    board, seen = p.board, Outlook(p, style)

    def worth(action: int) -> tuple[int, int, float, int]:
        u, h = action >> ARG & MASK, action & MASK
        hits = p.strength[u] * (7 - board.fire[u]) / 6
        return board.units[u].strength, -board.fire[u], seen.change(hits, -1, h), p.room(h)

    return max((a for a in options if verb_of(a) == DEPLOY), key=worth)


Answer = Callable[[City, list[int], GermanStyle], int]
ANSWERS: dict[str, Answer] = {
    "hasty": hasty,
    "attackers": attackers,
    "german-card": card,
    "hit": hit,
    "advance": advance,
    "blitz": blitz,
    "deploy": deploy,
}
"""By box how it is answered, where the rounds themselves and the partner's consent are not."""


def play(p: City, rng: random.Random, style: GermanStyle = GERMAN_STAFF) -> int:
    """The action that the staff takes."""
    name = p.box.name
    if name == "german-round":
        return german_round(p, style)
    if name == "short-moves":
        return short_moves(p, style)
    options: list[int] = p.actions()
    if name in ANSWERS:
        return ANSWERS[name](p, options, style)
    return FIRST if FIRST in options else options[0]  # a partner agrees
