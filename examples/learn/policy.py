"""A small policy for any game: it looks at the board as a graph, and weighs tokens by what they stand for.

Spaces exchange what they know with their neighbours, pieces take what their space knows, and the token of a piece or
space is weighed by its own row: what is learned of one hex holds for all. Some 60,000 weights, made for a CPU.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn

from mamayev.engine.bot import Bot
from mamayev.learn import Episode, Tokens, set_up

ARRAYS = ("pieces", "spaces", "cards", "globals")
Batch = dict[str, torch.Tensor]


class Scale:
    """Brings every feature to about -1 to 1, by the ranges that the game documents."""

    def __init__(self, table: Any) -> None:
        said = table.observation()
        self.by = {
            name: np.array([max(1, min(20, max(abs(f.low), abs(f.high)))) for f in said.features(name)], np.float32)
            for name in ARRAYS
        }
        names = [feature.name for feature in said.pieces]
        self.at = names.index("at")

    def batch(self, seen: Sequence[dict[str, Any]], masks: Sequence[Any]) -> Batch:
        """Some observations and masks as tensors; `at` is the space of each piece, one beyond the last for none."""
        found = {"mask": torch.from_numpy(np.stack(masks)).bool()}
        found["prefix"] = torch.from_numpy(np.stack([each["prefix"] for each in seen]).astype(np.int64))
        for name in ARRAYS:
            if name in seen[0]:
                rows = np.stack([each[name] for each in seen])
                found[name] = torch.from_numpy(np.clip(rows / self.by[name], -2, 2).astype(np.float32))
                if name == "pieces":
                    found["at"] = torch.from_numpy(rows[:, :, self.at].astype(np.int64))
        return found


class Policy(nn.Module):
    """Logits of all tokens, and what the position is worth."""

    def __init__(self, table: Any, width: int = 32, rounds: int = 2) -> None:
        super().__init__()
        self.tokens, observer, said = Tokens(table), table.observer, table.observation()
        self.scale = Scale(table)
        self.sizes = {name: len(observer.rows[name]) for name in ("pieces", "spaces", "cards")}
        spaces, edges = self.sizes["spaces"], torch.from_numpy(observer.edges.astype(np.int64))
        near = torch.zeros(spaces, spaces)
        near[edges[:, 0], edges[:, 1]] = 1.0
        self.register_buffer("near", (near / near.sum(1, keepdim=True).clamp(min=1)), persistent=False)
        self.space_id, self.piece_id = (
            nn.Parameter(torch.randn(self.sizes[n], width) * 0.1) for n in ("spaces", "pieces")
        )
        self.of_space = nn.Linear(len(said.spaces), width)
        self.pieces_in = nn.Linear(len(said.pieces), width)
        self.mix = nn.ModuleList(nn.Linear(3 * width, width) for _ in range(rounds))
        self.of_piece = nn.Linear(2 * width, width)
        self.boxes = nn.Embedding(len(table.boxes) + 1, width)
        rest = len(said.globals) + self.sizes["cards"] * len(said.cards)
        self.rest = nn.Linear(rest, width)
        self.said = nn.Embedding(self.tokens.size + 1, width)
        self.context = nn.Sequential(nn.Linear(6 * width, 2 * width), nn.ReLU(), nn.Linear(2 * width, width), nn.ReLU())
        self.plain = nn.Linear(width, self.tokens.size)
        self.asks_piece, self.asks_space = nn.Linear(width, width), nn.Linear(width, width)
        self.weigh = nn.ModuleList(nn.Sequential(nn.ReLU(), nn.Linear(width, 1)) for _ in range(2))
        self.value = nn.Linear(width, 1)
        self.first_space = self.tokens.names.index("space " + observer.rows["spaces"][0])

    def forward(self, x: Batch) -> tuple[torch.Tensor, torch.Tensor]:
        batch = len(x["mask"])
        at, on = x["at"].clamp(min=0), (x["at"] >= 0) & (x["at"] < self.sizes["spaces"])
        at = torch.where(on, at, 0)
        pieces = torch.relu(self.pieces_in(x["pieces"]) + self.piece_id)
        spaces = torch.relu(self.of_space(x["spaces"]) + self.space_id)
        where = at.unsqueeze(-1).expand(-1, -1, pieces.shape[-1])
        here = torch.zeros_like(spaces).scatter_add(1, where, pieces * on.unsqueeze(-1))
        for mix in self.mix:
            spaces = spaces + torch.relu(mix(torch.cat([spaces, self.near @ spaces, here], -1)))
        stands = spaces.gather(1, where) * on.unsqueeze(-1)
        pieces = torch.relu(self.of_piece(torch.cat([pieces, stands], -1)))
        rows = [x[name].reshape(batch, -1) for name in ("globals", "cards") if name in x]
        box = (x["globals"][:, 0] * float(self.scale.by["globals"][0])).round().long() + 1
        prefix = self.said(x["prefix"] + 1)
        chosen = x["prefix"][:, 0] - 1
        named = (chosen >= 0) & (chosen < self.sizes["pieces"])
        mover = pieces[torch.arange(batch), chosen.clamp(min=0, max=self.sizes["pieces"] - 1)] * named.unsqueeze(-1)
        parts = [pieces.mean(1), spaces.mean(1), self.rest(torch.cat(rows, -1)), self.boxes(box), prefix.sum(1), mover]
        context = self.context(torch.cat(parts, -1))
        logits = self.plain(context)
        by_piece = self.weigh[0](pieces + self.asks_piece(context).unsqueeze(1)).squeeze(-1)
        by_space = self.weigh[1](spaces + self.asks_space(context).unsqueeze(1)).squeeze(-1)
        first = self.first_space
        parts = [logits[:, :1], logits[:, 1 : 1 + by_piece.shape[1]] + by_piece,
                 logits[:, 1 + by_piece.shape[1] : first], logits[:, first : first + by_space.shape[1]] + by_space,
                 logits[:, first + by_space.shape[1] :]]  # fmt: skip
        return torch.cat(parts, -1).masked_fill(~x["mask"], -1e9), self.value(context).squeeze(-1)

    @torch.no_grad()
    def choose(self, episodes: Sequence[Episode], *, greedy: bool = False) -> list[int]:
        """A token for each of some episodes that wait for one."""
        x = self.scale.batch([e.observe(e.p.seat) for e in episodes], [e.mask() for e in episodes])
        logits, _ = self(x)
        drawn = logits.argmax(-1) if greedy else torch.distributions.Categorical(logits=logits).sample()
        return [int(token) for token in drawn]


def save(policy: Policy, file: Path, chosen: dict[str, Any]) -> None:
    """Write a policy with the table that it was trained on."""
    version = set_up(**chosen).observation().version
    torch.save({"weights": policy.state_dict(), "chosen": chosen, "version": version}, file)


def load(file: str | Path) -> Policy:
    """A policy from its file. Raises ValueError where the game observes other features now."""
    kept = torch.load(file, weights_only=True)
    table = set_up(**kept["chosen"])
    if table.observation().version != kept["version"]:
        raise ValueError(f"{file} has learned from version {kept['version']} of the observation: train it anew.")
    policy = Policy(table)
    policy.load_state_dict(kept["weights"])
    return policy.eval()


class Player:
    """A trained policy as a bot: it says an action token by token, each time the best."""

    def __init__(self, policy: Policy) -> None:
        self.net = policy

    @torch.no_grad()
    def __call__(self, p: Any, _rng: random.Random) -> int:
        spelling, table = self.net.tokens.spelling(p), p.table
        arrays = table.observe(p, p.seat)
        longest = 1 + max(len(places) for places in self.net.tokens.places)
        action = None
        while action is None:
            legal = spelling.legal()
            token = legal[0]
            if len(legal) > 1:
                prefix = np.full(longest, -1, np.int32)
                prefix[: len(spelling.prefix)] = spelling.prefix
                mask = np.frombuffer(self.net.tokens.marked(legal), np.int8)
                logits, _ = self.net(self.net.scale.batch([{**arrays, "prefix": prefix}], [mask]))
                token = int(logits.argmax(-1))
            action = spelling.take(token)
        return action


def bot(file: str | Path) -> Bot:
    """A trained policy as an opponent."""
    torch.set_num_threads(1)
    return Bot(
        Player(load(file)), lambda _p, _a: "What the trained policy weighs highest.", f"Trained: {Path(file).stem}."
    )
