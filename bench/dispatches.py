"""Read the dispatches of staff games back: how many turns were told, and which sentences the events refute.

python bench/dispatches.py [GAME ...] [--turns N] [--seed N]

The reader is that of the tests (`tests/match/test_dispatch.py`), which asks the raw events and whole positions. Games
with secrets are read for each viewer. Prints a JSON object a game; refuted sentences go to standard error.
"""

import argparse
import json
import random
import sys
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "match"))
from test_dispatch import Reading, check, check_secrets, parts_of

from mamayev.engine.registry import find
from mamayev.match.match import Match

GAMES = ("barbarossa", "donnerschlag", "cauldron", "inferno")


def played(game: str, seed: int) -> Match:
    """Return a game between staff bots at its end."""
    match, bot, rng = Match.new(game, seed=seed), find(game).bots["staff"], random.Random(seed)
    while not match.over:
        match.play(match.position.name(bot.policy(match.position, rng)))
    return match


def readings(match: Match) -> Iterator[Reading]:
    """Return the second reading of each part of a game, for each viewer."""
    for viewer in (None, *(match.game.seats if match.table.secrets else ())):
        for part in parts_of(match, viewer):
            yield Reading(match, part, viewer)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=list(GAMES))
    parser.add_argument("--turns", type=int, default=200, help="read whole games until there are this many turns")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    for game in given.games:
        turns, parts, refuted, seed = 0, 0, 0, given.seed
        while turns < given.turns:
            match = played(game, seed)
            turns += match.table.turn(match.position)
            for reading in readings(match):
                parts += 1
                try:
                    check(reading)
                    check_secrets(reading)
                except (AssertionError, KeyError) as error:
                    refuted += 1
                    where = f"{game} seed {seed}, ply {reading.part.from_}"
                    print(f"{where}: {reading.told.text}: {error!r}", file=sys.stderr)
            seed += 1
        found = {"game": game, "games": seed - given.seed, "turns": turns, "dispatches": parts, "refuted": refuted}
        print(json.dumps(found), flush=True)


if __name__ == "__main__":
    main()
