"""Orders over HTTP: only the player of a seat sees and gives them, the staff carries them out, and no one else hears
of it."""

from __future__ import annotations

import threading
import time
from bisect import bisect_left
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from starlette.testclient import TestClient

from mamayev.engine.json import more_than
from mamayev.engine.refusal import Refusal
from mamayev.match.curing import with_cures
from mamayev.match.dispatch import Dispatch
from mamayev.match.match import Match, Record
from mamayev.match.record import ORDERS, VALUES, Given
from mamayev.players.command import Commander, Ordered
from mamayev.server.app import create_app

from .conftest import HOME, Json, begun

GAME, SEAT = "inferno", "german"
PLAYERS = {"soviet_side": "player"}


@pytest.fixture
def plain(address: str) -> Iterator[TestClient]:
    with TestClient(create_app(address, bot_pause=0, reply_pause=0), base_url=HOME) as client:
        yield client


class Seat:
    """The player of a seat, or a spectator."""

    def __init__(self, client: TestClient, state: Json, seat: str = "", key: str = "") -> None:
        self.client, self.path, self.name = client, f"/api/matches/{state['id']}", seat
        self.key = key or state.get("keys", {}).get(seat, "")
        self.headers = {"Authorization": f"Bearer {self.key}"} if self.key else {}

    def ask(self, method: str, rest: str = "", body: Any = None) -> Any:
        return self.client.request(method, self.path + rest, json=body, headers=self.headers)

    @property
    def state(self) -> Json:
        state: Json = self.ask("GET").json()
        return state

    def order(self, **orders: Any) -> Any:
        return self.ask("POST", "/orders", {"version": self.state["version"], "orders": orders})

    def carry(self, *go_on: str) -> Any:
        return self.ask("POST", "/orders/carry", {"version": self.state["version"], "go_on": list(go_on)})

    def carried(self, *go_on: str) -> Json:
        """Carry the orders out, and return the state once the staff has finished or stopped."""
        answer = self.carry(*go_on)
        assert answer.status_code == 200, answer.text
        assert answer.json()["carrying"]
        return self.until(lambda state: not state["command"]["carrying"])

    def until(self, holds: Callable[[Json], bool]) -> Json:
        end = time.monotonic() + 60
        while not holds(state := self.state):
            assert time.monotonic() < end, state["command"]
            time.sleep(0.02)
        return state


@pytest.fixture
def german(plain: TestClient) -> Seat:
    """The only person at an open table, against the rules."""
    return Seat(plain, begun(plain, GAME))


def two(client: TestClient, seed: int = 3) -> tuple[Seat, Seat, Seat]:
    """The players of a private game, and a spectator."""
    state = begun(client, GAME, options=PLAYERS, held=True, seed=seed, name="Twin")
    return Seat(client, state, "german"), Seat(client, state, "soviet"), Seat(client, state)


# ------------------------------------------------------------------ the sheet


def test_the_sheet_has_a_field_for_each_order_and_nothing_is_ordered(german: Seat) -> None:
    sheet = german.ask("GET", "/orders").json()
    fields = {field["name"]: field for field in sheet["fields"]}
    assert fields.keys() == Match.new(GAME, seed=3).orders_schema(SEAT)["properties"].keys()
    assert {"value": "staff", "title": "As the staff would"} in fields["prefer"]["choices"]
    assert (fields["least"]["kind"], fields["least"]["least"], fields["least"]["most"]) == ("number", 0, 100)
    assert (fields["hold"]["kind"], fields["hold"]["most"], fields["hold"]["default"]) == ("stand", 6, [])
    assert fields["hold"]["clauses"]
    assert (sheet["orders"], sheet["before"], sheet["objections"], sheet["report"]) == ({}, {}, [], [])
    assert (sheet["stop"], sheet["carrying"]) == (None, False)


def test_a_sheet_has_its_sectors_as_groups_and_its_odds_in_their_order(plain: TestClient) -> None:
    fields = {
        field["name"]: field for field in Seat(plain, begun(plain, "barbarossa")).ask("GET", "/orders").json()["fields"]
    }
    assert [field["group"] for field in fields.values() if field["name"].startswith("line")] == [
        "North",
        "Center",
        "South",
    ]
    kinds = ("objective_north", "line_north", "stand", "losses_north", "least_north")
    assert [fields[name]["kind"] for name in kinds] == ["spaces", "line", "stand", "number", "choice"]
    titles = [choice["title"] for choice in fields["least_north"]["choices"]]
    assert titles == ["As the staff would", "1-2", "1-1", "2-1", "3-1", "4-1", "5-1", "6-1"]
    assert [name for name, field in fields.items() if field.get("advanced")] == [
        "risk",
        "arrive",
        "garrison",
        "break_out",
        "keep_air",
        "air",
    ]


