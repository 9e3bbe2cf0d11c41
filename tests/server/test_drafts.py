"""The workshop's routes: what it needs of a game, and the drafts that are kept."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
import sqlalchemy as sa
from httpx2 import Response
from starlette.testclient import TestClient

from mamayev.engine.registry import find, names
from mamayev.server.store import drafts
from mamayev.server.store.tables import DRAFTS

from .conftest import HOME, Json

GAME = next(game for game in map(find, names()) if game.workshop is not None)
DRAWN = [game.name for game in map(find, names()) if game.workshop is not None]
FILES = {GAME.component_files[0]: "a = 1\n"}


def sent(client: TestClient, address: str = "") -> Response:
    """The answer to a new draft; from another address than the client's own where one is named."""
    body = {"game": GAME.name, "name": "my box", "files": FILES}
    if not address:
        return client.post("/api/drafts", json=body)
    other = TestClient(client.app, base_url=HOME, client=(address, 50_000))
    return other.post("/api/drafts", json=body)


def begun(client: TestClient, address: str = "") -> Json:
    answer = sent(client, address)
    assert answer.status_code == 201, answer.text
    card: Json = answer.json()
    return card


@pytest.mark.parametrize("name", DRAWN)
def test_the_workshop_is_told_of_files_that_there_are(name: str, client: TestClient) -> None:
    told = client.get(f"/api/games/{name}/workshop").json()
    workshop, files = told["workshop"], told["files"]
    named = [one["file"] for key in ("lines", "places", "zones", "entries") for one in workshop.get(key, [])]
    named += [workshop[key]["file"] for key in ("hexes", "areas") if workshop.get(key)]
    assert named
    assert set(named) <= set(files)
    checked = client.post(f"/api/games/{name}/components", json={"files": files}).json()
    assert not any(one["problem"] for one in checked["files"])


def test_a_game_without_a_workshop_says_so(client: TestClient, tiny: str) -> None:
    answer = client.get(f"/api/games/{tiny}/workshop")
    assert answer.status_code == 404
    assert "no board that you can draw" in answer.json()["error"]


def test_a_draft_is_kept_changed_and_deleted(client: TestClient) -> None:
    card = begun(client)
    change = {"version": 1, "name": "mine", "files": FILES, "done": "A1 A2", "standing": "2 hexes"}
    changed = client.put(f"/api/drafts/{card['id']}", json=change)
    assert changed.json()["version"] == 2
    listed = client.get("/api/drafts", params={"id": [card["id"], "nobody"]}).json()
    assert [(one["name"], one["standing"]) for one in listed] == [("mine", "2 hexes")]
    whole = client.get(f"/api/drafts/{card['id']}").json()
    assert whole["files"] == FILES
    assert whole["done"] == "A1 A2"
    assert client.delete(f"/api/drafts/{card['id']}").status_code == 204
    assert client.get(f"/api/drafts/{card['id']}").status_code == 404


def test_nobody_is_told_of_drafts_that_he_does_not_know(client: TestClient) -> None:
    begun(client)
    assert client.get("/api/drafts").json() == []


def test_a_draft_that_was_changed_elsewhere_is_not_overwritten(client: TestClient) -> None:
    card = begun(client)
    change = {"version": 1, "name": "mine", "files": FILES}
    assert client.put(f"/api/drafts/{card['id']}", json=change).status_code == 200
    late = client.put(f"/api/drafts/{card['id']}", json={**change, "name": "other"})
    assert late.status_code == 409
    assert "changed elsewhere" in late.json()["error"]
    for version in (2**31 - 1, 2**53):
        assert client.put(f"/api/drafts/{card['id']}", json={**change, "version": version}).status_code == 409
    assert client.get(f"/api/drafts/{card['id']}").json()["name"] == "mine"


@pytest.mark.parametrize(
    ("wanted", "status"),
    [
        ({"game": "nowhere"}, 404),
        ({"files": {"../map.toml": "a = 1"}}, 422),
        ({"files": {}}, 422),
        ({"files": {GAME.component_files[0]: "x" * 800_001}}, 422),
        ({"files": {GAME.component_files[0]: "x" * 1_000_001}}, 413),
        ({"name": "\u202e"}, 422),
        ({"done": "A1 " * 20_000}, 422),
        ({"standing": "x" * 201}, 422),
        ({"standing": "a\x00b"}, 422),
        ({"done": "A1\x00"}, 422),
        ({"more": 1}, 422),
    ],
)
def test_what_cannot_be_a_draft_is_refused_in_a_sentence(wanted: Json, status: int, client: TestClient) -> None:
    answer = client.post("/api/drafts", json={"game": GAME.name, "name": "my box", "files": FILES, **wanted})
    assert answer.status_code == status, answer.text
    assert answer.json()["error"].endswith(".")


def test_a_full_server_makes_room_of_what_was_left_alone(
    client: TestClient, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(drafts, "DRAFTS_KEPT", 2)
    first = begun(client)
    second = begun(client, "203.0.113.9")
    refused = client.post("/api/drafts", json={"game": GAME.name, "name": "third", "files": FILES})
    assert refused.status_code == 409
    assert "no room" in refused.json()["error"]
    long_ago = (datetime.now(UTC) - timedelta(days=91)).isoformat(timespec="microseconds")
    with sa.create_engine(address).begin() as connection:
        connection.execute(sa.update(DRAFTS).where(DRAFTS.c.id == first["id"]).values(updated=long_ago))
    begun(client)
    left = client.get("/api/drafts", params={"id": [first["id"], second["id"]]}).json()
    assert [one["id"] for one in left] == [second["id"]]


def test_nobody_takes_the_room_of_all(client: TestClient, address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drafts, "DRAFTS_KEPT", 8)
    own = [begun(client) for _ in range(4)]
    refused = sent(client)
    assert refused.status_code == 429
    assert "reached its limit of drafts" in refused.json()["error"]
    for other in ("203.0.113.9", "203.0.113.9", "2001:db8::1", "192.0.2.7"):
        assert len(begun(client, other)["id"]) > 20
    assert sent(client).status_code == 409
    for draft in own[:2]:
        client.delete(f"/api/drafts/{draft['id']}")
    assert sent(client, "2001:db8::77").status_code == 201
    assert sent(client, "2001:db8::1").status_code == 429  # the same network
    long_ago = (datetime.now(UTC) - timedelta(days=91)).isoformat(timespec="microseconds")
    with sa.create_engine(address).begin() as connection:
        connection.execute(sa.update(DRAFTS).values(updated=long_ago))
    assert sent(client).status_code == 201
