"""Learn to play as a bot does, from games of that bot (behaviour cloning).

python examples/learn/imitate.py cauldron --teacher staff --minutes 20 --out cauldron.pt
"""

from __future__ import annotations

import argparse
import random
import time
from pathlib import Path
from typing import Any

import numpy as np
import torch
from policy import Player, Policy, save
from torch import nn

from mamayev.engine.playout import playout
from mamayev.learn import Tokens, set_up
from mamayev.players import contender

BATCH = 256
KEPT = 150_000
"""So many steps are kept; the oldest go first."""


def games(
    table: Any, tokens: Tokens, teacher: Any, seat: int, other: Any, rng: random.Random, steps: int
) -> list[tuple[Any, ...]]:
    """Steps of the teacher's own games: what it saw, which tokens were legal, which it gave."""
    found: list[tuple[Any, ...]] = []
    longest = 1 + max(len(places) for places in tokens.places)

    def watched(p: Any, own: random.Random) -> int:
        action: int = teacher(p, own)
        if not p.allows(action) or action not in (legal := p.choices(table.notation.piece_of(action))):
            return action
        spelling, arrays = tokens.spelling(p), table.observe(p, p.seat)
        for token in tokens.encode(action):
            legal = spelling.legal()
            if token not in legal:
                return action  # a surrender, which masks leave out
            if len(legal) > 1:
                prefix = np.full(longest, -1, np.int32)
                prefix[: len(spelling.prefix)] = spelling.prefix
                found.append(({**arrays, "prefix": prefix}, np.array(legal), token))
            spelling.take(token)
        return action

    while len(found) < steps:
        playout(table.start(), rng, seated(table, seat, watched, other))
    return found


def seated(table: Any, seat: int, policy: Any, other: Any) -> dict[int, Any]:
    """A policy on a seat, another on all others that the rules do not play."""
    found = {n: other for n in range(len(table.game.seats)) if n not in table.procedures}
    return {**found, seat: policy}


def points(table: Any, seat: int, policy: Any, other: Any, seeds: range) -> tuple[float, int]:
    """What a seat gets on average in games that this policy plays for it, and how many give it more than 0."""
    rows = []
    for seed in seeds:
        p = table.start()
        playout(p, random.Random(seed), seated(table, seat, policy, other))
        rows.append(p.returns()[seat])
    return float(np.mean(rows)), sum(row > 0 for row in rows)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--teacher", default="staff")
    parser.add_argument("--seat", help="the teacher's; the first")
    parser.add_argument("--against", default="random", help="the bot on the other seats")
    parser.add_argument("--minutes", type=float, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", type=int, default=200, help="games of the comparison at the end")
    parser.add_argument("--option", action="append", default=[], metavar="k=v")
    parser.add_argument("--out", type=Path, default=Path("imitation.pt"))
    asked = parser.parse_args()
    torch.manual_seed(asked.seed)
    rng = random.Random(asked.seed)
    chosen = {"game": asked.game, "options": dict(o.partition("=")[::2] for o in asked.option)}
    table = set_up(**chosen)
    tokens, policy = Tokens(table), Policy(table)
    seat = table.game.seats.index(asked.seat) if asked.seat else 0
    teacher, other = (contender(table.game, name).policy for name in (asked.teacher, asked.against))
    best = torch.optim.Adam(policy.parameters(), 1e-3)
    begun, last, steps = time.monotonic(), 0.0, 0
    kept: list[tuple[Any, ...]] = []
    while (spent := time.monotonic() - begun) < 60 * asked.minutes:
        for group in best.param_groups:
            group["lr"] = 1e-3 * max(0.05, 1 - spent / (60 * asked.minutes))
        if len(kept) < 10_000 or steps % 10 == 0:
            kept = (kept + games(table, tokens, teacher, seat, other, rng, 2000))[-KEPT:]
        loss, right = learn(policy, best, rng.sample(kept, min(BATCH, len(kept))))
        steps += 1
        if spent - last > 60:
            last = spent
            print(f"{spent / 60:5.1f} min {steps:6} batches  loss {loss:.3f}  same {right:.1%}", flush=True)
    policy.eval()
    save(policy, asked.out, chosen)
    seeds = range(10_000, 10_000 + asked.games)
    by_lot = contender(table.game, "random").policy
    for name, player in (("teacher", teacher), ("pupil", Player(policy)), ("random", by_lot)):
        mean, won = points(table, seat, player, other, seeds)
        print(f"{name}: {mean:.2f} on average, above 0 in {won} of {asked.games} games", flush=True)


def learn(policy: Policy, best: torch.optim.Optimizer, rows: list[tuple[Any, ...]]) -> tuple[float, float]:
    """One batch; returns the loss, and the share of tokens that are the teacher's."""
    masks = np.zeros((len(rows), policy.tokens.size), np.int8)
    for mask, (_, legal, _) in zip(masks, rows, strict=True):
        mask[legal] = 1
    x = policy.scale.batch([seen for seen, _, _ in rows], list(masks))
    wanted = torch.tensor([token for _, _, token in rows])
    logits, _ = policy(x)
    loss = nn.functional.cross_entropy(logits, wanted)
    best.zero_grad()
    loss.backward()
    nn.utils.clip_grad_norm_(policy.parameters(), 1.0)
    best.step()
    return float(loss.detach()), float((logits.argmax(-1) == wanted).float().mean())


if __name__ == "__main__":
    main()
