"""A club with all its parts, and its visitors' rights to whole matches."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Mapping
from functools import cached_property
from typing import Self, TypeVar, cast

import sqlalchemy as sa

from mamayev import players
from mamayev.engine import registry

from ..asker import ASKER, VISITOR
from ..callers import counted
from ..company import TooOften
from ..keys import Forbidden
from ..live import Live
from ..rates import Rate, Rates
from ..routes.given import Given
from ..routes.parts import Parts
from ..store import Store
from ..store.database import Chain
from ..store.tables import MATCHES
from ..tasks import lasting
from . import (
    answers,
    blocks,
    ceremonies,
    challenges,
    clocks,
    invitations,
    outbox,
    pace,
    reports,
    results,
    seats,
    sessions,
    vacations,
    ways,
)
from .deadlines import Deadlines
from .passkeys import Passkeys
from .post import Post, Sink
from .sender import Sender
from .settings import Settings, mailbox
from .tables import GAMES
from .visitor import Visitor
from .ways import Member

T = TypeVar("T")

CHAIN = Chain("mamayev.server.club", "club_version")
SAFE = ("GET", "HEAD")
PURGE_SECONDS = 3600.0
ADDRESSES = 6
"""The limit per mailbox for all IP addresses together, as a multiple of the limit for one address."""
SIGNED_OUT = "You have signed out on this device."
DELETED = "Your account is deleted. Your games remain, under “a former member”."
WHAT = {
    "joins": "new accounts from one address",
    "codes": "codes to one mailbox from one address",
    "senders": "codes from one address",
    "tries": "attempts to sign in from one address",
    "names": "names from one address",
    "tests": "test notices of one member",
}


class Limits:
    """The rate limits for visitors, which the club's settings define. Each server counts in memory."""

    def __init__(self, settings: Settings) -> None:
        self._rates = {name: Rate.parse(getattr(settings.limits, name)) for name in WHAT}
        self._hits = Rates()

    def count(self, what: str, whose: str = "") -> None:
        """Count an action by the visitor's address, and by the mailbox or member if given. Raises TooOften."""
        rate = self._rates[what]
        names = list(counted(ASKER.get()))
        if whose:
            # Otherwise one address could keep the owner of a mailbox from ever getting a code.
            names.append(("", ADDRESSES))
        if not all(self._hits.hit(rate, what, name, whose, times=times) for name, times in names):
            raise TooOften(f"Too many attempts: the limit is {rate} for {WHAT[what]}. Try again later.")


