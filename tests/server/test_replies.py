"""Windows in which a seat may react: the server lets them pass for it if it wishes, and nobody can tell."""

from __future__ import annotations

import time
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest
from starlette.testclient import TestClient

from mamayev.match.decision import Decision
from mamayev.match.match import Match
from mamayev.server.app import create_app

from .conftest import HOME, Json, begun

GAME = "donnerschlag"
PAUSE = 0.4
SLACK = 0.35
CHANCE = ("die ", "card ", "lot ")
QUIET = {"attach": "attach", "exchange": "decline", "window": "pass", "high-command": "decline", "muster": "begin"}


@pytest.fixture
def plain(address: str) -> Iterator[TestClient]:
    with TestClient(create_app(address, bot_pause=0.01, reply_pause=PAUSE), base_url=HOME) as client:
        yield client


class Seat:
    """Somebody who holds a seat of a match."""

    def __init__(self, client: TestClient, state: Json, seat: str) -> None:
        self.client, self.path, self.name = client, f"/api/matches/{state['id']}", seat
        self.headers = {"Authorization": f"Bearer {state['keys'][seat]}"}

    def ask(self, method: str, rest: str = "", body: Any = None) -> Any:
        return self.client.request(method, self.path + rest, json=body, headers=self.headers)

    @property
    def state(self) -> Json:
        state: Json = self.ask("GET").json()
        return state

    def play(self, text: str) -> Json:
        answer = self.ask("POST", "/actions", {"text": text, "version": self.state["version"]})
        assert answer.status_code == 200, answer.text
        state: Json = answer.json()
        return state

    def set(self, reply: str) -> Any:
        return self.ask("PUT", "/reply", {"reply": reply})


def quiet(match: Match, box: str) -> Match:
    """Play as little as can be until the Soviets are asked in a box."""
    while (match.decision.box, match.decision.seat) != (box, "soviet"):  # type: ignore[union-attr]
        assert match.decision is not None
        texts = [str(action) for action in match.decision.actions]
        match.play(next(text for text in texts if text.startswith(QUIET.get(match.decision.box, ""))))
    return match


def two_hands() -> tuple[int, list[str], list[str]]:
    """A seed, and what is played up to the same window by a hand that can do nothing in it, and by one that can: they
    differ by one card, which the enemy has not seen."""
    for seed in range(20):
        choice = quiet(Match.new(GAME, seed=seed), "high-command")
        found: dict[bool, list[str]] = {}
        assert choice.decision is not None
        for pick in choice.decision.actions:
            if str(pick).startswith("pick"):
                match = choice.copy()
                match.play(pick)
                quiet(match, "window")
                assert match.decision is not None
                found[match.decision.idle] = [text for text in match.record.log if not text.startswith(CHANCE)]
        if len(found) == 2:
            return seed, found[True], found[False]
    raise AssertionError("no seed gives two such hands")


def watched(
    plain: TestClient, seed: int, played: list[str], reply: str, sooner: float | None, axis_reply: str = "able"
) -> tuple[str, float]:
    """All that the enemy is sent of a match up to the answer in the window, and how long that took. `sooner`: the seat
    answers itself, after so many seconds."""
    state = begun(plain, GAME, held=True, seed=seed)
    axis, soviet = Seat(plain, state, "axis"), Seat(plain, state, "soviet")
    assert axis.set(axis_reply).json()["reply"] == axis_reply
    assert soviet.set(reply).json()["reply"] == reply
    for text in played[:-1]:
        next(seat for seat in (axis, soviet) if seat.name == axis.state["decision"]["seat"]).play(text)
    with plain.websocket_connect(f"ws://127.0.0.1:8642{axis.path}/live") as tab:
        tab.send_json({"key": state["keys"]["axis"]})
        tab.receive_json()
        version = axis.play(played[-1])["version"]
        tab.receive_text()
        asked = time.monotonic()
        if sooner is not None:
            time.sleep(sooner)
            soviet.play("pass")
        heard = tab.receive_text()
        took = time.monotonic() - asked
    if sooner is None:
        late = {"text": "pass", "version": version}
        assert soviet.ask("POST", "/actions", late).status_code == 200, "the same as the server answered"
        assert axis.ask("POST", "/actions", late).status_code == 409, "who answered is nobody else's affair"
    return heard.replace(state["id"], "ID").replace(state["name"], "NAME"), took


