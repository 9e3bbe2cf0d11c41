"""Play by mail: two people, each with a browser that knows nothing of the other's, and links and files between them."""

from __future__ import annotations

import json
import re
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

import mamayev

from .conftest import SCREEN, Server, Table
from .test_site import Host, Link, _patience, elsewhere, host, payload  # noqa: F401

pytestmark = pytest.mark.browser

Json = dict[str, Any]


def held_in(link: str) -> Json:
    """The saved game that a link holds."""
    letters = link.partition("#/mail/")[2]
    record: Json = json.loads(zlib.decompress(urlsafe_b64decode(letters + "=" * (-len(letters) % 4))))
    return record


def link_to(host: Host, record: Json) -> str:  # noqa: F811
    """A link that holds a saved game, as somebody would write it who changes one."""
    packed = zlib.compress(json.dumps(record).encode(), 9)
    return f"{host.url}#/mail/{urlsafe_b64encode(packed).decode().rstrip('=')}"


class Player(Link):
    """Somebody at the link, who plays by mail."""

    def mail(self) -> None:
        """Open the part of the table's menu that is about mail."""
        if self.page.locator("[aria-label=Menu]").count() == 0:
            self.page.locator("[data-menu]").click()
        if self.page.locator("[data-mail][open]").count() == 0:
            self.page.locator("[data-mail] summary").click()

    def turn(self, other: str) -> str:
        """The link to one's turn, as soon as the other side, which is played elsewhere, is to decide."""
        self.mail()
        if self.page.locator("[data-away]").count():
            self.page.locator(f'[data-away="{other.split()[0].lower()}"]').click()
        expect(self.page.locator("[data-mail]")).to_contain_text(f"{other} to move")
        field = self.page.locator("[data-mail] [data-link]")
        expect(field).not_to_have_value("")
        return field.input_value()

    def open_turn(self, link: str, outcome: str) -> str:
        """Open a turn that came as a link; returns what is told of it."""
        self.page.goto(link)
        self.page.locator("[data-arrived] [data-open]").click()
        return self.told(outcome)

    def told(self, outcome: str) -> str:
        came = self.page.locator("main [data-outcome], main [role=alert]")
        told = came.inner_text()
        assert came.get_attribute("data-outcome") == outcome, told
        return told

    def to_table(self) -> None:
        self.page.locator("[data-to-table]").click()
        self.page.locator(".game[data-version]").wait_for()

    def act(self, unlike: str) -> Json:
        """Take the seat that is played elsewhere, and play an action of the list that is another than this; returns the
        saved game after it."""
        self.page.keyboard.press("Escape")
        self.page.locator("[data-play-here]").click()
        self.page.locator("[data-play-here]").wait_for(state="detached")
        before = self.page.locator(".game").get_attribute("data-version")
        self.page.locator('.game[data-busy="false"]').wait_for()
        self.page.locator("[data-list]").click()
        self.page.locator(f'#listed [data-action]:not([data-action="{unlike}"])').first.click()
        self.page.locator(f'.game[data-version]:not([data-version="{before}"])').wait_for()
        self.page.locator("[data-menu]").click()
        with self.page.expect_download() as given:
            self.page.locator("[aria-label=Menu] a[download]").click()
        saved: Json = json.loads(given.value.path().read_bytes())
        return saved

    def hand_over(self, seat: str, to: str) -> None:
        """Let a bot, or a person, play a seat."""
        if self.page.locator("[data-seat]").count() == 0:
            self.page.locator("[data-menu]").click()
        self.page.locator(f'[data-seat="{seat}"]').select_option(to)

    def has(self, games: int) -> None:
        self.page.goto(f"{self.host.url}#/")
        expect(self.page.locator("[data-resume]")).to_have_count(games)


@pytest.fixture
def player(chromium: Browser, host: Host) -> Iterator[Callable[[], Player]]:  # noqa: F811
    """People with a browser of their own each. Nothing of a turn is sent to the host, or to anybody else."""
    asked: list[str] = []
    contexts = []

    def come() -> Player:
        context = chromium.new_context(viewport=SCREEN, reduced_motion="reduce")
        contexts.append(context)
        context.grant_permissions(["clipboard-read", "clipboard-write"])
        context.on("request", lambda request: asked.append(request.url))
        return Player(context, host, asked)

    yield come
    for context in contexts:
        context.close()
    assert [url for url in asked if not url.startswith((host.url, "data:", "blob:")) or "mail/" in url] == []


