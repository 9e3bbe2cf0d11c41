"""Recurring decisions that the player can leave to a default order, which is shown first."""

from __future__ import annotations

from mamayev.engine.box import Box
from mamayev.engine.notation import ARG, MASK, VERB, verb_of
from mamayev.engine.position import Frame
from mamayev.engine.refusal import Reason

from .position import Pocket
from .verbs import REST


class InOrder(Box[Pocket]):
    """A recurring decision with a default order (CAU-FLOW-44).

    `row` returns the remaining actions in that order, and `told` describes it. `rest` sets `Pocket.in_order`. While it
    is set, the steps that lead here take the first action of the row.
    """

    def row(self, p: Pocket, f: Frame) -> list[int]:
        """Return the remaining actions in the default order."""
        raise AssertionError(f"{self.name} has no order")

    def told(self, p: Pocket, row: list[int]) -> str:
        """Describe the default order by the units that the actions name."""
        return ", ".join(p.table.unit_name(action >> ARG & MASK) for action in row)

    def shortcuts(self, p: Pocket, f: Frame) -> list[int]:
        return [REST] if len(self.row(p, f)) > 1 else []

    def note(self, p: Pocket, f: Frame, action: int) -> str:
        return self.told(p, self.row(p, f)) if verb_of(action) == REST else ""

    def terms(self, p: Pocket, f: Frame, verb: str) -> tuple[str, str]:
        return (self.told(p, self.row(p, f)), "") if verb == "rest" else ("", "")

    def rest(self, p: Pocket, f: Frame) -> None:
        first = self.row(p, f)[0]
        p.in_order = 1
        self.acts[first >> VERB](p, f, first >> ARG & MASK, first & MASK)

    def bar_rest(self, p: Pocket, f: Frame) -> Reason | None:
        if len(self.row(p, f)) > 1:
            return None
        return Reason("Only one choice is left, so there is no order to choose.", ("CAU-FLOW-44",))


def at_ease(p: Pocket, _f: Frame) -> None:
    """Stop following the default order."""
    p.in_order = 0
