"""Where matches are kept: one table, SQLite in the user's data folder by default, another database by its address."""

from __future__ import annotations

import itertools
import os
import sqlite3
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import partial
from importlib.resources import files
from typing import Any, NamedTuple, TypeVar

import msgspec
import sqlalchemy as sa
from sqlalchemy import event
from sqlalchemy.pool import QueuePool

from mamayev.engine.refusal import Refusal
from mamayev.match.reading import Unreadable, read

from .apart import Apart, put_together, take_apart
from .forms import ChatLine, Draft, DraftCard, MatchCard, Replying, Stopped, UndoAsked
from .last import Kept, Last
from .outage import cause_of
from .writer import Busy, Writer

METADATA = sa.MetaData()

MATCHES = sa.Table(
    "matches",
    METADATA,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("name", sa.String(120), nullable=False),
    sa.Column("game", sa.String(64), nullable=False),
    sa.Column("version", sa.Integer(), nullable=False),
    sa.Column("record", sa.Text(), nullable=False),
    sa.Column("undone", sa.Text(), nullable=False),
    sa.Column("seats", sa.Text(), nullable=False),
    # What the list of games shows, so that it opens without replaying any of them.
    sa.Column("title", sa.String(200), nullable=False),
    sa.Column("turn", sa.Integer(), nullable=False),
    sa.Column("headline", sa.Text(), nullable=False),
    sa.Column("standing", sa.Text(), nullable=False),
    sa.Column("over", sa.Boolean(), nullable=False),
    sa.Column("result", sa.Text(), nullable=True),
    sa.Column("plies", sa.Integer(), nullable=False),
    # ISO 8601 in UTC, as the API sends them: text of one length sorts like time in every database.
    sa.Column("created", sa.String(32), nullable=False),
    sa.Column("updated", sa.String(32), nullable=False),
    sa.Column("deleted_at", sa.String(32), nullable=True),
    # The hashed key of each seat as JSON; nothing for an open table.
    sa.Column("keys", sa.Text(), nullable=True),
    # What one seat asks the others to take back.
    sa.Column("asked", sa.Text(), nullable=True),
    # The player's own map, cards and counters that `record` names; a match of before may still hold them in it.
    sa.Column("components", sa.String(32), nullable=True),
    # The seat that decides, "" when the game is over; nothing for a match of before.
    sa.Column("to_move", sa.String(64), nullable=True),
    # How the windows of each seat are answered; no part of a version, since the others must not see it change.
    sa.Column("replies", sa.Text(), nullable=True),
    # How it was left, packed, and the hash of how the game looked: see last.py.
    sa.Column("last", sa.Text(), nullable=True),
    sa.Column("look", sa.String(32), nullable=True),
    # The version of the rules under which the record was replayed last, and where they stop it (`Stopped`); no part of
    # a match's version.
    sa.Column("checked", sa.String(64), nullable=True),
    sa.Column("stopped", sa.Text(), nullable=True),
    sa.Index("matches_updated", "updated"),
)

COMPONENTS = sa.Table(
    "components",
    METADATA,
    sa.Column("hash", sa.String(32), primary_key=True),
    sa.Column("files", sa.Text(), nullable=False),
    # The day on which a match last began on them: those of no match are cleared away a month after it.
    sa.Column("used", sa.String(32), nullable=False),
)

LOOKS = sa.Table(
    "looks",
    METADATA,
    # How games looked when matches were left, packed: once for all that look alike. `used` as for components.
    sa.Column("hash", sa.String(32), primary_key=True),
    sa.Column("scene", sa.Text(), nullable=False),
    sa.Column("used", sa.String(32), nullable=False),
)

DRAFTS = sa.Table(
    "drafts",
    METADATA,
    # Boards that somebody is drawing: whoever knows the id, which nobody can guess, goes on with one.
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("name", sa.String(120), nullable=False),
    sa.Column("game", sa.String(64), nullable=False),
    sa.Column("version", sa.Integer(), nullable=False),
    sa.Column("files", sa.Text(), nullable=False),
    # Begun from an empty sheet.
    sa.Column("empty", sa.Boolean(), nullable=False),
    # The hexes that have been looked at, separated by blanks.
    sa.Column("done", sa.Text(), nullable=False),
    # What the list of drafts says of it, as its own page counted.
    sa.Column("standing", sa.String(200), nullable=False),
    sa.Column("updated", sa.String(32), nullable=False),
    sa.Index("drafts_updated", "updated"),
)
DRAFTS_KEPT = 500
"""How many a database holds; those left alone for a season make room for new ones where there are so many."""
DRAFT_LEFT = timedelta(days=90)

