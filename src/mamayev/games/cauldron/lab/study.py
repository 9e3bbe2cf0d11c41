"""The staff study of The Cauldron: could you do better than the 6th Army did?"""

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
    """How a game ended (CAU-SSI-02, CAU-VP-09, CAU-SURR-01, CAU-END-01, CAU-LINK-01)."""
    if p.outcome == SSI_ZERO:
        return ENDS[0]
    if p.outcome == LINK_UP:
        return ENDS[4]
    if p.surrendered:
        return ENDS[2]
    return ENDS[1] if army_is_gone(p) else ENDS[3]


def held(p: Pocket) -> Iterator[str]:
    """The German-controlled areas."""
    return map(str, bits(p.german))


MEASURES = (
    Measure(
        "end",
        "How the games end",
        "word",
        "The Strategic Situation Index falls to zero, the army is destroyed or surrenders before turn 16 is over, it "
        "holds out to the end of turn 16, or it meets the relief force.",
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
        "About 1,500 men each; they give no points.",
        lambda p: p.evacuated,
    ),
)


def brief(games: Mapping[str, Rows]) -> Brief | None:
    """What should Paulus do? In five sentences, each with the figures that it rests on."""
    if not {"staff", "breakout", "stay-put", "watch-and-wait", "paulus"} <= set(games):
        return None

    def mean(rows: Rows) -> str:
        return f"{fmean(row['points'] for row in rows):.1f}" if rows else "–"

    def share(rows: Rows, test: Callable[[Mapping[str, Any]], object]) -> str:
        return f"{100 * sum(bool(test(row)) for row in rows) / len(rows):.0f}"

    def linked(row: Mapping[str, Any]) -> bool:
        return row["link_up"] is not None

    def met(name: str) -> str:
        return share(games[name], linked)

    def alone(name: str) -> Rows:
        return [row for row in games[name] if not linked(row)]

    def launched(name: str) -> str:
        return share(games[name], lambda row: row["final_offensive"])

    def at_zero(rows: Rows) -> str:
        return share(rows, lambda row: row["end"] == ENDS[0])

    early = sorted(row["link_up"] for row in games["staff"] if linked(row))
    everybody = [row for rows in games.values() for row in rows]
    reached = [row for row in everybody if linked(row)]
    staff, turn = games["staff"], early[len(early) // 2] if early else "–"
    apart = [row for row in everybody if not linked(row)]
    return Brief(
        "What should Paulus do?",
        (
            "Go out to meet the relief force, with permission or without: the staff, who does, makes "
            f"{mean(staff)} points on average, Paulus as he was {mean(games['paulus'])}, and history made {HISTORY}.",
            "Go by turn 4, for the link-up is what counts, with "
            f"{mean(reached)} points to {mean(apart)} without: the staff finds it in {met('staff')} games of 100, half "
            f"of them by turn {turn}, those who wait until the relief force is near in {met('watch-and-wait')}, those "
            f"who stay at home in {met('stay-put')}.",
            "Whoever waits should make a Tactical Attack every turn: with them (stay-put) the Final Offensive comes "
            f"in {launched('stay-put')} games of 100, without them (Paulus) in {launched('paulus')}.",
            f"Do not go half-heartedly: a sortie that meets nobody leaves {mean(alone('breakout'))} points (breakout), "
            f"holding the whole perimeter to the end {mean(alone('stay-put'))}.",
            "Watch the index more than the map: it falls to zero, which ends everything, in "
            f"{at_zero(everybody)} games of 100, and every attack without Freedom of Action and every Strong "
            "commitment pulls it down.",
        ),
    )


BREACH = 6
"""How far the relief force has come, beyond the five boxes."""
SERIES = {
    "morale": "Morale",
    "supply": "Supply",
    "ip": "Initiative Points left at the end of the turn",
    "ssi": "Strategic Situation Index",
    "offensive": "Final Offensive",
    "wounded": "Wounded",
    "areas": "German-controlled areas",
    "relief-force": f"How far the relief force has come: box 1 to 5, {BREACH} in the areas",
}
"""What is plotted over the turns."""


def series(p: Pocket) -> dict[str, float]:
    """The values of a position by the keys of SERIES."""
    found: dict[str, float] = {name: getattr(p, name) for name in ("supply", "ip", "ssi", "offensive", "wounded")}
    relief = BREACH if p.relief_area else p.relief_box
    return found | {"morale": morale(p), "areas": p.german.bit_count(), "relief-force": relief}


PLAN = Study(
    series=series,
    series_titles=SERIES,
    commanders=("staff", "breakout", "stay-put", "consolidate", "watch-and-wait", "paulus"),
    reference=(HISTORY, "history"),
    levels=tuple(name for _, _, name in Charts(find("cauldron").ledger(), "2020").levels),
    measures=MEASURES,
    bands=("morale", "supply"),
    brief=brief,
    held=held,
    conduct=CONDUCT,
)
