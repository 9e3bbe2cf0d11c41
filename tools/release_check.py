"""Check everything about a release that can be checked on one machine: `make release-check`, in a fresh clone.

It builds wheel, source archive and site twice, in different folders, and compares them byte for byte. It installs each
as a stranger would and takes the first decision in a browser. It opens and replays a thousand games that the previous
version has stored. It prints what it does, and exits with 1 and a sentence at the first thing that is not as we claim.
It needs git, Node, Chromium and the package index, and no rights.

    python tools/release_check.py        # everything; dist/ must have what make release wrote
    python tools/release_check.py 3 4    # only these steps, to repeat them
"""

from __future__ import annotations

import functools
import gzip
import os
import shutil
import sqlite3
import subprocess
import sys
import tarfile
import tempfile
import threading
import time
import venv
import zipfile
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import compose_zip
import release_notes
import site_zip
import try_container
import try_wheel
from playwright.sync_api import sync_playwright
from starlette.testclient import TestClient

from mamayev.engine.refusal import Refusal
from mamayev.match.holding import holding
from mamayev.match.match import Record
from mamayev.server.app import create_app
from mamayev.server.checking import versions

ROOT = Path(__file__).parents[1]
DIST = ROOT / "dist"
FIRST = "5aa6f92f"
"""The commit whose stored games are `tests/stored/0.1.0.sql.gz`. No tag names it; later versions have tags."""
GAMES = 1000
LONGEST = 60
"""The longest log of a stored game. The corpora in `tests/stored` have longer ones."""
DECISION_SECONDS = 60
"""The bar for a newcomer, from `pip install` to the first decision in the browser."""
WAIT = 120_000  # milliseconds; a page of the site compiles Python first
FLAGS = ["--no-sandbox", "--disable-gpu"]


class Failed(Exception):
    """Something about the release is not as we claim."""


