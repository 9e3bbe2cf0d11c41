"""Plan the main effort: the enemy stacks to attack, the attackers, and the units that soak off other enemies."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

from mamayev.terrain.contact import Units, units_of
from mamayev.terrain.grid import Hexes
from mamayev.terrain.paths import can_retreat

from ..printed.board import LOST, Board
from ..rules.isolation import TURNS, isolated
from ..rules.odds import COLUMNS, EVEN, column, odds_name
from ..rules.position import Campaign
from ..rules.results import A_BACK, A_ELIM, D_BACK, D_ELIM, EXCHANGE
from ..rules.threat import Blow, Enemy
from ..rules.trade import of_battle, printed
from .appreciation import RETREAT, Danger, aims, doubling, hex_of, lost_cities
from .style import JUDGMENT, Style
from .task import EAGER, main_effort, open_aims, pull

SURE = 7
"""The odds at which defenders are eliminated without a die roll (BAR-ODDS-04)."""
TRIMMED = COLUMNS.index("2-1")
"""The lowest odds to which an attack is trimmed. No unit leaves an attack if this would make the odds worse."""


class Battle(NamedTuple):
    """An intended battle. `odds`: the name of its column. `soak`: whether it is a soak-off, which only pins enemy
    units.
    """

    attackers: Units
    defenders: Units
    odds: str
    soak: bool

    @property
    def units(self) -> Units:
        """The units of both sides."""
        return self.attackers | self.defenders


class Attacks(NamedTuple):
    """The intended battles, and the hexes to which their units move."""

    battles: list[Battle]
    places: dict[int, int]


def worth(board: Board, units: Units) -> float:
    """Return the value of the given units, in factors."""
    return sum([board.factors[u] for u in units_of(units)]) / 2


def promise(
    p: Campaign,
    care: float,
    battle: tuple[Units, Units],
    attack: int,
    defense: int,
    ground: float,
    driven_back: float = JUDGMENT.driven_back,
) -> float:
    """Return the expected gain from a battle minus its cost, in factors.

    `driven_back`: the share of their value that the defenders lose in a retreat.
    """
    board = p.board
    attackers, defenders = battle
    odds = column(attack, defense)
    if odds is None:
        return -care * worth(board, attackers)
    chance = p.table.chances[odds]
    ours, theirs = care * worth(board, attackers), worth(board, defenders)
    traded = theirs - min(ours, care * defense) if attack >= defense else min(theirs, attack) - ours
    return (
        chance.get(D_ELIM, 0.0) * (theirs + ground)
        + chance.get(D_BACK, 0.0) * (driven_back * theirs + ground)
        + chance.get(EXCHANGE, 0.0) * (traded + ground)
        - chance.get(A_BACK, 0.0) * JUDGMENT.thrown_back * ours
        - chance.get(A_ELIM, 0.0) * ours
    )


def rings(p: Campaign) -> dict[int, float]:
    """Return, for each hex, the gain from eliminating an enemy stack, in factors, which lets units of the side to move
    trace supply again. Units that isolation would not eliminate this month count less.
    """
    found = dict[int, float]()
    cut_off = isolated(p, p.side)
    for h in p.board.grid.hexes(p.zones.occupied[1 - p.side]) if cut_off else ():
        q = p.copy()
        for u in p.units(1 - p.side):
            if q.at[u] == h:
                q.at[u] = LOST
        q.derive()
        for u in units_of(cut_off & ~isolated(q, q.side)):
            due = p.cut_off[u] == TURNS - 1
            found[h] = found.get(h, 0.0) + worth(p.board, 1 << u) * (1.0 if due else JUDGMENT.cut_off)
    return found


Found: TypeAlias = dict[int, tuple[float, Blow] | None]
"""The best attack on each hex before any attack is settled, with its expected gain, or None if there is no attack."""


class Council:
    """The search for the attacks in a turn: the best attack first, then the best addition to it, and so on."""

    def __init__(
        self, p: Campaign, enemy: Enemy, style: Style, danger: Danger, freed: dict[int, float] | None = None
    ) -> None:
        """Start without attacks. `freed` is as in `rings`."""
        self.p, self.enemy, self.style, self.danger, self.freed = p, enemy, style, danger, freed or {}
        self.aim_worth = style.aim_worth * (1 if aims(p, 1 - p.side) else JUDGMENT.last_hour)
        self.wanted = {hex_of(p.board, city) for city in (*aims(p, p.side), *lost_cities(p))}
        self.stay = p.board.grid.gather(p.at[u] for u in p.units(p.side) if u not in enemy.ready)
        self.task = style.task
        enemy.soaks_down_to = self.task.soaks
        self.pull = dict[int, float]()
        ordered = [open_aims(p, sector, p.side) for sector in self.task.sectors]
        for open_ in ordered if ordered and all(ordered) else (*ordered, main_effort(p, p.side)):
            for h, worth_ in pull(p, open_, self.aim_worth).items():
                self.pull[h] = max(worth_, self.pull.get(h, 0.0))
        self.expected = dict[int, float]()

    def open_to_attack(self) -> Hexes:
        """Return the hexes that orders allow the staff to attack."""
        return self.p.board.grid.everywhere & ~self.task.closed()

    def aims(self) -> list[int]:
        """Return the objectives in the orders that are still to be taken."""
        return [h for sector in self.task.sectors for h in open_aims(self.p, sector, self.p.side)]

    def least_odds(self, h: int) -> int:
        """Return the lowest column for an attack on a hex, except soak-offs: the ordered column, but at least 1-1."""
        return max(EVEN, self.task.at(self.p.board, h).least)

    def care(self, h: int) -> float:
        """Return the weight of our own losses in an attack on a hex."""
        eager = self.task.at(self.p.board, h).posture == "attack"
        return self.style.care * (EAGER if eager else 1.0)

    def enough(self, h: int) -> float:
        """Return the minimum gain for an attack on a hex."""
        return 0.0 if self.task.at(self.p.board, h).posture == "attack" else self.style.least

    def corps_lost(self, blow: Blow) -> dict[int, float]:
        """Return the number of corps that an attack and its soak-offs are expected to cost in each sector."""
        found, q = dict[int, float](), self.enemy.come_up(blow)
        for attackers, defenders in ((blow.attackers, blow.defenders), *blow.soaked):
            share = of_battle(q, attackers, defenders, blow.hex).lost / max(1, printed(q, attackers))
            for u in units_of(attackers):
                number = self.task.at(self.p.board, self.p.at[u]).number
                found[number] = found.get(number, 0.0) + share
        return found

    def accepts(self, blow: Blow) -> bool:
        """Return whether the expected losses stay within the ordered limit if an attack is added."""
        limits = {sector.number: sector.losses for sector in self.task.sectors if sector.losses}
        if not limits:
            return True
        more = self.corps_lost(blow)
        return all(self.expected.get(n, 0.0) + more.get(n, 0.0) <= most for n, most in limits.items() if n in more)

    def ground(self, h: int) -> float:
        """Return the value of a hex for the side to move."""
        freed = self.freed.get(h, 0.0) + self.pull.get(h, 0.0)
        if h in self.wanted:
            return self.aim_worth + freed
        return freed + (JUDGMENT.town if h in self.p.board.city else 0.0)

    def surrounds(self, blow: Blow) -> bool:
        """Return whether no defender of an attack could retreat (BAR-RETREAT-03), given its attackers, the units in
        other attacks, and the units that cannot move.
        """
        p, board = self.p, self.p.board
        net, grid = board.nets[p.frozen], board.grid
        ours = self.stay | grid.gather(h for _, h in blow.places)
        barred = ours | net.spread(ours)
        return not any(can_retreat(net, h, RETREAT, barred) for h in {p.at[u] for u in units_of(blow.defenders)})

    def exposed(self, blow: Blow, left_out: Units) -> float:
        """Return how much the enemy's next turn is expected to cost because of where an attack and its soak-offs leave
        their units. Units outside the attack do not count.
        """
        if not self.style.exposed:
            return 0.0
        board, cost = self.p.board, 0.0
        for u, h in blow.places:
            if not left_out >> u & 1:
                sure = SURE * board.units[u].defense * doubling(board, h)
                cost += worth(board, 1 << u) * min(1.0, self.danger.at(h, JUDGMENT.comers) / sure)
        return self.style.exposed * cost

    def thrifty(self, blow: Blow) -> tuple[float, Blow]:
        """Return an attack with the fewest units for the most promising column, with all soak-offs that it needs."""
        ground, share = self.ground(blow.hex), 1.0 if self.surrounds(blow) else JUDGMENT.driven_back
        owed = [self.soak_off(blow, *soak) for soak in blow.soaked]

        def judged(attackers: Units, attack: int) -> float:
            battle = attackers, blow.defenders
            total = promise(self.p, self.care(blow.hex), battle, attack, blow.defense, ground, share)
            for soak_off in owed:
                total += soak_off
            return total - self.style.reserved * attack - self.exposed(blow, blow.attackers & ~attackers)

        value, best = judged(blow.attackers, blow.attack), (blow.attackers, blow.attack, blow.column)
        for fewer in self.trimmed(blow):
            promised = judged(*fewer[:2])
            if promised > value:
                value, best = promised, fewer
        attackers, attack, odds = best
        if attackers == blow.attackers:
            return value, blow
        places = tuple([place for place in blow.places if not (blow.attackers & ~attackers) >> place[0] & 1])
        return value, blow._replace(attackers=attackers, attack=attack, column=odds, places=places)

    def soak_off(self, blow: Blow, attackers: Units, defenders: Units) -> float:
        """Return the expected gain from a soak-off."""
        care = self.care(blow.hex)
        return promise(self.p, care, (attackers, defenders), *self.sums(blow, attackers, defenders), 0.0)

    def sums(self, blow: Blow, attackers: Units, defenders: Units) -> tuple[int, int]:
        """Return the attack and defense strengths in a soak-off."""
        strength = sum(self.p.board.attack[u] for u in units_of(attackers))
        places = tuple(sorted({self.enemy.number[h] for u, h in blow.places if attackers >> u & 1}))
        return strength, self.enemy.defense(defenders, places)

    def battles(self, blow: Blow) -> list[Battle]:
        """Return the battles of an attack, each with its own odds, with the soak-offs last."""
        main = Battle(blow.attackers, blow.defenders, odds_name(blow.attack, blow.defense), soak=False)
        return [main, *(Battle(*soak, odds_name(*self.sums(blow, *soak)), soak=True) for soak in blow.soaked)]

    def trimmed(self, blow: Blow) -> Iterator[tuple[Units, int, int]]:
        """Yield the attackers, strength and column of an attack without its weakest unit, then without its two
        weakest, and so on, as long as another unit stays in each one's hex.
        """
        factors, at = self.p.board.attack, dict(blow.places)
        held = {s.unit for s in self.enemy.held}
        units = sorted(units_of(blow.attackers), key=factors.__getitem__)
        there = Counter([at[u] for u in units])
        attackers, strength = blow.attackers, blow.attack
        for u in units:
            if u in held or there[at[u]] == 1:
                continue
            there[at[u]] -= 1
            attackers, strength = attackers & ~(1 << u), strength - factors[u]
            odds = column(strength, blow.defense)
            if odds is None or odds < max(TRIMMED, self.least_odds(blow.hex)):
                return
            yield attackers, strength, odds

    def best(self, h: int) -> tuple[float, Blow] | None:
        """Return the best attack on a hex with its expected gain, or None if there is no attack."""
        blow = self.enemy.blow(h, self.least_odds(h))
        return None if blow is None else self.thrifty(blow)

    def settle(self, within: Hexes, found: Found | None = None) -> Attacks:
        """Return all attacks on the given hexes whose expected gain is large enough.

        `found`: the cache of attacks by hex, which this extends.
        """
        found = {} if found is None else found
        open_: dict[int, tuple[float, Blow]] = {}
        for h in self.enemy.stacks:
            if not within & self.p.board.grid.bit[h]:
                continue
            if h not in found:
                found[h] = self.best(h)
            if (best := found[h]) is not None:
                open_[h] = best
        battles: list[Battle] = []
        places: dict[int, int] = {}
        while open_:
            h = max(open_, key=lambda hex_: open_[hex_][0])
            value, blow = open_.pop(h)
            if value < self.enough(h):
                continue
            if not self.enemy.stands_still(blow):
                again = self.best(h)
                if again is not None:
                    open_[h] = again
                continue
            if not self.accepts(blow):
                continue
            battles += self.battles(blow)
            self.commit(blow)
            places |= dict(blow.places)
        return Attacks(battles, places)

    def commit(self, blow: Blow) -> None:
        """Fix an attack. The search for the next attacks takes it into account."""
        if any(sector.losses for sector in self.task.sectors):
            for number, corps in self.corps_lost(blow).items():
                self.expected[number] = self.expected.get(number, 0.0) + corps
        self.enemy.commit(blow)
        self.stay |= self.p.board.grid.gather(h for _, h in blow.places)
