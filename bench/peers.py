"""The same measure for two libraries that are known to be fast Python: random games of catanatron and of chess, and our
games beside them, round by round.

    pip install -r requirements/bench.txt
    python bench/peers.py

Prints JSON. Decisions are counted where the library asks a player (catanatron: for an action, chess: for a move).
"""

import json
import random
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from itertools import count
from typing import Any

import chess
from catanatron import Color, Game, RandomPlayer

from mamayev.engine.playout import playout
from mamayev.engine.registry import find, names

SECONDS = 2.0
ROUNDS, TURNS, TURN_S = 5, 10, 0.1
"""So many rounds are played, in each of which everybody has so many turns of at least so much processor time."""
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


def _players() -> dict[str, Callable[[int], int]]:
    """The peers and our games: what plays a whole random game from a seed and says how many decisions that took."""

    def plays(game: str) -> Callable[[int], int]:
        table = find(game).table()
        return lambda seed: playout(table.start(), random.Random(seed))

    return {"catanatron": _play_catanatron, "chess": _play_chess, **{game: plays(game) for game in names()}}


def _turn(play: Callable[[int], int], seeds: Iterator[int]) -> tuple[int, float]:
    """The decisions of a turn, and the processor time that it took."""
    decisions, begun = 0, time.process_time()
    while (spent := time.process_time() - begun) < TURN_S:
        decisions += play(next(seeds))
    return decisions, spent


def rounds() -> list[dict[str, object]]:
    """Of each game and peer the median over the rounds: decisions a second, and how many times as many as catanatron's
    in the same round. All take turns within a round, so that a machine that is slow for a while slows everybody, and
    the ratio hardly."""
    players, seeds = _players(), count(1)
    for play in players.values():
        play(0)
    found: dict[str, list[float]] = {name: [] for name in players}
    for _ in range(ROUNDS):
        turns = [[_turn(play, seeds) for play in players.values()] for _ in range(TURNS)]
        for name, taken in zip(players, zip(*turns, strict=True), strict=True):
            found[name].append(sum(decisions for decisions, _ in taken) / sum(spent for _, spent in taken))
    return [
        {
            "name": name,
            "decisions_per_second": round(statistics.median(rates)),
            "times_catanatron": round(
                statistics.median(a / b for a, b in zip(rates, found["catanatron"], strict=True)), 2
            ),
        }
        for name, rates in found.items()
    ]


if __name__ == "__main__":
    json.dump({"peers": figures(), "rounds": rounds()}, sys.stdout, indent=2)
    print()
