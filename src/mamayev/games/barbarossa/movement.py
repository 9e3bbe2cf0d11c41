"""Step 2 of a player turn: movement on foot and by rail (BAR-MOVE, BAR-RAIL, BAR-ZOC, BAR-STACK)."""

from __future__ import annotations

from collections.abc import Callable

from mamayev.engine.box import Box
from mamayev.engine.choices import Choice
from mamayev.engine.notation import ARG, decode
from mamayev.engine.position import Frame
from mamayev.engine.refusal import Reason
from mamayev.terrain.grid import Hexes
from mamayev.terrain.paths import Reach, Ride, reach

from .board import CLOSED, GRID, LOST, MOUNTAINS, NETS, RAILS, SIDE, STEPS, STOPS, UNITS, ground
from .calendar import PERFECT, RIDE, WEATHER
from .position import STACK, Campaign
from .verbs import DONE, MOVE


def make_ready(p: Campaign, _f: Frame) -> None:
    """BAR-MOVE-01: all units of the side may move once."""
    p.ready = p.units(p.side)


def allowance(p: Campaign, u: int) -> int:
    """BAR-MOVE-02, BAR-WEATHER-07 to -09: the movement factor of a unit in this weather. BAR-ISO-07: under one reading
    halved once more where it was isolated when its turn began."""
    points = UNITS[u].movement
    if p.weather != PERFECT:
        points //= 2
    if p.table.isolation_halves and p.cut_off_early >> u & 1:
        points //= 2
    return max(points, 1)


def first_steps(p: Campaign, h: int) -> Hexes:
    """BAR-ZOC-05, -06: the hexes into which a unit may take its first step. Whoever enters a zone stops, so only a
    first step can lead from zone to zone."""
    enemy, net = 1 - p.side, NETS[p.frozen]
    beside = net.spread(GRID.bit[h]) & p.zones.occupied[enemy]
    if not beside:
        return GRID.everywhere
    return ~(p.zones.controlled[enemy] if p.table.never_zone_to_zone else net.spread(beside))


def ways(p: Campaign, u: int) -> Reach:
    """Where a unit can get to: walk, ride, walk (BAR-RAIL-05)."""
    enemy, h = 1 - p.side, p.at[u]
    zone, occupied = p.zones.controlled[enemy], p.zones.occupied[enemy]
    ride = Ride(RAILS, RIDE[p.weather], ~zone)
    stops = zone | STOPS[p.frozen]
    return reach(STEPS[p.frozen], h, allowance(p, u), barred=occupied, stops=stops, first=first_steps(p, h), ride=ride)


class Movement(Box[Campaign]):
    name, title = "move", "Which unit moves, and where to?"
    clauses = ("BAR-MOVE-01", "BAR-MOVE-02", "BAR-RAIL-01", "BAR-ZOC-03", "BAR-STACK-01")

    def seat(self, p: Campaign, f: Frame) -> int:
        return p.side

    def ends(self, p: Campaign, u: int) -> Hexes:
        """BAR-MOVE-05: where a unit can end its move."""
        return ways(p, u).hexes & ~p.zones.full[p.side]

    def pieces(self, p: Campaign, f: Frame) -> list[int]:
        return [u for u in p.ready if self.ends(p, u)]

    def choices(self, p: Campaign, f: Frame, piece: int | None) -> list[int]:
        if piece is None:
            return [DONE]
        return [MOVE | piece << ARG | h for h in GRID.hexes(self.ends(p, piece))] if piece in p.ready else []

    def allows(self, p: Campaign, f: Frame, action: int) -> bool:
        _, u, h = decode(action)
        return action == DONE or (u in p.ready and bool(self.ends(p, u) & GRID.bit[h]))

    def draw(self, p: Campaign, f: Frame, uniform: Callable[[], float]) -> int:
        while True:
            drawn = int(uniform() * (len(p.ready) + 1))
            if drawn == len(p.ready):
                return DONE
            u = p.ready[drawn]
            if hexes := self.ends(p, u):
                return MOVE | u << ARG | GRID.nth(hexes, int(uniform() * hexes.bit_count()))

    def routes(self, p: Campaign, f: Frame, piece: int) -> list[Choice]:
        if piece not in p.ready:
            return []
        found, zone, points = ways(p, piece), p.zones.controlled[1 - p.side], allowance(p, piece)
        stops = STOPS[p.frozen]
        return [
            Choice(
                (MOVE | piece << ARG | h,),
                h,
                str(found.cost(h)),
                tuple(found.path(h)[1:]),
                f"of {points}"
                + ", by rail" * bool(found.ride(h))
                + ", stops in an enemy zone" * bool(zone & GRID.bit[h])
                + f", stops in the {'mountains' if MOUNTAINS & GRID.bit[h] else 'swamp'}" * bool(stops & GRID.bit[h]),
            )
            for h in GRID.hexes(found.hexes & ~p.zones.full[p.side])
        ]

    def move(self, p: Campaign, f: Frame, u: int, h: int) -> None:
        path = ways(p, u).path(h)[1:]
        p.ready.remove(u)
        p.go(u, path, "move")

    def done(self, p: Campaign, f: Frame) -> None:
        p.end()
        p.ready = []

    def refuse_move(self, p: Campaign, f: Frame, u: int, h: int) -> Reason | None:
        unit, place, bit = UNITS[u], p.table.places[h], GRID.bit[h]
        if SIDE[u] != p.side:
            return Reason(f"{unit.name} is not yours.", ("BAR-SEQ-05",))
        if u not in p.ready:
            return Reason(f"{unit.name} {'has moved' if p.at[u] < LOST else 'is not on the board'}.", ("BAR-MOVE-01",))
        if self.ends(p, u) & bit:
            return None
        if CLOSED & bit:
            return Reason(f"{place} lies in a closed country.", ("BAR-MAP-04",))
        if not ground(p.frozen) & bit:
            lake = ground(True) & bit
            return Reason(f"{place} is water.", ("BAR-TERRAIN-04",) if lake else ("BAR-TERRAIN-03", "BAR-MOVE-06"))
        if p.zones.occupied[1 - p.side] & bit:
            return Reason(f"An enemy stands in {place}.", ("BAR-MOVE-03",))
        if p.zones.full[p.side] & bit:
            return Reason(f"{STACK} units stand in {place}.", ("BAR-MOVE-05", "BAR-STACK-01"))
        if p.at[u] == h:
            return Reason(f"{unit.name} stands in {place}.", ("BAR-MOVE-01",))
        if not first_steps(p, p.at[u]) & bit and h in GRID.neighbours[p.at[u]]:
            return Reason(f"An enemy controls both hexes: no step leads to {place}.", ("BAR-ZOC-05",))
        weather = "" if p.weather == PERFECT else f" in {WEATHER[p.weather]}"
        return Reason(
            f"{place} is beyond the {allowance(p, u)} movement factors and one ride of {unit.name}{weather}, or behind "
            "zones and terrain that stop it.",
            ("BAR-MOVE-02", "BAR-RAIL-02", "BAR-ZOC-03"),
        )