class Club(Given):
    """The club of a server. It is also its `Access`."""

    accounts = True

    def __init__(self, settings: Settings, store: Store, sink: Sink | None = None) -> None:
        """Open the club, and migrate its tables. `sink`: see `Post`. Raises Refusal."""
        self.settings, self.store = settings, store
        store.database.migrate(CHAIN)
        self.passkeys, self.post, self.limits = Passkeys(settings), Post(settings, sink), Limits(settings)
        self.sender = Sender(settings, store.database, self.post)
        self.deadlines = Deadlines(store.database, clocks.beat)
        self.deadlines.told.append(outbox.within_mark)
        # The clocks know whether a game counts, so they come before its result.
        store.matches.listeners += [seats.within, clocks.within, results.within, answers.within, outbox.within]
        store.chat.listeners.append(outbox.within_chat)

    @classmethod
    def given(cls, server: Parts) -> Self:
        """Return a server's club."""
        return cast(Self, server.access)

    def read(self, query: Callable[[sa.Connection], T]) -> T:
        """Return the result of a query."""
        with self.store.database.engine.connect() as connection:
            return query(connection)

    def write(self, change: Callable[[sa.Connection], T]) -> T:
        """Run a change in one transaction, and return its result. Any error undoes the whole change."""
        return self.store.database.write(change)

    async def run(self) -> None:
        """Erase everything that has expired once an hour, until the task ends."""
        while True:
            with lasting("could not erase what has expired"):
                await asyncio.to_thread(self.write, self._purge)
            await asyncio.sleep(PURGE_SECONDS)

    def _purge(self, connection: sa.Connection) -> None:
        sessions.purge(connection, self.settings.retention.sessions)
        ceremonies.purge(connection)
        seats.purge(connection, self.settings.retention.tables)
        outbox.purge(connection, self.settings.retention.outbox)
        clocks.purge(connection)
        vacations.purge(connection)
        challenges.purge(connection)
        answers.purge(connection)
        invitations.purge(connection)
        reports.purge(connection)

    def stop(self) -> None:
        """Stop the threads for mail and notices."""
        self.sender.stop()
        self.post.stop()

    # -------------------------------------------------------------- access

    def visitor(self, method: str, headers: Mapping[str, str]) -> Visitor:
        """Return the person behind a request.

        The cookie counts only if the request comes from one of the club's pages. SameSite=Lax keeps most other pages
        from sending it. Browsers name the origin of every request that could change something.
        """
        ours = headers.get("origin") in ((self.settings.address, None) if method in SAFE else (self.settings.address,))
        token = sessions.token_in(headers) if ours else None
        return Visitor(self.store.database, token, sessions.device_of(headers), self.settings.retention.sessions)

    def listed(self) -> sa.ColumnElement[bool]:
        """Return the SQL condition for the matches that the visitor may list, which are their own."""
        member_id = self._member_id()
        return sa.false() if member_id is None else seats.own(member_id)

    def check_deletes(self, match_id: str) -> None:
        """Raise Forbidden unless the visitor has started this open table."""
        owner = self.read(lambda connection: seats.owner_of(connection, match_id))
        if owner is None or owner != self._member_id():
            raise Forbidden("Only the member who started this table can delete it.")

    def check_erases(self, keys: Mapping[str, str]) -> None:
        """Raise Forbidden if other members hold seats in a game, because no one may delete their game."""
        found = self.read(lambda connection: seats.holders(connection, keys))
        if {one for held in found.values() for one in held} - {self._member_id()}:
            raise Forbidden("Another member holds a seat in this game, so you cannot delete it.")

    def begins(self, match_id: str, held: bool) -> list[sa.Insert]:
        """Return the insert statement for the club's data about a new match. A member's open table is private until
        they share it. Raises Forbidden for a member who is suspended."""
        member_id = self._member_id()
        self.read(lambda connection: reports.check_free(connection, self.settings, member_id, "suspend"))
        owner = None if held else member_id
        sight = "unlisted" if owner is None else "private"
        return [sa.insert(GAMES).values(match=match_id, owner=owner, sight=sight)]

    def check_operates(self, member: Member) -> None:
        """Raise Forbidden unless a member is an operator."""
        if not self.operates(member):
            raise Forbidden("Only an operator of this club can do that.")

    def operates(self, member: Member) -> bool:
        """Return whether a member is an operator: the club's file lists their confirmed email address."""
        found = mailbox(member.mail)
        keys = [known.key for known in map(mailbox, self.settings.operators) if known is not None]
        return found is not None and found.key in keys

    def operators(self, connection: sa.Connection) -> list[str]:
        """Return the ids of the members who are operators."""
        found = [ways.by_mailbox(connection, known) for known in map(mailbox, self.settings.operators) if known]
        return [member_id for member_id in found if member_id is not None]

    def check_bots(self, match_id: str) -> None:
        """Raise Forbidden if a match is rated. Otherwise, a player could escape a lost game by giving it to a bot."""
        if self.read(lambda connection: pace.terms_of(connection, match_id)).rated:
            raise Forbidden("This game is rated, so no player can give a seat to a bot. You can resign.")

    def check_says(self, keys: Mapping[str, str], seat: str) -> None:
        """Raise Forbidden if the members in a seat are muted, or blocked by members in another seat."""

        def check(connection: sa.Connection) -> None:
            holders = seats.holders(connection, keys)
            for speaker in holders.get(seat, ()):
                reports.check_free(connection, self.settings, speaker, "mute")
                for other in (one for at, held in holders.items() if at != seat for one in held):
                    if blocks.has_blocked(connection, other, speaker):
                        who = ways.member(connection, other)
                        name = seats.FORMER_NAME if who is None else who.name
                        raise Forbidden(f"{name} does not accept messages from you.")

        self.read(check)

    def _member_id(self) -> str | None:
        visitor = VISITOR.get()
        return visitor.member_id if isinstance(visitor, Visitor) else None

    def cut(self, live: Live, ended: Collection[str]) -> None:
        """Close the tabs whose sessions have ended."""
        there = [one for one in live.accounts() if isinstance(one, Visitor) and one.session_id in ended]
        if there:
            why = self.why_ended({one.member_id for one in there})
            for reason in set(why.values()):
                live.cut([one for one in there if why[one.member_id] == reason].__contains__, reason)

    def why_ended(self, members: Collection[str | None]) -> dict[str | None, str]:
        """Return why the sessions of members have ended: they have signed out, or their account is deleted."""
        ids = [one for one in members if one is not None]
        left = self.read(lambda connection: ways.names_of(connection, ids))
        return {one: SIGNED_OUT if one in left else DELETED for one in members}

    def look_up(self, live: Live) -> None:
        """Close the tabs of sessions that have ended on another server."""
        there = {account.session_id for account in live.accounts() if isinstance(account, Visitor)}
        if following := [session_id for session_id in there if session_id is not None]:
            self.cut(live, self.read(lambda connection: sessions.ended(connection, following)))

    @cached_property
    def reserved(self) -> list[str]:
        """The names that no member may take: the club's own name and the names of bots."""
        bots = {bot for game in registry.names() for bot in players.names(registry.find(game))}
        return [self.settings.name, *sorted(bots)]

    def exists(self, match_id: str) -> bool:
        """Return whether a match with this id exists and is not deleted."""
        query = sa.select(MATCHES.c.id).where(MATCHES.c.id == match_id, MATCHES.c.deleted_at.is_(None))
        return self.read(lambda connection: connection.execute(query).first() is not None)
