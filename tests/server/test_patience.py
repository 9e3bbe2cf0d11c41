"""What the server waits for, and how long: silent sockets, slow requests, a locked database, servers beside it."""

import gzip
import re
import resource
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from typing import Any

import pytest
import uvicorn
from httpx2 import Client, Response
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from mamayev.server import guard, others, sockets
from mamayev.server.app import create_app
from mamayev.server.live import Live
from mamayev.server.routes.answering import BUSY_PAUSES
from mamayev.server.serve import configured, listen
from mamayev.server.store.database import LOCKED_SECONDS

from .conftest import HOME, begun, played

GET = b"GET /api/health HTTP/1.1\r\nHost: localhost\r\n"


@contextmanager
def serving(address: str, http: type[sockets.Connection] = sockets.Connection, **more: Any) -> Iterator[int]:
    """The port of a server on sockets of the system's."""
    listener, port = listen("127.0.0.1", 0)
    server = uvicorn.Server(configured(create_app(address, **more), http))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
    thread.start()
    try:
        while not server.started:
            time.sleep(0.01)
        yield port
    finally:
        server.should_exit = True
        thread.join(10)


def said(port: int, *parts: bytes, pause: float = 0.0) -> str:
    """What a connection is answered until the server closes it."""
    with socket.create_connection(("127.0.0.1", port), timeout=10) as line:
        answer = b""
        with suppress(ConnectionError):  # the server has said what it had to say
            for part in parts:
                line.sendall(part)
                time.sleep(pause)
        with suppress(ConnectionError):
            while some := line.recv(65536):
                answer += some
    return answer.decode()


def test_connections_that_ask_for_nothing_whole_are_ended(
    tiny: str, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sockets, "HEAD_SECONDS", 1.0)
    monkeypatch.setattr(guard, "BODY_SECONDS", 0.4)
    monkeypatch.setattr(sockets.Connection, "most", 4)
    with serving(address) as port:
        assert said(port) == ""
        assert said(port, GET).startswith("HTTP/1.1 408 ")
        # One whole request, then half of another one on the same connection, which ends.
        assert said(port, GET + b"\r\n", GET).startswith("HTTP/1.1 200 ")
        slow = b"POST /api/matches HTTP/1.1\r\nHost: localhost\r\nContent-Length: 20\r\n\r\n{"
        assert "must be complete within 0.4 seconds" in said(port, slow)
        assert said(port, GET, *[b"X: %s\r\n" % (b"y" * 9000)] * 12, pause=0.005).startswith("HTTP/1.1 431 ")
        assert "must name one host" in said(port, GET + b"Host: 127.0.0.1\r\nConnection: close\r\n\r\n")
        with ExitStack() as held:
            for _ in range(4):
                held.enter_context(socket.create_connection(("127.0.0.1", port)))
            assert "the limit for one address is 4" in said(port, GET + b"\r\n")
        assert said(port, GET + b"Connection: close\r\n\r\n").startswith("HTTP/1.1 200 ")


@pytest.mark.parametrize(
    ("http", "limit", "most", "whole"),
    [
        (sockets.Connection, "unread", sockets.UNREAD_BYTES, True),
        (sockets.Connection, "unread", 1_000, False),
        (sockets.BehindProxy, "unread", sockets.UNREAD_BYTES, True),
        (sockets.BehindProxy, "unread", 1_000, False),
        (sockets.BehindProxy, "most", 0, False),
    ],
)
def test_answers_that_a_caller_does_not_read_are_bounded(
    address: str, monkeypatch: pytest.MonkeyPatch, http: type[sockets.Connection], limit: str, most: int, *, whole: bool
) -> None:
    """More than the system takes off the server's hands: a file that is small on the way comes back as 4 MB of text."""
    monkeypatch.setattr(sockets.Connection, limit, most)
    body = gzip.compress(b"a" * 3_900_000)
    lines = b"Host: localhost\r\nConnection: close\r\nContent-Length: %d\r\n\r\n" % len(body)
    if http is sockets.BehindProxy:
        lines = b"X-Forwarded-For: 203.0.113.7\r\n" + lines
    with serving(address, http, allow_hosts=["games.example"]) as port, socket.socket() as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        line.settimeout(20)
        line.connect(("127.0.0.1", port))
        line.sendall(b"POST /api/files HTTP/1.1\r\n" + lines + body)
        size = 0
        with suppress(ConnectionError):
            while some := line.recv(65_536):
                size += len(some)
        assert (size > 3_900_000) == whole


