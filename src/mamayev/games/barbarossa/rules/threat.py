"""Find the attacks that the enemy can make next turn: the best odds against each stack, the attacking units, and the
soak-offs that they require.

The answer is exact for the current positions of all units. It considers reach with zones of control, terrain and rail
in the coming weather, room next to the stack, and doubled defenders. It also considers the duty to attack every unit
that the attackers touch. If the search for soak-offs on a crowded front is cut short, the answer includes an upper
bound. Arriving units also count, the strongest first, each as near as possible. Air factors are separate, because
interception may cancel them. The answer ignores changes by earlier battles.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from functools import cache, lru_cache
from itertools import combinations
from operator import itemgetter
from typing import NamedTuple, TypeAlias

from mamayev.engine.notation import ARG
from mamayev.terrain.contact import Units, units_of
from mamayev.terrain.grid import Hexes
from mamayev.terrain.seats import seated

from ..printed.board import AXIS, LOST, RUSSIAN, Board
from ..printed.calendar import LAST, MONTHS
from . import trade
from .air import book_income
from .arrivals import arrivals, price, receive_points
from .declaration import Declaration, Declared, judge_contact
from .isolation import isolated
from .movement import reached
from .odds import COLUMNS, HOPELESS, attack_halves, column, defense_factor, is_doubled, least_attack
from .position import Campaign, Reaches
from .trade import Trade
from .verbs import ATTACK, BUY, DECLARED, MOVE, TARGET
from .weather import settle

EFFORT = 4000
"""The limit on the search for better odds against a stack: the number of combinations of soak-offs."""
FRONT, AT_ONCE = 1200, 60
"""The same limit for all ways to attack the stacks of a front: the total, and the minimum for each way."""
EACH = 40, 40
"""The same limit for an attack from given places, when the search compares all ways to attack a stack."""


class Blow(NamedTuple):
    """The best odds that the enemy can bring against a stack.

    - `defenders`: the units in that battle, including at least one unit of the stack.
    - `places`: the hexes of its attackers and of the soak-offs.
    - `soaked`: the other required battles, as attackers and defenders.
    - `column`: index into the columns of the table; one past the last is an automatic elimination.
    - `air`: the air factors that could join it.
    - `most`: an upper bound of the column; `column` itself if the search was complete.
    - `trade`: its expected trade with all soak-offs; None if not requested.
    """

    hex: int
    column: int
    attack: int
    defense: int
    attackers: Units
    defenders: Units
    places: tuple[tuple[int, int], ...]
    soaked: tuple[tuple[Units, Units], ...]
    air: int
    most: int
    trade: Trade | None = None

    @property
    def odds(self) -> str:
        """Return the odds as players write them."""
        return called(self.column)

    @property
    def odds_with_air(self) -> str:
        """Return the odds with all air factors and no interception (BAR-V-TAC-01)."""
        found = column(self.attack + self.air, self.defense)
        assert found is not None
        return called(found)

    @property
    def targets(self) -> Units:
        """Return all attacked units, including the targets of soak-offs."""
        return self.defenders | together(targets for _, targets in self.soaked)


def called(column: int) -> str:
    """Return the name of a column."""
    return COLUMNS[column] if column < len(COLUMNS) else "7-1"


def threats(p: Campaign, side: int) -> dict[int, Blow]:
    """Return the best attack against each stack of a side, by hex, without an entry for stacks that cannot be
    attacked."""
    found: dict[int, Blow] = {}
    for enemy in enemies_next(p, 1 - side):
        for h in p.board.grid.hexes(enemy.p.zones.occupied[side]):
            blow = enemy.blow(h)
            if blow is not None:
                best = max(blow._replace(trade=enemy.trade(blow)), found.get(h, blow), key=lambda each: each.column)
                found[h] = best._replace(most=max(blow.most, found.get(h, blow).most))
    return found


def offers(p: Campaign, apart: Units = 0) -> dict[int, list[Blow]]:
    """Return the ways in which the side to move or to declare can attack each enemy stack now, by hex. For each
    possible column, from low to high, the result contains the attack with the best trade, which uses only the units
    that the column needs. `apart`: units of both sides that other attacks need. Units in declared battles are not
    available either.
    """
    enemy = Enemy(p, p.ready, EACH)
    enemy.spare(apart | (together(p.battles) if p.box.name == "declare" else 0))
    found = {h: enemy.ranged(h) for h in p.board.grid.hexes(p.zones.occupied[1 - p.side])}
    return {h: row for h, row in found.items() if row}


def best_way(row: list[Blow]) -> int:
    """Return the index of the attack with the best trade or, in a tie, with better odds."""
    return max(range(len(row)), key=lambda n: (row[n].trade or trade.NOTHING).difference + n / 1000)


def acts_now(p: Campaign, side: int) -> bool:
    """Return whether a side is about to move, or to declare the next battle."""
    asks = p.box.name if p.frames and p.side == side else ""
    return asks == "move" or (asks == "declare" and not p.top[Declared.battle])


def drafted(p: Campaign, blow: Blow) -> list[str] | None:
    """Return the actions that make an attack and its soak-offs now, or None if one of them is impossible.

    During movement, these are the moves, in a possible order; none are needed if all units are in place. During
    declaration, they are the declarations, and the main attack stays open.
    """
    here = p.copy()
    return moves(here, blow) if p.box.name == "move" else declarations(here, blow) or None


def moves(here: Campaign, blow: Blow) -> list[str] | None:
    """Return the moves for an attack, played on a copy, or None if one of them is impossible."""
    left, row = [(u, h) for u, h in blow.places if here.at[u] != h], list[str]()
    while left:
        able = [(u, h) for u, h in left if here.allows(MOVE | u << ARG | h)]
        if not able:
            return None
        left.remove(able[0])
        row += played(here, [MOVE | able[0][0] << ARG | able[0][1]])
    return row


def declarations(here: Campaign, blow: Blow) -> list[str]:
    """Return the declarations for an attack, played on a copy. Soak-offs that cannot be declared with the others are
    left out, and so are all soak-offs if they prevent the main attack."""
    first, row = here.copy(), list[str]()
    for few, many in blow.soaked:
        row += played(here, [*joining(few, many), DECLARED])
    main = joining(blow.attackers, blow.defenders)
    last = played(here, main)
    return row + last if last else played(first, main)


def later(here: Campaign, blow: Blow) -> list[str]:
    """Return the declarations for an attack after its moves, the soak-offs first."""
    row = list[int]()
    for few, many in (*blow.soaked, (blow.attackers, blow.defenders)):
        row += [*joining(few, many), DECLARED]
    return [here.name(action) for action in row]


def joining(attackers: Units, defenders: Units) -> list[int]:
    """Return the actions that add the units to a battle."""
    return [*(TARGET | u << ARG for u in units_of(defenders)), *(ATTACK | u << ARG for u in units_of(attackers))]


def played(here: Campaign, actions: list[int]) -> list[str]:
    """Play actions, and return their canonical texts, or [] if they are illegal."""
    there = here.copy()
    for action in actions:
        if not there.allows(action):
            return []
        there.apply(action)
    for action in actions:
        here.apply(action)
    return [here.name(action) for action in actions]


def enemies_next(p: Campaign, side: int) -> Iterator[Enemy]:
    """Return a side's current turn if it can still move or declare, otherwise its next turn in each possible
    weather.
    """
    if acts_now(p, side):
        yield Enemy(p, p.ready)
        return
    turn = p.turn if p.turn and side == RUSSIAN and p.side == AXIS else p.turn + 1
    if turn > LAST:
        return
    month = MONTHS[turn - 1]
    weathers = set(month.die) if p.table.weather_mode_dice else {month.fixed}
    for weather in {p.weather} if turn == p.turn else weathers:
        q = p.copy()
        q.turn, q.side = turn, side
        settle(q, weather)
        book_income(q, [])
        q.cut_off_early = isolated(q, side)
        come_in(q)
        q.reaches = Reaches()
        yield Enemy(q, [u for u in q.units(side) if not q.interdicted >> u & 1])


def come_in(p: Campaign) -> None:
    """Place the possible arrivals of the side to move: the strongest first, each as close to its opponents as possible
    without being next to one (BAR-REPL, BAR-REINF).
    """
    board = p.board
    receive_points(p, [])
    for u in sorted(board.of_side[p.side], key=lambda u: (-board.units[u].attack, u)):
        verb, hexes = arrivals(p, u) if p.at[u] >= LOST else (BUY, 0)
        hexes &= ~p.zones.controlled[1 - p.side]
        if hexes:
            p.points[p.side] -= price(board, u) if verb == BUY else 0
            p.come(u, nearest(board, hexes, p.zones.occupied[1 - p.side]), "arrive", "", ())


def nearest(board: Board, hexes: Hexes, goals: Hexes) -> int:
    """Return the hex that is nearest to `goals`, or the first hex if there are no goals."""
    grid = board.grid
    around = goals or hexes
    while not around & hexes:
        around |= grid.around(around)
    return grid.hexes(around & hexes)[0]


class Striker(NamedTuple):
    """An enemy unit. `mask`: the places next to its opponents within its reach, including its own; `held`: it cannot
    move at all."""

    unit: int
    mask: int
    held: bool


Comer: TypeAlias = tuple[int, Units, int, Striker]
"""A unit that can move next to a hex: its half factors, the unit as a set, its possible places as bits, and its
striker."""


class Part(NamedTuple):
    """A part of a stack that can be attacked separately. `defense`: its defense strength, and the doubled strength."""

    units: Units
    defense: tuple[int, int]


class Search(NamedTuple):
    """An attack to search: the target, the places of its attackers, and the units. `mask`: the places as bits
    among those next to the target."""

    hex: int
    places: tuple[int, ...]
    mask: int
    strikers: list[Comer]


Force: TypeAlias = tuple[int, list[Striker], Units]
"""The strength of an attack: half factors, and the units that provide them, as a list and as a set."""
Way: TypeAlias = tuple[int, int, Search, Units, Force]
"""A way to attack: its rank (by column, more targets, fewer places), the column, the search, the targets and the
force."""
MOST = 6
"""The maximum number of places next to a hex."""


class Enemy:
    """The side to move, from its opponents' point of view: its units and the places that they can reach.

    `places` are the hexes next to opponents. A set of places is an int with one bit per place. `touches[place]`: the
    adjacent opponents. `ready`: the units that can move. `held`: those that cannot, `stay` the same as a set, and
    `stood` their places: they take up their room whether they attack or not. `commit` fixes an attack: its units are
    `used`, its targets `covered`, and its places have less `room`. `soaks_down_to`: the worst odds of a soak-off are 1
    to this number; 0 allows none.
    """

    def __init__(self, p: Campaign, ready: Container[int], effort: tuple[int, int] | None = None) -> None:
        """`effort`: the number of ways to meet the duties, for each stack and for each way to attack it."""
        board = p.board
        self.p, self.side, self.ready = p, p.side, ready
        net, occupied = board.nets[p.frozen], p.zones.occupied[1 - p.side]
        self.limit = p.zones.limits[p.side]
        self.places = board.grid.hexes(net.spread(occupied) & ~occupied)
        self.stacks: dict[int, Units] = {}
        for u in p.units(1 - p.side):
            self.stacks[p.at[u]] = self.stacks.get(p.at[u], 0) | 1 << u
        self.limits = effort or (EFFORT, max(FRONT // max(len(self.stacks), 1), AT_ONCE))
        self.touches = [together(self.stacks.get(n, 0) for n in net.exits[h]) for h in self.places]
        self.beside: dict[int, list[int]] = {h: [] for h in self.stacks}
        self.number = {h: n for n, h in enumerate(self.places)}
        for h in self.stacks:
            self.beside[h] = [self.number[n] for n in net.exits[h] if n in self.number]
        self.strikers = list(self.find_strikers())
        self.held = [s for s in self.strikers if s.held]
        self.plain = {s.unit: attack_halves(p, s.unit) for s in self.strikers}
        self.stay = together(1 << s.unit for s in self.held)
        self.stood = together(s.mask for s in self.held)
        self.room = [self.limit] * len(self.places)
        for s in self.held:
            self.room[s.mask.bit_length() - 1] -= 1
        self.soaks_down_to = HOPELESS
        self.used = self.covered = 0
        self.effort, self.desperate, self.gave_up = 0, False, False
        self.best: Blow | None = None
        self.least = 0
        self._defense: dict[tuple[Units, tuple[int, ...]], int] = {}
        self._doubled: dict[tuple[int, tuple[int, ...]], bool] = {}
        self._sets: dict[tuple[int, Units, tuple[int, ...]], list[tuple[Units, int]]] = {}
        self._ranked: dict[tuple[int, Units], list[Comer]] = {}
        self._parts: dict[Units, list[Part]] = {}
        self._comers: dict[int, list[tuple[int, int, int, int]]] = {}
        self._near: dict[int, list[tuple[Striker, int]]] = {}

    def find_strikers(self) -> Iterator[Striker]:
        """Return the units that can move next to an opponent. A hex full of friendly units counts, because they can
        leave first."""
        grid = self.p.board.grid
        everywhere = grid.gather(self.places)
        masks: dict[Hexes, int] = {}
        for u in self.p.units(self.side):
            away = reached(self.p, u) if u in self.ready else 0
            hexes = (away | grid.bit[self.p.at[u]]) & everywhere
            if hexes not in masks:
                masks[hexes] = sum([1 << self.number[h] for h in grid.hexes(hexes)])
            if masks[hexes]:
                yield Striker(u, masks[hexes], not away)

    # ------------------------------------------------------------------ strengths

    def halves(self, u: int, targets: Units) -> int:
        """Return the attack factor of a unit against the given opponents, in half factors."""
        if not self.p.table.finns:
            return self.plain[u]
        return attack_halves(self.p, u, self.p.board.grid.gather(self.p.at[d] for d in units_of(targets)))

    def near(self, h: int) -> list[tuple[Striker, int]]:
        """Return the units that can move next to a hex, each with its possible places as bits."""
        if h not in self._near:
            around = self.beside[h]
            all_of = sum([1 << n for n in around])
            local: dict[int, int] = {0: 0}
            row = self._near[h] = []
            for s in self.strikers:
                able = s.mask & all_of
                if able not in local:
                    local[able] = sum([1 << i for i, n in enumerate(around) if able >> n & 1])
                if able:
                    row.append((s, local[able]))
        return self._near[h]

    def comers(self, d: int) -> list[tuple[int, int, int, int]]:
        """Return each combination of a unit that can move next to an opponent and its place, the weakest first: half
        factors, unit, place, and a number shared by equivalent units."""
        if d not in self._comers:
            kinds: dict[tuple[int, int, int, bool], int] = {}
            beside = self.beside[self.p.at[d]]
            row = [(self.halves(s.unit, 1 << d), s) for s, _ in self.near(self.p.at[d])]
            found = [
                (halves, s.unit, n, kinds.setdefault((halves, n, s.mask, s.held), len(kinds)))
                for halves, s in row
                for n in beside
                if s.mask >> n & 1
            ]
            found.sort()
            self._comers[d] = found
        return self._comers[d]

    def defense(self, defenders: Units, places: tuple[int, ...]) -> int:
        """Return the defense strength of the given opponents against attackers in the given places."""
        if (defenders, places) in self._defense:
            return self._defense[defenders, places]
        p, found = self.p, 0
        for d in units_of(defenders):
            found += defense_factor(p, d, self.doubled(p.at[d], places))
        self._defense[defenders, places] = found
        return found

    def doubled(self, h: int, places: tuple[int, ...]) -> bool:
        """Return whether opponents in a hex are doubled against attackers in the given places."""
        if not self.p.board.may_double & self.p.board.grid.bit[h]:
            return False
        if (h, places) not in self._doubled:
            self._doubled[h, places] = is_doubled(self.p, h, [self.places[n] for n in places])
        return self._doubled[h, places]

    # ------------------------------------------------------------------ the best attack

    def blow(self, h: int, least: int = 0) -> Blow | None:
        """Return the best attack on the units in a hex: on all units, or on some units with soak-offs for the rest.
        Returns None if the odds are below the column `least`.
        """
        self.best, self.least = None, least
        return self.sought(h)

    def sought(self, h: int) -> Blow | None:
        """Search for the best attack, starting without one. (This is separate from `blow`, because mypyc would
        otherwise assume that `best` stays None.)"""
        stack, room = self.stacks[h] & ~self.covered, self.open_beside(h)
        if not stack or not room:
            return None
        first, later = self.ways(h, stack, room)
        # Places that add no strength add duties, if anything. Soak-offs without hope come last.
        open_ = -1
        for row, self.desperate in ((first, False), (later, False), (first, True)):
            open_ = max(open_, self.attempt(row))
        return self.best and self.best._replace(most=max(self.best.column, open_))

    def takes(self, u: int) -> int:
        """Return the room that a unit takes up where it attacks: 0 if it cannot move, because its room is reserved."""
        return 1 - (self.stay >> u & 1)

    def open_beside(self, h: int) -> int:
        """Return the places next to a hex with room for a unit, or with one that cannot move, as bits."""
        return sum([1 << i for i, n in enumerate(self.beside[h]) if self.room[n] > 0 or self.stood >> n & 1])

    def ways(self, h: int, stack: Units, room: int) -> tuple[list[Way], list[Way]]:
        """Return the ways to attack a stack, starting with those in which every place adds strength. `room`: the places
        from which units can attack."""
        strikers, near, around = self.ranked(h, stack), 0, self.beside[h]
        for each in strikers:
            near |= each[2] & room
        parts = self.parts(stack)
        capacity, known = self.capacity(h, near, self.room), dict[int, tuple[int, int]]()
        first: list[Way] = []
        later: list[Way] = []
        for some, numbers, fewer in choices(near):
            search = Search(h, tuple([around[i] for i in numbers]), some, strikers)
            total, chosen, _ = force = self.most(search, capacity[: some + 1], 0)
            doubled = self.doubled(h, search.places)
            here = known[some] = total, parts[0].defense[doubled]
            if len(chosen) >= len(numbers):
                row = later if any(known[each] == here for each in fewer) else first
                for units, defense in parts:
                    odds = column(total // 2, defense[doubled])
                    if odds is not None and odds >= self.least:
                        rank = odds << 8 | units.bit_count() << 4 | MOST - len(numbers)
                        row.append((rank, odds, search, units, force))
        return first, later

    def attempt(self, row: list[Way]) -> int:
        """Search the given ways to attack, the best odds first. Return the best column that was not ruled out, or
        -1."""
        row.sort(key=itemgetter(0), reverse=True)
        (left, at_once), open_ = self.limits, -1
        for _, odds, search, part, force in row:
            if self.best is not None and self.best.column >= odds:
                break
            if left <= 0:
                return max(open_, odds)
            owed = together([self.touches[n] for n in search.places]) & ~self.covered
            self.effort, self.gave_up = min(left, at_once), False
            left -= self.effort
            self.go_on(search, part, owed & ~part, {n: self.room[n] for n in search.places}, (), force)
            left += self.effort
            open_ = max(open_, odds if self.gave_up else -1)
        return open_

    def ranged(self, h: int) -> list[Blow]:
        """Return the attack with the best trade for each column against the units in a hex, from low to high."""
        stack, room = self.stacks[h] & ~self.covered, self.open_beside(h)
        if not stack or not room:
            return []
        self.least = 0
        found: dict[int, Blow] = {}
        first, later = self.ways(h, stack, room)
        for row, self.desperate in ((first or later, False), (first or later, True)):
            for way in row:
                self.best = None
                self.attempt([way])
                if self.best is None:
                    continue
                q = self.come_up(self.best)
                for blow in self.trimmed(self.best):
                    blow = blow._replace(trade=traded(q, blow))
                    if blow.column not in found or promise(blow) > promise(found[blow.column]):
                        found[blow.column] = blow
            if found:
                break
        exact = [blow._replace(trade=self.trade(blow)) for blow in found.values()]
        return sorted(exact, key=lambda blow: blow.column)

    def trimmed(self, blow: Blow) -> Iterator[Blow]:
        """Return an attack with only the units that each column needs, from its own column down. Each place keeps at
        least one unit, and units that have no other enemy stay in the attack."""
        halves = {u: self.halves(u, blow.defenders) for u in units_of(blow.attackers)}
        at = {u: h for u, h in blow.places if u in halves}
        total, attackers, last = sum(halves.values()), blow.attackers, 0
        bound = {s.unit for s in self.held if not self.touches[s.mask.bit_length() - 1] & ~blow.targets}
        there = {h: list(at.values()).count(h) for h in at.values()}
        for column_ in range(blow.column, -1, -1):
            needs = 2 * least_attack(column_, blow.defense)
            for u in sorted(units_of(attackers), key=lambda u: (-halves[u], u)):
                if u not in bound and there[at[u]] > 1 and total - halves[u] >= needs:
                    attackers, total, there[at[u]] = attackers & ~(1 << u), total - halves[u], there[at[u]] - 1
            found = column(total // 2, blow.defense)
            if attackers == last or found is None:
                continue
            last, out = attackers, blow.attackers & ~attackers
            places = tuple([(u, h) for u, h in blow.places if not out >> u & 1])
            yield blow._replace(column=found, attack=total // 2, attackers=attackers, places=places, most=found)

    def come_up(self, blow: Blow) -> Campaign:
        """Return the position once the units of an attack are in their places."""
        q = self.p.copy()
        for u, h in blow.places:
            q.at[u] = h
        q.derive()
        return q

    def trade(self, blow: Blow) -> Trade:
        """Return the expected trade of an attack with its soak-offs."""
        return traded(self.come_up(blow), blow)

    def spare(self, apart: Units) -> None:
        """Leave out units of both sides that other attacks need, and the room that they take."""
        own = self.p.board.all_of[self.side]
        self.used, self.covered = self.used | apart & own, self.covered | apart & ~own
        for u in units_of(apart & own & ~self.stay):
            if self.p.at[u] in self.number:
                self.room[self.number[self.p.at[u]]] -= 1

    def commit(self, blow: Blow) -> None:
        """Fix an attack. The search for further attacks takes it into account."""
        for u, h in blow.places:
            self.used |= 1 << u
            self.room[self.number[h]] -= self.takes(u)
        self.covered |= blow.targets

    def stands_still(self, blow: Blow) -> bool:
        """Return whether an earlier attack is still possible without changes."""
        asked = [h for u, h in blow.places if self.takes(u)]
        return (
            not self.covered & blow.targets
            and not any(self.used >> u & 1 for u, _ in blow.places)
            and all(self.room[self.number[h]] >= asked.count(h) for h in asked)
        )

    def ranked(self, h: int, targets: Units) -> list[Comer]:
        """Return the unused units that can move next to a hex: first the units that can only go there, then the
        strongest."""
        if (h, targets) not in self._ranked:
            row = [(self.halves(s.unit, targets), 1 << s.unit, local, s) for s, local in self.near(h)]
            row.sort(key=lambda each: (not each[3].held, -each[0], each[3].unit))
            self._ranked[h, targets] = row
        return [each for each in self._ranked[h, targets] if not self.used & each[1]]

    def parts(self, stack: Units) -> list[Part]:
        """Return the parts of a stack that can be attacked separately, the whole stack first. Of equal parts, return
        only the first.
        """
        if stack not in self._parts:
            units = tuple(units_of(stack))
            once, twice = (tuple([defense_factor(self.p, u, doubled) for u in units]) for doubled in (False, True))
            self._parts[stack] = parts_of(units, once, twice)
        return self._parts[stack]

    def capacity(self, h: int, mask: int, room: dict[int, int] | list[int]) -> list[int]:
        """Return how many units fit into each subset of the places next to a hex."""
        around, fit = self.beside[h], [0] * (mask + 1)
        for some in subsets(mask):
            fit[some] = fit[some & some - 1] + max(0, room[around[(some & -some).bit_length() - 1]])
        return fit

    def most(self, search: Search, left: list[int], used: Units) -> Force:
        """Return the maximum number of half factors that fit into the places, and the units that provide them.

        Sets of units that fit together form a matroid, so always taking the strongest unit that still fits is optimal.
        Units fit as long as, for every set of places, the units that can only go there do not exceed its room. `left`:
        the capacity of the places, which this reduces. Units that cannot move come first, and need none.
        """
        mask, full = search.mask, 0
        for i in range(mask.bit_length()):
            if mask >> i & 1 and not left[1 << i]:
                full |= 1 << i
        total, taking, slots, chosen = 0, 0, left[mask], list[Striker]()
        for halves, unit, local, striker in search.strikers:
            own = local & mask
            if striker.held:
                if own and not used & unit:
                    total, taking = total + halves, taking | unit
                    chosen.append(striker)
                continue
            if not slots:
                break
            if own & ~full and not used & unit:
                for some in between(own, mask):
                    left[some] -= 1
                    if not left[some]:
                        full |= some
                total, taking, slots = total + halves, taking | unit, slots - 1
                chosen.append(striker)
        return total, chosen, taking

    def most_left(self, search: Search, room: dict[int, int], used: Units) -> Force:
        """Return the maximum number of half factors that fit into the remaining room."""
        return self.most(search, self.capacity(search.hex, search.mask, room), used)

    # ------------------------------------------------------------------ the duties

    def go_on(
        self, search: Search, battle: Units, owed: Units, room: dict[int, int], soaked: tuple[Soak, ...], force: Force
    ) -> None:
        """Search for better odds than the best so far. `battle`: the units already attacked; `owed`: the units that
        must still be attacked; `soaked`: the soak-offs so far; `force`: the remaining attack strength."""
        if not self.effort:
            self.gave_up = True
            return
        self.effort -= 1
        total, chosen, taking = force
        odds = column(total // 2, self.defense(battle, search.places))
        least = self.least if self.best is None else max(self.least, self.best.column + 1)
        if odds is None or odds < least or len(chosen) < len(search.places):
            return
        if not owed:
            self.best = self.finished(search, battle, chosen, room, soaked) or self.best
            return
        d = (owed & -owed).bit_length() - 1
        used, spent = self.used, self.covered | battle
        for soak in soaked:
            used |= soak.units
            spent |= soak.targets
        if self.p.at[d] != search.hex and all(self.touches[n] >> d & 1 for n in search.places):
            wider = self.against(search, battle | 1 << d)
            there = force if wider is search else self.most_left(wider, room, used)
            self.go_on(wider, battle | 1 << d, owed & ~(1 << d), room, soaked, there)
        for soak in self.soaks(d, spent, used, taking, room):
            here = dict(room)
            more, weaker = owed, bool(soak.units & taking)
            for u, n in soak.places:
                here[n] = here.get(n, self.room[n]) - self.takes(u)
                more |= self.touches[n] & ~spent
                weaker |= n in search.places
            there = self.most_left(search, here, used | soak.units) if weaker else force
            self.go_on(search, battle, more & ~soak.targets, here, (*soaked, soak), there)
            if self.gave_up or (self.best is not None and self.best.column >= odds):
                return

    def against(self, search: Search, battle: Units) -> Search:
        """Return the search for a larger battle, because the attack factors can depend on the targets."""
        if not self.p.table.finns:
            return search
        return search._replace(strikers=self.ranked(search.hex, battle))

    def free(self, d: int, used: Units, taking: Units, room: dict[int, int]) -> Iterator[tuple[int, int, int]]:
        """Return the units that can soak off an opponent, as half factors, unit and place, starting with the units that
        cost the attack least. Of equivalent units, return only the first. The order is: units outside the attack in
        unused places, then in its places, then its own units, each group with the weakest first."""
        seen = set[int]()
        beside, own, everywhere = [], [], self.room
        for halves, u, n, kind in self.comers(d):
            meant = n in room
            full = (room[n] if meant else everywhere[n]) <= 0
            if used >> u & 1 or (full and self.takes(u)):
                continue
            if taking >> u & 1 and halves:
                own.append((halves, meant, u, n, kind))
            elif kind not in seen:
                seen.add(kind)
                if meant:
                    beside.append((halves, u, n))
                else:
                    yield halves, u, n
        yield from beside
        seen.clear()
        for halves, _, u, n, kind in sorted(own):
            if kind not in seen:
                seen.add(kind)
                yield halves, u, n

    def soaks(self, d: int, spent: Units, used: Units, taking: Units, room: dict[int, int]) -> Iterator[Soak]:
        """Yield the possible soak-offs against an opponent, the cheapest first.

        First comes one unit with as many targets as possible, then two units with targets that are too strong for
        either one, then one unit that is lost without a die roll.
        """
        weak: list[tuple[int, int, int, list[Units]]] = []
        for halves, u, n in self.free(d, used, taking, room):
            near, fits = self.touches[n] & ~spent, list[Units]()
            most = halves // 2 * self.soaks_down_to
            if self.defense(near, (n,)) <= most:
                fits.append(near)
                yield Soak(1 << u, ((u, n),), near)
            elif self.stands(1 << d, (n,), halves):
                for targets, strength in self.sets(d, near, (n,)):
                    if strength <= most and all(targets & ~more for more in fits):
                        fits.append(targets)
                        yield Soak(1 << u, ((u, n),), targets)
            if near not in fits:
                weak.append((halves, u, n, fits))
        for (first, u, n, can), (second, v, m, could) in combinations(weak, 2):
            coming = self.takes(u) + self.takes(v)
            if u == v or (n == m and coming and room.get(n, self.room[n]) < coming):
                continue
            if not self.stands(1 << d, (n, m), first + second):
                continue
            most = (first + second) // 2 * self.soaks_down_to
            for targets, strength in self.sets(d, self.touches[n] & self.touches[m] & ~spent, (n, m)):
                if strength <= most and all(targets & ~more for more in (*can, *could)):
                    yield Soak(1 << u | 1 << v, ((u, n), (v, m)), targets)
        for _, u, n, can in weak if self.desperate and self.soaks_down_to == HOPELESS else ():
            for targets in self.with_(d, self.touches[n] & ~spent):
                if targets not in can:
                    yield Soak(1 << u, ((u, n),), targets, hopeless=True)

    def stands(self, targets: Units, places: tuple[int, ...], halves: int) -> bool:
        """Return whether a soak-off has sufficient odds (BAR-COMBAT-11)."""
        return self.defense(targets, places) <= halves // 2 * self.soaks_down_to

    def with_(self, d: int, near: Units) -> Iterator[Units]:
        """Return the subsets of the given opponents that include `d`, the largest first."""
        others = [1 << u for u in units_of(near) if u != d]
        for size in range(len(others), -1, -1):
            for some in combinations(others, size):
                yield 1 << d | sum(some)

    def sets(self, d: int, near: Units, places: tuple[int, ...]) -> list[tuple[Units, int]]:
        """Return these subsets with their defense strength against attackers in the given places. The result is cached,
        because many units need the same subsets.
        """
        key = d, near, places
        if key not in self._sets:
            self._sets[key] = [(targets, self.defense(targets, places)) for targets in self.with_(d, near)]
        return self._sets[key]

    def finished(
        self, search: Search, battle: Units, chosen: list[Striker], room: dict[int, int], soaked: tuple[Soak, ...]
    ) -> Blow | None:
        """Return the attack with its units in their places, at least one in each, or None if this is impossible or a
        unit that cannot move has no target left.
        """
        standing = placed(search.places, chosen, room)
        if standing is None:
            return None
        attackers = together([1 << u for u, _ in standing])
        gone = self.used | attackers | together([soak.units for soak in soaked])
        for s in self.held:
            if not gone >> s.unit & 1 and not self.touches[s.mask.bit_length() - 1] & ~battle:
                return None
        attack = sum(self.halves(u, battle) for u, _ in standing) // 2
        defense = self.defense(battle, search.places)
        found = column(attack, defense)
        assert found is not None
        if any(soak.hopeless for soak in soaked) and not self.allowed(attackers | battle, standing, soaked):
            return None
        places = [(u, self.places[n]) for u, n in (*standing, *(place for soak in soaked for place in soak.places))]
        owed = tuple([(soak.units, soak.targets) for soak in soaked])
        air = self.p.air[self.side] if self.p.table.airpower else 0
        return Blow(search.hex, found, attack, defense, attackers, battle, tuple(places), owed, air, found)

    def allowed(self, battle: Units, standing: list[tuple[int, int]], soaked: tuple[Soak, ...]) -> bool:
        """BAR-COMBAT-11: return whether the battle can be declared although another battle is hopeless."""
        p = self.p.copy()
        held = {s.unit for s in self.held}
        for u in p.units(self.side):
            if u not in held:
                p.at[u] = LOST
        for u, n in (*standing, *(place for soak in soaked for place in soak.places)):
            p.at[u] = self.places[n]
        p.derive()
        judge_contact(p, [])
        return Declaration().complete(p, battle)


def traded(q: Campaign, blow: Blow) -> Trade:
    """Return the expected trade of an attack with its soak-offs, with all units in their places."""
    return trade.of_attack(q, ((blow.attackers, blow.defenders), *blow.soaked), blow.hex)


def promise(blow: Blow) -> tuple[float, int, int]:
    """Return the rank of an attack among attacks at the same odds: by the best trade, then by the fewest units."""
    return (blow.trade or trade.NOTHING).difference, -len(blow.places), -blow.attack


class Soak(NamedTuple):
    """A soak-off: units, their places and their targets. `hopeless`: whether its odds are worse than 1-6."""

    units: Units
    places: tuple[tuple[int, int], ...]
    targets: Units
    hopeless: bool = False


def together(sets: Iterable[Units]) -> Units:
    """Return the union of sets of units."""
    found = 0
    for one in sets:
        found |= one
    return found


@lru_cache(4096)
def parts_of(units: tuple[int, ...], once: tuple[int, ...], twice: tuple[int, ...]) -> list[Part]:
    """Return the parts of a stack that can be attacked separately, from the normal and doubled defense of its units."""
    found: dict[tuple[int, ...], Part] = {}
    for size in range(len(units), 0, -1):
        for part in combinations(range(len(units)), size):
            factors = [once[i] for i in part]
            whole = Part(together([1 << units[i] for i in part]), (sum(factors), sum([twice[i] for i in part])))
            found.setdefault(tuple(sorted(factors)), whole)
    return list(found.values())


@cache
def choices(mask: int) -> list[tuple[int, list[int], list[int]]]:
    """Return the nonempty subsets of places, the smallest first: each as a set, as numbers, and the sets with one place
    fewer."""
    numbers = [i for i in range(mask.bit_length()) if mask >> i & 1]
    found = []
    for size in range(1, len(numbers) + 1):
        for row in combinations(numbers, size):
            some = sum([1 << i for i in row])
            found.append((some, list(row), [some ^ 1 << i for i in row] if size > 1 else []))
    return found


@cache
def subsets(mask: int) -> tuple[int, ...]:
    """Return the nonempty subsets of places in ascending order."""
    return tuple(some for some in range(1, mask + 1) if not some & ~mask)


@cache
def between(own: int, mask: int) -> tuple[int, ...]:
    """Return the subsets of places that contain the given places."""
    return tuple(some for some in subsets(mask) if some & own == own)


def placed(places: tuple[int, ...], chosen: list[Striker], room: dict[int, int]) -> list[tuple[int, int]] | None:
    """Return the units with their places, at least one in each place, or None if this is impossible."""
    held = {n: [s.unit for s in chosen if s.held and s.mask >> n & 1] for n in places}
    open_to = {s.unit: [n for n in places if s.mask >> n & 1] for s in chosen if not s.held}
    standing: dict[int, list[int]] = {n: [] for n in places}
    single = {n: min(room[n], 1 - bool(held[n])) for n in places}
    left = [u for u in open_to if not seated(u, open_to, single, standing, set())]
    if not all(standing[n] or held[n] for n in places):
        return None
    if not all(seated(u, open_to, room, standing, set()) for u in left):
        return None
    return [(u, n) for n, there in standing.items() for u in (*held[n], *there)]
