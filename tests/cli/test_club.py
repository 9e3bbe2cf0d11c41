"""`mamayev club`: what the operator sees and does, and the exit codes for wrong input."""

import errno
import json
import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa

from mamayev.engine import toml
from mamayev.server.club import channels, invitations, outbox, reports, sessions, ways
from mamayev.server.club.club import CHAIN
from mamayev.server.club.names import name_of
from mamayev.server.club.tables import OUTBOX
from mamayev.server.store import Store

from .conftest import Command

MARTA, JARO = "a" * 32, "b" * 32


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """The database of a club with two members, one of whom is reported."""
    store = Store(f"sqlite:///{tmp_path / 'club.sqlite'}")
    store.database.migrate(CHAIN)

    def fill(connection):
        ways.add_member(connection, MARTA, name_of("Marta K"), None)
        ways.add_member(connection, JARO, name_of("Jaro R"), None)
        sessions.begin(connection, MARTA, "Firefox on Linux")
        reports.report(connection, MARTA, JARO, "0123456789abcdef", 7, "You cheat.", "He shouts.")

    store.database.write(fill)
    yield store
    store.close()


@pytest.fixture
def club(mamayev_command: Command, store: Store):
    """Runs `mamayev club` on this database."""
    return lambda *arguments, **more: mamayev_command("club", *arguments, "--db", store.database.address, **more)


def test_members_are_listed(club) -> None:
    done = club("members")
    assert done.code == 0
    assert "Marta K" in done.out
    assert "2 members" in done.out
    marta = json.loads(club("members", "--json").out)["members"][1]
    assert (marta["name"], marta["games"], marta["sanctions"]) == ("Marta K", 0, [])
    assert marta["seen"].endswith("Z")


def test_an_invitation_is_good_once(club, store: Store) -> None:
    code = json.loads(club("invite", "--note", "Lena", "--json").out)["code"]
    assert json.loads(club("invite", "--list", "--json").out)["invitations"][0]["note"] == "Lena"
    assert code not in club("invite", "--list").out
    use = [store.database.write(lambda c: invitations.use(c, f" {code.upper()} ")) for _ in range(2)]
    assert use == [True, False]
    assert json.loads(club("invite", "--list", "--json").out)["invitations"] == []


def test_notices_that_were_not_delivered_are_listed_with_the_reason(club, store: Store) -> None:
    assert club("undelivered").out.endswith("0 notices\n")

    def fail(connection):
        outbox.write(connection, MARTA, "turn", "0123456789abcdef", wait=-1)
        channel = channels.add(connection, MARTA, "mail", "")
        connection.execute(sa.update(OUTBOX).values(channel=channel))
        (delivery,) = outbox.claim(connection, "server", 1)
        outbox.not_sent(connection, delivery, "The mailbox refuses mail (code 550).", again=False)

    store.database.write(fail)
    assert "Marta K  turn    mail     The mailbox refuses mail (code 550)." in club("undelivered").out
    (row,) = json.loads(club("undelivered", "--json").out)["undelivered"]
    assert (row["member"], row["channel"]) == ("Marta K", "mail")


def test_reports_are_listed_and_resolved(club) -> None:
    assert "Marta K about Jaro R, the line “You cheat.”" in club("reports").out
    (one,) = json.loads(club("reports", "--json").out)["reports"]
    assert "until" in club("mute", "Jaro R", "--days", "3", "--reason", "Shouts.").out
    assert "mute until" in club("members").out
    assert club("resolve", one["id"], "Muted for 3 days.").out == "Resolved.\n"
    assert json.loads(club("reports", "--json").out)["reports"] == []
    assert "Muted for 3 days." in club("reports", "--resolved").out
    assert "can write and start games again" in club("lift", "Jaro R").out
    assert "no active sanction" in club("lift", "Jaro R").out
    assert "cannot start games until" in club("suspend", "jaro-r").out


def test_a_member_is_exported_and_deleted(club, tmp_path: Path) -> None:
    assert json.loads(club("export", "Marta K").out)["sessions"][0]["device"] == "Firefox on Linux"
    file = tmp_path / "marta.json"
    assert club("export", "Marta K", file).code == 0
    if os.name == "posix":
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
        file.chmod(0o644)
        assert club("export", "Marta K", file).code == 0
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert json.loads(file.read_text())["me"]["name"] == "Marta K"
    assert "Nothing was deleted." in club("delete", "Marta K", typed="n\n").out
    assert club("delete", "Marta K", "--yes").out == "Marta K is deleted.\n"
    assert "1 member" in club("members").out


