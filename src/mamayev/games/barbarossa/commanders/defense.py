"""The line: where a side on the defensive stands so that nobody gets past it, and who stands where.

The line is the cheapest way across the map from the north edge to the south that keeps the enemy on one side. Zones of
control close it with a post in every third hex; the Axis attacks behind a screen as thin as that. Rivers and cities
make a hex cheap, what the enemy can bring against it makes it dear, and so does ground that is given up.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Collection, Iterable, Sequence

from mamayev.terrain.grid import Hexes

from ..board import AXIS, LOST, RUSSIAN, Board
from ..isolation import isolated
from ..position import Campaign
from .appreciation import FAR, Danger, aims, distances, doubling, hex_of
from .style import Style

TWO_ARMIES = 13
"""What a post of two armies defends with."""
SIDES = 6
"""How many enemy units a post must reckon with: two stacks."""
BETWEEN = 2
"""How many hexes apart the posts of the Russian line stand."""
WIDEST = 3
"""How many hexes apart posts may stand so that their zones still close the line."""
BARRED = 1000.0


def before(board: Board, side: int, h: int) -> range:
    """The hexes of a row on the enemy's side of one of them: west of it for the Russians, east of it for the Axis."""
    row = h - h % board.last_column
    return range(h + 1, row + board.last_column) if side == AXIS else range(row, h)


def given_up(board: Board, side: int, cities: Iterable[int]) -> Hexes:
    """The hexes behind some cities: a line that crosses their rows there gives them up."""
    return board.grid.gather(n for h in cities for n in before(board, 1 - side, h))


def overrun(p: Campaign) -> Hexes:
    """The hexes behind an enemy in the same row: no line there holds him off. Enemies that are cut off do not count."""
    board = p.board
    enemy = 1 - p.side
    lost = isolated(p, enemy)
    return board.grid.gather(n for u in p.units(enemy) if not lost >> u & 1 for n in before(board, p.side, p.at[u]))


def hex_price(p: Campaign, style: Style, danger: Danger, back: list[int], lost: Hexes, behind: Hexes, h: int) -> float:
    """What it costs to have a hex in the line."""
    board = p.board
    bit = board.grid.bit[h]
    if lost & bit:
        return BARRED
    loss = style.city_lost if behind & bit else 0.0
    if not board.ground(p.frozen) & bit:
        return 0.02 + loss
    if p.zones.occupied[1 - p.side] & bit or (p.side == RUSSIAN and board.west & bit):
        return BARRED
    if p.zones.controlled[1 - p.side] & bit:
        return 40.0
    doubled = doubling(board, h)
    bare = style.open if doubled == 1 else 0.0
    odds = danger.at(h, SIDES) / (TWO_ARMIES * doubled)
    return 1.0 + style.risk * max(0.0, odds - 1.0) + bare + style.ground * min(back[h], FAR) + loss


def line(p: Campaign, style: Style, danger: Danger, start: Hexes, end: Hexes, cities: list[int]) -> list[int]:
    """The hexes of the line from one edge to another, water among them, that keeps cities behind it; empty where there
    is none."""
    board, grid = p.board, p.board.grid
    back, lost = distances(board, p.zones.occupied[1 - p.side], p.frozen), overrun(p)
    behind = given_up(board, p.side, cities)
    prices: dict[int, float] = {}
    total = {h: hex_price(p, style, danger, back, lost, behind, h) for h in grid.hexes(start)}
    before: dict[int, int] = {}
    row = [(cost, h) for h, cost in total.items()]
    heapq.heapify(row)
    done: set[int] = set()
    while row:
        spent, h = heapq.heappop(row)
        if h in done:
            continue
        done.add(h)
        if end & grid.bit[h]:
            way = [h]
            while way[-1] in before:
                way.append(before[way[-1]])
            return way[::-1] if spent < BARRED else []
        for n in grid.neighbours[h]:
            if n not in done:
                if n not in prices:
                    prices[n] = hex_price(p, style, danger, back, lost, behind, n)
                cost = spent + prices[n]
                if cost < total.get(n, BARRED * 10):
                    total[n], before[n] = cost, h
                    heapq.heappush(row, (cost, n))
    return []


def screen(p: Campaign, style: Style, danger: Danger) -> list[int]:
    """The fewest hexes that close the whole map behind an army that attacks."""
    board = p.board
    won = [hex_of(board, city) for city in board.objectives[p.side] if p.holds(p.side, city)]
    way = line(p, style, danger, board.north[p.side], board.south, won)
    return [h for stretch in stretches(p, way) for h in chosen(board, stretch, danger, WIDEST)]


