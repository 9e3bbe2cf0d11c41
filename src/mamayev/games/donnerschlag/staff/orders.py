"""The orders that the Donnerschlag staff accepts, and the changes that they make to its style.

Without orders, the staff has the default orders, which change nothing.
"""

from __future__ import annotations

from typing import Annotated, Literal

from mamayev.engine.orders import SPACES, STAND, Orders, Plan, about, grouped, row_of
from mamayev.terrain.kept import kept

from ..printed.board import Board
from ..printed.map import ZONE_NAMES
from ..printed.units import CORPS, FORMATION, FORMATION_NAMES, FORMATIONS, NONE, ROMANIANS
from ..rules.odds import BELOW, COLUMNS
from .style import AXIS, SOVIETS, Style

Odds = Literal["staff", "1-1", "1.5-1", "2-1", "3-1", "4-1", "5-1", "6-1", "7-1"]
Posture = Literal["staff", "attack", "hold", "withdraw"]
Cards = Literal["staff", "spend", "spare"]
CARDS = {"spend": 0.03, "spare": 0.6}
"""The minimum expected gain, in steps, for which the staff plays a combat card."""
SAFE = {"safe": (4.0, 0.25), "bold": (0.1, 2.0)}
"""The weights for the danger to HQs and for each hex closer to the zone, relative to the staff's usual weights."""
NO_LIMIT = 100


class Formation(Orders, frozen=True):
    """Orders for one formation."""

    posture: Annotated[
        Posture,
        about(
            "Posture",
            "Attack more readily than usual, hold the current hexes, or withdraw toward supply without attacking.",
            "DON-COMBAT-06",
            "DON-MOVE-01",
        ),
    ] = "staff"
    activate: Annotated[
        Literal["staff", "early", "late"],
        about(
            "Activate",
            "Whether cards activate this formation before or after the others.",
            "DON-ACTION-01",
            "DON-ACARD-04",
            advanced=True,
        ),
    ] = "staff"
    losses: Annotated[
        Literal["staff", "spare", "spend"],
        about(
            "Losses",
            "Whether the formation avoids risks, or may be traded for time and ground.",
            "DON-LOSS-01",
            advanced=True,
        ),
    ] = "staff"


class BothSides(Orders, frozen=True):
    """Orders for a whole side."""

    hold: Annotated[
        tuple[str, ...],
        about(
            "Hold",
            "Hexes that the last unit does not leave. That unit does not attack, because an attacker may have to "
            "retreat. If a hex is empty, a unit goes there.",
            "DON-RETREAT-01",
            "DON-SUP-04",
            kind=STAND,
            most=8,
        ),
    ] = ()
    strike: Annotated[
        tuple[str, ...],
        about("Strike", "Enemy hexes to attack before all others.", "DON-COMBAT-01", kind=SPACES, most=6),
    ] = ()
    least: Annotated[
        Odds,
        about("Least odds", "The lowest column, after shifts, at which an attack begins.", "DON-RATIO-02"),
    ] = "staff"
    losses: Annotated[
        int,
        about(
            "Losses accepted",
            "The highest acceptable chance, in %, that an attack costs a step.",
            "DON-LOSS-01",
            "DON-CRT-01",
            least=0,
            most=NO_LIMIT,
            unit="%",
        ),
    ] = NO_LIMIT
    cards: Annotated[
        Cards,
        about(
            "Combat cards",
            "Whether combat cards are spent on small gains, or kept for large ones.",
            "DON-CCARD-03",
            "DON-CCARD-06",
            advanced=True,
        ),
    ] = "staff"
    cards_for: Annotated[
        Literal["staff", "attack", "defense"],
        about("Cards for", "Whether combat cards are kept for your own attacks, or for defense.", "DON-CARDWIN-01"),
    ] = "staff"


class AxisLine(BothSides, frozen=True):
    """Orders for the Axis."""

    zone: Annotated[
        Literal["staff", "A", "B", "C"],
        about("Meeting zone", "The meeting zone to reach, and to call.", "DON-CALL-01", "DON-CALL-04"),
    ] = "staff"
    advance: Annotated[
        tuple[str, ...],
        about("Axis of advance", "Hexes on the way to the zone, in this order.", "DON-VICT-01", kind=SPACES, most=4),
    ] = ()
    call: Annotated[
        int,
        about(
            "Call in turn",
            "The turn in which Donnerschlag is called. 0 leaves it to the staff.",
            "DON-CALL-01",
            "DON-CALL-03",
            least=0,
            most=4,
        ),
    ] = 0
    hq: Annotated[
        Literal["staff", "safe", "bold"],
        about(
            "HQs",
            "Whether HQs stay out of the enemy's reach, or go forward without an escort.",
            "DON-OVERRUN-01",
            "DON-OVERRUN-02",
            advanced=True,
        ),
    ] = "staff"


