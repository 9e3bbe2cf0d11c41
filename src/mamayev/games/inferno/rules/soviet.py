"""The Soviet round: the procedure that chooses the action (INF-AI), the Spawn Action, the Movement Action, attacks, and
the decisions of a Soviet player (INF-HUMAN).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from operator import itemgetter
from typing import NamedTuple

from msgspec.structs import replace

from mamayev.engine import event
from mamayev.engine.box import Box
from mamayev.engine.chancebox import LotBox, PoolBox
from mamayev.engine.fields import Locals
from mamayev.engine.foretell import Forecast
from mamayev.engine.notation import ARG, MASK
from mamayev.engine.position import Frame
from mamayev.engine.procedure import Order
from mamayev.engine.refusal import Reason
from mamayev.engine.sequence import Sequence, loop, when
from mamayev.engine.words import counted
from mamayev.terrain.grid import OFF, Hexes

from ..printed.map import INFANTRY_POOL, LOST, POOL_NAMES, SOVIET, STACK
from .arrivals import BY_SPAWN, arrive, shown
from .boxes import Unforetold
from .fire import BY_SOVIETS, needed
from .odds import volley_odds
from .position import City
from .trade import of_soviet_attack
from .verbs import MOVE_OUT, SEND, SPAWN, TAKE_CARD, USE
from .victory import draw, enter


class Found(NamedTuple):
    """One test in the procedure, with its value, limit (None if there is no limit), outcome, hexes and clause. `text`:
    the test as a sentence. `also`: the other clauses behind it.
    """

    test: str
    value: int
    limit: int | None
    outcome: str
    hexes: Hexes
    clause: str
    text: str
    also: tuple[str, ...] = ()


def highest(p: City) -> Hexes:
    """Return the hexes that contain the largest number of Soviet units (INF-AI-01)."""
    for tall in reversed(p.tall):
        if hexes := tall & p.soviet:
            return hexes
    return 0


def top_hexes(p: City) -> list[int]:
    """Return the top stacked hexes in the order in which they roll (INF-SMOVE-02)."""
    board = p.board
    return sorted(board.grid.listed(highest(p)), key=board.rolls_as.__getitem__)


def procedure(p: City) -> list[Found]:
    """Return the findings of the procedure for the current stacks, test by test (INF-T-AI).

    The last finding names the action.
    """
    board = p.board
    spawns, tops = p.spawns_held(), highest(p)
    held = spawns.bit_count()
    action, _, (clause,) = ordered(tops.bit_count(), held)
    if not held:
        text = "No Spawn hex of the Soviets is under their control."
        return [Found("Soviet Spawn hexes under control", 0, 1, OUTCOMES[action], 0, clause, text)]
    height = sum(bool(tall & p.soviet) for tall in p.tall)
    return [
        Found("Soviet Spawn hexes under control", held, 1, "go on", spawns, "INF-AI-02",
              f"The Soviets hold {held} of their {len(board.spawn_order)} Spawn hexes."),
        Found("Top stack height", height, None, f"stacks of {height}", tops, "INF-AI-01",
              f"The highest Soviet stacks hold {counted(height, '# unit', '# units')}."),
        Found("Top stacked hexes against Spawn hexes", tops.bit_count(), held, OUTCOMES[action], tops, clause,
              f"Top stacked hexes: {', '.join(board.grid.ids[h] for h in top_hexes(p))}."),
    ]  # fmt: skip


OUTCOMES = {TAKE_CARD: "draw a card", SPAWN: "Spawn Action", MOVE_OUT: "Movement Action"}
BEGUN: dict[int, Callable[[City], None]] = {
    TAKE_CARD: lambda p: draw(p, SOVIET),
    SPAWN: lambda p: p.call("spawn-action"),
    MOVE_OUT: lambda p: p.call("movement-action"),
}


def order(p: City) -> Order:
    """Return the Soviet action (INF-AI-02 to INF-AI-05)."""
    return ordered(highest(p).bit_count(), p.spawns_held().bit_count())


# --8<-- [start:procedure]
@cache
def ordered(tops: int, held: int) -> Order:
    """Return the action for the given numbers of top stacked hexes and of Spawn hexes in Soviet hands.

    About 200 pairs can occur, and the text of each is cached.
    """
    if not held:
        return Order(TAKE_CARD, "The Soviets hold none of their Spawn hexes and only draw a card.", ("INF-AI-02",))
    action, than, clause = (SPAWN, "more", "INF-AI-04") if tops > held else (MOVE_OUT, "not more", "INF-AI-05")
    top_stacks, spawn_hexes = (
        counted(tops, "# top stack", "# top stacks"),
        counted(held, "# Spawn hex", "# Spawn hexes"),
    )
    return Order(action, f"{top_stacks}, {than} than {spawn_hexes} in Soviet hands: {OUTCOMES[action]}.", (clause,))


# --8<-- [end:procedure]


def tell(p: City, found: Found) -> None:
    """Log a finding."""
    grid = p.board.grid
    if p.journal is not None:
        p.say(
            event.Finding(
                test=found.test, value=found.value, limit=found.limit, outcome=found.outcome, who="Procedure",
                text=found.text, clauses=p.table.cited(found.clause, *found.also),
                spaces=tuple(grid.ids[h] for h in grid.hexes(found.hexes)),
            )
        )  # fmt: skip


def act(p: City, _f: Frame) -> None:
    """The action of a Soviet player. The procedure determines it, so there is no choice (INF-HUMAN-01)."""
    begin(p, order(p).action)


def begin(p: City, action: int) -> None:
    """Start the action that the procedure has determined, and log the findings."""
    if p.journal is not None:
        for test in procedure(p):
            tell(p, test)
        if p.table.soviet_player:  # if the rules play the Soviets, the log already has the reason with the action
            _, why, clauses = order(p)
            p.note("Procedure", why, *clauses)
    BEGUN[action](p)


class SovietAction(Box[City]):
    """The Soviet action without a Soviet player, which the rules choose (INF-SEQ-04, INF-SOLO-01)."""

    name = "soviet-action"
    title = "The Soviet action"
    decider = SOVIET
    clauses = ("INF-AI-01", "INF-ACT-03", "INF-AI-08")

    def options(self, p: City, f: Frame) -> list[int]:
        return [order(p).action]

    def take_card(self, p: City, f: Frame) -> None:
        p.end()
        begin(p, TAKE_CARD)

    def spawn(self, p: City, f: Frame) -> None:
        p.end()
        begin(p, SPAWN)

    def move_out(self, p: City, f: Frame) -> None:
        p.end()
        begin(p, MOVE_OUT)


# ------------------------------------------------------------------ the Spawn Action


class Spawning(Locals):
    """The number of finished Spawn hexes, the number of units placed in the next Spawn hex, and whether that hex takes
    only one Infantry.
    """

    number: int
    units: int
    short: int


def more_to_spawn(_p: City, f: Frame) -> bool:
    return f[Spawning.number] < len(_p.table.spawn_order)


def spawn_next(p: City, f: Frame) -> None:
    """Place the next unit of the next Spawn hex under Soviet control (INF-SPAWN-01 to INF-SPAWN-08).

    If no unit can be placed there, only draw cards (INF-FLOW-36).
    """
    board, placed = p.board, f[Spawning.units]
    h = p.table.spawn_order[f[Spawning.number]]
    kinds = p.table.spawned[h]
    if not placed:
        room = p.room(h)
        f[Spawning.short] = int(room < len(kinds))
        if p.journal is not None:
            tell(p, what_comes(p, h, kinds))
        lost = p.control & board.grid.bit[h]
        if lost or not room:
            f[Spawning.number] += 1
            if not lost:
                draw(p, SOVIET, for_full(p, kinds))
            return
    if f[Spawning.short]:
        kinds = (INFANTRY_POOL,)
    f[Spawning.units] = placed + 1
    if placed + 1 == len(kinds):
        f[Spawning.number] += 1
        f[Spawning.units] = 0
    if f[Spawning.short] and p.table.readings["lone_infantry=nothing"] and not p.pools[INFANTRY_POOL]:
        p.note(
            "Pool", "The Infantry pool is empty: nothing comes, and no card.", "INF-SPAWN-05", hexes=board.grid.bit[h]
        )
    else:
        arrive(p, kinds[placed], h, BY_SPAWN)


def for_full(p: City, kinds: tuple[int, ...]) -> int:
    """Return the number of cards to draw for a full Spawn hex that should receive units of the given kinds
    (INF-SPAWN-04).
    """
    return len(kinds) if p.table.readings["full_spawn=each"] else 1


def what_comes(p: City, h: int, kinds: tuple[int, ...]) -> Found:
    """Describe the units that arrive at a Spawn hex, or the reason that none do (INF-SPAWN-01 to INF-SPAWN-05).

    `kinds`: the pools of its units.
    """
    grid = p.board.grid
    name, bit, held = grid.ids[h], grid.bit[h], len(p.stacks[h])
    if p.control & bit:
        text = f"{name} is in German hands: nothing comes there."
        return Found(f"Soviet control of {name}", 0, 1, "nothing comes", bit, "INF-SPAWN-02", text, ("INF-SPAWN-01",))
    test = f"Units in {name}"
    if held == STACK:
        cards = "a card" if for_full(p, kinds) == 1 else f"{for_full(p, kinds)} cards"
        text = f"{name} is full: the Soviets draw {cards} instead."
        return Found(test, held, STACK, f"{cards} instead", bit, "INF-SPAWN-04", text)
    if STACK - held < len(kinds):
        text = f"{name} holds three units: one Infantry comes alone."
        return Found(test, held, STACK, "one Infantry alone", bit, "INF-SPAWN-05", text)
    listed = " and ".join(f"{kinds.count(pool)} {POOL_NAMES[pool].title()}" for pool in sorted(set(kinds)))
    comes = counted(len(kinds), "# unit comes", "# units come")
    text = f"{name} is in Soviet hands and has room: its list gives {listed}."
    return Found(test, held, STACK, comes, bit, "INF-SPAWN-01", text, ("INF-SPAWN-03",))


SPAWN_ACTION = Sequence("spawn-action", loop(more_to_spawn, spawn_next), locals=Spawning)

# ------------------------------------------------------------------ the Movement Action


class Moving(Locals):
    """The number of dice resolved so far."""

    done: int


def lay_out(p: City, _f: Frame) -> None:
    """Fix the top stacked hexes before the first roll (INF-FLOW-15).

    There are no more such hexes than Spawn hexes, because otherwise the action would be different (INF-SMOVE-03).
    """
    p.tops, p.rolled = top_hexes(p), bytearray()


def dice_due(p: City, _f: Frame) -> bool:
    return bool(p.tops)


class MovementDie(PoolBox[City]):
    """One die for each top stacked hex. All are rolled before the first is resolved (INF-SMOVE-01)."""

    name = "movement-die"
    title = "a die for a top stacked hex"
    clauses: tuple[str, ...] = ("INF-SMOVE-01", "INF-SMOVE-02")

    def prompt(self, p: City, f: Frame) -> str:
        done = len(p.rolled)
        if p.table.soviet_player:
            return f"Roll die {done + 1} of {len(p.tops)}"
        return f"Roll one die for {p.board.grid.ids[p.tops[done]]}"

    def pool(self, p: City, f: Frame) -> bytearray:
        return p.rolled

    def size(self, p: City, f: Frame) -> int:
        return len(p.tops)

    def alike(self, p: City, f: Frame, place: int, n: int) -> int | tuple[int, int]:
        return n if p.table.soviet_player else (place, n)  # INF-HUMAN-07

    def tell(self, p: City, f: Frame, n: int) -> None:
        assert p.journal is not None
        fallen = len(p.rolled)
        name = p.board.grid.ids[p.tops[fallen - 1]]
        toward = toward_of(p, n)
        free = p.table.soviet_player  # INF-HUMAN-07
        text = f"Die {fallen} of {len(p.tops)} shows {n}" if free else f"{name} rolls {n}"
        p.journal.roll(
            "Die", f"{text}: {toward}.", title="Soviet movement", chart="compass", dice=(n,), total=n,
            result=toward, row=n - 1, clauses=self.clauses, spaces=() if free else (name,),
        )  # fmt: skip


def toward_of(p: City, n: int) -> str:
    """Describe what a die roll means: a direction or a card."""
    return "a card" if n == 1 else p.board.grid.directions[p.table.compass[n - 1]]


def dice_fallen(p: City, _f: Frame) -> None:
    """Put the dice in the order of resolution, each with its hex (INF-SMOVE-04).

    With a Soviet player, dice have no hex (INF-HUMAN-07, INF-HUMAN-09), so record the stacks with a die instead.
    """
    by_die = sorted(zip(p.rolled, p.tops, strict=True), key=itemgetter(0))
    p.tops = [] if p.table.soviet_player else [top for _, top in by_die]
    p.rolled = bytearray(sorted(p.rolled))


def dice_left(p: City, f: Frame) -> bool:
    return f[Moving.done] < len(p.rolled)


def resolve(p: City, f: Frame) -> None:
    """Resolve the lowest remaining die (INF-SMOVE-04 to INF-SMOVE-11)."""
    grid = p.board.grid
    which = f[Moving.done]
    f[Moving.done] = which + 1
    n, start = p.rolled[which], OFF if p.table.soviet_player else p.tops[which]
    equal = p.rolled.count(n)
    cards = (equal > 1) + (n == 1)
    if cards:  # INF-FLOW-22, INF-HUMAN-08
        if p.journal is not None:
            tell_cards(p, n, start, cards)
        draw(p, SOVIET, cards)
    elif start == OFF:
        offer(p, n)
    elif not p.soviet & grid.bit[start]:
        if p.journal is not None:
            name = grid.ids[start]
            text = f"No Soviet unit is left in {name}: its die has no effect."
            tell(p, Found(f"Soviet units left in {name}", 0, 1, "no effect", grid.bit[start], "INF-FLOW-16", text))
    else:
        point(p, n, start)


def tell_cards(p: City, n: int, start: int, cards: int) -> None:
    """Describe why a die brings one card, or two (INF-SMOVE-07, INF-SMOVE-09, INF-SMOVE-10)."""
    grid = p.board.grid
    name, hexes = ("", 0) if start == OFF else (grid.ids[start], grid.bit[start])
    equal = p.rolled.count(n)
    why = ", as another one does" if equal > 1 else ""
    clause = "INF-SMOVE-07" if why else "INF-SMOVE-09"
    also: tuple[str, ...] = ()
    if cards > 1:
        why, also = f"{why}; that gives a card, and so does a 1", ("INF-SMOVE-09", "INF-SMOVE-10")
    outcome = f"{counted(cards, '# card', '# cards')}, no move"
    text = f"{f'The die of {name}' if name else 'A die'} shows {n}{why}: {outcome}."
    tell(p, Found(f"Dice that show {n}", equal, 1, outcome, hexes, clause, text, also))


# --8<-- [start:point]
def point(p: City, n: int, start: int) -> None:
    """Move to or attack the hex to which the die points (INF-FLOW-18, INF-FLOW-19)."""
    grid = p.board.grid
    way = p.table.compass[n - 1]
    to = grid.toward[start][way]
    if p.journal is not None:
        tell_point(p, start, way)
    if to != OFF and p.german & grid.bit[to]:
        p.call("combat", BY_SOVIETS, to, attackers(p, start, to), start)
    elif to == OFF or not p.room(to):
        draw(p, SOVIET)
    elif len(p.stacks[start]) == 1:
        move(p, p.stacks[start][0], to)
    else:
        p.call("pick-mover" if p.table.soviet_player else "mover", start, to)


# --8<-- [end:point]


def tell_point(p: City, start: int, way: int) -> None:
    """Describe what is in the hex to which a die points, and what follows from it."""
    grid = p.board.grid
    to = grid.toward[start][way]
    if to == OFF:
        where = f"{grid.directions[way]} of {grid.ids[start]}"
        text = f"There is no hex {where}: a card, no move."
        tell(p, Found(f"Hexes {where}", 0, 1, "a card, no move", grid.bit[start], "INF-SMOVE-08", text))
        return
    hexes, name, held = grid.bit[start] | grid.bit[to], grid.ids[to], len(p.stacks[to])
    if p.german & grid.bit[to]:
        text = f"Germans stand in {name}: the stack in {grid.ids[start]} attacks."
        found = Found(f"German units in {name}", held, 0, "an attack", hexes, "INF-SATK-01", text)
    elif not p.room(to):
        text = f"{name} is full: a card, no move."
        found = Found(f"Soviet units in {name}", STACK, STACK, "a card, no move", hexes, "INF-SMOVE-08", text)
    else:
        text = f"There is room in {name}: one unit moves there."
        found = Found(f"Soviet units in {name}", held, STACK, "one unit moves", hexes, "INF-SMOVE-05", text)
    tell(p, found)
    if p.german & grid.bit[to]:
        tell_joining(p, start, to)


def attackers(p: City, start: int, target: int) -> Hexes:
    """Return the attacking hexes: the current stack (INF-SATK-02, INF-FLOW-21).

    With Chuikov in play, all stacks next to the target join and keep their dice (INF-TOTAL-01, INF-TOTAL-03,
    INF-SCARD-16).
    """
    board = p.board
    return board.near[target] & p.soviet if p.in_play(board.chuikov) else board.grid.bit[start]


def tell_joining(p: City, start: int, target: int) -> None:
    """Log why stacks other than the die's stack attack (INF-TOTAL-01)."""
    grid = p.board.grid
    for h in grid.hexes(attackers(p, start, target) & ~grid.bit[start]):
        text = f"Chuikov is in play: the stack in {grid.ids[h]} touches {grid.ids[target]}, too, and must join in."
        p.note("Total Deliberate Attack", text, "INF-TOTAL-01", "INF-SCARD-16", hexes=grid.bit[h])


