"""The database: by default SQLite in the user's data folder, or any database given by its URL.

This module opens it, migrates it and writes to it.
"""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import timedelta
from functools import partial
from importlib.resources import files
from typing import Any, NamedTuple, TypeVar
from urllib.parse import quote

import sqlalchemy as sa
from sqlalchemy import event
from sqlalchemy.pool import NullPool, QueuePool

from mamayev.engine.refusal import Refusal
from mamayev.engine.text import plain

from ..clock import before, now
from ..outage import cause_of
from ..writer import Busy, Writer
from .tables import CHAT, COMPONENTS, LOOKS, MATCHES, REPORTS, REVIEWS, STUDIES

T = TypeVar("T")

DELETED_KEPT = timedelta(days=30)
DAMAGED = "surrogateescape"
"""The error handler that decodes bytes that are not valid text, and encodes them back unchanged."""

SYNCHRONOUS = "FULL"
"""The SQLite setting that makes a commit wait until it is on disk. Changes that the server has confirmed then survive a
crash of the machine, not only of the process. bench/server_roundtrip.py measures the cost."""
LOCKED_SECONDS = 0.1
OTHERS_PREPARE = 10.0  # seconds that another server may take to migrate the tables
MIGRATES = 19421119
"""The number of the PostgreSQL lock that a server holds during a migration."""
LOCK_STATES = ("55P03", "40001", "40P01", "23505")
"""The PostgreSQL SQLSTATEs for a lock timeout, and for a conflict with a faster transaction, which may have stored the
same row."""


class Chain(NamedTuple):
    """A chain of migrations: the package that contains its steps, and the table that stores a database's current
    step."""

    package: str
    table: str


GAMES = Chain("mamayev.server", "alembic_version")
"""The migrations of the tables that every server has."""


def default_address() -> str:
    """Return the URL of the database in the user's data folder. The folder is created if it does not exist.

    Raises Refusal.
    """
    import platformdirs  # not available in a browser, which names its database

    folder = platformdirs.user_data_path("mamayev", appauthor=False)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Refusal(
            f"The folder for games, {folder}, cannot be created: {plain(error)}. Use another one with --db.",
            field="db",
            malformed=True,
        ) from None
    return f"sqlite:///{folder / 'games.sqlite'}"


