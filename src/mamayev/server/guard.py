"""Check the caller, size and rate of every request, and set the headers of every response.

The server trusts its callers, so a web page from another origin must not be able to call it. The guard checks the Host
header to prevent DNS rebinding, and the Origin and Sec-Fetch-Site headers to prevent requests from other sites.
WebSockets go through the same checks.
"""

from __future__ import annotations

import asyncio
import ipaddress
import socket
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from urllib.parse import urlsplit

import msgspec
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from mamayev.engine import json
from mamayev.engine.refusal import shortened
from mamayev.match.record import VALUES

from .callers import caller, counted
from .forms import RefusalForm
from .rates import Rate, Rates

MATCHES = "/api/matches"
RECORDS = ("/api/records", "/api/mail")
FILES = "/api/files"
COMPONENTS = "/components"
BRANCH = "/branch"
DRAFTS = "/api/drafts"
BEGINNINGS = (*RECORDS, MATCHES, DRAFTS, "/api/club/challenges", "/api/club/play")
CONTINUATIONS = (BRANCH, "/accept", "/rematch")
"""`BEGINNINGS`: the URL paths that start a game or a draft. `CONTINUATIONS`: the endings of other such paths."""
RECORD_BYTES = 1_000_000
BODY_BYTES = 64_000
BRINGS = ("POST", "PUT", "PATCH")
"""The HTTP methods with a request body. No other request has one, and neither do requests for files."""
BODY_VALUES = 5_000  # the check of a form makes a sentence for each that is wrong
BODY_SECONDS = 20.0
TABS = 256  # of one client
REQUESTS = 256
"""The maximum number of requests in progress per client. The connection limit already enforces this for direct clients,
but a proxy opens a connection for each request."""
UPLOADS = 16  # bodies over `BODY_BYTES` that one client may send at a time; each takes a few megabytes
STOPPING = "The server is stopping. Try again later."
CHECKS = "3600/hour"
"""The limit on checks of a player's own files.

The workshop checks the files after each pen stroke, so the limit allows an average of one check a second.
"""

HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
        "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
        "require-trusted-types-for 'script'; trusted-types mamayev svelte-trusted-html"
    ),
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
}
_HEADERS = [(name.encode(), value.encode()) for name, value in HEADERS.items()]


PROXIED = (b"forwarded", b"x-forwarded-for", b"x-forwarded-proto", b"x-forwarded-host", b"x-real-ip", b"via")
"""Headers that a proxy adds to a request."""


