"""The situation from the Germans' point of view: the odds of attacks, the time needed to take Spawn hexes, and the
effects of actions. The Germans can count Soviet blocks, but they do not know the blocks' steps.
"""

from __future__ import annotations

import math
from bisect import insort
from collections.abc import Iterable, Sequence
from heapq import heappop, heappush
from typing import NamedTuple

from mamayev.terrain.grid import Hexes

from ..printed.board import Board
from ..printed.map import GERMAN, INFANTRY_POOL, PARTNER, SOVIET, STACK, URBAN
from ..rules.position import DECK, HAND, OUT, City
from ..rules.soviet import for_full
from .style import DRAWN, GermanStyle


def firepower(p: City, units: Iterable[int]) -> tuple[float, float]:
    """Return the mean and variance of the hits by German units."""
    mean = spread = 0.0
    for u in units:
        chance = (7 - p.board.fire[u]) / 6
        mean += p.strength[u] * chance
        spread += p.strength[u] * chance * (1 - chance)
    return mean, spread


class Odds(NamedTuple):
    """The odds of an attack: the chance of emptying the hex, the chance of eliminating at least one block, the expected
    hits on the defenders, and those on the attackers.
    """

    won: float
    thinned: float
    hits: float
    back: float


def odds(p: City, units: list[int], target: int, dice: float, style: GermanStyle) -> Odds:
    """Return the odds of an attack by the given units with the given number of card dice."""
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
    wide = math.sqrt(2 * (own + spread) + SOME)
    won = 0.5 * (1 + math.erf((mean - steps + style.luck) / wide))
    thinned = 0.5 * (1 + math.erf((mean - first_block(blocks, style) + style.luck) / wide))
    return Odds(won, thinned, min(mean, steps), back * (1 - won * style.spared))


def first_block(blocks: int, style: GermanStyle) -> float:
    """Return the number of hits until a stack loses its first block.

    Each hit falls on the strongest block (INF-CLOSE-02), so every block is first worn down to one step.
    """
    return blocks * (style.steps - 1) + 1


def spawned(p: City) -> int:
    """INF-SPAWN-04 to INF-SPAWN-07: return the number of cards that a Spawn Action draws with the current stacks and
    pools. It draws cards for each full Spawn hex, and one for each unit that its pool lacks."""
    board, cards = p.board, 0
    left = [len(pool) for pool in p.pools]
    for s in board.grid.hexes(p.spawns_held()):
        room, kinds = p.room(s), p.table.spawned[s]
        cards += 0 if room else for_full(p, kinds)
        for pool in kinds if room >= len(kinds) else (INFANTRY_POOL,) * bool(room):
            cards += not left[pool]
            left[pool] -= left[pool] > 0
    return cards


SOME = 0.01
"""The firepower, in hits, below which fire counts as none."""
NEVER = 99.0
"""A number of rounds greater than any game can have."""


class Goal:
    """A target: a Spawn hex to take, or a stack that must lose a block, with the time needed and its value.

    One stack moves per round, so the rounds of stacks that attack together add up. The nearest stacks attack as soon as
    enough of them arrive; later ones do not help. `weight`: its value if it is reached at once. `pace`: the number of
    rounds available for it. `steps`: the number of steps to hit. `rounds`: for each hex, the number of rounds until a
    stack there can attack. `stacks`: the German stacks (rounds away, fire, hex), nearest first. `hope`: the target's
    value with the current stacks.
    """

    def __init__(self, seen: Outlook, h: int, weight: float, pace: float, steps: float, reserve: float) -> None:
        p, style = seen.p, seen.style
        self.hex, self.weight, self.pace, self.steps, self.reserve = h, weight, pace, steps, reserve
        self.answer = len(p.stacks[h]) * style.steps * style.back * style.first if p.board.terrain[h] == URBAN else 0.0
        self.half = 0.5 if p.rubble & p.board.grid.bit[h] else 1.0
        self.rounds = seen.rounds_to(h)
        self.stacks = sorted((self.rounds[start], power, start) for start, power in seen.fires)
        self.hope = self.promise(self.stacks)

    def falls(self, stacks: Sequence[tuple[float, float, int]]) -> tuple[float, float]:
        """Return the number of rounds until the target is reached if the given stacks are sent, and the fire that
        arrives in time, stack by stack.
        """
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
        """Return the value of the target, which is 1 if it is reached at once, and falls with the share of its rounds
        that are used. Later stacks are a reserve in case the others fail.
        """
        soonest, in_time = self.falls(stacks)
        return math.exp(-soonest / self.pace) + self.reserve * in_time

    def moved(self, power: float, start: int, end: int) -> list[tuple[float, float, int]]:
        """Return the stacks after an amount of fire has moved from one hex to another. A start of -1 means that it
        comes from off the map.
        """
        after, joined = [], power
        for away, fire, h in self.stacks:
            if h == end:
                joined += fire
            elif h != start:
                after.append((away, fire, h))
            elif fire - power > SOME:
                after.append((away, fire - power, h))
        insort(after, (self.rounds[end], joined, end))
        return after

    def gain(self, power: float, start: int, end: int) -> float:
        """Return the gain from moving an amount of fire from one hex to another."""
        return self.weight * (self.promise(self.moved(power, start, end)) - self.hope)