def test_orders_given_are_on_the_sheet_and_what_cannot_be_done_is_said(german: Seat) -> None:
    sheet = german.order(least=60, objectives=["1"]).json()
    assert sheet["orders"] == {"least": 60, "objectives": ["1"]}
    assert sheet["before"] == {}
    assert [one["field"] for one in sheet["objections"]] == ["objectives"]
    assert sheet == german.ask("GET", "/orders").json()
    assert german.order().json()["orders"] == {}


@pytest.mark.parametrize(
    ("orders", "field"),
    [({"least": 101}, "least"), ({"leest": 1}, ""), ({"hold": ["nowhere"]}, "hold"), ({"prefer": 3}, "prefer")],
)
def test_wrong_orders_are_refused_with_a_sentence_and_change_nothing(german: Seat, orders: Json, field: str) -> None:
    german.order(least=60)
    answer = german.order(**orders)
    assert answer.status_code == 422
    assert answer.json()["error"].endswith(".")
    assert field in answer.json().get("field", "")
    assert german.ask("GET", "/orders").json()["orders"] == {"least": 60}


def test_a_game_without_a_command_says_so(plain: TestClient, tiny: str) -> None:
    seat = Seat(plain, begun(plain, tiny))
    for answer in (seat.ask("GET", "/orders"), seat.order(), seat.carry()):
        assert answer.status_code == 409
        assert "takes no orders" in answer.json()["error"]
    assert "command" not in seat.state


def test_orders_of_an_older_version_are_refused(german: Seat) -> None:
    answer = german.ask("POST", "/orders", {"version": 99, "orders": {}})
    assert (answer.status_code, answer.json()["field"]) == (409, "version")


def test_nobody_else_sees_or_gives_the_orders_of_a_seat(plain: TestClient) -> None:
    german, soviet, spectator = two(plain)
    german.order(least=60)
    assert soviet.ask("GET", "/orders").json()["orders"] == {}
    assert spectator.ask("GET", "/orders").status_code == 403
    assert spectator.order(least=10).status_code == 403
    assert spectator.carry().status_code == 403
    assert spectator.ask("DELETE", "/orders/carry").status_code == 403
    assert soviet.ask("GET", "/orders?seat=german").status_code == 403
    assert german.ask("GET", "/orders").json()["orders"] == {"least": 60}


def test_undo_takes_back_orders_given_after_the_decision(german: Seat) -> None:
    german.order(least=60)
    state = german.state
    text = state["decision"]["actions"][0]["text"]
    state = german.ask("POST", "/actions", {"version": state["version"], "text": text}).json()
    german.order(least=90)
    german.ask("POST", "/undo", {"version": state["version"], "practice": True})
    assert german.ask("GET", "/orders").json()["orders"] == {"least": 60}


def test_redo_brings_back_the_orders_that_an_undo_took(german: Seat) -> None:
    """Not after another action, and not over orders given in the meantime."""
    german.order(least=60)

    def does(what: str, **more: Any) -> Json:
        version = german.state["version"]
        after: Json = german.ask("POST", f"/{what}", {"version": version, **more}).json()
        return after

    def ordered() -> Json:
        found: Json = german.ask("GET", "/orders").json()["orders"]
        return found

    one, other, *_ = (action["text"] for action in german.state["decision"]["actions"])
    does("actions", text=one)
    german.order(least=90)
    does("undo", practice=True)
    assert ordered() == {"least": 60}
    does("redo")
    assert ordered() == {"least": 90}
    does("undo", practice=True)
    refused = does("actions", texts=[other, "no such action"])
    assert "error" in refused
    assert ordered() == {"least": 60}
    german.order(least=70)
    does("redo")
    assert ordered() == {"least": 70}
    german.order(least=90)
    does("undo", practice=True)
    does("actions", text=other)
    assert ordered() == {"least": 70}


# ------------------------------------------------------------------ carrying out


def test_the_staff_carries_out_a_turn_and_reports(german: Seat) -> None:
    before = german.state["picture"]["turn"]
    german.order(keep_cards=2)
    state = german.carried()
    assert state["picture"]["turn"] == before + 1
    assert [one["field"] for one in state["command"]["report"]] == ["keep_cards"]
    sheet = german.ask("GET", "/orders").json()
    assert sheet["report"] == state["command"]["report"]
    assert sheet["before"] == sheet["orders"] == {"keep_cards": 2}


def test_it_plays_like_the_commander_in_the_terminal(german: Seat) -> None:
    orders = {"objectives": ["19"], "keep_cards": 2}
    alone = Match.new(GAME, seed=3)
    alone.order(orders)
    outcome = Commander(alone, SEAT).carry_out()
    german.order(**orders)
    german.carried()
    record = Record.from_json(german.ask("GET", "/record").content)
    assert record.log == alone.record.log
    assert outcome.over


