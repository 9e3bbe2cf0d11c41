"""A log played again: its dice, cards and the choices of the rules' own seats."""

from collections.abc import Callable

from mamayev.engine.position import Position
from mamayev.engine.refusal import Refusal
from mamayev.engine.table import Order


class Logged:
    """Chance, and the choices of the rules' own seats, as the log has them."""

    def __init__(self, log: list[str], done: Callable[[], int]) -> None:
        """`done` says how many lines of the log were played."""
        self._log, self._done = log, done

    def outcome(self, p: Position, again: int, number: int = 0) -> int | None:
        """The code of the die, card or lot that comes next; None at the end of the log. Raises Refusal where the box
        asks for something else."""
        ply = self._done()
        if ply >= len(self._log):
            return None
        code = p.table.notation.parse(self._log[ply])
        if not p.allows(code):
            frame = p.frames[-1]
            raise Refusal(f"the rules ask for something else here: {p.table.boxes[frame[0]].prompt(p, frame)}.")
        return code

    def goes_on(self, line: str) -> bool:
        """Whether this line comes next in the log."""
        return self._log[self._done() :][:1] == [line]

    def has(self, p: Position, order: Order) -> bool:
        """Whether an order of the rules comes next in the log; False at the end of the log. Raises Refusal when the
        log has something else."""
        ply = self._done()
        if ply < len(self._log) and self._log[ply] != p.name(order.action):
            raise Refusal(order.why, order.clauses)
        return ply < len(self._log)
