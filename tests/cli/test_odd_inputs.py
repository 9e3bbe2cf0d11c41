"""What nobody types on purpose: a sentence and the right exit code."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import mamayev

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
    assert (done.code, "cannot be made: Not a directory. Name another place with --db." in done.err) == (2, True)
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


@pytest.mark.parametrize("key", ["hit_²", "pdm_²", "german_" + "9" * 5000])
def test_set_up_keys(key: str) -> None:
    record = mamayev.new("cauldron", seed=1).record
    record.start = {key: True}
    with pytest.raises(mamayev.Refusal):
        record.replay(0)
