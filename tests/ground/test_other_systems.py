"""What can be imitated of Windows and macOS. Nobody has run Mamayev there."""

from __future__ import annotations

import errno
import re
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

from mamayev import Refusal
from mamayev.cli import main
from mamayev.players import outside
from mamayev.server import serve
from mamayev.server.port import DEFAULT_PORT

ROOT = Path(__file__).parents[2]
RESERVED = re.compile(r"(?i)(con|prn|aux|nul|com\d|lpt\d)(\..*)?")
"""Names of devices on Windows, with any ending."""
FORBIDDEN = re.compile(r'[<>:"\\|?*\x00-\x1f]|[. ]$')
LONGEST = 120
"""Of a path in the package: Windows allows 260 letters, and its folder for packages takes about a hundred."""


def names() -> list[str]:
    """The files of the checkout, and of the built package."""
    tracked = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    built = (ROOT / "src" / "mamayev" / "server" / "client").rglob("*")
    return [*tracked.strip("\0").split("\0"), *(one.relative_to(ROOT).as_posix() for one in built)]


def test_every_file_can_be_stored_on_every_system() -> None:
    found = names()
    parts = {part for name in found for part in name.split("/")}
    assert [part for part in sorted(parts) if RESERVED.fullmatch(part) or FORBIDDEN.search(part)] == []
    assert [name for name in found if len(name.removeprefix("src/")) > LONGEST] == []


def test_no_two_files_differ_only_by_case() -> None:
    paths = {"/".join(name.split("/")[: end + 1]) for name in names() for end in range(name.count("/") + 1)}
    lower: dict[str, str] = {}
    assert [(path, other) for path in sorted(paths) if (other := lower.setdefault(path.lower(), path)) != path] == []


def test_a_program_gets_its_backslashes_on_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    command = r'C:\Python\python.exe "C:\My bots\bot.py"'
    monkeypatch.setattr(outside, "os", SimpleNamespace(name="nt"))
    assert outside.words(command) == command
    monkeypatch.setattr(outside, "os", SimpleNamespace(name="posix"))
    assert outside.words("python3 'my bots/bot.py'") == ["python3", "my bots/bot.py"]


def test_two_servers_do_not_share_a_port_on_windows() -> None:
    """There, SO_REUSEADDR lets a second program listen at a port that is in use."""
    code = "import socket; socket.SO_EXCLUSIVEADDRUSE = -5; from mamayev.server import serve; print(serve.OWN_ADDRESS)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "-5\n"
    assert serve.OWN_ADDRESS == socket.SO_REUSEADDR


def test_a_reserved_port_is_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """Windows denies ports of ranges that it keeps for itself."""
    bind: Callable[[str, int], socket.socket] = serve._bind

    def deny(host: str, port: int) -> socket.socket:
        if port in (1, DEFAULT_PORT):
            raise PermissionError(errno.EACCES, "Permission denied")
        return bind(host, 0)

    monkeypatch.setattr(serve, "_bind", deny)
    listener, _ = serve.listen("127.0.0.1", DEFAULT_PORT, others=True)
    listener.close()
    with pytest.raises(Refusal, match=r"cannot listen at 127\.0\.0\.1, port 1: Permission denied\."):
        serve.listen("127.0.0.1", 1)


GONE = """
import signal, sys
del signal.SIGHUP
sys.argv = ["mamayev", *sys.argv[1:]]
from mamayev.__main__ import main
main()
"""
"""Our command without the signal that Windows lacks."""


def test_commands_and_server_run_without_sighup(tmp_path: Path, tiny: str) -> None:
    run = [sys.executable, "-c", GONE]
    assert tiny in subprocess.run([*run, "games"], capture_output=True, text=True, check=True).stdout
    simulated = [*run, "simulate", tiny, "--games", "4", "--workers", "2"]
    assert subprocess.run(simulated, capture_output=True, text=True, check=False).returncode == 0
    command = [*run, "serve", "--no-browser", "--port", "0", "--db", f"sqlite:///{tmp_path / 'games.sqlite'}"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        assert "http://127.0.0.1:" in server.stdout.readline()
        server.terminate()
        assert server.wait(timeout=30) == 0


def test_a_reader_that_has_gone_ends_a_command_quietly_on_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    """There, writing to a pipe that nobody reads is an invalid argument, not a broken pipe."""

    def write() -> None:
        raise OSError(errno.EINVAL, "Invalid argument")

    left: list[int] = []

    def leave(code: int) -> None:
        left.append(code)
        raise SystemExit(code)

    monkeypatch.setattr(main, "_run", write)
    monkeypatch.setattr(main, "_leave_stdout", leave)
    with pytest.raises(SystemExit):
        main.main()
    monkeypatch.setattr(main, "os", SimpleNamespace(name="nt"))
    with pytest.raises(SystemExit):
        main.main()
    assert left == [2, 1]
