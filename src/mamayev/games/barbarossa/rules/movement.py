"""Step 2 of a player turn: movement on foot and by rail (BAR-MOVE, BAR-RAIL, BAR-ZOC, BAR-STACK)."""

from __future__ import annotations

from collections.abc import Callable

from mamayev.engine.choices import Choice
from mamayev.engine.fields import Locals
from mamayev.engine.notation import ARG, MASK, parts
from mamayev.engine.position import Frame
from mamayev.engine.refusal import Reason
from mamayev.engine.words import counted
from mamayev.terrain.grid import Hexes
from mamayev.terrain.paths import Reach, Ride, Steps, hindrance, reach

from ..printed.board import LOST, RUSSIAN
from ..printed.calendar import MARCH_1942, MUD, NOVEMBER_1941, PERFECT, RIDE, SNOW, WEATHER
from .position import Campaign, PhasingBox, Reaches
from .verbs import DONE, MOVE, THROUGH

RIDERS = 0.1
"""In random play, the share of moves that consider the railways."""
PASSERS = 0.1
"""In random play, the share of moves that take an enemy city on the way if possible."""


AFOOT = -1
"""The value for movement on foot, instead of the number of a rail move."""
UNCLEARED = 5
"""BAR-V-RAIL-01: the Axis rail bonus in Russia before its railways are cleared, in hexes."""


def movers(p: Campaign) -> list[int]:
    """BAR-MOVE-01, BAR-SEQ-04: return the units that can move once this turn, including new arrivals, but not
    interdicted units (BAR-V-STRAT-11)."""
    return [u for u in p.units(p.side) if not p.interdicted >> u & 1]


def make_ready(p: Campaign, _f: Frame) -> None:
    """Start the movement step, in which no unit has moved yet."""
    p.ready = movers(p)
    p.reaches = Reaches()


def allowance(p: Campaign, u: int) -> int:
    """BAR-MOVE-02, BAR-WEATHER-06 to BAR-WEATHER-09: return the movement factor of a unit in this weather.

    BAR-ISO-09: isolation does not change it. Under one reading (BAR-ISO-07), it is halved if the unit was isolated when
    its turn began.
    """
    points = p.board.movement[u]
    if p.weather != PERFECT:
        points //= 2
    if p.table.readings["isolation=halve"] and p.cut_off_early >> u & 1:
        points //= 2
    return points or 1


def first_steps(p: Campaign, h: int) -> Hexes | None:
    """BAR-ZOC-05, BAR-ZOC-06: return the hexes that a unit's first step can enter, or None for any.

    Because a zone of control ends the move, only a first step can lead from zone to zone.
    """
    grid = p.board.grid
    enemy, net = 1 - p.side, p.board.nets[p.frozen]
    if not p.zones.controlled[enemy] & grid.bit[h]:
        return None
    if p.table.readings["zoc_to_zoc=never"]:
        return ~p.zones.controlled[enemy]
    return ~net.spread(net.led_to(h) & p.zones.occupied[enemy])


def rides(p: Campaign) -> list[Ride]:
    """Return the rail moves of the phasing side.

    Without the option railroads, there is one rail move, as long as the weather allows (`full_ride`).

    With the option, Russian rail moves stay in the USSR (BAR-V-RAIL-08). The Axis has the full rail move once its
    railways are clear (BAR-V-RAIL-02, BAR-V-RAIL-07). Before that, it has a rail move west of the frontier
    (BAR-V-RAIL-03, BAR-V-RAIL-06) and a shorter rail move that touches the USSR (BAR-V-RAIL-01, BAR-V-RAIL-04), except
    in the first winter (BAR-V-RAIL-05). BAR-V-RAIL-11, BAR-V-FLOW-12: the option changes nothing else, and hexes that a
    unit walks do not count.
    """
    board = p.board
    ride = full_ride(p)
    if not p.table.railroads:
        return [ride]
    if p.side == RUSSIAN:
        return [ride._replace(open=ride.open & board.ussr)]
    if p.rails_clear:
        return [ride]
    west = ride._replace(open=ride.open & board.west)
    return [west] if is_first_winter(p) else [west, ride._replace(length=UNCLEARED)]


