"""Limits on idle and hostile connections: the maximum idle time, the maximum amount of data before a request is
complete, and the maximum number of connections per client.
"""

from __future__ import annotations

import asyncio
import sys
import zlib
from collections import Counter
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from uvicorn._types import ASGI3Application, ASGIReceiveCallable, ASGISendCallable, ASGISendEvent, Scope
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.extensions.permessage_deflate import PerMessageDeflate, ServerPerMessageDeflateFactory
from websockets.frames import CTRL_OPCODES, Frame

from .callers import caller, counted
from .guard import RECORD_BYTES, is_loopback, refuse

HEAD_SECONDS = 10.0
"""The number of seconds, from the opening of the connection or a request's first byte, in which its headers must be
complete."""
HEAD_BYTES = 64_000
AROUND_BYTES = RECORD_BYTES
"""The maximum number of bytes that surround a request's body (chunk headers, trailers) or follow a refused one."""
HEADERS = 128
"""The maximum number of header lines, and of trailer lines, in a request."""
PIPELINED = 16
"""The maximum number of requests that a connection may send before an earlier one is answered."""
TAB_BYTES = 8_000
"""The number of bytes that a tab may send between two pings from the server. Normally it sends its first message, and
its replies to the pings."""
SOCKETS = 256
"""The maximum number of connections per caller, including WebSockets."""
HEALTH = "/api/health"
SPARE = 16
"""Additional connections for health checks."""
SPARE_SECONDS = 2.0
LEAVING_SECONDS = 1.0
"""The number of seconds in which a tab must reply to the close of its connection, and a closing or proxied connection
must send the rest of a body after the response."""
UNREAD_BYTES = 32_000_000
"""The maximum number of response bytes that wait for one caller to read them. A response can have 4 MB, so a caller who
sends requests on all connections and reads nothing would tie up a gigabyte."""
NO_ROOM = "The server has no room for more connections. Try again later."


