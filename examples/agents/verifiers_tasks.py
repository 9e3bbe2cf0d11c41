"""The tasks of examples/agents/tasks for verifiers: run `vf-eval verifiers_tasks -m MODEL` in this folder.

It needs `pip install 'mamayev[agents]' verifiers`. The model answers in text, and the referee is the user.
"""

from collections.abc import Iterator
from pathlib import Path

import verifiers.v1 as vf

from mamayev.agents.talk import Talk
from mamayev.agents.task import read_task

FOLDER = Path(__file__).parent / "tasks"
WEIGHTS = {"result": 0.5, "points": 0.4, "progress": 0.1}
"""The weights of the rewards of `Talk.rewards`."""
TURNS = 1000
"""The most answers of the model."""

__all__ = ["MamayevEnv", "MamayevTaskset"]


class MamayevTaskset(vf.Taskset[vf.Task[vf.TaskData, vf.State, vf.TaskConfig], vf.TasksetConfig]):
    """The task files, by name."""

    def load(self) -> Iterator[vf.Task]:
        for file in sorted(FOLDER.glob("*.toml")):
            task = read_task(file)
            data = vf.TaskData(id=file.stem, name=file.stem, description=task.title, prompt=Talk(task).opening())
            yield vf.Task(data, self.config.task)


class MamayevEnvConfig(vf.EnvConfig):
    """One seat for the model."""

    player: vf.AgentConfig = vf.AgentConfig()


class MamayevEnv(vf.Env[MamayevEnvConfig]):
    """The referee answers the model until the task is over. Refused actions are metrics, and not part of the reward."""

    async def run(self, task: vf.Task, agents: vf.Agents) -> None:
        talk = Talk(read_task(FOLDER / f"{task.data.id}.toml"))
        talk.opening()  # the prompt has shown the first events
        async with agents.player.interaction(task) as interaction:
            segment = await interaction.turn()
            for _ in range(TURNS):
                if segment.terminated:
                    break
                answer = talk.say(segment.last_reply)
                if talk.over:
                    break
                segment = await interaction.turn(answer)
        trace = interaction.trace
        for name, value in talk.rewards().items():
            trace.record_reward(name, value, WEIGHTS[name])
        trace.record_metrics({"proposals": talk.proposals, "illegal": talk.illegal})
