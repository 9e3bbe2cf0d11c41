"""Show the plan for a round as a sentence and arrows, with the expected gain from the action, the next best action, and
the Spawn hexes in danger.

The plan shows only the positions of enemy blocks.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import convert

from mamayev.engine.bot import Course, Ground, Intent, Rated, Threatened
from mamayev.engine.notation import verb_of
from mamayev.engine.orders import Orders, Plan
from mamayev.engine.scene import Arrow
from mamayev.engine.words import counted
from mamayev.terrain.grid import OFF, Hexes

from ..printed.board import Board
from ..printed.map import GERMAN, SOVIET
from ..rules.position import DECK, City
from ..rules.soviet import Moving, highest, order
from ..rules.verbs import ATTACK, HASTY, LONG, REINFORCE, SHORT, SPAWN
from . import german_staff, soviet_staff
from .german_outlook import Fight, Outlook, advancing, spawned
from .german_reasons import March, arrow
from .orders import GermanOrders, SovietOrders, german_style, soviet_style
from .soviet_outlook import Stand, way_of
from .style import DRAWN, GERMAN_STAFF, SOVIET_STAFF, GermanStyle, SovietStyle

NEAR, WORST, MOST = 3, 2, 3
"""The distance in hexes from which Soviet units threaten an empty hex, and the maximum number of places in danger and
of arrows to show.
"""


def nearest(board: Board, hexes: Hexes, to: int) -> int:
    """Return the nearest of the given hexes, or -1 if there is none."""
    grid = board.grid
    return min(grid.hexes(hexes), key=lambda h: grid.distance(h, to), default=-1)


def intent(p: City, orders: Orders | None = None) -> Intent | None:
    """Return the plan of the side that is beginning its round, under its orders if it has any.

    The result is None at other decisions.
    """
    if p.box.name == "german-round":
        return german(p, german_style(p.board, orders) if isinstance(orders, GermanOrders) else GERMAN_STAFF)
    if p.box.name == "use-die":
        return soviet(p, soviet_style(p.board, orders) if isinstance(orders, SovietOrders) else SOVIET_STAFF)
    return None


def german(p: City, style: GermanStyle) -> Intent:
    """Return the German plan: the best action, and the Spawn hex at which it is aimed."""
    board, grid = p.board, p.board.grid
    seen = Outlook(p, style)
    plain = german_staff.rated(p, style)
    rows = by_worth(p, style, plain)
    best = rows[0]
    struck_by = german_staff.fights(p, seen).get(best.action)
    legs, after = german_staff.on_the_march(p, best.action, style)
    what, arrows = begun(p, best, legs)
    aims = aimed(p, seen, best.action, struck_by, legs)
    for goal in aims:
        start = nearest(board, p.german, goal)
        if start >= 0 and not any(each.to == grid.ids[goal] for each in arrows):
            arrows.append(arrow(p, "later", start, goal))
    struck = {each.to for each in arrows if each.kind == "attack"}
    further = [p.table.places[goal] for goal in aims if grid.ids[goal] not in struck]
    onward = f", {' and '.join(further)} {counted(len(further), 'is', 'are')} next" if further else ""
    sentence = f"{what}{onward}: {race(p, seen)}; {clock(p)}."
    threatened = open_behind(p, struck_by, after)
    other = next_best(p, rows)
    if other is None:
        return Intent(sentence, tuple(arrows[:MOST]), best.told(), threatened)
    second, instead, ways = other
    grounds = (*best.told(), Ground("Next best", f"{instead}{compared(plain, style, best, second)}"))
    return Intent(sentence, tuple(arrows[:MOST]), grounds, threatened, Course(f"{instead} instead.", tuple(ways)))


def compared(plain: list[Rated], style: GermanStyle, best: Rated, second: Rated) -> str:
    """Compare the `plain` values of two actions, or return "" if orders rather than these values decide."""
    worth = {one.action: one.worth for one in plain}
    if best.worth >= style.called or worth[second.action] > worth[best.action]:
        return ""
    return f": worth {worth[second.action]:.1f} instead of {worth[best.action]:.1f}"


# ------------------------------------------------------------------ the next best plan


def second(p: City, orders: Orders) -> Plan | None:
    """Return the next best plan as orders: the first of some changes to the orders after which the staff does something
    else."""
    if p.box.name == "german-round" and isinstance(orders, GermanOrders):
        return other_action(p, orders)
    return other_die(p, orders) if p.box.name == "use-die" and isinstance(orders, SovietOrders) else None


def other_action(p: City, orders: GermanOrders) -> Plan | None:
    """Return the orders under which the Germans do what the staff would do next, if there are any."""
    style = german_style(p.board, orders)
    other = next_best(p, by_worth(p, style, german_staff.rated(p, style)))
    if other is None:
        return None
    _, wanted, _ = other
    grid = p.board.grid
    changes: list[dict[str, Any]] = [
        *({"prefer": one} for one in ("attack", "move")),
        {"call_below": len(p.units_in(p.german)) + 1},
        *({"objectives": [grid.ids[h]]} for h in grid.hexes(p.spawns_held())),
    ]
    for change in changes:
        given = orders.changed() | change
        style = german_style(p.board, convert(given, GermanOrders))
        best = by_worth(p, style, german_staff.rated(p, style))[0]
        if begun(p, best)[0] == wanted:
            return Plan(wanted, given)
    return None


def by_worth(p: City, style: GermanStyle, rows: list[Rated]) -> list[Rated]:
    """Return those of the rated actions of a German round that the orders allow, the best first."""
    return sorted(german_staff.under_orders(p, style, rows), key=lambda one: (one.worth, one.action), reverse=True)


def next_best(p: City, rows: Sequence[Rated]) -> tuple[Rated, str, list[Arrow]] | None:
    """Return the best action that is described in other words than the first, with these words and its arrows."""
    first = begun(p, rows[0])[0]
    for one in rows[1:]:
        what, arrows = begun(p, one)
        if what != first:
            return one, what, arrows
    return None


def other_die(p: City, orders: SovietOrders) -> Plan | None:
    """Return the orders under which the Soviets use the die in another way, if there are any."""
    first = soviet_staff.use_die(p, soviet_style(p.board, orders)).action
    for title, change in OTHER_WAYS.items():
        given = orders.changed() | change
        if soviet_staff.use_die(p, soviet_style(p.board, convert(given, SovietOrders))).action != first:
            return Plan(title, given)
    return None


OTHER_WAYS = {
    "Run the clock": {"clock": "run"},
    "Spend blocks on attacks": {"losses": "spend"},
    "Spare the blocks": {"losses": "spare"},
    "Let the clock wait": {"clock": "wait"},
}
"""The changes to the Soviets' orders that may lead to another plan, with its title."""


