"""The client of docs/agents.md."""

import os
import subprocess
import sys
from pathlib import Path

AGENT = Path(__file__).parents[2] / "examples" / "agents" / "agent.py"


def test_the_client_of_the_page_plays_a_game_to_its_end() -> None:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        [sys.executable, AGENT], env={**os.environ, "PATH": path}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.rstrip().endswith("German Decisive Victory")
