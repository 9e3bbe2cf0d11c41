"""Use the built wheel or source archive as a stranger would: fresh environment, no checkout, no Node on the PATH.

    python tools/try_wheel.py dist/mamayev-1.0.0-py3-none-any.whl
    python tools/try_wheel.py --battery dist/mamayev-1.0.0-py3-none-any.whl

Installs it with the locked versions of what it needs, runs the command, starts the server, and fetches the page, every
file that the page names, and the list of games. Prints what it saw, and exits with 1 and a sentence at the first thing
that is not so. With --battery, it then runs the battery, which every game must pass. This needs only Python, so it also
runs on Windows and macOS.
"""

import json
import os
import re
import socket
import subprocess
import sys
import tarfile
import tempfile
import time
import urllib.error
import urllib.request
import venv
import zipfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
LOCK = ROOT / "requirements" / "play.txt"
START_SECONDS = 30
PROGRAMS = "Scripts" if os.name == "nt" else "bin"
"""The folder of an environment's programs."""
KEPT = ("SYSTEMROOT", "TEMP", "TMP", "APPDATA", "LOCALAPPDATA")
"""What Windows needs to start a program at all."""


class Failed(Exception):
    """Something about the wheel is not as we claim."""


def run(command: list[str], home: Path) -> str:
    """Run `command` in `home` with nothing of this checkout in its surroundings, and return what it printed."""
    done = subprocess.run(
        command, cwd=home, env=surroundings(home), stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise Failed(f"{' '.join(command)} ended with {done.returncode}:\n{done.stdout}{done.stderr}")
    return done.stdout


def surroundings(home: Path) -> dict[str, str]:
    """Only the new environment's programs are on the PATH: no Node, no browser."""
    kept = {name: os.environ[name] for name in KEPT if name in os.environ}
    return {**kept, "HOME": str(home), "PATH": str(home / "env" / PROGRAMS), "LANG": "C.UTF-8"}


def free_port() -> int:
    """Return a port that no program listens to."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def fetch(url: str) -> bytes:
    with urllib.request.urlopen(url, timeout=10) as answer:
        return bytes(answer.read())


def page_when_up(url: str, server: "subprocess.Popen[str]") -> str:
    """Return the page at `url` as soon as the server answers."""
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline:
        if server.poll() is not None:
            raise Failed(f"the server ended with {server.returncode} before it answered")
        try:
            return fetch(url).decode()
        except urllib.error.HTTPError as error:
            raise Failed(f"{url} answers {error.code}") from error
        except OSError:
            time.sleep(0.2)
    raise Failed(f"the server did not answer within {START_SECONDS} s")


def check_contents(built: Path) -> None:
    """Everything in the package's folder, data and built client included, is in the wheel or archive."""
    source = ROOT / "src"
    wanted = {file.relative_to(source).as_posix() for file in (source / "mamayev").rglob("*") if file.is_file()}
    wanted = {name for name in wanted if "__pycache__" not in name and "/server/client/" not in name}
    wanted.add("mamayev/server/client/index.html")  # built, so only where this checkout built it
    if built.suffix == ".whl":
        inside = set(zipfile.ZipFile(built).namelist())
    else:
        with tarfile.open(built) as archive:
            inside = {name.partition("/src/")[2] for name in archive.getnames()}
    missing = sorted(wanted - inside)
    if missing:
        raise Failed(f"not in {built.name}: {', '.join(missing)}")
    print(f"files: {len(wanted)}, {built.stat().st_size / 1e6:.1f} MB")


def check(wheel: Path, home: Path, battery: bool = False) -> None:
    check_contents(wheel)
    venv.create(home / "env", with_pip=True)
    programs = home / "env" / PROGRAMS
    mamayev, python = str(programs / "mamayev"), str(programs / "python")
    pip = [python, "-m", "pip", "install", "-qq", "--no-compile"]
    # The index is reached the way this machine is set up, so pip alone keeps the surroundings.
    subprocess.run([*pip, "--require-hashes", "-r", str(LOCK)], check=True, stdin=subprocess.DEVNULL)
    # An archive is built with the locked hatchling, which the lock has for that.
    run([*pip, "--no-index", "--no-build-isolation", str(wheel)], home)

    if "serve" not in run([mamayev, "--help"], home):
        raise Failed("mamayev --help does not name serve")
    games = json.loads(run([mamayev, "games", "--json"], home))
    print("games:", json.dumps(games)[:200])

    port = free_port()
    url = f"http://127.0.0.1:{port}"
    command = [mamayev, "serve", "--port", str(port), "--db", f"sqlite:///{home / 'games.sqlite'}"]
    with (home / "server.log").open("w+") as log:
        server = subprocess.Popen(
            command, cwd=home, env=surroundings(home), stdin=subprocess.DEVNULL, stdout=log, stderr=log, text=True
        )
        try:
            page = page_when_up(f"{url}/", server)
            files = sorted(set(re.findall(r'(?:src|href)="(?!data:)([^"]+)"', page)))
            if not any(name.endswith(".js") for name in files):
                raise Failed("the page names no script: the client is not in the wheel")
            sizes = {name: len(fetch(f"{url}/{name.removeprefix('.').removeprefix('/')}")) for name in files}
            print("page:", sizes)
            listed = [game["name"] for game in json.loads(fetch(f"{url}/api/games"))]
            print("server lists:", listed)
            if not listed:
                raise Failed("the server lists no game")
        except Failed as failure:
            log.seek(0)
            raise Failed(f"{failure}\n{log.read()}") from failure
        finally:
            server.terminate()
            server.wait(timeout=20)
    if battery:
        subprocess.run([*pip, f"{wheel}[testing]"], check=True, stdin=subprocess.DEVNULL)
        for game in listed:
            said = run([python, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--mamayev-game", game], home)
            print(f"battery of {game}:", said.strip().splitlines()[-1])


def main(arguments: list[str]) -> int:
    battery, files = "--battery" in arguments, [Path(one) for one in arguments if one != "--battery"]
    if len(files) != 1 or not files[0].is_file():
        print("Say which wheel: python tools/try_wheel.py dist/mamayev-VERSION-py3-none-any.whl", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as home:
        try:
            check(files[0].resolve(), Path(home), battery)
        except Failed as failure:
            print(f"{files[0].name} does not work: {failure}", file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
