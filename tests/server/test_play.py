"""A game over HTTP: begin, play, take back, look at it."""

import zlib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import current_thread

import pytest
from starlette.testclient import TestClient

import mamayev
from mamayev.engine.registry import names
from mamayev.server import http

from .conftest import Json, New, begun, finished, played


def address(state: Json, rest: str = "") -> str:
    return f"/api/matches/{state['id']}{rest}"


# ------------------------------------------------------------------ games


def test_the_games_are_listed_with_what_they_offer(client: TestClient, tiny: str) -> None:
    games = {game["name"]: game for game in client.get("/api/games").json()}
    assert list(games) == names()
    assert games[tiny] == mamayev.info(tiny)


def test_a_scene_is_that_of_the_edition(client: TestClient, tiny: str) -> None:
    assert client.get(f"/api/games/{tiny}/scene").json()["edition"] == "first"
    scene = client.get(f"/api/games/{tiny}/scene", params={"edition": "second"}).json()
    assert (scene["edition"], scene["title"]) == ("second", "The Tiny Race")
    unknown = client.get(f"/api/games/{tiny}/scene", params={"edition": "third"})
    assert (unknown.status_code, unknown.json()["field"]) == (422, "edition")


def test_the_rules_are_the_clauses_of_the_ledger_with_the_code_that_cites_them(client: TestClient, tiny: str) -> None:
    source = (Path(__file__).parents[1] / "tiny" / "tiny_game.py").read_text(encoding="utf-8")

    def line_of(words: str) -> int:
        return source[: source.index(words)].count("\n") + 1

    clauses = client.get(f"/api/games/{tiny}/rules").json()["clauses"]
    assert clauses[1] == {
        "id": "TINY-GO-02",
        "section": "Race",
        "text": "A step goes to the next field.",
        "ruling": "There is no field after the last.",
        "edition": "both",
        "optional": "",
        "grade": "house rule",
        "where": "",
        "options": [],
        "cited": [
            {"file": "tiny_game.py", "line": line_of("A step goes one field"), "name": "Go.refuse_step"},
            {"file": "tiny_game.py", "line": line_of('"TINY-GO-02",\n'), "name": "TinyTable.__init__"},
        ],
    }
    assert clauses[3]["where"] == "one kind of card: tiny_game.py"


@pytest.mark.parametrize("rest", ["scene", "rules"])
def test_an_unknown_game_is_not_found(client: TestClient, rest: str) -> None:
    answer = client.get(f"/api/games/go/{rest}")
    assert (answer.status_code, answer.json()) == (404, {"error": "There is no game “go”."})


def test_long_answers_are_compressed_for_those_who_can_read_it(client: TestClient, tiny: str) -> None:
    address = f"/api/games/{tiny}/scene"
    packed = client.get(address, headers={"accept-encoding": "gzip"})
    plain = client.get(address, headers={"accept-encoding": "identity"})
    assert packed.headers["content-encoding"] == "gzip"
    assert int(packed.headers["content-length"]) < int(plain.headers["content-length"]) / 2
    assert packed.json() == plain.json()
    assert "content-encoding" not in client.get("/api/health", headers={"accept-encoding": "gzip"}).headers


