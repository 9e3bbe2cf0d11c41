"""Stored games of every released version: each can be looked at, replayed as far as the rules allow, and played on.

`tests/stored` holds a database of each version, written by `make stored`; see docs/rules-versions.md.
"""

import gzip
import sqlite3
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from starlette.testclient import TestClient

from mamayev.match.match import Record
from mamayev.server.app import create_app
from mamayev.server.checking import versions
from mamayev.server.last import unpacked
from mamayev.server.store import Store
from mamayev.server.store.tables import MATCHES

from .conftest import HOME, begun, finished, played

CORPORA = sorted((Path(__file__).parents[1] / "stored").glob("*.sql.gz"))


def database(corpus: Path, folder: Path) -> str:
    """The address of a database with the games of a corpus."""
    file = folder / "games.sqlite"
    with closing(sqlite3.connect(file)) as connection:
        connection.executescript(gzip.decompress(corpus.read_bytes()).decode())
    return f"sqlite:///{file}"


def checked(client: TestClient) -> list[dict[str, Any]]:
    """The list of games, once the server has looked at all of them by itself."""
    store = client.app.state.parts.store  # type: ignore[attr-defined]
    end = time.monotonic() + 60
    while store.matches.unchecked(versions()) and time.monotonic() < end:
        time.sleep(0.05)
    assert not store.matches.unchecked(versions())
    cards: list[dict[str, Any]] = client.get("/api/matches").json()
    return cards


