"""How the situation looks: ways to the meeting zones, who is in front, when it will be decided, the line of supply."""

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
from ..printed.units import ALARM, PANZER, members
from ..rules.command import check_supply
from ..rules.movement import allowance, ways
from ..rules.position import NOT_CALLED, Operation
from ..rules.victory import LAST_BOX
from .style import JUDGMENT, Style

T = TypeVar("T")

FAR = 255
"""What the way costs from where there is none."""


THE_CARDS = frozenset(
    ("where", "known", "looked", "boxed", "beside", "swaps", "old", "stock", "late_pick", "limits", "claimed",
     "exchanged", "luck", "waits", "no_air", "activations", "whom")
)  # fmt: skip
"""The fields of a position that say where cards are and what was paid for an activation; orders do not look at them."""
ORDERED_BY = tuple(name for name in Operation.fields if name not in THE_CARDS)
KEPT = 64


def situation(p: Operation) -> Hashable:
    """All that orders to the units depend on."""
    return p.table, *(frozen(getattr(p, name)) for name in ORDERED_BY)


def frozen(value: Any) -> Hashable:
    """The value of a field, as a key."""
    if isinstance(value, list):
        return tuple(map(frozen, value)) if value and isinstance(value[0], list) else tuple(value)
    return bytes(value) if isinstance(value, bytearray) else value


def remembered(judge: Callable[..., T]) -> Callable[..., T]:
    """A judgement of a position, remembered by the situation; the last 64 are kept. Half of all are asked for again: a
    formation is weighed for several cards, once more when one of them is played, and then it gets its orders."""
    known: OrderedDict[Hashable, T] = OrderedDict()

    @wraps(judge)
    def recall(p: Operation, style: Style, *units: int) -> T:
        key = situation(p), style, units
        if key not in known:
            known[key] = judge(p, style, *units)
            if len(known) > KEPT:
                known.popitem(last=False)
        return known[key]

    return recall


def activated(p: Operation, units: int) -> Operation:
    """The position as it would be if some units were activated: those that trace no line are marked first (DON-SUP-06),
    for they go half as far, and strike half as hard."""
    q = p.copy()
    q.activated = units
    check_supply(q, [])
    return q


@kept()
def dry(board: Board, built: int) -> tuple[tuple[int, ...], ...]:
    """By hex the neighbours that no unbridged river keeps apart from it."""
    grid = board.grid
    net = board.crossings(built).dry
    return tuple(tuple(n for n in grid.neighbours[h] if net.leads(h, n)) for h in range(len(grid)))


@kept(256)
def ways_to(board: Board, goals: Hexes, troops: Hexes, controlled: Hexes, built: int, sought: Hexes = 0) -> bytes:
    """By hex, what the way to the nearest of some hexes costs the Axis, past these Soviet stacks and their zones.
    `sought`: it is measured to a little behind the first of these hexes, and the others are FAR."""
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
    """The same, as the Soviets stand now."""
    return ways_to(p.board, goals, p.troops(SOVIET), p.controlled(SOVIET), p.built)


def path(board: Board, costs: Sequence[int], start: int, built: int) -> list[int]:
    """The best way from a hex."""
    near, found = dry(board, built), [start]
    while 0 < costs[found[-1]] < FAR:
        found.append(min(near[found[-1]], key=costs.__getitem__))
    return found


def foremost(p: Operation, costs: Sequence[int]) -> int:
    """The hex of the unit with the shortest way among all that may fulfil the condition of victory, whichever formation
    they belong to (DON-VICT-03); OFF_MAP where there is none."""
    return min(may_lead(p), key=costs.__getitem__, default=OFF_MAP)


def may_lead(p: Operation) -> list[int]:
    """The hexes of those who may fulfil the condition of victory."""
    led = sum(p.in_formation(n) for n in p.board.hq_of)
    return [p.at[u] for u in members(led)]


def spearhead(p: Operation, costs: Sequence[int]) -> int:
    """The hex of the German unit with the shortest way, OFF_MAP where there is none."""
    hexes = [p.at[u] for n in PANZER for u in p.of_formation(n)]
    return min(hexes, key=costs.__getitem__, default=OFF_MAP)


def aim(p: Operation) -> Hexes:
    """The zone that the Axis makes for: the one that it has called, before the call the one that is nearest."""
    board = p.board
    if p.zone >= 0:
        return board.zones[p.zone]
    return board.zones[nearest_zone(p)]


def nearest_zone(p: Operation) -> int:
    """The zone that is nearest to a German unit, past the Soviets."""

    board = p.board

    def price(zone: int) -> int:
        costs = way(p, board.zones[zone])
        h = spearhead(p, costs)
        return costs[h] if h < OFF_MAP else FAR

    return min(range(len(board.zones)), key=price)


