"""What can be attacked, the best trade first: odds are stepped, attacks are made, and declared as they were planned."""

import json
import random
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from mamayev.engine.registry import find
from mamayev.match.match import Match

from .conftest import Server, Table

pytestmark = pytest.mark.browser
Open = Callable[..., Table]


def opening(at: Table, server: Server) -> str:
    match = server.june()
    at.open(match)
    return match


def listed(page: Page) -> None:
    page.locator("[data-attacks]").click()
    expect(page.locator("[data-offer]").first).to_be_visible()


def test_a_list_without_attacks_says_so(table: Open, server: Server) -> None:
    """An answer without offers leaves them out: the list took it for one that was still to come."""
    at = table()
    match = opening(at, server)
    empty = server.get(f"/api/matches/{match}/overlays/threats-russian")
    del empty["offers"]
    at.page.route("**/overlays/threats-russian*", lambda route: route.fulfill(json=empty))
    at.page.locator("[data-attacks]").click()
    listed = at.page.locator("[data-attack-list]")
    expect(listed).to_contain_text("No attack is available now.")
    expect(listed).to_contain_text("You can attack 0 stacks")
    expect(listed).not_to_contain_text("Calculating the odds")


def test_odds_that_are_being_calculated_are_no_count_of_stacks(table: Open, server: Server) -> None:
    at = table()
    opening(at, server)
    at.page.route("**/overlays/threats-russian*", lambda route: None)
    at.page.locator("[data-attacks]").click()
    listed = at.page.locator("[data-attack-list]")
    expect(listed).to_contain_text("Calculating the odds")
    expect(listed).not_to_contain_text("You can attack")


def at_places(at: Table, way: dict[str, object]) -> bool:
    moved = at.state["undo"].get("pieces", {})
    return set(moved) == {text.split()[1] for text in way["draft"]}  # type: ignore[attr-defined]


def test_attacks_are_listed_by_their_trade_and_their_odds_are_stepped(table: Open, server: Server) -> None:
    at = table()
    match = opening(at, server)
    listed(at.page)
    offers = server.get(f"/api/matches/{match}/overlays/threats-russian")["offers"]
    rows = at.page.locator("[data-offer]")
    assert rows.evaluate_all("all => all.map(one => one.dataset.offer)") == [each["space"] for each in offers]
    row, each = rows.nth(1), offers[1]
    best = each.get("best", 0)
    expect(row.locator(".odds")).to_have_text(each["ways"][best]["odds"])
    told = "Expected: kills 8, costs 2; the hex is cleared: 100%"
    expect(row.locator("[data-trade]")).to_have_attribute("title", told)
    row.locator("[data-lower]").click()
    expect(row.locator(".odds")).to_have_text(each["ways"][best - 1]["odds"])
    row.locator("[data-lower]").press("ArrowLeft")
    expect(row.locator(".odds")).to_have_text(each["ways"][best - 2]["odds"])
    row.locator("[data-lower]").press("+")
    expect(row.locator(".odds")).to_have_text(each["ways"][best - 1]["odds"])
    row.locator(".stepper").hover()
    at.page.mouse.wheel(0, 120)
    expect(row.locator(".odds")).to_have_text(each["ways"][best - 2]["odds"])
    badge = at.page.locator(f"[data-draft='{each['space']}']")
    expect(badge).to_contain_text(each["ways"][best - 2]["odds"])
    assert at.axe() == []
    version = at.state["version"]
    row.locator("[data-make]").click()
    at.settled(version)
    assert at_places(at, each["ways"][best - 2]), "no unit more than these odds need"


def test_a_planned_attack_is_declared_as_it_was_planned(table: Open, server: Server) -> None:
    at = table()
    opening(at, server)
    listed(at.page)
    for n in (1, 2):
        version = at.state["version"]
        at.page.locator("[data-offer]").first.locator("[data-make]").click()
        at.settled(version)
        expect(at.page.locator("[data-plan]")).to_have_count(n)
        expect(at.page.locator("[data-attack-list]")).to_have_attribute("aria-busy", "false")
    expect(at.page.locator("[data-planned]")).to_contain_text("2 attacks planned")
    plans = at.page.locator("[data-plan]").evaluate_all(
        "all => Object.fromEntries(all.map(one => [one.dataset.plan, one.querySelector('.odds').textContent]))"
    )
    at.page.reload()
    expect(at.page.locator("[data-plan]")).to_have_count(2)
    at.page.locator("[data-verb=done]").click()
    expect(at.page.locator("[data-verb=declared]")).to_be_visible()
    expect(at.page.locator("[data-plan]")).to_have_count(0)
    expect(at.page.locator('.game[data-busy="false"]')).to_be_attached()
    battles = at.state["picture"]["combat"]["battles"]
    odds = {space: one["odds"].removesuffix(" or better") for one in battles for space in one["spaces"]}
    assert plans.items() <= odds.items()
    assert [one["state"] for one in battles].count("open") == 1


