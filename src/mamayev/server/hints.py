"""Hints between servers that share a PostgreSQL database. A hint says that something was written, so that the others
check immediately. It contains nothing else, is sent after the commit, and may get lost, so servers still poll. Other
databases and drivers do not support hints.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from .store.database import Database

if TYPE_CHECKING:
    from psycopg import AsyncConnection

log = logging.getLogger(__name__)

CHANNEL = "mamayev"
GAP_SECONDS = 0.1
"""The minimum number of seconds between two checks of the database, regardless of the number of hints."""
SENT_SECONDS = 0.02
"""The minimum number of seconds between two hints from one server."""
AGAIN_SECONDS = 5.0
"""The number of seconds until the next attempt after a lost connection."""


class Hints:
    """The connection for sending hints to other servers and receiving theirs."""

    def __init__(self, database: Database) -> None:
        self._engine, self._server = database.engine, secrets.token_hex(8)
        self._written = asyncio.Event()
        self._listeners: list[asyncio.Event] = []
        self._loop: asyncio.AbstractEventLoop | None = None
        database.written = self.tell

    def tell(self) -> None:
        """Tell the other servers that something was written. Returns immediately, and can be called from any thread."""
        if self._loop is not None:
            with suppress(RuntimeError):  # the loop has just ended
                self._loop.call_soon_threadsafe(self._written.set)

    def listener(self) -> asyncio.Event:
        """Return a new event that is set at each hint, for a loop that polls the database."""
        self._listeners.append(asyncio.Event())
        return self._listeners[-1]

    async def wait(self, seconds: float, heard: asyncio.Event) -> None:
        """Wait until a listener hears a hint, but no longer than `seconds`."""
        gap = min(GAP_SECONDS, seconds)
        await asyncio.sleep(gap)
        with suppress(TimeoutError):
            await asyncio.wait_for(heard.wait(), seconds - gap)
        heard.clear()

    async def run(self) -> None:
        """Send and receive hints until the task ends. Returns immediately if the database does not support hints."""
        if self._engine.dialect.driver != "psycopg":
            return
        import psycopg

        while True:
            try:
                async with await self._connected() as sends, await self._connected() as hears:
                    await hears.execute(f"LISTEN {CHANNEL}")
                    self._loop = asyncio.get_running_loop()
                    tasks = [asyncio.create_task(self._send(sends)), asyncio.create_task(self._hear(hears))]
                    try:
                        await asyncio.gather(*tasks)
                    finally:
                        for task in tasks:
                            task.cancel()
            except psycopg.Error as error:
                log.debug("no hints between servers for now: %s", error)
            finally:
                self._loop = None
            await asyncio.sleep(AGAIN_SECONDS)

    async def _connected(self) -> AsyncConnection[Any]:
        from psycopg import AsyncConnection

        given, named = self._engine.dialect.create_connect_args(self._engine.url)
        return await AsyncConnection.connect(*given, **named, autocommit=True)

    async def _send(self, connection: AsyncConnection[Any]) -> None:
        while True:
            await self._written.wait()
            self._written.clear()
            await connection.execute("SELECT pg_notify(%s, %s)", (CHANNEL, self._server))
            await asyncio.sleep(SENT_SECONDS)

    async def _hear(self, connection: AsyncConnection[Any]) -> None:
        async for hint in connection.notifies():
            if hint.payload != self._server:
                for heard in self._listeners:
                    heard.set()
