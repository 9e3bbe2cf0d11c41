"""Tasks as conversations in text, and as tasks of verifiers where it is installed."""

import importlib
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from gymnasium.utils.env_checker import check_env

from mamayev.agents.talk import Talk
from mamayev.agents.task import read_task
from mamayev.agents.text_env import TaskEnv
from mamayev.players import hint

from ..server.conftest import in_a_loop

EXAMPLES = Path(__file__).parents[2] / "examples" / "agents"
TASK = read_task(EXAMPLES / "tasks" / "keep-the-airfield.toml")


def advised(talk: Talk) -> str:
    """An answer as a model gives it: thoughts, and the action in the last line."""
    return f"The bot would know.\n{hint(talk.table.match)['text']}\n"


def test_a_conversation_leads_to_the_reward_and_counts_illegal_actions_apart() -> None:
    talk = Talk(TASK)
    first = talk.opening()
    assert "Your task: Keep the airfield." in first
    assert first.startswith("Reply to each message with a command.")
    assert talk.rewards() == {"result": 0.0, "points": 0.0, "progress": 0.0}
    assert talk.say("legal").splitlines()
    assert "CAU-" in talk.say("rule morale")
    assert talk.say("why jump").startswith("Refused: There is no")
    assert talk.say("legal nobody").startswith("Refused: There is no piece")
    assert (talk.proposals, talk.illegal) == (0, 0)
    assert "Refused: " in talk.say("I jump.\njump far")
    assert "Refused: " in talk.say("")
    assert (talk.proposals, talk.illegal) == (2, 2)
    while not talk.over:
        last = talk.say(advised(talk))
        assert "Refused" not in last
    assert last.splitlines()[-1] == "Reward: 1"
    assert talk.rewards() == {"result": 1.0, "points": 1.0, "progress": 1.0}
    assert talk.illegal == 2


def test_a_resigned_task_has_no_reward() -> None:
    talk = Talk(TASK)
    assert "Reward: 0" in talk.say("resign")
    assert talk.over
    assert talk.rewards()["points"] == 0


def test_gymnasium_accepts_the_environment_of_texts() -> None:
    env = TaskEnv(TASK)
    check_env(env, skip_render_check=True)
    seen, info = env.reset()
    assert "Your task: Keep the airfield." in seen
    assert info["proposals"] == 0
    rewards, over = [0.0], False
    while not over:
        seen, reward, over, cut, info = env.step(advised(env.talk))
        rewards.append(reward)
        assert seen in env.observation_space
        assert not cut
    assert rewards[-1] == sum(rewards) == 1
    assert info["illegal"] == 0


def test_the_environment_for_verifiers_plays_a_task(monkeypatch: pytest.MonkeyPatch) -> None:
    vf: Any = pytest.importorskip("verifiers.v1")
    monkeypatch.syspath_prepend(EXAMPLES)
    taskset = vf.load_taskset(vf.taskset_config_type("verifiers_tasks")(id="verifiers_tasks"))
    tasks = {task.data.id: task for task in taskset}
    assert sorted(tasks) == sorted(file.stem for file in (EXAMPLES / "tasks").glob("*.toml"))
    module: Any = importlib.import_module("verifiers_tasks")
    assert vf.environment_class("verifiers_tasks") is module.MamayevEnv
    model = Talk(TASK)
    rewards: dict[str, tuple[float, float]] = {}
    metrics: dict[str, float] = {}

    class Interaction:
        trace = SimpleNamespace(
            record_reward=lambda name, value, weight: rewards.update({name: (value, weight)}),
            record_metrics=metrics.update,
        )

        async def turn(self, message: str = "") -> Any:
            text = advised(model)
            model.say(text)
            return SimpleNamespace(terminated=False, last_reply=text)

        async def __aenter__(self) -> Any:
            return self

        async def __aexit__(self, *_: object) -> None: ...

    agents = SimpleNamespace(player=SimpleNamespace(interaction=lambda _: Interaction()))
    in_a_loop(module.MamayevEnv.run(None, tasks["keep-the-airfield"], agents))
    assert rewards == {"result": (1.0, 0.5), "points": (1.0, 0.4), "progress": (1.0, 0.1)}
    assert metrics["illegal"] == 0 < metrics["proposals"]
