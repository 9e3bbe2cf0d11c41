"""The time of one thought of Barbarossa's strategist on one core and on several. Prints one JSON object.

    python bench/cores.py [--cores 2] [--turn 2] [--seat german]

It thinks about the same month on each number of cores, after one thought that starts the processes, and checks that the
choice and all figures are the same. `by_cpu`: the same ratio from the CPU seconds of one core, and of this process plus
the busiest other one. On a machine that others use as well, it is the figure to read.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from typing import Any

import psutil

from mamayev.engine.chance import Luck
from mamayev.engine.playout import playout
from mamayev.games.barbarossa import GAME
from mamayev.games.barbarossa.staff.staff import PLANS
from mamayev.players import crew
from mamayev.players.levels import BUDGET, Strategist
from mamayev.players.search import Budget, Thought

WARM = Budget(1, 1, 1)


def position(seat: int, turn: int) -> Any:
    """Return the position in which a month of a seat begins, between two staffs."""
    p, staff = GAME.table().start(), GAME.bots["staff"].policy
    begins = GAME.foresight.begins if GAME.foresight is not None else None
    assert begins is not None

    def there(q: Any) -> bool:
        return bool(q.seat == seat and begins(q) and q.turn >= turn)

    playout(p, random.Random(1), {0: staff, 1: staff}, there, Luck(1))
    return p


def spent() -> tuple[float, list[float]]:
    """Return the CPU seconds of this process, and of those that it has started."""
    others = [one.cpu_times() for one in psutil.Process().children(recursive=True)]
    return time.process_time(), [one.user + one.system for one in others]


def thought(p: Any, budget: Budget) -> tuple[float, Thought]:
    """Return the seconds that a thought takes, and the thought."""
    assert GAME.foresight is not None
    PLANS.clear()
    begun = time.perf_counter()
    found = Strategist(GAME.bots["staff"], GAME.foresight, budget).thought(p, lambda _share: True)
    assert found is not None
    return time.perf_counter() - begun, found


def figures(found: Thought) -> list[Any]:
    """Return what a thought found."""
    return [found.plan.action, found.worth, *((plan.action, plan.by, gain) for plan, gain in found.others)]


def main() -> None:
    """Print the times."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cores", type=int, default=2)
    parser.add_argument("--turn", type=int, default=2)
    parser.add_argument("--seat", choices=GAME.seats, default=GAME.seats[0])
    asked = parser.parse_args()
    p = position(GAME.seats.index(asked.seat), asked.turn)
    crew.allow(asked.cores)
    thought(p, WARM)
    before = spent()
    several, found = thought(p, BUDGET)
    after = spent()
    together = after[0] - before[0] + max(now - then for now, then in zip(after[1], before[1], strict=True))
    crew.allow(1)
    one, alone = thought(p, BUDGET)
    by_cpu = (time.process_time() - after[0]) / together
    row = {"cores": asked.cores, "seconds": round(several, 1), "one_core": round(one, 1)}
    row |= {"times": round(one / several, 2), "by_cpu": round(by_cpu, 2)}
    print(json.dumps(row | {"same": figures(found) == figures(alone), "plan": alone.plan.name or "the staff's own"}))


if __name__ == "__main__":
    main()