def test_a_scene_is_compressed_once_and_keeps_no_other_request_waiting(
    client: TestClient, tiny: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    threads = []

    def compress(body: bytes, *level: int) -> bytes:
        threads.append(current_thread().name)
        return real(body, *level)

    real = zlib.compress
    http.packed.cache_clear()
    monkeypatch.setattr(zlib, "compress", compress)
    for _ in range(3):
        client.get(f"/api/games/{tiny}/scene", headers={"accept-encoding": "gzip"})
    assert len(threads) == 1
    assert threads[0].startswith("asyncio_"), "it was compressed in the thread of the loop"


def test_health_tells_the_version(client: TestClient) -> None:
    assert client.get("/api/health").json()["status"] == "ok"


# ------------------------------------------------------------------ playing


def test_a_new_match_waits_for_its_first_decision(new: New) -> None:
    state = new(name="  A race  ")
    assert state["version"] == 1
    assert state["name"] == "A race"
    assert state["seats"] == {"north": "human", "south": "human"}
    assert state["decision"]["seat"] == "north"
    assert [a["text"] for a in state["decision"]["actions"]] == ["rest", "step north 1", "resign"]
    assert (state["plies"], state["over"], state["result"]) == (0, False, None)
    assert "seed" not in state


def test_edition_and_options_are_taken(client: TestClient, new: New) -> None:
    state = new(edition="second", options={"length": 1, "wind": True})
    record = client.get(address(state, "/record")).json()
    assert (record["edition"], record["options"]) == ("second", {"length": 1, "wind": True})
    assert client.get(address(state, "/scene")).json()["edition"] == "second"
    assert finished(client, state)["result"]["why"] == "The race is run."


@pytest.mark.parametrize(
    ("wanted", "field"),
    [
        ({"game": "go"}, "game"),
        ({"edition": "third"}, "edition"),
        ({"options": {"length": 9}}, "options.length"),
        ({"options": {"length": "²"}}, "options.length"),
        ({"options": {"height": 9}}, "options.height"),
        ({"seats": {"east": "human"}}, "seat"),
        ({"seats": {"north": "deep"}}, "seats.north"),
        ({"dice": "loaded"}, "dice"),
        ({"seed": -1}, "seed"),
        ({"seed": "1"}, "seed"),
        ({"name": " "}, "name"),
        ({"colour": "red"}, "colour"),
    ],
)
def test_a_wrong_wish_is_refused_by_name(client: TestClient, tiny: str, wanted: Json, field: str) -> None:
    answer = client.post("/api/matches", json={"game": tiny, **wanted})
    assert answer.status_code == 422
    assert answer.json()["field"] == field
    assert client.get("/api/matches").json() == []


def test_an_action_changes_the_match_and_tells_what_happened(client: TestClient, new: New) -> None:
    state = new()
    after = played(client, state, "step north 1")
    assert after["version"] == 2
    assert after["decision"]["seat"] == "south"
    assert [e["kind"] for e in after["events"]] == ["chose", "move", "roll", "step"]
    assert [e["ply"] for e in after["events"]] == [0, 1, 2, 2]
    assert client.get(address(state)).json() == {k: v for k, v in after.items() if k != "events"}


def test_a_forbidden_action_is_refused_with_its_clause(client: TestClient, new: New) -> None:
    state = new()
    answer = client.post(address(state, "/actions"), json={"text": "step north 4", "version": 1})
    assert answer.status_code == 409
    assert answer.json() == {
        "error": "A step goes one field, not to 4.",
        "clauses": ["TINY-GO-02"],
        "field": "action",
    }
    assert client.get(address(state)).json() == state


@pytest.mark.parametrize("text", ["", "fly", "step", "step north 9", "step east 1", "die 9999999999", "\x00", "ход 1"])
def test_an_action_that_is_none_is_not_understood(client: TestClient, new: New, text: str) -> None:
    state = new()
    answer = client.post(address(state, "/actions"), json={"text": text, "version": 1})
    assert (answer.status_code, answer.json()["field"]) == (422, "action")
    assert client.get(address(state)).json() == state


@pytest.mark.parametrize("call", ["actions", "undo", "redo"])
def test_an_old_version_gets_the_present_state(client: TestClient, new: New, call: str) -> None:
    state = new()
    played(client, state, "rest")
    body = {"version": 1, **({"text": "rest"} if call == "actions" else {})}
    answer = client.post(address(state, f"/{call}"), json=body)
    assert answer.status_code == 409
    assert answer.json()["field"] == "version"
    assert answer.json()["state"] == client.get(address(state)).json()


def test_of_many_answers_to_one_question_one_counts(client: TestClient, new: New) -> None:
    state = new()
    body = {"text": "rest", "version": 1}
    with ThreadPoolExecutor(8) as crowd:
        answers = list(crowd.map(lambda _: client.post(address(state, "/actions"), json=body), range(8)))
    assert sorted(answer.status_code for answer in answers) == [200] + [409] * 7
    assert {answer.json()["state"]["version"] for answer in answers if answer.status_code == 409} == {2}
    assert client.get(address(state, "/record")).json()["log"][0] == "rest"


def test_a_finished_game_has_a_result_and_takes_nothing_more(client: TestClient, new: New) -> None:
    state = finished(client, new())
    assert state["decision"] is None
    assert state["result"]["level"] == "nobody wins"
    assert state["events"][-1]["kind"] == "over"
    more = client.post(address(state, "/actions"), json={"text": "rest", "version": state["version"]})
    assert (more.status_code, more.json()["error"]) == (409, "The game is over, so no more actions can be played.")
    assert client.post(address(state, "/hint"), json={}).status_code == 409
    assert client.post(address(state, "/why"), json={"text": "rest"}).json()["reasons"][0]["text"] == (
        "The game is over."
    )
    assert client.get(address(state, f"/at/{state['plies']}")).json()["title"] == "The end"


def test_dice_by_hand_are_asked_for(client: TestClient, new: New) -> None:
    state = played(client, new(dice="hand"), "step north 1")
    assert state["dice"] == "hand"
    assert state["decision"]["seat"] == "chance"
    assert {"kind": "die", "faces": 6, "chart": "S"}.items() <= state["decision"]["chance"].items()
    assert [a["text"] for a in state["decision"]["actions"]] == [f"die {n}" for n in range(1, 7)]
    state = played(client, state, "die 1")
    assert state["decision"]["seat"] == "south"
    assert state["events"][0]["dice"] == [1]


# ------------------------------------------------------------------ taking back


def test_undo_past_a_die_needs_practice_and_redo_brings_the_same_die(client: TestClient, new: New) -> None:
    state = new()
    after = played(client, state, "step north 1")
    assert after["undo"] == {"free": 0, "practice": 1, "redo": 0}
    refused = client.post(address(state, "/undo"), json={"version": 2})
    assert refused.status_code == 409
    assert "practice" in refused.json()["error"]
    undone = client.post(address(state, "/undo"), json={"version": 2, "practice": True}).json()
    assert (undone["version"], undone["plies"], undone["practice_used"]) == (3, 0, 1)
    assert undone["undo"] == {"free": 0, "practice": 0, "redo": 1}
    assert undone["picture"] == state["picture"]
    again = client.post(address(state, "/redo"), json={"version": 3}).json()
    assert again["picture"] == after["picture"]
    assert again["events"] == after["events"]


def test_with_nothing_to_take_back_or_play_again_nothing_changes(client: TestClient, new: New) -> None:
    state = new()
    for call in ("undo", "redo"):
        answer = client.post(address(state, f"/{call}"), json={"version": 1})
        assert (answer.status_code, answer.json()["field"]) == (409, call)
    assert client.get(address(state)).json() == state


# ------------------------------------------------------------------ questions


def test_why_gives_reasons_for_what_is_not_on_offer(client: TestClient, new: New) -> None:
    why = address(new(), "/why")
    step = {"text": "A step goes one field, not to 4.", "clauses": ["TINY-GO-02"], "action": "step north 4"}
    assert client.post(why, json={"text": "step north 4"}).json() == {"reasons": [step]}
    assert client.post(why, json={"piece": "north", "space": "4"}).json() == {"reasons": [step]}
    theirs = client.post(why, json={"piece": "south"}).json()["reasons"]
    assert theirs[0]["text"] == "That is the other side's runner."
    assert client.post(why, json={"text": "rest"}).json() == {"reasons": []}
    assert client.post(why, json={"verb": "rest"}).json() == {"reasons": []}


@pytest.mark.parametrize("question", [{}, {"text": "fly"}, {"piece": "east"}, {"space": "a b"}, {"text": 5}])
def test_a_question_about_nothing_is_not_understood(client: TestClient, new: New, question: Json) -> None:
    assert client.post(address(new(), "/why"), json=question).status_code == 422


def test_why_another_seat_cannot_act(client: TestClient, new: New) -> None:
    answer = client.post(address(new(), "/why"), json={"text": "rest"}, params={"seat": "south"})
    assert answer.json() == {"reasons": [{"text": "North decides now.", "clauses": []}]}


def test_a_hint_is_a_legal_action_with_its_reason(client: TestClient, new: New) -> None:
    state = new()
    hint = client.post(address(state, "/hint"))
    assert hint.json() == {
        "text": "step north 1",
        "label": "The north runner steps to field 1",
        "why": "A runner runs.",
    }
    assert client.post(address(state, "/hint"), json={"bot": "random"}).json()["text"] in ("rest", "step north 1")
    unknown = client.post(address(state, "/hint"), json={"bot": "deep"})
    assert (unknown.status_code, "deep" in unknown.json()["error"]) == (422, True)
    assert client.post(address(state, "/hint"), params={"seat": "south"}).status_code == 409
    assert client.get(address(state)).json() == state


# ------------------------------------------------------------------ looking back


def test_the_log_is_told_from_a_ply_on(client: TestClient, new: New) -> None:
    state = new()
    begun = client.get(address(state, "/log")).json()["events"]
    after = played(client, state, "step north 1")
    everything = client.get(address(state, "/log")).json()["events"]
    assert everything == begun + after["events"]
    assert client.get(address(state, "/log"), params={"from": 2}).json()["events"] == after["events"][2:]


def test_any_earlier_table_can_be_seen(client: TestClient, new: New) -> None:
    state = new()
    after = played(client, state, "step north 1")
    before = client.get(address(state, "/at/0")).json()
    assert before == {
        "picture": state["picture"],
        "ply": 0,
        "title": "Go or rest",
        "prompt": "North decides.",
        "boards": 0,
    }
    die = client.get(address(state, "/at/1")).json()
    assert (die["title"], die["prompt"]) == ("Stumbling", "Roll one die: Stumbling")
    assert client.get(address(state, "/at/2")).json()["picture"] == after["picture"]
    assert client.get(address(state, "/at/3")).status_code == 404
    assert client.get(address(state, "/at/-1")).status_code == 422


def test_a_branch_is_a_game_of_its_own(client: TestClient, new: New) -> None:
    state = played(client, played(client, new(), "step north 1"), "rest")
    branch = client.post(address(state, "/branch"), json={"ply": 2})
    assert branch.status_code == 201
    other = branch.json()
    assert (other["plies"], other["version"], other["name"]) == (2, 1, "The Tiny Race, from Turn 1 of 3")
    assert other["decision"]["seat"] == "south"
    logs = [client.get(address(match, "/record")).json() for match in (state, other)]
    assert logs[1]["log"] == logs[0]["log"][:2]
    assert logs[1]["seed"] != logs[0]["seed"]
    played(client, other, "rest")
    assert client.get(address(state)).json()["plies"] == state["plies"]
    assert client.post(address(state, "/branch"), json={"ply": 99}).status_code == 404


# ------------------------------------------------------------------ the list


def test_the_list_shows_how_each_game_stands(client: TestClient, new: New) -> None:
    first, second = new(name="First"), new(name="Second", options={"length": 1})
    finished(client, second)
    played(client, first, "step north 1")
    cards = client.get("/api/matches").json()
    assert [card["name"] for card in cards] == ["First", "Second"]
    assert cards[0]["standing"] == "North 1, South 0"
    assert (cards[0]["headline"], cards[0]["over"], cards[0]["plies"]) == ("Turn 1 of 3", False, 2)
    assert (cards[1]["over"], cards[1]["result"]["level"]) == (True, "nobody wins")
    assert cards[0]["updated"] > cards[1]["updated"] > cards[0]["created"]


def test_a_game_is_renamed(client: TestClient, new: New) -> None:
    state = new()
    renamed = client.patch(address(state), json={"name": "Зимняя гроза"}).json()
    assert (renamed["name"], renamed["version"]) == ("Зимняя гроза", 2)
    assert client.get("/api/matches").json()[0]["name"] == "Зимняя гроза"
    assert client.patch(address(state), json={"name": "x" * 121}).status_code == 422
    assert client.patch(address(state), json={}).json()["name"] == "Зимняя гроза"


def test_a_deleted_game_can_be_restored(client: TestClient, new: New) -> None:
    state = new()
    assert client.delete(address(state)).status_code == 204
    assert client.get("/api/matches").json() == []
    for answer in (
        client.get(address(state)),
        client.delete(address(state)),
        client.get(address(state, "/record")),
        client.post(address(state, "/actions"), json={"text": "rest", "version": 1}),
    ):
        assert (answer.status_code, answer.json()["error"]) == (404, "There is no such game.")
    assert client.post(address(state, "/restore"), json={}).json() == state
    assert client.post(address(state, "/restore")).status_code == 404
    assert client.get(address(state)).json() == state


# ------------------------------------------------------------------ records


def test_an_exported_game_comes_back_the_same(client: TestClient, new: New) -> None:
    state = played(client, new(name="Race № 1"), "step north 1")
    file = client.get(address(state, "/record"))
    assert file.headers["content-disposition"] == 'attachment; filename="race-1.mamayev.json"'
    assert mamayev.from_json(file.content).facts()["north"] == 1
    answer = client.post("/api/records", content=file.content, headers={"content-type": "application/json"})
    assert answer.status_code == 201
    other = answer.json()
    assert other["id"] != state["id"]
    assert other["picture"] == state["picture"]
    assert client.get(address(other, "/record")).content == file.content


def test_a_record_that_breaks_a_rule_is_refused_with_the_ply(client: TestClient, new: New) -> None:
    record = client.get(address(played(client, new(), "step north 1"), "/record")).json()
    record["log"].append("step south 3")
    answer = client.post("/api/records", json=record)
    assert answer.status_code == 422
    assert answer.json() == {
        "error": "Entry 3 of the log, “step south 3”: A step goes one field, not to 3.",
        "clauses": ["TINY-GO-02"],
        "field": "log[2]",
    }
    record["rules"] = "0"
    told = client.post("/api/records", json=record).json()["error"]
    assert told.endswith("(The game was saved under version 0 of the rules; version 1 is installed.)")


def test_a_record_of_other_rules_that_still_replays_is_taken_with_a_notice(client: TestClient, new: New) -> None:
    record = client.get(address(new(), "/record")).json()
    told = client.post("/api/records", json={**record, "rules": "0"})
    assert (told.status_code, told.json()["field"]) == (422, "checksum")
    del record["checksum"]
    state = client.post("/api/records", json={**record, "rules": "0"}).json()
    assert state["notice"].startswith("This game began under version 0 of the rules")


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"game": "go"}, "game"),
        ({"mamayev": 2}, "mamayev"),
        ({"edition": "third"}, "edition"),
        ({"options": {"length": []}}, "options.length"),
        ({"seed": 1.5}, "record"),
        ({"dice": "loaded"}, "record"),
        ({"log": ["die 7"]}, "log[0]"),
        ({"log": ["rest"] * 20_001}, "log"),
        ({"log": ["step north 1", "card 3"]}, "log[1]"),
        ({"log": [1]}, "record"),
        ({"start": {"east": 1}}, "east"),
        ({"start": {"north": {}}}, "north"),
        ({"components": "/etc"}, "components"),
        ({"surprise": 1}, "record"),
    ],
)
def test_a_record_that_is_none_is_refused_by_field(client: TestClient, new: New, change: Json, field: str) -> None:
    record = client.get(address(new(), "/record")).json()
    answer = client.post("/api/records", json={**record, **change})
    assert (answer.status_code, answer.json()["field"]) == (422, field)
    assert len(client.get("/api/matches").json()) == 1


