"""Matches, each a position with its log, undo, chance source, journal and lesson. Also the records that replay them."""

from __future__ import annotations

import random
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Self

import msgspec

from mamayev.engine import registry
from mamayev.engine.chance import ChanceSource, Seeded
from mamayev.engine.event import Event
from mamayev.engine.refusal import Reason, Refusal

from .catalogue import find_lesson
from .components import OF_A_FOLDER, taken
from .lesson import Lesson, LessonNow, Rehearsed, Task
from .ordering import Ordering
from .question import Action
from .record import BOARDS, LESSON, Board, SavedGame
from .why import why_card, why_closed


class Record(SavedGame):
    """A saved game that can be replayed."""

    def replay(self, plies: int | None = None) -> Match:
        """Return the match after the first `plies` entries of the log (default: all), without playing on."""
        return Match.from_record(self, plies)

    def undo(self) -> None:
        """Remove the last decision of a seat, and the dice and cards after it, from the log."""
        match = self.replay()
        match.undo(practice=True)
        self.log = list(match.record.log)
        self.practice = [list(entry) for entry in match.record.practice]


NO_ORDERS = "The lesson does not accept orders here. Do its task first, or leave the lesson."
"""The message when a lesson refuses orders."""


class Match(Ordering):
    """A game in progress: position, log, chance source and journal (`Playing`), undo (`Undoing`), orders (`Ordering`),
    a lesson, and views.

    `lesson`: the current lesson, or None, also if it no longer fits.
    """

    record: Record

    def __init__(self, record: Record, chance: ChanceSource | None = None, *, new: bool = False) -> None:
        super().__init__(record, chance, new=new)
        self._find_lesson()
        if self.lesson is not None:
            self.chance = Rehearsed(self.lesson.plan.outcomes, self.chance)

    def __getstate__(self) -> dict[str, Any]:
        """Return everything except what `__setstate__` rebuilds from the record."""
        found = ("game", "lesson", "_lost", "_decision", "_logged")
        return {name: value for name, value in vars(self).items() if name not in found}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self.game = self.table.game
        self._find_lesson()
        self._decision, self._logged = None, None

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
        """Start a new match and advance to its first decision. `lesson` names a lesson, which has its own setup, dice
        and cards. Raises Refusal for an unknown game, edition, option or lesson."""
        found = registry.find(game)
        own = None if components is None else taken(found, components)
        if lesson:
            if edition is not None or options or start or dice != "seeded":
                raise Refusal(
                    "A lesson has its own edition, options, setup and dice. Leave these out.",
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
        """Return the match saved by `to_json`."""
        return cls.from_record(Record.from_json(text))

    def to_json(self) -> str:
        """Return the saved game."""
        return self.record.to_json()

    def carried(self, components: str | Path | Mapping[str, str]) -> Self:
        """Return a match that continues from this position on a different board. `components`: a folder, or texts by
        file name; our files replace any that are missing. Earlier decisions cannot be undone there. If the position
        does not fit, for example because spaces or pieces differ or a unit is in an illegal place, raises a Refusal
        that names the obstacle."""
        if self.over:
            raise Refusal("The game is over. Start a new one on this board.", field="components")
        if self.lesson_now() is not None:
            raise Refusal("A lesson needs its own board. Leave the lesson first.", field="components")
        if len(self.record.boards) >= BOARDS:
            raise Refusal(f"You can change a game's board at most {BOARDS} times.", field="components")
        now, given = self.record.board or {}, taken(self.game, components)
        if isinstance(now, str):
            raise Refusal(OF_A_FOLDER, field="components")
        names = self.game.component_files
        files = {name: given.get(name, "") for name in names if given.get(name, "") != now.get(name, "")}
        if not files:
            raise Refusal("The game already uses this board.", field="components")
        other = self.copy()
        other.record.boards.append(Board(len(self.record.log), files))
        other._forget_undone(len(other.record.log))
        other._continue()
        return other

    # -------------------------------------------------------------- looking

    def facts(self) -> dict[str, Any]:
        """Return the facts that a player can read off the table, as a flat, JSON-ready dict."""
        return self.table.facts(self.position)

    def view(self, seat: str | None = None) -> dict[str, Any]:
        """Return a seat's view as JSON-ready data: the Picture of docs/protocol.md."""
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
        """Return the events from index `start` on that a seat can see. None stands for the public."""
        return [e for e in self.events[start:] if e.seen_by(seat)]

    def why(
        self, *, piece: str = "", space: str = "", verb: str = "", card: int | None = None
    ) -> list[tuple[str, Reason]]:
        """Return the reasons why a clicked piece, space, verb or card offers no action, as (action text, reason) pairs.
        `card`: its id in the scene's decks.

        The list is empty if an action is available there.
        """
        decision = self.decision
        if decision is None:
            return [("", Reason("The game is over."))]
        return why_closed(decision, piece, space, verb) if card is None else why_card(decision, card, verb)

    # -------------------------------------------------------------- lessons

    def _find_lesson(self) -> None:
        """Find the lesson that the record names. If it does not fit the record, `_lost` says why."""
        self.lesson: Lesson | None = None
        self._lost = ""
        if not self.record.lesson:
            return
        try:
            own = self.record.components
            found = find_lesson(self.game, self.record.lesson, own if isinstance(own, dict) else None)
            if unlike := self._unlike(found):
                self._lost = f"It no longer provides this match's {unlike}."
            else:
                found.check()
                self.lesson = found
        except Refusal as refusal:
            self._lost = refusal.text

    def _unlike(self, lesson: Lesson) -> str:
        """Name the settings of a lesson that differ from the record, or return ""."""
        script, record = lesson.script, self.record
        brought = {
            "edition": (script.edition or self.game.editions[0], record.edition),
            "options": (self.game.check_options(script.options), record.options),
            "set-up": (lesson.start, record.start),
            "dice": ("seeded", record.dice),
        }
        return " and ".join(name for name, (own, stored) in brought.items() if own != stored)

    @property
    def lesson_notice(self) -> str:
        """The reason why the record's lesson does not continue; "" if it does, or if there is no lesson."""
        lost, name = self._lost, self.record.lesson
        if self.lesson is not None and self.lesson.wanted(self.record.log) is None:
            lost = "The log differs from the lesson."
        return f"The lesson “{name}” no longer fits. The match continues as a game. {lost}" if lost else ""

    @property
    def lesson_tasks(self) -> list[Task]:
        """The actions that the lesson accepts now, the suggested action first; empty if no lesson is waiting for
        one."""
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
        """Return the state of the lesson: its current task, or its end. None if no lesson is running."""
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
            do.orders,
            [said.page for said in script.opening] if count == 0 else [],
            # Whoever takes the tasks of a group in another order has read the pages of the first already.
            [said.page for said in do.pages] if tasks[0].ply == len(self.record.log) else [],
        )

    def follow_lesson(self) -> list[Event]:
        """Play the staff's actions under the orders that the lesson calls for. Returns the events. Raises a Refusal if
        the deciding seat has given other orders, or if the task calls for none."""
        now, decision = self.lesson_now(), self.decision
        if now is None or now.orders is None or decision is None:
            raise Refusal(NO_ORDERS, field="lesson")
        if self.orders_of(decision.seat) != self.read_orders(now.orders, decision.seat):
            raise Refusal(f"The lesson asks for other orders here. {now.task}", field="orders")
        return self.play(now.accepts[0])

    def objection(self, action: Action) -> Reason | None:
        """Return why the lesson refuses a legal action; None if it accepts the action, or if no lesson is running."""
        tasks = self.lesson_tasks
        if self.lesson is None or not tasks or action.text in {task.line for task in tasks}:
            return None
        notation = self.table.notation
        wanted = notation.label(notation.parse(tasks[0].line))
        return Reason(self.lesson.objection(tasks[0], wanted, action.text))

    def _led(self) -> Action | None:
        """Return the next action if it has no text, so that the lesson plays it itself; None if a player decides."""
        tasks = self.lesson_tasks
        return (
            Action(tasks[0].line, self.table.notation.parse(tasks[0].line)) if tasks and not tasks[0].do.text else None
        )

    @property
    def taught(self) -> int:
        return 0 if self.lesson is None else self.lesson.end

    def leave_lesson(self) -> None:
        """Leave the lesson and play on with the match's own dice and cards. Raises Refusal if no lesson is running."""
        if self.lesson_now() is None:
            raise Refusal("There is no lesson to leave.", field="lesson")
        self.record.lesson, self.lesson, self.chance = "", None, Seeded(self.record.seed)
        self.record.earlier = [[len(self.record.log), LESSON]]
