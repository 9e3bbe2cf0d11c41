"""The Soviet round: the procedure that chooses the action (INF-AI), Spawn Action, Movement Action, attacks."""

from __future__ import annotations

from typing import NamedTuple

from mamayev.engine import event
from mamayev.engine.box import Box, DieBox, LotBox, Sequence, loop
from mamayev.engine.fields import Locals
from mamayev.engine.position import Frame
from mamayev.engine.table import Order
from mamayev.terrain.grid import OFF, Hexes

from .arrivals import arrive
from .board import CHUIKOV, GRID, INFANTRY_POOL, LOST, ROLLS_AS, SOVIET, SPAWN_ORDER, STACK
from .fire import BY_SOVIETS
from .position import City
from .verbs import MOVE_OUT, SPAWN, TAKE_CARD
from .victory import draw, enter


class Found(NamedTuple):
    """One test of the procedure: what was counted, against what (None: against nothing), what follows, the hexes;
    `text`: the same as a sentence."""

    test: str
    value: int
    limit: int | None
    outcome: str
    hexes: Hexes
    clause: str
    text: str


def top_hexes(p: City) -> list[int]:
    """INF-AI-01: the hexes with the largest number of Soviet units, in the order in which they roll (INF-SMOVE-02)."""
    stacks, hexes = p.stacks, GRID.hexes(p.soviet)
    heights = [len(stacks[h]) for h in hexes]
    height = max(heights, default=0)
    return sorted([h for h, n in zip(hexes, heights, strict=True) if n == height], key=ROLLS_AS.__getitem__)


def procedure(p: City) -> list[Found]:
    """INF-T-AI: what the rules find as the stacks stand, test by test; the last one names the action."""
    spawns = p.spawns_held()
    held = spawns.bit_count()
    if not held:
        text = "The Soviets hold none of their Spawn hexes and only draw a card."
        return [Found("Soviet Spawn hexes under control", 0, 1, "draw a card", 0, "INF-AI-02", text)]
    tops = top_hexes(p)
    hexes = GRID.gather(tops)
    height = len(p.stacks[tops[0]]) if tops else 0
    action, clause = ("Spawn Action", "INF-AI-04") if len(tops) > held else ("Movement Action", "INF-AI-05")
    than = "more" if len(tops) > held else "not more"
    spawn_hexes = number(held, "Spawn hex", "Spawn hexes")
    return [
        Found("Soviet Spawn hexes under control", held, 1, "go on", spawns, "INF-AI-02",
              f"The Soviets hold {held} of their {len(SPAWN_ORDER)} Spawn hexes."),
        Found("Top stack height", height, None, f"stacks of {height}", hexes, "INF-AI-01",
              f"The highest Soviet stacks hold {number(height, 'unit')}."),
        Found("Top stacked hexes against Spawn hexes", len(tops), held, action, hexes, clause,
              f"{number(len(tops), 'top stack')}, {than} than {spawn_hexes} in Soviet hands: {action}."),
    ]  # fmt: skip


def number(n: int, one: str, more: str = "") -> str:
    """So many of something, in words that fit."""
    return f"{n} {one if n == 1 else more or f'{one}s'}"


ACTIONS = {"draw a card": TAKE_CARD, "Spawn Action": SPAWN, "Movement Action": MOVE_OUT}


def order(p: City) -> Order:
    """INF-AI-02 to -05: what the rules make the Soviets do."""
    *_, last = procedure(p)
    return Order(ACTIONS[last.outcome], last.text, (last.clause,))


def tell(p: City, found: Found) -> None:
    """A finding for the log."""
    if p.journal is not None:
        p.say(
            event.Finding(
                test=found.test, value=found.value, limit=found.limit, outcome=found.outcome, who="Procedure",
                text=found.text, clauses=(found.clause,),
                spaces=tuple(GRID.ids[h] for h in GRID.hexes(found.hexes)),
            )
        )  # fmt: skip


