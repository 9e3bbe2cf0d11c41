"""Stored games that the installed rules stop, and files as people have them, at the command line."""

import gzip
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from mamayev.match.match import Match, Record

from ..server.conftest import begun, played
from ..server.test_stored import changed_rules, checked, server
from .conftest import last

Command = Callable[..., Any]


@pytest.fixture
def address(tmp_path: Path) -> str:
    """The address of an empty database."""
    return f"sqlite:///{tmp_path / 'games.sqlite'}"


def test_the_terminal_plays_on_where_the_rules_stop_a_game(mamayev_command: Command, tiny: str, address: str) -> None:
    with server(address) as client:
        state = played(client, played(client, begun(client, tiny), "step north 1"), "rest")
    changed_rules(address, state["id"], 1)
    done = mamayev_command("doctor", "--db", address)
    assert done.code == 1
    assert "Entry 2 of the log, “step south 9”" in done.out
    assert "It can be replayed up to entry 1, and continued from there in a branch." in done.out
    done = mamayev_command("play", state["id"], "--resume", "--db", address)
    assert done.code == 1
    assert "With --branch you play on from entry 1." in done.err
    done = mamayev_command("play", state["id"], "--resume", "--branch", "--db", address, typed="1\nquit\n")
    assert done.code == 0, done.err
    with server(address) as client:
        cards = checked(client)
    assert [(card["stopped"] is None) for card in cards] == [True, False]


def test_replay_shows_a_game_up_to_where_the_rules_stop_it(mamayev_command: Command, tiny: str, tmp_path: Path) -> None:
    match = Match.new(tiny, seed=3)
    match.play("step north 1")
    record = Record.from_json(match.to_json())
    record.log.append("step south 9")
    file = tmp_path / "old.json"
    record.save(file)
    whole, at = mamayev_command("replay", file), len(record.log)
    assert whole.code in (1, 2)
    assert f"Entry {at} of the log" in whole.err
    assert "North" in whole.out
    assert mamayev_command("replay", file, "--to", at - 1).code == 0
    assert mamayev_command("replay", file, "--verify").out == ""


def test_the_terminal_reads_files_as_people_have_them(mamayev_command: Command, tiny: str, tmp_path: Path) -> None:
    data = Match.new(tiny, seed=3).to_json().encode()
    for name, content in (("bom.json", b"\xef\xbb\xbf" + data), ("game.json.gz", gzip.compress(data))):
        file = tmp_path / name
        file.write_bytes(content)
        done = mamayev_command("replay", file, "--verify")
        assert (done.code, done.err) == (0, "")
        assert mamayev_command("play", file, "--resume", typed="1\nquit\n").code == 0
    assert last(tiny).log
    file.write_bytes(b"\x89PNG\r\n\x1a\n")
    done = mamayev_command("import-all", file)
    assert (done.code, "it is a PNG picture" in done.err) == (2, True)