def near(board: Board, h: int, goals: Hexes) -> int:
    """Return the distance to the nearest target, or 0 if there is none."""
    grid = board.grid
    return min((grid.distance(h, goal) for goal in grid.hexes(goals)), default=0)


class Outlook:
    """How soon the Spawn hexes can be taken, and what an action would change. `wanted`: the Spawn hexes to take.
    `goals`: the Spawn hexes, and then the stack that should be attacked to slow the clock, if there is one. `pace`: the
    rounds for each of them before the Soviet deck runs out. `empty`: for each empty hex to hold by order, the distance
    to the nearest Germans.
    """

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
            Goal(
                self,
                s,
                style.hope * self.weight(s),
                self.pace,
                len(p.stacks[s]) * style.steps + style.more,
                style.reserve,
            )
            for s in self.wanted
        ]
        if p.table.soviet_player and not style.aims:
            self.concentrate()
        # Expectations fall with each card, because there is less time.
        falling = sum(-goal.hope * math.log(goal.hope) for goal in self.goals if 0 < goal.hope < 1)
        self.card = style.hope * falling / max(1, left)
        self.goals += self.brakes()
        self.empty = {h: near(board, h, p.german) for h in grid.hexes(style.held & ~p.german)}

    def weight(self, s: int) -> float:
        """Return the weight that the orders give a Spawn hex, or 1 without orders."""
        aims = [h for h in self.style.aims if h in self.wanted]
        if not aims:
            return 1.0
        return self.style.ahead if s == aims[0] else 1.0 if s in aims else self.style.aside

    def concentrate(self) -> None:
        """Let the Spawn hex that can be taken soonest draw nearly all stacks.

        A Soviet player fills the Spawn hexes that the Germans approach, so several advances at once fail together.
        """
        first = max(self.goals, key=lambda goal: goal.hope, default=None)
        for goal in self.goals:
            if goal is not first:
                goal.weight *= self.style.other

    def brakes(self) -> list[Goal]:
        """Return the stack outside a Spawn hex whose first block slows the clock most; in a tie, the nearest."""
        style = self.style
        most = max(self.heights.values(), default=0)
        found = []
        for h, height in self.heights.items():
            slower = self.now - self.clock({**self.heights, h: height - 1}, self.wanted) if height == most else 0.0
            if slower > 0 and h not in self.wanted:
                found.append((slower, -near(self.p.board, h, self.p.german), h))
        if not found:
            return []
        slower, _, h = max(found)
        return [Goal(self, h, style.brake * self.card * slower, style.brake, first_block(most, style) + style.more, 0)]

    def rounds_to(self, s: int) -> list[float]:
        """Return, for each hex, the approximate number of rounds until a stack there can attack the target."""
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
        """Return the approximate number of rounds for a step from a hex to the next, if the given number of Soviet
        blocks are next to the first. If Soviet units are in the next hex, the step means a fight. A Hasty Attack can
        move up to Soviet units, but not past others in contact.
        """
        p, bits = self.p, self.p.board.grid.bit
        if p.soviet & bits[end]:
            return self.style.fight * len(p.stacks[end])
        if self.near & bits[end]:
            return 1.0 + self.style.fight * touching
        return self.style.far if not touching and p.board.clear_hexes & bits[end] else 1.0

    def freed(self, goal: Goal, h: int, target: int) -> float:
        """Return the number of rounds until a stack in a hex can attack a target, once the stack in another hex is
        gone.
        """
        grid, rounds = self.p.board.grid, goal.rounds
        left = self.touching[h] - (len(self.p.stacks[target]) if target in grid.neighbours[h] else 0)
        ways = (rounds[n] + self.step(h, n, left) for n in grid.neighbours[h] if n != target)
        return min(rounds[h], min(ways))

    def change(self, power: float, start: int, end: int) -> float:
        """Return the gain from moving an amount of fire from one hex to another. A start of -1 means that it comes from
        off the map.
        """
        return sum(goal.gain(power, start, end) for goal in self.goals)

    def helped(self, power: float, start: int, end: int) -> Goal:
        """Return the target that gains most from a move."""
        return max(self.goals, key=lambda goal: goal.gain(power, start, end))

    def after(self, target: int, best: dict[int, float]) -> float:
        """Return the gain from removing the stack in a hex.

        Its attackers (their best fire by hex) advance, or stay and can then go elsewhere.
        """
        return sum(self.opened(goal, target, best) for goal in self.goals)

    def opened(self, goal: Goal, target: int, best: dict[int, float]) -> float:
        """Return the same gain for one target."""
        rest = [each for each in goal.stacks if each[2] not in best]
        left = [(away, fire - best[h], h) for away, fire, h in goal.stacks if h in best and fire - best[h] > SOME]
        there = self.freed(goal, target, target)
        goes = goal.promise(sorted([*rest, *left, (there, sum(best.values()), target)]))
        stays = [(self.freed(goal, h, target), fire, h) for _, fire, h in goal.stacks if h in best]
        return goal.weight * (max(goes, goal.promise(sorted([*rest, *stays]))) - goal.hope)

    def clock(self, heights: dict[int, int], held: Sequence[int]) -> float:
        """Return the number of cards that the Soviets draw in their next action with stacks of the given heights and
        the given Spawn hexes. A Spawn Action draws one for each full Spawn hex (INF-SPAWN-04), and new units count as a
        few cards.
        """
        if not held or not heights:
            return 1.0  # INF-AI-02
        tops = [*heights.values()].count(max(heights.values()))
        if tops <= len(held):
            return DRAWN[tops]
        full = sum(heights.get(s, 0) == STACK for s in held)
        return full + self.style.arrival * (full < len(held))

    def saved(self, target: int, left: int = 0) -> float:
        """Return how much the clock slows in the next rounds if the stack in a hex has only `left` blocks, or if an
        empty Spawn hex is taken.
        """
        heights = {h: height for h, height in self.heights.items() if h != target}
        if left:
            heights[target] = left
        held = self.wanted if left else [s for s in self.wanted if s != target]
        return self.style.lasting * self.card * (self.now - self.clock(heights, held))

    def walked_in(self, end: int) -> float:
        """Return the gain from entering an undefended hex. A Spawn hex is taken at once."""
        if end not in self.wanted:
            return 0.0
        return self.style.spawn * self.weight(end) + self.left_to_hope(end) + self.saved(end)

    def left_to_hope(self, s: int) -> float:
        """Return how much more a Spawn hex is worth if it is taken at once."""
        return self.style.hope * self.weight(s) * (1 - self.goals[self.wanted.index(s)].hope)

    def posted(self, start: int, end: int) -> float:
        """Return the value of a move for orders to hold: enter an empty hex, or bring the nearest units closer."""
        grid, worth = self.p.board.grid, 0.0
        for h, nearest in self.empty.items():
            away = grid.distance(start, h)
            if end == h:
                worth += self.style.post
            elif away == nearest:
                worth += self.style.post * self.style.on_the_way * (away - grid.distance(end, h)) / away
        return worth


