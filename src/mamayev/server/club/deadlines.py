"""The deadlines of running clocks: their rows, and the loop in which a server handles those that are due.

A server leases a row for a few seconds. It deletes the row in the transaction that acts on the deadline, so each
deadline takes effect exactly once, even if a server stops in between.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Literal, NamedTuple

import sqlalchemy as sa

from mamayev.engine.refusal import Refusal

from ..clock import now
from ..routes.parts import Parts
from ..seated import Missing, Stale
from ..store.database import Database
from ..tasks import lasting
from .tables import CLOCKS, DEADLINES
from .times import moment_of, text_of

log = logging.getLogger(__name__)

Mark = Literal["half", "tenth", "zero", "end"]

MARKS: dict[Mark, float] = {"half": 0.5, "tenth": 0.1, "zero": 0.0, "end": -3.0}
"""The share of the bank that is left at each mark. At the last mark, the game ends automatically."""
LOOK_SECONDS = 1.0
LEASE = 2_000
"""The length of a server's lease on deadlines, in milliseconds. After that, another server takes over."""
BEAT = 10_000
"""The number of milliseconds between two heartbeats of a server. Only the wall clock
continues while a computer sleeps, so it measures them."""
AT_ONCE = 8
"""The number of deadlines that a server leases at once. If it stops, they wait for the end of the lease."""


class Fired(NamedTuple):
    """The event that a running clock has reached a mark. `left`: the milliseconds left at the mark. `key`: the hashed
    key."""

    match: str
    seat: str
    key: str
    mark: Mark
    left: int


Told = Callable[[sa.Connection, Fired], None]
"""Called in the transaction that deletes the deadline. It must only write rows."""


def ahead(match_id: str, seat: str, left: int, since: int, bank: int) -> list[dict[str, str | None]]:
    """Return the deadlines of a running clock, without the marks that it has already passed."""
    times = {mark: left - round(share * bank) for mark, share in MARKS.items()}
    return [
        {"match": match_id, "mark": mark, "seat": seat, "due": text_of(since + time), "lease": None}
        for mark, time in times.items()
        if time > 0 or mark == "end"
    ]


_OF_MATCH = sa.delete(DEADLINES).where(DEADLINES.c.match == sa.bindparam("of_match"))


def put(connection: sa.Connection, match_ids: Iterable[str], rows: Sequence[Mapping[str, str | None]]) -> None:
    """Replace the deadlines of games with the given rows."""
    if games := [{"of_match": match_id} for match_id in match_ids]:
        connection.execute(_OF_MATCH, games)
    if rows:
        connection.execute(sa.insert(DEADLINES), rows)


def take(connection: sa.Connection, moment: int) -> list[sa.Row[tuple[str, ...]]]:
    """Lease due deadlines that no other server has leased."""
    now = text_of(moment)
    free = sa.or_(DEADLINES.c.lease.is_(None), DEADLINES.c.lease < now)
    due = sa.select(DEADLINES).where(DEADLINES.c.due <= now, free).order_by(DEADLINES.c.due).limit(AT_ONCE)
    rows = connection.execute(due.with_for_update(skip_locked=True)).all()
    for row in rows:
        connection.execute(sa.update(DEADLINES).where(_is(row)).values(lease=text_of(moment + LEASE)))
    return list(rows)


def _is(row: sa.Row[tuple[str, ...]]) -> sa.ColumnElement[bool]:
    """Return the condition for a deadline that has not changed."""
    return sa.and_(DEADLINES.c.match == row.match, DEADLINES.c.mark == row.mark, DEADLINES.c.due == row.due)


class Deadlines:
    """One server's handling of the deadlines in a database. `told`: called at each mark before the end. `beat`: called
    first, and then every `BEAT`, in a transaction that records a heartbeat."""

    def __init__(self, database: Database, beat: Callable[[sa.Connection, int], None]) -> None:
        self._database, self._beat = database, beat
        self._last_beat = 0
        self.told: list[Told] = []

    async def run(self, server: Parts) -> None:
        """Look for due deadlines until the task ends."""
        while True:
            rows = []
            with lasting("could not look for deadlines"):
                moment = moment_of(now())
                if abs(moment - self._last_beat) >= BEAT:
                    # What came due during an interruption is not due.
                    await server.turns.run(self._note, moment)
                    self._last_beat = moment
                rows = await server.turns.run(self._take, moment)
            for row in rows:
                # One that fails is tried again after its lease, and the others do not wait for it.
                with lasting(f"match {row.match}: a deadline has failed"):
                    if row.mark == "end":
                        await server.turns.take(row.match, self._end, server, row)
                    else:
                        await server.turns.run(self._pass, row)
            if len(rows) < AT_ONCE:
                await asyncio.sleep(LOOK_SECONDS)

    def _note(self, moment: int) -> None:
        self._database.write(lambda connection: self._beat(connection, moment))

    def _take(self, moment: int) -> list[sa.Row[tuple[str, ...]]]:
        with self._database.engine.connect() as connection:  # usually nothing is due, and reading does not wait
            first = connection.execute(sa.select(sa.func.min(DEADLINES.c.due))).scalar()
        if first is None or first > text_of(moment):
            return []
        return self._database.write(lambda connection: take(connection, moment))

    def _pass(self, row: sa.Row[tuple[str, ...]]) -> None:
        """Report that a clock has reached a mark."""

        def tell(connection: sa.Connection) -> None:
            if connection.execute(sa.delete(DEADLINES).where(_is(row))).rowcount == 0:
                return
            here = sa.and_(CLOCKS.c.match == row.match, CLOCKS.c.seat == row.seat)
            clock = connection.execute(sa.select(CLOCKS.c.key, CLOCKS.c.left, CLOCKS.c.since).where(here)).first()
            if clock is not None and clock.since is not None:
                left = clock.left - moment_of(row.due) + moment_of(clock.since)
                for told in self.told:
                    told(connection, Fired(row.match, row.seat, clock.key, row.mark, left))

        self._database.write(tell)

    def _end(self, server: Parts, row: sa.Row[tuple[str, ...]]) -> None:
        """End a game in which a player has been out of time for three times the bank. The listener deletes its
        deadlines."""
        try:
            with server.rooms.open(row.match) as room:
                if room.to_move == row.seat and self._is_due(row):
                    server.rooms.publish(room, room.match.resign(row.seat, on_time=True), done="time")
                    return
        except Stale:
            return  # another server was faster: the clock has stopped, or the game has ended
        except (Missing, Refusal) as error:
            log.warning("match %s has run out of time, but cannot be opened: %s", row.match, error)
        self._database.write(lambda connection: connection.execute(sa.delete(DEADLINES).where(_is(row))))

    def _is_due(self, row: sa.Row[tuple[str, ...]]) -> bool:
        with self._database.engine.connect() as connection:
            return connection.execute(sa.select(DEADLINES.c.due).where(_is(row))).first() is not None
