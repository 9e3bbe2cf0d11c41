"""The lesson beside a match."""

from __future__ import annotations

from typing import Any

from mamayev.engine.chance import ChanceSource, Seeded
from mamayev.engine.refusal import Reason, Refusal

from .catalogue import find_lesson
from .decision import Action
from .lesson import Lesson, LessonNow, Rehearsed, Task
from .record import LESSON, SavedGame
from .undoing import Undoing


class Teaching(Undoing):
    """A game being played that a lesson may guide. `lesson`: None if there is none, or it no longer fits."""

    def __init__(self, record: SavedGame, chance: ChanceSource | None = None, *, new: bool = False) -> None:
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

    def _find_lesson(self) -> None:
        """Find the lesson that the record names; if it does not fit the record, `_lost` says why."""
        self.lesson: Lesson | None = None
        self._lost = ""
        if not self.record.lesson:
            return
        try:
            own = self.record.components
            found = find_lesson(self.game, self.record.lesson, own if isinstance(own, dict) else None)
            if unlike := self._unlike(found):
                self._lost = f"It no longer brings this match's {unlike}."
            else:
                found.check()
                self.lesson = found
        except Refusal as refusal:
            self._lost = refusal.text

    def _unlike(self, lesson: Lesson) -> str:
        """Name what a lesson sets otherwise than the record; "" if nothing."""
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

    def objection(self, action: Action) -> Reason | None:
        """Return why the lesson refuses a legal action; None if it accepts it, or no lesson runs."""
        tasks = self.lesson_tasks
        if self.lesson is None or not tasks or action.text in {task.line for task in tasks}:
            return None
        notation = self.table.notation
        wanted = notation.label(notation.parse(tasks[0].line))
        return Reason(self.lesson.objection(tasks[0], wanted, action.text))

    def _led(self) -> Action | None:
        """Return the action that the lesson plays itself, because it has no text; None if a player decides."""
        tasks = self.lesson_tasks
        return (
            Action(tasks[0].line, self.table.notation.parse(tasks[0].line)) if tasks and not tasks[0].do.text else None
        )

    @property
    def taught(self) -> int:
        return 0 if self.lesson is None else self.lesson.end

    def leave_lesson(self) -> None:
        """Leave the lesson and play on with the match's own dice and cards. Raises Refusal if no lesson runs."""
        if self.lesson_now() is None:
            raise Refusal("There is no lesson to leave.", field="lesson")
        self.record.lesson, self.lesson, self.chance = "", None, Seeded(self.record.seed)
        self.record.earlier = [[len(self.record.log), LESSON]]
