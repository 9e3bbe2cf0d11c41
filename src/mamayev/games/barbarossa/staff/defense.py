"""The line: where a side on the defensive stands so that nobody gets past it, and who stands where.

The line is the cheapest way across the map from the north edge to the south that keeps the enemy on one side. Zones of
control close it with a post in every third hex; the Axis attacks behind a screen as thin as that. The Russian front has
a post in every hex, as far as the armies go: then the enemy comes from few hexes, touches others there whom he must
soak off, and a river doubles its defenders, for he cannot stand on both banks. What he can bring makes a hex dear, and
so does ground that is given up.
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
from ..rules.odds import is_doubled
from ..rules.position import Campaign
from .appreciation import FAR, Danger, aims, distances, doubling, hex_of, lost_cities, thin_ice
from .style import JUDGMENT, Style

BARRED = 1000.0
NORTHERN = 5, 0
"""The directions by which a line can come in from the north edge: north-west and north-east."""
BENDS = tuple(tuple(((came + turn) % 6, (came + turn + 3) % 6) for turn in (2, 3, 4)) for came in range(6))
"""By the direction that a front has come from: where it may go on to, and from where it comes then."""
ROUNDING = 1e-6
"""Sums of the same costs in another order differ by less."""


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
        return JUDGMENT.water + loss
    if p.zones.occupied[1 - p.side] & bit:
        return BARRED
    if p.zones.controlled[1 - p.side] & bit:
        return JUDGMENT.contact
    doubled = doubling(board, h)
    odds = danger.at(h, JUDGMENT.comers) / (JUDGMENT.two_armies * doubled)
    return 1.0 + style.risk * max(0.0, odds - 1.0) + style.ground * min(back[h], FAR) + loss


def line(p: Campaign, style: Style, danger: Danger, cities: list[int]) -> list[int]:
    """The hexes of the line from the north edge to the south, water among them, that keeps cities behind it; empty
    where there is none."""
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
                if cost < total.get(n, BARRED * 10):
                    total[n], before[n] = cost, h
                    heapq.heappush(row, (cost, n))
    return []


def screen(p: Campaign, style: Style, danger: Danger) -> list[int]:
    """The fewest hexes that close the whole map behind an army that attacks."""
    board = p.board
    won = [hex_of(board, city) for city in board.objectives[p.side] if p.holds(p.side, city)]
    way = line(p, style, danger, won)
    return [h for stretch in stretches(p, way) for h in chosen(board, stretch, danger)]


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


def chosen(board: Board, stretch: list[int], danger: Danger) -> list[int]:
    """The cheapest posts that close a stretch by their zones."""
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

    def room(self, h: int, kept: int = 0) -> bool:
        """Whether one more may stand in a hex, where room is kept for some."""
        return len(self.there.get(h, ())) < self.limit - kept

    def put(self, u: int, h: int) -> None:
        """A unit has its place."""
        self.left.discard(u)
        self.places[u] = h
        self.there.setdefault(h, []).append(u)

    def leave(self, u: int) -> None:
        """A unit gives up its place again."""
        self.there[self.places.pop(u)].remove(u)

    def strongest(self, h: int) -> int | None:
        """Of those who are left and get to a hex, the one that defends it best; None where nobody does."""
        able = (u for u in self.left if self.can(u, h))
        return max(able, key=lambda u: (self.p.board.units[u].defense, -u), default=None)

    def weakest(self, h: int) -> int | None:
        """The one that defends it worst."""
        able = (u for u in self.left if self.can(u, h))
        return min(able, key=lambda u: (self.p.board.units[u].defense, u), default=None)

    def man(self, h: int, strong: bool) -> None:
        """The strongest that can goes to a hex, or the weakest."""
        u = self.strongest(h) if strong else self.weakest(h)
        if u is not None:
            self.put(u, h)

    def defense(self, h: int) -> int:
        """What stands in a hex."""
        board = self.p.board
        return doubling(board, h) * sum(board.units[u].defense for u in self.there.get(h, ()))

    def can(self, u: int, h: int) -> bool:
        """Whether a unit gets to a hex that has room."""
        return (self.p.at[u] == h or bool(self.reach[u] & self.p.board.grid.bit[h])) and self.room(h)


def screened(
    p: Campaign, style: Style, danger: Danger, reach: dict[int, Hexes], taken: dict[int, int]
) -> dict[int, int]:
    """One unit for each post of the screen, first those that the fewest can reach: a strong one where there is
    danger."""
    board, ranks = p.board, Ranks(p, reach, taken, reach)
    near = board.nets[p.frozen].spread(p.zones.occupied[1 - p.side])
    posts = [h for h in dict.fromkeys(screen(p, style, danger)) if not near & board.grid.bit[h]]
    for h in sorted(posts, key=lambda h: sum(bool(reach[u] & board.grid.bit[h]) for u in ranks.left)):
        if not ranks.there.get(h):
            ranks.man(h, strong=danger.at(h, JUDGMENT.comers) > 0)
    return ranks.places


def nearer(p: Campaign, ranks: Ranks, goals: Hexes, shunned: Hexes) -> dict[int, int]:
    """Whoever has no place goes as near to some hexes as he gets."""
    board = p.board
    way = distances(board, goals, p.frozen)
    for u in sorted(ranks.left):
        able = [h for h in board.grid.hexes(ranks.reach[u] & ~shunned) if ranks.room(h)]
        ranks.put(u, min(able, key=lambda h: (way[h], h), default=p.at[u]))
    return ranks.places


class Post(NamedTuple):
    """A hex of the front. `armies`: how many it takes now, 3 at most; `danger`: what two stacks could bring against it;
    `lasting`: how many it takes once the enemy is there in strength. A front that is chosen by what it takes now runs
    from the enemy for ever."""

    hex: int
    armies: float
    danger: int
    lasting: float


@kept()
def faced(board: Board, frozen: bool, side: int, any_bank: bool) -> list[tuple[int, int] | None]:
    """What is known of posts by hex, and by the directions from which a front comes and into which it goes: how many
    hexes the enemy attacks from, and what multiplies the defenders. It is filled as fronts are sought."""
    return [None] * (36 * len(board.grid))


def faces(p: Campaign, h: int, came: int, goes: int) -> tuple[int, int]:
    """How many hexes a post is attacked from, with the enemy between two directions; and what multiplies its defenders:
    a river does so where all of these hexes lie on one bank."""
    board = p.board
    toward, exits = board.grid.toward[h], board.nets[p.frozen].exits[h]
    first, last = (goes, came) if p.side == RUSSIAN else (came, goes)
    beside = [toward[d % 6] for d in range(first + 1, first + (last - first) % 6) if toward[d % 6] in exits]
    return len(beside), 2 if is_doubled(p, h, beside) else 1


def lasting(style: Style, danger: Danger, most: float, h: int, face: tuple[int, int]) -> float:
    """How many armies a post takes once the enemy is there in strength."""
    attackers = JUDGMENT.at_a_post * face[0]
    coming = max(danger.at(h, attackers), style.later * attackers)
    return max(1.0, min(coming / (style.withstand * JUDGMENT.army * face[1]), most))


def post(p: Campaign, style: Style, danger: Danger, h: int, came: int, goes: int) -> Post:
    """A hex of a front that is led into it from one direction and out of it by another, with the enemy between them."""
    face, most = faces(p, h, came, goes), float(p.zones.limits[p.side])
    coming, lasts = danger.at(h, JUDGMENT.at_a_post * face[0]), lasting(style, danger, most, h, face)
    if coming < JUDGMENT.harmless:
        return Post(h, JUDGMENT.idle, coming, lasts)
    armies = min(max(coming / (style.withstand * JUDGMENT.army * face[1]), 1.0), most)
    return Post(h, armies, danger.at(h, JUDGMENT.comers), lasts)


def front(p: Campaign, style: Style, danger: Danger) -> list[Post]:
    """The front from the north edge to the south that takes the fewest armies, with a post in every hex on land, north
    to south; empty where there is none. It bends by no more than 60 degrees a hex.

    Where a front may have come to, and from which direction, is one int, six for each hex; what a post costs is asked
    ten thousand times, so what does not hang on the directions is worked out before by hex. Those ways are looked at
    first that promise to be cheapest to their end. Of two that come to a place for the same, the one that was cheaper a
    hex before is taken, or else the one from the lower number.
    """
    board, grid = p.board, p.board.grid
    enemies, toward = p.zones.occupied[1 - p.side], board.grid.toward
    barred = grid.flags(enemies | overrun(p) | (board.west if p.side == RUSSIAN else 0))
    land, south = grid.flags(board.ground(p.frozen)), grid.flags(board.south)
    far = [style.ground * min(away, FAR) for away in distances(board, enemies, p.frozen)]
    behind = given_up(board, p.side, [hex_of(board, city) for city in own_aims(p)])
    loss = [style.city_lost if gone else 0.0 for gone in grid.flags(behind)]
    touched = p.zones.controlled[1 - p.side] | thin_ice(p)
    beside = [JUDGMENT.contact if near else 0.0 for near in grid.flags(touched)]
    least = [
        1.0 + a + b + c if on_land else JUDGMENT.water + b
        for on_land, a, b, c in zip(land, far, loss, beside, strict=True)
    ]  # no post costs less
    left = left_at_least(grid, barred, south, least)
    faced_so, most = faced(board, p.frozen, p.side, p.table.river_doubling_any), float(p.zones.limits[p.side])
    known: defaultdict[int, dict[tuple[int, int], float]] = defaultdict(dict)
    feared, calm = danger.near, dict[tuple[int, int], float]()  # where nobody comes, a post hangs on its face alone
    total = [inf] * (6 * len(grid))
    before: dict[int, int] = {}
    row = [(left[h], 0.0, 6 * h + came) for h in grid.hexes(board.north[p.side]) if left[h] < inf for came in NORTHERN]
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
        h, came = divmod(at, 6)
        if south[h]:
            if (spent, at) < (cheapest, end):
                cheapest, end = spent, at
            continue
        beyond = toward[h]
        at_least = spent + least[h]
        for goes, comes in BENDS[came]:
            n = beyond[goes]
            if n == OFF or left[n] == inf or at_least > total[6 * n + comes]:
                continue
            there, cost = 6 * n + comes, at_least
            if land[h]:
                face = faced_so[6 * at + goes]
                if face is None:
                    face = faced_so[6 * at + goes] = faces(p, h, came, goes)
                price = known[h].get(face)
                if price is None:
                    armies = None if h in feared else calm.get(face)
                    if armies is None:
                        armies = lasting(style, danger, most, h, face)
                        if h not in feared:
                            calm[face] = armies
                    price = known[h][face] = armies + far[h] + loss[h] + beside[h]
                cost = spent + price
            if cost < total[there]:
                total[there], before[there] = cost, at
                heapq.heappush(row, (cost + left[n], cost, there))
            elif cost == total[there] and (spent, at) < (total[before.get(there, there)], before.get(there, there)):
                before[there] = at
    return traced(p, style, danger, before, end) if end != OFF else []


def left_at_least(grid: Grid, barred: Sequence[int], south: Sequence[int], least: list[float]) -> list[float]:
    """By hex what a front that has come to it costs at least from there to the south edge."""
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
    """The posts on land of the way to an end, north to south."""
    board, way = p.board, [end]
    while way[-1] in before:
        way.append(before[way[-1]])
    way.reverse()
    land = board.ground(p.frozen)
    found = []
    for at, after in zip(way, (*way[1:], end), strict=True):
        h, came = divmod(at, 6)
        if land & board.grid.bit[h]:
            found.append(post(p, style, danger, h, came, (after + 3) % 6))
    return found


def thinned(posts: list[Post], most: int, held: Container[int]) -> list[Post]:
    """A front with no more posts than this, as far as zones still close it: without those that are in least danger,
    never two beside each other first, then never three. Posts in some hexes stay."""
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
    """A front that leaves no way through, whatever stands before it: an army in each hex as long as there are enough,
    and more where it takes more."""

    def __init__(self, p: Campaign, style: Style, danger: Danger, reach: dict[int, Hexes]) -> None:
        board = p.board
        self.p, self.style, self.danger = p, style, danger
        self.feared = danger.in_any_weather(p)
        self.cities = cities = [hex_of(board, city) for city in own_aims(p)]
        found = front(p, style, danger) or [Post(h, 1.0, 1, 1.0) for h in cities]
        self.ranks = Ranks(p, reach, {}, reach)
        small = len(reach) < len(thinned(found, len(reach), cities))
        self.last_stand = len(reach) <= JUDGMENT.last_stand
        rebuilt = cities_that_rebuild(p) if p.points[p.side] >= JUDGMENT.army and not self.last_stand else 0
        self.yielded = {h for h in cities if rebuilt & board.grid.bit[h] and not self.coming(h)}
        self.whole = [] if self.last_stand else [each.hex for each in found]
        self.keep([h for h in cities if small or (h not in self.whole and self.coming(h))])
        self.keep(hex_of(board, city) for city in lost_cities(p))
        self.posts = [] if self.last_stand else thinned(found, len(self.ranks.left), cities)

    def keep(self, cities: Iterable[int]) -> None:
        """A garrison in each of some cities: those that decide and that the enemy could get to, however the front is
        led, or has won and left open; all that decide where the army is too small for a front. It is the cheapest that
        two stacks of the enemy could not storm, or else the strongest that there is. One more can always
        be rebuilt there (BAR-REPL-11, BAR-REPL-12); where nobody comes next month, all places are left to these when
        there are points for which there was no place, but for a last stand."""
        ranks = self.ranks
        for h in cities:
            if h in self.yielded:
                continue
            while ranks.room(h, self.last_stand) and (
                not (here := ranks.there.get(h)) or (len(here) < JUDGMENT.garrison and self.stormed(h))
            ):
                able = [u for u in ranks.left if ranks.can(u, h)]
                if not able:
                    break
                ranks.put(min(able, key=lambda u: self.fitness(u, h)), h)

    def stormed(self, h: int, others: int = 0) -> bool:
        """Whether two stacks of the enemy could take a hex from those who stand there and others."""
        stand = self.ranks.defense(h) + doubling(self.p.board, h) * others
        return self.coming(h) > JUDGMENT.stormed * stand

    def coming(self, h: int) -> int:
        """What two stacks of the enemy could bring against a hex, whatever the weather of the next month."""
        return max(danger.at(h, JUDGMENT.comers) for danger in self.feared)

    def fitness(self, u: int, h: int) -> tuple[bool, int, int]:
        """The order in which units are taken for a garrison."""
        defense = self.p.board.defense[u]
        weak = self.stormed(h, defense)
        return weak, -defense if weak else defense + (self.p.at[u] != h), u

    def man(self) -> dict[int, int]:
        """One unit in each post, the strongest where it takes most, the weakest where nobody comes. Where posts that
        nobody gets to leave a hole of three hexes, it is closed in its middle."""
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
        """The weakest that gets to a hex of those who stand between two others in the front, taken from there; whoever
        stands in some hexes or in a city that decides stays."""
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
        """Man a post that nobody who is left gets to: somebody comes over from another post, and that one is manned
        anew. Returns whether it could be done; `seen` are the posts that are not asked again."""
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
        """Where enemies are near enough to the front to be thrown back."""
        found = 0
        for h, *_ in self.posts:
            found |= self.p.board.grid.disc(h, self.style.sally)
        return found

    def fill(self, attacking: dict[int, int]) -> dict[int, int]:
        """Some attack. The others go to the posts that lack most of what they take; who gets to none of these is on the
        way to them."""
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
        """Whoever has no place goes where the enemy can bring least, and as near to the cities as that allows; in these
        themselves a place stays free for who is rebuilt."""
        board, ranks = self.p.board, self.ranks
        way = distances(board, board.grid.gather(self.cities), self.p.frozen)
        for u in sorted(ranks.left):
            able = [h for h in board.grid.hexes(ranks.reach[u] & ~shunned) if ranks.room(h, h in self.cities)]
            ranks.put(u, min(able, key=lambda h: (self.danger.at(h, JUDGMENT.comers), way[h], h), default=self.p.at[u]))
        return ranks.places


def guards(p: Campaign, danger: Danger, reach: dict[int, Hexes]) -> dict[int, int]:
    """Who stays in the cities that decide and that the side holds, its sources of supply among them: the cheapest unit,
    and more as long as the enemy could come there with more than they defend with. Where units are rebuilt, room is
    left for one."""
    board = p.board
    ranks = Ranks(p, reach, {}, reach)
    for h in [hex_of(board, city) for objectives in board.objectives for city in objectives if p.holds(p.side, city)]:
        kept = h == hex_of(board, board.warsaw)
        while not ranks.there.get(h) or (danger.at(h, JUDGMENT.comers) > ranks.defense(h) and ranks.room(h, kept)):
            able = [u for u in ranks.left if ranks.can(u, h)]
            if not able:
                break
            ranks.put(min(able, key=lambda u: (board.units[u].attack + (p.at[u] != h), p.at[u] != h, u)), h)
    return ranks.places


def own_aims(p: Campaign) -> list[int]:
    """The cities that the enemy still has to win."""
    return aims(p, 1 - p.side)
