"""Bots in the background: they take and give back seats, and their mistakes harm no game."""

import time
from collections.abc import Callable
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from mamayev.server.app import create_app

from .conftest import HOME, Json, New, begun, played


def until(client: TestClient, state: Json, reached: Callable[[Json], bool]) -> Json:
    """The State once something holds; bots play in the background."""
    deadline = time.monotonic() + 10
    while not reached(state):
        assert time.monotonic() < deadline, state
        time.sleep(0.01)
        state = client.get(f"/api/matches/{state['id']}").json()
    return state


def test_a_bot_answers_a_person(client: TestClient, new: New) -> None:
    state = played(client, new(seats={"south": "eager"}), "step north 1")
    assert state["seats"] == {"north": "human", "south": "eager"}
    assert state["viewer"] == "north"
    assert state["decision"]["seat"] == "south"
    assert state["decision"]["actions"] == []
    state = until(client, state, lambda s: s["decision"]["seat"] == "north")
    assert state["picture"]["pieces"][1]["at"] == "1"
    assert state["version"] == 3


def test_a_bot_that_begins_does_so_at_once(client: TestClient, new: New) -> None:
    state = until(client, new(seats={"north": "eager"}), lambda s: s["decision"]["seat"] == "south")
    assert state["plies"] == 2


def test_bots_on_every_seat_play_to_the_end(client: TestClient, new: New) -> None:
    state = until(client, new(seats={"north": "random", "south": "eager"}), lambda s: s["over"])
    log = client.get(f"/api/matches/{state['id']}/log").json()["events"]
    assert sum(event["kind"] == "chose" for event in log) == 6
    assert log[-1]["kind"] == "over"


def test_nobody_plays_for_a_bot(client: TestClient, tiny: str, address: str) -> None:
    with TestClient(create_app(address, bot_pause=60), base_url=HOME) as slow:
        state = begun(slow, tiny, seats={"north": "eager"})
        answer = slow.post(f"/api/matches/{state['id']}/actions", json={"text": "rest", "version": 1})
        assert (answer.status_code, answer.json()["field"]) == (409, "seats")
        assert "Take the seat first" in answer.json()["error"]
        freed = slow.patch(f"/api/matches/{state['id']}", json={"seats": {"north": "human"}}).json()
        assert played(slow, freed, "rest")["plies"] == 2


def test_a_bot_takes_over_and_is_stopped(tiny: str, address: str) -> None:
    with TestClient(create_app(address, bot_pause=0.05), base_url=HOME) as client:
        state = begun(client, tiny, options={"length": 5})
        match = f"/api/matches/{state['id']}"
        client.patch(match, json={"seats": {"north": "random", "south": "random"}})
        until(client, state, lambda s: s["plies"] >= 4)
        assert client.get("/api/matches").json()[0]["bots"]
        freed = client.patch(match, json={"seats": {"north": "human", "south": "human"}}).json()
        assert not freed["over"]
        assert not client.get("/api/matches").json()[0]["bots"]
        time.sleep(0.2)
        assert client.get(match).json() == freed


def test_a_lent_seat_comes_back_with_the_next_step_or_turn(address: str) -> None:
    """The Cauldron has steps within a turn: a bot that plays one of them for a person leaves the next one to them."""
    with TestClient(create_app(address, bot_pause=0.0), base_url=HOME) as client:
        for length in ("step", "turn"):
            state = begun(client, "cauldron", seed=3)
            path = f"/api/matches/{state['id']}"
            given = client.patch(path, json={"seats": {"german": "staff"}, "until": length}).json()
            assert (given["seats"]["german"], given["lent"]) == ("staff", ["german"])
            after = until(client, given, lambda s: s["seats"]["german"] == "human")
            assert "lent" not in after
            begun_at, now = state["picture"], after["picture"]
            moved_on = "step" if length == "step" else "turn"
            assert now[moved_on] != begun_at[moved_on]
            assert after["plies"] > state["plies"]
            if length == "step":
                assert now["turn"] == begun_at["turn"]


def test_a_seat_that_is_lent_until_the_player_stops_it_is_named_until_then(address: str) -> None:
    with TestClient(create_app(address, bot_pause=0.0), base_url=HOME) as client:
        state = begun(client, "cauldron", seed=3)
        path = f"/api/matches/{state['id']}"
        given = client.patch(path, json={"seats": {"german": "staff"}, "until": "stop"}).json()
        after = until(client, given, lambda s: s["over"] or s["picture"]["turn"] > state["picture"]["turn"])
        assert (after["seats"]["german"], after["lent"]) == ("staff", ["german"])
        freed = client.patch(path, json={"seats": {"german": "human"}}).json()
        assert (freed["seats"]["german"], "lent" in freed) == ("human", False)


def test_a_restarted_server_gives_a_lent_seat_back(address: str) -> None:
    with TestClient(create_app(address, bot_pause=60), base_url=HOME) as client:
        state = begun(client, "cauldron", seed=3)
        path = f"/api/matches/{state['id']}"
        client.patch(path, json={"seats": {"german": "staff"}, "until": "step"})
    with TestClient(create_app(address, bot_pause=0.0), base_url=HOME) as client:
        after = until(client, client.get(path).json(), lambda s: s["seats"]["german"] == "human")
        assert after["picture"]["turn"] == state["picture"]["turn"]
        assert after["picture"]["step"] != state["picture"]["step"]


