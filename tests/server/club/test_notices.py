"""Notices: who gets one, when, by which channel, and what it says."""

import json
import random
import time
from collections.abc import Iterator
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from mamayev.engine.registry import find
from mamayev.server.club import outbox, sender
from mamayev.server.club.club import Club
from mamayev.server.club.deadlines import Fired
from mamayev.server.club.notices import Notice, lasting, notice
from mamayev.server.club.post import Post
from mamayev.server.club.preferences import Preferences
from mamayev.server.club.settings import Settings
from mamayev.server.club.tables import OUTBOX
from mamayev.server.routes import matches as server_matches
from mamayev.testing.depth import deep

from ..test_traffic import KEYS, World, pair
from .conftest import ADDRESS, Browser, Opens, another, written
from .pushes import Device, Web, verified, web
from .sink import REFUSED, Sink, running
from .test_seats import GAME, SOCKETS, begin, keep

Json = dict[str, Any]
MARTA, JARO = "marta@example.org", "jaro@example.org"
ONE_CLICK = {"content-type": "application/x-www-form-urlencoded"}


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Notices are decided at once."""
    monkeypatch.setattr(outbox, "GRACE", 0.0)
    monkeypatch.setattr("mamayev.server.club.sender.LOOK_SECONDS", 0.02)


@pytest.fixture
def sink() -> Iterator[Sink]:
    """A mail server of the test alone, because a mail may arrive after its test."""
    with running() as sink:
        yield sink


@pytest.fixture
def hook() -> Iterator[Web]:
    with web() as server:
        yield server


def joins(browser: Browser, name: str, mail: str = "") -> Browser:
    """A member, with a mailbox if one is given."""
    browser.join(name)
    if mail:
        ceremony, _ = browser.prove_mail(mail)
        browser.done("PUT", "club/me/mail", {"ceremony": ceremony})
    return browser


@pytest.fixture
def marta(browser: Browser) -> Browser:
    return joins(browser, "Marta K", MARTA)


@pytest.fixture
def jaro(marta: Browser) -> Browser:
    return joins(another(marta), "Jaro R", JARO)


def club_of(browser: Browser) -> Club:
    club: Club = browser.client.app.state.parts.access  # type: ignore[attr-defined]
    return club


def shared(marta: Browser, jaro: Browser) -> Json:
    """A game of Marta (blue) and Jaro (red) in which blue begins."""
    game = begin(marta)
    keep(marta, game, "blue")
    keep(jaro, game, "red")
    return game


def plays(browser: Browser, game: Json, text: str = "done") -> Json:
    version = browser.done("GET", f"matches/{game['id']}")["version"]
    state: Json = browser.done("POST", f"matches/{game['id']}/actions", {"text": text, "version": version})
    return state


def rows(browser: Browser, **where: str) -> list[Json]:
    """The rows of the outbox, oldest first."""
    query = sa.select(OUTBOX).where(*(OUTBOX.c[name] == value for name, value in where.items()))
    with club_of(browser).store.database.engine.connect() as connection:
        return [dict(row) for row in connection.execute(query.order_by(OUTBOX.c.number)).mappings()]


def settled(browser: Browser, count: int, state: str = "waiting") -> list[Json]:
    """The rows of the outbox, when `count` of them exist and none waits."""
    end = time.monotonic() + 20
    while True:
        found = rows(browser)
        if len(found) >= count and not any(row["state"] == state for row in found):
            assert len(found) == count, found
            return found
        assert time.monotonic() < end, found
        time.sleep(0.02)


def test_a_turn_is_told_by_mail(marta: Browser, jaro: Browser, sink: Sink) -> None:
    game = shared(marta, jaro)
    name = marta.done("GET", f"matches/{game['id']}")["name"]
    plays(marta, game)
    mail = sink.mail()
    assert (mail["To"], mail["Subject"]) == (JARO, f"Your move: {name}")
    text = mail.get_content()
    assert "Skirmish at the Village against Marta K · " in text
    assert f"{ADDRESS}/#/play/{game['id']}" in text
    assert [row["state"] for row in settled(jaro, 2)] == ["sent", "sent"]
    assert sink.mails.empty()


def test_a_turn_that_is_put_off_is_told_again(
    marta: Browser, jaro: Browser, sink: Sink, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = shared(marta, jaro)
    later = f"club/games/{game['id']}/later"
    assert jaro.refused("POST", later) == "There is no notice about this game to postpone."
    assert jaro.done("GET", "club")["notices"] == 0
    plays(marta, game)
    first = sink.mail()
    settled(jaro, 2)
    assert [jaro.done("GET", path)["notices"] for path in ("club", "club/games")] == [1, 1]
    assert marta.done("GET", "club")["notices"] == 0

    jaro.done("POST", later)
    assert jaro.done("GET", "club")["notices"] == 0
    (waits,) = rows(jaro, state="waiting")
    assert timedelta(minutes=59) < datetime.fromisoformat(waits["due"]) - datetime.now(UTC) <= timedelta(hours=1)
    monkeypatch.setattr(outbox, "LATER", 0.0)
    jaro.done("POST", later)
    again = sink.mail()
    assert (again["Subject"], again.get_content()) == (first["Subject"], first.get_content())
    settled(jaro, 5)

    # Who has played in the meantime is not told.
    monkeypatch.setattr(outbox, "LATER", 3600.0)
    jaro.done("POST", later)
    plays(jaro, game)
    assert rows(jaro, state="waiting", member=waits["member"]) == []


def test_one_notice_until_its_player_has_looked(marta: Browser, jaro: Browser, sink: Sink) -> None:
    game = shared(marta, jaro)
    plays(marta, game)
    sink.mail()
    jaro.done("POST", f"matches/{game['id']}/chat", {"text": "Wait."})  # at another device
    marta.done("POST", f"matches/{game['id']}/chat", {"text": "I wait."})
    settled(jaro, 4)  # otherwise the next one could take its place
    change(jaro, "mail", takes=["turn", "chat"])
    marta.done("POST", f"matches/{game['id']}/chat", {"text": "Still."})
    settled(jaro, 5)
    assert sink.mails.empty()

    with jaro.client.websocket_connect(f"{SOCKETS}/{game['id']}/live", headers={"origin": ADDRESS}) as tab:
        tab.send_json({"key": None})
        tab.receive_json()
    end = time.monotonic() + 10
    while told(jaro, game) or marta.done("GET", f"matches/{game['id']}/company")["presence"]["red"]["here"]:
        assert time.monotonic() < end
        time.sleep(0.02)
    marta.done("POST", f"matches/{game['id']}/chat", {"text": "Again."})
    assert sink.mail()["Subject"].startswith("Message: ")


def told(browser: Browser, game: Json) -> bool:
    return club_of(browser).read(lambda connection: outbox.is_told(connection, game["id"]))


def change(browser: Browser, kind: str, **values: Any) -> None:
    channels = browser.done("GET", "club/me/notices")["channels"]
    (found,) = [one for one in channels if one["kind"] == kind]
    browser.done("PATCH", f"club/me/notices/channels/{found['id']}", values)


def test_nobody_is_told_about_the_game_that_they_look_at(marta: Browser, jaro: Browser, sink: Sink) -> None:
    game = shared(marta, jaro)
    with jaro.client.websocket_connect(f"{SOCKETS}/{game['id']}/live", headers={"origin": ADDRESS}) as tab:
        tab.send_json({"key": None})
        tab.receive_json()
        plays(marta, game)
        tab.receive_json()
        other = shared(marta, jaro)
        plays(marta, other)
        assert other["id"] in sink.mail().get_content()
        assert [row["state"] for row in rows(jaro, match=game["id"])] == ["waiting"]
    end = time.monotonic() + 10
    while [row["state"] for row in rows(jaro, match=game["id"])] != ["dropped"]:
        assert time.monotonic() < end
        time.sleep(0.02)
    assert sink.mails.empty()


def test_a_hidden_tab_does_not_count(marta: Browser, jaro: Browser, sink: Sink) -> None:
    game = shared(marta, jaro)
    with jaro.client.websocket_connect(f"{SOCKETS}/{game['id']}/live", headers={"origin": ADDRESS}) as tab:
        tab.send_json({"key": None, "company": True})
        tab.receive_json()
        tab.send_json({"looks": False})
        assert tab.receive_json()["presence"]["red"]["here"] is False
        tab.send_json(["nonsense"])
        plays(marta, game)
        assert game["id"] in sink.mail().get_content()


def test_a_turn_that_is_taken_back_at_once_is_not_told(
    marta: Browser, jaro: Browser, sink: Sink, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = shared(marta, jaro)
    monkeypatch.setattr(outbox, "GRACE", 0.5)
    state = plays(marta, game)
    marta.done("POST", f"matches/{game['id']}/undo", {"version": state["version"]})
    (row,) = settled(marta, 1)
    assert (row["state"], row["why"]) == ("dropped", "It is no longer their turn.")
    assert sink.mails.empty()


def test_the_end_is_told_to_the_others(marta: Browser, jaro: Browser, sink: Sink) -> None:
    game = shared(marta, jaro)
    marta.done("POST", f"matches/{game['id']}/resign", {"version": game["version"]})
    mail = sink.mail()
    assert (mail["To"], mail["Subject"].partition(":")[0]) == (JARO, "Game over")
    settled(marta, 2)
    assert sink.mails.empty()


def test_a_request_for_consent_is_told(marta: Browser, jaro: Browser, sink: Sink) -> None:
    game = shared(marta, jaro)
    change(jaro, "mail", takes=["asked"])
    change(marta, "mail", takes=[])
    plays(marta, game)
    state = plays(jaro, game)
    marta.done("POST", f"matches/{game['id']}/undo", {"version": state["version"], "ask": True})
    mail = sink.mail()
    assert (mail["To"], "Blue asks to undo" in mail.get_content()) == (JARO, True)


def test_a_muted_game_is_silent(marta: Browser, jaro: Browser, sink: Sink) -> None:
    game = shared(marta, jaro)
    kept = jaro.done("PUT", f"club/games/{game['id']}/notices", {"muted": True})
    assert (kept["seats"], kept["muted"]) == (["red"], True)
    plays(marta, game)
    (row,) = settled(jaro, 1)
    assert row["why"] == "The game is muted."
    jaro.done("PUT", f"club/games/{game['id']}/notices", {"muted": False})
    assert jaro.done("GET", f"club/games/{game['id']}/seat")["muted"] is False
    other = begin(marta)
    assert "holds no seat" in jaro.refused("PUT", f"club/games/{other['id']}/notices", {"muted": True})


def test_a_game_is_told_only_through_the_channels_that_are_chosen_for_it(
    marta: Browser, jaro: Browser, sink: Sink, hook: Web
) -> None:
    jaro.done("POST", "club/me/notices/channels", {"url": f"{hook.address}/hook"})
    mail, webhook = [one["id"] for one in jaro.done("GET", "club/me/notices")["channels"]]
    game, other = shared(marta, jaro), shared(marta, jaro)
    foreign = marta.done("GET", "club/me/notices")["channels"][0]["id"]
    wanted = {"muted": False, "without": [mail, foreign]}
    assert jaro.done("PUT", f"club/games/{game['id']}/notices", wanted)["without"] == [mail]
    plays(marta, game)
    plays(marta, other)
    told = sorted(json.loads(hook.next().body)["content"].partition("#/play/")[2][:16] for _ in range(2))
    assert told == sorted([game["id"], other["id"]])
    assert other["id"] in sink.mail().get_content()
    settled(jaro, 5)
    assert sink.mails.empty()
    jaro.done("PUT", f"club/games/{game['id']}/notices", {"muted": False, "without": [webhook]})
    assert jaro.done("GET", f"club/games/{game['id']}/seat")["without"] == [webhook]


def test_a_push_is_encrypted_for_the_browser_and_signed(marta: Browser, jaro: Browser, hook: Web) -> None:
    game, device = shared(marta, jaro), Device()
    given = jaro.done("POST", "club/me/notices/channels", {"url": f"{hook.address}/send/1", "keys": device.keys})
    (push,) = [one for one in given["channels"] if one["kind"] == "push"]
    assert (push["label"], push["here"], push["off"]) == ("Chrome on Linux", True, None)
    plays(marta, game)
    got = hook.next()
    claims, key = verified(got.headers["authorization"])
    assert (claims["aud"], claims["sub"], key) == (hook.address, ADDRESS, given["key"])
    assert (got.path, got.headers["content-encoding"], got.headers["topic"]) == ("/send/1", "aes128gcm", game["id"])
    message = device.read(got.body)
    assert message["url"] == f"{ADDRESS}/#/play/{game['id']}"
    assert (message["title"].partition(":")[0], message["tag"]) == ("Your move", game["id"])
    assert game["decision"]["title"] in message["body"]


def test_the_keys_of_a_club_are_kept(opens: Opens, club_file: Path) -> None:
    first, second = joins(opens(), "Marta K"), joins(opens(), "Jaro R")
    keys = [browser.done("GET", "club/me/notices")["key"] for browser in (first, second)]
    assert keys[0] == keys[1]


def test_a_browser_that_has_ended_its_subscription_is_switched_off(marta: Browser, jaro: Browser, hook: Web) -> None:
    game = shared(marta, jaro)
    jaro.done("POST", "club/me/notices/channels", {"url": hook.address, "keys": Device().keys})
    change(jaro, "mail", takes=[])
    hook.status = 410
    plays(marta, game)
    found = settled(jaro, 2)
    assert {row["state"] for row in found} == {"sent", "failed"}
    (push,) = [one for one in jaro.done("GET", "club/me/notices")["channels"] if one["kind"] == "push"]
    assert push["off"] == "The browser has ended its subscription."
    change(jaro, "push")
    assert [one["off"] for one in jaro.done("GET", "club/me/notices")["channels"]] == [None, None]


def test_a_browser_that_subscribes_again_keeps_its_settings(jaro: Browser, hook: Web) -> None:
    keys = Device().keys
    path = "club/me/notices/channels"
    first = jaro.done("POST", path, {"url": f"{hook.address}/one", "keys": keys})["channels"]
    own = next(one for one in first if one["kind"] == "push")
    jaro.done("PATCH", f"{path}/{own['id']}", {"takes": ["chat"], "label": "Phone"})
    body = {"url": f"{hook.address}/two", "keys": keys, "replaces": f"{hook.address}/one"}
    found = [one for one in jaro.done("POST", path, body)["channels"] if one["kind"] == "push"]
    assert [(one["id"], one["takes"], one["label"]) for one in found] == [(own["id"], ["chat"], "Phone")]
    jaro.done("POST", "club/me/notices/test")
    assert hook.next().path == "/two"
    # A subscription that nobody knows is a new browser.
    body = {"url": f"{hook.address}/three", "keys": keys, "replaces": f"{hook.address}/none"}
    assert len([one for one in jaro.done("POST", path, body)["channels"] if one["kind"] == "push"]) == 2


def test_a_push_ends_with_its_session(jaro: Browser, hook: Web) -> None:
    jaro.done("POST", "club/me/notices/channels", {"url": hook.address, "keys": Device().keys})
    other = another(jaro)
    other.device = jaro.device
    other.sign_in()
    other.done("DELETE", "club/me/sessions")
    assert [one["kind"] for one in other.done("GET", "club/me/notices")["channels"]] == ["mail"]


def test_a_browser_belongs_to_who_signed_in_last(marta: Browser, jaro: Browser, hook: Web) -> None:
    body = {"url": hook.address, "keys": Device().keys}
    for browser in (marta, jaro, jaro):
        browser.done("POST", "club/me/notices/channels", body)
    kinds = [[one["kind"] for one in one.done("GET", "club/me/notices")["channels"]] for one in (marta, jaro)]
    assert kinds == [["mail"], ["mail", "push"]]


def test_a_webhook_without_a_name_is_named_after_its_host(marta: Browser, hook: Web) -> None:
    named = marta.done("POST", "club/me/notices/channels", {"url": f"{hook.address}/hook"})["channels"]
    assert [one["label"] for one in named if one["kind"] == "webhook"] == ["127.0.0.1"]


def test_a_webhook_gets_discords_form(marta: Browser, jaro: Browser, hook: Web) -> None:
    marta.done("POST", "club/me/notices/channels", {"url": f"{hook.address}/api/webhooks/1/x", "label": "Discord"})
    game = shared(marta, jaro)
    plays(marta, game)
    jaro.done("PATCH", f"matches/{game['id']}", {"name": "@everyone *look*"})
    plays(jaro, game)
    message = json.loads(hook.next().body)
    assert message["allowed_mentions"] == {"parse": []}
    assert message["content"].splitlines()[0] == r"**Your move: \@everyone \*look\***"
    assert f"<{ADDRESS}/#/play/{game['id']}>" in message["content"]


@pytest.mark.parametrize("status", [500, 429])
def test_what_fails_is_tried_again_later(marta: Browser, jaro: Browser, hook: Web, status: int) -> None:
    game = shared(marta, jaro)
    jaro.done("POST", "club/me/notices/channels", {"url": hook.address})
    change(jaro, "mail", takes=[])
    hook.status, hook.headers = status, {"Retry-After": "100"}
    plays(marta, game)
    hook.next()
    end = time.monotonic() + 10
    while not (late := [row for row in rows(jaro, match=game["id"]) if row["tries"] == 1]):
        assert time.monotonic() < end
        time.sleep(0.02)
    assert (late[0]["state"], late[0]["why"]) == ("waiting", f"The webhook answered with status {status}.")
    wait = datetime.fromisoformat(late[0]["due"]) - datetime.fromisoformat(late[0]["written"])
    assert wait >= timedelta(seconds=99)


def test_what_fails_for_good_is_given_up_with_a_reason(marta: Browser, jaro: Browser, hook: Web) -> None:
    game = shared(marta, jaro)
    jaro.done("POST", "club/me/notices/channels", {"url": hook.address})
    change(jaro, "mail", takes=[])
    hook.status, hook.to = 302, f"{hook.address}/elsewhere"
    plays(marta, game)
    settled(jaro, 2)
    assert hook.next().path == "/"
    assert hook.got.empty()  # the redirect is not followed
    (failure,) = club_of(jaro).read(outbox.failures)
    assert (failure.channel, failure.kind) == ("webhook", "turn")
    assert failure.why == "The webhook redirects to another address, which is not allowed."


def test_a_mailbox_that_bounces_is_switched_off(marta: Browser, sink: Sink) -> None:
    other = joins(another(marta), "Lena B")
    club = club_of(marta)
    with club.store.database.engine.begin() as connection:
        connection.exec_driver_sql(f"UPDATE club_members SET mail = '{REFUSED}' WHERE name = 'Marta K'")
    game = begin(other)
    keep(other, game, "blue")
    keep(marta, game, "red")
    plays(other, game)
    settled(marta, 2)
    (mail,) = marta.done("GET", "club/me/notices")["channels"]
    assert mail["off"] == "The mailbox refuses mail (code 550)."
    assert marta.done("POST", "club/me/notices/test") == [
        {"channel": mail["id"], "problem": "The mailbox refuses mail (code 550)."}
    ]


def test_one_click_stops_the_mails_without_signing_in(marta: Browser, jaro: Browser, sink: Sink) -> None:
    game = shared(marta, jaro)
    plays(marta, game)
    mail = sink.mail()
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    stop = mail["List-Unsubscribe"].strip("<>")
    assert stop in mail.get_content()
    # Mail programs look for the URL in the line itself (RFC 2369, RFC 8058).
    assert (
        f"\r\nList-Unsubscribe: <{stop}>\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n".encode() in sink.raw
    )
    nobody = another(marta)
    del nobody.client.headers["origin"]
    page = nobody.client.get(stop)
    assert (page.status_code, page.headers["content-type"]) == (200, "text/html; charset=utf-8")
    assert "form-action 'self'" in page.headers["content-security-policy"]
    assert (
        jaro.done("GET", "club/me/notices")["channels"][0]["off"] is None
    )  # a link that is only opened changes nothing
    done = nobody.client.post(stop, content="List-Unsubscribe=One-Click", headers=ONE_CLICK)
    assert (done.status_code, "You have stopped" in done.text) == (200, True)
    assert jaro.done("GET", "club/me/notices")["channels"][0]["off"] == "You have stopped these emails."
    wrong = nobody.client.post(f"{stop[:-1]}{'0' if stop[-1] != '0' else '1'}", headers=ONE_CLICK)
    assert (wrong.status_code, wrong.json()["error"]) == (404, "This link is incomplete. Copy the whole link.")


def test_a_long_address_stays_on_its_line() -> None:
    stop = f"<https://{'a' * 60}.{'b' * 60}.{'c' * 60}.example.org/api/club/unsubscribe/{'1' * 80}>"
    mail = Post(Settings("Club", ADDRESS, "Jan Novak")).mail(
        "marta@example.org", "Your move", "It is.", {"List-Unsubscribe": stop}
    )
    assert f"\r\nList-Unsubscribe: {stop}\r\n".encode() in mail.as_bytes(policy=mail.policy.clone(linesep="\r\n"))


def test_one_mail_a_day(marta: Browser, jaro: Browser, sink: Sink) -> None:
    jaro.done("PUT", "club/me/notices", {"zone": "Europe/Berlin", "daily": "18:00"})
    change(marta, "mail", takes=[])
    games = [shared(marta, jaro) for _ in range(3)]
    for game in games:
        plays(marta, game)
    end = time.monotonic() + 10
    while len(rows(jaro, state="waiting")) != 3 or len(rows(jaro)) != 6:
        assert time.monotonic() < end
        time.sleep(0.02)
    assert all(row["daily"] and row["due"] > row["written"] for row in rows(jaro, state="waiting"))
    assert sink.mails.empty()
    plays(jaro, games[1])  # who plays has looked
    with club_of(jaro).store.database.engine.begin() as connection:
        connection.execute(sa.update(OUTBOX).where(OUTBOX.c.daily).values(due="2020"))
    mail = sink.mail()
    assert (mail["To"], mail["Subject"]) == (JARO, "Tuesday Club: 2 notices")
    text = mail.get_content()
    assert [game["id"] in text for game in games] == [True, False, True]


def test_what_waits_is_dropped_when_it_is_no_longer_wanted(marta: Browser, jaro: Browser, sink: Sink) -> None:
    jaro.done("PUT", "club/me/notices", {"zone": "UTC", "daily": "18:00"})
    change(marta, "mail", takes=[])
    games = [shared(marta, jaro) for _ in range(2)]
    for game in games:
        plays(marta, game)
    end = time.monotonic() + 10
    while len(rows(jaro)) != 4:
        assert time.monotonic() < end
        time.sleep(0.02)
    jaro.done("PUT", f"club/games/{games[0]['id']}/notices", {"muted": True})
    change(jaro, "mail", takes=["over"])
    with club_of(jaro).store.database.engine.begin() as connection:
        connection.execute(sa.update(OUTBOX).where(OUTBOX.c.daily).values(due="2020"))
    settled(jaro, 4)
    assert {row["why"] for row in rows(jaro, state="dropped")} == {"The channel no longer accepts it."}
    assert sink.mails.empty()


def test_quiet_hours_put_notices_off(marta: Browser, jaro: Browser, sink: Sink) -> None:
    now = datetime.now()
    hours = [(now + timedelta(minutes=minutes)).strftime("%H:%M") for minutes in (-60, 60)]
    jaro.done("PUT", "club/me/notices", {"zone": "UTC", "quiet_from": hours[0], "quiet_to": hours[1]})
    game = shared(marta, jaro)
    plays(marta, game)
    end = time.monotonic() + 10
    while not any(
        row["due"] > row["written"][:14] + "99" or row["due"][:16] > row["written"][:16] for row in rows(jaro)
    ):
        assert time.monotonic() < end
        time.sleep(0.02)
    assert sink.mails.empty()
    jaro.done("PUT", "club/me/notices", {"zone": "UTC"})
    with club_of(jaro).store.database.engine.begin() as connection:
        connection.execute(sa.update(OUTBOX).values(due="2020"))
    assert sink.mail()["To"] == JARO


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ({"zone": "Moon/Sea"}, "“Moon/Sea” is not a time zone"),
        ({"zone": "../../etc/passwd"}, "is not a time zone"),
        ({"zone": "UTC", "quiet_from": "22:30"}, "need a start and an end"),
        ({"zone": "UTC", "daily": "25:00"}, "daily"),
    ],
)
def test_wrong_times_are_refused(marta: Browser, body: Json, said: str) -> None:
    assert said in marta.refused("PUT", "club/me/notices", body)


def test_a_test_notice_says_what_became_of_each_channel(marta: Browser, hook: Web, sink: Sink) -> None:
    device = Device()
    marta.done("POST", "club/me/notices/channels", {"url": f"{hook.address}/push", "keys": device.keys})
    given = marta.done("POST", "club/me/notices/channels", {"url": "http://127.0.0.1:9", "label": "Discord"})
    kinds = {one["id"]: one["kind"] for one in given["channels"]}
    tested = {kinds[one["channel"]]: one["problem"] for one in marta.done("POST", "club/me/notices/test")}
    assert (tested["mail"], tested["push"]) == ("", "")
    assert tested["webhook"].startswith("127.0.0.1 could not be reached: ")
    assert sink.mail()["Subject"] == "Test notice"
    assert device.read(hook.next().body)["title"] == "Test notice"


def test_channels_are_the_members_own(marta: Browser, jaro: Browser) -> None:
    (mail,) = marta.done("GET", "club/me/notices")["channels"]
    assert "no such notice channel" in jaro.refused("PATCH", f"club/me/notices/channels/{mail['id']}", {"takes": []})
    assert "no such notice channel" in jaro.refused("DELETE", f"club/me/notices/channels/{mail['id']}")
    assert another(marta).refused("GET", "club/me/notices") == "Sign in first."


@pytest.mark.parametrize("keys", [None, Device().keys])
def test_an_address_in_a_private_network_is_refused(marta: Browser, keys: Json | None) -> None:
    body = {"url": "https://192.168.0.10/hook", "keys": keys}
    said = "192.168.0.10 is not a public address."
    assert marta.refused("POST", "club/me/notices/channels", body) == said
    assert [one["kind"] for one in marta.done("GET", "club/me/notices")["channels"]] == ["mail"]


def test_no_more_channels_than_a_table_shows(marta: Browser) -> None:
    for number in range(19):
        marta.done("POST", "club/me/notices/channels", {"url": f"http://127.0.0.1/{number}"})
    assert "at most 20" in marta.refused("POST", "club/me/notices/channels", {"url": "http://127.0.0.1/x"})


@pytest.mark.parametrize("seed", range(deep(4)))
@pytest.mark.parametrize("number", [0, 1])
def test_games_that_differ_in_hidden_hands_give_the_same_notices(
    duel: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int, seed: int
) -> None:
    """Twins: what the other seat hides makes no difference to any byte of a member's notices."""
    rng = random.Random(seed)
    seat = find("duel").seats[number]
    logs = pair("duel", seat, rng)
    monkeypatch.setattr(server_matches, "new_keys", lambda seats: {name: KEYS[name] for name in seats})
    monkeypatch.setattr(sender.Sender, "look", lambda _: None)
    club = written(tmp_path, None)
    notices = []
    for index, log in enumerate(logs):
        world = World("duel", log, f"sqlite:///{tmp_path / f'{index}.sqlite'}", club)
        with ExitStack() as stack:
            world.begin(stack, monkeypatch)
            world.sign_in(seat)
            found = []
            for who, line in world.choices():
                assert world.act(who, line)[0] == 200
                other = next(one for one in KEYS if one != seat and one in world.match.game.seats)
                world.ask(other, "POST", "/chat", {"text": "Hello"})
                found += written_notices(world)
            notices.append(found)
    assert notices[0] == notices[1]
    assert "Message" in {text.title.partition(":")[0] for _, text in notices[0]}


