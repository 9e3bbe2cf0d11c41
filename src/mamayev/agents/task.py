"""Tasks for agents: play a seat from one turn to another, and reach goals."""

from __future__ import annotations

import random
import tomllib
from pathlib import Path
from typing import Any

import msgspec

import mamayev
from mamayev.engine.event import Event
from mamayev.engine.refusal import Refusal
from mamayev.engine.text import NotText, file_text, plain
from mamayev.engine.validation import said
from mamayev.match.data import DecisionData
from mamayev.match.decision import Decision
from mamayev.match.match import Match
from mamayev.players import find, rng_of, take

from .table import Table


class Goal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The conditions at the end: the sides that must control certain spaces, and the facts (`Match.facts`) that must
    equal a value or reach a number.
    """

    control: dict[str, str] = {}
    equal: dict[str, Any] = {}
    at_least: dict[str, float] = {}


class Task(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A task. The bot `opponent` plays every seat until turn `begin`, and from then on all seats but the agent's. The
    task ends when turn `end` begins, or when the game ends.
    """

    title: str
    text: str
    game: str
    seat: str
    opponent: str
    begin: int
    end: int
    goal: Goal
    seed: int = 0
    edition: str = ""
    options: dict[str, Any] = {}


def read_task(file: Path) -> Task:
    """Return the task in a TOML file. Raises Refusal."""
    try:
        task = msgspec.convert(tomllib.loads(file_text(file)), Task)
    except (OSError, NotText, tomllib.TOMLDecodeError) as error:
        raise Refusal(f"{file} cannot be read: {plain(error)}.", field="--task", malformed=True) from None
    except msgspec.ValidationError as error:
        raise Refusal(f"{file}: {said(str(error))}.", field="--task", malformed=True) from None
    if not task.goal.control and not task.goal.equal and not task.goal.at_least:
        raise Refusal(f"{file}: [goal] has no conditions.", field="--task", malformed=True)
    return task


class Tasked(Table):
    """The agent's seat in a task."""

    def __init__(self, task: Task) -> None:
        self.task = task
        match = mamayev.new(task.game, seed=task.seed, edition=task.edition or None, options=task.options)
        seats = match.table.open_seats
        if task.seat not in seats:
            raise Refusal(
                f"The task's seat is “{task.seat}”; {match.game.title} has {', '.join(seats)}.",
                field="--task",
                malformed=True,
            )
        find(match.game, task.opponent)
        _play_until(match, task.begin, dict.fromkeys(seats, task.opponent))
        super().__init__(match, task.seat, {seat: task.opponent for seat in seats if seat != task.seat})
        self.told = len(match.events)
        _check(task.goal, match)

    @property
    def over(self) -> bool:
        """Whether the task has ended."""
        return self.match.over or self.match.table.turn(self.match.position) >= self.task.end

    @property
    def decision(self) -> DecisionData | None:
        """The current decision of this seat, or None."""
        return None if self.over else super().decision

    @property
    def result(self) -> dict[str, Any] | None:
        """The goals that were reached. `reward`: the share of goals that were reached."""
        if not self.over:
            return None
        met = reached(self.task.goal, self.match)
        lines = "; ".join(f"{name}: {'reached' if good else 'missed'}" for name, good in met.items())
        share = sum(met.values()) / len(met)
        lost = self.match.record.resigned == self.seat
        return {"why": f"{self.task.title}. {lines}.", "reward": 0.0 if lost else round(share, 4)}

    def board(self) -> str:
        """Return the task and the table in words."""
        return f"Your task: {self.task.title}. {self.task.text}\n{super().board()}"

    def _go_on(self) -> list[Event]:
        return _play_until(self.match, self.task.end, self.bots)

    def _asked(self) -> Decision:
        if self.over:
            raise Refusal("The task is over.", field="action")
        return super()._asked()


def reached(goal: Goal, match: Match) -> dict[str, bool]:
    """Return each condition of a goal, and whether it holds."""
    look, facts = match.table.look, match.facts()
    control = look.kept.sides_of(look.picture(match.position, None))
    return {
        **{f"{side} controls {space}": control.get(space) == side for space, side in goal.control.items()},
        **{f"{name} is {value}": facts.get(name) == value for name, value in goal.equal.items()},
        **{f"{name} is {least:g} or more": (facts.get(name) or 0) >= least for name, least in goal.at_least.items()},
    }


def _check(goal: Goal, match: Match) -> None:
    """Raise Refusal for a space, a side or a fact that the game does not have."""
    scene, facts = match.table.look.kept, match.facts()
    sides = {side.id for side in scene.sides}
    unknown = [
        *(f"space “{space}”" for space in goal.control if space not in scene.space_ids()),
        *(f"side “{side}”" for side in goal.control.values() if side not in sides),
        *(f"fact “{name}”" for name in (*goal.equal, *goal.at_least) if name not in facts),
    ]
    if unknown:
        raise Refusal(f"The task's goal: {match.game.title} has no {unknown[0]}.", field="--task", malformed=True)
    for name in goal.at_least:
        if isinstance(facts[name], str):
            raise Refusal(f"The task's goal: fact “{name}” is text, not a number.", field="--task", malformed=True)


def _play_until(match: Match, turn: int, bots: dict[str, str]) -> list[Event]:
    """Let bots play until a turn begins, another seat decides, or the game ends, and return the events."""
    events: list[Event] = []
    while (
        (decision := match.decision) is not None
        and match.table.turn(match.position) < turn
        and (name := bots.get(decision.seat)) is not None
    ):
        events += take(match, find(match.game, name), random.Random(rng_of(match, name)), name)
    return events
