"""The bots of the installed games, which appear in a club's list of members, and the setups for two players."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

from mamayev import players
from mamayev.engine import registry
from mamayev.engine.refusal import Refusal
from mamayev.engine.table import Game
from mamayev.match.match import Match

from .anchors import bot_id

SEED = 1
"""The seed of matches that serve only to find the seats of a setup."""


class SetUp(NamedTuple):
    """The setup of a game for two, apart from who plays which seat."""

    game: str
    edition: str
    options: Mapping[str, Any]

    @property
    def box(self) -> Game:
        """The game."""
        return registry.find(self.game)

    def begun(self, seed: int) -> Match:
        """Return a new match. Raises Refusal like any new match."""
        return Match.new(self.game, seed=seed, edition=self.edition or None, options=self.options)

    def named(self) -> SetUp:
        """Return this setup with its edition and all options filled in. Raises Refusal for unknown options."""
        return self._replace(edition=self.edition or self.box.editions[0], options=self.box.check_options(self.options))

    def seats(self) -> list[str]:
        """Return the two seats. Raises Refusal if the setup is impossible or not for two players."""
        match = self.begun(SEED)
        seats = match.table.open_seats
        if len(seats) != 2:
            many = "one player" if len(seats) == 1 else f"{len(seats)} players"
            raise Refusal(
                f"With these options, {match.game.title} is for {many}. A challenge must be for two.", field="options"
            )
        return seats


class Bot(NamedTuple):
    """A bot of a game."""

    game: str
    name: str

    @property
    def id(self) -> str:
        """The bot's member id, which is also the id of its permanent challenge."""
        return bot_id(self.game, self.name)

    @property
    def title(self) -> str:
        """The bot's name as players see it: “Stay put” for “stay-put”."""
        return self.name.replace("_", " ").replace("-", " ").capitalize()


@cache
def usual(game: str) -> SetUp | None:
    """Return the default setup of a game for two: its first preset with two seats, or None."""
    box = registry.find(game)
    presets = [SetUp(game, preset.edition, preset.options) for preset in box.presets]
    for one in presets or [SetUp(game, "", {})]:
        try:
            one.seats()
        except Refusal:
            continue
        return one.named()
    return None


def games_for_two() -> list[str]:
    """Return the names of the games for two players."""
    return [name for name in registry.names() if usual(name) is not None]


def bots() -> list[Bot]:
    """Return the bots of all games for two players: the first of each game, then the second of each, and so on."""
    found = [
        (place, Bot(game, name))
        for game in games_for_two()
        for place, name in enumerate(players.names(registry.find(game)))
    ]
    return [bot for _, bot in sorted(found, key=lambda one: one[0])]


def bot_of(id_: str) -> Bot | None:
    """Return the bot with an id, or None."""
    return next((bot for bot in bots() if bot.id == id_), None)
