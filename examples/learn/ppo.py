"""Learn from play against a bot, by proximal policy optimisation with masked tokens (Schulman and others, 2017).

python examples/learn/ppo.py inferno --option soviet_side=player --seat german --minutes 30 --out inferno.pt
"""

from __future__ import annotations

import argparse
import random
import time
from pathlib import Path
from typing import Any

import numpy as np
import torch
from policy import Player, Policy, load, save
from torch import nn

from mamayev.engine.playout import playout
from mamayev.learn import Episode, set_up
from mamayev.players import contender

GAMES, STEPS, PASSES, BATCH = 32, 64, 2, 256
"""So many games at once, so many tokens of each between two updates, so many passes over them in batches."""
GAMMA, LAMBDA, CLIP, ENTROPY = 0.998, 0.95, 0.2, 0.01


class Play:
    """Games that go on and on, and what comes of them."""

    def __init__(self, make: Any, seed: int) -> None:
        self.games: list[Episode] = [make() for _ in range(GAMES)]
        self.rng = random.Random(seed)
        for game in self.games:
            game.reset(self.rng.getrandbits(53))
        self.won: list[float] = []

    @torch.no_grad()
    def collect(self, policy: Policy) -> dict[str, Any]:
        """Some tokens of each game: what was seen, legal, given, and what came of it."""
        seen, masks, tokens, chances, values, paid, ended = ([] for _ in range(7))
        for _ in range(STEPS):
            now = [game.observe(game.p.seat) for game in self.games]
            legal = [game.mask() for game in self.games]
            logits, value = policy(now, legal)
            drawn = torch.distributions.Categorical(logits=logits)
            token = drawn.sample()
            for row, part in ((seen, now), (masks, legal), (tokens, token), (chances, drawn.log_prob(token))):
                row.append(part)
            values.append(value)
            paid.append(torch.zeros(GAMES))
            ended.append(torch.zeros(GAMES))
            for n, game in enumerate(self.games):
                game.take(int(token[n]))
                paid[-1][n] = game.pay()[0]
                if game.over:
                    ended[-1][n] = 1
                    self.won.append(game.p.returns()[game.seats[0]])
                    game.reset(self.rng.getrandbits(53))
        now, legal = [g.observe(g.p.seat) for g in self.games], [g.mask() for g in self.games]
        values.append(policy(now, legal)[1])
        gains, gain = [], torch.zeros(GAMES)
        for n in reversed(range(STEPS)):  # generalised advantage estimation
            goes_on = 1 - ended[n]
            gain = paid[n] + GAMMA * values[n + 1] * goes_on - values[n] + GAMMA * LAMBDA * goes_on * gain
            gains.append(gain)
        gains.reverse()
        return {
            "seen": [each for row in seen for each in row],
            "masks": [each for row in masks for each in row],
            "tokens": torch.cat(tokens), "chances": torch.cat(chances), "gains": torch.cat(gains),
            "returns": torch.cat(gains) + torch.cat(values[:-1]),
        }  # fmt: skip


def improve(policy: Policy, best: torch.optim.Optimizer, rows: dict[str, Any]) -> float:
    """Some passes over what was collected; returns the entropy of the last batch."""
    spread = 0.0
    for _ in range(PASSES):
        for some in torch.randperm(len(rows["tokens"])).split(BATCH):
            logits, value = policy([rows["seen"][n] for n in some], [rows["masks"][n] for n in some])
            now = torch.distributions.Categorical(logits=logits)
            ratio = (now.log_prob(rows["tokens"][some]) - rows["chances"][some]).exp()
            gains = rows["gains"][some]
            gains = (gains - gains.mean()) / (gains.std() + 1e-6)
            acted = -torch.min(ratio * gains, ratio.clamp(1 - CLIP, 1 + CLIP) * gains).mean()
            entropy = now.entropy().mean()
            loss = acted + 0.5 * nn.functional.mse_loss(value, rows["returns"][some]) - ENTROPY * entropy
            best.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(policy.parameters(), 0.5)
            best.step()
            spread = float(entropy.detach())
    return spread


def wins(table: Any, policy: Any, seat: int, other: Any, seeds: range) -> int:
    """How many games a policy wins from a seat, the others played by a bot."""
    found = 0
    for seed in seeds:
        p = table.start()
        others = {n: other for n in range(len(table.game.seats)) if n != seat and n not in table.procedures}
        playout(p, random.Random(seed), {**others, seat: policy})
        found += p.returns()[seat] > 0
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--seat")
    parser.add_argument("--against", default="random")
    parser.add_argument("--reward", default="shaped")
    parser.add_argument("--begin", type=Path, help="a policy to go on with, such as one of imitate.py")
    parser.add_argument("--minutes", type=float, default=30, help="of processor time, on one core")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--option", action="append", default=[], metavar="k=v")
    parser.add_argument("--out", type=Path, default=Path("ppo.pt"))
    asked = parser.parse_args()
    torch.manual_seed(asked.seed)
    torch.set_num_threads(1)
    chosen = {"game": asked.game, "options": dict(o.partition("=")[::2] for o in asked.option)}
    table = set_up(**chosen)
    seat = table.game.seats.index(asked.seat) if asked.seat else 0
    other = contender(table.game, asked.against).policy
    others = {n: other for n in range(len(table.game.seats)) if n != seat and n not in table.procedures}
    play = Play(lambda: Episode(table, reward=asked.reward, policies=others), asked.seed)
    policy = Policy(table)
    if asked.begin is not None:
        policy.load_state_dict(load(asked.begin).state_dict())
    best = torch.optim.Adam(policy.parameters(), 5e-4, eps=1e-5)
    begun, last, steps = time.process_time(), 0.0, 0
    while (spent := time.process_time() - begun) < 60 * asked.minutes:
        entropy = improve(policy, best, play.collect(policy))
        steps += GAMES * STEPS
        if spent - last > 60:
            last, lately = spent, play.won[-100:]
            share = np.mean([won > 0 for won in lately]) if lately else 0.0
            print(f"{spent / 60:5.1f} min {steps:8} tokens {len(play.won):6} games  won of the last 100 {share:.0%}  "
                  f"entropy {entropy:.2f}", flush=True)  # fmt: skip
    policy.eval()
    save(policy, asked.out, chosen)
    seeds = range(10_000, 10_100)
    by_lot = contender(table.game, "random").policy
    for name, player in (("trained", Player(policy)), ("random", by_lot)):
        print(f"{name} wins {wins(table, player, seat, other, seeds)} of 100 games against {asked.against}", flush=True)


if __name__ == "__main__":
    main()
