"""Setting a match up: what is offered, folders of one's own; dice by hand and their correction."""

from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from mamayev.engine.registry import find, names
from mamayev.server.app import create_app

from .conftest import HOME, Json, New, begun, played
from .test_seats import until

OWN = [name for name in names() if find(name).export_components is not None]


def test_what_is_offered_is_said_in_words(client: TestClient, tiny: str) -> None:
    info = next(game for game in client.get("/api/games").json() if game["name"] == tiny)
    assert info["options"][0]["labels"] == ["1", "2", "3", "4", "5"]
    assert info["bot_docs"]["eager"] == "Steps whenever it can."
    assert set(info["edition_docs"]) == {"first", "second"}
    assert info["components"] is True


def test_a_match_tells_how_it_was_set_up(client: TestClient, new: New) -> None:
    state = new(edition="second", options={"length": 2}, seed=77, dice="hand")
    assert client.get(f"/api/matches/{state['id']}/setup").json() == {
        "edition": "second",
        "options": {"length": 2, "wind": False},
        "seed": 77,
        "dice": "hand",
    }
    assert client.get("/api/matches/0123456789abcdef/setup").status_code == 404


@pytest.mark.parametrize("game", OWN)
def test_a_folder_of_ones_own_is_played_with_and_kept(game: str, address: str, tmp_path: Path) -> None:
    find(game).export_components(tmp_path)  # type: ignore[misc]
    with TestClient(create_app(address), base_url=HOME) as client:
        state = begun(client, game, components=f" {tmp_path} ")
        assert client.get(f"/api/matches/{state['id']}/setup").json()["components"] == str(tmp_path)
    with TestClient(create_app(address), base_url=HOME) as client:
        assert client.get(f"/api/matches/{state['id']}").json() == state


@pytest.mark.parametrize("game", OWN)
def test_a_mistake_in_a_folder_is_named(game: str, address: str, tmp_path: Path) -> None:
    with TestClient(create_app(address), base_url=HOME) as client:
        for folder in (str(tmp_path / "none"), "relative", "~nobody-of-that-name/x", "\0", "x" * 999):
            answer = client.post("/api/matches", json={"game": game, "components": folder})
            assert (answer.status_code, answer.json()["field"]) == (422, "components"), folder
            assert "no folder" in answer.json()["error"]
        for file in find(game).export_components(tmp_path):  # type: ignore[misc]
            text = file.read_text(encoding="utf-8")
            file.write_text("{[\n", encoding="utf-8")
            answer = client.post("/api/matches", json={"game": game, "components": str(tmp_path)})
            assert answer.status_code == 422
            assert file.name in answer.json()["error"]
            file.write_text(text, encoding="utf-8")
        assert client.get("/api/matches").json() == []


def test_a_server_that_others_reach_reads_no_folders(tiny: str, address: str, tmp_path: Path) -> None:
    with TestClient(create_app(address, host="0.0.0.0"), base_url=HOME) as client:
        answer = client.post("/api/matches", json={"game": tiny, "components": str(tmp_path)})
        assert (answer.status_code, answer.json()["field"]) == (422, "components")
        assert not any(game["components"] for game in client.get("/api/games").json())


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
