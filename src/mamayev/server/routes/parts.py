"""What the routes work with."""

from __future__ import annotations

from dataclasses import dataclass

from ..company import Quota
from ..fair import Thinkers
from ..live import Live
from ..others import Others
from ..remains import Remains
from ..replies import Replies
from ..room import Room
from ..rooms import Rooms
from ..seats import Bots
from ..store import Store
from ..turns import Turns


@dataclass(frozen=True)
class Parts:
    """One of each for an application. `asking` and `chat`: how often the others may be asked, and spoken to."""

    rooms: Rooms
    turns: Turns
    store: Store
    live: Live
    others: Others
    replies: Replies
    bots: Bots
    thinkers: Thinkers
    asking: Quota
    chat: Quota

    def wake(self, room: Room | Remains) -> None:
        """Let bots and windows go on; nobody plays on where the rules stop a match."""
        if isinstance(room, Remains):
            return
        self.bots.wake(room)
        self.replies.wake(room)