CHAT = sa.Table(
    "chat",
    METADATA,
    sa.Column("number", sa.Integer(), primary_key=True, autoincrement=True),
    sa.Column("match", sa.String(32), nullable=False),
    sa.Column("seat", sa.String(64), nullable=False),
    sa.Column("text", sa.Text(), nullable=False),
    sa.Column("at", sa.String(32), nullable=False),
    sa.Index("chat_match", "match", "number"),
)
LINES_KEPT = 500

ATTENDANCE = sa.Table(
    "attendance",
    METADATA,
    # Which seats have a tab of which server, and when that server said so last.
    sa.Column("server", sa.String(32), primary_key=True),
    sa.Column("match", sa.String(32), primary_key=True),
    sa.Column("seat", sa.String(64), primary_key=True),
    sa.Column("seen", sa.String(32), nullable=False),
)


HUMAN = "human"
"""Who sits on a seat that no bot holds."""
AWAY = "mail"
"""Who sits on a seat that somebody plays elsewhere, by mail."""

UNLISTED = ("undone", "deleted_at", "version", "asked", "components", "replies", "last", "look", "checked")
DAMAGED = "surrogateescape"
"""How bytes that are no text are read, and written again as they were."""

T = TypeVar("T")


class _SetUp(msgspec.Struct):
    """What the list of games shows of a record."""

    edition: str
    options: dict[str, Any]
    dice: str = "seeded"


DELETED_KEPT = timedelta(days=30)
SYNCHRONOUS = "FULL"
"""SQLite waits until the disk has a commit: what was answered survives not only the end of the process but that of the
machine. bench/server_roundtrip.py shows what it costs."""
LOCKED_SECONDS = 0.1
OTHERS_PREPARE = 10.0  # seconds that another server may take to bring the tables up to date
MIGRATES = 19421119
"""The number of the lock that servers of PostgreSQL's take while one of them brings the tables up to date."""
LOCK_STATES = ("55P03", "40001", "40P01", "23505")
"""Of PostgreSQL: a lock not to be had in time, or another transaction that was faster, perhaps in storing the very
same."""


@dataclass
class Saved:
    """A match as it is stored. `record` is the saved game, `undone` the log lines of each undone decision, `keys` the
    hashed key of each held seat; `left` says how it stood when it was stored, `over`, `result` and
    `plies` whether it was over and how long its log was;
    `replies`: see `Replying`; `last` how it was left, where that is to be stored; `checked` the version of the rules
    under which it was replayed last."""

    id: str
    name: str
    game: str
    version: int
    record: str
    undone: list[list[str]]
    seats: dict[str, str]
    created: str
    keys: dict[str, str] = field(default_factory=dict)
    asked: UndoAsked | None = None
    left: str = ""
    replies: dict[str, Replying] = field(default_factory=dict)
    over: bool = False
    result: dict[str, Any] | None = None
    plies: int = 0
    last: Last | None = None
    checked: str | None = None


class Claim(NamedTuple):
    """Who may do something to a match as a whole, without opening it: the hashed keys of its seats, and whether it is
    over."""

    keys: dict[str, str]
    over: bool


@dataclass
class Standing:
    """How a match stands, for the list of games: only what every seat may see."""

    title: str
    turn: int
    headline: str
    standing: str
    over: bool
    result: dict[str, Any] | None
    plies: int
    to_move: str


def now() -> str:
    """The present time in UTC, ISO 8601 with microseconds."""
    return _text(datetime.now(UTC))


def _text(moment: datetime) -> str:
    return moment.isoformat(timespec="microseconds").replace("+00:00", "Z")


def _ago(seconds: float) -> str:
    return _text(datetime.now(UTC) - timedelta(seconds=seconds))


def default_address() -> str:
    """The address of the database in the user's data folder, which is made where it is missing. Raises Refusal."""
    import platformdirs  # not there in a browser, which names its database

    folder = platformdirs.user_data_path("mamayev", appauthor=False)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Refusal(
            f"The folder for games, {folder}, cannot be made: {error.strerror or error}. Name another place with --db.",
            field="db",
            malformed=True,
        ) from None
    return f"sqlite:///{folder / 'games.sqlite'}"