@pytest.fixture
def begun_by_hand(plain: TestClient) -> Seat:
    """A player who has begun by hand what the orders forbid to finish."""
    seat = Seat(plain, begun(plain, GAME, seed=4))
    state = seat.state
    hasty = next(one["text"] for one in state["decision"]["actions"] if one["text"].startswith("hasty"))
    seat.ask("POST", "/actions", {"version": state["version"], "text": hasty})
    seat.order(least=100)
    return seat


def test_a_stop_gives_the_seat_back_with_the_decision_of_the_commander(begun_by_hand: Seat) -> None:
    plies = begun_by_hand.state["plies"]
    state = begun_by_hand.carried()
    stop = state["command"]["stop"]
    assert (stop["field"], state["plies"]) == ("least", plies)
    assert "you ordered at least 100%" in stop["text"]
    assert stop["clauses"]
    assert begun_by_hand.ask("GET", "/orders").json()["stop"] == stop
    assert begun_by_hand.carried()["command"]["stop"] == stop  # asked again, it is the same decision
    assert begun_by_hand.carried("hold")["command"]["stop"] == stop
    assert begun_by_hand.state["plies"] == plies


def test_what_the_commander_lets_pass_is_in_the_report(begun_by_hand: Seat) -> None:
    begun_by_hand.carried()
    state = begun_by_hand.carried("least")
    assert state["command"]["stop"] is None
    [kept] = state["command"]["report"]
    assert (kept["field"], kept["state"]) == ("least", "broken")
    assert kept["text"].endswith("You continued.")


@pytest.mark.parametrize(
    ("orders", "state"), [({"least": 100, "prefer": "attack"}, "broken"), ({"least": 1, "prefer": "attack"}, "kept")]
)
def test_other_orders_in_the_turn_do_not_change_what_was_let_pass(
    begun_by_hand: Seat, monkeypatch: pytest.MonkeyPatch, orders: Json, state: str
) -> None:
    """New orders took it out of the report, which called the order kept or left it out."""
    plies = begun_by_hand.carried()["plies"]
    slow(monkeypatch)
    begun_by_hand.carry("least")
    begun_by_hand.until(lambda now: now["plies"] > plies)
    begun_by_hand.ask("DELETE", "/orders/carry")
    monkeypatch.undo()
    assert begun_by_hand.state["command"]["report"] == [], "the round is under way"
    begun_by_hand.order(**orders)
    found = {one["field"]: one["state"] for one in begun_by_hand.carried()["command"]["report"]}
    assert found["least"] == state


def test_an_answer_that_was_undone_is_asked_for_again(begun_by_hand: Seat) -> None:
    stopped = begun_by_hand.carried()
    state = begun_by_hand.carried("least")
    assert state["plies"] > stopped["plies"]
    while state["plies"] > stopped["plies"]:
        state = begun_by_hand.ask("POST", "/undo", {"version": state["version"], "practice": True}).json()
    state = begun_by_hand.carried()
    assert state["plies"] == stopped["plies"]
    assert state["command"]["stop"]["field"] == "least"


def test_a_stop_is_gone_once_the_player_has_decided(begun_by_hand: Seat) -> None:
    state = begun_by_hand.carried()
    text = state["decision"]["actions"][0]["text"]
    after = begun_by_hand.ask("POST", "/actions", {"version": state["version"], "text": text}).json()
    assert after["command"]["stop"] is None


def slow(monkeypatch: pytest.MonkeyPatch, seconds: float = 0.2) -> None:
    """Let the staff take its time for each action."""
    choose = Ordered.choose

    def slowly(self: Ordered) -> Any:
        time.sleep(seconds)
        return choose(self)

    monkeypatch.setattr(Ordered, "choose", slowly)


