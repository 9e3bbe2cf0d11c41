"""Play by mail: a saved game goes on with the match that it is of, and is told where it does not."""

import json
import random
from collections.abc import Callable
from contextlib import closing

import pytest
from httpx2 import Client

import mamayev
from mamayev.match import record as records
from mamayev.match.match import Match
from mamayev.match.parting import mark
from mamayev.server import saved
from mamayev.server.store import Store

from .conftest import Json, New, begun, played


def mailed(client: Client, turn: Match | Json) -> Json:
    """What comes of a turn."""
    text = turn.to_json() if isinstance(turn, Match) else json.dumps(turn)
    answer = client.post("/api/mail", content=text, headers={"content-type": "application/json"})
    assert answer.status_code == 200, answer.text
    told: Json = answer.json()
    return told


def record_of(client: Client, state: Json) -> Json:
    record: Json = client.get(f"/api/matches/{state['id']}/record").json()
    return record


def theirs(client: Client, state: Json) -> Match:
    """The match as somebody has it who was sent its record."""
    return mamayev.from_json(json.dumps(record_of(client, state)))


def chance(match: Match) -> int:
    """How many dice and cards stand in a log."""
    return sum(line.startswith(("die", "card")) for line in match.record.log)


def moved(rng: random.Random, match: Match) -> str:
    """Something that the seat to decide may do, but give up."""
    assert match.decision is not None
    return rng.choice([str(action) for action in match.decision.actions if str(action) != "resign"])


def unsealed(record: Json) -> Json:
    """A record whose checksum has been taken off by somebody who changes it."""
    return {name: value for name, value in record.items() if name != "checksum"}


@pytest.fixture
def count(client: Client) -> Callable[[], int]:
    return lambda: len(client.get("/api/matches").json())


def test_a_turn_of_a_match_that_is_not_here_begins_it(client: Client, tiny: str, count: Callable[[], int]) -> None:
    sent = mamayev.new(tiny, seed=3)
    sent.play("step north 1")
    told = mailed(client, sent)
    assert (told["outcome"], told["title"], told["new"], told["checked"]) == ("begun", "The Tiny Race", 2, 1)
    assert record_of(client, told["state"])["log"] == sent.record.log
    assert count() == 1


def test_a_turn_goes_on_with_the_match_here_and_what_was_played_stays(
    client: Client, new: New, count: Callable[[], int]
) -> None:
    state = played(client, new(name="Ours"), "step north 1")
    other = theirs(client, state)
    before = list(other.record.log)
    other.play("step south 1")
    told = mailed(client, other)
    assert (told["outcome"], told["state"]["id"], told["state"]["name"]) == ("went on", state["id"], "Ours")
    assert told["new"] == len(other.record.log) - len(before)
    assert told["checked"] == chance(other) - 1
    assert told["state"]["version"] == state["version"] + 1
    assert record_of(client, state) == json.loads(other.to_json())
    log = client.get(f"/api/matches/{state['id']}/log").json()["events"]
    assert log == json.loads(json.dumps([event.to_data() for event in other.events]))
    assert count() == 1
    back = {"version": told["state"]["version"], "practice": True}
    assert client.post(f"/api/matches/{state['id']}/undo", json=back).json()["plies"] == len(before)


def test_a_whole_game_goes_there_and_back(client: Client, tiny: str, count: Callable[[], int]) -> None:
    rng = random.Random(8)
    state = begun(client, tiny, seed=8)
    while not state["over"]:
        state = played(client, state, moved(rng, theirs(client, state)))
        other = theirs(client, state)
        if other.over:
            break
        other.play(moved(rng, other))
        told = mailed(client, other)
        assert told["outcome"] == "went on"
        state = told["state"]
    assert record_of(client, state)["log"] == theirs(client, state).record.log
    assert count() == 1


def test_a_turn_that_is_here_already_changes_nothing(client: Client, new: New, count: Callable[[], int]) -> None:
    state = played(client, new(), "step north 1")
    told = mailed(client, record_of(client, state))
    assert told["outcome"] == "known"
    del state["events"]
    assert told["state"] == state
    assert count() == 1


