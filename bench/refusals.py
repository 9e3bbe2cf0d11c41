"""Every sentence with which a game refuses: illegal actions asked at random positions, each sentence once.

    python bench/refusals.py GAME [--decisions 4000] [--asked 30] [--or]

Names are taken out ("#" for each piece, space or card), so that what is left can be read against the ledger: how often
it was said, the clauses, the sentence, the box and an example. With `--or` only those that leave it to the reader which
of two things is the case, or that give no reason.
"""

from __future__ import annotations

import argparse
import random
import re
from collections import Counter
from typing import Any

from mamayev.agents.exam.asking import proposals
from mamayev.engine.position import CHANCE, OVER, Position
from mamayev.engine.refusal import Reason
from mamayev.match.decision import Decision
from mamayev.match.why import why_closed
from mamayev.testing.play import cases

EITHER = re.compile(r"\b(?:is|are|has|have|was|were|may|can|cannot|does|do|not|[a-z]+s)\b"
                    r"[^.:;?]*,? or (?:it |they |there )?"
                    r"(?:is|are|has|have|was|were|may|can|cannot|does|do|not|no|[a-z]+s it)\b[^?]*$"
                    r"|is not among the choices here:|\bneither [^.:;]* nor [a-z]+s ")  # fmt: skip
"""Two statements side by side, of which one at least is true, or the sentence of a box that has no better one. A
question at the end is the box's own."""


def names(p: Position) -> re.Pattern[str]:
    """What a sentence may name."""
    notation = p.table.notation
    found = {noun.name for row in notation.nouns.values() for noun in row} | {
        noun.id for row in notation.nouns.values() for noun in row
    }
    rows = sorted((re.escape(name) for name in found if len(name) > 1), key=len, reverse=True)
    return re.compile(r"(?<!\w)(?:" + "|".join(rows) + r"|\d+)(?!\w)")


def asked(game: str, decisions: int, number: int, seed: int) -> dict[tuple[str, tuple[str, ...]], tuple[int, str, str]]:
    """Each sentence with its clauses: how often it was said, an example, the box."""
    rng, said, example = random.Random(seed), Counter[tuple[str, tuple[str, ...]]](), dict[Any, tuple[str, str]]()
    for case in cases(game):
        pattern = names(case.table.start())
        p, met = case.table.start(), Counter[str]()
        for _ in range(decisions):
            if p.seat == OVER:
                p = rng.choice([case.table.start(), *[one.copy() for one in case.table.situations.openings()]])
            if p.seat == CHANCE:
                p.apply(p.roll(rng.random))
                continue
            met[p.box.name] += 1
            if p.seat not in p.table.procedures and rng.random() < 40 / met[p.box.name]:
                decision = Decision(p)
                found: list[tuple[str, Reason]] = [(p.name(c), decision.why_not(c)) for c in proposals(p, rng, number)]
                look = p.table.look.kept
                piece = rng.choice([*look.pieces, None])
                space = rng.choice([*look.spaces, None])
                found += why_closed(decision, piece.id if piece else "", space.id if space else "", "")
                for text, reason in found:
                    key = pattern.sub("#", reason.text), reason.clauses
                    said[key] += 1
                    example.setdefault(key, (f"{text} :: {reason.text}", p.box.name))
            p.apply(p.draw(rng.random))
    return {key: (count, *example[key]) for key, count in said.most_common()}


def main() -> None:
    """Print the sentences."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("--decisions", type=int, default=4000)
    parser.add_argument("--asked", type=int, default=30)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--or", dest="either", action="store_true")
    chosen = parser.parse_args()
    for (text, clauses), (count, example, box) in asked(
        chosen.game, chosen.decisions, chosen.asked, chosen.seed
    ).items():
        if not chosen.either or EITHER.search(text):
            print(f"{count:6} {' '.join(clauses)} | {text} | {box}: {example}")


if __name__ == "__main__":
    main()
