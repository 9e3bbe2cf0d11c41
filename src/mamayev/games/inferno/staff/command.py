"""Check whether the Inferno staff can carry out its orders, and report whether it did."""

from __future__ import annotations

from collections.abc import Iterator

from mamayev.engine.notation import verb_of
from mamayev.engine.orders import Command, Kept, Mark, Objection, Orders, Stop
from mamayev.engine.words import counted, listed
from mamayev.terrain.grid import Hexes

from ..printed.map import GERMAN, SOVIET
from ..rules.position import HAND, City
from ..rules.verbs import ATTACK, HASTY, STRIKE
from .directions import second
from .german_outlook import near
from .german_staff import chance
from .orders import FORMS, PLANS, GermanOrders, german_style

# ------------------------------------------------------------------ before


def objections(p: City, orders: Orders) -> list[Objection]:
    """Return the orders that the staff cannot carry out at this position."""
    return [*_wrong_spawns(p, orders), *(_germans(p, orders) if isinstance(orders, GermanOrders) else ())]


def _wrong_spawns(p: City, orders: Orders) -> Iterator[Objection]:
    """Yield objections to ordered hexes that are not Soviet Spawn hexes, or that are in the wrong hands."""
    grid, spawns = p.board.grid, p.board.spawn_hexes[SOVIET]
    field = "objectives" if isinstance(orders, GermanOrders) else "defend"
    for name in getattr(orders, field):
        if not spawns & grid.bit[grid.index[name]]:
            known = listed([grid.ids[h] for h in grid.hexes(spawns)])
            text = f"{name} is not a Soviet Spawn hex. These are {known}."
            yield Objection(field, text, ("INF-MAP-05", "INF-WIN-01"))


def _germans(p: City, orders: GermanOrders) -> Iterator[Objection]:
    grid = p.board.grid
    for name in orders.hold:
        h = grid.index[name]
        if p.soviet & grid.bit[h]:
            yield Objection("hold", f"Soviet units are in {name}: take it first.", ("INF-MAP-02",))
    units = len(p.units_in(p.german))
    if len(orders.hold) > units:
        few = counted(units, "# German unit is", "# German units are")
        yield Objection("hold", f"{few} on the map, fewer than hexes to hold.", ("INF-STACK-01",))


# ------------------------------------------------------------------ meanwhile


def turn(p: City, seat: int) -> int:
    """Return the round of a seat's orders: the Soviets' begins with their own action, and includes the next German
    one."""
    return p.round if seat != SOVIET or p.inside("movement-action") or p.inside("spawn-action") else p.round - 1


def stops(p: City, action: int, orders: Orders) -> Iterator[Stop]:
    """Yield the orders that an action would break if no other action keeps them."""
    if not isinstance(orders, GermanOrders):
        return  # no order of the Soviets is broken by an action
    style, grid = german_style(p.board, orders), p.board.grid
    if style.held:
        after = p.copy()
        after.apply(action)
        left = style.held & p.german & ~after.german & ~after.soviet
        for h in grid.hexes(left):
            text, cost = f"The last unit would leave {p.table.places[h]}.", f"{p.table.places[h]} is left empty"
            cure = {"hold": [name for name in orders.hold if name != grid.ids[h]]}
            yield Stop("hold", text, ("INF-ADV-01",), grid.ids[h], "the units go where the plan wants", cost, cure)
    if style.least and verb_of(action) in (ATTACK, HASTY, STRIKE):
        chances = chance(p, action, style)
        if chances < style.least:
            text = (
                f"The chance to empty the hex is {_of_100(chances)}, and you ordered at least {_of_100(style.least)}."
            )
            gain, cost = f"empties the hex {_of_100(chances)} of the time", f"fails {_of_100(1 - chances)} of the time"
            rule = {"least": int(100 * chances)}
            yield Stop("least", text, ("INF-HASTY-02",), gain=gain, cost=cost, cure=rule)


def _of_100(share: float) -> str:
    return f"{100 * share:.0f}%"


# ------------------------------------------------------------------ afterwards


def report(before: City, p: City, orders: Orders) -> list[Kept]:
    """Return how each order turned out in a round."""
    changed = orders.changed()
    found = [*_spawns(before, p, orders)]
    if isinstance(orders, GermanOrders):
        found += _held(before, p, orders)
        if "keep_cards" in changed:
            found.append(
                Kept("keep_cards", "kept", counted(p.count(GERMAN, HAND), "# card in hand", "# cards in hand"))
            )
        if "call_below" in changed:
            found.append(_called(before, p, orders))
        if "least" in changed:
            found.append(Kept("least", "kept", f"Under this order, the staff began no attack below {orders.least}%"))
    return found


