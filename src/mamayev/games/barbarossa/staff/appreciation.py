"""Evaluate the situation: distances, objectives, and the threat to a hex."""

from __future__ import annotations

from collections import defaultdict
from functools import cached_property
from itertools import accumulate

from mamayev.terrain.grid import Hexes
from mamayev.terrain.kept import kept

from ..printed.board import AXIS, LOST, RUSSIAN, Board
from ..printed.calendar import LAST, MONTHS, SNOW
from ..rules.isolation import lines
from ..rules.movement import reached
from ..rules.position import Campaign

RETREAT = 2
"""The length of a retreat in hexes (BAR-RETREAT)."""
FAR = 99
"""The distance given for a hex that cannot be reached."""


@kept(256)
def distances(board: Board, hexes: Hexes, frozen: bool) -> list[int]:
    """Return the distance over land from each hex to the nearest of the given hexes."""
    grid = board.grid
    net, found = board.nets[frozen], [FAR] * len(grid)
    seen = new = hexes
    steps = 0
    while new:
        for h in grid.hexes(new):
            found[h] = steps
        steps += 1
        new = net.spread(new) & ~seen
        seen |= new
    return found


def aims(p: Campaign, side: int) -> list[int]:
    """Return the cities that a side must still win, by number.

    In the variant, the Axis cities include the replacement hexes.
    """
    board = p.board
    cities = dict.fromkeys(board.objectives[side])
    if side == AXIS and p.table.extra_victory:
        cities |= dict.fromkeys(board.replacement_hexes)
    return [city for city in cities if not p.holds(side, city)]


def lost_cities(p: Campaign) -> list[int]:
    """Return the deciding cities that the side to move has lost, by number."""
    return [city for city in p.board.objectives[1 - p.side] if not p.holds(p.side, city)]


@kept()
def doubling(board: Board, h: int) -> int:
    """Return the factor by which a hex multiplies its defenders against an attack from one direction."""
    return 2 if board.always_doubled & board.grid.bit[h] or any(board.banks.get(h, ())) else 1


def weathers_to_come(p: Campaign) -> set[int]:
    """Return the weather that is possible next month (BAR-WEATHER-05), or this month if it is the last."""
    month = MONTHS[min(p.turn, LAST - 1)]
    return set(month.die) if p.table.weather_mode_dice else {month.fixed}


def thin_ice(p: Campaign) -> Hexes:
    """Return the frozen lakes that may thaw before the next move (BAR-TERRAIN-06)."""
    lasts = not p.frozen or p.turn == LAST or weathers_to_come(p) == {SNOW}
    return 0 if lasts else p.board.lakes


def fed(p: Campaign, side: int) -> Hexes:
    """Return the hexes from which a side can trace supply in any weather of its next turn, if the enemy does not move
    (BAR-ISO-04, BAR-V-SUPPLY-05)."""
    q = p.copy()
    q.weather = max(p.weather, max(MONTHS[min(p.turn, LAST - 1)].die))
    return lines(q, side).hexes


class Danger:
    """The attack factors that a side could bring against a hex in its next turn, on foot and by rail, if no unit
    blocked the way. By default, this assumes the most likely weather. The values are computed on demand.
    """

    def __init__(self, p: Campaign, side: int, weather: int | None = None) -> None:
        q = self.turn = p.copy()
        for u in q.units(1 - side):
            q.at[u] = LOST
        if not (side == RUSSIAN and p.side == AXIS):
            q.turn = min(p.turn + 1, LAST)
            q.weather = sorted(MONTHS[q.turn - 1].die)[2] if weather is None else weather
        q.side = side
        q.derive()
        self.sums: dict[int, list[int]] = {}

    def in_any_weather(self, p: Campaign) -> list[Danger]:
        """Return this threat, and the threats in any other weather that is possible next month."""
        others = weathers_to_come(p) - {self.turn.weather}
        return [self, *(Danger(p, self.turn.side, weather) for weather in others)]

    @cached_property
    def near(self) -> dict[int, list[int]]:
        """The attack factors of the units that can move next to each hex."""
        q, grid = self.turn, self.turn.board.grid
        far: dict[Hexes, list[int]] = {}
        for u in q.units(q.side):
            hexes = grid.around(reached(q, u) | grid.bit[q.at[u]])
            far.setdefault(hexes, []).append(q.board.attack[u])
        found: defaultdict[int, list[int]] = defaultdict(list)
        for hexes, attacks in far.items():
            for h in grid.hexes(hexes):
                found[h] += attacks
        return found

    def at(self, h: int, units: int) -> int:
        """Return the attack factors of the strongest `units` units that can get next to a hex."""
        sums = self.sums.get(h)
        if sums is None:
            sums = self.sums[h] = [0, *accumulate(sorted(self.near.get(h, ()), reverse=True))]
        return sums[min(units, len(sums) - 1)]


def hex_of(board: Board, city: int) -> int:
    """Return the hex of a city."""
    return board.cities[city].hex
