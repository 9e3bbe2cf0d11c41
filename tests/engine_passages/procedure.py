"""Inferno: the Soviet round. The rules themselves play this seat: a procedure decides between two actions, dice laid
out from north to south move units or make them attack, and the German player breaks the ties.

The clauses are those of its ledger. Around the passage: a map of thirty hexes, a German round of one move, units
without names of their own, combat of one volley each way.
"""

from __future__ import annotations

from mamayev.engine.box import Box, DieBox, DrawBox, LotBox, Sequence, loop, when
from mamayev.engine.event import Loss, Move
from mamayev.engine.fields import Locals
from mamayev.engine.notation import ARG, Verb
from mamayev.engine.position import Frame
from mamayev.engine.table import Order
from mamayev.terrain.grid import OFF, Grid, numbered

from .plain import PlainPosition, number, plain_game

GERMAN, SOVIET = 0, 1
GRID = Grid(numbered(range(1, 7), range(1, 6), shifted="even"), "flat")
POOL, LOST = 60, 61
SPAWN_HEXES = tuple(GRID.ids.index(h) for h in ("0601", "0603", "0605"))
NAMES = ("ger-1", "ger-2", "ger-3", "ger-4", *(f"sov-{n}" for n in range(1, 11)))
GERMANS, SOVIETS = range(4), range(4, 14)
PLACES = ("0302", "0302", "0304", "0401", "0501", "0501", "0503", "0503", "0602", "0505")
DECK = 10
VERBS = (
    Verb("march", ("piece", "space"), "Move", "{0} moves to {1}", ("INF-ACT-03",)),
    Verb("hold", (), "Hold", "All hold", ("INF-ACT-03",)),
    Verb("draw", (), "Draw a card", "The Soviets draw a card", ("INF-AI-02",)),
    Verb("spawn", (), "Spawn Action", "The Soviets take a Spawn Action", ("INF-AI-04",)),
    Verb("movement", (), "Movement Action", "The Soviets take a Movement Action", ("INF-AI-05",)),
    Verb("hit", ("piece",), "Take the hit", "{0} takes the hit", ("INF-CLOSE-04",)),
    Verb("follow", ("piece",), "Advance", "{0} advances", ("INF-ADV-03",)),
)
MARCH, HOLD, DRAW, SPAWN, MOVEMENT, HIT, FOLLOW = number(VERBS)


class Streets(PlainPosition):
    """Sets of cards and of dice are bit sets."""

    at: list[int] = [GRID.ids.index(h) for h in PLACES] + [POOL] * 4  # by unit
    strength: list[int] = [3, 3, 2, 2, 2, 2, 3, 1, 2, 2, 1, 2, 3, 2]
    deck: int = (1 << DECK) - 1
    hand: int
    tops: list[int]  # the top stacked hexes
    dice: list[int]  # those that lie on them
    resolved: int  # which of them are done
    rounds: int

    def soviets(self, h: int) -> list[int]:
        return [u for u in SOVIETS if self.at[u] == h]

    def germans(self, h: int) -> list[int]:
        return [u for u in GERMANS if self.at[u] == h]

    def dice_of(self, units: list[int]) -> int:
        return sum(self.strength[u] for u in units)

    def top_hexes(self) -> list[int]:
        """INF-AI-01, INF-SMOVE-02: the hexes of the highest stacks, north first, then nearest to the east."""
        heights = {h: len(self.soviets(h)) for h in {self.at[u] for u in SOVIETS} if h < POOL}
        top = max(heights.values(), default=0)
        return sorted((h for h, height in heights.items() if height == top), key=lambda h: (h % 5, -h))

    def spawn_hexes(self) -> list[int]:
        return [h for h in SPAWN_HEXES if not self.germans(h)]


