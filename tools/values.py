"""Learn anew what positions are worth (make values): the files by which a search judges its cut rollouts."""

from __future__ import annotations

import sys
from typing import Any

import msgspec

from mamayev.engine import registry
from mamayev.lab.values import values

GAMES: dict[str, list[tuple[list[str], int, dict[str, Any]]]] = {
    "barbarossa": [(["german"], 200, {})],
    "cauldron": [(["german"], 700, {})],
    "donnerschlag": [(["axis", "soviet"], 400, {})],
    "inferno": [(["german"], 800, {}), (["soviet"], 800, {"soviet_side": "player"})],
}
"""The seats that are searched, how many games between staffs it takes, and the options of these games."""
BY_NAME = {"barbarossa"}
"""Learned anew only where it is named: its file is of 277 games of earlier staffs (seed 100000), and what was learned
of later ones won no game (docs/opponents.md)."""


def main() -> None:
    for name in sys.argv[1:] or sorted(GAMES.keys() - BY_NAME):
        game = registry.find(name)
        assert game.foresight is not None
        found = dict(
            row
            for seats, games, options in GAMES[name]
            for row in values(game, seats, games, seed=1, options=options, workers=-1)
        )
        game.foresight.values.write_bytes(msgspec.json.format(msgspec.json.encode(found), indent=2) + b"\n")
        for seat, value in found.items():
            print(f"{name} {seat}: {value.games} games, explains {value.fit:.0%} of the variance of others")


if __name__ == "__main__":
    main()
