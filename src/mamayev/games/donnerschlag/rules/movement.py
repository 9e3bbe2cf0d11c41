"""Movement (DON-MOVE, DON-RIVER, DON-ROAD, DON-EZOC, DON-HQMOVE) and overruns (DON-OVERRUN)."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from mamayev.engine.box import Box
from mamayev.engine.choices import Choice
from mamayev.engine.fields import Locals
from mamayev.engine.notation import ARG, parts
from mamayev.engine.position import Frame
from mamayev.engine.refusal import Reason
from mamayev.engine.words import counted
from mamayev.terrain.grid import Hexes
from mamayev.terrain.paths import Reach, hindrance, reach

from ..printed.map import AXIS, OFF_MAP, SOVIET
from ..printed.units import HEADQUARTERS, LOST, TANK, members
from .position import ActiveBox, Operation
from .verbs import DONE, MOVE, REDEPLOY, STOP


class Leg(Locals):
    """A unit that can continue after an overrun or the return of an HQ: its index plus 1, its remaining movement
    points, and whether the road bonus is still possible. Supply regained on the way adds no points (DON-OOS-04).
    """

    unit: int
    points: int
    bonus: int


class Ways(NamedTuple):
    """The hexes where a unit can end its move. `hexes`: every such hex. `onward`: the hexes that need only movement
    points. `crossed`: the hexes that need a motorized crossing. `by_road`: the hexes that need the road bonus.
    """

    hexes: Hexes
    onward: Reach
    crossed: Hexes
    by_road: Hexes


def allowance(p: Operation, u: int) -> int:
    """DON-MOVE-03, DON-OOS-01, DON-CALC-02: return a unit's movement allowance in points."""
    points = p.board.units[u].movement[p.steps[u]]
    if p.unsupplied >> u & 1:
        points //= 2
    return points + (p.hasty >> u & 1)


def may_enter(p: Operation, u: int) -> int:
    """DON-STACK-05, DON-STACK-07, DON-OVERRUN-01: return the hexes where a unit can end a move: hexes within the
    stacking limit and free of enemies, except for a lone HQ that a combat unit overruns. DON-HQ-03: an Axis HQ must end
    on a road, though it can leave the road on its way (DON-HQMOVE-02)."""
    board = p.board
    if board.is_combat[u]:
        return ~(p.troops(1 - board.side_of[u]) | p.zones.full[board.category[u]])
    return p.room(u) & board.road


def ways(p: Operation, u: int, points: int, bonus: bool, begun: bool) -> Ways:
    """Return the reach of a unit from its hex. `begun`: whether it has already taken its first step (DON-RIVER-02).
    Only units that begin outside enemy zones get the bonus of DON-ROAD-02 and DON-ROAD-03.
    """
    board, grid = p.board, p.board.grid
    h, zone = p.at[u], p.controlled(1 - board.side_of[u])
    barred, stops = barriers(p, u)
    crossings = p.crossings
    on_foot = board.kind[u] in p.table.on_foot
    onward = reach(board.anywhere if on_foot else crossings.steps, h, points, barred=barred, stops=stops)
    hexes = onward.hexes
    crossed = 0
    if points and not begun and not on_foot and board.kind[u] != TANK:
        crossed = crossing(p, u, points, barred, stops)
        hexes |= crossed
    by_road = 0
    if bonus and board.road & grid.bit[h] & ~zone and not loses_bonus(p, u):
        by_road = along_roads(p, u, ~(zone | barred | stops), points + 1, stops & ~(zone | barred)) & ~grid.bit[h]
        hexes |= by_road
    return Ways(hexes & may_enter(p, u), onward, crossed, by_road & ~onward.hexes)


def loses_bonus(p: Operation, u: int) -> bool:
    """DON-ROAD-02: return whether a unit loses its road bonus because it is out of supply."""
    return bool(p.unsupplied >> u & 1) and not p.table.readings["bonus_out_of_supply=yes"]