def written_notices(world: World) -> list[tuple[float, Notice]]:
    """What the outbox would send for each of its rows, and how long it waits for that. It is empty afterwards."""
    club: Club = world.client.app.state.parts.access  # type: ignore[attr-defined]
    match_id = world.path.rpartition("/")[2]

    def take(connection: sa.Connection) -> list[tuple[float, Notice]]:
        found: list[tuple[float, Notice]] = []
        for row in connection.execute(sa.select(OUTBOX).order_by(OUTBOX.c.number)).mappings():
            one = outbox.Delivery(*[row[name] for name in outbox.Delivery._fields if name in OUTBOX.c])
            text = notice(connection, one, ADDRESS)
            assert text is not None
            wait = datetime.fromisoformat(row["due"]) - datetime.fromisoformat(row["written"])
            found.append((round(wait.total_seconds()), text._replace(url=text.url.replace(match_id, ""), about="")))
        connection.execute(sa.delete(OUTBOX))
        return found

    return club.write(take)


def test_who_waited_is_told_that_their_challenge_is_accepted(marta: Browser, jaro: Browser, sink: Sink) -> None:
    wanted = marta.done("POST", "club/challenges", {"game": GAME, "seat": "blue"})
    begun = jaro.done("POST", f"club/challenges/{wanted['challenge']['id']}/accept")
    mail = sink.mail()
    assert (mail["To"], mail["Subject"].partition(":")[0]) == (MARTA, "Challenge accepted")
    assert "Jaro R accepted. You play Blue. · Your move." in mail.get_content()
    assert begun["match"] in mail.get_content()
    (turn,) = [row for row in rows(marta, match=begun["match"]) if row["kind"] == "turn"]
    assert (turn["state"], turn["due"] > turn["written"]) == ("waiting", True)


