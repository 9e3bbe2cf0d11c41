"""The data that undo needs for each decision of a match."""

from __future__ import annotations

import json
import zlib
from bisect import bisect_left
from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec.structs import replace

from mamayev.engine.position import CHANCE, OVER, Position
from mamayev.engine.refusal import Refusal
from mamayev.engine.table import Table

from .components import moved
from .plotted import Entries, Points

CHANGED_SINCE = "The board has changed since, so earlier decisions cannot be undone. Play on in a branch."
RECENT, KEPT = 4, 32
"""`RECENT`: the number of latest positions that stay unpacked. `KEPT`: the number of decisions between older positions
that are kept, packed. The last position of each turn is kept as well."""


class Past(msgspec.Struct, frozen=True):
    """The data that undo needs: the position before a decision, its seat and the turn, the lengths of the log and the
    event log, and the number of chance outcomes. It also notes whether the decision revealed something.

    Most old positions are dropped and rebuilt from the log on demand; the others are packed.
    """

    position: Position | None
    seat: int
    turn: int
    plies: int
    events: int
    outcomes: int
    revealed: bool
    packed: bytes = b""

    def bars(self, seat: int, taught: int) -> bool:
        """Return whether this decision cannot be undone freely when `seat` decides next, because it revealed something
        or another seat made it. A lesson's dice in the first `taught` entries of the log do not count."""
        another = self.seat != CHANCE and seat not in (self.seat, OVER, CHANCE)
        return (self.revealed or another) and self.plies >= taught


class History:
    """The decisions of a match so far, in order. A change of the board brings a new table, and earlier decisions can no
    longer be undone. `plotted`: the plotted values of the turns that end with entries after packed positions."""

    def __init__(self, table: Table[Any]) -> None:
        self._tables: list[tuple[int, Table[Any]]] = [(0, table)]
        self._pasts: list[Past] = []
        self.plotted: dict[Entries, list[Points]] = {}

    def copy(self) -> History:
        """Return an independent, equal history."""
        other = History.__new__(History)
        other._tables, other._pasts, other.plotted = list(self._tables), list(self._pasts), dict(self.plotted)
        return other

    def __len__(self) -> int:
        return len(self._pasts)

    def __iter__(self) -> Iterator[Past]:
        return iter(self._pasts)

    def __getitem__(self, number: int) -> Past:
        return self._pasts[number]

    def go_on(self, ply: int, table: Table[Any]) -> None:
        """Use this table after the first `ply` entries of the log."""
        self._tables.append((ply, table))

    def carried(self, p: Position, ply: int) -> Position:
        """Move a position to the new table if the table changes at this ply."""
        for start, table in self._tables[1:]:
            if start == ply:
                p = moved(p, table)
        return p

    @property
    def fixed(self) -> int:
        """The number of decisions at the start that can never be undone, because they were made on an earlier board."""
        start, _ = self._tables[-1]
        return bisect_left(self._pasts, start, key=lambda past: past.plies) if len(self._tables) > 1 else 0

    def add(self, past: Past) -> None:
        """Add a decision. This drops an old position, or packs it if other positions are rebuilt from it or if it is
        the last of a turn, because that is plotted."""
        self._pasts.append(past)
        number = len(self._pasts) - 1 - RECENT
        old = self._pasts[max(0, number)]
        if number < 0 or old.position is None:
            return
        kept = number % KEPT == 0 or old.turn != self._pasts[number + 1].turn
        # Sets of hexes are ints of thousands of bits, which only the standard library writes.
        packed = zlib.compress(json.dumps(old.position.table.to_data(old.position)).encode(), 1) if kept else b""
        self._pasts[number] = replace(old, position=None, packed=packed)

    def cut(self, count: int) -> None:
        """Forget all decisions except the first `count`."""
        del self._pasts[count:]

    def join(self, start: int, end: int) -> None:
        """Join the decisions from index `start` up to, but not including, index `end`, so that one undo removes them
        all."""
        self._pasts[start:end] = [replace(self._pasts[start], revealed=self._pasts[end - 1].revealed)]

    def position(self, past: Past) -> Position | None:
        """Return a copy of the position before a decision, or None if it was dropped."""
        if past.position is not None:
            return past.position.copy()
        if not past.packed:
            return None
        table = next(table for start, table in reversed(self._tables) if start <= past.plies)
        position: Position = table.from_data(json.loads(zlib.decompress(past.packed)))
        return position

    def at_hand(self, ply: int) -> Past | None:
        """Return the last decision up to a ply whose position is still in memory, or None."""
        found = None
        for past in self._pasts:
            if past.plies <= ply and (past.position is not None or past.packed):
                found = past
        return found

    def free(self, seat: int, taught: int) -> int:
        """Return the number of decisions that `seat` can undo without crossing a die roll, a card, a reveal or another
        seat's decision. A lesson's dice in the first `taught` entries of the log do not count."""
        for count, past in enumerate(reversed(self._pasts[self.fixed :])):
            if past.bars(seat, taught):
                return count
            if past.seat != CHANCE:
                seat = past.seat
        return len(self._pasts) - self.fixed

    def own_plies(self, seat: int) -> list[int]:
        """Return the plies before a seat's own latest decisions, the latest first. The list ends where another seat
        decided or something was revealed."""
        plies = []
        for past in reversed(self._pasts[self.fixed :]):
            if past.seat != seat or past.revealed:
                break
            plies.append(past.plies)
        return plies

    def last_ply(self, seat: int) -> int | None:
        """Return the ply before a seat's last decision, or None."""
        return next((past.plies for past in reversed(self._pasts) if past.seat == seat), None)

    def decisions_after(self, ply: int) -> int:
        """Return the number of decisions and typed entries after a ply. Raises Refusal if there are none, or if the
        board has changed since."""
        count = next((n for n, past in enumerate(reversed(self._pasts), 1) if past.plies == ply), None)
        if count is not None and count > len(self._pasts) - self.fixed:
            raise Refusal(CHANGED_SINCE, field="to")
        if count is None:
            raise Refusal(f"There is no decision or entry after ply {ply}.", field="to")
        return count

    def last(self, count: int) -> list[Past]:
        """Return the last `count` decisions, the latest first."""
        return self._pasts[: -count - 1 : -1]

    def starts(self, count: int) -> list[int]:
        """Return the plies before the last `count` decisions, in order."""
        return [past.plies for past in self._pasts[len(self._pasts) - count :]]
