"""Check whether the staff of The Cauldron can carry out its orders, and report whether it did."""

from __future__ import annotations

from collections.abc import Iterator

from mamayev.engine.orders import Command, Kept, Mark, Objection, Stop
from mamayev.engine.words import counted, listed

from ..rules.position import Pocket
from ..rules.strategic import full_upkeep
from .orders import FORMS, PLANS, PaulusOrders, held, is_weak, leaves


def objections(p: Pocket, orders: PaulusOrders) -> Iterator[Objection]:
    """Yield the orders that the staff cannot carry out at this position."""
    board = p.table.board
    for area in sorted(held(p, orders)):
        if not p.german >> area & 1:
            text = f"{board.names[area]} is not in German hands: take it first."
            yield Objection("hold", text, ("CAU-ADV-01",))
        elif not p.count[area]:
            yield Objection("hold", f"No unit is in {board.names[area]}: send one there first.", ("CAU-MOVE-01",))
    if len(held(p, orders)) < len(orders.hold):
        yield Objection("hold", "Only areas on the map can be held.", ("CAU-RETREAT-01",))
    if orders.keep_supply > p.supply:
        stock = counted(p.supply, "# supply point is", "# supply points are")
        yield Objection("keep_supply", f"Only {stock} in stock.", ("CAU-UPK-01",))
    if orders.strategy in ("breakout", "consolidate", "paulus") and orders.appeals == "never" and not p.foa:
        text = "This strategy needs Freedom of Action, which only an Appeal brings."
        yield Objection("appeals", text, ("CAU-APPEAL-03",))


def stop(p: Pocket, action: int, orders: PaulusOrders) -> Stop | None:
    """Return the order that an action would break if no other action keeps it."""
    if leaves(p, action, held(p, orders)):
        return Stop(
            "hold",
            "The last unit in an area that you ordered held must leave it.",
            ("CAU-RETREAT-01",),
            gain="the unit is saved",
            cost="the area is lost",
            cure={"hold": []},
        )
    if orders.least and is_weak(p, action, orders.least / 100):
        gain, cost = f"succeeds less than {orders.least}% of the time", "the attackers are spent"
        text = f"The attack succeeds less than {orders.least}% of the time."
        return Stop("least", text, ("CAU-ATK-01",), gain=gain, cost=cost, cure={"least": 0})
    return None


def report(before: Pocket, p: Pocket, orders: PaulusOrders) -> Iterator[Kept]:
    """Yield how each order turned out in a turn."""
    changed, names = orders.changed(), p.table.board.names
    if areas := held(p, orders):
        there = {area for area in areas if before.count[area] and before.german >> area & 1}
        lost = sorted(area for area in there if not p.count[area] or not p.german >> area & 1)
        never = sorted(areas - there)
        if lost:
            yield Kept("hold", "broken", f"{listed([names[area] for area in lost])} is lost")
        if never:
            yield Kept("hold", "goes on", f"No unit held {listed([names[area] for area in never])}")
        if not lost and not never:
            yield Kept("hold", "kept", "Every area is held")
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


def marks(before: Pocket, p: Pocket, orders: PaulusOrders) -> Iterator[Mark]:
    """Yield what a forecast measures at the end of a turn: the areas to hold, the army, and its supply."""
    names = p.table.board.names
    for area in sorted(held(p, orders)):
        yield Mark("chance", f"{names[area]} held", float(p.count[area] > 0), "hold")
    if orders.keep_supply:
        stock = counted(orders.keep_supply, "# supply point", "# supply points")
        yield Mark("chance", f"At least {stock} in stock", float(p.supply >= orders.keep_supply), "keep_supply")
    yield Mark("amount", "Steps lost, less those regained", sum(before.steps) - sum(p.steps))
    yield Mark("amount", "Supply in stock", p.supply)


COMMAND = Command(
    FORMS,
    lambda p, orders: list(objections(p, orders)),
    stop,
    lambda *given: list(report(*given)),
    marks=lambda *given: list(marks(*given)),
    plans=PLANS,
)