def in_question(p: Operation) -> Hexes:
    """The hexes of the zones that may be the real one, for all that the Soviets know."""
    return sum(zone for n, zone in enumerate(p.board.zones) if not p.ruled_out >> n & 1)


def decisive(p: Operation) -> bool:
    """Whether this turn ends with the check in the meeting zone (DON-TRACK-03)."""
    return p.track != NOT_CALLED and p.track + 1 >= LAST_BOX


def line(p: Operation, h: int) -> Line:
    """The Axis' line of supply from a hex, and where it is cut."""
    return line_through(p.board, h, p.open_to(AXIS), p.built)


@kept(256)
def line_through(board: Board, h: int, open_: Hexes, built: int) -> Line:
    """The same through some hexes: the shortest line ring by ring, and only where there is none the one that is cut
    least."""
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
    """The way through rings of hexes to one of those where it may end, from its beginning."""
    grid = board.grid
    found = grid.hexes(ends)[:1]
    for ring in reversed(rings):
        found.append(next(n for n in grid.neighbours[found[-1]] if grid.bit[n] & ring and net.leads(n, found[-1])))
    return found[::-1]


@kept()
def apart(board: Board, h: int) -> list[int]:
    """By hex how far it is from another."""
    grid = board.grid
    return [grid.distance(h, n) for n in range(len(grid))]


@kept()
def disc(board: Board, h: int, radius: int) -> Hexes:
    """What lies around a hex: some 7,000 sets, as no unit has more than ten points."""
    return board.grid.disc(h, radius)


def reaches(p: Operation) -> Callable[[int], Hexes]:
    """Where units of a side may end a move, as all stand now: for most it has been asked before, when others of the
    same side were weighed."""
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
    """What is known of that."""
    return {}


def exposed(p: Operation, side: int, hexes: Hexes) -> Hexes:
    """Those of some hexes that a combat unit of a side could enter in one activation, as all stand now: a lone HQ of
    the other side is overrun there (DON-OVERRUN-01)."""
    board = p.board
    found, reach = 0, reaches(p)
    for u in p.on_map(board.of_side[side] & board.troops):
        if disc(board, p.at[u], allowance(p, u) + 1) & hexes & ~found:
            found |= reach(u)
    return found & hexes


class Danger:
    """What the units of a side could bring against a hex in one activation if nobody barred their way. `rows`: of each
    the hexes that it reaches and its strength, the strongest first; `own`: where those stand whom it threatens."""

    def __init__(self, board: Board, rows: tuple[tuple[Hexes, int], ...], own: Hexes, built: int) -> None:
        self.board, self.rows, self.own, self.wet = board, rows, own, board.crossings(built).wet
        self.known: dict[int, float] = {}

    def at(self, h: int) -> float:
        """The strength that may be brought against a hex: two units from each side that no friend covers, half as many
        over a river, and no more of them than are activated together."""
        grid = self.board.grid
        if h not in self.known:
            bit, free, wet = grid.bit[h], grid.near[h] & ~self.own, self.wet[h]
            units = 2 * (free & ~wet).bit_count() + (free & wet).bit_count()
            self.known[h] = JUDGMENT.together * sum([strength for disc, strength in self.rows if disc & bit][:units])
        return self.known[h]

    def risk(self, h: int, strength: float) -> float:
        """The steps that a stack of a strength may lose in a hex, with the shifts that tanks bring."""
        ratio = self.at(h) / (strength + cover(self.board, h)) if strength else JUDGMENT.bare_odds
        return min(JUDGMENT.most, max(0.0, JUDGMENT.odds_cost * ratio - JUDGMENT.odds_free))


def danger_from(p: Operation, side: int) -> Danger:
    """The danger from the units of a side, as all stand now."""
    return danger_of(p.board, side, tuple(p.at), bytes(p.steps), p.troops(1 - side), p.built)


@kept(64)
def danger_of(board: Board, side: int, at: tuple[int, ...], steps: bytes, own: Hexes, built: int) -> Danger:
    """The same, with what is known of it already."""
    rows = []
    for u in members(board.of_side[side] & board.troops & ~board.of_cup[ALARM]):
        if at[u] < OFF_MAP:
            reach = board.units[u].movement[steps[u]] + 1
            rows.append((disc(board, at[u], reach), board.strength[u][steps[u]]))
    rows.sort(key=lambda row: -row[1])
    return Danger(board, tuple(rows), own, built)


def cover(board: Board, h: int) -> float:
    """What the ground of a hex is worth to a defender, in strength."""
    bit = board.grid.bit[h]
    built = bit & (board.towns | board.cities)
    return JUDGMENT.town if built else JUDGMENT.village if bit & board.villages else 0.0
