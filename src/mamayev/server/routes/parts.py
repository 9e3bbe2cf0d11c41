"""The parts of an application that routes use."""

from __future__ import annotations

from dataclasses import dataclass

from ..access import Access
from ..company import Quota
from ..fair import Thinkers
from ..live import Live
from ..others import Others
from ..remains import Remains
from ..replies import Replies
from ..reviewing import Reviewing
from ..room import Room
from ..rooms import Rooms
from ..seats import Bots
from ..store import Store
from ..turns import Turns


@dataclass(frozen=True)
class Parts:
    """The parts of an application that all routes share.

    - `asking`: the rate limit for undo requests, and for undos that take the turn back from another player.
    - `chat`: the rate limit for chat messages, and for changes of the name and the players.
    - `orders`: the rate limit for changes of a seat's orders in a game with other players.
    - `access`: the rights to whole matches.
    """

    rooms: Rooms
    turns: Turns
    store: Store
    live: Live
    others: Others
    replies: Replies
    bots: Bots
    thinkers: Thinkers
    reviewing: Reviewing
    asking: Quota
    chat: Quota
    orders: Quota
    access: Access

    def wake(self, room: Room | Remains) -> None:
        """Let bots, and the server's replies in reaction windows, continue, unless the installed rules cannot continue
        the match."""
        if isinstance(room, Remains):
            return
        self.bots.wake(room)
        self.replies.wake(room)
