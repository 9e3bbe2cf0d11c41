"""Members: joining, ways in, sessions, and what protects them."""

import time

import pytest
import sqlalchemy as sa

from mamayev.server.club import ceremonies, invitations, sessions
from mamayev.server.club.tables import CEREMONIES, MEMBERS, PASSKEYS, RECOVERY, SESSIONS
from mamayev.server.club.work import zeros

from .authenticator import Authenticator
from .conftest import ADDRESS, HOST, Browser, Json, Opens, another, written
from .sink import REFUSED


def test_a_page_learns_what_the_club_is(browser: Browser) -> None:
    assert browser.done("GET", "club") == {
        "name": "Tuesday Club",
        "address": ADDRESS,
        "imprint": "Jan Novak, jan@example.org",
        "sign_up": "open",
        "mail": True,
        "work": 0,
        "me": None,
        "operator": False,
        "notices": 0,
        "reports": 0,
        "mail_down": False,
    }


def test_a_visitor_joins_with_a_passkey_and_comes_back_with_it(browser: Browser) -> None:
    me = browser.join("Marta K")
    assert (me["name"], me["mail"], me["fresh"], len(me["passkeys"])) == ("Marta K", "", True, 1)
    assert me["passkeys"][0]["label"] == "Chrome on Linux"
    browser.done("POST", "club/sign-out")
    assert browser.me is None
    assert browser.sign_in()["name"] == "Marta K"


def test_a_visitor_joins_with_a_code_and_comes_back_with_one(browser: Browser) -> None:
    ceremony, answer = browser.prove_mail("Marta@Example.org")
    assert answer == {"me": None}
    me = browser.done("POST", "club/join", {"name": "Marta K", "ceremony": ceremony})
    assert (me["mail"], me["passkeys"]) == ("Marta@example.org", [])
    elsewhere = another(browser)
    _, answer = elsewhere.prove_mail("marta@example.org")
    assert answer["me"]["name"] == "Marta K"
    assert elsewhere.me is not None


def test_a_code_is_good_once(browser: Browser) -> None:
    ceremony, code = browser.code("marta@example.org")
    typed = {"ceremony": ceremony, "code": code}
    browser.done("POST", "club/codes/check", typed)
    assert browser.refused("POST", "club/codes/check", typed) == "That code is no longer valid. Send a new one."
    browser.done("POST", "club/join", {"name": "Marta K", "ceremony": ceremony})
    browser.done("POST", "club/sign-out")
    again = browser.refused("POST", "club/join", {"name": "Jaro R", "ceremony": ceremony})
    assert again == "That code is no longer valid. Send a new one."
    assert browser.done("GET", "club/names?name=Jaro R")["free"]


def test_a_code_can_be_tried_five_times(browser: Browser) -> None:
    ceremony, code = browser.code("marta@example.org")
    wrong = {"ceremony": ceremony, "code": f"{(int(code) + 1) % 10**6:06}"}
    said = [browser.refused("POST", "club/codes/check", wrong) for _ in range(6)]
    assert said[:2] == ["Wrong code. 4 tries left.", "Wrong code. 3 tries left."]
    assert said[3] == "Wrong code. 1 try left."
    assert said[4] == "Wrong code, and no tries are left. Send a new one."
    assert said[5] == "That code is no longer valid. Send a new one."
    assert browser.refused("POST", "club/codes/check", {"ceremony": ceremony, "code": code}) == said[5]


def test_a_code_of_another_browser_opens_nothing(browser: Browser) -> None:
    browser.code("marta@example.org")
    other = another(browser)
    ceremony, code = browser.code("marta@example.org")
    assert other.refused("POST", "club/codes/check", {"ceremony": "x" * 32, "code": code})
    assert browser.done("POST", "club/codes/check", {"ceremony": ceremony, "code": f"{code[:3]} {code[3:]}"})


def test_codes_and_tokens_are_stored_as_hashes(browser: Browser) -> None:
    ceremony, code = browser.code("marta@example.org")
    browser.join("Marta K")
    codes = browser.done("POST", "club/me/recovery")["codes"]
    token = browser.client.cookies[sessions.COOKIE]
    club = browser.client.app.state.parts.access  # type: ignore[attr-defined]
    with club.store.database.engine.connect() as connection:
        stored = [str(connection.execute(sa.select(table)).all()) for table in (CEREMONIES, SESSIONS, RECOVERY)]
    assert [secret in text for secret in (ceremony, f"'{code}'", token, *codes) for text in stored] == [False] * 39