class SovietAction(Box[Streets]):
    """The Soviets' one action of the round."""

    name, title, decider = "soviet-action", "The Soviet action", SOVIET
    clauses = ("INF-AI-02", "INF-AI-04", "INF-AI-05")

    def options(self, p: Streets, f: Frame) -> list[int]:
        return [DRAW, SPAWN, MOVEMENT]

    def draw_(self, p: Streets, f: Frame) -> None:
        p.end()
        p.call("soviet-card")

    def spawn(self, p: Streets, f: Frame) -> None:
        p.end()
        p.call("spawn-action")

    def movement(self, p: Streets, f: Frame) -> None:
        p.end()
        p.call("movement-action")


# --8<-- [start:procedure]
def soviet_procedure(p: Streets) -> Order:
    """INF-AI-01 to -05: top stacked hexes against Spawn hexes that are still Soviet."""
    tops, spawns = len(p.top_hexes()), len(p.spawn_hexes())
    count = f"{tops} top stacked hexes, {spawns} Soviet Spawn hexes"
    if not spawns:
        return Order(DRAW, "No Spawn hex is Soviet: the Soviets draw a card.", ("INF-AI-02",))
    if tops > spawns:
        return Order(SPAWN, f"{count}: a Spawn Action.", ("INF-AI-03", "INF-AI-04"))
    return Order(MOVEMENT, f"{count}: a Movement Action.", ("INF-AI-03", "INF-AI-05"))


# --8<-- [end:procedure]
class Movement(Locals):
    lowest: int  # the die that is resolved, by its place in the row
    cards: int  # that it draws


def lay_out(p: Streets, f: Frame) -> None:
    p.tops, p.dice, p.resolved = p.top_hexes(), [], 0


class MovementDie(DieBox[Streets]):
    name, title, clauses = "movement-die", "A die on the next top stacked hex", ("INF-SMOVE-01", "INF-SMOVE-02")

    def die(self, p: Streets, f: Frame, n: int) -> None:
        p.end()
        p.dice.append(n)


def take_lowest(p: Streets, f: Frame) -> None:
    """INF-FLOW-22: a card for an equal die elsewhere in the row, and one for a 1."""
    i = min((i for i in range(len(p.dice)) if not p.resolved >> i & 1), key=p.dice.__getitem__)
    f[Movement.lowest], p.resolved = i, p.resolved | 1 << i
    f[Movement.cards] = (p.dice.count(p.dice[i]) > 1) + (p.dice[i] == 1)


def one_card(p: Streets, f: Frame) -> None:
    f[Movement.cards] -= 1
    p.call("soviet-card")


# --8<-- [start:movement]
def point(p: Streets, f: Frame) -> None:
    """INF-FLOW-18: what the die points at, judged when it is resolved; equal dice and a 1 have drawn their cards."""
    n, start = p.dice[f[Movement.lowest]], p.tops[f[Movement.lowest]]
    if n == 1 or p.dice.count(n) > 1 or not p.soviets(start):  # INF-FLOW-16
        return
    to = GRID.toward[start][n - 1]  # INF-COMPASS-01: 1 to 6, clockwise from the north
    if to == OFF or len(p.soviets(to)) == 4:
        p.call("soviet-card")
    elif p.germans(to):
        p.call("soviet-attack", start, to)
    else:
        p.call("random-unit", start, to)


MOVEMENT_ACTION = Sequence(
    "movement-action",
    lay_out,  # INF-SMOVE-02: the row of top stacked hexes, north first
    loop(lambda p, f: len(p.dice) < len(p.tops), "movement-die"),  # INF-SMOVE-01: all before the first is resolved
    loop(
        lambda p, f: p.resolved + 1 < 1 << len(p.dice),
        take_lowest,  # INF-SMOVE-04
        loop(lambda p, f: f[Movement.cards] > 0, one_card),  # INF-SMOVE-07, -09, -10
        point,  # INF-SMOVE-05, -08, INF-SATK-01
    ),
    locals=Movement,
)
# --8<-- [end:movement]


