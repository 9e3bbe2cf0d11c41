"""What a seat may not see is in no answer for it (on the example game, which has a hidden counter a side)."""

import json
import random
from collections.abc import Iterator

import msgspec
import pytest
from starlette.testclient import TestClient

import mamayev
from mamayev.match.match import Match
from mamayev.server.app import create_app
from mamayev.server.room import Room
from mamayev.server.store.rows import Saved

from .conftest import HOME, Json, begun

GAME = "skirmish"


@pytest.fixture
def plain(address: str) -> Iterator[TestClient]:
    with TestClient(create_app(address, bot_pause=60), base_url=HOME) as client:
        yield client


def hidden(state: Json) -> set[str]:
    """The ids of pieces that this State shows face down."""
    return {piece["id"] for piece in state["picture"]["pieces"] if piece.get("hidden")}


def secret(client: TestClient, state: Json, seat: str) -> str:
    """The id of the counter that only `seat` may know."""
    picture = client.get(f"/api/matches/{state['id']}", params={"seat": seat}).json()["picture"]
    enemy = "red" if seat == "blue" else "blue"
    seen = client.get(f"/api/matches/{state['id']}", params={"seat": enemy}).json()["picture"]
    own: str
    (own,) = {p["id"] for p in picture["pieces"] if p.get("side") == seat} - {p["id"] for p in seen["pieces"]}
    return own


def test_each_seat_sees_its_own_hidden_counter_only(plain: TestClient) -> None:
    state = begun(plain, GAME)
    assert state["viewer"] == "blue"
    assert hidden(state) == {"?red"}
    assert hidden(plain.get(f"/api/matches/{state['id']}?seat=red").json()) == {"?blue"}


def test_no_answer_for_a_seat_names_what_is_hidden_from_it(plain: TestClient) -> None:
    state = begun(plain, GAME)
    match = f"/api/matches/{state['id']}"
    blues, reds = secret(plain, state, "blue"), secret(plain, state, "red")
    mover = next(a for a in state["decision"]["actions"] if a.get("piece") == blues)
    with plain.websocket_connect(f"ws://127.0.0.1:8642{match}/live?seat=red") as tab:
        told = [tab.receive_text()]
        answer = plain.post(f"{match}/actions?seat=blue", json={"text": mover["text"], "version": 1})
        told.append(tab.receive_text())
    assert blues in answer.text
    assert reds not in answer.text
    asked = [
        plain.get(f"{match}?seat=red"),
        plain.get(f"{match}/log?seat=red"),
        plain.get(f"{match}/at/3?seat=red"),
        plain.post(f"{match}/actions?seat=red", json={"text": "done", "version": 1}),
        plain.post(f"{match}/hint?seat=red", json={}),
        plain.post(f"{match}/why?seat=red", json={"piece": "?blue"}),
        plain.get("/api/matches"),
        plain.get(f"{match}/series"),
    ]
    told += [answer.text for answer in asked]
    assert [blues in text for text in told] == [False] * len(told)
    assert any("A hidden counter" in text for text in told)


def test_the_shared_screen_turns_with_the_decision(plain: TestClient) -> None:
    state = begun(plain, GAME)
    match = f"/api/matches/{state['id']}"
    blues = secret(plain, state, "blue")
    while state["decision"]["seat"] == "blue":
        body = {"text": "done", "version": state["version"]}
        answer = plain.post(f"{match}/actions", json=body)
        state = answer.json()
    assert (state["viewer"], hidden(state)) == ("red", {"?blue"})
    assert blues not in answer.text
    assert blues not in plain.get(f"{match}/log").text


def test_with_one_person_the_table_is_seen_with_that_person_s_eyes(plain: TestClient) -> None:
    state = begun(plain, GAME, seats={"blue": "random"})
    assert (state["viewer"], hidden(state)) == ("red", {"?blue"})
    assert state["decision"] | {"actions": [], "verbs": [], "purse": []} == state["decision"]


def test_a_game_of_bots_shows_what_everybody_sees(plain: TestClient) -> None:
    state = begun(plain, GAME, seats={"blue": "random", "red": "random"})
    assert hidden(state) == {"?blue", "?red"}


def test_a_face_down_piece_is_no_mistake_to_click(plain: TestClient) -> None:
    state = begun(plain, GAME)
    match = f"/api/matches/{state['id']}"
    (at,) = [piece["at"] for piece in state["picture"]["pieces"] if piece["id"] == "?red"]
    answer = plain.post(f"{match}/why", json={"piece": "?red"})
    assert answer.json()["reasons"]
    assert answer.json() == plain.post(f"{match}/why", json={"space": at}).json()
    assert plain.post(f"{match}/why", json={"piece": "?green"}).status_code == 422


def test_the_seed_is_only_in_the_record(plain: TestClient) -> None:
    seed = 7_316_529_048
    state = begun(plain, GAME, seed=seed)
    match = f"/api/matches/{state['id']}"
    answers = [plain.get(match), plain.get(f"{match}/log"), plain.get("/api/matches"), plain.get(f"{match}/scene")]
    assert [str(seed) in answer.text for answer in answers] == [False] * len(answers)
    assert json.loads(plain.get(f"{match}/record").content)["seed"] == seed


@pytest.mark.parametrize("seed", range(5))
def test_a_seat_gets_the_same_answer_whatever_is_hidden_from_it(seed: int) -> None:
    rng = random.Random(seed)
    match = mamayev.new(GAME, seed=seed)
    told_apart = 0
    while match.decision is not None:
        for seat in match.game.seats:
            other = match.sample(seat, rng)
            told_apart += other.position != match.position
            answers = [msgspec.json.encode(room_of(m).state(seat, m.events)) for m in (match, other)]
            assert answers[0] == answers[1]
        match.play(rng.choice(match.decision.actions))
    assert told_apart


def room_of(match: Match) -> Room:
    """A room with people on every seat."""
    seats = dict.fromkeys(match.game.seats, "human")
    return Room(Saved("0" * 16, "Game", GAME, 1, "", [], seats, ""), match)


def test_a_report_tells_both_sides_after_the_end_only(plain: TestClient) -> None:
    state = begun(plain, GAME)
    at = f"/api/matches/{state['id']}/report"
    own = plain.get(at, params={"seat": "blue"}).json()
    assert own["name"].endswith(".html")
    assert "as the Blue saw it" in own["text"]
    refused = plain.get(at, params={"told": "both"})
    assert refused.status_code == 422
    assert "The game is not over" in refused.json()["error"]
    assert plain.get(at, params={"format": "pdf"}).status_code == 422
    text = plain.get(at, params={"format": "bbcode", "seat": "*"}).json()
    assert text["name"].endswith(".txt")
    assert all(name in text["text"] for name in text["beside"])
