"""Write the text of a notice. Any spectator may read it, so it reveals nothing about hands, hidden units or future
dice. It contains the name of the game, its public headline and result, and the public title of the decision.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import msgspec
import sqlalchemy as sa

from mamayev.engine.words import counted, listed

from ..clock import now
from ..lines import one_line
from ..store.rows import legible
from ..store.tables import MATCHES
from . import clocks, seats
from .outbox import PUT_OFF, Delivery, open_reports, spoken
from .seats import FORMER_NAME
from .tables import MEMBERS
from .times import moment_of

TITLES = {
    "turn": "Your move: {}",
    "clock": "Clock: {}",
    "accepted": "Challenge accepted: {}",
    "asked": "Your decision: {}",
    "chat": "Message: {}",
    "over": "Game over: {}",
}

REPORTS = "reports"
"""What a notice for operators is about."""


class Notice(NamedTuple):
    """A notice: its title, its text, its link, and its game, or what else it is about. `waits`: whether the member can
    postpone it."""

    title: str
    line: str
    url: str
    about: str
    waits: bool = False


class Result(msgspec.Struct):
    """The public result of a game."""

    level: str = ""
    points: int | None = None


def notice(connection: sa.Connection, one: Delivery, address: str) -> Notice | None:
    """Return the text of a delivery; None if its game no longer exists. `address`: the club's address."""
    who = None
    if one.who is not None:
        who = connection.execute(sa.select(MEMBERS.c.name).where(MEMBERS.c.id == one.who)).scalar()
    if one.kind == "report":
        count = counted(open_reports(connection), "# report is open.", "# reports are open.")
        return Notice(f"Report from {who or FORMER_NAME}", count, f"{address}/#/reports", REPORTS)
    columns = ("name", "title", "turn", "headline", "over", "result", "to_move")
    query = sa.select(*[MATCHES.c[name] for name in columns]).where(
        MATCHES.c.id == one.match, MATCHES.c.deleted_at.is_(None)
    )
    row = connection.execute(query).first()
    if row is None:
        return None
    name = one_line(legible(row.name))
    game = " ".join([legible(row.title), *_against(connection, one)])
    parts = [game, *_parts(one, dict(row._mapping), who or FORMER_NAME), _left(connection, one)]
    return Notice(
        TITLES[one.kind].format(name),
        " · ".join(part for part in parts if part),
        f"{address}/#/play/{one.match}",
        one.match,
        one.kind in PUT_OFF,
    )


def _against(connection: sa.Connection, one: Delivery) -> list[str]:
    """Name the members in the other seats."""
    found = seats.players(connection, [one.match]).get(one.match, {})
    names = [name for seat, holders in found.items() for who, name in holders if one.member != who and seat != one.seat]
    return [f"against {listed(list(dict.fromkeys(names)))}"] if names and one.kind != "accepted" else []


def _parts(one: Delivery, row: Mapping[str, Any], who: str) -> Sequence[str]:
    about = legible(one.about)
    where = legible(row["headline"]) or f"Turn {row['turn']}"
    if one.kind == "over":
        return (_result(row["result"]) or where,)
    if one.kind == "accepted":
        mine = row["to_move"] == one.seat
        move = "Your move." if mine else f"{spoken(row['to_move'])} to move." if row["to_move"] else ""
        return f"{who} accepted. You play {spoken(one.seat)}." if one.seat else f"{who} accepted.", move
    return where, about


def _left(connection: sa.Connection, one: Delivery) -> str:
    """Return the member's time left, if their own clock is running."""
    found = clocks.of_matches(connection, [one.match]).get(one.match)
    if found is None or one.kind not in ("turn", "clock") or found.running != one.seat:
        return ""
    left = found[one.seat].left_at(moment_of(now()))
    return "Your time is up." if left <= 0 else f"{lasting(left)} left."


def lasting(milliseconds: int) -> str:
    """Return a time in the format of a clock: days and hours, hours and minutes, or minutes."""
    minutes = max(1, milliseconds // 60_000)
    days, hours, minutes = minutes // 1440, minutes // 60 % 24, minutes % 60
    counts = [(days, "day"), (hours, "hour")] if days else [(hours, "hour"), (minutes, "minute")]
    return " ".join(f"{count} {word}{'' if count == 1 else 's'}" for count, word in counts if count)


def _result(text: str | None) -> str:
    try:
        result = msgspec.json.decode(text or "{}", type=Result)
    except msgspec.MsgspecError:
        return ""
    points = "" if result.points is None else f"{result.points} point{'' if abs(result.points) == 1 else 's'}"
    return ", ".join(part for part in (result.level, points) if part)
