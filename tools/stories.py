"""Write the reports among the documents: a reviewed game between the computer opponents for each box.

python tools/stories.py docs/examples [GAME ...]
"""

import random
import sys
from pathlib import Path

from mamayev.engine.registry import find
from mamayev.lab.review import review
from mamayev.match import files
from mamayev.match.match import Match
from mamayev.players.planned import planned
from mamayev.story.board import Boards
from mamayev.story.page import page
from mamayev.story.reading import BOTH
from mamayev.story.writer import story

SEEDS = {"barbarossa": 77, "cauldron": 4, "donnerschlag": 1, "inferno": 4}
"""The games."""
BUDGET = {"barbarossa": 300, "donnerschlag": 300}
"""The plays of a review, where the default takes more than a minute."""


def played(game: str, seed: int) -> Match:
    """Return a game between staff bots at its end."""
    match, bot, rng = Match.new(game, seed=seed), find(game).bots["staff"], random.Random(seed)
    match.record.bots = dict.fromkeys(match.table.open_seats, "staff")
    while not match.over:
        match.play(match.position.name(bot.policy(match.position, rng)))
    return match


def main() -> None:
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for game in sys.argv[2:] or SEEDS:
        match = played(game, SEEDS[game])
        found = review(match, budget=BUDGET.get(game), workers=-1)
        text = page(story(match, BOTH, found, planned(match)), Boards(match.table.look.kept))
        files.write(folder / f"{game}.html", f"{text}\n".encode())
        print(f"{folder / game}.html: {len(text) // 1000} kB")


if __name__ == "__main__":
    main()
