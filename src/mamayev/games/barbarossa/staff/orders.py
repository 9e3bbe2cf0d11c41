"""The orders that the Barbarossa staff accepts, and their translation into a task.

Without orders, the staff has the default orders, which change nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Annotated, Literal

from mamayev.engine.orders import LINE, SPACES, STAND, Orders, Plan, about, grouped, row_of
from mamayev.terrain.kept import kept

from ..printed.board import AXIS, RUSSIAN, SEATS, Board
from ..rules.odds import COLUMNS, HOPELESS
from .style import STAFF, STYLES, Style
from .task import SECTORS, Posture, Sector, Task, deciding, sectors

MOST_LOSSES, MOST_RESERVE, MOST_AIMS = 12, 12, 4
Odds = Literal["staff", "1-2", "1-1", "2-1", "3-1", "4-1", "5-1", "6-1"]
Soaks = Literal["staff", "1-5", "1-4", "1-3", "1-2", "none"]
Risk = Literal["staff", "bold", "careful"]
RISKS = {"staff": STAFF} | {name: STYLES[name] for name in ("bold", "careful")}
"""The style of each side's staff for each order about risk."""
SOAKS = {"staff": HOPELESS, "none": 0}


class SectorOrders(Orders, frozen=True):
    """Orders for one sector of a front."""

    posture: Annotated[
        Posture,
        about(
            "Posture",
            "attack: accept worse attacks than the staff. hold: give no ground. delay: step back out of the enemy's "
            "reach. withdraw: go back to the line, or toward supply. Only staff and attack begin attacks.",
            "BAR-COMBAT-13",
            "BAR-ZOC-04",
        ),
    ] = "staff"
    objective: Annotated[
        tuple[str, ...],
        about(
            "Objective",
            "Cities or hexes to take, the most important first. The units of the sector attack enemies there and on "
            "the way, and go there.",
            "BAR-WIN-06",
            "BAR-MOVE-02",
            kind=SPACES,
            most=MOST_AIMS,
        ),
    ] = ()
    line: Annotated[
        tuple[str, ...],
        about(
            "Line to hold",
            "The hexes of a line, or its corners. Each hex on the line gets a unit from the sector "
            "before the others attack or move.",
            "BAR-ZOC-01",
            "BAR-ZOC-03",
            kind=LINE,
            most=24,
        ),
    ] = ()
    least: Annotated[
        Odds,
        about(
            "Least odds",
            "The lowest odds at which an attack begins. Soak-offs do not count.",
            "BAR-ODDS-03",
            "BAR-COMBAT-08",
        ),
    ] = "staff"
    losses: Annotated[
        int,
        about(
            "Losses accepted",
            "The expected number of units that attacks may cost this month. 0 leaves it to the staff.",
            "BAR-RESULT-02",
            "BAR-RESULT-06",
            least=0,
            most=MOST_LOSSES,
        ),
    ] = 0
    reserve: Annotated[
        int,
        about(
            "Reserve",
            "The number of units to keep in the sector and out of contact. 0 leaves it to the staff.",
            "BAR-COMBAT-13",
            least=0,
            most=MOST_RESERVE,
        ),
    ] = 0


class Front(Orders, frozen=True):
    """Orders for a whole front."""

    mechanized: Annotated[
        Literal["staff", "north", "center", "south"],
        about(
            "Mechanized units",
            "The sector where all units with more than 4 movement factors go. They attack nowhere else.",
            "BAR-MOVE-02",
            "BAR-RAIL-01",
        ),
    ] = "staff"
    soak_offs: Annotated[
        Soaks,
        about(
            "Soak-offs",
            "The worst odds allowed for a soak-off. none: the staff begins no attack that needs one.",
            "BAR-COMBAT-08",
            "BAR-COMBAT-11",
        ),
    ] = "staff"
    risk: Annotated[
        Risk,
        about(
            "Risk",
            "Whether the staff attacks and advances more boldly than usual, or more carefully.",
            "BAR-COMBAT-13",
            "BAR-RESULT-02",
            advanced=True,
        ),
    ] = "staff"
    stand: Annotated[
        tuple[str, ...],
        about(
            "Stand fast",
            "Hexes that the last unit does not leave. If a hex is empty, a unit goes there if it can.",
            "BAR-MOVE-01",
            "BAR-STACK-01",
            kind=STAND,
            most=8,
        ),
    ] = ()
    buy: Annotated[
        Literal["staff", "mechanized", "infantry", "many", "nothing"],
        about(
            "Replacements",
            "What replacement points buy. staff: the strongest unit. many: the cheapest units. mechanized and "
            "infantry: save the points until you can afford such a unit.",
            "BAR-REPL-05",
            "BAR-REPL-09",
        ),
    ] = "staff"
    arrive: Annotated[
        tuple[str, ...],
        about(
            "Arrivals",
            "Where units arrive, the most important place first. If one is full or not allowed, units arrive nearby.",
            "BAR-REPL-07",
            "BAR-REPL-11",
            "BAR-REINF-03",
            kind=SPACES,
            most=4,
            advanced=True,
        ),
    ] = ()
    garrison: Annotated[
        int,
        about(
            "Garrisons",
            "The minimum number of units in each of your deciding cities: Leningrad, Moscow, Stalingrad, Helsinki, "
            "Warsaw, Bucharest. 0 leaves it to the staff.",
            "BAR-MAP-07",
            "BAR-WIN-06",
            least=0,
            most=3,
            advanced=True,
        ),
    ] = 0
    break_out: Annotated[
        Literal["staff", "free", "stand"],
        about(
            "Surrounded units",
            "free: attack the enemies that cut them off. stand: they stay where they are.",
            "BAR-ISO-04",
            "BAR-ISO-07",
            advanced=True,
        ),
    ] = "staff"
    keep_air: Annotated[
        int,
        about(
            "Air reserve",
            "The number of air factors to keep unspent.",
            "BAR-V-AIR-03",
            "BAR-V-AIR-07",
            least=0,
            most=40,
            advanced=True,
        ),
    ] = 0


