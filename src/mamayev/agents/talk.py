"""A task as a conversation in plain text, for frameworks in which a model answers messages and calls no tools."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from mcp.types import CallToolResult

from mamayev.engine.refusal import Refusal

from .server import Door
from .task import Task, Tasked

RULES = """\
Reply to each message with a command. Only the last line of your reply counts. The commands are:
- an action as the question lists it, such as “pass”; a path is one line with semicolons
- legal, or legal PIECE: list what is legal
- why ACTION: say why an action is not legal
- foresee ACTION: show the chances of its rolls
- rule WORDS: show a clause, or search the rules
- look: show the table
- resign: give up the task"""


class Talk:
    """A conversation about a task. `proposals`: the number of actions that the model tried. `illegal`: the number of
    them that were refused.
    """

    def __init__(self, task: Task) -> None:
        self.table = Tasked(task)
        self.first = self._turn()
        self.proposals = self.illegal = 0
        self._door = Door(hints=False, begins=False)
        self._door.seat(self.table)

    @property
    def over(self) -> bool:
        """Whether the task has ended."""
        return self.table.over

    def opening(self) -> str:
        """Return the first message: the commands, the task, the table and the question."""
        return f"{RULES}\n\n{_said(self._door.look())}"

    def say(self, message: str) -> str:
        """Return the answer to a message. The last line of the message is the command."""
        line = message.strip().splitlines()[-1].strip() if message.strip() else ""
        verb, _, rest = line.partition(" ")
        door = self._door
        tools: dict[str, Callable[[], CallToolResult]] = {
            "legal": lambda: door.legal(piece=rest),
            "why": lambda: door.why(action=rest),
            "foresee": lambda: door.foresee(rest),
            "rule": lambda: door.rule(self.table.match.game.name, rest),
            "look": door.look,
            "resign": door.resign,
        }
        try:
            return _said(tools[verb]() if verb in tools else self._play(line))
        except Refusal as refusal:
            return f"Refused: {refusal.text}"

    def rewards(self) -> dict[str, float]:
        """Return the rewards from 0 to 1. `result`: whether all goals are reached. `points`: the share of the goals
        that are reached. `progress`: the share of the turns that were played. Before the end, the first two are 0.
        """
        share = float((self.table.result or {}).get("reward", 0.0))
        turns = max(1, self.table.task.end - self.first)
        progress = 1.0 if self.over else min(1.0, max(0.0, (self._turn() - self.first) / turns))
        return {"result": float(share == 1.0), "points": share, "progress": progress}

    def _play(self, line: str) -> CallToolResult:
        self.proposals += 1
        found = self._door.play([line])
        self.illegal += "refused" in _data(found)
        return found

    def _turn(self) -> int:
        return self.table.match.table.turn(self.table.match.position)


def _data(found: CallToolResult) -> dict[str, Any]:
    return found.structured_content or {}


def _said(found: CallToolResult) -> str:
    return str(_data(found)["text"])
