"""Form the line of a side on the defensive: its course, which no enemy can pass, and the units in its posts.

The line is the cheapest path across the map from north to south that keeps the enemy on one side. With a post in every
third hex, zones of control close the line. Such a line is the screen behind which the Axis attacks. The Russian front
has a post in every hex, as long as there are enough armies. The enemy then attacks from few hexes, must soak off units
in others, and a river doubles the defenders, because the enemy is not on both banks. A hex costs more if the enemy can
bring more against it, and if the line gives up more ground there.
"""

from __future__ import annotations

import heapq
from collections import defaultdict
from collections.abc import Container, Iterable, Sequence
from math import inf
from typing import NamedTuple

from mamayev.terrain.grid import OFF, Grid, Hexes
from mamayev.terrain.kept import kept

from ..printed.board import AXIS, RUSSIAN, Board
from ..rules.arrivals import cities_that_rebuild
from ..rules.isolation import isolated
from ..rules.odds import AUTOMATIC, is_doubled
from ..rules.position import Campaign
from .appreciation import FAR, Danger, aims, distances, doubling, hex_of, lost_cities, thin_ice
from .style import JUDGMENT, Style
from .task import GROUND, LINE_PULL, LINE_WIDTH, open_aims

BARRED = 1000.0
NORTHERN = 5, 0
"""The directions from which a line can enter at the north edge: northwest and northeast."""
SIDES = 6
"""The directions out of a hex."""
BENDS = tuple(
    tuple(((came + turn) % SIDES, (came + turn + SIDES // 2) % SIDES) for turn in (2, 3, 4)) for came in range(SIDES)
)
"""For each direction from which a front enters a hex, the directions in which it can continue, and the direction from
which it then enters the next hex.
"""
ROUNDING = 1e-6
"""The largest difference between sums of the same costs in different orders."""


def before(board: Board, side: int, h: int) -> range:
    """Return the hexes in the same row on the enemy's side of a hex: west of it for the Russians, east of it for the
    Axis."""
    row = h - h % board.last_column
    return range(h + 1, row + board.last_column) if side == AXIS else range(row, h)


def given_up(board: Board, side: int, cities: Iterable[int]) -> Hexes:
    """Return the hexes behind the given cities. A line that crosses a city's row there gives the city up."""
    return board.grid.gather(n for h in cities for n in before(board, 1 - side, h))


def overrun(p: Campaign) -> Hexes:
    """Return the hexes behind an enemy in the same row, where a line can no longer stop that enemy.

    Enemies that are cut off do not count.
    """
    board = p.board
    enemy = 1 - p.side
    lost = isolated(p, enemy)
    return board.grid.gather(n for u in p.units(enemy) if not lost >> u & 1 for n in before(board, p.side, p.at[u]))


def hex_price(p: Campaign, style: Style, danger: Danger, back: list[int], lost: Hexes, behind: Hexes, h: int) -> float:
    """Return the cost of including a hex in the line."""
    board = p.board
    bit = board.grid.bit[h]
    if lost & bit:
        return BARRED
    loss = style.city_lost if behind & bit else 0.0
    if not board.ground(p.frozen) & bit:
        return JUDGMENT.water + loss
    if p.zones.occupied[1 - p.side] & bit:
        return BARRED
    if p.zones.controlled[1 - p.side] & bit:
        return JUDGMENT.contact
    doubled = doubling(board, h)
    odds = danger.at(h, JUDGMENT.comers) / (JUDGMENT.two_armies * doubled)
    return 1.0 + style.risk * max(0.0, odds - 1.0) + style.ground * min(back[h], FAR) + loss


def line(p: Campaign, style: Style, danger: Danger, cities: list[int]) -> list[int]:
    """Return the hexes of the line from the north edge to the south that keeps the given cities behind it, including
    water. The result is empty if there is no line.
    """
    board, grid = p.board, p.board.grid
    back, lost = distances(board, p.zones.occupied[1 - p.side], p.frozen), overrun(p)
    behind = given_up(board, p.side, cities)
    prices: dict[int, float] = {}
    total = {h: hex_price(p, style, danger, back, lost, behind, h) for h in grid.hexes(board.north[p.side])}
    before: dict[int, int] = {}
    row = [(cost, h) for h, cost in total.items()]
    heapq.heapify(row)
    done: set[int] = set()
    while row:
        spent, h = heapq.heappop(row)
        if h in done:
            continue
        done.add(h)
        if board.south & grid.bit[h]:
            way = [h]
            while way[-1] in before:
                way.append(before[way[-1]])
            return way[::-1] if spent < BARRED else []
        for n in grid.neighbours[h]:
            if n not in done:
                if n not in prices:
                    prices[n] = hex_price(p, style, danger, back, lost, behind, n)
                cost = spent + prices[n]
                if cost < total.get(n, inf):
                    total[n], before[n] = cost, h
                    heapq.heappush(row, (cost, n))
    return []


def screen(p: Campaign, style: Style, danger: Danger) -> list[int]:
    """Return the smallest set of hexes that closes the whole map behind an attacking army."""
    board = p.board
    won = [hex_of(board, city) for city in board.objectives[p.side] if p.holds(p.side, city)]
    way = line(p, style, danger, won)
    return [h for stretch in stretches(p, way) for h in chosen(board, stretch, danger)]


def stretches(p: Campaign, way: list[int]) -> list[list[int]]:
    """Return the parts of the line on land."""
    board = p.board
    land, found = board.ground(p.frozen), [list[int]()]
    for h in way:
        if land & board.grid.bit[h]:
            found[-1].append(h)
        elif found[-1]:
            found.append([])
    return [stretch for stretch in found if stretch]


def chosen(board: Board, stretch: list[int], danger: Danger) -> list[int]:
    """Return the cheapest posts whose zones of control close a stretch."""
    price = [1.0 + danger.at(h, JUDGMENT.comers) / (JUDGMENT.two_armies * doubling(board, h)) for h in stretch]
    free = (JUDGMENT.widest + 1) // 2
    best: list[tuple[float, int]] = []
    for i in range(len(stretch)):
        ways = [(best[j][0], j) for j in range(max(i - JUDGMENT.widest, 0), i)]
        if i < free:
            ways.append((0.0, -1))
        cost, j = min(ways)
        best.append((cost + price[i], j))
    i = min(range(max(len(stretch) - free, 0), len(stretch)), key=lambda i: best[i][0])
    found = []
    while i >= 0:
        found.append(stretch[i])
        i = best[i][1]
    return found[::-1]


class Ranks:
    """The assignment of units to hexes within the stacking limit."""

    def __init__(self, p: Campaign, rest: Iterable[int], taken: dict[int, int], reach: dict[int, Hexes]) -> None:
        self.p, self.side, self.reach = p, p.side, reach
        self.left = set(rest)
        self.places: dict[int, int] = {}
        self.there: dict[int, list[int]] = {}
        for u in p.units(self.side):
            if u not in self.left:
                self.there.setdefault(taken.get(u, p.at[u]), []).append(u)
        self.limit = p.zones.limits[self.side]

    def room(self, h: int, kept: int = 0) -> bool:
        """Return whether another unit can enter a hex if `kept` places must stay free."""
        return len(self.there.get(h, ())) < self.limit - kept

    def put(self, u: int, h: int) -> None:
        """Assign a unit to a hex."""
        self.left.discard(u)
        self.places[u] = h
        self.there.setdefault(h, []).append(u)

    def leave(self, u: int) -> None:
        """Take a unit out of its hex."""
        self.there[self.places.pop(u)].remove(u)

    def strongest(self, h: int) -> int | None:
        """Return the unassigned unit that defends a hex best, or None if no such unit can reach it."""
        able = (u for u in self.left if self.can(u, h))
        return max(able, key=lambda u: (self.p.board.units[u].defense, -u), default=None)

    def weakest(self, h: int) -> int | None:
        """Return the unassigned unit that defends a hex worst, or None if no such unit can reach it."""
        able = (u for u in self.left if self.can(u, h))
        return min(able, key=lambda u: (self.p.board.units[u].defense, u), default=None)

    def man(self, h: int, strong: bool) -> None:
        """Assign the strongest unit that can reach a hex, or the weakest."""
        u = self.strongest(h) if strong else self.weakest(h)
        if u is not None:
            self.put(u, h)

    def defense(self, h: int) -> int:
        """Return the defense strength in a hex."""
        board = self.p.board
        return doubling(board, h) * sum(board.units[u].defense for u in self.there.get(h, ()))

    def can(self, u: int, h: int) -> bool:
        """Return whether a unit can reach a hex that has room."""
        return (self.p.at[u] == h or bool(self.reach[u] & self.p.board.grid.bit[h])) and self.room(h)


def screened(
    p: Campaign, style: Style, danger: Danger, reach: dict[int, Hexes], taken: dict[int, int]
) -> dict[int, int]:
    """Assign one unit to each post of the screen, and a strong unit if there is danger.

    The posts that the fewest units can reach come first.
    """
    board, ranks = p.board, Ranks(p, reach, taken, reach)
    near = board.nets[p.frozen].spread(p.zones.occupied[1 - p.side])
    posts = [h for h in dict.fromkeys(screen(p, style, danger)) if not near & board.grid.bit[h]]
    for h in sorted(posts, key=lambda h: sum(bool(reach[u] & board.grid.bit[h]) for u in ranks.left)):
        if not ranks.there.get(h):
            ranks.man(h, strong=danger.at(h, JUDGMENT.comers) > 0)
    return ranks.places


def nearer(p: Campaign, ranks: Ranks, goals: Hexes, shunned: Hexes) -> dict[int, int]:
    """Send the unassigned units as close to their destinations as they can get."""
    board = p.board
    way = distances(board, goals, p.frozen)
    for u in sorted(ranks.left):
        able = [h for h in board.grid.hexes(ranks.reach[u] & ~shunned) if ranks.room(h)]
        ranks.put(u, min(able, key=lambda h: (way[h], h), default=p.at[u]))
    return ranks.places


class Post(NamedTuple):
    """A hex in the front. `armies`: the number of armies that it needs at once, at most 3. `danger`: the attack factors
    of two enemy stacks. `lasting`: the number of armies that it needs once the enemy is there in strength. A front
    based only on current needs would retreat forever.
    """

    hex: int
    armies: float
    danger: int
    lasting: float


@kept()
def faced(board: Board, frozen: bool, side: int, any_bank: bool) -> list[tuple[int, int] | None]:
    """Return a cache, by hex and by the directions in which a front enters and leaves it. An entry contains the number
    of hexes from which the enemy attacks, and the factor by which the defenders are multiplied. Searches fill the
    cache.
    """
    return [None] * (SIDES * SIDES * len(board.grid))


def faces(p: Campaign, h: int, came: int, goes: int) -> tuple[int, int]:
    """Return the number of hexes from which a post is attacked, with the enemy between two directions, and the factor
    by which its defenders are multiplied. A river doubles them if all these hexes are on one bank.
    """
    board = p.board
    toward, exits = board.grid.toward[h], board.nets[p.frozen].exits[h]
    first, last = (goes, came) if p.side == RUSSIAN else (came, goes)
    beside = [toward[d % SIDES] for d in range(first + 1, first + (last - first) % SIDES) if toward[d % SIDES] in exits]
    return len(beside), 2 if is_doubled(p, h, beside) else 1


def against(style: Style, danger: Danger, h: int, face: tuple[int, int]) -> float:
    """Return the ratio of the enemy's attack factors to a single army in a post, once the enemy is there in
    strength."""
    attackers = JUDGMENT.at_a_post * face[0]
    return max(danger.at(h, attackers), style.later * attackers) / (JUDGMENT.army * face[1])


def lasting(style: Style, ratio: float, most: float) -> float:
    """Return the number of armies that a post needs once the enemy is there in strength."""
    return max(1.0, min(ratio / style.withstand, most))


def hazard(style: Style, ratio: float) -> float:
    """Return the extra cost of a post where a single army would be weak. At 7-1, it is eliminated without a die roll,
    so higher ratios cost no more (BAR-ODDS-04)."""
    return style.bare * max(0.0, min(AUTOMATIC, ratio) - style.safe)


def post(p: Campaign, style: Style, danger: Danger, h: int, came: int, goes: int) -> Post:
    """Return the post in a hex for a front that enters from one direction and leaves in another, with the enemy between
    the two.
    """
    face, most = faces(p, h, came, goes), float(p.zones.limits[p.side])
    coming, lasts = danger.at(h, JUDGMENT.at_a_post * face[0]), lasting(style, against(style, danger, h, face), most)
    if coming < JUDGMENT.harmless:
        return Post(h, JUDGMENT.idle, coming, lasts)
    armies = min(max(coming / (style.withstand * JUDGMENT.army * face[1]), 1.0), most)
    return Post(h, armies, danger.at(h, JUDGMENT.comers), lasts)


class Survey:
    """The costs of a front by hex, and the data on its posts. `land`, `south`: flags for hexes on land and at the south
    edge. `far`, `loss`, `beside`: the costs of lost ground, of cities, and of contact with an enemy. `least`: the
    minimum cost of a hex. `left`: the minimum cost from a hex to the south edge.
    """

    def __init__(self, p: Campaign, style: Style, danger: Danger) -> None:
        board, grid = p.board, p.board.grid
        self.p, self.style, self.danger = p, style, danger
        enemies = p.zones.occupied[1 - p.side]
        barred = grid.flags(enemies | overrun(p) | (board.west if p.side == RUSSIAN else 0))
        self.land, self.south = grid.flags(board.ground(p.frozen)), grid.flags(board.south)
        self.far = [style.ground * min(away, FAR) for away in distances(board, enemies, p.frozen)]
        behind = given_up(board, p.side, [hex_of(board, city) for city in own_aims(p)])
        self.loss = [style.city_lost if gone else 0.0 for gone in grid.flags(behind)]
        self.obey()
        touched = p.zones.controlled[1 - p.side] | thin_ice(p)
        self.beside = [JUDGMENT.contact if near else 0.0 for near in grid.flags(touched)]
        self.least = [
            1.0 + a + b + c if on_land else JUDGMENT.water + b
            for on_land, a, b, c in zip(self.land, self.far, self.loss, self.beside, strict=True)
        ]  # no post costs less
        self.left = left_at_least(grid, barred, self.south, self.least)
        self.most = float(p.zones.limits[p.side])
        self.feared, self.calm = danger.near, dict[tuple[int, int], float]()
        self.toward = grid.toward
        self.faced = faced(board, p.frozen, p.side, p.table.readings["river_doubling=any"])
        self.known: defaultdict[int, dict[tuple[int, int], float]] = defaultdict(dict)

    def obey(self) -> None:
        """Adjust the costs to the orders.

        A sector's posture changes the cost of lost ground. In a sector with a line to hold, the cost of a hex is its
        distance from the line instead. A front that gives up a hex to hold costs more.
        """
        p, board, grid, task = self.p, self.p.board, self.p.board.grid, self.style.task
        for sector in task.sectors:
            factor = GROUND.get(sector.posture, 1.0)
            way = distances(board, sector.line, p.frozen) if sector.line else None
            for h in grid.hexes(sector.hexes) if way or factor != 1.0 else ():
                self.far[h] = LINE_PULL * min(way[h], LINE_WIDTH) if way else factor * self.far[h]
        for h in grid.hexes(given_up(board, p.side, grid.hexes(task.stand))):
            self.loss[h] += self.style.city_lost

    def price(self, h: int, face: tuple[int, int]) -> float:
        """Return the cost of a post. If no enemy can reach the post, its number of armies and its hazard depend only
        on how many hexes face it.
        """
        armies = None if h in self.feared else self.calm.get(face)
        if armies is None:
            ratio = against(self.style, self.danger, h, face)
            armies = lasting(self.style, ratio, self.most) + hazard(self.style, ratio)
            if h not in self.feared:
                self.calm[face] = armies
        return armies + self.far[h] + self.loss[h] + self.beside[h]

    def onward(self, at: int, spent: float, total: list[float]) -> list[tuple[int, float]]:
        """Return the states that follow a state, with their costs.

        `total`: the lowest costs so far. States that cannot be reached more cheaply are left out.
        """
        h, came = divmod(at, SIDES)
        toward, left, faced_so, prices = self.toward[h], self.left, self.faced, self.known[h]
        at_least, on_land, found = spent + self.least[h], self.land[h], []
        for goes, comes in BENDS[came]:
            n = toward[goes]
            if n == OFF or left[n] == inf or at_least > total[SIDES * n + comes]:
                continue
            cost = at_least
            if on_land:
                face = faced_so[SIDES * at + goes]
                if face is None:
                    face = faced_so[SIDES * at + goes] = faces(self.p, h, came, goes)
                price = prices.get(face)
                if price is None:
                    price = prices[face] = self.price(h, face)
                cost = spent + price
            found.append((SIDES * n + comes, cost))
        return found


def front(p: Campaign, style: Style, danger: Danger) -> list[Post]:
    """Return the front from the north edge to the south that takes the fewest armies, with a post in every land hex,
    north to south. The result is empty if there is no front. The front bends by at most 60 degrees in each hex. A
    search state is an int that combines the hex and the direction from which the front came (one of six). Paths that
    promise the lowest total cost come first. If two reach a state at the same cost, the one that was cheaper one hex
    earlier wins, or else the one with the lower number.
    """
    grid, seen = p.board.grid, Survey(p, style, danger)
    left, south = seen.left, seen.south
    total, before = [inf] * (SIDES * len(grid)), dict[int, int]()
    starts = [h for h in grid.hexes(p.board.north[p.side]) if left[h] < inf]
    row = [(left[h], 0.0, SIDES * h + came) for h in starts for came in NORTHERN]
    heapq.heapify(row)
    for _, _, at in row:
        total[at] = 0.0
    end, cheapest = OFF, inf
    while row:
        promised, spent, at = heapq.heappop(row)
        if promised > cheapest + ROUNDING:
            break
        if spent > total[at]:
            continue
        if south[at // SIDES]:
            if (spent, at) < (cheapest, end):
                cheapest, end = spent, at
            continue
        for there, cost in seen.onward(at, spent, total):
            if cost < total[there]:
                total[there], before[there] = cost, at
                heapq.heappush(row, (cost + left[there // SIDES], cost, there))
            elif cost == total[there] and (spent, at) < (total[before.get(there, there)], before.get(there, there)):
                before[there] = at
    return traced(p, style, danger, before, end) if end != OFF else []


def left_at_least(grid: Grid, barred: Sequence[int], south: Sequence[int], least: list[float]) -> list[float]:
    """Return, for each hex, the lowest cost of a front from there to the south edge."""
    found = [inf] * len(grid)
    row = [(0.0, h) for h in range(len(grid)) if south[h] and not barred[h]]
    for _, h in row:
        found[h] = 0.0
    heapq.heapify(row)
    while row:
        spent, h = heapq.heappop(row)
        if spent == found[h]:
            for n in grid.neighbours[h]:
                if not barred[n] and spent + least[n] < found[n]:
                    found[n] = spent + least[n]
                    heapq.heappush(row, (found[n], n))
    return found


def traced(p: Campaign, style: Style, danger: Danger, before: dict[int, int], end: int) -> list[Post]:
    """Return the land posts on the path to an end state, north to south."""
    board, way = p.board, [end]
    while way[-1] in before:
        way.append(before[way[-1]])
    way.reverse()
    land = board.ground(p.frozen)
    found = []
    for at, after in zip(way, (*way[1:], end), strict=True):
        h, came = divmod(at, SIDES)
        if land & board.grid.bit[h]:
            found.append(post(p, style, danger, h, came, (after + SIDES // 2) % SIDES))
    return found


def thinned(posts: list[Post], most: int, held: Container[int]) -> list[Post]:
    """Return a front with at most `most` posts, as long as zones of control still close it.

    The posts in the least danger are dropped first: at first never two adjacent posts, then never three. Posts in
    `held` stay.
    """
    order = sorted((i for i, post in enumerate(posts) if post.hex not in held), key=lambda i: (posts[i].danger, -i))
    out: set[int] = set()
    for most_beside in (1, 2):
        for i in order:
            if len(posts) - len(out) <= most:
                break
            low = high = i
            while low - 1 in out:
                low -= 1
            while high + 1 in out:
                high += 1
            if high - low < most_beside:
                out.add(i)
    return [post for i, post in enumerate(posts) if i not in out]


class Cordon:
    """A front without gaps. Each hex gets an army as long as there are enough armies, and more where it needs more."""

    def __init__(
        self, p: Campaign, style: Style, danger: Danger, reach: dict[int, Hexes], apart: dict[int, int] | None = None
    ) -> None:
        """Set up the front. `reach`: the hexes that each unit can reach. `apart`: the positions of units with other
        tasks.
        """
        board = p.board
        self.p, self.style, self.danger = p, style, danger
        self.feared = danger.in_any_weather(p)
        self.cities = cities = [hex_of(board, city) for city in own_aims(p)]
        found = front(p, style, danger) or [Post(h, 1.0, 1, 1.0) for h in cities]
        self.ranks = Ranks(p, reach, apart or {}, reach)
        small = len(reach) < len(thinned(found, len(reach), cities))
        self.last_stand = len(reach) <= JUDGMENT.last_stand
        rebuilt = cities_that_rebuild(p) if p.points[p.side] >= JUDGMENT.army and not self.last_stand else 0
        self.yielded = {h for h in cities if rebuilt & board.grid.bit[h] and not self.coming(h)}
        self.whole = [] if self.last_stand else [each.hex for each in found]
        self.keep([h for h in cities if small or (h not in self.whole and self.coming(h))])
        self.keep(hex_of(board, city) for city in lost_cities(p))
        self.obey(cities)
        self.posts = [] if self.last_stand else thinned(found, len(self.ranks.left), cities)

    def obey(self, cities: list[int]) -> None:
        """Assign the garrisons in the orders: in victory cities, in hexes to hold, and in objectives."""
        p, task = self.p, self.style.task
        enemies = p.zones.occupied[1 - p.side]
        open_ = [h for sector in task.sectors for h in open_aims(p, sector, p.side)]
        self.keep(h for h in (*p.board.grid.hexes(task.stand), *open_) if not enemies & p.board.grid.bit[h])
        if task.garrison:
            self.keep(cities, task.garrison)

    def keep(self, cities: Iterable[int], least: int = 1) -> None:
        """Assign a garrison to each of the given cities.

        It is the cheapest garrison that two enemy stacks could not storm, or else the strongest. Another unit can
        always be rebuilt there (BAR-REPL-11, BAR-REPL-12). A city that no enemy can reach next month is left to rebuilt
        units if points would otherwise lack a place to arrive, except in a last stand.
        """
        ranks = self.ranks
        for h in cities:
            if h in self.yielded:
                continue
            while ranks.room(h, self.last_stand) and (
                len(here := ranks.there.get(h, ())) < least or (len(here) < JUDGMENT.garrison and self.stormed(h))
            ):
                able = [u for u in ranks.left if ranks.can(u, h)]
                if not able:
                    break
                ranks.put(min(able, key=lambda u: self.fitness(u, h)), h)

    def stormed(self, h: int, others: int = 0) -> bool:
        """Return whether two enemy stacks could take a hex from its units plus `others` additional defense factors."""
        stand = self.ranks.defense(h) + doubling(self.p.board, h) * others
        return self.coming(h) > JUDGMENT.stormed * stand

    def coming(self, h: int) -> int:
        """Return the attack factors of two enemy stacks against a hex in the worst weather of the next month."""
        return max(danger.at(h, JUDGMENT.comers) for danger in self.feared)

    def fitness(self, u: int, h: int) -> tuple[bool, int, int]:
        """Return the sort key by which units are chosen for a garrison."""
        defense = self.p.board.defense[u]
        weak = self.stormed(h, defense)
        return weak, -defense if weak else defense + (self.p.at[u] != h), u

    def man(self) -> dict[int, int]:
        """Assign one unit to each post: the strongest where the need is greatest, the weakest where no enemy can
        attack.

        A gap of three hexes is closed in its middle.
        """
        board, ranks = self.p.board, self.ranks
        garrisons = set(ranks.places.values())
        able_to = {h: sum(bool(ranks.reach[u] & board.grid.bit[h]) for u in ranks.left) for h, *_ in self.posts}
        for h, armies, *_ in sorted(self.posts, key=lambda each: (-each.armies, able_to[each.hex])):
            if not ranks.there.get(h):
                ranks.man(h, strong=armies > JUDGMENT.idle)
        for h, *_ in self.posts:
            if not ranks.there.get(h):
                self.shift(h, garrisons | {h})
        for before, h, behind in zip(self.whole, self.whole[1:], self.whole[2:], strict=False):
            if not any(map(ranks.there.get, (before, h, behind))):
                u = ranks.strongest(h)
                u = self.spare(h, garrisons) if u is None else u
                if u is not None:
                    ranks.put(u, h)
        return ranks.places

    def spare(self, h: int, kept: set[int]) -> int | None:
        """Take the weakest unit out of the line among those that are between two other posts and can reach a hex.

        Units in the `kept` hexes and in deciding cities stay.
        """
        ranks = self.ranks
        between = {
            post
            for before, post, behind in zip(self.whole, self.whole[1:], self.whole[2:], strict=False)
            if ranks.there.get(before) and ranks.there.get(behind) and post not in kept and post not in self.cities
        }
        able = [u for u, post in ranks.places.items() if post in between and ranks.can(u, h)]
        if not able:
            return None
        u = min(able, key=lambda u: (self.p.board.units[u].defense, u))
        ranks.leave(u)
        return u

    def shift(self, h: int, seen: set[int]) -> bool:
        """Fill a post that no unassigned unit can reach: move a unit there from another post, which gets a new unit.

        Return whether that was possible. `seen`: the posts already tried.
        """
        ranks = self.ranks
        for u, post in sorted(ranks.places.items(), key=lambda each: self.p.board.units[each[0]].defense):
            if post in seen or not ranks.can(u, h):
                continue
            seen.add(post)
            ranks.leave(u)
            ranks.put(u, h)
            other = ranks.strongest(post)
            if other is not None:
                ranks.put(other, post)
                return True
            if self.shift(post, seen):
                return True
            ranks.leave(u)
            ranks.put(u, post)
        return False

    def before(self) -> Hexes:
        """Return the hexes that are close enough to the front for a spoiling attack."""
        found = 0
        for h, *_ in self.posts:
            found |= self.p.board.grid.disc(h, self.style.sally)
        return found

    def fill(self, attacking: dict[int, int]) -> dict[int, int]:
        """Assign the other units to the neediest posts. `attacking`: the destinations of the attackers. Units that
        cannot reach such a post move toward one."""
        board, ranks = self.p.board, self.ranks
        for u, h in attacking.items():
            ranks.put(u, h)

        def lack(each: Post) -> float:
            return each.armies - len(ranks.there.get(each.hex, ()))

        while open_ := [
            each for each in self.posts if lack(each) > JUDGMENT.lack and ranks.strongest(each.hex) is not None
        ]:
            ranks.man(max(open_, key=lack).hex, strong=True)
        beside = board.nets[self.p.frozen].spread(self.p.zones.occupied[1 - self.p.side])
        if self.last_stand:
            return self.hide(beside)
        short = [each for each in self.posts if lack(each) > JUDGMENT.lack] or self.posts
        return nearer(self.p, ranks, board.grid.gather(each.hex for each in short), beside)

    def hide(self, shunned: Hexes) -> dict[int, int]:
        """Send the unassigned units to the hexes where the enemy can bring the least, as close to the cities as
        possible.

        One place in each city stays free for a rebuilt unit.
        """
        board, ranks = self.p.board, self.ranks
        way = distances(board, board.grid.gather(self.cities), self.p.frozen)
        for u in sorted(ranks.left):
            able = [h for h in board.grid.hexes(ranks.reach[u] & ~shunned) if ranks.room(h, h in self.cities)]
            ranks.put(u, min(able, key=lambda h: (self.danger.at(h, JUDGMENT.comers), way[h], h), default=self.p.at[u]))
        return ranks.places


def guards(p: Campaign, style: Style, danger: Danger, reach: dict[int, Hexes]) -> dict[int, int]:
    """Return the garrisons of the victory cities, including sources of supply: the cheapest unit, and more as long as
    the enemy could bring more than their defense. Where units are rebuilt, one place stays free.

    Each hex that gives replacement points has a garrison of one unit (BAR-V-REPL-07). Orders can require more units in
    victory cities, and garrisons in other hexes. Units there stay even if the enemy comes.
    """
    board = p.board
    ranks = Ranks(p, reach, {}, reach)
    for h in [hex_of(board, city) for objectives in board.objectives for city in objectives if p.holds(p.side, city)]:
        kept = h == hex_of(board, board.warsaw)
        least = max(1, style.task.garrison)
        while len(ranks.there.get(h, ())) < least or (
            danger.at(h, JUDGMENT.comers) > ranks.defense(h) and ranks.room(h, kept)
        ):
            able = [u for u in ranks.left if ranks.can(u, h)]
            if not able:
                break
            ranks.put(min(able, key=lambda u: (board.units[u].attack + (p.at[u] != h), p.at[u] != h, u)), h)
    giving = board.replacement_hexes if p.table.replacement_hexes else ()
    for h in [hex_of(board, city) for city in giving if p.holds(p.side, city)]:
        able = [u for u in ranks.left if ranks.can(u, h)]
        if able and not ranks.there.get(h):
            ranks.put(min(able, key=lambda u: (board.attack[u], p.at[u] != h, u)), h)
    for h in board.grid.hexes(style.task.stand):
        while ranks.room(h) and (not ranks.there.get(h) or danger.at(h, JUDGMENT.comers) > ranks.defense(h)):
            able = [u for u in ranks.left if p.at[u] == h]
            if not able and not ranks.there.get(h):
                able = [u for u in ranks.left if ranks.can(u, h)]
            if not able:
                break
            ranks.put(min(able, key=lambda u: (board.attack[u], -board.defense[u], u)), h)
    return ranks.places


def own_aims(p: Campaign) -> list[int]:
    """Return the cities that the enemy must still win."""
    return aims(p, 1 - p.side)
