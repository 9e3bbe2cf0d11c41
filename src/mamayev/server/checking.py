"""The check after the server starts. It replays each match that was stored under other rules once, so that the list of
games shows which matches the installed rules cannot continue.
"""

from __future__ import annotations

import asyncio
import logging
import time

import sqlalchemy as sa

from mamayev.engine import registry
from mamayev.engine.refusal import Refusal

from .saved import stopped_by
from .store import Store
from .turns import Turns
from .writer import Busy

log = logging.getLogger(__name__)


class Checking:
    """A background task that replays the matches one by one.

    After each replay, it pauses for as long as the replay took, so that requests go first.
    """

    def __init__(self, store: Store, turns: Turns) -> None:
        self._store, self._turns = store, turns
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Start the check on the running event loop."""
        self._task = asyncio.get_running_loop().create_task(self._run())

    async def stop(self) -> None:
        """Stop the check. Its results are stored, and the check resumes the next time the server starts."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        try:
            for match_id in await self._turns.run(self._store.matches.unchecked, versions()):
                began = time.monotonic()
                await self._turns.run(check, self._store, match_id)
                await asyncio.sleep(time.monotonic() - began)
        except (Busy, sa.exc.SQLAlchemyError) as error:
            log.warning("not all stored games could be checked: %s", error)


def versions() -> dict[str, str]:
    """Return the version of each installed game's rules."""
    return {name: registry.find(name).version for name in registry.names()}


def check(store: Store, match_id: str) -> None:
    """Replay a match and store how much of it is valid.

    Damaged matches are skipped, because the list already shows the damage.
    """
    try:
        saved = store.matches.get(match_id)
    except Refusal as refusal:
        log.info("%s cannot be checked: %s", match_id, refusal.text)
        return
    if saved is not None:
        store.matches.note_checked(saved.id, saved.version, versions().get(saved.game, ""), stopped_by(saved))
