"""A search on several cores: the same choice as on one, and a way to end it."""

from __future__ import annotations

import os
import random
import signal
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from mamayev.engine.chance import Luck
from mamayev.engine.foresight import Budget
from mamayev.engine.playout import playout
from mamayev.engine.registry import find as find_game
from mamayev.players import crew
from mamayev.players.levels import Strategist
from mamayev.players.search import Thought

SHORT = Budget(block=1, screen=1, confirm=1)


@pytest.fixture(autouse=True)
def one_core() -> Iterator[None]:
    crew.allow(1)  # a server in this process may have allowed more
    yield
    crew.allow(1)


def planning(name: str, turn: int = 1) -> Any:
    """The first position from a turn on in which a plan begins."""
    game = find_game(name)
    assert game.foresight is not None
    begins = game.foresight.begins
    assert begins is not None
    p, staff = game.table().start(), game.bots["staff"].policy
    playout(p, random.Random(1), {0: staff, 1: staff}, lambda q: q.table.turn(q) >= turn and begins(q), Luck(1))
    return p


@pytest.fixture(scope="module")
def june() -> Any:
    """The position in which the first German month begins."""
    return planning("barbarossa")


def thought(p: Any, cores: int, go_on: Any = lambda _share: True) -> Thought:
    """The thought about a position on so many cores, by a strategist that remembers nothing."""
    crew.allow(cores)
    game = p.table.game
    assert game.foresight is not None
    found = Strategist(game.bots["staff"], game.foresight, SHORT).thought(p, go_on)
    assert found is not None
    return found


@pytest.mark.parametrize(("game", "turn"), [("barbarossa", 1), ("donnerschlag", 5)])
def test_two_cores_come_to_the_choice_and_the_figures_of_one(game: str, turn: int) -> None:
    p = planning(game, turn)
    alone, together = thought(p, 1), thought(p, 2)
    assert alone.plan.action == together.plan.action
    assert alone.worth == together.worth
    figures = [[(plan.action, plan.by, gain) for plan, gain in one.others] for one in (alone, together)]
    assert figures[0] == figures[1]


def test_a_thought_on_two_cores_is_ended_between_rollouts(june: Any) -> None:
    told = list[float]()

    def twice(share: float) -> bool:
        told.append(share)
        return len(told) < 3

    found = thought(june, 2, twice)
    assert not found.whole
    assert found.plan.action == found.usual.action
    assert told == sorted(told)


def test_a_program_that_allows_nothing_starts_no_process() -> None:
    assert crew.cores() == 1
    crew.allow(0)
    assert crew.cores() == 1


def adding(root: int) -> Callable[[int], float]:
    return lambda job: float(root + job)


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="a system without this signal")
def test_a_killed_process_ends_neither_the_search_nor_the_next_one() -> None:
    crew.allow(2)
    jobs = list(range(64))
    for root in (1, 2):
        found = crew.run(adding, root, jobs)
        first = next(found)
        for process in list(crew._processes()._processes):
            os.kill(process, signal.SIGKILL)
        assert [first, *found] == [float(root + job) for job in jobs]
    assert list(crew.run(adding, 3, jobs)) == [float(3 + job) for job in jobs]
