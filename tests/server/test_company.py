"""The people at a held match: who is here, what they say, what they ask each other to take back, and giving up."""

import json
import sqlite3
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from starlette.testclient import TestClient

import mamayev
from mamayev.engine.refusal import Refusal
from mamayev.match.match import Match
from mamayev.server.app import create_app
from mamayev.server.company import LONGEST_LINE, chat_line
from mamayev.server.store import Store
from mamayev.server.store.chat import LINES_KEPT

from .conftest import HOME, Json
from .test_held import GAME, Table, held, live


@pytest.fixture
def plain(address: str) -> Iterator[TestClient]:
    with TestClient(create_app(address, bot_pause=0.01), base_url=HOME) as client:
        yield client


def company(table: Table, seat: str | None = None) -> Json:
    found: Json = table.ask(seat, "GET", "/company").json()
    return found


def until(reached: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 10
    while not reached():
        assert time.monotonic() < deadline
        time.sleep(0.01)


# ------------------------------------------------------------------ who is here


def test_a_seat_is_here_while_a_tab_of_it_is_open(plain: TestClient) -> None:
    table = held(plain)
    assert company(table)["presence"] == {"blue": {"here": False}, "red": {"here": False}}
    with plain.websocket_connect(live(table)) as blue:
        blue.send_json({"key": table.keys["blue"], "company": True})
        blue.receive_json()
        assert company(table)["presence"]["blue"] == {"here": True}
        with plain.websocket_connect(live(table)) as red:
            red.send_json({"key": table.keys["red"]})
            assert blue.receive_json() == {"presence": {"blue": {"here": True}, "red": {"here": True}}}
            with plain.websocket_connect(live(table)) as watcher:
                watcher.send_json({"key": None, "company": True})
                watcher.receive_json()
        gone = blue.receive_json()["presence"]
        assert (gone["blue"], gone["red"]["here"]) == ({"here": True}, False)
        assert gone["red"]["since"].endswith("Z")
    until(lambda: not company(table)["presence"]["blue"]["here"])


def test_a_seat_with_two_tabs_leaves_with_the_second(plain: TestClient) -> None:
    table = held(plain)
    with plain.websocket_connect(live(table)) as one:
        one.send_json({"key": table.keys["blue"], "company": True})
        one.receive_json()
        with plain.websocket_connect(live(table)) as two:
            two.send_json({"key": table.keys["blue"]})
            two.receive_json()
        table.play("blue", "done")
        assert one.receive_json()["version"] == 2
        assert company(table)["presence"]["blue"] == {"here": True}


# ------------------------------------------------------------------ chat


def test_a_line_reaches_everybody_at_the_table(plain: TestClient) -> None:
    table = held(plain)
    with plain.websocket_connect(live(table)) as red, plain.websocket_connect(live(table)) as watcher:
        red.send_json({"key": table.keys["red"], "company": True})
        watcher.send_json({"company": True})
        for tab in (red, watcher):
            tab.receive_json()
        answer = table.ask("blue", "POST", "/chat", {"text": "  <b>Good\n luck</b> & \u202efun\u0000 "})
        assert (answer.status_code, answer.json()["text"]) == (201, "<b>Good luck</b> & fun")
        assert answer.json()["seat"] == "blue"
        while "line" not in (told := watcher.receive_json()):
            assert "presence" in told
        assert red.receive_json() == told == {"line": answer.json()}
    assert company(table)["lines"] == [answer.json()]
    assert table.state()["version"] == 1


def test_lines_are_kept_with_the_match(address: str) -> None:
    with TestClient(create_app(address), base_url=HOME) as client:
        table, other = held(client), held(client)
        for seat, text in (("blue", "Ready?"), ("red", "Ready.")):
            table.ask(seat, "POST", "/chat", {"text": text})
    with TestClient(create_app(address), base_url=HOME) as client:
        table.client = other.client = client
        assert [(line["seat"], line["text"]) for line in company(table)["lines"]] == [
            ("blue", "Ready?"),
            ("red", "Ready."),
        ]
        assert company(other)["lines"] == []


UNSEEN = ["\u200b", "\ufeff \u200b", "\u00ad", "\u2060\u200d", "\u3164", "\u2800", "\u034f\ufe0f", "\u180e"]


@pytest.mark.parametrize("text", ["", "   ", "\u202e", "\n\t", "x" * (LONGEST_LINE + 1), "x" * 5000, *UNSEEN])
def test_an_empty_or_endless_line_is_refused(plain: TestClient, text: str) -> None:
    table = held(plain)
    answer = table.ask("blue", "POST", "/chat", {"text": text})
    assert (answer.status_code, answer.json()["field"]) == (422, "text")
    assert company(table)["lines"] == []


def test_what_can_be_seen_stays_as_it_is(plain: TestClient) -> None:
    table = held(plain)
    for text in ("👩‍🚀", "नमस्ते", "e\u0301", "co\u00adoperate", "?"):
        assert table.ask("blue", "POST", "/chat", {"text": text}).json()["text"] == text


def test_a_name_is_one_that_can_be_seen_and_reads_as_it_is_written(plain: TestClient) -> None:
    match_id = plain.post("/api/matches", json={"game": GAME, "name": "abc \u202etxt.exe\u2069"}).json()["id"]
    path = f"/api/matches/{match_id}"
    assert plain.get(path).json()["name"] == "abc txt.exe"
    for call, more in ((plain.patch, ""), (plain.post, "/branch")):
        for name in (*UNSEEN, "\u202e"):
            answer = call(path + more, json={"name": name, "ply": 0} if more else {"name": name})
            told = "This name has no visible characters. Enter at least one."
            assert (answer.status_code, answer.json()["error"]) == (422, told)
    assert (
        plain.patch(path, json={"name": "\u200f\u05e9\u05dc\u05d5\u05dd"}).json()["name"] == "\u05e9\u05dc\u05d5\u05dd"
    )


def test_whoever_says_too_much_waits(plain: TestClient) -> None:
    table = held(plain)
    answers = [table.ask("blue", "POST", "/chat", {"text": str(n)}).status_code for n in range(22)]
    assert answers == [201] * 20 + [429] * 2
    assert table.ask("red", "POST", "/chat", {"text": "Enough."}).status_code == 201


def test_nobody_talks_without_a_seat(plain: TestClient) -> None:
    table = held(plain)
    assert table.ask(None, "POST", "/chat", {"text": "Move!"}).status_code == 403
    state = plain.post("/api/matches", json={"game": GAME}).json()
    answer = plain.post(f"/api/matches/{state['id']}/chat", json={"text": "Move!"})
    assert (answer.status_code, answer.json()["field"]) == (409, "held")
    assert plain.get(f"/api/matches/{state['id']}/company").json() == {"presence": {}, "lines": []}


def test_what_the_table_says_does_not_push_out_what_people_say(address: str) -> None:
    store = Store(address)
    said = store.chat.say("0" * 16, "blue", "Good luck!")
    for n in range(LINES_KEPT + 5):
        store.chat.say("0" * 16, "", f"Blue asks {n}.")
    lines = store.chat.lines("0" * 16)
    assert (len(lines), lines[0], lines[1].text) == (LINES_KEPT + 1, said, "Blue asks 5.")
    store.close()


def test_the_oldest_lines_go(address: str) -> None:
    store = Store(address)
    first = store.chat.say("0" * 16, "blue", "first")
    store.chat.say("1" * 16, "red", "elsewhere")
    for n in range(LINES_KEPT):
        store.chat.say("0" * 16, "blue", str(n))
    lines = store.chat.lines("0" * 16)
    assert (len(lines), first in lines, lines[-1].text) == (LINES_KEPT, False, str(LINES_KEPT - 1))
    assert [line.text for line in store.chat.lines("1" * 16)] == ["elsewhere"]
    store.close()


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.text(max_size=400))
def test_a_line_is_one_line_and_reads_as_it_is_written(text: str) -> None:
    try:
        line = chat_line(text)
    except Refusal:
        return
    assert line == line.strip()
    assert line.isprintable() or not any(c in line for c in "\n\r\t\u202e\u2066\u0000")
    assert 0 < len(line) <= LONGEST_LINE
    assert chat_line(line) == line


