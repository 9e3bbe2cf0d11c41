"""The speed of a game: random playouts, copies, and storage sizes."""

from __future__ import annotations

import random
import time
from typing import Any

import msgspec

import mamayev
from mamayev.engine.playout import playout
from mamayev.engine.registry import find
from mamayev.players import play_on


def measure(game: str, seconds: float = 2.0, seed: int = 1) -> dict[str, Any]:
    """Measure a game on one core, and return JSON-ready figures.

    Speeds are based on processor time, so other work on the machine does not affect them. The function measures random
    playouts of the bare position (journal off) for about `seconds`, and copies of a position in the middle of a game.
    `state_bytes` is the size of this position as JSON, and `saved_game_bytes` is the size of a finished random game's
    record. Raises Refusal for an unknown game.
    """
    table = find(game).table()
    rng = random.Random(seed)
    playout(table.start(), rng)
    games = decisions = 0
    begun = time.process_time()
    while (spent := time.process_time() - begun) < seconds:
        decisions += playout(table.start(), rng)
        games += 1
    match = mamayev.new(game, seed=seed)
    players = dict.fromkeys(match.game.seats, "random")
    play_on(match, players)
    middle = match.at(len(match.record.log) // 2)
    copies, copying = 0, time.process_time()
    while (copy_seconds := time.process_time() - copying) < seconds / 4:
        for _ in range(1000):
            middle.copy()
        copies += 1000
    return {
        "game": game,
        "decisions_per_second": round(decisions / spent),
        "games_per_second": round(games / spent, 1),
        "decisions_per_game": round(decisions / games, 1),
        "copies_per_second": round(copies / copy_seconds),
        "copy_microseconds": round(copy_seconds / copies * 1e6, 2),
        "state_bytes": len(msgspec.json.encode(table.to_data(middle))),
        "saved_game_bytes": len(match.to_json().encode()),
    }
