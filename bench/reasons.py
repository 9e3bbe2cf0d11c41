"""Collect what the staff says in games between staff bots, and count what the position refutes.

    python bench/reasons.py [--hints 500] [--boxes cauldron inferno] [--seed 7] [--list]

It prints, for each box: the texts, the texts without a figure, the texts with a figure that no check knows, and the
texts that a check refutes. `--list` also prints each kind of text with an example.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from importlib import import_module
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.players.reasons import Checks, Verdict, judged, texts

BOXES = ("barbarossa", "cauldron", "donnerschlag", "inferno")
SHARE = 0.3
"""The share of decisions that is looked at, so that the hints come from more turns."""


def measured(game: str, hints: int, seed: int) -> list[Verdict]:
    """Return the verdicts on the texts of a number of decisions. Ctrl-C ends it early."""
    checks: Checks = import_module(f"tests.games.{game}.reasons").CHECKS
    found = list[Verdict]()
    try:
        for said in texts(game, hints, SHARE, seed):
            found.append(judged(checks, game, said))
    except KeyboardInterrupt:
        print("Stopped.", file=sys.stderr)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hints", type=int, default=500)
    parser.add_argument("--boxes", nargs="+", default=BOXES, choices=BOXES)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--list", action="store_true", help="print an example of each kind that is wrong or unknown")
    wanted = parser.parse_args()
    print("| box | texts | reasons | reasons without a figure | unknown | refuted |")
    print("|---|---|---|---|---|---|")
    for game in wanted.boxes:
        found = measured(game, wanted.hints, wanted.seed)
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
