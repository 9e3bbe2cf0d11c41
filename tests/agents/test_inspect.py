"""The tasks for inspect-ai, where it is installed, with a scripted model."""

import importlib
import os
import sys
from pathlib import Path
from typing import Any

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples" / "agents"


def test_a_scripted_model_plays_a_task_of_inspect_through_the_tools(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    inspect: Any = pytest.importorskip("inspect_ai")
    models: Any = importlib.import_module("inspect_ai.model")
    monkeypatch.syspath_prepend(EXAMPLES)
    monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    calls = [("look", {}), ("play", {"actions": ["jump"]}), ("resign", {}), ("submit", {"answer": "resigned"})]
    said = [models.ModelOutput.for_tool_call("mockllm/model", name, given) for name, given in calls]
    model = models.get_model("mockllm/model", custom_outputs=said)
    task = importlib.import_module("inspect_tasks").mamayev()
    (log,) = inspect.eval(task, model=model, sample_id="keep-the-airfield", display="none", log_dir=str(tmp_path))
    assert log.status == "success", log.error
    (sample,) = log.samples
    told = [message.text for message in sample.messages if message.role == "tool"]
    assert "Your task: Keep the airfield." in told[0]
    assert "Refused: There is no action “jump”." in told[1]
    assert "Reward: 0" in told[2]
    assert sample.scores["reward"].value == 0