def test_an_old_code_is_no_longer_good(browser: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ceremonies, "CODE_SECONDS", -1)
    ceremony, code = browser.code("marta@example.org")
    typed = {"ceremony": ceremony, "code": code}
    assert browser.refused("POST", "club/codes/check", typed) == "That code is no longer valid. Send a new one."


def test_nobody_learns_whether_a_mailbox_is_known(browser: Browser) -> None:
    ceremony, _ = browser.prove_mail("marta@example.org")
    browser.done("POST", "club/join", {"name": "Marta K", "ceremony": ceremony})
    other = another(browser)
    answers = [other.ask("POST", "club/codes", {"mail": mail}) for mail in ("marta@example.org", "jaro@example.org")]
    assert [answer.status_code for answer in answers] == [201, 201]
    assert [{**answer.json(), "ceremony": ""} for answer in answers] == [
        {"ceremony": "", "seconds": 600, "tries": 5}
    ] * 2
    mails = [browser.sink.mail() for _ in answers]
    assert len({mail["Subject"][7:] for mail in mails}) == 1


def test_a_closed_club_sends_codes_to_its_members_alone(opens: Opens, tmp_path, sink) -> None:
    browser = opens()
    ceremony, _ = browser.prove_mail("marta@example.org")
    browser.done("POST", "club/join", {"name": "Marta K", "ceremony": ceremony})
    closed = opens(written(tmp_path, sink, sign_up="closed"))
    for mail in ("jaro@example.org", "marta@example.org"):
        assert closed.ask("POST", "club/codes", {"mail": mail}).status_code == 201
    assert sink.mail()["To"] == "marta@example.org"
    assert sink.mails.empty()
    assert closed.refused("POST", "club/passkeys/options", {"use": "join", "name": "Jaro R"}) == (
        "This club is not accepting new members."
    )


def test_an_invitation_for_one_person_is_good_once(opens: Opens, tmp_path, sink) -> None:
    browser = opens(written(tmp_path, sink, sign_up="invitation"))
    club = browser.client.app.state.parts.access  # type: ignore[attr-defined]
    code = club.write(lambda connection: invitations.invite(connection, "Marta", 14))
    other = another(browser)
    bodies = []
    for one, name in ((browser, "Marta K"), (other, "Jaro R")):
        ceremony, options = one.options("join", name)
        made = {"name": name, "ceremony": ceremony, "credential": one.device.make(options)}
        bodies.append({**made, "invitation": f" {code.upper()} "})
    assert browser.done("POST", "club/join", bodies[0])["name"] == "Marta K"
    assert "by invitation" in other.refused("POST", "club/join", bodies[1])
    assert other.me is None


def test_a_wrong_invitation_is_refused_before_a_mail_or_a_passkey(opens: Opens, tmp_path, sink) -> None:
    browser = opens(written(tmp_path, sink, 'invitations = ["kotluban-1942"]\n', sign_up="invitation"))
    wrong = {"invitation": "kotluban-1943"}
    for path, body in (
        ("club/codes", {"mail": "marta@example.org", **wrong}),
        ("club/passkeys/options", {"use": "join", "name": "Marta K", **wrong}),
    ):
        answer = browser.ask("POST", path, body)
        assert (answer.status_code, answer.json()["field"]) == (409, "invitation")
    assert sink.mails.empty()
    browser.done("POST", "club/codes", {"mail": "marta@example.org", "invitation": "kotluban-1942"})
    assert sink.mail()["To"] == "marta@example.org"


def test_the_club_says_that_its_mail_server_is_down(opens: Opens, tmp_path, sink) -> None:
    browser = opens(written(tmp_path, sink))
    assert browser.done("GET", "club")["mail_down"] is False
    for down in (True, False):
        sink.down = down
        browser.done("POST", "club/codes", {"mail": "marta@example.org"})
        end = time.monotonic() + 20
        while browser.done("GET", "club")["mail_down"] is not down:
            assert time.monotonic() < end
            time.sleep(0.05)