class SovietAction(Box[City]):
    """INF-SEQ-04, INF-SOLO-01: the rules take the action; nobody chooses."""

    name, title, decider = "soviet-action", "The Soviet action", SOVIET
    clauses = ("INF-AI-01", "INF-ACT-03", "INF-AI-08")

    def options(self, p: City, f: Frame) -> list[int]:
        return [order(p).action]

    def findings(self, p: City) -> None:
        if p.journal is not None:
            for found in procedure(p):
                tell(p, found)

    def take_card(self, p: City, f: Frame) -> None:
        self.findings(p)
        p.end()
        draw(p, SOVIET)

    def spawn(self, p: City, f: Frame) -> None:
        self.findings(p)
        p.end()
        p.call("spawn-action")

    def move_out(self, p: City, f: Frame) -> None:
        self.findings(p)
        p.end()
        p.call("movement-action")


# ------------------------------------------------------------------ the Spawn Action


class Spawning(Locals):
    """How many Spawn hexes are done, how many units of the next one, and whether it takes one Infantry alone."""

    number: int
    units: int
    short: int


def more_to_spawn(_p: City, f: Frame) -> bool:
    return f[Spawning.number] < len(SPAWN_ORDER)


def spawn_next(p: City, f: Frame) -> None:
    """INF-SPAWN-01 to -08: the next unit of the next Spawn hex under Soviet control."""
    h = SPAWN_ORDER[f[Spawning.number]]
    if p.control & GRID.bit[h]:
        f[Spawning.number] += 1
        return
    kinds = p.table.spawned[h]
    if not f[Spawning.units]:
        if not p.room(h):
            f[Spawning.number] += 1
            text = f"{GRID.ids[h]} is full: the Soviets draw a card instead."
            tell(p, Found(f"Units in {GRID.ids[h]}", STACK, STACK, "a card instead", GRID.bit[h], "INF-SPAWN-04", text))
            draw(p, SOVIET)
            return
        f[Spawning.short] = int(p.room(h) < len(kinds))
        if f[Spawning.short]:
            text = f"{GRID.ids[h]} holds three units: one Infantry comes alone."
            tell(p, Found(f"Units in {GRID.ids[h]}", 3, STACK, "one Infantry alone", GRID.bit[h], "INF-SPAWN-05", text))
    if f[Spawning.short]:
        kinds = (INFANTRY_POOL,)
    pool = kinds[f[Spawning.units]]
    f[Spawning.units] += 1
    if f[Spawning.units] == len(kinds):
        f[Spawning.number] += 1
        f[Spawning.units] = 0
    arrive(p, pool, h)


SPAWN_ACTION = Sequence("spawn-action", loop(more_to_spawn, spawn_next), locals=Spawning)

# ------------------------------------------------------------------ the Movement Action


class Moving(Locals):
    """How many dice are done."""

    done: int


def lay_out(p: City, _f: Frame) -> None:
    """INF-FLOW-15: the top stacked hexes are fixed before the first roll."""
    p.tops, p.rolled = top_hexes(p), bytearray()


def dice_missing(p: City, _f: Frame) -> bool:
    return len(p.rolled) < len(p.tops)


class MovementDie(DieBox[City]):
    """INF-SMOVE-01: a die for each of them, all before the first is resolved."""

    name, title, clauses = "movement-die", "a die for a top stacked hex", ("INF-SMOVE-01", "INF-SMOVE-02")

    def prompt(self, p: City, f: Frame) -> str:
        return f"Roll one die for {GRID.ids[p.tops[len(p.rolled)]]}"

    def die(self, p: City, f: Frame, n: int) -> None:
        h = p.tops[len(p.rolled)]
        p.end()
        p.rolled.append(n)
        if p.journal is not None:
            toward = "a card" if n == 1 else GRID.directions[p.table.compass[n - 1]]
            p.journal.roll(
                "Die", f"{GRID.ids[h]} rolls {n}: {toward}.", title="Soviet movement", chart="compass", dice=(n,),
                total=n, result=toward, row=n - 1, clauses=self.clauses, spaces=(GRID.ids[h],),
            )  # fmt: skip


def dice_left(p: City, f: Frame) -> bool:
    return f[Moving.done] < len(p.tops)


