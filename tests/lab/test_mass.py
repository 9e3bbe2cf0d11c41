"""Many jobs on several processes: whenever Ctrl-C comes, it ends them all, and nothing is left behind."""

from __future__ import annotations

import signal
import time
import warnings
from collections.abc import Iterator

import psutil
import pytest

from mamayev.lab.mass import run_all, stoppable


def waited(number: int, seconds: float) -> int:
    time.sleep(seconds)
    return number


def left() -> list[psutil.Process]:
    """The processes of joblib that do not end."""
    own = [one for one in psutil.Process().children() if one.status() != psutil.STATUS_ZOMBIE]
    lines = [(one, " ".join(one.cmdline())) for one in own]
    _gone, alive = psutil.wait_procs(
        [one for one, line in lines if "loky" in line and "resource_tracker" not in line], timeout=30
    )
    return list(alive)


def jobs_that_stop(at: int, seconds: float) -> Iterator[tuple[int, float]]:
    """Jobs, and a Ctrl-C when joblib asks for one of them."""
    for number in range(10_000):
        if number == at:
            signal.raise_signal(signal.SIGINT)
        yield number, seconds


@pytest.mark.parametrize("seconds", [0, 600])
def test_a_ctrl_c_that_comes_while_the_processes_start_is_not_lost(seconds: float) -> None:
    for at in range(4):
        with (
            pytest.raises(KeyboardInterrupt),
            stoppable(run_all(waited, jobs_that_stop(at, seconds), 2, "local")) as parts,
        ):
            list(parts)
        assert left() == []
        assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
        assert signal.pthread_sigmask(signal.SIG_BLOCK, ()).isdisjoint({signal.SIGINT, signal.SIGHUP})


def test_a_ctrl_c_between_two_results_gives_no_third() -> None:
    seen = []

    def see() -> None:
        with stoppable(run_all(waited, ((number, 0) for number in range(10_000)), 2, "local")) as parts:
            for number in parts:
                seen.append(number)
                if len(seen) == 2:
                    signal.raise_signal(signal.SIGINT)

    with pytest.raises(KeyboardInterrupt):
        see()
    assert len(seen) == 2
    assert left() == []


def test_work_that_is_left_early_ends_without_a_word() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with stoppable(run_all(waited, ((number, 600 * number) for number in range(100)), 2, "local")) as parts:
            assert next(parts) == 0
    assert left() == []
    assert list(run_all(waited, [(7, 0)], 2, "local")) == [7]
