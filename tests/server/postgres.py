"""A server of PostgreSQL for the tests: a cluster in a folder of its own, reached by a socket in that folder alone."""

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from mamayev.server.store.database import Database

ROOT = Path(__file__).parents[2]


@contextmanager
def running() -> Iterator[str]:
    """A cluster: the address of a database is `address.format(name)`."""
    found = subprocess.run(["sh", ROOT / "tools" / "postgres.sh"], capture_output=True, text=True, check=False)
    if found.returncode:
        pytest.fail(found.stderr)
    programs, folder = Path(found.stdout.strip()), Path(tempfile.mkdtemp(prefix="mamayev-"))
    other: dict[str, Any] = {}
    if os.geteuid() == 0:  # it does not run as root
        nobody = pwd.getpwnam("nobody")
        os.chown(folder, nobody.pw_uid, nobody.pw_gid)
        other = {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}
    data = folder / "data"
    make: list[str | Path] = [
        programs / "initdb",
        "-D",
        data,
        "-U",
        "mamayev",
        "-A",
        "trust",
        "-E",
        "UTF8",
        "--no-locale",
        "--no-sync",
    ]
    settings = ("listen_addresses=", f"unix_socket_directories={folder}", "fsync=off", "max_connections=200")
    flags = [part for setting in settings for part in ("-c", setting)]
    try:
        subprocess.run(make, check=True, capture_output=True, cwd=folder, **other)
        with (folder / "log").open("wb") as log:
            server = subprocess.Popen(
                [programs / "postgres", "-D", data, *flags], stdout=log, stderr=log, cwd=folder, **other
            )
        try:
            address = f"postgresql+psycopg://mamayev@/{{}}?host={folder}"
            _wait(address.format("postgres"), server, folder / "log")
            yield address
        finally:
            server.send_signal(signal.SIGINT)  # without waiting for those who are still connected
            server.wait(20)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _wait(address: str, server: "subprocess.Popen[bytes]", log: Path) -> None:
    end = time.monotonic() + 30
    engine = sa.create_engine(address)
    while True:
        try:
            engine.connect().close()
        except sa.exc.OperationalError:
            if server.poll() is not None or time.monotonic() > end:
                pytest.fail(f"PostgreSQL does not start: {log.read_text()}")
            time.sleep(0.1)
        else:
            engine.dispose()
            return


def emptied(database: Database, tables: Iterable[str]) -> str:
    """Empty some tables, as soon as the server of the test before has let go of them. Returns the address."""
    with database.engine.begin() as connection:
        connection.exec_driver_sql("SET LOCAL lock_timeout = '20s'")
        connection.exec_driver_sql("SET LOCAL statement_timeout = '30s'")
        connection.exec_driver_sql(f"TRUNCATE {', '.join(tables)}")
    return database.address