class SovietLine(BothSides, frozen=True):
    """Orders for the Soviets."""

    reserve: Annotated[
        int,
        about(
            "Reserve",
            "The number of units that stay at the meeting zones, or go there.",
            "DON-CALL-04",
            "DON-VICT-02",
            least=0,
            most=12,
        ),
    ] = 0


ROM = "rom"
AXIS_GROUPS = {
    name: FORMATION_NAMES[FORMATION["rom" if name == ROM else name.upper()]] for name in ("6p", "17p", "23p", ROM, "gp")
}
"""The titles of the Axis formations. One card activates both Romanian corps (DON-AXACT-04)."""
SOVIET_GROUPS = {
    "51a": "51st Army without its corps",
    **{FORMATIONS[n].lower(): FORMATION_NAMES[n] for n in CORPS},
}
AxisOrders = grouped(AxisLine, Formation, AXIS_GROUPS)
SovietOrders = grouped(SovietLine, Formation, SOVIET_GROUPS)
FORMS: dict[str, type[Orders]] = {"axis": AxisOrders, "soviet": SovietOrders}
"""The order form for each seat."""
PLANS = {
    "axis": (
        Plan("The relief through zone A", {"zone": "A"}),
        Plan("The relief through zone B", {"zone": "B"}),
        Plan("The relief through zone C", {"zone": "C"}),
        Plan("Only sure attacks", {"least": "3-1"}),
    ),
    "soviet": (
        Plan("A reserve at the meeting zones", {"reserve": 6}),
        Plan("Strike back everywhere", {f"posture_{group}": "attack" for group in SOVIET_GROUPS}),
        Plan("Trade ground for time", {f"posture_{group}": "withdraw" for group in SOVIET_GROUPS}),
    ),
}
"""The sets of orders from which a player can choose, by seat."""


def rows(orders: BothSides) -> dict[str, Formation]:
    """Return the orders for each formation."""
    groups = AXIS_GROUPS if isinstance(orders, AxisLine) else SOVIET_GROUPS
    return {group: row_of(orders, Formation, group) for group in groups}


def formations(group: str) -> int:
    """Return the formations of a group, as a set."""
    return sum(1 << n for n in (ROMANIANS if group == ROM else (FORMATION[group.upper()],)))


def column(least: str) -> int:
    """Return a column of the results table by its name."""
    return BELOW if least == "staff" else COLUMNS.index(least)


@kept(16)
def style_of(board: Board, orders: BothSides) -> Style:
    """Return the style of a side's staff under orders."""
    style = AXIS if isinstance(orders, AxisLine) else SOVIETS
    index, every = board.grid.index, rows(orders).items()

    def those(field: str, value: str) -> int:
        return sum(formations(group) for group, row in every if getattr(row, field) == value)

    style = style._replace(
        held=board.grid.named(orders.hold),
        target=board.grid.named(orders.strike),
        odds=column(orders.least),
        costs=orders.losses / 100,
        card=CARDS.get(orders.cards, style.card),
        attacking=orders.cards_for != "defense",
        defending=orders.cards_for != "attack",
        stay=those("posture", "hold"),
        back=those("posture", "withdraw"),
        driven=those("posture", "attack"),
        early=those("activate", "early"),
        late=those("activate", "late"),
        spared=those("losses", "spare"),
        spent=those("losses", "spend"),
    )
    if isinstance(orders, SovietLine):
        return style._replace(reserve=orders.reserve)
    assert isinstance(orders, AxisLine)
    danger, lead = SAFE.get(orders.hq, (1.0, 1.0))
    return style._replace(
        zone=NONE if orders.zone == "staff" else ZONE_NAMES.index(orders.zone),
        by_way=tuple(index[h] for h in orders.advance),
        call_in=orders.call,
        exposed=style.exposed * danger,
        escorted=style.escorted * danger,
        lead=style.lead * lead,
        escorts=orders.hq != "bold",
    )
