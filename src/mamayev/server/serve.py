"""Run the server as a program that finds a port, prints its address, and stops on Ctrl-C."""

from __future__ import annotations

import asyncio
import ctypes
import errno
import ipaddress
import logging
import os
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from types import FrameType

import uvicorn
from rich.console import Console
from starlette.applications import Starlette

from mamayev.engine.refusal import Refusal
from mamayev.engine.text import plain

from .app import create_app
from .guard import BODY_BYTES, is_loopback
from .port import DEFAULT_PORT
from .sockets import BehindProxy, Connection, Tab

PORTS_TRIED = 50
SILENT_SECONDS = 60
M_ARENA_MAX = -8
"""glibc's code for the `mallopt` parameter that limits the number of heaps."""
HEAPS = 2
ANSWER_SECONDS = 1
"""The number of seconds that the server waits for its last responses while it stops. It refuses new requests."""
STOP_SECONDS = 2.5
"""The number of seconds from the signal to the end of the process, even during a long step.

Changes that the server has confirmed are stored. The documentation promises 3 seconds.
"""
STOPPED = "Stopped; every game is saved."
SWITCH_SECONDS = 0.001
"""The number of seconds that a busy thread runs before Python switches to a waiting one; Python's default is 5 ms.
While two threads write reports, an action in another game takes a median of 99 ms instead of 319 ms."""


def serve(
    host: str,
    port: int | None,
    db: str | None,
    open_browser: bool,
    allow_hosts: Sequence[str] = (),
    club: Path | None = None,
) -> None:
    """Print the address, and serve until Ctrl-C. `port`: None for the default one, or, without a club, the next free
    one. `club`: a club's settings file. Raises Refusal if the address, the file or the database cannot be used."""
    console = Console(highlight=False, soft_wrap=True)
    few_heaps()
    sys.setswitchinterval(SWITCH_SECONDS)
    # A proxy looks for a club at one port.
    listener, bound = listen(host, DEFAULT_PORT if port is None else port, others=port is None and club is None)
    with listener:
        app = create_app(db, host=host, allow_hosts=allow_hosts, club=club)
        names = app.state.names
        if port is None and bound != DEFAULT_PORT:
            console.print(f"Port {DEFAULT_PORT} is taken; using {bound}.")
        for sentence in warnings(host, names, app.state.address):
            console.print(sentence)
        address = f"http://{shown(host)}:{bound}/"

        def announce() -> None:
            console.print(f"Mamayev is at {address}  (Ctrl-C stops it)")
            if open_browser:
                threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

        ended = threading.Event()

        def end() -> None:
            if not ended.is_set():
                ended.set()
                console.print(STOPPED)

        def leave() -> None:
            end()
            sys.stdout.flush()
            os._exit(0)

        logging.getLogger("uvicorn.error").addFilter(_is_error)
        config = configured(app, BehindProxy if names else Connection)
        server = _Announced(config, announce, leave)
        try:
            server.run(sockets=[listener])
        except KeyboardInterrupt:
            end()
        if server.should_leave:
            # On a busy machine, Python takes seconds to clear the memory of many games, and no timer can interrupt
            # that.
            leave()


def few_heaps() -> None:
    """Make threads share heaps under glibc.

    By default, glibc creates up to eight heaps per core and does not share free memory between them. With 30 games
    between bots, a server then took 258 MB instead of 224 MB.
    """
    with suppress(AttributeError, OSError, TypeError):  # another C library
        ctypes.CDLL(None).mallopt(M_ARENA_MAX, HEAPS)


def configured(app: Starlette, http: type[Connection] = Connection) -> uvicorn.Config:
    """Return the configuration for serving an application."""
    return uvicorn.Config(
        app,
        http=http,
        ws=Tab,
        # uvicorn's own configuration would first close every log handler of the process, including absl's with the
        # stream that it writes to. Errors reach stderr without it, like our own lines.
        log_config=None,
        log_level="error",  # uvicorn warns about each request that it cannot read, and anyone can send a million of
        # those
        access_log=False,
        server_header=False,
        # A proxy on this machine says who asks, so that each of its callers has a separate rate. A server that listens
        # to IPv4 and IPv6 on one socket sees the proxy's IPv4 address in the third form.
        proxy_headers=True,
        forwarded_allow_ips="127.0.0.1,::1,::ffff:127.0.0.1",
        ws_max_size=BODY_BYTES,
        timeout_graceful_shutdown=ANSWER_SECONDS,
    )


