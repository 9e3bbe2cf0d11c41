"""The open tabs. Each receives every change to its match that its viewer may see and, if it asks, presence and chat."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Lock

import msgspec

from .company import Attendance
from .forms import ChatLine, Presence, Thought
from .keys import Account, Viewer
from .remains import Remains
from .room import Room, Update
from .store.studies import Lead, Written

# The queue of a tab that does not read holds this many messages. Beyond that, the tab is cut off, and gets the current
# state when it returns.
WAITING = 256


LINES_REMEMBERED = 1000
"""The number of latest chat messages that are remembered as already sent."""


class Message(msgspec.Struct):
    version: int
    state: msgspec.Raw


@dataclass(eq=False)
class Tab:
    """A tab with an open WebSocket.

    None in the queue closes it, with the reason in `ended` if there is one. `held`: the seats with keys. `company`:
    whether the tab receives presence and chat. `account`: the person whose account gives the tab its view. `looks`:
    whether the tab is visible to its player; a browser reports when it is hidden.
    """

    match_id: str
    viewer: Viewer
    held: Sequence[str]
    company: bool
    loop: asyncio.AbstractEventLoop
    queue: asyncio.Queue[bytes | None]
    account: Account | None = None
    ended: str = ""
    looks: bool = False

    @property
    def seat(self) -> str | None:
        """The seat whose key the tab's player has."""
        return self.viewer.seat if self.viewer.seat in self.held else None

    def put(self, message: bytes | None) -> None:
        """Queue a message. Call this only in the event loop's thread. A tab whose queue is full is closed."""
        if self.queue.full():
            while not self.queue.empty():
                self.queue.get_nowait()
            message = None
        self.queue.put_nowait(message)


def send(messages: Sequence[tuple[Tab, bytes | None]]) -> None:
    """Send messages to tabs. Can be called from any thread, and wakes the event loop only once."""

    def put() -> None:
        for tab, message in messages:
            tab.put(message)

    if messages:
        messages[0][0].loop.call_soon_threadsafe(put)


class Arrival(msgspec.Struct):
    """A player has arrived or left."""

    presence: dict[str, Presence]


class Spoken(msgspec.Struct):
    """A player has sent a message."""

    line: ChatLine


class Thinking(msgspec.Struct):
    """A bot is thinking about its decision."""

    thinking: Thought


class Studied(msgspec.Struct):
    """The study of a seat, or of everyone at an open table, has changed."""

    studied: str


class Led(msgspec.Struct):
    """The position that the leader shows; null when no one is leading anymore."""

    lead: Lead | None


