"""All that answers requests, put together: what a program serves over HTTP, and a worker of the browser by messages."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress

import sqlalchemy as sa

from .checking import Checking
from .company import Quota
from .fair import Thinkers
from .live import Live
from .others import Others
from .outage import Outage
from .replies import Replies
from .room import News
from .rooms import Rooms
from .routes.parts import Parts
from .seats import Bots
from .store import Store
from .thoughts import Tell
from .turns import Run, Turns
from .writer import Busy

STEP_SECONDS = 1.0
"""How long the end waits for the steps that bots are in the middle of."""


class House:
    """What routes work with, begun and ended. `run`: see `Turns`; `thinkers` makes what bots think with; `bot_pause`:
    seconds before each action of a bot, `unseen_pause` where no tab follows the match; `reply_pause`: seconds between a
    window in which people may react and the answer; `keep`: how many matches stay in memory; `asking`, `chat`: see
    `Parts`."""

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
    ) -> None:
        live, turns = Live(), Turns(run)

        def changed(news: News) -> None:
            live.changed(news)
            thinking.changed(news.room.id, news.room.version, news.room.moment)
            self.parts.wake(news.room)

        self._checking = Checking(store, turns)
        Outage().watch(store.database.engine)
        rooms, thinking = Rooms(store, keep, changed), thinkers(live.thinks)
        self.parts = Parts(
            rooms=rooms,
            turns=turns,
            store=store,
            live=live,
            others=Others(rooms, turns, store, live),
            replies=Replies(rooms, turns, reply_pause),
            bots=Bots(rooms, turns, thinking, lambda match_id: bot_pause if live.follows(match_id) else unseen_pause),
            thinkers=thinking,
            asking=asking,
            chat=chat,
        )

    def start(self) -> None:
        """Let bots and windows go on, in the running loop, and begin to check the stored games."""
        self.parts.bots.tasks.start()
        self.parts.replies.tasks.start()
        self._checking.start()

    async def stop(self) -> None:
        """End what goes on by itself, and let go of the database. A step that a thread is in the middle of is waited
        for, but not for long: it is stored whole or not at all."""
        parts = self.parts
        await self._checking.stop()
        tasks = [*parts.bots.tasks.stop(), *parts.replies.tasks.stop()]
        parts.thinkers.stop()  # after the bots' tasks: a bot whose thought fails gives its seat to a person
        if tasks:
            await asyncio.wait(tasks, timeout=STEP_SECONDS)
        with suppress(Busy, sa.exc.SQLAlchemyError):
            parts.others.leave()
        parts.store.close()
