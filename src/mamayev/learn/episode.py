"""A game for a learner, token by token. All environments in this package are based on it."""

from __future__ import annotations

import random
import sys
from collections.abc import Mapping
from operator import index
from pathlib import Path
from typing import Any

import numpy as np

from mamayev.engine import registry
from mamayev.engine.bot import Policy
from mamayev.engine.observation import KINDS
from mamayev.engine.playout import playout
from mamayev.engine.position import Position
from mamayev.engine.refusal import Refusal
from mamayev.engine.table import Game, Table
from mamayev.engine.tokens import Tokens

from .rewards import Pay

Arrays = dict[str, np.ndarray[Any, Any]]

OVER = "The episode is over: call reset() to start another one."
RENDER = ["human", "ansi"]
"""The render modes: "human" prints the position as text after each step, and "ansi" makes `render` return the text."""


def seed_of(seed: Any) -> int | None:
    """Convert any kind of int, or numpy's SeedSequence, to a seed for the standard library. Raises Refusal."""
    if seed is None:
        return None
    if isinstance(seed, np.random.SeedSequence):
        return int(seed.generate_state(1, np.uint64)[0])
    try:
        found = index(seed)
    except TypeError:
        found = -1
    if found < 0:
        raise Refusal(f"A seed must be a non-negative int or None, not {seed!r}.", field="seed", malformed=True)
    return found


def check_render(mode: str | None) -> None:
    """Raise Refusal for an unknown render mode."""
    if mode is not None and mode not in RENDER:
        names = ", ".join(map(repr, RENDER))
        raise Refusal(
            f"Unknown render mode {mode!r}. Use one of these: None, {names}.", field="render_mode", malformed=True
        )


def check_count(name: str, count: Any) -> None:
    """Raise Refusal unless this is a number of at least 1."""
    if not isinstance(count, int) or count < 1:
        raise Refusal(f"`{name}` must be an int of at least 1, not {count!r}.", field=name, malformed=True)


def set_up(
    game: str,
    *,
    edition: str | None = None,
    options: Mapping[str, Any] | None = None,
    preset: str | None = None,
    components: str | Path | None = None,
) -> Table[Any]:
    """Return a game's table for an edition with options, or for a preset whose options you can change.

    Raises Refusal for unknown names.
    """
    found = registry.find(game)
    if options is not None and not isinstance(options, Mapping):
        raise Refusal(
            f'Options must be a dict of names and values, such as {{"NAME": value}}, not {options!r}.',
            field="options",
            malformed=True,
        )
    given = dict(options or {})
    edition, given = found.with_preset(preset, edition, given)
    return found.table(edition, given, Path(components) if components else None)