def test_while_the_staff_plays_no_one_else_can_and_a_stop_ends_it_at_once(
    german: Seat, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow(monkeypatch)
    state = german.state
    text = state["decision"]["actions"][0]["text"]
    german.carry()
    refused = german.ask("POST", "/actions", {"version": state["version"], "text": text})
    assert (refused.status_code, refused.json()["field"]) == (409, "seats")
    assert german.order(least=5).status_code == 409
    assert german.carry().status_code == 409
    assert german.ask("DELETE", "/orders/carry").status_code == 204
    now = german.state
    assert now["command"]["carrying"] is False
    time.sleep(0.5)
    assert german.state["plies"] == now["plies"]
    assert german.ask("POST", "/actions", {"version": now["version"], "text": text}).status_code in (200, 409)
    assert german.ask("DELETE", "/orders/carry").status_code == 204


def test_what_the_staff_moved_is_not_called_the_player_s(plain: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not even after a move of the player's own was taken back alone."""
    seat = Seat(plain, begun(plain, "barbarossa", seed=5))
    for text in ("historical", "confirm", "historical", "confirm"):
        seat.ask("POST", "/actions", {"version": seat.state["version"], "text": text})
    for unit in ("ge-pz-iii", "ge-pz-xiv"):
        first = seat.ask("GET", f"/choices?piece={unit}").json()[0]["text"]
        assert seat.ask("POST", "/actions", {"version": seat.state["version"], "text": first}).status_code == 200
    plies = seat.state["plies"]
    slow(monkeypatch, 0.1)
    seat.carry()
    seat.until(lambda state: state["plies"] >= plies + 3)
    seat.ask("DELETE", "/orders/carry")
    by_hand = seat.ask("GET", "/orders").json()["by_hand"]
    assert by_hand.keys() == {"ge-pz-iii", "ge-pz-xiv"}
    wanted = {"version": seat.state["version"], "to": by_hand["ge-pz-iii"], "alone": True}
    assert seat.ask("POST", "/undo", wanted).status_code == 200
    assert seat.ask("GET", "/orders").json()["by_hand"].keys() == {"ge-pz-xiv"}


def test_a_turn_begun_by_hand_is_carried_on_and_reported_as_one(german: Seat, monkeypatch: pytest.MonkeyPatch) -> None:
    slow(monkeypatch, 0.1)
    german.order(keep_cards=2)
    german.carry()
    german.until(lambda state: state["plies"] > 1)
    german.ask("DELETE", "/orders/carry")
    monkeypatch.undo()
    assert [one["field"] for one in german.carried()["command"]["report"]] == ["keep_cards"]


def test_an_undo_of_a_rival_takes_no_orders_back(plain: TestClient) -> None:
    german, soviet, _ = two(plain)
    before = german.state
    text = before["decision"]["actions"][0]["text"]
    played = german.ask("POST", "/actions", {"version": before["version"], "text": text}).json()
    assert soviet.order(defend=["Y"]).status_code == 200
    given = soviet.ask("GET", "/orders").json()["orders"]
    assert given == {"defend": ["Y"]}
    undone = german.ask("POST", "/undo", {"version": played["version"]})
    assert undone.json()["plies"] < played["plies"]
    assert soviet.ask("GET", "/orders").json()["orders"] == given


def test_an_undo_in_the_middle_ends_it(german: Seat, monkeypatch: pytest.MonkeyPatch) -> None:
    slow(monkeypatch)
    plies = german.state["plies"]
    german.carry()
    state = german.until(lambda now: now["plies"] > plies)
    undone = german.ask("POST", "/undo", {"version": state["version"], "practice": True})
    while undone.status_code == 409:  # the staff was faster
        undone = german.ask("POST", "/undo", {"version": german.state["version"], "practice": True})
    assert undone.json()["command"] == {"carrying": False, "stop": None, "report": []}
    time.sleep(0.5)
    assert german.state["plies"] == undone.json()["plies"]


def test_an_undo_into_the_turn_takes_its_report_back(german: Seat) -> None:
    german.order(keep_cards=2)
    state = german.carried()
    assert state["command"]["report"]
    back = german.ask("POST", "/undo", {"version": state["version"], "practice": True})
    assert back.status_code == 200, back.text
    assert back.json()["command"]["report"] == []


def test_the_staff_continues_after_the_enemy_has_decided_in_the_same_turn(plain: TestClient) -> None:
    german, soviet, _ = two(plain)
    turn, within, end = german.state["picture"]["turn"], 0, time.monotonic() + 120
    german.order(keep_cards=2)
    while not within or german.state["command"]["carrying"]:
        assert time.monotonic() < end
        state = soviet.state
        if state["decision"]["seat"] == "soviet":
            text = state["decision"]["actions"][0]["text"]
            soviet.ask("POST", "/actions", {"version": state["version"], "text": text})
            within += german.state["command"]["carrying"]
        elif not german.state["command"]["carrying"]:
            german.carry()
    state = german.state
    assert state["picture"]["turn"] > turn
    assert state["command"]["stop"] is None
    assert [one["field"] for one in state["command"]["report"]] == ["keep_cards"]


def test_a_report_is_gone_after_a_later_turn_without_orders(german: Seat) -> None:
    german.order(keep_cards=2)
    state = german.carried()
    assert state["command"]["report"]
    for _ in range(2):
        turn = german.state["picture"]["turn"]
        german.ask("PATCH", "", {"seats": {SEAT: "staff"}, "until": "turn"})
        german.until(lambda now, turn=turn: now["picture"]["turn"] > turn and not now.get("lent"))  # type: ignore[misc]
    assert german.state["command"]["report"] == []


def test_a_report_that_fails_does_not_stop_the_game(german: Seat, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(_self: Commander) -> Any:
        raise ZeroDivisionError

    monkeypatch.setattr(Commander, "report", fails)
    turn = german.state["picture"]["turn"]
    state = german.carried()
    assert state["picture"]["turn"] == turn + 1
    assert state["command"] == {"carrying": False, "stop": None, "report": []}


def test_a_seat_given_to_a_bot_is_commanded_no_longer(german: Seat, monkeypatch: pytest.MonkeyPatch) -> None:
    slow(monkeypatch)
    german.carry()
    german.ask("PATCH", "", {"seats": {SEAT: "staff"}})
    state = german.ask("PATCH", "", {"seats": {SEAT: "human"}}).json()
    assert state["command"]["carrying"] is False
    german.ask("PATCH", "", {"seats": {SEAT: "staff"}})
    assert german.ask("GET", "/orders").status_code in (403, 409)


def test_the_end_of_the_game_ends_it_and_every_player_sees_the_orders(german: Seat) -> None:
    german.order(losses="spend")
    state = german.state
    for _ in range(60):
        if state["over"]:
            break
        state = german.carried(*(["least", "hold"]))
    assert state["over"]
    assert state["command"]["carrying"] is False
    sheet = german.ask("GET", "/orders")
    assert sheet.status_code == 200
    assert german.carry().status_code == 409
    wanted = {"version": state["version"], "orders": {}}
    assert german.ask("POST", "/orders/preview", wanted).status_code == 409


def test_a_staff_that_fails_gives_the_seat_back_with_a_sentence(german: Seat, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(self: Ordered) -> Any:
        raise Refusal("The bot “staff” failed: no way.", field="players")

    monkeypatch.setattr(Ordered, "choose", fails)
    state = german.carried()
    assert state["command"]["stop"]["field"] == ""
    assert state["command"]["stop"]["text"] == "The staff could not carry this out: The bot “staff” failed: no way."
    monkeypatch.undo()
    assert german.carried()["command"]["stop"] is None


def test_both_tabs_of_a_player_follow(german: Seat) -> None:
    live = f"ws://127.0.0.1:8642{german.path}/live"
    with german.client.websocket_connect(live) as one, german.client.websocket_connect(live) as other:
        for tab in (one, other):
            assert tab.receive_json()["state"]["command"]["carrying"] is False
        german.carry()
        for tab in (one, other):
            told = [tab.receive_json()["state"]]
            assert told[0]["command"]["carrying"] is True
            while told[-1]["command"]["carrying"]:
                told.append(tab.receive_json()["state"])
            assert any(state["events"] for state in told)


def test_after_a_restart_the_seat_is_its_player_s_and_nothing_is_lost(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow(monkeypatch)
    with TestClient(create_app(address, bot_pause=0), base_url=HOME) as client:
        german = Seat(client, begun(client, GAME))
        german.order(keep_cards=2)
        german.carry()
        german.until(lambda state: state["plies"] > 1)
    monkeypatch.undo()
    with TestClient(create_app(address, bot_pause=0), base_url=HOME) as client:
        again = Seat(client, {"id": german.path.rpartition("/")[2]})
        sheet = again.ask("GET", "/orders").json()
        assert (sheet["carrying"], sheet["orders"]) == (False, {"keep_cards": 2})
        plies = again.state["plies"]
        time.sleep(0.3)
        assert again.state["plies"] == plies
        assert [one["field"] for one in again.carried()["command"]["report"]] == ["keep_cards"]


def test_orders_stay_with_two_servers_on_one_database(address: str) -> None:
    with (
        TestClient(create_app(address, bot_pause=0), base_url=HOME) as one,
        TestClient(create_app(address, bot_pause=0), base_url=HOME) as other,
    ):
        here = Seat(one, begun(one, GAME))
        there = Seat(other, {"id": here.path.rpartition("/")[2]})
        assert there.ask("GET", "/orders").json()["orders"] == {}
        here.order(least=60)
        state = there.state
        text = state["decision"]["actions"][0]["text"]
        there.ask("POST", "/actions", {"version": state["version"], "text": text})
        assert there.ask("GET", "/orders").json()["orders"] == {"least": 60}
        assert here.ask("GET", "/orders").json()["orders"] == {"least": 60}


def test_orders_at_another_server_keep_nobody_from_acting(address: str) -> None:
    """A refused action would tell that the rival has given orders."""
    with (
        TestClient(create_app(address, bot_pause=0), base_url=HOME) as one,
        TestClient(create_app(address, bot_pause=0), base_url=HOME) as other,
    ):
        state = begun(one, GAME, options=PLAYERS, held=True, seed=3)
        german, soviet = Seat(one, state, "german"), Seat(other, state, "soviet")
        for clock in ("run", "wait"):
            now = german.state
            assert soviet.order(clock=clock).status_code == 200
            action = {"version": now["version"], "text": now["decision"]["actions"][0]["text"]}
            assert german.ask("POST", "/actions", action).status_code == 200
        assert soviet.ask("GET", "/orders").json()["orders"] == {"clock": "wait"}


def test_orders_are_given_a_few_times_a_minute(plain: TestClient) -> None:
    german, *_ = two(plain)
    assert {german.order(least=number).status_code for number in range(60)} == {200}
    assert german.order(least=60).status_code == 429


# ------------------------------------------------------------------ what the others see


def asked(seat: Seat) -> list[str]:
    """Everything that a seat or a spectator can read."""
    paths = ("", "/log", "/diary", "/orders", "/series", "/setup", "/record", "/thumbnail", "/intent/1")
    return [plainly(seat, seat.ask("GET", path).text) for path in paths]


def plainly(seat: Seat, text: str) -> str:
    """A text without the id of the match."""
    return text.replace(seat.path.rpartition("/")[2], "")


def told(watcher: Seat, acts: Callable[[], None]) -> list[str]:
    """Everything that a tab is sent while others act."""
    live = f"ws://127.0.0.1:8642{watcher.path}/live"
    with watcher.client.websocket_connect(live, headers=watcher.headers) as tab:
        tab.send_json({"key": watcher.key or None})
        found = [tab.receive_text()]
        acts()
        version = watcher.state["version"]
        while f'"version":{version},' not in found[-1]:
            found.append(tab.receive_text())
    return [plainly(watcher, text) for text in found]


def test_the_rival_and_spectators_see_the_same_with_and_without_orders(plain: TestClient) -> None:
    """Two games with the same dice and actions: in one the staff plays by orders, in the other the player does."""
    orders = {"keep_cards": 2, "least": 40}
    alone = Match.new(GAME, seed=3, options=PLAYERS)
    alone.order(orders)
    Commander(alone, SEAT).carry_out()
    (german, *others), (player, *like) = two(plain), two(plain)

    def command() -> None:
        german.order(**orders)
        german.carry()
        german.until(lambda now: not now["command"]["carrying"] or now["decision"]["seat"] != SEAT)
        german.ask("DELETE", "/orders/carry")
        german.order(least=5)

    def play() -> None:
        while (now := player.state)["plies"] < len(alone.record.log):
            text = alone.record.log[now["plies"]]
            assert player.ask("POST", "/actions", {"version": now["version"], "text": text}).status_code == 200

    assert told(others[0], command) == told(like[0], play)
    assert german.state["plies"] == len(alone.record.log)
    for one, other in zip(others, like, strict=True):
        assert asked(one) == asked(other)


def test_an_action_out_of_turn_does_not_tell_that_a_staff_plays(
    plain: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow(monkeypatch, 2.0)
    german, *others = two(plain)
    version = german.state["version"]

    def tried() -> list[str]:
        calls: list[tuple[str, Json]] = [
            ("/actions", {"text": "nonsense"}),
            ("/redo", {}),
            ("/undo", {}),
            ("/undo", {"ask": True}),
        ]
        return [one.ask("POST", rest, {"version": version, **body}).text for one in others for rest, body in calls]

    before = tried()
    assert german.carry().json()["carrying"]
    assert tried() == before
    german.ask("DELETE", "/orders/carry")


def test_every_order_is_open_after_the_end_and_none_before(plain: TestClient) -> None:
    german, soviet, spectator = two(plain)
    german.order(keep_cards=2)
    assert [one.ask("GET", "/orders/given").status_code for one in (german, soviet, spectator)] == [409, 409, 409]
    german.ask("POST", "/resign", {"version": german.state["version"]})
    for one in (german, soviet, spectator):
        [given] = one.ask("GET", "/orders/given").json()
        assert given["orders"] == {"keep_cards": 2}
        assert [field["title"] for field in given["fields"]] == ["Keep cards"]
        assert Record.from_json(one.ask("GET", "/record").content).orders


def test_a_saved_game_in_progress_has_the_orders_of_the_own_seat_only(plain: TestClient) -> None:
    table = Seat(plain, begun(plain, GAME, options=PLAYERS))
    table.order(keep_cards=2)

    def seats(query: str) -> list[str]:
        return [one.seat for one in Record.from_json(table.ask("GET", f"/record{query}").content).orders]

    assert seats("") == seats("?seat=german") == ["german"]
    assert seats("?seat=soviet") == seats("?seat=*") == []


def test_a_turn_by_mail_does_not_tell_the_orders_of_its_sender(plain: TestClient) -> None:
    game = "barbarossa"
    seats = begun(plain, game)["seats"]
    one, other = seats
    here = Seat(plain, begun(plain, game, seats={other: "mail"}))
    if here.state["decision"]["seat"] != one:
        here = Seat(plain, begun(plain, game, seats={one: "mail"}))
    here.order()
    assert Record.from_json(here.ask("GET", "/record").content).orders == []
    there = Match.from_json(here.ask("GET", "/record").content)
    while there.decision is not None and there.decision.seat == here.state["decision"]["seat"]:
        text = there.decision.actions[0].text
        here.ask("POST", "/actions", {"version": here.state["version"], "text": text})
        there.play(text)
        if here.state["decision"]["seat"] == there.decision.seat and here.state["plies"] > 2:
            break
    assert Record.from_json(here.ask("GET", "/record").content).orders == []
    assert here.ask("GET", "/orders").json()["orders"] == {}


def test_the_orders_in_a_turn_by_mail_neither_end_a_match_nor_use_up_its_orders(address: str) -> None:
    with TestClient(create_app(address, bot_pause=0), base_url=HOME) as client:
        here = Seat(client, begun(client, "barbarossa", seats={"russian": "mail"}))
        assert here.order(garrison=1).status_code == 200
        turn = Match.from_json(here.ask("GET", "/record").content)
        assert turn.decision is not None
        turn.play(turn.decision.actions[0].text)
        turn.record.mail["russian"] = "theirs"
        turn.record.orders = [Given(0, "russian", {"stand": [""] * 90})] * (ORDERS - 1)
        text = turn.to_json().encode()
        used = bisect_left(range(VALUES), True, key=lambda most: not more_than(most, text))
        turn.record.orders[0] = Given(0, "russian", {"stand": [""] * (90 + VALUES - used)})
        answer = client.post("/api/mail", content=turn.to_json().encode())
        assert answer.json()["outcome"] == "went on", answer.text
        assert here.ask("GET", "/orders").json()["orders"] == {"garrison": 1}
        assert here.order(garrison=2, stand=["A19"]).status_code == 200
        assert not more_than(VALUES // 2, here.ask("GET", "/record").content)
    with TestClient(create_app(address, bot_pause=0), base_url=HOME) as client:
        assert "stopped" not in Seat(client, {"id": here.path.split("/")[-1]}).state


# ------------------------------------------------------------------ the preview


def test_a_preview_says_what_the_turn_leads_to_and_changes_nothing(german: Seat) -> None:
    state = german.state
    wanted = {"version": state["version"], "orders": {"hold": ["Y", "19"], "objectives": ["3"]}, "plays": 20}
    found = german.ask("POST", "/orders/preview", wanted).json()
    assert found["sentence"].endswith(".")
    assert found["arrows"]
    assert (found["plays"], found["of"]) == (20, 20)
    for chance in found["chances"]:
        assert 0 <= chance["low"] <= chance["share"] <= chance["high"] <= 1
    assert any("held" in chance["label"] for chance in found["chances"])
    for cost in found["costs"]:
        assert cost["low"] <= cost["mean"] <= cost["high"]
    assert german.ask("POST", "/orders/preview", wanted).json() == found
    assert german.ask("GET", "/orders").json()["orders"] == {}
    assert german.state == state
    [objection] = found["objections"]
    assert (objection["field"], objection["cure"]) == ("hold", {"hold": ["Y"]})


def test_the_cure_of_a_preview_removes_the_objection(plain: TestClient) -> None:
    army = Seat(plain, begun(plain, "cauldron"))
    orders = {"hold": ["1", "23"], "keep_supply": 30, "strategy": "paulus", "appeals": "never"}
    body = {"version": army.state["version"], "orders": orders, "plays": 10}
    objections = army.ask("POST", "/orders/preview", body).json()["objections"]
    assert len(objections) == 3
    for one in objections:
        assert one["cure"], one
        body["orders"] = orders | one["cure"]
        left = army.ask("POST", "/orders/preview", body).json()["objections"]
        assert one["field"] not in {each["field"] for each in left}


def test_others_play_on_while_a_preview_looks_for_cures(plain: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    german, soviet, _ = two(plain)
    looking, seen = threading.Event(), threading.Event()

    def held(*given: Any) -> list[Any]:
        looking.set()
        assert seen.wait(20), "the other player waited for the cures"
        return with_cures(*given)

    monkeypatch.setattr("mamayev.server.routes.orders.with_cures", held)
    wanted = {"version": german.state["version"], "orders": {"hold": ["Y", "19"]}, "plays": 10}
    with ThreadPoolExecutor(1) as pool:
        asked = pool.submit(german.ask, "POST", "/orders/preview", wanted)
        assert looking.wait(20)
        assert soviet.ask("GET", "").status_code == 200
        seen.set()
        assert asked.result().json()["objections"]


def test_wrong_orders_have_no_preview(german: Seat) -> None:
    version = german.state["version"]
    answer = german.ask("POST", "/orders/preview", {"version": version, "orders": {"least": 101}})
    assert (answer.status_code, answer.json()["field"]) == (422, "least")
    assert german.ask("POST", "/orders/preview", {"version": version, "orders": {}, "plays": 401}).status_code == 422


def test_nobody_else_has_a_preview_of_a_seat(plain: TestClient) -> None:
    german, soviet, spectator = two(plain)
    wanted = {"version": 1, "orders": {"keep_cards": 2}, "plays": 10}
    assert spectator.ask("POST", "/orders/preview", wanted).status_code == 403
    assert soviet.ask("POST", "/orders/preview", wanted).status_code == 422  # the Soviet player has no such order
    assert german.ask("POST", "/orders/preview", wanted).status_code == 200


# ------------------------------------------------------------------ the situation report


def test_after_the_others_have_played_the_situation_is_told_in_at_most_five_sentences(german: Seat) -> None:
    german.order(keep_cards=2)
    state = german.carried()
    found = german.ask("GET", "/situation").json()
    assert found["heading"] == state["picture"]["headline"]
    assert 2 <= len(found["sentences"]) <= 5
    assert all(one["text"].endswith(".") for one in found["sentences"])
    assert found["orders"] == state["command"]["report"]
    assert found["sentences"][-1]["text"] == "1 of 1 order kept or under way."


def test_a_situation_without_room_for_every_part_points_to_the_replay(
    german: Seat, monkeypatch: pytest.MonkeyPatch
) -> None:
    def last(count: int) -> list[str]:
        parts = [Dispatch(from_=ply, to=ply + 1, turn=1, text=f"Part {ply}.") for ply in reversed(range(count))]
        monkeypatch.setattr("mamayev.server.situation._since", lambda room, seat: parts)
        return [one["text"] for one in german.ask("GET", "/situation").json()["sentences"] if not one["threat"]]

    assert last(2)[:2] == ["Part 1.", "Part 0."]
    told = last(8)
    assert told[0] == "Part 7."
    assert [text for text in told if text.endswith("The replay shows what came before.")] == [told[-1]]


def test_a_threat_names_the_space_in_danger(plain: TestClient) -> None:
    army = Seat(plain, begun(plain, "cauldron"))
    army.carried()
    army.until(lambda state: state["decision"]["box"] == "german.actions" or play(army, state))
    threats = [one for one in army.ask("GET", "/situation").json()["sentences"] if one["threat"]]
    spaces = {space["id"] for space in army.ask("GET", "/scene").json()["spaces"]}
    assert threats
    assert all(len(one["spaces"]) == 1 and set(one["spaces"]) <= spaces for one in threats)


def play(seat: Seat, state: Json) -> bool:
    """Play the first action on offer."""
    text = state["decision"]["actions"][0]["text"]
    seat.ask("POST", "/actions", {"version": state["version"], "text": text})
    return False


def test_only_the_player_of_a_seat_gets_its_situation(plain: TestClient) -> None:
    german, soviet, spectator = two(plain)
    german.order(keep_cards=2)
    german.carry()
    german.until(lambda now: not now["command"]["carrying"] or now["decision"]["seat"] != SEAT)
    assert spectator.ask("GET", "/situation").status_code == 403
    assert soviet.ask("GET", "/situation").json()["orders"] == []


def test_a_lesson_takes_the_orders_that_it_teaches_and_reports(plain: TestClient) -> None:
    seat = Seat(plain, plain.post("/api/matches", json={"game": "barbarossa", "lesson": "orders"}).json())
    wanted = seat.state["lesson"]["orders"]
    assert seat.order().status_code == 200
    answer = seat.carry()
    assert answer.status_code == 409
    assert "The lesson asks for other orders here. Open Orders." in answer.json()["error"]
    assert seat.order(**wanted).status_code == 200
    assert seat.carry().status_code == 200
    state = seat.state
    assert state["lesson"]["number"] == 2
    assert [one["state"] for one in state["command"]["report"]] == ["kept"]
    assert not state["command"]["carrying"]


def test_a_sheet_has_the_units_moved_by_the_player_and_they_can_be_given_back(german: Seat) -> None:
    state = german.state
    moved = next(one for one in state["decision"]["actions"] if one.get("piece") and one.get("space"))
    german.ask("POST", "/actions", {"version": state["version"], "text": moved["text"]})
    by_hand = german.ask("GET", "/orders", None).json()["by_hand"]
    assert by_hand == german.state["undo"]["pieces"]


def test_the_plans_of_a_sheet_are_orders_of_its_form(german: Seat) -> None:
    sheet = german.ask("GET", "/orders", None).json()
    fields = {field["name"] for field in sheet["fields"]}
    assert len(sheet["plans"]) >= 2
    assert all(set(plan["orders"]) <= fields for plan in sheet["plans"])
