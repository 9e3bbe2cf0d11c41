"""The plan for a turn as a sentence and arrows: the battles or the destination, the expected gain and cost, the next
best plan, and the most endangered stacks.
"""

from __future__ import annotations

from mamayev.engine.bot import Course, Ground, Intent, Threatened
from mamayev.engine.scene import Arrow
from mamayev.engine.words import counted
from mamayev.terrain.contact import units_of

from ..rules.battle import A_ELIM, D_BACK, D_ELIM, EXCHANGE
from ..rules.odds import COLUMNS
from ..rules.position import Campaign
from ..rules.threat import Blow, enemies_next
from .appreciation import Danger, aims, distances, doubling, hex_of
from .attack import Battle, worth
from .staff import battles, plan
from .style import JUDGMENT, STAFF, STYLES

MOST = 3
"""The maximum number of arrows on the map."""
WORST, ASKED = 2, 4
"""The number of endangered stacks to show, and of those to examine."""


def intent(p: Campaign) -> Intent | None:
    """Return the plan of the side that moves or declares battles; None at other decisions."""
    style = STAFF[p.seat]
    if p.box.name == "move":
        meant = list(plan(p, style).battles)
        return told(p, meant, other(p, meant))
    return told(p, battles(p, style), None) if p.box.name == "declare" else None


def told(p: Campaign, meant: list[Battle], instead: tuple[str, list[Battle]] | None) -> Intent:
    """Return a plan with its figures."""
    course = drawn(p, meant)
    grounds = []
    if meant:
        theirs, ours = toll(p, meant)
        grounds.append(Ground("Hoped for", hoped(p, meant[0], theirs)))
        have = sum(p.board.attack[u] for u in p.units(p.side))
        grounds.append(Ground("It costs", f"{ours:.0f} of {have} attack factors, on average"))
    if instead is None:
        return Intent(course.sentence, course.arrows, tuple(grounds), threatened(p))
    name, others = instead
    theirs, ours = toll(p, others)
    grounds.append(Ground("Next best", f"The {name} way: {theirs:.0f} defense factors for {ours:.0f} attack factors"))
    return Intent(course.sentence, course.arrows, tuple(grounds), threatened(p), drawn(p, others))


def drawn(p: Campaign, meant: list[Battle]) -> Course:
    """Return the most valuable battles, and the nearest objective."""
    grid = p.board.grid
    main = sorted((b for b in meant if not b.soak), key=lambda b: -worth(p.board, b.defenders))
    arrows = [struck(p, battle) for battle in main[:MOST]]
    goal = nearest_aim(p)
    if goal is not None and len(arrows) < MOST:
        arrows.append(Arrow(kind="later", from_=grid.ids[goal[0]], to=grid.ids[goal[1]]))
    onward = "" if goal is None else f"; the next aim is {p.table.places[goal[1]]}"
    if not main:
        return Course(f"No attack pays this month: the line is held{onward}.", tuple(arrows))
    where = " and ".join(f"{place(p, battle)} at {battle.odds}" for battle in main[:2])
    number = counted(len(meant), "# battle", "# battles")
    return Course(f"The main effort is {where}, in {number}{onward}.", tuple(arrows))


def other(p: Campaign, meant: list[Battle]) -> tuple[str, list[Battle]] | None:
    """Return the next best plan: among the staff's other styles with other targets, the one with the best battles."""
    targets = {battle.defenders for battle in meant if not battle.soak}
    found = []
    for name in OTHERS:
        row = list(plan(p, STYLES[name][p.seat]).battles)
        if {battle.defenders for battle in row if not battle.soak} != targets:
            theirs, ours = toll(p, row)
            found.append((theirs - ours, name, row))
    return max(found)[1:] if found else None


OTHERS = ("bold", "careful")
"""The styles that are compared."""


def result(p: Campaign, battle: Battle) -> dict[str, float]:
    """Return the chance of each result of a battle, without aircraft."""
    return p.table.chances[COLUMNS.index(battle.odds) if battle.odds in COLUMNS else len(COLUMNS)]


def toll(p: Campaign, meant: list[Battle]) -> tuple[float, float]:
    """Return the mean defense factors that battles take from the enemy, and the attack factors that they cost.

    Soak-offs gain nothing, and are lost every other time.
    """
    board, theirs, ours = p.board, 0.0, 0.0
    for battle in meant:
        d = sum(board.defense[u] for u in units_of(battle.defenders))
        a = sum(board.attack[u] for u in units_of(battle.attackers))
        if battle.soak:
            ours += a * JUDGMENT.soak_lost
            continue
        chance = result(p, battle)
        theirs += d * (chance.get(D_ELIM, 0.0) + chance.get(EXCHANGE, 0.0))
        ours += a * chance.get(A_ELIM, 0.0) + min(a, d) * chance.get(EXCHANGE, 0.0)
    return theirs, ours


def hoped(p: Campaign, battle: Battle, theirs: float) -> str:
    """Return the expected result of a plan, in words."""
    chance = result(p, battle)
    won = sum(chance.get(each, 0.0) for each in (D_ELIM, EXCHANGE, D_BACK))
    return f"{place(p, battle)} is cleared {round(6 * won)} times in 6; {theirs:.0f} defense factors fall in all"


# ------------------------------------------------------------------ who is threatened


def threatened(p: Campaign) -> tuple[Threatened, ...]:
    """Return the two stacks that the enemy can attack at the best odds, from those that seem weakest."""
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
                found[h] = blow
    worst = sorted(found.values(), key=lambda blow: (-blow.column, -stood(p, stacks[blow.hex])))[:WORST]
    return tuple(
        Threatened(
            grid.ids[blow.hex],
            f"{p.table.places[blow.hex]}, {p.names(sum(1 << u for u in stacks[blow.hex]))}",
            blow.odds,
            f"{blow.attack} to {blow.defense} by {counted(len(list(units_of(blow.attackers))), '# unit', '# units')}"
            " as all stand now.",
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


def nearest_aim(p: Campaign) -> tuple[int, int] | None:
    """Return the hex of the unit with the shortest path to an objective, and the objective; None if all are won."""
    board = p.board
    found = []
    for city in aims(p, p.side):
        way = distances(board, board.grid.bit[hex_of(board, city)], p.frozen)
        start = min((p.at[u] for u in p.units(p.side)), key=way.__getitem__, default=None)
        if start is not None:
            found.append((way[start], start, hex_of(board, city)))
    return min(found)[1:] if found else None