def race(p: City, seen: Outlook) -> str:
    """Describe how many Spawn hexes the Germans must take before the cards run out."""
    left = counted(p.count(SOVIET, DECK), "# Soviet card is drawn", "# Soviet cards are drawn")
    return f"{counted(len(seen.wanted), '# Spawn hex is', '# Spawn hexes are')} left to take before {left}"


def aimed(p: City, seen: Outlook, action: int, struck_by: Fight | None, legs: list[March]) -> list[int]:
    """Return the hexes at which an action is aimed. They are the hexes that its moves, new units or attack help most
    or, for an attack on a Spawn hex, that hex.
    """
    verb = verb_of(action)
    if verb in (LONG, SHORT):
        return list(dict.fromkeys(leg.goal().hex for leg in legs))
    if verb == REINFORCE:
        come, _, h = german_staff.coming(p, seen)
        if h >= 0:
            return [seen.helped(min(come, p.room(h)) * GERMAN_STAFF.fresh, -1, h).hex]
    if struck_by is None:
        return []
    if struck_by.target in seen.wanted:
        return [struck_by.target]
    fires = advancing(p, struck_by.units)
    others = [goal for goal in seen.goals if goal.hex != struck_by.target]
    return [max(others, key=lambda goal: seen.opened(goal, struck_by.target, fires)).hex]


def clock(p: City) -> str:
    """Describe how fast the Soviets draw cards with the current stacks."""
    held = p.spawns_held()
    if order(p).action == SPAWN:
        drawn = counted(cards, "# card", "# cards") if (cards := spawned(p)) else "no card"
        return f"with the current stacks, the next Soviet action is a Spawn Action and draws {drawn}"
    about = DRAWN[highest(p).bit_count()] if held else 1.0
    return f"with the current stacks, the next Soviet action draws about {about:.1f} cards"


def open_behind(p: City, struck_by: Fight | None, after: City) -> tuple[Threatened, ...]:
    """Return the German Spawn hexes that will be empty once the action begins and have Soviet units within three hexes,
    nearest first. There are none if the next Soviet action is a Spawn Action, in which no block moves.
    """
    board, grid = p.board, p.board.grid
    if order(p).action == SPAWN and not (struck_by and highest(p) & grid.bit[struck_by.target]):
        return ()
    row = []
    for h in grid.hexes((board.spawn_hexes[SOVIET] | board.spawn_hexes[GERMAN]) & after.control & ~after.german):
        near = nearest(board, p.soviet, h)
        if near >= 0 and grid.distance(near, h) <= NEAR:
            row.append((grid.distance(near, h), h))
    return tuple(
        Threatened(
            grid.ids[h],
            p.table.places[h],
            counted(away, "# hex", "# hexes"),
            f"It {'will be' if p.german & grid.bit[h] else 'is'} empty, and Soviet units are this close.",
        )
        for away, h in sorted(row)[:WORST]
    )


