"""What nobody types on purpose: a sentence and the right exit code."""

import os
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest

import mamayev
from mamayev.match import record
from mamayev.server import backup

Command = Callable[..., Any]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["serve", "--host", "x" * 300, "--port", "0"], "cannot listen at xxx"),
        (["serve", "--host", "a..b", "--port", "0"], "cannot listen at a..b, port 0: no host has such a name."),
        (
            ["simulate", "cauldron", "--games", "1", "--components", "d" * 70_000],
            "cannot be read: File name too long",
        ),
    ],
)
def test_arguments(mamayev_command: Command, arguments: list[str], words: str) -> None:
    done = mamayev_command(*arguments)
    assert done.code == 2
    assert words in done.err
    assert len(done.err) < 600


def test_a_home_that_cannot_be_written(
    mamayev_command: Command, tiny: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "file" / "data"))
    done = mamayev_command("serve", "--port", "0")
    assert (done.code, "cannot be created: Not a directory. Use another one with --db." in done.err) == (2, True)
    done = mamayev_command("play", tiny, typed="1\n")
    assert "Not a directory." in done.out + done.err


def test_files(mamayev_command: Command, tiny: str, tmp_path: Path) -> None:
    deep = tmp_path / "deep.toml"
    deep.write_text(f'game = "{tiny}"\nsetup = {"[" * 5000}{"]" * 5000}\n')
    done = mamayev_command("script", deep)
    assert (done.code, done.err) == (2, f"{deep}: line 2: more than 2,000 lists and tables, which is over the limit.\n")
    damaged = tmp_path / "race.json"
    damaged.write_bytes(b'{"mamayev":1,"game":"\xff"}')
    for command in (("replay", damaged), ("replay", damaged, "--verify")):
        done = mamayev_command(*command)
        said = f"{damaged}: This is not a saved game: it is damaged at byte 21, which is not UTF-8 text.\n"
        assert (done.code, done.err) == (2, said)
    done = mamayev_command("play", tiny, typed=f"load {damaged}\nrest\n")
    assert done.code == 0
    assert "it is damaged at byte 21" in done.out


READS = [("doctor",), ("export-all", "all.jsonl"), ("play", "tiny", "--resume"), ("play", "0" * 16, "--resume")]
"""Commands that only read the database."""


@pytest.mark.parametrize("command", READS, ids=" ".join)
def test_a_database_that_is_not_there_is_not_made(
    command: tuple[str, ...], mamayev_command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = mamayev_command(*command, "--db", "sqlite:///typo.sqlite")
    assert (done.code, done.err) == (2, "There is no database at typo.sqlite. Check --db.\n")
    assert list(tmp_path.iterdir()) == []
    done = mamayev_command(*command, "--db", f"sqlite:///{tmp_path}")
    assert (done.code, "There is no database at" in done.err) == (2, True)
    with closing(sqlite3.connect("other.sqlite")) as other:
        other.execute("CREATE TABLE notes (text)")
    before = Path("other.sqlite").read_bytes()
    done = mamayev_command(*command, "--db", "sqlite:///other.sqlite")
    assert (done.code, "other.sqlite is not a database of this program. Check --db." in done.err) == (2, True)
    assert Path("other.sqlite").read_bytes() == before
    assert [file.name for file in tmp_path.iterdir()] == ["other.sqlite"]


def test_the_doctor_makes_no_database_of_the_user_either(mamayev_command: Command, tmp_path: Path) -> None:
    done = mamayev_command("doctor")
    assert (done.code, "There is no database at" in done.err) == (2, True)
    assert not list(tmp_path.rglob("*.sqlite"))


DOORS = ["import-all", "replay", "script"]
"""Commands that read a file."""


@pytest.mark.parametrize("command", DOORS)
def test_a_file_is_read_within_bounds(
    command: str, mamayev_command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module, bound in ((record, "FILE_BYTES"), (backup, "UNPACKED")):
        monkeypatch.setattr(module, bound, 1_000_000)
    long, folder, pipe = tmp_path / "long.json", tmp_path / "folder.json", tmp_path / "pipe.json"
    long.write_bytes(b" " * 8_000_000)
    folder.mkdir()
    os.mkfifo(pipe)

    def fill() -> None:
        with suppress(BrokenPipeError):
            pipe.write_bytes(b" " * 8_000_000)

    threading.Thread(target=fill, daemon=True).start()
    for file, words in (
        (Path("/dev/zero"), "it is a device, not a file."),
        (long, "00 bytes, which is over the limit."),
        (pipe, "00 bytes, which is over the limit."),
        (folder, "Is a directory."),
        (tmp_path / "none.json", "No such file or directory."),
    ):
        done = mamayev_command(command, file)
        assert (done.code, str(file) in done.err, words in done.err) == (2, True, True), done.err


@pytest.mark.parametrize("encoding", ["cp1251", "cp437", "shift_jis", "ascii"])
def test_a_console_that_lacks_a_letter_shows_the_rest(encoding: str, tiny: str) -> None:
    """Windows gives a pipe the code page of the country."""
    surroundings = {**os.environ, "PYTHONIOENCODING": encoding, "PYTHONUTF8": "0"}
    for command, typed in ((["games"], ""), (["play", "inferno", "--seed", "3"], "board all\nhint\nquit\n")):
        done = subprocess.run(
            [sys.executable, "-m", "mamayev", *command],
            input=typed.encode(),
            capture_output=True,
            check=False,
            env=surroundings,
        )
        assert (done.returncode, done.stderr) == (0, b"")
        assert len(done.stdout) > 500
        assert b"?" in done.stdout


@pytest.mark.parametrize("key", ["hit_²", "pdm_²", "german_" + "9" * 5000])
def test_set_up_keys(key: str) -> None:
    record = mamayev.new("cauldron", seed=1).record
    record.start = {key: True}
    with pytest.raises(mamayev.Refusal):
        record.replay(0)