def along_roads(p: Operation, u: int, among: Hexes, steps: int, ends: Hexes = 0) -> Hexes:
    """DON-ROAD-02: return the given road hexes that a unit can reach only along roads.

    Its move ends in any hex in `ends`.
    """
    board = p.board
    on_foot, here = board.kind[u] in p.table.on_foot, board.grid.bit[p.at[u]]
    net = board.roads if p.table.readings["road_bonus=hexside"] else board.every_step if on_foot else p.crossings.dry
    within = board.road & (among | here)
    found = net.flood(here & board.road, within, steps)
    if ends & board.road:
        found |= net.spread(net.flood(here & board.road, within, steps - 1)) & ends & board.road
    return found


def barriers(p: Operation, u: int) -> tuple[Hexes, Hexes]:
    """DON-EZOC-01, DON-STACK-05, DON-OVERRUN-01, DON-OVERRUN-06: return the hexes that a unit cannot enter, and those
    where it must stop. It must stop there even if it begins in an enemy zone (DON-EZOC-02).
    """
    board = p.board
    enemy = 1 - board.side_of[u]
    stops = p.controlled(enemy) | p.headquarters(enemy)
    if board.side_of[u] == SOVIET:
        for at in p.overrun_at:
            if at < OFF_MAP:
                stops |= board.grid.bit[at]
    return p.troops(enemy) if board.is_combat[u] else p.standing(enemy), stops


def crossing(p: Operation, u: int, points: int, barred: Hexes, stops: Hexes) -> Hexes:
    """DON-RIVER-02: return the hexes that a motorized unit can reach across an unbridged river."""
    board, grid = p.board, p.board.grid
    h, crossings = p.at[u], p.crossings
    if p.table.readings["motorised_crossing=any-bank"]:
        found = 0
        for name, bank in board.on_rivers.items():
            if bank & grid.bit[h]:
                along = reach(crossings.steps, h, points - 1, barred=barred | ~bank, stops=stops)
                for at in [h, *grid.hexes(along.hexes & ~stops)]:
                    across = grid.hexes(crossings.wet[at])
                    found |= grid.gather(n for n in across if board.river_of[grid.side(at, n)] == name)
        found &= ~barred
    else:
        found = crossings.wet[h] & ~barred
    if p.ford and points > 1:
        for at in grid.hexes(found & ~stops):
            found |= reach(crossings.steps, at, points - 1, barred=barred, stops=stops).hexes
    return found & ~grid.bit[h]


def keeps_bonus(p: Operation, u: int, h: int, spent: int) -> bool:
    """DON-ROAD-02, DON-ROAD-03: return whether a unit in a hex can have spent `spent` points along roads only, without
    starting in an enemy zone.
    """
    grid = p.board.grid
    barred, stops = barriers(p, u)
    if p.controlled(1 - p.board.side_of[u]) & grid.bit[p.at[u]]:
        return False
    return bool(along_roads(p, u, ~(barred | stops) | grid.bit[h], spent) & grid.bit[h])


