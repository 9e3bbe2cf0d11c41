"""The same measure for two libraries that are known to be fast Python: random games of catanatron and of chess.

    pip install -r requirements/bench.txt
    python bench/peers.py

Prints JSON. Decisions are counted where the library asks a player (catanatron: for an action, chess: for a move).
"""

import json
import random
import sys
import time
from collections.abc import Callable
from typing import Any

import chess
from catanatron import Color, Game, RandomPlayer

SECONDS = 2.0
CHESS_PLIES = 300


def _catanatron_game(seed: int) -> Game:
    return Game([RandomPlayer(Color.RED), RandomPlayer(Color.BLUE)], seed=seed)


def _play_catanatron(seed: int) -> int:
    game = _catanatron_game(seed)
    decisions = 0
    while game.winning_color() is None and decisions < 10_000:
        game.play_tick()
        decisions += 1
    return decisions


def _play_chess(seed: int) -> int:
    rng = random.Random(seed)
    board = chess.Board()
    plies = 0
    while plies < CHESS_PLIES:
        moves = list(board.legal_moves)
        if not moves:
            break
        board.push(moves[int(rng.random() * len(moves))])
        plies += 1
    return plies


def _copies(copy: Callable[[], Any]) -> float:
    """Microseconds that a copy takes."""
    count, begun = 0, time.process_time()
    while (spent := time.process_time() - begun) < SECONDS / 6:
        for _ in range(100):
            copy()
        count += 100
    return spent / count * 1e6


def _rate(play: Callable[[int], int]) -> tuple[float, float]:
    """Decisions and games a second."""
    play(0)
    games = decisions = 0
    begun = time.process_time()
    while (spent := time.process_time() - begun) < SECONDS:
        games += 1
        decisions += play(games)
    return decisions / spent, games / spent


def figures() -> list[dict[str, object]]:
    """Speeds and copies of both peers."""
    middle = _catanatron_game(1)
    for _ in range(100):
        middle.play_tick()
    board = chess.Board()
    for move in ("e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Ba4", "Nf6", "O-O", "Be7"):
        board.push_san(move)
    rows: list[dict[str, object]] = []
    for name, play, copy in (
        ("catanatron, 2 players", _play_catanatron, middle.copy),
        (f"chess, up to {CHESS_PLIES} plies", _play_chess, lambda: board.copy(stack=False)),
    ):
        decisions, games = _rate(play)
        rows.append(
            {
                "peer": name,
                "decisions_per_second": round(decisions),
                "games_per_second": round(games, 1),
                "copy_microseconds": round(_copies(copy), 2),
            }
        )
    return rows


if __name__ == "__main__":
    json.dump({"peers": figures()}, sys.stdout, indent=2)
    print()
