"""Setting a match up: what is offered, folders of one's own; dice by hand and their correction."""

import json
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from starlette.testclient import TestClient
from tests.games.mirrored import ours

from mamayev.engine.registry import find, names
from mamayev.server import backup, doctor
from mamayev.server.apart import Apart
from mamayev.server.app import create_app
from mamayev.server.store import Store, shared
from mamayev.server.store.tables import COMPONENTS, MATCHES

from .conftest import HOME, Json, New, begun, played
from .test_seats import until

OWN = [name for name in names() if find(name).component_files]


def test_what_is_offered_is_said_in_words(client: TestClient, tiny: str) -> None:
    info = next(game for game in client.get("/api/games").json() if game["name"] == tiny)
    assert info["options"][0]["labels"] == ["1", "2", "3", "4", "5"]
    assert info["bot_docs"]["eager"] == "Steps whenever it can."
    assert set(info["edition_docs"]) == {"first", "second"}
    assert info["component_files"] == ["fields.toml"]


def test_a_match_tells_how_it_was_set_up(client: TestClient, new: New) -> None:
    state = new(edition="second", options={"length": 2}, seed=77, dice="hand")
    assert client.get(f"/api/matches/{state['id']}/setup").json() == {
        "edition": "second",
        "options": {"length": 2, "wind": False},
        "seed": 77,
        "dice": "hand",
    }
    assert client.get("/api/matches/0123456789abcdef/setup").status_code == 404


def own_files(game: str, folder: Path) -> dict[str, str]:
    """The component files that a game writes, by name."""
    export = find(game).export_components
    assert export is not None
    return {file.name: file.read_text(encoding="utf-8") for file in export(folder)}


@pytest.mark.parametrize("game", OWN)
def test_components_of_ones_own_are_kept_exported_and_imported(game: str, address: str, tmp_path: Path) -> None:
    files = own_files(game, tmp_path)
    with TestClient(create_app(address), base_url=HOME) as client:
        checked = client.post(f"/api/games/{game}/components", json={"files": files}).json()["files"]
        assert [(one["name"], one["given"], one["problem"]) for one in checked] == [
            (name, True, "") for name in find(game).component_files
        ]
        assert all(one["entries"] > 0 for one in checked)
        state = begun(client, game, components=files)
        assert client.get(f"/api/matches/{state['id']}/setup").json()["components"] == list(files)
        record = client.get(f"/api/matches/{state['id']}/record").json()
        assert record["components"] == files
        taken_in = client.post("/api/records", json=record)
        assert taken_in.status_code == 201
        assert taken_in.json()["picture"] == state["picture"]
    with TestClient(create_app(address), base_url=HOME) as client:
        assert client.get(f"/api/matches/{state['id']}").json() == state


@pytest.mark.parametrize("game", OWN[:1])
def test_components_are_stored_once_and_lost_ones_told(game: str, address: str, tmp_path: Path) -> None:
    files = own_files(game, tmp_path)
    store, table = Store(address), MATCHES.c
    rows = sa.select(table.record, table.components, COMPONENTS.c.hash).join(COMPONENTS, sa.true())

    def stored() -> list[Any]:
        with store.database.engine.connect() as connection:
            return list(connection.execute(rows).all())

    def change(query: Any) -> None:
        with store.database.engine.begin() as connection:
            connection.execute(query)

    with TestClient(create_app(address), base_url=HOME) as client:
        one, two = (begun(client, game, components=files) for _ in range(2))
        one = played(client, one, one["decision"]["actions"][0]["text"])
        assert [len(row.record) < 5000 and row.components == row.hash for row in stored()] == [True, True]
        whole = client.get(f"/api/matches/{two['id']}/record").text
        assert json.loads(whole)["components"] == files
    # As an older program has stored it.
    change(sa.update(MATCHES).where(table.id == two["id"]).values(record=whole, components=None, to_move=None))
    assert [(f.grave, "older version of the program" in f.sentence) for f in doctor.examine(store)] == [(False, True)]
    elsewhere = Store(f"sqlite:///{tmp_path / 'elsewhere.sqlite'}")
    backup.export(store, tmp_path / "all.jsonl")
    assert backup.take_in(elsewhere, tmp_path / "all.jsonl").games == 2
    assert [row["record"] for row in elsewhere.matches.rows()] == [row["record"] for row in store.matches.rows()]
    elsewhere.close()
    with TestClient(create_app(address), base_url=HOME) as client:
        played(client, two, two["decision"]["actions"][0]["text"])
        assert [row.components == row.hash for row in stored()] == [True, True]
        assert doctor.examine(store) == []
    # Those of games that are there stay, however long nobody has begun one on them.
    change(sa.update(COMPONENTS).values(used="2020-01-01"))
    change(sa.update(MATCHES).where(table.id == two["id"]).values(deleted_at="2020-01-01"))
    Store(address).close()
    assert len(stored()) == 1
    change(sa.delete(COMPONENTS))
    with TestClient(create_app(address), base_url=HOME) as client:
        told = client.get(f"/api/matches/{one['id']}")
        assert (told.status_code, "own map, cards and counters are missing" in told.json()["error"]) == (409, True)
        assert client.get(f"/api/matches/{one['id']}/record").json()["log"]
        assert len(client.get("/api/matches").json()) == 1
    assert [f.sentence for f in doctor.examine(store)] == [
        "It is damaged in the database: its own map, cards and counters are missing."
    ]
    store.close()


