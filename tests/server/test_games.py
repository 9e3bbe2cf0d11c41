"""Every installed game over HTTP: played to its end, each answer in the documented form, kept over a restart."""

import random
import sys
import time
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from starlette.testclient import TestClient

from mamayev.engine.entries import is_guest
from mamayev.engine.registry import find, names
from mamayev.engine.scene import Scene
from mamayev.match.record import RecordForm
from mamayev.server import forms
from mamayev.server.app import create_app
from mamayev.server.thumbnail import Thumbnail
from mamayev.testing.depth import deep
from mamayev.testing.play import Walk, cases

from .conftest import HOME, Json, begun, played

ASKED = 250
"""Of a board with more spaces as many are asked about, others each time; in a short run fewer of them."""

OPENING = 60
"""Bots take so many decisions, dice among them, at the beginning of a game and, as a rule, at its end; in a short run
half as many."""


@pytest.fixture
def client(address: str) -> Iterator[TestClient]:
    with TestClient(create_app(address, bot_pause=60, rate="1000000/minute"), base_url=HOME) as client:
        yield client


def check(data: bytes, form: Any) -> Any:
    """The answer as the documented form; raises where it is none."""
    found = msgspec.json.decode(data, type=form)
    if isinstance(found, forms.State) and found.result is not None:
        msgspec.convert(found.result, forms.ResultForm)
    return found


def choose(state: Json, rng: random.Random) -> str:
    """An action on offer, no grave one."""
    grave = {verb["verb"] for verb in state["decision"]["verbs"] if verb.get("weight") == "grave"}
    text: str = rng.choice([a["text"] for a in state["decision"]["actions"] if a["verb"] not in grave])
    return text


def match_address(state: Json) -> str:
    return f"/api/matches/{state['id']}"


@pytest.mark.parametrize("game", names())
def test_a_whole_game(game: str, client: TestClient, address: str) -> None:
    rng = random.Random(1)
    state = begun(client, game, seed=11)
    match = match_address(state)
    scene = check(client.get(f"{match}/scene").content, Scene)
    while not state["over"]:
        answer = client.post(f"{match}/actions", json={"text": choose(state, rng), "version": state["version"]})
        check(answer.content, forms.State)
        state = answer.json()
    check(client.get(f"{match}/log").content, forms.Log)
    series = check(client.get(f"{match}/series").content, forms.SeriesList).series
    for row in series:
        turns = [point[0] for point in row.points]
        assert turns == sorted(set(turns))
        assert row.points[-1][2] == state["plies"]
        assert set(row.pieces) <= {piece.id for piece in scene.pieces}
    plan = find(game).study()
    assert {*plan.series_pieces, *plan.series_battles} <= {row.id for row in series}
    for ply in {0, 1, *rng.sample(range(state["plies"] + 1), 10), state["plies"]}:
        past = check(client.get(f"{match}/at/{ply}").content, forms.PastTable)
    del state["events"]
    assert client.get(match).json() == state
    with TestClient(create_app(address), base_url=HOME) as other:
        assert other.get(match).json() == state
        record = other.get(f"{match}/record")
        check(record.content, RecordForm)
        again = other.post("/api/records", content=record.content).json()
        assert [again[part] for part in ("picture", "result")] == [state[part] for part in ("picture", "result")]
    assert past.ply <= state["plies"]