# ------------------------------------------------------------------ taking back by consent


def asked(table: Table, seat: str, **more: Any) -> Any:
    return table.ask(seat, "POST", "/undo", {"version": table.state()["version"], "ask": True, **more})


def answered(table: Table, seat: str, answer: str) -> Any:
    body = {"version": table.state()["version"], "answer": answer}
    return table.ask(seat, "POST", "/undo/answer", body)


def lines(table: Table) -> list[str]:
    return [line["text"] for line in company(table)["lines"] if "seat" not in line]


@pytest.fixture
def gone_on(plain: TestClient) -> Table:
    """A match in which Blue and then Red has decided."""
    table = held(plain)
    for seat, text in (("blue", "move blue-rifles 0201"), ("blue", "done"), ("red", "done")):
        table.play(seat, text)
    return table


def test_the_other_side_grants(gone_on: Table) -> None:
    state = asked(gone_on, "blue").json()
    assert state["asked"] == {"seat": "blue", "to": 3, "count": 2, "plies": 5, "agreed": []}
    assert gone_on.state("red")["asked"] == gone_on.state()["asked"] == state["asked"]
    after = answered(gone_on, "red", "grant").json()
    assert "asked" not in after
    assert (after["decision"]["seat"], after["plies"], after["practice_used"]) == ("blue", 3, 2)
    assert lines(gone_on) == ["Blue asks to undo 2 decisions.", "Red agrees: 2 decisions undone."]
    assert gone_on.state("blue")["undo"] == {"free": 1, "practice": 1, "redo": 2, "pieces": {"blue-rifles": 2}}
    assert gone_on.state("red")["undo"] == {"free": 0, "practice": 0, "redo": 0}, "Red has decided nothing"
    gone_on.play("blue", "done")


