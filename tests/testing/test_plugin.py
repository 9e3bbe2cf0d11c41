"""The battery as packages from elsewhere run it."""

import subprocess
import sys
from pathlib import Path

import pytest

from mamayev.testing import depth


def run(folder: Path, *arguments: str) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:schemathesis", *arguments]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


@pytest.fixture
def package(tmp_path: Path, tiny: str) -> Path:
    """A folder with a test of its own and a game installed."""
    (tmp_path / "test_own.py").write_text("def test_own():\n    pass\n", encoding="utf-8")
    return tmp_path


def test_without_the_option_nothing_is_added(package: Path) -> None:
    done = run(package)
    assert "1 passed" in done.stdout


def test_the_battery_runs_from_any_folder(package: Path) -> None:
    done = run(package, "--mamayev-game", "tiny", "-k", "ledger_has")
    assert (done.returncode, "4 passed" in done.stdout) == (0, True), done.stdout


def test_the_battery_runs_beside_the_paths_given(package: Path) -> None:
    done = run(package, "test_own.py", "--mamayev-game", "tiny", "--collect-only")
    assert "test_own.py::test_own" in done.stdout
    assert "test_random_games_end[tiny first]" in done.stdout
    assert "test_random_games_end[tiny second]" in done.stdout
    assert "test_play_reaches_every_box_and_every_verb[tiny]" in done.stdout


def test_the_battery_is_shared_among_workers(package: Path) -> None:
    done = run(package, "test_own.py", "--mamayev-game", "tiny", "-k", "ledger_has or test_own", "-n", "2")
    assert "5 passed" in done.stdout, done.stdout


@pytest.mark.parametrize(
    ("text", "note"),
    [
        (
            "from mamayev.engine.match import Match\n",
            "line 1: Import from `mamayev.author`. A game's tests also import",
        ),
        (
            "\nfrom mamayev.match.record import Record\n",
            "line 2: Import `Record` from `mamayev` or `mamayev.match.match",
        ),
        (
            "import mamayev\n\n\ndef test_old():\n    mamayev.new('tiny').table.change(None, 'a', 1)\n",
            "line 5: Write `table.situations.change`.",
        ),
    ],
)
def test_a_former_name_in_a_guest_s_own_test_is_named(package: Path, text: str, note: str) -> None:
    (package / "test_old.py").write_text(text, encoding="utf-8")
    done = run(package, "test_old.py")
    assert f"`test_old.py`, {note}" in done.stdout


def test_another_error_in_a_guest_s_own_test_gets_no_note(package: Path) -> None:
    (package / "test_broken.py").write_text("import no_such_package\n", encoding="utf-8")
    done = run(package, "test_broken.py")
    assert "No module named 'no_such_package'" in done.stdout
    assert "Former name" not in done.stdout


def test_an_unknown_game_is_refused_in_a_sentence(package: Path) -> None:
    done = run(package, "--mamayev-game", "halma")
    assert done.returncode != 0
    assert "There is no game “halma”. Installed games:" in done.stdout + done.stderr
    assert "Traceback" not in done.stdout + done.stderr


@pytest.mark.parametrize("game", ["duel", "outpost"])
def test_the_throw_away_games_pass_the_battery(tmp_path: Path, game: str, request: pytest.FixtureRequest) -> None:
    request.getfixturevalue(game)
    done = run(tmp_path, "--mamayev-game", game, "--depth", str(depth.times))
    assert done.returncode == 0, done.stdout


def test_the_command_of_a_message_tries_one_game_alone(tmp_path: Path, duel: str) -> None:
    done = run(tmp_path, "--mamayev-game", duel, "-k", "nothing_hidden_shows", "--mamayev-walk", "duel first", "3", "9")
    assert (done.returncode, "1 passed" in done.stdout) == (0, True), done.stdout
