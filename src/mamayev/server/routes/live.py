"""A tab that follows a match: every change, as soon as it happens."""

from __future__ import annotations

import asyncio
import logging
from typing import Protocol

import msgspec
import sqlalchemy as sa

from mamayev.engine.refusal import Refusal

from ..keys import Caller, Eyes, Forbidden
from ..live import Tab
from ..seated import Missing
from ..writer import Busy
from .answers import Answer
from .parts import Parts
from .refusals import note, refusal_of

log = logging.getLogger(__name__)

PATIENCE = 20.0  # seconds for the first message of a tab of a held match; after them it only watches
MATCH_GONE, REFUSED, TRY_LATER = 1001, 1008, 1013  # why a line is closed, in the numbers of WebSockets


class Gone(Exception):
    """The other end of a line has been closed."""


class Line(Protocol):
    """What a tab is reached by: a WebSocket, or the messages between a page and its worker."""

    async def deny(self, answer: Answer) -> None:
        """Say why the tab is not let in; nothing follows."""

    async def accept(self) -> None:
        """Let the tab in."""

    async def receive(self) -> str | bytes:
        """What the tab says next. Raises Gone."""

    async def send(self, text: str) -> None:
        """Tell the tab. Raises Gone."""

    async def close(self, code: int, reason: str = "") -> None:
        """End the line."""


class Introduction(msgspec.Struct):
    """The first message of a tab of a held match. `company`: it wants to hear who is here and what they say, too."""

    key: str | None = None
    company: bool = False


def look(server: Parts, match_id: str, who: Caller) -> tuple[Eyes, list[str]]:
    """What a caller may see, and the held seats."""
    with server.rooms.look(match_id, who) as (room, eyes):
        return eyes, list(room.keys)


def present(server: Parts, match_id: str, eyes: Eyes) -> bytes:
    """The first message to a tab: how the match stands."""
    with server.rooms.look(match_id, Caller()) as (room, _):
        return server.live.first(room, eyes)


async def follow(server: Parts, line: Line, match_id: str, who: Caller) -> None:
    """Every change of a match, from the present state on. To a held match the first message shows the key."""
    try:
        eyes, held = await server.turns.take(match_id, look, server, match_id, who)
    except (Missing, Refusal, Forbidden, Busy, sa.exc.SQLAlchemyError) as error:
        await line.deny(refusal_of(error))
        return
    await line.accept()
    try:
        first_said = await introduced(line) if held else Introduction()
        if held:
            eyes, _ = await server.turns.take(match_id, look, server, match_id, Caller(None, first_said.key))
        with server.live.tab(match_id, eyes, held, first_said.company) as tab:
            first = await server.turns.take(match_id, present, server, match_id, eyes)
            await tell(line, tab, first)
    except Gone:
        log.debug("a tab of %s closed while it was written to", match_id)
    except Missing:
        await line.close(MATCH_GONE)
    except (Refusal, Forbidden) as error:
        await line.close(REFUSED, str(error))
    except (Busy, sa.exc.SQLAlchemyError) as error:
        note(error)
        await line.close(TRY_LATER, "The database does not answer.")


async def introduced(line: Line) -> Introduction:
    """The first message of a tab; one that says nothing only watches. Raises Refusal, Gone."""
    try:
        async with asyncio.timeout(PATIENCE):
            received = await line.receive()
    except TimeoutError:
        return Introduction()
    try:
        return msgspec.json.decode(received, type=Introduction)
    except (msgspec.MsgspecError, RecursionError, UnicodeError):
        raise Refusal("The first message is {“key”: …}, with null for whoever only watches.", field="key") from None


async def tell(line: Line, tab: Tab, first: bytes) -> None:
    """Send what a tab is to be told until it closes, or its match ends."""
    reader = asyncio.create_task(until_gone(line, tab))
    try:
        await line.send(first.decode())
        while (news := await tab.queue.get()) is not None:
            await line.send(news.decode())
        if not reader.done():
            await line.close(MATCH_GONE)
    finally:
        reader.cancel()


async def until_gone(line: Line, tab: Tab) -> None:
    """Of what a tab sends later, only its closing matters."""
    try:
        while True:
            await line.receive()
    except Gone:
        tab.put(None)