def test_what_another_server_removes_meanwhile_is_stored_again(address: str) -> None:
    store, own = Store(address), Apart("{}", "0" * 32, "files")
    rows = sa.select(COMPONENTS.c.files, COMPONENTS.c.used > "2020-01-01")

    def removed(connection: sa.Connection, _cursor: Any, statement: str, *_: Any) -> None:
        if statement.startswith("UPDATE components"):
            connection.execute(sa.delete(COMPONENTS))

    def begin(connection: sa.Connection) -> list[Any]:
        shared.keep_files(connection, own)
        return [tuple(row) for row in connection.execute(rows)]

    assert store.database.write(begin) == [("files", True)]
    store.database.write(lambda connection: connection.execute(sa.update(COMPONENTS).values(used="2020-01-01")))
    sa.event.listen(store.database.engine, "before_cursor_execute", removed)
    assert store.database.write(begin) == [("files", True)]
    store.close()


@pytest.mark.parametrize("game", OWN)
def test_a_mistake_in_components_is_named_by_file(game: str, address: str, tmp_path: Path) -> None:
    files = own_files(game, tmp_path)
    with TestClient(create_app(address), base_url=HOME) as client:
        for name in files:
            broken = {**files, name: "{[\n"}
            answer = client.post("/api/matches", json={"game": game, "components": broken})
            assert (answer.status_code, name in answer.json()["error"]) == (422, True)
            checked = client.post(f"/api/games/{game}/components", json={"files": broken}).json()["files"]
            assert [one["name"] for one in checked if one["problem"]] == [name]
        for wrong in ({}, {"../elsewhere.toml": "x"}, {"rules.toml": "x"}):
            for path, body in (
                ("/api/matches", {"game": game, "components": wrong}),
                (f"/api/games/{game}/components", {"files": wrong}),
            ):
                answer = client.post(path, json=body)
                assert (answer.status_code, answer.json()["field"]) == (422, "components"), (path, wrong)
        assert client.get("/api/matches").json() == []


# ------------------------------------------------------------------ dice and cards by hand


def corrected(client: TestClient, state: Json, to: int, **more: bool) -> Json:
    """The State after everything since a ply was taken back."""
    body = {"version": state["version"], "to": to, **more}
    answer = client.post(f"/api/matches/{state['id']}/undo", json=body)
    assert answer.status_code == 200, answer.text
    found: Json = answer.json()
    return found


def test_a_roll_by_hand_says_beforehand_what_each_face_would_give(client: TestClient, new: New) -> None:
    decision = played(client, new(dice="hand"), "step north 1")["decision"]
    assert decision["chance"]["modifiers"] == [{"value": 0, "text": "bonus", "clauses": ["TINY-CARD-01"]}]
    assert [(action["total"], action["result"]) for action in decision["actions"][:2]] == [(1, "back"), (2, "on")]


def test_a_wrong_entry_is_corrected_without_practice(client: TestClient, new: New) -> None:
    state = new(dice="hand")
    assert "entry" not in state["undo"]
    for text in ("step north 1", "die 1"):
        state = played(client, state, text)
    assert state["undo"]["entry"] == 1
    state = corrected(client, state, 1)
    assert state["decision"]["seat"] == "chance"
    state = played(client, state, "die 6")
    assert [piece["at"] for piece in state["picture"]["pieces"]] == ["1", "0"]
    assert state["practice_used"] == 0


