"""The pace of a game: the time that its players have."""

from __future__ import annotations

from typing import Annotated

import msgspec
import sqlalchemy as sa
from msgspec import Meta

from ..forms import Request
from .tables import GAMES

SECOND = 1_000
MINUTE, HOUR, DAY = 60 * SECOND, 3_600 * SECOND, 86_400 * SECOND
"""A minute, an hour and a day in milliseconds."""


class LivePace(Request, tag_field="kind", tag="live"):
    """A game in one sitting: minutes for the game, plus seconds per player turn."""

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
        """The maximum time that a player can have; None for no limit."""
        return None

    @property
    def stops(self) -> bool:
        """Whether the clock stops during a vacation."""
        return False


class DailyPace(Request, tag_field="kind", tag="daily"):
    """A game over several days: a bank of days, plus hours per player turn, up to the size of the bank."""

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
        """The maximum time that a player can have: the bank."""
        return self.bank

    @property
    def stops(self) -> bool:
        """Whether the clock stops during a vacation."""
        return True


Pace = LivePace | DailyPace
"""The pace of a game. In a form, use `Pace | None`, where None means no clock."""
_READER = msgspec.json.Decoder(Pace)


def written(pace: Pace | None) -> str | None:
    """Return the column value for a pace."""
    return None if pace is None else msgspec.json.encode(pace).decode()


def pace_of(text: str | None) -> Pace | None:
    """Return the pace for a column value. An unreadable value means no clock, so the game can still be played."""
    try:
        return None if text is None else _READER.decode(text)
    except msgspec.DecodeError:
        return None


class Terms(Request):
    """The agreed terms of a game: its pace, and whether it counts for the ratings."""

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