def test_a_server_with_a_name_counts_the_connections_of_whoever_is_no_proxy(
    tiny: str, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sockets, "is_loopback", lambda host: host != "127.0.0.1")  # which stands for one far away
    monkeypatch.setattr(sockets.Connection, "most", 4)
    asked = GET + b"Connection: close\r\n\r\n"
    with serving(address, sockets.BehindProxy, allow_hosts=["games.example"]) as port, ExitStack() as held:
        for _ in range(6):
            held.enter_context(socket.create_connection(("127.0.0.1", port), source_address=("127.0.0.2", 0)))
        assert said(port, asked).startswith("HTTP/1.1 200 ")
        for _ in range(4):
            held.enter_context(socket.create_connection(("127.0.0.1", port)))
        assert "the limit for one address is 4" in said(port, asked)


def test_a_client_behind_a_proxy_has_only_so_many_tabs(
    tiny: str, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guard, "TABS", 2)
    app = create_app(address)
    with TestClient(app, base_url=HOME, client=("203.0.113.7", 1)) as client, ExitStack() as held:
        live = f"ws{HOME.removeprefix('http')}/api/matches/{begun(client, tiny)['id']}/live"
        for _ in range(2):
            held.enter_context(client.websocket_connect(live)).receive_json()
        # Its page is let in, for it could not read why the server refuses a WebSocket.
        with client.websocket_connect(live) as refused, pytest.raises(WebSocketDisconnect) as caught:
            refused.receive_json()
        assert (caught.value.code, caught.value.reason) == (
            1008,
            "The server has no room for more tabs: the limit is 2.",
        )
        other = TestClient(app, base_url=HOME, client=("203.0.113.8", 1))
        held.enter_context(other.websocket_connect(live)).receive_json()


