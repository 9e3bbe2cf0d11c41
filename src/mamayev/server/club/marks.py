"""The notices about the marks of clocks, written in the transaction that takes the deadline away."""

from __future__ import annotations

import sqlalchemy as sa

from mamayev.engine.words import counted

from . import outbox
from .deadlines import Fired
from .pace import DAY, HOUR, MINUTE
from .tables import CLOCKS, SEATS

UNITS = ((DAY, "# day", "# days"), (HOUR, "# hour", "# hours"), (MINUTE, "# minute", "# minutes"))


def tell(connection: sa.Connection, fired: Fired) -> None:
    """Tell the player whose clock it is, and at zero also the others, who can claim the game."""
    if fired.mark != "zero":
        _write(connection, fired, fired.seat, fired.key, f"{span(fired.left)} left.")
        return
    _write(connection, fired, fired.seat, fired.key, "The time is up. The other side can claim the game.")
    others = sa.select(CLOCKS.c.seat, CLOCKS.c.key).where(CLOCKS.c.match == fired.match, CLOCKS.c.seat != fired.seat)
    for row in connection.execute(others.order_by(CLOCKS.c.seat)).all():
        about = f"{fired.seat.capitalize()} is out of time. You can claim the game, or give the seat to a bot."
        _write(connection, fired, row.seat, row.key, about)


def _write(connection: sa.Connection, fired: Fired, seat: str, key: str, about: str) -> None:
    for member_id in connection.execute(sa.select(SEATS.c.member).where(SEATS.c.key == key)).scalars().all():
        if member_id:
            outbox.write(connection, member_id, "clock", fired.match, seat=seat, about=about)


def span(time: int) -> str:
    """Return a time in words, in its two largest units."""
    for place, (size, one, many) in enumerate(UNITS):
        if time >= size:
            found = [counted(time // size, one, many)]
            if place + 1 < len(UNITS) and (rest := time % size // UNITS[place + 1][0]):
                found.append(counted(rest, *UNITS[place + 1][1:]))
            return " ".join(found)
    return "less than a minute"
