"""A held match with a Soviet player over HTTP: two keys, each of which plays its seat and reads no enemy's secret."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

from starlette.testclient import TestClient

from mamayev.games.inferno.printed.board import ours
from mamayev.games.inferno.printed.map import SEATS
from mamayev.games.inferno.rules.position import DECK, HAND, LAID
from mamayev.match.match import Match
from mamayev.server.app import create_app

BOARD = ours()

HOME = "http://127.0.0.1:8642"
PLAYER = {"soviet_side": "player"}
DECISIONS = 40


def test_two_keys_play_and_neither_reads_what_the_other_hides(tmp_path: Path) -> None:
    with TestClient(create_app(f"sqlite:///{tmp_path / 'games.sqlite'}"), base_url=HOME) as client:
        wanted = {"game": "inferno", "seed": 3, "options": PLAYER, "held": True}
        state: Any = client.post("/api/matches", json=wanted).json()
        keys = {seat: {"Authorization": f"Bearer {key}"} for seat, key in state["keys"].items()}
        assert set(keys) == {"german", "soviet"}
        path, rng, beside = (
            f"/api/matches/{state['id']}",
            random.Random(3),
            Match.new("inferno", seed=3, options=PLAYER),
        )
        decided = set()
        for _ in range(DECISIONS):
            assert beside.decision is not None
            seat, action = beside.decision.seat, beside.position.name(beside.position.draw(rng.random))
            decided.add(seat)
            body = {"text": action, "version": state["version"]}
            other = SEATS[1 - SEATS.index(seat)]
            assert client.post(f"{path}/actions", json=body, headers=keys[other]).status_code == 409
            state = client.post(f"{path}/actions", json=body, headers=keys[seat]).json()
            beside.play(action)
            for reader in SEATS:
                seen = client.get(path, headers=keys[reader]).json()
                assert (seen["version"], seen["viewer"]) == (state["version"], reader)
                assert_unread(seen, beside.position, SEATS.index(reader))
        assert decided == {"german", "soviet"}


def assert_unread(state: Any, p: Any, side: int) -> None:
    """No concealed unit or card of the enemy is named on the table or in the question that a side sees."""
    pools = {name for pool in state["picture"].get("pools", ()) for name in pool.get("pieces", ())}
    text = json.dumps([state["picture"], state.get("decision")])
    for u, unit in enumerate(BOARD.units):
        if BOARD.side[u] != side and p.hidden(u, side) and unit.id not in pools:
            assert f'"{unit.id}"' not in text, f"{unit.id} is read by {SEATS[side]}"
    hand = next(hand for hand in state["picture"]["hands"] if hand["seat"] != SEATS[side])
    assert not hand.get("cards")
    shown = {card["card"] for deck in state["picture"]["decks"].values() for card in deck.get("seen", ())}
    assert not {c for c in range(len(BOARD.cards)) if p.cards[c] in (DECK, HAND, LAID)} & shown
