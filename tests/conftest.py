"""What every test may count on."""

import gc
import os
import re
import shutil
import signal
import sys
from collections.abc import Iterator
from fnmatch import translate
from pathlib import Path

import pytest
from _pytest.assertion import rewrite
from hypothesis import settings
from joblib.externals.loky import get_reusable_executor
from playwright.sync_api import Browser, sync_playwright

from mamayev.testing.depth import deep

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # A page of a test lives for seconds, in which optimizing its code takes longer than running it.
    "--js-flags=--no-opt,--no-maglev",
]


LEAST = 20
"""The number of examples of a test with Hypothesis in the shortest run."""


LEFT = [
    line.split(" #")[0].strip()
    for line in (Path(__file__).parent / "deep.txt").read_text("utf-8").splitlines()
    if line.strip() and not line.startswith("#")
]
"""Patterns for the ids of tests that only `make test-deep` runs."""
DEEP = re.compile("|".join(map(translate, LEFT)))

LONG = ("test_play_reaches_every_box_and_every_verb", "test_random_games_over_random_option_sets")
"""Of the battery, for every game: minutes of work in one test."""


def pytest_sessionstart(session: pytest.Session) -> None:
    """Let each worker rewrite the assertions of its share of the test files, so that the workers of a fresh clone do
    not all rewrite all of them. Pytest has no public function for this."""
    worker = getattr(session.config, "workerinput", None)
    if worker is None or sys.dont_write_bytecode:
        return
    state = session.config.stash[rewrite.assertstate_key]
    files = sorted(
        file for root in ("tests", "examples") for file in session.config.rootpath.glob(f"{root}/**/test_*.py")
    )
    for file in files[int(worker["workerid"][2:]) :: worker["workercount"]]:
        kept = rewrite.get_cache_dir(file)
        compiled = kept / f"{file.stem}{rewrite.PYC_TAIL}"
        if rewrite._read_pyc(file, compiled) is None and rewrite.try_makedirs(kept):
            found, code = rewrite._rewrite_test(file, session.config)
            rewrite._write_pyc(state, code, found, compiled)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Keep the browser tests of a file on one worker, which opens Chromium once. They and what else takes long come
    first, so that no worker is left with it at the end."""
    for item in items:
        if item.get_closest_marker("browser"):
            item.add_marker(pytest.mark.xdist_group(item.path.stem))
        if DEEP.match(item.nodeid):
            item.add_marker(pytest.mark.deep)
    items.sort(key=lambda item: (not item.get_closest_marker("browser"), getattr(item, "originalname", "") not in LONG))


def pytest_collection_finish() -> None:
    """What was collected stays until the end, so the garbage collector need not go through it during the tests."""
    gc.collect()
    gc.freeze()


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """One worker more than the machine has cores: the one with the browser waits more than it works."""
    return len(os.sched_getaffinity(0)) + 1 if hasattr(os, "sched_getaffinity") else (os.cpu_count() or 1) + 1


def pytest_configure() -> None:
    """Let Hypothesis try as many examples as the depth of the run says. A slow machine is no failure of what a test
    says.

    Whoever runs the tests in the background of a shell hands them a Ctrl-C that is ignored; the programs that the
    tests start and stop must hear it."""
    settings.register_profile("by depth", settings.default, deadline=None, max_examples=deep(100, LEAST))
    settings.load_profile("by depth")
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session")
def program() -> str:
    """The path of the system's Chromium; `make test` finds or installs it."""
    names = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
    found = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, names)), None)
    if found is None:
        pytest.fail("the browser tests need Chromium: run them with `make test`, or set CHROMIUM to its path")
    return found


@pytest.fixture(scope="session")
def chromium(program: str) -> Iterator[Browser]:
    """The same, running without a window."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=FLAGS)
        yield browser
        browser.close()


def install(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Install a throw-away game of tests/tiny for one test and for the processes that it starts."""
    source, installed = Path(__file__).parent / "tiny", tmp_path / "installed"
    metadata = installed / f"{name}_game-1.dist-info"
    metadata.mkdir(parents=True)
    (metadata / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}-game\nVersion: 1\n", encoding="utf-8")
    entry = f"[mamayev.games]\n{name} = {name}_game:GAME\n"
    (metadata / "entry_points.txt").write_text(entry, encoding="utf-8")
    for folder in (source, installed):
        monkeypatch.syspath_prepend(str(folder))
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join((str(source), str(installed))))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    # Processes of joblib that an earlier test has started do not know the game.
    get_reusable_executor().shutdown(kill_workers=True)
    return name


@pytest.fixture
def tiny(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The name of a throw-away game: a race with a die and a card, without secrets."""
    return install("tiny", tmp_path, monkeypatch)


@pytest.fixture
def duel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The name of a throw-away game with hands, private decks and choices in secret."""
    return install("duel", tmp_path, monkeypatch)


@pytest.fixture
def outpost(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The name of a throw-away game on hexes: reach, stacks, odds with shifts, a combat that asks in its middle."""
    return install("outpost", tmp_path, monkeypatch)
