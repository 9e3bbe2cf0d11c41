"""Open tabs: every change of a match is sent to each of them, as whoever sits there may see it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Lock

import msgspec

from mamayev.engine.event import Event

from .forms import State
from .keys import Eyes
from .rooms import Room

# A tab that does not read keeps this many messages; then it is cut off, and gets the present state when it returns.
WAITING = 256


class Message(msgspec.Struct):
    version: int
    state: State


@dataclass(eq=False)
class Tab:
    """One open WebSocket. None in the queue ends it."""

    eyes: Eyes
    loop: asyncio.AbstractEventLoop
    queue: asyncio.Queue[bytes | None]

    def put(self, message: bytes | None) -> None:
        """Send a message from any thread."""
        self.loop.call_soon_threadsafe(self._put, message)

    def _put(self, message: bytes | None) -> None:
        if self.queue.full():
            while not self.queue.empty():
                self.queue.get_nowait()
            message = None
        self.queue.put_nowait(message)


class Live:
    """The open tabs of all matches."""

    def __init__(self) -> None:
        self._tabs: dict[str, set[Tab]] = {}
        self._lock = Lock()

    @contextmanager
    def tab(self, match_id: str, eyes: Eyes) -> Iterator[Tab]:
        """A tab of a match, as long as it is open."""
        tab = Tab(eyes, asyncio.get_running_loop(), asyncio.Queue(WAITING))
        with self._lock:
            self._tabs.setdefault(match_id, set()).add(tab)
        try:
            yield tab
        finally:
            with self._lock:
                tabs = self._tabs[match_id]
                tabs.discard(tab)
                if not tabs:
                    del self._tabs[match_id]

    def _of(self, match_id: str) -> list[Tab]:
        with self._lock:
            return list(self._tabs.get(match_id, ()))

    def changed(self, room: Room, events: list[Event]) -> None:
        """Send the present state of a locked room to its tabs."""
        messages: dict[str | None, bytes] = {}
        for tab in self._of(room.id):
            viewer = room.viewer(tab.eyes)
            if viewer not in messages:
                messages[viewer] = message(room, viewer, events)
            tab.put(messages[viewer])

    def end(self, match_id: str) -> None:
        """Close the tabs of a match that was deleted."""
        for tab in self._of(match_id):
            tab.put(None)


def message(room: Room, viewer: str | None, events: list[Event] | None = None) -> bytes:
    """What a tab is sent."""
    return msgspec.json.encode(Message(room.version, room.state(viewer, events)))