def test_the_other_side_refuses(gone_on: Table) -> None:
    before = gone_on.state("red")
    asked(gone_on, "blue")
    after = answered(gone_on, "red", "refuse").json()
    assert {**after, "version": 0} == {**before, "version": 0}
    assert lines(gone_on)[-1] == "Red does not agree."
    assert answered(gone_on, "red", "grant").status_code == 409


def test_what_was_asked_is_withdrawn_by_who_asked(gone_on: Table) -> None:
    asked(gone_on, "blue")
    assert answered(gone_on, "red", "withdraw").status_code == 409
    assert answered(gone_on, "blue", "grant").status_code == 409
    assert answered(gone_on, None, "grant").status_code == 403  # type: ignore[arg-type]
    assert "asked" not in answered(gone_on, "blue", "withdraw").json()


def test_the_others_are_asked_only_so_often(gone_on: Table) -> None:
    answers = []
    for _ in range(8):
        answers.append(asked(gone_on, "blue").status_code)
        answered(gone_on, "blue", "withdraw")
    assert answers == [200] * 6 + [429] * 2
    assert len(lines(gone_on)) == 12
    assert asked(gone_on, "blue").json()["error"] == "Too fast: the limit for undo requests is 6 per minute."
    assert gone_on.state("blue")["decision"]["seat"] == "blue"


def test_a_question_ends_when_the_game_goes_on(gone_on: Table) -> None:
    asked(gone_on, "blue")
    renamed = gone_on.ask("red", "PATCH", "", {"name": "Still asked"}).json()
    assert renamed["asked"]["seat"] == "blue"
    assert "asked" not in gone_on.play("blue", "done")
    assert answered(gone_on, "red", "grant").status_code == 409


def test_a_question_survives_a_restart(address: str) -> None:
    with TestClient(create_app(address), base_url=HOME) as client:
        table = held(client)
        for seat in ("blue", "red"):
            table.play(seat, "done")
        asked(table, "blue")
    with TestClient(create_app(address), base_url=HOME) as client:
        table.client = client
        assert table.state("red")["asked"]["seat"] == "blue"
        assert answered(table, "red", "grant").json()["plies"] == 2


def test_one_asks_at_a_time_and_for_something_that_was_decided(gone_on: Table) -> None:
    assert asked(gone_on, "blue", to=1).status_code == 409
    assert asked(gone_on, "blue", to=2).json()["asked"]["count"] == 3
    assert asked(gone_on, "red", to=2).status_code == 409
    assert asked(gone_on, "blue").json()["asked"]["count"] == 2
    assert asked(gone_on, None).status_code == 403  # type: ignore[arg-type]