def test_the_enemy_cannot_tell_who_answers_nor_what_he_holds(plain: TestClient) -> None:
    seed, nothing, something = two_hands()
    ways = [
        watched(plain, seed, nothing, "able", None),
        watched(plain, seed, something, "able", 0.05),
        watched(plain, seed, nothing, "ask", 0.0),
        watched(plain, seed, something, "ask", 0.2),
    ]
    for (one, _), (other, _) in pairwise(ways):
        assert one == other
    times = [took for _, took in ways]
    assert min(times) > PAUSE - 0.1, times
    assert max(times) < PAUSE + SLACK, times


@pytest.mark.parametrize("elsewhere", [False, True])
def test_a_new_name_keeps_no_window_open(plain: TestClient, address: str, elsewhere: bool) -> None:
    """The rival could let the clock of a player run out who may not even answer. `elsewhere`: through another server on
    the same database, which answers no windows."""
    seed, nothing, _ = two_hands()
    state = begun(plain, GAME, held=True, seed=seed)
    axis, soviet = Seat(plain, state, "axis"), Seat(plain, state, "soviet")
    assert soviet.set("able").status_code == 200
    for text in nothing:
        next(seat for seat in (axis, soviet) if seat.name == axis.state["decision"]["seat"]).play(text)
    before = axis.state
    with TestClient(create_app(address, bot_pause=60, reply_pause=60), base_url=HOME) as other:
        rival = Seat(other if elsewhere else plain, state, "axis")
        for number in range(15):
            if axis.state["plies"] != before["plies"]:
                return
            renamed = rival.ask("PATCH", "", {"name": f"Game {number}"})
            # The window may be answered through the one server while the other one writes the name.
            assert renamed.status_code == 200 or (elsewhere and renamed.json()["field"] == "version"), renamed.text
            time.sleep(PAUSE / 2)
    raise AssertionError("the window was never answered")


def test_where_both_are_always_asked_an_answer_needs_no_pause(plain: TestClient) -> None:
    seed, nothing, something = two_hands()
    # A busy machine may be slow once; a pause would be there each time.
    tries = [
        [watched(plain, seed, hand, "ask", 0.0, axis_reply="ask") for _ in range(3)] for hand in (nothing, something)
    ]
    assert all(seen == tries[0][0][0] for hand in tries for seen, _ in hand)
    assert all(min(took for _, took in hand) < PAUSE for hand in tries)


def test_two_people_are_always_asked_unless_they_wish_otherwise(plain: TestClient) -> None:
    seed, nothing, _ = two_hands()
    state = begun(plain, GAME, held=True, seed=seed)
    axis, soviet = Seat(plain, state, "axis"), Seat(plain, state, "soviet")
    assert (axis.state["reply"], soviet.state["reply"]) == ("ask", "ask")
    for text in nothing:
        next(seat for seat in (axis, soviet) if seat.name == axis.state["decision"]["seat"]).play(text)
    time.sleep(PAUSE + 0.2)
    asked = soviet.state
    assert (asked["decision"]["seat"], asked["decision"]["window"], "passes" in asked) == ("soviet", "", False)
    # The window that passes by itself from now on says so, to whom it is about alone.
    before = axis.state
    told = soviet.set("able").json()
    assert (told["reply"], told["passes"], told["version"]) == ("able", True, asked["version"])
    assert "passes" not in before
    deadline = time.monotonic() + 10
    while (after := axis.state)["version"] == asked["version"] and time.monotonic() < deadline:
        assert after == before
    assert after["version"] == asked["version"] + 1
    alone = begun(plain, GAME, held=True, seats={"axis": "random"})
    assert Seat(plain, alone, "soviet").state["reply"] == "able"