def _spawns(before: City, p: City, orders: Orders) -> Iterator[Kept]:
    """Yield the outcome of the orders for Spawn hexes."""
    grid = p.board.grid
    german = isinstance(orders, GermanOrders)
    field = "objectives" if german else "defend"
    named = [grid.index[name] for name in getattr(orders, field)]
    if not named:
        return
    ours = [h for h in named if bool(p.control & grid.bit[h]) == german]
    if len(ours) == len(named):
        yield Kept(field, "kept", "All are ours")
        return
    names = listed([p.table.places[h] for h in named if h not in ours])
    if german:
        left = f"{names} {counted(len(named) - len(ours), 'is', 'are')} left to take"
        yield Kept(field, "half done" if ours else "goes on", left)
    else:
        lost = [h for h in named if h not in ours and not before.control & grid.bit[h]]
        yield Kept(field, "broken" if lost else "missed", f"The Germans hold {names}")


def _held(before: City, p: City, orders: GermanOrders) -> Iterator[Kept]:
    """Yield the outcome of the orders to hold hexes."""
    grid = p.board.grid
    held = german_style(p.board, orders).held
    if not held:
        return
    without = held & ~p.german
    lost, left, never = (
        without & before.german & p.soviet,
        without & before.german & ~p.soviet,
        without & ~before.german,
    )
    names = [listed([p.table.places[h] for h in grid.hexes(hexes)]) if hexes else "" for hexes in (lost, left, never)]
    if lost:
        yield Kept("hold", "broken", f"The Soviets took {names[0]}")
    if left:
        yield Kept("hold", "broken", f"The last unit in {names[1]} is gone")
    if never:
        far, was = (_farthest(q, never) for q in (p, before))
        hexes = counted(far, "# hex", "# hexes")
        if far < was:
            yield Kept("hold", "goes on", f"No unit is in {names[2]} yet: the nearest one came closer, to {hexes}")
        else:
            yield Kept(
                "hold", "missed", f"No unit is in {names[2]}: the nearest one is {hexes} away, no closer than before"
            )
    if not without:
        yield Kept("hold", "kept", "Every hex is held")


def _farthest(p: City, hexes: Hexes) -> int:
    """Return the distance from these hexes to the nearest German units, for the hex that is farthest from them."""
    return max(near(p.board, h, p.german) for h in p.board.grid.hexes(hexes))


def _called(before: City, p: City, orders: GermanOrders) -> Kept:
    """Return whether reinforcements were called as ordered."""
    were, are = (len(q.units_in(q.german)) for q in (before, p))
    on_map = counted(are, "# unit is on the map", "# units are on the map")
    if were >= orders.call_below:
        return Kept("call_below", "kept", f"{on_map}, so no call")
    return Kept("call_below", "kept" if are > were else "missed", on_map)


# ------------------------------------------------------------------ forecast


def marks(before: City, p: City, orders: Orders) -> list[Mark]:
    """Return what a forecast measures at the end of a round: the hexes in the orders, and what the round has cost."""
    grid, german = p.board.grid, isinstance(orders, GermanOrders)
    found = list[Mark]()
    field = "objectives" if german else "defend"
    for name in getattr(orders, field):
        h = grid.index[name]
        ours, still = (bool(q.control & grid.bit[h]) == german for q in (before, p))
        verb = "held" if ours or not german else "taken"
        found.append(Mark("chance", f"{p.table.places[h]} {verb}", float(still), field))
    if isinstance(orders, GermanOrders):
        for name in orders.hold:
            h = grid.index[name]
            found.append(Mark("chance", f"{p.table.places[h]} held", float(bool(p.german & grid.bit[h])), "hold"))
        if orders.keep_cards:
            cards = counted(orders.keep_cards, "# card", "# cards")
            kept = p.count(GERMAN, HAND) >= orders.keep_cards
            found.append(Mark("chance", f"At least {cards} in hand", float(kept), "keep_cards"))
    units, blocks = len(p.units_in(p.german)), len(p.units_in(p.soviet))
    found.append(Mark("amount", "German units on the map", units))
    found.append(Mark("amount", "Soviet blocks on the map", blocks))
    return found


COMMAND = Command(FORMS, objections, stops, report, marks=marks, plans=PLANS, second=second, turn=turn)
