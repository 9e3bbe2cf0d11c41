"""What asking costs: legality by questions, a match played by text, and what a decision weighs. Prints JSON.

Every installed game is played at random to its busiest decision of the first turns (the one with most legal actions);
there each question is put again and again. Processor time throughout.
"""

import json
import random
import statistics
import sys
import time
from collections.abc import Callable
from typing import Any

import msgspec

from mamayev.engine.position import CHANCE, OVER, Position
from mamayev.engine.registry import find, names
from mamayev.match.decision import Decision
from mamayev.match.match import Match

PLIES = 120
ROUNDS = 6
DECISIONS = 4000
Row = dict[str, Any]


def busiest(game: str) -> Match:
    """A match at the decision with most legal actions of its first plies."""
    match, rng = Match.new(game, seed=7), random.Random(7)
    best = (0, match)
    for _ in range(PLIES):
        if match.decision is None:
            break
        best = max(best, (len(match.decision.actions), match.copy()), key=lambda found: found[0])
        match.play(match.position.name(match.position.draw(rng.random)))
    return best[1]


def milliseconds(work: Callable[[], object], times: int = 15) -> float:
    """The median time of a piece of work."""
    found = []
    for _ in range(times):
        begun = time.process_time()
        work()
        found.append((time.process_time() - begun) * 1000)
    return round(statistics.median(found), 2)


def fastest(play: Callable[[random.Random], int]) -> int:
    """Decisions a second, the best of some rounds."""
    best = 0.0
    for _ in range(ROUNDS):
        rng, decisions, begun = random.Random(7), 0, time.process_time()
        while decisions < DECISIONS:
            decisions += play(rng)
        best = max(best, decisions / (time.process_time() - begun))
    return round(best)


def from_outside(start: Position, rng: random.Random) -> int:
    """A random game by `draw`, `roll` and `apply`, as a program beside the engine plays it."""
    p, decisions = start.copy(), 0
    while (seat := p.seat) != OVER:
        if seat == CHANCE:
            p.apply(p.roll(rng.random))
        else:
            p.apply(p.draw(rng.random))
            decisions += 1
    return decisions


def by_text(game: str, rng: random.Random) -> int:
    """A random game by `Match.play` and the texts of actions, with log, journal and undo."""
    match, decisions = Match.new(game, seed=rng.randrange(1 << 30)), 0
    while match.decision is not None:
        p = match.position
        match.play(p.name(p.draw(rng.random)))
        decisions += 1
    return decisions


def figures() -> list[Row]:
    """A row a game."""
    rows = []
    for game in names():
        match = busiest(game)
        p, decision = match.position, match.decision
        assert decision is not None
        pieces = decision.pieces()
        verbs = [verb.name for verb in p.table.notation.verbs[3:]]
        start = find(game).table().start()
        rows.append(
            {
                "game": game,
                "legal_actions": len(decision.actions),
                "pieces": len(pieces),
                "decision_ms": milliseconds(lambda p=p: Decision(p).to_data()),
                "decision_bytes": len(msgspec.json.encode(decision.to_data())),
                "choices_ms": max((milliseconds(lambda d=decision, i=i: d.choices(i), 3) for i in pieces), default=0.0),
                "why_ms": max(milliseconds(lambda m=match, v=verb: m.why(verb=v), 3) for verb in verbs),
                "outside_per_second": fastest(lambda rng, start=start: from_outside(start, rng)),
                "by_text_per_second": fastest(lambda rng, game=game: by_text(game, rng)),
            }
        )
    return rows


if __name__ == "__main__":
    json.dump({"questions": figures()}, sys.stdout, indent=2)
    print()
