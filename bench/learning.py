"""Steps a second of our environments, observation and mask included, beside those that come with the libraries.

    python bench/learning.py [--seconds 5] [--json]

One core, processor time, random legal play. A step of ours is a token; PettingZoo's chess and OpenSpiel's Python games
take whole moves. Each is measured in turns with the others, three times; the best counts.
"""

from __future__ import annotations

import argparse
import importlib
import json
import random
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from mamayev import learn
from mamayev.engine import registry

ROUNDS = 3
OPENSPIEL = ("python_tic_tac_toe", "python_kuhn_poker", "python_liars_poker")


def zoo(make: Callable[[], Any]) -> Callable[[float], tuple[int, float]]:
    """Measures a PettingZoo environment: every agent looks before it acts."""
    env, rng = make(), random.Random(1)

    def measure(seconds: float) -> tuple[int, float]:
        steps, begun = 0, time.process_time()
        env.reset(seed=1)
        while (spent := time.process_time() - begun) < seconds:
            seen, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.reset()
                continue
            legal = np.flatnonzero(seen["action_mask"])
            env.step(int(legal[int(rng.random() * len(legal))]))
            steps += 1
        return steps, spent

    return measure


def spiel(name: str) -> Callable[[float], tuple[int, float]]:
    """Measures a game of OpenSpiel: the player's tensor and his legal moves before each move."""
    pyspiel: Any = importlib.import_module("pyspiel")
    importlib.import_module("open_spiel.python.games")
    observation: Any = importlib.import_module("open_spiel.python.observation")
    game, rng = pyspiel.load_game(name), random.Random(1)
    observer = observation.make_observation(game)

    def measure(seconds: float) -> tuple[int, float]:
        steps, begun, state = 0, time.process_time(), game.new_initial_state()
        while (spent := time.process_time() - begun) < seconds:
            if state.is_terminal():
                state = game.new_initial_state()
            elif state.is_chance_node():
                state.apply_action(rng.choice(state.chance_outcomes())[0])
            else:
                observer.set_from(state, state.current_player())
                legal = state.legal_actions()
                state.legal_actions_mask()
                state.apply_action(legal[int(rng.random() * len(legal))])
                steps += 1
        return steps, spent

    return measure


def peers() -> dict[str, Callable[[float], tuple[int, float]]]:
    """What comes with the libraries, as far as it can be loaded here."""
    found = {}
    try:
        chess: Any = importlib.import_module("pettingzoo.classic.chess_v6")
        found["PettingZoo chess_v6"] = zoo(chess.env)
    except Exception as missing:
        print(f"PettingZoo's chess is left out: {missing}", file=sys.stderr)
    for name in OPENSPIEL:
        try:
            found[f"OpenSpiel {name}"] = spiel(name)
        except Exception as missing:
            print(f"OpenSpiel's {name} is left out: {missing}", file=sys.stderr)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", help="which of ours; all that are installed")
    parser.add_argument("--seconds", type=float, default=5.0, help="of processor time for each measurement")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()

    def ours(name: str) -> Callable[[float], tuple[int, float]]:
        return zoo(lambda: learn.aec(name))

    measured = {name: ours(name) for name in asked.games or registry.names()} | ({} if asked.games else peers())
    best = dict.fromkeys(measured, 0.0)
    for _ in range(ROUNDS):
        for name, measure in measured.items():
            steps, spent = measure(asked.seconds / ROUNDS)
            best[name] = max(best[name], steps / spent)
    if asked.json:
        print(json.dumps({name: round(speed) for name, speed in best.items()}))
    else:
        for name, speed in best.items():
            print(f"{name:32} {speed:10,.0f} steps a second")


if __name__ == "__main__":
    main()
