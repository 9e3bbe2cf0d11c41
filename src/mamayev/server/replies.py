"""The server's replies in reaction windows, for players who let it pass them (see `due_reply`)."""

from __future__ import annotations

import asyncio
import logging

from mamayev.engine.refusal import Refusal

from .room import Room
from .rooms import Rooms
from .seated import Missing, Stale
from .tasks import Tasks, patiently
from .turns import Turns
from .windows import asked_seat, due_reply, held_back, replier

log = logging.getLogger(__name__)


class Replies:
    """The background tasks that reply after a pause.

    The server checks only at the end of the pause whether a reply is due, so nothing before that reveals for which
    seats it replies. `pause`: the number of seconds between the question and the reply.
    """

    def __init__(self, rooms: Rooms, turns: Turns, pause: float) -> None:
        self._rooms, self._turns, self.pause = rooms, turns, pause
        self.tasks = Tasks[tuple[str, int]]()

    def wake(self, room: Room) -> None:
        """Start the pause before the server's reply, if the locked room is in a reaction window for which the server
        may reply. Can be called from any thread."""
        if replier(room, asked_seat(room)) is not None:
            self.tasks.soon(self._begin, (room.id, room.version), held_back(room, self.pause))

    def _begin(self, key: tuple[str, int], pause: float) -> None:
        self.tasks.begin(key, lambda: self._answer(key, pause))

    async def _answer(self, key: tuple[str, int], pause: float | None) -> None:
        while pause is not None:
            await asyncio.sleep(pause)
            pause = await patiently("an answer", self._turns, key[0], self._step, *key)

    def _step(self, match_id: str, version: int) -> float | None:
        """Give the reply that is due, unless the match has changed.

        Return the remaining seconds if another server has changed the setting in the meantime, and None when done.
        """
        try:
            with self._rooms.open(match_id) as room:
                if room.version != version:
                    return None
                self._rooms.look_up_replies(room)
                if pause := held_back(room, self.pause):
                    return pause
                text = due_reply(room)
                if text:
                    room.answered = (version, asked_seat(room), [text])
                    self._rooms.publish(room, room.match.play(text))
        except (Missing, Stale, Refusal) as error:
            log.debug("no answer for match %s: %s", match_id, error)
        return None
