"""Show the plan for an activation as a sentence and arrows: the path to the zone for the Axis, or the path to block for
the Soviets.

It includes the expected gain and cost, the next best activation, and the side's most endangered stacks.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import convert

from mamayev.engine.bot import Course, Ground, Intent, Threatened
from mamayev.engine.orders import Orders, Plan
from mamayev.engine.scene import Arrow
from mamayev.engine.words import counted
from mamayev.terrain.grid import Hexes

from ..printed.board import Board
from ..printed.map import AXIS, OFF_MAP, SOVIET, ZONE_NAMES
from ..printed.units import members
from ..rules import command as activation
from ..rules.forecasts import column_name
from ..rules.position import Operation
from ..rules.threat import Blow, threats
from . import staff
from .appreciation import FAR, activated, aim, foremost, in_question, path, sought, spearhead, way
from .attack import Stroke
from .cards import card_of
from .orders import AxisLine, BothSides, SovietLine, rows, style_of
from .reasons import Activation, looked_at, next_best, of_activation, rolls, steps
from .style import STAFF, Style

BEFORE = ("marking", "arrive", "attach", "stow", "high-command", "calling", "exchange")
"""The decisions in a turn before its first activation."""
BEGINS = ("activation-card", "whom")
"""The decisions at which an activation begins."""
SAID = (*BEFORE, *BEGINS, "move", "declare")
"""The decisions at which a turn or an activation begins or continues."""
MOST, WORST = 3, 2
"""The maximum number of arrows, and of endangered stacks to show."""
AHEAD = 6
"""The number of hexes at the start of the path that matter this turn."""


def intent(p: Operation, orders: Orders | None = None) -> Intent | None:
    """Return the plan of the side that is preparing its turn, activating or moving, under its orders if it has any.

    The result is None at other decisions.
    """
    if p.box.name not in SAID:
        return None
    style = style_of(p.board, orders) if isinstance(orders, (AxisLine, SovietLine)[p.seat]) else STAFF[p.seat]
    course = axis(p, style) if p.seat == AXIS else soviet(p)
    if p.box.name in BEFORE:
        return Intent(course.sentence, course.arrows, (), threatened(p))
    grounds, instead = chosen_way(p, style) if p.box.name in BEGINS else battles(p, style)
    return Intent(course.sentence, course.arrows, grounds, threatened(p), instead)


# ------------------------------------------------------------------ the next best plan


def second(p: Operation, orders: Orders) -> Plan | None:
    """Return the next best plan as orders: for the Axis before the call, the next best zone; at an activation, the next
    best one."""
    assert isinstance(orders, BothSides)
    style = style_of(p.board, orders)
    if p.seat == AXIS and p.zone < 0:
        return other_zone(p, orders, style)
    return other_activation(p, orders, style) if p.box.name in BEGINS else None


def other_zone(p: Operation, orders: BothSides, style: Style) -> Plan | None:
    """Return the orders to go to the zone with the next shortest path."""

    def far(zone: int) -> int:
        costs = way(p, p.board.zones[zone])
        lead = spearhead(p, costs)
        return costs[lead] if lead < OFF_MAP else FAR

    others = [zone for zone in range(len(p.board.zones)) if zone != sought(p, style) and far(zone) < FAR]
    if not others:
        return None
    name = ZONE_NAMES[min(others, key=far)]
    return Plan(f"The relief through zone {name}", orders.changed() | {"zone": name})


def other_activation(p: Operation, orders: BothSides, style: Style) -> Plan | None:
    """Return the orders under which the staff begins with the next best activation, if there are any."""
    found = staff.activations(p, style)
    other = next_best(found, best(found))
    if other is None:
        return None
    for group in rows(orders):
        given = orders.changed() | {f"activate_{group}": "early"}
        again = style_of(p.board, convert(given, type(orders)))
        if best(staff.activations(p, again)).name == other.name:
            return Plan(f"{other.name} first", given)
    return None


def best(found: Sequence[Activation]) -> Activation:
    """Return the best activation."""
    return max(found, key=lambda one: one.worth)


# ------------------------------------------------------------------ figures


def chosen_way(p: Operation, style: Style) -> tuple[tuple[Ground, ...], Course | None]:
    """Describe the expected gain from the best activation, and the best alternative with a different name."""
    side = staff.SIDES[p.active]
    found = staff.activations(p, style)
    taken = best(found)
    grounds, other = of_activation(found, taken), next_best(found, taken)
    if other is None:
        return grounds, None
    if p.box.name == "activation-card":
        sets = staff.by_card(p, card_of(other.action))
    else:
        sets = [staff.by_choice(p, p.top[activation.Whom.choice])[other.action]]
    units = max(sets, key=lambda units: side.hope(p, style, units).total, default=0)
    q = activated(p, units)
    order = side.orders(q, style)
    return grounds, Course(f"{other.name} instead: {steps(other.hope.total)}.", strikes(q, order.strokes))


def battles(p: Operation, style: Style) -> tuple[tuple[Ground, ...], None]:
    """Describe the expected gain and cost of all attacks in the activation, and the second best attack."""
    order = staff.attacks(p, style)
    if not order.strokes:
        return (), None
    places = p.board.places
    seen = [looked_at(order, stroke) for stroke in order.strokes]
    first = order.strokes[0]
    won = f"{places[first.target]} at {column_name(seen[0].column)} falls on {rolls(seen[0])} out of six"
    grounds = [
        Ground("Hoped for", f"{won}; {steps(sum(each.killed for each in seen))} lost by the enemy in total"),
        Ground("It costs", f"{steps(sum(each.lost for each in seen))} lost by us"),
    ]
    if len(order.strokes) > 1:
        second = order.strokes[1]
        grounds.append(Ground("Beside it", f"{places[second.target]}, worth {steps(second.promise)}"))
    return tuple(grounds), None


def strikes(p: Operation, strokes: list[Stroke]) -> tuple[Arrow, ...]:
    """Return attacks as arrows, each from its strongest unit."""
    board, grid = p.board, p.board.grid
    leads = [(max(stroke.places, key=lambda u: board.strength[u][p.steps[u]]), stroke.target) for stroke in strokes]
    return tuple(Arrow(kind="attack", from_=grid.ids[p.at[u]], to=grid.ids[h]) for u, h in leads[:MOST])


# ------------------------------------------------------------------ who is threatened


def threatened(p: Operation) -> tuple[Threatened, ...]:
    """Return the two stacks that the enemy can attack at the highest columns in one activation."""
    board, grid = p.board, p.board.grid
    found = sorted(threats(p, p.seat).values(), key=lambda blow: (-blow.column, -blow.attack, blow.hex))
    return tuple(
        Threatened(
            grid.ids[blow.hex], f"{board.places[blow.hex]}, {who(p, blow)}", column_name(blow.column), said(p, blow)
        )
        for blow in found[:WORST]
    )


def who(p: Operation, blow: Blow) -> str:
    """Return the names of the units in a hex."""
    return ", ".join(p.board.units[u].name for u in p.units_in(blow.hex, p.seat) if p.board.is_combat[u])


def said(p: Operation, blow: Blow) -> str:
    """Return the strength of an attack in words."""
    number = counted(len(members(blow.attackers)), "# unit", "# units")
    return f"{blow.attack} to {blow.defence} with {number} of {blow.means.name}, including column shifts."


# ------------------------------------------------------------------ the path


def axis(p: Operation, style: Style) -> Course:
    """Return the path of the spearhead to the zone or, if it has none, of the foremost unit: the part that it can cover
    this turn, and the rest."""
    grid, goals = p.board.grid, aim(p, style)
    way_there = best_way(p, goals, spearhead) or best_way(p, goals, foremost)
    name = ZONE_NAMES[sought(p, style)]
    if not way_there:
        return Course(f"There is no path to zone {name}, so we must open one.")
    if len(way_there) == 1:
        return Course(f"Zone {name} is held.", ())
    barred = [h for h in way_there if p.troops(SOVIET) & grid.bit[h]]
    left = counted(len(way_there) - 1, "# hex", "# hexes")
    past = f"past {grid.ids[barred[0]]}" if barred else "and no unit is in the way"
    text = f"The spearhead in {grid.ids[way_there[0]]} is {left} from zone {name}, {past}."
    return Course(text, tuple(legs(p.board, way_there)))


def soviet(p: Operation) -> Course:
    """Return the blocks on the best path of the foremost enemy."""
    grid = p.board.grid
    way_there = best_way(p, in_question(p), foremost)
    if not way_there:
        return Course("There is no path to the zones, so we hold the ring around them.")
    open_ = [h for h in way_there[1:] if not p.troops(SOVIET) & grid.bit[h]]
    if not open_:
        return Course("The enemy is in a zone that may be the real zone. We must drive it out.")
    start = min(grid.hexes(p.troops(SOVIET)), key=lambda h: grid.distance(h, open_[0]), default=-1)
    arrows = [Arrow(kind="later", from_=grid.ids[way_there[0]], to=grid.ids[way_there[-1]])]
    if start >= 0 and start != open_[0]:
        arrows.insert(0, Arrow(kind="hold", from_=grid.ids[start], to=grid.ids[open_[0]]))
    away = counted(len(way_there) - 1, "# hex", "# hexes")
    start_of, by = grid.ids[way_there[0]], grid.ids[open_[0]]
    text = f"{start_of} is {away} from a zone that may be the real zone, so we block the path through {by}."
    return Course(text, tuple(arrows))


def best_way(p: Operation, goals: Hexes, leader: Callable[[Operation, Sequence[int]], int]) -> list[int]:
    """Return the path of the leading unit to its destinations, or an empty path if there is none."""
    costs = way(p, goals)
    lead = leader(p, costs)
    return [] if lead >= OFF_MAP or costs[lead] >= FAR else path(p.board, costs, lead, p.built)


def legs(board: Board, way_there: list[int]) -> list[Arrow]:
    """Return a path as arrows: this turn's part, and the rest."""
    grid = board.grid
    bend = way_there[min(AHEAD, len(way_there) - 1)]
    parts = (("attack", way_there[0], bend), ("later", bend, way_there[-1]))
    return [Arrow(kind=kind, from_=grid.ids[a], to=grid.ids[b]) for kind, a, b in parts if a != b]
