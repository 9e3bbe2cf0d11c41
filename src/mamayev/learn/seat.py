"""A Gymnasium environment for one seat of a game, with bots in the other seats, and its vector version."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AsyncVectorEnv, SyncVectorEnv, VectorEnv

from mamayev.engine.refusal import Refusal
from mamayev.engine.table import Table
from mamayev.engine.tokens import NO_PIECE

from .arrays import mask_space, observation_space
from .episode import RENDER, Episode, check_count, check_render, opponent, seat_index, seed_of, set_up

ID = "mamayev/Seat-v1"
"""The id for `gymnasium.make("mamayev.learn.seat:mamayev/Seat-v1", game="GAME")`, with the arguments of `single`."""


def single(
    game: str,
    seat: str | None = None,
    against: str | Mapping[str, str] = "random",
    *,
    edition: str | None = None,
    options: Mapping[str, Any] | None = None,
    preset: str | None = None,
    components: str | Path | None = None,
    reward: str = "result",
    standing: bool = False,
    render_mode: str | None = None,
) -> Seat:
    """Return an environment for one seat, by default the first.

    `against` is the bot in the other seats, or a named bot for each. Omit it if the rules play all other seats. For the
    other arguments, see `aec`. To limit steps, use Gymnasium's TimeLimit. Raises Refusal for unknown names.
    """
    table = set_up(game, edition=edition, options=options, preset=preset, components=components)
    mine, seats = seat_index(table, seat), table.game.seats
    if not isinstance(against, (str, Mapping)):
        raise Refusal(
            f"`against` must be the name of a bot, or a bot for each seat by name, not {against!r}.",
            field="against",
            malformed=True,
        )
    others = [other for other in range(len(seats)) if other != mine and other not in table.procedures]
    if not others and against != "random":
        raise Refusal(f"There is no opponent for {seats[mine]}: the rules play all other seats.", field="against")
    bots = {seats[other]: against for other in others} if isinstance(against, str) else dict(against)
    policies = {seat_index(table, name): opponent(table, bot) for name, bot in bots.items()}
    policies.pop(mine, None)
    for other in others:
        policies.setdefault(other, opponent(table, "random"))
    return Seat(table, policies, reward=reward, standing=standing, render_mode=render_mode)


def vector(game: str, count: int, *, processes: bool = False, **chosen: Any) -> VectorEnv[Any, Any, Any]:
    """Return `count` of the `single` environments, stepped together, all in this process or each in its own."""
    check_count("count", count)
    makers = [partial(single, game, **chosen) for _ in range(count)]
    return AsyncVectorEnv(makers) if processes else SyncVectorEnv(makers)


class Seat(gymnasium.Env[dict[str, Any], np.int64]):
    """The environment for one seat. Each step takes one token. An observation is a flat dict with the arrays of
    `Episode.observe` and "action_mask". sb3-contrib calls `action_masks`.

    When the game is over, the mask allows only token 0, so that it is never empty. A vector environment that resets in
    the next step (`AutoresetMode.NEXT_STEP`) asks for an action and ignores it.
    """

    metadata = {"render_modes": RENDER, "render_fps": 1}

    def __init__(
        self,
        table: Table[Any],
        policies: Mapping[int, Any],
        *,
        reward: str = "result",
        standing: bool = False,
        render_mode: str | None = None,
    ) -> None:
        self.episode = Episode(table, reward=reward, standing=standing, policies=policies)
        (self.seat,) = self.episode.seats
        check_render(render_mode)
        self.render_mode = render_mode
        self.observation_space = spaces.Dict(
            {**observation_space(self.episode), "action_mask": mask_space(self.episode)}
        )
        self.action_space = spaces.Discrete(self.episode.tokens.size)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        super().reset(seed=seed_of(seed))
        self.episode.reset(int(self.np_random.integers(1 << 53)))
        self._show()
        return self._seen(), {}

    def step(self, action: np.int64 | int) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        done = self.episode.take(action)
        info = {} if done is None else {"action": self.episode.table.notation.text(done)}
        self._show()
        return self._seen(), self.episode.pay()[0], self.episode.over, False, info

    def _seen(self) -> dict[str, Any]:
        return self.episode.observe(self.seat) | {"action_mask": self._mask()}

    def _mask(self) -> np.ndarray[Any, Any]:
        mask = self.episode.mask()
        if self.episode.over:
            mask[NO_PIECE] = 1  # A vector environment asks for one more action, which it then ignores.
        return mask

    def action_masks(self) -> np.ndarray[Any, Any]:
        """Return the possible next tokens as booleans."""
        return self._mask().astype(bool)

    def render(self) -> str | None:
        return self.episode.render(self.render_mode)

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()


if ID not in gymnasium.registry:
    gymnasium.register(ID, entry_point="mamayev.learn.seat:single")
