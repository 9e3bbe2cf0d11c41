"""The door over standard input and output, and over HTTP on this machine."""

from __future__ import annotations

import secrets
import socket
from collections.abc import Callable

import uvicorn
from starlette.datastructures import Headers
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from mamayev.engine.refusal import Refusal

from .server import Door, server

HOST = "127.0.0.1"
WAITS = 3
"""How many seconds open calls have to end after a request to stop."""


def over_stdio(*, hints: bool) -> None:
    """Serve one client over standard input and output until the input ends."""
    server(Door(hints=hints)).run("stdio")


def over_http(port: int, say: Callable[[str], None], *, hints: bool) -> None:
    """Serve clients that show the token, which `say` tells with the address. Raises Refusal if the port is taken."""
    token = secrets.token_urlsafe(24)
    app = Guarded(server(Door(shared=True, hints=hints)).streamable_http_app(), token)
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as listening:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((HOST, port))
        except OSError as error:
            raise Refusal(f"Port {port} is not free: {error.strerror}.", field="--http", malformed=True) from None
        listening.listen()  # before the address is told, so that no client comes too early
        say(f"http://{HOST}:{listening.getsockname()[1]}/mcp")
        say(f"Authorization: Bearer {token}")
        config = uvicorn.Config(app, log_level="warning", timeout_graceful_shutdown=WAITS)
        uvicorn.Server(config).run([listening])


class Guarded:
    """An application that answers only requests with the token."""

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
