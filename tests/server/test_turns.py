"""Turns of requests: one at a match at a time, few of a caller, and no caller keeps a match from another."""

import asyncio
from collections.abc import Callable
from typing import Any

from mamayev.server.asker import ASKER
from mamayev.server.turns import THREADS, Turns

from .conftest import in_a_loop


class Steps:
    """Steps that are taken until they are let go, by name."""

    def __init__(self) -> None:
        self.begun: list[str] = []
        self._ends: dict[str, asyncio.Event] = {}
        self._tasks: dict[str, asyncio.Task[Any]] = {}
        self.turns = Turns(self._run)

    async def _run(self, step: Callable[..., Any], *args: object) -> Any:
        name = step(*args)
        self.begun.append(name)
        await self._ends[name].wait()
        return name

    async def ask(self, caller: str, name: str, match_id: str = "") -> None:
        """Begin a request of a caller."""

        async def asking() -> Any:
            ASKER.set(caller)
            if match_id:
                return await self.turns.take(match_id, lambda: name)
            return await self.turns.run(lambda: name)

        self._ends[name] = asyncio.Event()
        self._tasks[name] = asyncio.create_task(asking())
        await settled()

    async def end(self, *names: str) -> None:
        """Let steps end."""
        for name in names:
            self._ends[name].set()
            await settled()

    async def cancel(self, name: str) -> None:
        """Have the caller of a step leave."""
        self._tasks[name].cancel()
        await settled()

    async def finish(self) -> None:
        """Let all steps end, and see that each was taken."""
        for end in self._ends.values():
            end.set()
        await asyncio.gather(*(task for task in self._tasks.values() if not task.cancelled()))


async def settled() -> None:
    for _ in range(10):
        await asyncio.sleep(0)


def test_a_caller_who_waits_for_a_thread_keeps_no_match_from_another() -> None:
    async def play() -> None:
        steps = Steps()
        for number in range(THREADS + 3):
            await steps.ask("attacker", f"slow {number}")
        await steps.ask("attacker", "looks", "match")
        await steps.ask("player", "plays", "match")
        assert steps.begun == [*(f"slow {number}" for number in range(THREADS)), "plays"]
        await steps.finish()
        assert "looks" in steps.begun

    in_a_loop(play())


def test_callers_take_turns_at_a_match() -> None:
    async def play() -> None:
        steps = Steps()
        for number in range(4):
            await steps.ask("attacker", f"looks {number}", "match")
        await steps.ask("player", "plays", "match")
        await steps.ask("player", "plays on", "match")
        await steps.ask("watcher", "watches", "match")
        await steps.end("looks 0", "plays", "watches", "looks 1", "plays on", "looks 2")
        assert steps.begun == ["looks 0", "plays", "watches", "looks 1", "plays on", "looks 2", "looks 3"]
        await steps.finish()

    in_a_loop(play())


def test_a_caller_who_is_served_elsewhere_keeps_the_turn_at_a_match() -> None:
    async def play() -> None:
        steps = Steps()
        for number in range(3):
            await steps.ask("attacker", f"looks {number}", "match")
        await steps.ask("player", "plays", "match")
        await steps.ask("player", "lists")
        await steps.end("lists", "looks 0")
        assert steps.begun == ["looks 0", "lists", "plays"]
        await steps.ask("player", "plays elsewhere", "other match")
        await steps.ask("player", "plays on", "match")
        await steps.end("plays elsewhere", "plays", "looks 1")
        assert steps.begun[3:] == ["plays elsewhere", "looks 1", "plays on"]
        await steps.finish()
        assert len(steps.turns._served) == 0

    in_a_loop(play())


def test_a_waiting_step_that_is_canceled_leaves_its_place_and_a_running_one_keeps_it_until_it_is_done() -> None:
    async def play() -> None:
        steps = Steps()
        await steps.ask("one", "first", "match")
        await steps.ask("one", "given up", "match")
        await steps.ask("two", "next", "match")
        await steps.cancel("given up")
        await steps.cancel("first")
        await settled()
        assert steps.begun == ["first"], "a thread runs on when its caller has left"
        await steps.end("first")
        assert steps.begun == ["first", "next"]
        for number in range(THREADS):
            await steps.ask("one", f"other {number}")
        assert len(steps.begun) == 2 + THREADS
        await steps.finish()

    in_a_loop(play())


def test_the_steps_of_the_server_wait_for_no_thread() -> None:
    async def play() -> None:
        steps = Steps()
        names = [f"own {number}" for number in range(THREADS + 2)]
        for name in names:
            await steps.ask("", name)
        assert steps.begun == names
        await steps.finish()

    in_a_loop(play())