class Live:
    """The open tabs of all matches.

    `seen`: called with the match and the seat when a player starts or stops looking at a match.
    """

    def __init__(self) -> None:
        self.attendance = Attendance()
        self.seen: list[Callable[[str, str], None]] = []
        self._tabs: dict[str, set[Tab]] = {}
        self._versions: dict[str, int] = {}
        self._said: dict[tuple[str, int], None] = {}
        self._thoughts: dict[str, dict[tuple[str, str | None], bytes]] = {}
        self._leads: dict[str, tuple[Tab | None, Lead]] = {}  # without a tab: on another server
        self._studies: dict[str, dict[str, Written]] = {}  # the changes that tabs know of, by match and seat
        self._lock = Lock()

    @contextmanager
    def tab(
        self,
        match_id: str,
        viewer: Viewer,
        held: Sequence[str] = (),
        company: bool = False,
        account: Account | None = None,
    ) -> Iterator[Tab]:
        """Yield a tab of a match while it is open. For the parameters, see `Tab`."""
        tab = Tab(match_id, viewer, held, company, asyncio.get_running_loop(), asyncio.Queue(WAITING), account)
        self.look(tab, True)
        with self._lock:
            self._tabs.setdefault(match_id, set()).add(tab)
            for (_, owner), content in self._thoughts.get(match_id, {}).items():
                if owner in (None, viewer.seat):
                    tab.put(content)
            if match_id in self._leads:
                tab.put(msgspec.json.encode(Led(self._leads[match_id][1])))
        try:
            yield tab
        finally:
            self.lead(tab, None)
            with self._lock:
                tabs = self._tabs[match_id]
                tabs.discard(tab)
                if not tabs:
                    del self._tabs[match_id]
                    self._versions.pop(match_id, None)
                    self._studies.pop(match_id, None)
            self.look(tab, False)

    def look(self, tab: Tab, looks: bool) -> bool:
        """Record whether a tab is visible to its player, and return whether this has changed who is present. A player
        who sees no tab of a match is away."""
        if tab.seat is None or tab.looks == looks:
            return False
        tab.looks = looks
        change = self.attendance.come if looks else self.attendance.go
        if change(tab.match_id, tab.seat):
            self._tell(tab.match_id, Arrival(self.attendance.of(tab.match_id, tab.held)))
        for listener in self.seen:
            listener(tab.match_id, tab.seat)
        return True

    def _tell(self, match_id: str, update: Arrival | Spoken) -> None:
        content = msgspec.json.encode(update)
        send([(tab, content) for tab in self._of(match_id) if tab.company])

    def said(self, match_id: str, line: ChatLine) -> None:
        """Send a chat message to the tabs, unless it has already been sent."""
        if not self.passed_on(match_id, line):
            self._tell(match_id, Spoken(line))

    def thinks(self, match_id: str, seat: str, share: float | None, owner: str | None = None) -> None:
        """Report the progress of a bot's search for a seat. Tabs that open later also receive it.

        `owner`: the only seat that can see it. None means everyone.
        """
        content = msgspec.json.encode(Thinking(Thought(seat, share)))
        with self._lock:
            thoughts = self._thoughts.setdefault(match_id, {})
            if share is None:
                thoughts.pop((seat, owner), None)
            else:
                thoughts[seat, owner] = content
            if not thoughts:
                del self._thoughts[match_id]
        for tab in self._of(match_id):
            if owner in (None, tab.viewer.seat):
                tab.put(content)

    def studied(self, match_id: str, seat: str, written: Written | None, only: str | None) -> None:
        """Report that a study has changed, to everyone or to the tabs of the seat `only`. `written`: None if it is
        empty."""
        with self._lock:
            known = self._studies.get(match_id, {})
            if written is None:
                known.pop(seat, None)
            else:
                known[seat] = written
        content = msgspec.json.encode(Studied(seat))
        send([(tab, content) for tab in self._of(match_id) if only in (None, tab.viewer.seat)])

    def studies_behind(self, there: Mapping[str, dict[str, Written]]) -> list[str]:
        """Return the matches whose tabs have not heard of all changes to studies. `there`: the last changes, by match
        and seat. At the first call for a match, its tabs have just read the studies."""
        with self._lock:
            open_here = [match_id for match_id in there if match_id in self._tabs]
            return [one for one in open_here if self._studies.setdefault(one, there[one]) != there[one]]

    def studied_elsewhere(self, match_id: str, there: Mapping[str, Written], *, secret: bool) -> None:
        """Report the changes to the studies of a match that another server has stored. `there`: as in
        `studies_behind`. `secret`: whether only the author may read a study that is not shared."""
        with self._lock:
            known = dict(self._studies.get(match_id, {}))
        for seat in known.keys() | there.keys():
            before, after = known.get(seat), there.get(seat)
            if before != after:
                shared = any(one is not None and one.shared for one in (before, after))
                self.studied(match_id, seat, after, seat if secret and not shared else None)

    def lead(self, tab: Tab, ply: int | None) -> bool:
        """Start showing a ply to the other tabs of a match, or stop if `ply` is None. Return whether this was possible.
        Only one tab can lead at a time."""
        with self._lock:
            there = self._leads.get(tab.match_id)
            taken = there is not None and there[0] is not tab
            if taken or (there is None and ply is None):
                return False
            lead = None if ply is None else Lead(tab.seat or "", ply)
            if lead is None:
                del self._leads[tab.match_id]
            else:
                self._leads[tab.match_id] = tab, lead
        content = msgspec.json.encode(Led(lead))
        send([(other, content) for other in self._of(tab.match_id) if other is not tab])
        return True

    def leads(self) -> dict[str, Lead]:
        """Return what this server's tabs are showing to others, by match."""
        with self._lock:
            return {match_id: lead for match_id, (tab, lead) in self._leads.items() if tab is not None}

    def led_elsewhere(self, leads: Mapping[str, Lead]) -> None:
        """Show this server's tabs what the leaders on other servers are showing. If a match also has a leader here,
        that lead ends."""
        with self._lock:
            before = {match_id: lead for match_id, (tab, lead) in self._leads.items() if tab is None}
            for match_id in before.keys() - leads.keys():
                del self._leads[match_id]
            self._leads.update((match_id, (None, lead)) for match_id, lead in leads.items())
        for match_id in before.keys() | leads.keys():
            lead = leads.get(match_id)
            if lead != before.get(match_id):
                content = msgspec.json.encode(Led(lead))
                send([(tab, content) for tab in self._of(match_id)])

    def _end_beyond(self, room: Room) -> None:
        """End the lead if an undo has removed the position that it shows."""
        with self._lock:
            leader, lead = self._leads.get(room.id, (None, None))  # on another server, that server ends it
        if leader is not None and lead is not None and lead.ply > room.plies:
            self.lead(leader, None)

    def passed_on(self, match_id: str, line: ChatLine) -> bool:
        """Return whether a chat message has already been sent to the tabs, and mark it as sent."""
        with self._lock:
            known = (match_id, line.number) in self._said
            self._said[match_id, line.number] = None
            if len(self._said) > LINES_REMEMBERED:
                del self._said[next(iter(self._said))]
        return known

    def elsewhere(self, seats: set[tuple[str, str]]) -> None:
        """Record the seats with a tab on another server, and report any changes."""
        for match_id in self.attendance.hear(seats):
            tabs = self._of(match_id)
            if tabs:
                self._tell(match_id, Arrival(self.attendance.of(match_id, tabs[0].held)))

    def _of(self, match_id: str) -> list[Tab]:
        with self._lock:
            return list(self._tabs.get(match_id, ()))

    def follows(self, match_id: str) -> bool:
        """Return whether a match has an open tab."""
        with self._lock:
            return match_id in self._tabs

    def told(self) -> dict[str, int]:
        """Return the version that the tabs of each match with open tabs have received."""
        with self._lock:
            return dict(self._versions)

    def behind(self, room: Room) -> bool:
        """Return whether the tabs of a locked room are behind its version."""
        with self._lock:
            return self._versions.get(room.id, room.version) < room.version

    def first(self, room: Room | Remains, viewer: Viewer) -> bytes:
        """Return the first message to a tab of a locked room. It is the only message if the installed rules cannot
        continue the match."""
        if isinstance(room, Remains):
            return msgspec.json.encode(Message(room.version, msgspec.Raw(room.first(viewer))))
        self._note(room)
        return message(Update(room, None), room.seat_of(viewer))

    def _note(self, room: Room) -> None:
        with self._lock:
            if room.id in self._tabs:
                self._versions[room.id] = room.version

    def changed(self, update: Update) -> None:
        """Send the current state of a locked room to its tabs."""
        room = update.room
        self._note(room)
        self._end_beyond(room)
        tabs = [(tab, room.seat_of(tab.viewer)) for tab in self._of(room.id)]
        if update.only is not None:
            tabs = [(tab, viewer) for tab, viewer in tabs if viewer == update.only]
        messages = {viewer: message(update, viewer) for viewer in {viewer for _, viewer in tabs}}
        send([(tab, messages[viewer]) for tab, viewer in tabs])

    def accounts(self) -> list[Account]:
        """Return the accounts whose rights determine what the open tabs show."""
        with self._lock:
            return [tab.account for tabs in self._tabs.values() for tab in tabs if tab.account is not None]

    def cut(self, ended: Callable[[Account], bool], why: str, match_id: str | None = None) -> None:
        """Close the tabs of accounts that have lost their rights, in one match or in all, with the reason."""
        with self._lock:
            of = self._tabs.values() if match_id is None else [self._tabs.get(match_id, set())]
            there = [tab for tabs in of for tab in tabs]
        gone = [tab for tab in there if tab.account is not None and ended(tab.account)]
        for tab in gone:
            tab.ended = why
        send([(tab, None) for tab in gone])

    def end(self, match_id: str) -> None:
        """Close the tabs of a deleted match."""
        send([(tab, None) for tab in self._of(match_id)])


def message(update: Update, viewer: str | None) -> bytes:
    """Return the message for a tab."""
    return msgspec.json.encode(Message(update.room.version, update.state(viewer)))
