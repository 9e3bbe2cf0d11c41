"""`mamayev review`."""

from __future__ import annotations

import json
import math
import signal
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from mamayev.match.match import Match
from mamayev.players import play_on
from mamayev.players.reviewing import Review

from .conftest import Command


@pytest.fixture
def war(tmp_path: Path) -> Path:
    """A finished game in which blue throws the village away in the last turn."""
    bots = {"blue": "captain", "red": "captain"}
    match = Match.new("skirmish", seed=7)
    play_on(match, bots)
    again = match.record.replay(45)
    again.play("move blue-guards 0403")
    play_on(again, bots)
    again.record.save(tmp_path / "war.json")
    return tmp_path / "war.json"


def test_a_review_in_words(mamayev_command: Command, war: Path) -> None:
    done = mamayev_command("review", war, "--budget", 300, "--workers", 1, "--seat", "blue")
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith("blue: ")
    assert "entry 46 of the log, " in done.out
    assert "playouts each way\n      Played: " in done.out
    assert "red" not in done.out.splitlines()[0]
    assert "300 plays" not in done.out.splitlines()[0]
    assert "compared in playouts" in done.out.splitlines()[-1]
    rows = [line[4:26].strip() for line in done.out.splitlines() if "  luck " in line]
    assert rows[-1] == "End of the log"
    assert len(set(rows)) == len(rows) > 2


def test_a_review_as_json(mamayev_command: Command, war: Path, tmp_path: Path) -> None:
    out = tmp_path / "review.json"
    done = mamayev_command("review", war, "--budget", 300, "--workers", 1, "--json", "--out", out)
    assert done.code == 0
    found = json.loads(done.out)
    review = msgspec.json.decode(out.read_bytes(), type=Review)
    assert msgspec.convert(found["review"], Review) == review
    assert set(found["luck"]) == set(found["decisions"]) == {"blue", "red"}
    (costly,) = found["costly"]
    assert (costly["ply"], costly["seat"], costly["played"]) == (45, "blue", ["move blue-guards 0403"])
    assert costly["lost"] > 2 * costly["error"] > 0
    assert costly["why"].startswith("Chance to win as played: ")
    values = [one for one in found["values"] if one["seat"] == "blue"]
    assert all(one["low"] <= one["value"] <= one["high"] for one in values)
    assert values[-1]["ply"] == review.plies
    blue = review.seats[0]
    total = blue.start + found["luck"]["blue"] + found["decisions"]["blue"] + blue.others
    assert math.isclose(total, blue.end, abs_tol=1e-9)


READY = """
import signal
import sys
from mamayev.cli.main import main
from mamayev.players.reviewing.review import Reviewing

do = Reviewing.do

def told(self, tasks, title):
    sys.stderr.write("ready\\n" if self.plays else "")
    sys.stderr.flush()
    return do(self, tasks, title)

Reviewing.do = told
if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.default_int_handler)
    main()
"""


def stopped(war: Path, folder: Path, *flags: str) -> tuple[int, str, str]:
    """Start a long review, press Ctrl-C once it has begun, and return its exit code and what it printed."""
    script = folder / "ready.py"
    script.write_text(READY)
    running = subprocess.Popen(
        [sys.executable, script, "review", war, "--budget", "60000", *flags],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert running.stderr is not None
    assert running.stderr.readline() == "ready\n"
    running.send_signal(signal.SIGINT)
    out, said = running.communicate(timeout=20)
    return running.returncode, out, said


def test_ctrl_c_keeps_what_several_processes_have_found(war: Path, tmp_path: Path) -> None:
    code, out, said = stopped(war, tmp_path, "--workers", "2", "--json")
    assert code == 1
    assert "Stopped early. These are the results so far." in said
    assert "Traceback" not in said
    found = msgspec.convert(json.loads(out)["review"], Review)
    assert not found.complete
    assert found.seats[0].points[-1].known
    assert 0 < found.plays < 60000


def test_a_stopped_review_does_not_say_that_no_decision_was_costly(war: Path, tmp_path: Path) -> None:
    _code, out, _said = stopped(war, tmp_path)
    assert "No costly decision found before the review was stopped." in out
    assert "No single decision" not in out


def test_wrong_input_is_a_sentence_and_exit_code_2(mamayev_command: Command, war: Path, tmp_path: Path) -> None:
    torn = tmp_path / "torn.json"
    torn.write_text(war.read_text()[:200])
    for arguments, says in (
        ((torn,), "This is not a saved game"),
        ((tmp_path / "none.json",), "Cannot read"),
        ((war, "--seat", "green"), "no seat “green”"),
        ((war, "--budget", "0"), "A budget must be at least 1 playout"),
        ((war, "--budget", "many"), "“many” is not a whole number"),
        ((war, "--workers", "0"), "The number of workers must be 1 or more"),
        ((war, "--out", tmp_path / "none" / "review.json"), "there is no folder"),
    ):
        done = mamayev_command("review", *arguments)
        assert done.code == 2
        assert says in done.err
        assert not done.out


def test_a_game_is_reviewed_up_to_the_entry_that_the_rules_refuse(mamayev_command: Command, war: Path) -> None:
    saved = json.loads(war.read_text())
    saved["log"][30] = "attack blue-guards 0405"
    del saved["checksum"]
    war.write_text(json.dumps(saved))
    done = mamayev_command("review", war, "--budget", 40, "--workers", 1, "--seat", "blue")
    assert done.code != 0
    assert "As you knew it: the game is not over." in done.out
    assert "Entry 31 of the log" in done.err
