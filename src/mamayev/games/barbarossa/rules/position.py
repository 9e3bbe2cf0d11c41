"""The position: the place of each unit, the control of the cities, and the saved points.

A set of units or cities is an int with one bit per member (BAR-FLOW-07).
"""

from __future__ import annotations

from collections.abc import Iterable

from mamayev.engine import event
from mamayev.engine.box import Box
from mamayev.engine.fields import Derived, Shared
from mamayev.engine.position import Frame, Position
from mamayev.terrain.contact import Contact, Units, units_of
from mamayev.terrain.declarations import Search
from mamayev.terrain.grid import Hexes
from mamayev.terrain.paths import Reach
from mamayev.terrain.zones import Zones

from ..printed.board import AXIS, IN_HAND, LOST, RUSSIAN, SEATS, WAITING, Board
from ..printed.calendar import LAST, MONTHS, PERFECT, SNOW
from .odds import Hopeless
from .setting import Setting


class Reaches(dict[tuple[int, int, int], Reach]):
    """The cached reach of units in the current movement step, by hex, movement factor and rail move.

    All copies of a position share this object. Each movement step starts with an empty cache, and the end of the step
    clears it.
    """

    def copy(self) -> Reaches:
        """Return this object, because copies share it."""
        return self


class Campaign(Position):
    """A campaign in the east. `turn` is 0 during setup."""

    table: Setting
    board: Shared[Board]
    turn: int
    side: int = RUSSIAN  # the side that sets up, moves and attacks
    weather: int = PERFECT
    weathers: bytearray = bytearray(LAST)  # by month: 0 if unknown, else the weather + 1
    at: list[int]  # by unit: its hex, or a place off the board
    russian_cities: Hexes  # the hexes of the cities under Russian control
    points: list[int] = [0, 0]
    cut_off: bytearray  # by unit: consecutive own turns in isolation
    cut_off_early: Units  # the units that were isolated when their own turn began
    clocks: list[int] = [0, 0]
    run: int  # BAR-V-WIN-04: consecutive months with enough replacement hexes
    armor_mobile: bool  # BAR-V-AFTER-13: whether Russian armor can advance
    rails_clear: bool  # BAR-V-RAIL-02: whether there has been a perfect turn in 1942
    ready: list[int]  # units that have not moved in this step
    free: Units  # units that must fight and have no declared battle yet
    battles: list[int]  # declared battles, both sides in one set; 0 once fought
    plan: list[int]  # a complete declaration for the free units, if a battle could be worse than 1-6
    left: list[int]  # the first hexes of the defenders in the current battle
    doubled: list[int]  # those of them that were doubled
    air: list[int] = [0, 0]  # BAR-V-AIR-01: air factors by side
    flying: int  # air factors of the current mission
    flown: Hexes  # BAR-V-AIRSUP-05, BAR-V-STRAT-04: hexes that have had their mission in this step
    airlifted: Units  # BAR-V-AIRSUP-02: units in supply for this player turn
    attacked: Units  # BAR-V-STRAT-06: targets of a battle in this player turn
    interdicted: Units  # BAR-V-STRAT-11: units that cannot move in their next movement step
    verdict: str  # the key of the verdict, once the game is over
    zones: Derived[Zones]
    contact: Derived[Contact]
    search: Derived[Search]
    reaches: Derived[Reaches]

    @property
    def frozen(self) -> bool:
        """BAR-TERRAIN-04: return whether the lakes are frozen."""
        return self.weather == SNOW and not (self.table.ice_mid_winter and set(MONTHS[self.turn - 1].die) != {SNOW})

    @property
    def frost(self) -> int:
        """BAR-TERRAIN-04, BAR-TERRAIN-10: return what is frozen, as an index of stops and steps: 0 for nothing, 1 for
        the swamps, 2 for the swamps and the lakes.
        """
        return (self.weather == SNOW) + self.frozen

    def make_at(self) -> list[int]:
        return [WAITING if unit.enters else IN_HAND for unit in self.board.units]

    def make_russian_cities(self) -> Hexes:
        """BAR-WIN-06: return the hexes of the cities in Russian territory."""
        return self.board.russian_at_first

    def make_cut_off(self) -> bytearray:
        return bytearray(len(self.board.units))

    def make_zones(self) -> Zones:
        """BAR-ZOC-01, BAR-ZOC-02, BAR-STACK-01: return the zones of control, and the number of units in each hex."""
        board = self.board
        standing = ((board.side[u], h, True) for u, h in enumerate(self.at) if h < LOST)
        return Zones.of(board.nets[self.frozen], self.table.limits, standing)

    def make_contact(self) -> Contact:
        """BAR-COMBAT-01, BAR-COMBAT-02: return the contact between adjacent enemies."""
        board = self.board
        net, enemies = board.nets[self.frozen], self.zones.occupied[1 - self.side]
        near = set(board.grid.hexes(net.spread(enemies) & self.zones.occupied[self.side]))
        attackers = {u: self.at[u] for u in self.units(self.side) if self.at[u] in near}
        return Contact(net, attackers, {u: self.at[u] for u in self.units(1 - self.side)})

    def make_search(self) -> Search:
        """BAR-COMBAT-11: return the search for declarations with as few hopeless battles as possible."""
        return Search(self.contact, Hopeless(self))

    def make_reaches(self) -> Reaches:
        """Return an empty cache of reaches."""
        return Reaches()

    def called(self, u: int) -> str:
        """Return the name of a unit at this time of the campaign (BAR-V-OOB-01)."""
        return self.table.called(self).get(u, self.board.units[u].name)

    def names(self, units: Units) -> str:
        """Return the names of the given units at this time of the campaign."""
        return ", ".join(self.called(u) for u in units_of(units))

    def units(self, side: int) -> list[int]:
        """Return the units of a side on the board."""
        at = self.at
        return [u for u in self.board.of_side[side] if at[u] < LOST]

    def holds(self, side: int, city: int) -> bool:
        """BAR-WIN-06: return whether a side controls a city."""
        board = self.board
        return bool(self.russian_cities & board.grid.bit[board.cities[city].hex]) == (side == RUSSIAN)

    def held(self, side: int, cities: Iterable[int]) -> Hexes:
        """Return the hexes of the given cities that a side controls."""
        board = self.board
        return board.grid.gather(board.cities[city].hex for city in cities if self.holds(side, city))

    def enemy_cities(self, side: int) -> Hexes:
        """Return the hexes of the cities that a side does not control."""
        return self.russian_cities if side == AXIS else self.board.city_hexes ^ self.russian_cities

    def room(self, side: int) -> int:
        """BAR-STACK-02: return the hexes with room for another unit of a side, and without enemies."""
        return self.zones.room[side] & ~self.zones.occupied[1 - side]

    # ------------------------------------------------------------------ what happens to units

    def go(self, u: int, path: list[int], how: str) -> None:
        """Move a unit along a path. It takes the cities on the way (BAR-WIN-06)."""
        board, grid = self.board, self.board.grid
        start, h, side = self.at[u], path[-1], board.side[u]
        self.at[u] = h
        self.zones.move(side, start, h)
        if self.journal is not None:
            text = f"{self.called(u)} {how}s to {self.table.places[h]}."
            self.tell(event.Move(piece=board.units[u].id, from_=grid.ids[start], to=grid.ids[h], how=how, text=text), u)
        for passed in path:
            if passed in board.city:
                self.take(u, board.city[passed])

    def come(self, u: int, h: int, how: str, text: str, clauses: tuple[str, ...]) -> None:
        """Place a unit on the board."""
        board, grid = self.board, self.board.grid
        if self.at[u] < LOST:
            self.zones.remove(board.side[u], self.at[u])
        start = grid.ids[self.at[u]] if self.at[u] < LOST else ""
        self.at[u] = h
        self.zones.add(board.side[u], h)
        if self.journal is not None:
            to = grid.ids[h]
            self.tell(event.Move(piece=board.units[u].id, from_=start, to=to, how=how, text=text, clauses=clauses), u)
        if h in board.city:
            self.take(u, board.city[h])

    def take(self, u: int, city: int) -> None:
        """Give a city to the side of the unit in it."""
        board, grid = self.board, self.board.grid
        side = board.side[u]
        if self.holds(side, city):
            return
        self.russian_cities ^= grid.bit[board.cities[city].hex]
        if self.journal is not None:
            text = f"{board.cities[city].name} is in {SIDE_NAMES[side]} hands."
            space = grid.ids[board.cities[city].hex]
            self.tell(event.Control(space=space, to=SEATS[side], text=text, clauses=("BAR-WIN-06",)), u)

    def lose(self, u: int, why: str, *clauses: str) -> None:
        """Eliminate a unit (BAR-COMP-04)."""
        board = self.board
        start = self.at[u]
        if self.journal is not None:
            text = f"{self.called(u)} is eliminated{why}."
            self.tell(event.Loss(piece=board.units[u].id, from_=board.grid.ids[start], text=text, clauses=clauses), u)
        self.zones.remove(board.side[u], start)
        self.at[u] = LOST
        self.cut_off[u] = 0
        self.cut_off_early &= ~(1 << u)
        self.interdicted &= ~(1 << u)

    def tell(self, said: event.Event, u: int) -> None:
        """Log an event about a unit in its hex."""
        board = self.board
        if self.journal is not None:
            said.who, said.pieces = SIDE_NAMES[board.side[u]], (board.units[u].id,)
            said.spaces = (board.grid.ids[self.at[u]],)
            self.journal.add(said)

    def note(self, who: str, text: str, *clauses: str) -> None:
        """Log a sentence."""
        if self.journal is not None:
            self.journal.note(who, text, clauses)


class PhasingBox(Box[Campaign]):
    """A decision for the phasing side."""

    def seat(self, p: Campaign, f: Frame) -> int:
        return p.side


SIDE_NAMES = ("Axis", "Russian")
assert (AXIS, RUSSIAN) == (0, 1)
