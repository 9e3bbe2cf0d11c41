"""Serve the routes over HTTP, and a tab's connection as a WebSocket."""

from __future__ import annotations

import asyncio
import zlib
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache

from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection
from starlette.requests import Request as HttpRequest
from starlette.responses import Response
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from .asker import ASKER, VISITOR
from .guard import client_of
from .keys import Account, Caller
from .routes.answering import NOTHING, answer
from .routes.answers import Answer, Lasting, refused
from .routes.live import Gone, Line, follow
from .routes.parts import Parts
from .routes.refusals import MISTAKE
from .routes.route import Request, Route

JSON = "application/json"
Following = Callable[[Parts, Line, Account | None], Awaitable[None]]
"""A function that sends updates to a person until their connection closes."""
COMPRESSED_FROM = 1000  # bytes; compression gains nothing for shorter answers
FAST, SMALL = 1, 6  # a Scene of 262 kB takes 3 ms and gives 82 kB, or 11 ms and 69 kB
GZIP = 31  # window size and container, in zlib's numbering


def sent(answered: Answer, asked: HTTPConnection | None = None) -> Response:
    """Return an answer as an HTTP response. It is compressed if it is long and the request (`asked`) accepts gzip."""
    body, headers = answered.body, dict(answered.headers)
    if asked is not None and len(body) >= COMPRESSED_FROM:
        headers["vary"] = "Accept-Encoding"
        if _is_compressed(answered, asked):
            headers["content-encoding"] = "gzip"
            body = packed(body) if isinstance(answered, Lasting) else zlib.compress(body, FAST, GZIP)
    return Response(body, answered.status, headers, None if answered.status == 204 else JSON)


def _is_compressed(answered: Answer, asked: HTTPConnection) -> bool:
    return len(answered.body) >= COMPRESSED_FROM and "gzip" in asked.headers.get("accept-encoding", "")


@lru_cache(maxsize=16)
def packed(body: bytes) -> bytes:
    """Return an answer that lasts, compressed."""
    return zlib.compress(body, SMALL, GZIP)


class Api:
    """The ASGI application that serves the API's routes."""

    def __init__(self, routes: Sequence[Route]) -> None:
        self._routes = routes

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        asked = HttpRequest(scope, receive)
        server: Parts = asked.app.state.parts
        query, body = asked.query_params.multi_items(), await asked.body()
        ASKER.set(client_of(scope))
        VISITOR.set(server.access.visitor(asked.method, asked.headers))

        async def gone() -> None:
            while (await receive())["type"] != "http.disconnect":
                pass

        request = Request(asked.method, scope["path"], query, key_of(asked), body, _is_json(asked.headers), gone)
        answered = await answer(server, request, self._routes)
        if isinstance(answered, Lasting) and _is_compressed(answered, asked):
            # In a thread, because many different scenes would keep other requests waiting. `sent` uses the cache.
            await asyncio.to_thread(packed, answered.body)
        await sent(answered, asked)(scope, receive, send)


async def nowhere(_asked: HttpRequest, error: Exception) -> Response:
    """Return the response for an unknown URL or method."""
    assert isinstance(error, HTTPException)
    said = {404: NOTHING, 405: "This address does not accept this method."}
    return sent(refused(error.status_code, said.get(error.status_code, error.detail), error.headers))


async def broken(_asked: HttpRequest, _error: Exception) -> Response:
    """Return the response for an unexpected error in the server."""
    return sent(refused(500, MISTAKE))


def key_of(asked: HTTPConnection) -> str | None:
    """Return the key in a request's `Authorization: Bearer KEY` header. Other schemes are left to a proxy."""
    scheme, _, key = asked.headers.get("authorization", "").partition(" ")
    return key.strip() if scheme.lower() == "bearer" else None


def _is_json(headers: Mapping[str, str]) -> bool:
    kind = headers.get("content-type", "").partition(";")[0].strip().lower()
    return kind == JSON or (kind.startswith("application/") and kind.endswith("+json"))


async def live(socket: WebSocket) -> None:
    """Serve a tab that follows a match."""
    server: Parts = socket.app.state.parts
    ASKER.set(client_of(socket.scope))
    VISITOR.set(server.access.visitor("WEBSOCKET", socket.headers))
    who = Caller(socket.query_params.get("seat"), key_of(socket), VISITOR.get())
    await follow(server, _Socket(socket), socket.path_params["match_id"], who)


def lobby(following: Following) -> Callable[[WebSocket], Awaitable[None]]:
    """Return the WebSocket endpoint for a club's open lobbies."""

    async def serve(socket: WebSocket) -> None:
        server: Parts = socket.app.state.parts
        ASKER.set(client_of(socket.scope))
        await following(server, _Socket(socket), server.access.visitor("WEBSOCKET", socket.headers))

    return serve


class _Socket:
    """The connection of a tab as a WebSocket."""

    def __init__(self, socket: WebSocket) -> None:
        self._socket = socket

    async def deny(self, answered: Answer) -> None:
        await self._socket.send_denial_response(sent(answered))

    async def accept(self) -> None:
        await self._socket.accept()

    async def receive(self) -> str | bytes:
        received = await self._socket.receive()
        if received["type"] == "websocket.disconnect":
            raise Gone
        return received.get("text") or received.get("bytes") or b""

    async def send(self, text: str) -> None:
        try:
            await self._socket.send_text(text)
        except WebSocketDisconnect:
            raise Gone from None

    async def close(self, code: int, reason: str = "") -> None:
        with suppress(WebSocketDisconnect):  # the other end closed first
            await self._socket.close(code, reason)
