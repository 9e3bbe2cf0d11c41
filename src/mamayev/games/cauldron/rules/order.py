"""The rest in order: questions that come many times in a row can be left to an order that is shown beforehand."""

from __future__ import annotations

from mamayev.engine.box import Box
from mamayev.engine.notation import ARG, MASK, VERB, verb_of
from mamayev.engine.position import Frame
from mamayev.engine.refusal import Reason

from .position import Pocket
from .verbs import REST


class InOrder(Box[Pocket]):
    """A decision that comes again and again, with an order of its own for whoever does not mind (CAU-FLOW-44).

    `row` has the actions that are left, in that order, and `told` says it. `rest` sets `Pocket.in_order`, and the steps
    that lead here take the first of the row as long as it is set.
    """

    def row(self, p: Pocket, f: Frame) -> list[int]:
        """The actions that are left to be taken, one after the other."""
        raise AssertionError(f"{self.name} has no order")

    def told(self, p: Pocket, row: list[int]) -> str:
        """The order in words: the units that the actions name."""
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
        return Reason("There is no order where no more than one is left.", ("CAU-FLOW-44",))


def at_ease(p: Pocket, _f: Frame) -> None:
    """Everything that was to be done in order has been done."""
    p.in_order = 0
