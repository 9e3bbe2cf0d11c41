"""How many games one address may keep on a server, and how many a list names."""

from __future__ import annotations

from typing import Any

import pytest
import sqlalchemy as sa
from starlette.testclient import TestClient

from mamayev.server.app import create_app
from mamayev.server.store import matches
from mamayev.server.store.begun import Begun
from mamayev.server.store.tables import MATCHES

from .conftest import HOME


@pytest.fixture
def app(address: str) -> Any:
    """A server on each kind of database."""
    return create_app(address)


def begin(app: Any, game: str, host: str) -> Any:
    """The answer to a new game of an address."""
    return TestClient(app, base_url=HOME, client=(host, 5000)).post("/api/matches", json={"game": game})


def test_one_address_keeps_only_so_many_games(
    app: Any, address: str, tiny: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(matches, "GAMES_BEGUN", 2)
    own = [begin(app, tiny, "203.0.113.9").json()["id"] for _ in range(2)]
    refused = begin(app, tiny, "203.0.113.9")
    assert refused.status_code == 429
    assert refused.json()["error"].startswith("Your address has reached its limit of 1,000 games")
    assert begin(app, tiny, "203.0.113.10").status_code == 201, "others still begin games"
    table = TestClient(app, base_url=HOME, client=("203.0.113.9", 5000))
    assert table.delete(f"/api/matches/{own[0]}").status_code == 204
    assert begin(app, tiny, "203.0.113.9").status_code == 429, "a deleted game can be restored, so it is still there"
    with sa.create_engine(address).begin() as connection:
        connection.execute(sa.delete(MATCHES).where(MATCHES.c.id == own[0]))
    assert begin(app, tiny, "203.0.113.9").status_code == 201
    assert begin(app, tiny, "203.0.113.9").status_code == 429


def test_one_address_keeps_only_so_many_bytes(app: Any, tiny: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matches, "BYTES_BEGUN", 1)
    table = TestClient(app, base_url=HOME, client=("203.0.113.9", 5000))
    first = begin(app, tiny, "203.0.113.9").json()["id"]
    branch = table.post(f"/api/matches/{first}/branch", json={"ply": 0})
    record = table.get(f"/api/matches/{first}/record").json()
    assert [branch.status_code, table.post("/api/records", json=record).status_code] == [429, 429]
    assert len(table.get("/api/matches").json()) == 1


def test_a_network_has_twice_the_share_of_an_address() -> None:
    begun = Begun()
    for number in range(4):
        begun.add(f"2001:db8:1:{number}::/64", f"game {number}", 10)
    assert begun.is_full("2001:db8:1:9::/64", 2)
    assert begun.is_full("2001:db8:1:9::/64", 9, 20)
    assert not begun.is_full("2001:db8:1:9::/64", 3)
    assert not begun.is_full("2001:db8:2::/64", 1)
    begun.keep("2001:db8:1:9::/64", {"game 3"})
    assert not begun.is_full("2001:db8:1:9::/64", 1)
    assert begun.ids("2001:db8:1:9::/64") == {"game 3"}


def test_a_list_names_the_games_played_last(app: Any, tiny: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matches, "LISTED", 2)
    ids = [begin(app, tiny, f"203.0.113.{n}").json()["id"] for n in range(3)]
    listed = TestClient(app, base_url=HOME).get("/api/matches").json()
    assert {card["id"] for card in listed} == set(ids[1:])


def test_the_list_reads_each_record_once(app: Any, tiny: str) -> None:
    """Records may be large, and everybody sees the list."""
    client, ids = TestClient(app, base_url=HOME), []
    statements: list[str] = []
    for _ in range(3):
        ids.append(begin(app, tiny, "203.0.113.9").json()["id"])
    first = client.get("/api/matches").json()
    assert {(card["edition"], card["dice"]) for card in first} == {("first", "seeded")}
    engine = app.state.parts.store.database.engine
    sa.event.listen(engine, "before_cursor_execute", lambda *asked: statements.append(asked[2]))
    assert client.get("/api/matches").json() == first
    assert not any("record" in statement for statement in statements)
    client.patch(f"/api/matches/{ids[0]}", json={"name": "Changed"})
    client.delete(f"/api/matches/{ids[1]}")
    begin(app, tiny, "203.0.113.9")
    assert [card["name"] for card in client.get("/api/matches").json()][1] == "Changed"
    assert len(client.get("/api/matches").json()) == 3
