"""A bot that thinks long: in another process, told of, and ended when somebody wishes."""

import random
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from starlette.testclient import TestClient

import mamayev
from mamayev.players import find, take
from mamayev.server import thinking
from mamayev.server.app import create_app
from mamayev.server.thoughts import Plans, Question

from .conftest import HOME, begun

Json = dict[str, Any]


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """One server for all tests: its process for thoughts is started once."""
    address = f"sqlite:///{tmp_path_factory.mktemp('thinking') / 'games.sqlite'}"
    with TestClient(create_app(address, bot_pause=0), base_url=HOME) as client:
        yield client


@pytest.fixture(scope="module")
def record() -> str:
    """A game at the first choice that a search thinks about."""
    match = mamayev.new("cauldron", seed=3)
    while match.decision is None or match.decision.box != "german.actions":
        take(match, find(match.game, "staff"), random.Random(1))
    return match.to_json()


def acting(client: TestClient, record: str) -> Json:
    """The State of a match on it."""
    answer = client.post("/api/records", content=record)
    assert answer.status_code == 201, answer.text
    state: Json = answer.json()
    return state


def planning(client: TestClient) -> Json:
    """The State of a game of Barbarossa whose plan for the month is thought about for half a minute."""
    state = begun(client, "barbarossa")
    for text in ("historical", "confirm", "historical", "confirm"):
        answer = client.post(f"/api/matches/{state['id']}/actions", json={"text": text, "version": state["version"]})
        assert answer.status_code == 200, answer.text
        state = answer.json()
    return state


def thinks(client: Any) -> thinking.Process:
    """The process in which a bot thinks long, as soon as it has begun."""
    mind: thinking.Processes = client.app.state.parts.thinkers._long.mind
    while not (busy := [one for one in mind._all if one not in mind._idle and one.share.value]):
        time.sleep(0.01)
    return busy[0]


def processes(client: Any) -> set[thinking.Process]:
    """All in which bots have thought long."""
    mind: thinking.Processes = client.app.state.parts.thinkers._long.mind
    return mind._all


def test_a_long_thought_is_told_of_and_played(plain: TestClient, record: str) -> None:
    state = acting(plain, record)
    path = f"/api/matches/{state['id']}"
    with plain.websocket_connect(f"ws{HOME.removeprefix('http')}{path}/live") as tab:
        tab.receive_json()
        plain.patch(path, json={"seats": {"german": "strategist"}})
        told: list[Json] = []
        while not any("thinking" in one and one["thinking"]["share"] is None for one in told):
            told.append(tab.receive_json())
        assert {one["thinking"]["seat"] for one in told if "thinking" in one} == {"german"}
    while plain.get(path).json()["plies"] == state["plies"]:
        time.sleep(0.02)
    plain.patch(path, json={"seats": {"german": "human"}})


def test_a_hint_says_what_was_found_and_how_sure_it_is(plain: TestClient, record: str) -> None:
    state = acting(plain, record)
    found = plain.post(f"/api/matches/{state['id']}/hint", json={"bot": "strategist"}).json()
    assert "±" in found["why"]
    assert " rollouts" in found["why"]
    after = plain.post(f"/api/matches/{state['id']}/actions", json={"text": found["text"], "version": state["version"]})
    assert after.status_code == 200, after.text


def test_a_long_hint_is_told_of_and_ended_by_a_person(plain: TestClient) -> None:
    """Barbarossa's plan for the month takes half a minute; whoever asked for advice can have it at once."""
    state = planning(plain)
    path = f"/api/matches/{state['id']}"
    with (
        plain.websocket_connect(f"ws{HOME.removeprefix('http')}{path}/live") as tab,
        ThreadPoolExecutor(1) as other,
    ):
        tab.receive_json()
        hint = other.submit(plain.post, f"{path}/hint", json={"bot": "strategist"})
        told = tab.receive_json()
        while not told["thinking"]["share"]:
            told = tab.receive_json()
        assert told["thinking"]["seat"] == "german"
        assert plain.post(f"{path}/thought/end").json() == {"ended": True}
        found = hint.result(thinking.LIMIT / 2).json()
        while told["thinking"]["share"] is not None:
            told = tab.receive_json()
    assert found["why"].endswith("The search was stopped early.")
    answer = plain.post(f"{path}/actions", json={"text": found["text"], "version": state["version"]})
    assert answer.status_code == 200, answer.text


def test_a_process_that_ends_takes_one_thought_along(plain: TestClient, record: str) -> None:
    path = f"/api/matches/{planning(plain)['id']}"
    with ThreadPoolExecutor(1) as other:
        hint = other.submit(plain.post, f"{path}/hint", json={"bot": "strategist"})
        busy = thinks(plain)
        busy._process.kill()
        refused = hint.result()
    assert (refused.status_code, refused.json()["error"]) == (409, "The bot's search process has ended.")
    assert busy not in processes(plain)
    state = acting(plain, record)
    assert plain.post(f"/api/matches/{state['id']}/hint", json={"bot": "strategist"}).status_code == 200


def test_a_bot_that_thinks_on_though_it_was_told_to_end_is_killed(
    plain: TestClient, record: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = f"/api/matches/{planning(plain)['id']}"
    with ThreadPoolExecutor(1) as other, monkeypatch.context() as patched:
        patched.setattr(thinking.Process, "overdue", property(lambda process: process._ended.value))
        patched.setattr(thinking, "TOLD_EVERY", 0.001)
        hint = other.submit(plain.post, f"{path}/hint", json={"bot": "strategist"})
        busy = thinks(plain)
        assert plain.post(f"{path}/thought/end").json() == {"ended": True}
        refused = hint.result()
    assert (refused.status_code, busy.killed) == (409, True)
    assert busy not in processes(plain)
    state = acting(plain, record)
    assert plain.post(f"/api/matches/{state['id']}/hint", json={"bot": "strategist"}).status_code == 200


def test_where_nobody_thinks_there_is_nothing_to_end(plain: TestClient) -> None:
    state = begun(plain, "cauldron")
    answer = plain.post(f"/api/matches/{state['id']}/thought/end")
    assert (answer.status_code, answer.json()) == (200, {"ended": False})


def test_a_plan_is_thought_of_once_and_only_for_where_it_was_made() -> None:
    """Whatever process answers, the bot's later decisions go by the plan that it has made."""
    plans, roots = Plans(), ({"turn": 2}, {"turn": 3})
    asked = Question("tiny", "1", (), (), {"turn": 3}, "strategist", "1", roots)
    assert plans.told("m", asked) == asked, "nothing is known yet"
    plans.keep("m", asked, "careful")
    later = asked._replace(position={"turn": 3, "moved": 1})
    assert plans.told("m", later).plan == "careful"
    assert plans.told("other", later).plan is None
    assert plans.told("m", later._replace(roots=({"turn": 4},))).plan is None, "another month, another plan"
    plans.keep("m", asked._replace(roots=()), None)
    assert plans.told("m", later).plan == "careful", "a decision without a plan forgets none"
