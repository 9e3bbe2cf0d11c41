"""The locked requirements cover what pyproject.toml asks for and hold on any machine."""

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
GROUPS: dict[str, list[str | dict[str, str]]] = PROJECT["dependency-groups"]


def requirement_name(requirement: str) -> str:
    found = re.match(r"[A-Za-z0-9._-]+", requirement)
    assert found, requirement
    return re.sub(r"[-_.]+", "-", found[0]).lower()


def wanted(*groups: str) -> set[str]:
    return {requirement_name(entry) for group in groups for entry in GROUPS[group] if isinstance(entry, str)}


RUNTIME = {requirement_name(entry) for entry in PROJECT["project"]["dependencies"]}


@pytest.mark.parametrize(
    ("lock", "names"),
    [
        ("play", RUNTIME | wanted("build")),
        ("dev", RUNTIME | wanted("build", "dev")),
        ("image", RUNTIME),
        ("node", wanted("node")),
        ("bench", wanted("bench")),
        ("browsers", wanted("browsers")),
    ],
)
def test_lock_has_every_direct_dependency_with_hashes(lock: str, names: set[str]) -> None:
    text = (ROOT / "requirements" / f"{lock}.txt").read_text(encoding="utf-8")
    entries = re.split(r"\n(?=\S)", text.strip())
    assert names <= {requirement_name(entry) for entry in entries}
    assert [entry for entry in entries if "==" not in entry or "--hash=sha256:" not in entry] == []


def test_locks_record_no_host() -> None:
    locks = [*(ROOT / "requirements").glob("*.txt"), *ROOT.glob("web/package-lock.json")]
    hosts = re.compile(r"(?:https?|file)://[^\s\"]*|--(?:extra-)?index-url")
    tarballs = {
        lock.name: [
            line
            for line in lock.read_text(encoding="utf-8").splitlines()
            if "resolved" in line or (lock.suffix == ".txt" and hosts.search(line))
        ]
        for lock in locks
    }
    assert tarballs == {lock.name: [] for lock in locks}
