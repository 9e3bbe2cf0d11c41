"""Show the plan for a turn as a sentence and arrows: the road to the relief force, or the front.

It includes the expected gain and cost, the alternative plan, and the areas that are most likely to fall.
"""

from __future__ import annotations

from mamayev.engine.bot import Course, Ground, Intent, Threatened
from mamayev.engine.orders import Orders, Plan
from mamayev.engine.scene import Arrow
from mamayev.engine.words import counted

from ..printed.map import BOX_0
from ..rules.board import bits
from ..rules.position import Pocket
from ..rules.prices import multiple, spendable
from .appreciation import (
    doors,
    endures,
    front,
    gate,
    losses_until_it_falls,
    road,
    spearheads,
    success,
    time_to_go,
    weakest_first,
)
from .ground import nose
from .offensive import out_of_each
from .orders import PaulusOrders
from .reckoning import by_holding, by_surrender
from .style import JUDGMENT

SAID = ("strategic.upkeep.pay", "german.actions")
"""The decisions at which the turn and its Actions begin."""
WEAK = 2
"""The number of weak areas to show."""


BREAKOUT, WAIT = ("breakout",), ("stay-put", "consolidate", "watch-and-wait")
"""The strategies that break out, and those that hold the pocket."""


def intent(p: Pocket, orders: Orders | None = None) -> Intent | None:
    """Return the plan for the German Actions, under orders if there are any.

    The result is None at other decisions, except at the start of the turn.
    """
    if p.box.name not in SAID:
        return None
    names, ids = p.table.board.names, p.table.space_id
    target, sortie = way_out(p), goes(p, orders)
    plans = [out(p, target)] if target else []
    plans.insert(0 if not sortie else 1, ring(p))
    what, *instead = plans
    weak = weakest_first(p, front(p))[:WEAK]
    arrows = list(what.arrows)
    kept = [area for area in weak if area != nose(p.table.board)]  # the staff takes its units out of the nose
    for area in kept:
        enemy = bits(p.table.board.adjacent[area] & p.soviet)
        arrows.append(Arrow(kind="hold", from_=ids(area), to=ids(enemy[0])))
    must = f", {names[kept[0]]} must hold" if kept else ""
    stock = counted(p.supply, "# supply point", "# supply points")
    sentence = f"{what.sentence.removesuffix('.')}{must}; the army has {stock}."
    return Intent(
        sentence, tuple(arrows), grounds(p, target, sortie), threatened(p, weak), instead[0] if instead else None
    )


def way_out(p: Pocket) -> int:
    """Return the space that blocks the road to the relief force, or 0 if none can be attacked."""
    target = gate(p)
    return 0 if target > BOX_0 else target


def goes(p: Pocket, orders: Orders | None) -> bool:
    """Return whether the army breaks out this turn, under orders if there are any."""
    strategy = orders.strategy if isinstance(orders, PaulusOrders) else "staff"
    return bool(way_out(p)) and (strategy in BREAKOUT or (strategy not in WAIT and time_to_go(p)))


def second(p: Pocket, orders: PaulusOrders) -> Plan | None:
    """Return the alternative plan as orders: to stay if the army breaks out, or else to break out."""
    if not way_out(p):
        return None
    title, strategy = ("Stay in the pocket", WAIT[0]) if goes(p, orders) else ("Break out now", BREAKOUT[0])
    return Plan(title, orders.changed() | {"strategy": strategy})


def out(p: Pocket, target: int) -> Course:
    """Return the plan for a breakout."""
    ids = p.table.space_id
    arrow = Arrow(kind="attack", from_=ids(start_of(p, target)), to=ids(target))
    return Course(f"We break out to the relief force; {p.table.board.names[target]} blocks the road.", (arrow,))


def ring(p: Pocket) -> Course:
    """Return the plan for defending the pocket."""
    ids, way = p.table.space_id, road(p)
    later = [Arrow(kind="later", from_=ids(start_of(p, way[0])), to=ids(way[0]))] if way and way[0] <= BOX_0 else []
    return Course("We hold the pocket until the time for the breakout.", tuple(later))


def grounds(p: Pocket, target: int, sortie: bool) -> tuple[Ground, ...]:
    """Describe the expected points for holding out and for a surrender, from Tables A and H, and the current chance of
    opening the road.
    """
    held, given = by_holding(p), by_surrender(p)
    found = [Ground("Holding out", f"{held:.1f} points without a link-up, according to Tables A and H")]
    if target:
        spare = spendable(p)[1] - 2 * multiple(p)
        points = max(0, min(JUDGMENT.support - p.attack_supply[target], spare))
        named = [unit for unit, space in enumerate(bytes(p.target)) if space == target]
        ready = out_of_each(p, [*named, *spearheads(p, target)])
        with_all = p.attack_supply[target] + points
        chance = f"{100 * success(p, ready, target, with_all):.0f}%" if ready else "no unit is next to it"
        name = p.table.board.names[target]
        found.insert(0 if sortie else 1, Ground("Hoped for" if sortie else "Next best", f"{name} opened now: {chance}"))
        if sortie:
            price = f"{points} for the attack, {2 * multiple(p)} for the advance"
            stock = counted(p.supply, "# supply point", "# supply points")
            found.insert(1, Ground("It costs", f"{price}, {'of' if spare >= 0 else 'with only'} {stock}"))
    if not (p.surrendered or p.surrender_due):
        found.append(Ground("Surrender", f"{given:.1f} points if the army surrenders now"))
    return tuple(found)


def threatened(p: Pocket, weak: list[int]) -> tuple[Threatened, ...]:
    """Return the weak areas of the front, with the losses that they can take and the Soviets next to them."""
    board = p.table.board
    return tuple(
        Threatened(
            p.table.space_id(area),
            board.names[area],
            counted(losses_until_it_falls(p, area), "# loss", "# losses"),
            f"It {endures(p, area)}. Soviets are in {counted(beside(p, area), '# area', '# areas')} next to it.",
        )
        for area in weak
    )


def beside(p: Pocket, area: int) -> int:
    """Return the number of adjacent areas with Soviet units."""
    return (p.table.board.adjacent[area] & p.soviet).bit_count()


def start_of(p: Pocket, target: int) -> int:
    """Return the German area from which to attack a space."""
    ready = [p.at[unit] for unit in spearheads(p, target) if p.at[unit] <= BOX_0]
    return ready[0] if ready else bits(doors(p, target))[0]
