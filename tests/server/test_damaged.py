"""Damage in the database: every other game is untouched, what is left can be had, and what can be made anew is."""

from pathlib import Path
from typing import Any

import sqlalchemy as sa
from starlette.testclient import TestClient

from mamayev.server import backup, doctor
from mamayev.server.app import create_app
from mamayev.server.store import Store
from mamayev.server.store.tables import MATCHES

from .conftest import HOME, begun, finished, played


def server(address: str) -> TestClient:
    return TestClient(create_app(address, bot_pause=60), base_url=HOME)


def damage(address: str, match_id: str, **columns: Any) -> None:
    """Write into the row of a match."""
    store = Store(address)
    with store.database.engine.begin() as connection:
        connection.execute(sa.update(MATCHES).where(MATCHES.c.id == match_id).values(**columns))
    store.close()


def test_damaged_rows_are_listed_told_and_repaired(tiny: str, address: str) -> None:
    with server(address) as client:
        whole = played(client, begun(client, tiny, name="Whole"), "rest")
        broken, undone, old, seats = (begun(client, tiny, name=name) for name in ("Torn", "Undone", "Old", "Seats"))
    damage(address, broken["id"], record='{"mamayev":1,"ga')
    damage(address, undone["id"], undone="[[")
    damage(address, old["id"], headline="Turn 99", plies=-1)
    damage(address, seats["id"], seats='{"north":7}')
    with server(address) as client:
        cards = {card["name"]: card for card in client.get("/api/matches").json()}
        assert len(cards) == 5
        assert cards["Torn"]["damaged"] == "This game is damaged in the database: it is incomplete."
        assert [card["name"] for card in cards.values() if card["damaged"]] == ["Torn"]
        assert played(client, whole, "rest")["version"] == 3
        told = client.get(f"/api/matches/{undone['id']}")
        assert told.status_code == 409
        assert (
            "“Undone” is damaged in the database: the list of undone decisions cannot be read (it"
            in told.json()["error"]
        )
        assert client.get(f"/api/matches/{seats['id']}").status_code == 409
        for state in (broken, undone, seats):
            assert client.get(f"/api/matches/{state['id']}/record").status_code == 200
        assert client.get(f"/api/matches/{broken['id']}/record").text == '{"mamayev":1,"ga'
    store = Store(address)
    found = {finding.name: finding for finding in doctor.examine(store)}
    assert {name for name, finding in found.items() if finding.mends} == {"Undone", "Old"}
    assert found["Torn"].sentence == "This is not a saved game: it is incomplete."
    assert found["Old"].sentence == "Its state differs from the list: headline, plies."
    assert found["Seats"].sentence.startswith("The list of players cannot be read: “")
    with server(address) as client:
        played(client, whole | {"version": 3}, "rest")
    stale = [f._replace(match=whole["id"], version=3) for f in found.values()]
    assert doctor.repair(store, stale) == []
    assert len(doctor.repair(store, list(found.values()))) == 2
    assert {finding.name for finding in doctor.examine(store)} == {"Torn", "Seats"}
    store.close()
    with server(address) as client:
        assert played(client, undone, "rest")["version"] == 2
        assert client.delete(f"/api/matches/{broken['id']}").status_code == 204
        assert {card["name"] for card in client.get("/api/matches").json()} == {"Whole", "Undone", "Old", "Seats"}


def test_bytes_that_are_no_text_are_handed_out_as_they_are(tiny: str, address: str) -> None:
    with server(address) as client:
        broken, whole = begun(client, tiny), begun(client, tiny)
    store = Store(address)
    with store.database.engine.begin() as connection:
        connection.exec_driver_sql(
            "UPDATE matches SET record = CAST(X'7B22FF' AS TEXT), name = CAST(X'52FF' AS TEXT) WHERE id = ?",
            (broken["id"],),
        )
    store.close()
    with server(address) as client:
        cards = {card["id"]: card for card in client.get("/api/matches").json()}
        assert (cards[broken["id"]]["name"], cards[whole["id"]]["damaged"]) == ("R?", "")
        assert "is not UTF-8 text" in cards[broken["id"]]["damaged"]
        assert client.get(f"/api/matches/{broken['id']}/record").content == b'{"\xff'
        left = client.get(f"/api/matches/{broken['id']}").json()
        assert (left["picture"], left["decision"]) == (broken["picture"], None)
        assert "is not UTF-8 text" in left["stopped"]["why"]


def test_a_backup_is_taken_in_elsewhere_and_goes_on(tiny: str, address: str, tmp_path: Path) -> None:
    with server(address) as client:
        state = played(client, begun(client, tiny, name="Race"), "step north 1")
        over = finished(client, begun(client, tiny, options={"length": 1}))
        gone = begun(client, tiny)
        client.delete(f"/api/matches/{gone['id']}")
        cards = client.get("/api/matches").json()
    file, elsewhere = tmp_path / "all.jsonl", f"sqlite:///{tmp_path / 'elsewhere.sqlite'}"
    store, other = Store(address), Store(elsewhere)
    store.chat.say(state["id"], "north", "Good luck!")
    assert backup.export(store, file) == (3, 1, 0)
    assert backup.take_in(other, file) == (3, 1, 0)
    assert backup.take_in(other, file) == (0, 0, 3)
    again = tmp_path / "again.jsonl"
    backup.export(other, again)
    assert again.read_bytes().splitlines()[1:-1] == file.read_bytes().splitlines()[1:-1]
    assert other.chat.lines(state["id"])[0].text == "Good luck!"
    store.close()
    other.close()
    with server(elsewhere) as client:
        assert client.get("/api/matches").json() == cards
        assert client.get(f"/api/matches/{over['id']}").json()["result"] == over["result"]
        assert client.post(f"/api/matches/{gone['id']}/restore").status_code == 200
        assert played(client, state, "rest")["version"] == 3
