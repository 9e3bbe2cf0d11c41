"""What is stored about a member: its export, and its deletion, after which nothing of it is in the database."""

from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from .conftest import Browser, another
from .pushes import Device
from .test_seats import begin, ids, keep, viewer

NAME, MAIL, LABEL = "Marta Kralova", "marta.kralova@example.org", "Martas Telefon"
ENDPOINT, HOOK, HOOK_LABEL, ZONE = "push-endpoint-of-marta", "webhook-of-marta", "Martas Discord", "Pacific/Chatham"


@pytest.fixture
def member(browser: Browser) -> Browser:
    """A member with everything that an account can have."""
    browser.join(NAME)
    ceremony, _ = browser.prove_mail(MAIL)
    browser.done("PUT", "club/me/mail", {"ceremony": ceremony})
    passkey = browser.done("GET", "club/me")["passkeys"][0]["id"]
    browser.done("PATCH", f"club/me/passkeys/{passkey}", {"label": LABEL})
    browser.done("POST", "club/me/recovery")
    push = {"url": f"https://127.0.0.1/{ENDPOINT}", "keys": Device().keys}
    browser.done("POST", "club/me/notices/channels", push)
    hook = {"url": f"https://127.0.0.1/{HOOK}", "label": HOOK_LABEL}
    browser.done("POST", "club/me/notices/channels", hook)
    browser.done("PUT", "club/me/notices", {"zone": ZONE, "daily": "18:00"})
    return browser


def secrets_of(browser: Browser) -> list[str]:
    """What no dump may contain after the member has left."""
    passkeys = list(browser.device.keys)
    handle = next(iter(browser.device.keys.values()))[2]
    own = [NAME, NAME.lower(), MAIL, "kralova", LABEL, "Chrome on Linux", handle, ENDPOINT, HOOK, HOOK_LABEL, ZONE]
    return [*own, *passkeys]


def dump(browser: Browser) -> str:
    """All rows of all tables."""
    engine = browser.client.app.state.parts.store.database.engine  # type: ignore[attr-defined]
    found = sa.MetaData()
    found.reflect(engine)
    with engine.connect() as connection:
        return "\n".join(str(connection.execute(sa.select(table)).all()) for table in found.sorted_tables)


def test_everything_that_is_stored_is_exported(member: Browser) -> None:
    game, table = begin(member), begin(member, held=False)
    keep(member, game, "red")
    member.done("PUT", f"club/games/{game['id']}/notices", {"muted": True})
    member.done("POST", f"matches/{game['id']}/chat", {"text": "Good luck!"})
    member.done("POST", f"matches/{game['id']}/chat", {"text": "And you."}, key=game["keys"]["blue"])
    answer = member.ask("GET", "club/me/export")
    assert answer.headers["content-disposition"] == 'attachment; filename="my-account.json"'
    held: Any = answer.json()
    assert (held["me"]["name"], held["me"]["mail"], held["me"]["recovery"]) == (NAME, MAIL, 10)
    assert [(one["id"], one["label"]) for one in held["passkeys"]] == [(next(iter(member.device.keys)), LABEL)]
    assert [one["device"] for one in held["sessions"]] == ["Chrome on Linux"]
    assert [(one["match"], one["seat"]) for one in held["seats"]] == [(game["id"], "red")]
    assert held["games"] == [table["id"]]
    assert [line["text"] for line in held["lines"]] == ["Good luck!"]
    assert [one["kind"] for one in held["channels"]] == ["mail", "push", "webhook"]
    assert held["channels"][1]["address"].endswith(ENDPOINT)
    assert (held["times"]["zone"], held["times"]["daily"]) == (ZONE, "18:00")
    assert [(one["match"], one["muted"]) for one in held["followed"]] == [(game["id"], True)]
    assert [(one["match"], one["kind"]) for one in held["outbox"]] == [(game["id"], "chat")]


