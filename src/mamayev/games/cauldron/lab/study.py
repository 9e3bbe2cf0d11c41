"""The staff study of The Cauldron: can you do better than the 6th Army?"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from statistics import fmean
from typing import Any

from mamayev.engine.registry import find
from mamayev.engine.study import Brief, Measure, Rows, Study

from ..rules.board import bits
from ..rules.charts import Charts
from ..rules.control import army_is_gone, morale
from ..rules.position import LINK_UP, SSI_ZERO, Pocket
from ..rules.victory import HISTORY
from .conduct import CONDUCT

ENDS = ("index at zero", "army destroyed", "surrendered", "held out", "linked up")


def end(p: Pocket) -> str:
    """Return how a game ended as text (CAU-SSI-02, CAU-VP-09, CAU-SURR-01, CAU-END-01, CAU-LINK-01)."""
    if p.outcome == SSI_ZERO:
        return ENDS[0]
    if p.outcome == LINK_UP:
        return ENDS[4]
    if p.surrendered:
        return ENDS[2]
    return ENDS[1] if army_is_gone(p) else ENDS[3]


def held(p: Pocket) -> Iterator[str]:
    """Return the German-controlled areas."""
    return map(str, bits(p.german))


MEASURES = (
    Measure(
        "end",
        "How the games end",
        "word",
        "There are four endings: the Strategic Situation Index falls to zero, the army is destroyed or surrenders "
        "before the end of turn 16, it links up with the relief force, or it holds out to the end of turn 16.",
        end,
        ENDS,
    ),
    Measure(
        "final_offensive",
        "When the Soviet Final Offensive begins",
        "turn",
        "The turn in which the Final Offensive Index reaches 8.",
        lambda p: p.launched or None,
    ),
    Measure(
        "link_up",
        "When the army meets the relief force",
        "turn",
        "The turn of the link-up, which ends the game.",
        lambda p: p.turn if p.outcome == LINK_UP else None,
    ),
    Measure(
        "surrender",
        "When the army surrenders",
        "turn",
        "The turn of the surrender; the front is judged to the end of turn 16.",
        lambda p: p.surrender_turn or None,
    ),
    Measure("units_saved", "Units saved by a link-up", "number", "0 without a link-up.", lambda p: p.linked),
    Measure("index", "Strategic Situation Index at the end", "number", "1 point each.", lambda p: p.ssi),
    Measure(
        "evacuated",
        "Wounded factors flown out",
        "number",
        "About 1,500 men each. They give no points.",
        lambda p: p.evacuated,
    ),
)


ADVICE = (
    "Go out to meet the relief force, with or without permission: the staff does and averages {staff} points. "
    "Paulus as history knows him averages {paulus}, and history made {history}.",
    "Go by turn 4, because the link-up is what counts: {reached} points with it, {apart} without. "
    "The staff links up in {met_staff}% of games, half of them by turn {turn}. "
    "Waiting until the relief force is near does so in {met_late}%, and staying home in {met_home}%.",
    "If you wait, make a Tactical Attack every turn: with them (stay-put) the Final Offensive begins "
    "in {with_tactics}% of games, without them (Paulus) in {without_tactics}%.",
    "Don't go half-heartedly: a breakout that doesn't reach the relief force leaves {alone} points, "
    "holding the whole perimeter to the end {home}.",
    "Watch the index more than the map: it falls to zero, which ends everything, in {at_zero}% of games. "
    "Every attack without Freedom of Action and every Strong commitment lowers it.",
)
"""Advice for Paulus, in which `brief` fills in the numbers."""


def brief(games: Mapping[str, Rows]) -> Brief | None:
    """Return five pieces of advice for Paulus with their numbers."""
    if not {"staff", "breakout", "stay-put", "watch-and-wait", "paulus"} <= set(games):
        return None
    every = [row for rows in games.values() for row in rows]
    early = sorted(row["link_up"] for row in games["staff"] if linked(row))
    figures = {
        "staff": mean(games["staff"]),
        "paulus": mean(games["paulus"]),
        "history": HISTORY,
        "reached": mean([row for row in every if linked(row)]),
        "apart": mean([row for row in every if not linked(row)]),
        "met_staff": share(games["staff"], linked),
        "turn": early[len(early) // 2] if early else "–",
        "met_late": share(games["watch-and-wait"], linked),
        "met_home": share(games["stay-put"], linked),
        "with_tactics": share(games["stay-put"], launched),
        "without_tactics": share(games["paulus"], launched),
        "alone": mean([row for row in games["breakout"] if not linked(row)]),
        "home": mean([row for row in games["stay-put"] if not linked(row)]),
        "at_zero": share(every, lambda row: row["end"] == ENDS[0]),
    }
    return Brief("What should Paulus do?", tuple(sentence.format(**figures) for sentence in ADVICE))


def mean(rows: Rows) -> str:
    """Return the mean victory points in the given games."""
    return f"{fmean(row['points'] for row in rows):.1f}" if rows else "–"


def share(rows: Rows, test: Callable[[Mapping[str, Any]], object]) -> str:
    """Return the percentage of the given games that pass a test."""
    return f"{100 * sum(bool(test(row)) for row in rows) / len(rows):.0f}"


def linked(row: Mapping[str, Any]) -> bool:
    """Return whether a game ended with a link-up."""
    return row["link_up"] is not None


def launched(row: Mapping[str, Any]) -> bool:
    """Return whether the Final Offensive began in the given game."""
    return bool(row["final_offensive"])


BREACH = 6
"""The progress value that means that the relief force is on the map, beyond the five boxes."""
SERIES = {
    "morale": "Morale",
    "supply": "Supply",
    "ip": "Initiative Points left at the end of the turn",
    "ssi": "Strategic Situation Index",
    "offensive": "Final Offensive",
    "wounded": "Wounded",
    "areas": "German-controlled areas",
    "relief-force": f"Progress of the relief force: box 1 to 5, {BREACH} on the map",
}
"""The values plotted over the turns."""


def series(p: Pocket) -> dict[str, float]:
    """Return the values to plot for a position, one for each key of SERIES."""
    found: dict[str, float] = {name: getattr(p, name) for name in ("supply", "ip", "ssi", "offensive", "wounded")}
    relief = BREACH if p.relief_area else p.relief_box
    return found | {"morale": morale(p), "areas": p.german.bit_count(), "relief-force": relief}


PLAN = Study(
    series=series,
    series_titles=SERIES,
    series_pieces={"relief-force": ("hoth", "hollidt")},
    commanders=("staff", "breakout", "stay-put", "consolidate", "watch-and-wait", "paulus"),
    reference=(HISTORY, "history"),
    levels=tuple(name for _, _, name in Charts(find("cauldron").ledger(), "2020").levels),
    measures=MEASURES,
    bands=("morale", "supply"),
    brief=brief,
    held=held,
    conduct=CONDUCT,
)