class Guard:
    """ASGI middleware that checks every request.

    `host`: the address that the server listens on. `names`: additional accepted host names, such as a proxy's. `rate`,
    `games`: the limits for requests and new games per client, such as "600/hour".
    """

    def __init__(self, app: ASGIApp, host: str, rate: str, games: str, names: Iterable[str] = ()) -> None:
        self.app = app
        self.loopback = is_loopback(host)
        self.named = frozenset(name.lower() for name in names)
        self.names = {"localhost", host.lower(), *self.named}
        if not self.loopback:
            own = socket.gethostname().lower()
            self.names |= {own, f"{own}.local"}
        self.rate: Rate = Rate.parse(rate)
        self.games: Rate = Rate.parse(games)
        self.checks: Rate = Rate.parse(CHECKS)
        self.limiter = Rates()
        self.tabs: Counter[str] = Counter()
        self.requests: Counter[str] = Counter()
        self.uploads: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        refusal = self._refuse(scope)
        if scope["type"] == "websocket":
            with one_more(self.tabs, client_of(scope), TABS) as there_is_room:
                if refusal is None and not there_is_room:
                    refusal = 429, f"The server has no room for more tabs: the limit is {TABS}."
                if refusal is None:
                    await self.app(scope, receive, send)
                else:
                    await refuse_tab(receive, send, *refusal)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                own = {name for name, _ in message["headers"]}
                message["headers"] = [*message["headers"], *(h for h in _HEADERS if h[0] not in own)]
                if scope["path"].startswith("/api/"):
                    message["headers"].append((b"cache-control", b"no-store"))
            await send(message)

        with ExitStack() as counts:
            if not counts.enter_context(one_more(self.requests, client_of(scope), REQUESTS)):
                text = f"Too many requests: the server answers at most {REQUESTS} from one address at a time."
                refusal = refusal or (429, text)
            if refusal is None and _may_be_large(scope):
                text = f"Too many uploads: the server reads at most {UPLOADS} files from one address at a time."
                there_is_room = counts.enter_context(one_more(self.uploads, client_of(scope), UPLOADS))
                refusal = None if there_is_room else (429, text)
            await self._answer(scope, receive, send_with_headers, refusal)

    async def _answer(self, scope: Scope, receive: Receive, send: Send, refusal: tuple[int, str] | None) -> None:
        """Refuse the request, or read its body and pass it on."""
        begun = False

        async def noted(message: Message) -> None:
            nonlocal begun
            begun = True
            await send(message)

        if refusal is None:
            limit = _longest_body(scope)
            try:
                async with asyncio.timeout(BODY_SECONDS):
                    body = await _body(scope, receive, limit)
            except TimeoutError:
                refusal = (408, f"Too slow: a request must be complete within {BODY_SECONDS:g} seconds.")
            except ClientDisconnect:
                return
            else:
                values = VALUES if scope["path"] in (*RECORDS, FILES) else BODY_VALUES
                if body is None:
                    refusal = (
                        (413, f"The request is too long: the limit is {limit:,} bytes.")
                        if limit
                        else (413, "This address does not accept a request body. Send the request without one.")
                    )
                elif json.more_than(values, body):
                    refusal = (422, f"The request has too many values: the limit is {values:,}.")
                else:
                    receive = _replayed(body, receive)
        if refusal is not None:
            await refuse(send, *refusal)
            return
        try:
            await self.app(scope, receive, noted)
        except asyncio.CancelledError:
            if begun:
                raise
            await refuse(send, 503, STOPPING)

    def _refuse(self, scope: Scope) -> tuple[int, str] | None:
        """Return the status and the message if the request must be refused."""
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        if sum(name == b"host" for name, _ in scope["headers"]) > 1:
            return 400, "The request must name one host, in one Host header."
        host = headers.get(b"host", "")
        if not self._known(host):
            return 403, (
                f"This server does not answer to the name “{host}”. To allow it, start the server with --allow-host."
            )
        if self.loopback and not self.named and any(name in headers for name in PROXIED):
            # It would mistake the proxy's callers for the person at this machine.
            return 403, "This request came through a proxy. Start the server with --allow-host and the proxy's name."
        if not scope["path"].startswith("/api/"):
            return None
        site = headers.get(b"sec-fetch-site", "same-origin")
        origin = headers.get(b"origin")
        if site not in ("same-origin", "none") or (origin is not None and not _same(origin, host)):
            return 403, "This server refuses requests from pages of other sites."
        client = client_of(scope)
        if not self._hit(self.rate, client):
            return 429, f"Too many requests: the limit is {self.rate}."
        if _begins(scope) and not self._hit(self.games, client, "games"):
            return 429, f"Too many new games: the limit for one address is {self.games}."
        if _checks(scope) and not self._hit(self.checks, client, "checks"):
            return 429, f"Too many checks of your own files: the limit for one address is {self.checks}."
        return None

    def _hit(self, rate: Rate, client: str, *what: str) -> bool:
        """Count a client's request, and return whether the client and its network are within the limit."""
        return all(self.limiter.hit(rate, *what, name, times=times) for name, times in counted(client))

    def _known(self, host: str) -> bool:
        """Return whether a Host header names this server. A name in a DNS rebinding attack is neither an IP address nor
        a name of this machine."""
        try:
            name = urlsplit(f"//{host}").hostname
        except ValueError:
            return False
        if name is None:
            return False
        if name in self.names:
            return True
        try:
            address = ipaddress.ip_address(name)
        except ValueError:
            return False
        return address.is_loopback or not self.loopback


