"""What belongs to a turn leaves the map with it: ticks, the hexes and numbers of battles, arrows."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from mamayev.match.match import Match

from .conftest import Server, Table

pytestmark = pytest.mark.browser
Open = Callable[..., Table]
ARROW = ".board .shaft:not([data-intent-arrows] *)"  # those of a dispatch are about the turn before
MARKS = (
    ".following",
    "[data-queue]",
    "[data-battle]",
    ".board .ring",
    ".board .tick",
    ".board .acted",
    ARROW,
)


def seen(page: Page) -> set[str]:
    return set(page.evaluate("marks => marks.filter(mark => document.querySelector(mark))", list(MARKS)))


def played(at: Table, ends: Callable[[Any], bool], *prefer: str) -> set[str]:
    """Play the first preferred action, or else the plainest, until a state is as wanted; returns the marks seen."""
    before = set[str]()
    for _ in range(60):
        state = at.state
        if ends(state):
            return before
        before |= seen(at.page)
        texts = [one["text"] for one in state["decision"]["actions"]]
        at.server.play(at.match, next((one for one in prefer if one in texts), texts[0]))
        at.settled(state["version"])
    raise AssertionError("it does not end")


def test_no_mark_of_the_german_turn_is_left_in_the_russian(server: Server, table: Open) -> None:
    at = table()
    match = server.june("move ge-pz-xxiv V5", "move ge-in-ix Z6")
    at.open(match)
    expect(at.page.locator(".board .tick")).to_have_count(2)
    for action in ("done", "propose"):
        version = at.state["version"]
        server.play(match, action)
        at.settled(version)
    assert not seen(at.page) & {".board .tick", ".board .acted"}
    before = played(at, lambda state: state["picture"]["mover"] == "russian")
    assert before >= {".following", "[data-queue]"}
    expect(at.page.locator("[data-roll]"), "the last die can still be read").to_be_visible()
    assert seen(at.page) == set()


def test_no_mark_of_an_activation_is_left_after_it(server: Server, table: Open) -> None:
    units = {"6p-hq": "4015", "i-11-6p": "4017", "i-114-6p": "4016", "13-13t": "4018", "17-13t": "4118"}
    start = {"turn": 3, "unit.all": "out", **{f"unit.{unit}": place for unit, place in units.items()}}
    game = Match.new("donnerschlag", seed=1, start=start | {"card.act1-1": "hand"})
    quiet = {
        "window": "pass",
        "muster": "begin",
        "exchange": "decline",
        "move": "done",
        "luck": "keep",
        "advance": "halt",
    }
    for text in ("activate act1-1", "move i-114-6p 4117", "done", "attack i-11-6p 4018"):
        while game.decision is not None and text not in [str(action) for action in game.decision.actions]:
            game.play(quiet[game.decision.box])
        game.play(text)
    at = table()
    match = server.post("/api/records", json.loads(game.to_json()))["id"]
    server.seat(match, soviet="random")
    at.open(match)
    before = played(
        at, lambda state: not state["picture"].get("activation"), "pass", "done", "fight", "cease", "keep", "halt"
    )
    assert before >= {".board .ring", ".board .acted"}
    assert seen(at.page) == set()
