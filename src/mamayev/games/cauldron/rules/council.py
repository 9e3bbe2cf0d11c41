"""The Council of War, an optional rule: the ranking officers decide whether to keep fighting."""

from __future__ import annotations

from mamayev.engine.box import Box
from mamayev.engine.event import Held
from mamayev.engine.position import Frame

from .actions import surrender
from .cards import PocketDraw
from .charts import row_of
from .control import change_ssi, council_bonus, take_counter
from .position import WEAK, Pocket
from .verbs import LEAVE_COUNTER, TAKE_COUNTER

FIRST_TURN = 8
"""The first turn in which the player can take the counter (CAU-COUNCIL-01)."""
MILD_TURN = 13
"""The first turn in which a result of 7 to 9 is a surrender on milder terms (CAU-COUNCIL-07, CAU-COUNCIL-08)."""
SURRENDER_AND_SSI, SURRENDER, BY_TURN, GO_ON, BONUS = range(5)
"""The rows of the Council of War table."""
CLAUSES = ("CAU-COUNCIL-05", "CAU-COUNCIL-06", "CAU-COUNCIL-07", "CAU-COUNCIL-10", "CAU-COUNCIL-11")


def offered(p: Pocket, _f: Frame) -> bool:
    """Return whether the counter is available: both commitments are Weak, it is turn 8 or later, and the player does
    not hold it yet (CAU-COUNCIL-01, CAU-COUNCIL-12).
    """
    weak = p.luftwaffe == p.relief == WEAK
    return weak and p.turn >= FIRST_TURN and p.table.council_of_war and not p.council & 1


class TakeCounter(Box[Pocket]):
    """The offer of the counter, right after the commitments (CAU-COUNCIL-01)."""

    name = "strategic.council"
    title = "Council of War"
    question = "Both commitments are Weak. Do you take the Council of War counter?"
    hint = "While you hold it, you can't make an Appeal. Return it in a German Phase to call the council."
    clauses = ("CAU-COUNCIL-01", "CAU-COUNCIL-02")

    def options(self, p: Pocket, f: Frame) -> list[int]:
        return [LEAVE_COUNTER, TAKE_COUNTER]

    def take_counter(self, p: Pocket, f: Frame) -> None:
        p.end()
        take_counter(p, 1, "The Council of War counter is taken.", ("CAU-COUNCIL-01", "CAU-COUNCIL-02"))

    def leave_counter(self, p: Pocket, f: Frame) -> None:
        p.end()


class Council(PocketDraw):
    """The card drawn for a Council of War (CAU-COUNCIL-04)."""

    name = "german.council"
    title = "Council of War"
    clauses = ("CAU-COUNCIL-03", "CAU-COUNCIL-04")

    def card(self, p: Pocket, f: Frame, card_id: int) -> None:
        p.end()
        card = self.take(p, card_id)
        lines = p.table.charts.council
        number = card.random + (1 if p.launched else 0)
        row = row_of(lines, number)
        mild = row == BY_TURN and p.turn >= MILD_TURN
        if p.journal is not None:
            more = " + 1 (Final Offensive)" if p.launched else ""
            clause = "CAU-COUNCIL-08" if mild else CLAUSES[row]
            text = f"Random number {card.random}{more}: {lines[row][2]}."
            p.journal.note("Council", text, ("CAU-COUNCIL-04", clause))
        self.finish(p, card)
        if row == BONUS and not (p.table.readings["council_bonus=once"] and council_bonus(p)):
            p.council += 2
            if p.journal is not None:
                text = f"All Appeals and Regular Attacks get +{council_bonus(p)} from now on."
                p.journal.add(
                    Held(id="council-bonus", gained=True, who="Marker", text=text, clauses=("CAU-COUNCIL-11",))
                )
        elif row < GO_ON:
            surrender(p, mild=mild)
            if row == SURRENDER_AND_SSI:
                change_ssi(p, -1)
