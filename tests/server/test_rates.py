"""How often somebody may come: a window that moves, and what is remembered of it."""

import threading
from collections.abc import Callable

import pytest

from mamayev.server.rates import Rate, Rates


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Sets the time."""
    at = [0.0]
    monkeypatch.setattr("mamayev.server.rates.time.monotonic", lambda: at[0])
    return lambda seconds: at.__setitem__(0, seconds)


def test_so_many_come_in_any_minute(clock: Callable[[float], None]) -> None:
    come, rate = Rates(), Rate.parse("3/minute")
    came = []
    for second in (0, 20, 40, 41, 59, 61, 62, 81, 82, 300):
        clock(second)
        if come.hit(rate, "one"):
            came.append(second)
    assert came == [0, 20, 40, 61, 81, 300]


def test_each_counts_alone_and_of_each_rate(clock: Callable[[float], None]) -> None:
    come, minute, hour = Rates(), Rate.parse("1/minute"), Rate.parse("1/hour")
    assert [come.hit(minute, who) for who in ("one", "other", "one")] == [True, True, False]
    assert [come.hit(hour, "games", who) for who in ("one", "other", "one")] == [True, True, False]
    clock(61)
    assert (come.hit(minute, "one"), come.hit(hour, "games", "one")) == (True, False)


def test_those_who_do_not_come_again_are_forgotten_and_no_thread_is_begun(clock: Callable[[float], None]) -> None:
    come, rate, threads = Rates(), Rate.parse("6000/minute"), threading.active_count()
    for number in range(1000):
        assert come.hit(rate, str(number))
    clock(500)
    assert come.hit(rate, "late")
    assert len(come._came) == 1
    assert threading.active_count() <= threads