def test_a_pause_that_another_server_was_told_of_is_kept(plain: TestClient, address: str) -> None:
    """Where the server that lets the window pass has not been asked to, but another one on its database."""
    seed, nothing, _ = two_hands()
    state = begun(plain, GAME, held=True, seed=seed)
    axis, soviet = Seat(plain, state, "axis"), Seat(plain, state, "soviet")
    for text in nothing[:-1]:
        next(seat for seat in (axis, soviet) if seat.name == axis.state["decision"]["seat"]).play(text)
    with TestClient(create_app(address, bot_pause=60, reply_pause=60), base_url=HOME) as other:
        assert Seat(other, state, "soviet").set("able").status_code == 200
    version = axis.play(nothing[-1])["version"]
    asked = time.monotonic()
    while axis.state["version"] == version and time.monotonic() < asked + 10:
        time.sleep(0.01)
    assert time.monotonic() - asked > PAUSE - 0.1
    assert axis.state["version"] == version + 1


def test_who_can_react_is_asked_and_setting_it_changes_nothing_that_others_see(plain: TestClient) -> None:
    seed, _, something = two_hands()
    state = begun(plain, GAME, held=True, seed=seed)
    axis, soviet = Seat(plain, state, "axis"), Seat(plain, state, "soviet")
    before = axis.state
    cards = plain.get("/api/matches").json()
    assert soviet.set("able").json()["version"] == before["version"]
    assert axis.state == before
    assert plain.get("/api/matches").json() == cards
    assert "reply" not in plain.get(axis.path).json()
    for text in something:
        next(seat for seat in (axis, soviet) if seat.name == axis.state["decision"]["seat"]).play(text)
    time.sleep(PAUSE + 0.2)
    asked = soviet.state["decision"]
    assert (asked["seat"], asked["box"], asked["window"]) == ("soviet", "window", "")
    refused = soviet.set("pass")
    assert refused.status_code == 409
    assert "No sequence is in progress" in refused.json()["error"]


def test_a_combat_is_let_pass_as_a_whole_and_then_it_is_as_before(plain: TestClient) -> None:
    """At a table with one person the server answers at once; a bot plays the other side."""
    match = Match.new(GAME, seed=5)
    rng_free = {"luck": "keep", "answer": "pass", **QUIET}
    while not (match.position.inside("combat") and match.decision is not None and match.decision.box == "window"):
        decision = match.decision
        assert decision is not None
        texts = [str(action) for action in decision.actions]
        wanted = rng_free.get(decision.box, "attack" if decision.box == "declare" else "")
        if decision.box == "declare" and "fight" in texts:
            wanted = "fight"
        if decision.box == "move":
            wanted = toward_the_enemy(match) or "done"
        match.play(next((t for t in texts if t.startswith(wanted)), texts[0]))
    seat = match.decision.seat
    state = plain.post("/api/records", content=match.to_json()).json()
    path = f"/api/matches/{state['id']}"
    assert "reply" not in state, "two people share the screen"
    assert plain.put(f"{path}/reply", json={"reply": "pass"}).status_code == 409
    other = "soviet" if seat == "axis" else "axis"
    plain.patch(path, json={"seats": {other: "random"}})
    assert plain.get(path).json()["decision"]["window"] == "combat"
    plain.put(f"{path}/reply", json={"reply": "able"})
    assert plain.put(f"{path}/reply", json={"reply": "pass"}).json()["reply"] == "pass"
    deadline = time.monotonic() + 20
    while (now := plain.get(path).json())["reply"] == "pass" and time.monotonic() < deadline:
        decision = now["decision"]
        if decision["seat"] == seat and "window" not in decision:
            version = now["version"]
            text = decision["actions"][0]["text"]
            plain.post(f"{path}/actions", json={"text": text, "version": version})
        time.sleep(0.02)
    assert now["reply"] == "able"


def toward_the_enemy(match: Match) -> str:
    """A move that ends beside the enemy, where there is one."""
    p: Any = match.position
    near = p.board.grid.around(p.troops(1 - p.active))
    for u in p.pieces():
        for code in p.choices(u):
            if p.board.grid.bit[code & 4095] & near:
                return str(p.name(code))
    return ""