def test_an_older_turn_is_told_and_changes_nothing(client: Client, new: New) -> None:
    first = played(client, new(), "step north 1")
    older = record_of(client, first)
    state = played(client, first, "step south 1")
    told = mailed(client, older)
    assert (told["outcome"], told["plies"], told["state"]["plies"]) == ("older", len(older["log"]), state["plies"])
    assert client.get(f"/api/matches/{state['id']}").json()["version"] == state["version"]


def test_where_two_logs_part_is_told_and_both_can_be_kept(client: Client, new: New, count: Callable[[], int]) -> None:
    state = played(client, new(), "step north 1")
    other = theirs(client, state)
    other.play("rest")
    state = played(client, state, "step south 1")
    told = mailed(client, other)
    assert (told["outcome"], told["ply"], told["moment"]) == ("parted", 3, "Turn 1 of 3")
    assert told["here"] == "The south runner steps to field 1."
    assert "draw a card" in told["there"]
    assert client.get(f"/api/matches/{state['id']}").json()["version"] == state["version"]
    assert client.post("/api/records", content=other.to_json()).status_code == 201
    assert count() == 2
    # From now on each turn finds the one that it is of.
    other.play("rest")
    again = mailed(client, other)
    assert (again["outcome"], again["state"]["id"] != state["id"]) == ("went on", True)
    assert count() == 2


def test_a_die_that_is_not_the_seed_s_is_told_and_the_match_stays(client: Client, new: New) -> None:
    state = played(client, new(), "step north 1")
    other = theirs(client, state)
    other.play("step south 1")
    fell = int(other.record.log[3].removeprefix("die "))
    wanted = 5 if fell != 5 else 6
    record = unsealed(json.loads(other.to_json())) | {"log": [*other.record.log[:3], f"die {wanted}"]}
    told = mailed(client, record)
    assert (told["outcome"], told["ply"]) == ("loaded", 4)
    assert (str(fell) in told["here"], str(wanted) in told["there"]) == (True, True)
    assert client.get(f"/api/matches/{state['id']}").json()["version"] == state["version"]


def loaded(turn: Match, entry: int) -> Json:
    """The record of a turn, with another die at this entry of the log, from 1, than the one that fell."""
    log = [*turn.record.log]
    log[entry - 1] = "die 5" if log[entry - 1] != "die 5" else "die 6"
    return unsealed(json.loads(turn.to_json())) | {"log": log}


@pytest.mark.parametrize("entry", [2, 4])
def test_a_die_that_is_not_the_seed_s_is_told_where_two_turns_part_at_it_or_before(
    client: Client, new: New, count: Callable[[], int], entry: int
) -> None:
    state = played(client, new(), "step north 1")
    other = theirs(client, state)
    other.play("step south 1")
    state = played(client, state, "rest")
    turn = loaded(other, entry)
    told = mailed(client, turn)
    assert (told["outcome"], told["ply"], told["state"]["id"]) == ("loaded", entry, state["id"])
    fell = other.record.log[entry - 1].removeprefix("die ")
    assert (told["here"], turn["log"][entry - 1][-1] in told["there"]) == (f"The die shows {fell}.", True)
    assert client.get(f"/api/matches/{state['id']}").json()["version"] == state["version"]
    apart = client.post("/api/mail", json=turn, params={"way": "apart"}).json()
    assert (apart["outcome"], count()) == ("begun", 2)
    assert record_of(client, apart["state"])["log"] == turn["log"]


def test_a_turn_with_a_loaded_die_begins_no_match(client: Client, tiny: str, count: Callable[[], int]) -> None:
    sent = mamayev.new(tiny, seed=3)
    sent.play("step north 1")
    record = unsealed(json.loads(sent.to_json()))
    record["log"] = ["step north 1", "die 5" if sent.record.log[1] != "die 5" else "die 6"]
    told = mailed(client, record)
    assert (told["outcome"], "state" in told) == ("loaded", False)
    assert count() == 0


def test_who_changes_the_seed_or_says_that_dice_are_of_another_one_has_another_match(
    client: Client, new: New, count: Callable[[], int]
) -> None:
    state = played(client, new(), "step north 1")
    record = unsealed(record_of(client, state))
    for change in ({"seed": 4}, {"earlier": [[len(record["log"]), 77]]}):
        told = mailed(client, record | change)
        assert told.get("state", {}).get("id") != state["id"]
    assert client.get(f"/api/matches/{state['id']}").json()["version"] == state["version"]


