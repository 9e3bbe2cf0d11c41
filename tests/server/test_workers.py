"""The rollouts of a search in several workers of the browser, with a stand-in for the browser."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest

from mamayev.players import crew
from mamayev.server import workers


class Browser:
    """Other workers: so many are ready at each batch, and the first part of a batch may be lost."""

    def __init__(self, *ready: int, loses: bool = False) -> None:
        self.coming, self.loses, self.asked = list(ready), loses, list[int]()

    def ready(self) -> Any:
        return self.coming.pop(0)

    def play(self, root: bytes, parts: list[bytes]) -> Any:
        self.asked.append(len(parts))
        found: list[Any] = [workers.rolled(root, part) for part in parts]
        return [None, *found[1:]] if self.loses and found else found


@pytest.fixture(autouse=True)
def one_core() -> Iterator[None]:
    yield
    crew.allow(1)


def power(base: float) -> Callable[[Any], float]:
    """A root of jobs that can be sent elsewhere."""
    return partial(math.pow, base)


def played(browser: Browser, jobs: list[int]) -> list[float]:
    workers.share(browser, lambda value: value, lambda value: value, 4)
    return list(crew.run(power, 2.0, jobs))


@pytest.mark.parametrize("jobs", [[1], [3, 1, 2], list(range(10))])
@pytest.mark.parametrize("ready", [0, 1, 3])
@pytest.mark.parametrize("loses", [False, True])
def test_the_results_come_in_order_however_many_help(jobs: list[int], ready: int, loses: bool) -> None:
    browser = Browser(ready, loses=loses)
    assert played(browser, jobs) == [2.0**job for job in jobs]
    (asked,) = browser.asked
    assert asked <= min(ready, len(jobs) - 1)


def test_workers_that_have_loaded_help_with_the_next_batch() -> None:
    browser = Browser(0, 2)
    workers.share(browser, lambda value: value, lambda value: value, 3)
    assert [list(crew.run(power, 2.0, range(6))) for _ in range(2)] == [[2.0**job for job in range(6)]] * 2
    assert browser.asked == [0, 2]
