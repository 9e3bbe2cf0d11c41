"""The setup says in a sentence what is missing, and does nothing twice."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tests.conftest import LEFT

ROOT = Path(__file__).parents[2]


def make(*arguments: str, path: str | None = None) -> "subprocess.CompletedProcess[str]":
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS"))}
    if path:
        environment["PATH"] = path
    return subprocess.run(["make", *arguments], cwd=ROOT, env=environment, capture_output=True, text=True, check=False)


def program(folder: Path, name: str, script: str) -> Path:
    file = folder / name
    file.write_text(f"#!/bin/sh\n{script}\n")
    file.chmod(0o755)
    return file


@pytest.fixture
def bare_path(tmp_path: Path) -> Path:
    """A folder with the few programs that any system has, for use as the whole PATH."""
    for name in ("sh", "dirname"):
        found = shutil.which(name)
        assert found
        (tmp_path / name).symlink_to(found)
    return tmp_path


def test_plain_make_lists_every_target() -> None:
    listed = make().stdout
    targets = ("play", "test", "env", "client", "lint", "types", "contract", "docs", "wheel", "bench", "lock", "clean")
    assert [target for target in targets if f"make {target} " not in listed] == []


def test_an_old_python_is_named(tmp_path: Path) -> None:
    old = program(tmp_path, "python3", 'case "$1" in --version) echo Python 3.9.2 ;; *) exit 1 ;; esac')
    shutil.copy(ROOT / "Makefile", tmp_path)
    done = make("-C", str(tmp_path), "env", f"PYTHONS={old}", path=f"{tmp_path}:{os.environ['PATH']}")
    assert done.returncode == 2
    assert "Mamayev needs Python 3.11 or newer; this machine's python3 is: Python 3.9.2." in done.stderr
    assert "Traceback" not in done.stderr


def test_a_python_without_venv_is_explained(tmp_path: Path) -> None:
    python = program(tmp_path, "python3", 'case "$1" in -m) exit 1 ;; esac')
    shutil.copy(ROOT / "Makefile", tmp_path)
    done = make("-C", str(tmp_path), "env", f"PYTHONS={python}")
    assert done.returncode == 2
    assert "on Debian and Ubuntu install the package python3-venv" in done.stderr


@pytest.mark.parametrize(
    ("changed", "again"),
    [
        (None, set()),
        ("requirements/dev.txt", {"env"}),
        ("requirements/play.txt", {"env"}),
        ("web/src/App.svelte", {"client"}),
        ("web/package-lock.json", {"client"}),
    ],
)
def test_only_what_changed_is_made_again(tmp_path: Path, changed: str | None, again: set[str]) -> None:
    shutil.copy(ROOT / "Makefile", tmp_path)
    inputs = ["pyproject.toml", "requirements/play.txt", "requirements/dev.txt", "requirements/node.txt"]
    inputs += ["web/package.json", "web/package-lock.json", "web/src/App.svelte"]
    outputs = [".venv/.made", ".venv/.play", ".venv/.dev", ".venv/.node"]
    outputs += ["web/node_modules/.package-lock.json", "src/mamayev/server/client/index.html"]
    for age, name in enumerate(reversed(inputs + outputs)):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
        os.utime(tmp_path / name, (1_700_000_000 - age, 1_700_000_000 - age))
    if changed:
        (tmp_path / changed).touch()
    question = ("-C", str(tmp_path), "NODE_FITS=yes", "--question")
    assert {target for target in ("env", "client") if make(*question, target).returncode == 1} == again


def chromium(path: Path, *arguments: str, **variables: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        ["sh", str(ROOT / "tools" / "chromium.sh"), *arguments],
        env={"PATH": str(path), **variables},
        capture_output=True,
        text=True,
        check=False,
    )


def test_chromium_is_found_by_any_of_its_names(bare_path: Path) -> None:
    browser = program(bare_path, "google-chrome", "exit 0")
    assert chromium(bare_path).stdout == f"{browser}\n"


@pytest.mark.parametrize("user", ["0", "1000"])
def test_chromium_missing_says_what_to_install(bare_path: Path, user: str) -> None:
    program(bare_path, "id", f"echo {user}")
    program(bare_path, "apt-get", "echo E: Unable to locate package; exit 100")
    done = chromium(bare_path)
    assert done.returncode == 1
    assert "The browser tests need Chromium or Chrome on the PATH" in done.stderr


@pytest.mark.parametrize(("wanted", "name"), [((), "chromium-headless-shell"), (("whole",), "chromium")])
def test_chromium_is_installed_where_we_may(bare_path: Path, wanted: tuple[str, ...], name: str) -> None:
    program(bare_path, "id", "echo 0")
    browser = bare_path / name
    program(bare_path, "apt-get", f'[ "$1" = update ] || {{ : >{browser}; {shutil.which("chmod")} +x {browser}; }}')
    assert chromium(bare_path, *wanted).stdout == f"{browser}\n"


def test_the_headless_shell_comes_first_where_both_are(bare_path: Path) -> None:
    whole, shell = (program(bare_path, name, "exit 0") for name in ("chromium", "chromium-headless-shell"))
    assert chromium(bare_path).stdout == f"{shell}\n"
    assert chromium(bare_path, "whole").stdout == f"{whole}\n"


def test_chromium_named_wrongly_is_refused(bare_path: Path) -> None:
    done = chromium(bare_path, CHROMIUM=str(bare_path / "nothing"))
    assert done.returncode == 1
    assert done.stderr == f"CHROMIUM names {bare_path / 'nothing'}, which is no program.\n"


def test_the_example_of_contributing_runs_one_test() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    python, web = re.search(r"Run a single test.*?-m pytest (\S+)\n.*?test -- (.*?)\n", text, re.DOTALL).groups()  # type: ignore[union-attr]
    command = [sys.executable, "-m", "pytest", "--collect-only", "-q", python]
    assert "1 test collected" in subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False).stdout
    file, title = re.fullmatch(r'(\S+) -t "(.*)"', web).groups()  # type: ignore[union-attr]
    assert (ROOT / "web" / file).read_text(encoding="utf-8").count(f'test("{title}') == 1


def test_what_is_left_to_the_deep_run_exists() -> None:
    """A pattern of tests/deep.txt that fits nothing would leave a renamed test in `make test` and tell nobody."""
    files = [line.split("::") for line in LEFT]
    missing = [
        "::".join((file, test))
        for file, test in files
        if f"def {re.split(r'[*[]', test)[0]}" not in (ROOT / file).read_text("utf-8")
    ]
    assert missing == []