def most_in_all() -> int:
    """Return the maximum number of connections. It leaves some file descriptors for the database and files."""
    if sys.platform == "win32":  # which has no such limit
        return 4096
    import resource

    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return 4096 if soft == resource.RLIM_INFINITY else min(4096, soft - min(256, soft // 2))


class Connection(HttpToolsProtocol):
    """A connection. `most`, `unread`: the limits per address. `in_all`: the total limit; a few connections above it can
    only request the server's health."""

    most = SOCKETS
    unread = UNREAD_BYTES
    in_all = most_in_all()
    _waiting: asyncio.TimerHandle | None = None
    _around = 0  # bytes of the current headers, or of anything after them that is not the body
    _whole = True  # the previous request's body has been read to its end
    _spare = False
    _leaving = False  # it is answered for the last time, and reads the rest of the body

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if self._counts() and _has_more_than(self, self.most, lambda _: 1):
            self._refuse("429 Too Many Requests", f"Too many connections: the limit for one address is {self.most}.")
            return
        beyond = len(self.connections) - self.in_all
        if beyond > SPARE:
            self._no_room()
            return
        self._spare = beyond > 0
        if self._spare:
            self.app = _only_health(self.app)
        self._wait()

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        if self._around > (HEAD_BYTES if self._whole else AROUND_BYTES):
            self._too_long()
            return
        self._around += len(data)
        super().data_received(data)

    def send_400_response(self, msg: str) -> None:
        self._refuse("400 Bad Request", "That is not a complete and plain HTTP request.")

    def handle_websocket_upgrade(self) -> None:
        if self._spare:
            self._no_room()
            return
        names = {name for name, _ in self.headers}
        if self.scope["method"] != "GET" or b"content-length" in names or b"transfer-encoding" in names:
            self._refuse("400 Bad Request", "A WebSocket request must use GET and have no body.")
            return
        super().handle_websocket_upgrade()

    def on_header(self, name: bytes, value: bytes) -> None:
        if len(self.headers) >= HEADERS:
            raise ConnectionAbortedError("too many headers")
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        if len(self.pipeline) >= PIPELINED:
            # It ends what the parser has read but not yet passed on.
            raise ConnectionAbortedError("too many requests before the answer to the first")
        if self._leaving:
            raise ConnectionAbortedError("a request after the last one")
        self._whole, self._around = False, 0
        self._stop_waiting()
        before = self.cycle
        super().on_headers_complete()
        if self.cycle is not before:  # a tab has none
            self.cycle.transport = Answering(self, self.cycle)  # type: ignore[assignment]

    def on_body(self, body: bytes) -> None:
        if not self.cycle.response_complete:
            self._around = max(0, self._around - len(body))
        super().on_body(body)

    def on_message_complete(self) -> None:
        super().on_message_complete()
        self._whole, self._around = True, 0
        if self._leaving:
            self.transport.close()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self.cycle.response_complete and not self.transport.is_closing():
            self._wait()
        if self.transport.get_write_buffer_size() and _has_more_than(self, self.most, _is_unread):
            self.transport.abort()

    def pause_writing(self) -> None:
        super().pause_writing()
        if _has_more_than(self, self.unread, _unread):
            self.loop.call_soon(self.transport.abort)

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        super().connection_lost(exc)

    def _wait(self) -> None:
        self._stop_waiting()
        self._waiting = self.loop.call_later(self._patience(), self._give_up)

    def _patience(self) -> float:
        """Return the seconds until a connection that completes no request is closed."""
        if self._leaving:
            return LEAVING_SECONDS
        return SPARE_SECONDS if self._spare else HEAD_SECONDS

    def _stop_waiting(self) -> None:
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None

    def _give_up(self) -> None:
        if self._whole and self._around:
            self._refuse(
                "408 Request Timeout", f"Too slow: a request must be complete within {HEAD_SECONDS:g} seconds."
            )
        else:
            self.transport.close()

    def _too_long(self) -> None:
        if self._whole:
            self._refuse(
                "431 Request Header Fields Too Large", f"The headers are too long: the limit is {HEAD_BYTES} bytes."
            )
        elif self.cycle.response_started:
            self._linger()
        else:
            self._refuse(
                "413 Content Too Large", f"There is too much around the body: the limit is {AROUND_BYTES} bytes."
            )

    def leave(self, answered: RequestResponseCycle) -> None:
        """Close the connection after a response, but read the rest of the request's body first.

        Closing it immediately would reset the connection. A proxy that is still sending the body would then respond
        with 502 instead of passing the response on.
        """
        if self._whole or answered is not self.cycle:
            self.transport.close()
        else:
            self._leaving = True

    def _linger(self) -> None:
        """Stop reading, and give the peer time to read the response."""
        self.transport.pause_reading()
        if self.transport.can_write_eof():
            self.transport.write_eof()
        self._stop_waiting()
        self._waiting = self.loop.call_later(LEAVING_SECONDS, self.transport.abort)

    def _refuse(self, status: str, sentence: str) -> None:
        content = f'{{"error":"{sentence}"}}'
        head = f"HTTP/1.1 {status}\r\ncontent-type: application/json\r\ncontent-length: {len(content)}\r\n"
        self.transport.write(f"{head}connection: close\r\n\r\n{content}".encode())
        self._stop_waiting()
        self.transport.close()

    def _no_room(self) -> None:
        self._refuse("503 Service Unavailable", NO_ROOM)

    def _counts(self) -> bool:
        """Return whether all connections from the peer's address count as one client."""
        return True


class Answering:
    """The transport of a connection, as uvicorn uses it for one response."""

    def __init__(self, connection: Connection, cycle: RequestResponseCycle) -> None:
        self._connection, self._cycle = connection, cycle
        self.write, self.is_closing = connection.transport.write, connection.transport.is_closing

    def close(self) -> None:
        self._connection.leave(self._cycle)


class BehindProxy(Connection):
    """A connection to a server with a public name.

    Connections from this machine come from its proxy, and the guard counts the tabs of each of the proxy's callers.
    """

    def _counts(self) -> bool:
        peer = self.transport.get_extra_info("peername")
        return not (peer and is_loopback(peer[0]))

    def _patience(self) -> float:
        return super()._patience() if self._whole or self._counts() else LEAVING_SECONDS


def _has_more_than(connection: Connection, most: int, size: Callable[[asyncio.Transport], int]) -> bool:
    """Return whether the total `size` of all connections from the same caller, or the same network, exceeds a limit."""
    count = Counter[str]()
    for other in connection.connections:
        if other.transport and (address := _address(other)):
            count.update(dict.fromkeys((name for name, _ in counted(caller(address))), size(other.transport)))
    return any(count[name] > most * times for name, times in counted(caller(_address(connection))))


def _unread(transport: asyncio.Transport) -> int:
    return transport.get_write_buffer_size()


def _is_unread(transport: asyncio.Transport) -> int:
    return transport.get_write_buffer_size() > 0


def _address(connection: Any) -> str:
    """Return the client address of a connection: the one that a proxy names in the last request, or else the peer's; ""
    if it is unknown."""
    scope = getattr(connection, "scope", None)
    client = scope["client"] if scope else connection.transport.get_extra_info("peername")
    return client[0] if client else ""


@lru_cache(maxsize=32)
def compressed(data: bytes, window_bits: int) -> bytes:
    """Compress a message independently of others. The result is cached, so that all tabs share it."""
    squeeze = zlib.compressobj(1, wbits=-window_bits)
    return (squeeze.compress(data) + squeeze.flush(zlib.Z_SYNC_FLUSH))[:-4]  # all messages end with these bytes,
    # which are not sent


class Shared(PerMessageDeflate):
    """The compression of messages to tabs. Each message is compressed independently, so that all tabs get the same
    bytes."""

    def encode(self, frame: Frame) -> Frame:
        if frame.opcode in CTRL_OPCODES:
            return frame
        return Frame(frame.opcode, compressed(bytes(frame.data), self.local_max_window_bits), frame.fin, True)


class Sharing(ServerPerMessageDeflateFactory):
    """The negotiation of the compression with a tab."""

    def process_request_params(self, params: Any, accepted_extensions: Any) -> tuple[Any, PerMessageDeflate]:
        answer, agreed = super().process_request_params(params, accepted_extensions)
        theirs, ours = agreed.remote_max_window_bits, agreed.local_max_window_bits
        return answer, Shared(agreed.remote_no_context_takeover, True, theirs, ours, {})


class Tab(WebSocketsSansIOProtocol):
    """The connection of a tab, with messages compressed as fast as responses.

    Tabs send little. If a tab sends more than `TAB_BYTES`, its connection is aborted before the data is read, and so is
    one with an invalid handshake.
    """

    _said = 0

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.close_timeout = LEAVING_SECONDS
        self.conn.available_extensions = [
            Sharing(server_no_context_takeover=True, server_max_window_bits=12, client_max_window_bits=12)
        ]

    def data_received(self, data: bytes) -> None:
        if self.handshake_initiated:
            self._said += len(data)
            if self._said > TAB_BYTES:
                self.conn.fail(1008, "That is too much for a tab.")
                self.transport.write(b"".join(self.conn.data_to_send()))
                self.transport.close()
                return
        super().data_received(data)
        if not self.handshake_initiated:
            self.transport.close()

    def send_receive_event_to_app(self) -> None:
        if self.curr_msg_data_type == "text" and not self.close_sent:
            try:
                b"".join(self.frames).decode()
            except UnicodeDecodeError:
                # uvicorn logs a traceback here, and anyone can send a million of them.
                self.conn.send_close(1007)
                self.handle_parser_exception()
                return
        super().send_receive_event_to_app()

    async def send(self, message: ASGISendEvent) -> None:
        await self.writable.wait()
        if self.close_sent:
            # A frame of the tab was invalid, and uvicorn treats any further message as our error.
            raise ClientDisconnected
        await super().send(message)
        if self.close_sent:
            self.handshake_complete = True  # uvicorn treats it as our error when a tab is denied with an answer

    def shutdown(self) -> None:
        if self.handshake_initiated:
            super().shutdown()
        else:
            self.transport.close()

    def send_keepalive_ping(self) -> None:
        self._said = 0
        super().send_keepalive_ping()


def _only_health(app: ASGI3Application) -> ASGI3Application:
    """Return the application for connections above the limit."""

    async def answer(scope: Scope, receive: ASGIReceiveCallable, send: ASGISendCallable) -> None:
        async def send_last(message: ASGISendEvent) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], (b"connection", b"close")]
            await send(message)

        if scope["type"] == "http" and scope["path"] == HEALTH:
            await app(scope, receive, send_last)
        else:
            await refuse(send_last, 503, NO_ROOM)  # type: ignore[arg-type]

    return answer
