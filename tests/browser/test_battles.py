"""Battles are declared on the map: what is owed is marked, the panel tells the odds, one click lets all attack."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from .conftest import Server, Table

pytestmark = pytest.mark.browser
OPENING = ("move ge-pz-xxiv V5", "move ge-pz-xxxix V5", "done")


def test_a_large_map_opens_where_the_units_on_offer_stand_and_a_stack_leaves_the_hexes_beside_it_free(
    table: Callable[..., Table], server: Server
) -> None:
    at = table()
    match = server.june()
    at.open(match)
    stack, fan = at.page.locator('.board [data-at="V3"]').last, at.page.locator(".fan")
    overview = at.page.locator(".overview")

    def side() -> float:
        box = stack.bounding_box()
        assert box is not None
        return box["width"]

    expect(overview).to_have_count(1)
    opened = side()
    assert opened >= 24, "counters can be read"
    at.page.keyboard.press("f")
    expect(overview).to_have_count(0)  # the whole board is seen
    assert side() < opened
    at.page.keyboard.press("f")
    expect(overview).to_have_count(1)
    assert side() == opened, "back to what was seen before"

    def point() -> None:
        at.page.mouse.move(5, 300)
        at.page.mouse.move(*at.spot(stack))

    point()
    at.page.mouse.click(*at.spot(at.page.locator('[data-spread="ge-pz-xxiv"]')))
    expect(at.space("V5")).to_be_attached()
    point()
    expect(fan).to_have_count(0)
    expect(fan).to_have_count(1)  # the pointer rests on it
    at.page.mouse.move(5, 300)
    at.page.keyboard.down("Shift")
    point()
    at.page.mouse.click(*at.spot(at.page.locator('[data-spread="ge-pz-xxxix"]')))
    at.page.keyboard.up("Shift")
    expect(at.page.get_by_text("XXIV Panzer Corps and one more")).to_be_visible()
    lying = at.page.locator('.counters [data-at="V3"]').evaluate_all("all => all.map(one => one.dataset.piece)")
    assert set(lying[-2:]) == {"ge-pz-xxiv", "ge-pz-xxxix"}, "what is chosen lies uppermost"
    point()
    at.page.mouse.click(*at.spot(at.space("V5")))
    at.settled(server.state(match)["version"] - 1)
    expect(at.page.locator('.board [data-at="V5"]').first).to_be_attached()


def test_a_battle_is_struck_with_one_click_and_its_units_go_in_and_out(
    table: Callable[..., Table], server: Server
) -> None:
    at = table()
    match = server.june(*OPENING)
    owed = [piece["id"] for piece in server.state(match)["picture"]["pieces"] if "owed" in piece.get("states", ())]
    at.open(match)
    expect(at.page.locator("[data-battle='?']")).to_have_count(len(server.state(match)["picture"]["combat"]["debts"]))
    version = at.state["version"]
    at.point(at.piece(owed[0]))
    at.settled(version)
    panel = at.page.locator("[data-panel]")
    expect(panel).to_contain_text("2-1")
    joined = at.page.locator(".board [data-piece='ge-pz-xxiv']")
    at.point(joined)
    at.settled(version + 1)
    expect(panel).to_contain_text("1-1")
    at.page.keyboard.press("a")
    at.settled(version + 2)
    expect(panel).to_contain_text("2-1")
    assert at.axe() == []
    at.page.keyboard.press("e")
    said = "XXIV Panzer Corps, XXXIX Panzer Corps against 10th Army: 16 to 7, 2-1."
    expect(at.page.get_by_text(said).first).to_be_attached()


def test_who_is_named_in_the_log_is_never_broken_within_a_word(table: Callable[..., Table], server: Server) -> None:
    match = server.begin("barbarossa")
    server.reach(match, lambda decision: decision["box"] == "move")
    at = table()
    at.open(match)
    named = at.page.locator(".who", has_text="Replacements")
    expect(named.first).to_be_attached()
    lines = named.first.evaluate("one => { const r = document.createRange(); r.selectNodeContents(one);"
                                 " return new Set([...r.getClientRects()].map(box => box.top)).size; }")  # fmt: skip
    assert lines == 1


def test_the_next_unit_is_chosen_and_one_move_is_taken_back_alone(table: Callable[..., Table], server: Server) -> None:
    at = table()
    match = server.june()
    at.open(match)
    pressed = at.page.locator('.board [data-piece][aria-pressed="true"]')
    version = at.state["version"]
    at.point(at.piece("ge-pz-xxiv"))
    at.point(at.space("V5"))
    at.settled(version)
    expect(pressed).to_have_attribute("data-at", "V3")  # the next of its stack
    second = pressed.get_attribute("data-piece")
    at.point(at.space("V5"))
    at.settled(version + 1)
    assert {one["id"] for one in at.state["picture"]["pieces"] if one["at"] == "V5"} == {"ge-pz-xxiv", second}
    at.page.keyboard.press("Escape")
    for _ in range(3):  # from afar the strongest alone stands for a stack
        at.page.keyboard.press("+")
    at.point(at.piece("ge-pz-xxiv"))
    card = at.page.get_by_role("status", name="Moved in this step")
    expect(card).to_contain_text("XXIV Panzer Corps")
    assert at.axe() == []
    card.locator("[data-take-back]").click()
    at.settled(version + 2)
    assert {one["id"] for one in at.state["picture"]["pieces"] if one["at"] == "V5"} == {second}


def test_an_undone_unit_is_chosen_again(table: Callable[..., Table], server: Server) -> None:
    at = table()
    match = server.june()
    at.open(match)
    version = at.state["version"]
    at.point(at.piece("ge-pz-xxiv"))
    at.point(at.space("V5"))
    at.settled(version)
    at.page.keyboard.press("z")
    at.settled(version + 1)
    expect(at.page.locator('.board [data-piece][aria-pressed="true"]')).to_have_attribute("data-piece", "ge-pz-xxiv")


def test_a_threat_that_can_be_carried_out_is_drafted_by_one_click(table: Callable[..., Table], server: Server) -> None:
    at = table()
    match = server.june()
    at.open(match)
    at.show_layer("threats-russian")
    badge = at.page.locator('[data-draft="W6"]')
    expect(badge).to_contain_text("7-1")
    version = at.state["version"]
    at.point(badge)
    moved = at.settled(version)["undo"]["pieces"]
    assert len(moved) > 5
    assert at.state["undo"]["free"] >= 1


def test_an_adviser_tells_the_next_best_plan_and_who_threatens_whom(
    server: Server, table: Callable[..., Table]
) -> None:
    match = server.june()
    intent = server.post(f"/api/matches/{match}/hint", {"bot": "staff"})["intent"]
    worst = intent["threatened"][0]
    at = table(fresh=True)
    at.page.add_init_script("localStorage.setItem('mamayev.settings', JSON.stringify({ hints: true }))")
    at.open(match)
    said, other = at.page.locator("[data-intent]"), at.page.locator("[data-instead]")
    expect(said).to_have_count(0)
    at.page.locator("[data-why]").click()
    expect(said).to_have_text(intent["sentence"])
    at.page.keyboard.press("n")
    expect(said).to_have_text(intent["instead"]["sentence"])
    expect(other).to_have_attribute("aria-pressed", "true")
    other.click()
    expect(said).to_have_text(intent["sentence"])
    at.page.locator(f'[data-threat="{worst["space"]}"]').click()
    card = at.page.locator("section.note")
    expect(card).to_contain_text(f"{worst['title']}: {worst['odds']}")
    expect(card).to_contain_text(worst["text"])
    assert at.axe() == []