def test_turns_go_there_and_back_and_what_does_not_go_on_is_told(
    player: Callable[[], Player],
    host: Host,  # noqa: F811
) -> None:
    russian, german = player(), player()
    russian.library()
    russian.begin("barbarossa", "classic", 7, {"german": "human", "russian": "staff"})
    first = russian.turn("German player")
    assert "is new here" in german.open_turn(first, "begun")
    german.to_table()
    german.hand_over("german", "staff")
    sent = [first]
    for _ in range(3):
        sent.append(german.turn("Russian player"))
        told = russian.open_turn(sent[-1], "went on")
        assert "the game’s seed. Someone could still" in told or "no die rolls" in told
        russian.to_table()
        sent.append(russian.turn("German player"))
        assert "is updated" in german.open_turn(sent[-1], "went on")
        german.to_table()
    sent.append(german.turn("Russian player"))
    logs = [held_in(link)["log"] for link in sent]
    assert all(after[: len(before)] == before for before, after in pairwise(logs))
    assert any(line.startswith("die") for line in logs[-1])

    # Older, and the same once more.
    told = russian.open_turn(sent[2], "older")
    assert f"This turn ends at log entry {len(logs[2])}." in told
    russian.open_turn(sent[-2], "known")

    # A die that somebody has turned since.
    turned = held_in(sent[-1])
    del turned["checksum"]
    ply = next(n for n in range(len(logs[-2]), len(logs[-1])) if logs[-1][n].startswith("die"))
    better = "die 1" if logs[-1][ply] != "die 1" else "die 2"
    turned["log"] = [*logs[-1][:ply], better]
    told = russian.open_turn(link_to(host, turned), "loaded")
    assert f"At log entry {ply + 1}" in told
    assert (f"The die shows {better[-1]}" in told, f"The die shows {logs[-1][ply][-1]}" in told) == (True, True)

    # One plays on for the other: their games part, and both are kept. In the other's nobody plays on by himself.
    russian.open_turn(sent[-1], "went on")
    russian.to_table()
    answer = russian.turn("German player")
    entry = len(logs[-1]) + 1
    own = german.act(unlike=held_in(answer)["log"][entry - 1])
    assert own["log"][: entry - 1] == logs[-1]
    told = german.open_turn(answer, "parted")
    assert f"They differ, starting at log entry {entry}" in told
    german.page.locator("[data-apart]").click()
    german.page.locator(".game[data-version]").wait_for()
    german.page.locator("[data-menu]").click()
    expect(german.page.locator('[data-seat="german"]')).to_have_value("human")
    with german.page.expect_download() as given:
        german.page.locator("[aria-label=Menu] a[download]").click()
    assert json.loads(given.value.path().read_bytes())["log"] == held_in(answer)["log"]
    russian.has(1)
    german.has(2)


def test_a_link_that_is_none_is_told(player: Callable[[], Player], host: Host) -> None:  # noqa: F811
    at = player()
    for letters in ("abc", "%7B", "x" * 3000):
        at.page.goto(f"{host.url}#/mail/{letters}")
        expect(at.page.get_by_role("alert")).to_contain_text("This link is incomplete or changed")
    at.page.goto(f"{host.url}#/mail")
    for text, told in (
        ("https://host/#/play/1", "This is not a link to a turn"),
        ("see https://host/#/mail/abc for it", "This link is incomplete or changed"),
        ("Your move!", "This is not a link to a turn"),
    ):
        at.page.locator("[data-paste]").fill(text)
        expect(at.page.get_by_role("alert")).to_contain_text(told)


def test_a_turn_that_is_opened_in_a_second_tab_waits_in_the_first(
    player: Callable[[], Player],
    host: Host,  # noqa: F811
) -> None:
    at = player()
    at.library()
    at.page.locator("[data-save-all]:enabled").wait_for()
    second = at.context.new_page()
    second.goto(link_to(host, json.loads(mamayev.new("barbarossa", seed=5).to_json())))
    expect(second.locator("[data-handed]")).to_contain_text("The turn is waiting there")
    expect(at.page.locator("[data-arrived]")).to_contain_text("New turn in Barbarossa")
    at.page.locator("[data-open]").click()
    at.told("begun")


