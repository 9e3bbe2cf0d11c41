"""The agents' server over standard input and output, and over HTTP on this machine."""

from __future__ import annotations

import logging
import secrets
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import uvicorn
from starlette.datastructures import Headers
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from mamayev.engine.refusal import Refusal

from .server import Door, server

HOST = "127.0.0.1"
WAITS = 3
"""The number of seconds that open calls have to finish after a request to stop."""


def over_stdio(door: Door) -> None:
    """Serve one client over standard input and output until the input ends."""
    server(door).run("stdio")


def over_http(door: Door, port: int, say: Callable[[str], None]) -> None:
    """Serve clients that send the token; `say` receives the token and the address. Raises Refusal if the port is
    taken."""
    with listening(door, port) as (serving, place, address, token):
        say(address)
        say(f"Authorization: Bearer {token}")
        serving.run([place])


@contextmanager
def listening(door: Door, port: int = 0) -> Iterator[tuple[uvicorn.Server, socket.socket, str, str]]:
    """Yield an HTTP server that is ready to run, its socket, its address, and its token. Raises Refusal if the port is
    taken."""
    token = secrets.token_urlsafe(24)
    app = Guarded(server(door).streamable_http_app(), token)
    # asyncio turns Nagle's algorithm off only if the protocol is named. With it, a call waits 40 ms or more.
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP) as place:
        place.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            place.bind((HOST, port))
        except OSError as error:
            raise Refusal(f"Port {port} is not free: {error.strerror}.", field="--http", malformed=True) from None
        place.listen()  # before the address is told, so that no client comes too early
        config = uvicorn.Config(app, log_level="warning", timeout_graceful_shutdown=WAITS)
        serving = uvicorn.Server(config)
        log = logging.getLogger("uvicorn.error")

        def is_news(_record: logging.LogRecord) -> bool:
            return not serving.should_exit  # that calls are cut off is no error of a server that stops

        log.addFilter(is_news)
        try:
            yield serving, place, f"http://{HOST}:{place.getsockname()[1]}/mcp", token
        finally:
            log.removeFilter(is_news)


@contextmanager
def in_a_thread(door: Door) -> Iterator[tuple[str, str]]:
    """Serve agents over HTTP in a thread, and yield the address and the token."""
    with listening(door) as (serving, place, address, token):
        thread = threading.Thread(target=serving.run, args=([place],), daemon=True)
        thread.start()
        try:
            yield address, token
        finally:
            serving.should_exit = True
            thread.join()


class Guarded:
    """An ASGI application that accepts only requests with the token."""

    def __init__(self, app: ASGIApp, token: str) -> None:
        self.app, self.expected = app, f"Bearer {token}".encode()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            given = Headers(scope=scope).get("authorization", "").encode()
            if not secrets.compare_digest(given, self.expected):
                refused = JSONResponse(
                    {"error": "Send the header “Authorization: Bearer TOKEN” with the token that mamayev mcp printed."},
                    status_code=401,
                    headers={"www-authenticate": "Bearer"},
                )
                await refused(scope, receive, send)
                return
        await self.app(scope, receive, send)