class Way(Locals):
    start: int
    to: int


class RandomUnit(LotBox[Streets]):
    """INF-FLOW-20: any unit of the stack, drawn by lot, goes where the die points."""

    name, title, clauses = "random-unit", "Which unit moves", ("INF-SMOVE-05", "INF-FLOW-20")
    locals = Way

    def pieces(self, p: Streets, f: Frame) -> list[int]:
        return p.soviets(f[Way.start])

    def lot(self, p: Streets, f: Frame, unit: int) -> None:
        p.end()
        p.at[unit] = to = f[Way.to]
        p.say(Move(piece="?", to=GRID.ids[to], how="move", text="A Soviet unit moves.", clauses=("INF-SMOVE-05",)))


class SovietCard(DrawBox[Streets]):
    """An unseen card goes to the hand; with the last one the game is over (INF-FLOW-25)."""

    name, title, clauses, deck = "soviet-card", "A Soviet card", ("INF-SOLO-07", "INF-WIN-05"), "soviet"

    def cards(self, p: Streets, f: Frame) -> list[int]:
        return [c for c in range(DECK) if p.deck >> c & 1]

    def card(self, p: Streets, f: Frame, card: int) -> None:
        p.end()
        p.deck, p.hand = p.deck & ~(1 << card), p.hand | 1 << card
        p.note("Card", "The Soviets draw a card.", "INF-SOLO-07")
        if not p.deck:
            p.frames.clear()


class Place(Locals):
    hex: int


class Spawned(LotBox[Streets]):
    name, title, clauses = "spawned", "Which unit spawns", ("INF-SOLO-03",)
    locals = Place

    def pieces(self, p: Streets, f: Frame) -> list[int]:
        return p.soviets(POOL)

    def lot(self, p: Streets, f: Frame, unit: int) -> None:
        p.end()
        p.at[unit] = f[Place.hex]


class Spawning(Locals):
    done: int  # Spawn hexes


def spawn_next(p: Streets, f: Frame) -> None:
    """INF-SPAWN-01, -04, -06: a unit in each Spawn hex, or a card where there is no room or no unit."""
    h = p.spawn_hexes()[f[Spawning.done]]
    f[Spawning.done] += 1
    if len(p.soviets(h)) == 4 or not p.soviets(POOL):
        p.call("soviet-card")
    else:
        p.call("spawned", h)


# --8<-- [start:volley]
class Attack(Way):
    on_germans: int  # hits
    on_soviets: int


class Dice(Locals):
    left: int
    side: int  # where the hits count


class Volley(DieBox[Streets]):
    """A pool of dice, each hitting on 5 and 6: one die after the other, the sum goes to the attack that called."""

    name, title, clauses, locals = "volley", "Fire", ("INF-COMBAT-01",), Dice

    def die(self, p: Streets, f: Frame, n: int) -> None:
        p.frame("soviet-attack")[f[Dice.side]] += n >= 5
        f[Dice.left] -= 1
        if not f[Dice.left]:
            p.end()


class HitBox(Box[Streets]):
    """The strongest unit takes the hit; the German player picks between equals."""

    title, clauses, forced = "Who takes the hit", ("INF-CLOSE-04",), True

    def __init__(self, name: str, hits: int, stack: int) -> None:
        self.name, self.hits, self.stack = name, hits, stack

    def options(self, p: Streets, f: Frame) -> list[int]:
        return [HIT | u << ARG for u in strongest(p, p.frames[-2][self.stack])]

    def hit(self, p: Streets, f: Frame, unit: int) -> None:
        p.end()
        p.frames[-1][self.hits] -= 1
        p.strength[unit] -= 1
        if not p.strength[unit]:
            p.at[unit] = LOST
            p.say(Loss(piece=NAMES[unit], text=f"{NAMES[unit]} is destroyed.", clauses=("INF-STEP-03", "INF-STEP-04")))


