"""Faults at every write of the store in turn: a disk that is full, a process that is killed, a clock that goes back.
Whatever was answered is there afterwards, and whatever was refused has changed nothing."""

import json
import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from functools import partial
from itertools import count
from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy import event
from starlette.testclient import TestClient

from mamayev.server.app import create_app
from mamayev.server.keys import hashed
from mamayev.server.store import Store, chat, matches, rows, shared

from .conftest import HOME, Json

WRITES = ("INSERT", "UPDATE", "DELETE")
Step = tuple[str, str, Json]
SEQUENCE: tuple[Step, ...] = (
    ("POST", "", {"game": "tiny", "seed": 3}),
    ("POST", "/{id}/actions", {"text": "step north 1", "version": 1}),
    ("POST", "/{id}/actions", {"text": "rest", "version": 2}),
    ("POST", "/{id}/undo", {"version": 3, "practice": True}),
    ("POST", "/{id}/redo", {"version": 4}),
    ("PATCH", "/{id}", {"name": "Renamed"}),
    ("DELETE", "/{id}", {}),
    ("POST", "/{id}/restore", {}),
    ("POST", "/{id}/actions", {"text": "rest", "version": 6}),
)
"""One after the other on one match; each changes what is stored."""


@contextmanager
def at_write(fault: Callable[[int], None]) -> Iterator[None]:
    """Call `fault` with a number before every statement that writes, and before every commit."""
    number = count()

    def before(_connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
        if statement.startswith(WRITES):
            fault(next(number))

    def commit(_connection: Any) -> None:
        fault(next(number))

    event.listen(sa.Engine, "before_cursor_execute", before)
    event.listen(sa.Engine, "commit", commit)
    try:
        yield
    finally:
        event.remove(sa.Engine, "before_cursor_execute", before)
        event.remove(sa.Engine, "commit", commit)


def call(client: TestClient, step: Step, match_id: str) -> Any:
    method, path, body = step
    return client.request(method, f"/api/matches{path.format(id=match_id)}", json=body or None)


def held_by(client: TestClient, match_id: str) -> Any:
    """What the server says of the match, but its id; None where it has none."""
    found = client.get(f"/api/matches/{match_id}")
    return {**found.json(), "id": ""} if found.status_code == 200 else None


def test_a_disk_that_is_full_at_any_write_loses_nothing(tiny: str, address: str) -> None:
    refused = 0
    with TestClient(create_app(address, bot_pause=60), base_url=HOME) as client:
        match_id = ""
        for step in SEQUENCE:
            for wanted in count():
                before = held_by(client, match_id)
                met = False

                def full(number: int, wanted: int = wanted) -> None:
                    nonlocal met
                    if number == wanted:
                        met = True
                        raise sa.exc.OperationalError("", {}, sqlite3.OperationalError("database or disk is full"))

                with at_write(full):
                    answer = call(client, step, match_id)
                if not met:
                    assert answer.status_code in (200, 201, 204), answer.text
                    match_id = match_id or answer.json()["id"]
                    break
                assert (answer.status_code, "othing has changed" in answer.json()["error"]) == (503, True)
                assert held_by(client, match_id) == before
                refused += 1
        assert held_by(client, match_id)["version"] == 7
    assert refused >= 2 * len(SEQUENCE)


def play(address: str, fault: Callable[[int], None], said: int) -> None:
    """Play the sequence in a child process, and tell each answer."""
    with TestClient(create_app(address, bot_pause=60), base_url=HOME) as client:
        match_id = ""
        with at_write(fault):
            for step in SEQUENCE:
                answer = call(client, step, match_id)
                shown = answer.json() if answer.content else None
                match_id = match_id or (shown or {})["id"]
                if shown is not None:
                    shown.pop("events", None)
                    shown["id"] = ""
                os.write(said, json.dumps([match_id, shown]).encode() + b"\n")


def killed_at(wanted: int, number: int) -> None:
    """End this process at once before a write of this number."""
    if number == wanted:
        os._exit(9)


def test_a_process_killed_before_any_write_loses_nothing_it_answered(tiny: str, tmp_path_factory: Any) -> None:
    told: list[int] = []
    after: list[Any] = []
    for wanted in count():
        address = f"sqlite:///{tmp_path_factory.mktemp('killed') / 'games.sqlite'}"
        Store(address).close()
        heard, said = os.pipe()
        if (child := os.fork()) == 0:
            play(address, partial(killed_at, wanted), said)
            os._exit(0)
        os.close(said)
        with os.fdopen(heard, "rb") as pipe:
            answers = [json.loads(line) for line in pipe]
        code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        with TestClient(create_app(address, bot_pause=60), base_url=HOME) as client:
            after.append(held_by(client, answers[-1][0]) if answers else client.get("/api/matches").json())
        told.append(len(answers))
        if code == 0:
            break
        assert code == 9
    # What stands after the kill is what was answered last, or what was being done then.
    states = [[], *(state for _, state in answers)]
    assert len(states) == len(SEQUENCE) + 1
    for number, found in zip(told, after, strict=True):
        assert found in states[number : number + 2]
    assert len(told) > 2 * len(SEQUENCE)


def test_errors_of_the_database_tell_the_log_no_seed(tiny: str, address: str, caplog: pytest.LogCaptureFixture) -> None:
    with TestClient(create_app(address, bot_pause=60), base_url=HOME) as client:
        state = client.post("/api/matches", json={"game": tiny, "seed": 7316529048, "held": True}).json()
        with sqlite3.connect(address.removeprefix("sqlite:///")) as other:
            other.execute("CREATE TRIGGER t BEFORE UPDATE ON matches BEGIN SELECT RAISE(ABORT, 'no room'); END")
        key = state["keys"]["north"]
        told = client.post(
            f"/api/matches/{state['id']}/actions",
            json={"text": "rest", "version": 1},
            headers={"authorization": f"Bearer {key}"},
        )
        assert (told.status_code, "no room" in caplog.text) == (503, True)
        for secret in (key, hashed(key), "7316529048"):
            assert secret not in caplog.text


def test_a_clock_that_goes_back_loses_nothing(tiny: str, address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    hours = count()

    def earlier() -> str:
        return (datetime.now(UTC) - timedelta(hours=next(hours))).isoformat(timespec="microseconds")

    for module in (chat, matches, rows, shared):
        monkeypatch.setattr(module, "now", earlier)
    with TestClient(create_app(address, bot_pause=60), base_url=HOME) as client:
        match_id = call(client, SEQUENCE[0], "").json()["id"]
        for step in SEQUENCE[1:]:
            assert call(client, step, match_id).status_code in (200, 204)
        after = held_by(client, match_id)
    with TestClient(create_app(address, bot_pause=60), base_url=HOME) as client:
        assert held_by(client, match_id) == after
        assert len(client.get("/api/matches").json()) == 1