class Store:
    """The database. Every method is one transaction, or a part of one with those of other threads, and may be called
    from any thread; each may raise Busy."""

    def __init__(self, address: str, journal: str = "WAL") -> None:
        """Open the database and bring its tables up to date. `journal`: SQLite's way to keep a change whole; WAL needs
        memory that several connections share. Raises Refusal for one that cannot be used."""
        self.address = address
        try:
            self.engine = _open(address, journal)
            self._writer = Writer(self.engine) if self.engine.dialect.name == "sqlite" else None
            self._prepare()
        except sa.exc.ArgumentError as error:
            raise Refusal(
                f"“{_shown(address)}” is not the address of a database; an example is sqlite:///games.sqlite "
                f"({error}).",
                field="db",
                malformed=True,
            ) from None
        except ModuleNotFoundError as error:
            raise Refusal(
                f"The database {_shown(address)} needs the Python package {error.name}, which is not installed.",
                field="db",
                malformed=True,
            ) from None
        except (sa.exc.SQLAlchemyError, Busy) as error:
            raise Refusal(
                f"The database {_shown(address)} cannot be opened: {cause_of(error)}.", field="db", malformed=True
            ) from None

    def close(self) -> None:
        """Let go of the database."""
        self.engine.dispose()

    def _write(self, change: Callable[[sa.Connection], T]) -> T:
        """What a change of the database returns, once it is stored: one after the other where the database takes one
        writer at a time."""
        if self._writer is not None:
            return self._writer.write(change)
        with self.engine.begin() as connection:
            return change(connection)

    def _prepare(self) -> None:
        """Bring the tables up to date, and clear away; another server may be doing just that."""
        end = time.monotonic() + OTHERS_PREPARE
        while True:
            try:
                self._migrate()
                self._purge()
            except Busy:
                if time.monotonic() > end:
                    raise
                time.sleep(0.1)
            else:
                return

    def _migrate(self) -> None:
        if self._stands_at() == _newest():
            return
        # What it takes to change tables is loaded where they are changed: it takes longer than all else here.
        from alembic import command
        from alembic.config import Config
        from alembic.util import CommandError

        config = Config()
        config.set_main_option("script_location", "mamayev.server:migrations")
        # "writes" takes the write lock at once: two servers that start together migrate one after the other.
        with self.engine.connect().execution_options(writes=True) as connection, connection.begin():
            if self.engine.dialect.name == "postgresql":
                connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({MIGRATES})")
            config.attributes["connection"] = connection
            try:
                command.upgrade(config, "head")
            except CommandError as error:
                raise Refusal(
                    f"The database {_shown(self.address)} was made by another version of this program: {error}.",
                    field="db",
                    malformed=True,
                ) from None

    def _stands_at(self) -> str:
        """The name of the step that the tables stand at; "" where there are none, or such as are not ours."""
        with self.engine.connect() as connection:
            if not sa.inspect(connection).has_table("alembic_version"):
                return ""
            return connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar() or ""

    def _purge(self) -> None:
        limit = _text(datetime.now(UTC) - DELETED_KEPT)
        gone = MATCHES.c.deleted_at < limit

        def purge(connection: sa.Connection) -> None:
            connection.execute(sa.delete(CHAT).where(CHAT.c.match.in_(sa.select(MATCHES.c.id).where(gone))))
            connection.execute(sa.delete(MATCHES).where(gone))
            named = sa.select(MATCHES.c.components).where(MATCHES.c.components.is_not(None))
            connection.execute(sa.delete(COMPONENTS).where(COMPONENTS.c.used < limit, COMPONENTS.c.hash.not_in(named)))
            seen = sa.select(MATCHES.c.look).where(MATCHES.c.look.is_not(None))
            connection.execute(sa.delete(LOOKS).where(LOOKS.c.used < limit, LOOKS.c.hash.not_in(seen)))

        self._write(purge)

    def cards(self) -> list[MatchCard]:
        """All matches that are not deleted, the one played last first."""
        query = (
            sa.select(*[c for c in MATCHES.c if c.name not in UNLISTED])
            .where(MATCHES.c.deleted_at.is_(None))
            .order_by(MATCHES.c.updated.desc())
        )
        with self.engine.connect() as connection:
            rows = connection.execute(query).mappings().all()
        return [_card(row) for row in rows]

    def versions(self, match_ids: Sequence[str]) -> dict[str, int]:
        """The versions of those of some matches that there are and that are not deleted."""
        query = sa.select(MATCHES.c.id, MATCHES.c.version).where(
            MATCHES.c.id.in_(match_ids), MATCHES.c.deleted_at.is_(None)
        )
        with self.engine.connect() as connection:
            return {row.id: row.version for row in connection.execute(query)}

    def version(self, match_id: str) -> int | None:
        """The version of a match, None where there is none or it is deleted."""
        with self.engine.connect() as connection:
            version: int | None = connection.execute(_VERSION, {"match": match_id}).scalar()
        return version

    def get(self, match_id: str) -> Saved | None:
        """A match, None where there is none or it is deleted."""
        query = _WHOLE.where(MATCHES.c.id == match_id, MATCHES.c.deleted_at.is_(None))
        with self.engine.connect() as connection:
            row = connection.execute(query).mappings().first()
        return None if row is None else _saved(_whole(row))

    def last(self, match_id: str) -> tuple[str, str]:
        """How a match was left and how the game looked, packed; "" for what is not kept."""
        query = sa.select(MATCHES.c.last, LOOKS.c.scene).where(MATCHES.c.id == match_id)
        with self.engine.connect() as connection:
            row = connection.execute(query.outerjoin_from(MATCHES, LOOKS, MATCHES.c.look == LOOKS.c.hash)).first()
        return ("", "") if row is None else (row[0] or "", row[1] or "")

    def unchecked(self, rules: Mapping[str, str]) -> list[str]:
        """The ids of the matches that have not been replayed under the rules of these versions, those of games that are
        not installed under "", the one played last first."""
        query = sa.select(MATCHES.c.id, MATCHES.c.game, MATCHES.c.checked).where(MATCHES.c.deleted_at.is_(None))
        with self.engine.connect() as connection:
            rows = connection.execute(query.order_by(MATCHES.c.updated.desc())).all()
        return [row.id for row in rows if row.checked != rules.get(row.game, "")]

    def note_checked(self, match_id: str, version: int, rules: str, stopped: Stopped | None) -> None:
        """Keep that a match was replayed under a version of the rules, and where they stop it; nothing is stored where
        it has changed since."""
        values = {"checked": rules, "stopped": None if stopped is None else msgspec.json.encode(stopped).decode()}
        self.mend(match_id, version, values)

    def looks(self) -> dict[str, str]:
        """How the games of all matches looked when they were left, packed, by hash."""
        named = sa.select(MATCHES.c.look).where(MATCHES.c.look.is_not(None))
        with self.engine.connect() as connection:
            rows = connection.execute(sa.select(LOOKS).where(LOOKS.c.hash.in_(named)).order_by(LOOKS.c.hash)).all()
        return {row.hash: row.scene for row in rows}

    def draft_cards(self, ids: Sequence[str]) -> list[DraftCard]:
        """Those of some drafts that there are, the one that changed last first."""
        query = (
            sa.select(*[c for c in DRAFTS.c if c.name not in ("files", "done", "empty")])
            .where(DRAFTS.c.id.in_(ids))
            .order_by(DRAFTS.c.updated.desc())
        )
        with self.engine.connect() as connection:
            return [DraftCard(**row) for row in connection.execute(query).mappings()]

    def draft(self, draft_id: str) -> Draft | None:
        """A draft, None where there is none."""
        with self.engine.connect() as connection:
            row = connection.execute(sa.select(DRAFTS).where(DRAFTS.c.id == draft_id)).mappings().first()
        return None if row is None else Draft(**{**row, "files": read(row["files"], dict[str, str])})

    def begin_draft(self, draft: Draft) -> bool:
        """Store a new draft. False, and nothing stored, where the database holds as many as it may."""

        def begin(connection: sa.Connection) -> bool:
            count = sa.select(sa.func.count()).select_from(DRAFTS)
            if connection.execute(count).scalar_one() >= DRAFTS_KEPT:
                limit = _text(datetime.now(UTC) - DRAFT_LEFT)
                connection.execute(sa.delete(DRAFTS).where(DRAFTS.c.updated < limit))
                if connection.execute(count).scalar_one() >= DRAFTS_KEPT:
                    return False
            first = {"id": draft.id, "game": draft.game, "empty": draft.empty}
            connection.execute(sa.insert(DRAFTS).values(**first, **_draft_values(draft)))
            return True

        return self._write(begin)

    def keep_draft(self, draft: Draft, before: int) -> bool:
        """Store a changed draft. False, and nothing stored, where its version is not `before`."""
        query = sa.update(DRAFTS).where(DRAFTS.c.id == draft.id, DRAFTS.c.version == before)
        return self._write(lambda connection: connection.execute(query.values(**_draft_values(draft))).rowcount == 1)

    def drop_draft(self, draft_id: str) -> bool:
        """Delete a draft. False where there was none."""
        query = sa.delete(DRAFTS).where(DRAFTS.c.id == draft_id)
        return self._write(lambda connection: connection.execute(query).rowcount == 1)

    def raw(self, match_id: str) -> tuple[str, str, bytes] | None:
        """The name of a match that is not deleted, its game's, and the bytes of its record, whatever has become of
        them; None where there is none."""
        query = _WHOLE.where(MATCHES.c.id == match_id, MATCHES.c.deleted_at.is_(None))
        with self.engine.connect() as connection:
            row = connection.execute(query).mappings().first()
        if row is None:
            return None
        return _plain(row["name"]), _plain(row["game"]), _whole(row)["record"].encode(errors=DAMAGED)

    def seeded(self, game: str, seed: int) -> list[tuple[str, str]]:
        """The ids and whole records of the matches of a game that have a seed, that nobody holds and that are not
        deleted, the one played last first."""
        query = _WHOLE.where(
            MATCHES.c.game == game,
            MATCHES.c.record.contains(f'"seed":{seed},'),
            MATCHES.c["keys"].is_(None),
            MATCHES.c.deleted_at.is_(None),
        ).order_by(MATCHES.c.updated.desc())
        with self.engine.connect() as connection:
            return [(row["id"], _whole(row)["record"]) for row in connection.execute(query).mappings()]

    def matches(self) -> list[dict[str, Any]]:
        """The rows of all matches, deleted and damaged ones among them, with whole records, in the order of their
        ids. `components` is there where a row names such as are lost."""
        with self.engine.connect() as connection:
            return [_whole(row) for row in connection.execute(_WHOLE.order_by(MATCHES.c.id)).mappings()]

    def said(self) -> list[dict[str, Any]]:
        """All that was said at matches."""
        with self.engine.connect() as connection:
            return [dict(row) for row in connection.execute(sa.select(CHAT).order_by(CHAT.c.number)).mappings()]

    def mend(self, match_id: str, version: int, values: dict[str, Any]) -> bool:
        """Replace columns of a match. False, and nothing stored, where its version is another one by now."""
        query = sa.update(MATCHES).where(MATCHES.c.id == match_id, MATCHES.c.version == version).values(**values)
        return self._write(lambda connection: connection.execute(query).rowcount == 1)

    def take_in(
        self, matches: Sequence[dict[str, Any]], lines: Sequence[dict[str, Any]], looks: Sequence[Kept] = ()
    ) -> list[str]:
        """Store rows of matches that are not there yet, what was said at those and how their games looked: all or
        nothing. Returns the ids of the matches that are new."""

        def take_in(connection: sa.Connection) -> list[str]:
            there = set(connection.execute(sa.select(MATCHES.c.id)).scalars())
            new = [row for row in matches if row["id"] not in there]
            for row in new:
                own = take_apart(row["record"])
                connection.execute(sa.insert(MATCHES).values({**row, **(_short(own) if own.key else {})}))
                _keep(connection, own)
            named = {row.get("look") for row in new}
            for look in looks:
                if look.hash in named:
                    _keep_look(connection, Last("", look))
            said = [line for line in lines if line["match"] in {row["id"] for row in new}]
            if said:
                connection.execute(sa.insert(CHAT), said)
            return [row["id"] for row in new]

        return self._write(take_in)

    def complaint(self) -> str:
        """What the database itself finds wrong with its file; "" where nothing is, or where it cannot be asked."""
        if self.engine.dialect.name != "sqlite":
            return ""
        with self.engine.connect() as connection:
            found = connection.exec_driver_sql("PRAGMA integrity_check").scalars().all()
        return "" if list(found) == ["ok"] else "; ".join(map(str, found))

    def replies(self, match_id: str) -> dict[str, Replying]:
        """How the windows of the seats of a match are answered; nothing for one that does not say."""
        query = sa.select(MATCHES.c.replies).where(MATCHES.c.id == match_id, MATCHES.c.deleted_at.is_(None))
        with self.engine.connect() as connection:
            return _replies(connection.execute(query).scalar())

    def set_replies(self, match_id: str, replies: Mapping[str, Replying]) -> None:
        """Keep how they are answered. The match itself, its version and when it was played last stay as they are."""
        text = msgspec.json.encode(replies).decode()
        query = sa.update(MATCHES).where(MATCHES.c.id == match_id).values(replies=text)
        self._write(lambda connection: connection.execute(query))

    def claim(self, match_id: str) -> Claim | None:
        """Whose a match is, deleted or not; None where there is none."""
        query = sa.select(MATCHES.c["keys"], MATCHES.c.over).where(MATCHES.c.id == match_id)
        with self.engine.connect() as connection:
            row = connection.execute(query).first()
        return None if row is None else Claim(_keys(row[0]), row[1])

    def add(self, saved: Saved, standing: Standing) -> None:
        """Store a new match."""
        own = take_apart(saved.record)
        query = sa.insert(MATCHES).values(
            id=saved.id,
            game=saved.game,
            created=saved.created,
            keys=msgspec.json.encode(saved.keys).decode() if saved.keys else None,
            **_values(saved, standing),
            **_short(own),
        )

        def add(connection: sa.Connection) -> None:
            connection.execute(query)
            _keep(connection, own)
            _keep_look(connection, saved.last)

        self._write(add)

    def untaken(self, name: str) -> str:
        """A name that no other game in the list has: this one, else with the next number behind it."""
        query = sa.select(MATCHES.c.name).where(
            MATCHES.c.name.startswith(name, autoescape=True), MATCHES.c.deleted_at.is_(None)
        )
        with self.engine.connect() as connection:
            taken = set(connection.execute(query).scalars())
        numbers = itertools.chain([name], (f"{name} {number}" for number in itertools.count(2)))
        return next(one for one in numbers if one not in taken)

    def save(self, saved: Saved, standing: Standing, before: int) -> bool:
        """Store a change of a match. False, and nothing stored, where its version is no longer `before`."""
        own = take_apart(saved.record)
        values = {**_values(saved, standing), **_short(own), "match": saved.id, "before": before}

        def save(connection: sa.Connection) -> bool:
            stored = connection.execute(_CHANGE, values).rowcount == 1
            if stored:
                _keep(connection, own)
                _keep_look(connection, saved.last)
            return stored

        return self._write(save)

    def say(self, match_id: str, seat: str, text: str) -> ChatLine:
        """Keep a line of a match; the oldest go beyond 500 of its people, and as many of the table's own."""
        at = now()

        def say(connection: sa.Connection) -> int:
            query = sa.insert(CHAT).values(match=match_id, seat=seat, text=text, at=at)
            (number,) = connection.execute(query).inserted_primary_key or (0,)
            alike = sa.and_(CHAT.c.match == match_id, CHAT.c.seat != "" if seat else CHAT.c.seat == "")
            kept = sa.select(CHAT.c.number).where(alike).order_by(CHAT.c.number.desc())
            oldest = connection.execute(kept.limit(1).offset(LINES_KEPT)).scalar()
            if oldest is not None:
                connection.execute(sa.delete(CHAT).where(alike, CHAT.c.number <= oldest))
            return int(number)

        return ChatLine(self._write(say), at, text, seat)

    def lines(self, match_id: str) -> list[ChatLine]:
        """What was said at a match, the oldest line first."""
        query = sa.select(CHAT).where(CHAT.c.match == match_id).order_by(CHAT.c.number)
        with self.engine.connect() as connection:
            rows = connection.execute(query).mappings().all()
        return [ChatLine(row["number"], row["at"], row["text"], row["seat"]) for row in rows]

    def last_line(self) -> int:
        """The number of the line that was said last at any match, 0 where none was."""
        with self.engine.connect() as connection:
            return connection.execute(sa.select(sa.func.max(CHAT.c.number))).scalar() or 0

    def said_since(self, number: int) -> list[tuple[str, ChatLine]]:
        """What was said at all matches after the line of a number, with the match of each."""
        query = sa.select(CHAT).where(CHAT.c.number > number).order_by(CHAT.c.number)
        with self.engine.connect() as connection:
            rows = connection.execute(query).mappings().all()
        return [(row["match"], ChatLine(row["number"], row["at"], row["text"], row["seat"])) for row in rows]

    def attend(self, server: str, here: Iterable[tuple[str, str]], believed: float) -> None:
        """Keep which seats of which matches have a tab of a server; what servers have left that have said nothing for
        so many seconds is cleared away."""
        rows = [{"server": server, "match": match_id, "seat": seat, "seen": now()} for match_id, seat in here]
        gone = sa.or_(ATTENDANCE.c.server == server, ATTENDANCE.c.seen < _ago(believed))

        def attend(connection: sa.Connection) -> None:
            connection.execute(sa.delete(ATTENDANCE).where(gone))
            if rows:
                connection.execute(sa.insert(ATTENDANCE), rows)

        self._write(attend)

    def elsewhere(self, server: str, believed: float) -> set[tuple[str, str]]:
        """The seats, with their matches, that have a tab of another server which has said so for so many seconds."""
        query = sa.select(ATTENDANCE.c.match, ATTENDANCE.c.seat)
        query = query.where(ATTENDANCE.c.server != server, ATTENDANCE.c.seen >= _ago(believed))
        with self.engine.connect() as connection:
            return {(row.match, row.seat) for row in connection.execute(query)}

    def delete(self, match_id: str) -> bool:
        """Mark a match as deleted; after 30 days it is gone for good. False where there is none."""
        return self._mark(match_id, now(), MATCHES.c.deleted_at.is_(None))

    def restore(self, match_id: str) -> bool:
        """Take a deletion back. False where no match of this id was deleted."""
        return self._mark(match_id, None, MATCHES.c.deleted_at.is_not(None))

    def _mark(self, match_id: str, deleted_at: str | None, where: sa.ColumnElement[bool]) -> bool:
        query = sa.update(MATCHES).where(MATCHES.c.id == match_id, where).values(deleted_at=deleted_at)
        return self._write(lambda connection: connection.execute(query).rowcount == 1)