def test_a_club_by_invitation(opens: Opens, tmp_path, sink) -> None:
    file = written(tmp_path, sink, 'invitations = ["kotluban-1942"]\n', sign_up="invitation")
    browser = opens(file)
    ceremony, options = browser.options("join", "Marta K")
    body = {"name": "Marta K", "ceremony": ceremony, "credential": browser.device.make(options)}
    assert "by invitation" in browser.refused("POST", "club/join", body)
    assert "by invitation" in browser.refused("POST", "club/join", {**body, "invitation": "kotluban-1943"})
    assert browser.done("POST", "club/join", {**body, "invitation": " kotluban-1942 "})["name"] == "Marta K"


def test_names_are_taken_too_alike_or_reserved(browser: Browser) -> None:
    browser.join("Marta K")
    other = another(browser)
    why = {
        name: other.done("GET", f"club/names?name={name}")["why"]
        for name in ("Marta K", "marta-k", "Jaro R", "Tuesday Club", "staff", "Мarta K")
    }
    assert why == {
        "Marta K": "“Marta K” is taken. Choose another name.",
        "marta-k": "“marta-k” is too similar to “Marta K”. Choose another name.",
        "Jaro R": "",
        "Tuesday Club": "“Tuesday Club” is reserved. Choose another name.",
        "staff": "“staff” is reserved. Choose another name.",
        "Мarta K": "A name can use only one script. This one mixes Cyrillic and Latin.",
    }
    assert other.refused("POST", "club/passkeys/options", {"use": "join", "name": "MartaK"}) == (
        "“MartaK” is too similar to “Marta K”. Choose another name."
    )


def test_a_name_that_was_taken_meanwhile_loses_nothing(browser: Browser) -> None:
    other = another(browser)
    ceremony, options = other.options("join", "Marta K")
    body = {"name": "Marta K", "ceremony": ceremony, "credential": other.device.make(options)}
    browser.join("Marta K")
    assert other.refused("POST", "club/join", body) == "“Marta K” is taken. Choose another name."
    assert other.done("POST", "club/join", {**body, "name": "Marta L"})["name"] == "Marta L"


def test_a_name_changes_once_a_month(browser: Browser) -> None:
    browser.join("Marta K")
    assert browser.done("PATCH", "club/me", {"name": "Marta Kral"})["name"] == "Marta Kral"
    assert browser.refused("PATCH", "club/me", {"name": "Marta L"}) == "You can change your name once every 30 days."
    assert browser.done("PATCH", "club/me", {"name": "Marta Kral"})["name"] == "Marta Kral"


def test_recovery_codes_open_the_account_once_each(browser: Browser) -> None:
    browser.join("Marta K")
    old = browser.done("POST", "club/me/recovery")["codes"]
    codes = browser.done("POST", "club/me/recovery")["codes"]
    assert (len(codes), len(set(codes) | set(old))) == (10, 20)
    other = another(browser)
    assert other.done("POST", "club/sign-in", {"recovery": codes[3].upper().replace("-", " ")})["recovery"] == 9
    for used in (codes[3], old[0], "nonsense"):
        assert another(browser).refused("POST", "club/sign-in", {"recovery": used}) == (
            "This recovery code is wrong or already used. Each code works once."
        )


def test_a_passkey_of_another_site_gets_its_sentence(browser: Browser) -> None:
    browser.join("Marta K")
    for origin, site in (("https://club.example.net", HOST), (ADDRESS, "club.example.net")):
        thief = another(browser)
        thief.device = Authenticator(origin)
        thief.device.keys = {name: (key, site, who) for name, (key, _, who) in browser.device.keys.items()}
        ceremony, options = thief.options("sign-in")
        body = {"ceremony": ceremony, "credential": thief.device.use(options)}
        assert thief.refused("POST", "club/sign-in", body) == (
            "This passkey belongs to another address: use the one for club.example.org."
        )
    assert browser.me is not None


def test_a_passkey_answers_its_own_question_alone(browser: Browser) -> None:
    browser.join("Marta K")
    other = another(browser)
    other.device = browser.device
    ceremony, options = other.options("sign-in")
    body = {"ceremony": ceremony, "credential": other.device.use(options)}
    later, _ = other.options("sign-in")
    assert other.refused("POST", "club/sign-in", {**body, "ceremony": later}) == (
        "The browser's answer is not a passkey. Try again."
    )
    assert other.done("POST", "club/sign-in", body)["name"] == "Marta K"
    assert other.refused("POST", "club/sign-in", body) == "This took too long, or has already been done. Try again."


