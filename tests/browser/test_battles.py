"""Battles are declared on the map: what is owed is marked, the panel tells the odds, one click lets all attack."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from .conftest import WAIT, Server, Table

pytestmark = pytest.mark.browser
OPENING = ("historical", "confirm", "historical", "confirm", "move ge-pz-xxiv V5", "move ge-pz-xxxix V5", "done")


def test_a_battle_is_declared_with_two_clicks(table: Callable[..., Table], server: Server) -> None:
    at = table()
    match = server.begin("barbarossa")
    for action in OPENING:
        server.play(match, action)
    owed = [piece["id"] for piece in server.state(match)["picture"]["pieces"] if "owed" in piece.get("states", ())]
    at.open(match)
    expect(at.page.locator("[data-battle='?']")).to_have_count(len(server.state(match)["picture"]["combat"]["debts"]))
    at.point(at.piece(owed[0]))
    panel = at.page.locator("[data-panel]")
    expect(panel).to_contain_text("who attacks?")
    at.page.locator("[data-verb='join-all']").click()
    said = "XXIV Panzer Corps, XXXIX Panzer Corps against 10th Army: 16 to 7, 2-1."
    expect(at.page.get_by_text(said).first).to_be_attached(timeout=WAIT)