@pytest.mark.parametrize("game", names())
def test_its_own_bot_plays_every_seat_at_the_beginning_and_to_the_end(game: str, address: str) -> None:
    """The battery has bots play whole games; here they begin one, and go on with a late hour of another."""
    many = deep(OPENING, OPENING // 2)
    late = Walk(cases(game)[0], 14, sys.maxsize).end().record
    late = late.replay(max(0, len(late.log) - many)).record
    with TestClient(create_app(address, bot_pause=0, rate="1000000/minute"), base_url=HOME) as client:
        bot = client.get("/api/games").json()[names().index(game)]["bots"][1]
        first = begun(client, game, seed=14)
        second = client.post("/api/records", content=late.to_json()).json()
        for state, enough in ((first, many), (second, sys.maxsize)):
            match = match_address(state)
            state = client.patch(match, json={"seats": dict.fromkeys(state["seats"], bot)}).json()
            last, pause = time.monotonic(), 0.05
            while not state["over"] and state["plies"] < enough:
                time.sleep(pause)
                pause = min(2 * pause, 1.0)  # the state of a large game takes the bots' time
                before, state = state["version"], client.get(match).json()
                last = time.monotonic() if state["version"] > before else last
                assert time.monotonic() < last + 60, "no bot has played for a minute"
            assert set(state["seats"].values()) == {bot}
            client.delete(match)
        assert state["over"]
        assert state["result"]["why"]


@pytest.mark.parametrize(
    ("asked", "answer"),
    [
        ({"piece": "blue-rifles", "space": "0201", "verb": "move"}, "You can do this: "),
        ({"space": "0201", "verb": "move"}, "There is an action here once you choose the unit. "),
    ],
)
def test_what_is_on_offer_says_what_is_missing(client: TestClient, asked: dict[str, str], answer: str) -> None:
    match = match_address(begun(client, "skirmish", seed=12))
    reasons = client.post(f"{match}/why", json=asked).json()["reasons"]
    assert [reason["text"].startswith(answer) for reason in reasons] == [True], reasons


@pytest.mark.parametrize("game", names())
def test_every_piece_space_and_verb_can_be_asked_about(game: str, client: TestClient) -> None:
    rng = random.Random(2)
    state = begun(client, game, seed=12)
    match = match_address(state)
    scene = client.get(f"{match}/scene").json()
    for _ in range(3):
        for _ in range(4):
            state = played(client, state, choose(state, rng))
        verbs = {verb["verb"]: verb["open"] for verb in state["decision"]["verbs"]}
        for verb, is_open in verbs.items():
            reasons = client.post(f"{match}/why", json={"verb": verb}).json()["reasons"]
            assert all(reason["text"] for reason in reasons)
            assert is_open or reasons
        pieces = [p["id"] for p in state["picture"]["pieces"]]
        spaces = [s["id"] for s in scene["spaces"]]
        asked = rng.sample(spaces, min(len(spaces), deep(ASKED)))
        named = rng.sample(pieces, min(len(pieces), deep(ASKED)))
        clicks = [{"piece": p} for p in named] + [{"space": s} for s in asked]
        clicks += [{"piece": p, "space": s} for p in rng.sample(pieces, 4) for s in rng.sample(spaces, 4)]
        for click in clicks:
            answer = client.post(f"{match}/why", json=click)
            assert answer.status_code == 200, (click, answer.text)
            check(answer.content, forms.Reasons)
        hint = check(client.post(f"{match}/hint", json={}).content, forms.Hint)
        offered = {a["text"] for a in state["decision"]["actions"]}
        _, *nouns = hint.text.split()
        if nouns and not state["decision"]["listed"]:
            rows = client.get(f"{match}/choices", params={"piece": nouns[0]}).json()
            offered |= {text for row in rows for text in row["actions"]}
        assert hint.text in offered


@pytest.mark.parametrize("game", names())
def test_every_card_can_be_asked_about_and_those_of_others_tell_nothing(game: str, client: TestClient) -> None:
    rng = random.Random(4)
    state = begun(client, game, seed=12)
    match = match_address(state)
    for _ in range(6):
        state = played(client, state, choose(state, rng))
    cards = [card for deck in client.get(f"{match}/scene").json().get("decks", []) for card in deck["cards"]]
    hands = state["picture"].get("hands", [])
    own = {card for hand in hands for card in hand.get("cards", [])}
    for card in cards:
        reasons = check(client.post(f"{match}/why", json={"card": card["id"]}).content, forms.Reasons).reasons
        assert reasons
        assert all(reason.text and reason.clauses for reason in reasons)
        if hands and card["id"] not in own and state["decision"]["seat"] != "chance":
            assert [reason.text for reason in reasons] == [f"{card['title']} is not in your hand."]
    assert client.post(f"{match}/why", json={"card": 4095}).status_code == 422


@pytest.mark.parametrize("game", names())
def test_undo_to_the_beginning_and_redo_to_the_end_change_nothing(game: str, client: TestClient) -> None:
    rng = random.Random(3)
    state = begun(client, game, seed=13)
    match = match_address(state)
    for _ in range(20):
        if not state["over"]:
            state = played(client, state, choose(state, rng))
    before = client.get(match).json()
    while state["undo"]["practice"]:
        body = {"version": state["version"], "practice": True}
        state = client.post(f"{match}/undo", json=body).json()
    assert state["plies"] <= 1 or state["undo"]["practice"] == 0
    while state["undo"]["redo"]:
        state = client.post(f"{match}/redo", json={"version": state["version"]}).json()
    for part in ("picture", "decision", "plies", "undo"):
        assert state[part] == before[part]


@pytest.mark.parametrize("game", names())
def test_its_scene_and_rules_are_served_without_a_match(game: str, client: TestClient) -> None:
    check(client.get(f"/api/games/{game}/scene").content, Scene)
    assert check(client.get(f"/api/games/{game}/rules").content, forms.Rules).clauses
    listed = check(client.get("/api/games").content, list[forms.GameInfo])
    assert {one.name for one in listed} == set(names())
    assert {one.name for one in listed if one.guest} == {name for name in names() if is_guest(name)}
    assert not next(one for one in listed if one.name == "barbarossa").guest
    assert check(client.get(f"/api/games/{game}").content, forms.GameInfo) in listed
    board = check(client.get(f"/api/games/{game}/thumbnail").content, Thumbnail)
    assert len({name.text for name in board.names}) == len(board.names)
    assert any(patch.ink.startswith("counter") for patch in board.patches)
    assert board.figures
    assert (board.season == "winter") == (game == "donnerschlag")
    for x, y in (name.at for name in board.names):
        assert 0 <= x <= board.width
        assert 0 <= y <= board.height


@pytest.mark.parametrize("game", names())
def test_the_list_is_in_its_form(game: str, client: TestClient) -> None:
    begun(client, game)
    (card,) = check(client.get("/api/matches").content, list[forms.MatchCard])
    assert (card.game, card.over) == (game, False)
