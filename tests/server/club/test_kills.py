"""Two servers that are killed while deadlines come due: each deadline has its effect once."""

import subprocess
import sys
from pathlib import Path

BENCH = Path(__file__).parents[3] / "bench" / "deadlines.py"


def test_each_deadline_has_its_effect_once_when_servers_are_killed(tmp_path: Path) -> None:
    command = [sys.executable, str(BENCH), "--kills", "8", "--deadlines", "30", "--ends", "3", "--every", "0.4"]
    run = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path, timeout=240)
    # The exit code also says whether none was late, which depends on the machine.
    assert run.stdout.splitlines()[-1].startswith("| 8 | 33 | 0 | 0 |"), run.stdout + run.stderr