class Way(Locals):
    """The start and end of a unit's move."""

    start: int
    end: int


class Mover(LotBox[City]):
    """The random choice of a unit in the stack (INF-SOLO-09, INF-FLOW-20)."""

    name = "mover"
    title = "which unit in the stack moves"
    clauses = ("INF-SOLO-09", "INF-FLOW-20")
    once = True
    locals = Way

    def drawer(self, p: City, f: Frame) -> int:
        return SOVIET

    def pieces(self, p: City, f: Frame) -> list[int]:
        return list(p.stacks[f[Way.start]])

    def lot(self, p: City, f: Frame, unit: int) -> None:
        move(p, unit, f[Way.end])


def move(p: City, u: int, to: int) -> None:
    """Move a concealed unit one hex (INF-SMOVE-05, INF-SMOVE-06)."""
    grid, start = p.board.grid, p.at[u]
    p.lift(u, LOST)
    p.put(u, to)
    if p.journal is not None:
        does, clauses = f"goes from {grid.ids[start]} to {grid.ids[to]}", p.table.cited("INF-SMOVE-05", "INF-SOLO-09")
        p.tell_move(u, to, "move", "Move", does, clauses, start)
    enter(p, SOVIET, to)


# ------------------------------------------------------------------ the dice of a Soviet player


