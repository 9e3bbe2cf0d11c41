"""club.toml: every wrong input gets a sentence with its place, and the command ends with 2."""

import subprocess
import sys
from pathlib import Path

import pytest

from mamayev.engine.refusal import Refusal
from mamayev.server.app import create_app
from mamayev.server.club.settings import read_settings

GOOD = """
name = "Tuesday Club"
address = "https://club.example.org"
imprint = "Jan Novak, jan@example.org"
"""
MAIL = """
[mail]
server = "smtp.example.org"
sender = "Tuesday Club <club@example.org>"
"""


def read(folder: Path, text: str) -> str:
    """The sentence about a file, with its line but without its name, and with the field in brackets."""
    file = folder / "club.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(Refusal) as refusal:
        read_settings(file)
    assert refusal.value.malformed
    assert refusal.value.text.startswith(str(file))
    return f"{refusal.value.text.removeprefix(str(file)).lstrip(':, ')} [{refusal.value.field}]"


def test_a_whole_file_is_read(tmp_path: Path) -> None:
    (tmp_path / "password").write_text("secret\n", encoding="utf-8")
    file = tmp_path / "club.toml"
    more = 'user = "club"\npassword_file = "password"\n[limits]\ncodes = "3/hour"\n[retention]\nsessions = 30\n'
    file.write_text(GOOD + MAIL + more, encoding="utf-8")
    found = read_settings(file)
    assert (found.host, found.sign_up, found.retention.sessions) == ("club.example.org", "open", 30)
    assert found.mail is not None
    assert (found.mail.password, found.mail.port, found.mail.security) == ("secret", 587, "starttls")


@pytest.mark.parametrize("address", ["http://localhost:8642", "http://club.localhost", "https://club.example.org:8443"])
def test_addresses_where_browsers_keep_passkeys(tmp_path: Path, address: str) -> None:
    file = tmp_path / "club.toml"
    file.write_text(GOOD.replace("https://club.example.org", address), encoding="utf-8")
    assert read_settings(file).address == address


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "the file has no “name”. [name]"),
        ("name = ", "not valid TOML: Invalid value (at end of document). [--club]"),
        (GOOD + 'nmae = "x"', "line 5: the file has “nmae”, which is unknown. Did you mean “name”? [nmae]"),
        (GOOD.replace('"Tuesday Club"', "3"), "line 2: “name” is a whole number, but must be text. [name]"),
        (GOOD.replace("Tuesday Club", " "), "line 2: “name” is empty. [name]"),
        (GOOD.replace("Tuesday Club", "T" * 41), "line 2: “name” has more than 40 characters. [name]"),
        (GOOD.replace("Jan Novak, jan@example.org", ""), "line 4: “imprint” is empty. [imprint]"),
        (
            GOOD + 'sign_up = "maybe"',
            "line 5: “sign_up” cannot be “maybe”. Use one of: open, invitation, closed. [sign_up]",
        ),
        (
            GOOD + "# A note\ninvitations = [\n  'short',\n]\n",
            "line 6: “invitations[0]” has fewer than 8 characters. [invitations[0]]",
        ),
        (GOOD + 'sign_up = "open"\nsign_up = "closed"', "line 6: “sign_up” is set twice. [--club]"),
        (GOOD + MAIL + 'sender = "club@example.org"', "line 9: “sender” is set twice. [--club]"),
        (GOOD + MAIL + MAIL, "line 10: “mail” is set twice. [--club]"),
        (GOOD + '[mail]\nserver = "smtp.example.org"', "line 5: “mail” has no “sender”. [mail.sender]"),
        (
            GOOD + '[limits]\ncods = "3/hour"',
            "line 6: “limits” has “cods”, which is unknown. Did you mean “codes”? [limits.cods]",
        ),
        (
            GOOD + 'invitations = ["kotluban-1942"]',
            "line 5: “invitations” are only used where “sign_up” is “invitation”, not “open”. [invitations]",
        ),
        (
            GOOD + 'operators = ["Jan Novak"]',
            "line 5: “operators” contains “Jan Novak”, which is not an email address. [operators]",
        ),
        (
            GOOD + '[limits]\ncodes = "often"',
            "line 6: “limits.codes” is “often”, which is not a limit such as “5/hour”. [limits.codes]",
        ),
        (
            GOOD + '[notices]\ninside = ["10.0.0.0/8", "home"]',
            "line 6: “notices.inside” lists “home”, which is not a network such as “10.0.0.0/8”. [notices.inside]",
        ),
        (GOOD + "[retention]\nsessions = 0", "line 6: “retention.sessions” is less than 1. [retention.sessions]"),
        (GOOD + MAIL + "port = 70000", "line 9: “mail.port” is more than 65535. [mail.port]"),
        (
            GOOD + MAIL + 'security = "ssl"',
            "line 9: “mail.security” cannot be “ssl”. Use one of: tls, starttls, none. [mail.security]",
        ),
        (
            GOOD + MAIL.replace("club@example.org", "club"),
            "line 8: “mail.sender” is “Tuesday Club <club>”, which is not an email address. [mail.sender]",
        ),
        (
            GOOD + MAIL + 'user = "club"',
            "line 9: “mail” needs both “user” and “password” (or “password_file”), or neither. [mail.user]",
        ),
        (
            GOOD + MAIL + 'user = "c"\npassword = "p"\npassword_file = "f"',
            "line 10: “mail” has both “password” and “password_file”. Keep one. [mail.password]",
        ),
    ],
)
def test_wrong_files_get_a_sentence(tmp_path: Path, text: str, said: str) -> None:
    assert read(tmp_path, text) == said


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("club.example.org", "Write it like “https://club.example.org”"),
        ("https://club.example.org/", "with nothing after the name"),
        ("https://Club.example.org", "Write it like"),
        ("https://", "Write it like"),
        ("ftp://club.example.org", "Write it like"),
        ("https://me@club.example.org", "contains a user name"),
        ("https://192.0.2.1", "passkeys need a name, not a number"),
        ("https://[::1]", "passkeys need a name, not a number"),
        ("http://club.example.org", "only keep people signed in over https://"),
        ("https://club.example.org:port", "not an address such as"),
    ],
)
def test_wrong_addresses_get_a_sentence(tmp_path: Path, address: str, said: str) -> None:
    assert said in read(tmp_path, GOOD.replace("https://club.example.org", address))