def test_two_servers_send_each_notice_once(opens: Opens, sink: Sink) -> None:
    first = opens()
    marta, jaro = joins(first, "Marta K"), joins(another(first), "Jaro R", JARO)
    opens()  # another server on the same database
    games = [shared(marta, jaro) for _ in range(12)]
    for game in games:
        plays(marta, game)
    settled(jaro, 24)
    told = [sink.mail().get_content() for _ in games]
    assert sink.mails.empty()
    assert [sum(game["id"] in text for text in told) for game in games] == [1] * 12


def test_a_server_that_dies_leaves_its_deliveries_to_another(
    marta: Browser, jaro: Browser, sink: Sink, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, club = shared(marta, jaro), club_of(marta)
    with monkeypatch.context() as patched:
        patched.setattr(sender.Sender, "look", lambda _: None)
        plays(marta, game)
        monkeypatch.setattr(outbox, "LEASE", 0.3)
        time.sleep(0.1)
        club.write(lambda connection: (outbox.decide(connection), outbox.claim(connection, "dead", 8)))
        assert [row["holder"] for row in rows(jaro, state="waiting")] == ["dead"]
    assert sink.mail()["To"] == JARO
    settled(jaro, 2)


@pytest.mark.parametrize(
    ("zone", "moment", "until"),
    [
        ("Europe/Berlin", "2026-11-27T21:00:00", ""),  # 22:00 there
        ("Europe/Berlin", "2026-11-27T21:30:00", "2026-11-28T06:00:00.000000Z"),
        ("Europe/Berlin", "2026-11-28T05:59:00", "2026-11-28T06:00:00.000000Z"),
        ("Europe/Berlin", "2026-11-28T06:00:00", ""),
        ("Europe/Berlin", "2026-10-24T22:00:00", "2026-10-25T06:00:00.000000Z"),  # clocks go back in this night
        ("America/New_York", "2026-11-28T03:30:00", "2026-11-28T12:00:00.000000Z"),
    ],
)
def test_quiet_hours_follow_the_members_clock(zone: str, moment: str, until: str) -> None:
    times = Preferences(zone, "22:30", "07:00")
    assert times.quiet_until(datetime.fromisoformat(f"{moment}+00:00")) == until


def test_quiet_hours_within_a_day() -> None:
    times = Preferences("UTC", "09:00", "17:00", "17:30")
    noon = datetime.fromisoformat("2026-11-27T12:00:00+00:00")
    assert times.quiet_until(noon) == "2026-11-27T17:00:00.000000Z"
    assert times.quiet_until(noon + timedelta(hours=5)) == ""
    assert times.next_daily(noon) == "2026-11-27T17:30:00.000000Z"
    assert times.next_daily(noon + timedelta(hours=6)) == "2026-11-28T17:30:00.000000Z"


def timed(marta: Browser, jaro: Browser) -> tuple[str, str]:
    """A game with clocks in which Marta (blue) is to move: its id, and the hashed key of her seat."""
    change(marta, "mail", takes=["clock"])
    wanted = {"game": GAME, "seat": "blue", "pace": {"kind": "daily", "days": 5, "hours": 0}}
    challenge = marta.done("POST", "club/challenges", wanted)["challenge"]["id"]
    match: str = jaro.done("POST", f"club/challenges/{challenge}/accept")["match"]
    claim = club_of(marta).store.matches.claim(match)
    assert claim is not None
    return match, claim.keys["blue"]


def test_marks_of_a_clock_are_told(marta: Browser, jaro: Browser, sink: Sink) -> None:
    match, key = timed(marta, jaro)
    fired = Fired(match, "blue", key, "half", 5 * 43_200_000)
    club_of(marta).write(lambda connection: outbox.within_mark(connection, fired))
    mail = sink.mail()
    assert (mail["To"], mail["Subject"].partition(":")[0]) == (MARTA, "Clock")
    assert "4 days 23 hours left." in mail.get_content()

    club_of(marta).write(lambda connection: outbox.within_mark(connection, fired._replace(mark="zero")))
    mails = {mail["To"]: mail.get_content() for mail in (sink.mail(), sink.mail())}
    assert mails.keys() == {MARTA, JARO}
    assert "Blue has run out of time. You can claim the game." in mails[JARO]


def test_a_mark_that_a_move_has_overtaken_is_not_told(
    marta: Browser, jaro: Browser, sink: Sink, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, key = timed(marta, jaro)
    change(jaro, "mail", takes=["clock"])
    monkeypatch.setattr(outbox, "GRACE", 0.5)
    fired = Fired(match, "blue", key, "zero", 0)
    club_of(marta).write(lambda connection: outbox.within_mark(connection, fired))
    plays(marta, {"id": match})
    end = time.monotonic() + 10
    while [row["state"] for row in rows(marta, kind="clock")] != ["dropped", "dropped"]:
        assert time.monotonic() < end
        time.sleep(0.02)
    assert sink.mails.empty()


def test_a_pause_asks_for_consent(marta: Browser, jaro: Browser, sink: Sink) -> None:
    match, _ = timed(marta, jaro)
    change(jaro, "mail", takes=["asked"])
    marta.done("PUT", f"club/games/{match}/pause", {"asks": True})
    mail = sink.mail()
    assert (mail["To"], "Blue asks for a pause." in mail.get_content()) == (JARO, True)


@pytest.mark.parametrize(
    ("milliseconds", "said"),
    [
        (1, "1 minute"),
        (3_600_000, "1 hour"),
        (3_660_000, "1 hour 1 minute"),
        (86_400_000, "1 day"),
        (97_200_000, "1 day 3 hours"),
        (90_000_000_000, "1041 days 16 hours"),
    ],
)
def test_a_time_is_told_as_a_clock_shows_it(milliseconds: int, said: str) -> None:
    assert lasting(milliseconds) == said


def test_operators_are_told_of_a_report_until_it_is_resolved(opens: Opens, tmp_path: Path, sink: Sink) -> None:
    """By mail unless they turn it off, and not by themselves. A report from a profile is about no game."""
    marta = opens(written(tmp_path, sink, 'operators = ["jan@example.org", "eva@example.org"]\n'))
    joins(marta, "Marta K", MARTA)
    jan, eva = joins(another(marta), "Jan N", "jan@example.org"), joins(another(marta), "Eva L", "eva@example.org")
    assert marta.refused("POST", "club/members/Marta K/reports", {"reason": "Me."}) == "You cannot report yourself."
    assert marta.refused("POST", "club/members/Nobody/reports", {"reason": "Me."}) == "There is no member “Nobody”."
    marta.done("POST", "club/members/Jan N/reports", {"reason": "The name is mine."})
    told = [sink.mail(), sink.mail()]
    assert sorted(mail["To"] for mail in told) == ["eva@example.org", "jan@example.org"]
    for mail in told:
        assert mail["Subject"] == "Report from Marta K"
        assert "1 report is open." in mail.get_content()
        assert f"{ADDRESS}/#/reports" in mail.get_content()

    change(eva, "mail", takes=["turn"])
    eva.done("POST", "club/members/Marta K/reports", {"reason": "Shouts."})
    assert sink.mail()["To"] == "jan@example.org"
    settled(marta, 6)
    change(eva, "mail", takes=["report"])
    marta.done("POST", "club/members/Eva L/reports", {"reason": "Rude."})
    assert sorted(sink.mail()["To"] for _ in range(2)) == ["eva@example.org", "jan@example.org"]

    def why() -> str:
        return club_of(jan).read(lambda connection: outbox.lapsed(connection, "", "", "report", ""))

    assert why() == ""
    for report in jan.done("GET", "club/reports"):
        by = eva if report["about"] == "Jan N" else jan
        by.done("POST", f"club/reports/{report['id']}", {"outcome": "Spoke to both."})
    assert why() == "Every report is resolved."
    resolved = jan.done("GET", "club/reports?resolved=true")
    assert len(resolved) == 3
    assert {(one["match"], one["outcome"], one["resolved"] > one["at"]) for one in resolved} == {
        ("", "Spoke to both.", True)
    }
    assert marta.refused("GET", "club/reports?resolved=true") == "Only an operator of this club can do that."
