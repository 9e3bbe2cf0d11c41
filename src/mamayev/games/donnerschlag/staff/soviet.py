"""The orders for the Soviets: block the best path left to the Axis, attack exposed stacks, and cut the line of
supply.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from mamayev.terrain.grid import Hexes

from ..printed.map import AXIS, OFF_MAP, SOVIET
from ..printed.units import PANZER
from ..rules.position import Operation
from .appreciation import (
    Danger,
    activated,
    apart,
    care,
    danger_from,
    decisive,
    disc,
    foremost,
    gates,
    in_question,
    line,
    line_through,
    may_lead,
    path,
    remembered,
    under_orders,
    ways_to,
)
from .attack import IN_A_HEX, Council, Hope
from .ordered import converge, hold, send, stand_by, withdraw
from .style import JUDGMENT, Style


@remembered
def ground(p: Operation, style: Style) -> Callable[[int], float]:
    """Return the value of taking a hex.

    It is highest in a zone in the deciding turn, and almost zero far from the foremost Axis unit and its line of
    supply.
    """
    board, grid = p.board, p.board.grid
    zones, in_zone = in_question(p), style.last_ground if decisive(p) else style.zone_ground
    lead = foremost(p, ways_to(board, zones, 0, 0, p.built))
    matters = grid.everywhere
    if lead < OFF_MAP:
        feeding = grid.gather(line(p, lead).hexes)
        matters = disc(board, lead, JUDGMENT.close) | feeding | grid.around(feeding)

    def worth(h: int) -> float:
        bit = grid.bit[h]
        if style.target & bit:
            return style.target_ground
        if zones & bit:
            return in_zone
        return style.ground if matters & bit else style.far_ground

    return worth


def council(p: Operation, style: Style) -> Council:
    """Return the search for the attacks in an activation. Units that fight far behind do not block the path, and the
    search takes this into account.
    """
    board = p.board
    lead = foremost(p, ways_to(board, in_question(p), 0, 0, p.built))
    far = None if lead >= OFF_MAP else apart(board, lead)
    return Council(p, style, ground(p, style), far)


@remembered
def orders(p: Operation, style: Style) -> Council:
    """Return the orders for an activation. Attacks come first, unless an enemy in a zone would stay in supply and only
    moving first to cut its line prevents this.
    """
    order, zones = struck(p, style).copy(), in_question(p)
    bar(p, style, order, zones)
    if p.called and relieved(p) and relieved(order.moved()):
        first = ready(p, style)
        if cut(p, style, first, Front(p, first, zones), danger_from(p, AXIS)):
            first.strike()
            bar(p, style, first, zones)
            return order if relieved(first.moved()) else first
    return order


@remembered
def struck(p: Operation, style: Style) -> Council:
    """Return the overruns and attacks in an activation."""
    order = ready(p, style)
    order.strike()
    return order


def ready(p: Operation, style: Style) -> Council:
    """Return the search for the attacks in an activation, after the orders from the player and the overruns."""
    order = council(p, style)
    hold(p, style, order)
    withdraw(p, style, order)
    stand_by(p, style, order)
    if style.gates and not decisive(p):
        send(p, order, gates(p.board, p.built), [u for u in order.free_to_march() if not busy(p, style, u)])
    overrun(p, order)
    return order


def busy(p: Operation, style: Style, u: int) -> bool:
    """Return whether a unit has orders, or is at a bridge already."""
    return under_orders(p, style, u) or bool(p.board.bridge_ends & p.board.grid.bit[p.at[u]])


def overrun(p: Operation, council: Council) -> None:
    """Overrun a lone HQ of a panzer division with the weakest unit that can reach it.

    Overrun other HQs only with units that are next to them, or behind the front.
    """
    board, grid = p.board, p.board.grid
    lone = p.headquarters(AXIS) & ~p.troops(AXIS)
    panzer = grid.gather(h for n in PANZER if (h := p.at[board.hq_of[n]]) < OFF_MAP)
    for h in grid.hexes(lone):
        far = len(grid) if panzer & grid.bit[h] else JUDGMENT.chase
        able = [
            u for u in council.reach
            if board.is_combat[u] and u not in council.places and council.reach[u] & grid.bit[h]
            and grid.distance(p.at[u], h) <= far
        ]  # fmt: skip
        if able:
            council.put(min(able, key=lambda u: board.strength[u][p.steps[u]]), h)


class Front:
    """The Soviet front, excluding units that still need a place, and the paths that it leaves to the Axis.

    `by_card`: whether Versorgungskolonne supplies the foremost unit, so that its line does not count this turn.
    """

    def __init__(self, p: Operation, council: Council, zones: Hexes) -> None:
        grid = p.board.grid
        self.p, self.zones = p, zones
        self.troops, self.controlled = p.troops(SOVIET), p.controlled(SOVIET)
        self.leading = may_lead(p)
        self.leaders = grid.gather(self.leading)
        for u in council.reach:
            if p.to_move >> u & 1:
                self.troops &= ~grid.bit[p.at[u]]
        for h in council.places.values():
            self.troops |= grid.bit[h]
        self.look()

    def look(self) -> None:
        """Find the foremost Axis unit and its paths."""
        self.costs = ways_to(self.p.board, self.zones, self.troops, self.controlled, self.p.built, self.leaders)
        self.lead = min(self.leading, key=self.costs.__getitem__, default=OFF_MAP)
        self.by_card = any(self.p.fed >> u & 1 for u in self.p.units_in(self.lead, AXIS))

    def put(self, h: int) -> None:
        """Place a unit in a hex."""
        grid = self.p.board.grid
        if self.troops & grid.bit[h]:
            return
        self.troops |= grid.bit[h]
        self.controlled |= self.p.board.zone_net.spread(grid.bit[h])
        self.look()

    def fed_past(self, h: int, fed: list[int]) -> bool:
        """Return whether the foremost unit is still in supply if a unit is placed in a hex.

        `fed`: its supply line. From the first cut, a detour must lead to the rest of the line, or to another source.
        """
        board, grid = self.p.board, self.p.board.grid
        bit, friends = grid.bit[h], self.p.standing(AXIS)
        open_ = grid.everywhere & ~(self.troops | bit) & (~(self.controlled | board.zone_net.spread(bit)) | friends)
        open_ |= grid.bit[self.lead]
        cut = [n for n, at in enumerate(fed) if not open_ & grid.bit[at]]
        if not cut:
            return True
        after = grid.gather(fed[cut[-1] + 1 :][:1])
        found = self.p.crossings.dry.flood(grid.bit[fed[cut[0] - 1]], open_, sought=after or grid.everywhere)
        return bool(found & (after | board.sources[AXIS]))

    def line(self) -> list[int]:
        """Return the supply line of the foremost unit, which is empty if the unit has none or a card supplies it."""
        if self.by_card:
            return []
        grid = self.p.board.grid
        open_ = grid.everywhere & ~self.troops & (~self.controlled | self.p.standing(AXIS))
        found = line_through(self.p.board, self.lead, open_, self.p.built)
        return [] if found.cut else found.hexes

    def feeds(self) -> list[int]:
        """Return the hexes of that line without friendly units."""
        own = self.p.standing(AXIS)
        return [h for h in self.line()[1:] if not own & self.p.board.grid.bit[h]]


def bar(p: Operation, style: Style, council: Council, zones: Hexes) -> None:
    """Let each unit block the best path that the others leave open. Units behind the foremost enemy unit move to cut
    its line. If an enemy is in a zone, all units move against it or its line."""
    board, grid = p.board, p.board.grid
    converge(p, style, council)
    front = Front(p, council, zones)
    danger = danger_from(p, AXIS)
    left = council.free_to_march()
    cut(p, style, council, front, danger)
    lead = front.lead
    if lead >= OFF_MAP:
        return
    for u in sorted(left, key=lambda u: (grid.distance(p.at[u], lead), -board.strength[u][p.steps[u]])):
        if u in council.places:
            continue
        ahead = path(board, front.costs, front.lead, p.built)[1 : style.corridor + 1]
        behind = not ahead or (
            front.costs[p.at[u]] > front.costs[front.lead] + JUDGMENT.passed
            and not any(council.reach[u] & grid.bit[h] for h in ahead)
        )
        supplies = front.feeds() if behind else []
        goals = supplies or ahead or grid.hexes(grid.around(p.troops(AXIS) & zones))
        late = JUDGMENT.later if goals is ahead else 0.0
        ways = [(apart(board, goal), late * n) for n, goal in enumerate(goals)]
        far = {h: min([away[h] + later for away, later in ways]) for h in grid.hexes(council.reach[u])}

        def cost(u: int, h: int, far: dict[int, float] = far) -> float:
            return far[h] + style.risk * care(p, style, u) * danger.risk(h, council.strength(u, h))

        council.settle([u], cost, far)
        if u in council.places:
            council.against[u] = front.lead
            front.put(council.places[u])


def cut(p: Operation, style: Style, council: Council, front: Front, danger: Danger) -> bool:
    """If there is a hex where a single unit cuts the line of the foremost enemy, place a unit there, and another with
    it. Return whether a unit was placed.
    """
    found = where_to_cut(p, style, council, front, danger) if front.lead < OFF_MAP else None
    if found is None:
        return False
    (u, h), lead = found, front.lead
    council.against[u] = lead
    council.put(u, h)
    front.put(h)
    others = [v for v in council.free_to_march() if council.reach[v] & p.board.grid.bit[h]]
    if others and council.taken[h] < IN_A_HEX:
        companion = max(others, key=lambda v: p.board.strength[v][p.steps[v]])
        council.against[companion] = lead
        council.put(companion, h)
    return True


def where_to_cut(p: Operation, style: Style, council: Council, front: Front, danger: Danger) -> tuple[int, int] | None:
    """Return the unit and the hex that cut the line of the foremost enemy at the smallest risk, or None.

    It is usually an unguarded bridge. Until the enemy is in a zone, units go there only if the risk is small.
    """
    board, grid = p.board, p.board.grid
    in_zone = not front.costs[front.lead]
    fed = front.line()
    near = grid.gather(front.feeds())
    near |= grid.around(near)
    best: tuple[float, int, int] | None = None
    sure: dict[int, bool] = {}
    able = council.free_to_march()
    strength = {u: board.strength[u][p.steps[u]] for u in able}
    for u in able:
        for h in grid.hexes(council.reach[u] & near):
            if council.taken[h] >= IN_A_HEX:
                continue
            if h not in sure:
                sure[h] = not front.fed_past(h, fed)
            if not sure[h]:
                continue
            with_it = [strength[v] for v in able if v != u and council.reach[v] & grid.bit[h]]
            price = danger.risk(h, council.strength(u, h) + (max(with_it, default=0) if not council.taken[h] else 0))
            if (in_zone or price <= style.cut_risk) and (best is None or price < best[0]):
                best = price, u, h
    return best[1:] if best else None


@remembered
def hope(p: Operation, style: Style, units: int) -> Hope:
    """Return the expected gain from an activation: attacks, units near the foremost enemy, and a cut line. Late in the
    game, it also counts as a gain if no enemy in a zone is both in supply and in command.
    """
    q = activated(p, units)
    held = bool(p.called) and relieved(p)
    order = orders(q, style) if held else struck(q, style).copy()
    cutting = 0.0
    if not held and cut(q, style, order, Front(q, order, in_question(p)), danger_from(q, AXIS)):
        cutting = style.cutting
    zone = style.arrival if held and not relieved(order.moved()) else 0.0
    return Hope(order.worth, style.onward * near(p, order) + cutting, zone)


def near(p: Operation, order: Council) -> float:
    """Return the number of activated units near the foremost Axis unit. Units farther away count less."""
    board = p.board
    lead = foremost(p, ways_to(board, in_question(p), 0, 0, p.built))
    row = [u for u in order.reach if board.troops >> u & 1] if lead < OFF_MAP else []
    return sum(max(0.0, 1 - abs(board.grid.distance(p.at[u], lead) - JUDGMENT.meets) / JUDGMENT.fades) for u in row)


def bounds(p: Operation, style: Style, choices: Iterable[int]) -> dict[int, float]:
    """Return upper bounds of the expected gain from activations: their attacks, and a cut line or a cleared zone."""
    most = style.arrival if p.called and relieved(p) else style.cutting
    found = {}
    for units in choices:
        order = struck(activated(p, units), style)
        found[units] = order.worth + style.onward * near(p, order) + most
    return found


def relieved(p: Operation) -> bool:
    """Return whether an Axis unit is in command and in supply in a hex that may be in the real zone."""
    board = p.board
    zones = in_question(p)
    row = [
        u for u in p.on_map(board.of_side[AXIS] & board.troops) if zones & board.grid.bit[p.at[u]] and p.in_command(u)
    ]
    return any(p.fed >> u & 1 or p.traces(p.at[u], AXIS) for u in row)