class Database:
    """An open database.

    `write` runs in its own transaction, or in one that several threads share. It can be called from any thread, and may
    raise Busy. `written` is called after each stored transaction, unless the database allows only one writer.
    """

    def __init__(self, address: str, journal: str = "WAL", *, make: bool = True) -> None:
        """Open the database and migrate its tables.

        `journal`: SQLite's journal mode; WAL needs memory that connections can share. `make`: whether to create the
        database if it does not exist. Raises Refusal if the database cannot be used or, without `make`, does not exist.
        """
        self.address = address
        self.written: Callable[[], None] = _nobody
        with _opening(address):
            if not make:
                _check_there(address)
            self.engine = _open(address, journal)
            self.looking = self.engine.execution_options(looks=True)
            """The engine for reading with a single statement, which needs no transaction."""
            self._writer = Writer(self.engine) if self.engine.dialect.name == "sqlite" else None
            self._patiently(lambda: self._migrate(GAMES))
            self._patiently(self._purge)

    def migrate(self, chain: Chain) -> None:
        """Migrate the tables of another chain. Raises Refusal like `__init__`."""
        with _opening(self.address):
            self._patiently(lambda: self._migrate(chain))

    def has(self, chain: Chain) -> bool:
        """Return whether the database has the tables of a chain."""
        return self._stands_at(chain) != ""

    def close(self) -> None:
        """Release the database."""
        self.engine.dispose()

    def rows(self, query: sa.Select[Any]) -> list[dict[str, Any]]:
        """Return the rows of a query."""
        with self.engine.connect() as connection:
            return [dict(row) for row in connection.execute(query).mappings()]

    def write(self, change: Callable[[sa.Connection], T]) -> T:
        """Run a change, and return its result once it is stored.

        Changes run one after another if the database allows only one writer.
        """
        if self._writer is not None:
            return self._writer.write(change)
        with self.engine.begin() as connection:
            result = change(connection)
        self.written()
        return result

    def _patiently(self, prepare: Callable[[], None]) -> None:
        """Prepare the tables. This retries, because another server may be doing the same."""
        end = time.monotonic() + OTHERS_PREPARE
        while True:
            try:
                prepare()
            except Busy:
                if time.monotonic() > end:
                    raise
                time.sleep(0.1)
            else:
                return

    def _migrate(self, chain: Chain) -> None:
        if self._stands_at(chain) == _newest(chain):
            return
        # The code for changing tables is loaded only where tables change, because loading it takes longer than
        # everything else here.
        from alembic import command
        from alembic.config import Config
        from alembic.util import CommandError

        config = Config()
        config.set_main_option("script_location", f"{chain.package}:migrations")
        # "writes" takes the write lock at once, so two servers that start together migrate one after the other.
        with self.engine.connect().execution_options(writes=True) as connection, connection.begin():
            if self.engine.dialect.name == "postgresql":
                connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({MIGRATES})")
            config.attributes["connection"] = connection
            try:
                command.upgrade(config, "head")
            except CommandError as error:
                raise Refusal(
                    f"The database {shown(self.address)} was created by another version of this program: {error}.",
                    field="db",
                    malformed=True,
                ) from None

    def _purge(self) -> None:
        """Erase games that were deleted more than `DELETED_KEPT` before the last change to any game.

        The current time does not count, because a clock that is ahead at startup would erase every deleted game.
        """
        today = now()

        def purge(connection: sa.Connection) -> None:
            last = connection.execute(sa.select(sa.func.max(MATCHES.c.updated)).where(MATCHES.c.updated <= today))
            limit = before(last.scalar() or "", DELETED_KEPT)
            gone = MATCHES.c.deleted_at < limit
            for table in (CHAT, REVIEWS, REPORTS, STUDIES):
                connection.execute(sa.delete(table).where(table.c.match.in_(sa.select(MATCHES.c.id).where(gone))))
            connection.execute(sa.delete(MATCHES).where(gone))
            named = sa.select(MATCHES.c.components).where(MATCHES.c.components.is_not(None))
            connection.execute(sa.delete(COMPONENTS).where(COMPONENTS.c.used < limit, COMPONENTS.c.hash.not_in(named)))
            seen = sa.select(MATCHES.c.look).where(MATCHES.c.look.is_not(None))
            connection.execute(sa.delete(LOOKS).where(LOOKS.c.used < limit, LOOKS.c.hash.not_in(seen)))

        self.write(purge)

    def _stands_at(self, chain: Chain) -> str:
        """Return the name of the tables' current migration step, or "" if the database does not have our tables."""
        with self.engine.connect() as connection:
            if not sa.inspect(connection).has_table(chain.table):
                return ""
            return connection.exec_driver_sql(f"SELECT version_num FROM {chain.table}").scalar() or ""

    def described(self) -> str:
        """Describe the database: its kind, version and migration step, and SQLite's file. The text contains no host or
        user name."""
        url, dialect = self.engine.url, self.engine.dialect
        with self.engine.connect() as connection:
            count = connection.execute(sa.select(sa.func.count()).select_from(MATCHES)).scalar()
        number = ".".join(map(str, dialect.server_version_info or ()))
        file = ""
        if dialect.name == "sqlite" and url.database and os.path.isfile(url.database):
            file = f", {os.path.getsize(url.database) / 1e6:.1f} MB in {url.database}"
        return f"{dialect.name} {number}, tables {self._stands_at(GAMES)}, games {count}{file}"

    def complaint(self) -> str:
        """Return the problem that the database reports with its own file, or "" if there is none or it cannot check."""
        if self.engine.dialect.name != "sqlite":
            return ""
        with self.engine.connect() as connection:
            found = connection.exec_driver_sql("PRAGMA integrity_check").scalars().all()
        return "" if list(found) == ["ok"] else "; ".join(map(str, found))


def _nobody() -> None:
    """Do nothing when something was written."""


@contextmanager
def _opening(address: str) -> Iterator[None]:
    """Turn the errors that an unusable database raises inside the block into a Refusal."""
    try:
        yield
    except sa.exc.ArgumentError as error:
        raise Refusal(
            f"“{shown(address)}” is not a database address. An example is sqlite:///games.sqlite ({error}).",
            field="db",
            malformed=True,
        ) from None
    except ModuleNotFoundError as error:
        raise Refusal(
            f"The database {shown(address)} needs the Python package {error.name}, which is not installed.",
            field="db",
            malformed=True,
        ) from None
    except (sa.exc.SQLAlchemyError, Busy) as error:
        raise Refusal(
            f"The database {shown(address)} cannot be opened: {cause_of(error)}.", field="db", malformed=True
        ) from None


def _newest(chain: Chain) -> str:
    """Return the name of a chain's last migration step."""
    steps = files(chain.package).joinpath("migrations", "versions").iterdir()
    return max(step.name[:4] for step in steps if step.name[:4].isdigit())


