"""Run what the container has, without a container: the files that container/Containerfile lays out, in an empty folder.

    python tools/try_container.py dist/mamayev-1.0.0-py3-none-any.whl

Run it as an ordinary user. Everything but the data folder is read-only. It starts the image's command with the image's
surroundings, asks the health check, plays, kills the server, starts it again and ends it. Exits with 1 and a sentence
at the first thing that is not as docs/container.md says.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import try_wheel

ROOT = Path(__file__).parents[1]
CONTAINERFILE = ROOT / "container" / "Containerfile"
LOCK = ROOT / "requirements" / "image.txt"
PORT = "8642"
START_SECONDS = 5.0
STOP_SECONDS = 3.0
ACTIONS = 20
SYSTEM = ("PATH", "LD_LIBRARY_PATH")
"""What the machine's own Python may need; the image's PATH is put before it."""


class Failed(Exception):
    """The container would not work."""


def instructions(text: str) -> dict[str, str]:
    """Return the last of each instruction in a Containerfile, in its last stage. ENV is joined."""
    stage = text.rpartition("\nFROM ")[2].replace("\\\n", " ")
    found: dict[str, str] = {}
    for word, rest in re.findall(r"^([A-Z]+) +(.+)$", stage, re.MULTILINE):
        found[word] = f"{found.get(word, '')} {rest}".strip() if word == "ENV" else rest
    return found


def lay_out(root: Path, wheel: Path) -> None:
    """Install the package below `root` as the image does, and make everything but the data folder read-only."""
    opt = root / "opt" / "mamayev"
    python = opt / "bin" / "python"
    (root / "data").mkdir(parents=True)
    call([sys.executable, "-m", "venv", "--without-pip", opt])
    pip: list[str | Path] = [sys.executable, "-m", "pip", "--python", python, "install", "--quiet"]
    call([*pip, "--require-hashes", "--requirement", LOCK])
    call([*pip, "--no-deps", "--no-index", wheel])
    subprocess.run(["chmod", "-R", "a-w", root / "opt"], check=True)


def call(command: list[str | Path]) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)
    if done.returncode:
        raise Failed(f"“{' '.join(map(str, command))}” ended with {done.returncode}: {done.stderr.strip()[-1000:]}")


class Image:
    """The image's surroundings and commands, with its paths below `root`."""

    def __init__(self, root: Path, port: int) -> None:
        told = instructions(CONTAINERFILE.read_text(encoding="utf-8"))
        here = {name: os.environ.get(name, "") for name in SYSTEM}
        self.port = port
        self.root = root
        self.data = root / told["VOLUME"].lstrip("/")
        pairs = [word.partition("=") for word in shlex.split(told["ENV"])]
        self.env = {
            **here,
            **{name: self._below(value).replace("$PATH", here["PATH"]) for name, _, value in pairs},
        }
        self.command = [*json.loads(told["ENTRYPOINT"]), *json.loads(told["CMD"])]
        self.command[self.command.index(PORT)] = str(port)
        health = json.loads(told["HEALTHCHECK"].partition("CMD ")[2])
        self.health = [word.replace(f":{PORT}/", f":{port}/") for word in health]

    def _below(self, value: str) -> str:
        return re.sub(r"/(opt|data)\b", lambda found: f"{self.root}/{found[1]}", value)

    @contextmanager
    def running(self) -> Iterator[subprocess.Popen[str]]:
        """Start the entry point, wait until it is healthy, and yield its process. Raises Failed."""
        began = time.monotonic()
        log = self.root / "data" / "log"
        with log.open("w") as said:
            program = shutil.which(self.command[0], path=self.env["PATH"])
            if program is None:
                raise Failed(f"There is no {self.command[0]} on the image's PATH.")
            process = subprocess.Popen(
                [program, *self.command[1:]], cwd=self.data, env=self.env, stdout=said, stderr=said, text=True
            )
            try:
                while not self._answers():
                    if process.poll() is not None:
                        raise Failed(f"The server ended with {process.returncode}:\n{log.read_text()}")
                    if time.monotonic() - began > 6 * START_SECONDS:
                        raise Failed(f"The server does not answer:\n{log.read_text()}")
                    time.sleep(0.05)
                self.started = time.monotonic() - began
                yield process
            finally:
                process.kill()
                process.wait()

    def _answers(self) -> bool:
        try:
            self.ask("/api/health")
        except OSError:
            return False
        return True

    def ask(self, path: str, body: Any = None) -> Any:
        """Return the answer of the server's API."""
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.port}{path}", data, headers={"content-type": "application/json"}
        )
        with urllib.request.urlopen(request, timeout=20) as answer:
            return json.loads(answer.read())

    def play(self, match: str, actions: int) -> Any:
        """Play the first action on offer this many times, and return the last answer."""
        state = self.ask(f"/api/matches/{match}")
        for _ in range(actions):
            action = state["decision"]["actions"][0]["text"]
            state = self.ask(f"/api/matches/{match}/actions", {"text": action, "version": state["version"]})
        return state


