"""Held seats: a key a seat; whoever shows it is the seat, sees what it may see, and nobody else acts for it."""

import hashlib
import logging
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient, WebSocketDenialResponse
from starlette.websockets import WebSocketDisconnect

from mamayev.server import acting
from mamayev.server.app import create_app
from mamayev.server.routes import live as server_live

from .conftest import HOME, Json, begun

GAME = "skirmish"
SOCKETS = "ws://127.0.0.1:8642/api/matches"


class Table:
    """A held match, and the people at it."""

    def __init__(self, client: TestClient, state: Json) -> None:
        self.client, self.path, self.keys = client, f"/api/matches/{state['id']}", state["keys"]

    def ask(self, seat: str | None, method: str, rest: str = "", body: Any = None) -> Any:
        """An answer for a seat; None asks without a key."""
        headers = {} if seat is None else {"Authorization": f"Bearer {self.keys.get(seat, seat)}"}
        return self.client.request(method, self.path + rest, json=body, headers=headers)

    def state(self, seat: str | None = None) -> Json:
        answer = self.ask(seat, "GET")
        assert answer.status_code == 200, answer.text
        state: Json = answer.json()
        return state

    def act(self, seat: str | None, text: str) -> Any:
        return self.ask(seat, "POST", "/actions", {"text": text, "version": self.state()["version"]})

    def play(self, seat: str, text: str) -> Json:
        answer = self.act(seat, text)
        assert answer.status_code == 200, answer.text
        state: Json = answer.json()
        return state

    def finish(self) -> None:
        """Both sides do nothing until the game is over."""
        state = self.state()
        while not state["over"]:
            turn = {"text": "done", "version": state["version"]}
            answer = self.ask(state["decision"]["seat"], "POST", "/actions", turn)
            assert answer.status_code == 200, answer.text
            state = answer.json()


@pytest.fixture
def plain(address: str) -> Iterator[TestClient]:
    with TestClient(create_app(address, bot_pause=0.01), base_url=HOME) as client:
        yield client


def held(client: TestClient, **wanted: Any) -> Table:
    return Table(client, begun(client, GAME, held=True, **wanted))


def test_every_person_s_seat_gets_a_key_of_its_own(plain: TestClient) -> None:
    state = begun(plain, GAME, held=True)
    assert set(state["keys"]) == {"blue", "red"}
    assert len({*state["keys"].values(), *held(plain).keys.values()}) == 4
    assert all(len(key) >= 32 for key in state["keys"].values())
    assert state["held"]
    assert "viewer" not in state
    assert held(plain, seats={"red": "random"}).keys.keys() == {"blue"}
    assert "keys" not in begun(plain, GAME)


def test_a_key_is_the_seat_and_without_one_everybody_sees_the_same(plain: TestClient) -> None:
    table = held(plain)
    pieces = {seat: {p["id"] for p in table.state(seat)["picture"]["pieces"]} for seat in ("blue", "red", None)}
    assert {"?red"} == {name for name in pieces["blue"] if name.startswith("?")}
    assert {"?blue"} == {name for name in pieces["red"] if name.startswith("?")}
    assert {"?blue", "?red"} <= pieces[None]
    assert table.state("blue")["viewer"] == "blue"
    assert table.state("blue")["decision"]["actions"]
    assert table.state("red")["decision"]["actions"] == table.state()["decision"]["actions"] == []


@pytest.mark.parametrize("seat", ["blue", "red", "green"])
def test_a_seat_that_is_named_instead_of_held_is_refused(plain: TestClient, seat: str) -> None:
    table = held(plain)
    for key in (None, "blue"):
        answer = table.ask(key, "GET", f"?seat={seat}")
        assert answer.status_code == 403
        assert "key" in answer.json()["error"]
    assert table.ask("blue", "GET", "?seat=*").json() == table.state()


Call = tuple[str, str, Any]
ACTING: list[Call] = [
    ("POST", "/actions", {"text": "done", "version": 1}),
    ("POST", "/undo", {"version": 1}),
    ("POST", "/redo", {"version": 1}),
    ("POST", "/leave-lesson", {"version": 1}),
    ("POST", "/hint", {}),
    ("PATCH", "", {"name": "Mine"}),
    ("PATCH", "", {"seats": {"blue": "random"}}),
    ("DELETE", "", None),
    ("POST", "/restore", None),
]
CLOSED: list[Call] = [("GET", "/record", None), ("GET", "/setup", None), ("POST", "/branch", {"ply": 0})]
LOOKING: list[Call] = [
    ("GET", "", None),
    ("GET", "/log", None),
    ("GET", "/scene", None),
    ("GET", "/at/0", None),
    ("GET", "/series", None),
    ("POST", "/why", {"verb": "move"}),
]


