"""Compute the expected points for a surrender and for holding out, from Tables A and H.

Both values are exact, because they cover every die roll. A surrender adds its own modifier to every remaining roll and
freezes the commitments (CAU-SURR-02, CAU-SURR-03, CAU-SURR-04). It gives up the points for morale and for Stalingrad
(CAU-SURR-05, CAU-VP-04), costs one before turn 14 (CAU-VP-08), and rules out a Final Offensive that has not begun
(CAU-VP-07).
"""

from __future__ import annotations

from mamayev.engine.bot import Rated

from ..rules.actions import surrender
from ..rules.control import morale
from ..rules.evaluation import TURNS, situation_modifiers
from ..rules.position import Pocket
from ..rules.strategic import ssi_modifiers
from ..rules.verbs import SURRENDER
from .style import JUDGMENT

LATE = 14
"""The first turn in which a surrender costs no points (CAU-VP-08)."""
LAUNCH = 8
"""The value at which the Final Offensive begins."""
STRONG = 25
"""The morale that scores a point (CAU-VP-04)."""
Odds = dict[int, float]
"""The chance of each value of the Strategic Situation Index."""


def roll(p: Pocket, odds: Odds, modifier: int) -> Odds:
    """Return the chances of each index value after one roll on Table H.

    Zero ends the game, and ten is the maximum (CAU-SSI-02, CAU-SSI-03).
    """
    after: Odds = {}
    for ssi, chance in odds.items():
        for die in range(1, 7):
            value = max(0, min(10, ssi + p.table.charts.situation(die + modifier)[0])) if ssi else 0
            after[value] = after.get(value, 0.0) + chance / 6
    return after


def reroll(p: Pocket, odds: Odds) -> Odds:
    """Return the chances of each index value after a turn with new commitments: two rolls on Table A for each value,
    then one on Table H.
    """
    after: Odds = {}
    q = p.copy()
    q.attacks_without_foa = 0
    for ssi, chance in odds.items():
        q.ssi = ssi
        bonus = sum(m.value for m in ssi_modifiers(q))
        for die in range(36):
            q.luftwaffe = p.table.charts.commitment(die // 6 + 1 + bonus + q.luftwaffe_marker)[0]
            q.relief = p.table.charts.commitment(die % 6 + 1 + bonus + q.hoth_marker)[0]
            for value, part in roll(p, {ssi: chance / 36}, sum(m.value for m in situation_modifiers(q))).items():
                after[value] = after.get(value, 0.0) + part
    return after


def points(odds: Odds, besides: float) -> float:
    """Return the mean of the index plus `besides`, the other points. An index of zero scores nothing at all."""
    return sum(chance * (ssi + besides) for ssi, chance in odds.items() if ssi)


def by_surrender(p: Pocket) -> float:
    """Return the expected points for an immediate surrender."""
    q = p.copy()
    surrender(q)
    odds = {p.ssi: 1.0}
    for _ in range(p.turn, TURNS + 1):
        odds = roll(p, odds, sum(m.value for m in situation_modifiers(q)))
        q.attacks_without_foa = 0
    return points(odds, p.manstein + (not p.launched) - (p.turn < LATE))


def by_holding(p: Pocket) -> float:
    """Return the expected points for holding out without a link-up. Current gains count if they are likely to last."""
    odds = roll(p, {p.ssi: 1.0}, sum(m.value for m in situation_modifiers(p)))
    for _ in range(p.turn + 1, TURNS + 1):
        odds = reroll(p, odds)
    city = p.table.board.stalingrad
    quiet = not p.launched and p.offensive + JUDGMENT.push * (TURNS + 1 - p.turn) < LAUNCH
    strong = morale(p) >= STRONG + JUDGMENT.wear * (TURNS - p.turn) * bool(p.launched)
    return points(odds, p.manstein + quiet + strong + (p.german & city == city))


def capitulate(p: Pocket, margin: float) -> Rated | None:
    """Surrender if this scores at least `margin` points more than holding out."""
    if p.surrendered or p.surrender_due:
        return None
    gain = by_surrender(p) - by_holding(p)
    if gain < margin:
        return None
    return Rated.by_rule(
        SURRENDER,
        f"By Table H, a surrender now brings {gain:.1f} points more than holding out (CAU-SURR-02, CAU-EVAL-03)",
    )
