"""Live matches. The server loads a match by replaying its record, keeps it in memory while it is in use, and stores it
before it responds."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from threading import Lock
from typing import NamedTuple

import sqlalchemy as sa

from mamayev.engine import registry
from mamayev.engine.event import Event
from mamayev.engine.refusal import Refusal
from mamayev.match.example import find_example
from mamayev.match.holding import Holding
from mamayev.match.match import Match

from .access import Access
from .asker import ASKER
from .clock import now
from .company import TooOften
from .forms import Replying
from .keys import SHARED, Caller, Denied, Viewer, hashed
from .remains import Remains
from .room import Room, Update
from .saved import EXAMPLE_ID, MATCH_ID, begun, held, match_of, shown
from .seated import Missing, Stale
from .store import Store
from .store.happened import Done, Happened, player_turns
from .store.matches import BYTES_BEGUN, GAMES_BEGUN, New
from .store.rows import Saved, Standing
from .windows import asked_seat, in_whole
from .writer import Busy

ENTRIES_KEPT = 100_000
"""The maximum total number of record entries in memory. An entry takes about 1 kB."""

LONG_KEPT = 64
"""The number of matches that stay in memory regardless of their length.

Reloading a match replays it, which takes a second or two at the end of a long game.
"""

OWN_KEPT = 32
"""The number of matches in memory that use a player's own components. Each may need its own table and scene."""

REMAINS_KEPT = 16
"""The number of matches in memory that the installed rules cannot continue."""

Changed = Callable[[Update], None]


class Begun(NamedTuple):
    """A new match. `seats`: the bots by seat; people play all other seats except those that the rules play. `keys`:
    each seat's key in a private game."""

    match: Match
    seats: Mapping[str, str]
    name: str | None = None
    keys: Mapping[str, str] = {}