def test_set_up_values_that_break_a_game_are_refused(
    client: TestClient, new: New, monkeypatch: pytest.MonkeyPatch
) -> None:
    def careless(*_: object) -> None:
        raise TypeError("unhashable type")

    record = client.get(address(new(), "/record")).json()
    monkeypatch.setattr("tiny_game.TinySituations.change", careless)
    answer = client.post("/api/records", json={**record, "start": {"north": []}})
    assert (answer.status_code, answer.json()["field"]) == (422, "record")
    assert "The rules cannot read the setup of this saved game" in answer.json()["error"]


def test_what_a_piece_may_do_is_asked_for_and_a_route_is_played_in_one_go(client: TestClient) -> None:
    state = client.post("/api/matches", json={"game": "cauldron", "seed": 7}).json()
    while state["decision"]["box"] != "german.actions":
        state = played(client, state, state["decision"]["actions"][0]["text"])
    assert "29th-mot" in state["decision"]["pieces"]
    choices = client.get(address(state, "/choices"), params={"piece": "29th-mot"}).json()
    far = max(choices, key=lambda choice: len(choice["actions"]))
    assert (far["verb"], far["path"][-1], len(far["path"])) == ("move", far["space"], len(far["actions"]))
    assert far["cost"].startswith("tally +")
    body = {"texts": far["actions"], "version": state["version"]}
    after = client.post(address(state, "/actions"), json=body).json()
    assert {piece["id"]: piece["at"] for piece in after["picture"]["pieces"]}["29th-mot"] == far["space"]
    assert after["version"] == state["version"] + 1
    back = client.post(address(state, "/undo"), json={"version": after["version"]}).json()
    assert back["picture"] == state["picture"]
    both = client.get(address(state, "/choices"), params={"piece": ["60th-mot", "113th-inf"]}).json()
    assert {text.split()[1] for choice in both for text in choice["actions"]} == {"60th-mot", "113th-inf"}
    ways = client.get(address(state, "/choices"), params={"piece": "29th-mot", "space": far["space"]}).json()
    assert ways[0] == far
    bend = next(at for at in ways[-1]["path"] if at not in far["path"])
    bent = client.get(address(state, "/choices"), params={"piece": "29th-mot", "by": [bend]}).json()
    assert bent
    assert all(bend in choice["path"] for choice in bent)
    for wanted, error in (
        ({"piece": "nobody"}, "no piece “nobody”"),
        ({"piece": "29th-mot", "by": "no"}, "no space “no”"),
    ):
        wrong = client.get(address(state, "/choices"), params=wanted)
        assert (wrong.status_code, wrong.json()["error"]) == (422, f"There is {error}.")
    appeal = next(a["text"] for a in back["decision"]["actions"] if a["verb"] == "appeal")
    foretold = client.get(address(state, "/foretell"), params={"action": appeal}).json()
    assert foretold["tracks"]["ip"] < back["picture"]["tracks"]["ip"]
    assert [face["die"] for face in foretold["rolls"][0]["throws"][0]["faces"]] == [1, 2, 3, 4, 5, 6]
    assert client.get(address(state, "/foretell"), params={"action": "die 1"}).status_code == 409
    late = {"action": "die 1", "version": back["version"] - 1}
    assert client.get(address(state, "/foretell"), params=late).json() == {}, "the game has gone on"
    rolled = played(client, back, appeal)
    fell = next(event for event in rolled["events"] if event["kind"] == "roll")
    (die,) = client.get(address(state, f"/faces/{fell['ply']}")).json()
    assert [face["result"] for face in die["faces"] if face["die"] == fell["dice"][0]] == [fell["result"]]
    assert die["faces"] == foretold["rolls"][0]["throws"][0]["faces"]
    assert client.get(address(state, f"/faces/{fell['ply'] - 1}")).json() == []
    assert client.get(address(state, "/faces/0")).status_code == 404
    back = client.post(address(state, "/undo"), json={"version": rolled["version"], "practice": True}).json()
    for body in ({}, {"text": "end-actions", "texts": ["end-actions"]}, {"texts": []}):
        answer = client.post(address(state, "/actions"), json={**body, "version": back["version"]})
        assert answer.status_code == 422, body


