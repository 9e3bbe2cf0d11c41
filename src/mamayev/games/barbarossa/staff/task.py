"""The changes that orders make to the staff: a task for each sector of the front, and one for the whole front. The
default task changes nothing.
"""

from __future__ import annotations

from math import atan2
from typing import Literal, NamedTuple

from mamayev.terrain.grid import Hexes
from mamayev.terrain.kept import kept

from ..printed.board import AXIS, Board
from ..rules.odds import HOPELESS
from ..rules.position import Campaign
from .appreciation import distances

SECTORS = ("north", "center", "south")
"""The sectors of every board, north to south."""
Posture = Literal["staff", "attack", "hold", "delay", "withdraw"]
DEFENSIVE = ("hold", "delay", "withdraw")
"""The postures of sectors that do not attack."""
EAGER = 0.6
"""The weight of a side's own losses in a sector with orders to attack, relative to the staff's usual weight."""
ON_THE_WAY, WIDTH = 0.5, 3
"""The factor by which an objective's value falls with each hex of distance from it, and the range of this effect in
hexes."""
GROUND = {"attack": 2.0, "hold": 3.0, "delay": 0.4, "withdraw": 0.15}
"""The cost of a step back in a sector with each posture, relative to the staff's usual cost."""
LINE_PULL, LINE_WIDTH = 3.0, 12
"""The cost of a post for each hex of distance from a line to hold, in armies, and the range of this effect."""


@kept()
def deciding(board: Board) -> tuple[int, ...]:
    """Return the hexes of the German victory cities, from north to south."""
    return tuple(sorted((board.cities[city].hex for city in board.objectives[AXIS]), key=lambda h: bearing(board, h)))


def bearing(board: Board, h: int) -> float:
    """Return the direction of a hex, in radians clockwise from east, as seen from the west edge in Warsaw's row."""
    grid = board.grid
    x0, y0 = grid.centre(board.cities[board.warsaw].hex // board.last_column * board.last_column)
    x, y = grid.centre(h)
    return atan2(y - y0, x - x0)


@kept()
def sectors(board: Board) -> tuple[Hexes, ...]:
    """Return the hexes of the sectors, from north to south. They fan out from the west edge in Warsaw's row. A hex
    belongs to the German victory city whose direction from there is closest to its own.
    """
    grid, rays = board.grid, [bearing(board, h) for h in deciding(board)]
    nearest = [min(range(len(rays)), key=lambda n: abs(bearing(board, h) - rays[n])) for h in range(len(grid))]
    return tuple(grid.gather(h for h, n in enumerate(nearest) if n == sector) for sector in range(len(rays)))


class Sector(NamedTuple):
    """The task of a sector. `number`: its index in `SECTORS`. `city`: the hex of its victory city. `aims`: the hexes to
    take, the most important first. `line`: the hexes to hold. `least`: the lowest column for an attack, except
    soak-offs. `losses`: the maximum expected cost of its attacks in units, or 0 for no limit. `reserve`: the number of
    units kept out of contact.
    """

    number: int = -1
    hexes: Hexes = 0
    city: int = 0
    posture: Posture = "staff"
    aims: tuple[int, ...] = ()
    line: Hexes = 0
    least: int = 0
    losses: int = 0
    reserve: int = 0


AS_STAFF = Sector()


class Task(NamedTuple):
    """The task of a front. `sectors`: the sectors of the board, or none if no sector has orders. `stand`: the hexes
    that the last unit must not leave. `soaks`: the worst odds of a soak-off are 1 to this number; 0 allows none.
    `mechanized`: the sector of the fast units, or -1 if there is none. `buy`, `arrive`: what replacement points buy,
    and where units arrive. `garrison`: the minimum number of units in each victory city. `ringed`: what units without
    supply do. `air`, `kept_air`: the missions that air factors fly, and the factors that are kept.
    """

    sectors: tuple[Sector, ...] = ()
    stand: Hexes = 0
    soaks: int = HOPELESS
    mechanized: int = -1
    buy: str = "staff"
    arrive: tuple[int, ...] = ()
    garrison: int = 0
    ringed: str = "staff"
    air: str = "staff"
    kept_air: int = 0

    def at(self, board: Board, h: int) -> Sector:
        """Return the task of the sector to which a hex belongs."""
        bit = board.grid.bit[h]
        for sector in self.sectors:
            if sector.hexes & bit:
                return sector
        return AS_STAFF

    def closed(self) -> Hexes:
        """Return the hexes of the sectors that do not attack."""
        found = 0
        for sector in self.sectors:
            if sector.posture in DEFENSIVE:
                found |= sector.hexes
        return found

    def eager(self) -> Hexes:
        """Return the hexes of the sectors with orders to attack."""
        found = 0
        for sector in self.sectors:
            if sector.posture == "attack":
                found |= sector.hexes
        return found


def open_aims(p: Campaign, sector: Sector, side: int) -> list[int]:
    """Return the objectives of a sector that a side has not reached, the most important first."""
    return [h for h in sector.aims if not reached_by(p, h, side)]


def reached_by(p: Campaign, h: int, side: int) -> bool:
    """Return whether a side controls the city in a hex or, without a city, has a unit there."""
    city = p.board.city.get(h)
    if city is not None:
        return p.holds(side, city)
    return bool(p.zones.occupied[side] & p.board.grid.bit[h])


def main_effort(p: Campaign, side: int) -> list[int]:
    """Return the victory city that the whole Axis army goes for without orders: the southernmost, and then the others
    from north to south. The Russians have no main effort. Three armies with separate aims are too weak everywhere. The
    open south costs the fewest losses, and the Russians need the longest front there.
    """
    cities = deciding(p.board) if side == AXIS else ()
    return [h for h in (*cities[-1:], *cities[:-1]) if not reached_by(p, h, side)][:1]


def aims_at(p: Campaign, task: Task, h: int, side: int) -> list[int]:
    """Return the open objectives for the units in a hex: those in their sector's orders, or else the main effort."""
    return open_aims(p, task.at(p.board, h), side) or main_effort(p, side)


def pull(p: Campaign, open_: list[int], aim_worth: float) -> dict[int, float]:
    """Return the value of an attack on each hex around the first objective, and on the other objectives."""
    grid, found = p.board.grid, dict[int, float]()
    for n, aim in enumerate(open_):
        worth = aim_worth / (n + 1)
        found[aim] = max(worth, found.get(aim, 0.0))
        for away in range(1, WIDTH + 1) if n == 0 else ():
            for h in grid.hexes(grid.ring(aim, away)):
                found[h] = max(worth * ON_THE_WAY**away, found.get(h, 0.0))
    return found


def passive(p: Campaign, task: Task) -> list[int]:
    """Return the units that can move in sectors that do not attack."""
    closed = task.closed()
    return [u for u in p.ready if closed & p.board.grid.bit[p.at[u]]]


def reserves(p: Campaign, task: Task, taken: set[int]) -> dict[int, Sector]:
    """Return the units in each sector's reserve: those farthest from the enemy, the strongest first. `taken`: units
    with another task.
    """
    board, found = p.board, dict[int, Sector]()
    for sector in (each for each in task.sectors if each.reserve):
        back = distances(board, p.zones.occupied[1 - p.side], p.frozen)
        there = [u for u in p.ready if sector.hexes & board.grid.bit[p.at[u]] and u not in taken]
        there.sort(key=lambda u: (-back[p.at[u]], -board.attack[u], u))
        found |= dict.fromkeys(there[: sector.reserve], sector)
    return found