def test_a_seat_without_a_key_is_not_lent(client: TestClient, new: New, tiny: str) -> None:
    state = new(held=True, seats={"south": "eager"})
    path = f"/api/matches/{state['id']}"
    mine = {"Authorization": f"Bearer {state['keys']['north']}"}
    for length in ("step", "turn"):
        told = client.patch(path, json={"seats": {"south": "eager"}, "until": length}, headers=mine)
        assert (told.status_code, "has no key" in told.json()["error"]) == (403, True)
    assert client.patch(path, json={"seats": {"south": "eager"}}, headers=mine).status_code == 200


def test_a_bot_keeps_a_seat_that_was_given_to_it_for_good(address: str) -> None:
    with TestClient(create_app(address, bot_pause=0.0), base_url=HOME) as client:
        state = begun(client, "cauldron", seed=3)
        path = f"/api/matches/{state['id']}"
        client.patch(path, json={"seats": {"german": "staff"}, "until": "step"})
        kept = client.patch(path, json={"seats": {"german": "staff"}}).json()
        until(client, kept, lambda s: s["over"] or s["picture"]["turn"] > state["picture"]["turn"])
        assert client.get(path).json()["seats"]["german"] == "staff"
        assert client.patch(path, json={"seats": {"german": "human"}, "until": "month"}).status_code == 422


@pytest.mark.parametrize("bot", ["crasher", "cheat", "mumbler"])
def test_a_bot_that_fails_leaves_its_seat(
    client: TestClient, new: New, bot: str, caplog: pytest.LogCaptureFixture
) -> None:
    state = new(seats={"north": bot, "south": "eager"})
    state = until(client, state, lambda s: s["seats"]["north"] == "human")
    assert (state["seats"]["south"], state["plies"]) == ("eager", 0)
    assert f"The bot “{bot}”" in caplog.text
    failed = client.post(f"/api/matches/{state['id']}/hint", json={"bot": bot})
    assert (failed.status_code, f"“{bot}”" in failed.json()["error"]) == (409, True)


def test_undo_takes_back_what_bots_did_too(client: TestClient, new: New) -> None:
    begun = new(seats={"south": "eager"})
    state = played(client, begun, "step north 1")
    state = until(client, state, lambda s: s["decision"]["seat"] == "north")
    match = f"/api/matches/{state['id']}"
    undone = client.post(f"{match}/undo", json={"version": state["version"], "practice": True}).json()
    assert undone["picture"] == begun["picture"]
    again = client.post(f"{match}/redo", json={"version": undone["version"]}).json()
    assert again["picture"] == state["picture"]


def test_a_game_of_bots_takes_nothing_back(tiny: str, address: str) -> None:
    with TestClient(create_app(address, bot_pause=60), base_url=HOME) as client:
        state = begun(client, tiny, seats={"north": "eager", "south": "eager"})
        answer = client.post(f"/api/matches/{state['id']}/undo", json={"version": 1})
        assert (answer.status_code, answer.json()["field"]) == (409, "seats")
        assert (state["decision"]["actions"], "viewer" in state) == ([], False)


def test_a_branch_of_a_game_of_bots_is_for_people(tiny: str, address: str) -> None:
    with TestClient(create_app(address, bot_pause=60), base_url=HOME) as client:
        state = begun(client, tiny, seats={"north": "eager", "south": "eager"})
        branch = client.post(f"/api/matches/{state['id']}/branch", json={"ply": 0, "name": "Mine"}).json()
        assert branch["seats"] == {"north": "human", "south": "human"}
        assert branch["name"] == "Mine"


def test_a_branch_gives_a_lent_seat_back_to_its_player(tiny: str, address: str) -> None:
    with TestClient(create_app(address, bot_pause=60), base_url=HOME) as client:
        state = begun(client, tiny, seats={"north": "human", "south": "eager"})
        client.patch(f"/api/matches/{state['id']}", json={"seats": {"north": "eager"}, "until": "stop"})
        branch = client.post(f"/api/matches/{state['id']}/branch", json={"ply": 0}).json()
        assert (branch["seats"], branch.get("lent", [])) == ({"north": "human", "south": "eager"}, [])


def test_a_game_left_to_bots_goes_on_when_it_is_opened_again(tiny: str, tmp_path: Path, address: str) -> None:
    with TestClient(create_app(address, bot_pause=60), base_url=HOME) as client:
        state = begun(client, tiny, seats={"north": "eager", "south": "eager"})
    with TestClient(create_app(address, bot_pause=0.01), base_url=HOME) as client:
        assert until(client, state, lambda s: s["over"])["plies"] > 0


@pytest.mark.parametrize(("seat", "player"), [("east", "human"), ("north", "deep"), ("north", "")])
def test_a_seat_or_bot_that_is_none_is_refused(client: TestClient, new: New, seat: str, player: str) -> None:
    state = new()
    assert client.patch(f"/api/matches/{state['id']}", json={"seats": {seat: player}}).status_code == 422
    assert client.get(f"/api/matches/{state['id']}").json() == state


def test_with_a_seat_named_only_it_may_act(client: TestClient, new: New) -> None:
    state = new()
    match = f"/api/matches/{state['id']}"
    answer = client.post(f"{match}/actions", json={"text": "rest", "version": 1}, params={"seat": "south"})
    assert (answer.status_code, answer.json()["error"]) == (409, "North decides now, not South.")
    waiting = client.get(match, params={"seat": "south"}).json()
    assert (waiting["viewer"], waiting["decision"]["actions"], waiting["decision"]["prompt"]) == (
        "south",
        [],
        "North decides.",
    )
    assert played(client, state, "rest", seat="north")["viewer"] == "north"
    assert client.get(match, params={"seat": "east"}).status_code == 422
