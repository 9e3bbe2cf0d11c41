"""Matches: a position with its log, undo, chance source, journal and lesson; and the records that replay them."""

from __future__ import annotations

import random
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Self

import msgspec

from mamayev.engine import registry
from mamayev.engine.chance import ChanceSource
from mamayev.engine.event import Event
from mamayev.engine.refusal import Reason, Refusal

from .catalogue import find_lesson
from .components import OF_A_FOLDER, taken
from .record import BOARDS, Board, SavedGame
from .teaching import Teaching
from .why import why_card, why_closed


class Record(SavedGame):
    """A saved game that can be replayed."""

    def replay(self, plies: int | None = None) -> Match:
        """Return the match after the first `plies` entries of the log (default: all), without continuing."""
        return Match.from_record(self, plies)

    def undo(self) -> None:
        """Remove the last decision of a seat, and the dice and cards after it, from the log."""
        match = self.replay()
        match.undo(practice=True)
        self.log = list(match.record.log)
        self.practice = [list(entry) for entry in match.record.practice]


class Match(Teaching):
    """A game being played: position, log, undo, chance source, journal.

    `play` checks legality, continues through chance, automatic steps and seats of the rules to the next decision of a
    player, and returns the events. A Refusal leaves everything unchanged.
    """

    record: Record

    @classmethod
    def new(
        cls,
        game: str,
        *,
        seed: int | None = None,
        edition: str | None = None,
        options: Mapping[str, Any] | None = None,
        dice: str = "seeded",
        components: str | Path | Mapping[str, str] | None = None,
        start: Mapping[str, Any] | None = None,
        chance: ChanceSource | None = None,
        lesson: str = "",
    ) -> Self:
        """Start a new match and continue to its first decision. `lesson` names a lesson, which brings its own set-up,
        dice and cards. Raises Refusal for an unknown game, edition, option or lesson."""
        found = registry.find(game)
        own = None if components is None else taken(found, components)
        if lesson:
            if edition is not None or options or start or dice != "seeded":
                raise Refusal(
                    "A lesson has its own edition, options, set-up and dice. Leave these out.",
                    field="lesson",
                    malformed=True,
                )
            script = (taught := find_lesson(found, lesson, own)).script
            edition, options, start = script.edition, script.options, taught.start
            found.check_options(options)
            taught.check()  # one that the rules no longer allow, or not on this board, is refused here, with the place
        record = Record.new(
            found, seed=seed, edition=edition, options=options, dice=dice, components=own, start=start, lesson=lesson
        )
        return cls.begun(record, chance)

    @classmethod
    def from_json(cls, text: str | bytes) -> Self:
        """Return the match that `to_json` saved."""
        return cls.from_record(Record.from_json(text))

    def to_json(self) -> str:
        """Return the saved game."""
        return self.record.to_json()

    def carried(self, components: str | Path | Mapping[str, str]) -> Self:
        """Return a match that continues from this position on another board: a folder, or texts by name, ours for the
        rest. Earlier decisions cannot be undone there. Raises Refusal with the obstacle, such as other spaces or
        pieces, or a unit in an illegal place."""
        if self.over:
            raise Refusal("The game is over. Start a new one on this board.", field="components")
        if self.lesson_now() is not None:
            raise Refusal("A lesson needs its own board. Leave it first.", field="components")
        if len(self.record.boards) >= BOARDS:
            raise Refusal(f"The board of a game is changed {BOARDS} times at most.", field="components")
        now, given = self.record.board or {}, taken(self.game, components)
        if isinstance(now, str):
            raise Refusal(OF_A_FOLDER, field="components")
        names = self.game.component_files
        files = {name: given.get(name, "") for name in names if given.get(name, "") != now.get(name, "")}
        if not files:
            raise Refusal("The game already uses this board.", field="components")
        other = self.copy()
        other.record.boards.append(Board(len(self.record.log), files))
        other.undone.clear()
        other._continue()
        return other

    def facts(self) -> dict[str, Any]:
        """Return the facts that a player reads off the table: a flat, JSON-ready dict."""
        return self.table.facts(self.position)

    def view(self, seat: str | None = None) -> dict[str, Any]:
        """Return what a seat may see, JSON-ready: the Picture of docs/protocol.md."""
        picture = self.table.look.picture(self.position, self.seat_index(seat))
        data: dict[str, Any] = msgspec.to_builtins(picture)
        return data

    def sample(self, seat: str, rng: random.Random) -> Self:
        """Return a match with a random full position that the seat cannot distinguish from this one."""
        index = self.seat_index(seat)
        assert index is not None
        other = self.copy()
        other.position = self.table.sample(self.position, index, rng)
        return other

    def events_for(self, seat: str | None, start: int = 0) -> list[Event]:
        """Return the events from number `start` on that a seat may see (None: public ones)."""
        return [e for e in self.events[start:] if e.seen_by(seat)]

    def why(
        self, *, piece: str = "", space: str = "", verb: str = "", card: int | None = None
    ) -> list[tuple[str, Reason]]:
        """Return why a clicked piece, space, verb or card offers nothing: (action text, reason) pairs. A card has its
        id in the scene's decks.

        Empty if something is available there.
        """
        decision = self.decision
        if decision is None:
            return [("", Reason("The game is over."))]
        return why_closed(decision, piece, space, verb) if card is None else why_card(decision, card, verb)
