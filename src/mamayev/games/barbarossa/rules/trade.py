"""The expected trade of an attack: the defense factors that it kills, the attack factors that it costs, and the chance
that its hex falls. The values are exact averages over the six die results (BAR-ODDS-05), under the rules in force and
with the given air factors.

Each battle counts as if it were fought first, so no earlier battle has opened or closed a retreat. The side that
chooses losses or retreats keeps the most factors. Losses are printed factors, because doubling and halving affect only
the odds and the losses that an exchange requires.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from mamayev.engine import foretell
from mamayev.terrain.contact import Units, units_of
from mamayev.terrain.seats import seated

from . import odds
from .position import Campaign
from .results import A_BACK, A_ELIM, D_BACK, D_ELIM, entered, places_back


class Trade(NamedTuple):
    """The expected losses of both sides, in printed factors. `falls`: the chance that no enemy is left in the hex;
    `taken`: the chance that, in addition, an attacker can enter it at once."""

    killed: float
    lost: float
    falls: float
    taken: float

    @property
    def difference(self) -> float:
        """Return the enemy's losses minus our own, in factors."""
        return self.killed - self.lost

    @property
    def fate(self) -> tuple[float, bool]:
        """Return the chance to show for the hex, and whether it is the chance of entering the hex rather than just
        clearing it.
        """
        enters = self.taken > 0 or not self.falls
        return self.taken if enters else self.falls, enters


NOTHING = Trade(0.0, 0.0, 1.0, 1.0)
"""The trade when there is no battle."""


def shown(trade: Trade) -> foretell.Trade:
    """Return a trade for display."""
    chance, enters = trade.fate
    return foretell.Trade(round(trade.killed, 2), round(trade.lost, 2), round(chance, 3), enters)


def of_attack(p: Campaign, battles: Iterable[tuple[Units, Units]], h: int) -> Trade:
    """Return the trade of all battles in an attack on a hex, given as attackers and defenders in their places. The hex
    falls if all its defenders are gone. Each battle has its own die roll."""
    killed, lost, falls, taken, met = 0.0, 0.0, 1.0, 1.0, 0
    there = sum(1 << u for u in p.units(1 - p.side) if p.at[u] == h)
    for attackers, defenders in battles:
        one = of_battle(p, attackers, defenders, h)
        killed, lost, met = killed + one.killed, lost + one.lost, met | defenders
        if defenders & there:
            falls, taken = falls * one.falls, taken * one.taken
    if not there or there & ~met:
        falls = taken = 0.0
    return Trade(killed, lost, falls, taken)


def of_battle(p: Campaign, attackers: Units, defenders: Units, h: int, air: int = 0) -> Trade:
    """Return the trade of one battle with the given number of air factors. `falls` and `taken` refer to its defenders
    in hex `h`.
    """
    a, d = odds.attack(p, attackers, defenders) + air, odds.defense(p, attackers, defenders)
    found = odds.column_used(p, a, d)
    ours, theirs = printed(p, attackers), printed(p, defenders)
    if found is None:  # BAR-COMBAT-11, BAR-V-TAC-09
        return Trade(0.0, float(ours), 0.0, 0.0)
    doubled = odds.doubled_hexes(p, attackers, defenders)
    left = sorted({p.at[u] for u in units_of(defenders)})
    enters = bool(entered(p, left, doubled) & p.board.grid.bit[h])
    killed = lost = falls = taken = 0.0
    for result, chance in p.table.chances[found].items():
        if result == A_ELIM:
            lost += chance * ours
        elif result == A_BACK:
            lost += chance * cut_off(p, attackers)
        elif result == D_ELIM:
            killed += chance * theirs
            falls, taken = falls + chance, taken + chance * enters
        elif result == D_BACK:
            killed += chance * cut_off(p, defenders)
            falls, taken = falls + chance, taken + chance * enters
        else:
            dead, paid = exchanged(p, attackers, defenders, doubled, a, d)
            killed, lost = killed + chance * dead, lost + chance * paid
            if dead == theirs:
                falls, taken = falls + chance, taken + chance * (enters and paid < ours)
    return Trade(killed, lost, falls, taken)


def printed(p: Campaign, units: Units) -> int:
    """Return the printed factors of units: attack for the side to move, defense for the other."""
    board = p.board
    return sum(board.attack[u] if board.side[u] == p.side else board.defense[u] for u in units_of(units))


def exchanged(p: Campaign, attackers: Units, defenders: Units, doubled: list[int], a: int, d: int) -> tuple[int, int]:
    """BAR-RESULT-06 to BAR-RESULT-08: return the printed factors that the defenders and the attackers lose in an
    Exchange. The weaker side loses all its units. The other side loses at least as many factors, and as few beyond that
    as possible."""
    ours, theirs = printed(p, attackers), printed(p, defenders)
    if a == d:
        return theirs, ours
    if a > d:
        targets = p.board.grid.gather(p.at[u] for u in units_of(defenders))
        return theirs, least([(odds.attack_halves(p, u, targets), p.board.attack[u]) for u in units_of(attackers)], d)
    given = [(2 * odds.defense_factor(p, u, p.at[u] in doubled), p.board.defense[u]) for u in units_of(defenders)]
    return least(given, a), ours


def least(units: list[tuple[int, int]], owed: int) -> int:
    """Return the smallest total of printed factors among units that cover a debt. `units`: the value of each unit, in
    half factors, and its printed factor. If they cannot cover it, all units are lost (BAR-V-TAC-05)."""
    best = {0: 0}
    for halves, factor in units:
        for total, cost in [*best.items()]:
            more = min(total + halves, 2 * owed)
            best[more] = min(best.get(more, cost + factor), cost + factor)
    return best.get(2 * owed, sum(factor for _, factor in units))


def cut_off(p: Campaign, units: Units) -> int:
    """Return the printed factors of the units that are certainly lost in a retreat. The retreat saves as many units as
    possible (BAR-RETREAT-05), and among such choices the player decides: the owner saves the strongest units, an
    opponent the weakest."""
    open_to, room = places_back(p, units)
    there: dict[int, list[int]] = {h: [] for h in room}
    ranked = sorted(
        units_of(units), key=lambda u: printed(p, 1 << u), reverse=p.table.readings["retreat_chooser=owner"]
    )
    return sum(printed(p, 1 << u) for u in ranked if not seated(u, open_to, room, there, set()))


def figure(number: float) -> str:
    """Return an expected number as players write it, such as "7" or "4.5"."""
    return f"{number:.1f}".removesuffix(".0")


def in_words(trade: Trade) -> str:
    """Return a trade as a sentence."""
    chance, enters = trade.fate
    fate = "taken" if enters else "cleared"
    return f"Expected: kills {figure(trade.killed)}, costs {figure(trade.lost)}; hex {fate} {100 * chance:.0f}%."