def test_an_attack_whose_units_are_in_place_is_planned_without_a_move(table: Open, server: Server) -> None:
    at = table()
    match = opening(at, server)
    [overlay] = [one for one in at.state["picture"]["overlays"] if one.get("asked") and one.get("now")]
    found = server.get(f"/api/matches/{match}/overlays/{overlay['id']}")
    each = next(one for one in found["offers"] if one["space"] == "W6")
    way = each["ways"][each["best"]]
    server.post(f"/api/matches/{match}/actions", {"texts": way["draft"], "version": at.state["version"]})
    at.open(match)
    listed(at.page)
    version = at.state["version"]
    at.page.locator("[data-offer='W6'] [data-make]").click()
    expect(at.page.locator("[data-plan='W6'] .odds")).to_have_text(way["odds"])
    assert at.state["version"] == version
    at.page.locator("[data-verb=done]").click()
    expect(at.page.locator("[data-verb=declared]")).to_be_visible()
    expect(at.page.locator("[data-plan]")).to_have_count(0)
    battles = at.state["picture"]["combat"]["battles"]
    assert [one["odds"].removesuffix(" or better") for one in battles if "W6" in one["spaces"]] == [way["odds"]]


def test_a_planned_attack_is_stepped_and_taken_back(table: Open, server: Server) -> None:
    at = table()
    opening(at, server)
    listed(at.page)
    at.page.locator("[data-offer='W6'] [data-make]").click()
    plan = at.page.locator("[data-plan]")
    expect(plan.locator(".odds")).to_have_text("7-1")
    many = len(at.state["undo"]["pieces"])
    plan.locator("[data-lower]").click()
    expect(plan.locator(".odds")).to_have_text("6-1")
    expect(at.page.locator('.game[data-busy="false"]')).to_be_attached()
    assert len(at.state["undo"]["pieces"]) < many, "units that 6-1 does not need went back"
    plan.locator("[data-take-back-plan]").click()
    expect(plan).to_have_count(0)
    expect(at.page.locator('.game[data-busy="false"]')).to_be_attached()
    assert not at.state["undo"].get("pieces")


def test_odds_are_dim_and_do_nothing_until_they_are_known_again(table: Open, server: Server) -> None:
    at = table()
    match = opening(at, server)
    listed(at.page)
    held = list[Route]()
    at.page.route("**/overlays/**", lambda route: held.append(route))
    at.point(at.piece("ge-in-liii"))
    version = at.state["version"]
    server.play(match, "move ge-pz-xxiv V5")
    at.settled(version)
    busy = at.page.locator("[data-attack-list]")
    expect(busy).to_have_attribute("aria-busy", "true")
    expect(at.page.locator("[data-make]").first).to_be_disabled()
    expect(at.page.locator("[data-overlay='threats-russian']")).to_have_class(re.compile("stale"))
    version = at.state["version"]
    at.point(at.page.locator("[data-draft]").first)
    for route in held:
        route.continue_()
    expect(busy).to_have_attribute("aria-busy", "false")
    assert at.state["version"] == version
    at.page.unroute_all()


def test_task_7_of_the_lesson_takes_the_click_that_it_asks_for(table: Open, server: Server) -> None:
    at = table()
    match = server.begin("barbarossa", lesson="first-turn")
    for action in (
        "move ge-pz-xxiv W5", "move ge-pz-xlvii W5", "move ge-in-vii W5", "move ge-in-v X5", "move ge-in-vi X5", "done",
    ):  # fmt: skip
        server.play(match, action)
    at.open(match)
    card = at.page.locator("[data-lesson]")
    expect(card).to_have_attribute("data-lesson", "7")
    at.page.mouse.click(*at.spot(at.piece("ru-army-10")))
    expect(card).to_have_attribute("data-lesson", "8")
    version = at.state["version"]
    at.page.keyboard.press("z")
    at.settled(version)
    expect(card).to_have_attribute("data-lesson", "7")
    at.point(at.space("W6"))  # the hex beside its counter
    expect(card).to_have_attribute("data-lesson", "8")


def test_all_battles_are_fought_in_order_by_one_press(table: Open, server: Server) -> None:
    at = table()
    match = server.june("move ge-pz-xxiv V5", "move ge-in-ix Z6", "done", "propose")
    at.open(match)
    count = len({tuple(one["defenders"]) for one in at.state["picture"]["combat"]["battles"]})
    assert count > 1
    rows = at.page.locator(".options [data-action^='fight']")
    expect(rows).to_have_count(count)  # one row a battle, whatever its targets
    at.page.locator("[data-in-order]").click()
    expect(at.page.locator("[data-in-order]")).to_have_count(0)
    for _ in range(40):
        state = at.state
        if state["decision"] is None or state["decision"]["seat"] != "german" or not state["picture"].get("queue"):
            break
        if state["decision"]["box"] != "fight":  # a retreat, a loss or an advance is the player's own
            expect(at.page.locator("[data-stop-order]")).to_be_visible()
            server.play(match, state["decision"]["actions"][0]["text"])
        at.page.wait_for_timeout(200)
    assert not at.state["picture"].get("queue")


