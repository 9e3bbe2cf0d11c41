"""The WebSocket of a match: every change, as soon as it happens."""

from __future__ import annotations

import asyncio
import logging

import msgspec
from fastapi import APIRouter, WebSocket
from starlette.websockets import WebSocketDisconnect

from mamayev.engine.refusal import Refusal

from ..keys import Caller, Eyes, Forbidden
from ..live import Tab
from ..room import Missing
from .answers import Answer, refused, status_of
from .asked import Server, Who
from .parts import Parts
from .patient import Patient

log = logging.getLogger(__name__)

PATIENCE = 20.0  # seconds for the first message of a tab of a held match; after them it only watches

router = APIRouter(route_class=Patient)


class Introduction(msgspec.Struct):
    """The first message of a tab of a held match. `company`: it wants to hear who is here and what they say, too."""

    key: str | None = None
    company: bool = False


def look(server: Parts, match_id: str, who: Caller) -> tuple[Eyes, list[str]]:
    """What a caller may see, and the held seats."""
    with server.rooms.enter(match_id, who) as (room, eyes):
        return eyes, list(room.keys)


def present(server: Parts, match_id: str, eyes: Eyes) -> bytes:
    """The first message to a tab: how the match stands."""
    with server.rooms.open(match_id) as room:
        return server.live.first(room, eyes)


@router.websocket("/api/matches/{match_id}/live")
async def follow(server: Server, socket: WebSocket, match_id: str, who: Who) -> None:
    """Every change of a match, from the present state on. To a held match the first message shows the key."""
    try:
        eyes, held = await server.turns.take(match_id, look, server, match_id, who)
    except (Missing, Refusal, Forbidden) as error:
        await socket.send_denial_response(refusal_of(error))
        return
    await socket.accept()
    try:
        first_said = await introduced(socket) if held else Introduction()
        if held:
            eyes, _ = await server.turns.take(match_id, look, server, match_id, Caller(None, first_said.key))
        with server.live.tab(match_id, eyes, held, first_said.company) as tab:
            first = await server.turns.take(match_id, present, server, match_id, eyes)
            await tell(socket, tab, first)
    except WebSocketDisconnect:
        log.debug("a tab of %s closed while it was written to", match_id)
    except Missing:
        await socket.close(1001)
    except (Refusal, Forbidden) as error:
        await socket.close(1008, str(error))


def refusal_of(error: Missing | Refusal | Forbidden) -> Answer:
    """What a tab that is not let in is told."""
    if isinstance(error, Refusal):
        return refused(status_of(error), error.text, field=error.field)
    return refused(404 if isinstance(error, Missing) else 403, str(error))


async def introduced(socket: WebSocket) -> Introduction:
    """The first message of a tab; one that says nothing only watches. Raises Refusal, WebSocketDisconnect."""
    try:
        async with asyncio.timeout(PATIENCE):
            received = await socket.receive()
    except TimeoutError:
        return Introduction()
    if received["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(received["code"])
    try:
        return msgspec.json.decode(received.get("text") or received.get("bytes") or b"", type=Introduction)
    except (msgspec.MsgspecError, RecursionError, UnicodeError):
        raise Refusal("The first message is {“key”: …}, with null for whoever only watches.", field="key") from None


async def tell(socket: WebSocket, tab: Tab, first: bytes) -> None:
    """Send what a tab is to be told until it closes, or its match ends."""
    reader = asyncio.create_task(until_gone(socket, tab))
    try:
        await socket.send_text(first.decode())
        while (news := await tab.queue.get()) is not None:
            await socket.send_text(news.decode())
        if not reader.done():
            await socket.close(1001)
    finally:
        reader.cancel()


async def until_gone(socket: WebSocket, tab: Tab) -> None:
    """Of what a tab sends later, only its closing matters."""
    while (await socket.receive())["type"] != "websocket.disconnect":
        continue
    tab.put(None)