def test_without_a_key_nobody_acts(plain: TestClient) -> None:
    table = held(plain)
    before = table.state("blue")
    for method, rest, body in ACTING:
        answer = table.ask(None, method, rest, body)
        assert answer.status_code == 403, (method, rest)
        assert set(answer.json()) == {"error"}, (method, rest)
        assert table.state("blue") == before, (method, rest)


@pytest.mark.parametrize("key", ["wrong", "", "x" * 500, "schlüssel"])
def test_a_wrong_key_opens_nothing(plain: TestClient, key: str) -> None:
    table = held(plain)
    before = table.state("blue")
    headers = {b"Authorization": f"Bearer {key}".encode()}
    for method, rest, body in ACTING + CLOSED + LOOKING:
        answer = plain.request(method, table.path + rest, json=body, headers=headers)
        refused = (403, {"error": "This key does not open a seat of this match."})
        assert (answer.status_code, answer.json()) == refused, (method, rest)
    assert table.state("blue") == before


def test_a_key_opens_its_own_match_only(plain: TestClient) -> None:
    one, other = held(plain), held(plain)
    answer = plain.get(other.path, headers={"Authorization": f"Bearer {one.keys['blue']}"})
    assert answer.status_code == 403


def test_a_proxy_s_own_password_is_no_key(plain: TestClient) -> None:
    answer = plain.get(held(plain).path, headers={"Authorization": "Basic dXNlcjpwYXNz"})
    assert (answer.status_code, "viewer" in answer.json()) == (200, False)


@pytest.mark.parametrize("seat", ["blue", "red", None])
@pytest.mark.parametrize(("method", "rest", "body"), CLOSED)
def test_seed_log_and_branches_open_when_the_match_is_over(
    plain: TestClient, method: str, rest: str, body: Any, seat: str | None
) -> None:
    table = held(plain, seed=7_316_529_048)
    answer = table.ask(seat, method, rest, body)
    assert answer.status_code == 403
    assert "is not available until the game is over" in answer.json()["error"]
    table.finish()
    assert table.ask(seat, method, rest, body).status_code in (200, 201)
    assert "7316529048" in table.ask(seat, "GET", "/record").text


def test_nobody_plays_for_another_seat(plain: TestClient) -> None:
    table = held(plain)
    answer = table.act("red", "done")
    assert (answer.status_code, answer.json()["field"]) == (409, "seat")
    table.play("blue", "done")
    assert table.act("blue", "done").status_code == 409
    table.play("red", "done")


def test_a_seat_takes_back_its_own_last_decisions_only(plain: TestClient) -> None:
    table = held(plain)
    table.play("blue", "move blue-rifles 0201")
    after = table.play("blue", "done")
    assert after["undo"] == {"free": 2, "practice": 2, "redo": 0}
    assert table.state("red")["undo"]["free"] == table.state()["undo"]["free"] == 0
    version = {"version": after["version"]}
    assert table.ask("red", "POST", "/undo", version).status_code == 409
    back = table.ask("blue", "POST", "/undo", version).json()
    assert (back["decision"]["seat"], back["undo"]["free"], back["undo"]["redo"]) == ("blue", 1, 1)
    assert back["practice_used"] == 0
    assert table.state("red")["undo"]["redo"] == 0
    assert table.ask("red", "POST", "/redo", {"version": back["version"]}).status_code == 409
    assert table.ask("blue", "POST", "/redo", {"version": back["version"]}).json()["decision"]["seat"] == "red"
    table.play("red", "done")
    for body in ({}, {"practice": True}, {"to": 0}, {"to": 0, "practice": True}):
        answer = table.ask("blue", "POST", "/undo", {"version": table.state()["version"], **body})
        assert (answer.status_code, answer.json()["field"]) == (409, "undo")


