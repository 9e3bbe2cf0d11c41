"""A backup and the doctor at the command line."""

import json
import os
import sqlite3
import stat
from collections.abc import Callable
from hashlib import blake2b
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from mamayev.cli import saves
from mamayev.cli.screen import Screen
from mamayev.match.match import Record
from mamayev.server.store import Store
from mamayev.server.store.matches import Matches
from mamayev.server.writer import Busy

from ..server.conftest import begun
from ..server.test_damaged import damage, server

Command = Callable[..., Any]


@pytest.fixture
def address(tmp_path: Path) -> str:
    """The address of an empty database."""
    return f"sqlite:///{tmp_path / 'games.sqlite'}"


def test_a_backup_that_is_not_whole_is_refused_with_the_line(
    mamayev_command: Command, tiny: str, address: str, tmp_path: Path
) -> None:
    with server(address) as client:
        for _ in range(3):
            begun(client, tiny)
    file = tmp_path / "all.jsonl"
    done = mamayev_command("export-all", file, "--db", address)
    assert done.out == f"{file} holds 3 games and 0 lines of chat.\n"
    if os.name == "posix":
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
    lines = file.read_text().splitlines(keepends=True)
    empty = f"sqlite:///{tmp_path / 'empty.sqlite'}"
    for text, words in (
        ("".join(lines[:-1]), "line 5: it does not match the checksum"),
        ("".join([*lines[:2], *lines[3:]]), "line 5: it does not match"),
        ("".join(lines)[:-200], "line 5"),
        (lines[1], "line 1"),
        ("".join([lines[0], json.dumps({"match": {"id": "x"}}) + "\n", *lines[2:]]), "line 2: “match” has no “name”"),
        ("", "line 1: it is incomplete"),
    ):
        file.write_text(text)
        told = mamayev_command("import-all", file, "--db", empty)
        assert (told.code, words in told.err) == (2, True), told.err
    file.write_text("".join(lines))
    done = mamayev_command("import-all", file, "--db", empty)
    assert done.out == "3 games and 0 lines of chat imported; 0 games were already here.\n"


HOSTILE: list[tuple[str, Any, str]] = [
    ("id", ["a"], "“id” of “match” is not text"),
    ("id", {"a": 1}, "“id” of “match” is not text"),
    ("id", "../../x", "“../../x” is not the id of a game"),
    ("id", "0123456789ABCDEF", "“0123456789ABCDEF” is not the id of a game"),
    ("id", "0" * 32, f"“{'0' * 32}” is not the id of a game"),
    ("id", "x" * 5000, "“id” of “match” has more than 32 characters"),
    ("version", 10**30, "“version” of “match” is not between"),
    ("version", 1.5, "“version” of “match” is not a whole number"),
    ("plies", 2**63, "“plies” of “match” is not between"),
    ("over", 7, "“over” of “match” is not true or false"),
    ("record", ["x"], "“record” of “match” is not text"),
    ("name", "x" * 5000, "“name” of “match” has more than 120 characters"),
    ("seats", None, "“match” has no “seats”"),
]


def test_a_hostile_backup_is_refused_with_the_line(
    mamayev_command: Command, tiny: str, address: str, tmp_path: Path
) -> None:
    with server(address) as client:
        begun(client, tiny)
    file = tmp_path / "all.jsonl"
    mamayev_command("export-all", file, "--db", address)
    head, line, *_ = file.read_text().splitlines()
    for column, value, words in HOSTILE:
        row = json.loads(line)
        row["match"][column] = value
        file.write_text(sealed(head, json.dumps(row)))
        told = mamayev_command("import-all", file, "--db", f"sqlite:///{tmp_path / 'empty.sqlite'}")
        assert (told.code, f"line 2: {words}" in told.err) == (2, True), told.err
        assert len(told.err) < 400
    for look in ({"hash": "0" * 32, "scene": "eJw="}, {"hash": "0" * 32, "scene": "no base64"}):
        file.write_text(sealed(head, line, json.dumps({"look": look})))
        told = mamayev_command("import-all", file, "--db", f"sqlite:///{tmp_path / 'empty.sqlite'}")
        assert (told.code, "line 3: “look” is not a stored look of a game" in told.err) == (2, True), told.err