def resolve(p: City, f: Frame) -> None:
    """INF-SMOVE-04 to -11: the lowest die that is left."""
    which = sorted(range(len(p.tops)), key=p.rolled.__getitem__)[f[Moving.done]]
    f[Moving.done] += 1
    n, start = p.rolled[which], p.tops[which]
    equal = p.rolled.count(n)
    cards = (equal > 1) + (n == 1)
    name = GRID.ids[start]
    if cards:  # INF-FLOW-22
        clause = "INF-SMOVE-07" if equal > 1 else "INF-SMOVE-09"
        outcome = f"{number(cards, 'card')}, no move"
        text = f"The die of {name} shows {n}{', as another one does' if equal > 1 else ''}: {outcome}."
        tell(p, Found(f"Dice that show {n}", equal, 1, outcome, GRID.bit[start], clause, text))
        draw(p, SOVIET, cards)
    elif not p.soviet & GRID.bit[start]:
        text = f"No Soviet unit is left in {name}: its die has no effect."
        tell(p, Found(f"Soviet units left in {name}", 0, 1, "no effect", GRID.bit[start], "INF-FLOW-16", text))
    else:
        point(p, n, start)


def point(p: City, n: int, start: int) -> None:
    """INF-FLOW-18, INF-FLOW-19: where the die points, judged now."""
    way = p.table.compass[n - 1]
    to = GRID.toward[start][way]
    if to == OFF:
        where = f"{GRID.directions[way]} of {GRID.ids[start]}"
        text = f"There is no hex {where}: a card, no move."
        tell(p, Found(f"Hexes {where}", 0, 1, "a card, no move", GRID.bit[start], "INF-SMOVE-08", text))
        draw(p, SOVIET)
        return
    hexes, name = GRID.bit[start] | GRID.bit[to], GRID.ids[to]
    held = len(p.stacks[to])
    if p.german & GRID.bit[to]:
        text = f"Germans stand in {name}: the stack in {GRID.ids[start]} attacks."
        tell(p, Found(f"German units in {name}", held, 0, "an attack", hexes, "INF-SATK-01", text))
        p.call("combat", BY_SOVIETS, to, attackers(p, start, to), start)
    elif not p.room(to):
        text = f"{name} is full: a card, no move."
        tell(p, Found(f"Soviet units in {name}", STACK, STACK, "a card, no move", hexes, "INF-SMOVE-08", text))
        draw(p, SOVIET)
    else:
        text = f"There is room in {name}: one unit moves there."
        tell(p, Found(f"Soviet units in {name}", held, STACK, "one unit moves", hexes, "INF-SMOVE-05", text))
        if len(p.stacks[start]) == 1:
            move(p, p.stacks[start][0], to)
        else:
            p.call("mover", start, to)


def attackers(p: City, start: int, target: int) -> Hexes:
    """INF-SATK-02, INF-TOTAL-01: the stack itself; with Chuikov in play all that touch the target."""
    return GRID.around(GRID.bit[target]) & p.soviet if p.in_play(CHUIKOV) else GRID.bit[start]


class Way(Locals):
    """From where to where a unit moves."""

    start: int
    end: int


class Mover(LotBox[City]):
    """INF-SOLO-09, INF-FLOW-20: any unit of the stack."""

    name, title, clauses = "mover", "which unit of the stack moves", ("INF-SOLO-09", "INF-FLOW-20")
    locals = Way

    def pieces(self, p: City, f: Frame) -> list[int]:
        return list(p.stacks[f[Way.start]])

    def lot(self, p: City, f: Frame, unit: int) -> None:
        end = f[Way.end]
        p.end()
        move(p, unit, end)


def move(p: City, u: int, to: int) -> None:
    """INF-SMOVE-05, INF-SMOVE-06: a concealed unit goes one hex."""
    start = p.at[u]
    p.lift(u, LOST)
    p.put(u, to)
    if p.journal is not None:
        text = f"A Soviet unit goes from {GRID.ids[start]} to {GRID.ids[to]}."
        p.say(
            event.Move(
                piece="?soviet", from_=GRID.ids[start], to=GRID.ids[to], how="move", who="Move", text=text,
                clauses=("INF-SMOVE-05", "INF-SOLO-09"),
            )
        )  # fmt: skip
    enter(p, SOVIET, to)


MOVEMENT_ACTION = Sequence(
    "movement-action",
    lay_out,
    loop(dice_missing, "movement-die"),
    loop(dice_left, resolve),
    locals=Moving,
)
