"""Predict the enemy's reply to a plan for the month, and make small changes to the plan that make the reply worse.

The reply consists of the attacks that the enemy's own staff would make, evaluated without dice. A front that is chosen
hex by hex ignores which units an attack must soak off, and where the attackers find room. Units therefore move to the
posts that the reply would attack, or next to them. The staff keeps a change that makes the best reply worse, until
several changes in a row have failed. These changes never move a unit further back. A step back always looks safe for
the next month, so the front would keep retreating.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest
from typing import NamedTuple, TypeAlias

from mamayev.terrain.contact import Units, units_of
from mamayev.terrain.grid import Hexes
from mamayev.terrain.paths import can_retreat

from ..printed.calendar import MONTHS
from ..rules.air import book_income
from ..rules.isolation import isolated
from ..rules.movement import reached
from ..rules.odds import attack, column, defense
from ..rules.position import Campaign, Reaches
from ..rules.results import A_ELIM, D_BACK, D_ELIM, EXCHANGE
from ..rules.threat import Enemy, come_in
from ..rules.weather import settle
from .appreciation import RETREAT, Danger, distances, hex_of
from .attack import Attacks, Council, Found, worth
from .style import JUDGMENT, Style

Change: TypeAlias = tuple[int, int]
"""A unit, and its new destination."""


class Answer(NamedTuple):
    """The enemy's reply, and its gain minus its cost, in factors. `struck`: the losses by hex. `from_`: the hexes from
    which the attacks come. `found`: the best attack on each hex before any attack is settled. `turn`: the position in
    which the enemy attacks."""

    cost: float
    struck: dict[int, float]
    from_: Hexes
    found: Found
    turn: Campaign


def enemys_turn(p: Campaign, places: dict[int, int]) -> Campaign:
    """Return the position at the enemy's next movement in the most likely weather, with the given units at the given
    places.
    """
    q = p.copy()
    for u, h in places.items():
        q.at[u] = h
    q.zones = q.make_zones()  # without units on ice that thaws
    q.turn, q.side = p.turn + 1, 1 - p.side
    settle(q, sorted(MONTHS[q.turn - 1].die)[2])
    q.derive()
    book_income(q, [])
    q.cut_off_early = isolated(q, q.side)
    come_in(q)
    q.reaches = Reaches()
    q.ready = [u for u in q.units(q.side) if not q.interdicted >> u & 1]
    return q


def still_known(q: Campaign, before: Campaign) -> Reaches:
    """Return the parts of a cached reach that stay valid in another position, where only the given enemies differ.
    These parts belong to units that go nowhere near a hex that these enemies entered, left or control.
    """
    grid, enemy = q.board.grid, 1 - q.side
    now, then = q.zones, before.zones
    changed = grid.widened(now.controlled[enemy] ^ then.controlled[enemy] | now.occupied[enemy] ^ then.occupied[enemy])
    return Reaches(
        {key: ways for key, ways in before.reaches.items() if not changed & (ways.hexes | grid.bit[ways.start])}
    )


def attacks_on(q: Campaign, style: Style, danger: Danger, found: Found) -> Attacks:
    """Return the attacks of the side to move.

    One unit stays in each of that side's sources, and units that can enter an undefended deciding city do so. `danger`:
    the threat to that side's units. `found`: as in `Council.settle`.
    """
    board, grid = q.board, q.board.grid
    enemy = Enemy(q, set(q.ready), JUDGMENT.answer_effort)
    for city in board.objectives[1 - q.side]:
        here = [u for u in q.units(q.side) if q.at[u] == hex_of(board, city)]
        if here:
            enemy.used |= 1 << min(here, key=lambda u: (board.units[u].attack, u))
    attacks = Council(q, enemy, style, danger).settle(grid.everywhere, found)
    left = [u for u in q.ready if u not in attacks.places and not enemy.used >> u & 1]
    for city in board.objectives[q.side]:
        h = hex_of(board, city)
        if not q.holds(q.side, city) and not q.zones.occupied[1 - q.side] & grid.bit[h]:
            u = next((u for u in left if reached(q, u) & grid.bit[h]), None)
            if u is not None:
                attacks.places[u] = h
                left.remove(u)
    return attacks


class Critic:
    """Evaluates a plan by the enemy's reply."""

    def __init__(self, p: Campaign, styles: tuple[Style, Style], reach: dict[int, Hexes]) -> None:
        """Prepare the evaluation. `reach`: the hexes to which each unit may go instead, including its own. It contains
        only units whose destination can change.
        """
        board = p.board
        self.p, self.styles, self.reach = p, styles, reach
        self.danger = Danger(p, p.side)
        self.back = distances(board, p.zones.occupied[1 - p.side], p.frozen)
        self.cities = {hex_of(board, city) for city in board.objectives[1 - p.side] if p.holds(p.side, city)}

    def answer(self, places: dict[int, int], before: Answer | None = None) -> Answer:
        """Return the enemy's best reply to a plan. `before`: the reply to another plan of the month."""
        turn = enemys_turn(self.p, places)
        if before is not None:
            turn.reaches = still_known(turn, before.turn)
        return self.judged(turn, {})

    def after(self, best: Answer, places: dict[int, int], change: Change) -> Answer:
        """Return the reply after one change to a plan. Attacks far from the change are not searched for again."""
        u, h = change
        turn = enemys_turn(self.p, places | {u: h})
        turn.reaches = still_known(turn, best.turn)
        return self.judged(turn, self.unchanged(best.found, places[u], h))

    def judged(self, turn: Campaign, found: Found) -> Answer:
        """Return the value of the enemy's attacks in a turn. `found`: as in `Council.settle`."""
        attacks = attacks_on(turn, self.styles[1 - self.p.side], self.danger, found)
        q = turn.copy()
        for u, h in attacks.places.items():
            q.at[u] = h
        q.zones = q.make_zones()
        board, occupied = q.board, q.zones.occupied[q.side]
        struck: dict[int, float] = {}
        paid = 0.0
        for battle in attacks.battles:
            lost, cost, taken = self.outcome(q, battle.attackers, battle.defenders)
            paid += cost
            hexes = {q.at[u] for u in units_of(battle.defenders)}
            for h in hexes:
                city = JUDGMENT.city * taken if h in self.cities and not left_in(q, h, battle.defenders) else 0.0
                struck[h] = struck.get(h, 0.0) + lost / len(hexes) + city
        for h in self.cities:
            if occupied & board.grid.bit[h]:
                struck[h] = JUDGMENT.city
        cut_off = JUDGMENT.cut_off * worth(board, isolated(q, 1 - q.side))
        cost = sum(struck.values()) + cut_off - JUDGMENT.answer_care * paid
        return Answer(cost, struck, board.grid.gather(attacks.places.values()), found, turn)

    def outcome(self, q: Campaign, attackers: Units, defenders: Units) -> tuple[float, float, float]:
        """Return the mean losses of the defenders and of the attackers in a battle, and the chance that the hex is
        lost.
        """
        board, net = q.board, q.board.nets[q.frozen]
        theirs, ours = worth(board, attackers), worth(board, defenders)
        strength, against = attack(q, attackers, defenders), defense(q, attackers, defenders)
        odds = column(strength, against)
        if odds is None:
            return 0.0, theirs, 0.0
        chance = q.table.chances[odds]
        gone, back, traded = (chance.get(result, 0.0) for result in (D_ELIM, D_BACK, EXCHANGE))
        barred = q.zones.occupied[q.side] | q.zones.controlled[q.side]
        free = any(can_retreat(net, h, RETREAT, barred) for h in {q.at[u] for u in units_of(defenders)})
        lost = gone * ours + back * ours * (JUDGMENT.retreat if free else 1.0)
        if strength >= against:
            lost, paid = lost + traded * ours, traded * min(theirs, against)
        else:
            lost, paid = lost + traded * min(ours, strength), traded * theirs
        return lost, paid + chance.get(A_ELIM, 0.0) * theirs, gone + back + traded

    def bettered(self, places: dict[int, int], best: Answer) -> tuple[dict[int, int], Answer]:
        """Return a plan with changes that make the enemy's reply worse, and the reply to the new plan."""
        tried, in_vain = set[Change](), 0
        while in_vain < self.styles[self.p.side].answers:
            change = next((each for each in self.changes(places, best) if each not in tried), None)
            if change is None:
                break
            tried.add(change)
            after = self.after(best, places, change)
            in_vain += 1
            if after.cost < best.cost - JUDGMENT.answer_gain:
                best, places, in_vain = after, places | dict([change]), 0
        return places, best

    def unchanged(self, found: Found, left: int, h: int) -> Found:
        """Return the enemy's attacks that are far from both ends of a change, with all their units."""
        grid = self.p.board.grid
        near = grid.disc(h, JUDGMENT.near) | grid.disc(left, JUDGMENT.near)
        return {
            n: best
            for n, best in found.items()
            if not near & grid.bit[n] and (best is None or not near & grid.gather(place for _, place in best[1].places))
        }

    def changes(self, places: dict[int, int], answer: Answer) -> Iterator[Change]:
        """Yield the possible changes, the most promising first.

        Units that are not attacked go to the hexes that the reply attacks, or to adjacent hexes where they touch the
        attackers. The rearmost units come first. The attacked hexes take turns, starting with the one where the losses
        are largest.
        """
        p, struck = self.p, answer.struck
        net, grid = p.board.nets[p.frozen], p.board.grid
        free = [u for u in self.reach if places[u] not in struck]
        free.sort(key=lambda u: (-self.back[places[u]], -p.board.defense[u], u))
        touching = net.spread(answer.from_) & ~grid.gather(places.values())
        ways: list[list[Change]] = []
        for h in sorted((h for h in struck if struck[h] >= JUDGMENT.struck), key=lambda h: (-struck[h], h)):
            beside = grid.hexes(net.led_to(h) & touching)
            ways.append([(u, h) for u in free if self.able(places, u, h, h)])
            ways.append([(u, n) for u in free for n in beside if self.able(places, u, n, h)])
        for each in zip_longest(*ways):
            yield from (change for change in each if change is not None)

    def able(self, places: dict[int, int], u: int, h: int, struck: int) -> bool:
        """Return whether a unit can instead go to a hex that is not further back than the attacked hex, without leaving
        a deciding city empty.
        """
        p, here = self.p, list(places.values())
        bit = p.board.grid.bit[h]
        return (
            h != places[u]
            and bool(self.reach[u] & bit & ~p.zones.controlled[1 - p.side])
            and self.back[h] <= self.back[struck]
            and here.count(h) < p.zones.limits[p.side]
            and not self.bares_a_city(places, {u: h})
        )

    def bares_a_city(self, places: dict[int, int], changed: dict[int, int]) -> bool:
        """Return whether a change leaves a deciding city empty."""
        left = self.cities.intersection(places[u] for u in changed)
        return bool(left) and not left <= set((places | changed).values())


def left_in(q: Campaign, h: int, defenders: Units) -> bool:
    """Return whether a hex whose defenders are attacked contains another unit."""
    return any(q.at[u] == h and not defenders >> u & 1 for u in q.units(1 - q.side))