def test_dice_that_were_typed_in_are_held_against_nothing(client: Client, tiny: str) -> None:
    sent = mamayev.new(tiny, seed=3, dice="hand")
    sent.play("step north 1")
    sent.play("die 5")
    told = mailed(client, sent)
    assert (told["outcome"], told["dice"], told.get("checked", 0)) == ("begun", "hand", 0)


def test_what_was_taken_back_in_practice_mode_stays_noted(client: Client, new: New) -> None:
    state = played(client, new(), "step north 1")
    other = theirs(client, state)
    other.play("step south 1")
    other.undo(practice=True)
    other.play("rest")
    told = mailed(client, other)
    assert (told["outcome"], told["practice"], told["state"]["practice_used"]) == ("went on", 1, 1)
    back = {"version": told["state"]["version"], "practice": True}
    mine = client.post(f"/api/matches/{state['id']}/undo", json=back).json()["practice_used"]
    again = mailed(client, other)
    assert (again["outcome"], again["state"]["practice_used"]) == ("went on", mine)


@pytest.mark.parametrize("path", ["/api/mail", "/api/records"])
def test_no_turn_is_padded_with_undos_or_seats(
    client: Client, new: New, count: Callable[[], int], path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing in such a list is checked against the rules, so its length is all that bounds the memory it takes."""
    monkeypatch.setattr(saved, "PRACTICE", 2)
    record = unsealed(record_of(client, new()))
    record["practice"] = [[2, 1], [2, 1], [2, 1]]
    answer = client.post(path, json=record)
    assert (answer.status_code, answer.json()["field"]) == (422, "practice")
    assert "3 entries; the limit is 2" in answer.json()["error"]
    record |= {"practice": [], "mail": {f"seat {number}": "mark" for number in range(3)}}
    answer = client.post(path, json=record)
    assert (answer.status_code, answer.json()["field"]) == (422, "mail")
    assert "no seat “seat 0”" in answer.json()["error"]
    assert count() == 1


def test_a_stored_match_notes_a_bounded_number_of_undos(
    client: Client, new: New, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(records, "PRACTICE", 3)
    state = new()
    for _ in range(5):
        state = played(client, state, "step north 1")
        back = {"version": state["version"], "practice": True}
        state = client.post(f"/api/matches/{state['id']}/undo", json=back).json()
    assert state["plies"] == 0
    assert state["practice_used"] == 3
    other = theirs(client, state)
    other.play("step north 1")
    other.record.practice.append([9, 9])
    told = mailed(client, other)
    assert (told["outcome"], told["state"]["practice_used"]) == ("went on", 3)


def test_stored_matches_are_compared_with_a_turn_one_after_another(address: str, tiny: str) -> None:
    """A caller may have stored 200 MB of records with the same seed."""
    with closing(Store(address)) as store:
        for _ in range(3):
            match = mamayev.new(tiny, seed=3)
            begun_here = saved.begun(match, {}, "Three")
            assert store.matches.add(begun_here, saved.standing(match))
        found = store.matches.seeded(tiny, 3)
        assert iter(found) is found
        assert len(dict(found)) == 3


def test_a_held_match_is_never_gone_on_with(client: Client, tiny: str, count: Callable[[], int]) -> None:
    held = client.post("/api/matches", json={"game": tiny, "seed": 3, "held": True}).json()
    sent = mamayev.new(tiny, seed=3)
    sent.play("step north 1")
    assert mailed(client, sent)["outcome"] == "begun"
    assert client.get(f"/api/matches/{held['id']}").json()["version"] == held["version"]
    assert count() == 2


@pytest.mark.parametrize("game", ["inferno", "donnerschlag"])
def test_a_game_that_hides_something_is_refused_with_the_reason(client: Client, game: str) -> None:
    answer = client.post("/api/mail", content=mamayev.new(game, seed=3).to_json())
    assert (answer.status_code, answer.json()["field"]) == (409, "secrets")
    assert "hides information from seats" in answer.json()["error"]


def test_a_turn_that_breaks_a_rule_is_refused_with_the_ply(client: Client, new: New) -> None:
    state = played(client, new(), "step north 1")
    record = unsealed(record_of(client, state))
    answer = client.post("/api/mail", json=record | {"log": [*record["log"], "step south 3"]})
    assert (answer.status_code, answer.json()["clauses"]) == (422, ["TINY-GO-02"])
    assert client.get(f"/api/matches/{state['id']}").json()["version"] == state["version"]


def test_a_match_that_was_deleted_begins_anew(client: Client, new: New, count: Callable[[], int]) -> None:
    state = played(client, new(), "step north 1")
    sent = theirs(client, state)
    client.delete(f"/api/matches/{state['id']}")
    assert mailed(client, sent)["outcome"] == "begun"
    assert count() == 1


def answered(client: Client, turn: Match, **how: str) -> Json:
    """What comes of a turn, with a word of the player's."""
    answer = client.post("/api/mail", content=turn.to_json(), params=how)
    assert answer.status_code == 200, answer.text
    told: Json = answer.json()
    return told


def turn_of(game: str, *seats: str, seed: int = 3) -> Match:
    """A match by mail as it comes from somebody who has taken these seats, after the first step of north."""
    match = mamayev.new(game, seed=seed)
    mark(match.record, seats)
    match.play("step north 1")
    return match


def test_nothing_is_asked_of_a_seat_that_is_played_elsewhere(client: Client, new: New) -> None:
    state = played(client, new(seats={"south": "mail"}), "step north 1")
    assert (state["viewer"], state["decision"]["seat"]) == ("north", "south")
    assert not state["decision"].get("actions")
    action = {"text": "step south 1", "version": state["version"]}
    answer = client.post(f"/api/matches/{state['id']}/actions", json=action)
    assert (answer.status_code, "South is played elsewhere, by mail" in answer.json()["error"]) == (409, True)
    (card,) = client.get("/api/matches").json()
    assert (card["away"], card["to_move"], card["bots"]) == (["south"], "south", False)
    # Where a bot plays the other seat, nobody plays here.
    client.patch(f"/api/matches/{state['id']}", json={"seats": {"north": "random"}})
    assert client.get("/api/matches").json()[0]["bots"]
    # An explicit word, and it is played here after all.
    here = client.patch(f"/api/matches/{state['id']}", json={"seats": {"south": "human"}}).json()
    assert played(client, here, "step south 1")["plies"] > state["plies"]


def test_what_is_taken_back_leads_to_a_decision_of_ours(client: Client, new: New) -> None:
    state = played(client, new(seats={"south": "mail"}), "step north 1")
    other = theirs(client, state)
    other.play("step south 1")
    state = mailed(client, other)["state"]
    back = {"version": state["version"], "practice": True}
    undone = client.post(f"/api/matches/{state['id']}/undo", json=back).json()
    assert (undone["decision"]["seat"], undone["plies"]) == ("north", 0)


def test_the_first_turn_gives_the_other_seat_to_who_opens_it(client: Client, tiny: str) -> None:
    sent = turn_of(tiny, "north")
    told = mailed(client, sent)
    assert (told["outcome"], told["state"]["seats"]) == ("begun", {"north": "mail", "south": "human"})
    marks = record_of(client, told["state"])["mail"]
    assert marks["north"] == sent.record.mail["north"]
    assert set(marks) == {"north", "south"}


def test_who_comes_with_another_browser_takes_his_own_seat_again(client: Client, tiny: str) -> None:
    told = answered(client, turn_of(tiny, "north", "south"), seat="north")
    assert told["state"]["seats"] == {"north": "human", "south": "mail"}
    wrong = client.post("/api/mail", content=turn_of(tiny, "north").to_json(), params={"seat": "east"})
    assert (wrong.status_code, wrong.json()["field"]) == (422, "seat")


def test_two_games_that_were_begun_alike_are_two(client: Client, new: New, tiny: str, count: Callable[[], int]) -> None:
    state = played(client, new(seats={"south": "mail"}), "step north 1")
    told = mailed(client, turn_of(tiny, "north"))
    assert (told["outcome"], told["state"]["id"] != state["id"], count()) == ("begun", True, 2)


@pytest.mark.parametrize(("steps", "outcome"), [(["step north 1"], "went on"), ([], "begun"), (["rest"], "begun")])
def test_a_game_from_before_there_were_marks_is_known_by_its_log(
    client: Client, new: New, tiny: str, steps: list[str], outcome: str
) -> None:
    state = new()
    for step in steps:
        state = played(client, state, step)
    sent = turn_of(tiny, "north")
    sent.play("step south 1")
    told = mailed(client, sent)
    assert (told["outcome"], told["state"]["id"] == state["id"]) == (outcome, outcome == "went on")
    assert told["state"]["seats"] == {"north": "mail", "south": "human"}


def test_a_turn_that_decides_for_us_is_told(client: Client, new: New, count: Callable[[], int]) -> None:
    state = played(client, new(seats={"south": "mail"}), "step north 1")
    other = theirs(client, state)
    other.play("step south 1")
    other.play("rest")
    told = answered(client, other)
    assert (told["outcome"], told["seat"], told["ply"]) == ("decided", "North", 5)
    assert client.get(f"/api/matches/{state['id']}").json()["version"] == state["version"]
    apart = answered(client, other, way="apart")
    assert (apart["outcome"], apart["state"]["seats"]["south"], count()) == ("begun", "mail", 2)
    client.delete(f"/api/matches/{apart['state']['id']}")
    assert answered(client, other, way="on")["outcome"] == "went on"
    assert record_of(client, state)["log"] == other.record.log


def test_in_a_match_that_is_kept_apart_no_bot_plays_on(client: Client, new: New) -> None:
    state = played(client, new(seats={"south": "mail"}), "step north 1")
    other = theirs(client, state)
    other.play("step south 1")
    address = f"/api/matches/{state['id']}"
    played(client, client.patch(address, json={"seats": {"south": "human"}}).json(), "rest")
    client.patch(address, json={"seats": {"north": "random", "south": "mail"}})
    assert answered(client, other)["outcome"] == "parted"
    apart = answered(client, other, way="apart")
    assert apart["state"]["seats"] == {"north": "human", "south": "mail"}
    assert apart["state"]["decision"]["seat"] == "north"
    assert record_of(client, apart["state"])["log"] == other.record.log


def test_a_seat_that_somebody_else_has_taken_is_told(client: Client, new: New) -> None:
    state = played(client, new(seats={"south": "mail"}), "step north 1")
    first, second = theirs(client, state), theirs(client, state)
    for other in (first, second):
        mark(other.record, ["south"])
    first.play("step south 1")
    state = mailed(client, first)["state"]
    state = played(client, state, "rest")
    second = theirs(client, state)
    second.record.mail["south"] = "another"
    second.play("step south 2")
    told = answered(client, second)
    assert (told["outcome"], told["seat"]) == ("stranger", "South")
    assert client.get(f"/api/matches/{state['id']}").json()["version"] == state["version"]
    assert answered(client, second, way="on")["outcome"] == "went on"
    assert record_of(client, state)["mail"]["south"] == "another"


def test_what_cannot_be_played_elsewhere_is_refused(client: Client, tiny: str) -> None:
    for wanted, field in (
        ({"game": tiny, "seats": {"north": "mail", "south": "mail"}}, "seats"),
        ({"game": tiny, "seats": {"south": "mail"}, "held": True}, "held"),
        ({"game": "donnerschlag", "seats": {"soviet": "mail"}}, "secrets"),
        ({"game": "cauldron", "seats": {"german": "mail"}}, "seats"),
    ):
        answer = client.post("/api/matches", json=wanted)
        assert (answer.status_code >= 409, answer.json()["field"]) == (True, field)
    assert client.get("/api/matches").json() == []


def test_a_branch_is_a_match_of_its_own(client: Client, new: New) -> None:
    state = played(client, new(seats={"south": "mail"}), "step north 1")
    branch = client.post(f"/api/matches/{state['id']}/branch", json={"ply": 0}).json()
    assert branch["seats"]["south"] == "mail"
    assert record_of(client, branch)["mail"]["north"] != record_of(client, state)["mail"]["north"]