LOST = "is damaged in the database: its own map, cards and counters are not there any more."


class Damaged(Refusal):
    """What is stored of a match cannot be read; the record can still be had as it is, and the match be deleted."""


def _saved(row: Mapping[Any, Any]) -> Saved:
    """The match of a row. Raises Damaged."""
    name = _plain(row["name"])
    if row["components"] is not None:
        raise Damaged(f"“{name}” {LOST}", field="record")
    return Saved(
        id=row["id"],
        name=name,
        game=row["game"],
        version=row["version"],
        record=row["record"],
        undone=_column(name, "what was taken back", row["undone"], list[list[str]]),
        seats=_column(name, "who sits where", row["seats"], dict[str, str]),
        created=row["created"],
        keys=_keys(row["keys"], name),
        asked=None
        if row["asked"] is None
        else _column(name, "what is asked to be taken back", row["asked"], UndoAsked),
        left=_plain(f"{row['headline']}; {row['standing']}"),
        replies=_replies(row["replies"], name),
        over=row["over"],
        plies=row["plies"],
        result=None if row["result"] is None else _column(name, "its result", row["result"], dict[str, Any]),
        checked=row["checked"],
    )


def _replies(text: str | None, name: str = "") -> dict[str, Replying]:
    return {} if text is None else _column(name, "how windows are answered", text, dict[str, Replying])