def test_an_overlay_that_nobody_makes_is_refused(client: TestClient, new: New) -> None:
    answer = client.get(address(new(), "/overlays/threats"))
    assert answer.status_code == 422
    assert "no overlay “threats”" in answer.json()["error"]


def test_attacks_on_offer_leave_out_pieces_that_others_need(client: TestClient) -> None:
    state = begun(client, "barbarossa")
    for action in ("historical", "confirm") * 2:
        state = played(client, state, action)
    path = address(state, "/overlays/threats-russian")
    first, *others = client.get(path).json()["offers"]
    way = first["ways"][first["best"]]
    apart = client.get(path, params={"apart": [*way["pieces"], *way["against"]]}).json()["offers"]
    assert len(apart) == len(others)
    used = {piece for each in apart for one in each["ways"] for piece in one["pieces"]}
    assert not used & set(way["pieces"])


def test_a_click_on_a_place_that_only_some_verb_takes_names_the_verb(client: TestClient) -> None:
    state = begun(client, "cauldron", seed=7)
    while state["decision"]["box"] != "german.actions":
        state = played(client, state, state["decision"]["actions"][0]["text"])
    reasons = client.post(address(state, "/why"), json={"space": "54"}).json()["reasons"]
    assert "“Attack”" in reasons[0]["text"]


def test_one_decision_is_taken_back_alone(client: TestClient) -> None:
    """The State tells for which pieces, and the others stand as they stood."""
    state = client.post("/api/matches", json={"game": "barbarossa", "seed": 7}).json()
    address = f"/api/matches/{state['id']}"

    def play(text: str) -> Json:
        version = client.get(address).json()["version"]
        answer = client.post(f"{address}/actions", json={"text": text, "version": version})
        assert answer.status_code == 200, answer.json()
        told: Json = answer.json()
        return told

    for text in ("historical", "confirm", "historical", "confirm"):
        state = play(text)
    assert "pieces" not in state["undo"]
    play("move ge-pz-xxiv V5")
    state = play("move ge-pz-xxxix V5")
    wanted = {"version": state["version"], "to": state["undo"]["pieces"]["ge-pz-xxiv"], "alone": True}
    state = client.post(f"{address}/undo", json=wanted).json()
    assert list(state["undo"]["pieces"]) == ["ge-pz-xxxix"]
    assert {one["id"]: one["at"] for one in state["picture"]["pieces"]}["ge-pz-xxiv"] == "V3"
    wanted = {"version": state["version"], "to": 1, "alone": True}
    assert client.post(f"{address}/undo", json=wanted).status_code == 409
