"""Evaluate the situation: paths to the meeting zones, the leading units, the deciding turn, and the supply line."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Sequence
from functools import wraps
from typing import Any, TypeVar

from mamayev.terrain.grid import Hexes
from mamayev.terrain.kept import kept
from mamayev.terrain.paths import Net
from mamayev.terrain.supply import Line, Supply

from ..printed.board import Board
from ..printed.map import AXIS, OFF_MAP, SOVIET
from ..printed.units import ALARM, ARMIES, COLOURS, FORMATION, NONE, PANZER, members
from ..rules.command import check_supply
from ..rules.movement import allowance, ways
from ..rules.position import NOT_CALLED, Operation
from ..rules.victory import LAST_BOX
from .style import JUDGMENT, Style

T = TypeVar("T")

FAR = 255
"""The path cost of a hex without a path."""


THE_CARDS = frozenset(
    ("where", "known", "looked", "boxed", "beside", "swaps", "old", "stock", "late_pick", "limits", "claimed",
     "exchanged", "luck", "waits", "no_air", "activations", "whom")
)  # fmt: skip
"""The fields for the places of cards and the cost of an activation.

Orders to units do not depend on these.
"""
ORDERED_BY = tuple(name for name in Operation.fields if name not in THE_CARDS)
KEPT = 64


def situation(p: Operation) -> Hashable:
    """Return everything that orders to units depend on."""
    return p.table, *(frozen(getattr(p, name)) for name in ORDERED_BY)


def frozen(value: Any) -> Hashable:
    """Return the value of a field in a form that can be part of a key."""
    if isinstance(value, list):
        return tuple(map(frozen, value)) if value and isinstance(value[0], list) else tuple(value)
    return bytes(value) if isinstance(value, bytearray) else value


def remembered(judge: Callable[..., T]) -> Callable[..., T]:
    """Cache the last 64 results of a function of the situation.

    Half of the calls are repeats: the staff evaluates a formation for several cards, again when it plays one of them,
    and again for its moves. A result keeps its own copy of the position, because mass play changes positions in place.
    """
    known: OrderedDict[Hashable, T] = OrderedDict()

    @wraps(judge)
    def recall(p: Operation, style: Style, *units: int) -> T:
        key = situation(p), style, units
        if key not in known:
            known[key] = judge(p.copy(), style, *units)
            if len(known) > KEPT:
                known.popitem(last=False)
        return known[key]

    return recall


def activated(p: Operation, units: int) -> Operation:
    """Return the position after the activation of the given units. Units that are out of supply are marked first
    (DON-SUP-06), because they move and attack at half strength.
    """
    q = p.copy()
    q.activated = units
    check_supply(q, [])
    return q


@kept()
def dry(board: Board, built: int) -> tuple[tuple[int, ...], ...]:
    """Return, for each hex, the neighbors that no unbridged river separates from it."""
    grid = board.grid
    net = board.crossings(built).dry
    return tuple(tuple(n for n in grid.neighbours[h] if net.leads(h, n)) for h in range(len(grid)))


@kept(256)
def ways_to(board: Board, goals: Hexes, troops: Hexes, controlled: Hexes, built: int, sought: Hexes = 0) -> bytes:
    """Return, for each hex, the cost of the Axis path to the nearest destination, past the given Soviet stacks and
    their zones of control. `sought`: the hexes of interest. The search stops a little beyond the first of them, and
    hexes farther away get FAR.
    """
    grid = board.grid
    net, found = board.crossings(built).dry, list[Hexes]()
    in_zone, in_the_way = JUDGMENT.way_zone, JUDGMENT.way_stack
    enter = (
        (1, ~(troops | controlled)),
        (1 + in_zone, controlled & ~troops),
        (1 + in_the_way, troops & ~controlled),
        (1 + in_zone + in_the_way, troops & controlled),
    )
    levels: dict[int, Hexes] = {}  # by cost the hexes that lead to those that it reaches
    new, left, last = goals, grid.everywhere, FAR - 1
    while (new or levels) and len(found) <= last:
        new &= left
        left ^= new
        if new & sought:
            last = min(last, len(found) + JUDGMENT.way_behind)
        for price, hexes in enter:
            if through := new & hexes:
                levels[len(found) + price] = levels.get(len(found) + price, 0) | through
        found.append(new)
        new = net.spread(levels.pop(len(found), 0))
    return grid.labelled(found)


def way(p: Operation, goals: Hexes) -> bytes:
    """Return, for each hex, the cost of the Axis path to the nearest destination, past the Soviets at their current
    places.
    """
    return ways_to(p.board, goals, p.troops(SOVIET), p.controlled(SOVIET), p.built)


def path(board: Board, costs: Sequence[int], start: int, built: int) -> list[int]:
    """Return the best path from a hex."""
    near, found = dry(board, built), [start]
    while 0 < costs[found[-1]] < FAR:
        found.append(min(near[found[-1]], key=costs.__getitem__))
    return found


def foremost(p: Operation, costs: Sequence[int]) -> int:
    """Return the hex of the unit with the shortest path among all units, of any formation, that can fulfill the victory
    condition (DON-VICT-03). Returns OFF_MAP if there is none.
    """
    return min(may_lead(p), key=costs.__getitem__, default=OFF_MAP)


def may_lead(p: Operation) -> list[int]:
    """Return the hexes of the units that can fulfill the victory condition."""
    led = sum(p.in_formation(n) for n in p.board.hq_of)
    return [p.at[u] for u in members(led)]


def spearhead(p: Operation, costs: Sequence[int]) -> int:
    """Return the hex of the German unit with the shortest path, or OFF_MAP if there is none."""
    hexes = [p.at[u] for n in PANZER for u in p.of_formation(n)]
    return min(hexes, key=costs.__getitem__, default=OFF_MAP)


def aim(p: Operation, style: Style) -> Hexes:
    """Return the zone that the Axis aims for."""
    return p.board.zones[sought(p, style)]


def sought(p: Operation, style: Style) -> int:
    """Return the zone that the Axis aims for: the called zone or, before the call, the ordered or the most open one."""
    if p.zone >= 0:
        return p.zone
    return style.zone if style.zone >= 0 else open_zone(p)


def course(p: Operation, style: Style) -> bytes:
    """Return, for each hex, the cost of the Axis path to the next hex of the ordered route, or else to the zone."""
    return way(p, next_leg(p, style))


def next_leg(p: Operation, style: Style) -> Hexes:
    """Return the next hex of the ordered route that the spearhead has not passed, or else the zone. The spearhead has
    passed a hex if it is at least as close to the following hex. In the deciding turn, only the zone counts.
    """
    goals = aim(p, style)
    if not style.by_way or decisive(p):
        return goals
    bit = p.board.grid.bit
    left = [bit[h] for h in style.by_way]
    for leg, after in reversed([*zip(left, [*left[1:], goals], strict=True)]):
        costs = way(p, after)
        lead = spearhead(p, costs)
        if lead >= OFF_MAP or costs[lead] <= min(costs[h] for h in p.board.grid.hexes(leg)):
            return after
    return left[0]


def open_zone(p: Operation) -> int:
    """Return the zone with the shortest path for a German unit. The Soviets block a zone near their entries first, so
    each hex between a zone and these entries makes its path shorter.
    """
    board = p.board

    def price(zone: int) -> float:
        costs = way(p, board.zones[zone])
        h = spearhead(p, costs)
        return (costs[h] if h < OFF_MAP else FAR) - JUDGMENT.off_entries * from_entries(board, zone)

    return min(range(len(board.zones)), key=price)


@kept(8)
def from_entries(board: Board, zone: int) -> int:
    """Return the distance of a zone from the nearest Soviet entry."""
    grid = board.grid
    entries = list(grid.hexes(board.entries[SOVIET]))
    return min((grid.distance(h, entry) for h in grid.hexes(board.zones[zone]) for entry in entries), default=0)


def in_question(p: Operation) -> Hexes:
    """Return the hexes of the zones that may be the real zone, as far as the Soviets know."""
    return sum(p.board.zones[zone] for zone in p.zones_left())


# ------------------------------------------------------------------ under orders


def charge(p: Operation, u: int) -> int:
    """Return the formation whose orders apply to a unit, as a set. It is the unit's own formation or, for a Soviet unit
    without a corps, its army. Returns 0 if there is none.
    """
    n, group = p.formation(u), p.board.units[u].group
    if n == NONE and group != NONE:
        n = FORMATION[ARMIES[group // len(COLOURS)]]
    return 0 if n == NONE else 1 << n


@kept(64)
def gates(board: Board, built: int) -> Hexes:
    """Return the hexes behind the bridges of the river that the Axis can only pass by bridge on its way to the zones.

    Of several such rivers, it is the one with the fewest bridges. Returns 0 if every river can be avoided.
    """
    grid, found = board.grid, list[list[int]]()
    for river in board.on_rivers:
        bridges = [n for n in board.bridges | {built} if board.river_of.get(n) == river]
        barred = board.crossings(built).unbridged.union(bridges)
        near = Net(grid, lambda a, b, barred=barred: grid.side(a, b) not in barred).flood(  # type: ignore[misc]
            board.sources[AXIS], grid.everywhere
        )
        if bridges and not any(zone & near for zone in board.zones):
            found.append([h for n in bridges for h in grid.sides[n] if not near & grid.bit[h]])
    return grid.gather(sorted(found, key=len)[0] if found else ())


def to_hold(p: Operation, style: Style) -> Hexes:
    """Return the hexes that the active side does not leave empty: those under a hold order, and the gates."""
    return style.held | (gates(p.board, p.built) if style.gates else 0)


def keepers(p: Operation, style: Style) -> dict[int, int]:
    """Return the active side's strongest unit in each hex to hold, by hex. It neither leaves the hex nor attacks,
    because an attacker may have to retreat. Orders to a formation come before the gates.
    """
    hexes = to_hold(p, style)
    if not hexes:
        return {}
    board, strongest = p.board, dict[int, int]()
    for u in p.on_map(board.of_side[p.active] & board.troops):
        h = p.at[u]
        if hexes & board.grid.bit[h] and (style.held & board.grid.bit[h] or not under_orders(p, style, u)):
            other = strongest.get(h)
            if other is None or board.strength[u][p.steps[u]] > board.strength[other][p.steps[other]]:
                strongest[h] = u
    return strongest


def under_orders(p: Operation, style: Style, u: int) -> bool:
    """Return whether a unit's formation is to attack or to withdraw."""
    orders = style.driven | style.back
    return bool(orders and charge(p, u) & orders)