def posts(p: Campaign, style: Style, danger: Danger, army: Collection[int]) -> list[int]:
    """The hexes that are held: across the whole map as long as the army is strong enough beside the enemy's, else
    around the last city. The denser the better, as long as there are enough units to each."""
    board = p.board
    cities = [hex_of(board, city) for city in own_aims(p)]
    if len(cities) > 1 and strength(army, board.defense) >= style.last_stand * strength(
        p.units(1 - p.side), board.attack
    ):
        way = line(p, style, danger, board.north[p.side], board.south, cities)
    else:
        held = [city for city in board.objectives[AXIS] if p.holds(RUSSIAN, city)] or board.objectives[AXIS]
        last = hex_of(board, held[-1])
        above = board.grid.gather(range(last - last % board.last_column))
        way = line(
            p,
            style,
            danger,
            (board.north[p.side] | board.east_side) & above,
            board.east_side & ~above | board.south,
            [last],
        )
    found: list[int] = []
    for step in range(1, WIDEST + 1):
        found = [h for stretch in stretches(p, way) for h in chosen(board, stretch, danger, step)]
        if style.per_post * len(found) <= len(army):
            break
    return found


def strength(units: Iterable[int], factors: Sequence[int]) -> int:
    """The factors of some units."""
    return sum(factors[u] for u in units)


def stretches(p: Campaign, way: list[int]) -> list[list[int]]:
    """The parts of the line on land."""
    board = p.board
    land, found = board.ground(p.frozen), [list[int]()]
    for h in way:
        if land & board.grid.bit[h]:
            found[-1].append(h)
        elif found[-1]:
            found.append([])
    return [stretch for stretch in found if stretch]


def chosen(board: Board, stretch: list[int], danger: Danger, step: int) -> list[int]:
    """The cheapest posts that close a stretch, no more than this many hexes apart."""
    price = [1.0 + danger.at(h, SIDES) / (TWO_ARMIES * doubling(board, h)) for h in stretch]
    free = (step + 1) // 2
    best: list[tuple[float, int]] = []
    for i in range(len(stretch)):
        ways = [(best[j][0], j) for j in range(max(i - step, 0), i)]
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
    """Who stands where: places for the units that are left, under the limits of stacking."""

    def __init__(self, p: Campaign, rest: Iterable[int], taken: dict[int, int], reach: dict[int, Hexes]) -> None:
        self.p, self.side, self.reach = p, p.side, reach
        self.left = set(rest)
        self.places: dict[int, int] = {}
        self.there: dict[int, list[int]] = {}
        for u in p.units(self.side):
            if u not in self.left:
                self.there.setdefault(taken.get(u, p.at[u]), []).append(u)
        self.limit = p.zones.limits[self.side]

    def room(self, h: int) -> bool:
        """Whether one more may stand in a hex."""
        return len(self.there.get(h, ())) < self.limit

    def put(self, u: int, h: int) -> None:
        """A unit has its place."""
        self.left.discard(u)
        self.places[u] = h
        self.there.setdefault(h, []).append(u)

    def defense(self, h: int) -> int:
        """What stands in a hex."""
        board = self.p.board
        return doubling(board, h) * sum(board.units[u].defense for u in self.there.get(h, ()))

    def can(self, u: int, h: int) -> bool:
        """Whether a unit gets to a hex that has room."""
        return (self.p.at[u] == h or bool(self.reach[u] & self.p.board.grid.bit[h])) and self.room(h)


class Stand:
    """The line of a month: first somebody in each post, later more where the danger is greatest, the others behind."""

    def __init__(
        self, p: Campaign, style: Style, danger: Danger, reach: dict[int, Hexes], taken: dict[int, int] | None = None
    ) -> None:
        board = p.board
        self.p, self.style, self.reach = p, style, reach
        self.danger = danger
        self.near = board.nets[p.frozen].spread(p.zones.occupied[1 - p.side])
        army = {*reach, *p.units(p.side)}
        found = posts(p, style, self.danger, army) if p.side == RUSSIAN else screen(p, style, self.danger)
        self.posts = [h for h in dict.fromkeys(found) if not self.near & board.grid.bit[h]]
        self.ranks = Ranks(p, reach, taken or {}, reach)

    def man(self) -> dict[int, int]:
        """One unit for each post, first those that the fewest can reach: a strong one where there is danger."""
        board = self.p.board
        ranks = self.ranks
        for h in sorted(self.posts, key=lambda h: sum(bool(self.reach[u] & board.grid.bit[h]) for u in ranks.left)):
            able = [u for u in ranks.left if ranks.can(u, h)]
            if able and not ranks.there.get(h):
                sign = 1 if self.danger.at(h, SIDES) else -1
                ranks.put(max(able, key=lambda u: (sign * board.units[u].defense, -u)), h)
        return ranks.places

    def fill(self, attacking: dict[int, int]) -> dict[int, int]:
        """All others, when some attack: first where the enemy could come with more than a post defends with, then where
        the line is thinnest, and on the way to it."""
        board, grid = self.p.board, self.p.board.grid
        ranks = self.ranks
        for u, h in attacking.items():
            ranks.put(u, h)
        while ranks.left and (needy := self.with_room(lambda h: self.danger.at(h, SIDES) >= ranks.defense(h))):
            self.strengthen(max(needy, key=lambda h: self.danger.at(h, SIDES) / max(ranks.defense(h), 1)))
        while ranks.left and (thin := self.with_room(lambda h: True)):
            self.strengthen(min(thin, key=lambda h: (ranks.defense(h), -self.danger.at(h, SIDES))))
        behind = distances(board, grid.gather(self.posts) or grid.everywhere, self.p.frozen)
        for u in sorted(ranks.left):

            def price(h: int, defense: int = board.units[u].defense) -> float:
                return behind[h] + self.danger.at(h, SIDES) / (2 * defense * doubling(board, h))

            here = [self.p.at[u]] if self.p.at[u] < LOST else []
            able = [h for h in [*grid.hexes(self.reach[u] & ~self.near), *here] if ranks.room(h)]
            if able:
                ranks.put(u, min(able, key=price))
        return ranks.places

    def with_room(self, wanted: Callable[[int], bool]) -> list[int]:
        """The posts that want another unit and that one can come to."""
        ranks = self.ranks
        return [h for h in self.posts if ranks.room(h) and wanted(h) and any(ranks.can(u, h) for u in ranks.left)]

    def strengthen(self, h: int) -> None:
        """The strongest that can comes to a post."""
        ranks = self.ranks
        able = [u for u in ranks.left if ranks.can(u, h)]
        ranks.put(max(able, key=lambda u: (self.p.board.units[u].defense, -u)), h)


