"""All stored data about a member: for their own view, for export, and for deletion."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from ..keys import Forbidden
from ..store.database import Database
from ..store.tables import CHAT
from . import answers, blocks, challenges, outbox, reports, results, seats, sessions, ways
from .forms import Export, Me, PasskeyForm, SessionForm
from .preferences import preferences
from .sessions import Session
from .tables import (
    ANSWERS,
    CEREMONIES,
    CHALLENGES,
    CHANNELS,
    FOLLOWED,
    GAMES,
    MEMBERS,
    OUTBOX,
    PASSKEYS,
    PREFERENCES,
    PRESENT,
    RATINGS,
    RECOVERY,
    REPORTS,
    RESULTS,
    SANCTIONS,
    SEATS,
    SESSIONS,
    VACATIONS,
)


def me_of(connection: sa.Connection, session: Session) -> Me:
    """Return the member of a session. Raises Forbidden if they have left."""
    who = ways.member(connection, session.member)
    if who is None:
        raise Forbidden("Sign in first.")
    own = [PasskeyForm(one.id, one.label, one.created, one.used) for one in ways.passkeys(connection, who.id)]
    return Me(who.name, who.joined, who.mail, own, ways.recovery_left(connection, who.id), session.fresh)


def sessions_of(connection: sa.Connection, session: Session) -> list[SessionForm]:
    """Return the sessions of a member, as one of these sessions sees them."""
    found = sessions.of_member(connection, session.member)
    return [SessionForm(one.id, one.device, one.created, one.used, one.id == session.id) for one in found]


def all_of(connection: sa.Connection, session: Session) -> Export:
    """Return everything that is stored about the member of a session, except secrets and their hashes."""
    who = ways.member(connection, session.member)
    assert who is not None
    own = ways.passkeys(connection, who.id)
    first = sa.select(SEATS.c.match, sa.func.min(SEATS.c.kept).label("kept")).where(SEATS.c.member == who.id)
    kept = {row.match: row.kept for row in connection.execute(first.group_by(SEATS.c.match))}
    seated = {
        match_id: sorted(seat for seat, holders in by_seat.items() if any(one == who.id for one, _ in holders))
        for match_id, by_seat in seats.players(connection, kept).items()
    }
    away = sa.select(VACATIONS.c.begins, VACATIONS.c.ends).where(VACATIONS.c.member == who.id)
    said = connection.execute(sa.select(CHAT).where(CHAT.c.match.in_(kept)))
    return Export(
        me=me_of(connection, session),
        renamed=who.renamed,
        passkeys=[one._asdict() for one in own],
        sessions=sessions_of(connection, session),
        seats=[
            {"match": match_id, "kept": moment, "seat": seat}
            for match_id, moment in kept.items()
            for seat in seated.get(match_id, ())
        ],
        vacations=[{"begins": row.begins, "ends": row.ends} for row in connection.execute(away)],
        games=list(connection.execute(sa.select(GAMES.c.match).where(GAMES.c.owner == who.id)).scalars()),
        lines=[
            {"match": row.match, "at": row.at, "text": row.text}
            for row in said
            if row.seat in seated.get(row.match, ())
        ],
        channels=_rows(connection, CHANNELS, who.id, "member", "secret", "session"),
        times=preferences(connection, who.id)._asdict(),
        followed=_rows(connection, FOLLOWED, who.id, "member"),
        outbox=_rows(connection, OUTBOX, who.id, "member", "who", "holder", "lease"),
        challenges=_rows(connection, CHALLENGES, who.id, "member", "taker", "target", "link"),
        blocked=blocks.blocked_by(connection, who.id),
        reports=_rows(connection, REPORTS, who.id, "member", "about"),
        sanctions=_rows(connection, SANCTIONS, who.id, "member"),
        ratings=_rows(connection, RATINGS, who.id, "member"),
        results=_rows(connection, RESULTS, who.id, "player"),
        answers=_rows(connection, ANSWERS, who.id, "member"),
    )


def _rows(connection: sa.Connection, table: sa.Table, member_id: str, *others: str) -> list[dict[str, Any]]:
    """Return a member's rows of a table, without columns that are secret or about `others`. The first column identifies
    the member."""
    columns = [column for column in table.c if column.name not in others]
    rows = connection.execute(sa.select(*columns).where(table.c[others[0]] == member_id))
    return [dict(row) for row in rows.mappings()]


def by_operator(member_id: str) -> Session:
    """Return a substitute for a member's session, for commands by the club's operator."""
    return Session("", member_id, "", "", "", "")


def delete(database: Database, member_id: str) -> set[str]:
    """Delete a member, and return the ids of the sessions that this ends."""

    def erase(connection: sa.Connection) -> set[str]:
        if connection.dialect.name == "sqlite":
            # Otherwise SQLite leaves the bytes of deleted rows in its file until it needs the room.
            connection.exec_driver_sql("PRAGMA secure_delete = ON")
        who = ways.member(connection, member_id, lock=True)
        ended = {one.id for one in sessions.of_member(connection, member_id)}
        if who is not None and who.mail:
            connection.execute(sa.delete(CEREMONIES).where(sa.func.lower(CEREMONIES.c.mail) == who.mail.lower()))
        connection.execute(sa.delete(CEREMONIES).where(CEREMONIES.c.member == member_id))
        for table in (PASSKEYS, RECOVERY, SESSIONS, CHANNELS, PREFERENCES, VACATIONS, PRESENT):
            connection.execute(sa.delete(table).where(table.c.member == member_id))
        outbox.leave(connection, member_id)
        seats.leave(connection, member_id)
        challenges.leave(connection, member_id)
        blocks.leave(connection, member_id)
        reports.leave(connection, member_id)
        results.leave(connection, member_id)
        answers.leave(connection, member_id)
        connection.execute(sa.delete(MEMBERS).where(MEMBERS.c.id == member_id))
        return ended

    ended = database.write(erase)
    if database.engine.dialect.name == "sqlite":
        with database.engine.connect() as connection:
            # Outside of a transaction, in which SQLite does not move the log into its file.
            connection.connection.cursor().execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return ended