def try_out(wheel: Path, root: Path, port: int) -> str:
    """Lay the image out and run it; return what was measured. Raises Failed."""
    if os.geteuid() == 0:
        raise Failed("Run this as an ordinary user, because nothing is read-only for root.")
    lay_out(root, wheel)
    image = Image(root, port)
    try:
        with image.running() as process:
            first = image.started
            call_health(image)
            match = image.ask("/api/matches", {"game": image.ask("/api/games")[0]["name"], "seed": 7})["id"]
            answered = image.play(match, ACTIONS)
            process.kill()
        with image.running() as process:
            after = image.ask(f"/api/matches/{match}")
            if (after["version"], after["plies"]) != (answered["version"], answered["plies"]):
                raise Failed(f"After kill -9 the game is at ply {after['plies']}, not {answered['plies']}.")
            began = time.monotonic()
            process.send_signal(signal.SIGTERM)
            code = process.wait(timeout=20)
            stopped = time.monotonic() - began
        written = [path for path in (root / "opt").rglob("*") if os.access(path, os.W_OK) and not path.is_symlink()]
    finally:
        subprocess.run(["chmod", "-R", "u+w", root / "opt"], check=True)
    if written:
        raise Failed(f"{written[0]} is not read-only.")
    if code != 0 or stopped > STOP_SECONDS:
        raise Failed(f"SIGTERM ended it with {code} after {stopped:.1f} s. The limit is {STOP_SECONDS:g} s.")
    if first > START_SECONDS:
        raise Failed(f"It answered after {first:.1f} s. The limit is {START_SECONDS:g} s.")
    size = sum(path.stat().st_size for path in (root / "opt").rglob("*") if path.is_file() and not path.is_symlink())
    return (
        f"{size / 1e6:.0f} MB besides Python, healthy after {first:.1f} s, "
        f"{answered['plies']} plies kept after kill -9, ended {stopped:.1f} s after SIGTERM"
    )


def call_health(image: Image) -> None:
    """Run the health check of the image. Raises Failed."""
    program = shutil.which(image.health[0], path=image.env["PATH"])
    done = subprocess.run(
        [program or image.health[0], *image.health[1:]], env=image.env, capture_output=True, check=False
    )
    if done.returncode:
        raise Failed(f"The health check fails: {done.stderr.decode()[-500:]}")


def main(arguments: list[str]) -> int:
    if len(arguments) != 1 or not Path(arguments[0]).is_file():
        print("Say which wheel: python tools/try_container.py dist/mamayev-VERSION-py3-none-any.whl", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as folder:
        try:
            print(try_out(Path(arguments[0]).resolve(), Path(folder), try_wheel.free_port()))
        except Failed as reason:
            print(f"The container would not work: {reason}", file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