@pytest.mark.parametrize("credential", [{}, {"id": 1}, {"id": "x", "rawId": "x", "response": {}, "type": "public-key"}])
def test_what_is_no_passkey_is_refused(browser: Browser, credential: object) -> None:
    for path, more in (("sign-in", {}), ("join", {"name": "Marta K"})):
        ceremony, _ = browser.options(path, "Marta K")
        body = {"ceremony": ceremony, "credential": credential, **more}
        assert browser.refused("POST", f"club/{path}", body) == "The browser's answer is not a passkey. Try again."


def test_an_unknown_passkey_and_a_copied_one_open_nothing(browser: Browser) -> None:
    browser.device = Authenticator(ADDRESS, counts=True)
    browser.join("Marta K")
    browser.sign_in()
    other = another(browser)
    other.device = Authenticator(ADDRESS, counts=True)
    other.device.keys = dict(browser.device.keys)  # a copy, whose counter is behind
    ceremony, options = other.options("sign-in")
    body = {"ceremony": ceremony, "credential": other.device.use(options)}
    assert "there may be a copy of it" in other.refused("POST", "club/sign-in", body)
    other.device.make({"rp": {"id": HOST}, "user": {"id": "AAAA"}, "challenge": "AAAA"})
    body["credential"] = other.device.use(options)
    assert "does not open an account here" in other.refused("POST", "club/sign-in", body)


def test_the_last_way_in_cannot_be_removed(browser: Browser) -> None:
    first = browser.join("Marta K")["passkeys"][0]["id"]
    said = "This is your last sign-in method. Add another one first."
    assert browser.refused("DELETE", f"club/me/passkeys/{first}") == said
    ceremony, options = browser.options("add")
    assert [one["id"] for one in options["excludeCredentials"]] == [first]
    made = {"ceremony": ceremony, "credential": browser.device.make(options), "label": "Phone"}
    both = browser.done("POST", "club/me/passkeys", made)["passkeys"]
    assert [one["label"] for one in both] == ["Chrome on Linux", "Phone"]
    browser.done("DELETE", f"club/me/passkeys/{first}")
    assert browser.refused("DELETE", f"club/me/passkeys/{both[1]['id']}") == said
    ceremony, _ = browser.prove_mail("marta@example.org")
    assert browser.done("PUT", "club/me/mail", {"ceremony": ceremony})["mail"] == "marta@example.org"
    browser.done("DELETE", f"club/me/passkeys/{both[1]['id']}")
    assert browser.refused("DELETE", "club/me/mail") == said
    assert browser.ask("DELETE", "club/me/passkeys/nothing").status_code == 404
    name = browser.ask("PATCH", f"club/me/passkeys/{first}", {"label": "Laptop"})
    assert name.status_code == 404


def test_a_mailbox_opens_one_account(browser: Browser) -> None:
    ceremony, _ = browser.prove_mail("marta@example.org")
    browser.done("POST", "club/join", {"name": "Marta K", "ceremony": ceremony})
    other = another(browser)
    other.join("Jaro R")
    ceremony, answer = other.prove_mail("MARTA@example.org")
    assert answer == {"me": None}
    assert other.refused("PUT", "club/me/mail", {"ceremony": ceremony}) == (
        "This mailbox already opens another account."
    )


SENSITIVE = [
    ("PUT", "me/mail", {"ceremony": "x"}),
    ("DELETE", "me/mail", None),
    ("POST", "me/passkeys", {"ceremony": "x", "credential": {}}),
    ("POST", "passkeys/options", {"use": "add"}),
    ("DELETE", "me/passkeys/x", None),
    ("POST", "me/recovery", None),
    ("DELETE", "me", None),
]


