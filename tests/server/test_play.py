"""A game over HTTP: begin, play, take back, look."""

from collections.abc import Callable

from fastapi.testclient import TestClient

from .conftest import Json

New = Callable[..., Json]


def test_a_new_match_waits_for_its_first_decision(new: New) -> None:
    state = new(name="  A race  ")
    assert state["version"] == 1
    assert state["name"] == "A race"
    assert state["seats"] == {"north": "human", "south": "human"}
    assert state["decision"]["seat"] == "north"
    assert [a["text"] for a in state["decision"]["actions"]] == ["rest", "step north 1", "resign"]
    assert (state["plies"], state["over"], state["result"]) == (0, False, None)
    assert "seed" not in state


def test_an_action_changes_the_match_and_tells_what_happened(client: TestClient, new: New) -> None:
    state = new()
    answer = client.post(f"/api/matches/{state['id']}/actions", json={"text": "step north 1", "version": 1})
    assert answer.status_code == 200
    after = answer.json()
    assert after["version"] == 2
    assert after["decision"]["seat"] == "south"
    assert [e["kind"] for e in after["events"]] == ["chose", "move", "roll", "step"]
    assert client.get(f"/api/matches/{state['id']}").json() == {k: v for k, v in after.items() if k != "events"}


def test_undo_past_a_die_needs_practice_and_redo_brings_the_same_die(client: TestClient, new: New) -> None:
    match = f"/api/matches/{new()['id']}"
    played = client.post(f"{match}/actions", json={"text": "step north 1", "version": 1}).json()
    assert played["undo"] == {"free": 0, "practice": 1, "redo": 0}
    refused = client.post(f"{match}/undo", json={"version": 2})
    assert refused.status_code == 409
    assert "practice" in refused.json()["error"]
    undone = client.post(f"{match}/undo", json={"version": 2, "practice": True}).json()
    assert (undone["version"], undone["plies"], undone["practice_used"]) == (3, 0, 1)
    assert undone["undo"] == {"free": 0, "practice": 0, "redo": 1}
    again = client.post(f"{match}/redo", json={"version": 3}).json()
    assert again["picture"] == played["picture"]
    assert again["events"] == played["events"]