def test_a_seat_is_set_up_to_be_played_by_mail(table: Callable[..., Table]) -> None:
    at = table()
    at.open()
    who = at.page.locator("[data-sheet] [data-who]:checked")
    at.page.locator('[data-set-up="donnerschlag"]').click()
    at.page.locator('[data-who="axis:human"]').wait_for()
    expect(at.page.locator('[data-who$=":mail"]')).to_have_count(0)  # hands are hidden
    at.page.keyboard.press("Escape")
    at.page.locator('[data-set-up="barbarossa"]').click()
    # Somebody plays here, one seat alone is by mail, and no other is held by a key: else a sentence says so.
    refused = at.page.locator("[data-sheet] .foot").get_by_role("alert")
    at.page.locator('[data-who="german:mail"]').check()
    for choice in ("russian:bot", "russian:mail", "russian:friend"):
        at.page.locator(f'[data-who="{choice}"]').check()
        assert sorted(one.get_attribute("data-who") or "" for one in who.all()) == ["german:mail", choice]
        expect(refused).to_contain_text("Only one seat can be played by mail")
        expect(at.page.locator("[data-begin]")).to_be_disabled()
    at.page.locator('[data-who="russian:mail"]').check()
    at.page.locator('[data-who="german:human"]').check()
    expect(refused).to_have_count(0)
    expect(at.page.locator("[data-sheet]")).to_contain_text("You send each other turns")
    assert at.axe() == []
    at.page.locator("[data-begin]").click()
    # The Russian player sets up first, elsewhere: the first turn is to be sent at once.
    expect(at.page.locator(".prompt [data-waiting]")).to_contain_text("By mail: Russian player")
    expect(at.page.locator(".prompt [data-link]")).not_to_have_value("")
    assert at.state["seats"] == {"german": "human", "russian": "mail"}
    # Whoever has handed his own side to a bot is told that it goes on without him, and takes it back.
    expect(at.page.locator("[data-bot-waits]")).to_have_count(0)
    at.page.locator("[data-menu]").click()
    at.page.locator('[data-seat="german"]').select_option("staff")
    at.page.keyboard.press("Escape")
    expect(at.page.locator(".prompt [data-bot-waits]")).to_contain_text("A bot plays German player and moves as soon")
    at.page.get_by_role("button", name="Play it myself: German player").click()
    expect(at.page.locator("[data-bot-waits]")).to_have_count(0)
    assert at.state["seats"] == {"german": "human", "russian": "mail"}
    at.page.goto(f"{at.server.url}/#/")
    at.page.locator('[data-set-up="barbarossa"]').click()
    expect(at.page.locator('[data-who="russian:mail"]')).to_be_checked()


def test_a_turn_goes_as_a_file_from_one_server_to_another(
    table: Callable[..., Table],
    server: Server,
    own: Server,
) -> None:
    here, there = table(), table(of=own, fresh=True)
    match = server.begin("barbarossa", seats={"german": "mail"})
    there.open(own.post("/api/mail", server.get(f"/api/matches/{match}/record"))["state"]["id"])
    known = there.match
    server.play(match, "historical")
    here.open(match)
    here.page.keyboard.press("l")
    expect(here.page.locator("#listed")).to_be_visible()
    here.choose("confirm")
    with here.page.expect_download() as given:
        here.page.locator(".prompt [data-save-turn]").click()
    here.page.locator("[data-menu]").click()
    expect(here.page.locator("[data-mail] [data-save-turn]")).to_be_visible()
    there.page.goto(f"{own.url}/#/import")
    turn = payload("turn.mamayev.json", given.value.path().read_bytes())
    there.page.locator("[data-import]").set_input_files(turn)
    expect(there.page.locator('[data-outcome="went on"]')).to_contain_text("no die rolls")
    there.page.locator("[data-to-table]").click()
    expect(there.page.get_by_role("group", name="Board")).to_be_visible()
    assert there.match == known
    assert there.state["plies"] == here.state["plies"]
    there.page.goto(f"{own.url}/#/mail")
    there.page.locator("[data-turn]").set_input_files(turn)
    there.page.locator('[data-outcome="known"]').wait_for()
    there.page.locator("[data-turn]").set_input_files(payload("turn.txt", b"no JSON"))
    expect(there.page.get_by_role("alert")).to_contain_text("turn.txt is not a saved game")