def test_a_missing_password_file_is_named(tmp_path: Path) -> None:
    text = GOOD + MAIL + 'user = "club"\npassword_file = "nowhere"\n'
    assert f"{tmp_path / 'nowhere'} cannot be read: No such file or directory" in read(tmp_path, text)


def test_a_wrong_file_leaves_no_database(tmp_path: Path) -> None:
    db = tmp_path / "games.sqlite"
    with pytest.raises(Refusal, match=r"club\.toml cannot be read: No such file"):
        create_app(f"sqlite:///{db}", club=tmp_path / "club.toml")
    assert not db.exists()


def test_the_command_says_so_and_ends_with_2(tmp_path: Path) -> None:
    file = tmp_path / "club.toml"
    file.write_text(GOOD.replace("https", "http"), encoding="utf-8")
    command = ["serve", "--no-browser", "--port", "0", "--db", f"sqlite:///{tmp_path / 'x'}", "--club", str(file)]
    done = subprocess.run([sys.executable, "-m", "mamayev", *command], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "only keep people signed in over https://" in " ".join(done.stderr.split())
    assert "Traceback" not in done.stderr


def test_without_its_packages_the_club_says_what_to_install(tmp_path: Path) -> None:
    file = tmp_path / "club.toml"
    file.write_text(GOOD, encoding="utf-8")
    code = (
        "import sys; sys.modules['webauthn'] = None\n"
        "from pathlib import Path; from mamayev.server.app import create_app\n"
        f"create_app('sqlite://', club=Path({str(file)!r}))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert "A club needs the Python package webauthn: pip install 'mamayev[club]'." in done.stderr


def test_without_a_club_nothing_of_it_is_there(tmp_path: Path) -> None:
    code = f"""
import sys
from starlette.testclient import TestClient
from mamayev.server.app import create_app
with TestClient(create_app('sqlite:///{tmp_path / "games.sqlite"}'), base_url="http://127.0.0.1:8642") as client:
    assert client.get("/api/club").status_code == 404
    tables = client.app.state.parts.store.database.engine.connect().exec_driver_sql(
        "SELECT name FROM sqlite_master").scalars().all()
assert not [name for name in tables if "club" in name], tables
assert not [name for name in sys.modules if "server.club" in name or name.startswith(("webauthn", "confusable"))]
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
