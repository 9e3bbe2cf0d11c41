"""The open lobbies. Each receives its lists when they change, and the number of members present.

The server polls the database every `LOOK_SECONDS`, and immediately after a hint from another server. A few counts show
whose lists may have changed, and only those are built. A lobby receives only what its visitor could request, and
nothing while that stays the same, so it cannot tell when others are playing a private game.
"""

from __future__ import annotations

import asyncio
import re
import secrets
import time
from collections.abc import Collection, Hashable
from contextlib import suppress
from dataclasses import dataclass, field

import msgspec
import sqlalchemy as sa
from msgspec import UNSET, UnsetType

from ..clock import ago, now
from ..keys import Account
from ..others import Reported
from ..routes.live import Gone, Line
from ..routes.parts import Parts
from ..store import BELIEVED
from ..store.tables import MATCHES
from ..tasks import lasting
from . import forms, sessions
from .club import SIGNED_OUT, Club
from .lists import lists_of
from .tables import BLOCKS, CHALLENGES, FOLLOWED, GAMES, MEMBERS, PRESENT, SANCTIONS, SEATS
from .visitor import Visitor

LOOK_SECONDS = 0.5
"""The number of seconds between polls of the database."""
LEAST_SECONDS = 1.0
"""The minimum number of seconds between two updates of a member's lists."""
MOST_SECONDS = 20.0
"""The number of seconds after which lists are built even if the counts are the same, because a vacation or a pause does
not change any count."""
WAITING = 32
"""The maximum number of messages that wait for a lobby to read them."""
REFUSED = 1008
"""The WebSocket close code for a tab that has lost its rights."""
_LEFT = re.compile(rb'"left":-?\d+')
"""The time left on a clock in JSON. Comparisons ignore it, because the page counts it down by itself."""


class News(msgspec.Struct):
    """A message to a lobby. `lists`: the lists, if they have changed. `here`: the number of members with an open page
    of the club. `members`: the total number of members."""

    here: int
    members: int
    lists: forms.ClubGames | UnsetType = UNSET


@dataclass(eq=False)
class Page:
    """An open lobby. `member_id`: None for a visitor without an account. None in the queue closes the lobby, with the
    reason in `ended`."""

    member_id: str | None
    session_id: str | None
    news: asyncio.Queue[bytes | None] = field(default_factory=asyncio.Queue)
    counts: tuple[int, int] = (0, 0)
    shown: bytes = b""
    ended: str = SIGNED_OUT

    def tell(self, content: bytes | None) -> None:
        """Queue a message. A lobby that does not read its messages is closed, and receives everything when it
        reconnects."""
        self.news.put_nowait(content if self.news.qsize() < WAITING else None)


@dataclass
class Built:
    """A member's lists as last built. `marks`: the counts at that time."""

    lists: forms.ClubGames
    text: bytes
    marks: Hashable
    at: float