def test_what_is_sensitive_asks_for_a_fresh_proof(browser: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    browser.join("Marta K")
    monkeypatch.setattr(sessions, "FRESH_SECONDS", 0.0)
    for method, path, body in SENSITIVE:
        answer = browser.ask(method, f"club/{path}", body)
        assert (answer.status_code, answer.json()["field"]) == (409, "proof"), path
    ceremony, options = browser.options("sign-in")
    proof = {"ceremony": ceremony, "credential": browser.device.use(options)}
    monkeypatch.setattr(sessions, "FRESH_SECONDS", 600.0)
    club = browser.client.app.state.parts.access  # type: ignore[attr-defined]
    with club.store.database.engine.begin() as connection:
        connection.execute(sa.update(SESSIONS).values(proved="2026-01-01T00:00:00.000000Z"))
    assert browser.done("GET", "club/me")["fresh"] is False
    assert browser.done("POST", "club/me/proof", proof)["fresh"] is True
    assert len(browser.done("POST", "club/me/recovery")["codes"]) == 10


def test_a_proof_of_another_account_is_none(browser: Browser) -> None:
    browser.join("Marta K")
    other = another(browser)
    other.join("Jaro R")
    ceremony, options = other.options("sign-in")
    proof = {"ceremony": ceremony, "credential": browser.device.use(options)}
    assert other.refused("POST", "club/me/proof", proof) == "This confirmation belongs to another account."


def test_sessions_are_listed_and_ended(browser: Browser) -> None:
    browser.join("Marta K")
    others = [another(browser) for _ in range(3)]
    for one in others:
        one.device = browser.device
        one.sign_in()
    listed = browser.done("GET", "club/me/sessions")
    assert len(listed) == 4
    assert [one["here"] for one in listed].count(True) == 1
    assert {one["device"] for one in listed} == {"Chrome on Linux"}
    gone = next(one["id"] for one in others[0].done("GET", "club/me/sessions") if one["here"])
    browser.done("DELETE", f"club/me/sessions/{gone}")
    assert [one.me is None for one in others] == [True, False, False]
    assert browser.ask("DELETE", f"club/me/sessions/{gone}").status_code == 404
    browser.done("DELETE", "club/me/sessions")
    assert [one.me is None for one in (browser, *others)] == [False, True, True, True]


def test_a_session_ends_when_it_is_not_used(browser: Browser) -> None:
    browser.join("Marta K")
    club = browser.client.app.state.parts.access  # type: ignore[attr-defined]
    with club.store.database.engine.begin() as connection:
        connection.execute(sa.update(SESSIONS).values(used="2026-01-01T00:00:00.000000Z"))
    assert browser.me is None
    club.write(club._purge)
    with club.store.database.engine.connect() as connection:
        assert connection.execute(sa.select(SESSIONS)).all() == []


def test_the_cookie_is_for_this_host_and_secure_pages_alone(browser: Browser) -> None:
    ceremony, options = browser.options("join", "Marta K")
    body = {"name": "Marta K", "ceremony": ceremony, "credential": browser.device.make(options)}
    kept = browser.ask("POST", "club/join", body).headers["set-cookie"]
    parts = kept.split("; ")
    assert parts[0].startswith("__Host-club=")
    assert parts[1:] == ["Path=/", "Secure", "HttpOnly", "SameSite=Lax", "Max-Age=7776000"]
    assert "Max-Age=0" in browser.ask("POST", "club/sign-out").headers["set-cookie"]


def test_the_browser_keeps_a_session_that_is_in_use(browser: Browser) -> None:
    assert "set-cookie" not in browser.ask("GET", "club").headers
    browser.join("Marta K")
    token = browser.client.cookies[sessions.COOKIE]
    kept = browser.ask("GET", "club").headers["set-cookie"]
    assert kept.startswith(f"{sessions.COOKIE}={token};")
    assert f"Max-Age={90 * 86400}" in kept
    browser.done("POST", "club/sign-out")
    assert "set-cookie" not in browser.ask("GET", "club").headers


def test_the_cookie_counts_in_requests_of_our_own_pages_alone(browser: Browser) -> None:
    browser.join("Marta K")
    cookie = f"{sessions.COOKIE}={browser.client.cookies[sessions.COOKIE]}"

    def status(method: str, path: str, **headers: str) -> int:
        request = browser.client.build_request(method, f"/api/club/{path}", headers={"cookie": cookie})
        for name in ("origin", "cookie"):
            del request.headers[name]
        request.headers.update({"cookie": cookie, **headers})
        return browser.client.send(request).status_code

    assert status("GET", "me") == 200
    assert status("GET", "me", origin=ADDRESS) == 200
    assert status("POST", "me/recovery", origin=ADDRESS) == 201
    assert status("POST", "me/recovery") == 403
    assert status("GET", "me", origin="https://club.example.net") == 403
    assert status("POST", "me/recovery", origin="https://club.example.net") == 403
    assert status("POST", "me/recovery", origin=ADDRESS.replace("https", "http")) == 403
    assert status("POST", "me/recovery", origin="null") == 403


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        *SENSITIVE,
        ("GET", "me", None),
        ("PATCH", "me", {"name": "Marta K"}),
        ("POST", "me/proof", {"recovery": "x"}),
        ("PATCH", "me/passkeys/x", {"label": "x"}),
        ("GET", "me/sessions", None),
        ("DELETE", "me/sessions", None),
        ("DELETE", "me/sessions/x", None),
        ("GET", "me/export", None),
    ],
)
def test_a_visitor_is_asked_to_sign_in(browser: Browser, method: str, path: str, body: object) -> None:
    answer = browser.ask(method, f"club/{path}", body)
    assert (answer.status_code, answer.json()["error"]) == (403, "Sign in first.")


