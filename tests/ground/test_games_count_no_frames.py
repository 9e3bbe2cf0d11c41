"""Games name the frames of the sequence of play: where one lies in the stack is the engine's business."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
COUNTED = re.compile(r"\.frames\s*\[")


def test_games_count_no_frames() -> None:
    sources = [*(ROOT / "src/mamayev/games").rglob("*.py"), *(ROOT / "examples").rglob("*.py")]
    assert len(sources) > 100
    counting = [str(file.relative_to(ROOT)) for file in sources if COUNTED.search(file.read_text(encoding="utf-8"))]
    assert counting == []
