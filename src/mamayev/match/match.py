"""Matches: a position with its log, undo, chance source and journal."""

from __future__ import annotations

import random
import secrets
from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import deepcopy
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec

from mamayev.engine import registry
from mamayev.engine.chance import ByHand, ChanceSource, Fallen, Seeded
from mamayev.engine.event import ONLOOKERS, Chose, Event, Journal, Over
from mamayev.engine.notation import VERB
from mamayev.engine.position import CHANCE, Position
from mamayev.engine.procedure import Order
from mamayev.engine.refusal import Reason, Refusal
from mamayev.engine.words import sentence

from .catalogue import find_lesson
from .components import OF_A_FOLDER, carried, next_table, table_of, taken
from .decision import Action, Decision
from .eventlog import EventLog
from .history import CHANGED_SINCE, History, Past
from .lesson import Lesson, LessonNow, Rehearsed, Task
from .logged import Logged
from .record import BOARDS, LESSON, Board, Record
from .why import why_card, why_closed

STALLED = 1000
"""If chance answers a box this often without a change of its frame, its author has forgotten to end it."""


class _State(msgspec.Struct, frozen=True):
    """The state before an attempt: the position, and the lengths of everything that grows."""

    position: Position
    plies: int
    events: int
    past: int
    outcomes: int