def care(p: Operation, style: Style, u: int) -> float:
    """Return the factor by which the risk to a unit counts under its orders."""
    if not style.spent | style.spared:
        return 1.0
    one = charge(p, u)
    return JUDGMENT.spending if one & style.spent else JUDGMENT.sparing if one & style.spared else 1.0


def decisive(p: Operation) -> bool:
    """Return whether this turn ends with the check in the meeting zone (DON-TRACK-03)."""
    return p.track != NOT_CALLED and p.track + 1 >= LAST_BOX


def line(p: Operation, h: int) -> Line:
    """Return the Axis supply line from a hex, and where it is cut."""
    return line_through(p.board, h, p.open_to(AXIS), p.built)


@kept(256)
def line_through(board: Board, h: int, open_: Hexes, built: int) -> Line:
    """Return a supply line through open hexes: the shortest line, or else the line with the fewest cuts."""
    net, bit = board.crossings(built).dry, board.grid.bit
    rings = [bit[h]]
    among = bit[h]
    while rings[-1] and not rings[-1] & board.sources[AXIS]:
        rings.append(net.spread(rings[-1]) & open_ & ~among)
        among |= rings[-1]
    if not rings.pop():
        return Supply(net, board.sources[AXIS], open_).line(h)
    return Line(back(board, net, rings, among & board.sources[AXIS]), [])


