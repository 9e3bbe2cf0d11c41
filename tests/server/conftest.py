"""A server in this process, on a database of its own."""

import asyncio
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from shutil import copy
from typing import Any, TypeVar

import pytest
from httpx2 import Client
from starlette.testclient import TestClient

from mamayev.server.app import create_app
from mamayev.server.store import Store

from . import postgres

Json = dict[str, Any]
New = Callable[..., Json]
HOME = "http://127.0.0.1:8642"
T = TypeVar("T")


def in_a_loop(work: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine to its end, in a thread of its own.

    A worker that has driven Chromium keeps Playwright's event loop running in its main thread.
    """
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()


@pytest.fixture(autouse=True)
def nobody_pulls_the_plug(monkeypatch: pytest.MonkeyPatch) -> None:
    """Servers in this process do not wait for the disk; those of the tests that kill them do."""
    monkeypatch.setattr("mamayev.server.store.database.SYNCHRONOUS", "OFF")


@pytest.fixture(scope="session")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with its tables and nothing in them, because to copy one takes less than to make one."""
    file = tmp_path_factory.mktemp("prepared") / "games.sqlite"
    Store(f"sqlite:///{file}").close()
    return file


@pytest.fixture(scope="session")
def cluster() -> Iterator[str]:
    """A server of PostgreSQL; the address of a database on it is `cluster.format(name)`."""
    with postgres.running() as address:
        yield address


@pytest.fixture
def address(tmp_path: Path, prepared: Path) -> str:
    """The address of an empty database."""
    return f"sqlite:///{copy(prepared, tmp_path)}"


@pytest.fixture
def client(tiny: str, address: str) -> Iterator[TestClient]:
    """A browser's view of a server on which the throw-away game is installed."""
    with TestClient(create_app(address, bot_pause=0.01), base_url=HOME) as client:
        yield client


@pytest.fixture
def new(client: TestClient, tiny: str) -> New:
    """Begins a match and returns its State."""

    def begin(**wanted: Any) -> Json:
        return begun(client, tiny, **wanted)

    return begin


def begun(client: Client, game: str, **wanted: Any) -> Json:
    """The State of a new match."""
    answer = client.post("/api/matches", json={"game": game, "seed": 3, **wanted})
    assert answer.status_code == 201, answer.text
    state: Json = answer.json()
    return state


def played(client: Client, state: Json, text: str, seat: str | None = None) -> Json:
    """The State after an action."""
    answer = client.post(
        f"/api/matches/{state['id']}/actions",
        json={"text": text, "version": state["version"]},
        params={"seat": seat} if seat else {},
    )
    assert answer.status_code == 200, answer.text
    after: Json = answer.json()
    return after


def finished(client: Client, state: Json) -> Json:
    """The State after the first action on offer was played again and again, to the end of the game."""
    while not state["over"]:
        state = played(client, state, state["decision"]["actions"][0]["text"])
    return state
