"""The position: where all units stand, who holds the cities, what each side has saved. Sets of units and of cities are
ints, bit by bit (BAR-FLOW-07)."""

from __future__ import annotations

from collections.abc import Iterable

from mamayev.engine import event
from mamayev.engine.fields import Derived, Shared
from mamayev.engine.position import Position
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
    """Where units can get to in the movement step under way, by hex, movement factor and number of the ride.
    All copies of a position share it; the next step begins with a new one. Where the step is over for good it is
    cleared: positions of the past that are asked again look anew."""

    def copy(self) -> Reaches:
        """Itself."""
        return self


class Campaign(Position):
    """A campaign in the east. `turn` 0 is the set-up."""

    table: Setting
    board: Shared[Board]
    turn: int
    side: int = RUSSIAN  # that sets up, moves and attacks
    weather: int = PERFECT
    weathers: bytearray = bytearray(LAST)  # of each month that has begun, 1 more than its number; 0: not known yet
    at: list[int]  # by unit its hex, or a place beside the board
    russian_cities: Hexes  # the hexes of the cities under Russian control
    points: list[int] = [0, 0]
    cut_off: bytearray  # own turns in isolation, in a row
    cut_off_early: Units  # the units that were isolated when their own turn began
    clocks: list[int] = [0, 0]
    run: int  # BAR-V-WIN-04: months in a row with enough replacement hexes
    armor_mobile: bool  # BAR-V-AFTER-13: whether Russian armor has learned to advance
    rails_clear: bool  # BAR-V-RAIL-02: whether there has been a perfect turn in 1942
    ready: list[int]  # the units that have not moved in this step
    free: Units  # the units under duty that are in no declared battle yet
    battles: list[int]  # the declared battles, both sides in one set; 0 for those that are fought
    plan: list[int]  # a complete declaration of all that are free, kept where some battle could be worse than 1-6
    left: list[int]  # the hexes that the defenders of the battle under way stood in
    doubled: list[int]  # those among them that were doubled
    air: list[int] = [0, 0]  # BAR-V-AIR-01: the air factors of both sides
    flying: int  # those of the mission under way
    flown: Hexes  # BAR-V-AIRSUP-05, BAR-V-STRAT-04: the hexes that have had their mission in this step
    airlifted: Units  # BAR-V-AIRSUP-02: in supply for this player turn
    attacked: Units  # BAR-V-STRAT-06: those that were the target of a battle in this player turn
    interdicted: Units  # BAR-V-STRAT-11: those that may not move in their next movement step
    verdict: str  # who has won, and by which clause
    zones: Derived[Zones]
    contact: Derived[Contact]
    search: Derived[Search]
    reaches: Derived[Reaches]

    @property
    def frozen(self) -> bool:
        """BAR-TERRAIN-04: whether the lakes carry."""
        return self.weather == SNOW and not (self.table.ice_mid_winter and set(MONTHS[self.turn - 1].die) != {SNOW})

    def make_at(self) -> list[int]:
        return [WAITING if unit.enters else IN_HAND for unit in self.board.units]

    def make_russian_cities(self) -> Hexes:
        """BAR-WIN-06: the hexes of the cities that are Russian before play, by their territory."""
        return self.board.russian_at_first

    def make_cut_off(self) -> bytearray:
        return bytearray(len(self.board.units))

    def make_zones(self) -> Zones:
        """BAR-ZOC-01, BAR-ZOC-02, BAR-STACK-01: the zones of all units, and how many stand in each hex."""
        board = self.board
        standing = ((board.side[u], h, True) for u, h in enumerate(self.at) if h < LOST)
        return Zones.of(board.nets[self.frozen], self.table.limits, standing)

    def make_contact(self) -> Contact:
        """BAR-COMBAT-01, BAR-COMBAT-02: who stands beside whom."""
        board = self.board
        net, enemies = board.nets[self.frozen], self.zones.occupied[1 - self.side]
        near = set(board.grid.hexes(net.spread(enemies) & self.zones.occupied[self.side]))
        attackers = {u: self.at[u] for u in self.units(self.side) if self.at[u] in near}
        return Contact(net, attackers, {u: self.at[u] for u in self.units(1 - self.side)})

    def make_search(self) -> Search:
        """BAR-COMBAT-11: how those who must fight can do so without a hopeless battle."""
        return Search(self.contact, Hopeless(self))

    def make_reaches(self) -> Reaches:
        """Nothing is known yet."""
        return Reaches()

    def called(self, u: int) -> str:
        """The name of a unit now (BAR-V-OOB-01)."""
        return self.table.called(self).get(u, self.board.units[u].name)

    def names(self, units: Units) -> str:
        """The names of some units now."""
        return ", ".join(self.called(u) for u in units_of(units))

    def units(self, side: int) -> list[int]:
        """The units of a side on the board."""
        at = self.at
        return [u for u in self.board.of_side[side] if at[u] < LOST]

    def holds(self, side: int, city: int) -> bool:
        """BAR-WIN-06: whether a city is under the control of a side."""
        board = self.board
        return bool(self.russian_cities & board.grid.bit[board.cities[city].hex]) == (side == RUSSIAN)

    def held(self, side: int, cities: Iterable[int]) -> Hexes:
        """Of some cities, the hexes of those under the control of a side."""
        board = self.board
        return board.grid.gather(board.cities[city].hex for city in cities if self.holds(side, city))

    def enemy_cities(self, side: int) -> Hexes:
        """The hexes of the cities that are not under the control of a side."""
        return self.russian_cities if side == AXIS else self.board.city_hexes ^ self.russian_cities

    def room(self, side: int) -> int:
        """BAR-STACK-02: the hexes in which a unit of a side may come to stand beside its friends: no enemy in them, not
        full."""
        return self.zones.room[side] & ~self.zones.occupied[1 - side]

    # ------------------------------------------------------------------ what happens to units

    def go(self, u: int, path: list[int], how: str) -> None:
        """A unit goes along a path; it takes the cities that it passes (BAR-WIN-06)."""
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
        """A unit comes onto the board."""
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
        """A unit is in a city, which is its side's from now on."""
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
        """A unit is eliminated (BAR-COMP-04)."""
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
        """Enter in the journal what happens to a unit where it stands."""
        board = self.board
        if self.journal is not None:
            said.who, said.pieces, said.spaces = (
                SIDE_NAMES[board.side[u]],
                (board.units[u].id,),
                (board.grid.ids[self.at[u]],),
            )
            self.journal.add(said)

    def note(self, who: str, text: str, *clauses: str) -> None:
        """A sentence for the journal."""
        if self.journal is not None:
            self.journal.note(who, text, clauses)


SIDE_NAMES = ("Axis", "Russian")
assert (AXIS, RUSSIAN) == (0, 1)
