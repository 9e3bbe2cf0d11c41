"""The server as a program: where it listens and what it says."""

import ctypes
import io
import logging
import platform
import re
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from starlette.applications import Starlette
from websockets.sync.client import connect

from mamayev import server
from mamayev.engine.refusal import Refusal
from mamayev.server import DEFAULT_PORT, serve


def _in_a_thread(run: Callable[..., None], *args: Any, **more: Any) -> None:
    """Run to the end in a thread of its own: the browser tests keep an event loop running in the main one."""
    with ThreadPoolExecutor(1) as pool:
        pool.submit(run, *args, **more).result()


@pytest.fixture
def taken() -> Iterator[int]:
    """A port that another program listens on."""
    with socket.create_server(("127.0.0.1", 0)) as other:
        yield other.getsockname()[1]


def test_where_the_default_port_is_taken_the_next_free_one_is_used(taken: int) -> None:
    listener, port = serve.listen("127.0.0.1", taken, others=True)
    with listener:
        assert taken < port <= taken + serve.PORTS_TRIED
        assert listener.getsockname() == ("127.0.0.1", port)


def test_a_port_that_was_asked_for_is_not_replaced(taken: int) -> None:
    with pytest.raises(Refusal, match=f"Port {taken} is used by another program") as refusal:
        serve.listen("127.0.0.1", taken)
    assert (refusal.value.field, refusal.value.malformed) == ("port", True)


@pytest.mark.parametrize("named", [True, False])
def test_a_named_port_and_that_of_a_club_are_not_replaced(
    taken: int, named: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serve, "DEFAULT_PORT", taken)
    club = None if named else tmp_path / "club.toml"
    with pytest.raises(Refusal, match=f"Port {taken} is used by another program"):
        server.run("127.0.0.1", taken if named else None, f"sqlite:///{tmp_path / 'x.sqlite'}", club=club)


@pytest.mark.parametrize("host", ["no such host", "203.0.113.7"])
def test_an_address_that_is_not_ours_is_refused(host: str) -> None:
    with pytest.raises(Refusal, match=f"cannot listen at {host}") as refusal:
        serve.listen(host, 0)
    assert refusal.value.field == "host"


@pytest.mark.parametrize(
    ("host", "shown"),
    [("127.0.0.1", "127.0.0.1"), ("0.0.0.0", "localhost"), ("::1", "[::1]"), ("::", "localhost"), ("pc", "pc")],
)
def test_the_address_is_shown_as_one_types_it(host: str, shown: str) -> None:
    assert serve.shown(host) == shown


def test_the_address_is_printed_and_the_browser_opened(
    address: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    opened, seen = threading.Event(), []

    def browse(url: str) -> None:
        seen.append(url)
        opened.set()

    async def until_opened(self: uvicorn.Server) -> None:
        assert opened.wait(10)

    monkeypatch.setattr("webbrowser.open", browse)
    monkeypatch.setattr(uvicorn.Server, "main_loop", until_opened)
    _in_a_thread(server.run, "127.0.0.1", 0, address, open_browser=True)
    assert f"Mamayev is at {seen[0]} " in capsys.readouterr().out
    assert seen[0].startswith("http://127.0.0.1:")


def test_listening_for_others_is_said_aloud(
    address: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def at_once(self: uvicorn.Server) -> None:
        return

    monkeypatch.setattr(uvicorn.Server, "main_loop", at_once)
    _in_a_thread(server.run, "0.0.0.0", 0, address)
    said = capsys.readouterr().out
    assert "Anyone who can reach this address can play" in said
    assert "http://localhost:" in said


def test_what_logs_in_this_process_already_goes_on(caplog: pytest.LogCaptureFixture) -> None:
    class Closing(logging.StreamHandler[io.StringIO]):
        """Like absl's, which OpenSpiel and others load: it takes its stream with it."""

        def close(self) -> None:
            self.stream.close()
            super().close()

    lines = io.StringIO()
    handler = Closing(lines)
    serve.configured(Starlette())
    handler.emit(logging.makeLogRecord({"msg": "still here"}))
    assert lines.getvalue() == "still here\n"
    logging.getLogger("uvicorn.error").error("Exception in ASGI application")
    logging.getLogger("uvicorn.error").warning("Invalid HTTP request received.")
    assert caplog.messages == ["Exception in ASGI application"]


def test_what_serving_others_means_is_said_in_sentences() -> None:
    assert serve.warnings("127.0.0.1", []) == []
    open_to_all = " ".join(serve.warnings("0.0.0.0", []))
    assert "--allow-host NAME" in open_to_all
    assert "HTTPS" in open_to_all
    proxied = " ".join(serve.warnings("127.0.0.1", ["games.example"]))
    assert "games.example" in proxied
    assert "HTTPS" not in proxied


def test_the_default_port_is_that_of_the_documents() -> None:
    assert DEFAULT_PORT == 8642


def test_the_threads_share_heaps_where_the_c_library_can_do_that() -> None:
    serve.few_heaps()
    if sys.platform == "linux" and platform.libc_ver()[0] == "glibc":
        assert ctypes.CDLL(None).mallopt(serve.M_ARENA_MAX, serve.HEAPS) == 1


WAITS = """
import asyncio
import sys
from mamayev.cli.main import main
from mamayev.server import http

async def follow(_server, line, *_):
    await line.accept()
    await line.send("waits")
    await asyncio.sleep(60)

http.follow = follow
sys.argv[1:] = ["serve", "--no-browser", "--port", "0", "--db", sys.argv[1]]
main()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="a signal that the process can handle")
def test_a_stop_while_a_tab_waits_for_its_turn_prints_no_error(tmp_path: Path) -> None:
    """uvicorn cancels a tab that waits behind a long step, and would call that an exception in the application."""
    command = [sys.executable, "-u", "-c", WAITS, f"sqlite:///{tmp_path / 'x.sqlite'}"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as running:
        assert running.stdout is not None
        said = re.search(r"http://127\.0\.0\.1:(\d+)/", running.stdout.readline())
        assert said is not None
        with connect(f"ws://127.0.0.1:{said[1]}/api/matches/x/live") as tab:
            assert tab.recv() == "waits"
            running.send_signal(signal.SIGTERM)
            out, error = running.communicate(timeout=30)
    assert (running.returncode, out, error) == (0, "Stopped; every game is saved.\n", "")