SOVIET_ATTACK = Sequence(
    "soviet-attack",
    when(lambda p, f: p.hand, "combat-card"),  # INF-SATK-03
    lambda p, f: p.call("volley", p.dice_of(p.soviets(f[Attack.start])), Attack.on_germans),  # INF-SATK-02
    lambda p, f: p.call("volley", p.dice_of(p.germans(f[Attack.to])), Attack.on_soviets),
    loop(lambda p, f: f[Attack.on_germans] and p.germans(f[Attack.to]), "german-hit"),
    loop(lambda p, f: f[Attack.on_soviets] and p.soviets(f[Attack.start]), "soviet-hit"),
    when(lambda p, f: p.soviets(f[Attack.start]) and not p.germans(f[Attack.to]), "soviet-advance"),  # INF-SATK-04
    locals=Attack,
)
# --8<-- [end:volley]


def strongest(p: Streets, h: int) -> list[int]:
    stack = p.soviets(h) or p.germans(h)
    top = max(p.strength[u] for u in stack)
    return [u for u in stack if p.strength[u] == top]


class CombatCard(DrawBox[Streets]):
    """INF-SOLO-08: one card of the hand, by chance."""

    name, title, clauses, deck = "combat-card", "The Soviet combat card", ("INF-SOLO-08", "INF-COMBAT-02"), "hand"

    def cards(self, p: Streets, f: Frame) -> list[int]:
        return [c for c in range(DECK) if p.hand >> c & 1]

    def card(self, p: Streets, f: Frame, card: int) -> None:
        p.end()
        p.hand &= ~(1 << card)
        p.frames[-1][Attack.on_germans] += card % 2  # every second card brings a hit


class SovietAdvance(Box[Streets]):
    name, title, clauses, forced = "soviet-advance", "Who advances", ("INF-ADV-03",), True

    def options(self, p: Streets, f: Frame) -> list[int]:
        return [FOLLOW | u << ARG for u in strongest(p, p.frames[-2][Attack.start])]

    def follow(self, p: Streets, f: Frame, unit: int) -> None:
        p.end()
        p.at[unit] = p.frames[-1][Attack.to]


class GermanRound(Box[Streets]):
    """The passage's own: one unit one hex, or none."""

    name, title, clauses = "german-round", "The German round", ("INF-ACT-03",)

    def options(self, p: Streets, f: Frame) -> list[int]:
        return [HOLD] + [
            MARCH | u << ARG | h
            for u in GERMANS
            if p.at[u] < POOL
            for h in GRID.neighbours[p.at[u]]
            if not p.soviets(h)
        ]

    def march(self, p: Streets, f: Frame, unit: int, space: int) -> None:
        p.end()
        p.at[unit] = space

    def hold(self, p: Streets, f: Frame) -> None:
        p.end()


SPAWN_ACTION = Sequence(
    "spawn-action", loop(lambda p, f: f[Spawning.done] < len(p.spawn_hexes()), spawn_next), locals=Spawning
)


def next_round(p: Streets, f: Frame) -> None:
    p.rounds += 1


GAME = plain_game(
    "procedure",
    ("german", "soviet"),
    Streets,
    [
        Sequence("play", loop(lambda p, f: p.rounds < 5, next_round, "german-round", "soviet-action")),
        SPAWN_ACTION,
        MOVEMENT_ACTION,
        SOVIET_ATTACK,
        SovietAction(),
        GermanRound(),
        MovementDie(),
        RandomUnit(),
        SovietCard(),
        Spawned(),
        CombatCard(),
        Volley(),
        HitBox("german-hit", Attack.on_germans, Attack.to),
        HitBox("soviet-hit", Attack.on_soviets, Attack.start),
        SovietAdvance(),
    ],
    VERBS,
    {"piece": NAMES, "space": GRID.ids},
    {SOVIET: soviet_procedure},
)
