"""A database that does not answer: whoever asks is told, and the log says so once."""

import logging
import sqlite3
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy import event
from starlette.testclient import TestClient, WebSocketDenialResponse

from mamayev.server import outage, tasks
from mamayev.server.app import create_app

from .conftest import HOME, begun, played

ASKED = 40


@contextmanager
def away(error: Exception) -> Iterator[None]:
    """Meanwhile every statement fails as it does when the database has gone."""

    def fail(*_: Any) -> None:
        raise error

    event.listen(sa.Engine, "do_execute", fail)
    try:
        yield
    finally:
        event.remove(sa.Engine, "do_execute", fail)


def lines(caplog: pytest.LogCaptureFixture) -> list[logging.LogRecord]:
    return [record for record in caplog.records if record.name.startswith("mamayev") and record.levelno > logging.INFO]


def test_an_outage_is_one_sentence_in_the_log_however_many_ask(
    tiny: str, address: str, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tasks, "DATABASE_PAUSE", 0.01)
    monkeypatch.setattr("mamayev.server.others.LOOK_SECONDS", 0.01)
    with TestClient(create_app(address, bot_pause=0.01), base_url=HOME) as client:
        state = begun(client, tiny)
        path = f"/api/matches/{state['id']}"
        begun(client, tiny, seats={"north": "eager"})
        with away(sqlite3.OperationalError("disk I/O error")):
            for number in range(ASKED):
                answer = client.get(path if number % 2 else "/api/matches")
                assert (answer.status_code, answer.json()["error"]) == (
                    503,
                    "The database is not responding (disk I/O error). Nothing has changed. Try again later.",
                )
            act = client.post(f"{path}/actions", json={"text": "rest", "version": 1})
            assert act.status_code == 503
            with (
                pytest.raises(WebSocketDenialResponse) as denied,
                client.websocket_connect(f"ws{HOME.removeprefix('http')}{path}/live"),
            ):
                pass
            assert denied.value.status_code == 503
        said = [(record.getMessage(), record.exc_info) for record in lines(caplog)]
        assert said == [
            ("The database is not responding: disk I/O error. The server refuses requests until it does.", None)
        ]
        monkeypatch.setattr(outage, "CALM_SECONDS", 0.0)
        assert played(client, state, "rest")["version"] == 2
        assert len(lines(caplog)) == 2
        assert lines(caplog)[1].getMessage().startswith("The database is responding again. It failed ")
        # The next outage is another one.
        monkeypatch.setattr(outage, "CALM_SECONDS", 60.0)
        with away(sqlite3.OperationalError("disk I/O error")):
            assert client.get(path).status_code == 503
    assert len(lines(caplog)) == 3


def test_a_tab_that_is_open_when_the_database_goes_is_told_to_come_again(
    tiny: str, address: str, caplog: pytest.LogCaptureFixture
) -> None:
    with TestClient(create_app(address), base_url=HOME) as client:
        state = begun(client, tiny, held=True)
        live = f"ws{HOME.removeprefix('http')}/api/matches/{state['id']}/live"
        with client.websocket_connect(live) as tab, away(sqlite3.OperationalError("disk I/O error")):
            tab.send_json({"key": None})
            assert tab.receive() == {
                "type": "websocket.close", "code": 1013, "reason": "The database is not responding.",
            }  # fmt: skip
    assert [record.exc_info for record in lines(caplog)] == [None]


def test_a_disk_that_is_full_and_still_reads_is_one_outage(caplog: pytest.LogCaptureFixture) -> None:
    engine, calls = sa.create_engine("sqlite://"), 0
    outage.Outage().watch(engine)

    def full(_cursor: Any, statement: str, *_: Any) -> None:
        nonlocal calls
        if statement == "SELECT 2":
            calls += 1
            raise sqlite3.OperationalError("database or disk is full")

    event.listen(engine, "do_execute", full)
    for _ in range(5):
        for statement in ("SELECT 1", "SELECT 2"):
            with engine.connect() as connection:
                try:
                    connection.exec_driver_sql(statement)
                except sa.exc.OperationalError:
                    time.sleep(0.001)
    assert (calls, len(lines(caplog))) == (5, 1)


def test_a_mistake_in_a_query_is_no_outage(caplog: pytest.LogCaptureFixture) -> None:
    engine = sa.create_engine("sqlite://")
    outage.Outage().watch(engine)
    with engine.connect() as connection:
        connection.exec_driver_sql("CREATE TABLE once (n INTEGER PRIMARY KEY)")
        connection.exec_driver_sql("INSERT INTO once VALUES (1)")
        with pytest.raises(sa.exc.IntegrityError) as caught:
            connection.exec_driver_sql("INSERT INTO once VALUES (1)")
    assert (outage.is_outage(caught.value), lines(caplog)) == (False, [])


def test_where_a_database_elsewhere_is_and_who_asks_it_is_nobody_s_business(
    tiny: str, address: str, caplog: pytest.LogCaptureFixture
) -> None:
    class Driver(Exception):
        """As psycopg has it."""

    said = 'connection to server at "10.0.0.7", port 5432 failed:\n\tFATAL: no user "secret"\n'
    with TestClient(create_app(address), base_url=HOME, raise_server_exceptions=False) as client:
        error = sa.exc.OperationalError("SELECT 1", {}, Driver(said))
        with away(error):
            answer = client.get("/api/matches")
    assert answer.status_code == 503
    assert answer.json()["error"] == "The database is not responding. Nothing has changed. Try again later."


@pytest.mark.parametrize("replaced", [False, True])
def test_no_action_is_stored_in_a_file_that_is_not_in_its_place(
    tiny: str, address: str, replaced: bool, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SQLite itself goes on with a file that has no name any more, and says nothing."""
    monkeypatch.setattr(outage, "CALM_SECONDS", 0.0)
    file = Path(address.removeprefix("sqlite:///"))
    kept = file.with_name("kept.sqlite")
    with TestClient(create_app(address), base_url=HOME) as client:
        state = begun(client, tiny)
        path = f"/api/matches/{state['id']}"
        file.rename(kept)
        if replaced:
            file.write_bytes(kept.read_bytes())
        for _ in range(3):
            answer = client.post(f"{path}/actions", json={"text": "rest", "version": 1})
            assert (answer.status_code, answer.json()["error"]) == (
                503,
                "The database is not responding (its file was deleted, moved or replaced while the server was running)."
                " Nothing has changed. Try again later.",
            )
        with ThreadPoolExecutor(8) as pool:  # more than the connections that are open already
            asked = [pool.submit(client.get, path) for _ in range(8)]
            assert {one.result().status_code for one in asked} == {503}
        assert file.exists() == replaced
        (told,) = lines(caplog)
        assert told.getMessage().startswith("The database is not responding: its file was deleted, moved or replaced")
        kept.replace(file)
        assert played(client, state, "rest")["version"] == 2
    with TestClient(create_app(address), base_url=HOME) as client:
        assert client.get(path).json()["version"] == 2