def test_a_seat_is_asked_for_its_armed_cards_alone(plain: TestClient) -> None:
    seed, _, able = two_hands()
    state = begun(plain, GAME, held=True, seed=seed)
    axis, soviet = Seat(plain, state, "axis"), Seat(plain, state, "soviet")
    soviet.set("ask")
    for text in able:
        (soviet if soviet.state["decision"]["seat"] == "soviet" else axis).play(text)
    offered = {action["card"] for action in soviet.state["decision"]["actions"] if "card" in action}
    assert offered, "the hand can do something in this window"
    others = [
        card for hand in soviet.state["picture"]["hands"] for card in hand.get("cards", []) if card not in offered
    ]
    asked = soviet.ask("PUT", "/reply", {"reply": "armed", "armed": sorted(offered)}).json()
    assert (asked["reply"], asked["armed"], asked.get("passes", False)) == ("armed", sorted(offered), False)
    assert "armed" not in axis.state, "nobody else hears of it"
    for wrong in ([-1], [2**31 + 1], [1] * 201):
        assert soviet.ask("PUT", "/reply", {"reply": "armed", "armed": wrong}).status_code == 422
    left = soviet.ask("PUT", "/reply", {"reply": "armed", "armed": others}).json()
    assert left["passes"]
    deadline = time.monotonic() + 10
    while axis.state["plies"] == state["plies"] + len(able) or soviet.state["decision"].get("window"):
        assert time.monotonic() < deadline
        time.sleep(0.02)


def rest(client: TestClient, path: str) -> Json:
    """The state once bots and the server are at rest."""
    before, state = None, client.get(path).json()
    deadline = time.monotonic() + 30
    while before != state["version"] or state["decision"]["seat"] != "axis":
        assert time.monotonic() < deadline
        time.sleep(PAUSE / 2)
        before, state = state["version"], client.get(path).json()
    return dict(state)


def test_an_undo_goes_past_the_windows_that_the_server_passes(plain: TestClient) -> None:
    """It went back to such a window, which was passed at once: the player's own decisions were out of reach."""
    path = f"/api/matches/{begun(plain, GAME, seed=5, seats={'soviet': 'staff'})['id']}"
    own, state = list[int](), rest(plain, path)
    while state["plies"] < 50:
        own.append(state["plies"])
        wished = plain.post(f"{path}/hint", json={"bot": "staff"}).json()["text"]
        plain.post(f"{path}/actions", json={"text": wished, "version": state["version"]})
        state = rest(plain, path)
    match = Match.from_json(plain.get(f"{path}/record").text)
    server = {ply for ply in range(state["plies"]) if (now := Decision(match.at(ply))).seat == "axis" and now.idle}
    assert server, "the server passed some windows"
    for ply in reversed(own[-5:]):
        undone = plain.post(f"{path}/undo", json={"version": state["version"], "practice": True}).json()
        assert undone["plies"] == ply
        state = rest(plain, path)
        assert state["plies"] == ply
    state = plain.post(f"{path}/redo", json={"version": state["version"]}).json()
    assert state["plies"] == own[-4], "nothing was passed again, so all can be repeated"
    assert state["undo"]["redo"] > 0


def test_among_several_people_an_undo_asks_again_in_the_window(plain: TestClient) -> None:
    seed, nothing, _ = two_hands()
    state = begun(plain, GAME, held=True, seed=seed)
    axis, soviet = Seat(plain, state, "axis"), Seat(plain, state, "soviet")
    assert soviet.set("able").json()["reply"] == "able"
    for text in nothing:
        next(seat for seat in (axis, soviet) if seat.name == axis.state["decision"]["seat"]).play(text)
    before, deadline = axis.state["plies"], time.monotonic() + 10
    while axis.state["plies"] == before:
        assert time.monotonic() < deadline
        time.sleep(PAUSE)
    asked = soviet.ask("POST", "/undo", {"version": axis.state["version"], "ask": True})
    assert asked.status_code == 200, asked.text
    if soviet.state["plies"] > before:
        granted = axis.ask("POST", "/undo/answer", {"version": axis.state["version"], "answer": "grant"})
        assert granted.status_code == 200, granted.text
    time.sleep(3 * PAUSE)
    assert soviet.state["plies"] == before
    assert soviet.state["decision"]["seat"] == "soviet"