def full_ride(p: Campaign) -> Ride:
    """BAR-RAIL-01 to BAR-RAIL-04, BAR-RAIL-07, BAR-RAIL-09: return a rail move of the full rail bonus along any
    railway without enemies and their zones. BAR-RAIL-06, BAR-RAIL-10: mountains and swamps do not stop it but, under
    one reading, they stop a unit that gets off there. BAR-RAIL-08: any number of units can use a railway.
    """
    board = p.board
    halts = p.table.halts[p.frost] if p.table.readings["ride_end=stops"] else 0
    at_start = p.table.readings["boarding=start"]
    return Ride(board.rails, rail_bonus(p), ~p.zones.controlled[1 - p.side], halts=halts, at_start=at_start)


def rail_bonus(p: Campaign) -> int:
    """BAR-RAIL-01, BAR-RAIL-03, BAR-RAIL-04: return the length of a rail move in this weather, in hexes."""
    return p.table.rail_in_mud if p.weather == MUD else RIDE[p.weather]


def is_first_winter(p: Campaign) -> bool:
    """BAR-V-RAIL-05: return whether it is a snow turn from November 1941 to March 1942."""
    return p.weather == SNOW and NOVEMBER_1941 <= p.turn <= MARCH_1942


def ways(p: Campaign, u: int, ride: int) -> Reach:
    """Return the reach of a unit on foot (AFOOT), or by walking, rail and walking (BAR-RAIL-05).

    It depends only on the hex, the factor and the enemy, who does not move in this step, so it is cached.
    """
    return ways_from(p, p.at[u], allowance(p, u), ride)


def ways_from(p: Campaign, h: int, points: int, ride: int) -> Reach:
    """Return the reach from a hex with the given number of movement factors."""
    found = p.reaches.get((h, points, ride))
    if found is None:
        found = p.reaches[h, points, ride] = ways_with(p, h, points, None if ride == AFOOT else rides(p)[ride])
    return found


def ways_with(p: Campaign, h: int, points: int, ride: Ride | None) -> Reach:
    """Return the reach with any rail move. BAR-MOVE-03, BAR-MOVE-04: enemy units block the path, friendly units do not.
    BAR-ZOC-03, BAR-ZOC-07: every enemy zone of control stops a unit that enters it. BAR-ZOC-04: a unit that begins in
    an enemy zone of control can leave it."""
    enemy = 1 - p.side
    zone, occupied = p.zones.controlled[enemy], p.zones.occupied[enemy]
    return reach(p.table.footing[p.frost], h, points, barred=occupied, stops=zone, first=first_steps(p, h), ride=ride)


def reached(p: Campaign, u: int) -> Hexes:
    """Return the reach of a unit, on foot and by rail."""
    found = 0
    for ride in range(len(rides(p))):
        found |= ways(p, u, ride).hexes
    return found


def way(p: Campaign, u: int, h: int) -> Reach:
    """Return the reach with which a unit gets to a hex: on foot if possible, otherwise by rail."""
    bit = p.board.grid.bit[h]
    if (found := ways(p, u, AFOOT)).hexes & bit:
        return found
    return next(found for ride in range(len(rides(p))) if (found := ways(p, u, ride)).hexes & bit)


def passed(p: Campaign, u: int, h: int) -> list[int]:
    """Return the hexes on a unit's path to a hex, including that hex."""
    return way(p, u, h).path(h)[1:]


def approach(p: Campaign, u: int, city: int) -> Reach:
    """Return the path to a city that a unit passes through: on foot if the unit then has movement factors left,
    otherwise the cheapest path.
    """
    bit, afoot = p.board.grid.bit[city], ways(p, u, AFOOT)
    if afoot.hexes & bit and afoot.cost(city) < allowance(p, u):
        return afoot
    found = (ways(p, u, ride) for ride in range(len(rides(p))))
    return min((reach for reach in found if reach.hexes & bit), key=lambda reach: reach.cost(city))


