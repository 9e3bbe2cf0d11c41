"""Reviews over HTTP: they are made aside and kept, only the player of a seat sees one before the end, and a better line
is another game."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest
import sqlalchemy as sa
from starlette.testclient import TestClient

import mamayev
from mamayev.engine.refusal import Refusal
from mamayev.match.line import line_of
from mamayev.match.match import Match
from mamayev.players.reviewing import Costly, Deed, Line, Review, SeatReview
from mamayev.players.reviewing.review import NOTHING_KNOWN
from mamayev.server import reviewing, thinking, thoughts
from mamayev.server.app import create_app
from mamayev.server.store import Store
from mamayev.server.store.reviews import Reviews
from mamayev.server.store.tables import REVIEWS
from mamayev.server.thoughts import Found

from .conftest import HOME, Json

GAME = "inferno"
BUDGET, LONG = 10, 2000


@pytest.fixture
def plain(address: str) -> Iterator[TestClient]:
    with TestClient(create_app(address, bot_pause=0, reply_pause=0), base_url=HOME) as client:
        yield client


@pytest.fixture(scope="module")
def half_played() -> Match:
    """A short game of Inferno by chance, against the procedure, in which the Germans have just decided."""
    match = mamayev.new(GAME, seed=5)
    for _ in range(12):
        assert match.decision is not None
        match.play(str(match.decision.actions[0]))
    return match


def stored(client: TestClient, match: Match) -> str:
    """The path of the match on the server."""
    answer = client.post("/api/records", content=match.to_json(), headers={"content-type": "application/json"})
    assert answer.status_code == 201, answer.text
    return f"/api/matches/{answer.json()['id']}"


def made(client: TestClient, path: str, **wanted: Any) -> Json:
    """The review that is kept at the end."""
    answer = client.post(f"{path}/review", json={"budget": BUDGET, **wanted})
    assert answer.status_code == 200, answer.text
    return ended(client, path)


def begun(client: TestClient, path: str) -> None:
    """Begin a long review, and wait until it has its first results."""
    client.post(f"{path}/review", json={"budget": LONG})
    awaited(client, path, lambda now: now["review"] is not None)


def ended(client: TestClient, path: str) -> Json:
    return awaited(client, path, lambda now: now["share"] is None)


def awaited(client: TestClient, path: str, holds: Callable[[Json], bool]) -> Json:
    until = time.monotonic() + 60
    while time.monotonic() < until:
        now: Json = client.get(f"{path}/review").json()
        if holds(now):
            return now
        time.sleep(0.05)
    raise TimeoutError


def test_a_review_is_made_aside_kept_and_old_when_the_game_goes_on(plain: TestClient, half_played: Match) -> None:
    path = stored(plain, half_played)
    assert plain.get(f"{path}/review").json()["review"] is None
    now = made(plain, path)
    assert (now["seat"], now["seats"], now["problem"], now["old"]) == ("german", ["german"], "", False)
    review = msgspec.convert(now["review"], Review)
    assert review.plies == len(half_played.record.log)
    assert review.complete
    assert review.budget == BUDGET
    state = plain.get(path).json()
    action = state["decision"]["actions"][0]["text"]
    assert plain.post(f"{path}/actions", json={"text": action, "version": state["version"]}).status_code == 200
    later = plain.get(f"{path}/review").json()
    assert (later["review"], later["old"]) == (now["review"], True)


def test_a_review_is_old_when_another_game_of_the_same_length_is_played(half_played: Match) -> None:
    log = half_played.record.log
    review = Review(game=GAME, rules="", plies=len(log), line=line_of(log), seats=())
    assert review.about(log)
    assert not review.about([*log[:-1], "another action"])
    assert not review.about(log[:-1])


def test_a_stopped_review_keeps_what_it_knows(plain: TestClient, half_played: Match) -> None:
    path = stored(plain, half_played)
    assert plain.post(f"{path}/review", json={"budget": 100_000}).json()["share"] is not None
    assert plain.delete(f"{path}/review").status_code == 204
    now = plain.get(f"{path}/review").json()
    assert now["share"] is None
    assert now["review"] is None or not now["review"]["complete"]


def test_a_review_stopped_before_it_knows_anything_ends_without_one(
    half_played: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(thoughts, "SO_FAR_EVERY", 0.0)
    heard: list[Found] = []
    asked = thoughts.played_question(half_played, None, BUDGET)
    with pytest.raises(Refusal, match=NOTHING_KNOWN):
        thoughts.found(thoughts.REVIEW, asked, lambda _share: len(heard) < 3, heard.append)
    entries = len(half_played.record.log)
    assert [one.title for one in heard] == [f"entry {n} of {entries}" for n in (1, 2, 3)]


def test_a_review_that_cannot_be_stored_says_so(
    plain: TestClient, half_played: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_given: Any) -> None:
        raise sa.exc.OperationalError("INSERT", {}, Exception("database or disk is full"))

    monkeypatch.setattr(Reviews, "keep", full)
    now = made(plain, stored(plain, half_played))
    assert (now["review"], now["problem"]) == (None, reviewing.UNSTORED)


def test_a_stopped_review_continues_from_its_plays(address: str, plain: TestClient, half_played: Match) -> None:
    path = stored(plain, half_played)
    match_id = path.rpartition("/")[2]
    begun(plain, path)
    plain.delete(f"{path}/review")
    kept = Store(address).reviews
    first = kept.done(match_id, "german")
    assert first is not None
    assert first.values
    assert made(plain, path, budget=BUDGET)["review"]["complete"]
    later = kept.done(match_id, "german")
    assert later is not None
    assert first.values.keys() <= later.values.keys()


def test_one_caller_has_two_reviews_made_at_a_time(plain: TestClient, half_played: Match) -> None:
    paths = [stored(plain, half_played) for _ in range(reviewing.FEW + 1)]
    answers = [plain.post(f"{path}/review", json={"budget": 100_000}) for path in paths]
    assert [answer.status_code for answer in answers] == [200] * reviewing.FEW + [429]
    assert answers[-1].json()["error"] == reviewing.TOO_MANY
    for path in paths:
        plain.delete(f"{path}/review")


def test_a_review_gives_way_to_the_review_of_another_caller(
    plain: TestClient, half_played: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One caller would keep everyone else waiting for half an hour."""
    path = stored(plain, half_played)
    begun(plain, path)
    monkeypatch.setattr(thinking, "AWAITED_LIMIT", 0.0)
    monkeypatch.setattr(plain._transport, "client", ("203.0.113.10", 5000))
    assert made(plain, stored(plain, half_played))["review"]["complete"]
    first = plain.get(f"{path}/review").json()
    assert (first["share"], first["review"]["complete"]) == (None, False)


