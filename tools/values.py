"""Learn anew what positions are worth (make values): the files by which a search judges its cut rollouts."""

from __future__ import annotations

import sys

import msgspec

from mamayev.engine import registry
from mamayev.lab.values import values

GAMES = {
    "barbarossa": (("german",), 200),
    "cauldron": (("german",), 700),
    "donnerschlag": (("axis", "soviet"), 400),
    "inferno": (("german",), 800),
}
"""The seats that are searched, and how many games between staffs it takes."""
BY_NAME = {"barbarossa"}
"""Learned anew only where it is named: its file is of 277 games of earlier staffs (seed 100000), and what was learned
of later ones won no game (docs/opponents.md)."""


def main() -> None:
    for name in sys.argv[1:] or sorted(GAMES.keys() - BY_NAME):
        game, (seats, games) = registry.find(name), GAMES[name]
        assert game.foresight is not None
        found = dict(values(game, list(seats), games, seed=1, workers=-1))
        game.foresight.values.write_bytes(msgspec.json.format(msgspec.json.encode(found), indent=2) + b"\n")
        for seat, value in found.items():
            print(f"{name} {seat}: {value.games} games, explains {value.fit:.0%} of the variance of others")


if __name__ == "__main__":
    main()