def test_after_deletion_nothing_of_the_member_is_in_the_database(member: Browser, address: str) -> None:
    game, table = begin(member), begin(member, held=False)
    keep(member, game, "blue")
    member.done("PUT", f"club/games/{game['id']}/notices", {"muted": True})
    member.done("POST", f"matches/{game['id']}/chat", {"text": "Hello"}, key=game["keys"]["red"])
    member.done("PUT", f"club/games/{game['id']}/sight", {"sight": "public"})
    member.done("POST", f"matches/{game['id']}/resign", {"version": game["version"]})
    member.code(MAIL)  # a proof that has begun
    secrets, before = secrets_of(member), dump(member)
    assert [secret for secret in secrets if secret not in before] == [NAME.lower(), secrets[6]]
    other = another(member)
    other.device = member.device
    other.sign_in()

    member.done("DELETE", "club/me")
    after = dump(member)
    assert [secret for secret in secrets if secret in after] == []
    assert [browser.me for browser in (member, other)] == [None, None]
    ceremony, options = other.options("sign-in")
    body = {"ceremony": ceremony, "credential": other.device.use(options)}
    assert "does not open an account here" in other.refused("POST", "club/sign-in", body)

    rows = other.done("GET", "club/games")["finished"]
    assert (ids(rows), rows[0]["players"]) == ([game["id"]], {"blue": [{"name": "a former member", "left": True}]})
    assert other.ask("GET", f"matches/{table['id']}").status_code == 404  # it was theirs alone
    assert viewer(other, game) is None

    for file in Path(address.removeprefix("sqlite:///")).parent.glob("games.sqlite*"):
        data = file.read_bytes()
        assert [secret for secret in secrets if secret.encode() in data] == [], file.name


def test_the_name_and_the_mailbox_of_a_former_member_are_free(member: Browser) -> None:
    member.done("DELETE", "club/me")
    ceremony, _ = member.prove_mail(MAIL)
    assert member.done("POST", "club/join", {"name": NAME, "ceremony": ceremony})["mail"] == MAIL
    assert member.done("GET", "club/games")["mine"] == []


def test_several_former_members_of_one_game(browser: Browser) -> None:
    browser.join("Marta K")
    game = begin(browser)
    keep(browser, game, "blue")
    for name in ("Jaro R", "Lena B"):
        other = another(browser)
        other.join(name)
        keep(other, game, "red")
        keep(other, game, "blue")
        other.done("DELETE", "club/me")
    rows = browser.done("GET", "club/games")["mine"]
    assert rows[0]["players"]["red"] == [{"name": "a former member", "left": True}]
    assert {one["name"] for one in rows[0]["players"]["blue"]} == {"Marta K", "a former member"}


def test_nobody_plays_at_the_table_of_a_former_member(browser: Browser) -> None:
    browser.join("Marta K")
    game = begin(browser, held=False)
    browser.done("PUT", f"club/games/{game['id']}/sight", {"sight": "public"})
    browser.done("DELETE", "club/me")
    other = another(browser)
    assert viewer(other, game) is None
    body = {"text": "done", "version": game["version"]}
    assert other.ask("POST", f"matches/{game['id']}/actions", body).status_code == 403
    assert other.ask("DELETE", f"matches/{game['id']}").status_code == 403


def test_a_deleted_member_cannot_be_reached_by_an_old_cookie(member: Browser) -> None:
    cookies = dict(member.client.cookies)
    member.done("DELETE", "club/me")
    thief = another(member)
    thief.client.cookies.update(cookies)
    assert thief.me is None
    assert thief.refused("GET", "club/me/export") == "Sign in first."


def test_the_rows_of_erased_games_are_erased(member: Browser) -> None:
    table = begin(member, held=False)
    club = member.client.app.state.parts.access  # type: ignore[attr-defined]
    with club.store.database.engine.begin() as connection:
        connection.exec_driver_sql("DELETE FROM matches")
    club.write(club._purge)
    assert table["id"] not in dump(member)