def _is_error(record: logging.LogRecord) -> bool:
    """Return whether a line of uvicorn's log is about an error. The tabs and requests that it cancels when the server
    stops are none."""
    error = record.exc_info[1] if record.exc_info else None
    return not isinstance(error, asyncio.CancelledError) and not record.getMessage().startswith("Cancel ")


def warnings(host: str, allow_hosts: Sequence[str], club: str = "") -> list[str]:
    """Return warnings for a server that other machines can reach. `club`: the URL of its club."""
    if is_loopback(host) and not allow_hosts:
        return []
    names = ", ".join(allow_hosts)
    said = [
        f"Members reach the club at {club}. A seat in a private game belongs to anyone who has its key."
        if club
        else "Anyone who can reach this address can play, change and delete every open table here, and watch the "
        "private games. A seat in a private game belongs to anyone who has its key.",
        f"Besides this machine's own names, it answers to {names}."
        if names
        else "It answers to this machine's own names and addresses. To allow another name, use --allow-host NAME.",
    ]
    if not is_loopback(host):
        said.append(
            "Others can read the traffic, including keys. Outside a network that you trust, put a proxy with HTTPS in "
            "front of it (docs/serving.md)."
        )
    return said


class _Announced(uvicorn.Server):
    """A uvicorn server that prints its address when it starts to listen. After a signal, it ends within
    `STOP_SECONDS`."""

    def __init__(self, config: uvicorn.Config, announce: Callable[[], None], leave: Callable[[], None]) -> None:
        super().__init__(config)
        self._announce = announce
        self._leaving = threading.Timer(STOP_SECONDS, leave)
        self._leaving.daemon = True

    @property
    def should_leave(self) -> bool:
        """Whether a signal has told this process to end."""
        return self._leaving.ident is not None

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Begin to shut down."""
        if not self.should_exit:
            self._leaving.start()
        super().handle_exit(sig, frame)

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Make a closed terminal (SIGHUP) stop the server like Ctrl-C, unless that signal is ignored."""
        with super().capture_signals():
            hangup = getattr(signal, "SIGHUP", None)
            if hangup is None or threading.current_thread() is not threading.main_thread():
                yield
                return
            before = signal.getsignal(hangup)
            if before is not signal.SIG_IGN:
                signal.signal(hangup, self.handle_exit)
            try:
                yield
            finally:
                signal.signal(hangup, before)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._announce()


def listen(host: str, port: int, *, others: bool = False) -> tuple[socket.socket, int]:
    """Return a socket that listens on the address, and its port.

    `others`: whether to use the next free port if the given one is taken. Port 0 picks any. Raises Refusal.
    """
    tries = range(port, min(port + PORTS_TRIED, 65536)) if others else (port,)
    # Windows reserves ranges of ports, and denies them.
    taken = {errno.EADDRINUSE, *([errno.EACCES] if len(tries) > 1 else [])}
    for candidate in tries:
        try:
            listener = _bind(host, candidate)
        except (OSError, UnicodeError) as error:
            if isinstance(error, OSError) and error.errno in taken:
                continue
            reason = plain(error) if isinstance(error, OSError) else "no host has such a name"
            raise Refusal(
                f"The server cannot listen at {host}, port {candidate}: {reason}.",
                field="host",
                malformed=True,
            ) from None
        return listener, listener.getsockname()[1]
    raise Refusal(
        f"Port {port} is used by another program. Choose another one with --port."
        if len(tries) == 1
        else f"All ports from {tries[0]} to {tries[-1]} are in use. Choose another one with --port.",
        field="port",
        malformed=True,
    )


OWN_ADDRESS: int = getattr(socket, "SO_EXCLUSIVEADDRUSE", socket.SO_REUSEADDR)
"""The socket option for a listener. Without SO_REUSEADDR, the connections of a server that has just stopped would block
its port for a minute. On Windows they do not, and SO_REUSEADDR would let two servers share a port."""


def _bind(host: str, port: int) -> socket.socket:
    family, kind, proto, _, where = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
    listener = socket.socket(family, kind, proto)
    try:
        listener.setsockopt(socket.SOL_SOCKET, OWN_ADDRESS, 1)
        # A client that has stopped reading, or that has disappeared silently, is cut off.
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
        if hasattr(socket, "TCP_USER_TIMEOUT"):
            listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, SILENT_SECONDS * 1000)
        listener.bind(where)
        listener.listen(128)
    except OSError:
        listener.close()
        raise
    return listener


def shown(host: str) -> str:
    """Return the host name with which a browser on this machine can reach the server."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host
    if address.is_unspecified:
        return "localhost"
    return f"[{host}]" if address.version == 6 else host
