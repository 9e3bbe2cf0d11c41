"""Dice and cards of the player's own: typed in, explained, corrected."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.error import HTTPError

import pytest
from playwright.sync_api import Route, expect

from .conftest import Server, Table

pytestmark = pytest.mark.browser
Open = Callable[..., Table]
GAMES = ("cauldron", "skirmish")


def waits_for(kind: str) -> Callable[[Any], bool]:
    return lambda decision: decision["seat"] == "chance" and decision["chance"]["kind"] == kind


@pytest.mark.parametrize("game", GAMES)
def test_a_die_is_typed_in_and_says_beforehand_what_it_gives(game: str, server: Server, table: Open) -> None:
    match = server.begin(game, dice="hand")
    decision = server.reach(match, waits_for("die"))
    at = table()
    at.open(match)
    hand = at.page.get_by_role("region", name="Your die")
    for action in decision["actions"]:
        expect(hand.locator(f'[data-action="{action["text"]}"]')).to_contain_text(action.get("result", ""))
    for modifier in decision["chance"].get("modifiers", ()):
        if modifier["value"]:
            expect(hand).to_contain_text(modifier["text"])
    hand.locator('[data-action="die 2"]').focus()
    if "row" in decision["actions"][1] or "column" in decision["actions"][1]:
        expect(hand.locator("td.lit").first).to_be_visible()
    assert at.axe() == []
    refused = at.page.get_by_text("Possible: die 1, die 2, die 3, die 4, die 5, die 6.")
    for key in ("0", "9"):
        at.page.keyboard.press(key)
        expect(refused).to_be_visible()
        at.page.keyboard.press("Escape")
        expect(refused).to_have_count(0)
    before = at.state["version"]
    at.page.keyboard.press("5")
    at.settled(before)
    log = server.get(f"/api/matches/{match}/log")["events"]
    assert next(event for event in reversed(log) if event["kind"] == "roll")["dice"] == [5]
    expect(at.page.locator("[data-roll]")).to_be_visible()


def test_a_card_is_typed_by_its_number_and_the_discards_are_out(server: Server, table: Open) -> None:
    match = server.begin("cauldron", dice="hand")
    at = table()
    at.open(match)
    expect(at.page.get_by_text("Shuffle all 25 cards")).to_be_visible()
    before = at.state["version"]
    at.page.keyboard.press("1")
    at.page.keyboard.press("7")
    at.page.keyboard.press("Enter")
    at.settled(before)
    assert [seen["card"] for seen in at.state["picture"]["decks"]["events"]["seen"]] == [17]
    typed = at.page.locator("[data-drawn]")
    typed.fill("17")
    expect(at.page.get_by_text("in the discard pile")).to_be_visible()
    expect(at.page.locator('#drawn-list [data-action="card 17"]')).to_have_count(0)
    expect(at.page.locator("#drawn-list li")).to_have_count(0)  # a number is no part of another card's title
    at.page.keyboard.press("Enter")
    typed.fill("99")
    expect(at.page.get_by_text("This deck has no card 99. Use 1 to 25.")).to_be_visible()
    typed.fill("zzz")
    expect(at.page.get_by_text("No undrawn card has “zzz” in its title.")).to_be_visible()
    typed.fill("3")
    expect(at.page.locator("#drawn-list li").first).to_have_attribute("data-action", "card 3")
    assert at.axe() == []
    at.page.keyboard.press("Enter")
    at.settled(before + 1)


def test_cards_are_called_what_the_deck_calls_them(server: Server, table: Open) -> None:
    match = server.begin("cauldron", dice="hand", edition="1996")
    at = table()
    at.open(match)
    pick = at.page.get_by_role("region", name="The chit you drew")
    expect(pick).to_contain_text("Number or title of the chit")
    expect(pick).not_to_contain_text("card")
    server.play(match, "card 1")
    expect(at.page.get_by_role("button", name="Correct the last chit (chit 1)")).to_be_visible()


def test_a_roll_is_taken_from_the_screen_when_it_is_corrected(server: Server, table: Open) -> None:
    match = server.begin("cauldron", dice="hand")
    server.reach(match, waits_for("die"))
    at = table()
    at.open(match)
    before = at.state["version"]
    at.page.locator('[data-action="die 4"]').click()
    at.settled(before)
    panel = at.page.locator("[data-roll]")
    expect(panel).to_be_visible()
    at.page.locator("[data-correct]").first.click()
    at.settled(before + 1)
    expect(panel).to_have_count(0)


def test_the_last_entry_is_corrected_at_once(server: Server, table: Open) -> None:
    match = server.begin("cauldron", dice="hand")
    for text in ("card 1", "card 3", "die 1"):
        server.play(match, text)
    at = table(width=400, height=800)
    at.open(match)
    before = at.state["version"]
    at.page.get_by_role("button", name="Correct the last roll").click()
    at.settled(before)
    at.page.locator('[data-action="die 6"]').click()
    at.settled(before + 1)
    assert server.get(f"/api/matches/{match}/record")["log"] == ["card 1", "card 3", "die 6"]
    assert at.state["practice_used"] == 0


def test_an_earlier_entry_is_corrected_from_the_log_with_a_warning(server: Server, table: Open) -> None:
    match = server.begin("cauldron", dice="hand")
    server.reach(match, lambda decision: decision["seat"] != "chance")
    server.play(match, server.state(match)["decision"]["actions"][-2]["text"])
    log = server.get(f"/api/matches/{match}/record")["log"]
    events = server.get(f"/api/matches/{match}/log")["events"]
    wrong, later = [event for event in events if event["kind"] == "roll"][:2]
    at = table()
    at.open(match)
    at.page.locator(f'.log [data-correct="{wrong["ply"] - 1}"]').click()
    note = at.page.get_by_role("status", name="Correct an entry")
    expect(note).to_contain_text(wrong["text"])
    expect(note).to_contain_text("These entries are also undone")
    expect(note).to_contain_text(later["text"])
    assert at.axe() == []
    before = at.state["version"]
    note.locator("[data-go-back]").click()
    at.settled(before)
    assert server.get(f"/api/matches/{match}/record")["log"] == log[: wrong["ply"] - 1]
    expect(at.page.get_by_role("region", name="Your die")).to_be_visible()


def test_a_reshuffle_is_told(server: Server, table: Open) -> None:
    match = server.begin("cauldron", dice="hand")
    scene = server.get(f"/api/matches/{match}/scene")
    assert scene["decks"]
    at = table()
    at.open(match)
    told = at.page.get_by_text("Shuffle the discard pile back into your deck")
    for _ in range(60):
        decision = server.state(match)["decision"]
        cards = [action["text"] for action in decision["actions"] if action["verb"] == "card"]
        grave = {verb["verb"] for verb in decision["verbs"] if verb.get("weight") in ("grave",)}
        others = [action["text"] for action in decision["actions"] if action["verb"] not in grave]
        server.play(match, (cards or others)[-1])
        log = server.get(f"/api/matches/{match}/log")["events"]
        if [event["kind"] for event in log if event["kind"] in ("card", "shuffle")][-1:] == ["shuffle"]:
            break
    expect(told).to_be_visible()


def test_what_comes_after_an_earlier_moment_is_not_in_the_log(server: Server, table: Open) -> None:
    match = server.begin("cauldron", dice="hand")
    for text in ("card 1", "card 3", "die 1"):
        server.play(match, text)
    at = table()
    at.page.goto(f"{server.url}/#/play/{match}/at/2")
    expect(at.page.locator("[data-now]")).to_be_visible()
    expect(at.page.locator('.log [data-ply="2"]').first).to_be_visible()
    expect(at.page.locator('.log [data-ply="3"]')).to_have_count(0)
    expect(at.page.locator(".log [data-correct]")).to_have_count(0)
    assert at.axe() == []


def test_a_correction_over_another_seats_decision_is_recorded(server: Server, table: Open) -> None:
    match = server.begin("skirmish", dice="hand")
    server.reach(match, waits_for("die"))
    state = server.play(match, "die 3")
    entry, decider = state["undo"]["entry"], state["decision"]["seat"]
    server.reach(match, lambda decision: decision["seat"] not in (decider, "chance"), limit=300)
    at = table()
    at.open(match)
    before = at.state["version"]
    at.page.locator(f'.log [data-correct="{entry}"]').click()
    expect(at.page.get_by_role("status", name="Correct an entry")).to_contain_text("Another player has moved since")
    at.page.locator("[data-go-back]").click()
    assert at.settled(before)["practice_used"] > 0
    expect(at.page.get_by_role("region", name="Your die")).to_be_visible()


def test_the_screen_is_handed_to_the_seat_that_draws_in_secret(server: Server, table: Open) -> None:
    def draws(side: str) -> Callable[[Any], bool]:
        return lambda decision: waits_for("card")(decision) and decision["chance"]["deck"].startswith(side)

    before = server.begin("donnerschlag", dice="hand")
    server.reach(before, draws("soviet"))
    log = server.get(f"/api/matches/{before}/record")["log"]
    match = server.begin("donnerschlag", dice="hand")
    for text in log[:-1]:
        server.play(match, text)
    decks = server.get(f"/api/matches/{match}/scene")["decks"]
    titles = {card["title"] for deck in decks if deck["id"].startswith("soviet") for card in deck["cards"]}
    titles -= {card["title"] for deck in decks if deck["id"].startswith("axis") for card in deck["cards"]}
    at = table(fresh=True)
    at.page.goto(f"{server.url}/#/play/{match}")
    expect(at.page.locator('[data-curtain="axis"]')).to_be_visible()
    at.lift()
    at.page.locator(f'#drawn-list [data-action="{log[-1]}"]').click()
    expect(at.page.locator('[data-curtain="soviet"]')).to_be_visible()
    assert [title for title in titles if title in at.page.content()] == []
    shown = server.get(f"/api/matches/{match}?seat=axis")["decision"]
    assert shown["chance"]["drawer"] == "soviet"
    assert shown["actions"] == []
    at.lift()
    row = at.page.locator("#drawn-list li").first
    expect(row).to_be_visible()
    with pytest.raises(HTTPError):
        server.post(
            f"/api/matches/{match}/actions?seat=axis",
            {"text": row.get_attribute("data-action"), "version": server.state(match)["version"]},
        )
    row.click()
    expect(at.page.locator("[data-curtain]")).to_have_count(0)
    expect(at.page.get_by_role("button", name="Correct the last card")).to_have_count(0)  # while another is asked for
    expect(at.page.get_by_text("Soviet player to decide")).to_be_visible()


def test_a_lot_is_picked_by_name(server: Server, table: Open) -> None:
    """No game here draws lots by hand; the server's answers are made to ask for one."""
    match = server.begin("cauldron", dice="hand")
    pieces = server.get(f"/api/matches/{match}/scene")["pieces"][:4]
    asked = [{"text": f"lot {one['id']}", "verb": "lot", "label": one["name"], "piece": one["id"]} for one in pieces]
    state = server.state(match)
    state["decision"] |= {"chance": {"kind": "lot"}, "actions": asked, "prompt": "Draw lots: who is hit"}
    sent: list[str] = []

    def taken(route: Route) -> None:
        sent.append((route.request.post_data_json or {})["text"])
        route.fulfill(json=state)

    at = table()
    at.page.route("**/live", lambda route: route.abort())
    at.page.route(f"**/api/matches/{match}", lambda route: route.fulfill(json=state))
    at.page.route("**/actions", taken)
    at.open(match)
    lots = at.page.get_by_role("region", name="The lot you drew")
    expect(lots.get_by_role("option")).to_have_count(4)
    at.page.locator("[data-drawn]").fill(pieces[2]["name"].upper())
    expect(lots.get_by_role("option")).to_have_count(1)
    assert at.axe() == []
    at.page.keyboard.press("Enter")
    at.page.wait_for_timeout(300)
    assert sent == [f"lot {pieces[2]['id']}"]
