"""The screens themselves: accessible, narrow enough, whole games to their end, games kept and moved about."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from mamayev.engine.registry import names
from mamayev.match.match import Match

from .conftest import Server, Table, moves

pytestmark = pytest.mark.browser
GAMES = ("cauldron", "skirmish")
Open = Callable[..., Table]


def test_the_start_screen_is_accessible(server: Server, table: Open) -> None:
    server.begin("skirmish")
    at = table()
    at.open()
    assert at.axe() == []
    at.page.locator('[data-set-up="cauldron"]').click()
    expect(at.page.locator("[data-begin]")).to_be_visible()
    assert at.axe() == []


@pytest.mark.parametrize("game", GAMES)
def test_the_table_is_accessible(game: str, server: Server, table: Open) -> None:
    match = server.begin(game)
    decision = server.reach(match, lambda decision: bool(moves(decision)))
    at = table()
    at.open(match)
    assert at.axe() == []
    at.point(at.piece(moves(decision)[0]["piece"]))
    at.page.keyboard.press("l")
    at.page.locator("[data-rules]").click()
    expect(at.page.locator("[data-clause]").first).to_be_visible()
    assert at.axe() == []


@pytest.mark.parametrize("game", GAMES)
def test_a_phone_shows_everything_without_scrolling_sideways(game: str, server: Server, table: Open) -> None:
    match = server.begin(game)
    at = table(width=390, height=844, has_touch=True)
    for address in (None, match):
        at.open(address)
        at.page.wait_for_timeout(300)
        assert at.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert at.axe() == []
    for tab in ("Tracks", "Log", "Cards", "Rules", "Act"):
        at.page.get_by_role("navigation", name="Panels").get_by_role("button", name=tab).click()
        assert at.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), tab


def crowded(server: Server, match: str) -> str:
    """A space at which several things may be done, once the match has come to a question with one."""

    def spaces(decision: Any) -> list[str]:
        return [action["space"] for action in decision["actions"] if action.get("space") and not action.get("piece")]

    found = spaces(server.reach(match, lambda decision: len(spaces(decision)) > len(set(spaces(decision)))))
    return next(space for space in found if found.count(space) > 1)


def test_a_phones_tab_shows_what_it_names_and_not_the_choices_at_a_place(server: Server, table: Open) -> None:
    match = server.begin("cauldron")
    place = crowded(server, match)
    at = table(width=390, height=844, has_touch=True)
    at.open(match)
    chooser = at.page.get_by_role("group", name="Which one?")
    at.point(at.space(place))
    expect(chooser).to_be_visible()
    at.page.get_by_role("navigation", name="Panels").get_by_role("button", name="Rules").click()
    expect(chooser).to_have_count(0)
    expect(at.page.locator("[data-clause].now")).to_be_in_viewport()


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_is_played_out_of_the_list(game: str, server: Server, table: Open) -> None:
    match = server.begin(game)
    at = table()
    at.open(match)
    rng = random.Random(3)
    seat = at.state["decision"]["seat"]
    curtain = at.page.locator("[data-curtain]")
    met: set[str] = set()

    def turn_to(address: str) -> None:
        if not at.page.url.endswith(address):
            at.page.goto(f"{server.url}/#/{address}")

    for _ in range(4000):
        state = server.state(match)
        if state["over"]:
            break
        decision = state["decision"]
        if state.get("secrets") and decision["seat"] != seat:
            seat = decision["seat"]
            expect(curtain).to_be_visible()
            at.lift()
            expect(curtain).to_have_count(0)
        weights = {verb["verb"]: verb.get("weight") for verb in decision.get("verbs", ())}
        open_to_us = [one["text"] for one in decision["actions"] if weights.get(one["verb"]) != "grave"]
        ends = [one["text"] for one in decision["actions"] if weights.get(one["verb"]) == "main"]
        text = rng.choice(ends) if ends and rng.random() < 0.5 else rng.choice(open_to_us)
        # Of a long game the page is asked the first question of each box, and is elsewhere meanwhile.
        if state.get("secrets") or decision["box"] not in met:
            turn_to(f"play/{match}")
            expect(at.page.locator(f'.game[data-version="{state["version"]}"]')).to_be_attached()
            at.choose(text)
        else:
            turn_to("settings")
            server.play(match, text)
        met.add(decision["box"])
    turn_to(f"play/{match}")
    result = server.state(match)["result"]
    assert result is not None, "the game did not end"
    end = at.page.locator("[data-end]")
    expect(end).to_be_visible()
    expect(end.get_by_role("heading", level=2)).to_have_text(result["level"])
    if why := result.get("why"):
        expect(end.get_by_text(why)).to_have_count(1)
    for line in result.get("sum") or ():
        expect(end).to_contain_text(line["text"])
    for line in result.get("none") or ():
        expect(end).to_contain_text(line["text"])
    expect(end.locator("figure").first).to_be_visible()
    assert at.axe() == []
    if scale := server.get(f"/api/matches/{match}/scene").get("victory"):
        expect(end.get_by_role("img", name="Victory scale")).to_contain_text(scale["levels"][0]["title"])
    with at.page.expect_download() as picture:
        end.locator("[data-share]").click()
    assert picture.value.suggested_filename.endswith(".png")
    end.locator("a[data-ply]").first.focus()
    at.page.keyboard.press("Enter")
    expect(at.page.locator("[data-now]")).to_be_visible()


def test_names_of_spaces_come_where_there_is_room(server: Server, table: Open) -> None:
    match = server.begin("cauldron")
    spaces = [one for one in server.get(f"/api/matches/{match}/scene")["spaces"] if one.get("shape")]
    at = table(width=1280, height=800)
    at.open(match)
    at.page.get_by_role("button", name="Fit the map").click()  # what is in play is shown: now the whole board
    names = at.page.locator(".names .name")
    assert 0.3 * len(spaces) < names.count() < len(spaces)
    for _ in range(3):
        at.page.get_by_role("button", name="Zoom in").click()
    expect(names).to_have_count(len(spaces))


def test_tracks_keep_inside_a_small_window(server: Server, table: Open) -> None:
    at = table(width=1024, height=768)
    for game in names():
        at.open(server.begin(game))
        beyond = at.page.locator(".dock .tracks").evaluate(
            "all => [all.scrollHeight - all.clientHeight, all.scrollWidth - all.clientWidth]"
        )
        assert max(beyond) <= 1, game
        if game == "donnerschlag":  # two notes in one field
            expect(at.page.get_by_text("late cards")).to_be_visible()


def test_the_rules_are_those_of_the_matchs_edition(server: Server, table: Open) -> None:
    editions = next(game for game in server.get("/api/games") if game["name"] == "cauldron")["editions"]
    clauses = server.get("/api/games/cauldron/rules")["clauses"]
    for edition in editions:
        at = table()
        at.open(server.begin("cauldron", edition=edition))
        at.page.keyboard.press("r")
        shown = sum(clause["edition"] in ("both", edition) for clause in clauses)
        assert shown < len(clauses)
        expect(at.page.get_by_text(f"{shown} of {shown} clauses")).to_be_visible()


def test_games_are_renamed_deleted_and_brought_back(server: Server, table: Open) -> None:
    match = server.begin("skirmish", name="Before")
    at = table()
    at.open()
    row = at.page.locator(f'[data-match="{match}"]')
    row.locator("[data-more]").click()
    row.get_by_role("button", name="Rename").click()
    row.get_by_label("Game name").fill("After")
    at.page.keyboard.press("Enter")
    expect(row.get_by_role("link", name="After", exact=True)).to_be_visible()
    assert server.state(match)["name"] == "After"
    row.locator("[data-more]").click()
    row.locator("[data-delete]").click()
    expect(row).to_have_count(0)
    assert match not in {card["id"] for card in server.get("/api/matches")}
    at.page.locator("[data-restore]").click()
    expect(row).to_be_visible()


@pytest.mark.parametrize("game", GAMES)
def test_a_game_travels_as_a_file(game: str, server: Server, table: Open, tmp_path: Path) -> None:
    match = server.begin(game, seed=90210)  # no other test's: a file of a game that is here goes on with it
    for _ in range(3):
        server.play(match, server.state(match)["decision"]["actions"][0]["text"])
    at = table()
    at.open()
    with at.page.expect_download() as download:
        row = at.page.locator(f'[data-match="{match}"]')
        row.locator("[data-more]").click()
        row.get_by_role("link", name="Export").click()
    file = tmp_path / "game.json"
    download.value.save_as(file)
    stood = server.state(match)["picture"]
    assert at.page.request.delete(f"{server.url}/api/matches/{match}").ok
    at.open()
    at.page.locator("[data-import]").set_input_files(file)
    at.board()
    assert at.match != match
    assert at.state["picture"] == stood


def test_a_file_that_is_no_game_is_refused_with_a_sentence(table: Open, tmp_path: Path) -> None:
    at = table()
    at.open()
    for content in ("not JSON at all", json.dumps({"game": "nothing of the kind"})):
        file = tmp_path / "broken.json"
        file.write_text(content, encoding="utf-8")
        before = at.page.locator("#library").bounding_box()
        at.page.locator("[data-import]").set_input_files(file)
        expect(at.page.get_by_role("region", name="Import").get_by_role("alert")).to_be_visible()
        assert at.page.locator("#library").bounding_box() == before
        at.page.reload()


def test_the_light_follows_the_system_and_the_switch(table: Open) -> None:
    at = table(dark=True)
    at.open()
    root = at.page.locator("html")
    expect(root).to_have_attribute("data-theme", "dark")
    at.page.locator("[data-light]").click()
    expect(root).to_have_attribute("data-theme", "light")
    at.page.reload()
    expect(root).to_have_attribute("data-theme", "light")
    at.page.get_by_role("link", name="Settings").click()
    at.page.locator("[data-theme-choice]").select_option("system")
    expect(root).to_have_attribute("data-theme", "dark")
    assert at.axe() == []


def test_the_rules_of_any_game_are_read_without_a_table(table: Open) -> None:
    at = table(width=390, height=844)
    at.open()
    at.page.get_by_role("link", name="Import").click()
    expect(at.page.locator("[data-import]")).to_be_in_viewport()
    at.page.get_by_role("link", name="Rules", exact=True).click()
    at.page.get_by_role("navigation", name="Rules of").get_by_role("link", name="The Cauldron").click()
    clauses = at.server.get("/api/games/cauldron/rules")["clauses"]
    wanted = next(one for one in clauses if one["edition"] == "1996")
    search = at.page.get_by_role("searchbox")
    search.fill(wanted["id"])
    expect(at.page.locator(f'[data-clause="{wanted["id"]}"]')).to_have_count(0)
    at.page.locator("[data-edition]").select_option("1996")
    expect(at.page.locator(f'[data-clause="{wanted["id"]}"]')).to_contain_text(wanted["text"])
    assert at.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert at.axe() == []


def test_an_address_that_leads_nowhere_says_so(server: Server, table: Open) -> None:
    at, match = table(), server.begin("skirmish")
    at.page.goto(f"{at.server.url}/#/play/nothing")
    expect(at.page.get_by_role("heading", name="Cannot open this table")).to_be_visible()
    at.page.goto(f"{at.server.url}/#/play/{match}/at/99999")
    expect(at.page.get_by_text("This game has no position 99999")).to_be_visible()
    at.page.get_by_role("link", name="Current position").click()
    expect(at.page.get_by_text("This game has no position 99999")).to_have_count(0)
    for nowhere in ("#/new/cauldron", f"#/play/{match}/at/abc", "#/%E0%A4%A"):
        at.page.goto(f"{at.server.url}/{nowhere}")
        expect(at.page.get_by_role("heading", name="Page not found")).to_be_visible()
        at.page.get_by_role("link", name="Go to my games").click()
        expect(at.page.get_by_role("heading", name="Library")).to_be_visible()


def test_a_hint_and_the_list_beside_a_place_close_one_another(server: Server, table: Open) -> None:
    match = server.begin("cauldron")
    place = crowded(server, match)
    at = table()
    at.open(match)
    chooser = at.page.get_by_role("group", name="Which one?")
    hint = at.page.get_by_role("status", name="Hint")
    for _ in range(2):
        at.point(at.space(place))
        expect(chooser).to_be_visible()
        expect(hint).to_have_count(0)
        at.page.keyboard.press("i")
        expect(hint).to_be_visible()
        expect(chooser).to_have_count(0)


def test_the_keyboard_goes_on_from_the_question_and_the_menu_gives_the_focus_back(server: Server, table: Open) -> None:
    at = table()
    at.open(server.begin("cauldron"))
    keys, heading = at.page.keyboard, at.page.locator("[data-heading]")
    expect(heading).to_be_focused()
    keys.press("Tab")  # the clauses of the question are one stop, and arrows go along them
    clauses = at.state["decision"]["clauses"]
    expect(at.page.get_by_role("button", name=f"Rule {clauses[0]}")).to_be_focused()
    keys.press("ArrowRight")
    expect(at.page.get_by_role("button", name=f"Rule {clauses[1]}")).to_be_focused()
    keys.press("Tab")
    expect(at.page.locator("[data-action]").first).to_be_focused()
    for key in ("Enter", "2"):  # a choice, and the verb with the number 2
        version = at.state["version"]
        keys.press(key)
        at.settled(version)
        expect(heading).to_be_focused()
    menu = at.page.locator("[data-menu]")
    menu.focus()
    keys.press("Enter")
    expect(at.page.locator(".menu").get_by_role("button", name="Close")).to_be_focused()
    keys.press("Escape")
    expect(menu).to_be_focused()


def only_goes_on(decision: Any) -> bool:
    """Whether nothing is open but a purchase and going on."""
    verbs = [verb for verb in decision["verbs"] if verb["open"] and "standing" not in verb]
    return [weight for verb in verbs if (weight := verb.get("weight")) != "optional"] == ["main"]


def test_the_settings_ask_first_and_pass_by_themselves(server: Server, table: Open) -> None:
    first, second = server.begin("cauldron"), server.begin("cauldron")
    played = ["pay 5"]
    decision = server.play(first, played[0])["decision"]
    while not only_goes_on(decision):
        grave = {verb["verb"] for verb in decision["verbs"] if verb.get("weight") in ("grave", "optional")}
        played.append(next(action["text"] for action in decision["actions"] if action["verb"] not in grave))
        decision = server.play(first, played[-1])["decision"]
    for text in played[:-1]:
        server.play(second, text)
    at = table()
    at.page.goto(f"{server.url}/#/settings")
    at.page.locator("[data-ask-first]").check()
    at.page.locator("[data-auto-pass]").check()
    at.open(second)
    version = at.state["version"]
    at.page.locator("[data-list]").click()
    at.page.locator(f'#listed [data-action="{played[-1]}"]').click()
    expect(at.page.locator("[data-confirm]")).to_be_visible()
    assert at.state["version"] == version
    at.page.locator("[data-confirm]").click()
    at.settled(version + 1)
    expect(at.page.locator("[data-heading]")).to_be_visible()
    chosen = [event for event in server.get(f"/api/matches/{second}/log")["events"] if event["kind"] == "chose"]
    assert len(chosen) > len(played)
    assert not only_goes_on(at.state["decision"])


def test_what_can_be_done_at_no_price_is_asked_although_purchases_are_passed(server: Server, table: Open) -> None:
    """The call is a weighty choice, and was passed like the surrender. The Soviets are not asked in between, because
    their box is full."""
    match = Match.new("donnerschlag", seed=5, start={"admin": 3, "card.s2-1": "box", "card.s3-1": "box"})
    while match.decision is not None and (match.decision.seat, match.decision.box) != ("axis", "stow"):
        match.play(next(one.text for one in match.decision.actions if one.text in ("arrive-all", "decline")))
    at = table()
    at.page.goto(f"{server.url}/#/settings")
    at.page.locator("[data-auto-pass]").check()
    at.open(server.post("/api/records", json.loads(match.to_json()))["id"])
    at.choose("decline")
    expect(at.page.locator("[data-heading]")).to_contain_text("Call Donnerschlag?")
    at.page.wait_for_timeout(500)
    assert at.state["decision"]["box"] == "calling"
