"""Learn to play as a bot does: it plays, then corrects what its pupil plays (DAgger: Ross, Gordon and Bagnell, 2011).

python examples/learn/imitate.py cauldron --teacher staff --minutes 20 --out cauldron.pt
"""

from __future__ import annotations

import argparse
import json
import random
import time
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
from policy import Player, Policy, load, save
from torch import nn

from mamayev.engine.playout import playout
from mamayev.learn import Episode, set_up
from mamayev.players import contender

GAMES, DECISIONS = 64, 2000
"""So many games at once, so many decisions of them before the pupil learns again."""
UPDATES, BATCH, RATE = 40, 128, 2e-3
KEPT = 200_000
"""So many decisions are kept; the oldest go first."""
ALONE, KNOWN = 3, 0.2
"""So many rounds the teacher plays alone. Of what the pupil decides as he would, this share is kept."""


class Told(NamedTuple):
    """A decision as the teacher takes it: what the seat sees, and for each token that is no matter of course those
    before it, those that were legal, and the one that he gives."""

    seen: dict[str, Any]
    steps: list[tuple[list[int], list[int], int]]


class School:
    """Games that go on and on, in which every decision of the seat is the teacher's to tell."""

    def __init__(self, table: Any, seat: int, teacher: Any, other: Any, seed: int) -> None:
        self.table, self.seat, self.teacher = table, seat, teacher
        self.rng = random.Random(seed)
        others = {n: policy for n, policy in seated(table, seat, None, other).items() if n != seat}
        self.games = [Episode(table, policies=others) for _ in range(GAMES)]
        self.asked: list[tuple[Told, tuple[int, ...]]] = [(Told({}, []), ())] * GAMES
        self.scores: list[float] = []
        for game in self.games:
            game.reset(self.rng.getrandbits(53))

    def lessons(self, policy: Policy, decisions: int, *, alone: bool) -> list[Told]:
        """So many decisions, of the teacher's play `alone` or of the pupil's: there those that he would take otherwise,
        and a share of the others."""
        found: list[Told] = []
        while decisions > 0:
            for n, game in enumerate(self.games):
                if not game.spelling.prefix:
                    self.asked[n] = self.told(game)
            tokens = [game.legal()[0] if len(game.legal()) == 1 else -1 for game in self.games]
            if alone:
                tokens = [order[len(game.spelling.prefix)] if order else token
                          for game, token, (_, order) in zip(self.games, tokens, self.asked, strict=True)]  # fmt: skip
            open_ = [n for n, token in enumerate(tokens) if token < 0]
            if open_:
                for n, token in zip(open_, policy.choose([self.games[n] for n in open_], greedy=True), strict=True):
                    tokens[n] = token
            for n, game in enumerate(self.games):
                row, (told, order) = (*game.spelling.prefix, tokens[n]), self.asked[n]
                if game.take(tokens[n]) is not None and told.steps:
                    decisions -= 1
                    if alone or row != order or self.rng.random() < KNOWN:
                        found.append(told)
                if game.over:
                    self.scores.append(game.p.returns()[self.seat])
                    game.reset(self.rng.getrandbits(53))
        return found

    def told(self, game: Episode) -> tuple[Told, tuple[int, ...]]:
        """What the teacher would do now, from what his seat may know; nothing where masks leave it out, as they do a
        surrender."""
        p, tokens = game.p, game.tokens
        known = self.table.sample(p, self.seat, self.rng) if self.table.secrets else p
        order, spelling = tokens.encode(self.teacher(known, self.rng)), tokens.spelling(p)
        steps = []
        for token in order:
            legal = spelling.legal()
            if token not in legal:
                return Told({}, []), ()
            if len(legal) > 1:
                steps.append((list(spelling.prefix), legal, token))
            spelling.take(token)
        return Told(self.table.observe(p, self.seat) if steps else {}, steps), order


def seated(table: Any, seat: int, policy: Any, other: Any) -> dict[int, Any]:
    """A policy on a seat, another on all others that the rules do not play."""
    found = {n: other for n in range(len(table.game.seats)) if n not in table.procedures}
    return {**found, seat: policy}