@pytest.mark.parametrize("corpus", CORPORA, ids=lambda corpus: corpus.name)
def test_every_stored_game_is_looked_at_replayed_and_played_on(corpus: Path, tmp_path: Path) -> None:
    with TestClient(create_app(database(corpus, tmp_path), bot_pause=60), base_url=HOME) as client:
        cards = checked(client)
        assert len(cards) == 20
        for card in cards:
            at = f"/api/matches/{card['id']}"
            state = client.get(at).json()
            assert "error" not in state, (card, state)
            stopped = card["stopped"]
            assert state.get("stopped") == stopped
            last = stopped["ply"] if stopped else card["plies"]
            assert state["plies"] == last
            assert last <= card["plies"]
            if stopped:
                assert stopped["plies"] == card["plies"] > last
                assert stopped["why"].startswith(f"Entry {last + 1} of the log")
                assert state["decision"] is None
                assert (state["over"], state["result"]) == (card["over"], card["result"])
            for ply in (0, last // 2, last):
                assert client.get(f"{at}/at/{ply}").json()["ply"] == ply
                assert client.get(f"{at}/scene?ply={ply}").status_code == 200
            assert client.get(f"{at}/at/{last + 1}").status_code == 404
            for what in ("scene", "log", "series", "setup", "thumbnail", "record"):
                assert client.get(f"{at}/{what}").status_code == 200, what
            branch = client.post(f"{at}/branch", json={"ply": last})
            assert branch.status_code == 201, branch.text
            new = branch.json()
            assert "stopped" not in new
            assert new["plies"] >= last
            assert new["over"] or new["decision"]


def changed_rules(address: str, match_id: str, entry: int) -> None:
    """Make a stored match look as if it was played under other rules, which allowed an entry that these refuse."""
    store = Store(address)
    saved = store.matches.get(match_id)
    assert saved is not None
    record = Record.from_json(saved.record)
    record.rules, record.log[entry] = "0", "step south 9"
    with store.database.engine.begin() as connection:
        values = {"record": record.to_json(), "checked": "0"}
        connection.execute(sa.update(MATCHES).where(MATCHES.c.id == match_id).values(**values))
    store.close()


def server(address: str) -> TestClient:
    return TestClient(create_app(address, bot_pause=60), base_url=HOME)


def test_a_game_that_the_rules_stop_is_shown_as_it_was_left(tiny: str, address: str) -> None:
    with server(address) as client:
        over = finished(client, begun(client, tiny, options={"length": 1}))
        state = played(client, played(client, begun(client, tiny), "step north 1"), "rest")
        ids = [over["id"], state["id"]]
        series = {one: client.get(f"/api/matches/{one}/series").json() for one in ids}
        scenes = {one: client.get(f"/api/matches/{one}/scene").json() for one in ids}
        thumbnails = {one: client.get(f"/api/matches/{one}/thumbnail").json() for one in ids}
    for one in ids:
        changed_rules(address, one, 1)
    with server(address) as client:
        cards = {card["id"]: card for card in checked(client)}
        for then in (over, state):
            at = f"/api/matches/{then['id']}"
            now = client.get(at).json()
            assert cards[then["id"]]["stopped"] == now["stopped"]
            assert (now["stopped"]["ply"], now["stopped"]["plies"]) == (1, then["plies"])
            assert (now["picture"], now["left"]) == (then["picture"], True)
            assert (now["over"], now["result"], now["decision"]) == (then["over"], then["result"], None)
            assert client.get(f"{at}/series").json() == series[then["id"]]
            assert client.get(f"{at}/scene").json() == scenes[then["id"]]
            assert client.get(f"{at}/thumbnail").json() == thumbnails[then["id"]]
            assert client.get(f"{at}/at/1").json()["boards"] == 1
            assert client.get(f"{at}/at/2").status_code == 404
            with client.websocket_connect(f"ws://127.0.0.1:8642{at}/live") as tab:
                assert tab.receive_json()["state"]["stopped"] == now["stopped"]
            refused = client.post(f"{at}/actions", json={"text": "rest", "version": now["version"]})
            assert refused.status_code == 409
            assert "Entry 2 of the log, “step south 9”" in refused.json()["error"]
            branch = client.post(f"{at}/branch", json={"ply": 1}).json()
            assert played(client, branch, branch["decision"]["actions"][0]["text"])["plies"] > branch["plies"]


def test_what_is_kept_is_found_whatever_the_game_becomes(tiny: str, address: str) -> None:
    with server(address) as client:
        state = played(client, begun(client, tiny), "rest")
    store = Store(address)
    with store.database.engine.begin() as connection:
        connection.execute(
            sa.update(MATCHES).values(game="gone", record=sa.func.replace(MATCHES.c.record, tiny, "gone"))
        )
    store.close()
    with server(address) as client:
        (card,) = checked(client)
        assert card["stopped"]["ply"] == 0
        now = client.get(f"/api/matches/{state['id']}").json()
        assert now["picture"] == state["picture"]
        assert client.get(f"/api/matches/{state['id']}/scene").status_code == 200
        assert client.get(f"/api/matches/{state['id']}/series").status_code == 200
        assert client.get(f"/api/matches/{state['id']}/log").json() == {"events": []}
        assert client.post(f"/api/matches/{state['id']}/branch", json={"ply": 0}).status_code == 409


def test_those_who_hold_the_seats_play_on_with_their_keys_in_one_branch(tiny: str, address: str) -> None:
    with server(address) as client:
        state = begun(client, tiny, held=True)
        keys = {seat: {"authorization": f"Bearer {key}"} for seat, key in state["keys"].items()}
        first, second = keys.values()
        at = f"/api/matches/{state['id']}"
        for _ in range(3):
            now = client.get(at).json()
            holder = keys[client.get(at, headers=first).json()["decision"]["seat"]]
            now = client.get(at, headers=holder).json()
            text = now["decision"]["actions"][0]["text"]
            client.post(f"{at}/actions", json={"text": text, "version": now["version"]}, headers=holder)
    changed_rules(address, state["id"], 1)
    with server(address) as client:
        assert client.post(f"{at}/branch", json={"ply": 1}).status_code == 403
        there = client.post(f"{at}/branch", json={"ply": 0}, headers=first).json()
        also = client.post(f"{at}/branch", json={"ply": 1}, headers=second).json()
        assert (there["id"], there["plies"], there["held"]) == (also["id"], also["plies"], True)
        assert {there["viewer"], also["viewer"]} == set(keys)
        assert client.get(f"/api/matches/{there['id']}", headers={"authorization": "Bearer x"}).status_code == 403


def test_what_is_kept_beside_a_record_is_small_and_stored_once(address: str) -> None:
    with server(address) as client:
        for game in ("cauldron", "inferno", "barbarossa", "donnerschlag"):
            for _ in range(2):
                begun(client, game)
    store = Store(address)
    rows, looks = store.matches.rows(), store.matches.looks()
    store.close()
    assert len(looks) == 4
    assert all(len(scene) < 150_000 for scene in looks.values())
    for row in rows:
        assert len(row["last"]) < 10_000
        assert row["look"] in looks
        assert b'"picture":' in unpacked(row["last"], 1_000_000)


def test_a_game_that_the_rules_stop_is_renamed_deleted_and_restored(tiny: str, address: str) -> None:
    with server(address) as client:
        state = played(client, begun(client, tiny, name="Race"), "rest")
        held = begun(client, tiny, held=True)
        keys = [{"authorization": f"Bearer {key}"} for key in held["keys"].values()]
        for key in keys:
            first = {"text": "rest", "version": held["version"]}
            client.post(f"/api/matches/{held['id']}/actions", json=first, headers=key)
    for match in (state, held):
        changed_rules(address, match["id"], 0)
    with server(address) as client:
        checked(client)
        at, theirs = (f"/api/matches/{match['id']}" for match in (state, held))
        renamed = client.patch(at, json={"name": "Old race"}).json()
        assert (renamed["name"], renamed["stopped"]["ply"]) == ("Old race", 0)
        assert client.get(at).json()["name"] == "Old race"
        assert client.get(at).json()["version"] == state["version"] + 1
        assert "“Old race” cannot be opened" in client.post(f"{at}/undo", json={"version": 1}).json()["error"]
        card = next(card for card in client.get("/api/matches").json() if card["id"] == state["id"])
        assert (card["name"], card["stopped"]) == ("Old race", renamed["stopped"])
        assert client.patch(at, json={"name": "Taken"}, params={"seat": "*"}).status_code == 403
        refused = client.patch(at, json={"seats": {"north": "human"}, "name": "Mine"})
        assert (refused.status_code, "cannot be opened" in refused.json()["error"]) == (409, True)
        assert client.patch(theirs, json={"name": "Mine"}).status_code == 403
        assert client.patch(theirs, json={"name": "Ours"}, headers=keys[0]).json()["name"] == "Ours"
        assert client.delete(at).status_code == 204
        assert client.get(at).status_code == 404
        assert client.post(f"{at}/restore").json()["name"] == "Old race"


def test_a_saved_game_that_the_rules_stop_is_taken_in_as_a_branch(client: TestClient, tiny: str) -> None:
    state = played(client, played(client, begun(client, tiny), "step north 1"), "rest")
    record = client.get(f"/api/matches/{state['id']}/record").json()
    del record["checksum"]
    stopped = {**record, "rules": "0", "log": [*record["log"][:2], "step south 9"]}
    cards = len(client.get("/api/matches").json())
    refused = client.post("/api/records", json=stopped)
    assert refused.status_code == 422
    said = refused.json()
    assert said["error"].startswith("Entry 3 of the log, “step south 9”")
    assert said["holds"] == 2
    assert len(client.get("/api/matches").json()) == cards
    branch = client.post("/api/records", json=stopped, params={"branch": True})
    assert branch.status_code == 201, branch.text
    new = branch.json()
    assert [event for event in client.get(f"/api/matches/{new['id']}/log").json()["events"] if event["ply"] <= 1]
    saved = client.get(f"/api/matches/{new['id']}/record").json()
    assert saved["log"][:2] == record["log"][:2]
    assert saved["seed"] != record["seed"]
    assert client.post("/api/records", json=record, params={"branch": True}).json()["plies"] == state["plies"]
    for wrong in (
        {**stopped, "checksum": "0" * 32},
        {**stopped, "log": stopped["log"][2:]},
        {**record, "start": {"hidden": 7}},
    ):
        refused = client.post("/api/records", json=wrong, params={"branch": True})
        assert refused.status_code == 422
        assert "holds" not in refused.json()
