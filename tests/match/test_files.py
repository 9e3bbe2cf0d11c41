"""Files that are written: whole or not at all, whatever fails on the way; and one writer at a time."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from mamayev.match import files

OLD, NEW = b"what was there", b"what is new" * 1000
STEPS = ("open", "os.chmod", "stream.write", "os.fsync", "os.replace")


def breaking(step: str, monkeypatch: pytest.MonkeyPatch, fault: Callable[[], None]) -> None:
    """Let a step of writing a file meet a fault."""

    def broken(*_: Any, **__: Any) -> Any:
        fault()

    if step == "stream.write":
        opened = open

        def half(path: Path, mode: str, **more: Any) -> Any:
            stream: Any = opened(path, mode, **more)
            write = stream.write

            def some(data: bytes) -> int:
                write(data[: len(data) // 2])
                stream.flush()
                fault()
                return len(data)

            return _Writing(stream, some)

        monkeypatch.setattr("builtins.open", half)
    elif step == "open":
        monkeypatch.setattr("builtins.open", broken)
    else:
        monkeypatch.setattr(os, step.partition(".")[2], broken)


class _Writing:
    """A stream whose `write` is another."""

    def __init__(self, stream: Any, write: Callable[[bytes], int]) -> None:
        self._stream, self.write = stream, write

    def __enter__(self) -> "_Writing":
        return self

    def __exit__(self, *_: object) -> None:
        self._stream.close()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


@pytest.mark.parametrize("step", STEPS)
def test_a_disk_that_fails_leaves_what_was_there(step: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full() -> None:
        raise OSError(28, "No space left on device")

    file = tmp_path / "game.json"
    file.write_bytes(OLD)
    with monkeypatch.context() as patch:
        breaking(step, patch, full)
        with pytest.raises(OSError, match="No space left"):
            files.write(file, NEW)
    assert file.read_bytes() == OLD
    assert list(tmp_path.iterdir()) == [file]
    files.write(file, NEW)
    assert file.read_bytes() == NEW


@pytest.mark.parametrize("step", STEPS)
def test_a_process_killed_at_any_step_leaves_what_was_there(step: str, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_bytes(OLD)
    if (child := os.fork()) == 0:
        breaking(step, pytest.MonkeyPatch(), lambda: os._exit(9))
        files.write(file, NEW)
        os._exit(0)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 9
    assert file.read_bytes() == OLD
    assert all(left == file or left.name.startswith(files.OURS) for left in tmp_path.iterdir())


def test_links_modes_and_devices_stay_what_they_are(tmp_path: Path) -> None:
    file, link = tmp_path / "game.json", tmp_path / "link.json"
    file.write_bytes(OLD)
    file.chmod(0o640)
    link.symlink_to(file)
    files.write(link, NEW)
    assert link.is_symlink()
    assert (file.read_bytes(), file.stat().st_mode & 0o777) == (NEW, 0o640)
    files.write("/dev/null", NEW)
    assert not Path("/dev/null").is_file()
    with pytest.raises(IsADirectoryError):
        files.write(tmp_path, NEW)


HOLD = """
import sys
from pathlib import Path
from mamayev.match import files
with files.held(Path(sys.argv[1])):
    print("held", flush=True)
    sys.stdin.readline()
"""


def test_a_file_is_held_until_its_holder_ends_however_that_comes(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    for end in (lambda p: p.communicate("\n"), lambda p: p.kill()):
        with subprocess.Popen(
            [sys.executable, "-c", HOLD, str(file)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        ) as holder:
            assert holder.stdout is not None
            assert holder.stdout.readline() == "held\n"
            with pytest.raises(files.Held), files.held(file):
                pytest.fail("two hold it")
            end(holder)
        with files.held(file):
            assert [left.name for left in tmp_path.iterdir()] == [f"{files.OURS}game.json.lock"]
    assert list(tmp_path.iterdir()) == []
