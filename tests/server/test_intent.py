"""What a staff means to do: an adviser says it at once, an opponent's is told after the game."""

import json
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

import mamayev
from mamayev.engine.bot import Intent
from mamayev.games.barbarossa.rules.threat import threats
from mamayev.players import hint

from .conftest import begun

GOLDEN = Path(__file__).parents[1] / "golden" / "inferno"


@pytest.fixture
def shop(address: str) -> TestClient:
    """A server with our own games."""
    from mamayev.server.app import create_app

    return TestClient(create_app(address), base_url="http://127.0.0.1:8642")


def test_an_adviser_says_what_it_means_to_do(shop: TestClient) -> None:
    state = begun(shop, "inferno")
    found = shop.post(f"/api/matches/{state['id']}/hint", json={}).json()["intent"]
    assert found["sentence"].startswith("3 Rynok landing / Spartakovka N is attacked from the march")
    assert found["arrows"] == [{"kind": "attack", "from": "W", "to": "3"}]
    plain = shop.post(f"/api/matches/{state['id']}/hint", json={"bot": "random"}).json()
    assert "intent" not in plain


def test_the_intent_of_a_past_decision_is_told_after_the_game_alone(shop: TestClient) -> None:
    state = begun(shop, "inferno")
    early = shop.get(f"/api/matches/{state['id']}/intent/0")
    assert (early.status_code, early.json()["field"]) == (409, "ply")
    record = json.loads((GOLDEN / "2017.json").read_text("utf-8"))["record"]
    over = shop.post("/api/records", content=record).json()
    told = [shop.get(f"/api/matches/{over['id']}/intent/{ply}").json() for ply in range(0, 200, 4)]
    sentences = [each["intent"]["sentence"] for each in told if "intent" in each]
    assert sentences
    assert len(sentences) < len(told), "at dice, and in the middle of a combat, there is nothing to tell"


@pytest.mark.parametrize("game", ["barbarossa", "cauldron", "donnerschlag", "inferno"])
def test_every_staff_tells_its_intent_in_one_sentence_with_at_most_three_arrows(game: str) -> None:
    match = mamayev.new(game, seed=4)
    found: Intent | None = None
    while found is None:
        now = hint(match)
        found = now.get("intent")
        match.play(now["text"])
    assert found.sentence.endswith(".")
    assert found.sentence.count(". ") == 0
    spaces = set(match.table.look.kept.every_space)
    assert 0 < len(found.arrows) <= 3
    for arrow in found.arrows:
        assert arrow.kind in ("attack", "hold", "later")
        assert {arrow.from_, arrow.to} <= spaces


@pytest.mark.parametrize("game", ["barbarossa", "cauldron", "donnerschlag", "inferno"])
def test_every_staff_gives_figures_for_its_plan_and_names_the_next_best(game: str) -> None:
    """Along some of its decisions: what is hoped for, with a number in it, places that the map has, another plan."""
    match = mamayev.new(game, seed=4)
    spaces = set(match.table.look.kept.every_space)
    told: list[Intent] = []
    while len(told) < 3:
        now = hint(match)
        if "intent" in now and now["intent"].because:  # at some preparations there is only a sentence
            told.append(now["intent"])
        match.play(now["text"])
    grounds = [ground for intent in told for ground in intent.because]
    assert grounds
    assert all(any(sign.isdigit() for sign in ground.text) for ground in grounds), grounds
    assert {each.space for intent in told for each in intent.threatened} <= spaces
    others = [intent.instead for intent in told if intent.instead is not None]
    assert others
    assert all(other.sentence not in {intent.sentence for intent in told} for other in others)


def test_the_enemy_can_really_bring_what_the_staff_fears() -> None:
    """Barbarossa tells the odds of the threat question for two stacks, the worst first."""
    match = mamayev.new("barbarossa", seed=4)
    found: Intent | None = None
    while found is None or not found.threatened:
        now = hint(match)
        found = now.get("intent")
        last: Any = match.position
        match.play(now["text"])
    exact = {last.board.grid.ids[h]: blow.odds for h, blow in threats(last, last.seat).items()}
    assert [exact[each.space] for each in found.threatened] == [each.odds for each in found.threatened]