class Fight(NamedTuple):
    """An attack: the units, the hex, its odds, and its value."""

    units: list[int]
    target: int
    odds: Odds
    worth: float


def fight(p: City, units: list[int], target: int, dice: float, seen: Outlook) -> Fight:
    """Return the expected result of an attack on a Soviet stack by the given units."""
    board = p.board
    style = seen.style
    chances = odds(p, units, target, dice, style)
    prize = style.spawn * seen.weight(target) * bool(p.spawns_held() & board.grid.bit[target]) + seen.saved(target)
    prize += seen.after(target, advancing(p, units))
    if target in seen.wanted:
        prize += seen.left_to_hope(target)
    slower, height = 0.0, seen.heights[target]
    if height > 1:
        slower = max(0.0, seen.saved(target, height - 1)) * (chances.thinned - chances.won)
    thin = sum(p.strength[u] == 1 for u in units) * style.thin
    step = style.spawn_step if target in seen.wanted else style.step
    worth = chances.won * prize + slower + chances.hits * step - chances.back * style.loss - thin
    return Fight(units, target, chances, worth)


def best_fight(p: City, units: list[int], targets: Iterable[int], seen: Outlook) -> Fight:
    """Return the best attack by the given units on one of several hexes, without a card."""
    return max((fight(p, units, target, 0, seen) for target in targets), key=lambda each: each.worth)


def advancing(p: City, units: list[int]) -> dict[int, float]:
    """Return, for each hex, the fire of the four best attackers, which can advance."""
    fires: dict[int, float] = {}
    for u in sorted(units, key=lambda u: -p.strength[u] * (7 - p.board.fire[u]))[:STACK]:
        fires[p.at[u]] = fires.get(p.at[u], 0.0) + firepower(p, [u])[0]
    return fires


def support(p: City) -> float:
    """Return the number of dice of the best card in hand."""
    return max((p.board.cards[c].dice for c in p.pile(GERMAN, HAND)), default=0)


def gathered(p: City, stack: Iterable[int], end: int) -> list[int]:
    """Return the units of a stack that fit into a hex, strongest first, and the units that are already in the hex."""
    return [*strongest(p, stack)[: p.room(end)], *p.stacks[end]]


def strongest(p: City, units: Iterable[int]) -> list[int]:
    """Sort units by steps and then by fire, the strongest first."""
    return sorted(units, key=lambda u: (-p.strength[u], p.board.fire[u]))


def groups(p: City) -> list[tuple[int, ...]]:
    """Return the German stacks; with two players, each player's part of a stack is separate."""
    stacks = [p.stacks[h] for h in p.board.grid.hexes(p.german)]
    if not p.table.partners:
        return stacks
    parts = [tuple(u for u in stack if p.owner(u) == seat) for stack in stacks for seat in (GERMAN, PARTNER)]
    return [part for part in parts if part]


def struck_from(p: City, h: int) -> list[int]:
    grid = p.board.grid
    return [n for n in grid.neighbours[h] if p.soviet & grid.bit[n]]
