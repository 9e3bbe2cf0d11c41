"""The time of one thought of a strategist that keeps plans, on one core and on several. Prints one JSON object.

    python bench/cores.py [--game barbarossa] [--cores 2] [--turn 2] [--seat german]

It thinks about the same turn on each number of cores, after one thought that starts the processes, and checks that the
choice and all figures are the same. `by_cpu`: the same ratio from the CPU seconds of one core, and of this process plus
the busiest other one. On a machine that others use as well, it is the figure to read.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from importlib import import_module
from typing import Any

import psutil

from mamayev.engine.chance import Luck
from mamayev.engine.foresight import Budget
from mamayev.engine.playout import playout
from mamayev.engine.registry import find
from mamayev.engine.table import Game
from mamayev.players import crew
from mamayev.players.levels import Strategist
from mamayev.players.search import Thought

WARM = Budget(1, 1, 1)


def position(game: Game, seat: int, turn: int) -> Any:
    """Return the position in which a turn of a seat begins, between two staffs."""
    p, staff = game.table().start(), game.bots["staff"].policy
    begins = game.foresight.begins if game.foresight is not None else None
    assert begins is not None

    def there(q: Any) -> bool:
        return bool(q.seat == seat and begins(q) and game.table().turn(q) >= turn)

    playout(p, random.Random(1), {0: staff, 1: staff}, there, Luck(1))
    return p


def spent() -> tuple[float, list[float]]:
    """Return the CPU seconds of this process, and of those that it has started."""
    others = [one.cpu_times() for one in psutil.Process().children(recursive=True)]
    return time.process_time(), [one.user + one.system for one in others]


def thought(p: Any, budget: Budget) -> tuple[float, Thought]:
    """Return the seconds that a thought takes, and the thought."""
    game = p.table.game
    assert game.foresight is not None
    import_module(f"mamayev.games.{game.name}.staff.staff").PLANS.clear()
    begun = time.perf_counter()
    found = Strategist(game.bots["staff"], game.foresight, budget).thought(p, lambda _share: True)
    assert found is not None
    return time.perf_counter() - begun, found


def figures(found: Thought) -> list[Any]:
    """Return what a thought found."""
    return [found.plan.action, found.worth, *((plan.action, plan.by, gain) for plan, gain in found.others)]


def main() -> None:
    """Print the times."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="barbarossa")
    parser.add_argument("--cores", type=int, default=2)
    parser.add_argument("--turn", type=int, default=2)
    parser.add_argument("--seat", help="the first by default")
    asked = parser.parse_args()
    game = find(asked.game)
    assert game.foresight is not None
    p = position(game, game.seats.index(asked.seat or game.seats[0]), asked.turn)
    crew.allow(asked.cores)
    thought(p, WARM)
    before = spent()
    several, found = thought(p, game.foresight.budget)
    after = spent()
    together = after[0] - before[0] + max(now - then for now, then in zip(after[1], before[1], strict=True))
    crew.allow(1)
    one, alone = thought(p, game.foresight.budget)
    by_cpu = (time.process_time() - after[0]) / together
    row = {"cores": asked.cores, "seconds": round(several, 1), "one_core": round(one, 1)}
    row |= {"times": round(one / several, 2), "by_cpu": round(by_cpu, 2)}
    print(json.dumps(row | {"same": figures(found) == figures(alone), "plan": alone.plan.name or "the staff's own"}))


if __name__ == "__main__":
    main()