def test_ratings_are_computed_again(club) -> None:
    assert "Computed again from 0 rated games." in club("ratings", "--rebuild").out
    assert json.loads(club("ratings", "--json").out) == {"ratings": [], "rebuilt": None}


def test_a_test_notice_says_what_became_of_it(club, store: Store, tmp_path: Path) -> None:
    file = tmp_path / "club.toml"
    address = "https://club.example.org"
    file.write_text(f'name = "Tuesday Club"\naddress = "{address}"\nimprint = "Jan Novak"\n', encoding="utf-8")
    assert club("test-notice", "Marta K", "--club", file).out == "Marta K has no notice channels.\n"
    store.database.write(lambda connection: channels.add(connection, MARTA, "mail", ""))
    done = club("test-notice", "Marta K", "--club", file, "--json")
    assert done.code == 1
    assert json.loads(done.out)["channels"][0]["problem"] != ""
    missing = club("test-notice", "Marta K", "--club", tmp_path / "none.toml")
    assert missing.code == 2
    assert "cannot be read" in missing.err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("export", "Nobody"), "There is no member “Nobody”. `mamayev club members` lists them."),
        (("delete", "Nobody", "--yes"), "There is no member “Nobody”."),
        (("mute", "Jaro R", "--days", "0"), "--days: 0 is not a number of days. Use 1 to 3650."),
        (("mute", "Jaro R", "--days", "soon"), "--days: “soon” is not a whole number."),
        (("suspend", "Jaro R", "--reason", "x" * 300), "--reason has more than 280 characters."),
        (("resolve", "nothing", "Done."), "No report “nothing” is waiting. `mamayev club reports` lists them."),
        (("resolve", "nothing", " "), "The outcome must have 1 to 280 characters."),
        (("invite", "--days", "4000"), "--days: 4000 is not a number of days. Use 1 to 3650."),
        (("invite", "--note", "x" * 61), "--note has more than 60 characters."),
        (("export", "Marta K", "/nowhere/x.json"), "Cannot write /nowhere/x.json: No such file or directory."),
    ],
)
def test_wrong_input_gets_a_sentence(club, arguments: tuple[str, ...], said: str) -> None:
    done = club(*arguments)
    assert done.code == 2
    assert said in done.err


@pytest.mark.parametrize("command", [("serve", "--no-browser"), ("club", "test-notice", "Marta K")], ids=" ".join)
def test_a_settings_file_that_cannot_be_read_gets_one_sentence(
    command: tuple[str, ...], mamayev_command: Command, store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Root can read every file, so the test denies access where the program checks it, and where it reads."""
    file = tmp_path / "club.toml"
    file.write_text("", encoding="utf-8")

    def denied(*_: object) -> str:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    monkeypatch.setattr(os, "access", lambda *_: False)
    monkeypatch.setattr(toml, "file_text", denied)
    done = mamayev_command(*command, "--club", file, "--db", store.database.address)
    why = f"{file} cannot be read: Permission denied. Name the club's file with --club.\n"
    assert (done.code, done.out, done.err) == (2, "", why)


def test_a_wrong_database_is_told_and_left_as_it_is(mamayev_command: Command, tmp_path: Path) -> None:
    def members(file: Path) -> str:
        done = mamayev_command("club", "members", "--db", f"sqlite:///{file}")
        assert (done.code, done.out) == (2, "")
        return done.err.replace(str(file), "FILE")

    assert members(tmp_path / "no.sqlite") == "There is no database at FILE. Check --db.\n"
    assert not (tmp_path / "no.sqlite").exists()
    text = tmp_path / "club.toml"
    text.write_text("name = 'Tuesday Club'\n" * 100, encoding="utf-8")
    assert members(text) == "The database sqlite:///FILE cannot be opened: file is not a database.\n"
    file = tmp_path / "personal.sqlite"
    personal = Store(f"sqlite:///{file}")
    assert members(file) == (
        "The database sqlite:///FILE has no club. Check --db, or first start the club with `mamayev serve --club`.\n"
    )
    assert not personal.database.has(CHAIN)
    personal.close()
