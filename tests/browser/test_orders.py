"""Turns commanded by orders: the sheet, what is drawn on the map, the staff's stops, and the situation report."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, WebSocketRoute, expect

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


def percent(page: Page, field: str, value: str) -> None:
    place = page.locator(f"[data-order='{field}'] input")
    place.fill(value)
    place.press("Enter")
    expect(place).to_have_value(f"{value}%")


@pytest.mark.parametrize("screen", SCREENS)
def test_a_round_of_inferno_is_commanded_with_a_stop(screen: str, server: Server, table: Open) -> None:
    match = server.begin("inferno", seed=4)
    begun = server.state(match)
    hasty = next(one["text"] for one in begun["decision"]["actions"] if one["text"].startswith("hasty"))
    server.play(match, hasty)
    at = table(**SCREENS[screen])
    at.open(match)
    open_sheet(at)
    percent(at.page, "least", "100")
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
    expect(least).to_have_value("10%")
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


def test_every_formation_has_its_row_on_a_phone(server: Server, table: Open) -> None:
    at = table(width=360, height=640, has_touch=True)
    at.open(server.begin("donnerschlag", seats={"axis": "human", "soviet": "staff"}))
    open_sheet(at)
    first = at.page.locator("[data-orders] .tabs").first.get_by_role("button").first
    box = first.bounding_box()
    assert box is not None
    at.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    at.page.mouse.wheel(2000, 0)
    whole = at.page.locator("[data-orders] .tabs").first.get_by_role("button", name="All")
    expect(whole).to_be_in_viewport(ratio=0.9)


def test_the_player_stops_the_staff_and_plays_on(server: Server, table: Open) -> None:
    at = table(width=390, height=844, has_touch=True)
    at.open(server.begin("cauldron"))
    open_sheet(at)
    at.page.locator("[data-carry-out]").click()
    until(at, lambda state: state["command"]["carrying"])
    at.page.locator("[data-stop-staff]").dispatch_event("click")  # a tap waits for a button that stands still
    until(at, lambda state: not state["command"]["carrying"])
    expect(at.page.locator("[data-begin-orders]")).to_be_visible(timeout=2 * WAIT)


def ready_to_draw(server: Server, table: Open, **screen: Any) -> Table:
    """Open the sheet of a small front, and fit the map."""
    at = table(**screen)
    at.open(server.begin("barbarossa", lesson="orders"))
    read(at)
    open_sheet(at)
    return at


def read(at: Table) -> None:
    """Read the pages of a lesson, up to its task or its end."""
    at.page.locator("[data-next], [data-begin-orders], [data-new-orders], [data-go-on]").first.wait_for()
    while at.page.locator("[data-next]").count():
        at.page.locator("[data-next]").click()
        at.page.wait_for_timeout(350)  # a click that follows at once counts as the second of a double click


def place_of(at: Table, piece: str) -> tuple[float, float]:
    """Return the middle of a unit on the screen."""
    box = at.piece(piece).first.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def ordered(at: Table, field: str) -> Locator:
    return at.page.locator(f"[data-order='{field}'] [data-ordered]")


def test_orders_are_drawn_with_the_mouse_and_erased(server: Server, table: Open) -> None:
    at = ready_to_draw(server, table)
    mouse, keys = at.page.mouse, at.page.keyboard
    expect(at.page.locator("[data-sectors]")).not_to_have_attribute("data-sectors", "0")
    keys.press("2")  # the second row
    at.page.locator("[data-tool='arrow']").click()
    army, corps = place_of(at, "ru-army-3"), place_of(at, "ge-in-vii")
    mouse.move(*corps)
    mouse.down()
    mouse.move(corps[0] + 10, corps[1], steps=2)
    mouse.move(*army, steps=5)
    mouse.up()
    expect(ordered(at, "objective_center")).to_have_attribute("data-ordered", "V6")
    at.page.locator("[data-tool='line']").click()
    start, end = place_of(at, "ge-in-vii"), place_of(at, "ru-army-4")
    mouse.move(*start)
    mouse.down()
    mouse.move(start[0], start[1] + 10, steps=2)
    mouse.move(*end, steps=8)
    mouse.up()
    line = ordered(at, "line_center")
    expect(line.first).to_have_attribute("data-ordered", "X4")
    expect(line.last).to_have_attribute("data-ordered", "Z6")
    at.page.locator("[data-tool='erase']").click()
    mouse.click(*army)
    expect(ordered(at, "objective_center")).to_have_count(0)
    keys.press("z")
    expect(ordered(at, "objective_center")).to_have_count(1)


def test_an_arrow_is_drawn_with_the_keyboard(server: Server, table: Open) -> None:
    at = ready_to_draw(server, table)
    keys = at.page.keyboard
    at.page.locator("[data-tool='arrow']").click()
    at.page.evaluate("document.activeElement.blur()")
    keys.press("ArrowRight")
    keys.press("Enter")
    expect(at.page.locator("[data-tool-says]")).to_contain_text("Choose the place to take")
    keys.press("ArrowRight")
    keys.press("Enter")
    expect(ordered(at, "objective_north")).to_have_count(1)
    keys.press("Escape")
    expect(at.page.locator("[data-tool-says]")).to_have_count(0)
    expect(at.page.locator("[data-orders]")).to_be_visible()


def test_an_arrow_is_drawn_with_a_finger(server: Server, table: Open) -> None:
    at = ready_to_draw(server, table, **SCREENS["phone"])
    at.page.get_by_role("group").get_by_role("button", name="Center", exact=True).tap()
    at.page.locator("[data-draw]").tap()
    for piece in ("ge-in-vii", "ru-army-10"):
        at.page.touchscreen.tap(*place_of(at, piece))
    at.page.locator("[data-draw]").tap()
    expect(ordered(at, "objective_center")).to_have_attribute("data-ordered", "X6")


def test_a_lesson_teaches_orders(server: Server, table: Open) -> None:
    at = ready_to_draw(server, table)
    expect(at.page.locator("[data-lesson-task]")).to_contain_text("Least odds to 4-1")
    at.page.locator("[data-carry-out]").click()
    expect(at.page.locator("[data-orders]")).to_contain_text("The lesson asks for other orders here.")
    odds = at.page.locator("[data-order='least_center'] input")
    for _ in range(4):
        odds.press("+")
    expect(odds).to_have_value("3-1")
    odds.press("+")
    at.page.locator("[data-carry-out]").click()
    read(at)
    expect(at.page.locator("[data-kept='least_center']")).to_contain_text("kept")
    at.page.locator("[data-new-orders]").click()
    place = at.page.locator("[data-order='objective_center'] input")
    place.fill("Minsk")
    place.press("Enter")
    at.page.locator("[data-carry-out]").click()
    read(at)
    expect(at.page.locator("[data-kept='objective_center']")).to_contain_text("Minsk")
    at.page.locator("[data-new-orders]").click()
    at.page.locator("[data-as-staff]").click()
    at.page.locator("[data-order='posture_center']").get_by_role("button", name="Hold").click()
    place = at.page.locator("[data-order='stand'] input")
    place.fill("Minsk")
    place.press("Enter")
    at.page.locator("[data-carry-out]").click()
    read(at)
    expect(at.page.locator("[data-go-on]")).to_be_visible()
    assert at.state["lesson"]["done"]


def test_other_plans_are_shown_with_their_forecasts_and_taken(server: Server, table: Open) -> None:
    at = table()
    at.open(server.begin("cauldron"))
    open_sheet(at)
    at.page.keyboard.press("n")
    plans = at.page.locator("[data-plan-title]")
    expect(plans).to_have_count(2)
    expect(plans.first).to_contain_text("Steps lost", timeout=4 * WAIT)
    expect(plans.last).to_contain_text("Steps lost", timeout=4 * WAIT)
    plans.first.locator("[data-follow]").click()
    expect(at.page.locator("[data-order='strategy'] select")).to_have_value("breakout")
    expect(at.page.locator("[data-counsel]")).to_have_count(0)


def test_an_answer_to_a_stop_can_hold_from_now_on(server: Server, table: Open) -> None:
    match = server.begin("inferno", seed=4)
    hasty = next(one["text"] for one in server.state(match)["decision"]["actions"] if one["text"].startswith("hasty"))
    server.play(match, hasty)
    at = table()
    at.open(match)
    open_sheet(at)
    percent(at.page, "least", "100")
    at.page.locator("[data-carry-out]").click()
    expect(at.page.locator("[data-stop-choice='on']")).to_contain_text("empties the hex")
    at.page.locator("[data-stop-rule] input").check()
    go_on(at)
    assert 0 < sheet_of(at)["orders"]["least"] < 100


def test_a_unit_that_the_player_has_moved_is_given_back(server: Server, table: Open) -> None:
    match = server.begin("barbarossa", lesson="first-turn")
    server.post(f"/api/matches/{match}/leave-lesson", {"version": server.state(match)["version"]})
    server.play(match, "move ge-in-vi X5")
    at = table()
    at.open(match)
    open_sheet(at)
    expect(at.page.locator("[data-moved]")).to_contain_text("VI Corps")
    at.page.locator("[data-give-back='ge-in-vi']").click()
    expect(at.page.locator("[data-moved]")).to_have_count(0)
    assert next(one["at"] for one in at.state["picture"]["pieces"] if one["id"] == "ge-in-vi") == "X3"
    expect(at.page.locator("[data-orders]")).to_be_visible()


def test_a_forecast_does_not_outlast_the_curtain(server: Server, table: Open) -> None:
    def asked(seat: str) -> Callable[[Any], bool]:
        return lambda decision: (decision["seat"], decision["box"]) == (seat, "activation-card")

    match = server.begin("donnerschlag", seed=1)
    server.reach(match, asked("axis"))
    at = table(fresh=True)
    at.open(match)
    open_sheet(at)
    forecast = at.page.locator("[data-forecast] dl")
    expect(forecast).to_be_visible(timeout=2 * WAIT)
    at.page.keyboard.press("Escape")
    expect(at.page.locator("[data-orders]")).to_have_count(0)
    server.reach(match, asked("soviet"))
    deadline = time.monotonic() + TURN
    while not at.page.locator('[data-curtain="soviet"]').is_visible():
        assert time.monotonic() < deadline
        at.page.keyboard.press("Escape")  # dice stay until the player has seen them
        at.page.wait_for_timeout(100)
    at.lift()
    at.page.route("**/orders/preview*", lambda route: None)  # it is still being thought about
    open_sheet(at)
    expect(at.page.locator("[data-forecast]")).to_be_visible()
    expect(forecast).to_have_count(0)
    at.page.unroute_all(behavior="ignoreErrors")


@pytest.mark.parametrize("game", ["cauldron", "inferno", "barbarossa", "donnerschlag"])
def test_every_choice_of_the_sheet_is_whole_on_a_phone(game: str, server: Server, table: Open) -> None:
    at = table(**SCREENS["phone"])
    match = server.begin(game)
    server.reach(match, lambda decision: decision["box"] not in ("historical", "setup", "set-up"))
    at.open(match)
    open_sheet(at)
    for more in at.page.locator("[data-more]").all():
        more.click()
    segments = at.page.locator("[data-orders] .segments .segments")
    assert segments.evaluate_all("all => all.filter(one => one.scrollWidth > one.clientWidth).length") == 0


def test_a_part_of_the_page_that_is_gone_after_an_update_asks_for_a_reload(server: Server, table: Open) -> None:
    at = table(fresh=True)
    at.open(server.begin("cauldron"))
    at.page.route("**/assets/sheet-*.js", lambda route: route.fulfill(status=404))
    at.page.locator("[data-begin-orders]").click()
    expect(at.page.get_by_text("Reload the page.")).to_be_visible()


def test_the_end_of_a_game_shows_the_orders_of_every_seat_in_words(server: Server, table: Open) -> None:
    begun = server.post("/api/matches", {"game": "barbarossa", "seed": 7, "held": True})
    match, key = begun["id"], begun["keys"]["german"]
    orders = {"posture_north": "attack", "objective_north": ["leningrad"], "least_north": "3-1"}
    for rest, body in (("orders", {"orders": orders}), ("resign", {})):
        version = server.get(f"/api/matches/{match}", key)["version"]
        server.post(f"/api/matches/{match}/{rest}", {"version": version, **body}, key)
    at = table()
    at.page.goto(f"{server.url}/#/match/{match}")
    given = at.page.locator("[data-orders-given] li")
    said = "North · Posture: Attack; North · Objective: Leningrad; North · Least odds: 3-1"
    expect(given).to_have_text(f"Set-up, German player: {said}")