def onward(p: Campaign, u: int, city: int) -> tuple[int, Hexes]:
    """Return the movement factors that a unit has left after it goes through a city, and the hexes then within reach.
    There are none if the city stops the unit.
    """
    board = p.board
    if (p.zones.controlled[1 - p.side] | p.table.halts[p.frost]) & board.grid.bit[city]:
        return 0, 0
    left = allowance(p, u) - approach(p, u, city).cost(city)
    return left, ways_from(p, city, left, AFOOT).hexes & p.zones.room[p.side] if left > 0 else 0


def taken_in_passing(p: Campaign, u: int) -> list[int]:
    """BAR-WIN-06, BAR-RAIL-05: return the enemy cities that a unit can go through, on foot or by rail, and leave again
    on foot."""
    board = p.board
    cities = p.enemy_cities(p.side)
    found = reached(p, u) & cities & ~(p.zones.controlled[1 - p.side] | p.table.halts[p.frost]) if cities else 0
    return [h for h in board.grid.hexes(found) if goes_on(p, u, h)] if found else []


def goes_on(p: Campaign, u: int, city: int) -> bool:
    """Return whether a unit can leave a city that does not stop it."""
    board = p.board
    if approach(p, u, city).cost(city) >= allowance(p, u):
        return False
    room = ~(p.zones.occupied[1 - p.side] | p.zones.full[p.side])
    nearby = 0 if p.table.readings["rough_ground=two"] else board.nets[p.frozen].led_to(city) & room
    return bool(nearby or onward(p, u, city)[1])


