"""Check whether the staff of The Cauldron can carry out its orders, and report whether it did."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from mamayev.engine.orders import Command, Kept, Mark, Objection, Stop
from mamayev.engine.words import counted, listed

from ..rules.control import in_set_up
from ..rules.position import Pocket
from ..rules.strategic import full_upkeep
from .directions import second
from .orders import FORMS, PLANS, PaulusOrders, emptied, given_up, held, is_weak


def objections(p: Pocket, orders: PaulusOrders) -> Iterator[Objection]:
    """Yield the orders that the staff cannot carry out at this position."""
    board = p.table.board
    for area in sorted(held(p, orders)):
        field = field_of(p, area, orders)
        if not p.german >> area & 1:
            text = f"{board.names[area]} is not in German hands: take it first."
            yield Objection(field, text, ("CAU-ADV-01",))
        elif not p.count[area]:
            yield Objection(field, f"No unit is in {board.names[area]}: send one there first.", ("CAU-MOVE-01",))
    if len(held(p, orders)) < len(orders.hold):
        yield Objection("hold", "Only areas on the map can be held.", ("CAU-RETREAT-01",))
    for area in sorted(held(p, orders) & given_up(p, orders)):
        text = f"{board.names[area]} is ordered to be held and to be given up. The staff holds it."
        yield Objection("give_up", text, ("CAU-RETREAT-01",))
    for name in orders.give_up:
        left = p.table.notation.index("space", name)
        if left is not None and not p.german >> left & 1:
            text = f"{board.names[left]} is not in German hands, so there is nothing to give up."
            cure = {"give_up": [each for each in orders.give_up if each != name]}
            yield Objection("give_up", text, ("CAU-CTRL-01",), cure)
    if orders.airfields != "staff" and not p.german & board.airfields:
        yield Objection("airfields", "No airfield is in German hands.", ("CAU-AIR-03",), {"airfields": "staff"})
    if orders.keep_supply > p.supply:
        stock = counted(p.supply, "# supply point is", "# supply points are")
        yield Objection("keep_supply", f"Only {stock} in stock.", ("CAU-UPK-01",))
    if orders.strategy in ("breakout", "consolidate", "paulus") and orders.appeals == "never" and not p.foa:
        text = "This strategy needs Freedom of Action, which only an Appeal brings."
        yield Objection("appeals", text, ("CAU-APPEAL-03",))


def stops(p: Pocket, action: int, orders: PaulusOrders) -> Iterator[Stop]:
    """Yield the orders that an action would break if no other action keeps them."""
    area = emptied(p, action)
    if area is not None and area in held(p, orders):
        name, space, field = p.table.board.names[area], p.table.space_id(area), field_of(p, area, orders)
        cure = {"hold": [each for each in orders.hold if each != space]} if field == "hold" else {field: "staff"}
        text, cost = f"The last unit must leave {name}, which you ordered to hold.", f"{name} is lost"
        yield Stop(field, text, ("CAU-RETREAT-01",), space, "the unit is saved", cost, cure)
    if orders.least and is_weak(p, action, orders.least / 100):
        gain, cost = f"succeeds less than {orders.least}% of the time", "the attackers are spent"
        text = f"The attack succeeds less than {orders.least}% of the time."
        yield Stop("least", text, ("CAU-ATK-01",), gain=gain, cost=cost, cure={"least": 0})


def field_of(p: Pocket, area: int, orders: PaulusOrders) -> str:
    """Return the order under which an area is held."""
    return "hold" if p.table.space_id(area) in orders.hold else "airfields"


def report(before: Pocket, p: Pocket, orders: PaulusOrders) -> Iterator[Kept]:
    """Yield how each order turned out in a turn."""
    changed = orders.changed()
    areas = held(before, orders)
    for field in ("hold", "airfields"):
        yield from _stood(before, p, field, {area for area in areas if field_of(p, area, orders) == field})
    named = given_up(before, replace(orders, airfields="staff"))
    for field, left in (("give_up", named), ("airfields", given_up(before, orders) - named)):
        if left:
            away = counted(sum(not p.german >> area & 1 for area in left), "# area is", "# areas are")
            yield Kept(field, "goes on", f"{away} in Soviet hands")
    if "keep_supply" in changed:
        stock = counted(p.supply, "# supply point is", "# supply points are")
        kept = p.supply >= min(orders.keep_supply, before.supply)
        short = "" if kept else f", and full upkeep takes {full_upkeep(p)}"
        yield Kept("keep_supply", "kept" if kept else "broken", f"{stock} in stock{short}")
    if "strategy" in changed:
        yield Kept("strategy", "goes on", f"The army follows the plan “{orders.strategy}”")
    if "least" in changed:
        yield Kept("least", "kept", f"No attack began below {orders.least}%")
    for name, what in (("appeals", "No Appeal"), ("tactical", "No Tactical Attack"), ("dig_in", "No new defense")):
        if name in changed:
            yield Kept(name, "kept", what)


def _stood(before: Pocket, p: Pocket, field: str, areas: set[int]) -> Iterator[Kept]:
    """Yield what became of the areas that an order holds."""
    names = p.table.board.names
    without = {area for area in areas if not _stands(p, area)}
    lost = sorted(area for area in without if _stands(before, area))
    never = sorted(without - {*lost})
    if lost:
        yield Kept(field, "broken", f"{listed([names[area] for area in lost])} {counted(len(lost), 'is', 'are')} lost")
    if never:
        yield Kept(field, "goes on", f"No unit is in {listed([names[area] for area in never])} yet")
    if areas and not without:
        yield Kept(field, "kept", "Every area is held")


def _stands(p: Pocket, area: int) -> bool:
    """Return whether units hold an area."""
    return bool(p.count[area] and p.german >> area & 1)


def marks(before: Pocket, p: Pocket, orders: PaulusOrders) -> Iterator[Mark]:
    """Yield what a forecast measures at the end of a turn: the areas to hold, the army, and its supply."""
    names = p.table.board.names
    for area in sorted(held(before, orders)):
        yield Mark("chance", f"{names[area]} held", float(_stands(p, area)), field_of(p, area, orders))
    if orders.keep_supply:
        stock = counted(orders.keep_supply, "# supply point", "# supply points")
        yield Mark("chance", f"At least {stock} in stock", float(p.supply >= orders.keep_supply), "keep_supply")
    if not in_set_up(before):  # otherwise, the army that the setup brings would count as regained
        yield Mark("amount", "Steps lost, less those regained", sum(before.steps) - sum(p.steps))
    yield Mark("amount", "Supply in stock", p.supply)


COMMAND = Command(
    FORMS,
    lambda p, orders: list(objections(p, orders)),
    stops,
    lambda *given: list(report(*given)),
    marks=lambda *given: list(marks(*given)),
    plans=PLANS,
    second=second,
)