def nearer(p: Campaign, ranks: Ranks, goals: Hexes, shunned: Hexes) -> dict[int, int]:
    """Whoever has no place goes as near to some hexes as he gets."""
    board = p.board
    way = distances(board, goals, p.frozen)
    for u in sorted(ranks.left):
        able = [h for h in board.grid.hexes(ranks.reach[u] & ~shunned) if ranks.room(h)]
        ranks.put(u, min(able, key=lambda h: (way[h], h), default=p.at[u]))
    return ranks.places


class Cordon:
    """A line that leaves no way through, whatever stands before it: two units in each post, and a reserve behind it."""

    def __init__(self, p: Campaign, style: Style, danger: Danger, reach: dict[int, Hexes]) -> None:
        board = p.board
        self.p, self.style, self.danger = p, style, danger
        way = line(p, style, danger, board.north[p.side], board.south, [])
        self.posts = [h for stretch in stretches(p, way) for h in chosen(board, stretch, danger, BETWEEN)] or [
            hex_of(board, city) for city in own_aims(p)
        ]
        self.ranks = Ranks(p, reach, {}, reach)

    def man(self) -> dict[int, int]:
        """One unit in each post. An army that is too small for the line first leaves its cheapest units in the cities
        that decide."""
        board, ranks = self.p.board, self.ranks
        for h in [hex_of(board, city) for city in own_aims(self.p)] if len(ranks.left) < len(self.posts) else []:
            able = [u for u in ranks.left if ranks.can(u, h)]
            if able:
                ranks.put(min(able, key=lambda u: (board.units[u].defense + (self.p.at[u] != h), u)), h)
        self.strengthen()
        return ranks.places

    def strengthen(self) -> None:
        """The strongest that can comes to each post."""
        for h in self.posts:
            able = [u for u in self.ranks.left if self.ranks.can(u, h)]
            if able:
                self.ranks.put(max(able, key=lambda u: (self.p.board.units[u].defense, -u)), h)

    def before(self) -> Hexes:
        """Where enemies are near enough to the line to be thrown back."""
        found = 0
        for h in self.posts:
            found |= self.p.board.grid.disc(h, self.style.sally)
        return found

    def fill(self, attacking: dict[int, int]) -> dict[int, int]:
        """Some attack. Of the others a second one goes to each post, first where the enemy could come with most beside
        what stands there, and the reserve near the line."""
        board, ranks = self.p.board, self.ranks
        for u, h in attacking.items():
            ranks.put(u, h)
        self.posts.sort(key=lambda h: -self.danger.at(h, SIDES) / max(1, ranks.defense(h)))
        self.strengthen()
        beside = board.nets[self.p.frozen].spread(self.p.zones.occupied[1 - self.p.side])
        return nearer(self.p, ranks, board.grid.gather(self.posts), beside)


def guards(p: Campaign, danger: Danger, reach: dict[int, Hexes]) -> dict[int, int]:
    """Who stays in the cities that decide and that the side holds, its sources of supply among them: the cheapest unit,
    and more as long as the enemy could come there with more than they defend with."""
    board = p.board
    ranks = Ranks(p, reach, {}, reach)
    for h in [hex_of(board, city) for objectives in board.objectives for city in objectives if p.holds(p.side, city)]:
        while not ranks.there.get(h) or danger.at(h, SIDES) > ranks.defense(h):
            able = [u for u in ranks.left if ranks.can(u, h)]
            if not able:
                break
            ranks.put(min(able, key=lambda u: (board.units[u].attack + (p.at[u] != h), p.at[u] != h, u)), h)
    return ranks.places


def own_aims(p: Campaign) -> list[int]:
    """The cities that the enemy still has to win."""
    return aims(p, 1 - p.side)