class Episode:
    """A game that a learner plays token by token.

    `seats`: the indexes of the learners; by default, all seats that the rules do not play. `policies`: the policies
    that play the other seats. `seat`: the seat that must give a token, or None when the game is over. `legal`, `mask`:
    the possible tokens. `pay`: the reward of each of `seats` since the last call. `standing`: see `Tokens`.
    """

    def __init__(
        self,
        table: Table[Any],
        *,
        reward: str = "result",
        standing: bool = False,
        policies: Mapping[int, Policy] | None = None,
    ) -> None:
        self.table, self.tokens = table, Tokens(table, standing=standing)
        self.policies = dict(policies or {})
        ruled = {*table.procedures, *self.policies}
        self.seats = [seat for seat in range(len(table.game.seats)) if seat not in ruled]
        self.longest = 2 + max(len(places) for places in self.tokens.places)
        self._pay = Pay(table, self.seats, reward)
        self.reset(0)

    def reset(self, seed: int | None = None) -> None:
        """Start a new game. The same seed and tokens give the same game."""
        self.rng = random.Random(seed)
        self.p: Position = self.table.start()
        self._owed = [0.0] * len(self.seats)
        for policy in self.policies.values():
            if isinstance(policy, Opponent):
                policy.begin()
        self._settle()
        self._pay.begin(self.p)

    def _settle(self) -> None:
        """Play to the next decision of a learner."""
        playout(self.p, self.rng, self.policies, until=self._mine if self.policies else _any)
        self.spelling = self.tokens.spelling(self.p)
        self._seen: dict[int, Arrays] = {}

    def _mine(self, p: Position) -> bool:
        """Return whether a learner decides at a position."""
        return p.seat not in self.policies

    @property
    def seat(self) -> int | None:
        """The index of the seat that must give a token."""
        return self.p.seat if self.p.frames else None

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return not self.p.frames

    def legal(self) -> list[int]:
        """The possible next tokens."""
        return self.spelling.legal()

    def mask(self) -> np.ndarray[Any, Any]:
        """Return the possible tokens as an array of int8: 1 for each possible token."""
        mask = np.zeros(self.tokens.size, np.int8)
        mask[self.spelling.legal()] = 1
        return mask

    def take(self, token: Any) -> int | None:
        """Take a token, which can be any kind of int. Return the action that it completes, or None.

        If the token is illegal, raises Refusal and changes nothing.
        """
        given = self._token(token)
        if self.over:
            raise Refusal(OVER, field="action")
        action = self.spelling.take(given)
        if action is not None:
            self.p.apply(action)
            self._settle()
            self._owed = [owed + paid for owed, paid in zip(self._owed, self._pay(self.p), strict=True)]
        return action

    def _token(self, given: Any) -> int:
        """Return a token as an int. The argument can be a library's own integer type, or an array with one element.
        Raises Refusal.
        """
        try:
            token = index(given.item() if isinstance(given, np.ndarray) and given.size == 1 else given)
        except TypeError:
            raise Refusal(
                f"An action must be one token, an int from 0 to {self.tokens.size - 1}, not {given!r}.",
                field="action",
                malformed=True,
            ) from None
        if not 0 <= token < self.tokens.size:
            raise Refusal(
                f"There is no token {token}; tokens are ints from 0 to {self.tokens.size - 1}.",
                field="action",
                malformed=True,
            )
        return token

    def pay(self) -> list[float]:
        """Return the reward of each of `seats` since the last call."""
        owed, self._owed = self._owed, [0.0] * len(self.seats)
        return owed

    def observe(self, seat: int) -> Arrays:
        """Return a seat's observation: the arrays of its table that are not empty, and, as "prefix", the tokens of its
        current action so far, padded with -1.
        """
        seen = self._seen.get(seat)
        if seen is None:
            arrays = self.table.observe(self.p, seat)
            seen = self._seen[seat] = {name: arrays[name] for name in KINDS if arrays[name].size}
        prefix = np.full(self.longest - 1, -1, np.int32)
        if seat == self.p.seat:
            prefix[: len(self.spelling.prefix)] = self.spelling.prefix
        return {name: rows.copy() for name, rows in seen.items()} | {"prefix": prefix}

    def render(self, mode: str | None) -> str | None:
        """Print the position, or return it as text, depending on the render mode."""
        if mode == "human":
            sys.stdout.write(f"{self.told()}\n")
        return self.told() if mode == "ansi" else None

    def told(self) -> str:
        """Describe the position in a few lines."""
        picture = self.table.look.picture(self.p, None)
        prefix = " ".join(map(self.tokens.name, self.spelling.prefix))
        asked = self.table.game.seats[self.p.seat] if self.p.frames else "the game is over"
        return "\n".join(filter(None, [picture.headline, picture.standing, asked, prefix]))


def _any(_p: Position) -> bool:
    """Stop at every decision of a seat."""
    return True


class Opponent:
    """The policy of a named bot, which can be used for several episodes in turn. For an unknown name, raises a Refusal
    that lists the names.
    """

    def __init__(self, game: Game, name: str, plan: tuple[int, str] | None = None) -> None:
        from mamayev.players import contender

        self.game, self.name, self._bot = game, name, contender(game, name)
        self.begin(plan)

    def begin(self, plan: tuple[int, str] | None = None) -> None:
        """Start another game, without the plan from the last game."""
        from mamayev.players import Checked

        self._policy = Checked(self._bot, self.name, plan)

    def __call__(self, p: Position, rng: random.Random) -> int:
        return self._policy(p, rng)

    def __reduce__(self) -> tuple[type[Opponent], tuple[Any, ...]]:
        """Pickle and copy as the names of game and bot, and the current plan."""
        return Opponent, (self.game, self.name, self._policy.plan)


def opponent(table: Table[Any], name: str) -> Opponent:
    """Return the policy of a named bot. For an unknown name, raises a Refusal that lists the names."""
    return Opponent(table.game, name)


def seat_index(table: Table[Any], name: str | None) -> int:
    """Return the index of a seat; by default, the first seat that the rules do not play. Raises Refusal."""
    open_seats = table.open_seats
    if name is None:
        name = open_seats[0]
    if name not in open_seats:
        raise Refusal(
            f"“{name}” is not an open seat. Use one of these: {', '.join(open_seats)}.",
            field="seat",
            malformed=True,
        )
    return table.game.seats.index(name)