class Movement(ActiveBox):
    name = "move"
    title = "Move which unit, and where?"
    clauses = ("DON-MOVE-01", "DON-MOVE-02", "DON-MOVE-03", "DON-EZOC-01", "DON-STACK-07")
    locals = Leg

    def prompt(self, p: Operation, f: Frame) -> str:
        if f[Leg.unit]:
            return f"Move {p.board.units[f[Leg.unit] - 1].name} on?"
        return self.title if p.to_move else "All units have moved. End movement?"

    def terms(self, p: Operation, f: Frame, verb: str) -> tuple[str, str]:
        left = p.to_move.bit_count()
        return (counted(left, "# unit has not moved", "# units have not moved") if verb == "done" and left else "", "")

    def warning(self, p: Operation, f: Frame, verb: str) -> str:
        return "No unit has moved." if verb == "done" and p.to_move == p.activated else ""

    def movers(self, p: Operation, f: Frame) -> list[int]:
        """DON-CMD-01: return the activated units that can move now."""
        return [f[Leg.unit] - 1] if f[Leg.unit] else members(p.to_move)

    def found(self, p: Operation, f: Frame, u: int) -> Ways:
        """Return the reach of an activated unit with its remaining points."""
        if f[Leg.unit]:
            return ways(p, u, f[Leg.points], bool(f[Leg.bonus]), True)
        return ways(p, u, allowance(p, u), True, False)

    def pieces(self, p: Operation, f: Frame) -> list[int]:
        return [u for u in self.movers(p, f) if self.found(p, f, u).hexes]

    def choices(self, p: Operation, f: Frame, piece: int | None) -> list[int]:
        if piece is None:
            return [STOP if f[Leg.unit] else DONE]
        if piece not in self.movers(p, f):
            return []
        return [MOVE | piece << ARG | h for h in p.board.grid.hexes(self.found(p, f, piece).hexes)]

    def allows(self, p: Operation, f: Frame, action: int) -> bool:
        grid = p.board.grid
        if action in (DONE, STOP):
            return action == (STOP if f[Leg.unit] else DONE)
        _, u, h = parts(action)
        return u in self.movers(p, f) and h < len(grid) and bool(self.found(p, f, u).hexes & grid.bit[h])

    def draw(self, p: Operation, f: Frame, uniform: Callable[[], float]) -> int:
        units = self.movers(p, f)
        while True:
            drawn = int(uniform() * (len(units) + 1))
            if drawn == len(units):
                return STOP if f[Leg.unit] else DONE
            u = units[drawn]
            if hexes := self.found(p, f, u).hexes:
                return MOVE | u << ARG | p.board.grid.draw(hexes, uniform)

    def routes(self, p: Operation, f: Frame, piece: int) -> list[Choice]:
        board, grid = p.board, p.board.grid
        if piece not in self.movers(p, f):
            return []
        found = self.found(p, f, piece)
        row, zone = [], p.controlled(1 - board.side_of[piece])
        for h in grid.hexes(found.hexes):
            bit = grid.bit[h]
            straight = bool(bit & found.onward.hexes)
            path = tuple(found.onward.path(h)[1:]) if straight else (h,)
            cost = str(found.onward.cost(h)) if straight else ""
            said = [f"of {f[Leg.points] if f[Leg.unit] else allowance(p, piece)}"] if straight else []
            if not straight:
                said.append("across the river" if bit & found.crossed else "by the road bonus")
            if bit & zone:
                said.append("must stop: enemy zone")
            if bit & p.headquarters(1 - board.side_of[piece]):
                said.append("overruns an HQ")
            row.append(Choice((MOVE | piece << ARG | h,), h, cost, path, ", ".join(said), bool(bit & zone)))
        return row

    def move(self, p: Operation, f: Frame, u: int, h: int) -> None:
        board = p.board
        bit, enemy = board.grid.bit[h], 1 - board.side_of[u]
        lone = bool(p.headquarters(enemy) & bit)
        goes_on = (h in p.overrun_at or lone) and board.is_combat[u] and not p.controlled(enemy) & bit
        left = bonus = 0
        if p.ford or goes_on:  # the unit's path only matters here
            found = self.found(p, f, u)
            points = f[Leg.points] if f[Leg.unit] else allowance(p, u)
            reached_by_points = bool(found.onward.hexes & bit)
            if p.ford and not reached_by_points and found.crossed & bit and not p.crossings.wet[p.at[u]] & bit:
                p.ford = False  # only one unit continues
            if reached_by_points and goes_on:
                spent = found.onward.cost(h)
                left = points - spent
                bonus = int((not f[Leg.unit] or f[Leg.bonus]) and keeps_bonus(p, u, h, spent))
        p.to_move &= ~(1 << u)
        f[Leg.unit] = f[Leg.points] = f[Leg.bonus] = 0
        p.go(u, h, "move")
        if left or bonus:  # DON-OVERRUN-01, DON-OVERRUN-06
            f[Leg.unit], f[Leg.points], f[Leg.bonus] = u + 1, left, bonus
        if lone:
            p.overrun(h, board.side_of[u])
        p.retest_supply()

    def stop(self, p: Operation, f: Frame) -> None:
        """DON-MOVE-04: end a unit's move. Its unused movement points are lost."""
        f[Leg.unit] = 0

    def done(self, p: Operation, f: Frame) -> None:
        p.end()
        p.to_move = 0

    def bar_stop(self, p: Operation, f: Frame) -> Reason | None:
        return None if f[Leg.unit] else Reason("No unit is moving.", ("DON-MOVE-02",))

    def bar_done(self, p: Operation, f: Frame) -> Reason | None:
        return Reason("A unit is still moving: stop it first.", ("DON-MOVE-02",)) if f[Leg.unit] else None

    def refuse_move(self, p: Operation, f: Frame, u: int, h: int) -> Reason | None:
        board = p.board
        unit, place, bit = board.units[u], board.places[h], board.grid.bit[h]
        if board.side_of[u] != p.active:
            return Reason(f"{unit.name} is not yours.", ("DON-MOVE-01",))
        if f[Leg.unit] and f[Leg.unit] - 1 != u:
            return Reason(f"{board.units[f[Leg.unit] - 1].name} must finish its move first.", ("DON-MOVE-02",))
        if u not in self.movers(p, f):
            why = "has already moved" if p.activated >> u & 1 else "is not activated"
            return Reason(f"{unit.name} {why}.", ("DON-MOVE-02",) if p.activated >> u & 1 else ("DON-MOVE-01",))
        found = self.found(p, f, u)
        if found.hexes & bit:
            return None
        if h == p.at[u]:
            return Reason(f"{unit.name} is already in {place}.", ("DON-MOVE-02",))
        if p.troops(1 - board.side_of[u]) & bit:
            return Reason(f"An enemy unit is in {place}.", ("DON-STACK-05",))
        if not board.is_combat[u] and not board.road & bit:
            return Reason(f"{place} has no road, and an HQ must end its move on one.", ("DON-HQ-03", "DON-HQMOVE-01"))
        if not may_enter(p, u) & bit:
            return Reason(f"{place} is full.", ("DON-STACK-02", "DON-STACK-07"))
        return self.hindered(p, f, u, h)

    def hindered(self, p: Operation, f: Frame, u: int, h: int) -> Reason:
        """Return what keeps a unit from reaching a hex that it could enter: enemies all around, its movement points or
        the lost road bonus, a stop on the way, or a river.
        """
        board, grid = p.board, p.board.grid
        name, place, start = board.units[u].name, board.places[h], p.at[u]
        points = f[Leg.points] if f[Leg.unit] else allowance(p, u)
        barred, stops = barriers(p, u)
        anywhere = hindrance(board.anywhere, start, points, h, barred=barred)
        if anywhere is not None and anywhere.why == "barred":
            return Reason(f"Enemy units block every path to {place}.", ("DON-STACK-05",))
        if anywhere is not None:
            if (not f[Leg.unit] or f[Leg.bonus]) and along_roads(p, u, ~barred, points + 1) & grid.bit[h]:
                return self.without_bonus(p, f, u, h)
            marked = p.unsupplied >> u & 1
            has = f"{name}{', out of supply,' if marked else ''} has {points}"
            clauses = ("DON-MOVE-06", "DON-OOS-01") if marked else ("DON-MOVE-06",)
            text = f"{place} costs {counted(anywhere.cost, '# movement point', '# movement points')}; {has}."
            return Reason(text, clauses)
        steps = board.anywhere if board.kind[u] in p.table.on_foot else p.crossings.steps
        if hindrance(steps, start, points, h, barred=barred) is None:
            way = reach(steps, start, points, barred=barred).path(h)
            return self.stopped(p, u, next(at for at in way[1:-1] if stops & grid.bit[at]), h)
        if board.kind[u] == TANK:
            return Reason("Tanks can cross rivers only by bridges.", ("DON-RIVER-03",))
        how = ("as its first step", "from the bank where it begins")[p.table.readings["motorised_crossing=any-bank"]]
        clauses = ("DON-RIVER-02", "DON-RIVER-05") if board.kind[u] == HEADQUARTERS else ("DON-RIVER-02",)
        return Reason(f"{name} can cross a river without a bridge only {how}, and must stop there.", clauses)

    def stopped(self, p: Operation, u: int, halt: int, h: int) -> Reason:
        """Return why a unit cannot continue from a hex on its path."""
        board, grid = p.board, p.board.grid
        name, zone = board.units[u].name, p.controlled(1 - board.side_of[u])
        if not zone & grid.bit[halt]:
            return Reason(
                f"The move would overrun an HQ in {board.places[halt]}: move there first, then continue.",
                ("DON-OVERRUN-01",) if board.side_of[u] == AXIS else ("DON-OVERRUN-01", "DON-OVERRUN-06"),
            )
        if zone & grid.bit[h]:
            text = (
                f"{name} can go from zone to zone ({board.places[halt]} to {board.places[h]}) only as its first step."
            )
            return Reason(text, ("DON-EZOC-03",))
        return Reason(f"{name} must stop in {board.places[halt]}: enemy zone of control.", ("DON-EZOC-01",))

    def without_bonus(self, p: Operation, f: Frame, u: int, h: int) -> Reason:
        """Return why a unit cannot reach a hex that it could reach with the road bonus."""
        board, grid = p.board, p.board.grid
        name, place, zone = board.units[u].name, board.places[h], p.controlled(1 - board.side_of[u])
        if loses_bonus(p, u):
            return Reason(f"{place} needs the road bonus, which units out of supply do not have.", ("DON-ROAD-02",))
        points = f[Leg.points] if f[Leg.unit] else allowance(p, u)
        barred, stops = barriers(p, u)
        if along_roads(p, u, ~(zone | barred), points + 1) & grid.bit[h] and not zone & grid.bit[p.at[u]]:
            row = grid.hexes(stops & ~zone & board.road)
            halt = min(row, key=lambda at: grid.distance(p.at[u], at) + grid.distance(at, h))
            return self.stopped(p, u, halt, h)
        text = f"{place} needs the road bonus, which {name} loses by leaving or entering an enemy zone."
        return Reason(text, ("DON-ROAD-03",))


