"""What an attacker sends instead of a request: bodies on every method and at every address, longer, slower and stranger
than they may be. Each is answered or cut off within bounds, and nothing of it reaches a route."""

import json
import re
import resource
import socket
import struct
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from typing import Any

import pytest
from starlette.testclient import TestClient

from mamayev.server import guard, sockets
from mamayev.server.app import create_app
from mamayev.server.document import document
from mamayev.server.guard import BODY_BYTES, BRINGS, RECORD_BYTES
from mamayev.server.routes import answering

from .conftest import HOME
from .test_patience import said, serving

SECONDS = 0.4
"""What a body may take in these tests."""
ASKING = ("GET", "HEAD", "OPTIONS", "TRACE", "DELETE", "PROPFIND", "SUBSCRIBE")
FILES = ("/", "/index.html", "/assets/none.js", "/none")
CHUNK = b"fa00\r\n" + b"x" * 64_000 + b"\r\n"


def addresses() -> Iterator[tuple[str, str]]:
    """Every method at every address of the API's document, and at files."""
    for path, methods in document()["paths"].items():
        for method in {*(name.upper() for name in methods if name != "parameters"), *ASKING}:
            yield method, path.replace("{id}", "0" * 16).replace("{", "").replace("}", "")
    for path in (*FILES, "/api/health", "/api/openapi.json", "/api/none"):
        for method in (*ASKING, *BRINGS):
            yield method, path


def head(method: str, path: str, *lines: str, version: str = "1.1") -> bytes:
    """The head of a request."""
    return "\r\n".join([f"{method} {path} HTTP/{version}", "Host: localhost", *lines, "", ""]).encode()


@pytest.fixture
def port(tiny: str, address: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """A server that no body reaches a route of, unless `let_in` has it."""
    monkeypatch.setattr(guard, "BODY_SECONDS", SECONDS)
    monkeypatch.setattr(sockets, "HEAD_SECONDS", 1.0)  # also for the rest of a body after the answer
    with serving(address) as port:
        yield port


@pytest.fixture
def reached(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str, bytes]]:
    """Every request that reaches the routes, with its body."""
    found: list[tuple[str, str, bytes]] = []
    answer = answering.answer

    async def noted(server: Any, request: Any, *more: Any) -> Any:
        found.append((request.method, request.path, request.body))
        return await answer(server, request, *more)

    monkeypatch.setattr("mamayev.server.http.answer", noted)
    return found


def status(answer: str) -> int:
    return int(answer.split(" ", 2)[1]) if answer else 0


def test_a_request_that_brings_nothing_has_no_body(client: TestClient) -> None:
    """Whatever it is that is asked for, by the length that is said and by the pieces that come."""
    for method, path in addresses():
        takes_none = method not in BRINGS or not path.startswith("/api/")
        for content in (b"x", iter([b"x"])):
            answer = client.request(method, path, content=content)
            if takes_none:
                assert answer.status_code == 413, (method, path, answer.status_code)
                assert answer.headers["connection"] == "close"
                if method != "HEAD":
                    assert answer.json() == {
                        "error": "This address does not accept a request body. Send the request without one."
                    }
            else:
                assert answer.status_code in (200, 404, 405, 422), (method, path, answer.text)
        assert client.request(method, path, content=b"").status_code != 413, (method, path)


