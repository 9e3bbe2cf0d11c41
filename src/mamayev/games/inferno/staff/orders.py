"""The orders that the Inferno staff accepts, and the changes that they make to its style.

Without orders, the staff has the default orders, which change nothing.
"""

from __future__ import annotations

from typing import Annotated, Literal

from mamayev.engine.orders import SPACES, STAND, Orders, Plan, about

from ..printed.board import Board
from .style import GERMAN_STAFF, SOVIET_STAFF, GermanStyle, SovietStyle

Losses = Literal["staff", "spare", "spend"]
LOSSES = {"spare": 2.5, "spend": 0.25}
"""The weights for hits on the player's own units, relative to the staff's usual weight."""
DEAREST = {"spare": 0.5}
"""The maximum number of steps that a German attack may cost for each step that it kills."""
Clock = Literal["staff", "run", "wait"]
CLOCK = {"run": 5.0, "wait": 0.0}
"""The weights for cards drawn, relative to the staff's usual weight."""


class GermanOrders(Orders, frozen=True):
    """Orders for the Germans."""

    objectives: Annotated[
        tuple[str, ...],
        about(
            "Objectives",
            "The Soviet Spawn hexes to take, in this order. The staff turns to others only on the way.",
            "INF-WIN-01",
            kind=SPACES,
            most=6,
        ),
    ] = ()
    hold: Annotated[
        tuple[str, ...],
        about(
            "Hold",
            "Hexes that the last unit does not leave. If a hex is empty, a unit goes there if it can.",
            "INF-MAP-02",
            "INF-STACK-01",
            kind=STAND,
            most=6,
        ),
    ] = ()
    prefer: Annotated[
        Literal["staff", "attack", "move"],
        about("Prefer", "The action that the staff prefers to others of nearly the same value.", "INF-ACT-01"),
    ] = "staff"
    least: Annotated[
        int,
        about(
            "Least chance",
            "The lowest chance, in %, of emptying the hex at which the staff attacks, not counting cards.",
            "INF-COMBAT-11",
            least=0,
            most=100,
            unit="%",
        ),
    ] = 0
    losses: Annotated[Losses, about("Losses", "Whether attacks spare your own units or spend them.", "INF-WIN-03")] = (
        "staff"
    )
    call_below: Annotated[
        int,
        about(
            "Call below",
            "Call for Reinforcements as soon as fewer units than this are on the map, and not before. "
            "0 leaves it to the staff.",
            "INF-REINF-01",
            least=0,
            most=30,
        ),
    ] = 0
    keep_cards: Annotated[
        int,
        about(
            "Keep cards",
            "The number of cards to keep in hand for attacks on Spawn hexes.",
            "INF-GCARD-04",
            "INF-GCARD-05",
            least=0,
            most=6,
        ),
    ] = 0


class SovietOrders(Orders, frozen=True):
    """Orders for a Soviet player."""

    defend: Annotated[
        tuple[str, ...],
        about(
            "Defend first",
            "The Spawn hexes that matter most, in this order: blocks go there, and are not moved away.",
            "INF-WIN-01",
            kind=STAND,
            most=6,
        ),
    ] = ()
    clock: Annotated[
        Clock,
        about(
            "Clock",
            "Whether stacks are kept of equal height, so that the deck runs out and the Germans run out of time.",
            "INF-SMOVE-07",
            "INF-WIN-05",
        ),
    ] = "staff"
    losses: Annotated[Losses, about("Losses", "Whether attacks spare your own blocks or spend them.", "INF-WIN-02")] = (
        "staff"
    )


FORMS: dict[str, type[Orders]] = {"german": GermanOrders, "partner": GermanOrders, "soviet": SovietOrders}
"""The order form for each seat."""
_GERMAN = (
    Plan("Only sure attacks", {"least": 60}),
    Plan("Spend the army on ground", {"losses": "spend"}),
    Plan("Spare the army", {"losses": "spare", "call_below": 14}),
    Plan("Attack before anything else", {"prefer": "attack"}),
)
PLANS = {
    "german": _GERMAN,
    "partner": _GERMAN,
    "soviet": (Plan("Run the clock", {"clock": "run"}), Plan("Spend blocks on attacks", {"losses": "spend"})),
}
"""The sets of orders from which a player can choose, by seat."""


def german_style(board: Board, orders: GermanOrders) -> GermanStyle:
    """Return the German staff's style under orders."""
    style = GERMAN_STAFF
    index = board.grid.index
    return style._replace(
        aims=tuple(index[h] for h in orders.objectives),
        held=board.grid.named(orders.hold),
        prefer=orders.prefer,
        least=orders.least / 100,
        loss=style.loss * LOSSES.get(orders.losses, 1.0),
        call_below=orders.call_below,
        kept=orders.keep_cards,
        dearest=DEAREST.get(orders.losses, 0.0),
    )


def soviet_style(board: Board, orders: SovietOrders) -> SovietStyle:
    """Return the Soviet staff's style under orders."""
    style = SOVIET_STAFF
    return style._replace(
        aims=tuple(board.grid.index[h] for h in orders.defend),
        card=style.card * CLOCK.get(orders.clock, 1.0),
        care=LOSSES.get(orders.losses, 1.0),
    )
