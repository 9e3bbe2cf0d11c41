"""Tabs that follow a match and receive every change as soon as it happens."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import Annotated, Protocol

import msgspec
import sqlalchemy as sa
from msgspec import UNSET, Meta, UnsetType

from mamayev.engine.refusal import Refusal

from ..keys import Caller, Forbidden, Viewer
from ..live import Tab
from ..seated import Missing
from ..writer import Busy
from .answers import Answer
from .parts import Parts
from .refusals import note, refusal_of

log = logging.getLogger(__name__)

PATIENCE = 20.0  # how many seconds a tab of a private game has for its first message; after that, it only watches
LOOK_SECONDS = 1.0  # between changes of a tab's look, because each is passed on to everybody at the table
LEAD_SECONDS = 0.2  # between steps of the one who leads, for the same reason
MATCH_GONE, REFUSED, TRY_LATER = 1001, 1008, 1013  # close codes of WebSockets


class Gone(Exception):
    """The peer has closed the connection."""


class Line(Protocol):
    """The connection to a tab: a WebSocket, or messages between a page and its worker."""

    async def deny(self, answer: Answer) -> None:
        """Refuse the tab with a reason."""

    async def accept(self) -> None:
        """Accept the tab."""

    async def receive(self) -> str | bytes:
        """Return the next message from the tab. Raises Gone."""

    async def send(self, text: str) -> None:
        """Send a message to the tab. Raises Gone."""

    async def close(self, code: int, reason: str = "") -> None:
        """End the connection."""


class Introduction(msgspec.Struct):
    """The first message from a browser tab in a private game. `company`: whether the tab also wants presence and
    chat."""

    key: str | None = None
    company: bool = False


class Later(msgspec.Struct):
    """A later message from a browser tab.

    `looks`: True if its player can see the tab, and False if it is hidden. `lead`: the ply that its player shows to the
    others; null to stop.
    """

    looks: bool | UnsetType = UNSET
    lead: Annotated[int, Meta(ge=0)] | UnsetType | None = UNSET


def look(server: Parts, match_id: str, who: Caller) -> tuple[Viewer, list[str]]:
    """Return the caller's viewer, and the seats with keys."""
    with server.rooms.look(match_id, who) as (room, viewer):
        return viewer, list(room.keys)


def present(server: Parts, match_id: str, viewer: Viewer) -> bytes:
    """Return the first message to a tab: the current state."""
    with server.rooms.look(match_id, Caller()) as (room, _):
        return server.live.first(room, viewer)


async def follow(server: Parts, line: Line, match_id: str, who: Caller) -> None:
    """Send the current state of a match, and then every change.

    In a private game, the tab's first message contains the key.
    """
    try:
        viewer, held = await server.turns.take(match_id, look, server, match_id, who)
    except (Missing, Refusal, Forbidden, Busy, sa.exc.SQLAlchemyError) as error:
        await line.deny(refusal_of(error))
        return
    await line.accept()
    try:
        first_said = await introduced(line) if held else Introduction()
        account = who.account
        # A shared screen follows what everyone may see, but its people act.
        again = Caller(None, None, who.account)
        if held:
            # Without accounts, the key alone decides. An account may hold several seats.
            again = Caller(None if who.account is None else who.seat, first_said.key, who.account)
            viewer, _ = await server.turns.take(match_id, look, server, match_id, again)
            account = None if again.key else who.account
        with server.live.tab(match_id, viewer, held, first_said.company, account) as tab:
            first = await server.turns.take(match_id, present, server, match_id, viewer)
            await tell(server, line, tab, first, again)
    except Gone:
        log.debug("a tab of %s closed during a message", match_id)
    except Missing:
        await line.close(MATCH_GONE)
    except (Refusal, Forbidden) as error:
        await line.close(REFUSED, str(error))
    except (Busy, sa.exc.SQLAlchemyError) as error:
        note(error)
        await line.close(TRY_LATER, "The database is not responding.")


async def introduced(line: Line) -> Introduction:
    """Return the first message from a tab. A tab that sends none only watches. Raises Refusal or Gone."""
    try:
        async with asyncio.timeout(PATIENCE):
            received = await line.receive()
    except TimeoutError:
        return Introduction()
    try:
        return msgspec.json.decode(received, type=Introduction)
    except (msgspec.MsgspecError, RecursionError, UnicodeError):
        raise Refusal("The first message is {“key”: …}, with null if you only watch.", field="key") from None


def can_lead(server: Parts, match_id: str, who: Caller, ply: int) -> bool:
    """Return whether a caller may show this ply to the others: they have a seat, and the match has reached the ply.
    Raises Forbidden for callers who may not write to the others."""
    with server.rooms.look(match_id, who) as (room, viewer):
        if room.keys and viewer.seat is not None:
            server.access.check_says(room.keys, viewer.seat)
        return ply <= room.plies and (viewer.shared or viewer.seat is not None)


async def lead(server: Parts, tab: Tab, who: Caller, ply: int | None) -> None:
    """Show the others at the table the ply that a tab's player is viewing, if this player may lead."""
    try:
        if ply is None or await server.turns.take(tab.match_id, can_lead, server, tab.match_id, who, ply):
            server.live.lead(tab, ply)
    except (Missing, Refusal, Forbidden, Busy, sa.exc.SQLAlchemyError) as error:
        log.debug("a tab of %s cannot lead: %s", tab.match_id, error)


async def tell(server: Parts, line: Line, tab: Tab, first: bytes, who: Caller) -> None:
    """Send messages to a tab until it closes or its match ends."""
    reader = asyncio.create_task(until_gone(server, line, tab, who))
    try:
        await line.send(first.decode())
        while (update := await tab.queue.get()) is not None:
            await line.send(update.decode())
        if not reader.done():
            await (line.close(REFUSED, tab.ended) if tab.ended else line.close(MATCH_GONE))
    finally:
        reader.cancel()


async def until_gone(server: Parts, line: Line, tab: Tab, who: Caller) -> None:
    """Wait until the tab closes, and handle its later messages. They can say whether its player sees it, and which ply
    the player shows to the others. All other messages are ignored."""
    try:
        while True:
            received = await line.receive()
            said = Later()
            with suppress(msgspec.MsgspecError, RecursionError, UnicodeError):
                said = msgspec.json.decode(received, type=Later)
            if said.looks is not UNSET and server.live.look(tab, said.looks):
                await asyncio.sleep(LOOK_SECONDS)
            if said.lead is not UNSET:
                await lead(server, tab, who, said.lead)
                await asyncio.sleep(LEAD_SECONDS)
    except Gone:
        tab.put(None)
