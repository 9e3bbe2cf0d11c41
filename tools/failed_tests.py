"""Print the tests that failed in the last run of pytest, one to a line, as arguments of another run.

    python tools/failed_tests.py > FILE && python -m pytest @FILE

`pytest --last-failed` does not find the tests of a group (`xdist_group`), because the names of those end in “@GROUP”.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

FAILED = Path(__file__).parents[1] / ".pytest_cache" / "v" / "cache" / "lastfailed"


def failed() -> list[str]:
    """Return the failed tests, without their groups."""
    if not FAILED.exists():
        return []
    return [re.sub(r"@[^\]@]+$", "", name) for name in json.loads(FAILED.read_text(encoding="utf-8"))]


if __name__ == "__main__":
    if not (names := failed()):
        sys.exit("No test failed in the last run.")
    print(*names, sep="\n")