# ------------------------------------------------------------------ an overrun Axis HQ


class Overrun(Locals):
    """The HQ, the hex of the overrun, and whether the HQ has the Schwerpunkt marker."""

    hq: int
    hex: int
    schwerpunkt: int


class Redeploy(Box[Operation]):
    """DON-OVERRUN-02, DON-OVERRUN-03: the HQ goes to the nearest unit of its formation on a road, or else to a road hex
    within its range.
    """

    name = "redeploying"
    title = "Move the HQ where?"
    clauses = ("DON-OVERRUN-02", "DON-OVERRUN-03")
    forced = True
    decider = AXIS

    def hexes(self, p: Operation, f: Frame) -> Hexes:
        """Return the hexes that the owner of the HQ can choose."""
        board, grid = p.board, p.board.grid
        lost = p.frame("redeploy")
        hq, start = lost[Overrun.hq], lost[Overrun.hex]
        room = p.room(hq) & board.road
        own = {h for u in p.of_formation(board.units[hq].formation) if grid.bit[h := p.at[u]] & room}
        if not own:
            inside = grid.disc(start, board.ranges[hq]) & room
            if inside:
                return inside
            own = set(grid.hexes(room & grid.everywhere))
        nearest = min(grid.distance(start, h) for h in own)
        return grid.gather(h for h in own if grid.distance(start, h) == nearest)

    def options(self, p: Operation, f: Frame) -> list[int]:
        return [REDEPLOY | p.frame("redeploy")[Overrun.hq] << ARG | h for h in p.board.grid.hexes(self.hexes(p, f))]

    def redeploy(self, p: Operation, f: Frame, hq: int, h: int) -> None:
        p.end()
        p.come(hq, h, "redeploy", "DON-OVERRUN-02")
        if p.frame("redeploy")[Overrun.schwerpunkt]:
            p.schwerpunkt = hq  # DON-OVERRUN-05
        p.retest_supply()

    def refuse_redeploy(self, p: Operation, f: Frame, hq: int, h: int) -> Reason | None:
        board = p.board
        if hq != p.frame("redeploy")[Overrun.hq]:
            return Reason(f"{board.units[hq].name} has not been overrun.", self.clauses)
        if self.hexes(p, f) & board.grid.bit[h]:
            return None
        return Reason(f"The HQ cannot go to {board.places[h]}.", self.clauses)


def lost_without_units(p: Operation, f: Frame) -> bool:
    """DON-OVERRUN-04: return whether the formation still has a unit on the map. If it has none, eliminate its HQ."""
    board = p.board
    hq = f[Overrun.hq]
    if p.in_formation(board.units[hq].formation):
        return True
    p.at[hq] = LOST
    p.note("Axis", f"{board.units[hq].name} has no units left and is out of the game.", "DON-OVERRUN-04", units=(hq,))
    return False
