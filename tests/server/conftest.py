"""A server in this process, on a database of its own."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from mamayev.server.app import create_app

Json = dict[str, Any]


@pytest.fixture
def address(tmp_path: Path) -> str:
    """The address of an empty database."""
    return f"sqlite:///{tmp_path / 'games.sqlite'}"


@pytest.fixture
def client(tiny: str, address: str) -> Iterator[TestClient]:
    """A browser's view of a server on which the throw-away game is installed."""
    with TestClient(create_app(address, bot_pause=0.01), base_url="http://127.0.0.1:8642") as client:
        yield client


@pytest.fixture
def new(client: TestClient, tiny: str) -> Callable[..., Json]:
    """Begins a match and returns its State."""

    def begin(**wanted: Any) -> Json:
        answer = client.post("/api/matches", json={"game": tiny, "seed": 1, **wanted})
        assert answer.status_code == 201, answer.text
        state: Json = answer.json()
        return state

    return begin