@contextmanager
def one_more(count: Counter[str], client: str, most: int) -> Iterator[bool]:
    """Count an event for a client and its network while the block runs, and yield whether it is within the limit.

    Behind a proxy, only the guard can tell clients apart.
    """
    names = counted(client)
    count.update(name for name, _ in names)
    try:
        yield all(count[name] <= most * times for name, times in names)
    finally:
        for name, _ in names:
            count[name] -= 1
            if not count[name]:
                del count[name]


def client_of(scope: Scope) -> str:
    """Return the caller of a request for rate limits."""
    return caller(scope["client"][0]) if scope.get("client") else "local"


def _longest_body(scope: Scope) -> int:
    """Return the maximum length of a request's body in bytes."""
    path: str = scope["path"]
    if scope["method"] not in BRINGS or not path.startswith("/api/"):
        return 0
    return RECORD_BYTES if _brings_files(path) else BODY_BYTES


def _may_be_large(scope: Scope) -> bool:
    """Return whether a request's body may be several megabytes long."""
    chunked = any(name == b"transfer-encoding" for name, _ in scope["headers"])
    return _longest_body(scope) > BODY_BYTES and (chunked or _declared(scope) > BODY_BYTES)


def _declared(scope: Scope) -> int:
    """Return the declared length of a request's body, or 0 if none is declared."""
    values = [value for name, value in scope["headers"] if name == b"content-length" and value.isdigit()]
    return max((int(value) if len(value) <= 18 else sys.maxsize for value in values), default=0)


def _brings_files(path: str) -> bool:
    """Return whether a request may contain files, and may therefore be large."""
    return path in (*RECORDS, FILES, MATCHES) or path.startswith(DRAFTS) or path.endswith((COMPONENTS, BRANCH))


def _begins(scope: Scope) -> bool:
    """Return whether a request starts a game or a draft."""
    path: str = scope["path"]
    return scope.get("method") == "POST" and (path in BEGINNINGS or path.endswith(CONTINUATIONS))


def _checks(scope: Scope) -> bool:
    """Return whether a request checks a player's files, which is as much work as starting a game."""
    path: str = scope["path"]
    return scope.get("method") == "POST" and path.endswith(COMPONENTS)


def is_loopback(host: str) -> bool:
    """Return whether an address can be reached only from this machine."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host.lower() == "localhost"
    return (getattr(address, "ipv4_mapped", None) or address).is_loopback


def _same(origin: str, host: str) -> bool:
    try:
        theirs, ours = urlsplit(origin), urlsplit(f"{urlsplit(origin).scheme}://{host}")
        default = {"http": 80, "https": 443}.get(theirs.scheme)
        if default is None:
            return False
        return (theirs.hostname, theirs.port or default) == (ours.hostname, ours.port or default)
    except ValueError:
        return False


async def _body(scope: Scope, receive: Receive, limit: int) -> bytes | None:
    """Return the whole body, or None if it is longer than `limit`.

    Raises ClientDisconnect if the connection ends first, so that no route sees an incomplete body.
    """
    if _declared(scope) > limit:
        return None
    body = bytearray()
    while True:
        message = await receive()
        if message["type"] != "http.request":
            raise ClientDisconnect
        body += message.get("body", b"")
        if len(body) > limit:
            return None
        if not message.get("more_body"):
            return bytes(body)


def _replayed(body: bytes, receive: Receive) -> Receive:
    waiting: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def replay() -> Message:
        return waiting.pop() if waiting else await receive()

    return replay


async def refuse(send: Send, status: int, text: str) -> None:
    """Send a response with a status and a message."""
    content = msgspec.json.encode(RefusalForm(shortened(text).encode("utf-8", "replace").decode()))
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(content)).encode())]
    if status in (408, 413):
        # The server does not wait for the rest of a body that is too long or too slow.
        headers.append((b"connection", b"close"))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": content})


async def refuse_tab(receive: Receive, send: Send, status: int, text: str) -> None:
    """Refuse a tab's WebSocket with a message.

    A page cannot read the response to a refused WebSocket. So if the rate limit is exceeded, the WebSocket is accepted
    and immediately closed with the message as the reason. In all other cases it is refused.
    """
    await receive()
    if status == 429:
        await send({"type": "websocket.accept"})
    await send({"type": "websocket.close", "code": 1008, "reason": text})
