"""Turns commanded by orders: the sheet, what is drawn on the map, the staff's stops, and the situation report."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from .conftest import WAIT, Server, Table

pytestmark = pytest.mark.browser
Open = Callable[..., Table]

SCREENS = {"desk": {"width": 1440, "height": 900}, "phone": {"width": 390, "height": 844, "has_touch": True}}
TURN = 120  # seconds that a staff may take for a turn on a slow machine


def sheet_of(at: Table) -> Any:
    return at.server.get(f"/api/matches/{at.match}/orders")


def open_sheet(at: Table) -> None:
    at.page.locator("[data-begin-orders]").click()
    expect(at.page.locator("[data-orders]")).to_be_visible()


def until(at: Table, holds: Callable[[Any], bool]) -> Any:
    deadline = time.monotonic() + TURN
    while not holds(state := at.state):
        assert time.monotonic() < deadline, state["command"]
        at.page.wait_for_timeout(50)
    return state


def carried(at: Table, turn: int) -> Any:
    """Wait until the staff has finished the turn; let it go on wherever it stops."""

    def begun(state: Any) -> bool:
        return (
            state["over"]
            or state["picture"]["turn"] != turn
            or any(state["command"].get(k) for k in ("carrying", "stop"))
        )

    while True:
        until(at, begun)
        state = until(at, lambda state: state["over"] or not state["command"]["carrying"])
        if state["over"] or state["picture"]["turn"] != turn:
            return state
        assert state["command"]["stop"], "the staff gave the seat back in the middle of the turn"
        go_on(at)


def shown(at: Table) -> None:
    """Wait until the page shows what the server has, and asks."""
    game = at.page.locator(".game")
    expect(game).to_have_attribute("data-version", str(at.state["version"]))
    expect(game).to_have_attribute("data-busy", "false")


def go_on(at: Table) -> None:
    plies = at.state["plies"]
    choice = at.page.locator("[data-stop-choice='on']")
    expect(choice).to_be_enabled()
    choice.click()
    until(at, lambda state: state["plies"] > plies or state["over"])


def number(page: Page, field: str, value: str) -> None:
    place = page.locator(f"[data-order='{field}'] input")
    place.fill(value)
    place.press("Enter")
    expect(place).to_have_value(value)


@pytest.mark.parametrize("screen", SCREENS)
def test_a_round_of_inferno_is_commanded_with_a_stop(screen: str, server: Server, table: Open) -> None:
    match = server.begin("inferno", seed=4)
    begun = server.state(match)
    hasty = next(one["text"] for one in begun["decision"]["actions"] if one["text"].startswith("hasty"))
    server.play(match, hasty)
    at = table(**SCREENS[screen])
    at.open(match)
    open_sheet(at)
    number(at.page, "least", "100")
    at.page.locator("[data-order='prefer']").get_by_role("button", name="Attack").click()
    expect(at.page.locator("[data-changed]")).to_have_attribute("data-changed", "2")
    if screen == "desk":
        assert at.axe() == []
    at.page.locator("[data-carry-out]").click()
    stop = at.page.locator("[data-stop='least']")
    expect(stop).to_contain_text("you ordered at least 100%")
    expect(at.page.locator("[data-orders]")).to_have_count(0)
    assert sheet_of(at)["orders"] == {"least": 100, "prefer": "attack"}
    at.page.reload()
    expect(stop).to_be_visible()
    if screen == "desk":
        assert at.axe() == []
        at.page.keyboard.press("1")
        until(at, lambda state: state["plies"] > begun["plies"] + 1)
    else:
        go_on(at)
    state = carried(at, begun["picture"]["turn"])
    assert state["picture"]["turn"] == begun["picture"]["turn"] + 1
    expect(at.page.locator("[data-kept='least']")).to_contain_text("broken")
    if screen == "desk":
        assert at.axe() == []
    shown(at)
    at.page.locator("[data-same-orders]").click()
    state = carried(at, state["picture"]["turn"])
    assert state["over"] or state["picture"]["turn"] == begun["picture"]["turn"] + 2


@pytest.mark.parametrize("screen", SCREENS)
def test_a_turn_of_the_cauldron_is_commanded(screen: str, server: Server, table: Open) -> None:
    at = table(**SCREENS[screen])
    at.open(server.begin("cauldron"))
    turn = at.state["picture"]["turn"]
    open_sheet(at)
    at.page.locator("[data-order='strategy'] select").select_option("stay-put")
    at.page.locator("[data-carry-out]").click()
    carried(at, turn)
    expect(at.page.locator("[data-kept='strategy']")).to_be_visible()
    shown(at)
    at.page.locator("[data-new-orders]").click()
    strategy = at.page.locator("[data-order='strategy'] select")
    expect(strategy).to_have_value("stay-put")
    expect(at.page.locator("[data-changed]")).to_have_count(0)
    at.page.locator("[data-by-hand]").click()
    expect(at.page.locator("[data-begin-orders]")).to_be_visible()
    assert at.state["picture"]["turn"] == turn + 1


def test_a_place_is_typed_and_a_field_goes_back_to_the_staff(server: Server, table: Open) -> None:
    at = table()
    at.open(server.begin("inferno"))
    open_sheet(at)
    places = at.page.locator("[data-order='hold'] input")
    places.fill("nowhere")
    places.press("Enter")
    expect(at.page.locator("[data-orders]")).to_contain_text("“nowhere” is not a place on this map.")
    places.fill("39")
    places.press("Enter")
    expect(at.page.locator("[data-order='hold'] [data-ordered='39']")).to_be_visible()
    least = at.page.locator("[data-order='least'] input")
    least.press("+")
    expect(least).to_have_value("10")
    least.press("-")
    expect(least).to_have_value("")
    staff = at.page.locator("[data-order='prefer']").get_by_role("button", name="Staff", exact=True)
    staff.press("ArrowRight")
    expect(staff).to_have_attribute("aria-pressed", "false")
    at.page.keyboard.press("Backspace")
    expect(staff).to_have_attribute("aria-pressed", "true")
    at.page.locator("[data-as-staff]").click()
    expect(at.page.locator("[data-ordered]")).to_have_count(0)


def test_an_answer_from_a_page_behind_its_server_is_sent_again(server: Server, table: Open) -> None:
    """The live line is silent while another tab plays: the page learns of it from the answer to its click."""
    at = table(fresh=True)
    silent = False

    def follow(line: WebSocketRoute) -> None:
        up = line.connect_to_server()
        up.on_message(lambda message: None if silent else line.send(message))

    at.page.route_web_socket("**/live*", follow)
    at.open(server.begin("cauldron"))
    turn = at.state["picture"]["turn"]
    open_sheet(at)
    at.page.locator("[data-order='strategy'] select").select_option("stay-put")
    at.page.locator("[data-carry-out]").click()
    state = carried(at, turn)
    shown(at)
    expect(at.page.locator("[data-same-orders]")).to_be_visible()
    silent = True
    server.play(at.match, state["decision"]["actions"][0]["text"])
    assert at.state["picture"]["turn"] == turn + 1
    at.page.locator("[data-same-orders]").click()
    assert carried(at, turn + 1)["picture"]["turn"] == turn + 2
    expect(at.page.locator(".game")).not_to_contain_text("has changed")


def test_the_player_stops_the_staff_and_plays_on(server: Server, table: Open) -> None:
    at = table(width=390, height=844, has_touch=True)
    at.open(server.begin("cauldron"))
    open_sheet(at)
    at.page.locator("[data-carry-out]").click()
    until(at, lambda state: state["command"]["carrying"])
    at.page.locator("[data-stop-staff]").tap()
    until(at, lambda state: not state["command"]["carrying"])
    expect(at.page.locator("[data-begin-orders]")).to_be_visible(timeout=2 * WAIT)
