"""The past of a match: earlier positions, branches, and values plotted over the turns."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator
from typing import Self

from mamayev.engine.position import Position
from mamayev.engine.refusal import Refusal

from .history import Past
from .playing import Playing
from .record import LESSON


class Reviewing(Playing):
    """A game being played, with its earlier positions."""

    def at(self, ply: int) -> Position:
        """Return the position after the first `ply` entries of the log."""
        if not 0 <= ply <= len(self.record.log):
            raise Refusal(f"The log has plies 0 to {len(self.record.log)}, not {ply}.", field="ply", malformed=True)
        if ply == len(self.record.log):
            return self.position.copy()
        last = self._past.at_hand(ply)
        p = type(self).from_record(self.record, 0).position if last is None else self._position(last)
        for done in range(0 if last is None else last.plies, ply):
            p = self._next(p, done)
        return p

    def onwards(self, ply: int) -> Iterator[Position]:
        """Yield the positions from the one after the first `ply` entries of the log to the current one, each on its
        board. Each is modified into the next, so copy what you keep."""
        p = self.at(ply)
        yield p
        for done in range(ply, len(self.record.log)):
            p = self._next(p, done)
            yield p

    def _next(self, p: Position, ply: int) -> Position:
        """Return the position after the first `ply` entries of the log with the next entry carried out, on the board at
        that point."""
        p.apply(p.table.notation.parse(self.record.log[ply]))
        return self._past.carried(p, ply + 1)

    def since(self, begins: Callable[[Position], bool]) -> Position | None:
        """Return a copy of the position before the last decision of this turn, including the current one, that began a
        plan for the deciding seat; None if there is none."""
        turn, seat = self.table.turn(self.position), self.position.seat
        start = next((past.plies for past in self._past if past.turn == turn), len(self.record.log))
        found = None
        for p in self.onwards(start):
            if p.seat == seat and self.table.turn(p) == turn and begins(p):
                found = p.copy()
        return found

    def boards_since(self, ply: int) -> int:
        """Return the number of board changes after the first `ply` entries of the log."""
        return sum(change.ply > ply for change in self.record.boards)

    def _position(self, past: Past) -> Position:
        """Return the position before a decision, as a copy or rebuilt."""
        kept = self._past.position(past)
        return self.at(past.plies) if kept is None else kept

    def branch(self, ply: int, seed: int | None = None) -> Self:
        """Start a new match with the first `ply` entries of this log and different dice."""
        self.at(ply)
        record = self.record.copy()
        record.cut_dice(ply, LESSON if record.lesson else record.seed)
        record.seed = secrets.randbits(32) if seed is None else seed
        record.lesson, record.mail = "", {}
        return type(self).from_record(record, ply, run_on=True)

    def series(self) -> dict[str, list[tuple[int, float, int]]]:
        """Return the points (turn, value, ply) of each plotted value: the last decision of each turn, and the end."""
        last = {past.turn: past for past in self._past}
        now = self.table.turn(self.position)
        points = [(turn, past.plies, self._plot(past)) for turn, past in last.items() if turn != now]
        points.append((now, len(self.record.log), self.table.game.study().series(self.position)))
        plotted = self._past.plotted
        self._past.plotted = {past.packed: plotted[past.packed] for past in last.values() if past.packed in plotted}
        rows: dict[str, list[tuple[int, float, int]]] = {}
        for turn, ply, values in sorted(points, key=lambda point: point[0]):
            for name, value in values.items():
                rows.setdefault(name, []).append((turn, value, ply))
        return rows

    def _plot(self, past: Past) -> dict[str, float]:
        """Return the plotted values before a decision; cached for packed positions."""
        if past.packed and past.packed in self._past.plotted:
            return self._past.plotted[past.packed]
        position = self._position(past)
        values = dict(position.table.game.study().series(position))
        if past.packed:
            self._past.plotted[past.packed] = values
        return values
