"""The pace of a game: how much time its players have."""

from __future__ import annotations

from typing import Annotated

import msgspec
import sqlalchemy as sa
from msgspec import Meta

from ..forms import Request
from .tables import GAMES

SECOND = 1_000
MINUTE, HOUR, DAY = 60 * SECOND, 3_600 * SECOND, 86_400 * SECOND
"""Times are in milliseconds."""


class LivePace(Request, tag_field="kind", tag="live"):
    """A game in one sitting: minutes for the game, and seconds more for each player turn."""

    minutes: Annotated[int, Meta(ge=1, le=600, description="for the whole game, 1 to 600")]
    seconds: Annotated[int, Meta(ge=0, le=600, description="added for each player turn, 0 to 600")] = 0

    @property
    def bank(self) -> int:
        """The time at the start."""
        return self.minutes * MINUTE

    @property
    def more(self) -> int:
        """The time that each player turn adds."""
        return self.seconds * SECOND

    @property
    def most(self) -> int | None:
        """The most that a player can have. None: there is no limit."""
        return None

    @property
    def stops(self) -> bool:
        """Whether the clock stands still during a vacation."""
        return False


class DailyPace(Request, tag_field="kind", tag="daily"):
    """A game over days: a bank of days, and hours more for each player turn, but never more than the bank."""

    days: Annotated[int, Meta(ge=1, le=30, description="the bank, 1 to 30")]
    hours: Annotated[int, Meta(ge=0, le=168, description="added for each player turn, 0 to 168")] = 0

    @property
    def bank(self) -> int:
        """The time at the start."""
        return self.days * DAY

    @property
    def more(self) -> int:
        """The time that each player turn adds."""
        return self.hours * HOUR

    @property
    def most(self) -> int | None:
        """The most that a player can have: the bank."""
        return self.bank

    @property
    def stops(self) -> bool:
        """Whether the clock stands still during a vacation."""
        return True


Pace = LivePace | DailyPace
"""Use `Pace | None` in a form. None: no clock."""
_READER = msgspec.json.Decoder(Pace)


def written(pace: Pace | None) -> str | None:
    """Return the column for a pace."""
    return None if pace is None else msgspec.json.encode(pace).decode()


def pace_of(text: str | None) -> Pace | None:
    """Return the pace of a column. A column that cannot be read is no clock: the game can still be played."""
    try:
        return None if text is None else _READER.decode(text)
    except msgspec.DecodeError:
        return None


class Terms(Request):
    """What the players of a game have agreed on: its pace, and whether it counts for the ratings."""

    pace: Pace | None = None
    rated: bool = False


def agree(connection: sa.Connection, match_id: str, terms: Terms) -> None:
    """Store the terms of a new game, in the transaction that stores the game. Call it before the listeners."""
    values = {"pace": written(terms.pace), "rated": terms.rated}
    connection.execute(sa.update(GAMES).where(GAMES.c.match == match_id).values(values))


def terms_of(connection: sa.Connection, match_id: str) -> Terms:
    """Return the terms of a game."""
    row = connection.execute(sa.select(GAMES.c.pace, GAMES.c.rated).where(GAMES.c.match == match_id)).first()
    return Terms() if row is None else Terms(pace_of(row.pace), row.rated)
