"""The orders that the staff of The Cauldron accepts: which commander's plan it follows, and which actions it leaves
out. Without orders, the staff has the default orders, which leave out no action.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

from mamayev.engine.notation import ARG, MASK, verb_of
from mamayev.engine.orders import LEAVE, STAND, Orders, Plan, about

from ..rules.board import bits
from ..rules.position import Pocket
from ..rules.soviet import Defeat
from ..rules.verbs import (
    ABSORB,
    ACTIVATE,
    ADVANCE,
    APPEAL,
    ATTACK,
    BATTLEGROUP,
    BUILD,
    LOSE,
    MOVE,
    PAY,
    RETREAT,
    SUPPORT,
    TACTICAL,
)
from .appreciation import spearheads, success
from .offensive import out_of_each

Strategy = Literal["staff", "breakout", "stay-put", "consolidate", "watch-and-wait", "paulus"]
Airfields = Literal["staff", "hold", "give-up"]
Allowed = Literal["staff", "never"]


class PaulusOrders(Orders, frozen=True):
    """Orders for the 6th Army."""

    strategy: Annotated[
        Strategy,
        about(
            "Strategy",
            "The plan that the army follows: the staff's own, or that of another commander.",
            "CAU-NOTE-03",
            "CAU-NOTE-06",
            "CAU-NOTE-09",
        ),
    ] = "staff"
    hold: Annotated[
        tuple[str, ...],
        about(
            "Hold",
            "Areas that the last unit does not leave: it takes losses there instead of retreating.",
            "CAU-RETREAT-01",
            "CAU-SOVATK-05",
            kind=STAND,
            most=10,
        ),
    ] = ()
    give_up: Annotated[
        tuple[str, ...],
        about(
            "Give up",
            "Areas where no unit goes and no defense is built. Units there retreat instead of taking losses.",
            "CAU-RETREAT-01",
            "CAU-SOVATK-05",
            "CAU-PDM-01",
            kind=LEAVE,
            most=10,
        ),
    ] = ()
    airfields: Annotated[
        Airfields,
        about(
            "Airfields",
            "Whether the airfield areas count as areas to hold, or as areas to give up.",
            "CAU-AIR-03",
            "CAU-AIR-04",
            "CAU-ISO-01",
        ),
    ] = "staff"
    keep_supply: Annotated[
        int,
        about(
            "Keep supply",
            "The supply points to keep in stock, as far as the rules allow. Units go hungry before this stock is used.",
            "CAU-UPK-01",
            "CAU-UPK-05",
            "CAU-ATK-06",
            least=0,
            most=30,
        ),
    ] = 0
    least: Annotated[
        int,
        about(
            "Least chance",
            "The lowest chance of success, in %, at which an attack out of the pocket begins.",
            "CAU-ATK-01",
            least=0,
            most=100,
            unit="%",
        ),
    ] = 0
    appeals: Annotated[
        Allowed, about("Appeals", "Whether the army appeals to the high command.", "CAU-APPEAL-01", "CAU-IP-02")
    ] = "staff"
    tactical: Annotated[
        Allowed,
        about("Tactical Attacks", "Whether Tactical Attacks delay the Final Offensive.", "CAU-TAC-01", "CAU-TAC-02"),
    ] = "staff"
    dig_in: Annotated[Allowed, about("Dig in", "Whether Prepared Defenses are built and activated.", "CAU-PDM-01")] = (
        "staff"
    )


FORMS: dict[str, type[Orders]] = {"german": PaulusOrders}
"""The order form for each seat."""
PLANS = {
    "german": (
        Plan("Break out", {"strategy": "breakout"}),
        Plan("Stay put", {"strategy": "stay-put"}),
        Plan("Consolidate first", {"strategy": "consolidate"}),
        Plan("Watch and wait", {"strategy": "watch-and-wait"}),
        Plan("Hold the airfields to the end", {"airfields": "hold"}),
    )
}
"""The sets of orders from which a player can choose, by seat."""
NEVER = {"appeals": (APPEAL,), "tactical": (TACTICAL,), "dig_in": (BUILD, ACTIVATE)}
"""The verbs that an order can leave out."""


def held(p: Pocket, orders: PaulusOrders) -> set[int]:
    """Return the areas to hold."""
    return _areas(p, orders.hold) | (_airfields(p) if orders.airfields == "hold" else set())


def given_up(p: Pocket, orders: PaulusOrders) -> set[int]:
    """Return the areas to give up."""
    return _areas(p, orders.give_up) | (_airfields(p) if orders.airfields == "give-up" else set())


def _areas(p: Pocket, names: Sequence[str]) -> set[int]:
    index = p.table.notation.index
    return {area for name in names if (area := index("space", name)) is not None}


def _airfields(p: Pocket) -> set[int]:
    """Return the airfield areas in German hands."""
    return {*bits(p.table.board.airfields & p.german)}


def allowed(p: Pocket, options: list[int], orders: PaulusOrders) -> list[int]:
    """Return the actions that break no order, or all the actions if every one breaks an order."""
    closed = {verb for name, verbs in NEVER.items() if getattr(orders, name) == "never" for verb in verbs}
    areas, left = held(p, orders), given_up(p, orders)
    kept = [
        action
        for action in options
        if verb_of(action) not in closed
        and emptied(p, action) not in areas
        and not clings(p, action, options, left - areas)
        and not overspends(p, action, options, orders.keep_supply)
        and not (orders.least and is_weak(p, action, orders.least / 100))
    ]
    return kept or options


def emptied(p: Pocket, action: int) -> int | None:
    """Return the area that an action takes the last unit out of, or None."""
    verb = verb_of(action)
    if verb == RETREAT:
        return p.top[Defeat.area] if p.box.name == "soviet.loss" else None
    if verb not in (MOVE, ADVANCE, ATTACK):
        return None
    area = p.at[action >> ARG & MASK]
    return area if p.count[area] == 1 else None


def clings(p: Pocket, action: int, options: list[int], areas: set[int]) -> bool:
    """Return whether an action defends an area to give up: it sends a unit there, builds a defense, or takes a loss
    there although the units can retreat."""
    verb = verb_of(action)
    if verb in (BUILD, ACTIVATE, BATTLEGROUP):
        return action >> ARG & MASK in areas
    if verb == MOVE:
        return action & MASK in areas
    if verb in (LOSE, ABSORB) and p.box.name == "soviet.loss":
        return p.top[Defeat.area] in areas and any(verb_of(each) == RETREAT for each in options)
    return False


def overspends(p: Pocket, action: int, options: list[int], keep: int) -> bool:
    """Return whether an action spends supply that the orders save. The minimum upkeep must always be paid."""
    verb = verb_of(action)
    if not keep:
        return False
    if verb == PAY:
        points = action >> ARG & MASK
        return p.supply - points < keep and points > min(a >> ARG & MASK for a in options if verb_of(a) == PAY)
    return verb in (SUPPORT, BATTLEGROUP, TACTICAL) and p.supply <= keep


def is_weak(p: Pocket, action: int, least: float) -> bool:
    """Return whether an action begins an attack whose chance is below the ordered minimum, even if every unit that
    can join does. This assumes that no supply is spent."""
    if verb_of(action) != ATTACK:
        return False
    target = action & MASK
    if target in bytes(p.target):
        return False
    return success(p, out_of_each(p, spearheads(p, target)), target, 0) < least
