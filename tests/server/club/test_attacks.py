"""What a stranger tries against a club and its members."""

import re
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import Any, get_args

import cbor2
import msgspec
import pytest
import sqlalchemy as sa
from starlette.websockets import WebSocketDisconnect
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url

from mamayev.engine.table import Game
from mamayev.server.clock import ago
from mamayev.server.club import answers, challenges, lists, matching, names, outbox, passkeys
from mamayev.server.club.opening import ALL_ROUTES
from mamayev.server.club.opponents import usual
from mamayev.server.club.settings import mailbox
from mamayev.server.club.tables import ANSWERS, OUTBOX
from mamayev.server.club.work import zeros
from mamayev.server.routes import live

from .conftest import ADDRESS, Browser, Json, Opens, another, written
from .sink import Sink
from .test_seats import SOCKETS, begin, keep

LIMITS = '[limits]\ncodes = "2/hour"\n'


def codes(browser: Browser, mail: str, times: int) -> list[int]:
    """The statuses of requests for codes."""
    return [browser.ask("POST", "club/codes", {"mail": mail}).status_code for _ in range(times)]


@pytest.mark.parametrize(("own", "like"), [("strasse", "straße"), ("mike", "mi\u212ae"), ("josé", "JOSÉ")])
def test_letters_that_fold_together_do_not_open_an_account(browser: Browser, own: str, like: str) -> None:
    browser.sink.utf8 = True
    ceremony, _ = browser.prove_mail(f"{own}@example.org")
    browser.done("POST", "club/join", {"name": "Marta K", "ceremony": ceremony})
    thief = another(browser)
    assert thief.prove_mail(f"{like}@example.org")[1] == {"me": None}


def test_a_code_goes_to_the_mailbox_that_was_proven(browser: Browser) -> None:
    ceremony, _ = browser.prove_mail("marta@example.org")
    browser.done("POST", "club/join", {"name": "Marta K", "ceremony": ceremony})
    another(browser).done("POST", "club/codes", {"mail": "MARTA@example.org"})
    assert browser.sink.mail()["To"] == "marta@example.org"


@pytest.mark.parametrize("user", ["=?utf-8?b?YQo=?=", "=?utf-8?q?marta=40x.org=2Cb?="])
def test_an_address_that_a_mail_would_not_go_to_is_no_mailbox(browser: Browser, user: str) -> None:
    assert browser.refused("POST", "club/codes", {"mail": f"{user}@example.org"}).endswith("is not an email address.")


@pytest.mark.parametrize("user", ["o'brien+x", "a=b", "marta!x%y", "josé"])
def test_unusual_addresses_are_mailboxes(user: str) -> None:
    found = mailbox(f"{user}@münchen.example")
    assert found is not None
    assert found.address == f"{user}@xn--mnchen-3ya.example"


def test_a_mail_that_cannot_be_sent_does_not_delay_another(browser: Browser) -> None:
    browser.sink.down = True
    browser.done("POST", "club/codes", {"mail": "jaro@example.org"})
    assert browser.sink.fails.wait(20)
    browser.sink.down = False
    browser.done("POST", "club/codes", {"mail": "marta@example.org"})
    assert [browser.sink.mail()["To"] for _ in range(2)] == ["marta@example.org", "jaro@example.org"]


def test_what_names_look_like_is_not_remembered_without_an_end(browser: Browser) -> None:
    bounds = [cached.cache_info().maxsize for cached in (names.skeleton, names._prototype, names._class_of)]
    assert None not in bounds


def test_one_address_cannot_keep_the_codes_of_a_member_away(opens: Opens, tmp_path: Path, sink: Sink) -> None:
    member = opens(written(tmp_path, sink, LIMITS))
    stranger = another(member, "192.0.2.77")
    assert codes(stranger, "marta@example.org", 4) == [201, 201, 429, 429]
    assert codes(member, "Marta@Example.org", 3) == [201, 201, 429]


def test_many_addresses_together_send_a_mailbox_so_many_codes(opens: Opens, tmp_path: Path, sink: Sink) -> None:
    first = opens(written(tmp_path, sink, LIMITS))
    strangers = [another(first, f"198.51.100.{n}") for n in range(8)]
    sent = [status for one in strangers for status in codes(one, "marta@example.org", 2)]
    assert sent == [201] * 12 + [429] * 4