class Movement(PhasingBox):
    name = "move"
    title = "Move which unit, and where?"
    clauses = ("BAR-MOVE-01", "BAR-MOVE-02", "BAR-RAIL-01", "BAR-ZOC-03", "BAR-STACK-01")

    def ends(self, p: Campaign, u: int) -> Hexes:
        """BAR-MOVE-05, BAR-STACK-02: return the hexes where a unit can end its move."""
        return reached(p, u) & p.zones.room[p.side]

    def terms(self, p: Campaign, f: Frame, verb: str) -> tuple[str, str]:
        left = len(p.ready)
        return (counted(left, "# unit has not moved", "# units have not moved") if verb == "done" and left else "", "")

    def warning(self, p: Campaign, f: Frame, verb: str) -> str:
        return "No unit has moved." if verb == "done" and len(p.ready) == len(movers(p)) else ""

    def pieces(self, p: Campaign, f: Frame) -> list[int]:
        room = p.zones.room[p.side]
        return [u for u in p.ready if ways(p, u, AFOOT).hexes & room or self.ends(p, u)]

    def choices(self, p: Campaign, f: Frame, piece: int | None) -> list[int]:
        if piece is None:
            return [DONE]
        if piece not in p.ready:
            return []
        moves = [MOVE | piece << ARG | h for h in p.board.grid.hexes(self.ends(p, piece))]
        return moves + [THROUGH | piece << ARG | h for h in taken_in_passing(p, piece)]

    def allows(self, p: Campaign, f: Frame, action: int) -> bool:
        verb, u, h = parts(action)
        if verb == THROUGH:
            return u in p.ready and h in taken_in_passing(p, u)
        if action == DONE or u not in p.ready:
            return action == DONE
        room = p.board.grid.bit[h] & p.zones.room[p.side]
        return bool(ways(p, u, AFOOT).hexes & room or self.ends(p, u) & room)

    def draw(self, p: Campaign, f: Frame, uniform: Callable[[], float]) -> int:
        while True:
            drawn = int(uniform() * (len(p.ready) + 1))
            if drawn == len(p.ready):
                return DONE
            u = p.ready[drawn]
            afoot = 0 if uniform() < RIDERS else ways(p, u, AFOOT).hexes & p.zones.room[p.side]
            if uniform() < PASSERS and (cities := taken_in_passing(p, u)):
                return THROUGH | u << ARG | cities[int(uniform() * len(cities))]
            if hexes := afoot or self.ends(p, u):
                return MOVE | u << ARG | p.board.grid.draw(hexes, uniform)

    def routes(self, p: Campaign, f: Frame, piece: int) -> list[Choice]:
        grid = p.board.grid
        if piece not in p.ready:
            return []
        row = []
        for h in grid.hexes(self.ends(p, piece)):
            found = way(p, piece, h)
            path = tuple(found.path(h)[1:])
            stops = bool((p.zones.controlled[1 - p.side] | p.table.halts[p.frost]) & grid.bit[h])
            note = self.remarks(p, piece, h)
            row.append(Choice((MOVE | piece << ARG | h,), h, str(found.cost(h)), path, note, stops))
        for h in taken_in_passing(p, piece):
            found = approach(p, piece, h)
            note = f"of {allowance(p, piece)}; can move on"
            row.append(Choice((THROUGH | piece << ARG | h,), h, str(found.cost(h)), tuple(found.path(h)[1:]), note))
        return row

    def remarks(self, p: Campaign, u: int, h: int) -> str:
        """Return remarks about a move that help the player."""
        board = p.board
        bit = board.grid.bit[h]
        said = [f"of {allowance(p, u)}"]
        if way(p, u, h).ride(h):
            said.append("by rail")
        if p.zones.controlled[1 - p.side] & bit:
            said.append("must stop: enemy zone of control")
        elif p.table.halts[p.frost] & bit:
            said.append("must stop: mountains" if board.mountains & bit else "must stop: swamp")
        if board.lakes & bit:
            said.append("on ice: lost in a thaw")
        return ", ".join(said)

    def move(self, p: Campaign, f: Frame, u: int, h: int) -> None:
        p.ready.remove(u)
        p.go(u, [*way(p, u, h).passes(h, p.enemy_cities(p.side)), h], "move")

    def through(self, p: Campaign, f: Frame, u: int, h: int) -> None:
        left, _ = onward(p, u, h)
        path = approach(p, u, h).path(h)[1:]
        p.ready.remove(u)
        p.go(u, path, "move")
        p.call("walk-on", u, left)

    def bar_through(self, p: Campaign, f: Frame) -> Reason | None:
        if any(taken_in_passing(p, u) for u in p.ready):
            return None
        return Reason("No unit can take a city on its way and move on.", ("BAR-WIN-06",))

    def refuse_through(self, p: Campaign, f: Frame, u: int, h: int) -> Reason | None:
        bit, place = p.board.grid.bit[h], p.table.places[h]
        if u not in p.ready or not reached(p, u) & bit:
            return self.refuse_move(p, f, u, h)
        if not p.enemy_cities(p.side) & bit:
            return Reason(f"{place} is not an enemy city.", ("BAR-WIN-06",))
        if h in taken_in_passing(p, u):
            return None
        return Reason(f"{p.called(u)} cannot move on from {place}.", ("BAR-MOVE-02", "BAR-ZOC-03"))

    def done(self, p: Campaign, f: Frame) -> None:
        p.end()
        p.ready = []
        if p.journal is not None:  # a match keeps positions of this step, which share this cache
            p.reaches.clear()
        p.reaches = Reaches()

    def refuse_move(self, p: Campaign, f: Frame, u: int, h: int) -> Reason | None:
        board, grid = p.board, p.board.grid
        name, place, bit = p.called(u), p.table.places[h], grid.bit[h]
        if board.side[u] != p.side:
            return Reason(f"{name} is not yours.", ("BAR-SEQ-05",))
        if p.interdicted >> u & 1:
            return Reason(f"{name} is interdicted and cannot move this turn.", ("BAR-V-STRAT-11",))
        if u not in p.ready:
            text = f"{name} {'has already moved' if p.at[u] < LOST else 'is not on the board'}."
            return Reason(text, ("BAR-MOVE-01",))
        if self.ends(p, u) & bit:
            return None
        if board.closed & bit:
            return Reason(f"{place} is in a closed country.", ("BAR-MAP-04",))
        if not board.ground(p.frozen) & bit:
            lake = board.ground(True) & bit
            return Reason(f"{place} is water.", ("BAR-TERRAIN-04",) if lake else ("BAR-TERRAIN-03", "BAR-MOVE-06"))
        if p.zones.occupied[1 - p.side] & bit:
            return Reason(f"An enemy unit is in {place}.", ("BAR-MOVE-03",))
        if p.zones.full[p.side] & bit:
            return Reason(f"{place} is full.", ("BAR-MOVE-05", *p.table.cited("BAR-STACK-01")))
        if p.at[u] == h:
            return Reason(f"{name} is already in {place}.", ("BAR-MOVE-01",))
        first = first_steps(p, p.at[u])
        if first is not None and not first & bit and h in grid.neighbours[p.at[u]]:
            return Reason(f"{name} cannot step to {place}: one enemy controls both hexes.", ("BAR-ZOC-05",))
        return why_no_ride(p, u, h) or why_no_way(p, u, h)


