"""Write reports of staff games and read them back: how long they are, and which sentences the events refute.

python bench/stories.py [GAME ...] [--reports N] [--seed N]

The reader is that of the tests (`tests/story/reader.py`), which asks the raw events and whole positions. Every edition
is played, and reports of games with secrets are written for each viewer and for both sides. Each report is also read
with every paragraph in other words and with the quiet turns. Prints a JSON object a game; refuted sentences go to
standard error.
"""

import argparse
import json
import random
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "story"))
from reader import refuted

from mamayev.engine.registry import find
from mamayev.match.match import Match
from mamayev.players.planned import planned
from mamayev.story.board import Boards
from mamayev.story.edits import Edits, edited
from mamayev.story.page import page
from mamayev.story.reading import BOTH
from mamayev.story.story import ACCOUNT, TOP, Story
from mamayev.story.writer import story

GAMES = ("cauldron", "inferno", "donnerschlag", "barbarossa")
TOLD = {"inferno": ({}, {"soviet_side": "player"})}
"""Options under which a game is also told."""


def played(game: str, seed: int, edition: str, options: dict[str, str]) -> Match:
    """Return a game between staff bots at its end."""
    match, rng = Match.new(game, seed=seed, edition=edition, options=options), random.Random(seed)
    bot = find(game).bots["staff"]
    match.record.bots = dict.fromkeys(match.table.open_seats, "staff")
    while not match.over:
        match.play(match.position.name(bot.policy(match.position, rng)))
    return match


def reworded(told: Story, times: int) -> Story:
    """Return a report with the quiet turns, and with every paragraph in other words."""
    parts = {TOP: 1, ACCOUNT: 1} | {one.id: len(one.paragraphs) for one in (*told.sections, *told.spare)}
    words = {f"{part}.{number}": times for part, rows in parts.items() for number in range(rows)}
    return edited(told, Edits(words=words, added=tuple(one.id for one in told.spare)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=list(GAMES))
    parser.add_argument("--reports", type=int, default=25, help="reports of each game")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    for game in given.games:
        lengths: list[int] = []
        sizes: list[int] = []
        bad = sentences = 0
        spent = 0.0
        seed = given.seed
        while len(lengths) < given.reports:
            edition = find(game).editions[seed % len(find(game).editions)]
            options = TOLD.get(game, ({},))[seed % len(TOLD.get(game, ({},)))]
            match = played(game, seed, edition, options)
            viewers = (None, *match.game.seats, BOTH) if match.table.secrets else (None,)
            for viewer in viewers[: given.reports - len(lengths)]:
                start = time.perf_counter()
                told = story(match, viewer, None, planned(match))
                written = page(told, Boards(match.table.look.kept))
                spent += time.perf_counter() - start
                lengths.append(told.words())
                sizes.append(len(written.encode()))
                sentences += sum(1 for _ in told.sentences())
                for put in (told, reworded(told, 1), reworded(told, 2)):
                    for text, why in refuted(match, viewer, put):
                        bad += 1
                        print(f"{game} seed {seed}, {edition}, {viewer}: {text}: {why[:200]}", file=sys.stderr)
            seed += 1
        found = {
            "game": game, "games": seed - given.seed, "reports": len(lengths), "sentences": sentences, "refuted": bad,
            "words": [min(lengths), max(lengths)], "largest page": max(sizes),
            "seconds a report": round(spent / len(lengths), 2),
        }  # fmt: skip
        print(json.dumps(found), flush=True)


if __name__ == "__main__":
    main()
