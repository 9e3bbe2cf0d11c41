"""A PettingZoo environment with all seats of a game. Agents take turns, and each step takes one token."""

from __future__ import annotations

import random
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from mamayev.engine.refusal import Refusal
from mamayev.engine.table import Table

from .arrays import mask_space, observation_space
from .episode import OVER, RENDER, Episode, check_count, check_render, seed_of, set_up

SINCE_RESET = ("agents", "agent_selection", "rewards", "terminations", "truncations", "infos", "steps")
"""The attributes that an environment has after its first reset."""


def aec(
    game: str,
    *,
    edition: str | None = None,
    options: Mapping[str, Any] | None = None,
    preset: str | None = None,
    components: str | Path | None = None,
    reward: str = "result",
    standing: bool = False,
    limit: int | None = None,
    render_mode: str | None = None,
) -> Turns:
    """Return a game as a PettingZoo environment.

    `reward` is one of `REWARDS`. `standing` allows standing actions, such as a surrender. After `limit` steps, an
    episode is truncated. Raises Refusal for unknown names.
    """
    table = set_up(game, edition=edition, options=options, preset=preset, components=components)
    return Turns(table, reward=reward, standing=standing, limit=limit, render_mode=render_mode)


class Turns(AECEnv):  # type: ignore[misc]
    """The environment for all seats. Its agents are the names of the seats that the rules do not play. An observation
    is a dict with "observation" (the arrays of `Episode.observe`) and "action_mask". `infos` contains the text of the
    agent's last complete action as "action".
    """

    metadata = {"name": "mamayev_v1", "render_modes": RENDER, "render_fps": 1, "is_parallelizable": False}

    def __init__(
        self,
        table: Table[Any],
        *,
        reward: str = "result",
        standing: bool = False,
        limit: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.episode = episode = Episode(table, reward=reward, standing=standing)
        check_render(render_mode)
        if limit is not None:
            check_count("limit", limit)
        self.limit, self.render_mode = limit, render_mode
        self.possible_agents = [table.game.seats[seat] for seat in episode.seats]
        self._seat = {agent: table.game.seats.index(agent) for agent in self.possible_agents}
        tokens = episode.tokens.size
        seen = spaces.Dict({"observation": observation_space(episode), "action_mask": mask_space(episode)})
        self.observation_spaces = dict.fromkeys(self.possible_agents, seen)
        self.action_spaces = {agent: spaces.Discrete(tokens) for agent in self.possible_agents}
        self._nothing = np.zeros(tokens, np.int8)
        self._rng = random.Random()

    def __getattr__(self, name: str) -> Any:
        if name in SINCE_RESET:
            raise AttributeError(f"Call reset() first: until then, the environment has no “{name}”.")
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[self._known(agent)]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[self._known(agent)]

    def _known(self, agent: str) -> str:
        """Return the name of an agent. Raises a Refusal that lists the agents."""
        if agent not in self._seat:
            raise Refusal(f"Unknown agent {agent!r}. Use one of these: {', '.join(self._seat)}.", field="agent")
        return agent

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if (given := seed_of(seed)) is not None:
            self._rng = random.Random(given)
        self.episode.reset(self._rng.getrandbits(53))
        self.steps = 0
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._choose()

    def _choose(self) -> None:
        seat = self.episode.seat
        self.agent_selection = self.agents[0] if seat is None else self.episode.table.game.seats[seat]

    def observe(self, agent: str) -> dict[str, Any]:
        seat = self._seat[self._known(agent)]
        mine = seat == self.episode.seat and not self.truncations.get(agent, False)
        mask = self.episode.mask() if mine else self._nothing.copy()
        return {"observation": self.episode.observe(seat), "action_mask": mask}

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Return the result of PettingZoo's `last`. Raises Refusal if no agents are left."""
        if not self.agents:
            raise Refusal(OVER, field="action")
        found: tuple[Any, float, bool, bool, dict[str, Any]] = super().last(observe)
        return found

    def step(self, action: int | None) -> None:
        if not self.agents:
            raise Refusal(OVER, field="action")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        done = self.episode.take(action)
        self._cumulative_rewards[agent] = 0.0
        self.infos[agent] = {} if done is None else {"action": self.episode.table.notation.text(done)}
        self.steps += 1
        self.rewards = dict(zip(self.possible_agents, self.episode.pay(), strict=True))
        if self.episode.over:
            self.terminations = dict.fromkeys(self.agents, True)
        elif self.limit is not None and self.steps >= self.limit:
            self.truncations = dict.fromkeys(self.agents, True)
        self._choose()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        return self.episode.render(self.render_mode)

    def close(self) -> None:
        """Do nothing, because there are no open resources."""
