"""The core of a match: a position with its log, chance source and journal, played forward."""

from __future__ import annotations

import copy
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Self

import msgspec

from mamayev.engine import registry
from mamayev.engine.chance import ByHand, ChanceSource, Fallen, Seeded
from mamayev.engine.event import Event, Journal
from mamayev.engine.position import CHANCE, Position
from mamayev.engine.refusal import Reason, Refusal

from .components import carried, next_table, table_of
from .decision import Decision
from .eventlog import EventLog
from .history import History, Past
from .journal import ended, resigned, tell_choice
from .logged import Logged
from .question import Action
from .record import SavedGame

STALLED = 1000
"""The number of chance outcomes in a row, without a change to the box's frame, after which the author must have
forgotten to end the box."""


def _plain(key: str, value: object) -> object:
    """Return the value of a setup change: a text, a number, or a tuple for a list. So games can look it up anywhere.
    Raises Refusal for other values."""
    if isinstance(value, list | tuple):
        return tuple(_plain(key, one) for one in value)
    if not isinstance(value, str | int | float):
        raise Refusal(f"“{key}” cannot become {value!r} at the start.", field=key, malformed=True)
    return value


class Playing:
    """A game that is played forward.

    A `Match` adds undo, lessons and views. `play` checks legality, advances through dice, automatic steps and the seats
    that the rules play to a player's next decision, and returns the events. A Refusal leaves everything unchanged.
    """

    def __init__(self, record: SavedGame, chance: ChanceSource | None = None, *, new: bool = False) -> None:
        """Open a record at its start. `new`: it is not a stored game, so its setup must obey the rules. Raises Refusal
        if it does not."""
        game = registry.find(record.game)
        record.options = game.saved_options(record.options)
        self.table = table_of(game, record)
        record.differs = [one.id for one in self.table.look.differs]
        self.game = game
        self.record = record
        self.chance: ChanceSource = chance or (ByHand() if record.dice == "hand" else Seeded(record.seed))
        self.events = EventLog()
        self.undone: list[list[str]] = []
        self._past = History(self.table)
        self._changes = 0
        self._fallen = Fallen()
        self._logged: Logged | None = None
        self._decision: Decision | None = None
        self.position: Position = self.table.start()
        for key, value in record.start.items():
            self.table.situations.change(self.position, key, _plain(key, value))
        if new and record.start and (reason := self.table.situations.misplaced(self.position)) is not None:
            raise Refusal(reason.text, reason.clauses, field="start", malformed=True)
        self.position.settle()  # a change may leave the game before a step that nobody decides
        opening, step = Journal(turn=self.table.turn(self.position)), self.table.step(self.position)
        opening.part()
        if step is not None:  # the setup ran without a journal; say in which step it left the game
            opening.add(step.event())
        self.events.take(opening)

    @classmethod
    def begun(cls, record: SavedGame, chance: ChanceSource | None = None) -> Self:
        """Start a new game from a record and advance to its first decision. Raises Refusal."""
        match = cls(record, chance, new=True)
        match._continue()
        return match

    @classmethod
    def from_record(
        cls, record: SavedGame, plies: int | None = None, *, run_on: bool = False, new: bool = False
    ) -> Self:
        """Replay the match of a record without a random generator. Raises Refusal if the log breaks a rule.

        `plies`: truncate the log to this length. `run_on`: continue through dice to the next decision. `new`: the
        record was not stored here, so its setup must also obey the rules.
        """
        match, log = cls(record.blank(plies), new=new), record.log[:plies]
        match._replay(log)
        if match._changes < len(match.record.boards):
            ply = match.record.boards[match._changes].ply
            raise Refusal(
                f"The record's board change after entry {ply} of the log is out of order, or the game has no decision "
                "there.",
                field="boards",
                malformed=True,
            )
        for start, end in record.together:
            if end <= len(log):
                match._join(*(bisect_left(match._past, ply, key=lambda past: past.plies) for ply in (start, end)))
        if run_on:
            match._continue()
        if record.resigned and plies is None:
            match.resign(record.resigned, on_time=record.on_time)
        if record.altered:
            raise Refusal(
                "This saved game has been changed or damaged: its checksum does not match. To read it anyway, remove "
                "the field “checksum”.",
                field="checksum",
                malformed=True,
            )
        return match

    def copy(self) -> Self:
        """Return an independent, equal match."""
        other = type(self).__new__(type(self))
        vars(other).update(vars(self))
        other.chance = copy.deepcopy(self.chance)  # a script's dice are used up one by one
        other.record, other.position = self.record.copy(), self.position.copy()
        other.events, other.undone = self.events.copy(), [list(lines) for lines in self.undone]
        other._past, other._fallen = self._past.copy(), self._fallen.copy()
        other._decision, other._logged = None, None
        return other

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self.copy()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, type(self)):
            return NotImplemented
        return self.record == other.record and self.position == other.position

    __hash__ = None  # type: ignore[assignment]

    # -------------------------------------------------------------- the question

    @property
    def decision(self) -> Decision | None:
        """The current question; None when the game is over."""
        if self._decision is None and not self.over:
            self._decision = Decision(self.position)
        return self._decision

    @property
    def over(self) -> bool:
        """Whether the game has ended, by its rules, a resignation or a loss on time."""
        return not self.position.frames or bool(self.record.resigned)

    @property
    def result(self) -> dict[str, Any] | None:
        """The result of a finished game, else None. After a resignation or a loss on time, the other side wins."""
        if self.record.resigned:
            return resigned(self.table, self.record.resigned, on_time=self.record.on_time)
        return self.table.result(self.position) if self.over else None

    def seat_index(self, seat: str | None) -> int | None:
        """Return the index of a seat's name. Raises Refusal."""
        if seat is None:
            return None
        if seat not in self.game.seats:
            raise Refusal(
                f"{self.game.title} has no seat “{seat}”; it has {', '.join(self.game.seats)}.",
                field="seat",
                malformed=True,
            )
        return self.game.seats.index(seat)

    def objection(self, action: Action) -> Reason | None:
        """Return why something besides the rules, such as a lesson, refuses a legal action; else None."""
        return None

    def _led(self) -> Action | None:
        """Return the action that something besides the rules, such as a lesson, plays here; None if a player
        decides."""
        return None

    # -------------------------------------------------------------- playing

    def play(self, action: Action | str | Sequence[Action | str]) -> list[Event]:
        """Play an action and advance to the next decision. Returns the events. If an action is illegal, raises Refusal
        and changes nothing.

        A list of actions by one seat, such as a path, is played completely or not at all, and one undo removes it. Only
        its last action can roll, draw or reveal something, or let another seat decide.
        """
        texts = [str(action)] if isinstance(action, (str, Action)) else [str(each) for each in action]
        if not texts:
            raise Refusal("An empty list of actions plays nothing.", field="actions", malformed=True)
        position, decided, lengths, happened = self.position, len(self._past), self._lengths(), list[Event]()
        orders = self.record.orders
        try:
            for number, text in enumerate(texts):
                happened += self._take(text, number)
            self._join(decided, len(self._past))
        except BaseException:
            self._go_back(position, decided, *lengths)
            self.record.orders = orders
            raise
        self._forget_undone(lengths[0])
        self.record.cut_dice(lengths[0])
        return happened

    def resign(self, seat: str, *, on_time: bool = False) -> list[Event]:
        """Resign for a seat: the other side wins. `on_time`: the seat ran out of time instead. This is not an action in
        the game. The position does not change, and the record notes the seat separately from its log. Returns the
        events. Raises Refusal."""
        index = self.seat_index(seat)
        if index in self.table.procedures:
            raise Refusal(f"The rules play {seat}, so it cannot resign.", field="resigned", malformed=True)
        if self.over:
            raise Refusal("The game is over, so you cannot resign.", field="resigned")
        self.record.resigned, self.record.on_time, self._decision = seat, on_time, None
        self._forget_undone(len(self.record.log))
        journal = self._journal()
        journal.add(ended(resigned(self.table, seat, on_time=on_time)))
        self.events.take(journal)
        return journal.events

    def _take(self, text: str, number: int) -> list[Event]:
        """Play one action, and return the events. `number`: its index in a list of actions."""
        decision = self.decision
        if decision is None:
            raise Refusal("The game is over.", field="action")
        action = decision.parse(text)
        if number and (self._past[-1].revealed or self._past[-1].seat != decision.index):
            raise Refusal(
                f"“{text}” cannot be played together with the actions before it, because of a roll, a draw, a "
                "reveal or another seat's decision in between. Play them one by one.",
                field="actions",
            )
        if (reason := self.objection(action)) is not None:
            raise Refusal(reason.text, reason.clauses, field="lesson")
        return self._apply(decision, action)

    def _apply(self, decision: Decision, action: Action) -> list[Event]:
        """Apply a checked action, store the data for undo, and continue through chance. Returns the events."""
        # A caller that holds the decision, or its position, keeps them as they were.
        past, self.position = self.position, self.position.copy()
        lengths, journal, reveals = self._lengths(), self._journal(), past.box.reveals
        if decision.index == CHANCE:
            self._fallen.add(past)
        else:
            tell_choice(journal, self.position, action)
        self._one(action, journal)
        shown = self._run_on(journal)
        revealed = shown or journal.shown or (decision.index != CHANCE and reveals)
        self._past.add(Past(past, decision.index, self.table.turn(past), *lengths, revealed))
        self.events.take(journal)
        return journal.events

    def _lengths(self) -> tuple[int, int, int]:
        """Return the lengths of the log, the events and the outcomes of chance."""
        return len(self.record.log), len(self.events), len(self._fallen)

    def _go_back(
        self,
        position: Position,
        decided: int,
        plies: int,
        events: int,
        outcomes: int,
        firsts: Mapping[int, int] = MappingProxyType({}),
    ) -> None:
        """Return to an earlier position, with this number of decisions and these lengths. `firsts`: the ply before each
        seat's first undone decision. That seat's later orders are undone, too: they stay in the record after the end of
        the log, until a redo reaches them. The orders of seats without an undone decision remain, because an undo
        cannot take them back."""
        self.position, self._decision, end = position, None, len(self.record.log)
        del self.record.log[plies:]
        self.record.together = [span for span in self.record.together if span[1] <= plies]
        kept = {self.game.seats[seat]: first for seat, first in firsts.items() if seat != CHANCE}
        self.record.orders = [
            given
            if given.ply > kept.get(given.seat, end)
            else msgspec.structs.replace(given, ply=min(given.ply, plies))
            for given in self.record.orders
        ]
        self.events.cut(events, plies)
        self._past.cut(decided)
        self._fallen.cut(outcomes)

    def _forget_undone(self, plies: int) -> None:
        """Forget what was undone, and the orders given after it. `plies`: the length of the log then."""
        self.undone.clear()
        self.record.forget_later_orders(plies)

    def _join(self, start: int, end: int) -> None:
        """Join the decisions from index `start` up to, but not including, index `end`, so that one undo removes them
        all."""
        if end - start > 1:
            after = self._past[end].plies if end < len(self._past) else len(self.record.log)
            self._past.join(start, end)
            self.record.together.append([self._past[start].plies, after])

    def _one(self, action: Action, journal: Journal) -> None:
        p = self.position
        self._decision = None
        self.record.log.append(action.text)
        journal.ply = len(self.record.log)
        p.journal = journal
        try:
            p.apply(action.code)
        finally:
            p.journal = None
        if not p.frames:
            journal.add(ended(self.table.result(p)))

    def _journal(self) -> Journal:
        """Return an empty journal for the next events."""
        step = self.table.step(self.position)
        return Journal(
            ply=len(self.record.log), turn=self.table.turn(self.position), step=step.id if step is not None else ""
        )

    # -------------------------------------------------------------- between decisions

    def _continue(self) -> None:
        """Advance to a player's next decision."""
        journal = self._journal()
        self._run_on(journal)
        self.events.take(journal)

    def _run_on(self, journal: Journal) -> bool:
        """Let chance, the seats that the rules play, and a lesson answer until a player must decide. Return whether a
        die, a card or something hidden was revealed."""
        shown, stalled = False, 0
        while True:
            while self._board_changes():
                self._change_board(journal)
            p = self.position
            seat = p.seat
            if seat == CHANCE:
                frame = p.frames[-1][:]
                outcome = self.chance.outcome(p, self._fallen.again(p), len(self._fallen))
                if outcome is None:
                    return shown
                shown = True
                self._fallen.add(p)
                self._one(Action(p.name(outcome), outcome), journal)
                stalled = stalled + 1 if p.frames and p.frames[-1] == frame else 0
                if stalled == STALLED:
                    raise _endless(p, outcome)
            elif seat in self.table.procedures:
                order = self.table.procedures[seat](p)
                if self._logged is not None and not self._logged.has(p, order):
                    return shown
                shown = shown or p.box.reveals
                action = Action(p.name(order.action), order.action)
                tell_choice(journal, p, action, order)
                self._one(action, journal)
            elif (led := self._led()) is not None and (self._logged is None or self._logged.goes_on(led.text)):
                tell_choice(journal, p, led)
                self._one(led, journal)
            else:
                return shown

    def _board_changes(self) -> bool:
        """Return whether the record's board changes here."""
        boards = self.record.boards
        return self._changes < len(boards) and boards[self._changes].ply == len(self.record.log)

    def _change_board(self, journal: Journal) -> None:
        """Continue on the record's next board. Raises Refusal if the position does not fit it."""
        change = self.record.boards[self._changes]
        table = next_table(self.game, self.record, self._changes + 1)
        told, files = self._journal(), ", ".join(sorted(change.files))
        told.add(Event(text=f"From here on, the game uses a changed board: {files}.", who="Board"))
        self.position = carried(self.position, table, told)
        self.table, self._decision = table, None
        self._changes += 1
        self._past.go_on(change.ply, table)
        self.record.differs = list(dict.fromkeys([*self.record.differs, *(one.id for one in table.look.differs)]))
        journal.events += told.events

    def _replay(self, log: list[str]) -> None:
        """Replay the entries of a log, including dice and cards. If one is illegal, raises a Refusal that names it."""
        start = len(self.record.log)
        chance, self._logged = self.chance, Logged(log, lambda: len(self.record.log) - start)
        # Dice typed in by hand are decisions of their own: each can be taken back.
        self.chance = ByHand() if self.record.dice == "hand" else self._logged
        try:
            self._continue()
            while len(self.record.log) - start < len(log):
                ply = len(self.record.log) - start
                decision = self.decision
                if decision is None:
                    raise Refusal(f"The game ends at entry {ply} of the log, which has {len(log)}.")
                self._apply(decision, decision.parse(log[ply]))
        except Refusal as refusal:
            ply = len(self.record.log) - start
            raise Refusal(
                f"Entry {ply + 1} of the log, “{log[ply] if ply < len(log) else ''}”: {refusal.text}",
                refusal.clauses,
                field=f"log[{ply}]",
                malformed=refusal.malformed,
            ) from None
        finally:
            self.chance, self._logged = chance, None


def _endless(p: Position, outcome: int) -> TypeError:
    """Return the error for a chance box that never ends."""
    return TypeError(
        f"The box “{p.box.name}” has been answered by chance {STALLED} times, the last time by “{p.name(outcome)}”, "
        "and still asks: end its frame with `p.end()`, or count in one of its locals."
    )
