"""Two people with a browser each: a held match from its invitation to its end; and two people at one screen."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from mamayev.engine.registry import find

from .conftest import Server, Table

pytestmark = pytest.mark.browser
Open = Callable[..., Table]
GAME = "skirmish"
ENEMY = {"blue": "red", "red": "blue"}


class Player:
    """Somebody who holds a seat, or, without one, watches."""

    def __init__(self, at: Table, link: str, seat: str | None) -> None:
        self.at, self.page, self.seat = at, at.page, seat
        self.key = link.rpartition("/")[2] if seat else None
        at.page.goto(link)
        expect(at.space().first).to_be_attached()

    @property
    def state(self) -> Any:
        """The table as the server shows it to this seat."""
        return self.at.server.get(f"/api/matches/{match_of(self.page)}", key=self.key)

    def meet(self) -> Player:
        """Wait until the page shows the present state and takes clicks."""
        shown = f'.game[data-version="{self.state["version"]}"][data-busy="false"]'
        expect(self.page.locator(shown)).to_be_attached()
        return self

    def play(self, text: str) -> None:
        """Pick an action out of the list of all that are legal."""
        self.meet()
        version = self.state["version"]
        self.page.locator("[data-list]").click()
        self.page.locator(f'#listed [data-action="{text}"]').click()
        expect(self.page.locator(f'.game[data-version="{version}"]')).not_to_be_attached()

    def people(self) -> None:
        if not self.page.locator("[data-people]").count():
            self.page.locator("[data-people-button]").click()

    def say(self, text: str) -> None:
        self.people()
        self.page.locator("[data-say]").fill(text)
        self.page.keyboard.press("Enter")


def match_of(page: Page) -> str:
    found = re.search(r"#/match/([0-9a-f]+)", page.url)
    assert found, page.url
    return found[1]


@pytest.fixture
def invited(server: Server, table: Open) -> tuple[Player, Player]:
    """Blue and Red of a match that was begun and joined as people do it."""
    at = table()
    at.open()
    at.page.locator(f'[data-set-up="{GAME}"]').click()
    at.page.locator('[data-who="red:friend"]').check()
    at.page.locator('[data-who="blue:human"]').check()
    at.page.locator("[data-begin]").click()
    invitation = at.page.locator('[data-link="red"]').input_value()
    own = at.page.url
    at.page.get_by_role("button", name="Close").first.click()
    return Player(at, own, "blue"), Player(table(), invitation, "red")


@pytest.fixture
def pair(server: Server, table: Open) -> tuple[Player, Player]:
    """Blue and Red of a match, each by their link."""
    begun = server.post("/api/matches", {"game": GAME, "seed": 7, "held": True})
    blue, red = (Player(table(), f"{server.url}/#/match/{begun['id']}/{begun['keys'][seat]}", seat) for seat in ENEMY)
    return blue, red


def own_secret(seat: str, own: set[str], others: set[str]) -> str:
    """The counter of a seat that the other one does not see."""
    (found,) = {name for name in own - others if name.startswith(seat)}
    return found


def hidden_pieces(player: Player) -> list[str]:
    names = player.page.locator(".board [data-piece^='?']").evaluate_all("all => all.map(one => one.dataset.piece)")
    return sorted(set(names))


def test_two_browsers_play_a_whole_game(invited: tuple[Player, Player], table: Open) -> None:
    blue, red = invited
    link = f"{blue.at.server.url}/#/match/{match_of(blue.page)}"
    watcher = Player(table(), link, None)
    assert hidden_pieces(blue) == ["?red"]
    assert hidden_pieces(red) == ["?blue"]
    assert hidden_pieces(watcher) == ["?blue", "?red"]
    seen = {player.seat: {piece["id"] for piece in player.state["picture"]["pieces"]} for player in (blue, red)}
    secret = {seat: own_secret(seat, seen[seat], seen[enemy]) for seat, enemy in ENEMY.items()}
    players = {"blue": blue, "red": red}
    expect(blue.page).to_have_title(re.compile("Your turn"))
    expect(red.page).not_to_have_title(re.compile("Your turn"))
    expect(red.page.locator("[data-waiting]")).to_contain_text(re.compile("Blue to decide"))
    moved = 0
    while not (state := blue.state)["over"]:
        seat = state["decision"]["seat"]
        player = players[seat]
        expect(player.page).to_have_title(re.compile("Your turn"))
        decision = player.state["decision"]
        texts = [action["text"] for action in decision["actions"]]
        mine = next((text for text in texts if moved < 2 and secret[seat] in text), None)
        player.play(mine or next(text for text in texts if text.startswith(("retreat", "done"))))
        moved += mine is not None
        other = players[ENEMY[seat]].meet()
        if not other.state["over"]:
            assert secret[seat] not in other.page.content()
            assert secret[seat] not in watcher.meet().page.content()
    assert moved
    for player in (blue, red, watcher):
        expect(player.page.get_by_role("heading", level=2).first).to_be_visible()
        expect(player.meet().page).not_to_have_title(re.compile("Your turn"))


def test_people_see_who_is_here_and_talk(pair: tuple[Player, Player]) -> None:
    blue, red = pair
    blue.people()
    expect(blue.page.locator('[data-presence="red"]')).to_contain_text("here")
    red.say("<i>Good</i> evening")
    expect(blue.page.locator("[data-line]").last).to_contain_text("Red <i>Good</i> evening")
    blue.page.get_by_role("button", name="Close").first.click()
    red.say("Ready?")
    expect(blue.page.locator("[data-people-button]")).to_contain_text("1")
    red.page.set_viewport_size({"width": 390, "height": 844})
    red.page.wait_for_function("document.querySelector('main.map').clientHeight > 450")  # the map of who waits
    red.page.close()
    blue.people()
    expect(blue.page.locator('[data-presence="red"]')).to_contain_text("away since")


def test_what_the_other_side_saw_is_taken_back_by_consent(pair: tuple[Player, Player]) -> None:
    blue, red = pair
    blue.play("move blue-rifles 0201")
    blue.play("done")
    red.play("done")
    for answer in ("refuse", "grant"):
        blue.meet().page.locator("[data-undo]").click()
        blue.page.locator("[data-ask]").click()
        expect(blue.page.locator("[data-asked]")).to_contain_text("Waiting for Red to agree.")
        expect(red.page.locator("[data-asked]")).to_contain_text("Blue asks to undo the last 2 decisions")
        red.page.locator(f'[data-answer="{answer}"]').click()
        expect(blue.page.locator("[data-asked]")).to_have_count(0)
    assert blue.state["plies"] == 3
    blue.meet().page.locator("[data-undo]").click()
    expect(red.page.locator(f'.game[data-version="{blue.state["version"]}"]')).to_be_attached()
    blue.page.locator("[data-people-button]").click()
    expect(blue.page.locator("[data-line]").last).to_contain_text("Red agrees")


def test_giving_up_is_asked_twice_and_ends_the_match(pair: tuple[Player, Player]) -> None:
    blue, red = pair
    red.people()
    red.page.locator("[data-resign]").click()
    red.page.get_by_role("button", name="Keep playing").click()
    assert not red.state["over"]
    red.people()
    red.page.locator("[data-resign]").click()
    red.page.locator("[data-resign-now]").click()
    for player in pair:
        expect(player.page.get_by_text("Red resigned").first).to_be_visible()
    assert blue.state["result"]["winner"] == "blue"


def test_one_comes_back_days_later_by_the_link(own: Server, table: Open) -> None:
    begun = own.post("/api/matches", {"game": GAME, "seed": 3, "held": True})
    link = f"{own.url}/#/match/{begun['id']}/{begun['keys']['red']}"
    first = Player(table(of=own), link, "red")
    first.page.close()
    own.kill()
    own.start()
    again = Player(table(of=own), link, "red")
    assert again.meet().state["viewer"] == "red"
    again.page.goto(f"{own.url}/#/")
    expect(again.page.locator("[data-continue]")).to_have_attribute("href", link.partition("/#")[2].join(["#", ""]))


def test_a_wrong_link_says_so(server: Server, table: Open) -> None:
    begun = server.post("/api/matches", {"game": GAME, "held": True})
    at = table()
    at.page.goto(f"{server.url}/#/match/{begun['id']}/{'x' * 32}")
    expect(at.page.get_by_text("This key does not open a seat of this match.")).to_be_visible()


# ------------------------------------------------------------------ one screen


def test_the_curtain_falls_before_the_seat_changes(server: Server, table: Open) -> None:
    match = server.begin(GAME)
    secrets = {
        seat: next(
            piece["id"]
            for piece in server.get(f"/api/matches/{match}?seat={seat}")["picture"]["pieces"]
            if piece["id"].startswith(seat) and piece["at"] in ("0103", "0401")
        )
        for seat in ENEMY
    }
    at = table(fresh=True)
    heard: list[str] = []
    at.page.on("response", lambda answer: heard.append(answer.url) if "/api/matches/" in answer.url else None)
    at.open(match)
    assert hidden_pieces_at(at) == ["?red"]
    at.choose("move blue-rifles 0201")
    at.choose("done")
    curtain = at.page.locator('[data-curtain="red"]')
    expect(curtain).to_be_visible()
    expect(curtain).to_contain_text("Blue Rifles moves to 0201.")
    expect(curtain).to_contain_text("Blue: ")
    assert [name for name in secrets.values() if name in at.page.content()] == []
    assert at.page.locator("[data-undo], .board").count() == 0
    assert "seat=red" not in " ".join(heard)
    at.lift(300)
    expect(curtain).to_be_visible()
    at.lift()
    expect(at.space().first).to_be_attached()
    assert hidden_pieces_at(at) == ["?blue"]
    assert secrets["blue"] not in at.page.content()
    at.choose("done")
    expect(at.page.locator('[data-curtain="blue"]')).to_be_visible()
    at.page.reload()
    expect(at.page.locator('[data-curtain="blue"]')).to_be_visible()
    at.page.keyboard.down(" ")
    at.page.wait_for_timeout(1300)
    at.page.keyboard.up(" ")
    expect(at.space().first).to_be_attached()
    assert hidden_pieces_at(at) == ["?red"]


def test_whoever_opens_a_game_under_way_is_behind_the_curtain(server: Server, table: Open) -> None:
    match = server.begin(GAME)
    hidden = hidden_from(server, match, "red", "0401")
    server.play(match, "move blue-rifles 0201")
    ply = server.play(match, "done")["plies"]
    at = table(fresh=True)
    at.page.goto(f"{server.url}/#/play/{match}")
    expect(at.page.locator('[data-curtain="red"]')).to_be_visible()
    assert hidden not in at.page.content()
    at.lift()
    expect(at.space().first).to_be_attached()
    assert hidden_pieces_at(at) == ["?blue"]
    branch = server.post(f"/api/matches/{match}/branch", {"ply": ply})["id"]  # “Play on from here”
    at.page.goto(f"{server.url}/#/play/{branch}")
    expect(at.page.locator('[data-curtain="red"]')).to_be_visible()
    assert hidden not in at.page.content()


def test_whoever_continues_a_game_on_another_board_is_behind_the_curtain(
    server: Server, table: Open, tmp_path: Path
) -> None:
    """Decisions on the earlier board cannot be undone, but somebody made them."""
    export = find("donnerschlag").export_components
    assert export is not None
    maps = next(file for file in export(tmp_path) if file.name == "map.toml")
    match = server.begin("donnerschlag")
    state = server.play(match, server.state(match)["decision"]["actions"][0]["text"])
    own = {maps.name: f"# Mine\n{maps.read_text(encoding='utf-8')}"}
    branch = server.post(f"/api/matches/{match}/branch", {"ply": state["plies"], "components": own})
    assert branch["undo"]["practice"] == 0
    at = table(fresh=True)
    at.page.goto(f"{server.url}/#/play/{branch['id']}")
    expect(at.page.locator(f'[data-curtain="{branch["decision"]["seat"]}"]')).to_be_visible()


def test_an_answer_that_comes_after_the_curtain_is_not_shown_on_it(server: Server, table: Open) -> None:
    match = server.begin(GAME)
    hidden = hidden_from(server, match, "blue", "0103")
    at = table(fresh=True)
    at.open(match)
    waiting: list[Route] = []
    at.page.route("**/why*", lambda route: waiting.append(route))  # Playwright asks a function for its form
    at.piece(hidden).first.hover(force=True)
    at.page.keyboard.press("?")
    deadline = time.monotonic() + 10
    while not waiting and time.monotonic() < deadline:
        at.page.wait_for_timeout(50)
    assert waiting
    at.choose("move blue-rifles 0201")
    at.choose("done")
    expect(at.page.locator('[data-curtain="red"]')).to_be_visible()
    with at.page.expect_response("**/why*"):
        waiting[0].continue_()
    at.page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    expect(at.page.get_by_role("alert")).to_have_count(0)


def test_dice_stay_until_they_are_handed_over_and_can_be_undone_before(server: Server, table: Open) -> None:
    match = server.begin(GAME, seed=5)
    for _ in range(13):
        server.play(match, plainest(server.state(match)["decision"]))
    at = table(fresh=True)
    at.page.goto(f"{server.url}/#/play/{match}")
    at.lift()
    before = server.state(match)["version"]
    attack = plainest(server.state(match)["decision"])
    at.choose(attack)
    hand_over, curtain = at.page.locator("[data-hand-over]"), at.page.locator("[data-curtain]")
    expect(hand_over).to_be_visible()
    at.page.get_by_role("heading", level=2).first.click()
    at.page.keyboard.press("f")
    expect(hand_over).to_be_visible()
    at.page.locator("[data-undo]").click()
    at.page.locator("[data-practice]").click()
    state = at.settled(before + 1)
    assert attack in [action["text"] for action in state["decision"]["actions"]]
    expect(hand_over).to_have_count(0)
    at.choose(attack)
    hand_over.click()
    expect(curtain).to_be_visible()
    expect(curtain.get_by_role("alert")).to_have_count(0)


def plainest(decision: Any) -> str:
    """The first attack, or else the first action."""
    actions = decision["actions"]
    return str(next((one for one in actions if one["verb"] == "attack"), actions[0])["text"])


def test_a_replay_that_one_player_watches_ends_at_the_curtain(server: Server, table: Open) -> None:
    match = server.begin(GAME)
    hidden = hidden_from(server, match, "blue", "0103")
    at = table(fresh=True)
    at.open(match)
    at.choose("move blue-rifles 0201")
    at.page.goto(f"{server.url}/#/play/{match}/replay/0")
    expect(at.page.locator("[data-now]")).to_be_visible()
    server.play(match, "done")  # in another tab, or by the staff
    expect(at.page.locator('[data-curtain="red"]')).to_be_visible()
    at.lift()
    expect(at.space().first).to_be_attached()
    assert hidden not in at.page.content()
    expect(at.page.locator("[data-now]")).to_have_count(0)
    assert hidden_pieces_at(at) == ["?blue"]


def test_no_curtain_falls_between_players_of_one_side_and_the_keys_are_read_in_a_low_window(
    server: Server, table: Open
) -> None:
    match = server.begin("inferno", options={"german_players": "2", "soviet_side": "player"})
    at = table(width=1024, height=768)
    at.open(match)
    at.page.keyboard.press("h")
    keys = at.page.get_by_role("region", name="Keyboard shortcuts")
    last = keys.get_by_text("show this list")
    last.scroll_into_view_if_needed()
    for part in (keys.get_by_role("button", name="Close"), last):
        expect(part).to_be_in_viewport(ratio=1)
    at.page.keyboard.press("Escape")
    at.choose("pass")
    assert at.state["decision"]["seat"] == "partner"
    expect(at.page.locator("[data-heading]")).to_be_visible()
    expect(at.page.locator("[data-curtain]")).to_have_count(0)


def hidden_from(server: Server, match: str, seat: str, space: str) -> str:
    """The id of a seat's unit in a space, which the other seat must not learn."""
    pieces = server.get(f"/api/matches/{match}?seat={seat}")["picture"]["pieces"]
    return next(str(one["id"]) for one in pieces if one["id"].startswith(seat) and one["at"] == space)


