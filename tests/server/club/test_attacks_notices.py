"""What members try against the notices of others."""

import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import msgspec
import pytest
import sqlalchemy as sa

from mamayev.server.club import outbox, outside, sender
from mamayev.server.club.forms import NameText
from mamayev.server.club.outside import Outside, Unreachable
from mamayev.server.club.tables import PREFERENCES
from mamayev.server.forms import MatchName

from .conftest import Browser
from .pushes import Web
from .sink import Sink
from .test_notices import MARTA, at_once, club_of, hook, jaro, marta, plays, settled, shared, sink

__all__ = ["at_once", "hook", "jaro", "marta", "sink"]


@pytest.mark.parametrize("clock", ["12:00\n", "1\u0662:00", "12:5\u0669"])
def test_a_time_of_day_has_its_digits_and_nothing_else(marta: Browser, clock: str) -> None:
    for body in ({"quiet_from": clock, "quiet_to": "13:00"}, {"daily": clock}):
        assert marta.ask("PUT", "club/me/notices", {"zone": "UTC", **body}).status_code == 422


def test_a_text_ends_without_a_line_break() -> None:
    for kind in (NameText, MatchName):
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert("Marta K\n", kind)


def test_a_notice_that_cannot_be_decided_leaves_the_others_alone(
    marta: Browser, jaro: Browser, sink: Sink, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Something is wrong in the rows of one member. Everybody else gets their notices."""
    game = shared(marta, jaro)
    jaro.done("PUT", "club/me/notices", {"zone": "UTC", "quiet_from": "01:00", "quiet_to": "02:00"})
    with club_of(marta).store.database.engine.begin() as connection:
        connection.execute(sa.update(PREFERENCES).values(quiet_from="xx:yy"))
    plays(marta, game)
    [row] = settled(marta, 1)
    assert (row["state"], row["why"]) == ("failed", outbox.BROKEN)
    plays(jaro, game)
    assert sink.mail()["To"] == MARTA


def test_the_loop_of_the_notices_outlives_its_errors(
    marta: Browser, jaro: Browser, sink: Sink, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as broken:
        tried = threading.Event()

        def fails(*_: Any) -> bool:
            tried.set()
            raise ValueError("it is broken")

        broken.setattr(outbox, "is_due", fails)
        assert tried.wait(10)
    plays(marta, shared(marta, jaro))
    assert "Your move" in sink.mail()["Subject"]


@contextmanager
def answering(answer: bytes, drips: bytes) -> Iterator[str]:
    """A web server that answers at once, and then drips."""
    with socket.create_server(("127.0.0.1", 0)) as server:

        def serve() -> None:
            there, _ = server.accept()
            with there:
                there.recv(1000)
                there.sendall(answer)
                try:
                    for _ in range(100):
                        time.sleep(0.1)
                        there.sendall(drips)
                except OSError:
                    return

        thread = threading.Thread(target=serve)
        thread.start()
        yield f"http://127.0.0.1:{server.getsockname()[1]}/"
    thread.join()


def test_a_body_that_drips_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outside, "SECONDS", 0.5)
    with answering(b"HTTP/1.1 200 OK\r\n\r\n", b"x") as url:
        done: list[int] = []
        thread = threading.Thread(target=lambda: done.append(Outside(["127.0.0.1"]).post(url, b"", {}).status))
        thread.start()
        thread.join(3)
        assert done == [200]


def test_headers_that_drip_are_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outside, "SECONDS", 0.5)
    with answering(b"HTTP/1.1 200 OK\r\n", b"X: 1\r\n") as url, pytest.raises(Unreachable, match="did not answer"):
        Outside(["127.0.0.1"]).post(url, b"", {})


def test_a_request_that_is_late_after_the_handshake_is_cut_off(hook: Web, monkeypatch: pytest.MonkeyPatch) -> None:
    """What ends a request cannot end its handshake, which replaces the socket."""

    class Slow:
        def wrap_socket(self, plain: socket.socket, **_: Any) -> socket.socket:
            other = socket.socket(fileno=plain.detach())
            time.sleep(0.6)
            return other

    monkeypatch.setattr(outside, "SECONDS", 0.3)
    monkeypatch.setattr(ssl, "create_default_context", Slow)
    hook.slow = 0.2
    with pytest.raises(Unreachable, match="did not answer within"):
        Outside(["127.0.0.1"]).post(hook.address.replace("http:", "https:"), b"", {})
    assert hook.got.empty()


def test_a_channel_that_was_slow_once_is_known_as_slow(
    marta: Browser, jaro: Browser, hook: Web, monkeypatch: pytest.MonkeyPatch
) -> None:
    notices = club_of(marta).sender
    jaro.done("POST", "club/me/notices/channels", {"url": hook.address})
    game = shared(marta, jaro)
    for how in ("fast", "slow", "fast"):
        monkeypatch.setattr(sender, "SLOW_SECONDS", 0.0 if how == "slow" else 100.0)
        plays(marta, game)
        hook.next()
        until(lambda: bool(notices._slow), is_so=how == "slow")
        plays(jaro, game)


def until(state: Callable[[], bool], *, is_so: bool) -> None:
    end = time.monotonic() + 20
    while state() != is_so:
        assert time.monotonic() < end
        time.sleep(0.02)
