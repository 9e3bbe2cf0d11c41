"""A small policy for any game: it looks at the board as a graph, and weighs tokens by what they stand for.

Spaces exchange what they know with their neighbours, pieces take what their space knows, and the token of a piece or
space is weighed by its own row: what is learned of one hex holds for all. The board is looked at once for an action,
whatever the number of its tokens. Some 200,000 weights, made for a CPU.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn

from mamayev.engine.bot import Bot, Rated
from mamayev.learn import Episode, Tokens, set_up

ARRAYS = ("pieces", "spaces", "cards", "globals")
BINS = 16
"""Numbers of the whole table are told by their size, and exactly where they are less than this."""

Batch = dict[str, torch.Tensor]


class Policy(nn.Module):
    """Logits of all tokens, and what the position is worth."""

    def __init__(self, table: Any, width: int = 24, deep: int = 128, rounds: int = 2) -> None:
        super().__init__()
        self.tokens, observer, said = Tokens(table), table.observer, table.observation()
        self.longest = 1 + max(len(places) for places in self.tokens.places)
        self.sizes = {name: len(observer.rows[name]) for name in ("pieces", "spaces", "cards")}
        self.at = [feature.name for feature in said.pieces].index("at")
        self.first_space = self.tokens.names.index("space " + observer.rows["spaces"][0])
        near = torch.zeros(self.sizes["spaces"] + 1, self.sizes["spaces"])  # the last row: of nowhere
        edges = torch.from_numpy(observer.edges.astype(np.int64))
        near[edges[:, 0], edges[:, 1]] = 1.0
        self.register_buffer("near", near, persistent=False)
        self.register_buffer("share", near[:-1] / near[:-1].sum(1, keepdim=True).clamp(min=1), persistent=False)
        # What stands on the board.
        self.space_id = nn.Parameter(torch.randn(self.sizes["spaces"], width) * 0.1)
        self.piece_id = nn.Parameter(torch.randn(self.sizes["pieces"], width) * 0.1)
        self.spaces_in, self.pieces_in = nn.Linear(len(said.spaces), width), nn.Linear(len(said.pieces), width)
        self.mix = nn.ModuleList(nn.Linear(3 * width, width) for _ in range(rounds))
        self.of_piece = nn.Linear(2 * width, width)
        # What is asked, and the numbers beside the board.
        numbers = len(said.globals)
        self.rest = nn.Linear(numbers + self.sizes["cards"] * len(said.cards), deep)
        self.exact = nn.EmbeddingBag(numbers * BINS, deep, mode="sum")
        self.boxes = nn.Embedding(len(table.boxes) + 1, deep)
        self.context = nn.Sequential(nn.Linear(2 * width + 2 * deep, deep), nn.ReLU(), nn.Linear(deep, deep), nn.ReLU())
        self.value = nn.Linear(deep, 1)
        # Which token comes next.
        self.said = nn.Embedding(self.tokens.size + 1, width)
        self.asked = nn.Sequential(nn.Linear(deep + (1 + self.longest) * width, deep), nn.ReLU())
        self.plain = nn.Linear(deep, self.tokens.size)
        self.asks_piece, self.asks_space = nn.Linear(deep, width), nn.Linear(deep, width)
        self.beside = nn.Parameter(torch.zeros(width))
        self.weigh_piece, self.weigh_space = nn.Linear(width, 1), nn.Linear(width, 1)

    def batch(self, seen: Sequence[dict[str, Any]]) -> Batch:
        """Some observations as tensors, numbers by their logarithm; `at` is the space of each piece, that after the
        last for none."""
        found, spaces = {}, self.sizes["spaces"]
        for name in ARRAYS:
            if name in seen[0] and seen[0][name].size:
                rows = np.stack([each[name] for each in seen]).astype(np.float32)
                found[name] = torch.from_numpy(np.sign(rows) * np.log1p(np.abs(rows)))
        at = np.stack([each["pieces"][:, self.at] for each in seen]).astype(np.int64)
        found["at"] = torch.from_numpy(np.where((at < 0) | (at > spaces), spaces, at))
        numbers = np.stack([each["globals"] for each in seen]).astype(np.int64)
        found["box"] = torch.from_numpy(numbers[:, 0] + 1)
        places = np.arange(numbers.shape[1]) * BINS
        found["exact"] = torch.from_numpy(np.clip(numbers, 0, BINS - 1) + places)
        return found

    def look(self, x: Batch) -> Batch:
        """What is made of the board, for all tokens of an action."""
        batch, none = len(x["box"]), self.sizes["spaces"]
        pieces = torch.relu(self.pieces_in(x["pieces"]) + self.piece_id)
        spaces = torch.relu(self.spaces_in(x["spaces"]) + self.space_id)
        where = x["at"].unsqueeze(-1).expand(-1, -1, pieces.shape[-1])
        here = torch.zeros(batch, none + 1, pieces.shape[-1]).scatter_add(1, where, pieces)[:, :none]
        for mix in self.mix:
            spaces = spaces + torch.relu(mix(torch.cat([spaces, self.share @ spaces, here], -1)))
        ground = torch.cat([spaces, torch.zeros_like(spaces[:, :1])], 1)
        pieces = torch.relu(self.of_piece(torch.cat([pieces, ground.gather(1, where)], -1)))
        rows = [x[name].reshape(batch, -1) for name in ("globals", "cards") if name in x]
        numbers = torch.relu(self.rest(torch.cat(rows, -1)) + self.exact(x["exact"]))
        context = self.context(torch.cat([pieces.mean(1), spaces.mean(1), numbers, self.boxes(x["box"])], -1))
        return {"pieces": pieces, "spaces": spaces, "context": context, "at": x["at"]}

    def weigh(self, board: Batch, of: torch.Tensor, prefix: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        """The logits of the tokens that follow some prefixes, each of an action on the board with the number `of`."""
        chosen = prefix[:, 0] - 1
        named = ((chosen >= 0) & (chosen < self.sizes["pieces"])).unsqueeze(-1)
        chosen = chosen.clamp(min=0, max=self.sizes["pieces"] - 1)
        pieces, spaces = board["pieces"][of], board["spaces"][of]
        mover = pieces[torch.arange(len(of)), chosen] * named
        start = torch.where(named[:, 0], board["at"][of, chosen], self.sizes["spaces"])
        asked = self.asked(torch.cat([board["context"][of], mover, self.said(prefix + 1).flatten(1)], -1))
        by_piece = self.weigh_piece(torch.relu(pieces + self.asks_piece(asked).unsqueeze(1))).squeeze(-1)
        beside = self.near[start].unsqueeze(-1) * self.beside
        by_space = self.weigh_space(torch.relu(spaces + self.asks_space(asked).unsqueeze(1) + beside)).squeeze(-1)
        logits = self.plain(asked)
        logits[:, 1 : 1 + by_piece.shape[1]] += by_piece
        logits[:, self.first_space : self.first_space + by_space.shape[1]] += by_space
        return logits.masked_fill(~mask, -1e9)

    def forward(self, seen: Sequence[dict[str, Any]], masks: Sequence[Any]) -> tuple[torch.Tensor, torch.Tensor]:
        """Logits of all tokens, and what the position is worth, for observations of an environment and their masks."""
        board = self.look(self.batch(seen))
        prefix = torch.from_numpy(np.stack([each["prefix"] for each in seen]).astype(np.int64))
        mask = torch.from_numpy(np.stack(masks)).bool()
        return self.weigh(board, torch.arange(len(seen)), prefix, mask), self.value(board["context"]).squeeze(-1)

    @torch.no_grad()
    def choose(self, episodes: Sequence[Episode], *, greedy: bool = False) -> list[int]:
        """A token for each of some episodes that wait for one."""
        logits, _ = self([e.observe(e.p.seat) for e in episodes], [e.mask() for e in episodes])
        drawn = logits.argmax(-1) if greedy else torch.distributions.Categorical(logits=logits).sample()
        return [int(token) for token in drawn]


def save(policy: Policy, file: Path, chosen: dict[str, Any]) -> None:
    """Write a policy with the table that it was trained on."""
    kept = {"weights": policy.state_dict(), "chosen": chosen, "tokens": policy.tokens.names}
    torch.save({**kept, "version": set_up(**chosen).observation().version}, file)


def load(file: str | Path) -> Policy:
    """A policy from its file. Raises ValueError where the game observes other features or has other tokens now."""
    kept = torch.load(file, weights_only=True)
    table = set_up(**kept["chosen"])
    policy = Policy(table)
    if table.observation().version != kept["version"] or policy.tokens.names != kept["tokens"]:
        raise ValueError(f"{file} has learned from other features or tokens than the game has now: train it anew.")
    policy.load_state_dict(kept["weights"])
    return policy.eval()


class Player:
    """A trained policy as a bot. It spells an action token by token, each time with the best."""

    def __init__(self, policy: Policy) -> None:
        self.net = policy

    @torch.no_grad()
    def __call__(self, p: Any) -> list[Rated]:
        """Return the action that the policy spells."""
        tokens, spelling, board, action = self.net.tokens, self.net.tokens.spelling(p), None, None
        while action is None:
            legal = spelling.legal()
            token = legal[0]
            if len(legal) > 1:
                board = board or self.net.look(self.net.batch([p.table.observe(p, p.seat)]))
                prefix = torch.tensor([spelling.prefix + [-1] * (self.net.longest - len(spelling.prefix))])
                mask = torch.frombuffer(tokens.marked(legal), dtype=torch.int8).bool().unsqueeze(0)
                token = int(self.net.weigh(board, torch.zeros(1, dtype=torch.int64), prefix, mask).argmax(-1))
            action = spelling.take(token)
        return [Rated.by_rule(action, "The trained policy gives it the most weight")]


def bot(file: str | Path) -> Bot:
    """A trained policy as an opponent."""
    torch.set_num_threads(1)
    return Bot(rated=Player(load(file)), doc=f"Trained: {Path(file).stem}.")