def back(board: Board, net: Net, rings: list[Hexes], ends: Hexes) -> list[int]:
    """Return the path through rings of hexes to one of the `ends`, in order."""
    grid = board.grid
    found = grid.hexes(ends)[:1]
    for ring in reversed(rings):
        found.append(next(n for n in grid.neighbours[found[-1]] if grid.bit[n] & ring and net.leads(n, found[-1])))
    return found[::-1]


@kept()
def apart(board: Board, h: int) -> list[int]:
    """Return, for each hex, the distance to `h`."""
    grid = board.grid
    return [grid.distance(h, n) for n in range(len(grid))]


@kept()
def disc(board: Board, h: int, radius: int) -> Hexes:
    """Return the hexes within a radius of a hex. There are only about 7,000 such sets, because no unit has more than
    ten movement points.
    """
    return board.grid.disc(h, radius)


def reaches(p: Operation) -> Callable[[int], Hexes]:
    """Return a function that finds the hexes where a unit can end a move at the moment. Most results come from a cache
    that earlier evaluations of the side's units have filled.
    """
    known = reached(p.board, p.table, tuple(p.at), p.built, p.ford, tuple(p.overrun_at))

    def reach(u: int) -> Hexes:
        points = allowance(p, u)
        key = u, points, p.unsupplied >> u & 1
        if key not in known:
            known[key] = ways(p, u, points, True, False).hexes
        return known[key]

    return reach


