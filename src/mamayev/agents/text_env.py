"""A task as a Gymnasium environment whose observations and actions are strings. It needs `mamayev[agents,learn]`."""

from __future__ import annotations

from typing import Any

import gymnasium
from gymnasium.spaces import Text

from .talk import Talk
from .task import Task

LETTERS = frozenset(map(chr, range(0x20, 0x2200))) | {"\n", "\N{REPLACEMENT CHARACTER}"}
"""The characters that can occur in observations and actions."""
LONGEST = 100_000
"""The maximum number of characters in an observation."""
COMMAND = 1_000
"""The maximum number of characters in an action."""


class TaskEnv(gymnasium.Env[str, str]):
    """A task (`task.Task`). An action is a command from `talk.RULES`, and an observation is the answer to the command.

    The reward comes at the end: the share of the goals that are reached. `info` contains all rewards from
    `Talk.rewards`, and the numbers `proposals` and `illegal`. A reset begins the same task again.
    """

    metadata = {"render_modes": []}
    observation_space = Text(LONGEST, charset=LETTERS)
    action_space = Text(COMMAND, charset=LETTERS)

    def __init__(self, task: Task) -> None:
        self.task = task
        self.talk = Talk(task)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[str, dict[str, Any]]:
        """Begin the task, and return its first message."""
        super().reset(seed=seed)
        self.talk = Talk(self.task)
        return self.talk.opening(), self._info()

    def step(self, action: str) -> tuple[str, float, bool, bool, dict[str, Any]]:
        """Send a command, and return the answer as the observation."""
        answer, info = self.talk.say(action), self._info()
        return answer, info["points"], self.talk.over, False, info

    def _info(self) -> dict[str, Any]:
        return {**self.talk.rewards(), "proposals": self.talk.proposals, "illegal": self.talk.illegal}
