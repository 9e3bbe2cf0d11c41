"""Playing at the table: by mouse, by keys, with its explanations, back and forth in time."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from .conftest import Server, Table, moves

pytestmark = pytest.mark.browser
GAMES = ("cauldron", "skirmish")
Open = Callable[..., Table]


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def single(decision: object) -> dict[str, str]:
    """A move whose piece and space leave no doubt which action is meant."""
    found = moves(decision)
    pairs = Counter((move["piece"], move["space"]) for move in found)
    return next(move for move in found if pairs[move["piece"], move["space"]] == 1)


def test_a_game_is_begun_from_the_start_screen(game: str, server: Server, table: Open) -> None:
    at = table()
    at.open()
    at.page.locator(f'[data-set-up="{game}"]').click()
    at.page.locator("summary", has_text="Seed and name").click()
    at.page.get_by_role("textbox", name="Name").fill("Our first")
    at.page.locator("[data-begin]").click()
    expect(at.page.get_by_role("group", name="Board")).to_be_visible()
    assert at.state["name"] == "Our first"
    assert at.state["game"] == game
    scene = server.get(f"/api/matches/{at.match}/scene")
    shaped = [space for space in scene["spaces"] if space.get("shape")]
    expect(at.space()).to_have_count(len(shaped))
    expect(at.page.locator(".prompt h2")).to_contain_text(at.state["decision"]["prompt"])


def test_a_game_of_other_rules_says_so_until_it_has_been_read(server: Server, table: Open) -> None:
    record = server.get(f"/api/matches/{server.begin('skirmish')}/record")
    del record["checksum"]
    at = table()
    at.open(server.post("/api/records", {**record, "rules": "0"})["id"])
    notice = at.page.locator("[data-notice]")
    expect(notice).to_contain_text("This game began under version 0 of the rules and continues under version 1")
    notice.get_by_role("button", name="Close").click()
    expect(notice).to_have_count(0)
    expect(at.page.locator(".prompt h2")).to_contain_text(at.state["decision"]["prompt"])


def last_choice(server: Server, match: str) -> object:
    told = server.get(f"/api/matches/{match}/log")["events"]
    return [event["action"] for event in told if event["kind"] == "chose"][-1]


def test_a_unit_is_moved_by_two_clicks(game: str, server: Server, table: Open) -> None:
    match = server.begin(game)
    move = single(server.reach(match, lambda decision: bool(moves(decision))))
    at = table()
    at.open(match)
    button = at.page.locator(f'[data-verb="{move["verb"]}"]')
    if button.count():
        button.click()
    before = at.state["version"]
    at.page.mouse.click(*at.spot(at.piece(move["piece"])))
    expect(at.piece(move["piece"])).to_have_attribute("aria-pressed", "true")
    expect(at.space(move["space"])).to_have_attribute("data-lit", "yes")
    at.page.mouse.click(*at.spot(at.space(move["space"])))
    at.settled(before)
    assert last_choice(server, match) == move["text"]


def test_on_a_phone_the_first_tap_on_a_goal_shows_the_way_and_the_second_goes(
    game: str, server: Server, table: Open
) -> None:
    match = server.begin(game)
    move = single(server.reach(match, lambda decision: bool(moves(decision))))
    at = table(width=390, height=844, has_touch=True, is_mobile=True)
    at.open(match)
    button = at.page.locator(f'[data-verb="{move["verb"]}"]')
    if button.count():
        button.tap()
    before = at.state["version"]
    at.piece(move["piece"]).focus()
    at.page.touchscreen.tap(*at.spot(at.piece(move["piece"])))
    expect(at.piece(move["piece"])).to_have_attribute("aria-pressed", "true")
    at.page.touchscreen.tap(*at.spot(at.space(move["space"])))
    expect(at.page.locator(f'[data-touched="{move["text"]}"]')).to_be_visible()
    assert at.state["version"] == before
    at.page.wait_for_timeout(350)  # the tail of a double tap counts once
    at.page.touchscreen.tap(*at.spot(at.space(move["space"])))
    at.settled(before)
    assert last_choice(server, match) == move["text"]


def test_a_finger_sees_the_odds_before_it_throws_the_dice(server: Server, table: Open) -> None:
    match = server.begin("cauldron")
    decision = server.reach(match, lambda decision: decision["box"] == "soviet.attacks.choose")
    at = table(width=390, height=844, has_touch=True, is_mobile=True)
    at.open(match)
    before = at.state["version"]
    queue = at.state["picture"]["queue"]
    expect(at.page.locator("[data-queue]")).to_have_count(len(set(queue)))
    expect(at.page.get_by_text(f"Battle 1 of {len(queue)}", exact=True)).to_be_visible()
    attack = next(action for action in decision["actions"] if action["verb"] == "resolve")
    at.page.locator("[data-list]").tap()
    at.page.locator(f'#listed [data-action="{attack["text"]}"]').tap()
    again = at.page.locator(f'[data-touched="{attack["text"]}"]')
    expect(again).to_be_visible()
    expect(at.page.get_by_role("list", name="Result by die face").first).to_be_visible()
    assert at.state["version"] == before
    assert at.axe() == []
    at.page.wait_for_timeout(350)  # the tail of a double tap counts once
    again.tap()
    at.settled(before)
    dice = at.page.locator("[data-roll]")
    expect(dice.get_by_role("list", name="Result by die face")).to_be_visible()
    top, below = at.page.get_by_role("main").bounding_box(), dice.bounding_box()
    assert top is not None
    assert below is not None
    assert below["y"] >= top["y"] + top["height"] - 1  # beside the map, not over it
    # Held sideways the dice that lie are one line, so that the choices are in sight; the line opens.
    at.page.set_viewport_size({"width": 844, "height": 390})
    expect(dice.get_by_role("list")).to_have_count(0)
    verbs = at.page.locator(".pane [data-verb]")
    expect(verbs).to_have_count(4)
    for verb in verbs.all():
        expect(verb).to_be_in_viewport(ratio=1)
    dice.locator("[data-unfold]").tap()
    expect(dice.get_by_role("list", name="Result by die face")).to_be_visible()


def test_units_are_named_on_the_map_and_confirmed_once(server: Server, table: Open) -> None:
    match = server.begin("cauldron")
    server.reach(match, lambda decision: decision["box"] == "strategic.upkeep.pay")
    decision = server.play(match, "pay 2")["decision"]
    units = [action["piece"] for action in decision["actions"] if action["verb"] == "starve"][:2]
    at = table()
    at.open(match)
    before = at.state["version"]
    at.page.locator("[data-several]").click()
    for unit in units:
        at.point(at.piece(unit))
        expect(at.piece(unit)).to_have_attribute("aria-pressed", "true")
    at.page.locator('[data-picked="2"]').click()
    assert at.settled(before)["version"] == before + 1
    log = server.get(f"/api/matches/{match}/log")["events"]
    assert [event["action"] for event in log if event["kind"] == "chose"][-2:] == [f"starve {unit}" for unit in units]


def test_dragging_moves_the_map_and_plays_nothing(game: str, server: Server, table: Open) -> None:
    match = server.begin(game)
    server.reach(match, lambda decision: bool(moves(decision)))
    at = table()
    at.open(match)
    version = at.state["version"]
    somewhere = at.space().first
    before = somewhere.bounding_box()
    at.page.mouse.move(500, 400)
    at.page.mouse.down()
    at.page.mouse.move(560, 430, steps=5)
    at.page.mouse.up()
    after = somewhere.bounding_box()
    assert before is not None
    assert after is not None
    assert (round(after["x"] - before["x"]), round(after["y"] - before["y"])) == (60, 30)
    at.page.keyboard.press("+")
    wider = somewhere.bounding_box()
    assert wider is not None
    assert wider["width"] > after["width"] * 1.2
    assert at.state["version"] == version


def test_a_unit_is_moved_by_keys_alone(game: str, server: Server, table: Open) -> None:
    match = server.begin(game)
    move = single(server.reach(match, lambda decision: bool(moves(decision))))
    at = table()
    at.open(match)
    keys = at.page.keyboard
    number = [verb["verb"] for verb in at.state["decision"]["verbs"]].index(move["verb"]) + 1
    before = at.state["version"]
    if not at.page.locator("[data-piece][data-lit]").count() or number <= 9:
        keys.press(str(number))
    for name, value in (("data-piece", move["piece"]), ("data-space", move["space"])):
        for _ in range(160):
            keys.press("Tab")
            if at.page.evaluate(f"document.activeElement.getAttribute('{name}')") == value:
                break
        else:
            pytest.fail(f"Tab never came to {name} {value}")
        keys.press("Enter")
    at.settled(before)
    assert last_choice(server, match) == move["text"]


def test_units_beside_the_map_are_placed_by_mouse_and_by_keys(server: Server, table: Open) -> None:
    match = server.begin("cauldron", options={"variable_placement": True})
    page = table()
    page.open(match)
    tray = page.page.get_by_role("region", name="To be placed")
    counters = tray.get_by_role("button")
    expect(counters).to_have_count(22)
    page.page.keyboard.press("Escape")
    counters.first.click()
    page.point(page.space("47"))
    expect(counters).to_have_count(21)
    assert server.state(match)["picture"]["pieces"][0]["at"] == "47"
    counters.first.focus()
    page.page.keyboard.press("Enter")
    # The spaces of the unit are asked for; then the first of them has the focus.
    expect(page.page.locator(".board [data-space]:focus")).to_have_count(1)
    page.page.keyboard.press("Enter")
    expect(counters).to_have_count(20)
    expect(counters.first).to_be_focused()
    page.page.keyboard.press("z")
    expect(counters).to_have_count(21)


def test_arrow_keys_go_from_lit_unit_to_lit_unit(game: str, server: Server, table: Open) -> None:
    match = server.begin(game)
    server.reach(match, lambda decision: len({move["piece"] for move in moves(decision)}) > 1)
    at = table()
    at.open(match)
    at.page.keyboard.press("ArrowDown")
    seen = set()
    for key in ("ArrowDown", "ArrowUp", "ArrowLeft", "ArrowRight") * 2:
        seen.add(
            at.page.evaluate("document.activeElement.getAttribute('data-lit') && document.activeElement.ariaLabel")
        )
        at.page.keyboard.press(key)
    assert None not in seen
    assert len(seen) > 1
    focused = "document.activeElement.getAttribute('data-piece')"
    chosen = at.page.evaluate(focused)
    at.page.keyboard.press("Enter")
    at.page.keyboard.press("Tab")  # the spaces of the chosen unit come first
    expect(at.page.locator(".board [data-space][data-lit]:focus")).to_have_count(1)
    at.page.keyboard.press("u")  # and another unit is a key away
    other = at.page.evaluate(focused)
    assert other not in {None, chosen}
    at.page.keyboard.press("Enter")
    expect(at.piece(other)).to_have_attribute("aria-pressed", "true")


def test_what_is_not_allowed_is_explained_with_its_clause(game: str, server: Server, table: Open) -> None:
    match = server.begin(game)
    decision = server.reach(match, lambda decision: bool(moves(decision)))
    move = moves(decision)[0]
    offered = {action.get("space") for action in decision["actions"]}
    spaces = server.get(f"/api/matches/{match}/scene")["spaces"]
    dark = next(space["id"] for space in spaces if space.get("shape") and space["id"] not in offered)
    at = table()
    at.open(match)
    at.point(at.piece(move["piece"]))
    at.page.keyboard.press("Escape")
    at.point(at.piece(move["piece"]))
    at.point(at.space(dark))
    note = at.page.get_by_role("status", name="Why not?")
    expect(note).to_be_visible()
    assert at.state["version"] == server.state(match)["version"]
    clause = note.get_by_role("button", name=re.compile("^Rule ")).first
    name = clause.inner_text()
    clause.click()
    article = at.page.locator(f'[data-clause="{name}"]')
    expect(article).to_be_visible()
    expect(article).to_be_in_viewport()


def is_closed(verb: Any) -> bool:
    """Closed, and of this decision: what is open at any decision has no button where it is closed."""
    return not verb["open"] and not verb.get("standing")


def test_a_closed_button_says_why(server: Server, table: Open) -> None:
    match = server.begin("cauldron")
    decision = server.reach(match, lambda decision: any(is_closed(verb) for verb in decision["verbs"]))
    closed = next(filter(is_closed, decision["verbs"]))
    at = table()
    at.open(match)
    at.page.locator(f'[data-verb="{closed["verb"]}"]').click()
    expect(at.page.get_by_role("status", name="Why not?")).to_contain_text(closed["why"]["text"])


def test_undo_and_redo(game: str, server: Server, table: Open) -> None:
    match = server.begin(game)
    at = table()
    server.reach(match, lambda decision: bool(moves(decision)))
    at.open(match)
    before = at.state
    at.choose(single(before["decision"])["text"])
    if at.state["undo"]["free"] == 0:
        at.page.keyboard.press("z")
        at.page.locator("[data-practice]").click()
    else:
        at.page.keyboard.press("z")
    expect(at.page.locator("[data-redo]")).to_be_enabled()
    assert at.state["picture"] == before["picture"]
    now = at.state["version"]
    at.page.keyboard.press("Shift+Z")
    at.settled(now)
    assert at.state["picture"] != before["picture"]


def test_the_log_opens_an_earlier_moment_and_branches(game: str, server: Server, table: Open) -> None:
    match = server.begin(game)
    start = server.reach(match, lambda decision: bool(moves(decision)))
    ply = server.state(match)["plies"]
    server.play(match, single(start)["text"])
    at = table()
    at.open(match)
    at.page.locator("[data-ply]").first.click()
    expect(at.page.locator("[data-now]")).to_be_visible()
    assert at.axe() == []
    assert re.search(r"/at/\d+$", at.page.url)
    at.page.goto(f"{server.url}/#/play/{match}/at/{ply}")
    expect(at.page.get_by_text(f"position {ply} of")).to_be_visible()
    at.page.locator("[data-now]").click()
    expect(at.page.locator("[data-now]")).to_have_count(0)
    at.page.goto(f"{server.url}/#/play/{match}/at/{ply}")
    expect(at.page.get_by_text(f"position {ply} of")).to_be_visible()
    at.page.keyboard.press("ArrowRight")
    expect(at.page.get_by_text(f"position {ply + 1} of")).to_be_visible()
    at.page.keyboard.press("ArrowLeft")
    expect(at.page.get_by_text(f"position {ply} of")).to_be_visible()
    at.page.locator("[data-branch]").click()
    expect(at.page).not_to_have_url(re.compile(match))
    assert at.state["plies"] == ply
    assert at.state["decision"]["prompt"] == start["prompt"]
    assert {card["id"] for card in server.get("/api/matches")} >= {match, at.match}


def test_a_reload_keeps_everything(game: str, server: Server, table: Open) -> None:
    match = server.begin(game)
    at = table()
    at.open(match)
    at.choose(at.state["decision"]["actions"][0]["text"])
    entries = at.page.locator("[data-ply]").all_inner_texts()
    state = at.state
    at.page.reload()
    expect(at.space().first).to_be_attached()
    expect(at.page.locator("[data-ply]")).to_have_count(len(entries))
    assert at.page.locator("[data-ply]").all_inner_texts() == entries
    assert at.state == state


def test_killing_the_server_in_mid_game_loses_nothing(game: str, own: Server, table: Open) -> None:
    match = own.begin(game)
    at = table(of=own)
    at.open(match)
    at.choose(at.state["decision"]["actions"][0]["text"])
    state = at.state
    own.kill()
    expect(at.page.get_by_text("The server is not responding. Trying again")).to_be_visible()
    own.start()
    expect(at.page.get_by_text("The server is not responding")).to_have_count(0)
    assert at.state == state
    at.choose(at.state["decision"]["actions"][0]["text"])
    assert at.state["plies"] > state["plies"]


def test_two_tabs_show_the_same_table(game: str, server: Server, table: Open) -> None:
    match = server.begin(game)
    one, other = table(), table()
    one.open(match)
    other.open(match)
    one.choose(one.state["decision"]["actions"][0]["text"])
    expect(other.page.locator(".prompt h2")).to_contain_text(one.state["decision"]["prompt"])
    expect(other.page.locator("[data-undo]")).to_be_enabled()
    entries = one.page.locator("[data-ply]").all_inner_texts()
    expect(other.page.locator("[data-ply]")).to_have_count(len(entries))
    assert other.page.locator("[data-ply]").all_inner_texts() == entries


def test_a_hint_is_a_legal_action_with_its_reason(game: str, server: Server, table: Open) -> None:
    match = server.begin(game)
    labels = {action["label"]: action["text"] for action in server.state(match)["decision"]["actions"]}
    at = table()
    at.open(match)
    at.page.locator("[data-hint]").click()
    note = at.page.get_by_role("status", name="Hint")
    assert note.get_by_role("heading").inner_text() in labels
    before = at.state["version"]
    note.get_by_role("button", name="Play it").click()
    at.settled(before)


def test_a_hint_is_dropped_when_the_player_leaves_the_table(game: str, server: Server, table: Open) -> None:
    at = table()
    at.open(server.begin(game))
    at.page.route("**/hint*", lambda _: None)
    with at.page.expect_request("**/hint*"):
        at.page.locator("[data-hint]").click()
    with at.page.expect_event("requestfailed", lambda request: "/hint" in request.url):
        at.page.goto(f"{server.url}/#/")
    at.page.get_by_role("heading", name="Games").first.wait_for()


def test_a_bot_takes_over_and_hands_back(game: str, server: Server, table: Open) -> None:
    match = server.begin(game)
    at = table()
    at.open(match)
    at.page.locator("[data-menu]").click()
    assert at.axe() == []
    seat = at.state["decision"]["seat"]
    at.page.locator(f'[data-seat="{seat}"]').select_option("random")
    begun = at.state["plies"]
    at.page.wait_for_function("plies => document.querySelectorAll('[data-ply]').length > plies", arg=0)
    with at.page.expect_response(lambda answer: answer.request.method == "PATCH"):
        at.page.locator(f'[data-seat="{seat}"]').select_option("human")
    expect(at.page.locator("[data-list]")).to_be_enabled()
    expect(at.page.locator(".prompt")).not_to_contain_text("bot is playing")
    assert at.state["seats"][seat] == "human"
    assert at.state["plies"] >= begun


def test_a_bot_plays_a_step_for_the_player_and_escape_stops_it(game: str, server: Server, table: Open) -> None:
    match = server.begin(game)
    at = table()
    at.open(match)
    seat = at.state["decision"]["seat"]
    at.page.keyboard.press("i")
    begun, before = at.state["picture"], at.state["version"]
    at.page.locator('[data-lend="step"]').click()
    after = at.settled(before)
    while after["seats"][seat] != "human":
        after = at.settled(after["version"])
    expect(at.page.locator("[data-lent]")).to_have_count(0)
    now = after["picture"]
    over = (now["turn"], now["step"], after["decision"]["seat"]) != (begun["turn"], begun["step"], seat)
    assert over, "the bot kept the seat until its step was over"
    if after.get("secrets") and after["decision"]["seat"] != seat:
        seat = after["decision"]["seat"]
        at.lift()
    at.page.keyboard.press("i")
    at.page.locator('[data-lend="stop"]').click()
    expect(at.page.locator("[data-stop-lent]")).to_be_visible()
    at.page.reload()
    expect(at.page.locator("[data-stop-lent]"), "the server knows of the loan").to_be_visible()
    at.page.keyboard.press("Escape")
    expect(at.page.locator("[data-lent]")).to_have_count(0)
    assert at.state["seats"][seat] == "human"


def test_dice_are_typed_in_by_hand(game: str, server: Server, table: Open) -> None:
    match = server.begin(game, dice="hand")
    at = table()
    server.reach(match, lambda decision: decision["seat"] == "chance" and decision["chance"]["kind"] == "die")
    at.open(match)
    before = at.state["version"]
    at.page.locator('[data-action="die 4"]').click()
    at.settled(before)


def test_dice_are_shown_with_their_table(game: str, server: Server, table: Open) -> None:
    match = server.begin(game, dice="hand")
    server.reach(match, lambda decision: decision["seat"] == "chance" and decision["chance"]["kind"] == "die")
    at = table(still=False)
    at.open(match)
    at.page.locator('[data-action="die 4"]').click()
    panel = at.page.locator("[data-roll]")
    expect(panel).to_be_visible()
    expect(panel.get_by_role("img", name="Die: 4")).to_be_visible()
    at.page.wait_for_timeout(2500)
    assert at.axe() == []
    at.page.keyboard.press("Escape")
    expect(panel).to_have_count(0)


def test_dice_stay_until_the_next_click_which_is_not_swallowed(game: str, server: Server, table: Open) -> None:
    match = server.begin(game, dice="hand")
    found = False
    for _ in range(12):  # the roll after which the map is asked about
        server.reach(match, lambda decision: decision["seat"] == "chance" and decision["chance"]["kind"] == "die")
        decision = server.play(match, "die 4")["decision"]
        if found := any(action.get("space") or action.get("piece") for action in decision["actions"]):
            break
    assert found
    at = table()
    at.open(match)
    version = at.state["version"]
    at.page.locator("[data-correct]").first.click()
    at.settled(version)
    at.page.locator('[data-action="die 4"]').click()
    panel = at.page.locator("[data-roll]")
    expect(panel).to_be_visible()
    at.page.mouse.move(5, 890)
    at.page.wait_for_timeout(600)
    expect(panel).to_be_visible()
    at.page.locator("[data-rules]").click()
    expect(panel).to_have_count(0)
    expect(at.page.locator("[data-clause]").first).to_be_visible()


def test_the_list_of_actions_filters_and_plays(game: str, server: Server, table: Open) -> None:
    match = server.begin(game)
    decision = server.reach(match, lambda decision: len(decision["actions"]) > 2)
    wanted = decision["actions"][-1]
    at = table()
    at.open(match)
    at.page.keyboard.press("l")
    before = at.state["version"]
    at.page.get_by_role("combobox", name="Filter the actions").fill(wanted["text"])
    expect(at.page.locator("#listed li").first).to_be_visible()
    shown = [one.get_attribute("data-action") for one in at.page.locator("#listed li").all()]
    assert wanted["text"] in shown
    for _ in range(shown.index(wanted["text"])):
        at.page.keyboard.press("ArrowDown")
    at.page.keyboard.press("Enter")
    if at.page.locator("[data-confirm]").count():
        at.page.locator("[data-confirm]").click()
    at.settled(before)


def test_the_log_marks_its_spaces_and_can_be_filtered(game: str, server: Server, table: Open) -> None:
    match = server.begin(game)
    start = server.reach(match, lambda decision: bool(moves(decision)))
    move = single(start)
    server.play(match, move["text"])
    name = next(
        one["name"] for one in server.get(f"/api/matches/{match}/scene")["pieces"] if one["id"] == move["piece"]
    )
    at = table()
    at.open(match)
    entry = at.page.locator("[data-ply]", has_text=name).last
    entry.hover()
    expect(at.page.locator(".board .marked").first).to_be_attached()
    count = at.page.locator("[data-ply]").count()
    at.page.get_by_label("Filter the log").fill(name)
    expect(entry).to_be_visible()
    at.page.get_by_label("Filter the log").fill("nothing of the kind")
    expect(at.page.locator("[data-ply]")).to_have_count(0)
    at.page.get_by_label("Filter the log").fill("")
    expect(at.page.locator("[data-ply]")).to_have_count(count)


def test_rules_are_searched(game: str, server: Server, table: Open) -> None:
    clauses = [one for one in server.get(f"/api/games/{game}/rules")["clauses"] if one["edition"] == "both"]
    match = server.begin(game)
    at = table()
    at.open(match)
    at.page.keyboard.press("r")
    expect(at.page.locator("[data-clause]").first).to_be_visible()
    expect(at.page.get_by_role("heading", name=clauses[0]["section"], exact=True).first).to_be_visible()
    wanted = clauses[len(clauses) // 2]
    at.page.get_by_label("Search all clauses").fill(wanted["id"])
    article = at.page.locator(f'[data-clause="{wanted["id"]}"]')
    expect(article).to_contain_text(wanted["text"][:60])
    place = wanted["cited"][0]
    cited = article.get_by_text(f"{place['file']}:{place['line']}")
    expect(cited).to_be_hidden()
    article.get_by_text("Source code").click()
    expect(cited).to_be_visible()
