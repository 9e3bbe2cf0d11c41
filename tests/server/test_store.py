"""Nothing that was answered is lost: restarts, other servers, a killed process; and databases that cannot be used."""

import dataclasses
import json
import os
import select
import signal
import sqlite3
import subprocess
import sys
import urllib.request
from datetime import UTC, datetime, timedelta
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from starlette.testclient import TestClient

from mamayev.engine.refusal import Refusal
from mamayev.match.match import Record
from mamayev.server.app import create_app
from mamayev.server.store import Store
from mamayev.server.store.database import default_address
from mamayev.server.store.matches import Matches
from mamayev.server.store.tables import METADATA

from .conftest import HOME, Json, begun, played


def server(address: str, **settings: Any) -> TestClient:
    return TestClient(create_app(address, bot_pause=60, **settings), base_url=HOME)


def state_of(client: TestClient, match_id: str) -> Json:
    state: Json = client.get(f"/api/matches/{match_id}").json()
    return state


# ------------------------------------------------------------------ keeping


def test_a_commit_waits_for_the_disk(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()  # as outside these tests
    store = Store(address)
    with store.database.engine.connect() as connection:
        settings = [connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in ("synchronous", "journal_mode")]
    store.close()
    assert settings == [2, "wal"]  # 2 is FULL


def test_a_restart_loses_nothing(tiny: str, address: str) -> None:
    with server(address) as client:
        state = played(client, begun(client, tiny, name="Race", seats={"south": "eager"}), "step north 1")
        cards = client.get("/api/matches").json()
        log = client.get(f"/api/matches/{state['id']}/log").json()
        state = state_of(client, state["id"])
    with server(address) as client:
        assert client.get("/api/matches").json() == cards
        assert state_of(client, state["id"]) == state
        assert client.get(f"/api/matches/{state['id']}/log").json() == log


def test_what_was_taken_back_can_be_played_again_after_a_restart(tiny: str, address: str) -> None:
    with server(address) as client:
        state = played(client, begun(client, tiny), "step north 1")
        match = f"/api/matches/{state['id']}"
        undone = client.post(f"{match}/undo", json={"version": 2, "practice": True}).json()
    with server(address) as client:
        assert client.get(match).json() == undone
        again = client.post(f"{match}/redo", json={"version": 3}).json()
        assert (again["picture"], again["practice_used"]) == (state["picture"], 1)


def test_matches_that_leave_the_memory_are_loaded_again(tiny: str, address: str) -> None:
    with server(address, keep=2) as client:
        states = [played(client, begun(client, tiny, name=f"Race {n}"), "rest") for n in range(5)]
        states = [played(client, state, "rest") for state in states]
        for state in states:
            assert state_of(client, state["id"]) == {k: v for k, v in state.items() if k != "events"}


def test_two_servers_share_a_database(tiny: str, address: str) -> None:
    with server(address) as one, server(address) as two:
        state = begun(one, tiny)
        assert state_of(two, state["id"]) == state
        after = played(one, state, "rest")
        old = two.post(f"/api/matches/{state['id']}/actions", json={"text": "rest", "version": 1})
        assert (old.status_code, old.json()["state"]["version"]) == (409, 2)
        later = played(two, after, "rest")
        assert state_of(one, state["id"])["version"] == later["version"] == 3
        two.delete(f"/api/matches/{state['id']}")
        assert one.get(f"/api/matches/{state['id']}").status_code == 404


def test_the_faster_of_two_servers_wins(tiny: str, address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with server(address) as one, server(address) as two:
        state = begun(one, tiny)
        state_of(two, state["id"])
        played(one, state, "rest")
        # The slower one has looked before the faster one wrote.
        with monkeypatch.context() as patch:
            patch.setattr(Matches, "version", lambda *_: 1)
            late = two.post(f"/api/matches/{state['id']}/actions", json={"text": "rest", "version": 1})
        assert late.status_code == 409
        assert late.json()["state"] == state_of(one, state["id"])
        assert state_of(two, state["id"])["plies"] == 2


def test_a_full_disk_is_said_and_changes_nothing(tiny: str, address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: Any) -> None:
        raise sa.exc.OperationalError("UPDATE", {}, sqlite3.OperationalError("database or disk is full"))

    with server(address) as client:
        state = begun(client, tiny)
        with monkeypatch.context() as patch:
            patch.setattr(Matches, "store_change", full)
            answer = client.post(f"/api/matches/{state['id']}/actions", json={"text": "rest", "version": 1})
        assert answer.status_code == 503
        assert answer.json()["error"] == (
            "The database is not responding (database or disk is full). Nothing has changed. Try again later."
        )
        assert state_of(client, state["id"]) == state


def test_a_match_whose_rules_have_changed_is_kept_and_says_so(tiny: str, address: str) -> None:
    with server(address) as client:
        broken, whole = begun(client, tiny, name="Broken"), begun(client, tiny, name="Whole")
        played(client, broken, "step north 1")
    file = address.removeprefix("sqlite:///")
    with sqlite3.connect(file) as database:
        database.execute("UPDATE matches SET record = replace(record, 'north 1', 'north 3') WHERE name = 'Broken'")
        database.execute("UPDATE matches SET record = replace(record, '\"tiny\"', '\"gone\"') WHERE name = 'Whole'")
    with server(address) as client:
        shown = client.get(f"/api/matches/{broken['id']}").json()
        assert "Entry 1 of the log" in shown["stopped"]["why"]
        answer = client.post(f"/api/matches/{broken['id']}/actions", json={"text": "rest", "version": 2})
        assert answer.status_code == 409
        assert "“Broken” cannot be opened" in answer.json()["error"]
        assert "Entry 1 of the log" in answer.json()["error"]
        assert client.get(f"/api/matches/{whole['id']}").json()["stopped"]["ply"] == 0
        assert len(client.get("/api/matches").json()) == 2
        assert "north 3" in client.get(f"/api/matches/{broken['id']}/record").text
        assert client.delete(f"/api/matches/{whole['id']}").status_code == 204


def test_a_match_of_other_rules_goes_on_with_a_notice_or_says_why_not(
    tiny: str, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever has changed: the log may be legal and lead elsewhere or not be legal, what it was set up with may be
    gone, the rules may fail at it."""
    changes: dict[str, Json] = {
        "Same": {},
        "Moved": {},
        "Illegal": {"log": ["step north 2"]},
        "Edition": {"edition": "third"},
        "Option": {"options": {"gone": True}},
        "Dice": {"log": ["step north 1", "die 9"]},
        "Longer": {"log": ["resign", "rest"]},
        "Resigned": {"resigned": "west"},
        "Failing": {"start": {"south": 4}},
        "Gone": {"game": "gone"},
    }
    with server(address) as client:
        ids = {name: played(client, begun(client, tiny, name=name), "step north 1")["id"] for name in changes}
    store = Store(address)
    for name, change in changes.items():
        saved = store.matches.get(ids[name])
        assert saved is not None
        record = dataclasses.replace(Record.from_json(saved.record), rules="0", **change)
        shown = {"headline": "Turn 2 of 3"} if name == "Moved" else {}
        assert store.matches.mend(saved.id, saved.version, {"record": record.to_json(), **shown})
    store.close()
    table = import_module("tiny_game").TinyTable

    def fails(self: Any, p: Any) -> int:
        assert p.at[1] < 4, "no such field"
        return int(p.turn)

    monkeypatch.setattr(table, "turn", fails)
    versions = "saved under version 0 of the rules; version 1 is installed"
    with server(address) as client:
        assert len(client.get("/api/matches").json()) == len(changes)
        for name, match_id in ids.items():
            answer = client.get(f"/api/matches/{match_id}")
            if name in ("Same", "Moved"):
                notice = answer.json()["notice"]
                assert notice.startswith("This game began under version 0 of the rules and continues under version 1")
                assert ("It was left at “Turn 2 of 3; North" in notice) == (name == "Moved"), notice
                assert played(client, answer.json(), "rest")["version"] == 3
            else:
                assert (versions in answer.json()["stopped"]["why"]) == (name != "Gone"), answer.json()
                refused = client.post(f"/api/matches/{match_id}/actions", json={"text": "rest", "version": 2})
                assert (refused.status_code, f"“{name}” cannot be opened" in refused.json()["error"]) == (409, True)
            assert client.get(f"/api/matches/{match_id}/record").json()["rules"] == "0"
        assert client.delete(f"/api/matches/{ids['Failing']}").status_code == 204


def test_what_was_deleted_a_month_ago_is_gone(tiny: str, address: str) -> None:
    with server(address) as client:
        old, recent = begun(client, tiny), begun(client, tiny)
        for state in (old, recent):
            client.delete(f"/api/matches/{state['id']}")
    long_ago = (datetime.now(UTC) - timedelta(days=31)).isoformat()
    with sqlite3.connect(address.removeprefix("sqlite:///")) as database:
        database.execute("UPDATE matches SET deleted_at = ? WHERE id = ?", (long_ago, old["id"]))
    with server(address) as client:
        assert client.post(f"/api/matches/{old['id']}/restore").status_code == 404
        assert client.post(f"/api/matches/{recent['id']}/restore").status_code == 200


@pytest.mark.parametrize("last", ["2026-01-01T00:00:00.000000Z", "yesterday", "0"])
def test_a_clock_that_is_ahead_erases_nothing(
    tiny: str, address: str, monkeypatch: pytest.MonkeyPatch, last: str
) -> None:
    with server(address) as client:
        state = begun(client, tiny)
        client.delete(f"/api/matches/{state['id']}")
    with sqlite3.connect(address.removeprefix("sqlite:///")) as database:
        database.execute("UPDATE matches SET deleted_at = '2026-01-02T00:00:00.000000Z', updated = ?", (last,))
    monkeypatch.setattr("mamayev.server.store.database.now", lambda: "2099-01-01T00:00:00.000000Z")
    with server(address) as client:
        assert client.post(f"/api/matches/{state['id']}/restore").status_code == 200


# ------------------------------------------------------------------ a killed process

SERVE = """
import sys
from mamayev.server import run
run(port=0, db=sys.argv[1])
"""


def start(address: str) -> "tuple[subprocess.Popen[str], str]":
    """A server process and where it is."""
    process = subprocess.Popen([sys.executable, "-c", SERVE, address], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    ready, _, _ = select.select([process.stdout], [], [], 30)
    assert ready, "the server said nothing for 30 seconds"
    return process, process.stdout.readline().split()[3]


def call(home: str, path: str, body: Json | None = None) -> Json:
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(f"{home}api/{path}", data, {"content-type": "application/json"})
    with urllib.request.urlopen(request, timeout=10) as answer:
        found: Json = json.load(answer)
    return found


def test_a_server_killed_in_the_middle_of_play_loses_nothing_it_answered(tiny: str, address: str) -> None:
    process, home = start(address)
    state = call(home, "matches", {"game": tiny, "seed": 5, "options": {"length": 5}})
    for _ in range(6):
        text = state["decision"]["actions"][1]["text"]
        state = call(home, f"matches/{state['id']}/actions", {"text": text, "version": state["version"]})
    os.kill(process.pid, signal.SIGKILL)
    assert process.wait(10) == -signal.SIGKILL
    del state["events"]

    process, home = start(address)
    try:
        assert call(home, f"matches/{state['id']}") == state
        text = state["decision"]["actions"][0]["text"]
        after = call(home, f"matches/{state['id']}/actions", {"text": text, "version": state["version"]})
        assert after["version"] == state["version"] + 1
    finally:
        process.send_signal(signal.SIGINT)
        said, _ = process.communicate(timeout=20)
    assert said == "Stopped; every game is saved.\n"
    assert process.returncode == 0


# ------------------------------------------------------------------ databases


def test_the_migrations_make_the_tables_that_the_program_uses(address: str) -> None:
    store = Store(address)
    with store.database.engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), METADATA) == []
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
    store.close()
    Store(address).close()


def test_a_database_in_memory_serves(tiny: str) -> None:
    with server("sqlite://") as client:
        assert played(client, begun(client, tiny), "rest")["version"] == 2


@pytest.mark.parametrize(
    ("address", "reason"),
    [
        ("games.sqlite", "“games.sqlite” is not a database address. An example is"),
        ("nonsense://x", "not a database address"),
        ("sqlite:////no/such/folder/games.sqlite", "cannot be opened: unable to open database file."),
    ],
)
def test_an_address_of_no_database_is_refused(address: str, reason: str) -> None:
    with pytest.raises(Refusal, match=reason) as refusal:
        Store(address)
    assert refusal.value.malformed
    assert refusal.value.field == "db"


def test_a_password_is_not_repeated() -> None:
    with pytest.raises(Refusal) as refusal:
        Store("postgresql+nosuchdriver://me:secret@localhost/games")
    assert "secret" not in refusal.value.text


def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "letter.txt"
    file.write_text("Dear Sir, " * 1000, encoding="utf-8")
    with pytest.raises(Refusal, match="file is not a database"):
        Store(f"sqlite:///{file}")
    assert file.read_text(encoding="utf-8").startswith("Dear Sir")


def test_a_database_of_a_later_version_is_refused(address: str) -> None:
    store = Store(address)
    with store.database.engine.begin() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    store.close()
    with pytest.raises(Refusal, match="created by another version of this program"):
        Store(address)


def test_the_default_database_is_in_the_user_s_data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setattr(sys, "platform", "linux")
    address = default_address()
    assert address == f"sqlite:///{tmp_path / 'data' / 'mamayev' / 'games.sqlite'}"
    Store(address).close()