def able(p: City, n: int) -> list[int]:
    """Return the stacks that can use a die and have not used one in this action, northernmost first (INF-HUMAN-09)."""
    grid = p.board.grid
    way = p.table.compass[n - 1]
    found = []
    for h in grid.hexes(p.soviet):
        to = grid.toward[h][way]
        if to != OFF and h not in p.tops and (p.german & grid.bit[to] or p.room(to)):
            found.append(h)
    return sorted(found, key=p.board.rolls_as.__getitem__)


def offer(p: City, n: int) -> None:
    """Let the player give a die to a stack, unless no stack can use it (INF-HUMAN-09, INF-HUMAN-10)."""
    row = able(p, n)
    outcome, clause = ("the player chooses", "INF-HUMAN-09") if row else ("a card", "INF-HUMAN-10")
    stacks = counted(len(row), "# stack", "# stacks")
    text = f"{stacks} can carry out the {n}, {toward_of(p, n)}." if row else f"No stack can carry out the {n}: a card."
    hexes = p.board.grid.gather(row)
    tell(p, Found(f"Stacks that can carry out the {n}", len(row), 1, outcome, hexes, clause, text))
    if row:
        p.call("use-die", n)
    else:
        draw(p, SOVIET)


class Using(Locals):
    """The number on a die."""

    shows: int