class Match:
    """A game being played: position, log, undo, chance source, journal.

    `play` checks legality, continues through chance, automatic steps and seats of the rules to the next decision of a
    player, and returns the events. A Refusal leaves everything unchanged.
    """

    def __init__(self, record: Record, chance: ChanceSource | None = None, *, new: bool = False) -> None:
        """`new`: not a stored game, so its set-up must obey the rules. Raises Refusal if it does not."""
        game = registry.find(record.game)
        record.options = game.saved_options(record.options)
        self.table = table_of(game, record)
        record.differs = [one.id for one in self.table.look.differs]
        self.game = game
        self.record = record
        self.chance: ChanceSource = chance or (ByHand() if record.dice == "hand" else Seeded(record.seed))
        self.lesson = self._find_lesson()
        if self.lesson is not None:
            self.chance = Rehearsed(self.lesson.plan.outcomes, self.chance)
        self.events = EventLog()
        self._past = History(self.table)
        self._plotted: dict[bytes, dict[str, float]] = {}
        self._changes = 0
        self.undone: list[list[str]] = []
        self._fallen = Fallen()
        self._logged: Logged | None = None
        self.position: Position = self.table.start()
        for key, value in record.start.items():
            self.table.situations.change(self.position, key, value)
        if new and record.start and (reason := self.table.situations.misplaced(self.position)) is not None:
            raise Refusal(reason.text, reason.clauses, field="start", malformed=True)
        self.position.settle()  # a change may leave the game before a step that nobody decides
        step = self.table.step(self.position)
        if step is not None:  # the set-up ran without a journal; say in which step it left the game
            opening = Journal(turn=self.table.turn(self.position))
            opening.add(step.event())
            self.events.extend(opening.events)
        self._decision: Decision | None = None

    # -------------------------------------------------------------- beginnings

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
    ) -> Match:
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
        if dice not in ("seeded", "hand"):
            raise Refusal(f"Dice are “seeded” or “hand”, not “{dice}”.", field="dice", malformed=True)
        chosen = edition or found.editions[0]
        record = Record(
            game=game,
            rules=found.version,
            edition=chosen,
            options=found.check_options(options or {}),
            seed=secrets.randbits(32) if seed is None else seed,
            dice=dice,
            components=own or "",
            start=dict(start or {}),
            lesson=lesson,
        )
        match = cls(record, chance, new=True)
        journal = match._journal()
        match._run_on(journal)
        match.events.extend(journal.events)
        return match

    @classmethod
    def from_record(cls, record: Record, plies: int | None = None, *, run_on: bool = False, new: bool = False) -> Match:
        """Replay the match of a record without a generator. Raises Refusal if the log breaks a rule.

        `plies` cuts the log. `run_on` lets chance continue to the next decision. `new`: it was not stored here, so its
        set-up must obey the rules, too.
        """
        log = record.log if plies is None else record.log[:plies]
        match = cls(
            Record(
                record.game,
                record.rules,
                record.edition,
                dict(record.options),
                record.seed,
                record.dice,
                record.components,
                dict(record.start),
                [],
                [list(entry) for entry in record.practice],
                record.lesson,
                earlier=_up_to(record.earlier, len(log)),
                boards=[board for board in record.boards if plies is None or board.ply <= plies],
                mail=dict(record.mail),
            ),
            new=new,
        )
        match._replay(log)
        if match._changes < len(match.record.boards):
            ply = match.record.boards[match._changes].ply
            raise Refusal(
                f"The board is said to change after entry {ply} of the log, where it does not come by, or not in "
                "this order.",
                field="boards",
                malformed=True,
            )
        for start, end in record.together:
            if end <= len(log):
                match._join(*(bisect_left(match._past, ply, key=lambda past: past.plies) for ply in (start, end)))
        if run_on:
            journal = match._journal()
            match._run_on(journal)
            match.events.extend(journal.events)
        if record.resigned and plies is None:
            match.resign(record.resigned)
        if record.altered:
            raise Refusal(
                "This saved game has been changed or damaged: its checksum does not match. To read it anyway, remove "
                "the field “checksum”.",
                field="checksum",
                malformed=True,
            )
        return match

    @classmethod
    def from_json(cls, text: str | bytes) -> Match:
        """Return the match that `to_json` saved."""
        return cls.from_record(Record.from_json(text))

    def to_json(self) -> str:
        """Return the saved game."""
        return self.record.to_json()

    def copy(self) -> Match:
        """An independent, equal match."""
        other = Match.__new__(Match)
        other.table, other.game, other.lesson = self.table, self.game, self.lesson
        other.chance = deepcopy(self.chance)  # a script's dice are used up one by one
        other._lost, other._changes = self._lost, self._changes
        other.record = msgspec.convert(msgspec.to_builtins(self.record), Record)
        other.events = self.events.copy()
        other._past = self._past.copy()
        other._plotted = dict(self._plotted)
        other.undone = [list(u) for u in self.undone]
        other._fallen, other._logged = self._fallen.copy(), None
        other.position = self.position.copy()
        other._decision = None
        return other

    def __copy__(self) -> Match:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> Match:
        return self.copy()

    def __getstate__(self) -> dict[str, Any]:
        """Return everything except what `__setstate__` rebuilds from the record."""
        found = ("game", "lesson", "_lost", "_decision", "_logged")
        return {name: value for name, value in vars(self).items() if name not in found}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self.game = self.table.game
        self.lesson = self._find_lesson()
        self._decision, self._logged = None, None

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Match):
            return NotImplemented
        return self.record == other.record and self.position == other.position

    __hash__ = None  # type: ignore[assignment]

    # -------------------------------------------------------------- playing

    @property
    def decision(self) -> Decision | None:
        """The current question; None when the game is over."""
        if self._decision is None and not self.over:
            self._decision = Decision(self.position)
        return self._decision

    @property
    def over(self) -> bool:
        """Whether the game has ended, by its rules or a resignation."""
        return not self.position.frames or bool(self.record.resigned)

    @property
    def result(self) -> dict[str, Any] | None:
        """The result of a finished game, else None. After a resignation, the other side wins."""
        if self.record.resigned:
            return self._resigned()
        return self.table.result(self.position) if self.over else None

    def play(self, action: Action | str | Sequence[Action | str]) -> list[Event]:
        """Play an action and continue to the next decision; return the events. Raises Refusal and changes nothing.

        If a list of actions of one seat is given, such as a route, all or none are played, with one undo. Before the
        last of them, nothing may be rolled, drawn or revealed, and no other seat may decide.
        """
        texts = [str(action)] if isinstance(action, (str, Action)) else [str(each) for each in action]
        if not texts:
            raise Refusal("An empty list of actions plays nothing.", field="actions", malformed=True)
        before, happened = self._state(), list[Event]()
        try:
            for number, text in enumerate(texts):
                happened += self._take(text, number)
            self._join(before.past, len(self._past))
        except BaseException:
            self._restore(before)
            raise
        self.undone.clear()
        self.record.earlier = _up_to(self.record.earlier, before.plies)
        return happened

    def _take(self, text: str, number: int) -> list[Event]:
        """Play one action, the one with this number in a list; return the events."""
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
        if self.lesson is not None and (reason := self.lesson_objects(action)) is not None:
            raise Refusal(reason.text, reason.clauses, field="lesson")
        journal = self._journal()
        self._apply(decision, action, journal)
        self.events.extend(journal.events)
        return journal.events

    def _join(self, start: int, end: int) -> None:
        """Join the decisions from number `start` to before number `end` into one undo."""
        if end - start > 1:
            after = self._past[end].plies if end < len(self._past) else len(self.record.log)
            self._past.join(start, end)
            self.record.together.append([self._past[start].plies, after])

    def resign(self, seat: str) -> list[Event]:
        """Resign for a seat: the match ends, and the other side wins. This is not an action of the game: the position
        stays, and the record notes the seat beside its log. Returns the events. Raises Refusal."""
        index = self.seat_index(seat)
        if index in self.table.procedures:
            raise Refusal(f"The rules play {seat}; they do not resign.", field="resigned", malformed=True)
        if self.over:
            raise Refusal("The game is over, so you cannot resign.", field="resigned")
        self.record.resigned, self._decision = seat, None
        self.undone.clear()
        journal, result = self._journal(), self._resigned()
        journal.add(Over(result=result, who="End", text=result["why"]))
        self.events.extend(journal.events)
        return journal.events

    def _resigned(self) -> dict[str, Any]:
        seat, sides = self.record.resigned, self.table.look.sides
        others = [other for other, side in sides.items() if side != sides[seat]]
        name = seat.capitalize()
        return {
            "winner": others[0] if len({sides[other] for other in others}) == 1 else None,
            "level": f"{name} resigned",
            "why": f"{name} has resigned.",
            "resigned": seat,
        }

    def _apply(self, decision: Decision, action: Action, journal: Journal) -> None:
        """Apply a checked action, store the data for undo, continue through chance."""
        # Whoever holds the decision, or the position that it was about, keeps them as they were.
        past, self.position = self.position, self.position.copy()
        plies, events, outcomes = len(self.record.log), len(self.events), len(self._fallen)
        reveals = past.box.reveals
        if decision.index == CHANCE:
            self._fallen.add(past)
        else:
            self._say_choice(journal, action)
        self._one(action, journal)
        shown = self._run_on(journal)
        revealed = shown or journal.shown or (decision.index != CHANCE and reveals)
        turn = self.table.turn(past)
        self._past.add(Past(past, decision.index, turn, plies, events, outcomes, revealed))

    def _say_choice(self, journal: Journal, action: Action, order: Order | None = None) -> None:
        """Add the choice of the deciding seat, or an order of the rules, to the journal; other sides may see a
        disguise."""
        p = self.position
        seat, verb = self.game.seats[p.seat], self.table.notation.verbs[action.code >> VERB]
        who = verb.heading or verb.title or verb.name
        disguise = self.table.disguise(p, action.code)
        sides = self.table.look.sides if disguise else {}
        journal.add(
            Chose(
                seat=seat,
                action=action.text,
                text=sentence(self.table.told(p, action.code)) if order is None else order.why,
                who=who,
                clauses=verb.clauses if order is None else order.clauses,
                audience=tuple(mate for mate in sides if sides[mate] == sides[seat]) if disguise else (),
            )
        )
        if disguise:
            others = (*(other for other in sides if sides[other] != sides[seat]), ONLOOKERS)
            journal.add(Event(text=sentence(disguise), who=who, clauses=verb.clauses, audience=others))

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
            result = self.table.result(p)
            journal.add(Over(result=result, who="End", text=str(result.get("why", "The game is over."))))

    def _journal(self) -> Journal:
        """Return an empty journal for the next events."""
        step = self.table.step(self.position)
        return Journal(
            ply=len(self.record.log), turn=self.table.turn(self.position), step=step.id if step is not None else ""
        )

    def _run_on(self, journal: Journal) -> bool:
        """Let chance, the rules' own seats and a lesson answer until a player must decide. Return whether a die, a card
        or something hidden was revealed."""
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
                    raise TypeError(
                        f"The box “{p.box.name}” has been answered by chance {STALLED} times, the last time by "
                        f"“{p.name(outcome)}”, and still asks: end its frame with `p.end()`, or count in a local of it."
                    )
            elif seat in self.table.procedures:
                order = self.table.procedures[seat](p)
                if self._logged is not None and not self._logged.has(p, order):
                    return shown
                shown = shown or p.box.reveals
                action = Action(p.name(order.action), order.action)
                self._say_choice(journal, action, order)
                self._one(action, journal)
            elif (played := self._lesson_plays()) is not None:
                self._say_choice(journal, played)
                self._one(played, journal)
            else:
                return shown

    def carried(self, components: str | Path | Mapping[str, str]) -> Match:
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
        journal = other._journal()
        other._run_on(journal)
        other.events.extend(journal.events)
        return other

    def _board_changes(self) -> bool:
        """Whether the board of the record changes here."""
        boards = self.record.boards
        return self._changes < len(boards) and boards[self._changes].ply == len(self.record.log)

    def _change_board(self, journal: Journal) -> None:
        """Continue with the next board of the record. Raises Refusal if the position does not fit it."""
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

    def _state(self) -> _State:
        return _State(self.position, len(self.record.log), len(self.events), len(self._past), len(self._fallen))

    def _restore(self, state: _State) -> None:
        self.position = state.position
        del self.record.log[state.plies :]
        self.events.cut(state.events)
        self._past.cut(state.past)
        self._fallen.cut(state.outcomes)
        self._decision = None

    def _replay(self, log: list[str]) -> None:
        """Replay the lines of a log, including dice and cards. Raises Refusal that names the entry."""
        start = len(self.record.log)
        chance, self._logged = self.chance, Logged(log, lambda: len(self.record.log) - start)
        # Dice typed in by hand are decisions of their own: each can be taken back.
        self.chance = ByHand() if self.record.dice == "hand" else self._logged
        try:
            journal = self._journal()
            self._run_on(journal)
            self.events.extend(journal.events)
            while len(self.record.log) - start < len(log):
                ply = len(self.record.log) - start
                decision = self.decision
                if decision is None:
                    raise Refusal(f"The game ends at entry {ply} of the log, which has {len(log)}.")
                journal = self._journal()
                self._apply(decision, decision.parse(log[ply]), journal)
                self.events.extend(journal.events)
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

    # -------------------------------------------------------------- lessons

    def _find_lesson(self) -> Lesson | None:
        """Return the lesson that the record names; None if it does not fit the record, with the reason in `_lost`."""
        record, self._lost = self.record, ""
        if not record.lesson:
            return None
        try:
            found = find_lesson(
                self.game, record.lesson, record.components if isinstance(record.components, dict) else None
            )
            script = found.script
            edition, options = script.edition or self.game.editions[0], self.game.check_options(script.options)
            brought = {
                "edition": (edition, record.edition),
                "options": (options, record.options),
                "set-up": (found.start, record.start),
                "dice": ("seeded", record.dice),
            }
            self._lost = " and ".join(name for name, (own, stored) in brought.items() if own != stored)
            if self._lost:
                self._lost = f"It no longer brings this match's {self._lost}."
            else:
                found.check()
                return found
        except Refusal as refusal:
            self._lost = refusal.text
        return None

    @property
    def lesson_notice(self) -> str:
        """Why the lesson of the record does not continue; "" if it does, or there is none."""
        lost, name = self._lost, self.record.lesson
        if self.lesson is not None and self.lesson.wanted(self.record.log) is None:
            lost = "The log differs from the lesson."
        return f"The lesson “{name}” no longer fits. The match continues as a game. {lost}" if lost else ""

    @property
    def lesson_tasks(self) -> list[Task]:
        """The actions that the lesson accepts now, the suggested one first; empty if no lesson waits."""
        if self.lesson is None or self.position.seat < 0:
            return []
        return self.lesson.wanted(self.record.log) or []

    @property
    def lesson_over(self) -> bool:
        """Whether the last decision was the last task of a lesson."""
        if self.lesson is None or not self._past or self._past[-1].plies >= self.lesson.end:
            return False
        return self.lesson.wanted(self.record.log) == []

    def lesson_now(self) -> LessonNow | None:
        """The state of the lesson: its current task, or its end; None if no lesson runs."""
        lesson, tasks = self.lesson, self.lesson_tasks
        if lesson is None or not (tasks or self.lesson_over):
            return None
        script, total = lesson.script, len(lesson.told)
        if not tasks:
            closing = [said.page for said in script.closing]
            return LessonNow(lesson.name, script.title, total, total, pages=closing, done=True)
        decision = self.decision
        assert decision is not None
        do, action = tasks[0].do, decision.action_data(decision.parse(tasks[0].line).code)
        count = lesson.count(self.record.log)
        return LessonNow(
            lesson.name,
            script.title,
            count + 1,
            total,
            do.text,
            do.task or f"{action['label']}.",
            [task.line for task in tasks],
            action,
            [said.page for said in script.opening] if count == 0 else [],
            # Whoever takes the tasks of a group in another order has read the pages of the first already.
            [said.page for said in do.pages] if tasks[0].ply == len(self.record.log) else [],
        )

    def lesson_objects(self, action: Action) -> Reason | None:
        """Return why the lesson refuses a legal action; None if it accepts it, or no lesson runs."""
        tasks = self.lesson_tasks
        if self.lesson is None or not tasks or action.text in {task.line for task in tasks}:
            return None
        notation = self.table.notation
        wanted = notation.label(notation.parse(tasks[0].line))
        return Reason(self.lesson.objection(tasks[0], wanted, action.text))

    def _lesson_plays(self) -> Action | None:
        """Return the action that the lesson plays itself, because it has no text; None if a player decides."""
        tasks = self.lesson_tasks
        if not tasks or tasks[0].do.text or (self._logged is not None and not self._logged.goes_on(tasks[0].line)):
            return None
        return Action(tasks[0].line, self.table.notation.parse(tasks[0].line))

    def leave_lesson(self) -> None:
        """Leave the lesson and play on with the match's own dice and cards. Raises Refusal if no lesson runs."""
        if self.lesson_now() is None:
            raise Refusal("There is no lesson to leave.", field="lesson")
        self.record.lesson, self.lesson, self.chance = "", None, Seeded(self.record.seed)
        self.record.earlier = [[len(self.record.log), LESSON]]

    # -------------------------------------------------------------- undo

    @property
    def free_undos(self) -> int:
        """Number of decisions that can be undone before a die, a card, a reveal or another seat's decision. Dice and
        cards that are typed in or set by a lesson reveal nothing, so they can be undone, too."""
        if self.record.resigned:
            return 0
        return self._past.free(self.position.seat, 0 if self.lesson is None else self.lesson.end)

    def own_plies(self, seat: str) -> list[int]:
        """Return the plies before a seat's own last decisions, the last one first, as long as no other seat decided and
        nothing was revealed afterwards."""
        return [] if self.record.resigned else self._past.own_plies(self.game.seats.index(seat))

    @property
    def undos(self) -> int:
        """Number of decisions that can be undone in practice mode."""
        return 0 if self.record.resigned else len(self._past) - self._past.fixed

    @property
    def redos(self) -> int:
        """Number of undone decisions that can be redone."""
        return len(self.undone)

    @property
    def last_entry(self) -> int | None:
        """The ply before the last typed die, card or lot; None if there is none."""
        return self._past.last_ply(CHANCE)

    def last_ply(self, seat: str) -> int | None:
        """Return the ply before a seat's last decision, None if it has none."""
        return self._past.last_ply(self.game.seats.index(seat))

    def decisions_after(self, ply: int) -> int:
        """Return the number of decisions or typed entries since the one right after a ply. Raises Refusal if there is
        none."""
        return self._past.decisions_after(ply)

    def undo(self, *, practice: bool = False, seat: str | None = None) -> None:
        """Undo the last decision. Undoing past a die, a reveal or another seat needs `practice`, which the record
        notes. `seat` can undo its own decision even if another seat is to decide. Raises Refusal."""
        if self.record.resigned:
            raise Refusal(f"{self._resigned()['why']} Play on in a branch.", field="undo")
        if not self.undos:
            raise Refusal(CHANGED_SINCE if self._past else "There is nothing to undo.", field="undo")
        barrier = self.free_undos == 0 and (seat is None or not self.own_plies(seat))
        if barrier and not practice:
            raise Refusal(
                "A roll, a draw or another seat's decision came after it. Use practice mode to undo it.",
                field="undo",
            )
        past = self._past[-1]
        position = self._position(past)
        self._past.cut(len(self._past) - 1)
        if barrier:
            self.record.note_practice([[len(self.record.log), len(self.record.log) - past.plies]])
        self.undone.append(self.record.log[past.plies :])
        self.position = position
        del self.record.log[past.plies :]
        self.events.cut(past.events)
        self.record.together = [span for span in self.record.together if span[1] <= past.plies]
        self._fallen.cut(past.outcomes)
        self._decision = None

    def undo_to(self, ply: int, *, practice: bool = False, seat: str | None = None) -> None:
        """Undo everything after the first `ply` entries of the log, so that the next entry is asked again; `practice`
        and `seat` as for `undo`. Raises Refusal and changes nothing."""
        count = self.decisions_after(ply)
        own = 0 if seat is None else len(self.own_plies(seat))
        if count > max(self.free_undos, own) and not practice:
            raise Refusal(
                "A roll, a draw, a reveal or another seat's decision came after it. Use practice mode to go back.",
                field="to",
            )
        for _ in range(count):
            self.undo(practice=practice, seat=seat)

    def loose(self, seat: str | None = None) -> dict[str, int]:
        """Return the pieces whose last decision can be undone alone, with the ply before it.

        These are decisions of one seat since the last barrier, which `seat` moves as for `undo`. Actions that were
        played together stay together. Lessons are undone page by page.
        """
        count = 0 if self.lesson is not None else self.free_undos if seat is None else len(self.own_plies(seat))
        found, verbs = dict[str, int](), self.table.notation.verbs
        starts = [*self._past.starts(count), len(self.record.log)]
        for start, end in pairwise(starts):
            for line in self.record.log[start:end]:
                word, *nouns = line.split()
                if verbs[self.table.notation.verb_index[word]].args[:1] == ("piece",):
                    found[nouns[0]] = start
        return found

    def take_back(self, ply: int, *, seat: str | None = None) -> None:
        """Undo only the decision right after a ply and replay the rest. The order is free as long as nobody else has
        seen it and no die was rolled; `seat` as for `undo`. Raises Refusal that names dependent decisions, and changes
        nothing."""
        count = self.decisions_after(ply)
        if ply not in self.loose(seat).values():
            raise Refusal(
                "You can only undo the last decision here, because of a roll, a draw, another seat's decision or a "
                "lesson.",
                field="to",
            )
        starts = [*self._past.starts(count - 1), len(self.record.log)]
        trial = self.copy()
        for _ in range(count):
            trial.undo(seat=seat)
        for start, end in pairwise(starts):
            trial._again(self.record.log[start:end])
        if trial.position.seat != self.position.seat:
            raise Refusal("Without it, another seat would have to decide now.", field="to")
        trial.undone.clear()
        vars(self).update(vars(trial) | {"chance": self.chance})

    def _again(self, lines: list[str]) -> None:
        """Replay one decision, which may depend on an undone one. Raises Refusal."""
        notation, start, before = self.table.notation, len(self.record.log), len(self._past)
        while (done := len(self.record.log) - start) < len(lines):
            try:
                self._take(lines[done], 0)
            except Refusal as refusal:
                last = self.table.label(self.position, notation.parse(lines[-1]))
                raise Refusal(
                    f"“{last}” rests on it and has to be taken back first: {refusal.text}", refusal.clauses, field="to"
                ) from None
            if self._past[-1].revealed:
                raise Refusal("Without it, there would be a roll or a reveal now.", field="to")
        self._join(before, len(self._past))

    def redo(self) -> None:
        """Redo the last undone decision, with the same dice. Raises Refusal."""
        if not self.undone:
            raise Refusal("There is nothing to redo.", field="redo")
        log, rest, before = self.undone.pop(), self.undone, len(self._past)
        self._replay(log)
        # One step of undo is one step of redo.
        self._join(before, len(self._past))
        self.undone = rest

    # -------------------------------------------------------------- looking

    def facts(self) -> dict[str, Any]:
        """Return the facts that a player reads off the table: a flat, JSON-ready dict."""
        return self.table.facts(self.position)

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

    def view(self, seat: str | None = None) -> dict[str, Any]:
        """Return what a seat may see, JSON-ready: the Picture of docs/protocol.md."""
        picture = self.table.look.picture(self.position, self.seat_index(seat))
        data: dict[str, Any] = msgspec.to_builtins(picture)
        return data

    def sample(self, seat: str, rng: random.Random) -> Match:
        """Return a match with a random full position that the seat cannot distinguish from this one."""
        index = self.seat_index(seat)
        assert index is not None
        other = self.copy()
        other.position = self.table.sample(self.position, index, rng)
        return other

    def events_for(self, seat: str | None, start: int = 0) -> list[Event]:
        """Return the events from number `start` on that a seat may see (None: public ones)."""
        return [e for e in self.events[start:] if e.seen_by(seat)]

    def at(self, ply: int) -> Position:
        """Return the position after the first `ply` entries of the log."""
        if not 0 <= ply <= len(self.record.log):
            raise Refusal(f"The log has plies 0 to {len(self.record.log)}, not {ply}.", field="ply", malformed=True)
        if ply == len(self.record.log):
            return self.position.copy()
        last = self._past.at_hand(ply)
        p = Match.from_record(self.record, 0).position if last is None else self._position(last)
        for done in range(0 if last is None else last.plies, ply):
            p = self._next(p, done)
        return p

    def onwards(self, ply: int) -> Iterator[Position]:
        """Yield the positions from the one after the first `ply` entries of the log to the current one, each on its
        board. Each is modified into the next, so copy what you keep."""
        p = self.at(ply)
        yield p
        for done in range(ply, len(self.record.log)):
            p = self._next(p, done)
            yield p

    def _next(self, p: Position, ply: int) -> Position:
        """Return the position after the first `ply` entries of the log with the next entry carried out, on the board at
        that point."""
        p.apply(p.table.notation.parse(self.record.log[ply]))
        return self._past.carried(p, ply + 1)

    def since(self, begins: Callable[[Position], bool]) -> Position | None:
        """Return a copy of the position before the last decision of this turn, including the current one, that began a
        plan for the deciding seat; None if there is none."""
        turn, seat = self.table.turn(self.position), self.position.seat
        start = next((past.plies for past in self._past if past.turn == turn), len(self.record.log))
        found = None
        for p in self.onwards(start):
            if p.seat == seat and self.table.turn(p) == turn and begins(p):
                found = p.copy()
        return found

    def boards_since(self, ply: int) -> int:
        """Return the number of board changes after the first `ply` entries of the log."""
        return sum(change.ply > ply for change in self.record.boards)

    def _position(self, past: Past) -> Position:
        """Return the position before a decision, as a copy or rebuilt."""
        kept = self._past.position(past)
        return self.at(past.plies) if kept is None else kept

    def branch(self, ply: int, seed: int | None = None) -> Match:
        """Start a new match with the first `ply` entries of this log and different dice."""
        self.at(ply)
        record = msgspec.convert(msgspec.to_builtins(self.record), Record)
        record.earlier = _up_to([*record.earlier, [ply, LESSON if record.lesson else record.seed]], ply)
        record.seed = secrets.randbits(32) if seed is None else seed
        record.lesson, record.mail = "", {}
        return Match.from_record(record, ply, run_on=True)

    def series(self) -> dict[str, list[tuple[int, float, int]]]:
        """Return the points (turn, value, ply) of each plotted value: the last decision of each turn, and the end."""
        last = {past.turn: past for past in self._past}
        now = self.table.turn(self.position)
        points = [(turn, past.plies, self._plot(past)) for turn, past in last.items() if turn != now]
        points.append((now, len(self.record.log), self.table.game.study().series(self.position)))
        self._plotted = {
            past.packed: self._plotted[past.packed] for past in last.values() if past.packed in self._plotted
        }
        rows: dict[str, list[tuple[int, float, int]]] = {}
        for turn, ply, values in sorted(points, key=lambda point: point[0]):
            for name, value in values.items():
                rows.setdefault(name, []).append((turn, value, ply))
        return rows

    def _plot(self, past: Past) -> dict[str, float]:
        """Return the plotted values before a decision; cached for packed positions."""
        if past.packed and past.packed in self._plotted:
            return self._plotted[past.packed]
        position = self._position(past)
        values = dict(position.table.game.study().series(position))
        if past.packed:
            self._plotted[past.packed] = values
        return values

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


def _up_to(earlier: Sequence[Sequence[int]], ply: int) -> list[list[int]]:
    """Return the sources of the dice of a log's first entries, up to a ply."""
    found: list[list[int]] = []
    for end, seed in earlier:
        end = min(end, ply)
        if end > (found[-1][0] if found else 0):
            found.append([end, seed])
    return found