def _keys(text: str | None, name: str = "") -> dict[str, str]:
    return {} if text is None else _column(name, "whose its seats are", text, dict[str, str])


def _column(name: str, what: str, text: str, form: type[T]) -> T:
    try:
        return read(text, form)
    except Unreadable as error:
        raise Damaged(
            f"“{name}” is damaged in the database: {what} cannot be read ({error}). Its record can still be saved as a "
            "file; mamayev doctor says what can be repaired.",
            field="record",
        ) from None


def _plain(text: str) -> str:
    """A text with what is no text in it shown as such."""
    return text.encode("utf-8", "replace").decode()


def _values(saved: Saved, standing: Standing) -> dict[str, Any]:
    return {
        "name": saved.name,
        "version": saved.version,
        "undone": msgspec.json.encode(saved.undone).decode(),
        "seats": msgspec.json.encode(saved.seats).decode(),
        "asked": None if saved.asked is None else msgspec.json.encode(saved.asked).decode(),
        **shown_values(standing),
        "updated": now(),
        "last": saved.last.left or None if saved.last else None,
        "look": saved.last.look.hash or None if saved.last else None,
        "checked": saved.checked,
        "stopped": None,
    }


def shown_values(standing: Standing) -> dict[str, Any]:
    """The columns that the list of games shows."""
    return {
        "title": standing.title,
        "turn": standing.turn,
        "headline": standing.headline,
        "standing": standing.standing,
        "over": standing.over,
        "result": None if standing.result is None else msgspec.json.encode(standing.result).decode(),
        "plies": standing.plies,
        "to_move": standing.to_move,
    }


