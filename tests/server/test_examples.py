"""Worked examples over the API: read by everybody, changed by nobody, played on as a game of one's own."""

from typing import Any

import pytest
from starlette.testclient import TestClient

from .conftest import HOME

AT = "/api/matches/example.tiny.half-a-race"


def test_they_are_listed_with_the_rules(client: TestClient) -> None:
    race, field = client.get("/api/games/tiny/rules").json()["examples"]
    assert race == {
        "name": "half-a-race",
        "title": "A race to the card",
        "source": "Rulebook, 2",
        "clauses": ["TINY-GO-01", "TINY-CARD-01", "TINY-GO-02"],
    }
    assert (field["still"], field["text"]) == ("It names no runner.", ["Half a field is no field."])


def test_one_is_read_step_by_step(client: TestClient) -> None:
    state = client.get(AT).json()
    assert state["example"]["title"] == "A race to the card"
    assert state["seats"]["north"] == "human"
    steps = state["example"]["steps"]
    assert state["plies"] == steps[-1]["ply"]
    assert state["undo"] == {"free": 0, "practice": 0, "redo": 0}
    for step in steps:
        assert client.get(f"{AT}/at/{step['ply']}").json()["ply"] == step["ply"]
    assert client.get(f"{AT}/log").json()["events"]
    assert client.get(f"{AT}/scene").status_code == 200
    assert client.get("/api/matches").json() == [], "it is no game of anybody"


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("POST", "/actions", {"text": "rest", "version": 1}),
        ("POST", "/undo", {"version": 1, "practice": True}),
        ("POST", "/redo", {"version": 1}),
        ("POST", "/hint", {}),
        ("POST", "/leave-lesson", {"version": 1}),
        ("PATCH", "", {"name": "mine"}),
    ],
)
def test_nobody_changes_it(client: TestClient, method: str, path: str, body: dict[str, Any]) -> None:
    before = client.get(AT).json()
    answer = client.request(method, f"{AT}{path}", json=body)
    assert answer.status_code == 403
    assert answer.json()["error"] == "This is a worked example. To change it, play on from one of its steps."
    assert client.get(AT).json() == before
    assert client.delete(AT).status_code == 404


def test_it_is_played_on_as_a_game_of_ones_own(client: TestClient) -> None:
    ply = client.get(AT).json()["example"]["steps"][2]["ply"]
    answer = client.post(f"{AT}/branch", json={"ply": ply})
    assert answer.status_code == 201
    state = answer.json()
    assert "example" not in state
    assert [one["id"] for one in client.get("/api/matches").json()] == [state["id"]]
    log = [(e["kind"], e["text"]) for e in client.get(f"{AT}/log").json()["events"] if e["ply"] < ply]
    mine = client.get(f"/api/matches/{state['id']}/log").json()["events"]
    assert [(e["kind"], e["text"]) for e in mine if e["ply"] < ply] == log


def test_it_is_followed_like_a_match(client: TestClient) -> None:
    with client.websocket_connect(f"{HOME.replace('http', 'ws', 1)}{AT}/live") as line:
        assert line.receive_json()["state"]["example"]["name"] == "half-a-race"


@pytest.mark.parametrize("name", ["example.tiny.no-race", "example.none.half-a-race", "example.tiny", "example..x"])
def test_there_are_no_others(client: TestClient, name: str) -> None:
    assert client.get(f"/api/matches/{name}").status_code == 404


def test_one_without_a_position_says_why(client: TestClient) -> None:
    answer = client.get("/api/matches/example.tiny.half-a-field")
    assert answer.status_code == 409
    assert answer.json()["error"] == "“Half a field” cannot be played: It names no runner."
