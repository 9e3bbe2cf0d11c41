"""Random playouts, copies and sizes of every installed game, on one core. Prints JSON."""

import gc
import json
import sys
import tracemalloc

import mamayev
from mamayev.engine.registry import names
from mamayev.lab.measure import measure
from mamayev.players import play_on


def figures(seconds: float = 2.0) -> list[dict[str, object]]:
    """The figures of `mamayev bench` for every game, and what a whole random game takes in memory."""
    return [{**measure(game, seconds), "memory_bytes": memory(game)} for game in names()]


def memory(game: str) -> int:
    """The bytes of a match that was loaded after a whole random game."""
    match = mamayev.new(game, seed=1)
    play_on(match, dict.fromkeys(match.game.seats, "random"))
    text = match.to_json()
    tracemalloc.start()
    try:
        before = tracemalloc.get_traced_memory()[0]
        loaded = mamayev.from_json(text)
        gc.collect()
        taken = tracemalloc.get_traced_memory()[0] - before
    finally:
        tracemalloc.stop()
    assert loaded == match
    return taken


if __name__ == "__main__":
    json.dump({"playouts": figures()}, sys.stdout, indent=2)
    print()