# What every action of a match asks and changes is put together once: that takes as long as the database does.
_THERE = sa.and_(MATCHES.c.id == sa.bindparam("match"), MATCHES.c.deleted_at.is_(None))
_VERSION = sa.select(MATCHES.c.version).where(_THERE)
_CHANGE = sa.update(MATCHES).where(_THERE, MATCHES.c.version == sa.bindparam("before"))
_WHOLE = sa.select(MATCHES, COMPONENTS.c.files).select_from(
    MATCHES.outerjoin(COMPONENTS, MATCHES.c.components == COMPONENTS.c.hash)
)


def _whole(row: Mapping[Any, Any]) -> dict[str, Any]:
    """A row of `_WHOLE` with its record put together; `components` is left only where none of that hash are stored."""
    whole = dict(row)
    files = whole.pop("files")
    if files is not None:
        whole |= {"record": put_together(whole["record"], whole["components"], files), "components": None}
    return whole


def _draft_values(draft: Draft) -> dict[str, Any]:
    return {
        "name": draft.name,
        "version": draft.version,
        "files": msgspec.json.encode(draft.files).decode(),
        "done": draft.done,
        "standing": draft.standing,
        "updated": draft.updated,
    }


def _short(own: Apart) -> dict[str, Any]:
    return {"record": own.record, "components": own.key or None}