def learn(policy: Policy, best: torch.optim.Optimizer, rows: list[Told]) -> tuple[float, float]:
    """One batch; returns the loss, and the share of tokens that are the teacher's."""
    steps = [(n, step) for n, row in enumerate(rows) for step in row.steps]
    prefix = np.full((len(steps), policy.longest), -1, np.int64)
    mask = np.zeros((len(steps), policy.tokens.size), bool)
    for n, (_, (before, legal, _)) in enumerate(steps):
        prefix[n, : len(before)] = before
        mask[n, legal] = True
    board = policy.look(policy.batch([row.seen for row in rows]))
    of = torch.tensor([n for n, _ in steps])
    logits = policy.weigh(board, of, torch.from_numpy(prefix), torch.from_numpy(mask))
    wanted = torch.tensor([token for _, (_, _, token) in steps])
    loss = nn.functional.cross_entropy(logits, wanted)
    best.zero_grad()
    loss.backward()
    nn.utils.clip_grad_norm_(policy.parameters(), 1.0)
    best.step()
    return float(loss.detach()), float((logits.argmax(-1) == wanted).float().mean())


def scores(table: Any, seat: int, policy: Any, other: Any, seeds: range) -> list[float]:
    """What a seat gets in games that this policy plays for it."""
    rows = []
    for seed in seeds:
        p = table.start()
        playout(p, random.Random(seed), seated(table, seat, policy, other))
        rows.append(p.returns()[seat])
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--teacher", default="staff")
    parser.add_argument("--seat", help="the teacher's; the first")
    parser.add_argument("--against", default="random", help="the bot on the other seats")
    parser.add_argument("--minutes", type=float, default=20, help="of processor time, on one core")
    parser.add_argument("--begin", type=Path, help="a pupil to go on with")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", type=int, default=200, help="games of the comparison at the end")
    parser.add_argument("--option", action="append", default=[], metavar="k=v")
    parser.add_argument("--out", type=Path, default=Path("imitation.pt"))
    asked = parser.parse_args()
    torch.manual_seed(asked.seed)
    torch.set_num_threads(1)
    rng = random.Random(asked.seed)
    chosen = {"game": asked.game, "options": dict(o.partition("=")[::2] for o in asked.option)}
    table = set_up(**chosen)
    policy = Policy(table)
    if asked.begin is not None:
        policy.load_state_dict(load(asked.begin).state_dict())
    seat = table.game.seats.index(asked.seat) if asked.seat else 0
    teacher, other = (contender(table.game, name).policy for name in (asked.teacher, asked.against))
    school = School(table, seat, teacher, other, asked.seed)
    best = torch.optim.Adam(policy.parameters(), RATE)
    kept: list[Told] = []
    curve, rounds, begun = [], 0, time.process_time()
    while (share := (time.process_time() - begun) / 60 / asked.minutes) < 1:
        for group in best.param_groups:
            group["lr"] = RATE * max(0.02, 1 - share)
        if rounds == ALONE:
            school.scores.clear()  # from here on they are the pupil's
        kept = (kept + school.lessons(policy, DECISIONS, alone=rounds < ALONE and asked.begin is None))[-KEPT:]
        done = [learn(policy, best, rng.sample(kept, BATCH)) for _ in range(UPDATES)]
        loss, right = np.mean(done, axis=0)
        lately = float(np.mean(school.scores[-100:])) if school.scores and rounds >= ALONE else None
        rounds += 1
        curve.append([share * asked.minutes, rounds, loss, right, lately])
        if rounds % 10 == 0:
            print(f"{share * asked.minutes:5.1f} min {rounds:4} rounds  loss {loss:.3f}  same {right:.1%}  "
                  f"its last {len(school.scores[-100:])} games {lately}", flush=True)  # fmt: skip
    policy.eval()
    save(policy, asked.out, chosen)
    asked.out.with_suffix(".json").write_text(json.dumps(curve), encoding="utf-8")
    seeds = range(10_000, 10_000 + asked.games)
    by_lot = contender(table.game, "random").policy
    for name, player in (("teacher", teacher), ("pupil", Player(policy)), ("random", by_lot)):
        got = scores(table, seat, player, other, seeds)
        error = np.std(got) / len(got) ** 0.5
        print(f"{name}: {np.mean(got):.2f} ± {error:.2f} on average, above 0 in {sum(g > 0 for g in got)} of "
              f"{asked.games} games", flush=True)  # fmt: skip


if __name__ == "__main__":
    main()
