"""Lessons: a script file with text, for a player who has never seen the rulebook."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Mapping
from functools import cache, cached_property, lru_cache
from itertools import groupby, zip_longest
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from mamayev.engine import registry
from mamayev.engine.chance import ChanceSource, Scripted
from mamayev.engine.refusal import Refusal
from mamayev.engine.state import State

from .components import taken
from .data import ActionData
from .fitting import Seen, seen
from .playing import Playing
from .record import SavedGame
from .script import Do, Page, Script, flat, read


class Task(NamedTuple):
    """An action that a lesson expects: its canonical text, its seat, its index in the log, and its texts."""

    line: str
    seat: str
    ply: int
    do: Do


class LessonNow(msgspec.Struct, omit_defaults=True):
    """The state of a lesson in a match: the `lesson` in a State (see docs/protocol.md)."""

    name: str
    title: str
    number: int
    of: int
    text: str = ""
    task: str = ""
    accepts: list[str] = []
    action: ActionData | None = None
    orders: dict[str, Any] | None = None
    opening: list[Page] = []
    pages: list[Page] = []
    done: bool = False


class _Plan(NamedTuple):
    """The course of a lesson: its log with dice and cards, its tasks, the ranges of the log in which tasks may come in
    any order, and the journal."""

    log: list[str]
    outcomes: list[str]
    tasks: list[Task]
    spans: list[tuple[int, int]]
    told: list[str]


class Lesson:
    """A script file as a lesson. All its matches share this object, and a match's log shows its progress. `own`: the
    player's own components. The lesson fits them if everything happens as it does on ours."""

    def __init__(self, file: Path, own: Mapping[str, str] | None = None) -> None:
        self.file = file
        self.own = own
        self.name = file.stem
        self.script: Script = read(file)

    def info(self) -> dict[str, Any]:
        """Return the entry for the list of lessons."""
        script = self.script
        return {"name": self.name, "title": script.title, "doc": script.doc, "minutes": script.minutes}

    @property
    def start(self) -> dict[str, Any]:
        """Return the setup changes, as in a record."""
        return flat(self.script.setup)

    @cached_property
    def plan(self) -> _Plan:
        """Play the whole lesson once. If this fails, raises a Refusal that names the illegal task, or the difference on
        a player's own components."""
        script = self.script
        match, chance = self._begun()
        tasks = []
        for number, do in enumerate(script.do, 1):
            try:
                decision = match.decision
                if decision is None:
                    raise Refusal("the game is already over.")
                line = decision.parse(do.action).text
                tasks.append(Task(line, decision.seat, len(match.record.log), do))
                match.play(line)
            except Refusal as refusal:
                raise Refusal(
                    f"{self.file}: [[do]] {number}, “{do.action}”: {refusal.text}", refusal.clauses, malformed=True
                ) from None
        spans = []
        for _, grouped in groupby(tasks, lambda task: task.do.group or task.ply):
            row = list(grouped)
            first, last = row[0].ply, row[-1].ply
            if last - first + 1 != len(row):
                raise Refusal(
                    f"{self.file}: something happens between the tasks of the group “{row[0].do.group}”, so their "
                    "order cannot be free.",
                    field="group",
                    malformed=True,
                )
            spans.append((first, last + 1))
        return _Plan(match.record.log, chance.outcomes, tasks, spans, [event.text for event in match.events])

    @property
    def learners(self) -> set[str]:
        """Return the seats of the player; the lesson plays the others."""
        return {task.seat for task in self.plan.tasks if task.do.text}

    def _begun(self) -> tuple[Playing, _Noted]:
        """Return the game at its start, and a chance source that records its dice and cards."""
        script, game = self.script, registry.find(self.script.game)
        chance, own = _Noted(script.scripted(self.file)), None if self.own is None else taken(game, self.own)
        record = SavedGame.new(
            game, seed=0, edition=script.edition, options=script.options, components=own, start=self.start
        )
        return Playing.begun(record, chance), chance

    @cached_property
    def seen(self) -> list[tuple[str, Seen]]:
        """Return the facts that the lesson's text relies on, task by task. Raises Refusal like `plan`."""
        match, _ = self._begun()
        found = []
        for number, task in enumerate(self.plan.tasks):
            decision = match.decision
            assert decision is not None
            pages = [] if number else self.script.opening
            shown = seen(match.position, decision, task.do, task.line, pages)
            found += [(task.do.task or task.line, one) for one in shown]
            match.play(task.line)
        return found

    def check(self) -> None:
        """Raise Refusal if the lesson cannot be played or, on a player's own components, if a result or a mentioned
        fact differs."""
        if self.own is None:
            assert self.plan.tasks
            return
        why = self._unlike(lesson(self.file))
        if why:
            raise Refusal(
                f"The lesson “{self.script.title}” is for our map, counters and cards and does not fit these: {why}",
                field="lesson", malformed=True
            )  # fmt: skip

    def _unlike(self, usual: Lesson) -> str:
        """Describe the first difference from the same lesson on our board; "" if there is none."""
        try:
            told, shown = self.plan.told, self.seen
        except Refusal as refusal:
            return refusal.text.removeprefix(f"{self.file}: ")
        for ours, theirs in zip_longest(usual.plan.told, told, fillvalue=""):
            if ours != theirs:
                return f"where “{ours}” belongs, “{theirs}” comes."
        for (task, one), (_, other) in zip(usual.seen, shown, strict=True):
            if one != other:
                return f"at “{task}”, {one.what} differs from ours."
        return ""

    @property
    def end(self) -> int:
        """The length of the log after the last task."""
        return self.plan.tasks[-1].ply + 1

    def wanted(self, log: list[str]) -> list[Task] | None:
        """Return the possible next tasks after a log, the suggested task first. The list is empty at the end of the
        lesson. None if the log has left the lesson."""
        before = 0
        for first, last in self.plan.spans:
            if log[before:first] != self.plan.log[before : min(first, len(log))]:
                return None
            full, done = Counter(self.plan.log[first:last]), Counter(log[first:last])
            if done - full:
                return None
            if first <= len(log) < last:
                left, tasks = full - done, []
                # Of equal lines the first have been played.
                for task in reversed(self.plan.tasks):
                    if first <= task.ply < last and left[task.line]:
                        left[task.line] -= 1
                        tasks.append(task)
                return tasks[::-1]
            if len(log) < first:
                return None
            before = last
        return []

    @cached_property
    def told(self) -> list[int]:
        """Return the indexes of the player's tasks in the log."""
        return [task.ply for task in self.plan.tasks if task.do.text]

    def count(self, log: list[str]) -> int:
        """Return the number of the player's tasks that a log has completed."""
        return bisect_right(self.told, len(log) - 1)

    def objection(self, task: Task, label: str, text: str) -> str:
        """Return why a legal action is not the one that the lesson expects. `label` describes the expected action."""
        fitting = [key for key in task.do.why_not if text == key or text.startswith(f"{key} ")]
        why = (
            task.do.why_not[max(fitting, key=len)]
            if fitting
            else "The rules allow that, but the lesson wants another action."
        )
        return f"{why} {task.do.task or f'Now: {label}.'}"


