"""One queue for all who write: nobody is passed over, nobody's failure is another's, and no answer comes too early."""

import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from itertools import count
from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy import event
from starlette.testclient import TestClient

from mamayev.server.app import create_app
from mamayev.server.store import Store
from mamayev.server.store.tables import CHAT
from mamayev.server.writer import Busy

from .conftest import HOME, begun, played

WRITERS, EACH = 24, 8


@contextmanager
def at_commit(engine: sa.Engine, call: Callable[[], None]) -> Iterator[None]:
    """Do something before every commit."""

    def commit(_connection: Any) -> None:
        call()

    event.listen(engine, "commit", commit)
    try:
        yield
    finally:
        event.remove(engine, "commit", commit)


@pytest.fixture
def store(address: str) -> Iterator[Store]:
    store = Store(address)
    yield store
    store.close()


def lines(store: Store) -> list[str]:
    return [row["text"] for row in store.chat.whole()]


def test_who_waits_together_is_stored_together_and_in_order(store: Store) -> None:
    commits, finished = count(), list[int]()

    def slow() -> None:
        next(commits)
        time.sleep(0.01)

    def write(writer: int) -> None:
        for number in range(EACH):
            text = f"{writer} {number}"
            store.chat.say("0" * 16, "blue", text)
            assert text in lines(store), "what was answered is stored"
        finished.append(writer)

    with at_commit(store.database.engine, slow), ThreadPoolExecutor(WRITERS) as pool:
        list(pool.map(write, range(WRITERS)))
    assert len(lines(store)) == WRITERS * EACH
    assert sorted(finished) == list(range(WRITERS))
    # Each transaction takes all that have come meanwhile: about one a round of everybody, and two at the beginning.
    assert next(commits) < WRITERS * EACH / 2
    for writer in range(WRITERS):
        own = [text for text in lines(store) if text.startswith(f"{writer} ")]
        assert own == [f"{writer} {number}" for number in range(EACH)]


def test_a_change_that_fails_takes_no_other_one_along(store: Store) -> None:
    held, answers = threading.Event(), dict[str, str]()

    def write(text: str) -> None:
        def change(connection: sa.Connection) -> None:
            connection.execute(sa.insert(CHAT).values(match="0" * 16, seat="", text=text, at=""))
            if text == "first":
                held.wait(10)
            if text.startswith("bad"):
                raise ValueError(text)

        try:
            store.database.write(change)
        except ValueError as error:
            answers[text] = str(error)
        else:
            answers[text] = "stored"

    texts = ["first", *(f"good {n}" for n in range(5)), "bad 1", "good 5", "bad 2"]
    threads = [threading.Thread(target=write, args=(text,)) for text in texts]
    for thread in threads:
        thread.start()
        time.sleep(0.02)
    held.set()
    for thread in threads:
        thread.join(10)
    assert answers == {text: text if text.startswith("bad") else "stored" for text in texts}
    assert sorted(lines(store)) == sorted(text for text in texts if not text.startswith("bad"))


def test_another_program_s_lock_is_said_to_all_who_wait(store: Store, address: str) -> None:
    other = sqlite3.connect(address.removeprefix("sqlite:///"), isolation_level=None)
    other.execute("BEGIN IMMEDIATE")

    def write(number: int) -> str:
        try:
            store.chat.say("0" * 16, "blue", str(number))
        except Busy:
            return "busy"
        return "stored"

    begin = time.monotonic()
    with ThreadPoolExecutor(WRITERS) as pool:
        assert list(pool.map(write, range(WRITERS))) == ["busy"] * WRITERS
    assert time.monotonic() - begin < 5
    other.execute("ROLLBACK")
    other.close()
    assert (lines(store), write(1)) == ([], "stored")


def test_a_crowd_on_a_slow_disk_is_never_told_that_the_database_is_locked(tiny: str, address: str) -> None:
    def play(client: TestClient) -> None:
        state = begun(client, tiny)
        for _ in range(4):
            state = played(client, state, "rest")

    with (
        TestClient(create_app(address), base_url=HOME) as client,
        at_commit(sa.Engine, lambda: time.sleep(0.02)),  # type: ignore[arg-type]
        ThreadPoolExecutor(WRITERS) as pool,
    ):
        assert list(pool.map(play, [client] * WRITERS)) == [None] * WRITERS


def test_a_change_within_a_change_is_an_error(store: Store) -> None:
    def change(_: sa.Connection) -> None:
        store.chat.say("0" * 16, "red", "within")

    for _ in range(2):  # and the next change does not wait for it
        with pytest.raises(RuntimeError, match="cannot store another change"):
            store.database.write(change)
    store.chat.say("0" * 16, "blue", "after")
    assert lines(store) == ["after"]