@kept(KEPT)
def reached(_board: Board, *_as_all_stand: Hashable) -> dict[Hashable, Hexes]:
    """Return the cache of the results of `reaches`."""
    return {}


def exposed(p: Operation, side: int, hexes: Hexes) -> Hexes:
    """Return the given hexes that a combat unit of a side could enter in one activation. A lone HQ there would be
    overrun (DON-OVERRUN-01)."""
    board = p.board
    found, reach = 0, reaches(p)
    for u in p.on_map(board.of_side[side] & board.troops):
        if disc(board, p.at[u], allowance(p, u) + 1) & hexes & ~found:
            found |= reach(u)
    return found & hexes


class Danger:
    """The strength that a side could bring against a hex in one activation if no unit blocked the way.

    `rows`: the reach and the strength of each unit, strongest first. `own`: the hexes of the threatened side.
    """

    def __init__(self, board: Board, rows: tuple[tuple[Hexes, int], ...], own: Hexes, built: int) -> None:
        self.board, self.rows, self.own, self.wet = board, rows, own, board.crossings(built).wet
        self.known: dict[int, float] = {}

    def at(self, h: int) -> float:
        """Return the maximum strength that can attack a hex.

        Two units can attack from each adjacent hex that the threatened side does not occupy, but only one across a
        river. The strength counts only the share of units that one activation includes (`JUDGMENT.together`).
        """
        grid = self.board.grid
        if h not in self.known:
            bit, free, wet = grid.bit[h], grid.near[h] & ~self.own, self.wet[h]
            units = 2 * (free & ~wet).bit_count() + (free & wet).bit_count()
            self.known[h] = JUDGMENT.together * sum([strength for disc, strength in self.rows if disc & bit][:units])
        return self.known[h]

    def risk(self, h: int, strength: float) -> float:
        """Return the steps that a stack of a given strength may lose in a hex, including shifts by tanks."""
        ratio = self.at(h) / (strength + cover(self.board, h)) if strength else JUDGMENT.bare_odds
        return min(JUDGMENT.most, max(0.0, JUDGMENT.odds_cost * ratio - JUDGMENT.odds_free))


def danger_from(p: Operation, side: int) -> Danger:
    """Return the danger from the units of a side."""
    return danger_of(p.board, side, tuple(p.at), bytes(p.steps), p.troops(1 - side), p.built)


@kept(64)
def danger_of(board: Board, side: int, at: tuple[int, ...], steps: bytes, own: Hexes, built: int) -> Danger:
    """Return the danger that the units of a side pose. Cached."""
    rows = []
    for u in members(board.of_side[side] & board.troops & ~board.of_cup[ALARM]):
        if at[u] < OFF_MAP:
            reach = board.units[u].movement[steps[u]] + 1
            rows.append((disc(board, at[u], reach), board.strength[u][steps[u]]))
    rows.sort(key=lambda row: -row[1])
    return Danger(board, tuple(rows), own, built)


def cover(board: Board, h: int) -> float:
    """Return the value of a hex's terrain for a defender, in strength points."""
    bit = board.grid.bit[h]
    built = bit & (board.towns | board.cities)
    return JUDGMENT.town if built else JUDGMENT.village if bit & board.villages else 0.0
