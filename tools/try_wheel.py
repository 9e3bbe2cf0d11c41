"""Use the built wheel as a stranger would: fresh environment, no checkout, no Node on the PATH.

    python tools/try_wheel.py dist/mamayev-0.1.0-py3-none-any.whl

Installs the wheel with the locked versions of what it needs, runs the command, starts the server, and fetches the page,
every file that the page names, and the list of games. Prints what it saw; exits 1 with a sentence at
the first thing that is not so.
"""

import json
import re
import socket
import subprocess
import sys
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
    return {"HOME": str(home), "PATH": str(home / "env" / "bin"), "LANG": "C.UTF-8"}


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


def check_contents(wheel: Path) -> None:
    """Everything in the package's folder, data and built client included, is in the wheel."""
    source = ROOT / "src"
    wanted = {str(file.relative_to(source)) for file in (source / "mamayev").rglob("*") if file.is_file()}
    wanted = {name for name in wanted if "__pycache__" not in name}
    missing = sorted(wanted - set(zipfile.ZipFile(wheel).namelist()))
    if missing:
        raise Failed(f"not in the wheel: {', '.join(missing)}")
    print(f"files: {len(wanted)}, {wheel.stat().st_size / 1e6:.1f} MB")


def check(wheel: Path, home: Path) -> None:
    check_contents(wheel)
    venv.create(home / "env", with_pip=True)
    mamayev = str(home / "env" / "bin" / "mamayev")
    pip = [str(home / "env" / "bin" / "python"), "-m", "pip", "install", "-qq", "--no-compile"]
    # The index is reached the way this machine is set up, so pip alone keeps the surroundings.
    subprocess.run([*pip, "--require-hashes", "-r", str(LOCK)], check=True, stdin=subprocess.DEVNULL)
    run([*pip, "--no-index", str(wheel)], home)

    if "serve" not in run([mamayev, "--help"], home):
        raise Failed("mamayev --help does not name serve")
    games = json.loads(run([mamayev, "games", "--json"], home))
    print("games:", json.dumps(games)[:200])

    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
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


def main(arguments: list[str]) -> int:
    if len(arguments) != 1 or not Path(arguments[0]).is_file():
        print("Say which wheel: python tools/try_wheel.py dist/mamayev-VERSION-py3-none-any.whl", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as home:
        try:
            check(Path(arguments[0]).resolve(), Path(home))
        except Failed as failure:
            print(f"The wheel does not work: {failure}", file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