def test_a_backup_with_a_game_or_a_line_twice(
    mamayev_command: Command, tiny: str, address: str, tmp_path: Path
) -> None:
    with server(address) as client:
        match_id = begun(client, tiny)["id"]
    file = tmp_path / "all.jsonl"
    mamayev_command("export-all", file, "--db", address)
    head, line, *_ = file.read_text().splitlines()
    empty = f"sqlite:///{tmp_path / 'empty.sqlite'}"
    file.write_text(sealed(head, line, line))
    told = mamayev_command("import-all", file, "--db", empty)
    assert (told.code, f"line 3: the game {match_id} is in it twice" in told.err) == (2, True), told.err
    said = {"match": match_id, "seat": "", "text": "x", "at": "2026-01-01"}
    for wrong, words in (
        ({"match": [1]}, "not text"),
        ({"seat": 10**40}, "not text"),
        ({"match": "../x"}, "not the id"),
    ):
        file.write_text(sealed(head, line, json.dumps({"said": {**said, **wrong}})))
        told = mamayev_command("import-all", file, "--db", empty)
        assert (told.code, "line 3: " in told.err, words in told.err) == (2, True, True), told.err
    file.write_text(sealed(head, line, json.dumps({"said": said})))
    assert mamayev_command("import-all", file, "--db", empty).code == 0


def sealed(*lines: str) -> str:
    """A backup of these lines, with the end that belongs to them."""
    body = "".join(f"{line}\n" for line in lines)
    return body + json.dumps({"end": blake2b(body.encode(), digest_size=16).hexdigest()}) + "\n"


def test_the_doctor_at_the_command_line(mamayev_command: Command, tiny: str, address: str, tmp_path: Path) -> None:
    with server(address) as client:
        state = begun(client, tiny, name="Race")
    done = mamayev_command("doctor", "--db", address)
    assert done.code == 0
    assert done.out.endswith("\nEvery game is intact.\n")
    damage(address, state["id"], undone="[[")
    done = mamayev_command("doctor", "--db", address, "--export", tmp_path / "all.jsonl")
    assert done.code == 1
    assert f"“Race” ({state['id']}): The undone decisions, which can be redone, cannot be read" in done.out
    assert "--repair rebuilds it." in done.out
    assert (tmp_path / "all.jsonl").exists()
    told = json.loads(mamayev_command("doctor", "--db", address, "--repair", "--json").out)
    assert [game["repaired"] for game in told["games"]] == [True]
    assert mamayev_command("doctor", "--db", address).code == 0


def test_a_database_that_does_not_answer_is_said(
    mamayev_command: Command, tiny: str, address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with server(address) as client:
        begun(client, tiny)
    backup = tmp_path / "all.jsonl"
    assert mamayev_command("export-all", backup, "--db", address).code == 0

    def broken(*_: object) -> None:
        raise sa.exc.DatabaseError("", {}, sqlite3.DatabaseError("database disk image is malformed"))

    def locked(*_: object) -> None:
        raise Busy("database is locked")

    for method, fault, words in (
        ("rows", broken, "The database is not responding (database disk image is malformed)."),
        ("rows", locked, "The database is not responding (database is locked)."),
        ("take_in", locked, "The database is not responding (database is locked)."),
    ):
        with monkeypatch.context() as patch:
            patch.setattr(Store if method == "take_in" else Matches, method, fault)
            commands = [("import-all", backup)] if method == "take_in" else [("export-all", backup), ("doctor",)]
            for command in commands:
                done = mamayev_command(*command, "--db", address)
                assert (done.code, words in done.err) == (2, True), done.err
    file = tmp_path / "race.json"
    monkeypatch.setattr(saves, "PAUSES", (0.01,))
    typed = iter(["rest", "rest", f"save {file}"])

    def ask(_screen: Screen, _prompt: str) -> str | None:
        line = next(typed, None)
        monkeypatch.setattr(Matches, "store_change", locked if line == "rest" else Matches.store_change)
        return line

    monkeypatch.setattr(Screen, "ask", ask)
    done = mamayev_command("play", tiny, "--plain")
    assert "(database is locked). Your moves are not saved yet. The next action tries again" in done.out
    assert [line for line in Record.load(file).log if line == "rest"] == ["rest", "rest"]
