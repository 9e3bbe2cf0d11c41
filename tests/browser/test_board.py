"""The board under the hand: hexes that are no elements, counters that are dragged, arrow keys."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from .conftest import Server, Table, moves

pytestmark = pytest.mark.browser
GAMES = ("cauldron", "skirmish")
Open = Callable[..., Table]
Point = tuple[float, float]


def single(decision: Any) -> Any:
    """A move by which one unit goes to one space, and no other action of that unit does."""
    return next(
        one
        for one in moves(decision)
        if sum((other["piece"], other["space"]) == (one["piece"], one["space"]) for other in moves(decision)) == 1
    )


def last_choice(server: Server, match: str) -> object:
    told = server.get(f"/api/matches/{match}/log")["events"]
    return [event["action"] for event in told if event["kind"] == "chose"][-1]


def as_grid(scene: Any) -> Any:
    """The same board of flat-topped hexes, told row by row instead of hex by hex."""
    hexes = {space["id"]: space for space in scene["spaces"] if space["kind"] == "hex"}
    columns = sorted({name[:2] for name in hexes})
    rows = sorted({name[2:] for name in hexes})
    at = {name: hexes[name]["counters"] for name in hexes}
    first, below = columns[0] + rows[0], columns[0] + rows[1]
    scene["grid"] = {
        "orientation": "flat",
        "pitch": math.dist(at[first], at[below]),
        "origin": at[first],
        "shifted": "odd",
        "ids": [" ".join(c + r if c + r in hexes else "-" for c in columns) for r in rows],
        "terrain": ["".join("w" if hexes[c + r]["terrain"] == "wood" else "c" for c in columns) for r in rows],
        "codes": {"c": "clear", "w": "wood"},
    }
    scene["spaces"] = [space for space in scene["spaces"] if space["kind"] != "hex"]
    scene["borders"] = []
    return scene


def open_as_grid(server: Server, at: Table, match: str) -> dict[str, Point]:
    """The table with its hexes told as a grid; returns where the middle of each hex lies on the screen."""
    scene = server.get(f"/api/matches/{match}/scene")
    centres = {space["id"]: space["counters"] for space in scene["spaces"] if space["kind"] == "hex"}

    def answer(route: Route) -> None:
        route.fulfill(json=as_grid(scene))

    at.page.route(f"**/api/matches/{match}/scene", answer)
    at.open(match)
    # Two handles tell how board units lie on the screen.
    known = {}
    for piece in server.state(match)["picture"]["pieces"]:
        box = at.piece(piece["id"]).first.locator(".face").last.bounding_box()
        assert box is not None
        known[piece["at"]] = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    (one, (x, y)), (other, _) = (
        min(known.items(), key=lambda item: item[1]),
        max(known.items(), key=lambda item: item[1]),
    )
    scale = math.dist(known[one], known[other]) / math.dist(centres[one], centres[other])
    origin = centres[one]
    return {
        name: (x + (centre[0] - origin[0]) * scale, y + (centre[1] - origin[1]) * scale)
        for name, centre in centres.items()
    }


def drag(at: Table, start: Point, end: Point) -> None:
    mouse = at.page.mouse
    mouse.move(*start)
    mouse.down()
    mouse.move(start[0] + 9, start[1] + 9, steps=2)
    mouse.move(*end, steps=6)
    mouse.up()


def press_verb(at: Table, verb: str) -> None:
    button = at.page.locator(f'[data-verb="{verb}"]')
    if button.count():
        button.click()


def test_a_hex_of_a_grid_answers_the_pointer_without_an_element(server: Server, table: Open) -> None:
    match = server.begin("skirmish")
    decision = server.reach(match, lambda decision: bool(moves(decision)))
    move = single(decision)
    offered = {one["space"] for one in moves(decision)}
    held = {piece["at"] for piece in server.state(match)["picture"]["pieces"]}
    at = table()
    spots = open_as_grid(server, at, match)
    dark = sorted(set(spots) - offered - held)[-1]
    expect(at.space(dark)).to_have_count(0)
    at.page.mouse.move(*spots[dark])
    expect(at.page.locator(".pointed")).to_contain_text(dark)
    at.point(at.piece(move["piece"]))
    at.page.mouse.click(*spots[dark])
    expect(at.page.get_by_role("status", name="Why not?")).to_be_visible()
    at.page.keyboard.press("Escape")
    expect(at.piece(move["piece"])).to_have_attribute("aria-pressed", "true")
    version = at.state["version"]
    at.page.mouse.click(*spots[move["space"]])
    at.settled(version)
    assert last_choice(server, match) == move["text"]


@pytest.mark.parametrize("game", GAMES)
def test_a_unit_is_dragged_to_where_it_may_go(game: str, server: Server, table: Open) -> None:
    match = server.begin(game)
    move = single(server.reach(match, lambda decision: bool(moves(decision))))
    at = table()
    at.open(match)
    press_verb(at, move["verb"])
    version = at.state["version"]
    start, end = at.spot(at.piece(move["piece"])), at.spot(at.space(move["space"]))
    mouse = at.page.mouse
    mouse.move(*start)
    mouse.down()
    mouse.move(start[0] + 12, start[1] + 12, steps=3)
    expect(at.page.locator(f'[data-ghost="{move["piece"]}"]')).to_be_visible()
    expect(at.space(move["space"])).to_have_attribute("data-lit", "yes")
    mouse.move(*end, steps=5)
    mouse.up()
    at.settled(version)
    assert last_choice(server, match) == move["text"]


@pytest.mark.parametrize("game", GAMES)
def test_a_unit_dropped_where_it_may_not_go_returns_and_is_told_why(game: str, server: Server, table: Open) -> None:
    match = server.begin(game)
    decision = server.reach(match, lambda decision: bool(moves(decision)))
    move = single(decision)
    offered = {action.get("space") for action in decision["actions"]}
    shown = server.state(match)["picture"]["pieces"]
    held = {piece["at"] for piece in shown}
    spaces = server.get(f"/api/matches/{match}/scene")["spaces"]
    dark = [space["id"] for space in spaces if space.get("shape") and space["id"] not in offered | held]
    at = table()
    at.open(match)
    press_verb(at, move["verb"])
    version = at.state["version"]
    drag(at, at.spot(at.piece(move["piece"])), at.spot(at.space(dark[len(dark) // 2])))
    expect(at.page.get_by_role("status", name="Why not?")).to_be_visible()
    expect(at.page.locator("[data-ghost]")).to_have_count(0)
    expect(at.piece(move["piece"])).not_to_have_attribute("aria-pressed", "true")
    assert at.state["version"] == version
    assert at.state["picture"]["pieces"] == shown


def test_escape_puts_a_dragged_unit_back(server: Server, table: Open) -> None:
    match = server.begin("skirmish")
    move = single(server.reach(match, lambda decision: bool(moves(decision))))
    at = table()
    at.open(match)
    version = at.state["version"]
    end = at.spot(at.space(move["space"]))
    start = at.spot(at.piece(move["piece"]))
    at.page.mouse.move(*start)
    at.page.mouse.down()
    at.page.mouse.move(*end, steps=5)
    expect(at.page.locator("[data-ghost]")).to_be_visible()
    at.page.keyboard.press("Escape")
    expect(at.page.locator("[data-ghost]")).to_have_count(0)
    at.page.mouse.up()
    expect(at.piece(move["piece"])).not_to_have_attribute("aria-pressed", "true")
    assert at.state["version"] == version


def test_arrows_go_from_hex_to_hex_on_offer_and_enter_plays(server: Server, table: Open) -> None:
    match = server.begin("skirmish")
    decision = server.reach(match, lambda decision: bool(moves(decision)))
    move = single(decision)
    at = table()
    open_as_grid(server, at, match)
    version = at.state["version"]
    at.piece(move["piece"]).focus()
    at.page.keyboard.press("Enter")
    expect(at.space(move["space"])).to_have_attribute("data-lit", "yes")
    focused = "document.activeElement.getAttribute('data-space')"
    seen = set()
    for key in ("ArrowUp", "ArrowRight", "ArrowDown", "ArrowLeft") * 4:
        if at.page.evaluate(focused) == move["space"]:
            break
        at.page.keyboard.press(key)
        at.page.evaluate("() => new Promise(done => requestAnimationFrame(done))")
        seen.add(at.page.evaluate(focused))
    else:
        pytest.fail(f"the arrows came to {seen}, not to {move['space']}")
    expect(at.space(move["space"])).to_have_attribute("aria-label", f"{move['space']}; Clear; selectable")
    at.page.keyboard.press("Enter")
    at.settled(version)
    assert last_choice(server, match) == move["text"]


def test_arrows_look_round_the_board_where_nothing_is_on_offer(server: Server, table: Open) -> None:
    match = server.begin("skirmish")
    server.reach(match, lambda decision: bool(moves(decision)))
    at = table()
    open_as_grid(server, at, match)
    at.page.goto(f"{server.url}/#/play/{match}/at/0")
    expect(at.page.locator("[data-now]")).to_be_visible()
    handle = at.space().first
    handle.focus()
    before = handle.get_attribute("data-space")
    at.page.keyboard.press("ArrowUp")
    at.page.evaluate("() => new Promise(done => requestAnimationFrame(done))")
    focused = at.page.evaluate("document.activeElement.getAttribute('data-space')")
    assert focused is not None
    assert focused != before
    scene = server.get(f"/api/matches/{match}/scene")
    boxes = [space for space in scene["spaces"] if space["kind"] == "box" and space.get("shape")]
    expect(at.space()).to_have_count(1 + len(boxes))


def test_what_lies_beyond_the_edge_of_the_map_is_pointed_at_and_brought_into_sight(server: Server, table: Open) -> None:
    match = server.begin("cauldron")
    server.reach(match, lambda decision: decision["box"] == "german.actions")
    at = table(width=390, height=844, has_touch=True, is_mobile=True)
    at.open(match)
    seen = at.page.get_by_role("main").bounding_box()
    assert seen is not None

    def beyond(right: bool) -> list[str]:
        """The units on offer that lie beyond an edge."""
        names = []
        for unit in at.page.locator(".board [data-piece][data-lit]").all():
            box = unit.locator(".face").last.bounding_box()
            assert box is not None
            middle = box["x"] + box["width"] / 2
            if middle > seen["x"] + seen["width"] - 6 if right else middle < seen["x"] + 6:
                names.append(unit.get_attribute("data-piece") or "")
        return names

    shown = at.page.locator(":is([data-beyond='left'], [data-beyond='right'])").first
    edge = shown.get_attribute("data-beyond")
    other = "left" if edge == "right" else "right"
    sign = at.page.locator(f'[data-beyond="{edge}"]')
    hidden = beyond(right=edge == "right")
    expect(sign).to_have_text(str(len(hidden)))
    touched = sign.bounding_box()
    assert touched is not None
    assert min(touched["width"], touched["height"]) >= 40
    sign.tap()
    expect(sign).to_have_count(0)
    for unit in hidden:
        expect(at.piece(unit)).to_be_in_viewport()
    assert beyond(right=edge == "right") == []
    back = beyond(right=other == "right")
    at.page.get_by_role("button", name=f"Show {len(back)} more to the {other}").press("Enter")
    assert at.page.evaluate("document.activeElement.getAttribute('data-piece')") in back
    assert beyond(right=other == "right") == []


def test_what_is_not_there_yet_says_that_it_is_coming(server: Server, table: Open) -> None:
    at = table(fresh=True, painted=True)
    match = server.begin("cauldron")
    at.page.route("**/painter*", lambda route: route.abort())
    at.page.goto(f"{server.url}/#/play/{match}")
    drawn = at.page.get_by_text("Drawing the map…")
    expect(drawn).to_be_visible()
    expect(drawn).to_have_count(0)  # counters come alone where the ground takes too long
    held: list[Route] = []
    at.page.route("**/rules*", lambda route: held.append(route))
    at.page.keyboard.press("r")
    rules = at.page.get_by_role("region", name="Rules")
    expect(rules).to_contain_text("Loading the rules…")
    held[0].continue_()
    expect(rules.locator("[data-clause]").first).to_be_visible()
