"""Keep the trails of steered random play that meet every box and verb of every game.

    python tools/trails.py tests/trails

`make test` follows them instead of seeking anew. Run it when a change of rules has made trails illegal: `make test`
then takes longer, and says nothing else.
"""

from __future__ import annotations

import sys
from pathlib import Path

from mamayev.engine.registry import names
from mamayev.testing.explorer import explored, keep_trails


def main(folder: Path) -> None:
    """Explore every installed game and write a file for each."""
    folder.mkdir(exist_ok=True)
    for game in names():
        explorers, missed = explored(game, {})
        keep_trails(folder, game, explorers)
        decisions = sum(explorer.decisions for explorer in explorers.values())
        print(f"{game}: {decisions} decisions, missed: {', '.join(sorted(missed)) or 'none'}")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