def test_mail_that_cannot_be_delivered_troubles_nobody(browser: Browser, caplog: pytest.LogCaptureFixture) -> None:
    assert browser.ask("POST", "club/codes", {"mail": REFUSED}).status_code == 201
    assert browser.code("marta@example.org")
    assert browser.sink.refused == 1
    assert REFUSED not in caplog.text
    assert "refused the address" in caplog.text


@pytest.mark.parametrize(
    "mail", ["", "marta", "marta@", "@example.org", "a b@example.org", "m@x", "m@ex..org", "m@-.o\n"]
)
def test_what_is_no_mail_address_is_refused(browser: Browser, mail: str) -> None:
    assert browser.ask("POST", "club/codes", {"mail": mail}).status_code == 422


def test_codes_and_joins_are_limited(opens: Opens, tmp_path, sink) -> None:
    limits = '[limits]\ncodes = "2/hour"\nsenders = "3/hour"\njoins = "1/hour"\ntries = "100/hour"\n'
    browser = opens(written(tmp_path, sink, limits))
    boxes = ["marta@example.org", "MARTA@example.org", "marta@example.org", "jaro@example.org"]
    answers = [browser.ask("POST", "club/codes", {"mail": mail}) for mail in boxes]
    assert [answer.status_code for answer in answers] == [201, 201, 429, 429]
    assert "codes to one mailbox" in answers[2].json()["error"]
    assert "codes from one address" in answers[3].json()["error"]
    browser.join("Marta K")
    other = another(browser)
    ceremony, options = other.options("join", "Jaro R")
    body = {"name": "Jaro R", "ceremony": ceremony, "credential": other.device.make(options)}
    assert "new accounts from one address" in other.refused("POST", "club/join", body)


def test_nothing_is_left_of_a_join_that_failed(browser: Browser) -> None:
    ceremony, options = browser.options("join", "Marta K")
    made = browser.device.make(options)
    browser.done("POST", "club/join", {"name": "Marta K", "ceremony": ceremony, "credential": made})
    other = another(browser)
    ceremony, options = other.options("join", "Jaro R")
    other.device.origin = "https://club.example.net"
    body = {"name": "Jaro R", "ceremony": ceremony, "credential": other.device.make(options)}
    assert "belongs to another address" in other.refused("POST", "club/join", body)
    club = browser.client.app.state.parts.access  # type: ignore[attr-defined]
    with club.store.database.engine.connect() as connection:
        assert [len(connection.execute(sa.select(table)).all()) for table in (MEMBERS, PASSKEYS, SESSIONS)] == [1, 1, 1]


def test_a_club_may_set_tasks_to_robots(opens: Opens, tmp_path, sink) -> None:
    browser = opens(written(tmp_path, sink, "work = 8\n"))
    assert browser.done("GET", "club")["work"] == 8
    asked: list[tuple[str, Json]] = [
        ("club/codes", {"mail": "marta@example.org"}),
        ("club/passkeys/options", {"use": "join", "name": "Marta K"}),
    ]
    for path, body in asked:
        task = browser.done("POST", "club/tasks")["task"]
        right = next(n for n in range(10**6) if zeros(task, n) >= 8)
        wrong = next(n for n in range(10**6) if zeros(task, n) < 8)
        unfinished = "Your browser has not finished its task. Load the page again."
        assert browser.refused("POST", path, body) == unfinished
        assert browser.refused("POST", path, {**body, "work": {"task": task, "answer": wrong}}) == unfinished
        done = {**body, "work": {"task": task, "answer": right}}
        assert browser.ask("POST", path, done).status_code == 201
        assert browser.refused("POST", path, done) == "This took too long, or has already been done. Try again."
    assert browser.ask("POST", "club/passkeys/options", {"use": "sign-in"}).status_code == 201