class Rooms:
    """The matches in a store, of which up to `size` stay in memory.

    `changed` receives every change after it is stored, while the room is still locked. `access`: see `Access.begins`.
    """

    def __init__(self, store: Store, size: int, changed: Changed, access: Access) -> None:
        self._store, self._size, self._changed, self._access = store, size, changed, access
        self._live: OrderedDict[str, Room] = OrderedDict()
        self._remains: OrderedDict[str, Remains] = OrderedDict()
        self._entries: dict[str, int] = {}
        self._total = 0
        self._lock = Lock()

    @contextmanager
    def open(self, match_id: str, seen: int | None = None) -> Iterator[Room]:
        """Yield a match for this thread only.

        If the caller is about to change version `seen`, no query is needed: storing the change checks that the version
        is current. For all other callers, the version is looked up. Raises Missing, or Refusal if the record cannot be
        replayed.
        """
        if not (MATCH_ID.fullmatch(match_id) or EXAMPLE_ID.fullmatch(match_id)):
            raise Missing("There is no such game.")
        with self._inside(match_id) as room, room.lock:
            known = room.example or room.version == seen or self._store.matches.version(match_id) == room.stored
            if self._live.get(match_id) is room and known:
                yield from self._guarded(room)
                return
            # It was deleted, changed by another server on the same database, or dropped after an error.
            self._forget(room)
        with self._inside(match_id) as again, again.lock:
            if again.question == room.question:
                again.since = min(room.since, again.since)
            yield from self._guarded(again)

    @contextmanager
    def _inside(self, match_id: str) -> Iterator[Room]:
        """Yield a room, which stays in memory while the block runs."""
        room = self._come_in(match_id)
        try:
            yield room
        finally:
            with self._lock:
                room.inside -= 1
                if self._live.get(match_id) is room:
                    self._weigh(room)
                self._let_go()

    def _come_in(self, match_id: str) -> Room:
        with self._lock:
            room = self._live.get(match_id)
            if room is not None:
                self._live.move_to_end(match_id)
                room.inside += 1
                return room
        loaded = self._load(match_id)
        with self._lock:
            room = self._live.setdefault(match_id, loaded)
            room.inside += 1
            self._weigh(room)
        return room

    def _weigh(self, room: Room) -> None:
        """Update the entry count of a room in memory, and the total. Summing over all rooms instead would take longer
        than most other steps of an action."""
        entries = room.match.record.entries
        self._total += entries - self._entries.get(room.id, 0)
        self._entries[room.id] = entries

    def _drop(self, match_id: str) -> None:
        """Drop a room from memory, if it is there."""
        self._live.pop(match_id, None)
        self._total -= self._entries.pop(match_id, 0)

    def _let_go(self) -> None:
        """Drop the least recently used rooms above the limit, except those in use."""
        if not self._too_many:
            return
        for room in [room for room in self._live.values() if not room.in_use]:
            if not self._too_many:
                return
            self._drop(room.id)

    @property
    def _too_many(self) -> bool:
        there = len(self._live)
        return there > self._size or (self._total > ENTRIES_KEPT and there > LONG_KEPT)

    @contextmanager
    def enter(self, match_id: str, caller: Caller, seen: int | None = None) -> Iterator[tuple[Room, Viewer]]:
        """Yield a match for this thread only, with the caller's viewer.

        Raises Forbidden for a wrong key, and the errors of `open`.
        """
        with self.open(match_id, seen) as room:
            yield room, room.viewer(caller)

    @contextmanager
    def look(self, match_id: str, caller: Caller) -> Iterator[tuple[Room | Remains, Viewer]]:
        """Work like `enter`, but for readers: if the installed rules cannot continue the match, yield its remains."""
        with ExitStack() as stack:
            try:
                found: tuple[Room | Remains, Viewer] = stack.enter_context(self.enter(match_id, caller))
            except Refusal as refusal:
                with self._lock:
                    remains = self._remains.get(match_id)
                if remains is None or remains.refusal is not refusal or not remains.visible:
                    raise
                stack.enter_context(remains.lock)
                found = remains, remains.viewer(caller)
            yield found

    def _guarded(self, room: Room) -> Iterator[Room]:
        try:
            yield room
        except (Refusal, Denied):
            raise
        except BaseException:
            # The stored match is intact whatever the error was, but the one in memory may be ahead of it.
            self._forget(room)
            raise

    def _forget(self, room: Room) -> None:
        with self._lock:
            if self._live.get(room.id) is room:
                self._drop(room.id)

    def forget(self, match_id: str) -> None:
        """Drop a deleted match."""
        with self._lock:
            self._drop(match_id)
            self._remains.pop(match_id, None)

    def _make_room(self) -> None:
        """Drop the least recently used matches that use a player's own components, before another such match opens."""
        with self._lock:
            own = [room for room in self._live.values() if room.match.record.board and not room.in_use]
            for room in own[: max(0, len(own) + 1 - OWN_KEPT)]:
                self._drop(room.id)

    def _load(self, match_id: str) -> Room:
        self._make_room()
        if found := EXAMPLE_ID.fullmatch(match_id):
            return self._example(match_id, *found.groups())
        saved = self._store.matches.get(match_id)
        if saved is None:
            raise Missing("There is no such game.")
        with self._lock:
            remains = self._remains.get(match_id)
        if remains is not None and remains.version == saved.version:
            raise remains.refusal
        holds = held(saved)
        if holds.refusal is not None:
            raise self._remain(saved, holds, holds.refusal).refusal
        room = Room(saved, match_of(saved, holds))
        room.question = _question(room)
        return room

    def _remain(self, saved: Saved, holds: Holding, refusal: Refusal) -> Remains:
        """Cache and return the remains of a match that the installed rules cannot continue."""
        remains = Remains(saved, holds, refusal, *self._store.matches.last(saved.id))
        with self._lock:
            self._remains[saved.id] = remains
            while len(self._remains) > REMAINS_KEPT:
                self._remains.popitem(last=False)
        return remains

    def _example(self, match_id: str, game: str, name: str) -> Room:
        if game not in registry.names():
            raise Missing(f"There is no game “{game}”.")
        known = registry.find(game)
        if all(file.stem != name for file in known.examples):
            raise Missing(f"{known.title} has no example “{name}”.")
        example = find_example(known, name)
        return Room(*shown(example, match_id), example)

    def publish(self, room: Room, events: list[Event], viewer: Viewer = SHARED, done: Done = "action") -> Update:
        """Store a change, report it, and return the update. `done`: the kind of change, for the store's listeners.
        Raises Stale, with the state for the viewer, if another server was faster. Raises Busy if that server stored
        only a change that other seats may not know about, so that the request is retried.
        """
        if room.asked is not None and (room.match.over or room.asked.plies != room.plies):
            room.asked = None
        stored = room.stored
        room.settle()
        room.version += 1
        update = Update(room, events)
        standing = update.standing()
        happened, saved = self._happened(room, standing, done, viewer.seat or ""), update.saved()
        if not self._store.matches.store_change(saved, standing, stored, happened):
            raise self._overtaken(room, stored[0], viewer)
        room.waited_for, room.look_kept = room.waits_for, None if saved.last is None else saved.last.look.hash
        if (question := _question(room)) != room.question:
            # A new name leaves the question as it was: otherwise a player could keep a window open for good.
            room.since, room.question = time.monotonic(), question
        if any(how.passing for how in room.replies.values()) and not in_whole(room):
            self.keep_replies(room, {seat: Replying(how.usual, armed=how.armed) for seat, how in room.replies.items()})
        self._changed(update)
        return update

    def publish_unseen(self, room: Room, seat: str) -> None:
        """Store a change that only one seat may see, such as its orders, and report it to that seat. The version stays
        the same.

        Raises Stale like `publish`.
        """
        stored = room.stored
        room.unseen += 1
        update = Update(room, [], only=seat)
        if not self._store.matches.store_unseen(update.saved(), stored):
            raise self._overtaken(room, stored[0], Viewer(seat))
        self._changed(update)

    def _overtaken(self, room: Room, version: int, viewer: Viewer) -> Stale | Busy:
        """Drop the room, and return the error for a change that came after another server's change. If that change was
        unseen, the error is Busy, so that a rival's orders do not reveal themselves by blocking a player's actions."""
        self._forget(room)
        fresh = self._load(room.id)
        return Busy() if fresh.version == version else Stale(fresh.state(fresh.seat_of(viewer)))

    def _happened(
        self, room: Room, standing: Standing, done: Done, by: str = "", continues: str = ""
    ) -> Happened | None:
        """Return the description of a change to a room for the store's listeners; None if there are no listeners."""
        if not self._store.matches.listeners:
            return None
        decision = room.match.decision
        return Happened(
            match=room.id,
            version=room.version,
            done=done,
            at=now(),
            keys=room.keys,
            players=room.seats,
            before="" if done == "new" else room.waited_for[0],
            after=room.to_move,
            standing=standing,
            question="" if decision is None else decision.title,
            parts=player_turns(room.match.events.begun),
            turned=done != "action" or room.waits_for != room.waited_for,
            asked=room.asked,
            by=by,
            continues=continues,
        )

    def keep_replies(self, room: Room, replies: dict[str, Replying]) -> None:
        """Store the settings for reaction windows in a match. This does not report anything or change the version."""
        room.replies = replies
        self._store.matches.set_replies(room.id, replies)

    def look_up_replies(self, room: Room) -> None:
        """Read the settings for reaction windows, because another server on the same database may have changed them."""
        room.replies = self._store.matches.replies(room.id)

    def add(
        self,
        match: Match,
        seats: Mapping[str, str],
        name: str | None,
        keys: Mapping[str, str] | None = None,
        continues: Remains | None = None,
    ) -> Room:
        """Store a new match (see `Begun`).

        If the match `continues` a private game, it keeps that game's keys. Raises TooOften if the caller has reached
        the limit.
        """
        [room] = self._add([self._new(Begun(match, seats, name, keys or {}), continues)])
        return room

    def add_together(self, new: Sequence[Begun], within: Callable[[sa.Connection, list[Room]], None]) -> list[Room]:
        """Store several new matches, and run `within` in the same transaction. If it raises an error, no match is
        stored. Raises TooOften like `add`."""
        return self._add([self._new(one) for one in new], within)

    def _new(self, new: Begun, continues: Remains | None = None) -> tuple[New, Room]:
        self._make_room()
        saved = begun(new.match, new.seats, new.name or self._store.matches.untaken(new.match.game.title))
        saved.keys = {seat: hashed(key) for seat, key in new.keys.items()}
        if continues is not None:
            saved.id, saved.keys = continues.continued, continues.keys
        room = Room(saved, new.match)
        room.question = _question(room)
        standing, before = room.standing(), "" if continues is None else continues.id
        return New(saved, standing, self._happened(room, standing, "new", continues=before)), room

    def _add(
        self, new: list[tuple[New, Room]], within: Callable[[sa.Connection, list[Room]], None] | None = None
    ) -> list[Room]:
        rooms = [room for _, room in new]
        stored = self._store.matches.add_all(
            [one for one, _ in new],
            ASKER.get(),
            [row for room in rooms for row in self._access.begins(room.id, room.held)],
            None if within is None else lambda connection: within(connection, rooms),
        )
        if not stored:
            raise TooOften(
                f"Your address has reached its limit of {GAMES_BEGUN:,} games, or {BYTES_BEGUN // 1_000_000} MB. "
                "A deleted game still counts for 30 days."
            )
        with self._lock:
            for room in rooms:
                self._live[room.id] = room
                self._weigh(room)
            self._let_go()
        return rooms


def _question(room: Room) -> tuple[int, str]:
    """Return a match's open question: a number for the position, and the seat that must reply in a reaction window."""
    return room.moment, asked_seat(room)
