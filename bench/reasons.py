"""Collect what the staff says in games between staff bots, and count what the position refutes.

    python bench/reasons.py [--hints 500] [--boxes cauldron inferno] [--seed 7] [--list] [--stray 0.1]

It prints, for each box: the texts, the texts without a figure, the texts with a figure that no check knows, and the
texts that a check refutes. `--list` also prints each kind of text with an example. With `--stray`, players take any
legal action in this share of decisions, and the staff has to plan around it.

    python bench/reasons.py --chances [--hints 110]

It compares the chances that Inferno's hints give an attack with games that continue by the staff, four for each hint.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
from collections import Counter
from importlib import import_module
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.players.reasons import Checks, Verdict, decisions, judged, texts

from mamayev.engine.chance import Luck
from mamayev.engine.playout import playout
from mamayev.engine.registry import find

BOXES = ("barbarossa", "cauldron", "donnerschlag", "inferno")
SHARE = 0.3
"""The share of decisions that is looked at, so that the hints come from more turns."""


def measured(game: str, hints: int, seed: int, stray: float) -> list[Verdict]:
    """Return the verdicts on the texts of a number of decisions. Ctrl-C ends it early."""
    checks: Checks = import_module(f"tests.games.{game}.reasons").CHECKS
    found = list[Verdict]()
    try:
        for said in texts(game, hints, SHARE, seed, stray=stray):
            found.append(judged(checks, game, said))
    except KeyboardInterrupt:
        print("Stopped.", file=sys.stderr)
    return found


PLAYED = 4
"""The continuations of each hint."""
CHANCE = re.compile(r"(\S+)(?: \(\d+ blocks?\))? is taken in about (\d+)% of attacks")


def emptied(true: Any, action: int, target: int, seed: int) -> bool:
    """Play on until the combat is over, and return whether the Soviets have lost the hex."""
    p, fought, empty, over = true.copy(), False, False, False

    def watch(q: Any) -> None:
        nonlocal fought, empty, over
        if over:
            return
        fought, over = fought or q.inside("combat"), fought and not q.inside("combat")
        empty = empty or (fought and not q.soviet & q.board.grid.bit[target])

    p.apply(action)
    staff = find("inferno").bots["staff"].policy
    playout(p, random.Random(seed), {0: staff, 1: staff}, lambda _: over, Luck(seed), watch)
    return empty


def chances(hints: int, seed: int) -> None:
    """Print the mean chance in the hints of attacks, and the share of attacks that succeeded."""
    rows = list[tuple[int, float]]()
    try:
        while len(rows) < hints:
            for p, true, action in decisions("inferno", seed):
                box = p.box.name
                found = CHANCE.search(find("inferno").bots["staff"].why(p, action)) if box in ATTACKS else None
                if found:
                    target = p.board.hex[found[1]]
                    came = sum(emptied(true, action, target, seed * 1000 + n) for n in range(PLAYED))
                    rows.append((int(found[2]), came / PLAYED))
                if len(rows) >= hints:
                    break
            seed += 1
    except KeyboardInterrupt:
        print("Stopped.", file=sys.stderr)
    for low, high in ((0, 101), (0, 50), (50, 80), (80, 90), (90, 101)):
        some = [row for row in rows if low <= row[0] < high]
        if some:
            said, true = (sum(row[n] for row in some) / len(some) for n in (0, 1))
            print(f"said {low} to {high - 1}: {len(some)} hints, {said:.1f} said, {100 * true:.1f} came true")


ATTACKS = ("german-round", "german-card")
"""The decisions whose hints give the chance of an attack."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hints", type=int, default=500)
    parser.add_argument("--boxes", nargs="+", default=BOXES, choices=BOXES)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--stray", type=float, default=0.0)
    parser.add_argument("--list", action="store_true", help="print an example of each kind that is wrong or unknown")
    parser.add_argument("--chances", action="store_true", help="compare the chances of attacks with games")
    wanted = parser.parse_args()
    if wanted.chances:
        chances(wanted.hints, wanted.seed)
        return
    print("| box | texts | reasons | reasons without a figure | unknown | refuted |")
    print("|---|---|---|---|---|---|")
    for game in wanted.boxes:
        found = measured(game, wanted.hints, wanted.seed, wanted.stray)
        reasons = [one for one in found if one.said.kind == "reason"]
        bare = sum(not one.figure for one in reasons)
        unknown = [one for one in found if one.figure and not one.pattern]
        wrong = [one for one in found if one.wrong]
        print(f"| {game} | {len(found)} | {len(reasons)} | {bare} | {len(unknown)} | {len(wrong)} |", flush=True)
        if wanted.list:
            for kind, rows in (("unknown", unknown), ("refuted", wrong)):
                seen = Counter(one.pattern or one.said.text for one in rows)
                for pattern, count in seen.most_common(12):
                    one = next(row for row in rows if (row.pattern or row.said.text) == pattern)
                    print(f"    {kind} {count}: {one.said.text} {one.wrong}")
            bare_ones = Counter(one.said.text for one in reasons if not one.figure)
            for text, count in bare_ones.most_common(12):
                print(f"    bare {count}: {text}")


if __name__ == "__main__":
    main()
