"""Requests to addresses that members give: webhooks, and the push services of their browsers.

Anyone could name an address inside the operator's network. So each name is resolved only once, all of its addresses
must be public, and the connection uses the checked address. A name that changes in the meantime (DNS rebinding) has no
effect. Redirects are not followed.
"""

from __future__ import annotations

import ipaddress
import socket
import ssl
import threading
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from http.client import HTTPS_PORT, HTTPConnection, HTTPException
from typing import NamedTuple
from urllib.parse import urlsplit

from mamayev.engine.refusal import Refusal
from mamayev.engine.text import plain

SECONDS = 10.0
"""The time limit for a request in seconds, up to the last header of the answer. The body is not read."""
PORTS = (80, 443, 8080, 8443)
"""The allowed ports. Other ports are used by services such as mail servers and databases."""

Network = ipaddress.IPv4Network | ipaddress.IPv6Network
Address = ipaddress.IPv4Address | ipaddress.IPv6Address


class Unreachable(Exception):
    """A request failed. The message gives the reason."""


class Reply(NamedTuple):
    """A response: its status, and the requested delay in seconds (0 if none)."""

    status: int
    wait: float


class Outside:
    """Sends requests only to public addresses. `inside`: private networks that are also allowed, on any port and
    without encryption."""

    def __init__(self, inside: Iterable[str] = ()) -> None:
        self._inside: tuple[Network, ...] = tuple(ipaddress.ip_network(text, strict=False) for text in inside)

    def check(self, url: str) -> None:
        """Raise Refusal for a URL that is malformed or has an address that is not public."""
        try:
            self._found(url)
        except Unreachable as error:
            raise Refusal(f"{error}.", field="url") from None

    def post(self, url: str, body: bytes, headers: Mapping[str, str]) -> Reply:
        """Send a request and return the answer. Raises Unreachable."""
        parts, address = self._found(url)
        port = parts.port or (443 if parts.scheme == "https" else 80)
        secure = ssl.create_default_context() if parts.scheme == "https" else None
        connection = _Fixed(str(address), parts.hostname or "", port, secure)
        # A server that sends one byte at a time would pass every limit for a single step.
        watch = threading.Timer(SECONDS, connection.cut)
        watch.daemon = True
        watch.start()
        try:
            target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
            connection.request("POST", target, body, {**headers, "User-Agent": "mamayev", "Connection": "close"})
            with connection.getresponse() as answer:
                if connection.late:
                    raise TimeoutError
                return Reply(answer.status, _seconds(answer.headers.get("Retry-After", "")))
        except (OSError, HTTPException, ValueError) as error:
            raise Unreachable(_cause(error, parts.hostname or "", late=connection.late)) from None
        finally:
            watch.cancel()
            connection.close()

    def _found(self, url: str) -> tuple[_Parts, Address]:
        """Return the parts of a URL and the address to connect to. Raises Unreachable."""
        parts = _parts(url)
        found = _resolved(parts.hostname, parts.port or 443)
        ours = all(any(one in network for network in self._inside) for one in found)
        if not ours:
            if bad := next((one for one in found if not is_public(one)), None):
                if parts.hostname == str(bad):
                    raise Unreachable(f"{bad} is not a public address")
                raise Unreachable(f"{parts.hostname} is at {bad}, which is not a public address")
            if parts.scheme != "https":
                raise Unreachable("The address must begin with https://")
            if parts.port not in (None, *PORTS):
                raise Unreachable(f"Port {parts.port} is not one of {', '.join(map(str, PORTS))}")
        return parts, found[0]


class _Parts(NamedTuple):
    scheme: str
    hostname: str
    port: int | None
    path: str
    query: str


def _parts(url: str) -> _Parts:
    try:
        found = urlsplit(url)
        port = found.port
    except ValueError:
        raise Unreachable("This is not a web address") from None
    if found.scheme not in ("http", "https") or not found.hostname or "@" in found.netloc or not url.isascii():
        raise Unreachable("This is not a web address")
    if any(letter <= " " for letter in url):
        raise Unreachable("The address contains a space")
    return _Parts(found.scheme, found.hostname, port, found.path, found.query)


def is_public(address: Address) -> bool:
    """Return whether an address belongs to the public internet rather than to this machine or its networks."""
    if isinstance(address, ipaddress.IPv6Address):
        # An IPv4 address may hide in one of IPv6: as mapped, by 6to4, Teredo or NAT64.
        hidden = [address.ipv4_mapped, address.sixtofour, *(address.teredo or ())]
        if address in _NAT64:
            hidden.append(ipaddress.IPv4Address(int(address) & 0xFFFFFFFF))
        if any(one is not None and not is_public(one) for one in hidden):
            return False
        if address.ipv4_mapped is not None or address in _NAT64:
            return True
        if address not in _UNICAST:
            return False
    return address.is_global and not address.is_multicast


_NAT64 = ipaddress.IPv6Network("64:ff9b::/96")
_UNICAST = ipaddress.IPv6Network("2000::/3")
"""The networks of the public internet. `is_global` alone also allows the former site-local networks."""


def _resolved(host: str, port: int) -> Sequence[Address]:
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise Unreachable(f"There is no address for the name {host}") from None
    return [ipaddress.ip_address(str(where[0]).partition("%")[0]) for *_, where in found]


class _Fixed(HTTPConnection):
    """A connection to a checked address, for a name. Without `secure`, it is not encrypted."""

    def __init__(self, address: str, host: str, port: int, secure: ssl.SSLContext | None) -> None:
        super().__init__(host, port, timeout=SECONDS)
        self._to, self._secure, self.late = (address, port), secure, False
        if secure is not None:
            self.default_port = HTTPS_PORT  # the port that the Host header leaves out

    def connect(self) -> None:
        self.sock = socket.create_connection(self._to, SECONDS)
        if self._secure is not None:
            # The socket in the handshake is not the one that `cut` can end. The handshake has a time limit of its own.
            self.sock = self._secure.wrap_socket(self.sock, server_hostname=self.host)
        if self.late:
            raise TimeoutError

    def cut(self) -> None:
        """Abort the connection because it takes too long."""
        self.late = True
        with suppress(OSError, AttributeError):
            self.sock.shutdown(socket.SHUT_RDWR)


def _cause(error: Exception, host: str, *, late: bool) -> str:
    if late or isinstance(error, TimeoutError):
        return f"{host} did not answer within {SECONDS:g} seconds"
    if isinstance(error, ssl.SSLError):
        return f"{host} could not be reached securely: {error.reason or error}"
    if isinstance(error, OSError):
        return f"{host} could not be reached: {plain(error)}"
    return f"{host} did not answer properly ({type(error).__name__})"


def _seconds(text: str) -> float:
    """Return the seconds of a Retry-After header, or 0."""
    return min(float(text), 86400.0) if text.isascii() and text.isdigit() else 0.0