def test_codes_without_the_task_do_not_count(opens: Opens, tmp_path: Path, sink: Sink) -> None:
    browser = opens(written(tmp_path, sink, f"work = 1\n{LIMITS}"))
    assert codes(browser, "marta@example.org", 5) == [409] * 5
    task = browser.done("POST", "club/tasks")["task"]
    answer = next(n for n in range(100) if zeros(task, n) >= 1)
    browser.done("POST", "club/codes", {"mail": "marta@example.org", "work": {"task": task, "answer": answer}})


def hostile(browser: Browser, what: str) -> int:
    """The status of joining with a new passkey in which something is wrong."""
    ceremony, options = browser.options("join", "Marta K")
    passkey = browser.device.make(options)
    response = passkey["response"]
    attested = cbor2.loads(base64url_to_bytes(response["attestationObject"]))
    if what == "deep":
        response["clientDataJSON"] = bytes_to_base64url(b"[" * 20_000)
    elif what == "attested":
        attested |= {"fmt": "android-safetynet", "attStmt": {"ver": "2", "response": b"a.b.c"}}
    elif what == "long":
        data = attested["authData"]
        attested["authData"] = data[:53] + (1024).to_bytes(2, "big") + bytes(1024) + data[71:]
        passkey["id"] = passkey["rawId"] = bytes_to_base64url(bytes(1024))
    elif what == "transports":
        response["transports"] = ["usb", "internal"] * 1000
    response["attestationObject"] = bytes_to_base64url(cbor2.dumps(attested))
    body = {"name": "Marta K", "ceremony": ceremony, "credential": passkey}
    return int(browser.ask("POST", "club/join", body).status_code)


@pytest.mark.parametrize("what", ["deep", "attested", "long"])
def test_a_hostile_passkey_is_refused(browser: Browser, what: str) -> None:
    assert hostile(browser, what) == 422
    assert browser.me is None