def test_a_body_is_as_long_as_it_may_be_by_every_method(client: TestClient) -> None:
    for method, path in addresses():
        if method in BRINGS and path.startswith("/api/"):
            longest = RECORD_BYTES if guard._brings_files(path) else BODY_BYTES

            def pieces(longest: int = longest) -> Iterator[bytes]:
                for _ in range(longest // 1000 + 1):
                    yield b" " * 1000

            assert client.request(method, path, content=b" " * (longest + 1)).status_code == 413, (method, path)
            assert client.request(method, path, content=pieces()).status_code == 413, (method, path)
            assert client.request(method, path, content=b" " * longest).status_code != 413, (method, path)


ENDLESS: dict[str, tuple[bytes, bytes]] = {
    "GET in chunks": (head("GET", "/api/matches", "Transfer-Encoding: chunked"), CHUNK),
    "HEAD in chunks": (head("HEAD", "/api/health", "Transfer-Encoding: chunked"), CHUNK),
    "OPTIONS in chunks": (head("OPTIONS", "/api/matches", "Transfer-Encoding: chunked"), CHUNK),
    "TRACE in chunks": (head("TRACE", "/", "Transfer-Encoding: chunked"), CHUNK),
    "a file in chunks": (head("GET", "/index.html", "Transfer-Encoding: chunked"), CHUNK),
    "POST in chunks": (head("POST", "/api/matches", "Transfer-Encoding: chunked"), CHUNK),
    "GET with a length": (head("GET", "/api/matches", "Content-Length: 999999999999"), CHUNK),
    "POST with a length": (head("POST", "/api/records", "Content-Length: 999999999999"), CHUNK),
    "marks of chunks": (head("POST", "/api/records", "Transfer-Encoding: chunked") + b"1;", b"y" * 64_000),
    "one trailer": (head("POST", "/api/records", "Transfer-Encoding: chunked") + b"0\r\nX: ", b"y" * 64_000),
    "trailers": (head("POST", "/api/records", "Transfer-Encoding: chunked") + b"0\r\n", b"X: y\r\n" * 10_000),
    "chunks of one byte": (head("POST", "/api/records", "Transfer-Encoding: chunked"), b"1\r\n \r\n" * 10_000),
    "requests one after the other": (head("GET", "/api/health"), head("GET", "/api/health") * 1_000),
    "a head": (b"GET / HTTP/1.1\r\nHost: localhost\r\nX: ", b"y" * 64_000),
    "an address": (b"GET /", b"y" * 64_000),
    "a tab that is none": (head("GET", "/api/health", "Connection: Upgrade", "Upgrade: h2c"), CHUNK),
    "a tunnel": (b"CONNECT localhost:1 HTTP/1.1\r\nHost: localhost\r\n\r\n", CHUNK),
    "after a refusal": (head("POST", "/none", "Transfer-Encoding: chunked") + b"1\r\nx\r\n", CHUNK),
}
MOST = 60_000_000
"""Nobody may send as much as that without being cut off."""


@pytest.mark.parametrize("kind", ENDLESS)
def test_who_sends_without_end_is_cut_off(port: int, kind: str) -> None:
    first, more = ENDLESS[kind]
    sent = 0
    with socket.create_connection(("127.0.0.1", port), timeout=10) as line:
        line.sendall(first)
        with suppress(ConnectionError):
            while sent < MOST:
                line.sendall(more)
                sent += len(more)
    assert sent < MOST
    assert said(port, head("GET", "/api/health", "Connection: close")).startswith("HTTP/1.1 200 ")


def test_what_is_sent_without_end_stays_out_of_the_memory(port: int) -> None:
    said(port, head("GET", "/api/health", "Connection: close"))
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for first, more in ENDLESS.values():
        with socket.create_connection(("127.0.0.1", port), timeout=10) as line:
            line.sendall(first)
            with suppress(ConnectionError):
                for _ in range(MOST // len(more)):
                    line.sendall(more)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 40_000  # kB


UNFINISHED = {
    f"{method} {path}, {framing}": head(method, path, line) + begun
    for method in ("GET", "HEAD", "OPTIONS", "TRACE", "DELETE", "POST", "PUT", "PROPFIND")
    for path in ("/api/health", "/api/matches", "/", "/assets/none.js")
    for framing, line, begun in (
        ("a length", "Content-Length: 9", b""),
        ("chunks", "Transfer-Encoding: chunked", b""),
        ("half a chunk", "Transfer-Encoding: chunked", b"9\r\n"),
    )
}


def test_unfinished_requests_are_let_go(port: int, reached: list[Any]) -> None:
    """By every method, at every kind of address: none is held beyond the time that a body may take."""
    with ExitStack() as held:
        lines = {}
        for kind, request in UNFINISHED.items():
            lines[kind] = held.enter_context(socket.create_connection(("127.0.0.1", port), timeout=10))
            lines[kind].sendall(request)
        for kind, line in lines.items():
            answer = b""
            while some := line.recv(65536):
                answer += some
            assert status(answer.decode()) in (408, 413), (kind, answer)
    assert reached == []


def test_a_slow_body_is_not_waited_for_by_any_method(port: int, reached: list[Any]) -> None:
    for method, path in (("GET", "/api/matches"), ("POST", "/api/matches"), ("HEAD", "/"), ("DELETE", "/api/drafts/x")):
        drops = [b"0;%d\r\n" % n for n in range(1)] if method == "DELETE" else [b"1", b";", b"a", b"b", b"c", b"d"]
        answer = said(port, head(method, path, "Transfer-Encoding: chunked"), *drops, pause=SECONDS / 4)
        assert status(answer) in (408, 413), (method, path, answer)
    assert reached == []


def cut(port: int, *parts: bytes) -> None:
    """Send these, and end the connection at once, as who pulls the plug does."""
    line = socket.create_connection(("127.0.0.1", port), timeout=10)
    line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    for part in parts:
        line.sendall(part)
        time.sleep(0.05)
    line.close()


def test_a_body_that_was_cut_off_reaches_no_route(port: int, tiny: str, reached: list[Any]) -> None:
    """Though what has come of it could be read as a whole one."""
    body = json.dumps({"game": tiny}).encode()
    length = f"Content-Length: {len(body) + 9}"
    kind = "Content-Type: application/json"
    for path in ("/api/matches", "/api/records", "/api/matches/x/undo", "/api/drafts"):
        cut(port, head("POST", path, kind, length), body)
        cut(port, head("POST", path, kind, "Transfer-Encoding: chunked"), b"%x\r\n%s\r\n" % (len(body), body))
        # Who only says that no more comes leaves the rest out, too.
        with socket.create_connection(("127.0.0.1", port), timeout=10) as line:
            line.sendall(head("POST", path, kind, length) + body)
            line.shutdown(socket.SHUT_WR)
            with suppress(ConnectionError):
                assert line.recv(100) == b""
    assert reached == []
    whole = head("POST", "/api/matches", kind, f"Content-Length: {len(body)}", "Connection: close")
    assert status(said(port, whole, body)) == 201
    assert [request[2] for request in reached] == [body]


LAST = "Connection: close"
STRANGE: dict[str, tuple[bytes, tuple[int, ...]]] = {
    "HTTP/1.0 with a body": (head("GET", "/api/health", "Content-Length: 1", version="1.0") + b"x", (413,)),
    "HTTP/1.0 without": (head("GET", "/api/health", version="1.0"), (200,)),
    "HTTP/1.0 in chunks": (
        head("POST", "/api/matches", LAST, "Transfer-Encoding: chunked", version="1.0") + b"0\r\n\r\n",
        (400, 422),
    ),
    "two lengths": (head("POST", "/api/matches", "Content-Length: 1", "Content-Length: 2") + b"{}", (400,)),
    "length and chunks": (
        head("POST", "/api/matches", "Content-Length: 2", "Transfer-Encoding: chunked") + b"{}",
        (400,),
    ),
    "a length below nothing": (head("GET", "/api/health", "Content-Length: -1"), (400,)),
    "a length in words": (head("GET", "/api/health", "Content-Length: two"), (400,)),
    "a length beyond numbers": (head("GET", "/api/health", f"Content-Length: {'9' * 40}"), (400, 413)),
    "chunks of another kind": (
        head("GET", "/api/health", LAST, "Transfer-Encoding: gzip, chunked") + b"0\r\n\r\n",
        (200,),
    ),
    "no chunks at the end": (head("POST", "/api/matches", "Transfer-Encoding: gzip"), (400,)),
    "a chunk below nothing": (head("GET", "/", "Transfer-Encoding: chunked") + b"-1\r\n", (400,)),
    "a chunk beyond numbers": (head("GET", "/", "Transfer-Encoding: chunked") + b"f" * 40 + b"\r\n", (400,)),
    "an unknown method": (head("STEAL", "/api/health"), (400,)),
    "a method in small letters": (head("get", "/api/health"), (400,)),
    "HTTP/2": (b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", (400,)),
    "HTTP/0.9": (b"GET /\r\n\r\n", (400, 403)),
    "TLS": (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(64), (400,)),
    "no address": (b"GET  HTTP/1.1\r\nHost: localhost\r\n\r\n", (400,)),
    "an asterisk": (head("OPTIONS", "*", LAST), (400, 404, 405)),
    "a whole address": (head("GET", "http://localhost/api/health", LAST), (200,)),
    "an address with a mark": (head("GET", "//localhost/api/health", LAST), (200, 400, 404)),
    "a tunnel": (b"CONNECT localhost:1 HTTP/1.1\r\nHost: localhost\r\n\r\n", (400, 404, 405)),
    "a header without a colon": (b"GET / HTTP/1.1\r\nHost localhost\r\n\r\n", (400,)),
    "a folded header": (b"GET / HTTP/1.1\r\nHost: localhost\r\nX: a\r\n b\r\n\r\n", (400,)),
    "a nought in a header": (b"GET / HTTP/1.1\r\nHost: localhost\r\nX: a\x00b\r\n\r\n", (400,)),
    "a length before the host": (
        b"GET /api/health HTTP/1.1\r\nContent-Length: 4\r\nHost: localhost\r\n\r\n1234",
        (413,),
    ),
    "it waits for a word": (head("POST", "/api/matches", "Content-Length: 9999999", "Expect: 100-continue"), (413,)),
    "HEAD waits for a word": (head("HEAD", "/", "Content-Length: 9999999", "Expect: 100-continue"), (413,)),
}


@pytest.mark.parametrize("kind", STRANGE)
def test_strange_requests_are_answered(port: int, reached: list[Any], kind: str) -> None:
    request, wanted = STRANGE[kind]
    answer = said(port, request)
    assert status(answer) in wanted, answer
    assert answer.count("HTTP/1.1 ") == 1, answer
    assert all(body == b"" for _, _, body in reached)


def test_requests_ahead_of_the_answers_are_answered_in_their_order_and_bounded(port: int) -> None:
    few = head("GET", "/api/health") * (sockets.PIPELINED - 1) + head("GET", "/api/none", "Connection: close")
    answers = said(port, few)
    assert [part[:3] for part in answers.split("HTTP/1.1 ")[1:]] == ["200"] * (sockets.PIPELINED - 1) + ["404"]
    many = said(port, head("GET", "/api/health") * 5_000)
    assert many.count("HTTP/1.1 ") <= 1
    # A body between two requests is no request.
    smuggled = head("GET", "/api/health", "Content-Length: 47") + head("DELETE", "/api/matches/x")
    assert [part[:3] for part in said(port, smuggled).split("HTTP/1.1 ")[1:]] == ["413"]


def test_a_refused_request_leaves_nothing_for_the_next_one(tiny: str, address: str) -> None:
    """Nor is the rest of what it brings read for ever."""
    with serving(address, rate="1/minute") as port:
        said(port, head("GET", "/api/health", "Connection: close"))
        with socket.create_connection(("127.0.0.1", port), timeout=10) as line, suppress(ConnectionError):
            line.sendall(head("POST", "/api/matches", f"Content-Length: {10 * MOST}"))
            sent = 0
            while sent < MOST:
                line.sendall(bytes(64_000))
                sent += 64_000
        assert sent < MOST


def whole(line: socket.socket) -> str:
    """The next answer with all of its body, which may come in several parts."""
    read = b""
    while b"\r\n\r\n" not in read:
        read += line.recv(65536)
    told, _, body = read.partition(b"\r\n\r\n")
    length = re.search(rb"(?i)content-length: (\d+)", told)
    assert length
    while len(body) < int(length[1]):
        body += line.recv(65536)
    return told.decode()


@pytest.mark.parametrize("last", [(), ("Connection: close",)])
def test_a_refusal_reaches_a_caller_that_still_sends_the_body(port: int, last: tuple[str, ...]) -> None:
    """A proxy whose connection is reset before it has passed on the whole body answers 502 of its own."""
    for wanted, first, size in (
        (413, head("POST", "/api/matches/x/undo", "Content-Length: 900000", *last), 900_000),
        (413, head("POST", "/api/records", "Content-Length: 1900000", *last), 1_900_000),
        (413, head("DELETE", "/api/matches/x", "Content-Length: 70000", *last), 70_000),
        (403, head("POST", "/api/records", "Content-Length: 900000", "Origin: http://x.example", *last), 900_000),
    ):
        with socket.create_connection(("127.0.0.1", port), timeout=10) as line:
            line.sendall(first + b"x")
            assert status(whole(line)) == wanted
            for n in range(1, size, 100_000):
                line.sendall(bytes(min(100_000, size - n)))
                time.sleep(0.01)
            if wanted == 413 or last:
                assert line.recv(65536) == b""
            else:
                line.sendall(head("GET", "/api/health"))
                assert status(line.recv(65536).decode()) == 200


def test_one_client_has_only_so_many_files_read_at_a_time(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard, "BODY_SECONDS", 60.0)
    begun = head("POST", "/api/records", "Content-Length: 999999") + b"{"
    with ExitStack() as held:
        for _ in range(guard.UPLOADS):
            held.enter_context(socket.create_connection(("127.0.0.1", port), timeout=10)).sendall(begun)
        for length in ("Content-Length: 999999", "Transfer-Encoding: chunked"):
            beyond = said(port, head("POST", "/api/drafts", LAST, length))
            assert (status(beyond), "files from one address" in beyond) == (429, True)
        # What is short is answered all the same, as a new game without files of its own.
        for path in ("/api/matches/x/undo", "/api/matches", "/api/drafts"):
            assert status(said(port, head("POST", path, LAST))) == 422
        assert status(said(port, head("GET", "/api/matches", LAST))) == 200
    for _ in range(100):  # they have gone as soon as the server hears of it
        if status(said(port, head("POST", "/api/drafts", LAST, "Content-Length: 70000") + bytes(70_000))) != 429:
            return
        time.sleep(0.05)
    raise AssertionError("files that nobody sends any more are still counted")


TALK: dict[str, Callable[[], bytes]] = {
    "pings": lambda: frame(0x9, b"p" * 100),
    "empty pings": lambda: frame(0x9, b""),
    "answers to no ping": lambda: frame(0xA, b"p" * 100),
    "words": lambda: frame(0x1, b"hello"),
    "empty words": lambda: frame(0x1, b""),
    "a word without end": lambda: frame(0x0, b"", last=False),
}


def frame(kind: int, data: bytes, *, last: bool = True) -> bytes:
    """A frame as a tab sends it."""
    return bytes([(0x80 if last else 0) | kind, 0x80 | len(data)]) + bytes(4) + data


@pytest.mark.parametrize("kind", TALK)
def test_a_tab_that_talks_without_end_is_cut_off(port: int, tiny: str, kind: str) -> None:
    body = json.dumps({"game": tiny, "seed": 3}).encode()
    made = said(
        port,
        head(
            "POST",
            "/api/matches",
            "Content-Type: application/json",
            f"Content-Length: {len(body)}",
            "Connection: close",
        ),
        body,
    )
    match_id = json.loads(made.partition("\r\n\r\n")[2])["id"]
    opening = head("GET", f"/api/matches/{match_id}/live", *OPENING)
    talk = (frame(0x1, b"x", last=False) if kind == "a word without end" else b"") + TALK[kind]() * 1_000
    with socket.create_connection(("127.0.0.1", port), timeout=10) as line:
        line.sendall(opening)
        assert line.recv(100).startswith(b"HTTP/1.1 101 ")
        sent = 0
        with suppress(ConnectionError):
            while sent < MOST:
                line.sendall(talk)
                sent += len(talk)
    assert sent < MOST


OPENING = (
    "Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13",
    "Sec-WebSocket-Key: YWJjZGVmZ2hpamtsbW5vcA==",
)  # fmt: skip
LIVE = "/api/matches/0123456789abcdef/live"
OPENINGS: dict[str, bytes] = {
    "by another method": head("POST", LIVE, *OPENING),
    "with a body": head("GET", LIVE, *OPENING, "Content-Length: 5") + b"hello",
    "with half a body": head("GET", LIVE, *OPENING, "Content-Length: 5") + b"he",
    "in chunks": head("GET", LIVE, *OPENING, "Transfer-Encoding: chunked") + b"5\r\nhello\r\n",
    "without a key": head("GET", LIVE, *OPENING[:3]),
    "of another version": head("GET", LIVE, *OPENING[:2], "Sec-WebSocket-Version: 7", OPENING[3]),
    "of no match": head("GET", LIVE, *OPENING),
    "elsewhere": head("GET", "/none", *OPENING),
    "with an address that is none": head("GET", "/api/%zz?%ff", *OPENING),
}


@pytest.mark.parametrize("kind", OPENINGS)
def test_an_opening_that_is_none_is_let_go_and_leaves_the_end_of_the_server_alone(
    tiny: str, address: str, caplog: pytest.LogCaptureFixture, kind: str
) -> None:
    with serving(address) as port:
        answer = said(port, OPENINGS[kind])
        assert status(answer) in (400, 403, 404, 426), answer
        assert answer.count("HTTP/1.1 ") == 1, answer
    assert caplog.messages == []


@pytest.mark.parametrize("held", [False, True])
@pytest.mark.parametrize(
    "talk",
    [
        b"\xff\xff" + bytes(64),
        frame(0x2, b"x")[:1] + b"\xff" + b"\x40" + bytes(11),
        frame(0x8, b""),
        frame(0x1, b"no UTF-8: \xff"),
    ],
)
def test_a_tab_that_says_what_no_tab_may_leaves_no_line_in_the_log(
    tiny: str, address: str, caplog: pytest.LogCaptureFixture, talk: bytes, *, held: bool
) -> None:
    """Each of them would be a traceback, and anybody can open many tabs."""
    with serving(address) as port:
        body = json.dumps({"game": tiny, "seed": None if held else 3, "held": held}).encode()
        lines = ("Content-Type: application/json", f"Content-Length: {len(body)}", LAST)
        made = said(port, head("POST", "/api/matches", *lines), body)
        match_id = json.loads(made.partition("\r\n\r\n")[2])["id"]
        wrong = frame(0x1, json.dumps({"key": "none"}).encode()) if held else b""
        for _ in range(5):
            with socket.create_connection(("127.0.0.1", port), timeout=10) as line:
                line.sendall(head("GET", f"/api/matches/{match_id}/live", *OPENING))
                assert line.recv(12) == b"HTTP/1.1 101"
                line.sendall(wrong + talk)
                while line.recv(65_536):
                    pass
        assert said(port, head("GET", "/api/health", LAST)).startswith("HTTP/1.1 200 ")
    assert caplog.messages == []


def test_a_server_ends_well_whatever_openings_there_are(
    tiny: str, address: str, caplog: pytest.LogCaptureFixture
) -> None:
    with ExitStack() as held:
        with serving(address) as port:
            for request in OPENINGS.values():
                line = held.enter_context(socket.create_connection(("127.0.0.1", port), timeout=10))
                line.sendall(request)
            assert said(port, head("GET", "/api/health", LAST)).startswith("HTTP/1.1 200 ")
        with pytest.raises(ConnectionRefusedError):
            socket.create_connection(("127.0.0.1", port))
    assert caplog.messages == []


def test_a_request_has_only_so_many_headers(port: int) -> None:
    most = sockets.HEADERS - 2  # Host and Connection are two
    for count, wanted in ((most, 200), (most + 1, 400), (9_000, 400)):
        answer = said(port, head("GET", "/api/health", LAST, *["X: y"] * count))
        assert status(answer) == wanted, (count, answer)
    trailers = b"0\r\n" + b"X: y\r\n" * sockets.HEADERS + b"\r\n"
    assert status(said(port, head("POST", "/api/matches", "Transfer-Encoding: chunked") + trailers)) == 400


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("2001:db8:1:2::1", "2001:db8:1:2:ffff:ffff:ffff:ffff", True),
        ("2001:db8:1:2::1", "2001:db8:1:3::1", False),
        ("2001:DB8:1:2:0:0:0:1", "2001:db8:1:2::1", True),
        ("::ffff:203.0.113.7", "::ffff:203.0.113.8", False),
        ("::ffff:203.0.113.7", "203.0.113.7", True),
        ("203.0.113.7", "203.0.113.8", False),
        ("fe80::1", "fe80::2", False),
        ("fe80::1%eth0", "fe80::1%eth1", False),
        ("testclient", "testserver", False),
    ],
)
def test_callers_are_told_apart_by_address_and_in_ipv6_by_network(
    tiny: str, address: str, one: str, other: str, same: bool
) -> None:
    app = create_app(address, rate="3/minute", games="1/hour")
    first, second = (TestClient(app, base_url=HOME, client=(host, 5000)) for host in (one, other))
    assert first.post("/api/matches", json={"game": tiny}).status_code == 201
    assert second.post("/api/matches", json={"game": tiny}).status_code == (429 if same else 201)
    assert [first.get("/api/health").status_code for _ in range(3)].count(200) == (1 if same else 2)


def test_an_ipv6_network_of_48_bits_has_a_wider_limit(tiny: str, address: str) -> None:
    app = create_app(address, rate="30/minute", games="2/hour")

    def begin(host: str) -> int:
        at = TestClient(app, base_url=HOME, client=(host, 5000))
        return at.post("/api/matches", json={"game": tiny}).status_code

    assert [begin(f"2001:db8:1:{n:x}::1") for n in range(5)] == [201] * 4 + [429]
    assert begin("2001:db8:1:ffff::1") == 429
    assert begin("2001:db8:2::1") == 201
    assert [begin(f"203.0.113.{n}") for n in range(6)] == [201] * 6


def test_tabs_and_connections_are_counted_by_caller(tiny: str, address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Which 127.0.0.1 and 127.0.0.2 stand for here: two addresses of one network."""
    monkeypatch.setattr(guard, "TABS", 1)
    app = create_app(address)
    clients = [TestClient(app, base_url=HOME, client=(f"2001:db8::{n}", 1)) for n in (1, 2)]
    match_id = clients[0].post("/api/matches", json={"game": tiny}).json()["id"]
    live = f"ws{HOME.removeprefix('http')}/api/matches/{match_id}/live"
    with clients[0], clients[0].websocket_connect(live) as tab, clients[1].websocket_connect(live) as beyond:
        tab.receive_json()
        assert beyond.receive()["reason"] == "The server has no room for more tabs: the limit is 1."
    monkeypatch.setattr(sockets, "caller", lambda host: host.rpartition(".")[0])
    monkeypatch.setattr(sockets.Connection, "most", 4)
    with serving(address) as port, ExitStack() as held:
        for number in range(4):
            source = (f"127.0.0.{2 + number}", 0)
            held.enter_context(socket.create_connection(("127.0.0.1", port), source_address=source))
        assert "the limit for one address is 4" in said(port, head("GET", "/api/health"))
    # 127.0.0.2 to 127.0.0.9 as callers of one wider network.
    monkeypatch.setattr(sockets, "caller", lambda host: f"2001:db8:0:{host.rpartition('.')[2]}::/64")
    monkeypatch.setattr(sockets.Connection, "most", 2)
    with serving(address) as port, ExitStack() as held:
        for number in range(4):
            source = (f"127.0.0.{2 + number}", 0)
            held.enter_context(socket.create_connection(("127.0.0.1", port), source_address=source))
        assert "the limit for one address is 2" in said(port, head("GET", "/api/health"))


def test_a_proxy_on_this_machine_is_one_in_either_form_of_its_address() -> None:
    assert [guard.is_loopback(host) for host in ("::ffff:127.0.0.1", "::ffff:192.0.2.1")] == [True, False]