@cache
def lesson(file: Path) -> Lesson:
    """Return the lesson in a file. The result is cached. Raises a malformed Refusal."""
    return Lesson(file)


@lru_cache(maxsize=4)
def _on_own(file: Path, own: tuple[tuple[str, str], ...]) -> Lesson:
    return Lesson(file, dict(own))


def lesson_on(file: Path, own: Mapping[str, str]) -> Lesson:
    """Return the lesson in a file on a player's own components. The most recent results are cached."""
    return _on_own(file, tuple(sorted(own.items())))


class Rehearsed:
    """A chance source that gives a lesson's dice and cards first, and then those of another source."""

    def __init__(self, outcomes: list[str], then: ChanceSource) -> None:
        self._outcomes, self._then = outcomes, then

    def outcome(self, p: State, again: int, number: int = 0) -> int | None:
        if number < len(self._outcomes):
            for outcome, _ in p.actions():
                if p.name(outcome) == self._outcomes[number]:
                    return int(outcome)
        return self._then.outcome(p, again, number)


class _Noted:
    """A chance source that gives a script's dice and cards, and records each one that is used."""

    def __init__(self, scripted: Scripted) -> None:
        self._scripted = scripted
        self.outcomes: list[str] = []

    def outcome(self, p: State, again: int, number: int = 0) -> int | None:
        found = self._scripted.outcome(p, again, number)
        if found is not None:
            self.outcomes.append(p.name(found))
        return found