def why_no_way(p: Campaign, u: int, h: int) -> Reason:
    """Return why a unit cannot reach a hex that has room for it: its movement factors, a stop on the way, or
    enemies all around.
    """
    name, place = p.called(u), p.table.places[h]
    weather = "" if p.weather == PERFECT else f" in {WEATHER[p.weather]}"
    ride, clauses = ride_told(p)
    enemy, steps, points = 1 - p.side, p.table.footing[p.frost], allowance(p, u)
    zone, occupied = p.zones.controlled[enemy], p.zones.occupied[enemy]

    def bars(steps: Steps, halts: Hexes, first: Hexes | None) -> set[str]:
        found = [
            hindrance(steps, p.at[u], points, h, barred=occupied, stops=halts, first=first, ride=one)
            for one in (None, *rides(p))
        ]
        return {"" if one is None else one.why for one in found}

    first = first_steps(p, p.at[u])
    why = bars(steps, zone, first)
    if "stops" in why:
        if "" in bars(steps, 0, None):
            return Reason(f"{name} must stop in an enemy zone of control on every path to {place}.", ("BAR-ZOC-03",))
        ground = "" in bars(steps.without_stops(), zone, first)
        more, cited = ("", ()) if ground else (" or an enemy zone of control", ("BAR-ZOC-03",))
        text = f"{name} must stop in mountains or a swamp{more} on every path to {place}."
        return Reason(text, ("BAR-TERRAIN-07", "BAR-TERRAIN-09", *cited))
    if "price" in why:
        factors = counted(points, "# movement factor", "# movement factors")
        return Reason(f"{place} is too far: {name} has {factors}{weather} and {ride}.", ("BAR-MOVE-02", *clauses))
    if first is not None and "barred" not in bars(steps, zone, None):
        return Reason(f"{name} would have to go from zone to zone of one enemy to reach {place}.", ("BAR-ZOC-05",))
    return Reason(f"Enemies and closed terrain block every path of {name} to {place}.", ("BAR-MOVE-03",))


def ride_told(p: Campaign) -> tuple[str, tuple[str, ...]]:
    """Describe the rail moves of the phasing side (`rides`), with the clauses."""
    length, bonus = rail_bonus(p), ("BAR-RAIL-02", ("BAR-RAIL-01", "BAR-RAIL-04", "BAR-RAIL-03")[p.weather])
    ride = f"one rail move of {length} hexes{' from its hex' if p.table.readings['boarding=start'] else ''}"
    if not p.table.railroads:
        return ride, bonus
    if p.side == RUSSIAN:
        return f"{ride} within the USSR", (*bonus, "BAR-V-RAIL-08")
    if p.rails_clear:
        return ride, ("BAR-RAIL-02", "BAR-V-RAIL-07" if p.weather == SNOW else "BAR-V-RAIL-02")
    if is_first_winter(p):
        return f"{ride} west of the frontier", ("BAR-RAIL-02", "BAR-V-RAIL-05", "BAR-V-RAIL-06")
    clauses = ("BAR-RAIL-02", "BAR-V-RAIL-01", "BAR-V-RAIL-03", "BAR-V-RAIL-04")
    return f"{ride} west of the frontier ({UNCLEARED} in the USSR)", clauses


