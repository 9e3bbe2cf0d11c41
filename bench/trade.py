"""What the expected trade is worth to a newcomer in Barbarossa: Germans of June to August, against the staff.

    python bench/trade.py [--games 100] [--seed 1] [--minutes 4] [--out trade.jsonl]

Two scripts play the German turns. `trade` makes the attack with the best expected trade, again and again, as long as
one kills more than it costs. `odds` makes the attack at the best odds with all that it can bring, as long as it is 3-1
or better. All else is the same: units that do not attack advance as the staff's do, battles that the rules still demand
are declared as they propose, and the staff decides losses, retreats and advances. Each game is a line of the file,
which is continued if it is there; a run ends after `--minutes`. Prints the losses in German turns, with 95%
intervals (bootstrap over games).
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from mamayev.engine.chance import Luck
from mamayev.engine.notation import ARG
from mamayev.engine.registry import find
from mamayev.games.barbarossa.printed.board import AXIS, LOST, RUSSIAN
from mamayev.games.barbarossa.rules.movement import reached
from mamayev.games.barbarossa.rules.odds import COLUMNS
from mamayev.games.barbarossa.rules.position import Campaign
from mamayev.games.barbarossa.rules.threat import Blow, Enemy, best_way, joining, offers
from mamayev.games.barbarossa.rules.verbs import DECLARED, DONE, MOVE, PROPOSE
from mamayev.games.barbarossa.staff.advance import go_on
from mamayev.games.barbarossa.staff.staff import BY_BOX, in_order
from mamayev.games.barbarossa.staff.style import STAFF

AUGUST = 3
ENOUGH = COLUMNS.index("3-1")
SAMPLES = 2000
Pick = Callable[[Campaign, int], Blow | None]


def best_trade(p: Campaign, apart: int) -> Blow | None:
    """Return the attack with the best expected trade; None if none kills more than it costs."""
    ways = [row[best_way(row)] for row in offers(p, apart).values()]
    gains = [(blow.trade.difference, -blow.hex, blow) for blow in ways if blow.trade is not None]
    gain, _, blow = max(gains, key=lambda each: each[:2], default=(0.0, 0, None))
    return blow if gain > 0 else None


def best_odds(p: Campaign, apart: int) -> Blow | None:
    """Return the attack at the best odds; None if there is none at 3-1."""
    enemy = Enemy(p, p.ready)
    enemy.spare(apart)
    blows = [blow for h in enemy.stacks if (blow := enemy.blow(h, ENOUGH)) is not None]
    return max(blows, key=lambda blow: (blow.column, blow.attack, -blow.hex), default=None)


PICKS: dict[str, Pick] = {"trade": best_trade, "odds": best_odds}


def walk(p: Campaign, places: dict[int, int]) -> None:
    """Move units to their places, as far as the rules allow."""
    for u, h in in_order(p, places):
        if u in p.ready and p.allows(MOVE | u << ARG | h):
            p.apply(MOVE | u << ARG | h)


def move(p: Campaign, pick: Pick) -> list[Blow]:
    """Play the movement step, and return the attacks that it prepares."""
    apart, made = 0, list[Blow]()
    while (blow := pick(p, apart)) is not None:
        walk(p, dict(blow.places))
        apart |= blow.targets | sum(1 << u for u, _ in blow.places)
        made.append(blow)
    places = {u: p.at[u] for u in p.units(AXIS) if u not in p.ready or apart >> u & 1}
    rest = [u for u in p.ready if not apart >> u & 1]
    walk(p, go_on(p, STAFF[AXIS], rest, places, {u: reached(p, u) for u in rest}))
    p.apply(DONE)
    return made


def declare(p: Campaign, made: list[Blow]) -> None:
    """Declare the prepared attacks, and the rest as proposed."""
    for blow in made:
        for attackers, defenders in (*blow.soaked, (blow.attackers, blow.defenders)):
            for action in (*joining(attackers, defenders), DECLARED):
                if p.frames and p.box.name == "declare" and p.allows(action):
                    p.apply(action)
    if p.frames and p.box.name == "declare":
        p.apply(PROPOSE)


def lost(p: Campaign, side: int) -> set[int]:
    return {u for u in p.board.of_side[side] if p.at[u] == LOST}


def play(script: str, seed: int) -> dict[str, Any]:
    """Play a game until the end of the German turn of August, and return the losses in German turns: corps and armies,
    and their factors (attack of the Germans, defense of the Russians)."""
    table = find("barbarossa").table()
    p: Any = table.start()
    luck, made = Luck(seed), list[Blow]()
    told: dict[str, Any] = {
        "script": script,
        "seed": seed,
        "killed": 0,
        "kills": 0,
        "lost": 0,
        "costs": 0,
        "attacks": 0,
    }
    before: tuple[set[int], set[int]] | None = None
    while p.frames:
        name, german = p.box.name, p.side == AXIS
        if before is not None and not german:
            ours, theirs = lost(p, AXIS) - before[0], lost(p, RUSSIAN) - before[1]
            told["lost"] += len(ours)
            told["killed"] += len(theirs)
            told["costs"] += sum(p.board.attack[u] for u in ours)
            told["kills"] += sum(p.board.defense[u] for u in theirs)
            before = None
            if p.turn >= AUGUST:
                break
        if p.seat < 0:
            p.apply(p.roll(luck.at(p)))
        elif german and name == "move":
            before = lost(p, AXIS), lost(p, RUSSIAN)
            made = move(p, PICKS[script])
            told["attacks"] += len(made)
        elif german and name == "declare":
            declare(p, made)
        else:
            p.apply(BY_BOX[name](p, p.top, STAFF[p.seat]).action)
    return told


def interval(rows: list[dict[str, Any]], above: str, below: str) -> tuple[float, float, float]:
    """Return a ratio of sums with its interval."""
    rng = random.Random(1)

    def ratio(sample: list[dict[str, Any]]) -> float:
        return float(sum(row[above] for row in sample) / max(1, sum(row[below] for row in sample)))

    drawn = sorted(ratio(rng.choices(rows, k=len(rows))) for _ in range(SAMPLES))
    return ratio(rows), drawn[SAMPLES // 40], drawn[-SAMPLES // 40]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=4.0)
    parser.add_argument("--out", type=Path, default=Path("trade.jsonl"))
    given = parser.parse_args()
    rows = [json.loads(line) for line in given.out.read_text().splitlines()] if given.out.exists() else []
    done, until = {(row["script"], row["seed"]) for row in rows}, time.monotonic() + 60 * given.minutes
    with given.out.open("a") as out:
        for seed in range(given.seed, given.seed + given.games):
            for script in PICKS:
                if (script, seed) in done or time.monotonic() > until:
                    continue
                rows.append(play(script, seed))
                out.write(json.dumps(rows[-1]) + "\n")
                out.flush()
    print("| script | games | killed a corps lost | factors killed a factor lost | killed a game | lost a game |")
    print("|---|---|---|---|---|---|")
    for script in PICKS:
        own = [row for row in rows if row["script"] == script]
        if not own:
            continue
        corps, factors = interval(own, "killed", "lost"), interval(own, "kills", "costs")
        told = " | ".join(f"{mean:.2f} ({low:.2f} to {high:.2f})" for mean, low, high in (corps, factors))
        means = " | ".join(f"{sum(row[name] for row in own) / len(own):.1f}" for name in ("killed", "lost"))
        print(f"| {script} | {len(own)} | {told} | {means} |")


if __name__ == "__main__":
    main()
