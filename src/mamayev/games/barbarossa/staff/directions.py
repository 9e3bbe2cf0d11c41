"""Show the plan for a turn as a sentence and arrows: the battles or the destination, the expected gain and cost, the
next best plan, and the most endangered stacks.
"""

from __future__ import annotations

from collections.abc import Sequence

from mamayev.engine.bot import Course, Ground, Intent, Threatened
from mamayev.engine.orders import Orders
from mamayev.engine.scene import Arrow
from mamayev.engine.words import counted
from mamayev.terrain.contact import units_of

from ..rules.position import Campaign
from ..rules.threat import Blow, enemies_next
from ..rules.trade import NOTHING, Trade, figure, in_words, of_attack, of_battle
from .appreciation import Danger, distances, doubling, hex_of, lost_cities
from .attack import Battle, worth
from .orders import RISKS, side_of, style_of
from .staff import BY_BOX, Plan, arrived, to_declare, whole_plan
from .style import STAFF, Style
from .task import Task, main_effort, open_aims

MOST = 3
"""The maximum number of arrows on the map."""
BEFORE_MOVES = ("air-supply", "supplied-unit", "arrivals")
"""The decisions in a player turn before its movement."""
DIE = 6
NEAR, STEP = 4, 0.5
"""The distance from the enemy, in hexes, within which units belong to the line, and the mean distance in hexes by which
a line moves if it does not hold."""
WORST, ASKED = 2, 4
"""The number of endangered stacks to show, and the number of stacks to examine."""


def intent(p: Campaign, orders: Orders | None = None) -> Intent | None:
    """Return the plan of the side that is about to move or to declare battles, under its orders if it has any.

    The result is None at other decisions.
    """
    ours = orders is not None and side_of(orders) == p.seat
    style = style_of(p.board, orders) if orders is not None and ours else STAFF[p.seat]
    if p.box.name in (*BEFORE_MOVES, "move"):
        q = about_to_move(p, style)
        meant = whole_plan(q, style)
        return told(q, meant, other(q, meant, style), style.task, p)
    return told(p, Plan((), to_declare(p, style)), None, style.task, p) if p.box.name == "declare" else None


def about_to_move(p: Campaign, style: Style) -> Campaign:
    """Return the position after the decisions before the movement of this player turn, as the staff makes them."""
    q = p.copy()
    while q.box.name in BEFORE_MOVES and q.seat == p.seat:
        q.apply(BY_BOX[q.box.name](q, q.top, style).action)
    return q


def told(p: Campaign, meant: Plan, instead: tuple[str, Plan] | None, task: Task, now: Campaign) -> Intent:
    """Return a plan with its figures as shown to the player. `now`: the position without arrivals that are
    still to come."""
    then = arrived(p, meant)
    course = drawn(p, meant, then, task)
    grounds = []
    if meant.battles:
        expected = toll(then, meant.battles)
        grounds.append(Ground("Hoped for", hoped(then, meant.battles[0], expected)))
        have = sum(p.board.attack[u] for u in p.units(p.side))
        grounds.append(Ground("It costs", f"{figure(expected.lost)} of {have} attack factors, on average"))
    if instead is None:
        return Intent(course.sentence, course.arrows, tuple(grounds), threatened(now))
    name, others = instead
    then = arrived(p, others)
    expected = toll(then, others.battles)
    costs = f"kills {figure(expected.killed)} defense factors, costs {figure(expected.lost)} attack factors"
    grounds.append(Ground("Next best", f"{OTHERS[name]}: {costs}"))
    return Intent(course.sentence, course.arrows, tuple(grounds), threatened(now), drawn(p, others, then, task))


def drawn(p: Campaign, meant: Plan, then: Campaign, task: Task) -> Course:
    """Return the arrows for the most valuable battles and the nearest objective. `then`: the position after the plan's
    moves."""
    grid = p.board.grid
    main = sorted((b for b in meant.battles if not b.soak), key=lambda b: -worth(p.board, b.defenders))
    arrows = [struck(p, battle) for battle in main[:MOST]]
    goal = nearest_aim(p, task)
    if goal is not None and len(arrows) < MOST:
        arrows.append(Arrow(kind="later", from_=grid.ids[goal[0]], to=grid.ids[goal[1]]))
    onward = "" if goal is None else f"; the next objective is {p.table.places[goal[1]]}"
    if not main:
        return Course(f"No attack pays this month; {without_attacks(p, then)}.", tuple(arrows))
    where = " and ".join(f"{place(p, battle)} at {battle.odds}" for battle in main[:2])
    number = counted(len(meant.battles), "# battle", "# battles")
    return Course(f"The main effort is {where}, in {number}{onward}.", tuple(arrows))


def without_attacks(p: Campaign, then: Campaign) -> str:
    """Describe a plan without attacks: where the line goes, the cities that units enter, and the units that have to
    attack because they touch an enemy (BAR-COMBAT-02)."""
    grid = p.board.grid
    cities = [p.table.places[h] for h in grid.hexes(p.enemy_cities(p.side) & then.zones.occupied[p.side])]
    taken = f" and take {' and '.join(cities[:2])}" if cities else ""
    must = then.make_contact().attackers.bit_count()
    forced = f"; {counted(must, '# unit', '# units')} next to the enemy must attack" if must else ""
    return f"{way_of_line(p, then)}{taken}{forced}"


def way_of_line(p: Campaign, then: Campaign) -> str:
    """Return what the units near the enemy do, by the mean change of their distance from it."""
    away = distances(p.board, p.zones.occupied[1 - p.side], p.frozen)
    line = [u for u in p.units(p.side) if min(away[p.at[u]], away[then.at[u]]) <= NEAR]
    further = sum(away[then.at[u]] - away[p.at[u]] for u in line)
    if not line or abs(further) < len(line) * STEP:
        return "hold the line"
    return "step back" if further > 0 else "move up to the enemy"


