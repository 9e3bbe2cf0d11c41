"""The staff study of The Cauldron: could you do better than the 6th Army did?"""

from __future__ import annotations

from collections.abc import Iterator

from mamayev.engine.study import Measure, Study

from .board import bits
from .charts import Charts
from .control import army_is_gone
from .position import LINK_UP, SSI_ZERO, Pocket
from .table import ledger
from .victory import HISTORY

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

PLAN = Study(
    commanders=("staff", "breakout", "stay-put", "consolidate", "watch-and-wait", "paulus"),
    reference=(HISTORY, "history"),
    levels=tuple(name for _, _, name in Charts(ledger(), "2020").levels),
    measures=MEASURES,
    bands=("morale", "supply"),
    held=held,
)
