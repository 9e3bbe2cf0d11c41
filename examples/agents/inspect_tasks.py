"""The tasks of examples/agents/tasks for inspect-ai: `inspect eval inspect_tasks.py --model MODEL`.

It needs `pip install 'mamayev[agents]' inspect-ai`. The score is the reward of the task.
"""

import re
import tomllib
from pathlib import Path

from inspect_ai import Task, task
from inspect_ai.agent import react, run
from inspect_ai.dataset import Sample
from inspect_ai.model import ChatMessageTool
from inspect_ai.scorer import Score, Scorer, Target, mean, scorer, stderr
from inspect_ai.solver import Generate, Solver, TaskState, solver
from inspect_ai.tool import mcp_connection, mcp_server_stdio

FOLDER = Path(__file__).parent / "tasks"
PROMPT = "Play with the tools until the task is over. Begin with look."


def sample(file: Path) -> Sample:
    found = tomllib.loads(file.read_text("utf-8"))
    return Sample(f"{found['title']}. {found['text']} {PROMPT}", id=file.stem, metadata={"file": str(file)})


@solver
def player() -> Solver:
    async def solve(state: TaskState, generate: Generate) -> TaskState:
        door = mcp_server_stdio(command="mamayev", args=["mcp", "--no-hints", "--task", state.metadata["file"]])
        async with mcp_connection(door):
            played = await run(react(tools=[door]), state.messages)
        assert not isinstance(played, tuple)
        state.messages, state.output = played.messages, played.output
        return state

    return solve


@scorer(metrics=[mean(), stderr()])
def reward() -> Scorer:
    async def score(state: TaskState, target: Target) -> Score:
        told = [message.text for message in state.messages if isinstance(message, ChatMessageTool)]
        rewards = re.findall(r"^Reward: ([\d.]+)$", "\n".join(told), re.MULTILINE)
        return Score(value=float(rewards[-1]) if rewards else 0.0)

    return score


@task
def mamayev() -> Task:
    return Task([sample(file) for file in sorted(FOLDER.glob("*.toml"))], solver=player(), scorer=reward())
