"""Behavior metrics for the Germans and Soviets: attacks and their odds, undefended Spawn hexes, and unused cards."""

from __future__ import annotations

from collections.abc import Iterator

from mamayev.engine.event import Control, Event, Loss
from mamayev.engine.notation import parts
from mamayev.engine.study import Conduct, Figure, Told

from ..printed.map import GERMAN, SEATS, SOVIET
from ..rules.position import HAND, City
from ..rules.soviet import Using
from ..rules.verbs import ATTACK, HASTY, REINFORCE

CROWD = 20
"""The number of German units on the map at which a Call for Reinforcements is unnecessary."""
SURE = 7.0
"""The highest odds that are counted separately; higher odds count as these."""

FIGURES = (
    Figure("battles", "Own attacks per round", "Attacks begun per round.", "turn", 0.25, 1.0, ("german",)),
    # About one die in five could order an attack, and 70% of these attacks would be at losing odds. A player who always
    # made the others (0.04 per round) lost more games (docs/study-inferno.md).
    Figure("battles", "Own attacks per round", "Ordered by a die.", "turn", 0.005, 2.0, ("soviet",)),
    Figure("odds", "Odds of own attacks", "Steps of all units that could join, per defending step; at most 7.", "each",
           0.8, 6.0),
    Figure("poor", "Attacks worse than 1-3", "In steps.", high=1.0),
    Figure("crowded", "Calls with enough units", f"With at least {CROWD} units on the map.", high=3.0,
           seats=("german",)),
    Figure("lost", "Units lost", "German units eliminated.", high=8.0, seats=("german",)),
    Figure("open_spawns", "Spawn hexes lost without a garrison", "An enemy unit moved in.", high=1.0),
    # A German attack uses one card at most, and each call brings one, so more than these were idle all game. The
    # Soviets must play one in each combat (INF-HUMAN-06), and lose when all are drawn, so their remaining cards say
    # nothing.
    Figure("cards", "Cards unspent", "In hand at the end.", high=8.0, seats=("german",)),
)  # fmt: skip


def heard(p: City, event: Event) -> Iterator[Told]:
    """Yield the metrics from an event: a Spawn hex changes hands, or a German unit is lost."""
    board = p.board
    if isinstance(event, Control):
        if (board.spawn_hexes[GERMAN] | board.spawn_hexes[SOVIET]) & board.grid.bit[
            board.hex[event.space]
        ] and not p.inside("combat"):
            yield GERMAN if event.to == SEATS[SOVIET] else SOVIET, "open_spawns", 1.0
    elif isinstance(event, Loss) and event.piece in board.unit and board.side[board.unit[event.piece]] == GERMAN:
        yield GERMAN, "lost", 1.0


def took(p: City, seat: int, action: int) -> Iterator[Told]:
    """Yield the metrics from a decision: an attack, or a Call for Reinforcements."""
    grid = p.board.grid
    verb, x, y = parts(action)
    if p.box.name == "german-round":
        if verb == ATTACK:
            yield from attacked(p, GERMAN, p.units_in(grid.near[x] & p.german), x)
        elif verb == HASTY:
            struck = [n for n in grid.neighbours[y] if p.soviet & grid.bit[n]]
            weakest = min(struck, key=lambda n: steps(p, p.stacks[n]))
            yield from attacked(p, GERMAN, [*p.stacks[p.at[x]], *p.stacks[y]], weakest)
        elif verb == REINFORCE:
            yield GERMAN, "crowded", float(sum(map(len, (p.stacks[h] for h in grid.hexes(p.german)))) >= CROWD)
    elif p.box.name == "use-die":
        to = grid.toward[x][p.table.compass[p.top[Using.shows] - 1]]
        if p.german & grid.bit[to]:
            yield from attacked(p, SOVIET, p.units_in(grid.near[to] & p.soviet), to)


def steps(p: City, units: list[int] | tuple[int, ...]) -> int:
    """Return the number of steps of the given units. A concealed Soviet block counts as at least one."""
    return sum(p.strength[u] or 1 for u in units)


def attacked(p: City, side: int, units: list[int], target: int) -> Iterator[Told]:
    """Return the metrics from an attack."""
    a, d = steps(p, units), steps(p, p.stacks[target])
    yield side, "battles", 1.0
    yield side, "odds", min(SURE, a / d)
    yield side, "poor", float(3 * a < d)


def ended(p: City) -> Iterator[Told]:
    """Yield the metrics from the end of the game: unused German cards."""
    yield GERMAN, "cards", float(p.count(GERMAN, HAND))


CONDUCT = Conduct(FIGURES, heard, took, ended)