def test_a_damaged_review_is_as_if_there_were_none(address: str, plain: TestClient, half_played: Match) -> None:
    path = stored(plain, half_played)
    engine = sa.create_engine(address)
    for text in ('{"game":', '{"game":1}', "[" * 100_000, ""):
        with engine.begin() as connection:
            connection.execute(sa.delete(REVIEWS))
            row = {"match": path.rpartition("/")[2], "seat": "german", "review": text, "made": "2026-01-01T00:00:00Z"}
            connection.execute(sa.insert(REVIEWS), row)
        answer = plain.get(f"{path}/review")
        assert (answer.status_code, answer.json()["review"]) == (200, None)
    engine.dispose()


def test_before_the_end_only_the_player_of_a_seat_sees_its_review(plain: TestClient) -> None:
    wanted = {"game": GAME, "options": {"soviet_side": "player"}, "seed": 3, "seats": {"german": "human"}}
    state = plain.post("/api/matches", json={**wanted, "held": True}).json()
    path, keys = f"/api/matches/{state['id']}/review", state["keys"]
    own = {"Authorization": f"Bearer {keys['german']}"}
    assert plain.get(path, headers=own).json()["seats"] == ["german"]
    for method in ("GET", "POST", "DELETE"):
        body = {"whose": "german"} if method == "POST" else None
        assert plain.request(method, path, params={} if body else {"whose": "german"}, json=body).status_code == 403
        body = {"whose": "soviet"} if method == "POST" else None
        refused = plain.request(method, path, params={} if body else {"whose": "soviet"}, json=body, headers=own)
        assert (refused.status_code, refused.json()["error"]) == (
            403,
            "Until the game is over, only the player of a seat can see its review.",
        )


def test_at_one_screen_each_person_sees_their_own_review_behind_the_curtain(plain: TestClient) -> None:
    wanted = {"game": GAME, "options": {"soviet_side": "player"}, "seed": 3}
    for soviet, seen in (("human", 200), ("recruit", 403)):
        state = plain.post("/api/matches", json={**wanted, "seats": {"german": "human", "soviet": soviet}}).json()
        path = f"/api/matches/{state['id']}/review"
        assert plain.get(path, params={"seat": "german"}).json()["seats"] == ["german"]
        assert plain.get(path, params={"seat": "german", "whose": "soviet"}).status_code == 403
        assert plain.get(path, params={"seat": "soviet"}).status_code == seen
        assert plain.get(path, params={"seat": "*"}).status_code == 403


@pytest.mark.parametrize(
    ("whose", "why"),
    [("nobody", "has no seat “nobody”"), ("soviet", "The rules play soviet, so there is nothing to review.")],
)
def test_a_review_for_no_player_is_refused(plain: TestClient, half_played: Match, whose: str, why: str) -> None:
    path = stored(plain, half_played)
    for answer in (
        plain.get(f"{path}/review", params={"whose": whose}),
        plain.post(f"{path}/review", json={"whose": whose}),
    ):
        assert answer.status_code == 422
        assert why in answer.json()["error"]


def test_a_better_line_is_another_game_with_the_same_dice(address: str, plain: TestClient, half_played: Match) -> None:
    path = stored(plain, half_played)
    refused = plain.post(f"{path}/review/line", json={"ply": 4})
    assert (refused.status_code, refused.json()["error"]) == (409, "The review has no better line after ply 4.")
    other = half_played.branch(4)
    while len(other.record.log) < 8:
        assert other.decision is not None
        other.play(str(other.decision.actions[-1]))
    deed = Deed((), "Another action")
    costly = Costly(
        ply=4, until=5, turn=1, title="Round 1", seat="german", played=deed, better=deed, lost=0.2, error=0.05, why="",
        plays=40, line=Line(4, tuple(other.record.log[4:])),
    )  # fmt: skip
    german = SeatReview(seat="german", unit="chance", points=(), mistakes=(costly,))
    review = Review(game=GAME, rules="", plies=len(half_played.record.log), seats=(german,))
    Store(address).reviews.keep(path.rpartition("/")[2], "german", review)
    state = plain.post(f"{path}/review/line", json={"ply": 4}).json()
    log = plain.get(f"/api/matches/{state['id']}/record").json()["log"]
    assert log[: len(other.record.log)] == other.record.log
    assert plain.get(path).json()["plies"] == len(half_played.record.log)
