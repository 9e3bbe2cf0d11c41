"""The server's answers in windows, for people who let them pass: see `Room.due_reply`."""

from __future__ import annotations

import asyncio
import logging

import sqlalchemy as sa
from starlette.concurrency import run_in_threadpool

from mamayev.engine.refusal import Refusal

from .rooms import Missing, Room, Rooms, Stale
from .store import Busy

log = logging.getLogger(__name__)

DATABASE_PAUSE = 2.0


class Replies:
    """Answers that are due after a pause. Whether there is one is looked up at its end alone, so that nothing before it
    differs between a seat that is asked and one that is not. `pause`: seconds between question and answer."""

    def __init__(self, rooms: Rooms, pause: float) -> None:
        self._rooms, self.pause = rooms, pause
        self._loop: asyncio.AbstractEventLoop | None = None
        self._tasks: dict[tuple[str, int], asyncio.Task[None]] = {}

    def start(self) -> None:
        """Take the running loop for the tasks."""
        self._loop = asyncio.get_running_loop()

    async def stop(self) -> None:
        """End all tasks; they begin anew when somebody opens the match."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def wake(self, room: Room) -> None:
        """Answer in the window of a locked room, if one is open and is to be let pass. From any thread."""
        if room.window and self._loop is not None:
            self._loop.call_soon_threadsafe(self._begin, (room.id, room.version), room.held_back(self.pause))

    def _begin(self, key: tuple[str, int], pause: float) -> None:
        if key in self._tasks:
            return
        task = asyncio.create_task(self._answer(key, pause))
        self._tasks[key] = task
        task.add_done_callback(lambda _: self._tasks.pop(key))

    async def _answer(self, key: tuple[str, int], pause: float) -> None:
        await asyncio.sleep(pause)
        while True:
            try:
                await run_in_threadpool(self._step, *key)
                return
            except (Busy, sa.exc.SQLAlchemyError) as error:
                log.warning("an answer waits for the database: %s", error)
                await asyncio.sleep(DATABASE_PAUSE)

    def _step(self, match_id: str, version: int) -> None:
        """Give the answer that is due, unless the match has gone on."""
        try:
            with self._rooms.open(match_id) as room:
                if room.version != version:
                    return
                self._rooms.look_up_replies(room)
                text = room.due_reply()
                if text:
                    self._rooms.save(room, room.match.play(text))
        except (Missing, Stale, Refusal) as error:
            log.debug("no answer for match %s: %s", match_id, error)
