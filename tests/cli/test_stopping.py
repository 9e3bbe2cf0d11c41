"""However a command is ended: what is finished is kept, and no process is left behind."""

import json
import os
import signal
import subprocess
import sys
import time
import uuid
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psutil
import pyarrow.parquet
import pytest

from mamayev.match import files
from mamayev.match.match import Match

Command = Callable[..., Any]

# Says when the first games are finished. Tests may run under nohup, where SIGHUP is ignored; these mean a terminal.
READY = """
import signal
import sys
from mamayev.cli.main import main
from mamayev.lab import simulate
from mamayev.lab.study import StaffStudy

play, sim = StaffStudy.play_missing, simulate.simulate
ready = lambda done: (sys.stderr.write("ready\\n"), sys.stderr.flush())
StaffStudy.play_missing = lambda study, **more: play(study, **{**more, "progress": ready})
simulate.simulate = lambda *args, **more: sim(*args, **{**more, "progress": ready})
if __name__ == "__main__":
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
    main()
"""


def marked(mark: str) -> list[psutil.Process]:
    """The processes that a test started, and those that they started."""
    found = []
    for process in psutil.process_iter():
        try:
            if process.environ().get("MAMAYEV_TEST") == mark:
                found.append(process)
        except psutil.Error:
            continue
    return found


@pytest.mark.parametrize("end", ["SIGTERM", "SIGHUP", "closed pipe", "SIGKILL", "worker"])
@pytest.mark.parametrize("command", ["study", "simulate"])
def test_many_processes_end_together_and_what_is_finished_is_kept(
    tiny: str, tmp_path: Path, end: str, command: str
) -> None:
    script, out, mark = tmp_path / "ready.py", tmp_path / "out", uuid.uuid4().hex
    script.write_text(READY)
    arguments = ["--commanders", "eager", "--variants", "none"] if command == "study" else []
    running = subprocess.Popen(
        [sys.executable, script, command, tiny, "--games", "300000", "--workers", "2", "--out", out, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "MAMAYEV_TEST": mark},
        text=True,
    )
    assert running.stdout is not None
    assert running.stderr is not None
    assert running.stderr.readline() == "ready\n"
    begun = time.monotonic()
    if end == "closed pipe":
        running.stdout.close()
    elif end == "worker":
        workers = [p for p in marked(mark) if p.pid != running.pid and "resource_tracker" not in str(p.cmdline())]
        workers[0].kill()
    else:
        running.send_signal(getattr(signal, end))
    said = running.stderr.read()
    code = running.wait(10)
    _gone, alive = psutil.wait_procs(marked(mark), timeout=5)
    assert alive == []
    assert time.monotonic() - begun < 8
    if end == "SIGKILL":
        return
    assert code == 1
    assert "Traceback" not in said
    assert ("A worker process was killed or ran out of memory" in said) == (end == "worker")
    assert "Stopped" in said
    kept = out / "games.parquet" if command == "study" else out
    assert pyarrow.parquet.read_table(kept).num_rows >= 50


def test_ctrl_c_while_the_program_is_loaded_ends_it_with_a_word() -> None:
    script = """
import sys
class Stop:
    def find_spec(self, name, *_):
        if name == "typer":
            raise KeyboardInterrupt
sys.meta_path.insert(0, Stop())
from mamayev.__main__ import main
main()
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (1, "", "\nStopped.\n")


def test_ctrl_c_in_a_command_ends_it_with_a_word(
    mamayev_command: Command, tiny: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(*_given: object, **_named: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Match, "new", stop)
    assert mamayev_command("bench", tiny) == (1, "", "\nStopped.\n")


def test_output_that_cannot_be_written_and_arguments_that_are_no_text(tiny: str) -> None:
    run = [sys.executable, "-m", "mamayev"]
    with open("/dev/full", "w", encoding="utf-8") as full:
        done = subprocess.run([*run, "games"], stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    said = "Cannot write the output: No space left on device.\n"
    assert (done.returncode, done.stderr) == (2, said)
    done = subprocess.run([*run, "play", b"t\xffny"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (2, "The argument “t\\udcffny” is not UTF-8 text.\n")


def test_a_disk_that_is_full_loses_neither_summary_nor_old_file(
    mamayev_command: Command, tiny: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    out = tmp_path / "games.parquet"
    command = ("simulate", tiny, "--games", "5", "--out", str(out))
    assert mamayev_command(*command).code == 0
    before = out.read_bytes()
    monkeypatch.setattr(os, "fsync", full)
    told = mamayev_command(*command)
    said = f"Cannot write {out}: No space left on device."
    assert (told.code, told.err) == (2, f"{said}\n")
    assert "5 games of tiny by random, random" in told.out
    summary = json.loads(mamayev_command(*command, "--json").out)
    assert (summary["games"], summary["error"]) == (5, said)
    assert out.read_bytes() == before


def test_a_study_is_played_by_one_process(mamayev_command: Command, tiny: str, tmp_path: Path) -> None:
    command = ("study", tiny, "--games", "4", "--variants", "none", "--out", str(tmp_path / "study"))
    (tmp_path / "study").mkdir()
    with files.held(tmp_path / "study" / "study.json"):
        told = mamayev_command(*command)
        assert (told.code, told.out) == (1, "")
        assert f"Another process is playing the study in {tmp_path / 'study'}" in told.err
    assert mamayev_command(*command).code == 0