class UseDie(Box[City]):
    """The choice of the stack that uses a die (INF-HUMAN-09)."""

    name = "use-die"
    title = "Which stack uses the die?"
    decider = SOVIET
    clauses = ("INF-HUMAN-09", "INF-HUMAN-11")
    locals = Using

    def prompt(self, p: City, f: Frame) -> str:
        n = f[Using.shows]
        return f"Which stack uses the {n}, {toward_of(p, n)}?"

    def help(self, p: City, f: Frame) -> str:
        later = p.rolled[p.frame("movement-action")[Moving.done] :]
        return f"Still to come: {', '.join(map(str, later))}." if later else ""

    def goal(self, p: City, f: Frame, h: int) -> int:
        """Return the hex to which the die points from the given hex, or OFF if there is none."""
        return p.board.grid.toward[h][p.table.compass[f[Using.shows] - 1]]

    def options(self, p: City, f: Frame) -> list[int]:
        return [USE | h << ARG for h in able(p, f[Using.shows])]

    def note(self, p: City, f: Frame, action: int) -> str:
        grid = p.board.grid
        to = self.goal(p, f, action >> ARG & MASK)
        what = "an attack on" if p.german & grid.bit[to] else "one unit moves to"
        return f"{what} {grid.ids[to]}"

    def foretell(self, p: City, f: Frame, action: int) -> list[Forecast]:
        grid = p.board.grid
        start = action >> ARG & MASK
        to = self.goal(p, f, start)
        if not p.german & grid.bit[to]:
            return []
        hexes = attackers(p, start, to)
        dice = [(needed(p, u), shown(p, u) or 1) for u in p.units_in(hexes)]
        fire = volley_odds("Soviet fire, if all can fire: hits", dice, bool(p.rubble & grid.bit[to]))
        return [replace(fire, trade=of_soviet_attack(p, to, hexes, SOVIET))]

    def use(self, p: City, f: Frame, start: int) -> None:
        n = f[Using.shows]
        p.end()
        p.tops.append(start)
        point(p, n, start)

    def bar_take_card(self, p: City, f: Frame) -> Reason:
        return Reason(
            f"A Soviet stack can use the {f[Using.shows]}, so no card is drawn for it.", ("INF-HUMAN-09", "INF-AI-02")
        )

    def refuse_use(self, p: City, f: Frame, start: int) -> Reason | None:
        grid = p.board.grid
        if start in able(p, f[Using.shows]):
            return None
        name = grid.ids[start]
        if not p.soviet & grid.bit[start]:
            return Reason(f"There is no Soviet stack in {name}.", ("INF-HUMAN-09",))
        if start in p.tops:
            return Reason(f"The stack in {name} already has a die in this action.", ("INF-HUMAN-09",))
        to = self.goal(p, f, start)
        if to == OFF:
            return Reason(f"There is no hex {toward_of(p, f[Using.shows])} of {name}.", ("INF-HUMAN-09",))
        return Reason(f"{grid.ids[to]} has four Soviet units.", ("INF-HUMAN-09", "INF-STACK-01"))