def why_no_ride(p: Campaign, u: int, h: int) -> Reason | None:
    """Return the limit in the option railroads that keeps a unit from a hex within a full rail move, or None if no
    limit does.
    """
    grid = p.board.grid
    if not p.table.railroads or not (found := ways_with(p, p.at[u], allowance(p, u), full_ride(p))).hexes & grid.bit[h]:
        return None
    name, place = p.called(u), p.table.places[h]
    if p.side == RUSSIAN:
        return Reason(f"{name} would need a rail move west of the frontier to reach {place}.", ("BAR-V-RAIL-08",))
    if is_first_winter(p):
        return Reason(f"{name} would need a rail move in the USSR in the first winter to reach {place}.",
                      ("BAR-V-RAIL-05",))  # fmt: skip
    both = grid.gather(found.ride(h)) & p.board.west
    where = "on both sides of the frontier" if both else "in the USSR"
    text = f"{name} would need a rail move of more than {UNCLEARED} hexes {where} to reach {place}."
    return Reason(text, ("BAR-V-RAIL-01", "BAR-V-RAIL-04") if both else ("BAR-V-RAIL-01",))


class Walking(Locals):
    unit: int
    left: int  # movement factors


class WalkOn(PhasingBox):
    """BAR-WIN-06: a unit that took a city on the way continues with the rest of its movement."""

    name = "walk-on"
    title = "Move on to which hex?"
    locals = Walking
    clauses = ("BAR-MOVE-02", "BAR-WIN-06")

    def help(self, p: Campaign, f: Frame) -> str:
        left = counted(f[Walking.left], "# movement factor", "# movement factors")
        return f"{p.called(f[Walking.unit])} has {left} left."

    def found(self, p: Campaign, f: Frame) -> Reach:
        """Return the unit's reach with its remaining movement factors."""
        return ways_from(p, p.at[f[Walking.unit]], f[Walking.left], AFOOT)

    def options(self, p: Campaign, f: Frame) -> list[int]:
        ends = self.found(p, f).hexes & p.zones.room[p.side]
        return [MOVE | f[Walking.unit] << ARG | h for h in p.board.grid.hexes(ends)]

    def routes(self, p: Campaign, f: Frame, piece: int) -> list[Choice]:
        found, note = self.found(p, f), f"of {f[Walking.left]}"
        return [
            Choice((action,), action & MASK, str(found.cost(action & MASK)), tuple(found.path(action & MASK)[1:]), note)
            for action in self.choices(p, f, piece)
        ]

    def move(self, p: Campaign, f: Frame, u: int, h: int) -> None:
        path = self.found(p, f).path(h)[1:]
        p.end()
        p.go(u, path, "move")

    def refuse_move(self, p: Campaign, f: Frame, u: int, h: int) -> Reason | None:
        if u != f[Walking.unit]:
            return Reason(f"{p.called(f[Walking.unit])} must finish its move first.", ("BAR-MOVE-01",))
        bit = p.board.grid.bit[h]
        if self.found(p, f).hexes & bit & p.zones.room[p.side]:
            return None
        place = p.table.places[h]
        if p.zones.full[p.side] & bit:
            return Reason(f"{place} is full.", ("BAR-MOVE-05", *p.table.cited("BAR-STACK-01")))
        left = counted(f[Walking.left], "# movement factor", "# movement factors")
        return Reason(f"{place} is too far: {left} left.", ("BAR-MOVE-02",))