def test_a_client_behind_a_proxy_has_only_so_many_requests(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A proxy that passes on every request at once makes a connection for each."""
    monkeypatch.setattr(guard, "REQUESTS", 2)
    monkeypatch.setattr(sockets, "LEAVING_SECONDS", 0.1)
    mine, other = (b"Host: localhost\r\nX-Forwarded-For: 203.0.113.%d\r\n" % number for number in (7, 8))
    slow = b"PUT /api/drafts/x HTTP/1.1\r\n" + mine + b"Content-Length: 9\r\n\r\n"
    whole = b"GET /api/health HTTP/1.1\r\n" + mine + b"Connection: close\r\n\r\n"
    with serving(address, sockets.BehindProxy, allow_hosts=["games.example"]) as port, ExitStack() as held:
        for _ in range(2):
            held.enter_context(socket.create_connection(("127.0.0.1", port))).sendall(slow)
        begun_at = time.monotonic()
        assert "answers at most 2 from one address" in said(port, slow)
        assert time.monotonic() < begun_at + sockets.HEAD_SECONDS  # it is not waited for
        assert said(port, whole).startswith("HTTP/1.1 429 ")
        assert said(port, whole.replace(mine, other)).startswith("HTTP/1.1 200 ")


def test_a_tab_that_does_not_leave_is_cut_off(tiny: str, address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard, "TABS", 0)
    monkeypatch.setattr(sockets, "LEAVING_SECONDS", 0.1)
    opening = (
        b"GET /api/matches/0123456789abcdef/live HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\n"
        b"Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: YWJjZGVmZ2hpamtsbW5vcA==\r\n\r\n"
    )
    with serving(address) as port, socket.create_connection(("127.0.0.1", port), timeout=5) as line:
        line.sendall(opening)
        answer = b""
        while some := line.recv(65536):
            answer += some
    assert answer.endswith(b"the limit is 0.")


def test_where_all_connections_are_taken_the_server_still_says_how_it_is(
    tiny: str, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sockets.Connection, "in_all", 3)
    monkeypatch.setattr(sockets, "SPARE", 2)
    monkeypatch.setattr(sockets, "SPARE_SECONDS", 0.3)
    opening = (
        b"Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: YQ==\r\n\r\n"
    )
    with serving(address) as port, ExitStack() as held:
        for _ in range(3):
            held.enter_context(socket.create_connection(("127.0.0.1", port)))
        health = said(port, GET + b"\r\n")  # the answer ends the connection
        assert health.startswith("HTTP/1.1 200 ")
        assert "connection: close" in health
        for request in (
            b"GET /api/matches HTTP/1.1\r\nHost: localhost\r\n\r\n",
            GET.replace(b"health", b"x") + opening,
        ):
            refused = said(port, request)
            assert refused.startswith("HTTP/1.1 503 ")
            assert "no room for more connections" in refused
        assert said(port, b"GET /", pause=0.5).startswith("HTTP/1.1 408 ")
        silent = [held.enter_context(socket.create_connection(("127.0.0.1", port))) for _ in range(2)]
        assert said(port, GET + b"\r\n").startswith("HTTP/1.1 503 ")
        assert [line.recv(10) for line in silent] == [b"", b""]  # who keeps them busy is sent away soon
        assert said(port, GET + b"\r\n").startswith("HTTP/1.1 200 ")


def test_descriptors_are_left_for_database_and_files(monkeypatch: pytest.MonkeyPatch) -> None:
    for soft, most in ((1024, 768), (256, 128), (65_536, 4096), (resource.RLIM_INFINITY, 4096)):
        monkeypatch.setattr(resource, "getrlimit", lambda _, soft=soft: (soft, soft))
        assert sockets.most_in_all() == most


def test_an_early_refusal_does_not_take_the_body_for_the_next_request(tiny: str, address: str) -> None:
    body = b"x" * 300_000
    post = b"POST /api/matches HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n\r\n" % len(body)
    last = b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
    with serving(address, rate="1/minute") as port:
        said(port, GET + b"Connection: close\r\n\r\n")
        answers = said(port, post, body[:100_000], body[100_000:], last, pause=0.1)
    # The page itself, or that it is not built.
    assert re.findall(r"HTTP/1\.1 (\d+)", answers) in (["429", "200"], ["429", "503"])


def test_a_client_begins_only_so_many_games(tiny: str, address: str) -> None:
    with TestClient(create_app(address, games="2/hour"), base_url=HOME) as client:
        state = begun(client, tiny)
        assert client.post(f"/api/matches/{state['id']}/branch", json={"ply": 0}).status_code == 201
        for path, body in (("", {"game": tiny}), (f"/{state['id']}/branch", {"ply": 0})):
            told = client.post(f"/api/matches{path}", json=body)
            assert (told.status_code, "Too many new games" in told.json()["error"]) == (429, True)
        assert played(client, state, "rest")["version"] == 2


def test_a_locked_database_is_said_soon_and_holds_no_match(tiny: str, address: str) -> None:
    with TestClient(create_app(address), base_url=HOME) as client, ThreadPoolExecutor(1) as pool:
        state = begun(client, tiny)
        path = f"/api/matches/{state['id']}"
        other = sqlite3.connect(address.removeprefix("sqlite:///"), isolation_level=None, check_same_thread=False)
        other.execute("BEGIN IMMEDIATE")
        act = pool.submit(client.post, f"{path}/actions", json={"text": "rest", "version": 1})
        looks = 0
        while not act.done():
            assert client.get(path).json() == state
            looks += 1
        answer = act.result()
        # What it waits for by itself; the rest is the machine's.
        assert sum(BUSY_PAUSES) + (len(BUSY_PAUSES) + 1) * LOCKED_SECONDS < 3
        assert (answer.status_code, looks > 2) == (503, True)
        assert answer.json()["error"] == "Another program has locked the database, and nothing has changed. Try again."
        # Whoever lets go in time is not noticed.
        threading.Timer(0.3, lambda: other.execute("ROLLBACK")).start()
        assert played(client, state, "rest")["version"] == 2
        other.close()


def test_a_tab_hears_of_what_is_played_through_another_server(
    tiny: str, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(others, "LOOK_SECONDS", 0.05)
    with (
        TestClient(create_app(address), base_url=HOME) as one,
        TestClient(create_app(address), base_url=HOME) as two,
    ):
        state = begun(one, tiny)
        with two.websocket_connect(f"ws{HOME.removeprefix('http')}/api/matches/{state['id']}/live") as tab:
            assert tab.receive_json()["version"] == 1
            after = played(one, state, "step north 1")
            news = tab.receive_json()
            assert (news["version"], news["state"]["picture"]) == (2, after["picture"])
            assert one.delete(f"/api/matches/{state['id']}").status_code == 204
            assert tab.receive()["code"] == 1001


def test_what_is_played_here_is_told_once(tiny: str, address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """However late the look at what others have played comes."""
    monkeypatch.setattr(others, "LOOK_SECONDS", 0.01)
    told = Live.told
    monkeypatch.setattr(Live, "told", lambda live: dict.fromkeys(told(live), 0))
    with TestClient(create_app(address), base_url=HOME) as client:
        state = begun(client, tiny)
        with client.websocket_connect(f"ws{HOME.removeprefix('http')}/api/matches/{state['id']}/live") as tab:
            for _ in range(3):
                state = played(client, state, "rest")
                time.sleep(0.05)
            assert [tab.receive_json()["version"] for _ in range(4)] == [1, 2, 3, 4]


@pytest.mark.parametrize("end", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_the_server_like_ctrl_c(tiny: str, address: str, end: signal.Signals) -> None:
    def at_a_terminal() -> None:
        signal.signal(signal.SIGHUP, signal.SIG_DFL)  # tests may run under nohup

    command = [sys.executable, "-m", "mamayev", "serve", "--port", "0", "--no-browser", "--db", address]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, preexec_fn=at_a_terminal
    ) as process:
        assert process.stdout is not None
        assert "Mamayev is at" in process.stdout.readline()
        process.send_signal(end)
        out, err = process.communicate(timeout=20)
    assert (process.returncode, out, err) == (0, "Stopped; every game is saved.\n", "")


STUCK = """
import runpy, time
from mamayev.server.room import Room
Room.overlay = lambda *_: time.sleep(600)
runpy.run_module("mamayev", run_name="__main__")
"""


@contextmanager
def running(how: str, what: str, address: str) -> Iterator[tuple[subprocess.Popen[str], Client]]:
    """A server as a process, and somebody who asks it."""
    command = [sys.executable, how, what, "serve", "--port", "0", "--no-browser", "--db", address]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            with Client(base_url=process.stdout.readline().split()[3], timeout=60) as client:
                yield process, client
        finally:
            process.kill()


def asked(pool: ThreadPoolExecutor, client: Client, method: str, path: str) -> "Future[Response]":
    """A request that will not be answered soon, once the server has it."""
    answer = pool.submit(client.request, method, path, json={"bot": "strategist"} if method == "POST" else None)
    time.sleep(1.5)
    assert not answer.done()
    return answer


def test_a_signal_ends_the_server_while_it_thinks(address: str) -> None:
    """The thought takes longer than the test waits; who asked for it is told."""
    with running("-m", "mamayev", address) as (process, client), ThreadPoolExecutor(1) as pool:
        state = begun(client, "barbarossa")
        for text in ("historical", "confirm", "historical", "confirm"):
            state = played(client, state, text)
        thought = begun(client, "cauldron", seats={"german": "strategist"})
        hint = asked(pool, client, "POST", f"/api/matches/{state['id']}/hint")
        process.send_signal(signal.SIGTERM)
        out, _ = process.communicate(timeout=10)
        assert (process.returncode, out) == (0, "Stopped; every game is saved.\n")
        assert (hint.result().status_code, hint.result().json()) == (503, {"error": guard.STOPPING})
    with TestClient(create_app(address, bot_pause=60), base_url=HOME) as again:
        assert again.get(f"/api/matches/{thought['id']}").json()["seats"]["german"] == "strategist"


SLOW_TO_CLEAR = """
import runpy, time
class Slow:
    def __del__(self, sleep=time.sleep):
        sleep(600)
import mamayev.server.serve
mamayev.server.serve.slow = Slow()
runpy.run_module("mamayev", run_name="__main__")
"""


def test_a_signal_ends_the_server_however_long_its_memory_takes_to_clear(address: str) -> None:
    """Daemon threads, and so timers, stop when Python begins to clear its memory."""
    with running("-c", SLOW_TO_CLEAR, address) as (process, _):
        process.send_signal(signal.SIGTERM)
        out, _ = process.communicate(timeout=20)
        assert (process.returncode, out) == (0, "Stopped; every game is saved.\n")


def test_a_signal_ends_the_server_whatever_a_thread_is_in_the_middle_of(address: str) -> None:
    with running("-c", STUCK, address) as (process, client), ThreadPoolExecutor(1) as pool:
        state = begun(client, "skirmish")
        asked(pool, client, "GET", f"/api/matches/{state['id']}/overlays/none")
        process.send_signal(signal.SIGTERM)
        out, _ = process.communicate(timeout=20)
        assert (process.returncode, out) == (0, "Stopped; every game is saved.\n")


def test_options_names_the_methods_and_a_fraction_of_nothing_is_told(tiny: str, address: str) -> None:
    with TestClient(create_app(address), base_url=HOME) as client:
        state = begun(client, tiny)
        for path, methods in (("", "GET, POST"), (f"/{state['id']}", "DELETE, GET, PATCH"), ("/x/undo", "POST")):
            told = client.request("OPTIONS", f"/api/matches{path}")
            assert (told.status_code, told.headers["allow"]) == (405, methods)
        told = client.post(f"/api/matches/{state['id']}/actions", json={"text": "rest", "version": 215.0})
        said = "“version” is a number with a fraction, but must be a whole number."
        assert (told.status_code, told.json()["error"]) == (422, said)