class Lobby:
    """The open lobbies of a server."""

    def __init__(self, club: Club) -> None:
        self._club, self._server_id = club, secrets.token_hex(8)
        self._pages: set[Page] = set()
        self._built: dict[str | None, Built] = {}
        self._looking = asyncio.Lock()
        self._reported = Reported(set[str]())

    async def follow(self, server: Parts, line: Line, visitor: Account | None) -> None:
        """Send the lists to a lobby now and after each change."""
        assert isinstance(visitor, Visitor)
        page = Page(*await server.turns.run(lambda: (visitor.member_id, visitor.session_id)))
        await line.accept()
        leaving = asyncio.create_task(_until_gone(line, page))
        self._pages.add(page)
        try:
            await self._look(server)
            while (news := await page.news.get()) is not None:
                await line.send(news.decode())
            if not leaving.done():
                await line.close(REFUSED, page.ended)
        except Gone:
            pass
        finally:
            leaving.cancel()
            self._pages.discard(page)

    async def run(self, server: Parts) -> None:
        """Poll the database until the task ends."""
        hints = server.others.hints
        heard = hints.listener()
        while True:
            await hints.wait(LOOK_SECONDS, heard)
            with lasting("could not look after the lobbies"):
                await self._look(server)

    async def _look(self, server: Parts) -> None:
        async with self._looking:
            await server.turns.run(self._report, server)
            pages = list(self._pages)
            for page, content in await server.turns.run(self._news, server, pages) if pages else ():
                page.tell(content)

    # -------------------------------------------------------------- who is here

    def _here(self, server: Parts) -> set[str]:
        """Return the members with an open page on this server."""
        tabs = [account.member_id for account in server.live.accounts() if isinstance(account, Visitor)]
        return {one for one in (*tabs, *(page.member_id for page in list(self._pages))) if one is not None}

    def _report(self, server: Parts) -> None:
        """Store who is here, if that has changed or the last report is old."""
        here = self._here(server)
        if not self._reported.due(here):
            return
        gone = sa.or_(PRESENT.c.server == self._server_id, PRESENT.c.seen < ago(BELIEVED))
        rows = [{"server": self._server_id, "member": one, "seen": now()} for one in sorted(here)]

        def report(connection: sa.Connection) -> None:
            connection.execute(sa.delete(PRESENT).where(gone))
            if rows:
                connection.execute(sa.insert(PRESENT), rows)

        self._club.write(report)
        self._reported.note(here)

    # -------------------------------------------------------------- what has changed

    def _news(self, server: Parts, pages: list[Page]) -> list[tuple[Page, bytes | None]]:
        """Return the messages for lobbies whose lists or counts have changed, and None for those to close."""
        ids = [page.session_id for page in pages if page.session_id is not None]
        members = {page.member_id for page in pages}

        def look(connection: sa.Connection) -> tuple[set[str], tuple[int, int], dict[str | None, Hashable]]:
            return sessions.ended(connection, ids), _counts(connection), _marks(connection, members)

        ended, counts, marks = self._club.read(look)
        gone = {page.member_id for page in pages if page.session_id in ended}
        why = self._club.why_ended(gone) if gone else {}
        self._built = {one: built for one, built in self._built.items() if one in members}
        for member_id, mark in marks.items():
            self._build(server, member_id, mark)
        found: list[tuple[Page, bytes | None]] = []
        for page in pages:
            built = self._built[page.member_id]
            if page.session_id in ended:
                page.ended = why[page.member_id]
                found.append((page, None))
            elif page.shown != built.text or page.counts != counts:
                lists = UNSET if page.shown == built.text else built.lists
                found.append((page, msgspec.json.encode(News(*counts, lists))))
                page.shown, page.counts = built.text, counts
        return found

    def _build(self, server: Parts, member_id: str | None, marks: Hashable) -> None:
        """Build the lists of a member if they may have changed."""
        built, moment = self._built.get(member_id), time.monotonic()
        if built is not None:
            least = LEAST_SECONDS if marks != built.marks else MOST_SECONDS
            if moment < built.at + least:
                return
        lists = lists_of(server, self._club, member_id)
        self._built[member_id] = Built(lists, _LEFT.sub(b"", msgspec.json.encode(lists)), marks, moment)


async def _until_gone(line: Line, page: Page) -> None:
    """Wait until a lobby closes, and ignore any messages from it."""
    with suppress(Gone):
        while True:
            await line.receive()
    page.tell(None)


def _counts(connection: sa.Connection) -> tuple[int, int]:
    """Return the number of members present on any server, and the total number of members."""
    there = sa.select(PRESENT.c.member).join(MEMBERS, PRESENT.c.member == MEMBERS.c.id)
    here = there.where(PRESENT.c.seen >= ago(BELIEVED)).distinct().subquery()
    return _count(connection, here), _count(connection, MEMBERS)


def _count(connection: sa.Connection, rows: sa.FromClause, *where: sa.ColumnElement[bool]) -> int:
    return connection.execute(sa.select(sa.func.count()).select_from(rows).where(*where)).scalar_one()


def _marks(connection: sa.Connection, members: Collection[str | None]) -> dict[str | None, Hashable]:
    """Return, for each member, values that change when their lists change: the counts of games with the sums of their
    versions, and the counts of the other rows."""
    there = MATCHES.c.deleted_at.is_(None)
    size = (sa.func.count(), sa.func.sum(MATCHES.c.version))
    public = sa.select(*size).select_from(MATCHES.join(GAMES, GAMES.c.match == MATCHES.c.id))
    states = sa.select(CHALLENGES.c.state, sa.func.count()).group_by(CHALLENGES.c.state).order_by(CHALLENGES.c.state)
    shared = (
        tuple(connection.execute(public.where(there, GAMES.c.sight == "public")).one()),
        tuple(map(tuple, connection.execute(states))),
        _count(connection, SANCTIONS, SANCTIONS.c.until > now()),
        _count(connection, BLOCKS),
    )
    held = sa.select(SEATS.c.member, *size).select_from(MATCHES.join(SEATS, SEATS.c.match == MATCHES.c.id))
    owned = sa.select(GAMES.c.owner, *size).select_from(MATCHES.join(GAMES, GAMES.c.match == MATCHES.c.id))
    told = sa.select(FOLLOWED.c.member, sa.func.count()).where(FOLLOWED.c.told.is_not(None))
    own = ((held.where(there), SEATS.c.member), (owned.where(there), GAMES.c.owner), (told, FOLLOWED.c.member))
    ids, found = [one for one in members if one is not None], {one: [shared] for one in members}
    for query, whose in own:
        for row in connection.execute(query.where(whose.in_(ids)).group_by(whose)):
            found[row[0]].append((whose.table.name, *row[1:]))
    return {one: tuple(marks) for one, marks in found.items()}