def run(command: Sequence[str | Path], cwd: Path = ROOT, **more: str) -> str:
    """Run a program and return its output. Raises Failed with the end of what it printed."""
    done = subprocess.run(
        [str(word) for word in command],
        cwd=cwd,
        env={**os.environ, **more},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if done.returncode:
        shown = " ".join(map(str, command))
        raise Failed(f"“{shown}” ended with {done.returncode}:\n{done.stdout.strip()[-2000:]}")
    return done.stdout


# ---------------------------------------------------------------------------------------------------------- the steps


def check_tree(_work: Path) -> str:
    """The clone is clean, and its version, citation, changelog and tag agree."""
    changed = run(["git", "status", "--porcelain"]).strip()
    if changed:
        raise Failed(f"The clone has changes that are not committed:\n{changed}")
    wanted = release_notes.version()
    if f"\nversion: {wanted}\n" not in (ROOT / "CITATION.cff").read_text(encoding="utf-8"):
        raise Failed(f"CITATION.cff names another version than pyproject.toml, which has {wanted}.")
    try:
        words = len(release_notes.notes((ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), wanted).split())
    except release_notes.Unfit as reason:
        raise Failed(str(reason)) from None
    return f"version {wanted}, release notes of {words} words"


def build_again(work: Path) -> str:
    """A second clone, in another folder and built by another path, gives the same files byte for byte."""
    again = work / "somewhere" / "else"
    run(["git", "clone", "--quiet", ROOT, again])
    run(["cp", "-a", ROOT / "web" / "node_modules", again / "web" / "node_modules"])
    run(["npm", "--prefix", "web", "run", "build", "--silent", "--", "--logLevel", "error"], again)
    built, site = again / "dist", again / "build" / "site"
    run([sys.executable, "-m", "build", "--no-isolation", "--outdir", built], again)
    packed = again / "build" / "runtime"
    shutil.copytree(ROOT / ".cache" / "pyodide", packed)
    wheel = next(packed.glob("msgspec-*.whl"))
    command: list[str | Path] = [sys.executable, "-m", "mamayev", "site", "--out", site, "--msgspec", wheel]
    run(command, again, PYTHONPATH=str(again / "src"))
    site_zip.pack(site, built / zip_file().name)
    compose_zip.pack(again / "container", built / only("mamayev-compose-*.zip").name, release_notes.version())
    names = sorted(file.name for file in DIST.iterdir() if file.is_file())
    for name in names:
        if not (built / name).is_file():
            raise Failed(f"The second build made no {name}.")
        if (built / name).read_bytes() != (DIST / name).read_bytes():
            raise Failed(f"Two builds of {name} differ{_difference(DIST / name, built / name)}.")
    return f"{len(names)} files are the same: {', '.join(names)}"


def _difference(one: Path, other: Path) -> str:
    """Name the first files that differ in two archives."""
    here, there = _sums(one), _sums(other)
    differ = sorted(name for name in here.keys() | there.keys() if here.get(name) != there.get(name))
    return f" in {', '.join(differ[:5])}" if differ else " in the order or dates of their files"


def _sums(archive: Path) -> dict[str, int]:
    """Return the checksum of each file in an archive."""
    if archive.suffix in (".whl", ".zip"):
        with zipfile.ZipFile(archive) as packed:
            return {entry.filename: entry.CRC for entry in packed.infolist()}
    with tarfile.open(archive) as packed_tar:
        members = [(member.name, packed_tar.extractfile(member)) for member in packed_tar]
        return {name: zlib.crc32(file.read()) for name, file in members if file}


def install_wheel(work: Path) -> str:
    """The wheel works in an empty environment, and the first decision in the browser comes soon."""
    began = time.monotonic()
    home = work / "newcomer"
    venv.create(home / "env", with_pip=True)
    programs = home / "env" / try_wheel.PROGRAMS
    run([programs / "python", "-m", "pip", "install", "--quiet", only("*.whl")])
    port = try_wheel.free_port()
    command: list[str | Path] = [programs / "mamayev", "serve", "--no-browser", "--port", str(port)]
    surroundings = {**try_wheel.surroundings(home), "XDG_DATA_HOME": str(home / "data")}
    with (home / "log").open("w") as log:
        server = subprocess.Popen(command, cwd=home, env=surroundings, stdout=log, stderr=log, text=True)
        try:
            try_wheel.page_when_up(f"http://127.0.0.1:{port}/", server)
            first_decision(f"http://127.0.0.1:{port}/")
        finally:
            server.terminate()
            server.wait(timeout=20)
    seconds = time.monotonic() - began
    if seconds > DECISION_SECONDS:
        raise Failed(f"The first decision came after {seconds:.0f} s. The limit is {DECISION_SECONDS} s.")
    packages = run([programs / "python", "-m", "pip", "list", "--format=freeze"]).split()
    ours = [one for one in packages if not one.startswith(("pip==", "setuptools==", "mamayev=="))]
    return f"from pip install to the first decision {seconds:.0f} s, {len(ours)} packages besides ours"


def install_archive(_work: Path) -> str:
    """The source archive gives a package that works, with the locked versions."""
    with tempfile.TemporaryDirectory() as home:
        try:
            try_wheel.check(only("*.tar.gz"), Path(home))
        except try_wheel.Failed as reason:
            raise Failed(str(reason)) from None
    return "installed, served, page and games there"


def site_from_wheel(work: Path) -> str:
    """The installed wheel says what the site needs, and builds it with that."""
    home = work / "newcomer"
    mamayev = home / "env" / try_wheel.PROGRAMS / "mamayev"
    asked = subprocess.run([mamayev, "site", "--out", "site"], cwd=home, capture_output=True, text=True, check=False)
    commands = [line.strip() for line in asked.stderr.splitlines() if line.startswith("  ")]
    if asked.returncode != 2 or len(commands) != 3:
        raise Failed(f"mamayev site does not say how to get what it needs:\n{asked.stderr}")
    path = f"{mamayev.parent}{os.pathsep}{os.environ['PATH']}"
    for command in commands:
        run(["sh", "-c", command], home, PATH=path)
    with hosted(home) as address:
        first_decision(f"{address}site/")
    return f"{len(commands)} commands, then the first decision in the browser"


def serve_site(work: Path) -> str:
    """The unpacked zip is a site on any web host: the first decision in the browser."""
    with zipfile.ZipFile(zip_file()) as packed:
        packed.extractall(work / "host")
    began = time.monotonic()
    with hosted(work / "host") as address:
        first_decision(f"{address}{site_zip.TOP}/")
    return f"the first decision in the browser after {time.monotonic() - began:.0f} s"


def run_container(work: Path) -> str:
    """The image's files, laid out under an ordinary user: start, play, kill -9, SIGTERM."""
    try:
        return try_container.try_out(only("*.whl"), work / "image", try_wheel.free_port())
    except try_container.Failed as reason:
        raise Failed(str(reason)) from None


def upgrade(work: Path) -> str:
    """A thousand games that the previous version has stored open and replay, and so do their records as files."""
    before = previous()
    old = work / "previous"
    old.mkdir()
    run(["sh", "-c", f"git archive {before} | tar -x -C '{old}'"])
    venv.create(old / "env", with_pip=True)
    python = old / "env" / try_wheel.PROGRAMS / "python"
    pip: list[str | Path] = [python, "-m", "pip", "install", "--quiet", "--no-compile"]
    run([*pip, "--require-hashes", "-r", old / "requirements" / "play.txt"])
    run([*pip, "httpx2"])  # for Starlette's test client
    run([*pip, "--no-deps", "--no-build-isolation", old])
    corpus, records = work / "games.sql.gz", work / "records"
    tool = ROOT / "tools" / "stored_games.py"
    each = str(GAMES // 4)
    run([python, tool, corpus, "--each", each, "--longest", str(LONGEST), "--records", records], old)
    address = f"sqlite:///{work / 'games.sqlite'}"
    with closing(sqlite3.connect(work / "games.sqlite")) as database:
        database.executescript(gzip.decompress(corpus.read_bytes()).decode())
    stopped = open_all(address)
    held = sum(_replays(file) for file in records.iterdir())
    return (
        f"{GAMES} of {GAMES} of {before} open, {GAMES - stopped} of them replay to the end; "
        f"{held} of {len(list(records.iterdir()))} records do"
    )


def open_all(address: str) -> int:
    """Open every game of a database, and return how many the rules stop. Raises Failed."""
    app = create_app(address, bot_pause=60, rate="1000000/minute", games="1000000/hour")
    stopped = 0
    with TestClient(app, base_url="http://127.0.0.1") as client:
        store = app.state.parts.store
        while store.matches.unchecked(versions()):
            time.sleep(0.1)
        cards = client.get("/api/matches").json()
        if len(cards) != GAMES:
            raise Failed(f"The list has {len(cards)} of {GAMES} stored games.")
        for card in cards:
            answer = client.get(f"/api/matches/{card['id']}")
            if answer.status_code != 200:
                raise Failed(f"The stored game {card['name']} does not open: {answer.json()['error']}")
            if card["stopped"]:
                stopped += 1
                branch = client.post(f"/api/matches/{card['id']}/branch", json={"ply": card["stopped"]["ply"]})
                if branch.status_code != 201:
                    raise Failed(f"The game {card['name']} cannot be continued: {branch.json()['error']}")
            elif answer.json()["plies"] != card["plies"]:
                raise Failed(f"The game {card['name']} opens at ply {answer.json()['plies']} of {card['plies']}.")
    return stopped


def _replays(file: Path) -> bool:
    """Return whether a record replays to its end. Raises Failed if it cannot be opened at all."""
    try:
        holds = holding(Record.load(file))
    except Refusal as refusal:
        raise Failed(f"The record {file.name} cannot be opened: {refusal.text}") from None
    if holds.match is None:
        raise Failed(f"The record {file.name} cannot be opened: {holds.refusal}")
    return holds.refusal is None


STEPS: dict[str, Callable[[Path], str]] = {
    "the clone": check_tree,
    "a second build": build_again,
    "the wheel, as a newcomer": install_wheel,
    "the site, from the installed wheel": site_from_wheel,
    "the source archive, as a packager": install_archive,
    "the site's zip, on a plain host": serve_site,
    "the container's files": run_container,
    "stored games of the previous version": upgrade,
}


# -------------------------------------------------------------------------------------------------- what steps stand on


def previous() -> str:
    """Return the last tag before this commit, or the commit of the first stored games. Raises Failed."""
    found = subprocess.run(
        ["git", "describe", "--tags", "--abbrev=0", "--match", "v*", "HEAD^"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    if found.returncode == 0:
        return found.stdout.strip()
    if subprocess.run(["git", "cat-file", "-e", f"{FIRST}^{{commit}}"], cwd=ROOT, check=False).returncode:
        raise Failed("This clone has no earlier version. Clone the whole history: git fetch --unshallow --tags")
    return FIRST


def only(pattern: str) -> Path:
    """Return the one file in dist/ that fits. Raises Failed."""
    found = sorted(DIST.glob(pattern))
    if len(found) != 1:
        raise Failed(f"dist/ should have one {pattern}, and has {len(found)}. Run make release.")
    return found[0]


def zip_file() -> Path:
    return only("mamayev-site-*.zip")


class Quiet(SimpleHTTPRequestHandler):
    """A plain web host that prints nothing."""

    def log_message(self, *_: object) -> None:
        pass


@contextmanager
def hosted(folder: Path) -> Iterator[str]:
    """Serve a folder as files, and yield its address."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()


def first_decision(address: str) -> None:
    """Set up the first game at an address in a browser, and take a decision. Raises Failed."""
    program = os.environ.get("CHROMIUM") or run(["sh", "tools/chromium.sh"]).strip()
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=program, args=FLAGS)
        page = browser.new_page()
        page.set_default_timeout(WAIT)
        try:
            page.goto(address)
            page.locator("[data-set-up]").first.click()
            page.locator("[data-begin]").click()
            game = page.locator(".game[data-version]")
            game.wait_for()
            before = game.get_attribute("data-version")
            page.locator("[data-list]").first.click()
            page.locator("#listed [data-action]").first.click()
            page.locator(f".game[data-version]:not([data-version='{before}'])").wait_for()
        except Exception as error:
            raise Failed(f"No first decision at {address}: {error}") from error
        finally:
            browser.close()


def main(arguments: list[str]) -> int:
    wanted = {int(one) for one in arguments} or set(range(1, len(STEPS) + 1))
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="mamayev-") as folder:
        for number, (title, step) in enumerate(STEPS.items(), 1):
            if number not in wanted:
                continue
            print(f"[{number}/{len(STEPS)}] {title} ...", flush=True)
            start = time.monotonic()
            try:
                said = step(Path(folder))
            except (Failed, subprocess.CalledProcessError, OSError) as reason:
                print(f"The release is not ready: {title}. {reason}", file=sys.stderr)
                return 1
            print(f"      {said} ({time.monotonic() - start:.0f} s)", flush=True)
    ready = "The release is ready" if len(wanted) == len(STEPS) else "So far nothing is wrong"
    print(f"{ready}: {len(wanted)} of {len(STEPS)} checks in {time.monotonic() - began:.0f} s.")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
