"""A live match: what each seat sees of it, and what is told of a change."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from mamayev.engine.event import Event
from mamayev.engine.foretell import Throw, awaits_die, throw
from mamayev.engine.position import OVER, Position
from mamayev.engine.scene import Overlay, Picture
from mamayev.match.data import DecisionData
from mamayev.match.decision import Decision, waits_for

from . import takeback, windows
from .forms import PastTable, SeriesList, Setup, State, stated_form
from .last import look_of, series_of
from .saved import standing
from .seated import Missing, Seated
from .store.rows import Saved, Standing
from .thumbnail import Thumbnail, thumbnail


class Room(Seated):
    """A match as a seat sees it."""

    def state(self, viewer: str | None, events: Iterable[Event] | None = None, picture: Picture | None = None) -> State:
        """The State of docs/protocol.md for a seat; `events` are those of the change that led here, `picture` what the
        seat sees where that is known already."""
        match, record = self.match, self.match.record
        return State(
            id=self.id,
            name=self.name,
            version=self.version,
            game=record.game,
            seats=self.seats,
            dice="hand" if record.dice == "hand" else "seeded",
            over=match.over,
            result=match.result,
            picture=picture or self.picture(match.position, viewer),
            decision=self._decision(viewer),
            undo=takeback.undos(self, viewer),
            practice_used=len(record.practice),
            plies=len(record.log),
            viewer=viewer or "",
            held=self.held,
            secrets=match.table.secrets,
            asked=self.asked,
            reply=windows.reply_of(self, viewer),
            passes=viewer is not None and viewer == windows.asked_seat(self) and bool(windows.due_reply(self)),
            notice=" ".join(filter(None, (self.changed, match.lesson_notice))),
            lesson=match.lesson_now(),
            example=None if self.example is None else self.example.now(),
            events=msgspec.UNSET if events is None else visible(events, viewer),
        )

    def _decision(self, viewer: str | None) -> DecisionData | None:
        decision = self.match.decision
        if decision is None:
            return None
        if decision.seat in ("chance", viewer):
            return decision.to_data()
        return decision.to_others(self.name_of(decision.seat))

    def overlay(self, name: str, viewer: str | None) -> Overlay:
        """An overlay that is made only when it is asked for. Raises Refusal where there is none of that name."""
        match = self.match
        return match.table.overlay(match.position, match.seat_index(viewer), name)

    def faces(self, ply: int, viewer: str | None) -> list[Throw]:
        """The die that fell at a ply with all its faces; none where it tells nothing alone, or not to this viewer."""
        match = self.match
        if not 1 <= ply <= len(match.record.log):
            raise Missing(f"This game has plies 1 to {len(match.record.log)}, not {ply}.")
        position = match.at(ply - 1)
        found = throw(position, viewer) if awaits_die(position) else None
        return [] if found is None else [found]

    def at(self, ply: int, viewer: str | None) -> PastTable:
        """The table after the first `ply` entries of the log, seen with the same eyes as the present one."""
        position = self.position_at(ply)
        title, prompt = self._asked(position, viewer)
        return PastTable(self.picture(position, viewer), ply, title, prompt, self.match.boards_since(ply))

    def _asked(self, p: Position, viewer: str | None) -> tuple[str, str]:
        """Title and prompt of the decision that a position waits for, as far as a seat may know them."""
        if p.seat == OVER:
            return "The end", "The game is over."
        decision = Decision(p)
        own = decision.seat in ("chance", viewer)
        return decision.title, decision.prompt if own else waits_for(self.name_of(decision.seat))

    def thumbnail(self, ply: int | None, viewer: str | None) -> Thumbnail:
        """The board in small, after a ply or as it is now, seen with the same eyes as the whole one."""
        position = self.match.position if ply is None else self.position_at(ply)
        return thumbnail(look_of(position.table).scene, self.picture(position, viewer))

    def setup(self) -> Setup:
        """How the match was set up."""
        record = self.match.record
        return Setup(
            record.edition,
            record.options,
            record.seed,
            "hand" if record.dice == "hand" else "seeded",
            _names(record.board),
            [stated_form(one) for one in self.match.table.differs],
        )

    def series(self) -> SeriesList:
        """The values that are plotted over the turns."""
        return series_of(self.match)


class News:
    """A change of a locked room, as it is stored and told: what it shows is made once for each pair of eyes, however
    many tabs look. No `events`: they are not known, as where another server played."""

    def __init__(self, room: Room, events: list[Event] | None) -> None:
        self.room, self.events = room, events
        self._pictures: dict[str | None, Picture] = {}
        self._states: dict[str | None, msgspec.Raw] = {}

    def standing(self) -> Standing:
        """What the list of games shows: only what everybody sees."""
        return standing(self.room.match, self._picture(None))

    def saved(self) -> Saved:
        """The match as it is stored."""
        return self.room.saved(self._picture(None))

    def state(self, viewer: str | None) -> msgspec.Raw:
        """The State for a seat, as it is sent."""
        if viewer not in self._states:
            state = self.room.state(viewer, self.events, self._picture(viewer))
            self._states[viewer] = msgspec.Raw(msgspec.json.encode(state))
        return self._states[viewer]

    def _picture(self, viewer: str | None) -> Picture:
        match = self.room.match
        viewer = viewer if match.table.secrets else None
        if viewer not in self._pictures:
            self._pictures[viewer] = self.room.picture(match.position, viewer)
        return self._pictures[viewer]


def visible(events: Iterable[Event], viewer: str | None) -> list[Any]:
    """The events that a seat may see; None: those for everybody."""
    return [e for e in events if e.seen_by(viewer)]


def _names(components: str | dict[str, str]) -> list[str]:
    """What a list shows of components: the files by name, or the folder of a match from before."""
    if isinstance(components, str):
        return [components] if components else []
    return list(components)