class AxisFront(Front, frozen=True):
    """Orders for the whole Axis front."""

    air: Annotated[
        Literal["staff", "battles", "strategic", "none"],
        about(
            "Air missions",
            "What air factors do, if the game has them: only battles and supply, only strategic attacks, or nothing.",
            "BAR-V-AIR-02",
            "BAR-V-TAC-01",
            "BAR-V-STRAT-01",
            advanced=True,
        ),
    ] = "staff"


class RussianFront(Front, frozen=True):
    """Orders for the whole Russian front."""

    air: Annotated[
        Literal["staff", "none"],
        about(
            "Air missions",
            "Whether air factors fly and intercept, if the game has them.",
            "BAR-V-AIR-02",
            "BAR-V-TAC-08",
            "BAR-V-INTER-06",
            advanced=True,
        ),
    ] = "staff"


GROUPS = {"north": "North", "center": "Center", "south": "South"}
AxisOrders = grouped(AxisFront, SectorOrders, GROUPS)
RussianOrders = grouped(RussianFront, SectorOrders, GROUPS)
FORMS: dict[str, type[Orders]] = {SEATS[AXIS]: AxisOrders, SEATS[RUSSIAN]: RussianOrders}
"""The order form for each seat."""


def _everywhere(**row: str) -> dict[str, str]:
    """Return the same row of orders for every sector."""
    return {f"{name}_{sector}": value for sector in SECTORS for name, value in row.items()}


PLANS = {
    SEATS[AXIS]: (
        Plan("Break through in the center", {"mechanized": "center", "posture_center": "attack"}),
        Plan("Break through in the south", {"mechanized": "south", "posture_south": "attack"}),
        Plan("Break through in the north", {"mechanized": "north", "posture_north": "attack"}),
        Plan("Only sure attacks", _everywhere(least="3-1")),
        Plan("Hold the front", _everywhere(posture="hold")),
    ),
    SEATS[RUSSIAN]: (
        Plan("Give ground, keep the army", _everywhere(posture="delay")),
        Plan("Hold the front", _everywhere(posture="hold")),
        Plan("Strike back", _everywhere(posture="attack")),
        Plan("Only sure attacks", _everywhere(least="3-1")),
    ),
}
"""The sets of orders from which a player can choose, by seat."""


def drawn(board: Board, names: Sequence[str]) -> list[int]:
    """Return the hexes of a line through the given hexes, in order."""
    index = [board.grid.index[name] for name in names]
    found = dict.fromkeys(index[:1])
    for a, b in pairwise(index):
        found |= dict.fromkeys(board.grid.line(a, b))
    return list(found)


def sector_of(board: Board, orders: Orders, number: int) -> Sector:
    """Return the task that the orders give a sector."""
    given = row_of(orders, SectorOrders, SECTORS[number])
    grid = board.grid
    return Sector(
        number,
        sectors(board)[number],
        deciding(board)[number],
        given.posture,
        tuple(grid.index[name] for name in given.objective),
        grid.gather(drawn(board, given.line)) & board.open_land,
        COLUMNS.index(given.least) if given.least != "staff" else 0,
        given.losses,
        given.reserve,
    )


@kept(64)
def task_of(board: Board, orders: Orders) -> Task:
    """Return the task that the orders give a front."""
    assert isinstance(orders, AxisFront | RussianFront)
    rows = tuple(sector_of(board, orders, number) for number in range(len(SECTORS)))
    idle = tuple(Sector(row.number, row.hexes, row.city) for row in rows)
    mechanized = SECTORS.index(orders.mechanized) if orders.mechanized != "staff" else -1
    return Task(
        rows if rows != idle or mechanized >= 0 else (),
        board.grid.named(orders.stand),
        SOAKS[orders.soak_offs] if orders.soak_offs in SOAKS else int(orders.soak_offs[2:]),
        mechanized,
        orders.buy,
        tuple(board.grid.index[name] for name in orders.arrive),
        orders.garrison,
        orders.break_out,
        orders.air,
        orders.keep_air,
    )


def side_of(orders: Orders) -> int:
    """Return the side to which a form belongs."""
    return AXIS if isinstance(orders, AxisFront) else RUSSIAN


@kept(64)
def style_of(board: Board, orders: Orders) -> Style:
    """Return the style of the staff under orders."""
    assert isinstance(orders, Front)
    return RISKS[orders.risk][side_of(orders)]._replace(task=task_of(board, orders))
