"""Connections that ask for nothing: how long one may stay silent, how much it may send before its request is whole, and
how many one client may have."""

from __future__ import annotations

import asyncio

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

HEAD_SECONDS = 10.0
"""From the first byte, or from nothing at all, to the end of a request's headers."""
HEAD_BYTES = 64_000
SOCKETS = 256
"""Of one address, WebSockets among them."""


class Connection(HttpToolsProtocol):
    """One connection. `most` is how many an address may have, None where a proxy asks for everybody."""

    most: int | None = SOCKETS
    _waiting: asyncio.TimerHandle | None = None
    _head = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if self.most is not None and self._of_this_client() > self.most:
            self._refuse("429 Too Many Requests", f"At most {self.most} connections of one address are served.")
            return
        self._wait()

    def data_received(self, data: bytes) -> None:
        if self._waiting is not None:
            self._head += len(data)
            if self._head > HEAD_BYTES + len(data):
                self._refuse("431 Request Header Fields Too Large", f"At most {HEAD_BYTES} bytes of headers are read.")
                return
        super().data_received(data)

    def on_headers_complete(self) -> None:
        self._stop_waiting()
        super().on_headers_complete()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self.cycle.response_complete and not self.transport.is_closing():
            self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        super().connection_lost(exc)

    def _wait(self) -> None:
        self._stop_waiting()
        self._waiting = self.loop.call_later(HEAD_SECONDS, self._give_up)

    def _stop_waiting(self) -> None:
        self._head = 0
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None

    def _give_up(self) -> None:
        if self._head:
            self._refuse("408 Request Timeout", f"A request must be whole within {HEAD_SECONDS:g} seconds.")
        else:
            self.transport.close()

    def _refuse(self, status: str, sentence: str) -> None:
        content = f'{{"error":"{sentence}"}}'
        head = f"HTTP/1.1 {status}\r\ncontent-type: application/json\r\ncontent-length: {len(content)}\r\n"
        self.transport.write(f"{head}connection: close\r\n\r\n{content}".encode())
        self._stop_waiting()
        self.transport.close()

    def _of_this_client(self) -> int:
        peers = (other.transport.get_extra_info("peername") for other in self.connections if other.transport)
        mine = self.transport.get_extra_info("peername")
        return sum(1 for peer in peers if peer and mine and peer[0] == mine[0])


class Proxied(Connection):
    """A connection of the proxy before this server, which counts its own clients."""

    most = None