def test_a_correction_takes_what_followed_back_too(client: TestClient, new: New) -> None:
    state = new(dice="hand")
    for text in ("step north 1", "die 1", "rest", "card 2", "rest"):
        state = played(client, state, text)
    refused = client.post(f"/api/matches/{state['id']}/undo", json={"version": state["version"], "to": 1})
    assert (refused.status_code, refused.json()["field"]) == (409, "to")  # another seat has decided since
    state = corrected(client, state, 1, practice=True)
    assert (state["plies"], state["decision"]["seat"], state["undo"]["redo"]) == (1, "chance", 4)


def test_a_correction_takes_a_bots_decision_back_too(client: TestClient, new: New) -> None:
    state = new(dice="hand", seats={"south": "eager"})
    for text in ("step north 1", "die 1"):
        state = played(client, state, text)
    state = until(client, state, lambda now: now["decision"]["seat"] == "chance")
    assert state["plies"] == 3
    state = corrected(client, state, 1, practice=True)
    assert (state["plies"], state["decision"]["seat"]) == (1, "chance")


def test_the_computers_dice_are_not_corrected(client: TestClient, new: New) -> None:
    state = played(client, new(), "step north 1")
    assert "entry" not in state["undo"]
    refused = client.post(f"/api/matches/{state['id']}/undo", json={"version": state["version"], "to": 0})
    assert refused.status_code == 409
    assert "practice mode" in refused.json()["error"]


@pytest.mark.parametrize("game", OWN[:1])
def test_a_game_goes_on_on_another_board(game: str, address: str, tmp_path: Path) -> None:
    """The branch has the position and the board; a board that bars it is told, and no game is begun."""
    files = own_files(game, tmp_path)
    name = next(iter(files))
    own = {name: f"# Mine\n{files[name]}"}
    with TestClient(create_app(address), base_url=HOME) as client:
        state = begun(client, game)
        path, ply = f"/api/matches/{state['id']}", state["plies"]
        other = client.post(f"{path}/branch", json={"ply": ply, "components": own})
        assert other.status_code == 201, other.text
        branch = other.json()
        assert client.get(f"/api/matches/{branch['id']}/setup").json()["components"] == [name]
        record = client.get(f"/api/matches/{branch['id']}/record").json()
        assert record["boards"] == [{"ply": ply, "files": own}]
        assert client.post("/api/records", json=record).status_code == 201
        count = len(client.get("/api/matches").json())
        for wrong in ("/etc", {name: "]["}, {"../map.toml": "a = 1"}, {}):
            refused = client.post(f"{path}/branch", json={"ply": ply, "components": wrong})
            assert refused.status_code == 422
            assert refused.json()["error"].endswith(".")
        assert len(client.get("/api/matches").json()) == count
    with TestClient(create_app(address), base_url=HOME) as client:
        assert client.get(f"/api/matches/{branch['id']}").json() == branch


def test_what_was_played_before_is_seen_on_the_board_of_then(address: str) -> None:
    """Tables, scene and small board of an earlier moment are those of the board before the change."""
    text = ours("donnerschlag")["map.toml"]
    own = {"map.toml": text.replace('3605 = "Kotelnikovo"', '3605 = "Station"')}
    with TestClient(create_app(address), base_url=HOME) as client:
        state = begun(client, "donnerschlag")
        state = played(client, state, state["decision"]["actions"][0]["text"])
        ply = state["plies"]
        assert ply > 0
        before = client.get(f"/api/matches/{state['id']}/scene").json()
        branch = client.post(f"/api/matches/{state['id']}/branch", json={"ply": ply, "components": own}).json()
        path = f"/api/matches/{branch['id']}"
        assert client.get(f"{path}/scene?ply={ply - 1}").json() == before
        after = client.get(f"{path}/scene").json()
        assert "Station" in {space["name"] for space in after["spaces"]} - {space["name"] for space in before["spaces"]}
        assert client.get(f"{path}/scene?ply={branch['plies']}").json() == after
        assert [client.get(f"{path}/at/{n}").json()["boards"] for n in (0, ply - 1, ply)] == [1, 1, 0]
        assert client.get(f"{path}/scene?ply={branch['plies'] + 1}").status_code == 200
        assert client.get(f"{path}/at/{branch['plies'] + 1}").status_code == 404