def test_a_long_answer_of_a_browser_is_not_read(browser: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[Json] = []
    monkeypatch.setattr(passkeys, "parse_registration_credential_json", read.append)
    ceremony, options = browser.options("join", "Marta K")
    passkey = browser.device.make(options)
    passkey["response"]["attestationObject"] = bytes_to_base64url(cbor2.dumps([(-1,) * 12] * 3_000))
    body = {"name": "Marta K", "ceremony": ceremony, "credential": passkey}
    assert browser.refused("POST", "club/join", body) == passkeys.NO_PASSKEY
    assert read == []


def test_new_passkeys_can_be_tried_a_bounded_number_of_times(opens: Opens, tmp_path: Path, sink: Sink) -> None:
    browser = opens(written(tmp_path, sink, '[limits]\ntries = "3/hour"\n'))
    ceremony, _ = browser.options("join", "Marta K")
    body = {"name": "Marta K", "ceremony": ceremony, "credential": {}}
    assert [browser.ask("POST", "club/join", body).status_code for _ in range(4)] == [422, 422, 429, 429]


def test_a_passkey_is_stored_in_bounded_room(browser: Browser) -> None:
    assert hostile(browser, "transports") == 201
    assert browser.done("GET", "club/me/export")["passkeys"][0]["transports"] == ["usb", "internal"]


def closed_by(browser: Browser, game: Json, change: Callable[[], object]) -> tuple[int, str]:
    """How the open tab of a browser is closed by a change."""
    with browser.client.websocket_connect(f"{SOCKETS}/{game['id']}/live", headers={"origin": ADDRESS}) as tab:
        tab.send_json({"key": None})
        tab.receive_json()
        change()
        with pytest.raises(WebSocketDisconnect) as closed:
            tab.receive_json()
    return closed.value.code, closed.value.reason


@pytest.mark.parametrize("held", [True, False])
def test_a_game_that_becomes_private_loses_its_watchers(browser: Browser, held: bool) -> None:
    browser.join("Marta K")
    game = begin(browser, held=held)
    if held:
        keep(browser, game, "blue")
    sight = f"club/games/{game['id']}/sight"
    browser.done("PUT", sight, {"sight": "public"})
    with browser.client.websocket_connect(f"{SOCKETS}/{game['id']}/live", headers={"origin": ADDRESS}) as own:
        own.send_json({"key": None})
        own.receive_json()
        closed = closed_by(another(browser), game, lambda: browser.done("PUT", sight, {"sight": "private"}))
        assert closed == (1008, "This game is private: only its players can see it.")
        body = {"text": "done", "version": game["version"]}
        browser.done("POST", f"matches/{game['id']}/actions", body)
        assert own.receive_json()["version"] == game["version"] + 1


def let_go(browser: Browser, game: Json, key: str | None) -> None:
    browser.done("DELETE", f"club/games/{game['id']}/seat", key=key)


def test_a_seat_is_not_let_go_without_its_key(browser: Browser) -> None:
    """Nobody has seen the keys of a game that began in the club, so nobody could play the seat again."""
    browser.join("Marta K")
    begun = browser.done("POST", "club/challenges", {"game": "barbarossa", "bot": "staff", "seat": "russian"})
    path = f"club/games/{begun['match']}/seat"
    for key in (None, "x" * 43, begin(browser)["keys"]["blue"]):
        assert "Provide the key of the seat" in browser.refused("DELETE", path, key=key)
    assert browser.done("GET", path)["seats"] == ["russian"]


def test_a_seat_that_is_let_go_leaves_the_others(browser: Browser) -> None:
    browser.join("Marta K")
    game = begin(browser)
    for seat in ("red", "blue"):
        keep(browser, game, seat)
    let_go(browser, game, game["keys"]["red"])
    assert browser.done("GET", f"club/games/{game['id']}/seat")["seats"] == ["blue"]
    assert "does not hold" in browser.refused("DELETE", f"club/games/{game['id']}/seat", key=game["keys"]["red"])


def test_a_private_game_that_continues_stays_private_and_with_its_players(browser: Browser) -> None:
    """The rules have stopped the first one."""
    browser.join("Marta K")
    game = begin(browser)
    keep(browser, game, "blue")
    browser.done("PUT", f"club/games/{game['id']}/sight", {"sight": "private"})
    parts = browser.client.app.state.parts  # type: ignore[attr-defined]
    with parts.rooms.open(game["id"]) as room:
        match, stopped = room.match.branch(0), SimpleNamespace(id=room.id, continued="f" * 16, keys=room.keys)
    parts.rooms.add(match, {}, "Continued", continues=stopped)
    [mine] = browser.done("GET", "club/games")["mine"]
    assert (mine["game"]["id"], mine["mine"], mine["sight"]) == ("f" * 16, ["blue"], "private")
    assert mine["players"]["blue"][0]["name"] == "Marta K"
    assert another(browser).ask("GET", f"matches/{'f' * 16}").status_code == 403


@pytest.mark.parametrize("held", [True, False])
def test_the_games_of_one_member_leave_room_for_others(
    browser: Browser, monkeypatch: pytest.MonkeyPatch, held: bool
) -> None:
    monkeypatch.setattr(lists, "LISTED", 5)
    monkeypatch.setattr(lists, "OF_ONE", 2)

    def shares(one: Browser, count: int) -> list[str]:
        found = []
        for _ in range(count):
            game = begin(one, held=held)
            if held:
                keep(one, game, "blue")
            one.done("PUT", f"club/games/{game['id']}/sight", {"sight": "public"})
            found.append(game["id"])
        return found[::-1]

    jaro, others = another(browser), another(browser)
    for one, name in ((browser, "Marta K"), (jaro, "Jaro R"), (others, "Ivo M")):
        one.join(name)
    first, many = shares(jaro, 1), shares(browser, 6)
    assert [row["game"]["id"] for row in others.done("GET", "club/games")["watch"]] == many[:2] + first


def test_a_seat_that_is_let_go_takes_its_tab_with_it(browser: Browser) -> None:
    browser.join("Marta K")
    game = begin(browser)
    keep(browser, game, "blue")
    closed = closed_by(browser, game, lambda: let_go(browser, game, game["keys"]["blue"]))
    assert closed == (1008, "Your account no longer holds a seat in this game.")


def test_an_export_names_each_seat_once(browser: Browser) -> None:
    browser.join("Marta K")
    game = begin(browser)
    for seat in ("red", "blue"):
        keep(browser, game, seat)
    held = browser.done("GET", "club/me/export")["seats"]
    assert [(one["match"], one["seat"]) for one in held] == [(game["id"], "blue"), (game["id"], "red")]


BODY = {"text": "done", "version": 1, "sight": "public", "wanted": 1, "ply": 0, "bot": "staff", "seat": "red", "to": 0}
"""Fields of all the forms that a request about a game may take."""


def fields_of(form: tuple[str, Any] | None) -> set[str]:
    kinds = () if form is None else (get_args(form[1]) or (form[1],))
    forms = [kind for kind in kinds if isinstance(kind, type) and issubclass(kind, msgspec.Struct)]
    return {field.encode_name for kind in forms for field in msgspec.structs.fields(kind)}


@pytest.mark.parametrize("held", [True, False])
@pytest.mark.parametrize("query", ["", "?seat=red", "?seat=*"])
def test_no_address_of_a_private_game_answers_a_stranger(browser: Browser, held: bool, query: str) -> None:
    browser.join("Marta K")
    game = begin(browser, held=held, name="Kotluban")
    if held:
        keep(browser, game, "blue")
    browser.done("PUT", f"club/games/{game['id']}/sight", {"sight": "private"})
    jaro, before = another(browser), browser.done("GET", f"matches/{game['id']}")
    jaro.join("Jaro R")
    routes = [route for route in ALL_ROUTES if "{match_id}" in route.path]
    assert len(routes) > 30
    for who in (another(browser), jaro):
        for route in routes:
            path = re.sub(r"\{\w+\}", "0", route.path.replace("{match_id}", game["id"])).removeprefix("/api/")
            body = {name: value for name, value in BODY.items() if name in fields_of(route.form)}
            more = f"{query}{'&' if query else '?'}piece=red-1&action=done"
            answer = who.ask(route.method, path + more, body if route.form else None)
            assert 400 <= answer.status_code < 500, (route.method, route.path, answer.text)
            assert "Kotluban" not in answer.text
    assert browser.done("GET", f"matches/{game['id']}") == before


def test_a_member_reads_while_another_program_has_locked_the_database(browser: Browser, address: str) -> None:
    browser.join("Marta K")
    game = begin(browser)
    keep(browser, game, "blue")
    with closing(sqlite3.connect(address.removeprefix("sqlite:///"), isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        assert browser.done("GET", "club/me")["name"] == "Marta K"
        assert browser.done("GET", f"matches/{game['id']}")["viewer"] == "blue"


def test_a_list_of_challenges_builds_no_table_for_any(browser: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each table takes 10 to 60 ms, and 500 challenges may have one of their own each."""
    browser.join("Marta K")
    set_up = usual("barbarossa")
    assert set_up is not None
    options = {**set_up.options, "railroads": True, "finns": True}
    wanted = {"game": "barbarossa", "edition": set_up.edition, "options": options, "seat": "german"}
    browser.done("POST", "club/challenges", wanted)
    jaro = another(browser)
    jaro.join("Jaro R")
    jaro.done("GET", "club/games")
    matching._sides.cache_clear()
    opened = Game.opened

    def build(game: Game, edition: str, options: dict[str, Any], own: Any) -> Any:
        assert not options.get("finns"), "a table was built"
        return opened(game, edition, options, own)

    monkeypatch.setattr(Game, "opened", build)
    [listed] = [one for one in jaro.done("GET", "club/games")["challenges"] if not one["by"].get("bot")]
    assert (listed["game"], listed["seat"]) == ("barbarossa", "russian")


def test_the_challenges_of_one_member_leave_room_for_others(browser: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(challenges, "LISTED", 4)
    jaro, lena = another(browser), another(browser)
    put_up = {}
    for one, name, count in ((browser, "Marta K", 6), (jaro, "Jaro R", 1), (lena, "Lena B", 2)):
        one.join(name)
        wanted = {"game": "barbarossa"}
        put_up[name] = [one.done("POST", "club/challenges", wanted)["challenge"]["id"] for _ in range(count)]
    for reader, seen in ((jaro, [2, 1, 1]), (lena, [1, 1, 2])):
        listed = {one["id"] for one in reader.done("GET", "club/games")["challenges"]}
        assert [len(listed & set(ids)) for ids in put_up.values()] == seen


@pytest.mark.parametrize("path", ["challenges", "challenges/x/accept", "play", "games/0/rematch"])
def test_games_that_begin_in_the_club_count_as_new_games(opens: Opens, path: str) -> None:
    browser = opens(games="2/hour")
    browser.join("Marta K")
    said = [browser.ask("POST", f"club/{path}", {}).status_code for _ in range(3)]
    assert said[2] == 429
    assert 429 not in said[:2]


def test_a_challenge_is_not_searched_for_by_what_a_database_cannot_search_for(browser: Browser) -> None:
    browser.join("Marta K")
    assert browser.ask("POST", "club/play", {"game": "skirmish", "joins": "\0"}).status_code == 422


def test_a_member_with_many_notices_leaves_others_their_turn(browser: Browser) -> None:
    """Webhooks that never answer would take every place of the sender, one after the other."""
    database = browser.client.app.state.parts.store.database  # type: ignore[attr-defined]

    def claimed(connection: sa.Connection) -> list[str]:
        for member, count in (("many", 40), ("few", 1)):
            for number in range(count):
                due = ago(100.0 if member == "many" else 1.0)
                fields = {"member": member, "match": str(number), "seat": "red", "kind": "turn", "about": ""}
                outbox._add(connection, {**fields, "channel": f"{member} {number}", "due": due, "written": due})
        first = [one.member for one in outbox.claim(connection, "here", 8)]
        return first + [one.member for one in outbox.claim(connection, "here", 8, ["many"])]

    assert database.write(claimed) == ["many", "many", "few"]


def test_slow_channels_leave_others_their_turn(browser: Browser) -> None:
    """Four members with webhooks that never answer would take every place of the sender."""
    database = browser.client.app.state.parts.store.database  # type: ignore[attr-defined]

    def claimed(connection: sa.Connection) -> list[list[str]]:
        for member in ("a", "b", "c", "d", "good"):
            for number in range(2):
                due = ago(1.0 if member == "good" else 100.0)
                fields = {"member": member, "match": str(number), "seat": "red", "kind": "turn", "about": ""}
                outbox._add(connection, {**fields, "channel": f"of {member}", "due": due, "written": due})
        slow = [f"of {member}" for member in "abcd"]
        first = outbox.claim(connection, "here", 8, (), slow)
        second = outbox.claim(connection, "here", 4, (), slow, 2 - sum(one.slow for one in first))
        return [[one.member for one in found] for found in (first, second)]

    assert database.write(claimed) == [["good", "good", "a", "a"], []]


def test_a_daily_mail_has_an_end(browser: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    """One statement names all its notices, and no database takes any number of them."""
    monkeypatch.setattr(outbox, "OF_ONE_MAIL", 3)
    database = browser.client.app.state.parts.store.database  # type: ignore[attr-defined]

    def claimed(connection: sa.Connection) -> list[int]:
        fields = {"member": "a", "seat": "red", "kind": "turn", "about": "", "daily": True, "channel": "mail"}
        due = ago(1.0)
        outbox._add(connection, *({**fields, "match": str(number), "due": due, "written": due} for number in range(8)))
        return [len(one.others) + 1 for _ in range(4) for one in outbox.claim(connection, "here", 8)]

    assert database.write(claimed) == [3, 3, 2]


def test_a_member_has_a_bounded_number_of_answers(browser: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answers, "KEPT_MOST", 3)
    browser.join("Marta K")
    game = begin(browser)
    for seat in ("red", "blue"):
        keep(browser, game, seat)

    def since() -> list[str]:
        with browser.client.app.state.parts.store.database.engine.connect() as connection:  # type: ignore[attr-defined]
            return list(connection.execute(sa.select(ANSWERS.c.since).order_by(ANSWERS.c.since)).scalars())

    seen: list[str] = []
    for _ in range(8):
        state = browser.done("GET", f"matches/{game['id']}", key=game["keys"]["red"])
        body = {"text": "done", "version": state["version"]}
        seat = state["decision"]["seat"] if state["decision"] else "blue"
        browser.done("POST", f"matches/{game['id']}/actions", body, key=game["keys"][seat])
        seen = [*seen, *(one for one in since() if one not in seen)]
        assert since() == seen[-3:]
    assert len(seen) > 3


def test_what_was_dropped_is_soon_forgotten(browser: Browser) -> None:
    database = browser.client.app.state.parts.store.database  # type: ignore[attr-defined]

    def purged(connection: sa.Connection) -> list[tuple[str, str]]:
        fields = {"member": "a", "match": "b", "seat": "red", "kind": "chat", "about": "", "due": ago(0), "why": ""}
        for state in ("sent", "dropped"):
            for days in (0, 2):
                done = ago(days * 86400 + 1)
                outbox._add(connection, {**fields, "state": state, "done": done, "written": done, "who": str(days)})
        outbox.purge(connection, 7)
        return [(row.state, row.who) for row in connection.execute(sa.select(OUTBOX.c.state, OUTBOX.c.who))]

    assert database.write(purged) == [("sent", "0"), ("sent", "2"), ("dropped", "0")]


def written_by(browser: Browser, act: Callable[[], object]) -> list[str]:
    """The statements that change the clocks and deadlines while something is done."""
    engine, found = browser.client.app.state.parts.store.database.engine, []  # type: ignore[attr-defined]

    def note(_connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
        if re.match(r"(INSERT INTO|UPDATE|DELETE FROM) club_(clocks|deadlines)", statement):
            found.append(statement)

    sa.event.listen(engine, "before_cursor_execute", note)
    try:
        act()
    finally:
        sa.event.remove(engine, "before_cursor_execute", note)
    return found


def test_the_vacation_of_a_member_with_many_games_keeps_nobody_waiting(browser: Browser) -> None:
    """All other changes to the database wait for it."""
    browser.join("Marta K")
    counts = []
    for more in (1, 4):
        for _ in range(more):
            wanted = {"game": "barbarossa", "bot": "staff", "pace": {"kind": "daily", "days": 5}, "seat": "russian"}
            browser.done("POST", "club/challenges", wanted)
        counts.append(len(written_by(browser, lambda: browser.done("POST", "club/me/vacation", {"days": 2}))))
        assert written_by(browser, lambda: browser.done("DELETE", "club/me/vacation"))
        assert written_by(browser, lambda: browser.done("DELETE", "club/me/vacation")) == []
    assert counts[0] == counts[1] > 0


def test_a_tab_changes_its_look_at_a_bounded_pace(browser: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    """Thousands of changes a second, each told to the whole table, would stop the server."""
    monkeypatch.setattr(live, "LOOK_SECONDS", 60.0)
    game = begin(browser)
    path, headers = f"{SOCKETS}/{game['id']}/live", {"origin": ADDRESS}
    with browser.client.websocket_connect(path, headers=headers) as other:
        other.send_json({"key": game["keys"]["blue"], "company": True})
        other.receive_json()
        with browser.client.websocket_connect(path, headers=headers) as tab:
            tab.send_json({"key": game["keys"]["red"]})
            tab.receive_json()
            for looks in (False, True, False, True):
                tab.send_json({"looks": looks})
            seen = [other.receive_json()["presence"]["red"]["here"] for _ in range(2)]
            browser.done("POST", f"matches/{game['id']}/chat", {"text": "Are you there?"}, key=game["keys"]["blue"])
            assert (seen, other.receive_json()["line"]["text"]) == ([True, False], "Are you there?")


def test_nobody_deletes_the_finished_game_of_another_member(browser: Browser) -> None:
    """The loser could erase it."""
    browser.join("Marta K")
    jaro, lena = another(browser), another(browser)
    jaro.join("Jaro R")
    game = begin(browser)
    keep(browser, game, "blue")
    keep(jaro, game, "red")
    path = f"matches/{game['id']}"
    browser.done("POST", f"{path}/resign", {"version": game["version"]})
    for one, key in ((browser, None), (jaro, None), (lena, game["keys"]["blue"])):
        assert "Another member holds a seat" in one.refused("DELETE", path, key=key)
    let_go(jaro, game, game["keys"]["red"])
    browser.done("DELETE", path)
    assert jaro.ask("POST", f"{path}/restore", key=game["keys"]["red"]).status_code == 200