def _keep(connection: sa.Connection, own: Apart) -> None:
    """Store component files that are not there yet."""
    if not own.key:
        return
    here, today = COMPONENTS.c.hash == own.key, now()[:10]
    used = connection.execute(sa.select(COMPONENTS.c.used).where(here)).scalar()
    if used is None:
        connection.execute(sa.insert(COMPONENTS).values(hash=own.key, files=own.files, used=today))
    elif used < today:
        connection.execute(sa.update(COMPONENTS).where(here).values(used=today))


def _keep_look(connection: sa.Connection, last: Last | None) -> None:
    """Store how a game looks where that is not there yet."""
    if last is None or not last.look.hash:
        return
    here, today = LOOKS.c.hash == last.look.hash, now()[:10]
    used = connection.execute(sa.select(LOOKS.c.used).where(here)).scalar()
    if used is None:
        connection.execute(sa.insert(LOOKS).values(hash=last.look.hash, scene=last.look.text, used=today))
    elif used < today:
        connection.execute(sa.update(LOOKS).where(here).values(used=today))


def _newest() -> str:
    """The name of the last step of the migrations."""
    steps = files("mamayev.server").joinpath("migrations", "versions").iterdir()
    return max(step.name[:4] for step in steps if step.name[:4].isdigit())


def _open(address: str, journal: str) -> sa.Engine:
    url = sa.make_url(address)
    if url.get_backend_name() != "sqlite":
        engine = sa.create_engine(
            url,
            hide_parameters=True,
            pool_pre_ping=True,
            pool_size=10,
            max_overflow=30,
            pool_timeout=2,
            connect_args=_patience(url),
        )
        event.listen(engine, "handle_error", _locked)
        return engine
    in_memory = url.database in (None, "", ":memory:")
    engine = sa.create_engine(
        url,
        hide_parameters=True,  # they hold seeds, and errors go to the log
        poolclass=QueuePool,
        # A database in memory lives and dies with its one connection.
        pool_size=1 if in_memory else 5,
        max_overflow=0 if in_memory else 35,
        # Whoever waits longer for another program does so without a match's lock: see Busy.
        connect_args={"check_same_thread": False, "timeout": LOCKED_SECONDS},
    )
    event.listen(engine, "handle_error", _locked)
    event.listen(engine, "connect", partial(_prepare, journal))
    event.listen(engine, "begin", _begin)
    if not in_memory and url.database and not url.database.startswith("file:"):
        _File(url.database).watch(engine)
    return engine