def _check_there(address: str) -> None:
    """Raise Refusal if there is no database of ours at a URL. This creates and changes nothing."""
    url = sa.make_url(address)
    path = url.database if url.get_backend_name() == "sqlite" else None
    if path and not path.startswith("file:"):
        if not os.path.isfile(path):
            raise Refusal(f"There is no database at {path}. Check --db.", field="db", malformed=True)
        url = url.set(database=f"file:{quote(path)}", query={"mode": "ro", "uri": "true"})
    engine = sa.create_engine(url, poolclass=NullPool, connect_args=_patience(url))
    with engine.connect() as connection:
        if not sa.inspect(connection).has_table(MATCHES.name):
            raise Refusal(
                f"{shown(address)} is not a database of this program. Check --db.", field="db", malformed=True
            )


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
        hide_parameters=True,  # statements hold seeds, and errors are logged
        poolclass=QueuePool,
        # A database in memory exists as long as its one connection.
        pool_size=1 if in_memory else 5,
        max_overflow=0 if in_memory else 35,
        # A longer wait for another program is spent without a match's lock (see Busy).
        connect_args={"check_same_thread": False, "timeout": LOCKED_SECONDS},
    )
    event.listen(engine, "handle_error", _locked)
    event.listen(engine, "connect", partial(_connected, journal))
    event.listen(engine, "begin", _begin)
    if not in_memory and url.database and not url.database.startswith("file:"):
        _make_private(url.database)
        _File(url.database).watch(engine)
    return engine


def _make_private(path: str) -> None:
    """Create a file that only its owner can read, because it will hold seeds, keys and accounts. SQLite gives its logs
    the same mode."""
    with suppress(OSError):  # the file exists, or SQLite says why it cannot be created
        os.close(os.open(path, os.O_CREAT | os.O_EXCL, 0o600))


class _File:
    """The file of an SQLite database.

    SQLite keeps using a file that has been deleted or replaced. It would lose everything stored after that when the
    server stops, and the journal in the folder may belong to the other file.
    """

    def __init__(self, path: str) -> None:
        self._path = path
        self._opened: tuple[int, int] | None = None

    def watch(self, engine: sa.Engine) -> None:
        """Refuse connections of an engine while its original file is not in place."""
        event.listen(engine, "do_connect", self._check)  # otherwise SQLite creates an empty file
        event.listen(engine, "connect", self._note)
        event.listen(engine, "checkout", self._check)

    def _note(self, *_: Any) -> None:
        if self._opened is None:
            self._opened = self._found()

    def _check(self, *_: Any) -> None:
        if self._opened is not None and self._found() != self._opened:
            raise sqlite3.OperationalError("its file was deleted, moved or replaced while the server was running")

    def _found(self) -> tuple[int, int] | None:
        """Return the device and inode of the file at the path, or None."""
        try:
            found = os.stat(self._path)
        except FileNotFoundError:
            return None
        return found.st_dev, found.st_ino


def _connected(journal: str, connection: Any, _record: Any) -> None:
    # A damaged text is read as far as it is valid, so that one row does not keep all others from being read.
    connection.text_factory = lambda data: data.decode(errors=DAMAGED)
    # SQLAlchemy, not the driver, begins transactions (see _begin).
    connection.isolation_level = None
    # In WAL mode, a commit is one append to the log, and readers never wait.
    connection.execute(f"PRAGMA journal_mode = {journal}")
    connection.execute(f"PRAGMA synchronous = {SYNCHRONOUS}")


def _patience(url: sa.URL) -> dict[str, Any]:
    """Return the connection options that limit how long we wait for a database server."""
    if url.get_dialect().driver not in ("psycopg", "psycopg2"):
        return {}
    return {"connect_timeout": 2, "options": "-c lock_timeout=200 -c statement_timeout=2500"}


def _locked(context: sa.engine.ExceptionContext) -> None:
    """Raise Busy if an error means that another program is writing."""
    error = context.original_exception
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED) or getattr(error, "sqlstate", "") in LOCK_STATES:
        raise Busy(str(error)) from error


def _begin(connection: sa.Connection) -> None:
    options = connection.get_execution_options()
    if not options.get("looks"):
        connection.exec_driver_sql("BEGIN IMMEDIATE" if options.get("writes") else "BEGIN")


def shown(address: str) -> str:
    """Return the URL without its password."""
    try:
        return sa.make_url(address).render_as_string(hide_password=True)
    except sa.exc.ArgumentError:
        return address.rpartition("@")[2]
