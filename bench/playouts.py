"""Random playouts, copies and sizes of every installed game, on one core. Prints JSON."""

import json
import sys

from mamayev.engine.registry import names
from mamayev.lab.measure import measure


def figures(seconds: float = 3.0) -> list[dict[str, object]]:
    """The figures of `mamayev bench` for every game."""
    return [measure(game, seconds) for game in names()]


if __name__ == "__main__":
    json.dump({"playouts": figures()}, sys.stdout, indent=2)
    print()