class PickMover(Unforetold):
    """The choice of the unit that moves (INF-HUMAN-11)."""

    name = "pick-mover"
    title = "Which unit in the stack moves?"
    decider = SOVIET
    clauses: tuple[str, ...] = ("INF-HUMAN-11", "INF-SMOVE-05")
    locals = Way

    def prompt(self, p: City, f: Frame) -> str:
        grid = p.board.grid
        return f"Which unit moves from {grid.ids[f[Way.start]]} to {grid.ids[f[Way.end]]}?"

    def options(self, p: City, f: Frame) -> list[int]:
        return [SEND | u << ARG for u in p.stacks[f[Way.start]]]

    def send(self, p: City, f: Frame, u: int) -> None:
        end = f[Way.end]
        p.end()
        move(p, u, end)

    def refuse_send(self, p: City, f: Frame, u: int) -> Reason | None:
        board = p.board
        if p.at[u] == f[Way.start]:
            return None
        return Reason(f"{board.units[u].name} is not in {board.grid.ids[f[Way.start]]}.", ("INF-HUMAN-11",))


# --8<-- [start:movement]
MOVEMENT_ACTION = Sequence(
    "movement-action",
    lay_out,
    when(dice_due, "movement-die"),
    dice_fallen,
    loop(dice_left, resolve),
    locals=Moving,
)
# --8<-- [end:movement]
