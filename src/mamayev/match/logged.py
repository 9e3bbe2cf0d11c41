"""Replay of a log: its dice, cards and the choices of the rules' own seats."""

from collections.abc import Callable

from mamayev.engine.position import Position
from mamayev.engine.procedure import Order
from mamayev.engine.refusal import Refusal
from mamayev.engine.state import State


class Logged:
    """Chance, and the choices of the rules' own seats, from the log."""

    def __init__(self, log: list[str], done: Callable[[], int]) -> None:
        """`done`: number of log lines already played."""
        self._log, self._done = log, done

    def outcome(self, p: State, again: int, number: int = 0) -> int | None:
        """Return the code of the next die, card or lot; None at the end of the log. Raises Refusal if the box needs
        something else."""
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
        """Return whether an order of the rules is next in the log; False at the end. Raises Refusal if the log has
        something else."""
        ply = self._done()
        if ply < len(self._log) and self._log[ply] != p.name(order.action):
            raise Refusal(order.why, order.clauses)
        return ply < len(self._log)
