"""The back end that answers requests. They come over HTTP, or from a page through messages to its worker."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from contextlib import suppress

import sqlalchemy as sa

from .access import Access, Everybody
from .checking import Checking
from .company import Quota
from .fair import Thinkers
from .live import Live
from .others import Others
from .outage import Outage
from .replies import Replies
from .reviewing import Reviewing
from .room import Update
from .rooms import Rooms
from .routes.parts import Parts
from .seats import Bots
from .store import Store
from .thoughts import Tell
from .turns import Run, Turns
from .writer import Busy

STEP_SECONDS = 1.0
"""The number of seconds that a shutdown waits for bots to finish their current steps."""


class House:
    """The parts of a server, and how they start and stop.

    `run`: see `Turns`. `thinkers`: creates the processes or workers in which bots think. `bot_pause`: the number of
    seconds before each action of a bot. `unseen_pause`: the same while no tab is open. `reply_pause`: the number of
    seconds between the opening of a reaction window and any reply. `keep`: the number of matches to keep in memory.
    `asking`, `chat`, `orders`, `access`: see `Parts`.
    """

    def __init__(
        self,
        store: Store,
        run: Run,
        thinkers: Callable[[Tell], Thinkers],
        *,
        bot_pause: float,
        unseen_pause: float,
        reply_pause: float,
        keep: int,
        asking: Quota,
        chat: Quota,
        orders: Quota,
        access: Access | None = None,
    ) -> None:
        live, turns = Live(), Turns(run)

        def changed(update: Update) -> None:
            live.changed(update)
            thinking.changed(update.room.id, update.room.version, update.room.moment)
            self.parts.wake(update.room)

        self._checking = Checking(store, turns)
        Outage().watch(store.database.engine)
        access = access or Everybody()
        rooms, thinking = Rooms(store, keep, changed, access), thinkers(live.thinks)
        replies = Replies(rooms, turns, reply_pause)
        server = secrets.token_hex(8)
        reviewing = Reviewing(server, thinking, turns, store)
        self.parts = Parts(
            rooms=rooms,
            turns=turns,
            store=store,
            live=live,
            others=Others(server, rooms, turns, store, live, access, reviewing),
            replies=replies,
            bots=Bots(
                rooms,
                turns,
                thinking,
                lambda match_id: bot_pause if live.follows(match_id) else unseen_pause,
                replies,
            ),
            thinkers=thinking,
            reviewing=reviewing,
            asking=asking,
            chat=chat,
            orders=orders,
            access=access,
        )

    def start(self) -> None:
        """Start the bots, the reaction windows, and the check of stored games on the running event loop."""
        self.parts.bots.tasks.start()
        self.parts.replies.tasks.start()
        self._checking.start()

    async def stop(self) -> None:
        """Stop the background tasks and release the database.

        This waits briefly for each thread's current step, which is stored completely or not at all.
        """
        parts = self.parts
        await self._checking.stop()
        tasks = [*parts.bots.tasks.stop(), *parts.replies.tasks.stop()]
        parts.reviewing.cancel()
        parts.thinkers.stop()  # after the bots' tasks, because a bot whose thought fails gives its seat to a person
        if tasks:
            await asyncio.wait(tasks, timeout=STEP_SECONDS)
        with suppress(Busy, sa.exc.SQLAlchemyError):
            parts.others.leave()
        parts.store.close()
