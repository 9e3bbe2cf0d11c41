"""A live match in memory: each seat's view of it, and the update after a change."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

import msgspec

from mamayev.engine.event import Event
from mamayev.engine.foretell import Throw, Trade, awaits_die, throw
from mamayev.engine.position import OVER, Position
from mamayev.engine.scene import Overlay, Picture
from mamayev.match.data import DecisionData
from mamayev.match.decision import Decision, waits_for
from mamayev.match.dispatch import Dispatch, Part, dispatch, parts
from mamayev.match.expected import battles, expected

from . import takeback, windows
from .commanding import Commanding
from .forms import Diary, Expectation, Expectations, PastTable, SeriesList, Setup, State, stated_form
from .last import look_of, series_of
from .saved import standing
from .seated import Missing
from .store.rows import Saved, Standing
from .thumbnail import Thumbnail, thumbnail


class Room(Commanding):
    """A match as each seat sees it."""

    def state(self, viewer: str | None, events: Iterable[Event] | None = None, picture: Picture | None = None) -> State:
        """Return the State (see docs/protocol.md) for a seat. `events`: the events of the change. `picture`: the seat's
        picture, if it is already known."""
        match, record = self.match, self.match.record
        how = windows.reply_of(self, viewer)
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
            parts=len(match.events.begun),
            viewer=viewer or "",
            held=self.held,
            secrets=match.table.secrets,
            asked=self.asked,
            reply=msgspec.UNSET if how is None else how.now,
            armed=() if how is None else how.armed,
            lent=tuple(self.lent),
            command=self.command_of(viewer),
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
        if self.asks(viewer):
            return decision.to_data()
        return decision.to_others(self.asked_name(decision))

    def overlay(self, name: str, viewer: str | None, apart: Collection[str] = ()) -> Overlay:
        """Compute and return an overlay. `apart`: the pieces that other attacks need. Raises Refusal for an unknown
        name."""
        match = self.match
        return match.table.look.overlay(match.position, match.seat_index(viewer), name, apart)

    def faces(self, ply: int, viewer: str | None) -> list[Throw]:
        """Return the die roll at a ply with all its faces. The list is empty if the die has no result by itself, or if
        the viewer cannot see it.
        """
        match = self.match
        if not 1 <= ply <= len(match.record.log):
            raise Missing(f"This game has plies 1 to {len(match.record.log)}, not {ply}.")
        position = match.at(ply - 1)
        found = throw(position, viewer) if awaits_die(position) else None
        return [] if found is None else [found]

    def at(self, ply: int, viewer: str | None) -> PastTable:
        """Return the position after the first `ply` entries of the log, as the viewer sees it."""
        position = self.position_at(ply)
        title, prompt = self._asked(position, viewer)
        return PastTable(self.picture(position, viewer), ply, title, prompt, self.match.boards_since(ply))

    def _asked(self, p: Position, viewer: str | None) -> tuple[str, str]:
        """Return the title and the prompt of the decision in a position, as far as the viewer may know them."""
        if p.seat == OVER:
            return "The end", "The game is over."
        decision = Decision(p)
        own = decision.seat in ("chance", viewer)
        return decision.title, decision.prompt if own else waits_for(self.name_of(decision.seat))

    def thumbnail(self, ply: int | None, viewer: str | None) -> Thumbnail:
        """Return a small picture of the board after a ply (default: now), as the viewer sees it."""
        position = self.match.position if ply is None else self.position_at(ply)
        return thumbnail(look_of(position.table).scene, self.picture(position, viewer))

    def diary(self, viewer: str | None, from_: int = 0, to: int | None = None, last: int | None = None) -> Diary:
        """Return the parts of the game that ended after the ply `from_` or have not ended, and that began before the
        ply `to`. The dispatches cover the parts that have ended or, with `last`, only that many of them."""
        match = self.match
        found = [
            part
            for part in parts(match.table.look.kept, match.events, len(match.record.log), viewer, over=match.over)
            if (part.to > from_ or not part.over) and (to is None or part.from_ < to)
        ]
        over = [part for part in found if part.over]
        skipped = 0 if last is None else max(0, len(over) - last)
        return Diary(found, self._told(over[skipped:], viewer))

    def _told(self, over: list[Part], viewer: str | None) -> list[Dispatch]:
        """Return the dispatches of finished parts, cached per viewer."""
        match, look = self.match, self.match.table.look
        reports, reader = match.events.reports, look.sides.get(viewer or "", "")
        new = [part for part in over if (viewer, None) not in reports[part.number]]
        moments = {ply: self.picture(self.position_at(ply), viewer) for part in new for ply in (part.from_, part.to)}
        for part in new:
            events = visible(match.events.of_part(part.number), viewer)
            del events[: len(events) - (part.end - part.first)]  # the setup
            reports[part.number][viewer, None] = dispatch(
                look.kept, events, moments[part.from_], moments[part.to], part, reader
            )
        return [reports[part.number][viewer, None] for part in over]

    def expected(self, viewer: str | None, from_: int, to: int) -> Expectations:
        """Return the expected losses in the battles in log entries `from_` to `to`, before their dice, as a viewer
        knows them."""
        match, log = self.match, self.match.events
        ends = [*(one.ply for one in log.begun[1:]), len(match.record.log)]
        found = []
        for number, (begun, end) in enumerate(zip(log.begun, ends, strict=True)):
            if begun.ply > to or end < from_:
                continue
            [first] = log.seen(viewer, [begun.event])
            for place, event in battles(match.table.look.kept, visible(log.of_part(number), viewer)):
                if from_ <= event.ply <= to and (trade := self._expected(viewer, number, event)) is not None:
                    found.append(Expectation(first + place, trade))
        return Expectations(found)

    def _expected(self, viewer: str | None, number: int, event: Event) -> Trade | None:
        """Return the expected losses in a battle of a part, as a viewer knows them. The result is cached."""
        key, reports = (viewer, event.ply), self.match.events.reports[number]
        if key not in reports:
            before, line = self.position_at(event.ply - 1), self.match.record.log[event.ply - 1]
            reports[key] = expected(before, line, event, self.match.seat_index(viewer))
        found: Trade | None = reports[key]
        return found

    def setup(self) -> Setup:
        """Return the setup of the match."""
        record = self.match.record
        return Setup(
            record.edition,
            record.options,
            record.seed,
            "hand" if record.dice == "hand" else "seeded",
            _names(record.board),
            [stated_form(one) for one in self.match.table.look.differs],
        )

    def series(self) -> SeriesList:
        """Return the plotted values."""
        return series_of(self.match)


class Update:
    """A change to a locked room, for the store and the tabs.

    Each view is built once for any number of tabs. `events`: None if they are unknown, for example after a move on
    another server. `only`: the only seat to notify; None means everyone.
    """

    def __init__(self, room: Room, events: list[Event] | None, only: str | None = None) -> None:
        self.room, self.events, self.only = room, events, only
        self._pictures: dict[str | None, Picture] = {}
        self._states: dict[str | None, msgspec.Raw] = {}

    def standing(self) -> Standing:
        """Return the public data for the list of games."""
        return standing(self.room.match, self._picture(None))

    def saved(self) -> Saved:
        """The match in stored form."""
        room = self.room
        saved = room.saved(self._picture(None))
        saved.commanded, saved.unseen = room.commanded, room.unseen
        return saved

    def state(self, viewer: str | None) -> msgspec.Raw:
        """Return the State for a seat as JSON."""
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
    """Return the events that a seat can see or, for None, the public events."""
    return [e for e in events if e.seen_by(viewer)]


def _names(components: str | dict[str, str]) -> list[str]:
    """Return the names of a match's component files, or the folder of an old match."""
    if isinstance(components, str):
        return [components] if components else []
    return list(components)