class _File:
    """The file of an SQLite database.

    SQLite goes on with a file that was deleted or replaced: what it then stores is lost when the server stops, and the
    journal in the folder may be that of the other file.
    """

    def __init__(self, path: str) -> None:
        self._path = path
        self._opened: tuple[int, int] | None = None

    def watch(self, engine: sa.Engine) -> None:
        """Refuse connections of an engine while the file that it opened first is not in its place."""
        event.listen(engine, "do_connect", self._check)  # else SQLite makes an empty file
        event.listen(engine, "connect", self._note)
        event.listen(engine, "checkout", self._check)

    def _note(self, *_: Any) -> None:
        if self._opened is None:
            self._opened = self._found()

    def _check(self, *_: Any) -> None:
        if self._opened is not None and self._found() != self._opened:
            raise sqlite3.OperationalError("its file was deleted, moved or replaced while the server runs")

    def _found(self) -> tuple[int, int] | None:
        """Which file is in the place."""
        try:
            found = os.stat(self._path)
        except FileNotFoundError:
            return None
        return found.st_dev, found.st_ino


def _prepare(journal: str, connection: Any, _record: Any) -> None:
    # A damaged text is read as far as it is one: one row must not keep all the others from being read.
    connection.text_factory = lambda data: data.decode(errors=DAMAGED)
    # SQLAlchemy, not the driver, begins transactions: see _begin.
    connection.isolation_level = None
    # In WAL mode a commit is one append to the log and readers never wait.
    connection.execute(f"PRAGMA journal_mode = {journal}")
    connection.execute(f"PRAGMA synchronous = {SYNCHRONOUS}")


def _patience(url: sa.URL) -> dict[str, Any]:
    """The setting that tells a database server how long we wait for it."""
    if url.get_dialect().driver not in ("psycopg", "psycopg2"):
        return {}
    return {"connect_timeout": 2, "options": "-c lock_timeout=200 -c statement_timeout=2500"}


def _locked(context: sa.engine.ExceptionContext) -> None:
    """Raise Busy for an error that means that another program is writing."""
    error = context.original_exception
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED) or getattr(error, "sqlstate", "") in LOCK_STATES:
        raise Busy(str(error)) from error


def _begin(connection: sa.Connection) -> None:
    writes = connection.get_execution_options().get("writes")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def _card(row: sa.RowMapping) -> MatchCard:
    """A line of the list of games."""
    shown: dict[str, Any] = {
        name: _plain(v) if isinstance(v, str) else v for name, v in row.items() if name not in ("record", "seats")
    }
    shown["held"] = shown.pop("keys") is not None
    shown["to_move"] = shown["to_move"] or ""
    players = _players(row["seats"])
    shown["bots"] = HUMAN not in players.values()  # nobody plays here
    shown["thinks"] = players.get(shown["to_move"], HUMAN) not in (HUMAN, AWAY)
    shown["away"] = [seat for seat, player in players.items() if player == AWAY]
    set_up, shown["result"], damaged = _SetUp("", {}), None, ""
    try:
        if row["result"] is not None:
            shown["result"] = read(row["result"], dict[str, Any])
        if row["stopped"] is not None:
            shown["stopped"] = read(row["stopped"], Stopped)
        set_up = read(row["record"], _SetUp)
    except Unreadable as error:
        damaged = f"This game is damaged in the database: {error}."
    return MatchCard(**shown, edition=set_up.edition, options=set_up.options, dice=set_up.dice, damaged=damaged)


def _players(seats: str) -> dict[str, str]:
    """Who sits where; of seats that cannot be read, somebody here: whoever opens the game is told."""
    try:
        return read(seats, dict[str, str])
    except Unreadable:
        return {"": HUMAN}


def _shown(address: str) -> str:
    """The address without a password in it."""
    try:
        return sa.make_url(address).render_as_string(hide_password=True)
    except sa.exc.ArgumentError:
        return address.rpartition("@")[2]