def other(p: Campaign, meant: Plan, style: Style) -> tuple[str, Plan] | None:
    """Return the next best plan for the same task: the plan with the best battles at another risk, if it has other
    targets."""
    targets = {battle.defenders for battle in meant.battles if not battle.soak}
    found = []
    for name, styles in RISKS.items():
        taken = styles[p.seat]._replace(task=style.task)
        row = whole_plan(p, taken) if taken != style else meant
        if {battle.defenders for battle in row.battles if not battle.soak} != targets:
            found.append((toll(arrived(p, row), row.battles).difference, name, row))
    return max(found)[1:] if found else None


OTHERS = {"staff": "With the usual risk", "bold": "Bolder", "careful": "More careful"}
"""The names of the plans at each risk."""


def toll(q: Campaign, meant: Sequence[Battle]) -> Trade:
    """Return the expected trade of the battles with their units in place, and the chance that the first hex falls."""
    battles = [(battle.attackers, battle.defenders) for battle in meant]
    return of_attack(q, battles, target(q, meant[0])) if battles else NOTHING


def hoped(q: Campaign, battle: Battle, expected: Trade) -> str:
    """Describe the expected result of a plan, with the units in their places. If the first battle leaves out defenders
    of its hex, and soak-offs cannot drive them out, the result is about the defenders in that battle."""
    h, in_all = target(q, battle), f"{figure(expected.killed)} defense factors in all"
    others = any(q.at[u] == h and not battle.defenders >> u & 1 for u in q.units(1 - q.side))
    if not others or round(DIE * expected.falls):
        return f"{place(q, battle)} falls on {rolls(expected)}; {in_all}"
    alone = of_battle(q, battle.attackers, battle.defenders, h)
    who = f"{q.names(battle.defenders)} at {place(q, battle)}"
    return f"{who}: driven out on {rolls(alone)}, but others hold the hex; {in_all}"


def rolls(trade: Trade) -> str:
    """Return the chance that a hex falls as rolls of a die."""
    return f"{counted(round(DIE * trade.falls), '# roll', '# rolls')} out of six"


# ------------------------------------------------------------------ who is threatened


def threatened(p: Campaign) -> tuple[Threatened, ...]:
    """Return the two stacks, among those that seem weakest, that the enemy can attack at the best odds."""
    board, grid = p.board, p.board.grid
    danger = Danger(p, 1 - p.side)
    stacks: dict[int, list[int]] = {}
    for u in p.units(p.side):
        stacks.setdefault(p.at[u], []).append(u)

    def ratio(h: int) -> float:
        return danger.at(h, 2 * p.zones.limits[1 - p.side]) / (doubling(board, h) * stood(p, stacks[h]))

    row = sorted(stacks, key=lambda h: (-ratio(h), -stood(p, stacks[h])))[:ASKED]
    found: dict[int, Blow] = {}
    for enemy in enemies_next(p, 1 - p.side):
        for h in row:
            blow = enemy.blow(h) if h in enemy.stacks else None  # a stack on a lake may be gone by then
            if blow is not None and (h not in found or blow.column > found[h].column):
                found[h] = blow._replace(trade=enemy.trade(blow))
    worst = sorted(found.values(), key=lambda blow: (-blow.column, -stood(p, stacks[blow.hex])))[:WORST]
    return tuple(
        Threatened(
            grid.ids[blow.hex],
            f"{p.table.places[blow.hex]}, {p.names(sum(1 << u for u in stacks[blow.hex]))}",
            blow.odds,
            f"{blow.attack} to {blow.defense} by {counted(len(list(units_of(blow.attackers))), '# unit', '# units')}"
            f" as all stand now. {in_words(blow.trade or NOTHING)}",
        )
        for blow in worst
    )


def stood(p: Campaign, units: list[int]) -> int:
    """Return the printed defense factors of the given units."""
    return sum(p.board.defense[u] for u in units)


# ------------------------------------------------------------------ on the map


def struck(p: Campaign, battle: Battle) -> Arrow:
    """Return the arrow from the strongest attacker to the defenders."""
    grid = p.board.grid
    lead = max(units_of(battle.attackers), key=lambda u: p.board.units[u].attack)
    return Arrow(kind="attack", from_=grid.ids[p.at[lead]], to=grid.ids[target(p, battle)])


def target(p: Campaign, battle: Battle) -> int:
    """Return the hex of the strongest defender."""
    return p.at[max(units_of(battle.defenders), key=lambda u: p.board.units[u].defense)]


def place(p: Campaign, battle: Battle) -> str:
    """Return the place of a battle."""
    name: str = p.table.places[target(p, battle)]
    return name


def nearest_aim(p: Campaign, task: Task) -> tuple[int, int] | None:
    """Return the hex of the unit with the shortest path to an ordered objective and the objective. Without one, the
    objective is the main effort or a lost city. The result is None if there is no objective.
    """
    board = p.board
    ordered = [h for sector in task.sectors for h in open_aims(p, sector, p.side)[:1]]
    found = []
    for goal in ordered or main_effort(p, p.side) or [hex_of(board, city) for city in lost_cities(p)]:
        way = distances(board, board.grid.bit[goal], p.frozen)
        start = min((p.at[u] for u in p.units(p.side)), key=way.__getitem__, default=None)
        if start is not None:
            found.append((way[start], start, goal))
    return min(found)[1:] if found else None