def test_no_seat_plays_more_than_its_share_of_the_longest_game(
    plain: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(acting, "LONGEST_LOG", 4)
    table = held(plain)
    table.play("blue", "move blue-rifles 0201")
    after = table.play("blue", "done")
    table.play("red", "done")
    while table.state()["decision"]["seat"] == "red":
        table.play("red", "done")
    refused = table.act("blue", "done")
    assert (refused.status_code, refused.json()["field"]) == (409, "text")
    assert "resign" in refused.json()["error"]
    assert after["plies"] < table.state()["plies"]
    assert table.ask("blue", "POST", "/resign", {"version": table.state()["version"]}).json()["over"]


def test_a_seat_that_undoes_its_own_actions_can_play_again(plain: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(acting, "LONGEST_LOG", 2)
    table = held(plain)
    after = table.play("blue", "move blue-rifles 0201")
    assert table.act("blue", "done").status_code == 409
    assert table.ask("blue", "POST", "/undo", {"version": after["version"]}).status_code == 200
    table.play("blue", "done")
    table.play("red", "done")


def test_no_open_game_gets_longer_than_a_saved_game_may_be(plain: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    state = begun(plain, GAME)
    monkeypatch.setattr(acting, "LONGEST_LOG", state["plies"] + 1)
    path = f"/api/matches/{state['id']}"
    state = plain.post(f"{path}/actions", json={"text": "done", "version": state["version"]}).json()
    refused = plain.post(f"{path}/actions", json={"text": "done", "version": state["version"]})
    assert (refused.status_code, refused.json()["field"]) == (409, "text")
    assert plain.post(f"{path}/undo", json={"version": state["version"], "practice": True}).status_code == 200


def test_nothing_is_taken_back_from_a_match_whose_record_is_open(plain: TestClient) -> None:
    table = held(plain)
    table.finish()
    version = {"version": table.state()["version"]}
    assert table.state("red")["undo"]["free"] == 0
    for seat in ("blue", "red"):
        answer = table.ask(seat, "POST", "/undo", version)
        assert (answer.status_code, answer.json()["field"]) == (409, "undo")


def test_alone_against_bots_nobody_is_asked(plain: TestClient) -> None:
    table = held(plain, seats={"red": "captain"})
    before = table.state("blue")
    after = table.play("blue", "move blue-rifles 0201")
    assert table.ask("blue", "POST", "/undo", {"version": after["version"]}).json()["picture"] == before["picture"]


def test_a_seat_is_given_away_only_by_its_holder(plain: TestClient) -> None:
    table = held(plain)
    assert table.ask("blue", "PATCH", "", {"seats": {"red": "random"}}).status_code == 403
    assert table.ask("red", "PATCH", "", {"seats": {"red": "random"}}).json()["seats"]["red"] == "random"
    assert table.ask("red", "PATCH", "", {"seats": {"red": "human"}}).json()["viewer"] == "red"
    bot = held(plain, seats={"red": "random"})
    assert bot.ask("blue", "PATCH", "", {"seats": {"red": "human"}}).status_code == 403
    assert bot.ask("blue", "PATCH", "", {"seats": {"red": "captain"}}).json()["seats"]["red"] == "captain"


def test_a_held_match_is_deleted_when_it_is_over_and_by_a_player(plain: TestClient) -> None:
    table = held(plain)
    assert table.ask("blue", "DELETE").status_code == 409
    table.finish()
    assert table.ask(None, "DELETE").status_code == 403
    assert table.ask("blue", "DELETE").status_code == 204
    assert table.ask(None, "POST", "/restore").status_code == 403
    assert table.ask("red", "POST", "/restore").json()["viewer"] == "red"


@pytest.mark.parametrize(
    ("wanted", "reason"),
    [
        ({"dice": "hand"}, "the computer must roll and draw"),
        ({"seats": {"blue": "random", "red": "random"}}, "no seat needs a key"),
        ({"lesson": "first-fight"}, "one person"),
    ],
)
def test_what_cannot_be_held_is_refused(plain: TestClient, wanted: Json, reason: str) -> None:
    answer = plain.post("/api/matches", json={"game": GAME, "held": True, **wanted})
    assert (answer.status_code, answer.json()["field"]) == (422, "held")
    assert reason in answer.json()["error"]


def test_the_list_of_games_says_which_are_held(plain: TestClient) -> None:
    open_table, table = begun(plain, GAME), held(plain)
    cards = {card["id"]: (card["held"], card["to_move"]) for card in plain.get("/api/matches").json()}
    mover = table.state()["decision"]["seat"]
    assert cards == {open_table["id"]: (False, "blue"), table.path.rpartition("/")[2]: (True, mover)}


def test_everybody_s_eyes_at_an_open_table(plain: TestClient) -> None:
    state = begun(plain, GAME)
    path = f"/api/matches/{state['id']}"
    public = plain.get(f"{path}?seat=*").json()
    assert "viewer" not in public
    assert {"?blue", "?red"} <= {piece["id"] for piece in public["picture"]["pieces"]}
    assert plain.post(f"{path}/actions?seat=*", json={"text": "done", "version": 1}).status_code == 403


# ------------------------------------------------------------------ keeping keys


def test_keys_are_stored_hashed_and_hold_after_a_restart(address: str, tmp_path: Path) -> None:
    with TestClient(create_app(address), base_url=HOME) as client:
        table = held(client)
        before = table.state("red")
    kept = b"".join(file.read_bytes() for file in tmp_path.glob("games.sqlite*"))
    assert [key.encode() in kept for key in table.keys.values()] == [False, False]
    assert all(hashlib.sha256(key.encode()).hexdigest().encode() in kept for key in table.keys.values())
    with TestClient(create_app(address), base_url=HOME) as client:
        table.client = client
        assert table.state("red") == before
        assert table.act(None, "done").status_code == 403
        table.play("blue", "done")


def test_no_key_is_in_any_log_line_or_answer_but_the_first(plain: TestClient, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    table = held(plain)
    told = [table.ask(seat, *call).text for seat in ("blue", None) for call in LOOKING + CLOSED + ACTING]
    with plain.websocket_connect(f"{SOCKETS}{table.path[12:]}/live") as tab:
        tab.send_json({"key": table.keys["red"]})
        told.append(tab.receive_text())
    told += [plain.get("/api/matches").text, *(record.getMessage() for record in caplog.records)]
    told += [str(record.exc_text) for record in caplog.records]
    assert [key for key in table.keys.values() if any(key in text for text in told)] == []


def test_a_database_from_before_there_were_keys_opens(tmp_path: Path) -> None:
    file = tmp_path / "old.sqlite"
    with sqlite3.connect(file) as database:
        database.executescript((Path(__file__).parent / "games-0001.sql").read_text(encoding="utf-8"))
    database.close()
    with TestClient(create_app(f"sqlite:///{file}"), base_url=HOME) as client:
        cards = {card["name"]: card for card in client.get("/api/matches").json()}
        assert {name: (card["plies"], card["held"]) for name, card in cards.items()} == {
            "At the village": (3, False),
            "A winter": (28, False),
        }
        for card in cards.values():
            path = f"/api/matches/{card['id']}"
            state = client.get(path).json()
            assert state["viewer"] == state["decision"]["seat"]
            assert client.get(f"{path}/record").status_code == 200
        redone = client.post(f"/api/matches/{cards['At the village']['id']}/redo", json={"version": 4})
        assert redone.json()["decision"]["seat"] == "red"


# ------------------------------------------------------------------ live


def live(table: Table, query: str = "") -> str:
    return f"{SOCKETS}{table.path[12:]}/live{query}"


def test_a_tab_shows_its_key_first_and_sees_as_its_seat(plain: TestClient) -> None:
    table = held(plain)
    with plain.websocket_connect(live(table)) as red, plain.websocket_connect(live(table)) as watcher:
        red.send_json({"key": table.keys["red"]})
        watcher.send_json({"key": None})
        assert red.receive_json() == {"version": 1, "state": table.state("red")}
        assert watcher.receive_json() == {"version": 1, "state": table.state()}
        after = table.play("blue", "move blue-rifles 0201")
        news = red.receive_json()["state"]
        assert (news["viewer"], news["version"]) == ("red", after["version"])
        assert "viewer" not in watcher.receive_json()["state"]


def test_a_tab_that_says_nothing_only_watches(plain: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server_live, "PATIENCE", 0.05)
    table = held(plain)
    with plain.websocket_connect(live(table)) as tab:
        assert tab.receive_json()["state"] == table.state()


@pytest.mark.parametrize("said", ['{"key": "wrong"}', "nonsense", "[]", '{"key": 7}', "[" * 5000, ""])
def test_a_tab_with_a_wrong_key_is_closed(plain: TestClient, said: str) -> None:
    with plain.websocket_connect(live(held(plain))) as tab:
        tab.send_text(said)
        with pytest.raises(WebSocketDisconnect) as closed:
            tab.receive_json()
    assert closed.value.code == 1008
    assert "key" in closed.value.reason


def test_a_tab_cannot_name_its_seat(plain: TestClient) -> None:
    with pytest.raises(WebSocketDenialResponse) as denied, plain.websocket_connect(live(held(plain), "?seat=blue")):
        pytest.fail("the socket was accepted")
    assert denied.value.status_code == 403


def test_a_tab_that_leaves_before_it_says_anything_is_no_failure(
    plain: TestClient, caplog: pytest.LogCaptureFixture
) -> None:
    table = held(plain)
    with plain.websocket_connect(live(table)):
        pass
    assert table.state()["version"] == 1
    assert [record for record in caplog.records if record.levelno >= logging.ERROR] == []
