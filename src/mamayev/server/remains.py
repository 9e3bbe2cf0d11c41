"""A stored match that the installed rules cannot continue.

You can view its last state, replay its valid part, and continue it in a branch.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from threading import Lock

import msgspec

from mamayev.engine.event import Event
from mamayev.engine.foretell import Throw
from mamayev.engine.refusal import Refusal
from mamayev.match.holding import Holding
from mamayev.match.match import Match

from .forms import Diary, Expectations, PastTable, SeriesList, Setup, State, Stopped, Undos
from .keys import Caller, Viewer, resolve
from .last import Left, Look, left_of, scene_of
from .room import Room
from .saved import refused, stopped_at
from .seated import Missing
from .store.rows import HUMAN, Saved
from .thumbnail import Thumbnail, thumbnail


class Remains:
    """The remains of a match whose record is invalid under the installed rules.

    It supports the reading methods of `Room`; all others raise `refusal`.
    """

    def __init__(self, saved: Saved, holds: Holding, refusal: Refusal, left: str, scene: str) -> None:
        self.lock, self.refusal, self._why = Lock(), refused(saved, refusal), refusal
        self.id, self.version, self.keys = saved.id, saved.version, saved.keys
        self._saved = saved
        # Valid plies are viewed as in any other match.
        self._room = None if holds.match is None else Room(saved, holds.match)
        self._look: Look | None = scene_of(scene)
        self._left: Left | None = left_of(left) if self._look is not None else None
        self.stopped: Stopped = stopped_at(saved, holds, refusal)

    @property
    def visible(self) -> bool:
        """Whether there is a position to view."""
        return self._left is not None or self._room is not None

    @property
    def plies(self) -> int:
        """The number of log entries that can be replayed."""
        return self.stopped.ply

    @property
    def log(self) -> list[str]:
        """The log entries that can be replayed."""
        return [] if self._room is None else self._room.log

    @property
    def continued(self) -> str:
        """The id of the match in which the players can continue. Every player gets the same id."""
        return blake2b(f"{self.id} {self.stopped.ply}".encode(), digest_size=8).hexdigest()

    @property
    def held(self) -> bool:
        """Whether the match's seats have keys and it was still in progress."""
        return bool(self.keys) and not self._saved.over

    @property
    def humans(self) -> list[str]:
        """The seats that people play."""
        return [seat for seat, player in self._saved.seats.items() if player == HUMAN]

    @property
    def name(self) -> str:
        return self._saved.name

    @property
    def seats(self) -> dict[str, str]:
        return self._saved.seats

    @property
    def match(self) -> Match:
        """The match with the valid entries. Raises Refusal if not even its start is valid."""
        return self._held.match

    @property
    def _held(self) -> Room:
        if self._room is None:
            raise self.refusal
        return self._room

    def viewer(self, caller: Caller) -> Viewer:
        """Return the viewer, as for a room."""
        return resolve(self.id, self.keys, caller) if self._room is None else self._room.viewer(caller)

    def seat_of(self, viewer: Viewer) -> str | None:
        """Return the viewer's seat. On a shared screen, this is the only seat that a person plays, or None if there are
        several."""
        if not viewer.shared:
            return viewer.seat
        return self.humans[0] if len(self.humans) == 1 else None

    def rename(self, name: str) -> None:
        """Rename the match. The name is stored with the next version."""
        self._saved.name, self.version = name, self.version + 1
        self.refusal = refused(self._saved, self._why)

    def check_open(self, what: str) -> None:
        """Check access as for a room. The match counts as over if its last state was over."""
        if self._saved.over:
            return
        self._held.check_open(what)

    def state(self, viewer: str | None) -> State:
        """Return the State (docs/protocol.md): the last position without decisions, or else the last valid position."""
        saved, room = self._saved, self._room
        if self._left is not None:
            picture = self._left.picture
        else:
            picture = self._held.picture(self._held.match.position, viewer)
        return State(
            id=self.id,
            name=self.name,
            version=self.version,
            game=saved.game,
            seats=self.seats,
            dice="hand" if room is not None and room.match.record.dice == "hand" else "seeded",
            over=saved.over,
            result=saved.result,
            picture=picture,
            decision=None,
            undo=Undos(0, 0, 0),
            practice_used=0 if room is None else len(room.match.record.practice),
            plies=self.stopped.ply,
            parts=0 if room is None else len(room.match.events.begun),
            viewer=viewer or "",
            held=bool(self.keys),
            secrets=room is not None and room.match.table.secrets,
            stopped=self.stopped,
            left=self._left is not None,
        )

    def first(self, viewer: Viewer) -> bytes:
        """Return the State as JSON."""
        return msgspec.json.encode(self.state(self.seat_of(viewer)))

    def scene_json(self, ply: int | None = None) -> bytes:
        """Return the last scene as JSON or, with a `ply`, the scene of the replay at that ply."""
        if self._left is not None and self._look is not None and ply is None:
            return self._look.json
        return self._held.scene_json(ply)

    def at(self, ply: int, viewer: str | None) -> PastTable:
        """Return the position after a valid ply. A stored picture counts as one more change of the board."""
        past = self._held.at(self._within(ply), viewer)
        past.boards += self._left is not None
        return past

    def faces(self, ply: int, viewer: str | None) -> list[Throw]:
        """Return the die roll with its faces, as for a room."""
        return self._held.faces(self._within(ply), viewer)

    def _within(self, ply: int) -> int:
        """Return the ply if it is valid. Raises Missing."""
        if ply > self.stopped.ply:
            raise Missing(f"This game can be replayed up to entry {self.stopped.ply} of its log, not to {ply}.")
        return ply

    def events(self) -> Sequence[Event]:
        """Return the valid events."""
        return [] if self._room is None else self._room.match.events

    def setup(self) -> Setup:
        """Return the setup, as for a room."""
        return self._held.setup()

    def diary(self, viewer: str | None, from_: int = 0, to: int | None = None, last: int | None = None) -> Diary:
        """Return the diary of the valid entries, as for a room."""
        return Diary([], []) if self._room is None else self._room.diary(viewer, from_, to, last)

    def expected(self, viewer: str | None, from_: int, to: int) -> Expectations:
        """Return the expected losses in battles among the valid entries, as for a room."""
        return Expectations([]) if self._room is None else self._room.expected(viewer, from_, to)

    def series(self) -> SeriesList:
        """Return the stored plots, or else the plots of the valid entries."""
        return self._held.series() if self._left is None else self._left.series

    def thumbnail(self, ply: int | None, viewer: str | None) -> Thumbnail:
        """Return a small picture of the board, in its last state or after a valid ply."""
        if ply is None and self._left is not None and self._look is not None:
            return thumbnail(self._look.scene, self._left.picture)
        return self._held.thumbnail(ply if ply is None else self._within(ply), viewer)