def test_a_seat_that_one_has_played_in_another_browser_is_taken_here(
    table: Callable[..., Table], server: Server
) -> None:
    at = table()
    begun = server.begin("barbarossa", seats={"german": "mail"}, name="To go on with elsewhere")
    record = json.dumps(server.get(f"/api/matches/{begun}/record")).encode()
    at.open(begun)
    at.page.evaluate("id => fetch(`/api/matches/${id}`, { method: 'DELETE' })", begun)
    games = len(server.get("/api/matches"))
    at.page.goto(f"{server.url}/#/mail")
    at.page.locator("[data-turn]").set_input_files(payload("turn.json", record))
    expect(at.page.locator("[data-outcome]")).to_contain_text("No move has been played yet.")
    expect(at.page.locator("[data-you-play]")).to_have_text("You: German. Your opponent: Russian.")
    at.page.get_by_role("button", name="I played Russian in another browser").click()
    expect(at.page.locator("[data-you-play]")).to_have_text("You: Russian. Your opponent: German.")
    assert len(server.get("/api/matches")) == games + 1
    at.page.locator("[data-to-table]").click()
    expect(at.page.get_by_role("group", name="Board")).to_be_visible()
    assert at.state["seats"] == {"german": "mail", "russian": "human"}
    # Whose game it is already is asked nothing.
    at.page.goto(f"{server.url}/#/mail")
    at.page.locator("[data-turn]").set_input_files(payload("turn.json", record))
    at.page.locator('[data-outcome="known"]').wait_for()
    expect(at.page.locator("[data-was-me]")).to_have_count(0)


def test_a_die_that_is_not_the_seed_s_is_told_where_two_turns_part(table: Callable[..., Table], server: Server) -> None:
    here = mamayev.new("cauldron", seed=11)
    ply = next(n for n, line in enumerate(here.record.log) if line.startswith("die"))
    fell = here.record.log[ply][-1]
    other = "1" if fell != "1" else "2"
    record = json.loads(here.to_json())
    match = server.post("/api/mail", record)["state"]["id"]
    del record["checksum"]
    turn = record | {"log": [*record["log"][:ply], f"die {other}"]}
    at = table()
    at.page.goto(f"{server.url}/#/mail")
    at.page.locator("[data-turn]").set_input_files(payload("turn.json", json.dumps(turn).encode()))
    told = at.page.locator('[data-outcome="loaded"]')
    expect(told).to_contain_text("A die or card in this turn of The Cauldron does not match the seed")
    expect(told).to_contain_text(f"At log entry {ply + 1}")
    expect(told).to_contain_text(re.compile(f"this turn.*The die shows {other}.*the seed gives.*shows {fell}"))
    expect(told).to_contain_text("Your game is unchanged")
    at.page.get_by_role("button", name="Open it anyway as a separate game").click()
    expect(at.page.get_by_role("group", name="Board")).to_be_visible()
    assert at.match != match
    assert server.get(f"/api/matches/{at.match}/record")["log"][ply] == f"die {other}"


def test_a_file_of_all_games_is_told_where_a_single_one_is_opened(table: Callable[..., Table]) -> None:
    at = table()
    every = payload("all.jsonl", b'{"backup":1,"program":"1","at":"today"}\n{"end":"0"}\n')
    at.open()
    for way in ("[data-import]", "[data-turn]"):
        at.page.locator(way).set_input_files(every)
        expect(at.page.get_by_role("alert")).to_contain_text("all.jsonl contains all games from a browser or server")
        expect(at.page.get_by_role("alert")).to_contain_text("mamayev import-all")
        at.page.goto(f"{at.server.url}/#/mail")


def test_a_game_that_hides_something_is_not_sent_and_comes_in_as_one_of_its_own(
    table: Callable[..., Table], server: Server
) -> None:
    at = table()
    match = server.begin("donnerschlag")
    record = json.dumps(server.get(f"/api/matches/{match}/record")).encode()
    at.open(match)
    at.page.locator("[data-menu]").click()
    at.page.locator("[data-mail] summary").click()
    expect(at.page.locator("[data-mail]")).to_contain_text("has secrets")
    expect(at.page.locator("[data-save-turn]")).to_have_count(0)
    at.page.goto(f"{server.url}/#/mail")
    at.page.locator("[data-turn]").set_input_files(payload("game.json", record))
    expect(at.page.get_by_role("alert")).to_contain_text("it cannot be played by mail")
    at.page.goto(f"{server.url}/#/import")
    at.page.locator("[data-import]").set_input_files(payload("game.json", record))
    expect(at.page.get_by_role("group", name="Board")).to_be_visible()
    assert at.match != match
