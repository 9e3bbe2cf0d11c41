"""Replay a log: its dice, its cards, and the choices of the seats that the rules play."""

from collections.abc import Callable

from mamayev.engine.position import Position
from mamayev.engine.procedure import Order
from mamayev.engine.refusal import Refusal
from mamayev.engine.state import State


class Logged:
    """A source of chance outcomes, and of choices for the seats that the rules play. All come from the log."""

    def __init__(self, log: list[str], done: Callable[[], int]) -> None:
        """Read from a log. `done`: returns the number of entries that have been played."""
        self._log, self._done = log, done

    def outcome(self, p: State, again: int, number: int = 0) -> int | None:
        """Return the code of the next die, card or lot; None at the end of the log. Raises Refusal if the box does not
        allow it."""
        ply = self._done()
        if ply >= len(self._log):
            return None
        code: int = p.table.notation.parse(self._log[ply])
        if not p.allows(code):
            frame = p.frames[-1]
            raise Refusal(f"the rules ask for something else here: {p.table.boxes[frame[0]].prompt(p, frame)}.")
        return code

    def goes_on(self, line: str) -> bool:
        """Return whether this line is next in the log."""
        return self._log[self._done() :][:1] == [line]

    def has(self, p: Position, order: Order) -> bool:
        """Return whether an order from the rules is next in the log; False at the end. Raises Refusal if another entry
        is next."""
        ply = self._done()
        if ply < len(self._log) and self._log[ply] != p.name(order.action):
            raise Refusal(order.why, order.clauses)
        return ply < len(self._log)