def begun(p: City, one: Rated, legs: Sequence[March] = ()) -> tuple[str, list[Arrow]]:
    """Describe an action in the round, and return its arrows. `legs`: all units that it moves, if it has more moves
    than its text names.
    """
    verb, arrows = verb_of(one.action), list(one.drawn())
    if verb in (ATTACK, HASTY):
        how = " from the march" if verb == HASTY else ""
        return f"{place(p, arrows[0].to)} is attacked{how}", arrows
    if verb in (LONG, SHORT):
        arrows = [arrow(p, "later", leg.start, leg.end) for leg in legs] or arrows
        others = "".join(f", another stack to {place(p, each.to)}" for each in arrows[1:])
        return f"A stack goes to {place(p, arrows[0].to)}{others}", arrows
    return "Reinforcements come first" if verb == REINFORCE else "Nothing moves", []


def place(p: City, hex_id: str) -> str:
    """Return the name of a hex for use in a sentence."""
    name: str = p.table.places[p.board.hex[hex_id]]
    return name


def soviet(p: City, style: SovietStyle) -> Intent:
    """Return the Soviet plan: the effect of the die, a Spawn hex that stays in Soviet hands, and a lost Spawn hex to
    which a later die leads.
    """
    board, grid = p.board, p.board.grid
    stand = Stand(p, style)
    best = soviet_staff.use_die(p, style)
    action = best.action
    start, to = way_of(p, action)
    fights = bool(p.german & grid.bit[to])
    what = f"{p.table.places[to]} is attacked" if fights else f"A block goes from {grid.ids[start]} to {grid.ids[to]}"
    arrows = [arrow(p, "attack" if fights else "later", start, to)]
    if stand.held:
        worst = max(grid.hexes(stand.held), key=lambda s: stand.falls(s, stand.heights.get(s, 0)))
        enemy = nearest(board, p.german, worst)
        if worst != start and p.soviet & grid.bit[worst] and enemy >= 0:
            what += f", {p.table.places[worst]} is held"
            arrows.append(arrow(p, "hold", worst, enemy))
    if found := retaken(p, start, to):
        back, shows, origin = found
        what += f", and a later die, the {shows}, leads back into {p.table.places[back]}"
        arrows.append(arrow(p, "later", origin, back))
    tops = highest(p)
    height = len(p.stacks[grid.hexes(tops)[0]])
    dice = counted(tops.bit_count(), f"# stack of {height} runs", f"# stacks of {height} run")
    return Intent(f"{what}; {dice} the clock.", tuple(arrows), *of_die(p, stand))


def retaken(p: City, start: int, to: int) -> tuple[int, int, int] | None:
    """Return a lost and empty Spawn hex, the die of this action that leads into it, and the stack that could use it.

    `start`, `to`: the move of the current die.
    """
    grid = p.board.grid
    lost = p.board.spawn_hexes[SOVIET] & p.control & ~p.german & ~grid.bit[to]
    later = p.rolled[p.frame("movement-action")[Moving.done] :]
    for shows in later:
        if shows == 1 or p.rolled.count(shows) > 1:  # INF-SMOVE-07, INF-SMOVE-09: a card, not a move
            continue
        for h in grid.hexes(p.soviet & ~grid.bit[start]):
            end = grid.toward[h][p.table.compass[shows - 1]]
            if h not in p.tops and end != OFF and lost & grid.bit[end]:
                return end, shows, h
    return None


def of_die(p: City, stand: Stand) -> tuple[tuple[Ground, ...], tuple[Threatened, ...]]:
    """Describe the expected cards from the Soviet action, and the Spawn hexes that are most likely to fall soon."""
    grid = p.board.grid
    falls = sorted(((stand.falls(s, stand.heights.get(s, 0)), s) for s in grid.hexes(stand.held)), reverse=True)
    cards, _ = stand.drawn(stand.heights, grid.hexes(stand.held))
    grounds = [Ground("Hoped for", f"With the current stacks, the next action draws {cards:.1f} cards")]
    if falls:
        safe = sum(stand.steps(s, stand.heights.get(s, 0)) > stand.threat(s) for _, s in falls)
        of_all = counted(len(falls), "# Spawn hex", "# Spawn hexes")
        grounds.append(Ground("Held", f"In {safe} of {of_all}, we have more steps than the Germans nearby have hits"))
    worst = tuple(
        Threatened(
            grid.ids[s], p.table.places[s], f"{stand.threat(s):.1f} to {stand.steps(s, stand.heights.get(s, 0)):.0f}",
            f"About {stand.threat(s):.1f} hits of the Germans nearby against "
            f"{counted(stand.heights.get(s, 0), '# block', '# blocks')}.",
        )
        for chance, s in falls[:WORST]
        if chance > 0
    )  # fmt: skip
    return tuple(grounds), worst
