"""How well ratings find players of known strength in 100 games. Prints one JSON object.

python bench/ratings.py [--game GAME] [--games 100] [--repeats 200]

Each bot in turn is a newcomer to the club, and plays the others, whose ratings are fixed, with each seat in turn.

- Without --game, the games are drawn: the better player wins as often as their lead says, with a seat that is worth 120
  points. So the strengths are known exactly. The luck of 100 games alone is a standard error of 35 points or more,
  even against equal opponents. `possible_within_50` is the share within 50 points that no unbiased estimate from the
  same games can beat (the bound of Cramér and Rao).
- With --game, the bots of the game's league play, and the known strength is their rating there, which has errors of
  its own.

The target: 100 games find a strength within 50 points on average, and the two deviations that a page shows contain it
in 19 of 20 cases.
"""

import argparse
import json
import math
import random
import statistics
from collections.abc import Callable, Iterator

from mamayev.engine.registry import find
from mamayev.lab.mass import Setup, play_number
from mamayev.server.club.anchors import anchor_of
from mamayev.server.club.glicko import MIDDLE, Strength, Worth, duel, expected

TARGET = 50.0
SEAT = 120.0
"""What the first seat is worth in drawn games."""
LEADS = (-280, -150, -30, 74, 160, 300)
"""The strengths in drawn games: those of a usual league, against its mean."""

Play = Callable[[str, str, int], float]
"""Play a game of two bots, the first of whom has the first seat, and return the first one's score."""


def newcomer(name: str, known: dict[str, Strength], games: int, play: Play) -> Strength:
    """The rating of a bot that plays the others as a newcomer."""
    player, worth = Strength(), Worth()
    for number, (other, second) in enumerate(met(name, known, games)):
        if second:
            _, player, worth = duel(known[other], player, worth, play(other, name, number))
        else:
            player, _, worth = duel(player, known[other], worth, play(name, other, number))
    return player


def met(name: str, known: dict[str, Strength], games: int) -> Iterator[tuple[str, bool]]:
    """The opponents of a newcomer in order, and whether the newcomer has the second seat."""
    others = sorted(known.keys() - {name})
    for number in range(games):
        yield others[number // 2 % len(others)], bool(number % 2)


def possible(name: str, known: dict[str, Strength], games: int) -> float:
    """The probability that the best unbiased estimate from a newcomer's games is within the target."""
    information = 0.0
    for other, second in met(name, known, games):
        chance = expected(known[name].rating - known[other].rating + (-SEAT if second else SEAT), 0)
        information += chance * (1 - chance) * (math.log(10) / 400) ** 2
    return math.erf(TARGET * math.sqrt(information / 2))


def drawn(games: int, repeats: int) -> dict[str, object]:
    """The errors in drawn games."""
    rng, errors, inside = random.Random(19421119), [], []
    known = {f"{lead:+}": Strength(MIDDLE + lead, 30) for lead in LEADS}

    def play(first: str, second: str, _number: int) -> float:
        lead = known[first].rating - known[second].rating + SEAT
        return float(rng.random() < expected(lead, 0))

    for _ in range(repeats):
        for name, truth in known.items():
            found = newcomer(name, known, games, play)
            errors.append(found.rating - truth.rating)
            inside.append(abs(errors[-1]) < 2 * found.deviation)
    return {
        "players": len(errors),
        "mean_error": round(statistics.fmean(errors), 1),
        "mean_distance": round(statistics.fmean(map(abs, errors)), 1),
        "within_50": round(statistics.fmean(abs(error) < TARGET for error in errors), 3),
        "possible_within_50": round(statistics.fmean(possible(name, known, games) for name in known), 3),
        "inside_2_deviations": round(statistics.fmean(inside), 3),
    }


def played(game: str, games: int) -> dict[str, object]:
    """The errors of the bots of a league."""
    offer = find(game)
    names = [name for name in (*offer.bots, *offer.levels, "random") if anchor_of(game, name) is not None]
    known = {name: anchor for name in names if (anchor := anchor_of(game, name)) is not None}
    seats = offer.seats

    def play(first: str, second: str, number: int) -> float:
        row, _ = play_number(Setup(game, (first, second)), 5, number // 2)
        winner = row["winner"]
        return 0.5 if winner is None else float(winner == seats[0])

    found = {name: newcomer(name, known, games, play) for name in names}
    return {
        name: {
            "rating": round(one.rating),
            "deviation": round(one.deviation),
            "league": round(known[name].rating),
            "distance": round(abs(one.rating - known[name].rating)),
        }
        for name, one in found.items()
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--repeats", type=int, default=200)
    asked = parser.parse_args()
    if asked.game:
        print(json.dumps({"game": asked.game, "games": asked.games, "bots": played(asked.game, asked.games)}))
        return
    found = drawn(asked.games, asked.repeats)
    print(json.dumps(found | {"target": TARGET, "holds": found["mean_distance"] < TARGET}))  # type: ignore[operator]


if __name__ == "__main__":
    main()
