"""Lessons over the API."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from starlette.testclient import TestClient

from mamayev.server.app import create_app

from .conftest import HOME, begun

Json = dict[str, Any]
New = Callable[..., Json]


def edited(text: str, before: str, after: str) -> str:
    """A saved game as an editor leaves it whose user takes the checksum out."""
    return re.sub(',"checksum":"[0-9a-f]+"', "", text.replace(before, after))


@pytest.fixture
def lesson(new: New) -> Json:
    return new(lesson="first-race", seed=3)


def test_a_lesson_is_begun_and_shown(lesson: Json, client: TestClient) -> None:
    assert lesson["name"] == "The Tiny Race: A first race"
    assert lesson["lesson"] == {
        "name": "first-race",
        "title": "A first race",
        "number": 1,
        "of": 2,
        "text": "Whoever is further ahead wins.",
        "task": "Step to field 2.",
        "accepts": ["step north 2"],
        "action": {
            "text": "step north 2",
            "verb": "step",
            "label": "The north runner steps to field 2",
            "piece": "north",
            "space": "2",
        },
        "opening": [{"text": "You run for North.", "show": ["north", "5", "bonus-north"]}],
    }
    (game,) = [one for one in client.get("/api/games").json() if one["name"] == "tiny"]
    assert [one["name"] for one in game["lessons"]] == ["first-race"]


def test_wrong_actions_are_refused_and_explained(lesson: Json, client: TestClient) -> None:
    at = f"/api/matches/{lesson['id']}"
    answer = client.post(f"{at}/actions", json={"text": "rest", "version": 1})
    assert answer.status_code == 409
    assert answer.json() == {"error": "Resting comes later. Step to field 2.", "field": "lesson"}
    reasons = client.post(f"{at}/why", json={"text": "rest"}).json()["reasons"]
    assert reasons == [{"text": "Resting comes later. Step to field 2.", "clauses": [], "action": "rest"}]
    assert client.post(f"{at}/why", json={"text": "step north 2"}).json()["reasons"] == []
    assert client.post(f"{at}/why", json={"text": "step north 5"}).json()["reasons"][0]["clauses"] == ["TINY-GO-02"]
    assert client.post(f"{at}/hint", json={}).json()["text"] == "step north 2"
    assert client.post(f"{at}/hint", json={"bot": "eager"}).status_code == 200


def test_a_lesson_survives_the_server(lesson: Json, client: TestClient, address: str) -> None:
    at = f"/api/matches/{lesson['id']}"
    played = client.post(f"{at}/actions", json={"text": "step north 2", "version": 1}).json()
    assert played["undo"]["free"] == 1
    with TestClient(create_app(address), base_url=HOME) as other:
        state = other.get(at).json()
        assert state["lesson"] == played["lesson"]
        assert state["lesson"]["pages"] == [{"text": "A 1: you fell back."}]
        back = other.post(f"{at}/undo", json={"version": 2}).json()
        assert back["lesson"]["number"] == 1


def test_a_lesson_is_left(lesson: Json, client: TestClient) -> None:
    at = f"/api/matches/{lesson['id']}"
    assert client.patch(at, json={"seats": {"south": "eager"}}).status_code == 409
    assert client.post(f"{at}/leave-lesson", json={"version": 0}).status_code == 409
    left = client.post(f"{at}/leave-lesson", json={"version": 1})
    assert left.status_code == 200
    assert "lesson" not in left.json()
    again = client.post(f"{at}/leave-lesson", json={"version": 2})
    assert (again.status_code, again.json()["error"]) == (409, "There is no lesson to leave.")
    assert client.post(f"{at}/actions", json={"text": "rest", "version": 2}).status_code == 200


@pytest.mark.parametrize(("game", "seats"), [
    ("donnerschlag", {"axis": "human", "soviet": "staff"}),
    ("barbarossa", {"german": "human", "russian": "staff"}),
    ("cauldron", {"german": "human"}),
])  # fmt: skip
def test_whoever_the_lesson_played_is_a_bot_s_when_it_is_left(game: str, seats: Json, client: TestClient) -> None:
    lesson = begun(client, game, lesson="first-turn")
    assert set(lesson["seats"].values()) == {"human"}
    left = client.post(f"/api/matches/{lesson['id']}/leave-lesson", json={"version": 1})
    assert left.json()["seats"] == seats


def test_a_lesson_travels_in_the_saved_game(lesson: Json, client: TestClient) -> None:
    record = client.get(f"/api/matches/{lesson['id']}/record").json()
    assert client.post("/api/records", json=record).json()["lesson"]["number"] == 1


def test_a_saved_game_whose_lesson_no_longer_fits_says_so(lesson: Json, client: TestClient) -> None:
    record = client.get(f"/api/matches/{lesson['id']}/record").text
    assert "notice" not in lesson
    answer = client.post("/api/records", content=edited(record, '"first-race"', '"second-race"'))
    assert answer.status_code == 201, answer.text
    assert "lesson" not in answer.json()
    assert answer.json()["notice"].startswith("The lesson “second-race” no longer fits. The match continues")


@pytest.mark.parametrize(
    "more", [{"lesson": "none"}, {"edition": "first"}, {"dice": "hand"}, {"seats": {"south": "eager"}}]
)
def test_a_lesson_is_not_set_up_otherwise(client: TestClient, tiny: str, more: Json) -> None:
    answer = client.post("/api/matches", json={"game": tiny, "lesson": "first-race", **more})
    assert answer.status_code in (409, 422)
    assert "esson" in answer.json()["error"]
