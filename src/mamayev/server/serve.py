"""The server as a program: finds a port, says where it listens, stops on Ctrl-C."""

from __future__ import annotations

import errno
import ipaddress
import socket
import threading
import webbrowser
from collections.abc import Callable

import uvicorn
from rich.console import Console

from mamayev.engine.refusal import Refusal

from . import DEFAULT_PORT
from .app import create_app
from .guard import BODY_BYTES, is_loopback

PORTS_TRIED = 50


def serve(host: str, port: int, db: str | None, open_browser: bool) -> None:
    """Serve until Ctrl-C; prints the address. Raises Refusal where the address or the database cannot be used."""
    console = Console(highlight=False, soft_wrap=True)
    listener, bound = listen(host, port)
    with listener:
        app = create_app(db, host=host)
        if port and bound != port:
            console.print(f"Port {port} is taken; using {bound}.")
        if not is_loopback(host):
            console.print("Everybody who reaches this address can play, change and delete every game here.")
        address = f"http://{shown(host)}:{bound}/"

        def announce() -> None:
            console.print(f"Mamayev is at {address}  (Ctrl-C stops it)")
            if open_browser:
                threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

        config = uvicorn.Config(
            app,
            log_level="warning",
            access_log=False,
            server_header=False,
            proxy_headers=False,
            ws_max_size=BODY_BYTES,
            timeout_graceful_shutdown=3,
        )
        try:
            _Announced(config, announce).run(sockets=[listener])
        except KeyboardInterrupt:
            console.print("Stopped; every game is saved.")


class _Announced(uvicorn.Server):
    """Says so when it listens."""

    def __init__(self, config: uvicorn.Config, announce: Callable[[], None]) -> None:
        super().__init__(config)
        self._announce = announce

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._announce()


def listen(host: str, port: int) -> tuple[socket.socket, int]:
    """A socket that listens at the address, and its port: the given one, or the next free one where the default is
    taken. Port 0 takes any. Raises Refusal."""
    tries = range(port, min(port + PORTS_TRIED, 65536)) if port == DEFAULT_PORT else (port,)
    for candidate in tries:
        try:
            listener = _bind(host, candidate)
        except OSError as error:
            if error.errno == errno.EADDRINUSE:
                continue
            raise Refusal(
                f"The server cannot listen at {host}, port {candidate}: {error.strerror or error}.",
                field="host",
                malformed=True,
            ) from None
        return listener, listener.getsockname()[1]
    raise Refusal(
        f"Port {port} is taken by another program; choose another with --port."
        if len(tries) == 1
        else f"All ports from {tries[0]} to {tries[-1]} are taken; choose another with --port.",
        field="port",
        malformed=True,
    )


def _bind(host: str, port: int) -> socket.socket:
    family, kind, proto, _, where = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
    listener = socket.socket(family, kind, proto)
    try:
        # A server that was just stopped leaves connections behind that would block its own port for a minute.
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(where)
        listener.listen(128)
    except OSError:
        listener.close()
        raise
    return listener


def shown(host: str) -> str:
    """The host as a person types it into a browser on this machine."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host
    if address.is_unspecified:
        return "localhost"
    return f"[{host}]" if address.version == 6 else host