def test_one_s_own_last_decision_is_taken_back_without_being_asked_for(plain: TestClient) -> None:
    table = held(plain)
    assert asked(table, "red").status_code == 409
    table.play("blue", "done")
    after = asked(table, "blue").json()
    assert (after["plies"], after["practice_used"], "asked" in after) == (2, 0, False)
    assert lines(table) == []


def test_against_bots_and_at_an_open_table_there_is_nobody_to_ask(plain: TestClient) -> None:
    table = held(plain, seats={"red": "captain"})
    assert (asked(table, "blue").status_code, asked(table, "blue").json()["field"]) == (409, "ask")
    state = plain.post("/api/matches", json={"game": GAME}).json()
    answer = plain.post(f"/api/matches/{state['id']}/undo", json={"version": 1, "ask": True})
    assert (answer.status_code, answer.json()["field"]) == (409, "ask")


# ------------------------------------------------------------------ giving up


def resigned(table: Table, seat: str | None) -> Any:
    return table.ask(seat, "POST", "/resign", {"version": table.state()["version"]})


def test_who_resigns_loses_and_everything_opens(gone_on: Table) -> None:
    table = gone_on
    assert resigned(table, None).status_code == 403
    state = resigned(table, "blue").json()
    result = {
        "winner": "red",
        "level": "Blue resigned",
        "why": "Blue has resigned.",
        "resigned": "blue",
    }
    assert (state["over"], state["result"], state["decision"]) == (True, result, None)
    assert [event["kind"] for event in state["events"]] == ["over"]
    assert state["undo"] == {"free": 0, "practice": 0, "redo": 0}
    (card,) = table.client.get("/api/matches").json()
    assert (card["over"], card["result"]) == (True, result)
    assert table.act("blue", "done").status_code == 409
    assert resigned(table, "red").status_code == 409
    assert asked(table, "blue").status_code == 409
    record = table.ask(None, "GET", "/record").json()
    assert record["resigned"] == "blue"
    again = table.client.post("/api/records", json=record).json()
    assert (again["result"], again["plies"]) == (result, state["plies"])
    branch = table.ask(None, "POST", "/branch", {"ply": state["plies"]}).json()
    assert (branch["over"], branch["decision"]["seat"]) == (False, "blue")


def test_giving_up_survives_a_restart(address: str) -> None:
    with TestClient(create_app(address), base_url=HOME) as client:
        table = held(client)
        state = resigned(table, "red").json()
    with TestClient(create_app(address), base_url=HOME) as client:
        table.client = client
        assert table.state("red") == {k: v for k, v in state.items() if k != "events"}
        assert client.get(f"{table.path}/log").json()["events"][-1]["result"]["winner"] == "blue"


def test_at_an_open_table_nobody_gives_up_for_all(plain: TestClient) -> None:
    state = plain.post("/api/matches", json={"game": GAME}).json()
    answer = plain.post(f"/api/matches/{state['id']}/resign", json={"version": 1})
    assert (answer.status_code, answer.json()["field"]) == (409, "held")


def test_a_resigned_match_takes_nothing_back_and_names_a_seat_of_the_game() -> None:
    match = mamayev.new(GAME, seed=1)
    match.play("done")
    match.resign("blue")
    assert (match.over, match.decision, match.free_undos, match.undos) == (True, None, 0, 0)
    for change in (match.undo, lambda: match.undo_to(2), match.redo, lambda: match.play("done")):
        with pytest.raises(Refusal):
            change()
    copy = Match.from_json(match.to_json())
    assert copy == match
    assert copy.result == match.result
    assert json.loads(mamayev.new(GAME, seed=1).to_json())["resigned"] == ""
    wrong = json.loads(match.to_json()) | {"resigned": "green"}
    with pytest.raises(Refusal, match="no seat"):
        Match.from_json(json.dumps(wrong))


def test_what_is_gone_for_good_takes_its_lines_along(address: str, tmp_path: Path) -> None:
    with TestClient(create_app(address), base_url=HOME) as client:
        table = held(client)
        table.ask("blue", "POST", "/chat", {"text": "Bye."})
        resigned(table, "blue")
        table.ask("blue", "DELETE")
    with sqlite3.connect(tmp_path / "games.sqlite") as database:
        database.execute("UPDATE matches SET deleted_at = '2020-01-01T00:00:00.000000Z'")
    database.close()
    store = Store(address)
    assert store.chat.lines(table.path.rpartition("/")[2]) == []
    store.close()