def hidden_pieces_at(at: Table) -> list[str]:
    names = at.page.locator(".board [data-piece^='?']").evaluate_all("all => all.map(one => one.dataset.piece)")
    return sorted(set(names))


def test_nothing_at_a_held_match_or_on_the_curtain_is_hard_to_read_aloud(server: Server, table: Open) -> None:
    begun = server.post("/api/matches", {"game": GAME, "seed": 3, "held": True})
    at = table()
    player = Player(at, f"{server.url}/#/match/{begun['id']}/{begun['keys']['blue']}", "blue")
    player.say("Hello.")
    at.page.locator("[data-invite]").click()
    assert at.axe() == []
    screen = table()
    match = server.begin(GAME)
    screen.open(match)
    screen.choose("done")
    expect(screen.page.locator("[data-curtain]")).to_be_visible()
    assert screen.axe() == []


def test_what_is_taken_back_leaves_the_other_s_log_too(pair: tuple[Player, Player]) -> None:
    blue, red = pair
    red.people()
    expect(red.page.locator("[data-people]")).not_to_contain_text("away")
    log = red.page.get_by_role("region", name="Log")
    blue.play("move blue-rifles 0201")
    expect(log).to_contain_text("0201")
    blue.meet().page.locator("[data-undo]").click()
    expect(log).not_to_contain_text("0201")