def test_of_many_battles_each_row_and_number_fights_and_all_are_fought_in_order(table: Open, server: Server) -> None:
    """With more battles than fit on cards, they are only rows of the panel."""
    game, bot, rng = Match.new("barbarossa", seed=7), find("barbarossa").bots["staff"], random.Random(1)
    while game.position.box.name != "fight":
        game.play(game.position.name(bot.policy(game.position, rng)))
    match = str(server.post("/api/records", json.loads(game.to_json()))["id"])
    at = table()
    at.open(match)
    battles = at.state["picture"]["combat"]["battles"]
    assert len(battles) > 6
    expect(at.page.locator(".options [data-action^='fight']")).to_have_count(0)
    expect(at.page.locator("[data-in-order] b")).to_have_text(str(len(battles)))
    rows = at.page.get_by_role("region", name="Declared").locator("li button")
    rows.last.hover()
    marked = at.page.locator(".board .marked")
    expect(marked).not_to_have_attribute("d", "")
    version = at.state["version"]
    rows.last.click()
    at.settled(version)
    assert str(battles[-1]["id"]) not in {one["id"] for one in at.state["picture"]["combat"]["battles"]}
    at.page.mouse.move(3, 300)  # after the row has vanished under the pointer
    expect(marked).to_have_attribute("d", "")
    while at.state["decision"]["box"] != "fight":  # a retreat or an advance
        version = at.state["version"]
        server.play(match, at.state["decision"]["actions"][0]["text"])
        at.settled(version)
    first = at.state["picture"]["combat"]["battles"][0]
    version = at.state["version"]
    at.page.locator(f"[data-queue='{first['spaces'][0]}']").click()
    at.settled(version)
    assert str(first["id"]) not in {one["id"] for one in at.state["picture"]["combat"]["battles"]}


def test_the_list_of_attacks_opens_at_its_top(table: Open, server: Server) -> None:
    at = table()
    opening(at, server)
    listed(at.page)
    heading = at.page.locator("[data-attacks-close]").bounding_box()
    rows = at.page.locator("[data-offer]")
    bottom = at.page.locator(".footer").bounding_box()
    assert heading is not None
    assert bottom is not None
    boxes = [rows.nth(n).bounding_box() for n in range(3)]
    assert all(box is not None and heading["y"] < box["y"] < bottom["y"] for box in boxes)
    assert at.page.locator(".game").evaluate("game => game.scrollTop") == 0, "the page keeps still"
    expect(at.page.locator(".game > .top")).to_be_in_viewport(ratio=1)


def test_the_lesson_about_attacks_is_learned_by_one_press(table: Open, server: Server) -> None:
    at = table()
    at.open(server.begin("barbarossa", lesson="attacks"))
    while at.page.locator("[data-next]").count():
        at.page.locator("[data-next]").click()
    listed(at.page)
    row = at.page.locator("[data-offer='W6']")
    expect(row.locator(".odds")).to_have_text("3-1")
    row.locator("[data-make]").click()
    card = at.page.locator("[data-lesson]")
    expect(card).to_contain_text("End movement.")
    expect(at.page.locator("[data-planned]")).to_contain_text("1 attack planned")
    at.page.locator("[data-verb=done]").click()
    at.page.locator("[data-go-on]").click()
    expect(at.page.locator("[data-verb=declared]")).to_be_visible()
    expect(at.page.locator("[data-panel]")).to_contain_text("24 to 7: 3-1")


def test_rows_of_battles_do_what_a_click_on_their_space_does(table: Open, server: Server) -> None:
    at = table()
    match = server.june("move ge-pz-xxiv V5", "move ge-pz-xxxix V5", "move ge-in-ix Z6", "done")
    at.open(match)
    owed = at.page.get_by_role("region", name="Must still be attacked").locator("button")
    expect(owed.first.locator("[data-trade]")).to_be_attached()
    version = at.state["version"]
    owed.first.click()
    at.settled(version)
    expect(at.page.locator("[data-panel] [data-trade]")).to_be_visible()
    version = at.state["version"]
    at.page.locator("[data-verb=declared]").click()
    at.settled(version)
    declared = at.page.get_by_role("region", name="Declared").locator("button")
    version = at.state["version"]
    declared.first.click()
    at.settled(version)
    assert [one["state"] for one in at.state["picture"]["combat"]["battles"]] == ["open"]
