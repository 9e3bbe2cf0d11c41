"""The exchange with other servers on the same database.

Moves, chat and requests that go through them reach this server's tabs, and presence is shared both ways.
"""

from __future__ import annotations

import time
from contextlib import suppress
from typing import Generic, TypeVar

from mamayev.engine.refusal import Refusal

from .access import Access
from .forms import ChatLine
from .hints import Hints
from .live import Live
from .reviewing import Reviewing
from .room import Update
from .rooms import Rooms
from .seated import Missing
from .store import BELIEVED, Store
from .store.reviews import Made
from .store.studies import Lead
from .studying import is_secret
from .tasks import lasting
from .turns import Turns

LOOK_SECONDS = 0.5
"""The number of seconds between polls of the database."""
HERE_SECONDS = BELIEVED / 3
"""The number of seconds between reports that have not changed."""
REVIEW_SECONDS = 1.5
"""The minimum number of seconds between reports of the progress of reviews."""
LATE_LINES = 50
"""The number of earlier chat messages to read again at each poll, because the first of two simultaneous messages may be
stored last."""


T = TypeVar("T", set[str], set[tuple[str, str]], dict[str, Lead], dict[tuple[str, str], Made])


class Reported(Generic[T]):
    """The last report of this server to the others. `gap`: the minimum number of seconds between two reports."""

    def __init__(self, nothing: T, gap: float = 0.0) -> None:
        self._last: T = nothing
        self._at, self._gap = -gap, gap

    def due(self, report: T) -> bool:
        """Return whether the others need this report: it has changed, or the last one is old and not empty."""
        waited = time.monotonic() - self._at
        if not report:
            return report != self._last
        return waited >= self._gap and (report != self._last or waited > HERE_SECONDS)

    def note(self, report: T) -> None:
        """Record a report that has been stored."""
        self._last, self._at = report, time.monotonic()


class Others:
    """The exchange between this server and the others."""

    def __init__(
        self, server: str, rooms: Rooms, turns: Turns, store: Store, live: Live, access: Access, reviewing: Reviewing
    ) -> None:
        self._server, self._reviewing = server, reviewing
        self._rooms, self._turns, self._store, self._live, self._access = rooms, turns, store, live, access
        self.hints = Hints(store.database)
        self._here, self._leads = Reported(set[tuple[str, str]]()), Reported(dict[str, Lead]())
        self._made = Reported(dict[tuple[str, str], Made](), REVIEW_SECONDS)
        self._last_line = store.chat.last_line()
        for match_id, line in self._hear():  # they were sent before this server started
            live.passed_on(match_id, line)

    async def follow(self) -> None:
        """Poll regularly, and immediately after a hint from another server, until the task ends."""
        heard = self.hints.listener()
        while True:
            await self.hints.wait(LOOK_SECONDS, heard)
            with lasting("could not look up what other servers do"), suppress(Missing, Refusal):
                await self._follow()

    async def _follow(self) -> None:
        here = self._live.attendance.here()
        if self._here.due(here):
            await self._turns.run(self._tell, here)
        leads = self._live.leads()
        if self._leads.due(leads):
            await self._turns.run(self._tell_leads, leads)
        await self._follow_reviews()
        for match_id, line in await self._turns.run(self._hear):
            self._live.said(match_id, line)
        if told := self._live.told():
            await self._turns.run(self.look_up)
            await self._turns.run(self._access.look_up, self._live)
            versions = await self._turns.run(self._store.matches.versions, list(told))
            for match_id, version in told.items():
                if match_id not in versions:
                    self._live.end(match_id)
                elif versions[match_id] > version:
                    await self._turns.take(match_id, self._refresh, match_id)
            written = await self._turns.run(self._store.studies.written, list(told))
            for match_id in self._live.studies_behind(written):
                await self._turns.take(match_id, self._tell_studies, match_id)

    async def _follow_reviews(self) -> None:
        """Report the reviews that this server is making, and end those that another server has stopped."""
        made = self._reviewing.made()
        if self._made.due(made):
            await self._turns.run(self._tell_reviews, made)
        for key in await self._turns.run(self._store.making.stopped, self._server) if made else ():
            self._reviewing.end(*key)

    def look_up(self) -> None:
        """Read who is present and who is leading on the other servers."""
        self._live.elsewhere(self._store.attending.elsewhere(self._server, BELIEVED))
        self._live.led_elsewhere(self._store.leads.elsewhere(self._server, BELIEVED))

    def leave(self) -> None:
        """Report that no one is here anymore."""
        if self._here.due(set()):
            self._tell(set())
        if self._leads.due({}):
            self._tell_leads({})
        if self._made.due({}):
            self._tell_reviews({})

    def _tell(self, here: set[tuple[str, str]]) -> None:
        """Report who is present here."""
        self._store.attending.keep(self._server, here, BELIEVED)
        self._here.note(here)

    def _tell_leads(self, leads: dict[str, Lead]) -> None:
        """Report who is leading here."""
        self._store.leads.keep(self._server, leads, BELIEVED)
        self._leads.note(leads)

    def _tell_reviews(self, made: dict[tuple[str, str], Made]) -> None:
        """Report the reviews that this server is making."""
        self._store.making.keep(self._server, made, BELIEVED)
        self._made.note(made)

    def _hear(self) -> list[tuple[str, ChatLine]]:
        """Return the latest chat messages in all matches: those since the last poll, and a few from before it."""
        lines = self._store.chat.since(self._last_line - LATE_LINES)
        self._last_line = max([self._last_line, *(line.number for _, line in lines)])
        return lines

    def _refresh(self, match_id: str) -> None:
        with self._rooms.open(match_id) as room:
            if self._live.behind(room):  # what was played here meanwhile has already been reported, with its events
                self._live.changed(Update(room, None))

    def _tell_studies(self, match_id: str) -> None:
        with self._rooms.open(match_id) as room:  # so that no study is written here meanwhile
            there = self._store.studies.written([match_id])[match_id]
            self._live.studied_elsewhere(match_id, there, secret=is_secret(room))
