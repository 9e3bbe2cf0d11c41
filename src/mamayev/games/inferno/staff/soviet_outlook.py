"""The situation from the Soviets' point of view: the value of blocks in their positions, and the gain from attacks and
cards.

The Soviets can count German blocks, but they do not know the blocks' types.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from mamayev.engine.notation import ARG, MASK
from mamayev.terrain.grid import Hexes

from ..printed.cards import Card
from ..printed.map import GERMAN, INFANTRY_POOL, LOST, POOL, REMOVED, SOVIET, STACK, TANK_POOL, URBAN
from ..printed.units import INFANTRY, PANZER
from ..rules.arrivals import shown
from ..rules.fire import ATTACKER, DELIBERATE, Combat, needed
from ..rules.position import DECK, HAND, LAID, City
from ..rules.soviet import Using, Way, attackers, for_full
from .style import DRAWN, SovietStyle

# ------------------------------------------------------------------ how things stand


FULL_DECK = 23
"""The number of Soviet cards at the start."""
HITS_ONE_IN = 3
"""The number of dice from a card that score one hit on average, because a die hits on 5 and 6."""


class Shares(NamedTuple):
    """The value of blocks: from the cards of the next action, from later cards, from the Spawn hexes that they hold,
    from the blocks themselves, and from their distance to lost Spawn hexes.
    """

    cards: float
    clock: float
    spawns: float
    blocks: float
    closer: float


class Stand:
    """The value of the Soviet blocks in their current and possible positions."""

    def __init__(self, p: City, style: SovietStyle) -> None:
        grid = p.board.grid
        self.p, self.style, self.board = p, style, p.board
        self.heights = {h: len(p.stacks[h]) for h in grid.hexes(p.soviet)}
        self.card = style.card * (FULL_DECK + style.spread) / (p.count(SOVIET, DECK) + style.spread)
        self.germans = [(h, len(p.stacks[h])) for h in grid.hexes(p.german)]
        self.threats: dict[int, float] = {}
        self.shown: dict[int, int] = {}
        self.held = p.board.spawn_hexes[SOVIET] & ~p.control
        self.now = self.worth(self.heights, self.held)

    def after(self, start: int, to: int) -> tuple[dict[int, int], int]:
        """Return the stack heights and the Spawn hexes held after a block has moved from one hex to another."""
        heights = dict(self.heights)
        heights[start] -= 1
        if not heights[start]:
            del heights[start]
        heights[to] = heights.get(to, 0) + 1
        return heights, self.held | (self.board.spawn_hexes[SOVIET] & self.board.grid.bit[to])

    def moved(self, start: int, to: int) -> float:
        """Return how much a move changes the value of the blocks."""
        return self.worth(*self.after(start, to)) - self.now

    def lost(self, h: int, steps: float) -> float:
        """Return the cost of the given number of steps lost by a stack."""
        blocks = min(self.heights[h], steps / self.style.own_steps)
        heights = dict(self.heights)
        heights[h] -= math.ceil(blocks)
        if not heights[h]:
            del heights[h]
        less = self.now - self.worth(heights, self.held)
        return max(0.0, less) * blocks / max(1, math.ceil(blocks))

    def worth(self, heights: dict[int, int], held: int) -> float:
        return sum(self.shares(heights, held))

    def shares(self, heights: dict[int, int], held: int) -> Shares:
        """Return the value of the blocks, part by part."""
        style, grid = self.style, self.board.grid
        spawns = grid.hexes(held)
        hold, lost, blocks, closer = 0.0, 1.0, 0.0, 0.0
        for s in spawns:
            falls = self.falls(s, heights.get(s, 0))
            lost *= falls
            hold += self.weight(s) * (1 - falls - style.open_spawn * (s not in heights))
        hold += sum(self.posted(s, heights) for s in style.aims)
        for h, height in heights.items():
            blocks += style.unit * height * (1 - style.lost * self.falls(h, height))
        for s in grid.hexes(self.board.spawn_hexes[SOVIET] & ~held):
            away = min((grid.distance(h, s) for h in heights), default=style.nowhere)
            closer += self.weight(s) * style.closer * (style.sight - away) * (1 - self.falls(s, 1) * style.held_again)
        cards, come = self.drawn(heights, spawns)
        drawn = self.card * (cards + come * self.style.arrival)
        clock = self.card * style.lasting * self.clock(heights, spawns)
        return Shares(drawn, clock, hold - style.last * lost, blocks, closer)

    def weight(self, s: int) -> float:
        """Return the weight that the orders give a Spawn hex, or 1 without orders."""
        aims = self.style.aims
        if not aims:
            return 1.0
        return self.style.ahead if s == aims[0] else 1.0 if s in aims else self.style.aside

    def posted(self, s: int, heights: dict[int, int]) -> float:
        """Return the value of the blocks in a Spawn hex under a defense order and, until it is full, of the nearest
        block outside.
        """
        style, there = self.style, min(STACK, heights.get(s, 0))
        worth = style.post / (1 + style.aims.index(s))
        if there == STACK:
            return worth
        near = min((self.board.grid.distance(h, s) for h in heights if h not in style.aims), default=style.sight)
        return worth * (there + max(0.0, 1 - near / style.sight)) / STACK

    def threat(self, h: int) -> float:
        """Return the hits that the Germans can soon bring against a hex."""
        if h not in self.threats:
            near, total, grid = self.style.near, 0.0, self.board.grid
            for g, blocks in self.germans:
                away = grid.distance(g, h)
                if 0 < away <= len(near):
                    total += blocks * near[away - 1]
            halved = 1 + bool(self.p.rubble & grid.bit[h])  # INF-RUBBLE-01
            self.threats[h] = total * self.style.strength / halved
        return self.threats[h]

    def falls(self, h: int, height: int) -> float:
        """Return an index, from 0 to 1, for the danger that the Germans will soon take a hex held by the given number
        of blocks.
        """
        threat = self.threat(h)
        steps = self.steps(h, height) + self.style.luck
        return threat * threat / (threat * threat + steps * steps)

    def steps(self, h: int, height: int) -> float:
        """Return the number of steps that the given number of blocks have in a hex: the actual steps of blocks that are
        there, and the average for others.
        """
        each = self.style.own_steps
        blocks = self.heights.get(h, 0)
        if not blocks:
            return height * each
        if h not in self.shown:
            self.shown[h] = sum(shown(self.p, u) or 1 for u in self.p.stacks[h])
        known = self.shown[h]
        return known * height / blocks if height <= blocks else known + (height - blocks) * each

    def drawn(self, heights: dict[int, int], spawns: list[int]) -> tuple[float, int]:
        """Return the mean number of cards that the next Soviet action draws if nothing changes before it, and the
        number of blocks that it brings in."""
        if not spawns:
            return 1.0, 0  # INF-AI-02
        most = max(heights.values(), default=0)
        dice = sum(height == most for height in heights.values())
        if dice <= len(spawns):
            return DRAWN[dice], 0
        p, cards, come = self.p, 0, 0  # INF-SPAWN-04 to INF-SPAWN-07
        left = [sum(p.at[u] == POOL for u in pool) for pool in self.board.pools]
        for s in p.table.spawn_order:
            if s not in spawns:
                continue
            room = STACK - heights.get(s, 0)
            if not room:
                cards += for_full(p, p.table.spawned[s])
                continue
            kinds = p.table.spawned[s] if room >= len(p.table.spawned[s]) else (INFANTRY_POOL,)
            for pool in kinds:
                cards += not left[pool]
                come += left[pool] > 0
                left[pool] -= left[pool] > 0
        return float(cards), come

    def clock(self, heights: dict[int, int], spawns: list[int]) -> float:
        """Return the number of cards that later actions draw with stacks of equal height.

        If there are no more such stacks than held Spawn hexes, each stack gets a die (INF-SMOVE-07, INF-SMOVE-09). If
        there is one more, each full Spawn hex draws a card (INF-SPAWN-04). The farther the missing blocks have to go,
        the fewer cards count.
        """
        march, best = self.style.march, 0.0
        for height in range(2, STACK + 1):
            free, above = 0, 0
            for h, stands in heights.items():
                above += max(0, stands - height)
                if stands < height and h not in spawns:
                    free |= self.board.grid.bit[h]
            if above > self.style.high:
                continue
            held = sorted(self.way(h, height, heights, free) for h in spawns)
            others = sorted(self.way(h, height, heights, free) for h in heights if h not in spawns)
            way = self.style.leaves * above
            for count, more in enumerate(sorted(held + others)[: len(spawns)], 1):
                way += more
                best = max(best, DRAWN[count] * march**way)
        way = 0.0  # `held` and `others` are those of full stacks now
        for count, more in enumerate(held, 1):
            way += more
            rest = len(spawns) + 1 - count
            if rest <= len(others):
                best = max(best, count * march ** (way + sum(others[:rest])))
        return best

    def way(self, h: int, height: int, heights: dict[int, int], free: Hexes) -> float:
        """Return the number of hexes that blocks must move until a stack has the given height, and the chance that it
        is captured at that height.
        """
        grid, way = self.board.grid, self.falls(h, height)
        missing = height - heights.get(h, 0)
        for away in range(1, self.style.far):
            if missing <= 0:
                return way
            for other in grid.hexes(grid.ring(h, away) & free):
                come = min(missing, heights[other])
                way += come * away
                missing -= come
        return way + max(0, missing) * self.style.far


# ------------------------------------------------------------------ what a die does


POOL_OF = {"infiltration": INFANTRY_POOL, "t34": TANK_POOL}
"""The pool of the unit that a card brings, by kind of card."""


def support(p: City, halved: bool, style: SovietStyle) -> float:
    """Return the expected hits from the best card in hand. `halved`: whether rubble halves them."""
    cards = [p.board.cards[c] for c in p.pile(SOVIET, HAND)]
    return max((style.card_hits.get(c.kind, c.dice / HITS_ONE_IN / (1 + halved)) for c in cards), default=0.0)


class Attack(NamedTuple):
    """The value of an attack, the chance of emptying the hex, and the mean number of German and Soviet steps lost."""

    worth: float
    won: float
    hits: float
    back: float


def attack(p: City, start: int, target: int, stand: Stand) -> Attack:
    """Return the attack that a die triggers. Its gain is German steps and a Spawn hex. Its cost is the strength lost at
    the attackers' hexes, unless the Germans would have taken them there. An attack at long odds is not worth making
    without need.
    """
    board, style = p.board, stand.style
    bit = board.grid.bit[target]
    units = p.units_in(attackers(p, start, target))
    own = sum(shown(p, u) or 1 for u in units)
    blocks = len(p.stacks[target])
    steps = blocks * style.german_steps
    halved = bool(p.rubble & bit)
    card = support(p, halved, style)
    mean = sum((shown(p, u) or 1) * (7 - needed(p, u)) / 6 for u in units) / (1 + halved)
    back = min(max(0.0, steps - card) * style.back, own)
    if board.terrain[target] == URBAN:  # the Germans fire first
        mean *= max(0.0, 1 - back / own)
    mean += card
    won = 0.5 * (1 + math.erf((mean - steps) / math.sqrt(2 * (mean + blocks))))
    prize = won * (1 + stand.card) * (board.spawn_hexes[SOVIET] & bit > 0)
    lost = stand.lost(start, back * (1 - won)) * (1 - stand.falls(start, stand.heights[start]))
    worth = min(mean, steps) * style.step - style.care * (back * style.own + lost) + prize
    return Attack(worth - style.hopeless * (own < style.fair * steps), won, min(mean, steps), back)


def way_of(p: City, action: int) -> tuple[int, int]:
    """Return the start and the destination of the move that a die gives a stack."""
    start = action >> ARG & MASK
    return start, p.board.grid.toward[start][p.table.compass[p.top[Using.shows] - 1]]


def die_worth(p: City, action: int, stand: Stand) -> float:
    """Return the value of giving a die to a stack."""
    start, to = way_of(p, action)
    if p.german & p.board.grid.bit[to]:
        return attack(p, start, to, stand).worth
    return stand.moved(start, to)


def strongest_first(p: City) -> bool:
    """Return whether the strongest block of a stack moves.

    The strongest moves to a Spawn hex or close to Germans, but not from a Spawn hex to anywhere else.
    """
    board, grid = p.board, p.board.grid
    start, end = grid.bit[p.top[Way.start]], grid.bit[p.top[Way.end]]
    spawns = board.spawn_hexes[SOVIET]
    return bool(end & spawns or (end & grid.around(p.german) and not start & spawns))


class Fray:
    """The combat in which a card is chosen, from the Soviets' point of view before the cards are revealed."""

    def __init__(self, p: City, style: SovietStyle) -> None:
        board, f = p.board, p.frame("combat")
        self.p, self.style = p, style
        self.attacks = ATTACKER[f[Combat.kind]] == SOVIET
        self.hex = f[Combat.lead] if self.attacks else f[Combat.target]
        target = f[Combat.target]
        struck_from = board.grid.hexes(f[Combat.origins])
        self.blocks = len(p.stacks[target]) if self.attacks else sum(len(p.stacks[h]) for h in struck_from)
        self.rubble = 1 + bool(p.rubble & board.grid.bit[target])
        self.own = sum(shown(p, u) or 1 for u in p.stacks[self.hex])
        self.planes = f[Combat.kind] == DELIBERATE

    def expected(self) -> float:
        """Return the mean number of hits that the attacking Germans can score."""
        return self.blocks * self.style.strength / self.rubble

    def holds(self) -> float:
        """Return an index, from 0 to 1, for how safe the attacked hex is without a card."""
        hits = 0.0 if self.attacks else self.expected()
        return self.own**2 / (self.own**2 + hits**2)

    def armed(self, arm: int) -> float:
        """Return the chance that at least one of the German blocks is of an arm, judging by the units that are left."""
        board, at = self.p.board, self.p.at
        left = [u for u in board.germans if at[u] not in (LOST, REMOVED)]
        return 1 - (1 - sum(bool(board.arms[u] & arm) for u in left) / len(left)) ** self.blocks

    def present(self, arm: int) -> float:
        """Return the chance that at least one German block is of an arm, if each block can be any unit that is left."""
        board, at = self.p.board, self.p.at
        left = [u for u in board.germans if at[u] not in (LOST, REMOVED)]
        others = len(left) - sum(bool(board.arms[u] & arm) for u in left)
        return 1 - math.comb(others, self.blocks) / math.comb(len(left), self.blocks)

    def airstrike_held(self) -> float:
        """Return the chance that the Germans hold an airstrike, if each card in their hand can be any unseen card."""
        p, cards = self.p, self.p.board.cards
        unseen = [cards[c] for c in p.board.german_cards if p.cards[c] in (DECK, HAND, LAID)]
        others, held = len(unseen) - sum(card.airstrike for card in unseen), p.count(GERMAN, HAND)
        return 1 - math.comb(others, held) / math.comb(len(unseen), held) if self.planes and unseen else 0.0

    def airstrike(self) -> float:
        """Return the chance that the Germans hold an airstrike that they could play."""
        p, cards = self.p, self.p.board.cards
        unseen = [cards[c] for c in p.board.german_cards if p.cards[c] in (DECK, HAND, LAID)]
        if not self.planes or not unseen:
            return 0.0
        return 1 - (1 - sum(card.airstrike for card in unseen) / len(unseen)) ** p.count(GERMAN, HAND)

    def room(self, kind: str) -> bool:
        """Return whether there is room for the unit that Infiltration or T-34 brings."""
        p = self.p
        return bool(p.room(self.hex) and any(p.at[u] == POOL for u in p.board.pools[POOL_OF[kind]]))

    def worth(self, card: Card) -> float:
        """Return the effect of a card as the number of hits that it adds or saves."""
        if card.kind == "leader":
            return self.style.leader
        if card.kind in POOL_OF:
            if self.room(card.kind):
                return self.style.comes * self.holds()
            return self.style.instead * (1 + self.style.dear / self.p.count(SOVIET, DECK))
        if card.kind == "aa":
            return self.airstrike() * min(self.style.airstrike / self.rubble, self.own) * self.holds()
        if card.kind == "fire":
            return card.dice / HITS_ONE_IN / (self.rubble if self.attacks else 1)
        return self.armed(INFANTRY if card.kind == "sniper" else PANZER)
